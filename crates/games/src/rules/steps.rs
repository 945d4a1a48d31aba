//! Moves entered one choice at a time: marble, ring, ring to remove; stack, target; target, walk.

use super::game::Game;
use super::guide::Guide;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::ControlFlow;

/// A game whose moves can be entered in steps.
///
/// Every move is a sequence of picks, and no move's sequence is a prefix of another's.
pub trait Steps: Game {
    /// One choice. `Display` writes it as it appears in the move text (`W`, `d4`, `claim`), distinct from every other
    /// choice at the same step.
    type Pick: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static;

    /// The picks that are not names of cells: each text with the key of its localised label.
    const PICK_LABELS: &'static [(&'static str, &'static str)] = &[];

    /// How many pieces like this pick are left to place, itself included; `None` if it is not the choice of a piece.
    fn left(&self, _pick: Self::Pick) -> Option<u32> {
        None
    }

    /// The keys of the questions that picks answer, see [`question`](Steps::question).
    const QUESTION_KEYS: &'static [&'static str] = &[];

    /// The key of the question that `next` answers after the picks so far. All possible next picks answer the same one.
    /// `None` if the game does not word the question itself.
    fn question(&self, _picked: &[Self::Pick], _next: Self::Pick) -> Option<&'static str> {
        None
    }

    /// The pick with this index (from 0) of a legal move, or `None` past its last one.
    fn pick(&self, m: Self::Move, number: usize) -> Option<Self::Pick>;

    /// Arrows and marks on the cells that a legal move concerns.
    fn path(&self, _m: Self::Move) -> Vec<Guide> {
        Vec::new()
    }
}

/// The possible continuations of a sequence of picks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices<P, M> {
    /// The possible next picks, each once, in generator order.
    pub picks: Vec<P>,
    /// The move, if the picks complete one.
    pub complete: Option<M>,
    /// The number of legal moves that begin with these picks; zero if none does.
    pub moves: u64,
}

/// The possible continuations of `picked`, for any game.
pub fn choices<G: Steps>(position: &G, picked: &[G::Pick]) -> Choices<G::Pick, G::Move> {
    let mut choices = Choices { picks: Vec::new(), complete: None, moves: 0 };
    let _ = position.visit_moves(|m| {
        let fits = picked.iter().enumerate().all(|(number, pick)| position.pick(m, number) == Some(*pick));
        if fits {
            choices.moves += 1;
            match position.pick(m, picked.len()) {
                None => choices.complete = Some(m),
                Some(next) if choices.picks.last() == Some(&next) || choices.picks.contains(&next) => {}
                Some(next) => choices.picks.push(next),
            }
        }
        ControlFlow::<()>::Continue(())
    });
    choices
}
