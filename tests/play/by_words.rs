//! Whole games by players who cannot see the pictures. They use only the text of boards, which screen readers read
//! aloud, and the text of refusals; nothing here asks the rules for a legal move.

use discord_emulator::{MessageView, User};
use serde_json::json;
use test_support::stage::{SOON, Stage, command, is_board};

/// The words after a label in a board's description, for example the rings with white marbles.
fn told(alt: &str, about: &str) -> Vec<String> {
    let (_, rest) = alt.split_once(&format!("{about}: ")).unwrap_or_else(|| panic!("no {about}: {alt}"));
    let words = rest.split('.').next().unwrap_or_default().split_whitespace();
    words.filter(|word| *word != "none").map(str::to_owned).collect()
}

/// The column and the row of a cell.
fn cell(name: &str) -> (i32, i32) {
    let column = i32::from(name.as_bytes()[0] - b'a');
    (column, name[1..].parse().expect("a row"))
}

fn name((column, row): (i32, i32)) -> String {
    let letter = char::from(b'a' + u8::try_from(column).expect("a column"));
    format!("{letter}{row}")
}

/// Returns the moves that a player would try on a board, in order.
type Ideas = fn(board: &MessageView, alt: &str) -> Vec<String>;

/// Each marble on the first vacant rings. The refusal says which ring to remove with it, or what must be captured.
fn of_zertz(_: &MessageView, alt: &str) -> Vec<String> {
    let vacant = told(alt, "Vacant rings");
    let marbles = ["W", "G", "B"].into_iter();
    marbles.flat_map(|marble| vacant.iter().take(3).map(move |ring| format!("{marble}{ring}"))).collect()
}

/// The spaces of the board, whose rows begin in columns a, a, a, b and c.
fn spaces_of_dvonn() -> Vec<(i32, i32)> {
    let rows = [(1, 0..=8), (2, 0..=9), (3, 0..=10), (4, 1..=10), (5, 2..=10)];
    rows.into_iter().flat_map(|(row, columns)| columns.map(move |column| (column, row))).collect()
}

/// During placement, the first space that the text does not name; then the moves of each own stack in all directions.
fn of_dvonn(board: &MessageView, alt: &str) -> Vec<String> {
    let read = |about| -> Vec<((i32, i32), i32)> {
        let stack = |word: &String| {
            let (space, height) =
                word.trim_end_matches('*').split_once('=').unwrap_or((word.trim_end_matches('*'), "1"));
            (cell(space), height.parse().expect("a height"))
        };
        told(alt, about).iter().map(stack).collect()
    };
    let (white, black, red) = (read("White"), read("Black"), read("Lone red pieces"));
    let taken: Vec<(i32, i32)> = [&white[..], &black, &red].concat().into_iter().map(|(space, _)| space).collect();
    let placed = spaces_of_dvonn().into_iter().find(|space| !taken.contains(space)).map(name);
    let own = if board.content.contains("with White") { white } else { black };
    let mut moves = Vec::new();
    for ((column, row), height) in own {
        for (right, up) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)] {
            let to = (column + right * height, row + up * height);
            if taken.contains(&to) {
                moves.push(format!("{}{}", name((column, row)), name(to)));
            }
        }
    }
    placed.into_iter().chain(moves).chain(["pass".to_owned()]).collect()
}

/// During placement, each square; then both ways to each square that the text names.
fn of_barrier(board: &MessageView, alt: &str) -> Vec<String> {
    let own = if board.content.contains("with White") { "White knight" } else { "Black knight" };
    let [at] = &told(alt, own)[..] else {
        let size: i32 = told(alt, "Squares per side")[0].parse().expect("a number");
        return (0..size).flat_map(|column| (1..=size).map(move |row| name((column, row)))).collect();
    };
    let (column, row) = cell(at);
    let walks = told(alt, "Squares the player to move can walk to").into_iter().flat_map(|to| {
        let (to_column, to_row) = cell(&to);
        [(column, to_row), (to_column, row)].map(|corner| format!("{at}{}{to}", name(corner)))
    });
    walks.collect()
}

/// The moves and the rings that a refusal names.
fn suggested(refusal: &str) -> Vec<String> {
    let words = refusal.split([' ', '*', '`']).map(|word| word.trim_end_matches(['.', ',', ':']));
    let is_named = |word: &&str| word.len() >= 2 && word.contains(|c: char| c.is_ascii_digit());
    words.filter(is_named).map(str::to_owned).collect()
}

/// Plays one of the ideas, or what the refusals suggest.
async fn play(player: &User, stage_thread: discord_emulator::Id, ideas: Vec<String>) {
    let mut refused = Vec::new();
    for idea in ideas {
        let mut tries = vec![idea];
        while let Some(text) = tries.pop() {
            let answer = command(player, stage_thread, "move", &[("text", json!(text))]).await;
            if answer.content.starts_with("Played") {
                return;
            }
            refused.push(format!("{text}: {}", answer.content));
            if refused.len() > 400 {
                panic!("no idea is accepted: {refused:#?}");
            }
            for word in suggested(&answer.content) {
                // A ring to remove completes the placement; a capture is a whole move.
                let next = if word.contains('x') || word.len() > 3 { word } else { format!("{text},{word}") };
                if !text.contains(',')
                    && next != text
                    && !refused.iter().any(|told| told.starts_with(&format!("{next}:")))
                {
                    tries.push(next);
                }
            }
        }
    }
    panic!("no idea is accepted: {refused:#?}");
}

/// Plays a whole game with nothing but the text of its boards and refusals.
async fn play_blind(game: &str, options: &[(&str, serde_json::Value)], ideas: Ideas) {
    let stage = Stage::open().await;
    let table = stage.table(game, options).await;
    let [ada, _] = &table.players;
    for ply in 0..300 {
        let board = ada.wait_message(table.thread, is_board(ply), SOON).await;
        let board = board.unwrap_or_else(|error| panic!("{game}: board {ply}: {error}"));
        let is_to_move = |player: &&User| board.content.contains(&format!("{}, it's your turn", player.mention()));
        let Some(to_move) = table.players.iter().find(is_to_move) else {
            let ended = "SELECT COUNT(*) FROM matches WHERE status != 'running'";
            assert!(ply > 4 && stage.count(ended).await == 1, "{}", board.content);
            stage.close().await;
            return;
        };
        let alt = board.attachments[0].description.clone().expect("the picture has a description");
        play(to_move, table.thread, ideas(&board, &alt)).await;
    }
    panic!("the game of {game} does not end");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_zertz_is_played_by_its_words() {
    play_blind("zertz", &[], of_zertz).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_dvonn_is_played_by_its_words() {
    play_blind("dvonn", &[], of_dvonn).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_barrier_is_played_by_its_words() {
    play_blind("barrier", &[("variant", json!("5"))], of_barrier).await;
}
