//! What mistakes in ZÈRTZ are about: marbles given away or missed, and safe rings.

use super::effects::{Marbles, finding, gain, pieces, safe_rings, total};
use crate::ai::explain::{Mistake, played};
use crate::ai::finding::Finding;
use crate::rules::Game;
use crate::rules::zertz::{Move, Zertz};

/// With this many safe rings or fewer, a player may soon have to give a marble away.
const FEW_SAFE: u32 = 6;

/// The gains of both seats along a line, the seat to move first.
fn gains(position: &Zertz, line: &[Move]) -> [Marbles; 2] {
    let (seat, mut at, mut gains) = (position.seat(), *position, [[0; 3]; 2]);
    for m in line {
        let side = usize::from(at.seat() != seat);
        gain(&at, *m).iter().zip(&mut gains[side]).for_each(|(more, sum)| *sum += more);
        at = played(&at, *m);
    }
    gains
}

/// The number of rings on which the opponent can place safely; `None` if the opponent must capture or the game is over.
fn safe_after(position: &Zertz, m: Move) -> Option<u32> {
    let after = played(position, m);
    (after.ending().is_none() && !after.must_capture()).then(|| safe_rings(&after).len())
}

/// The keys of [`theme`].
pub(super) const THEMES: &[&str] = &["allows", "allows-for", "misses", "gives-safe", "forces"];

/// What the mistake was about.
pub(super) fn theme(mistake: &Mistake<'_, Zertz>) -> Option<Finding> {
    let [bad, good] = mistake.lines().map(|line| gains(mistake.before, &line));
    let net = |[mine, theirs]: [Marbles; 2]| i64::from(total(mine)) - i64::from(total(theirs));
    let (bad_mine, bad_theirs) = (total(bad[0]), total(bad[1]));
    if net(bad) < net(good) && bad_theirs > total(good[1]) {
        let reply = mistake.reply()?;
        let found = |about| finding(about, bad[1]).played("reply", reply);
        return Some(match bad_mine {
            0 => found("allows"),
            _ => found("allows-for").with("given", pieces(bad[0])),
        });
    }
    if net(bad) < net(good) && total(good[0]) > bad_mine {
        return Some(finding("misses", good[0]).played("best", mistake.best()));
    }
    let [left, fewer] = [mistake.played, mistake.best()].map(|m| safe_after(mistake.before, m));
    match (left, fewer) {
        (Some(left), Some(fewer)) if fewer < left && fewer <= FEW_SAFE => Some(
            Finding::of::<Zertz>("gives-safe")
                .count("count", left as usize)
                .count("fewer", fewer as usize)
                .played("best", mistake.best()),
        ),
        _ => forces(mistake),
    }
}

/// The capture that the reply to the mistake forces.
fn forces(mistake: &Mistake<'_, Zertz>) -> Option<Finding> {
    let [reply @ Move::Place { .. }, capture, ..] = *mistake.refutation else { return None };
    let after = played(&mistake.after(), reply);
    let is_forced = after.ending().is_none() && after.must_capture() && after.count_captures() == 1;
    is_forced.then(|| Finding::of::<Zertz>("forces").played("reply", reply).played("capture", capture))
}
