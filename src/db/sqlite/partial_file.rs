//! A file that gets its name when it is complete.

use super::backup_error::BackupError;
use super::file_owner::folder_of;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// A file that gets its name when it is complete, and is removed otherwise.
pub(super) struct PartialFile {
    /// Its name until then, which no other file has.
    pub path: PathBuf,
    target: PathBuf,
    file: File,
}

impl PartialFile {
    /// Creates the file beside `target`, empty and readable by its owner alone.
    ///
    /// # Errors
    /// [`BackupError::Exists`] if there is something at `target`, even a link to nothing; [`BackupError::Unwritable`].
    pub fn create(target: &Path) -> Result<PartialFile, BackupError> {
        let unwritable = |source| BackupError::Unwritable { path: target.to_owned(), source };
        // It is checked again when the file gets its name; this only spares the work.
        if is_taken(target).map_err(unwritable)? {
            return Err(BackupError::Exists(target.to_owned()));
        }
        let number = getrandom::u64().map_err(io::Error::other).map_err(unwritable)?;
        let mut path = target.as_os_str().to_owned();
        path.push(format!(".{number:016x}.partial"));
        let path = PathBuf::from(path);
        let mut options = OpenOptions::new();
        // Neither follows a link nor opens a file that another backup is writing.
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&path).map_err(unwritable)?;
        Ok(PartialFile { path, target: target.to_owned(), file })
    }

    /// Makes the file survive a loss of power, and gives it its name.
    ///
    /// # Errors
    /// [`BackupError::Exists`] if something has that name meanwhile, which stays as it is; [`BackupError::Unwritable`].
    pub fn complete(self) -> Result<(), BackupError> {
        let target = self.target.clone();
        let named = self.file.sync_all().and_then(|()| name(&self.path, &target));
        // The former name is removed before the folder is stored.
        drop(self);
        match named {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(BackupError::Exists(target)),
            Err(source) => return Err(BackupError::Unwritable { path: target, source }),
        }
        store_folder(folder_of(&target)).map_err(|source| {
            // What cannot be relied on is not left behind; the error is reported.
            let _ = fs::remove_file(&target);
            BackupError::Unwritable { path: target, source }
        })
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        // SQLite's journal is there if it was interrupted. What cannot be removed is only in the way.
        let mut journal = self.path.as_os_str().to_owned();
        journal.push("-journal");
        let _ = fs::remove_file(journal);
        let _ = fs::remove_file(&self.path);
    }
}

/// Whether something has this name, even a link to nothing.
pub(super) fn is_taken(path: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Gives a file another name, unless something has it already. It may keep the former name.
fn name(path: &Path, target: &Path) -> io::Result<()> {
    match fs::hard_link(path, target) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        Err(_) => rename(path, target),
        linked => linked,
    }
}

/// Like [`name`], on file systems without hard links, such as FAT: an empty file claims the name first, because renaming
/// would overwrite what has it.
fn rename(path: &Path, target: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).create_new(true).open(target)?;
    fs::rename(path, target).inspect_err(|_| {
        let _ = fs::remove_file(target);
    })
}

/// Makes the names in a folder survive a loss of power.
fn store_folder(folder: &Path) -> io::Result<()> {
    // A folder that may only be written cannot be opened, and some systems open no folders; their names are stored later.
    let Ok(folder) = File::open(folder) else { return Ok(()) };
    match folder.sync_all() {
        // Some file systems do not store folders on their own.
        Err(error) if [io::ErrorKind::InvalidInput, io::ErrorKind::Unsupported].contains(&error.kind()) => Ok(()),
        stored => stored,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    #[test]
    fn a_file_that_appears_meanwhile_is_not_overwritten() {
        let folder = TempDir::new().expect("a folder");
        let target = folder.path().join("backup");
        let [one, other] = [(); 2].map(|()| PartialFile::create(&target).expect("a file of its own"));
        fs::write(&one.path, "one").expect("it is written");
        one.complete().expect("the name is free");
        let error = other.complete().expect_err("the name is taken");
        assert!(matches!(error, BackupError::Exists(_)), "{error}");
        assert_eq!(fs::read(&target).expect("a file"), b"one");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing else is left");
    }

    #[test]
    fn without_hard_links_a_file_is_not_overwritten_either() {
        let folder = TempDir::new().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("one"), "one").expect("a file");
        rename(&path("one"), &path("backup")).expect("the name is free");
        assert_eq!(fs::read(path("backup")).expect("a file"), b"one");
        fs::write(path("other"), "other").expect("a file");
        let error = rename(&path("other"), &path("backup")).expect_err("the name is taken");
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(path("backup")).expect("a file"), b"one");
        rename(&path("missing"), &path("new")).expect_err("there is no such file");
        assert!(!path("new").exists(), "the claim is taken back");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_nothing_takes_the_name() {
        let folder = TempDir::new().expect("a folder");
        let target = folder.path().join("backup");
        std::os::unix::fs::symlink(folder.path().join("elsewhere"), &target).expect("a link");
        assert!(matches!(PartialFile::create(&target), Err(BackupError::Exists(_))));
    }
}
