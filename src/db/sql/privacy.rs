//! Erases a person.

use super::locks::Locks;
use super::rows::stored;
use super::sql_storage::SqlStorage;
use super::{inbox, match_changes, posts, results, upkeep};
use crate::db::driver::{Connection, query, query_as};
use crate::service::{
    ChallengeId, ERASED_PLAYER, Erasure, EventOutcome, InboxEvent, MatchChange, MatchId, PlayerId, Post, StorageError,
};

/// The number of ended games, or of opponents' results, from which one transaction removes a person, so that the moves of
/// others wait for it only a few milliseconds.
const BATCH: i64 = 50;
/// The number of running games that one transaction ends, for the same reason.
const ENDS_PER_BATCH: usize = 5;

/// Statements that remove a person (`$1`) from `$2` ended games, for the first and for the second seat. After the last
/// statement of a group, its games are no longer found.
const REMOVE_FROM_GAMES: [[&str; 4]; 2] = [
    [
        "DELETE FROM plans WHERE seat = 1 AND match IN (SELECT id FROM matches
            WHERE player1 = $1 AND status != 'running' ORDER BY changed_at, id LIMIT $2)",
        "DELETE FROM hints WHERE seat = 1 AND match IN (SELECT id FROM matches
            WHERE player1 = $1 AND status != 'running' ORDER BY changed_at, id LIMIT $2)",
        "UPDATE rating_changes SET player = NULL WHERE seat = 1 AND match IN (SELECT id FROM matches
            WHERE player1 = $1 AND status != 'running' ORDER BY changed_at, id LIMIT $2)",
        "UPDATE matches SET player1 = 0, muted1 = FALSE WHERE id IN (SELECT id FROM matches
            WHERE player1 = $1 AND status != 'running' ORDER BY changed_at, id LIMIT $2)",
    ],
    [
        "DELETE FROM plans WHERE seat = 2 AND match IN (SELECT id FROM matches
            WHERE player2 = $1 AND status != 'running' ORDER BY changed_at, id LIMIT $2)",
        "DELETE FROM hints WHERE seat = 2 AND match IN (SELECT id FROM matches
            WHERE player2 = $1 AND status != 'running' ORDER BY changed_at, id LIMIT $2)",
        "UPDATE rating_changes SET player = NULL WHERE seat = 2 AND match IN (SELECT id FROM matches
            WHERE player2 = $1 AND status != 'running' ORDER BY changed_at, id LIMIT $2)",
        "UPDATE matches SET player2 = 0, muted2 = FALSE WHERE id IN (SELECT id FROM matches
            WHERE player2 = $1 AND status != 'running' ORDER BY changed_at, id LIMIT $2)",
    ],
];

/// The games that the next [`REMOVE_FROM_GAMES`] finds, for the first and for the second seat.
const GAMES: [&str; 2] = [
    "SELECT id FROM matches WHERE player1 = $1 AND status != 'running' ORDER BY changed_at, id LIMIT $2",
    "SELECT id FROM matches WHERE player2 = $1 AND status != 'running' ORDER BY changed_at, id LIMIT $2",
];

/// The challenges of a person.
const CHALLENGES: &str = "SELECT id FROM challenges WHERE challenger = $1 OR opponent = $1";

