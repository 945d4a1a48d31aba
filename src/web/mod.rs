//! The page on which a match is shown and played in a browser, and the interface behind it, which other programs can use
//! as well (`docs/openapi.yaml`).
//!
//! - `page`: the page itself: HTML, style and modules
//! - [`BoardPage`]: what requests need
//! - `access`: who is looking, from the link or the token in the request
//! - `limits`: how much one person or one link may ask for; `addresses`: the same for an address; `rate`: how it comes back
//! - `live`: tells open pages and programs that a match has changed; `events`: the streams in which it says so
//! - `watched`: what many watch at once is read and drawn once
//! - `match_json`, `board_json`, `analysis_json`, `view_json`, `now_json`: what is sent
//! - `what_if`: trying moves
//! - [`routes`]: the addresses
//! - `api_error`: errors as sentences
//!
//! A request without a link gets nothing but the page and its words. There are no cookies, and no other origin can read
//! an answer.

mod access;
mod addresses;
mod analysis_json;
mod board_json;
mod board_page;
mod events;
mod limits;
mod live;
mod match_json;
mod now_json;
mod page;
mod rate;
mod api_error;
mod routes;
mod view_json;
mod watched;
mod what_if;

pub use board_page::BoardPage;
pub use live::LiveMatches;
pub use routes::routes;
