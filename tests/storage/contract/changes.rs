//! A change set is decided from what is stored: it is stored whole, or it conflicts.

use crate::backend::Backend;
use crate::fixture::{ADA, BRUNO, CARLA, Fixture, SERVER, assert_conflict};
use futures_util::future::join_all;
use tablero::service::{
    Action, Change, ConditionalMovesChange, Consequences, Match, NewMatch, Preferences, PreferencesChange,
    ServerSettings, ServiceError, Terms, TimeControl,
};

pub async fn of_two_changes_of_a_match_one_is_stored<B: Backend>(fixture: &Fixture<B>) {
    let before = fixture.game().await;
    let (one, other) = (fixture.first_move(&before, ADA), fixture.change(&before, ADA, &Action::Resign));
    let posts = "SELECT COUNT(*) FROM outbox";
    fixture.apply(vec![one]).await.expect("it is the first");
    let stored = (fixture.number(posts).await, fixture.find(before.id).await);
    assert_conflict(&fixture.apply(vec![other]).await);
    let after = fixture.find(before.id).await;
    assert_eq!((after.ply(), after.version, after.status), (1, stored.1.version, stored.1.status));
    assert_eq!(fixture.number(posts).await, stored.0, "the refused change has posted nothing");
}

pub async fn a_change_set_is_stored_whole_or_not_at_all<B: Backend>(fixture: &Fixture<B>) {
    let (first, second) = (fixture.game().await, fixture.start(fixture.terms(CARLA), BRUNO).await);
    let stale = fixture.first_move(&second, CARLA);
    fixture.play(second.id, CARLA).await;
    let set = vec![fixture.first_move(&first, ADA), Change::Note(first.id, ADA, "mine".to_owned()), stale];
    assert_conflict(&fixture.apply(set).await);
    assert_eq!(fixture.find(first.id).await.ply(), 0);
    assert_eq!(fixture.storage.note(first.id, ADA).await.expect("it is read"), None);
}

pub async fn two_matches_cannot_have_one_id<B: Backend>(fixture: &Fixture<B>) {
    let started = fixture.game().await;
    let again = |started: Match| {
        let consequences = Consequences::of_start(&started, fixture.now());
        Change::NewMatch(Box::new(NewMatch { started, challenge: None, consequences, token: None }))
    };
    assert_conflict(&fixture.apply(vec![again(started.clone())]).await);
    let mut next = started.clone();
    next.id = fixture.storage.next_match_id().await.expect("an id");
    next.location.id.game = next.id;
    fixture.apply(vec![again(next.clone())]).await.expect("the id is free");
    assert_conflict(&fixture.apply(vec![again(next.clone())]).await);
    assert_eq!(fixture.find(next.id).await.players, started.players);
}

pub async fn a_change_conflicts_when_a_rating_is_no_longer_the_one_it_was_decided_from<B: Backend>(
    fixture: &Fixture<B>,
) {
    let control = TimeControl::from_word("3d").expect("a time control");
    let rated = |challenger| Terms { rated: true, control, ..fixture.terms(challenger) };
    let first = fixture.start(rated(ADA), BRUNO).await;
    let second = fixture.start(rated(ADA), CARLA).await;
    // Both results are computed before any of the three has a rating.
    let stale = fixture.change(&second, ADA, &Action::Resign);
    fixture.service.act(first.id, ADA, None, &Action::Resign, None).await.expect("it is running");
    assert_conflict(&fixture.apply(vec![stale]).await);
    assert_eq!(fixture.number("SELECT COUNT(*) FROM rating_changes").await, 2, "those of the first match");
    fixture.service.act(second.id, ADA, None, &Action::Resign, None).await.expect("it is decided again");
    assert_eq!(fixture.number("SELECT COUNT(*) FROM rating_changes").await, 4);
}

