//! The position and the rules.

use super::board::{GRID, Marble};
use super::moves::{Chain, Move};
use super::setup::{Claims, Setup};
use crate::rules::game::{Ending, Game, Reason, Seat};
use crate::rules::hex::{Cell, Cells, opposite};
use std::ops::ControlFlow;

/// A position of ZÈRTZ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Zertz {
    pub(super) setup: Setup,
    /// The rings still on the board.
    pub(super) rings: Cells,
    /// The rings with a white, a grey and a black marble.
    pub(super) marbles: [Cells; 3],
    pub(super) pool: [u8; 3],
    /// The marbles each seat has captured: white, grey, black.
    pub(super) captured: [[u8; 3]; 2],
    pub(super) seat: Seat,
}

/// A player reached one of the goals (seed 003, A).
pub const GOAL: Reason = Reason("goal");
/// A player filled the last vacant ring of the board (seed 003, F.2).
pub const FILLED: Reason = Reason("filled");

impl Zertz {
    /// The rings still on the board.
    pub fn rings(&self) -> Cells {
        self.rings
    }

    /// The rings with a marble of this colour.
    pub fn marbles(&self, marble: Marble) -> Cells {
        self.marbles[marble.index()]
    }

    /// The marble on a ring.
    pub fn marble_at(&self, ring: Cell) -> Option<Marble> {
        Marble::ALL.into_iter().find(|marble| self.marbles(*marble).has(ring))
    }

    /// The marbles in the pool: white, grey, black.
    pub fn pool(&self) -> [u8; 3] {
        self.pool
    }

    /// The marbles a seat has captured: white, grey, black.
    pub fn captured(&self, seat: Seat) -> [u8; 3] {
        self.captured[seat.index()]
    }

    /// The rings with a marble.
    pub fn occupied(&self) -> Cells {
        self.marbles[0] | self.marbles[1] | self.marbles[2]
    }

    /// The rings without a marble.
    pub fn vacant(&self) -> Cells {
        self.rings & !self.occupied()
    }

    /// The marbles the mover places from: the pool or, when it is empty, the mover's captured marbles (seed 003, F.1).
    pub fn supply(&self) -> [u8; 3] {
        if self.pool == [0; 3] { self.captured[self.seat.index()] } else { self.pool }
    }

    /// The vacant rings that can slide out because two neighbouring sides are open (seed 004). A marble placed on a
    /// ring prevents its removal, so the removable rings of a turn are this set without the ring just occupied.
    pub fn removable(&self) -> Cells {
        let linked = |direction| GRID.step(self.rings, opposite(direction)).0;
        let present = [linked(0), linked(1), linked(2), linked(3), linked(4), linked(5)];
        let mut open = 0;
        for direction in 0..6 {
            open |= !(present[direction] | present[(direction + 1) % 6]);
        }
        self.vacant() & Cells(open)
    }

    /// The marbles that can jump in a direction: the next ring has a marble and the one behind it is vacant.
    fn jumpers(&self, occupied: Cells, vacant: Cells, direction: usize) -> Cells {
        let back = opposite(direction);
        occupied & GRID.step(occupied & GRID.step(vacant, back), back)
    }

    /// Whether a capture is available, which is then compulsory (seed 003, "Capturing is compulsory").
    pub fn must_capture(&self) -> bool {
        has_jump(self.occupied(), self.vacant())
    }

    /// Visits every capture, whether or not the game has ended.
    pub fn visit_captures<B>(&self, visit: &mut impl FnMut(Chain) -> ControlFlow<B>) -> ControlFlow<B> {
        let (occupied, vacant) = (self.occupied(), self.vacant());
        let mut starts = Cells::NONE;
        for direction in 0..6 {
            starts |= self.jumpers(occupied, vacant, direction);
        }
        for start in starts {
            let (occupied, vacant) = (occupied & !start.set(), vacant | start.set());
            jump_on(occupied, vacant, start, Chain::begin(start), visit)?;
        }
        ControlFlow::Continue(())
    }

