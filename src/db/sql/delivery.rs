//! Stores what is delivered to platforms and received from them: the outbox, its leases, and the results of deliveries.

use super::posts::{self, DUE};
use super::rows::{changed_one, due_post, stored};
use super::sql_storage::SqlStorage;
use super::{inbox, locations, sealed};
use crate::db::driver::{Connection, query, query_as};
use crate::service::storage::delivery_storage::DeliveryStorage;
use crate::service::{
    ActionMessage, Changed, DeliveryFailure, DuePost, EventOutcome, InboxEvent, Lease, LeaseHolder, LocationId,
    MessageId, Millis, PendingEvent, PendingKey, PlaceId, PlatformId, PlatformSession, Post, PostId, PostPriority,
    PostedBoard, Received, StorageError, StoredAction,
};
use async_trait::async_trait;

const LEASE: &str = "UPDATE outbox SET lease_owner = $1, lease_until = $2 WHERE id = $3";

/// For each priority, whether [`DUE`] finds a post, when the next post becomes due, and when the next lease ends.
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

impl SqlStorage {
    /// Runs a statement that stores the place and the id of a message for a location.
    async fn set_posted(
        &self,
        update: &'static str,
        location: LocationId,
        posted: Option<(PlaceId, &MessageId)>,
    ) -> Result<(), StorageError> {
        let update = query(update)
            .bind(posted.map(|(place, _)| stored(place.0)))
            .bind(posted.map(|(_, message)| &message.0))
            .bind(location.match_id.0)
            .bind(location.number);
        self.execute(update).await.map(drop)
    }
}

#[async_trait]
impl DeliveryStorage for SqlStorage {
    async fn claim_posts(
        &self,
        platform: PlatformId,
        limits: &[(PostPriority, u32)],
        lease: Lease,
        now: Millis,
    ) -> Result<(Vec<DuePost>, Option<Millis>), StorageError> {
        let look = query_as::<(i64, bool, Option<i64>, Option<i64>)>(LOOK).bind(platform.0).bind(now.0);
        let look = look.bind(posts::number(PostPriority::Turn)).bind(posts::number(PostPriority::Notice));
        let found = look.fetch_all(&self.database).await?;
        let mut next = found.iter().flat_map(|(_, _, due, lease)| [*due, *lease]).flatten().min().map(Millis);
        let is_due = |priority| found.iter().any(|(lane, is_due, ..)| *lane == priority && *is_due);
        let limits = limits.iter().map(|(priority, limit)| (posts::number(*priority), *limit));
        let limits: Vec<(i64, u32)> = limits.filter(|(priority, _)| is_due(*priority)).collect();
        if limits.is_empty() {
            return Ok((Vec::new(), next));
        }
        let claimed = self.write_once(|tx| {
            Box::pin(async move {
                let mut claimed = Vec::new();
                for (priority, limit) in limits {
                    let due = query(DUE).bind(platform.0).bind(priority).bind(now.0).bind(limit);
                    for row in &due.skipping_locked().fetch_all(&mut *tx).await? {
                        let id: i64 = row.get("id")?;
                        match due_post(row, lease) {
                            Ok(due) => {
                                let query = query(LEASE).bind(lease.holder.to_string()).bind(lease.until.0).bind(id);
                                query.execute(tx).await?;
                                claimed.push(due);
                            }
                            Err(error) => abandon(tx, id, &error).await?,
                        }
                    }
                }
                Ok(claimed)
            })
        });
        let claimed = claimed.await?;
        if !claimed.is_empty() {
            next = Some(next.map_or(lease.until, |next| next.min(lease.until)));
        }
        Ok((claimed, next))
    }

    async fn renew_post(&self, id: PostId, holder: LeaseHolder, until: Millis) -> Result<(), StorageError> {
        let query = query("UPDATE outbox SET lease_until = $1 WHERE id = $2 AND lease_owner = $3");
        changed_one(self.execute(query.bind(until.0).bind(id.0).bind(holder.to_string())).await?)
    }

    async fn release_post(&self, id: PostId, holder: LeaseHolder) -> Result<(), StorageError> {
        let query =
            query("UPDATE outbox SET lease_owner = NULL, lease_until = NULL WHERE id = $1 AND lease_owner = $2");
        self.execute(query.bind(id.0).bind(holder.to_string())).await.map(drop)
    }

