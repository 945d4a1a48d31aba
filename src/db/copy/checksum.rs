//! A checksum of the rows of a table, whatever their order.

use crate::db::driver::Value;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The number of rows and the sum of their hashes. Only sums of the same process can be compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Checksum {
    /// The number of rows.
    pub rows: u64,
    sum: u64,
}

impl Checksum {
    /// Adds a row. A truth value counts as 0 or 1, so that both databases have the same.
    pub fn add<'v>(&mut self, values: impl IntoIterator<Item = &'v Value>) {
        let mut hasher = DefaultHasher::new();
        for value in values {
            match value {
                Value::Integer(Some(number)) => (1_u8, number).hash(&mut hasher),
                Value::Boolean(Some(truth)) => (1_u8, i64::from(*truth)).hash(&mut hasher),
                Value::Real(Some(number)) => (2_u8, number.to_bits()).hash(&mut hasher),
                // PostgreSQL stores no zero character.
                Value::Text(Some(text)) => (3_u8, text.replace('\0', "\u{fffd}")).hash(&mut hasher),
                Value::Bytes(Some(bytes)) => (4_u8, bytes).hash(&mut hasher),
                Value::Integer(None)
                | Value::Boolean(None)
                | Value::Real(None)
                | Value::Text(None)
                | Value::Bytes(None) => 0_u8.hash(&mut hasher),
            }
        }
        self.rows += 1;
        self.sum = self.sum.wrapping_add(hasher.finish());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(rows: &[Vec<Value>]) -> Checksum {
        let mut checksum = Checksum::default();
        rows.iter().for_each(|row| checksum.add(row));
        checksum
    }

    #[test]
    fn rows_count_in_any_order_and_every_difference_is_noticed() {
        let row = |id, text: &str| vec![Value::Integer(Some(id)), Value::Text(Some(text.to_owned()))];
        let rows = [row(1, "a"), row(2, "b")];
        assert_eq!(sum(&rows), sum(&[row(2, "b"), row(1, "a")]));
        for other in [vec![row(1, "b"), row(2, "a")], vec![row(1, "a")], vec![row(1, "a"), row(2, "b"), row(2, "b")]] {
            assert_ne!(sum(&rows), sum(&other));
        }
        assert_ne!(sum(&[vec![Value::Integer(None)]]), sum(&[vec![Value::Integer(Some(0))]]));
        assert_eq!(sum(&[vec![Value::Boolean(Some(true))]]), sum(&[vec![Value::Integer(Some(1))]]));
    }
}
