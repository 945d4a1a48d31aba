//! The list of games that are over.

use serde_json::json;
use test_support::stage::{Stage, changed, command, shown};

#[tokio::test(flavor = "multi_thread")]
async fn finished_games_are_listed_page_by_page_and_replayed() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    let none = command(&ada, stage.games, "games", &[("past", json!(true))]).await;
    assert_eq!(none.content, "You haven't finished a game yet.");
    for game in 1..=12 {
        let mut table = stage.practice("barrier", 1, &[("variant", json!("5"))]).await;
        if game > 1 {
            table.play("a1").await;
            table.wait_engine().await;
        }
        let question = command(&ada, table.thread, "resign", &[]).await;
        let resigned = ada.press(&question, "Yes, resign").await.expect("a button");
        changed(&ada, &question, resigned).await;
    }
    let newest = command(&ada, stage.games, "games", &[("past", json!(true))]).await;
    assert!(newest.ephemeral);
    let lines: Vec<&str> = newest.content.lines().collect();
    assert_eq!((lines.len(), lines[0]), (11, "**Your finished games** (12)"));
    assert!(lines[1].starts_with("**Barrier** 12, <t:"), "the last to end comes first: {}", lines[1]);
    assert!(lines[1].contains("Tablero (level 1) wins"), "{}", lines[1]);
    assert!(newest.button("◀ Newer").is_none(), "{:?}", newest.buttons);
    let older = ada.press(&newest, "Older ▶").await.expect("a button");
    let older = changed(&ada, &newest, older).await;
    let lines: Vec<&str> = older.content.lines().collect();
    assert_eq!(lines.len(), 3, "{}", older.content);
    assert!(lines[2].starts_with("**Barrier** 1, <t:") && older.button("Older ▶").is_none(), "{}", older.content);
    let menu = &older.menus[0];
    assert_eq!(menu.options.len(), 1, "no move was played in the first game, so there is nothing to replay");
    let replay = ada.choose(&older, &menu.custom_id, &[&menu.options[0].1]).await.expect("a menu");
    let replay = shown(&replay);
    assert!(replay.ephemeral && replay.id != older.id && replay.content.contains(": turn "), "{replay:?}");
    let back = ada.press(&older, "◀ Newer").await.expect("a button");
    assert_eq!(changed(&ada, &older, back).await.content, newest.content);
    // The list of running games leads here too.
    let running = shown(&ada.command(stage.games, "games", &[]).await.expect("a command"));
    let past = ada.press(&running, "Finished games").await.expect("a button");
    assert_eq!(changed(&ada, &running, past).await.content, newest.content);
    stage.close().await;
}
