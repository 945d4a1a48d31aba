//! The embedded fonts: their characters, the widths of these, and cached outlines of those most common on boards.
//!
//! One font has the texts of the program; two more have characters of names that it lacks. `assets/fonts/README.md` says
//! where they come from.

use resvg::usvg::fontdb::Database;
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::outline::DrawSettings;
use skrifa::outline::pen::SvgPen;
use skrifa::{FontRef, MetadataProvider};
use std::sync::{Arc, LazyLock};

/// The family of the main font.
pub const FAMILY: &str = "DejaVu Sans";

/// The height of capital letters, relative to the font size.
pub const CAPITAL: f32 = 0.729;

static REGULAR: &[u8] = include_bytes!("../../assets/fonts/DejaVuSans.ttf");
static BOLD: &[u8] = include_bytes!("../../assets/fonts/DejaVuSans-Bold.ttf");
/// Chinese characters and Japanese syllables, and Korean syllables, in one weight.
static FALLBACKS: [&[u8]; 2] = [
    include_bytes!("../../assets/fonts/NotoSansSC-Subset.ttf"),
    include_bytes!("../../assets/fonts/NotoSansKR-Subset.ttf"),
];

/// A database of the main font in both weights and of the others, without any system fonts.
pub fn database() -> Arc<Database> {
    static DATABASE: LazyLock<Arc<Database>> = LazyLock::new(|| {
        let mut database = Database::new();
        for data in [REGULAR, BOLD].into_iter().chain(FALLBACKS) {
            database.load_font_source(resvg::usvg::fontdb::Source::Binary(Arc::new(data)));
        }
        database.set_sans_serif_family(FAMILY);
        Arc::new(database)
    });
    Arc::clone(&DATABASE)
}

/// The font size of the cached outlines.
pub const OUTLINE: f32 = 100.0;

/// The characters of a font file and their widths.
struct Characters {
    charmap: Charmap<'static>,
    metrics: GlyphMetrics<'static>,
}

impl Characters {
    fn of(font: &FontRef<'static>) -> Characters {
        // At size 1, widths are relative to the font size.
        Characters { charmap: font.charmap(), metrics: font.glyph_metrics(Size::new(1.0), LocationRef::default()) }
    }

    fn width(&self, c: char) -> Option<f32> {
        self.charmap.map(c).and_then(|glyph| self.metrics.advance_width(glyph))
    }
}

/// One weight of the main font, with the other fonts for the characters that it lacks.
pub struct Face {
    /// The cached outlines by character code; `None` where there is none.
    outlines: Vec<Option<String>>,
    /// The main font first.
    fonts: Vec<Characters>,
}

impl Face {
    /// The bold or the regular weight.
    pub fn get(bold: bool) -> &'static Face {
        static FACES: LazyLock<[Face; 2]> = LazyLock::new(|| [Face::load(REGULAR), Face::load(BOLD)]);
        &FACES[usize::from(bold)]
    }

    fn load(data: &'static [u8]) -> Face {
        let read = |data| FontRef::new(data).expect("the embedded fonts are read by a test");
        let font = read(data);
        let (charmap, glyphs) = (font.charmap(), font.outline_glyphs());
        let outline = |c: char| {
            let glyph = glyphs.get(charmap.map(c).filter(|_| c.is_ascii_alphanumeric() || matches!(c, '/' | '#'))?)?;
            let mut pen = SvgPen::with_precision(1);
            let settings = DrawSettings::unhinted(Size::new(OUTLINE), LocationRef::default());
            glyph.draw(settings, &mut pen).ok().map(|_| pen.to_string())
        };
        let outlines = (0..=u8::MAX).map(|number| outline(char::from(number))).collect();
        let fonts = std::iter::once(font).chain(FALLBACKS.map(read)).map(|font| Characters::of(&font)).collect();
        Face { outlines, fonts }
    }

    /// The outline of a character as SVG path data, at size [`OUTLINE`], with y growing upwards from the baseline. Only
    /// the characters of cell names and numbers are cached: a board has a hundred of these, and shaping each as text
    /// takes longer than anything else in it.
    pub fn outline(&self, c: char) -> Option<&str> {
        self.outlines.get(c as usize)?.as_deref()
    }

    /// Whether one of the fonts has this character.
    pub fn has(&self, c: char) -> bool {
        self.advance(c).is_some()
    }

    /// The width of a character at size 1.
    fn advance(&self, c: char) -> Option<f32> {
        self.fonts.iter().find_map(|font| font.width(c))
    }

    /// The width of the text at this size. Kerning and ligatures make the drawn text slightly narrower.
    pub fn width(&self, text: &str, size: f32) -> f32 {
        text.chars().filter_map(|c| self.advance(c)).sum::<f32>() * size
    }
}

impl std::fmt::Debug for Face {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Face")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_fonts_are_embedded() {
        assert_eq!(database().len(), 4);
        for name in ["李小龙", "陳麗華", "田中さくら", "ナカムラ", "김민수"] {
            for bold in [false, true] {
                let face = Face::get(bold);
                assert!(name.chars().all(|c| face.has(c)), "{name}");
                let em = face.width(name, 1.0) / name.chars().count() as f32;
                assert!((0.8..=1.0).contains(&em), "{name}: {em} of the font size for a character");
            }
        }
        assert!(Face::get(false).has('Ñ') && !Face::get(false).has('🦊'));
        assert!(Face::get(true).width("mm", 10.0) > Face::get(false).width("mm", 10.0));
        assert!("azAZ09/#".chars().all(|c| Face::get(true).outline(c).is_some_and(|outline| outline.starts_with('M'))));
        assert!("ñ<& 🦊".chars().all(|c| Face::get(false).outline(c).is_none()));
    }
}