    async fn add_posts(&self, posts: &[Post], now: Millis) -> Result<(), StorageError> {
        self.write_once(|tx| Box::pin(posts::add(tx, posts, None, now))).await
    }

    async fn mark_delivered(&self, id: PostId, holder: LeaseHolder, now: Millis) -> Result<(), StorageError> {
        let query = query(
            "UPDATE outbox SET due_at = NULL, delivered_at = $1, problem = NULL, blocked = FALSE, token = NULL,
                token_until = NULL, lease_owner = NULL, lease_until = NULL
             WHERE id = $2 AND lease_owner = $3",
        );
        changed_one(self.execute(query.bind(now.0).bind(id.0).bind(holder.to_string())).await?)
    }

    async fn record_delivery_failure(&self, failure: &DeliveryFailure<'_>) -> Result<(), StorageError> {
        self.write(|tx| {
            Box::pin(async move {
                let DeliveryFailure { id, holder, again_at, blocked, problem, posts: notices, now } = failure;
                let again_at = again_at.map(|at| at.0);
                let blocked = *blocked && again_at.is_some();
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
                .bind(Some(now.0).filter(|_| !notices.is_empty()))
                .bind(id.0)
                .bind(holder.to_string())
                .execute(tx)
                .await?;
                changed_one(recorded)?;
                if blocked {
                    // The channel will refuse the match's other blocked posts as well, so they share the next attempt:
                    // one a day is enough.
                    let others = "UPDATE outbox SET due_at = CASE WHEN due_at < $1 THEN $1 ELSE due_at END
                          WHERE blocked AND person IS NULL AND (subject_kind, subject, location) = (
                              SELECT subject_kind, subject, location FROM outbox WHERE id = $2 AND person IS NULL
                          )";
                    query(others).bind(again_at).bind(id.0).execute(tx).await?;
                }
                posts::add(tx, notices, None, *now).await?;
                Ok(())
            })
        })
        .await
    }

