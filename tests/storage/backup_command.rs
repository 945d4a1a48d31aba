//! `tablero backup` and `tablero restore` as a host runs them.

use crate::backup::{KnownFile, partial_files};
use crate::fixture::{ADA, Fixture};
use sqlx::{ConnectOptions, Connection};
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use tempfile::TempDir;
use test_support::requirements;
use tokio::process::Command;

const ROOT: u32 = 0;
/// A user and group that are neither root nor have an account.
const BOT: u32 = 64_321;
const PROGRAM: &str = env!("CARGO_BIN_EXE_tablero");

/// A folder with a backup of a database with two games, and nothing else.
async fn folder_with_backup() -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a folder");
    let (database, file) = (folder.path().join("tablero.sqlite"), folder.path().join("backup.sqlite"));
    let fixture: Fixture<KnownFile> = KnownFile::open(&database).await;
    for _ in 0..2 {
        let game = fixture.game().await;
        fixture.play(game.id, ADA).await;
    }
    tablero::db::sqlite::backup(&database, &file, |_, _| {}).await.expect("a backup");
    fixture.close().await;
    for name in ["tablero.sqlite", "tablero.sqlite-wal", "tablero.sqlite-shm", ".tablero.sqlite.lock"] {
        let _ = fs::remove_file(folder.path().join(name));
    }
    (folder, file)
}

/// The program in a folder, without the configuration of this machine.
pub fn tablero(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    for name in ["DISCORD_TOKEN", "TABLERO_DATABASE_URL", "CREDENTIALS_DIRECTORY"] {
        command.env_remove(name);
    }
    command
}

pub fn text(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).into_owned()
}

#[tokio::test]
async fn the_commands_name_absolute_paths_and_say_that_there_is_no_configuration() {
    let (folder, _) = folder_with_backup().await;
    // Paths that the program prints have no links.
    let at = folder.path().canonicalize().expect("a folder");
    let database = at.join("data/tablero.sqlite").display().to_string();
    let restored = tablero(&at, &["restore", "backup.sqlite"]).output().await.expect("it runs");
    let shown = text(&restored);
    assert!(restored.status.success() && shown.contains(&format!("{database} has the content")), "{shown}");
    let warning = format!("there is no {}. By default, the database is {database}.", at.join("config.toml").display());
    assert!(shown.contains(&warning) && shown.contains("--config"), "{shown}");

    fs::write(at.join("config.toml"), "").expect("a file");
    let made = tablero(&at, &["backup", "again.sqlite"]).output().await.expect("it runs");
    let shown = text(&made);
    assert!(made.status.success() && !shown.contains("No configuration"), "{shown}");
    let file = at.join("again.sqlite");
    assert!(shown.contains(&format!("{} is complete and sound: 2 games", file.display())), "{shown}");
    assert!(shown.contains(&format!("copied from {database}")), "{shown}");
}

