//! The first steps of a newcomer, and the lists and settings around games.

use crate::page_user::PageUser;
use serde_json::json;
use test_support::stage::Stage;

const PRIVATE: &str = ".message.ephemeral .text";
/// The key, as WebDriver writes it.
const BACKSPACE: &str = "\u{E003}";

/// An empty channel explains itself, and the help comes first in the list of commands.
pub async fn introduction(stage: &Stage, page_user: &PageUser) {
    page_user.visit(&format!("Ada/{}", stage.games)).await;
    page_user.see(".empty p", "Type /help to learn a game, play against Tablero or challenge a friend.").await;
    page_user.see(".empty p", "You are Ada.").await;
    page_user.picture("introduction").await;
    page_user.write("#entry", "/").await;
    page_user.see(".pick", "/help").await;
    let commands = page_user.all(".pick").await.expect("the page can be read");
    assert_eq!(commands[0].attr("data-value").await.expect("the page can be read").as_deref(), Some("help"));
    page_user.write("#entry", BACKSPACE).await;
    // The list has every command.
    assert!(commands.len() > 30, "{} commands", commands.len());
}

/// The start page of the help leads to a game against the bot.
pub async fn start_page(page_user: &PageUser) {
    command(page_user, "help").await;
    page_user.see(PRIVATE, "I host three abstract board games here").await;
    page_user.picture("help").await;
    page_user.click(".message.ephemeral button.select", "Play against me").await;
    page_user.click(".message.ephemeral .pick[data-value=barrier]", "Barrier").await;
    page_user.see(PRIVATE, "Barrier against me: 8×8 squares, unrated, no clock").await;
    page_user.click(".message.ephemeral button.select", "How strong should I be").await;
    page_user.click(".message.ephemeral .pick[data-value=\"2\"]", "Beginner").await;
    page_user.see(PRIVATE, "Tablero (level 2)").await;
    page_user.see(".channel.thread", "Tablero (level 2)").await;
}

/// A challenge is accepted from the list of games.
pub async fn listed_challenge(stage: &Stage, page_user: &PageUser) {
    let (ada, carmen) = (stage.user("Ada"), stage.user("Carmen"));
    let options = [("game", json!("dvonn")), ("opponent", json!(ada.id().to_string()))];
    carmen.command(stage.games, "challenge", &options).await.expect("a challenge");
    command(page_user, "games").await;
    page_user.picture("lists").await;
    page_user.click(".message.ephemeral button.button", "Accept 1: DVONN").await;
    page_user.see(".channel.thread", "DVONN").await;
}

/// A setting is changed in place.
pub async fn settings(page_user: &PageUser) {
    command(page_user, "settings").await;
    page_user.click(".message.ephemeral button.button", "Take-backs: ask me").await;
    page_user.see(".message.ephemeral button.button", "Take-backs: always allow").await;
    page_user.picture("settings").await;
}

/// The menu of the last message opens where it fits, on a phone and on a large screen.
pub async fn menus(page_user: &PageUser) {
    for (width, height) in [(390, 800), (1280, 900)] {
        page_user.resize(width, height).await;
        command(page_user, "settings").await;
        page_user.click(".message:last-child button.select", "Language").await;
        let list = page_user.see(".message:last-child .picks.below", "español").await;
        let list = list.rect().await.expect("the page can be read");
        let room = page_user.see("#scroll", "").await.rect().await.expect("the page can be read");
        let fits = list.y >= room.y && list.y + list.height <= room.y + room.height;
        assert!(fits, "at a width of {width}: {list:?} in {room:?}");
        page_user.picture(&format!("menu-{width}")).await;
        page_user.click(".message:last-child button.select", "Language").await;
    }
}

/// A finished game is found in the list and replayed.
pub async fn past_games(page_user: &PageUser) {
    command(page_user, "games").await;
    page_user.click(".message.ephemeral button.button", "Finished games").await;
    page_user.see(PRIVATE, "Your finished games (1)").await;
    page_user.click(".message.ephemeral button.select", "Replay one of them").await;
    page_user.click(".message.ephemeral .pick", "Barrier").await;
    page_user.see(PRIVATE, "turn ").await;
    page_user.picture("past-games").await;
}

/// Sends a command without its options.
async fn command(page_user: &PageUser, name: &str) {
    page_user.begin(name, name).await;
    page_user.send().await;
}
