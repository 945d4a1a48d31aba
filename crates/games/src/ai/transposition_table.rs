//! A transposition table of bounded size.

use super::score::Score;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// How a score relates to the true value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value equals the score.
    Exact,
    /// The value is at least the score.
    AtLeast,
    /// The value is at most the score.
    AtMost,
}

/// The stored search result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The score for the seat to move, relative to the position itself.
    pub score: Score,
    /// How the score relates to the value.
    pub bound: Bound,
    /// The search depth, in turns; at most 255.
    pub depth: u8,
    /// The code of the best move (see [`Think::code`](super::Think::code)), if one is known.
    pub best: Option<u32>,
}

/// Two words: the position's key mixed with the data, and the data. A thread that reads while another writes sees words
/// that do not match and takes them for another position, so threads can share the table without locks.
#[derive(Debug, Default)]
struct Slot {
    mixed: AtomicU64,
    data: AtomicU64,
}

/// Slots that are looked up together: a cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// Entries of at most this depth, which are most, have a part of some tables to themselves.
const SHALLOW_DEPTH: u8 = 1;
/// The maximum size of this part, in buckets. Half a megabyte stays in the cache of a processor's core, so that most
/// lookups need not wait for the memory.
const SHALLOW_BUCKETS: usize = 1 << 13;

/// Upper bound of ages, exclusive.
const AGES: u8 = 64;

/// Reserves space for `wanted` entries, halving that down to `least` while memory is short. A smaller table makes a
/// search slower, whereas a failed allocation would end the program.
pub(super) fn reserve<T>(wanted: usize, least: usize) -> (Vec<T>, usize) {
    let (mut entries, mut size) = (Vec::new(), wanted);
    while size / 2 >= least && entries.try_reserve_exact(size).is_err() {
        size /= 2;
    }
    (entries, size)
}

/// A transposition table of fixed size, shared by the threads of a search and reused by later searches.
///
/// Within its bucket of four, a position replaces first itself, then an entry of an older search, then the shallowest
/// entry.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Box<[Bucket]>,
    /// How many of the buckets, from the first, are for shallow entries; 0 if these share the table with the others.
    shallow: usize,
    age: AtomicU8,
}

impl TranspositionTable {
    /// Creates a table of at most this many bytes; at least one bucket (64 bytes). It is smaller if memory is short: a
    /// smaller table makes a search slower, whereas a failed allocation would end the program.
    pub fn new(bytes: usize) -> TranspositionTable {
        let (mut buckets, size) = reserve((bytes / size_of::<Bucket>()).max(1), 1);
        buckets.resize_with(size, Bucket::default);
        TranspositionTable { buckets: buckets.into_boxed_slice(), shallow: 0, age: AtomicU8::new(0) }
    }

    /// The table with a small part for entries of depth 0 or 1. Only searches of such a depth find these entries, without
    /// waiting for the memory; a deeper search does not learn the best move from them.
    pub fn with_shallow_part(self) -> TranspositionTable {
        TranspositionTable { shallow: (self.buckets.len() / 8).min(SHALLOW_BUCKETS), ..self }
    }

    /// Its size in bytes.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Starts a new search: existing entries stay but are replaced first.
    pub fn increment_age(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// Clears the table.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.mixed.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
    }

    fn bucket(&self, key: u64, depth: u8) -> &[Slot; 4] {
        let (shallow, deep) = self.buckets.split_at(self.shallow);
        let part = if depth <= SHALLOW_DEPTH && !shallow.is_empty() { shallow } else { deep };
        // The upper half of the product spreads keys evenly over any number of buckets.
        &part[((u128::from(key) * part.len() as u128) >> 64) as usize].0
    }

