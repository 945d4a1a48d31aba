//! `tablero doctor`: checks the configuration, the platforms and the database, and says what to do.

mod database;
mod finding;
mod games;
#[cfg(feature = "encryption")]
mod keys;
mod permissions;
mod platforms;
mod report;

pub use finding::{Finding, Severity};
pub use report::{exit_code, write_json, write_text};

use crate::app;
use crate::catalog::Catalog;
use crate::config::Config;
use crate::db::DatabaseAddress;
use crate::service::{Clock, Millis, SystemClock};
use std::path::PathBuf;

/// Checks everything. Without `online`, no platform is asked. `progress` receives the numbers of games that were replayed
/// and of all games.
pub async fn examine(catalog: &Catalog, config: &Config, online: bool, progress: impl FnMut(u64, u64)) -> Vec<Finding> {
    const CHECK: &str = "configuration";
    let mut findings: Vec<Finding> = config
        .warnings
        .iter()
        .map(|warning| {
            Finding::warning(CHECK, warning.clone(), "docs/secrets.md and config.example.toml have the details.")
        })
        .collect();
    if findings.is_empty() {
        let file = absolute(config.path.clone());
        findings.push(Finding::ok(
            CHECK,
            if config.has_file {
                "the configuration is valid".to_owned()
            } else {
                format!("there is no configuration file {}: everything has its default", file.display())
            },
        ));
    }
    if let Some(why) = app::why_not_encrypted(config) {
        let sentence = format!("the bot leaves encrypted rooms: {why}");
        findings.push(Finding::warning("encryption", sentence, "docs/matrix.md says what encrypted rooms need."));
    }
    if online {
        findings.extend(platforms::check(config).await);
    }
    let address = match app::database_address(config) {
        DatabaseAddress::File(path) => DatabaseAddress::File(absolute(path)),
        server @ DatabaseAddress::Server(_) => server,
    };
    findings.extend(examine_database(catalog, &address, SystemClock.now(), progress).await);
    #[cfg(feature = "encryption")]
    findings.extend(keys::check(config, &address, catalog).await);
    findings
}

/// Checks the database as of `now`: permissions, schema, damage, leftovers, every game, queues, leases and the clock.
pub async fn examine_database(
    catalog: &Catalog,
    address: &DatabaseAddress,
    now: Millis,
    progress: impl FnMut(u64, u64),
) -> Vec<Finding> {
    database::check(address, catalog, now, progress).await
}

/// The absolute path of a file, so that the report says which one it is; as it is if the current folder is gone.
fn absolute(path: PathBuf) -> PathBuf {
    std::path::absolute(&path).unwrap_or(path)
}
