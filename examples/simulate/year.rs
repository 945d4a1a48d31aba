//! The year, event by event. All state that matters is on disk.

use super::Arguments;
use super::chat::Chat;
use super::checks::Checks;
use super::people::{Kind, Person, random_control, random_game};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};
use tablero::chat::views::pictures::PictureRenderer;
use tablero::chat::{ChatDelivery, Platform};
use tablero::db::{Durability, SqlStorage, StorageOptions};
use tablero::rules::SeededRng;
use tablero::service::game_service::heartbeat::HEARTBEAT_MS;
use tablero::service::people::schedule::ScheduleUpdate;
use tablero::service::time::control::{DAY_MS, HOUR_MS};
use tablero::service::{
    Action, ChallengeId, ChallengeState, Clock, DeliveryMode, EventId, ExternalId, ExternalPlace, GameService, Match,
    MessageId, Millis, OfferKind, PlaceId, PlatformId, PlayerId, RunningMatch, ServiceError, Side, StorageError, Terms,
    TimeControl,
};
use tablero::workers::{OutboxDispatcher, Scheduler};

/// The platform on which everyone plays.
pub const SIMULATED: PlatformId = PlatformId("simulated");
/// The channel in which all games are started.
const CHANNEL: PlaceId = PlaceId(1);
/// The database file.
pub const DATABASE: &str = "year.sqlite";
/// The year begins on 2027-01-01, so that it ends with a leap year's February ahead.
pub const START: Millis = Millis(1_798_761_600_000);
/// Number of days during which games are started.
const SEASON_DAYS: i64 = 300;
/// After this many days, the remaining games without clocks are resigned.
const LATE_DAYS: i64 = 400;
/// Number of outages in the season.
const OUTAGES: u64 = 25;

struct SimulatedClock(AtomicI64);

impl Clock for SimulatedClock {
    fn now(&self) -> Millis {
        Millis(self.0.load(Ordering::SeqCst))
    }
}

struct Year<'a> {
    arguments: &'a Arguments,
    /// The number of challenges.
    challenges: AtomicU64,
    /// Distinguishes the events of this process from those before a kill.
    run: u128,
    /// The number of events in this process.
    events: AtomicU64,
    /// When the next scheduled event is due, as far as is known; nothing is checked before.
    next: AtomicI64,
    /// Whether each person had nothing to do on the last check, with no reason to check again since.
    idle: Vec<AtomicBool>,
    clock: Arc<SimulatedClock>,
    service: GameService,
    scheduler: Scheduler,
    dispatcher: OutboxDispatcher,
    people: Vec<Person>,
    checks: Checks,
}

/// Runs the year in this folder, from where it stopped until every game is over.
pub async fn simulate(arguments: &Arguments, folder: &Path) -> Result<(), Box<dyn Error>> {
    let options = StorageOptions { durability: Durability::Process, ..StorageOptions::default() };
    let store = SqlStorage::open_file_with(&folder.join(DATABASE), options).await?;
    let clock = Arc::new(SimulatedClock(AtomicI64::new(START.0)));
    let counter = Arc::new(AtomicI64::new(0));
    let rng = move || counter.fetch_add(1, Ordering::Relaxed).unsigned_abs();
    let service = GameService::new(Arc::new(store.clone()), Arc::clone(&clock) as Arc<dyn Clock>, rng);
    // The players and channels are known already; a restart changes nothing about them.
    for id in 1..=arguments.players {
        let person = service.person_of(SIMULATED, &ExternalId(id.to_string())).await?;
        assert_eq!(person.0, id, "numbers that are free are given out");
    }
    let channel = ExternalPlace { id: ExternalId(CHANNEL.to_string()), parent: None, server: None };
    assert_eq!(service.place_of(SIMULATED, &channel).await?, CHANNEL, "its number is free");
    if let Some(last_heartbeat) = service.upkeep().last_heartbeat().await? {
        clock.0.store(last_heartbeat.0, Ordering::SeqCst);
    }
    let platform: Arc<dyn Platform> = Arc::new(Chat::open(folder)?);
    let delivery = ChatDelivery::new(service.clone(), PictureRenderer::closed(), platform);
    let run = SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos();
    let year = Year {
        arguments,
        run,
        events: AtomicU64::new(0),
        challenges: AtomicU64::new(newest(&service).await?),
        next: AtomicI64::new(i64::MIN),
        idle: (0..=arguments.players).map(|_| AtomicBool::new(false)).collect(),
        clock,
        scheduler: Scheduler::new(service.clone()),
        dispatcher: OutboxDispatcher::new(service.clone(), Arc::new(delivery)),
        people: (1..=arguments.players).map(|id| Person::new(arguments.seed, id)).collect(),
        checks: Checks::open(folder).await?,
        service,
    };
    year.run().await?;
    store.close().await;
    Ok(())
}

