//! Messages to deliver.
//!
//! - [`delivery_mode`]: how posts are delivered to a place
//! - [`address`]: where a message is shown
//! - [`inbox`]: events of platforms, and what they have led to
//! - [`pending_event`]: what a platform has sent and the bot has not handled yet
//! - [`stored_action`]: actions that replies to a message trigger
//! - [`token`]: interaction tokens
//! - [`post`]: the posts
//! - [`delivery_queue`]: due posts
//! - [`posted_board`]: the message that shows a board
//! - [`platform_session`]: the session of the bot on a platform

pub mod delivery_mode;
pub mod address;
pub mod inbox;
pub mod stored_action;
pub mod token;
pub mod post;
pub mod delivery_queue;
pub mod pending_event;
pub mod platform_session;
pub mod posted_board;

pub use address::Address;
pub use delivery_mode::DeliveryMode;
pub use delivery_queue::{Changed, DeliveryFailure, DuePost};
pub use inbox::{EventId, EventOutcome, InboxEvent};
pub use pending_event::{PendingEvent, PendingKey, PendingKind, Received};
pub use platform_session::PlatformSession;
pub use post::{DeliveryObstacle, MissedBy, Notice, Post, PostPriority, Subject};
pub use posted_board::PostedBoard;
pub use stored_action::{ActionMessage, StoredAction};
pub use token::Token;
