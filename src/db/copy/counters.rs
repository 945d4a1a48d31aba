//! The numbers that are given next.

use crate::db::driver::{Connection, Database, DatabaseKind, query, query_as};
use crate::service::StorageError;

/// A counter, with the last number that it has given.
#[derive(Clone, Copy, Debug)]
struct Counter {
    /// Reads it from SQLite.
    sqlite: &'static str,
    /// Its sequence on PostgreSQL.
    sequence: &'static str,
    /// The table whose ids SQLite counts, if it counts the ids of a table.
    table: Option<&'static str>,
    /// Sets it to `$1` on SQLite, if it is not that of a table.
    set: &'static str,
}

const fn of_table(table: &'static str, sequence: &'static str) -> Counter {
    let sqlite = "SELECT seq FROM sqlite_sequence WHERE name = $1";
    Counter { sqlite, sequence, table: Some(table), set: "" }
}

const COUNTERS: [Counter; 10] = [
    of_table("matches", "match_numbers"),
    of_table("challenges", "challenge_numbers"),
    of_table("outbox", "outbox_id_seq"),
    of_table("jobs", "jobs_id_seq"),
    of_table("stored_actions", "stored_actions_id_seq"),
    of_table("rating_changes", "rating_changes_id_seq"),
    of_table("daily_boards", "daily_boards_id_seq"),
    Counter {
        sqlite: "SELECT last FROM person_numbers",
        sequence: "person_numbers",
        table: None,
        set: "UPDATE person_numbers SET last = $1",
    },
    Counter {
        sqlite: "SELECT last FROM place_numbers WHERE kind = 'place'",
        sequence: "place_numbers",
        table: None,
        set: "UPDATE place_numbers SET last = $1 WHERE kind = 'place'",
    },
    Counter {
        sqlite: "SELECT last FROM place_numbers WHERE kind = 'server'",
        sequence: "server_numbers",
        table: None,
        set: "UPDATE place_numbers SET last = $1 WHERE kind = 'server'",
    },
];

impl Counter {
    /// The last number that was given; 0 if none was.
    async fn last(&self, database: &Database) -> Result<i64, StorageError> {
        let last: Option<Option<i64>> = match database.kind() {
            DatabaseKind::Sqlite(_) => {
                let query = query_as(self.sqlite);
                let query = if let Some(table) = self.table { query.bind(table) } else { query };
                query.fetch_optional(database).await?
            }
            DatabaseKind::Postgres(_) => {
                let query = query_as(
                    "SELECT last_value FROM pg_sequences
                     WHERE schemaname = CURRENT_SCHEMA() AND sequencename = $1",
                );
                query.bind(self.sequence).fetch_optional(database).await?
            }
        };
        Ok(last.flatten().unwrap_or_default())
    }

    async fn set(&self, tx: &mut Connection, last: i64) -> Result<(), StorageError> {
        match (tx.is_only_writer(), self.table) {
            (true, Some(table)) => {
                query("DELETE FROM sqlite_sequence WHERE name = $1").bind(table).execute(&mut *tx).await?;
                let insert = query("INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)");
                insert.bind(table).bind(last).execute(tx).await?;
            }
            (true, None) => {
                query(self.set).bind(last).execute(tx).await?;
            }
            (false, _) => {
                let set = query_as::<i64>("SELECT setval(CAST($1 AS REGCLASS), $2)");
                set.bind(self.sequence).bind(last).fetch_optional(tx).await?;
            }
        }
        Ok(())
    }
}

/// Sets the counters of a database to where those of another are.
pub(super) async fn copy(from: &Database, to: &Database) -> Result<(), StorageError> {
    let mut tx = to.begin().await?;
    for counter in COUNTERS {
        let last = counter.last(from).await?;
        // A counter that has given no number begins at 1.
        if last > 0 {
            counter.set(&mut tx, last).await?;
        }
    }
    tx.commit().await
}
