//! The actions: what commands, buttons, menus and forms do, each declared in the file of its subject.
//!
//! In reading order: [`handler`] (what they are carried out with), [`action`] (what an action is), a file for each
//! subject, [`list`] (all of them), and [`dispatch`], which finds the action of a request and carries it out.

pub mod handler;
pub mod action;
pub mod completions;
pub mod agreements;
pub mod boards;
pub mod board_page;
pub mod moves;
pub mod replay;
pub mod past_games;
pub mod analysis;
pub mod conditional_moves;
pub mod lobby;
pub mod preferences;
pub mod ranking;
pub mod blocks;
pub mod links;
pub mod server_settings;
pub mod privacy;
pub mod help;
pub mod lessons;
pub mod puzzles;
pub mod daily;
pub mod tasks;
pub mod list;
pub mod repeated_events;
pub mod dispatch;

pub use action::ResponseMode;
pub use handler::RequestHandler;
pub use list::{commands, read_button, read_form, read_menu};
pub use server_settings::CLEARABLE_SETTINGS;
