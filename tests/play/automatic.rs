//! Moves played automatically, conditional and forced ones, tested on the game service directly.

use std::sync::Arc;
use tablero::catalog::{AnyLine, Catalog};
use tablero::db::SqlStorage;
use tablero::rules::{Seat, SeededRng};
use tablero::service::time::control::HOUR_MS;
use tablero::service::{
    Action, Change, ChangeSet, Claimant, ConditionalMoves, ConditionalMovesError, Consequences, DeliveryMode,
    GameService, Level, Match, MatchFilter, MatchId, Millis, Pauses, PlaceId, PlayerId, Post, Preferences,
    PreferencesChange, ServerId, ServerSettings, ServerSettingsChange, ServiceError, Side, Status, Storage,
    StorageError, Terms, TimeControl,
};
use tempfile::TempDir;
use test_support::stage::TestClock;

const ADA: PlayerId = PlayerId(1);
const BRUNO: PlayerId = PlayerId(2);

async fn service(folder: &TempDir) -> (GameService, SqlStorage) {
    let store = test_support::stage::open_storage(&folder.path().join("tablero.sqlite")).await;
    (GameService::new(Arc::new(store.clone()), Arc::new(TestClock::default()), || 7), store)
}

fn terms(game: &str, setup: &str) -> Terms {
    Terms {
        game: game.to_owned(),
        setup: setup.to_owned(),
        challenger: ADA,
        opponent: None,
        side: Side::First,
        hints: false,
        rated: false,
        control: TimeControl::default(),
        pauses: Pauses::NONE,
        note: String::new(),
        place: PlaceId(9),
        origin: None,
        server: None,
        delivery_mode: DeliveryMode::Channel,
        language: "en".to_owned(),
    }
}

/// A game between Ada, who begins, and Bruno.
async fn game(service: &GameService, game: &str, setup: &str) -> Match {
    let proposed = service.propose(terms(game, setup)).await.expect("a challenge");
    service.accept(proposed.id, BRUNO, None, None).await.expect("a game")
}

fn play(text: &str) -> Action {
    Action::Move(text.to_owned())
}

pub fn after(line: &dyn AnyLine, text: &str) -> Box<dyn AnyLine> {
    let mut then = line.copy();
    then.play(text).expect("it is legal");
    then
}

/// The move that is played for players who want forced moves, as the rules define it.
pub fn forced(line: &dyn AnyLine) -> Option<String> {
    let only = line.nth_legal(0).filter(|_| line.count_legal() == 1 && line.ending().is_none())?;
    let pieces = |line: &dyn AnyLine| line.board().chars().filter(char::is_ascii_uppercase).count();
    let captures = line.game().name() == "zertz" && only != "pass" && !only.contains(',') && {
        // A capture takes at least one marble off the board, and none is placed.
        pieces(&*after(line, &only)) < pieces(line)
    };
    (only == "pass" || captures).then_some(only)
}

