//! The bot's device: its identity, its keys in the database, and what becomes of them.

use reqwest::Method;
use serde_json::{Value, json};
use std::sync::Arc;
use tablero::db::SqlStorage;
use tablero::db::sqlite::{backup, restore};
use tablero::matrix::encryption::opening::Opening;
use tablero::matrix::encryption::owner::Owner;
use tablero::matrix::encryption::recovery::new_recovery_key;
use tablero::matrix::login::account::Account;
use tablero::matrix::login::log_in::log_in;
use tablero::matrix::places::MATRIX;
use tablero::service::{GameService, Storage, SystemClock};
use test_support::matrix::bot::{Login, Meeting};
use test_support::matrix::device::{Device, assert_no_key_twice};
use test_support::matrix::user::SOON;
use tokio::time::timeout;

/// The bot, which logs in with its password, and Ada in an encrypted room with it.
struct Desk {
    meeting: Meeting,
    ada: Device,
    room: String,
}

impl Desk {
    /// `None` if something is not installed. The bot has these further settings.
    async fn open(settings: &str) -> Option<Desk> {
        let mut meeting = Meeting::without_bot(&[], "").await?;
        meeting.login = Login::Password;
        settings.clone_into(&mut meeting.settings);
        meeting.start_bot().await;
        let ada = Device::log_in(&meeting.homeserver, "ada", "ADA").await?;
        let room = ada.create_room(&[&meeting.bot.id], json!({})).await;
        ada.wait_member(&room, &meeting.bot.id).await;
        Some(Desk { meeting, ada, room })
    }

    /// Ada asks something, and reads the answer.
    async fn ask(&self) {
        self.ada.ask(&self.room, "!tablero about", &self.meeting.bot.id, "ZÈRTZ").await;
    }

    /// What the homeserver knows of the bot's keys.
    async fn published(&self) -> Value {
        let bot = &self.meeting.bot.id;
        let body = json!({ "device_keys": { bot: [] } });
        self.ada.session.call(Method::POST, &["keys", "query"], "", Some(body)).await
    }

    /// The public part of the bot's identity.
    async fn identity(&self) -> Value {
        self.published().await["master_keys"][&self.meeting.bot.id]["keys"].clone()
    }

    /// The devices of the bot that its identity has signed.
    async fn signed_devices(&self) -> Vec<String> {
        let published = self.published().await;
        let bot = self.meeting.bot.id.as_str();
        let signing = published["self_signing_keys"][bot]["keys"].as_object().expect("an identity");
        let signing = signing.keys().next().expect("a key");
        let devices = published["device_keys"][bot].as_object().expect("devices").iter();
        let signed = devices.filter(|(_, device)| device["signatures"][bot][signing].is_string());
        signed.map(|(id, _)| id.clone()).collect()
    }

    async fn restart(&mut self) {
        self.meeting.stop_bot().await;
        self.meeting.start_bot().await;
    }

