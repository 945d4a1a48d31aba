//! Names and messages in pictures.
//!
//! Input: a byte for the kind of picture (above 249 it is also rendered to pixels, which is slow), one for the theme,
//! one for the seat, one for the plies; then text, whose lines are both names, the status, the last move, both clocks,
//! a cell to point out and an arrow, in this order.
//!
//! Whatever the text, a picture can be drawn; its SVG can be parsed and has no control characters; labels stay within
//! the picture.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tablero_fuzz::{Bytes, play_some};
use tablero_games::render::fonts::Face;
use tablero_games::render::scene::Item;
use tablero_games::render::{
    ClockLabel, Draw, Evaluation, Header, Leaderboard, LeaderboardEntry, PlateDisc, RatingLine, RatingPoint, Ratings,
    Scene, Theme, View, evaluation, png, ratings, sheet, standings, svg,
};
use tablero_games::rules::barrier::Barrier;
use tablero_games::rules::dvonn::Dvonn;
use tablero_games::rules::zertz::Zertz;
use tablero_games::rules::{Guide, Line, Notation, Seat};

/// The inputs of a picture.
struct PictureInput {
    header: Header,
    spotlight: Vec<String>,
    guides: Vec<Guide>,
    theme: &'static Theme,
    seat: Option<Seat>,
    plies: u8,
}

fn board<G: Draw + Notation>(picture: &PictureInput, bytes: &mut Bytes<'_>) -> Scene {
    let mut line = Line::<G>::new(&G::Setup::default());
    play_some(&mut line, picture.plies % 12, bytes);
    let view = View {
        spotlight: &picture.spotlight,
        guides: &picture.guides,
        seat: picture.seat,
        ..View::plain(&picture.header, picture.theme)
    };
    line.position().draw(&view)
}

fn table(picture: &PictureInput) -> Scene {
    let row = |name: &String| LeaderboardEntry {
        rank: name.clone(),
        name: name.clone(),
        cells: vec![name.clone(); 9],
        own: true,
    };
    let title = picture.header.status.clone();
    let rows = picture.header.names.iter().map(row).collect();
    standings(&Leaderboard { title, columns: vec![picture.header.last.clone(); 5], rows }, picture.theme)
}

fn curves(picture: &PictureInput, numbers: &[u8]) -> Scene {
    let [first, second] = picture.header.names.clone();
    let title = picture.header.status.clone();
    if picture.plies.is_multiple_of(2) {
        let values = numbers.chunks(4).map(|part| f32::from_le_bytes(quad(part))).collect();
        let seat_colours = picture.plies.is_multiple_of(4);
        let game = Evaluation { title, names: [first, second], values, slips: Vec::new(), seat_colours };
        return evaluation(&game, picture.theme);
    }
    let point = |part: &[u8]| {
        let value = f32::from_le_bytes(quad(part));
        RatingPoint { rating: value, deviation: value / 9.0 }
    };
    let points: Vec<RatingPoint> = numbers.chunks(4).map(point).collect();
    let line = |name| RatingLine { name, points: points.clone() };
    let axis = picture.header.last.clone();
    ratings(&Ratings { title, lines: vec![line(first), line(second)], axis }, picture.theme)
}

fn quad(part: &[u8]) -> [u8; 4] {
    std::array::from_fn(|at| part.get(at).copied().unwrap_or_default())
}

fn check(scene: &Scene) {
    for item in scene.parts.iter().flat_map(|part| &part.items) {
        match item {
            Item::Label(label) => {
                let face = Face::get(label.bold);
                assert!(label.text.chars().all(|c| face.has(c)), "letters of the font: {:?}", label.text);
                assert!(face.width(&label.text, label.size) < scene.width as f32, "too wide: {:?}", label.text);
            }
            Item::Inset(inset) => check(&inset.scene),
            Item::Figure(_) | Item::Stamp(_) | Item::Avatar(..) => {}
        }
    }
}

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes::new(input);
    let (kind, theme, seat, plies) = (bytes.byte(), bytes.byte(), bytes.byte(), bytes.byte());
    let Some(text) = std::str::from_utf8(input.get(4..).unwrap_or_default()).ok() else { return };
    let mut lines = text.split('\n').map(str::to_owned);
    let mut next = || lines.next().unwrap_or_default();
    let clock = |left| ClockLabel { left, runs: plies % 2 == 0 };
    let header = Header {
        names: [next(), next()],
        active: (seat % 3 == 0).then_some(Seat::One),
        winner: (seat % 3 == 1).then_some(Seat::Two),
        status: next(),
        last: next(),
        clocks: [clock(next()), clock(next())],
        ply: Some(usize::from(plies)),
        discs: [PlateDisc::Initials, PlateDisc::None],
    };
    let picture = PictureInput {
        header,
        spotlight: vec![next()],
        guides: vec![Guide::read(&next())],
        theme: Theme::named(Theme::NAMES[usize::from(theme) % Theme::NAMES.len()]).unwrap_or_else(Theme::light),
        seat: (seat % 2 == 0).then_some(Seat::Two),
        plies,
    };
    let scene = match kind % 6 {
        0 => board::<Zertz>(&picture, &mut bytes),
        1 => board::<Dvonn>(&picture, &mut bytes),
        2 => board::<Barrier>(&picture, &mut bytes),
        3 => table(&picture),
        4 => curves(&picture, input),
        _ => {
            let board = board::<Barrier>(&picture, &mut bytes);
            sheet(&picture.header.status, &[(board, picture.header.last.clone())], picture.theme)
        }
    };
    check(&scene);
    let text = svg(&scene);
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "control characters in the SVG");
    assert!(!text.contains("NaN") && !text.contains("inf\""), "the SVG contains something that is not a number");
    // Without fonts: this tests parsing, and shaping text takes a hundred times as long.
    resvg::usvg::Tree::from_str(&text, &resvg::usvg::Options::default()).expect("the SVG can be read");
    if kind >= 250 {
        let picture = png(&scene).expect("every scene can be drawn");
        assert_eq!((picture.width, picture.height), (scene.width, scene.height));
    }
});
