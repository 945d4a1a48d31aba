//! Programs that play for a person with a token.

use crate::board_page::{Page, link, stage};
use crate::restarts::{kill, spawn};
use crate::test_database::TestDatabase;
use discord_emulator::User;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::process::Stdio;
use tablero::rules::SeededRng;
use test_support::requirements;
use test_support::stage::{SOON, Stage, command};
use tokio::io::AsyncReadExt;
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// What `/token` gives a person: the token and the address of the interface.
async fn token(stage: &Stage, user: &User) -> (String, String) {
    let said = command(user, stage.games, "token", &[]).await;
    assert!(said.ephemeral, "nobody else sees it: {said:?}");
    let after = |word: &str| {
        let (_, rest) = said.content.split_once(word).unwrap_or_else(|| panic!("{}", said.content));
        rest.lines().next().unwrap_or_default().trim().to_owned()
    };
    (after("Token: "), after("Address: "))
}

async fn refused(page: &Page, method: Method, path: &str) -> (StatusCode, String) {
    let (status, answer) = page.answer(page.request(method, path)).await;
    (status, answer["error"]["code"].as_str().unwrap_or_default().to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_opens_the_matches_of_its_owner_and_no_others() {
    let stage = stage().await;
    let table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let second = stage.table("barrier", &[("variant", json!("6"))]).await;
    let [ada, bruno] = &table.players;
    let carmen = stage.user("Carmen");
    carmen.set_locale("en-US");
    let of_ada = Page::new(&stage, &token(&stage, ada).await.0);
    let of_carmen = Page::new(&stage, &token(&stage, &carmen).await.0);

    let listed = of_ada.get("matches").await;
    let listed = listed["matches"].as_array().expect("matches");
    assert_eq!(listed.len(), 2);
    assert!(
        listed.iter().all(|one| one["you"] == 0 && one["to_move"] == 0 && one["opponent"] == "Bruno"),
        "{listed:?}"
    );
    assert_eq!(of_carmen.get("matches").await, json!({ "matches": [] }));

    let number = listed.iter().filter_map(|one| one["match"].as_i64()).min().expect("a number");
    let of_match = |rest: &str| format!("matches/{number}{rest}");
    assert_eq!(of_ada.get(&of_match("")).await["you"], 0);
    let moves = of_ada.get(&of_match("/moves")).await;
    assert_eq!((&moves["ply"], moves["moves"].as_array().map(Vec::len)), (&json!(0), Some(25)));
    assert!(of_ada.get(&of_match("/board")).await["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
    for path in ["", "/moves", "/board", "/events"] {
        let unknown = (StatusCode::NOT_FOUND, "unknown".to_owned());
        assert_eq!(refused(&of_carmen, Method::GET, &of_match(path)).await, unknown, "{path}");
        assert_eq!(refused(&of_ada, Method::GET, &format!("matches/999{path}")).await, unknown, "{path}");
        assert_eq!(refused(&of_ada, Method::GET, &format!("match{path}")).await, unknown, "a token names a match");
    }
    let (status, played) = of_ada.post(&of_match("/moves"), json!({ "ply": 0, "move": "c3" })).await;
    assert_eq!((status, &played["move"]), (StatusCode::OK, &json!("c3")));
    let (status, _) =
        of_ada.post(&of_match("/actions"), json!({ "action": format!("resign-surely {number} 1") })).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(of_ada.get(&of_match("")).await["is_over"], true);
    assert_eq!(of_ada.get("matches").await["matches"].as_array().map(Vec::len), Some(1));

    // A link opens its match by either address, and no list.
    let of_bruno = Page::new(&stage, &link(&second, bruno).await);
    let state = of_bruno.get("match").await;
    assert_eq!(of_bruno.get(&format!("matches/{}", state["match"])).await["you"], 1);
    assert_eq!(refused(&of_bruno, Method::GET, &of_match("")).await.0, StatusCode::NOT_FOUND);
    for path in ["matches", "matches/events"] {
        let (status, code) = refused(&of_bruno, Method::GET, path).await;
        assert_eq!((status, &*code), (StatusCode::FORBIDDEN, "no-token"));
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_looks_at_a_rated_match_and_does_nothing_in_it() {
    let stage = stage().await;
    let table = stage.table("barrier", &[("time", json!("3d")), ("rated", json!(true))]).await;
    let program = Page::new(&stage, &token(&stage, &table.players[0]).await.0);
    let number = program.get("matches").await["matches"][0]["match"].as_i64().expect("a number");
    let state = program.get(&format!("matches/{number}")).await;
    assert_eq!((&state["is_rated"], &state["to_move"], &state["you"]), (&json!(true), &json!(0), &json!(0)));
    for (path, body) in [
        ("moves", json!({ "ply": 0, "move": "c3" })),
        ("actions", json!({ "action": format!("resign-surely {number} 0") })),
    ] {
        let (status, answer) = program.post(&format!("matches/{number}/{path}"), body).await;
        assert_eq!((status, &answer["error"]["code"]), (StatusCode::FORBIDDEN, &json!("rated")), "{answer}");
    }
    let page = Page::new(&stage, &link(&table, &table.players[0]).await);
    assert_eq!(page.play(0, "c3").await.0, StatusCode::OK, "the person may");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_token_opens_nothing_and_neither_does_that_of_a_person_who_comes_back() {
    let stage = stage().await;
    let table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let ada = &table.players[0];
    let first = Page::new(&stage, &token(&stage, ada).await.0);
    let of_link = Page::new(&stage, &link(&table, ada).await);
    first.get("matches").await;
    let mut events = first.request(Method::GET, "matches/events").send().await.expect("a stream");
    command(ada, stage.games, "token", &[("revoke", json!(true))]).await;
    let revoked = (StatusCode::UNAUTHORIZED, "link-revoked".to_owned());
    assert_eq!(refused(&first, Method::GET, "matches").await, revoked);
    of_link.get("match").await;
    table.send("c3").await;
    let ends = async { while let Ok(Some(_)) = events.chunk().await {} };
    timeout(SOON, ends).await.expect("a revoked token hears no more");

    stage.clock.advance(1);
    let second = Page::new(&stage, &token(&stage, ada).await.0);
    second.get("matches").await;
    command(ada, stage.games, "privacy revoke", &[]).await;
    for page in [&second, &of_link] {
        assert_eq!(refused(page, Method::GET, "match").await, revoked);
    }

    stage.clock.advance(1);
    let third = Page::new(&stage, &token(&stage, ada).await.0);
    third.get("matches").await;
    let question = command(ada, stage.games, "privacy delete", &[]).await;
    ada.press(&question, "Delete my data").await.expect("a button");
    stage.wait_count("SELECT COUNT(*) FROM token_owners", 0).await;
    assert_eq!(refused(&third, Method::GET, "matches").await, revoked);
    stage.clock.advance(1);
    let fourth = Page::new(&stage, &token(&stage, ada).await.0);
    assert_eq!(fourth.get("matches").await, json!({ "matches": [] }));
    assert_eq!(refused(&third, Method::GET, "matches").await, revoked, "it is the same person as before");
    stage.close().await;
}

/// The next change in a stream.
async fn next_change(events: &mut reqwest::Response, text: &mut String) -> Value {
    let next = async {
        loop {
            if let Some((event, rest)) = text.split_once("\n\n") {
                let data = event.lines().find_map(|line| line.strip_prefix("data:").map(str::to_owned));
                *text = rest.to_owned();
                if let Some(data) = data {
                    return serde_json::from_str(&data).expect("JSON");
                }
                continue;
            }
            let part = events.chunk().await.expect("a part").expect("the stream is open");
            text.push_str(std::str::from_utf8(&part).expect("text"));
        }
    };
    timeout(SOON, next).await.expect("a change in time")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_hears_of_matches_that_run_begin_change_and_end() {
    let stage = stage().await;
    let table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let program = Page::new(&stage, &token(&stage, &table.players[1]).await.0);
    let mut events = program.request(Method::GET, "matches/events").send().await.expect("a stream");
    assert_eq!(events.headers()["content-type"], "text/event-stream");
    let mut text = String::new();
    let running = next_change(&mut events, &mut text).await;
    let versions = async |change: &Value| program.get(&format!("matches/{}", change["match"])).await;
    assert_eq!(versions(&running).await["version"], running["version"]);

    table.send("c3").await;
    let changed = next_change(&mut events, &mut text).await;
    assert_eq!(changed["match"], running["match"]);
    assert!(changed["version"].as_i64() > running["version"].as_i64());
    assert_eq!(versions(&changed).await["ply"], 1);

    let begun = stage.table("barrier", &[("variant", json!("6"))]).await;
    let new = next_change(&mut events, &mut text).await;
    assert_ne!(new["match"], running["match"]);
    begun.resign(&begun.players[0]).await;
    let ended = async {
        loop {
            let change = next_change(&mut events, &mut text).await;
            if change["match"] == new["match"] && versions(&change).await["is_over"] == true {
                return;
            }
        }
    };
    timeout(SOON, ended).await.expect("it hears of the end");
    stage.close().await;
}

/// The program in the docs, with this address and token; `None` where there is no Python.
async fn program(address: &str, token: &str) -> Option<Child> {
    let docs = include_str!("../../docs/web.md");
    let (_, rest) = docs.split_once("```python\n").expect("the docs have a program");
    let (program, _) = rest.split_once("```").expect("an end");
    assert!(program.lines().count() <= 60, "{} lines", program.lines().count());
    let runs = Command::new("python3").arg("--version").stdout(Stdio::null()).status().await;
    requirements::found("Python 3", runs.is_ok_and(|status| status.success()).then_some(()))?;
    let mut command = Command::new("python3");
    command.args(["-c", program, address, token]).env("no_proxy", "*").stdout(Stdio::null()).stderr(Stdio::piped());
    Some(command.kill_on_drop(true).spawn().expect("Python starts"))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_in_the_docs_plays_a_whole_game() {
    let stage = stage().await;
    let mut table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let (token, address) = token(&stage, &table.players[0]).await;
    let Some(mut bot) = program(&address, &token).await else { return };
    let (mut chance, mut turns) = (SeededRng::new(7), 0);
    while table.line.ending().is_none() {
        // So that the program gets its requests back.
        stage.clock.advance(1_000);
        if table.to_move().id() == table.players[0].id() {
            table.wait_engine().await;
            turns += 1;
        } else {
            let text = table.line.nth_legal(chance.below(table.line.count_legal())).expect("a move");
            table.play(&text).await;
        }
    }
    // It chooses by chance, so a game may be short.
    assert!(turns > 0, "{:?}", table.line.moves());
    // It listens until its token is revoked.
    assert_eq!(bot.try_wait().expect("a process"), None);
    command(&table.players[0], stage.games, "token", &[("revoke", json!(true))]).await;
    stage.table("barrier", &[("variant", json!("6"))]).await;
    let ended = timeout(SOON, bot.wait()).await.expect("it ends").expect("a process");
    let mut said = String::new();
    bot.stderr.take().expect("its output").read_to_string(&mut said).await.expect("text");
    assert!(!ended.success() && said.contains("link-revoked"), "{said}");
    stage.close().await;
}

/// The process that shows boards is killed under an open stream, and while it is down, the opponent moves.
#[tokio::test(flavor = "multi_thread")]
async fn a_program_misses_nothing_while_the_process_of_its_stream_is_killed_and_started_again() {
    let Some(database) = TestDatabase::server().await else { return };
    let TestDatabase::Server(url) = &database else { return };
    let stage = Stage::without_bot().await;
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
    let config = |address: &str| {
        format!("[database]\nurl = {url:?}\n[web]\n{address}public_url = \"http://127.0.0.1:{port}\"\n")
    };
    let before = stage.connected();
    let chat = spawn(&stage, &config(""), &["--roles", "gateway,outbox,scheduler,engine"]);
    stage.wait_ready(before).await;
    let boards = || spawn(&stage, &config(&format!("address = \"127.0.0.1:{port}\"\n")), &["--roles", "web"]);
    let mut web = boards();
    // The program moves at random, and no game of ZÈRTZ ends this early.
    let mut table = stage.table("zertz", &[]).await;
    let (token, address) = token(&stage, &table.players[0]).await;
    let Some(_bot) = program(&address, &token).await else { return };
    table.wait_engine().await;
    for _ in 0..2 {
        kill(web).await;
        let text = table.line.nth_legal(0).expect("a move");
        table.play(&text).await;
        web = boards();
        table.wait_engine().await;
    }
    for process in [web, chat] {
        kill(process).await;
    }
    stage.close().await;
}
