//! Schedules and vacations, which stop clocks.

use super::checks::make_match_checks_due;
use super::locks::Locks;
use super::posts;
use super::rows::{changed_one, stored};
use super::stored_change::{StoredChange, Storing};
use crate::db::database_error::corrupt;
use crate::db::driver::{Connection, Row, query, query_as};
use crate::service::{
    Calendar, Millis, NewSchedule, PlayerId, Schedule, Sleep, Span, StorageError, Vacation, VacationEnd, VacationStart,
};
use async_trait::async_trait;

pub(super) fn schedule(row: &Row) -> Result<Schedule, StorageError> {
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

/// The calendars of both players of a match from `since` on. Uses one query per table, because every loaded match with
/// clocks needs them.
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

#[async_trait]
impl StoredChange for NewSchedule {
    fn locks(&self, locks: &mut Locks) {
        locks.person(self.player);
    }

    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        let NewSchedule { player, schedule } = self;
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
        make_match_checks_due(tx, *player, schedule.from_at).await?;
        Ok(())
    }
}

#[async_trait]
impl StoredChange for VacationStart {
    fn locks(&self, locks: &mut Locks) {
        locks.person(self.player);
    }

    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        let VacationStart { player, vacation, posts } = self;
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
        changed_one(inserted)?;
        posts::add(tx, posts, None, from).await?;
        make_match_checks_due(tx, *player, from).await?;
        Ok(())
    }
}

#[async_trait]
impl StoredChange for VacationEnd {
    fn locks(&self, locks: &mut Locks) {
        locks.person(self.player);
    }

    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        let VacationEnd { player, at } = self;
        // Removes vacations of no length, and future ones that began before the clock was set back.
        query("DELETE FROM vacations WHERE player = $2 AND from_at >= $1")
            .bind(at.0)
            .bind(stored(player.0))
            .execute(&mut *tx)
            .await?;
        query("UPDATE vacations SET until_at = $1 WHERE player = $2 AND until_at > $1")
            .bind(at.0)
            .bind(stored(player.0))
            .execute(&mut *tx)
            .await?;
        make_match_checks_due(tx, *player, *at).await?;
        Ok(())
    }
}
