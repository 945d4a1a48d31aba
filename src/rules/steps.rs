//! A move picked one choice at a time: marble, ring, ring to remove; stack, target; target, walk.

use super::game::Game;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::ControlFlow;

/// A game whose moves can be picked in steps.
///
/// Every move is a sequence of picks; no move's picks are the beginning of another's.
pub trait Steps: Game {
    /// One choice. `Display` writes it as the move text has it (`W`, `d4`, `claim`), and differently from any
    /// other choice at the same step.
    type Pick: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static;

    /// The pick with this number (from 0) of a legal move, or `None` when the move has no more.
    fn pick(&self, m: Self::Move, number: usize) -> Option<Self::Pick>;
}

/// What can follow after some picks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices<P, M> {
    /// The possible next picks, each once, in the generator's order.
    pub picks: Vec<P>,
    /// The move, when the picks so far are all of it.
    pub complete: Option<M>,
    /// How many legal moves begin with the picks so far. Zero when no move does.
    pub moves: u64,
}

/// The possible next picks after `picked`; one function for all games.
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
