//! What the instruments need to know of a game besides its rules: positions that measure the speed of its search, the
//! length of openings, and what simple players count as gain.
//!
//! [`GAMES`] lists the games that are [`Measured`]. A game of a catalogue that is not in the list is still played,
//! searched and counted, with the defaults of [`Instruments`]; only the players that count gain do not know it.

mod zertz;
mod dvonn;
mod barrier;

use crate::baselines::Baseline;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use tablero_games::ai::Think;
use tablero_games::catalog::{AnyGame, AnyLine};
use tablero_games::rules::barrier::Barrier;
use tablero_games::rules::dvonn::Dvonn;
use tablero_games::rules::zertz::Zertz;
use tablero_games::rules::{self, Line, Notation, Seat, SeededRng};

/// Positions whose search measures the speed of the program, see [`bench`](mod@crate::bench).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Benchmark {
    /// The depth of the searches, in turns.
    pub depth: u32,
    /// The positions, taken from games of the engine against itself, without the name of the game. Without any, the
    /// starting position is searched.
    pub positions: &'static [&'static str],
}

/// A game with what the instruments need to know of it.
pub trait Measured: Think + Notation {
    /// The positions that measure the speed of the search.
    const BENCHMARK: Benchmark;

    /// The number of random plies after which a game from this position has a suitable opening, with chances still even.
    fn opening_plies(start: &Self) -> RangeInclusive<usize>;

    /// The options of games that should differ from each other, unless others are given; empty if all games begin with
    /// the same position.
    const VARIED: &'static str = "";

    /// The book of level openings from this position, a line each; made by `examples/opening_book.rs`.
    fn book(_start: &Self) -> Option<&'static str> {
        None
    }

    /// How much better a position that is not over is for `seat` than for the opponent, in game-specific units, below
    /// 1,000,000.
    fn worth(&self, seat: Seat) -> i32;
}

/// The games that are measured.
pub const GAMES: &[&dyn Instruments] = &[&Of::<Zertz>::NEW, &Of::<Dvonn>::NEW, &Of::<Barrier>::NEW];

/// The instruments for a game.
pub fn instruments(game: &dyn AnyGame) -> &'static dyn Instruments {
    GAMES.iter().copied().find(|known| known.game() == Some(game.name())).unwrap_or(&Unmeasured)
}

/// What the instruments do with the lines of one game. The defaults suit any game.
pub trait Instruments: Sync {
    /// The name of the game; `None` for any game.
    fn game(&self) -> Option<&'static str> {
        None
    }

    /// See [`Measured::BENCHMARK`].
    fn benchmark(&self) -> Benchmark {
        Benchmark { depth: 6, positions: &[] }
    }

    /// See [`Measured::VARIED`].
    fn varied_setup(&self) -> &'static str {
        ""
    }

    /// See [`Measured::opening_plies`].
    fn opening_plies(&self, _start: &dyn AnyLine) -> RangeInclusive<usize> {
        1..=2
    }

    /// See [`Measured::book`].
    fn book(&self, _start: &dyn AnyLine) -> Option<&'static str> {
        None
    }

    /// The number of move sequences of length `depth`, see [`perft`](fn@rules::perft).
    fn perft(&self, line: &dyn AnyLine, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
        match depth {
            0 => return Some(1),
            1 => return Some(line.count_legal()),
            _ if stop() => return None,
            _ => {}
        }
        line.legal(usize::MAX).iter().try_fold(0_u64, |leaves, text| {
            let mut next = line.copy();
            // A legal move is never refused.
            next.play(text).ok()?;
            Some(leaves.saturating_add(self.perft(next.as_ref(), depth - 1, stop)?))
        })
    }

    /// Whether this player knows the game.
    fn knows(&self, baseline: Baseline) -> bool {
        baseline == Baseline::Random
    }

    /// The move of a player that knows the game, see [`Baseline::choose`]. `None` after the end.
    fn choose(
        &self,
        _baseline: Baseline,
        line: &dyn AnyLine,
        rng: &mut SeededRng,
        _keep_going: &mut dyn FnMut() -> bool,
    ) -> Option<String> {
        line.nth_legal(rng.below(line.count_legal()))
    }
}

