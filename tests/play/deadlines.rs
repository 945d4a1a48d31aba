//! Deadlines, reminders, vacations and outages, tested on the game service directly, to the millisecond.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use tablero::db::SqlStorage;
use tablero::rules::Seat;
use tablero::service::UpkeepStorage;
use tablero::service::people::schedule::{PreferenceError, ScheduleUpdate};
use tablero::service::time::control::{DAY_MS, HOUR_MS};
use tablero::service::{
    Action, Change, ChangeSet, Clock, Consequences, DeliveryMode, GameService, Hours, Match, MatchChange, MatchId,
    Millis, OfferKind, Pauses, Pings, PlaceId, PlayError, PlayerId, ServiceError, Side, Span, Status, Storage,
    StorageError, Terms, TimeControl, Vacation, VacationStart,
};
use tablero::workers::Scheduler;
use tempfile::TempDir;
use test_support::stage::{SOON, TestClock, database};
use tokio::task::JoinSet;
use tokio::time::timeout;

const ADA: PlayerId = PlayerId(1);
const BRUNO: PlayerId = PlayerId(2);
const MINUTE_MS: i64 = 60 * 1000;

/// A game service whose clock only the test moves, and the worker that runs scheduled checks.
pub struct Fixture {
    pub service: GameService,
    store: SqlStorage,
    clock: TestClock,
    worker: Scheduler,
    folder: TempDir,
}

impl Fixture {
    pub async fn open() -> Fixture {
        let folder = TempDir::new().expect("a folder");
        let store = test_support::stage::open_storage(&folder.path().join("tablero.sqlite")).await;
        let clock = TestClock::still();
        let service = GameService::new(Arc::new(store.clone()), Arc::new(clock.clone()), || 7);
        service.heartbeat().await.expect("the store works");
        Fixture { worker: Scheduler::new(service.clone()), service, store, clock, folder }
    }

    /// A game with a day for each move whose clock stops during vacations, in which Ada is to make the third move.
    async fn daily(&self) -> Match {
        self.game(TimeControl::PerMove { days: 1 }).await
    }

    /// The same with another time control.
    async fn game(&self, control: TimeControl) -> Match {
        let terms = Terms {
            game: "barrier".to_owned(),
            setup: "variant=8".to_owned(),
            challenger: ADA,
            opponent: Some(BRUNO),
            side: Side::First,
            hints: false,
            rated: false,
            control,
            pauses: Pauses::VACATION,
            note: String::new(),
            place: PlaceId(9),
            server: None,
            delivery_mode: DeliveryMode::Channel,
            origin: None,
            language: "en".to_owned(),
        };
        let proposed = self.service.propose(terms).await.expect("a challenge");
        let created = self.service.accept(proposed.id, BRUNO, None, None).await.expect("a game");
        self.play(created.id, ADA, "d4").await;
        self.play(created.id, BRUNO, "e5").await
    }

    async fn act(&self, match_id: MatchId, by: PlayerId, action: Action) -> Match {
        self.service.act(match_id, by, None, &action, None).await.expect("the action is allowed")
    }

    async fn play(&self, match_id: MatchId, by: PlayerId, text: &str) -> Match {
        self.act(match_id, by, Action::Move(text.to_owned())).await
    }

    pub async fn find(&self, match_id: MatchId) -> Match {
        self.service.find(match_id).await.expect("it is there")
    }

    /// Advances time minute by minute while the program is running.
    pub async fn run_for(&self, milliseconds: i64) {
        let mut left = milliseconds;
        while left > 0 {
            let step = left.min(MINUTE_MS);
            self.clock.advance(step);
            self.look().await;
            left -= step;
        }
    }

    /// Runs all checks that are due.
    async fn look(&self) {
        timeout(SOON, self.worker.tick()).await.expect("the checks finish").expect("the store works");
    }

    async fn count(&self, sql: &'static str) -> i64 {
        let pool = database(&self.folder.path().join("tablero.sqlite")).await;
        let count = sqlx::query_scalar(sql).fetch_one(&pool).await.expect("the query is valid");
        pool.close().await;
        count
    }

    async fn change(&self, sql: &'static str) {
        let pool = database(&self.folder.path().join("tablero.sqlite")).await;
        sqlx::query(sql).execute(&pool).await.expect("the statement is valid");
        pool.close().await;
    }
}

