//! Avatar files.
//!
//! Input: a file that is, or claims to be, a PNG, a JPEG, a WebP or a GIF.
//!
//! Reading never panics; an avatar has few colours, and no pixels outside its disc.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::collections::BTreeSet;
use tablero_games::avatar_file;
use tablero_games::render::avatar::{AVATAR_COLOURS_MAX, AVATAR_SIDE};

fuzz_target!(|input: &[u8]| {
    let Ok(avatar) = avatar_file::read(input) else { return };
    let pixels = avatar.pixels();
    assert_eq!(pixels.len(), AVATAR_SIDE * AVATAR_SIDE);
    assert!(pixels.iter().all(|pixel| pixel[3] == u8::MAX || *pixel == [0; 4]), "neither opaque nor left out");
    assert_eq!((pixels[0], pixels[pixels.len() - 1]), ([0; 4], [0; 4]), "a corner is outside the disc");
    let colours: BTreeSet<_> = pixels.iter().filter(|pixel| pixel[3] > 0).collect();
    assert!(colours.len() <= AVATAR_COLOURS_MAX, "{} colours", colours.len());
});
