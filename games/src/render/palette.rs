//! Colour quantisation.
//!
//! Boards are flat colours with smooth edges, so a small palette is enough; `docs/adr/0010-pictures.md` has the
//! measurements.

/// A picture with indexed colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Indexed {
    /// Red, green and blue of each colour.
    pub palette: Vec<[u8; 3]>,
    /// The palette index of each pixel, row by row.
    pub pixels: Vec<u8>,
}

/// The maximum number of colours. A PNG could have 256, but on a phone the pictures look the same with 63 and are a
/// sixth smaller. One less than 64 leaves an index for transparency in a GIF.
pub const COLOURS_MAX: usize = 63;

/// The number of bits of red, green and blue each by which colours are distinguished.
const BITS: u32 = 5;
const BINS: usize = 1 << (3 * BITS);

/// A histogram bin: the sum of the pixels (red, green, blue, alpha) whose colours share their upper bits. As they are
/// opaque, the sum of alpha is 255 times their number.
#[derive(Clone, Copy, Default)]
struct Bin([u64; 4]);

/// A bin that is not empty.
#[derive(Clone, Copy)]
struct UsedBin {
    bin: usize,
    mean: [f32; 3],
    count: f32,
    /// The square root of the number of pixels, so that a small piece keeps its shades next to a large board.
    weight: f32,
}

fn bin_of(pixel: [u8; 4]) -> usize {
    let upper = |value: u8| usize::from(value >> (8 - BITS));
    upper(pixel[0]) << (2 * BITS) | upper(pixel[1]) << BITS | upper(pixel[2])
}

impl Indexed {
    /// Quantises opaque pixels (red, green, blue, alpha) with a palette of their own.
    pub fn new(rgba: &[u8]) -> Indexed {
        let mut runs = Runs::default();
        runs.add(rgba.as_chunks().0);
        Indexed::of_runs(&runs)
    }

    /// Quantises pixels with a palette of their own.
    pub fn of_runs(runs: &Runs) -> Indexed {
        let mut palette = Palette::of_runs(runs.runs.iter().copied());
        let pixels = palette.apply_to_runs(runs.runs.iter().copied(), runs.pixels);
        Indexed { palette: palette.colours, pixels }
    }
}

/// The palette of one or several pictures.
#[derive(Clone, Debug)]
pub struct Palette {
    /// Red, green and blue of each colour; at most [`COLOURS_MAX`].
    pub colours: Vec<[u8; 3]>,
    /// The palette index of each bin; `None` until the bin occurs.
    index_of: Vec<Option<u8>>,
}

impl Palette {
    /// The palette of opaque pictures (red, green, blue, alpha), by median cut: the bins are split into groups, always
    /// splitting the group with the largest spread along its widest channel.
    pub fn new(pictures: &[&[u8]]) -> Palette {
        Palette::of_runs(pictures.iter().flat_map(|rgba| runs(rgba.as_chunks().0)))
    }

    fn of_runs(runs: impl Iterator<Item = Run>) -> Palette {
        let mut bins = vec![Bin::default(); BINS];
        for Run { pixel, length } in runs {
            let Bin(sums) = &mut bins[bin_of(pixel)];
            for (sum, value) in sums.iter_mut().zip(pixel) {
                *sum += u64::from(value) * u64::from(length);
            }
        }
        let used = bins.iter().enumerate().filter(|(_, Bin(sums))| sums[3] > 0).map(|(bin, Bin(sums))| {
            let [red, green, blue, alpha] = *sums;
            let count = (alpha / u64::from(u8::MAX)) as f32;
            UsedBin { bin, mean: [red, green, blue].map(|sum| sum as f32 / count), count, weight: count.sqrt() }
        });
        let mut palette = Palette { colours: Vec::with_capacity(COLOURS_MAX), index_of: vec![None; BINS] };
        for group in split(used.collect()) {
            let count: f32 = group.iter().map(|used| used.count).sum();
            let total = |channel: usize| group.iter().map(|used| used.mean[channel] * used.count).sum::<f32>();
            for used in &group {
                palette.index_of[used.bin] = Some(palette.colours.len() as u8);
            }
            palette.colours.push([0, 1, 2].map(|channel| (total(channel) / count).round() as u8));
        }
        palette
    }

    /// The palette indices of a picture's pixels. A colour that did not occur in the pictures of the palette maps to
    /// the nearest one.
    pub fn apply(&mut self, rgba: &[u8]) -> Vec<u8> {
        self.apply_to_runs(runs(rgba.as_chunks().0), rgba.len() / 4)
    }

    /// The palette indices of the runs of a picture with this number of pixels.
    fn apply_to_runs(&mut self, runs: impl Iterator<Item = Run>, count: usize) -> Vec<u8> {
        let mut pixels = vec![0; count];
        let mut rest = &mut pixels[..];
        for Run { pixel, length } in runs {
            let bin = bin_of(pixel);
            let number = match self.index_of[bin] {
                Some(number) => number,
                None => *self.index_of[bin].insert(nearest(&self.colours, pixel)),
            };
            let length = length as usize;
            // Eight pixels are written as fast as one; the next run overwrites those that are too many.
            match rest.first_chunk_mut() {
                Some(eight) if length <= EIGHT => *eight = [number; EIGHT],
                _ => rest[..length].fill(number),
            }
            rest = &mut rest[length..];
        }
        pixels
    }
}

