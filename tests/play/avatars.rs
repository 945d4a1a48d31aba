//! Players' pictures on public boards.

use discord_emulator::MessageView;
use serde_json::json;
use tablero::chat::avatars::Avatars;
use tablero::render::png_of_pixels;
use tablero::rules::Seat;
use test_support::stage::{SOON, Stage, Table, command};
use tokio::time::timeout;

const MAGENTA: [u8; 3] = [208, 0, 208];
const GREEN: [u8; 3] = [0, 208, 0];
/// The colour of a disc with initials in the default theme, and of the line around every disc.
const INITIALS: [u8; 3] = [0xf5, 0xf1, 0xe8];
const LINE: [u8; 3] = [0xd9, 0xd0, 0xbe];

/// A square PNG of one colour.
fn file([red, green, blue]: [u8; 3]) -> Vec<u8> {
    png_of_pixels(&[red, green, blue, 255].repeat(64 * 64), 64, 64).expect("a picture")
}

/// A stage that shows players' pictures. Ada and Bruno have each chosen one.
async fn open() -> Stage {
    let mut stage = Stage::without_bot().await;
    stage.user("Ada").set_avatar(&file(MAGENTA));
    stage.user("Bruno").set_avatar(&file(GREEN));
    stage.avatars = Avatars::fetched();
    stage.start_bot().await;
    stage
}

/// The colour of a pixel at this distance from the left end of a player's plate, at half the height of the name.
async fn plate(table: &Table, board: &MessageView, seat: Seat, distance: u32) -> [u8; 3] {
    let file = table.players[0].download(board.attachments[0].id).await.expect("the picture of the board");
    let picture = image::load_from_memory(&file).expect("a picture").to_rgb8();
    let left = if seat == Seat::One { 16 } else { 458 };
    picture.get_pixel(left + distance, 45).0
}

/// The colour of the disc before a player's name, measured beside the initial that may be in its middle.
async fn disc(table: &Table, board: &MessageView, seat: Seat) -> [u8; 3] {
    plate(table, board, seat, 17).await
}

/// Whether there is a disc, recognised by the line around it.
async fn has_disc(table: &Table, board: &MessageView, seat: Seat) -> bool {
    is_like(plate(table, board, seat, 9).await, LINE)
}

/// Whether two colours are alike. The palette of a board changes colours a little.
fn is_like(one: [u8; 3], other: [u8; 3]) -> bool {
    one.iter().zip(other).all(|(one, other)| one.abs_diff(other) < 24)
}

async fn are(table: &Table, board: &MessageView, colours: [[u8; 3]; 2]) -> bool {
    let [first, second] = [disc(table, board, Seat::One).await, disc(table, board, Seat::Two).await];
    is_like(first, colours[0]) && is_like(second, colours[1])
}

/// Plays the first legal move. Returns its board.
async fn play_on(table: &mut Table) -> MessageView {
    let text = table.line.nth_legal(0).expect("a legal move");
    table.play(&text).await
}

