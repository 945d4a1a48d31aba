//! A look into a database that changes nothing, also while the bot uses it.

use super::driver::{Database, DatabaseKind, Row, query, query_as};
use super::open_error::OpenError;
use super::postgres::{self, PostgresDatabase};
use super::sql::SqlStorage;
use super::sqlite::{self, SqliteDatabase};
use super::{DatabaseAddress, database_error};
use crate::catalog::Catalog;
use crate::service::{
    MatchId, Millis, Preferences, Queries, SealedStorage, ServerSettings, Sleep, StorageError, UpkeepStorage,
};
use std::time::Duration;

/// Rows that refer to nothing, and rows that are missing, with what is wrong. Foreign keys cannot express these.
const LEFTOVERS: [(&str, &str); 7] = [
    (
        "games without a place",
        "SELECT COUNT(*) FROM matches WHERE NOT EXISTS (SELECT 1 FROM match_locations WHERE match = id)",
    ),
    (
        "games of people who are not known",
        "SELECT COUNT(*) FROM matches
         WHERE (player1 != 0 AND NOT EXISTS (SELECT 1 FROM people WHERE people.id = player1))
            OR (player2 != 0 AND NOT EXISTS (SELECT 1 FROM people WHERE people.id = player2))",
    ),
    (
        "turns of the bot that it does not know of",
        "SELECT COUNT(*) FROM matches
         WHERE status = 'running' AND ((turn = 1 AND level1 IS NOT NULL) OR (turn = 2 AND level2 IS NOT NULL))
            AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.match = matches.id AND kind = 'turn'
                AND state IN ('waiting', 'failed'))",
    ),
    (
        "running clocks that nothing will stop",
        "SELECT COUNT(*) FROM matches WHERE status = 'running' AND flag_at IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM alarms WHERE kind = 'match' AND subject = matches.id)",
    ),
    (
        "turns of the bot in games that are over",
        "SELECT COUNT(*) FROM jobs WHERE kind = 'turn' AND state = 'waiting'
            AND NOT EXISTS (SELECT 1 FROM matches WHERE matches.id = jobs.match AND status = 'running')",
    ),
    (
        "posts about games that are not there",
        "SELECT COUNT(*) FROM outbox WHERE subject_kind = 'match' AND due_at IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM matches WHERE matches.id = subject)",
    ),
    (
        "ratings of people who are not known",
        "SELECT COUNT(*) FROM ratings WHERE NOT EXISTS (SELECT 1 FROM people WHERE people.id = player)",
    ),
];

/// Times that lie in the future, although what they tell has happened, by what they are of.
const AHEAD: [(&str, &str); 5] = [
    ("games", "SELECT COUNT(*) FROM matches WHERE changed_at > $1 OR since > $1 OR started_at > $1"),
    ("ratings", "SELECT COUNT(*) FROM ratings WHERE at > $1"),
    ("changes of schedules", "SELECT COUNT(*) FROM habits WHERE from_at > $1"),
    ("vacations that have begun", "SELECT COUNT(*) FROM vacations WHERE from_at > $1"),
    ("outages", "SELECT COUNT(*) FROM outages WHERE until_at > $1"),
];

/// Work that a process has claimed and not released, by what it is.
const ENDED_LEASES: [(&str, &str); 3] = [
    ("posts", "SELECT COUNT(*) FROM outbox WHERE lease_until <= $1 AND due_at IS NOT NULL"),
    ("engine jobs", "SELECT COUNT(*) FROM jobs WHERE lease_until <= $1 AND state = 'waiting'"),
    ("scheduled checks", "SELECT COUNT(*) FROM alarms WHERE lease_until <= $1"),
];

/// How long a statement may take: those of the doctor read whole tables.
const STATEMENT_MAX: Duration = Duration::from_secs(10 * 60);

/// The versions of a database schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchemaVersions {
    /// That of the database; 0 if it is empty.
    pub stored: i64,
    /// That of this program.
    pub known: i64,
}

/// The columns of a match that lists show, and that repeat what its moves say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListColumns {
    /// The match.
    pub id: MatchId,
    /// The number of plies.
    pub plies: i64,
    /// The seat to move, 1 or 2; `None` if the match is over.
    pub turn: Option<i64>,
    /// The version of the match that has these columns.
    pub version: i64,
}

