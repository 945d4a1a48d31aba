//! Where the database is.

use super::Secret;
use std::path::{Path, PathBuf};

/// How the URL of a file begins.
const FILE: &str = "sqlite:";

/// How the URLs of PostgreSQL begin.
const SERVERS: [&str; 2] = ["postgres://", "postgresql://"];

/// The parameters of PostgreSQL's URLs. sqlx ignores all others, and a connection without what the host meant by one of
/// them, such as encryption, would be worse than none.
const PARAMETERS: [&str; 18] = [
    "sslmode",
    "sslrootcert",
    "sslcert",
    "sslkey",
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "password",
    "options",
    "application_name",
    "statement-cache-capacity",
    "ssl-mode",
    "ssl-root-cert",
    "ssl-ca",
    "ssl-cert",
    "ssl-key",
];

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

/// Whether a URL has a password, before the host or as a parameter.
pub(super) fn has_password(url: &str) -> bool {
    url::Url::parse(url)
        .is_ok_and(|url| url.password().is_some() || url.query_pairs().any(|(key, _)| key == "password"))
}

impl DatabaseLocation {
    /// The sentence about the first parameter of a URL that is not known.
    pub fn unknown_parameter(url: &str) -> Option<String> {
        const LONGEST: usize = 20;
        let url = url.trim();
        if !SERVERS.iter().any(|start| url.starts_with(start)) {
            return None;
        }
        let url = url::Url::parse(url).ok()?;
        let is_known = |key: &str| PARAMETERS.contains(&key) || key.starts_with("options[") && key.ends_with(']');
        let unknown = url.query_pairs().map(|(key, _)| key).find(|key| !is_known(key))?;
        // What is not like a parameter may be part of a password.
        let is_plain = unknown.len() <= LONGEST && unknown.chars().all(|c| c.is_ascii_lowercase() || "_-".contains(c));
        let shown = if is_plain { format!("the parameter {unknown}") } else { "a parameter".to_owned() };
        let known = PARAMETERS[..9].join(", ");
        Some(format!(
            "the database's URL has {shown}, which is not known. Correct or remove it; the usual ones are {known}"
        ))
    }

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
            ("sqlite:data/tablero.sqlite", false),
            ("postgres://tablero@localhost/tablero", false),
            ("postgres://tablero:secret@localhost/tablero", true),
            ("postgresql://localhost/tablero?user=tablero&password=secret", true),
        ] {
            assert_eq!(has_password(url), expected, "{url}");
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
    fn an_unknown_parameter_is_named_unless_it_may_be_a_secret() {
        let unknown = |parameters: &str| {
            DatabaseLocation::unknown_parameter(&format!("postgres://tablero@localhost/tablero{parameters}"))
        };
        for known in ["", "?host=/run/postgresql", "?sslmode=verify-full&sslrootcert=x", "?options[search_path]=x"] {
            assert_eq!(unknown(known), None, "{known}");
        }
        assert_eq!(DatabaseLocation::unknown_parameter("sqlite:data/what?sslmod=x"), None);
        for (parameters, shown) in [
            ("?sslmod=verify-full", "the parameter sslmod,"),
            ("?host=x&sslMode=require", "a parameter,"),
            ("?S3cret!=x", "a parameter,"),
        ] {
            let sentence = unknown(parameters).expect("it is unknown");
            assert!(sentence.contains(shown) && !sentence.contains("S3cret"), "{sentence}");
        }
    }
}
