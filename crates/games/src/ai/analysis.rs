//! Move-by-move analysis of a game: what each move was worth, what would have been better, and how well both seats
//! played.

use super::engine::{Engine, EngineOptions};
use super::explain::{Explain, Mistake};
use super::finding::Finding;
use super::limits::{Limits, Stop};
use super::mistake::themes;
use super::score::Score;
use super::think::Think;
use super::variation::Variation;
use crate::rules::{Line, Outcome, Seat};
use std::time::{Duration, Instant};

/// The search budget for each position of a game. The first limit reached applies; without any, a position is searched
/// until the stop flag is raised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The time limit.
    pub time: Option<Duration>,
    /// The node limit. With a node limit alone, one thread and a new engine, the analysis of a game is reproducible.
    pub nodes: Option<u64>,
    /// The depth limit, in turns that are not forced.
    pub depth: Option<u32>,
}

impl Budget {
    /// The limits for a search that begins now.
    fn limits(self) -> Limits {
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        Limits { deadline, enough: None, depth: self.depth, nodes: self.nodes }
    }
}

/// The analysis of a played move.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedMove<M> {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// The seat that played it.
    pub seat: Seat,
    /// The move.
    pub played: M,
    /// Whether it was the only legal move.
    pub forced: bool,
    /// The score of the position before the move, for [`Seat::One`].
    pub score: Score,
    /// Seat One's probability of winning before the move, from 0 to 1.
    pub winning: f64,
    /// How much the move lowered its player's probability of winning compared with the best move: from 0, for a move as
    /// good as the best, to 1. In a lost position, how much less it resisted, if the game measures that
    /// ([`Explain::resistance_lost`]).
    pub loss: f64,
    /// Whether it counts for the accuracy: it was not forced, its loss is known, and the game grades the position
    /// ([`Explain::is_graded`]). In a lost position, the loss is known only if the game measures resistance.
    pub counts: bool,
    /// The best move and its continuation, if the played move was worse; scored for its player.
    pub better: Option<Variation<M>>,
    /// The best play after a mistake, beginning with the opponent's reply. Empty for other moves, after the end of the
    /// game, and if it is unknown.
    pub refutation: Vec<M>,
    /// What a mistake was about, the most important first; empty for other moves.
    pub themes: Vec<Finding>,
}

/// The analysis of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameAnalysis<M> {
    /// The moves in playing order. Games are analysed from their end; if the analysis was stopped, the first moves are
    /// missing.
    pub moves: Vec<JudgedMove<M>>,
    /// The score of the last position for seat One: the result, if the game is over.
    pub last_score: Score,
    /// Seat One's probability of winning in the last position.
    pub last_winning: f64,
    /// The best play from the last position, if it was searched; scored for the seat to move.
    pub next: Option<Variation<M>>,
    /// The indices in `moves` of the worst mistakes, worst first: at most [`MISTAKES_MAX`] per seat, each costing at
    /// least [`MISTAKE_MIN`].
    pub mistakes: Vec<usize>,
    /// The accuracy of both seats, from 0 to 100, see [`accuracy`]. `None` for a seat of which no move
    /// [counts](JudgedMove::counts).
    pub accuracy: [Option<f64>; 2],
    /// Whether every move was analysed.
    pub complete: bool,
}

/// Maximum number of mistakes listed per seat.
pub const MISTAKES_MAX: usize = 3;
/// Maximum number of plies of a refutation.
pub const REFUTATION_MAX: usize = 6;
/// A move that lowers the probability of winning by less is not a mistake.
pub const MISTAKE_MIN: f64 = 0.05;
/// How fast the accuracy of a move falls with its loss.
const SEVERITY: f64 = 4.6;

/// A seat's probability of winning (a draw counting half) in a position with this score for it: the logistic function
/// with the game's own scale, and 0 or 1 for decided positions.
pub fn winning<G: Think>(score: Score) -> f64 {
    match score {
        _ if score.is_win() => 1.0,
        _ if score.is_loss() => 0.0,
        Score(value) => 1.0 / (1.0 + (-f64::from(value) / f64::from(G::LOGIT)).exp()),
    }
}

/// The accuracy of a seat, from 0 to 100: the mean of 100 · e^(−4.6 · loss) over the moves that were a choice. A move
/// that lowers the probability of winning by a tenth scores 63, and one that throws away a won game scores 1.
pub fn accuracy(losses: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0.0);
    for loss in losses {
        sum += 100.0 * (-SEVERITY * loss.clamp(0.0, 1.0)).exp();
        count += 1.0;
    }
    (count > 0.0).then(|| sum / count)
}

/// The score for seat One of an ended game.
fn decided(outcome: Outcome) -> Score {
    match outcome {
        Outcome::Draw => Score::EVEN,
        Outcome::Win(Seat::One) => Score::WIN,
        Outcome::Win(Seat::Two) => Score::LOSS,
    }
}

