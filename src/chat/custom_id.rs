//! Custom ids: what a button, a menu or a form does, in the words that a platform keeps for it. An id is complete, so a
//! button still works after a restart, and names the ply it was made for, so a button on an outdated board is
//! recognised.

use crate::service::{Match, MatchId};
use std::fmt::{self, Debug, Display};
use std::marker::PhantomData;

/// The maximum length of a custom id in bytes, which is Discord's.
pub const CUSTOM_ID_MAX: usize = 100;

/// What a button does.
#[derive(Debug)]
pub enum Pressed {}
/// What a choice from a menu does.
#[derive(Debug)]
pub enum Chosen {}
/// What a submitted form does.
#[derive(Debug)]
pub enum Submitted {}

/// The custom id of a button, with its arguments.
pub type ButtonId = CustomId<Pressed>;
/// The custom id of a menu, with its arguments.
pub type MenuId = CustomId<Chosen>;
/// The custom id of a form, with its arguments.
pub type FormId = CustomId<Submitted>;

/// The pattern of a custom id, in words: `@` is the number of a match and the ply of its board, `#` a whole number, `*`
/// a word, `**` any number of words, and `a|b` one of these. Any other word stands for itself. The words of an id never
/// change, because messages keep them for years.
pub struct Pattern<K> {
    words: &'static str,
    kind: PhantomData<fn() -> K>,
}

impl<K> Clone for Pattern<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Pattern<K> {}

impl<K> Debug for Pattern<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words)
    }
}

impl<K> Pattern<K> {
    /// A pattern of these words.
    pub const fn new(words: &'static str) -> Pattern<K> {
        Pattern { words, kind: PhantomData }
    }

    /// Whether ids name a match.
    pub const fn names_match(self) -> bool {
        let (bytes, mut at) = (self.words.as_bytes(), 0);
        while at < bytes.len() {
            if bytes[at] == b'@' {
                return true;
            }
            at += 1;
        }
        false
    }

    /// An id without arguments.
    pub fn action(self) -> CustomId<K> {
        CustomId { pattern: self, at: None, arguments: Vec::new() }
    }

    /// An id with one argument.
    pub fn with(self, argument: impl Display) -> CustomId<K> {
        self.action().with(argument)
    }

    /// An id about a match as its board shows it.
    pub fn on(self, played: &Match) -> CustomId<K> {
        self.at(played.id, played.ply())
    }

    /// An id about a match and a ply of it.
    pub fn at(self, id: MatchId, ply: usize) -> CustomId<K> {
        CustomId { at: Some((id, ply)), ..self.action() }
    }

    /// The id with this pattern that a text is; `None` if it is none.
    pub fn read(self, id: &str) -> Option<CustomId<K>> {
        if id.len() > CUSTOM_ID_MAX {
            return None;
        }
        let mut given = id.split(' ');
        let mut read = self.action();
        for word in self.words.split(' ') {
            match word {
                "@" => read.at = Some((MatchId(given.next()?.parse().ok()?), given.next()?.parse().ok()?)),
                "**" => read.arguments.extend(given.by_ref().map(str::to_owned)),
                _ => {
                    let next = given.next()?;
                    let (fits, is_argument) = match word {
                        "#" => {
                            ((1..=18).contains(&next.len()) && next.bytes().all(|digit| digit.is_ascii_digit()), true)
                        }
                        "*" => (!next.is_empty(), true),
                        _ if word.contains('|') => (word.split('|').any(|one| one == next), true),
                        _ => (word == next, false),
                    };
                    if !fits {
                        return None;
                    }
                    if is_argument {
                        read.arguments.push(next.to_owned());
                    }
                }
            }
        }
        given.next().is_none().then_some(read)
    }
}

/// A custom id: a pattern with the match and the words that it is filled with.
pub struct CustomId<K> {
    pattern: Pattern<K>,
    at: Option<(MatchId, usize)>,
    arguments: Vec<String>,
}

impl<K> CustomId<K> {
    /// The same with one more argument.
    #[must_use]
    pub fn with(mut self, argument: impl Display) -> CustomId<K> {
        self.arguments.push(argument.to_string());
        self
    }

    /// The same with more arguments.
    #[must_use]
    pub fn with_all<S: AsRef<str>>(mut self, arguments: impl IntoIterator<Item = S>) -> CustomId<K> {
        self.arguments.extend(arguments.into_iter().map(|argument| argument.as_ref().to_owned()));
        self
    }

