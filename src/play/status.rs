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
}

impl Status {
    /// The word under which this is kept: `running`, `resigned`, `agreed`, or `rules:` and the reason.
    pub fn word(&self) -> Cow<'static, str> {
        match self {
            Status::Running => "running".into(),
            Status::Resigned => "resigned".into(),
            Status::Agreed => "agreed".into(),
            Status::Rules(reason) => format!("rules:{reason}").into(),
        }
    }

    /// The status with this word.
    pub fn from_word(word: &str) -> Option<Status> {
        match word {
            "running" => Some(Status::Running),
            "resigned" => Some(Status::Resigned),
            "agreed" => Some(Status::Agreed),
            other => other.strip_prefix("rules:").map(|reason| Status::Rules(reason.to_owned().into())),
        }
    }

    /// The reason alone, for records and texts: `resigned`, `agreed`, or the reason of the rules.
    pub fn reason(&self) -> &str {
        match self {
            Status::Running => "running",
            Status::Resigned => "resigned",
            Status::Agreed => "agreed",
            Status::Rules(reason) => reason,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_is_read_back_from_its_word() {
        for status in [Status::Running, Status::Resigned, Status::Agreed, Status::Rules("goal".into())] {
            assert_eq!(Status::from_word(&status.word()), Some(status));
        }
        assert_eq!(Status::from_word("lost"), None);
    }
}
