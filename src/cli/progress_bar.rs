//! A progress bar on standard error.

use std::io::{self, IsTerminal, Write};

/// The width of the bar in characters.
const WIDTH: u64 = 20;

/// A bar that moves on a terminal. Elsewhere it is one line for each step of the work.
#[derive(Debug, Default)]
pub struct ProgressBar {
    shown: String,
}

impl ProgressBar {
    /// Shows that `done` of `all` is done in this step.
    pub fn show(&mut self, step: &str, done: u64, all: u64) {
        if io::stderr().is_terminal() {
            let filled = if all == 0 { WIDTH } else { (u128::from(done) * u128::from(WIDTH) / u128::from(all)) as u64 };
            let bar: String = (0..WIDTH).map(|at| if at < filled { '#' } else { '.' }).collect();
            let line = format!("[{bar}] {step}: {done} of {all}");
            // Blanks overwrite what is left of the line before.
            let _ = write!(io::stderr(), "\r{line:<width$}", width = self.shown.chars().count());
            self.shown = line;
        } else if all > 0 && self.shown != step {
            self.shown = step.to_owned();
            let _ = writeln!(io::stderr(), "{step} ({all})");
        }
    }

    /// Ends the line of the bar.
    pub fn end(&mut self) {
        if io::stderr().is_terminal() && !self.shown.is_empty() {
            let _ = writeln!(io::stderr());
        }
        self.shown.clear();
    }
}

impl Drop for ProgressBar {
    /// Ends the line also when the work fails, so that the error is not written behind the bar.
    fn drop(&mut self) {
        self.end();
    }
}