    async fn unblock(&self, changed: Changed, now: Millis) -> Result<bool, StorageError> {
        // Permissions change often and posts are rarely refused, so usually there is nothing to write.
        let has_blocked = query_as("SELECT EXISTS (SELECT 1 FROM outbox WHERE blocked)");
        if !has_blocked.fetch_one(&self.database).await? {
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
        Ok(self.execute(query(sql).bind(now.0).bind(stored(about))).await? > 0)
    }

    async fn set_match_message(&self, location: LocationId, message: &MessageId) -> Result<(), StorageError> {
        let update = query("UPDATE match_locations SET message = $1 WHERE match = $2 AND number = $3");
        let update = update.bind(&message.0).bind(location.match_id.0).bind(location.number);
        self.execute(update).await.map(drop)
    }

    async fn set_match_place(&self, location: LocationId, place: PlaceId) -> Result<(), StorageError> {
        let update = query("UPDATE match_locations SET place = $1 WHERE match = $2 AND number = $3");
        let update = update.bind(stored(place.0)).bind(location.match_id.0).bind(location.number);
        self.execute(update).await.map(drop)
    }

    async fn replace_posted_board(
        &self,
        location: LocationId,
        board: PostedBoard,
    ) -> Result<Option<PostedBoard>, StorageError> {
        let board = &board;
        self.write(|tx| {
            Box::pin(async move {
                let before = locations::posted_board(tx, location).await?;
                query(
                    "UPDATE match_locations SET board_place = $1, board_message = $2, board_at = $3
                     WHERE match = $4 AND number = $5",
                )
                .bind(stored(board.place.0))
                .bind(&board.message.0)
                .bind(board.at.0)
                .bind(location.match_id.0)
                .bind(location.number)
                .execute(tx)
                .await?;
                Ok(before.filter(|before| before.message != board.message))
            })
        })
        .await
    }

    async fn set_analysis_message(
        &self,
        location: LocationId,
        place: PlaceId,
        message: &MessageId,
    ) -> Result<(), StorageError> {
        const UPDATE: &str =
            "UPDATE match_locations SET analysis_place = $1, analysis_message = $2 WHERE match = $3 AND number = $4";
        self.set_posted(UPDATE, location, Some((place, message))).await
    }

    async fn set_thinking_note(
        &self,
        location: LocationId,
        note: Option<&(PlaceId, MessageId)>,
    ) -> Result<(), StorageError> {
        const UPDATE: &str =
            "UPDATE match_locations SET thinking_place = $1, thinking_message = $2 WHERE match = $3 AND number = $4";
        self.set_posted(UPDATE, location, note.map(|(place, message)| (*place, message))).await
    }

    async fn store_actions(
        &self,
        message: &ActionMessage,
        actions: &[StoredAction],
        expires_at: Millis,
        event: Option<&InboxEvent>,
    ) -> Result<(), StorageError> {
        self.write(|tx| {
            Box::pin(async move {
                if let Some(event) = event {
                    inbox::record_if_new(tx, event, EventOutcome::Done).await?;
                }
                query("DELETE FROM stored_actions WHERE platform = $1 AND message = $2")
                    .bind(message.platform.0)
                    .bind(&message.id.0)
                    .execute(tx)
                    .await?;
                for StoredAction { key, action, value } in actions {
                    query(
                        "INSERT INTO stored_actions (platform, message, key, place, person, action, value, expires_at)
                         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                    )
                    .bind(message.platform.0)
                    .bind(&message.id.0)
                    .bind(key)
                    .bind(message.address.place().map(|place| stored(place.0)))
                    .bind(message.address.person().map(|person| stored(person.0)))
                    .bind(action)
                    .bind(value.as_deref())
                    .bind(expires_at.0)
                    .execute(tx)
                    .await?;
                }
                Ok(())
            })
        })
        .await
    }

    async fn record_event(&self, event: &InboxEvent) -> Result<(), StorageError> {
        self.write(|tx| {
            Box::pin(async move {
                inbox::record_if_new(tx, event, EventOutcome::Done).await?;
                Ok(())
            })
        })
        .await
    }

    async fn set_session(&self, platform: PlatformId, session: &PlatformSession) -> Result<(), StorageError> {
        let sql = "INSERT INTO platform_sessions
                (platform, account, device, token, refresh_token, expires_at, client_id)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (platform) DO UPDATE SET account = excluded.account, device = excluded.device,
                token = excluded.token, refresh_token = excluded.refresh_token, expires_at = excluded.expires_at,
                client_id = excluded.client_id";
        let PlatformSession { account, device, token, refresh_token, expires_at, client_id } = session;
        let query = query(sql).bind(platform.0).bind(account).bind(device).bind(token).bind(refresh_token.as_deref());
        let query = query.bind(expires_at.map(|at| at.0)).bind(client_id.as_deref());
        self.execute(query).await.map(drop)
    }

    async fn store_received(&self, platform: PlatformId, received: &Received) -> Result<(), StorageError> {
        self.write(|tx| {
            Box::pin(async move {
                for PendingKey { room, kind, subject } in &received.removed {
                    let sql = "DELETE FROM pending_events
                        WHERE platform = $1 AND room = $2 AND kind = $3 AND subject = $4";
                    let query = query(sql).bind(platform.0).bind(room).bind(kind.to_string()).bind(subject);
                    query.execute(tx).await?;
                }
                for (event, number) in received.added.iter().zip(0_i64..) {
                    let PendingEvent { key: PendingKey { room, kind, subject }, sender, is_direct, received_at } =
                        event;
                    let sql = "INSERT INTO pending_events
                            (platform, room, kind, subject, sender, is_direct, received_at, number)
                        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING";
                    let query = query(sql).bind(platform.0).bind(room).bind(kind.to_string()).bind(subject);
                    let query = query.bind(sender.as_deref()).bind(*is_direct).bind(received_at.0).bind(number);
                    query.execute(tx).await?;
                }
                if let Some(position) = &received.position {
                    let sql = "INSERT INTO sync_positions (platform, position) VALUES ($1, $2)
                        ON CONFLICT (platform) DO UPDATE SET position = excluded.position";
                    query(sql).bind(platform.0).bind(position).execute(tx).await?;
                }
                if let Some(changes) = &received.sealed {
                    sealed::store(tx, changes).await?;
                }
                Ok(())
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
