//! The ZÈRTZ engine's evaluation and move ordering.

use super::level::Skill;
use super::score::Score;
use super::think::{Share, Think};
use crate::rules::hex::Cell;
use crate::rules::zertz::{GRID, Marble, Move, Setup, Zertz};
use std::ops::ControlFlow;
use tactics::SacrificeColours;

mod defeat;
pub(crate) mod effects;
mod positional;
mod reasons;
pub mod sacrifices;
mod skills;
mod tactics;
mod themes;
mod turned;
mod tuned;
mod weights;

pub use sacrifices::Sacrifices;
pub use weights::Weights;

/// Slots of the history: the marble placed and its ring, the ring removed, the first and the last ring of a capture.
const PLACED: usize = 0;
const REMOVED: usize = PLACED + 3 * 64;
const STARTED: usize = REMOVED + 65;
const LANDED: usize = STARTED + 64;
const END: usize = LANDED + 64;

/// The code bit that distinguishes captures from placements.
const CAPTURE: u32 = 1 << 31;

impl Think for Zertz {
    type Weights = Weights;
    type Oracle = Sacrifices;
    const ORACLE_SHARE: Share = Share { memory: 16, limits: 16 };
    const SLOTS: usize = END;
    const LOGIT: i32 = 260;
    const REDUCTION: f32 = 0.5;
    const HAS_QUIET: bool = true;
    const SHALLOW_PART: bool = true;
    const RATINGS: &'static [u16] = &[538, 974, 1168, 1308, 1500, 1700, 1859, 2003, 2182, 2365];
    const SKILLS: &'static [Skill] = skills::SKILLS;

    fn skills(setup: &Setup) -> &'static [Skill] {
        skills::skills(setup.variant)
    }

    fn oracle(bytes: usize) -> Option<Sacrifices> {
        Some(Sacrifices::new(bytes))
    }

    fn probe(
        &self,
        sacrifices: &mut Sacrifices,
        nodes: u64,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Option<(Vec<Move>, Score)> {
        let line = sacrifices.win(self, nodes, should_stop)?;
        let score = Score::win_in(line.len());
        Some((line, score))
    }

    fn evaluate(&self, weights: &Weights) -> i32 {
        weights.value(self)
    }

    fn visit_tactical(&self, weights: &Weights, last: bool, visit: impl FnMut(Move)) {
        tactics::visit(self, last, Some(SacrificeColours::new(self, weights)), visit);
    }

    fn is_echo(&self, weights: &Weights, m: Move) -> bool {
        tactics::is_echo(self, weights, m)
    }

    fn has_quiet(&self) -> bool {
        tactics::has_quiet(self)
    }

    /// Captures are compulsory, and each removes marbles from the board, so no position recurs through them.
    fn is_forced(&self) -> bool {
        self.must_capture()
    }

    fn visit_forced(&self, mut visit: impl FnMut(Move)) {
        let _ = self.visit_captures(&mut |chain| {
            visit(Move::Capture(chain));
            ControlFlow::<()>::Continue(())
        });
    }

    fn order(&self) -> impl Fn(Move) -> i32 {
        // Claims are rare; removing a ring next to a marble may be one.
        let (forcing, claiming) = (tactics::forcing(self), GRID.spread(self.occupied()));
        move |m| match m {
            Move::Capture(chain) => {
                let worth = |over: Cell| self.marble_at(over).map_or(0, |marble| WORTH[marble.index()]);
                chain.jumps().map(|(over, _)| worth(over)).sum::<i32>()
            }
            Move::Place { marble, ring, removed, .. } => {
                let claims = removed.is_some_and(|removed| claiming.has(removed));
                i32::from(claims) * 500 - WORTH[marble.index()] / 8 - i32::from(forcing.has(ring)) * 1500
            }
            Move::Pass => 0,
        }
    }

    fn slots(&self, m: Move) -> [usize; 2] {
        match m {
            Move::Place { marble, ring, removed, .. } => {
                let removed = removed.map_or(64, |removed| usize::from(removed.0));
                [PLACED + marble.index() * 64 + usize::from(ring.0), REMOVED + removed]
            }
            Move::Capture(chain) => {
                let end = chain.jumps().last().map_or(chain.start(), |(_, landing)| landing);
                [STARTED + usize::from(chain.start().0), LANDED + usize::from(end.0)]
            }
            Move::Pass => [REMOVED + 64, REMOVED + 64],
        }
    }

    fn code(m: Move) -> u32 {
        match m {
            Move::Place { marble, ring, removed, decline } => {
                let removed = removed.map_or(64, |removed| u32::from(removed.0));
                marble.index() as u32 | u32::from(ring.0) << 2 | removed << 8 | u32::from(decline) << 15
            }
            Move::Capture(chain) => {
                let path = chain.jumps().fold(u32::from(chain.start().0), |path, (_, landing)| {
                    path.wrapping_mul(61).wrapping_add(u32::from(landing.0))
                });
                CAPTURE | path & ((CAPTURE >> 1) - 1)
            }
            Move::Pass => 1 << 16,
        }
    }

    /// All placements on one ring are one idea, and so are all captures with one marble.
    fn idea(m: Move) -> u32 {
        match m {
            Move::Place { ring, .. } => u32::from(ring.0),
            Move::Capture(chain) => CAPTURE | u32::from(chain.start().0),
            Move::Pass => u32::MAX - 1,
        }
    }

    fn decode(&self, code: u32) -> Option<Move> {
        if code >= 1 << 16 {
            return None;
        }
        let marble = *Marble::ALL.get((code & 3) as usize)?;
        let ring = Cell((code >> 2 & 63) as u8);
        let removed = match code >> 8 & 127 {
            64 => None,
            bit => Some(Cell(bit as u8)),
        };
        let decline = code >> 15 & 1 == 1;
        let removable = self.removable() & !ring.set();
        let fits = match removed {
            None => removable.is_empty(),
            Some(removed) => removed.0 < 64 && removable.has(removed),
        };
        let legal = fits
            && self.supply()[marble.index()] > 0
            && self.vacant().has(ring)
            && !self.must_capture()
            && (!decline || self.may_decline(ring, removed));
        legal.then_some(Move::Place { marble, ring, removed, decline })
    }

    /// Each placement removes a ring, and in self-play about half of the rings are left at the end; the estimate allows
    /// for some longer games.
    fn turns_left(&self) -> u32 {
        (self.vacant().len() / 4).max(3)
    }
}

/// Marble values for move ordering.
const WORTH: [i32; 3] = [4000, 3000, 2000];
