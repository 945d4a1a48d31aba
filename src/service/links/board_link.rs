//! Links to the page of a match: signed, for one person or for watching, and valid for a month.

use crate::service::ids::{MatchId, Millis, PlayerId};
use ring::hmac;

/// How long a link is valid.
const VALID_MS: i64 = 30 * 24 * 3_600_000;

/// The number of bytes that are signed.
const CONTENT: usize = 24;

/// What a link opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardLink {
    /// The match.
    pub match_id: MatchId,
    /// The person who was given the link; `None` if it is for watching.
    pub person: Option<PlayerId>,
    /// When it was given.
    pub given_at: Millis,
}

/// Why a link opens nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardLinkError {
    /// It was not made by this bot.
    #[error("the link is not one of this bot's")]
    Unknown,
    /// It is too old.
    #[error("the link has expired")]
    Expired,
    /// The person has made it invalid.
    #[error("the link was revoked")]
    Revoked,
}

impl BoardLink {
    /// The link as hexadecimal digits, signed.
    pub(in crate::service) fn write(&self, key: &hmac::Key) -> String {
        let content = self.content();
        hex::encode([&content[..], hmac::sign(key, &content).as_ref()].concat())
    }

    fn content(&self) -> [u8; CONTENT] {
        let person = self.person.map_or(0, |person| person.0);
        let mut content = [0; CONTENT];
        content[..8].copy_from_slice(&self.match_id.0.to_be_bytes());
        content[8..16].copy_from_slice(&person.to_be_bytes());
        content[16..].copy_from_slice(&self.given_at.0.to_be_bytes());
        content
    }

    /// Reads what [`write`](BoardLink::write) wrote.
    ///
    /// # Errors
    /// If the signature is wrong, or if the link is too old.
    pub(in crate::service) fn read(text: &str, key: &hmac::Key, now: Millis) -> Result<BoardLink, BoardLinkError> {
        let mut bytes = [0; CONTENT + 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| BoardLinkError::Unknown)?;
        let (content, signature) = bytes.split_at(CONTENT);
        hmac::verify(key, content, signature).map_err(|_| BoardLinkError::Unknown)?;
        let number = |at: usize| {
            let mut number = [0; 8];
            number.copy_from_slice(&content[at..at + 8]);
            number
        };
        let person = Some(u64::from_be_bytes(number(8))).filter(|person| *person != 0).map(PlayerId);
        let given_at = Millis(i64::from_be_bytes(number(16)));
        if given_at.plus(VALID_MS) <= now {
            return Err(BoardLinkError::Expired);
        }
        Ok(BoardLink { match_id: MatchId(i64::from_be_bytes(number(0))), person, given_at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(byte: u8) -> hmac::Key {
        hmac::Key::new(hmac::HMAC_SHA256, &[byte; 32])
    }

    #[test]
    fn a_link_is_what_was_signed_and_nothing_else() {
        let now = Millis(1_800_000_000_000);
        for person in [Some(PlayerId(u64::MAX)), Some(PlayerId(7)), None] {
            let link = BoardLink { match_id: MatchId(12), person, given_at: now };
            let text = link.write(&key(1));
            assert_eq!(BoardLink::read(&text, &key(1), now), Ok(link));
            assert_eq!(BoardLink::read(&text, &key(2), now), Err(BoardLinkError::Unknown), "another bot's");
            for at in 0..text.len() {
                let mut forged = text.clone();
                let digit = if &text[at..=at] == "0" { "1" } else { "0" };
                forged.replace_range(at..=at, digit);
                assert_eq!(BoardLink::read(&forged, &key(1), now), Err(BoardLinkError::Unknown), "{forged}");
            }
            for wrong in ["", "ü", &text[2..], &format!("{text}00"), &text.replace('0', "g")] {
                assert_eq!(BoardLink::read(wrong, &key(1), now), Err(BoardLinkError::Unknown), "{wrong}");
            }
        }
    }

    #[test]
    fn a_link_expires_after_a_month() {
        let link = BoardLink { match_id: MatchId(12), person: None, given_at: Millis(0) };
        let text = link.write(&key(1));
        assert_eq!(BoardLink::read(&text, &key(1), Millis(VALID_MS - 1)), Ok(link));
        assert_eq!(BoardLink::read(&text, &key(1), Millis(VALID_MS)), Err(BoardLinkError::Expired));
    }
}
