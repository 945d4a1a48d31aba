//! Engine jobs, scheduled checks, and outages.

use crate::backend::Backend;
use crate::fixture::{ADA, BRUNO, CARLA, Fixture, assert_conflict};
use tablero::service::{
    CheckOutcome, Claimant, JobEnd, JobId, LEASE_MS, Lease, Level, Match, MatchId, Millis, PlayerId, ScheduledCheck,
    Side, Span, Terms,
};

fn lease<B: Backend>(fixture: &Fixture<B>) -> Lease {
    Claimant::new().lease(fixture.now())
}

/// A match against the engine, which is to move.
async fn against_engine<B: Backend>(fixture: &Fixture<B>, player: PlayerId) -> Match {
    let terms = Terms { side: Side::Second, ..fixture.terms(player) };
    fixture.service.start_against_engine(terms, Level::FULL, None).await.expect("a game")
}

async fn jobs<B: Backend>(fixture: &Fixture<B>, lease: Lease, limit: u32) -> Vec<(JobId, MatchId)> {
    let (jobs, _) = fixture.storage.claim_jobs(lease, fixture.now(), limit).await.expect("jobs");
    jobs.iter().map(|job| (job.id, job.match_id)).collect()
}

pub async fn a_job_is_renewed_stolen_and_finished_by_its_holder_alone<B: Backend>(fixture: &Fixture<B>) {
    let (first, second) = (against_engine(fixture, ADA).await.id, against_engine(fixture, BRUNO).await.id);
    let storage = &fixture.storage;
    let slow = lease(fixture);
    let (claimed, next) = storage.claim_jobs(slow, fixture.now(), 1).await.expect("jobs");
    assert_eq!((claimed.len(), claimed[0].match_id, next), (1, first, Some(slow.until)));
    let held = [(claimed[0].id, slow.holder), (JobId(claimed[0].id.0 + 1), slow.holder)];
    let renewed = fixture.now().plus(LEASE_MS + 5);
    assert_eq!(storage.renew_jobs(&held, renewed).await.expect("jobs"), held[..1], "the other was never claimed");
    fixture.advance(LEASE_MS);
    let thief = lease(fixture);
    let other = jobs(fixture, thief, 9).await;
    assert_eq!(other.iter().map(|(_, game)| *game).collect::<Vec<_>>(), [second], "the first was renewed");
    fixture.advance(5);
    assert_eq!(jobs(fixture, thief, 9).await, [(held[0].0, first)]);
    assert_eq!(storage.held_jobs(&held).await.expect("jobs"), []);
    assert_eq!(storage.renew_jobs(&held, renewed.plus(9)).await.expect("jobs"), []);
    storage.release_job(held[0].0, slow.holder).await.expect("it does nothing");
    storage.release_jobs_of(slow.holder.worker).await.expect("it does nothing");
    assert_conflict(&storage.end_job(held[0].0, slow.holder, JobEnd::Done).await);
    assert_conflict(&storage.postpone_job(held[0].0, slow.holder, fixture.now(), "late").await);
    assert_eq!(jobs(fixture, lease(fixture), 9).await, [], "it is still held");
    storage.postpone_job(held[0].0, thief.holder, fixture.now().plus(9), "out of order").await.expect("it is held");
    storage.end_job(other[0].0, thief.holder, JobEnd::Done).await.expect("it is held");
    fixture.advance(9);
    assert_eq!(jobs(fixture, thief, 9).await, [(held[0].0, first)]);
    storage.release_jobs_of(thief.holder.worker).await.expect("a clean stop");
    assert_eq!(jobs(fixture, lease(fixture), 9).await, [(held[0].0, first)]);
}

pub async fn players_take_turns_at_the_engine<B: Backend>(fixture: &Fixture<B>) {
    let mut games = Vec::new();
    for player in [ADA, ADA, ADA, BRUNO, CARLA] {
        games.push(against_engine(fixture, player).await.id);
        fixture.advance(1);
    }
    let order = jobs(fixture, lease(fixture), 9).await.into_iter().map(|(_, game)| game).collect::<Vec<_>>();
    assert_eq!(order, [games[0], games[3], games[4], games[1], games[2]]);
}

