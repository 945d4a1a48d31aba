//! Storage of blocked players.

use super::rows::{external_id, stored};
use super::sql_storage::SqlStorage;
use crate::db::driver::{Connection, query, query_as};
use crate::service::{PlayerId, StorageError};

pub(super) async fn of(store: &SqlStorage, player: PlayerId) -> Result<Vec<PlayerId>, StorageError> {
    let query = query_as("SELECT blocked FROM blocks WHERE player = $1").bind(stored(player.0));
    let blocked: Vec<i64> = query.fetch_all(&store.database).await?;
    Ok(blocked.into_iter().map(|number| PlayerId(external_id(number))).collect())
}

pub(super) async fn set(
    tx: &mut Connection,
    player: PlayerId,
    other: PlayerId,
    blocked: bool,
) -> Result<(), StorageError> {
    let sql = if blocked {
        "INSERT INTO blocks (player, blocked) VALUES ($1, $2) ON CONFLICT (player, blocked) DO NOTHING"
    } else {
        "DELETE FROM blocks WHERE player = $1 AND blocked = $2"
    };
    query(sql).bind(stored(player.0)).bind(stored(other.0)).execute(tx).await?;
    Ok(())
}

pub(super) async fn between(store: &SqlStorage, one: PlayerId, other: PlayerId) -> Result<bool, StorageError> {
    let query = query_as(
        "SELECT EXISTS (SELECT 1 FROM blocks WHERE player = $1 AND blocked = $2)
             OR EXISTS (SELECT 1 FROM blocks WHERE player = $2 AND blocked = $1)",
    );
    query.bind(stored(one.0)).bind(stored(other.0)).fetch_one(&store.database).await
}
