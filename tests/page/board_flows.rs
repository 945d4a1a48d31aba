//! What happens on the page of boards besides an even game.

use crate::board::{address_for, with_page};
use crate::page_user::PageUser;
use serde_json::json;
use test_support::stage::{Stage, Table, command};

/// Opens the page of someone who looks at a game.
async fn open(page_user: &PageUser, address: &str) {
    page_user.open(address).await;
    page_user.until_true("the page is complete", "return document.getElementById('panel')?.inert === false").await;
}

/// A game of Barrier with these moves, and Ada's page of it.
async fn begin(stage: &Stage, page_user: &PageUser, moves: &[&str]) -> Table {
    let mut table = stage.table("barrier", &[("variant", json!("5"))]).await;
    for text in moves {
        table.play(text).await;
    }
    open(page_user, &address_for(stage, &table, &table.players[0]).await).await;
    table
}

/// Types into the field for moves and questions.
async fn enter(page_user: &PageUser, text: &str) {
    page_user.ask::<Option<bool>>("document.getElementById('entry').value = ''").await;
    page_user.write("#entry", text).await;
    page_user.click("#ask button", "").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_press_plays_nothing() {
    with_page(&[], async |stage, page_user| {
        begin(stage, page_user, &[]).await;
        page_user.click("#cells button[data-cell=c3]", "").await;
        page_user.see("#steps [data-key=play]", "Play c3").await;
        let twice = "const play = document.querySelector('[data-key=play]'); play.click(); play.click()";
        page_user.ask::<Option<bool>>(twice).await;
        page_user.see("#shown", "1. c3").await;
        page_user.see("#question", "Bruno to move").await;
        assert!(page_user.ask::<bool>("return document.getElementById('error').hidden").await);
        assert_eq!(page_user.ask::<String>("return document.getElementById('slider').max").await, "1");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_looked_at_stays_while_the_opponent_moves() {
    with_page(&[], async |stage, page_user| {
        let mut table = begin(stage, page_user, &["c3"]).await;
        page_user.click("#previous", "").await;
        page_user.see("#question", "This is an earlier position.").await;
        table.play("a1").await;
        page_user.until_said("Bruno: a1.").await;
        page_user.see("#question", "This is an earlier position.").await;
        page_user.see("#shown", "Start").await;
        page_user.click("#steps button", "Back to the game").await;
        page_user.see("#shown", "2. a1").await;
        // So do tried moves, which are no moves of the game.
        let text = table.line.nth_legal(0).expect("a move");
        table.play(&text).await;
        page_user.see("#shown", &format!("3. {text}")).await;
        page_user.click("#steps button", "Try moves").await;
        page_user.see("#question", "then choose Plan").await;
        let tried = table.line.nth_legal(0).expect("a move");
        enter(page_user, &tried).await;
        page_user.see("#question", &format!("You are trying moves: {tried}")).await;
        let played = table.line.nth_legal(table.line.count_legal() - 1).expect("a move");
        table.play(&played).await;
        page_user.until_said(&format!("Bruno: {played}.")).await;
        page_user.see("#question", &format!("You are trying moves: {tried}")).await;
        page_user.click("#steps button", "Back to the game").await;
        page_user.see("#shown", &format!("4. {played}")).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_cannot_be_loaded_is_loaded_later_and_its_move_said() {
    with_page(&[], async |stage, page_user| {
        let mut table = begin(stage, page_user, &["c3"]).await;
        page_user.see("#connection.web-live", "").await;
        page_user.block(&["*/match/board*"]).await;
        table.play("a1").await;
        page_user.see("#players [aria-current]", "Ada").await;
        page_user.block(&[]).await;
        page_user.until_said("Bruno: a1.").await;
        page_user.see("#shown", "2. a1").await;
        assert!(page_user.ask::<bool>("return document.querySelector('#cells .can') !== null").await, "Ada is to move");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn plans_and_notes_are_made_on_the_page_and_seen_by_nobody_else() {
    with_page(&[], async |stage, page_user| {
        let mut table = begin(stage, page_user, &["c3"]).await;
        page_user.click("#steps button", "Try moves").await;
        page_user.see("#question", "then choose Plan").await;
        page_user.click("#cells button[data-cell=a1]", "").await;
        page_user.see("#question", "You are trying moves: a1").await;
        let mut line = table.line.copy();
        line.play("a1").expect("legal");
        let answer = line.nth_legal(0).expect("a move");
        enter(page_user, &answer).await;
        page_user.click("#steps button", "Plan").await;
        page_user.see("#dialog", &format!("a1 → {answer}")).await;
        page_user.click("#dialog [data-key=close]", "").await;
        page_user.write("#note", "Keep *e5* free").await;
        page_user.click("#note-form button", "").await;
        page_user.see("#noted", "Noted").await;
        // Those who watch see neither, and can do nothing.
        open(page_user, &address_for(stage, &table, &stage.user("Carmen")).await).await;
        let seen: String = page_user.ask("return document.body.innerHTML").await;
        assert!(!seen.contains("Keep") && !seen.contains(&answer), "{seen}");
        for css in ["#actions button", "#note-form:not([hidden])", "#steps button", "#cells .can"] {
            assert_eq!(page_user.count(css, "").await, 0, "{css}");
        }
        // The plan is carried out, and the note is still there.
        open(page_user, &address_for(stage, &table, &table.players[0]).await).await;
        assert_eq!(page_user.ask::<String>("return document.getElementById('note').value").await, "Keep *e5* free");
        page_user.see("#connection.web-live", "").await;
        table.send("a1").await;
        for text in ["a1", &answer] {
            table.line.play(text).expect("legal");
        }
        page_user.until_said(&format!("Ada: {answer}.")).await;
        page_user.see("#shown", &format!("3. {answer}")).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_closes_when_its_link_is_revoked() {
    with_page(&["401"], async |stage, page_user| {
        let mut table = begin(stage, page_user, &["c3"]).await;
        page_user.see("#connection.web-live", "").await;
        command(&table.players[0], stage.games, "privacy revoke", &[]).await;
        table.play("a1").await;
        page_user.see("#notice", "This link was revoked").await;
        let seen: String = page_user.ask("return document.body.innerText").await;
        assert!(!seen.contains("Bruno"), "{seen}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_and_hints_are_answered() {
    with_page(&["409"], async |stage, page_user| {
        begin(stage, page_user, &[]).await;
        for (question, answer) in
            [("What is at d4?", "d4"), ("what is at z9", "There is no z9"), ("what can I capture", "You can choose: ")]
        {
            enter(page_user, question).await;
            page_user.see("#answer", answer).await;
        }
        enter(page_user, "z9z9").await;
        page_user.see("#error", "no square z9").await;
        page_user.click("#actions button", "Hint").await;
        page_user.see("#dialog", "Hint 1 of 3").await;
        page_user.click("#dialog button", "Tell me more").await;
        page_user.see("#dialog", "Hint 2 of 3").await;
        page_user.click("#dialog [data-key=close]", "").await;
        enter(page_user, "C3").await;
        page_user.see("#shown", "1. c3").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_analysed_and_a_position_of_it_shared() {
    with_page(&[], async |stage, page_user| {
        begin(stage, page_user, &["c3", "a1"]).await;
        page_user.click("#actions button", "Resign").await;
        page_user.click("#dialog button", "Yes").await;
        page_user.see("#question", "resigned").await;
        page_user.click("#dialog [data-key=close]", "").await;
        assert_eq!(page_user.count("#curve button", "").await, 0, "nobody has asked for an analysis");
        // The curve appears when the analysis is done, and its mistakes lead to their positions.
        page_user.click("#actions button", "Analyse").await;
        page_user.see("#dialog", "analys").await;
        page_user.click("#dialog [data-key=close]", "").await;
        page_user.see("#curve button", "").await;
        page_user.see("#summary", "Bruno: ").await;
        page_user.picture("curve").await;
        let ply: String = page_user.ask("return document.querySelector('#curve button').dataset.key").await;
        let label: String = page_user.ask("return document.querySelector('#curve button').ariaLabel").await;
        assert!(label.starts_with(&format!("Turn {ply}: ")), "{label}");
        page_user.ask::<Option<bool>>("document.querySelector('#curve button').click()").await;
        page_user.see("#shown", &format!("{ply}. ")).await;
        page_user.see("#question", &label).await;
        page_user.click("#steps button", "Try moves").await;
        page_user.click("#steps button", "Best move").await;
        page_user.see("#dialog", "Chances of ").await;
        page_user.click("#dialog [data-key=close]", "").await;
        // A shared position opens where it was shared, for watching.
        let own: String = page_user.ask("return location.hash.slice(1)").await;
        let copying = "window.copied = ''; navigator.clipboard.writeText = async (text) => { window.copied = text }";
        page_user.ask::<Option<bool>>(copying).await;
        page_user.click("#copy-link", "").await;
        page_user.until_true("a link", "return window.copied.length > 0").await;
        let copied: String = page_user.ask("return window.copied").await;
        assert!(copied.ends_with(&format!("/{ply}")) && !copied.contains(&own), "{copied}");
        open(page_user, &copied).await;
        page_user.see("#shown", &format!("{ply}. ")).await;
        assert_eq!(page_user.count("#actions button", "").await, 0, "it is a link for watching");
        let first = copied.rsplit_once('/').expect("a ply").0;
        open(page_user, &format!("{first}/1/b2")).await;
        page_user.see("#question", "You are trying moves: b2").await;
    })
    .await;
}
