//! The boards of the day.

use super::rows::{changed_one, external_id, stored};
use super::sql_storage::SqlStorage;
use super::stored_change::{StoredChange, Storing};
use super::{checks, locks::Locks, posts};
use crate::db::database_error::corrupt;
use crate::db::driver::{Connection, Row, query, query_as};
use crate::service::storage::daily_queries::DailyQueries;
use crate::service::{
    BoardId, ClosedBoard, DailyAnswer, DailyAnswerChange, DailyBoard, DailyChange, DailyChannel, DailyRecord, Millis,
    OpenedBoard, PlaceId, PlayerId, ScheduledCheck, ServerId, StorageError,
};
use async_trait::async_trait;
use std::str::FromStr;

fn small<N: TryFrom<i64>>(row: &Row, name: &str) -> Result<N, StorageError> {
    let number: i64 = row.get(name)?;
    N::try_from(number).map_err(|_| corrupt(format_args!("{number} is no {name}")))
}

fn word<T: FromStr>(row: &Row, name: &str) -> Result<T, StorageError> {
    let word: String = row.get(name)?;
    word.parse().map_err(|_| corrupt(format_args!("{word} is no {name}")))
}

fn channel(row: &Row) -> Result<DailyChannel, StorageError> {
    let (server, games): (Option<i64>, Option<String>) = (row.get("server")?, row.get("games")?);
    Ok(DailyChannel {
        place: PlaceId(external_id(row.get("place")?)),
        server: server.map(|server| ServerId(external_id(server))),
        language: row.get("language")?,
        minute: small(row, "minute")?,
        zone: row.get("zone")?,
        games: games.map(|games| games.split_whitespace().map(str::to_owned).collect()),
        switch: word(row, "state")?,
        number: small(row, "number")?,
        quiet: small(row, "quiet")?,
    })
}

fn board(row: &Row) -> Result<DailyBoard, StorageError> {
    let closed_at: Option<i64> = row.get("closed_at")?;
    Ok(DailyBoard {
        id: BoardId(row.get("id")?),
        place: PlaceId(external_id(row.get("place")?)),
        number: small(row, "number")?,
        day: row.get("day")?,
        game: row.get("game")?,
        puzzle: small(row, "puzzle")?,
        closed_at: closed_at.map(Millis),
    })
}

fn answer(row: &Row) -> Result<DailyAnswer, StorageError> {
    Ok(DailyAnswer {
        player: PlayerId(external_id(row.get("player")?)),
        tries: small(row, "tries")?,
        wrong: row.get("wrong")?,
        state: word(row, "state")?,
        answered_at: Millis(row.get("answered_at")?),
    })
}

/// What a channel has chosen.
pub(super) async fn channel_of(conn: &mut Connection, place: i64) -> Result<Option<DailyChannel>, StorageError> {
    let row = query("SELECT * FROM daily_channels WHERE place = $1").bind(place).fetch_optional(conn).await?;
    row.as_ref().map(channel).transpose()
}

#[async_trait]
impl DailyQueries for SqlStorage {
    async fn daily_channel(&self, place: PlaceId) -> Result<Option<DailyChannel>, StorageError> {
        let mut conn = self.database.reader().await?;
        channel_of(&mut conn, stored(place.0)).await
    }

    async fn daily_board(&self, id: BoardId) -> Result<Option<DailyBoard>, StorageError> {
        let query = query("SELECT * FROM daily_boards WHERE id = $1").bind(id.0);
        query.fetch_optional(&self.database).await?.as_ref().map(board).transpose()
    }

    async fn numbered_daily_board(&self, place: PlaceId, number: u32) -> Result<Option<DailyBoard>, StorageError> {
        let query = query("SELECT * FROM daily_boards WHERE place = $1 AND number = $2");
        let query = query.bind(stored(place.0)).bind(i64::from(number));
        query.fetch_optional(&self.database).await?.as_ref().map(board).transpose()
    }

