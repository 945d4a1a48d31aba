//! A table of known values, of bounded size.

use crate::ai::transposition_table::reserve;

/// Bounds of a value: at least `least` and at most `most`. Both fit 7 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub least: u8,
    pub most: u8,
}

impl Range {
    /// Nothing is known.
    pub const ANY: Range = Range { least: 0, most: 127 };
}

/// The bits of a key: 100 squares and two 7-bit square indices.
const KEY_BITS: u32 = 114;
const KEY: u128 = (1 << KEY_BITS) - 1;
const SQUARES: u128 = (1 << 100) - 1;

/// A table from keys to ranges. An entry holds its whole key, so there are no false matches. Entries come in pairs; the
/// one with more squares, which took longer to compute, stays longer.
#[derive(Debug)]
pub(super) struct ProofTable {
    entries: Vec<u128>,
    row: u32,
}

/// The key of a set of squares and two square indices.
pub(super) fn key(squares: u128, one: u8, other: u8) -> u128 {
    squares | u128::from(one) << 100 | u128::from(other) << 107
}

impl ProofTable {
    /// Creates a table of at most this many bytes, with at least one pair; smaller if memory is short.
    pub fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<u128>()).max(2);
        let (mut entries, size) = reserve(1usize << most.ilog2(), 2);
        entries.resize(size, 0);
        ProofTable { entries, row: 0 }
    }

    /// Clears the table if the layout changes, since the same key then means another position.
    pub fn prepare(&mut self, row: u32) {
        if self.row != row {
            if self.row != 0 {
                self.clear();
            }
            self.row = row;
        }
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.entries.fill(0);
    }

    #[inline]
    fn pair(&mut self, key: u128) -> &mut [u128] {
        let folded = (key as u64) ^ ((key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let product = u128::from(folded) * 0xd6e8_feb8_6659_fd93;
        let at = ((product >> 32) as usize & (self.entries.len() - 1)) & !1;
        &mut self.entries[at..at + 2]
    }

    /// Returns the range known for a key.
    #[inline]
    pub fn get(&mut self, key: u128) -> Range {
        let found = self.pair(key).iter().find(|entry| **entry & KEY == key);
        found.map_or(Range::ANY, |entry| {
            let value = (entry >> KEY_BITS) as u16;
            Range { least: (value & 127) as u8, most: (value >> 7) as u8 }
        })
    }

    /// Stores what is known for a key.
    #[inline]
    pub fn put(&mut self, key: u128, range: Range) {
        let entry = key | (u128::from(range.least) | u128::from(range.most) << 7) << KEY_BITS;
        let pair = self.pair(key);
        let squares = |entry: u128| (entry & SQUARES).count_ones();
        if pair[0] & KEY == key {
            pair[0] = entry;
        } else if pair[1] & KEY == key {
            pair[1] = entry;
        } else if squares(entry) >= squares(pair[0]) {
            pair[1] = pair[0];
            pair[0] = entry;
        } else {
            pair[1] = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_found_by_its_own_key_only() {
        let mut proof_table = ProofTable::new(64);
        let range = Range { least: 3, most: 90 };
        proof_table.put(key(0b111, 4, 5), range);
        assert_eq!(proof_table.get(key(0b111, 4, 5)), range);
        assert_eq!(proof_table.get(key(0b111, 5, 4)), Range::ANY);
        for squares in 1..1000 {
            proof_table.put(key(squares, 4, 5), Range { least: 1, most: 1 });
            assert_eq!(proof_table.get(key(squares, 4, 5)), Range { least: 1, most: 1 });
        }
        proof_table.prepare(8);
        proof_table.prepare(10);
        assert_eq!(proof_table.get(key(999, 4, 5)), Range::ANY);
    }

    #[test]
    fn the_size_limit_is_kept() {
        assert_eq!(ProofTable::new(0).entries.len(), 2);
        assert_eq!(ProofTable::new(1000).entries.len(), 32);
    }
}
