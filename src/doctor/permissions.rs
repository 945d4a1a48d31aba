//! Checks of who can read and write the file of the database.

use super::finding::Finding;
use crate::db::sqlite::{Usage, lock_path, usage};
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

const CHECK: &str = "permissions";

/// Checks whether the user that runs this program can write the file, which is there, and what is written beside it, and
/// whether others can read the file.
pub(super) fn check(path: &Path) -> Vec<Finding> {
    let beside = [write_ahead_log(path), lock_path(path)];
    let mut findings: Vec<Finding> = [path]
        .into_iter()
        .chain(beside.iter().map(PathBuf::as_path))
        // What is not there yet, the bot creates in the folder.
        .filter_map(|file| match OpenOptions::new().append(true).open(file) {
            Err(error) if error.kind() != ErrorKind::NotFound => Some(refused(file, "cannot be written", &error)),
            _ => None,
        })
        .collect();
    findings.extend(check_folder(path));
    findings.extend(exposure(path));
    if findings.is_empty() {
        let found = format!("this user can write {}, and only its owner can read it", path.display());
        findings.push(Finding::ok(CHECK, found));
    }
    findings
}

/// Checks whether the user that runs this program can create files in the folder of the database, if it is there: its
/// write-ahead log and its lock.
pub(super) fn check_folder(path: &Path) -> Option<Finding> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match create_and_remove(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Some(refused(folder, "is a folder where no file can be created", &error))
        }
        _ => None,
    }
}

/// That a file or folder cannot be used as the bot has to, and what to do about it.
pub(super) fn refused(path: &Path, what: &str, error: &io::Error) -> Finding {
    Finding::error(CHECK, format!("{} {what}: {error}", path.display()), advice(error.kind()))
}

/// What to do when the system refuses something.
fn advice(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::PermissionDenied => {
            "Run the doctor as the user that runs the bot, as in sudo -u tablero. If this is that user, give it the file \
             and its folder."
        }
        ErrorKind::ReadOnlyFilesystem => {
            "The disk can only be read: the system's log may say why. Mount it so that it can be written."
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "Free some space, or move the database to another disk.",
        _ => "Check the disk, and database.url.",
    }
}

/// Who else can read or change the file.
fn exposure(path: &Path) -> Option<Finding> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(path).ok()?.permissions().mode();
        let who = match mode & 0o077 {
            0 => return None,
            others if others & 0o007 != 0 => "every user of this machine",
            _ => "the group of the file",
        };
        let what = if mode & 0o044 != 0 { "read" } else { "open" };
        let shown = path.display();
        let found = format!("{who} can {what} {shown}, which has names and games of people");
        Some(Finding::warning(CHECK, found, format!("chmod 600 {shown}")))
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
}

/// Creates a file in a folder and removes it: only that tells whether the folder can be written, because permissions,
/// the disk and the confinement of the service all have a say.
fn create_and_remove(folder: &Path) -> io::Result<()> {
    let number = getrandom::u64().map_err(io::Error::other)?;
    let path = folder.join(format!(".tablero-doctor-{number:016x}"));
    OpenOptions::new().write(true).create_new(true).open(&path)?;
    fs::remove_file(path)
}

fn write_ahead_log(path: &Path) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// Whether a bot runs that has lost the file: it was moved away or deleted.
pub(super) fn check_usage(path: &Path) -> Option<Finding> {
    let found =
        format!("a running bot has opened a database as {}, which was moved, deleted or replaced", path.display());
    let advice = "Stop the bot: it saves nothing any more. Put the file back or restore a backup (docs/backups.md), and \
                  start the bot again.";
    (usage(path) == Usage::Displaced).then(|| Finding::error("database", found, advice))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_advice_is_about_the_cause() {
        for (kind, word) in [
            (ErrorKind::PermissionDenied, "sudo -u tablero"),
            (ErrorKind::ReadOnlyFilesystem, "Mount"),
            (ErrorKind::StorageFull, "space"),
            (ErrorKind::IsADirectory, "database.url"),
        ] {
            let finding = refused(Path::new("x"), "cannot be written", &kind.into());
            assert!(finding.advice.is_some_and(|advice| advice.contains(word)), "{kind:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_may_read_the_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("tablero.sqlite");
        fs::write(&path, "").expect("a file");
        for (mode, who) in [(0o640, Some("the group of the file")), (0o602, Some("every user")), (0o600, None)] {
            fs::set_permissions(&path, PermissionsExt::from_mode(mode)).expect("permissions");
            let found = check(&path).into_iter().find(|finding| finding.advice.is_some()).map(|finding| finding.found);
            assert_eq!(found.is_some(), who.is_some(), "{found:?}");
            assert!(found.is_none_or(|found| who.is_some_and(|who| found.starts_with(who))), "{mode:o}");
        }
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1, "the doctor leaves nothing");
    }
}
