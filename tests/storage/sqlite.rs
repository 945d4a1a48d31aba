//! SQLite under the contracts, and what holds for SQLite alone.

use crate::backend::Backend;
use crate::fixture::Fixture;
use sqlx::SqlitePool;
use sqlx::sqlite::SqliteConnectOptions;
use tablero::db::SqlStorage;
use tablero::service::Claimant;
use tempfile::TempDir;

/// A database in a file of its own.
pub struct Sqlite {
    folder: TempDir,
    store: SqlStorage,
    pool: SqlitePool,
}

async fn open_in(folder: TempDir) -> Sqlite {
    let path = folder.path().join("tablero.sqlite");
    let store = SqlStorage::open_file(&path).await.expect("a database");
    let pool = test_support::pools::sqlite_pool(SqliteConnectOptions::new().filename(path)).await;
    Sqlite { folder, store, pool }
}

#[async_trait::async_trait]
impl Backend for Sqlite {
    async fn open() -> Option<Sqlite> {
        Some(open_in(TempDir::new().expect("a folder")).await)
    }

    fn store(&self) -> &SqlStorage {
        &self.store
    }

    async fn execute(&self, sql: &'static str) {
        sqlx::query(sql).execute(&self.pool).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }

    async fn number(&self, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(&self.pool).await.unwrap_or_else(|error| panic!("{sql}: {error}"))
    }

    async fn close(self) {
        self.pool.close().await;
        self.store.close().await;
    }
}

crate::contracts! { crate::sqlite::Sqlite }

/// One process owns the file, so no lease that it finds belongs to a living worker.
#[tokio::test]
async fn a_start_releases_all_leases() {
    let fixture = Fixture::<Sqlite>::open().await.expect("SQLite is built in");
    fixture.waiting_for_the_engine().await;
    let now = fixture.now();
    let leased = fixture.claim_all(Claimant::new().lease(now)).await;
    assert_eq!(leased, [1, 1, 1]);
    assert_eq!(fixture.claim_all(Claimant::new().lease(now)).await, [0, 0, 0], "everything is leased");
    let Sqlite { folder, store, pool } = fixture.into_backend();
    pool.close().await;
    store.close().await;
    let fixture = Fixture::over(open_in(folder).await);
    assert_eq!(fixture.claim_all(Claimant::new().lease(now)).await, leased);
    fixture.close().await;
}
