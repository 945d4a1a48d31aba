//! Links between the accounts of a person on two platforms, and matches across platforms.

use crate::backend::Backend;
use crate::fixture::{ADA, BRUNO, CARLA, CHANNEL, CLUB, ELSEWHERE, Fixture, assert_conflict};
use tablero::rules::Seat;
use tablero::service::{
    Action, ActionMessage, Address, BlockChange, ChallengeError, ChallengeState, Change, Claimant, DeliveryMode,
    ExternalId, ExternalPlace, LinkError, Match, MatchId, MessageId, NewLocation, NoteChange, PlaceId, PlayerId, Post,
    PostPriority, Rating, Reader, ServiceError, Side, StoredAction, Terms, TimeControl,
};

/// A person who is known on the other platform alone.
async fn elsewhere<B: Backend>(fixture: &Fixture<B>) -> PlayerId {
    let account = ExternalId("@ada:example.org".to_owned());
    fixture.storage.person_of(ELSEWHERE, &account).await.expect("a person")
}

/// A channel on the other platform.
async fn other_channel<B: Backend>(fixture: &Fixture<B>) -> PlaceId {
    let place = ExternalPlace { id: ExternalId("!room".to_owned()), parent: None, server: None };
    fixture.storage.place_of(ELSEWHERE, &place).await.expect("a place")
}

fn rated(terms: Terms) -> Terms {
    Terms { rated: true, control: TimeControl::PerMove { days: 3 }, ..terms }
}

/// A rated game that the first of two players wins.
async fn won<B: Backend>(fixture: &Fixture<B>, winner: PlayerId, loser: PlayerId) -> MatchId {
    let game = fixture.start(rated(fixture.terms(winner)), loser).await.id;
    fixture.service.act(game, loser, None, &Action::Resign, None).await.expect("it is possible");
    game
}

async fn rating<B: Backend>(fixture: &Fixture<B>, person: PlayerId) -> Option<Rating> {
    fixture
        .storage
        .player_stats(person, "barrier", Reader { person, server: None }, fixture.now())
        .await
        .expect("stats")
        .rating
}

/// Links the second person to the first.
async fn link<B: Backend>(fixture: &Fixture<B>, person: PlayerId, other: PlayerId) -> Result<(), ServiceError> {
    let code = fixture.service.link_code(person).await.expect("a code").code;
    fixture.service.enter_link_code(other, &format!(" {} ", code.to_lowercase())).await?;
    fixture.service.confirm_link(person, other).await
}

fn assert_refused(result: &Result<(), ServiceError>, why: LinkError) {
    assert!(matches!(result, Err(ServiceError::Link(error)) if *error == why), "{result:?} instead of {why:?}");
}

