//! Challenges in the lists of `/games` and `/next`.

use crate::stage::{SOON, Stage, shown};
use discord_emulator::{MessageView, User};
use serde_json::json;

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
    assert_eq!(labels(&own), ["Cancel Barrier (Bruno)", "Cancel DVONN (anyone)", "Finished games"]);
    assert!(own.content.contains("**DVONN** to anyone") && own.content.contains("no running games"), "{}", own.content);
    ada.press(&own, "Cancel DVONN (anyone)").await.expect("a button");
    bruno.press(&open, "Accept").await.expect("a button");
    let refused = |message: &MessageView| message.ephemeral && message.content.contains("was cancelled");
    bruno.wait_message(stage.games, refused, SOON).await.expect("it is cancelled");

    for command in ["games", "next"] {
        let theirs = list(&bruno, &stage, command).await;
        assert_eq!(labels(&theirs), ["Accept Barrier (Ada)", "Finished games"], "/{command}");
        assert!(theirs.content.contains("📨 **Barrier** from Ada"), "{}", theirs.content);
        assert!(theirs.content.contains(&format!("<#{}>", stage.games)), "{}", theirs.content);
        assert!(!theirs.content.contains("all caught up"), "{}", theirs.content);
    }
    let direct = bruno.direct_messages();
    let theirs = shown(&bruno.command(direct, "games", &[]).await.expect("a command"));
    bruno.press(&theirs, "Accept Barrier (Ada)").await.expect("a button");
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
