//! Loads single matches completely, and many matches as list entries.

use super::rows::{
    challenge, control, ending, line, optional_place, parse_word, player, players, replay, seat, seat_number, stored,
};
use super::sql_storage::SqlStorage;
use super::{challenges, conditional_moves, locations, moves, schedules, settings};
use crate::catalog::Catalog;
use crate::db::driver::{Connection, Row, query, query_as};
use crate::rules::Seat;
use crate::service::lobby::challenge::OPEN_MS;
use crate::service::storage::match_queries::{CANDIDATES_MAX, MatchQueries, OTHER_CANDIDATES_MAX};
use crate::service::time::vacation::EARNING_PLIES;
use crate::service::{
    Challenge, ChallengeId, DeliveryMode, FinishedMatch, Hint, LocationId, Match, MatchAnalysis, MatchFilter, MatchId,
    Millis, PlaceId, PlatformId, Player, PlayerId, PositionAnalysis, PostedBoard, RunningMatch, ServerId, Span,
    StorageError,
};
use async_trait::async_trait;

/// A match with everything that belongs to it, as one row per location, or a single row if it has none. One statement
/// saves round trips to the database and reads consistently. Moves are rows while the match is running, and packed
/// afterwards.
const FIND: &str = "SELECT matches.*, match_locations.*,
        (SELECT string_agg(played_at || ' ' || earned || ' ' || text, $2 ORDER BY ply) FROM moves
            WHERE match = matches.id) AS move_rows,
        (SELECT moves FROM move_lists WHERE match = matches.id) AS packed_moves,
        (SELECT tree FROM plans WHERE match = matches.id AND seat = 1) AS plan1,
        (SELECT tree FROM plans WHERE match = matches.id AND seat = 2) AS plan2,
        (SELECT chosen FROM settings WHERE kind = 'person' AND settings.id = player1) AS preferences1,
        (SELECT chosen FROM settings WHERE kind = 'person' AND settings.id = player2) AS preferences2
    FROM matches LEFT JOIN match_locations ON match_locations.match = matches.id
    WHERE matches.id = $1 ORDER BY number";

/// Loads a match with its moves, conditional moves, preferences and calendars. The calendars may be newer than the
/// rest. That does no harm: a change of the match is stored only if its version and the calendars are still the same.
pub(super) async fn find(catalog: &Catalog, conn: &mut Connection, id: MatchId) -> Result<Option<Match>, StorageError> {
    let rows = query(FIND).bind(id.0).bind(moves::SEPARATOR).fetch_all(&mut *conn).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    let moves = moves::of_row(id, row)?;
    let locations = locations::of_rows(&rows)?;
    let mut found = replay(catalog, row, locations, &moves)?;
    found.conditional_moves = [row.get("plan1")?, row.get("plan2")?].map(|tree| conditional_moves::read(id, tree));
    let players = found.players.map(Player::person);
    for (seat, column) in ["preferences1", "preferences2"].into_iter().enumerate() {
        let stored: Option<String> = row.get(column)?;
        found.preferences[seat] = settings::parse_preferences(&stored.unwrap_or_default());
    }
    if found.running_clock().is_some() {
        found.calendars = schedules::calendars(conn, players, found.clocks.since).await?;
    }
    Ok(Some(found))
}

/// The seat to move as a number, 1 or 2; `None` when the match is over.
pub(super) fn turn(played: &Match) -> Option<i64> {
    played.to_move().map(seat_number)
}

