//! Personal data: exported to the user, and erased.

use discord_emulator::MessageView;
use serde_json::{Value, json};
use test_support::stage::{SOON, Stage, command};

#[tokio::test(flavor = "multi_thread")]
async fn an_export_has_all_stored_data_of_a_player() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[("message", json!("Fancy a game?"))]).await;
    table.play("d4").await;
    table.play("e5").await;
    let [ada, bruno] = table.players.clone();
    command(&ada, table.thread, "hint", &[]).await;
    command(&ada, stage.games, "times", &[("zone", json!("Europe/Madrid")), ("sleep", json!("23-7"))]).await;
    command(&ada, stage.games, "block", &[("user", json!(stage.user("Carmen").id().to_string()))]).await;
    let reply = command(&ada, stage.games, "privacy export", &[]).await;
    assert!(reply.ephemeral && reply.attachments.len() == 1, "{reply:?}");
    assert_eq!(reply.attachments[0].name, "tablero-data.json");
    let bytes = ada.download(reply.attachments[0].id).await.expect("the file");
    let data: Value = serde_json::from_slice(&bytes).expect("it is JSON");
    assert_eq!(data["person"][0]["name"], "Ada");
    assert_eq!(data["person"][0]["person"], ada.id().to_string());
    assert_eq!(data["challenges"][0]["note"], "Fancy a game?");
    assert_eq!(data["habits"][0]["zone"], "Europe/Madrid");
    assert_eq!(data["settings"][0]["chosen"]["zone"], "Europe/Madrid");
    assert_eq!(data["blocks"].as_array().map(Vec::len), Some(1));
    assert_eq!(data["hints"].as_array().map(Vec::len), Some(1));
    let game = &data["games"][0];
    assert_eq!((&game["seat"], &game["opponent"]), (&json!(1), &json!(bruno.id().to_string())));
    let moves: Vec<&str> = game["moves"].as_array().expect("moves").iter().filter_map(|m| m["text"].as_str()).collect();
    assert_eq!(moves, ["d4", "e5"]);
    let again = command(&ada, stage.games, "privacy export", &[]).await;
    assert!(again.attachments.is_empty() && !again.content.is_empty(), "once an hour: {again:?}");
    // Bruno has no hints, no blocks and no time zone.
    let reply = command(&bruno, stage.games, "privacy export", &[]).await;
    let bytes = bruno.download(reply.attachments[0].id).await.expect("the file");
    let data: Value = serde_json::from_slice(&bytes).expect("it is JSON");
    assert!(["hints", "blocks", "habits", "settings"].iter().all(|key| data[key] == json!([])), "{data:#}");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_that_fails_does_not_count() {
    let stage = Stage::open().await;
    stage.table("barrier", &[]).await;
    let ada = stage.user("Ada");
    stage.change("ALTER TABLE move_lists RENAME TO moved_away").await;
    let failed = command(&ada, stage.games, "privacy export", &[]).await;
    assert!(failed.attachments.is_empty(), "{failed:?}");
    stage.change("ALTER TABLE moved_away RENAME TO move_lists").await;
    let reply = command(&ada, stage.games, "privacy export", &[]).await;
    assert_eq!(reply.attachments.len(), 1, "{}", reply.content);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_player_can_start_again() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[("time", json!("3d")), ("rated", json!(true))]).await;
    table.play("d4").await;
    let [ada, bruno] = table.players.clone();
    let game = [("game", json!("dvonn")), ("message", json!("Ada asks"))];
    let open = command(&ada, stage.games, "challenge", &game).await;
    command(&ada, stage.games, "play", &[("game", json!("barrier")), ("level", json!("1"))]).await;
    command(&ada, stage.games, "times", &[("zone", json!("Europe/Madrid"))]).await;
    command(&bruno, stage.games, "block", &[("user", json!(stage.user("Carmen").id().to_string()))]).await;

    let question = command(&ada, stage.games, "privacy delete", &[]).await;
    assert!(question.ephemeral && question.content.contains("your 2 running games"), "{}", question.content);
    assert!(stage.count("SELECT COUNT(*) FROM players WHERE name = 'Ada'").await == 1, "nothing has happened yet");
    ada.press(&question, "Delete my data").await.expect("a button");
    let done = |message: &MessageView| message.id == question.id && message.content.contains("deleted all your data");
    let done = ada.wait_message(stage.games, done, SOON).await.expect("the deletion is confirmed");
    assert!(done.buttons.is_empty());

    // Bruno is notified where the game is played, and has won.
    let over = |message: &MessageView| message.content.contains("wins: a former player resigned");
    let result = bruno.wait_message(table.thread, over, SOON).await.expect("the result");
    assert_eq!(result.mentions, [bruno.id()]);
    assert!(result.attachments[0].description.as_deref().is_some_and(|alt| !alt.contains("Ada")), "{result:?}");
    assert_eq!(
        stage.count("SELECT COUNT(*) FROM matches WHERE status = 'resigned' AND rated = 1 AND outcome = '0-1'").await,
        1
    );
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches WHERE status = 'running'").await, 0);

    // It counts for Bruno, and no rating of Ada is left.
    assert_eq!(stage.count("SELECT COUNT(*) FROM rating_changes WHERE player IS NULL").await, 1);
    assert_eq!(stage.count("SELECT COUNT(*) FROM rating_changes").await, 2);
    assert_eq!(stage.count("SELECT COUNT(*) FROM ratings WHERE rating > 1500").await, 1);
    assert_eq!(stage.count("SELECT COUNT(*) FROM ratings").await, 1);

    assert_eq!(naming(&stage, &ada.id().to_string(), "Ada").await, Vec::<String>::new());
    assert!(!naming(&stage, &bruno.id().to_string(), "Bruno").await.is_empty(), "the search finds existing names");

    // Ada's leftover messages get a friendly response.
    bruno.press(&open, "Accept").await.expect("a button");
    let is_answer = |message: &MessageView| message.ephemeral && message.content.contains("was cancelled");
    bruno.wait_message(stage.games, is_answer, SOON).await.expect("an answer");
    let refused = command(&bruno, table.thread, "rematch", &[]).await;
    assert!(refused.ephemeral && refused.content.contains("no longer plays here"), "{}", refused.content);
    let board = command(&bruno, table.thread, "board", &[]).await;
    assert!(board.content.contains("a former player"), "{}", board.content);

    // Ada comes back.
    assert!(command(&ada, stage.games, "games", &[]).await.content.contains("no running games"));
    let not_hers = command(&ada, table.thread, "analyse", &[]).await;
    assert!(not_hers.content.contains("You're not a player in this game"), "{}", not_hers.content);
    let challenge = command(&ada, stage.games, "challenge", &[("game", json!("barrier"))]).await;
    assert!(!challenge.ephemeral, "{}", challenge.content);
    stage.close().await;
}

/// The database columns that contain an id or a name.
async fn naming(stage: &Stage, number: &str, name: &str) -> Vec<String> {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(stage.database()).read_only(true);
    let pool = test_support::pools::sqlite_pool(options).await;
    let columns: Vec<(String, String)> = sqlx::query_as(
        "SELECT tables.name, columns.name FROM sqlite_master AS tables JOIN pragma_table_info(tables.name) AS columns
         WHERE tables.type = 'table'",
    )
    .fetch_all(&pool)
    .await
    .expect("the columns");
    assert!(columns.len() > 100, "the test finds the columns");
    let mut found = Vec::new();
    for (table, column) in columns {
        let sql = format!(
            "SELECT COUNT(*) FROM {table} WHERE CAST(\"{column}\" AS TEXT) GLOB '*{number}*'
                OR CAST(\"{column}\" AS TEXT) GLOB '*{name}*'"
        );
        let count: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_one(&pool).await.expect("it is counted");
        if count > 0 {
            found.push(format!("{table}.{column}"));
        }
    }
    pool.close().await;
    found
}
