//! How time passes in a match: [`control`] (how much each player has), [`vacation`], [`calendar`] (when the clocks stand still),
//! [`clock`] (what is left) and [`heartbeat`] (whether the
//! bot was running).

pub mod control;
pub mod vacation;
pub mod calendar;
pub mod clock;
pub mod heartbeat;

pub use calendar::{Calendar, Schedule, Sleep};
pub use clock::Clocks;
pub use control::{Pauses, Span, TimeControl};
pub use vacation::Vacation;