#[tokio::test]
async fn the_engine_keeps_thinking_while_answers_to_all_its_moves_are_planned() {
    let folder = TempDir::new().expect("a folder");
    let (service, store) = service(&folder).await;
    let begun = service
        .start_against_engine(terms("barrier", "variant=5"), Level::new(1).expect("a level"), None)
        .await
        .expect("a game");
    let seen = service.act(begun.id, ADA, None, &play("c3"), None).await.expect("a move");
    let due = |service: GameService| async move {
        let lease = Claimant::new().lease(service.now());
        let jobs = service.work().claim_jobs(lease, service.now(), 9).await.expect("jobs").0;
        for job in &jobs {
            service.work().release_job(job.id, lease.holder).await.expect("it is released");
        }
        jobs.into_iter().map(|job| (job.id, job.version)).collect::<Vec<_>>()
    };
    let before = due(service.clone()).await;
    assert_eq!(before.len(), 1);
    for theirs in seen.line.legal(usize::MAX) {
        let own = after(&*seen.line, &theirs).nth_legal(0).expect("an answer");
        service.add_conditional_moves(seen.id, ADA, &format!("{theirs} then {own}")).await.expect("a line");
    }
    assert_eq!(due(service.clone()).await, before, "nothing starts again");
    // The engine's decision about the match as it saw it is played.
    let theirs = seen.line.nth_legal(5).expect("a move");
    let done = service.act_for_engine(&seen, &play(&theirs), None).await.expect("the engine's move");
    let own = after(&*seen.line, &theirs).nth_legal(0).expect("an answer");
    assert_eq!(done.line.moves(), ["c3", &theirs, &own]);
    assert!(done.conditional_moves.iter().all(ConditionalMoves::is_empty));
    let next = due(service.clone()).await;
    assert_eq!((next.len(), next[0].1), (1, done.version), "it is its turn again");
    let found = service.find(seen.id).await.expect("the game");
    assert_eq!(
        (found.line.moves(), found.conditional_moves, found.version),
        (done.line.moves(), done.conditional_moves, done.version)
    );
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conditional_move_and_the_move_that_it_answers_may_come_at_the_same_time() {
    let folder = TempDir::new().expect("a folder");
    let (service, store) = service(&folder).await;
    let mut fired = [0; 3];
    for round in 0..30 {
        let begun = game(&service, "barrier", "variant=8").await;
        service.act(begun.id, ADA, None, &play("d4"), None).await.expect("a move");
        let (planner, mover) = (service.clone(), service.clone());
        let planning =
            async move { planner.add_conditional_moves(begun.id, ADA, "e5 then d4d6e6 then e5g5g6 then e6e8f8").await };
        let moving = async move { mover.act(begun.id, BRUNO, Some(1), &play("e5"), None).await };
        // One first, the other first, and both at once, where either may win the race.
        let (planned, moved) = match round % 3 {
            0 => {
                let planned = planning.await;
                (planned, moving.await)
            }
            1 => {
                let moved = moving.await;
                (planning.await, moved)
            }
            _ => {
                let (planned, moved) = (tokio::spawn(planning), tokio::spawn(moving));
                (planned.await.expect("no panic"), moved.await.expect("no panic"))
            }
        };
        assert_eq!(moved.expect("conditional moves disturb nobody").line.moves()[1], "e5");
        let found = service.find(begun.id).await.expect("the game");
        // Either the conditional moves came in time and are applied, or they came too late and were refused.
        match planned {
            Ok(_) => {
                assert_eq!(found.line.moves(), ["d4", "e5", "d4d6e6"]);
                assert_eq!(found.conditional_moves[0].to_string(), "e5g5g6 e6e8f8");
                fired[round % 3] += 1;
            }
            Err(error) => {
                assert!(matches!(error, ServiceError::ConditionalMoves(ConditionalMovesError::YourTurn)), "{error}");
                assert_eq!(found.line.ply(), 2);
                assert!(found.conditional_moves.iter().all(ConditionalMoves::is_empty));
            }
        }
    }
    assert_eq!(fired[..2], [10, 0], "conditional moves are played when they come first, else refused");
    store.close().await;
}

#[tokio::test]
async fn corrupt_conditional_moves_are_skipped() {
    let folder = TempDir::new().expect("a folder");
    let (service, store) = service(&folder).await;
    let begun = game(&service, "barrier", "variant=8").await;
    service.act(begun.id, ADA, None, &play("d4"), None).await.expect("a move");
    service.add_conditional_moves(begun.id, ADA, "e5 then d4d6e6").await.expect("a line");
    let file = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.path().join("tablero.sqlite"));
    let pool = test_support::pools::sqlite_pool(file).await;
    for tree in ["e5  d4d6e6", "e5 d4d5d6", "e5 `", "d4d6e6"] {
        sqlx::query("UPDATE plans SET tree = $1").bind(tree).execute(&pool).await.expect("an update");
        let found = service.find(begun.id).await.expect("the game can be played");
        let mut copy = found.clone();
        copy.act(BRUNO, None, &play("e5"), Millis(0), 0).expect("a move");
        assert_eq!(copy.line.moves(), ["d4", "e5"], "{tree}");
    }
    let played = service.act(begun.id, BRUNO, None, &play("e5"), None).await.expect("a move");
    assert_eq!(played.line.ply(), 2);
    pool.close().await;
    store.close().await;
}

