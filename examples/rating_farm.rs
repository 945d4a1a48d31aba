//! Simulates a thousand players who try to gain rating points from the engine, and shows what becomes of their ratings
//! (`docs/ratings.md`).
//!
//! No moves are searched: results are drawn from Elo's model for the true strengths of a player and a level. Everything
//! else is the program's own code: which rated games may begin, which draws the engine accepts, which endings count,
//! and how a result changes a rating. `--players` and `--games` (of each) set the size, `--seed` the random seed. The
//! exit code is 1 if a strategy has gained.

use std::collections::BTreeMap;
use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;
use tablero::ai::Score;
use tablero::catalog::{AnyGame, Catalog};
use tablero::db::SqlStorage;
use tablero::engine::agrees_to_draw;
use tablero::rules::{Outcome, Seat, SeededRng};
use tablero::service::ratings::rating::AHEAD_OF_LEVEL;
use tablero::service::{
    Action, DeliveryMode, GameService, Level, Match, Millis, Pauses, PlaceId, Player, PlayerId, RatedResult, Rating,
    Side, Status, SystemClock, Terms, TimeControl,
};

/// Mean and deviation of the players' true strengths, in rating points; then the bounds of these strengths, and the
/// deviation of the levels' ratings from their true strengths.
const STRENGTH: (f64, f64) = (1500.0, 300.0);
const STRENGTHS: (f64, f64) = (800.0, 2300.0);
const LEVEL_ERROR: f64 = 40.0;
/// The advantage of playing only on favourable boards, in rating points.
const GOOD_START: f64 = 80.0;
/// The share of drawn results between equals.
const DRAWN: f64 = 0.03;
/// Time between two games of a player.
const GAME_EVERY_MS: i64 = 6 * 60 * 60 * 1000;
/// Percentage of a strategy's players that must end within two deviations of their true strength.
const WITHIN: usize = 90;

/// The strategies for gaining points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strategy {
    /// No strategy: plays the level nearest to the player's own rating.
    Fair,
    /// Plays the highest level and offers a draw on the first turn and on every later one.
    EarlyDraws,
    /// In the first half of its games resigns every second one against the lowest level, so that the rating swings, and
    /// then wins what can be won.
    Resigning,
    /// Lets games be aborted until one starts favourably.
    Aborting,
    /// Always beats the lowest level with memorised moves.
    WeakestLevel,
    /// Plays the solved game, and never loses there.
    SolvedBoards,
    /// Plays the level that is weakest for its rating, among those that still award points.
    Overrated,
    /// Plays only the highest level.
    StrongestLevel,
    /// Stops for good once the rating is a hundred points above its value after twenty games.
    StopsAhead,
    /// Establishes a rating in games with people, and then lets the highest level play in its place against the engine.
    Settled,
}

use Strategy::*;

fn known(game: &str) -> &'static dyn AnyGame {
    Catalog::standard().game(game).expect("a game of the catalogue")
}

fn level_rating(game: &str, level: Level) -> f64 {
    known(game).level_rating(level).into()
}
const STRATEGIES: [Strategy; 10] =
    [Fair, EarlyDraws, Resigning, Aborting, WeakestLevel, SolvedBoards, Overrated, StrongestLevel, StopsAhead, Settled];

/// A player following a strategy.
struct Farmer {
    strategy: Strategy,
    /// The true strength, from which results are drawn.
    truth: f64,
    rating: Option<Rating>,
    now: Millis,
    games: u32,
    /// The number of games it will play.
    last: u32,
    chance: SeededRng,
}

/// Data shared by all players: freshly started matches, by game, and the error of each level's rating.
struct World {
    started: BTreeMap<&'static str, Match>,
    errors: BTreeMap<(&'static str, u8), f64>,
}

const ME: PlayerId = PlayerId(1);
/// The default game, unless the strategy prefers another.
const GAME: &str = "zertz";

fn terms(game: &str) -> Terms {
    Terms {
        game: game.to_owned(),
        setup: String::new(),
        challenger: ME,
        opponent: None,
        side: Side::First,
        hints: false,
        rated: true,
        control: TimeControl::PerMove { days: 3 },
        pauses: Pauses::NONE,
        note: String::new(),
        place: PlaceId(1),
        server: None,
        delivery_mode: DeliveryMode::Channel,
        origin: None,
        language: "en".to_owned(),
    }
}

/// A normally distributed random number.
fn normal(chance: &mut SeededRng) -> f64 {
    let mut uniform = || (chance.below(1 << 32) as f64 + 1.0) / (1_u64 << 32) as f64;
    let (one, two) = (uniform(), uniform());
    (-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * two).cos()
}

/// The result for the player in the first seat, drawn from the odds.
fn result(truth: f64, level: f64, chance: &mut SeededRng) -> Outcome {
    let odds = 1.0 / (1.0 + 10_f64.powf((level - truth) / 400.0));
    // Draws are taken equally from wins and losses, so that the odds match the expected points.
    let drawn = DRAWN.min(2.0 * odds).min(2.0 * (1.0 - odds));
    let draw = chance.below(1 << 32) as f64 / (1_u64 << 32) as f64;
    if draw < drawn {
        Outcome::Draw
    } else if draw < drawn / 2.0 + odds {
        Outcome::Win(Seat::One)
    } else {
        Outcome::Win(Seat::Two)
    }
}

impl World {
    async fn new(service: &GameService, chance: &mut SeededRng) -> World {
        let mut world = World { started: BTreeMap::new(), errors: BTreeMap::new() };
        for game in Catalog::standard().games() {
            // If a rated game may not begin, nothing can be gained.
            if let Ok(started) = service.start_against_engine(terms(game.name()), Level::default(), None).await {
                world.started.insert(game.name(), started);
            }
            for level in game.highest_level().and_below() {
                world.errors.insert((game.name(), level.number()), LEVEL_ERROR * normal(chance));
            }
        }
        world
    }

