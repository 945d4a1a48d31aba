//! Colour quantisation.
//!
//! Boards are flat colours with smooth edges, so a small palette is enough; `docs/adr/0010-pictures.md` has the
//! measurements.

/// A picture with indexed colours.
#[derive(Clone, Debug)]
pub struct Indexed {
    /// Red, green and blue of each colour.
    pub palette: Vec<[u8; 3]>,
    /// The palette index of each bin, by its place in the histogram.
    colour_of: Vec<u8>,
    runs: Vec<Run>,
    /// The number of pixels of a row.
    width: usize,
}

/// The maximum number of colours. A PNG could have 256, but on a phone the pictures look the same with 63 and are a
/// sixth smaller. One less than 64 leaves an index for transparency in a GIF.
pub const COLOURS_MAX: usize = 63;

/// The number of bits of red, green and blue each by which colours are distinguished.
const BITS: u32 = 5;
const BINS: usize = 1 << (3 * BITS);

/// The pixels whose colours share their upper bits: the sum of their red, green, blue and alpha. As they are opaque, the
/// sum of alpha is 255 times their number.
#[derive(Clone, Copy, Default)]
struct Bin([u64; 4]);

/// Which bin a colour belongs to.
fn bin_of(pixel: [u8; 4]) -> usize {
    let upper = |value: u8| usize::from(value >> (8 - BITS));
    upper(pixel[0]) << (2 * BITS) | upper(pixel[1]) << BITS | upper(pixel[2])
}

/// The bins that are not empty, which are few in a picture.
struct Histogram {
    /// The place in `bins` of each bin, plus one; zero while it is empty.
    places: Vec<u16>,
    /// The bins in the order in which they first occurred, each with what it is.
    bins: Vec<(usize, Bin)>,
}

impl Default for Histogram {
    fn default() -> Histogram {
        Histogram { places: vec![0; BINS], bins: Vec::new() }
    }
}

impl Histogram {
    /// Counts pixels of one colour, and returns the place of their bin.
    fn count(&mut self, pixel: [u8; 4], length: u64) -> u16 {
        let place = &mut self.places[bin_of(pixel)];
        if *place == 0 {
            self.bins.push((bin_of(pixel), Bin::default()));
            *place = self.bins.len() as u16;
        }
        let (_, Bin(sums)) = &mut self.bins[usize::from(*place) - 1];
        for (sum, value) in sums.iter_mut().zip(pixel) {
            *sum += u64::from(value) * length;
        }
        *place - 1
    }
}

impl Indexed {
    /// Hands the rows from top to bottom to `take`, as the palette indices of their pixels, until it fails.
    ///
    /// # Errors
    /// The one of `take`.
    pub fn try_for_each_row<E>(&self, mut take: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let mut row = vec![0; self.width];
        let mut end = 0;
        for Run { bin, length } in &self.runs {
            let rest = fill(&mut row[end..], *length as usize, self.colour_of[usize::from(*bin)]);
            end = self.width - rest.len();
            if end == self.width {
                take(&row)?;
                end = 0;
            }
        }
        Ok(())
    }
}

/// Equal pixels that follow one another. Most pixels equal the one before, so a picture has far fewer runs than pixels.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// The place of their bin in the histogram.
    bin: u16,
    /// The number of pixels.
    length: u32,
}

/// The pixels of a picture as runs, none of which goes beyond the end of a row.
pub struct Runs {
    runs: Vec<Run>,
    histogram: Histogram,
    /// The number of pixels of a row.
    width: usize,
}

impl Runs {
    /// Those of a picture that has no pixels yet.
    pub fn new(width: u32) -> Runs {
        Runs { runs: Vec::with_capacity(RUNS_USUAL), histogram: Histogram::default(), width: width as usize }
    }

    /// Adds the next rows of opaque pixels (red, green, blue, alpha).
    pub fn add(&mut self, rows: &[[u8; 4]]) {
        for row in rows.chunks(self.width.max(1)) {
            for_each_run(row, |pixel, length| {
                self.runs.push(Run { bin: self.histogram.count(pixel, length as u64), length: length as u32 });
            });
        }
    }

    /// The picture with a palette of its own.
    pub fn indexed(self) -> Indexed {
        let (palette, colour_of) = self.histogram.palette(COLOURS_MAX);
        Indexed { palette, colour_of, runs: self.runs, width: self.width }
    }
}

