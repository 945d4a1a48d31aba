//! Preferences of people, settings of servers, schedules and vacations.

use super::rows::stored;
use super::sql_storage::SqlStorage;
use super::time::{self, make_match_checks_due};
use crate::db::database_error::corrupt;
use crate::db::driver::{Connection, Row, query, query_as};
use crate::service::change_set::VacationStart;
use crate::service::lenient_fields;
use crate::service::storage_error::StorageError;
use crate::service::time::vacation::EARNING_PLIES;
use crate::service::{
    Calendar, Millis, PlayerId, Preferences, PreferencesChange, Schedule, ServerId, ServerSettings, Sleep, Span,
    Vacation,
};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The stored preferences or settings as JSON; empty when there are none.
async fn stored_settings(conn: &mut Connection, kind: &str, id: u64) -> Result<String, StorageError> {
    let query = query_as("SELECT chosen FROM settings WHERE kind = $1 AND id = $2");
    let found: Option<String> = query.bind(kind).bind(stored(id)).fetch_optional(conn).await?;
    Ok(found.unwrap_or_default())
}

async fn store_settings(conn: &mut Connection, kind: &str, id: u64, settings: String) -> Result<(), StorageError> {
    query(
        "INSERT INTO settings (kind, id, chosen) VALUES ($1, $2, $3)
         ON CONFLICT (kind, id) DO UPDATE SET chosen = excluded.chosen",
    )
    .bind(kind)
    .bind(stored(id))
    .bind(settings)
    .execute(conn)
    .await?;
    Ok(())
}

fn json(value: &impl serde::Serialize) -> Result<Value, StorageError> {
    serde_json::to_value(value).map_err(|error| StorageError::Failed(Box::new(error)))
}

/// Logs fields that could not be read, once for each stored text, because settings are read often. People are not
/// named.
fn log_unreadable(kind: &str, stored: &str, unreadable: &[&str]) {
    const LOGGED_MAX: usize = 1_000;
    static LOGGED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    if !unreadable.is_empty() {
        let mut logged = LOGGED.lock().unwrap_or_else(PoisonError::into_inner);
        if logged.len() < LOGGED_MAX && logged.insert(stored.to_owned()) {
            tracing::error!(
                kind,
                ?unreadable,
                "stored settings cannot be read; their defaults are used, which allow nothing new"
            );
        }
    }
}

pub(super) fn parse_preferences(stored: &str) -> Preferences {
    let read = Preferences::read(stored);
    log_unreadable("person", stored, &read.unreadable);
    read
}

fn parse_server_settings(stored: &str) -> ServerSettings {
    let read = ServerSettings::read(stored);
    log_unreadable("server", stored, &read.unreadable);
    read
}

pub(super) async fn preferences(conn: &mut Connection, player: PlayerId) -> Result<Preferences, StorageError> {
    Ok(parse_preferences(&stored_settings(conn, "person", player.0).await?))
}

pub(super) async fn settings_and_preferences(
    store: &SqlStorage,
    server: Option<ServerId>,
    player: PlayerId,
) -> Result<(ServerSettings, Preferences), StorageError> {
    let sql = "SELECT (SELECT chosen FROM settings WHERE kind = 'server' AND id = $1),
                   (SELECT chosen FROM settings WHERE kind = 'person' AND id = $2)";
    let query = query_as(sql).bind(server.map(|server| stored(server.0))).bind(stored(player.0));
    let (settings, preferences): (Option<String>, Option<String>) = query.fetch_one(&store.database).await?;
    Ok((parse_server_settings(&settings.unwrap_or_default()), parse_preferences(&preferences.unwrap_or_default())))
}

pub(super) async fn update_preferences(tx: &mut Connection, change: &PreferencesChange) -> Result<(), StorageError> {
    let PreferencesChange { player, before, after, digest_at, now } = change;
    let (player, digest_at, now) = (*player, *digest_at, *now);
    let json_before = stored_settings(tx, "person", player.0).await?;
    if parse_preferences(&json_before) != *before {
        return Err(StorageError::Conflict);
    }
    let merged = lenient_fields::merged(&json_before, &json(before)?, json(after)?);
    store_settings(tx, "person", player.0, merged.to_string()).await?;
    time::schedule_check(tx, "digest", stored(player.0), digest_at).await?;
    make_match_checks_due(tx, player, now).await?;
    Ok(())
}

