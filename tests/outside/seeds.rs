//! The seeds of the runs of the law.

use std::ops::Range;
use std::time::Duration;

/// Within which time a room is answered, whatever another one does.
pub const ANSWERED: Duration = Duration::from_secs(10);

/// Within which time what was held up is made up for, once the fault is over.
pub const MADE_UP: Duration = Duration::from_secs(120);

/// Synapse keeps answers to `/sync` for two minutes, so a fresh start would get the answer of the first one. A homeserver
/// that does not know a position any more has lost those too.
pub const FORGETFUL: &str = "caches: { sync_response_cache_duration: 0s }";

/// The seeds that `TABLERO_OUTSIDE_SEEDS` names, as in `0..50` or `7..8`; if it is not set, the first ones.
pub fn seeds(usual: u64) -> Range<u64> {
    let Ok(named) = std::env::var("TABLERO_OUTSIDE_SEEDS") else { return 0..usual };
    let range = named.split_once("..").and_then(|(first, end)| Some(first.parse().ok()?..end.parse().ok()?));
    range.unwrap_or_else(|| panic!("TABLERO_OUTSIDE_SEEDS is not a range such as 0..50: {named}"))
}
