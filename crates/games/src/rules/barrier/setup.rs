//! The size of the board, and the swap.

use crate::rules::setup::{OptionSpec, SWAP, Values, get_swap, set_swap};

/// The setup of a game of Barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    size: u8,
    swap: bool,
}

/// The supported sizes.
pub const SIZES: std::ops::RangeInclusive<u8> = 5..=10;

/// The sizes as words, the default first.
const SIZE_WORDS: &[&str] = &["8", "5", "6", "7", "9", "10"];

impl Setup {
    /// A board of `size` × `size` squares, if that size is supported.
    pub fn new(size: u8) -> Option<Setup> {
        SIZES.contains(&size).then_some(Setup { size, swap: false })
    }

    /// The same setup without the swap, which positions do not store.
    pub(super) const fn without_swap(self) -> Setup {
        Setup { swap: false, ..self }
    }

    /// The side length in squares.
    pub const fn size(self) -> u8 {
        self.size
    }
}

impl Default for Setup {
    /// 8×8, like a chessboard (seed 002, "Material").
    fn default() -> Self {
        Setup { size: 8, swap: false }
    }
}

impl crate::rules::Setup for Setup {
    const OPTIONS: &'static [OptionSpec] =
        &[OptionSpec { key: "variant", values: Values::OneOf(SIZE_WORDS), mentions_default: true }, SWAP];

    fn set(&mut self, key: &str, value: &str) -> bool {
        match key {
            "variant" => {
                let size = value.parse().ok().filter(|_| SIZE_WORDS.contains(&value));
                size.map(|size| self.size = size).is_some()
            }
            "swap" => set_swap(&mut self.swap, value),
            _ => false,
        }
    }

    fn get(&self, key: &str) -> Option<String> {
        match key {
            "variant" => Some(self.size.to_string()),
            "swap" => get_swap(self.swap),
            _ => None,
        }
    }

    fn swap(&self) -> bool {
        self.swap
    }
}
