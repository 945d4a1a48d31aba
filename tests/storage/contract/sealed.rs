//! Records that only their owner may change.

use crate::backend::Backend;
use crate::fixture::{CLUB, Fixture};
use std::collections::BTreeSet;
use strum::IntoEnumIterator;
use tablero::matrix::encryption::records::RecordKind;
use tablero::service::{
    Claimant, LEASE_MS, Ownership, Received, RecordChange, SealedChanges, SealedRecord, StorageError, WorkerId,
};
use tokio::task::JoinSet;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The generation of the worker that asks for the records; `None` if another worker owns them.
async fn owned<B: Backend>(fixture: &Fixture<B>, worker: WorkerId) -> Option<i64> {
    match fixture.storage.own_records(worker, fixture.now()).await.expect("an owner") {
        Ownership::Mine { generation, until } => {
            assert_eq!(until, fixture.now().plus(LEASE_MS));
            Some(generation)
        }
        Ownership::Others { .. } => None,
    }
}

/// A change of a record.
fn change(kind: &'static str, id: &str, value: Option<&str>) -> RecordChange {
    RecordChange { kind, id: id.to_owned(), value: value.map(|value| value.as_bytes().to_vec()) }
}

fn changes<B: Backend>(fixture: &Fixture<B>, generation: i64, changes: Vec<RecordChange>) -> SealedChanges {
    SealedChanges { generation, now: fixture.now(), cleared: Vec::new(), changes }
}

async fn stored<B: Backend>(fixture: &Fixture<B>, kind: &str) -> Vec<(String, Vec<u8>)> {
    let records = fixture.storage.sealed_records(kind, "", "", 100).await.expect("they are read");
    records.into_iter().map(|SealedRecord { id, value }| (id, value)).collect()
}

pub async fn each_new_owner_of_the_records_has_the_next_generation<B: Backend>(fixture: &Fixture<B>) {
    let [one, other] = [Claimant::new().id(), Claimant::new().id()];
    let owner = async || fixture.storage.records_owner(fixture.now()).await.expect("it is read");
    assert_eq!(owner().await, None);
    let first = owned(fixture, one).await.expect("no one owns them");
    assert_eq!((owned(fixture, other).await, owner().await), (None, Some(first)));
    fixture.advance(LEASE_MS - 1);
    assert_eq!(owned(fixture, one).await, Some(first), "it asks again in time");
    fixture.advance(LEASE_MS - 1);
    let others = fixture.storage.own_records(other, fixture.now()).await.expect("an owner");
    assert_eq!(others, Ownership::Others { until: fixture.now().plus(1) });
    fixture.advance(1);
    assert_eq!(owner().await, None, "its lease has ended");
    assert_eq!(owned(fixture, one).await, Some(first + 1), "it asks too late");
    fixture.storage.release_records(first).await.expect("it does nothing");
    assert_eq!(owned(fixture, other).await, None);
    assert_eq!(owner().await, Some(first + 1));
    fixture.storage.release_records(first + 1).await.expect("it is the owner");
    assert_eq!(owner().await, None);
    assert_eq!(owned(fixture, other).await, Some(first + 2));
    fixture.storage.release_records(first + 2).await.expect("it is the owner");
    assert_eq!(owned(fixture, other).await, Some(first + 3), "it starts anew");
}

pub async fn of_several_workers_at_once_one_owns_the_records<B: Backend>(fixture: &Fixture<B>) {
    let mut generations = BTreeSet::new();
    for _ in 0..5 {
        let mut asking = JoinSet::new();
        for _ in 0..6 {
            let (storage, now, worker) = (fixture.storage.clone(), fixture.now(), Claimant::new().id());
            asking.spawn(async move { storage.own_records(worker, now).await.expect("an owner") });
        }
        let owners = asking.join_all().await.into_iter();
        let owners: Vec<_> = owners.filter(|owner| matches!(owner, Ownership::Mine { .. })).collect();
        let [Ownership::Mine { generation, .. }] = owners[..] else { panic!("{owners:?}") };
        assert!(generations.insert(generation), "{generation} is not new");
        fixture.advance(LEASE_MS);
    }
}

