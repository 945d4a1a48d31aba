//! SVG as a PNG.

use super::fonts;
use super::palette::Indexed;
use super::scene::Scene;
use super::svg::svg;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, ImageHrefResolver, Options, Tree};

/// A picture as a file.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// The file.
    pub bytes: Vec<u8>,
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({}×{}, {} bytes)", self.width, self.height, self.bytes.len())
    }
}

/// Why a scene could not be made a picture. No scene of this program fails; a caller still posts the text board.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The SVG was refused.
    #[error("the drawing could not be read: {0}")]
    Svg(#[from] usvg::Error),
    /// The picture has no pixels or too many.
    #[error("a picture of {width} by {height} pixels cannot be made")]
    Size {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// The PNG could not be written.
    #[error("the PNG could not be written: {0}")]
    Png(#[from] ::png::EncodingError),
    /// The GIF could not be written.
    #[error("the GIF could not be written: {0}")]
    Gif(#[from] ::gif::EncodingError),
    /// There is nothing to show.
    #[error("an animation needs at least one picture")]
    Empty,
    /// However small, it is too large.
    #[error("the animation is larger than {0} bytes even when it is small and short")]
    Large(usize),
}

/// No picture is wider or higher than this, so that a mistake in a scene does not fill the memory.
const SIDE_MAX: u32 = 4_000;

/// The scene as a PNG.
///
/// # Errors
/// See [`RenderError`].
pub fn png(scene: &Scene) -> Result<Picture, RenderError> {
    png_scaled(scene, 1.0)
}

/// The scene as a PNG that is so many times as wide and high.
///
/// # Errors
/// See [`RenderError`].
pub fn png_scaled(scene: &Scene, scale: f32) -> Result<Picture, RenderError> {
    let pixels = rasterize(scene, scale)?;
    let (width, height) = (pixels.width(), pixels.height());
    Ok(Picture { bytes: encode(&Indexed::new(pixels.data()), width, height)?, width, height })
}

/// The scene as pixels, at this scale. Every pixel is opaque, as the page fills the picture.
pub(super) fn rasterize(scene: &Scene, scale: f32) -> Result<Pixmap, RenderError> {
    let [width, height] = [scene.width, scene.height].map(|side| (side as f32 * scale).round() as u32);
    let no_size = RenderError::Size { width, height };
    if width.max(height) > SIDE_MAX {
        return Err(no_size);
    }
    let Some(mut pixels) = Pixmap::new(width, height) else { return Err(no_size) };
    let tree = Tree::from_str(&svg(scene), &options())?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}

fn options() -> Options<'static> {
    Options {
        font_family: fonts::FAMILY.to_owned(),
        fontdb: fonts::database(),
        // Scenes have no images; should one ever be smuggled in, it is not looked for.
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    }
}

fn encode(image: &Indexed, width: u32, height: u32) -> Result<Vec<u8>, ::png::EncodingError> {
    let mut bytes = Vec::with_capacity(64 * 1024);
    let mut encoder = ::png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(::png::ColorType::Indexed);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_palette(image.palette.as_flattened());
    encoder.set_deflate_compression(::png::DeflateCompression::Level(LEVEL));
    // Neighbouring numbers of a palette are not neighbouring colours, so filters only cost.
    encoder.set_filter(::png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&image.pixels)?;
    writer.finish()?;
    Ok(bytes)
}

/// How hard the PNG is compressed.
const LEVEL: u8 = 4;
