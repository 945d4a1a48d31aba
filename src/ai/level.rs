//! How strong the engine plays.

use super::score::Score;
use super::variation::Variation;
use crate::rules::Chance;

/// One of the eight levels, from 1 ("just learned the rules") to 8 (as strong as the engine is).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// The lowest.
    pub const FIRST: Level = Level(1);
    /// As strong as the engine is.
    pub const FULL: Level = Level(8);

    /// The level with this number, from 1 to 8.
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number <= Level::FULL.0 { Some(Level(number)) } else { None }
    }

    /// Its number, from 1.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Every level, the lowest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=Level::FULL.0).map(Level)
    }
}

impl Default for Level {
    fn default() -> Self {
        Level::FULL
    }
}

/// How a level plays in one game: it errs as people do, by looking less far and by taking the second best for the
/// best, not by moves drawn at random.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    /// How deep it looks, in turns that are not forced.
    pub depth: u32,
    /// How many positions it looks at.
    pub nodes: u64,
    /// Whether it follows what is forced to its end; if not, a forced turn counts as depth like any other, and long
    /// chains are missed.
    pub follows: bool,
    /// How far apart two moves' values must be, in hundredths, for the better to be clearly better to it.
    pub blur: i32,
    /// How many of the best moves a blurred eye chooses from, at least 1.
    pub choice: usize,
    /// How many positions the oracle of the game, if it has one, may look at to find a win; 0 if it is not asked.
    pub exact: u64,
}

impl Skill {
    /// Whether it chooses among moves of different value.
    pub fn is_blurred(&self) -> bool {
        self.blur > 0
    }

    /// Puts the variation that is chosen first. A worse one is chosen the more rarely the worse it is: at a distance
    /// of the blur about a third as often as the best, at three times that hardly ever. A won game is never chosen
    /// away, and a lost one never chosen while another move is left.
    pub(super) fn choose<M>(&self, variations: &mut [Variation<M>], chance: &mut Chance) {
        if !self.is_blurred() || variations.iter().any(|variation| variation.score.is_win()) {
            return;
        }
        // The largest of the values, each with noise of the Gumbel distribution, is a draw with weights e^(value / blur).
        let mut noisy = |score: Score| {
            let drawn = (chance.draw() >> 11) as f64 / (1_u64 << 53) as f64;
            f64::from(score.0) - f64::from(self.blur) * (-(drawn.max(1e-12)).ln()).ln()
        };
        let seen: Vec<f64> = variations.iter().map(|variation| noisy(variation.score)).collect();
        let best = (0..seen.len()).max_by(|a, b| seen[*a].total_cmp(&seen[*b]));
        if let Some(best) = best {
            variations[..=best].rotate_right(1);
        }
    }
}
