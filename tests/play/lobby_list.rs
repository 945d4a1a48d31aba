//! Challenges in the lists of `/games` and `/next`.

use discord_emulator::{MessageView, User};
use serde_json::json;
use test_support::stage::{SOON, Stage, changed, shown};

async fn list(user: &User, stage: &Stage, command: &str) -> MessageView {
    shown(&user.command(stage.games, command, &[]).await.expect("a command"))
}

fn labels(message: &MessageView) -> Vec<&str> {
    message.buttons.iter().map(|button| button.label.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_found_and_accepted_in_the_list_of_games() {
    let stage = Stage::open().await;
    let (ada, bruno) = (stage.user("Ada"), stage.user("Bruno"));
    bruno.set_locale("en-US");
    let options = [("game", json!("barrier")), ("opponent", json!(bruno.id().to_string())), ("side", json!("first"))];
    let challenge = shown(&ada.command(stage.games, "challenge", &options).await.expect("a challenge"));
    let open = shown(&ada.command(stage.games, "challenge", &[("game", json!("dvonn"))]).await.expect("a challenge"));

    let own = list(&ada, &stage, "games").await;
    assert_eq!(
        labels(&own),
        [
            "Cancel 1: Barrier, 8×8 squares, with the swap rule, unrated, no clock (Bruno)",
            "Cancel 2: DVONN, placement by turns, unrated, no clock (anyone)",
            "Finished games"
        ]
    );
    assert!(own.content.contains("**DVONN** to anyone") && own.content.contains("no running games"), "{}", own.content);
    let cancelled = ada.press(&own, &own.buttons[1].label).await.expect("a button");
    changed(&ada, &own, cancelled).await;
    bruno.press(&open, "Accept").await.expect("a button");
    let refused = |message: &MessageView| message.ephemeral && message.content.contains("was cancelled");
    bruno.wait_message(stage.games, refused, SOON).await.expect("it is cancelled");

    for command in ["games", "next"] {
        let theirs = list(&bruno, &stage, command).await;
        assert_eq!(
            labels(&theirs),
            ["Accept 1: Barrier, 8×8 squares, with the swap rule, unrated, no clock (Ada)", "Finished games"],
            "/{command}"
        );
        assert!(
            theirs
                .content
                .contains("📨 1. **Barrier** from Ada: 8×8 squares, with the swap rule, unrated, no clock, you go second – expires"),
            "{}",
            theirs.content
        );
        assert!(theirs.content.contains(&format!("<#{}>", stage.games)), "{}", theirs.content);
        assert!(!theirs.content.contains("all caught up"), "{}", theirs.content);
    }
    let direct = bruno.direct_messages();
    let theirs = shown(&bruno.command(direct, "games", &[]).await.expect("a command"));
    bruno
        .press(&theirs, "Accept 1: Barrier, 8×8 squares, with the swap rule, unrated, no clock (Ada)")
        .await
        .expect("a button");
    // The game is played where the challenge was made.
    let thread = ada.wait_channel(|channel| channel.parent == Some(stage.games), SOON).await.expect("a thread").id;
    let begins = |message: &MessageView| message.content.contains("Barrier** begins");
    let board = ada.wait_message(thread, begins, SOON).await.expect("the first board");
    assert_eq!(board.mentions, [ada.id()]);
    bruno.press(&challenge, "Accept").await.expect("a button");
    let refused = |message: &MessageView| message.ephemeral && message.content.contains("already");
    bruno.wait_message(stage.games, refused, SOON).await.expect("it is accepted already");
    let lists = list(&bruno, &stage, "games").await;
    assert_eq!(labels(&lists), ["Finished games"]);
    assert!(lists.content.contains("Your games"), "{lists:?}");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_players_of_a_challenge_see_it() {
    let stage = Stage::open().await;
    let (ada, carmen) = (stage.user("Ada"), stage.user("Carmen"));
    carmen.set_locale("en-US");
    let options = [("game", json!("barrier")), ("opponent", json!(stage.user("Bruno").id().to_string()))];
    ada.command(stage.games, "challenge", &options).await.expect("a challenge");
    ada.command(stage.games, "challenge", &[("game", json!("zertz"))]).await.expect("a challenge");
    let hers = list(&carmen, &stage, "games").await;
    assert_eq!(labels(&hers), ["Finished games"]);
    assert!(!hers.content.contains("Challenges"), "{hers:?}");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn challenges_that_wait_for_an_answer_come_first_and_none_is_left_out() {
    let stage = Stage::open().await;
    let (ada, bruno) = (stage.user("Ada"), stage.user("Bruno"));
    bruno.set_locale("en-US");
    // Bruno's own challenges are older than Ada's two challenges to him.
    for variant in ["5", "6", "7", "9", "10"] {
        for hints in [true, false] {
            let own = [("game", json!("barrier")), ("variant", json!(variant)), ("hints", json!(hints))];
            bruno.command(stage.games, "challenge", &own).await.expect("a challenge");
        }
    }
    for rated in [true, false] {
        let options = [("game", json!("zertz")), ("opponent", json!(bruno.id().to_string())), ("rated", json!(rated))];
        ada.command(stage.games, "challenge", &options).await.expect("a challenge");
    }
    let mut page = list(&bruno, &stage, "games").await;
    let lines: Vec<&str> = page.content.lines().collect();
    assert_eq!(lines[0], "**Challenges** (12)");
    assert!(
        lines[1].starts_with("📨 1. **ZÈRTZ** from Ada: 37 rings, rated, 3 days per move – expires"),
        "{}",
        lines[1]
    );
    assert!(lines[2].starts_with("📨 2. **ZÈRTZ** from Ada: 37 rings, unrated, no clock – expires"), "{}", lines[2]);
    assert!(
        lines[3].starts_with("3. **Barrier** to anyone: 5×5 squares, with the swap rule, unrated, no clock – expires"),
        "{}",
        lines[3]
    );
    assert!(lines[4].starts_with("+ 9 more with *More*."), "{}", lines[4]);
    let expected = [
        "Accept 1: ZÈRTZ, 37 rings, rated, 3 days per move (Ada)",
        "Accept 2: ZÈRTZ, 37 rings, unrated, no clock (Ada)",
        "Cancel 3: Barrier, 5×5 squares, with the swap rule, unrated, no clock (anyone)",
        "More ▶",
        "Finished games",
    ];
    assert_eq!(labels(&page), expected);
    let mut listed = 3;
    while page.button("More ▶").is_some() {
        let reply = bruno.press(&page, "More ▶").await.expect("a button");
        page = changed(&bruno, &page, reply).await;
        let own = page.buttons.iter().filter(|button| button.label.starts_with("Cancel "));
        listed += own.count();
    }
    assert_eq!(listed, 12, "{}", page.content);
    assert!(page.content.contains("no hints"), "{}", page.content);
    let reply = bruno.press(&page, "⏮ Start").await.expect("a button");
    let first = changed(&bruno, &page, reply).await;
    assert_eq!(labels(&first), expected);
    // The challenge that the button names is the one that begins.
    bruno.press(&first, expected[0]).await.expect("a button");
    stage.wait_count("SELECT COUNT(*) FROM matches WHERE rated AND control = '3d'", 1).await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_begins_does_not_say_what_would_be_if_it_began() {
    const IF: &str = "If the game started now";
    let stage = Stage::open().await;
    let timed = [("time", json!("3d"))];
    let table = stage.table("barrier", &timed).await;
    let accepted = table.players[0].message(stage.games, table.thread).expect("the challenge");
    assert!(accepted.content.contains("Time control: 3 days per move."), "{}", accepted.content);
    let practice = stage.practice("zertz", 1, &timed).await;
    let in_thread = [("game", json!("barrier")), ("level", json!("1")), ("time", json!("3d"))];
    let begun = shown(&practice.players[0].command(stage.games, "play", &in_thread).await.expect("a game"));
    let expected = format!(
        "Your game of **Barrier** against Tablero (level 1) has started: 8×8 squares, with the swap rule, unrated, 3 days per move. The board \
         will be in its own thread in <#{}>; I'll add you to it.",
        stage.games
    );
    assert_eq!(begun.content, expected);
    let announced = practice.players[0].message(stage.games, practice.thread).expect("the announcement");
    assert!(announced.content.contains("Time control: 3 days per move."), "{}", announced.content);
    assert!(announced.content.contains("The game isn't rated."), "{}", announced.content);
    for begun in [&accepted, &announced] {
        assert!(!begun.content.contains(IF), "{}", begun.content);
    }
    let bruno = json!(table.players[1].id().to_string());
    let open = [("game", json!("dvonn")), ("opponent", bruno), ("time", json!("3d"))];
    let open = shown(&table.players[0].command(stage.games, "challenge", &open).await.expect("a challenge"));
    assert!(open.content.contains(IF), "{}", open.content);
    stage.close().await;
}
