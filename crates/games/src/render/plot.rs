//! Charts: the evaluation of a game and ratings over time. They are drawn as scenes like the boards, so that all
//! pictures share one style.

use super::colour::Colour;
use super::fonts::Face;
use super::frame::WIDTH;
use super::scene::{Anchor, Area, Figure, Label, Point, Scene, TEXT_MIN};
use super::text::fit;
use super::theme::Theme;

/// The height of a chart.
const HEIGHT: f32 = 520.0;
const MARGIN: f32 = 16.0;
const TITLE: f32 = 30.0;
const SMALL: f32 = 26.0;
/// The maximum number of points of a curve; longer ones are sampled evenly.
const POINTS_MAX: usize = 600;
/// The maximum number of lines that can be told apart.
const LINES_MAX: usize = 5;

/// The evaluation of a game, ply by ply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// The title; may be empty.
    pub title: String,
    /// The players' names, by seat.
    pub names: [String; 2],
    /// The value after each ply, starting before the first move: 1 is won for seat one, −1 for seat two. Values outside
    /// this range are clamped, and NaN counts as 0.
    pub values: Vec<f32>,
    /// The bad moves.
    pub slips: Vec<BadMove>,
    /// Whether seat one has white pieces and seat two black ones.
    pub seat_colours: bool,
}

/// A bad move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadMove {
    /// The ply after it: 1 for the first move.
    pub ply: usize,
    /// How bad it was.
    pub grade: Grade,
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// There was a slightly better one.
    Inaccuracy,
    /// It gave something away.
    Mistake,
    /// It gave the game away.
    Blunder,
}

impl Grade {
    /// The annotation symbol used in chess.
    pub const fn sign(self) -> &'static str {
        match self {
            Grade::Inaccuracy => "?!",
            Grade::Mistake => "?",
            Grade::Blunder => "??",
        }
    }

    const fn colour(self, theme: &Theme) -> Colour {
        match self {
            Grade::Inaccuracy => theme.choice,
            Grade::Mistake => theme.last,
            Grade::Blunder => theme.loss,
        }
    }
}

/// Draws the evaluation curve of a game.
pub fn evaluation(evaluation: &Evaluation, theme: &Theme) -> Scene {
    let (mut scene, plot) = page(&evaluation.title, theme, HEIGHT, 0.0);
    let values: Vec<f32> =
        evaluation.values.iter().map(|value| if value.is_nan() { 0.0 } else { value.clamp(-1.0, 1.0) }).collect();
    let last = values.len().saturating_sub(1);
    let point_at = |ply: usize, value: f32| {
        let x = plot.corner.x + plot.width * (ply as f32 / last.max(1) as f32);
        Point::new(x, plot.corner.y + plot.height * (0.5 - value * 0.46))
    };
    scene.draw("ground", Figure::rect(plot, 0.0).flat(theme.card));
    let middle = plot.centre().y;
    let fills = if evaluation.seat_colours { [theme.white.base, theme.black.base] } else { [theme.line; 2] };
    for (seat, fill) in fills.into_iter().enumerate() {
        // The area between the curve and the middle, on the side of each seat.
        let side = |value: f32| if seat == 0 { value.max(0.0) } else { value.min(0.0) };
        let mut outline = vec![point_at(0, 0.0)];
        outline.extend(with_zero_crossings(&values).map(|(ply, value)| {
            let at = point_at(0, side(value));
            Point::new(plot.corner.x + plot.width * (ply / last.max(1) as f32), at.y)
        }));
        outline.push(point_at(last, 0.0));
        scene.draw("curve", Figure::polygon(outline).flat(fill));
    }
    columns(&mut scene, plot, last, theme);
    let ends = vec![Point::new(plot.corner.x, middle), Point::new(plot.corner.x + plot.width, middle)];
    scene.draw("axes", Figure::line(ends).outlined(theme.muted, 2.0));
    let points: Vec<Point> = sampled_indices(values.len()).map(|ply| point_at(ply, values[ply])).collect();
    if points.len() > 1 {
        scene.draw("curve", Figure::line(points).outlined(theme.muted, 4.0));
    }
    scene.draw("ground", Figure::rect(plot, 0.0).outlined(theme.line, 2.0));
    for slip in &evaluation.slips {
        let Some(value) = values.get(slip.ply) else { continue };
        mark(&mut scene, point_at(slip.ply, *value), slip.grade, theme, plot);
    }
    for (seat, material) in [theme.white, theme.black].into_iter().enumerate() {
        let y = if seat == 0 { plot.corner.y + 26.0 } else { plot.corner.y + plot.height - 26.0 };
        let name = fit(&evaluation.names[seat], true, SMALL, plot.width / 2.0);
        let width = Face::get(true).width(&name, SMALL);
        // The disc that shows the player's colour takes this width.
        let before = if evaluation.seat_colours { 28.0 } else { 0.0 };
        let card = Area::new(plot.corner.x + 8.0, y - 20.0, width + before + 28.0, 40.0);
        scene.draw("names", Figure::rect(card, 8.0).flat(theme.card).outlined(theme.line, 1.5));
        if evaluation.seat_colours {
            let disc = Figure::circle(Point::new(plot.corner.x + 30.0, y), 10.0);
            scene.draw("names", disc.flat(material.base).outlined(material.edge, 2.0));
        }
        let label = Label::new(Point::new(plot.corner.x + 22.0 + before, y), name, SMALL, theme.ink).bold();
        scene.draw("names", label.anchored(Anchor::Start));
    }
    scene
}

