//! The sizes of texts and of pictures.

use crate::cases::{all, looked_at, variants};
use tablero::catalog::Catalog;
use tablero::render::Draw;
use tablero::render::raster::rasterize;
use tablero::render::scene::{Item, Shape};
use tablero::render::{DrawOptions, Header, Scene, Theme, View, sheet};
use tablero::rules::barrier::Barrier;
use tablero::rules::{Game, SeededRng};

/// The width at which a phone shows a picture, and the smallest text that can be read there, in pixels.
const PHONE: f32 = 400.0;
const READABLE: f32 = 11.0;

/// The texts of a scene that are too small when one of its pixels has this size.
fn small(scene: &Scene, scale: f32) -> Vec<String> {
    let of = |item: &Item| match item {
        Item::Label(label) if label.size * scale < READABLE && !label.text.is_empty() => {
            vec![format!("“{}” {:.1}", label.text, label.size * scale)]
        }
        Item::Inset(inset) => {
            let part = inset.part;
            let fitted = (inset.area.width / part.width).min(inset.area.height / part.height);
            small(&inset.scene, scale * fitted)
        }
        _ => Vec::new(),
    };
    scene.parts.iter().flat_map(|part| &part.items).flat_map(of).collect()
}

/// A game of this many random moves.
fn random_moves(game: &str, setup: &str, count: usize) -> Vec<String> {
    let mut line = Catalog::standard().game(game).expect("the game").start(setup).expect("the setup");
    let mut rng = SeededRng::new(5);
    while let (Some(m), true) = (line.nth_legal(rng.below(line.count_legal().max(1))), line.ply() < count) {
        line.play(&m).expect("a legal move");
    }
    line.moves()
}

/// A sheet of the last positions of a random game.
fn sheet_of(game: &str, setup: &str, boards: usize) -> Scene {
    let moves = random_moves(game, setup, 24);
    let plies: Vec<usize> = (0..=moves.len()).rev().take(boards).collect();
    let scenes = looked_at(game, setup, &moves.join(" "), &plies, &DrawOptions::default());
    let boards: Vec<(Scene, String)> = scenes.into_iter().map(|scene| (scene, "A caption".to_owned())).collect();
    sheet(game, &boards, Theme::light())
}

#[test]
fn every_text_is_readable_on_a_phone() {
    let mut kinds = all();
    kinds.extend(variants(Theme::light()));
    for (game, setup) in [("zertz", ""), ("zertz", "61"), ("dvonn", "start=random deal=7"), ("barrier", "10")] {
        kinds.extend([1, 4, 9].map(|boards| (format!("a sheet of {boards}: {game}"), sheet_of(game, setup, boards))));
    }
    let of = |(name, scene): &(String, Scene)| (name.clone(), small(scene, PHONE / scene.width as f32));
    let wrong: Vec<_> = kinds.iter().map(of).filter(|(_, texts)| !texts.is_empty()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The radius of the rings and the lowest of the marbles of the pool.
fn rings(scene: &Scene) -> (f32, f32) {
    let stamps = |name| {
        let items = scene.parts.iter().filter(move |part| part.name == name).flat_map(|part| &part.items);
        items.filter_map(|item| if let Item::Stamp(stamp) = item { Some(stamp) } else { None })
    };
    let area = scene.board;
    let mut largest = 0.0;
    for ring in stamps("rings") {
        let Shape::Circle { radius, .. } = ring.figures[0].shape else { panic!("a ring is a circle") };
        let (x, y) = (ring.at.x - area.corner.x, ring.at.y - area.corner.y);
        assert!(x > radius && x < area.width - radius && y > radius && y < area.height - radius, "{:?}", ring.at);
        largest = f32::max(largest, radius);
    }
    let below = stamps("pool").map(|marble| marble.at.y).fold(f32::MAX, f32::min);
    assert!(below > area.corner.y + area.height, "the pool is below the board");
    (largest, below)
}

#[test]
fn a_zertz_board_has_room_for_its_rings_and_for_no_more() {
    for setup in ["37", "61"] {
        let moves = random_moves("zertz", setup, 60);
        let text = moves.join(" ");
        let drawn = |plies: &[usize]| looked_at("zertz", setup, &text, plies, &DrawOptions::default());
        let every: Vec<usize> = (0..=moves.len()).collect();
        let single: Vec<Scene> = every.iter().flat_map(|ply| drawn(&[*ply])).collect();
        let sizes: Vec<u32> = single.iter().map(|scene| scene.height).collect();
        assert!(sizes.is_sorted_by(|before, after| before >= after), "{setup}: it never grows: {sizes:?}");
        assert!(sizes[0] >= sizes[moves.len()] + 80, "{setup}: it shrinks: {sizes:?}");
        let changes = sizes.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert!(changes < moves.len() / 3, "{setup}: {changes} changes, as if with every ring: {sizes:?}");
        let scale = rings(&single[0]).0;
        assert!(single.iter().all(|scene| rings(scene).0 == scale), "{setup}: all rings have one size");
        // An animation and a sheet need one size.
        let together = drawn(&every);
        assert!(together.iter().all(|scene| scene.height == together[0].height), "{setup}");
    }
}

/// Boxes for missing characters would be the same for all names of one length.
#[test]
fn names_in_other_scripts_are_drawn() {
    let pixels = |name: &str| {
        let header = Header { names: [name.to_owned(), String::new()], ..Header::default() };
        let position = Barrier::new(&<Barrier as Game>::Setup::default());
        rasterize(&position.draw(&View::plain(&header, Theme::light())), 1.0).expect("pixels")
    };
    let drawn = ["李小龙", "王陳麗", "さくら", "김민수"].map(pixels);
    for (number, one) in drawn.iter().enumerate() {
        assert!(drawn[number + 1..].iter().all(|other| one != other), "name {number} looks like another");
    }
}
