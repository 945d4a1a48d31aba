//! The embedded font: its characters, their widths, and cached outlines of those most common on boards.

use resvg::usvg::fontdb::Database;
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::outline::DrawSettings;
use skrifa::outline::pen::SvgPen;
use skrifa::{FontRef, MetadataProvider};
use std::sync::{Arc, LazyLock};

/// The font family.
pub const FAMILY: &str = "DejaVu Sans";

/// The height of capital letters, relative to the font size.
pub const CAPITAL: f32 = 0.729;

static REGULAR: &[u8] = include_bytes!("../../assets/fonts/DejaVuSans.ttf");
static BOLD: &[u8] = include_bytes!("../../assets/fonts/DejaVuSans-Bold.ttf");

/// A database of the font in both weights, without any system fonts.
pub fn database() -> Arc<Database> {
    static DATABASE: LazyLock<Arc<Database>> = LazyLock::new(|| {
        let mut database = Database::new();
        for data in [REGULAR, BOLD] {
            database.load_font_source(resvg::usvg::fontdb::Source::Binary(Arc::new(data)));
        }
        database.set_sans_serif_family(FAMILY);
        Arc::new(database)
    });
    Arc::clone(&DATABASE)
}

/// The font size of the cached outlines.
pub const OUTLINE: f32 = 100.0;

/// One weight of the font.
pub struct Face {
    /// The cached outlines by character code; `None` where there is none.
    outlines: Vec<Option<String>>,
    charmap: Charmap<'static>,
    metrics: GlyphMetrics<'static>,
}

impl Face {
    /// The bold or the regular weight.
    pub fn get(bold: bool) -> &'static Face {
        static FACES: LazyLock<[Face; 2]> = LazyLock::new(|| [Face::load(REGULAR), Face::load(BOLD)]);
        &FACES[usize::from(bold)]
    }

    fn load(data: &'static [u8]) -> Face {
        let font = FontRef::new(data).expect("the embedded fonts are read by a test");
        let (charmap, glyphs) = (font.charmap(), font.outline_glyphs());
        let outline = |c: char| {
            let glyph = glyphs.get(charmap.map(c).filter(|_| c.is_ascii_alphanumeric() || matches!(c, '/' | '#'))?)?;
            let mut pen = SvgPen::with_precision(1);
            let settings = DrawSettings::unhinted(Size::new(OUTLINE), LocationRef::default());
            glyph.draw(settings, &mut pen).ok().map(|_| pen.to_string())
        };
        let outlines = (0..=u8::MAX).map(|number| outline(char::from(number))).collect();
        // At size 1, widths are relative to the font size.
        Face { charmap, metrics: font.glyph_metrics(Size::new(1.0), LocationRef::default()), outlines }
    }

    /// The outline of a character as SVG path data, at size [`OUTLINE`], with y growing upwards from the baseline. Only
    /// the characters of cell names and numbers are cached: a board has a hundred of these, and shaping each as text
    /// takes longer than anything else in it.
    pub fn outline(&self, c: char) -> Option<&str> {
        self.outlines.get(c as usize)?.as_deref()
    }

    /// Whether the font has this character.
    pub fn has(&self, c: char) -> bool {
        self.charmap.map(c).is_some()
    }

    /// The width of the text at this size. Kerning and ligatures make the drawn text slightly narrower.
    pub fn width(&self, text: &str, size: f32) -> f32 {
        let advance = |c| self.charmap.map(c).and_then(|glyph| self.metrics.advance_width(glyph));
        text.chars().filter_map(advance).sum::<f32>() * size
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
    fn both_weights_are_embedded() {
        assert_eq!(database().len(), 2);
        assert!(Face::get(false).has('Ñ') && !Face::get(false).has('🦊'));
        assert!(Face::get(true).width("mm", 10.0) > Face::get(false).width("mm", 10.0));
        assert!("azAZ09/#".chars().all(|c| Face::get(true).outline(c).is_some_and(|outline| outline.starts_with('M'))));
        assert!("ñ<& 🦊".chars().all(|c| Face::get(false).outline(c).is_none()));
    }
}
