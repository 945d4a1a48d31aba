//! Words and quoted values.

use crate::chat::typed_error::TypedError;

/// The opening quotes, each with its closing quote.
const QUOTES: [(char, char); 5] = [('"', '"'), ('“', '”'), ('«', '»'), ('\'', '\''), ('‘', '’')];

/// A quotation at the start of a text.
pub(super) enum Quoted<'a> {
    /// The text does not start with a quote.
    Absent,
    /// The closing quote is missing. Holds the opening quote and the missing one.
    Open(char, char),
    /// The quoted value, and the text after the closing quote.
    Closed(String, &'a str),
}

/// Reads a quotation at the start of a text. It ends at a closing quote before whitespace or at the end of the text, so
/// “don't” does not end it. Two closing quotes stand for one.
pub(super) fn quoted(text: &str) -> Quoted<'_> {
    let mut chars = text.char_indices().peekable();
    let first = chars.next().map(|(_, first)| first);
    let Some((open, close)) = QUOTES.into_iter().find(|(open, _)| Some(*open) == first) else { return Quoted::Absent };
    let mut value = String::new();
    while let Some((at, c)) = chars.next() {
        match chars.peek() {
            Some((_, next)) if c == close && *next == close => {
                chars.next();
                value.push(c);
            }
            Some((_, next)) if c == close && !next.is_whitespace() => value.push(c),
            _ if c == close => return Quoted::Closed(value, &text[at + c.len_utf8()..]),
            _ => value.push(c),
        }
    }
    Quoted::Open(open, close)
}

/// Reports whether a text starts with an opening quote.
pub(super) fn begins_quoted(text: &str) -> bool {
    QUOTES.iter().any(|(open, _)| text.starts_with(*open))
}

/// Quotes a value so that [`quoted`] can read it back.
pub(super) fn quote(value: &str) -> String {
    format!("\"{}\"", value.replace('"', "\"\""))
}

/// Returns the first word, and the text after it.
pub(super) fn word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// Returns the first value (a word or a quotation), whether it was quoted, and the text after it.
///
/// # Errors
/// [`TypedError::Unclosed`] if the closing quote is missing.
pub(super) fn value(text: &str) -> Result<Option<(String, bool, &str)>, TypedError> {
    match quoted(text.trim_start()) {
        Quoted::Closed(value, rest) => Ok(Some((value, true, rest))),
        Quoted::Open(open, close) => Err(TypedError::Unclosed { open, close }),
        Quoted::Absent => Ok(word(text).map(|(word, rest)| (word.to_owned(), false, rest))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(String, &str)> {
        match quoted(text) {
            Quoted::Closed(value, rest) => Some((value, rest)),
            Quoted::Open(..) | Quoted::Absent => None,
        }
    }

    #[test]
    fn all_quotes_are_read() {
        for text in ["\"good luck\" x", "“good luck” x", "«good luck» x", "'good luck' x", "‘good luck’ x"] {
            assert_eq!(read(text), Some(("good luck".to_owned(), " x")), "{text}");
        }
        assert_eq!(read("'don't worry'"), Some(("don't worry".to_owned(), "")));
        assert_eq!(read("\"\""), Some((String::new(), "")));
        assert_eq!((read("\"good luck"), read("good \"luck\""), read("")), (None, None, None));
    }

    #[test]
    fn quoted_values_are_read_back() {
        for value in ["", "\"", "a\"", "\"a", "say \"hi\" now", "two\nlines ", "”“", "\"\"\""] {
            assert_eq!(read(&quote(value)), Some((value.to_owned(), "")), "{value}");
            assert_eq!(read(&format!("{} next", quote(value))), Some((value.to_owned(), " next")), "{value}");
        }
    }
}