impl Year<'_> {
    async fn run(&self) -> Result<(), Box<dyn Error>> {
        let resumed = self.service.now();
        self.accept_newest_challenge().await?;
        self.run_due_work().await?;
        // The wake-up times: those before the current time have already happened.
        let mut queue = BinaryHeap::new();
        for (at, person) in self.people.iter().enumerate() {
            let (mut when, mut waking) = (START.plus(person.time_to_next_waking(0)), 1);
            while when < resumed {
                when = when.plus(person.time_to_next_waking(waking));
                waking += 1;
            }
            queue.push(Reverse((when, waking, at)));
        }
        let mut outages = self.outages();
        outages.retain(|(from, _)| *from >= resumed);
        while let Some(Reverse((when, waking, at))) = queue.pop() {
            if let Some((from, length)) = outages.first().copied().filter(|(from, _)| *from <= when) {
                outages.remove(0);
                self.until(from).await?;
                // The last heartbeat before the outage; the clock keeps running during it.
                self.record_heartbeat().await?;
                // Two outages may overlap; the clock never goes back.
                let back = from.plus(length).max(self.service.now());
                self.clock.0.store(back.0, Ordering::SeqCst);
                self.run_due_work_without_heartbeat().await?;
            }
            // A person who wakes during an outage finds nothing, and checks again later.
            if when >= self.service.now() {
                self.until(when).await?;
                self.wake_up(&self.people[at], waking).await?;
            }
            let person = &self.people[at];
            let next = when.plus(person.time_to_next_waking(waking));
            let late = next.0 - START.0 > LATE_DAYS * DAY_MS;
            if late || (waking.is_multiple_of(64) && self.is_over().await?) {
                break;
            }
            if person.is_active(START, next) {
                queue.push(Reverse((next, waking + 1, at)));
            }
        }
        // The people who have vanished still owe moves.
        while !self.is_over().await? {
            let now = self.service.now();
            self.until(now.plus(DAY_MS)).await?;
            if now.0 - START.0 > LATE_DAYS * DAY_MS {
                self.record_heartbeat().await?;
                self.resign_abandoned_games().await?;
                self.run_due_work_without_heartbeat().await?;
            }
        }
        // Messages held back by quiet hours are delivered the next morning.
        self.until(self.service.now().plus(DAY_MS)).await?;
        self.run_due_work().await?;
        Ok(())
    }

    /// The outages: when each begins, and for how long.
    fn outages(&self) -> Vec<(Millis, i64)> {
        let mut chance = SeededRng::new(self.arguments.seed ^ 0x006f_7574);
        let mut outages: Vec<(Millis, i64)> = (0..OUTAGES)
            .map(|_| {
                let from = START.plus(chance.below((SEASON_DAYS * DAY_MS).unsigned_abs()).cast_signed());
                let longest = if chance.below(5) == 0 { 4 * DAY_MS } else { 3 * HOUR_MS };
                (from, 10 * HEARTBEAT_MS + chance.below(longest.unsigned_abs()).cast_signed())
            })
            .collect();
        outages.sort();
        outages
    }

    /// Advances the clock, handling scheduled events when they are due.
    async fn until(&self, when: Millis) -> Result<(), Box<dyn Error>> {
        loop {
            let next = Millis(self.next.load(Ordering::Relaxed)).min(when).max(self.service.now());
            self.clock.0.store(next.0, Ordering::SeqCst);
            if self.next.load(Ordering::Relaxed) > when.0 {
                return Ok(());
            }
            self.run_due_work().await?;
        }
    }

    /// Records a heartbeat if one is due, as the running program would.
    async fn record_heartbeat(&self) -> Result<(), Box<dyn Error>> {
        let now = self.service.now();
        let last = self.service.upkeep().last_heartbeat().await?;
        if last.is_none_or(|last| now.0 - last.0 >= HEARTBEAT_MS) {
            self.service.upkeep().record_heartbeat(now).await?;
        }
        Ok(())
    }

    /// Handles everything due, delivers the messages, and finds the next due time.
    async fn run_due_work(&self) -> Result<(), Box<dyn Error>> {
        self.record_heartbeat().await?;
        self.run_due_work_without_heartbeat().await
    }

    /// Like `run_due_work`, without recording a heartbeat.
    async fn run_due_work_without_heartbeat(&self) -> Result<(), Box<dyn Error>> {
        let next_check = self.scheduler.tick().await?;
        let post = self.dispatcher.deliver_due().await?;
        let next = [next_check, post].into_iter().flatten().min();
        self.next.store(next.map_or(i64::MAX, |next| next.0), Ordering::Relaxed);
        Ok(())
    }

    async fn is_over(&self) -> Result<bool, Box<dyn Error>> {
        let started = self.service.now().0 - START.0 > SEASON_DAYS * DAY_MS;
        if !started {
            return Ok(false);
        }
        for person in &self.people {
            if self.service.running(PlayerId(person.id), 1).await?.1 > 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Resigns abandoned games without clocks.
    async fn resign_abandoned_games(&self) -> Result<(), Box<dyn Error>> {
        for person in &self.people {
            let (running, _) = self.service.running(PlayerId(person.id), u32::MAX).await?;
            for listed in running.iter().filter(|listed| listed.waits_for_player() && listed.flag_at.is_none()) {
                self.ignore_refusal(
                    self.twice(PlayerId(person.id), async |service: &GameService| {
                        service.act(listed.id, PlayerId(person.id), None, &Action::Resign, None).await
                    })
                    .await,
                )?;
            }
        }
        Ok(())
    }

    /// Does something for an event of a player that the platform delivers twice. The second delivery must change
    /// nothing.
    async fn twice<T>(
        &self,
        by: PlayerId,
        act: impl AsyncFn(&GameService) -> Result<T, ServiceError>,
    ) -> Result<T, ServiceError> {
        let id = format!("{}-{}", self.run, self.events.fetch_add(1, Ordering::Relaxed));
        let event = EventId { platform: SIMULATED, id };
        let done = act(&self.service.for_event(event.clone(), by)).await?;
        match act(&self.service.for_event(event, by)).await {
            Err(_) => Ok(done),
            Ok(_) => Err(StorageError::Corrupt("an event was handled twice".to_owned()).into()),
        }
    }

    /// A refusal by the rules of the service is not an error of the simulation; a storage error is.
    fn ignore_refusal<T>(&self, done: Result<T, ServiceError>) -> Result<Option<T>, Box<dyn Error>> {
        match done {
            Ok(done) => Ok(Some(done)),
            Err(ServiceError::Storage(error @ (StorageError::Failed(_) | StorageError::Corrupt(_)))) => {
                Err(error.into())
            }
            Err(error) => {
                tracing::debug!(%error, "refused");
                Ok(None)
            }
        }
    }

    async fn wake_up(&self, person: &Person, waking: u64) -> Result<(), Box<dyn Error>> {
        let mut rng = person.rng(waking);
        let id = PlayerId(person.id);
        let (starts_vacation, ends_vacation, checks_games) =
            (rng.below(150) == 0, rng.below(20) == 0, rng.below(2) == 0);
        let creates_challenge = self.needs_challenges();
        if self.idle[person.id as usize].swap(true, Ordering::Relaxed)
            && !starts_vacation
            && !ends_vacation
            && !creates_challenge
        {
            return Ok(());
        }
        self.record_heartbeat().await?;
        if waking == 1 {
            self.set_preferences(person).await?;
        }
        if starts_vacation {
            let days = 2 + rng.below(12);
            self.ignore_refusal(self.service.start_vacation(id, u16::try_from(days).ok()).await)?;
        }
        if ends_vacation && self.ignore_refusal(self.service.end_vacation(id).await)?.is_some() {
            self.checks.checks_are_in_time(person.id).await?;
            if !checks_games {
                // Some come back without checking their games.
                self.idle[person.id as usize].store(false, Ordering::Relaxed);
                return self.run_due_work_without_heartbeat().await;
            }
        }
        if creates_challenge {
            self.create_challenge(person, &mut rng).await?;
        }
        let (running, _) = self.service.running(id, u32::MAX).await?;
        for listed in running.into_iter().filter(RunningMatch::waits_for_player) {
            self.idle[person.id as usize].store(false, Ordering::Relaxed);
            if person.kind != Kind::Forgetful || rng.below(2) == 0 {
                self.play(id, &listed, &mut rng).await?;
            }
        }
        self.run_due_work_without_heartbeat().await
    }

    /// Sets a person's preferences on first use.
    async fn set_preferences(&self, person: &Person) -> Result<(), Box<dyn Error>> {
        let id = PlayerId(person.id);
        self.service.update_player(id, &format!("P{}", person.id), Some("en")).await?;
        self.service.update_preferences(id, |settings| *settings = person.settings.clone()).await?;
        let sleep = person.sleep.map(Some);
        let update = ScheduleUpdate { zone: Some(person.zone.to_owned()), sleep, weekend: Some(person.weekend) };
        self.ignore_refusal(self.service.set_schedule(id, &update).await)?;
        Ok(())
    }

    /// Whether more games should have started by now.
    fn needs_challenges(&self) -> bool {
        let season = SEASON_DAYS * DAY_MS;
        let passed = (self.service.now().0 - START.0).min(season);
        let due = self.arguments.games * passed.unsigned_abs() / season.unsigned_abs();
        self.challenges.load(Ordering::Relaxed) < due.min(self.arguments.games)
    }

    /// Challenges a person who answers at once; every second challenge is open to everyone.
    async fn create_challenge(&self, person: &Person, rng: &mut SeededRng) -> Result<(), Box<dyn Error>> {
        let (game, setup) = random_game(rng);
        let (control, pauses) = random_control(rng);
        let other = 1 + rng.below(self.arguments.players);
        if other == person.id {
            return Ok(());
        }
        let terms = Terms {
            game: game.to_owned(),
            setup: setup.to_owned(),
            challenger: PlayerId(person.id),
            opponent: rng.below(2).eq(&0).then_some(PlayerId(other)),
            side: Side::Random,
            hints: false,
            rated: control != TimeControl::None && rng.below(2) == 0,
            control,
            pauses,
            note: String::new(),
            place: CHANNEL,
            origin: None,
            server: Some(tablero::service::ServerId(1 + rng.below(3))),
            delivery_mode: DeliveryMode::Threads,
            language: "en".to_owned(),
        };
        let Some(proposed) = self.ignore_refusal(
            self.twice(terms.challenger, async |service: &GameService| service.propose(terms.clone()).await).await,
        )?
        else {
            return Ok(());
        };
        self.challenges.fetch_add(1, Ordering::Relaxed);
        self.idle[other as usize].store(false, Ordering::Relaxed);
        self.idle[person.id as usize].store(false, Ordering::Relaxed);
        self.accept_challenge(proposed.id, other).await
    }

    /// Accepts a challenge.
    async fn accept_challenge(&self, challenge: ChallengeId, other: u64) -> Result<(), Box<dyn Error>> {
        let message = 1_000_000 + challenge.0.unsigned_abs();
        let message = MessageId(message.to_string());
        let accept =
            async |service: &GameService| service.accept(challenge, PlayerId(other), Some(&message), None).await;
        self.ignore_refusal(self.twice(PlayerId(other), accept).await)?;
        Ok(())
    }

    /// Accepts the newest challenge if a kill between the challenge and its answer left it open; an open challenge is
    /// accepted by the next person. No one who wakes would answer it, and a game would be missing.
    async fn accept_newest_challenge(&self) -> Result<(), Box<dyn Error>> {
        let newest = ChallengeId(self.challenges.load(Ordering::Relaxed).cast_signed());
        let Some(challenge) = self.service.queries().challenge(newest).await? else { return Ok(()) };
        if challenge.state != ChallengeState::Open {
            return Ok(());
        }
        let terms = challenge.terms;
        let other = terms.opponent.map_or(1 + terms.challenger.0 % self.arguments.players, |opponent| opponent.0);
        self.accept_challenge(newest, other).await
    }

    /// Acts in a game that waits for the player.
    async fn play(&self, id: PlayerId, listed: &RunningMatch, rng: &mut SeededRng) -> Result<(), Box<dyn Error>> {
        let found: Match = self.service.find(listed.id).await?;
        for person in found.people() {
            self.idle[person.0 as usize].store(false, Ordering::Relaxed);
        }
        if listed.has_offer_from_opponent() {
            let kind = found.offer.map_or(OfferKind::Draw, tablero::service::Offer::kind);
            let action = if rng.below(3) == 0 { Action::Agree(kind) } else { Action::Decline(kind) };
            let done = self.ignore_refusal(
                self.twice(id, async |service: &GameService| service.act(listed.id, id, None, &action, None).await)
                    .await,
            )?;
            if done.is_some() && action == Action::Agree(OfferKind::TakeBack) {
                self.checks.days_are_full(listed.id.0).await?;
            }
        }
        let action = match rng.below(400) {
            0..=2 => Action::Resign,
            3..=7 => Action::OfferDraw,
            8..=12 => Action::RequestTakeBack,
            13 => Action::Mute(true),
            _ => {
                let legal = found.line.legal(2_000);
                let Some(text) = legal.get(rng.below(legal.len().max(1) as u64) as usize) else { return Ok(()) };
                Action::Move(text.clone())
            }
        };
        // An action chosen for another ply is rejected.
        let done = self.ignore_refusal(
            self.twice(id, async |service: &GameService| service.act(listed.id, id, None, &action, None).await).await,
        )?;
        for _ in 0..rng.below(6) {
            if let Some(played) = &done {
                self.add_conditional_move(id, played, rng).await?;
            }
        }
        Ok(())
    }

    /// Stores a conditional move against some move of the opponent, and sometimes a longer line.
    async fn add_conditional_move(
        &self,
        id: PlayerId,
        played: &Match,
        rng: &mut SeededRng,
    ) -> Result<(), Box<dyn Error>> {
        let (mut then, mut line) = (played.line.copy(), Vec::new());
        for _ in 0..2 * (1 + rng.below(2)) {
            let Some(text) = then.nth_legal(rng.below(then.count_legal().min(8))) else { break };
            line.extend(then.play(&text));
        }
        // Most opponents play something else, and some lines end with a move of theirs, which is rejected.
        self.ignore_refusal(self.service.add_conditional_moves(played.id, id, &line.join(" then ")).await)?;
        Ok(())
    }
}

/// The number of the newest challenge, which equals the number of challenges, since there are no gaps.
async fn newest(service: &GameService) -> Result<u64, Box<dyn Error>> {
    let exists = async |id: u64| -> Result<bool, Box<dyn Error>> {
        Ok(service.queries().challenge(ChallengeId(id.cast_signed())).await?.is_some())
    };
    // Found by doubling, then bisection.
    let mut high = 1;
    while exists(high).await? {
        high *= 2;
    }
    let mut low = high / 2;
    while high - low > 1 {
        let middle = low.midpoint(high);
        if exists(middle).await? { low = middle } else { high = middle }
    }
    Ok(low)
}