pub(super) async fn server_settings(store: &SqlStorage, server: ServerId) -> Result<ServerSettings, StorageError> {
    let mut conn = store.database.reader().await?;
    Ok(parse_server_settings(&stored_settings(&mut conn, "server", server.0).await?))
}

pub(super) async fn update_server_settings(
    tx: &mut Connection,
    server: ServerId,
    before: &ServerSettings,
    after: &ServerSettings,
) -> Result<(), StorageError> {
    let json_before = stored_settings(tx, "server", server.0).await?;
    if parse_server_settings(&json_before) != *before {
        return Err(StorageError::Conflict);
    }
    let merged = lenient_fields::merged(&json_before, &json(before)?, json(after)?);
    store_settings(tx, "server", server.0, merged.to_string()).await?;
    Ok(())
}

fn schedule(row: &Row) -> Result<Schedule, StorageError> {
    let minute = |name| -> Result<Option<u16>, StorageError> {
        let minute: Option<i64> = row.get(name)?;
        minute.map(|minute| u16::try_from(minute).map_err(corrupt)).transpose()
    };
    let sleep = minute("sleep_from")?.zip(minute("sleep_until")?);
    Ok(Schedule {
        from_at: Millis(row.get("from_at")?),
        zone: row.get("zone")?,
        sleep: sleep.and_then(|(from, until)| Sleep::new(from, until)),
        weekend: row.get("weekend")?,
    })
}

pub(super) async fn schedules(conn: &mut Connection, player: PlayerId) -> Result<Vec<Schedule>, StorageError> {
    let query = query("SELECT * FROM habits WHERE player = $1 ORDER BY from_at").bind(stored(player.0));
    query.fetch_all(conn).await?.iter().map(schedule).collect()
}

pub(super) async fn add_schedule(
    tx: &mut Connection,
    player: PlayerId,
    schedule: &Schedule,
) -> Result<(), StorageError> {
    if !schedule.stops_clocks() {
        // A person may change the time zone alone without limit, so such a change must not add a row each time.
        let replaced = query(
            "UPDATE habits SET zone = $1 WHERE player = $2 AND sleep_from IS NULL AND NOT weekend
                AND from_at = (SELECT MAX(from_at) FROM habits WHERE player = $2)",
        )
        .bind(&schedule.zone)
        .bind(stored(player.0))
        .execute(&mut *tx)
        .await?;
        if replaced == 1 {
            return Ok(());
        }
    }
    query(
        "INSERT INTO habits (player, from_at, zone, sleep_from, sleep_until, weekend) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (player, from_at) DO UPDATE SET zone = excluded.zone, sleep_from = excluded.sleep_from,
            sleep_until = excluded.sleep_until, weekend = excluded.weekend",
    )
    .bind(stored(player.0))
    .bind(schedule.from_at.0)
    .bind(&schedule.zone)
    .bind(schedule.sleep.map(|sleep| i64::from(sleep.from)))
    .bind(schedule.sleep.map(|sleep| i64::from(sleep.until)))
    .bind(schedule.weekend)
    .execute(&mut *tx)
    .await?;
    make_match_checks_due(tx, player, schedule.from_at).await?;
    Ok(())
}

pub(super) async fn vacations(
    conn: &mut Connection,
    player: PlayerId,
    after: Millis,
) -> Result<Vec<Vacation>, StorageError> {
    let query =
        query_as("SELECT from_at, until_at, saved FROM vacations WHERE player = $1 AND until_at > $2 ORDER BY from_at");
    let rows: Vec<(i64, i64, bool)> = query.bind(stored(player.0)).bind(after.0).fetch_all(conn).await?;
    let vacation =
        |(from, until, automatic)| Vacation { span: Span { from: Millis(from), until: Millis(until) }, automatic };
    Ok(rows.into_iter().map(vacation).collect())
}

pub(super) async fn start_vacation(tx: &mut Connection, start: &VacationStart) -> Result<(), StorageError> {
    let VacationStart { player, vacation, posts } = start;
    let Span { from, until } = vacation.span;
    let inserted = query(
        "INSERT INTO vacations (player, from_at, until_at, saved) SELECT $1, $2, $3, $4 WHERE NOT EXISTS (
            SELECT 1 FROM vacations WHERE player = $1 AND until_at > $2
         ) ON CONFLICT (player, from_at) DO NOTHING",
    )
    .bind(stored(player.0))
    .bind(from.0)
    .bind(until.0)
    .bind(vacation.automatic)
    .execute(&mut *tx)
    .await?;
    if inserted != 1 {
        return Err(StorageError::Conflict);
    }
    super::posts::add(tx, posts, None, from).await?;
    make_match_checks_due(tx, *player, from).await?;
    Ok(())
}

