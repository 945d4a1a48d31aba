//! Full games of each kind, using each input method in turn, with a bot restart in the middle.

use discord_emulator::Reply;
use serde_json::{Value, json};
use tablero::rules::SeededRng;
use test_support::stage::{Stage, Table, shown};

/// Plays random moves to the end: with `/move`, step by step in menus, with the form, with a reply that pings, and with
/// the button for a forced move. Restarts the bot once.
async fn play_to_the_end(game: &str, options: &[(&str, Value)], seed: u64, restart_at: usize) -> (Stage, Table) {
    let mut stage = Stage::open().await;
    let mut table = stage.table(game, options).await;
    let mut chance = SeededRng::new(seed);
    while table.line.ending().is_none() {
        let ply = table.line.ply();
        if ply == restart_at {
            stage.stop_bot().await;
            stage.start_bot().await;
        }
        let mut text = table.line.nth_legal(chance.below(table.line.count_legal())).expect("a legal move");
        let board = table.wait_board().await;
        let user = table.to_move().clone();
        let forced = format!("Play {text}");
        if table.line.count_legal() == 1 && board.button(&forced).is_some() {
            table.press(&user, &board, &forced).await;
        } else if ply % 5 == 4 {
            text = table.pick(&board, &mut chance).await;
        } else if ply % 10 == 3 {
            let reply = user.press(&board, "Type a move").await.expect("a button");
            let Reply::Modal(form) = &reply else { panic!("no form: {reply:?}") };
            let response = shown(&user.submit_modal(form, &[("text", &text)]).await.expect("a form"));
            assert!(response.content.contains(&text), "{}", response.content);
        } else if ply % 10 == 6 {
            user.reply(&board, &text.to_uppercase(), true).expect("a reply");
        } else {
            table.send(&text).await;
        }
        table.line.play(&text).expect("it is legal");
        table.wait_board().await;
    }
    (stage, table)
}

/// After the end no move is accepted, every ply has one board, and the record contains the game.
async fn check_end(stage: Stage, table: Table, moves: &'static str) {
    let response = table.send("a1").await;
    assert!(response.content.contains("This game is over"), "{}", response.content);
    for ply in 0..=table.line.ply() {
        assert_eq!(table.boards(ply), 1, "board {ply}");
    }
    assert_eq!(stage.count("SELECT plies FROM matches").await, table.line.ply() as i64, "{moves}");
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches WHERE status LIKE 'rules:%'").await, 1);
    let export = shown(&table.players[1].command(table.thread, "export", &[]).await.expect("a command"));
    let file = table.players[1].download(export.attachments[0].id).await.expect("the file");
    let text = String::from_utf8(file).expect("text");
    let records = tablero::rules::record::read(&text).expect("a record");
    let game = table.line.game();
    let replayed = game.replay(&records[0]).expect("a game that can be replayed");
    assert_eq!(replayed.moves(), table.line.moves());
    assert_eq!(records[0].header("Player1"), Some("Ada"));
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn zertz() {
    let (stage, table) = play_to_the_end("zertz", &[("variant", json!("blitz"))], 11, 7).await;
    // Who wins with how many marbles of which colour, counted from what the picture says.
    let result = table.wait_board().await.content;
    let captured = |about: &str| {
        let fact = table.line.facts().into_iter().find(|fact| fact.about == about).expect("the fact");
        fact.value.split('/').map(|count| count.parse().expect("a number")).collect::<Vec<u32>>()
    };
    let goals = [(0, 3, "white marbles"), (1, 4, "grey marbles"), (2, 5, "black marbles")];
    let sentence = ["first", "second"].into_iter().find_map(|seat| {
        let captured = captured(seat);
        let of_one = goals.iter().find(|(at, goal, _)| captured[*at] >= *goal);
        let of_each = captured.iter().all(|count| *count >= 2);
        of_one
            .map(|(at, _, colour)| format!("with {} {colour}", captured[*at]))
            .or_else(|| of_each.then(|| "with 2 marbles of each colour".to_owned()))
    });
    assert!(result.contains(&sentence.expect("a goal is reached")), "{result}");
    check_end(stage, table, "zertz").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dvonn() {
    let (stage, table) = play_to_the_end("dvonn", &[], 5, 60).await;
    let result = table.wait_board().await.content;
    let score = table.line.facts().into_iter().find(|fact| fact.about == "score").expect("the score").value;
    let (one, two) = score.split_once('/').expect("two numbers");
    let is_said = result.contains(&format!("{one}–{two}")) || result.contains(&format!("{two}–{one}"));
    assert!(is_said, "{score}: {result}");
    check_end(stage, table, "dvonn").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn barrier() {
    let (stage, table) = play_to_the_end("barrier", &[("variant", json!("6"))], 3, 4).await;
    check_end(stage, table, "barrier").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sample_opening_of_seed_004() {
    let stage = Stage::open().await;
    let mut table = stage.table("zertz", &[]).await;
    for text in ["Wd4,a1", "Bd6,a2", "Bd2,a3", "Bf4,a4", "Wg5,c1"] {
        table.play(text).await;
    }
    let board = table.wait_board().await;
    assert!(board.button("Play g5xe3").is_some(), "the only legal move is one click: {:?}", board.buttons);
    assert!(board.content.contains("You must capture."), "{}", board.content);
    table.play("g5xe3").await;
    let alt = table.wait_board().await.attachments[0].description.clone().expect("the picture has a description");
    assert!(alt.contains("Captured by the second player: 0/0/1"), "{alt}");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_ends_by_resigning() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[]).await;
    table.play("d4").await;
    // It is Bruno's turn, and Ada resigns.
    let user = table.waiting().clone();
    let question = shown(&user.command(table.thread, "resign", &[]).await.expect("a command"));
    assert!(question.ephemeral && question.content.contains("really"), "{question:?}");
    user.press(&question, "Yes, resign").await.expect("a button");
    let [ada, bruno] = table.players.each_ref().map(discord_emulator::User::mention);
    let fits =
        |message: &discord_emulator::MessageView| message.content.contains(&format!("{bruno} wins: {ada} resigned"));
    let result = user.wait_message(table.thread, fits, test_support::stage::SOON).await.expect("the result");
    assert_eq!(result.mentions.len(), 2);
    let response = table.send("h1").await;
    assert!(response.content.contains("This game is over"), "{}", response.content);
    stage.close().await;
}
