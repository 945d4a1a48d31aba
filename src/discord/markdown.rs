//! Text in Discord's Markdown, escaped and cut to length.

use super::accounts::Mentions;
use crate::chat::text::PERSON_WIDTH;
use crate::chat::{Span, Text, TimeStyle};
use crate::service::PlayerId;

/// Writes a text in at most `limit` characters. A longer one is cut where nothing is left open, and ends with an
/// ellipsis.
pub fn markdown(text: &Text, mentions: &Mentions, limit: usize) -> String {
    let written = write_all(text, mentions);
    if written.chars().count() <= limit { written } else { write_all(&cut(text, mentions, limit), mentions) }
}

fn write_all(text: &Text, mentions: &Mentions) -> String {
    let mut out = String::new();
    write(text, mentions, &mut out);
    out
}

/// The beginning of a text that is too long, with an ellipsis, in at most `limit` characters when it is written.
fn cut(text: &Text, mentions: &Mentions, limit: usize) -> Text {
    let mut beginning = Text::default();
    // The ellipsis takes one.
    let mut left = limit.saturating_sub(1);
    for span in text.spans() {
        let width = write_all(&span.clone().into(), mentions).chars().count();
        if width <= left {
            left -= width;
            beginning.push(span.clone());
            continue;
        }
        // What is inside of marks brings its own ellipsis.
        let inside = |marks: usize| (left > marks).then(|| left + 1 - marks);
        match (span, inside(4), inside(2)) {
            (Span::Bold(text), Some(limit), _) => return beginning.then(Text::bold(cut(text, mentions, limit))),
            (Span::Italic(text), _, Some(limit)) => return beginning.then(Span::Italic(cut(text, mentions, limit))),
            (Span::Quote(text), _, Some(limit)) => return beginning.then(Text::quote(cut(text, mentions, limit))),
            (Span::Words(words), ..) => beginning.push(words.chars().take(left).collect::<String>()),
            (Span::Typed(typed), ..) => beginning.push(Span::Typed(cut_typed(typed, left))),
            (Span::Code(code), _, Some(limit)) => {
                return beginning.then(Text::code(code.chars().take(limit - 1).chain(['…']).collect::<String>()));
            }
            _ => {}
        }
        break;
    }
    beginning.then("…")
}

/// As much of what was typed as fits when it is escaped.
fn cut_typed(typed: &str, limit: usize) -> String {
    let mut fitting = String::new();
    for c in typed.chars() {
        fitting.push(c);
        let mut escaped = String::new();
        escape(&fitting, &mut escaped);
        if escaped.chars().count() > limit {
            fitting.pop();
            break;
        }
    }
    fitting
}

/// Truncates a text to `limit` characters.
pub(super) fn truncate(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        text.to_owned()
    } else {
        text.chars().take(limit - 1).collect::<String>() + "…"
    }
}

fn write(text: &Text, mentions: &Mentions, out: &mut String) {
    for span in text.spans() {
        match span {
            Span::Words(words) => out.push_str(words),
            Span::Typed(typed) => escape(typed, out),
            Span::Bold(inside) => between("**", inside, mentions, out),
            Span::Italic(inside) => between("*", inside, mentions, out),
            Span::Code(code) | Span::Command { in_fields: code, .. } => out.push_str(&format!("`{code}`")),
            Span::Block(lines) => {
                let end = if lines.ends_with('\n') { "" } else { "\n" };
                out.push_str(&format!("```\n{lines}{end}```"));
            }
            Span::Quote(inside) => {
                out.push_str("> ");
                write(inside, mentions, out);
            }
            Span::Person(person) => write_person(*person, mentions, out),
            Span::Place(place) => match mentions.channel(*place) {
                Some(channel) => out.push_str(&format!("<#{channel}>")),
                None => out.push_str(&Text::place(*place).plain()),
            },
            Span::Time(at, TimeStyle::Full, _) => out.push_str(&format!("<t:{}:f>", at.seconds())),
            Span::Time(at, TimeStyle::Relative, _) => out.push_str(&format!("<t:{}:R>", at.seconds())),
        }
    }
}

/// Writes a mention if the person is a Discord user, otherwise the plain name.
fn write_person(person: PlayerId, mentions: &Mentions, out: &mut String) {
    match (mentions.user(person), mentions.name(person)) {
        (Some(user), _) => out.push_str(&format!("<@{user}>")),
        (None, Some(name)) => out.push_str(&short_name(name)),
        (None, None) => out.push_str(&Text::person(person).plain()),
    }
}

/// A name, escaped, and shortened to the length of a mention.
fn short_name(name: &str) -> String {
    let written = |most| {
        let mut written = String::new();
        escape(&Text::typed(name, most).plain(), &mut written);
        written
    };
    let fits = |name: &String| name.chars().count() <= PERSON_WIDTH;
    (1..=PERSON_WIDTH).rev().map(written).find(fits).unwrap_or_default()
}

