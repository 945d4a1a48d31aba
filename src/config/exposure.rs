//! Who can read a file with a secret.

use std::path::Path;

/// That every user of this machine can read a file with a secret, if that is so.
pub(super) fn exposure(path: &Path) -> Option<String> {
    let path = is_world_readable(path).then(|| path.display())?;
    Some(format!("{path} contains a secret, and every user of this machine can read the file: run chmod 600 {path}"))
}

/// Whether every user of the machine can read a file.
fn is_world_readable(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o004 != 0)
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}
