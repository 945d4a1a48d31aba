//! What the encryption stores.

use crate::backend::Backend;
use crate::fixture::{CLUB, Fixture};
use matrix_sdk_crypto::store::CryptoStore;
use matrix_sdk_crypto::store::types::{Changes, DeviceChanges, PendingChanges};
use matrix_sdk_crypto::{Account, DeviceData};
use ruma::{device_id, room_id, user_id};
use tablero::matrix::encryption::key_store::KeyStore;
use tablero::matrix::encryption::records::{RecordKind, Records, RecordsError};
use tablero::matrix::encryption::store_key::StoreKey;
use tablero::service::{Claimant, LEASE_MS, Ownership, Received};

fn key(digit: &str) -> StoreKey {
    digit.repeat(64).parse().expect("a key")
}

async fn own<B: Backend>(fixture: &Fixture<B>) -> i64 {
    let owner = fixture.storage.own_records(Claimant::new().id(), fixture.now()).await.expect("an owner");
    let Ownership::Mine { generation, .. } = owner else { panic!("no one owns them: {owner:?}") };
    generation
}

async fn opened<B: Backend>(fixture: &Fixture<B>, generation: i64) -> KeyStore {
    KeyStore::open(fixture.service.clone(), key("1"), generation).await.expect("it is opened")
}

async fn set(records: &Records, id: &str, value: &str) -> Result<(), RecordsError> {
    records.store(vec![records.set(RecordKind::CustomValue, id.to_owned(), value)?]).await
}

async fn get(records: &Records, id: &str) -> Option<String> {
    records.get(RecordKind::CustomValue, id).await.expect("it is read")
}

async fn ids(records: &Records, limit: u32) -> Vec<String> {
    let records = records.list::<String>(RecordKind::CustomValue, "", "", limit).await.expect("they are read");
    records.into_iter().map(|(id, _)| id).collect()
}

pub async fn what_is_held_back_is_read_and_stored_with_the_position<B: Backend>(fixture: &Fixture<B>) {
    let generation = own(fixture).await;
    let store = opened(fixture, generation).await;
    let records = store.records();
    for id in ["a0", "b0", "c0"] {
        set(records, id, "old").await.expect("it is stored");
    }
    records.hold().await.expect("it is the owner");
    set(records, "b0", "new").await.expect("it is held back");
    set(records, "d0", "new").await.expect("it is held back");
    let removed = Records::unset(RecordKind::CustomValue, "a0".to_owned());
    records.store(vec![removed]).await.expect("it is held back");
    assert_eq!((get(records, "a0").await, get(records, "b0").await.as_deref()), (None, Some("new")));
    assert_eq!(ids(records, 9).await, ["b0", "c0", "d0"]);
    assert_eq!(ids(records, 2).await, ["b0", "c0"]);

    // A process that is killed now reads what was stored before.
    let after_a_kill = opened(fixture, generation).await;
    assert_eq!(ids(after_a_kill.records(), 9).await, ["a0", "b0", "c0"]);
    let received = Received { position: Some("s1".to_owned()), ..Received::default() };
    records.commit_with(CLUB, received).await.expect("it is stored");
    assert_eq!(ids(after_a_kill.records(), 9).await, ["b0", "c0", "d0"]);
    assert_eq!(get(after_a_kill.records(), "b0").await.as_deref(), Some("new"));
    assert_eq!(fixture.storage.sync_position(CLUB).await.expect("it is read").as_deref(), Some("s1"));
    set(records, "e0", "new").await.expect("it is stored at once");
    assert_eq!(get(after_a_kill.records(), "e0").await.as_deref(), Some("new"));
}