    /// Whether it has this pattern.
    pub fn is(&self, pattern: Pattern<K>) -> bool {
        self.pattern.words == pattern.words
    }

    /// Its pattern.
    pub fn pattern(&self) -> Pattern<K> {
        self.pattern
    }

    /// The match that it is about and the ply of its board, if it is about one.
    pub fn at(&self) -> Option<(MatchId, usize)> {
        self.at
    }

    /// Its arguments, in the order of the pattern.
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }

    /// The argument at this place as a value; `None` if there is none, or if it is no such value.
    pub fn argument<T: std::str::FromStr>(&self, at: usize) -> Option<T> {
        self.arguments.get(at)?.parse().ok()
    }
}

impl<K> Clone for CustomId<K> {
    fn clone(&self) -> Self {
        CustomId { pattern: self.pattern, at: self.at, arguments: self.arguments.clone() }
    }
}

impl<K> PartialEq for CustomId<K> {
    fn eq(&self, other: &Self) -> bool {
        self.is(other.pattern) && self.at == other.at && self.arguments == other.arguments
    }
}

impl<K> Eq for CustomId<K> {}

impl<K> Debug for CustomId<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}

impl<K> Display for CustomId<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut arguments = self.arguments.iter();
        for (number, word) in self.pattern.words.split(' ').enumerate() {
            let space = if number == 0 { "" } else { " " };
            match (word, self.at) {
                ("@", Some((id, ply))) => write!(f, "{space}{id} {ply}")?,
                ("**", _) => arguments.by_ref().try_for_each(|argument| write!(f, " {argument}"))?,
                ("#" | "*", _) => write!(f, "{space}{}", arguments.next().map_or("", String::as_str))?,
                _ if word.contains('|') => write!(f, "{space}{}", arguments.next().map_or("", String::as_str))?,
                _ => write!(f, "{space}{word}")?,
            }
        }
        Ok(())
    }
}

/// The match and the ply of the board that an id of any kind names; `None` if it names none.
pub fn board_of(id: &str) -> Option<(MatchId, usize)> {
    const ANY_ON_A_BOARD: Pattern<Pressed> = Pattern::new("* @ **");
    ANY_ON_A_BOARD.read(id)?.at()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PICK: Pattern<Chosen> = Pattern::new("pick @ # **");
    const REPLAY: Pattern<Pressed> = Pattern::new("replay @ first|back");
    const ACCEPT_LISTED: Pattern<Pressed> = Pattern::new("accept # listed");

    #[test]
    fn an_id_means_what_it_was_made_for() {
        let picked = ["b1", "b2"];
        let id = PICK.at(MatchId(99_999_999), 9_999).with(2).with_all(picked);
        assert_eq!(id.to_string(), "pick 99999999 9999 2 b1 b2");
        let read = PICK.read(&id.to_string()).expect("it is an id");
        assert_eq!(read, id);
        assert_eq!((read.argument(0), &read.arguments()[1..]), (Some(2), &picked.map(str::to_owned)[..]));
        assert_eq!(PICK.read("pick 1 2 0").map(|read| read.arguments().to_vec()), Some(vec!["0".to_owned()]));
        let listed = ACCEPT_LISTED.with(12);
        assert_eq!(listed.to_string(), "accept 12 listed");
        assert_eq!(ACCEPT_LISTED.read("accept 12 listed"), Some(listed));
        assert_eq!(REPLAY.read("replay 1 2 back").and_then(|read| read.argument(0)), Some("back".to_owned()));
        assert_eq!(board_of("replay 1 2 back"), Some((MatchId(1), 2)));
        assert_eq!(board_of("accept 12 listed"), None);
    }

    #[test]
    fn a_text_that_does_not_fit_the_pattern_is_no_id() {
        let long = format!("pick 1 2 0{}", " b1".repeat(40));
        for id in ["", " ", "pick", "pick 1", "pick 1 2", "pick 1 2 x", "pick 1 -2 0", "pick x 2 0", &long] {
            assert_eq!(PICK.read(id), None, "{id}");
        }
        for id in ["replay 1 2", "replay 1 2 last", "replay 1 2 back 3", "replays 1 2 back"] {
            assert_eq!(REPLAY.read(id), None, "{id}");
        }
        for id in ["accept -1 listed", "accept 1", "accept  listed", "accept 1 listed more"] {
            assert_eq!(ACCEPT_LISTED.read(id), None, "{id}");
        }
    }
}
