//! The connections to a database of a PostgreSQL server.

use super::migrations::{self, MigrationError, migrate};
use super::requirements::{self, check};
use super::sessions::Sessions;
use super::wake_ups::WakeUps;
use crate::db::database_error::is_standby;
use crate::db::open_error::OpenError;
use crate::db::server_address::ServerAddress;
use crate::db::time_limit::within;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions, Postgres};
use sqlx::{ConnectOptions, Connection, Error, Transaction};
use std::time::{Duration, Instant};

/// Begins a transaction that writes. Rows that a change is decided from are locked before they are read (see
/// `sql::locks`), so each statement may see what was committed before it. The timeouts release the locks of a process
/// that freezes inside a transaction.
const WRITE: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
    SET LOCAL idle_in_transaction_session_timeout = '10s'; SET LOCAL lock_timeout = '10s'";
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
    SET LOCAL idle_in_transaction_session_timeout = '10s'";

/// How long a change waits before it looks for the primary again.
const STANDBY_WAIT: Duration = Duration::from_millis(100);

/// A database of a PostgreSQL server. Cheap to clone.
#[derive(Clone, Debug)]
pub(in crate::db) struct PostgresDatabase {
    /// The connections.
    pub pool: PgPool,
    /// Whether a pooler may give each transaction another connection to the server. Then a statement without a
    /// transaction, which sqlx prepares and runs in two steps, might run where it was not prepared.
    pub is_pooled: bool,
    /// How long a request waits for a connection.
    patience: Duration,
    /// How long a statement may take. One that waits longer for a lock is tried again.
    pub statement_max: Duration,
    sessions: Sessions,
    wake_ups: WakeUps,
}

impl PostgresDatabase {
    /// Connects to the database and applies pending migrations.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub async fn open(address: &ServerAddress) -> Result<PostgresDatabase, OpenError> {
        let database = PostgresDatabase::connect(address, 2 * address.patience).await?;
        let refused = |source| OpenError::of_server(source, |source| OpenError::ServerMigration { source });
        migrate(&database.pool).await.map_err(|error| match error {
            MigrationError::Newer { version } => OpenError::NewerServer { version },
            MigrationError::Unreleased => OpenError::UnreleasedServer,
            MigrationError::Changed { number } => OpenError::ServerMigrationChanged { number },
            MigrationError::Refused(source) => refused(source),
        })?;
        match database.missing_rights().await.map_err(refused)? {
            Some(tables) => Err(OpenError::ServerRights { why: format!("it cannot read and write {tables}") }),
            None => Ok(database),
        }
    }

    /// Connects to the database, which is not migrated. No statement may take longer than `statement_max`.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub async fn connect(address: &ServerAddress, statement_max: Duration) -> Result<PostgresDatabase, OpenError> {
        let patience = address.patience;
        let refused = |source| OpenError::of_server(source, |source| OpenError::Server { source });
        let mut options: PgConnectOptions = address.url.parse().map_err(refused)?;
        options = options.application_name("tablero").disable_statement_logging();
        if address.is_pooled {
            // Poolers know no such setting of a session, and values are sent in binary.
            options = options.statement_cache_capacity(0).extra_float_digits(None);
        }
        check(&options, patience).await?;
        let sessions = Sessions::new();
        let tested = sessions.clone();
        let pool = PgPoolOptions::new()
            .test_before_acquire(false)
            .before_acquire(move |session, used| {
                let tested = tested.clone();
                Box::pin(async move { Ok(tested.is_usable(session, &used).await) })
            })
            // A statement that was given up may never be answered. Without this, its session would keep its place.
            .after_release(move |session, _| Box::pin(within(patience, async { session.ping().await.map(|()| true) })))
            .max_connections(address.connections)
            .acquire_timeout(patience)
            // sqlx's task that closes old and idle connections may never end (sqlx's issue 3645).
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(options)
            .await
            .map_err(refused)?;
        let (is_pooled, wake_ups) = (address.is_pooled, WakeUps::new());
        Ok(PostgresDatabase { pool, is_pooled, patience, statement_max, sessions, wake_ups })
    }

    /// The tables and sequences of the bot that the user of the URL cannot use; `None` if there are none.
    pub async fn missing_rights(&self) -> Result<Option<String>, Error> {
        requirements::missing_rights(&mut *self.pool.acquire().await?).await
    }

    /// Writes something, and rolls it back.
    pub async fn try_write(&self) -> Result<(), Error> {
        let mut tx = self.write().await?;
        let written = sqlx::query("UPDATE program SET version = version").persistent(false);
        within(self.statement_max, written.execute(&mut *tx)).await?;
        tx.rollback().await
    }

    /// Whether a version from before the first release has made the database.
    pub async fn is_unreleased(&self) -> Result<bool, Error> {
        Ok(self.schema_version().await? > 0 && migrations::is_unreleased(&mut *self.snapshot().await?).await?)
    }

    /// The first migration that is not the one that was applied to the database.
    pub async fn changed_migration(&self) -> Result<Option<i64>, Error> {
        migrations::changed(&mut *self.snapshot().await?).await
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

    /// Closes all connections. The one that listens stays with the pool's user otherwise, and the pool waits for it.
    pub async fn close(&self) {
        // From here on, nothing listens any more.
        let closing = self.pool.close();
        self.wake_ups.stop().await;
        closing.await;
    }

    /// A transaction that reads a consistent state.
    pub async fn snapshot(&self) -> Result<Transaction<'static, Postgres>, Error> {
        within(self.patience + self.statement_max, self.pool.begin_with(SNAPSHOT)).await
    }

    /// A transaction that writes. During a fail-over, new connections may lead to a standby for a while. They are closed,
    /// and the next one leads to the primary as soon as the address does.
    pub async fn write(&self) -> Result<Transaction<'static, Postgres>, Error> {
        let requested = Instant::now();
        loop {
            match within(self.patience + self.statement_max, self.pool.begin_with(WRITE)).await {
                Err(error) if is_standby(&error) && requested.elapsed() < self.patience => {
                    self.sessions.renew();
                    tokio::time::sleep(STANDBY_WAIT).await;
                }
                begun => return begun,
            }
        }
    }
}
