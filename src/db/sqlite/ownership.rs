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
