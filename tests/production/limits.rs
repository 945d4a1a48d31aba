//! The bot respects Discord's rate limits, including unexpected ones.

use crate::games::{begin, noted, open, short};
use discord_emulator::{Fault, RateLimit, Request};
use std::time::Duration;
use tablero::metrics::Exporter;
use test_support::stage::{SOON, Stage, Table};
use tokio::time::{Instant, timeout};

/// The posts in a game's thread so far, oldest first; waits until there are at least `least`.
async fn posts(stage: &Stage, table: &Table, least: usize) -> Vec<Request> {
    noted(stage, table, least).await;
    let path = format!("/channels/{}/messages", table.thread);
    let all = stage.local.faults().requests().into_iter();
    all.filter(|r| r.method == "POST" && r.path.ends_with(&path)).collect()
}

/// Plays this many moves, each of which must post its board once.
async fn play(table: &mut Table, moves: usize) {
    for _ in 0..moves {
        let text = short(table);
        table.play(&text).await;
        assert_eq!(table.boards(table.line.ply()), 1);
    }
}

/// Waits until the bot has been refused by the global limit. No other test here reaches it.
async fn limited_globally(metrics: &Exporter) {
    const LIMITED: &str = "tablero_rate_limited_total{platform=\"discord\",scope=\"global\"} 1";
    while !metrics.render().contains(LIMITED) {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_bucket_is_never_overdrawn() {
    const PER: Duration = Duration::from_millis(1_500);
    let (stage, _tls_proxy) = open().await;
    let mut table = begin(&stage).await;
    stage.local.faults().clear_requests();
    stage.local.faults().limit(Some("POST"), "/messages", RateLimit { requests: 1, per: PER });
    play(&mut table, 3).await;
    let posts = posts(&stage, &table, 3).await;
    assert_eq!(posts.len(), 3);
    for pair in posts.windows(2) {
        assert!(pair[1].at - pair[0].at >= PER, "{:?}", pair[1].at - pair[0].at);
    }
    assert!(
        stage.local.faults().requests().iter().all(|request| request.status.is_none_or(|status| status < 400)),
        "nothing was refused"
    );
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_route_is_not_used_before_retry_after() {
    const WAIT: Duration = Duration::from_secs(2);
    let (stage, _tls_proxy) = open().await;
    let (mut table, mut other) = (begin(&stage).await, begin(&stage).await);
    stage.local.faults().clear_requests();
    let fault = Fault::RateLimited { retry_after: WAIT.as_secs_f64() };
    stage.local.faults().inject(Some("POST"), &format!("/channels/{}/messages", table.thread), 1, fault);
    play(&mut table, 1).await;
    let tried = posts(&stage, &table, 2).await;
    assert_eq!(tried.iter().map(|post| post.status).collect::<Vec<_>>(), [Some(429), Some(200)]);
    assert!(tried[1].at - tried[0].at >= WAIT, "{:?}", tried[1].at - tried[0].at);
    // Another thread was never affected.
    play(&mut other, 1).await;
    assert_eq!(posts(&stage, &other, 1).await.len(), 1);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_global_limit_delays_all_but_interactions() {
    const WAIT: Duration = Duration::from_secs(3);
    let metrics = Exporter::install().expect("there is no other recorder");
    let (stage, _tls_proxy) = open().await;
    let (mut table, mut other) = (begin(&stage).await, begin(&stage).await);
    stage.local.faults().clear_requests();
    let fault = Fault::RateLimitedGlobally { retry_after: WAIT.as_secs_f64() };
    stage.local.faults().inject(Some("POST"), &format!("/channels/{}/messages", table.thread), 1, fault);
    let text = short(&table);
    table.send(&text).await;
    table.line.play(&text).expect("it is legal");
    let refused = timeout(SOON, stage.local.faults().wait_status(429)).await.expect("a request is refused").at;
    // What the bot sends before the refusal has reached it cannot wait.
    timeout(SOON, limited_globally(&metrics)).await.expect("the bot hears of the limit");
    let answered = {
        let text = short(&other);
        let message = other.send(&text).await;
        assert!(message.content.contains(&text), "{}", message.content);
        other.line.play(&text).expect("it is legal");
        Instant::now()
    };
    table.wait_board().await;
    other.wait_board().await;
    noted(&stage, &table, 2).await;
    noted(&stage, &other, 1).await;
    let is_answer = |request: &Request| request.path.contains("/interactions/") || request.path.contains("/webhooks/");
    for request in stage.local.faults().requests().iter().filter(|request| !is_answer(request)) {
        let after = request.at.saturating_duration_since(refused);
        assert!(request.at <= refused || after >= WAIT, "{after:?} after it was refused: {request:?}");
    }
    assert!(answered < refused + WAIT, "the moving player gets the response at once");
    assert_eq!((table.boards(1), other.boards(1)), (1, 1));
    stage.close().await;
}
