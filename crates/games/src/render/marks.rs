//! Arrows, halos and other marks, shared by all boards.

use super::colour::Colour;
use super::scene::{Figure, Label, Point, Scene, TEXT_MIN};
use super::theme::{Material, Pattern, Theme};
use crate::rules::Guide;

/// A coloured ring around something, with a thin edge of another colour so that it is visible on any background.
pub fn halo(centre: Point, radius: f32, colour: Colour, edge: Colour) -> [Figure; 2] {
    let width = (radius * 0.15).max(4.5);
    [Figure::circle(centre, radius).outlined(edge, width + 4.0), Figure::circle(centre, radius).outlined(colour, width)]
}

/// A dashed ring around something that was or will be removed.
pub fn trace(centre: Point, radius: f32, colour: Colour) -> Figure {
    Figure::circle(centre, radius).outlined(colour, (radius * 0.08).max(3.0)).dashed(radius * 0.26, radius * 0.2)
}

/// A badge at the lower right of a round piece that cannot be chosen now: a disc with a bar.
pub fn barred(centre: Point, radius: f32, theme: &Theme) -> [Figure; 2] {
    let (beside, size) = (centre.plus(radius * 0.7, radius * 0.7), (radius * 0.32).max(9.0));
    let ends = vec![beside.plus(-size * 0.5, 0.0), beside.plus(size * 0.5, 0.0)];
    [
        Figure::circle(beside, size).flat(theme.muted).outlined(theme.card, 3.0),
        Figure::line(ends).outlined(theme.card, size * 0.4),
    ]
}

/// The number of dashes in the outline of a removed piece.
const GHOST_DASHES: f32 = 10.0;

/// A round piece that left the board: its outline dashed in its colour, and a small cross beside it. It has no fill,
/// because a faded piece looks like a piece of another colour.
pub fn ghost(material: &Material, centre: Point, radius: f32, theme: &Theme) -> Vec<Figure> {
    let width = (radius * 0.14).max(3.0);
    let (inner, pitch) = (radius - width / 2.0, std::f32::consts::TAU / GHOST_DASHES);
    let dashes = |colour, width| {
        let ring = Figure::circle(centre, inner).outlined(colour, width);
        ring.dashed(inner * pitch * 0.64, inner * pitch * 0.36)
    };
    let (beside, reach) = (centre.plus(radius * 0.72, -radius * 0.72), (radius * 0.22).max(5.0));
    let bar = |side: f32| Figure::line(vec![beside.plus(-reach, -reach * side), beside.plus(reach, reach * side)]);
    let bars = [(theme.card, 5.5), (theme.loss, 2.5)]
        .into_iter()
        .flat_map(|(colour, width)| [1.0, -1.0].map(|side| bar(side).outlined(colour, width)));
    [dashes(material.edge, width + 2.5), dashes(material.base, width)].into_iter().chain(bars).collect()
}

/// An arrow through points, with a thin edge of another colour so that it is visible on any background. Draws nothing
/// with fewer than two points.
pub fn arrow(points: &[Point], width: f32, colour: Colour, edge: Colour) -> Vec<Figure> {
    arrow_past(points, Names::NONE, width, colour, edge)
}

/// Like [`arrow`], with gaps where it would cross out names.
pub fn arrow_past(points: &[Point], names: Names<'_>, width: f32, colour: Colour, edge: Colour) -> Vec<Figure> {
    let [.., before, tip] = points else { return Vec::new() };
    let (length, half) = (width * 2.3, width * 1.45);
    let neck = tip.toward(*before, length);
    let (x, y) = ((tip.x - neck.x) / length * half, (tip.y - neck.y) / length * half);
    let head = vec![*tip, neck.plus(-y, x), neck.plus(y, -x)];
    let mut shaft = points.to_vec();
    if let Some(end) = shaft.last_mut() {
        // The shaft ends inside the head; otherwise its round end would show beside the tip.
        *end = tip.toward(*before, length * 0.7);
    }
    let pieces = names.between(&shaft);
    let shafts = |colour, width| pieces.iter().map(move |piece| Figure::line(piece.clone()).outlined(colour, width));
    let (under, over) =
        (Figure::polygon(head.clone()).flat(edge).outlined(edge, 5.0), Figure::polygon(head).flat(colour));
    shafts(edge, width + 5.0).chain([under]).chain(shafts(colour, width)).chain([over]).collect()
}

/// The names that an arrow must not cross out.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// Their centres.
    pub centres: &'a [Point],
    /// How far each name reaches from its centre.
    pub radius: f32,
}

