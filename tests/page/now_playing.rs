//! The page of a channel's games: small boards that are live, each a link to its own page.

use crate::accessibility::axe_core;
use crate::board::stage;
use crate::driver::Programs;
use crate::page_user::PageUser;
use serde_json::json;
use std::time::Duration;
use test_support::stage::{Stage, command, shown};
use tokio::time::timeout;

/// Upper bound for the whole test, even on the slowest machine.
const WHOLE: Duration = Duration::from_secs(300);

#[tokio::test(flavor = "multi_thread")]
async fn the_games_of_a_channel_are_watched_on_one_page() {
    let (Some(programs), Some(axe)) = (Programs::find(), axe_core()) else { return };
    let stage = stage().await;
    let page_user = PageUser::new(&programs, stage.page_url()).await;
    timeout(WHOLE, watch(&stage, &page_user, "now", Some(&axe))).await.expect("the page shows it in time");
    let mut complaints = page_user.complaints().await;
    complaints.retain(|complaint| !complaint.contains("match/board"));
    assert_eq!(complaints, Vec::<String>::new());
    page_user.quit().await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_games_of_a_channel_are_watched_in_firefox() {
    let Some(programs) = Programs::find_firefox("dark") else { return };
    let stage = stage().await;
    let page_user = PageUser::new(&programs, stage.page_url()).await;
    timeout(WHOLE, watch(&stage, &page_user, "now-firefox", None)).await.expect("the page shows it in time");
    page_user.quit().await;
    stage.close().await;
}

/// Watches the games of a channel. `axe` is the source of axe-core, if the browser is Chromium, and the names of the screenshots begin with `picture`.
async fn watch(stage: &Stage, page_user: &PageUser, picture: &str, axe: Option<&str>) {
    let mut first = stage.table("barrier", &[("variant", json!("5"))]).await;
    stage.table("zertz", &[("variant", json!("37"))]).await;
    let games = command(&first.players[0], stage.games, "games", &[]).await;
    let said = shown(&first.players[0].press(&games, "Now playing here").await.expect("a button"));
    let (_, link) = said.content.split_once("/now#").expect("a link");
    page_user.resize(1180, 900).await;
    page_user.open(&format!("{}/now#{}", stage.page_url(), link.trim())).await;
    page_user.see("#connection", "live").await;
    page_user.see("#games a", "ZÈRTZ").await;
    let drawn = async |boards: usize| {
        let count = "return [...document.querySelectorAll('.picture')].filter((one) => \
                     one.shadowRoot?.querySelector('svg')).length";
        page_user.until("all boards", async || Ok((page_user.ask::<usize>(count).await == boards).then_some(()))).await;
    };
    drawn(2).await;
    let moves = async |name: &str| page_user.see("#games li:last-child .player.moves", name).await;
    moves("Ada").await;

    // It is live: a move, and a game that begins. A board that cannot be loaded is loaded later.
    first.play("c3").await;
    moves("Bruno").await;
    if axe.is_some() {
        page_user.block(&["*/match/board*"]).await;
    }
    stage.table("dvonn", &[]).await;
    page_user.see("#games a", "DVONN").await;
    if axe.is_some() {
        page_user.see("#notice", "I can't be reached right now").await;
        page_user.block(&[]).await;
    }
    drawn(3).await;
    page_user.until_true("all is well", "return document.getElementById('notice').textContent === ''").await;
    for (size, (width, height)) in [("desk", (1180, 900)), ("phone", (390, 844))] {
        page_user.resize(width, height).await;
        if let Some(axe) = axe {
            page_user.assert_accessible(axe, &format!("{picture}, {size}")).await;
            drawn(3).await;
        }
        page_user.picture(&format!("{picture}-{size}")).await;
    }
    let is_wide: bool =
        page_user.ask("return document.documentElement.scrollWidth > document.documentElement.clientWidth").await;
    assert!(!is_wide, "a phone need not scroll sideways");

    page_user.click("#games li:last-child a", "Barrier").await;
    page_user.see("#title", "Barrier").await;
    page_user.see("#shown", "1. c3").await;
}
