//! Who is notified of what, when a post is delivered later than what it is about.

use super::{ADA, BRUNO, CHANNEL, Fixture, Posted, THREAD, assert_about, direct, terms};
use tablero::service::{
    Action, DeliveryMode, LEASE_MS, MatchFilter, NewLocation, Pings, PlaceId, PlayerId, Post, Preferences, Terms,
};
use tablero::workers::DeliveryError;
use test_support::stage::SOON;
use tokio::time::timeout;

#[tokio::test]
async fn a_reminder_is_sent_in_the_turn_that_it_is_about_and_to_its_player() {
    let fixture = Fixture::open().await;
    let game = fixture.game().await;
    let now = fixture.service.now();
    let remind = async |ply, person: PlayerId| {
        let reminder = Post::Reminder { match_id: game, ply, person, direct: true, at: now };
        fixture.service.delivery().add_posts(&[reminder], now).await.expect("the store works");
        fixture.deliver().await;
        fixture.posted_at(direct(person)).len()
    };
    // By now it is Ada's next turn.
    fixture.play(game, ADA, "d4").await;
    fixture.play(game, BRUNO, "e5").await;
    assert_eq!(remind(0, ADA).await, 0, "her first turn is over");
    assert_eq!(remind(2, BRUNO).await, 0, "it is not his turn");
    assert_eq!(remind(2, ADA).await, 1);
    fixture.service.act(game, BRUNO, None, &Action::Resign, None).await.expect("it is possible");
    assert_eq!(remind(2, ADA).await, 1, "the game is over");
    fixture.close().await;
}

#[tokio::test]
async fn a_player_is_told_of_a_turn_only_while_it_is_theirs() {
    let fixture = Fixture::open().await;
    let game = fixture.game().await;
    let now = fixture.service.now();
    let tell = async |ply, person: PlayerId, direct_message| {
        let turn = Post::Turn { match_id: game, ply, since: None, person, direct: direct_message, at: now };
        fixture.service.delivery().add_posts(&[turn], now).await.expect("the store works");
        fixture.deliver().await;
        let pings = fixture.posted_at(THREAD).into_iter().filter(|posted| posted.view.pings == [person]);
        (fixture.posted_at(direct(person)).len(), pings.count())
    };
    fixture.play(game, ADA, "d4").await;
    fixture.deliver().await;
    for is_direct in [true, false] {
        assert_eq!(tell(1, ADA, is_direct).await, (0, 1), "it is not her turn: only her first board has pinged her");
        assert_eq!(tell(1, PlayerId(3), is_direct).await, (0, 0), "nor does Carla play");
    }
    assert_eq!(tell(1, BRUNO, true).await, (1, 1), "the board has pinged him");
    assert_eq!(tell(1, BRUNO, false).await, (1, 2));
    fixture.close().await;
}

#[tokio::test]
async fn the_board_before_a_resignation_pings_nobody_and_has_no_buttons() {
    let fixture = Fixture::open().await;
    let game = fixture.game().await;
    fixture.play(game, ADA, "d4").await;
    fixture.service.act(game, BRUNO, None, &Action::Resign, None).await.expect("it is possible");
    fixture.deliver().await;
    assert_about(&fixture.texts_at(THREAD), &["begins", "d4", "resigned"]);
    let boards = fixture.posted_at(THREAD);
    assert!(boards[1].view.pings.is_empty() && boards[1].view.buttons.is_empty(), "{:?}", boards[1]);
    let mut pinged = boards[2].view.pings.clone();
    pinged.sort();
    assert_eq!(pinged, [ADA, BRUNO]);
    assert!(!boards[2].view.buttons.is_empty());
    fixture.close().await;
}

