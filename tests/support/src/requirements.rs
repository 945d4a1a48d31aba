//! Programs and libraries that tests need and that this repository does not bring: what happens where one is missing.
//!
//! Such a test passes, and a line on the standard error says that it did not run. Under `TABLERO_REQUIRE_ALL`, which
//! `.ci/run` sets, it fails.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

/// Makes a missing part a failure unless it is empty.
pub const REQUIRE_ALL: &str = "TABLERO_REQUIRE_ALL";

/// Passes on what a search for a part has found. If it is `None`, the tests that need the part do not run. `part` is its
/// name, and how to get it.
///
/// # Panics
/// If the part is missing and every part is required.
pub fn found<T>(part: &str, found: Option<T>) -> Option<T> {
    if found.is_none() {
        let is_required = std::env::var_os(REQUIRE_ALL).is_some_and(|value| !value.is_empty());
        assert!(!is_required, "{part} is missing, and {REQUIRE_ALL} is set");
        skipped(&format!("{part} is missing"));
    }
    found
}

/// Says, once in this process, why tests did not run.
pub fn skipped(why: &str) {
    static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    if SAID.lock().unwrap_or_else(PoisonError::into_inner).insert(why.to_owned()) {
        let program = std::env::current_exe().unwrap_or_default();
        // Cargo adds a hyphen and a hash to the name.
        let name = program.file_stem().unwrap_or_default().to_string_lossy();
        let name = name.rsplit_once('-').map_or(&*name, |(name, _)| name);
        let line = format!("SKIPPED: some tests of {name}, because {why}\n");
        // The test harness captures the macros for printing, and nothing that is written directly.
        let _ = std::io::stderr().write_all(line.as_bytes());
    }
}
