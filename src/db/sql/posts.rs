//! The outbox: each post is stored in the same transaction as the change it announces, with the state of its delivery.

use super::rows::{changed_one, due_post, stored};
use super::sql_storage::SqlStorage;
use crate::db::driver::{Connection, query, query_as, retried};
use crate::service::{
    Changed, DeliveryFailure, DuePost, Lease, LeaseHolder, LocationId, Match, Millis, OutboxStorage, PlatformId,
    PlayerId, Post, PostId, PostPriority, Status, StorageError, Subject, Token,
};
use async_trait::async_trait;

/// The stored number of a priority; more urgent priorities have smaller numbers.
pub(super) fn number(priority: PostPriority) -> i64 {
    match priority {
        PostPriority::Turn => 0,
        PostPriority::Notice => 1,
    }
}

/// Adds a post to each location of its match.
const ADD_TO_LOCATIONS: &str = "INSERT INTO outbox (platform, subject_kind, subject, location, thinking_ply, post,
        priority, created_at, due_at, token, token_until)
     SELECT platform, $1, match, number, $3, $4, $5, $6, $7, $8, $9
     FROM match_locations JOIN places ON places.id = channel WHERE match = $2 ORDER BY number";

/// Adds a post for a person. If it is about a match, it goes to the platform on which they play it, if they have an
/// account there.
const ADD_TO_PERSON: &str = "INSERT INTO outbox (platform, person, location, subject_kind, subject, thinking_ply, post,
        priority, created_at, due_at, token, token_until)
     SELECT platform, person, (
            SELECT MIN(number) FROM match_locations JOIN places ON places.id = channel
            JOIN matches ON matches.id = match
            WHERE match = $2 AND 'match' = $1 AND places.platform = accounts.platform
                AND (seat IS NULL OR person = CASE WHEN seat = 1 THEN player1 ELSE player2 END)
        ) AS location, $1, $2, $3, $4, $5, $6, $7, $8, $9
     FROM accounts WHERE person = $10 ORDER BY location NULLS LAST, platform LIMIT 1";

/// Adds a post about a challenge, on the platform where it was made.
const ADD_TO_CHALLENGE: &str = "INSERT INTO outbox (platform, subject_kind, subject, thinking_ply, post, priority,
        created_at, due_at, token, token_until)
     SELECT platform, $1, challenges.id, $3, $4, $5, $6, $7, $8, $9
     FROM challenges JOIN places ON places.id = place WHERE challenges.id = $2";

/// Adds posts, with a row for each destination. `token` belongs to the interaction that they respond to, if any.
pub(super) async fn add(
    conn: &mut Connection,
    posts: &[Post],
    token: Option<&Token>,
    now: Millis,
) -> Result<(), StorageError> {
    for post in posts {
        let text = serde_json::to_string(post).map_err(|error| StorageError::Failed(Box::new(error)))?;
        let (person, subject) = (post.person(), post.subject());
        let sql = match (person, subject) {
            (Some(_), _) => ADD_TO_PERSON,
            (None, Some(Subject::Challenge(_))) => ADD_TO_CHALLENGE,
            (None, Some(Subject::Match(_)) | None) => ADD_TO_LOCATIONS,
        };
        let stored_subject = subject.map(Subject::stored);
        let thinking_ply = if let Post::Thinking { ply, .. } = post { Some(*ply as i64) } else { None };
        let mut query = query(sql)
            .bind(stored_subject.map(|(kind, _)| kind))
            .bind(stored_subject.map(|(_, number)| number))
            .bind(thinking_ply)
            .bind(text)
            .bind(number(post.priority()))
            .bind(now.0)
            .bind(post.not_before().map_or(now, |at| at.max(now)).0)
            .bind(token.map(Token::expose))
            .bind(token.map(|token| token.until().0));
        if let Some(person) = person {
            query = query.bind(stored(person.0));
        }
        if query.execute(&mut *conn).await? == 0 {
            // The person or the challenge is no longer stored, or the place of the match is on no platform.
            tracing::warn!(?subject, "a post has no destination");
        }
    }
    Ok(())
}

/// Gives the posts for a person to another.
pub(super) async fn give(conn: &mut Connection, from: PlayerId, to: PlayerId) -> Result<(), StorageError> {
    let sql = "SELECT id, post FROM outbox WHERE person = $1";
    let posts: Vec<(i64, String)> = query_as(sql).bind(stored(from.0)).fetch_all(&mut *conn).await?;
    for (id, post) in posts {
        // A post that cannot be read stays as it is. It is dropped when it is due.
        let given = serde_json::from_str(&post).map(|mut post: serde_json::Value| {
            post["person"] = to.0.into();
            post.to_string()
        });
        let query = query("UPDATE outbox SET person = $1, post = $2 WHERE id = $3").bind(stored(to.0));
        query.bind(given.unwrap_or(post)).bind(id).execute(&mut *conn).await?;
    }
    Ok(())
}

