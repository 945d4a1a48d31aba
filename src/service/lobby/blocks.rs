//! Limits and errors of blocking players.

/// The maximum number of players that a player can block.
pub const BLOCKS_MAX: usize = 100;

/// Why a player cannot be blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    /// Players cannot block themselves.
    #[error("you cannot block yourself")]
    Self_,
    /// The other user is a bot, and bots send no challenges.
    #[error("bots cannot be blocked, because they never send challenges")]
    Bot,
    /// The limit of [`BLOCKS_MAX`] is reached.
    #[error("you have already blocked {BLOCKS_MAX} players: unblock one first")]
    TooMany,
}
