//! The drawing of DVONN: five rows of spaces, and stacks with the colour of their owner, their height and the red
//! pieces inside.

use super::colour::Colour;
use super::frame::{Frame, Layout};
use super::marks::{Names, arrow_past, barred, ghost, guides, halo, pattern, spot, trace};
use super::scene::{Anchor, Figure, Label, Point, Scene, Stamp, TEXT_MIN};
use super::theme::{Material, Theme};
use super::view::{Draw, View, picks};
use crate::rules::dvonn::board::{REDS, name};
use crate::rules::dvonn::position::Stack;
use crate::rules::dvonn::{Dvonn, GRID, Move, Phase, Pick};
use crate::rules::hex::{Cell, Cells};
use crate::rules::{Game, Seat};

/// The distance between the centres of two neighbouring spaces in a row.
const SPACING: f32 = 75.0;
/// The distance between two rows. It is larger than on a regular board, so that stacks do not hide what is behind them.
const ROW: f32 = 84.0;
/// The radius of a piece.
const PIECE: f32 = 33.0;
/// The margin around the outer spaces, for the coordinates.
const EDGE: f32 = 62.0;
/// The distance from the outer spaces to the numbers beside them.
const NUMBERS: f32 = 57.0;
/// The height of the board.
const HEIGHT: f32 = 4.0 * ROW + 2.0 * EDGE;
/// The radius of an empty space.
const SPACE: f32 = PIECE - 4.0;
/// The radius of the hole of a piece, and of a hole with a number in it, relative to that of the piece.
const HOLE: f32 = 0.38;
const NUMBER_HOLE: f32 = 0.54;
/// How far a name reaches from its centre.
const NAME: f32 = 18.0;
/// The same for a hole with a name and a height in it.
const NAMED_HOLE: f32 = 0.76;
/// How much of each piece under a stack's top is visible.
const STEP: f32 = 8.0;
/// How far the colours of a stack that cannot move now are mixed with that of the board.
const BLOCKED: f32 = 0.3;
/// The part of the ink in the line between two pieces of a stack.
const RIM: f32 = 0.55;
/// The inner radius of the pattern on a single piece and on the top of a stack, relative to the radius.
const NAMED_PATTERN: f32 = 0.62;
const STACK_PATTERN: f32 = 0.7;
/// The maximum number of pieces visible under a stack's top.
const STEPS_MAX: u32 = 6;

impl Draw for Dvonn {
    fn draw(&self, view: &View<'_, Self>) -> Scene {
        let layout = Layout { board_height: HEIGHT, emblems: true, scores: true, ..Layout::default() };
        let frame = Frame::new(view.header, view.theme, layout);
        let mut drawing = Drawing { position: self, view, theme: view.theme, frame, texts: Vec::new() };
        drawing.players();
        drawing.board();
        drawing.stacks();
        match view.suggestion {
            _ if !view.picked.is_empty() => {
                drawing.last();
                drawing.next(view.picked, view.theme.picked);
            }
            Some(m) => drawing.next(&picks(self, m), view.theme.hint),
            None => drawing.last(),
        }
        drawing.choices();
        drawing.texts();
        drawing.spotlight();
        drawing.guides();
        Scene { cells: drawing.cells(), ..drawing.frame.scene }
    }

    /// The number of pieces lost.
    fn weight(&self, before: &Self) -> u32 {
        let all = |position: &Dvonn| {
            position.occupied().filter_map(|space| position.stack(space)).map(|stack| stack.height).sum::<u32>()
        };
        all(before).saturating_sub(all(self))
    }
}

struct Drawing<'a> {
    position: &'a Dvonn,
    view: &'a View<'a, Dvonn>,
    theme: &'a Theme,
    frame: Frame,
    /// The names and heights on the stacks, each with its part of the scene.
    texts: Vec<(&'static str, Label)>,
}

