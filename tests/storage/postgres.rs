//! PostgreSQL under the contracts, and what holds for PostgreSQL alone. Where it is not installed, these tests say that
//! they were skipped.

use crate::backend::Backend;
use crate::postgres_server::PostgresServer;
use sqlx::PgPool;
use tablero::catalog::Catalog;
use tablero::db::{ServerAddress, SqlStorage};

/// A database of the server of the tests.
pub struct Postgres {
    store: SqlStorage,
    pool: PgPool,
}

#[async_trait::async_trait]
impl Backend for Postgres {
    async fn open() -> Option<Postgres> {
        let Some(server) = PostgresServer::get() else {
            eprintln!("skipped: PostgreSQL is not installed");
            return None;
        };
        let url = server.new_database().await;
        let address = ServerAddress { url: url.clone(), is_pooled: false, connections: 10 };
        let store = SqlStorage::open_server(&address, Catalog::standard()).await.expect("a database");
        Some(Postgres { store, pool: PgPool::connect(&url).await.expect("a connection") })
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

crate::contracts! { crate::postgres::Postgres }
