//! Export and erasure of personal data.

use crate::service::ids::Millis;
use crate::service::time::control::HOUR_MS;

/// The minimum interval between exports of a player, in milliseconds, because an export reads all of their data.
pub const EXPORT_EVERY_MS: i64 = HOUR_MS;

/// Why personal data cannot be exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrivacyError {
    /// The last export is too recent; the next one is possible at this time.
    #[error("the last export was too recent: try again later")]
    ExportedRecently(Millis),
}
