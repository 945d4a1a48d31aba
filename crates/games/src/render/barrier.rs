//! The drawing of Barrier: a chequered board, walls where knights have walked, and the last walk as an L.

use super::colour::Colour;
use super::frame::{Frame, Layout, WIDTH};
use super::knight::{knight, outline};
use super::marks::{Names, arrow, guides, halo, square_pattern};
use super::scene::{Area, Figure, Label, Paint, Point, Scene, Stamp};
use super::theme::{Material, Theme};
use super::view::{Draw, View, picks};
use crate::rules::barrier::board::{Square, Walk};
use crate::rules::barrier::{Barrier, Move, Pick};
use crate::rules::{Game, Seat};

/// The side of the largest board without its margin.
const SIDE_MAX: f32 = 640.0;
/// The side of a knight, relative to its square.
const KNIGHT: f32 = 0.88;
/// The margin around the board, for the coordinates.
const EDGE: f32 = 40.0;
/// The opacity of walls that the next move would add.
const PREVIEW_OPACITY: f32 = 0.35;

impl Draw for Barrier {
    fn draw(&self, view: &View<'_, Self>) -> Scene {
        let square = (SIDE_MAX / f32::from(self.setup().size())).floor();
        let layout = Layout {
            board_height: square * f32::from(self.setup().size()) + 2.0 * EDGE,
            emblems: true,
            ..Layout::default()
        };
        let frame = Frame::new(view.header, view.theme, layout);
        let mut drawing = Drawing { position: self, view, theme: view.theme, frame, square };
        drawing.players();
        drawing.board();
        drawing.spotlight();
        drawing.coordinates();
        match view.suggestion {
            _ if !view.picked.is_empty() => {
                drawing.last();
                drawing.knights(view.picked, view.theme.picked);
            }
            Some(m) => drawing.knights(&picks(self, m), view.theme.hint),
            None => {
                drawing.last();
                drawing.knights(&[], view.theme.picked);
            }
        }
        drawing.walks();
        drawing.choices();
        drawing.guides();
        Scene { cells: drawing.cells(), ..drawing.frame.scene }
    }

    /// The reduction of available walks: the other player's choices before minus those of the player to move now.
    fn weight(&self, before: &Self) -> u32 {
        let walks = |position: &Barrier| {
            if position.knight(position.seat()).is_some() { position.count_moves() } else { 0 }
        };
        walks(before).saturating_sub(walks(self)) as u32
    }
}

struct Drawing<'a> {
    position: &'a Barrier,
    view: &'a View<'a, Barrier>,
    theme: &'a Theme,
    frame: Frame,
    /// The side of a square.
    square: f32,
}

