//! Whole games on the page of boards, each by one means alone: touch, the keyboard, the accessibility tree, or a mouse in
//! Firefox. Among them, each browser shows a phone and a desk, in light and in dark colours.

use crate::board::{address_for, stage, with_page};
use crate::driver::Programs;
use crate::page_user::PageUser;
use serde_json::{Value, json};
use std::time::Duration;
use test_support::stage::Stage;
use thirtyfour::Key;
use tokio::time::timeout;

/// Upper bound for a whole test, even on the slowest machine.
const WHOLE: Duration = Duration::from_secs(400);

/// The window of a phone and of a desk, in pixels. Firefox makes none that is narrower than 500 of them.
const PHONE: (u32, u32) = (390, 844);
const DESK: (u32, u32) = (1180, 900);

/// The button that plays the move that was chosen.
pub const PLAY: &str = "#steps [data-key=play]";

/// A game with its setup, which is one that ends soon.
type Setup = (&'static str, &'static [(&'static str, &'static str)]);

const BARRIER: Setup = ("barrier", &[("variant", "5")]);
const DVONN: Setup = ("dvonn", &[("start", "random")]);
const ZERTZ: Setup = ("zertz", &[("variant", "blitz")]);

/// Plays a whole game: Ada on the page, each turn as `play` does it, which returns the move, and Bruno in the chat.
async fn whole_game(stage: &Stage, page_user: &PageUser, setup: Setup, play: impl AsyncFn(&PageUser) -> String) {
    let (game, options) = setup;
    let options: Vec<_> = options.iter().map(|(key, word)| (*key, json!(word))).collect();
    let mut table = stage.table(game, &options).await;
    page_user.open(&address_for(stage, &table, &table.players[0]).await).await;
    while table.line.ending().is_none() {
        // No person plays as fast as this, so the page gets its requests back.
        stage.clock.advance(1_000);
        let is_adas = table.line.seat().index() == 0;
        let text = if is_adas { play(page_user).await } else { table.line.nth_legal(0).expect("a move") };
        if !is_adas {
            table.send(&text).await;
        }
        table.line.play(&text).unwrap_or_else(|refused| panic!("{text}: {refused}"));
        page_user.see("#shown", &format!("{}. ", table.line.ply())).await;
    }
    let said = "return document.getElementById('said').textContent.length > 0";
    page_user.until_true("the page announces the end", said).await;
    table.wait_board().await;
    assert_eq!(page_user.count("#cells .can", "").await, 0, "the game is over");
    assert_eq!(cut_off(page_user).await, Vec::<String>::new(), "at the end");
}

/// Marks in the picture, and signs beside the names, that its edge cuts off.
async fn cut_off(page_user: &PageUser) -> Vec<String> {
    let script = "const root = document.querySelector('#picture svg'); \
                  const view = root.viewBox.baseVal; \
                  const groups = ['choices', 'marks', 'discs', 'winner', 'clocks']; \
                  const marks = root.querySelectorAll(groups.map((name) => `:scope > g.${name} > :not(g)`).join()); \
                  return [...marks].filter((mark) => { \
                    const { stroke, strokeWidth } = getComputedStyle(mark); \
                    const half = stroke === 'none' ? 0 : parseFloat(strokeWidth) / 2; \
                    const { x, y, width, height } = mark.getBBox(); \
                    return x - half < view.x || x + width + half > view.x + view.width \
                      || y - half < view.y || y + height + half > view.y + view.height; \
                  }).map((mark) => mark.outerHTML)";
    page_user.ask(script).await
}

