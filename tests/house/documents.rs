//! Examples in the documentation that users copy are correct.

use crate::typed::Crowd;
use clap::CommandFactory;
use std::process::Command;
use tablero::catalog::Catalog;
use tablero::chat::Language;
use tablero::chat::actions::commands;
use tablero::chat::commands::{CommandSpec, read_typed};
use tablero::chat::texts::error_texts::typed_error;

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

/// The commands of a table with their options, as `privacy export`.
fn tabled(commands: &[CommandSpec], above: &str) -> Vec<(String, Vec<String>)> {
    let row = |command: &CommandSpec| {
        let path = format!("{above}{}", command.name);
        if !command.subcommands().is_empty() {
            return tabled(command.subcommands(), &format!("{path} "));
        }
        vec![(path, command.options().iter().map(|option| option.title.get(Language::En).to_owned()).collect())]
    };
    commands.iter().flat_map(row).collect()
}

#[test]
fn the_page_of_commands_has_every_command_of_the_bot_with_its_options() {
    let page = include_str!("../../docs/commands.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `/")?.split_once('|'));
    let words = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    let mut written: Vec<(String, Vec<String>)> = rows
        .map(|(command, rest)| {
            let options = rest.split('|').next().expect("a row has options");
            (command.trim_end().trim_end_matches('`').to_owned(), words(options))
        })
        .collect();
    let mut known = tabled(&commands(&Catalog::standard(), true), "");
    written.sort();
    known.sort();
    assert_eq!(written, known);
}

#[test]
fn the_examples_of_typed_commands_are_understood() {
    let page = include_str!("../../docs/commands.md");
    let blocks = page.split("```").skip(1).step_by(2);
    let lines: Vec<&str> = blocks.flat_map(str::lines).filter(|line| !line.is_empty()).collect();
    let specs = commands(&Catalog::standard(), true);
    for line in &lines {
        let read = read_typed(&specs, Language::En, line, &Crowd);
        assert!(read.is_ok(), "{line}: {read:?}");
    }
    assert!(lines.len() > 15, "the test finds the examples");
    let (_, quoted) = page.split_once("> ").expect("the page quotes an error");
    let wrong = read_typed(&specs, Language::En, "challenge @friend zertz varant 48", &Crowd).expect_err("a slip");
    assert_eq!(quoted.lines().next(), Some(&*typed_error(Language::En, &wrong).markup()));
}

#[test]
fn the_page_of_the_engines_has_the_ratings_of_the_levels() {
    let page = include_str!("../../docs/engines.md");
    let (_, table) = page.split_once("| level | 0 |").expect("there is a table");
    for game in Catalog::standard().games() {
        let row = table.lines().find(|line| line.starts_with(&format!("| {}", game.title()))).expect("there is a row");
        let rating = |cell: &str| cell.split('±').next()?.trim().replace(',', "").parse().ok();
        let written: Vec<u16> = row.split('|').filter_map(rating).collect();
        let ratings: Vec<u16> = game.highest_level().and_below().map(|level| game.level_rating(level)).collect();
        assert_eq!(written, ratings, "{}", game.title());
        assert!(ratings.is_sorted_by(|lower, higher| lower < higher), "{}: {ratings:?}", game.title());
        assert!(ratings.contains(&1500), "a level of {} has the rating of a new player", game.title());
    }
}

#[test]
fn the_page_of_hosting_names_every_subcommand() {
    let page = include_str!("../../docs/hosting.md");
    for command in tablero::cli::arguments::Arguments::command().get_subcommands() {
        assert!(page.contains(&format!("`tablero {}", command.get_name())), "{} is missing", command.get_name());
    }
}

#[test]
fn render_writes_a_picture_or_explains_the_error() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("board.png");
    let (good, text) = tablero(&["render", "--game", "barrier", "--moves", "d4 g7", "-o", &file.to_string_lossy()]);
    assert!(good, "{text}");
    assert!(std::fs::read(&file).is_ok_and(|bytes| bytes.starts_with(b"\x89PNG")));
    let (good, text) = tablero(&["render", "--game", "go", "-o", &file.to_string_lossy()]);
    assert!(!good && text.contains("zertz, dvonn, barrier"), "{text}");
    let (good, text) = tablero(&["render", "--game", "barrier", "-o", "missing/board.png"]);
    assert!(!good && text.contains("missing/board.png cannot be written"), "{text}");
}

