//! Text as data: what a message says, with mentions, times and emphasis as spans. Each platform writes it in its own
//! markup, escapes what users typed, and cuts it to its own length.

use crate::localization::Language;
pub(in crate::chat) use crate::service::people::display_name::is_invisible;
use crate::service::{Millis, PlaceId, PlayerId};

/// How an instant is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeStyle {
    /// Date and time.
    Full,
    /// Relative to the present, such as “in two days”.
    Relative,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Words of the program. They contain no markup of any platform; line breaks are `\n`.
    Words(String),
    /// What a user typed, on one line. It may contain the markup of any platform.
    Typed(String),
    /// Strong emphasis.
    Bold(Text),
    /// Emphasis.
    Italic(Text),
    /// Something to type, or to read letter by letter.
    Code(String),
    /// A whole command. The platform shows the form that its users enter.
    Command {
        /// With a field for each option.
        in_fields: String,
        /// Typed as a message.
        typed: String,
    },
    /// Lines of characters of equal width.
    Block(String),
    /// A quotation, on a line of its own.
    Quote(Text),
    /// A player's name, without a ping. The platform may add a link to the player.
    Person(PlayerId),
    /// A link to a channel or a thread.
    Place(PlaceId),
    /// An instant. Platforms whose clients cannot localize it write it in this language.
    Time(Millis, TimeStyle, Language),
}

/// A text: its spans in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    spans: Vec<Span>,
}

/// The number of characters in which a platform writes a person, at most.
pub const PERSON_WIDTH: usize = 23;

/// The first of the characters that stand for spans while a sentence is put together. They are of a private-use area,
/// and are removed from everything else.
const PLACEHOLDER: u32 = 0xe000;
/// The number of such characters.
const PLACEHOLDERS: u32 = 256;

/// Whether a character may stand for a span.
pub(in crate::chat) fn is_placeholder(c: char) -> bool {
    (PLACEHOLDER..PLACEHOLDER + PLACEHOLDERS).contains(&u32::from(c))
}

