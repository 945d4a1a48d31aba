//! The status of a match, apart from its outcome.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use strum::ParseError;

/// Whether a match is running, or why it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// The match is running.
    Running,
    /// The match ended by the rules, for the reason with this word (see [`crate::rules::Reason`]).
    Rules(Cow<'static, str>),
    /// The loser resigned.
    Resigned,
    /// The players agreed on a draw.
    Agreed,
    /// The loser ran out of time.
    Timeout,
    /// A clock expired when the match had hardly begun: no result.
    Aborted,
    /// A manager of the server ended the match: no result.
    Stopped,
}

/// The prefix of the stored word when the match ended by the rules.
const RULES: &str = "rules:";

/// The stored word: `running`, `resigned` and so on, or `rules:` followed by the reason.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = if matches!(self, Status::Rules(_)) { RULES } else { "" };
        write!(f, "{prefix}{}", self.reason())
    }
}

impl FromStr for Status {
    type Err = ParseError;

    fn from_str(word: &str) -> Result<Status, ParseError> {
        Ok(match word {
            "running" => Status::Running,
            "resigned" => Status::Resigned,
            "agreed" => Status::Agreed,
            "timeout" => Status::Timeout,
            "aborted" => Status::Aborted,
            "stopped" => Status::Stopped,
            other => {
                let reason = other.strip_prefix(RULES).ok_or(ParseError::VariantNotFound)?;
                Status::Rules(reason.to_owned().into())
            }
        })
    }
}

impl Status {
    /// The reason without prefix, for records and texts: `resigned`, `agreed`, or the reason of the rules.
    pub fn reason(&self) -> &str {
        match self {
            Status::Running => "running",
            Status::Rules(reason) => reason,
            Status::Resigned => "resigned",
            Status::Agreed => "agreed",
            Status::Timeout => "timeout",
            Status::Aborted => "aborted",
            Status::Stopped => "stopped",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_is_read_back_from_its_word() {
        use Status::{Aborted, Agreed, Resigned, Rules, Running, Stopped, Timeout};
        for status in [Running, Rules("goal".into()), Resigned, Agreed, Timeout, Aborted, Stopped] {
            assert_eq!(status.to_string().parse(), Ok(status));
        }
        assert!("lost".parse::<Status>().is_err());
    }
}
