//! What is drawn, as plain data. Lengths are pixels, y grows downwards.

use super::colour::Colour;
use super::theme::{Material, Theme};

/// A place in the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
}

impl Point {
    /// Where both coordinates are zero.
    pub const ORIGIN: Point = Point::new(0.0, 0.0);

    /// The place at these coordinates.
    pub const fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }

    /// The place so far to the right and so far down.
    pub fn plus(self, x: f32, y: f32) -> Point {
        Point { x: self.x + x, y: self.y + y }
    }

    /// The nearest place with whole coordinates. Equal things at such places have equal pixels, which a PNG
    /// compresses to a fraction.
    pub fn whole(self) -> Point {
        Point { x: self.x.round(), y: self.y.round() }
    }

    /// The place `distance` away on the straight way to another; negative distances lead away from it.
    pub fn toward(self, other: Point, distance: f32) -> Point {
        let (x, y) = (other.x - self.x, other.y - self.y);
        let length = x.hypot(y).max(f32::EPSILON);
        self.plus(x / length * distance, y / length * distance)
    }
}

/// A rectangle of the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Area {
    /// Its upper left corner.
    pub corner: Point,
    /// To the right.
    pub width: f32,
    /// Downwards.
    pub height: f32,
}

impl Area {
    /// The rectangle with this upper left corner.
    pub const fn new(x: f32, y: f32, width: f32, height: f32) -> Area {
        Area { corner: Point::new(x, y), width, height }
    }

    /// Its centre.
    pub fn centre(&self) -> Point {
        self.corner.plus(self.width / 2.0, self.height / 2.0)
    }

    /// The square around a point.
    pub fn around(centre: Point, side: f32) -> Area {
        Area { corner: centre.plus(-side / 2.0, -side / 2.0), width: side, height: side }
    }
}

/// How a surface is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Paint {
    /// Everywhere the same.
    Flat(Colour),
    /// A ball lit from the upper left: light, base, dark.
    Ball([Colour; 3]),
    /// From the first colour above to the second below.
    Slope([Colour; 2]),
}

impl Paint {
    /// A ball of this material.
    pub const fn ball(material: &Material) -> Paint {
        Paint::Ball([material.light, material.base, material.dark])
    }
}

/// The outline of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub paint: Paint,
    /// Its width.
    pub width: f32,
    /// Lengths of dash and gap, when it is dashed.
    pub dashes: Option<[f32; 2]>,
}

/// The form of a figure.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A circle.
    Circle {
        /// Its centre.
        centre: Point,
        /// Its radius.
        radius: f32,
    },
    /// A rectangle with rounded corners.
    Rect {
        /// Where it lies.
        area: Area,
        /// The radius of its corners.
        radius: f32,
    },
    /// Points joined by straight lines with round joints, open or closed.
    Line {
        /// The points.
        points: Vec<Point>,
        /// Whether the last is joined to the first.
        closed: bool,
    },
    /// A drawing in SVG's path language, in a square of side 100 that is put on `area`.
    Path {
        /// The drawing.
        data: &'static str,
        /// Where its square lies.
        area: Area,
    },
}

/// A shape with its colours.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Its form.
    pub shape: Shape,
    /// What it is filled with.
    pub fill: Option<Paint>,
    /// Its outline.
    pub stroke: Option<Stroke>,
    /// From 0 (not seen) to 1.
    pub opacity: f32,
}

impl Figure {
    const fn of(shape: Shape) -> Figure {
        Figure { shape, fill: None, stroke: None, opacity: 1.0 }
    }

    /// A circle, not coloured yet.
    pub const fn circle(centre: Point, radius: f32) -> Figure {
        Figure::of(Shape::Circle { centre, radius })
    }

    /// A rounded rectangle, not coloured yet.
    pub const fn rect(area: Area, radius: f32) -> Figure {
        Figure::of(Shape::Rect { area, radius })
    }

    /// Straight lines through points, not coloured yet.
    pub const fn line(points: Vec<Point>) -> Figure {
        Figure::of(Shape::Line { points, closed: false })
    }

    /// A polygon, not coloured yet.
    pub const fn polygon(points: Vec<Point>) -> Figure {
        Figure::of(Shape::Line { points, closed: true })
    }

    /// A path, not coloured yet.
    pub const fn path(data: &'static str, area: Area) -> Figure {
        Figure::of(Shape::Path { data, area })
    }

    /// The figure filled.
    #[must_use]
    pub const fn filled(mut self, paint: Paint) -> Figure {
        self.fill = Some(paint);
        self
    }

    /// The figure filled with one colour.
    #[must_use]
    pub const fn flat(self, colour: Colour) -> Figure {
        self.filled(Paint::Flat(colour))
    }

    /// The figure with an outline.
    #[must_use]
    pub const fn outlined(mut self, colour: Colour, width: f32) -> Figure {
        self.stroke = Some(Stroke { paint: Paint::Flat(colour), width, dashes: None });
        self
    }

    /// The figure with an outline of any paint.
    #[must_use]
    pub const fn stroked(mut self, paint: Paint, width: f32) -> Figure {
        self.stroke = Some(Stroke { paint, width, dashes: None });
        self
    }