pub async fn a_frozen_owner_stores_nothing_after_another_took_over<B: Backend>(fixture: &Fixture<B>) {
    let storage = &fixture.storage;
    let frozen = owned(fixture, Claimant::new().id()).await.expect("no one owns them");
    let written = changes(fixture, frozen, vec![change("account", "a", Some("old")), change("room", "b", Some("1"))]);
    storage.store_sealed(&written).await.expect("it is stored");
    fixture.advance(LEASE_MS);
    let present = owned(fixture, Claimant::new().id()).await.expect("the lease has ended");

    let late = vec![change("account", "a", Some("late")), change("room", "b", None), change("room", "c", Some("2"))];
    for generation in [frozen, present + 1] {
        let late = SealedChanges { cleared: vec!["room"], ..changes(fixture, generation, late.clone()) };
        let refused = storage.store_sealed(&late).await;
        assert!(matches!(refused, Err(StorageError::Conflict)), "{refused:?}");
        let received = Received { position: Some("s1".to_owned()), sealed: Some(late), ..Received::default() };
        let refused = storage.store_received(CLUB, &received).await;
        assert!(matches!(refused, Err(StorageError::Conflict)), "{refused:?}");
    }
    assert_eq!(stored(fixture, "account").await, [("a".to_owned(), b"old".to_vec())]);
    assert_eq!(stored(fixture, "room").await, [("b".to_owned(), b"1".to_vec())]);
    assert_eq!(storage.sync_position(CLUB).await.expect("it is read"), None);
    storage.store_sealed(&changes(fixture, present, late)).await.expect("it is stored");
    assert_eq!(stored(fixture, "room").await, [("c".to_owned(), b"2".to_vec())]);
}

pub async fn a_position_and_what_belongs_to_it_are_stored_together<B: Backend>(fixture: &Fixture<B>) {
    let storage = &fixture.storage;
    let generation = owned(fixture, Claimant::new().id()).await.expect("no one owns them");
    let sealed = changes(fixture, generation, vec![change("account", "a", Some("new"))]);
    let received = Received { position: Some("s1".to_owned()), sealed: Some(sealed), ..Received::default() };
    storage.store_received(CLUB, &received).await.expect("it is stored");
    assert_eq!(storage.sync_position(CLUB).await.expect("it is read").as_deref(), Some("s1"));
    assert_eq!(storage.sealed_record("account", "a").await.expect("it is read"), Some(b"new".to_vec()));
    assert_eq!(storage.sealed_record("account", "b").await.expect("it is read"), None);
    assert_eq!(storage.sealed_record("room", "a").await.expect("it is read"), None, "each kind has its ids");
}

pub async fn records_are_read_by_the_beginning_of_their_ids<B: Backend>(fixture: &Fixture<B>) {
    let storage = &fixture.storage;
    let generation = owned(fixture, Claimant::new().id()).await.expect("no one owns them");
    let ids = ["00", "0f", "a0", "a1", "a9", "af", "b0", "ff"];
    let all = ids.iter().rev().map(|id| change("room", id, Some(id))).collect();
    storage.store_sealed(&changes(fixture, generation, all)).await.expect("it is stored");
    let other = changes(fixture, generation, vec![change("rooms", "a5", Some(""))]);
    storage.store_sealed(&other).await.expect("it is stored");
    let found = async |prefix, after, limit| {
        let records = storage.sealed_records("room", prefix, after, limit).await.expect("they are read");
        assert!(records.iter().all(|record| record.value == record.id.as_bytes()), "{records:?}");
        records.into_iter().map(|record| record.id).collect::<Vec<_>>()
    };
    assert_eq!(found("", "", 100).await, ids);
    assert_eq!(found("a", "", 100).await, ["a0", "a1", "a9", "af"]);
    assert_eq!(found("a", "a1", 1).await, ["a9"]);
    assert_eq!(found("", "af", 100).await, ["b0", "ff"]);
    assert_eq!(found("c", "", 100).await, [""; 0]);
    assert_eq!(storage.count_sealed("room").await.expect("they are counted"), 8);
    let cleared =
        SealedChanges { cleared: vec!["room"], ..changes(fixture, generation, vec![change("room", "c0", Some("c0"))]) };
    storage.store_sealed(&cleared).await.expect("it is stored");
    assert_eq!(found("", "", 100).await, ["c0"]);
    assert_eq!(stored(fixture, "rooms").await.len(), 1);
}

pub async fn records_that_matter_for_a_while_are_pruned_after_eight_days_and_no_others<B: Backend>(
    fixture: &Fixture<B>,
) {
    const PASSING: [RecordKind; 3] = [RecordKind::Ciphertext, RecordKind::OlmHash, RecordKind::WaitingEvents];
    let storage = &fixture.storage;
    let generation = owned(fixture, Claimant::new().id()).await.expect("no one owns them");
    let store = async |id| {
        let all = RecordKind::iter().map(|kind| change(kind.word(), id, Some("text"))).collect();
        storage.store_sealed(&changes(fixture, generation, all)).await.expect("it is stored");
    };
    store("a").await;
    store("b").await;
    fixture.advance(DAY_MS);
    store("b").await;
    fixture.advance(7 * DAY_MS + 1);
    while storage.prune(fixture.now()).await.expect("it is pruned") {}
    for kind in RecordKind::iter() {
        let ids: Vec<String> = stored(fixture, kind.word()).await.into_iter().map(|(id, _)| id).collect();
        let left: &[&str] = if PASSING.contains(&kind) { &["b"] } else { &["a", "b"] };
        assert_eq!(ids, left, "{kind:?}");
    }
}
