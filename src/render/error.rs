//! Why a picture could not be made.

use resvg::usvg;

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