    /// The figure with its outline dashed.
    #[must_use]
    pub fn dashed(mut self, dash: f32, gap: f32) -> Figure {
        if let Some(stroke) = &mut self.stroke {
            stroke.dashes = Some([dash, gap]);
        }
        self
    }

    /// The figure seen through.
    #[must_use]
    pub const fn faded(mut self, opacity: f32) -> Figure {
        self.opacity = opacity;
        self
    }
}

/// A small drawing that is on a picture many times, and on many pictures: a ring, a marble, a piece. Each kind is drawn
/// once; see [`raster`](super::raster).
#[derive(Clone, Debug, PartialEq)]
pub struct Stamp {
    /// What is drawn, around [`Point::ORIGIN`].
    pub figures: Vec<Figure>,
    /// Where that point comes to lie.
    pub at: Point,
}

impl Stamp {
    /// These figures, put there.
    pub fn new(at: Point, figures: impl IntoIterator<Item = Figure>) -> Stamp {
        Stamp { figures: figures.into_iter().collect(), at }
    }

    /// The drawing with every figure seen through, each as far as it is and so much further.
    #[must_use]
    pub fn faded(mut self, opacity: f32) -> Stamp {
        for figure in &mut self.figures {
            figure.opacity *= opacity;
        }
        self
    }
}

/// Which point of a text its place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Where it stands; across, see `anchor`; in height, the middle of its capital letters.
    pub at: Point,
    /// What it says. The text of others goes through [`text`](super::text) first.
    pub text: String,
    /// The size of the font.
    pub size: f32,
    /// Bold or regular.
    pub bold: bool,
    /// Which point of it stands at `at`.
    pub anchor: Anchor,
    /// Its colour.
    pub colour: Colour,
    /// From 0 (not seen) to 1.
    pub opacity: f32,
}

impl Label {
    /// A regular text around a point.
    pub fn new(at: Point, text: impl Into<String>, size: f32, colour: Colour) -> Label {
        Label { at, text: text.into(), size, bold: false, anchor: Anchor::Middle, colour, opacity: 1.0 }
    }

    /// The text in bold letters.
    #[must_use]
    pub fn bold(mut self) -> Label {
        self.bold = true;
        self
    }

    /// The text beginning or ending at its place.
    #[must_use]
    pub fn anchored(mut self, anchor: Anchor) -> Label {
        self.anchor = anchor;
        self
    }

    /// The text seen through.
    #[must_use]
    pub fn faded(mut self, opacity: f32) -> Label {
        self.opacity = opacity;
        self
    }
}

/// One thing that is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A shape.
    Figure(Figure),
    /// A text.
    Label(Label),
    /// A drawing that is shared.
    Stamp(Stamp),
    /// A part of another scene, made smaller.
    Inset(Box<Inset>),
}

/// A part of another scene in this one.
#[derive(Clone, Debug, PartialEq)]
pub struct Inset {
    /// The other scene.
    pub scene: Scene,
    /// The part of it that is seen.
    pub part: Area,
    /// Where it is seen, as large as its shape allows.
    pub area: Area,
}

impl From<Figure> for Item {
    fn from(figure: Figure) -> Item {
        Item::Figure(figure)
    }
}

impl From<Stamp> for Item {
    fn from(stamp: Stamp) -> Item {
        Item::Stamp(stamp)
    }
}

impl From<Inset> for Item {
    fn from(inset: Inset) -> Item {
        Item::Inset(Box::new(inset))
    }
}

impl From<Label> for Item {
    fn from(label: Label) -> Item {
        Item::Label(label)
    }
}

/// Things that belong together, drawn one over the other in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// What they are, for readers of the SVG: `board`, `pieces`, `marks`. Lower-case letters.
    pub name: &'static str,
    /// The things.
    pub items: Vec<Item>,
}

/// A picture, before it is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// What is behind everything.
    pub page: Colour,
    /// Where the board is, without names and the like; in a picture without a board, all of it.
    pub board: Area,
    /// What is drawn, later parts over earlier ones.
    pub parts: Vec<Part>,
}

impl Scene {
    /// An empty page.
    pub fn new(width: f32, height: f32, theme: &Theme) -> Scene {
        let (width, height) = (width.ceil(), height.ceil());
        let board = Area::new(0.0, 0.0, width, height);
        Scene { width: width as u32, height: height as u32, page: theme.page, board, parts: Vec::new() }
    }

    /// Draws over everything so far, in the part that was drawn to last when it has this name, else in a new one.
    pub fn draw(&mut self, name: &'static str, item: impl Into<Item>) {
        let item = item.into();
        match self.parts.last_mut().filter(|part| part.name == name) {
            Some(part) => part.items.push(item),
            None => self.parts.push(Part { name, items: vec![item] }),
        }
    }

    /// The same with several things.
    pub fn draw_all(&mut self, name: &'static str, items: impl IntoIterator<Item = impl Into<Item>>) {
        items.into_iter().for_each(|item| self.draw(name, item));
    }
}