impl ListColumns {
    fn read(row: &Row) -> Result<ListColumns, StorageError> {
        Ok(ListColumns {
            id: MatchId(row.get("id")?),
            plies: row.get("plies")?,
            turn: row.get("turn")?,
            version: row.get("version")?,
        })
    }
}

/// A database that is open for reading.
pub struct Inspection {
    store: SqlStorage,
}

impl Inspection {
    /// Opens a database. It is neither created nor migrated.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub async fn open(address: &DatabaseAddress, catalog: Catalog) -> Result<Inspection, OpenError> {
        // A database that cannot be asked cannot be read either, which the caller finds out.
        let kind = match address {
            DatabaseAddress::File(path) => {
                let file = SqliteDatabase::open_read_only(path).await?;
                if file.is_unreleased().await.unwrap_or_default() {
                    return Err(OpenError::Unreleased { path: path.clone() });
                }
                DatabaseKind::Sqlite(file)
            }
            DatabaseAddress::Server(server) => {
                let server = PostgresDatabase::connect(server, STATEMENT_MAX).await?;
                if server.is_unreleased().await.unwrap_or_default() {
                    return Err(OpenError::UnreleasedServer);
                }
                DatabaseKind::Postgres(server)
            }
        };
        Ok(Inspection { store: SqlStorage { database: Database::new(kind), catalog } })
    }

    /// Reads what is stored.
    pub fn queries(&self) -> &dyn Queries {
        &self.store
    }

    /// Reads the heartbeat and the backlog of work. Operations that write fail on a file.
    pub fn upkeep(&self) -> &dyn UpkeepStorage {
        &self.store
    }

    /// Reads the keys for encryption, sealed as they are.
    pub fn sealed(&self) -> &dyn SealedStorage {
        &self.store
    }

    /// Why a server does not write; `None` if it does, and for a file, which is only read here. What is written is rolled
    /// back.
    pub async fn refused_write(&self) -> Option<OpenError> {
        let DatabaseKind::Postgres(postgres) = self.store.database.kind() else { return None };
        postgres
            .try_write()
            .await
            .err()
            .map(|source| OpenError::of_server(source, |source| OpenError::Server { source }))
    }

    /// The versions of its schema and of that of the program.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn schema(&self) -> Result<SchemaVersions, StorageError> {
        let (stored, known) = match self.store.database.kind() {
            DatabaseKind::Sqlite(sqlite) => (sqlite.schema_version().await, sqlite::LATEST),
            DatabaseKind::Postgres(postgres) => (postgres.schema_version().await, postgres::LATEST),
        };
        Ok(SchemaVersions { stored: stored.map_err(database_error::failed)?, known })
    }

    /// The number of the first migration that is not the one that was applied.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn changed_migration(&self) -> Result<Option<i64>, StorageError> {
        let changed = match self.store.database.kind() {
            DatabaseKind::Sqlite(sqlite) => sqlite.changed_migration().await,
            DatabaseKind::Postgres(postgres) => postgres.changed_migration().await,
        };
        changed.map_err(database_error::failed)
    }

    /// The tables and sequences of PostgreSQL that the bot could not use; `None` if there are none, and for a file, whose
    /// permissions are those of the file system.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn missing_rights(&self) -> Result<Option<String>, StorageError> {
        match self.store.database.kind() {
            DatabaseKind::Sqlite(_) => Ok(None),
            DatabaseKind::Postgres(postgres) => postgres.missing_rights().await.map_err(database_error::failed),
        }
    }

    /// What SQLite finds wrong with its file: damage, and rows that refer to nothing. Empty if nothing is wrong, and for
    /// PostgreSQL, which checks pages when it reads them and references at every change.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn damage(&self) -> Result<Vec<String>, StorageError> {
        match self.store.database.kind() {
            DatabaseKind::Sqlite(sqlite) => sqlite.damage().await.map_err(database_error::failed),
            DatabaseKind::Postgres(_) => Ok(Vec::new()),
        }
    }

    /// The number of matches.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn count_matches(&self) -> Result<u64, StorageError> {
        self.count("SELECT COUNT(*) FROM matches").await
    }

    /// The next matches after one, by number, at most `limit`.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn matches_after(&self, last: MatchId, limit: u32) -> Result<Vec<ListColumns>, StorageError> {
        let query = query("SELECT id, plies, turn, version FROM matches WHERE id > $1 ORDER BY id LIMIT $2");
        let rows: Vec<Row> = query.bind(last.0).bind(limit).fetch_all(&self.store.database).await?;
        rows.iter().map(ListColumns::read).collect()
    }

    /// The columns of one match that lists show, if it is there.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn list_columns(&self, id: MatchId) -> Result<Option<ListColumns>, StorageError> {
        let query = query("SELECT id, plies, turn, version FROM matches WHERE id = $1");
        let row: Option<Row> = query.bind(id.0).fetch_optional(&self.store.database).await?;
        row.as_ref().map(ListColumns::read).transpose()
    }

    /// What refers to nothing or is missing, with its number.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn leftovers(&self) -> Result<Vec<(&'static str, u64)>, StorageError> {
        let mut found = Vec::new();
        for (what, sql) in LEFTOVERS {
            let number = self.count(sql).await?;
            found.extend((number > 0).then_some((what, number)));
        }
        Ok(found)
    }

    /// The number of posts that a platform refuses, because the bot lacks permissions or a channel is gone.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn refused_posts(&self) -> Result<u64, StorageError> {
        self.count("SELECT COUNT(*) FROM outbox WHERE blocked AND due_at IS NOT NULL").await
    }

    /// The number of turns and analyses of the engine that failed too often.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn failed_jobs(&self) -> Result<u64, StorageError> {
        self.count("SELECT COUNT(*) FROM jobs WHERE state = 'failed'").await
    }

    /// Work that was claimed with a lease that ended before this instant, by what it is.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn ended_leases(&self, before: Millis) -> Result<Vec<(&'static str, u64)>, StorageError> {
        let mut found = Vec::new();
        for (what, sql) in ENDED_LEASES {
            let number: i64 = query_as(sql).bind(before.0).fetch_one(&self.store.database).await?;
            found.extend((number > 0).then_some((what, number.unsigned_abs())));
        }
        Ok(found)
    }

    /// What has happened after this instant, with its number.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn times_ahead(&self, now: Millis) -> Result<Vec<(&'static str, u64)>, StorageError> {
        let mut found = Vec::new();
        for (what, sql) in AHEAD {
            let number: i64 = query_as(sql).bind(now.0).fetch_one(&self.store.database).await?;
            found.extend((number > 0).then_some((what, number.unsigned_abs())));
        }
        Ok(found)
    }

    /// The numbers of people and of servers with settings that cannot be read, and of nights that are no longer allowed.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn unreadable_settings(&self) -> Result<[u64; 3], StorageError> {
        let stored: Vec<(String, String)> =
            query_as("SELECT kind, chosen FROM settings").fetch_all(&self.store.database).await?;
        let mut unreadable = [0; 3];
        for (kind, chosen) in stored {
            match kind.as_str() {
                "person" => unreadable[0] += u64::from(!Preferences::read(&chosen).unreadable.is_empty()),
                _ => unreadable[1] += u64::from(!ServerSettings::read(&chosen).unreadable.is_empty()),
            }
        }
        let nights = "SELECT DISTINCT sleep_from, sleep_until FROM habits WHERE sleep_from IS NOT NULL";
        let nights: Vec<(i64, i64)> = query_as(nights).fetch_all(&self.store.database).await?;
        let is_night = |(from, until): &(i64, i64)| {
            let minutes = u16::try_from(*from).ok().zip(u16::try_from(*until).ok());
            minutes.and_then(|(from, until)| Sleep::new(from, until)).is_some()
        };
        unreadable[2] = nights.iter().filter(|night| !is_night(night)).count() as u64;
        Ok(unreadable)
    }

    /// The names of the time zones in the schedules of players.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn time_zones(&self) -> Result<Vec<String>, StorageError> {
        query_as("SELECT DISTINCT zone FROM habits ORDER BY zone").fetch_all(&self.store.database).await
    }

    async fn count(&self, sql: &'static str) -> Result<u64, StorageError> {
        let number: i64 = query_as(sql).fetch_one(&self.store.database).await?;
        Ok(number.unsigned_abs())
    }

    /// Closes all connections.
    pub async fn close(self) {
        self.store.close().await;
    }
}
