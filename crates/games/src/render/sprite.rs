//! Drawings as cached pixels.
//!
//! Most of a board consists of what other boards have too: rings, marbles, pieces, names of cells, players' names. Each
//! distinct item is rasterised once, at its subpixel offset, and copied into every picture that has it.

use super::error::RenderError;
use super::fonts;
use super::scene::{Item, Point};
use super::svg::item_document;
use resvg::tiny_skia::{IntSize, Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The maximum width and height of a picture, so that a faulty scene does not exhaust memory.
const SIDE_MAX: u32 = 4_000;

/// A rasterised item.
#[derive(Debug)]
pub struct Sprite {
    width: usize,
    /// The offset of its upper left corner from the pixel at which the item is placed.
    left: i32,
    top: i32,
    /// Red, green, blue and alpha, premultiplied, row by row.
    pixels: Vec<[u8; 4]>,
    /// The spans of each row from left to right. What is transparent is in none of them.
    rows: Vec<Vec<Span>>,
}

/// Pixels of a row that follow one another, either all opaque or all translucent.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: usize,
    end: usize,
    is_opaque: bool,
}

impl Sprite {
    /// The item's pixels from the cache, or rasterised.
    ///
    /// # Errors
    /// [`RenderError::Size`] and [`RenderError::Svg`].
    pub fn of(item: &Item) -> Result<Arc<Sprite>, RenderError> {
        static CACHE: LazyLock<Mutex<Cache>> = LazyLock::new(Mutex::default);
        // The data behind a poisoned lock is consistent, as items are rasterised before they are inserted.
        let cache = || CACHE.lock().unwrap_or_else(PoisonError::into_inner);
        // What the document's size cuts off is cut off by a picture, not here.
        let text = item_document([1, 1], &item.moved_to(subpixel_offset(item.at())));
        if let Some(sprite) = cache().get(&text) {
            return Ok(sprite);
        }
        let sprite = Arc::new(Sprite::rasterize(&text)?);
        cache().insert(text, Arc::clone(&sprite));
        Ok(sprite)
    }

    /// Rasterises a document that has one item at its subpixel offset.
    fn rasterize(text: &str) -> Result<Sprite, RenderError> {
        let tree = parse(text)?;
        let bounds = tree.root().abs_layer_bounding_box().to_rect();
        // One extra pixel on every side for antialiased edges.
        let (left, top) = (bounds.left().floor() as i32 - 1, bounds.top().floor() as i32 - 1);
        let width = (bounds.right().ceil() as i32 + 1 - left).unsigned_abs();
        let height = (bounds.bottom().ceil() as i32 + 1 - top).unsigned_abs();
        let mut pixels = blank(width, height)?;
        let transform = Transform::from_translate(-left as f32, -top as f32);
        resvg::render(&tree, transform, &mut pixels.as_mut());
        let sprite = Sprite::of_pixels(pixels.data().as_chunks().0.to_vec(), width as usize);
        Ok(Sprite { left, top, ..sprite })
    }

    /// A sprite of these pixels (red, green, blue and alpha, premultiplied), placed by its upper left corner.
    pub fn of_pixels(pixels: Vec<[u8; 4]>, width: usize) -> Sprite {
        let rows = pixels.chunks_exact(width).map(spans).collect();
        Sprite { width, left: 0, top: 0, pixels, rows }
    }

    /// Draws what a band has of the item at this point.
    pub fn draw(&self, at: Point, band: &mut Band<'_>) {
        let (left, top) =
            ((at.x.floor() as i32).saturating_add(self.left), (at.y.floor() as i32).saturating_add(self.top));
        let width = band.width;
        let top = top.saturating_sub_unsigned(u32::try_from(band.top).unwrap_or(u32::MAX));
        // What lies left of the band and above it is cut off here, the rest where rows and spans end.
        let (hidden_columns, hidden_rows) = (hidden(left), hidden(top));
        let (left, top) = (visible(left), visible(top));
        let Some(target) = band.pixels.get_mut(top * width..) else { return };
        let rows = self.pixels.chunks_exact(self.width).zip(&self.rows).skip(hidden_rows);
        for ((row, spans), target) in rows.zip(target.chunks_exact_mut(width)) {
            for Span { start, end, is_opaque } in spans {
                let start = hidden_columns.max(*start);
                let x = left + start - hidden_columns;
                let end = (*end).min(start + width.saturating_sub(x));
                if start >= end {
                    continue;
                }
                let over = &row[start..end];
                let under = &mut target[x..][..over.len()];
                if *is_opaque {
                    under.copy_from_slice(over);
                } else {
                    under.iter_mut().zip(over).for_each(|(under, over)| *under = blend(*over, *under));
                }
            }
        }
    }

    fn bytes(&self) -> usize {
        self.pixels.as_flattened().len()
    }
}

/// Rows of an opaque picture that are drawn together.
pub struct Band<'a> {
    /// Red, green, blue and alpha, row by row.
    pub pixels: &'a mut [[u8; 4]],
    /// The number of pixels of a row.
    pub width: usize,
    /// The number of rows above the band.
    pub top: usize,
}

/// The number of pixels before the band.
fn hidden(start: i32) -> usize {
    start.min(0).unsigned_abs() as usize
}

/// The first pixel in the band.
fn visible(start: i32) -> usize {
    start.max(0) as usize
}