pub async fn two_people_become_one_with_all_that_belongs_to_them<B: Backend>(fixture: &Fixture<B>) {
    let other = elsewhere(fixture).await;
    fixture.storage.update_player(other, "Ada", Some("it")).await.expect("it is stored");
    let games = [won(fixture, ADA, BRUNO).await, won(fixture, other, CARLA).await];
    let running = fixture.start(fixture.terms(other), BRUNO).await;
    let waiting = fixture.service.propose(fixture.terms(other)).await.expect("a challenge");
    let own = Terms { opponent: Some(other), ..fixture.terms(ADA) };
    let between = fixture.service.propose(own).await.expect("a challenge");
    fixture
        .apply(vec![Change::Note(NoteChange { match_id: running.id, player: other, text: "a plan".to_owned() })])
        .await
        .expect("it is stored");
    for change in [(other, CARLA), (BRUNO, other), (ADA, other)]
        .map(|(player, other)| Change::Block(BlockChange { player, other, is_blocked: true }))
    {
        fixture.apply(vec![change]).await.expect("it is stored");
    }
    for (person, lesson, is_done) in
        [(ADA, "place", true), (ADA, "chain", false), (other, "place", false), (other, "chain", true)]
    {
        match is_done {
            true => fixture.service.lesson_done(person, "zertz", lesson).await,
            false => fixture.service.lesson_shown(person, "zertz", lesson).await,
        }
        .expect("it is stored");
    }
    let menu = ActionMessage { platform: CLUB, id: MessageId("$menu".to_owned()), address: Address::Person(BRUNO) };
    let entry = |person: PlayerId| StoredAction {
        key: "1".to_owned(),
        action: "unblock 0".to_owned(),
        value: Some(person.to_string()),
    };
    let until = fixture.now().plus(1);
    fixture.storage.store_actions(&menu, &[entry(other)], until, None).await.expect("it is stored");
    link(fixture, ADA, other).await.expect("nothing keeps them apart");

    let (_, entries) = fixture.storage.stored_actions(CLUB, &menu.id).await.expect("it is read").expect("the menu");
    assert_eq!(entries, [entry(ADA)], "his menu of blocked players names her");
    let accounts = fixture.storage.accounts(ADA).await.expect("accounts");
    assert_eq!(accounts.iter().map(|(platform, _)| platform.as_str()).collect::<Vec<_>>(), ["club", "elsewhere"]);
    assert_eq!(elsewhere(fixture).await, ADA);
    for (game, seat) in games.into_iter().chain([running.id]).zip([Seat::One; 3]) {
        assert_eq!(fixture.find(game).await.seat_of(ADA), Some(seat), "{game}");
    }
    fixture.play(running.id, ADA).await;
    assert_eq!(fixture.storage.note(running.id, ADA).await.expect("a note").as_deref(), Some("a plan"));
    let challenge = async |id| fixture.service.challenge(id).await.expect("a challenge");
    assert_eq!(challenge(waiting.id).await.terms.challenger, ADA);
    assert_eq!(challenge(between.id).await.state, ChallengeState::Cancelled);
    assert_eq!(fixture.storage.blocked_people(ADA).await.expect("people"), [CARLA], "nobody blocks themselves");
    assert_eq!(fixture.storage.blocked_people(BRUNO).await.expect("people"), [ADA]);
    assert_eq!(fixture.storage.player_names(&[other]).await.expect("names"), []);
    assert_eq!(rating(fixture, other).await, None);
    let mut lessons = fixture.service.lessons_done(ADA, "zertz").await.expect("it is read");
    lessons.sort();
    assert_eq!(lessons, ["chain", "place"]);
    assert_eq!(fixture.storage.lessons(other).await.expect("it is read"), []);
    let together = rating(fixture, ADA).await.expect("a rating");
    assert_eq!(together.games, 2);
    // Carla beats nobody, so two wins in a row are worth more than the first.
    let first = fixture.storage.rating_changes(games[0]).await.expect("changes")[0];
    let second = fixture.storage.rating_changes(games[1]).await.expect("changes")[0];
    assert_eq!((second.before.value, second.after.value), (first.after.value, together.value));
    assert!(together.value > first.after.value);
}

pub async fn posts_for_a_person_who_becomes_another_go_to_that_one<B: Backend>(fixture: &Fixture<B>) {
    let other = elsewhere(fixture).await;
    let game = fixture.start(fixture.terms(other), BRUNO).await.id;
    fixture.deliver().await;
    let at = fixture.now();
    let turn = |person| Post::Turn { match_id: game, ply: 0, since: None, person, direct: true, at };
    let digest = |person| Post::Digest { person };
    let posts = [turn(other), digest(other), turn(BRUNO), digest(BRUNO)];
    fixture.storage.add_posts(&posts, at).await.expect("they are stored");
    link(fixture, ADA, other).await.expect("nothing keeps them apart");
    let mut due = Vec::new();
    for platform in [CLUB, ELSEWHERE] {
        for priority in [PostPriority::Turn, PostPriority::Notice] {
            due.extend(fixture.posts(platform, priority, Claimant::new().lease(at)).await);
        }
    }
    let mut people: Vec<_> = due.iter().map(|due| due.post.person()).collect();
    people.sort();
    assert_eq!(people, [ADA, ADA, BRUNO, BRUNO].map(Some), "{due:#?}");
}

pub async fn a_decision_made_before_two_people_became_one_conflicts<B: Backend>(fixture: &Fixture<B>) {
    let other = elsewhere(fixture).await;
    let running = fixture.start(fixture.terms(other), BRUNO).await;
    let decided = fixture.first_move(&running, other);
    link(fixture, ADA, other).await.expect("nothing keeps them apart");
    assert_conflict(&fixture.apply(vec![decided]).await);
    fixture.play(running.id, ADA).await;
}

