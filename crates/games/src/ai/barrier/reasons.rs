//! Reasons for Barrier moves.

use super::defeat;
use super::resistance::Resistance;
use super::room::{are_apart, longest, reach, walks_of};
use super::themes;
use super::turned;
use crate::ai::explain::{Explain, HintContext, Mistake, is_telling, played};
use crate::ai::finding::Finding;
use crate::rules::barrier::board::Square;
use crate::rules::barrier::{Barrier, Move};
use crate::rules::{Game, Line, Seat, Steps};

/// Maximum number of the opponent's remaining walks that is worth mentioning.
const FEW_WALKS: usize = 4;
/// A knight has more room if it can reach at least this many squares more than the other.
const MORE_ROOM: usize = 4;

/// The walks left to the mover and to the opponent if the move separates knights that were not apart before.
fn separated(before: &Barrier, after: &Barrier) -> Option<(usize, usize)> {
    if are_apart(before) || !are_apart(after) {
        return None;
    }
    let seat = before.seat();
    Some((longest(after, seat)?, longest(after, !seat)?))
}

impl Explain for Barrier {
    const LOOKS: &'static [&'static str] = &["separate", "few", "ask-fewer", "ask-room", "ask-open"];
    const PIECES: &'static [&'static str] = &["target"];
    const REASONS: &'static [&'static str] =
        &["shuts-in", "trap", "separates", "leaves", "leaves-fewer", "room", "more-walks", "opens"];

    const QUESTIONS: &'static [(&'static str, &'static str)] =
        &[("leaves-fewer", "ask-fewer"), ("room", "ask-room"), ("more-walks", "ask-room"), ("opens", "ask-open")];

    const THEMES: &'static [&'static str] = themes::THEMES;
    const DEFEATS: &'static [&'static str] = defeat::DEFEATS;
    const TURNS: &'static [&'static str] = turned::TURNS;

    fn defeat(line: &Line<Barrier>, loser: Seat) -> Option<Finding> {
        defeat::defeat(line, loser)
    }

    fn turned(before: &Barrier, moves: &[Move], best: Move) -> Option<Finding> {
        turned::turned(before, moves, best)
    }

    fn cells(&self) -> Vec<String> {
        let mut squares: Vec<Square> = self.squares().collect();
        squares.sort_by_key(|square| (square.column(), square.number()));
        squares.iter().map(Square::to_string).collect()
    }

    fn touched(&self, m: Move) -> Vec<String> {
        match m {
            Move::Place(square) => vec![square.to_string()],
            Move::Walk { walk, .. } => vec![walk.target.to_string(), walk.corner.to_string()],
        }
    }

    /// A seat that cannot walk has lost, so turns cannot be passed.
    fn passed_over(&self) -> Option<Barrier> {
        None
    }

    fn look(context: &HintContext<'_, Barrier>) -> Option<Finding> {
        let (before, after) = (context.position(), context.after());
        if separated(before, &after).is_some() {
            return Some(Finding::of::<Barrier>("separate"));
        }
        let left = walks_of(&after, after.seat());
        let few = after.is_walking() && left <= FEW_WALKS && left < walks_of(before, after.seat());
        few.then(|| Finding::of::<Barrier>("few").count("count", left))
    }

    fn piece(&self, m: Move) -> (Finding, usize) {
        match m {
            Move::Place(square) => {
                let column = (b'a' + square.column().saturating_sub(1)) as char;
                (Finding::any("column").cell("column", column), 0)
            }
            Move::Walk { walk, .. } => (Finding::of::<Barrier>("target").cell("square", walk.target), 1),
        }
    }

    fn reasons(context: &HintContext<'_, Barrier>) -> Vec<Finding> {
        let (before, after) = (context.position(), context.after());
        let seat = before.seat();
        if let Move::Place(square) = context.best() {
            let count = walks_of(&after, seat);
            let also = |other: Move| walks_of(&played(before, other), seat) >= count;
            let found = || Finding::of::<Barrier>("opens").cell("square", square).count("count", count);
            return context.sets_apart(also).then(found).into_iter().collect();
        }
        if !after.is_walking() {
            return Vec::new();
        }
        let (mine, theirs) = (walks_of(&after, seat), walks_of(&after, !seat));
        let mut reasons = Vec::new();
        if theirs == 0 {
            reasons.push(Finding::of::<Barrier>("shuts-in"));
            return reasons;
        }
        let is_trap = |left: &Resistance| left.winning > 0 && 2 * left.winning <= left.replies;
        let left = if context.score().is_loss() { Resistance::of(before, context.best()) } else { None };
        if let Some(Resistance { winning, replies, .. }) = left.filter(is_trap) {
            reasons.push(Finding::of::<Barrier>("trap").count("count", winning).count("all", replies));
        }
        if let Some((mine, theirs)) = separated(before, &after) {
            reasons.push(Finding::of::<Barrier>("separates").count("mine", mine).count("theirs", theirs));
        }
        if theirs <= FEW_WALKS && theirs < walks_of(before, !seat) {
            let walks = after.moves().into_iter().flat_map(|walk| after.path(walk));
            reasons.push(Finding::of::<Barrier>("leaves").count("count", theirs).marking(walks));
        }
        let fewer = |other: Move| walks_of(&played(before, other), !seat) <= theirs;
        let had = walks_of(before, !seat);
        if before.is_walking() && theirs > FEW_WALKS && is_telling(theirs, had) && context.sets_apart(fewer) {
            reasons.push(Finding::of::<Barrier>("leaves-fewer").count("before", had).count("count", theirs));
        }
        let room = |position: &Barrier| {
            let [mine, theirs] = [seat, !seat].map(|seat| reach(position, seat).len() as usize);
            (mine, theirs)
        };
        let (near, far) = room(&after);
        let as_much = |other: Move| {
            let (mine, theirs) = room(&played(before, other));
            mine + far >= near + theirs
        };
        if before.is_walking() && near >= far + MORE_ROOM && context.sets_apart(as_much) {
            reasons.push(Finding::of::<Barrier>("room").count("mine", near).count("theirs", far));
        }
        if before.is_walking() && mine > theirs {
            reasons.push(Finding::of::<Barrier>("more-walks").count("mine", mine).count("theirs", theirs));
        }
        reasons
    }

    fn theme(mistake: &Mistake<'_, Barrier>) -> Option<Finding> {
        themes::theme(mistake)
    }

    fn resistance_lost(&self, m: Move, best: Move) -> Option<f64> {
        if m == best {
            return Some(0.0);
        }
        Some(Resistance::of(self, m)?.lacks(Resistance::of(self, best)?))
    }
}
