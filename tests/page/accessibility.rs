//! What axe-core says of the page of boards.

use crate::board::{address_for, stage};
use crate::driver::Programs;
use crate::page_user::PageUser;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Duration;
use test_support::requirements;
use test_support::stage::command;
use tokio::time::timeout;

/// Upper bound for a whole test, even on the slowest machine.
const WHOLE: Duration = Duration::from_secs(400);

/// The source of axe-core, if it is installed.
pub fn axe_core() -> Option<String> {
    let installed = || Path::new(env!("CARGO_MANIFEST_DIR")).join("target/js/node_modules");
    let file = std::env::var_os("TABLERO_JS").map_or_else(installed, PathBuf::from).join("axe-core/axe.min.js");
    requirements::found("axe-core (see docs/contributing.md)", std::fs::read_to_string(file).ok())
}

#[tokio::test(flavor = "multi_thread")]
async fn axe_core_finds_nothing() {
    let (Some(programs), Some(axe)) = (Programs::find(), axe_core()) else { return };
    let stage = stage().await;
    let mut links = Vec::new();
    for (game, options) in [("dvonn", vec![]), ("zertz", vec![]), ("barrier", vec![("variant", json!("5"))])] {
        let table = stage.table(game, &options).await;
        links.push((address_for(&stage, &table, &table.players[0]).await, "Resign"));
    }
    let mut over = stage.table("barrier", &[("variant", json!("5"))]).await;
    links.push((address_for(&stage, &over, &over.players[0]).await, "Analyse"));
    for text in ["c3", "a1"] {
        over.play(text).await;
    }
    over.resign(&over.players[1]).await;
    command(&over.players[0], over.thread, "analyse", &[]).await;
    let page_user = PageUser::new(&programs, stage.page_url()).await;
    let look = async |what: &str| {
        let found = page_user.axe(&axe).await;
        assert_eq!(found, Vec::<String>::new(), "{what}");
    };
    timeout(WHOLE, async {
        for theme in ["light", "dark"] {
            page_user.prefer(theme).await;
            for (width, height) in [(390, 844), (1180, 900)] {
                page_user.resize(width, height).await;
                for (link, action) in &links {
                    let what = format!("{theme}, {width} pixels");
                    page_user.open(link).await;
                    page_user
                        .until_true("the page is there", "return document.getElementById('panel')?.inert === false")
                        .await;
                    if *action == "Analyse" {
                        page_user.see("#curve button", "").await;
                    }
                    look(&what).await;
                    if width < 900 {
                        page_user.click("#menu", "").await;
                        look(&format!("{what}, the menu")).await;
                    }
                    page_user.click("#actions button", action).await;
                    page_user.see("#dialog[open]", "").await;
                    look(&format!("{what}, a dialog")).await;
                }
            }
        }
    })
    .await
    .expect("in time");
    page_user.quit().await;
    stage.close().await;
}
