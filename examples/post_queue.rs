//! Simulates the queue of posts under Discord's limits, on a simulated clock:
//!
//! - `cargo run --release --example post_queue -- 1000` simulates an ordinary day of a bot in a thousand servers, and the
//!   hours after an outage. `--limit` is the number of requests that Discord accepts in a second (50), `--request` the
//!   milliseconds that a request takes (150), `--at-once` how many turns are delivered at once (8), `--seed` the random
//!   seed (1).
//! - `cargo run --release --example post_queue -- threshold` finds the number of servers at which one board in a hundred
//!   waits longer than five seconds, for three settings. This takes minutes.
//!
//! Only the outbox, the two lanes of its dispatcher and Discord are simulated. Waits of the database, drawing on a busy
//! machine and requests that fail are not. Discord's refusals (429) are not either: the simulated bot knows the limits
//! and waits. The constants below are the assumptions. Those about players are guesses; replace them with what you see.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::process::ExitCode;

const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// The running games of a server and how many servers in ten have that many: most have a few, some are clubs. The mean
/// is 10.
const SERVERS: [(u64, u64); 3] = [(2, 5), (8, 4), (58, 1)];
const MEAN_GAMES: f64 = 10.0;
/// Moves by people in a running game and a day. In correspondence, each player looks at a game about once a day. The
/// bot's own moves need no board of their own.
const MOVES_PER_GAME: f64 = 2.0;
/// A player makes several moves in a row, in one game after the other, or two players answer each other: so many on
/// average, with this mean time between them.
const MOVES_PER_SITTING: f64 = 3.0;
const BETWEEN_MOVES_MS: f64 = 40_000.0;
/// Shares of the moves by time zone, in hours from UTC: the bot speaks English, Spanish and Italian.
const REGIONS: [(f64, f64); 3] = [(0.45, -5.0), (0.45, 1.0), (0.10, 8.0)];
/// Activity by the hour of the local day, with a mean of 1: little at night, most in the evening. With the regions, the
/// busiest hour has about 1.5 times the mean.
#[rustfmt::skip]
const LOCAL_HOURS: [f64; 24] = [
    0.5, 0.3, 0.15, 0.1, 0.1, 0.15, 0.4, 0.8, 1.0, 1.0, 1.0, 1.0,
    1.2, 1.1, 1.1, 1.1, 1.2, 1.4, 1.6, 1.9, 2.2, 2.2, 1.6, 0.9,
];
/// The share of boards whose predecessor is younger than 50 minutes, so that its buttons are removed by an edit.
const EDITED: f64 = 0.4;
/// The share of turns announced by a direct message with the board: the setting exists, but is not the default.
const DIRECT: f64 = 0.2;
/// The share of turns with a reminder: by default, one when a quarter of the time is left.
const REMINDED: f64 = 0.05;
/// Moves by people in a game. The first board opens a thread and adds both players; the last one closes it.
const MOVES_PER_GAME_IN_ALL: f64 = 30.0;
/// People per running game (most play several), and the share of them who get a digest at nine o'clock.
const PEOPLE_PER_GAME: f64 = 0.8;
const DIGESTED: f64 = 0.05;
/// The share of those who have not set their time zone, and get the digest at nine in UTC.
const WITHOUT_ZONE: f64 = 0.5;
/// The share of running games with a clock. They get a notice after an outage.
const CLOCKED: f64 = 0.6;
/// One server in so many allows no threads, so that its games share a channel.
const WITHOUT_THREADS: u64 = 10;
/// Of the moves that an outage has prevented, this share is made in the hour after it.
const CAUGHT_UP: f64 = 0.5;
/// The milliseconds from a claim to the first request: loading the match, and drawing the board (ADR 10).
const PREPARE_MS: u64 = 25;

/// Messages that Discord accepts in a channel in five seconds.
const CHANNEL_MESSAGES: usize = 5;
const CHANNEL_MS: u64 = 5 * SECOND;
/// A post that is later than this is first searched for in its channel, which takes a request.
const SEARCHED_AFTER_MS: u64 = 2 * MINUTE;
/// The lane of notices (`workers/priority_lane.rs`).
const NOTICES_AT_ONCE: usize = 4;
const NOTICE_PAUSE_MS: u64 = 50;
/// A wait that players notice.
const SLOW_MS: u32 = 5_000;
/// The end of the simulation, if notices of an outage still wait then.
const LAST: u64 = 4 * DAY;

