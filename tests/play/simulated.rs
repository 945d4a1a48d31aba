//! A small simulated year, run whole and with repeated kills: the invariants of the example `simulate` hold.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// An example, which `cargo test` builds; when only some tests are built it is built here.
pub fn example(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_BIN_EXE_tablero")).parent().expect("a folder");
    let example = folder.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !example.exists() {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let built = Command::new(cargo)
            .args(["build", "--quiet", "--example", name])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status();
        assert!(built.expect("cargo runs").success());
    }
    example
}

/// Simulates a year and returns the counts.
fn year(arguments: &[&str]) -> Value {
    let ran = Command::new(example("simulate")).args(arguments).output().expect("the example runs");
    let response = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{response}");
    serde_json::from_slice(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {response}"))
}

#[test]
fn a_simulated_year_violates_no_invariant_and_is_the_same_when_it_is_killed() {
    let arguments = ["--players", "12", "--games", "40", "--seed", "11"];
    let whole = year(&arguments);
    let killed = year(&[&arguments[..], &["--kill", "12"]].concat());
    assert!(whole["moves"].as_u64() > Some(100) && whole["pings"].as_u64() > Some(50), "{whole}");
    assert_eq!((&whole["broken"], &killed["broken"]), (&Value::from(0), &Value::from(0)));
    assert!(killed["kills"].as_u64() >= Some(1), "{killed}");
    // A kill neither loses nor duplicates a game; work that a killed process had not stored is done by the next.
    assert_eq!((&whole["games"], &killed["games"]), (&Value::from(40), &Value::from(40)));
}
