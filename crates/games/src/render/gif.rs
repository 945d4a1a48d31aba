//! A sequence of scenes as an animated GIF.
//!
//! `docs/adr/0005-replays-are-gifs.md` has the reasons for GIF and the measurements.

use super::error::RenderError;
use super::palette::Palette;
use super::png::Picture;
use super::raster::rasterize;
use super::scene::Scene;
use ::gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::borrow::Cow;

/// The timing and limits of an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnimationOptions {
    /// How long each scene is shown, in milliseconds.
    pub scene_ms: u32,
    /// How long the last scene is shown before the animation restarts, in milliseconds.
    pub last_ms: u32,
    /// The maximum file size in bytes. A larger animation is scaled down first, then shortened.
    pub bytes_max: usize,
    /// The maximum number of scenes, spread evenly; the first and the last are always included.
    pub scenes_max: usize,
}

impl Default for AnimationOptions {
    fn default() -> Self {
        AnimationOptions { scene_ms: 900, last_ms: 4_000, bytes_max: 8_000_000, scenes_max: 150 }
    }
}

/// The number of scenes, spread evenly, that are sampled for the shared palette.
const SAMPLES: usize = 6;

/// The attempts made until the animation is small enough: the scale, and the step between the scenes shown.
const ATTEMPTS: [(f32, usize); 5] = [(1.0, 1), (0.67, 1), (0.5, 1), (0.5, 2), (0.34, 4)];

/// Renders the scenes as an animated GIF that loops forever. Scenes larger than the first are cropped, smaller ones
/// padded.
///
/// # Errors
/// See [`RenderError`]: there are no scenes, or the animation cannot be made small enough.
pub fn gif(scenes: &[Scene], options: &AnimationOptions) -> Result<Picture, RenderError> {
    if scenes.is_empty() {
        return Err(RenderError::Empty);
    }
    for (scale, step) in ATTEMPTS {
        let most = options.scenes_max.min(scenes.len().div_ceil(step)).max(1);
        if let Some(picture) = encode_frames(&evenly_spaced(scenes, most), scale, options)? {
            return Ok(picture);
        }
    }
    Err(RenderError::Large(options.bytes_max))
}

/// Selects `most` items, spread evenly and including the first and the last. When only one is selected, it is the last.
fn evenly_spaced<T>(all: &[T], most: usize) -> Vec<&T> {
    let count = most.min(all.len());
    let last = all.len() - 1;
    (0..count).map(|number| &all[if count < 2 { last } else { number * last / (count - 1) }]).collect()
}

/// Encodes the animation, or returns `None` when it is too large.
fn encode_frames(scenes: &[&Scene], scale: f32, options: &AnimationOptions) -> Result<Option<Picture>, RenderError> {
    let samples: Vec<_> =
        evenly_spaced(scenes, SAMPLES).into_iter().map(|scene| rasterize(scene, scale)).collect::<Result<_, _>>()?;
    let mut palette = Palette::new(&samples.iter().map(resvg::tiny_skia::Pixmap::data).collect::<Vec<_>>());
    let (width, height) = (samples[0].width(), samples[0].height());
    drop(samples);
    let (gif_width, gif_height) = (gif_side(width, height)?, gif_side(height, width)?);
    let mut bytes = Vec::new();
    let mut colours = palette.colours.clone();
    let transparent = colours.len() as u8;
    colours.push([0; 3]);
    let mut encoder = Encoder::new(&mut bytes, gif_width, gif_height, colours.as_flattened())?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut previous: Vec<u8> = Vec::new();
    // A frame is written once its duration is known, so that equal frames are merged.
    let mut pending: Option<Frame<'static>> = None;
    for scene in scenes {
        let pixels = rasterize(scene, scale)?;
        if (pixels.width(), pixels.height()) != (width, height) {
            continue;
        }
        let next = palette.apply(pixels.data());
        match (changed_rect(&previous, &next, width as usize), &mut pending) {
            (None, Some(frame)) => frame.delay = frame.delay.saturating_add(delay(options.scene_ms)),
            (changed, _) => {
                let area = changed.unwrap_or(Rect { left: 0, top: 0, width: 1, height: 1 });
                let frame = frame(&previous, &next, width as usize, area, transparent, delay(options.scene_ms));
                if let Some(before) = pending.replace(frame) {
                    encoder.write_frame(&before)?;
                }
                previous = next;
            }
        }
        if encoder.get_ref().len() > options.bytes_max {
            return Ok(None);
        }
    }
    if let Some(mut frame) = pending {
        frame.delay = frame.delay.saturating_sub(delay(options.scene_ms)).saturating_add(delay(options.last_ms));
        encoder.write_frame(&frame)?;
    }
    drop(encoder);
    Ok((bytes.len() <= options.bytes_max).then_some(Picture { bytes, width, height }))
}

