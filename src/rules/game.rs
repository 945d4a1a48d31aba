//! What a game is to the rest of the program.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::{ControlFlow, Not};

/// One of the two places at the board. `One` is White in DVONN and Barrier and the first player in ZÈRTZ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seat {
    /// White, or the player who makes the first turn.
    One,
    /// Black, or the player who makes the second turn.
    Two,
}

impl Seat {
    /// Both seats, in the order in which they begin.
    pub const BOTH: [Seat; 2] = [Seat::One, Seat::Two];

    /// 0 for [`Seat::One`], 1 for [`Seat::Two`]: the place of this seat's things in an array.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Seat {
    type Output = Seat;

    fn not(self) -> Seat {
        match self {
            Seat::One => Seat::Two,
            Seat::Two => Seat::One,
        }
    }
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This seat won.
    Win(Seat),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// As records and databases have it: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn word(self) -> &'static str {
        match self {
            Outcome::Win(Seat::One) => "1-0",
            Outcome::Win(Seat::Two) => "0-1",
            Outcome::Draw => "1/2-1/2",
        }
    }

    /// The opposite of [`Outcome::word`]; `None` for a word that means nothing.
    pub fn from_word(word: &str) -> Option<Outcome> {
        match word {
            "1-0" => Some(Outcome::Win(Seat::One)),
            "0-1" => Some(Outcome::Win(Seat::Two)),
            "1/2-1/2" => Some(Outcome::Draw),
            _ => None,
        }
    }
}

/// Why the rules ended a game: a word of lower-case letters, which is also the key of the sentence that
/// tells players about it. Ends that are not of the rules (resigning, time) are not here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reason(pub &'static str);

impl Reason {
    /// The same position stood for the third time.
    pub const REPETITION: Reason = Reason("repetition");
}

/// How the rules ended a game: who won, and apart from it, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// Who won.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
}

impl Ending {
    /// A win of `seat` for `reason`.
    pub const fn win(seat: Seat, reason: Reason) -> Self {
        Ending { outcome: Outcome::Win(seat), reason }
    }

    /// A draw for `reason`.
    pub const fn draw(reason: Reason) -> Self {
        Ending { outcome: Outcome::Draw, reason }
    }
}

/// A position of a game for two, and the rules to go on from it.
///
/// A value is one position: what lies on the board, what the players hold and who moves. What came before is
/// not in it; [`Line`](super::Line) keeps that, and sees repetitions.
///
/// The law suite in `tests/rules/laws.rs` holds every game to these invariants:
/// - while [`ending`](Game::ending) is `None` there is a legal move (a forced pass is a move), and there is
///   none afterwards;
/// - the legal moves are distinct;
/// - [`seat`](Game::seat) need not alternate;
/// - equal positions have equal keys.
pub trait Game: Clone + Eq + Debug + Send + Sync + 'static {
    /// Everything a player decides in one turn. `Display` writes its canonical text.
    type Move: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static;

    /// The options the game is set up with.
    type Setup: super::Setup;

    /// Whether the rules know draws.
    const DRAWS: bool;

    /// The position in which a game with this setup begins.
    fn new(setup: &Self::Setup) -> Self;

    /// The setup that this position belongs to; options that only say how a game begins have their default.
    fn setup(&self) -> Self::Setup;

    /// Who moves. After the end this says nothing.
    fn seat(&self) -> Seat;

    /// How the game has ended, if this position ends it. Repetition is not seen here, see [`Line`](super::Line).
    fn ending(&self) -> Option<Ending>;

    /// A number that is equal for equal positions and differs, but for chance, where positions differ.
    fn key(&self) -> u64;

    /// Shows every legal move to `visit`, each once, until it breaks. Does not allocate.
    fn visit_moves<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Plays a move that is known to be legal. With another move the position that results is unspecified
    /// (but the call does not panic as long as the move came out of this type's own reader or generator).
    fn play_unchecked(&mut self, m: Self::Move);

    /// Whether an earlier position may stand again after this one. A game whose turns always use something up
    /// leaves this at `false`; ZÈRTZ can repeat once its pool is empty.
    fn can_repeat(&self) -> bool {
        false
    }

    /// The number of legal moves. Games count without listing where they can.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        let _ = self.visit_moves(|_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// The legal moves in the order of the generator.
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        let _ = self.visit_moves(|m| {
            moves.push(m);
            ControlFlow::<()>::Continue(())
        });
        moves
    }

    /// Whether `m` may be played here.
    fn is_legal(&self, m: Self::Move) -> bool {
        let found =
            self.visit_moves(|other| if other == m { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
        found.is_break()
    }

    /// The legal move with this number in the generator's order, if there are that many.
    fn nth_move(&self, number: u64) -> Option<Self::Move> {
        let mut left = number;
        let found = self.visit_moves(|m| {
            if left == 0 {
                return ControlFlow::Break(m);
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        found.break_value()
    }
}

/// Mixes words into one number, each word's every bit into every bit of it. Zero is a word like any other.
pub(super) fn mix(words: &[u64]) -> u64 {
    words.iter().fold(0x243f_6a88_85a3_08d3, |state, word| {
        let product = u128::from(state ^ word) * 0x9e37_79b9_7f4a_7c15;
        (product >> 64) as u64 ^ product as u64
    })
}
