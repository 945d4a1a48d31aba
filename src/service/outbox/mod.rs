//! Messages to deliver: [`delivery_mode`] (how they reach a place), [`token`] (permission to reply to an interaction), [`post`] (what
//! each says) and [`delivery_queue`] (posts that are due).

pub mod delivery_mode;
pub mod token;
pub mod post;
pub mod delivery_queue;

pub use delivery_mode::DeliveryMode;
pub use delivery_queue::{Changed, DeliveryFailure, DuePost, OutboxStorage};
pub use post::{DeliveryObstacle, Notice, Post, PostPriority};
pub use token::Token;
