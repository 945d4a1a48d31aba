//! How time passes in a match: [`control`] (how much each player has), [`vacation`], [`calendar`] (when the clocks stand still) and
//! [`clock`] (what is left).

pub mod control;
pub mod vacation;
pub mod calendar;
pub mod clock;

pub use calendar::{Calendar, Schedule, Sleep};
pub use clock::Clocks;
pub use control::{Pauses, Span, TimeControl};
pub use vacation::Vacation;
