//! Pieces that have left the board are drawn as outlines, and captured marbles as small marbles beside their former
//! rings. In every theme they must be distinguishable from real pieces.

use crate::cases::looked_at;
use resvg::tiny_skia::Pixmap;
use tablero::render::raster::rasterize;
use tablero::render::scene::{Figure, Item, Point, Shape};
use tablero::render::{DrawOptions, Scene, Theme};

/// A game with its setup and moves, and a suggested move.
type Case = (&'static str, &'static str, &'static str, Option<&'static str>);

/// Games in which pieces have just left the board, or would with the suggested move: disconnected pieces, a walking
/// knight.
const LEFT: [Case; 2] = [
    ("dvonn", "start=random deal=25", "d1e2 f5f4 g5g4 e4f4 d3d2 h5i5 d2f4", None),
    ("barrier", "", "d4 g7 d4d5f5 g7g5h5", Some("f5f3e3")),
];

/// Games in which marbles are jumped over or claimed, with the number of those marbles and of their colours.
const CAPTURED: [(Case, usize, usize); 3] = [
    (
        (
            "zertz",
            "",
            "Bd2,g6 Bb2,d7 Bb3,b5 b2xb4 Ba4,e2 a4xc4 Wc2,g7 d2xb2 We6,a3 Ge7,g4 e7xe5 Wd6,g5 Wd2,b1 Bf4,a4 Gd5,f7 c4xe6xe4",
            None,
        ),
        2,
        1,
    ),
    (("zertz", "", "Ge2,g6 Wf6,a2 We4,f7 Gb2,e7 We3,e6 e3xe5xg7 Wc2,f6", None), 1, 1),
    (("zertz", "", "Wd4,a1 Bd6,a2 Bd2,a3 Bf4,a4 Wg5,c1", Some("g5xe3")), 1, 1),
];

fn scene(theme: &str, (game, setup, moves, suggestion): Case) -> Scene {
    let look = DrawOptions { suggestion: suggestion.map(str::to_owned), ..DrawOptions::in_theme(theme) };
    looked_at(game, setup, moves, &[moves.split_whitespace().count()], &look).pop().expect("the last position")
}

/// The figures of the parts with this name.
fn figures<'a>(scene: &'a Scene, part: &str) -> Vec<&'a Figure> {
    let items = scene.parts.iter().filter(|known| known.name == part).flat_map(|known| &known.items);
    let of = |item: &'a Item| match item {
        Item::Figure(figure) => std::slice::from_ref(figure).iter(),
        Item::Stamp(stamp) => stamp.figures.iter(),
        Item::Label(_) | Item::Inset(_) | Item::Avatar(..) => [].iter(),
    };
    items.flat_map(of).collect()
}

#[test]
fn ghosts_are_not_filled() {
    for case in LEFT {
        for theme in Theme::NAMES {
            let scene = scene(theme, case);
            let ghosts = figures(&scene, "ghosts");
            assert!(!ghosts.is_empty(), "{} in {theme}: no piece has left", case.0);
            assert!(ghosts.iter().all(|figure| figure.fill.is_none()), "{} in {theme}: {ghosts:?}", case.0);
            assert!(ghosts.iter().all(|figure| figure.opacity == 1.0), "{} in {theme}: {ghosts:?}", case.0);
        }
    }
}

/// The scene without the parts of this name, as pixels.
fn without(scene: &Scene, part: &str) -> Pixmap {
    let mut scene = scene.clone();
    scene.parts.retain(|known| known.name != part);
    rasterize(&scene, 1.0).expect("pixels")
}

/// The fraction of the area within this distance of a point that differs between two pictures, from 0 to 1.
fn changed(one: &Pixmap, other: &Pixmap, at: Point, reach: f32) -> f64 {
    let (width, mut all, mut differing) = (one.width(), 0, 0);
    for (number, (one, other)) in (0..).zip(one.pixels().iter().zip(other.pixels())) {
        let (x, y) = (number % width, number / width);
        if (x as f32 + 0.5 - at.x).hypot(y as f32 + 0.5 - at.y) < reach {
            all += 1;
            differing += u32::from(one != other);
        }
    }
    f64::from(differing) / f64::from(all.max(1))
}

#[test]
fn ghosts_are_transparent() {
    for theme in Theme::NAMES {
        let case = LEFT[0];
        let scene = scene(theme, case);
        let (whole, empty) = (rasterize(&scene, 1.0).expect("pixels"), without(&scene, "ghosts"));
        let mut ghosts = 0;
        for figure in figures(&scene, "ghosts") {
            let Shape::Circle { centre, radius } = figure.shape else { continue };
            assert_eq!(changed(&whole, &empty, centre, radius * 0.6), 0.0, "{} in {theme}: {centre:?}", case.0);
            assert!(changed(&whole, &empty, centre, radius * 1.3) > 0.0, "{} in {theme}: {centre:?}", case.0);
            ghosts += 1;
        }
        assert!(ghosts > 0, "{} in {theme}", case.0);
    }
}

/// The position and radius of each marble in a part.
fn marbles(scene: &Scene, part: &str) -> Vec<(Point, f32)> {
    let items = scene.parts.iter().filter(|known| known.name == part).flat_map(|known| &known.items);
    let of = |item: &Item| match item {
        Item::Stamp(marble) => match marble.figures[0].shape {
            Shape::Circle { radius, .. } => Some((marble.at, radius)),
            _ => None,
        },
        _ => None,
    };
    items.filter_map(of).collect()
}

#[test]
fn a_captured_marble_is_small_and_beside_its_ring() {
    for theme in Theme::NAMES {
        for (case, count, kinds) in CAPTURED {
            let scene = scene(theme, case);
            let captured = marbles(&scene, "captured");
            assert_eq!(captured.len(), count, "{theme}: {case:?}");
            let on_the_board = marbles(&scene, "marbles");
            let least = on_the_board.iter().map(|(_, radius)| *radius).fold(f32::MAX, f32::min);
            assert!(captured.iter().all(|(_, radius)| *radius < least * 0.5), "{theme}: {captured:?}");
            assert_eq!(figures(&scene, "gains").len(), kinds, "{theme}: the counts that changed: {case:?}");
            let (whole, without_them) = (rasterize(&scene, 1.0).expect("pixels"), without(&scene, "captured"));
            for (at, radius) in &captured {
                // A white marble on a white page differs only in its outline and its mark.
                assert!(changed(&whole, &without_them, *at, radius + 6.0) > 0.4, "{theme}: {at:?}");
            }
            // Neither a name nor the middle of a marble is covered.
            for part in scene.parts.iter().filter(|part| part.name == "names") {
                for item in &part.items {
                    let Item::Label(label) = item else { continue };
                    assert_eq!(changed(&whole, &without_them, label.at, 24.0), 0.0, "{theme}: {}", label.text);
                }
            }
            let bare = without(&scene, "marbles");
            for (at, _) in on_the_board {
                let share = changed(&whole, &bare, at, least);
                // A white marble on a white page differs only where it covers the ring.
                assert!(share > 0.2, "{case:?} in {theme}: a marble at {at:?} changes {share}");
            }
        }
    }
}
