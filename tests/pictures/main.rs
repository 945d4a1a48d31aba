//! Pictures of positions compared with the references in `tests/pictures/golden`, and their texts compared with those
//! in `tests/pictures/text`.
//!
//! `TABLERO_GOLDEN=write cargo test --test pictures` writes the references and the gallery that have changed, and
//! fails: look at every picture before you commit it, and run the tests again. A failing test writes the reference, the
//! difference and the actual picture side by side as one PNG into cargo's directory for test files, and names it.

mod avatars;
mod cases;
mod compare;
mod gallery;
mod ghosts;
mod hostile;
mod marks;
mod plots;
mod previews;
mod replays;
mod sizes;
mod snapshots;

use cases::{all, variants};
use tablero::render::raster::{rasterize, rasterize_document};
use tablero::render::{Theme, png, svg};

/// A board must load quickly on a phone.
const BOARD_BYTES_MAX: usize = 55_000;

#[test]
fn pictures_are_like_their_references() {
    let failures: Vec<String> =
        all().into_iter().filter_map(|(name, scene)| compare::with_golden(&name, &scene).err()).collect();
    compare::conclude(&failures);
}

#[test]
fn every_variant_of_every_game_is_drawn() {
    // Patterns make the largest files.
    for (name, scene) in [Theme::light(), Theme::named("colour-safe").expect("a theme")].into_iter().flat_map(variants)
    {
        let picture = png(&scene).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(picture.bytes.starts_with(b"\x89PNG"), "{name}");
        assert_eq!((picture.width, picture.height), (scene.width, scene.height), "{name}");
        assert!(picture.bytes.len() < BOARD_BYTES_MAX, "{name}: {} bytes", picture.bytes.len());
    }
}

/// Curves are antialiased slightly differently at another offset.
#[test]
fn sprites_look_as_in_the_whole_document() {
    for (name, scene) in all() {
        let (reference, plain) =
            (rasterize(&scene, 1.0).expect("pixels"), rasterize_document(&scene, 1.0).expect("pixels"));
        compare::with_pixels(&name, &plain, &reference).unwrap_or_else(|difference| panic!("{difference}"));
    }
}

#[test]
fn a_scene_has_one_text() {
    for ((name, scene), (_, again)) in all().into_iter().zip(all()) {
        assert_eq!(svg(&scene), svg(&again), "{name}");
    }
    let (name, scene) = all().swap_remove(0);
    assert_eq!(png(&scene).ok(), png(&scene).ok(), "{name}");
}