    async fn has_daily_board(&self, place: PlaceId, day: i64) -> Result<bool, StorageError> {
        let query = query_as("SELECT EXISTS (SELECT 1 FROM daily_boards WHERE place = $1 AND day = $2)");
        query.bind(stored(place.0)).bind(day).fetch_one(&self.database).await
    }

    async fn daily_puzzles(&self, place: PlaceId, after: u32) -> Result<Vec<(String, u32)>, StorageError> {
        let query = query_as("SELECT game, puzzle FROM daily_boards WHERE place = $1 AND number > $2 ORDER BY number");
        let rows: Vec<(String, i64)> =
            query.bind(stored(place.0)).bind(i64::from(after)).fetch_all(&self.database).await?;
        Ok(rows.into_iter().filter_map(|(game, puzzle)| Some((game, puzzle.try_into().ok()?))).collect())
    }

    async fn daily_answer(&self, board: BoardId, player: PlayerId) -> Result<Option<DailyAnswer>, StorageError> {
        let query = query("SELECT * FROM daily_answers WHERE board = $1 AND player = $2");
        let row = query.bind(board.0).bind(stored(player.0)).fetch_optional(&self.database).await?;
        row.as_ref().map(answer).transpose()
    }

    async fn daily_answers(&self, board: BoardId) -> Result<Vec<DailyAnswer>, StorageError> {
        let query = query("SELECT * FROM daily_answers WHERE board = $1 ORDER BY tries, answered_at, player");
        query.bind(board.0).fetch_all(&self.database).await?.iter().map(answer).collect()
    }

    async fn asked_for_daily_pings(&self, place: PlaceId, after: u32) -> Result<Vec<PlayerId>, StorageError> {
        let query = query_as(
            "SELECT DISTINCT player FROM daily_boards JOIN daily_answers ON board = daily_boards.id
                JOIN settings ON settings.kind = 'person' AND settings.id = player
             WHERE place = $1 AND number > $2 AND chosen LIKE '%\"daily\":true%' ORDER BY player",
        );
        let people: Vec<i64> = query.bind(stored(place.0)).bind(i64::from(after)).fetch_all(&self.database).await?;
        Ok(people.into_iter().map(|player| PlayerId(external_id(player))).collect())
    }

    async fn daily_record(&self, player: PlayerId) -> Result<DailyRecord, StorageError> {
        let query = query_as(
            "SELECT daily_boards.place, daily_boards.number, daily_channels.number
             FROM daily_answers JOIN daily_boards ON daily_boards.id = board
                JOIN daily_channels ON daily_channels.place = daily_boards.place
             WHERE player = $1 AND daily_answers.state = 'solved' ORDER BY 1, 2",
        );
        let rows: Vec<(i64, i64, i64)> = query.bind(stored(player.0)).fetch_all(&self.database).await?;
        let number = |number: i64| u32::try_from(number).unwrap_or_default();
        let solved: Vec<_> = rows
            .into_iter()
            .map(|(place, solved, last)| (PlaceId(external_id(place)), number(solved), number(last)))
            .collect();
        Ok(DailyRecord::of(&solved))
    }
}

/// Stores what a channel has chosen, if the stored values are still those before.
async fn store_channel(tx: &mut Connection, change: &DailyChange) -> Result<(), StorageError> {
    let DailyChange { before, after, .. } = change;
    let DailyChannel { place, server, language, minute, zone, games, switch, number, quiet } = after;
    let lock = query_as::<i64>("SELECT place FROM daily_channels WHERE place = $1").locking();
    lock.bind(stored(place.0)).fetch_optional(&mut *tx).await?;
    if channel_of(tx, stored(place.0)).await? != *before {
        return Err(StorageError::Conflict);
    }
    let sql = if before.is_some() {
        "UPDATE daily_channels SET server = $2, language = $3, minute = $4, zone = $5, games = $6, state = $7,
            number = $8, quiet = $9
         WHERE place = $1"
    } else {
        "INSERT INTO daily_channels (place, server, language, minute, zone, games, state, number, quiet)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING"
    };
    let query = query(sql)
        .bind(stored(place.0))
        .bind(server.map(|server| stored(server.0)))
        .bind(language)
        .bind(i64::from(*minute))
        .bind(zone)
        .bind(games.as_ref().map(|games| games.join(" ")))
        .bind(switch.to_string())
        .bind(i64::from(*number))
        .bind(i64::from(*quiet));
    changed_one(query.execute(tx).await?)
}

