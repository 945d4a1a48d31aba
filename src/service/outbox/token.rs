//! What allows to answer an interaction.

use crate::service::ids::Millis;
use std::fmt;

/// What allows to answer an interaction, for some minutes. Whoever has it can speak in our name there, so it is never
/// printed, and is forgotten when it has been used or is too old.
#[derive(Clone, PartialEq, Eq)]
pub struct Token {
    secret: String,
    until: Millis,
}

impl Token {
    /// A token that works until then.
    pub fn new(secret: impl Into<String>, until: Millis) -> Token {
        Token { secret: secret.into(), until }
    }

    /// The secret itself.
    pub fn expose(&self) -> &str {
        &self.secret
    }

    /// From then on it does not work any more.
    pub fn until(&self) -> Millis {
        self.until
    }

    /// Whether it still works.
    pub fn works(&self, now: Millis) -> bool {
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
        assert_eq!((token.expose(), token.works(Millis(999)), token.works(Millis(1000))), ("very-secret", true, false));
    }
}
