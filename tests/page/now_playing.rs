//! The page of a channel's games: small boards that are live, each a link to its own page.

use crate::driver::Programs;
use crate::page_user::PageUser;
use serde_json::json;
use std::time::Duration;
use tablero::roles::{Role, Roles};
use test_support::stage::{Stage, command, shown};
use tokio::time::timeout;

/// Upper bound for the whole test, even on the slowest machine.
const WHOLE: Duration = Duration::from_secs(300);

#[tokio::test(flavor = "multi_thread")]
async fn the_games_of_a_channel_are_watched_on_one_page() {
    let Some(programs) = Programs::find() else { return };
    let mut stage = Stage::without_bot().await;
    let roles = vec![Role::Gateway, Role::Outbox, Role::Scheduler, Role::Engine, Role::Web];
    stage.roles = Roles::new(roles, None);
    stage.start_bot().await;
    let page_user = PageUser::new(&programs, stage.page_url()).await;
    timeout(WHOLE, async {
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
            page_user
                .until("all boards", async || Ok((page_user.ask::<usize>(count).await == boards).then_some(())))
                .await;
        };
        drawn(2).await;
        let moves = async |name: &str| page_user.see("#games li:last-child .player.moves", name).await;
        moves("Ada").await;

        // It is live: a move, and a game that begins.
        first.play("c3").await;
        moves("Bruno").await;
        stage.table("dvonn", &[]).await;
        page_user.see("#games a", "DVONN").await;
        drawn(3).await;
        page_user.picture("now-desk").await;
        page_user.resize(390, 844).await;
        page_user.picture("now-phone").await;
        let is_wide: bool =
            page_user.ask("return document.documentElement.scrollWidth > document.documentElement.clientWidth").await;
        assert!(!is_wide, "a phone need not scroll sideways");

        page_user.click("#games li:last-child a", "Barrier").await;
        page_user.see("#title", "Barrier").await;
        page_user.see("#shown", "1. c3").await;
    })
    .await
    .expect("the page shows it in time");
    assert_eq!(page_user.complaints().await, Vec::<String>::new());
    page_user.quit().await;
    stage.close().await;
}