impl Drawing<'_> {
    fn at(&self, space: Cell) -> Point {
        let (column, number) = GRID.coordinates(space);
        self.point(f32::from(column), f32::from(number))
    }

    /// The centre of the top piece on a space, where marks are drawn.
    fn top(&self, space: Cell) -> Point {
        let height = self.position.stack(space).map_or(1, |stack| stack.height);
        self.at(space).plus(0.0, -lift(height))
    }

    /// The point of a column and a number, on the board or beyond.
    fn point(&self, column: f32, number: f32) -> Point {
        // The middle of the board is f3.
        let (across, down) = ((column - 6.0 - (number - 3.0) / 2.0) * SPACING, (3.0 - number) * ROW);
        let side = if self.view.turned() { -1.0 } else { 1.0 };
        self.frame.board.centre().plus(side * across, side * down).whole()
    }

    fn spotlight(&mut self) {
        let view = self.view;
        for space in GRID.all().filter(|space| view.spotlight.contains(&name(*space).to_string())) {
            self.frame.scene.draw_all("spotlight", spot(self.top(space), PIECE, self.theme));
        }
    }

    fn cells(&self) -> Vec<(String, Point)> {
        GRID.all().map(|space| (name(space).to_string(), self.top(space))).collect()
    }

    fn guides(&mut self) {
        let points = self.cells();
        let centres: Vec<Point> = points.iter().map(|(_, point)| *point).collect();
        let names = Names { centres: &centres, radius: NAME };
        let badges = guides(&mut self.frame.scene, self.view.guides, self.theme, PIECE, names, |text| {
            points.iter().find(|(name, _)| name == text).map(|(_, point)| *point)
        });
        badges.draw(&mut self.frame.scene, self.theme);
    }

    /// Draws each player's colour and the number of pieces they control.
    fn players(&mut self) {
        for seat in Seat::BOTH {
            let (centre, scale) = self.frame.emblem(seat);
            let emblem = Stamp::new(centre, piece(self.owner(Some(seat)), Point::ORIGIN, 20.0 * scale));
            self.frame.scene.draw("players", emblem);
        }
        for seat in Seat::BOTH {
            let score = self.position.score(seat).to_string();
            let label = Label::new(self.frame.score(seat), score, 30.0, self.theme.ink).bold();
            self.frame.scene.draw("players", label.anchored(Anchor::End));
        }
    }

    fn board(&mut self) {
        let board = &self.theme.board;
        let corners = [(1.0, 1.0), (9.0, 1.0), (11.0, 3.0), (11.0, 5.0), (3.0, 5.0), (1.0, 3.0)];
        let corners = corners.map(|(column, number)| self.point(column, number)).to_vec();
        for (colour, width) in [(board.dark, PIECE * 2.0 + 18.0), (board.base, PIECE * 2.0 + 13.0)] {
            let plate = Figure::polygon(corners.clone()).flat(colour).outlined(colour, width);
            self.frame.scene.draw("board", plate);
        }
        let occupied = self.position.occupied();
        self.columns();
        for space in GRID.all() & !occupied {
            let hollow = Figure::circle(Point::ORIGIN, SPACE).flat(self.theme.hollow.base);
            self.frame.scene.draw("board", Stamp::new(self.at(space), [hollow.outlined(board.dark, 1.5)]));
        }
        self.names();
        self.coordinates();
    }

    /// Draws a line through each column, from its letter, because columns are slanted.
    fn columns(&mut self) {
        for column in 1..=11u8 {
            let rows = [column.max(9) - 8, (column + 2).min(5)].map(f32::from);
            // Beyond the last space only where the letter is.
            let [from, to] =
                [rows[0] - if column <= 9 { 0.5 } else { 0.0 }, rows[1] + if column >= 3 { 0.5 } else { 0.0 }];
            let ends = [from, to].map(|number| self.point(f32::from(column), number)).to_vec();
            self.frame.scene.draw("board", Figure::line(ends).outlined(self.theme.board.dark, 2.5));
        }
    }

    /// Writes the names of the empty spaces, except where the number of pieces lost is written.
    fn names(&mut self) {
        let numbered = self.lost_stacks().filter(|(_, stack)| stack.height > 1).map(|(space, _)| space);
        let numbered: Vec<Cell> = numbered.collect();
        let empty = GRID.all() & !self.position.occupied();
        for space in empty.filter(|space| !numbered.contains(space)) {
            let label = Label::new(self.at(space), name(space).to_string(), TEXT_MIN, self.theme.hollow.ink);
            self.frame.scene.draw("names", label);
        }
    }

    /// Draws the coordinates: numbers at both ends of the rows, and letters below and above, where columns end in the
    /// first and the last row. A column rises to the left, and its letters are in line with it.
    fn coordinates(&mut self) {
        let mut labels = Vec::new();
        for number in 1..=5u8 {
            let (first, last) = (f32::from(number.max(3) - 2), f32::from((8 + number).min(11)));
            for column in [first - NUMBERS / SPACING, last + NUMBERS / SPACING] {
                labels.push((self.point(column, f32::from(number)), number.to_string()));
            }
        }
        for column in 1..=11u8 {
            let letter = char::from(b'a' + column - 1).to_string();
            let beyond = (EDGE - 7.0) / ROW;
            if column <= 9 {
                labels.push((self.point(f32::from(column), 1.0 - beyond), letter.clone()));
            }
            if column >= 3 {
                labels.push((self.point(f32::from(column), 5.0 + beyond), letter));
            }
        }
        for (at, text) in labels {
            self.frame.scene.draw("coordinates", Label::new(at, text, 25.0, self.theme.muted).bold());
        }
    }

    /// The material of an owner's pieces; red without an owner.
    fn owner(&self, owner: Option<Seat>) -> &Material {
        match owner {
            Some(Seat::One) => &self.theme.white,
            Some(Seat::Two) => &self.theme.black,
            None => &self.theme.red,
        }
    }

    fn stacks(&mut self) {
        // Rows from top to bottom, so that a stack covers the one behind it.
        let mut spaces: Vec<Cell> = GRID.by_row().map(|(_, space)| space).collect();
        spaces.sort_by(|one, other| self.at(*one).y.total_cmp(&self.at(*other).y));
        let blocked = self.blocked();
        for space in spaces {
            if let Some(stack) = self.position.stack(space) {
                self.stack(space, stack, blocked.has(space));
            }
        }
        for space in blocked {
            self.frame.scene.draw_all("blocked", barred(self.top(space), PIECE, self.theme));
        }
    }

    /// While a stack is being picked, the mover's stacks that cannot move.
    fn blocked(&self) -> Cells {
        let mut movable = Cells::NONE;
        for choice in self.view.choices {
            if let Pick::Stack(space) = choice {
                movable.insert(*space);
            }
        }
        if movable.is_empty() { Cells::NONE } else { self.position.owned(self.position.seat()) & !movable }
    }

    /// Draws a stack, paler if it is blocked. Its own colours stay recognisable, and it has a body, unlike a stack that
    /// left the board.
    fn stack(&mut self, space: Cell, stack: Stack, blocked: bool) {
        let pale = |material: &Material| {
            let mixed = |colour: Colour| if blocked { colour.mixed(self.theme.board.base, BLOCKED) } else { colour };
            let Material { light, base, dark, .. } = *material;
            Material { light: mixed(light), base: mixed(base), dark: mixed(dark), ..*material }
        };
        let (material, red) = (pale(self.owner(stack.owner)), pale(&self.theme.red));
        let centre = self.at(space);
        let top = centre.plus(0.0, -lift(stack.height));
        // A stack that can be picked shows its name below its height, because menus list names.
        let is_choice = |choice: &Pick| matches!(choice, Pick::Stack(other) | Pick::Target(other) if *other == space);
        let chosen = self.view.choices.iter().any(is_choice);
        let named = stack.height == 1 || self.view.piece_names || chosen;
        self.frame.scene.draw("stacks", Stamp::new(centre, pieces(&material, &red, stack, named)));
        // Texts are drawn last, so that no mark covers them.
        let below = if stack.height == 1 { 0.0 } else { 12.0 };
        if named {
            let label = Label::new(top.plus(0.0, below), name(space).to_string(), TEXT_MIN, material.ink);
            self.texts.push(("names", Label { bold: chosen, ..label }));
        }
        if stack.height > 1 {
            let size = if named {
                TEXT_MIN
            } else if stack.height < 10 {
                32.0
            } else {
                27.0
            };
            let at = if named { top.plus(0.0, below - 23.0) } else { top };
            self.texts.push(("heights", Label::new(at, stack.height.to_string(), size, material.ink).bold()));
        }
    }

    /// The stacks that the last move cut off.
    fn lost_stacks(&self) -> impl Iterator<Item = (Cell, Stack)> + use<> {
        let lost = match self.view.last {
            Some((before, Move::Stack { from, .. })) if self.shows_last() => {
                let cells = before.occupied() & !self.position.occupied() & !from.set();
                cells.filter_map(|space| Some((space, before.stack(space)?))).collect()
            }
            _ => Vec::new(),
        };
        lost.into_iter()
    }

    /// Whether the last move is marked: not with a suggestion, unless something is picked.
    fn shows_last(&self) -> bool {
        self.view.suggestion.is_none() || !self.view.picked.is_empty()
    }

    /// Draws a stack that left the board, and its number of pieces.
    fn lost(&mut self, space: Cell, stack: Stack) {
        let centre = self.at(space);
        self.frame.scene.draw_all("ghosts", ghost(self.owner(stack.owner), centre, PIECE, self.theme));
        if stack.height > 1 {
            let ink = self.theme.hollow.ink;
            self.texts.push(("heights", Label::new(centre, stack.height.to_string(), 30.0, ink).bold()));
        }
    }

    fn texts(&mut self) {
        for part in ["names", "heights"] {
            let labels = self.texts.iter().filter(|(name, _)| *name == part).map(|(_, label)| label.clone());
            self.frame.scene.draw_all(part, labels);
        }
    }

    /// Draws the path of the last stack moved, the last piece placed, and what was lost.
    fn last(&mut self) {
        let Some((_, m)) = self.view.last else { return };
        let colour = self.theme.last;
        match m {
            Move::Place(space) => {
                self.frame.scene.draw_all("marks", halo(self.top(space), PIECE, colour, self.theme.card));
            }
            Move::Stack { from, to } => {
                for (space, stack) in self.lost_stacks() {
                    self.lost(space, stack);
                }
                self.draw_move(from, to, colour);
            }
            Move::Pass => {}
        }
    }

    fn draw_move(&mut self, from: Cell, to: Cell, colour: Colour) {
        let (start, end) = (self.top(from), self.top(to));
        self.frame.scene.draw("marks", trace(start, PIECE - 3.0, colour));
        self.frame.scene.draw_all("marks", halo(end, PIECE, colour, self.theme.card));
        // From the edge of the space, whose name stays legible.
        let points = [start.toward(end, PIECE - 3.0), end.toward(start, PIECE + 3.0)];
        let centres: Vec<Point> = GRID.all().map(|space| self.top(space)).collect();
        let names = Names { centres: &centres, radius: NAME };
        self.frame.scene.draw_all("marks", arrow_past(&points, names, 9.0, colour, self.theme.card));
    }

    /// Draws the picks of the next move.
    fn next(&mut self, picked: &[Pick], colour: Colour) {
        match *picked {
            [Pick::Space(space), ..] => {
                let owner = match self.position.phase() {
                    // The first pieces that are placed are the red ones.
                    Phase::Placing(placed) if placed < REDS => None,
                    _ => Some(self.position.seat()),
                };
                self.stack(space, Stack { owner, height: 1, reds: 0 }, false);
                self.frame.scene.draw_all("marks", halo(self.top(space), PIECE, colour, self.theme.card));
            }
            [Pick::Stack(from), Pick::Target(to), ..] => self.draw_move(from, to, colour),
            [Pick::Stack(from), ..] => {
                self.frame.scene.draw_all("marks", halo(self.top(from), PIECE, colour, self.theme.card));
            }
            _ => {}
        }
    }

    fn choices(&mut self) {
        for choice in self.view.choices {
            let (Pick::Stack(space) | Pick::Target(space)) = *choice else { continue };
            // Within the mark of the last move, so that both are seen.
            let is_last = matches!(self.view.last, Some((_, Move::Stack { to, .. } | Move::Place(to))) if to == space);
            let radius = if is_last { PIECE - 8.0 } else { PIECE };
            self.frame.scene.draw_all("choices", halo(self.top(space), radius, self.theme.choice, self.theme.card));
        }
    }
}

