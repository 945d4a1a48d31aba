//! What a correspondence server does: challenges, matches and their changes, what must be said about them. It knows
//! players by number, the engine by its level, rules and time, but no chat platform and no database.
//!
//! In reading order: `words` and [`fields`] (how values are stored), [`ids`], [`player`] (who sits on a seat), [`status`] (why a match ended), [`reach`] and [`token`]
//! (how posts reach a place), [`control`], [`vacation`], [`calendar`] and [`clock`] (time), [`settings`] (what people and
//! servers have chosen), [`post`] (what must be said), [`job`] (what the engine must do), [`hint`] (what was told),
//! [`rating`], [`contest`] and [`standing`] (how good players are, what rated matches make of that, and who is ahead),
//! [`challenge`], [`plan`] (what is played for somebody) and [`matches`] (the states, and the one door for each change),
//! [`attention`] (what happens to a match by itself, and who hears of it), [`analysis`] (of one that is over), [`outbox`]
//! (posts that wait) and [`keep`] (what must be kept, provided by `store`), [`desk`] (where everything comes together),
//! [`ahead`] (what is played for those who are not there, and their notes), [`custom`] (what people choose), [`house`]
//! (what servers choose), [`block`] (who plays with whom), [`places`] (where matches are played), [`privacy`] (what is kept
//! of somebody, and its end), [`warden`] (who watches the time), and [`maintenance`]
//! (what prunes the store).

mod words;
pub mod fields;
pub mod ids;
pub mod player;
pub mod status;
pub mod reach;
pub mod token;
pub mod control;
pub mod vacation;
pub mod calendar;
pub mod clock;
pub mod settings;
pub mod post;
pub mod job;
pub mod hint;
pub mod rating;
pub mod contest;
pub mod standing;
pub mod challenge;
pub mod plan;
pub mod matches;
pub mod attention;
pub mod analysis;
pub mod outbox;
pub mod keep;
pub mod desk;
pub mod ahead;
pub mod custom;
pub mod house;
pub mod block;
pub mod places;
pub mod privacy;
pub mod warden;
pub mod maintenance;

pub use ahead::NOTE_MAX;
pub use analysis::{Analysis, Study};
pub use attention::Listed;
pub use block::BlockError;
pub use calendar::{Calendar, Habit, Sleep};
pub use challenge::{Challenge, ChallengeError, ChallengeState, Side, Terms};
pub use clock::Clocks;
pub use contest::{Contest, RatingChange};
pub use control::{Pauses, Span, TimeControl};
pub use desk::{Clock, Desk, DeskError, Rematch, SystemClock};
pub use hint::Hint;
pub use house::{HouseError, Room};
pub use ids::{ChallengeId, JobId, MatchId, Millis, PlaceId, PlayerId, PostId, ServerId};
pub use job::{Job, JobEnd, JobKind};
pub use keep::{
    Alarm, AnalysisStep, Departure, Keep, KeepError, MatchChange, NewMatch, PlanChange, PostedBoard, Wanted,
};
pub use maintenance::Maintenance;
pub use matches::{Action, Ask, Match, Offer, PlayError, Spot};
pub use outbox::{Changed, Due, Failure, KeepOutbox};
pub use plan::{Added, Plan, PlanError};
pub use player::{FORMER, Level, Player};
pub use post::{Notice, Obstacle, Post, Priority};
pub use privacy::{Farewell, PrivacyError};
pub use rating::Rating;
pub use reach::Reach;
pub use settings::{Hours, HouseRules, Pings, Settings};
pub use standing::{KeepStandings, Leader, RatingThen, Standing};
pub use status::Status;
pub use token::Token;
pub use vacation::Vacation;
pub use warden::Warden;
