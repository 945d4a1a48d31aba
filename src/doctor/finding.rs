//! What a check has found.

use serde::Serialize;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Nothing is wrong.
    Ok,
    /// The bot works, but the host should do something.
    Warning,
    /// The bot does not work, or something is lost.
    Error,
}

/// What a check has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What was checked.
    pub check: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What was found, in a sentence.
    pub found: String,
    /// What to do about it, in a sentence; `None` if nothing is wrong.
    pub advice: Option<String>,
}

impl Finding {
    /// Nothing is wrong.
    pub fn ok(check: &'static str, found: impl Into<String>) -> Finding {
        Finding { check, severity: Severity::Ok, found: found.into(), advice: None }
    }

    /// The host should do something.
    pub fn warning(check: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Finding {
        Finding { check, severity: Severity::Warning, found: found.into(), advice: Some(advice.into()) }
    }

    /// The bot does not work, or something is lost.
    pub fn error(check: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Finding {
        Finding { check, severity: Severity::Error, found: found.into(), advice: Some(advice.into()) }
    }
}
