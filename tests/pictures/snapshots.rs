//! Scenes and their SVG as text. A change of the drawing shows as a line diff that a reviewer can read.

use crate::cases::all;
use crate::compare::{conclude, writing};
use std::path::{Path, PathBuf};
use tablero::render::scene::Item;
use tablero::render::{Scene, svg};

/// The scenes stored as full SVG; of all others the outline is stored.
const WHOLE: [&str; 4] = ["zertz-37-captured", "dvonn-pick-target", "barrier-pick-corner", "plot-evaluation"];

/// The outline of a scene: its parts with the counts of their figures, and all texts.
fn outline(scene: &Scene) -> String {
    let mut text = format!("{} × {} on {}\n", scene.width, scene.height, scene.page);
    for part in &scene.parts {
        let mut labels = Vec::new();
        let (mut figures, mut stamps, mut insets, mut avatars) = (0, 0, 0, 0);
        for item in &part.items {
            match item {
                Item::Label(label) => labels.push(label.text.as_str()),
                Item::Figure(_) => figures += 1,
                Item::Stamp(_) => stamps += 1,
                Item::Inset(_) => insets += 1,
                Item::Avatar(..) => avatars += 1,
            }
        }
        text.push_str(&format!("{}: {figures} figures", part.name));
        if stamps > 0 {
            text.push_str(&format!(", {stamps} stamps"));
        }
        if insets > 0 {
            text.push_str(&format!(", {insets} insets"));
        }
        if avatars > 0 {
            text.push_str(&format!(", {avatars} avatars"));
        }
        if !labels.is_empty() {
            text.push_str(&format!(", “{}”", labels.join("” “")));
        }
        text.push('\n');
    }
    text
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures/text").join(name)
}

/// Compares a text with the stored one, or writes it.
fn check(name: &str, text: &str) -> Result<(), String> {
    let path = file(name);
    if writing() {
        return std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()));
    }
    let reference = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    alike(name, &reference, text)
}

fn alike(name: &str, reference: &str, text: &str) -> Result<(), String> {
    let differs = reference.lines().zip(text.lines()).position(|(one, other)| one != other);
    match differs {
        None if reference == text => Ok(()),
        None => Err(format!("{name}: {} lines, not {}", text.lines().count(), reference.lines().count())),
        Some(at) => {
            let line = |text: &str| text.lines().nth(at).unwrap_or_default().to_owned();
            Err(format!("{name}, line {}:\n  kept  {}\n  drawn {}", at + 1, line(reference), line(text)))
        }
    }
}

#[test]
fn scenes_match_their_references() {
    let outlines: String = all().iter().map(|(name, scene)| format!("# {name}\n{}\n", outline(scene))).collect();
    let mut failures: Vec<String> = check("outlines.txt", &outlines).err().into_iter().collect();
    for (name, scene) in all().iter().filter(|(name, _)| WHOLE.contains(&name.as_str())) {
        failures.extend(check(&format!("{name}.svg"), &svg(scene)).err());
    }
    conclude(&failures);
}

#[test]
fn a_difference_is_reported_with_its_line() {
    assert_eq!(alike("plot.svg", "<svg>\n", "<svg>\n"), Ok(()));
    let difference = |reference, text| alike("plot.svg", reference, text).expect_err("they differ");
    assert_eq!(difference("<svg>\n<g>\n", "<svg>\n<p>\n"), "plot.svg, line 2:\n  kept  <g>\n  drawn <p>");
    assert_eq!(difference("<svg>\n<g>\n", "<svg>\n"), "plot.svg: 1 lines, not 2");
}