fn running_match(row: &Row, own: Seat) -> Result<RunningMatch, StorageError> {
    let number = |name| row.get::<i64>(name);
    let optional = |name| row.get::<Option<i64>>(name);
    let count = |number| u32::try_from(number).unwrap_or(u32::MAX);
    let opponent: Player = match own {
        Seat::One => player(number("player2")?, optional("level2")?)?,
        Seat::Two => player(number("player1")?, optional("level1")?)?,
    };
    Ok(RunningMatch {
        id: MatchId(number("id")?),
        game: row.get("game")?,
        seat: own,
        opponent,
        plies: usize::try_from(number("plies")?).unwrap_or_default(),
        turn: optional("turn")?.map(seat).transpose()?,
        offer: parse_word(row.get("offer")?)?,
        flag_at: optional("flag_at")?.map(Millis),
        pauses: control(row)?.1,
        place: optional_place(row, "place")?,
        hints_used: [count(number("hints1")?), count(number("hints2")?)],
        changed_at: Millis(number("changed_at")?),
    })
}

/// A page of a player's finished matches, last ended first. An index on each seat has them in this order.
const FINISHED: &str = "SELECT matches.*, place, moves FROM (
       SELECT * FROM (
           SELECT id, changed_at FROM matches WHERE player1 = $1 AND status != 'running'
           ORDER BY changed_at DESC, id DESC LIMIT $2 + $3
       ) AS found1
       UNION ALL SELECT * FROM (
           SELECT id, changed_at FROM matches WHERE player2 = $1 AND status != 'running'
           ORDER BY changed_at DESC, id DESC LIMIT $2 + $3
       ) AS found2
       ORDER BY changed_at DESC, id DESC LIMIT $3 OFFSET $2
    ) AS found
        JOIN matches ON matches.id = found.id
        LEFT JOIN match_locations ON match_locations.match = found.id AND number = 1
        LEFT JOIN move_lists ON move_lists.match = found.id
    ORDER BY matches.changed_at DESC, matches.id DESC";

async fn finished_match(store: &SqlStorage, row: &Row) -> Result<FinishedMatch, StorageError> {
    let number = |name| row.get::<i64>(name);
    let id = MatchId(number("id")?);
    let moves = match row.get::<Option<Vec<u8>>>("moves")? {
        Some(packed) => moves::unpack(id, &packed)?,
        None => moves::rows(&mut store.database.reader().await?, id).await?,
    };
    let (status, outcome) = ending(id, row)?;
    Ok(FinishedMatch {
        id,
        players: players(row)?,
        line: line(&store.catalog, id, row, &moves)?,
        status,
        outcome,
        place: optional_place(row, "place")?,
        ended_at: Millis(number("changed_at")?),
    })
}

/// The matches that a player may refer to in a channel. The player's own matches come first, then matches of the wanted
/// status, then matches of the channel itself rather than of its threads, then matches in which the turn fits, then newer
/// ones. Indices on players find own matches, so a channel with many matches costs no more than one with few.
const CANDIDATES: &str = "SELECT id FROM (
       SELECT id, status, turn, 1 AS seat FROM matches WHERE player1 = $1 AND status = 'running'
           AND EXISTS (SELECT 1 FROM match_locations WHERE match = id AND (place = $2 OR channel = $2))
       UNION ALL SELECT id, status, turn, 2 FROM matches WHERE player2 = $1 AND status = 'running'
           AND EXISTS (SELECT 1 FROM match_locations WHERE match = id AND (place = $2 OR channel = $2))
       UNION ALL SELECT id, status, turn, 1 FROM matches WHERE player1 = $1 AND status != 'running'
           AND EXISTS (SELECT 1 FROM match_locations WHERE match = id AND place = $2)
       UNION ALL SELECT id, status, turn, 2 FROM matches WHERE player2 = $1 AND status != 'running'
           AND EXISTS (SELECT 1 FROM match_locations WHERE match = id AND place = $2)
       UNION ALL SELECT * FROM (
           SELECT id, status, turn, 0 FROM match_locations JOIN matches ON id = match
           WHERE place = $2 AND player1 != $1 AND player2 != $1 ORDER BY match DESC LIMIT +$5
       ) AS found_others
    ) AS found ORDER BY seat != 0 DESC, (status = 'running') = $3 DESC,
       EXISTS (SELECT 1 FROM match_locations WHERE match = found.id AND place = $2) DESC,
       (seat != 0 AND COALESCE((turn = seat) = $4, FALSE)) DESC, id DESC
    LIMIT +$6";