/// The instruments for a game that is not measured.
struct Unmeasured;

impl Instruments for Unmeasured {}

/// The instruments for a measured game.
struct Of<G>(PhantomData<fn() -> G>);

impl<G> Of<G> {
    const NEW: Of<G> = Of(PhantomData);
}

impl<G: Measured> Instruments for Of<G> {
    fn game(&self) -> Option<&'static str> {
        Some(G::NAME)
    }

    fn benchmark(&self) -> Benchmark {
        G::BENCHMARK
    }

    fn varied_setup(&self) -> &'static str {
        G::VARIED
    }

    fn opening_plies(&self, start: &dyn AnyLine) -> RangeInclusive<usize> {
        start.as_line().map_or(0..=0, |line: &Line<G>| G::opening_plies(line.start()))
    }

    fn book(&self, start: &dyn AnyLine) -> Option<&'static str> {
        start.as_line::<G>().and_then(|line| G::book(line.start()))
    }

    fn perft(&self, line: &dyn AnyLine, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
        rules::perft(line.as_line::<G>()?, depth, stop)
    }

    fn knows(&self, _: Baseline) -> bool {
        true
    }

    fn choose(
        &self,
        baseline: Baseline,
        line: &dyn AnyLine,
        rng: &mut SeededRng,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Option<String> {
        let line = line.as_line::<G>().filter(|line| line.ending().is_none())?;
        baseline.choose(line.position(), rng, keep_going).map(|m| m.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablero_games::catalog::Catalog;

    #[test]
    fn every_position_of_the_benchmarks_can_be_read() {
        for game in Catalog::standard().games() {
            let Benchmark { positions, .. } = instruments(*game).benchmark();
            assert!(positions.len() > 5, "{}", game.name());
            for text in positions {
                assert_eq!(game.read_position(text).err(), None, "{text}");
            }
        }
    }

    #[test]
    fn the_defaults_agree_with_the_instruments_of_a_measured_game() {
        let line = Catalog::standard().game("barrier").expect("a game").start("5").expect("a setup");
        let of_barrier = instruments(line.game());
        for depth in 0..4 {
            let count = |known: &dyn Instruments| known.perft(line.as_ref(), depth, &|| false);
            assert_eq!(count(&Unmeasured), count(of_barrier), "depth {depth}");
        }
        assert_eq!(Unmeasured.perft(line.as_ref(), 3, &|| true), None);
        let choice = |known: &dyn Instruments| {
            known.choose(Baseline::Random, line.as_ref(), &mut SeededRng::new(4), &mut || false)
        };
        assert_eq!(choice(&Unmeasured), choice(of_barrier));
    }

    fn worth<G: Measured>(position: &str, seat: Seat) -> i32 {
        G::read_position(position).expect("a position").worth(seat)
    }

    #[test]
    fn gains_are_counted_by_hand() {
        // White's knight is shut in, Black has eight walks.
        let shut_in = "....#W/..B.#./....#./....../....../...... b";
        assert_eq!(worth::<Barrier>(shut_in, Seat::Two), 8);
        assert_eq!(worth::<Barrier>(shut_in, Seat::One), -8);
        // Two white and one grey marble against two black ones.
        let held = "37 automatic .ooo/ooooo/oooooo/oooWooo/oooooo/ooooo/oooo 3,7,8 2,1,0 0,0,2 2";
        assert_eq!(worth::<Zertz>(held, Seat::One), 2 * 15 + 12 - 2 * 10);
        assert_eq!(worth::<Zertz>(held, Seat::Two), -22);
    }

    #[test]
    fn a_stack_counts_with_its_height() {
        let mut line = Line::<Dvonn>::new(&rules::setup::read("start=random deal=7").expect("a setup"));
        assert_eq!(line.position().worth(Seat::One), 0);
        line.play_text("b1c1").expect("a legal move onto a black piece");
        assert_eq!(line.position().worth(Seat::One), 2);
        assert_eq!(line.position().worth(Seat::Two), -2);
    }
}
