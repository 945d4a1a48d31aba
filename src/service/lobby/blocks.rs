//! Limits and errors of blocking players.

/// The maximum number of players that a player can block.
pub const BLOCKS_MAX: usize = 100;

/// Why a player cannot be blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    /// Players cannot block themselves.
    #[error("nobody blocks themselves")]
    Self_,
    /// The other user is a bot; bots do not challenge anybody.
    #[error("bots do not challenge anybody")]
    Bot,
    /// The limit of [`BLOCKS_MAX`] is reached.
    #[error("more than {BLOCKS_MAX} people cannot be blocked")]
    TooMany,
}
