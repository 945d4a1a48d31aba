//! Notifications: who receives them, how, and how often.

use discord_emulator::{Id, MessageView, User};
use serde_json::json;
use tablero::service::time::control::{DAY_MS, HOUR_MS};
use test_support::stage::{SOON, Stage, Table, command, shown};

/// Chooses from a menu of the settings and waits until the settings show the choice.
async fn choose(stage: &Stage, user: &User, menu: &str, value: &str, shows: &str) {
    let settings = shown(&user.command(stage.games, "settings", &[]).await.expect("a command"));
    assert!(settings.ephemeral && settings.attachments.is_empty(), "{settings:?}");
    user.choose(&settings, &format!("set {menu}"), &[value]).await.expect("a menu");
    let says = |message: &MessageView| {
        message.menus.iter().filter_map(|menu| menu.placeholder.as_ref()).any(|text| text.contains(shows))
    };
    let fits = |message: &MessageView| message.id == settings.id && says(message);
    user.wait_message(stage.games, fits, SOON).await.expect("the settings change");
}

async fn wait_direct(user: &User, text: &str) -> MessageView {
    let direct = user.direct_messages();
    let has_text = |message: &MessageView| message.content.contains(text);
    let found = user.wait_message(direct, has_text, SOON).await;
    found.unwrap_or_else(|error| panic!("{text}: {error}: {:#?}", user.messages(direct)))
}

/// The number of times a user was pinged in a thread.
fn pings(user: &User, thread: Id) -> usize {
    user.messages(thread).iter().filter(|message| message.mentions.contains(&user.id())).count()
}

/// Quiet hours from an hour ago until three hours from now, in UTC.
pub fn quiet_hours(stage: &Stage) -> String {
    let now = tablero::service::Clock::now(&stage.clock).0;
    let minute = |at: i64| format!("{}:{:02}", at / HOUR_MS % 24, at / 60_000 % 60);
    format!("{}-{}", minute(now - HOUR_MS), minute(now + 3 * HOUR_MS))
}

/// A game of Barrier in which Bruno is not pinged in the thread. Waits for boards without checking pings.
async fn board_of(table: &Table, ply: usize) -> MessageView {
    let name = format!("-{ply}.png");
    let has_it = |message: &MessageView| message.attachments.iter().any(|file| file.name.ends_with(&name));
    table.players[0].wait_message(table.thread, has_it, SOON).await.expect("a board")
}

