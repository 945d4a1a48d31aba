//! Rooms: what is meant for the bot there, and where it does not stay.

use reqwest::Method;
use serde_json::{Value, json};
use tablero::matrix::places::MATRIX;
use tablero::service::{ChallengeId, ChallengeState, ExternalId};
use test_support::matrix::bot::Meeting;
use test_support::matrix::user::{User, body, mentions};

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_meant_for_the_bot_is_not_answered() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let (ada, bruno, bot) = (&meeting.ada, &meeting.bruno, &meeting.bot);
    let before = ada.events().len();
    ada.say(&room, "move over, Bruno").await;
    ada.say(&room, "!poll pizza pasta").await;
    ada.say(&room, "17").await;
    let notice = json!({ "msgtype": "m.notice", "body": "!tablero about" });
    bruno.send(&room, "m.room.message", notice).await;
    let command = ada.say(&room, "!tablero challenge @Bruno game barrier").await;
    let (_, challenge) = ada.wait_text(before, &bot.id, "challenges").await;
    // An edited command, and a reaction that means nothing.
    let edit = json!({
        "msgtype": "m.text",
        "body": "!tablero about",
        "m.new_content": { "msgtype": "m.text", "body": "!tablero about" },
        "m.relates_to": { "rel_type": "m.replace", "event_id": command },
    });
    ada.send(&room, "m.room.message", edit).await;
    let challenge = challenge["event_id"].as_str().expect("an id");
    bruno.react(&room, challenge, "👍").await;
    // Only the challenged player can answer with a reaction.
    let carla = User::register(&meeting.homeserver, "carla").await;
    ada.call(Method::POST, &["rooms", &room, "invite"], "", Some(json!({ "user_id": carla.id }))).await;
    carla.join(&room).await;
    for reaction in ["✅", "❌"] {
        carla.react(&room, challenge, reaction).await;
    }
    ada.say(&room, "!tablero chalenge @Bruno").await;
    // The answer to this comes after everything before it was handled.
    let (direct, nearest) = ada.wait_text(before, &bot.id, "challenge").await;
    assert_eq!((direct == room, body(&nearest).contains("challenges")), (true, true));
    let (place, nearest) = ada.wait_text(before, &bot.id, "Did you mean").await;
    assert_eq!(place, room, "mistakes are explained where they are made");
    assert!(body(&nearest).contains("challenge @friend"), "{}", body(&nearest));
    let events = ada.events();
    let of_bot = events.iter().skip(before).filter(|(_, event)| event["sender"] == bot.id.as_str());
    let messages: Vec<&str> =
        of_bot.filter(|(_, event)| event["type"] == "m.room.message").map(|(_, event)| body(event)).collect();
    assert_eq!(messages.len(), 2, "{messages:?}");
    carla.receive().await;
    let rooms = carla.call(Method::GET, &["joined_rooms"], "", None).await;
    assert_eq!(rooms["joined_rooms"], json!([room]), "nothing is explained to her");
    let challenge = meeting.service().queries().challenge(ChallengeId(1)).await.expect("it is read");
    assert!(challenge.is_some_and(|challenge| challenge.state == ChallengeState::Open), "she cannot answer it");
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_encryption_the_bot_leaves_an_encrypted_room_and_says_why() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let encryption =
        json!({ "type": "m.room.encryption", "state_key": "", "content": { "algorithm": "m.megolm.v1.aes-sha2" } });
    let room = meeting.ada.create_room(&[&meeting.bot.id], json!({ "initial_state": [encryption] })).await;
    let (direct, why) = meeting.ada.wait_text(0, &meeting.bot.id, "encrypted").await;
    assert_ne!(direct, room);
    assert_eq!(mentions(&why), Vec::<&str>::new());
    assert!(!meeting.ada.is_member(&room, &meeting.bot.id).await);
    let ada = ExternalId(meeting.ada.id.clone());
    let person = meeting.service().queries().find_person(MATRIX, &ada).await.expect("it is read");
    assert_eq!(person, None, "she has not used the bot");
    // A room that is encrypted later.
    let room = meeting.room().await;
    let before = meeting.ada.events().len();
    let content = json!({ "algorithm": "m.megolm.v1.aes-sha2" });
    meeting.ada.call(reqwest::Method::PUT, &["rooms", &room, "state", "m.room.encryption"], "", Some(content)).await;
    let left = |place: &str, event: &serde_json::Value| {
        place == room && event["state_key"] == meeting.bot.id.as_str() && event["content"]["membership"] == "leave"
    };
    meeting.ada.wait_from(before, "the bot leaves", left).await;
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_written_before_the_first_start_is_skipped_and_what_was_written_while_it_was_down_is_not() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let before = meeting.ada.events().len();
    meeting.stop_bot().await;
    meeting.ada.say(&room, "!tablero challenge @Bruno game barrier").await;
    // More than one page of the timeline, so that the homeserver leaves some out.
    for number in 0..60 {
        meeting.bruno.say(&room, &format!("{number} bottles on the wall")).await;
    }
    meeting.start_bot().await;
    let (_, challenge) = meeting.ada.wait_text(before, &meeting.bot.id, "challenges").await;
    assert_eq!(mentions(&challenge), [meeting.bruno.id.as_str()]);
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_messages_need_more_power_than_other_events_no_game_is_proposed() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let levels = json!({ "users": { meeting.bruno.id.as_str(): 50 }, "events": { "m.room.message": 50 } });
    meeting.ada.call(reqwest::Method::PUT, &["rooms", &room, "state", "m.room.power_levels"], "", Some(levels)).await;
    meeting.ada.say(&room, "!tablero challenge @Bruno game barrier").await;
    let (direct, why) = meeting.ada.wait_text(0, &meeting.bot.id, "Send Messages").await;
    assert_ne!(direct, room, "{}", body(&why));
    let challenge = meeting.service().queries().challenge(ChallengeId(1)).await.expect("it is read");
    assert_eq!(challenge, None, "nobody could see it");
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_bot_may_not_write_it_says_so_in_the_direct_room() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let levels = json!({ "users": { meeting.bruno.id.as_str(): 50 }, "events_default": 50 });
    meeting.ada.call(reqwest::Method::PUT, &["rooms", &room, "state", "m.room.power_levels"], "", Some(levels)).await;
    meeting.ada.say(&room, "!tablero challenge @Bruno game barrier").await;
    let (direct, why) = meeting.ada.wait_text(0, &meeting.bot.id, "Send Messages").await;
    assert_ne!(direct, room, "{}", body(&why));
    // A direct room that she leaves is not used any more.
    meeting.ada.call(reqwest::Method::POST, &["rooms", &direct, "leave"], "", Some(json!({}))).await;
    let before = meeting.ada.events().len();
    meeting.ada.say(&room, "!tablero about").await;
    let (other, _) = meeting.ada.wait_text(before, &meeting.bot.id, "ZÈRTZ").await;
    assert!(other != direct && other != room);
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn managers_of_a_room_choose_its_language() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    meeting.bruno.say(&room, "!tablero server language it").await;
    let (place, _) = meeting.bruno.wait_text(0, &meeting.bot.id, "Manage Server").await;
    assert_eq!(place, room);
    meeting.ada.say(&room, "!tablero server language es").await;
    let (place, _) = meeting.ada.wait_text(0, &meeting.bot.id, "español").await;
    assert_eq!(place, room);
    meeting.ada.say(&room, "!tablero challenge @Bruno game barrier").await;
    let (place, _) = meeting.ada.wait_text(0, &meeting.bot.id, "desafía a").await;
    assert_eq!(place, room);
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_space_counts_as_the_server_of_the_rooms_that_it_names() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let Meeting { ada, bruno, bot, .. } = &meeting;
    let space = ada.create_room(&[&bot.id], json!({ "creation_content": { "type": "m.space" } })).await;
    let joined = |room: &str, event: &Value| {
        room == space && event["state_key"] == bot.id.as_str() && event["content"]["membership"] == "join"
    };
    ada.wait_from(0, "the bot joins the space", joined).await;
    let via = json!({ "via": ["localhost"], "canonical": true });
    let parent = json!({ "initial_state": [{ "type": "m.space.parent", "state_key": space, "content": via }] });
    let mut rooms = Vec::new();
    for _ in 0..2 {
        let room = ada.create_room(&[&bruno.id, &bot.id], parent.clone()).await;
        ada.call(Method::PUT, &["rooms", &space, "state", "m.space.child", &room], "", Some(via.clone())).await;
        bruno.join(&room).await;
        ada.wait_from(0, "hello", |place, event| place == room && body(event).contains("I'm Tablero")).await;
        rooms.push(room);
    }
    // A room that names the space without being named by it has settings of its own.
    let claimed = bruno.create_room(&[&bot.id], parent).await;
    bruno.wait_from(0, "hello", |place, event| place == claimed && body(event).contains("I'm Tablero")).await;
    bruno.say(&claimed, "!tablero server language it").await;
    bruno.wait_text(0, &bot.id, "italiano").await;

    ada.say(&rooms[0], "!tablero server language es").await;
    ada.wait_text(0, &bot.id, "español").await;
    ada.say(&rooms[0], "!tablero server prefix juego:").await;
    ada.wait_text(0, &bot.id, "Los comandos empiezan por juego:").await;
    ada.say(&rooms[1], "juego: challenge @Bruno game barrier").await;
    let (place, _) = ada.wait_text(0, &bot.id, "desafía a").await;
    assert_eq!(place, rooms[1], "the setting holds in the other room of the space");
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_go_on_in_the_successor_of_a_room() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let Meeting { ada, bruno, bot, .. } = &meeting;
    let room = ada.create_room(&[&bruno.id, &bot.id], json!({ "preset": "public_chat", "room_version": "10" })).await;
    bruno.join(&room).await;
    ada.wait_text(0, &bot.id, "Tablero").await;
    ada.say(&room, "!tablero challenge @Bruno side first game barrier variant 6").await;
    let (_, challenge) = bruno.wait_text(0, &bot.id, "challenges").await;
    bruno.react(&room, challenge["event_id"].as_str().expect("an id"), "✅").await;
    let is_board = |event: &Value, ply: usize| {
        let file = event["content"]["tablero.file"].as_str().unwrap_or_default();
        file.ends_with(&format!("-{ply}.png"))
    };
    ada.wait_from(0, "the first board", |_, event| is_board(event, 0)).await;
    let upgraded = ada.call(Method::POST, &["rooms", &room, "upgrade"], "", Some(json!({ "new_version": "11" }))).await;
    let successor = upgraded["replacement_room"].as_str().expect("a room").to_owned();
    let (place, _) = ada.wait_text(0, &bot.id, "This room was upgraded").await;
    assert_eq!(place, successor);
    ada.say(&successor, "!tablero move c3").await;
    let (place, board) = ada.wait_from(0, "the next board", |_, event| is_board(event, 1)).await;
    assert_eq!(place, successor);
    assert!(board["content"]["m.relates_to"].is_null(), "its thread has stayed behind");
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_invitations_are_rejected_with_a_reason() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let Meeting { ada, bot, .. } = &meeting;
    for _ in 0..6 {
        ada.create_room(&[&bot.id], json!({})).await;
    }
    let rejected = |_: &str, event: &Value| {
        let reason = event["content"]["reason"].as_str().unwrap_or_default();
        event["state_key"] == bot.id.as_str() && reason.contains("Too many invitations")
    };
    let (room, event) = ada.wait_from(0, "a rejection", rejected).await;
    assert_eq!(event["content"]["membership"], "leave");
    assert!(!ada.is_member(&room, &bot.id).await);
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_command_is_explained_as_it_is_typed() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let with = json!({ "is_direct": true, "preset": "trusted_private_chat" });
    let direct = meeting.ada.create_room(&[&meeting.bot.id], with).await;
    let Meeting { ada, bot, .. } = &meeting;
    ada.wait_text(0, &bot.id, "Tablero").await;
    ada.say(&direct, "help").await;
    let (_, start) = ada.wait_text(0, &bot.id, "All commands").await;
    let entry = body(&start).lines().find(|line| line.contains("All commands")).expect("it is a line of the list");
    let number: String = entry.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    ada.say(&direct, &number).await;
    let (_, first) = ada.wait_text(0, &bot.id, "How to play").await;
    let before = ada.events().len();
    ada.say(&direct, "1").await;
    let (_, more) = ada.wait_text(before, &bot.id, "For server managers").await;
    let help = format!("{}\n{}", body(&first), body(&more));
    let commands = tablero::chat::actions::commands(&tablero::catalog::Catalog::standard(), false);
    for command in &commands {
        let name = command.title.get(tablero::chat::texts::Language::En);
        assert!(help.contains(&format!("!{name}")), "!{name} is missing: {help}");
        let before = ada.events().len();
        ada.say(&direct, &format!("help {name}")).await;
        let (_, explained) = ada.wait_text(before, &bot.id, &format!("!{name}")).await;
        for option in command.options() {
            let option = option.title.get(tablero::chat::texts::Language::En);
            assert!(body(&explained).contains(option), "{name} {option}: {}", body(&explained));
        }
    }
    assert!(!help.contains(" /"), "a slash would be a command of the client: {help}");
    ada.say(&direct, "help chalenge").await;
    ada.wait_text(0, &bot.id, "Did you mean “challenge”?").await;
    meeting.stop_bot().await;
}
