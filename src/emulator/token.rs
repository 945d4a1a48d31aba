//! The bot's token: drawn at random at each start, so that no other site's page can know it.

use std::io::{self, Write};
use std::path::Path;

/// The file with the token, in the folder of the state.
const FILE: &str = "token";
/// Bytes of a token.
const LENGTH: usize = 32;

/// A token that nobody can guess, of 64 hexadecimal digits.
///
/// # Errors
///
/// When the system gives no random numbers.
pub fn draw_token() -> io::Result<String> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Writes the token into the folder, for a bot in another process. Only the owner of the file can read it.
///
/// # Errors
///
/// When the file cannot be written.
pub(super) fn store(folder: &Path, token: &str) -> io::Result<()> {
    let fresh = folder.join("token.new");
    // A file that is there already may be readable by others, or lead elsewhere.
    match std::fs::remove_file(&fresh) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&fresh)?;
    file.write_all(token.as_bytes())?;
    file.sync_all()?;
    std::fs::rename(&fresh, folder.join(FILE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_tokens_are_the_same() {
        let (one, other) = (draw_token().unwrap(), draw_token().unwrap());
        assert_eq!(one.len(), 2 * LENGTH);
        assert!(one.chars().all(|digit| digit.is_ascii_hexdigit()));
        assert_ne!(one, other);
    }
}
