//! Storage of blocked players.

use super::rows::{external_id, failed, stored};
use super::sqlite_storage::SqliteStorage;
use crate::service::{PlayerId, StorageError};
use sqlx::SqliteConnection;

pub(super) async fn of(store: &SqliteStorage, player: PlayerId) -> Result<Vec<PlayerId>, StorageError> {
    let query = sqlx::query_scalar("SELECT blocked FROM blocks WHERE player = $1").bind(stored(player.0));
    let blocked: Vec<i64> = query.fetch_all(&store.readers).await.map_err(failed)?;
    Ok(blocked.into_iter().map(|number| PlayerId(external_id(number))).collect())
}

pub(super) async fn set(
    tx: &mut SqliteConnection,
    player: PlayerId,
    other: PlayerId,
    blocked: bool,
) -> Result<(), StorageError> {
    let query = if blocked {
        "INSERT INTO blocks (player, blocked) VALUES ($1, $2) ON CONFLICT (player, blocked) DO NOTHING"
    } else {
        "DELETE FROM blocks WHERE player = $1 AND blocked = $2"
    };
    let query = sqlx::query(query).bind(stored(player.0)).bind(stored(other.0));
    query.execute(&mut *tx).await.map_err(failed)?;
    Ok(())
}

pub(super) async fn between(store: &SqliteStorage, one: PlayerId, other: PlayerId) -> Result<bool, StorageError> {
    let query = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM blocks WHERE player = $1 AND blocked = $2)
             OR EXISTS (SELECT 1 FROM blocks WHERE player = $2 AND blocked = $1)",
    );
    query.bind(stored(one.0)).bind(stored(other.0)).fetch_one(&store.readers).await.map_err(failed)
}