/// The palette of several pictures.
#[derive(Clone, Debug)]
pub struct Palette {
    /// Red, green and blue of each colour; at most [`COLOURS_MAX`].
    pub colours: Vec<[u8; 3]>,
    /// The palette index of each bin; `None` until the bin occurs.
    index_of: Vec<Option<u8>>,
}

impl Palette {
    /// The palette of opaque pictures (red, green, blue, alpha).
    pub fn new(pictures: &[&[u8]]) -> Palette {
        Palette::of_at_most(COLOURS_MAX, pictures)
    }

    /// Like [`Palette::new`], with at most `most` colours.
    pub fn of_at_most(most: usize, pictures: &[&[u8]]) -> Palette {
        let mut histogram = Histogram::default();
        for rgba in pictures {
            for_each_run(rgba.as_chunks().0, |pixel, length| _ = histogram.count(pixel, length as u64));
        }
        let (colours, colour_of) = histogram.palette(most);
        let mut index_of = vec![None; BINS];
        for ((bin, _), index) in histogram.bins.iter().zip(colour_of) {
            index_of[*bin] = Some(index);
        }
        Palette { colours, index_of }
    }

    /// The palette indices of a picture's pixels. A colour that did not occur in the pictures of the palette maps to
    /// the nearest one.
    pub fn apply(&mut self, rgba: &[u8]) -> Vec<u8> {
        let mut pixels = vec![0; rgba.len() / 4];
        let mut rest = &mut pixels[..];
        for_each_run(rgba.as_chunks().0, |pixel, length| {
            let index = *self.index_of[bin_of(pixel)].get_or_insert_with(|| nearest(&self.colours, pixel));
            rest = fill(std::mem::take(&mut rest), length, index);
        });
        pixels
    }
}

/// Fills the first pixels, and returns those that follow.
fn fill(pixels: &mut [u8], length: usize, index: u8) -> &mut [u8] {
    // Sixteen pixels are written as fast as one; the next run overwrites those that are too many.
    match pixels.first_chunk_mut() {
        Some(sixteen) if length <= BLOCK => *sixteen = [index; BLOCK],
        _ => pixels[..length].fill(index),
    }
    &mut pixels[length..]
}

/// More runs than most pictures have.
const RUNS_USUAL: usize = 100_000;

/// The number of pixels that are compared or written at once.
const BLOCK: usize = 16;

/// Hands each run of equal pixels to `each`, with its pixel and its length.
fn for_each_run(pixels: &[[u8; 4]], mut each: impl FnMut([u8; 4], usize)) {
    let mut start = 0;
    let mut end_run = |end: usize| {
        each(pixels[start], end - start);
        start = end;
    };
    let Some(following) = pixels.get(1..) else { return };
    let (blocks, rest) = following.as_chunks::<BLOCK>();
    for (number, (block, before)) in blocks.iter().zip(pixels.as_chunks::<BLOCK>().0).enumerate() {
        let mut differing = differing(block, before);
        while differing != 0 {
            end_run(number * BLOCK + 1 + differing.trailing_zeros() as usize);
            differing &= differing - 1;
        }
    }
    for at in pixels.len() - rest.len()..pixels.len() {
        if pixels[at] != pixels[at - 1] {
            end_run(at);
        }
    }
    end_run(pixels.len());
}

/// Which pixels of two blocks differ: the lowest bit is the first pixel.
fn differing(one: &[[u8; 4]; BLOCK], other: &[[u8; 4]; BLOCK]) -> u16 {
    (0..BLOCK).fold(0, |bits, at| bits | u16::from(one[at] != other[at]) << at)
}

/// A bin that is not empty.
#[derive(Clone, Copy)]
struct UsedBin {
    /// Its place in the histogram.
    place: usize,
    mean: [f32; 3],
    count: f32,
    /// The square root of the number of pixels, so that a small piece keeps its shades next to a large board.
    weight: f32,
}