/// Plays a random game with automatic moves and checks the invariants of every exchange.
fn random_game(mut played: Match, chance: &mut SeededRng) -> (usize, usize) {
    let (mut automatic, mut exchanges) = (0, 0);
    while let Some(seat) = played.to_move() {
        // The waiting player has conditional replies to some moves.
        for _ in 0..chance.below(3) {
            let theirs = played.line.nth_legal(chance.below(played.line.count_legal())).expect("a move");
            let then = after(&*played.line, &theirs);
            if then.ending().is_some() || then.seat() == seat {
                continue;
            }
            let own = then.nth_legal(chance.below(then.count_legal())).expect("an answer");
            let line = played.line.copy();
            played.conditional_moves[(!seat).index()]
                .add(&*line, !seat, &format!("{theirs} then {own}"))
                .expect("a legal line");
        }
        let before = played.clone();
        let text = played.line.nth_legal(chance.below(played.line.count_legal())).expect("a move");
        let by = played.player(seat).person().expect("a person");
        let events = played.act(by, Some(before.ply()), &play(&text), Millis(0), 0).expect("it is legal");
        let posts = Consequences::of(&before, &played, &events, |_| None, Millis(0)).posts;
        let boards: Vec<_> = posts.iter().filter(|post| matches!(post, Post::Board { .. })).collect();
        let [Post::Board { ply, since, pings, ended, .. }] = boards[..] else { panic!("one board: {posts:?}") };
        assert_eq!((*ply, *since, *ended), (played.ply(), Some(before.ply()), played.status != Status::Running));
        // Each automatic move was justified: it was a conditional reply, or forced for a player who wants forced moves
        // played.
        let (mut line, mut conditional_moves, mut passed_on) =
            (before.line.copy(), before.conditional_moves.clone(), false);
        for (at, text) in played.line.moves()[before.ply()..].iter().enumerate() {
            let mover = line.seat();
            passed_on |= mover != seat;
            if at > 0 {
                let planned = conditional_moves[mover.index()].reply(&*line, mover) == Some(text);
                let is_forced =
                    played.preferences[mover.index()].play_forced_moves && forced(&*line).as_ref() == Some(text);
                assert!(planned || is_forced, "{text} after {:?}", line.moves());
                automatic += 1;
            }
            line.play(text).expect("it is legal");
            conditional_moves.iter_mut().for_each(|plan| plan.advance(text));
        }
        // The player who must decide next is pinged, unless it was their turn all along. At the end both are.
        let pinged = Seat::BOTH.map(|other| match played.to_move() {
            Some(next) => other == next && (passed_on || next != seat),
            None => true,
        });
        assert_eq!(*pings, pinged, "{:?}", played.line.moves());
        // No automatic move is left to play.
        if let Some(next) = played.to_move() {
            assert!(played.conditional_moves[next.index()].is_empty());
            assert!(!played.preferences[next.index()].play_forced_moves || forced(&*played.line).is_none());
        } else {
            assert!(played.conditional_moves.iter().all(ConditionalMoves::is_empty));
        }
        exchanges += 1;
    }
    (automatic, exchanges)
}

#[tokio::test]
async fn random_games_play_conditional_and_forced_moves() {
    let folder = TempDir::new().expect("a folder");
    let (service, store) = service(&folder).await;
    let mut chance = SeededRng::new(11);
    for kind in Catalog::standard().games() {
        let begun = game(&service, kind.name(), "").await;
        let mut automatic = 0;
        for round in 0..12 {
            let mut begun = begun.clone();
            begun.preferences = [round % 2 == 0, round % 3 == 0]
                .map(|play_forced_moves| Preferences { play_forced_moves, ..Preferences::default() });
            automatic += random_game(begun, &mut chance).0;
        }
        assert!(automatic > 5, "{}: {automatic}", kind.name());
    }
    store.close().await;
}

/// Random moves of ZÈRTZ after which the other player's only legal move is one capture.
pub fn towards_a_forced_capture() -> Vec<String> {
    let mut chance = SeededRng::new(5);
    loop {
        let mut line = Catalog::standard().game("zertz").expect("a game").start("").expect("a setup");
        while line.ending().is_none() {
            let text = line.nth_legal(chance.below(line.count_legal())).expect("a move");
            let mover = line.seat();
            line.play(&text).expect("it is legal");
            if line.ending().is_none() && line.seat() != mover && line.seat() == Seat::Two && forced(&*line).is_some() {
                return line.moves();
            }
        }
    }
}