pub async fn a_link_is_refused_while_games_keep_the_people_apart<B: Backend>(fixture: &Fixture<B>) {
    let other = elsewhere(fixture).await;
    assert_refused(&link(fixture, ADA, BRUNO).await, LinkError::SamePlatform);
    let together: Match = fixture.start(fixture.terms(ADA), other).await;
    assert_refused(&link(fixture, ADA, other).await, LinkError::Opponents);
    fixture.service.act(together.id, ADA, None, &Action::Resign, None).await.expect("it is possible");
    let timed = fixture.start(rated(fixture.terms(other)), BRUNO).await;
    assert_refused(&link(fixture, ADA, other).await, LinkError::ClockRunning);
    fixture.service.act(timed.id, other, None, &Action::Resign, None).await.expect("it is possible");
    link(fixture, ADA, other).await.expect("nothing keeps them apart any more");
}

pub async fn a_code_is_valid_for_ten_minutes_and_for_one_person<B: Backend>(fixture: &Fixture<B>) {
    let other = elsewhere(fixture).await;
    let third = fixture.storage.person_of(ELSEWHERE, &ExternalId("@eve:example.org".to_owned())).await;
    let third = third.expect("a person");
    let code = fixture.service.link_code(ADA).await.expect("a code");
    assert_eq!(fixture.service.link_code(ADA).await.expect("a code"), code, "it stays the same");
    let enter = async |by, code: &str| fixture.service.enter_link_code(by, code).await;
    assert_refused(&enter(ADA, &code.code).await, LinkError::OwnCode);
    assert_refused(&enter(other, "22222223").await, LinkError::UnknownCode);
    assert_refused(&fixture.service.confirm_link(ADA, other).await, LinkError::NotEntered);
    enter(other, &code.code).await.expect("it is valid");
    enter(other, &code.code).await.expect("again, by the same person");
    assert_refused(&enter(third, &code.code).await, LinkError::UnknownCode);
    assert_refused(&fixture.service.confirm_link(ADA, third).await, LinkError::NotEntered);
    fixture.advance(10 * 60 * 1000);
    assert_refused(&fixture.service.confirm_link(ADA, other).await, LinkError::NotEntered);
    assert_refused(&enter(other, &code.code).await, LinkError::UnknownCode);
    link(fixture, ADA, other).await.expect("with a new code");
    assert_refused(&fixture.service.confirm_link(ADA, other).await, LinkError::NotEntered);
}

pub async fn an_account_that_is_unlinked_starts_from_scratch<B: Backend>(fixture: &Fixture<B>) {
    let other = elsewhere(fixture).await;
    let unlink = async || fixture.service.unlink(ADA, ELSEWHERE).await;
    assert_refused(&unlink().await, LinkError::NotLinked);
    let only = fixture.service.unlink(other, ELSEWHERE).await;
    assert_refused(&only, LinkError::NotLinked);
    let game = won(fixture, other, BRUNO).await;
    link(fixture, ADA, other).await.expect("nothing keeps them apart");
    let running = fixture.game().await;
    assert_refused(&unlink().await, LinkError::GamesRunning);
    fixture.service.act(running.id, ADA, None, &Action::Resign, None).await.expect("it is possible");
    // Each platform has a waiting post and a message that she can answer. Unlinking deletes only those of the other account.
    let platforms = [CLUB, ELSEWHERE];
    let message = |platform| ActionMessage { platform, id: MessageId("$1".to_owned()), address: Address::Person(ADA) };
    let action = StoredAction { key: "1".to_owned(), action: "unlink".to_owned(), value: None };
    for platform in platforms {
        let until = fixture.now().plus(1);
        let actions = std::slice::from_ref(&action);
        fixture.storage.store_actions(&message(platform), actions, until, None).await.expect("it is stored");
    }
    fixture
        .execute(
            "INSERT INTO outbox (platform, person, priority, post, created_at, due_at)
             SELECT platform, person, 1, '{}', 0, 9999999999999 FROM accounts WHERE person = 1",
        )
        .await;
    let third = fixture.storage.person_of(ELSEWHERE, &ExternalId("@eve:example.org".to_owned())).await;
    let code = fixture.service.link_code(ADA).await.expect("a code");
    fixture.service.enter_link_code(third.expect("a person"), &code.code).await.expect_err("she has an account there");
    unlink().await.expect("no game is running");
    for (platform, is_left) in platforms.into_iter().zip([true, false]) {
        let found = fixture.storage.stored_actions(platform, &message(platform).id).await.expect("it is read");
        assert_eq!(found.is_some(), is_left, "{platform:?}");
    }
    let posts = "SELECT COUNT(*) FROM outbox WHERE person = 1 AND due_at = 9999999999999";
    assert_eq!(fixture.number(posts).await, 1);
    let left = fixture.storage.link_code_of(ADA, fixture.now()).await.expect("it is read");
    assert_eq!(left, None, "the code was shown there");
    let new = elsewhere(fixture).await;
    assert!(![ADA, BRUNO, CARLA, other].contains(&new), "a person of its own");
    assert_eq!(fixture.find(game).await.seat_of(ADA), Some(Seat::One), "what was played stays");
    assert!(rating(fixture, ADA).await.is_some() && rating(fixture, new).await.is_none());
    assert_refused(&unlink().await, LinkError::NotLinked);
}

