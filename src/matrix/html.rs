//! Text as Matrix shows it: once plain, and once in the HTML that clients accept. Everything typed is escaped.

use super::accounts::Named;
use crate::chat::texts::instants::instant;
use crate::chat::{Span, Text, TimeStyle};
use crate::service::Millis;
use std::fmt::Write;

/// A text in both forms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Without markup.
    pub plain: String,
    /// As HTML.
    pub html: String,
}

/// Writes a text. Relative times are counted from `now`, because Matrix clients cannot format times themselves.
pub fn write(text: &Text, named: &Named, now: Millis) -> Written {
    let mut written = Written::default();
    write_into(text, Readers { named, now: Some(now) }, &mut written);
    // Line breaks of a list or a quotation are already made by their elements.
    written.html = written.html.replace("</blockquote><br>", "</blockquote>").replace("</pre><br>", "</pre>");
    written
}

/// Whether `plain` is what [`write()`] makes of a text, at whatever time it was written.
pub fn is_written(plain: &str, text: &Text, named: &Named) -> bool {
    let mut parts = Written::default();
    write_into(text, Readers { named, now: None }, &mut parts);
    let parts: Vec<&str> = parts.plain.split(MOMENT).collect();
    let [first, between @ .., last] = &parts[..] else { return plain == parts.concat() };
    let Some(mut rest) = plain.strip_prefix(first).and_then(|rest| rest.strip_suffix(last)) else { return false };
    for part in between {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    true
}

/// A placeholder for relative times, whose wording changes as time passes. Typed text cannot contain it.
const MOMENT: char = '\u{e000}';

/// The readers of a text, and the time at which it is written. If that is unknown, [`MOMENT`] stands for relative times.
#[derive(Clone, Copy)]
struct Readers<'a> {
    named: &'a Named,
    now: Option<Millis>,
}

fn write_into(text: &Text, readers: Readers<'_>, out: &mut Written) {
    let named = readers.named;
    for span in text.spans() {
        match span {
            Span::Words(words) | Span::Typed(words) => push(words, out),
            Span::Bold(inside) => element("strong", inside, readers, out),
            Span::Italic(inside) => element("em", inside, readers, out),
            Span::Quote(inside) => {
                out.plain.push_str("> ");
                element("blockquote", inside, readers, out);
            }
            Span::Code(code) | Span::Command { typed: code, .. } => {
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
                // Places elsewhere are left out: readers could not make sense of a number.
                if let Some((name, link)) = named.place(*place) {
                    out.plain.push_str(name);
                    let _ = write!(out.html, "<a href=\"{}\">{}</a>", escape(link), escape(name));
                }
            }
            Span::Time(at, style, language) => match (readers.now, style) {
                (None, TimeStyle::Relative) => out.plain.push(MOMENT),
                // Only relative times depend on the time of writing.
                (now, _) => push(&instant(*language, *at, *style, now.unwrap_or(*at), &named.zone()), out),
            },
        }
    }
}

fn element(name: &str, inside: &Text, readers: Readers<'_>, out: &mut Written) {
    let _ = write!(out.html, "<{name}>");
    write_into(inside, readers, out);
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

/// A link to a room or to an event in it. `via` is a homeserver that is in the room.
pub fn link_to_room(room: &str, event: Option<&str>, via: Option<&str>) -> String {
    let event = event.map(|event| format!("/{}", encoded(event))).unwrap_or_default();
    let via = via.map(|via| format!("?via={}", encoded(via))).unwrap_or_default();
    format!("https://matrix.to/#/{}{event}{via}", encoded(room))
}

/// An id, percent-encoded for a URL.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::Language;
    use crate::service::{PlaceId, PlayerId};
    use jiff::tz::TimeZone;

    fn written(text: &Text) -> Written {
        write(text, &Named::default(), Millis(0))
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
        let text = Text::from(Span::Time(Millis(1_700_000_000_000), TimeStyle::Full, Language::En));
        assert_eq!(written(&text).plain, "14 November 2023, 22:13 UTC");
        let named = Named::default().in_zone(Some(TimeZone::fixed(jiff::tz::offset(9))));
        assert_eq!(write(&text, &named, Millis(0)).plain, "15 November 2023, 07:13 +09");
    }

    #[test]
    fn a_room_is_a_link_with_its_name_and_a_place_elsewhere_is_left_out() {
        let link = link_to_room("!r:b", Some("$e/1"), Some("b"));
        assert_eq!(link, "https://matrix.to/#/!r:b/$e%2F1?via=b");
        let named = Named::default().with_places([(PlaceId(1), ("Club <1>".to_owned(), link))].into());
        let shown = write(&Text::place(PlaceId(1)).then(" ").then(Text::place(PlaceId(2))), &named, Millis(0));
        assert_eq!(shown.plain, "Club <1> ");
        assert_eq!(shown.html, "<a href=\"https://matrix.to/#/!r:b/$e%2F1?via=b\">Club &lt;1&gt;</a> ");
    }

    #[test]
    fn the_name_of_a_mentioned_person_is_no_markup() {
        let named = Named::default().with_person(PlayerId(1), "@a:b", "<b>Ada</b>");
        let shown = write(&Text::person(PlayerId(1)), &named, Millis(0));
        assert_eq!(shown.plain, "<b>Ada</b>");
        assert_eq!(shown.html, "<a href=\"https://matrix.to/#/@a:b\">&lt;b&gt;Ada&lt;/b&gt;</a>");
    }

    #[test]
    fn a_text_is_known_although_time_has_passed() {
        let due = |language| {
            let at = Millis(26 * 60 * 60 * 1000);
            let [relative, full] = [TimeStyle::Relative, TimeStyle::Full].map(|style| Span::Time(at, style, language));
            Text::from("Due ").then(Text::bold(relative)).then(", on ").then(full).then(".")
        };
        let (text, nobody) = (due(Language::En), Named::default());
        let early = write(&text, &nobody, Millis(0));
        assert_eq!(early.plain, "Due in 1 day 2 hours, on 2 January 1970, 02:00 UTC.");
        assert!(early.html.contains("<strong>in 1 day 2 hours</strong>"), "{}", early.html);
        let late = write(&text, &nobody, Millis(25 * 60 * 60 * 1000)).plain;
        assert_ne!(early.plain, late);
        assert!([&early.plain, &late].into_iter().all(|plain| is_written(plain, &text, &nobody)));
        assert!(!is_written(&late, &due(Language::It), &nobody));
        assert!(!is_written("Due in 1 hour, on 2 January 1970", &text, &nobody));
        assert!(is_written("five", &"five".into(), &nobody) && !is_written("fives", &"five".into(), &nobody));
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
