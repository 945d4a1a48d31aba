//! Analyses of finished games.

use crate::restarts::{kill, start_process};
use discord_emulator::MessageView;
use serde_json::json;
use tablero::ai::{EngineOptions, Limits, Score, Stop};
use tablero::catalog::AnyLine;
use tablero::engine::EngineResources;
use tablero::rules::Seat;
use test_support::fixed_nodes_engine::Gate;
use test_support::stage::{SOON, Stage, changed, shown};

/// The value of the position for the player who has just moved, searched to the end of the game.
fn value_after(line: &dyn AnyLine, text: &str) -> Score {
    let mut then = line.copy();
    then.play(text).expect("it is legal");
    let settings = EngineOptions { hash: 1 << 20, ..EngineOptions::default() };
    let found = line.game().engine(settings).search(&*then, Limits::default(), &Stop::default(), &mut |_| {});
    -found.score().unwrap_or(Score::LOSS)
}

/// A move that loses a won game.
pub fn blunder(line: &dyn AnyLine) -> Option<String> {
    let valued: Vec<(String, Score)> =
        line.legal(usize::MAX).into_iter().map(|text| (text.clone(), value_after(line, &text))).collect();
    let wins = valued.iter().any(|(_, score)| score.is_win());
    valued.into_iter().find(|(_, score)| wins && score.is_loss()).map(|(text, _)| text)
}

