//! The bot's token: drawn at random at each start, so that pages of other sites cannot know it.

use std::io::{self, Write};
use std::path::Path;

/// The token file in the state folder.
const FILE: &str = "token";
/// The length of a token in bytes.
const LENGTH: usize = 32;

/// Draws an unguessable token of 64 hexadecimal digits.
///
/// # Errors
///
/// When the system provides no random numbers.
pub fn draw_token() -> io::Result<String> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Writes the token to the folder, for a bot in another process. Only the owner can read the file.
///
/// # Errors
///
/// When the file cannot be written.
pub(super) fn store(folder: &Path, token: &str) -> io::Result<()> {
    let fresh = folder.join("token.new");
    // An existing file may be readable by others, or be a link to elsewhere.
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
