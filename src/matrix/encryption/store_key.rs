//! The key with which the bot seals what its encryption stores.

use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hkdf::{HKDF_SHA256, Salt};
use ring::hmac;
use std::fmt;
#[cfg(unix)]
use std::fs::File;
use std::fs::OpenOptions;
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

/// The length of a key, in bytes.
const KEY_LEN: usize = 32;

/// The store key. Cheap to clone. It seals values, and hides the ids of what they belong to.
#[derive(Clone)]
pub struct StoreKey(Arc<Keys>);

/// One key for each purpose, which were derived from the store key.
struct Keys {
    sealing: LessSafeKey,
    hiding: hmac::Key,
}

impl fmt::Debug for StoreKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StoreKey")
    }
}

/// The text is not a store key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a store key is 64 hexadecimal digits; `openssl rand -hex 32` makes one")]
pub struct NotAKey;

/// Why there is no store key.
#[derive(Debug, thiserror::Error)]
pub enum StoreKeyError {
    /// None is configured, and the database is not a file beside which there could be one.
    #[error(
        "matrix.store_key is missing: with PostgreSQL, set it to 64 hexadecimal digits, as from `openssl rand -hex 32`, \
         and keep a copy (docs/secrets.md)"
    )]
    Missing,
    /// The configured key cannot be used.
    #[error("matrix.store_key: {0}")]
    Configured(NotAKey),
    /// The file beside the database contains no key.
    #[error("{path}: {NotAKey}")]
    File {
        /// The file.
        path: PathBuf,
    },
    /// The file beside the database cannot be read or made.
    #[error("the store key cannot be read from or written to {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: Error,
    },
}

/// A value was sealed with another key, for another record, or was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "matrix.store_key is not the key with which the bot's encryption keys in the database were sealed: \
     set it back to the former one. If that is lost, run `tablero matrix forget-keys`, and the bot begins as a new device"
)]
pub struct WrongKey;

impl FromStr for StoreKey {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<StoreKey, NotAKey> {
        let mut bytes = [0; KEY_LEN];
        hex::decode_to_slice(text.trim(), &mut bytes).map_err(|_| NotAKey)?;
        Ok(StoreKey::from_bytes(&bytes))
    }
}

impl StoreKey {
    fn from_bytes(bytes: &[u8; KEY_LEN]) -> StoreKey {
        let derived_from = Salt::new(HKDF_SHA256, &[]).extract(bytes);
        let derive = "a key is shorter than what HKDF can derive";
        let sealing: UnboundKey = derived_from.expand(&[b"tablero seals"], &AES_256_GCM).expect(derive).into();
        let hiding: hmac::Key = derived_from.expand(&[b"tablero hides"], hmac::HMAC_SHA256).expect(derive).into();
        StoreKey(Arc::new(Keys { sealing: LessSafeKey::new(sealing), hiding }))
    }

    /// The configured key. If none is and the database is a file, the key in the file beside it, which is made at its
    /// first use.
    ///
    /// # Errors
    /// If there is no key, or none that can be used.
    pub fn find(configured: &str, database: Option<&Path>) -> Result<StoreKey, StoreKeyError> {
        StoreKey::read(configured, database, make_file)
    }

    /// Like [`StoreKey::find`], without making a key.
    ///
    /// # Errors
    /// If there is no key, or none that can be used.
    pub fn find_present(configured: &str, database: Option<&Path>) -> Result<StoreKey, StoreKeyError> {
        StoreKey::read(configured, database, |_| Err(ErrorKind::NotFound.into()))
    }

    fn read(
        configured: &str,
        database: Option<&Path>,
        make: impl Fn(&Path) -> Result<String, Error>,
    ) -> Result<StoreKey, StoreKeyError> {
        if !configured.is_empty() {
            return configured.parse().map_err(StoreKeyError::Configured);
        }
        let path = database.ok_or(StoreKeyError::Missing)?.with_extension("matrix-key");
        let key = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => make(&path),
            read => read,
        };
        match key {
            Ok(key) => key.parse().map_err(|NotAKey| StoreKeyError::File { path }),
            Err(source) => Err(StoreKeyError::Io { path, source }),
        }
    }

    /// Seals the value of a record. Only this key opens it, and only as the value of the same record.
    ///
    /// # Errors
    /// If the system has no randomness.
    pub fn seal(&self, kind: &str, id: &str, value: &[u8]) -> Result<Vec<u8>, getrandom::Error> {
        let mut sealed = vec![0; NONCE_LEN];
        getrandom::fill(&mut sealed)?;
        let nonce = Nonce::try_assume_unique_for_key(&sealed).expect("it has the length of a nonce");
        let mut text = value.to_vec();
        let tag = self.0.sealing.seal_in_place_separate_tag(nonce, place(kind, id), &mut text);
        let tag = tag.expect("a value in memory is shorter than what AES-GCM can seal");
        sealed.append(&mut text);
        sealed.extend_from_slice(tag.as_ref());
        Ok(sealed)
    }

    /// Opens the sealed value of a record.
    ///
    /// # Errors
    /// [`WrongKey`] if it was not sealed with this key for this record.
    pub fn open(&self, kind: &str, id: &str, sealed: &[u8]) -> Result<Vec<u8>, WrongKey> {
        let (nonce, text) = sealed.split_at_checked(NONCE_LEN).ok_or(WrongKey)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| WrongKey)?;
        let mut text = text.to_vec();
        let opened = self.0.sealing.open_in_place(nonce, place(kind, id), &mut text).map_err(|_| WrongKey)?.len();
        text.truncate(opened);
        Ok(text)
    }

    /// The id of a record that belongs to `parts`, such as a room and a session: 64 hexadecimal digits that do not tell
    /// what they stand for.
    pub fn hidden_id(&self, kind: &str, parts: &[&str]) -> String {
        let mut hidden = hmac::Context::with_key(&self.0.hiding);
        for part in std::iter::once(&kind).chain(parts) {
            hidden.update(&(part.len() as u64).to_be_bytes());
            hidden.update(part.as_bytes());
        }
        hex::encode(hidden.sign())
    }
}

