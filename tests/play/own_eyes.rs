//! A game with only one human player uses that player's language and theme; other games use those of the server.

use discord_emulator::{Id, MessageView, User};
use serde_json::json;
use test_support::stage::{SOON, Stage, changed, command, is_board, shown};

/// The brightness of a picture's background, measured in its corner.
async fn background(user: &User, message: &MessageView) -> u8 {
    let file = user.download(message.attachments[0].id).await.expect("a picture");
    image::load_from_memory(&file).expect("a PNG").to_luma8().get_pixel(3, 3).0[0]
}

/// Waits for the board after this many plies.
async fn board(user: &User, thread: Id, ply: usize) -> MessageView {
    user.wait_message(thread, is_board(ply), SOON).await.expect("the board")
}

/// Begins a game against the engine, and returns its thread.
async fn begin(stage: &Stage, user: &User) -> Id {
    let given = [("game", json!("barrier")), ("level", json!("1")), ("side", json!("first"))];
    command(user, stage.games, "play", &given).await;
    let is_thread = |channel: &discord_emulator::ChannelView| channel.parent == Some(stage.games);
    user.wait_channel(is_thread, SOON).await.expect("the thread").id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_against_the_engine_is_posted_for_its_only_player() {
    let stage = Stage::open().await;
    let (ada, carmen) = (stage.user("Ada"), stage.user("Carmen"));
    // The server speaks English, and Carmen Spanish.
    command(&ada, stage.games, "server", &[("language", json!("en"))]).await;
    let thread = begin(&stage, &carmen).await;
    let first = board(&carmen, thread, 0).await;
    assert!(first.content.starts_with("Empieza la partida de **Barrier**."), "{}", first.content);
    assert!(first.button("Pista").is_some() && first.button("Hint").is_none(), "{:?}", first.buttons);
    // The announcement is for the whole channel.
    let announced = carmen.message(stage.games, thread).expect("the announcement");
    assert!(announced.content.starts_with("A game of **Barrier** begins"), "{}", announced.content);
    assert!(background(&carmen, &first).await > 128, "the default boards are light");

    // She changes her settings during the game: the next board follows.
    let settings = shown(&carmen.command(stage.games, "settings", &[]).await.expect("a command"));
    let dark = carmen.choose(&settings, "set theme", &["dark"]).await.expect("a menu");
    let settings = changed(&carmen, &settings, dark).await;
    let italian = carmen.choose(&settings, "set language", &["it"]).await.expect("a menu");
    changed(&carmen, &settings, italian).await;
    command(&carmen, thread, "move", &[("text", json!("d4"))]).await;
    let next = board(&carmen, thread, 2).await;
    assert!(next.content.contains("Turno 1: **d4**"), "{}", next.content);
    assert!(background(&carmen, &next).await < 128, "her boards are dark");

    // The result in the channel is for everyone again.
    let question = command(&carmen, thread, "resign", &[]).await;
    carmen.press(&question, &question.buttons[0].label).await.expect("a button");
    let ended = |message: &MessageView| message.id == thread && message.content.contains("resigned");
    carmen.wait_message(stage.games, ended, SOON).await.expect("the result in the channel is in English");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_in_direct_messages_follows_the_person() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    let direct = ada.direct_messages();
    let settings = shown(&ada.command(direct, "settings", &[]).await.expect("a command"));
    let dark = ada.choose(&settings, "set theme", &["dark"]).await.expect("a menu");
    let settings = changed(&ada, &settings, dark).await;
    let spanish = ada.choose(&settings, "set language", &["es"]).await.expect("a menu");
    changed(&ada, &settings, spanish).await;
    let given = [("game", json!("barrier")), ("level", json!("1")), ("side", json!("first"))];
    let begun = command(&ada, direct, "play", &given).await;
    assert!(begun.content.ends_with("El tablero aparecerá aquí."), "{}", begun.content);
    let first = board(&ada, direct, 0).await;
    assert!(first.content.starts_with("Empieza la partida"), "{}", first.content);
    assert!(background(&ada, &first).await < 128, "her boards are dark");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_two_people_is_posted_for_both() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[]).await;
    let [ada, bruno] = table.players.clone();
    for user in [&ada, &bruno] {
        let settings = shown(&user.command(stage.games, "settings", &[]).await.expect("a command"));
        let dark = user.choose(&settings, "set theme", &["dark"]).await.expect("a menu");
        changed(user, &settings, dark).await;
    }
    let next = table.play("d4").await;
    assert!(next.content.starts_with("Turn 1: **d4**"), "{}", next.content);
    assert!(background(&ada, &next).await > 128, "the boards of a thread are those of the server");
    stage.close().await;
}
