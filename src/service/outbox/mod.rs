//! Messages to deliver: [`delivery_mode`] (how they reach a place), [`token`] (what allows a reply to an interaction), [`post`] (what
//! each says), [`delivery_queue`] (those that are due) and [`blocked_posts`] (those that a place refused).

pub mod delivery_mode;
pub mod token;
pub mod post;
pub mod delivery_queue;
pub mod blocked_posts;

pub use delivery_mode::DeliveryMode;
pub use delivery_queue::{Changed, DeliveryFailure, DuePost, OutboxStorage};
pub use post::{DeliveryObstacle, Notice, Post, PostPriority};
pub use token::Token;
