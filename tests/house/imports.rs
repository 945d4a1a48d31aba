//! The imports between the modules of the crate, read from their `use` declarations and paths.

use crate::architecture::{inside, rust_files, source_folders};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// A path split into segments.
type Segments = Vec<String>;

/// Every module of the crate, by its path, with the modules that it uses.
pub struct Tree {
    uses: BTreeMap<Segments, BTreeSet<Segments>>,
    /// Modules in a file `mod.rs`.
    folders: BTreeSet<Segments>,
}

fn segments(path: &str) -> Segments {
    path.split("::").map(str::to_owned).collect()
}

/// The members of a group, split at its commas.
fn members(group: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(&group[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&group[start..]);
    found.into_iter().map(str::trim).filter(|member| !member.is_empty()).collect()
}

/// Expands a path with groups into plain paths.
fn expand(path: &str) -> Vec<String> {
    let Some((before, rest)) = path.split_once('{') else { return vec![path.trim().to_owned()] };
    let inside = rest.rfind('}').map_or(rest, |end| &rest[..end]);
    members(inside).into_iter().flat_map(|member| expand(&format!("{before}{member}"))).collect()
}

/// The paths in a file that begin with one of these words, excluding its tests.
fn paths(code: &str, heads: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for head in heads {
        for (at, _) in code.match_indices(head) {
            let before = code[..at].chars().next_back().unwrap_or(' ');
            if before.is_alphanumeric() || "_:$".contains(before) {
                continue;
            }
            let mut depth = 0;
            let ends = |c: char| {
                depth += i32::from(c == '{') - i32::from(c == '}');
                !(depth > 0 || c == '}' || c.is_alphanumeric() || c == '_' || c == ':')
            };
            let rest = &code[at..];
            let end = rest.find(ends).unwrap_or(rest.len());
            // A brace that does not follow `::` opens a block.
            let path = match rest[..end].find('{') {
                Some(brace) if !rest[..brace].ends_with("::") => &rest[..brace],
                _ => &rest[..end],
            };
            found.extend(expand(path));
        }
    }
    found
}

impl Tree {
    /// Reads the sources of both packages.
    pub fn read() -> Tree {
        let roots = source_folders();
        let mut files = Vec::new();
        for root in &roots {
            rust_files(root, &mut files);
        }
        let mut texts = BTreeMap::new();
        let mut folders = BTreeSet::new();
        for file in files {
            let inside = inside(&file, &roots).with_extension("");
            let mut module: Segments = inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            if module == ["lib"] || module == ["main"] {
                continue;
            }
            if module.last().is_some_and(|last| last == "mod") {
                module.pop();
                folders.insert(module.clone());
            }
            let text = fs::read_to_string(&file).expect("a file");
            let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
            let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            texts.insert(module, code.join("\n"));
        }
        // Re-exports of a folder from its files.
        let mut passed: BTreeMap<Segments, Segments> = BTreeMap::new();
        for (module, code) in &texts {
            for line in code.split(';').filter_map(|part| part.trim().strip_prefix("pub use ")) {
                for path in expand(&line.replace('\n', " ").replace(' ', "")) {
                    let path = segments(&path);
                    let target = match &*path[0] {
                        "crate" => path[1..].to_vec(),
                        "super" => [&module[..module.len() - 1], &path[1..]].concat(),
                        _ => [&module[..], &path[..]].concat(),
                    };
                    let name = target.last().expect("a path has segments").clone();
                    passed.insert([&module[..], &[name]].concat(), target);
                }
            }
        }
        let module_of = |path: &Segments| {
            let mut path = path.clone();
            for _ in 0..8 {
                let next = (1..=path.len()).rev().find_map(|end| {
                    let target = passed.get(&path[..end])?;
                    Some([&target[..], &path[end..]].concat())
                });
                match next {
                    Some(next) => path = next,
                    None => break,
                }
            }
            (1..=path.len()).rev().map(|end| path[..end].to_vec()).find(|module| texts.contains_key(module))
        };
        let mut uses = BTreeMap::new();
        for (module, code) in &texts {
            let mut found = BTreeSet::new();
            for path in paths(code, &["crate::", "super::", "self::"]) {
                let mut path = segments(&path.replace(char::is_whitespace, ""));
                path.retain(|segment| !segment.is_empty() && segment != "self");
                let mut base = module.clone();
                while path.first().is_some_and(|first| first == "super") {
                    path.remove(0);
                    base.pop();
                }
                let whole = if path.first().is_some_and(|first| first == "crate") {
                    path[1..].to_vec()
                } else {
                    [&base[..], &path[..]].concat()
                };
                found.extend(module_of(&whole).filter(|target| target != module));
            }
            uses.insert(module.clone(), found);
        }
        Tree { uses, folders }
    }

    /// Every folder whose files or subfolders depend on each other in a circle.
    pub fn circles(&self) -> Vec<(String, Vec<String>)> {
        let mut circles = Vec::new();
        for folder in &self.folders {
            let mut arrows: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
            for (module, targets) in &self.uses {
                let Some([child, ..]) = module.strip_prefix(&folder[..]) else { continue };
                for target in targets {
                    match target.strip_prefix(&folder[..]) {
                        Some([other, ..]) if other != child => arrows.entry(child).or_default().insert(other),
                        _ => continue,
                    };
                }
            }
            let reached = |from: &str| {
                let (mut seen, mut left) = (BTreeSet::new(), vec![from]);
                while let Some(next) = left.pop() {
                    left.extend(arrows.get(next).into_iter().flatten().filter(|other| seen.insert(**other)));
                }
                seen.contains(from)
            };
            let files: Vec<String> =
                arrows.keys().filter(|child| reached(child)).map(|child| (*child).to_owned()).collect();
            if !files.is_empty() {
                circles.push((folder.join("::"), files));
            }
        }
        circles
    }
}
