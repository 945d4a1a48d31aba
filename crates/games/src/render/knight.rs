//! The knight artwork, made for this project.

use super::scene::{Area, Figure, Point, Stamp};
use super::theme::Material;

/// The width of the outline, relative to a side of 100. Without it a white knight would be lost on a light square.
pub const OUTLINE: f32 = 6.5;
/// A horse's head on a base, facing left, in a square of side 100.
const HEAD: &str = "M30 84 C29 72 34 63 42 55 C46 51 47 47 45 44 C38 47 33 49 29 54 C25 58 19 57 16 52 \
    C14 48 16 44 19 40 C23 34 26 29 28 24 C29 19 33 16 37 14 L39 5 L46 12 C62 11 75 22 79 41 \
    C82 56 80 71 77 84 Z";
/// The mane along the neck.
const MANE: &str = "M50 17 C62 20 70 31 72 47 C73 58 72 68 70 78";
/// The base.
const FOOT: &str = "M24 84 L82 84 L85 95 L21 95 Z";
/// The nostril and the line of the mouth.
const MOUTH: &str = "M20 51 L27 47";

/// The outline of a knight that has left its square.
pub fn outline(material: &Material, centre: Point, side: f32) -> Stamp {
    let area = Area::around(Point::ORIGIN, side);
    let dashes = |path, colour, width| Figure::path(path, area).outlined(colour, width).dashed(8.0, 6.0);
    let part = |path| [dashes(path, material.edge, 5.0), dashes(path, material.base, 2.5)];
    Stamp::new(centre, [FOOT, HEAD].into_iter().flat_map(part))
}

/// A knight in a square of this side, centred on a point.
pub fn knight(material: &Material, centre: Point, side: f32) -> Stamp {
    let area = Area::around(Point::ORIGIN, side);
    let on = |x: f32, y: f32| area.corner.plus(x * side / 100.0, y * side / 100.0);
    let figures = [
        Figure::path(FOOT, area).flat(material.base).outlined(material.edge, OUTLINE),
        Figure::path(HEAD, area).flat(material.base).outlined(material.edge, OUTLINE),
        Figure::path(MANE, area).outlined(material.ink, 3.0).faded(0.55),
        Figure::path(MOUTH, area).outlined(material.ink, 2.5),
        Figure::circle(on(38.0, 29.0), side * 0.034).flat(material.ink),
    ];
    Stamp::new(centre, figures)
}
