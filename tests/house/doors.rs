//! Which modules may read and write stored data.

use crate::architecture::{rust_files, source_folders};
use std::fs;

/// The modules that may use `Storage`: the service, which makes every write, the implementation, and what connects the
/// two.
const KNOW_STORAGE: [&str; 3] = ["/src/service/", "/src/db/", "/src/app/start.rs"];

/// The modules that are given their data and look nothing up.
const GET_DATA: [&str; 2] = ["/src/chat/views/", "/src/chat/texts/"];

/// Whether a text contains this name as a whole word.
fn names(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        !text[..at].chars().next_back().is_some_and(is_part)
            && !text[at + name.len()..].chars().next().is_some_and(is_part)
    })
}

/// The bot's sources by path, without tests and comments.
fn sources() -> Vec<(String, String)> {
    let [_, bot] = source_folders();
    let mut files = Vec::new();
    rust_files(&bot, &mut files);
    let read = |path: &std::path::PathBuf| {
        let text = fs::read_to_string(path).expect("a file");
        let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        (path.to_string_lossy().replace('\\', "/"), code.join("\n"))
    };
    files.iter().map(read).collect()
}

#[test]
fn only_the_service_and_the_database_know_the_storage() {
    let (mut inside, mut wrong) = (0, Vec::new());
    for (path, code) in sources() {
        // Every module may see the errors `ServiceError::Storage` and `RecordsError::Storage`.
        let code = ["::Storage(", "    Storage(#[from] StorageError)", "    Storage(StorageError)"]
            .iter()
            .fold(code, |code, error| code.replace(error, "("));
        if names(&code, "Storage") {
            match KNOW_STORAGE.iter().any(|known| path.contains(known)) {
                true => inside += 1,
                false => wrong.push(path),
            }
        }
    }
    assert!(wrong.is_empty(), "only the service writes; read through its queries(): {}", wrong.join(", "));
    assert!(inside > 3, "the test finds the storage");
}

#[test]
fn views_and_texts_get_data() {
    let views: Vec<_> =
        sources().into_iter().filter(|(path, _)| GET_DATA.iter().any(|folder| path.contains(folder))).collect();
    assert!(views.len() > 15, "the test finds the views");
    for (path, code) in views {
        assert!(!names(&code, "GameService"), "{path} looks something up: its caller must");
    }
}
