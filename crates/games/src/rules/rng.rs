//! Deterministic pseudo-random numbers from a seed.

/// The SplitMix64 generator. A seed yields the same sequence on every machine and in every version, because dealt
/// boards in records depend on it. Not cryptographically secure.
#[derive(Clone, Debug)]
pub struct SeededRng {
    state: u64,
}

impl SeededRng {
    /// A generator at the start of this seed's sequence.
    pub const fn new(seed: u64) -> SeededRng {
        SeededRng { state: seed }
    }

    /// Returns the next number.
    pub const fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Returns the next number modulo `bound`, or 0 when `bound` is 0. The bias is below `bound` / 2⁶⁴.
    pub const fn below(&mut self, bound: u64) -> u64 {
        let drawn = self.draw();
        if bound == 0 { 0 } else { drawn % bound }
    }

    /// Shuffles by Fisher and Yates, from the last item to the second.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_seed_never_change() {
        let mut rng = SeededRng::new(1_234_567);
        let drawn: Vec<u64> = (0..3).map(|_| rng.draw()).collect();
        assert_eq!(drawn, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }
}