/// SplitMix64.
struct Random(u64);

impl Random {
    /// From 0 to 1, without 1.
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, bound: u64) -> u64 {
        (self.unit() * bound as f64) as u64
    }

    /// A time with this mean, if events are independent of each other.
    fn time(&mut self, mean: f64) -> u64 {
        (-mean * (1.0 - self.unit()).ln()) as u64
    }
}

/// How active players are at an instant, with a mean of 1.
fn activity(at: u64) -> f64 {
    let local = |offset: f64| {
        let hour = (at as f64 / HOUR as f64 + offset).rem_euclid(24.0);
        let (whole, part) = (hour as usize, hour.fract());
        LOCAL_HOURS[whole % 24] * (1.0 - part) + LOCAL_HOURS[(whole + 1) % 24] * part
    };
    REGIONS.iter().map(|(share, offset)| share * local(*offset)).sum()
}

/// The hour of the day (UTC) that is busiest in its middle.
fn busiest_hour() -> u64 {
    let middle = |hour: &u64| activity(hour * HOUR + HOUR / 2);
    (0..24).max_by(|a, b| middle(a).total_cmp(&middle(b))).unwrap_or_default() * HOUR
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Parameters {
    servers: u64,
    limit: u64,
    request_ms: u64,
    at_once: u64,
    seed: u64,
}

const TURNS: usize = 0;
const NOTICES: usize = 1;

/// What a post is, for the statistics.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Board,
    Outage,
    Other,
}

/// A post, and the requests that its delivery still has to send: some before the message, the message, some after it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Post {
    kind: Kind,
    lane: usize,
    /// The place of the message; `None` for a direct message.
    channel: Option<u64>,
    before: u8,
    message: bool,
    after: u8,
    due_at: u64,
    claimed_at: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// Perhaps a player sits down; decides when that may happen next.
    Arrival,
    /// A move in a server with so many games.
    Move(u64, u64),
    Due(Post),
    /// The next request of a delivery, or its end.
    Continue(Post),
    /// A lane has ended its pause.
    Resume,
}

#[derive(Default)]
struct Lane {
    at_once: usize,
    pause: u64,
    ready_at: u64,
    busy: usize,
    waiting: VecDeque<Post>,
}

struct Simulation {
    parameters: Parameters,
    random: Random,
    events: BinaryHeap<Reverse<(u64, u64, Event)>>,
    number: u64,
    lanes: [Lane; 2],
    /// When the latest requests were sent, as many as Discord accepts in a second.
    requests: VecDeque<u64>,
    /// When the latest messages in a channel were sent.
    channels: HashMap<u64, [u64; CHANNEL_MESSAGES]>,
    down: (u64, u64),
    arrivals_until: u64,
    /// The boards that became due in this time are measured.
    measured: (u64, u64),
    waits: Vec<u32>,
    slow: u64,
    outages_waiting: u64,
    last_outage: u64,
    /// By the hour: moves, requests, and the milliseconds of all deliveries of turns together.
    hours: Vec<[u64; 3]>,
}

impl Simulation {
    fn new(parameters: Parameters, from: u64, until: u64, down: (u64, u64), measured: (u64, u64)) -> Simulation {
        let lane = |at_once, pause| Lane { at_once, pause, ..Lane::default() };
        let mut simulation = Simulation {
            parameters,
            random: Random(parameters.seed),
            events: BinaryHeap::new(),
            number: 0,
            lanes: [lane(parameters.at_once as usize, 0), lane(NOTICES_AT_ONCE, NOTICE_PAUSE_MS)],
            requests: VecDeque::new(),
            channels: HashMap::new(),
            down,
            arrivals_until: until,
            measured,
            waits: Vec::new(),
            slow: 0,
            outages_waiting: 0,
            last_outage: 0,
            hours: vec![[0; 3]; (LAST / HOUR) as usize + 1],
        };
        simulation.at(from, Event::Arrival);
        let games = parameters.servers as f64 * MEAN_GAMES;
        for _ in 0..(games * PEOPLE_PER_GAME * DIGESTED) as u64 {
            let (chance, mut offset) = (simulation.random.unit(), 0.0);
            if simulation.random.unit() >= WITHOUT_ZONE {
                let mut sum = 0.0;
                for (share, zone) in REGIONS {
                    offset = if chance >= sum { zone } else { offset };
                    sum += share;
                }
            }
            let nine = ((33.0 - offset) * HOUR as f64) as u64 % DAY;
            let due_at = if nine < from % DAY { from - from % DAY + DAY + nine } else { from - from % DAY + nine };
            simulation.post(Kind::Other, NOTICES, None, (1, true, 0), due_at);
        }
        if down.1 > 0 {
            for _ in 0..(games * CLOCKED) as u64 {
                let (server, games) = simulation.server();
                let channel = simulation.channel(server, games);
                simulation.post(Kind::Outage, NOTICES, Some(channel), (0, true, 0), down.1);
                simulation.outages_waiting += 1;
            }
        }
        simulation
    }

