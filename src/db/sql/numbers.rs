//! Numbers of people, places and servers, and of challenges and matches.

use super::sql_storage::SqlStorage;
use crate::db::database_error::corrupt;
use crate::db::driver::{Connection, DatabaseKind, query_as, retried};
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

/// What has a number that is chosen before it is stored.
#[derive(Clone, Copy, Debug)]
pub(super) enum Counted {
    Challenges,
    Matches,
}

impl Counted {
    const fn table(self) -> &'static str {
        match self {
            Counted::Challenges => "challenges",
            Counted::Matches => "matches",
        }
    }
}

/// The number that the next one may have. On PostgreSQL it is taken from a sequence, so that no other process chooses it;
/// some numbers are then never used. On SQLite it is the one after the last; if another request is first, storing it is
/// a conflict.
pub(super) async fn next_id(store: &SqlStorage, counted: Counted) -> Result<i64, StorageError> {
    retried(|| {
        Box::pin(async move {
            match store.database.kind() {
                DatabaseKind::Sqlite(_) => {
                    let last = query_as("SELECT seq FROM sqlite_sequence WHERE name = $1").bind(counted.table());
                    let last: Option<i64> = last.fetch_optional(&store.database).await?;
                    Ok(last.unwrap_or_default() + 1)
                }
                DatabaseKind::Postgres(_) => {
                    let next = match counted {
                        Counted::Challenges => "SELECT nextval('challenge_numbers')",
                        Counted::Matches => "SELECT nextval('match_numbers')",
                    };
                    let mut tx = store.database.write().await?;
                    let next = query_as(next).fetch_one(&mut *tx).await?;
                    tx.commit().await?;
                    Ok(next)
                }
            }
        })
    })
    .await
}
