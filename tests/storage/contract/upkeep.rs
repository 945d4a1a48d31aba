//! Pruning, and the moves of ended matches.

use crate::backend::Backend;
use crate::fixture::{ADA, BRUNO, CLUB, Fixture};
use tablero::service::{Action, EventId, InboxEvent, Post};

const DAY_MS: i64 = 86_400_000;

pub async fn what_is_obsolete_is_pruned_and_nothing_else<B: Backend>(fixture: &Fixture<B>) {
    let game = fixture.game().await.id;
    fixture.deliver().await;
    let event = InboxEvent { id: EventId { platform: CLUB, id: "7".to_owned() }, person: ADA, at: fixture.now() };
    fixture.storage.record_event(&event).await.expect("it is stored");
    fixture.service.propose(fixture.terms(BRUNO)).await.expect("a challenge");
    let waiting = Post::Outage { game, from: fixture.now(), until: fixture.now() };
    fixture.storage.add_posts(&[waiting], fixture.now()).await.expect("it is stored");
    let counts = async || {
        [
            fixture.number("SELECT COUNT(*) FROM outbox").await,
            fixture.number("SELECT COUNT(*) FROM inbox").await,
            fixture.number("SELECT COUNT(*) FROM challenges").await,
            fixture.number("SELECT COUNT(*) FROM matches").await,
        ]
    };
    let prune = async || while fixture.storage.prune(fixture.now()).await.expect("it is pruned") {};
    let before = counts().await;
    assert!(before[0] > 1 && before[2] == 2, "{before:?}");
    fixture.advance(6 * DAY_MS);
    prune().await;
    assert_eq!(counts().await, before, "nothing is old enough");
    fixture.advance(2 * DAY_MS);
    prune().await;
    assert_eq!(counts().await, [1, 0, before[2], 1], "the post that waits stays");
    fixture.advance(60 * DAY_MS);
    prune().await;
    assert_eq!(counts().await, [1, 0, 0, 1], "the match stays");
    assert_eq!(fixture.storage.event_outcome(&event.id).await.expect("it is read"), None);
}

pub async fn the_moves_of_an_ended_match_are_read_as_before<B: Backend>(fixture: &Fixture<B>) {
    let game = fixture.game().await.id;
    for by in [ADA, BRUNO, ADA, BRUNO] {
        fixture.advance(DAY_MS / 7);
        fixture.play(game, by).await;
    }
    let moves = async || {
        let games = fixture.storage.personal_games(ADA, &[game]).await.expect("a game");
        (fixture.find(game).await.line.moves().to_vec(), games[0]["moves"].clone())
    };
    let running = moves().await;
    assert_eq!(running.0.len(), 4);
    fixture.service.act(game, ADA, None, &Action::Resign, None).await.expect("it is running");
    assert_eq!(moves().await, running);
}