/// Equal pixels that follow one another. Most pixels equal the one before, so a picture has far fewer runs than pixels.
#[derive(Clone, Copy)]
struct Run {
    pixel: [u8; 4],
    length: u32,
}

/// The pixels of a picture as runs.
#[derive(Clone, Default)]
pub struct Runs {
    runs: Vec<Run>,
    /// The number of pixels.
    pixels: usize,
}

impl Runs {
    /// Adds the next opaque pixels (red, green, blue, alpha).
    pub fn add(&mut self, pixels: &[[u8; 4]]) {
        self.runs.extend(runs(pixels));
        self.pixels += pixels.len();
    }
}

/// The number of pixels that are compared or written at once.
const EIGHT: usize = 8;

fn runs(pixels: &[[u8; 4]]) -> impl Iterator<Item = Run> {
    let mut rest = pixels;
    std::iter::from_fn(move || {
        let pixel = *rest.first()?;
        let mut length = 1;
        // Most runs are one pixel or many.
        if rest.get(1) == Some(&pixel) {
            while rest[length..].first_chunk() == Some(&[pixel; EIGHT]) {
                length += EIGHT;
            }
            length += rest[length..].iter().take_while(|other| **other == pixel).count();
        }
        rest = &rest[length..];
        Some(Run { pixel, length: length as u32 })
    })
}

fn nearest(colours: &[[u8; 3]], pixel: [u8; 4]) -> u8 {
    let distance = |colour: &[u8; 3]| {
        colour.iter().zip(pixel).map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum::<u32>()
    };
    let best = colours.iter().enumerate().min_by_key(|(_, colour)| distance(colour));
    best.map_or(0, |(number, _)| number as u8)
}

/// Splits the bins into at most [`COLOURS_MAX`] groups of similar colours. No group is empty.
fn split(used: Vec<UsedBin>) -> Vec<Vec<UsedBin>> {
    let mut groups = vec![(spread(&used), used)];
    while groups.len() < COLOURS_MAX {
        let widest = (0..groups.len()).max_by(|one, other| groups[*one].0.0.total_cmp(&groups[*other].0.0));
        let Some(at) = widest.filter(|at| groups[*at].1.len() > 1) else { break };
        let ((_, channel), mut group) = groups.swap_remove(at);
        group.sort_by(|one, other| one.mean[channel].total_cmp(&other.mean[channel]));
        let half = group.iter().map(|used| used.weight).sum::<f32>() / 2.0;
        let mut below = 0.0;
        let middle = group.iter().position(|used| {
            below += used.weight;
            below > half
        });
        let rest = group.split_off(middle.unwrap_or(1).clamp(1, group.len() - 1));
        groups.push((spread(&group), group));
        groups.push((spread(&rest), rest));
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// The spread of a group along its widest channel (red, green or blue), and that channel.
fn spread(group: &[UsedBin]) -> (f32, usize) {
    let weight: f32 = group.iter().map(|used| used.weight).sum();
    let on_channel = |channel: usize| {
        let mean = group.iter().map(|used| used.weight * used.mean[channel]).sum::<f32>() / weight;
        (group.iter().map(|used| used.weight * (used.mean[channel] - mean).powi(2)).sum::<f32>(), channel)
    };
    [0, 1, 2].map(on_channel).into_iter().fold((0.0, 0), |most, other| if other.0 > most.0 { other } else { most })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_all_lengths_are_whole() {
        let lengths: Vec<u32> = (1..=40).flat_map(|length| [length, 1]).collect();
        let pixels: Vec<[u8; 4]> =
            (0u8..).zip(&lengths).flat_map(|(n, length)| vec![[n, 0, 0, 255]; *length as usize]).collect();
        let found: Vec<u32> = runs(&pixels).map(|run| run.length).collect();
        assert_eq!(found, lengths);
        let image = Indexed::new(pixels.as_flattened());
        for (pixel, number) in pixels.iter().zip(&image.pixels) {
            assert!(image.palette[usize::from(*number)][0].abs_diff(pixel[0]) < 8, "{pixel:?}");
        }
    }

    #[test]
    fn few_colours_are_kept_and_many_are_approximated() {
        let few = [[10, 20, 30, 255], [200, 100, 0, 255], [10, 20, 30, 255]];
        let image = Indexed::new(few.as_flattened());
        let colours: Vec<[u8; 3]> = image.pixels.iter().map(|number| image.palette[usize::from(*number)]).collect();
        assert_eq!(colours, [[10, 20, 30], [200, 100, 0], [10, 20, 30]]);
        let mut palette = Palette::new(&[few.as_flattened()]);
        let unseen = palette.apply(&[190, 110, 9, 255])[0];
        assert_eq!(palette.colours[usize::from(unseen)], [200, 100, 0]);

        let many: Vec<[u8; 4]> =
            (0..=u8::MAX).flat_map(|red| (0..=u8::MAX).map(move |green| [red, green, 0, 255])).collect();
        let image = Indexed::new(many.as_flattened());
        assert_eq!((image.palette.len(), image.pixels.len()), (COLOURS_MAX, many.len()));
        for (pixel, number) in many.iter().zip(&image.pixels) {
            let colour = image.palette[usize::from(*number)];
            assert!(colour.iter().zip(pixel).all(|(one, other)| one.abs_diff(*other) < 48), "{pixel:?} is {colour:?}");
        }
    }
}
