//! Words that the program does not know, as after an error or a change by hand: they stop what they belong to, and
//! nothing else.

use crate::backend::Backend;
use crate::fixture::{ADA, CHANNEL, CLUB, Fixture, SERVER};
use tablero::service::{
    Action, Change, Claimant, Level, MatchFilter, MatchStop, PostPriority, ServerId, ServiceError, Side, StorageError,
    Terms,
};

pub async fn a_match_with_an_unknown_word_is_corrupt_and_the_others_are_read<B: Backend>(fixture: &Fixture<B>) {
    let mut games = Vec::new();
    for _ in 0..6 {
        games.push(fixture.game().await);
    }
    for sql in [
        "UPDATE matches SET status = 'dreaming' WHERE id = 1",
        "UPDATE matches SET game = 'chess' WHERE id = 2",
        "UPDATE matches SET offer = 'marriage' WHERE id = 3",
        "UPDATE match_locations SET delivery_mode = 'pigeon' WHERE match = 4",
        "DELETE FROM match_locations WHERE match = 5",
    ] {
        fixture.execute(sql).await;
    }
    for game in &games[..5] {
        let found = fixture.service.find(game.id).await;
        assert!(matches!(found, Err(ServiceError::Storage(StorageError::Corrupt(_)))), "{found:?}");
    }
    let whole = games[5].id;
    fixture.storage.set_match_place(games[5].location.id, CHANNEL).await.expect("it is stored");
    assert_eq!(fixture.service.find_at(CHANNEL, ADA, MatchFilter::Running).await.expect("a match").id, whole);
    fixture.service.act(whole, ADA, None, &Action::Resign, None).await.expect("it is running");
}

pub async fn a_corrupt_match_can_be_stopped_in_its_server<B: Backend>(fixture: &Fixture<B>) {
    let game = fixture.waiting_for_the_engine().await.id;
    fixture.execute("UPDATE matches SET game = 'chess'").await;
    let stop = async |server| {
        fixture.apply(vec![Change::StopMatch(MatchStop { match_id: game, server, now: fixture.now() })]).await
    };
    assert!(matches!(stop(ServerId(77)).await, Err(StorageError::Conflict)), "of another server");
    stop(SERVER).await.expect("it needs no replay");
    assert!(matches!(stop(SERVER).await, Err(StorageError::Conflict)), "it has ended");
    let lease = Claimant::new().lease(fixture.now());
    assert_eq!(fixture.storage.claim_jobs(lease, fixture.now(), 9).await.expect("jobs").0.len(), 0);
}

pub async fn a_post_with_an_unknown_word_is_abandoned<B: Backend>(fixture: &Fixture<B>) {
    fixture.game().await;
    fixture.game().await;
    fixture.execute("UPDATE outbox SET post = '{\"post\":\"song\"}' WHERE subject = 1").await;
    let posts = async || {
        let lease = Claimant::new().lease(fixture.now());
        let posts = fixture.posts(CLUB, PostPriority::Turn, lease).await;
        posts.iter().filter_map(|due| due.post.match_id()).map(|game| game.0).collect::<Vec<_>>()
    };
    assert_eq!(posts().await, [2], "the other match does not wait");
    let abandoned = "SELECT COUNT(*) FROM outbox WHERE subject = 1 AND due_at IS NULL AND delivered_at IS NULL";
    while fixture.number(abandoned).await < fixture.number("SELECT COUNT(*) FROM outbox WHERE subject = 1").await {
        assert_eq!(posts().await, [0_i64; 0]);
    }
}

pub async fn a_check_with_an_unknown_word_is_dropped<B: Backend>(fixture: &Fixture<B>) {
    fixture.execute("INSERT INTO alarms (kind, subject, due_at) VALUES ('nap', 1, 0), ('digest', 1, 1)").await;
    let lease = Claimant::new().lease(fixture.now());
    let (checks, _) = fixture.storage.claim_checks(lease, fixture.now(), 9).await.expect("checks");
    assert_eq!(checks.len(), 1, "the other one is run");
    assert_eq!(fixture.number("SELECT COUNT(*) FROM alarms").await, 1);
}

pub async fn a_job_with_an_unknown_word_is_not_claimed<B: Backend>(fixture: &Fixture<B>) {
    let terms = || Terms { side: Side::Second, ..fixture.terms(ADA) };
    let start = || fixture.service.start_against_engine(terms(), Level::FULL, None);
    start().await.expect("a game");
    let other = start().await.expect("a game").id;
    fixture.execute("UPDATE jobs SET kind = 'nap' WHERE match = 1").await;
    let lease = Claimant::new().lease(fixture.now());
    let (jobs, _) = fixture.storage.claim_jobs(lease, fixture.now(), 9).await.expect("jobs");
    assert_eq!(jobs.iter().map(|job| job.match_id).collect::<Vec<_>>(), [other]);
}
