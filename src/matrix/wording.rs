//! The text of a message, with user ids in place of mentions, so that names may have spaces and punctuation.

use super::api::Member;
use super::known_names::{is_same, local_part, mentioned};
use serde_json::Value;
use std::collections::BTreeMap;

/// The beginnings of links to users.
const LINKS: [&str; 3] = ["https://matrix.to/#/", "http://matrix.to/#/", "matrix:u/"];
/// The longest HTML that is read, in bytes. Events cannot be longer.
const HTML_MAX: usize = 65_536;

/// The text of a message, with user ids in place of mentions. Of a reply, the quotation that older
/// clients put before it is left out.
pub fn words(content: &Value, members: &BTreeMap<String, Member>, is_reply: bool) -> String {
    let body = content["body"].as_str().unwrap_or_default();
    let html = content["formatted_body"].as_str().filter(|html| {
        content["format"] == "org.matrix.custom.html"
            && html.len() <= HTML_MAX
            && LINKS.iter().any(|link| html.contains(link))
    });
    let text = match html {
        Some(html) => without_markup(html),
        None => without_quotation(body, is_reply).to_owned(),
    };
    with_users(text, content, members)
}

/// The text of a reply without the quotation that older clients put before it.
fn without_quotation(body: &str, is_reply: bool) -> &str {
    if !is_reply || !body.starts_with("> ") {
        return body;
    }
    body.split_once("\n\n").map_or(body, |(_, text)| text)
}

/// The text of HTML, with user ids in place of links to users.
fn without_markup(html: &str) -> String {
    let (mut text, mut rest) = (String::new(), html);
    // The user id replaces the text of a link to a user.
    let mut is_in_link = false;
    while let Some(start) = rest.find('<') {
        let (before, after) = rest.split_at(start);
        if !is_in_link {
            text.push_str(&unescaped(before));
        }
        let Some(end) = after.find('>') else {
            rest = "";
            break;
        };
        let tag = &after[1..end];
        rest = &after[end + 1..];
        let name = tag.split([' ', '\n', '\t']).next().unwrap_or_default().trim_end_matches('/').to_ascii_lowercase();
        match name.as_str() {
            "mx-reply" => rest = rest.split_once("</mx-reply>").map_or("", |(_, after)| after),
            "a" => {
                if let Some(user) = attribute(tag, "href").and_then(|link| user_of(&link)) {
                    text.push_str(&user);
                    is_in_link = true;
                }
            }
            "/a" => is_in_link = false,
            "br" | "/p" | "/li" | "/div" | "/pre" => text.push('\n'),
            _ => {}
        }
    }
    if !is_in_link {
        text.push_str(&unescaped(rest));
    }
    text.trim().to_owned()
}

/// The value of an attribute of a tag.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let start = tag.find(&format!("{name}="))? + name.len() + 1;
    let quote = tag[start..].chars().next().filter(|c| ['"', '\''].contains(c))?;
    let value = &tag[start + 1..];
    Some(unescaped(&value[..value.find(quote)?]))
}

/// The user id that a link points to.
fn user_of(link: &str) -> Option<String> {
    let target = LINKS.iter().find_map(|before| Some((*before, link.strip_prefix(before)?)))?;
    let name = target.1.split(['?', '/']).next()?;
    let decoded = decoded(name)?;
    let user = if target.0 == "matrix:u/" { format!("@{decoded}") } else { decoded };
    (user.starts_with('@') && user.contains(':') && !user.contains(char::is_whitespace)).then_some(user)
}