/// A turn: chooses what can be chosen, by `choose`, until the move can be played. Returns the move.
pub async fn turn(page_user: &PageUser, choose: impl AsyncFn(&PageUser, &'static str)) -> String {
    loop {
        let script = format!(
            "return [[...document.querySelectorAll('{PLAY}, #cells .can, #choices button')].map((one) => \
             one.closest('#steps') ? '{PLAY}' : one.closest('#cells') ? '#cells .can' : '#choices button'), \
             document.getElementById('question').textContent, document.querySelector('{PLAY}')?.textContent ?? '']"
        );
        let (css, question, play) = page_user
            .until("something to choose", async || {
                let (found, question, play): (Vec<String>, String, String) = page_user.ask(&script).await;
                let wanted = [PLAY, "#cells .can", "#choices button"];
                Ok(wanted.into_iter().find(|css| found.iter().any(|one| one == css)).map(|css| (css, question, play)))
            })
            .await;
        assert_eq!(cut_off(page_user).await, Vec::<String>::new(), "{question}");
        choose(page_user, css).await;
        if css == PLAY {
            return play.trim_start_matches("Play ").to_owned();
        }
        let changed = format!("return document.getElementById('question').textContent !== {question:?}");
        page_user.until_true("another question", &changed).await;
    }
}

/// Chooses by the keyboard alone, from wherever the focus is: the tab key leads to the board and to the buttons.
async fn by_keyboard(page_user: &PageUser, css: &str) {
    if css.starts_with("#cells") {
        page_user.press_until(&Key::Tab, "#cells button").await;
        page_user.press_until(&Key::PageDown, css).await;
    } else {
        page_user.press_until(&Key::Tab, css).await;
    }
    page_user.press(Key::Enter).await;
}

/// Chooses by a touch of the screen, from which the browser makes a tap. What is touched must be in sight.
async fn by_touch(page_user: &PageUser, css: &str) {
    let script = format!(
        "const box = document.querySelector({css:?}).getBoundingClientRect(); \
         return [box.x + box.width / 2, box.y + box.height / 2]"
    );
    let (x, y): (f64, f64) = page_user.ask(&script).await;
    let is_in_sight = (0.0..f64::from(PHONE.0)).contains(&x) && (0.0..f64::from(PHONE.1)).contains(&y);
    assert!(is_in_sight, "{css} is at {x}, {y}, and in play nobody scrolls");
    for (kind, points) in [("touchStart", json!([{ "x": x, "y": y }])), ("touchEnd", json!([]))] {
        page_user.chromium("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points })).await;
    }
}

/// Chromium shows pages as a phone does, or on a desk, in these colours.
async fn show_as(page_user: &PageUser, (width, height): (u32, u32), colours: &str) {
    page_user.resize(width, height).await;
    page_user.prefer(colours).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_games_are_played_by_touch_alone() {
    with_page(&[], async |stage, page_user| {
        let (width, height) = PHONE;
        let phone = json!({ "width": width, "height": height, "deviceScaleFactor": 2, "mobile": true });
        page_user.chromium("Emulation.setDeviceMetricsOverride", phone).await;
        page_user.chromium("Emulation.setTouchEmulationEnabled", json!({ "enabled": true })).await;
        for (setup, colours) in [(BARRIER, "light"), (ZERTZ, "dark"), (DVONN, "dark")] {
            show_as(page_user, PHONE, colours).await;
            whole_game(stage, page_user, setup, async |page_user| {
                // A page that is loaded anew forgets it.
                let watch = "window.pointers ??= (addEventListener('click', ({ pointerType }) => \
                             window.pointers.push(pointerType), true), [])";
                page_user.ask::<Option<bool>>(&format!("{watch}; return null")).await;
                turn(page_user, by_touch).await
            })
            .await;
            let others: Vec<String> = page_user.ask("return window.pointers.filter((one) => one !== 'touch')").await;
            assert_eq!(others, Vec::<String>::new(), "{}", setup.0);
            page_user.picture(&format!("touch-{}", setup.0)).await;
            by_touch(page_user, "#menu").await;
            let script = "const [list, last] = ['#moves', '#moves [aria-current]'].map((css) => \
                          document.querySelector(css).getBoundingClientRect()); \
                          return last.height > 0 && last.top >= list.top && last.bottom <= list.bottom";
            page_user.until_true("the menu opens with the last move in sight", script).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_games_are_played_by_the_keyboard_alone() {
    with_page(&[], async |stage, page_user| {
        for (setup, size, colours) in [(BARRIER, DESK, "dark"), (DVONN, DESK, "light"), (ZERTZ, PHONE, "light")] {
            show_as(page_user, size, colours).await;
            whole_game(stage, page_user, setup, async |page_user| turn(page_user, by_keyboard).await).await;
            page_user.picture(&format!("keyboard-{}", setup.0)).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_games_are_played_by_the_accessibility_tree_alone() {
    with_page(&[], async |stage, page_user| {
        for (setup, size, colours) in [(BARRIER, PHONE, "dark"), (DVONN, DESK, "dark"), (ZERTZ, DESK, "light")] {
            show_as(page_user, size, colours).await;
            whole_game(stage, page_user, setup, by_accessibility_tree).await;
            page_user.picture(&format!("tree-{}", setup.0)).await;
        }
    })
    .await;
}

/// Runs a test with a bot and Firefox.
async fn in_firefox(colours: &'static str, setup: Setup, (width, height): (u32, u32)) {
    let Some(programs) = Programs::find_firefox(colours) else { return };
    let stage = stage().await;
    let page_user = PageUser::new(&programs, stage.page_url()).await;
    page_user.resize(width, height).await;
    let click = async |page_user: &PageUser, css: &'static str| page_user.click(css, "").await;
    let play = async |page_user: &PageUser| turn(page_user, click).await;
    timeout(WHOLE, whole_game(&stage, &page_user, setup, play)).await.expect("the game ends in time");
    let is_dark: bool = page_user.ask("return matchMedia('(prefers-color-scheme: dark)').matches").await;
    assert_eq!(is_dark, colours == "dark");
    for (name, (width, height)) in [("phone", PHONE), ("desk", DESK)] {
        page_user.resize(width, height).await;
        page_user.picture(&format!("firefox-{}-{name}", setup.0)).await;
    }
    page_user.quit().await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn zertz_is_played_in_firefox_on_a_desk_in_light_colours() {
    in_firefox("light", ZERTZ, DESK).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dvonn_is_played_in_firefox_on_a_phone_in_dark_colours() {
    in_firefox("dark", DVONN, PHONE).await;
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

/// A turn by roles and names alone: the first thing that can be chosen, and a colour if no cell can. Returns the move.
async fn by_accessibility_tree(page_user: &PageUser) -> String {
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
        if let Some(text) = before[at].name.strip_prefix("Play ") {
            return text.to_owned();
        }
        page_user
            .until("the press changes something", async || {
                Ok((names(&pressables(page_user).await) != names(&before)).then_some(()))
            })
            .await;
    }
}
