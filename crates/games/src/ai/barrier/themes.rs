//! What mistakes in Barrier are about: the walks and the room that both knights have left.

use super::resistance::Resistance;
use super::room::{reach, walks_of};
use crate::ai::explain::{Mistake, played};
use crate::ai::finding::Finding;
use crate::rules::barrier::{Barrier, Move};
use crate::rules::{Game, Seat};

/// With this many walks or fewer, a knight is nearly shut in.
const FEW_WALKS: usize = 4;

/// The walks that a seat has left after the first two plies of a line.
fn walks_after(position: &Barrier, line: &[Move], seat: Seat) -> Option<usize> {
    let [m, reply, ..] = line else { return None };
    let after = played(&played(position, *m), *reply);
    after.is_walking().then(|| walks_of(&after, seat))
}

/// The keys of [`theme`].
pub(super) const THEMES: &[&str] =
    &["easy-to-win", "loses-sooner", "shut-in", "few-walks", "leaves-walks", "less-room"];

/// How much less a move resists than the best one in a lost position.
fn resists_less(mistake: &Mistake<'_, Barrier>) -> Option<Finding> {
    let [bad, good] = [mistake.played, mistake.best()].map(|m| Resistance::of(mistake.before, m));
    let (bad, good) = (bad?, good?);
    let found = |about| Finding::of::<Barrier>(about).played("best", mistake.best());
    if bad.winning * good.replies > good.winning * bad.replies {
        let found = found("easy-to-win").count("count", bad.winning).count("all", bad.replies);
        return Some(found.count("fewer", good.winning).count("instead", good.replies));
    }
    let turns = |resistance: Resistance| Some((resistance.plies? as usize).div_ceil(2));
    let (sooner, later) = (turns(bad)?, turns(good)?);
    (sooner < later).then(|| found("loses-sooner").count("turns", sooner).count("more", later))
}

/// What the mistake was about.
pub(super) fn theme(mistake: &Mistake<'_, Barrier>) -> Option<Finding> {
    let (before, best) = (mistake.before, mistake.best());
    let seat = before.seat();
    if mistake.better.score.is_loss() {
        return resists_less(mistake);
    }
    if !before.is_walking() {
        return None;
    }
    let [bad, good] = mistake.lines().map(|line| walks_after(before, &line, seat));
    if let (Some(reply), Some(count)) = (mistake.reply(), bad)
        && count <= FEW_WALKS
        && good.is_none_or(|good| good > count)
    {
        let found = |about| Finding::of::<Barrier>(about).played("reply", reply);
        return Some(if count == 0 { found("shut-in") } else { found("few-walks").count("count", count) });
    }
    let [left, fewer] = [mistake.after(), mistake.after_best()].map(|after| walks_of(&after, !seat));
    if fewer < left && fewer <= FEW_WALKS {
        let found = Finding::of::<Barrier>("leaves-walks").played("best", best);
        return Some(found.count("count", left).count("fewer", fewer));
    }
    let [bad, good] =
        [mistake.after(), mistake.after_best()].map(|after| [seat, !seat].map(|seat| reach(&after, seat).len()));
    let lead = |[mine, theirs]: [u32; 2]| i64::from(mine) - i64::from(theirs);
    (lead(bad) < lead(good)).then(|| {
        let found = Finding::of::<Barrier>("less-room").played("best", best);
        found.count("mine", bad[0] as usize).count("theirs", bad[1] as usize)
    })
}