/// Makes a file with a new key, which only the bot's user can read. A process that is killed meanwhile leaves no key or
/// a whole one.
fn make_file(path: &Path) -> Result<String, Error> {
    let mut bytes = [0; KEY_LEN];
    getrandom::fill(&mut bytes)?;
    let key = hex::encode(bytes);
    let unfinished = path.with_extension("matrix-key.new");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&unfinished)?;
    writeln!(file, "{key}")?;
    file.sync_all()?;
    std::fs::rename(&unfinished, path)?;
    // Only then is the name itself safe from a power failure.
    #[cfg(unix)]
    File::open(path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")))?.sync_all()?;
    tracing::info!(path = %path.display(), "a new file has the key with which encryption keys are sealed: keep a copy");
    Ok(key)
}

/// What a sealed value is bound to.
fn place(kind: &str, id: &str) -> Aad<Vec<u8>> {
    Aad::from([kind.as_bytes(), b"\0", id.as_bytes()].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(digit: &str) -> StoreKey {
        digit.repeat(64).parse().expect("a key")
    }

    #[test]
    fn a_value_is_opened_with_its_key_for_its_record_alone() {
        let sealed = key("1").seal("session", "a0", b"secret").expect("it is sealed");
        assert!(!sealed.windows(6).any(|window| window == b"secret"));
        assert_eq!(key("1").open("session", "a0", &sealed).as_deref(), Ok(b"secret".as_slice()));
        assert_eq!(key("2").open("session", "a0", &sealed), Err(WrongKey));
        assert_eq!(key("1").open("session", "a1", &sealed), Err(WrongKey));
        assert_eq!(key("1").open("sessio", "na0", &sealed), Err(WrongKey));
        for length in [0, NONCE_LEN, sealed.len() - 1] {
            assert_eq!(key("1").open("session", "a0", &sealed[..length]), Err(WrongKey));
        }
        assert_ne!(key("1").seal("session", "a0", b"secret").expect("it is sealed"), sealed, "each has its nonce");
    }

    #[test]
    fn an_id_hides_its_parts_and_tells_them_apart() {
        let ids = [
            key("1").hidden_id("device", &["@ada:example.org", "A"]),
            key("1").hidden_id("device", &["@ada:example.org", "B"]),
            key("1").hidden_id("device", &["@ada:example.orgA", ""]),
            key("1").hidden_id("session", &["@ada:example.org", "A"]),
            key("2").hidden_id("device", &["@ada:example.org", "A"]),
        ];
        assert_eq!(ids.iter().collect::<std::collections::BTreeSet<_>>().len(), ids.len());
        assert!(ids.iter().all(|id| id.len() == 64 && id.chars().all(|c| c.is_ascii_hexdigit())));
        assert_eq!(ids[0], key("1").hidden_id("device", &["@ada:example.org", "A"]));
    }

    #[test]
    fn a_key_is_64_hexadecimal_digits_and_never_shown() {
        let digits = "1a".repeat(32);
        let id = |text: &str| text.parse::<StoreKey>().map(|key| key.hidden_id("kind", &[]));
        assert_eq!(id(&digits), id(&format!(" {}\n", digits.to_uppercase())));
        for wrong in ["", "1", &"x".repeat(64), &digits[1..], &digits[2..], &format!("{digits}1a")] {
            assert_eq!(id(wrong), Err(NotAKey), "{wrong}");
        }
        assert_eq!(format!("{:?}", key("1")), "StoreKey");
    }

    #[test]
    fn a_file_beside_the_database_has_the_key_that_is_not_configured() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let database = folder.path().join("games.sqlite");
        let id = |configured: &str| {
            StoreKey::find(configured, Some(&database)).map(|key| key.hidden_id("kind", &[])).expect("a key")
        };
        let configured = id(&"1".repeat(64));
        let file = folder.path().join("games.matrix-key");
        let present = StoreKey::find_present("", Some(&database));
        assert!(matches!(present, Err(StoreKeyError::Io { .. })) && !file.exists(), "{present:?}");
        let made = id("");
        assert_ne!(made, configured);
        assert_eq!(made, id(""), "it is made once");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(&file).expect("the file").permissions().mode() & 0o777, 0o600);
        }
        std::fs::write(&file, "").expect("it is written");
        let broken = StoreKey::find("", Some(&database));
        assert!(matches!(broken, Err(StoreKeyError::File { .. })), "{broken:?}");
        let missing = StoreKey::find("", None);
        assert!(matches!(missing, Err(StoreKeyError::Missing)), "{missing:?}");
    }
}
