//! PostgreSQL behind PgBouncer in transaction mode under the contracts. Where one of the two is not installed, these tests
//! say that they were skipped.

use crate::backend::Backend;
use crate::postgres::Postgres;
use tablero::db::SqlStorage;
use test_support::postgres_server::PostgresServer;

/// A database that is reached through the pooler. Tests look into it directly.
pub struct Pooled(Postgres);

#[async_trait::async_trait]
impl Backend for Pooled {
    async fn open() -> Option<Pooled> {
        let url = PostgresServer::get()?.new_database().await;
        let pooled = PostgresServer::get()?.pooled(&url)?;
        Some(Pooled(Postgres::open_patiently(&url, &pooled, true).await))
    }

    fn store(&self) -> &SqlStorage {
        self.0.store()
    }

    async fn execute(&self, sql: &'static str) {
        self.0.execute(sql).await;
    }

    async fn number(&self, sql: &'static str) -> i64 {
        self.0.number(sql).await
    }

    async fn close(self) {
        self.0.close().await;
    }
}

crate::contracts! { crate::pooler::Pooled }
