//! Conditional moves and notes.

use crate::automatic::{forced, towards_a_forced_capture};
use crate::restarts::{kill, start_process};
use discord_emulator::{Fault, MessageView, User};
use serde_json::json;
use test_support::stage::{SOON, Stage, Table, shown, take_back};

/// Adds a line to a player's conditional moves, or requests them, and returns the response.
async fn conditional_moves(table: &Table, user: &User, line: Option<&str>) -> MessageView {
    let options: Vec<_> = line.into_iter().map(|line| ("line", json!(line))).collect();
    let response = shown(&user.command(table.thread, "if", &options).await.expect("a command"));
    assert!(response.ephemeral && response.mentions.is_empty() && response.attachments.is_empty(), "{response:?}");
    response
}

/// The player to move plays this, and the following moves are played automatically.
async fn play_through(table: &mut Table, moves: &[&str]) -> MessageView {
    let response = table.send(moves[0]).await;
    assert!(response.content.contains(&format!("Played: **{}**", moves[0])), "{}", response.content);
    for text in moves {
        table.line.play(text).expect("it is legal");
    }
    table.wait_board().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conditional_move_comes_with_the_move_on_one_board_and_pings_once() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[]).await;
    let [ada, bruno] = table.players.clone();
    table.play("d4").await;
    let response = conditional_moves(&table, &ada, Some("if e5 then d4 d6 e6; e5g5g6 then e6e8f8")).await;
    assert!(response.content.contains("`e5 → d4d6e6 → e5g5g6 → e6e8f8`"), "{}", response.content);
    assert!(response.content.contains("only you can see"), "{}", response.content);
    conditional_moves(&table, &ada, Some("f6 then d4d2e2")).await;

    // The opponent learns nothing of it.
    let seen = |user: &User| user.messages(table.thread).iter().any(|message| message.content.contains("d4d6e6"));
    assert!(seen(&ada) && !seen(&bruno), "it is for Ada alone");
    let response = conditional_moves(&table, &bruno, None).await;
    assert!(response.content.contains("your turn") && !response.content.contains("d4"), "{}", response.content);

    let board = play_through(&mut table, &["e5", "d4d6e6"]).await;
    let turns = format!("Turn 2: **e5** – {}\nTurn 3: **d4d6e6** – {}\n", bruno.mention(), ada.mention());
    assert!(board.content.starts_with(&turns), "{}", board.content);
    assert_eq!(board.mentions, [bruno.id()]);
    let board = play_through(&mut table, &["e5g5g6", "e6e8f8"]).await;
    let turns = format!("Turn 4: **e5g5g6** – {}\nTurn 5: **e6e8f8** – {}\n", bruno.mention(), ada.mention());
    assert!(board.content.starts_with(&turns), "{}", board.content);
    assert_eq!([0, 1, 2, 3, 4, 5].map(|ply| table.boards(ply)), [1, 1, 0, 1, 0, 1]);
    // Each of these boards pinged the player to move, and nothing else was posted.
    let posted = bruno.messages(table.thread).into_iter().filter(|message| !message.ephemeral).count();
    assert_eq!(posted, 4, "{:#?}", bruno.messages(table.thread));
    assert_eq!(stage.count("SELECT COUNT(*) FROM plans").await, 0, "all of it was played");
    assert_eq!(stage.count("SELECT COUNT(*) FROM moves").await, 5);

    // No conditional moves are left, and the game goes on as usual.
    table.play("g6h6h4").await;
    let response = conditional_moves(&table, &ada, None).await;
    assert!(response.content.contains("your turn"), "{}", response.content);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_direct_notification_lists_the_whole_exchange() {
    let stage = Stage::open().await;
    let bruno = stage.user("Bruno");
    bruno.set_locale("en-US");
    let settings = shown(&bruno.command(stage.games, "settings", &[]).await.expect("a command"));
    bruno.choose(&settings, "set pings", &["direct"]).await.expect("a menu");
    let says = |message: &MessageView| {
        message.menus.iter().any(|menu| menu.placeholder.as_deref() == Some("When it's your turn: a direct message"))
    };
    let direct = |message: &MessageView| message.id == settings.id && says(message);
    bruno.wait_message(stage.games, direct, SOON).await.expect("the settings change");
    let mut table = stage.table("barrier", &[]).await;
    table.send("d4").await;
    table.line.play("d4").expect("it is legal");
    let ada = table.players[0].clone();
    conditional_moves(&table, &ada, Some("e5 then d4d6e6")).await;
    table.send("e5").await;
    let has_text = |message: &MessageView| {
        let mut turns = message.content.lines().filter(|line| line.starts_with("Turn "));
        turns.next().is_some_and(|turn| turn.contains("**e5**"))
            && turns.next().is_some_and(|turn| turn.contains("**d4d6e6**"))
    };
    bruno.wait_message(bruno.direct_messages(), has_text, SOON).await.expect("both turns");
    let board = bruno.wait_message(table.thread, has_text, SOON).await.expect("both turns in the thread too");
    assert!(board.mentions.is_empty(), "one ping is enough");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_capture_that_must_be_is_played_for_those_who_chose_so() {
    let stage = Stage::open().await;
    let mut table = stage.table("zertz", &[]).await;
    let bruno = table.players[1].clone();
    let settings = shown(&bruno.command(table.thread, "settings", &[]).await.expect("a command"));
    table.press(&bruno, &settings, "Automatic forced moves: off").await;
    let moves = towards_a_forced_capture();
    let (last, before) = moves.split_last().expect("some moves");
    for text in before {
        table.play(text).await;
    }
    let mut then = table.line.copy();
    then.play(last).expect("it is legal");
    let capture = forced(&*then).expect("the only move");
    let board = play_through(&mut table, &[last, &capture]).await;
    assert!(board.content.contains(&format!("**{last}** – ")) && board.content.contains(&capture), "{}", board.content);
    assert_eq!((table.boards(moves.len()), table.boards(moves.len() + 1)), (0, 1));
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unforeseen_move_drops_the_conditional_moves() {
    let stage = Stage::open().await;
    let mut table = stage.table("dvonn", &[]).await;
    let ada = table.players[0].clone();
    table.play("c3").await;
    conditional_moves(&table, &ada, Some("d3 then e3 then f3 then g3")).await;
    conditional_moves(&table, &ada, Some("d4 then d3")).await;
    let board = play_through(&mut table, &["d3", "e3"]).await;
    assert_eq!(board.mentions, [table.players[1].id()]);
    table.play("a1").await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM plans").await, 0);
    table.play("f3").await;
    table.play("g2").await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_are_shown_replaced_and_cancelled() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[]).await;
    let ada = table.players[0].clone();
    table.play("d4").await;
    assert!(conditional_moves(&table, &ada, None).await.content.contains("no conditional moves here"));
    for line in ["e5 then d4d6e6", "f6 then d4d2e2", "g7 then d4b4b5"] {
        conditional_moves(&table, &ada, Some(line)).await;
    }
    let replaced = conditional_moves(&table, &ada, Some("e5;d4b4b3")).await;
    assert!(replaced.content.contains("replaces your answer **d4d6e6**"), "{}", replaced.content);
    let all = conditional_moves(&table, &ada, None).await;
    assert!(
        all.content.ends_with("\n1. `e5 → d4b4b3`\n2. `f6 → d4d2e2`\n3. `g7 → d4b4b5`"),
        "in the order in which they came: {}",
        all.content
    );
    let menu = &all.menus[0];
    let labels: Vec<&str> = menu.options.iter().map(|(_, label)| label.as_str()).collect();
    assert_eq!(labels, ["1. e5 → d4b4b3", "2. f6 → d4d2e2", "3. g7 → d4b4b5"]);
    let second = menu.options[1].0.clone();
    let older = conditional_moves(&table, &ada, None).await;
    ada.choose(&all, &menu.custom_id, &[&second]).await.expect("a menu");
    let cancelled =
        |message: &MessageView| message.id == all.id && message.content.contains("Cancelled: `f6 → d4d2e2`");
    let left = ada.wait_message(table.thread, cancelled, SOON).await.expect("the remaining line is shown");
    assert!(left.content.ends_with("\n1. `e5 → d4b4b3`\n2. `g7 → d4b4b5`"), "{}", left.content);
    // The menu of an older message refers to the same line as before, which is gone.
    ada.choose(&older, &menu.custom_id, &[&second]).await.expect("a menu");
    let same = |message: &MessageView| message.id == older.id && !message.content.contains("f6");
    let left = ada.wait_message(table.thread, same, SOON).await.expect("the remaining line is shown");
    assert!(left.content.ends_with("\n1. `e5 → d4b4b3`\n2. `g7 → d4b4b5`"), "{}", left.content);
    let none = table.press(&ada, &left, "Cancel all").await;
    assert!(
        none.content.contains("no conditional moves here") && none.menus.is_empty() && none.buttons.is_empty(),
        "{none:?}"
    );
    assert_eq!(stage.count("SELECT COUNT(*) FROM plans").await, 0);
    table.play("e5").await;
    ada.press(&all, "Cancel all").await.expect("a button");
    let stale = |message: &MessageView| message.ephemeral && message.content.contains("has moved on");
    ada.wait_message(table.thread, stale, SOON).await.expect("the button is too old");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn conditional_moves_that_cannot_be_added_are_explained() {
    let stage = Stage::open().await;
    let mut table = stage.table("zertz", &[]).await;
    let [ada, bruno] = table.players.clone();
    let carmen = stage.user("Carmen");
    carmen.set_locale("en-US");
    assert!(conditional_moves(&table, &ada, Some("Wd4,a1 then Wd5,a2")).await.content.contains("just move"));
    let empty = conditional_moves(&table, &bruno, Some("then ;")).await;
    let example = empty.content.split("example: ").nth(1).expect("an example").trim_matches('`').to_owned();
    for (line, why) in [
        ("Wd4,a1", "ends with your opponent's move"),
        ("Wd4,a1 then Wd4,a2", "move 2"),
        ("Wd4,a1 then Wd4,a2", "taken"),
        ("**@everyone** then Wd4,a2", "move 1"),
        (&"Wd4,a1;".repeat(41), "at most 40"),
    ] {
        let response = conditional_moves(&table, &bruno, Some(line)).await;
        assert!(
            response.content.contains(why) && !response.content.contains("@everyone"),
            "{line}: {}",
            response.content
        );
    }
    assert!(conditional_moves(&table, &carmen, Some("Wd4,a1 then Wd5,a2")).await.content.contains("not a player"));
    assert!(conditional_moves(&table, &carmen, None).await.content.contains("not a player"));
    assert_eq!(stage.count("SELECT COUNT(*) FROM plans").await, 0);
    assert!(conditional_moves(&table, &bruno, Some(&example)).await.content.contains("Planned"), "{example}");
    bruno.set_locale("it");
    let response = conditional_moves(&table, &bruno, Some("Wd4,a1")).await;
    assert!(response.content.contains("Non ho aggiunto la linea"), "{}", response.content);
    bruno.set_locale("es-ES");
    assert!(conditional_moves(&table, &bruno, None).await.content.contains("Tu plan"));

    // The end of the game deletes all conditional moves.
    let theirs = example.split(" then ").next().expect("a move").to_owned();
    table.play("Bd4,a1").await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM plans").await, 0, "it was not {theirs}");
    conditional_moves(&table, &ada, Some("Wd5,a2 then d4xd6")).await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM plans").await, 1);
    bruno.set_locale("en-US");
    bruno.command(table.thread, "resign", &[]).await.expect("a command");
    let asks = |message: &MessageView| message.content.contains("really");
    let question = bruno.wait_message(table.thread, asks, SOON).await.expect("the question");
    bruno.press(&question, "Yes, resign").await.expect("a button");
    let over = |message: &MessageView| !message.ephemeral && message.content.contains("resigned");
    bruno.wait_message(table.thread, over, SOON).await.expect("the result");
    assert_eq!(stage.count("SELECT COUNT(*) FROM plans").await, 0);
    let response = conditional_moves(&table, &ada, Some("Wd5,a2 then d4xd6")).await;
    assert!(response.content.contains("game is over"), "{}", response.content);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_take_back_drops_all_conditional_moves() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[]).await;
    let [ada, bruno] = table.players.clone();
    table.play("d4").await;
    conditional_moves(&table, &ada, Some("e5 then d4d6e6")).await;
    take_back(&ada, table.thread).await;
    let asks = |message: &MessageView| message.content.contains("for a take-back") && !message.ephemeral;
    let notice = bruno.wait_message(table.thread, asks, SOON).await.expect("the question");
    assert_eq!(stage.count("SELECT COUNT(*) FROM plans").await, 1, "nothing has happened yet");
    bruno.press(&notice, "Agree").await.expect("a button");
    let begins = |message: &MessageView| message.content.contains("begins") && message.id > notice.id;
    ada.wait_message(table.thread, begins, SOON).await.expect("the board without the move");
    assert_eq!(stage.count("SELECT COUNT(*) FROM plans").await, 0);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_after_a_move_its_conditional_answer_is_there_and_posted_once() {
    let stage = Stage::without_bot().await;
    let child = start_process(&stage, "").await;
    let mut table = stage.table("barrier", &[]).await;
    let ada = table.players[0].clone();
    table.play("d4").await;
    conditional_moves(&table, &ada, Some("e5 then d4d6e6 then e5g5g6 then e6e8f8")).await;
    let boards = format!("/channels/{}/messages", table.thread);
    stage.local.faults().inject(Some("POST"), &boards, 1000, Fault::Status(503));
    assert!(table.send("e5").await.content.contains("e5"));
    kill(child).await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM moves").await, 3, "both moves are stored or neither");
    stage.local.faults().clear();
    let child = start_process(&stage, "").await;
    table.line.play_all(&["e5", "d4d6e6"]).expect("they are legal");
    table.wait_board().await;
    // The remaining conditional moves survive too.
    play_through(&mut table, &["e5g5g6", "e6e8f8"]).await;
    assert_eq!([1, 2, 3, 4, 5].map(|ply| table.boards(ply)), [1, 0, 1, 0, 1]);
    kill(child).await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_note_is_shown_only_to_its_author() {
    let stage = Stage::open().await;
    let table = stage.table("dvonn", &[]).await;
    let [ada, bruno] = table.players.clone();
    let thread = table.thread;
    let note = |user: &User, text: Option<&str>| {
        let options: Vec<_> = text.into_iter().map(|text| ("text", json!(text))).collect();
        let user = user.clone();
        async move {
            let response = shown(&user.command(thread, "note", &options).await.expect("a command"));
            assert!(response.ephemeral && response.mentions.is_empty(), "{response:?}");
            response.content
        }
    };
    let board = |user: &User, letters: bool| {
        let user = user.clone();
        async move { shown(&user.command(thread, "board", &[("text", json!(letters))]).await.expect("a command")).content }
    };
    assert!(note(&ada, None).await.contains("no note about this game"));
    assert!(note(&ada, Some("Hold the left *corner* @everyone")).await.contains("Noted"));
    for text in [note(&ada, None).await, board(&ada, false).await, board(&ada, true).await] {
        assert!(text.contains("Hold the left \\*corner\\*") && !text.contains("@everyone"), "{text}");
    }
    assert!(!board(&bruno, false).await.contains("corner"));
    assert!(note(&bruno, None).await.contains("no note about this game"));
    assert!(note(&ada, Some("Begin at the edge")).await.contains("Noted"));
    assert!(note(&ada, Some(&"x".repeat(1_001))).await.contains("at most 1000"));
    assert!(note(&ada, None).await.ends_with("Begin at the edge"), "a refused note changes nothing");
    assert!(note(&ada, Some(&"*".repeat(1_000))).await.contains("Noted"));
    assert!(board(&ada, true).await.contains("\\*\\*\\*"), "the note is shown as far as it fits");
    assert!(note(&ada, Some("-")).await.contains("deleted"));
    assert_eq!(stage.count("SELECT COUNT(*) FROM notes").await, 0);
    assert!(!board(&ada, false).await.contains("note"));
    let carmen = stage.user("Carmen");
    carmen.set_locale("en-US");
    assert!(note(&carmen, Some("I watch")).await.contains("not a player"));
    stage.close().await;
}
