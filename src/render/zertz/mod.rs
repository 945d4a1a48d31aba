//! ZÈRTZ: rings in columns, marbles as balls, the pool beside the board, both players' captures under their names.
//!
//! In reading order: [`lattice`] (where rings lie), [`shown`] (what is to be seen of the last move or of the picks
//! so far), [`store`] (pool and captures).

pub mod lattice;
pub mod shown;
pub mod store;

use super::frame::{Frame, Layout, WIDTH};
use super::marks::{arrow, cross, halo, trace};
use super::scene::{Figure, Label, Paint, Point, Scene};
use super::theme::{Colour, Material, Theme};
use super::view::{Draw, View};
use crate::rules::hex::{Cell, Cells};
use crate::rules::zertz::board::name;
use crate::rules::zertz::{Marble, Pick, Zertz};
use lattice::Lattice;
use shown::Shown;

/// The width of the pool's place, to the right of the board.
const POOL_WIDTH: f32 = 180.0;
/// The height of the row of captured marbles.
const SCORE_HEIGHT: f32 = 48.0;
/// The opacity of what is no longer there.
const GHOST: f32 = 0.32;
const GHOST_MARBLE: f32 = 0.6;

/// Lengths as parts of the distance between the centres of two neighbouring rings.
mod part {
    /// The outer edge of a ring.
    pub const RING: f32 = 0.47;
    /// The hole of a ring.
    pub const HOLE: f32 = 0.28;
    /// A marble.
    pub const MARBLE: f32 = 0.365;
    /// A mark around a marble or a ring.
    pub const HALO: f32 = 0.445;
    /// The letters of a coordinate.
    pub const NAME: f32 = 0.285;
}

impl Draw for Zertz {
    fn draw(&self, view: &View<'_, Self>) -> Scene {
        let mut lattice = Lattice::of(self);
        let layout = Layout { board_height: lattice.height, score_height: SCORE_HEIGHT, ..Layout::default() };
        let frame = Frame::new(view.header, view.theme, layout);
        lattice.move_to(frame.board.corner.plus((WIDTH - POOL_WIDTH - lattice.width) / 2.0, 0.0));
        let mut drawing =
            Drawing { position: self, theme: view.theme, shown: Shown::of(self, view), lattice, frame, view };
        drawing.rings();
        drawing.path();
        drawing.marbles();
        drawing.marks();
        drawing.choices();
        drawing.names();
        drawing.captures();
        drawing.pool();
        drawing.frame.scene
    }
}

struct Drawing<'a> {
    position: &'a Zertz,
    view: &'a View<'a, Zertz>,
    theme: &'a Theme,
    shown: Shown,
    lattice: Lattice,
    frame: Frame,
}

