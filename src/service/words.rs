//! Stable names under which enum variants are stored. A variant without a word does not compile, and an unknown word is
//! refused when it is read.

/// Implements `word` and `from_word` for a fieldless enum.
macro_rules! words {
    ($name:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        impl $name {
            /// The stored word.
            pub const fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)+
                }
            }

            /// The inverse of `word`; `None` for an unknown word.
            pub fn from_word(word: &str) -> Option<$name> {
                match word {
                    $($word => Some($name::$variant),)+
                    _ => None,
                }
            }
        }
    };
}
pub(in crate::service) use words;
