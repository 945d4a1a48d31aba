//! Reads stored JSON field by field, so that one invalid value does not affect the others.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The fields of a stored JSON object, and the names of those that could not be read.
#[derive(Debug)]
pub struct Fields {
    /// `None` if the text is not a JSON object; no field can be read then.
    object: Option<Map<String, Value>>,
    unreadable: Vec<&'static str>,
}

impl Fields {
    /// Parses a text. An empty text is an empty object.
    pub fn of(text: &str) -> Fields {
        let object = if text.is_empty() { Some(Map::new()) } else { serde_json::from_str(text).ok() };
        Fields { object, unreadable: Vec::new() }
    }

    /// The value of a field: `absent` if the field is missing, `instead` if it cannot be read or is not `valid`.
    pub fn take<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
        absent: T,
        instead: T,
        valid: impl FnOnce(&T) -> bool,
    ) -> T {
        let value = match &self.object {
            Some(object) => match object.get(name) {
                None => return absent,
                Some(value) => serde_json::from_value(value.clone()).ok().filter(valid),
            },
            None => None,
        };
        value.unwrap_or_else(|| {
            self.unreadable.push(name);
            instead
        })
    }

    /// The names of the fields that could not be read.
    pub fn unreadable(self) -> Vec<&'static str> {
        self.unreadable
    }
}

/// The stored object after a change from `before` to `after`: unchanged fields retain their stored values, even those
/// that could not be read. A text that is not a JSON object is replaced by `after`.
pub fn merged(stored: &str, before: &Value, after: Value) -> Value {
    let Value::Object(after) = after else { return after };
    let stored = if stored.is_empty() { Some(Map::new()) } else { serde_json::from_str(stored).ok() };
    let Some(mut stored) = stored else { return Value::Object(after) };
    for (name, value) in after {
        if before.get(&name) != Some(&value) {
            stored.insert(name, value);
        }
    }
    Value::Object(stored)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_cannot_be_read_costs_only_itself_and_is_named() {
        let mut fields = Fields::of(r#"{"one":1,"two":"2","three":9}"#);
        assert_eq!(fields.take("one", 0, -1, |_| true), 1);
        assert_eq!(fields.take("two", 0, -1, |_| true), -1);
        assert_eq!(fields.take("three", 0, -1, |three| *three < 5), -1);
        assert_eq!(fields.take("four", 0, -1, |_| true), 0);
        assert_eq!(fields.unreadable(), ["two", "three"]);
        for damaged in ["[]", "{", "nonsense"] {
            let mut fields = Fields::of(damaged);
            assert_eq!(fields.take("one", 0, -1, |_| true), -1, "{damaged}");
            assert_eq!(fields.unreadable(), ["one"]);
        }
    }

    #[test]
    fn a_change_keeps_what_could_not_be_read() {
        let (before, after) = (json!({ "one": 0, "two": 2 }), json!({ "one": 0, "two": 3 }));
        let stored = r#"{"one":"?","new":5}"#;
        assert_eq!(merged(stored, &before, after.clone()), json!({ "one": "?", "two": 3, "new": 5 }));
        assert_eq!(merged("", &before, after.clone()), json!({ "two": 3 }));
        assert_eq!(merged("nonsense", &before, after.clone()), after);
    }
}
