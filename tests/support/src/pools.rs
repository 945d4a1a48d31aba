//! Connections of the tests themselves, beside the bot's.

use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};

/// A pool for a file. Like the bot's, it has no task that closes idle connections, because sqlx's may never end.
pub async fn sqlite_pool(options: SqliteConnectOptions) -> SqlitePool {
    let pool = SqlitePoolOptions::new().idle_timeout(None).max_lifetime(None);
    pool.connect_with(options).await.expect("the database opens")
}

/// A pool for a server, without such a task either.
pub async fn postgres_pool(url: &str) -> PgPool {
    PgPoolOptions::new().idle_timeout(None).max_lifetime(None).connect(url).await.expect("the server runs")
}
