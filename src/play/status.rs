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

/// The statuses that have one word, with their words.
const WORDS: [(Status, &str); 6] = [
    (Status::Running, "running"),
    (Status::Resigned, "resigned"),
    (Status::Agreed, "agreed"),
    (Status::Timeout, "timeout"),
    (Status::Aborted, "aborted"),
    (Status::Stopped, "stopped"),
];

impl Status {
    /// The word under which this is kept: `running`, `resigned`, and so on, or `rules:` and the reason.
    pub fn word(&self) -> Cow<'static, str> {
        match self {
            Status::Rules(reason) => format!("rules:{reason}").into(),
            other => other.plain().into(),
        }
    }

    /// The status with this word.
    pub fn from_word(word: &str) -> Option<Status> {
        let known = WORDS.iter().find(|(_, known)| *known == word).map(|(status, _)| status.clone());
        known.or_else(|| word.strip_prefix("rules:").map(|reason| Status::Rules(reason.to_owned().into())))
    }

    /// The reason alone, for records and texts: `resigned`, `agreed`, or the reason of the rules.
    pub fn reason(&self) -> &str {
        match self {
            Status::Rules(reason) => reason,
            other => other.plain(),
        }
    }

    fn plain(&self) -> &'static str {
        WORDS.iter().find(|(known, _)| known == self).map_or("running", |(_, word)| word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_is_read_back_from_its_word() {
        for status in WORDS.map(|(status, _)| status).into_iter().chain([Status::Rules("goal".into())]) {
            assert_eq!(Status::from_word(&status.word()), Some(status));
        }
        assert_eq!(Status::from_word("lost"), None);
    }
}
