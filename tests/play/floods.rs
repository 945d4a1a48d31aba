//! Floods of requests to the page of boards, from one address or with forged ones.

use crate::board_page::{Page, link, still_stage};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use std::net::IpAddr;

/// More requests than any address may make at once.
const MANY: usize = 5_000;

/// Where a stranger is, as the proxy in front of the page says, and where Ada may be. Two addresses are counted together
/// once in a while, but hardly all of them.
const STRANGER: &str = "203.0.113.9";
const ADA: [&str; 3] = ["198.51.100.7", "198.51.100.8", "198.51.100.9"];

async fn send(request: RequestBuilder) -> Response {
    request.send().await.expect("an answer")
}

/// The number of requests until one is refused because there were too many.
async fn flood(request: impl Fn(usize) -> RequestBuilder) -> usize {
    for number in 0..MANY {
        let answer = send(request(number)).await;
        if answer.status() == StatusCode::TOO_MANY_REQUESTS {
            assert!(answer.headers().contains_key("content-security-policy"), "refusals are guarded like all answers");
            let answer: Value = answer.json().await.expect("JSON");
            assert_eq!(answer["error"]["code"], "too-many");
            return number;
        }
    }
    panic!("nothing stops the flood");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_from_one_address_locks_out_no_other() {
    let stage = still_stage().await;
    let table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let page = Page::new(&stage, &link(&table, &table.players[0]).await);
    let get = |path: &str| page.client.get(format!("{}{path}", page.address));
    let ada = async || {
        for address in ADA {
            let request = get("/api/v1/match").bearer_auth(&page.link).header("x-forwarded-for", address);
            if send(request).await.status() == StatusCode::OK {
                return true;
            }
        }
        false
    };

    // Whatever the stranger asks for counts, even what opens nothing and what says that it is from elsewhere.
    let stranger = |number: usize| {
        let path = ["/api/v1/match", "/api/v1/texts", "/board/main.js", "/board", "/nothing"][number % 5];
        get(path).bearer_auth("forged").header("x-forwarded-for", format!("10.0.0.{}, {STRANGER}", number % 200))
    };
    assert_eq!(flood(stranger).await, 1_000);
    assert!(ada().await, "others are not locked out");
    stage.clock.advance(1_000);
    assert_eq!(flood(stranger).await, 100);

    // Without a proxy, the header changes nothing: a stranger has neither many addresses nor that of another.
    let client = Client::builder().no_proxy().local_address(IpAddr::from([127, 0, 0, 2])).build().expect("a client");
    let texts = format!("{}/api/v1/texts", page.address);
    let forger = |number: usize| client.get(&texts).header("x-forwarded-for", ADA[number % 3]);
    assert_eq!(flood(forger).await, 1_000);
    assert!(ada().await, "others are not locked out");

    // A proxy that does not say where its people are is no reason to refuse all of them.
    for _ in 0..1_500 {
        assert_eq!(send(get("/nothing")).await.status(), StatusCode::NOT_FOUND);
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_cannot_take_all_streams() {
    let stage = still_stage().await;
    let table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let watching = Page::new(&stage, &link(&table, &stage.user("Carmen")).await);
    let stream = async |from: &str| {
        let request = watching.request(Method::GET, "match/events").header("x-forwarded-for", from);
        send(request).await
    };
    let mut open = Vec::new();
    while open.len() < 500 {
        let answer = stream(STRANGER).await;
        if answer.status() == StatusCode::TOO_MANY_REQUESTS {
            break;
        }
        assert_eq!(answer.status(), StatusCode::OK);
        open.push(answer);
    }
    assert_eq!(open.len(), 200);
    let mut others = Vec::new();
    for address in ADA {
        others.push(stream(address).await.status());
    }
    assert!(others.contains(&StatusCode::OK), "{others:?}");
    stage.close().await;
}
