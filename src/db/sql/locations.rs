//! Where matches are played, and what was posted there.

use super::rows::{delivery_mode, external_id, optional_place, seat, seat_number, server, stored};
use crate::db::driver::{Connection, Row, query, query_as};
use crate::service::{LocationId, MatchId, MatchLocation, MessageId, Millis, PlaceId, PostedBoard, StorageError};

fn location(row: &Row) -> Result<MatchLocation, StorageError> {
    let number = |name| row.get::<i64>(name);
    let message = |name| Ok(row.get::<Option<String>>(name)?.map(MessageId));
    let game = MatchId(number("match")?);
    Ok(MatchLocation {
        id: LocationId { match_id: game, number: u32::try_from(number("number")?).unwrap_or(u32::MAX) },
        channel: PlaceId(external_id(number("channel")?)),
        message: message("message")?,
        place: optional_place(row, "place")?,
        origin: optional_place(row, "origin")?,
        server: server(row)?,
        delivery_mode: delivery_mode(row)?,
        language: row.get("language")?,
        seat: row.get::<Option<i64>>("seat")?.map(seat).transpose()?,
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
    .bind(location.id.match_id.0)
    .bind(location.id.number)
    .bind(stored(location.channel.0))
    .bind(location.place.map(|place| stored(place.0)))
    .bind(location.origin.map(|origin| stored(origin.0)))
    .bind(location.server.map(|server| stored(server.0)))
    .bind(location.delivery_mode.to_string())
    .bind(&location.language)
    .bind(location.message.as_ref().map(|message| &message.0))
    .bind(location.seat.map(seat_number))
    .execute(tx)
    .await?;
    Ok(())
}

/// The latest board that was posted.
pub(super) async fn posted_board(
    conn: &mut Connection,
    location: LocationId,
) -> Result<Option<PostedBoard>, StorageError> {
    let query =
        query_as("SELECT board_place, board_message, board_at FROM match_locations WHERE match = $1 AND number = $2");
    let row: Option<(Option<i64>, Option<String>, Option<i64>)> =
        query.bind(location.match_id.0).bind(location.number).fetch_optional(conn).await?;
    let Some((Some(place), Some(message), Some(at))) = row else { return Ok(None) };
    Ok(Some(PostedBoard { place: PlaceId(external_id(place)), message: MessageId(message), at: Millis(at) }))
}
