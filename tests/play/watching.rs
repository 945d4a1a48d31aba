//! Watching games in the browser, and the page of a channel's games.

use crate::board_page::{Page, link, stage};
use discord_emulator::{MessageView, User};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;
use test_support::stage::{SOON, Stage, command, shown};
use tokio::time::{sleep, timeout};

/// What `/games` leads to: the link to the page of the channel's games, without the address.
async fn channel_link(stage: &Stage, user: &User) -> String {
    let said = now_playing(stage, user).await;
    assert!(said.ephemeral, "nobody else sees it: {said:?}");
    let (_, link) = said.content.split_once("/now#").unwrap_or_else(|| panic!("{}", said.content));
    link.trim().to_owned()
}

async fn now_playing(stage: &Stage, user: &User) -> MessageView {
    let games = command(user, stage.games, "games", &[]).await;
    shown(&user.press(&games, "Now playing here").await.expect("a button"))
}

async fn status(page: &Page, path: &str) -> (StatusCode, Value) {
    let (status, answer) = page.answer(page.request(Method::GET, path)).await;
    (status, answer["error"]["code"].clone())
}

/// Asks until the answer is this.
async fn becomes(page: &Page, path: &str, expected: (StatusCode, Value)) {
    let asked = async {
        while status(page, path).await != expected {
            sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(SOON, asked).await.unwrap_or_else(|_| panic!("{path} never answers {expected:?}"));
}

async fn ends(mut events: reqwest::Response) {
    let ends = async { while let Ok(Some(_)) = events.chunk().await {} };
    timeout(SOON, ends).await.expect("the stream ends");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_can_leave_its_boards_to_the_players() {
    let stage = stage().await;
    let table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let (ada, carmen) = (&table.players[0], stage.user("Carmen"));
    carmen.set_locale("en-US");
    let watching = Page::new(&stage, &link(&table, &carmen).await);
    let channel = Page::new(&stage, &channel_link(&stage, &carmen).await);
    let playing = Page::new(&stage, &link(&table, ada).await);
    watching.get("match").await;
    assert_eq!(channel.get("channel").await["all"], 1);
    let open = [
        watching.request(Method::GET, "match/events").send().await.expect("a stream"),
        channel.request(Method::GET, "channel/events").send().await.expect("a stream"),
    ];

    let said = command(ada, stage.games, "server", &[("watching", json!(false))]).await;
    assert!(said.content.contains("Watching in the browser: no"), "{}", said.content);
    let off = (StatusCode::FORBIDDEN, json!("watching-off"));
    for (page, path) in
        [(&watching, "match"), (&watching, "match/board"), (&watching, "match/events"), (&channel, "channel")]
    {
        becomes(page, path, off.clone()).await;
    }
    let board = table.wait_board().await;
    for said in
        [shown(&carmen.press(&board, "Open the board").await.expect("a button")), now_playing(&stage, &carmen).await]
    {
        assert!(said.ephemeral && said.content.contains("only players") && !said.content.contains("http"), "{said:?}");
    }
    // Those who play still do.
    assert_eq!(playing.play(0, "c3").await.0, StatusCode::OK);
    for events in open {
        ends(events).await;
    }

    command(ada, stage.games, "server", &[("watching", json!(true))]).await;
    becomes(&watching, "match", (StatusCode::OK, json!(null))).await;
    becomes(&channel, "channel", (StatusCode::OK, json!(null))).await;
    stage.close().await;
}

/// The server caches answers while people watch. After an event, nobody gets the board from before it.
#[tokio::test(flavor = "multi_thread")]
async fn watchers_who_are_told_of_a_move_see_it() {
    let stage = stage().await;
    let mut table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let watching = Page::new(&stage, &link(&table, &stage.user("Carmen")).await);
    let mut events = watching.request(Method::GET, "match/events").send().await.expect("a stream");
    let mut text = String::new();
    let mut told = async || {
        let told = async {
            while !text.contains("\n\n") {
                let part = events.chunk().await.expect("a part").expect("the stream is open");
                text.push_str(std::str::from_utf8(&part).expect("text"));
            }
            let (event, rest) = text.split_once("\n\n").expect("an event");
            let version = event.rsplit_once(":").and_then(|(_, end)| end.trim_end_matches('}').parse::<i64>().ok());
            text = rest.to_owned();
            version.expect("a version")
        };
        timeout(SOON, told).await.expect("the watcher hears of it")
    };
    told().await;
    for ply in 0..4 {
        let [one, same] = [watching.get("match").await, watching.get("match").await];
        assert_eq!((&one["ply"], &one), (&json!(ply), &same));
        let [light, dark] = ["light", "dark"].map(|theme| format!("match/board?theme={theme}"));
        let (board, other) = (watching.get(&light).await, watching.get(&dark).await);
        assert_eq!((&board["ply"], &other["ply"]), (&json!(ply), &json!(ply)));
        assert_ne!(board["svg"], other["svg"]);
        let text = table.line.nth_legal(0).expect("a move");
        table.send(&text).await;
        table.line.play(&text).expect("it is legal");
        let version = told().await;
        assert!(watching.get("match").await["version"].as_i64() >= Some(version), "{version}");
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_has_a_page_of_its_running_games() {
    let stage = stage().await;
    let first = stage.table("barrier", &[("variant", json!("5"))]).await;
    let second = stage.table("dvonn", &[]).await;
    let carmen = stage.user("Carmen");
    carmen.set_locale("en-US");
    let page = Page::new(&stage, &channel_link(&stage, &carmen).await);
    let listed = page.get("channel").await;
    let titles: Vec<&Value> = listed["matches"].as_array().expect("matches").iter().map(|one| &one["title"]).collect();
    assert_eq!((&listed["all"], titles), (&json!(2), vec![&json!("DVONN"), &json!("Barrier")]));
    let game = &listed["matches"][1];
    assert_eq!((&game["players"], &game["to_move"], &game["ply"]), (&json!(["Ada", "Bruno"]), &json!(0), &json!(0)));
    // Each has a link with which its board can be watched, and nothing else.
    let watching = Page::new(&stage, game["link"].as_str().expect("a link"));
    let state = watching.get("match").await;
    assert_eq!((&state["match"], &state["you"], &state["buttons"]), (&game["match"], &json!(null), &json!([])));
    assert_eq!(watching.play(0, "c3").await.0, StatusCode::FORBIDDEN);
    let unknown = (StatusCode::NOT_FOUND, json!("unknown"));
    for path in ["match", "matches/1", "match/board", "match/events"] {
        assert_eq!(status(&page, path).await, unknown, "{path}");
    }
    assert_eq!(status(&watching, "channel").await, unknown);

    // The page hears of moves, new games and finished games.
    let mut events = page.request(Method::GET, "channel/events").send().await.expect("a stream");
    let heard = async |events: &mut reqwest::Response, ready: &dyn Fn(&Value) -> bool| {
        let heard = async {
            while !ready(&page.get("channel").await) {
                events.chunk().await.expect("a part").expect("the stream is open");
            }
        };
        timeout(SOON, heard).await.expect("the page hears of it");
    };
    first.send("c3").await;
    heard(&mut events, &|now| now["matches"][1]["ply"] == 1).await;
    stage.table("barrier", &[("variant", json!("6"))]).await;
    heard(&mut events, &|now| now["all"] == 3).await;
    second.resign(&second.players[0]).await;
    heard(&mut events, &|now| now["all"] == 2).await;

    // Other channels have their own games, and direct messages have no page.
    let other = stage.local.add_channel("other");
    let games = command(&carmen, other, "games", &[]).await;
    let said = shown(&carmen.press(&games, "Now playing here").await.expect("a button"));
    let (_, link) = said.content.split_once("/now#").expect("a link");
    assert_eq!(Page::new(&stage, link.trim()).get("channel").await["matches"], json!([]));
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_games_has_thirty() {
    let stage = stage().await;
    for _ in 0..32 {
        stage.table("barrier", &[("variant", json!("5"))]).await;
    }
    let page = Page::new(&stage, &channel_link(&stage, &stage.user("Ada")).await);
    let numbers = async |skip: usize| -> Vec<i64> {
        let listed = page.get(&format!("channel?skip={skip}")).await;
        assert_eq!(listed["all"], 32);
        listed["matches"].as_array().expect("matches").iter().filter_map(|one| one["match"].as_i64()).collect()
    };
    let (first, second) = (numbers(0).await, numbers(30).await);
    assert_eq!((first.len(), second.len(), numbers(40).await), (30, 2, vec![]));
    assert!(first.iter().min() > second.iter().max(), "the newest are first");
    stage.close().await;
}
