//! The doctor finds what is wrong with a database.

use crate::backend::Backend;
use crate::backup::KnownFile;
use crate::contract::clock::leap;
use crate::fixture::{ADA, BRUNO, Fixture};
use crate::postgres::Postgres;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use tablero::catalog::Catalog;
use tablero::db::sqlite::{backup, restore};
use tablero::db::{DatabaseAddress, ServerAddress, SqlStorage};
use tablero::doctor::{Finding, Severity, examine_database};
use tablero::service::{Action, Match, Millis, Status};
use tempfile::TempDir;
use test_support::postgres_server::PostgresServer;

/// What the doctor finds that is not right: the check, its severity, and the sentence.
async fn problems(address: &DatabaseAddress, now: Millis) -> Vec<(&'static str, Severity, String)> {
    let findings = examine_database(&Catalog::standard(), address, now, |_, _| {}).await;
    assert!(findings.iter().all(|finding| (finding.severity == Severity::Ok) == finding.advice.is_none()));
    let problems = findings.into_iter().filter(|finding| finding.severity != Severity::Ok);
    problems.map(|Finding { check, severity, found, .. }| (check, severity, found)).collect()
}

/// A game that is played to its end by the rules.
async fn play_out<B: Backend>(fixture: &Fixture<B>) -> Match {
    let mut game = fixture.game().await;
    while let Some(seat) = game.to_move().filter(|_| game.status == Status::Running) {
        game = fixture.play(game.id, game.player(seat).person().expect("a person")).await;
    }
    assert!(matches!(game.status, Status::Rules(_)), "{:?}", game.status);
    game
}

/// Games that ended by the rules (1) and by resignation (2), one that is running (3), and a turn of the bot (4), all of
/// it delivered.
async fn fill<B: Backend>(fixture: &Fixture<B>) {
    play_out(fixture).await;
    let resigned = fixture.game().await;
    fixture.service.act(resigned.id, BRUNO, None, &Action::Resign, None).await.expect("it is running");
    let running = fixture.game().await;
    fixture.play(running.id, ADA).await;
    fixture.waiting_for_the_engine().await;
    fixture.execute("DELETE FROM alarms WHERE kind = 'digest'").await;
    fixture.storage.record_heartbeat(fixture.now()).await.expect("it is stored");
}

