//! The drawing of ZÈRTZ: rings in columns, marbles as balls, the pool below the board, both players' captures under
//! their names.
//!
//! In reading order: [`lattice`] (the layout of rings), [`board_model`] (the effect of the last move or of the picks so
//! far), [`pool`] (pool and captures).

pub mod lattice;
pub mod board_model;
pub mod pool;

use super::colour::Colour;
use super::frame::{Frame, Layout, WIDTH};
use super::marks::{Badges, Names, arrow, arrow_past, crossed, guides, halo, pattern, spot, trace};
use super::scene::{Figure, Label, Paint, Point, Scene, Stamp, TEXT_MIN};
use super::theme::{Material, Theme};
use super::view::{Draw, View};
use crate::rules::hex::{Cell, Cells};
use crate::rules::zertz::board::name;
use crate::rules::zertz::{GRID, Marble, Pick, Zertz};
use crate::rules::{Game, Seat};
use board_model::{BoardModel, ShownMove};
use lattice::Lattice;
use std::ops::ControlFlow;

/// The height of the pool below the board.
const POOL_HEIGHT: f32 = 72.0;
/// The height of the row of captured marbles.
const SCORE_HEIGHT: f32 = 48.0;

/// Lengths relative to the distance between the centres of two neighbouring rings.
mod part {
    /// The outer radius of a ring.
    pub const RING: f32 = 0.47;
    /// The radius of a ring's hole.
    pub const HOLE: f32 = 0.28;
    /// The radius of a marble.
    pub const MARBLE: f32 = 0.365;
    /// The radius of a mark around a marble or a ring.
    pub const HALO: f32 = 0.445;
    /// The radius of a mark within the mark of the last move.
    pub const INNER: f32 = 0.385;
    /// The font size of a coordinate.
    pub const NAME: f32 = 0.27;
    /// The inner radius of a marble's pattern; its name is within.
    pub const PATTERN: f32 = 0.5;
    /// The distance from the centre of a ring to what is drawn beside it: in the gap between three rings, where no jump
    /// passes.
    pub const BESIDE: f32 = 0.49;
    /// The radius of a captured marble, which is drawn beside its former ring.
    pub const CAPTURED: f32 = 0.145;
}

impl Draw for Zertz {
    /// Both players play with all marbles.
    const SEAT_COLOURS: bool = false;

    fn draw(&self, view: &View<'_, Self>) -> Scene {
        // There is room for the rings that the last move removed, which are marked.
        let before = view.extent.or(view.last.map(|(before, _)| before));
        let shown = self.rings() | before.map_or(Cells::NONE, Zertz::rings);
        let mut lattice = Lattice::of(self, shown, view.turned());
        let board_height = lattice.height + POOL_HEIGHT;
        let layout = Layout { board_height, score_height: SCORE_HEIGHT, ..Layout::default() };
        let mut frame = Frame::new(view.header, view.theme, layout);
        lattice.move_to(frame.board.corner.plus((WIDTH - lattice.width) / 2.0, 0.0).whole());
        // A sheet of small boards shows the rings alone.
        frame.scene.board = lattice.area();
        let model = BoardModel::of(self, view);
        let last = model.of_last(self, view);
        let mut drawing = Drawing { position: self, theme: view.theme, model, last, shown, lattice, frame, view };
        drawing.rings();
        // The path is drawn under the marbles it passes, so that they and their names stay legible.
        drawing.paths();
        drawing.jumps();
        let badges = drawing.guides();
        drawing.marbles();
        drawing.captures();
        drawing.pool();
        drawing.marks();
        // After the marks: the outline of a claimed ring would cross its marble.
        drawing.captured();
        drawing.jumpers();
        drawing.choices();
        drawing.names();
        drawing.capture_counts();
        drawing.pool_counts();
        drawing.spotlight();
        badges.draw(&mut drawing.frame.scene, view.theme);
        let cells = shown.map(|ring| (name(ring).to_string(), lattice.centre(ring))).collect();
        Scene { cells, ..drawing.frame.scene }
    }

