//! A clock that was wrong for a while.

use crate::backend::Backend;
use crate::fixture::{ADA, BRUNO, CARLA, Fixture};
use tablero::service::people::schedule::ScheduleUpdate;
use tablero::service::time::control::{DAY_MS, HOUR_MS};
use tablero::service::{
    Action, Match, MatchId, Millis, Pauses, Pings, PlayerId, Side, Span, Status, Terms, TimeControl,
};
use tablero::workers::Scheduler;

const MINUTE_MS: i64 = 60 * 1000;
const AHEAD_MS: i64 = 400 * DAY_MS;

/// Advances time while the program is running.
async fn run_for<B: Backend>(fixture: &Fixture<B>, milliseconds: i64) {
    let scheduler = Scheduler::new(fixture.service.clone());
    let mut left = milliseconds;
    while left > 0 {
        let step = left.min(4 * MINUTE_MS);
        fixture.advance(step);
        scheduler.tick().await.expect("the store works");
        left -= step;
    }
}

/// A game with a day for each move, in which the first player is to make the third move.
async fn daily<B: Backend>(fixture: &Fixture<B>, [first, second]: [PlayerId; 2], rated: bool) -> MatchId {
    let (control, pauses) = (TimeControl::PerMove { days: 1 }, Pauses::VACATION);
    let game = fixture.start(Terms { control, pauses, rated, side: Side::First, ..fixture.terms(first) }, second).await;
    fixture.play(game.id, first).await;
    fixture.play(game.id, second).await;
    game.id
}

async fn flag<B: Backend>(fixture: &Fixture<B>, match_id: MatchId) -> Option<Millis> {
    let listed = fixture.service.running(ADA, 9).await.expect("a list").0;
    listed.into_iter().find(|listed| listed.id == match_id).expect("it is running").flag_at
}

/// What people have begun when the clock leaps, and do while it is ahead.
pub struct Leap {
    /// Nobody moves in it. Ada is to move, and takes no vacation.
    untouched: MatchId,
    /// Ada moved in it while the clock was ahead. Carla is to move.
    moved: MatchId,
    /// A rated game that ended meanwhile.
    ended: MatchId,
    /// When Ada's time in the first game was over before.
    flag: Millis,
    /// How long the clock was wrong.
    wrong: Span,
}

/// The clock leaps ahead by 400 days for a minute, in which people play, and goes back.
pub async fn leap<B: Backend>(fixture: &Fixture<B>) -> Leap {
    let service = &fixture.service;
    let scheduler = Scheduler::new(service.clone());
    service.heartbeat().await.expect("it is stored");
    service.update_preferences(ADA, |chosen| chosen.automatic_vacation = false).await.expect("it is stored");
    service.update_preferences(BRUNO, |chosen| chosen.pings = Pings::Digest).await.expect("it is stored");
    let untouched = daily(fixture, [ADA, BRUNO], false).await;
    let moved = daily(fixture, [ADA, CARLA], false).await;
    let ended = daily(fixture, [BRUNO, CARLA], true).await;
    run_for(fixture, HOUR_MS).await;
    fixture.deliver().await;
    let (before, flag) = (fixture.now(), flag(fixture, untouched).await.expect("a clock"));

    fixture.advance(AHEAD_MS);
    scheduler.tick().await.expect("the store works");
    fixture.deliver().await;
    fixture.play(moved, ADA).await;
    service.act(ended, CARLA, None, &Action::Resign, None).await.expect("it is running");
    service.propose(fixture.terms(CARLA)).await.expect("a challenge");
    service.start_vacation(BRUNO, Some(2)).await.expect("he has a vacation");
    let night = ScheduleUpdate { sleep: Some(Some((23 * 60, 7 * 60))), ..ScheduleUpdate::default() };
    service.set_schedule(CARLA, &night).await.expect("her first");
    fixture.advance(MINUTE_MS / 2);
    fixture.deliver().await;
    fixture.play(moved, CARLA).await;
    fixture.play(moved, ADA).await;
    fixture.advance(MINUTE_MS / 2);
    scheduler.tick().await.expect("the store works");

    fixture.advance(-AHEAD_MS);
    scheduler.tick().await.expect("the store works");
    let now = fixture.now();
    Leap { untouched, moved, ended, flag, wrong: Span { from: before, until: now } }
}

/// Times that lie after the last heartbeat, although what they tell has happened.
const FUTURE: [&str; 12] = [
    "SELECT COUNT(*) FROM matches WHERE since > (SELECT at FROM pulse) OR changed_at > (SELECT at FROM pulse)",
    "SELECT COUNT(*) FROM moves WHERE played_at > (SELECT at FROM pulse)",
    "SELECT COUNT(*) FROM ratings WHERE at > (SELECT at FROM pulse)",
    "SELECT COUNT(*) FROM rating_changes WHERE at > (SELECT at FROM pulse)",
    "SELECT COUNT(*) FROM habits WHERE from_at > (SELECT at FROM pulse)",
    "SELECT COUNT(*) FROM vacations WHERE from_at > (SELECT at FROM pulse)",
    "SELECT COUNT(*) FROM outages WHERE until_at > (SELECT at FROM pulse)",
    "SELECT COUNT(*) FROM challenges WHERE created_at > (SELECT at FROM pulse)",
    "SELECT COUNT(*) FROM outbox WHERE created_at > (SELECT at FROM pulse) OR delivered_at > (SELECT at FROM pulse)",
    // No post, check or challenge of this test is planned further ahead.
    "SELECT COUNT(*) FROM outbox WHERE due_at > (SELECT at FROM pulse) + 86400000",
    "SELECT COUNT(*) FROM alarms WHERE due_at > (SELECT at FROM pulse) + 4 * 86400000",
    "SELECT COUNT(*) FROM challenges WHERE expires_at > (SELECT at FROM pulse) + 2592000000",
];