impl Names<'_> {
    /// No names.
    pub const NONE: Names<'static> = Names { centres: &[], radius: 0.0 };

    /// The pieces of a path outside the names. Names at its ends are ignored: the caller decides where the path begins
    /// and ends.
    fn between(&self, path: &[Point]) -> Vec<Vec<Point>> {
        let distance = |one: Point, other: Point| (one.x - other.x).hypot(one.y - other.y);
        let [first, .., last] = *path else { return Vec::new() };
        let passed: Vec<Point> = self
            .centres
            .iter()
            .copied()
            .filter(|name| distance(*name, first) > self.radius && distance(*name, last) > self.radius)
            .collect();
        let mut pieces = Vec::new();
        let mut piece = vec![first];
        for ends in path.windows(2) {
            let (from, to) = (ends[0], ends[1]);
            let length = distance(from, to).max(f32::EPSILON);
            // Where the segment enters and leaves each name that it crosses.
            let mut gaps: Vec<(f32, f32)> = passed
                .iter()
                .filter_map(|name| {
                    let along = ((name.x - from.x) * (to.x - from.x) + (name.y - from.y) * (to.y - from.y)) / length;
                    let beside = (distance(from, *name).powi(2) - along.powi(2)).max(0.0).sqrt();
                    let half = (self.radius.powi(2) - beside.powi(2)).max(0.0).sqrt();
                    (beside < self.radius / 2.0 && along + half > 0.0 && along - half < length)
                        .then_some((along - half, along + half))
                })
                .collect();
            gaps.sort_by(|one, other| one.0.total_cmp(&other.0));
            for (enters, leaves) in &gaps {
                if *enters > 0.0 && !piece.is_empty() {
                    piece.push(from.toward(to, *enters));
                }
                pieces.push(std::mem::take(&mut piece));
                if *leaves < length {
                    piece.push(from.toward(to, *leaves));
                }
            }
            if gaps.last().is_none_or(|(_, leaves)| *leaves < length) {
                piece.push(to);
            }
        }
        pieces.push(piece);
        pieces.retain(|piece| piece.len() > 1);
        pieces
    }
}

/// A cross for something that will be removed, drawn beside it so that it stays legible.
pub fn crossed(beside: Point, reach: f32, theme: &Theme) -> Vec<Figure> {
    let bar = |side: f32| Figure::line(vec![beside.plus(-reach, -reach * side), beside.plus(reach, reach * side)]);
    [(theme.card, reach * 0.62 + 4.0), (theme.loss, reach * 0.62)]
        .into_iter()
        .flat_map(|(colour, width)| [1.0, -1.0].map(|side| bar(side).outlined(colour, width)))
        .collect()
}

/// The radius below which pieces have a simpler pattern.
const SMALL: f32 = 22.0;

/// The pattern of a material on a round piece, drawn between `inner`, relative to the radius, and the edge.
pub fn pattern(material: &Material, centre: Point, radius: f32, inner: f32) -> Vec<Figure> {
    let turn = |degrees: f32, part: f32| {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        centre.plus(cosine * radius * part, sine * radius * part)
    };
    let middle = f32::midpoint(inner, 0.96);
    let small = radius < SMALL;
    let line = |from, to| Figure::line(vec![from, to]).outlined(material.ink, (radius * 0.09).max(1.5)).faded(0.75);
    match material.pattern {
        Pattern::Plain => Vec::new(),
        // Two lines above the middle and two below, each from edge to edge; one each on a small piece.
        Pattern::Stripes => [inner + 0.04, f32::midpoint(inner, 0.98)]
            .into_iter()
            .take(if small { 1 } else { 2 })
            .flat_map(|height| [-height, height])
            .map(|height| {
                let half = (0.9f32.powi(2) - height * height).max(0.0).sqrt() * radius;
                line(centre.plus(-half, height * radius), centre.plus(half, height * radius))
            })
            .collect(),
        Pattern::Dots => (0..if small { 4 } else { 8 })
            .map(|number| turn(if small { 45.0 + 90.0 * number as f32 } else { 22.5 + 45.0 * number as f32 }, middle))
            .map(|at| Figure::circle(at, radius * (0.96 - inner) * 0.24).flat(material.ink).faded(0.8))
            .collect(),
        Pattern::Spokes => (0..6)
            .map(|number| 30.0 + 60.0 * number as f32)
            .map(|degrees| line(turn(degrees, inner + 0.05), turn(degrees, 0.9)))
            .collect(),
    }
}

