//! The migrations of SQLite files.

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{SqlSafeStr, SqliteExecutor};

/// The migrations with their numbers. They only go forward, and a released migration never changes.
const MIGRATIONS: [(i64, &str, &str); 9] = [
    (1, "tables", include_str!("../../../migrations/sqlite/0001_tables.sql")),
    (2, "subjects of posts", include_str!("../../../migrations/sqlite/0002_subjects_of_posts.sql")),
    (3, "level for children", include_str!("../../../migrations/sqlite/0003_level_for_children.sql")),
    (4, "lessons", include_str!("../../../migrations/sqlite/0004_lessons.sql")),
    (5, "sealed records", include_str!("../../../migrations/sqlite/0005_sealed_records.sql")),
    (6, "puzzles", include_str!("../../../migrations/sqlite/0006_puzzles.sql")),
    (
        7,
        "daily boards, sessions and links",
        include_str!("../../../migrations/sqlite/0007_daily_boards_sessions_and_links.sql"),
    ),
    (8, "levels of each game", include_str!("../../../migrations/sqlite/0008_levels_of_each_game.sql")),
    (9, "another level of ZÈRTZ", include_str!("../../../migrations/sqlite/0009_another_level_of_zertz.sql")),
];

/// The migrations up to the number `limit`. Each is a transaction.
pub fn migrations(limit: usize) -> Migrator {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    // sqlx's `migrate!` macro would build SQLite a second time.
    let migration = |(version, name, sql): &(i64, &'static str, &'static str)| {
        Migration::new(*version, (*name).into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(MIGRATIONS.iter().take_while(|(version, ..)| *version <= limit).map(migration).collect())
}

/// The number of the last migration.
pub(in crate::db) const LATEST: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

/// Whether a version from before the first release has migrated the file. It had other migrations with the same numbers.
pub(super) async fn is_unreleased(file: impl SqliteExecutor<'_>) -> Result<bool, sqlx::Error> {
    let first =
        "SELECT EXISTS (SELECT 1 FROM _sqlx_migrations WHERE version = 1 AND description = 'matches and posts')";
    sqlx::query_scalar(first).fetch_one(file).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_migration_is_in_the_list() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/sqlite");
        let files = std::fs::read_dir(folder).expect("the folder").count();
        assert_eq!(files, MIGRATIONS.len());
        assert!(MIGRATIONS.iter().zip(1..).all(|((version, ..), number)| *version == number));
    }
}
