//! Cleaning of untrusted text for pictures: control characters and letters missing from the fonts are removed, and the
//! text is shortened. Escaping is done in [`svg`](super::svg()).

use super::fonts::Face;

/// Replaces what does not fit.
pub const ELLIPSIS: char = '…';

/// The number of characters read from a text; no place in a picture holds this many.
const CHARACTERS_MAX: usize = 200;

/// The text without characters that cannot or must not be drawn.
///
/// Control and bidirectional formatting characters are removed, and white space becomes single spaces. A letter
/// keeps one combining mark above or below it, and loses marks that strike it out. Characters missing from the fonts
/// (emoji, rare scripts) are dropped, so the result may be empty; see [`is_legible`].
pub fn clean(text: &str, bold: bool) -> String {
    let face = Face::get(bold);
    let mut clean = String::new();
    let mut marks = 0;
    for c in text.chars().take(CHARACTERS_MAX) {
        let last = clean.chars().next_back();
        marks = if is_mark(c) { marks + 1 } else { 0 };
        if c.is_whitespace() {
            if last.is_some_and(|last| last != ' ') {
                clean.push(' ');
            }
        } else if !(c.is_control() || is_invisible(c) || is_stroke(c) || marks > 1) && face.has(c) {
            clean.push(c);
        }
    }
    clean.truncate(clean.trim_end().len());
    clean
}

/// The text [cleaned](clean) and cut, ending in an ellipsis, to be at most `width` wide.
pub fn fit(text: &str, bold: bool, size: f32, width: f32) -> String {
    let face = Face::get(bold);
    let mut fitting = clean(text, bold);
    if face.width(&fitting, size) <= width {
        return fitting;
    }
    while let Some(c) = fitting.pop() {
        // A combining mark goes with its letter, and no space precedes the ellipsis.
        if is_mark(c) || fitting.ends_with(char::is_whitespace) {
            continue;
        }
        fitting.push(ELLIPSIS);
        if face.width(&fitting, size) <= width {
            return fitting;
        }
        fitting.pop();
    }
    fitting
}

/// Whether any letter or digit of the text can be drawn, so that it is meaningful in a picture.
pub fn is_legible(text: &str) -> bool {
    [false, true].into_iter().all(|bold| clean(text, bold).chars().any(char::is_alphanumeric))
}

/// Whether this is a combining mark.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5c7}' | '\u{610}'..='\u{61a}'
        | '\u{64b}'..='\u{65f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}'
        | '\u{fe20}'..='\u{fe2f}')
}

/// Whether this is a combining mark that strikes out its letter.
fn is_stroke(c: char) -> bool {
    matches!(c, '\u{334}'..='\u{338}' | '\u{488}' | '\u{489}' | '\u{20d2}'..='\u{20e6}')
}

/// Whether this character has no width or changes the direction of others.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{ffff}' | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{10ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cleaned() {
        for (text, cleaned) in [
            ("Ana", "Ana"),
            ("", ""),
            ("  Ana \t\n Li ", "Ana Li"),
            ("A\u{0}n\u{202e}a\u{7f}\u{200b}", "Ana"),
            ("田中 Fox 🦊", "田中 Fox"),
            ("🦊 Fox", "Fox"),
            ("สม Fox ជាយ", "Fox"),
            ("🦊🦊", ""),
            ("a\u{301}\u{301}\u{301}b", "a\u{301}b"),
            ("a\u{338}b", "ab"),
            ("<b>&", "<b>&"),
        ] {
            assert_eq!(clean(text, false), cleaned, "{text:?}");
        }
    }

    #[test]
    fn undrawable_text_is_not_legible() {
        for (text, legible) in [("Ana", true), ("李小龙", true), ("مرحبا", true), ("🦊 7", true), ("สมชาย", false)]
        {
            assert_eq!(is_legible(text), legible, "{text}");
        }
        assert!(!["🦊", "", "—", "\u{202e}"].into_iter().any(is_legible));
    }

    #[test]
    fn long_text_is_shortened_to_its_width() {
        let face = Face::get(true);
        for text in ["W".repeat(32), "word ".repeat(9), "e\u{301}".repeat(300), "Ünïcödé".repeat(40)] {
            let fitting = fit(&text, true, 28.0, 200.0);
            assert!(fitting.ends_with(ELLIPSIS) && !fitting.ends_with(" …"), "{fitting}");
            assert!(face.width(&fitting, 28.0) <= 200.0 && face.width(&fitting, 28.0) > 150.0, "{fitting}");
        }
        assert_eq!(fit("W", true, 28.0, 1.0), "");
    }
}
