//! Locks on what a change is decided from.
//!
//! PostgreSQL runs several write transactions at a time. Each locks the people, servers and matches that it is about,
//! in this order and by their numbers, before it reads anything, and so waits for those that change the same. Then it
//! sees what they have stored: the versions and values from which its change was decided are compared, and differ. Other
//! rows belong to one of these, or are changed by a single statement with a condition.

use super::rows::stored;
use crate::db::driver::{Connection, query_as};
use crate::service::{Match, MatchId, PlayerId, ServerId, StorageError};
use std::collections::BTreeSet;

/// What a transaction locks.
#[derive(Debug, Default)]
pub(super) struct Locks {
    people: BTreeSet<i64>,
    servers: BTreeSet<i64>,
    matches: BTreeSet<i64>,
}

impl Locks {
    /// Adds a person.
    pub fn person(&mut self, person: PlayerId) {
        self.people.insert(stored(person.0));
    }

    /// Adds the people who play a match.
    pub fn people_of(&mut self, played: &Match) {
        played.players.iter().filter_map(|player| player.person()).for_each(|person| self.person(person));
    }

    /// Adds a server.
    pub fn server(&mut self, server: ServerId) {
        self.servers.insert(stored(server.0));
    }

    /// Adds a match.
    pub fn game(&mut self, match_id: MatchId) {
        self.matches.insert(match_id.0);
    }

    /// Locks the rows until the end of the transaction. SQLite has one write transaction at a time and locks nothing.
    pub async fn take(self, tx: &mut Connection) -> Result<(), StorageError> {
        if tx.is_only_writer() {
            return Ok(());
        }
        for (lock, ids) in [
            ("SELECT id FROM people WHERE id = $1", self.people),
            ("SELECT id FROM servers WHERE id = $1", self.servers),
            ("SELECT id FROM matches WHERE id = $1", self.matches),
        ] {
            for id in ids {
                query_as::<i64>(lock).bind(id).locking().fetch_optional(&mut *tx).await?;
            }
        }
        Ok(())
    }
}
