//! The moves of an ended match as one compact value.
//!
//! A running match has a row for each move, whose key decides races. After the end nothing changes any more, and keys,
//! row headers and repeated instants would be most of what is stored. So the moves become one value:
//!
//! - a byte with the version of this encoding, which is 1
//! - for each move: the time since the move before it, in milliseconds (since 1970 for the first); the length of its
//!   text in bytes, times four, plus a code for the time that it earned (0: none, 1: as much as the last move that
//!   earned time, 2: a number follows the text); the text; and that number, in milliseconds
//!
//! Numbers have seven bits per byte, the lowest first, and the highest bit set in all bytes but the last. Those that
//! may be negative are in zigzag form (0, -1, 1, -2, … as 0, 1, 2, 3, …). Differences wrap, so that every instant that
//! can be stored comes back.

use std::str::Utf8Error;

/// The version of the encoding, which is its first byte.
const VERSION: u8 = 1;
/// Seven bits of a number are in each byte, so 64 bits take at most this many bytes.
const NUMBER_MAX_BYTES: usize = 10;

/// How the time that a move earned is written: the lowest two bits of the number that has the length of its text.
const EARNED_NOTHING: u64 = 0;
const EARNED_AS_BEFORE: u64 = 1;
const EARNED_NUMBER: u64 = 2;

/// A stored move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredMove {
    /// The move, as text.
    pub text: String,
    /// When it was played, in milliseconds since 1970.
    pub played_at: i64,
    /// The time that it added to the player's clock, in milliseconds.
    pub earned: i64,
}

/// Why a value is not a list of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveListError {
    /// It is empty, or of another version.
    #[error("the list of moves has an unknown version")]
    Version,
    /// It ends within a move.
    #[error("the list of moves is incomplete")]
    Incomplete,
    /// A number has more than 64 bits, or is none that the encoding has there.
    #[error("the list of moves has an invalid number")]
    Number,
    /// The text of a move is not UTF-8.
    #[error("the list of moves has an invalid text: {0}")]
    Text(#[from] Utf8Error),
}

/// The value for a list of moves.
pub fn encode(moves: &[StoredMove]) -> Vec<u8> {
    let mut bytes = vec![VERSION];
    let (mut last, mut last_earned) = (0_i64, 0);
    for StoredMove { text, played_at, earned } in moves {
        write(&mut bytes, zigzag(played_at.wrapping_sub(last)));
        last = *played_at;
        let code = match *earned {
            0 => EARNED_NOTHING,
            earned if earned == last_earned => EARNED_AS_BEFORE,
            _ => EARNED_NUMBER,
        };
        write(&mut bytes, text.len() as u64 * 4 + code);
        bytes.extend_from_slice(text.as_bytes());
        if code == EARNED_NUMBER {
            write(&mut bytes, zigzag(*earned));
            last_earned = *earned;
        }
    }
    bytes
}

/// The moves of a value.
///
/// # Errors
/// See [`MoveListError`].
pub fn decode(bytes: &[u8]) -> Result<Vec<StoredMove>, MoveListError> {
    let (version, mut rest) = bytes.split_first().ok_or(MoveListError::Version)?;
    if *version != VERSION {
        return Err(MoveListError::Version);
    }
    let mut moves = Vec::new();
    let (mut played_at, mut last_earned) = (0_i64, 0);
    while !rest.is_empty() {
        played_at = played_at.wrapping_add(unzigzag(read(&mut rest)?));
        let number = read(&mut rest)?;
        let length = usize::try_from(number / 4).map_err(|_| MoveListError::Incomplete)?;
        let (text, after) = rest.split_at_checked(length).ok_or(MoveListError::Incomplete)?;
        rest = after;
        let earned = match number % 4 {
            EARNED_NOTHING => 0,
            EARNED_AS_BEFORE => last_earned,
            EARNED_NUMBER => {
                last_earned = unzigzag(read(&mut rest)?);
                last_earned
            }
            _ => return Err(MoveListError::Number),
        };
        moves.push(StoredMove { text: std::str::from_utf8(text)?.to_owned(), played_at, earned });
    }
    Ok(moves)
}

const fn zigzag(number: i64) -> u64 {
    (number.cast_unsigned() << 1) ^ (number >> 63).cast_unsigned()
}