#[tokio::test]
async fn a_turn_gets_one_automatic_vacation() {
    let stage = Fixture::open().await;
    let game = stage.daily().await.id;
    stage.run_for(23 * HOUR_MS - 1).await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM vacations").await, 0);
    stage.run_for(1).await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM vacations WHERE saved = 1").await, 1);
    stage.run_for(2 * HOUR_MS).await;
    assert_eq!(stage.find(game).await.left(Seat::One, stage.clock.now()), Some(HOUR_MS));
    // A player who ends that vacation wants to play and has the hour that was left.
    stage.service.end_vacation(ADA).await.expect("she is on vacation");
    stage.run_for(HOUR_MS - 1).await;
    assert_eq!(stage.find(game).await.status, Status::Running);
    stage.run_for(1).await;
    assert_eq!(stage.find(game).await.status, Status::Timeout);
    assert_eq!(stage.count("SELECT COUNT(*) FROM vacations").await, 1, "there was no second one");
}

#[tokio::test]
async fn a_vacation_that_the_player_took_in_a_turn_does_not_prevent_the_automatic_one() {
    let stage = Fixture::open().await;
    let game = stage.daily().await.id;
    stage.service.start_vacation(ADA, Some(3)).await.expect("she has vacation days");
    stage.run_for(HOUR_MS).await;
    stage.service.end_vacation(ADA).await.expect("she is on vacation");
    stage.run_for(23 * HOUR_MS - 1).await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM vacations WHERE saved = 1").await, 0);
    stage.run_for(2 * HOUR_MS).await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM vacations WHERE saved = 1").await, 1);
    assert_eq!(stage.find(game).await.status, Status::Running);
}

#[tokio::test]
async fn a_move_is_decided_again_if_a_calendar_that_pauses_its_clock_has_changed() {
    let stage = Fixture::open().await;
    let before = stage.daily().await;
    let (mut after, now) = (before.clone(), stage.clock.now());
    let text = before.line.nth_legal(0).expect("a legal move");
    let events = after.act(ADA, None, &Action::Move(text), now, 0).expect("it is her turn");
    let change = MatchChange {
        moves_before: before.ply(),
        retained_moves: before.ply(),
        conditional_moves_before: before.conditional_moves.clone(),
        calendars_before: Some((before.clocks.since, before.calendars.clone())),
        consequences: Consequences::of(&before, &after, &events, |_| None, now),
        after,
        by_engine: false,
        token: None,
        now,
    };
    let set = ChangeSet { event: None, changes: vec![Change::Match(Box::new(change))] };
    stage.service.start_vacation(ADA, Some(3)).await.expect("she has a vacation");
    let refused = stage.store.apply(&set).await;
    assert!(matches!(refused, Err(StorageError::Conflict)), "{refused:?}");
    assert_eq!(stage.find(before.id).await.ply(), before.ply());
    // A vacation of no length is as if there had been none.
    stage.service.end_vacation(ADA).await.expect("she is on vacation");
    stage.store.apply(&set).await.expect("it is stored");
    assert_eq!(stage.find(before.id).await.ply(), before.ply() + 1);
}

#[tokio::test]
async fn a_reminder_waits_for_the_morning_but_not_until_it_is_too_late() {
    let stage = Fixture::open().await;
    // The turn begins at 08:00; a quarter of the day is left at 02:00, and nothing at 08:00.
    for (until, expected) in [(7, 23 * HOUR_MS), (9, 18 * HOUR_MS)] {
        let quiet = Some(Hours { from: 22 * 60, until: until * 60 });
        stage
            .service
            .update_preferences(ADA, |settings| (settings.quiet, settings.reminders) = (quiet, vec![25]))
            .await
            .expect("it is stored");
        let began = stage.clock.now();
        let game = stage.daily().await.id;
        stage.run_for(18 * HOUR_MS).await;
        let at = stage.count("SELECT MAX(post ->> 'at') FROM outbox WHERE post ->> 'post' = 'reminder'").await;
        assert_eq!(at - began.0, expected, "quiet until {until}");
        stage.act(game, ADA, Action::Resign).await;
        stage.run_for(6 * HOUR_MS).await;
    }
}