#[async_trait]
impl MatchQueries for SqlStorage {
    async fn find_match(&self, id: MatchId) -> Result<Option<Match>, StorageError> {
        let found = self.database.read(|mut conn| Box::pin(async move { find(&self.catalog, &mut conn, id).await }));
        found.await
    }

    async fn match_versions(&self, ids: &[MatchId]) -> Result<Vec<(MatchId, i64)>, StorageError> {
        let mut versions = Vec::new();
        for some in ids.chunks(4) {
            let [one, two, three, four] = std::array::from_fn(|at| some.get(at).map_or(0, |id| id.0));
            let query = query_as("SELECT id, version FROM matches WHERE id IN ($1, $2, $3, $4)");
            let query = query.bind(one).bind(two).bind(three).bind(four);
            let found: Vec<(i64, i64)> = query.fetch_all(&self.database).await?;
            versions.extend(found.into_iter().map(|(id, version)| (MatchId(id), version)));
        }
        Ok(versions)
    }

    async fn find_matches_at(
        &self,
        place: PlaceId,
        player: PlayerId,
        wanted: MatchFilter,
    ) -> Result<Vec<MatchId>, StorageError> {
        let ids: Vec<i64> = query_as(CANDIDATES)
            .bind(stored(player.0))
            .bind(stored(place.0))
            .bind(wanted != MatchFilter::Finished)
            .bind(wanted != MatchFilter::Waiting)
            .bind(OTHER_CANDIDATES_MAX)
            .bind(CANDIDATES_MAX)
            .fetch_all(&self.database)
            .await?;
        Ok(ids.into_iter().map(MatchId).collect())
    }

    async fn running_versions_in(&self, place: PlaceId) -> Result<Vec<(MatchId, i64)>, StorageError> {
        let query = query_as(
            "SELECT id, version FROM match_locations JOIN matches ON id = match WHERE place = $1 AND status = 'running'
             UNION SELECT id, version FROM match_locations JOIN matches ON id = match
             WHERE channel = $1 AND status = 'running'",
        );
        let found: Vec<(i64, i64)> = query.bind(stored(place.0)).fetch_all(&self.database).await?;
        Ok(found.into_iter().map(|(id, version)| (MatchId(id), version)).collect())
    }

    async fn running_versions(&self, player: PlayerId) -> Result<Vec<(MatchId, i64)>, StorageError> {
        let query = query_as(
            "SELECT id, version FROM matches WHERE player1 = $1 AND status = 'running'
             UNION SELECT id, version FROM matches WHERE player2 = $1 AND status = 'running'",
        );
        let found: Vec<(i64, i64)> = query.bind(stored(player.0)).fetch_all(&self.database).await?;
        Ok(found.into_iter().map(|(id, version)| (MatchId(id), version)).collect())
    }

    async fn running(&self, player: PlayerId, limit: u32) -> Result<(Vec<RunningMatch>, usize), StorageError> {
        // Two index scans; a single condition with OR would scan every running match.
        let queries = [
            (
                Seat::One,
                "SELECT matches.*, place FROM matches LEFT JOIN match_locations ON match = id AND number = 1
                 WHERE player1 = $1 AND status = 'running'",
            ),
            (
                Seat::Two,
                "SELECT matches.*, place FROM matches LEFT JOIN match_locations ON match = id AND number = 1
                 WHERE player2 = $1 AND status = 'running'",
            ),
        ];
        let mut found = Vec::new();
        for (own, sql) in queries {
            let rows = query(sql).bind(stored(player.0)).fetch_all(&self.database).await?;
            for row in &rows {
                found.push(running_match(row, own)?);
            }
        }
        found.sort_by_key(|entry| (entry.urgency(), entry.id));
        let all = found.len();
        found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok((found, all))
    }

