//! What surrounds every board: the players with their clocks and score above, the status and the last move below.

use super::avatar::{AVATAR_SIDE, PlateDisc};
use super::fonts::Face;
use super::scene::{Anchor, Area, Figure, Item, Label, Point, Scene, TEXT_MIN};
use super::text::{clean, fit};
use super::theme::Theme;
use super::view::{ClockLabel, Header};
use crate::rules::Seat;

/// The width of every picture in pixels.
pub const WIDTH: f32 = 900.0;
/// The margin around and between the parts of a picture.
const MARGIN: f32 = 16.0;
/// The height of a player's name.
const NAME_HEIGHT: f32 = 58.0;
/// The height of the two lines below the board.
const FOOTER_HEIGHT: f32 = 84.0;
/// The font size of these lines.
const FOOTER_SIZE: f32 = 28.0;
/// The width of an emblem before a name or a score after it.
const EMBLEM_WIDTH: f32 = 56.0;
/// The font size of a name.
const NAME_SIZE: f32 = 28.0;
/// The font size of a clock, its height, and the padding at both ends of its text.
const CLOCK_SIZE: f32 = 26.0;
const CLOCK_HEIGHT: f32 = 42.0;
const CLOCK_PADDING: f32 = 11.0;
/// The largest share of a plate that a clock may take, so that part of the name stays visible.
const CLOCK_SHARE: f32 = 0.4;

/// The radius of the disc before a name, and the distance of its centre from the left end of the plate.
const DISC: f32 = AVATAR_SIDE as f32 / 2.0;
const DISC_CENTRE: f32 = DISC + 8.0;
/// The width of the line around a disc. It covers the edge of the picture, which is not antialiased.
const DISC_EDGE: f32 = 3.0;
/// The size of an emblem at the edge of a disc, relative to one that stands alone.
const EMBLEM_SMALL: f32 = 0.66;

/// What a game's drawing requires of its frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layout {
    /// The height of the board.
    pub board_height: f32,
    /// The height of the row under each name that the drawing fills.
    pub score_height: f32,
    /// Whether the drawing puts an emblem before each name.
    pub emblems: bool,
    /// Whether the drawing puts a number after each name.
    pub scores: bool,
}

/// A scene with its frame, and the areas left for the drawing.
#[derive(Debug)]
pub struct Frame {
    /// The scene with its frame.
    pub scene: Scene,
    /// Where the board is to be drawn.
    pub board: Area,
    plates: [Area; 2],
    /// Whether a disc precedes each name.
    has_disc: [bool; 2],
}

impl Frame {
    /// Draws the frame of a picture.
    pub fn new(header: &Header, theme: &Theme, layout: Layout) -> Frame {
        let plate_width = (WIDTH - 3.0 * MARGIN) / 2.0;
        let plate_height = NAME_HEIGHT + layout.score_height;
        let plates = [MARGIN, 2.0 * MARGIN + plate_width].map(|x| Area::new(x, MARGIN, plate_width, plate_height));
        let board = Area::new(0.0, 2.0 * MARGIN + plate_height, WIDTH, layout.board_height);
        let footer = board.corner.y + board.height + MARGIN / 2.0;
        let height = footer + FOOTER_HEIGHT;
        let mut scene = Scene { board, ..Scene::new(WIDTH, height, theme) };
        for seat in Seat::BOTH {
            plate(&mut scene, theme, layout, plates[seat.index()], header, seat);
        }
        draw_footer(&mut scene, header, theme, footer);
        Frame { scene, board, plates, has_disc: header.discs.each_ref().map(|disc| *disc != PlateDisc::None) }
    }

    /// The centre of the emblem before a player's name, and its scale. With a disc, the emblem is small and sits at the
    /// disc's edge, so that it takes little room from the name.
    pub fn emblem(&self, seat: Seat) -> (Point, f32) {
        let corner = self.plates[seat.index()].corner;
        match self.has_disc[seat.index()] {
            true => (corner.plus(DISC_CENTRE + DISC + 5.0, NAME_HEIGHT / 2.0 + 10.0), EMBLEM_SMALL),
            false => (corner.plus(EMBLEM_WIDTH / 2.0 + 8.0, NAME_HEIGHT / 2.0), 1.0),
        }
    }