    /// The true strength of a level.
    fn strength(&self, game: &'static str, level: Level) -> f64 {
        level_rating(game, level) + self.errors[&(game, level.number())]
    }

    /// Whether the engine accepts a draw offer before anything has happened: goes through the match's own code, with a
    /// random value for the engine's opinion.
    fn is_given_a_draw(&self, game: &'static str, chance: &mut SeededRng) -> bool {
        let mut offered = self.started[game].clone();
        let own = Score((100.0 * normal(chance)) as i32);
        offered.act(ME, None, &Action::OfferDraw, Millis(0), 0).is_ok() && agrees_to_draw(own)
    }
}

impl Farmer {
    fn new(strategy: Strategy, number: u64, seed: u64, last: u32) -> Farmer {
        let mut chance = SeededRng::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(number));
        let truth = (STRENGTH.0 + STRENGTH.1 * normal(&mut chance)).clamp(STRENGTHS.0, STRENGTHS.1);
        Farmer { strategy, truth, rating: None, now: Millis(1_800_000_000_000), games: 0, last, chance }
    }

    /// Whether the player resigns this game.
    fn gives_up(&self) -> bool {
        self.strategy == Resigning && 2 * self.games < self.last && self.games.is_multiple_of(2)
    }

    fn value(&self) -> f64 {
        self.rating.map_or(STRENGTH.0, |rating| rating.value)
    }

    /// The level whose rating is nearest to a value.
    fn nearest(game: &str, value: f64) -> Level {
        let far = |level: &Level| (level_rating(game, *level) - value).abs();
        let levels = known(game).highest_level().and_below();
        levels.min_by(|one, other| far(one).total_cmp(&far(other))).unwrap_or(known(game).highest_level())
    }

    fn count(&mut self, game: &str, opponent: Player, outcome: Outcome) {
        let (players, game) = ([Player::Person(ME), opponent], game.to_owned());
        let rated_result = RatedResult { game: known(&game), players, outcome, at: self.now };
        let known = |id| if id == ME { self.rating } else { None };
        if let Some((_, change)) = rated_result.changes(known).into_iter().find(|(id, _)| *id == ME) {
            self.rating = Some(change.after);
        }
    }

    /// Establishes the rating in games with people of about the same strength whose ratings are reliable.
    fn meet_people(&mut self) {
        for number in 0..25 {
            self.now = self.now.plus(GAME_EVERY_MS);
            let theirs = self.truth + 100.0 * normal(&mut self.chance);
            let outcome = result(self.truth, theirs, &mut self.chance);
            let other = PlayerId(100 + number);
            let established = Rating { value: theirs, deviation: 60.0, games: 50, ..Rating::start(self.now) };
            let players = [Player::Person(ME), Player::Person(other)];
            let rated_result = RatedResult { game: known(GAME), players, outcome, at: self.now };
            let known = |id| if id == ME { self.rating } else { Some(established) };
            self.rating = rated_result.changes(known).first().map(|(_, change)| change.after);
        }
    }

