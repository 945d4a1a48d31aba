//! The public key of the application, with which Discord's HTTP requests are verified.

use hex::FromHexError;
use ring::signature::{ED25519, UnparsedPublicKey};
use std::str::FromStr;

/// The number of bytes of an Ed25519 key.
const KEY_BYTES: usize = 32;

/// An Ed25519 public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey([u8; KEY_BYTES]);

/// Reads a key of 64 hexadecimal digits, as Discord writes it.
impl FromStr for PublicKey {
    type Err = FromHexError;

    fn from_str(text: &str) -> Result<PublicKey, FromHexError> {
        let mut key = [0; KEY_BYTES];
        hex::decode_to_slice(text, &mut key)?;
        Ok(PublicKey(key))
    }
}

impl PublicKey {
    /// Whether `signature`, in hexadecimal digits, is that of the timestamp followed by the body.
    pub fn verifies(&self, signature: &str, timestamp: &str, body: &[u8]) -> bool {
        let Ok(signature) = hex::decode(signature) else { return false };
        let signed = [timestamp.as_bytes(), body].concat();
        UnparsedPublicKey::new(&ED25519, self.0).verify(&signed, &signature).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The second test vector of RFC 8032, section 7.1: a message of one byte, 0x72, which is the letter r.
    const KEY: &str = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";
    const SIGNATURE: &str = "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
                             085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00";

    #[test]
    fn the_signature_of_the_standard_is_verified_wherever_the_timestamp_ends() {
        let key = KEY.parse::<PublicKey>().expect("a key");
        assert!(key.verifies(SIGNATURE, "", b"r"));
        assert!(key.verifies(SIGNATURE, "r", b""));
    }

    #[test]
    fn any_change_is_noticed() {
        let key = KEY.parse::<PublicKey>().expect("a key");
        for (signature, timestamp, body) in [
            (SIGNATURE, "", "s"),
            (SIGNATURE, "r", "r"),
            (SIGNATURE, "", ""),
            (&SIGNATURE.replacen('9', "8", 1), "", "r"),
            (&SIGNATURE[2..], "", "r"),
            (&format!("{SIGNATURE}00"), "", "r"),
            ("", "", "r"),
            ("not hexadecimal", "", "r"),
        ] {
            assert!(!key.verifies(signature, timestamp, body.as_bytes()), "{signature} {timestamp:?} {body:?}");
        }
        let other = KEY.replacen('3', "4", 1).parse::<PublicKey>().expect("32 bytes");
        assert!(!other.verifies(SIGNATURE, "", b"r"));
    }

    #[test]
    fn a_key_has_64_hexadecimal_digits() {
        for text in ["", &KEY[2..], &format!("{KEY}00"), &KEY.replacen('3', "g", 1)] {
            assert!(text.parse::<PublicKey>().is_err(), "{text}");
        }
    }
}