#[tokio::test]
async fn the_daily_message_comes_also_when_only_an_offer_waits() {
    let stage = Fixture::open().await;
    stage.service.update_preferences(ADA, |settings| settings.pings = Pings::Digest).await.expect("it is stored");
    let game = stage.daily().await.id;
    stage.play(game, ADA, "d4d6e6").await;
    let messages = async || {
        stage.run_for(DAY_MS).await;
        stage.count("SELECT COUNT(*) FROM outbox WHERE post ->> 'post' = 'digest'").await
    };
    assert_eq!(messages().await, 0, "it is Bruno's turn, and stays so");
    stage.act(game, BRUNO, Action::OfferDraw).await;
    assert_eq!(messages().await, 1);
    stage.act(game, ADA, Action::Decline(OfferKind::Draw)).await;
    stage.act(game, BRUNO, Action::RequestTakeBack).await;
    assert_eq!(messages().await, 2);
}

#[tokio::test]
async fn after_a_take_back_both_have_all_their_days_again() {
    let stage = Fixture::open().await;
    let game = stage.daily().await.id;
    stage.run_for(20 * HOUR_MS).await;
    stage.play(game, ADA, "d4d6e6").await;
    stage.run_for(19 * HOUR_MS).await;
    stage.act(game, ADA, Action::RequestTakeBack).await;
    let back = stage.act(game, BRUNO, Action::Agree(OfferKind::TakeBack)).await;
    assert_eq!((back.ply(), back.clocks.left), (2, [DAY_MS; 2]));
    assert_eq!(back.flag_at(), Some(stage.clock.now().plus(DAY_MS)));
    assert_eq!(stage.find(game).await.clocks.left, [DAY_MS; 2], "and so it is stored");
}

#[tokio::test]
async fn the_time_of_who_comes_back_early_is_over_when_it_is() {
    let stage = Fixture::open().await;
    stage.service.update_preferences(ADA, |settings| settings.automatic_vacation = false).await.expect("it is stored");
    let game = stage.daily().await.id;
    stage.service.start_vacation(ADA, Some(10)).await.expect("she has enough vacation days");
    stage.run_for(HOUR_MS).await;
    let next = || async { stage.worker.tick().await.expect("the store works").expect("a check is scheduled") };
    assert!(next().await > stage.clock.now().plus(10 * DAY_MS));
    // Her games are checked at once, not only when the vacation would have ended.
    stage.service.end_vacation(ADA).await.expect("she is on vacation");
    let flag = stage.clock.now().plus(DAY_MS);
    assert!(next().await < flag);
    let listed = stage.service.running(ADA, 9).await.expect("the store works").0;
    assert_eq!(listed[0].flag_at, Some(flag));
    stage.run_for(DAY_MS - 1).await;
    assert_eq!(stage.find(game).await.status, Status::Running);
    stage.run_for(1).await;
    assert_eq!(stage.find(game).await.status, Status::Timeout);
}

#[tokio::test]
async fn a_clock_that_leaps_back_leaves_no_outage_ahead() {
    let stage = Fixture::open().await;
    // Two outages, of which the second lies wholly in a year that has not come yet.
    for leap in [365 * DAY_MS, HOUR_MS] {
        stage.clock.advance(leap);
        stage.service.heartbeat().await.expect("the store works");
    }
    assert_eq!(stage.count("SELECT COUNT(*) FROM outages").await, 2);
    stage.clock.advance(-365 * DAY_MS);
    stage.service.heartbeat().await.expect("the store works");
    assert_eq!(stage.count("SELECT COUNT(*) FROM outages").await, 1);
    assert_eq!(stage.count("SELECT MAX(until_at) - (SELECT at FROM pulse) FROM outages").await, 0);
}

/// A clock that leaps ahead by 400 days after it was read this often.
struct LeapingClock {
    clock: TestClock,
    reads_left: AtomicI64,
}

impl Clock for LeapingClock {
    fn now(&self) -> Millis {
        let has_leaped = self.reads_left.fetch_sub(1, Ordering::SeqCst) <= 0;
        self.clock.now().plus(if has_leaped { 400 * DAY_MS } else { 0 })
    }
}

#[tokio::test]
async fn a_clock_that_leaps_between_the_heartbeat_and_a_check_costs_nobody_a_game() {
    let stage = Fixture::open().await;
    let game = stage.daily().await.id;
    stage.service.update_preferences(ADA, |settings| settings.automatic_vacation = false).await.expect("it is stored");
    for reads in 1..12 {
        stage.clock.advance(MINUTE_MS);
        let clock = LeapingClock { clock: stage.clock.clone(), reads_left: AtomicI64::new(reads) };
        let service = GameService::new(Arc::new(stage.store.clone()), Arc::new(clock), || 7);
        timeout(SOON, Scheduler::new(service).tick()).await.expect("it ends").expect("the store works");
        assert_eq!(stage.find(game).await.status, Status::Running, "after {reads} reads");
        // It goes back, and another process is told.
        stage.look().await;
    }
    stage.run_for(DAY_MS).await;
    assert_eq!(stage.find(game).await.status, Status::Timeout);
}