/// Converts a score for `seat` to a score for seat One.
fn for_seat_one(seat: Seat, score: Score) -> Score {
    if seat == Seat::One { score } else { -score }
}

impl<G: Explain> Engine<G> {
    /// Judges the last move of a line, searching the positions before and after it at full strength, within the limits
    /// together. `None` if there is no move, or if no depth was completed in time.
    pub fn judge_last(&mut self, line: &Line<G>, limits: Limits, stop: &Stop) -> Option<JudgedMove<G::Move>> {
        let mut before = line.clone();
        let played = before.take_back()?;
        let settings = EngineOptions { plain: false, ..self.settings().at_full_strength(1) };
        let half = |time: Instant| Instant::now() + time.saturating_duration_since(Instant::now()) / 2;
        let nodes = limits.nodes.map(|nodes| nodes / 2);
        let halved = Limits { deadline: limits.deadline.map(half), nodes, ..limits };
        // Searches the position after the move first, because its table entries help with the one before.
        let (after, best_line) = match line.outcome() {
            Some(outcome) => (decided(outcome), Vec::new()),
            None => {
                let found = self.search_with(settings, line, halved, stop, &mut |_| {});
                let best = found.variations.into_iter().next().filter(|_| found.depth > 0)?;
                (for_seat_one(line.seat(), best.score), best.moves)
            }
        };
        let limits = Limits { nodes, ..limits };
        let found = self.search_with(settings, &before, limits, stop, &mut |_| {});
        let best = found.variations.into_iter().next().filter(|_| found.depth > 0)?;
        Some(judge(&before, played, Some(best), after, &best_line))
    }

    /// Analyses the moves of a game, finished or not, searching each position at full strength within the budget.
    /// `progress` is called after each position with the number done and the total.
    ///
    /// The last position is searched first and its results stay in the table, so that a move is judged by what it led
    /// to, and no position is worth less to its seat than what was played there led to.
    pub fn analyse(
        &mut self,
        line: &Line<G>,
        budget: Budget,
        stop: &Stop,
        progress: &mut dyn FnMut(usize, usize),
    ) -> GameAnalysis<G::Move> {
        let settings = EngineOptions { plain: false, ..self.settings().at_full_strength(1) };
        let positions = line.moves().len() + 1;
        let best_play = |line: &Line<G>| {
            let found = self.search_with(settings, line, budget.limits(), stop, &mut |_| {});
            // If not even depth 1 was completed, only the result of the played move is known.
            let is_known = found.depth > 0 || line.moves().len() + 1 == positions;
            found.variations.into_iter().next().filter(|_| is_known)
        };
        review(line, best_play, stop, progress)
    }
}

/// Analyses the moves of a game from the best play in each position: `best_play` is called for each position, last to
/// first, and the first answer returned after `stop` was raised is left out. `progress` is called after each position
/// with the number done and the total.
pub fn review<G: Explain>(
    line: &Line<G>,
    mut best_play: impl FnMut(&Line<G>) -> Option<Variation<G::Move>>,
    stop: &Stop,
    progress: &mut dyn FnMut(usize, usize),
) -> GameAnalysis<G::Move> {
    let mut line = line.clone();
    let positions = line.moves().len() + 1;
    let (last_score, next) = match line.outcome() {
        Some(outcome) => (decided(outcome), None),
        None => {
            let best = best_play(&line);
            (for_seat_one(line.seat(), best.as_ref().map_or(Score::EVEN, |best| best.score)), best)
        }
    };
    progress(1, positions);
    let mut after = last_score;
    // The best play after the move that the next iteration judges.
    let mut best_line: Vec<G::Move> = next.as_ref().map_or_else(Vec::new, |next| next.moves.clone());
    let mut moves = Vec::new();
    while !stop.is_raised()
        && let Some(played) = line.take_back()
    {
        let best = best_play(&line);
        if stop.is_raised() {
            break;
        }
        let judged_move = judge(&line, played, best, after, &best_line);
        after = judged_move.score;
        match &judged_move.better {
            Some(better) => best_line.clone_from(&better.moves),
            None => best_line.insert(0, played),
        }
        best_line.truncate(REFUTATION_MAX);
        moves.push(judged_move);
        progress(moves.len() + 1, positions);
    }
    moves.reverse();
    GameAnalysis {
        mistakes: mistakes(&moves),
        accuracy: Seat::BOTH.map(|seat| accuracy(moves.iter().filter(|m| m.seat == seat && m.counts).map(|m| m.loss))),
        complete: moves.len() + 1 == positions,
        moves,
        last_score,
        last_winning: winning::<G>(last_score),
        next,
    }
}