/// Plays until a board shows these colours in the discs. Boards do not wait for pictures, so the first ones may lack
/// them.
async fn play_until(table: &mut Table, colours: [[u8; 3]; 2]) -> MessageView {
    for _ in 0..40 {
        let board = play_on(table).await;
        if are(table, &board, colours).await {
            return board;
        }
    }
    panic!("no board shows the pictures");
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_show_the_pictures_that_the_players_have_chosen() {
    let stage = open().await;
    let mut table = stage.table("dvonn", &[]).await;
    play_until(&mut table, [MAGENTA, GREEN]).await;
    // Each picture was fetched once.
    let users = stage.local.faults().count("GET", "/users/");
    for _ in 0..3 {
        let board = play_on(&mut table).await;
        assert!(are(&table, &board, [MAGENTA, GREEN]).await, "the pictures stay");
    }
    let asked = |name: &str| {
        let path = format!("/users/{}", stage.user(name).id());
        stage.local.faults().count("GET", &path)
    };
    assert_eq!((asked("Ada"), asked("Bruno")), (1, 1));
    assert_eq!(stage.local.faults().count("GET", "/users/"), users);

    // A player who hides their picture gets initials at once.
    let ada = table.players[0].clone();
    let settings = command(&ada, table.thread, "settings", &[("avatar", json!(false))]).await;
    assert!(settings.content.contains("Boards show your avatar: no"), "{}", settings.content);
    let board = play_on(&mut table).await;
    assert!(are(&table, &board, [INITIALS, GREEN]).await && has_disc(&table, &board, Seat::One).await);
    let settings = command(&ada, table.thread, "settings", &[("avatar", json!(true))]).await;
    assert!(settings.content.contains("Boards show your avatar: yes"), "{}", settings.content);
    play_until(&mut table, [MAGENTA, GREEN]).await;
    assert_eq!(asked("Ada"), 2, "it was dropped, and is fetched again");

    // A server can turn pictures off.
    let server = command(&ada, stage.games, "server", &[("avatars", json!(false))]).await;
    assert!(server.content.contains("Avatars on boards: no"), "{}", server.content);
    let board = play_on(&mut table).await;
    for seat in Seat::BOTH {
        assert!(!has_disc(&table, &board, seat).await, "{seat:?}");
    }
    command(&ada, stage.games, "server", &[("avatars", json!(true))]).await;
    let board = play_on(&mut table).await;
    assert!(are(&table, &board, [MAGENTA, GREEN]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_chosen_no_picture_has_that_of_the_platform() {
    let mut stage = Stage::without_bot().await;
    stage.avatars = Avatars::fetched();
    stage.start_bot().await;
    let mut table = stage.table("dvonn", &[]).await;
    // All default pictures are white in the middle and have one of six colours around it.
    for _ in 0..40 {
        let board = play_on(&mut table).await;
        if !is_like(disc(&table, &board, Seat::One).await, INITIALS) {
            return;
        }
    }
    panic!("no board shows a picture");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_no_picture_leaves_initials() {
    let stage = open().await;
    stage.user("Ada").set_avatar(b"<svg xmlns='http://www.w3.org/2000/svg'/>");
    let mut table = stage.table("dvonn", &[]).await;
    play_until(&mut table, [INITIALS, GREEN]).await;
    let path = format!("/users/{}", table.players[0].id());
    timeout(SOON, stage.local.faults().wait_requests("GET", &path, 1)).await.expect("it was asked for");
    let board = play_on(&mut table).await;
    assert!(are(&table, &board, [INITIALS, GREEN]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_asked_for_a_picture_that_is_not_shown() {
    let stage = open().await;
    let (ada, bruno) = (stage.user("Ada"), stage.user("Bruno"));
    bruno.set_locale("en-US");
    for user in [&ada, &bruno] {
        command(user, stage.games, "settings", &[("avatar", json!(false))]).await;
    }
    let mut table = stage.table("dvonn", &[]).await;
    for _ in 0..3 {
        let board = play_on(&mut table).await;
        assert!(are(&table, &board, [INITIALS, INITIALS]).await);
    }
    for user in [&ada, &bruno] {
        assert_eq!(stage.local.faults().count("GET", &format!("/users/{}", user.id())), 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_picture_of_a_player_who_is_erased_is_forgotten() {
    let stage = open().await;
    let mut table = stage.table("dvonn", &[]).await;
    play_until(&mut table, [MAGENTA, GREEN]).await;
    let ada = table.players[0].clone();
    let question = command(&ada, stage.games, "privacy delete", &[]).await;
    ada.press(&question, "Delete my data").await.expect("a button");
    let is_done = |message: &MessageView| message.content.contains("deleted all your data");
    ada.wait_message(stage.games, is_done, SOON).await.expect("she is erased");
    let asked = || stage.local.faults().count("GET", &format!("/users/{}", ada.id()));
    assert_eq!(asked(), 1);
    let mut again = stage.table("dvonn", &[]).await;
    play_until(&mut again, [MAGENTA, GREEN]).await;
    assert_eq!(asked(), 2, "it was fetched anew when she came back");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_a_server_shows_no_pictures_nobody_is_asked_for_one() {
    let stage = open().await;
    let ada = stage.user("Ada");
    command(&ada, stage.games, "server", &[("avatars", json!(false))]).await;
    let mut table = stage.table("dvonn", &[]).await;
    for _ in 0..3 {
        play_on(&mut table).await;
    }
    for user in &table.players {
        assert_eq!(stage.local.faults().count("GET", &format!("/users/{}", user.id())), 0);
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_picture_of_a_player_who_is_blocked_is_forgotten() {
    let stage = open().await;
    let mut table = stage.table("dvonn", &[]).await;
    play_until(&mut table, [MAGENTA, GREEN]).await;
    let [ada, bruno] = table.players.clone();
    let asked = || stage.local.faults().count("GET", &format!("/users/{}", bruno.id()));
    assert_eq!(asked(), 1);
    command(&ada, stage.games, "block", &[("user", json!(bruno.id().to_string()))]).await;
    // Ada and Bruno play on. Their boards still show both pictures.
    play_until(&mut table, [MAGENTA, GREEN]).await;
    assert_eq!(asked(), 2, "it was dropped, and is fetched again");
    stage.close().await;
}