pub async fn what_is_held_back_is_stored_before_anything_leaves<B: Backend>(fixture: &Fixture<B>) {
    let generation = own(fixture).await;
    let store = opened(fixture, generation).await;
    store.records().hold().await.expect("it is the owner");
    set(store.records(), "a0", "first").await.expect("it is held back");
    store.records().flush().await.expect("it is stored");
    set(store.records(), "b0", "second").await.expect("it is held back");
    let after_a_kill = opened(fixture, generation).await;
    assert_eq!(ids(after_a_kill.records(), 9).await, ["a0"], "it still holds back");
    assert_eq!(fixture.storage.sync_position(CLUB).await.expect("it is read"), None);
}

pub async fn an_owner_that_was_replaced_can_do_nothing_more<B: Backend>(fixture: &Fixture<B>) {
    let frozen = opened(fixture, own(fixture).await).await;
    frozen.records().hold().await.expect("it is the owner");
    set(frozen.records(), "a0", "late").await.expect("it is held back");
    fixture.advance(LEASE_MS);
    let present = opened(fixture, own(fixture).await).await;
    let received = Received { position: Some("s1".to_owned()), ..Received::default() };
    let refused = frozen.records().commit_with(CLUB, received).await;
    assert!(matches!(refused, Err(RecordsError::NotOwner)), "{refused:?}");
    for refused in [
        frozen.records().hold().await,
        frozen.records().flush().await,
        set(frozen.records(), "a0", "late").await,
        frozen.begin_new_device().await,
        frozen.records().get::<String>(RecordKind::CustomValue, "a0").await.map(drop),
    ] {
        assert!(matches!(refused, Err(RecordsError::NotOwner)), "{refused:?}");
    }
    assert_eq!(ids(present.records(), 9).await, [""; 0]);
    assert_eq!(fixture.storage.sync_position(CLUB).await.expect("it is read"), None);
}

pub async fn a_store_opens_with_its_own_key_alone<B: Backend>(fixture: &Fixture<B>) {
    let generation = own(fixture).await;
    set(opened(fixture, generation).await.records(), "a0", "kept").await.expect("it is stored");
    let wrong = KeyStore::open(fixture.service.clone(), key("2"), generation).await;
    assert!(matches!(wrong, Err(RecordsError::WrongKey(_))), "{wrong:?}");
    assert_eq!(get(opened(fixture, generation).await.records(), "a0").await.as_deref(), Some("kept"));
}

pub async fn a_new_device_keeps_the_keys_to_what_was_written<B: Backend>(fixture: &Fixture<B>) {
    let generation = own(fixture).await;
    let store = opened(fixture, generation).await;
    let (user, room) = (user_id!("@bot:example.org"), room_id!("!room:example.org"));
    let account = Account::with_device_id(user, device_id!("FIRST"));
    store.save_pending_changes(PendingChanges { account: Some(account.deep_clone()) }).await.expect("it is stored");
    let (outbound, inbound) = account.create_group_session_pair_with_defaults(room).await;
    let devices = DeviceChanges { new: vec![DeviceData::from_account(&account)], ..DeviceChanges::default() };
    let session = inbound.session_id().to_owned();
    let changes = Changes {
        outbound_group_sessions: vec![outbound],
        inbound_group_sessions: vec![inbound],
        devices,
        ..Changes::default()
    };
    store.save_changes(changes).await.expect("it is stored");
    let held = async |store: &KeyStore| {
        let outbound = store.get_outbound_group_session(room).await.expect("it is read").is_some();
        let inbound = store.get_inbound_group_session(room, &session).await.expect("it is read").is_some();
        let devices = store.get_user_devices(user).await.expect("they are read").len();
        (store.load_account().await.expect("it is read").is_some(), outbound, inbound, devices)
    };
    assert_eq!(held(&store).await, (true, true, true, 1));
    store.discard_outbound_group_sessions().await.expect("they are deleted");
    assert_eq!(held(&store).await, (true, false, true, 1));
    store.begin_new_device().await.expect("it begins");
    assert_eq!(held(&store).await, (false, false, true, 1));
    assert_eq!(held(&opened(fixture, generation).await).await, (false, false, true, 1));
}