    /// The number of captures available.
    pub fn count_captures(&self) -> u64 {
        let mut count = 0;
        let _ = self.visit_captures(&mut |_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// The groups without a vacant ring after placing on `ring` and removing `removed`. The marbles of this position do
    /// not include the new one yet. The new marble fills a group, or the removed ring connected one to the rest or was
    /// its last vacant ring. A group that was already full (declined) is therefore never included.
    pub fn groups_taken(&self, ring: Cell, removed: Option<Cell>) -> Cells {
        let rings = removed.map_or(self.rings, |removed| self.rings & !removed.set());
        let occupied = self.occupied() | ring.set();
        let vacant = rings & !occupied;
        let mut taken = full_group(ring, rings, vacant);
        if let Some(removed) = removed {
            for start in GRID.neighbours(removed) & rings & occupied & !taken {
                taken |= full_group(start, rings, vacant);
            }
        }
        taken
    }

    /// Whether the claim of this turn can be declined: claims are optional, the turn takes a group, and it does not
    /// fill the board (which wins regardless of claims, decision 1).
    pub fn may_decline(&self, ring: Cell, removed: Option<Cell>) -> bool {
        let filled = ring.set() | removed.map_or(Cells::NONE, Cell::set);
        self.setup.claims == Claims::Optional
            && !(self.vacant() & !filled).is_empty()
            && !self.groups_taken(ring, removed).is_empty()
    }

    fn visit_placements<B>(&self, visit: &mut impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let supply = self.supply();
        let (vacant, removable) = (self.vacant(), self.removable());
        for ring in vacant {
            let mut rest = removable & !ring.set();
            let mut removed = rest.next();
            loop {
                let may_decline = self.may_decline(ring, removed);
                for marble in Marble::ALL.into_iter().filter(|marble| supply[marble.index()] > 0) {
                    visit(Move::Place { marble, ring, removed, decline: false })?;
                    if may_decline {
                        visit(Move::Place { marble, ring, removed, decline: true })?;
                    }
                }
                removed = rest.next();
                if removed.is_none() {
                    break;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The number of placements: colours × (ring, removed ring) pairs; the number of pairs is a product of set sizes.
    fn count_placements(&self) -> u64 {
        if self.setup.claims == Claims::Optional {
            let mut count = 0;
            let _ = self.visit_placements(&mut |_| {
                count += 1;
                ControlFlow::<()>::Continue(())
            });
            return count;
        }
        let colours = self.supply().into_iter().filter(|count| *count > 0).count() as u64;
        let vacant = u64::from(self.vacant().len());
        // Placing on the only removable ring leaves none to remove, which counts as one way.
        let pairs = match u64::from(self.removable().len()) {
            0 | 1 => vacant,
            removable => (vacant - 1) * removable,
        };
        colours * pairs
    }

    fn place(&mut self, marble: Marble, ring: Cell, removed: Option<Cell>, decline: bool) {
        let filled = ring.set() | removed.map_or(Cells::NONE, Cell::set);
        let taken = if (self.vacant() & !filled).is_empty() {
            // The player who fills the board "may claim all of the remaining rings" (seed 003, F.2).
            self.rings & !removed.map_or(Cells::NONE, Cell::set)
        } else if decline {
            Cells::NONE
        } else {
            self.groups_taken(ring, removed)
        };
        let seat = self.seat.index();
        let supply = if self.pool == [0; 3] { &mut self.captured[seat] } else { &mut self.pool };
        supply[marble.index()] = supply[marble.index()].saturating_sub(1);
        self.marbles[marble.index()].insert(ring);
        if let Some(removed) = removed {
            self.rings.remove(removed);
        }
        if !taken.is_empty() {
            for (captured, marbles) in self.captured[seat].iter_mut().zip(&mut self.marbles) {
                *captured += (*marbles & taken).len() as u8;
                *marbles &= !taken;
            }
            self.rings &= !taken;
        }
    }

    fn capture(&mut self, chain: &Chain) {
        let Some(jumper) = self.marble_at(chain.start()) else { return };
        let mut at = chain.start();
        self.marbles[jumper.index()].remove(at);
        for (over, landing) in chain.jumps() {
            if let Some(jumped) = self.marble_at(over) {
                self.marbles[jumped.index()].remove(over);
                self.captured[self.seat.index()][jumped.index()] += 1;
            }
            at = landing;
        }
        self.marbles[jumper.index()].insert(at);
    }

    /// Whether these captured marbles reach a goal.
    pub fn reaches_goal(&self, captured: [u8; 3]) -> bool {
        let (goals, each) = (self.setup.variant.goals(), self.setup.variant.goal_of_each());
        captured.iter().zip(goals).any(|(count, goal)| *count >= goal) || captured.iter().all(|count| *count >= each)
    }
}

/// Whether a marble can jump: another one is between it and a vacant ring.
#[inline]
pub(crate) fn has_jump(occupied: Cells, vacant: Cells) -> bool {
    let mut over = Cells::NONE;
    for direction in 0..3 {
        let jumped = |there, back| GRID.step(occupied, there) & GRID.step(vacant, back);
        over |= jumped(direction, direction + 3) | jumped(direction + 3, direction);
    }
    !(occupied & over).is_empty()
}

/// The group of `start` if none of its rings is vacant, else the empty set.
fn full_group(start: Cell, rings: Cells, vacant: Cells) -> Cells {
    if !(GRID.neighbours(start) & vacant).is_empty() {
        return Cells::NONE;
    }
    let mut group = start.set();
    loop {
        let wider = GRID.spread(group) & rings;
        if !(wider & vacant).is_empty() {
            return Cells::NONE;
        }
        if wider == group {
            return group;
        }
        group = wider;
    }
}

/// Visits every completion of a capture. It "must" go on while it can, "no matter in which direction" (seed 003, C.4),
/// and each jumped marble leaves the board at once.
fn jump_on<B>(
    occupied: Cells,
    vacant: Cells,
    at: Cell,
    chain: Chain,
    visit: &mut impl FnMut(Chain) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut at_end = true;
    let beside = GRID.neighbours(at) & occupied;
    for direction in if beside.is_empty() { 0..0 } else { 0..6 } {
        let Some(over) = GRID.next(at, direction).filter(|over| occupied.has(*over)) else { continue };
        let Some(landing) = GRID.next(over, direction).filter(|landing| vacant.has(*landing)) else { continue };
        let Some(chain) = chain.then(direction) else { continue };
        at_end = false;
        jump_on(occupied & !over.set(), vacant | over.set(), landing, chain, visit)?;
    }
    if at_end && !chain.is_empty() { visit(chain) } else { ControlFlow::Continue(()) }
}

impl Game for Zertz {
    type Move = Move;
    type Setup = Setup;
    const DRAWS: bool = true;

    fn new(setup: &Setup) -> Self {
        Zertz {
            // Positions do not store the swap.
            setup: Setup { swap: false, ..*setup },
            rings: setup.variant.rings(),
            marbles: [Cells::NONE; 3],
            pool: setup.variant.marbles(),
            captured: [[0; 3]; 2],
            seat: Seat::One,
        }
    }

    fn setup(&self) -> Setup {
        self.setup
    }

    fn seat(&self) -> Seat {
        self.seat
    }

    fn ending(&self) -> Option<Ending> {
        for seat in Seat::BOTH {
            if self.reaches_goal(self.captured[seat.index()]) {
                return Some(Ending::win(seat, GOAL));
            }
        }
        // A capture always leaves a vacant ring, so the last mover placed a marble there.
        self.vacant().is_empty().then_some(Ending::win(!self.seat, FILLED))
    }

    fn key(&self) -> u64 {
        let counts = |counts: [u8; 3]| counts.into_iter().fold(0, |all, count| all << 8 | u64::from(count));
        let words = [
            self.rings.0,
            self.marbles[0].0,
            self.marbles[1].0,
            self.marbles[2].0,
            counts(self.pool) << 24 | counts(self.captured[0]),
            counts(self.captured[1]) << 24
                | (self.setup.variant as u64) << 8
                | (self.setup.claims as u64) << 4
                | self.seat as u64,
        ];
        crate::rules::game::mix(&words)
    }

    fn visit_moves<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.ending().is_some() {
            return ControlFlow::Continue(());
        }
        if self.must_capture() {
            return self.visit_captures(&mut |chain| visit(Move::Capture(chain)));
        }
        if self.supply() == [0; 3] {
            return visit(Move::Pass);
        }
        self.visit_placements(&mut visit)
    }

    fn count_moves(&self) -> u64 {
        if self.ending().is_some() {
            return 0;
        }
        if self.must_capture() {
            return self.count_captures();
        }
        if self.supply() == [0; 3] { 1 } else { self.count_placements() }
    }

    fn is_legal(&self, m: Move) -> bool {
        self.refuse(m).is_none()
    }

    fn play_unchecked(&mut self, m: Move) {
        match m {
            Move::Place { marble, ring, removed, decline } => self.place(marble, ring, removed, decline),
            Move::Capture(chain) => self.capture(&chain),
            Move::Pass => {}
        }
        self.seat = !self.seat;
    }

    /// A position cannot recur while the pool has marbles: captures take marbles off the board, and only placing, which
    /// uses up the pool, adds any.
    fn can_repeat(&self) -> bool {
        self.pool == [0; 3]
    }
}
