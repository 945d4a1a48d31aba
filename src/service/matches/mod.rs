//! Matches: [`player`] (who sits on a seat), [`status`] (why a match ended), [`hint`] (hints that were given),
//! [`conditional_moves`] (a tree of replies), [`state`] (a match and every change of it), [`notifications`] (what happens by itself
//! and who hears of it), [`analysis`] (of a match that is over) and [`automatic_moves`] (what is played for a player).

pub mod player;
pub mod status;
pub mod hint;
pub mod conditional_moves;
pub mod state;
pub mod notifications;
pub mod analysis;
pub mod automatic_moves;

pub use analysis::{MatchAnalysis, PositionAnalysis};
pub use automatic_moves::NOTE_MAX;
pub use conditional_moves::{AddedLine, ConditionalMoves, ConditionalMovesError};
pub use hint::Hint;
pub use notifications::RunningMatch;
pub use player::{ERASED_PLAYER, Level, Player};
pub use state::{Action, Ask, Match, MatchLocation, Offer, PlayError};
pub use status::Status;
