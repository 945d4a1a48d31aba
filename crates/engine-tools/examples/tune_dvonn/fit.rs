//! Fits a net to samples: logistic regression with Adam.

use crate::samples::{PIECES, Sample};
use tablero_games::ai::dvonn::net::{FEATURE_PARTS, HIDDEN, KNOTS, ONE, UNIT_PARTS};
use tablero_games::rules::SeededRng;

/// Number of samples per step.
const BATCH: usize = 512;
/// Number of passes over the samples.
const EPOCHS: usize = 4;
/// The initial learning rate; it decreases.
const RATE: f32 = 0.002;
/// Features are scaled to eighths here, so that all weights are of the same order.
const EIGHTH: f32 = 0.125;
/// One sample in this many is held out for validation.
const CHECKED: usize = 20;

/// The state of a fit.
pub struct Fit<const FEATURES: usize> {
    samples: Vec<Sample<FEATURES>>,
    symmetries: [Vec<u16>; 4],
    shape: Shape,
    weights: Vec<f32>,
}

/// The offsets of each kind of weight in the list of all weights.
#[derive(Clone, Copy)]
struct Shape {
    inputs: usize,
    features: usize,
}

impl Shape {
    const START: usize = 0;
    const INPUTS: usize = HIDDEN;

    fn units(&self, knot: usize) -> usize {
        HIDDEN * (1 + self.inputs) + knot * (HIDDEN + self.features + 1)
    }

    fn features(&self, knot: usize) -> usize {
        self.units(knot) + HIDDEN
    }

    fn constant(&self, knot: usize) -> usize {
        self.features(knot) + self.features
    }

    fn total(&self) -> usize {
        self.units(KNOTS.len())
    }
}

/// The two knots around a number of occupied spaces, and the share of each.
fn knots(occupied: u8) -> [(usize, f32); 2] {
    let after = KNOTS.iter().position(|knot| *knot > occupied).unwrap_or(KNOTS.len());
    let (low, high) = (after.saturating_sub(1), after.min(KNOTS.len() - 1));
    let (from, to) = (f32::from(KNOTS[low]), f32::from(KNOTS[high]));
    let share = (f32::from(occupied) - from).max(0.0) / (to - from).max(1.0);
    [(low, 1.0 - share), (high, share)]
}

