//! The tables that are copied.

/// A table, or the part of one, with its primary key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    /// Its name.
    pub name: &'static str,
    /// The columns of its primary key.
    pub key: &'static [&'static str],
    /// Which rows: a condition, if not all.
    pub part: Option<&'static str>,
}

const fn all(name: &'static str, key: &'static [&'static str]) -> Table {
    Table { name, key, part: None }
}

/// All tables that both databases have, in an order in which each row follows the rows that it refers to.
pub(super) const TABLES: [Table; 47] = [
    all("people", &["id"]),
    all("accounts", &["platform", "external_id"]),
    all("players", &["id"]),
    all("servers", &["id"]),
    // Threads refer to channels.
    Table { name: "places", key: &["id"], part: Some("parent IS NULL") },
    Table { name: "places", key: &["id"], part: Some("parent IS NOT NULL") },
    all("matches", &["id"]),
    all("match_locations", &["match", "number"]),
    all("moves", &["match", "ply"]),
    all("move_lists", &["match"]),
    all("plans", &["match", "seat"]),
    all("notes", &["match", "player"]),
    all("hints", &["match", "ply", "seat"]),
    all("analyses", &["match"]),
    all("studies", &["match", "ply"]),
    all("challenges", &["id"]),
    all("outbox", &["id"]),
    all("jobs", &["id"]),
    all("alarms", &["kind", "subject"]),
    all("inbox", &["platform", "event"]),
    all("stored_actions", &["id"]),
    all("ratings", &["player", "game"]),
    all("rating_changes", &["id"]),
    all("members", &["server", "game", "player"]),
    all("results", &["player", "game", "server", "opponent", "level"]),
    all("settings", &["kind", "id"]),
    all("habits", &["player", "from_at"]),
    all("vacations", &["player", "from_at"]),
    all("blocks", &["player", "blocked"]),
    all("lessons", &["player", "game", "lesson"]),
    all("puzzles", &["player", "game", "number"]),
    all("puzzle_ratings", &["player", "game"]),
    all("daily_channels", &["place"]),
    all("daily_boards", &["id"]),
    all("daily_answers", &["board", "player"]),
    all("rated_puzzles", &["game", "number"]),
    all("board_link_key", &["one"]),
    all("revoked_board_links", &["player"]),
    all("token_owners", &["player"]),
    all("exports", &["player"]),
    all("link_codes", &["person"]),
    all("outages", &["from_at"]),
    all("pulse", &["one"]),
    all("platform_sessions", &["platform"]),
    all("sync_positions", &["platform"]),
    all("pending_events", &["platform", "room", "kind", "subject"]),
    all("sealed_records", &["kind", "id"]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::SqlStorage;
    use std::collections::BTreeSet;
    use tempfile::TempDir;

    /// Tables that are not copied: what the migrations write, the counters, which are copied in another way, what only
    /// SQLite has, and what running processes agree on.
    const OTHERS: [&str; 8] = [
        "_sqlx_migrations",
        "program",
        "sqlite_sequence",
        "person_numbers",
        "place_numbers",
        "leaders",
        "slots",
        "record_owner",
    ];

    #[tokio::test]
    async fn every_table_is_copied_with_its_key() {
        let folder = TempDir::new().expect("a folder");
        let store = SqlStorage::open_file(&folder.path().join("tablero.sqlite")).await.expect("a database");
        let pool = &store.sqlite().readers;
        let names = "SELECT name FROM sqlite_master WHERE type = 'table'";
        let names: Vec<String> = sqlx::query_scalar(names).fetch_all(pool).await.expect("tables");
        let names: BTreeSet<&str> = names.iter().map(String::as_str).filter(|name| !OTHERS.contains(name)).collect();
        assert_eq!(names, TABLES.iter().map(|table| table.name).collect());
        for table in TABLES {
            let key = "SELECT name FROM pragma_table_info($1) WHERE pk > 0 ORDER BY pk";
            let key: Vec<String> = sqlx::query_scalar(key).bind(table.name).fetch_all(pool).await.expect("a key");
            assert_eq!(key, table.key, "{}", table.name);
        }
        store.close().await;
    }
}
