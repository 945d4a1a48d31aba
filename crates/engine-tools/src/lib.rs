//! Tools for people who work on the engines of [`tablero_games`]: they need no bot, no database and no network.
//!
//! [`Tool`] is their command line, which `tablero` has among its subcommands:
//!
//! | command | module | what it does |
//! | --- | --- | --- |
//! | `tablero ugi` | [`ugi`] | offers the games as an engine on standard input and output |
//! | `tablero match` | [`match_runner`] | plays matches between engines, and estimates which one is stronger |
//! | `tablero analyse` | [`analyse`] | judges a game move by move |
//! | `tablero bench` | [`bench`](mod@bench) | measures the speed of the search; its node counts show whether it has changed |
//! | `tablero render` | [`render`] | draws a board, an animation or a sheet |
//!
//! A match is a value too. Here the engine plays against a player that looks one turn ahead:
//!
//! ```
//! use engine_tools::match_runner::{CompetitorSpec, Limit, MatchRun, Openings, Timeouts};
//! use tablero_games::catalog::Catalog;
//!
//! let player = |text: &str| text.parse::<CompetitorSpec>().expect("a player");
//! let run = MatchRun {
//!     game: Catalog::standard().game("barrier").expect("a game"),
//!     setup: "variant=5".to_owned(),
//!     players: [player("engine"), player("greedy")],
//!     limit: Limit::Nodes(100),
//!     timeouts: Timeouts::default(),
//!     games: 4,
//!     openings: Openings::Random(None),
//!     seed: 1,
//!     sprt: None,
//!     jobs: 1,
//! };
//! let conclusion = run.run(|_pair, _score| Ok(())).expect("the match ends");
//! assert_eq!(conclusion.score.games(), 4);
//! ```
//!
//! [`measured`] has what the instruments need to know of each game, and [`baselines`] the simple players that serve as
//! yardsticks. `benches/` measures parts of the search, and `examples/` fits what the engines have learned: the weights of
//! ZÈRTZ and DVONN, and the solved openings of Barrier.

#![forbid(unsafe_code)]

pub mod measured;
pub mod baselines;
pub mod render;
pub mod analyse;
pub mod bench;
pub mod ugi;
pub mod match_runner;
mod tool;

pub use tool::Tool;

/// The result of a tool; an error is a sentence for the command-line user.
pub type CommandResult<T = ()> = Result<T, Box<dyn std::error::Error + Send + Sync>>;
