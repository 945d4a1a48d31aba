//! The people: what somebody is like follows from the seed and their number, and what somebody does on waking up from
//! the number of that waking.

use tablero::rules::Chance;
use tablero::service::time::control::{DAY_MS, HOUR_MS};
use tablero::service::{Hours, Millis, Pauses, Pings, Preferences, TimeControl};

/// How somebody plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Looks several times a day and always moves.
    Keen,
    /// Looks once a day.
    Daily,
    /// Looks every few days.
    Slow,
    /// Looks at weekends only.
    Weekender,
    /// Looks daily, and passes over half of the games.
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
    /// How they play.
    pub kind: Kind,
    /// Their time zone.
    pub zone: &'static str,
    /// When they sleep, in minutes, if they have said so.
    pub sleep: Option<(u16, u16)>,
    /// Whether their clocks stand still at weekends.
    pub weekend: bool,
    /// What they have chosen.
    pub settings: Preferences,
    seed: u64,
}

fn mixed(seed: u64, a: u64, b: u64) -> Chance {
    let mut chance = Chance::new(seed ^ a.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    Chance::new(chance.draw() ^ b.wrapping_mul(0xd1b5_4a32_d192_ed03))
}

impl Person {
    /// The person with this number.
    pub fn new(seed: u64, id: u64) -> Person {
        let mut chance = mixed(seed, id, u64::MAX);
        let mut one_in = |count| chance.below(count) == 0;
        let sleep = one_in(3).then_some((23 * 60, 7 * 60 + 15));
        let weekend = one_in(5);
        let quiet = one_in(6).then_some(Hours { from: 22 * 60, until: 8 * 60 });
        let (rescue, forced) = (!one_in(4), one_in(3));
        let pings = [Pings::Thread, Pings::Thread, Pings::Direct, Pings::Digest, Pings::None][chance.below(5) as usize];
        let reminders = [vec![25], vec![], vec![50, 25, 10]][chance.below(3) as usize].clone();
        let zone = ZONES[chance.below(ZONES.len() as u64) as usize];
        let kind = KINDS[chance.below(KINDS.len() as u64) as usize];
        let settings =
            Preferences { pings, reminders, quiet, rescue, forced, zone: zone.to_owned(), ..Preferences::default() };
        Person { id, kind, zone, sleep, weekend, settings, seed }
    }

    /// How long after waking up for the `wake`th time they wake up again, in milliseconds.
    pub fn pause(&self, wake: u64) -> i64 {
        let mut chance = mixed(self.seed, self.id, wake * 2);
        let spread = |chance: &mut Chance, around: i64| around / 2 + chance.below(around.unsigned_abs()).cast_signed();
        match self.kind {
            Kind::Keen => spread(&mut chance, 7 * HOUR_MS),
            Kind::Daily | Kind::Forgetful | Kind::Vanisher => spread(&mut chance, DAY_MS),
            Kind::Slow => spread(&mut chance, 3 * DAY_MS),
            // Some hours on each of two days, then five days of nothing.
            Kind::Weekender if !wake.is_multiple_of(4) => spread(&mut chance, 8 * HOUR_MS),
            Kind::Weekender => 5 * DAY_MS,
        }
    }

    /// Whether they still look at their games then.
    pub fn is_there(&self, begun: Millis, now: Millis) -> bool {
        let mut chance = mixed(self.seed, self.id, u64::MAX - 1);
        let leaves = 60 + chance.below(200).cast_signed();
        self.kind != Kind::Vanisher || now.0 - begun.0 < leaves * DAY_MS
    }

    /// What decides what they do on waking up for the `wake`th time.
    pub fn mood(&self, wake: u64) -> Chance {
        mixed(self.seed, self.id, wake * 2 + 1)
    }
}

/// A game with its setup, mostly short ones.
pub fn some_game(chance: &mut Chance) -> (&'static str, &'static str) {
    match chance.below(40) {
        0 => ("dvonn", "start=random"),
        1..=2 => ("zertz", "variant=blitz"),
        3..=6 => ("barrier", "variant=8"),
        7..=15 => ("barrier", "variant=6"),
        _ => ("barrier", "variant=5"),
    }
}

/// A time control with what stops it.
pub fn some_control(chance: &mut Chance) -> (TimeControl, Pauses) {
    let offered = TimeControl::OFFERED;
    let control = match chance.below(20) {
        0 => TimeControl::None,
        1 => TimeControl::Bank { bank: 30, increment: 1, cap: 40 },
        _ => offered[1 + chance.below(offered.len() as u64 - 1) as usize],
    };
    let pauses = Pauses::OFFERED[chance.below(3) as usize].0;
    (control, pauses)
}