#[tokio::test]
async fn what_root_restores_belongs_to_the_owner_of_the_folder() {
    let (folder, file) = folder_with_backup().await;
    let at = folder.path();
    if fs::metadata(&file).expect("the backup").uid() != ROOT {
        requirements::skipped("only root can give files away");
        return;
    }
    fs::create_dir(at.join("state")).expect("a folder");
    std::os::unix::fs::chown(at.join("state"), Some(BOT), Some(BOT)).expect("a test as root");
    let arguments = ["restore", "backup.sqlite", "--config", "mine.toml"];
    fs::write(at.join("mine.toml"), "[database]\nurl = \"sqlite:state/data/tablero.sqlite\"\n").expect("a file");
    let restored = tablero(at, &arguments).output().await.expect("it runs");
    assert!(restored.status.success(), "{}", text(&restored));
    for name in ["state/data", "state/data/tablero.sqlite", "state/data/.tablero.sqlite.lock"] {
        let found = fs::metadata(at.join(name)).expect("it was created");
        assert_eq!((found.uid(), found.gid()), (BOT, BOT), "{name}");
    }
    let mode = fs::metadata(at.join("state/data/tablero.sqlite")).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[tokio::test]
async fn a_file_that_another_user_hides_is_not_said_to_be_missing() {
    let (folder, file) = folder_with_backup().await;
    let at = folder.path();
    let hidden = at.join("hidden");
    fs::create_dir(&hidden).expect("a folder");
    fs::rename(&file, hidden.join("tablero.sqlite")).expect("it is moved");
    fs::write(at.join("config.toml"), "[database]\nurl = \"sqlite:hidden/tablero.sqlite\"\n").expect("a file");
    let is_root = fs::metadata(&hidden).expect("a folder").uid() == ROOT;
    fs::set_permissions(at, PermissionsExt::from_mode(0o755)).expect("permissions");
    fs::set_permissions(at.join("config.toml"), PermissionsExt::from_mode(0o644)).expect("permissions");
    // Permissions do not stop root, who is another user here.
    fs::set_permissions(&hidden, PermissionsExt::from_mode(if is_root { 0o700 } else { 0o000 })).expect("permissions");
    for (arguments, expected) in [
        (&["backup", "new.sqlite"][..], "cannot be read: Permission denied"),
        (&["restore", "hidden/tablero.sqlite", "--config", "none.toml"], "cannot be read: Permission denied"),
        (&["doctor", "--offline"], "cannot be found: Permission denied"),
    ] {
        fs::write(at.join("none.toml"), "[database]\nurl = \"sqlite:new.sqlite\"\n").expect("a file");
        let mut command = tablero(at, arguments);
        if is_root {
            command.uid(BOT).gid(BOT);
        }
        let shown = match command.output().await {
            Ok(output) => text(&output),
            Err(error) => {
                requirements::skipped(&format!("another user cannot run the program: {error}"));
                return;
            }
        };
        assert!(shown.contains(expected) && shown.contains("sudo -u tablero"), "{arguments:?}: {shown}");
        assert!(!shown.contains("does not exist"), "{arguments:?}: {shown}");
    }
    fs::set_permissions(&hidden, PermissionsExt::from_mode(0o700)).expect("permissions");
}

#[tokio::test]
async fn the_doctor_reports_a_folder_in_which_it_cannot_create_files() {
    let (folder, file) = folder_with_backup().await;
    let at = folder.path();
    fs::create_dir(at.join("state")).expect("a folder");
    let database = at.join("state/tablero.sqlite");
    fs::rename(&file, &database).expect("it is moved");
    fs::write(at.join("state/.tablero.sqlite.lock"), "").expect("a file");
    fs::write(at.join("config.toml"), "[database]\nurl = \"sqlite:state/tablero.sqlite\"\n").expect("a file");
    for (name, mode) in [("", 0o755), ("config.toml", 0o644), ("state/.tablero.sqlite.lock", 0o444), ("state", 0o555)] {
        fs::set_permissions(at.join(name), PermissionsExt::from_mode(mode)).expect("permissions");
    }
    let is_root = fs::metadata(&database).expect("a file").uid() == ROOT;
    let mut command = tablero(at, &["doctor", "--offline"]);
    if is_root {
        std::os::unix::fs::chown(&database, Some(BOT), Some(BOT)).expect("a test as root");
        command.uid(BOT).gid(BOT);
    }
    let shown = match command.output().await {
        Ok(output) => text(&output),
        Err(error) => {
            requirements::skipped(&format!("another user cannot run the program: {error}"));
            return;
        }
    };
    assert!(shown.contains("state is a folder where no file can be created: Permission denied"), "{shown}");
    assert!(shown.contains("tablero.sqlite.lock cannot be written: Permission denied"), "{shown}");
    fs::set_permissions(at.join("state"), PermissionsExt::from_mode(0o755)).expect("permissions");
}

#[tokio::test]
async fn an_error_of_writing_names_the_target_and_leaves_no_file() {
    let (folder, file) = folder_with_backup().await;
    fs::rename(&file, folder.path().join("tablero.sqlite")).expect("it is moved");
    fs::write(folder.path().join("config.toml"), "[store]\npath = \"tablero.sqlite\"\n").expect("a file");
    // No file may have more than 100 blocks, which acts like a full disk, and sends a signal that kills by default.
    let script = "ulimit -f 100; exec \"$0\" backup new.sqlite";
    let mut limited = Command::new("sh");
    limited.args(["-c", script, PROGRAM]).current_dir(folder.path()).env_remove("TABLERO_DATABASE_URL");
    let shown = text(&limited.output().await.expect("there is a shell"));
    assert!(shown.contains("new.sqlite cannot be written: ") && shown.contains("the free space"), "{shown}");
    assert!(!shown.contains("tablero.sqlite cannot"), "{shown}");
    assert!(!folder.path().join("new.sqlite").exists() && partial_files(folder.path()).is_empty());
}

#[tokio::test]
async fn a_stopped_backup_leaves_no_file() {
    let (folder, file) = folder_with_backup().await;
    fs::write(folder.path().join("config.toml"), "[store]\npath = \"backup.sqlite\"\n").expect("a file");
    // Until this lock ends, the program waits in the middle of its work.
    let mut other = sqlx::sqlite::SqliteConnectOptions::new().filename(&file).connect().await.expect("a connection");
    sqlx::raw_sql("BEGIN EXCLUSIVE").execute(&mut other).await.expect("a lock");
    for signal in ["TERM", "INT", "HUP"] {
        let mut program = tablero(folder.path(), &["backup", "new.sqlite"]);
        let mut program = program.stderr(Stdio::piped()).kill_on_drop(true).spawn().expect("it runs");
        while partial_files(folder.path()).is_empty() {
            assert!(program.try_wait().expect("its state").is_none(), "it has ended");
            tokio::task::yield_now().await;
        }
        let id = program.id().expect("it is running").to_string();
        let sent = Command::new("kill").args(["-s", signal, &id]).status().await.expect("there is kill");
        assert!(sent.success(), "{signal}");
        let ended = program.wait_with_output().await.expect("it ends");
        assert!(!ended.status.success() && text(&ended).contains("it was stopped"), "{signal}: {}", text(&ended));
        assert_eq!(partial_files(folder.path()), [""; 0], "{signal}");
        assert!(!folder.path().join("new.sqlite").exists(), "{signal}");
    }
    other.close().await.expect("it is closed");
}

/// The program writes to a terminal, which `script` provides.
#[tokio::test]
async fn an_error_begins_on_a_line_after_the_progress_bar() {
    let (folder, file) = folder_with_backup().await;
    let mut database = sqlx::sqlite::SqliteConnectOptions::new().filename(&file).connect().await.expect("a connection");
    let page: i64 = sqlx::query_scalar("SELECT rootpage FROM sqlite_master WHERE name = 'match_locations'")
        .fetch_one(&mut database)
        .await
        .expect("the table");
    database.close().await.expect("it is closed");
    let mut bytes = fs::read(&file).expect("the backup");
    // Only its rows are damaged, which are not read before they are copied.
    const PAGE: usize = 4096;
    let start = (usize::try_from(page).expect("a number") - 1) * PAGE;
    bytes[start..start + PAGE].fill(0xa5);
    fs::write(&file, bytes).expect("it is damaged");
    fs::write(folder.path().join("config.toml"), "[store]\npath = \"backup.sqlite\"\n").expect("a file");
    let mut terminal = Command::new("script");
    terminal.args(["-qec", &format!("{PROGRAM} backup new.sqlite"), "/dev/null"]).current_dir(folder.path());
    let output = terminal.env_remove("TABLERO_DATABASE_URL").stdin(Stdio::null()).output().await;
    let output = output.ok().filter(|output| !output.stdout.is_empty());
    let Some(output) = requirements::found("script (Debian: bsdutils)", output) else { return };
    let shown = text(&output);
    let error = shown.lines().find(|line| line.contains("tablero: ")).expect("an error");
    assert!(error.contains("backup.sqlite is damaged") && !error.contains("backing up"), "{shown:?}");
    assert!(shown.contains("] backing up: "), "{shown:?}");
    assert!(!folder.path().join("new.sqlite").exists() && partial_files(folder.path()).is_empty());
}
