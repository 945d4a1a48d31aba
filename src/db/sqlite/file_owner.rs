//! The owner of files that root creates for the bot.

use std::fs;
use std::io;
use std::path::Path;

/// The folder of a file; the current one if the path names none.
pub(super) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Creates a folder and those above it, and gives them to the owner of the folder that they are in, as
/// [`give_to_owner_of_folder`] does.
pub(super) fn create_folders(folder: &Path) -> io::Result<()> {
    let missing: Vec<&Path> =
        folder.ancestors().take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists()).collect();
    fs::create_dir_all(folder)?;
    missing.into_iter().rev().try_for_each(give_to_owner_of_folder)
}

/// Gives what root has just created to the owner of its folder: that is the user that the bot runs as, and it could not
/// open a file of root. What another user has created stays as it is.
#[cfg(unix)]
pub(super) fn give_to_owner_of_folder(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, lchown};
    const ROOT: u32 = 0;
    let (created, folder) = (fs::symlink_metadata(path)?, fs::metadata(folder_of(path))?);
    if created.uid() != ROOT || folder.uid() == ROOT {
        return Ok(());
    }
    // It does not follow links: the owner of the folder could put one in its place, to a file of root.
    lchown(path, Some(folder.uid()), Some(folder.gid()))
}

/// Elsewhere, files belong to the user that creates them.
#[cfg(not(unix))]
pub(super) fn give_to_owner_of_folder(_path: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{MetadataExt, chown};
    use tempfile::TempDir;

    /// A user that does not have to exist.
    const BOT: u32 = 10_001;

    #[test]
    fn new_folders_belong_to_the_owner_of_the_one_they_are_in_and_others_stay_as_they_are() {
        let folder = TempDir::new().expect("a folder");
        let at = |path: &str| folder.path().join(path);
        let owner = |path: &str| fs::metadata(at(path)).expect("a folder").uid();
        fs::create_dir_all(at("state/of-root")).expect("folders");
        if owner("state") != 0 {
            eprintln!("skipped: only root can give files away");
            return;
        }
        chown(at("state"), Some(BOT), Some(BOT)).expect("a test as root");
        create_folders(&at("state/new/deep")).expect("folders");
        assert_eq!([owner("state/new"), owner("state/new/deep")], [BOT; 2]);
        create_folders(&at("state/of-root/new")).expect("a folder");
        assert_eq!([owner("state/of-root"), owner("state/of-root/new")], [0; 2]);
    }
}