/// Deletes waiting notes that the engine is thinking about an earlier position, or in a match that has ended.
pub(super) async fn delete_thinking(conn: &mut Connection, after: &Match, now: Millis) -> Result<(), StorageError> {
    // A note that is already due may have been sent. If so, its delivery deletes it.
    query(
        "DELETE FROM outbox
         WHERE subject_kind = 'match' AND subject = $1 AND person IS NULL AND due_at > $4 AND attempts = 0
            AND (thinking_ply != $2 OR $3 AND thinking_ply IS NOT NULL)",
    )
    .bind(after.id.0)
    .bind(after.ply() as i64)
    .bind(after.status != Status::Running)
    .bind(now.0)
    .execute(conn)
    .await?;
    Ok(())
}

/// The due posts without a lease, in the order of the index. A post waits for earlier posts for the same location of
/// its subject with the same or a more urgent priority, except for those that were refused and are waiting for their next
/// attempt.
const DUE: &str = "SELECT * FROM outbox AS post
     WHERE platform = $1 AND priority = $2 AND due_at <= $3 AND (lease_until IS NULL OR lease_until <= $3)
        AND NOT EXISTS (
            SELECT 1 FROM outbox AS earlier
            WHERE post.person IS NULL AND earlier.person IS NULL AND earlier.subject_kind = post.subject_kind
                AND earlier.subject = post.subject AND earlier.location = post.location AND earlier.id < post.id
                AND earlier.due_at IS NOT NULL AND earlier.priority <= post.priority
                AND (NOT earlier.blocked OR earlier.due_at <= $3)
        )
     ORDER BY due_at, id LIMIT +$4";

/// The posts of which an attempt has failed and will be repeated within a minute, claimed or not.
const RETRIED: &str = "SELECT post, created_at FROM outbox
     WHERE platform = $1 AND priority = $2 AND due_at <= $3 AND attempts > 0 AND NOT blocked
     ORDER BY due_at, id LIMIT 100";
/// More than the longest wait between two attempts, in milliseconds.
const RETRIED_WITHIN_MS: i64 = 60_000;

/// Since when the oldest urgent post of a platform has been due that could be claimed, or of which an attempt has failed.
pub(super) async fn oldest_due(
    store: &SqlStorage,
    platform: PlatformId,
    now: Millis,
) -> Result<Option<Millis>, StorageError> {
    let number = number(PostPriority::Turn);
    let due = query(DUE).bind(platform.0).bind(number).bind(now.0).bind(1_i64);
    let due = due.fetch_optional(&store.database).await?;
    let due: Option<Millis> = due.map(|row| row.get("due_at").map(Millis)).transpose()?;
    let retried = query_as(RETRIED).bind(platform.0).bind(number).bind(now.plus(RETRIED_WITHIN_MS).0);
    let retried: Vec<(String, i64)> = retried.fetch_all(&store.database).await?;
    let retried = retried.into_iter().filter_map(|(post, stored_at)| {
        // A post that cannot be read is dropped when it is due.
        let post: Post = serde_json::from_str(&post).ok()?;
        Some(post.first_due_at(Millis(stored_at)))
    });
    Ok(due.into_iter().chain(retried).min())
}

const LEASE: &str = "UPDATE outbox SET lease_owner = $1, lease_until = $2 WHERE id = $3";

/// For each priority, whether there is a post that [`DUE`] finds, when the next one becomes due, and when the next lease of
/// one ends.
const LOOK: &str = "SELECT lane, EXISTS (
            SELECT 1 FROM outbox AS post
            WHERE platform = $1 AND priority = lane AND due_at <= $2 AND (lease_until IS NULL OR lease_until <= $2)
                AND NOT EXISTS (
                    SELECT 1 FROM outbox AS earlier
                    WHERE post.person IS NULL AND earlier.person IS NULL AND earlier.subject_kind = post.subject_kind
                        AND earlier.subject = post.subject AND earlier.location = post.location AND earlier.id < post.id
                        AND earlier.due_at IS NOT NULL AND earlier.priority <= post.priority
                        AND (NOT earlier.blocked OR earlier.due_at <= $2)
                )
        ),
            (SELECT MIN(due_at) FROM outbox WHERE platform = $1 AND priority = lane AND due_at > $2),
            (SELECT MIN(lease_until) FROM outbox WHERE platform = $1 AND priority = lane AND lease_until > $2)
     FROM (SELECT CAST($3 AS BIGINT) AS lane UNION ALL SELECT $4) AS lanes";

