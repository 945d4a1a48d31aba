//! Storage of match analyses.

use super::jobs::{self, NewJob};
use super::posts;
use super::rows::changed_one;
use super::sql_storage::SqlStorage;
use crate::db::driver::{Connection, query, query_as, retried};
use crate::service::AnalysisStep;
use crate::service::{JobKind, MatchAnalysis, MatchId, Millis, PositionAnalysis, Post, StorageError, Token};

pub(super) async fn find(store: &SqlStorage, game: MatchId) -> Result<Option<MatchAnalysis>, StorageError> {
    retried(|| {
        Box::pin(async move {
            // One transaction, so that the row and the studies are consistent.
            let mut tx = store.database.snapshot().await?;
            let row = query("SELECT * FROM analyses WHERE match = $1").bind(game.0);
            let Some(row) = row.fetch_optional(&mut tx).await? else { return Ok(None) };
            let positions: Vec<(i64, String, i64)> =
                query_as("SELECT ply, best, score FROM studies WHERE match = $1 ORDER BY ply")
                    .bind(game.0)
                    .fetch_all(&mut tx)
                    .await?;
            // Moves contain no spaces.
            let position = |(ply, best, score): (i64, String, i64)| PositionAnalysis {
                ply: usize::try_from(ply).unwrap_or(usize::MAX),
                line: best.split(' ').map(str::to_owned).collect(),
                score: i32::try_from(score).unwrap_or_default(),
            };
            Ok(Some(MatchAnalysis {
                game,
                positions: positions.into_iter().map(position).collect(),
                announced_at: Millis(row.get("told_at")?),
            }))
        })
    })
    .await
}

/// Starts an analysis, or resumes one whose job was abandoned. Does nothing while its job is waiting.
pub(super) async fn create(
    tx: &mut Connection,
    game: MatchId,
    (version, ply): (i64, usize),
    token: Option<&Token>,
    now: Millis,
) -> Result<(), StorageError> {
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
    jobs::add(tx, &NewJob { kind: JobKind::Analysis, game, version, ply, token, now }).await?;
    posts::add(tx, &[Post::Analysis { game }], token, now).await?;
    Ok(())
}

/// Stores the positions analysed in one step, and finishes or requeues the job. Either ends its lease.
pub(super) async fn advance(store: &SqlStorage, step: &AnalysisStep<'_>) -> Result<(), StorageError> {
    retried(|| {
        Box::pin(async move {
            let game = step.job.game;
            let mut tx = store.database.write().await?;
            for position in step.positions {
                let sql = "INSERT INTO studies (match, ply, best, score) VALUES ($1, $2, $3, $4)
                    ON CONFLICT (match, ply) DO UPDATE SET best = excluded.best, score = excluded.score";
                query(sql)
                    .bind(game.0)
                    .bind(position.ply as i64)
                    .bind(position.line.join(" "))
                    .bind(i64::from(position.score))
                    .execute(&mut tx)
                    .await?;
            }
            if step.announce {
                query("UPDATE analyses SET told_at = $1 WHERE match = $2")
                    .bind(step.now.0)
                    .bind(game.0)
                    .execute(&mut tx)
                    .await?;
                posts::add(&mut tx, &[Post::Analysis { game }], step.job.token.as_ref(), step.now).await?;
            }
            // The rest goes to the end of the queue: an analysis must not delay the engine's moves.
            let update = if step.complete {
                "UPDATE jobs SET state = 'done', due_at = $2, token = NULL, token_until = NULL, lease_owner = NULL,
                    lease_until = NULL
                 WHERE id = $1 AND state = 'waiting' AND lease_owner = $3"
            } else {
                "UPDATE jobs SET due_at = $2, lease_owner = NULL, lease_until = NULL
                 WHERE id = $1 AND state = 'waiting' AND lease_owner = $3"
            };
            let update = query(update).bind(step.job.id.0).bind(step.now.0).bind(step.job.lease.holder.to_string());
            changed_one(update.execute(&mut tx).await?)?;
            tx.commit().await
        })
    })
    .await
}