    /// Plays one game with the engine; against the highest level unless the strategy chooses another.
    fn play(&mut self, world: &World) {
        self.now = self.now.plus(GAME_EVERY_MS);
        self.games += 1;
        let game = if self.strategy == SolvedBoards { "barrier" } else { GAME };
        // The game may not begin.
        let Some(started) = world.started.get(game) else { return };
        let overrated = || {
            let far = |level: &Level| world.strength(game, *level) - level_rating(game, *level);
            let pays = |level: &Level| level_rating(game, *level) >= self.value() - AHEAD_OF_LEVEL;
            let levels = known(game).highest_level().and_below().filter(pays);
            levels.min_by(|one, other| far(one).total_cmp(&far(other))).unwrap_or(known(game).highest_level())
        };
        let level = match self.strategy {
            Fair | Aborting | StopsAhead => Farmer::nearest(game, self.value()),
            Resigning if self.gives_up() => Level::FIRST,
            Resigning => Farmer::nearest(game, self.value()),
            WeakestLevel => Level::FIRST,
            Overrated => overrated(),
            EarlyDraws | SolvedBoards | StrongestLevel | Settled => known(game).highest_level(),
        };
        let theirs = world.strength(game, level);
        let outcome = match self.strategy {
            EarlyDraws if world.is_given_a_draw(game, &mut self.chance) => Outcome::Draw,
            Resigning if self.gives_up() => Outcome::Win(Seat::Two),
            Fair | EarlyDraws | Resigning | Overrated | StrongestLevel | StopsAhead => {
                result(self.truth, theirs, &mut self.chance)
            }
            Aborting => {
                // Three starts in four are left until the time runs out, which must change nothing.
                let aborted = Match { status: Status::Aborted, outcome: None, ..started.clone() };
                if !self.games.is_multiple_of(4) {
                    if let Some(rated_result) = RatedResult::of(&aborted, self.now) {
                        self.rating = rated_result.changes(|_| self.rating).first().map(|(_, change)| change.after);
                    }
                    return;
                }
                result(self.truth + GOOD_START, theirs, &mut self.chance)
            }
            WeakestLevel | SolvedBoards => Outcome::Win(Seat::One),
            Settled => result(theirs, theirs, &mut self.chance),
        };
        self.count(game, Player::Engine(level), outcome);
    }

    /// Plays all its games according to the strategy.
    fn play_all(&mut self, world: &World) {
        if self.strategy == Settled {
            self.meet_people();
        }
        let mut twenty = None;
        while self.games < self.last {
            self.play(world);
            if self.games == 20 {
                twenty = Some(self.value());
            }
            if self.strategy == StopsAhead && twenty.is_some_and(|then| self.value() >= then + 100.0) {
                break;
            }
        }
    }
}

/// The final state of a player.
struct Ended {
    truth: f64,
    rating: Rating,
}

impl Ended {
    fn excess(&self) -> f64 {
        self.rating.value - self.truth
    }

    fn is_within(&self) -> bool {
        self.excess().abs() <= 2.0 * self.rating.deviation
    }
}

/// Prints the outcome of a strategy and returns whether it has gained.
fn report(strategy: Strategy, ended: &[Ended]) -> bool {
    let mean = |of: &dyn Fn(&Ended) -> f64| ended.iter().map(of).sum::<f64>() / ended.len() as f64;
    let within = ended.iter().filter(|one| one.is_within()).count();
    let (excess, deviation) = (mean(&Ended::excess), mean(&|one| one.rating.deviation));
    let most = ended.iter().map(Ended::excess).fold(f64::MIN, f64::max);
    // A player who has played only the engine is on no leaderboard.
    let shown = ended.iter().filter(|one| !one.rating.is_provisional()).count();
    let gained = within * 100 < WITHIN * ended.len() || excess > 2.0 * deviation || (strategy != Settled && shown > 0);
    println!(
        "{:15} {:8} {within:7} {excess:9.0} {most:7.0} {deviation:10.0} {shown:8} {}",
        format!("{strategy:?}"),
        ended.len(),
        if gained { "gained" } else { "" }
    );
    gained
}

/// The value of an option, or the default.
fn option(name: &str, otherwise: u64) -> Result<u64, Box<dyn Error>> {
    let mut arguments = std::env::args().skip_while(|argument| argument != name).skip(1);
    Ok(arguments.next().map_or(Ok(otherwise), |value| value.parse())?)
}

#[tokio::main]
async fn main() -> Result<ExitCode, Box<dyn Error>> {
    let (players, games, seed) = (option("--players", 1_000)?, option("--games", 400)?, option("--seed", 1)?);
    let folder = tempfile::tempdir()?;
    let store = SqlStorage::open_file(&folder.path().join("tablero.sqlite")).await?;
    let service = GameService::new(Arc::new(store.clone()), Arc::new(SystemClock), move || seed);
    let world = World::new(&service, &mut SeededRng::new(seed)).await;
    store.close().await;
    println!("strategy         players  within   excess    most  deviation  settled");
    let mut gained = false;
    for (number, strategy) in (0..).zip(STRATEGIES) {
        let count = STRATEGIES.len() as u64;
        let ended: Vec<Ended> = (0..players)
            .filter(|player| player % count == number)
            .map(|player| {
                let mut farmer = Farmer::new(strategy, player, seed, u32::try_from(games).unwrap_or(u32::MAX));
                farmer.play_all(&world);
                let rating = farmer.rating.unwrap_or(Rating::start(farmer.now)).as_of(farmer.now);
                Ended { truth: farmer.truth, rating }
            })
            .collect();
        gained |= !ended.is_empty() && report(strategy, &ended);
    }
    Ok(if gained { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
