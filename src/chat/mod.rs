//! The conversation, independent of the chat platform: a [`Request`] in, an [`Answer`] out. Every text that a player
//! reads is made here, in the player's language; the sentences stand in `assets/locales`.
//!
//! In reading order: [`texts`] (sentences), [`request`] (what somebody wants), [`press`] (what a button means),
//! [`view`] (what is shown), then what is said about [`players`], [`time`], [`challenges`], [`turns`], [`pictures`],
//! [`explain`], [`hints`], [`reports`] and [`standings`], and to one person ([`attention`], [`choices`]); [`conversation`],
//! [`assistance`], [`ahead`] (plans and notes), [`customs`], [`ranking`], [`blocks`], [`house`] and [`privacy`] answer
//! requests and [`courier`] delivers posts, by a [`messenger`], a [`lane`] for each priority, to where matches are
//! played ([`posting`]), or when that is refused to the players ([`undelivered`]).

pub mod texts;
pub mod request;
pub mod press;
pub mod view;
pub mod pictures;
pub mod explain;
pub mod players;
pub mod time;
pub mod hints;
pub mod reports;
pub mod standings;
pub mod challenges;
pub mod turns;
pub mod attention;
pub mod choices;
pub mod conversation;
pub mod assistance;
pub mod ahead;
pub mod customs;
pub mod ranking;
pub mod blocks;
pub mod house;
pub mod privacy;
pub mod messenger;
mod lane;
pub mod courier;
mod posting;
mod undelivered;

pub use conversation::Conversation;
pub use courier::Courier;
pub use messenger::{Messenger, Trouble};
pub use press::Press;
pub use request::{Absence, Command, Hindrance, Manner, Opponent, Person, Place, Request, What, Wishes};
pub use texts::{Language, Texts};
pub use view::{Answer, Button, ButtonStyle, View};
