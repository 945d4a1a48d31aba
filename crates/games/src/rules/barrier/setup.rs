//! The size of the board.

use crate::rules::setup::{OptionSpec, Values};

/// The setup of a game of Barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    size: u8,
}

/// The supported sizes.
pub const SIZES: std::ops::RangeInclusive<u8> = 5..=10;

impl Setup {
    /// A board of `size` × `size` squares, if that size is supported.
    pub fn new(size: u8) -> Option<Setup> {
        SIZES.contains(&size).then_some(Setup { size })
    }

    /// The side length in squares.
    pub const fn size(self) -> u8 {
        self.size
    }
}

impl Default for Setup {
    /// 8×8, like a chessboard (seed 002, "Material").
    fn default() -> Self {
        Setup { size: 8 }
    }
}

impl crate::rules::Setup for Setup {
    const OPTIONS: &'static [OptionSpec] = &[OptionSpec {
        key: "variant",
        values: Values::OneOf(&["8", "5", "6", "7", "9", "10"]),
        mentions_default: true,
    }];

    fn set(&mut self, key: &str, value: &str) -> bool {
        let known = key == "variant"
            && Self::OPTIONS.iter().any(|spec| matches!(spec.values, Values::OneOf(words) if words.contains(&value)));
        let setup = if known { value.parse().ok().and_then(Setup::new) } else { None };
        setup.map(|setup| *self = setup).is_some()
    }

    fn get(&self, key: &str) -> Option<String> {
        (key == "variant").then(|| self.size.to_string())
    }
}
