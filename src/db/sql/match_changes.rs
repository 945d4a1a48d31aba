//! New matches and changes of matches.

use super::jobs::{self, NewJob};
use super::locks::Locks;
use super::matches::turn;
use super::new_ids::Counted;
use super::rows::{changed_one, stored, stored_player};
use super::stored_change::{StoredChange, Storing};
use super::{challenges, checks, conditional_moves, locations, moves, posts, ratings, results, schedules};
use crate::db::driver::{Connection, query, query_as};
use crate::service::{
    ChallengeState, Consequences, JobEnd, JobKind, Match, MatchChange, MatchId, MatchStop, Millis, NewMatch, Player,
    Status, StorageError, Token,
};
use async_trait::async_trait;

#[async_trait]
impl StoredChange for NewMatch {
    fn locks(&self, locks: &mut Locks) {
        locks.people_of(&self.started);
    }

    fn counted(&self) -> Option<Counted> {
        Some(Counted::Matches)
    }

    async fn store(&self, tx: &mut Connection, storing: &Storing<'_>) -> Result<(), StorageError> {
        let mut new_match = self.clone();
        if let Some(number) = storing.number {
            new_match.started.set_id(MatchId(number));
        }
        let NewMatch { started, challenge, token, .. } = &new_match;
        let [(player1, level1), (player2, level2)] = started.players.map(stored_player);
        let (clocks, now) = (&started.clocks, started.started_at);
        query(
            "INSERT INTO matches
                (id, game, setup, player1, player2, level1, level2, hints, status, started_at, changed_at, version, rated,
                 control, pauses, left1, left2, since, plies, turn, flag_at, guided)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12, $13, $14, $15, $16, $10, $17, $18, $19, $20)",
        )
        .bind(started.id.0)
        .bind(started.line.game().name())
        .bind(&started.setup)
        .bind(player1)
        .bind(player2)
        .bind(level1)
        .bind(level2)
        .bind(started.hints)
        .bind(started.status.to_string())
        .bind(now.0)
        .bind(started.version)
        .bind(started.rated)
        .bind(clocks.control.to_string())
        .bind(clocks.pauses.to_string())
        .bind(clocks.left[0])
        .bind(clocks.left[1])
        .bind(started.ply() as i64)
        .bind(turn(started))
        .bind(started.flag_at().map(|at| at.0))
        .bind(started.guided)
        .execute(&mut *tx)
        .await?;
        add_moves(tx, started, 0, now).await?;
        for location in started.locations() {
            locations::add(tx, location).await?;
        }
        if let Some(challenge) = challenge {
            challenges::close(tx, *challenge, ChallengeState::Accepted(started.id)).await?;
        }
        store_consequences(tx, started, started.version, &new_match.consequences(), token.as_ref(), now).await
    }
}

#[async_trait]
impl StoredChange for MatchChange {
    fn locks(&self, locks: &mut Locks) {
        locks.people_of(&self.after);
        locks.game(self.after.id);
    }

    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        apply(tx, self).await
    }
}