fn gif_side(gif_side: u32, other: u32) -> Result<u16, RenderError> {
    u16::try_from(gif_side).map_err(|_| RenderError::Size { width: gif_side, height: other })
}

/// A delay in hundredths of a second, the unit of GIF.
fn delay(ms: u32) -> u16 {
    u16::try_from(ms / 10).unwrap_or(u16::MAX)
}

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rect {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

/// The area in which two pictures of this width differ: everything when there was none before, `None` when they are
/// equal.
fn changed_rect(before: &[u8], after: &[u8], width: usize) -> Option<Rect> {
    let rows = after.len() / width;
    if before.len() != after.len() {
        return Some(Rect { left: 0, top: 0, width, height: rows });
    }
    let mut all = before.chunks_exact(width).zip(after.chunks_exact(width));
    let top = all.position(|(one, other)| one != other)?;
    let (mut left, mut right, mut bottom) = (width, 0, top);
    for (number, (one, other)) in before.chunks_exact(width).zip(after.chunks_exact(width)).enumerate().skip(top) {
        let differs = |at: &usize| one[*at] != other[*at];
        if let Some(first) = (0..width).find(differs) {
            left = left.min(first);
            right = right.max((0..width).rfind(differs).unwrap_or(first));
            bottom = number;
        }
    }
    Some(Rect { left, top, width: right + 1 - left, height: bottom + 1 - top })
}

/// A frame with the part of a picture that changes. Unchanged pixels in it are transparent, which makes long runs,
/// because the parts that change lie far apart, such as the board and the move number.
fn frame(before: &[u8], after: &[u8], width: usize, area: Rect, transparent: u8, delay: u16) -> Frame<'static> {
    let mut buffer = Vec::with_capacity(area.width * area.height);
    for row in area.top..area.top + area.height {
        let part = row * width + area.left..row * width + area.left + area.width;
        match before.get(part.clone()) {
            Some(before) => {
                let pixels = before.iter().zip(&after[part]);
                buffer.extend(pixels.map(|(before, after)| if before == after { transparent } else { *after }));
            }
            None => buffer.extend_from_slice(&after[part]),
        }
    }
    Frame {
        transparent: Some(transparent),
        delay,
        dispose: DisposalMethod::Keep,
        left: area.left as u16,
        top: area.top as u16,
        width: area.width as u16,
        height: area.height as u16,
        buffer: Cow::Owned(buffer),
        ..Frame::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changed_rectangle_is_found() {
        let before = [0u8; 12];
        let mut after = before;
        (after[5], after[10]) = (1, 1);
        assert_eq!(changed_rect(&before, &after, 4), Some(Rect { left: 1, top: 1, width: 2, height: 2 }));
        assert_eq!(changed_rect(&before, &before, 4), None);
        assert_eq!(changed_rect(&[], &after, 4), Some(Rect { left: 0, top: 0, width: 4, height: 3 }));
    }

    #[test]
    fn selected_items_are_evenly_spaced() {
        let all: Vec<usize> = (0..10).collect();
        assert_eq!(evenly_spaced(&all, 4), [&0, &3, &6, &9]);
        assert_eq!(evenly_spaced(&all, 1), [&9]);
        assert_eq!(evenly_spaced(&all, 100).len(), 10);
    }
}
