//! Codes that people copy from one chat to another.

/// Letters and digits that are hard to confuse.
const SYMBOLS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/// A code of `length` symbols, at most 12, made from a random number.
pub(in crate::service) fn random_code(random: u64, length: u32) -> String {
    (0..length).map(|at| char::from(SYMBOLS[(random >> (5 * at)) as usize % SYMBOLS.len()])).collect()
}

/// A typed code in the form in which codes are stored: in capitals, without spaces.
pub(in crate::service) fn typed_code(text: &str) -> String {
    text.chars().filter(|symbol| !symbol.is_whitespace()).collect::<String>().to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_no_symbols_that_look_alike() {
        assert_eq!(random_code(0, 8), "22222222");
        assert_eq!(random_code(u64::MAX, 12), "Z".repeat(12));
        assert_ne!(random_code(1 << 35, 8), random_code(0, 8), "every symbol depends on the number");
        assert!(!SYMBOLS.iter().any(|symbol| b"01IO".contains(symbol)));
        assert_eq!(typed_code(" k7 qx\n2m "), "K7QX2M");
    }
}