/// Decodes the percent-encoding of a part of a URL; `None` if the result is not UTF-8.
fn decoded(part: &str) -> Option<String> {
    let (mut bytes, mut rest) = (Vec::new(), part.as_bytes());
    while let [first, after @ ..] = rest {
        let digits = after.get(..2).filter(|_| *first == b'%').and_then(|digits| str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

/// The text with HTML entities replaced by their characters.
fn unescaped(text: &str) -> String {
    let (mut plain, mut rest) = (String::new(), text);
    while let Some(start) = rest.find('&') {
        plain.push_str(&rest[..start]);
        let after = &rest[start + 1..];
        let entity = after.split_once(';').filter(|(name, _)| name.len() <= 8);
        let known = entity.and_then(|(name, after)| Some((character(name)?, after)));
        match known {
            Some((c, after)) => {
                plain.push(c);
                rest = after;
            }
            None => {
                plain.push('&');
                rest = after;
            }
        }
    }
    plain.push_str(rest);
    plain
}

fn character(entity: &str) -> Option<char> {
    match entity {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some(' '),
        number => {
            let number = number.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)
        }
    }
}

/// The text with user ids in place of names: the names of users in the message's mentions, and `@` with the name of any
/// other member, unless several members share it.
fn with_users(mut text: String, content: &Value, members: &BTreeMap<String, Member>) -> String {
    let name_of = |user: &str| members.get(user).and_then(|member| member.display_name.as_deref());
    let meant: Vec<&str> = mentioned(content).filter(|user| members.contains_key(*user)).collect();
    let is_one_of_several = |name: &str| {
        let same = members.values().filter_map(|member| member.display_name.as_deref());
        same.filter(|other| is_same(other, name)).count() > 1
    };
    // One-word names are resolved later, when the text is split into words; longer ones have to be replaced now.
    let others = members.keys().map(String::as_str).filter(|user| {
        let name = name_of(user).unwrap_or_default();
        !meant.contains(user) && name.contains(char::is_whitespace) && !is_one_of_several(name)
    });
    let mut named: Vec<(&str, &str, bool)> = Vec::new();
    named.extend(meant.iter().filter_map(|user| Some((*user, name_of(user)?, true))));
    named.extend(others.filter_map(|user| Some((user, name_of(user)?, false))));
    // Longest first, because a name may be a part of a longer one.
    named.sort_by_key(|(_, name, _)| std::cmp::Reverse(name.chars().count()));
    for (user, name, is_meant) in named {
        if name.trim().is_empty() || text.contains(user) {
            continue;
        }
        let found = find(&text, &format!("@{name}")).or_else(|| find(&text, name).filter(|_| is_meant));
        if let Some((start, end)) = found {
            text.replace_range(start..end, user);
        }
    }
    text
}

/// The byte range of the first place where a name appears as whole words, ignoring case.
fn find(text: &str, name: &str) -> Option<(usize, usize)> {
    let name: Vec<char> = name.trim().chars().collect();
    let all: Vec<(usize, char)> = text.char_indices().collect();
    let is_inside = |at: Option<&(usize, char)>| at.is_some_and(|(_, c)| c.is_alphanumeric());
    let begins = |at: usize| {
        let found = all.get(at..at + name.len())?;
        let same = found.iter().zip(&name).all(|((_, c), wanted)| c.to_lowercase().eq(wanted.to_lowercase()));
        let ends_well = !(name.last()?.is_alphanumeric() && is_inside(all.get(at + name.len())));
        let starts_well = at == 0 || !is_inside(all.get(at - 1));
        let end = all.get(at + name.len()).map_or(text.len(), |(end, _)| *end);
        (same && ends_well && starts_well).then_some((all[at].0, end))
    };
    (0..all.len()).find_map(begins)
}

/// How a message addresses the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addressing {
    /// It does not begin with the bot's name or prefix.
    Absent,
    /// It begins with the bot's name alone, which may also be the subject of a sentence.
    Name,
    /// It begins with the prefix, the bot's user id, or its name with an `@` or followed by `:` or `,`.
    Clear,
}

/// Removes the address of the bot from the beginning of a text, and returns the rest and the kind of address. `user` is
/// the bot's user id, and `names` are its names.
pub fn without_address<'a>(text: &'a str, prefix: &str, user: &str, names: &[&str]) -> (&'a str, Addressing) {
    let text = text.trim();
    let after = |address: &str| {
        let (_, end) = find(text, address).filter(|(start, _)| *start == 0)?;
        let rest = text[end..].trim_start();
        let after = rest.trim_start_matches([':', ',']);
        let is_apart = after.is_empty() || after.len() < rest.len() || text[end..].starts_with(char::is_whitespace);
        is_apart.then(|| (after.trim_start(), after.len() < rest.len()))
    };
    if let Some((rest, _)) = [prefix, user].into_iter().filter(|address| !address.is_empty()).find_map(&after) {
        return (rest, Addressing::Clear);
    }
    let local = local_part(user);
    let mut names: Vec<&str> = names.iter().copied().chain([local]).filter(|name| !name.trim().is_empty()).collect();
    // Longest first, because a name may begin with another one.
    names.sort_by_key(|name| std::cmp::Reverse(name.chars().count()));
    for name in names {
        if let Some((rest, _)) = after(&format!("@{name}")) {
            return (rest, Addressing::Clear);
        }
        if let Some((rest, has_sign)) = after(name) {
            return (rest, if has_sign { Addressing::Clear } else { Addressing::Name });
        }
    }
    (text, Addressing::Absent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const BOT: &str = "@tablero:example.org";

    fn members() -> BTreeMap<String, Member> {
        let named = |user: &str, name: &str| (user.to_owned(), Member { display_name: Some(name.to_owned()) });
        BTreeMap::from([
            named(BOT, "Tablero"),
            named("@ada:example.org", "Ada Lovelace 🎲"),
            named("@al:example.org", "Ada"),
            named("@twin1:example.org", "The Twins"),
            named("@twin2:example.org", "the twins"),
        ])
    }

    fn said(content: Value) -> String {
        words(&content, &members(), false)
    }

    #[test]
    fn a_link_to_a_user_says_who_is_meant() {
        // Element's format.
        let element = json!({
            "body": "Tablero: challenge Ada Lovelace 🎲 zertz",
            "format": "org.matrix.custom.html",
            "formatted_body": "<a href=\"https://matrix.to/#/@tablero:example.org\">Tablero</a>: challenge \
                <a href=\"https://matrix.to/#/@ada:example.org\">Ada Lovelace 🎲</a> zertz",
        });
        assert_eq!(said(element), "@tablero:example.org: challenge @ada:example.org zertz");
        // The format of Nheko and others: Markdown in the body, and the whole id percent-encoded in the link.
        let nheko = json!({
            "body": "!challenge [Ada](https://matrix.to/#/%40al%3Aexample.org) zertz",
            "format": "org.matrix.custom.html",
            "formatted_body": "<mx-reply><blockquote>a board</blockquote></mx-reply><p>!challenge \
                <a href='https://matrix.to/#/%40al%3Aexample.org?via=example.org'>Ada</a> zertz &amp; &#x22;go&#34;</p>",
        });
        assert_eq!(said(nheko), "!challenge @al:example.org zertz & \"go\"");
        let uri = json!({
            "body": "block Ada",
            "format": "org.matrix.custom.html",
            "formatted_body": "block <a href=\"matrix:u/al:example.org\">Ada</a>",
        });
        assert_eq!(said(uri), "block @al:example.org");
        let elsewhere = json!({
            "body": "see *this*",
            "format": "org.matrix.custom.html",
            "formatted_body": "see <a href=\"https://example.org/#/@al:example.org\">this</a>",
        });
        assert_eq!(said(elsewhere), "see *this*", "it is no link to a user");
    }

    #[test]
    fn a_name_with_blanks_is_found_by_the_mentions_or_by_its_sign() {
        let mentions = json!({ "user_ids": ["@ada:example.org"] });
        for body in
            ["challenge Ada Lovelace 🎲 zertz", "challenge @ada lovelace 🎲 zertz", "challenge ADA LOVELACE 🎲: zertz"]
        {
            let text = said(json!({ "body": body, "m.mentions": mentions })).replace(": zertz", " zertz");
            assert_eq!(text, "challenge @ada:example.org zertz", "{body}");
        }
        assert_eq!(said(json!({ "body": "stats @Ada Lovelace 🎲" })), "stats @ada:example.org");
        assert_eq!(said(json!({ "body": "stats Ada Lovelace 🎲" })), "stats Ada Lovelace 🎲");
        assert_eq!(said(json!({ "body": "stats @The Twins" })), "stats @The Twins", "there are two of them");
        let twin = json!({ "body": "stats @The Twins", "m.mentions": { "user_ids": ["@twin2:example.org"] } });
        assert_eq!(said(twin), "stats @twin2:example.org");
        assert_eq!(said(json!({ "body": "no one", "m.mentions": { "user_ids": ["@gone:b", 7] } })), "no one");
    }

    #[test]
    fn the_bot_is_addressed_in_any_case_with_or_without_a_sign() {
        let read = |text| without_address(text, "!tablero", BOT, &["Tablero", "Tablero 🎲"]);
        for text in [
            "!tablero move d4",
            "!TABLERO move d4",
            "@tablero:example.org: move d4",
            "Tablero, move d4",
            "TABLERO : move d4",
            "@Tablero move d4",
            "@tablero move d4",
            "tablero:move d4",
            "Tablero 🎲: move d4",
        ] {
            assert_eq!(read(text), ("move d4", Addressing::Clear), "{text}");
        }
        assert_eq!(read("tablero move d4"), ("move d4", Addressing::Name));
        for text in ["Tableros move d4", "!move d4", "!tablerox", "a Tablero: b"] {
            assert_eq!(read(text), (text, Addressing::Absent));
        }
        assert_eq!(read("!tablero"), ("", Addressing::Clear));
    }

    #[test]
    fn the_quotation_of_a_reply_is_not_a_part_of_it() {
        assert_eq!(without_quotation("> <@a:b> the board\n> again\n\nd4", true), "d4");
        assert_eq!(without_quotation("> d4", false), "> d4");
        assert_eq!(without_quotation("d4", true), "d4");
    }

    #[test]
    fn broken_markup_is_read_as_far_as_it_goes() {
        for (html, text) in [
            ("a <b", "a"),
            ("<a href=\"https://matrix.to/#/@a:b\">open", "@a:b"),
            ("<a href=\"https://matrix.to/#/@a:b>x</a>", "x"),
            ("&unknown; &#0; &#99999999;", "&unknown; \u{0} &#99999999;"),
            ("<mx-reply>never closed", ""),
        ] {
            assert_eq!(without_markup(html), text, "{html}");
        }
    }
}
