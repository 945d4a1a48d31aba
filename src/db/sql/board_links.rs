//! Links to the pages of matches, and tokens of programs: the key that signs them, and which of them are invalid.

use super::rows::stored;
use super::stored_change::{StoredChange, Storing};
use crate::db::driver::{Connection, Database, query, query_as};
use crate::service::{BoardLinksRevocation, Millis, PlayerId, StorageError, TokensChange};
use async_trait::async_trait;

/// Until when a person's links are invalid.
pub(super) async fn revoked_at(database: &Database, player: PlayerId) -> Result<Option<Millis>, StorageError> {
    let query = query_as("SELECT at FROM revoked_board_links WHERE player = $1").bind(stored(player.0));
    let at: Option<i64> = query.fetch_optional(database).await?;
    Ok(at.map(Millis))
}

/// Until when a person's tokens are invalid; `None` if all are.
pub(super) async fn tokens_revoked_at(database: &Database, player: PlayerId) -> Result<Option<Millis>, StorageError> {
    let query = query_as("SELECT at FROM token_owners WHERE player = $1").bind(stored(player.0));
    let at: Option<i64> = query.fetch_optional(database).await?;
    Ok(at.map(Millis))
}

/// Stores a key unless there is one, and returns the one that is stored.
pub(super) async fn key(tx: &mut Connection, drawn: &[u8]) -> Result<Vec<u8>, StorageError> {
    let insert = query("INSERT INTO board_link_key (one, key) VALUES (1, $1) ON CONFLICT (one) DO NOTHING");
    insert.bind(drawn.to_vec()).execute(&mut *tx).await?;
    query_as("SELECT key FROM board_link_key WHERE one = 1").fetch_one(tx).await
}

#[async_trait]
impl StoredChange for BoardLinksRevocation {
    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        let sql = "INSERT INTO revoked_board_links (player, at) VALUES ($1, $2)
            ON CONFLICT (player) DO UPDATE SET at = excluded.at";
        query(sql).bind(stored(self.player.0)).bind(self.now.0).execute(tx).await?;
        Ok(())
    }
}

#[async_trait]
impl StoredChange for TokensChange {
    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        let TokensChange { player, revokes, now } = self;
        // The first token is from the same instant.
        let (sql, at) = match revokes {
            true => ("UPDATE token_owners SET at = $2 WHERE player = $1 AND at < $2", now.0),
            false => ("INSERT INTO token_owners (player, at) VALUES ($1, $2) ON CONFLICT DO NOTHING", now.0 - 1),
        };
        query(sql).bind(stored(player.0)).bind(at).execute(tx).await?;
        Ok(())
    }
}
