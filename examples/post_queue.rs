//! Simulates the queue of posts under Discord's limits, on a simulated clock:
//!
//! - `cargo run --release --example post_queue -- 1000` simulates an ordinary day of a bot in a thousand servers, and
//!   the hours after an outage. Further numbers may follow: how many requests Discord accepts in a second (50), the
//!   milliseconds that a request takes (150), how many turns are delivered at once (8), and the random seed (1).
//! - `cargo run --release --example post_queue -- threshold` finds the numbers of servers at which one board in a
//!   hundred waits longer than five seconds, for three settings. This takes minutes.
//!
//! This bot knows Discord's limits and waits; the real one is refused (429) and tries again. The constants below are
//! the assumptions. Those about players are guesses; replace them with what you see.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::ops::Range;
use std::process::ExitCode;

// In milliseconds. A simulation ends at `END` at the latest.
const SECOND: u64 = 1_000;
const HOUR: u64 = 3_600 * SECOND;
const DAY: u64 = 24 * HOUR;
const END: u64 = 4 * DAY;

/// Running games of a server, on average: most have a few, and a tenth of the servers has a third of all games.
const GAMES: f64 = 10.0;
/// Moves by people in a running game and a day: each looks at a game about once a day. The bot's own add no posts.
const MOVES: f64 = 2.0;
/// Shares of the players by time zone, in hours east of UTC: the bot speaks English, Spanish and Italian.
const REGIONS: [(f64, u64); 3] = [(0.45, 19), (0.45, 1), (0.10, 8)];
/// Activity by the hour of the local day, with a mean of 1: little at night, most in the evening.
#[rustfmt::skip]
const ACTIVITY: [f64; 24] = [
    0.5, 0.3, 0.15, 0.1, 0.1, 0.15, 0.4, 0.8, 1.0, 1.0, 1.0, 1.0,
    1.2, 1.1, 1.1, 1.1, 1.2, 1.4, 1.6, 1.9, 2.2, 2.2, 1.6, 0.9,
];
/// The start of the busiest hour with these regions, in UTC. It has 1.5 times the mean.
const BUSIEST: u64 = 20 * HOUR;
/// The share of boards whose predecessor is younger than 50 minutes, so that an edit removes its buttons.
const EDITED: f64 = 0.4;
/// The share of turns announced by a direct message, whose channel is opened first: it is not the default.
const DIRECT: f64 = 0.2;
/// The share of turns with a reminder: by default, there is one when a quarter of the time is left.
const REMINDED: f64 = 0.05;
/// Moves by people in a whole game. The first board opens a thread and adds both players; the last one closes it.
const WHOLE_GAME: f64 = 30.0;
/// Digests for each running game, at nine in UTC: players have several games, few want digests, fewer set a time zone.
const DIGESTS: f64 = 0.04;
/// The share of running games with a clock, which get a notice after an outage: rated games, and those with `time`.
const CLOCKED: f64 = 0.6;
/// One server in ten allows no threads. All its games share one channel.
const WITHOUT_THREADS: u64 = 10;
/// Of the moves that an outage has prevented, this share is made in the hour after it.
const CAUGHT_UP: f64 = 0.5;
/// From a claim to the first request: loading the match, and drawing the board (ADR 10).
const PREPARE_MS: u64 = 25;

/// Discord's limit for a channel: five messages in five seconds.
const CHANNEL_MESSAGES: usize = 5;
const CHANNEL_MS: u64 = 5 * SECOND;
/// A post that is later than this is first searched for in its channel, with one more request.
const SEARCHED_AFTER_MS: u64 = 120 * SECOND;
/// The lane of notices (`workers/priority_lane.rs`): deliveries at once, and the time between two of them.
const NOTICE_LANE: (u64, u64) = (4, 50);
/// A wait that players notice.
const SLOW_MS: u64 = 5 * SECOND;

/// The lanes of the dispatcher.
const TURNS: usize = 0;
const NOTICES: usize = 1;

