//! What must be said: rows written in the transaction that makes them true.

use super::people::addressee;
use super::rows::failed;
use crate::play::{KeepError, Millis, Post, Token};
use sqlx::SqliteConnection;

/// Adds posts. `token` is what they answer, where posts are answers.
pub(super) async fn add(
    conn: &mut SqliteConnection,
    posts: &[Post],
    token: Option<&Token>,
    now: Millis,
) -> Result<(), KeepError> {
    for post in posts {
        let text = serde_json::to_string(post).map_err(|error| KeepError::Failed(Box::new(error)))?;
        let (game, person) = addressee(post);
        sqlx::query(
            "INSERT INTO outbox (match, person, post, created_at, due_at, token, token_until)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(game)
        .bind(person)
        .bind(text)
        .bind(now.0)
        .bind(post.not_before().map_or(now, |at| at.max(now)).0)
        .bind(token.map(Token::expose))
        .bind(token.map(|token| token.until().0))
        .execute(&mut *conn)
        .await
        .map_err(failed)?;
    }
    Ok(())
}