#[tokio::test]
async fn a_digest_is_sent_while_a_game_waits_for_its_reader() {
    let fixture = Fixture::open().await;
    let game = fixture.game().await;
    let digest = async |person: PlayerId| {
        let now = fixture.service.now();
        fixture.service.delivery().add_posts(&[Post::Digest { person }], now).await.expect("the store works");
        fixture.deliver().await;
        fixture.posted_at(direct(person)).len()
    };
    assert_eq!((digest(BRUNO).await, digest(ADA).await), (0, 1), "it is her turn");
    fixture.play(game, ADA, "d4").await;
    assert_eq!((digest(BRUNO).await, digest(ADA).await), (1, 1));
    fixture.service.act(game, BRUNO, None, &Action::OfferDraw, None).await.expect("an offer");
    assert_eq!(digest(ADA).await, 2, "his offer waits for her answer");
    fixture.close().await;
}

#[tokio::test]
async fn a_notice_about_clocks_is_posted_only_while_the_game_is_running() {
    let fixture = Fixture::open().await;
    let match_id = fixture.game().await;
    fixture.deliver().await;
    let notices = async || {
        let now = fixture.service.now();
        let before = fixture.posted_at(THREAD).len();
        let outage = Post::Outage { match_id, from: now, until: now };
        fixture.service.delivery().add_posts(&[outage], now).await.expect("the store works");
        fixture.deliver().await;
        fixture.posted_at(THREAD).len() - before
    };
    assert_eq!(notices().await, 1);
    fixture.service.act(match_id, ADA, None, &Action::Resign, None).await.expect("she resigns");
    fixture.deliver().await;
    assert_eq!(notices().await, 0, "the game is over");
    fixture.close().await;
}

#[tokio::test]
async fn a_digest_that_others_read_names_no_game_of_another_place() {
    let fixture = Fixture::open().await;
    fixture.game().await;
    let (carla, elsewhere) = (PlayerId(3), PlaceId(200));
    fixture.service.update_player(carla, "Carla", None).await.expect("the store works");
    let private = Terms {
        opponent: Some(carla),
        place: elsewhere,
        server: None,
        delivery_mode: DeliveryMode::Channel,
        ..terms()
    };
    let proposed = fixture.service.propose(private).await.expect("a challenge");
    let other = fixture.service.accept(proposed.id, carla, None, None).await.expect("a game");
    fixture.service.delivery().set_match_place(other.location.id, elsewhere).await.expect("the store works");
    let digest = async || {
        let now = fixture.service.now();
        fixture.service.delivery().add_posts(&[Post::Digest { person: ADA }], now).await.expect("the store works");
        fixture.deliver().await;
    };
    digest().await;
    let texts = fixture.texts_at(direct(ADA));
    assert_about(&texts, &["2 games are waiting for you"]);
    assert!(texts[0].contains("Bruno") && texts[0].contains("Carla"), "{texts:?}");
    fixture.platform.with(|state| state.closed.insert(ADA));
    digest().await;
    let texts = fixture.texts_at(THREAD);
    assert_about(&texts, &["begins", "2 games are waiting for you"]);
    assert!(texts[1].contains("Bruno") && texts[1].contains("+ 1 more: !games lists them all"), "{texts:?}");
    assert!(!texts[1].contains("Carla") && !texts[1].contains("200"), "{texts:?}");
    fixture.close().await;
}

#[tokio::test]
async fn a_board_pings_nobody_who_does_not_want_it() {
    let fixture = Fixture::open().await;
    let game = fixture.game().await;
    for pings in [Pings::None, Pings::Direct, Pings::Digest] {
        fixture.service.update_preferences(BRUNO, |settings| settings.pings = pings).await.expect("it is chosen");
        let text = fixture.service.find(game).await.expect("the game").line.nth_legal(0).expect("a move");
        fixture.play(game, ADA, &text).await;
        fixture.deliver().await;
        let boards = fixture.posted_at(THREAD);
        assert_eq!(boards.last().expect("a board").view.pings, [], "{pings:?}");
        let text = fixture.service.find(game).await.expect("the game").line.nth_legal(0).expect("a move");
        fixture.play(game, BRUNO, &text).await;
        fixture.deliver().await;
        assert_eq!(fixture.posted_at(THREAD).last().expect("a board").view.pings, [ADA]);
    }
    assert_eq!(fixture.posted_at(direct(BRUNO)).len(), 1, "only where he wants direct messages");
    fixture.close().await;
}