/// How active players are at an instant, with a mean of 1.
fn activity(at: u64) -> f64 {
    REGIONS.iter().map(|(share, zone)| share * ACTIVITY[((at / HOUR + zone) % 24) as usize]).sum()
}

/// A post, and the requests left for it: in all, and after the message. Only boards and outage notices have a channel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Post {
    lane: usize,
    left: u64,
    after: u64,
    channel: Option<u64>,
    due_at: u64,
    claimed_at: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// Perhaps a move.
    Chance,
    Move,
    Due(Post),
    /// The next request of a delivery, or its end.
    Continue(Post),
    /// A lane may have room.
    Claim,
}

#[derive(Default)]
struct Simulation {
    servers: f64,
    request_ms: u64,
    at_once: u64,
    random: u64,
    /// By time, then by a number that keeps the order of simultaneous ones.
    events: BinaryHeap<Reverse<(u64, u64, Event)>>,
    added: u64,
    /// The lanes of turns and of notices: what waits, how many deliveries are in progress, when the next may begin.
    lanes: [(VecDeque<Post>, u64, u64); 2],
    /// When the latest requests were sent, as many as Discord accepts in a second.
    requests: VecDeque<u64>,
    /// When the latest messages in a channel were sent.
    channels: HashMap<u64, [u64; CHANNEL_MESSAGES]>,
    down: Range<u64>,
    /// Players stop when this ends. The boards that are due in this time are measured: what each has waited.
    measured: Range<u64>,
    waits: Vec<u64>,
    slow_or_waiting: usize,
    outages_left: u64,
    last_outage: u64,
    /// By the hour: moves, requests, and the milliseconds of all deliveries of each lane.
    hours: Vec<[u64; 4]>,
}

impl Simulation {
    /// An ordinary day; or an outage that ends when the busiest hour begins, and players continue until it is announced.
    fn new([servers, limit, request_ms, at_once, random]: [u64; 5], has_outage: bool) -> Simulation {
        let mut simulation = Simulation { request_ms, at_once, random, measured: 0..DAY, ..Simulation::default() };
        (simulation.servers, simulation.requests) = (servers as f64, vec![0; limit as usize].into());
        simulation.hours = vec![[0; 4]; (END / HOUR) as usize + 1];
        // Before, the limits would count what was never sent.
        simulation.add(CHANNEL_MS, Event::Chance);
        for _ in 0..(simulation.servers * GAMES * DIGESTS) as u64 {
            simulation.post(NOTICES, (1, 0), None, 9 * HOUR);
        }
        if has_outage {
            (simulation.down, simulation.measured) = (BUSIEST - HOUR..BUSIEST, BUSIEST..BUSIEST + HOUR);
            simulation.outages_left = (simulation.servers * GAMES * CLOCKED) as u64;
        }
        for _ in 0..simulation.outages_left {
            let channel = Some(simulation.channel());
            simulation.post(NOTICES, (0, 0), channel, BUSIEST);
        }
        simulation
    }

