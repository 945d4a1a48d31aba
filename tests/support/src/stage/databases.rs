//! Databases for tests.

use super::TestClock;
use std::path::Path;
use std::sync::Arc;
use tablero::db::SqlStorage;
use tablero::service::GameService;
use tempfile::TempDir;

/// A service over a new database, with the clock that it goes by and the folder that must outlive it.
pub async fn open_service() -> (GameService, SqlStorage, TestClock, TempDir) {
    let folder = TempDir::new().expect("a folder");
    let store = open_storage(&folder.path().join("tablero.sqlite")).await;
    let clock = TestClock::default();
    let service = GameService::new(Arc::new(store.clone()), Arc::new(clock.clone()), || 7);
    (service, store, clock, folder)
}

/// Opens a new database in which the first numbers of people and places are accounts and channels of Discord, as if
/// each had been seen there.
pub async fn open_storage(file: &Path) -> SqlStorage {
    let store = SqlStorage::open_file(file).await.expect("a database");
    let pool = database(file).await;
    for known in [
        "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 200)
            INSERT INTO people (id) SELECT i FROM n",
        "INSERT INTO accounts (platform, external_id, person) SELECT 'discord', printf('%u', id), id FROM people",
        "INSERT INTO places (id, platform, external_id) SELECT id, 'discord', printf('%u', id) FROM people",
    ] {
        sqlx::query(known).execute(&pool).await.expect("rows");
    }
    pool.close().await;
    store
}

/// Opens the bot's database, to read it and to change it without the bot's knowledge.
pub async fn database(file: &Path) -> sqlx::SqlitePool {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    crate::pools::sqlite_pool(options).await
}
