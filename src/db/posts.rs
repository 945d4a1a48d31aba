//! The outbox: each post is stored in the same transaction as the change it announces, with the state of its delivery.

use super::rows::{due_post, failed, stored};
use super::sqlite_storage::SqliteStorage;
use crate::service::{
    Changed, DeliveryFailure, DuePost, MatchId, Millis, OutboxStorage, Post, PostId, PostPriority, StorageError, Token,
};
use async_trait::async_trait;
use sqlx::{Row, SqliteConnection};

/// The stored number of a priority; more urgent priorities have smaller numbers.
fn number(priority: PostPriority) -> i64 {
    match priority {
        PostPriority::Turn => 0,
        PostPriority::Notice => 1,
    }
}

/// Adds posts. `token` belongs to the interaction that they respond to, if any.
pub(super) async fn add(
    conn: &mut SqliteConnection,
    posts: &[Post],
    token: Option<&Token>,
    now: Millis,
) -> Result<(), StorageError> {
    for post in posts {
        let text = serde_json::to_string(post).map_err(|error| StorageError::Failed(Box::new(error)))?;
        let (game, person) = addressee(post);
        sqlx::query(
            "INSERT INTO outbox (match, person, post, created_at, due_at, token, token_until, priority)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(game)
        .bind(person)
        .bind(text)
        .bind(now.0)
        .bind(post.not_before().map_or(now, |at| at.max(now)).0)
        .bind(token.map(Token::expose))
        .bind(token.map(|token| token.until().0))
        .bind(number(post.priority()))
        .execute(&mut *conn)
        .await
        .map_err(failed)?;
    }
    Ok(())
}

/// The due posts, in index order. A post waits for earlier posts of its match with the same or a more urgent priority,
/// except for those that were refused and are waiting for their next attempt.
const DUE: &str = "SELECT * FROM outbox AS post WHERE priority = $1 AND due_at <= $2 AND NOT EXISTS (
        SELECT 1 FROM outbox AS earlier
        WHERE earlier.match = post.match AND earlier.id < post.id AND earlier.due_at IS NOT NULL
            AND earlier.priority <= post.priority AND (earlier.blocked = 0 OR earlier.due_at <= $2)
    ) ORDER BY due_at, id LIMIT $3";

/// The time at which the next post of a priority becomes due.
const NEXT: &str = "SELECT MIN(due_at) FROM outbox WHERE priority = $1 AND due_at > $2";

#[async_trait]
impl OutboxStorage for SqliteStorage {
    async fn due_posts(
        &self,
        priority: PostPriority,
        now: Millis,
        limit: u32,
    ) -> Result<(Vec<DuePost>, Option<Millis>), StorageError> {
        let query = sqlx::query(DUE).bind(number(priority)).bind(now.0).bind(limit);
        let rows = query.fetch_all(&self.readers).await.map_err(failed)?;
        let query = sqlx::query_scalar(NEXT).bind(number(priority)).bind(now.0);
        let next: Option<i64> = query.fetch_one(&self.readers).await.map_err(failed)?;
        let mut found = Vec::new();
        for row in &rows {
            match due_post(row) {
                Ok(due) => found.push(due),
                Err(error) => {
                    let id = PostId(row.try_get("id").map_err(failed)?);
                    tracing::error!(post = %id, %error, "a stored post cannot be read and is dropped");
                    let problem = &error.to_string();
                    let failure = DeliveryFailure { id, again_at: None, blocked: false, problem, posts: &[], now };
                    self.record_delivery_failure(&failure).await?;
                }
            }
        }
        Ok((found, next.map(Millis)))
    }

    async fn add_posts(&self, posts: &[Post], now: Millis) -> Result<(), StorageError> {
        let mut tx = self.write().await?;
        add(&mut tx, posts, None, now).await?;
        tx.commit().await.map_err(failed)
    }

    async fn mark_delivered(&self, id: PostId, now: Millis) -> Result<(), StorageError> {
        let mut tx = self.write().await?;
        let query = sqlx::query(
            "UPDATE outbox SET due_at = NULL, delivered_at = $1, problem = NULL, blocked = 0, token = NULL,
                token_until = NULL
             WHERE id = $2",
        );
        query.bind(now.0).bind(id.0).execute(&mut *tx).await.map_err(failed)?;
        tx.commit().await.map_err(failed)
    }

