//! Reasons for DVONN moves that neither win nor save pieces at once: what they threaten, keep safe, and leave to move.

use super::effects::{any_move, covered, cut_off, marks};
use crate::ai::explain::{Explain, HintContext, is_telling, played};
use crate::ai::finding::Finding;
use crate::rules::dvonn::board::{GRID, REDS, name};
use crate::rules::dvonn::{Dvonn, Move, Phase};
use crate::rules::hex::{Cell, Cells};
use crate::rules::{Game, Guide};

/// Up to this number, the opponent's moves need no comparison.
pub(super) const FEW_MOVES: u64 = 5;
/// Minimum height of a threatened stack that is worth mentioning.
const HIGH: u32 = 2;

/// The move with the greatest value, and the value. `None` if no move has a value above 0.
fn greatest(position: &Dvonn, value: impl Fn(Move) -> u32) -> Option<(Move, u32)> {
    let mut greatest = None;
    any_move(position, |m| {
        let value = value(m);
        if value > greatest.map_or(0, |(_, most)| most) {
            greatest = Some((m, value));
        }
        false
    });
    greatest
}

/// The number of the opponent's pieces that a move cuts off, minus that of the mover's own; at least 0.
fn net_cut(position: &Dvonn, m: Move) -> u32 {
    let lost = cut_off(position, m);
    lost[(!position.seat()).index()].saturating_sub(lost[position.seat().index()])
}

/// The position in which the seat that has just moved would move again if the opponent passed.
fn next_turn(after: &Dvonn) -> Option<Dvonn> {
    after.passed_over().filter(|next| next.ending().is_none())
}

/// The cut that the hinted move prepares and that was not possible before.
fn threatens_cut(context: &HintContext<'_, Dvonn>) -> Option<Finding> {
    let before = context.position();
    let next = next_turn(&context.after())?;
    let cut = |position: &Dvonn| greatest(position, |m| net_cut(position, m));
    let (then, net) = cut(&next)?;
    let is_new = cut(before).is_none_or(|(_, already)| already < net);
    let again = |other: Move| {
        let next = next_turn(&played(before, other));
        next.is_some_and(|next| any_move(&next, |m| m == then) && net_cut(&next, then) >= net)
    };
    let lost = cut_off(&next, then)[(!before.seat()).index()] as usize;
    let found = || {
        let found = Finding::of::<Dvonn>("threatens-cut").shown("then", &next, then, None);
        found.count("count", lost).marking(marks(&next, then, !before.seat()))
    };
    (is_new && context.sets_apart(again)).then(found)
}

/// The capture that the hinted move prepares and that was not possible before.
fn threatens_cover(context: &HintContext<'_, Dvonn>) -> Option<Finding> {
    let before = context.position();
    let height = |position: &Dvonn, m: Move| covered(position, m).map_or(0, |(_, height)| height);
    let next = next_turn(&context.after())?;
    let (then, most) = greatest(&next, |m| height(&next, m))?;
    let already = greatest(before, |m| height(before, m)).map_or(0, |(_, height)| height);
    let (space, _) = covered(&next, then)?;
    let again = |other: Move| {
        next_turn(&played(before, other)).is_some_and(|next| {
            any_move(&next, |m| m == then) && covered(&next, then).is_some_and(|(_, height)| height >= most)
        })
    };
    (most >= HIGH && most > already && context.sets_apart(again)).then(|| {
        let found = Finding::of::<Dvonn>("threatens-cover").shown("then", &next, then, None);
        found.cell("space", name(space)).count("height", most as usize)
    })
}

/// Whether the seat that has just moved controls a space and no reply captures it.
fn is_safe(after: &Dvonn, space: Cell) -> bool {
    let owner = !after.seat();
    after.owned(owner).has(space)
        && !any_move(after, |reply| matches!(covered(after, reply), Some((taken, _)) if taken == space))
}

