//! Preferences of people and settings of servers.

use super::checks::{self, make_match_checks_due};
use super::locks::Locks;
use super::rows::stored;
use super::stored_change::{StoredChange, Storing};
use crate::db::driver::{Connection, query, query_as};
use crate::service::lenient_fields;
use crate::service::{PlayerId, Preferences, PreferencesChange, ServerSettings, ServerSettingsChange, StorageError};
use async_trait::async_trait;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The stored preferences or settings as JSON; empty when there are none.
pub(super) async fn stored_settings(conn: &mut Connection, kind: &str, id: u64) -> Result<String, StorageError> {
    let query = query_as("SELECT chosen FROM settings WHERE kind = $1 AND id = $2");
    let found: Option<String> = query.bind(kind).bind(stored(id)).fetch_optional(conn).await?;
    Ok(found.unwrap_or_default())
}

async fn store_settings(conn: &mut Connection, kind: &str, id: u64, settings: String) -> Result<(), StorageError> {
    query(
        "INSERT INTO settings (kind, id, chosen) VALUES ($1, $2, $3)
         ON CONFLICT (kind, id) DO UPDATE SET chosen = excluded.chosen",
    )
    .bind(kind)
    .bind(stored(id))
    .bind(settings)
    .execute(conn)
    .await?;
    Ok(())
}

fn json(value: &impl serde::Serialize) -> Result<Value, StorageError> {
    serde_json::to_value(value).map_err(|error| StorageError::Failed(Box::new(error)))
}

/// Logs fields that could not be read, once for each stored text, because settings are read often. People are not
/// named.
fn log_unreadable(kind: &str, stored: &str, unreadable: &[&str]) {
    const LOGGED_MAX: usize = 1_000;
    static LOGGED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    if !unreadable.is_empty() {
        let mut logged = LOGGED.lock().unwrap_or_else(PoisonError::into_inner);
        if logged.len() < LOGGED_MAX && logged.insert(stored.to_owned()) {
            tracing::error!(
                kind,
                ?unreadable,
                "stored settings cannot be read; their defaults are used, which allow nothing new"
            );
        }
    }
}

pub(super) fn parse_preferences(stored: &str) -> Preferences {
    let read = Preferences::read(stored);
    log_unreadable("person", stored, &read.unreadable);
    read
}

pub(super) fn parse_server_settings(stored: &str) -> ServerSettings {
    let read = ServerSettings::read(stored);
    log_unreadable("server", stored, &read.unreadable);
    read
}

pub(super) async fn preferences(conn: &mut Connection, player: PlayerId) -> Result<Preferences, StorageError> {
    Ok(parse_preferences(&stored_settings(conn, "person", player.0).await?))
}

#[async_trait]
impl StoredChange for PreferencesChange {
    fn locks(&self, locks: &mut Locks) {
        locks.person(self.player);
    }

    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        let PreferencesChange { player, before, after, digest_at, now } = self;
        let json_before = stored_settings(tx, "person", player.0).await?;
        if parse_preferences(&json_before) != *before {
            return Err(StorageError::Conflict);
        }
        let merged = lenient_fields::merged(&json_before, &json(before)?, json(after)?);
        store_settings(tx, "person", player.0, merged.to_string()).await?;
        checks::schedule_check(tx, checks::DIGEST, stored(player.0), *digest_at).await?;
        make_match_checks_due(tx, *player, *now).await
    }
}

#[async_trait]
impl StoredChange for ServerSettingsChange {
    fn locks(&self, locks: &mut Locks) {
        locks.server(self.server);
    }

    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        let ServerSettingsChange { server, before, after } = self;
        let json_before = stored_settings(tx, "server", server.0).await?;
        if parse_server_settings(&json_before) != *before {
            return Err(StorageError::Conflict);
        }
        let merged = lenient_fields::merged(&json_before, &json(before)?, json(after)?);
        store_settings(tx, "server", server.0, merged.to_string()).await
    }
}
