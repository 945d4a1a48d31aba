//! The ids of new people, places and servers, and of new challenges and matches.

use crate::db::database_error::corrupt;
use crate::db::driver::{Connection, query_as};
use crate::service::StorageError;

/// Numbers that are counted are below this. Discord's ids contain the milliseconds since 2015 above their lowest 22
/// bits, so everything made after the first second has a larger one.
const COUNTED_MAX: i64 = 1 << 32;

/// What is numbered.
#[derive(Clone, Copy, Debug)]
pub(super) enum Numbered {
    People,
    Places,
    Servers,
}

impl Numbered {
    /// Whether a number (`$1`) is free.
    const fn is_free(self) -> &'static str {
        match self {
            Numbered::People => "SELECT NOT EXISTS (SELECT 1 FROM people WHERE id = $1)",
            Numbered::Places => "SELECT NOT EXISTS (SELECT 1 FROM places WHERE id = $1)",
            Numbered::Servers => "SELECT NOT EXISTS (SELECT 1 FROM servers WHERE id = $1)",
        }
    }

    /// Counts on, and returns the number. PostgreSQL has a sequence for each, because a row would make all who count
    /// wait for one another.
    const fn next(self, is_only_writer: bool) -> &'static str {
        match self {
            Numbered::People if is_only_writer => "UPDATE person_numbers SET last = last + 1 RETURNING last",
            Numbered::Places if is_only_writer => {
                "UPDATE place_numbers SET last = last + 1 WHERE kind = 'place' RETURNING last"
            }
            Numbered::Servers if is_only_writer => {
                "UPDATE place_numbers SET last = last + 1 WHERE kind = 'server' RETURNING last"
            }
            Numbered::People => "SELECT nextval('person_numbers')",
            Numbered::Places => "SELECT nextval('place_numbers')",
            Numbered::Servers => "SELECT nextval('server_numbers')",
        }
    }
}

/// A free number: the preferred one, or the next one that is free. A number that was counted is not given again.
pub(super) async fn new_number(
    conn: &mut Connection,
    numbered: Numbered,
    preferred: Option<i64>,
) -> Result<i64, StorageError> {
    let mut candidate = preferred;
    loop {
        let number = match candidate.take() {
            Some(preferred) => preferred,
            None => query_as(numbered.next(conn.is_only_writer())).fetch_one(&mut *conn).await?,
        };
        if preferred != Some(number) && number >= COUNTED_MAX {
            return Err(corrupt(format_args!("no number is left for {numbered:?}")));
        }
        if query_as(numbered.is_free()).bind(number).fetch_one(&mut *conn).await? {
            return Ok(number);
        }
    }
}

/// What is numbered from 1 in the order in which it is stored.
#[derive(Clone, Copy, Debug)]
pub(super) enum Counted {
    Challenges,
    Matches,
}

/// The number of a new challenge or match that the transaction stores. Nobody else gets it, so that any number of them
/// can be made at once. On PostgreSQL it is taken from a sequence, because a row would make all who count wait for one
/// another; the numbers of transactions that are rolled back are then never used.
pub(super) async fn next_id(tx: &mut Connection, counted: Counted) -> Result<i64, StorageError> {
    let (table, next) = match counted {
        Counted::Challenges => ("challenges", "SELECT nextval('challenge_numbers')"),
        Counted::Matches => ("matches", "SELECT nextval('match_numbers')"),
    };
    if !tx.is_only_writer() {
        return query_as(next).fetch_one(tx).await;
    }
    // SQLite's own record of the last number, which has no row before the first one.
    let next = query_as("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = $1 RETURNING seq").bind(table);
    if let Some(next) = next.fetch_optional(&mut *tx).await? {
        return Ok(next);
    }
    query_as("INSERT INTO sqlite_sequence (name, seq) VALUES ($1, 1) RETURNING seq").bind(table).fetch_one(tx).await
}
