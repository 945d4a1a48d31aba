//! Puzzles: tasks with one solution, a theme and a rating.

use super::teach::{Task, Teach, Theme};
use std::borrow::Cow;
use std::fmt::{self, Debug};

/// A task that one move solves, and no other but those [with the same idea](Teach::is_same).
pub struct Puzzle<G: Teach> {
    /// Its number, unique within the game. It never changes, because answers are stored with it.
    pub number: u32,
    /// What it asks for.
    pub theme: &'static Theme<G>,
    /// How much of it, see [`Theme::goal`].
    pub amount: u32,
    /// How many plies the solution looks ahead.
    pub depth: u32,
    /// How difficult it was for the levels of the engine, on their scale.
    pub rating: u16,
    /// The position, the goal and the solution.
    pub task: Task<G>,
}

/// Why a puzzle is not proved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unproved {
    /// Its position or its solution cannot be read.
    #[error("its position or its solution is not legal")]
    Unreadable,
    /// The solution misses the goal.
    #[error("{0} does not solve it")]
    Unsolved(String),
    /// Another move achieves the goal as well.
    #[error("{0} solves it too")]
    Several(String),
    /// A move achieves more than the puzzle asks for.
    #[error("{0} achieves more")]
    Harder(String),
}

impl<G: Teach> Puzzle<G> {
    /// Reads the pack of a game. Lines that cannot be read are left out; a test checks that there are none.
    pub fn pack() -> Vec<Puzzle<G>> {
        G::PUZZLES.lines().filter_map(Puzzle::read).collect()
    }

    /// Reads a line of a pack, as [`Display`](fmt::Display) writes it. The position and the solution are not checked.
    pub fn read(line: &'static str) -> Option<Puzzle<G>> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [number, theme, amount, depth, rating, position, answer] = fields[..] else { return None };
        let theme = G::PUZZLE_THEMES.iter().find(|known| known.word == theme)?;
        let amount = amount.parse().ok().filter(|amount| theme.amounts.contains(amount))?;
        let task =
            Task { position: Cow::Borrowed(position), goal: (theme.goal)(amount), answer: Cow::Borrowed(answer) };
        Some(Puzzle {
            number: number.parse().ok()?,
            theme,
            amount,
            depth: depth.parse().ok()?,
            rating: rating.parse().ok()?,
            task,
        })
    }

    /// Judges every legal move: only the solution, and moves [with its idea](Teach::is_same), achieve the goal, and no
    /// move achieves a harder one.
    ///
    /// # Errors
    /// The first move that shows the contrary.
    pub fn prove(&self) -> Result<(), Unproved> {
        let position = G::read_position(&self.task.position).map_err(|_| Unproved::Unreadable)?;
        let answer = position.read_move(&self.task.answer).map_err(|_| Unproved::Unreadable)?;
        let harder = G::harder(self.task.goal);
        if position.judge(self.task.goal, answer).is_err() {
            return Err(Unproved::Unsolved(answer.to_string()));
        }
        for m in position.moves() {
            if !G::is_same(self.task.goal, m, answer) && position.judge(self.task.goal, m).is_ok() {
                return Err(Unproved::Several(m.to_string()));
            }
            if harder.is_some_and(|harder| position.judge(harder, m).is_ok()) {
                return Err(Unproved::Harder(m.to_string()));
            }
        }
        Ok(())
    }
}

/// A line of a pack.
impl<G: Teach> fmt::Display for Puzzle<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle { number, theme, amount, depth, rating, task } = self;
        write!(f, "{number}\t{}\t{amount}\t{depth}\t{rating}\t{}\t{}", theme.word, task.position, task.answer)
    }
}

impl<G: Teach> Debug for Puzzle<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.number, self.task)
    }
}
