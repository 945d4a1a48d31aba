//! One process uses a file, under whatever name, and only as long as the file is at its place.

use crate::backend::Backend;
use crate::backup::KnownFile;
use crate::backup_command::{tablero, text};
use crate::fixture::{ADA, BRUNO, Fixture};
use futures_util::future::join_all;
use sqlx::{ConnectOptions, Connection};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use tablero::catalog::Catalog;
use tablero::db::DatabaseAddress;
use tablero::doctor::{Severity, examine_database};
use tablero::service::{Action, MatchId, PlayerId, ServiceError, StorageError};
use tempfile::TempDir;

/// What another process of the program says when it opens the file with this name.
async fn opened_elsewhere(folder: &Path, name: &str) -> String {
    let (from, to) = (format!("sqlite:{name}"), "sqlite:copy.sqlite");
    text(&tablero(folder, &["db", "copy", "--from", &from, "--to", to]).output().await.expect("it runs"))
}

/// The result of the first move of a game.
async fn play<B: Backend>(fixture: &Fixture<B>, id: MatchId, by: PlayerId) -> Result<(), ServiceError> {
    let text = fixture.service.find(id).await?.line.nth_legal(0).expect("a move");
    fixture.service.act(id, by, None, &Action::Move(text), None).await.map(|_| ())
}

fn is_unwritable(result: &Result<(), ServiceError>) -> bool {
    matches!(result, Err(ServiceError::Storage(StorageError::Unwritable(_))))
}

