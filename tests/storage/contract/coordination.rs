//! What several processes agree on.

use crate::backend::Backend;
use crate::fixture::Fixture;
use tablero::service::{Claimant, LEASE_MS, Leadership};
use tokio::task::JoinSet;

pub async fn one_worker_at_a_time_leads_a_task<B: Backend>(fixture: &Fixture<B>) {
    let storage = &fixture.storage;
    let [one, other] = [Claimant::new().id(), Claimant::new().id()];
    let start = fixture.now();
    let lead = async |worker| storage.lead("posts", worker, fixture.now()).await.expect("a leader");
    let led = |is_own, ms| Leadership { is_own, until: start.plus(ms) };
    assert_eq!(lead(one).await, led(true, LEASE_MS));
    assert_eq!(lead(other).await, led(false, LEASE_MS));
    fixture.advance(1);
    assert_eq!(lead(one).await, led(true, LEASE_MS), "it is not extended at once");
    fixture.advance(-1);
    let elsewhere = storage.lead("other posts", other, fixture.now()).await.expect("a leader");
    assert_eq!(elsewhere, led(true, LEASE_MS), "each task has its own");
    fixture.advance(LEASE_MS / 2);
    let extended = LEASE_MS / 2 + LEASE_MS;
    assert_eq!((lead(one).await, lead(other).await), (led(true, extended), led(false, extended)));
    fixture.advance(LEASE_MS - 1);
    assert_eq!(lead(other).await, led(false, extended), "the leader leads until the end");
    fixture.advance(1);
    assert_eq!(lead(other).await, led(true, extended + LEASE_MS), "then it has to ask again");
    assert_eq!(lead(one).await, led(false, extended + LEASE_MS));
    storage.resign("posts", one).await.expect("it does nothing");
    assert!(!lead(one).await.is_own);
    storage.resign("posts", other).await.expect("it leads");
    assert!(lead(one).await.is_own);
}

pub async fn of_several_workers_at_once_one_becomes_the_leader<B: Backend>(fixture: &Fixture<B>) {
    for round in 0..10 {
        let mut asking = JoinSet::new();
        for _ in 0..6 {
            let (storage, now, task) = (fixture.storage.clone(), fixture.now(), format!("task {round}"));
            let worker = Claimant::new().id();
            asking.spawn(async move { storage.lead(&task, worker, now).await.expect("a leader").is_own });
        }
        assert_eq!(asking.join_all().await.into_iter().filter(|is_own| *is_own).count(), 1);
    }
}

pub async fn slots_keep_their_interval<B: Backend>(fixture: &Fixture<B>) {
    let start = fixture.now();
    let mut reserving = JoinSet::new();
    for _ in 0..8 {
        let (storage, now) = (fixture.storage.clone(), fixture.now());
        reserving.spawn(async move { storage.reserve_slot("identify", now, 5_000, 60_000).await.expect("a slot") });
    }
    let mut slots = reserving.join_all().await;
    slots.sort();
    assert_eq!(slots, (0..8).map(|slot| start.plus(slot * 5_000)).collect::<Vec<_>>());
    let other = fixture.storage.reserve_slot("another queue", fixture.now(), 5_000, 60_000).await.expect("a slot");
    assert_eq!(other, start, "each queue has its own");
    fixture.advance(60_000);
    let late = fixture.storage.reserve_slot("identify", fixture.now(), 5_000, 60_000).await.expect("a slot");
    assert_eq!(late, fixture.now(), "free slots are not made up for");
    // What processes that have ended had reserved, or reserved by a wrong clock, does not delay others for long.
    let ahead = fixture.now().plus(3_600_000);
    fixture.storage.reserve_slot("identify", ahead, 5_000, 60_000).await.expect("a slot");
    let next = fixture.storage.reserve_slot("identify", fixture.now(), 5_000, 60_000).await.expect("a slot");
    assert_eq!(next, fixture.now().plus(60_000));
}