/// The spans of a row.
fn spans(row: &[[u8; 4]]) -> Vec<Span> {
    let (mut spans, mut end) = (Vec::new(), 0);
    // Transparent, translucent or opaque.
    let kind = |pixel: &[u8; 4]| (pixel[3] > 0, pixel[3] == u8::MAX);
    for pixels in row.chunk_by(|one, other| kind(one) == kind(other)) {
        let (start, (is_shown, is_opaque)) = (end, kind(&pixels[0]));
        end += pixels.len();
        if is_shown {
            spans.push(Span { start, end, is_opaque });
        }
    }
    spans
}

/// Premultiplied colours, one over the other, rounded as resvg does.
fn blend(over: [u8; 4], under: [u8; 4]) -> [u8; 4] {
    let rest = u16::from(u8::MAX - over[3]);
    std::array::from_fn(|channel| over[channel] + ((u16::from(under[channel]) * rest + 255) >> 8) as u8)
}

/// The position of a point within its pixel. Equal items with the same offset have the same pixels.
pub(super) fn subpixel_offset(at: Point) -> Point {
    at.plus(-at.x.floor(), -at.y.floor())
}

/// The size of a picture.
///
/// # Errors
/// [`RenderError::Size`] if it would have no pixels or too many.
pub(super) fn size_of(width: u32, height: u32) -> Result<IntSize, RenderError> {
    let size = IntSize::from_wh(width, height).filter(|_| width.max(height) <= SIDE_MAX);
    size.ok_or(RenderError::Size { width, height })
}

/// A transparent picture.
///
/// # Errors
/// Same as [`size_of`].
pub(super) fn blank(width: u32, height: u32) -> Result<Pixmap, RenderError> {
    let size = size_of(width, height)?;
    Pixmap::new(size.width(), size.height()).ok_or(RenderError::Size { width, height })
}

/// Parses an SVG document.
///
/// # Errors
/// [`RenderError::Svg`].
pub(super) fn parse(text: &str) -> Result<Tree, RenderError> {
    let options = Options {
        font_family: fonts::FAMILY.to_owned(),
        fontdb: fonts::database(),
        // Scenes have no images. If one gets in regardless, it is not loaded.
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    Ok(Tree::from_str(text, &options)?)
}

/// The cache of sprites, in two generations: when the younger one is full, it becomes the older one, and what has not
/// been used since is dropped.
#[derive(Default)]
struct Cache {
    young: Generation,
    old: Generation,
}

/// The maximum size of a generation in bytes of pixels. All pieces of all boards and themes together take less.
const GENERATION_BYTES_MAX: usize = 16 * 1024 * 1024;

/// Sprites by the SVG of the item, which includes its colours, size and subpixel offset.
#[derive(Default)]
struct Generation {
    by_text: HashMap<String, Arc<Sprite>>,
    bytes: usize,
}

impl Cache {
    fn get(&mut self, text: &str) -> Option<Arc<Sprite>> {
        if let Some(sprite) = self.young.by_text.get(text) {
            return Some(Arc::clone(sprite));
        }
        let (text, sprite) = self.old.by_text.remove_entry(text)?;
        self.old.bytes -= sprite.bytes();
        self.insert(text, Arc::clone(&sprite));
        Some(sprite)
    }

    fn insert(&mut self, text: String, sprite: Arc<Sprite>) {
        let bytes = sprite.bytes();
        if self.young.bytes + bytes > GENERATION_BYTES_MAX {
            self.old = std::mem::take(&mut self.young);
        }
        // If two threads rasterised the same item, the second replaces it.
        if self.young.by_text.insert(text, sprite).is_none() {
            self.young.bytes += bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::colour::Colour;
    use crate::render::scene::{Area, Figure, Stamp};

    /// A ball that no other test draws: if two threads rasterised it at once, they would not share a sprite.
    fn ball(at: Point) -> Item {
        Stamp::new(at, [Figure::circle(Point::ORIGIN, 5.5).flat(Colour(200, 0, 0))]).into()
    }

    #[test]
    fn equal_items_share_a_sprite() {
        let sprite = |at| Sprite::of(&ball(at)).expect("a sprite");
        let (one, same, other) =
            (sprite(Point::new(3.5, 4.0)), sprite(Point::new(9.5, 1.0)), sprite(Point::new(3.25, 4.0)));
        assert!(Arc::ptr_eq(&one, &same) && !Arc::ptr_eq(&one, &other));
        assert_eq!(subpixel_offset(Point::new(-2.25, 3.0)), Point::new(0.75, 0.0));
    }

    #[test]
    fn the_cache_keeps_what_was_used_last() {
        let half = Figure::rect(Area::new(0.0, 0.0, 1_000.0, 2_000.0), 0.0).flat(Colour(200, 0, 0));
        let half = Sprite::of(&half.into()).expect("a sprite");
        assert!(half.bytes() < GENERATION_BYTES_MAX && half.bytes() > GENERATION_BYTES_MAX / 3);
        let mut cache = Cache::default();
        for text in ["a", "b", "c"] {
            cache.insert(text.to_owned(), Arc::clone(&half));
        }
        assert_eq!((cache.young.bytes, cache.old.bytes), (half.bytes(), 2 * half.bytes()));
        // What is used again is young again.
        assert!(cache.get("a").is_some());
        cache.insert("d".to_owned(), Arc::clone(&half));
        assert!(cache.get("b").is_none() && cache.get("a").is_some() && cache.get("d").is_some());
        assert!(cache.young.bytes <= GENERATION_BYTES_MAX && cache.old.bytes <= GENERATION_BYTES_MAX);
    }
}
