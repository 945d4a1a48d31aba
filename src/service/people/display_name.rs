//! Names that other systems give, as the program uses them.

use crate::rules::notation::is_direction_mark;

/// The maximum length of a name, in characters. Platforms for people allow less; a homeserver allows anything.
const LENGTH_MAX: usize = 100;

/// Whether a character is a control character or changes the direction of the text after it.
pub fn is_invisible(c: char) -> bool {
    c.is_control() || is_direction_mark(c)
}

/// A name from outside, on one line and without invisible characters, which could disguise what stands beside it. Every
/// name is stored and read through this function, so no platform has to think of it.
pub fn display_name(from_outside: &str) -> String {
    let words = from_outside.split_whitespace().collect::<Vec<_>>().join(" ");
    let visible = words.chars().filter(|c| !is_invisible(*c));
    visible.take(LENGTH_MAX).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_line_and_turns_no_text_around() {
        for (from_outside, name) in [
            ("Ada\nresigned", "Ada resigned"),
            ("Ada\r\n\u{2028}\u{2029}Lovelace", "Ada Lovelace"),
            ("\u{202e}adA\u{202c} \u{2066}x\u{2069}\u{200f}\u{61c}", "adA x"),
            ("  \u{7}Ada \u{202e} ", "Ada"),
            ("שלום Ada 👩‍💻", "שלום Ada 👩‍💻"),
        ] {
            assert_eq!(display_name(from_outside), name);
        }
        assert_eq!(display_name(&"a".repeat(70_000)).len(), LENGTH_MAX);
    }
}