    /// The right end of the number after a player's name.
    pub fn score(&self, seat: Seat) -> Point {
        let plate = self.plates[seat.index()];
        plate.corner.plus(plate.width - 20.0, NAME_HEIGHT / 2.0)
    }

    /// The row under a player's name.
    pub fn score_row(&self, seat: Seat) -> Area {
        let plate = self.plates[seat.index()];
        Area::new(plate.corner.x, plate.corner.y + NAME_HEIGHT, plate.width, plate.height - NAME_HEIGHT)
    }
}

/// Whether a text fits as the status below a picture without being cut.
pub fn fits_status(text: &str) -> bool {
    fit(text, true, FOOTER_SIZE, WIDTH - 2.0 * (MARGIN + 6.0)) == text
}

/// Draws the status; below it the last move and the ply.
fn draw_footer(scene: &mut Scene, header: &Header, theme: &Theme, top: f32) {
    let (left, right) = (MARGIN + 6.0, WIDTH - MARGIN - 6.0);
    let (first, second) = (top + FOOTER_HEIGHT * 0.27, top + FOOTER_HEIGHT * 0.69);
    let half = (right - left) / 2.0 - MARGIN;
    let mut write = |x, y, text: &str, bold, colour, width| {
        let text = fit(text, bold, FOOTER_SIZE, width);
        let anchor = if x == left { Anchor::Start } else { Anchor::End };
        let used_width = Face::get(bold).width(&text, FOOTER_SIZE);
        let mut label = Label::new(Point::new(x, y), text, FOOTER_SIZE, colour);
        label.bold = bold;
        scene.draw("status", label.anchored(anchor));
        used_width
    };
    write(left, first, &header.status, true, theme.ink, right - left);
    // The number on the right is short; the text on the left takes the rest of the line.
    let number = header.ply.map(|ply| format!("#{ply}"));
    let ply = number.map_or(0.0, |number| write(right, second, &number, false, theme.muted, half));
    write(left, second, &header.last, false, theme.muted, right - left - ply - MARGIN);
}

/// Draws a player's name with the clock on its right.
fn plate(scene: &mut Scene, theme: &Theme, layout: Layout, area: Area, header: &Header, seat: Seat) {
    let won = header.winner == Some(seat);
    let active = header.active == Some(seat) || won;
    let edge = if active { theme.active } else { theme.line };
    let width = if active { 5.0 } else { 2.0 };
    scene.draw("plates", Figure::rect(area, 12.0).flat(theme.card).outlined(edge, width));
    let has_disc = disc(scene, theme, layout, area.corner.plus(DISC_CENTRE, NAME_HEIGHT / 2.0), header, seat);
    let before = match (has_disc, layout.emblems) {
        (true, true) => DISC_CENTRE + DISC + 28.0,
        (true, false) => DISC_CENTRE + DISC + 12.0,
        (false, true) => EMBLEM_WIDTH + 10.0,
        (false, false) => 20.0,
    };
    let after = if layout.scores { EMBLEM_WIDTH + 24.0 } else { 20.0 };
    let mut right = area.corner.plus(area.width - after, NAME_HEIGHT / 2.0);
    let mut used_width = 0.0;
    if won {
        used_width = star(scene, theme, right);
        right = right.plus(-used_width, 0.0);
    }
    used_width += clock(scene, theme, right, area.width * CLOCK_SHARE, &header.clocks[seat.index()]);
    let name = fit(&header.names[seat.index()], active, NAME_SIZE, area.width - before - after - used_width);
    let mut label = Label::new(area.corner.plus(before, NAME_HEIGHT / 2.0), name, NAME_SIZE, theme.ink);
    label.bold = active;
    scene.draw("plates", label.anchored(Anchor::Start));
}

