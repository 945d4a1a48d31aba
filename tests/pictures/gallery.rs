//! `docs/gallery.md`: every command on the page is run, and makes the picture that stands below it.

use crate::compare::{self, writing};
use clap::Parser;
use std::path::Path;
use tablero::arguments::{Arguments, Command};
use tablero::easel::{self, Commission, Kind};

/// The words of a command, where double quotes hold words together.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    parts
        .flat_map(|(number, part)| {
            if number % 2 == 1 { vec![part.to_owned()] } else { part.split_whitespace().map(str::to_owned).collect() }
        })
        .collect()
}

#[test]
fn the_commands_of_the_gallery_make_its_pictures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/gallery.md")).expect("the gallery");
    let joined = page.replace("\\\n", " ");
    let commands: Vec<&str> = joined.lines().filter(|line| line.trim().starts_with("tablero render")).collect();
    assert!(commands.len() > 10, "the gallery shows what there is");
    let mut failures = Vec::new();
    for line in commands {
        let arguments = Arguments::try_parse_from(words(line)).unwrap_or_else(|error| panic!("{line}: {error}"));
        let Some(Command::Render(render)) = arguments.command else { panic!("{line} draws nothing") };
        let shown = render.output.strip_prefix("docs").expect("a path below docs").display().to_string();
        assert!(page.contains(&format!("]({shown})")), "{shown} is not on the page");
        let file = root.join(&render.output);
        let commission = Commission::from(&render);
        if commission.kind == Kind::Animation && !writing() {
            // Films take long in a debug build; tests of their own look at them.
            assert!(std::fs::read(&file).is_ok_and(|bytes| bytes.starts_with(b"GIF89a")), "{shown}");
            continue;
        }
        let picture = easel::paint(&commission).unwrap_or_else(|error| panic!("{line}: {error}"));
        failures.extend(compare::with_file(&shown.replace('/', "-"), &file, &picture).err());
    }
    compare::conclude(&failures);
}

#[test]
fn what_is_wrong_with_a_commission_is_said() {
    let good = Commission { game: "zertz".to_owned(), moves: "Wd4,a1".to_owned(), ..Commission::default() };
    assert!(easel::paint(&good).is_ok());
    let told = |commission: Commission| easel::paint(&commission).err().map(|error| error.to_string());
    for (commission, words) in [
        (Commission { game: "chess".to_owned(), ..good.clone() }, "no game \"chess\""),
        (Commission { setup: "39".to_owned(), ..good.clone() }, "the variant: "),
        (Commission { moves: "Wd4,d4".to_owned(), ..good.clone() }, "move 1"),
        (Commission { theme: "neon".to_owned(), ..good.clone() }, "light, dark"),
        (Commission { seat: Some(3), ..good.clone() }, "1 or 2"),
        (Commission { suggestion: Some("Wd4,a2".to_owned()), ..good.clone() }, "d4"),
        (Commission { picked: vec!["X".to_owned()], ..good.clone() }, "begins with X"),
    ] {
        let text = told(commission).expect("it is wrong");
        assert!(text.contains(words), "{text}");
    }
}
