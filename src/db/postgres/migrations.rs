//! The migrations of PostgreSQL databases.

use sqlx::migrate::{Migration, MigrationType};
use sqlx::postgres::{PgConnection, PgPool};
use sqlx::{Error, Executor, SqlSafeStr};

/// The migrations with their numbers, which are those of SQLite. They only go forward, and a released migration never
/// changes.
const MIGRATIONS: [(i64, &str, &str); 9] = [
    (1, "tables", include_str!("../../../migrations/postgres/0001_tables.sql")),
    (2, "subjects of posts", include_str!("../../../migrations/postgres/0002_subjects_of_posts.sql")),
    (3, "level for children", include_str!("../../../migrations/postgres/0003_level_for_children.sql")),
    (4, "lessons", include_str!("../../../migrations/postgres/0004_lessons.sql")),
    (5, "sealed records", include_str!("../../../migrations/postgres/0005_sealed_records.sql")),
    (6, "puzzles", include_str!("../../../migrations/postgres/0006_puzzles.sql")),
    (
        7,
        "daily boards, sessions and links",
        include_str!("../../../migrations/postgres/0007_daily_boards_sessions_and_links.sql"),
    ),
    (8, "levels of each game", include_str!("../../../migrations/postgres/0008_levels_of_each_game.sql")),
    (9, "another level of ZÈRTZ", include_str!("../../../migrations/postgres/0009_another_level_of_zertz.sql")),
];

/// The number of the last migration.
pub(in crate::db) const LATEST: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

/// Begins a transaction that writes, also where transactions only read by default.
const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";

/// The table of the migrations that were applied.
const TABLE: &str =
    "CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum BYTEA NOT NULL)";

/// The maximum number of attempts to create the table while other processes do the same.
const ATTEMPTS: usize = 5;

/// Why a database could not be migrated.
pub(super) enum MigrationError {
    /// A newer version of the program has migrated it.
    Newer {
        /// That version.
        version: String,
    },
    /// A version from before the first release has made it.
    Unreleased,
    /// A migration is not the one that was applied.
    Changed {
        /// Its number.
        number: i64,
    },
    /// The server refused.
    Refused(Error),
}

impl From<Error> for MigrationError {
    fn from(error: Error) -> Self {
        MigrationError::Refused(error)
    }
}

/// Applies the pending migrations, all or none. Of several processes that start at once, one does, and
/// the others wait for it.
///
/// sqlx's own migrator holds an advisory lock of the session, which a pooler may move to another connection; and it
/// prepares statements outside of transactions.
pub(super) async fn migrate(pool: &PgPool) -> Result<(), MigrationError> {
    // `IF NOT EXISTS` fails if another session creates the same table at the same time.
    let mut attempt = 1;
    while let Err(error) = create_table(pool).await {
        if attempt == ATTEMPTS || error.as_database_error().is_none() {
            return Err(error.into());
        }
        attempt += 1;
    }
    let mut tx = pool.begin_with(BEGIN).await?;
    tx.execute("LOCK TABLE migrations IN EXCLUSIVE MODE").await?;
    let applied: i64 = sqlx::query_scalar("SELECT COALESCE(MAX(number), 0) FROM migrations")
        .persistent(false)
        .fetch_one(&mut *tx)
        .await?;
    if is_unreleased(&mut tx).await? {
        return Err(MigrationError::Unreleased);
    }
    if applied > LATEST {
        let version = sqlx::query_scalar("SELECT version FROM program").persistent(false);
        let version = version.fetch_optional(&mut *tx).await?;
        return Err(MigrationError::Newer { version: version.unwrap_or_else(|| format!("with schema {applied}")) });
    }
    if let Some(number) = changed(&mut tx).await? {
        return Err(MigrationError::Changed { number });
    }
    if applied == LATEST {
        return Ok(());
    }
    for (number, name, sql) in MIGRATIONS.into_iter().filter(|(number, ..)| *number > applied) {
        apply(&mut tx, number, name, sql).await?;
    }
    sqlx::query(
        "INSERT INTO program (one, version) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET version = excluded.version",
    )
    .bind(env!("CARGO_PKG_VERSION"))
    .persistent(false)
    .execute(&mut *tx)
    .await?;
    Ok(tx.commit().await?)
}

async fn create_table(pool: &PgPool) -> Result<(), Error> {
    let mut tx = pool.begin_with(BEGIN).await?;
    // Only the first start needs the right to create tables.
    let exists = sqlx::query_scalar("SELECT to_regclass('migrations') IS NOT NULL").persistent(false);
    if !exists.fetch_one(&mut *tx).await? {
        tx.execute(TABLE).await?;
    }
    tx.commit().await
}

/// Whether a version from before the first release has migrated the database. Its migrations began with a later number.
pub(super) async fn is_unreleased(conn: &mut PgConnection) -> Result<bool, Error> {
    let begins_later = "SELECT COALESCE(MIN(number) > 1, FALSE) FROM migrations";
    sqlx::query_scalar(begins_later).persistent(false).fetch_one(conn).await
}

/// The first migration that is not the one that was applied. It runs in a transaction.
pub(super) async fn changed(conn: &mut PgConnection) -> Result<Option<i64>, Error> {
    let applied = sqlx::query_as("SELECT number, checksum FROM migrations ORDER BY number").persistent(false);
    let applied: Vec<(i64, Vec<u8>)> = applied.fetch_all(conn).await?;
    let is_changed = |(number, stored): &(i64, Vec<u8>)| {
        let known = MIGRATIONS.iter().find(|(known, ..)| known == number);
        known.is_some_and(|(.., sql)| checksum(sql) != *stored)
    };
    Ok(applied.into_iter().find(is_changed).map(|(number, _)| number))
}

/// The checksum that sqlx stores for SQLite's migrations.
fn checksum(sql: &'static str) -> Vec<u8> {
    Migration::new(0, "".into(), MigrationType::Simple, sql.into_sql_str(), false).checksum.into_owned()
}

async fn apply(conn: &mut PgConnection, number: i64, name: &'static str, sql: &'static str) -> Result<(), Error> {
    sqlx::raw_sql(sql.into_sql_str()).execute(&mut *conn).await?;
    let done = sqlx::query("INSERT INTO migrations (number, name, checksum) VALUES ($1, $2, $3)");
    done.bind(number).bind(name).bind(checksum(sql)).persistent(false).execute(conn).await?;
    tracing::info!(number, name, "the database has been migrated");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    fn numbers(folder: &str) -> BTreeSet<i64> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(folder);
        let names = std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("a file").file_name());
        names.map(|name| name.to_string_lossy()[..4].parse().expect("a number")).collect()
    }

    #[test]
    fn every_migration_is_in_the_list_and_has_its_number_in_both_databases() {
        let listed: BTreeSet<i64> = MIGRATIONS.iter().map(|(number, ..)| *number).collect();
        assert_eq!(listed, numbers("postgres"));
        assert_eq!(listed, numbers("sqlite"));
    }
}
