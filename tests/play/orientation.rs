//! A board has the same orientation for every viewer, except in private for players who want it turned.

use discord_emulator::{MessageView, User};
use test_support::stage::{Stage, shown};

/// The centre of the red area in a message's picture: on the second board of DVONN, the only piece.
async fn red_piece(user: &User, message: &MessageView) -> (i64, i64) {
    let file = user.download(message.attachments[0].id).await.expect("a picture");
    let picture = image::load_from_memory(&file).expect("a PNG").to_rgb8();
    let is_red = |pixel: &image::Rgb<u8>| pixel.0[0] > 170 && pixel.0[1] < 90 && pixel.0[2] < 80;
    let red: Vec<(u32, u32)> =
        picture.enumerate_pixels().filter(|(_, _, pixel)| is_red(pixel)).map(|(x, y, _)| (x, y)).collect();
    assert!(red.len() > 100, "{} pixels are red", red.len());
    let count = red.len() as i64;
    let sum = |of: fn(&(u32, u32)) -> u32| red.iter().map(|at| i64::from(of(at))).sum::<i64>() / count;
    (sum(|at| at.0), sum(|at| at.1))
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_second_player_sees_in_private_stands_as_what_all_see() {
    let stage = Stage::open().await;
    let mut table = stage.table("dvonn", &[]).await;
    let bruno = table.players[1].clone();
    let board = table.play("b1").await;
    let public = red_piece(&bruno, &board).await;
    let picking = table.press(&bruno, &board, "Move").await;
    let hint = table.press(&bruno, &board, "Hint").await;
    let shown = shown(&bruno.command(table.thread, "board", &[]).await.expect("a command"));
    for (what, message) in [("Move", &picking), ("Hint", &hint), ("/board", &shown)] {
        assert!(message.ephemeral, "{message:?}");
        let (x, y) = red_piece(&bruno, message).await;
        assert!((x - public.0).abs() <= 3 && (y - public.1).abs() <= 3, "{what}: {:?}, not {public:?}", (x, y));
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_are_turned_in_private_for_players_who_want_it() {
    let stage = Stage::open().await;
    let mut table = stage.table("dvonn", &[]).await;
    let bruno = table.players[1].clone();
    let settings = shown(&bruno.command(stage.games, "settings", &[]).await.expect("a command"));
    let turned = table.press(&bruno, &settings, "My boards: not turned").await;
    assert!(turned.button("My boards: turned").is_some(), "{:?}", turned.buttons);
    let board = table.play("b1").await;
    let (x, _) = red_piece(&bruno, &board).await;
    let file = bruno.download(board.attachments[0].id).await.expect("a picture");
    let width = i64::from(image::load_from_memory(&file).expect("a PNG").width());
    let picking = table.press(&bruno, &board, "Move").await;
    let hint = table.press(&bruno, &board, "Hint").await;
    let shown = shown(&bruno.command(table.thread, "board", &[]).await.expect("a command"));
    for (what, message) in [("Move", &picking), ("Hint", &hint), ("/board", &shown)] {
        let (turned_x, _) = red_piece(&bruno, message).await;
        assert!((turned_x - (width - x)).abs() <= 3, "{what}: {turned_x} of {width}, and in public {x}");
    }
    stage.close().await;
}
