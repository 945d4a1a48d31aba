//! A complete game.

use crate::tls_proxy::{Authority, NAME, TlsProxy, options};
use serde_json::json;
use std::sync::atomic::Ordering;
use test_support::stage::{SOON, Stage, Table};
use tokio::time::timeout;

/// The emulator behind a TLS proxy with a valid certificate, and the bot connected to it.
pub async fn open() -> (Stage, TlsProxy) {
    let mut stage = Stage::without_bot_with(options()).await;
    let authority = Authority::new();
    let tls_proxy = authority.tls_proxy(Authority::certificate(NAME), &stage.local).await;
    stage.endpoint = Some(authority.discord(&tls_proxy));
    stage.start_bot().await;
    (stage, tls_proxy)
}

/// A game of Barrier on the smallest board.
pub async fn begin(stage: &Stage) -> Table {
    let table = stage.table("barrier", &[("variant", json!("5"))]).await;
    noted(stage, &table, 1).await;
    table
}

/// Waits until the request log has this many boards of a game. It records them after the players see them.
pub async fn noted(stage: &Stage, table: &Table, boards: usize) {
    let path = format!("/channels/{}/messages", table.thread);
    timeout(SOON, stage.local.faults().wait_requests("POST", &path, boards)).await.expect("the requests are recorded");
}

/// A move that leaves the opponent few moves, so that the game is short.
pub fn short(table: &Table) -> String {
    let left = |text: &String| {
        let mut after = table.line.copy();
        after.play(text).expect("it is legal");
        after.count_legal()
    };
    table.line.legal(usize::MAX).into_iter().min_by_key(left).expect("the game goes on")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_to_its_end() {
    let (stage, tls_proxy) = open().await;
    let mut table = begin(&stage).await;
    while table.line.ending().is_none() {
        let text = short(&table);
        table.play(&text).await;
    }
    assert!(table.line.ply() >= 4, "a player walked: {:?}", table.line.moves());
    for ply in 0..=table.line.ply() {
        assert_eq!(table.boards(ply), 1, "board {ply}");
    }
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches WHERE status = 'running'").await, 0);
    assert!(tls_proxy.trusted.load(Ordering::SeqCst) > 0, "all of it went through the front");
    assert!(stage.local.faults().requests().iter().all(|request| request.status.is_none_or(|status| status < 400)));
    stage.close().await;
}
