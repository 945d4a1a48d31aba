//! Games on the emulator's page and on the page of boards in a real browser, with mouse and keyboard.
//!
//! It needs Chromium and chromedriver, on the `PATH` or named by `TABLERO_CHROMIUM` and `TABLERO_CHROMEDRIVER`; without
//! them it says that it did not run, and passes. Screenshots are left in `target/tmp/page`.

mod board;
mod driver;
mod flows;
mod game;
mod page_user;
