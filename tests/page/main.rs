//! Games on the emulator's page and on the page of boards in a real browser, with mouse, touch and keyboard.
//!
//! It needs Chromium and chromedriver, on the `PATH` or named by `TABLERO_CHROMIUM` and `TABLERO_CHROMEDRIVER`; some
//! tests need Firefox and geckodriver (`TABLERO_FIREFOX`, `TABLERO_GECKODRIVER`), axe-core (`TABLERO_JS`) or PostgreSQL.
//! Without them they say that they did not run, and pass. Screenshots are left in `target/tmp/page`.

mod accessibility;
mod board;
mod board_flows;
mod driver;
mod first_screen;
mod flows;
mod game;
mod now_playing;
mod page_user;
mod restarts;
mod whole_games;
