//! The page of boards beside the moves: trying moves, plans, notes, analyses and sharing.

use crate::board_page::{Page, link, stage};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use test_support::stage::{SOON, Stage, Table};
use tokio::time::timeout;

/// The pages of both players, and of someone who watches.
async fn pages(stage: &Stage, table: &Table) -> [Page; 3] {
    let [ada, bruno] = &table.players;
    let links = [link(table, ada).await, link(table, bruno).await, link(table, &stage.user("Carmen")).await];
    links.map(|link| Page::new(stage, &link))
}

/// The words of a text without its structure.
fn plain(text: &Value) -> String {
    let spans = text.as_array().expect("spans");
    let words = |span: &Value| {
        let nested = ["bold", "italic", "quote"].iter().find_map(|kind| span.get(kind)).map(plain);
        let direct = || ["words", "typed", "code"].iter().find_map(|kind| span[kind].as_str()).unwrap_or_default();
        nested.unwrap_or_else(|| direct().to_owned())
    };
    spans.iter().map(words).collect()
}

/// Sends a form of a board with the moves that were tried out. Returns the answer in words.
async fn send(page: &Page, form: &Value) -> String {
    let body = json!({ "action": form["action"], "text": form["text"] });
    let (status, answer) = page.post("match/actions", body).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    plain(&answer["view"]["text"])
}

