//! Pictures of positions: position → [`Scene`] → SVG → pixels → PNG. Pure: no input or output, no clock, no system fonts.
//!
//! In reading order:
//!
//! - [`view`]: what a picture shows besides the position ([`View`], [`Header`], [`ClockLabel`]) and the trait of a game that can
//!   be drawn ([`Draw`]).
//! - [`colour`]: how much colours differ, for every eye.
//! - [`theme`]: colours as data ([`Theme`]), read from `assets/themes`.
//! - [`look`]: how a picture is to look, by names ([`Look`]).
//! - [`scene`]: what is drawn, as plain data ([`Scene`]).
//! - [`fonts`]: the embedded font, and how wide its letters are.
//! - [`text`]: text of somebody's, made fit for its place.
//! - [`frame`]: what surrounds every board: names, score, status.
//! - [`marks`]: arrows and halos, shared by all boards.
//! - [`zertz`], [`dvonn`], [`barrier`] with its [`knight`]: the drawings, one game a file.
//! - [`plot`]: the curves of a game and of ratings; [`leaderboard`]: standings; [`sheet`](mod@sheet): many small boards.
//! - [`svg`](mod@svg): a scene as SVG text.
//! - [`raster`]: a scene, by way of its SVG, as pixels.
//! - [`png`](mod@png): pixels as a PNG with a [`palette`].
//! - [`gif`](mod@gif): scenes one after another as an animated GIF.
//!
//! What is deliberately absent: words. Everything that is read arrives in the reader's language in the [`Header`].
//! A drawing uses `rules` and the shared modules above, and no other game's drawing.

pub mod view;
pub mod colour;
pub mod theme;
pub mod look;
pub mod scene;
pub mod fonts;
pub mod text;
pub mod frame;
pub mod marks;
pub mod zertz;
pub mod dvonn;
pub mod barrier;
pub mod knight;
pub mod plot;
pub mod leaderboard;
pub mod sheet;
pub mod svg;
pub mod error;
pub mod raster;
pub mod palette;
pub mod png;
pub mod gif;

pub use error::RenderError;
pub use gif::{Film, gif};
pub use leaderboard::{Leaderboard, LeaderboardEntry, standings};
pub use look::Look;
pub use plot::{Evaluation, Grade, RatingLine, RatingPoint, Ratings, Slip, evaluation, ratings};
pub use png::{Picture, png, png_scaled};
pub use scene::Scene;
pub use sheet::sheet;
pub use svg::svg;
pub use theme::Theme;
pub use view::{ClockLabel, Draw, Guide, Header, View};