pub async fn a_challenge_is_accepted_by_its_code_and_played_at_both_places<B: Backend>(fixture: &Fixture<B>) {
    let (other, channel) = (elsewhere(fixture).await, other_channel(fixture).await);
    let at = NewLocation {
        channel,
        origin: None,
        server: None,
        delivery_mode: DeliveryMode::Channel,
        language: "it".to_owned(),
    };
    let service = fixture.service.clone().across_platforms();
    let terms = Terms { side: Side::Second, ..fixture.terms(ADA) };
    let challenge = service.propose(terms).await.expect("a challenge");
    let code = challenge.code.expect("a code").to_string();
    let wrong = service.accept_by_code(&format!("{code}X"), other, &at, None).await;
    assert!(matches!(wrong, Err(ServiceError::Challenge(ChallengeError::UnknownCode))), "{wrong:?}");
    let own = service.accept_by_code(&code, ADA, &at, None).await;
    assert!(matches!(own, Err(ServiceError::Challenge(ChallengeError::Own))), "{own:?}");
    let server = fixture.storage.server_of(ELSEWHERE, &ExternalId("!space".to_owned())).await.expect("a server");
    let only = |game: &str| Some(vec![game.to_owned()]);
    service.update_server_settings(server, |settings| settings.games = only("zertz")).await.expect("it is stored");
    let there = NewLocation { server: Some(server), ..at.clone() };
    let closed = service.accept_by_code(&code, other, &there, None).await;
    assert!(matches!(closed, Err(ServiceError::Challenge(ChallengeError::GameClosed))), "{closed:?}");
    let begun = service.accept_by_code(&code.to_lowercase(), other, &at, None).await.expect("it is open");
    let again = service.accept_by_code(&code, CARLA, &at, None).await;
    assert!(matches!(again, Err(ServiceError::Challenge(ChallengeError::Accepted))), "{again:?}");

    let played = fixture.find(begun.id).await;
    assert_eq!(played.people(), [other, ADA]);
    let seats: Vec<_> = played.locations().map(|location| (location.channel, location.seat)).collect();
    assert_eq!(seats, [(CHANNEL, Some(Seat::Two)), (channel, Some(Seat::One))]);
    for location in played.locations() {
        fixture.storage.set_match_place(location.id, location.channel).await.expect("it is stored");
    }
    for (place, person) in [(CHANNEL, ADA), (channel, other)] {
        let filter = tablero::service::MatchFilter::Running;
        assert_eq!(fixture.service.find_at(place, person, filter).await.expect("a match").id, begun.id);
    }
    let lease = tablero::service::Claimant::new().lease(fixture.now());
    for platform in [CLUB, ELSEWHERE] {
        let opened = fixture.posts(platform, PostPriority::Turn, lease).await;
        assert_eq!(opened.len(), 1, "each place opens by itself");
    }
}
