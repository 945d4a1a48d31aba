//! The texts use the words of `docs/glossary.md`.

use std::fs;
use std::path::{Path, PathBuf};

const LANGUAGES: [(&str, &str); 3] = [("English", "en"), ("Español", "es"), ("Italiano", "it")];

/// The cells of the rows of the tables in a document, without headings.
fn rows(document: &str, columns: usize) -> Vec<Vec<String>> {
    let tables = document.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let rows = tables.map(|line| line.split(" | ").map(str::to_owned).collect::<Vec<_>>());
    let is_row = |row: &Vec<String>| row.len() == columns && !row[0].starts_with('-');
    // The first row is the heading.
    rows.filter(is_row).skip(1).collect()
}

fn glossary() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/glossary.md")).expect("the glossary")
}

/// The texts of a language, in lower case: file, line number, and the line without its key.
fn lines(code: &str) -> Vec<(String, usize, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut lines = Vec::new();
    for folder in ["assets/locales", "crates/games/assets/locales"].map(|folder| root.join(folder).join(code)) {
        for file in fs::read_dir(folder).expect("the folder").filter_map(Result::ok) {
            let path = file.path();
            if path.extension().is_none_or(|extension| extension != "ftl") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("a file");
            for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| is_shown(line)) {
                let is_key = !line.starts_with(' ') || line.trim_start().starts_with('.');
                let text = if is_key { line.split_once('=').map_or("", |(_, text)| text) } else { line };
                lines.push((format!("{code}/{}", file.file_name().display()), number, text.to_lowercase()));
            }
        }
    }
    assert!(lines.len() > 500, "{code}: the texts are elsewhere");
    lines
}

/// Whether users see this line: comments and former names of commands are not shown.
fn is_shown(line: &str) -> bool {
    !line.starts_with('#') && !line.trim_start().starts_with(".former")
}

#[test]
fn no_text_uses_a_word_that_the_glossary_rules_out() {
    let ruled_out = rows(&glossary(), 3);
    assert!(ruled_out.len() > 6, "{ruled_out:?}");
    let mut found = Vec::new();
    for (language, code) in LANGUAGES {
        let words = ruled_out.iter().filter(|row| row[0] == language);
        let words: Vec<(&str, &str)> =
            words.flat_map(|row| row[1].split(", ").map(|word| (word, row[2].as_str()))).collect();
        assert!(!words.is_empty(), "{language}");
        for (file, number, line) in lines(code) {
            for word in line.split(|c: char| !c.is_alphanumeric()) {
                if let Some((_, better)) = words.iter().find(|(not, _)| *not == word) {
                    found.push(format!("{file}:{number}: {word}, not {better}"));
                }
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// The files in a folder and below with one of these endings.
pub fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder").filter_map(Result::ok) {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path, endings));
        } else if path.extension().is_some_and(|ending| endings.iter().any(|wanted| ending == *wanted)) {
            found.push(path);
        }
    }
    found
}

#[test]
fn neither_documents_nor_sources_use_a_word_that_the_glossary_rules_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let glossary_path = root.join("docs/glossary.md");
    let folders = ["crates", "src", "tests", "examples", "benches", "docs"].map(|folder| root.join(folder));
    let mut paths: Vec<PathBuf> = folders.iter().flat_map(|folder| files(folder, &["rs", "js", "md"])).collect();
    paths.extend(["README.md", "CONTRIBUTING.md", "config.example.toml"].map(|name| root.join(name)));
    paths.retain(|path| *path != glossary_path);
    assert!(paths.len() > 400, "{}: the sources are elsewhere", paths.len());
    let ruled_out: Vec<String> = rows(&glossary(), 3)
        .into_iter()
        .filter(|row| row[0] == "English")
        .flat_map(|row| row[1].split(", ").map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let mut found = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a text file");
        for (number, line) in (1..).zip(text.lines()) {
            let words = line.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
            found.extend(
                words
                    .filter(|word| ruled_out.contains(word))
                    .map(|word| format!("{}:{number}: {word}", path.display())),
            );
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn the_words_of_the_glossary_are_used() {
    let words = rows(&glossary(), 4);
    assert!(words.len() > 20, "{words:?}");
    let mut missing = Vec::new();
    for (column, (language, code)) in (1..).zip(LANGUAGES) {
        let text: Vec<String> = lines(code).into_iter().map(|(_, _, line)| line).collect();
        for row in &words {
            for word in row[column].split(", ") {
                let word = word.trim_matches(['“', '”', '«', '»']).to_lowercase();
                if !text.iter().any(|line| line.contains(&word)) {
                    missing.push(format!("{language}: {word} ({})", row[0]));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}