/// Judges a move, given the line before it, the best variation found there, and the following position's score for seat
/// One and best play.
fn judge<G: Explain>(
    line: &Line<G>,
    played: G::Move,
    best: Option<Variation<G::Move>>,
    after: Score,
    best_line: &[G::Move],
) -> JudgedMove<G::Move> {
    let seat = line.seat();
    // A game decided in n plies after the move is decided in n + 1 plies here.
    let reached = for_seat_one(seat, after).seen_from(-1);
    let position = line.position();
    let forced = position.count_moves() == 1;
    // The score after the best move is more accurate than the one found before it.
    let other = best.filter(|best| !forced && best.moves[0] != played);
    let score = other.as_ref().map_or(reached, |other| other.score.max(reached));
    let measured = match score.is_loss() {
        true if forced => None,
        true => position.resistance_lost(played, other.as_ref().map_or(played, |other| other.moves[0])),
        false => Some(winning::<G>(score) - winning::<G>(reached)),
    };
    let (loss, counts) = (measured.unwrap_or(0.0), measured.is_some() && !forced && position.is_graded());
    let better = other.filter(|_| loss > 0.0);
    let (mut refutation, mut about) = (Vec::new(), Vec::new());
    if let Some(better) = better.as_ref().filter(|_| loss >= MISTAKE_MIN) {
        let mistake = Mistake { before: position, played, reached, refutation: best_line, better };
        (refutation, about) = (best_line.to_vec(), themes(&mistake));
    }
    let score = for_seat_one(seat, score);
    JudgedMove {
        ply: line.moves().len() + 1,
        seat,
        played,
        forced,
        score,
        winning: winning::<G>(score),
        loss,
        counts,
        better,
        refutation,
        themes: about,
    }
}

/// The indices of the worst mistakes of each seat, worst first.
pub(crate) fn mistakes<M>(moves: &[JudgedMove<M>]) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..moves.len()).filter(|index| moves[*index].loss >= MISTAKE_MIN).collect();
    indices.sort_by(|a, b| moves[*b].loss.total_cmp(&moves[*a].loss));
    let mut counts = [0; 2];
    indices.retain(|index| {
        let count = &mut counts[moves[*index].seat.index()];
        *count += 1;
        *count <= MISTAKES_MAX
    });
    indices
}

/// Converts the moves of a variation to another form.
fn map_variation<M, N>(known: Variation<M>, form: impl Fn(&M) -> N) -> Variation<N> {
    Variation { score: known.score, moves: known.moves.iter().map(form).collect() }
}

impl<M> JudgedMove<M> {
    /// Whether its seat was proven lost before the move.
    pub fn is_lost(&self) -> bool {
        for_seat_one(self.seat, self.score).is_loss()
    }

    /// Converts the moves to another form, such as text.
    pub fn map<N>(self, form: impl Fn(&M) -> N) -> JudgedMove<N> {
        JudgedMove {
            ply: self.ply,
            seat: self.seat,
            played: form(&self.played),
            forced: self.forced,
            score: self.score,
            winning: self.winning,
            loss: self.loss,
            counts: self.counts,
            better: self.better.map(|better| map_variation(better, &form)),
            refutation: self.refutation.iter().map(&form).collect(),
            themes: self.themes,
        }
    }
}

impl<M> GameAnalysis<M> {
    /// Whether this seat was proven lost before every move that left it a choice, so that it could not win against perfect
    /// play. `false` if it never had a choice.
    pub fn was_always_lost(&self, seat: Seat) -> bool {
        let mut choices = self.moves.iter().filter(|m| m.seat == seat && !m.forced).peekable();
        choices.peek().is_some() && choices.all(JudgedMove::is_lost)
    }

    /// Converts the moves to another form, such as text.
    pub fn map<N>(self, form: impl Fn(&M) -> N) -> GameAnalysis<N> {
        GameAnalysis {
            moves: self.moves.into_iter().map(|m| m.map(&form)).collect(),
            last_score: self.last_score,
            last_winning: self.last_winning,
            next: self.next.map(|next| map_variation(next, &form)),
            mistakes: self.mistakes,
            accuracy: self.accuracy,
            complete: self.complete,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::dvonn::Dvonn;

    #[test]
    fn winning_grows_with_the_score_and_is_certain_in_decided_positions() {
        let scores = [Score::LOSS, Score::loss_in(9), Score(-300), Score::EVEN, Score(300), Score::win_in(9)];
        let winning: Vec<f64> = scores.map(winning::<Dvonn>).into();
        assert!(winning.is_sorted(), "{winning:?}");
        assert_eq!((winning[0], winning[3], winning[5]), (0.0, 0.5, 1.0));
        assert!((winning[2] + winning[4] - 1.0).abs() < 1e-9, "both seats together win once");
    }

    #[test]
    fn accuracy_counts_choices_only_and_falls_with_the_loss() {
        let of = |losses: &[f64]| accuracy(losses.iter().copied());
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[0.0, 0.0]), Some(100.0));
        assert!(of(&[0.1]).is_some_and(|value| (62.0..65.0).contains(&value)));
        assert!(of(&[1.0]).is_some_and(|value| (0.0..2.0).contains(&value)));
        assert!(of(&[0.0, 0.4]) < of(&[0.1, 0.1]), "one bad mistake is worse than two small ones");
    }
}
