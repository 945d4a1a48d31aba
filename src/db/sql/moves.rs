//! The moves of matches: a row for each move of a running match, one value for those of an ended match. A match that
//! was stopped because it cannot be read keeps its rows.

use super::move_list::{self, StoredMove};
use crate::db::database_error::corrupt;
use crate::db::driver::{Connection, Row, query, query_as};
use crate::service::{Match, MatchId, Millis, Status, StorageError};

/// The rows of a match, in the order of its moves. A match whose moves are packed has none.
pub(super) async fn rows(conn: &mut Connection, id: MatchId) -> Result<Vec<StoredMove>, StorageError> {
    let rows: Vec<(String, i64, i64)> =
        query_as("SELECT text, played_at, earned FROM moves WHERE match = $1 ORDER BY ply")
            .bind(id.0)
            .fetch_all(conn)
            .await?;
    Ok(rows.into_iter().map(|(text, played_at, earned)| StoredMove { text, played_at, earned }).collect())
}

/// The moves of a match, in their order. Only a match without rows can have been packed.
pub(super) async fn of(conn: &mut Connection, id: MatchId) -> Result<Vec<StoredMove>, StorageError> {
    let moves = rows(&mut *conn, id).await?;
    if !moves.is_empty() {
        return Ok(moves);
    }
    let query = query_as("SELECT moves FROM move_lists WHERE match = $1").bind(id.0);
    let packed: Option<Vec<u8>> = query.fetch_optional(conn).await?;
    Ok(packed.map(|packed| unpack(id, &packed)).transpose()?.unwrap_or_default())
}

/// What is between the lines of [`of_row`].
pub(super) const SEPARATOR: &str = "\n";

/// The moves of a match in a row whose column `move_rows` has a line for each of its rows, with the instant, the earned
/// time and the text, and whose column `packed_moves` has its packed moves.
pub(super) fn of_row(id: MatchId, row: &Row) -> Result<Vec<StoredMove>, StorageError> {
    let (rows, packed): (Option<String>, Option<Vec<u8>>) = (row.get("move_rows")?, row.get("packed_moves")?);
    match (rows, packed) {
        (Some(rows), _) => rows.split(SEPARATOR).map(|line| parse(id, line)).collect(),
        (None, Some(packed)) => unpack(id, &packed),
        (None, None) => Ok(Vec::new()),
    }
}

fn parse(id: MatchId, line: &str) -> Result<StoredMove, StorageError> {
    let mut words = line.splitn(3, ' ');
    let mut word = || words.next().ok_or_else(|| corrupt(format_args!("match {id}: a move is incomplete")));
    let (played_at, earned, text) = (word()?, word()?, word()?);
    let number = |word: &str| word.parse().map_err(|error| corrupt(format_args!("match {id}: {error}")));
    Ok(StoredMove { text: text.to_owned(), played_at: number(played_at)?, earned: number(earned)? })
}

/// Reads the packed moves of a match.
pub(super) fn unpack(id: MatchId, packed: &[u8]) -> Result<Vec<StoredMove>, StorageError> {
    move_list::decode(packed).map_err(|error| corrupt(format_args!("match {id}: {error}")))
}

/// Replaces the rows of a match by one value. A match that has none is left as it is.
async fn pack(conn: &mut Connection, id: MatchId) -> Result<(), StorageError> {
    let moves = rows(&mut *conn, id).await?;
    if moves.is_empty() {
        return Ok(());
    }
    let packed = move_list::encode(&moves);
    query("INSERT INTO move_lists (match, moves) VALUES ($1, $2)").bind(id.0).bind(packed).execute(&mut *conn).await?;
    query("DELETE FROM moves WHERE match = $1").bind(id.0).execute(conn).await?;
    Ok(())
}

/// Packs the moves of a match that has ended, in the transaction that ends it. It cannot run again: [`Match::act_at`]
/// refuses every action, and [`match_changes::apply`](super::match_changes::apply) the change.
pub(super) async fn pack_if_ended(conn: &mut Connection, after: &Match) -> Result<(), StorageError> {
    if after.status == Status::Running { Ok(()) } else { pack(conn, after.id).await }
}