pub async fn a_clock_that_was_ahead_for_a_minute_leaves_nothing_planned_by_it<B: Backend>(fixture: &Fixture<B>) {
    let Leap { untouched, moved, ended, flag: flag_before, wrong } = leap(fixture).await;
    for sql in FUTURE {
        assert_eq!(fixture.number(sql).await, 0, "{sql}");
    }
    // Lists show when the time is over: as before, and the clocks stood still while they were wrong.
    assert_eq!(flag(fixture, untouched).await, Some(flag_before.plus(wrong.length())));
    // Packed moves are corrected, too: they are read as times in the export.
    let over = format!("{:?}", fixture.storage.personal_games(CARLA, &[ended]).await.expect("a game"));
    assert!(over.contains("2023-11-14") && !over.contains("2024-"), "{over}");
    let vacation = fixture.service.vacation_balance(BRUNO).await.expect("a balance").running.expect("it has begun");
    assert!(vacation.span.from <= wrong.until && vacation.span.length() == 2 * DAY_MS, "{vacation:?}");
    // The outage was announced in the three games with clocks, of which two still run. Both hear that it was none.
    let corrections =
        "SELECT COUNT(*) FROM outbox WHERE post LIKE '{\"post\":\"clock_corrected\",%' AND due_at IS NOT NULL";
    assert_eq!(fixture.number(corrections).await, 3, "what is said of a game that is over is dropped later");

    // A quarter of her day is left.
    run_for(fixture, flag_before.0 + wrong.length() - 6 * HOUR_MS + 4 * MINUTE_MS - fixture.now().0).await;
    let reminded = "SELECT COUNT(*) FROM outbox WHERE post LIKE '{\"post\":\"reminder\",%'";
    assert!(fixture.number(reminded).await > 0, "Ada is reminded");
    run_for(fixture, 6 * HOUR_MS - 8 * MINUTE_MS).await;
    assert_eq!(fixture.find(untouched).await.status, Status::Running);
    run_for(fixture, 8 * MINUTE_MS).await;
    assert_eq!(fixture.find(untouched).await.status, Status::Timeout);
    // Carla, who is to move in a game in which the last move came while the clock was ahead, has a vacation of her own.
    assert_eq!(fixture.find(moved).await.status, Status::Running);
    assert_eq!(fixture.number("SELECT COUNT(*) FROM vacations WHERE player = 3 AND saved").await, 1);
}

/// A machine without a battery starts in the past, until it has asked for the time.
pub async fn a_clock_that_is_behind_moves_no_history<B: Backend>(fixture: &Fixture<B>) {
    fixture.service.heartbeat().await.expect("it is stored");
    let game = daily(fixture, [ADA, BRUNO], false).await;
    let resigned = fixture.game().await;
    fixture.service.act(resigned.id, BRUNO, None, &Action::Resign, None).await.expect("it is running");
    fixture.service.start_vacation(BRUNO, Some(2)).await.expect("he has a vacation");
    let history = "SELECT CAST((SELECT SUM(changed_at) FROM matches WHERE status != 'running')
        + (SELECT SUM(from_at + until_at) FROM vacations) + (SELECT SUM(played_at) FROM moves) AS BIGINT)";
    run_for(fixture, HOUR_MS).await;
    let before = fixture.number(history).await;
    fixture.advance(-AHEAD_MS);
    run_for(fixture, 2 * MINUTE_MS).await;
    assert_eq!(fixture.number(history).await, before);
    fixture.advance(AHEAD_MS);
    run_for(fixture, 2 * MINUTE_MS).await;
    assert_eq!(fixture.number(history).await, before);
    let Match { status, .. } = fixture.find(game).await;
    assert_eq!(status, Status::Running, "nobody has lost because of it");
    assert!(flag(fixture, game).await.is_some_and(|flag| flag > fixture.now().plus(22 * HOUR_MS)));
}

pub async fn nothing_is_pruned_while_the_clock_may_be_wrong<B: Backend>(fixture: &Fixture<B>) {
    fixture.service.heartbeat().await.expect("it is stored");
    fixture.game().await;
    fixture.deliver().await;
    let posts = "SELECT COUNT(*) FROM outbox WHERE delivered_at IS NOT NULL";
    let before = fixture.number(posts).await;
    assert!(before > 0);
    let prune = async || while fixture.storage.prune(fixture.now()).await.expect("it works") {};
    fixture.advance(40 * DAY_MS);
    fixture.service.heartbeat().await.expect("it is stored");
    prune().await;
    assert_eq!(fixture.number(posts).await, before);
    run_for(fixture, DAY_MS + MINUTE_MS).await;
    prune().await;
    assert_eq!(fixture.number(posts).await, 0);
}