/// Applies a change within the caller's transaction.
pub(super) async fn apply(tx: &mut Connection, change: &MatchChange) -> Result<(), StorageError> {
    let MatchChange { after, now, token, .. } = change;
    let (id, clocks) = (after.id, &after.clocks);
    let changed = query(
        "UPDATE matches SET status = $1, outcome = $2, offer = $3, changed_at = $4, version = version + 1,
            left1 = $5, left2 = $6, since = $7, reminded = $8, muted1 = $9, muted2 = $10, asked = $11,
            plies = $12, turn = $13, flag_at = $14
         WHERE id = $15 AND version = $16 AND (status = 'running' OR $1 != 'running')",
    )
    .bind(after.status.to_string())
    .bind(after.outcome.map(|outcome| outcome.to_string()))
    .bind(after.offer.map(|offer| offer.to_string()))
    .bind(now.0)
    .bind(clocks.left[0])
    .bind(clocks.left[1])
    .bind(clocks.since.0)
    .bind(i64::from(clocks.reminded))
    .bind(after.muted[0])
    .bind(after.muted[1])
    .bind(after.offers_made.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    .bind(after.ply() as i64)
    .bind(turn(after))
    .bind(after.flag_at().map(|at| at.0))
    .bind(id.0)
    .bind(after.version)
    .execute(&mut *tx)
    .await?;
    changed_one(changed)?;
    if change.retained_moves < change.moves_before {
        let delete = query("DELETE FROM moves WHERE match = $1 AND ply >= $2").bind(id.0);
        delete.bind(change.retained_moves as i64).execute(&mut *tx).await?;
    }
    add_moves(tx, after, change.retained_moves, *now).await?;
    moves::pack_if_ended(tx, after).await?;
    conditional_moves::replace(tx, id, &change.conditional_moves_before, &after.conditional_moves).await?;
    if let Some((since, calendars)) = &change.calendars_before {
        let players = after.players.map(Player::person);
        if schedules::calendars(tx, players, *since).await? != *calendars {
            return Err(StorageError::Conflict);
        }
    }
    let ratings = ratings::apply(tx, after, &change.consequences.ratings, *now).await?;
    if let Some(outcome) = change.consequences.result {
        results::count(tx, after, outcome, &ratings).await?;
    }
    // Only games with the engine have such notes and jobs. At the end, whatever there is goes.
    if after.engine_seat().is_some() || after.status != Status::Running {
        posts::delete_thinking(tx, after, *now).await?;
        let end = if change.by_engine { JobEnd::Done } else { JobEnd::Dropped };
        jobs::end_turns(tx, id, end).await?;
    }
    store_consequences(tx, after, after.version + 1, &change.consequences, token.as_ref(), *now).await
}

/// Adds the moves from the ply `first` on.
async fn add_moves(tx: &mut Connection, after: &Match, first: usize, now: Millis) -> Result<(), StorageError> {
    for (ply, text) in after.line.moves().iter().enumerate().skip(first) {
        query("INSERT INTO moves (match, ply, text, played_at, earned) VALUES ($1, $2, $3, $4, $5)")
            .bind(after.id.0)
            .bind(ply as i64)
            .bind(text)
            .bind(now.0)
            .bind(after.earned.get(ply).copied().unwrap_or_default())
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

/// Stores what follows from a change of a match, except for ratings and results. `version` is the stored one.
pub(super) async fn store_consequences(
    tx: &mut Connection,
    after: &Match,
    version: i64,
    consequences: &Consequences,
    token: Option<&Token>,
    now: Millis,
) -> Result<(), StorageError> {
    posts::add(tx, &consequences.posts, token, now).await?;
    checks::schedule_match_check(tx, after.id, consequences.next_check).await?;
    if consequences.engine_acts {
        jobs::add(tx, &NewJob { kind: JobKind::Turn, match_id: after.id, version, ply: after.ply(), token, now })
            .await?;
    }
    Ok(())
}

/// Stops a match without replaying its moves, and removes its scheduled check and waiting jobs.
pub(super) async fn stop_without_replay(
    conn: &mut Connection,
    match_id: MatchId,
    now: Millis,
) -> Result<(), StorageError> {
    query(
        "UPDATE matches SET status = 'stopped', offer = NULL, asked = '', turn = NULL, flag_at = NULL, changed_at = $1,
            version = version + 1
         WHERE id = $2 AND status = 'running'",
    )
    .bind(now.0)
    .bind(match_id.0)
    .execute(&mut *conn)
    .await?;
    let delete = query("DELETE FROM alarms WHERE kind = 'match' AND subject = $1").bind(match_id.0);
    delete.execute(&mut *conn).await?;
    let jobs = "UPDATE jobs SET state = 'dropped', token = NULL, token_until = NULL, lease_owner = NULL,
                    lease_until = NULL
                WHERE match = $1 AND state = 'waiting'";
    query(jobs).bind(match_id.0).execute(conn).await?;
    Ok(())
}

#[async_trait]
impl StoredChange for MatchStop {
    fn locks(&self, locks: &mut Locks) {
        locks.game(self.match_id);
    }

    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        let found = query_as::<bool>(
            "SELECT EXISTS (
                SELECT 1 FROM matches WHERE id = $1 AND status = 'running'
                    AND EXISTS (SELECT 1 FROM match_locations WHERE match = id AND server = $2)
             )",
        );
        if !found.bind(self.match_id.0).bind(stored(self.server.0)).fetch_one(&mut *tx).await? {
            return Err(StorageError::Conflict);
        }
        stop_without_replay(tx, self.match_id, self.now).await
    }
}
