//! The page of boards: links, whole games by its interface, and what it refuses.

use discord_emulator::{EmulatorOptions, User};
use reqwest::{Client, Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tablero::roles::{Role, Roles};
use tablero::rules::SeededRng;
use test_support::stage::{SOON, Stage, Table, TestClock, command, shown};
use tokio::time::timeout;

const DAY_MS: i64 = 24 * 3_600_000;

pub async fn stage() -> Stage {
    started(Stage::without_bot_with(EmulatorOptions::default()).await).await
}

/// The same with a clock that stands still, so that nobody gets requests back.
pub async fn still_stage() -> Stage {
    let mut stage = Stage::without_bot().await;
    stage.clock = TestClock::still();
    started(stage).await
}

async fn started(mut stage: Stage) -> Stage {
    let roles = vec![Role::Gateway, Role::Outbox, Role::Scheduler, Role::Engine, Role::Web];
    stage.roles = Roles::new(roles, None);
    stage.start_bot().await;
    stage
}

/// What a person gets by *Open the board*: the link without the address.
pub async fn link(table: &Table, user: &User) -> String {
    let board = table.wait_board().await;
    let reply = shown(&user.press(&board, "Open the board").await.expect("a button"));
    assert!(reply.ephemeral, "nobody else sees it: {reply:?}");
    let (_, link) = reply.content.split_once("/board#").expect("a link");
    link.trim().to_owned()
}

/// A browser with a link, or a program with a token.
pub struct Page {
    pub client: Client,
    pub address: String,
    pub link: String,
}

impl Page {
    pub fn new(stage: &Stage, link: &str) -> Page {
        let client = Client::builder().no_proxy().build().expect("a client");
        Page { client, address: stage.page_url(), link: link.to_owned() }
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}/api/v1/{path}", self.address)).bearer_auth(&self.link)
    }

    pub async fn answer(&self, request: RequestBuilder) -> (StatusCode, Value) {
        let response = timeout(SOON, request.send()).await.expect("in time").expect("an answer");
        let status = response.status();
        (status, response.json().await.unwrap_or_default())
    }

    pub async fn get(&self, path: &str) -> Value {
        let (status, answer) = self.answer(self.request(Method::GET, path)).await;
        assert_eq!(status, StatusCode::OK, "{path}: {answer}");
        answer
    }

    pub async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        self.answer(self.request(Method::POST, path).json(&body)).await
    }

    pub async fn play(&self, ply: usize, text: &str) -> (StatusCode, Value) {
        self.post("match/moves", json!({ "ply": ply, "move": text })).await
    }

    /// Picks a move step by step, as by tapping, and plays it. Returns the move.
    async fn pick(&self, ply: usize, chance: &mut SeededRng) -> String {
        let mut picked: Vec<String> = Vec::new();
        loop {
            let board = self.get(&format!("match/board?ply={ply}&picked={}", picked.join(","))).await;
            let shown = board["picked"].as_array().expect("the picks");
            picked = shown.iter().map(|pick| pick.as_str().expect("a pick").to_owned()).collect();
            if let Some(text) = board["complete"].as_str() {
                let (status, played) = self.play(ply, text).await;
                assert_eq!((status, &played["move"]), (StatusCode::OK, &json!(text)));
                return text.to_owned();
            }
            let picks = board["picks"].as_array().expect("picks");
            let pick = &picks[chance.below(picks.len() as u64) as usize];
            if let Some(cell) = pick["cell"].as_str() {
                let cells = board["cells"].as_array().expect("cells");
                assert!(cells.iter().any(|known| known["name"] == cell && known["x"].as_f64() > Some(0.0)), "{cell}");
            }
            picked.push(pick["pick"].as_str().expect("a pick").to_owned());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_games_are_played_half_on_the_page_and_half_in_the_chat() {
    for (name, options) in
        [("barrier", vec![("variant", json!("5"))]), ("dvonn", vec![]), ("zertz", vec![("variant", json!("blitz"))])]
    {
        let stage = stage().await;
        let mut table = stage.table(name, &options).await;
        let players = table.players.clone();
        let pages =
            [Page::new(&stage, &link(&table, &players[0]).await), Page::new(&stage, &link(&table, &players[1]).await)];
        let mut chance = SeededRng::new(7);
        let mut movers = Vec::new();
        // DVONN's stacks are all on the board after 49 plies, so a few more are enough of it.
        while table.line.ending().is_none() && table.line.ply() < 56 {
            // So that the link gets its requests back.
            stage.clock.advance(1_000);
            let ply = table.line.ply();
            let seat = table.line.seat().index();
            movers.push(seat);
            let state = pages[seat].get("match").await;
            assert_eq!((&state["ply"], &state["you"], &state["to_move"]), (&json!(ply), &json!(seat), &json!(seat)));
            let text = match ply % 2 {
                0 => pages[seat].pick(ply, &mut chance).await,
                _ => {
                    let text = table.line.nth_legal(chance.below(table.line.count_legal())).expect("a move");
                    table.send(&text).await;
                    text
                }
            };
            table.line.play(&text).expect("it is legal");
            table.wait_board().await;
        }
        let state = pages[1].get("match").await;
        assert_eq!(state["is_over"], json!(table.line.ending().is_some()));
        assert_eq!(state["moves"], json!(table.line.moves()));
        assert_eq!(state["movers"], json!(movers));
        stage.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_is_for_one_person_and_one_match() {
    let stage = stage().await;
    let table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let other = stage.table("barrier", &[("variant", json!("6"))]).await;
    let [ada, bruno] = &table.players;
    let (of_ada, of_bruno) = (link(&table, ada).await, link(&table, bruno).await);
    let of_carmen = link(&table, &stage.user("Carmen")).await;
    assert!(of_ada != of_bruno && of_bruno != of_carmen);
    let [ada, bruno, carmen] = [&of_ada, &of_bruno, &of_carmen].map(|link| Page::new(&stage, link));

    // Carmen may watch.
    let state = carmen.get("match").await;
    assert_eq!((&state["you"], &state["buttons"]), (&json!(null), &json!([])));
    assert_eq!(carmen.get("match/board").await["picks"], json!([]));
    let (status, refusal) = carmen.play(0, "a1").await;
    assert_eq!((status, &refusal["error"]["code"]), (StatusCode::FORBIDDEN, &json!("watching")));
    let (status, _) = carmen.post("match/actions", json!({ "action": "resign-surely 1 0" })).await;
    assert_eq!(status, StatusCode::FORBIDDEN);

    // Bruno has to wait for Ada, who can play only in her own match, on the board that there is.
    let (status, refusal) = bruno.play(0, "a1").await;
    assert_eq!((status, &refusal["error"]["code"]), (StatusCode::CONFLICT, &json!("refused")));
    assert!(refusal["error"]["message"].as_str().is_some_and(|said| said.contains("turn")), "{refusal}");
    let (status, refusal) = ada.play(3, "a1").await;
    assert_eq!(status, StatusCode::CONFLICT, "{refusal}");
    let (status, refusal) = ada.play(0, "z9<b>").await;
    assert_eq!(status, StatusCode::CONFLICT, "{refusal}");
    let second = other.wait_board().await.attachments[0].name.clone();
    let number = second.split('-').nth(1).expect("the number of the match").to_owned();
    for action in
        [format!("resign-surely {number} 0"), "forget".to_owned(), "rematch 1 0".to_owned(), "x".repeat(3_000)]
    {
        let (status, refusal) = ada.post("match/actions", json!({ "action": action })).await;
        assert_eq!((status, &refusal["error"]["code"]), (StatusCode::BAD_REQUEST, &json!("no-action")), "{action}");
    }
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches WHERE status = 'running'").await, 2);
    let (status, played) = ada.play(0, "C3").await;
    assert_eq!((status, &played["move"]), (StatusCode::OK, &json!("c3")));
    // A second tap changes nothing.
    let (status, _) = ada.play(0, "c3").await;
    assert_eq!(status, StatusCode::CONFLICT);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_old_and_revoked_links_open_nothing() {
    let stage = stage().await;
    let table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let ada = &table.players[0];
    let first = link(&table, ada).await;
    let watching = link(&table, &stage.user("Carmen")).await;
    let refused = async |link: &str| {
        let (status, answer) = {
            let page = Page::new(&stage, link);
            page.answer(page.request(Method::GET, "match")).await
        };
        assert!(answer.get("moves").is_none(), "{answer}");
        (status, answer["error"]["code"].as_str().unwrap_or_default().to_owned())
    };
    let unknown = (StatusCode::UNAUTHORIZED, "link-unknown".to_owned());
    let mut forged = first.clone();
    forged.replace_range(15..16, if &first[15..16] == "1" { "2" } else { "1" });
    for wrong in ["", "0", &forged, &first[..first.len() - 2], &"f".repeat(5_000), "%00"] {
        assert_eq!(refused(wrong).await, unknown, "{wrong}");
    }
    let said = command(ada, stage.games, "privacy revoke", &[]).await;
    assert!(said.content.contains("no longer work"), "{}", said.content);
    assert_eq!(refused(&first).await, (StatusCode::UNAUTHORIZED, "link-revoked".to_owned()));
    stage.clock.advance(1);
    let second = link(&table, ada).await;
    Page::new(&stage, &second).get("match").await;
    Page::new(&stage, &watching).get("match").await;
    stage.clock.advance(31 * DAY_MS);
    for old in [&second, &watching] {
        assert_eq!(refused(old).await, (StatusCode::UNAUTHORIZED, "link-expired".to_owned()));
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_works_after_a_restart_and_not_for_a_person_who_was_erased() {
    let mut stage = stage().await;
    let table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let of_ada = link(&table, &table.players[0]).await;
    stage.stop_bot().await;
    stage.start_bot().await;
    let page = Page::new(&stage, &of_ada);
    assert_eq!(page.get("match").await["you"], json!(0));
    let question = command(&table.players[0], stage.games, "privacy delete", &[]).await;
    table.players[0].press(&question, "Delete my data").await.expect("a button");
    stage.wait_count("SELECT COUNT(*) FROM people WHERE id = (SELECT player1 FROM matches)", 0).await;
    let (status, answer) = page.answer(page.request(Method::GET, "match")).await;
    assert_eq!((status, &answer["error"]["code"]), (StatusCode::UNAUTHORIZED, &json!("link-unknown")));
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn open_pages_are_told_of_every_move_until_the_link_is_revoked() {
    let stage = stage().await;
    let mut table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let page = Page::new(&stage, &link(&table, &table.players[1]).await);
    let mut events = page.request(Method::GET, "match/events").send().await.expect("a stream");
    assert_eq!(events.headers()["content-type"], "text/event-stream");
    let mut text = String::new();
    let mut version = -1;
    for number in 0..4 {
        // The first event tells the version at the start.
        let newer = async {
            loop {
                let known =
                    text.rsplit_once("{\"version\":").and_then(|(_, rest)| rest.split('}').next()?.parse().ok());
                if let Some(known) = known.filter(|known: &i64| *known > version) {
                    return known;
                }
                let part = events.chunk().await.expect("a part").expect("the stream is open");
                text.push_str(std::str::from_utf8(&part).expect("text"));
            }
        };
        version = timeout(SOON, newer).await.expect("the page is told");
        let state = page.get("match").await;
        assert_eq!((&state["version"], &state["ply"]), (&json!(version), &json!(number)));
        let text = table.line.nth_legal(0).expect("a move");
        table.send(&text).await;
        table.line.play(&text).expect("it is legal");
        table.wait_board().await;
    }
    command(&table.players[1], stage.games, "privacy revoke", &[]).await;
    let text = table.line.nth_legal(0).expect("a move");
    table.send(&text).await;
    let ends = async { while let Ok(Some(_)) = events.chunk().await {} };
    timeout(SOON, ends).await.expect("a revoked link sees no more");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_origins_and_floods_get_nothing() {
    let stage = still_stage().await;
    let table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let page = Page::new(&stage, &link(&table, &table.players[0]).await);
    for site in ["cross-site", "same-site"] {
        let (status, answer) = page.answer(page.request(Method::GET, "match").header("sec-fetch-site", site)).await;
        assert_eq!((status, answer), (StatusCode::FORBIDDEN, json!(null)));
    }
    let response = page.request(Method::GET, "match").header("origin", "https://evil.example").send().await;
    let response = response.expect("an answer");
    assert!(response.headers().get("access-control-allow-origin").is_none());
    assert_eq!(response.headers()["cache-control"], "no-store");
    for path in ["/board", "/board/main.js", "/api/v1/texts", "/api/v1/match", "/nothing"] {
        let response = page.client.get(format!("{}{path}", page.address)).send().await.expect("an answer");
        let headers = response.headers();
        let policy = headers["content-security-policy"].to_str().expect("text");
        assert!(policy.starts_with("default-src 'none'; script-src 'self'") && !policy.contains("unsafe"), "{path}");
        assert_eq!(headers["referrer-policy"], "no-referrer", "{path}");
        assert_eq!(headers["x-frame-options"], "DENY", "{path}");
    }
    let large = json!({ "ply": 0, "move": "a".repeat(5_000) });
    let (status, _) = page.post("match/moves", large).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let mut refused = 0;
    for _ in 0..100 {
        let (status, answer) = page.answer(page.request(Method::GET, "match")).await;
        refused += usize::from(status == StatusCode::TOO_MANY_REQUESTS);
        assert!(status == StatusCode::OK || answer["error"]["code"] == "too-many", "{answer}");
    }
    assert!(refused >= 40, "of 100 requests at once, {refused} are refused");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_draws_and_resignations_go_through_the_page() {
    let stage = stage().await;
    let table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let pages = [
        Page::new(&stage, &link(&table, &table.players[0]).await),
        Page::new(&stage, &link(&table, &table.players[1]).await),
    ];
    let action = |state: &Value, label: &str| {
        let buttons = state["buttons"].as_array().expect("buttons");
        let found = buttons.iter().find(|button| button["label"] == label);
        found.unwrap_or_else(|| panic!("no {label}: {buttons:?}"))["action"].clone()
    };
    let press = async |page: &Page, action: Value| {
        let (status, answer) = page.post("match/actions", json!({ "action": action })).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        answer
    };
    let hint = press(&pages[0], action(&pages[0].get("match").await, "Hint")).await;
    let picture = &hint["view"]["pictures"][0];
    assert!(picture["type"] == "image/png" && picture["data"].as_str().is_some_and(|data| data.len() > 1_000));
    let question = press(&pages[0], action(&pages[0].get("match").await, "Offer a draw")).await;
    let sure = question["view"]["buttons"][0]["action"].clone();
    press(&pages[0], sure).await;
    let offered = pages[1].get("match").await;
    assert!(offered["offer"].is_array(), "{offered}");
    press(&pages[1], action(&offered, "Decline")).await;
    let question = press(&pages[1], action(&pages[1].get("match").await, "Resign")).await;
    press(&pages[1], question["view"]["buttons"][0]["action"].clone()).await;
    let over = pages[0].get("match").await;
    assert!(over["is_over"] == true && over["status"].as_str().is_some_and(|said| said.contains("resigned")), "{over}");
    // Once it is over, moves can be tried out from any position.
    let tried = pages[0].get("match/board?ply=0&explored=c3;a1").await;
    assert_eq!(tried["explored"], json!(["c3", "a1"]));
    assert!(tried["picks"].as_array().is_some_and(|picks| !picks.is_empty()), "{tried}");
    stage.close().await;
}