fn is_report(message: &MessageView) -> bool {
    message.content.contains("**Analysis of") && !message.ephemeral
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_shows_how_the_game_went_and_the_worst_move() {
    let mut stage = Stage::without_bot().await;
    // The number of nodes ends each search, so that it finds the same however busy the machine is; and it begins when the
    // first answer has come, which would show the result otherwise.
    let gate = Gate::default();
    stage.gate = Some(gate.clone());
    stage.resources = EngineResources { threads: 1, hash: 4 << 20, move_time: 2 * SOON };
    stage.start_bot().await;
    let mut table = stage.table("barrier", &[("variant", json!("5")), ("swap", json!("off"))]).await;
    let (ada, bruno) = (table.players[0].clone(), table.players[1].clone());
    let response = shown(&ada.command(table.thread, "analyse", &[]).await.expect("a command"));
    assert!(response.content.contains("isn't over yet"), "{}", response.content);
    // Plays to a position where a won game can be lost, then loses it.
    table.play("c3").await;
    table.play("a1").await;
    let worst = loop {
        match blunder(&*table.line) {
            Some(text) => break text,
            None => {
                let text = table.line.nth_legal(0).expect("the game is not over");
                table.play(&text).await;
            }
        }
    };
    let (ply, culprit) = (table.line.ply(), table.to_move().clone());
    table.play(&worst).await;
    if table.line.ending().is_none() {
        table.resign(&ada).await;
    }
    let over = |message: &MessageView| message.button("Analyse").is_some();
    let result = ada.wait_message(table.thread, over, SOON).await.expect("the result");
    let response = shown(&stage.user("Carmen").press(&result, "Analyse").await.expect("a button"));
    assert!(response.ephemeral && !response.content.is_empty(), "{response:?}");
    let response = shown(&ada.press(&result, "Analyse").await.expect("a button"));
    assert!(response.ephemeral && response.content.contains("I'll analyse the game"), "{}", response.content);
    gate.set_open(true);

    let report = bruno.wait_message(table.thread, is_report, SOON).await.expect("the analysis");
    let text = &report.content;
    // Bruno placed his knight in a lost position. Ada then gave the win away and resigned, so he did not move again.
    let lost = format!("{} couldn't win against perfect play. Accuracy of the defence: ", bruno.mention());
    assert!(text.contains(&format!("{}: ", ada.mention())) && text.contains(&lost), "{text}");
    let slip = format!("Turn {}: {} played **{worst}**. This move loses; **", ply + 1, culprit.mention());
    assert!(text.contains(&slip), "{text}");
    let slips = text.matches(" played **").count();
    assert!((1..=3).contains(&slips), "{report:?}");
    let [curve] = &report.attachments[..] else { panic!("more than a curve: {report:?}") };
    assert!(curve.name.ends_with("-analysis.png") && report.mentions.is_empty());

    // Readers page through the mistakes in private, one picture at a time, their own first.
    let mut page = shown(&culprit.press(&report, "The mistakes, one by one").await.expect("a button"));
    let (mut names, mut texts) = (Vec::new(), Vec::new());
    for _ in 0..8 {
        let [picture] = &page.attachments[..] else { panic!("not one picture: {page:?}") };
        assert!(page.ephemeral && picture.description.is_some() && picture.dimensions.is_some(), "{page:?}");
        names.push(picture.name.clone());
        texts.push(page.content.clone());
        if picture.name.ends_with("-analysis.png") {
            break;
        }
        let next = culprit.press(&page, "▶").await.expect("a button");
        page = changed(&culprit, &page, next).await;
    }
    assert!(texts[0].starts_with(&slip) && page.button("◀").is_some(), "{texts:?}");
    let named = |part: &str| names.iter().filter(|name| name.ends_with(part)).count();
    // A mistake that ended the game has no refutation.
    assert_eq!((named("-analysis.png"), named("-better.png")), (1, slips), "{names:?}");
    assert!((1..=slips).contains(&named("-refutation.png")), "{names:?}");
    assert!(page.content.starts_with("**Analysis of") && page.content.contains(&slip), "{}", page.content);

    // Either player can play on from there against the engine.
    let label = format!("Try turn {} again", ply + 1);
    let response = shown(&stage.user("Carmen").press(&report, &label).await.expect("a button"));
    assert!(response.ephemeral && response.content.contains("No juegas en esta partida"), "{response:?}");
    let known: Vec<_> = bruno.channels().iter().map(|channel| channel.id).collect();
    let response = shown(&bruno.press(&report, &label).await.expect("a button"));
    assert!(response.ephemeral && response.content.contains(&format!("from turn {}", ply + 1)), "{response:?}");
    let is_new =
        |channel: &discord_emulator::ChannelView| channel.parent == Some(stage.games) && !known.contains(&channel.id);
    let thread = bruno.wait_channel(is_new, SOON).await.expect("the game's thread").id;
    let is_board = |message: &MessageView| message.button("Move").is_some();
    let board = bruno.wait_message(thread, is_board, SOON).await.expect("a board");
    assert!(board.attachments[0].name.ends_with(&format!("-{ply}.png")) && board.mentions == [bruno.id()], "{board:?}");
    let moves = shown(&bruno.command(thread, "moves", &[]).await.expect("a command"));
    let mut before = table.line.copy();
    while before.ply() > ply {
        before.take_back();
    }
    for text in before.moves() {
        assert!(moves.content.contains(&text), "{text} {}", moves.content);
    }
    let next = before.nth_legal(0).expect("a move");
    let confirmed = shown(&bruno.command(thread, "move", &[("text", json!(next))]).await.expect("a command"));
    assert!(confirmed.content.contains(&next), "{}", confirmed.content);

    // A second request gets the same result at once, whichever user sends it.
    let again = shown(&bruno.command(table.thread, "analyse", &[]).await.expect("a command"));
    assert!(again.ephemeral && again.content.starts_with("**Analysis of"), "{again:?}");
    assert_eq!(again.attachments[0].name, report.attachments[0].name);
    assert_eq!(table.players[0].messages(table.thread).iter().filter(|message| is_report(message)).count(), 1);
    assert_eq!(stage.count("SELECT COUNT(*) FROM jobs WHERE kind = 'analysis'").await, 1);
    // The engine may still be thinking about its turn in the new game.
    assert_eq!(stage.count("SELECT COUNT(*) FROM jobs WHERE kind = 'analysis' AND state = 'waiting'").await, 0);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_analysis_grades_the_defence_of_a_player_who_could_not_win() {
    let stage = Stage::open().await;
    // On this board, the second player wins whatever the first one does.
    let mut table = stage.table("barrier", &[("variant", json!("6")), ("swap", json!("off"))]).await;
    let (ada, bruno) = (table.players[0].clone(), table.players[1].clone());
    while table.line.ending().is_none() {
        let legal = table.line.legal(usize::MAX);
        let keeps_win = |text: &&String| table.line.seat() == Seat::One || value_after(&*table.line, text).is_win();
        let text = legal.iter().find(keeps_win).expect("the second player can win").clone();
        table.play(&text).await;
    }
    ada.command(table.thread, "analyse", &[]).await.expect("a command");
    let report = bruno.wait_message(table.thread, is_report, SOON).await.expect("the analysis");
    let lost = format!("{} couldn't win against perfect play. Accuracy of the defence: ", ada.mention());
    let won = format!("{}: 100% accuracy.", bruno.mention());
    assert!(report.content.contains(&lost) && report.content.contains(&won), "{}", report.content);
    // The numbers are those of docs/barrier.md.
    assert!(
        report.content.contains("**a1**. Replies that win: 19 of 35; after **c2**: 3 of 35."),
        "{}",
        report.content
    );
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_during_an_analysis_it_goes_on_and_is_posted_once() {
    let stage = Stage::without_bot().await;
    let child = start_process(&stage, "threads = 1\nmove_seconds = 600").await;
    let mut table = stage.table("zertz", &[]).await;
    for text in ["Wd4,a1", "Bd6,a2", "Bd2,a3"] {
        table.play(text).await;
    }
    let ada = table.players[0].clone();
    table.resign(&ada).await;
    ada.command(table.thread, "analyse", &[]).await.expect("a command");
    let goes_on = |message: &MessageView| message.content.contains("of 4)") && !message.ephemeral;
    let progress = ada.wait_message(table.thread, goes_on, SOON).await.expect("the progress is shown");
    kill(child).await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM jobs WHERE state = 'waiting'").await, 1);
    let child = start_process(&stage, "threads = 1\nmove_seconds = 1").await;
    let report = ada.wait_message(table.thread, is_report, SOON).await.expect("the analysis");
    assert_eq!(report.id, progress.id, "the message becomes the result");
    assert_eq!(stage.count("SELECT COUNT(*) FROM studies").await, 4);
    kill(child).await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_moves_there_is_nothing_to_analyse() {
    let stage = Stage::open().await;
    let table = stage.practice("barrier", 1, &[]).await;
    let ada = table.players[0].clone();
    let result = table.resign(&ada).await;
    assert!(result.button("Analyse").is_none(), "{result:?}");
    let response = shown(&ada.command(table.thread, "analyse", &[]).await.expect("a command"));
    assert!(response.content.contains("No moves yet"), "{}", response.content);
    stage.close().await;
}