/// Abandons a post that cannot be read.
async fn abandon(tx: &mut Connection, id: i64, error: &StorageError) -> Result<(), StorageError> {
    tracing::error!(post = id, %error, "a stored post cannot be read and is dropped");
    let query = query(
        "UPDATE outbox SET due_at = NULL, attempts = attempts + 1, problem = $1, token = NULL, token_until = NULL,
            lease_owner = NULL, lease_until = NULL
         WHERE id = $2",
    );
    query.bind(error.to_string()).bind(id).execute(tx).await?;
    Ok(())
}

#[async_trait]
impl OutboxStorage for SqlStorage {
    async fn claim_posts(
        &self,
        platform: PlatformId,
        limits: &[(PostPriority, u32)],
        lease: Lease,
        now: Millis,
    ) -> Result<(Vec<DuePost>, Option<Millis>), StorageError> {
        let look = query_as::<(i64, bool, Option<i64>, Option<i64>)>(LOOK).bind(platform.0).bind(now.0);
        let look = look.bind(number(PostPriority::Turn)).bind(number(PostPriority::Notice));
        let found = look.fetch_all(&self.database).await?;
        let mut next = found.iter().flat_map(|(_, _, due, lease)| [*due, *lease]).flatten().min().map(Millis);
        let is_due = |priority| found.iter().any(|(lane, is_due, ..)| *lane == priority && *is_due);
        let limits = limits.iter().map(|(priority, limit)| (number(*priority), *limit));
        let limits: Vec<(i64, u32)> = limits.filter(|(priority, _)| is_due(*priority)).collect();
        if limits.is_empty() {
            return Ok((Vec::new(), next));
        }
        let mut claimed = Vec::new();
        let mut tx = self.database.write().await?;
        for (priority, limit) in limits {
            let due = query(DUE).bind(platform.0).bind(priority).bind(now.0).bind(limit);
            for row in &due.skipping_locked().fetch_all(&mut *tx).await? {
                let id: i64 = row.get("id")?;
                match due_post(row, lease) {
                    Ok(due) => {
                        let query = query(LEASE).bind(lease.holder.to_string()).bind(lease.until.0).bind(id);
                        query.execute(&mut tx).await?;
                        claimed.push(due);
                    }
                    Err(error) => abandon(&mut tx, id, &error).await?,
                }
            }
        }
        tx.commit().await?;
        if !claimed.is_empty() {
            next = Some(next.map_or(lease.until, |next| next.min(lease.until)));
        }
        Ok((claimed, next))
    }

    async fn renew_post(&self, id: PostId, holder: LeaseHolder, until: Millis) -> Result<(), StorageError> {
        retried(|| {
            Box::pin(async move {
                let mut tx = self.database.write().await?;
                let query = query("UPDATE outbox SET lease_until = $1 WHERE id = $2 AND lease_owner = $3");
                changed_one(query.bind(until.0).bind(id.0).bind(holder.to_string()).execute(&mut tx).await?)?;
                tx.commit().await
            })
        })
        .await
    }

    async fn release_post(&self, id: PostId, holder: LeaseHolder) -> Result<(), StorageError> {
        retried(|| {
            Box::pin(async move {
                let mut tx = self.database.write().await?;
                let query = query(
                    "UPDATE outbox SET lease_owner = NULL, lease_until = NULL WHERE id = $1 AND lease_owner = $2",
                );
                query.bind(id.0).bind(holder.to_string()).execute(&mut tx).await?;
                tx.commit().await
            })
        })
        .await
    }

    async fn add_posts(&self, posts: &[Post], now: Millis) -> Result<(), StorageError> {
        let mut tx = self.database.write().await?;
        add(&mut tx, posts, None, now).await?;
        tx.commit().await
    }

    async fn mark_delivered(&self, id: PostId, holder: LeaseHolder, now: Millis) -> Result<(), StorageError> {
        retried(|| {
            Box::pin(async move {
                let mut tx = self.database.write().await?;
                let query = query(
                    "UPDATE outbox SET due_at = NULL, delivered_at = $1, problem = NULL, blocked = FALSE, token = NULL,
                        token_until = NULL, lease_owner = NULL, lease_until = NULL
                     WHERE id = $2 AND lease_owner = $3",
                );
                let query = query.bind(now.0).bind(id.0).bind(holder.to_string());
                changed_one(query.execute(&mut tx).await?)?;
                tx.commit().await
            })
        })
        .await
    }

