//! Text in Discord's Markdown, escaped and cut to length.

use super::accounts::Mentions;
use crate::chat::text::PERSON_WIDTH;
use crate::chat::{Span, Text, TimeStyle};
use crate::service::PlayerId;

/// Writes a text in at most `limit` characters; a longer one ends with an ellipsis.
pub fn markdown(text: &Text, mentions: &Mentions, limit: usize) -> String {
    let mut written = String::new();
    write(text, mentions, &mut written);
    clip(&written, limit)
}

/// Truncates a text to `limit` characters.
pub(super) fn clip(text: &str, limit: usize) -> String {
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
            Span::Code(code) => out.push_str(&format!("`{code}`")),
            Span::Block(lines) => {
                let end = if lines.ends_with('\n') { "" } else { "\n" };
                out.push_str(&format!("```\n{lines}{end}```"));
            }
            Span::Quote(inside) => {
                out.push_str("> ");
                write(inside, mentions, out);
            }
            Span::Person(person) => write_person(*person, mentions, out),
            Span::Place(place) => out.push_str(&format!("<#{place}>")),
            Span::Time(at, TimeStyle::Full) => out.push_str(&format!("<t:{}:f>", at.seconds())),
            Span::Time(at, TimeStyle::Relative) => out.push_str(&format!("<t:{}:R>", at.seconds())),
        }
    }
}

/// Writes a mention of a person who is a user here, and the name of anybody else.
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
    fn spans_are_written_as_discord_reads_them() {
        let text = Text::bold("Barrier")
            .then(" ")
            .then(Text::person(PlayerId(5)))
            .then(Text::place(PlaceId(6)))
            .then("\n")
            .then(Text::quote(Text::typed("*hm*", 9)))
            .then(Text::instant(Millis(7_000)))
            .then(Text::relative(Millis(8_000)))
            .then(Text::code("/move"))
            .then(Text::block("a\nb"));
        let written = "**Barrier** <@75><#6>\n> \\*hm\\*<t:7:f><t:8:R>`/move````\na\nb\n```";
        let mentions = Mentions::of_users([(PlayerId(5), 75)]);
        assert_eq!(markdown(&text, &mentions, 2_000), written);
        assert!(written.chars().count() <= text.width());
        assert_eq!(markdown(&text, &mentions, 9), "**Barrie…");
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
