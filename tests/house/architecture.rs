//! The dependencies in `docs/architecture.md`: which module uses which.

use crate::imports;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Crates that only these modules may use.
const ALONE: &[(&str, &[&str])] = &[
    ("sqlx", &["db"]),
    ("serenity", &["discord"]),
    // The doctor asks servers what time it is; `tablero health` asks the running bot.
    ("reqwest", &["discord", "matrix", "doctor", "cli"]),
    ("tungstenite", &["discord"]),
    ("axum", &["health", "front_end", "discord", "web", "app"]),
    ("ring", &["discord", "matrix", "service"]),
    ("strsim", &["chat"]),
    ("unicode_normalization", &["chat"]),
    ("toml", &["config", "render"]),
    ("tracing_subscriber", &["logging"]),
];

/// What rules and pictures must not use of the standard library: the clock, the disk, the network and threads. That they
/// use no tasks, no database and no platform is proven by their package.
const IMPURE: [&str; 7] = ["std::fs", "std::net", "std::io", "std::env", "std::process", "std::thread", "std::time"];

/// The Rust files in a folder and its subfolders.
pub fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The folders with the sources of the two packages.
pub fn source_folders() -> [PathBuf; 2] {
    ["crates/games/src", "src"].map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
}

/// The path of a source file inside its folder.
pub fn inside<'a>(path: &'a Path, folders: &[PathBuf]) -> &'a Path {
    folders.iter().find_map(|folder| path.strip_prefix(folder).ok()).expect("a source file")
}

/// The modules in the table of `docs/architecture.md`, with the modules that each may use.
fn arrows() -> BTreeMap<String, BTreeSet<String>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/architecture.md");
    let text = fs::read_to_string(file).expect("the document");
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<BTreeSet<String>>();
    let rows = text.lines().filter(|line| line.starts_with("| `")).filter_map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').collect();
        let [module, _, uses] = cells[..] else { return None };
        Some((names(module).pop_first()?, names(uses)))
    });
    rows.collect()
}

/// Every source file with its top-level module and its text without comments.
fn sources() -> Vec<(String, PathBuf, String)> {
    let roots = source_folders();
    let mut found = Vec::new();
    for root in &roots {
        rust_files(root, &mut found);
    }
    let module = |path: &Path| {
        let inside = inside(path, &roots).to_string_lossy().replace(".rs", "");
        inside.split(['/', '\\']).next().unwrap_or_default().to_owned()
    };
    let read = |path: &Path| {
        let text = fs::read_to_string(path).expect("a file");
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        code.collect::<Vec<_>>().join("\n")
    };
    found.into_iter().map(|path| (module(&path), path.clone(), read(&path))).collect()
}

/// The names that follow `crate::` in a text, including those in a `use crate::{…}`.
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
fn modules_use_only_what_the_table_allows() {
    let arrows = arrows();
    let mut wrong = Vec::new();
    let (mut seen, mut used_by) = (BTreeSet::new(), BTreeMap::<String, BTreeSet<String>>::new());
    for (module, path, text) in sources() {
        if ["main", "lib", "bin"].contains(&module.as_str()) {
            continue;
        }
        let Some(allowed) = arrows.get(&module) else {
            wrong.push(format!("{}: the module {module} is not in the table", path.display()));
            continue;
        };
        seen.insert(module.clone());
        for other in used(&text).into_iter().filter(|other| arrows.contains_key(other) && *other != module) {
            if !allowed.contains(&other) {
                wrong.push(format!("{}: {module} may not use {other}", path.display()));
            }
            used_by.entry(module.clone()).or_default().insert(other);
        }
    }
    wrong.extend(arrows.keys().filter(|module| !seen.contains(*module)).map(|module| format!("there is no {module}")));
    for (module, allowed) in &arrows {
        let used = used_by.get(module).cloned().unwrap_or_default();
        wrong.extend(allowed.difference(&used).map(|other| format!("the table says that {module} uses {other}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(used_by.values().map(BTreeSet::len).sum::<usize>() > 20, "the test finds the dependencies");
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

/// sqlx's task for idle connections may never end; see `db/sqlite/database.rs`.
#[test]
fn no_pool_has_a_task_that_closes_idle_connections() {
    let mut files = Vec::new();
    for folder in ["src", "tests", "examples", "benches"] {
        rust_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut files);
    }
    let mut pools = 0;
    for file in files {
        let text = fs::read_to_string(&file).expect("a source file");
        let count = |part: &str| text.matches(part).count();
        let made = count(concat!("PoolOptions", "::new()"));
        pools += made;
        assert_eq!(count(concat!("Pool", "::connect")), 0, "{}: give the pool its options", file.display());
        for option in [concat!(".idle_timeout", "(None)"), concat!(".max_lifetime", "(None)")] {
            assert_eq!(count(option), made, "{}: {option}", file.display());
        }
    }
    assert!(pools >= 4, "only {pools} pools are found");
}

#[test]
fn a_database_is_known_in_its_folder_alone() {
    for (_, path, text) in sources() {
        let place = path.to_string_lossy().replace('\\', "/");
        if place.contains("/src/db/") {
            continue;
        }
        for name in ["Sqlite", "Postgres"] {
            assert!(!text.contains(name), "{place} knows {name}");
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

#[test]
fn files_of_a_folder_depend_on_each_other_in_one_direction() {
    let tree = imports::Tree::read();
    let circles: Vec<String> =
        tree.circles().into_iter().map(|(folder, files)| format!("{folder}: {}", files.join(", "))).collect();
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}