    async fn close(mut self) {
        self.ada.wait_all_read().await;
        assert_no_key_twice(&[&self.ada]);
        self.meeting.stop_bot().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_signs_its_device_and_keeps_it_over_restarts() {
    let Some(mut desk) = Desk::open("").await else { return };
    desk.ask().await;
    let (identity, devices) = (desk.identity().await, desk.signed_devices().await);
    assert_eq!(devices.len(), 1);
    desk.restart().await;
    desk.ask().await;
    assert_eq!((desk.identity().await, desk.signed_devices().await), (identity, devices));
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_restored_database_the_bot_begins_as_a_new_device_of_the_same_identity() {
    let Some(mut desk) = Desk::open("").await else { return };
    desk.ask().await;
    let (identity, devices) = (desk.identity().await, desk.signed_devices().await);
    desk.meeting.stop_bot().await;
    let (database, backup) = (desk.meeting.database(), desk.meeting.database().with_extension("backup"));
    std::fs::copy(&database, &backup).expect("it is copied");
    desk.meeting.start_bot().await;
    desk.ask().await;
    desk.meeting.stop_bot().await;
    std::fs::copy(&backup, &database).expect("it is copied back");
    desk.meeting.start_bot().await;
    desk.ask().await;
    assert_eq!(desk.identity().await, identity);
    let later = desk.signed_devices().await;
    assert!(later.len() == 1 && later != devices, "{later:?} after {devices:?}");
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_that_is_restored_at_once_leads_to_a_new_device_too() {
    let Some(mut desk) = Desk::open("").await else { return };
    desk.ask().await;
    let (identity, devices) = (desk.identity().await, desk.signed_devices().await);
    desk.meeting.stop_bot().await;
    let (database, kept) = (desk.meeting.database(), desk.meeting.database().with_extension("backup"));
    backup(&database, &kept, |_, _| {}).await.expect("a backup");
    for ending in ["", "-wal"] {
        std::fs::remove_file(format!("{}{ending}", database.display())).expect("it was there");
    }
    restore(&kept, &database, |_, _| {}).await.expect("it is sound");
    desk.meeting.start_bot().await;
    desk.ask().await;
    let later = desk.signed_devices().await;
    assert_eq!(desk.identity().await, identity);
    assert!(later.len() == 1 && later != devices, "{later:?} after {devices:?}");
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_is_ended_elsewhere_costs_the_device_and_not_what_the_bot_can_read() {
    let Some(desk) = Desk::open("").await else { return };
    desk.ask().await;
    let (identity, devices) = (desk.identity().await, desk.signed_devices().await);
    let session = desk.meeting.service().queries().session(MATRIX).await.expect("it is read").expect("it is stored");
    desk.meeting.bot.call_with(&session.token, Method::POST, &["logout"], Some(json!({}))).await;
    // The homeserver has deleted the keys of the device, so another one begins.
    let begun = async {
        loop {
            let later = desk.signed_devices().await;
            if later.iter().any(|device| !devices.contains(device)) {
                return;
            }
        }
    };
    timeout(SOON, begun).await.expect("a new device is signed");
    desk.ask().await;
    assert_eq!(desk.identity().await, identity);
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_store_key_changes_nothing() {
    let Some(mut desk) = Desk::open("").await else { return };
    desk.ask().await;
    let devices = desk.signed_devices().await;
    desk.meeting.stop_bot().await;
    let why = refusal(&desk, &"a7".repeat(32), "").await;
    assert!(why.contains("matrix.store_key is not the key") && why.contains("forget-keys"), "{why}");
    desk.meeting.start_bot().await;
    desk.ask().await;
    assert_eq!(desk.signed_devices().await, devices);
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_database_costs_the_device_and_with_the_recovery_key_not_the_identity() {
    let key = new_recovery_key();
    let Some(mut desk) = Desk::open(&format!("recovery_key = {key:?}")).await else { return };
    desk.ask().await;
    let (identity, devices) = (desk.identity().await, desk.signed_devices().await);
    desk.meeting.stop_bot().await;
    std::fs::remove_file(desk.meeting.database()).expect("it was there");
    // A wrong recovery key changes nothing.
    let stored = secrets(&desk).await;
    let why = refusal(&desk, &desk.meeting.store_key, &new_recovery_key()).await;
    assert!(why.contains("MATRIX_RECOVERY_KEY"), "{why}");
    assert_eq!((secrets(&desk).await, desk.identity().await), (stored, identity.clone()));

    desk.meeting.start_bot().await;
    // What was written before its first start with this database is history to the bot, so they meet in a new room.
    desk.room = desk.ada.create_room(&[&desk.meeting.bot.id], json!({})).await;
    desk.ada.wait_member(&desk.room, &desk.meeting.bot.id).await;
    desk.ask().await;
    assert_eq!(desk.identity().await, identity);
    let signed = desk.signed_devices().await;
    assert!(signed.iter().any(|device| !devices.contains(device)), "{signed:?} after {devices:?}");
    let backup = desk.meeting.bot.call(Method::GET, &["room_keys", "version"], "", None).await;
    assert!(backup["count"].as_u64().is_some_and(|count| count > 0), "{backup}");
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn if_the_host_wants_it_only_devices_that_their_owners_have_signed_can_read() {
    let Some(mut desk) = Desk::open("only_signed_devices = true").await else { return };
    // matrix-nio signs no devices.
    let question = desk.ada.say(&desk.room, "!tablero about").await;
    let is_answer = |_: &str, event: &Value| {
        event["type"] == "m.room.encrypted"
            && event["content"]["m.relates_to"]["m.in_reply_to"]["event_id"] == question.as_str()
    };
    let (_, answer) = desk.ada.wait_from(0, "an answer that cannot be read", is_answer).await;
    assert_eq!(answer["sender"], desk.meeting.bot.id.as_str());
    desk.meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_the_access_token_of_another_client_the_bot_leaves_encrypted_rooms_and_plays_in_others() {
    let Some(mut meeting) = Meeting::without_bot(&[], "").await else { return };
    let Some(client) = Device::log_in(&meeting.homeserver, "tablero", "CLIENT").await else { return };
    meeting.bot.token = client.session.token.clone();
    drop(client);
    meeting.settings.clear();
    meeting.start_bot().await;
    let room = meeting.room().await;
    meeting.ada.ask(&room, "!tablero about", &meeting.bot.id, "ZÈRTZ").await;
    let encryption =
        json!({ "type": "m.room.encryption", "state_key": "", "content": { "algorithm": "m.megolm.v1.aes-sha2" } });
    meeting.ada.create_room(&[&meeting.bot.id], json!({ "initial_state": [encryption] })).await;
    meeting.ada.wait_text(0, &meeting.bot.id, "I can't read encrypted messages").await;
    meeting.stop_bot().await;
}

/// Why encryption does not begin with these keys, while the bot is stopped.
async fn refusal(desk: &Desk, store_key: &str, recovery_key: &str) -> String {
    let storage = Arc::new(SqlStorage::open_file(&desk.meeting.database()).await.expect("a database"));
    let service = GameService::new(Arc::clone(&storage) as Arc<dyn Storage>, Arc::new(SystemClock), || 7);
    let [homeserver, user] = [desk.meeting.address(), "tablero"].map(str::to_owned);
    let account = Account { homeserver, token: String::new(), password: user.clone(), user };
    let session = log_in(&service, &account).await.expect("the password is right");
    let owner = Owner::wait(&service).await.expect("nobody else owns the keys");
    let opening = Opening {
        service: &service,
        client: &session.client,
        account: &account,
        user: &session.whoami.user_id,
        device: session.whoami.device_id.as_deref(),
        key: store_key.parse().expect("a key"),
        generation: owner.generation(),
        only_signed: false,
        recovery_key,
    };
    let refused = opening.open().await.err().expect("it is refused").to_string();
    owner.release().await;
    storage.close().await;
    refused
}

/// What the bot's account has stored for its recovery key.
async fn secrets(desk: &Desk) -> [Value; 2] {
    let bot = &desk.meeting.bot;
    let data = async |kind: &str| bot.call(Method::GET, &["user", &bot.id, "account_data", kind], "", None).await;
    [data("m.secret_storage.default_key").await, data("m.cross_signing.master").await]
}