/// The character that stands for the span with this number.
pub(in crate::chat) fn placeholder(number: usize) -> char {
    u32::try_from(number)
        .ok()
        .filter(|number| *number < PLACEHOLDERS)
        .and_then(|number| char::from_u32(PLACEHOLDER + number))
        .unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// A player's text without invisible characters: line breaks and other control characters, and those that change the
/// text direction. For pictures, records and descriptions, where nothing is interpreted as formatting.
pub(in crate::chat) fn without_invisible(text: &str) -> String {
    text.chars().filter(|c| !is_invisible(*c) && !is_placeholder(*c)).collect()
}

impl From<&str> for Text {
    fn from(words: &str) -> Text {
        Text::from(words.to_owned())
    }
}

impl From<String> for Text {
    /// Words of the program.
    fn from(words: String) -> Text {
        Text { spans: if words.is_empty() { Vec::new() } else { vec![Span::Words(words)] } }
    }
}

impl From<Span> for Text {
    fn from(span: Span) -> Text {
        Text { spans: vec![span] }
    }
}

/// Words in which another character stands before the names of commands: a `/` that begins a word.
fn with_prefix(words: &str, prefix: char) -> String {
    let mut out = String::with_capacity(words.len());
    let mut before = None;
    let mut rest = words.chars().peekable();
    while let Some(c) = rest.next() {
        let begins = before.is_none_or(|before: char| !before.is_alphanumeric() && !"/:.".contains(before));
        let is_command = c == '/' && begins && rest.peek().is_some_and(|next| next.is_alphabetic());
        out.push(if is_command { prefix } else { c });
        before = Some(c);
    }
    out
}

impl Text {
    /// What a user typed, on one line, without invisible characters and shortened to `most` characters.
    pub fn typed(text: &str, most: usize) -> Text {
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let visible = without_invisible(&words);
        let mut cut: String = visible.chars().take(most).collect();
        if cut.len() < visible.len() {
            cut.push('…');
        }
        Span::Typed(cut).into()
    }

    /// A player's name.
    pub fn person(player: PlayerId) -> Text {
        Span::Person(player).into()
    }

    /// A link to a place.
    pub fn place(place: PlaceId) -> Text {
        Span::Place(place).into()
    }

    /// A text with strong emphasis.
    pub fn bold(text: impl Into<Text>) -> Text {
        Span::Bold(text.into()).into()
    }

    /// Something to type.
    pub fn code(text: impl Into<String>) -> Text {
        Span::Code(text.into()).into()
    }

    /// Lines of characters of equal width.
    pub fn block(text: impl Into<String>) -> Text {
        Span::Block(text.into()).into()
    }

    /// A quotation.
    pub fn quote(text: impl Into<Text>) -> Text {
        Span::Quote(text.into()).into()
    }

    /// Parses the markup of sentences: `**bold**`, `*emphasis*` and `` `code` ``. Markup that is not closed is kept as
    /// it is.
    pub fn from_markup(markup: &str) -> Text {
        Text::with_spans(markup, &[])
    }

    /// Like [`Text::from_markup`], with the texts for which placeholders stand.
    pub(in crate::chat) fn with_spans(markup: &str, inserted: &[Text]) -> Text {
        let mut text = Text::default();
        let mut words = String::new();
        let mut rest = markup;
        while let Some(c) = rest.chars().next() {
            if let Some((span, after)) = emphasised(rest, inserted) {
                text.push(std::mem::take(&mut words));
                text.push(span);
                rest = after;
                continue;
            }
            if is_placeholder(c) {
                text.push(std::mem::take(&mut words));
                let number = (u32::from(c) - PLACEHOLDER) as usize;
                text.push(inserted.get(number).cloned().unwrap_or_default());
            } else {
                words.push(c);
            }
            rest = &rest[c.len_utf8()..];
        }
        text.push(words);
        text
    }

    /// The spans in order.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The text with another character than `/` before the names of commands.
    #[must_use]
    pub fn with_command_prefix(&self, prefix: char) -> Text {
        let spans = self.spans.iter().map(|span| match span {
            Span::Words(words) => Span::Words(with_prefix(words, prefix)),
            Span::Code(code) => Span::Code(with_prefix(code, prefix)),
            Span::Command { typed, .. } => Span::Code(with_prefix(typed, prefix)),
            Span::Bold(text) => Span::Bold(text.with_command_prefix(prefix)),
            Span::Italic(text) => Span::Italic(text.with_command_prefix(prefix)),
            Span::Quote(text) => Span::Quote(text.with_command_prefix(prefix)),
            other => other.clone(),
        });
        Text { spans: spans.collect() }
    }

    /// The people in it, in order; those named twice occur twice.
    pub fn people(&self) -> Vec<PlayerId> {
        let people = |span: &Span| match span {
            Span::Person(person) => vec![*person],
            Span::Bold(text) | Span::Italic(text) | Span::Quote(text) => text.people(),
            Span::Words(_)
            | Span::Typed(_)
            | Span::Code(_)
            | Span::Command { .. }
            | Span::Block(_)
            | Span::Place(_)
            | Span::Time(..) => Vec::new(),
        };
        self.spans.iter().flat_map(people).collect()
    }

    /// The places in it, in order; those linked twice occur twice.
    pub fn places(&self) -> Vec<PlaceId> {
        let places = |span: &Span| match span {
            Span::Place(place) => vec![*place],
            Span::Bold(text) | Span::Italic(text) | Span::Quote(text) => text.places(),
            Span::Words(_)
            | Span::Typed(_)
            | Span::Code(_)
            | Span::Command { .. }
            | Span::Block(_)
            | Span::Person(_)
            | Span::Time(..) => Vec::new(),
        };
        self.spans.iter().flat_map(places).collect()
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Adds a text at the end.
    pub fn push(&mut self, text: impl Into<Text>) {
        for span in text.into().spans {
            match (self.spans.last_mut(), span) {
                (Some(Span::Words(before)), Span::Words(more)) => before.push_str(&more),
                (_, span) => self.spans.push(span),
            }
        }
    }

    /// The text with another at its end.
    #[must_use]
    pub fn then(mut self, text: impl Into<Text>) -> Text {
        self.push(text);
        self
    }

    /// Adds a text on a line of its own.
    pub fn push_line(&mut self, line: impl Into<Text>) {
        self.push("\n");
        self.push(line);
    }

    /// Joins texts, with words between them.
    pub fn join(texts: impl IntoIterator<Item = Text>, separator: &str) -> Text {
        let mut joined = Text::default();
        for (number, text) in texts.into_iter().enumerate() {
            if number > 0 {
                joined.push(separator);
            }
            joined.push(text);
        }
        joined
    }

    /// The text in the markup of sentences, see [`Text::from_markup`]; other spans are written as [`Text::plain`] does.
    pub fn markup(&self) -> String {
        let mut markup = String::new();
        self.spans.iter().for_each(|span| match span {
            Span::Bold(text) => markup.push_str(&format!("**{}**", text.markup())),
            Span::Italic(text) => markup.push_str(&format!("*{}*", text.markup())),
            Span::Code(text) | Span::Command { in_fields: text, .. } => markup.push_str(&format!("`{text}`")),
            other => markup.push_str(&Text::from(other.clone()).plain()),
        });
        markup
    }

    /// The text without emphasis, for pictures, labels and descriptions. Spans that only a platform can show are
    /// written as numbers and UTC times.
    pub fn plain(&self) -> String {
        let mut plain = String::new();
        self.spans.iter().for_each(|span| match span {
            Span::Words(text)
            | Span::Typed(text)
            | Span::Code(text)
            | Span::Command { in_fields: text, .. }
            | Span::Block(text) => plain.push_str(text),
            Span::Bold(text) | Span::Italic(text) | Span::Quote(text) => plain.push_str(&text.plain()),
            Span::Person(PlayerId(id)) | Span::Place(PlaceId(id)) => plain.push_str(&format!("#{id}")),
            Span::Time(at, ..) => {
                let time = jiff::Timestamp::from_second(at.seconds()).unwrap_or_default();
                plain.push_str(&time.strftime("%Y-%m-%d %H:%M UTC").to_string());
            }
        });
        plain
    }

    /// The beginning of the text, at most this wide (see [`Text::width`]). A shortened text ends with an ellipsis.
    #[must_use]
    pub fn shortened(&self, width: usize) -> Text {
        if self.width() <= width {
            return self.clone();
        }
        let mut beginning = Text::default();
        let mut left = width.saturating_sub(1);
        for span in &self.spans {
            let text = Text::from(span.clone());
            if text.width() > left {
                if let Span::Words(words) = span {
                    beginning.push(words.chars().take(left).collect::<String>());
                }
                break;
            }
            left -= text.width();
            beginning.push(text);
        }
        beginning.then("…")
    }

    /// An upper bound on the number of characters that a platform needs to write it.
    pub fn width(&self) -> usize {
        let width = |span: &Span| match span {
            Span::Words(text) => text.chars().count(),
            // Escaping may double it, and take one character more for a link or a mention.
            Span::Typed(text) => {
                text.chars().map(|c| if c.is_ascii_punctuation() { 2 } else { 1 }).sum::<usize>()
                    + text.matches("://").count()
            }
            Span::Bold(text) => text.width() + 4,
            Span::Italic(text) | Span::Quote(text) => text.width() + 2,
            Span::Code(text) | Span::Command { in_fields: text, .. } => text.chars().count() + 2,
            Span::Block(text) => text.chars().count() + 8,
            Span::Person(_) => PERSON_WIDTH,
            Span::Place(_) => 23,
            Span::Time(..) => 36,
        };
        self.spans.iter().map(width).sum()
    }
}

/// The emphasised or verbatim text at the start of a sentence, and what follows it.
fn emphasised<'a>(rest: &'a str, inserted: &[Text]) -> Option<(Text, &'a str)> {
    let between = |mark: &str| {
        let inside = rest.strip_prefix(mark)?;
        let (inside, after) = inside.split_once(mark)?;
        // As in “2 * 3”, a mark beside a blank is a sign.
        (!inside.is_empty() && inside.trim() == inside).then_some((inside, after))
    };
    if let Some((inside, after)) = between("**") {
        return Some((Text::bold(Text::with_spans(inside, inserted)), after));
    }
    if rest.starts_with("**") {
        return None;
    }
    if let Some((inside, after)) = between("*") {
        return Some((Span::Italic(Text::with_spans(inside, inserted)).into(), after));
    }
    let (inside, after) = between("`")?;
    Some((Text::code(Text::with_spans(inside, inserted).plain()), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_names_of_commands_get_another_prefix() {
        let text = Text::from_markup("Use `/help` or */play*: and/or, 1/2, https://example.org/play, (/mover). /ñ")
            .then(Text::typed("/resign", 20))
            .then(Span::Command { in_fields: "/play level:2".to_owned(), typed: "/play level 2".to_owned() });
        let changed = text.with_command_prefix('!').plain();
        assert_eq!(
            changed,
            "Use !help or !play: and/or, 1/2, https://example.org/play, (!mover). !ñ/resign!play level 2"
        );
        assert!(text.plain().ends_with("/play level:2"));
    }

    #[test]
    fn markup_of_sentences_becomes_spans() {
        let inserted = [Text::person(PlayerId(7)), Text::typed("a *b*", 9)];
        let sentence = format!("**Game** of {} and *{}*: `/move`, 2 * 3 **", placeholder(0), placeholder(1));
        let text = Text::with_spans(&sentence, &inserted);
        assert_eq!(
            text.spans(),
            [
                Span::Bold("Game".into()),
                Span::Words(" of ".into()),
                Span::Person(PlayerId(7)),
                Span::Words(" and ".into()),
                Span::Italic(Text::typed("a *b*", 9)),
                Span::Words(": ".into()),
                Span::Code("/move".into()),
                Span::Words(", 2 * 3 **".into()),
            ]
        );
        assert_eq!(Text::quote(text.clone()).people(), [PlayerId(7)]);
        assert_eq!(text.plain(), "Game of #7 and a *b*: /move, 2 * 3 **");
    }

    #[test]
    fn a_text_is_shortened_between_spans_or_within_words() {
        let text = Text::bold("12345").then("six seven").then(Text::person(PlayerId(7)));
        assert_eq!(text.width(), 9 + 9 + PERSON_WIDTH);
        for width in 0..=text.width() {
            let shortened = text.shortened(width);
            assert!(shortened.width() <= width.max(1), "{width}: {shortened:?}");
            assert_eq!(shortened == text, width == text.width());
        }
        assert_eq!(text.shortened(12).plain(), "12345si…");
        assert_eq!(text.shortened(8).plain(), "…");
    }

    #[test]
    fn what_users_typed_is_one_line_without_tricks() {
        let typed = |text: &str, most| Text::typed(text, most).plain();
        assert_eq!(typed("**Ada**\n`x`", 50), "**Ada** `x`");
        assert_eq!(typed("A\u{202e}d\u{2066}a\u{200f}\u{e000}", 50), "Ada");
        assert_eq!(typed("abcdef", 3), "abc…");
        assert_eq!(typed("نور Ñ 日本", 50), "نور Ñ 日本");
    }

    #[test]
    fn a_placeholder_of_nothing_is_nothing() {
        let sentence = format!("a{}b{}", placeholder(3), placeholder(999));
        assert_eq!(Text::with_spans(&sentence, &["x".into()]).plain(), "ab\u{fffd}");
    }
}
