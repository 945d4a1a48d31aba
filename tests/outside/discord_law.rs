//! The law on Discord: one channel misbehaves, as a seed says.

use crate::proxy::{Fault, HttpProxy, Lie, Often};
use crate::seeds::{ANSWERED, MADE_UP, seeds};
use crate::turns::timed;
use serde_json::{Value, json};
use std::time::Duration;
use tablero::discord::Endpoint;
use tablero::rules::SeededRng;
use test_support::stage::{Stage, Table};
use tokio::time::timeout;

/// What Discord does to a call about the channel.
fn faults() -> Vec<(Often, Fault)> {
    let limit = json!({ "message": "You are being rate limited.", "retry_after": 5.0, "global": false });
    vec![
        (Often::Always, Fault::Refuse { status: 500, body: Value::Null }),
        (Often::Percent(70), Fault::Refuse { status: 502, body: Value::Null }),
        (Often::Always, Fault::discord(503, 0)),
        (Often::Always, Fault::Refuse { status: 429, body: limit }),
        (Often::Always, Fault::Delay(Duration::from_secs(25))),
        (Often::Always, Fault::DropRequest),
        (Often::Percent(60), Fault::DropResponse),
        (Often::Times(1), Fault::Lie(Lie::Garbage)),
        (Often::Times(1), Fault::Lie(Lie::Half)),
        (Often::Times(1), Fault::Lie(Lie::Json(json!({ "id": 7 })))),
        (Often::Always, Fault::Double),
    ]
}

async fn play(table: &mut Table) {
    let text = table.line.nth_legal(0).expect("a legal move");
    let (thread, ply) = (table.thread, table.line.ply());
    let played = timeout(ANSWERED, table.play(&text)).await;
    played.unwrap_or_else(|_| panic!("{thread}: the move after {ply} plies is not answered"));
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_one_channel_does_the_others_are_answered_and_nothing_is_lost_or_doubled() {
    let _turn = timed().await;
    for seed in seeds(11) {
        let mut chance = SeededRng::new(seed);
        let mut stage = Stage::without_bot().await;
        let proxy = HttpProxy::before(&stage.local.api_url(), seed).await;
        stage.endpoint = Some(Endpoint::Other(proxy.address.clone()));
        stage.start_bot().await;
        let mut tables = Vec::new();
        for _ in 0..3 {
            tables.push(stage.table("barrier", &[("variant", json!("6"))]).await);
        }
        let mut troubled = tables.remove(0);
        let all = faults();
        let which = if seed < all.len() as u64 { seed } else { chance.below(all.len() as u64) };
        let (often, fault) = all[usize::try_from(which).expect("a small number")].clone();
        println!("seed {seed}: {fault:?}, {often:?}");
        proxy.fault("POST", &format!("*/channels/{}/messages*", troubled.thread), often, fault);
        let text = troubled.line.nth_legal(0).expect("a legal move");
        let answer = timeout(ANSWERED, troubled.send(&text)).await.expect("the move itself is answered");
        assert!(answer.content.contains(&text), "{}", answer.content);
        troubled.line.play(&text).expect("it is legal");
        for table in &mut tables {
            play(table).await;
        }
        stage.stop_bot().await;
        stage.start_bot().await;
        for table in &mut tables {
            play(table).await;
        }
        proxy.heal();
        let made_up = async { while timeout(ANSWERED, troubled.wait_board()).await.is_err() {} };
        timeout(MADE_UP, made_up).await.expect("the board is made up for");
        play(&mut troubled).await;
        for table in tables.iter().chain([&troubled]) {
            let boards: Vec<usize> = (0..=table.line.ply()).map(|ply| table.boards(ply)).collect();
            assert_eq!(boards, vec![1; boards.len()], "{}: each board is posted once", table.thread);
        }
        let plies = tables.iter().chain([&troubled]).map(|table| table.line.ply()).sum::<usize>();
        assert_eq!(stage.count("SELECT SUM(plies) FROM matches").await, plies as i64);
        stage.close().await;
    }
}
