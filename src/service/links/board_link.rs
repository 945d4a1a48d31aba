//! Links to the page of a match, and tokens for programs: signed, and valid for a limited time.

use crate::service::ids::{MatchId, Millis, PlaceId, PlayerId, ServerId};
use crate::service::time::control::DAY_MS;
use ring::hmac;

/// How far the clock of the process that gave a link may be ahead. A link from further ahead was given while a clock was
/// wrong, and might outlive its revocation.
const AHEAD_MS: i64 = 300_000;

/// The number of bytes that are signed.
const CONTENT: usize = 25;

/// What a link opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opens {
    /// A match, for watching it.
    Watching(MatchId),
    /// A match, for one of its players.
    Playing(MatchId, PlayerId),
    /// All matches of a person, for their program. Such a link is a token.
    Matches(PlayerId),
    /// The running matches in a channel of a server, for watching them.
    Place(PlaceId, ServerId),
}

impl Opens {
    /// How long a link to it is valid.
    fn valid_ms(self) -> i64 {
        let days = if matches!(self, Opens::Matches(_)) { 365 } else { 30 };
        days * DAY_MS
    }

    /// A number that never changes its meaning, what it is about, and whose it is.
    fn written(self) -> (u8, u64, u64) {
        match self {
            Opens::Watching(id) => (1, id.0.cast_unsigned(), 0),
            Opens::Playing(id, person) => (2, id.0.cast_unsigned(), person.0),
            Opens::Matches(person) => (3, 0, person.0),
            Opens::Place(place, server) => (4, place.0, server.0),
        }
    }

    fn read(kind: u8, about: u64, whose: u64) -> Option<Opens> {
        let id = MatchId(about.cast_signed());
        match kind {
            1 => Some(Opens::Watching(id)),
            2 => Some(Opens::Playing(id, PlayerId(whose))),
            3 => Some(Opens::Matches(PlayerId(whose))),
            4 => Some(Opens::Place(PlaceId(about), ServerId(whose))),
            _ => None,
        }
    }
}

/// A link, without the address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardLink {
    /// What it opens.
    pub opens: Opens,
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
        let (kind, about, whose) = self.opens.written();
        let mut content = [kind; CONTENT];
        content[1..9].copy_from_slice(&about.to_be_bytes());
        content[9..17].copy_from_slice(&whose.to_be_bytes());
        content[17..].copy_from_slice(&self.given_at.0.to_be_bytes());
        content
    }

    /// Reads what [`write`](BoardLink::write) wrote.
    ///
    /// # Errors
    /// If the signature is wrong, or if the link is too old or from the future.
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
        let (about, whose) = (u64::from_be_bytes(number(1)), u64::from_be_bytes(number(9)));
        let opens = Opens::read(content[0], about, whose).ok_or(BoardLinkError::Unknown)?;
        let given_at = Millis(i64::from_be_bytes(number(17)));
        if given_at.plus(opens.valid_ms()) <= now || given_at > now.plus(AHEAD_MS) {
            return Err(BoardLinkError::Expired);
        }
        Ok(BoardLink { opens, given_at })
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
        for opens in [
            Opens::Playing(MatchId(12), PlayerId(u64::MAX)),
            Opens::Watching(MatchId(i64::MAX)),
            Opens::Matches(PlayerId(7)),
            Opens::Place(PlaceId(8), ServerId(u64::MAX)),
        ] {
            let link = BoardLink { opens, given_at: now };
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
    fn a_link_expires_after_a_month_and_a_token_after_a_year() {
        for (opens, days) in [(Opens::Watching(MatchId(12)), 30), (Opens::Matches(PlayerId(7)), 365)] {
            let link = BoardLink { opens, given_at: Millis(DAY_MS) };
            let text = link.write(&key(1));
            let read = |now| BoardLink::read(&text, &key(1), Millis(now));
            let end = (1 + days) * DAY_MS;
            assert_eq!((read(end - 1), read(end)), (Ok(link), Err(BoardLinkError::Expired)));
            let early = DAY_MS - AHEAD_MS;
            assert_eq!((read(early), read(early - 1)), (Ok(link), Err(BoardLinkError::Expired)));
        }
    }
}
