//! Where matches are played, and what was posted there.

use super::rows::{delivery_mode, external_id, optional_place, server, stored};
use super::sql_storage::SqlStorage;
use crate::db::driver::{Connection, Row, query, query_as, retried};
use crate::rules::Seat;
use crate::service::{LocationId, MatchId, MatchLocation, MessageId, Millis, PlaceId, PostedBoard, StorageError};

/// The seat whose player is notified at a location.
fn seat(row: &Row) -> Result<Option<Seat>, StorageError> {
    let number: Option<i64> = row.get("seat")?;
    Ok(number.map(|number| Seat::BOTH[usize::from(number == 2)]))
}

fn location(row: &Row) -> Result<MatchLocation, StorageError> {
    let number = |name| row.get::<i64>(name);
    let message = |name| Ok(row.get::<Option<String>>(name)?.map(MessageId));
    let game = MatchId(number("match")?);
    Ok(MatchLocation {
        id: LocationId { game, number: u32::try_from(number("number")?).unwrap_or(u32::MAX) },
        channel: PlaceId(external_id(number("channel")?)),
        message: message("message")?,
        place: optional_place(row, "place")?,
        origin: optional_place(row, "origin")?,
        server: server(row)?,
        delivery_mode: delivery_mode(row)?,
        language: row.get("language")?,
        seat: seat(row)?,
        analysis_message: optional_place(row, "analysis_place")?.zip(message("analysis_message")?),
        thinking_note: optional_place(row, "thinking_place")?.zip(message("thinking_message")?),
    })
}

/// The locations in these rows of an outer join. A match without a location has one row, which has no number.
pub(super) fn of_rows(rows: &[Row]) -> Result<Vec<MatchLocation>, StorageError> {
    let mut locations = Vec::with_capacity(rows.len());
    for row in rows {
        if row.get::<Option<i64>>("number")?.is_some() {
            locations.push(location(row)?);
        }
    }
    Ok(locations)
}

/// Stores a location of a new match.
pub(super) async fn add(tx: &mut Connection, location: &MatchLocation) -> Result<(), StorageError> {
    query(
        "INSERT INTO match_locations (match, number, channel, place, origin, server, delivery_mode, language, message,
            seat)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(location.id.game.0)
    .bind(location.id.number)
    .bind(stored(location.channel.0))
    .bind(location.place.map(|place| stored(place.0)))
    .bind(location.origin.map(|origin| stored(origin.0)))
    .bind(location.server.map(|server| stored(server.0)))
    .bind(location.delivery_mode.word())
    .bind(&location.language)
    .bind(location.message.as_ref().map(|message| &message.0))
    .bind(location.seat.map(|seat| seat.index() as i64 + 1))
    .execute(tx)
    .await?;
    Ok(())
}

/// See [`set_match_message`](crate::service::LocationStorage::set_match_message).
pub(super) async fn set_message(
    store: &SqlStorage,
    location: LocationId,
    message: &MessageId,
) -> Result<(), StorageError> {
    retried(|| {
        Box::pin(async move {
            let mut tx = store.database.write().await?;
            query("UPDATE match_locations SET message = $1 WHERE match = $2 AND number = $3")
                .bind(&message.0)
                .bind(location.game.0)
                .bind(location.number)
                .execute(&mut tx)
                .await?;
            tx.commit().await
        })
    })
    .await
}

/// See [`set_match_place`](crate::service::LocationStorage::set_match_place).
pub(super) async fn set_place(store: &SqlStorage, location: LocationId, place: PlaceId) -> Result<(), StorageError> {
    retried(|| {
        Box::pin(async move {
            let mut tx = store.database.write().await?;
            query("UPDATE match_locations SET place = $1 WHERE match = $2 AND number = $3")
                .bind(stored(place.0))
                .bind(location.game.0)
                .bind(location.number)
                .execute(&mut tx)
                .await?;
            tx.commit().await
        })
    })
    .await
}

/// See [`set_analysis_message`](crate::service::LocationStorage::set_analysis_message).
pub(super) async fn set_analysis_message(
    store: &SqlStorage,
    location: LocationId,
    place: PlaceId,
    message: &MessageId,
) -> Result<(), StorageError> {
    const UPDATE: &str =
        "UPDATE match_locations SET analysis_place = $1, analysis_message = $2 WHERE match = $3 AND number = $4";
    set_posted(store, UPDATE, location, Some((place, message))).await
}

/// See [`set_thinking_note`](crate::service::LocationStorage::set_thinking_note).
pub(super) async fn set_thinking_note(
    store: &SqlStorage,
    location: LocationId,
    note: Option<&(PlaceId, MessageId)>,
) -> Result<(), StorageError> {
    const UPDATE: &str =
        "UPDATE match_locations SET thinking_place = $1, thinking_message = $2 WHERE match = $3 AND number = $4";
    set_posted(store, UPDATE, location, note.map(|(place, message)| (*place, message))).await
}

/// Runs a statement that stores the place and the id of a message.
async fn set_posted(
    store: &SqlStorage,
    update: &'static str,
    location: LocationId,
    posted: Option<(PlaceId, &MessageId)>,
) -> Result<(), StorageError> {
    retried(|| {
        Box::pin(async move {
            let mut tx = store.database.write().await?;
            query(update)
                .bind(posted.map(|(place, _)| stored(place.0)))
                .bind(posted.map(|(_, message)| &message.0))
                .bind(location.game.0)
                .bind(location.number)
                .execute(&mut tx)
                .await?;
            tx.commit().await
        })
    })
    .await
}

/// The latest board that was posted.
pub(super) async fn posted_board(
    conn: &mut Connection,
    location: LocationId,
) -> Result<Option<PostedBoard>, StorageError> {
    let query =
        query_as("SELECT board_place, board_message, board_at FROM match_locations WHERE match = $1 AND number = $2");
    let row: Option<(Option<i64>, Option<String>, Option<i64>)> =
        query.bind(location.game.0).bind(location.number).fetch_optional(conn).await?;
    let Some((Some(place), Some(message), Some(at))) = row else { return Ok(None) };
    Ok(Some(PostedBoard { place: PlaceId(external_id(place)), message: MessageId(message), at: Millis(at) }))
}

/// See [`replace_posted_board`](crate::service::LocationStorage::replace_posted_board).
pub(super) async fn replace_posted_board(
    store: &SqlStorage,
    location: LocationId,
    board: PostedBoard,
) -> Result<Option<PostedBoard>, StorageError> {
    let board = &board;
    retried(|| {
        Box::pin(async move {
            let mut tx = store.database.write().await?;
            let before = posted_board(&mut tx, location).await?;
            query(
                "UPDATE match_locations SET board_place = $1, board_message = $2, board_at = $3
                 WHERE match = $4 AND number = $5",
            )
            .bind(stored(board.place.0))
            .bind(&board.message.0)
            .bind(board.at.0)
            .bind(location.game.0)
            .bind(location.number)
            .execute(&mut tx)
            .await?;
            tx.commit().await?;
            Ok(before.filter(|before| before.message != board.message))
        })
    })
    .await
}
