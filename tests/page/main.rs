//! A game on the emulator's page in a real browser, with mouse and keyboard.
//!
//! It needs Chromium and chromedriver, on the `PATH` or named by `TABLERO_CHROMIUM` and `TABLERO_CHROMEDRIVER`; without
//! them it says that it did not run, and passes. Screenshots are left in `target/tmp/page`.

mod driver;
mod flows;
mod game;
#[path = "../requirements/mod.rs"]
mod requirements;
mod page_user;
#[path = "../play/fixed_nodes_engine.rs"]
#[allow(dead_code, reason = "the tests of play use more of it")]
mod fixed_nodes_engine;
#[path = "../play/stage.rs"]
#[allow(dead_code, reason = "the tests of whole games use more of it")]
mod stage;
