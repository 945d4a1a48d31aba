//! The arrows of `docs/architecture.md`: what uses what.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each module of the crate with the modules it may use.
const ARROWS: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("ai", &["rules"]),
    ("render", &["rules"]),
    ("catalog", &["rules", "ai", "render"]),
    ("easel", &["catalog", "render", "rules", "arguments"]),
    ("ugi", &["catalog", "ai", "rules"]),
    ("duel", &["ugi", "catalog", "ai", "rules"]),
    ("play", &["catalog", "ai", "rules"]),
    ("engines", &["play", "catalog", "ai", "rules"]),
    ("store", &["play", "catalog", "rules"]),
    ("chat", &["play", "engines", "catalog", "render", "rules"]),
    ("supervisor", &[]),
    ("discord", &["supervisor", "chat", "engines", "play", "catalog", "rules"]),
    ("local", &[]),
    ("logging", &[]),
    ("config", &["engines", "logging"]),
    ("arguments", &[]),
    ("critic", &["catalog", "ai", "rules"]),
    ("bench", &["catalog", "ai"]),
];

/// Crates that only these modules may use.
const ALONE: &[(&str, &[&str])] = &[
    ("sqlx", &["store"]),
    ("serenity", &["discord"]),
    ("poise", &["discord"]),
    ("reqwest", &["discord"]),
    ("tungstenite", &["discord"]),
    ("axum", &["local"]),
    ("resvg", &["render"]),
    ("png", &["render"]),
    ("gif", &["render"]),
    ("fluent_bundle", &["chat"]),
    ("toml", &["config", "render"]),
    ("tracing_subscriber", &["logging"]),
];

/// What rules and pictures must not touch: the clock, the disk, the network, threads and tasks.
const IMPURE: [&str; 9] =
    ["std::fs", "std::net", "std::io", "std::env", "std::process", "std::thread", "std::time", "tokio", "rand::"];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Every source file with the top-level module it belongs to and its text without comments.
fn sources() -> Vec<(String, PathBuf, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    files(&src, &mut found);
    let module = |path: &Path| {
        let inside = path.strip_prefix(&src).expect("a file of src").to_string_lossy().replace(".rs", "");
        inside.split(['/', '\\']).next().unwrap_or_default().to_owned()
    };
    let read = |path: &Path| {
        let text = fs::read_to_string(path).expect("a file");
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        code.collect::<Vec<_>>().join("\n")
    };
    found.into_iter().map(|path| (module(&path), path.clone(), read(&path))).collect()
}

/// The names that follow `crate::` in a text, also in a `use crate::{…}`.
fn used(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for after in text.split("crate::").skip(1) {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if let Some(group) = after.strip_prefix('{') {
            let inside = &group[..group.find("};").unwrap_or(group.len())];
            names.extend(inside.split(',').map(|name| name.trim().chars().take_while(|c| is_name(*c)).collect()));
        } else {
            names.insert(after.chars().take_while(|c| is_name(*c)).collect());
        }
    }
    names
}

#[test]
fn modules_use_only_what_the_picture_allows() {
    let known: BTreeSet<&str> = ARROWS.iter().map(|(module, _)| *module).collect();
    let mut wrong = Vec::new();
    let mut arrows_seen = 0;
    for (module, path, text) in sources() {
        if module == "main" || module == "lib" {
            continue;
        }
        let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == module) else {
            wrong.push(format!("{}: the module {module} is not in the picture", path.display()));
            continue;
        };
        for other in used(&text).into_iter().filter(|other| known.contains(other.as_str()) && *other != module) {
            arrows_seen += 1;
            if !allowed.contains(&other.as_str()) {
                wrong.push(format!("{}: {module} may not use {other}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(arrows_seen > 20, "the test sees the arrows that there are");
}

#[test]
fn a_game_uses_no_other_game() {
    let games = ["zertz", "dvonn", "barrier"];
    for (_, path, text) in sources() {
        let place = path.to_string_lossy().replace('\\', "/");
        let Some(game) = games.iter().find(|game| place.contains(&format!("/rules/{game}/"))) else { continue };
        for other in games.iter().filter(|other| *other != game) {
            assert!(!text.contains(&format!("rules::{other}")), "{place} uses {other}");
        }
    }
}

#[test]
fn outside_crates_stay_in_their_module() {
    for (module, path, text) in sources() {
        for (name, owners) in ALONE {
            let uses = text.contains(&format!("use {name}::")) || text.contains(&format!(" {name}::"));
            assert!(!uses || owners.contains(&module.as_str()), "{}: only {owners:?} use {name}", path.display());
        }
    }
}

#[test]
fn rules_and_pictures_are_pure() {
    for (module, path, text) in sources() {
        if module != "rules" && module != "render" {
            continue;
        }
        for name in IMPURE {
            assert!(!text.contains(name), "{}: {module} uses {name}", path.display());
        }
    }
}