#[tokio::test]
async fn after_the_first_refusal_an_offer_is_told_to_who_can_answer_it_alone() {
    let fixture = Fixture::open().await;
    let game = fixture.game().await;
    fixture.refuse(&[THREAD, CHANNEL], &DeliveryError::Forbidden("missing permissions".to_owned()));
    fixture.play(game, ADA, "d4").await;
    fixture.deliver().await;
    let told = || [ADA, BRUNO].map(|person| fixture.posted_at(direct(person)).len());
    assert_eq!(told(), [1, 1], "the first refusal concerns both");
    fixture.service.act(game, ADA, None, &Action::RequestTakeBack, None).await.expect("her move was the last");
    fixture.deliver().await;
    assert_eq!(told(), [1, 2]);
    fixture.close().await;
}

#[tokio::test]
async fn what_reaches_neither_player_is_not_passed_between_them_for_ever() {
    let fixture = Fixture::open().await;
    let game = fixture.game().await;
    fixture.platform.with(|state| state.closed.extend([ADA, BRUNO]));
    fixture.refuse(&[THREAD, CHANNEL], &DeliveryError::Forbidden("missing permissions".to_owned()));
    fixture.play(game, ADA, "d4").await;
    timeout(SOON, fixture.deliver()).await.expect("the last notice ends it");
    let database = test_support::stage::database(&fixture.folder.path().join("tablero.sqlite")).await;
    let counts =
        async |sql: &'static str| sqlx::query_scalar::<_, i64>(sql).fetch_one(&database).await.expect("it is counted");
    let notices = "SELECT COUNT(*) FROM outbox WHERE post LIKE '%undelivered%'";
    assert_eq!(counts(notices).await, 4, "each of them is told of the board, and that the other cannot be reached");
    // Tomorrow the board is tried again, and nothing that only says why it was not posted.
    assert_eq!(counts("SELECT COUNT(*) FROM outbox WHERE due_at IS NOT NULL").await, 1);
    fixture
        .service
        .delivery()
        .add_posts(&[Post::Digest { person: BRUNO }], fixture.service.now())
        .await
        .expect("it is");
    fixture.deliver().await;
    assert_eq!(counts("SELECT COUNT(*) FROM outbox WHERE due_at IS NOT NULL").await, 1, "a digest is of its day");
    fixture.close().await;
}

#[tokio::test]
async fn a_thread_that_is_refused_is_not_asked_for_each_board() {
    let fixture = Fixture::open().await;
    let game = fixture.game().await;
    fixture.refuse(&[THREAD], &DeliveryError::Forbidden("missing access".to_owned()));
    fixture.play(game, ADA, "d4").await;
    fixture.deliver().await;
    assert_about(&fixture.texts_at(CHANNEL), &["I can't post in this game's thread any more"]);
    let found = fixture.service.find_at(CHANNEL, BRUNO, MatchFilter::Running).await.expect("it is found");
    assert_eq!(found.id, game);
    let attempts =
        || fixture.platform.with(|state| state.attempts.iter().filter(|(place, _)| *place == THREAD).count());
    let before = attempts();
    fixture.play(game, BRUNO, "e5").await;
    fixture.deliver().await;
    assert_eq!((attempts(), fixture.posted_at(CHANNEL).len()), (before, 2));
    fixture.close().await;
}

#[tokio::test]
async fn a_post_whose_lease_ends_while_others_are_delivered_is_not_a_failure() {
    let fixture = Fixture::open().await;
    let games = [fixture.game().await, fixture.game().await];
    for game in games {
        fixture.play(game, ADA, "d4").await;
    }
    fixture.platform.with(|state| state.takes_ms = LEASE_MS + 1);
    fixture.deliver().await;
    // It is claimed again at once, instead of after the wait that follows a failure.
    assert_about(&fixture.texts_at(THREAD), &["begins", "begins", "d4", "d4"]);
    fixture.close().await;
}