#[tokio::test]
async fn a_forced_capture_is_played_for_those_who_want_it() {
    let folder = TempDir::new().expect("a folder");
    let (service, store) = service(&folder).await;
    let moves = towards_a_forced_capture();
    let mut ids: Vec<MatchId> = Vec::new();
    for wanted in [false, true] {
        let chosen = Preferences { play_forced_moves: wanted, ..Preferences::default() };
        service.update_preferences(BRUNO, |settings| settings.clone_from(&chosen)).await.expect("it is stored");
        let begun = game(&service, "zertz", "").await;
        for (ply, text) in moves.iter().enumerate() {
            service.act(begun.id, [ADA, BRUNO][ply % 2], Some(ply), &play(text), None).await.expect("a move");
        }
        ids.push(begun.id);
    }
    let [without, with] = [service.find(ids[0]).await.expect("a game"), service.find(ids[1]).await.expect("a game")];
    assert_eq!(without.line.moves(), moves);
    let capture = forced(&*without.line).expect("the only move");
    assert!(capture.contains('x'), "{capture}");
    assert_eq!(with.line.moves()[..=moves.len()], [&moves[..], &[capture]].concat());
    assert_ne!(with.to_move(), Some(Seat::Two));
    store.close().await;
}

#[tokio::test]
async fn an_automatic_move_takes_no_time_and_is_given_its_own() {
    let folder = TempDir::new().expect("a folder");
    let (service, store) = service(&folder).await;
    let control = "72h+6h/120h".parse().expect("it is offered");
    let proposed = service.propose(Terms { control, ..terms("barrier", "variant=8") }).await.expect("a challenge");
    let mut played = service.accept(proposed.id, BRUNO, None, None).await.expect("a game");
    let begun = played.clocks.since;
    let later = |hours: i64| begun.plus(hours * HOUR_MS);
    played.act(ADA, None, &play("d4"), later(1), 0).expect("a move");
    let line = played.line.copy();
    played.conditional_moves[0].add(&*line, Seat::One, "e5 then d4d6e6").expect("a legal line");
    played.act(BRUNO, None, &play("e5"), later(11), 0).expect("a move");
    assert_eq!(played.line.ply(), 3);
    let clocks = &played.clocks;
    assert_eq!((clocks.left, clocks.since), ([(72 - 1 + 6 + 6) * HOUR_MS, (72 - 10 + 6) * HOUR_MS], later(11)));
    assert_eq!(played.flag_at(), Some(later(11 + 68)), "it is Bruno's that runs");
    store.close().await;
}

#[tokio::test]
async fn conditional_moves_are_added_to_the_game_at_a_place_that_waits_for_the_opponent() {
    let folder = TempDir::new().expect("a folder");
    let (service, store) = service(&folder).await;
    let place = PlaceId(9);
    let mut ids = Vec::new();
    for _ in 0..3 {
        let begun = game(&service, "barrier", "variant=8").await;
        service.delivery().set_match_place(begun.location.id, place).await.expect("it is stored");
        ids.push(begun.id);
    }
    service.act(ids[1], ADA, None, &play("d4"), None).await.expect("a move");
    let found = |player, wanted| {
        let service = service.clone();
        async move { service.find_at(place, player, wanted).await.expect("a game").id }
    };
    assert_eq!(found(ADA, MatchFilter::Waiting).await, ids[1]);
    assert_eq!(found(ADA, MatchFilter::Running).await, ids[2]);
    assert_eq!(found(BRUNO, MatchFilter::Waiting).await, ids[2]);
    assert_eq!(found(BRUNO, MatchFilter::Running).await, ids[1]);
    store.close().await;
}