impl Histogram {
    /// A palette by median cut: the bins are split into groups, always splitting the group with the largest spread along
    /// its widest channel. Returns its colours and, for each bin, the index of its colour.
    fn palette(&self, most: usize) -> (Vec<[u8; 3]>, Vec<u8>) {
        let mut places: Vec<usize> = (0..self.bins.len()).collect();
        places.sort_unstable_by_key(|place| self.bins[*place].0);
        let used = places.into_iter().map(|place| {
            let (_, Bin([red, green, blue, alpha])) = self.bins[place];
            let count = (alpha / u64::from(u8::MAX)) as f32;
            UsedBin { place, mean: [red, green, blue].map(|sum| sum as f32 / count), count, weight: count.sqrt() }
        });
        let (mut colours, mut colour_of) = (Vec::with_capacity(most), vec![0; self.bins.len()]);
        for group in split(used.collect(), most) {
            let count: f32 = group.iter().map(|used| used.count).sum();
            let total = |channel: usize| group.iter().map(|used| used.mean[channel] * used.count).sum::<f32>();
            for used in &group {
                colour_of[used.place] = colours.len() as u8;
            }
            colours.push([0, 1, 2].map(|channel| (total(channel) / count).round() as u8));
        }
        (colours, colour_of)
    }
}

fn nearest(colours: &[[u8; 3]], pixel: [u8; 4]) -> u8 {
    let distance = |colour: &[u8; 3]| {
        colour.iter().zip(pixel).map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum::<u32>()
    };
    let best = colours.iter().enumerate().min_by_key(|(_, colour)| distance(colour));
    best.map_or(0, |(number, _)| number as u8)
}

/// Splits the bins into at most `most` groups of similar colours. No group is empty.
fn split(used: Vec<UsedBin>, most: usize) -> Vec<Vec<UsedBin>> {
    let mut groups = vec![(spread(&used), used)];
    while groups.len() < most {
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
    use std::collections::HashSet;

    /// The colour of each pixel of a picture of this width.
    fn quantised(pixels: &[[u8; 4]], width: usize) -> Vec<[u8; 3]> {
        let mut runs = Runs::new(width as u32);
        runs.add(pixels);
        let (picture, mut colours) = (runs.indexed(), Vec::new());
        let read = picture.try_for_each_row(|row| {
            assert_eq!(row.len(), width);
            colours.extend(row.iter().map(|index| picture.palette[usize::from(*index)]));
            Ok::<_, ()>(())
        });
        assert_eq!(read, Ok(()));
        colours
    }

    #[test]
    fn runs_of_all_lengths_are_whole() {
        let lengths: Vec<u32> = (1..=40).flat_map(|length| [length, 1]).collect();
        let pixels: Vec<[u8; 4]> =
            (0u8..).zip(&lengths).flat_map(|(n, length)| vec![[n, 0, 0, 255]; *length as usize]).collect();
        let mut found = Vec::new();
        for_each_run(&pixels, |pixel, length| found.push((pixel, length as u32)));
        let expected: Vec<_> = (0u8..).map(|n| [n, 0, 0, 255]).zip(lengths).collect();
        assert_eq!(found, expected);
        for_each_run(&[], |_, _| panic!("there are no pixels"));
        // One row of all pixels, and rows of one pixel.
        for width in [pixels.len(), 1] {
            let colours = quantised(&pixels, width);
            assert_eq!(colours.len(), pixels.len());
            for (colour, pixel) in colours.iter().zip(&pixels) {
                assert!(colour[0].abs_diff(pixel[0]) < 8, "{pixel:?}");
            }
        }
    }

    #[test]
    fn few_colours_are_kept_and_many_are_approximated() {
        let few = [[10, 20, 30, 255], [200, 100, 0, 255], [10, 20, 30, 255]];
        assert_eq!(quantised(&few, 3), [[10, 20, 30], [200, 100, 0], [10, 20, 30]]);
        let mut palette = Palette::new(&[few.as_flattened()]);
        let unseen = palette.apply(&[190, 110, 9, 255])[0];
        assert_eq!(palette.colours[usize::from(unseen)], [200, 100, 0]);

        let many: Vec<[u8; 4]> =
            (0..=u8::MAX).flat_map(|red| (0..=u8::MAX).map(move |green| [red, green, 0, 255])).collect();
        let colours = quantised(&many, 256);
        assert_eq!(colours.len(), many.len());
        assert_eq!(colours.iter().collect::<HashSet<_>>().len(), COLOURS_MAX);
        for (pixel, colour) in many.iter().zip(&colours) {
            assert!(colour.iter().zip(pixel).all(|(one, other)| one.abs_diff(*other) < 48), "{pixel:?} is {colour:?}");
        }
    }
}