#[tokio::test]
async fn of_several_boards_that_are_refused_the_last_one_is_told() {
    let fixture = Fixture::open().await;
    let game = fixture.game().await;
    fixture.refuse(&[THREAD, CHANNEL], &DeliveryError::Forbidden("missing permissions".to_owned()));
    fixture.play(game, ADA, "d4").await;
    fixture.play(game, BRUNO, "e5").await;
    fixture.deliver().await;
    let [for_ada, for_bruno] = [ADA, BRUNO].map(|person| fixture.posted_at(direct(person)));
    assert_eq!((for_ada.len(), for_bruno.len()), (1, 1), "the first refusal concerns both");
    assert!(!for_ada[0].view.buttons.is_empty() && for_bruno[0].view.buttons.is_empty(), "it is her turn");
    fixture.close().await;
}

#[tokio::test]
async fn a_ping_that_is_refused_everywhere_comes_directly_to_its_player_alone() {
    let fixture = Fixture::open().await;
    let game = fixture.game().await;
    let now = fixture.service.now();
    fixture.refuse(&[THREAD, CHANNEL], &DeliveryError::Forbidden("missing permissions".to_owned()));
    let told = || [ADA, BRUNO].map(|person| fixture.posted_at(direct(person)).len());
    let (match_id, ply, person, since, at) = (game, 0, ADA, None, now);
    for (post, expected) in [
        (Post::Turn { match_id, ply, since, person, direct: false, at }, [1, 0]),
        (Post::Reminder { match_id, ply, person, direct: false, at }, [2, 0]),
    ] {
        fixture.service.delivery().add_posts(&[post], now).await.expect("the store works");
        fixture.deliver().await;
        assert_eq!(told(), expected);
    }
    assert!(fixture.posted_at(direct(ADA)).iter().all(|posted| !posted.view.buttons.is_empty()), "she can move on it");
    fixture.close().await;
}

#[tokio::test]
async fn both_players_are_told_of_an_analysis_that_is_refused() {
    let fixture = Fixture::open().await;
    let game = fixture.game().await;
    fixture.play(game, ADA, "d4").await;
    fixture.service.act(game, BRUNO, None, &Action::Resign, None).await.expect("it is possible");
    fixture.deliver().await;
    fixture.refuse(&[THREAD, CHANNEL], &DeliveryError::Forbidden("missing permissions".to_owned()));
    let played = fixture.service.find(game).await.expect("the game");
    fixture.service.analyse(&played, ADA, None).await.expect("it is over");
    fixture.deliver().await;
    for person in [ADA, BRUNO] {
        assert_about(&fixture.texts_at(direct(person)), &["I'm not allowed to post in"]);
    }
    fixture.close().await;
}

#[tokio::test]
async fn a_game_at_two_places_is_posted_in_each_for_those_who_read_there() {
    let fixture = Fixture::open().await;
    let service = fixture.service.clone().across_platforms();
    for person in [ADA, BRUNO] {
        let in_italian = |chosen: &mut Preferences| chosen.language = Some("it".to_owned());
        service.update_preferences(person, in_italian).await.expect("it is chosen");
    }
    let proposed = service.propose(Terms { opponent: None, ..terms() }).await.expect("a challenge");
    let (code, own) = (proposed.code.expect("a code").to_string(), PlaceId(101));
    let (delivery_mode, language) = (DeliveryMode::Channel, "en".to_owned());
    let at = NewLocation { channel: own, origin: None, server: None, delivery_mode, language };
    service.accept_by_code(&code, BRUNO, &at, None).await.expect("it is open");
    fixture.deliver().await;
    // Bruno's board goes to his direct messages, in Italian. Ada's goes to a channel, in the language of the channel.
    let posted = fixture.platform.with(|state| state.posted.clone());
    let (his, hers): (Vec<_>, Vec<_>) = posted.iter().partition(|posted| posted.place == own);
    let begins = |posted: &[&Posted], word: &str| posted.iter().any(|one| one.view.text.plain().contains(word));
    assert!(begins(&his, "omincia") && !begins(&his, "begins"), "{his:#?}");
    assert!(begins(&hers, "begins") && !begins(&hers, "omincia"), "{hers:#?}");
    fixture.close().await;
}
