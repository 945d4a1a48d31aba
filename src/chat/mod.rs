//! The conversation, independent of the chat platform: a [`Request`] in, an [`Answer`] out. Every text that a player
//! reads is made here, in the player's language; the sentences stand in `assets/locales`.
//!
//! In reading order: [`texts`] (sentences), [`request`] (what somebody wants), [`custom_id`] (what a button means),
//! [`view`] (what is shown), then what is said about [`players`], [`time`], [`challenges`], [`board`], [`pictures`],
//! [`error_texts`], [`hints`], [`analysis_view`] and [`standings`], and to one person ([`notifications`], [`preferences_view`]); [`request_handler`],
//! [`analysis`], [`conditional_moves`] (plans and notes), [`preferences`], [`ranking`], [`blocks`], [`server_settings`] and [`privacy`] answer
//! requests and [`outbox_dispatcher`] delivers posts, by a [`messenger`], a [`priority_lane`] for each priority, to where matches are
//! played ([`posting`]), or when that is refused to the players ([`undelivered`]).

pub mod texts;
pub mod request;
pub mod custom_id;
pub mod view;
pub mod pictures;
pub mod error_texts;
pub mod players;
pub mod time;
pub mod hints;
pub mod analysis_view;
pub mod standings;
pub mod challenges;
pub mod board;
pub mod notifications;
pub mod preferences_view;
pub mod request_handler;
pub mod analysis;
pub mod conditional_moves;
pub mod preferences;
pub mod ranking;
pub mod blocks;
pub mod server_settings;
pub mod privacy;
pub mod messenger;
mod priority_lane;
pub mod outbox_dispatcher;
mod posting;
mod undelivered;

pub use custom_id::ButtonAction;
pub use messenger::{DeliveryError, Messenger};
pub use outbox_dispatcher::OutboxDispatcher;
pub use request::{
    Absence, Command, GameOptions, Opponent, PostingObstacle, Request, RequestContext, RequestKind, Requester,
    ResponseMode,
};
pub use request_handler::RequestHandler;
pub use texts::{Language, Texts};
pub use view::{Answer, Button, ButtonStyle, View};
