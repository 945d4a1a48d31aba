//! Text as Matrix shows it: once plain, and once in the HTML that clients accept. Everything typed is escaped.

use super::accounts::Named;
use crate::chat::{Span, Text, TimeStyle};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use std::fmt::Write;

/// A text in both forms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Without markup.
    pub plain: String,
    /// As HTML.
    pub html: String,
}

/// Writes a text.
pub fn write(text: &Text, named: &Named) -> Written {
    let mut written = Written::default();
    write_into(text, named, &mut written);
    // Line breaks of a list or a quotation are already made by their elements.
    written.html = written.html.replace("</blockquote><br>", "</blockquote>").replace("</pre><br>", "</pre>");
    written
}

fn write_into(text: &Text, named: &Named, out: &mut Written) {
    for span in text.spans() {
        match span {
            Span::Words(words) | Span::Typed(words) => push(words, out),
            Span::Bold(inside) => element("strong", inside, named, out),
            Span::Italic(inside) => element("em", inside, named, out),
            Span::Quote(inside) => {
                out.plain.push_str("> ");
                element("blockquote", inside, named, out);
            }
            Span::Code(code) => {
                out.plain.push_str(code);
                let _ = write!(out.html, "<code>{}</code>", escape(code));
            }
            Span::Block(lines) => {
                out.plain.push_str(lines);
                let _ = write!(out.html, "<pre><code>{}</code></pre>", escape(lines));
            }
            Span::Person(person) => match (named.user(*person), named.name(*person)) {
                (Some(user), name) => {
                    let name = name.unwrap_or(user);
                    out.plain.push_str(name);
                    let _ = write!(out.html, "<a href=\"{}\">{}</a>", link_to(user), escape(name));
                }
                (None, Some(name)) => push(name, out),
                (None, None) => push(&Text::person(*person).plain(), out),
            },
            Span::Place(place) => {
                // A number would mean nothing to those who read it.
                if let Some((name, link)) = named.place(*place) {
                    out.plain.push_str(name);
                    let _ = write!(out.html, "<a href=\"{}\">{}</a>", escape(link), escape(name));
                }
            }
            Span::Time(at, style) => push(&instant(at.0, *style, &named.zone()), out),
        }
    }
}

fn element(name: &str, inside: &Text, named: &Named, out: &mut Written) {
    let _ = write!(out.html, "<{name}>");
    write_into(inside, named, out);
    let _ = write!(out.html, "</{name}>");
}

fn push(words: &str, out: &mut Written) {
    out.plain.push_str(words);
    out.html.push_str(&escape(words).replace('\n', "<br>"));
}

/// Escapes what HTML would interpret.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A link to a user, which clients show as a mention.
fn link_to(user: &str) -> String {
    format!("https://matrix.to/#/{}", encoded(user))
}

/// A link to a room or to an event in it, through a homeserver that knows it.
pub fn link_to_room(room: &str, event: Option<&str>, via: Option<&str>) -> String {
    let event = event.map(|event| format!("/{}", encoded(event))).unwrap_or_default();
    let via = via.map(|via| format!("?via={}", encoded(via))).unwrap_or_default();
    format!("https://matrix.to/#/{}{event}{via}", encoded(room))
}

/// An id as a part of an address.
fn encoded(id: &str) -> String {
    let mut encoded = String::new();
    for byte in id.bytes() {
        if byte.is_ascii_alphanumeric() || b"@:.-_!$".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// An instant in a time zone. Matrix has no time that clients show in the time zone of the reader.
fn instant(at_ms: i64, _style: TimeStyle, zone: &TimeZone) -> String {
    match Timestamp::from_millisecond(at_ms) {
        Ok(at) => at.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M %Z").to_string(),
        Err(_) => "—".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::{Millis, PlaceId};

    fn written(text: &Text) -> Written {
        write(text, &Named::default())
    }

    #[test]
    fn nothing_typed_becomes_markup() {
        let typed = "<img src=x onerror=\"a()\"> & 'b'";
        let shown = written(&Text::typed(typed, 100));
        assert_eq!(shown.plain, typed);
        assert_eq!(shown.html, "&lt;img src=x onerror=&quot;a()&quot;&gt; &amp; &#39;b&#39;");
        assert!(!written(&Text::code("</code><script>")).html.contains("<script>"));
        assert!(!written(&Text::block("</pre><script>")).html.contains("<script>"));
        assert!(!link_to("@a\"><script>:b").contains(['"', '<', '>']));
    }

    #[test]
    fn a_time_is_in_the_zone_of_the_only_reader_and_else_in_utc() {
        let text = Text::instant(Millis(1_700_000_000_000));
        assert_eq!(written(&text).plain, "2023-11-14 22:13 UTC");
        let zone = TimeZone::fixed(jiff::tz::offset(9));
        assert_eq!(write(&text, &Named::default().in_zone(Some(zone))).plain, "2023-11-15 07:13 +09");
    }

    #[test]
    fn a_room_is_a_link_with_its_name_and_a_place_elsewhere_is_left_out() {
        let link = link_to_room("!r:b", Some("$e/1"), Some("b"));
        assert_eq!(link, "https://matrix.to/#/!r:b/$e%2F1?via=b");
        let named = Named::default().with_places([(PlaceId(1), ("Club <1>".to_owned(), link))].into());
        let shown = write(&Text::place(PlaceId(1)).then(" ").then(Text::place(PlaceId(2))), &named);
        assert_eq!(shown.plain, "Club <1> ");
        assert_eq!(shown.html, "<a href=\"https://matrix.to/#/!r:b/$e%2F1?via=b\">Club &lt;1&gt;</a> ");
    }

    #[test]
    fn emphasis_and_lines_are_elements() {
        let text = Text::from_markup("**one**\n*two* `three`").then("\n").then(Text::quote("four")).then("\nfive");
        let shown = written(&text);
        assert_eq!(shown.plain, "one\ntwo three\n> four\nfive");
        assert_eq!(
            shown.html,
            "<strong>one</strong><br><em>two</em> <code>three</code><br><blockquote>four</blockquote>five"
        );
    }
}
