//! The embedded font: which letters it has and how wide they are.

use resvg::usvg::fontdb::Database;
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, MetadataProvider};
use std::sync::{Arc, LazyLock};

/// The name of the font's family.
pub const FAMILY: &str = "DejaVu Sans";

/// The height of its capital letters, as a part of the font's size.
pub const CAPITAL: f32 = 0.729;

static REGULAR: &[u8] = include_bytes!("../../assets/fonts/DejaVuSans.ttf");
static BOLD: &[u8] = include_bytes!("../../assets/fonts/DejaVuSans-Bold.ttf");

/// The font in both weights, and nothing of the system's.
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

/// One weight of the font.
pub struct Face {
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
        // At size 1, widths are parts of the font's size.
        Face { charmap: font.charmap(), metrics: font.glyph_metrics(Size::new(1.0), LocationRef::default()) }
    }

    /// Whether the font has this character.
    pub fn has(&self, c: char) -> bool {
        self.charmap.map(c).is_some()
    }

    /// How wide the text is at this size. Kerning and joined letters make the drawn text narrower by a little.
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
    }
}