fn between(mark: &str, inside: &Text, mentions: &Mentions, out: &mut String) {
    out.push_str(mark);
    write(inside, mentions, out);
    out.push_str(mark);
}

/// Puts a backslash before everything that Discord would interpret as formatting, a mention or a link.
fn escape(typed: &str, out: &mut String) {
    let mut escaped = String::with_capacity(typed.len());
    for c in typed.chars() {
        if c.is_ascii_punctuation() && !matches!(c, '\'' | '"' | ',' | '.' | '!' | '?' | ';' | '%' | '=' | '+' | '/') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    // Links work without brackets, and mentions in spite of a backslash: a zero-width space breaks both.
    out.push_str(&escaped.replace("://", ":\u{200b}//").replace("\\@", "@\u{200b}"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::Language;
    use crate::service::{Millis, PlaceId};

    fn typed(text: &str, most: usize) -> String {
        markdown(&Text::typed(text, most), &Mentions::default(), 2_000)
    }

    #[test]
    fn what_players_type_is_made_harmless() {
        assert_eq!(typed("**Ada** <@1>\n`x`", 50), "\\*\\*Ada\\*\\* \\<@\u{200b}1\\> \\`x\\`");
        assert_eq!(typed("@everyone https://x.example", 50), "@\u{200b}everyone https\\:\u{200b}//x.example");
        assert_eq!(typed("abcdef", 3), "abc…");
        assert_eq!(typed("Niccolò's 3.5", 50), "Niccolò's 3.5");
        assert_eq!(typed("A\u{202e}da\u{2069}", 50), "Ada");
    }

    #[test]
    fn a_long_text_is_cut_where_nothing_is_left_open() {
        let text = Text::from("ab ")
            .then(Text::bold(Text::from("cd ").then(Text::typed("*efgh*", 20))))
            .then(Text::code("ijkl"))
            .then(Text::person(PlayerId(5)))
            .then("mnop");
        let whole = markdown(&text, &Mentions::of_users([(PlayerId(5), 5)]), 2_000);
        assert_eq!(whole, "ab **cd \\*efgh\\***`ijkl`<@5>mnop");
        for limit in 1..whole.chars().count() {
            let written = markdown(&text, &Mentions::of_users([(PlayerId(5), 5)]), limit);
            assert!(written.chars().count() <= limit && written.contains('…'), "{limit}: {written}");
            let marks = written.matches("**").count();
            assert!(marks.is_multiple_of(2) && written.matches('`').count().is_multiple_of(2), "{limit}: {written}");
            assert_eq!(written.contains('<'), written.contains("<@5>"), "{limit}: {written}");
        }
        assert_eq!(markdown(&text, &Mentions::of_users([(PlayerId(5), 5)]), 13), "ab **cd \\*…**");
    }

    #[test]
    fn spans_are_written_as_discord_reads_them() {
        let text = Text::bold("Barrier")
            .then(" ")
            .then(Text::person(PlayerId(5)))
            .then(Text::place(PlaceId(6)))
            .then("\n")
            .then(Text::quote(Text::typed("*hm*", 9)))
            .then(Span::Time(Millis(7_000), TimeStyle::Full, Language::En))
            .then(Span::Time(Millis(8_000), TimeStyle::Relative, Language::En))
            .then(Text::code("/move"))
            .then(Text::block("a\nb"));
        let written = "**Barrier** <@75><#86>\n> \\*hm\\*<t:7:f><t:8:R>`/move````\na\nb\n```";
        let mentions = Mentions::of_users([(PlayerId(5), 75)]).with_channels([(PlaceId(6), 86)]);
        assert_eq!(markdown(&text, &mentions, 2_000), written);
        assert!(written.chars().count() <= text.width());
        assert_eq!(markdown(&text, &mentions, 9), "**Barr…**");
    }

    #[test]
    fn people_who_are_no_users_are_written_by_name() {
        let names = [(PlayerId(5), "*Ada* <@5>"), (PlayerId(6), "a_name_that_is_much_longer_than_a_mention")];
        let mentions =
            Mentions::of_users([(PlayerId(7), 0)]).with_names(names.map(|(person, name)| (person, name.to_owned())));
        let written = |person| markdown(&Text::person(PlayerId(person)), &mentions, 2_000);
        assert_eq!(written(5), "\\*Ada\\* \\<@\u{200b}5\\>");
        assert_eq!(written(6), "a\\_name\\_that\\_is\\_muc…");
        assert_eq!(written(7), "#7");
        assert!([5, 6, 7].iter().all(|person| written(*person).chars().count() <= PERSON_WIDTH));
    }
}
