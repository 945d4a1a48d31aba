//! A test that did not run, because something that it needs is missing, says so.

use crate::glossary::files;
use std::path::Path;
use std::process::{Command, Output};
use test_support::requirements::REQUIRE_ALL;

/// Runs a test of this program again, where it does not find promtool.
fn run_without_promtool(required: &str) -> Output {
    let program = std::env::current_exe().expect("the path of this program");
    let name = "monitoring::every_alert_is_documented_and_fires_when_it_should";
    let mut tests = Command::new(program);
    tests.args(["--exact", name]).env("PATH", "").env(REQUIRE_ALL, required);
    // Set by cargo-nextest or by hand, it would show the output of every test.
    tests.env_remove("RUST_TEST_NOCAPTURE").output().expect("it runs")
}

#[test]
fn a_missing_part_is_told_though_the_output_of_tests_is_captured() {
    let output = run_without_promtool("");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert_eq!(said, "SKIPPED: some tests of house, because promtool (Debian: prometheus) is missing\n");
}

#[test]
fn a_missing_part_is_a_failure_where_all_are_required() {
    let output = run_without_promtool("1");
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("promtool (Debian: prometheus) is missing") && said.contains(REQUIRE_ALL), "{said}");
}

/// What prints by itself that a test did not run is captured, and passes in `.ci/run`.
#[test]
fn only_one_place_says_that_tests_did_not_run() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for file in files(&tests, &["rs"]) {
        let text = std::fs::read_to_string(&file).expect("a source file").to_lowercase();
        assert!(!text.contains("println!(\"skipped"), "{} does not use test_support::requirements", file.display());
    }
}
