//! Rendering of positions: position → [`Scene`] → SVG → pixels → PNG. Pure: no I/O, no clock, no system fonts.
//!
//! In reading order:
//!
//! - [`view`]: what a picture shows besides the position ([`View`], [`Header`], [`ClockLabel`]), and the trait of
//!   drawable games ([`Draw`]).
//! - [`colour`]: contrast and colour difference, also for colour-blind viewers.
//! - [`theme`]: colours as data ([`Theme`]), read from `assets/themes`.
//! - [`draw_options`]: drawing options given by name ([`DrawOptions`]).
//! - [`avatar`]: players' pictures ([`Avatar`]).
//! - [`scene`]: the drawing as plain data ([`Scene`]).
//! - [`fonts`]: the embedded font and its metrics.
//! - [`text`]: cleaning and shortening of untrusted text.
//! - [`frame`]: what surrounds every board: names, score, status.
//! - [`marks`]: arrows and halos, shared by all boards.
//! - [`zertz`], [`dvonn`], [`barrier`] with its [`knight`]: the drawing of each game.
//! - [`plot`]: evaluation and rating curves; [`leaderboard`]: standings; [`sheet`](mod@sheet): many small boards.
//! - [`svg`](mod@svg): a scene as SVG text.
//! - [`raster`]: a scene as pixels, made of cached [`sprite`]s.
//! - [`png`](mod@png): pixels as a PNG with a [`palette`].
//! - [`gif`](mod@gif): a sequence of scenes as an animated GIF.
//!
//! Deliberately absent: localised text. All words arrive in the reader's language in the [`Header`]. A game's drawing
//! uses `rules` and the shared modules above, and no other game's drawing.

pub mod avatar;
pub mod view;
pub mod colour;
pub mod theme;
pub mod draw_options;
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
pub mod sprite;
pub mod raster;
pub mod palette;
pub mod png;
pub mod thumbnail;
pub mod gif;

pub use avatar::{Avatar, PlateDisc};
pub use draw_options::DrawOptions;
pub use error::RenderError;
pub use frame::fits_status;
pub use gif::{AnimationOptions, gif};
pub use leaderboard::{Leaderboard, LeaderboardEntry, standings};
pub use plot::{BadMove, Evaluation, Grade, RatingLine, RatingPoint, Ratings, evaluation, ratings};
pub use png::{Picture, png, png_of_pixels, png_scaled};
pub use scene::Scene;
pub use sheet::sheet;
pub use svg::svg;
pub use theme::Theme;
pub use thumbnail::thumbnail;
pub use view::{ClockLabel, Draw, Header, View};
