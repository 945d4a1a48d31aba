//! Requests from a bot are validated as Discord validates them.

use std::time::Duration;

use discord_emulator::{ApiError, ChannelKind, Emulator, EmulatorOptions, Fault, Id, RateLimit, Reply, permission};
use serde_json::{Value, json};
use serenity::all::{
    Builder, CreateInteractionResponseFollowup, EditInteractionResponse, Error, HttpBuilder, HttpError,
};

use crate::stage::{Raw, SOON, Stage};

async fn alone() -> (Emulator, Raw, String) {
    let local = Emulator::start(EmulatorOptions::default()).await.unwrap();
    let raw = Raw::of(&local);
    let messages = format!("/channels/{}/messages", local.channel("games").unwrap());
    (local, raw, messages)
}

fn button(id: &str) -> Value {
    json!({ "type": 2, "style": 1, "label": "x", "custom_id": id })
}

fn row(parts: &[Value]) -> Value {
    json!({ "type": 1, "components": parts })
}

#[tokio::test]
async fn messages_have_limits() {
    let (local, raw, messages) = alone().await;
    let menu = |count: usize| {
        let options: Vec<Value> = (0..count).map(|i| json!({ "label": "x", "value": i.to_string() })).collect();
        row(&[json!({ "type": 3, "custom_id": "m", "options": options })])
    };
    let cases = [
        (json!({ "content": "x".repeat(2_001) }), "/content/_errors/0/code", "BASE_TYPE_MAX_LENGTH"),
        (json!({ "content": "x", "nonce": "n".repeat(26) }), "/nonce/_errors/0/code", "BASE_TYPE_MAX_LENGTH"),
        (json!({ "embeds": [{ "title": "x".repeat(257) }] }), "/embeds/0/title/_errors/0/code", "BASE_TYPE_MAX_LENGTH"),
        (
            json!({ "embeds": [{ "description": "x".repeat(4_000) }, { "description": "x".repeat(4_000) }] }),
            "/embeds/_errors/0/code",
            "MAX_EMBED_SIZE_EXCEEDED",
        ),
        (
            json!({ "content": "x", "components": [row(&[button("a"), button("a")])] }),
            "/components/0/components/1/custom_id/_errors/0/code",
            "COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
        (
            json!({ "content": "x", "components": [row(&["a", "b", "c", "d", "e", "f"].map(button))] }),
            "/components/0/components/_errors/0/code",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            json!({ "content": "x", "components": (["a", "b", "c", "d", "e", "f"].map(|id| row(&[button(id)]))) }),
            "/components/_errors/0/code",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            json!({ "content": "x", "components": [menu(26)] }),
            "/components/0/components/0/options/_errors/0/code",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            json!({ "content": "x", "components": [row(&[button(&"i".repeat(101))])] }),
            "/components/0/components/0/custom_id/_errors/0/code",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            json!({ "content": "x", "allowed_mentions": { "parse": ["users"], "users": ["1"] } }),
            "/allowed_mentions/_errors/0/code",
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        ),
        (
            json!({ "content": "x", "message_reference": { "message_id": "1" } }),
            "/message_reference/_errors/0/code",
            "MESSAGE_REFERENCE_UNKNOWN_MESSAGE",
        ),
    ];
    for (body, place, code) in cases {
        let (status, answer) = raw.send("POST", &messages, body.clone()).await;
        assert_eq!((status, &answer["code"]), (400, &json!(50_035)), "{body}: {answer}");
        assert_eq!(answer["errors"].pointer(place), Some(&json!(code)), "{answer}");
    }
    let (status, answer) = raw.send("POST", &messages, json!({ "content": " " })).await;
    assert_eq!((status, &answer["code"]), (400, &json!(50_006)));
    let (status, _) = raw.send("POST", &messages, json!({ "content": "é".repeat(2_000) })).await;
    assert_eq!(status, 200, "characters count, not bytes");
    local.shutdown().await;
}

#[tokio::test]
async fn unknown_things_have_their_codes() {
    let (local, raw, messages) = alone().await;
    let bot = local.bot_id();
    let hello = json!({ "content": "x" });
    let cases = [
        ("POST", "/channels/1/messages".to_owned(), hello.clone(), 404, 10_003),
        ("PATCH", format!("{messages}/1"), hello.clone(), 404, 10_008),
        ("DELETE", format!("{messages}/1"), Value::Null, 404, 10_008),
        ("GET", "/users/1".to_owned(), Value::Null, 404, 10_013),
        ("POST", "/interactions/1/x/callback".to_owned(), json!({ "type": 6 }), 404, 10_062),
        ("POST", format!("/webhooks/{bot}/1.2"), hello.clone(), 404, 10_015),
        ("GET", "/no/such/route".to_owned(), Value::Null, 404, 0),
        ("PUT", format!("/applications/{bot}/commands"), json!([{ "name": "A B" }]), 400, 50_035),
    ];
    for (method, path, body, status, code) in cases {
        let (got, answer) = raw.send(method, &path, body).await;
        assert_eq!((got, &answer["code"]), (status, &json!(code)), "{method} {path}: {answer}");
    }
    let open = reqwest::Client::new().get(format!("{}/api/v10/users/@me", local.api_url()));
    assert_eq!(open.send().await.unwrap().status(), 401);
    local.shutdown().await;
}

#[tokio::test]
async fn an_invalid_snowflake_is_named() {
    let (local, raw, messages) = alone().await;
    let bot = local.bot_id();
    let cases = [
        ("GET", "/channels/abc".to_owned(), Value::Null, "/channel_id"),
        ("GET", "/users/@him".to_owned(), Value::Null, "/user_id"),
        ("GET", format!("{messages}/-1"), Value::Null, "/message_id"),
        ("PATCH", "/channels/1x/messages/y2".to_owned(), json!({ "content": "x" }), "/channel_id"),
        ("PATCH", "/channels/1x/messages/y2".to_owned(), json!({ "content": "x" }), "/message_id"),
        ("POST", "/interactions/x/y/callback".to_owned(), json!({ "type": 6 }), "/interaction_id"),
        ("PATCH", format!("/webhooks/{bot}/t/messages/@first"), json!({ "content": "x" }), "/message_id"),
        ("GET", format!("/applications/{bot}/commands/99999999999999999999999"), Value::Null, "/command_id"),
        ("GET", format!("{messages}?before=yesterday"), Value::Null, "/before"),
        ("GET", format!("{messages}?limit=many"), Value::Null, "/limit"),
        ("POST", "/users/@me/channels".to_owned(), json!({ "recipient_id": "Ada" }), "/recipient_id"),
    ];
    for (method, path, body, field) in cases {
        let (status, answer) = raw.send(method, &path, body).await;
        assert_eq!((status, &answer["code"]), (400, &json!(50_035)), "{method} {path}: {answer}");
        assert!(answer["errors"].pointer(field).is_some_and(|field| field["_errors"].is_array()), "{path}: {answer}");
    }
    local.shutdown().await;
}

#[tokio::test]
async fn rate_limits_are_announced_and_enforced() {
    let (local, raw, messages) = alone().await;
    let other = format!("/channels/{}/messages", local.add_channel("other"));
    let hello = json!({ "content": "x" });
    let per = Duration::from_secs(60);
    local.faults().limit(Some("POST"), "/messages", RateLimit { requests: 2, per });
    let client = reqwest::Client::new();
    let post = async || {
        let address = format!("{}/api/v10{messages}", local.api_url());
        let token = format!("Bot {}", EmulatorOptions::default().token);
        client.post(address).header("authorization", token).json(&hello).send().await.unwrap()
    };
    for left in ["1", "0"] {
        let answer = post().await;
        assert_eq!((answer.status().as_u16(), &answer.headers()["x-ratelimit-limit"]), (200, &"2".parse().unwrap()));
        assert_eq!(answer.headers()["x-ratelimit-remaining"], left);
        let after: f64 = answer.headers()["x-ratelimit-reset-after"].to_str().unwrap().parse().unwrap();
        assert!(after > 0.0 && after <= 60.0, "{after}");
    }
    let answer = post().await;
    assert_eq!((answer.status().as_u16(), &answer.headers()["x-ratelimit-scope"]), (429, &"user".parse().unwrap()));
    assert!(!answer.headers().contains_key("x-ratelimit-global"));
    let whole: f64 = answer.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    let body: Value = answer.json().await.unwrap();
    let exact = body["retry_after"].as_f64().unwrap();
    assert!(exact > 0.0 && exact <= whole && whole <= 60.0, "{whole}: {body}");
    assert_eq!((&body["global"], body.get("code")), (&json!(false), None), "{body}");
    assert_eq!(raw.send("POST", &other, hello.clone()).await.0, 200, "another channel has a limit of its own");

    local.faults().clear();
    local.faults().limit_all(RateLimit { requests: 1, per });
    assert_eq!(raw.send("GET", "/users/@me", Value::Null).await.0, 200);
    let (status, body) = raw.send("POST", &other, hello).await;
    assert_eq!((status, &body["global"]), (429, &json!(true)));
    let callback = raw.send("POST", "/interactions/1/x/callback", json!({ "type": 6 })).await;
    assert_eq!(callback.0, 404, "answers to interactions are not held back");
    local.shutdown().await;
}

#[tokio::test]
async fn a_repeated_nonce_creates_one_message() {
    let (local, raw, messages) = alone().await;
    let body = json!({ "content": "once", "nonce": "7", "enforce_nonce": true });
    local.faults().inject(Some("POST"), "/messages", 1, Fault::LoseResponse);
    let (lost, _) = raw.send("POST", &messages, body.clone()).await;
    let (status, first) = raw.send("POST", &messages, body.clone()).await;
    let (_, again) = raw.send("POST", &messages, body).await;
    assert_eq!((lost, status), (502, 200));
    assert_eq!(first["id"], again["id"]);
    let ada = local.user("Ada").unwrap();
    assert_eq!(ada.messages(local.channel("games").unwrap()).len(), 1);
    assert_eq!(local.faults().count("POST", "/messages"), 3);
    // The nonce is stored when the message is created and does not change.
    assert_eq!((&first["nonce"], &again["nonce"]), (&json!("7"), &json!("7")));
    let (_, history) = raw.send("GET", &messages, Value::Null).await;
    assert_eq!(history[0]["id"], first["id"]);
    let one = format!("{messages}/{}", first["id"].as_str().unwrap());
    let (_, read) = raw.send("GET", &one, Value::Null).await;
    let (_, edited) = raw.send("PATCH", &one, json!({ "content": "changed" })).await;
    for message in [&history[0], &read, &edited] {
        assert!(message.get("nonce").is_none(), "{message}");
    }
    local.shutdown().await;
}

#[tokio::test]
async fn mentions_ping_only_allowed_users() {
    let (local, raw, messages) = alone().await;
    let (ada, bruno) = (local.user("Ada").unwrap(), local.user("Bruno").unwrap());
    let content = format!("{} {}", ada.mention(), bruno.mention());
    let body = json!({ "content": content, "allowed_mentions": { "users": [ada.id()] } });
    let (_, answer) = raw.send("POST", &messages, body).await;
    assert_eq!(answer["mentions"].as_array().unwrap().len(), 1);
    assert_eq!(answer["mentions"][0]["id"], json!(ada.id()));
    let (_, answer) = raw.send("POST", &messages, json!({ "content": content, "allowed_mentions": {} })).await;
    assert_eq!(answer["mentions"], json!([]));
    local.shutdown().await;
}

#[tokio::test]
async fn missing_permissions_and_faults_are_reported() {
    let (local, raw, messages) = alone().await;
    let games = local.channel("games").unwrap();
    let hello = json!({ "content": "x" });
    local.set_bot_permissions(games, Some(permission::BOT & !permission::SEND_MESSAGES));
    assert_eq!(raw.send("POST", &messages, hello.clone()).await.1["code"], 50_013);
    local.set_bot_permissions(games, Some(0));
    assert_eq!(raw.send("POST", &messages, hello.clone()).await.1["code"], 50_001);
    local.set_bot_permissions(games, None);
    local.faults().inject(Some("POST"), "/messages", 1, Fault::RateLimited { retry_after: 0.5 });
    local.faults().inject(None, "/messages", 1, Fault::Refuse(ApiError::missing_permissions()));
    let (status, answer) = raw.send("POST", &messages, hello.clone()).await;
    assert_eq!((status, &answer["retry_after"]), (429, &json!(0.5)));
    assert_eq!(raw.send("POST", &messages, hello.clone()).await.0, 403);
    assert_eq!(raw.send("POST", &messages, hello.clone()).await.0, 200);

    let carmen = local.user("Carmen").unwrap();
    let (_, direct) = raw.send("POST", "/users/@me/channels", json!({ "recipient_id": carmen.id() })).await;
    let path = format!("/channels/{}/messages", direct["id"].as_str().unwrap());
    assert_eq!(raw.send("POST", &path, hello.clone()).await.0, 200);
    carmen.accept_dms(false);
    assert_eq!(raw.send("POST", &path, hello).await.1["code"], 50_007);
    local.shutdown().await;
}

#[tokio::test]
async fn an_edit_keeps_or_removes_attachments() {
    let stage = Stage::open().await;
    let raw = Raw::of(&stage.local);
    let ada = stage.local.user("Ada").unwrap();
    ada.command(stage.games, "thread", &[]).await.unwrap();
    let thread = ada.wait_channel(|c| c.parent.is_some(), SOON).await.unwrap().id;
    let board = ada.wait_message(thread, |m| !m.attachments.is_empty(), SOON).await.unwrap();
    let path = format!("/channels/{thread}/messages/{}", board.id);
    let (_, answer) = raw.send("PATCH", &path, json!({ "content": "kept" })).await;
    assert_eq!(answer["attachments"].as_array().unwrap().len(), 1);
    let (_, answer) = raw.send("PATCH", &path, json!({ "content": "dropped", "attachments": [] })).await;
    assert_eq!(answer["attachments"], json!([]));
    let (status, answer) = raw.send("PATCH", &path, json!({ "content": null })).await;
    assert_eq!((status, &answer["code"]), (400, &json!(50_006)), "nothing would be left");
    stage.close().await;
}

#[tokio::test]
async fn an_interaction_has_one_response_in_three_seconds() {
    let stage = Stage::open().await;
    let raw = Raw::of(&stage.local);
    let ada = stage.local.user("Ada").unwrap();
    // The bot's own callback is refused before it arrives, so that the test can answer by hand.
    let refusal = Fault::Refuse(ApiError::new(500, 0, "kept away"));
    stage.local.faults().inject(Some("POST"), "/callback", 1, refusal);
    let games = stage.games;
    let waiting = tokio::spawn(async move { ada.command(games, "secret", &[]).await });
    tokio::time::timeout(SOON, stage.local.faults().wait_requests("POST", "/callback", 1)).await.unwrap();
    let seen = stage.local.faults().requests();
    let path = seen.iter().find(|r| r.path.ends_with("/callback")).unwrap().path.clone();
    let path = path.strip_prefix("/api/v10").unwrap();
    let answer = json!({ "type": 4, "data": { "content": "by hand" } });
    let (status, refused) = raw.send("POST", path, json!({ "type": 7, "data": { "content": "x" } })).await;
    assert_eq!((status, &refused["code"]), (400, &json!(50_035)), "a command has no message to update");
    let late = json!({ "type": 4, "data": { "content": "x".repeat(2_001) } });
    let (_, refused) = raw.send("POST", path, late).await;
    assert!(refused["errors"]["data"]["content"]["_errors"].is_array(), "{refused}");
    assert_eq!(raw.send("POST", path, answer.clone()).await.0, 204);
    assert_eq!(raw.send("POST", path, answer.clone()).await.1["code"], 40_060);
    let reply = waiting.await.unwrap().unwrap();
    assert_eq!(reply.message().unwrap().content, "by hand");
    stage.close().await;
}

#[tokio::test]
async fn a_late_response_is_unknown() {
    let stage = Stage::open().await;
    let raw = Raw::of(&stage.local);
    let ada = stage.local.user("Ada").unwrap();
    let refusal = Fault::Refuse(ApiError::new(500, 0, "kept away"));
    stage.local.faults().inject(Some("POST"), "/callback", 1, refusal);
    assert!(matches!(ada.command(stage.games, "hello", &[]).await.unwrap(), Reply::NoResponse));
    let seen = stage.local.faults().requests();
    let path = seen.iter().find(|r| r.path.ends_with("/callback")).unwrap().path.clone();
    let answer = json!({ "type": 4, "data": { "content": "late" } });
    let (status, body) = raw.send("POST", path.strip_prefix("/api/v10").unwrap(), answer).await;
    assert_eq!((status, &body["code"]), (404, &json!(10_062)));
    stage.close().await;
}

#[tokio::test]
async fn a_token_works_for_fifteen_minutes() {
    let stage = Stage::open().await;
    let ada = stage.local.user("Ada").unwrap();
    ada.command(stage.games, "hello", &[]).await.unwrap();
    let seen = stage.local.faults().requests();
    let path = &seen.iter().find(|r| r.path.ends_with("/callback")).unwrap().path;
    let token = path.rsplit('/').nth(1).unwrap();

    let http = HttpBuilder::new("").proxy(stage.local.api_url()).ratelimiter_disabled(true).build();
    http.set_application_id(stage.local.bot_id().to_string().parse().unwrap());
    let edit = async |token: &str| {
        let edited = EditInteractionResponse::new().content("edited").execute(&http, token).await;
        edited.map(drop).map_err(refused)
    };
    let follow_up = async |token: &str| {
        let followup = CreateInteractionResponseFollowup::new().content("further");
        followup.execute(&http, (None, token)).await.map(drop).map_err(refused)
    };
    stage.local.advance(Duration::from_secs(14 * 60 + 50));
    assert_eq!((edit(token).await, follow_up(token).await), (Ok(()), Ok(())));
    let texts: Vec<String> = ada.messages(stage.games).into_iter().map(|m| m.content).collect();
    assert_eq!(texts, ["edited", "further"]);

    stage.local.advance(Duration::from_secs(10));
    // Other interactions in between do not affect this token.
    ada.command(stage.games, "secret", &[]).await.unwrap();
    assert_eq!((edit(token).await, follow_up(token).await), (Err((401, 50_027)), Err((401, 50_027))));
    assert_eq!(follow_up("1.2").await, Err((404, 10_015)), "an interaction that never existed");
    assert_eq!(ada.messages(stage.games).len(), 3);
    stage.close().await;
}

/// The HTTP status and Discord's error code of a refusal.
pub fn refused(error: Error) -> (u16, isize) {
    match error {
        Error::Http(HttpError::UnsuccessfulRequest(response)) => (response.status_code.as_u16(), response.error.code),
        other => panic!("no refusal: {other}"),
    }
}

#[tokio::test]
async fn places_refuse_what_their_type_does_not_allow() {
    let bot_permissions = permission::BOT & !permission::MANAGE_THREADS;
    let local = Emulator::start(EmulatorOptions { bot_permissions, ..EmulatorOptions::default() }).await.unwrap();
    let raw = Raw::of(&local);
    let hello = json!({ "content": "hello" });
    let say = async |channel: Id| {
        let (status, answer) = raw.send("POST", &format!("/channels/{channel}/messages"), hello.clone()).await;
        (status, answer["code"].as_i64(), answer["id"].as_str().unwrap_or_default().to_owned())
    };
    let open = async |channel: Id, message: &str| {
        let path = format!("/channels/{channel}/messages/{message}/threads");
        let (status, answer) = raw.send("POST", &path, json!({ "name": "a game" })).await;
        (status, answer["code"].as_i64(), answer["type"].as_i64())
    };
    for (kind, number) in [
        (ChannelKind::Category, 4),
        (ChannelKind::Forum, 15),
        (ChannelKind::Media, 16),
        (ChannelKind::Voice, 2),
        (ChannelKind::Stage, 13),
        (ChannelKind::Announcements, 5),
    ] {
        let channel = local.add_channel_of(kind, "place");
        let (_, found) = raw.send("GET", &format!("/channels/{channel}"), Value::Null).await;
        assert_eq!(found["type"], number);
        let (status, code, message) = say(channel).await;
        match number {
            4 | 15 | 16 => assert_eq!((status, code), (400, Some(50_008)), "{kind:?}"),
            2 | 13 => assert_eq!(open(channel, &message).await, (400, Some(50_024), None), "{kind:?}"),
            _ => assert_eq!(open(channel, &message).await, (200, None, Some(10)), "{kind:?}"),
        }
    }
    let (ada, bruno, games) =
        (local.user("Ada").unwrap(), local.user("Bruno").unwrap(), local.channel("games").unwrap());
    let thread = local.start_thread(ChannelKind::PublicThread, games, &ada, "a thread").unwrap();
    let message = say(thread).await.2;
    assert_eq!(open(thread, &message).await, (400, Some(50_024), None));
    // A lock, and a lock of an archived thread.
    local.lock_thread(thread, true);
    assert_eq!(say(thread).await.1, Some(160_005));
    local.archive_thread(thread, true).unwrap();
    assert_eq!(say(thread).await.1, Some(50_083));
    local.archive_thread(thread, false).unwrap();
    assert_eq!(say(thread).await.0, 200, "writing opens an archived thread");
    // A private thread, before the bot is a member.
    let private = local.start_thread(ChannelKind::PrivateThread, games, &ada, "a secret").unwrap();
    assert_eq!(say(private).await.1, Some(50_001));
    ada.say(private, &format!("<@{}>", local.bot_id())).unwrap();
    assert_eq!(say(private).await.0, 200);
    // A filter, for messages and names.
    let plain = say(games).await.2;
    local.set_filter(Some("hello"));
    assert_eq!(say(games).await.1, Some(200_000));
    local.set_filter(Some("game"));
    assert_eq!(open(games, &plain).await.1, Some(200_001));
    // Slow mode is for people.
    local.set_filter(None);
    local.set_slow_mode(games, 30);
    bruno.say(games, "once").unwrap();
    assert!(bruno.say(games, "twice").is_err());
    assert_eq!((say(games).await.0, say(games).await.0), (200, 200));
    local.shutdown().await;
}
