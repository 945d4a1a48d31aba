//! Numbers of people, places and servers.

use super::rows::{corrupt, failed};
use crate::service::StorageError;
use sqlx::SqliteConnection;

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

    /// Counts on, and returns the number.
    const fn next(self) -> &'static str {
        match self {
            Numbered::People => "UPDATE person_numbers SET last = last + 1 RETURNING last",
            Numbered::Places => "UPDATE place_numbers SET last = last + 1 WHERE kind = 'place' RETURNING last",
            Numbered::Servers => "UPDATE place_numbers SET last = last + 1 WHERE kind = 'server' RETURNING last",
        }
    }
}

/// A free number: the preferred one, or the next one that is free. A number that was counted is not given again.
pub(super) async fn new_number(
    conn: &mut SqliteConnection,
    numbered: Numbered,
    preferred: Option<i64>,
) -> Result<i64, StorageError> {
    let mut candidate = preferred;
    loop {
        let number = match candidate.take() {
            Some(preferred) => preferred,
            None => sqlx::query_scalar(numbered.next()).fetch_one(&mut *conn).await.map_err(failed)?,
        };
        if preferred != Some(number) && number >= COUNTED_MAX {
            return Err(corrupt(format_args!("no number is left for {numbered:?}")));
        }
        let query = sqlx::query_scalar(numbered.is_free()).bind(number);
        if query.fetch_one(&mut *conn).await.map_err(failed)? {
            return Ok(number);
        }
    }
}
