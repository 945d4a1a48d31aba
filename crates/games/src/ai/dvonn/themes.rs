//! What mistakes in DVONN are about: pieces cut off, stacks captured, and moves left.

use super::effects::{covered, cut_off};
use super::positional::steps;
use crate::ai::explain::{Mistake, played};
use crate::ai::finding::Finding;
use crate::rules::dvonn::board::name;
use crate::rules::dvonn::{Dvonn, Move, Phase};
use crate::rules::{Game, Seat};

/// A mistake is about mobility if it costs at least this many moves.
const FEWER_MOVES: u64 = 2;
/// The minimum height of a captured stack that is worth mentioning.
const HIGH: u32 = 2;

/// The number of the opponent's pieces that a move cuts off, if it cuts off more of them than of the mover's own.
fn cut(position: &Dvonn, m: Move) -> Option<u32> {
    let lost = cut_off(position, m);
    let (mine, theirs) = (lost[position.seat().index()], lost[(!position.seat()).index()]);
    (theirs > mine).then_some(theirs)
}

/// The number of a seat's moves after a move and the reply to it.
fn moves_after(position: &Dvonn, line: &[Move], seat: Seat) -> Option<u64> {
    let [m, reply, ..] = line else { return None };
    Some(played(&played(position, *m), *reply).count_jumps(seat))
}

/// The keys of [`theme`].
pub(super) const THEMES: &[&str] =
    &["allows-cut", "allows-cover", "misses-cut", "misses-cover", "fewer-moves", "far-from-red", "near-red"];

/// What the mistake was about.
pub(super) fn theme(mistake: &Mistake<'_, Dvonn>) -> Option<Finding> {
    let (before, after, best) = (mistake.before, mistake.after(), mistake.best());
    if let (Move::Place(space), Move::Place(other)) = (mistake.played, best) {
        let red = before.with_red();
        let (mine, others) = (steps(space, red)?, steps(other, red)?);
        let found = |about| Finding::of::<Dvonn>(about).count("count", mine);
        return match mine.cmp(&others) {
            std::cmp::Ordering::Greater => Some(found("far-from-red").played("best", best)),
            std::cmp::Ordering::Less => Some(found("near-red").played("best", best)),
            std::cmp::Ordering::Equal => None,
        };
    }
    if before.phase() != Phase::Stacking {
        return None;
    }
    // If the opponent has to pass, there is no reply to describe.
    if let Some(reply) = mistake.reply().filter(|_| after.ending().is_none() && after.seat() != before.seat()) {
        if let Some(count) = cut(&after, reply) {
            return Some(Finding::of::<Dvonn>("allows-cut").played("reply", reply).count("count", count as usize));
        }
        if let Some((space, height)) = covered(&after, reply).filter(|(_, height)| *height >= HIGH) {
            let found = Finding::of::<Dvonn>("allows-cover").played("reply", reply);
            return Some(found.cell("space", name(space)).count("height", height as usize));
        }
    }
    if let Some(count) = cut(before, best).filter(|count| cut(before, mistake.played) < Some(*count)) {
        return Some(Finding::of::<Dvonn>("misses-cut").played("best", best).count("count", count as usize));
    }
    let height = |m: Move| covered(before, m).map_or(0, |(_, height)| height);
    if let Some((space, high)) =
        covered(before, best).filter(|(_, high)| *high >= HIGH && *high > height(mistake.played))
    {
        let found = Finding::of::<Dvonn>("misses-cover").played("best", best);
        return Some(found.cell("space", name(space)).count("height", high as usize));
    }
    let [bad, good] = mistake.lines().map(|line| moves_after(before, &line, before.seat()));
    let (bad, good) = bad.zip(good)?;
    (bad + FEWER_MOVES <= good).then(|| {
        let found = Finding::of::<Dvonn>("fewer-moves").played("best", best);
        found.count("count", bad as usize).count("instead", good as usize)
    })
}
