//! Small versions of pictures.

use super::png::png_of_pixels;
use resvg::tiny_skia::{FilterQuality, Pixmap, PixmapPaint, Transform};

/// A small version of an opaque PNG, as a PNG, whose longest side has `side` pixels; `None` if the picture is not larger
/// than that, or is not a PNG. Takes some milliseconds.
pub fn thumbnail(bytes: &[u8], side: u32) -> Option<Vec<u8>> {
    let mut picture = Pixmap::decode_png(bytes).ok()?;
    if picture.width().max(picture.height()) <= side {
        return None;
    }
    while picture.width().max(picture.height()) > side {
        picture = scaled_down(&picture, side)?;
    }
    png_of_pixels(picture.data(), picture.width(), picture.height()).ok()
}

/// Scales a picture down to this longest side, but not below a half: each pixel of the result is made of four, and below a
/// half some would be skipped.
fn scaled_down(picture: &Pixmap, side: u32) -> Option<Pixmap> {
    let sides = [picture.width(), picture.height()];
    let scale = (side as f32 / sides[0].max(sides[1]) as f32).max(0.5);
    let [width, height] = sides.map(|side| ((side as f32 * scale).round() as u32).max(1));
    let mut scaled = Pixmap::new(width, height)?;
    let paint = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
    let transform = Transform::from_scale(width as f32 / sides[0] as f32, height as f32 / sides[1] as f32);
    scaled.draw_pixmap(0, 0, picture.as_ref(), &paint, transform, None);
    Some(scaled)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Vertical stripes, a pixel wide each.
    fn stripes(width: u32, height: u32) -> Vec<u8> {
        let row: Vec<[u8; 4]> = (0..width).map(|x| if x % 2 == 0 { [0, 0, 0, 255] } else { [255; 4] }).collect();
        png_of_pixels(&row.as_flattened().repeat(height as usize), width, height).expect("a picture")
    }

    #[test]
    fn every_pixel_counts() {
        for (width, height, expected) in [(800, 400, (400, 200)), (1600, 6, (400, 2)), (400, 1600, (100, 400))] {
            let bytes = thumbnail(&stripes(width, height), 400).expect("it is large");
            let small = Pixmap::decode_png(&bytes).expect("it is a PNG");
            assert_eq!((small.width(), small.height()), expected);
            for pixel in small.pixels() {
                assert!((126..=129).contains(&pixel.red()) && pixel.alpha() == 255, "{width}×{height}: {pixel:?}");
            }
        }
    }

    #[test]
    fn the_proportions_are_kept() {
        let bytes = thumbnail(&stripes(900, 450), 400).expect("it is large");
        let small = Pixmap::decode_png(&bytes).expect("it is a PNG");
        assert_eq!((small.width(), small.height()), (400, 200));
        assert!(small.pixels().iter().all(|pixel| pixel.alpha() == 255), "also at the edges");
    }

    #[test]
    fn what_is_small_or_no_picture_has_none() {
        assert_eq!(thumbnail(&stripes(400, 300), 400), None);
        for bytes in [&b""[..], b"\x89PNG", b"1. e4 e5"] {
            assert_eq!(thumbnail(bytes, 400), None);
        }
    }
}
