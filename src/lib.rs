//! Tablero: ZÈRTZ, DVONN and Barrier by correspondence, in a chat channel.
//!
//! This page is a tour in reading order; each module uses only those before it. `docs/architecture.md` has the table of
//! what may use what, and a test holds the code to it.
//!
//! # The games
//!
//! They are a package of their own, `tablero-games`, whose modules are re-exported here.
//! [`rules`] has the games, [`ai`] their engines and [`render`] their pictures. All three are pure: no input or output,
//! no randomness and, but for the deadline of a search, no clock. [`catalog`] lists the games, and lets the rest of the
//! program name a game and speak to it in text:
//!
//! ```
//! use tablero::catalog::Catalog;
//!
//! let barrier = Catalog::standard().game("barrier").expect("a game of the catalogue");
//! let mut line = barrier.start("variant=5").expect("a board of 5×5");
//! line.play("c3").expect("a legal placement");
//! assert_eq!(line.moves(), ["c3"]);
//! // A refusal is a sentence for the player, and nothing has changed.
//! let refused = line.play("c3").expect_err("the square is taken");
//! assert_eq!(refused.game, Some(barrier));
//! assert_eq!(line.ply(), 1);
//! ```
//!
//! An engine is asked for the best move with a limit; without a clock it always finds the same:
//!
//! ```
//! use tablero::ai::{EngineOptions, Limits, Stop};
//! use tablero::catalog::Catalog;
//!
//! let line = Catalog::standard().game("zertz").expect("a game").start("variant=37").expect("the small board");
//! let limits = Limits { nodes: Some(1_000), ..Limits::default() };
//! let options = EngineOptions { hash: 1 << 20, ..EngineOptions::default() };
//! let found = line.game().engine(options).search(&*line, limits, &Stop::default(), &mut |_| {});
//! let best = found.best().expect("the game is not over");
//! assert!(line.copy().play(best).is_ok());
//! ```
//!
//! # The correspondence server
//!
//! [`service`] decides every change of a match and defines, as traits, what must be stored; it knows no chat platform
//! and no SQL. [`engine`] runs searches in bounded time and memory, [`db`] stores everything in SQLite or PostgreSQL, and [`workers`]
//! deliver posts, watch deadlines and do the engine's jobs:
//!
//! ```
//! use std::sync::Arc;
//! use tablero::db::SqlStorage;
//! use tablero::service::{
//!     Action, DeliveryMode, GameService, Level, Pauses,
//!     PlaceId, PlayerId, Side, SystemClock, Terms, TimeControl,
//! };
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! let storage = SqlStorage::open_file(&folder.path().join("games.sqlite")).await?;
//! let service = GameService::new(Arc::new(storage), Arc::new(SystemClock), || 7);
//! let terms = Terms {
//!     game: "dvonn".to_owned(),
//!     setup: "start=random".to_owned(),
//!     challenger: PlayerId(1),
//!     opponent: None,
//!     side: Side::First,
//!     hints: true,
//!     rated: false,
//!     control: TimeControl::PerMove { days: 3 },
//!     pauses: Pauses::ALL,
//!     note: String::new(),
//!     place: PlaceId(1),
//!     server: None,
//!     delivery_mode: DeliveryMode::Channel,
//!     origin: None,
//!     language: "en".to_owned(),
//! };
//! let begun = service.start_against_engine(terms, Level::FIRST, None).await?;
//! let text = begun.line.nth_legal(0).expect("a legal move");
//! let played = service.act(begun.id, PlayerId(1), Some(0), &Action::Move(text.clone()), None).await?;
//! assert_eq!(played.line.moves(), [text]);
//! # Ok(())
//! # }
//! ```
//!
//! # The conversation
//!
//! [`chat`] turns a request into an answer and a post into a message, in every language and for no platform in
//! particular. A [`front_end`] connects it to a platform: [`discord`] to Discord, and [`matrix`] to Matrix. The package `discord-emulator` is a stand-in
//! for Discord on this machine, which knows nothing of the bot.
//!
//! # The program
//!
//! [`config`] and [`logging`] are what a host sets, [`cli`](mod@cli) has the subcommands that need no running bot, and
//! [`app`] builds and supervises ([`supervisor`]) a running one. [`roles`] says what one of several processes does.
//! [`health`] answers the health checks of load balancers and monitoring, and
//! [`metrics`] counts what happens. [`version`] says which program this is. [`doctor`] finds what is
//! wrong with an installation, and [`program`] is what the binary runs.

#![forbid(unsafe_code)]

#[doc(inline)]
pub use tablero_games::{ai, avatar_file, catalog, lessons, localization, render, rules};

pub mod version;
pub mod metrics;
pub mod backoff;
pub mod roles;
pub mod engine;
pub mod service;
pub mod db;
pub mod workers;
pub mod chat;
pub mod health;
pub mod supervisor;
pub mod front_end;
pub mod discord;
pub mod matrix;
pub mod web;
pub mod logging;
pub mod config;
pub mod cli;
pub mod app;
pub mod doctor;
pub mod program;
