//! What a game says about its moves: the reasons of a hint, and what a mistake was about ([`Explain`]).

use super::finding::Finding;
use super::score::Score;
use super::think::Think;
use super::variation::Variation;
use crate::rules::{Game, Line, Notation, Seat, Steps};

/// The position after a move.
pub fn played<G: Game>(position: &G, m: G::Move) -> G {
    let mut after = position.clone();
    after.play_unchecked(m);
    after
}

/// Whether a count has fallen by at least a fifth. Smaller changes do not explain why a move is good.
pub(super) fn is_telling(count: usize, had: usize) -> bool {
    5 * count <= 4 * had
}

/// The information from which reasons are derived.
#[derive(Debug)]
pub struct HintContext<'a, G: Game> {
    /// The position and its history.
    pub line: &'a Line<G>,
    /// The best move and the next best, each with the best play after it; at least one.
    pub variations: &'a [Variation<G::Move>],
    /// What the opponent would play if this turn were passed, scored for the opponent. `None` if turns cannot be passed
    /// or nothing was found in time.
    pub threat: Option<&'a Variation<G::Move>>,
    /// In a lost position, the opponent's best replies to the best move, best first, scored for the opponent. Empty
    /// otherwise.
    pub replies: &'a [Variation<G::Move>],
}

impl<G: Game> HintContext<'_, G> {
    /// The position the hint is for.
    pub fn position(&self) -> &G {
        self.line.position()
    }

    /// The hinted move.
    pub fn best(&self) -> G::Move {
        self.variations[0].moves[0]
    }

    /// The score of the position for the seat to move.
    pub fn score(&self) -> Score {
        self.variations[0].score
    }

    /// The position after the hinted move.
    pub fn after(&self) -> G {
        played(self.position(), self.best())
    }

    /// Whether a statement about the hinted move is false of most other legal moves.
    pub fn sets_apart(&self, holds: impl Fn(G::Move) -> bool) -> bool {
        self.sets_apart_among(usize::MAX, holds)
    }

    /// Like [`sets_apart`](HintContext::sets_apart), but checks only about this many of the other moves, evenly spaced.
    /// For statements that take long to check.
    pub fn sets_apart_among(&self, tried_max: usize, holds: impl Fn(G::Move) -> bool) -> bool {
        let best = self.best();
        let others: Vec<G::Move> = self.position().moves().into_iter().filter(|m| *m != best).collect();
        let tried = || others.iter().step_by(others.len().div_ceil(tried_max).max(1));
        let count = tried().count();
        count > 0 && 2 * tried().filter(|other| holds(**other)).count() < count
    }

    /// The moves of the best line, each with the position before it, starting with the hinted move.
    pub fn best_line(&self) -> impl Iterator<Item = (G, G::Move)> + '_ {
        let mut position = self.position().clone();
        self.variations[0].moves.iter().map(move |m| {
            let before = position.clone();
            position.play_unchecked(*m);
            (before, *m)
        })
    }

    /// The position at the end of the best line.
    pub fn last(&self) -> G {
        let mut position = self.position().clone();
        self.variations[0].moves.iter().for_each(|m| position.play_unchecked(*m));
        position
    }
}

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

/// A game whose moves and mistakes can be explained in its own terms. Without these, a hint still says what the search
/// has found. Every key is the key of a sentence of the game.
pub trait Explain: Think + Steps + Notation {
    /// The keys of [`look`](Explain::look).
    const LOOKS: &'static [&'static str] = &[];
    /// The keys of [`piece`](Explain::piece).
    const PIECES: &'static [&'static str] = &[];
    /// The keys of [`reasons`](Explain::reasons), the most important first.
    const REASONS: &'static [&'static str] = &[];
    /// The question of the first stage that leads to a reason: pairs of a key of [`REASONS`](Explain::REASONS) and one of
    /// [`LOOKS`](Explain::LOOKS).
    const QUESTIONS: &'static [(&'static str, &'static str)] = &[];
    /// The keys of [`theme`](Explain::theme).
    const THEMES: &'static [&'static str] = &[];
    /// The keys of [`defeat`](Explain::defeat).
    const DEFEATS: &'static [&'static str] = &[];
    /// The keys of [`turned`](Explain::turned).
    const TURNS: &'static [&'static str] = &[];
    /// From this difference in hundredths, a move is clearly better than another: at even chances it wins eight more
    /// games in a hundred.
    const CLEAR_MARGIN: i32 = Self::LOGIT / 3;

    /// The names of all cells of the board, column by column. Without any, the first stage shows no region.
    fn cells(&self) -> Vec<String> {
        Vec::new()
    }

    /// The cells that a move touches, most informative first.
    fn touched(&self, m: Self::Move) -> Vec<String> {
        self.path(m).into_iter().flat_map(|guide| guide.cells).collect()
    }

    /// The position after passing this turn, if passing makes sense.
    fn passed_over(&self) -> Option<Self> {
        None
    }

    /// What to look for, without naming the move; `None` if there is nothing special.
    fn look(_: &HintContext<'_, Self>) -> Option<Finding> {
        None
    }

    /// The piece that moves, without the rest of the move, and the number of picks that this reveals. By default the
    /// column of the first cell that the move touches.
    fn piece(&self, m: Self::Move) -> (Finding, usize) {
        let cell = self.touched(m).into_iter().next().unwrap_or_else(|| m.to_string());
        (Finding::any("column").cell("column", cell.chars().take(1).collect::<String>()), 0)
    }

    /// Why the hinted move is good, most important reason first.
    fn reasons(_: &HintContext<'_, Self>) -> Vec<Finding> {
        Vec::new()
    }

    /// What the mistake was about; `None` if the lines show nothing.
    fn theme(_: &Mistake<'_, Self>) -> Option<Finding> {
        None
    }

    /// How much easier a move in a lost position makes it for the opponent to win than the best move does, from 0 to 1.
    /// `None` if the game does not measure this, or if measuring takes too long.
    fn resistance_lost(&self, _m: Self::Move, _best: Self::Move) -> Option<f64> {
        None
    }

    /// Whether the search values this position well enough for its moves to count for the accuracy.
    fn is_graded(&self) -> bool {
        true
    }

    /// Why this seat lost the game, judged by the moves without a search; `None` if they do not show it. In the
    /// sentence, the winner speaks to the loser.
    fn defeat(_: &Line<Self>, _loser: Seat) -> Option<Finding> {
        None
    }

    /// What came of a mistake, judged without a search by the moves that were played, the first of which is the mistake.
    /// `best` is a better move. `None` if they show nothing. In the sentence, the opponent speaks to the player.
    fn turned(_before: &Self, _moves: &[Self::Move], _best: Self::Move) -> Option<Finding> {
        None
    }
}