    fn at(&mut self, at: u64, event: Event) {
        self.number += 1;
        self.events.push(Reverse((at, self.number, event)));
    }

    /// Stores a post with its requests. What falls due in an outage is due at its end.
    fn post(&mut self, kind: Kind, lane: usize, channel: Option<u64>, requests: (u8, bool, u8), due_at: u64) {
        let due_at = if (self.down.0..self.down.1).contains(&due_at) { self.down.1 } else { due_at };
        let (before, message, after) = requests;
        self.at(due_at, Event::Due(Post { kind, lane, channel, before, message, after, due_at, claimed_at: 0 }));
    }

    /// The server of a random game, and how many games it has.
    fn server(&mut self) -> (u64, u64) {
        let tens = self.parameters.servers.div_ceil(10);
        let mut game = self.random.below(SERVERS.iter().map(|(games, of_ten)| games * of_ten * tens).sum());
        let mut first = 0;
        for (games, of_ten) in SERVERS {
            if game < games * of_ten * tens {
                return (first + game / games, games);
            }
            game -= games * of_ten * tens;
            first += of_ten * tens;
        }
        (0, SERVERS[0].0)
    }

    /// The channel of a random game of a server: its thread, unless the server allows none.
    fn channel(&mut self, server: u64, games: u64) -> u64 {
        let game = if server.is_multiple_of(WITHOUT_THREADS) { 0 } else { self.random.below(games) };
        server * 64 + game
    }

    /// Runs until nothing is left to do, the given number of boards was slow, or the notices of an outage are delivered.
    fn run(&mut self, slow_max: u64) {
        while let Some(Reverse((now, _, event))) = self.events.pop() {
            match event {
                Event::Arrival => self.arrive(now),
                Event::Move(server, games) => self.play(now, server, games),
                Event::Due(post) => {
                    self.lanes[post.lane].waiting.push_back(post);
                    self.fill(now);
                }
                Event::Continue(post) => self.continue_delivery(now, post),
                Event::Resume => self.fill(now),
            }
            let is_quiet = self.down.1 > 0 && self.outages_waiting == 0 && now > self.measured.1 + HOUR;
            if self.slow > slow_max || is_quiet || now >= LAST {
                return;
            }
        }
    }

    fn arrive(&mut self, now: u64) {
        let sittings = self.parameters.servers as f64 * MEAN_GAMES * MOVES_PER_GAME / MOVES_PER_SITTING;
        // More arrivals than at any hour, of which only the share of this hour counts.
        let most = activity(busiest_hour() + HOUR / 2) * 1.1;
        let next = now + self.random.time(DAY as f64 / (sittings * most)).max(1);
        if next < self.arrivals_until {
            self.at(next, Event::Arrival);
        }
        if self.random.unit() < activity(now) / most {
            let (server, games) = self.server();
            self.play(now, server, games);
        }
    }

    /// A move, its posts, and perhaps another move of the same sitting.
    fn play(&mut self, now: u64, server: u64, games: u64) {
        if (self.down.0..self.down.1).contains(&now) {
            if self.random.unit() < CAUGHT_UP {
                let later = self.down.1 + self.random.below(HOUR);
                self.at(later, Event::Move(server, games));
            }
            return;
        }
        self.hours[(now / HOUR) as usize][0] += 1;
        let channel = self.channel(server, games);
        let begins = self.random.unit() < 1.0 / MOVES_PER_GAME_IN_ALL;
        let edits = u8::from(self.random.unit() < EDITED);
        self.post(Kind::Board, TURNS, Some(channel), (if begins { 3 } else { 0 }, true, edits), now);
        let is_direct = self.random.unit() < DIRECT;
        if is_direct {
            self.post(Kind::Other, TURNS, None, (1, true, 0), now);
        }
        if self.random.unit() < REMINDED {
            let later = now + self.random.below(HOUR);
            let (place, before) = if is_direct { (None, 1) } else { (Some(channel), 0) };
            self.post(Kind::Other, TURNS, place, (before, true, 0), later);
        }
        if self.random.unit() < 1.0 / MOVES_PER_GAME_IN_ALL {
            self.post(Kind::Other, NOTICES, None, (2, false, 0), now);
        }
        if self.random.unit() < 1.0 - 1.0 / MOVES_PER_SITTING {
            let next = now + self.random.time(BETWEEN_MOVES_MS);
            self.at(next, Event::Move(server, games));
        }
    }