/// A stack that the opponent could capture and that the hinted move takes to safety, or a stack that it makes safe.
fn safety(context: &HintContext<'_, Dvonn>, from: Cell, to: Cell) -> Option<Finding> {
    let (before, after) = (context.position(), context.after());
    if !is_safe(&after, to) || after.ending().is_some() {
        return None;
    }
    let in_danger = before
        .passed_over()
        .is_some_and(|passed| any_move(&passed, |m| matches!(covered(&passed, m), Some((taken, _)) if taken == from)));
    let stays_safe = |other: Move| {
        let next = played(before, other);
        let place =
            if matches!(other, Move::Stack { from: start, .. } if start == from) { target(other) } else { Some(from) };
        place.is_some_and(|place| is_safe(&next, place))
    };
    let height = before.stack(from).map_or(0, |stack| stack.height);
    // Single pieces are nearly always in danger, so only stacks count.
    if height >= HIGH && in_danger && context.sets_apart(stays_safe) {
        let found = Finding::of::<Dvonn>("rescues").cell("space", name(from)).count("height", height as usize);
        return Some(found.marking([Guide::mark(name(from))]));
    }
    let height = after.stack(to).map_or(0, |stack| stack.height);
    let also = |other: Move| {
        let next = played(before, other);
        next.stack(to).is_some_and(|stack| stack.height == height) && is_safe(&next, to)
    };
    (height >= HIGH && context.sets_apart(also))
        .then(|| Finding::of::<Dvonn>("secure").cell("space", name(to)).count("height", height as usize))
}

fn target(m: Move) -> Option<Cell> {
    match m {
        Move::Stack { to, .. } => Some(to),
        _ => None,
    }
}

/// The spaces of the stacks that the seat to move can move.
fn movable(position: &Dvonn) -> Cells {
    let mut movable = Cells::NONE;
    any_move(position, |m| {
        if let Move::Stack { from, .. } = m {
            movable.insert(from);
        }
        false
    });
    movable
}

/// The opponent's stacks that stay on the board and can no longer move.
fn stuck(before: &Dvonn, m: Move) -> Cells {
    let after = played(before, m);
    // Another reason covers an opponent without moves.
    if after.ending().is_some() || after.seat() == before.seat() {
        return Cells::NONE;
    }
    let could = before.passed_over().map_or(Cells::NONE, |passed| movable(&passed));
    could & after.owned(after.seat()) & !movable(&after)
}

/// The mover's stacks that cannot move now but can next turn.
fn freed(before: &Dvonn, m: Move) -> Cells {
    let next = next_turn(&played(before, m));
    next.map_or(Cells::NONE, |next| movable(&next) & before.owned(before.seat()) & !movable(before))
}

/// The stacks that the hinted move locks in or frees.
fn locks(context: &HintContext<'_, Dvonn>) -> impl Iterator<Item = Finding> {
    let before = context.position();
    let found = |about, of: fn(&Dvonn, Move) -> Cells| {
        let cells = of(before, context.best());
        let count = cells.len();
        let also = |other: Move| of(before, other).len() >= count;
        (count > 0 && context.sets_apart(also)).then(|| {
            let marks = cells.map(|space| Guide::mark(name(space)));
            Finding::of::<Dvonn>(about).count("count", count as usize).marking(marks)
        })
    };
    [found("stuck", stuck), found("frees", freed)].into_iter().flatten()
}

/// How far the hinted move reduces the opponent's moves. `None` unless most other moves leave more.
fn leaves_fewer(context: &HintContext<'_, Dvonn>) -> Option<Finding> {
    let (before, opponent) = (context.position(), !context.position().seat());
    let [had, count] = [before.count_jumps(opponent), context.after().count_jumps(opponent)];
    let also = |other: Move| played(before, other).count_jumps(opponent) <= count;
    let found = || Finding::of::<Dvonn>("leaves-fewer").count("before", had as usize).count("count", count as usize);
    // Another reason covers a small number of moves.
    (count > FEW_MOVES && is_telling(count as usize, had as usize) && context.sets_apart(also)).then(found)
}

