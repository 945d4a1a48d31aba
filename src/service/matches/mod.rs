//! Matches.
//!
//! - [`player`]: the player on a seat, a person or the engine
//! - [`status`]: whether a match is running, or why it ended
//! - [`hint`]: hints that were given
//! - [`conditional_moves`]: a tree of prepared replies
//! - [`offer`]: offers of a draw and requests for a take-back
//! - [`events`]: what happens to a match
//! - [`state`]: the state of a match and its transitions
//! - [`coaching`]: what the bot tells its opponent about moves
//! - [`finished_match`]: a match that is over, as an entry of a list
//! - [`notifications`]: clock events, and which player is notified how and when
//! - [`analysis`]: the analysis of a finished match
//! - [`automatic_moves`]: moves that are played for a player

pub mod player;
pub mod status;
pub mod hint;
pub mod conditional_moves;
pub mod offer;
pub mod events;
pub mod location;
pub mod state;
pub mod coaching;
pub mod finished_match;
pub mod notifications;
pub mod analysis;
pub mod automatic_moves;

pub use analysis::{MatchAnalysis, PositionAnalysis};
pub use coaching::GUIDED_TURNS;
pub use conditional_moves::{AddedLine, ConditionalMoves, ConditionalMovesError};
pub use events::MatchEvent;
pub use finished_match::FinishedMatch;
pub use hint::Hint;
pub use location::MatchLocation;
pub use notifications::RunningMatch;
pub use offer::{Offer, OfferKind};
pub use player::{ERASED_PLAYER, Level, Player};
pub use state::{Action, Match, NOTE_MAX, PlayError};
pub use status::Status;