/// Corrects the times of packed moves after the clock was wrong.
pub(super) async fn correct_packed(
    conn: &mut Connection,
    id: MatchId,
    corrected: impl Fn(Millis) -> Millis,
) -> Result<(), StorageError> {
    let query_packed = query_as("SELECT moves FROM move_lists WHERE match = $1").bind(id.0);
    let packed: Option<Vec<u8>> = query_packed.fetch_optional(&mut *conn).await?;
    let Some(packed) = packed else { return Ok(()) };
    let mut moves = unpack(id, &packed)?;
    for stored in &mut moves {
        stored.played_at = corrected(Millis(stored.played_at)).0;
    }
    let update = query("UPDATE move_lists SET moves = $1 WHERE match = $2").bind(move_list::encode(&moves));
    update.bind(id.0).execute(conn).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::SqlStorage;
    use crate::service::{Action, GameService, MatchQueries, PersonalDataStorage, PlayerId, SystemClock};
    use std::sync::Arc;
    use tempfile::TempDir;

    const ADA: PlayerId = PlayerId(1);

    async fn database() -> (TempDir, SqlStorage, GameService) {
        let folder = TempDir::new().expect("a folder");
        let store = SqlStorage::open_file(&folder.path().join("tablero.sqlite")).await.expect("a database");
        let service = GameService::new(Arc::new(store.clone()), Arc::new(SystemClock), || 7);
        (folder, store, service)
    }

    /// Stores games with three moves; those with an even number have ended.
    async fn fill(store: &SqlStorage, games: i64) {
        let counted = "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < $1)";
        let matches = "INSERT INTO matches (id, game, setup, player1, player2, status, outcome, started_at,
                changed_at, version, plies)
            SELECT n, 'barrier', 'variant=8', 1, 2, IIF(n % 2, 'running', 'resigned'), IIF(n % 2, NULL, '1-0'),
                0, 9, 3, 3 FROM number";
        let moves =
            "INSERT INTO moves (match, ply, text, played_at, earned) SELECT n, column1, column2, n + column1, column3
            FROM number, (VALUES (0, 'd4', 0), (1, 'g7', 7), (2, 'd4d6e6', 7))";
        let locations = "INSERT INTO match_locations (match, number, channel, delivery_mode, language)
            SELECT n, 1, 5, 'channel', 'en' FROM number";
        for rows in [matches, locations, moves] {
            let sql = sqlx::AssertSqlSafe(format!("{counted} {rows}"));
            sqlx::query(sql).bind(games).execute(&store.sqlite().writer).await.expect("rows");
        }
    }

    /// The numbers of stored rows and of packed matches.
    async fn counts(store: &SqlStorage) -> (i64, i64) {
        let sql = "SELECT (SELECT COUNT(*) FROM moves), (SELECT COUNT(*) FROM move_lists)";
        sqlx::query_as(sql).fetch_one(&store.sqlite().readers).await.expect("counts")
    }

    #[tokio::test]
    async fn the_moves_of_a_match_are_packed_when_it_ends_and_read_as_before() {
        let (_folder, store, service) = database().await;
        fill(&store, 1).await;
        let id = MatchId(1);
        let (before, running) = (service.find(id).await.expect("it is read"), counts(&store).await);
        let moves = of(&mut store.database.reader().await.expect("a connection"), id).await.expect("moves");
        let exported = store.personal_games(ADA, &[id]).await.expect("a game");
        service.act(id, ADA, None, &Action::Resign, None).await.expect("it ends");
        assert_eq!((running, counts(&store).await), ((3, 0), (0, 1)));
        let after = service.find(id).await.expect("it is read");
        assert_eq!((after.line.moves(), &after.earned), (before.line.moves(), &before.earned));
        assert_eq!(after.earned, [0, 7, 7]);
        assert_eq!(of(&mut store.database.reader().await.expect("a connection"), id).await.expect("moves"), moves);
        let again = store.personal_games(ADA, &[id]).await.expect("a game");
        assert_eq!(again[0]["moves"], exported[0]["moves"]);
        let shown = r#"{"earned":7,"played_at":"1970-01-01T00:00:00.003Z","ply":2,"text":"d4d6e6"}"#;
        let shown: serde_json::Value = serde_json::from_str(shown).expect("JSON");
        assert_eq!(again[0]["moves"][2], shown);
        let run = sqlx::query("UPDATE matches SET status = 'running', outcome = NULL WHERE id = 1");
        let refused = run.execute(&store.sqlite().writer).await.expect_err("it has ended");
        assert!(refused.to_string().contains("cannot run again"), "{refused}");
        store.close().await;
    }

    #[tokio::test]
    async fn a_value_that_is_no_list_of_moves_makes_the_match_unreadable() {
        let (_folder, store, _service) = database().await;
        fill(&store, 2).await;
        sqlx::query("DELETE FROM moves WHERE match = 2").execute(&store.sqlite().writer).await.expect("no rows");
        sqlx::query("INSERT INTO move_lists (match, moves) VALUES (2, x'01ff')")
            .execute(&store.sqlite().writer)
            .await
            .expect("one");
        let error = store.find_match(MatchId(2)).await.expect_err("it cannot be read");
        assert!(
            matches!(&error, StorageError::Corrupt(what) if what.contains("match 2: the list of moves is incomplete"))
        );
        let exported = store.personal_games(ADA, &[MatchId(1), MatchId(2)]).await.expect("an export");
        assert_eq!(exported[0]["moves"].as_array().map(Vec::len), Some(3));
        assert_eq!(exported[1]["moves"], serde_json::json!([]), "the others are exported nevertheless");
        store.close().await;
    }
}
