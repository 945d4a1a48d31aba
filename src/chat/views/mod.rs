//! Builders of views: [`pictures`] and [`picture_words`], [`challenges`], [`board`], [`cells`], [`picking`], [`after_game`], [`guide`],
//! [`replay`], [`past_games`], [`standings`], [`profile`], [`hints`], [`worded_hint`], [`worded_mistake`],
//! [`match_list`], [`terms`] of games, [`questions`], [`analysis_view`], [`notifications`] to a single player,
//! [`rooms`], [`obstacles`], [`help_page`], [`lessons`], [`puzzles`], [`daily`] (and `tasks`, what
//! these have in common), [`command_help`], and [`preferences_view`].

pub mod worded_hint;
pub mod worded_mistake;
pub mod picture_words;
pub mod pictures;
pub mod match_list;
pub mod terms;
pub mod questions;
pub mod challenges;
pub mod command_help;
pub mod help_page;
pub mod after_game;
pub mod guide;
pub mod board;
pub mod cells;
pub mod picking;
mod tasks;
pub mod lessons;
pub mod puzzles;
pub mod daily;
pub mod replay;
pub mod past_games;
pub mod standings;
pub mod profile;
pub mod rooms;
pub mod hints;
pub mod analysis_view;
pub mod notifications;
pub mod obstacles;
pub mod preferences_view;
