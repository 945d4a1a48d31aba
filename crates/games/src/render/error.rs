//! Errors of rendering.

use resvg::usvg;

/// Why a scene could not be rendered. No scene built by this program is known to fail; callers still post the text
/// board.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The SVG could not be parsed.
    #[error("the drawing could not be read: {0}")]
    Svg(#[from] usvg::Error),
    /// The picture has no pixels or too many.
    #[error("a picture of {width} by {height} pixels cannot be made")]
    Size {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// PNG encoding failed.
    #[error("the PNG could not be written: {0}")]
    Png(#[from] ::png::EncodingError),
    /// The rows of a PNG could not be compressed.
    #[error("the picture could not be compressed: {0}")]
    Compression(#[from] flate2::CompressError),
    /// GIF encoding failed.
    #[error("the GIF could not be written: {0}")]
    Gif(#[from] ::gif::EncodingError),
    /// There are no scenes.
    #[error("an animation needs at least one picture")]
    Empty,
    /// The file exceeds the size limit even at the smallest scale.
    #[error("the animation is larger than {0} bytes even when it is small and short")]
    Large(usize),
}
