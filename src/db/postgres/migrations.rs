//! The migrations of PostgreSQL databases.

use sqlx::postgres::{PgConnection, PgPool};
use sqlx::{Error, Executor, SqlSafeStr};

/// The migrations with their numbers, which are those of SQLite. They only go forward, and a released migration never
/// changes. The first one makes the tables as SQLite's migrations up to its number have made them.
const MIGRATIONS: [(i64, &str, &str); 5] = [
    (14, "tables", include_str!("../../../migrations/postgres/0014_tables.sql")),
    (15, "leaders and slots", include_str!("../../../migrations/postgres/0015_leaders_and_slots.sql")),
    (16, "results and ranks", include_str!("../../../migrations/postgres/0016_results_and_ranks.sql")),
    (17, "pending events", include_str!("../../../migrations/postgres/0017_pending_events.sql")),
    (18, "places", include_str!("../../../migrations/postgres/0018_places.sql")),
];

/// The number of the last migration.
pub(in crate::db) const LATEST: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

/// The table of the migrations that were applied.
const TABLE: &str = "CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL)";

/// The maximum number of attempts to create the table while other processes do the same.
const ATTEMPTS: usize = 5;

/// Why a database could not be migrated.
pub(super) enum MigrationError {
    /// A newer version of the program has migrated it.
    Newer {
        /// That version.
        version: String,
    },
    /// The server refused.
    Refused(Error),
}

impl From<Error> for MigrationError {
    fn from(error: Error) -> Self {
        MigrationError::Refused(error)
    }
}

/// Applies the pending migrations up to this number, all or none. Of several processes that start at once, one does, and
/// the others wait for it.
///
/// sqlx's own migrator holds an advisory lock of the session, which a pooler may move to another connection; and it
/// prepares statements outside of transactions.
pub(super) async fn migrate(pool: &PgPool, limit: i64) -> Result<(), MigrationError> {
    // `IF NOT EXISTS` fails if another session creates the same table at the same time.
    let mut attempt = 1;
    while let Err(error) = pool.execute(TABLE).await {
        if attempt == ATTEMPTS || error.as_database_error().is_none() {
            return Err(error.into());
        }
        attempt += 1;
    }
    let mut tx = pool.begin_with("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE").await?;
    tx.execute("LOCK TABLE migrations IN EXCLUSIVE MODE").await?;
    let applied: i64 = sqlx::query_scalar("SELECT COALESCE(MAX(number), 0) FROM migrations")
        .persistent(false)
        .fetch_one(&mut *tx)
        .await?;
    if MIGRATIONS.last().is_some_and(|(latest, ..)| applied > *latest) {
        let version = sqlx::query_scalar("SELECT version FROM program").persistent(false);
        let version = version.fetch_optional(&mut *tx).await?;
        return Err(MigrationError::Newer { version: version.unwrap_or_else(|| format!("with schema {applied}")) });
    }
    let mut is_current = true;
    for (number, name, sql) in MIGRATIONS {
        if (applied + 1..=limit).contains(&number) {
            apply(&mut tx, number, name, sql).await?;
            is_current = false;
        }
    }
    if is_current {
        return Ok(());
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

async fn apply(conn: &mut PgConnection, number: i64, name: &'static str, sql: &'static str) -> Result<(), Error> {
    sqlx::raw_sql(sql.into_sql_str()).execute(&mut *conn).await?;
    let done = sqlx::query("INSERT INTO migrations (number, name) VALUES ($1, $2)");
    done.bind(number).bind(name).persistent(false).execute(conn).await?;
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
        let first = MIGRATIONS[0].0;
        let of_sqlite: BTreeSet<i64> = numbers("sqlite").into_iter().filter(|number| *number >= first).collect();
        assert_eq!(listed, of_sqlite);
    }
}
