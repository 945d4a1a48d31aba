//! Why a match is as it is, apart from who won.

use std::borrow::Cow;

/// Why a match ended, or that it has not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// It goes on.
    Running,
    /// The rules ended it, for the reason with this word (see [`crate::rules::Reason`]).
    Rules(Cow<'static, str>),
    /// The loser resigned.
    Resigned,
    /// Both agreed on a draw.
    Agreed,
    /// The time of the loser was over.
    Timeout,
    /// It had hardly begun when somebody's time was over: nobody wins.
    Aborted,
    /// Whoever manages the server ended it: nobody wins.
    Stopped,
}

/// What stands before the reason of the rules in the word of a status.
const RULES: &str = "rules:";

impl Status {
    /// The word under which this is stored: `running`, `resigned`, and so on, or `rules:` and the reason.
    pub fn word(&self) -> Cow<'static, str> {
        match self {
            Status::Rules(reason) => format!("{RULES}{reason}").into(),
            other => other.reason().to_owned().into(),
        }
    }

    /// The status with this word; `None` for a word that means nothing.
    pub fn from_word(word: &str) -> Option<Status> {
        Some(match word {
            "running" => Status::Running,
            "resigned" => Status::Resigned,
            "agreed" => Status::Agreed,
            "timeout" => Status::Timeout,
            "aborted" => Status::Aborted,
            "stopped" => Status::Stopped,
            other => Status::Rules(other.strip_prefix(RULES)?.to_owned().into()),
        })
    }

    /// The reason alone, for records and texts: `resigned`, `agreed`, or the reason of the rules.
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
            assert_eq!(Status::from_word(&status.word()), Some(status));
        }
        assert_eq!(Status::from_word("lost"), None);
    }
}