/// Draws the disc before a name. Returns whether there is one.
fn disc(scene: &mut Scene, theme: &Theme, layout: Layout, centre: Point, header: &Header, seat: Seat) -> bool {
    let edge = Figure::circle(centre, DISC - DISC_EDGE / 2.0).outlined(theme.line, DISC_EDGE);
    match &header.discs[seat.index()] {
        PlateDisc::None => return false,
        PlateDisc::Avatar(avatar) => {
            scene.draw("discs", Item::Avatar(avatar.clone(), centre.plus(-DISC, -DISC).whole()));
            scene.draw("discs", edge);
        }
        PlateDisc::Initials => {
            scene.draw("discs", edge.flat(theme.page));
            let text = initials(&header.names[seat.index()], if layout.emblems { 1 } else { 2 });
            scene.draw("discs", Label::new(centre, text, INITIALS_SIZE, theme.ink));
        }
    }
    true
}

/// The font size of initials: the smallest that can be read on a phone.
const INITIALS_SIZE: f32 = TEXT_MIN;

/// The initials of the first and last word of a name. Only the first one if both are too wide for a disc, or if `most`
/// is 1 because an emblem covers the disc's edge.
fn initials(name: &str, most: usize) -> String {
    let name = clean(name, false);
    let mut words = name.split(' ').filter_map(|word| word.chars().find(|c| c.is_alphanumeric()));
    let first = words.next().into_iter();
    let both: String = first.clone().chain(words.next_back()).map(capital).collect();
    if most > 1 && Face::get(false).width(&both, INITIALS_SIZE) <= 2.0 * (DISC - DISC_EDGE) - 4.0 {
        return both;
    }
    first.map(capital).collect()
}

/// The capital of a letter; the letter itself if the capital is more than one character or missing from the font.
fn capital(letter: char) -> char {
    let mut capitals = letter.to_uppercase();
    let single = capitals.next().filter(|capital| capitals.next().is_none() && Face::get(false).has(*capital));
    single.unwrap_or(letter)
}

/// Draws the winner's star, light in a coloured box whose right end is at `right`. Returns the width it takes,
/// including the gap to its neighbour.
fn star(scene: &mut Scene, theme: &Theme, right: Point) -> f32 {
    let middle = right.plus((CLOCK_PADDING - CLOCK_HEIGHT) / 2.0, 0.0);
    // Five tips and the corners between them, clockwise from the top.
    let corner = |number: u16| {
        let (sine, cosine) = (f32::from(number) * std::f32::consts::PI / 5.0).sin_cos();
        let radius = CLOCK_HEIGHT * if number.is_multiple_of(2) { 0.38 } else { 0.16 };
        middle.plus(sine * radius, 1.0 - cosine * radius)
    };
    let tips = Figure::polygon((0..10).map(corner).collect()).flat(theme.card);
    scene.draw("winner", Figure::rect(Area::around(middle, CLOCK_HEIGHT), 9.0).flat(theme.active));
    scene.draw("winner", tips);
    CLOCK_HEIGHT + CLOCK_PADDING / 2.0
}

