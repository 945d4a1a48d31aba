//! Reads the latest finished matches of a player, from which the player's habits are counted.

use super::move_list::StoredMove;
use super::moves;
use super::rows::{ending, line, players, seat, stored};
use super::sql_storage::SqlStorage;
use crate::db::database_error::corrupt;
use crate::db::driver::{Row, query};
use crate::rules::Outcome;
use crate::service::ratings::player_stats::RECENT_MAX;
use crate::service::{Failure, MatchId, PlayerId, Reader, RecentGame, Status, StorageError};

/// The latest finished matches of a player (`$1`) that a reader (`$4`) may see: their own, those in a server (`$3`) and
/// those against the reader. An index on each seat has them in this order. Leaves out matches that have the player on
/// both sides, because the opponents have since been linked.
const LATEST: &str = "SELECT matches.*, seat, moves FROM (
       SELECT * FROM (
           SELECT id, changed_at, CAST(1 AS BIGINT) AS seat FROM matches
           WHERE player1 = $1 AND player2 != $1 AND status != 'running' AND status != 'stopped' AND (
              $4 = $1 OR player2 = $4
              OR EXISTS (SELECT 1 FROM match_locations WHERE match_locations.match = matches.id AND server = $3)
           )
           ORDER BY changed_at DESC, id DESC LIMIT $2
       ) AS found1
       UNION ALL SELECT * FROM (
           SELECT id, changed_at, CAST(2 AS BIGINT) AS seat FROM matches
           WHERE player2 = $1 AND player1 != $1 AND status != 'running' AND status != 'stopped' AND (
              $4 = $1 OR player1 = $4
              OR EXISTS (SELECT 1 FROM match_locations WHERE match_locations.match = matches.id AND server = $3)
           )
           ORDER BY changed_at DESC, id DESC LIMIT $2
       ) AS found2
       ORDER BY changed_at DESC, id DESC LIMIT $2
    ) AS found
        JOIN matches ON matches.id = found.id
        LEFT JOIN move_lists ON move_lists.match = found.id
    ORDER BY matches.changed_at DESC, matches.id DESC";

pub(super) async fn read(
    store: &SqlStorage,
    player: PlayerId,
    reader: Reader,
) -> Result<Vec<RecentGame>, StorageError> {
    let latest = query(LATEST).bind(stored(player.0)).bind(RECENT_MAX);
    let latest = latest.bind(reader.server.map(|server| stored(server.0))).bind(stored(reader.person.0));
    let mut games = Vec::new();
    for row in latest.fetch_all(&store.database).await? {
        match recent_game(store, &row) {
            Ok(game) => games.push(game),
            Err(error @ StorageError::Corrupt(_)) => {
                tracing::error!(%error, "a match cannot be read and is left out of a profile");
            }
            Err(error) => return Err(error),
        }
    }
    Ok(games)
}

fn recent_game(store: &SqlStorage, row: &Row) -> Result<RecentGame, StorageError> {
    let id = MatchId(row.get("id")?);
    let seat = seat(row.get("seat")?)?;
    let packed: Option<Vec<u8>> = row.get("moves")?;
    let moves = packed.map(|packed| moves::unpack(id, &packed)).transpose()?.unwrap_or_default();
    let (status, outcome) = ending(id, row)?;
    let mut played = line(&store.catalog, id, row, &[])?;
    let (mut first_move, mut answer_times) = (None, Vec::new());
    let mut before: i64 = row.get("started_at")?;
    for StoredMove { text, played_at, .. } in moves {
        if played.seat() == seat {
            answer_times.push(played_at.saturating_sub(before).max(0));
            first_move.get_or_insert_with(|| text.clone());
        }
        before = played_at;
        played.play(&text).map_err(|refused| corrupt(format_args!("match {id}: {refused}")))?;
    }
    let failure = match status {
        Status::Timeout if outcome == Some(Outcome::Win(!seat)) => Some(Failure::LostOnTime),
        Status::Aborted if played.seat() == seat => Some(Failure::NotBegun),
        _ => None,
    };
    let opponent = players(row)?[(!seat).index()];
    Ok(RecentGame {
        game: played.game(),
        is_against_person: opponent.person().is_some(),
        failure,
        first_move,
        answer_times,
    })
}
