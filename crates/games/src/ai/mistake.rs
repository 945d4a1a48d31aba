//! What a mistake was about: what it allowed the opponent, or what it missed.

use super::explain::{Explain, Mistake};
use super::finding::Finding;
use super::score::Score;
use crate::rules::Outcome;

/// The keys of the themes common to all games.
pub const THEMES: &[&str] = &["threw-win", "missed-win", "allowed-win", "ended-drawn", "ended-lost", "reply"];

/// The themes of a mistake, the most important first: whether it decided the game, and what it was about. Without a
/// theme of the game, the opponent's best reply, if known.
pub fn themes<G: Explain>(mistake: &Mistake<'_, G>) -> Vec<Finding> {
    let turns = |score: Score| score.decided_in().map_or(0, |plies| (plies.unsigned_abs() as usize).div_ceil(2));
    let (better, reached) = (mistake.better.score, mistake.reached);
    let ended = mistake.after().ending().map(|ending| ending.outcome);
    let decisive = match (better.is_win(), reached.is_loss()) {
        (false, _) if ended == Some(Outcome::Draw) => Some(Finding::any("ended-drawn")),
        (false, _) if ended.is_some() => Some(Finding::any("ended-lost")),
        (true, true) => Some(Finding::any("threw-win").played("best", mistake.best()).count("turns", turns(better))),
        (true, false) => Some(Finding::any("missed-win").played("best", mistake.best()).count("turns", turns(better))),
        (false, true) if better.is_loss() => None,
        (false, true) => Some(Finding::any("allowed-win").count("turns", turns(reached))),
        (false, false) => None,
    };
    let reply = || mistake.reply().map(|reply| Finding::any("reply").played("reply", reply));
    let about = G::theme(mistake).or_else(reply);
    decisive.into_iter().chain(about).collect()
}