    /// From 0 to 1, without 1 (SplitMix64).
    fn unit(&mut self) -> f64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.random ^ (self.random >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// The time to the next of events that are independent of each other.
    fn time(&mut self, mean: f64) -> u64 {
        (-mean * (1.0 - self.unit()).ln()) as u64
    }

    fn add(&mut self, at: u64, event: Event) {
        self.added += 1;
        self.events.push(Reverse((at, self.added, event)));
    }

    /// Stores a post with requests before and after its message. An outage delays it; reminders for long: clocks stop.
    fn post(&mut self, lane: usize, (before, after): (u64, u64), channel: Option<u64>, due_at: u64) {
        let later = if lane == TURNS { due_at + HOUR } else { self.down.end };
        let due_at = if self.down.contains(&due_at) { later } else { due_at };
        self.add(due_at, Event::Due(Post { lane, left: before + 1 + after, after, channel, due_at, claimed_at: 0 }));
    }

    /// The channel of a random game: its thread, unless the server allows none. Servers with small numbers have more.
    fn channel(&mut self) -> u64 {
        let server = (self.servers * self.unit().powi(2)) as u64;
        let thread = (self.unit() * 64.0) as u64;
        server * 64 + if server % WITHOUT_THREADS == 5 { 0 } else { thread }
    }

    /// Runs until this time, until nothing is left to do, or until more boards were slow.
    fn run(mut self, until: u64, slow_max: usize) -> Simulation {
        while let Some(Reverse((now, _, event))) = self.events.pop().filter(|_| self.slow_or_waiting <= slow_max) {
            match event {
                _ if now >= until => break,
                Event::Chance => self.chance(now),
                Event::Move => self.play(now),
                Event::Due(post) => self.lanes[post.lane].0.push_back(post),
                Event::Continue(post) => self.go_on(now, post),
                Event::Claim => {}
            }
            self.claim(now);
        }
        self
    }

    fn chance(&mut self, now: u64) {
        let most = activity(BUSIEST);
        let next = now + self.time(DAY as f64 / (self.servers * GAMES * MOVES * most));
        if next < self.measured.end || self.outages_left > 0 {
            self.add(next, Event::Chance);
        }
        if self.unit() < activity(now) / most {
            self.play(now);
        }
    }

    /// A move with its posts. One that an outage prevents is made after it, or not at all.
    fn play(&mut self, now: u64) {
        let soon = (self.unit() * HOUR as f64) as u64;
        if self.down.contains(&now) {
            if self.unit() < CAUGHT_UP {
                self.add(self.down.end + soon, Event::Move);
            }
            return;
        }
        self.hours[(now / HOUR) as usize][0] += 1;
        self.slow_or_waiting += usize::from(self.measured.contains(&now));
        let channel = Some(self.channel());
        let before = if self.unit() < 1.0 / WHOLE_GAME { 3 } else { 0 };
        let edits = u64::from(self.unit() < EDITED);
        self.post(TURNS, (before, edits), channel, now);
        let is_direct = self.unit() < DIRECT;
        if is_direct {
            self.post(TURNS, (1, 0), None, now);
        }
        if self.unit() < REMINDED {
            self.post(TURNS, (u64::from(is_direct), 0), None, now + soon);
        }
        if self.unit() < 1.0 / WHOLE_GAME {
            self.post(NOTICES, (1, 0), None, now);
        }
    }

    /// Claims a post for each lane that has room.
    fn claim(&mut self, now: u64) {
        for (lane, at_once, pause) in [(TURNS, self.at_once, 0), (NOTICES, NOTICE_LANE.0, NOTICE_LANE.1)] {
            let (waiting, busy, ready_at) = &mut self.lanes[lane];
            let has_room = *busy < at_once && *ready_at <= now;
            if let Some(mut post) = waiting.pop_front_if(|_| has_room) {
                (*busy, *ready_at) = (*busy + 1, now + pause);
                post.claimed_at = now;
                post.left += u64::from(now - post.due_at > SEARCHED_AFTER_MS);
                self.add(now + PREPARE_MS, Event::Continue(post));
                self.add(now + pause, Event::Claim);
            }
        }
    }

    /// Sends the next request of a delivery, or ends it.
    fn go_on(&mut self, now: u64, mut post: Post) {
        if post.left == 0 {
            self.lanes[post.lane].1 -= 1;
            self.hours[(post.claimed_at / HOUR) as usize][2 + post.lane] += now - post.claimed_at;
            return;
        }
        let is_message = post.left == post.after + 1;
        if let Some(channel) = post.channel.filter(|_| is_message) {
            if self.channels.len() > 1 << 16 {
                self.channels.retain(|_, sent| sent[CHANNEL_MESSAGES - 1] + CHANNEL_MS > now);
            }
            let sent = self.channels.entry(channel).or_default();
            let free_at = sent[0] + CHANNEL_MS;
            if free_at > now {
                return self.add(free_at, Event::Continue(post));
            }
            sent.rotate_left(1);
            sent[CHANNEL_MESSAGES - 1] = now;
        }
        let sent_at = now.max(self.requests.pop_front().unwrap_or_default() + SECOND);
        self.requests.push_back(sent_at);
        self.hours[(sent_at.min(END) / HOUR) as usize][1] += 1;
        // Two thirds of the time are the same for all requests.
        let shortest = self.request_ms * 2 / 3;
        let answered_at = sent_at + shortest + self.time((self.request_ms - shortest) as f64);
        post.left -= 1;
        self.add(answered_at, Event::Continue(post));
        let is_public = is_message && post.channel.is_some();
        if is_public && post.lane == NOTICES {
            (self.outages_left, self.last_outage) = (self.outages_left - 1, answered_at);
        } else if is_public && self.measured.contains(&post.due_at) {
            self.waits.push(answered_at - post.due_at);
            self.slow_or_waiting -= usize::from(answered_at - post.due_at <= SLOW_MS);
        }
    }
}

/// What boards have waited, in words.
fn summary(mut waits: Vec<u64>) -> String {
    waits.sort_unstable();
    let last = waits.len().saturating_sub(1) as f64;
    let wait = |share: f64| waits.get((last * share) as usize).map_or(0.0, |wait| *wait as f64 / 1000.0);
    format!("p50 {:.2} s, p99 {:.2} s, max {:.2} s", wait(0.5), wait(0.99), wait(1.0))
}

fn report(numbers: [u64; 5]) {
    let day = Simulation::new(numbers, false).run(END, usize::MAX);
    for (name, column, whole) in [
        ("moves a second", 0, 1),
        ("requests a second", 1, 1),
        ("share of the limit", 1, numbers[1]),
        ("share of the lane of turns", 2 + TURNS, numbers[3] * SECOND),
    ] {
        let hours = day.hours[..24].iter().map(|hour| hour[column] as f64 / whole as f64 / 3600.0);
        let mean = hours.clone().sum::<f64>() / 24.0;
        println!("{name}: mean {mean:.3}, busiest hour {:.3}", hours.fold(0.0, f64::max));
    }
    println!("boards wait: {}", summary(day.waits));
    let after = Simulation::new(numbers, true).run(END, usize::MAX);
    println!("boards wait in the hour after an outage: {}", summary(after.waits));
    let hours = after.last_outage.saturating_sub(BUSIEST) as f64 / HOUR as f64;
    println!("outage notices: the last after {hours:.2} hours, and {} wait", after.outages_left);
}

/// The number of servers, to about one percent, at which one board in a hundred waits too long.
fn threshold(limit: u64, at_once: u64, has_outage: bool) -> u64 {
    let (mut low, mut high) = (1_000, 1_000_000);
    while high - low > low / 100 {
        let servers = u64::midpoint(low, high);
        let simulation = Simulation::new([servers, limit, 150, at_once, 1], has_outage);
        let until = simulation.measured.end + HOUR;
        let after = simulation.run(until, (servers as f64 * GAMES * MOVES / 100.0) as usize);
        if after.slow_or_waiting > after.waits.len() / 100 { high = servers } else { low = servers }
    }
    low
}

/// The numbers of the command line; `None` if they are wrong.
fn read(words: impl Iterator<Item = String>) -> Option<[u64; 5]> {
    let mut numbers = [1_000, 50, 150, 8, 1];
    for (index, word) in words.enumerate() {
        *numbers.get_mut(index)? = word.parse().ok().filter(|number| (1..=1_000_000).contains(number))?;
    }
    Some(numbers)
}

fn main() -> ExitCode {
    if std::env::args().skip(1).eq(["threshold"]) {
        for (limit, at_once) in [(50, 8), (500, 8), (500, 80)] {
            let [day, outage] = [false, true].map(|has_outage| threshold(limit, at_once, has_outage));
            println!("limit {limit}, {at_once} turns at once: {day} servers, after an outage {outage}");
        }
    } else if let Some(numbers) = read(std::env::args().skip(1)) {
        report(numbers);
    } else {
        eprintln!(
            "Usage: post_queue [threshold | SERVERS [LIMIT [REQUEST_MS [AT_ONCE [SEED]]]]], from 1 to 1000000 each"
        );
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}
