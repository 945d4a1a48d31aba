//! The conversation, independent of the chat platform: a [`Request`] in, an [`Answer`] out. Every text that a player
//! reads is made here, in the player's language; the sentences stand in `assets/locales`.
//!
//! - [`texts`]: sentences, in every language
//! - [`request`], [`custom_id`] and [`view`]: what a player asks for, what a button means, and what is shown
//! - [`views`]: how boards, challenges, statistics and the like are shown
//! - [`handlers`]: requests answered
//! - [`delivery`]: posts delivered

pub mod texts;
pub mod request;
pub mod custom_id;
pub mod view;
pub mod views;
pub mod handlers;
pub mod delivery;

pub use custom_id::ButtonAction;
pub use delivery::{DeliveryError, Messenger, OutboxDispatcher};
pub use handlers::RequestHandler;
pub use request::{
    Absence, Command, GameOptions, Opponent, PostingObstacle, Request, RequestContext, RequestKind, Requester,
    ResponseMode,
};
pub use texts::{Language, Texts};
pub use view::{Answer, Button, ButtonStyle, View};