/// How many moves the mover keeps. `None` unless most other moves keep fewer.
fn keeps_moves(context: &HintContext<'_, Dvonn>) -> Option<Finding> {
    let (before, seat) = (context.position(), context.position().seat());
    let count = context.after().count_jumps(seat);
    let also = |other: Move| played(before, other).count_jumps(seat) >= count;
    (count > 0 && context.sets_apart(also)).then(|| Finding::of::<Dvonn>("keeps-moves").count("count", count as usize))
}

/// The reasons for moving a stack, the most telling first.
pub(super) fn stacking(context: &HintContext<'_, Dvonn>, from: Cell, to: Cell) -> Vec<Finding> {
    let before = context.position();
    let mut reasons: Vec<Finding> =
        [threatens_cut(context), safety(context, from, to), threatens_cover(context)].into_iter().flatten().collect();
    reasons.extend(locks(context));
    reasons.extend(leaves_fewer(context));
    reasons.extend(keeps_moves(context));
    // This comes last because most moves take a piece.
    let takes = covered(before, context.best()).filter(|(_, height)| *height == 1);
    let also = |other: Move| covered(before, other).is_some_and(|(taken, _)| taken == to);
    reasons.extend(
        takes
            .filter(|_| context.sets_apart(also))
            .map(|(space, _)| Finding::of::<Dvonn>("takes").cell("space", name(space))),
    );
    reasons
}

/// The reasons for placing a piece on a space, the most telling first.
pub(super) fn placing(context: &HintContext<'_, Dvonn>, space: Cell) -> Vec<Finding> {
    let before = context.position();
    let red = before.with_red();
    let is_red = matches!(before.phase(), Phase::Placing(placed) if placed < REDS);
    let theirs = before.owned(!before.seat()) & !red;
    let beside = |space: Cell, others: Cells| (GRID.neighbours(space) & others).len();
    let at_edge = |space: Cell| GRID.neighbours(space).len() < 6;
    let sets_apart =
        |holds: &dyn Fn(Cell) -> bool| context.sets_apart(|other| matches!(other, Move::Place(other) if holds(other)));
    let found = |about, count: usize| Finding::of::<Dvonn>(about).count("count", count);
    let mut reasons = Vec::new();
    if before.occupied().is_empty() {
        reasons.push(Finding::of::<Dvonn>("empty"));
    }
    if !is_red {
        let reds = beside(space, red);
        if reds > 0 && sets_apart(&|other| beside(other, red) >= reds) {
            reasons.push(found("by-red", reds as usize));
        }
        let touched = beside(space, theirs);
        if touched > 0 && sets_apart(&|other| beside(other, theirs) >= touched) {
            reasons.push(found("touches", touched as usize));
        }
        if at_edge(space) && sets_apart(&at_edge) {
            reasons.push(Finding::of::<Dvonn>("edge"));
        }
    }
    // At one step, the piece is adjacent, which another reason covers.
    if let Some(steps) = steps(space, red).filter(|steps| is_red || *steps > 1) {
        if sets_apart(&|other| steps_within(other, red, steps)) {
            reasons.push(found("near-red", steps));
        } else if sets_apart(&|other| !steps_within(other, red, steps - 1)) {
            reasons.push(found("far-red", steps));
        }
    }
    reasons
}

/// The distance in steps from a space to the nearest of the others; `None` if there are none.
pub(super) fn steps(space: Cell, others: Cells) -> Option<usize> {
    if others.is_empty() {
        return None;
    }
    let (mut near, mut steps) = (space.set(), 0);
    // Terminates, since the board is connected.
    while (near & others).is_empty() {
        near = GRID.spread(near);
        steps += 1;
    }
    Some(steps)
}

fn steps_within(space: Cell, others: Cells, most: usize) -> bool {
    steps(space, others).is_some_and(|steps| steps <= most)
}