/// The points of the curve as (ply, value), with its zero crossings added.
fn with_zero_crossings(values: &[f32]) -> impl Iterator<Item = (f32, f32)> {
    let chosen: Vec<usize> = sampled_indices(values.len()).collect();
    let mut points = Vec::with_capacity(2 * chosen.len());
    for (number, ply) in chosen.iter().enumerate() {
        let value = values[*ply];
        if let Some(before) = number.checked_sub(1).map(|before| chosen[before]) {
            let from = values[before];
            if from * value < 0.0 {
                let part = from / (from - value);
                points.push((before as f32 + part * (ply - before) as f32, 0.0));
            }
        }
        points.push((*ply as f32, value));
    }
    points.into_iter()
}

/// At most [`POINTS_MAX`] evenly spread indices below `count`, including the first and the last.
fn sampled_indices(count: usize) -> impl Iterator<Item = usize> {
    let most = count.min(POINTS_MAX);
    (0..most).map(move |number| if most < 2 { number } else { number * (count - 1) / (most - 1) })
}

fn mark(scene: &mut Scene, at: Point, grade: Grade, theme: &Theme, plot: Area) {
    scene.draw("slips", Figure::circle(at, 7.0).flat(grade.colour(theme)).outlined(theme.card, 2.5));
    // Above the curve, or below it where there is no space.
    let up = if at.y - plot.corner.y > 100.0 { -29.0 } else { 29.0 };
    let label = at.plus(0.0, up);
    let disc = Figure::circle(label, 20.0).flat(grade.colour(theme)).outlined(theme.card, 2.5);
    scene.draw("slips", disc);
    scene.draw("slips", Label::new(label, grade.sign(), TEXT_MIN, theme.card).bold());
}

/// Ratings of one player in several games, or of several players, game by game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ratings {
    /// The title; may be empty.
    pub title: String,
    /// The curves; at most five are drawn.
    pub lines: Vec<RatingLine>,
    /// The word for the numbers on the horizontal axis, “games” in the reader's language; may be empty.
    pub axis: String,
}

/// One rating, game by game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatingLine {
    /// What the curve is called: the name of the player or of the kind of game.
    pub name: String,
    /// The rating after each game, the first game first.
    pub points: Vec<RatingPoint>,
}

/// A rating after a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RatingPoint {
    /// The rating.
    pub rating: f32,
    /// The uncertainty of the rating; 0 draws no band.
    pub deviation: f32,
}

