//! The first screen of the local channel: a board of each game, and what a newcomer can do.

use crate::accessibility::axe_core;
use crate::driver::Programs;
use crate::page_user::PageUser;
use discord_emulator::EmulatorOptions;
use std::time::Duration;
use tablero::app::first_screen;
use tablero::catalog::Catalog;
use test_support::stage::Stage;
use tokio::time::timeout;

/// Upper bound for the whole test, even on the slowest machine.
const WHOLE: Duration = Duration::from_secs(300);

#[tokio::test(flavor = "multi_thread")]
async fn the_first_screen_leads_to_a_game_with_the_bot_to_one_with_a_friend_and_to_a_lesson() {
    let (Some(programs), Some(axe)) = (Programs::find(), axe_core()) else { return };
    let welcome = Some(first_screen(&Catalog::standard()));
    let stage = Stage::open_with(EmulatorOptions { welcome, ..EmulatorOptions::default() }).await;
    let page_user = PageUser::new(&programs, stage.local.page_url()).await;
    timeout(WHOLE, async {
        page_user.resize(1280, 900).await;
        page_user.visit(&format!("Ada/{}", stage.games)).await;
        page_user.see("#welcome .note", "a stand-in for Discord").await;
        for number in 1..=3 {
            let shown = page_user.look_at(&format!("#welcome .card:nth-child({number}) img")).await;
            assert!(shown.starts_with("A position of "), "{shown}");
        }
        page_user.see("#messages .empty", "Type /help").await;
        page_user.assert_accessible(&axe, "the first screen, desk").await;
        page_user.picture("first-screen-desk").await;
        page_user.click("#welcome .card:last-child button", "Play the bot").await;
        page_user.see("#title", "↳").await;
        page_user.gone("#welcome:not([hidden])").await;
        page_user.look_at("#messages figure img").await;

        // A friend has a window of their own.
        page_user.visit(&format!("Ada/{}", stage.games)).await;
        page_user.click("#welcome .card:first-child button", "Play a friend here").await;
        page_user.to_window(1).await;
        page_user.see(".seat[aria-checked=true]", "Bruno").await;
        page_user.click(".message:last-child button.button", "Acc").await;
        page_user.see("#title", "↳").await;
        page_user.picture("first-screen-friend").await;
        page_user.to_window(0).await;
        page_user.see("#title", "↳").await;
        page_user.see(".seat[aria-checked=true]", "Ada").await;

        // On a phone it lies over the messages until something is chosen.
        page_user.resize(390, 800).await;
        page_user.visit(&format!("Ada/{}", stage.games)).await;
        page_user.see("#welcome .card", "").await;
        let wider: i64 = page_user.ask("return document.documentElement.scrollWidth - innerWidth").await;
        assert!(wider <= 0, "{wider} pixels are out of sight");
        page_user.assert_accessible(&axe, "the first screen, phone").await;
        page_user.picture("first-screen-phone").await;
        page_user.click("#welcome .card:first-child button", "Learn").await;
        page_user.see(".message.ephemeral", "").await;
        page_user.gone("#welcome:not([hidden])").await;

        // It can be closed, stays closed, and can be found again.
        page_user.click("#start", "Start").await;
        page_user.click("#welcome .welcome-head button", "").await;
        page_user.visit(&format!("Bruno/{}", stage.games)).await;
        page_user.gone("#welcome:not([hidden])").await;
        page_user.click("#start", "Start").await;
        page_user.see("#welcome .card", "").await;
    })
    .await
    .expect("the page leads there in time");
    assert_eq!(page_user.complaints().await, Vec::<String>::new());
    page_user.quit().await;
    stage.close().await;
}
