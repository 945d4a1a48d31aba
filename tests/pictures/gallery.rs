//! `docs/gallery.md`: every command on the page is run and produces the picture below it.

use crate::compare::{self, writing};
use clap::Parser;
use engine_tools::Tool;
use engine_tools::render::{self, OutputKind, RenderRequest};
use std::path::Path;
use tablero::cli::arguments::{Arguments, Command};

/// The words of a command, with double quotes grouping words.
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
    assert!(commands.len() > 10, "the gallery has commands");
    let mut failures = Vec::new();
    for line in commands {
        let arguments = Arguments::try_parse_from(words(line)).unwrap_or_else(|error| panic!("{line}: {error}"));
        let Some(Command::Tool(Tool::Render(render))) = arguments.command else { panic!("{line} draws nothing") };
        let shown = render.output.strip_prefix("docs").expect("a path below docs").display().to_string();
        assert!(page.contains(&format!("]({shown})")), "{shown} is not on the page");
        let file = root.join(&render.output);
        let request = RenderRequest::from(&*render);
        if request.kind == OutputKind::Animation && !writing() {
            // Animations take long in a debug build; they have separate tests.
            assert!(std::fs::read(&file).is_ok_and(|bytes| bytes.starts_with(b"GIF89a")), "{shown}");
            continue;
        }
        let picture = render::render(&tablero::catalog::Catalog::standard(), &request)
            .unwrap_or_else(|error| panic!("{line}: {error}"));
        if request.kind == OutputKind::Animation {
            // The library that compares pictures reads no animations.
            std::fs::write(&file, &picture.bytes).unwrap_or_else(|error| panic!("{shown}: {error}"));
            continue;
        }
        failures.extend(compare::with_file(&shown.replace('/', "-"), &file, &picture).err());
    }
    compare::conclude(&failures);
}

#[test]
fn errors_of_a_request_are_explained() {
    let good = RenderRequest { game: "zertz".to_owned(), moves: "Wd4,a1".to_owned(), ..RenderRequest::default() };
    assert!(render::render(&tablero::catalog::Catalog::standard(), &good).is_ok());
    let error_of = |request: RenderRequest| {
        render::render(&tablero::catalog::Catalog::standard(), &request).err().map(|error| error.to_string())
    };
    for (request, words) in [
        (RenderRequest { game: "chess".to_owned(), ..good.clone() }, "no game \"chess\""),
        (RenderRequest { setup: "39".to_owned(), ..good.clone() }, "the variant: "),
        (RenderRequest { moves: "Wd4,d4".to_owned(), ..good.clone() }, "move 1"),
        (RenderRequest { theme: "neon".to_owned(), ..good.clone() }, "light, dark"),
        (RenderRequest { seat: Some(3), ..good.clone() }, "1 or 2"),
        (RenderRequest { suggestion: Some("Wd4,a2".to_owned()), ..good.clone() }, "d4"),
        (RenderRequest { picked: vec!["X".to_owned()], ..good.clone() }, "begins with X"),
    ] {
        let text = error_of(request).expect("it is wrong");
        assert!(text.contains(words), "{text}");
    }
}