    /// Claims posts, as far as the lanes have room.
    fn fill(&mut self, now: u64) {
        for lane in [TURNS, NOTICES] {
            while self.lanes[lane].busy < self.lanes[lane].at_once && self.lanes[lane].ready_at <= now {
                let Some(mut post) = self.lanes[lane].waiting.pop_front() else { break };
                post.claimed_at = now;
                post.before += u8::from(post.message && now - post.due_at > SEARCHED_AFTER_MS);
                self.lanes[lane].busy += 1;
                self.at(now + PREPARE_MS, Event::Continue(post));
                if self.lanes[lane].pause > 0 {
                    self.lanes[lane].ready_at = now + self.lanes[lane].pause;
                    self.at(self.lanes[lane].ready_at, Event::Resume);
                }
            }
        }
    }

    fn continue_delivery(&mut self, now: u64, mut post: Post) {
        let is_message = post.before == 0 && post.message;
        if let (true, Some(channel)) = (is_message, post.channel) {
            if self.channels.len() > 1 << 16 {
                self.channels.retain(|_, sent| sent[CHANNEL_MESSAGES - 1] + CHANNEL_MS > now);
            }
            let sent = self.channels.entry(channel).or_default();
            if sent[0] > 0 && sent[0] + CHANNEL_MS > now {
                let free_at = sent[0] + CHANNEL_MS;
                return self.at(free_at, Event::Continue(post));
            }
            sent.rotate_left(1);
            sent[CHANNEL_MESSAGES - 1] = now;
        }
        if post.before == 0 && !post.message && post.after == 0 {
            self.lanes[post.lane].busy -= 1;
            if post.lane == TURNS {
                self.hours[(post.claimed_at / HOUR) as usize][2] += now - post.claimed_at;
            }
            return self.fill(now);
        }
        let is_full = self.requests.len() as u64 == self.parameters.limit;
        let oldest = if is_full { self.requests.pop_front() } else { None };
        let sent_at = oldest.map_or(now, |oldest| now.max(oldest + SECOND));
        self.requests.push_back(sent_at);
        self.hours[(sent_at / HOUR) as usize][1] += 1;
        // Two thirds of the time are the same for all requests.
        let shortest = self.parameters.request_ms * 2 / 3;
        let answered_at = sent_at + shortest + self.random.time((self.parameters.request_ms - shortest) as f64);
        if post.before > 0 {
            post.before -= 1;
        } else if is_message {
            post.message = false;
            self.sent(&post, answered_at);
        } else {
            post.after -= 1;
        }
        self.at(answered_at, Event::Continue(post));
    }

    fn sent(&mut self, post: &Post, at: u64) {
        if post.kind == Kind::Outage {
            self.outages_waiting -= 1;
            self.last_outage = at;
        } else if post.kind == Kind::Board && (self.measured.0..self.measured.1).contains(&post.due_at) {
            let wait = u32::try_from(at - post.due_at).unwrap_or(u32::MAX);
            self.slow += u64::from(wait > SLOW_MS);
            self.waits.push(wait);
        }
    }

    /// The waits of the measured boards, in words.
    fn summary(&mut self) -> String {
        self.waits.sort_unstable();
        let last = self.waits.len().saturating_sub(1) as f64;
        let wait = |share: f64| self.waits.get((last * share) as usize).map_or(0.0, |wait| f64::from(*wait) / 1000.0);
        format!("p50 {:.2} s, p99 {:.2} s, max {:.2} s", wait(0.5), wait(0.99), wait(1.0))
    }
}

/// An ordinary day, from midnight to midnight.
fn ordinary_day(parameters: Parameters) -> Simulation {
    Simulation::new(parameters, 0, DAY, (0, 0), (0, DAY))
}

