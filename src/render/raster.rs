//! Rasterises a scene via its SVG.
//!
//! Most of a board consists of the same few drawings, its [`Stamp`]s: rings, marbles, pieces. Each distinct stamp is
//! rasterised once and cached for all pictures; everything between them is drawn each time. Apart from antialiasing of
//! edges, the pixels equal those of the scene's SVG rendered as one document, which `tests/pictures` checks. The
//! measurements are in `docs/adr/0010-pictures.md`.

use super::error::RenderError;
use super::fonts;
use super::scene::{Item, Point, Scene, Stamp};
use super::svg::{layer, svg};
use resvg::tiny_skia::{Color, Pixmap, PixmapPaint, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The maximum width and height of a picture, so that a faulty scene does not exhaust memory.
const SIDE_MAX: u32 = 4_000;

/// Rasterises the scene at this scale. Every pixel is opaque, as the page fills the picture.
///
/// # Errors
/// [`RenderError::Size`] and [`RenderError::Svg`].
pub fn rasterize(scene: &Scene, scale: f32) -> Result<Pixmap, RenderError> {
    if scale != 1.0 {
        return rasterize_document(scene, scale);
    }
    let mut pixels = blank(scene.width, scene.height)?;
    draw_layers(scene, &mut pixels)?;
    Ok(pixels)
}

/// Rasterises the scene as a single SVG document, as any SVG viewer would draw it.
///
/// # Errors
/// Same as [`rasterize`].
pub fn rasterize_document(scene: &Scene, scale: f32) -> Result<Pixmap, RenderError> {
    let [width, height] = [scene.width, scene.height].map(|side| (side as f32 * scale).round() as u32);
    let mut pixels = blank(width, height)?;
    draw(&svg(scene), Transform::from_scale(scale, scale), &mut pixels)?;
    Ok(pixels)
}

fn blank(width: u32, height: u32) -> Result<Pixmap, RenderError> {
    let size = RenderError::Size { width, height };
    if width.max(height) > SIDE_MAX {
        return Err(size);
    }
    Pixmap::new(width, height).ok_or(size)
}

/// Draws the scene in layers: stamps from cached pixels, and everything between two stamps as one document.
fn draw_layers(scene: &Scene, pixels: &mut Pixmap) -> Result<(), RenderError> {
    let page = scene.page;
    pixels.fill(Color::from_rgba8(page.0, page.1, page.2, u8::MAX));
    // The distinct stamps of this picture, so that each is serialised and looked up once.
    let mut stamps: Vec<(&Stamp, Arc<StampImage>)> = Vec::new();
    let mut pending = Vec::new();
    for item in scene.parts.iter().flat_map(|part| &part.items) {
        let Item::Stamp(stamp) = item else {
            pending.push(item);
            continue;
        };
        flush(scene, &mut pending, pixels)?;
        let known = stamps.iter().find(|(other, _)| {
            other.figures == stamp.figures && subpixel_offset(other.at) == subpixel_offset(stamp.at)
        });
        let image = match known {
            Some((_, image)) => image,
            None => {
                stamps.push((stamp, StampCache::get(stamp)?));
                &stamps[stamps.len() - 1].1
            }
        };
        image.draw_at(stamp.at, pixels);
    }
    flush(scene, &mut pending, pixels)
}

fn flush(scene: &Scene, pending: &mut Vec<&Item>, pixels: &mut Pixmap) -> Result<(), RenderError> {
    if pending.is_empty() {
        return Ok(());
    }
    let text = layer([scene.width, scene.height], pending);
    pending.clear();
    draw(&text, Transform::identity(), pixels)
}

fn draw(text: &str, transform: Transform, pixels: &mut Pixmap) -> Result<(), RenderError> {
    let tree = Tree::from_str(text, &options())?;
    resvg::render(&tree, transform, &mut pixels.as_mut());
    Ok(())
}

/// The subpixel offset of a point. Equal stamps with the same offset have the same pixels.
fn subpixel_offset(at: Point) -> Point {
    at.plus(-at.x.floor(), -at.y.floor())
}

/// A rasterised stamp.
struct StampImage {
    pixels: Pixmap,
    /// The offset of its upper left corner from the pixel at which the stamp is placed.
    left: i32,
    top: i32,
}

impl StampImage {
    /// Rasterises a stamp at its subpixel offset, relative to its pixel.
    fn draw(text: &str) -> Result<StampImage, RenderError> {
        let tree = Tree::from_str(text, &options())?;
        let bounds = tree.root().abs_layer_bounding_box().to_rect();
        // One extra pixel on every side for antialiased edges.
        let (left, top) = (bounds.left().floor() as i32 - 1, bounds.top().floor() as i32 - 1);
        let width = (bounds.right().ceil() as i32 + 1 - left).unsigned_abs();
        let height = (bounds.bottom().ceil() as i32 + 1 - top).unsigned_abs();
        let mut pixels = blank(width, height)?;
        let transform = Transform::from_translate(-left as f32, -top as f32);
        resvg::render(&tree, transform, &mut pixels.as_mut());
        Ok(StampImage { pixels, left, top })
    }

    fn draw_at(&self, at: Point, pixels: &mut Pixmap) {
        let (x, y) = ((at.x.floor() as i32).saturating_add(self.left), (at.y.floor() as i32).saturating_add(self.top));
        pixels.draw_pixmap(x, y, self.pixels.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    }
}

/// The cache of rasterised stamps.
#[derive(Default)]
struct StampCache {
    /// The cache key is the SVG of the stamp, which includes its colours, size and subpixel offset.
    by_text: HashMap<String, Arc<StampImage>>,
    bytes: usize,
}

/// The maximum size of the cache in bytes of pixels; it is cleared when full. All pieces of all boards and themes
/// together take less.
const CACHE_BYTES_MAX: usize = 32 * 1024 * 1024;

impl StampCache {
    /// Returns the rasterised stamp from the cache, or rasterises it.
    fn get(stamp: &Stamp) -> Result<Arc<StampImage>, RenderError> {
        static CACHE: LazyLock<Mutex<StampCache>> = LazyLock::new(Mutex::default);
        // The data behind a poisoned lock is consistent, as stamps are rasterised before they are inserted.
        let cache = || CACHE.lock().unwrap_or_else(PoisonError::into_inner);
        let text = layer([1, 1], &[&Stamp { at: subpixel_offset(stamp.at), ..stamp.clone() }.into()]);
        if let Some(image) = cache().by_text.get(&text) {
            return Ok(Arc::clone(image));
        }
        let image = Arc::new(StampImage::draw(&text)?);
        cache().insert(text, Arc::clone(&image));
        Ok(image)
    }

    fn insert(&mut self, text: String, image: Arc<StampImage>) {
        let bytes = image.pixels.data().len();
        if self.bytes + bytes > CACHE_BYTES_MAX {
            *self = StampCache::default();
        }
        // If two threads rasterised the same stamp, the second replaces it.
        if self.by_text.insert(text, image).is_none() {
            self.bytes += bytes;
        }
    }
}

fn options() -> Options<'static> {
    Options {
        font_family: fonts::FAMILY.to_owned(),
        fontdb: fonts::database(),
        // Scenes have no images. If one gets in regardless, it is not loaded.
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::colour::Colour;
    use crate::render::scene::Figure;
    use crate::render::theme::Theme;

    fn ball(at: Point) -> Stamp {
        Stamp::new(at, [Figure::circle(Point::ORIGIN, 5.0).flat(Colour(200, 0, 0))])
    }

    #[test]
    fn stamps_are_drawn_in_place_and_in_order() {
        let mut scene = Scene::new(40.0, 40.0, Theme::light());
        // Partly beyond the edge, and at a fractional position.
        for at in [Point::new(-2.0, 3.0), Point::new(20.5, 20.25), Point::new(20.5, 38.0)] {
            scene.draw("balls", ball(at));
        }
        scene.draw("dot", Figure::circle(Point::new(20.5, 20.5), 1.5).flat(Colour(0, 0, 200)));
        let pixels = rasterize(&scene, 1.0).expect("pixels");
        let colour = |x, y| pixels.pixel(x, y).map(|pixel| (pixel.red(), pixel.green(), pixel.blue()));
        for (x, y) in [(0, 3), (17, 20), (20, 38)] {
            assert_eq!(colour(x, y), Some((200, 0, 0)), "{x}, {y}");
        }
        assert_eq!(colour(20, 20), Some((0, 0, 200)));
        assert_eq!(colour(30, 10), Some((scene.page.0, scene.page.1, scene.page.2)));
        assert_eq!(subpixel_offset(Point::new(-2.25, 3.0)), Point::new(0.75, 0.0));
    }

    #[test]
    fn the_cache_is_bounded_and_shared() {
        let one = StampCache::get(&ball(Point::new(3.5, 4.0))).expect("a print");
        let same = StampCache::get(&ball(Point::new(9.5, 1.0))).expect("a print");
        let other = StampCache::get(&ball(Point::new(3.25, 4.0))).expect("a print");
        assert!(Arc::ptr_eq(&one, &same) && !Arc::ptr_eq(&one, &other));
        let mut cache = StampCache { bytes: CACHE_BYTES_MAX, ..StampCache::default() };
        cache.insert("a".to_owned(), Arc::clone(&one));
        cache.insert("b".to_owned(), Arc::clone(&one));
        assert_eq!((cache.by_text.len(), cache.bytes), (2, 2 * one.pixels.data().len()));
    }
}
