//! Rasterises a scene.
//!
//! Each item is drawn from cached pixels, its [`Sprite`]. Apart from antialiasing of edges, the result equals the scene's
//! SVG rendered as one document, which `tests/pictures` checks. The measurements are in `docs/adr/0010-pictures.md`.

use super::error::RenderError;
use super::scene::{Item, Scene, Stamp};
use super::sprite::{Sprite, blank, parse, subpixel_offset};
use super::svg::{item_document, svg};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use std::sync::Arc;

/// Rasterises the scene at this scale. Every pixel is opaque, as the page fills the picture.
///
/// # Errors
/// [`RenderError::Size`] and [`RenderError::Svg`].
pub fn rasterize(scene: &Scene, scale: f32) -> Result<Pixmap, RenderError> {
    if scale != 1.0 {
        return rasterize_document(scene, scale);
    }
    let mut pixels = blank(scene.width, scene.height)?;
    let page = scene.page;
    pixels.fill(Color::from_rgba8(page.0, page.1, page.2, u8::MAX));
    draw_items(scene, &mut pixels)?;
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

fn draw_items(scene: &Scene, pixels: &mut Pixmap) -> Result<(), RenderError> {
    // The distinct stamps of this picture, so that each is serialised and looked up once.
    let mut stamps: Vec<(&Stamp, Arc<Sprite>)> = Vec::new();
    for item in scene.parts.iter().flat_map(|part| &part.items) {
        match item {
            // A part of another scene is large, and hardly ever equal to another.
            Item::Inset(_) => draw(&item_document([scene.width, scene.height], item), Transform::identity(), pixels)?,
            Item::Stamp(stamp) => match stamps.iter().find(|(known, _)| have_equal_pixels(known, stamp)) {
                Some((_, sprite)) => sprite.draw(stamp.at, pixels),
                None => {
                    let sprite = Sprite::of(item)?;
                    sprite.draw(stamp.at, pixels);
                    stamps.push((stamp, sprite));
                }
            },
            Item::Figure(_) | Item::Label(_) => Sprite::of(item)?.draw(item.at(), pixels),
        }
    }
    Ok(())
}

fn have_equal_pixels(one: &Stamp, other: &Stamp) -> bool {
    one.figures == other.figures && subpixel_offset(one.at) == subpixel_offset(other.at)
}

fn draw(text: &str, transform: Transform, pixels: &mut Pixmap) -> Result<(), RenderError> {
    resvg::render(&parse(text)?, transform, &mut pixels.as_mut());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::colour::Colour;
    use crate::render::scene::{Figure, Point};
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