/// Statements that remove the rest of a person's data. Notes of challenges may name the person they are for.
const REMOVE: [&str; 29] = [
    "UPDATE challenges SET state = 'cancelled' WHERE state = 'open' AND (challenger = $1 OR opponent = $1)",
    "UPDATE challenges SET note = '' WHERE challenger = $1 OR opponent = $1",
    "UPDATE challenges SET challenger = 0 WHERE challenger = $1",
    "UPDATE challenges SET opponent = 0 WHERE opponent = $1",
    "DELETE FROM notes WHERE player = $1",
    "UPDATE rating_changes SET player = NULL WHERE player = $1",
    "DELETE FROM ratings WHERE player = $1",
    "DELETE FROM results WHERE player = $1",
    "DELETE FROM members WHERE player = $1",
    "DELETE FROM outbox WHERE person = $1",
    "DELETE FROM stored_actions WHERE person = $1",
    "DELETE FROM inbox WHERE person = $1",
    "DELETE FROM alarms WHERE kind = 'digest' AND subject = $1",
    "DELETE FROM settings WHERE kind = 'person' AND id = $1",
    "DELETE FROM habits WHERE player = $1",
    "DELETE FROM lessons WHERE player = $1",
    "DELETE FROM puzzles WHERE player = $1",
    "DELETE FROM puzzle_ratings WHERE player = $1",
    "DELETE FROM daily_answers WHERE player = $1",
    "DELETE FROM revoked_board_links WHERE player = $1",
    "DELETE FROM token_owners WHERE player = $1",
    "DELETE FROM vacations WHERE player = $1",
    "DELETE FROM blocks WHERE player = $1 OR blocked = $1",
    "DELETE FROM exports WHERE player = $1",
    "DELETE FROM link_codes WHERE person = $1 OR claimant = $1",
    "DELETE FROM players WHERE id = $1",
    "DELETE FROM pending_events WHERE sender IN (SELECT external_id FROM accounts WHERE person = $1)",
    "DELETE FROM accounts WHERE person = $1",
    "DELETE FROM people WHERE id = $1",
];

/// Removes the entries of menus of blocked players that name a person (`$1`).
const REMOVE_FROM_MENUS: &str = "DELETE FROM stored_actions WHERE action LIKE 'unblock %' AND value = $1";

/// Removes a person from up to `limit` ended games in one seat; returns the number of games.
async fn remove_from_games(
    conn: &mut Connection,
    seat: usize,
    erasure: &Erasure,
    limit: i64,
) -> Result<u64, StorageError> {
    let player = stored(erasure.player.0);
    if erasure.removes_messages {
        let games: Vec<i64> = query_as(GAMES[seat]).bind(player).bind(limit).fetch_all(&mut *conn).await?;
        let removals: Vec<Post> = games.into_iter().map(|game| Post::Removal { match_id: MatchId(game) }).collect();
        posts::add(conn, &removals, None, erasure.now).await?;
    }
    let mut games = 0;
    for statement in REMOVE_FROM_GAMES[seat] {
        let query = query(statement).bind(player).bind(limit);
        games = query.execute(&mut *conn).await?;
    }
    Ok(games)
}

/// Ends running games and removes the person from them in the same transaction, so that the post of a result that is
/// delivered before the rest is erased names nobody.
async fn end_games(tx: &mut Connection, ends: &[MatchChange], erasure: &Erasure) -> Result<(), StorageError> {
    locks(erasure.player, ends, &[]).take(tx).await?;
    for end in ends {
        match_changes::apply(tx, end).await?;
    }
    for seat in 0..REMOVE_FROM_GAMES.len() {
        remove_from_games(tx, seat, erasure, BATCH).await?;
    }
    Ok(())
}

/// The person, and the running games that end with the people who play them.
fn locks(player: PlayerId, ends: &[MatchChange], unreadable: &[MatchId]) -> Locks {
    let mut locks = Locks::default();
    locks.person(player);
    for end in ends {
        locks.people_of(&end.after);
        locks.game(end.after.id);
    }
    unreadable.iter().for_each(|game| locks.game(*game));
    locks
}

