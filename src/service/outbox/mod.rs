//! Messages to deliver.
//!
//! - [`delivery_mode`]: how posts are delivered to a place
//! - [`token`]: interaction tokens
//! - [`post`]: the posts
//! - [`delivery_queue`]: due posts, and storage of the outbox

pub mod delivery_mode;
pub mod token;
pub mod post;
pub mod delivery_queue;

pub use delivery_mode::DeliveryMode;
pub use delivery_queue::{Changed, DeliveryFailure, DuePost, OutboxStorage};
pub use post::{DeliveryObstacle, Notice, Post, PostPriority};
pub use token::Token;
