//! Interaction tokens.

use crate::service::ids::Millis;
use std::fmt;

/// A token that authorises responses to an interaction, for some minutes. Its holder can post in the name of the bot,
/// so it is never printed, and is deleted after use or expiry.
#[derive(Clone, PartialEq, Eq)]
pub struct Token {
    secret: String,
    until: Millis,
}

impl Token {
    /// A token that is valid before `until`.
    pub fn new(secret: impl Into<String>, until: Millis) -> Token {
        Token { secret: secret.into(), until }
    }

    /// The secret itself.
    pub fn expose(&self) -> &str {
        &self.secret
    }

    /// When it expires.
    pub fn until(&self) -> Millis {
        self.until
    }

    /// Whether it is still valid.
    pub fn is_valid_at(&self, now: Millis) -> bool {
        now < self.until
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Token(… until {})", self.until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_never_printed() {
        let token = Token::new("very-secret", Millis(1000));
        assert!(!format!("{token:?}").contains("secret"));
        assert_eq!(
            (token.expose(), token.is_valid_at(Millis(999)), token.is_valid_at(Millis(1000))),
            ("very-secret", true, false)
        );
    }
}