pub(super) async fn erase_person(store: &SqlStorage, erasure: &Erasure) -> Result<(), StorageError> {
    let Erasure { player, ends, unreadable, .. } = erasure;
    let running = "SELECT (SELECT COUNT(*) FROM matches WHERE player1 = $1 AND status = 'running')
                        + (SELECT COUNT(*) FROM matches WHERE player2 = $1 AND status = 'running')";
    let running: i64 = query_as(running).bind(stored(player.0)).fetch_one(&store.database).await?;
    if running != (ends.len() + unreadable.len()) as i64 {
        return Err(StorageError::Conflict);
    }
    // A long history is removed in batches before the rest. If the process is killed in between, the person has fewer
    // games and can ask again.
    for seat in 0..REMOVE_FROM_GAMES.len() {
        loop {
            let removed = store.write_once(|tx| {
                Box::pin(async move {
                    locks(*player, &[], &[]).take(tx).await?;
                    remove_from_games(tx, seat, erasure, BATCH).await
                })
            });
            let removed = removed.await?;
            if removed < BATCH.unsigned_abs() {
                break;
            }
        }
    }
    loop {
        let removed = store.write_once(|tx| {
            Box::pin(async move {
                locks(*player, &[], &[]).take(tx).await?;
                results::remove_from_opponents(tx, *player, BATCH).await
            })
        });
        let removed = removed.await?;
        if removed < BATCH.unsigned_abs() {
            break;
        }
    }
    // A game that has changed meanwhile stops none of the others; it is found running below.
    for ends in ends.chunks(ENDS_PER_BATCH) {
        match store.write_once(|tx| Box::pin(end_games(tx, ends, erasure))).await {
            Ok(()) | Err(StorageError::Conflict) => {}
            Err(error) => return Err(error),
        }
    }
    store.write_once(|tx| Box::pin(erase(tx, erasure))).await?;
    // Deleted content is overwritten in the file (see [`SqlStorage::open_with`]) but may still be in the write-ahead
    // log.
    upkeep::purge_after_deletion(store).await;
    Ok(())
}