pub async fn a_change_conflicts_when_the_conditional_moves_have_changed<B: Backend>(fixture: &Fixture<B>) {
    let before = fixture.game().await;
    let (played, line) = {
        let mut line = before.line.clone();
        let text = line.nth_legal(0).expect("a move");
        line.play(&text).expect("it is legal");
        let answer = line.nth_legal(0).expect("an answer");
        (text.clone(), format!("{text} then {answer}"))
    };
    let stale = fixture.change(&before, ADA, &Action::Move(played));
    let added = fixture.service.add_conditional_moves(before.id, BRUNO, &line).await;
    let (now, _) = added.expect("they are legal");
    assert_conflict(&fixture.apply(vec![stale]).await);
    let seat = now.seat_of(BRUNO).expect("he plays");
    let change = ConditionalMovesChange {
        game: before.id,
        seat,
        from_version: now.version,
        before: before.conditional_moves[seat.index()].clone(),
        after: Default::default(),
    };
    assert_conflict(&fixture.apply(vec![Change::ConditionalMoves(change)]).await);
    assert_eq!(fixture.find(before.id).await.conditional_moves, now.conditional_moves);
}

pub async fn preferences_and_server_settings_conflict_when_they_have_changed<B: Backend>(fixture: &Fixture<B>) {
    let now = fixture.now();
    let change = |before: Preferences, theme: &str| {
        let after = Preferences { theme: Some(theme.to_owned()), ..before.clone() };
        let change = PreferencesChange { player: ADA, before, after, digest_at: None, now };
        vec![Change::Preferences(Box::new(change))]
    };
    fixture.apply(change(Preferences::default(), "dark")).await.expect("there are none yet");
    assert_conflict(&fixture.apply(change(Preferences::default(), "paper")).await);
    let stored = fixture.storage.preferences(ADA).await.expect("they are read");
    assert_eq!(stored.theme.as_deref(), Some("dark"));
    let settings = |before: ServerSettings, games_max| {
        let after = ServerSettings { games_max: Some(games_max), ..before.clone() };
        vec![Change::ServerSettings(SERVER, Box::new((before, after)))]
    };
    fixture.apply(settings(ServerSettings::default(), 3)).await.expect("there are none yet");
    assert_conflict(&fixture.apply(settings(ServerSettings::default(), 4)).await);
    let stored = fixture.storage.server_settings(SERVER).await.expect("they are read");
    assert_eq!(stored.games_max, Some(3));
}

pub async fn a_challenge_accepted_several_times_at_once_becomes_one_match<B: Backend>(fixture: &Fixture<B>) {
    let challenge = fixture.service.propose(fixture.terms(ADA)).await.expect("a challenge");
    let accept = |person| fixture.service.accept(challenge.id, person, None, None);
    let accepted = join_all([BRUNO, CARLA, BRUNO, CARLA].map(accept)).await;
    assert_eq!(accepted.iter().filter(|result| result.is_ok()).count(), 1, "{accepted:?}");
    assert_eq!(fixture.number("SELECT COUNT(*) FROM matches").await, 1);
}

pub async fn of_several_moves_for_a_ply_at_once_one_is_played<B: Backend>(fixture: &Fixture<B>) {
    // Pieces are placed for 49 plies, whatever the players choose.
    let terms = Terms { game: "dvonn".to_owned(), setup: String::new(), ..fixture.terms(ADA) };
    let game = fixture.start(terms, BRUNO).await;
    for ply in 0..4 {
        let seen = fixture.find(game.id).await;
        let by = [ADA, BRUNO][ply % 2];
        let texts = (0..8).filter_map(|nth| seen.line.nth_legal(nth));
        let played = join_all(texts.map(|text| {
            let service = fixture.service.clone();
            async move { service.act(game.id, by, Some(ply), &Action::Move(text), None).await }
        }))
        .await;
        let errors: Vec<_> = played.iter().filter_map(|result| result.as_ref().err()).collect();
        assert_eq!(errors.len() + 1, played.len(), "ply {ply}: {errors:?}");
        let refused = |result: &Result<Match, ServiceError>| matches!(result, Ok(_) | Err(ServiceError::Play(_)));
        assert!(played.iter().all(refused), "a conflict is decided again");
        assert_eq!(fixture.find(game.id).await.ply(), ply + 1);
    }
}

pub async fn changes_of_many_matches_at_once_are_all_stored<B: Backend>(fixture: &Fixture<B>) {
    let mut games = Vec::new();
    for _ in 0..8 {
        games.push(fixture.game().await.id);
    }
    join_all(games.iter().map(|id| fixture.play(*id, ADA))).await;
    for id in games {
        assert_eq!(fixture.find(id).await.ply(), 1);
    }
}
