//! Tasks, the lessons that are made of them, and how a game judges an answer.

use crate::ai::{Explain, Finding};
use std::borrow::Cow;
use std::fmt::{self, Debug};

/// A game with lessons; it may have none. Every key is the key of a sentence of the game.
pub trait Teach: Explain {
    /// What a move can be asked to achieve.
    type Goal: Copy + Debug + Send + Sync + 'static;

    /// The lessons, in the order in which they build on each other.
    const LESSONS: &'static [Lesson<Self>];

    /// The setup of the guided game that follows the lessons.
    const GUIDED_SETUP: &'static str = "";

    /// The keys of the sentences about moves that miss their goal, see [`judge`](Teach::judge).
    const MISSES: &'static [&'static str];

    /// What its puzzles ask for; a game may have none.
    const PUZZLE_THEMES: &'static [Theme<Self>] = &[];

    /// Its puzzles, see [`Puzzle::pack`](super::Puzzle::pack).
    const PUZZLES: &'static str = "";

    /// Whether a legal move achieves a goal. If it does, returns moves that could follow and show its effect, if any. Either
    /// the rules alone decide, or every reply is tried.
    ///
    /// # Errors
    /// What the move does instead: a statement that is true by the rules, with arrows and marks for a picture of the
    /// position after it.
    fn judge(&self, goal: Self::Goal, m: Self::Move) -> Result<Vec<Self::Move>, Finding>;

    /// The goal that asks for a little more than this one, for example a faster win, if there is one.
    fn harder(_goal: Self::Goal) -> Option<Self::Goal> {
        None
    }

    /// Whether two moves that achieve a goal do it by the same idea, so that a puzzle may accept both.
    fn is_same(_goal: Self::Goal, one: Self::Move, other: Self::Move) -> bool {
        one == other
    }
}

/// A position in which a player is asked for one move.
pub struct Task<G: Teach> {
    /// The position, without the game's name.
    pub position: Cow<'static, str>,
    /// What the move has to achieve. [`Teach::judge`] decides whether it does.
    pub goal: G::Goal,
    /// A move that achieves the goal, shown on request.
    pub answer: Cow<'static, str>,
}

impl<G: Teach> Debug for Task<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {:?}, as by {}", G::NAME, self.position, self.goal, self.answer)
    }
}

/// What puzzles of one kind ask for.
pub struct Theme<G: Teach> {
    /// The key of its sentences, a word with lower-case letters and hyphens. It never changes, because the pack is written
    /// with it.
    pub word: &'static str,
    /// The goal that belongs to an amount, for example of marbles.
    pub goal: fn(u32) -> G::Goal,
    /// The amounts of its puzzles, the easiest first; a single 0 if the goal has none.
    pub amounts: &'static [u32],
    /// How many plies its goal looks ahead; `None` if it looks ahead to the end of the game.
    pub depth: Option<u32>,
}

/// A task with the sentences that teach its idea.
pub struct Lesson<G: Teach> {
    /// The key of its sentences, in lower-case words with hyphens. It never changes, because progress is stored with it.
    pub about: &'static str,
    /// What the learner does.
    pub task: Task<G>,
}

impl<G: Teach> Lesson<G> {
    /// A lesson with this key, this position and this goal, and a move that achieves it.
    pub const fn new(about: &'static str, position: &'static str, goal: G::Goal, answer: &'static str) -> Lesson<G> {
        let (position, answer) = (Cow::Borrowed(position), Cow::Borrowed(answer));
        Lesson { about, task: Task { position, goal, answer } }
    }
}

impl<G: Teach> Debug for Lesson<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.about, self.task)
    }
}