fn report(parameters: Parameters) {
    let mut day = ordinary_day(parameters);
    day.run(u64::MAX);
    let of_day = &day.hours[..24];
    let mean = |column: usize| of_day.iter().map(|hour| hour[column]).sum::<u64>() as f64 / (DAY / SECOND) as f64;
    let peak = |column: usize| of_day.iter().map(|hour| hour[column]).max().unwrap_or(0) as f64 / 3600.0;
    let Parameters { servers, limit, request_ms, at_once, seed } = parameters;
    println!("servers           {servers}, limit {limit}/s, request {request_ms} ms, {at_once} at once, seed {seed}");
    println!("moves a second    mean {:.2}, busiest hour {:.2}", mean(0), peak(0));
    println!("requests a second mean {:.2}, busiest hour {:.2}", mean(1), peak(1));
    let of_limit = |rate: f64| rate / limit as f64 * 100.0;
    println!("of the limit      mean {:.1} %, busiest hour {:.1} %", of_limit(mean(1)), of_limit(peak(1)));
    let of_lane = |busy: f64| busy / SECOND as f64 / at_once as f64 * 100.0;
    println!("of the lane       mean {:.1} %, busiest hour {:.1} %", of_lane(mean(2)), of_lane(peak(2)));
    println!("boards wait       {}", day.summary());
    // The outage ends when the busiest hour begins.
    let up = busiest_hour();
    let mut after = Simulation::new(parameters, up - 3 * HOUR, LAST, (up - HOUR, up), (up, up + HOUR));
    let notices = after.outages_waiting;
    after.run(u64::MAX);
    println!("after an outage   {}", after.summary());
    let minutes = after.last_outage.saturating_sub(up) as f64 / MINUTE as f64;
    println!("outage notices    {notices}, of which {} wait after {minutes:.1} min", after.outages_waiting);
}

/// Whether one board in a hundred waits too long in an ordinary day.
fn is_too_slow(parameters: Parameters) -> bool {
    let mut day = ordinary_day(parameters);
    let slow_max = (parameters.servers as f64 * MEAN_GAMES * MOVES_PER_GAME / 100.0) as u64;
    day.run(slow_max);
    day.slow > slow_max
}

/// Prints the number of servers at which boards begin to wait, to about one percent.
fn report_threshold(parameters: Parameters) {
    let with = |servers| Parameters { servers, ..parameters };
    let mut low = 1_000;
    while !is_too_slow(with(low * 2)) {
        low *= 2;
    }
    let mut high = low * 2;
    while high - low > low / 100 {
        let middle = low.midpoint(high);
        if is_too_slow(with(middle)) { high = middle } else { low = middle }
    }
    println!("limit {}/s, {} at once: {low} servers", parameters.limit, parameters.at_once);
}

/// Reads the first argument, if any, and the options; `None` if they are wrong.
fn read(words: &[String]) -> Option<(bool, Parameters)> {
    let mut parameters = Parameters { servers: 1_000, limit: 50, request_ms: 150, at_once: 8, seed: 1 };
    let is_option = |word: &&String| word.starts_with("--");
    let (first, options) = match words.split_first() {
        Some((first, options)) if !is_option(&first) => (Some(first), options),
        _ => (None, words),
    };
    let is_threshold = first.is_some_and(|first| first == "threshold");
    if let Some(servers) = first.filter(|_| !is_threshold) {
        parameters.servers = servers.parse().ok()?;
    }
    for pair in options.chunks(2) {
        let [name, value] = pair else { return None };
        let value = value.parse().ok()?;
        match name.as_str() {
            "--limit" => parameters.limit = value,
            "--request" => parameters.request_ms = value,
            "--at-once" => parameters.at_once = value,
            "--seed" => parameters.seed = value,
            _ => return None,
        }
    }
    let Parameters { servers, limit, request_ms, at_once, .. } = parameters;
    let is_valid = [servers, limit, request_ms, at_once].iter().all(|number| (1..=10_000_000).contains(number));
    is_valid.then_some((is_threshold, parameters))
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match read(&words) {
        Some((false, parameters)) => report(parameters),
        Some((true, parameters)) => {
            for (limit, at_once) in [(50, 8), (500, 8), (500, 80)] {
                report_threshold(Parameters { limit, at_once, ..parameters });
            }
        }
        None => {
            eprintln!(
                "Usage: post_queue [SERVERS | threshold] [--limit REQUESTS] [--request MS] [--at-once N] [--seed N], with positive numbers."
            );
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
