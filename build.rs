//! Tells the program which commit it is built from.

use std::path::Path;
use std::process::Command;

/// Packagers who build from an archive set this variable.
const VARIABLE: &str = "TABLERO_COMMIT";

fn main() {
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    println!("cargo::rerun-if-changed=build.rs");
    let given = std::env::var(VARIABLE).ok().filter(|commit| !commit.is_empty());
    // Otherwise each commit would cost a developer a whole build.
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = given.or_else(|| if is_release { commit() } else { None });
    println!("cargo::rustc-env={VARIABLE}={}", commit.as_deref().unwrap_or("unknown"));
}

/// The commit of the repository, if this is one.
fn commit() -> Option<String> {
    if !Path::new(".git").exists() {
        return None;
    }
    for path in [".git/HEAD", ".git/refs/heads", ".git/packed-refs"] {
        if Path::new(path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let output = Command::new("git").args(["rev-parse", "--short=10", "HEAD"]).output().ok()?;
    let commit = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !commit.is_empty()).then_some(commit)
}