#[test]
fn a_configuration_is_checked() {
    let (good, text) = tablero(&["check-config"]);
    assert!(good && text.contains("The configuration is valid"), "{text}");
    let (good, text) = tablero(&["check-config", "--config", "missing.toml"]);
    assert!(!good && text.contains("missing.toml"), "{text}");
}

/// The program's output for a configuration with this text, when it is checked and when it is served.
fn analyse(text: &str) -> [(bool, String); 2] {
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("mine.toml");
    std::fs::write(&file, text).expect("a file");
    let file = file.to_string_lossy();
    ["check-config", "serve"].map(|command| tablero(&[command, "--config", &file]))
}

#[test]
fn an_invalid_configuration_is_explained() {
    for (text, expected) in [
        ("[log]\nfilter = \"tablero=loud\"", "mine.toml: line 2: log.filter must be levels and modules"),
        ("[store]\npath = \"\"", "mine.toml: line 2: store.path must be the name of a file"),
        ("[discord]\ntoken = \"  \"", "mine.toml: line 2: discord.token must be a text without blanks"),
        ("[discord]\ntoken = \"MTIz\\nsecret\"", "mine.toml: line 2: discord.token must be a text without blanks"),
        ("discord = \"MTIz.secret\"", "mine.toml: line 1: discord is a section"),
        ("[discord]\n\"MTIz.secret\" = 1", "mine.toml: line 2: this name is not a key of [discord]"),
        ("[engine]\nthreads = \"MTIz.secret\"", "mine.toml: line 2: engine.threads must be a number from 1 to 256"),
    ] {
        for (good, output) in analyse(text) {
            assert!(!good && output.contains(expected), "{text}: {output}");
            assert!(!output.contains("MTIz") && !output.contains("secret"), "{text}: {output}");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn tables_that_do_not_fit_the_memory_are_refused() {
    // No test machine has 64 GiB plus a third of that free.
    let memory = tablero::engine::memory::available().expect("this system reports its memory");
    if memory / 4 * 3 >= 64 << 30 {
        return;
    }
    for (good, output) in analyse("[engine]\nhash_mb = 65536") {
        let most = memory / 4 * 3 / (1 << 20);
        assert!(!good && output.contains("engine.hash_mb is 65536"), "{output}");
        assert!(output.contains(&format!("set it to at most {most}")), "{output}");
    }
}

#[test]
#[cfg(unix)]
fn a_world_readable_token_gives_a_warning() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("mine.toml");
    let check = |text: &str, mode: u32| {
        std::fs::write(&file, text).expect("a file");
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).expect("permissions");
        tablero(&["check-config", "--config", &file.to_string_lossy()])
    };
    let with_token = "[discord]\ntoken = \"MTIz.secret\"";
    let (good, output) = check(with_token, 0o644);
    assert!(good && output.contains("run chmod 600") && output.contains("mine.toml"), "{output}");
    assert!(output.contains("The Discord token is present") && !output.contains("MTIz"), "{output}");
    let (good, output) = check("[database]\nurl = \"postgres://a:hidden@localhost/a\"", 0o644);
    assert!(good && output.contains("contains a secret") && !output.contains("hidden"), "{output}");
    let without_secret = "[discord]\ntoken = \"\"\n[database]\nurl = \"sqlite:a.sqlite\"";
    for (text, mode) in [(with_token, 0o600), (without_secret, 0o644)] {
        let (good, output) = check(text, mode);
        assert!(good && !output.contains("chmod"), "{output}");
    }
}

#[test]
fn an_address_on_the_command_line_is_checked_too() {
    let (good, output) = tablero(&["serve", "--api-url", "127.0.0.1:4040"]);
    assert!(!good && output.contains("--api-url must be the address of a server"), "{output}");
}

#[test]
fn serving_without_a_token_explains_where_to_put_it() {
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
fn games_are_analysed_from_files_and_standard_input() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("game.txt");
    // The record whose table the page shows. The solver needs only moments for each position.
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
    // Standard input is empty here.
    let (good, text) = tablero(&["analyse", "-"]);
    assert!(!good && text.contains("-: there is no game in it"), "{text}");
    let (good, text) = tablero(&["analyse", "-", "--movetime", "0"]);
    assert!(!good && text.contains("--movetime"), "{text}");
}

#[test]
fn a_closed_output_ends_the_program_quietly() {
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
        let output = String::from_utf8_lossy(&run.stderr);
        assert!(
            run.status.success() && !output.contains("panicked") && !output.contains("pipe"),
            "{arguments:?}: {output}"
        );
    }
}