const fn unzigzag(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}

fn write(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number from the start of the bytes.
fn read(bytes: &mut &[u8]) -> Result<u64, MoveListError> {
    let mut number = 0;
    for at in 0..NUMBER_MAX_BYTES {
        let (byte, rest) = bytes.split_first().ok_or(MoveListError::Incomplete)?;
        *bytes = rest;
        let bits = u64::from(byte & 0x7f);
        let shifted = bits << (7 * at);
        if shifted >> (7 * at) != bits {
            return Err(MoveListError::Number);
        }
        number |= shifted;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(MoveListError::Number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn stored(text: &str, played_at: i64, earned: i64) -> StoredMove {
        StoredMove { text: text.to_owned(), played_at, earned }
    }

    fn any_move() -> impl Strategy<Value = StoredMove> {
        let number = prop_oneof![Just(0), Just(43_200_000), any::<i64>(), Just(i64::MIN), Just(i64::MAX)];
        (".{0,12}", number.clone(), number).prop_map(|(text, played_at, earned)| stored(&text, played_at, earned))
    }

    proptest! {
        #[test]
        fn a_list_comes_back_as_it_was(moves in vec(any_move(), 0..30)) {
            prop_assert_eq!(decode(&encode(&moves)), Ok(moves));
        }

        #[test]
        fn anything_else_is_refused_or_read_but_never_a_panic(mut bytes in vec(any::<u8>(), 0..80), valid: bool) {
            if let (true, Some(first)) = (valid, bytes.first_mut()) {
                *first = VERSION;
            }
            let _ = decode(&bytes);
        }

        #[test]
        fn what_was_cut_off_is_refused_or_a_shorter_list(moves in vec(any_move(), 1..6), end: prop::sample::Index) {
            let bytes = encode(&moves);
            let cut = &bytes[..end.index(bytes.len())];
            if let Ok(read) = decode(cut) {
                prop_assert_eq!(&read[..], &moves[..read.len()]);
                prop_assert!(read.len() < moves.len());
            }
        }
    }

    #[test]
    fn the_encoding_of_version_1_does_not_change() {
        let moves = [
            stored("d4", 1_700_000_000_000, 0),
            stored("g7", 1_700_000_003_000, 43_200_000),
            stored("d4d6e6", 1_700_000_003_000, 43_200_000),
            stored("é", 1_700_000_002_999, -1),
        ];
        let bytes = [
            1, 128, 160, 171, 254, 249, 98, 8, b'd', b'4', 240, 46, 10, b'g', b'7', 128, 184, 153, 41, 0, 25, b'd',
            b'4', b'd', b'6', b'e', b'6', 1, 10, 0xc3, 0xa9, 1,
        ];
        assert_eq!(encode(&moves), bytes);
        assert_eq!(decode(&bytes).as_deref(), Ok(&moves[..]));
        assert_eq!(decode(&encode(&[])), Ok(Vec::new()));
    }

    #[test]
    fn values_that_are_no_lists_are_named() {
        for (bytes, error) in [
            (&[][..], MoveListError::Version),
            (&[2, 0, 0], MoveListError::Version),
            (&[1, 0], MoveListError::Incomplete),
            (&[1, 0, 0x80], MoveListError::Incomplete),
            (&[1, 0, 8, b'd'], MoveListError::Incomplete),
            (&[1, 0, 6, b'd'], MoveListError::Incomplete),
            (&[1, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1], MoveListError::Incomplete),
            (&[1, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 2], MoveListError::Number),
            (&[1, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 1], MoveListError::Number),
            (&[1, 0, 7, b'd'], MoveListError::Number),
        ] {
            assert_eq!(decode(bytes), Err(error), "{bytes:?}");
        }
        assert!(matches!(decode(&[1, 0, 4, 0xff]), Err(MoveListError::Text(_))));
    }

    #[test]
    fn twenty_moves_take_less_than_a_third_of_a_kilobyte() {
        let moves: Vec<_> =
            (0..20).map(|ply| stored("Wd4,a1", 1_700_000_000_000 + ply * 30_000_000, 43_200_000)).collect();
        assert!(encode(&moves).len() < 270, "{}", encode(&moves).len());
    }
}
