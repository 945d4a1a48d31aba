//! Arrows, halos and other marks, shared by all boards.

use super::scene::{Figure, Point};
use super::theme::Colour;

/// A ring of colour around something, with a thin edge of another colour so that it is seen on any ground.
pub fn halo(centre: Point, radius: f32, colour: Colour, edge: Colour) -> [Figure; 2] {
    let width = (radius * 0.13).max(4.0);
    [Figure::circle(centre, radius).outlined(edge, width + 3.0), Figure::circle(centre, radius).outlined(colour, width)]
}

/// A ring of dashes around something that is or will be gone.
pub fn trace(centre: Point, radius: f32, colour: Colour) -> Figure {
    Figure::circle(centre, radius).outlined(colour, (radius * 0.07).max(2.5)).dashed(radius * 0.22, radius * 0.2)
}

/// A cross over something that is taken away.
pub fn cross(centre: Point, radius: f32, colour: Colour) -> [Figure; 2] {
    let reach = radius * std::f32::consts::FRAC_1_SQRT_2;
    [1.0, -1.0].map(|side| {
        let ends = vec![centre.plus(-reach, -reach * side), centre.plus(reach, reach * side)];
        Figure::line(ends).outlined(colour, (radius * 0.2).max(4.0))
    })
}

/// An arrow through points, with a thin edge of another colour so that it is seen on any ground. Needs at least
/// two points; with fewer nothing is drawn.
pub fn arrow(points: &[Point], width: f32, colour: Colour, edge: Colour) -> Vec<Figure> {
    let [.., before, tip] = points else { return Vec::new() };
    let (length, half) = (width * 2.3, width * 1.45);
    let neck = tip.toward(*before, length);
    let (x, y) = ((tip.x - neck.x) / length * half, (tip.y - neck.y) / length * half);
    let head = vec![*tip, neck.plus(-y, x), neck.plus(y, -x)];
    let mut shaft = points.to_vec();
    if let Some(end) = shaft.last_mut() {
        // The shaft ends within the head, or its round end would show beside the tip.
        *end = tip.toward(*before, length * 0.7);
    }
    vec![
        Figure::line(shaft.clone()).outlined(edge, width + 4.0),
        Figure::polygon(head.clone()).flat(edge).outlined(edge, 4.0),
        Figure::line(shaft).outlined(colour, width),
        Figure::polygon(head).flat(colour),
    ]
}
