//! Players' pictures on name plates.

use crate::BOARD_BYTES_MAX;
use crate::cases::clocks;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use std::io::Cursor;
use tablero::avatar_file;
use tablero::catalog::Catalog;
use tablero::render::{Avatar, DrawOptions, Header, PlateDisc, Scene, Theme, png};
use tablero::rules::SeededRng;

/// An avatar whose colours a function computes from coordinates between −1 and 1.
fn avatar(colour: impl FnMut(f32, f32) -> [u8; 3]) -> Avatar {
    let mut colour = colour;
    let place = |at: u32| (at as f32 + 0.5) / 32.0 - 1.0;
    let picture = RgbImage::from_fn(64, 64, |x, y| Rgb(colour(place(x), place(y))));
    let mut file = Cursor::new(Vec::new());
    DynamicImage::from(picture).write_to(&mut file, ImageFormat::Png).expect("it can be written");
    avatar_file::read(file.get_ref()).expect("a picture")
}

/// A face in front of a sky, with the shades of a photograph.
fn face() -> Avatar {
    avatar(|x, y| {
        let shaded = |[red, green, blue]: [f32; 3], light: f32| [red, green, blue].map(|part| (part * light) as u8);
        let light = 0.8 - 0.25 * x;
        let (across, down) = (x / 0.45, (y + 0.1) / 0.58);
        match () {
            () if (x.abs() - 0.17).hypot(y + 0.16) < 0.06 => [30, 30, 40],
            () if y > 0.1 && x.hypot(y - 0.1) < 0.2 && x.hypot(y - 0.1) > 0.14 => [150, 60, 60],
            () if across.hypot(down) < 1.0 && y > -0.45 => shaded([238.0, 190.0, 160.0], light),
            () if (x / 0.55).hypot((y + 0.2) / 0.65) < 1.0 => shaded([96.0, 62.0, 40.0], light),
            () if y > 0.5 && (x / 0.9).hypot((y - 1.1) / 0.6) < 1.0 => shaded([40.0, 90.0, 170.0], light),
            () => shaded([150.0, 200.0, 250.0], 0.75 + 0.25 * y),
        }
    })
}

/// Random pixels, which compress worst.
fn noise(seed: u64) -> Avatar {
    let mut chance = SeededRng::new(seed);
    avatar(|_, _| [0; 3].map(|_| chance.below(256) as u8))
}

fn header(discs: [PlateDisc; 2]) -> Header {
    Header {
        names: ["Ana María de los Ángeles", "Björn Borg"].map(str::to_owned),
        discs,
        status: "Ana María's turn".to_owned(),
        ..Header::default()
    }
}

fn with_discs(game: &str, moves: &str, theme: &str, discs: [PlateDisc; 2]) -> Scene {
    let mut line = Catalog::standard().game(game).expect("the game exists").start("").expect("the usual board");
    line.play_all(&moves.split_whitespace().collect::<Vec<_>>()).unwrap_or_else(|error| panic!("{error}"));
    let header = Header {
        active: Some(line.seat()),
        last: format!("Last move: {}", line.last_move().unwrap_or_default()),
        clocks: clocks(line.seat()),
        ply: Some(line.ply()),
        ..header(discs)
    };
    line.scenes(&header, &[line.ply()], &DrawOptions::in_theme(theme)).pop().expect("the last position")
}

/// A position with the picture of one player and the initials of the other.
pub fn scene(game: &str, moves: &str, theme: &str) -> Scene {
    with_discs(game, moves, theme, [PlateDisc::Avatar(face()), PlateDisc::Initials])
}

/// Draws two boards of a random game and returns the size of the larger picture in bytes.
fn full_board(game: &str, theme: &str, discs: [PlateDisc; 2]) -> usize {
    let mut line = Catalog::standard().game(game).expect("the game exists").start("").expect("the usual board");
    let mut chance = SeededRng::new(5);
    while let (Some(m), true) = (line.nth_legal(chance.below(line.count_legal().max(1))), line.ply() < 50) {
        line.play(&m).expect("a legal move");
    }
    let scene = line.scenes(&header(discs), &[line.ply().min(16), line.ply()], &DrawOptions::in_theme(theme));
    scene.iter().map(|scene| png(scene).expect("a picture").bytes.len()).max().unwrap_or_default()
}

#[test]
fn a_board_with_any_two_pictures_still_loads_quickly() {
    for game in ["zertz", "dvonn", "barrier"] {
        for theme in Theme::NAMES {
            let plain = full_board(game, theme, [PlateDisc::None, PlateDisc::None]);
            let faces = full_board(game, theme, [PlateDisc::Avatar(face()), PlateDisc::Avatar(face())]);
            let noise = full_board(game, theme, [PlateDisc::Avatar(noise(1)), PlateDisc::Avatar(noise(2))]);
            eprintln!("{game}, {theme}: {plain} bytes, {faces} with faces, {noise} with noise");
            assert!(noise < BOARD_BYTES_MAX && faces < BOARD_BYTES_MAX, "{game}, {theme}: {faces}, {noise}");
            assert!(faces < plain + 4_000, "{game}, {theme}: {plain}, {faces}");
        }
    }
}