/// Closes a board, which ends the answers.
async fn close(
    tx: &mut Connection,
    place: PlaceId,
    ClosedBoard { number, is_answered }: ClosedBoard,
    now: Millis,
) -> Result<(), StorageError> {
    let closed = query("UPDATE daily_boards SET closed_at = $3 WHERE place = $1 AND number = $2 AND closed_at IS NULL");
    changed_one(closed.bind(stored(place.0)).bind(i64::from(number)).bind(now.0).execute(&mut *tx).await?)?;
    let answered = query_as(
        "SELECT EXISTS (
            SELECT 1 FROM daily_boards JOIN daily_answers ON board = id WHERE place = $1 AND number = $2
         )",
    );
    let answered: bool = answered.bind(stored(place.0)).bind(i64::from(number)).fetch_one(tx).await?;
    if answered == is_answered { Ok(()) } else { Err(StorageError::Conflict) }
}

async fn open(tx: &mut Connection, place: PlaceId, opened: &OpenedBoard, now: Millis) -> Result<(), StorageError> {
    let OpenedBoard { number, day, game, puzzle } = opened;
    let query = query(
        "INSERT INTO daily_boards (place, number, day, game, puzzle, opened_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT DO NOTHING",
    );
    let query = query.bind(stored(place.0)).bind(i64::from(*number)).bind(*day).bind(*game);
    changed_one(query.bind(i64::from(*puzzle)).bind(now.0).execute(tx).await?)
}

#[async_trait]
impl StoredChange for DailyChange {
    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        let place = self.after.place;
        store_channel(tx, self).await?;
        if let Some(closed) = self.closes {
            close(tx, place, closed, self.now).await?;
        }
        if let Some(opened) = &self.opens {
            open(tx, place, opened, self.now).await?;
        }
        posts::add(tx, &self.posts, None, self.now).await?;
        let (kind, subject) = checks::key(ScheduledCheck::Daily(place));
        checks::schedule_check(tx, kind, subject, self.due_at).await
    }
}

#[async_trait]
impl StoredChange for DailyAnswerChange {
    fn locks(&self, locks: &mut Locks) {
        locks.person(self.after.player);
    }

    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        let DailyAnswerChange { board, before, after } = self;
        let DailyAnswer { player, tries, wrong, state, answered_at } = after;
        // The change that closes the board waits for this transaction, or this one finds it closed.
        let open = query_as::<i64>("SELECT id FROM daily_boards WHERE id = $1 AND closed_at IS NULL").locking();
        if open.bind(board.0).fetch_optional(&mut *tx).await?.is_none() {
            return Err(StorageError::Conflict);
        }
        let found = query("SELECT * FROM daily_answers WHERE board = $1 AND player = $2");
        let found = found.bind(board.0).bind(stored(player.0)).fetch_optional(&mut *tx).await?;
        if found.as_ref().map(answer).transpose()? != *before {
            return Err(StorageError::Conflict);
        }
        query(
            "INSERT INTO daily_answers (board, player, tries, wrong, state, answered_at) VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (board, player) DO UPDATE SET tries = excluded.tries, wrong = excluded.wrong,
                state = excluded.state, answered_at = excluded.answered_at",
        )
        .bind(board.0)
        .bind(stored(player.0))
        .bind(i64::from(*tries))
        .bind(wrong.as_deref())
        .bind(state.to_string())
        .bind(answered_at.0)
        .execute(tx)
        .await?;
        Ok(())
    }
}
