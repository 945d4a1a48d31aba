//! What is kept of somebody, and its end.

use crate::service::ids::Millis;
use crate::service::time::control::HOUR_MS;

/// A person gets one export in this time, in milliseconds: it reads everything about them.
pub const EXPORT_EVERY_MS: i64 = HOUR_MS;

/// Why personal data cannot be given now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrivacyError {
    /// The last file is too recent; the next can be had then.
    #[error("the last export is too recent")]
    ExportedRecently(Millis),
}
