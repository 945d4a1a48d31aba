//! Stores hints and starts analyses.

use super::jobs::{self, NewJob};
use super::locks::Locks;
use super::posts;
use super::rows::seat_number;
use super::stored_change::{StoredChange, Storing};
use crate::db::driver::{Connection, query, query_as};
use crate::rules::Seat;
use crate::service::{Hint, JobKind, NewAnalysis, Post, StorageError};
use async_trait::async_trait;

#[async_trait]
impl StoredChange for Hint {
    fn locks(&self, locks: &mut Locks) {
        locks.game(self.match_id);
    }

    /// Stores a hint, and counts it if it is the first one for its position.
    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        let position_before: Option<String> =
            query_as("SELECT position FROM hints WHERE match = $1 AND ply = $2 AND seat = $3")
                .bind(self.match_id.0)
                .bind(self.ply as i64)
                .bind(seat_number(self.seat))
                .fetch_optional(&mut *tx)
                .await?;
        if position_before.is_none_or(|before| before != self.position) {
            let count = match self.seat {
                Seat::One => "UPDATE matches SET hints1 = hints1 + 1 WHERE id = $1",
                Seat::Two => "UPDATE matches SET hints2 = hints2 + 1 WHERE id = $1",
            };
            query(count).bind(self.match_id.0).execute(&mut *tx).await?;
        }
        query(
            "INSERT INTO hints (match, ply, seat, position, stage, told, asked_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (match, ply, seat)
             DO UPDATE SET position = excluded.position, stage = excluded.stage, told = excluded.told",
        )
        .bind(self.match_id.0)
        .bind(self.ply as i64)
        .bind(seat_number(self.seat))
        .bind(&self.position)
        .bind(i64::from(self.stage))
        .bind(&self.worded)
        .bind(self.requested_at.0)
        .execute(tx)
        .await
        .map(drop)
    }
}

#[async_trait]
impl StoredChange for NewAnalysis {
    fn locks(&self, locks: &mut Locks) {
        locks.game(self.played.id);
    }

    /// Starts an analysis, or resumes one whose job was abandoned. Does nothing while its job is waiting.
    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        let NewAnalysis { played, token, now } = self;
        let (game, version, ply) = (played.id, played.version, played.ply());
        let (token, now) = (token.as_ref(), *now);
        let waiting: Option<i64> =
            query_as("SELECT id FROM jobs WHERE match = $1 AND kind = 'analysis' AND state = 'waiting'")
                .bind(game.0)
                .fetch_optional(&mut *tx)
                .await?;
        if waiting.is_some() {
            return Ok(());
        }
        // The new job replaces an abandoned one.
        query("UPDATE jobs SET state = 'dropped' WHERE match = $1 AND kind = 'analysis' AND state = 'failed'")
            .bind(game.0)
            .execute(&mut *tx)
            .await?;
        query("INSERT INTO analyses (match, told_at) VALUES ($1, $2) ON CONFLICT (match) DO NOTHING")
            .bind(game.0)
            .bind(now.0)
            .execute(&mut *tx)
            .await?;
        jobs::add(tx, &NewJob { kind: JobKind::Analysis, match_id: game, version, ply, token, now }).await?;
        posts::add(tx, &[Post::Analysis { match_id: game }], token, now).await
    }
}
