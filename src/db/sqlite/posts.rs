//! The outbox: each post is stored in the same transaction as the change it announces, with the state of its delivery.

use super::rows::{changed_one, due_post, failed, stored};
use super::sqlite_storage::SqliteStorage;
use crate::service::{
    Changed, DeliveryFailure, DuePost, Lease, LeaseHolder, LocationId, Match, Millis, OutboxStorage, PlatformId, Post,
    PostId, PostPriority, Status, StorageError, Token,
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

/// Adds a post to each location of its match.
const ADD_TO_LOCATIONS: &str =
    "INSERT INTO outbox (platform, match, location, post, priority, created_at, due_at, token, token_until)
     SELECT platform, match, number, $2, $3, $4, $5, $6, $7
     FROM match_locations JOIN places ON places.id = channel WHERE match = $1 ORDER BY number";

/// Adds a post for a person, on the platform on which they play the match, if they have an account there.
const ADD_TO_PERSON: &str =
    "INSERT INTO outbox (platform, person, location, post, priority, created_at, due_at, token, token_until)
     SELECT platform, person, (
            SELECT MIN(number) FROM match_locations JOIN places ON places.id = channel
            JOIN matches ON matches.id = match
            WHERE match = $1 AND places.platform = accounts.platform
                AND (seat IS NULL OR person = IIF(seat = 1, player1, player2))
        ) AS location, $3, $4, $5, $6, $7, $8
     FROM accounts WHERE person = $2 ORDER BY location IS NULL, location, platform LIMIT 1";

/// Adds a post about a challenge, on the platform where it was made.
const ADD_TO_CHALLENGE: &str = "INSERT INTO outbox (platform, post, priority, created_at, due_at, token, token_until)
     SELECT platform, $2, $3, $4, $5, $6, $7 FROM challenges JOIN places ON places.id = place WHERE challenges.id = $1";

/// Adds posts, with a row for each destination. `token` belongs to the interaction that they respond to, if any.
pub(super) async fn add(
    conn: &mut SqliteConnection,
    posts: &[Post],
    token: Option<&Token>,
    now: Millis,
) -> Result<(), StorageError> {
    for post in posts {
        let text = serde_json::to_string(post).map_err(|error| StorageError::Failed(Box::new(error)))?;
        let game = post.game().map(|game| game.0);
        let query = match (post.person(), post.challenge()) {
            (Some(person), _) => sqlx::query(ADD_TO_PERSON).bind(game).bind(stored(person.0)),
            (None, Some(challenge)) => sqlx::query(ADD_TO_CHALLENGE).bind(challenge.0),
            (None, None) => sqlx::query(ADD_TO_LOCATIONS).bind(game),
        };
        let added = query
            .bind(text)
            .bind(number(post.priority()))
            .bind(now.0)
            .bind(post.not_before().map_or(now, |at| at.max(now)).0)
            .bind(token.map(Token::expose))
            .bind(token.map(|token| token.until().0))
            .execute(&mut *conn)
            .await
            .map_err(failed)?;
        if added.rows_affected() == 0 {
            // The person or the challenge is no longer stored, or the place of the match is on no platform.
            tracing::warn!(game, "a post has no destination");
        }
    }
    Ok(())
}

/// Deletes waiting notes that the engine is thinking about an earlier position, or in a match that has ended.
pub(super) async fn delete_thinking(
    conn: &mut SqliteConnection,
    after: &Match,
    now: Millis,
) -> Result<(), StorageError> {
    // A note that is already due may have been sent. If so, its delivery deletes it.
    sqlx::query(
        "DELETE FROM outbox
         WHERE match = $1 AND due_at > $4 AND attempts = 0 AND post ->> 'post' = 'thinking'
            AND (post ->> 'ply' != $2 OR $3)",
    )
    .bind(after.id.0)
    .bind(after.ply() as i64)
    .bind(after.status != Status::Running)
    .bind(now.0)
    .execute(conn)
    .await
    .map_err(failed)?;
    Ok(())
}

/// The due posts without a lease, in the order of the index. A post waits for earlier posts for the same location of
/// its match with the same or a more urgent priority, except for those that were refused and are waiting for their next
/// attempt.
const DUE: &str = "SELECT * FROM outbox AS post
     WHERE platform = $1 AND priority = $2 AND due_at <= $3 AND (lease_until IS NULL OR lease_until <= $3)
        AND NOT EXISTS (
            SELECT 1 FROM outbox AS earlier
            WHERE earlier.match = post.match AND earlier.location = post.location AND earlier.id < post.id
                AND earlier.due_at IS NOT NULL AND earlier.priority <= post.priority
                AND (earlier.blocked = 0 OR earlier.due_at <= $3)
        )
     ORDER BY due_at, id LIMIT $4";

const LEASE: &str = "UPDATE outbox SET lease_owner = $1, lease_until = $2 WHERE id = $3";

/// When the next post of a platform and a priority becomes due, and when the next lease of one ends.
const NEXT: [&str; 2] = [
    "SELECT MIN(due_at) FROM outbox WHERE platform = $1 AND priority = $2 AND due_at > $3",
    "SELECT MIN(lease_until) FROM outbox WHERE platform = $1 AND priority = $2 AND lease_until > $3",
];

/// Abandons a post that cannot be read.
async fn abandon(tx: &mut SqliteConnection, id: i64, error: &StorageError) -> Result<(), StorageError> {
    tracing::error!(post = id, %error, "a stored post cannot be read and is dropped");
    let query = sqlx::query(
        "UPDATE outbox SET due_at = NULL, attempts = attempts + 1, problem = $1, token = NULL, token_until = NULL,
            lease_owner = NULL, lease_until = NULL
         WHERE id = $2",
    );
    query.bind(error.to_string()).bind(id).execute(tx).await.map_err(failed)?;
    Ok(())
}

#[async_trait]
impl OutboxStorage for SqliteStorage {
    async fn claim_posts(
        &self,
        platform: PlatformId,
        priority: PostPriority,
        lease: Lease,
        now: Millis,
        limit: u32,
    ) -> Result<(Vec<DuePost>, Option<Millis>), StorageError> {
        let number = number(priority);
        let due = |limit| sqlx::query(DUE).bind(platform.0).bind(number).bind(now.0).bind(limit);
        let mut claimed = Vec::new();
        // A reader asks first, so that looking for work usually does not wait for the writer.
        if due(1).fetch_optional(&self.readers).await.map_err(failed)?.is_some() {
            let mut tx = self.write().await?;
            for row in &due(limit).fetch_all(&mut *tx).await.map_err(failed)? {
                let id: i64 = row.try_get("id").map_err(failed)?;
                match due_post(row, lease) {
                    Ok(due) => {
                        let query = sqlx::query(LEASE).bind(lease.holder.to_string()).bind(lease.until.0).bind(id);
                        query.execute(&mut *tx).await.map_err(failed)?;
                        claimed.push(due);
                    }
                    Err(error) => abandon(&mut tx, id, &error).await?,
                }
            }
            tx.commit().await.map_err(failed)?;
        }
        let mut next = None;
        for query in NEXT {
            let query = sqlx::query_scalar(query).bind(platform.0).bind(number).bind(now.0);
            let found: Option<i64> = query.fetch_one(&self.readers).await.map_err(failed)?;
            next = [next, found].into_iter().flatten().min();
        }
        Ok((claimed, next.map(Millis)))
    }

    async fn release_post(&self, id: PostId, holder: LeaseHolder) -> Result<(), StorageError> {
        let mut tx = self.write().await?;
        let query =
            sqlx::query("UPDATE outbox SET lease_owner = NULL, lease_until = NULL WHERE id = $1 AND lease_owner = $2");
        query.bind(id.0).bind(holder.to_string()).execute(&mut *tx).await.map_err(failed)?;
        tx.commit().await.map_err(failed)
    }

    async fn add_posts(&self, posts: &[Post], now: Millis) -> Result<(), StorageError> {
        let mut tx = self.write().await?;
        add(&mut tx, posts, None, now).await?;
        tx.commit().await.map_err(failed)
    }

    async fn mark_delivered(&self, id: PostId, holder: LeaseHolder, now: Millis) -> Result<(), StorageError> {
        let mut tx = self.write().await?;
        let query = sqlx::query(
            "UPDATE outbox SET due_at = NULL, delivered_at = $1, problem = NULL, blocked = 0, token = NULL,
                token_until = NULL, lease_owner = NULL, lease_until = NULL
             WHERE id = $2 AND lease_owner = $3",
        );
        let query = query.bind(now.0).bind(id.0).bind(holder.to_string());
        changed_one(query.execute(&mut *tx).await.map_err(failed)?.rows_affected())?;
        tx.commit().await.map_err(failed)
    }

    async fn record_delivery_failure(&self, failure: &DeliveryFailure<'_>) -> Result<(), StorageError> {
        let DeliveryFailure { id, holder, again_at, blocked, problem, posts, now } = failure;
        let again_at = again_at.map(|at| at.0);
        let blocked = *blocked && again_at.is_some();
        let mut tx = self.write().await?;
        let recorded = sqlx::query(
            "UPDATE outbox SET due_at = $1, attempts = attempts + 1, problem = $2, blocked = $3,
                told_at = COALESCE(told_at, $4),
                token = IIF($1 IS NULL, NULL, token), token_until = IIF($1 IS NULL, NULL, token_until),
                lease_owner = NULL, lease_until = NULL
             WHERE id = $5 AND lease_owner = $6",
        )
        .bind(again_at)
        .bind(problem)
        .bind(blocked)
        .bind(Some(now.0).filter(|_| !posts.is_empty()))
        .bind(id.0)
        .bind(holder.to_string())
        .execute(&mut *tx)
        .await
        .map_err(failed)?;
        changed_one(recorded.rows_affected())?;
        if blocked {
            // The channel will refuse the match's other blocked posts as well, so they share the next attempt: one a
            // day is enough.
            let others = "UPDATE outbox SET due_at = MAX(due_at, $1)
                          WHERE blocked = 1
                              AND (match, location) = (SELECT match, location FROM outbox WHERE id = $2)";
            sqlx::query(others).bind(again_at).bind(id.0).execute(&mut *tx).await.map_err(failed)?;
        }
        add(&mut tx, posts, None, *now).await?;
        tx.commit().await.map_err(failed)
    }

    async fn has_notified_refusal(&self, location: LocationId) -> Result<bool, StorageError> {
        let query = "SELECT EXISTS (
            SELECT 1 FROM outbox
            WHERE match = $1 AND location = $2 AND due_at IS NOT NULL AND blocked = 1 AND told_at IS NOT NULL
        )";
        let query = sqlx::query_scalar(query).bind(location.game.0).bind(location.number);
        query.fetch_one(&self.readers).await.map_err(failed)
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
                    SELECT 1 FROM match_locations
                    WHERE match = post ->> 'game' AND number = location AND (server = $2 OR server IS NULL)
                 )",
                server.0,
            ),
            Changed::Place(place) => (
                "UPDATE outbox SET due_at = $1 WHERE blocked = 1 AND due_at > $1 AND EXISTS (
                    SELECT 1 FROM match_locations
                    WHERE match = post ->> 'game' AND number = location AND (channel = $2 OR place = $2)
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

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    /// The steps of SQLite's query plan.
    async fn plan(store: &SqliteStorage, query: &str) -> Vec<String> {
        let explained = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {query}"));
        let query = sqlx::query(explained).bind("discord").bind(0).bind(0).bind(16);
        let rows = query.fetch_all(&store.readers).await.expect("a plan");
        rows.iter().map(|row| row.get("detail")).collect()
    }

    #[tokio::test]
    async fn what_is_due_is_found_by_indices_alone() {
        let folder = TempDir::new().expect("a folder");
        let store = SqliteStorage::open(&folder.path().join("tablero.sqlite")).await.expect("a database");
        let due = ["SEARCH post USING INDEX outbox_due", "SEARCH earlier USING INDEX outbox_by_match"];
        for (query, steps) in [
            (DUE, &due[..]),
            (NEXT[0], &["SEARCH outbox USING COVERING INDEX outbox_due"][..]),
            (NEXT[1], &["SEARCH outbox USING COVERING INDEX outbox_leased"][..]),
        ] {
            let plan = plan(&store, query).await;
            for step in steps {
                assert!(plan.iter().any(|line| line.starts_with(step)), "{step}: {plan:#?}");
            }
            let scans = plan.iter().any(|line| line.contains("SCAN") && !line.contains("SCAN CONSTANT ROW"));
            assert!(!scans && !plan.iter().any(|line| line.contains("TEMP B-TREE")), "{plan:#?}");
        }
        store.close().await;
    }
}
