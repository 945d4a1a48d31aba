//! Text in Discord's Markdown, escaped and cut to length.

use crate::chat::{Span, Text, TimeStyle};

/// Writes a text in at most `limit` characters; a longer one ends with an ellipsis.
pub fn markdown(text: &Text, limit: usize) -> String {
    let mut written = String::new();
    write(text, &mut written);
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

fn write(text: &Text, out: &mut String) {
    for span in text.spans() {
        match span {
            Span::Words(words) => out.push_str(words),
            Span::Typed(typed) => escape(typed, out),
            Span::Bold(inside) => between("**", inside, out),
            Span::Italic(inside) => between("*", inside, out),
            Span::Code(code) => out.push_str(&format!("`{code}`")),
            Span::Block(lines) => {
                let end = if lines.ends_with('\n') { "" } else { "\n" };
                out.push_str(&format!("```\n{lines}{end}```"));
            }
            Span::Quote(inside) => {
                out.push_str("> ");
                write(inside, out);
            }
            Span::Person(player) => out.push_str(&format!("<@{player}>")),
            Span::Place(place) => out.push_str(&format!("<#{place}>")),
            Span::Time(at, TimeStyle::Full) => out.push_str(&format!("<t:{}:f>", at.seconds())),
            Span::Time(at, TimeStyle::Relative) => out.push_str(&format!("<t:{}:R>", at.seconds())),
        }
    }
}

fn between(mark: &str, inside: &Text, out: &mut String) {
    out.push_str(mark);
    write(inside, out);
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
    use crate::service::{Millis, PlaceId, PlayerId};

    fn typed(text: &str, most: usize) -> String {
        markdown(&Text::typed(text, most), 2_000)
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
        let written = "**Barrier** <@5><#6>\n> \\*hm\\*<t:7:f><t:8:R>`/move````\na\nb\n```";
        assert_eq!(markdown(&text, 2_000), written);
        assert!(written.chars().count() <= text.width());
        assert_eq!(markdown(&text, 9), "**Barrie…");
    }
}
