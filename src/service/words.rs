//! The words under which values are stored. A value without a word does not compile, and a word without a value is
//! refused where it is read, never taken for another.

/// Gives an enum without data its stored words: `word` and `from_word`.
macro_rules! words {
    ($name:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        impl $name {
            /// The word under which this is stored.
            pub const fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)+
                }
            }

            /// The opposite of `word`; `None` for a word that means nothing.
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