#[tokio::test]
async fn a_match_found_before_a_change_or_an_outage_is_loaded_again() {
    let stage = Fixture::open().await;
    let found = stage.game(TimeControl::Bank { bank: 100, increment: 6, cap: 200 }).await;
    let act = async |by, text: &str| stage.service.act_on(&found, by, None, &Action::Move(text.to_owned()), None).await;
    // Three days without a heartbeat, during which her clock stands still.
    stage.clock.advance(3 * DAY_MS);
    let text = found.line.nth_legal(0).expect("a legal move");
    let played = act(ADA, &text).await.expect("she is not late");
    let [before, after] = [&found, &played].map(|game| (game.ply(), game.clocks.left[Seat::One.index()]));
    assert_eq!(after, (before.0 + 1, before.1 + 6 * HOUR_MS), "none of her time is gone");
    // For her it was still her turn when the match was found, but not any more; for him it is the other way round.
    let again = act(ADA, &text).await;
    assert!(matches!(again, Err(ServiceError::Play(PlayError::NotYourTurn))), "{again:?}");
    let answer = played.line.nth_legal(0).expect("a legal move");
    assert_eq!(act(BRUNO, &answer).await.expect("it is his turn").ply(), found.ply() + 2);
}

#[tokio::test]
async fn after_an_outage_lists_show_the_new_ends_of_time() {
    let stage = Fixture::open().await;
    stage.daily().await;
    let flag =
        || async { stage.service.running(ADA, 9).await.expect("the store works").0[0].flag_at.expect("a clock") };
    let before = flag().await;
    // Nothing else would be due yet.
    stage.clock.advance(HOUR_MS);
    stage.look().await;
    assert_eq!(flag().await, before.plus(HOUR_MS));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_is_announced_once_however_many_wake_the_program() {
    let stage = Fixture::open().await;
    stage.daily().await;
    stage.clock.advance(10 * HOUR_MS);
    let mut waking = JoinSet::new();
    for _ in 0..16 {
        let service = stage.service.clone();
        waking.spawn(async move { service.heartbeat().await });
    }
    while let Some(woken) = waking.join_next().await {
        woken.expect("no panic").expect("no check disturbs another");
    }
    assert_eq!(stage.count("SELECT COUNT(*) FROM outages").await, 1);
    assert_eq!(stage.count("SELECT COUNT(*) FROM outbox WHERE post ->> 'post' = 'outage'").await, 1);
    // A caller that has read the same old heartbeat comes too late.
    let until = stage.clock.now();
    let again = stage.store.add_outage(Span { from: until.plus(-10 * HOUR_MS), until }).await;
    assert!(matches!(again, Err(StorageError::Conflict)), "{again:?}");
    assert_eq!(stage.count("SELECT COUNT(*) FROM outbox WHERE post ->> 'post' = 'outage'").await, 1);
}

#[tokio::test]
async fn a_vacation_that_ends_at_once_leaves_no_trace() {
    let stage = Fixture::open().await;
    let left = stage.service.vacation_balance(ADA).await.expect("the store works");
    for _ in 0..2 {
        stage.service.start_vacation(ADA, Some(3)).await.expect("the vacation is allowed");
        stage.service.end_vacation(ADA).await.expect("she is on vacation");
        assert_eq!(stage.count("SELECT COUNT(*) FROM vacations").await, 0);
        assert_eq!(stage.service.vacation_balance(ADA).await.expect("the store works"), left);
    }
    // The same instant can recur when the clock is set back.
    stage.change("INSERT INTO vacations (player, from_at, until_at, saved) SELECT 1, at, at, 0 FROM pulse").await;
    let again = stage.service.start_vacation(ADA, Some(3)).await;
    assert!(matches!(again, Err(ServiceError::Storage(StorageError::Conflict))), "{again:?}");
    stage.clock.advance(1);
    stage.service.start_vacation(ADA, Some(3)).await.expect("a millisecond later the vacation is allowed");
}

#[tokio::test]
async fn a_clock_set_back_behind_a_vacation_stops_nothing() {
    let stage = Fixture::open().await;
    let ahead = stage.clock.now().plus(100 * HOUR_MS);
    let vacation = Vacation { span: Span { from: ahead, until: ahead.plus(5 * DAY_MS) }, automatic: false };
    let change = Change::StartVacation(VacationStart { player: ADA, vacation, posts: Vec::new() });
    stage.store.apply(&ChangeSet { event: None, changes: vec![change] }).await.expect("the clock was ahead");
    assert_eq!(stage.service.vacation_balance(ADA).await.expect("the store works").running, Some(vacation));
    let other = stage.service.start_vacation(ADA, None).await;
    assert!(matches!(other, Err(ServiceError::Preference(PreferenceError::OnVacation))), "{other:?}");
    // No automatic vacation begins, and the worker does not retry forever.
    let game = stage.daily().await.id;
    stage.run_for(DAY_MS).await;
    assert_eq!(stage.find(game).await.status, Status::Timeout);
    stage.service.end_vacation(ADA).await.expect("it can be ended");
    assert_eq!(stage.count("SELECT COUNT(*) FROM vacations").await, 0);
}

#[tokio::test]
async fn a_match_that_cannot_be_changed_is_checked_again_later() {
    let stage = Fixture::open().await;
    let (stuck, game) = (stage.daily().await.id, stage.daily().await.id);
    stage
        .service
        .update_preferences(ADA, |settings| (settings.automatic_vacation, settings.reminders) = (false, vec![]))
        .await
        .expect("it is stored");
    // Simulates another writer that always wins the race.
    stage
        .change(
            "CREATE TRIGGER stuck BEFORE UPDATE OF version ON matches WHEN old.id = 1 BEGIN SELECT RAISE(IGNORE); END",
        )
        .await;
    stage.run_for(DAY_MS).await;
    assert_eq!([stuck.0, stage.find(stuck).await.version], [1, 2], "the match is unchanged");
    assert_eq!(stage.find(game).await.status, Status::Timeout, "the other checks do not wait for it");
    assert_eq!(stage.count("SELECT due_at - (SELECT at FROM pulse) FROM alarms WHERE subject = 1").await, MINUTE_MS);
    stage.change("DROP TRIGGER stuck").await;
    stage.run_for(MINUTE_MS).await;
    assert_eq!(stage.find(stuck).await.status, Status::Timeout);
}

#[tokio::test]
async fn time_zones_alone_are_one_row_however_often_they_change() {
    let stage = Fixture::open().await;
    let zone = async |name: &str| {
        stage.run_for(MINUTE_MS).await;
        let update = ScheduleUpdate { zone: Some(name.to_owned()), ..ScheduleUpdate::default() };
        stage.service.set_schedule(ADA, &update).await.map(|schedule| schedule.zone)
    };
    for name in ["Europe/Rome", "Asia/Tokyo"].into_iter().cycle().take(20) {
        assert_eq!(zone(name).await.expect("this change is not limited"), name);
    }
    assert_eq!(stage.count("SELECT COUNT(*) FROM habits").await, 1);
    assert_eq!(stage.service.schedule(ADA).await.expect("the store works").zone, "Asia/Tokyo");
    // Where a clock stops at night, the old schedule still applies to the time before the change, and changes are
    // limited.
    let sleeps = ScheduleUpdate { sleep: Some(Some((22 * 60, 7 * 60))), ..ScheduleUpdate::default() };
    stage.service.set_schedule(ADA, &sleeps).await.expect("the first change is not limited");
    assert_eq!(stage.count("SELECT COUNT(*) FROM habits").await, 2);
    zone("Europe/Rome").await.expect("the third change within a week is allowed");
    let fourth = zone("Asia/Tokyo").await;
    assert!(matches!(fourth, Err(ServiceError::Preference(PreferenceError::TooOften(_)))), "{fourth:?}");
}

#[tokio::test]
async fn an_analysis_under_way_is_not_begun_twice() {
    let stage = Fixture::open().await;
    let game = stage.daily().await.id;
    let over = stage.act(game, ADA, Action::Resign).await;
    for by in [ADA, BRUNO, ADA] {
        stage.service.analyse(&over, by, None).await.expect("both players may request it");
    }
    assert_eq!(stage.count("SELECT COUNT(*) FROM jobs WHERE kind = 'analysis'").await, 1);
    assert_eq!(stage.count("SELECT COUNT(*) FROM outbox WHERE post ->> 'post' = 'analysis'").await, 1);
}