    /// Returns the entry for this key, from the part for searches to this depth.
    pub fn get(&self, key: u64, depth: u8) -> Option<Entry> {
        self.bucket(key, depth).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.mixed.load(Ordering::Relaxed) ^ data == key && data != 0).then(|| unpack(data)).flatten()
        })
    }

    /// Stores an entry.
    pub fn put(&self, key: u64, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let retention_value = |slot: &Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 {
                return i32::MIN;
            }
            if slot.mixed.load(Ordering::Relaxed) ^ data == key {
                return i32::MIN + 1;
            }
            let age_difference = (age + AGES - age_of(data)) % AGES;
            i32::from(depth_of(data)) - 8 * i32::from(age_difference)
        };
        let Some(slot) = self.bucket(key, entry.depth).iter().min_by_key(|slot| retention_value(slot)) else { return };
        let mut entry = entry;
        let before = slot.data.load(Ordering::Relaxed);
        if entry.best.is_none() && before != 0 && slot.mixed.load(Ordering::Relaxed) ^ before == key {
            entry.best = unpack(before).and_then(|before| before.best);
        }
        let data = pack(entry, age);
        slot.mixed.store(key ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }

    /// How full the table is with entries of the current search, in thousandths; a part for shallow ones does not count.
    pub fn fullness(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let deep = &self.buckets[self.shallow..];
        let sample = &deep[..deep.len().min(250)];
        let used = sample.iter().flat_map(|bucket| &bucket.0).map(|slot| slot.data.load(Ordering::Relaxed));
        let used = used.filter(|data| *data != 0 && age_of(*data) == age).count();
        (used * 250 / sample.len()) as u32
    }
}

/// Packs an entry and its age, from the top: the code of the best move plus one (32 bits), the score (16), the depth
/// (8), the age (6), the bound plus one (2), so that data is never zero.
fn pack(entry: Entry, age: u8) -> u64 {
    let best = entry.best.map_or(0, |code| u64::from(code) + 1);
    let bound = entry.bound as u64 + 1;
    best << 32
        | u64::from(entry.score.0 as i16 as u16) << 16
        | u64::from(entry.depth) << 8
        | u64::from(age) << 2
        | bound
}

fn unpack(data: u64) -> Option<Entry> {
    let bound = match data & 3 {
        1 => Bound::Exact,
        2 => Bound::AtLeast,
        3 => Bound::AtMost,
        _ => return None,
    };
    let best = ((data >> 32) as u32).checked_sub(1);
    Some(Entry { score: Score(i32::from((data >> 16) as u16 as i16)), bound, depth: depth_of(data), best })
}

fn depth_of(data: u64) -> u8 {
    (data >> 8) as u8
}

fn age_of(data: u64) -> u8 {
    (data >> 2) as u8 % AGES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_entries_are_found_and_others_are_not() {
        let table = TranspositionTable::new(1 << 16);
        assert_eq!(table.bytes(), 1 << 16);
        let entries = [
            Entry { score: Score(-31_990), bound: Bound::Exact, depth: 255, best: Some(u32::MAX - 1) },
            Entry { score: Score(31_990), bound: Bound::AtLeast, depth: 0, best: Some(0) },
            Entry { score: Score(-1), bound: Bound::AtMost, depth: 7, best: None },
        ];
        for (number, entry) in entries.into_iter().enumerate() {
            let key = 0x1234_5678_9abc_def0 + number as u64;
            assert_eq!(table.get(key, entry.depth), None);
            table.put(key, entry);
            assert_eq!(table.get(key, entry.depth), Some(entry));
        }
        table.clear();
        for (number, entry) in entries.into_iter().enumerate() {
            assert_eq!(table.get(0x1234_5678_9abc_def0 + number as u64, entry.depth), None);
        }
    }

    #[test]
    fn a_table_too_large_for_the_memory_is_halved() {
        let (entries, size) = reserve::<u64>(1 << 60, 4);
        assert!(entries.is_empty() && entries.capacity() >= size && (4..1 << 60).contains(&size), "{size}");
        assert_eq!(reserve::<u64>(32, 4).1, 32);
    }

    #[test]
    fn a_full_bucket_drops_older_and_shallower_entries() {
        let table = TranspositionTable::new(1);
        let entry = |depth| Entry { score: Score(1), bound: Bound::Exact, depth, best: None };
        for key in 1..=4 {
            table.put(key, entry(key as u8));
        }
        table.put(5, entry(3));
        assert_eq!(table.get(1, 1), None, "the least deep went");
        table.increment_age();
        table.put(6, entry(1));
        table.put(7, entry(1));
        assert!(table.get(6, 1).is_some() && table.get(7, 1).is_some(), "what is new stays");
    }

    #[test]
    fn shallow_entries_can_have_a_part_of_their_own() {
        let table = TranspositionTable::new(1 << 10).with_shallow_part();
        let entry = |depth| Entry { score: Score(1), bound: Bound::Exact, depth, best: None };
        table.put(1, entry(2));
        (2..1_000_u64).for_each(|key| table.put(key << 54, entry(key as u8 % 2)));
        assert_eq!(table.get(1, 200), Some(entry(2)));
        assert_eq!(table.get(1, 1), None, "what is deep is not in the part for shallow entries");
    }
}
