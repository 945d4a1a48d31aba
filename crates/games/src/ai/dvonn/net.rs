//! A small neural net over the spaces of the board.
//!
//! Every occupied space activates one input, which adds a row of weights to the hidden units. The units are clamped to
//! 0 and [`ONE`], weighted by the number of pieces or stacks on the board, and summed. All numbers are integers, so
//! that every machine computes the same values.

use crate::rules::dvonn::SPACES;

/// The number of hidden units.
pub const HIDDEN: usize = 32;
/// The maximum value of a hidden unit.
pub const ONE: i16 = 512;
/// The scale of the unit weights, in parts of a hundredth of a piece.
pub const UNIT_PARTS: i32 = 4;
/// The scale of the feature weights, in parts of a hundredth of a piece.
pub const FEATURE_PARTS: i32 = 16;

/// The numbers of occupied spaces at which weights are given; between them weights are interpolated linearly.
pub const KNOTS: [u8; 8] = [2, 8, 14, 20, 27, 34, 41, 49];

/// The accumulated hidden units of one position.
#[derive(Clone, Copy, Debug)]
pub struct Units([i16; HIDDEN]);

/// The output weights for one number of occupied spaces.
#[derive(Clone, Debug)]
struct Row<const FEATURES: usize> {
    units: [i16; HIDDEN],
    features: [i16; FEATURES],
    constant: i16,
}

/// The weights of a net with this many features besides the spaces.
#[derive(Clone, Debug)]
pub struct Net<const FEATURES: usize> {
    /// The biases of the units.
    start: Units,
    /// For each input, its weights to the units.
    inputs: Box<[[i16; HIDDEN]]>,
    rows: Box<[Row<FEATURES>]>,
}

impl<const FEATURES: usize> Net<FEATURES> {
    /// The size in bytes of a net with this many inputs.
    pub const fn bytes(inputs: usize) -> usize {
        2 * (HIDDEN * (1 + inputs) + KNOTS.len() * (HIDDEN + FEATURES + 1))
    }

    /// Reads the weights of a net, 16 bits each, little-endian: the biases of the units, the inputs, and for each knot
    /// the units, the features and a constant.
    ///
    /// # Panics
    /// If the length is not [`bytes`](Net::bytes); the files are part of the program.
    pub fn read(bytes: &[u8], inputs: usize) -> Self {
        assert_eq!(bytes.len(), Self::bytes(inputs), "a net has a number for each connection");
        let mut numbers = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut next = || numbers.next().unwrap_or_default();
        let start = Units(std::array::from_fn(|_| next()));
        let inputs = (0..inputs).map(|_| std::array::from_fn(|_| next())).collect();
        let knots: Vec<Row<FEATURES>> = KNOTS
            .iter()
            .map(|_| Row {
                units: std::array::from_fn(|_| next()),
                features: std::array::from_fn(|_| next()),
                constant: next(),
            })
            .collect();
        Net { start, inputs, rows: (0..=SPACES).map(|count| interpolated(&knots, count)).collect() }
    }

    /// The units before any input is active.
    #[inline]
    pub fn units(&self) -> Units {
        self.start
    }

    /// Activates an input.
    #[inline]
    pub fn activate(&self, units: &mut Units, input: usize) {
        for (unit, weight) in units.0.iter_mut().zip(&self.inputs[input]) {
            *unit = unit.wrapping_add(*weight);
        }
    }

    /// The output for this number of occupied spaces, in hundredths of a piece.
    #[inline]
    pub fn output(&self, units: &Units, features: &[i16; FEATURES], occupied: u32) -> i32 {
        let row = &self.rows[occupied as usize];
        let dot = |a: &[i16], b: &[i16]| -> i32 { a.iter().zip(b).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum() };
        let clamped: [i16; HIDDEN] = std::array::from_fn(|unit| units.0[unit].clamp(0, ONE));
        let of_units = dot(&clamped, &row.units) / (UNIT_PARTS * i32::from(ONE));
        let of_features = dot(features, &row.features) / FEATURE_PARTS;
        of_units + of_features + i32::from(row.constant)
    }
}

/// The row for a number of occupied spaces, interpolated between two knots.
fn interpolated<const FEATURES: usize>(knots: &[Row<FEATURES>], occupied: u8) -> Row<FEATURES> {
    let after = KNOTS.iter().position(|knot| *knot > occupied).unwrap_or(KNOTS.len());
    let (low, high) = (after.saturating_sub(1), after.min(KNOTS.len() - 1));
    let (from, to) = (i32::from(KNOTS[low]), i32::from(KNOTS[high]));
    let (share, whole) = ((i32::from(occupied) - from).max(0), (to - from).max(1));
    let mix = |a: i16, b: i16| (i32::from(a) + (i32::from(b) - i32::from(a)) * share / whole) as i16;
    let (a, b) = (&knots[low], &knots[high]);
    Row {
        units: std::array::from_fn(|unit| mix(a.units[unit], b.units[unit])),
        features: std::array::from_fn(|feature| mix(a.features[feature], b.features[feature])),
        constant: mix(a.constant, b.constant),
    }
}
