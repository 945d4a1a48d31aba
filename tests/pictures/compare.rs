//! A picture against its reference.

use image::{GenericImage, Rgb, RgbImage};
use resvg::tiny_skia::Pixmap;
use std::path::{Path, PathBuf};
use tablero::render::{Picture, Scene, png};

/// A channel may differ by this much: where processors round differently, pixels fall into other groups of colours.
const THRESHOLD: u8 = 24;
/// So many pixels in a million may differ by more, where an edge falls between two pixels.
const STRAYS_PER_MILLION: usize = 100;

/// Whether the references are to be written anew.
pub fn writing() -> bool {
    std::env::var("TABLERO_GOLDEN").is_ok_and(|value| value == "write")
}

/// Compares the picture with the reference of this name, or writes the reference when `TABLERO_GOLDEN=write`.
pub fn with_golden(name: &str, scene: &Scene) -> Result<(), String> {
    let picture = png(scene).map_err(|error| format!("{name}: {error}"))?;
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures/golden").join(format!("{name}.png"));
    with_file(name, &golden, &picture)
}

/// The same with the reference in this file.
pub fn with_file(name: &str, golden: &Path, picture: &Picture) -> Result<(), String> {
    if writing() {
        return std::fs::write(golden, &picture.bytes).map_err(|error| format!("{}: {error}", golden.display()));
    }
    let actual = image::load_from_memory(&picture.bytes).map_err(|error| format!("{name}: {error}"))?.to_rgb8();
    let expected = match image::open(golden) {
        Ok(expected) => expected.to_rgb8(),
        Err(error) => {
            let hint = "TABLERO_GOLDEN=write cargo test --test pictures writes it";
            return Err(format!("{}: {error}; {hint}", golden.display()));
        }
    };
    alike(name, &expected, &actual)
}

/// The same with pixels that were not a file yet.
pub fn with_pixels(name: &str, expected: &Pixmap, actual: &Pixmap) -> Result<(), String> {
    let image = |pixels: &Pixmap| {
        RgbImage::from_fn(pixels.width(), pixels.height(), |x, y| {
            let pixel = pixels.pixel(x, y).expect("it is within");
            Rgb([pixel.red(), pixel.green(), pixel.blue()])
        })
    };
    alike(name, &image(expected), &image(actual))
}

fn alike(name: &str, expected: &RgbImage, actual: &RgbImage) -> Result<(), String> {
    let strays = differing(expected, actual);
    let allowed = actual.pixels().len() * STRAYS_PER_MILLION / 1_000_000;
    if strays <= allowed {
        return Ok(());
    }
    let file = side_by_side(name, expected, actual).map_err(|error| format!("{name}: {error}"))?;
    Err(format!("{name}: {strays} pixels differ; expected, difference and actual are in {}", file.display()))
}

fn distance(one: &Rgb<u8>, other: &Rgb<u8>) -> u8 {
    one.0.iter().zip(other.0).map(|(one, other)| one.abs_diff(other)).max().unwrap_or_default()
}

fn differing(expected: &RgbImage, actual: &RgbImage) -> usize {
    if expected.dimensions() != actual.dimensions() {
        return usize::MAX;
    }
    let pairs = expected.pixels().zip(actual.pixels());
    pairs.filter(|(one, other)| distance(one, other) > THRESHOLD).count()
}

/// Expected, difference (black on white) and actual as one file in cargo's directory for test files.
fn side_by_side(name: &str, expected: &RgbImage, actual: &RgbImage) -> image::ImageResult<PathBuf> {
    let (width, height) = (expected.width().max(actual.width()), expected.height().max(actual.height()));
    let difference = RgbImage::from_fn(width, height, |x, y| {
        let apart = match (expected.get_pixel_checked(x, y), actual.get_pixel_checked(x, y)) {
            (Some(one), Some(other)) => distance(one, other),
            _ => u8::MAX,
        };
        // Small differences are made visible.
        let shade = if apart <= THRESHOLD { 255 - apart } else { 160 - apart / 2 };
        Rgb([shade; 3])
    });
    let mut all = RgbImage::from_pixel(3 * width, height, Rgb([128; 3]));
    for (number, part) in [expected, &difference, actual].into_iter().enumerate() {
        all.copy_from(part, number as u32 * width, 0)?;
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
    all.save(&file)?;
    Ok(file)
}

#[test]
fn a_picture_that_differs_is_reported() {
    let (one, other) = (RgbImage::from_pixel(4, 4, Rgb([0; 3])), RgbImage::from_pixel(4, 4, Rgb([99; 3])));
    assert_eq!((differing(&one, &one), differing(&one, &other)), (0, 16));
    let file = side_by_side("compare-test", &one, &other).expect("cargo's directory for test files is writable");
    assert_eq!(image::open(file).expect("it was just written").width(), 12);
}
