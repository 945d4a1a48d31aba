//! Boards and options.

use super::board::GRID;
use crate::rules::hex::{Bounds, Cells};
use crate::rules::setup::{OptionSpec, SWAP, Values, get_swap, set_swap};

/// A board, with its marbles and goals.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    strum::Display,
    strum::EnumIter,
    strum::EnumString,
    strum::IntoStaticStr,
)]
pub enum Variant {
    /// The basic game, 37 rings.
    #[default]
    #[strum(serialize = "37")]
    Rings37,
    /// One more row on the right (diagram 6: rings "1").
    #[strum(serialize = "40")]
    Rings40,
    /// Rings "1" and "2" of diagram 6.
    #[strum(serialize = "43")]
    Rings43,
    /// Rings "1" and "3" of diagram 6.
    #[strum(serialize = "44")]
    Rings44,
    /// All rings of diagram 6: the tournament board.
    #[strum(serialize = "48")]
    Rings48,
    /// The regular hexagon of side 5.
    #[strum(serialize = "61")]
    Rings61,
    /// 37 rings, one marble less of each colour, and lower goals (seed 003, I).
    #[strum(serialize = "blitz")]
    Blitz,
}

impl Variant {
    /// The bounds of the board at the start (decision 4).
    pub const fn bounds(self) -> Bounds {
        let (columns, numbers, high, low) = match self {
            Variant::Rings37 | Variant::Blitz => (7, 7, 3, 3),
            Variant::Rings40 => (8, 7, 3, 3),
            Variant::Rings43 => (8, 7, 4, 3),
            Variant::Rings44 => (8, 8, 3, 3),
            Variant::Rings48 => (8, 8, 4, 3),
            Variant::Rings61 => (9, 9, 4, 4),
        };
        Bounds { columns, numbers, high, low }
    }

    /// The rings at the start.
    pub fn rings(self) -> Cells {
        GRID.within(&self.bounds())
    }

    /// The total number of marbles of each colour: white, grey, black.
    pub const fn marbles(self) -> [u8; 3] {
        match self {
            Variant::Blitz => [5, 7, 9],
            _ => [6, 8, 10],
        }
    }

    /// The number of captured marbles of one colour that wins: white, grey, black.
    pub const fn goals(self) -> [u8; 3] {
        match self {
            Variant::Blitz => [3, 4, 5],
            _ => [4, 5, 6],
        }
    }

    /// The number of captured marbles of each of the three colours that wins.
    pub const fn goal_of_each(self) -> u8 {
        match self {
            Variant::Blitz => 2,
            _ => 3,
        }
    }
}

/// Whether a group that a placement isolates or fills is claimed (decision 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::Display, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Claims {
    /// Always claimed, as seed 004 says.
    #[default]
    Automatic,
    /// Claimed if the mover chooses: "it is not compulsory" (seed 003, D.1).
    Optional,
}

/// The setup of a game of ZÈRTZ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The board.
    pub variant: Variant,
    /// How isolated and filled groups are claimed.
    pub claims: Claims,
    /// Whether the second player may take over the first move.
    pub swap: bool,
}

impl crate::rules::Setup for Setup {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            key: "variant",
            values: Values::OneOf(&["37", "40", "43", "44", "48", "61", "blitz"]),
            mentions_default: true,
        },
        OptionSpec { key: "claims", values: Values::OneOf(&["automatic", "optional"]), mentions_default: false },
        SWAP,
    ];

    fn set(&mut self, key: &str, value: &str) -> bool {
        match key {
            "variant" => value.parse().map(|variant| self.variant = variant).is_ok(),
            "claims" => value.parse().map(|claims| self.claims = claims).is_ok(),
            "swap" => set_swap(&mut self.swap, value),
            _ => false,
        }
    }

    fn get(&self, key: &str) -> Option<String> {
        match key {
            "variant" => Some(self.variant.to_string()),
            "claims" => Some(self.claims.to_string()),
            "swap" => get_swap(self.swap),
            _ => None,
        }
    }

    fn swap(&self) -> bool {
        self.swap
    }
}