    async fn record_delivery_failure(&self, failure: &DeliveryFailure<'_>) -> Result<(), StorageError> {
        let DeliveryFailure { id, again_at, blocked, problem, posts, now } = failure;
        let again_at = again_at.map(|at| at.0);
        let blocked = *blocked && again_at.is_some();
        let mut tx = self.write().await?;
        sqlx::query(
            "UPDATE outbox SET due_at = $1, attempts = attempts + 1, problem = $2, blocked = $3,
                told_at = COALESCE(told_at, $4),
                token = IIF($1 IS NULL, NULL, token), token_until = IIF($1 IS NULL, NULL, token_until)
             WHERE id = $5",
        )
        .bind(again_at)
        .bind(problem)
        .bind(blocked)
        .bind(Some(now.0).filter(|_| !posts.is_empty()))
        .bind(id.0)
        .execute(&mut *tx)
        .await
        .map_err(failed)?;
        if blocked {
            // The channel will refuse the match's other blocked posts as well, so they share the next attempt: one a
            // day is enough.
            let others = "UPDATE outbox SET due_at = MAX(due_at, $1)
                          WHERE blocked = 1 AND match = (SELECT match FROM outbox WHERE id = $2)";
            sqlx::query(others).bind(again_at).bind(id.0).execute(&mut *tx).await.map_err(failed)?;
        }
        add(&mut tx, posts, None, *now).await?;
        tx.commit().await.map_err(failed)
    }

    async fn has_notified_refusal(&self, game: MatchId) -> Result<bool, StorageError> {
        let query = "SELECT EXISTS (
            SELECT 1 FROM outbox WHERE match = $1 AND due_at IS NOT NULL AND blocked = 1 AND told_at IS NOT NULL
        )";
        sqlx::query_scalar(query).bind(game.0).fetch_one(&self.readers).await.map_err(failed)
    }

    async fn unblock(&self, changed: Changed, now: Millis) -> Result<bool, StorageError> {
        // Permissions change often and posts are rarely refused, so usually there is nothing to write.
        let has_blocked: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM outbox WHERE blocked = 1)")
            .fetch_one(&self.readers)
            .await
            .map_err(failed)?;
        if !has_blocked {
            return Ok(false);
        }
        // Matches from early versions have no server stored.
        let (query, about) = match changed {
            Changed::Server(server) => (
                "UPDATE outbox SET due_at = $1 WHERE blocked = 1 AND due_at > $1 AND EXISTS (
                    SELECT 1 FROM matches WHERE id = post ->> 'game' AND (server = $2 OR server IS NULL)
                 )",
                server.0,
            ),
            Changed::Place(place) => (
                "UPDATE outbox SET due_at = $1 WHERE blocked = 1 AND due_at > $1 AND EXISTS (
                    SELECT 1 FROM matches WHERE id = post ->> 'game' AND (channel = $2 OR place = $2)
                 )",
                place.0,
            ),
        };
        let mut tx = self.write().await?;
        let query = sqlx::query(query).bind(now.0).bind(stored(about));
        let due = query.execute(&mut *tx).await.map_err(failed)?.rows_affected();
        tx.commit().await.map_err(failed)?;
        Ok(due > 0)
    }
}

/// The match and the person to store for a post; at most one of them is set.
pub(super) fn addressee(post: &Post) -> (Option<i64>, Option<i64>) {
    match post.person() {
        Some(person) => (None, Some(stored(person.0))),
        None => (post.game().map(|game| game.0), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    /// The steps of SQLite's query plan.
    async fn plan(store: &SqliteStorage, query: &str) -> Vec<String> {
        let explained = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {query}"));
        let rows = sqlx::query(explained).bind(0).bind(0).bind(16).fetch_all(&store.readers).await.expect("a plan");
        rows.iter().map(|row| row.get("detail")).collect()
    }

    #[tokio::test]
    async fn what_is_due_is_found_by_indices_alone() {
        let folder = TempDir::new().expect("a folder");
        let store = SqliteStorage::open(&folder.path().join("tablero.sqlite")).await.expect("a database");
        for (query, steps) in [
            (DUE, &["SEARCH post USING INDEX outbox_due", "SEARCH earlier USING INDEX outbox_by_match"][..]),
            (NEXT, &["SEARCH outbox USING COVERING INDEX outbox_due"][..]),
        ] {
            let plan = plan(&store, query).await;
            for step in steps {
                assert!(plan.iter().any(|line| line.starts_with(step)), "{step}: {plan:#?}");
            }
            assert!(!plan.iter().any(|line| line.contains("SCAN") || line.contains("TEMP B-TREE")), "{plan:#?}");
        }
        store.close().await;
    }
}
