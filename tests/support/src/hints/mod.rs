//! What the statements of hints say, found by the rules alone.

pub mod barrier;
pub mod dvonn;
pub mod truth;
pub mod zertz;