    /// The number of marbles captured.
    fn weight(&self, before: &Self) -> u32 {
        let all = |position: &Zertz| {
            let of = |seat| position.captured(seat).into_iter().map(u32::from).sum::<u32>();
            of(Seat::One) + of(Seat::Two)
        };
        all(self).saturating_sub(all(before))
    }
}

struct Drawing<'a> {
    position: &'a Zertz,
    view: &'a View<'a, Zertz>,
    theme: &'a Theme,
    model: BoardModel,
    /// The marks of the last move while the next is being picked; otherwise empty.
    last: BoardModel,
    /// The rings that the picture has room for.
    shown: Cells,
    lattice: Lattice,
    frame: Frame,
}

impl Drawing<'_> {
    fn at(&self, ring: Cell) -> Point {
        self.lattice.centre(ring)
    }

    /// A length in pixels from a length relative to the distance between two rings.
    fn length(&self, part: f32) -> f32 {
        self.lattice.spacing * part
    }

    fn spotlight(&mut self) {
        let rings: Vec<Cell> = self.view.spotlight.iter().filter_map(|text| self.named(text)).collect();
        for ring in rings {
            self.frame.scene.draw_all("spotlight", spot(self.at(ring), self.length(part::HALO), self.theme));
        }
    }

    fn rings(&mut self) {
        for ring in self.model.rings {
            self.frame.scene.draw("rings", self.ring(ring));
        }
        for model in [&self.last, &self.model] {
            if let Some(ring) = model.removed {
                // A removal that has not happened yet (a pick or a suggestion) has its own colour.
                let colour = if model.preview() { self.theme.loss } else { model.colour(self.theme) };
                self.frame.scene.draw("rings", trace(self.at(ring), self.length(part::HALO - 0.02), colour));
            }
        }
    }

    fn ring(&self, ring: Cell) -> Stamp {
        let board = &self.theme.board;
        let circle = || Figure::circle(Point::ORIGIN, self.length(f32::midpoint(part::RING, part::HOLE)));
        let width = self.length(part::RING - part::HOLE);
        let edge = self.length(0.045);
        let figures =
            [circle().outlined(board.edge, width), circle().outlined(board.light.mixed(board.base, 0.5), width - edge)];
        Stamp::new(self.at(ring), figures)
    }

    fn marbles(&mut self) {
        let radius = self.length(part::MARBLE);
        for (ring, marble) in self.model.marbles.clone() {
            self.frame.scene.draw("marbles", ball(self.theme, marble, self.at(ring), radius));
        }
    }

    /// Where to draw something beside a ring: at its upper left, because the numbers of explanations are at the right.
    fn beside(&self, ring: Cell) -> Point {
        // 60° above the horizontal, halfway between the directions of two jumps.
        let (across, up) = (self.length(part::BESIDE) / 2.0, self.length(part::BESIDE) * 0.866);
        self.at(ring).plus(-across, -up).whole()
    }

    /// Draws small captured marbles beside their former rings.
    fn captured(&mut self) {
        let radius = self.length(part::CAPTURED);
        for model in [&self.last, &self.model] {
            let colour = model.colour(self.theme);
            for (ring, marble) in &model.captured {
                let centre = self.beside(*ring);
                let scene = &mut self.frame.scene;
                scene.draw_all("captured", halo(centre, radius + 3.0, colour, self.theme.card));
                scene.draw("captured", ball(self.theme, *marble, centre, radius));
            }
        }
    }

    fn paths(&mut self) {
        for model in [self.last.clone(), self.model.clone()] {
            self.path(&model);
        }
    }

    /// Draws the path of a capture: an arrow under the marbles that are jumped over, with a station on each ring where
    /// the marble started or landed.
    fn path(&mut self, model: &BoardModel) {
        let colour = model.colour(self.theme);
        let mut path: Vec<Point> = model.path.iter().map(|ring| self.at(*ring)).collect();
        let [.., before, end] = path[..] else { return };
        let stops = path[..path.len() - 1].to_vec();
        path[0] = path[0].toward(path[1], self.length(part::HOLE));
        if let Some(tip) = path.last_mut() {
            // The arrow stops short of the marble that jumped, which is drawn at its end.
            *tip = end.toward(before, self.length(part::HALO));
        }
        let centres: Vec<Point> = self.shown.map(|ring| self.at(ring)).collect();
        let names = Names { centres: &centres, radius: self.length(part::HOLE) };
        self.frame.scene.draw_all("path", arrow_past(&path, names, self.length(0.1), colour, self.theme.card));
        for stop in stops {
            let figure = Figure::circle(stop, self.length(part::HOLE - 0.01)).flat(self.theme.page);
            self.frame.scene.draw("path", figure.outlined(colour, self.length(0.05)));
        }
    }

    /// Draws the marks of the last move, of the picks or of the suggestion.
    fn marks(&mut self) {
        for model in [&self.last, &self.model] {
            let (colour, radius) = (model.colour(self.theme), self.length(part::HALO));
            for ring in model.claimed {
                self.frame.scene.draw("marks", trace(self.at(ring), radius, colour));
            }
            if let Some(ring) = model.active_ring {
                self.frame.scene.draw_all("marks", halo(self.at(ring), radius, colour, self.theme.card));
            }
        }
        if let (Some(ring), true) = (self.model.removed, self.model.preview()) {
            let mark = crossed(self.beside(ring), self.length(0.13), self.theme);
            self.frame.scene.draw_all("marks", mark);
        }
    }

    /// Marks what can be picked now, and nothing of later steps. Marbles of the pool are marked there.
    fn choices(&mut self) {
        for choice in self.view.choices {
            let (ring, colour) = match choice {
                Pick::Ring(ring) | Pick::Jumper(ring) | Pick::Landing(ring) => (*ring, self.theme.choice),
                Pick::Removed(ring) => (*ring, self.theme.loss),
                Pick::Marble(_) | Pick::Claim(_) | Pick::Pass => continue,
            };
            let is_last = self.last.active_ring == Some(ring)
                || self.model.shown_move == ShownMove::Last && self.model.active_ring == Some(ring);
            let radius = self.length(if is_last { part::INNER } else { part::HALO });
            self.frame.scene.draw_all("choices", halo(self.at(ring), radius, colour, self.theme.card));
        }
    }

    /// The marbles that can make a compulsory capture. Empty if the picture shows a next move.
    fn compelled(&self) -> Cells {
        let View { picked, choices, guides, suggestion, .. } = self.view;
        let shows_more = !picked.is_empty() || !choices.is_empty() || !guides.is_empty() || suggestion.is_some();
        if shows_more || self.position.ending().is_some() {
            return Cells::NONE;
        }
        let mut starts = Cells::NONE;
        let _ = self.position.visit_captures(&mut |chain| {
            starts.insert(chain.start());
            ControlFlow::<()>::Continue(())
        });
        starts
    }

    /// Draws the jumps that are possible now. Outside the picking of a move they only inform, so they are thinner.
    fn jumps(&mut self) {
        for from in self.compelled() {
            self.jumps_from(from, Jump { part: "compulsory", width: 0.07, short_of: 0.28 });
        }
        let offered = Jump { part: "choices", width: 0.1, short_of: 0.21 };
        for choice in self.view.choices {
            match (choice, self.model.active_ring) {
                (Pick::Jumper(ring), _) => self.jumps_from(*ring, offered),
                (Pick::Landing(ring), Some(from)) => self.jump(from, *ring, offered),
                _ => {}
            }
        }
    }

    /// Marks the marbles that can make a compulsory capture, inside the mark of the last move.
    fn jumpers(&mut self) {
        for ring in self.compelled() {
            let circle = || Figure::circle(self.at(ring), self.length(part::INNER));
            let lines = [(self.theme.card, 0.08), (self.theme.choice, 0.05)];
            let figures = lines.map(|(colour, width)| circle().outlined(colour, self.length(width)));
            self.frame.scene.draw_all("compulsory", figures);
        }
    }

    /// Draws the first jumps of a marble.
    fn jumps_from(&mut self, from: Cell, look: Jump) {
        let (occupied, vacant) = (self.position.occupied(), self.position.vacant());
        for direction in 0..6 {
            let over = GRID.next(from, direction).filter(|over| occupied.has(*over));
            let landing = over.and_then(|over| GRID.next(over, direction)).filter(|landing| vacant.has(*landing));
            if let Some(landing) = landing {
                self.jump(from, landing, look);
            }
        }
    }

    fn jump(&mut self, from: Cell, to: Cell, look: Jump) {
        let (start, end) = (self.at(from), self.at(to));
        let points = [start.toward(end, self.length(part::HALO)), end.toward(start, self.length(look.short_of))];
        let figures = arrow(&points, self.length(look.width), self.theme.choice, self.theme.card);
        self.frame.scene.draw_all(look.part, figures);
    }

    fn guides(&mut self) -> Badges {
        let (lattice, shown, reach) = (self.lattice, self.shown, self.length(part::HALO));
        let centres: Vec<Point> = shown.map(|ring| lattice.centre(ring)).collect();
        let names = Names { centres: &centres, radius: self.length(part::HOLE) };
        guides(&mut self.frame.scene, self.view.guides, self.theme, reach, names, |text| {
            named(shown, text).map(|ring| lattice.centre(ring))
        })
    }

    /// The ring with this name, if the picture has room for it.
    fn named(&self, text: &str) -> Option<Cell> {
        named(self.shown, text)
    }

    /// Draws a coordinate on every ring, and on removed rings whose trace is shown.
    fn names(&mut self) {
        let removed = |model: &BoardModel| model.removed.map_or(Cells::NONE, Cell::set);
        let traces = self.last.claimed | self.model.claimed | removed(&self.last) | removed(&self.model);
        for ring in self.model.rings | traces {
            let marble = self.model.marbles.iter().find(|(other, _)| *other == ring).map(|(_, marble)| *marble);
            let colour = match marble {
                Some(marble) => material(self.theme, marble).ink,
                None if self.model.rings.has(ring) => self.theme.ink,
                None => self.theme.muted,
            };
            let mut label =
                Label::new(self.at(ring), name(ring).to_string(), self.length(part::NAME).max(TEXT_MIN), colour);
            label.bold = marble.is_some();
            self.frame.scene.draw("names", label);
        }
    }
}