impl Drawing<'_> {
    fn at(&self, ring: Cell) -> Point {
        self.lattice.centre(ring)
    }

    /// A length that is this part of the distance between two rings.
    fn length(&self, part: f32) -> f32 {
        self.lattice.spacing * part
    }

    fn rings(&mut self) {
        for ring in self.shown.rings {
            self.frame.scene.draw_all("rings", self.ring(ring));
        }
        for ring in self.shown.claimed {
            for figure in self.ring(ring) {
                self.frame.scene.draw("rings", figure.faded(GHOST));
            }
        }
        if let Some(ring) = self.shown.removed {
            let mark = trace(self.at(ring), self.length(part::HALO - 0.02), self.shown.colour(self.theme));
            self.frame.scene.draw("rings", mark);
        }
    }

    fn ring(&self, ring: Cell) -> [Figure; 3] {
        let board = &self.theme.board;
        let circle = || Figure::circle(self.at(ring), self.length(f32::midpoint(part::RING, part::HOLE)));
        let width = self.length(part::RING - part::HOLE);
        let edge = self.length(0.05);
        [
            circle().outlined(board.dark, width),
            circle().outlined(board.base, width - edge),
            circle().outlined(board.light, (width - edge) * 0.45),
        ]
    }

    fn marbles(&mut self) {
        for (ring, marble) in self.shown.ghosts.clone() {
            let figure = ball(self.theme, marble, self.at(ring), self.length(part::MARBLE));
            // On a ring, a ghost lets the ring and the arrow shine through; on a claimed ring, there is less to see.
            self.frame.scene.draw("marbles", figure.faded(GHOST_MARBLE));
        }
        for (ring, marble) in self.shown.marbles.clone() {
            let figure = ball(self.theme, marble, self.at(ring), self.length(part::MARBLE));
            self.frame.scene.draw("marbles", figure);
        }
    }

    /// The way of a capture: an arrow under the marbles that are jumped over, through a station on each ring where
    /// the marble started or landed.
    fn path(&mut self) {
        let colour = self.shown.colour(self.theme);
        let mut path: Vec<Point> = self.shown.path.iter().map(|ring| self.at(*ring)).collect();
        let [.., before, end] = path[..] else { return };
        let stations = path[..path.len() - 1].to_vec();
        if let Some(tip) = path.last_mut() {
            // The arrow stops at the marble that jumped, which is drawn at its end.
            *tip = end.toward(before, self.length(part::HALO));
        }
        self.frame.scene.draw_all("path", arrow(&path, self.length(0.1), colour, self.theme.page));
        for station in stations {
            let figure = Figure::circle(station, self.length(part::HOLE - 0.01)).flat(self.theme.page);
            self.frame.scene.draw("path", figure.outlined(colour, self.length(0.05)));
        }
    }

    /// What the last move did, or what has been picked.
    fn marks(&mut self) {
        let colour = self.shown.colour(self.theme);
        if let Some(ring) = self.shown.touched {
            self.frame.scene.draw_all("marks", halo(self.at(ring), self.length(part::HALO), colour, self.theme.card));
        }
        for ring in self.shown.claimed {
            self.frame.scene.draw("marks", trace(self.at(ring), self.length(part::HALO), colour));
        }
        if let (Some(ring), true) = (self.shown.removed, self.shown.preview) {
            self.frame.scene.draw_all("marks", cross(self.at(ring), self.length(part::HALO), self.theme.loss));
        }
    }

    fn choices(&mut self) {
        for choice in self.view.choices {
            let (ring, colour) = match choice {
                Pick::Ring(ring) | Pick::Jumper(ring) | Pick::Landing(ring) => (*ring, self.theme.choice),
                Pick::Removed(ring) => (*ring, self.theme.loss),
                Pick::Marble(_) | Pick::Claim(_) | Pick::Pass => continue,
            };
            self.frame.scene.draw_all("choices", halo(self.at(ring), self.length(part::HALO), colour, self.theme.card));
        }
    }

    /// A coordinate on every ring and on the trace of one.
    fn names(&mut self) {
        let traces =
            self.shown.claimed | self.shown.removed.filter(|_| !self.shown.preview).map_or(Cells::NONE, Cell::set);
        for ring in self.shown.rings | traces {
            let all = self.shown.marbles.iter().chain(&self.shown.ghosts);
            let marble = all.clone().find(|(other, _)| *other == ring).map(|(_, marble)| *marble);
            let colour = match marble {
                Some(marble) => material(self.theme, marble).ink,
                None if self.shown.rings.has(ring) => self.theme.ink,
                None => self.theme.muted,
            };
            let label = Label::new(self.at(ring), name(ring).to_string(), self.length(part::NAME), colour);
            let opacity = if marble.is_some() { 0.85 } else { 1.0 };
            self.frame.scene.draw("names", label.faded(opacity));
        }
    }
}

/// What marbles of this colour are made of.
fn material(theme: &Theme, marble: Marble) -> &Material {
    match marble {
        Marble::White => &theme.white,
        Marble::Grey => &theme.grey,
        Marble::Black => &theme.black,
    }
}

fn ball(theme: &Theme, marble: Marble, centre: Point, radius: f32) -> Figure {
    let material = material(theme, marble);
    Figure::circle(centre, radius).filled(Paint::ball(material)).outlined(material.dark, 1.5)
}

/// An empty place for a marble.
fn slot(centre: Point, radius: f32, colour: Colour) -> Figure {
    Figure::circle(centre, radius).outlined(colour, 1.5)
}
