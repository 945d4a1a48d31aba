//! What users copy is true.

use clap::CommandFactory;
use std::process::Command;
use tablero::ai::Level;

fn tablero(arguments: &[&str]) -> (bool, String) {
    let folder = tempfile::TempDir::new().expect("a folder");
    let run = Command::new(env!("CARGO_BIN_EXE_tablero"))
        .args(arguments)
        .current_dir(folder.path())
        .env_remove("DISCORD_TOKEN")
        .stdin(std::process::Stdio::null())
        .output()
        .expect("the program starts");
    (run.status.success(), String::from_utf8_lossy(&[run.stdout, run.stderr].concat()).into_owned())
}

#[test]
fn the_readme_names_every_command_of_the_bot() {
    let readme = include_str!("../../README.md");
    for command in tablero::discord::commands::all() {
        assert!(readme.contains(&format!("`/{}", command.name)), "/{} is not in the README", command.name);
        for sub in &command.subcommands {
            let path = format!("{} {}", command.name, sub.name);
            assert!(readme.contains(&format!("`/{path}")), "/{path} is not in the README");
        }
    }
}

/// The steps between the levels are what their ratings differ by, and each is worth a step.
#[test]
fn the_readme_has_the_measured_steps_between_the_levels() {
    let readme = include_str!("../../README.md");
    let (_, table) = readme.split_once("| levels |").expect("there is a table");
    for game in tablero::catalog::GAMES {
        let row = table.lines().find(|line| line.starts_with(&format!("| {}", game.title()))).expect("there is a row");
        let written: Vec<i32> = row.split('|').filter_map(|cell| cell.split_once('±')?.0.trim().parse().ok()).collect();
        let ratings: Vec<i32> = Level::all().map(|level| game.level_rating(level).into()).collect();
        let steps: Vec<i32> = ratings.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert_eq!(written, steps, "{}", game.title());
        assert!(steps.iter().all(|step| (100..=250).contains(step)), "{}: {steps:?}", game.title());
        assert_eq!(ratings[3], 1500, "the fourth level of {} has the rating of a new player", game.title());
    }
}

#[test]
fn the_readme_names_every_subcommand() {
    let readme = include_str!("../../README.md");
    for command in tablero::arguments::Arguments::command().get_subcommands() {
        assert!(readme.contains(&format!("tablero {}", command.get_name())), "{} is missing", command.get_name());
    }
}

#[test]
fn a_picture_is_written_or_refused_in_a_sentence() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("board.png");
    let (good, text) = tablero(&["render", "--game", "barrier", "--moves", "d4 g7", "-o", &file.to_string_lossy()]);
    assert!(good, "{text}");
    assert!(std::fs::read(&file).is_ok_and(|bytes| bytes.starts_with(b"\x89PNG")));
    let (good, text) = tablero(&["render", "--game", "go", "-o", &file.to_string_lossy()]);
    assert!(!good && text.contains("zertz, dvonn and barrier"), "{text}");
    let (good, text) = tablero(&["render", "--game", "barrier", "-o", "missing/board.png"]);
    assert!(!good && text.contains("missing/board.png cannot be written"), "{text}");
}

#[test]
fn a_configuration_is_checked() {
    let (good, text) = tablero(&["check-config"]);
    assert!(good && text.contains("The configuration is right"), "{text}");
    let (good, text) = tablero(&["check-config", "--config", "missing.toml"]);
    assert!(!good && text.contains("missing.toml"), "{text}");
}

#[test]
fn serving_without_a_token_says_where_it_goes() {
    let (good, text) = tablero(&["serve"]);
    assert!(!good && text.contains("discord.token") && text.contains("DISCORD_TOKEN"), "{text}");
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let run = Command::new(env!("CARGO_BIN_EXE_tablero"))
        .args(["serve", "--api-url", "http://127.0.0.1:9"])
        .current_dir(folder.path())
        .env("DISCORD_TOKEN", "a-secret-token")
        .output()
        .expect("the program starts");
    let text = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(!run.status.success() && text.contains("http://127.0.0.1:9"), "{text}");
    assert!(!text.contains("a-secret-token"), "{text}");
}

#[test]
fn games_are_judged_from_files_and_from_the_standard_input() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("game.txt");
    // The record that the page shows the table of; the solver needs no more than moments for each position.
    let record = "[Game \"barrier\"]\n[Setup \"variant=6\"]\n[Player1 \"Ada\"]\n[Player2 \"Bruno\"]\n\n\
        1. b5 2. c5 3. b5b4d4 4. c5e5e4 5. d4d3f3 6. e4f4f6 7. f3f1e1 1-0\n";
    std::fs::write(&file, record).expect("a file");
    let (good, text) = tablero(&["analyse", &file.to_string_lossy(), "--movetime", "5000", "--hash", "1"]);
    assert!(good, "{text}");
    let page = include_str!("../../docs/engines.md");
    for line in text.lines().filter(|line| !line.contains(" d2 ")) {
        assert!(page.contains(line), "the page lacks {line:?} of\n{text}");
    }
    let (good, text) = tablero(&["analyse", "missing.txt"]);
    assert!(!good && text.contains("missing.txt cannot be read: "), "{text}");
    // Here the standard input is empty.
    let (good, text) = tablero(&["analyse", "-"]);
    assert!(!good && text.contains("-: there is no game in it"), "{text}");
    let (good, text) = tablero(&["analyse", "-", "--movetime", "0"]);
    assert!(!good && text.contains("--movetime"), "{text}");
}

#[test]
fn a_program_whose_output_nobody_reads_ends_quietly() {
    let folder = tempfile::TempDir::new().expect("a folder");
    for arguments in [
        &["check-config"][..],
        &["match", "--game", "barrier", "--first", "random", "--second", "random", "--games", "2"],
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = Command::new(env!("CARGO_BIN_EXE_tablero"));
        command.args(arguments).current_dir(folder.path()).env_remove("DISCORD_TOKEN").stdout(writer);
        let run = command.output().expect("the program starts");
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success() && !said.contains("panicked") && !said.contains("pipe"), "{arguments:?}: {said}");
    }
}
