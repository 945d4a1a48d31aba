//! PNG encoding.

use super::error::RenderError;
use super::palette::{Indexed, Runs};
use super::raster::{rasterize, rasterize_bands};
use super::scene::Scene;
use ::png::chunk::IDAT;
use flate2::{Compress, CompressError, Compression, FlushCompress, Status};

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
    let (width, height) = (scene.width, scene.height);
    let mut runs = Runs::new(width);
    rasterize_bands(scene, |band| runs.add(band))?;
    Ok(Picture { bytes: encode(&runs.indexed(), width, height)?, width, height })
}

/// A PNG with a palette of `width` × `height` opaque pixels (red, green, blue, alpha).
///
/// # Errors
/// See [`RenderError`].
pub fn png_of_pixels(rgba: &[u8], width: u32, height: u32) -> Result<Vec<u8>, RenderError> {
    let mut runs = Runs::new(width);
    runs.add(rgba.as_chunks().0);
    encode(&runs.indexed(), width, height)
}

fn encode(picture: &Indexed, width: u32, height: u32) -> Result<Vec<u8>, RenderError> {
    let mut bytes = Vec::with_capacity(64 * 1024);
    let mut encoder = ::png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(::png::ColorType::Indexed);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_palette(picture.palette.as_flattened());
    let mut writer = encoder.write_header()?;
    writer.write_chunk(IDAT, &compress(picture)?)?;
    writer.finish()?;
    Ok(bytes)
}

/// The compressed rows of a picture. The encoder of the crate `png` hands each row to zlib, and `flate2` overwrites the
/// free part of its buffer with zeros each time; here it is handed many rows at once.
fn compress(picture: &Indexed) -> Result<Vec<u8>, CompressError> {
    let mut zlib = Compress::new(Compression::new(LEVEL), true);
    let mut compressed = Vec::new();
    let mut rows = Vec::with_capacity(2 * ROWS_BYTES);
    picture.try_for_each_row(|row| {
        rows.push(NO_FILTER);
        rows.extend_from_slice(row);
        if rows.len() >= ROWS_BYTES {
            compress_more(&mut zlib, &rows, &mut compressed, FlushCompress::None)?;
            rows.clear();
        }
        Ok(())
    })?;
    compress_more(&mut zlib, &rows, &mut compressed, FlushCompress::Finish)?;
    Ok(compressed)
}

/// Compresses more bytes, until all of them are read and, at the end, all of the output is written.
fn compress_more(
    zlib: &mut Compress,
    mut bytes: &[u8],
    compressed: &mut Vec<u8>,
    flush: FlushCompress,
) -> Result<(), CompressError> {
    loop {
        compressed.reserve(COMPRESSED_BYTES);
        let read_before = zlib.total_in();
        let status = zlib.compress_vec(bytes, compressed, flush)?;
        bytes = &bytes[(zlib.total_in() - read_before) as usize..];
        let is_done = match flush {
            FlushCompress::Finish => status == Status::StreamEnd,
            _ => bytes.is_empty(),
        };
        if is_done {
            return Ok(());
        }
    }
}

/// What precedes a row that is not filtered. Neighbouring palette indices are not similar colours, so filters would only
/// increase the size.
const NO_FILTER: u8 = 0;

/// The number of bytes that are compressed at once.
const ROWS_BYTES: usize = 32 * 1024;

/// The room in bytes that is made for output each time. The rows that are compressed at once take about half of it.
const COMPRESSED_BYTES: usize = 4 * 1024;

/// The compression level.
const LEVEL: u32 = 3;