    async fn finished(
        &self,
        player: PlayerId,
        skipped: u32,
        limit: u32,
    ) -> Result<(Vec<FinishedMatch>, usize), StorageError> {
        let query = query(FINISHED).bind(stored(player.0)).bind(skipped).bind(limit);
        let mut found = Vec::new();
        for row in query.fetch_all(&self.database).await? {
            match finished_match(self, &row).await {
                Ok(finished) => found.push(finished),
                Err(error @ StorageError::Corrupt(_)) => {
                    tracing::error!(%error, "a match cannot be read and is left out of a list");
                }
                Err(error) => return Err(error),
            }
        }
        let count = query_as(
            "SELECT (SELECT COUNT(*) FROM matches WHERE player1 = $1 AND status != 'running')
                  + (SELECT COUNT(*) FROM matches WHERE player2 = $1 AND status != 'running')",
        );
        let all: i64 = count.bind(stored(player.0)).fetch_one(&self.database).await?;
        Ok((found, usize::try_from(all).unwrap_or_default()))
    }

    async fn count_running(&self, player: PlayerId, server: ServerId) -> Result<u32, StorageError> {
        let query = query_as(
            "SELECT (SELECT COUNT(*) FROM matches WHERE player1 = $1 AND status = 'running'
                    AND EXISTS (SELECT 1 FROM match_locations WHERE match = id AND server = $2))
                  + (SELECT COUNT(*) FROM matches WHERE player2 = $1 AND status = 'running'
                    AND EXISTS (SELECT 1 FROM match_locations WHERE match = id AND server = $2))",
        );
        let query = query.bind(stored(player.0)).bind(stored(server.0));
        let count: i64 = query.fetch_one(&self.database).await?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    async fn count_ended(&self, player: PlayerId, within: Span) -> Result<u32, StorageError> {
        let query = query_as(
            "SELECT
                (SELECT COUNT(*) FROM matches WHERE player1 = $1 AND status != 'running' AND changed_at >= $2
                    AND changed_at < $3 AND plies >= $4 AND status NOT IN ('aborted', 'stopped')
                    AND NOT (status = 'timeout' AND outcome = '0-1')
                    AND (level2 IS NULL OR status LIKE 'rules:%'))
              + (SELECT COUNT(*) FROM matches WHERE player2 = $1 AND status != 'running' AND changed_at >= $2
                    AND changed_at < $3 AND plies >= $4 AND status NOT IN ('aborted', 'stopped')
                    AND NOT (status = 'timeout' AND outcome = '1-0')
                    AND (level1 IS NULL OR status LIKE 'rules:%'))",
        );
        let query = query.bind(stored(player.0)).bind(within.from.0).bind(within.until.0).bind(EARNING_PLIES);
        let count: i64 = query.fetch_one(&self.database).await?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    async fn note(&self, match_id: MatchId, player: PlayerId) -> Result<Option<String>, StorageError> {
        query_as("SELECT text FROM notes WHERE match = $1 AND player = $2")
            .bind(match_id.0)
            .bind(stored(player.0))
            .fetch_optional(&self.database)
            .await
    }

    async fn hint(&self, match_id: MatchId, ply: usize, seat: Seat) -> Result<Option<Hint>, StorageError> {
        let row = query("SELECT * FROM hints WHERE match = $1 AND ply = $2 AND seat = $3")
            .bind(match_id.0)
            .bind(ply as i64)
            .bind(seat_number(seat))
            .fetch_optional(&self.database)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let stage: i64 = row.get("stage")?;
        Ok(Some(Hint {
            match_id,
            ply,
            seat,
            position: row.get("position")?,
            stage: u8::try_from(stage).unwrap_or(u8::MAX),
            worded: row.get("told")?,
            requested_at: Millis(row.get("asked_at")?),
        }))
    }

    async fn analysis(&self, match_id: MatchId) -> Result<Option<MatchAnalysis>, StorageError> {
        self.read_consistently(|mut tx| {
            Box::pin(async move {
                // One transaction, so that the row and the studies are consistent.
                let row = query("SELECT * FROM analyses WHERE match = $1").bind(match_id.0);
                let Some(row) = row.fetch_optional(&mut tx).await? else { return Ok(None) };
                let positions: Vec<(i64, String, i64)> =
                    query_as("SELECT ply, best, score FROM studies WHERE match = $1 ORDER BY ply")
                        .bind(match_id.0)
                        .fetch_all(&mut tx)
                        .await?;
                // Moves contain no spaces.
                let position = |(ply, best, score): (i64, String, i64)| PositionAnalysis {
                    ply: usize::try_from(ply).unwrap_or(usize::MAX),
                    line: best.split(' ').map(str::to_owned).collect(),
                    score: i32::try_from(score).unwrap_or_default(),
                };
                Ok(Some(MatchAnalysis {
                    match_id,
                    positions: positions.into_iter().map(position).collect(),
                    announced_at: Millis(row.get("told_at")?),
                }))
            })
        })
        .await
    }

    async fn posted_board(&self, location: LocationId) -> Result<Option<PostedBoard>, StorageError> {
        let mut conn = self.database.reader().await?;
        locations::posted_board(&mut conn, location).await
    }

    async fn challenge(&self, id: ChallengeId) -> Result<Option<Challenge>, StorageError> {
        let query = query("SELECT * FROM challenges WHERE id = $1").bind(id.0);
        let row = query.fetch_optional(&self.database).await?;
        row.as_ref().map(challenge).transpose()
    }

    async fn open_challenges_between(
        &self,
        one: PlayerId,
        other: PlayerId,
        now: Millis,
    ) -> Result<Vec<Challenge>, StorageError> {
        let mut conn = self.database.reader().await?;
        challenges::open_between(&mut conn, [one, other], now).await
    }

    async fn open_challenges_of(
        &self,
        player: PlayerId,
        now: Millis,
        skipped: u32,
        limit: u32,
    ) -> Result<(Vec<Challenge>, usize), StorageError> {
        let open = query(
            "SELECT * FROM challenges WHERE state = 'open' AND expires_at > $2 AND (challenger = $1 OR opponent = $1)
             ORDER BY challenger = $1, id LIMIT $4 OFFSET $3",
        );
        let open = open.bind(stored(player.0)).bind(now.0).bind(skipped).bind(limit).fetch_all(&self.database).await?;
        let all = query_as(
            "SELECT COUNT(*) FROM challenges
             WHERE state = 'open' AND expires_at > $2 AND (challenger = $1 OR opponent = $1)",
        );
        let all: i64 = all.bind(stored(player.0)).bind(now.0).fetch_one(&self.database).await?;
        let open: Result<Vec<Challenge>, StorageError> = open.iter().map(challenge).collect();
        Ok((open?, usize::try_from(all).unwrap_or_default()))
    }

    async fn open_challenges_made(&self, platform: PlatformId, within: Span) -> Result<Vec<ChallengeId>, StorageError> {
        let rows: Vec<i64> = query_as(
            "SELECT challenges.id FROM challenges JOIN places ON places.id = place
             WHERE expires_at >= $1 AND expires_at <= $2 AND state = 'open' AND delivery_mode != $3 AND platform = $4
             ORDER BY challenges.id",
        )
        .bind(within.from.plus(OPEN_MS).0)
        .bind(within.until.plus(OPEN_MS).0)
        .bind(DeliveryMode::InteractionOnly.to_string())
        .bind(platform.0)
        .fetch_all(&self.database)
        .await?;
        Ok(rows.into_iter().map(ChallengeId).collect())
    }
}
