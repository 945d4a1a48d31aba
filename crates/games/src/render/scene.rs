//! Drawings as plain data. Lengths are in pixels, y grows downwards.

use super::avatar::Avatar;
use super::colour::Colour;
use super::theme::{Material, Theme};

/// The smallest font size in a picture of the usual width, [`WIDTH`](super::frame::WIDTH): 11 pixels when it is shown
/// 400 pixels wide, as on a phone.
pub const TEXT_MIN: f32 = 25.0;

/// A point of the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// The distance to the right.
    pub x: f32,
    /// The distance downwards.
    pub y: f32,
}

impl Point {
    /// The origin.
    pub const ORIGIN: Point = Point::new(0.0, 0.0);

    /// The point at these coordinates.
    pub const fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }

    /// The point shifted to the right and down by these distances.
    pub fn plus(self, x: f32, y: f32) -> Point {
        Point { x: self.x + x, y: self.y + y }
    }

    /// The nearest point with integer coordinates. Equal items at such points have equal pixels, which a PNG compresses
    /// to a fraction.
    pub fn whole(self) -> Point {
        Point { x: self.x.round(), y: self.y.round() }
    }

    /// The point at `distance` on the straight line towards another; a negative distance leads away from it.
    pub fn toward(self, other: Point, distance: f32) -> Point {
        let (x, y) = (other.x - self.x, other.y - self.y);
        let length = x.hypot(y).max(f32::EPSILON);
        self.plus(x / length * distance, y / length * distance)
    }
}

/// A rectangle in the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Area {
    /// Its upper left corner.
    pub corner: Point,
    /// The width.
    pub width: f32,
    /// The height.
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

/// The paint of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Paint {
    /// A uniform colour.
    Flat(Colour),
    /// A ball lit from the upper left: light, base, dark.
    Ball([Colour; 3]),
    /// A vertical gradient from the first colour at the top to the second at the bottom.
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

/// The geometry of a figure.
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
        /// Its bounds.
        area: Area,
        /// The corner radius.
        radius: f32,
    },
    /// A polyline with round joints, open or closed.
    Line {
        /// The points.
        points: Vec<Point>,
        /// Whether the last point is joined to the first.
        closed: bool,
    },
    /// SVG path data in a square of side 100, mapped onto `area`.
    Path {
        /// The path data.
        data: &'static str,
        /// The target of the square.
        area: Area,
    },
}

impl Shape {
    /// Its centre, its upper left corner or its first point.
    fn at(&self) -> Point {
        match self {
            Shape::Circle { centre, .. } => *centre,
            Shape::Rect { area, .. } | Shape::Path { area, .. } => area.corner,
            Shape::Line { points, .. } => points.first().copied().unwrap_or_default(),
        }
    }

    fn move_to(&mut self, at: Point) {
        let before = self.at();
        match self {
            Shape::Circle { centre, .. } => *centre = at,
            Shape::Rect { area, .. } | Shape::Path { area, .. } => area.corner = at,
            Shape::Line { points, .. } => {
                for point in points {
                    *point = point.plus(at.x - before.x, at.y - before.y);
                }
            }
        }
    }
}

/// A shape with its colours.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Its geometry.
    pub shape: Shape,
    /// Its fill, if any.
    pub fill: Option<Paint>,
    /// Its outline.
    pub stroke: Option<Stroke>,
    /// The opacity, from 0 (invisible) to 1.
    pub opacity: f32,
}

impl Figure {
    const fn of(shape: Shape) -> Figure {
        Figure { shape, fill: None, stroke: None, opacity: 1.0 }
    }

    /// A circle without fill or outline.
    pub const fn circle(centre: Point, radius: f32) -> Figure {
        Figure::of(Shape::Circle { centre, radius })
    }

    /// A rounded rectangle without fill or outline.
    pub const fn rect(area: Area, radius: f32) -> Figure {
        Figure::of(Shape::Rect { area, radius })
    }

    /// A polyline without fill or outline.
    pub const fn line(points: Vec<Point>) -> Figure {
        Figure::of(Shape::Line { points, closed: false })
    }

    /// A polygon without fill or outline.
    pub const fn polygon(points: Vec<Point>) -> Figure {
        Figure::of(Shape::Line { points, closed: true })
    }

    /// A path without fill or outline.
    pub const fn path(data: &'static str, area: Area) -> Figure {
        Figure::of(Shape::Path { data, area })
    }

    /// Sets the fill.
    #[must_use]
    pub const fn filled(mut self, paint: Paint) -> Figure {
        self.fill = Some(paint);
        self
    }

    /// Sets a uniform fill.
    #[must_use]
    pub const fn flat(self, colour: Colour) -> Figure {
        self.filled(Paint::Flat(colour))
    }

    /// Sets an outline of one colour.
    #[must_use]
    pub const fn outlined(mut self, colour: Colour, width: f32) -> Figure {
        self.stroke = Some(Stroke { paint: Paint::Flat(colour), width, dashes: None });
        self
    }

    /// Sets an outline with any paint.
    #[must_use]
    pub const fn stroked(mut self, paint: Paint, width: f32) -> Figure {
        self.stroke = Some(Stroke { paint, width, dashes: None });
        self
    }

    /// Makes the outline dashed.
    #[must_use]
    pub fn dashed(mut self, dash: f32, gap: f32) -> Figure {
        if let Some(stroke) = &mut self.stroke {
            stroke.dashes = Some([dash, gap]);
        }
        self
    }

