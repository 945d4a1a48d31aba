//! The people. A person's characteristics follow from the seed and the person's number, and their actions on waking
//! from the number of that waking.

use tablero::rules::SeededRng;
use tablero::service::time::control::{DAY_MS, HOUR_MS};
use tablero::service::{Hours, Millis, Pauses, Pings, Preferences, TimeControl};

/// How a person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Checks several times a day and always moves.
    Keen,
    /// Checks once a day.
    Daily,
    /// Checks every few days.
    Slow,
    /// Checks only at weekends.
    Weekender,
    /// Checks daily, and ignores half of the games.
    Forgetful,
    /// Stays away for good after some months.
    Vanisher,
}

const KINDS: [Kind; 10] = [
    Kind::Keen,
    Kind::Keen,
    Kind::Keen,
    Kind::Daily,
    Kind::Daily,
    Kind::Daily,
    Kind::Slow,
    Kind::Weekender,
    Kind::Forgetful,
    Kind::Vanisher,
];

const ZONES: [&str; 10] = [
    "UTC",
    "Europe/Rome",
    "Europe/Madrid",
    "America/New_York",
    "America/Sao_Paulo",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Chatham",
    "America/St_Johns",
    "Asia/Tokyo",
];

/// A person.
#[derive(Clone, Debug)]
pub struct Person {
    /// The person's number, from 1.
    pub id: u64,
    /// How the person plays.
    pub kind: Kind,
    /// The person's time zone.
    pub zone: &'static str,
    /// The hours of sleep, in minutes, if the person has set them.
    pub sleep: Option<(u16, u16)>,
    /// Whether the person's clocks are paused at weekends.
    pub weekend: bool,
    /// The person's preferences.
    pub settings: Preferences,
    seed: u64,
}

fn rng_of(seed: u64, a: u64, b: u64) -> SeededRng {
    let mut chance = SeededRng::new(seed ^ a.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    SeededRng::new(chance.draw() ^ b.wrapping_mul(0xd1b5_4a32_d192_ed03))
}

impl Person {
    /// Creates the person with this number.
    pub fn new(seed: u64, id: u64) -> Person {
        let mut chance = rng_of(seed, id, u64::MAX);
        let mut one_in = |count| chance.below(count) == 0;
        let sleep = one_in(3).then_some((23 * 60, 7 * 60 + 15));
        let weekend = one_in(5);
        let quiet = one_in(6).then_some(Hours { from: 22 * 60, until: 8 * 60 });
        let (automatic_vacation, play_forced_moves) = (!one_in(4), one_in(3));
        let pings = [Pings::Thread, Pings::Thread, Pings::Direct, Pings::Digest, Pings::None][chance.below(5) as usize];
        let reminders = [vec![25], vec![], vec![50, 25, 10]][chance.below(3) as usize].clone();
        let zone = ZONES[chance.below(ZONES.len() as u64) as usize];
        let kind = KINDS[chance.below(KINDS.len() as u64) as usize];
        let settings = Preferences {
            pings,
            reminders,
            quiet,
            automatic_vacation,
            play_forced_moves,
            zone: zone.to_owned(),
            ..Preferences::default()
        };
        Person { id, kind, zone, sleep, weekend, settings, seed }
    }

    /// The time from the `waking`th waking to the next, in milliseconds.
    pub fn time_to_next_waking(&self, waking: u64) -> i64 {
        let mut chance = rng_of(self.seed, self.id, waking * 2);
        let spread =
            |chance: &mut SeededRng, around: i64| around / 2 + chance.below(around.unsigned_abs()).cast_signed();
        match self.kind {
            Kind::Keen => spread(&mut chance, 7 * HOUR_MS),
            Kind::Daily | Kind::Forgetful | Kind::Vanisher => spread(&mut chance, DAY_MS),
            Kind::Slow => spread(&mut chance, 3 * DAY_MS),
            // Active for some hours on each of two days, then absent for five days.
            Kind::Weekender if !waking.is_multiple_of(4) => spread(&mut chance, 8 * HOUR_MS),
            Kind::Weekender => 5 * DAY_MS,
        }
    }

    /// Whether the person still plays at that time.
    pub fn is_active(&self, started: Millis, now: Millis) -> bool {
        let mut chance = rng_of(self.seed, self.id, u64::MAX - 1);
        let leaves = 60 + chance.below(200).cast_signed();
        self.kind != Kind::Vanisher || now.0 - started.0 < leaves * DAY_MS
    }

    /// The random numbers for the person's actions on the `waking`th waking.
    pub fn rng(&self, waking: u64) -> SeededRng {
        rng_of(self.seed, self.id, waking * 2 + 1)
    }
}

/// A random game with its setup, mostly short ones.
pub fn random_game(chance: &mut SeededRng) -> (&'static str, &'static str) {
    match chance.below(40) {
        0 => ("dvonn", "start=random"),
        1..=2 => ("zertz", "variant=blitz"),
        3..=6 => ("barrier", "variant=8"),
        7..=15 => ("barrier", "variant=6"),
        _ => ("barrier", "variant=5"),
    }
}

/// A random time control with its pauses.
pub fn random_control(chance: &mut SeededRng) -> (TimeControl, Pauses) {
    let offered = TimeControl::OFFERED;
    let control = match chance.below(20) {
        0 => TimeControl::None,
        1 => TimeControl::Bank { bank: 30, increment: 1, cap: 40 },
        _ => offered[1 + chance.below(offered.len() as u64 - 1) as usize],
    };
    let pauses = Pauses::OFFERED[chance.below(3) as usize].0;
    (control, pauses)
}