    async fn record_delivery_failure(&self, failure: &DeliveryFailure<'_>) -> Result<(), StorageError> {
        retried(|| {
            Box::pin(async move {
                let DeliveryFailure { id, holder, again_at, blocked, problem, posts, now } = failure;
                let again_at = again_at.map(|at| at.0);
                let blocked = *blocked && again_at.is_some();
                let mut tx = self.database.write().await?;
                let recorded = query(
                    "UPDATE outbox SET due_at = $1, attempts = attempts + 1, problem = $2, blocked = $3,
                        told_at = COALESCE(told_at, $4),
                        token = CASE WHEN $1 IS NOT NULL THEN token END,
                        token_until = CASE WHEN $1 IS NOT NULL THEN token_until END,
                        lease_owner = NULL, lease_until = NULL
                     WHERE id = $5 AND lease_owner = $6",
                )
                .bind(again_at)
                .bind(*problem)
                .bind(blocked)
                .bind(Some(now.0).filter(|_| !posts.is_empty()))
                .bind(id.0)
                .bind(holder.to_string())
                .execute(&mut tx)
                .await?;
                changed_one(recorded)?;
                if blocked {
                    // The channel will refuse the match's other blocked posts as well, so they share the next attempt: one a
                    // day is enough.
                    let others = "UPDATE outbox SET due_at = CASE WHEN due_at < $1 THEN $1 ELSE due_at END
                          WHERE blocked AND person IS NULL AND (subject_kind, subject, location) = (
                              SELECT subject_kind, subject, location FROM outbox WHERE id = $2 AND person IS NULL
                          )";
                    query(others).bind(again_at).bind(id.0).execute(&mut tx).await?;
                }
                add(&mut tx, posts, None, *now).await?;
                tx.commit().await
            })
        })
        .await
    }

    async fn has_notified_refusal(&self, location: LocationId) -> Result<bool, StorageError> {
        let sql = "SELECT EXISTS (
                SELECT 1 FROM outbox
                WHERE subject_kind = 'match' AND subject = $1 AND location = $2 AND person IS NULL AND due_at IS NOT NULL
                    AND blocked AND told_at IS NOT NULL
            )";
        let query = query_as(sql).bind(location.game.0).bind(location.number);
        query.fetch_one(&self.database).await
    }

    async fn unblock(&self, changed: Changed, now: Millis) -> Result<bool, StorageError> {
        retried(|| {
            Box::pin(async move {
                // Permissions change often and posts are rarely refused, so usually there is nothing to write.
                let has_blocked: bool =
                    query_as("SELECT EXISTS (SELECT 1 FROM outbox WHERE blocked)").fetch_one(&self.database).await?;
                if !has_blocked {
                    return Ok(false);
                }
                let (sql, about) = match changed {
                    Changed::Server(server) => (
                        "UPDATE outbox SET due_at = $1 WHERE blocked AND due_at > $1 AND EXISTS (
                            SELECT 1 FROM match_locations
                            WHERE subject_kind = 'match' AND match = subject AND number = location AND server = $2
                         )",
                        server.0,
                    ),
                    Changed::Place(place) => (
                        "UPDATE outbox SET due_at = $1 WHERE blocked AND due_at > $1 AND EXISTS (
                            SELECT 1 FROM match_locations
                            WHERE subject_kind = 'match' AND match = subject AND number = location
                                AND (channel = $2 OR place = $2)
                         )",
                        place.0,
                    ),
                };
                let mut tx = self.database.write().await?;
                let due = query(sql).bind(now.0).bind(stored(about)).execute(&mut tx).await?;
                tx.commit().await?;
                Ok(due > 0)
            })
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::Row as _;
    use tempfile::TempDir;

    /// The steps of SQLite's query plan.
    async fn plan(store: &SqlStorage, query: &str) -> Vec<String> {
        let explained = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {query}"));
        let query = sqlx::query(explained).bind("discord").bind(0).bind(0).bind(16);
        let rows = query.fetch_all(&store.sqlite().readers).await.expect("a plan");
        rows.iter().map(|row| row.get("detail")).collect()
    }

    #[tokio::test]
    async fn what_is_due_is_found_by_indices_alone() {
        let folder = TempDir::new().expect("a folder");
        let store = SqlStorage::open_file(&folder.path().join("tablero.sqlite")).await.expect("a database");
        let due = ["SEARCH post USING INDEX outbox_due", "SEARCH earlier USING INDEX outbox_by_subject"];
        for (query, steps) in [
            (DUE, &due[..]),
            (
                LOOK,
                &[
                    due[0],
                    due[1],
                    "SEARCH outbox USING COVERING INDEX outbox_due",
                    "SEARCH outbox USING COVERING INDEX outbox_leased",
                ],
            ),
        ] {
            let plan = plan(&store, query).await;
            for step in steps {
                assert!(plan.iter().any(|line| line.starts_with(step)), "{step}: {plan:#?}");
            }
            // The lanes are parameters.
            let is_scan =
                |line: &String| line.contains("SCAN") && !line.contains("SCAN CONSTANT ROW") && line != "SCAN lanes";
            let scans = plan.iter().any(is_scan);
            assert!(!scans && !plan.iter().any(|line| line.contains("TEMP B-TREE")), "{plan:#?}");
        }
        store.close().await;
    }
}
