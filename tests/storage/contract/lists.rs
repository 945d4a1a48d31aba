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

pub async fn open_challenges_are_listed_for_both_players<B: Backend>(fixture: &Fixture<B>) {
    let propose = async |challenger, opponent| {
        let terms = Terms { opponent, ..fixture.terms(challenger) };
        fixture.service.propose(terms).await.expect("a challenge").id
    };
    let (to_bruno, to_all, to_carla) =
        (propose(ADA, Some(BRUNO)).await, propose(BRUNO, None).await, propose(ADA, Some(CARLA)).await);
    let of = async |player, limit| {
        let open = fixture.service.open_challenges(player, limit).await.expect("challenges");
        open.into_iter().map(|challenge| challenge.id).collect::<Vec<_>>()
    };
    assert_eq!(of(ADA, 9).await, [to_bruno, to_carla], "not the open one of another player");
    assert_eq!(of(BRUNO, 9).await, [to_bruno, to_all]);
    assert_eq!(of(BRUNO, 1).await, [to_bruno], "the oldest");
    fixture.service.close(to_carla, CARLA, false).await.expect("she declines");
    assert!(of(CARLA, 9).await.is_empty(), "it is closed");
    let accepted = fixture.service.accept(to_bruno, BRUNO, None, None).await;
    accepted.expect("he accepts");
    assert_eq!(of(ADA, 9).await, []);
}
