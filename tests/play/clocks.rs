//! Time controls: what is displayed, what stops a clock, and what happens when time runs out.

use discord_emulator::{MessageView, User};
use serde_json::json;
use tablero::service::time::control::{DAY_MS, HOUR_MS};
use test_support::stage::{SOON, Stage, Table, shown};

/// A game of Barrier with a day for each move and these pauses.
async fn daily(stage: &Stage, pauses: &str) -> Table {
    let options = [("time", json!("1d")), ("pauses", json!(pauses))];
    stage.table("barrier", &options).await
}

/// Waits for a message in the thread that contains this text.
async fn wait_text(table: &Table, text: &str) -> MessageView {
    let has_text = |message: &MessageView| !message.ephemeral && message.content.contains(text);
    let found = table.players[0].wait_message(table.thread, has_text, SOON).await;
    found.unwrap_or_else(|error| panic!("{text}: {error}: {:#?}", contents(&table.players[0], table)))
}

fn contents(user: &User, table: &Table) -> Vec<String> {
    user.messages(table.thread).into_iter().map(|message| message.content).collect()
}

/// The timestamps that a message shows, in seconds.
fn instants(text: &str) -> Vec<i64> {
    let parts = text.split("<t:").skip(1);
    parts.map(|part| part.split(':').next().expect("a number").parse().expect("a number")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_time_control_is_shown_before_accepting_and_under_every_board() {
    let stage = Stage::open().await;
    let (ada, bruno) = (stage.user("Ada"), stage.user("Bruno"));
    let options = [
        ("game", json!("barrier")),
        ("opponent", json!(bruno.id().to_string())),
        ("time", json!("168h+12h/240h")),
        ("pauses", json!("vacation")),
    ];
    let challenge = shown(&ada.command(stage.games, "challenge", &options).await.expect("a challenge"));
    assert!(
        challenge.content.contains("Time control: 7 days plus 12 hours per move, up to 10 days.")
            && challenge.content.contains("Clocks pause during vacations.")
            && challenge.content.contains("isn't rated"),
        "{}",
        challenge.content
    );
    let due = instants(&challenge.content)[0];
    let mut table = daily(&stage, "none").await;
    let board = table.wait_board().await;
    // A week against a day.
    let apart = due - instants(&board.content)[0];
    assert!((6 * 86_400 - 60..=6 * 86_400 + 60).contains(&apart), "{}", board.content);
    stage.run_for(5 * HOUR_MS).await;
    let after = table.play("d4").await;
    let later = instants(&after.content)[0] - instants(&board.content)[0];
    assert!((5 * 3600..5 * 3600 + 600).contains(&later), "Bruno has a day from now: {later}");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn when_time_is_over_the_game_ends_by_itself_and_both_are_notified() {
    let stage = Stage::open().await;
    let mut table = daily(&stage, "none").await;
    table.play("d4").await;
    table.play("e5").await;
    stage.run_for(DAY_MS - HOUR_MS).await;
    let response = table.send("x9").await;
    assert!(!response.content.contains("over"), "there is an hour left: {}", response.content);
    stage.run_for(HOUR_MS + 1_000).await;
    let end = wait_text(&table, "ran out of time").await;
    let mut pinged = end.mentions.clone();
    pinged.sort();
    let mut both = table.players.each_ref().map(User::id);
    both.sort();
    assert_eq!(pinged, both);
    let [ada, bruno] = table.players.each_ref().map(User::mention);
    assert!(end.content.contains(&format!("{bruno} wins: {ada}")), "{}", end.content);
    let response = table.send("d4d6e6").await;
    assert!(response.content.contains("This game is over"), "{}", response.content);
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches WHERE status = 'timeout' AND outcome = '0-1'").await, 1);
    assert_eq!(stage.count("SELECT COUNT(*) FROM alarms").await, 0);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_nobody_began_is_aborted_and_not_lost() {
    let stage = Stage::open().await;
    let mut table = daily(&stage, "all").await;
    table.play("d4").await;
    stage.run_for(DAY_MS + 1_000).await;
    let end = wait_text(&table, "Nobody loses").await;
    assert!(!end.content.contains("wins"), "{}", end.content);
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches WHERE status = 'aborted' AND outcome IS NULL").await, 1);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vacation_begins_by_itself_and_stops_the_clock_and_ends_by_a_click() {
    let stage = Stage::open().await;
    let mut table = daily(&stage, "vacation").await;
    let ada = table.players[0].clone();
    table.play("d4").await;
    table.play("e5").await;
    stage.run_for(DAY_MS - HOUR_MS + 1_000).await;
    let direct = ada.direct_messages();
    let response =
        ada.wait_message(direct, |message| message.content.contains("I've started your vacation"), SOON).await;
    let response = response.expect("Ada receives a direct message");
    assert!(response.content.contains("Bruno"), "{}", response.content);
    // Long after the day would have run out.
    stage.run_for(9 * DAY_MS).await;
    let status = shown(&ada.command(stage.games, "vacation", &[]).await.expect("a command"));
    assert!(status.ephemeral && status.content.contains("You're on vacation until"), "{}", status.content);
    let again = shown(&ada.command(stage.games, "vacation", &[("days", json!(3))]).await.expect("a command"));
    assert!(again.content.contains("already on vacation"), "{}", again.content);
    // The waiting opponent reads why, and until when.
    let bruno = &table.players[1];
    let board = shown(&bruno.command(table.thread, "board", &[]).await.expect("a command")).content;
    let why = format!(">, because {} is on vacation. Due <t:", ada.mention());
    assert!(board.contains("The clock is paused until <t:") && board.contains(&why), "{board}");
    // A player on vacation may still move, and the opponent's clock runs.
    table.play("d4d6e6").await;
    let back = table.press(&ada, &status, "End vacation").await;
    // Nine days are used; the running game has earned nothing yet.
    assert!(
        back.content.contains("You have 11 days 2") || back.content.contains("You have 12 days"),
        "{}",
        back.content
    );
    stage.run_for(DAY_MS).await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM vacations WHERE saved = 1").await, 2, "Bruno's has begun too");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vacation_between_two_boards_is_told_where_games_are_paused() {
    let stage = Stage::open().await;
    let (paused, goes_on) = (daily(&stage, "vacation").await, daily(&stage, "none").await);
    let mut later = daily(&stage, "vacation").await;
    later.play("d4").await;
    stage.practice("barrier", 1, &[("time", json!("1d")), ("pauses", json!("vacation"))]).await;
    let [ada, bruno] = paused.players.clone();
    ada.command(stage.games, "vacation", &[("days", json!(3))]).await.expect("a command");
    let told = wait_text(&paused, "is on vacation").await;
    let why = format!(">, because {} is on vacation. Due <t:", ada.mention());
    assert!(told.content.starts_with("The clock is paused until <t:") && told.content.contains(&why), "{told:?}");
    assert!(told.mentions.is_empty() && told.attachments.is_empty(), "{told:?}");
    let posts = "SELECT COUNT(*) FROM outbox WHERE post ->> 'post' = 'vacation'";
    // The others: Bruno's turn, a clock that vacations don't pause, and a game against the bot.
    assert_eq!(stage.count(posts).await, 1);
    for table in [&goes_on, &later] {
        assert!(contents(&bruno, table).iter().all(|content| !content.contains("vacation. Due")));
    }
    let games = async || shown(&bruno.command(stage.games, "games", &[]).await.expect("a command")).content;
    let lists = |games: &str, words: &str| games.lines().filter(|line| line.contains(words)).count();
    let listed = games().await;
    assert_eq!((lists(&listed, " paused; due <t:"), lists(&listed, " due <t:")), (1, 3), "{listed}");
    ada.command(stage.games, "vacation", &[("end", json!(true))]).await.expect("a command");
    assert_eq!(lists(&games().await, "paused"), 0);
    assert_eq!(stage.count(posts).await, 1);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_automatic_vacation_or_pauses_the_clock_runs_out() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    let settings = shown(&ada.command(stage.games, "settings", &[]).await.expect("a command"));
    let reply = ada.press(&settings, "Automatic vacation: on").await.expect("a button");
    drop(reply);
    let off = |message: &MessageView| message.id == settings.id && message.button("Automatic vacation: off").is_some();
    ada.wait_message(stage.games, off, SOON).await.expect("the settings change");
    let mut table = daily(&stage, "all").await;
    table.play("d4").await;
    table.play("e5").await;
    stage.run_for(DAY_MS + 1_000).await;
    wait_text(&table, "ran out of time").await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM vacations").await, 0);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_loses_on_time_for_hours_in_which_the_bot_was_off() {
    let mut stage = Stage::open().await;
    let mut table = daily(&stage, "none").await;
    table.play("d4").await;
    table.play("e5").await;
    stage.run_for(20 * HOUR_MS).await;
    stage.stop_bot().await;
    stage.clock.advance(10 * DAY_MS);
    stage.start_bot().await;
    let response = wait_text(&table, "I was offline from").await;
    assert!(
        response.content.contains("were paused for 10 days") && response.mentions.is_empty(),
        "{}",
        response.content
    );
    // The four hours that were left are still left.
    stage.run_for(3 * HOUR_MS).await;
    table.play("d4d6e6").await;
    stage.run_for(DAY_MS + 1_000).await;
    wait_text(&table, "ran out of time").await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_leaps_costs_nobody_time_and_leaves_no_trace_when_it_leaps_back() {
    let stage = Stage::open().await;
    let mut table = daily(&stage, "none").await;
    table.play("d4").await;
    table.play("e5").await;
    // The clock jumps a year ahead while the bot runs: a player who moves then is not late.
    stage.clock.advance(365 * DAY_MS);
    table.play("d4d6e6").await;
    wait_text(&table, "were paused for 365 days").await;
    let options = [("game", json!("dvonn"))];
    let challenge = shown(&table.players[0].command(stage.games, "challenge", &options).await.expect("a command"));
    stage.clock.advance(-365 * DAY_MS);
    stage.run_for(HOUR_MS).await;
    // The challenge that was made meanwhile shows when it expires by the right clock.
    let expires = |message: &MessageView| {
        let (_, at) = message.content.rsplit_once("<t:").expect("a time");
        at.split(':').next().and_then(|seconds| seconds.parse::<i64>().ok()).expect("a number")
    };
    let is_corrected = |message: &MessageView| {
        message.id == challenge.id && (expires(&challenge) - expires(message) - 365 * 86_400).abs() < 120
    };
    table.players[0].wait_message(stage.games, is_corrected, SOON).await.expect("it is edited");
    // What was said of it does not stand.
    let corrected = wait_text(&table, "My clock was wrong: it ran 365 days").await;
    assert!(corrected.content.contains("It's right again.") && corrected.mentions.is_empty(), "{}", corrected.content);
    assert_eq!(
        stage
            .count("SELECT COUNT(*) FROM outages WHERE until_at > 1000000 * (SELECT at / 1000000 + 2 FROM pulse)")
            .await,
        0
    );
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches WHERE status = 'running'").await, 1);
    stage.run_for(DAY_MS).await;
    wait_text(&table, "ran out of time").await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_stand_still_at_night_and_hours_are_not_changed_at_will() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    let times = async |options: &[(&str, serde_json::Value)]| {
        shown(&ada.command(stage.games, "times", options).await.expect("a command")).content
    };
    let zones = ada.autocomplete(stage.games, "times", &[], "zone", "kathm").await.expect("time zones");
    assert!(zones.iter().any(|zone| zone.value == json!("Asia/Kathmandu")), "{zones:?}");
    let response =
        times(&[("zone", json!("Asia/Kathmandu")), ("sleep", json!("22-7:30")), ("weekend", json!(true))]).await;
    assert!(response.contains("Asia/Kathmandu") && response.contains("22:00 – 07:30; at weekends: yes"), "{response}");
    for (option, wrong, because) in [
        ("zone", "Middle/Earth", "I don't know that time zone"),
        ("sleep", "25-3", "I don't understand those hours"),
        ("sleep", "8-7", "at most ten hours"),
        ("quiet", "late", "I don't understand those hours"),
    ] {
        let response = times(&[(option, json!(wrong))]).await;
        assert!(response.contains(because), "{wrong}: {response}");
    }
    let table = daily(&stage, "all").await;
    let board = table.wait_board().await;
    let due = instants(&board.content)[0] * 1000 - tablero::service::Clock::now(&stage.clock).0;
    assert!(due > DAY_MS + 9 * HOUR_MS, "every day includes a night: {due}");
    // The first change was free because no clock stood still before it; then two more are allowed in a week.
    for (sleep, fits) in [("21-6", true), ("20-5", true), ("19-4", false)] {
        let response = times(&[("sleep", json!(sleep))]).await;
        assert_eq!(response.contains("three times within a week"), !fits, "{response}");
    }
    stage.run_for(7 * DAY_MS).await;
    assert!(times(&[("sleep", json!("-"))]).await.contains("at night: never"));
    stage.close().await;
}
