//! A picture in few colours.
//!
//! Boards are flat colours with smooth edges, so that few do. Measured on a board of ZÈRTZ after 16 moves (release
//! build): 48 KB written in 3.8 ms, where all colours with adaptive filters take 193 KB and 28 ms.

/// A picture whose pixels are numbers of colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Indexed {
    /// Red, green and blue of each colour.
    pub palette: Vec<[u8; 3]>,
    /// The number of each pixel's colour, row by row.
    pub pixels: Vec<u8>,
}

/// A PNG could have 256; the pictures look the same with these, and are a tenth smaller.
const COLOURS_MAX: usize = 128;

/// Colours are told apart by this many bits of red, green and blue each.
const BITS: u32 = 5;
const KINDS: usize = 1 << (3 * BITS);

/// Pixels of one kind: of colours so close that they share their upper bits.
#[derive(Clone, Copy, Default)]
struct Kind {
    count: u32,
    sum: [u32; 3],
}

/// A kind that occurs.
#[derive(Clone, Copy)]
struct Used {
    kind: usize,
    mean: [f32; 3],
    count: f32,
    /// The square root of the number of pixels, so that a small piece keeps its shades beside a large board.
    weight: f32,
}

fn kind_of(pixel: [u8; 4]) -> usize {
    let upper = |value: u8| usize::from(value >> (8 - BITS));
    upper(pixel[0]) << (2 * BITS) | upper(pixel[1]) << BITS | upper(pixel[2])
}

impl Indexed {
    /// The picture of these opaque pixels (red, green, blue, alpha), by median cut: the kinds of its colours are
    /// split into groups, always the group that differs most within itself, at its widest side.
    pub fn new(rgba: &[u8]) -> Indexed {
        // Most pixels are like the one before, so runs are looked at and not pixels.
        let runs = || rgba.as_chunks::<4>().0.chunk_by(|one, other| one == other);
        let mut kinds = vec![Kind::default(); KINDS];
        for run in runs() {
            let kind = &mut kinds[kind_of(run[0])];
            let count = run.len() as u32;
            kind.count += count;
            for (sum, value) in kind.sum.iter_mut().zip(run[0]) {
                *sum += u32::from(value) * count;
            }
        }
        let used = kinds.iter().enumerate().filter(|(_, kind)| kind.count > 0).map(|(kind, Kind { count, sum })| {
            let count = *count as f32;
            Used { kind, mean: sum.map(|sum| sum as f32 / count), count, weight: count.sqrt() }
        });
        let mut number_of = vec![0u8; KINDS];
        let mut palette = Vec::with_capacity(COLOURS_MAX);
        for group in split(used.collect()) {
            let count: f32 = group.iter().map(|used| used.count).sum();
            let total = |side: usize| group.iter().map(|used| used.mean[side] * used.count).sum::<f32>();
            for used in &group {
                number_of[used.kind] = palette.len() as u8;
            }
            palette.push([0, 1, 2].map(|side| (total(side) / count).round() as u8));
        }
        let mut pixels = Vec::with_capacity(rgba.len() / 4);
        for run in runs() {
            pixels.resize(pixels.len() + run.len(), number_of[kind_of(run[0])]);
        }
        Indexed { palette, pixels }
    }
}

/// The kinds in at most [`COLOURS_MAX`] groups of close colours. No group is empty.
fn split(used: Vec<Used>) -> Vec<Vec<Used>> {
    let mut groups = vec![(spread(&used), used)];
    while groups.len() < COLOURS_MAX {
        let widest = (0..groups.len()).max_by(|one, other| groups[*one].0.0.total_cmp(&groups[*other].0.0));
        let Some(at) = widest.filter(|at| groups[*at].1.len() > 1) else { break };
        let ((_, side), mut group) = groups.swap_remove(at);
        group.sort_by(|one, other| one.mean[side].total_cmp(&other.mean[side]));
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

/// How much the colours of a group differ on the side (red, green or blue) where they differ most, and which it is.
fn spread(group: &[Used]) -> (f32, usize) {
    let weight: f32 = group.iter().map(|used| used.weight).sum();
    let on_side = |side: usize| {
        let mean = group.iter().map(|used| used.weight * used.mean[side]).sum::<f32>() / weight;
        (group.iter().map(|used| used.weight * (used.mean[side] - mean).powi(2)).sum::<f32>(), side)
    };
    [0, 1, 2].map(on_side).into_iter().fold((0.0, 0), |most, other| if other.0 > most.0 { other } else { most })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_stay_as_they_are_and_many_become_close_ones() {
        let few = [[10, 20, 30, 255], [200, 100, 0, 255], [10, 20, 30, 255]];
        let image = Indexed::new(few.as_flattened());
        let colours: Vec<[u8; 3]> = image.pixels.iter().map(|number| image.palette[usize::from(*number)]).collect();
        assert_eq!(colours, [[10, 20, 30], [200, 100, 0], [10, 20, 30]]);

        let many: Vec<[u8; 4]> =
            (0..=u8::MAX).flat_map(|red| (0..=u8::MAX).map(move |green| [red, green, 0, 255])).collect();
        let image = Indexed::new(many.as_flattened());
        assert_eq!((image.palette.len(), image.pixels.len()), (COLOURS_MAX, many.len()));
        for (pixel, number) in many.iter().zip(&image.pixels) {
            let colour = image.palette[usize::from(*number)];
            assert!(colour.iter().zip(pixel).all(|(one, other)| one.abs_diff(*other) < 32), "{pixel:?} is {colour:?}");
        }
    }
}