fn logistic(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

impl<const FEATURES: usize> Fit<FEATURES> {
    pub fn new(samples: Vec<Sample<FEATURES>>, symmetries: [Vec<u16>; 4], inputs: usize) -> Self {
        let shape = Shape { inputs, features: FEATURES };
        let mut chance = SeededRng::new(1);
        let mut weights: Vec<f32> = (0..shape.total()).map(|_| chance.below(2001) as f32 / 1e4 - 0.1).collect();
        weights[Shape::START..Shape::INPUTS].fill(0.2);
        for knot in 0..KNOTS.len() {
            weights[shape.features(knot)..=shape.constant(knot)].fill(0.0);
        }
        Fit { samples, symmetries, shape, weights }
    }

    /// The units (clamped) and the value of a sample with these inputs.
    fn value(&self, sample: &Sample<FEATURES>, inputs: &[u16]) -> ([f32; HIDDEN], f32) {
        let (shape, weights) = (&self.shape, &self.weights);
        let mut units = [0.0; HIDDEN];
        units.copy_from_slice(&weights[Shape::START..Shape::INPUTS]);
        for input in inputs {
            let row = &weights[Shape::INPUTS + usize::from(*input) * HIDDEN..][..HIDDEN];
            units.iter_mut().zip(row).for_each(|(unit, weight)| *unit += weight);
        }
        units.iter_mut().for_each(|unit| *unit = unit.clamp(0.0, 1.0));
        let value = knots(sample.occupied).map(|(knot, part)| {
            let of_units: f32 = units.iter().zip(&weights[shape.units(knot)..]).map(|(a, b)| a * b).sum();
            let features = sample.features.iter().zip(&weights[shape.features(knot)..]);
            let of_features: f32 = features.map(|(a, b)| f32::from(*a) * EIGHTH * b).sum();
            part * (of_units + of_features + weights[shape.constant(knot)])
        });
        (units, value[0] + value[1])
    }

    /// Adds the gradient of a sample.
    fn learn(&self, sample: &Sample<FEATURES>, inputs: &[u16], slopes: &mut [f32]) {
        let (shape, weights) = (&self.shape, &self.weights);
        let (units, value) = self.value(sample, inputs);
        let error = logistic(value) - sample.target;
        let mut behind = [0.0; HIDDEN];
        for (knot, part) in knots(sample.occupied).into_iter().filter(|(_, part)| *part > 0.0) {
            let error = error * part;
            for unit in 0..HIDDEN {
                slopes[shape.units(knot) + unit] += error * units[unit];
                behind[unit] += error * weights[shape.units(knot) + unit];
            }
            let of_features = &mut slopes[shape.features(knot)..];
            of_features.iter_mut().zip(&sample.features).for_each(|(s, f)| *s += error * f32::from(*f) * EIGHTH);
            slopes[shape.constant(knot)] += error;
        }
        // A clamped unit does not change when its inputs do.
        for (slope, unit) in behind.iter_mut().zip(units) {
            *slope = if unit > 0.0 && unit < 1.0 { *slope } else { 0.0 };
        }
        let rows = inputs.iter().map(|input| Shape::INPUTS + usize::from(*input) * HIDDEN);
        for row in rows.chain([Shape::START]) {
            slopes[row..row + HIDDEN].iter_mut().zip(behind).for_each(|(sum, slope)| *sum += slope);
        }
    }

    /// The mean divergence of the values from the targets, 0 if they agree.
    fn divergence(&self, samples: &[Sample<FEATURES>]) -> f64 {
        let each = samples.iter().map(|sample| {
            let (found, wanted) = (logistic(self.value(sample, &sample.inputs).1), sample.target);
            let [found, wanted] = [found, wanted].map(|part| f64::from(part.clamp(1e-6, 1.0 - 1e-6)));
            wanted * (wanted / found).ln() + (1.0 - wanted) * ((1.0 - wanted) / (1.0 - found)).ln()
        });
        each.sum::<f64>() / samples.len().max(1) as f64
    }

    /// Runs the fit and returns the net in the program's file format.
    pub fn fitted(mut self) -> Vec<u8> {
        let learnt = self.samples.len() - self.samples.len() / CHECKED;
        let steps = (learnt * EPOCHS).div_ceil(BATCH);
        let mut chance = SeededRng::new(2);
        let mut slopes = vec![0.0; self.weights.len()];
        let (mut means, mut squares) = (slopes.clone(), slopes.clone());
        let mut inputs = Vec::new();
        for step in 1..=steps {
            slopes.fill(0.0);
            for _ in 0..BATCH {
                let sample = &self.samples[chance.below(learnt as u64) as usize];
                let symmetry = &self.symmetries[chance.below(4) as usize];
                inputs.clear();
                inputs.extend(sample.inputs.iter().map(|input| symmetry[usize::from(*input)]));
                self.learn(sample, &inputs, &mut slopes);
            }
            let done = step as f32 / steps as f32;
            let rate = RATE * (0.505 + 0.5 * (done * std::f32::consts::PI).cos());
            let (first, second) = (1.0 - 0.9_f32.powi(step as i32), 1.0 - 0.999_f32.powi(step as i32));
            for (index, weight) in self.weights.iter_mut().enumerate() {
                let slope = slopes[index] / BATCH as f32;
                means[index] = 0.9 * means[index] + 0.1 * slope;
                squares[index] = 0.999 * squares[index] + 0.001 * slope * slope;
                let by = means[index] / first / ((squares[index] / second).sqrt() + 1e-8);
                *weight -= rate * (by + 1e-3 * *weight);
            }
            if step % (steps / 8).max(1) == 0 {
                eprintln!("step {step} of {steps}: divergence {:.5}", self.divergence(&self.samples[learnt..]));
            }
        }
        self.whole_numbers()
    }

    /// The weights as 16-bit integers, in the order in which they are read.
    fn whole_numbers(&self) -> Vec<u8> {
        let hundredths = PIECES * 100.0;
        let whole = |range: std::ops::Range<usize>, scale: f32| {
            self.weights[range].iter().map(move |weight| (weight * scale).round().clamp(-32767.0, 32767.0) as i16)
        };
        let shape = &self.shape;
        let mut numbers: Vec<i16> = whole(0..shape.units(0), f32::from(ONE)).collect();
        for knot in 0..KNOTS.len() {
            numbers.extend(whole(shape.units(knot)..shape.features(knot), hundredths * UNIT_PARTS as f32));
            let scale = hundredths * EIGHTH * FEATURE_PARTS as f32;
            numbers.extend(whole(shape.features(knot)..shape.constant(knot), scale));
            numbers.extend(whole(shape.constant(knot)..shape.constant(knot) + 1, hundredths));
        }
        numbers.into_iter().flat_map(i16::to_le_bytes).collect()
    }
}
