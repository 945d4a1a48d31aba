//! Who does not play with whom.

/// Somebody can block so many others.
pub const BLOCKS_MAX: usize = 100;

/// Why somebody cannot be blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    /// Nobody blocks themselves.
    #[error("nobody blocks themselves")]
    Self_,
    /// Bots do not challenge anybody.
    #[error("bots do not challenge anybody")]
    Bot,
    /// There are as many as there can be.
    #[error("more than {BLOCKS_MAX} people cannot be blocked")]
    TooMany,
}
