//! The connections to a database of a PostgreSQL server.

use super::migrations::{MigrationError, migrate};
use super::wake_ups::WakeUps;
use crate::db::open_error::OpenError;
use crate::db::server_address::ServerAddress;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions, Postgres};
use sqlx::{ConnectOptions, Connection, Error, Transaction};
use std::time::Duration;

/// Begins a transaction that writes. Rows that a change is decided from are locked before they are read (see
/// `sql::locks`), so each statement may see what was committed before it. The timeouts release the locks of a process
/// that freezes inside a transaction.
const WRITE: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
    SET LOCAL idle_in_transaction_session_timeout = '10s'; SET LOCAL lock_timeout = '10s'";
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
    SET LOCAL idle_in_transaction_session_timeout = '10s'";

/// How long a request waits for a connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
/// The maximum age of a connection. Replacing connections lets them follow the primary to another server.
const LIFETIME: Duration = Duration::from_secs(30 * 60);

/// A database of a PostgreSQL server. Cheap to clone.
#[derive(Clone, Debug)]
pub(in crate::db) struct PostgresDatabase {
    /// The connections.
    pub pool: PgPool,
    /// Whether a pooler may give each transaction another connection to the server. Then a statement without a
    /// transaction, which sqlx prepares and runs in two steps, might run where it was not prepared.
    pub is_pooled: bool,
    wake_ups: WakeUps,
}

impl PostgresDatabase {
    /// Connects to the database and applies pending migrations.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub async fn open(address: &ServerAddress) -> Result<PostgresDatabase, OpenError> {
        PostgresDatabase::open_up_to(address, i64::MAX).await
    }

    /// Like [`PostgresDatabase::open`], with the migrations up to this number.
    pub(super) async fn open_up_to(address: &ServerAddress, limit: i64) -> Result<PostgresDatabase, OpenError> {
        let database = PostgresDatabase::connect(address).await?;
        migrate(&database.pool, limit).await.map_err(|error| match error {
            MigrationError::Newer { version } => OpenError::NewerServer { version },
            MigrationError::Refused(source) => OpenError::ServerMigration { source },
        })?;
        Ok(database)
    }

    /// Connects to the database, which is not migrated.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub async fn connect(address: &ServerAddress) -> Result<PostgresDatabase, OpenError> {
        let refused = |source| OpenError::Server { source };
        let mut options: PgConnectOptions = address.url.parse().map_err(refused)?;
        options = options.application_name("tablero").disable_statement_logging();
        if address.is_pooled {
            // Poolers know no such setting of a session, and values are sent in binary.
            options = options.statement_cache_capacity(0).extra_float_digits(None);
        }
        // Connects once without the pool, because the pool reports only a timeout, not the cause.
        options.connect().await.map_err(refused)?.close().await.map_err(refused)?;
        let pool = PgPoolOptions::new()
            .max_connections(address.connections)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .max_lifetime(LIFETIME)
            .connect_with(options)
            .await
            .map_err(refused)?;
        Ok(PostgresDatabase { pool, is_pooled: address.is_pooled, wake_ups: WakeUps::new() })
    }

    /// The number of the last migration applied to the database; 0 if it is empty.
    pub async fn schema_version(&self) -> Result<i64, Error> {
        let migrated = sqlx::query_scalar("SELECT to_regclass('migrations') IS NOT NULL").persistent(false);
        let mut tx = self.snapshot().await?;
        if !migrated.fetch_one(&mut *tx).await? {
            return Ok(0);
        }
        let latest = sqlx::query_scalar("SELECT COALESCE(MAX(number), 0) FROM migrations").persistent(false);
        latest.fetch_one(&mut *tx).await
    }

    /// The channel and the text of the message that wakes other processes.
    pub fn message(&self) -> (&'static str, &str) {
        self.wake_ups.message()
    }

    /// Waits for a message from another process. Never returns behind a pooler, which does not support `LISTEN`.
    pub async fn wait_for_message(&self) -> Result<(), Error> {
        if self.is_pooled {
            return std::future::pending().await;
        }
        self.wake_ups.wait(&self.pool).await
    }

    /// A transaction that reads a consistent state.
    pub async fn snapshot(&self) -> Result<Transaction<'static, Postgres>, Error> {
        self.pool.begin_with(SNAPSHOT).await
    }

    /// A transaction that writes.
    pub async fn write(&self) -> Result<Transaction<'static, Postgres>, Error> {
        self.pool.begin_with(WRITE).await
    }
}