/// The distance of a stack's top above the centre of its space, and of its bottom below it.
fn lift(height: u32) -> f32 {
    STEP * height.saturating_sub(1).min(STEPS_MAX) as f32 / 2.0
}

/// The figures of a stack around the centre of its space: an edge for each piece, the red ones at the bottom, and the
/// top with a hole, or with room for a name and a height. A band around it shows that there are red pieces inside.
fn pieces(material: &Material, red: &Material, stack: Stack, named: bool) -> Vec<Figure> {
    let top = Point::new(0.0, -lift(stack.height));
    if stack.height == 1 {
        return disc(material, top, PIECE).into_iter().chain(pattern(material, top, PIECE, NAMED_PATTERN)).collect();
    }
    let under = (stack.height - 1).min(STEPS_MAX);
    let reds = if stack.owner.is_some() { stack.reds.min(under) } else { 0 };
    let centre = |step: u32| Point::new(0.0, lift(stack.height) - STEP * step as f32);
    // The outline of the whole stack is behind all pieces; between them is a line that stands out on their colour.
    let outline = (0..=under).map(|step| Figure::circle(centre(step), PIECE).outlined(material.edge, 5.0));
    let discs = (0..=under).map(|step| {
        let body = if step < reds { red } else { material };
        Figure::circle(centre(step), PIECE).flat(body.base).outlined(body.base.mixed(body.ink, RIM), 2.0)
    });
    let mut figures: Vec<Figure> = outline.chain(discs).collect();
    let ring = |inner: f32, outer: f32, colour: Colour| {
        Figure::circle(top, PIECE * f32::midpoint(inner, outer)).outlined(colour, PIECE * (outer - inner))
    };
    let hole = if named { NAMED_HOLE } else { NUMBER_HOLE };
    let band = if reds > 0 { (hole + 0.18).min(0.92) } else { hole };
    if band < 0.87 {
        figures.push(ring(band, 0.87, material.light));
        figures.extend(pattern(material, top, PIECE, STACK_PATTERN));
    }
    if reds > 0 {
        figures.push(ring(hole, band, red.base));
    }
    figures.push(Figure::circle(top, PIECE * hole).flat(material.dark).outlined(material.edge, 1.5));
    figures
}

/// A piece seen from above: a ring with a hole.
fn piece(material: &Material, centre: Point, radius: f32) -> [Figure; 3] {
    let [body, ring] = disc(material, centre, radius);
    [body, ring, Figure::circle(centre, radius * HOLE).flat(material.dark).outlined(material.edge, 1.5)]
}

/// A piece with room for a name in place of its hole.
fn disc(material: &Material, centre: Point, radius: f32) -> [Figure; 2] {
    [
        Figure::circle(centre, radius).flat(material.base).outlined(material.edge, 2.0),
        Figure::circle(centre, radius * 0.74).outlined(material.light, radius * 0.22),
    ]
}
