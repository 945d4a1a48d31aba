//! PNG encoding.

use super::error::RenderError;
use super::palette::{Indexed, Runs};
use super::raster::{rasterize, rasterize_bands};
use super::scene::Scene;

/// An encoded picture.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// The contents of the file.
    pub bytes: Vec<u8>,
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({}×{}, {} bytes)", self.width, self.height, self.bytes.len())
    }
}

/// Renders the scene as a PNG.
///
/// # Errors
/// See [`RenderError`].
pub fn png(scene: &Scene) -> Result<Picture, RenderError> {
    png_scaled(scene, 1.0)
}

/// Renders the scene as a PNG, with its width and height multiplied by `scale`.
///
/// # Errors
/// See [`RenderError`].
pub fn png_scaled(scene: &Scene, scale: f32) -> Result<Picture, RenderError> {
    if scale != 1.0 {
        let pixels = rasterize(scene, scale)?;
        let (width, height) = (pixels.width(), pixels.height());
        return Ok(Picture { bytes: png_of_pixels(pixels.data(), width, height)?, width, height });
    }
    let mut runs = Runs::default();
    rasterize_bands(scene, |band| runs.add(band))?;
    let (width, height) = (scene.width, scene.height);
    Ok(Picture { bytes: encode(&runs.indexed(), width, height)?, width, height })
}

/// A PNG with a palette of opaque pixels (red, green, blue, alpha).
///
/// # Errors
/// See [`RenderError`].
pub fn png_of_pixels(rgba: &[u8], width: u32, height: u32) -> Result<Vec<u8>, RenderError> {
    Ok(encode(&Indexed::new(rgba), width, height)?)
}

fn encode(image: &Indexed, width: u32, height: u32) -> Result<Vec<u8>, ::png::EncodingError> {
    let mut bytes = Vec::with_capacity(64 * 1024);
    let mut encoder = ::png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(::png::ColorType::Indexed);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_palette(image.palette.as_flattened());
    encoder.set_deflate_compression(::png::DeflateCompression::Level(LEVEL));
    // Neighbouring palette indices are not similar colours, so filters would only increase the size.
    encoder.set_filter(::png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&image.pixels)?;
    writer.finish()?;
    Ok(bytes)
}

/// The compression level.
const LEVEL: u8 = 3;
