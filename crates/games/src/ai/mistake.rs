//! What a mistake was about: what it allowed the opponent, or what it missed.

use super::finding::Finding;
use super::hint::{Explain, played};
use super::score::Score;
use super::variation::Variation;
use crate::rules::{Game, Outcome};

/// A move that was worse than another one, and what the search found about both.
#[derive(Debug)]
pub struct Mistake<'a, G: Game> {
    /// The position in which it was played.
    pub before: &'a G,
    /// The move.
    pub played: G::Move,
    /// The score of the position after it, for its player.
    pub reached: Score,
    /// The best play after it, beginning with the opponent's reply. Empty if the game was over, or if it is unknown.
    pub refutation: &'a [G::Move],
    /// The best move and the best play after it, scored for the player of the mistake.
    pub better: &'a Variation<G::Move>,
}

impl<G: Game> Mistake<'_, G> {
    /// The position after the mistake.
    pub fn after(&self) -> G {
        played(self.before, self.played)
    }

    /// The best move.
    pub fn best(&self) -> G::Move {
        self.better.moves[0]
    }

    /// The position after the best move.
    pub fn after_best(&self) -> G {
        played(self.before, self.best())
    }

    /// The opponent's best reply to the mistake.
    pub fn reply(&self) -> Option<G::Move> {
        self.refutation.first().copied()
    }

    /// The mistake with its refutation, and the best move with its continuation, cut to the same length for comparison.
    pub fn lines(&self) -> [Vec<G::Move>; 2] {
        let bad = std::iter::once(self.played).chain(self.refutation.iter().copied());
        let plies = (1 + self.refutation.len()).min(self.better.moves.len());
        [bad.take(plies).collect(), self.better.moves[..plies].to_vec()]
    }
}

/// A game whose mistakes have themes.
pub trait Themes: Explain {
    /// The keys of [`theme`](Themes::theme).
    const THEMES: &'static [&'static str] = &[];

    /// What the mistake was about, in the game's own terms; `None` if the lines show nothing.
    fn theme(_: &Mistake<'_, Self>) -> Option<Finding> {
        None
    }
}

/// The keys of the themes common to all games.
pub const THEMES: &[&str] = &["threw-win", "missed-win", "allowed-win", "ended-drawn", "ended-lost", "reply"];

/// The themes of a mistake, the most important first: whether it decided the game, and what it was about. Without a
/// theme of the game, the opponent's best reply, if known.
pub fn themes<G: Themes>(mistake: &Mistake<'_, G>) -> Vec<Finding> {
    let turns = |score: Score| score.decided_in().map_or(0, |plies| (plies.unsigned_abs() as usize).div_ceil(2));
    let (better, reached) = (mistake.better.score, mistake.reached);
    let ended = mistake.after().ending().map(|ending| ending.outcome);
    let decisive = match (better.is_win(), reached.is_loss()) {
        (false, _) if ended == Some(Outcome::Draw) => Some(Finding::any("ended-drawn")),
        (false, _) if ended.is_some() => Some(Finding::any("ended-lost")),
        (true, true) => Some(Finding::any("threw-win").played("best", mistake.best()).count("turns", turns(better))),
        (true, false) => Some(Finding::any("missed-win").played("best", mistake.best()).count("turns", turns(better))),
        (false, true) => Some(Finding::any("allowed-win").count("turns", turns(reached))),
        (false, false) => None,
    };
    let reply = || mistake.reply().map(|reply| Finding::any("reply").played("reply", reply));
    let about = G::theme(mistake).or_else(reply);
    decisive.into_iter().chain(about).collect()
}