pub(super) async fn end_vacation(tx: &mut Connection, player: PlayerId, now: Millis) -> Result<(), StorageError> {
    // Removes vacations of no length, and future ones that began before the clock was set back.
    query("DELETE FROM vacations WHERE player = $2 AND from_at >= $1")
        .bind(now.0)
        .bind(stored(player.0))
        .execute(&mut *tx)
        .await?;
    query("UPDATE vacations SET until_at = $1 WHERE player = $2 AND until_at > $1")
        .bind(now.0)
        .bind(stored(player.0))
        .execute(&mut *tx)
        .await?;
    make_match_checks_due(tx, player, now).await?;
    Ok(())
}

pub(super) async fn count_ended(store: &SqlStorage, player: PlayerId, within: Span) -> Result<u32, StorageError> {
    let query = query_as(
        "SELECT
            (SELECT COUNT(*) FROM matches WHERE player1 = $1 AND status != 'running' AND changed_at >= $2
                AND changed_at < $3 AND plies >= $4 AND status NOT IN ('aborted', 'stopped')
                AND NOT (status = 'timeout' AND outcome = '0-1')
                AND (level2 IS NULL OR status LIKE 'rules:%'))
          + (SELECT COUNT(*) FROM matches WHERE player2 = $1 AND status != 'running' AND changed_at >= $2
                AND changed_at < $3 AND plies >= $4 AND status NOT IN ('aborted', 'stopped')
                AND NOT (status = 'timeout' AND outcome = '1-0')
                AND (level1 IS NULL OR status LIKE 'rules:%'))",
    );
    let query = query.bind(stored(player.0)).bind(within.from.0).bind(within.until.0).bind(EARNING_PLIES);
    let count: i64 = query.fetch_one(&store.database).await?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

/// The calendars that stop the clocks of both players of a match from `since` on. Uses one query per table, because
/// every loaded match with clocks needs this.
pub(super) async fn calendars(
    conn: &mut Connection,
    players: [Option<PlayerId>; 2],
    since: Millis,
) -> Result<[Calendar; 2], StorageError> {
    let mut found: [Calendar; 2] = Default::default();
    // The engine is looked up as 0; `at` ignores the rows found for it.
    let ids = players.map(|player| player.map_or(0, |player| stored(player.0)));
    let at = |id: i64| ids.iter().position(|known| *known == id).filter(|at| players[*at].is_some());
    let rows = query("SELECT * FROM habits WHERE player IN ($1, $2) ORDER BY from_at").bind(ids[0]).bind(ids[1]);
    for row in rows.fetch_all(&mut *conn).await? {
        let Some(at) = at(row.get("player")?) else { continue };
        let (schedule, schedules) = (schedule(&row)?, &mut found[at].schedules);
        // Of the schedules that began before `since`, only the last still applies.
        if schedule.from_at <= since {
            schedules.clear();
        }
        schedules.push(schedule);
    }
    let rows: Vec<(i64, i64, i64, bool)> = query_as(
        "SELECT player, from_at, until_at, saved FROM vacations WHERE player IN ($1, $2) AND until_at > $3
         ORDER BY from_at",
    )
    .bind(ids[0])
    .bind(ids[1])
    .bind(since.0)
    .fetch_all(&mut *conn)
    .await?;
    for (id, from, until, automatic) in rows {
        let vacation = Vacation { span: Span { from: Millis(from), until: Millis(until) }, automatic };
        if let Some(at) = at(id) {
            found[at].vacations.push(vacation);
        }
    }
    let rows: Vec<(i64, i64)> = query_as("SELECT from_at, until_at FROM outages WHERE until_at > $1 ORDER BY from_at")
        .bind(since.0)
        .fetch_all(conn)
        .await?;
    let outages: Vec<Span> =
        rows.into_iter().map(|(from, until)| Span { from: Millis(from), until: Millis(until) }).collect();
    for calendar in &mut found {
        calendar.outages.clone_from(&outages);
    }
    Ok(found)
}
