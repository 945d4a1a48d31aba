//! Copies of finished games for other people, made by SQL. They show sizes and times of reading as well as games that
//! were stored by the product's own code, and a million take a minute.

use super::{Failure, PERSON_STEP, Table};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use std::time::Instant;
use tablero::service::PlayerId;

/// The difference between the ids of a thread and of its copy.
const PLACE_STEP: u64 = 1 << 44;

/// Copies all games of a file, which must have only finished ones and to which nothing else may write. The busiest
/// person plays in all copies.
pub async fn copy(table: &Table, file: &str, copies: u64) -> Result<(), Failure> {
    let started = Instant::now();
    let options = SqliteConnectOptions::new().filename(file).pragma("synchronous", "OFF").foreign_keys(false);
    let mut database = options.connect().await?;
    let number =
        async |database: &mut SqliteConnection, sql| sqlx::query_scalar::<_, i64>(sql).fetch_one(database).await;
    let games = number(&mut database, "SELECT MAX(id) FROM matches").await?;
    let changes = number(&mut database, "SELECT MAX(id) FROM rating_changes").await?;
    let PlayerId(busiest) = table.world.busiest();
    for copy in 1..=copies {
        let (games, changes) = (games.unsigned_abs() * copy, changes.unsigned_abs() * copy);
        let (people, places) = (table.world.players * PERSON_STEP * copy, PLACE_STEP * copy);
        let game = |column| format!("{column} = {column} + {games}");
        let person = |column| format!("{column} = IIF({column} IN (0, {busiest}), {column}, {column} + {people})");
        let message = |column| format!("{column} = CAST(CAST({column} AS INTEGER) + {places} AS TEXT)");
        let place = |column| format!("{column} = {column} + {places}");
        let tables = [
            ("matches", vec![game("id"), person("player1"), person("player2")]),
            ("places", vec![place("id"), message("external_id")]),
            (
                "match_locations",
                vec![game("match"), place("place"), place("board_place"), message("message"), message("board_message")],
            ),
            ("move_lists", vec![game("match")]),
            ("rating_changes", vec![format!("id = id + {changes}"), game("match"), person("player")]),
            ("ratings", vec![person("player")]),
            ("members", vec![person("player")]),
            ("results", vec![person("player"), person("opponent")]),
        ];
        let mut sql = String::from("BEGIN;");
        for (table, changes) in tables {
            if copy == 1 {
                // Only threads are copied, not channels.
                let part = if table == "places" { "WHERE parent IS NOT NULL" } else { "" };
                sql += &format!("CREATE TEMP TABLE first_{table} AS SELECT * FROM main.{table} {part};");
            }
            let changes = changes.join(", ");
            sql += &format!(
                "CREATE TEMP TABLE copied AS SELECT * FROM first_{table}; UPDATE copied SET {changes};
                 INSERT OR IGNORE INTO main.{table} SELECT * FROM copied; DROP TABLE copied;"
            );
        }
        // The numbers that were given last.
        sql += "UPDATE sqlite_sequence SET seq = (SELECT MAX(id) FROM matches) WHERE name = 'matches';
            UPDATE sqlite_sequence SET seq = (SELECT MAX(id) FROM rating_changes) WHERE name = 'rating_changes';
            COMMIT;";
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut database).await?;
    }
    database.close().await?;
    println!("{copies} copies by SQL in {:.1?}", started.elapsed());
    Ok(())
}
