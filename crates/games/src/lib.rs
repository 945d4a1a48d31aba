//! ZÈRTZ, DVONN and Barrier: rules, engines and pictures.
//!
//! Three board games for two, without the players: what is legal and who has won, moves and positions as text, an engine
//! with nine levels for each game, hints and analyses as data, and pictures. Nothing here reads a file, opens a
//! connection or draws random numbers of its own, and only a search looks at the clock.
//!
//! # A game, by its name
//!
//! A program that lets people choose a game uses the [`catalog`]. There, moves and positions are text, and a refusal is a
//! sentence:
//!
//! ```
//! use tablero_games::catalog::Catalog;
//!
//! let barrier = Catalog::standard().game("barrier").expect("a game of the catalogue");
//! let mut line = barrier.start("variant=5").expect("a board of 5×5");
//! line.play("c3").expect("a legal placement");
//! assert_eq!((line.moves(), line.count_legal()), (vec!["c3".to_owned()], 24));
//!
//! let refused = line.play("c3").expect_err("the square is taken");
//! assert_eq!(refused.to_string(), "that square is taken: the other knight stands on c3");
//! assert_eq!(line.position(), "barrier ...../...../..W../...../..... b");
//! ```
//!
//! [`AnyGame`](catalog::AnyGame) says what there is to know about a game, and [`AnyLine`](catalog::AnyLine) is a game in
//! progress. `examples/terminal.rs` plays all three in a terminal, in a hundred lines.
//!
//! # The engine
//!
//! An engine searches until a limit is reached or it is stopped, at full strength or at a [`Level`](ai::Level). Without a
//! clock it always finds the same:
//!
//! ```
//! use tablero_games::ai::{EngineOptions, Limits, Stop};
//! use tablero_games::catalog::Catalog;
//!
//! let line = Catalog::standard().game("zertz").expect("a game").start("").expect("the usual board");
//! let mut engine = line.game().engine(EngineOptions { hash: 1 << 20, ..EngineOptions::default() });
//! let limits = Limits { nodes: Some(1_000), ..Limits::default() };
//! let found = engine.search(line.as_ref(), limits, &Stop::default(), &mut |_| {});
//! let best = found.best().expect("the game is not over");
//! assert!(line.copy().play(best).is_ok());
//! ```
//!
//! It also explains a move ([`advise`](catalog::AnyEngine::advise)) and judges a whole game
//! ([`analyse`](catalog::AnyEngine::analyse)). What it says is data; the sentences of a game are in
//! [`texts`](catalog::AnyGame::texts), in each [`Language`](localization::Language).
//!
//! # Pictures
//!
//! ```
//! use tablero_games::catalog::Catalog;
//! use tablero_games::render::{DrawOptions, Header};
//!
//! let mut line = Catalog::standard().game("barrier").expect("a game").start("").expect("the usual board");
//! line.play_all(&["d4", "g7", "d4d6e6"]).expect("legal moves");
//! let header = Header { names: ["Ada", "Bruno"].map(str::to_owned), ..Header::default() };
//! let picture = line.draw(&header, &DrawOptions::in_theme("dark")).expect("it can be drawn");
//! assert!(picture.bytes.starts_with(b"\x89PNG"));
//! ```
//!
//! # One game, by its type
//!
//! A program that knows which game it is about works with values instead of text, and gets all that the rules can say.
//! Every game is a type for its position, which implements [`Game`](rules::Game); a [`Line`](rules::Line) adds the
//! history:
//!
//! ```
//! use tablero_games::rules::dvonn::{Dvonn, Setup};
//! use tablero_games::rules::{Game, Line};
//!
//! let mut line = Line::<Dvonn>::new(&Setup::default());
//! let first = line.position().moves()[0];
//! assert!(line.play(first));
//! assert_eq!(line.position().occupied().len(), 1);
//! ```
//!
//! # Another game
//!
//! A game implements six traits: [`Game`](rules::Game) (the rules), [`Notation`](rules::Notation) (text),
//! [`Steps`](rules::Steps) (a move as a sequence of choices), [`Think`](ai::Think) (the evaluation) and
//! [`Draw`](render::Draw) (the picture). The macros [`options!`] and [`refusals!`] write its setup and its errors.
//! [`Explain`](ai::Explain) adds reasons to hints and [`Teach`](lessons::Teach) lessons; both may be empty. An
//! [`Entry`](catalog::Entry) with its sentences then makes it a game of a [`Catalog`](catalog::Catalog), and search,
//! levels, hints, analysis, records and pictures work for it.
//!
//! # Where things are
//!
//! [`rules`] has the games, [`ai`] the engines and [`render`] the pictures; neither knows of the other two, except that
//! both use the rules. [`lessons`] teaches the games. [`avatar_file`] reads players' pictures. [`localization`] looks up
//! sentences, and [`catalog`] puts everything together.

#![forbid(unsafe_code)]

pub mod rules;
pub mod ai;
pub mod render;
pub mod lessons;
pub mod avatar_file;
pub mod localization;
pub mod catalog;
