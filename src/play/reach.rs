//! How what must be said reaches the people at a place.

/// How posts reach a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// It is a server's channel: posts go there, or into a thread opened there.
    Server,
    /// Posts go there, and there are no threads.
    Channel,
    /// We are no member there: all that is seen of us are answers to what people do (see [`super::Token`]).
    Answers,
}

impl Reach {
    /// All of them with their words.
    pub const ALL: [(Reach, &'static str); 3] =
        [(Reach::Server, "server"), (Reach::Channel, "channel"), (Reach::Answers, "answers")];

    /// The word under which this is kept.
    pub fn word(self) -> &'static str {
        Reach::ALL[self as usize].1
    }

    /// The opposite of [`Reach::word`].
    pub fn from_word(word: &str) -> Option<Reach> {
        Reach::ALL.iter().find(|(_, known)| *known == word).map(|(reach, _)| *reach)
    }
}