#[tokio::test(flavor = "multi_thread")]
async fn by_direct_message_one_sees_the_board_and_moves_on_it() {
    let stage = Stage::open().await;
    let bruno = stage.user("Bruno");
    bruno.set_locale("en-US");
    choose(&stage, &bruno, "pings", "direct", "it's your turn: a direct message").await;
    let mut table = stage.table("barrier", &[]).await;
    table.send("d4").await;
    table.line.play("d4").expect("it is legal");
    let direct = wait_direct(&bruno, "Your turn against Ada").await;
    assert!(direct.attachments.len() == 1 && direct.content.contains(&format!("<#{}>", table.thread)), "{direct:?}");
    assert!(board_of(&table, 1).await.mentions.is_empty(), "one ping is enough");
    let step = table.press(&bruno, &direct, "Move").await;
    assert!(step.ephemeral && !step.menus.is_empty(), "{step:?}");
    table.send("e5").await;
    table.line.play("e5").expect("it is legal");
    table.wait_board().await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_quiet_hours_the_direct_message_waits() {
    let mut stage = Stage::open().await;
    let bruno = stage.user("Bruno");
    bruno.set_locale("en-US");
    choose(&stage, &bruno, "pings", "direct", "it's your turn: a direct message").await;
    command(&bruno, stage.games, "times", &[("quiet", json!(quiet_hours(&stage)))]).await;
    let table = stage.table("barrier", &[]).await;
    table.send("d4").await;
    board_of(&table, 1).await;
    stage.run_for(2 * HOUR_MS).await;
    let is_told = |message: &MessageView| message.content.contains("Your turn against Ada");
    assert!(!bruno.messages(bruno.direct_messages()).iter().any(is_told));
    stage.run_for(HOUR_MS + 60_000).await;
    wait_direct(&bruno, "Your turn against Ada").await;
    stage.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn when_direct_messages_are_refused_the_thread_is_used() {
    let stage = Stage::open().await;
    let bruno = stage.user("Bruno");
    bruno.set_locale("en-US");
    choose(&stage, &bruno, "pings", "direct", "it's your turn: a direct message").await;
    bruno.accept_dms(false);
    let table = stage.table("barrier", &[]).await;
    table.send("d4").await;
    let has_text = |message: &MessageView| message.content.contains(&format!("{}, it's your turn.", bruno.mention()));
    let response =
        bruno.wait_message(table.thread, |message| has_text(message) && !message.mentions.is_empty(), SOON).await;
    let response = response.expect("the thread is used");
    assert_eq!(response.mentions, [bruno.id()]);
    assert!(response.button("Move").is_some());
    assert_eq!(pings(&bruno, table.thread), 1);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_quiet_hours_the_board_comes_and_the_ping_waits() {
    let mut stage = Stage::open().await;
    let bruno = stage.user("Bruno");
    bruno.set_locale("en-US");
    let response =
        shown(&bruno.command(stage.games, "times", &[("quiet", json!(quiet_hours(&stage)))]).await.expect("a command"));
    assert!(response.content.contains("Quiet hours: "), "{}", response.content);
    let mut table = stage.table("barrier", &[]).await;
    table.send("d4").await;
    table.line.play("d4").expect("it is legal");
    assert!(board_of(&table, 1).await.mentions.is_empty());
    stage.run_for(2 * HOUR_MS).await;
    assert_eq!(pings(&bruno, table.thread), 0);
    stage.run_for(HOUR_MS + 60_000).await;
    let pinged = |message: &MessageView| message.mentions.contains(&bruno.id());
    bruno.wait_message(table.thread, pinged, SOON).await.expect("the ping comes when the night is over");
    // A player who moves before the next night is over is no longer pinged for that turn.
    stage.run_for(DAY_MS - 2 * HOUR_MS).await;
    for (ply, text) in [(2, "e5"), (3, "d4d6e6")] {
        table.send(text).await;
        table.line.play(text).expect("it is legal");
        board_of(&table, ply).await;
    }
    let answer = table.line.nth_legal(0).expect("a move");
    table.send(&answer).await;
    table.line.play(&answer).expect("it is legal");
    table.wait_board().await;
    stage.stop_bot().await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM outbox WHERE person IS NOT NULL AND due_at IS NOT NULL").await, 1);
    stage.clock.advance(4 * HOUR_MS);
    assert!(stage.deliver_unseen().await.is_empty(), "the turn is over");
    assert_eq!(stage.count("SELECT COUNT(*) FROM outbox WHERE person IS NOT NULL AND due_at IS NOT NULL").await, 0);
    assert_eq!(pings(&bruno, table.thread), 1);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_comes_once_and_can_be_switched_off_for_a_game() {
    let stage = Stage::open().await;
    let options = [("time", json!("1d")), ("pauses", json!("none"))];
    let mut table = stage.table("barrier", &options).await;
    let ada = table.players[0].clone();
    let reminders = |table: &Table| {
        let all = ada.messages(table.thread);
        all.iter().filter(|message| message.content.contains("is waiting for your move")).count()
    };
    stage.run_for(17 * HOUR_MS).await;
    assert_eq!(reminders(&table), 0);
    stage.run_for(HOUR_MS + 60_000).await;
    let reminds = |message: &MessageView| message.content.contains("is waiting for your move");
    let reminder = ada.wait_message(table.thread, reminds, SOON).await.expect("a quarter of the time is left");
    assert!(reminder.mentions == [ada.id()] && reminder.content.contains("Bruno"), "{reminder:?}");
    stage.run_for(2 * HOUR_MS).await;
    assert_eq!(reminders(&table), 1);
    let response = table.press(&ada, &reminder, "Turn off reminders for this game").await;
    assert!(response.content.contains("I won't remind you"), "{}", response.content);
    table.play("d4").await;
    table.play("e5").await;
    stage.run_for(20 * HOUR_MS).await;
    let posts = "SELECT COUNT(*) FROM outbox WHERE post ->> 'post' = 'reminder'";
    assert_eq!(stage.count(posts).await, 1, "none in this game");
    let back = shown(&ada.command(table.thread, "reminders", &[("wanted", json!(true))]).await.expect("a command"));
    assert!(back.content.contains("I'll remind you"), "{}", back.content);
    ada.wait_message(table.thread, |message| reminds(message) && message.id != reminder.id, SOON)
        .await
        .expect("the reminder arrives now");
    // Bruno received no reminder: he moved in time.
    assert_eq!(reminders(&table), 2);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_digest_lists_once_a_day_the_games_that_wait() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    choose(&stage, &ada, "pings", "digest", "one direct message a day").await;
    let now = tablero::service::Clock::now(&stage.clock).0;
    let soon = now + HOUR_MS;
    let at = format!("{}:{:02}", soon / HOUR_MS % 24, soon / 60_000 % 60);
    let response = shown(&ada.command(stage.games, "times", &[("digest", json!(at))]).await.expect("a command"));
    assert!(response.content.contains("daily message at"), "{}", response.content);
    // A day without games does not stop the daily message.
    stage.run_for(DAY_MS).await;
    let bruno = stage.user("Bruno");
    bruno.set_locale("en-US");
    let options = [("game", json!("barrier")), ("opponent", json!(bruno.id().to_string())), ("side", json!("first"))];
    let challenge = shown(&ada.command(stage.games, "challenge", &options).await.expect("a challenge"));
    bruno.press(&challenge, "Accept").await.expect("a button");
    let thread = ada.wait_channel(|channel| channel.parent == Some(stage.games), SOON).await.expect("a thread").id;
    let board = |message: &MessageView| !message.attachments.is_empty();
    let first = ada.wait_message(thread, board, SOON).await.expect("a board");
    assert!(first.mentions.is_empty(), "a player who wants a digest is not pinged");
    stage.run_for(2 * HOUR_MS).await;
    let digest = wait_direct(&ada, "one game is waiting for you").await;
    assert!(digest.content.contains("Barrier") && digest.content.contains("Bruno"), "{}", digest.content);
    stage.run_for(DAY_MS).await;
    let many = |user: &User| {
        let all = user.messages(user.direct_messages());
        all.iter().filter(|message| message.content.contains("waiting for you")).count()
    };
    let second = |message: &MessageView| message.content.contains("waiting for you") && message.id != digest.id;
    ada.wait_message(ada.direct_messages(), second, SOON).await.expect("the next day");
    assert_eq!(many(&ada), 2);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_most_urgent_game_comes_first() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    let none = shown(&ada.command(stage.games, "next", &[]).await.expect("a command"));
    assert!(none.content.contains("You have no running games"), "{}", none.content);
    let slow = stage.table("barrier", &[("time", json!("7d"))]).await;
    let fast = stage.table("dvonn", &[("time", json!("2d"))]).await;
    let next = shown(&ada.command(stage.games, "next", &[]).await.expect("a command"));
    assert!(next.ephemeral && next.content.contains(&format!("<#{}>", fast.thread)), "{}", next.content);
    assert!(next.attachments.len() == 1 && next.button("Move").is_some());
    let games = shown(&ada.command(stage.games, "games", &[]).await.expect("a command")).content;
    let at = |what: String| games.find(&what).unwrap_or_else(|| panic!("{what}: {games}"));
    assert!(games.contains("(2)") && at(format!("<#{}>", fast.thread)) < at(format!("<#{}>", slow.thread)), "{games}");
    assert_eq!(games.matches("your turn").count(), 2);
    fast.send("c3").await;
    slow.send("d4").await;
    let nothing = shown(&ada.command(stage.games, "next", &[]).await.expect("a command"));
    assert!(nothing.content.contains("You're all caught up") && nothing.content.contains("their turn"), "{nothing:?}");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_chosen_language_goes_before_the_one_of_the_platform() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    choose(&stage, &ada, "language", "it", "Lingua: italiano").await;
    let help = shown(&ada.command(stage.games, "help", &[]).await.expect("a command"));
    assert!(help.content.contains("Qui puoi giocare"), "{}", help.content);
    let settings = shown(&ada.command(stage.games, "settings", &[]).await.expect("a command"));
    ada.choose(&settings, "set language", &["default"]).await.expect("a menu");
    let english = |message: &MessageView| message.id == settings.id && message.content.starts_with("**Your settings**");
    ada.wait_message(stage.games, english, SOON).await.expect("the settings are shown in English again");
    let help = shown(&ada.command(stage.games, "help", &[]).await.expect("a command"));
    assert!(help.content.contains("I host three"), "{}", help.content);
    stage.close().await;
}
