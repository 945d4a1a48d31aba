//! A database that tests open as the bot does, and look into with SQL that both kinds of database understand.

use sqlx::AssertSqlSafe;
use std::path::PathBuf;
use tablero::catalog::Catalog;
use tablero::db::{DatabaseAddress, OpenError, ServerAddress, SqlStorage};
use tempfile::TempDir;
use test_support::postgres_server::PostgresServer;

/// An empty database.
pub enum TestDatabase {
    /// A file of SQLite in a folder of its own.
    File(TempDir),
    /// The URL of a PostgreSQL database.
    Server(String),
}

impl TestDatabase {
    pub fn file() -> TestDatabase {
        TestDatabase::File(TempDir::new().expect("a folder"))
    }

    /// `None` where PostgreSQL is not installed.
    pub async fn server() -> Option<TestDatabase> {
        Some(TestDatabase::Server(PostgresServer::get()?.new_database().await))
    }

    fn path(folder: &TempDir) -> PathBuf {
        folder.path().join("tablero.sqlite")
    }

    /// Where it is.
    pub fn address(&self) -> DatabaseAddress {
        match self {
            TestDatabase::File(folder) => DatabaseAddress::File(TestDatabase::path(folder)),
            TestDatabase::Server(url) => DatabaseAddress::Server(ServerAddress::new(url.clone(), 4)),
        }
    }

    /// Opens it as a process of the bot does, if it can be opened.
    pub async fn try_open(&self) -> Result<SqlStorage, OpenError> {
        match self.address() {
            DatabaseAddress::File(path) => SqlStorage::open_file(&path).await,
            DatabaseAddress::Server(address) => SqlStorage::open_server(&address, Catalog::standard()).await,
        }
    }

    /// Opens it as a process of the bot does.
    pub async fn open(&self) -> SqlStorage {
        self.try_open().await.expect("a database")
    }

    /// Changes it without the bot's knowledge.
    pub async fn change(&self, sql: &str) {
        match self {
            TestDatabase::File(folder) => {
                let pool = test_support::stage::database(&TestDatabase::path(folder)).await;
                let changed = sqlx::raw_sql(AssertSqlSafe(sql)).execute(&pool).await;
                changed.unwrap_or_else(|error| panic!("{sql}: {error}"));
                pool.close().await;
            }
            TestDatabase::Server(url) => {
                let pool = test_support::pools::postgres_pool(url).await;
                let changed = sqlx::raw_sql(AssertSqlSafe(sql)).execute(&pool).await;
                changed.unwrap_or_else(|error| panic!("{sql}: {error}"));
                pool.close().await;
            }
        }
    }

    /// The number that a query returns.
    pub async fn count(&self, sql: &str) -> i64 {
        match self {
            TestDatabase::File(folder) => {
                let pool = test_support::stage::database(&TestDatabase::path(folder)).await;
                let count = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&pool).await;
                pool.close().await;
                count.unwrap_or_else(|error| panic!("{sql}: {error}"))
            }
            TestDatabase::Server(url) => {
                let pool = test_support::pools::postgres_pool(url).await;
                let count = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&pool).await;
                pool.close().await;
                count.unwrap_or_else(|error| panic!("{sql}: {error}"))
            }
        }
    }

    /// The texts that a query returns.
    pub async fn texts(&self, sql: &'static str) -> Vec<String> {
        match self {
            TestDatabase::File(folder) => {
                let pool = test_support::stage::database(&TestDatabase::path(folder)).await;
                let texts = sqlx::query_scalar(sql).fetch_all(&pool).await;
                pool.close().await;
                texts.unwrap_or_else(|error| panic!("{sql}: {error}"))
            }
            TestDatabase::Server(url) => {
                let pool = test_support::pools::postgres_pool(url).await;
                let texts = sqlx::query_scalar(sql).fetch_all(&pool).await;
                pool.close().await;
                texts.unwrap_or_else(|error| panic!("{sql}: {error}"))
            }
        }
    }
}
