//! Where the database is.

use super::secret::Secret;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The database of `serve`, unless another is configured.
const DEFAULT: &str = "data/tablero.sqlite";

/// How the URL of a file begins.
const FILE: &str = "sqlite:";

/// How the URLs of PostgreSQL begin.
const SERVERS: [&str; 2] = ["postgres://", "postgresql://"];

/// `[database]`
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Database {
    /// The URL of a file or of a PostgreSQL database, which may have a password; if empty, it is the file `[store] path`.
    /// The environment variable `TABLERO_DATABASE_URL` overrides it.
    pub url: Secret,
    /// The file that contains the URL.
    pub url_file: Option<PathBuf>,
    /// Whether a pooler between the bot and PostgreSQL gives each transaction another connection.
    pub pooler: bool,
    /// The largest number of connections to PostgreSQL.
    pub connections: u32,
}

impl Default for Database {
    fn default() -> Self {
        Database { url: Secret::default(), url_file: None, pooler: false, connections: 10 }
    }
}

/// `[store]`
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Store {
    /// The database file for `serve`.
    pub path: Option<PathBuf>,
}

/// Where a database is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseLocation {
    /// In a file.
    File(PathBuf),
    /// On a PostgreSQL server.
    Server {
        /// Its URL.
        url: Secret,
    },
}

impl Database {
    /// Whether the URL has a password.
    pub(super) fn has_password(&self) -> bool {
        matches!(DatabaseLocation::from_url(self.url.expose()), Some(DatabaseLocation::Server { url })
            if has_password(url.expose()))
    }

    /// Where the database is. `store` names the file if there is no URL.
    pub fn location(&self, store: &Store) -> DatabaseLocation {
        match DatabaseLocation::from_url(self.url.expose()) {
            Some(location) => location,
            None => DatabaseLocation::File(store.path.clone().unwrap_or_else(|| DEFAULT.into())),
        }
    }
}

/// Whether a URL has a password, before the host or as a parameter.
fn has_password(url: &str) -> bool {
    url::Url::parse(url.trim())
        .is_ok_and(|url| url.password().is_some() || url.query_pairs().any(|(key, _)| key == "password"))
}

impl DatabaseLocation {
    /// The location that a URL names: `sqlite:` and the name of a file, or the URL of a PostgreSQL database.
    pub fn from_url(url: &str) -> Option<DatabaseLocation> {
        let url = url.trim();
        if let Some(file) = url.strip_prefix(FILE) {
            let file = file.strip_prefix("//").unwrap_or(file);
            let is_name = !file.trim().is_empty() && !file.contains(char::is_control);
            return is_name.then(|| DatabaseLocation::File(Path::new(file).to_owned()));
        }
        let is_server = SERVERS.iter().any(|start| url.starts_with(start)) && url::Url::parse(url).is_ok();
        is_server.then(|| DatabaseLocation::Server { url: url.to_owned().into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_url_with_a_password_is_a_secret() {
        for (url, expected) in [
            ("", false),
            ("sqlite:data/tablero.sqlite", false),
            ("postgres://tablero@localhost/tablero", false),
            ("postgres://tablero:secret@localhost/tablero", true),
            ("postgresql://localhost/tablero?user=tablero&password=secret", true),
        ] {
            assert_eq!(
                Database { url: url.to_owned().into(), ..Database::default() }.has_password(),
                expected,
                "{url}"
            );
        }
    }

    #[test]
    fn urls_name_files_and_servers() {
        let file = |name: &str| Some(DatabaseLocation::File(name.into()));
        let server = |url: &str| Some(DatabaseLocation::Server { url: url.to_owned().into() });
        for (url, location) in [
            ("sqlite:data/tablero.sqlite", file("data/tablero.sqlite")),
            ("sqlite://data/a b.sqlite", file("data/a b.sqlite")),
            ("sqlite:///var/lib/tablero.sqlite", file("/var/lib/tablero.sqlite")),
            (" sqlite:x ", file("x")),
            ("postgres://tablero@localhost/tablero", server("postgres://tablero@localhost/tablero")),
            ("postgresql:///tablero?host=/run/postgresql", server("postgresql:///tablero?host=/run/postgresql")),
            ("sqlite:", None),
            ("sqlite:// ", None),
            ("mysql://localhost/x", None),
            ("postgres:tablero", None),
            ("", None),
        ] {
            assert_eq!(DatabaseLocation::from_url(url), location, "{url}");
        }
    }

    #[test]
    fn without_a_url_it_is_the_file_of_the_store() {
        let database = Database::default();
        assert_eq!(database.location(&Store::default()), DatabaseLocation::File(DEFAULT.into()));
        let store = Store { path: Some("other.sqlite".into()) };
        assert_eq!(database.location(&store), DatabaseLocation::File("other.sqlite".into()));
    }
}