/// Draws rating curves.
pub fn ratings(ratings: &Ratings, theme: &Theme) -> Scene {
    let lines: Vec<(String, Vec<(usize, RatingPoint)>)> = ratings.lines.iter().take(LINES_MAX).map(finite).collect();
    let all = || lines.iter().flat_map(|(_, points)| points);
    let legend = if lines.len() > 1 { 40.0 * lines.len().div_ceil(2) as f32 } else { 0.0 };
    let (mut scene, mut plot) = page(&ratings.title, theme, HEIGHT, legend);
    plot.corner.x += 66.0;
    plot.width -= 66.0;
    let (low, high) = all().fold((f32::MAX, f32::MIN), |(low, high), (_, point)| {
        (low.min(point.rating - point.deviation), high.max(point.rating + point.deviation))
    });
    let (low, high) = if low > high { (1400.0, 1600.0) } else { (low - 10.0, high + 10.0) };
    let last = all().map(|(game, _)| *game).max().unwrap_or(1);
    let across = |game: f32| plot.corner.x + plot.width * (game - 1.0) / last.saturating_sub(1).max(1) as f32;
    let point_at = |game: usize, rating: f32| {
        let x = across(game as f32);
        Point::new(x, plot.corner.y + plot.height * (1.0 - (rating - low) / (high - low)))
    };
    scene.draw("ground", Figure::rect(plot, 0.0).flat(theme.card).outlined(theme.line, 2.0));
    for tick in ticks(low, high, 6) {
        let y = point_at(1, tick).y;
        let ends = vec![Point::new(plot.corner.x, y), Point::new(plot.corner.x + plot.width, y)];
        scene.draw("axes", Figure::line(ends).outlined(theme.line, 1.5));
        let label = Label::new(Point::new(plot.corner.x - 8.0, y), format!("{tick}"), SMALL, theme.muted);
        scene.draw("axes", label.anchored(Anchor::End));
    }
    let below = plot.corner.y + plot.height + 24.0;
    let axis = fit(&ratings.axis, false, SMALL, plot.width / 2.0);
    // Numbers end where the word begins.
    let free = plot.corner.x + plot.width - Face::get(false).width(&axis, SMALL) - 30.0;
    let end = Point::new(plot.corner.x + plot.width, below);
    scene.draw("axes", Label::new(end, axis, SMALL, theme.muted).anchored(Anchor::End));
    for tick in whole_ticks(1.0, last as f32, 8).into_iter().filter(|tick| across(*tick) < free) {
        scene.draw("axes", Label::new(Point::new(across(tick), below), format!("{tick}"), SMALL, theme.muted));
    }
    for (number, (name, points)) in lines.iter().enumerate() {
        let colour = theme.marks()[number % theme.marks().len()];
        if points.iter().any(|(_, point)| point.deviation > 0.0) {
            let above = points.iter().map(|(game, point)| point_at(*game, point.rating + point.deviation));
            let under = points.iter().rev().map(|(game, point)| point_at(*game, point.rating - point.deviation));
            let band = Figure::polygon(above.chain(under).collect()).flat(colour).faded(0.16);
            scene.draw("bands", band);
        }
        let curve: Vec<Point> = points.iter().map(|(game, point)| point_at(*game, point.rating)).collect();
        if let Some(end) = curve.last().copied() {
            scene.draw("curves", dashed(Figure::line(curve).outlined(colour, 5.0), number));
            scene.draw("curves", Figure::circle(end, 8.0).flat(colour).outlined(theme.card, 2.5));
        }
        if lines.len() > 1 {
            let x = plot.corner.x + (number % 2) as f32 * plot.width / 2.0;
            let y = below + 44.0 + (number / 2) as f32 * 40.0;
            let sample = vec![Point::new(x, y), Point::new(x + 50.0, y)];
            scene.draw("legend", dashed(Figure::line(sample).outlined(colour, 5.0), number));
            let name = fit(name, false, SMALL, plot.width / 2.0 - 80.0);
            let label = Label::new(Point::new(x + 64.0, y), name, SMALL, theme.ink);
            scene.draw("legend", label.anchored(Anchor::Start));
        }
    }
    scene
}

/// Gives each line its own dash pattern, so that lines do not differ by colour alone.
fn dashed(line: Figure, number: usize) -> Figure {
    let dash = [0.0, 14.0, 4.0, 22.0, 9.0][number % LINES_MAX];
    if dash > 0.0 { line.dashed(dash, 10.0) } else { line }
}

/// The finite points of a line with the numbers of their games, from 1; at most [`POINTS_MAX`].
fn finite(line: &RatingLine) -> (String, Vec<(usize, RatingPoint)>) {
    let is_finite = |(_, point): &(usize, RatingPoint)| point.rating.abs() < 1e6 && point.deviation.abs() < 1e6;
    let points: Vec<(usize, RatingPoint)> = (1..).zip(line.points.iter().copied()).filter(is_finite).collect();
    (line.name.clone(), sampled_indices(points.len()).map(|number| points[number]).collect())
}

