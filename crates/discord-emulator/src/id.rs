//! Snowflakes: Discord's ids.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use serde_json::Value;

/// The epoch of Discord's ids.
const EPOCH_MS: i64 = 1_420_070_400_000;

/// A snowflake: milliseconds since 2015 in the upper 42 bits, a counter below. On the wire it is a decimal string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub u64);

impl Id {
    /// Reads an id from JSON; clients usually send a string and sometimes a number.
    pub fn of(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => text.parse().ok(),
            Value::Number(number) => number.as_u64().map(Id),
            _ => None,
        }
    }

    /// The creation time encoded in this id.
    pub fn created_at(self) -> Timestamp {
        let millis = i64::try_from(self.0 >> 22).unwrap_or(0);
        Timestamp::from_millisecond(EPOCH_MS + millis).unwrap_or(Timestamp::MAX)
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

/// The clock that dates ids: the system clock, or one that a test controls.
#[derive(Clone)]
pub struct IdClock(Arc<dyn Fn() -> i64 + Send + Sync>);

impl IdClock {
    /// A clock that returns the milliseconds since 1970-01-01 00:00 UTC.
    pub fn new(now: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        IdClock(Arc::new(now))
    }
}

impl Default for IdClock {
    fn default() -> Self {
        IdClock::new(|| Timestamp::now().as_millisecond())
    }
}

impl fmt::Debug for IdClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IdClock(…)")
    }
}

/// Generates increasing ids, even across restarts and when the clock steps back.
#[derive(Clone, Debug)]
pub(super) struct IdGenerator {
    last: u64,
    clock: IdClock,
}

impl IdGenerator {
    /// A generator whose ids are all greater than `last`.
    pub fn after(last: Id, clock: IdClock) -> Self {
        Self { last: last.0, clock }
    }

    /// The last generated id.
    pub fn last(&self) -> Id {
        Id(self.last)
    }

    /// A new id.
    pub fn next(&mut self) -> Id {
        let millis = (self.clock.0)() - EPOCH_MS;
        let now = u64::try_from(millis).unwrap_or(0) << 22;
        self.last = now.max(self.last + 1);
        Id(self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::SignedDuration;

    #[test]
    fn ids_increase_and_contain_their_time() {
        let mut ids = IdGenerator::after(Id(0), IdClock::default());
        let (a, b) = (ids.next(), ids.next());
        assert!(a < b);
        assert!(Timestamp::now().duration_since(a.created_at()).abs() < SignedDuration::from_secs(5));
        assert_eq!(serde_json::to_string(&Id(7)).unwrap(), "\"7\"");
        assert_eq!(serde_json::from_str::<Id>("\"7\"").unwrap(), Id(7));
    }
}