/// Changes made by hand: the statement, one that takes it back, and what the doctor says.
const FAULTS: [(&str, &str, &str, &str); 17] = [
    (
        "UPDATE matches SET status = 'resigned', outcome = NULL WHERE id = 2",
        "UPDATE matches SET outcome = '1-0' WHERE id = 2",
        "games",
        "game 2 contradicts the rules: it was resigned or lost on time, but has no winner",
    ),
    (
        "UPDATE matches SET outcome = CASE outcome WHEN '1-0' THEN '0-1' ELSE '1-0' END WHERE id = 1",
        "UPDATE matches SET outcome = CASE outcome WHEN '1-0' THEN '0-1' ELSE '1-0' END WHERE id = 1",
        "games",
        "game 1 contradicts the rules: its stored result is not that of its last position",
    ),
    (
        "UPDATE matches SET status = 'rules:capture' WHERE id = 1",
        "UPDATE matches SET status = 'rules:blocked' WHERE id = 1",
        "games",
        "but capture is stored",
    ),
    (
        "UPDATE matches SET status = 'rules:blocked' WHERE id = 2",
        "UPDATE matches SET status = 'resigned' WHERE id = 2",
        "games",
        "game 2 contradicts the rules: it is not over by the rules, but is stored as over",
    ),
    (
        "UPDATE moves SET text = 'z9' WHERE match = 3",
        "UPDATE moves SET text = 'a1' WHERE match = 3",
        "games",
        "game 3 contradicts the rules",
    ),
    (
        "UPDATE matches SET plies = 9 WHERE id = 3",
        "UPDATE matches SET plies = 1 WHERE id = 3",
        "games",
        "game 3 contradicts the rules: it has 1 plies, but lists show 9",
    ),
    (
        "UPDATE matches SET turn = 1 WHERE id = 3",
        "UPDATE matches SET turn = 2 WHERE id = 3",
        "games",
        "game 3 contradicts the rules: lists show another player's turn",
    ),
    (
        "UPDATE jobs SET kind = 'nap' WHERE match = 4",
        "UPDATE jobs SET kind = 'turn' WHERE match = 4",
        "leftovers",
        "turns of the bot that it does not know of: 1",
    ),
    (
        "UPDATE jobs SET state = 'failed' WHERE match = 4",
        "UPDATE jobs SET state = 'waiting' WHERE match = 4",
        "queues",
        "turns or analyses of the bot that failed ten times: 1",
    ),
    (
        "INSERT INTO alarms (kind, subject, due_at, lease_owner, lease_until) VALUES ('digest', 1, 99999999999999, 'x', 1)",
        "DELETE FROM alarms WHERE kind = 'digest'",
        "leases",
        "scheduled checks claimed by a process that has ended: 1",
    ),
    (
        "INSERT INTO outbox (platform, subject_kind, subject, location, priority, post, created_at, due_at)
         VALUES ('club', 'match', 999, 1, 0, '{}', 0, 99999999999999)",
        "DELETE FROM outbox WHERE subject = 999",
        "leftovers",
        "posts about games that are not there: 1",
    ),
    (
        "UPDATE matches SET flag_at = 99999999999999 WHERE id = 3",
        "UPDATE matches SET flag_at = NULL WHERE id = 3",
        "leftovers",
        "running clocks that nothing will stop: 1",
    ),
    (
        "UPDATE matches SET since = 99999999999999 WHERE id = 3",
        "UPDATE matches SET since = 0 WHERE id = 3",
        "clock",
        "games with a time that has not come yet: 1",
    ),
    (
        "INSERT INTO habits (player, from_at, zone, weekend) VALUES (1, 1, 'Atlantis/Capital', FALSE)",
        "DELETE FROM habits",
        "settings",
        "players have chosen the time zone Atlantis/Capital, which is not known",
    ),
    (
        "INSERT INTO habits (player, from_at, zone, sleep_from, sleep_until, weekend)
         VALUES (1, 1, 'Europe/Rome', 0, 1200, FALSE)",
        "DELETE FROM habits",
        "settings",
        "schedules with settings that cannot be read, in place of which defaults hold: 1",
    ),
    (
        "INSERT INTO settings (kind, id, chosen) VALUES ('person', 1, '{\"pings\":\"loud\"}')",
        "DELETE FROM settings",
        "settings",
        "people with settings that cannot be read, in place of which defaults hold: 1",
    ),
    (
        "INSERT INTO settings (kind, id, chosen) VALUES ('server', 9, 'nonsense')",
        "DELETE FROM settings",
        "settings",
        "servers with settings that cannot be read, in place of which defaults hold: 1",
    ),
];

