//! Messages to deliver.
//!
//! - [`delivery_mode`]: how posts are delivered to a place
//! - [`address`]: where a message is shown
//! - [`inbox`]: events of platforms, and what they have led to
//! - [`pending_event`]: what a platform has sent and the bot has not handled yet
//! - [`stored_action`]: actions that replies to a message trigger
//! - [`token`]: interaction tokens
//! - [`post`]: the posts
//! - [`delivery_queue`]: due posts, and storage of the outbox

pub mod delivery_mode;
pub mod address;
pub mod inbox;
pub mod stored_action;
pub mod token;
pub mod post;
pub mod delivery_queue;
pub mod session_storage;
pub mod pending_event;
pub mod sync_storage;

pub use address::Address;
pub use delivery_mode::DeliveryMode;
pub use delivery_queue::{Changed, DeliveryFailure, DuePost, OutboxStorage};
pub use inbox::{EventId, EventOutcome, InboxEvent, InboxStorage};
pub use pending_event::{PendingEvent, PendingKey, PendingKind, Received};
pub use post::{DeliveryObstacle, Notice, Post, PostPriority, Subject};
pub use session_storage::{PlatformSession, SessionStorage};
pub use stored_action::{ActionMessage, StoredAction, StoredActionStorage};
pub use sync_storage::SyncStorage;
pub use token::Token;
