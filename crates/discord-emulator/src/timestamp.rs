//! Timestamps as Discord writes them.

use jiff::Timestamp;

/// Formats an instant as Discord does: `2026-11-21T03:49:41.123000+00:00`.
pub(super) fn format_timestamp(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%S%.6f+00:00").to_string()
}

/// Like [`format_timestamp`], for an instant in milliseconds since 1970.
pub(super) fn format_millis(ms: i64) -> String {
    let at = Timestamp::from_millisecond(ms);
    format_timestamp(at.unwrap_or(Timestamp::UNIX_EPOCH))
}

/// The current time, in milliseconds since 1970.
pub(super) fn now_ms() -> i64 {
    Timestamp::now().as_millisecond()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_have_the_format_of_discord() {
        assert_eq!(
            format_timestamp("2026-11-21T03:49:41.123Z".parse().expect("an instant")),
            "2026-11-21T03:49:41.123000+00:00"
        );
    }
}
