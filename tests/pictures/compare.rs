//! Comparison of a picture with its reference.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{GenericImage, ImageResult, Rgb, RgbImage};
use resvg::tiny_skia::Pixmap;
use std::path::{Path, PathBuf};
use tablero::render::raster::rasterize;
use tablero::render::{Picture, Scene};

/// The tolerance of a comparison.
#[derive(Clone, Copy)]
struct Tolerance {
    /// The allowed difference in a channel of a pixel.
    channel: u8,
    /// How many pixels in a million may differ by more.
    strays_per_million: usize,
}

/// For pixels as rendered: the last bit, which processors may round differently.
const EXACT: Tolerance = Tolerance { channel: 2, strays_per_million: 0 };
/// For pictures with a reduced palette, where the last bit can move pixels to other palette entries.
const CLOSE: Tolerance = Tolerance { channel: 24, strays_per_million: 100 };
/// For drawings at another offset: the edge of a letter can fall on the other side of a quarter of a pixel, which is what
/// resvg distinguishes, and a column of cells has a letter on every cell.
const MOVED: Tolerance = Tolerance { channel: 24, strays_per_million: 300 };

/// Whether to rewrite the references.
pub fn writing() -> bool {
    std::env::var("TABLERO_GOLDEN").is_ok_and(|value| value == "write")
}

/// Fails when there are failures, and when references were written, because such a run proves nothing.
pub fn conclude(failures: &[String]) {
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(!writing(), "new references were written; look at them and run again");
}

/// Compares the scene, before its palette is reduced, with the reference of this name, or writes the reference when
/// `TABLERO_GOLDEN=write`.
pub fn with_golden(name: &str, scene: &Scene) -> Result<(), String> {
    let actual = image(&rasterize(scene, 1.0).map_err(|error| format!("{name}: {error}"))?);
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures/golden").join(format!("{name}.png"));
    if writing() {
        return write(&golden, &actual, || encode(&actual)).map_err(|error| format!("{}: {error}", golden.display()));
    }
    alike(name, &read(&golden)?, &actual, EXACT)
}

/// Compares a picture as posted with the one in this file, or writes it.
pub fn with_file(name: &str, golden: &Path, picture: &Picture) -> Result<(), String> {
    let actual = image::load_from_memory(&picture.bytes).map_err(|error| format!("{name}: {error}"))?.to_rgb8();
    if writing() {
        let written = write(golden, &actual, || Ok(picture.bytes.clone()));
        return written.map_err(|error| format!("{}: {error}", golden.display()));
    }
    alike(name, &read(golden)?, &actual, CLOSE)
}

/// Compares pixels that are not in a file.
pub fn with_pixels(name: &str, expected: &Pixmap, actual: &Pixmap) -> Result<(), String> {
    alike(name, &image(expected), &image(actual), MOVED)
}

fn image(pixels: &Pixmap) -> RgbImage {
    RgbImage::from_fn(pixels.width(), pixels.height(), |x, y| {
        let pixel = pixels.pixel(x, y).expect("the pixel is in the picture");
        Rgb([pixel.red(), pixel.green(), pixel.blue()])
    })
}

/// The image as a true-colour PNG, as small as possible.
fn encode(image: &RgbImage) -> ImageResult<Vec<u8>> {
    let mut bytes = Vec::new();
    image.write_with_encoder(PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, FilterType::Adaptive))?;
    Ok(bytes)
}

/// Writes a reference, unless the file already has these pixels.
fn write(file: &Path, actual: &RgbImage, bytes: impl FnOnce() -> ImageResult<Vec<u8>>) -> ImageResult<()> {
    if image::open(file).is_ok_and(|known| known.to_rgb8() == *actual) {
        return Ok(());
    }
    Ok(std::fs::write(file, bytes()?)?)
}

fn read(golden: &Path) -> Result<RgbImage, String> {
    let hint = "TABLERO_GOLDEN=write cargo test --test pictures writes it";
    let read = image::open(golden).map_err(|error| format!("{}: {error}; {hint}", golden.display()))?;
    Ok(read.to_rgb8())
}

fn alike(name: &str, expected: &RgbImage, actual: &RgbImage, tolerance: Tolerance) -> Result<(), String> {
    let strays = differing(expected, actual, tolerance);
    let allowed = actual.pixels().len() * tolerance.strays_per_million / 1_000_000;
    if strays <= allowed {
        return Ok(());
    }
    let file = side_by_side(name, expected, actual).map_err(|error| format!("{name}: {error}"))?;
    Err(format!("{name}: {strays} pixels differ; expected, difference and actual are in {}", file.display()))
}

fn distance(one: &Rgb<u8>, other: &Rgb<u8>) -> u8 {
    one.0.iter().zip(other.0).map(|(one, other)| one.abs_diff(other)).max().unwrap_or_default()
}

fn differing(expected: &RgbImage, actual: &RgbImage, tolerance: Tolerance) -> usize {
    if expected.dimensions() != actual.dimensions() {
        return usize::MAX;
    }
    let pairs = expected.pixels().zip(actual.pixels());
    pairs.filter(|(one, other)| distance(one, other) > tolerance.channel).count()
}

/// Writes the expected image, the difference (black on white) and the actual image as one file to cargo's directory for
/// test files.
fn side_by_side(name: &str, expected: &RgbImage, actual: &RgbImage) -> image::ImageResult<PathBuf> {
    let (width, height) = (expected.width().max(actual.width()), expected.height().max(actual.height()));
    let difference = RgbImage::from_fn(width, height, |x, y| {
        let apart = match (expected.get_pixel_checked(x, y), actual.get_pixel_checked(x, y)) {
            (Some(one), Some(other)) => distance(one, other),
            _ => u8::MAX,
        };
        // Small differences are amplified.
        let shade = if apart <= EXACT.channel { 255 - apart } else { 160 - apart / 2 };
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
    let plain = |value| RgbImage::from_pixel(4, 4, Rgb([value; 3]));
    let count = |other, tolerance| differing(&plain(100), &plain(other), tolerance);
    assert_eq!([100, 102, 103, 124, 125].map(|value| count(value, EXACT)), [0, 0, 16, 16, 16]);
    assert_eq!([100, 103, 124, 125].map(|value| count(value, CLOSE)), [0, 0, 0, 16]);
    // In a reference as large as a board, one differing pixel is enough.
    let mut one = RgbImage::from_pixel(720, 640, Rgb([100; 3]));
    let reference = one.clone();
    one.put_pixel(5, 7, Rgb([100, 103, 100]));
    assert!(alike("compare-one", &reference, &reference, EXACT).is_ok());
    assert!(
        alike("compare-one", &reference, &one, EXACT).is_err_and(|difference| difference.contains("1 pixels differ"))
    );
    let file =
        side_by_side("compare-test", &plain(0), &plain(99)).expect("cargo's directory for test files is writable");
    assert_eq!(image::open(file).expect("it was just written").width(), 12);
}
