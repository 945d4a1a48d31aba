//! The page of boards without a mouse: whole games by the keyboard alone and by the accessibility tree alone, and what
//! axe-core says of the page.

use crate::board::{address_for, stage};
use crate::driver::Programs;
use crate::page_user::PageUser;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;
use test_support::requirements;
use test_support::stage::{Stage, Table, command};
use thirtyfour::Key;
use tokio::time::timeout;

/// Upper bound for a whole test, even on the slowest machine.
const WHOLE: Duration = Duration::from_secs(400);

/// Plays a whole game: Ada on the page, each turn as `play` does it, and Bruno in the chat.
async fn whole_game(stage: &Stage, page_user: &PageUser, table: &mut Table, play: impl AsyncFn(&PageUser)) {
    page_user.open(&address_for(stage, table, &table.players[0]).await).await;
    page_user.see("#question", "").await;
    while table.line.ending().is_none() {
        let number = table.line.ply() + 1;
        let is_adas = table.line.seat().index() == 0;
        if is_adas {
            play(page_user).await;
        } else {
            table.send(&table.line.nth_legal(0).expect("a move")).await;
        }
        page_user.see("#shown", &format!("{number}. ")).await;
        let shown: String = page_user.ask("return document.getElementById('shown').textContent").await;
        let text = shown.split_once(". ").map_or("", |(_, text)| text);
        table.line.play(text).unwrap_or_else(|refused| panic!("{text}: {refused}"));
    }
    page_user
        .until_true("the page announces the end", "return document.getElementById('said').textContent.length > 0")
        .await;
    table.wait_board().await;
}

/// A turn by the keyboard alone, from wherever the focus is: the tab key leads to the board and to the buttons.
async fn by_keyboard(page_user: &PageUser) {
    loop {
        let script = "return Boolean(document.querySelector('#cells .can, #choices button, #steps [data-key=play]'))";
        page_user.until_true("something to choose", script).await;
        let before: String = page_user.ask("return document.getElementById('question').textContent").await;
        let has =
            async |css: &str| page_user.ask::<bool>(&format!("return Boolean(document.querySelector({css:?}))")).await;
        if has("#steps [data-key=play]").await {
            page_user.press_until(&Key::Tab, "#steps [data-key=play]").await;
            page_user.press(Key::Enter).await;
            return;
        }
        if has("#cells .can").await {
            page_user.press_until(&Key::Tab, "#cells button").await;
            page_user.press_until(&Key::PageDown, "#cells .can").await;
        } else {
            page_user.press_until(&Key::Tab, "#choices button").await;
        }
        page_user.press(Key::Enter).await;
        let changed = format!("return document.getElementById('question').textContent !== {before:?}");
        page_user.until_true("another question", &changed).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_games_are_played_by_the_keyboard_alone() {
    let Some(programs) = Programs::find() else { return };
    let stage = stage().await;
    let page_user = PageUser::new(&programs, stage.page_url()).await;
    timeout(WHOLE, async {
        for (game, options) in [("barrier", vec![("variant", json!("6"))]), ("dvonn", vec![])] {
            let mut table = stage.table(game, &options).await;
            whole_game(&stage, &page_user, &mut table, by_keyboard).await;
            page_user.picture(&format!("keyboard-{game}")).await;
        }
    })
    .await
    .expect("the games end in time");
    assert_eq!(page_user.complaints().await, Vec::<String>::new());
    page_user.quit().await;
    stage.close().await;
}

/// A button of the accessibility tree.
struct Pressable {
    name: String,
    node: Value,
}

/// The buttons that a screen reader can press.
async fn pressables(page_user: &PageUser) -> Vec<Pressable> {
    let tree = page_user.chromium("Accessibility.getFullAXTree", json!({})).await;
    let nodes = tree["nodes"].as_array().expect("nodes").iter();
    let buttons = nodes.filter(|node| node["role"]["value"] == "button" && node["ignored"] != json!(true));
    let pressable = |node: &Value| Pressable {
        name: node["name"]["value"].as_str().unwrap_or_default().to_owned(),
        node: node["backendDOMNodeId"].clone(),
    };
    buttons.map(pressable).collect()
}

/// Presses a button as a screen reader does.
async fn press(page_user: &PageUser, pressable: &Pressable) {
    let resolved = page_user.chromium("DOM.resolveNode", json!({ "backendNodeId": pressable.node })).await;
    let click =
        json!({ "objectId": resolved["object"]["objectId"], "functionDeclaration": "function() { this.click() }" });
    page_user.chromium("Runtime.callFunctionOn", click).await;
}

/// A turn by roles and names alone: the first thing that can be chosen, and a colour if no cell can.
async fn by_accessibility_tree(page_user: &PageUser) {
    let names = |buttons: &[Pressable]| buttons.iter().map(|button| button.name.clone()).collect::<Vec<_>>();
    loop {
        let (at, before) = page_user
            .until("something to press", async || {
                let buttons = pressables(page_user).await;
                let find = |fits: &dyn Fn(&str) -> bool| buttons.iter().position(|button| fits(&button.name));
                let wanted = find(&|name| name.starts_with("Play "))
                    .or_else(|| find(&|name| name.ends_with(", can be chosen")))
                    .or_else(|| find(&|name| name.ends_with(" left)")));
                Ok(wanted.map(|at| (at, buttons)))
            })
            .await;
        press(page_user, &before[at]).await;
        if before[at].name.starts_with("Play ") {
            return;
        }
        page_user
            .until("the press changes something", async || {
                Ok((names(&pressables(page_user).await) != names(&before)).then_some(()))
            })
            .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_is_played_by_the_accessibility_tree_alone() {
    let Some(programs) = Programs::find() else { return };
    let stage = stage().await;
    let page_user = PageUser::new(&programs, stage.page_url()).await;
    timeout(WHOLE, async {
        let mut table = stage.table("zertz", &[("variant", json!("blitz"))]).await;
        whole_game(&stage, &page_user, &mut table, by_accessibility_tree).await;
    })
    .await
    .expect("the game ends in time");
    assert_eq!(page_user.complaints().await, Vec::<String>::new());
    page_user.quit().await;
    stage.close().await;
}

/// The source of axe-core, if it is installed.
fn axe_core() -> Option<String> {
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
            let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": theme }] });
            page_user.chromium("Emulation.setEmulatedMedia", features).await;
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
