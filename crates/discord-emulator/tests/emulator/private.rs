//! Channels where the bot is not a member: it receives no messages and may not post, but answers interactions.

use discord_emulator::{ChannelKind, EmulatorOptions, Reply};
use serde_json::{Value, json};
use serenity::all::{Builder, CreateInteractionResponseFollowup, HttpBuilder};

use crate::refusals::refused;
use crate::stage::{Raw, SOON, Stage};

#[tokio::test]
async fn without_membership_the_bot_can_only_respond() {
    let stage = Stage::open().await;
    let raw = Raw::of(&stage.local);
    let [ada, bruno, carmen] = ["Ada", "Bruno", "Carmen"].map(|name| stage.local.user(name).unwrap());
    let private = stage.local.channel("private: Ada & Bruno").expect("it is there from the beginning");
    assert_eq!(stage.local.private_channel(&[&bruno, &ada]), private);
    assert!(bruno.channels().iter().any(|channel| channel.id == private && channel.kind == ChannelKind::Private));
    assert!(carmen.channels().iter().all(|channel| channel.id != private));
    assert!(carmen.command(private, "hello", &[]).await.is_err());

    let hello = json!({ "content": "x" });
    for (method, path, body) in [
        ("POST", format!("/channels/{private}/messages"), hello.clone()),
        ("GET", format!("/channels/{private}/messages"), Value::Null),
        ("GET", format!("/channels/{private}"), Value::Null),
        ("POST", format!("/channels/{private}/typing"), Value::Null),
        ("POST", format!("/channels/{private}/threads"), json!({ "name": "x", "type": 11 })),
    ] {
        let (status, answer) = raw.send(method, &path, body).await;
        assert_eq!((status, &answer["code"]), (403, &json!(50_001)), "{method} {path}: {answer}");
    }
    // User messages are not sent to the bot, even when they mention it.
    let mention = format!("<@{}> hello", stage.local.bot_id());
    ada.say(private, &mention).unwrap();
    // Where it is a member it answers; by then it would have answered the earlier messages.
    let heard = ada.say(stage.games, &mention).unwrap();
    ada.wait_message(stage.games, |message| message.reply_to == Some(heard), SOON).await.unwrap();
    let reply = ada.command(private, "board", &[("opponent", json!(bruno.id()))]).await.unwrap();
    let board = reply.message().unwrap();
    assert!(board.content.starts_with("Against bruno") && !board.ephemeral);
    // Anyone who can read the channel can press the buttons.
    let seen = bruno.wait_message(private, |message| message.id == board.id, SOON).await.unwrap();
    let pressed = bruno.press(&seen, "count:0").await.unwrap();
    assert!(matches!(&pressed, Reply::Updated(message) if message.content == "Counting"), "{pressed:?}");
    let edit = format!("/channels/{private}/messages/{}", board.id);
    assert_eq!(raw.send("PATCH", &edit, hello).await.1["code"], 50_001);
    assert_eq!(ada.messages(private).len(), 2, "the bot does not answer messages that it cannot receive");
    stage.close().await;
}

#[tokio::test]
async fn without_membership_five_follow_ups_are_allowed() {
    let stage = Stage::open().await;
    let ada = stage.local.user("Ada").unwrap();
    let group =
        stage.local.private_channel(&[&ada, &stage.local.user("Bruno").unwrap(), &stage.local.user("Carmen").unwrap()]);
    for (channel, most) in [(group, 5), (stage.games, 8)] {
        stage.local.faults().clear_requests();
        ada.command(channel, "hello", &[]).await.unwrap();
        let seen = stage.local.faults().requests();
        let token = seen[0].path.rsplit('/').nth(1).unwrap();
        let http = HttpBuilder::new("").proxy(stage.local.api_url()).ratelimiter_disabled(true).build();
        http.set_application_id(stage.local.bot_id().to_string().parse().unwrap());
        let further = async || {
            let message = CreateInteractionResponseFollowup::new().content("further");
            message.execute(&http, (None, token)).await.map(drop).map_err(refused)
        };
        for _ in 0..most {
            assert_eq!(further().await, Ok(()));
        }
        let expected = if channel == group { Err((400, 40_094)) } else { Ok(()) };
        assert_eq!(further().await, expected);
    }
    stage.close().await;
}

#[tokio::test]
async fn without_membership_public_responses_need_a_permission() {
    let stage = Stage::open_with(EmulatorOptions { installed: false, ..EmulatorOptions::default() }).await;
    let raw = Raw::of(&stage.local);
    let (ada, bruno) = (stage.local.user("Ada").unwrap(), stage.local.user("Bruno").unwrap());
    let path = format!("/channels/{}/messages", stage.games);
    assert_eq!(raw.send("POST", &path, json!({ "content": "x" })).await.1["code"], 50_001);
    assert_eq!(raw.send("GET", &format!("/guilds/{}", stage.local.guild_id()), Value::Null).await.1["code"], 50_001);
    let reply = ada.command(stage.games, "slow", &[]).await.unwrap();
    assert!(matches!(&reply, Reply::Message(message) if !message.ephemeral), "{reply:?}");
    stage.local.allow_external_apps(false);
    for name in ["hello", "slow"] {
        let reply = bruno.command(stage.games, name, &[]).await.unwrap();
        assert!(matches!(&reply, Reply::Message(message) if message.ephemeral), "{reply:?}");
    }
    assert_eq!(ada.messages(stage.games).len(), 1);
    // The server owner has every permission.
    let reply = ada.command(stage.games, "hello", &[]).await.unwrap();
    assert!(matches!(&reply, Reply::Message(message) if !message.ephemeral), "{reply:?}");
    stage.close().await;
}