/// Moves all files whose names begin with that of the database, as the documentation tells hosts to.
fn move_away(folder: &Path) {
    fs::create_dir(folder.join("old")).expect("a folder");
    for entry in fs::read_dir(folder).expect("the folder") {
        let name = entry.expect("an entry").file_name();
        if name.to_string_lossy().starts_with("tablero.sqlite") {
            fs::rename(folder.join(&name), folder.join("old").join(&name)).expect("it is moved");
        }
    }
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_second_process_is_refused_whatever_the_name_of_the_file() {
    let folder = TempDir::new().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let fixture = KnownFile::open(&at("tablero.sqlite")).await;
    std::os::unix::fs::symlink("tablero.sqlite", at("symbolic.sqlite")).expect("a link");
    fs::hard_link(at("tablero.sqlite"), at("hard.sqlite")).expect("a link");
    for name in ["tablero.sqlite", "symbolic.sqlite", "hard.sqlite"] {
        let shown = opened_elsewhere(folder.path(), name).await;
        assert!(shown.contains("another tablero is already using the database"), "{name}: {shown}");
    }
    fs::remove_file(at(".tablero.sqlite.lock")).expect("the lock file");
    let shown = opened_elsewhere(folder.path(), "tablero.sqlite").await;
    assert!(shown.contains("another tablero is already using the database"), "{shown}");
    fixture.close().await;
    let shown = opened_elsewhere(folder.path(), "symbolic.sqlite").await;
    assert!(shown.contains("The copy is complete"), "it is free now: {shown}");
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_played_in_a_file_that_was_moved_away_and_nothing_restored_beside_it() {
    let folder = TempDir::new().expect("a folder");
    let database = folder.path().join("tablero.sqlite");
    let fixture = KnownFile::open(&database).await;
    let game = fixture.game().await.id;
    let backup = folder.path().join("backup.sqlite");
    tablero::db::sqlite::backup(&database, &backup, |_, _| {}).await.expect("a backup");
    move_away(folder.path());
    // Twenty moves at once make the pool open new connections.
    for refused in futures_util::future::join_all((0..20).map(|_| play(&fixture, game, ADA))).await {
        assert!(is_unwritable(&refused), "{refused:?}");
        let text_of = refused.expect_err("it is refused").to_string();
        assert!(text_of.contains("was moved, deleted or replaced"), "{text_of}");
    }
    assert!(fixture.storage.check_writable().await.is_err(), "monitoring says so");
    fs::write(folder.path().join("config.toml"), "[database]\nurl = \"sqlite:tablero.sqlite\"\n").expect("a file");
    let restored = text(&tablero(folder.path(), &["restore", "backup.sqlite"]).output().await.expect("it runs"));
    assert!(restored.contains("another tablero is already using the database"), "{restored}");
    // A file that was put there in another way is not the one of the bot either.
    fs::copy(&backup, &database).expect("a copy");
    assert!(is_unwritable(&play(&fixture, game, ADA).await));
    let address = DatabaseAddress::File(database.clone());
    let findings = examine_database(&Catalog::standard(), &address, fixture.now(), |_, _| {}).await;
    let found = findings.iter().find(|finding| finding.found.contains("a running bot has opened a database"));
    assert_eq!(found.map(|finding| finding.severity), Some(Severity::Error), "{findings:?}");
    // Back at its place, it is the one that the bot has opened.
    for entry in fs::read_dir(folder.path().join("old")).expect("the folder") {
        let name = entry.expect("an entry").file_name();
        fs::rename(folder.path().join("old").join(&name), folder.path().join(name)).expect("it is put back");
    }
    play(&fixture, game, ADA).await.expect("it is at its place");
    play(&fixture, game, BRUNO).await.expect("and stays there");
    fixture.close().await;
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_restored_to_the_place_of_a_bot_whose_whole_folder_was_moved() {
    let folder = TempDir::new().expect("a folder");
    let [data, moved] = ["data", "moved"].map(|name| folder.path().join(name));
    fs::create_dir(&data).expect("a folder");
    let database = data.join("tablero.sqlite");
    let fixture = KnownFile::open(&database).await;
    let game = fixture.game().await.id;
    let backup = folder.path().join("backup.sqlite");
    tablero::db::sqlite::backup(&database, &backup, |_, _| {}).await.expect("a backup");
    fs::rename(&data, &moved).expect("it is moved");
    assert!(is_unwritable(&play(&fixture, game, ADA).await), "the bot notices");
    for place in ["data", "moved"] {
        let config = format!("[database]\nurl = \"sqlite:{place}/tablero.sqlite\"\n");
        fs::write(folder.path().join("config.toml"), config).expect("a file");
        let restored = text(&tablero(folder.path(), &["restore", "backup.sqlite"]).output().await.expect("it runs"));
        assert!(restored.contains("another tablero is already using the database"), "{place}: {restored}");
    }
    let address = DatabaseAddress::File(database.clone());
    let findings = examine_database(&Catalog::standard(), &address, fixture.now(), |_, _| {}).await;
    assert!(
        findings.iter().any(|finding| finding.found.contains("a running bot has opened a database")),
        "{findings:?}"
    );
    fixture.close().await;
    fs::write(folder.path().join("config.toml"), "[database]\nurl = \"sqlite:data/tablero.sqlite\"\n").expect("a file");
    let restored = text(&tablero(folder.path(), &["restore", "backup.sqlite"]).output().await.expect("it runs"));
    assert!(database.exists(), "nobody uses the place any more: {restored}");
}

#[tokio::test(flavor = "multi_thread")]
async fn players_are_answered_within_three_seconds_while_another_program_holds_the_lock() {
    let folder = TempDir::new().expect("a folder");
    let database = folder.path().join("tablero.sqlite");
    let fixture = KnownFile::open(&database).await;
    let mut games = Vec::new();
    for _ in 0..20 {
        games.push(fixture.game().await.id);
    }
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&database);
    let mut other = options.connect().await.expect("a connection");
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.expect("a lock");
    let begun = Instant::now();
    let refused = join_all(games.iter().map(|game| play(&fixture, *game, ADA))).await;
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    assert!(refused.iter().all(is_unwritable), "{refused:?}");
    // It is known now, so nobody waits for it again.
    let begun = Instant::now();
    assert!(is_unwritable(&play(&fixture, games[0], ADA).await));
    assert!(begun.elapsed() < Duration::from_millis(1500), "{:?}", begun.elapsed());
    other.close().await.expect("the lock ends");
    for game in games {
        play(&fixture, game, ADA).await.expect("the lock has ended");
    }
    fixture.close().await;
}

#[tokio::test]
async fn a_database_that_is_not_there_is_not_copied() {
    let folder = TempDir::new().expect("a folder");
    let shown = opened_elsewhere(folder.path(), "misspelt.sqlite").await;
    assert!(shown.contains("--from: misspelt.sqlite does not exist"), "{shown}");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0, "nothing is created");
}

#[tokio::test]
async fn a_misspelt_parameter_of_a_url_is_an_error() {
    let folder = TempDir::new().expect("a folder");
    let url = "postgres://tablero@localhost/tablero?sslmod=verify-full";
    let config = format!("[database]\nurl = \"{url}\"\n");
    fs::write(folder.path().join("config.toml"), config).expect("a file");
    for arguments in [&["check-config"][..], &["serve"], &["doctor", "--offline"]] {
        let output = tablero(folder.path(), arguments).output().await.expect("it runs");
        let shown = text(&output);
        assert!(!output.status.success() && shown.contains("the parameter sslmod,"), "{arguments:?}: {shown}");
    }
    fs::remove_file(folder.path().join("config.toml")).expect("the file");
    let copy = ["db", "copy", "--from", url, "--to", "sqlite:x"];
    let shown = text(&tablero(folder.path(), &copy).output().await.expect("it runs"));
    assert!(shown.contains("--from: the database's URL has the parameter sslmod,"), "{shown}");
}

#[tokio::test]
async fn a_configuration_without_a_platform_is_told() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("config.toml");
    for (config, ends) in [
        ("", true),
        ("[matrix]\nhomeserver = \"https://matrix.example.org\"\nuser = \"tablero\"\n", true),
        ("[discord]\ntoken = \"x\"\n", false),
    ] {
        fs::write(&path, config).expect("a file");
        let checked = tablero(folder.path(), &["check-config"]).output().await.expect("it runs");
        let shown = text(&checked);
        assert!(checked.status.success(), "{shown}");
        assert_eq!(shown.contains("tablero serve would end at once: "), ends, "{config}: {shown}");
        if ends {
            let served = tablero(folder.path(), &["serve"]).output().await.expect("it runs");
            let (_, why) = shown.split_once("at once: ").expect("the reason");
            let why = why.trim_end().trim_end_matches('.');
            assert!(text(&served).contains(why), "serve says the same: {}", text(&served));
        }
    }
}