impl Drawing<'_> {
    fn size(&self) -> u8 {
        self.position.setup().size()
    }

    /// The side of the board without its margin.
    fn side(&self) -> f32 {
        self.square * f32::from(self.size())
    }

    /// The lower left corner of the board.
    fn origin(&self) -> Point {
        self.frame.board.corner.plus((WIDTH - self.side()) / 2.0, EDGE + self.side()).whole()
    }

    fn at(&self, square: Square) -> Point {
        self.origin().plus(self.along(square.column()), -self.along(square.number()))
    }

    /// The distance from the corner of the board to the middle of the column or row with this number.
    fn along(&self, number: u8) -> f32 {
        let number = if self.view.turned() { self.size() + 1 - number } else { number };
        (f32::from(number) - 0.5) * self.square
    }

    fn spotlight(&mut self) {
        let squares = self.position.squares();
        for square in squares.filter(|square| self.view.spotlight.contains(&square.to_string())) {
            let frame = || Figure::rect(Area::around(self.at(square), self.square - 8.0), 5.0);
            let frames = [frame().outlined(self.theme.board.edge, 12.0), frame().outlined(self.theme.spot, 8.0)];
            self.frame.scene.draw_all("spotlight", frames);
        }
    }

    fn cells(&self) -> Vec<(String, Point)> {
        self.position.squares().map(|square| (square.to_string(), self.at(square))).collect()
    }

    fn guides(&mut self) {
        let points = self.cells();
        let badges =
            guides(&mut self.frame.scene, self.view.guides, self.theme, self.square * 0.4, Names::NONE, |text| {
                points.iter().find(|(name, _)| name == text).map(|(_, point)| *point)
            });
        badges.draw(&mut self.frame.scene, self.theme);
    }

    fn owner(&self, seat: Seat) -> &Material {
        match seat {
            Seat::One => &self.theme.white,
            Seat::Two => &self.theme.black,
        }
    }

    fn players(&mut self) {
        for seat in Seat::BOTH {
            let (centre, scale) = self.frame.emblem(seat);
            self.frame.scene.draw("players", knight(self.owner(seat), centre, 44.0 * scale));
        }
    }

    fn board(&mut self) {
        let Theme { board, hollow, wall, .. } = self.theme;
        let side = self.side();
        let all = Area { corner: self.origin().plus(0.0, -side), width: side, height: side };
        // The frame goes around the squares, so that none of them covers it.
        let frame = Area { corner: all.corner.plus(-6.0, -6.0), width: side + 12.0, height: side + 12.0 };
        self.frame.scene.draw("board", Figure::rect(frame, 4.0).flat(board.dark));
        self.frame.scene.draw("board", Figure::rect(all, 0.0).flat(board.light));
        let blocked = self.position.blocked();
        for square in self.position.squares() {
            let centre = self.at(square);
            if blocked.has(square) {
                self.frame.scene.draw("board", stone(wall, centre, self.square));
            } else if (square.column() + square.number()) % 2 == 0 {
                let figure = Figure::rect(Area::around(centre, self.square), 0.0).flat(hollow.light);
                self.frame.scene.draw("board", figure);
            }
        }
    }

    /// Draws the coordinates: letters below and above, numbers on both sides.
    fn coordinates(&mut self) {
        let (origin, side) = (self.origin(), self.side());
        for number in 1..=self.size() {
            let middle = self.along(number);
            let letter = char::from(b'a' + number - 1).to_string();
            let beyond = EDGE / 2.0 + 3.0;
            for (at, text) in [
                (origin.plus(middle, beyond), letter.clone()),
                (origin.plus(middle, -side - beyond), letter),
                (origin.plus(-beyond, -middle), number.to_string()),
                (origin.plus(side + beyond, -middle), number.to_string()),
            ] {
                self.frame.scene.draw("coordinates", Label::new(at, text, 25.0, self.theme.muted).bold());
            }
        }
    }

    /// Draws the knights, and the picks of the next move.
    fn knights(&mut self, picked: &[Pick], colour: Colour) {
        let moved = match *picked {
            [Pick::Square(square), ..] => Some((square, None)),
            [Pick::Target(target), Pick::Corner(corner), ..] => Some((target, Some(corner))),
            [Pick::Target(target), ..] => Some((target, None)),
            _ => None,
        };
        let mover = self.position.seat();
        for seat in Seat::BOTH {
            let stands = self.position.knight(seat);
            let Some((target, corner)) = moved.filter(|_| seat == mover) else {
                self.knight(seat, stands);
                continue;
            };
            if let (Some(from), Some(corner)) = (stands, corner) {
                self.walls(from, corner, target);
            }
            if let Some(square) = stands {
                let left = outline(self.owner(seat), self.at(square), self.square * KNIGHT);
                self.frame.scene.draw("ghosts", left);
            }
            if let (Some(from), Some(corner)) = (stands, corner) {
                self.walk(from, corner, target, colour);
            }
            let mark = halo(self.at(target), self.square * 0.46, colour, self.theme.card);
            self.frame.scene.draw_all("marks", mark);
            self.knight(seat, Some(target));
        }
    }

    /// Draws the squares that a walk would block, faded.
    fn walls(&mut self, from: Square, corner: Square, target: Square) {
        let mut after = *self.position;
        after.play_unchecked(Move::Walk { from, walk: Walk { corner, target } });
        let before = self.position.blocked();
        for square in after.blocked().filter(|square| !before.has(*square)) {
            self.frame
                .scene
                .draw("walls", stone(&self.theme.wall, self.at(square), self.square).faded(PREVIEW_OPACITY));
        }
    }

    fn knight(&mut self, seat: Seat, square: Option<Square>) {
        let Some(square) = square else { return };
        self.frame.scene.draw("knights", knight(self.owner(seat), self.at(square), self.square * KNIGHT));
    }

    fn last(&mut self) {
        let Some((_, m)) = self.view.last else { return };
        match m {
            Move::Place(square) => {
                self.frame
                    .scene
                    .draw_all("marks", halo(self.at(square), self.square * 0.46, self.theme.last, self.theme.card));
            }
            Move::Walk { from, walk } => self.walk(from, walk.corner, walk.target, self.theme.last),
        }
    }

    /// Draws a walk as an L that ends before the knight.
    fn walk(&mut self, from: Square, corner: Square, target: Square, colour: Colour) {
        let (start, turn, end) = (self.at(from), self.at(corner), self.at(target));
        let mark = Figure::circle(start, self.square * 0.11).flat(colour).outlined(self.theme.card, 2.0);
        self.frame.scene.draw("marks", mark);
        let points = [start, turn, end.toward(turn, self.square * 0.44)];
        self.frame.scene.draw_all("marks", arrow(&points, self.square * 0.1, colour, self.theme.card));
    }

    /// Marks where the knight to move can walk. These marks only inform, so they are smaller than choices. Draws none
    /// if the picture shows a next move or an explanation.
    fn walks(&mut self) {
        let View { picked, choices, guides, suggestion, spotlight, .. } = self.view;
        let shows_more = !picked.is_empty() || !choices.is_empty() || !guides.is_empty() || !spotlight.is_empty();
        if shows_more || suggestion.is_some() {
            return;
        }
        for target in self.position.walk_targets() {
            let dot = Figure::circle(self.at(target), self.square * 0.09).flat(self.theme.choice);
            self.frame.scene.draw("walks", dot.outlined(self.theme.card, 2.0));
        }
    }

    fn choices(&mut self) {
        for choice in self.view.choices {
            let target = self.view.picked.first();
            let knight = self.position.knight(self.position.seat());
            if let (Pick::Corner(corner), Some(Pick::Target(target)), Some(from)) = (*choice, target, knight) {
                // Both ways to the target are drawn in full, because a corner alone is unclear.
                self.walk(from, corner, *target, self.theme.choice);
            }
            let (Pick::Square(square) | Pick::Target(square) | Pick::Corner(square)) = choice;
            let dot = Figure::circle(self.at(*square), self.square * 0.18).flat(self.theme.choice);
            self.frame.scene.draw("choices", dot.outlined(self.theme.card, 2.5));
        }
    }
}

/// A blocked square.
fn stone(wall: &Material, centre: Point, square: f32) -> Stamp {
    let block = Figure::rect(Area::around(Point::ORIGIN, square - 5.0), 7.0);
    let block = block.filled(Paint::Slope([wall.light, wall.base])).outlined(wall.edge, 2.0);
    Stamp::new(centre, std::iter::once(block).chain(square_pattern(wall, square - 16.0)))
}
