//! What a placement is worth.

use crate::rules::dvonn::Dvonn;

/// The value for the seat to move.
pub fn value(_position: &Dvonn) -> i32 {
    0
}
