//! Snowflakes: the ids of everything.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use serde_json::Value;
use time::{Duration, OffsetDateTime, macros::datetime, macros::format_description};

/// The instant that Discord counts its ids from.
const EPOCH: OffsetDateTime = datetime!(2015-01-01 0:00 UTC);

/// A snowflake: milliseconds since 2015 in the upper 42 bits, a counter below. On the wire it is a decimal string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub u64);

impl Id {
    /// Reads an id from JSON, where clients send it as a string and now and then as a number.
    pub fn of(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => text.parse().ok(),
            Value::Number(number) => number.as_u64().map(Id),
            _ => None,
        }
    }

    /// When the thing with this id was made.
    pub fn created_at(self) -> OffsetDateTime {
        let millis = i64::try_from(self.0 >> 22).unwrap_or(0);
        EPOCH + Duration::milliseconds(millis)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Id {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Id)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl From<Id> for Value {
    fn from(id: Id) -> Self {
        Value::String(id.to_string())
    }
}

/// The clock by which ids are dated: the machine's, or one that a test moves.
#[derive(Clone)]
pub struct IdClock(Arc<dyn Fn() -> i64 + Send + Sync>);

impl IdClock {
    /// A clock that tells the milliseconds since 1970-01-01 00:00 UTC.
    pub fn new(now: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        IdClock(Arc::new(now))
    }
}

impl Default for IdClock {
    fn default() -> Self {
        IdClock::new(|| i64::try_from(OffsetDateTime::now_utc().unix_timestamp_nanos() / 1_000_000).unwrap_or(0))
    }
}

impl fmt::Debug for IdClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IdClock(…)")
    }
}

/// Hands out ids that grow, also over a restart and when the clock steps back.
#[derive(Clone, Debug)]
pub(super) struct IdGenerator {
    last: u64,
    clock: IdClock,
}

impl IdGenerator {
    /// A mint whose ids all lie above `last`.
    pub fn after(last: Id, clock: IdClock) -> Self {
        Self { last: last.0, clock }
    }

    /// The id given out last.
    pub fn last(&self) -> Id {
        Id(self.last)
    }

    /// A new id.
    pub fn next(&mut self) -> Id {
        let millis = (self.clock.0)() - EPOCH.unix_timestamp() * 1000;
        let now = u64::try_from(millis).unwrap_or(0) << 22;
        self.last = now.max(self.last + 1);
        Id(self.last)
    }
}

/// An instant as Discord writes it: `2026-11-21T03:49:41.123000+00:00`.
pub(super) fn stamp(at: OffsetDateTime) -> String {
    let format = format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:6]+00:00");
    // The format names only parts that every date with a time has.
    at.to_offset(time::UtcOffset::UTC).format(&format).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_grow_and_know_their_time() {
        let mut mint = IdGenerator::after(Id(0), IdClock::default());
        let (a, b) = (mint.next(), mint.next());
        assert!(a < b);
        assert!((OffsetDateTime::now_utc() - a.created_at()).whole_seconds().abs() < 5);
        assert_eq!(serde_json::to_string(&Id(7)).unwrap(), "\"7\"");
        assert_eq!(serde_json::from_str::<Id>("\"7\"").unwrap(), Id(7));
    }

    #[test]
    fn stamps_have_the_shape_of_discord() {
        assert_eq!(stamp(datetime!(2026-11-21 3:49:41.123 UTC)), "2026-11-21T03:49:41.123000+00:00");
    }
}
