//! Opens databases.

use super::driver::{Database, DatabaseKind};
use super::open_error::OpenError;
use super::postgres::PostgresDatabase;
use super::server_address::ServerAddress;
use super::sql::{SqlStorage, release_leases};
use super::sqlite::SqliteDatabase;
use super::storage_options::StorageOptions;
use crate::catalog::Catalog;
use std::path::Path;

impl SqlStorage {
    /// Opens a file of SQLite, creating it if necessary, and applies pending migrations. Committed data survives a power
    /// failure.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub async fn open_file(path: &Path) -> Result<SqlStorage, OpenError> {
        SqlStorage::open_file_with(path, StorageOptions::default()).await
    }

    /// Like [`SqlStorage::open_file`], with these options.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub async fn open_file_with(path: &Path, options: StorageOptions) -> Result<SqlStorage, OpenError> {
        let file = SqliteDatabase::open(path, options.durability).await?;
        let store = SqlStorage { database: Database::new(DatabaseKind::Sqlite(file)), catalog: options.catalog };
        let settling = |source| OpenError::Settling { path: path.to_owned(), source: Box::new(source) };
        release_leases(&store).await.map_err(settling)?;
        Ok(store)
    }

    /// Opens a file of SQLite beside the process that owns it, to leave it something. The file is neither created nor
    /// migrated.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub async fn open_file_beside(path: &Path, catalog: Catalog) -> Result<SqlStorage, OpenError> {
        let file = SqliteDatabase::open_beside(path).await?;
        Ok(SqlStorage { database: Database::new(DatabaseKind::Sqlite(file)), catalog })
    }
}

impl SqlStorage {
    /// Connects to a PostgreSQL database, and applies pending migrations.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub async fn open_server(address: &ServerAddress, catalog: Catalog) -> Result<SqlStorage, OpenError> {
        let server = PostgresDatabase::open(address).await?;
        Ok(SqlStorage { database: Database::new(DatabaseKind::Postgres(server)), catalog })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::sqlite::{LATEST, migrations};
    use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
    use tempfile::TempDir;

    async fn database_without_schema(path: &Path) -> SqlitePool {
        let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
        SqlitePoolOptions::new().idle_timeout(None).max_lifetime(None).connect_with(options).await.expect("a database")
    }

    #[tokio::test]
    async fn a_database_of_every_earlier_version_is_brought_up_to_date() {
        for version in 0..=LATEST as usize {
            let folder = TempDir::new().expect("a folder");
            let path = folder.path().join("deep/tablero.sqlite");
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            let old = database_without_schema(&path).await;
            migrations(version).run(&old).await.expect("an earlier version");
            old.close().await;
            let store = SqlStorage::open_file(&path).await.expect("the current version opens the database");
            let applied: i64 = sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations")
                .fetch_one(&store.sqlite().readers)
                .await
                .expect("the table of migrations");
            assert_eq!(applied, LATEST);
            store.close().await;
        }
    }

    #[tokio::test]
    async fn a_database_of_a_later_version_is_refused() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("tablero.sqlite");
        SqlStorage::open_file(&path).await.expect("a new database").close().await;
        let pool = database_without_schema(&path).await;
        for change in
            ["UPDATE _sqlx_migrations SET version = 999 WHERE version = 1", "UPDATE program SET version = '7.5.0'"]
        {
            sqlx::query(change).execute(&pool).await.expect("a change");
        }
        pool.close().await;
        let error = SqlStorage::open_file(&path).await.expect_err("a later version").to_string();
        assert!(error.contains("tablero.sqlite belongs to version 7.5.0 or newer of tablero"), "{error}");
    }

    #[tokio::test]
    async fn a_command_writes_beside_the_owner_unless_it_is_of_another_version() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("tablero.sqlite");
        let missing = SqlStorage::open_file_beside(&path, Catalog::standard()).await;
        assert!(missing.is_err() && !path.exists(), "it is not created");
        let store = SqlStorage::open_file(&path).await.expect("a new database");
        let beside = SqlStorage::open_file_beside(&path, Catalog::standard()).await.expect("it is open");
        let change = sqlx::query("UPDATE program SET version = '0.0.1'").execute(&beside.sqlite().writer).await;
        assert_eq!(change.expect("it is written").rows_affected(), 1);
        let version: Result<String, _> =
            sqlx::query_scalar("SELECT version FROM program").fetch_one(&store.sqlite().readers).await;
        assert_eq!(version.expect("it is read"), "0.0.1");
        sqlx::query("UPDATE _sqlx_migrations SET version = 999 WHERE version = 1")
            .execute(&store.sqlite().writer)
            .await
            .expect("a change");
        let other = SqlStorage::open_file_beside(&path, Catalog::standard()).await.expect_err("another version");
        assert!(matches!(other, OpenError::OtherVersion { .. }), "{other}");
        beside.close().await;
        store.close().await;
    }

    #[tokio::test]
    async fn a_second_process_on_one_file_is_refused_until_the_first_has_ended() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("tablero.sqlite");
        let store = SqlStorage::open_file(&path).await.expect("a new database");
        let refused = SqlStorage::open_file(&path).await.expect_err("it is in use");
        assert!(matches!(refused, OpenError::InUse { .. }), "{refused}");
        assert!(refused.to_string().contains("another tablero is already using"), "{refused}");
        let copy = store.clone();
        store.close().await;
        SqlStorage::open_file(&path).await.expect("it is free").close().await;
        drop(copy);
    }
}
