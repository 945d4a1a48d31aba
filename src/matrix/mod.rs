//! Matrix: the only user of its Client-Server API. Messages become requests through
//! [`Conversation`](crate::chat::Conversation), and posts become events of rooms.
//!
//! In reading order: [`error`], [`pauses`] (rate limits), [`client`] (requests), [`api`] (the calls and what they
//! return), [`login`], [`places`] and [`accounts`] (rooms, threads and people, and their ids), [`html`] (text in
//! Matrix's markup), [`media`] (pictures), [`uploads`], [`direct_rooms`] and [`rooms`] (members, power levels, names),
//! [`encrypted_events`], [`encryption`] and [`room_events`] (what is sent and read in encrypted rooms),
//! [`spaces`], [`invitations`], [`redactions`], [`platform`] (posting), [`known_names`] (people that a message names),
//! [`wording`] (the text of a message), [`profile`] (the bot's name and picture), [`received`] and [`room_queues`]
//! (what is to be handled in each room), [`successors`] (upgraded rooms), [`verifications`] (of people's devices),
//! [`events`] (what people do), [`sync`] (receiving it), [`MatrixFrontEnd`] (all of it, in one session after another).

pub mod error;
pub mod pauses;
pub mod client;
pub mod api;
pub mod places;
pub mod accounts;
pub mod html;
pub mod media;
pub mod uploads;
pub mod login;
pub mod direct_rooms;
pub mod rooms;
pub mod encrypted_events;
#[cfg(feature = "encryption")]
pub mod encryption;
pub mod room_events;
pub mod spaces;
pub mod invitations;
pub mod redactions;
pub mod platform;
pub mod known_names;
pub mod wording;
pub mod profile;
pub mod received;
pub mod room_queues;
pub mod successors;
#[cfg(feature = "encryption")]
pub mod verifications;
#[cfg(feature = "encryption")]
mod encrypted_session;
#[cfg(not(feature = "encryption"))]
mod without_encryption;
pub mod events;
pub mod sync;
mod front_end;

pub use front_end::{Keys, MatrixFrontEnd};

#[cfg(not(feature = "encryption"))]
use without_encryption as encryption;
#[cfg(not(feature = "encryption"))]
use without_encryption as verifications;
