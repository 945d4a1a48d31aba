//! Games on the page of boards: one player taps the board, the other uses the keyboard alone.

use crate::driver::Programs;
use crate::page_user::PageUser;
use discord_emulator::User;
use serde_json::json;
use std::time::Duration;
use tablero::roles::{Role, Roles};
use test_support::stage::{Stage, Table, shown};
use thirtyfour::Key;
use tokio::time::timeout;

/// Upper bound for the whole test, even on the slowest machine.
const WHOLE: Duration = Duration::from_secs(400);

/// A person's link to the page of the match.
pub async fn address_for(stage: &Stage, table: &Table, user: &User) -> String {
    let board = table.wait_board().await;
    let reply = shown(&user.press(&board, "Open the board").await.expect("a button"));
    let (_, link) = reply.content.split_once("/board#").expect("a link");
    format!("{}/board#{}", stage.page_url(), link.trim())
}

async fn address(stage: &Stage, table: &Table, seat: usize) -> String {
    address_for(stage, table, &table.players[seat]).await
}

/// A bot that shows boards in the browser.
pub async fn stage() -> Stage {
    let mut stage = Stage::without_bot().await;
    let roles = vec![Role::Gateway, Role::Outbox, Role::Scheduler, Role::Engine, Role::Web];
    stage.roles = Roles::new(roles, None);
    stage.start_bot().await;
    stage
}

/// Runs a test with a bot, a browser and a limit of time. The browser must have nothing to complain about but refusals of
/// the server with one of these numbers.
pub async fn with_page(refusals: &[&str], flow: impl AsyncFnOnce(&Stage, &PageUser)) {
    let Some(programs) = Programs::find() else { return };
    let stage = stage().await;
    let page_user = PageUser::new(&programs, stage.page_url()).await;
    page_user.resize(1180, 900).await;
    timeout(WHOLE, flow(&stage, &page_user)).await.expect("the flow ends in time");
    let mut complaints = page_user.complaints().await;
    complaints.retain(|complaint| !refusals.iter().any(|code| complaint.contains(&format!("status of {code}"))));
    assert_eq!(complaints, Vec::<String>::new());
    page_user.quit().await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn barrier_is_played_in_firefox() {
    let Some(programs) = Programs::find_firefox("light") else { return };
    let stage = stage().await;
    let page_user = PageUser::new(&programs, stage.page_url()).await;
    timeout(WHOLE, whole_game(&stage, &page_user)).await.expect("the game ends in time");
    page_user.quit().await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_are_played_by_taps_and_by_keys() {
    with_page(&[], games).await;
}

/// Barrier to the end and the first turns of the other games.
async fn games(stage: &Stage, page_user: &PageUser) {
    whole_game(stage, page_user).await;
    for (game, options) in [("zertz", vec![("variant", json!("37"))]), ("dvonn", vec![])] {
        let mut table = stage.table(game, &options).await;
        for ply in 0..2 {
            turn(stage, page_user, &mut table, ply % 2 == 0).await;
        }
        page_user.picture(&format!("board-{game}")).await;
    }
}

/// Barrier to the end, with a move in the chat that the open page shows, and the replay.
async fn whole_game(stage: &Stage, page_user: &PageUser) {
    page_user.resize(390, 844).await;
    let mut table = stage.table("barrier", &[("variant", json!("5"))]).await;
    while table.line.ending().is_none() {
        let ply = table.line.ply();
        turn(stage, page_user, &mut table, ply.is_multiple_of(2)).await;
        if ply == 1 {
            // The page is still open, and shows what is played in the chat.
            let text = table.line.nth_legal(0).expect("a move");
            table.send(&text).await;
            table.line.play(&text).expect("it is legal");
            page_user.see("#shown", &format!("3. {text}")).await;
            page_user.picture("board-phone").await;
            let is_scrolled: bool =
                page_user.ask("return document.documentElement.scrollHeight > window.innerHeight + 1").await;
            assert!(!is_scrolled, "a phone shows the whole board, the question and the buttons");
        }
    }
    let plies = table.line.ply();
    page_user.see("#question", "can't move").await;
    page_user.click("#previous", "").await;
    page_user.see("#shown", &format!("{}.", plies - 1)).await;
    page_user.click("#steps button", "Back to the game").await;
    page_user.see("#shown", &format!("{plies}.")).await;
    page_user.picture("board-over").await;
    page_user.resize(1180, 900).await;
    page_user.picture("board-desk").await;
}

/// The player to move opens their link and plays the first move that they are offered.
async fn turn(stage: &Stage, page_user: &PageUser, table: &mut Table, by_taps: bool) {
    let ply = table.line.ply();
    let address = address(stage, table, table.line.seat().index()).await;
    page_user.open(&address).await;
    page_user.see("#question", "").await;
    let can_play = "#steps button";
    loop {
        let has = async |css: &str, text: &str| page_user.count(css, text).await > 0;
        page_user
            .until("something to pick", async || {
                let is_ready = !page_user.all("#cells button.can").await?.is_empty()
                    || !page_user.all("#choices button[aria-pressed=false]").await?.is_empty()
                    || has(can_play, "Play ").await;
                Ok(is_ready.then_some(()))
            })
            .await;
        if has(can_play, "Play ").await {
            break;
        }
        let before: String = page_user.ask("return document.getElementById('question').textContent").await;
        let has_colour = has("#choices button[aria-pressed=true]", "").await;
        if !has_colour && has("#choices button[aria-pressed=false]", "").await {
            page_user.click("#choices button", "").await;
        } else if by_taps {
            page_user.click("#cells button.can", "").await;
        } else {
            page_user.ask::<Option<String>>("document.querySelector('#cells button[tabindex=\"0\"]').focus()").await;
            page_user.press(Key::PageDown).await;
            page_user
                .until("the focus is where a pick can be made", async || {
                    let is_there: bool = page_user.ask("return document.activeElement.classList.contains('can')").await;
                    Ok(is_there.then_some(()))
                })
                .await;
            page_user.press(Key::Enter).await;
        }
        page_user
            .until("another question", async || {
                let now: String = page_user.ask("return document.getElementById('question').textContent").await;
                Ok((now != before).then_some(()))
            })
            .await;
    }
    page_user.click(can_play, "Play ").await;
    page_user.see("#shown", &format!("{}. ", ply + 1)).await;
    let played: String = page_user.ask("return document.getElementById('shown').textContent").await;
    let text = played.split_once(". ").map_or("", |(_, text)| text).to_owned();
    table.line.play(&text).unwrap_or_else(|refused| panic!("{text}: {refused}"));
    table.wait_board().await;
}
