//! Time in a match: [`control`] (time controls), [`vacation`] (vacation allowances), [`calendar`] (when clocks are
//! paused) and [`clock`] (remaining time).

pub mod control;
pub mod vacation;
pub mod calendar;
pub mod clock;

pub use calendar::{Calendar, Schedule, Sleep};
pub use clock::Clocks;
pub use control::{Pauses, Span, TimeControl};
pub use vacation::Vacation;