#[tokio::test]
async fn in_a_channel_the_own_running_games_of_its_threads_are_found_after_those_of_the_channel() {
    let folder = TempDir::new().expect("a folder");
    let (service, store) = service(&folder).await;
    let begin = async |place: PlaceId| {
        let begun = game(&service, "barrier", "variant=8").await;
        service.delivery().set_match_place(begun.location.id, place).await.expect("it is stored");
        begun
    };
    let in_thread = begin(PlaceId(50)).await;
    let channel = in_thread.location.channel;
    let found = |player, wanted| {
        let service = service.clone();
        async move { service.find_at(channel, player, wanted).await.map(|found| found.id).ok() }
    };
    assert_eq!(found(ADA, MatchFilter::Running).await, Some(in_thread.id));
    assert_eq!(found(PlayerId(77), MatchFilter::Running).await, None, "only the players' own");
    let in_channel = begin(channel).await;
    let younger = begin(PlaceId(51)).await;
    assert_eq!(found(ADA, MatchFilter::Running).await, Some(in_channel.id), "the channel's come first");
    service.act(in_channel.id, ADA, None, &Action::Resign, None).await.expect("it ends");
    assert_eq!(
        found(ADA, MatchFilter::Running).await,
        Some(younger.id),
        "running ones come before those that are over"
    );
    assert_eq!(found(ADA, MatchFilter::Finished).await, Some(in_channel.id));
    service.act(younger.id, ADA, None, &Action::Resign, None).await.expect("it ends");
    service.act(in_thread.id, ADA, None, &Action::Resign, None).await.expect("it ends");
    assert_eq!(found(ADA, MatchFilter::Running).await, Some(in_channel.id), "past games of threads are not looked for");
    store.close().await;
}

/// All games of a player against the bot are in one place: their direct messages.
#[tokio::test]
async fn a_running_game_is_found_behind_any_number_of_younger_ones_that_are_over() {
    let folder = TempDir::new().expect("a folder");
    let (service, store) = service(&folder).await;
    let place = PlaceId(9);
    let begin = async || {
        let begun = game(&service, "barrier", "variant=8").await;
        service.delivery().set_match_place(begun.location.id, place).await.expect("it is stored");
        begun.id
    };
    let first = begin().await;
    for _ in 0..60 {
        let id = begin().await;
        service.act(id, ADA, None, &Action::Resign, None).await.expect("it ends");
    }
    let found = |player, wanted| {
        let service = service.clone();
        async move { service.find_at(place, player, wanted).await.expect("a game").id }
    };
    assert_eq!(found(ADA, MatchFilter::Running).await, first);
    assert_eq!(found(BRUNO, MatchFilter::Waiting).await, first);
    let last = MatchId(first.0 + 60);
    assert_eq!(found(ADA, MatchFilter::Finished).await, last);
    // For a user who plays in neither, the newest running game is meant, or else the newest.
    assert_eq!(found(PlayerId(77), MatchFilter::Finished).await, last);
    service.act(first, ADA, None, &Action::Resign, None).await.expect("it ends");
    assert_eq!(found(ADA, MatchFilter::Running).await, last);
    store.close().await;
}

#[tokio::test]
async fn of_two_changes_of_settings_at_once_none_is_lost() {
    let folder = TempDir::new().expect("a folder");
    let (service, store) = service(&folder).await;
    let (forced_moves, automatic_vacation) =
        (Preferences::default().play_forced_moves, Preferences::default().automatic_vacation);
    let (one, other) = tokio::join!(
        service.update_preferences(ADA, |settings| settings.play_forced_moves = !forced_moves),
        service.update_preferences(ADA, |settings| settings.automatic_vacation = !automatic_vacation),
    );
    one.and(other).expect("both are stored");
    let chosen = service.preferences(ADA).await.expect("settings");
    assert_eq!((chosen.play_forced_moves, chosen.automatic_vacation), (!forced_moves, !automatic_vacation));
    // A change based on stale data is a conflict and does not overwrite the newer one.
    let stale = Preferences::default();
    let apply = async |change| store.apply(&ChangeSet { event: None, changes: vec![change] }).await;
    let now = service.now();
    let change = PreferencesChange { player: ADA, before: stale, after: chosen, digest_at: None, now };
    let refused = apply(Change::Preferences(Box::new(change))).await;
    assert!(matches!(refused, Err(StorageError::Conflict)), "{refused:?}");
    let server = ServerId(5);
    service.update_server_settings(server, |rules| rules.games_max = Some(3)).await.expect("it is stored");
    let rules = service.server_settings(server).await.expect("rules");
    let refused = apply(Change::ServerSettings(Box::new(ServerSettingsChange {
        server,
        before: ServerSettings::default(),
        after: rules,
    })))
    .await;
    assert!(matches!(refused, Err(StorageError::Conflict)), "{refused:?}");
    store.close().await;
}
