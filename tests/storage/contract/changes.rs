//! A change set is decided from what is stored: it is stored whole, or it conflicts.

use crate::backend::Backend;
use crate::fixture::{ADA, BRUNO, CARLA, Fixture, SERVER, assert_conflict};
use futures_util::FutureExt as _;
use futures_util::future::join_all;
use std::collections::BTreeSet;
use tablero::service::{
    Action, ChallengeId, Change, ChangeSet, ConditionalMovesChange, EventOutcome, Level, Match, MatchId, NewMatch,
    NoteChange, Preferences, PreferencesChange, ServerSettings, ServerSettingsChange, ServiceError, Terms,
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
    let set = vec![
        fixture.first_move(&first, ADA),
        Change::Note(NoteChange { match_id: first.id, player: ADA, text: "mine".to_owned() }),
        stale,
    ];
    assert_conflict(&fixture.apply(set).await);
    assert_eq!(fixture.find(first.id).await.ply(), 0);
    assert_eq!(fixture.storage.note(first.id, ADA).await.expect("it is read"), None);
}

pub async fn each_player_mutes_a_match_for_themselves<B: Backend>(fixture: &Fixture<B>) {
    for (by, muted) in [(ADA, [true, false]), (BRUNO, [false, true])] {
        let game = fixture.game().await.id;
        fixture.service.act(game, by, None, &Action::Mute(true), None).await.expect("it is muted");
        assert_eq!(fixture.find(game).await.muted, muted);
    }
}

pub async fn matches_get_their_numbers_when_they_are_stored<B: Backend>(fixture: &Fixture<B>) {
    let started = fixture.game().await;
    let again = || {
        let (started, challenge) = (started.clone(), None);
        Change::NewMatch(Box::new(NewMatch { started, challenge, is_announced: true, token: None }))
    };
    let stored = fixture.storage.apply(&ChangeSet { event: None, changes: vec![again(), again()] }).await;
    assert_eq!(stored.expect("they are two"), EventOutcome::Match { id: MatchId(started.id.0 + 1), ply: 0 });
    for number in 1..=2 {
        let id = MatchId(started.id.0 + number);
        let found = fixture.find(id).await;
        assert_eq!((found.players, found.location.id.match_id), (started.players, id));
    }
    // Each is announced under its own number.
    let announced = "SELECT COUNT(DISTINCT subject) FROM outbox WHERE subject_kind = 'match'";
    assert_eq!(fixture.number(announced).await, 3);
}

/// Strangers share only the count. With numbers that are read first and stored later, one of many wins a round.
pub async fn a_thousand_challenges_and_games_at_once_all_get_their_numbers<B: Backend>(fixture: &Fixture<B>) {
    let terms = |challenger| Terms { opponent: None, ..fixture.terms(challenger) };
    let proposed = join_all((0..1000).map(|_| fixture.service.propose(terms(ADA)))).await;
    let ids: Vec<ChallengeId> = proposed.into_iter().map(|challenge| challenge.expect("a challenge").id).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), 1000);
    // Half of the games begin with an acceptance, half against the engine.
    let accepted = ids[..500].iter().map(|id| fixture.service.accept(*id, BRUNO, None, None).boxed());
    let level = Level::FULL;
    let against_engine = (0..500).map(|_| fixture.service.start_against_engine(terms(CARLA), level, None).boxed());
    let started = join_all(accepted.chain(against_engine)).await;
    let ids: BTreeSet<MatchId> = started.into_iter().map(|started| started.expect("a game").id).collect();
    assert_eq!(ids.len(), 1000);
    assert_eq!(fixture.number("SELECT COUNT(*) FROM matches").await, 1000);
}

/// A player's matches with strangers share the player's rating.
pub async fn a_rating_is_computed_from_the_stored_one_however_many_matches_end_at_once<B: Backend>(
    fixture: &Fixture<B>,
) {
    let control = "3d".parse().expect("a time control");
    let rated = |challenger| Terms { rated: true, control, ..fixture.terms(challenger) };
    let mut games = Vec::new();
    for number in 0..20 {
        games.push(fixture.start(rated(ADA), [BRUNO, CARLA][number % 2]).await);
    }
    // All results are computed before any of the three has a rating.
    let ends = games.iter().map(|game| fixture.apply(vec![fixture.change(game, ADA, &Action::Resign)]));
    for ended in join_all(ends).await {
        ended.expect("each is stored");
    }
    for (person, ended) in [(ADA, 20), (BRUNO, 10), (CARLA, 10)] {
        let rating = fixture.storage.ratings(&[person], "barrier").await.expect("it is read")[0].1;
        assert_eq!(rating.games, ended, "{person}");
    }
    let latest = "SELECT COUNT(*) FROM rating_changes AS change WHERE after_rating = (
            SELECT rating FROM ratings WHERE ratings.player = change.player
        ) AND id = (SELECT MAX(id) FROM rating_changes AS other WHERE other.player = change.player)";
    assert_eq!(fixture.number(latest).await, 3, "the rating is that of the latest change");
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
        match_id: before.id,
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
        vec![Change::ServerSettings(Box::new(ServerSettingsChange { server: SERVER, before, after }))]
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
