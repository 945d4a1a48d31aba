//! The contents of the drawn board: the position, and the effect of the last move or of the picks so far.

use crate::render::colour::Colour;
use crate::render::theme::Theme;
use crate::render::view::{View, picks};
use crate::rules::hex::{Cell, Cells};
use crate::rules::zertz::{Claims, GRID, Marble, Move, Pick, Zertz};
use crate::rules::{Game, Seat};

/// The contents of the drawn board.
#[derive(Clone, Debug)]
pub struct BoardModel {
    /// The rings on the board.
    pub rings: Cells,
    /// The marbles on the board.
    pub marbles: Vec<(Cell, Marble)>,
    /// The marbles that were or will be captured, each with its former ring.
    pub captured: Vec<(Cell, Marble)>,
    /// The player who captures them.
    pub captor: Seat,
    /// The rings of groups that were or will be claimed.
    pub claimed: Cells,
    /// The ring that was or will be removed.
    pub removed: Option<Cell>,
    /// The marble that was placed, picked or finished its jumps.
    pub active_ring: Option<Cell>,
    /// The marble that is taken from the pool.
    pub taken: Option<Marble>,
    /// The rings of a capture: its start and where it landed.
    pub path: Vec<Cell>,
    /// Which move is shown.
    pub shown_move: ShownMove,
}

/// Which move is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownMove {
    /// The last move.
    Last,
    /// The picks of the next move.
    Picked,
    /// A suggested move.
    Suggested,
}

impl BoardModel {
    /// An empty board without marks.
    fn empty(position: &Zertz) -> BoardModel {
        BoardModel {
            rings: Cells::NONE,
            marbles: Vec::new(),
            captured: Vec::new(),
            captor: position.seat(),
            claimed: Cells::NONE,
            removed: None,
            active_ring: None,
            taken: None,
            path: Vec::new(),
            shown_move: ShownMove::Last,
        }
    }

    /// Builds the model. The picks of the next move or a suggestion take precedence over the last move.
    pub fn of(position: &Zertz, view: &View<'_, Zertz>) -> BoardModel {
        let mut model =
            BoardModel { rings: position.rings(), marbles: marbles(position), ..BoardModel::empty(position) };
        match (view.last, view.suggestion) {
            _ if !view.picked.is_empty() => model.pick(ShownMove::Picked, position, view.picked),
            (_, Some(m)) => model.pick(ShownMove::Suggested, position, &picks(position, m)),
            (Some((before, m)), None) => model.apply_last(position, before, m),
            (None, None) => {}
        }
        model
    }

    /// The marks of the last move alone, while the next is being picked.
    pub fn of_last(&self, position: &Zertz, view: &View<'_, Zertz>) -> BoardModel {
        let mut model = BoardModel::empty(position);
        if let (Some((before, m)), ShownMove::Picked) = (view.last, self.shown_move) {
            model.apply_last(position, before, m);
        }
        model
    }

    /// The colour of the marks.
    pub fn colour(&self, theme: &Theme) -> Colour {
        match self.shown_move {
            ShownMove::Last => theme.last,
            ShownMove::Picked => theme.picked,
            ShownMove::Suggested => theme.hint,
        }
    }

    /// Whether the next move is shown rather than the last.
    pub fn preview(&self) -> bool {
        self.shown_move != ShownMove::Last
    }

    fn apply_last(&mut self, position: &Zertz, before: &Zertz, m: Move) {
        self.captor = before.seat();
        match m {
            Move::Place { marble, ring, removed, .. } => {
                self.active_ring = Some(ring);
                self.removed = removed;
                self.claimed = before.rings() & !position.rings() & !removed.map_or(Cells::NONE, Cell::set);
                let claimed = self.claimed;
                self.captured.extend(marbles(before).into_iter().filter(|(other, _)| claimed.has(*other)));
                if claimed.has(ring) {
                    self.captured.push((ring, marble));
                }
            }
            Move::Capture(chain) => {
                self.path = vec![chain.start()];
                for (over, landing) in chain.jumps() {
                    self.captured.extend(before.marble_at(over).map(|marble| (over, marble)));
                    self.path.push(landing);
                }
                self.active_ring = self.path.last().copied();
            }
            Move::Pass => {}
        }
    }

    fn pick(&mut self, shown_move: ShownMove, position: &Zertz, picked: &[Pick]) {
        self.shown_move = shown_move;
        self.captor = position.seat();
        let mut colour = None;
        let mut claims = position.setup().claims == Claims::Automatic;
        for pick in picked {
            match *pick {
                Pick::Marble(marble) => {
                    colour = Some(marble);
                    self.taken = colour;
                }
                Pick::Ring(ring) => {
                    self.marbles.extend(colour.map(|marble| (ring, marble)));
                    self.active_ring = Some(ring);
                }
                Pick::Removed(ring) => self.removed = Some(ring),
                Pick::Claim(taken) => claims = taken,
                Pick::Jumper(ring) => {
                    self.path = vec![ring];
                    self.active_ring = Some(ring);
                }
                Pick::Landing(landing) => self.jump(landing),
                Pick::Pass => {}
            }
        }
        if let (Some(ring), true) = (self.active_ring.filter(|_| colour.is_some()), claims) {
            self.claimed = position.groups_taken(ring, self.removed);
            if self.removed.is_none() && !position.removable().is_empty() {
                // Until the ring to remove is picked, it is unknown what the turn claims.
                self.claimed = Cells::NONE;
            }
            self.rings &= !self.claimed;
        }
        self.rings &= !self.removed.map_or(Cells::NONE, Cell::set);
    }

    fn jump(&mut self, landing: Cell) {
        let Some(from) = self.path.last().copied() else { return };
        let ((column, number), (to_column, to_number)) = (GRID.coordinates(from), GRID.coordinates(landing));
        let over = GRID.at(u8::midpoint(column, to_column), u8::midpoint(number, to_number));
        if let Some(at) = self.marbles.iter().position(|(ring, _)| Some(*ring) == over) {
            self.captured.push(self.marbles.remove(at));
        }
        if let Some((ring, _)) = self.marbles.iter_mut().find(|(ring, _)| *ring == from) {
            *ring = landing;
        }
        self.path.push(landing);
        self.active_ring = Some(landing);
    }
}

fn marbles(position: &Zertz) -> Vec<(Cell, Marble)> {
    let of = |marble| position.marbles(marble).map(move |ring| (ring, marble));
    Marble::ALL.into_iter().flat_map(of).collect()
}
