//! Playing strength.

use super::score::Score;
use super::variation::Variation;
use crate::rules::SeededRng;

/// One of the playing levels: 0 for children, then from 1 ("just learned the rules") to the game's highest, which is full
/// strength ([`Think::highest_level`](super::think::Think::highest_level)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// The level that a child who knows the rules beats more often than not.
    pub const CHILDREN: Level = Level(0);
    /// The level of a newcomer.
    pub const FIRST: Level = Level(1);
    /// The level that a player new to a game can beat.
    pub const SECOND: Level = Level(2);
    /// The highest level that a game may have, which is full strength in every game.
    pub const FULL: Level = Level(10);

    /// The level with this number, from 0 to 10.
    pub const fn new(number: u8) -> Option<Level> {
        if number <= Level::FULL.0 { Some(Level(number)) } else { None }
    }

    /// The level's number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The levels up to this one, weakest first.
    pub fn and_below(self) -> impl Iterator<Item = Level> {
        (0..=self.0).map(Level)
    }
}

impl Default for Level {
    fn default() -> Self {
        Level::FULL
    }
}

/// How a level plays one game. It errs as people do, by searching less deep and by mistaking the second best move for
/// the best, not by playing random moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill {
    /// Maximum depth, in turns that are not forced.
    pub depth: u32,
    /// Maximum number of positions visited.
    pub nodes: u64,
    /// How far apart two moves' values must be, in hundredths, for the level to tell clearly that one is better.
    pub blur: i32,
    /// How many of the best moves a blurred level chooses from, at least 1.
    pub candidates: usize,
    /// The percentage of ideas that the level overlooks, its own and its opponent's; see `sight.rs`.
    pub overlooks: u8,
    /// How many positions the game's oracle, if it has one, may visit to find a win; 0 if it is not queried.
    pub oracle_nodes: u64,
}

/// The skills of the levels below the highest for a game in which they have not been measured.
pub const SKILLS: &[Skill] = &[
    Skill { overlooks: 60, ..Skill::new(1, 500, 400) },
    Skill::new(1, 500, 400),
    Skill::new(1, 500, 200),
    Skill::new(1, 1_000, 100),
    Skill::new(2, 2_000, 80),
    Skill::new(3, 8_000, 50),
    Skill::new(4, 20_000, 30),
    Skill::new(6, 50_000, 20),
];

/// The ratings of the levels for a game in which they have not been measured.
pub const RATINGS: &[u16] = &[750, 1000, 1150, 1300, 1500, 1650, 1800, 1950, 2100];

impl Skill {
    /// A skill that chooses among six moves, overlooks nothing and asks no oracle.
    pub const fn new(depth: u32, nodes: u64, blur: i32) -> Skill {
        Skill { depth, nodes, blur, candidates: 6, overlooks: 0, oracle_nodes: 0 }
    }

    /// Whether the level chooses among moves of different value.
    pub fn is_blurred(&self) -> bool {
        self.blur > 0
    }

    /// Moves the chosen variation to the front. The worse a variation, the more rarely it is chosen: at a distance of
    /// the blur about a third as often as the best, at three times that distance hardly ever. A win is never given up
    /// for another move, and a lost move is never chosen while another is left.
    pub(super) fn choose<M>(&self, variations: &mut [Variation<M>], rng: &mut SeededRng) {
        if !self.is_blurred() || variations.iter().any(|variation| variation.score.is_win()) {
            return;
        }
        // Taking the maximum of the values plus Gumbel noise samples with weights e^(value / blur).
        let mut noisy = |score: Score| {
            let drawn = (rng.draw() >> 11) as f64 / (1_u64 << 53) as f64;
            f64::from(score.0) - f64::from(self.blur) * (-(drawn.max(1e-12)).ln()).ln()
        };
        let noisy_values: Vec<f64> = variations.iter().map(|variation| noisy(variation.score)).collect();
        let best = (0..noisy_values.len()).max_by(|a, b| noisy_values[*a].total_cmp(&noisy_values[*b]));
        if let Some(best) = best {
            variations[..=best].rotate_right(1);
        }
    }
}
