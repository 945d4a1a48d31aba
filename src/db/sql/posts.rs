//! The outbox: each post is stored in the same transaction as the change it announces, with the state of its delivery.

use super::rows::stored;
use super::sql_storage::SqlStorage;
use super::stored_change::{StoredChange, Storing};
use crate::db::driver::{Connection, query, query_as};
use crate::service::{
    Match, Millis, NewPost, PlatformId, PlayerId, Post, PostPriority, Status, StorageError, Subject, Token,
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

/// Adds a post about the boards of the day, to their channel.
const ADD_TO_PLACE: &str =
    "INSERT INTO outbox (platform, subject_kind, subject, location, thinking_ply, post, priority,
        created_at, due_at, token, token_until)
     SELECT platform, $1, id, 1, $3, $4, $5, $6, $7, $8, $9 FROM places WHERE id = $2";

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
            (None, Some(Subject::Daily(_))) => ADD_TO_PLACE,
            (None, Some(Subject::Match(_)) | None) => ADD_TO_LOCATIONS,
        };
        let stored_subject = subject.map(Subject::stored);
        let thinking_ply = post.thinking_ply().map(|ply| ply as i64);
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
pub(super) const DUE: &str = "SELECT * FROM outbox AS post
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

#[async_trait]
impl StoredChange for NewPost {
    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        add(tx, std::slice::from_ref(&self.post), self.token.as_ref(), self.now).await
    }
}
