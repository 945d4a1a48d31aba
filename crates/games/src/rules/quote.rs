//! Quoting of untrusted text in messages.

/// Prepares untrusted text for a message: in quotation marks, without control characters, and shortened to 40
/// characters.
pub fn quote(text: &str) -> String {
    const SHOWN: usize = 40;
    let mut quoted = String::from("“");
    for (at, c) in text.trim().chars().enumerate() {
        if at == SHOWN {
            quoted.push('…');
            break;
        }
        quoted.push(if c.is_control() || is_direction_mark(c) { '\u{fffd}' } else { c });
    }
    quoted.push('”');
    quoted
}

/// The text between the quotation marks of [`quote`], for languages with other marks; `None` if it is not quoted.
pub fn unquote(text: &str) -> Option<&str> {
    text.strip_prefix('“')?.strip_suffix('”')
}

/// Whether this is a bidirectional formatting character or a separator of lines, which could change how a sentence reads.
pub const fn is_direction_mark(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