async fn refused(page: &Page, path: &str) -> (StatusCode, String) {
    let (status, answer) = page.answer(page.request(Method::GET, path)).await;
    (status, answer["error"]["code"].as_str().unwrap_or_default().to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_tried_out_and_planned_in_private() {
    let stage = stage().await;
    let mut table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let [ada, bruno, carmen] = pages(&stage, &table).await;
    assert_eq!(ada.get("match/board?ply=0&explored=").await["forms"], json!([]), "there is nothing to plan yet");
    ada.play(0, "c3").await;
    let before = ada.get("match").await;
    assert_eq!(before["explores"], json!(true));
    // Any position can be explored, and what is not legal is refused.
    let tried = ada.get("match/board?ply=0&explored=c3;a1").await;
    assert_eq!((&tried["explored"], &tried["forms"]), (&json!(["c3", "a1"]), &json!([])));
    assert!(!tried["picks"].as_array().expect("picks").is_empty() || tried["complete"].is_string(), "{tried}");
    let not = (StatusCode::BAD_REQUEST, "not-explored".to_owned());
    assert_eq!(refused(&ada, "match/board?ply=1&explored=c3").await, not);
    assert_eq!(refused(&carmen, "match/board?ply=1&explored=a1").await, not);
    assert_eq!(carmen.get("match").await["explores"], json!(false));

    // A line that ends with one's own move can be planned while the opponent thinks.
    assert_eq!(ada.get("match/board?ply=1&explored=a1").await["forms"], json!([]));
    let after = ada.get("match/board?ply=1&explored=a1").await;
    let answer = after["complete"].as_str().map(str::to_owned).unwrap_or_else(|| {
        let mut line = table.line.copy();
        line.play_all(&["c3", "a1"]).expect("legal");
        line.nth_legal(0).expect("a move")
    });
    let planned = ada.get(&format!("match/board?ply=1&explored=a1;{answer}")).await;
    let form = &planned["forms"][0];
    assert_eq!(form["label"], json!("Plan"));
    assert_eq!(bruno.get(&format!("match/board?ply=1&explored=a1;{answer}")).await["forms"], json!([]));
    let said = send(&ada, form).await;
    assert!(said.contains("Planned: ") && said.contains(&format!("a1 → {answer}")), "{said}");
    // Nothing was played, and nobody else sees it.
    assert_eq!(ada.get("match").await["moves"], json!(["c3"]));
    for other in [&bruno, &carmen] {
        let (state, board) = (other.get("match").await, other.get("match/board").await);
        assert!(!state.to_string().contains(&answer) && !board.to_string().contains("→"), "{state}");
    }
    let plans = before["buttons"].as_array().expect("buttons").iter().find(|one| one["label"] == "Conditional moves");
    let plans = plans.expect("a button")["action"].clone();
    let (_, list) = ada.post("match/actions", json!({ "action": plans })).await;
    assert!(plain(&list["view"]["text"]).contains(&answer), "{list}");
    let (_, list) = bruno.post("match/actions", json!({ "action": plans })).await;
    assert!(!plain(&list["view"]["text"]).contains(&answer), "{list}");
    let (status, _) = carmen.post("match/actions", json!({ "action": plans })).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    // The plan is carried out, and a plan for an earlier board is not.
    bruno.play(1, "a1").await;
    assert_eq!(ada.get("match").await["moves"], json!(["c3", "a1", answer]));
    table.line.play_all(&["c3", "a1", &answer]).expect("legal");
    let line: Vec<String> = (0..2)
        .map(|_| {
            let text = table.line.nth_legal(0).expect("a move");
            table.line.play(&text).expect("legal");
            text
        })
        .collect();
    let late = json!({ "action": form["action"], "text": line.join("; ") });
    assert!(!send(&ada, &late).await.contains("Planned"), "the board has changed");
    let now = json!({ "action": format!("plan {} 3", before["match"]), "text": line.join("; ") });
    assert!(send(&ada, &now).await.contains("Planned"));
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rated_games_are_not_explored_before_their_end() {
    let stage = stage().await;
    let rated = [("variant", json!("5")), ("time", json!("3d")), ("rated", json!(true))];
    let table = stage.table("barrier", &rated).await;
    let [ada, ..] = pages(&stage, &table).await;
    assert_eq!(ada.get("match").await["explores"], json!(false));
    let not = (StatusCode::BAD_REQUEST, "not-explored".to_owned());
    assert_eq!(refused(&ada, "match/board?ply=0&explored=").await, not);
    let shared = ada.get("match/watching").await;
    let (_, watching) = shared["link"].as_str().expect("a link").split_once("/board#").expect("a link");
    let watcher = Page::new(&stage, watching);
    assert_eq!(refused(&watcher, "match/board?ply=0&explored=").await, not, "nor by a link for watching");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_note_is_seen_by_its_author_alone() {
    let stage = stage().await;
    let table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let [ada, bruno, carmen] = pages(&stage, &table).await;
    let note = |state: &Value| state["note"]["text"].as_str().map(str::to_owned);
    let action = ada.get("match").await["note"]["action"].clone();
    let words = "The corner *e5* is <b>mine</b>";
    send(&ada, &json!({ "action": action, "text": words })).await;
    assert_eq!(note(&ada.get("match").await).as_deref(), Some(words));
    assert_eq!(note(&bruno.get("match").await).as_deref(), Some(""));
    assert_eq!(carmen.get("match").await["note"], json!(null));
    let (status, _) = carmen.post("match/actions", json!({ "action": action, "text": "Carmen's" })).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    send(&bruno, &json!({ "action": action, "text": "Bruno's" })).await;
    assert_eq!(note(&ada.get("match").await).as_deref(), Some(words), "Bruno has his own");
    let long = send(&ada, &json!({ "action": action, "text": "x".repeat(1_001) })).await;
    assert!(long.contains("too long"), "{long}");
    send(&ada, &json!({ "action": action, "text": "  " })).await;
    assert_eq!(note(&ada.get("match").await).as_deref(), Some(""));
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_analysis_is_a_curve_and_the_best_move_is_for_the_players_of_a_finished_game() {
    let stage = stage().await;
    let mut table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let [ada, bruno, carmen] = pages(&stage, &table).await;
    let number = ada.get("match").await["match"].clone();
    let best = |ply: usize, text: &str| json!({ "action": format!("best {number} {ply}"), "text": text });
    let early = send(&ada, &best(0, "c3")).await;
    assert!(early.contains("isn't over yet"), "the engine helps nobody before the end: {early}");
    while table.line.ending().is_none() {
        stage.clock.advance(1_000);
        let (seat, ply) = (table.line.seat().index(), table.line.ply());
        let text = table.line.nth_legal(0).expect("a move");
        [&ada, &bruno][seat].play(ply, &text).await;
        table.line.play(&text).expect("it is legal");
    }
    let nothing = json!({ "summary": null, "winning": [], "mistakes": [] });
    assert_eq!(ada.get("match/analysis").await, nothing);
    let analyse = ada.get("match").await["buttons"][0].clone();
    assert_eq!(analyse["label"], json!("Analyse"));
    ada.post("match/actions", json!({ "action": analyse["action"] })).await;
    let complete = async {
        loop {
            // The progress counts as little as any other request.
            stage.clock.advance(1_000);
            let analysis = ada.get("match/analysis").await;
            assert!(analysis["summary"].is_array(), "{analysis}");
            if analysis["winning"] != json!([]) {
                return analysis;
            }
            tokio::task::yield_now().await;
        }
    };
    let analysis = timeout(SOON, complete).await.expect("the analysis ends");
    let winning: Vec<f64> = serde_json::from_value(analysis["winning"].clone()).expect("numbers");
    assert_eq!(winning.len(), table.line.ply() + 1);
    assert!(winning.iter().all(|chance| (0.0..=1.0).contains(chance)), "{winning:?}");
    let last = if table.line.seat().index() == 1 { 1.0 } else { 0.0 };
    assert_eq!(winning.last(), Some(&last), "the player who cannot move has lost");
    assert!(plain(&analysis["summary"]).contains("Ada: "), "{analysis}");
    let mistakes = analysis["mistakes"].as_array().expect("mistakes");
    assert!(!mistakes.is_empty(), "the first legal move is not always a good one");
    for mistake in mistakes {
        let ply = mistake["ply"].as_u64().expect("a ply") as usize;
        let text = plain(&mistake["text"]);
        assert!(text.contains(&format!("Turn {ply}: ")) && text.contains(&table.line.moves()[ply - 1]), "{text}");
    }
    assert_eq!(carmen.get("match/analysis").await, analysis, "those who may watch see what the chat shows");
    // The engine answers about what was tried out.
    let board = ada.get("match/board?ply=0&explored=").await;
    assert_eq!(board["forms"][0]["label"], json!("Best move"));
    let said = send(&ada, &best(0, &table.line.moves()[0])).await;
    assert!(said.contains("Play ") && said.contains("Chances of Bruno from here: "), "{said}");
    // Its chances are those of the player to move.
    for ply in [table.line.ply() - 1, table.line.ply() - 2] {
        let said = send(&ada, &best(ply, "")).await;
        let (name, chance) = [("Ada", winning[ply]), ("Bruno", 1.0 - winning[ply])][ply % 2];
        assert!(said.contains(&format!("Chances of {name} from here: {:.0}%", 100.0 * chance)), "{ply}: {said}");
    }
    assert!(!send(&ada, &best(0, "z9")).await.contains("Chances"));
    assert_eq!(carmen.get("match/board?ply=0&explored=").await["forms"], json!([]));
    let (status, _) = carmen.post("match/actions", best(0, "")).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_shared_lets_nobody_play() {
    let stage = stage().await;
    let table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let [ada, _, carmen] = pages(&stage, &table).await;
    for page in [&ada, &carmen] {
        let shared = page.get("match/watching").await;
        let (address, link) = shared["link"].as_str().expect("a link").split_once("/board#").expect("a link");
        assert_eq!(address, stage.page_url());
        let watcher = Page::new(&stage, link);
        let state = watcher.get("match").await;
        assert_eq!((&state["you"], &state["buttons"], &state["note"]), (&json!(null), &json!([]), &json!(null)));
        assert_eq!(watcher.play(0, "c3").await.0, StatusCode::FORBIDDEN);
    }
    stage.close().await;
}
