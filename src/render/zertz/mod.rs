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
use crate::rules::hex::Cell;
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
    pub const NAME: f32 = 0.255;
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
            for figure in self.ring(ring) {
                self.frame.scene.draw("rings", figure);
            }
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

    fn ring(&self, ring: Cell) -> [Figure; 2] {
        let board = &self.theme.board;
        let circle = || Figure::circle(self.at(ring), self.length(f32::midpoint(part::RING, part::HOLE)));
        let width = self.length(part::RING - part::HOLE);
        [
            circle().outlined(board.dark, width),
            circle().stroked(Paint::Slope([board.light, board.base]), width - self.length(0.05)),
        ]
    }

    fn marbles(&mut self) {
        for (ring, marble) in self.shown.ghosts.clone() {
            let figure = ball(self.theme, marble, self.at(ring), self.length(part::MARBLE));
            self.frame.scene.draw("marbles", figure.faded(GHOST));
        }
        for (ring, marble) in self.shown.marbles.clone() {
            let figure = ball(self.theme, marble, self.at(ring), self.length(part::MARBLE));
            self.frame.scene.draw("marbles", figure);
        }
    }

    /// What the last move did, or what has been picked.
    fn marks(&mut self) {
        let colour = self.shown.colour(self.theme);
        let path: Vec<Point> = self.shown.path.iter().map(|ring| self.at(*ring)).collect();
        if let [.., before, end] = path[..] {
            // The arrow stops at the marble that jumped, which is drawn at its end.
            let mut short = path.clone();
            if let Some(tip) = short.last_mut() {
                *tip = end.toward(before, self.length(part::HALO));
            }
            let start = Figure::circle(path[0], self.length(0.13)).flat(colour).outlined(self.theme.page, 2.0);
            self.frame.scene.draw("marks", start);
            for figure in arrow(&short, self.length(0.1), colour, self.theme.page) {
                self.frame.scene.draw("marks", figure);
            }
        }
        if let Some(ring) = self.shown.touched {
            self.frame.scene.draw("marks", halo(self.at(ring), self.length(part::HALO), colour));
        }
        for ring in self.shown.claimed {
            self.frame.scene.draw("marks", trace(self.at(ring), self.length(part::HALO), colour));
        }
        if let (Some(ring), true) = (self.shown.removed, self.shown.preview) {
            for figure in cross(self.at(ring), self.length(part::HALO), self.theme.loss) {
                self.frame.scene.draw("marks", figure);
            }
        }
    }

    fn choices(&mut self) {
        for choice in self.view.choices {
            let (ring, colour) = match choice {
                Pick::Ring(ring) | Pick::Jumper(ring) | Pick::Landing(ring) => (*ring, self.theme.choice),
                Pick::Removed(ring) => (*ring, self.theme.loss),
                Pick::Marble(_) | Pick::Claim(_) | Pick::Pass => continue,
            };
            self.frame.scene.draw("choices", halo(self.at(ring), self.length(part::HALO), colour));
        }
    }

    /// A coordinate on every ring, and on the trace of a ring.
    fn names(&mut self) {
        let size = self.length(part::NAME);
        for ring in self.shown.rings {
            let marble = self.shown.marbles.iter().find(|(other, _)| *other == ring);
            let colour = marble.map_or(self.theme.ink, |(_, marble)| material(self.theme, *marble).ink);
            let label = Label::new(self.at(ring), name(ring).to_string(), size, colour);
            let ghost = self.shown.ghosts.iter().any(|(other, _)| *other == ring);
            let opacity = if marble.is_some() || ghost { 0.75 } else { 1.0 };
            // An arrow passes over a jumped marble's centre, where the name would only disturb.
            let crossed = ghost && self.shown.path.len() > 1 || self.shown.path.first() == Some(&ring);
            if !crossed {
                self.frame.scene.draw("names", label.faded(opacity));
            }
        }
        if let Some(ring) = self.shown.removed.filter(|_| !self.shown.preview) {
            let label = Label::new(self.at(ring), name(ring).to_string(), size, self.theme.muted);
            self.frame.scene.draw("names", label);
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