/// Erases all that is left of the person.
async fn erase(tx: &mut Connection, erasure: &Erasure) -> Result<(), StorageError> {
    let Erasure { player, unreadable, removes_messages, event, now, .. } = erasure;
    locks(*player, &[], unreadable).take(tx).await?;
    for game in unreadable {
        match_changes::stop_without_replay(tx, *game, *now).await?;
    }
    let running: bool = query_as(
        "SELECT EXISTS (SELECT 1 FROM matches WHERE player1 = $1 AND status = 'running')
             OR EXISTS (SELECT 1 FROM matches WHERE player2 = $1 AND status = 'running')",
    )
    .bind(stored(player.0))
    .fetch_one(&mut *tx)
    .await?;
    if running {
        return Err(StorageError::Conflict);
    }
    // The games that could not be read, and what has ended meanwhile.
    for seat in 0..REMOVE_FROM_GAMES.len() {
        remove_from_games(tx, seat, erasure, i64::MAX).await?;
    }
    results::remove_from_opponents(tx, *player, i64::MAX).await?;
    if *removes_messages {
        let query = query_as(CHALLENGES).bind(stored(player.0));
        let challenges: Vec<i64> = query.fetch_all(&mut *tx).await?;
        let removal = |id| Post::ChallengeRemoval { challenge: ChallengeId(id) };
        let removals: Vec<Post> = challenges.into_iter().map(removal).collect();
        posts::add(tx, &removals, None, *now).await?;
    }
    query(REMOVE_FROM_MENUS).bind(player.to_string()).execute(tx).await?;
    for remove in REMOVE {
        query(remove).bind(stored(player.0)).execute(tx).await?;
    }
    if let Some(id) = event {
        let event = InboxEvent { id: id.clone(), person: ERASED_PLAYER, at: *now };
        inbox::record_if_new(tx, &event, EventOutcome::Erased).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::sql::people_in_tests::{IMPERSONAL, ROWS};
    use crate::db::sql::personal_data::{FACTS, GAME, GAME_IDS, OF_A_GAME};
    use crate::service::{
        DeliveryQueries, EventId, GameService, MatchQueries, Millis, PersonalDataStorage, PlaceId, PlatformId,
        PlayerId, SystemClock, UpkeepStorage,
    };
    use sqlx::{Row, SqlitePool, TypeInfo, ValueRef};
    use std::collections::BTreeSet;
    use std::path::Path;
    use std::sync::Arc;
    use tempfile::TempDir;

    /// A person with an id and a name that do not occur by chance.
    const WHO: PlayerId = PlayerId(4_815_162_342_815_162);
    const NAME: &str = "Zephyrina";

    async fn database_with_people(path: &Path) -> SqlStorage {
        let store = SqlStorage::open_file(path).await.expect("a database");
        for row in ROWS {
            sqlx::query(row).execute(&store.sqlite().writer).await.unwrap_or_else(|error| panic!("{row}: {error}"));
        }
        store
    }

    /// All tables, and those in which some column contains the person's id or name.
    async fn tables_with_person(pool: &SqlitePool) -> (BTreeSet<String>, BTreeSet<String>) {
        let tables: Vec<String> = sqlx::query_scalar("SELECT name FROM sqlite_master WHERE type = 'table'")
            .fetch_all(pool)
            .await
            .expect("the tables");
        let mut found = BTreeSet::new();
        for table in &tables {
            let rows = sqlx::query(sqlx::AssertSqlSafe(format!("SELECT * FROM {table}")));
            for row in rows.fetch_all(pool).await.expect("its rows") {
                for at in 0..row.columns().len() {
                    let text = match row.try_get_unchecked::<Option<i64>, _>(at) {
                        Ok(Some(number))
                            if row.try_get_raw(at).is_ok_and(|raw| raw.type_info().name() == "INTEGER") =>
                        {
                            number.to_string()
                        }
                        _ => {
                            String::from_utf8_lossy(&row.try_get_unchecked::<Vec<u8>, _>(at).unwrap_or_default()).into()
                        }
                    };
                    if text.contains(&WHO.0.to_string()) || text.contains(NAME) {
                        found.insert(table.clone());
                    }
                }
            }
        }
        (tables.into_iter().collect(), found)
    }

    fn service(store: &SqlStorage) -> GameService {
        GameService::new(Arc::new(store.clone()), Arc::new(SystemClock), || 7)
    }

    #[tokio::test]
    async fn after_deleting_nothing_names_the_person() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("tablero.sqlite");
        let store = database_with_people(&path).await;
        let (tables, before) = tables_with_person(&store.sqlite().readers).await;
        let personal: BTreeSet<String> =
            tables.iter().filter(|table| !IMPERSONAL.contains(&table.as_str())).cloned().collect();
        // Conditional moves and hints refer to a seat. A new table belongs in one of the lists, and needs rows here.
        let by_seat = ["plans", "hints"].map(str::to_owned);
        assert_eq!(before.union(&BTreeSet::from(by_seat)).cloned().collect::<BTreeSet<_>>(), personal);

        let page = include_str!("../../../docs/privacy.md");
        let undocumented: Vec<_> = personal.iter().filter(|table| !page.contains(&format!("`{table}`"))).collect();
        assert!(undocumented.is_empty(), "docs/privacy.md does not mention {undocumented:?}");

        let request = EventId { platform: PlatformId("matrix"), id: "$request".to_owned() };
        let asked = service(&store).for_event(request.clone(), WHO);
        asked.erase(WHO, false, PlaceId(5), None).await.expect("it is deleted");
        let (_, after) = tables_with_person(&store.sqlite().readers).await;
        assert_eq!(after, BTreeSet::new());
        for file in std::fs::read_dir(folder.path()).expect("the folder") {
            let bytes = std::fs::read(file.expect("a file").path()).expect("a file");
            assert!(!bytes.windows(NAME.len()).any(|window| window == NAME.as_bytes()), "the name lies about");
        }

        let count = async |sql: &'static str| -> i64 {
            sqlx::query_scalar(sql).fetch_one(&store.sqlite().readers).await.expect("the query is valid")
        };
        assert_eq!(store.event_outcome(&request).await.expect("it is read"), Some(EventOutcome::Erased));
        assert_eq!(count("SELECT COUNT(*) FROM inbox WHERE person = 0").await, 1, "the request, without the person");
        assert_eq!(count("SELECT COUNT(*) FROM jobs WHERE token IS NOT NULL").await, 0, "its game is over");
        assert_eq!(count("SELECT COUNT(*) FROM matches WHERE 0 IN (player1, player2)").await, 3, "games stay");
        assert_eq!(count("SELECT COUNT(*) FROM matches WHERE status = 'resigned' AND outcome = '1-0'").await, 1);
        assert_eq!(
            count("SELECT COUNT(*) FROM outbox WHERE subject = 3 AND due_at IS NOT NULL").await,
            2,
            "Bruno hears"
        );
        assert_eq!(count("SELECT COUNT(*) FROM challenges WHERE state = 'cancelled' AND challenger = 0").await, 1);
        assert_eq!(count("SELECT COUNT(*) FROM rating_changes WHERE player IS NULL").await, 1);
        assert_eq!(count("SELECT (SELECT COUNT(*) FROM moves) + (SELECT COUNT(*) FROM move_lists)").await, 2);
        for table in ["plans", "notes", "hints"] {
            let sql = sqlx::AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
            let rows: i64 = sqlx::query_scalar(sql).fetch_one(&store.sqlite().readers).await.expect("it is counted");
            assert_eq!(rows, 1, "those of Bruno stay in {table}");
        }
        let found = store.find_match(MatchId(1)).await.expect("it is read").expect("it is there");
        assert_eq!(found.players[0], crate::service::Player::Person(crate::service::ERASED_PLAYER));
        // Erasing again does nothing.
        service(&store).erase(WHO, false, PlaceId(5), None).await.expect("it is deleted");
        store.close().await;
    }

    /// The steps of the query plan for a statement.
    async fn plan(store: &SqlStorage, sql: &str) -> Vec<String> {
        let explained = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
        let rows = sqlx::query(explained).bind(1).bind(2).bind(3).fetch_all(&store.sqlite().writer).await;
        let rows = rows.unwrap_or_else(|error| panic!("{sql}: {error}"));
        rows.iter().map(|row| row.try_get("detail").expect("a detail")).collect()
    }

    #[tokio::test]
    async fn neither_an_export_nor_a_deletion_looks_at_all_rows_of_a_table() {
        let folder = TempDir::new().expect("a folder");
        let store = SqlStorage::open_file(&folder.path().join("tablero.sqlite")).await.expect("a database");
        let (tables, _) = tables_with_person(&store.sqlite().readers).await;
        let statements = FACTS.iter().map(|(_, sql)| *sql).chain([GAME_IDS, GAME, CHALLENGES]).chain(GAMES);
        let statements = statements.chain(OF_A_GAME.iter().map(|(_, sql)| *sql)).chain(REMOVE);
        let statements: Vec<&str> = statements.chain(REMOVE_FROM_GAMES.into_iter().flatten()).collect();
        for sql in &statements {
            for step in plan(&store, sql).await {
                let scanned = step.strip_prefix("SCAN ").and_then(|rest| rest.split(' ').next());
                assert!(!scanned.is_some_and(|name| tables.contains(name)), "{step}: {sql}");
            }
        }
        assert!(statements.len() > 40);
        store.close().await;
    }

    /// Whether a text is in any file of a folder.
    fn is_in_files(folder: &std::path::Path, text: &str) -> bool {
        let mut files = std::fs::read_dir(folder).expect("the folder");
        files.any(|file| {
            let bytes = std::fs::read(file.expect("a file").path()).expect("a file");
            bytes.windows(text.len()).any(|window| window == text.as_bytes())
        })
    }

    #[tokio::test]
    async fn the_write_ahead_log_is_truncated_when_the_last_reader_of_an_older_state_has_gone() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("tablero.sqlite");
        let store = database_with_people(&path).await;
        let name_in_files = || is_in_files(folder.path(), NAME);
        let mut reader = store.sqlite().readers.begin().await.expect("a reader");
        let _: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM players").fetch_one(&mut *reader).await.expect("it reads");
        service(&store).erase(WHO, false, PlaceId(5), None).await.expect("it is deleted");
        assert!(name_in_files(), "the reader still sees it");
        assert!(!store.purge_deleted().await.expect("it is tried"));
        reader.rollback().await.expect("it ends");
        assert!(store.purge_deleted().await.expect("it is tried"));
        assert!(!name_in_files());
        store.close().await;
    }

    #[tokio::test]
    async fn without_readers_the_files_are_free_of_an_erased_name_at_once() {
        let folder = TempDir::new().expect("a folder");
        let store = database_with_people(&folder.path().join("tablero.sqlite")).await;
        assert!(is_in_files(folder.path(), NAME));
        service(&store).erase(WHO, false, PlaceId(5), None).await.expect("it is deleted");
        assert!(!is_in_files(folder.path(), NAME));
        store.close().await;
    }

    #[tokio::test]
    async fn one_export_an_hour_is_claimed_and_one_that_failed_does_not_count() {
        let folder = TempDir::new().expect("a folder");
        let store = SqlStorage::open_file(&folder.path().join("tablero.sqlite")).await.expect("a database");
        let claim =
            async |at: i64| store.claim_export(WHO, Millis(at), Millis(at - 3_600_000)).await.expect("an answer");
        assert_eq!(claim(10_000_000).await, None);
        assert_eq!(claim(13_599_999).await, Some(Millis(10_000_000)));
        assert_eq!(claim(13_600_000).await, None);
        store.release_export(WHO).await.expect("the claim is released");
        assert_eq!(claim(13_600_001).await, None);
        // Setting the clock back does not lock out the person.
        assert_eq!(claim(5_000_000).await, None);
        store.close().await;
    }

    #[tokio::test]
    async fn an_unreadable_game_does_not_prevent_an_erasure() {
        let folder = TempDir::new().expect("a folder");
        let store = database_with_people(&folder.path().join("tablero.sqlite")).await;
        sqlx::query("UPDATE moves SET text = 'nonsense' WHERE match = 3")
            .execute(&store.sqlite().writer)
            .await
            .expect("the row is changed");
        service(&store).erase(WHO, false, PlaceId(5), None).await.expect("it is deleted");
        let stopped = "SELECT COUNT(*) FROM matches WHERE id = 3 AND status = 'stopped' AND player2 = 0";
        let stopped: i64 = sqlx::query_scalar(stopped).fetch_one(&store.sqlite().readers).await.expect("it is counted");
        assert_eq!(stopped, 1);
        store.close().await;
    }

    #[tokio::test]
    async fn a_game_that_an_erasure_ends_names_nobody_even_before_the_rest_is_erased() {
        let folder = TempDir::new().expect("a folder");
        let store = database_with_people(&folder.path().join("tablero.sqlite")).await;
        let more = "INSERT INTO matches (game, setup, player1, player2, status, started_at, changed_at, version, turn)
            VALUES ('barrier', 'variant=8', 4815162342815162, 2, 'running', 0, 0, 1, 1)";
        let places = "INSERT INTO match_locations (match, number, channel, place, delivery_mode, language)
            SELECT id, 1, 5, 5, 'channel', 'it' FROM matches WHERE id > 3";
        let fails = "CREATE TRIGGER fails BEFORE DELETE ON people BEGIN SELECT RAISE(ABORT, 'the power is cut'); END";
        for statement in [&[more; 2 * ENDS_PER_BATCH][..], &[places, fails]].concat() {
            sqlx::query(statement).execute(&store.sqlite().writer).await.expect("it is executed");
        }
        service(&store).erase(WHO, false, PlaceId(5), None).await.expect_err("the end of the erasure fails");
        let count = async |sql: &'static str| -> usize {
            let count: i64 = sqlx::query_scalar(sql).fetch_one(&store.sqlite().readers).await.expect("it is counted");
            usize::try_from(count).expect("a count")
        };
        assert_eq!(count("SELECT COUNT(*) FROM people WHERE id = 4815162342815162").await, 1, "it is not complete");
        assert_eq!(count("SELECT COUNT(*) FROM matches WHERE 4815162342815162 IN (player1, player2)").await, 0);
        let resigned = "SELECT COUNT(*) FROM matches WHERE status = 'resigned' AND 0 IN (player1, player2)";
        assert_eq!(count(resigned).await, 2 * ENDS_PER_BATCH + 2, "with the running one and the one that was resigned");
        store.close().await;
    }

    #[tokio::test]
    async fn nobody_is_removed_from_a_game_that_goes_on() {
        let folder = TempDir::new().expect("a folder");
        let store = database_with_people(&folder.path().join("tablero.sqlite")).await;
        let (ends, unreadable) = (Vec::new(), Vec::new());
        let erasure = Erasure { player: WHO, ends, unreadable, removes_messages: false, event: None, now: Millis(5) };
        assert!(matches!(store.erase_person(&erasure).await, Err(StorageError::Conflict)));
        let (_, named) = tables_with_person(&store.sqlite().readers).await;
        assert!(named.contains("players") && named.contains("blocks"), "nothing has changed: {named:?}");
        store.close().await;
    }

    #[tokio::test]
    async fn an_export_has_all_data_of_a_player_and_none_of_others() {
        let folder = TempDir::new().expect("a folder");
        let store = database_with_people(&folder.path().join("tablero.sqlite")).await;
        let facts = store.personal_facts(WHO).await.expect("facts");
        let ids = store.personal_game_ids(WHO).await.expect("games");
        assert_eq!(ids, [3, 2, 1].map(MatchId), "the youngest first");
        let games = store.personal_games(WHO, &ids).await.expect("games");
        assert_eq!(facts.len(), FACTS.len());
        for (name, rows) in &facts {
            // Results are counted in each server and altogether; plans and hints are those of either seat.
            let expected = if ["challenges", "results", "plans", "hints"].contains(&name.as_str()) { 2 } else { 1 };
            assert_eq!(rows.as_array().map(Vec::len), Some(expected), "{name}");
        }
        assert_eq!(facts["person"][0]["person"], WHO.0.to_string());
        assert_eq!(facts["accounts"][0]["external_id"], "@zephyrina:Zephyrina.example");
        assert_eq!(facts["settings"][0]["chosen"]["theme"], "dark");
        assert_eq!(facts["habits"][0]["weekend"], true);
        assert_eq!(facts["lessons"][0]["lesson"], "chain");
        assert_eq!((&facts["puzzles"][0]["number"], &facts["puzzles"][0]["is_solved"]), (&7.into(), &true.into()));
        assert_eq!(facts["puzzle_ratings"][0]["rating"], 1612.5);
        assert_eq!(
            (&facts["daily_answers"][0]["place"], &facts["daily_answers"][0]["tries"]),
            (&"5".into(), &3.into())
        );
        assert_eq!(facts["vacations"][0]["from_at"], "1970-01-01T00:00:00.001Z");
        assert_eq!(facts["ratings"][0]["rating"], 1500.5);
        assert_eq!(facts["results"][0]["server"], serde_json::Value::Null);
        assert_eq!(facts["results"][1]["server"], facts["leaderboards"][0]["server"]);
        assert_eq!(facts["blocks"][0]["blocked"], "7");
        assert_eq!(games[0]["moves"][0]["text"], "d4");
        assert_eq!((&games[0]["seat"], &games[0]["opponent"]), (&2.into(), &"2".into()));
        assert_eq!(games[2]["analysis"].as_array().map(Vec::len), Some(1));
        let text = serde_json::to_string(&(&facts, &games)).expect("JSON");
        for secret in ["secret", "Bruno", "\"8\""] {
            assert!(!text.contains(secret), "{secret}");
        }
        let nobody = store.personal_facts(PlayerId(77)).await.expect("facts");
        assert!(nobody.values().all(|rows| rows.as_array().is_some_and(Vec::is_empty)));
        assert!(!nobody.contains_key("accounts"), "nothing is in it");
        assert_eq!(store.personal_game_ids(PlayerId(77)).await.expect("games"), []);
        assert!(store.personal_games(PlayerId(77), &ids).await.expect("games").is_empty(), "these are not theirs");
        store.close().await;
    }
}