    /// Sets the opacity.
    #[must_use]
    pub const fn faded(mut self, opacity: f32) -> Figure {
        self.opacity = opacity;
        self
    }
}

/// A small drawing of several figures that occurs many times on a picture and on many pictures: a ring, a marble, a
/// piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Stamp {
    /// The figures, relative to [`Point::ORIGIN`].
    pub figures: Vec<Figure>,
    /// Where the origin is placed.
    pub at: Point,
}

impl Stamp {
    /// A stamp of these figures at a point.
    pub fn new(at: Point, figures: impl IntoIterator<Item = Figure>) -> Stamp {
        Stamp { figures: figures.into_iter().collect(), at }
    }

    /// Multiplies the opacity of every figure.
    #[must_use]
    pub fn faded(mut self, opacity: f32) -> Stamp {
        for figure in &mut self.figures {
            figure.opacity *= opacity;
        }
        self
    }
}

/// The point of a text that lies at its position.
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
    /// Its position: horizontally as `anchor` says, vertically the middle of the capital letters.
    pub at: Point,
    /// The text. Untrusted text goes through [`text`](super::text) first.
    pub text: String,
    /// The font size.
    pub size: f32,
    /// Bold or regular.
    pub bold: bool,
    /// The point of the text that lies at `at`.
    pub anchor: Anchor,
    /// Its colour.
    pub colour: Colour,
    /// The opacity, from 0 (invisible) to 1.
    pub opacity: f32,
}

impl Label {
    /// A regular-weight text centred on a point.
    pub fn new(at: Point, text: impl Into<String>, size: f32, colour: Colour) -> Label {
        Label { at, text: text.into(), size, bold: false, anchor: Anchor::Middle, colour, opacity: 1.0 }
    }

    /// Makes the text bold.
    #[must_use]
    pub fn bold(mut self) -> Label {
        self.bold = true;
        self
    }

    /// Sets the anchor.
    #[must_use]
    pub fn anchored(mut self, anchor: Anchor) -> Label {
        self.anchor = anchor;
        self
    }

    /// Sets the opacity.
    #[must_use]
    pub fn faded(mut self, opacity: f32) -> Label {
        self.opacity = opacity;
        self
    }
}

/// One item of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A shape.
    Figure(Figure),
    /// A text.
    Label(Label),
    /// A shared drawing.
    Stamp(Stamp),
    /// A scaled part of another scene.
    Inset(Box<Inset>),
    /// A player's picture, with its upper left corner.
    Avatar(Avatar, Point),
}

/// A part of another scene embedded in this one.
#[derive(Clone, Debug, PartialEq)]
pub struct Inset {
    /// The other scene.
    pub scene: Scene,
    /// The visible part of it.
    pub part: Area,
    /// The area it is fitted into, preserving the aspect ratio.
    pub area: Area,
}

impl Item {
    /// Where the item is placed.
    pub fn at(&self) -> Point {
        match self {
            Item::Figure(figure) => figure.shape.at(),
            Item::Label(label) => label.at,
            Item::Stamp(stamp) => stamp.at,
            Item::Inset(inset) => inset.area.corner,
            Item::Avatar(_, corner) => *corner,
        }
    }

    /// The same item placed at another point.
    #[must_use]
    pub fn moved_to(&self, at: Point) -> Item {
        let mut item = self.clone();
        match &mut item {
            Item::Figure(figure) => figure.shape.move_to(at),
            Item::Label(label) => label.at = at,
            Item::Stamp(stamp) => stamp.at = at,
            Item::Inset(inset) => inset.area.corner = at,
            Item::Avatar(_, corner) => *corner = at,
        }
        item
    }
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

/// A named group of items, drawn over one another in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The name of the group in the SVG: `board`, `pieces`, `marks`. Lower-case letters.
    pub name: &'static str,
    /// The items.
    pub items: Vec<Item>,
}

/// A complete drawing, ready to be rendered.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// The background colour.
    pub page: Colour,
    /// The area of the board without names and status; the whole picture if there is no board.
    pub board: Area,
    /// The names of the board's cells, each with the point that marks are drawn at; empty if there is no board.
    pub cells: Vec<(String, Point)>,
    /// The groups, later ones over earlier ones.
    pub parts: Vec<Part>,
}

impl Scene {
    /// An empty page.
    pub fn new(width: f32, height: f32, theme: &Theme) -> Scene {
        let (width, height) = (width.ceil(), height.ceil());
        let board = Area::new(0.0, 0.0, width, height);
        let (width, height) = (width as u32, height as u32);
        Scene { width, height, page: theme.page, board, cells: Vec::new(), parts: Vec::new() }
    }

    /// Draws an item over everything so far. It goes into the last group if that has this name, else into a new one.
    pub fn draw(&mut self, name: &'static str, item: impl Into<Item>) {
        let item = item.into();
        match self.parts.last_mut().filter(|part| part.name == name) {
            Some(part) => part.items.push(item),
            None => self.parts.push(Part { name, items: vec![item] }),
        }
    }

    /// Draws several items like [`draw`](Scene::draw).
    pub fn draw_all(&mut self, name: &'static str, items: impl IntoIterator<Item = impl Into<Item>>) {
        items.into_iter().for_each(|item| self.draw(name, item));
    }
}
