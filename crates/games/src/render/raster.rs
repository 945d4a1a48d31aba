//! Rasterises a scene.
//!
//! Each item is drawn from cached pixels, its [`Sprite`]. Apart from antialiasing of edges, the result equals the scene's
//! SVG rendered as one document, which `tests/pictures` checks. The measurements are in `docs/adr/0010-pictures.md`.

use super::avatar::AVATAR_SIDE;
use super::error::RenderError;
use super::scene::{Item, Point, Scene, Stamp};
use super::sprite::{Band, Sprite, blank, parse, size_of, subpixel_offset};
use super::svg::{item_document, svg};
use resvg::tiny_skia::{Pixmap, PixmapMut, Transform};
use std::sync::Arc;

/// The number of rows of a band. A band of a board fits into a processor's fastest cache.
const BAND_ROWS: usize = 8;

/// Rasterises the scene at this scale. Every pixel is opaque, as the page fills the picture.
///
/// # Errors
/// [`RenderError::Size`] and [`RenderError::Svg`].
pub fn rasterize(scene: &Scene, scale: f32) -> Result<Pixmap, RenderError> {
    if scale != 1.0 {
        return rasterize_document(scene, scale);
    }
    let (size, mut pixels) = (size_of(scene.width, scene.height)?, Vec::new());
    rasterize_bands(scene, |band| pixels.extend_from_slice(band.as_flattened()))?;
    Pixmap::from_vec(pixels, size).ok_or(RenderError::Size { width: scene.width, height: scene.height })
}

/// Rasterises the scene in bands of whole rows, from top to bottom, and hands the opaque pixels of each to `take`.
///
/// # Errors
/// Same as [`rasterize`].
pub fn rasterize_bands(scene: &Scene, mut take: impl FnMut(&[[u8; 4]])) -> Result<(), RenderError> {
    let size = size_of(scene.width, scene.height)?;
    let drawings = drawings(scene)?;
    let page = [scene.page.0, scene.page.1, scene.page.2, u8::MAX];
    let (width, height) = (size.width() as usize, size.height() as usize);
    // An inset is drawn as a whole.
    let rows = if drawings.iter().all(|drawing| matches!(drawing, Drawing::Sprite(..))) { BAND_ROWS } else { height };
    let mut pixels = vec![page; width * rows];
    for top in (0..height).step_by(rows) {
        let pixels = &mut pixels[..width * rows.min(height - top)];
        pixels.fill(page);
        for drawing in &drawings {
            match drawing {
                Drawing::Sprite(sprite, at) => sprite.draw(*at, &mut Band { pixels, width, top }),
                Drawing::Document(text) => {
                    let mut pixels = PixmapMut::from_bytes(pixels.as_flattened_mut(), size.width(), size.height());
                    if let Some(pixels) = &mut pixels {
                        resvg::render(&parse(text)?, Transform::identity(), pixels);
                    }
                }
            }
        }
        take(pixels);
    }
    Ok(())
}

/// Rasterises the scene as a single SVG document, as any SVG viewer would draw it.
///
/// # Errors
/// Same as [`rasterize`].
pub fn rasterize_document(scene: &Scene, scale: f32) -> Result<Pixmap, RenderError> {
    let [width, height] = [scene.width, scene.height].map(|side| (side as f32 * scale).round() as u32);
    let mut pixels = blank(width, height)?;
    resvg::render(&parse(&svg(scene))?, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}

/// What is drawn of an item.
enum Drawing {
    /// A sprite at this point.
    Sprite(Arc<Sprite>, Point),
    /// An SVG document. A part of another scene is large, and hardly ever equal to another.
    Document(String),
}

/// The drawings of a scene, in their order.
fn drawings(scene: &Scene) -> Result<Vec<Drawing>, RenderError> {
    // The distinct stamps of this picture, so that each is serialised and looked up once.
    let mut stamps: Vec<(&Stamp, Arc<Sprite>)> = Vec::new();
    let mut drawings = Vec::new();
    for item in scene.parts.iter().flat_map(|part| &part.items) {
        let sprite = match item {
            Item::Inset(_) => {
                drawings.push(Drawing::Document(item_document([scene.width, scene.height], item)));
                continue;
            }
            Item::Stamp(stamp) => match stamps.iter().find(|(known, _)| have_equal_pixels(known, stamp)) {
                Some((_, sprite)) => Arc::clone(sprite),
                None => {
                    let sprite = Sprite::of(item)?;
                    stamps.push((stamp, Arc::clone(&sprite)));
                    sprite
                }
            },
            Item::Figure(_) | Item::Label(_) => Sprite::of(item)?,
            // An avatar is already pixels, and too few boards share it to be worth caching.
            Item::Avatar(avatar, _) => Arc::new(Sprite::of_pixels(avatar.pixels().to_vec(), AVATAR_SIDE)),
        };
        drawings.push(Drawing::Sprite(sprite, item.at()));
    }
    Ok(drawings)
}

fn have_equal_pixels(one: &Stamp, other: &Stamp) -> bool {
    one.figures == other.figures && subpixel_offset(one.at) == subpixel_offset(other.at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::colour::Colour;
    use crate::render::scene::Figure;
    use crate::render::theme::Theme;

    #[test]
    fn items_are_drawn_in_place_and_in_order() {
        let mut scene = Scene::new(40.0, 40.0, Theme::light());
        // Beyond each edge, partly and entirely, and at a fractional position.
        let partly = [(-2.0, 3.0), (20.5, 38.0), (38.0, 20.0), (20.0, -3.0), (-3.0, 41.0)];
        let entirely = [(-9.0, 9.0), (60.0, 9.0), (9.0, -30.0), (9.0, 90.0)];
        for (x, y) in partly.into_iter().chain(entirely).chain([(20.5, 20.25)]) {
            scene.draw(
                "balls",
                Stamp::new(Point::new(x, y), [Figure::circle(Point::ORIGIN, 5.0).flat(Colour(200, 0, 0))]),
            );
        }
        scene.draw("dot", Figure::circle(Point::new(20.5, 20.5), 1.5).flat(Colour(0, 0, 200)));
        let pixels = rasterize(&scene, 1.0).expect("pixels");
        let colour = |x, y| pixels.pixel(x, y).map(|pixel| (pixel.red(), pixel.green(), pixel.blue()));
        for (x, y) in [(0, 3), (17, 20), (20, 38), (39, 20), (20, 0), (0, 39)] {
            assert_eq!(colour(x, y), Some((200, 0, 0)), "{x}, {y}");
        }
        assert_eq!(colour(20, 20), Some((0, 0, 200)));
        for (x, y) in [(30, 10), (9, 9), (39, 9), (9, 0), (9, 39)] {
            assert_eq!(colour(x, y), Some((scene.page.0, scene.page.1, scene.page.2)), "{x}, {y}");
        }
    }
}