/// Round axis values between `low` and `high`, at most about `most`.
fn ticks(low: f32, high: f32, most: usize) -> Vec<f32> {
    let min_step = (high - low).max(1.0) / most as f32;
    let power = 10f32.powf(min_step.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|part| part * power).into_iter().find(|step| *step >= min_step).unwrap_or(min_step);
    let first = (low / step).ceil() as i64;
    (0..=2 * most as i64).map(|number| (first + number) as f32 * step).take_while(|tick| *tick <= high).collect()
}

/// The whole numbers among the [`ticks`]: there are no half moves and no half games.
fn whole_ticks(low: f32, high: f32, most: usize) -> Vec<f32> {
    ticks(low, high, most).into_iter().filter(|tick| tick.fract() == 0.0).collect()
}

/// Draws move numbers below a plot, with thin vertical lines.
fn columns(scene: &mut Scene, plot: Area, last: usize, theme: &Theme) {
    for tick in whole_ticks(0.0, last as f32, 8) {
        let x = plot.corner.x + plot.width * tick / last.max(1) as f32;
        let ends = vec![Point::new(x, plot.corner.y), Point::new(x, plot.corner.y + plot.height)];
        scene.draw("axes", Figure::line(ends).outlined(theme.line, 1.0).faded(0.6));
        let at = Point::new(x.clamp(MARGIN + 12.0, WIDTH - MARGIN - 18.0), plot.corner.y + plot.height + 24.0);
        scene.draw("axes", Label::new(at, format!("{tick}"), SMALL, theme.muted));
    }
}

/// A page with a title, and the plot area on it; `below` is left free under it, besides a line of text.
fn page(title: &str, theme: &Theme, height: f32, below: f32) -> (Scene, Area) {
    let mut scene = Scene::new(WIDTH, height + below, theme);
    let title = fit(title, true, TITLE, WIDTH - 2.0 * MARGIN);
    let top = if title.is_empty() { MARGIN } else { MARGIN + 48.0 };
    let label = Label::new(Point::new(MARGIN, MARGIN + 18.0), title, TITLE, theme.ink).bold();
    scene.draw("title", label.anchored(Anchor::Start));
    let plot = Area::new(MARGIN, top, WIDTH - 2.0 * MARGIN, height - top - 48.0);
    (scene, plot)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(0.0, 40.0, 8), [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0]);
        assert_eq!(ticks(1433.0, 1622.0, 6), [1450.0, 1500.0, 1550.0, 1600.0]);
        assert!(ticks(0.0, 1e6, 8).len() <= 17);
        assert_eq!(ticks(0.0, 0.0, 8), [0.0]);
        assert_eq!(whole_ticks(0.0, 3.0, 8), [0.0, 1.0, 2.0, 3.0]);
    }

    #[test]
    fn zero_crossings_are_added() {
        let points: Vec<(f32, f32)> = with_zero_crossings(&[0.5, -0.5, -0.5]).collect();
        assert_eq!(points, [(0.0, 0.5), (0.5, 0.0), (1.0, -0.5), (2.0, -0.5)]);
    }

    #[test]
    fn long_curves_and_what_is_no_number_are_drawn() {
        let theme = Theme::light();
        for values in [vec![], vec![0.3], vec![f32::NAN, f32::INFINITY, -9.0], vec![0.1; 100_000]] {
            let slips =
                vec![BadMove { ply: 1, grade: Grade::Blunder }, BadMove { ply: usize::MAX, grade: Grade::Mistake }];
            let scene = evaluation(&Evaluation { values, slips, ..Evaluation::default() }, theme);
            assert!(super::super::svg(&scene).len() < 200_000);
        }
        let point = |rating| RatingPoint { rating, deviation: 30.0 };
        for points in [vec![], vec![point(1500.0)], vec![point(f32::NAN), point(f32::INFINITY)]] {
            let lines = vec![RatingLine { name: "A".to_owned(), points }; 9];
            let text = super::super::svg(&ratings(&Ratings { lines, ..Ratings::default() }, theme));
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
    }
}
