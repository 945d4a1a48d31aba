//! Checks that the bot can read its keys for encryption.

use super::finding::Finding;
use crate::app;
use crate::catalog::Catalog;
use crate::config::Config;
use crate::db::{DatabaseAddress, Inspection};
use crate::matrix::encryption::key_store::SealedCheck;
use crate::matrix::encryption::store_key::StoreKey;

/// Checks the store key; `None` if the bot does not encrypt, or if no keys can be read, which another check says.
pub(super) async fn check(config: &Config, address: &DatabaseAddress, catalog: &Catalog) -> Option<Finding> {
    const CHECK: &str = "encryption";
    let keys = app::keys(config)?;
    let inspection = Inspection::open(address, catalog.clone()).await.ok()?;
    let sealed = SealedCheck::read(inspection.sealed()).await;
    inspection.close().await;
    let sealed = sealed.ok()??;
    let opened = match StoreKey::find_present(&keys.store_key, keys.database.as_deref()) {
        Ok(key) => sealed.open(&key).map_err(|wrong| wrong.to_string()),
        Err(missing) => Err(missing.to_string()),
    };
    Some(match opened {
        Ok(()) => Finding::ok(CHECK, "the store key opens the bot's keys for encryption"),
        Err(why) => {
            let advice = "Without its keys, the bot stays off Matrix. docs/secrets.md says where the store key is.";
            Finding::error(CHECK, why, advice)
        }
    })
}