pub async fn a_change_of_the_match_ends_its_job<B: Backend>(fixture: &Fixture<B>) {
    let game = against_engine(fixture, ADA).await;
    let lease = lease(fixture);
    let claimed = jobs(fixture, lease, 9).await;
    let resign = fixture.change(&game, ADA, &tablero::service::Action::Resign);
    fixture.apply(vec![resign]).await.expect("it is running");
    assert_eq!(fixture.storage.held_jobs(&[(claimed[0].0, lease.holder)]).await.expect("jobs"), []);
    assert_conflict(&fixture.storage.end_job(claimed[0].0, lease.holder, JobEnd::Done).await);
}

pub async fn a_failed_job_is_retried_if_its_match_is_the_same<B: Backend>(fixture: &Fixture<B>) {
    let (same, changed) = (against_engine(fixture, ADA).await, against_engine(fixture, BRUNO).await);
    let failing = lease(fixture);
    for (id, _) in jobs(fixture, failing, 9).await {
        fixture.storage.end_job(id, failing.holder, JobEnd::Failed).await.expect("it is held");
    }
    assert_eq!(jobs(fixture, lease(fixture), 9).await, []);
    let resign = fixture.change(&changed, BRUNO, &tablero::service::Action::Resign);
    fixture.apply(vec![resign]).await.expect("it is running");
    assert_eq!(fixture.storage.retry_failed_jobs(fixture.now()).await.expect("jobs"), 1);
    let retried = jobs(fixture, lease(fixture), 9).await;
    assert_eq!(retried.iter().map(|(_, game)| *game).collect::<Vec<_>>(), [same.id]);
}

pub async fn a_check_is_finished_by_its_holder_unless_it_was_scheduled_anew<B: Backend>(fixture: &Fixture<B>) {
    let timed = Terms { control: "3d".parse().expect("a time control"), ..fixture.terms(ADA) };
    let game = fixture.start(timed, BRUNO).await;
    let storage = &fixture.storage;
    let claim = async |lease| storage.claim_checks(lease, fixture.now(), 9).await.expect("checks");
    let (none, next) = claim(lease(fixture)).await;
    let at = next.expect("a reminder");
    assert_eq!(none, []);
    fixture.advance(at.0 - fixture.now().0);
    let slow = lease(fixture);
    let (due, next) = claim(slow).await;
    assert_eq!((due[0].check, due[0].due_at, next), (ScheduledCheck::Match(game.id), at, Some(slow.until)));
    assert_eq!(claim(lease(fixture)).await.0, []);
    fixture.advance(LEASE_MS);
    let (stolen, _) = claim(lease(fixture)).await;
    let later = fixture.now().plus(5);
    let finish = async |due| {
        let outcome = CheckOutcome { due, next: Some(later), flag_at: Some(Millis(77)), posts: Vec::new() };
        storage.finish_check(&outcome).await
    };
    assert_conflict(&finish(due[0]).await);
    finish(stolen[0]).await.expect("it is held");
    assert_conflict(&finish(stolen[0]).await);
    let listed = storage.running(ADA, 9).await.expect("a list").0;
    assert_eq!(listed[0].flag_at, Some(Millis(77)));
    fixture.advance(5);
    let (held, _) = claim(lease(fixture)).await;
    // What pauses her clock changes: the check is due again, without a lease.
    fixture.service.start_vacation(ADA, Some(1)).await.expect("she has a vacation");
    assert_conflict(&finish(held[0]).await);
    assert_eq!(claim(lease(fixture)).await.0.len(), 1);
}

pub async fn one_outage_is_recorded_once<B: Backend>(fixture: &Fixture<B>) {
    let from = fixture.now();
    fixture.storage.record_heartbeat(from).await.expect("it is stored");
    let outage = Span { from, until: from.plus(3_600_000) };
    fixture.storage.add_outage(outage).await.expect("it is the first");
    assert_conflict(&fixture.storage.add_outage(outage).await);
    assert_eq!(fixture.storage.last_heartbeat().await.expect("it is read"), Some(outage.until));
    assert_eq!(fixture.number("SELECT COUNT(*) FROM outages").await, 1);
}
