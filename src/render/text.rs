//! Text of somebody's, made fit for its place: without control characters, in letters that the font has, and
//! shortened. Escaping is the business of [`svg`](super::svg()).

use super::fonts::Face;

/// What stands for letters that cannot be drawn or have no room.
pub const ELLIPSIS: char = '…';

/// Longer texts are not looked at beyond this many characters; no place of a picture holds so many.
const CHARACTERS_MAX: usize = 200;

/// The text without what cannot or must not be drawn.
///
/// Control characters and marks of direction are removed, white space becomes single spaces, of marks above and
/// below a letter one is kept, and none that crosses it out. A run of letters that the font has not (Chinese, say)
/// becomes an ellipsis, other signs that it has not (emoji) are left out. When nothing is left, the text is an
/// ellipsis; an empty text stays empty.
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
        } else if c.is_control() || is_invisible(c) || is_stroke(c) || marks > 1 {
        } else if face.has(c) {
            clean.push(c);
        } else if c.is_alphanumeric() && last != Some(ELLIPSIS) {
            clean.push(ELLIPSIS);
        }
    }
    clean.truncate(clean.trim_end().len());
    if clean.is_empty() && !text.trim().is_empty() {
        clean.push(ELLIPSIS);
    }
    clean
}

/// The text [cleaned](clean) and cut, with an ellipsis at its end, so that it is at most `width` wide.
pub fn fit(text: &str, bold: bool, size: f32, width: f32) -> String {
    let face = Face::get(bold);
    let mut fitting = clean(text, bold);
    if face.width(&fitting, size) <= width {
        return fitting;
    }
    while let Some(c) = fitting.pop() {
        // A mark above a letter goes with its letter, and no space stands before the ellipsis.
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

/// Whether a letter or a digit of the text can be drawn, so that it says something in a picture.
pub fn is_legible(text: &str) -> bool {
    [false, true].into_iter().all(|bold| clean(text, bold).chars().any(char::is_alphanumeric))
}

/// Marks that are put on the letter before them.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5c7}' | '\u{610}'..='\u{61a}'
        | '\u{64b}'..='\u{65f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}'
        | '\u{fe20}'..='\u{fe2f}')
}

/// Marks that cross their letter out.
fn is_stroke(c: char) -> bool {
    matches!(c, '\u{334}'..='\u{338}' | '\u{488}' | '\u{489}' | '\u{20d2}'..='\u{20e6}')
}

/// Characters that take no room or change the direction of others.
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
            ("田中 Fox 🦊", "… Fox"),
            ("🦊🦊", "…"),
            ("a\u{301}\u{301}\u{301}b", "a\u{301}b"),
            ("a\u{338}b", "ab"),
            ("<b>&", "<b>&"),
        ] {
            assert_eq!(clean(text, false), cleaned, "{text:?}");
        }
    }

    #[test]
    fn what_cannot_be_drawn_says_nothing() {
        for (text, legible) in [("Ana", true), ("田中 Fox", true), ("مرحبا", true), ("🦊 7", true), ("田中", false)]
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
