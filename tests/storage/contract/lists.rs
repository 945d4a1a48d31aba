//! Finding and counting matches.

use crate::backend::Backend;
use crate::fixture::{ADA, BRUNO, CARLA, CHANNEL, Fixture, SERVER};
use tablero::service::{Action, MatchFilter, PlaceId, ServerId, Terms};

pub async fn own_matches_at_a_place_come_first<B: Backend>(fixture: &Fixture<B>) {
    let own = fixture.game().await;
    let (waiting, ended) = (fixture.game().await, fixture.game().await);
    let others = fixture.start(fixture.terms(CARLA), BRUNO).await;
    let elsewhere = fixture.game().await;
    for game in [&own, &waiting, &ended, &others, &elsewhere] {
        let place = if game.id == elsewhere.id { PlaceId(77) } else { CHANNEL };
        fixture.storage.set_match_place(game.location.id, place).await.expect("it is stored");
    }
    fixture.play(waiting.id, ADA).await;
    fixture.service.act(ended.id, ADA, None, &Action::Resign, None).await.expect("it is running");
    let found = async |wanted| {
        let ids = fixture.storage.find_matches_at(CHANNEL, ADA, wanted).await.expect("matches");
        assert!(!ids.contains(&elsewhere.id), "it is played in another place");
        ids
    };
    assert_eq!(found(MatchFilter::Running).await, [own.id, waiting.id, ended.id]);
    assert_eq!(found(MatchFilter::Waiting).await, [waiting.id, own.id, ended.id]);
    assert_eq!(found(MatchFilter::Finished).await, [ended.id, own.id, waiting.id]);
    let running = fixture.storage.running_matches_in(CHANNEL).await.expect("matches");
    assert!(running.contains(&others.id) && running.contains(&elsewhere.id), "its channel is the same");
    assert!(!running.contains(&ended.id));
}

pub async fn running_matches_are_counted_by_server<B: Backend>(fixture: &Fixture<B>) {
    let away = Terms { server: Some(ServerId(10)), ..fixture.terms(ADA) };
    fixture.start(away, BRUNO).await;
    let (one, _) = (fixture.game().await, fixture.start(fixture.terms(CARLA), ADA).await);
    let count = async || fixture.storage.count_running(ADA, SERVER).await.expect("a count");
    assert_eq!(count().await, 2, "on either seat");
    fixture.service.act(one.id, ADA, None, &Action::Resign, None).await.expect("it is running");
    assert_eq!(count().await, 1);
    let (listed, all) = fixture.storage.running(ADA, 1).await.expect("a list");
    assert_eq!((listed.len(), all), (1, 2));
}