/// The pattern of a material on a square of this side, around [`Point::ORIGIN`].
pub fn square_pattern(material: &Material, side: f32) -> Vec<Figure> {
    let half = side / 2.0;
    match material.pattern {
        Pattern::Plain => Vec::new(),
        Pattern::Stripes => [-0.5, 0.0, 0.5]
            .map(|shift: f32| {
                // A rising diagonal, shifted to the right and clipped to the square.
                let (left, right) = ((shift - 0.5).max(-0.5) * side, (shift + 0.5).min(0.5) * side);
                let ends = vec![Point::new(left, shift * side - left), Point::new(right, shift * side - right)];
                Figure::line(ends).outlined(material.ink, side * 0.05).faded(0.55)
            })
            .to_vec(),
        Pattern::Dots | Pattern::Spokes => [(-1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0), (1.0, 1.0)]
            .map(|(x, y)| Figure::circle(Point::new(x * half * 0.55, y * half * 0.55), side * 0.07).flat(material.ink))
            .map(|dot| dot.faded(0.6))
            .to_vec(),
    }
}

/// Numbers in discs, to which the text of an explanation refers.
#[derive(Debug)]
#[must_use = "numbers are drawn last, over everything"]
pub struct Badges {
    radius: f32,
    numbers: Vec<(Point, u32)>,
}

impl Badges {
    /// Draws the discs over everything so far.
    pub fn draw(&self, scene: &mut Scene, theme: &Theme) {
        for (at, number) in &self.numbers {
            // Two digits need a larger disc.
            let wide = *number >= 10;
            let radius = if wide { self.radius.max(23.0) } else { self.radius };
            scene.draw("badges", Figure::circle(*at, radius).flat(theme.hint).outlined(theme.card, 3.0));
            let size = TEXT_MIN.max(if wide { radius } else { radius * 1.35 });
            scene.draw("badges", Label::new(*at, number.to_string(), size, theme.card).bold());
        }
    }
}

/// The given point, or one below it, at this distance or more from those already taken.
fn apart_from(point: Point, taken: &[(Point, u32)], distance: f32) -> Point {
    let free = |at: &Point| taken.iter().all(|(other, _)| (other.x - at.x).hypot(other.y - at.y) >= distance);
    (0..4).map(|number| point.plus(0.0, distance * number as f32)).find(free).unwrap_or(point)
}

/// The path, shortened so that it does not cover the names in its first and last cells.
fn shortened(points: &[Point], reach: f32) -> Vec<Point> {
    let mut path = points.to_vec();
    if let [first, second, ..] = *points {
        path[0] = first.toward(second, reach * 0.6);
    }
    if let [.., before, last] = *points {
        path[points.len() - 1] = last.toward(before, reach * 0.66);
    }
    path
}

/// The highlight of a cell, drawn over its contents.
pub fn spot(centre: Point, radius: f32, theme: &Theme) -> [Figure; 2] {
    let width = (radius * 0.18).max(5.0);
    let ring = || Figure::circle(centre, radius);
    [ring().outlined(theme.board.edge, width + 4.0), ring().outlined(theme.spot, width)]
}

/// Draws the arrows of an explanation, without crossing out names, and returns their numbers. `centre_of` finds the
/// centre of a cell by its name; `reach` is the radius of the contents of a cell.
pub fn guides(
    scene: &mut Scene,
    guides: &[Guide],
    theme: &Theme,
    reach: f32,
    names: Names<'_>,
    centre_of: impl Fn(&str) -> Option<Point>,
) -> Badges {
    let radius = (reach * 0.52).max(19.0);
    let mut numbers: Vec<(Point, u32)> = Vec::new();
    for guide in guides {
        let points: Vec<Point> = guide.cells.iter().filter_map(|cell| centre_of(cell)).collect();
        let beside = match points[..] {
            [] => continue,
            [only] if guide.lost => {
                scene.draw_all("guides", halo(only, reach, theme.loss, theme.card));
                only.plus(reach * 0.75, -reach * 0.75)
            }
            [only] => {
                scene.draw_all("guides", halo(only, reach, theme.hint, theme.card));
                only.plus(reach * 0.75, -reach * 0.75)
            }
            [first, second, ..] => {
                let (path, width) = (shortened(&points, reach), (reach * 0.24).max(7.0));
                scene.draw_all("guides", arrow_past(&path, names, width, theme.hint, theme.card));
                let length = (second.x - first.x).hypot(second.y - first.y);
                // Centres are at whole pixels, so a straight path is not exactly straight.
                let bent = points.get(2).is_some_and(|third| {
                    let straight = first.toward(second, (third.x - first.x).hypot(third.y - first.y));
                    (straight.x - third.x).hypot(straight.y - third.y) > length * 0.1
                });
                // On the first segment of a bent arrow, because several begin at one cell; otherwise behind the start,
                // where crossing arrows are apart and the contents of cells stay legible.
                first.toward(second, if bent { length * 0.55 } else { -reach })
            }
        };
        numbers.extend(guide.number.map(|number| (apart_from(beside, &numbers, radius * 2.1), number)));
    }
    Badges { radius, numbers }
}
