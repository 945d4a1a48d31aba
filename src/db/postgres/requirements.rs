//! What a server and its database must be, before the bot uses them.

use super::sessions::is_primary;
use crate::db::open_error::OpenError;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Connection, Error, Row};
use std::time::Duration;

/// The tables and sequences of the bot that the user cannot use; NULL if there are none.
const MISSING_RIGHTS: &str = "SELECT string_agg(relname, ', ' ORDER BY relname) FROM pg_class
     WHERE relowner = (SELECT relowner FROM pg_class WHERE oid = to_regclass('migrations'))
        AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('migrations'))
        AND CASE relkind WHEN 'S' THEN NOT has_sequence_privilege(oid, 'USAGE')
            WHEN 'r' THEN NOT (has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
                AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE'))
            ELSE FALSE END";

/// Connects once without a pool, which would report only that the time is up, and checks what cannot be mended later.
/// The server has this long to accept a connection and to answer two questions.
pub(super) async fn check(options: &PgConnectOptions, patience: Duration) -> Result<(), OpenError> {
    let check = async {
        let mut session = options.connect().await?;
        let encoding = sqlx::raw_sql("SHOW server_encoding").fetch_one(&mut session).await?.try_get(0)?;
        let is_primary = is_primary(&mut session).await?;
        session.close().await?;
        Ok((encoding, is_primary))
    };
    let checked: Result<(String, bool), Error> =
        tokio::time::timeout(patience, check).await.map_err(|_| OpenError::ServerSilent(patience))?;
    let (encoding, is_primary) =
        checked.map_err(|source| OpenError::of_server(source, |source| OpenError::Server { source }))?;
    if encoding != "UTF8" {
        return Err(OpenError::ServerEncoding { encoding });
    }
    if is_primary { Ok(()) } else { Err(OpenError::ServerStandby) }
}

/// The tables and sequences of the bot that the user cannot use, with commas in between; `None` if there are none.
pub(super) async fn missing_rights(session: &mut PgConnection) -> Result<Option<String>, Error> {
    sqlx::raw_sql(MISSING_RIGHTS).fetch_one(session).await?.try_get(0)
}
