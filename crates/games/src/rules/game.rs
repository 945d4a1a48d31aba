//! The [`Game`] trait and the types every game shares.

use std::fmt;
use std::fmt::{Debug, Display};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::{ControlFlow, Not};
use std::str::FromStr;
use strum::ParseError;

/// One of the two sides. `One` is White in DVONN and Barrier and the first player in ZÈRTZ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seat {
    /// White, or the player who makes the first turn.
    One,
    /// Black, or the player who makes the second turn.
    Two,
}

impl Seat {
    /// Both seats, in order of their first turn.
    pub const BOTH: [Seat; 2] = [Seat::One, Seat::Two];

    /// 0 for [`Seat::One`], 1 for [`Seat::Two`]: this seat's index in per-seat arrays.
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

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This seat won.
    Win(Seat),
    /// A draw.
    Draw,
}

impl Outcome {
    /// The seat that won; `None` for a draw.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Outcome::Win(seat) => Some(seat),
            Outcome::Draw => None,
        }
    }
}

/// The notation used in records and databases: `1-0`, `0-1` or `1/2-1/2`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Win(Seat::One) => "1-0",
            Outcome::Win(Seat::Two) => "0-1",
            Outcome::Draw => "1/2-1/2",
        })
    }
}

impl FromStr for Outcome {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Outcome, ParseError> {
        match text {
            "1-0" => Ok(Outcome::Win(Seat::One)),
            "0-1" => Ok(Outcome::Win(Seat::Two)),
            "1/2-1/2" => Ok(Outcome::Draw),
            _ => Err(ParseError::VariantNotFound),
        }
    }
}

/// Why the rules ended a game: a word of lower-case letters, which is also the key of the localised sentence. Ends
/// outside the rules, such as resignation or time, are not represented here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reason(pub &'static str);

impl Reason {
    /// The same position occurred for the third time.
    pub const REPETITION: Reason = Reason("repetition");
}

/// How the rules ended a game: the result and the reason for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// The result.
    pub outcome: Outcome,
    /// The reason.
    pub reason: Reason,
}

impl Ending {
    /// A win for `seat`, with this reason.
    pub const fn win(seat: Seat, reason: Reason) -> Self {
        Ending { outcome: Outcome::Win(seat), reason }
    }

    /// A draw, with this reason.
    pub const fn draw(reason: Reason) -> Self {
        Ending { outcome: Outcome::Draw, reason }
    }
}

/// A position of a two-player game, and the rules for playing on from it.
///
/// A value holds one position: the board, what each player holds and the seat to move. It holds no history;
/// [`Line`](super::Line) stores that and detects repetition.
///
/// The tests in `tests/rules/laws.rs` check these invariants for every game:
/// - while [`ending`](Game::ending) is `None` there is at least one legal move (a forced pass is a move), and
///   afterwards there is none;
/// - the legal moves are distinct;
/// - [`seat`](Game::seat) need not alternate;
/// - equal positions have equal keys.
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// Everything a player decides in one turn. `Display` writes its canonical text.
    type Move: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static;

    /// The options the game is set up with.
    type Setup: super::Setup;

    /// Whether the game can end in a draw.
    const DRAWS: bool;

    /// The starting position for this setup.
    fn new(setup: &Self::Setup) -> Self;

    /// The setup this position belongs to. Options that only affect the starting position have their default.
    fn setup(&self) -> Self::Setup;

    /// The seat to move. Meaningless after the game has ended.
    fn seat(&self) -> Seat;

    /// How the game ended, if this position ends it. Repetition is detected by [`Line`](super::Line), not here.
    fn ending(&self) -> Option<Ending>;

    /// A hash: equal for equal positions and, except for collisions, different for different ones. The search asks for it
    /// often; the default is not fast.
    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    /// Calls `visit` with each legal move once, until it breaks. Does not allocate.
    fn visit_moves<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Plays a move that is known to be legal. After an illegal move the resulting position is unspecified, but the
    /// call does not panic as long as the move came from this type's own parser or generator.
    fn play_unchecked(&mut self, m: Self::Move);

    /// Whether an earlier position can recur after this one. A game in which every turn uses something up leaves this
    /// at `false`; ZÈRTZ can repeat once its pool is empty.
    fn can_repeat(&self) -> bool {
        false
    }

    /// The number of legal moves. Games override this where they can count without listing.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        let _ = self.visit_moves(|_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// The legal moves in generator order.
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        let _ = self.visit_moves(|m| {
            moves.push(m);
            ControlFlow::<()>::Continue(())
        });
        moves
    }

    /// Whether `m` is legal here.
    fn is_legal(&self, m: Self::Move) -> bool {
        let found =
            self.visit_moves(|other| if other == m { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
        found.is_break()
    }

    /// The legal move with this index in generator order, or `None` if there are fewer.
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

/// Hashes words into one number; every bit of each word affects every bit of the result. Zero words count too.
pub(super) fn mix(words: &[u64]) -> u64 {
    words.iter().fold(0x243f_6a88_85a3_08d3, |state, word| {
        let product = u128::from(state ^ word) * 0x9e37_79b9_7f4a_7c15;
        (product >> 64) as u64 ^ product as u64
    })
}
