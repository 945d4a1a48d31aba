//! Connections for single reads.

use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many connections read at once.
const CONNECTIONS: u32 = 4;

/// Connections for reads without a transaction. Cheap to clone.
///
/// sqlx's pool pings each connection that comes back, in a task of its own. That costs as much as a read, and most of
/// what a turn asks of the database is single reads, so these connections are pooled here, without a ping. A connection
/// on which a read has failed is closed instead of being used again.
#[derive(Clone, Debug)]
pub(in crate::db) struct ReadConnections {
    options: Arc<SqliteConnectOptions>,
    permits: Arc<Semaphore>,
    idle: Arc<Idle>,
}

/// The connections that nobody uses. The one that was used last is the next, because its cache is the warmest.
#[derive(Debug, Default)]
struct Idle(Mutex<Vec<SqliteConnection>>);

impl Idle {
    fn connections(&self) -> MutexGuard<'_, Vec<SqliteConnection>> {
        // Every change of the list is a single step, so it is whole even after a panic.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection that is in use. It is available again when this is dropped.
#[derive(Debug)]
pub(in crate::db) struct ReadConnection {
    /// `None` only while this is dropped.
    connection: Option<SqliteConnection>,
    is_reusable: bool,
    idle: Arc<Idle>,
    /// Released after the connection is idle.
    _permit: OwnedSemaphorePermit,
}

impl ReadConnections {
    /// Connections with these options, which are opened when they are needed.
    pub fn new(options: SqliteConnectOptions) -> ReadConnections {
        let permits = Arc::new(Semaphore::new(CONNECTIONS as usize));
        ReadConnections { options: Arc::new(options), permits, idle: Arc::default() }
    }

    /// Waits until a connection is available.
    ///
    /// # Errors
    /// [`sqlx::Error::PoolClosed`], and whatever prevents a new connection.
    pub async fn acquire(&self) -> Result<ReadConnection, sqlx::Error> {
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(|_| sqlx::Error::PoolClosed)?;
        let idle = self.idle.connections().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => SqliteConnection::connect_with(&self.options).await?,
        };
        let idle = Arc::clone(&self.idle);
        Ok(ReadConnection { connection: Some(connection), is_reusable: true, idle, _permit: permit })
    }

    /// Waits until all reads have ended, and closes the connections.
    pub async fn close(&self) {
        // Fails if they are closed already.
        if let Ok(all) = self.permits.acquire_many(CONNECTIONS).await {
            self.permits.close();
            drop(all);
        }
        let idle = std::mem::take(&mut *self.idle.connections());
        for connection in idle {
            // Nothing can be lost by an error, because these connections only read.
            let _ = connection.close().await;
        }
    }
}

impl ReadConnection {
    /// Closes the connection when this is dropped.
    pub fn discard(&mut self) {
        self.is_reusable = false;
    }
}

impl Drop for ReadConnection {
    fn drop(&mut self) {
        let connection = self.connection.take().filter(|_| self.is_reusable);
        self.idle.connections().extend(connection);
    }
}

const TAKEN: &str = "only `drop` takes the connection";

impl Deref for ReadConnection {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        self.connection.as_ref().expect(TAKEN)
    }
}

impl DerefMut for ReadConnection {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        self.connection.as_mut().expect(TAKEN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    /// Whether a connection still has what was attached to it, which shows whether it is the same as before.
    async fn is_marked(connection: &mut ReadConnection) -> bool {
        let marks = "SELECT COUNT(*) FROM pragma_database_list WHERE name = 'mark'";
        sqlx::query_scalar::<_, i64>(marks).fetch_one(&mut **connection).await.expect("a count") == 1
    }

    #[tokio::test]
    async fn connections_are_used_again_unless_a_read_failed() {
        let folder = TempDir::new().expect("a folder");
        let file = folder.path().join("file.sqlite");
        let connections = ReadConnections::new(SqliteConnectOptions::new().filename(file).create_if_missing(true));
        let mut one = connections.acquire().await.expect("a connection");
        sqlx::query("ATTACH ':memory:' AS mark").execute(&mut *one).await.expect("it is marked");
        drop(one);
        let mut same = connections.acquire().await.expect("a connection");
        let mut other = connections.acquire().await.expect("another connection");
        assert!(is_marked(&mut same).await && !is_marked(&mut other).await);
        drop(other);
        same.discard();
        drop(same);
        for _ in 0..2 {
            assert!(!is_marked(&mut connections.acquire().await.expect("a connection")).await);
        }
        connections.close().await;
    }

    #[tokio::test]
    async fn closing_waits_for_the_last_read() {
        let folder = TempDir::new().expect("a folder");
        let file = folder.path().join("file.sqlite");
        let connections = ReadConnections::new(SqliteConnectOptions::new().filename(file).create_if_missing(true));
        let mut all = Vec::new();
        for _ in 0..CONNECTIONS {
            all.push(connections.acquire().await.expect("a connection"));
        }
        let waiting = connections.acquire();
        tokio::pin!(waiting);
        assert!(futures_util::poll!(&mut waiting).is_pending());
        all.pop();
        drop(waiting.await.expect("the one that was returned"));
        let closing = connections.close();
        tokio::pin!(closing);
        assert!(futures_util::poll!(&mut closing).is_pending());
        drop(all);
        closing.await;
        assert!(matches!(connections.acquire().await, Err(sqlx::Error::PoolClosed)));
        // Closing again has nothing to wait for.
        connections.close().await;
    }
}