/// How the arrow of a jump looks: the part of the scene it belongs to, and lengths relative to the spacing.
#[derive(Clone, Copy, Debug)]
struct Jump {
    part: &'static str,
    width: f32,
    /// The distance of the tip from the centre of the ring where the marble lands.
    short_of: f32,
}

/// The ring with this name among some.
fn named(mut rings: Cells, text: &str) -> Option<Cell> {
    rings.find(|ring| name(*ring).to_string() == text)
}

/// The material of marbles of this colour.
fn material(theme: &Theme, marble: Marble) -> &Material {
    match marble {
        Marble::White => &theme.white,
        Marble::Grey => &theme.grey,
        Marble::Black => &theme.black,
    }
}

fn ball(theme: &Theme, marble: Marble, centre: Point, radius: f32) -> Stamp {
    let material = material(theme, marble);
    let ball = Figure::circle(Point::ORIGIN, radius).filled(Paint::ball(material));
    let ball = ball.outlined(material.edge, (radius * 0.06).max(1.5));
    Stamp::new(centre, std::iter::once(ball).chain(pattern(material, Point::ORIGIN, radius, part::PATTERN)))
}

/// An empty slot for a marble.
fn slot(centre: Point, radius: f32, colour: Colour) -> Stamp {
    Stamp::new(centre, [Figure::circle(Point::ORIGIN, radius).outlined(colour, 1.5)])
}
