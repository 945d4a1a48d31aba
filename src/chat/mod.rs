//! Platform-independent chat logic: takes a [`Request`] and returns an [`Answer`]. All text that players read is
//! produced here in the player's language; the messages are in `assets/locales`.
//!
//! - [`text`]: text as data, which each platform writes in its own markup
//! - [`texts`]: localized messages
//! - [`player_names`]: names of players that texts and pictures show
//! - [`request`], [`custom_id`] and [`view`]: requests, button ids, and the messages to show
//! - [`platform`]: what a chat platform does for the bot, and what it can do
//! - [`avatars`]: the cache of players' avatars
//! - [`choices`]: numbers in place of buttons and menus
//! - [`message_sender`]: posting views
//! - [`views`]: views of boards, challenges, statistics and so on
//! - [`commands`]: the commands with their texts, and how they are typed
//! - [`actions`]: what commands, buttons, menus and forms do
//! - [`delivery`]: delivery of outbox posts
//! - `bare_moves`: moves typed without a command
//! - [`arrival`], [`meaning`], [`incoming`] and [`conversation`]: messages, replies and reactions, and the requests
//!   that they make

pub mod text;
pub mod texts;
pub mod hint_stage;
pub mod typed_error;
pub mod arguments;
pub mod custom_id;
pub mod request;
pub mod view;
pub mod platform;
pub mod player_names;
pub mod avatars;
pub mod views;
pub mod commands;
pub mod actions;
pub mod choices;
pub mod message_sender;
pub mod delivery;
pub mod arrival;
pub mod incoming;
pub mod referred;
pub mod meaning;
mod bare_moves;
pub mod conversation;

pub use actions::{RequestHandler, ResponseMode};
pub use arguments::{Absence, Argument, Arguments, Opponent};
pub use arrival::Arrival;
pub use conversation::Conversation;
pub use custom_id::ButtonId;
pub use delivery::ChatDelivery;
pub use incoming::Incoming;
pub use meaning::Meaning;
pub use platform::{Capabilities, Platform};
pub use referred::Referred;
pub use request::{PostingObstacle, Request, RequestContext, RequestKind, Requester};
pub use text::{Span, Text, TimeStyle};
pub use texts::Language;
pub use view::{Answer, Button, ButtonStyle, Subject, View};
