//! Codes with which challenges are accepted from another chat.

use crate::service::ids::ChallengeId;
use crate::service::random_code::{random_code, typed_code};
use std::fmt;
use std::str::FromStr;

/// The number of random symbols. There are a billion codes for each challenge, which is open for three days.
const LENGTH: u32 = 6;

/// The code of a challenge, for example `12-K7QX2M`: its number, and symbols that only those know who see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeCode {
    /// The challenge.
    pub challenge: ChallengeId,
    /// The random symbols.
    pub symbols: String,
}

impl ChallengeCode {
    /// A new code from a random number.
    pub fn new(challenge: ChallengeId, random: u64) -> ChallengeCode {
        ChallengeCode { challenge, symbols: random_code(random, LENGTH) }
    }
}

/// The text is not the code of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not the code of a challenge")]
pub struct NoChallengeCode;

/// Reads a typed code.
impl FromStr for ChallengeCode {
    type Err = NoChallengeCode;

    fn from_str(text: &str) -> Result<ChallengeCode, NoChallengeCode> {
        let text = typed_code(text);
        let (challenge, symbols) = text.split_once('-').ok_or(NoChallengeCode)?;
        let challenge = challenge.parse().map_err(|_| NoChallengeCode)?;
        Ok(ChallengeCode { challenge: ChallengeId(challenge), symbols: symbols.to_owned() })
    }
}

impl fmt::Display for ChallengeCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.challenge, self.symbols)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_it_is_shown_or_typed() {
        let code = ChallengeCode::new(ChallengeId(12), 0x1234_5678);
        assert_eq!(code.to_string().parse(), Ok(code.clone()));
        assert_eq!(format!(" {} ", code.to_string().to_lowercase()).parse(), Ok(code));
        for text in ["", "12", "-", "x-K7QX", "99999999999999999999-K7QX"] {
            assert!(text.parse::<ChallengeCode>().is_err(), "{text}");
        }
    }
}
