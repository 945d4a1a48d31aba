//! Animations: of the requested length, within their limits, and with the same pictures as the boards.

use crate::cases::looked_at;
use tablero::render::{self, AnimationOptions, DrawOptions, RenderError};

const MOVES: &str = "d4 g7 d4d5f5 g7g5h5 f5f3e3 h5h3g3";

fn scenes() -> Vec<render::Scene> {
    let plies: Vec<usize> = (0..=6).collect();
    looked_at("barrier", "", MOVES, &plies, &DrawOptions::default())
}

/// The frame delays in milliseconds, and the last frame as displayed: red, green and blue of each pixel.
fn decode(bytes: &[u8]) -> (Vec<u32>, Vec<[u8; 3]>) {
    let mut decoder = gif::DecodeOptions::new().read_info(bytes).expect("a GIF");
    let palette = decoder.global_palette().expect("the GIF has a global palette").to_vec();
    let width = usize::from(decoder.width());
    let mut seen = vec![[0; 3]; width * usize::from(decoder.height())];
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        delays.push(u32::from(frame.delay) * 10);
        for (at, number) in frame.buffer.iter().enumerate().filter(|(_, number)| Some(**number) != frame.transparent) {
            let (row, column) = (at / usize::from(frame.width), at % usize::from(frame.width));
            let colour = &palette[usize::from(*number) * 3..][..3];
            let place = (usize::from(frame.top) + row) * width + usize::from(frame.left) + column;
            seen[place] = [colour[0], colour[1], colour[2]];
        }
    }
    (delays, seen)
}

#[test]
fn a_replay_shows_every_turn_and_ends_with_the_board() {
    let scenes = scenes();
    let options = AnimationOptions { scene_ms: 700, last_ms: 3_000, ..AnimationOptions::default() };
    let picture = render::gif(&scenes, &options).expect("the replay is drawn");
    let (delays, last) = decode(&picture.bytes);
    assert_eq!(delays, [700, 700, 700, 700, 700, 700, 3_000]);
    assert_eq!((picture.width, picture.height), (scenes[0].width, scenes[0].height));
    let board = render::png(&scenes[6]).expect("a picture");
    let board = image::load_from_memory(&board.bytes).expect("a PNG").to_rgb8();
    // All frames share a palette, so their colours differ slightly from those of a single picture.
    let far = |(one, other): (&[u8; 3], &image::Rgb<u8>)| {
        one.iter().zip(other.0).any(|(one, other)| one.abs_diff(other) > 40)
    };
    let strays = last.iter().zip(board.pixels()).filter(|pair| far(*pair)).count();
    assert!(strays < 200, "{strays} pixels differ");
}

#[test]
fn equal_frames_are_merged() {
    let scene = scenes().remove(0);
    let options = AnimationOptions { scene_ms: 500, last_ms: 1_000, ..AnimationOptions::default() };
    let (delays, _) =
        decode(&render::gif(&[scene.clone(), scene.clone(), scene], &options).expect("the replay is drawn").bytes);
    assert_eq!(delays, [2_000]);
}

#[test]
fn an_animation_is_scaled_then_shortened_then_refused() {
    let scenes = scenes();
    let whole = render::gif(&scenes, &AnimationOptions::default()).expect("the replay is drawn");
    let half = AnimationOptions { bytes_max: whole.bytes.len() / 2, ..AnimationOptions::default() };
    let smaller = render::gif(&scenes, &half).expect("the smaller replay is drawn");
    assert!(smaller.bytes.len() <= half.bytes_max && smaller.width < whole.width);
    assert!(matches!(
        render::gif(&scenes, &AnimationOptions { bytes_max: 1_000, ..AnimationOptions::default() }),
        Err(RenderError::Large(1_000))
    ));
    assert!(matches!(render::gif(&[], &AnimationOptions::default()), Err(RenderError::Empty)));
    let few = render::gif(&scenes, &AnimationOptions { scenes_max: 3, ..AnimationOptions::default() })
        .expect("the shorter replay is drawn");
    assert_eq!(decode(&few.bytes).0.len(), 3);
}
