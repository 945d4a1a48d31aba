//! The migrations of SQLite files.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// The migrations with their numbers. They only go forward, and a released migration never changes.
const MIGRATIONS: [(i64, &str, &str); 19] = [
    (1, "matches and posts", include_str!("../../../migrations/sqlite/0001_matches_and_posts.sql")),
    (2, "answers", include_str!("../../../migrations/sqlite/0002_answers.sql")),
    (3, "engine", include_str!("../../../migrations/sqlite/0003_engine.sql")),
    (4, "hints", include_str!("../../../migrations/sqlite/0004_hints.sql")),
    (5, "analyses", include_str!("../../../migrations/sqlite/0005_analyses.sql")),
    (6, "clocks", include_str!("../../../migrations/sqlite/0006_clocks.sql")),
    (7, "asked", include_str!("../../../migrations/sqlite/0007_asked.sql")),
    (8, "delivery and housekeeping", include_str!("../../../migrations/sqlite/0008_delivery_and_housekeeping.sql")),
    (9, "people and accounts", include_str!("../../../migrations/sqlite/0009_people_and_accounts.sql")),
    (10, "places and message ids", include_str!("../../../migrations/sqlite/0010_places_and_message_ids.sql")),
    (11, "inbox and move lists", include_str!("../../../migrations/sqlite/0011_inbox_and_move_lists.sql")),
    (12, "destinations and leases", include_str!("../../../migrations/sqlite/0012_destinations_and_leases.sql")),
    (13, "thinking notes", include_str!("../../../migrations/sqlite/0013_thinking_notes.sql")),
    (14, "columns for two databases", include_str!("../../../migrations/sqlite/0014_columns_for_two_databases.sql")),
    (15, "leaders and slots", include_str!("../../../migrations/sqlite/0015_leaders_and_slots.sql")),
    (16, "results and ranks", include_str!("../../../migrations/sqlite/0016_results_and_ranks.sql")),
    (17, "pending events", include_str!("../../../migrations/sqlite/0017_pending_events.sql")),
    (18, "places", include_str!("../../../migrations/sqlite/0018_places.sql")),
    (19, "results by server", include_str!("../../../migrations/sqlite/0019_results_by_server.sql")),
];

/// The migrations up to the number `limit`.
pub fn migrations(limit: usize) -> Migrator {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    // sqlx's `migrate!` macro would build SQLite a second time.
    let migration = |(version, name, sql): &(i64, &'static str, &'static str)| {
        // A migration that turns foreign keys off manages its own transaction.
        let no_tx = sql.contains("PRAGMA foreign_keys");
        Migration::new(*version, (*name).into(), MigrationType::Simple, sql.into_sql_str(), no_tx)
    };
    Migrator::with_migrations(MIGRATIONS.iter().take_while(|(version, ..)| *version <= limit).map(migration).collect())
}

/// The number of the last migration.
pub(in crate::db) const LATEST: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

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