/// Draws a clock whose right end is at `right`: light text in a coloured box while it runs, else plain. Returns the
/// width it takes, including the gap to its neighbour.
fn clock(scene: &mut Scene, theme: &Theme, right: Point, max_width: f32, clock: &ClockLabel) -> f32 {
    let text = fit(&clock.left, clock.runs, CLOCK_SIZE, max_width - 2.0 * CLOCK_PADDING);
    if text.is_empty() {
        return 0.0;
    }
    let width = Face::get(clock.runs).width(&text, CLOCK_SIZE) + 2.0 * CLOCK_PADDING;
    // The box may come closer to the edge than text.
    let middle = right.plus(CLOCK_PADDING / 2.0 - width / 2.0, 0.0);
    if clock.runs {
        let area = Area::new(middle.x - width / 2.0, middle.y - CLOCK_HEIGHT / 2.0, width, CLOCK_HEIGHT);
        scene.draw("clocks", Figure::rect(area, 9.0).flat(theme.active));
    }
    let mut label = Label::new(middle, text, CLOCK_SIZE, if clock.runs { theme.card } else { theme.muted });
    label.bold = clock.runs;
    scene.draw("clocks", label);
    width + CLOCK_PADDING / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The left and right ends of the first label in this part.
    fn ends(scene: &Scene, part: &str) -> (f32, f32) {
        let items = scene.parts.iter().filter(|known| known.name == part).flat_map(|part| &part.items);
        let mut labels = items.filter_map(|item| if let Item::Label(label) = item { Some(label) } else { None });
        let label = labels.next().expect("the part has a label");
        let width = Face::get(label.bold).width(&label.text, label.size);
        match label.anchor {
            Anchor::Start => (label.at.x, label.at.x + width),
            Anchor::Middle => (label.at.x - width / 2.0, label.at.x + width / 2.0),
            Anchor::End => (label.at.x - width, label.at.x),
        }
    }

    #[test]
    fn a_long_name_and_a_long_clock_share_the_plate() {
        for (layout, left, runs) in [
            (Layout::default(), "2 d 4 h", false),
            (Layout { emblems: true, scores: true, ..Layout::default() }, "11 d 23 h", true),
            (Layout { emblems: true, scores: true, ..Layout::default() }, "a year and a day and an hour", true),
        ] {
            let clock = ClockLabel { left: left.to_owned(), runs };
            for disc in [PlateDisc::None, PlateDisc::Initials] {
                let header = Header {
                    names: ["W".repeat(32), String::new()],
                    discs: [disc, PlateDisc::None],
                    clocks: [clock.clone(), ClockLabel::default()],
                    ..Header::default()
                };
                let scene = Frame::new(&header, Theme::light(), layout).scene;
                let (name, clock) = (ends(&scene, "plates"), ends(&scene, "clocks"));
                assert!(name.0 > 0.0 && name.1 - name.0 > 80.0, "there is something of the name: {name:?}");
                assert!(name.1 < clock.0 && clock.1 < WIDTH / 2.0, "{name:?} and {clock:?} for {left}");
            }
        }
    }

    #[test]
    fn initials_are_those_of_the_first_and_the_last_word() {
        for (name, short) in [
            ("Ada", "A"),
            ("ada lovelace", "AL"),
            ("Ana María de la Cruz", "AC"),
            ("  «björn»  ", "B"),
            ("Max Weber", "M"),
            ("ßeta", "ß"),
            ("李小龙", "李"),
            ("🦊 7 up", "7U"),
            ("", ""),
            ("—", ""),
        ] {
            assert_eq!(initials(name, 2), short, "{name}");
            assert_eq!(initials(name, 1), short.chars().take(1).collect::<String>(), "{name}");
        }
        let room = 2.0 * (DISC - DISC_EDGE);
        for name in ["W W", "Ｗ Ｗ", "Ǆ", "ﷺ"] {
            assert!(Face::get(false).width(&initials(name, 2), INITIALS_SIZE) < room, "{name}");
        }
    }

    #[test]
    fn only_a_game_has_a_number_of_moves() {
        let texts = |ply| {
            let header = Header { status: "Lesson 1 of 7".to_owned(), ply, ..Header::default() };
            let scene = Frame::new(&header, Theme::light(), Layout::default()).scene;
            let items = scene.parts.into_iter().flat_map(|part| part.items);
            let texts = items.filter_map(|item| if let Item::Label(label) = item { Some(label.text) } else { None });
            texts.filter(|text| text.starts_with('#')).collect::<Vec<String>>()
        };
        assert_eq!(texts(Some(0)), ["#0"]);
        assert_eq!(texts(None), Vec::<String>::new());
    }

    #[test]
    fn the_winner_has_a_star() {
        let stars = |winner| {
            let header = Header { names: ["W".repeat(32), "W".repeat(32)], winner, ..Header::default() };
            let scene = Frame::new(&header, Theme::light(), Layout::default()).scene;
            let items = scene.parts.iter().filter(|part| part.name == "winner").flat_map(|part| &part.items);
            items.map(Item::at).map(|at| at.x > WIDTH / 2.0).collect::<Vec<bool>>()
        };
        assert_eq!(stars(None), []);
        assert_eq!(stars(Some(Seat::One)), [false; 2]);
        assert_eq!(stars(Some(Seat::Two)), [true; 2]);
        let header = Header { names: ["W".repeat(32), String::new()], winner: Some(Seat::One), ..Header::default() };
        let scene = Frame::new(&header, Theme::light(), Layout::default()).scene;
        let star = scene.parts.iter().find(|part| part.name == "winner").expect("a star");
        assert!(ends(&scene, "plates").1 < star.items[0].at().x, "a long name ends before the star");
    }
}