async fn finds_every_fault<B: Backend>(fixture: &Fixture<B>, address: &DatabaseAddress) {
    fill(fixture).await;
    let now = fixture.now();
    assert_eq!(problems(address, now).await, []);
    for (fault, repair, check, sentence) in FAULTS {
        fixture.execute(fault).await;
        let found = problems(address, now).await;
        let [(found_check, _, found)] = &found[..] else { panic!("{fault}: {found:?}") };
        assert!(*found_check == check && found.contains(sentence), "{fault}: {found_check}: {found}");
        fixture.execute(repair).await;
        assert_eq!(problems(address, now).await, [], "{repair}");
    }
    let late = problems(address, now.plus(3 * 60 * 1000)).await;
    assert!(late.iter().all(|(check, severity, _)| (*check, *severity) == ("queues", Severity::Warning)), "{late:?}");
    assert!(
        late.iter().any(|(.., found)| found == "turns of the bot: 1 are due, the oldest for 3 minutes"),
        "{late:?}"
    );
    let behind = problems(address, now.plus(-600_000)).await;
    assert!(behind.iter().all(|(check, ..)| *check == "clock"), "{behind:?}");
    let (_, severity, found) = &behind[0];
    assert!(*severity == Severity::Error && found.contains("600 s in the future"), "{found}");
    // After the clock was wrong and is right again, only the turn of the bot is late.
    leap(fixture).await;
    fixture.deliver().await;
    let after = problems(address, fixture.now()).await;
    assert!(after.iter().all(|(check, ..)| *check == "queues"), "{after:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_in_a_file_is_found_while_the_bot_uses_it() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("tablero.sqlite");
    let fixture = KnownFile::open(&path).await;
    let address = DatabaseAddress::File(path);
    finds_every_fault(&fixture, &address).await;
    let lost = "PRAGMA foreign_keys = OFF; INSERT INTO notes (match, player, text) VALUES (999, 1, 'x');
        PRAGMA foreign_keys = ON";
    fixture.execute(lost).await;
    let mut found = problems(&address, fixture.now()).await;
    found.retain(|(check, ..)| *check != "queues");
    let [("integrity", Severity::Error, found)] = &found[..] else { panic!("one error") };
    assert_eq!(found, "rows of notes that refer to nothing in matches: 1");
    fixture.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_in_postgresql_is_found_while_the_bot_uses_it() {
    let Some(server) = PostgresServer::get() else { return };
    let url = server.new_database().await;
    let fixture = Fixture::over(Postgres::open_at(&url, &url).await);
    let address = DatabaseAddress::Server(ServerAddress::new(url, 2));
    fixture.know_people().await;
    finds_every_fault(&fixture, &address).await;
    fixture.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_readable_missing_or_foreign_file_is_reported() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("tablero.sqlite");
    let fixture = KnownFile::open(&path).await;
    fill(&fixture).await;
    let now = fixture.now();
    fixture.execute("PRAGMA wal_checkpoint(TRUNCATE)").await;
    fixture.close().await;
    let check = async |path: &Path| problems(&DatabaseAddress::File(path.to_owned()), now).await;
    assert_eq!(check(&path).await, []);

    let readable = folder.path().join("readable.sqlite");
    std::fs::copy(&path, &readable).expect("a copy");
    std::fs::set_permissions(&readable, PermissionsExt::from_mode(0o644)).expect("permissions");
    let [("permissions", Severity::Warning, found)] = &check(&readable).await[..] else { panic!("one warning") };
    assert!(found.contains("every user of this machine can read"), "{found}");

    let damaged = folder.path().join("damaged.sqlite");
    let mut bytes = std::fs::read(&path).expect("the file");
    let length = bytes.len();
    bytes[length / 2..].fill(0xa5);
    std::fs::write(&damaged, bytes).expect("a file");
    std::fs::set_permissions(&damaged, PermissionsExt::from_mode(0o600)).expect("permissions");
    let found = check(&damaged).await;
    assert!(found.iter().any(|(_, severity, _)| *severity == Severity::Error), "{found:?}");

    let foreign = folder.path().join("foreign.sqlite");
    std::fs::write(&foreign, "Dear diary, ".repeat(100)).expect("a file");
    std::fs::set_permissions(&foreign, PermissionsExt::from_mode(0o600)).expect("permissions");
    let [("database", Severity::Error, _)] = &check(&foreign).await[..] else { panic!("one error") };

    let [("database", Severity::Warning, found)] = &check(&folder.path().join("none")).await[..] else {
        panic!("one warning")
    };
    assert!(found.ends_with("none does not exist"), "{found}");
    assert!(!folder.path().join("none").exists(), "the doctor creates nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_schema_of_another_version_is_reported_and_not_migrated() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("tablero.sqlite");
    let fixture = KnownFile::open(&path).await;
    let (address, now) = (DatabaseAddress::File(path), fixture.now());
    fixture.execute("UPDATE _sqlx_migrations SET version = 999 WHERE version = 2").await;
    let [("schema", Severity::Error, found)] = &problems(&address, now).await[..] else { panic!("one error") };
    assert!(found.contains("has schema 999, but this program knows only"), "{found}");
    fixture.execute("DELETE FROM _sqlx_migrations WHERE version > 1").await;
    let [("schema", Severity::Warning, found)] = &problems(&address, now).await[..] else { panic!("one warning") };
    assert!(found.contains("has schema 1, and this program has "), "{found}");
    assert_eq!(fixture.number("SELECT MAX(version) FROM _sqlx_migrations").await, 1, "nothing was migrated");
    fixture.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_migration_that_is_not_the_one_that_was_applied_is_reported_for_both_databases() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("tablero.sqlite");
    let fixture = KnownFile::open(&path).await;
    let (address, now) = (DatabaseAddress::File(path), fixture.now());
    fixture.execute("UPDATE _sqlx_migrations SET checksum = X'00' WHERE version = 1").await;
    let [("schema", Severity::Error, found)] = &problems(&address, now).await[..] else { panic!("one error") };
    assert!(found.starts_with("migration 1 was applied"), "{found}");
    fixture.close().await;

    let Some(server) = PostgresServer::get() else { return };
    let url = server.new_database().await;
    let fixture = Fixture::over(Postgres::open_at(&url, &url).await);
    fixture.know_people().await;
    let server = ServerAddress::new(url, 2);
    let address = DatabaseAddress::Server(server.clone());
    fixture.execute("UPDATE migrations SET checksum = '\\x00' WHERE number = 1").await;
    let [("schema", Severity::Error, found)] = &problems(&address, now).await[..] else { panic!("one error") };
    assert!(found.starts_with("migration 1 was applied"), "{found}");
    let refused = SqlStorage::open_server(&server, Catalog::standard()).await.expect_err("it is refused");
    assert!(refused.to_string().starts_with("migration 1 was applied"), "{refused}");
    fixture.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_reports_in_text_and_json_and_its_exit_code_is_the_severity() {
    let folder = TempDir::new().expect("a folder");
    let (path, config) = (folder.path().join("tablero.sqlite"), folder.path().join("config.toml"));
    std::fs::write(&config, format!("[database]\nurl = \"sqlite:{}\"\n", path.display())).expect("a file");
    std::fs::set_permissions(&config, PermissionsExt::from_mode(0o600)).expect("permissions");
    let doctor = async |more: &'static [&'static str]| {
        let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_tablero"));
        command.args(["doctor", "--offline", "--config"]).arg(&config).args(more);
        command.env_remove("DISCORD_TOKEN").env_remove("TABLERO_DATABASE_URL");
        let output = command.output().await.expect("it runs");
        (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
    };
    let (code, text) = doctor(&[]).await;
    assert!(
        code == Some(1) && text.contains("does not exist") && text.ends_with("Errors: 0. Warnings: 1.\n"),
        "{text}"
    );
    let fixture = KnownFile::open(&path).await;
    let (code, text) = doctor(&[]).await;
    assert_eq!((code, text.lines().last()), (Some(0), Some("Nothing is wrong.")), "{text}");
    fixture.game().await;
    fixture.execute("UPDATE matches SET status = 'rules:blocked', outcome = '1-0'").await;
    let (code, text) = doctor(&["--json"]).await;
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((code, &report["severity"]), (Some(2), &serde_json::json!("error")), "{text}");
    let findings = report["findings"].as_array().expect("a list");
    let error = findings.iter().find(|finding| finding["severity"] == "error").expect("the error");
    assert!(error["check"] == "games" && error["advice"].is_string(), "{error}");
    fixture.close().await;
    std::fs::write(&config, "[database]\ncolour = \"red\"\n").expect("a file");
    let (code, text) = doctor(&[]).await;
    assert!(code == Some(2) && text.contains("colour"), "{text}");
}

/// As the databases of versions from before the first release are, which had more migrations, or began with a later one.
const UNRELEASED: [&str; 2] = [
    "UPDATE _sqlx_migrations SET description = 'matches and posts' WHERE version = 1",
    "UPDATE migrations SET number = number + 13",
];

#[tokio::test(flavor = "multi_thread")]
async fn a_database_from_before_the_first_release_is_refused_with_a_reason() {
    let sentence = "was made by a version of tablero from before the first release, and this version cannot migrate it";
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let fixture = KnownFile::open(&path("tablero.sqlite")).await;
    let now = fixture.now();
    fixture.execute(UNRELEASED[0]).await;
    fixture.execute("PRAGMA wal_checkpoint(TRUNCATE)").await;
    fixture.close().await;
    let refused = SqlStorage::open_file(&path("tablero.sqlite")).await.expect_err("it is refused").to_string();
    assert!(refused.contains(sentence) && refused.contains("tablero.sqlite"), "{refused}");
    let [("database", Severity::Error, found)] =
        &problems(&DatabaseAddress::File(path("tablero.sqlite")), now).await[..]
    else {
        panic!("one error")
    };
    assert_eq!(*found, refused);
    for error in [
        backup(&path("tablero.sqlite"), &path("backup"), |_, _| {}).await.expect_err("it is refused"),
        restore(&path("tablero.sqlite"), &path("restored"), |_, _| {}).await.expect_err("it is refused"),
    ] {
        let sentence = "tablero.sqlite was made by a version of Tablero from before the first release";
        assert!(error.to_string().contains(sentence), "{error}");
    }
    assert!(!path("backup").exists() && !path("restored").exists());

    let Some(server) = PostgresServer::get() else { return };
    let url = server.new_database().await;
    let fixture = Fixture::over(Postgres::open_at(&url, &url).await);
    let server = ServerAddress::new(url, 2);
    fixture.execute(UNRELEASED[1]).await;
    let refused = SqlStorage::open_server(&server, Catalog::standard()).await.expect_err("it is refused").to_string();
    assert!(refused.contains(sentence), "{refused}");
    let [("database", Severity::Error, found)] = &problems(&DatabaseAddress::Server(server), now).await[..] else {
        panic!("one error")
    };
    assert_eq!(*found, refused);
    fixture.close().await;
}
