//! Records that only the process that owns them may change. Their values are sealed before they come here.

use super::ids::Millis;

/// Who owns the sealed records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ownership {
    /// The worker that asked.
    Mine {
        /// The number of its ownership: each new owner has a higher one.
        generation: i64,
        /// When another worker can become the owner at the earliest.
        until: Millis,
    },
    /// Another worker.
    Others {
        /// When the ownership ends unless it is renewed.
        until: Millis,
    },
}

/// A record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedRecord {
    /// Its id among those of its kind: hexadecimal digits.
    pub id: String,
    /// Its value.
    pub value: Vec<u8>,
}

/// A change of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordChange {
    /// The kind of the record.
    pub kind: &'static str,
    /// Its id.
    pub id: String,
    /// Its new value; `None` deletes it.
    pub value: Option<Vec<u8>>,
}

/// Changes that are stored together by the present owner, or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedChanges {
    /// The generation of the owner.
    pub generation: i64,
    /// When it is.
    pub now: Millis,
    /// The kinds of which all records are deleted first.
    pub cleared: Vec<&'static str>,
    /// The changes.
    pub changes: Vec<RecordChange>,
}
