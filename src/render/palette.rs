//! A picture in at most 256 colours.
//!
//! Boards are flat colours with smooth edges, so that few colours do: the PNG is a third of the size of one with all
//! colours, and is written in a third of the time.

/// A picture whose pixels are numbers of colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Indexed {
    /// Red, green and blue of each colour.
    pub palette: Vec<[u8; 3]>,
    /// The number of each pixel's colour, row by row.
    pub pixels: Vec<u8>,
}

/// A PNG's palette has no more colours.
const COLOURS_MAX: usize = 256;

/// Colours are told apart by this many bits of red, green and blue each.
const BITS: u32 = 5;
const KINDS: usize = 1 << (3 * BITS);

/// Pixels of one kind: of colours so close that they share their upper bits.
#[derive(Clone, Copy, Default)]
struct Kind {
    count: u32,
    sum: [u32; 3],
}

impl Kind {
    fn mean(&self) -> [u8; 3] {
        self.sum.map(|sum| ((sum + self.count / 2) / self.count.max(1)) as u8)
    }
}

fn kind_of(pixel: &[u8; 4]) -> usize {
    let upper = |value: u8| usize::from(value >> (8 - BITS));
    upper(pixel[0]) << (2 * BITS) | upper(pixel[1]) << BITS | upper(pixel[2])
}

impl Indexed {
    /// The picture of these opaque pixels (red, green, blue, alpha).
    ///
    /// Kinds of colours fall into boxes that are split at their widest side (median cut, weighed by the square
    /// root of the number of pixels, so that a small piece keeps its shades beside a large board).
    pub fn new(rgba: &[u8]) -> Indexed {
        let mut kinds = vec![Kind::default(); KINDS];
        let (rows, _) = rgba.as_chunks::<4>();
        for pixel in rows {
            let kind = &mut kinds[kind_of(pixel)];
            kind.count += 1;
            for (sum, value) in kind.sum.iter_mut().zip(pixel) {
                *sum += u32::from(*value);
            }
        }
        let used: Vec<usize> = (0..KINDS).filter(|kind| kinds[*kind].count > 0).collect();
        let mut number_of = vec![0u8; KINDS];
        let mut palette = Vec::with_capacity(COLOURS_MAX);
        for group in split(&kinds, used) {
            let number = palette.len() as u8;
            let mut all = [0.0f64; 4];
            for kind in group {
                number_of[kind] = number;
                let weight = f64::from(kinds[kind].count);
                all[3] += weight;
                for (total, value) in all.iter_mut().zip(kinds[kind].mean()) {
                    *total += weight * f64::from(value);
                }
            }
            palette.push([0, 1, 2].map(|side: usize| (all[side] / all[3]).round() as u8));
        }
        let pixels = rows.iter().map(|pixel| number_of[kind_of(pixel)]).collect();
        Indexed { palette, pixels }
    }
}

/// The kinds in at most [`COLOURS_MAX`] groups of close colours.
fn split(kinds: &[Kind], used: Vec<usize>) -> Vec<Vec<usize>> {
    let weight = |kind: usize| f64::from(kinds[kind].count).sqrt();
    // How much a group would gain by being split, and along which side.
    let measure = |group: &[usize]| -> (f64, usize) {
        let total: f64 = group.iter().map(|kind| weight(*kind)).sum();
        let spread = |side: usize| {
            let values = || group.iter().map(|kind| (weight(*kind), f64::from(kinds[*kind].mean()[side])));
            let mean = values().map(|(weight, value)| weight * value).sum::<f64>() / total;
            values().map(|(weight, value)| weight * (value - mean).powi(2)).sum::<f64>()
        };
        let spreads = [0, 1, 2].map(spread);
        let side = (0..3).max_by(|one, other| spreads[*one].total_cmp(&spreads[*other])).unwrap_or(0);
        (spreads[side], side)
    };
    let first = measure(&used);
    let mut groups = vec![(first, used)];
    while groups.len() < COLOURS_MAX {
        let widest = (0..groups.len()).max_by(|one, other| groups[*one].0.0.total_cmp(&groups[*other].0.0));
        let Some(at) = widest.filter(|at| groups[*at].1.len() > 1) else { break };
        let ((_, side), mut group) = groups.swap_remove(at);
        group.sort_by_key(|kind| kinds[*kind].mean()[side]);
        let half: f64 = group.iter().map(|kind| weight(*kind)).sum::<f64>() / 2.0;
        let mut below = 0.0;
        let cut = group.iter().position(|kind| {
            below += weight(*kind);
            below > half
        });
        let cut = cut.unwrap_or(1).clamp(1, group.len() - 1);
        let rest = group.split_off(cut);
        groups.push((measure(&group), group));
        groups.push((measure(&rest), rest));
    }
    groups.into_iter().map(|(_, group)| group).collect()
}
