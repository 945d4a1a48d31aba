//! Finding and counting matches.

use crate::backend::Backend;
use crate::fixture::{ADA, BRUNO, CARLA, CHANNEL, Fixture, SERVER};
use tablero::service::{Action, FinishedMatch, MatchFilter, MatchId, PlaceId, PlayerId, ServerId, Terms};

pub async fn own_matches_at_a_place_come_first<B: Backend>(fixture: &Fixture<B>) {
    let own = fixture.game().await;
    let (waiting, ended) = (fixture.game().await, fixture.game().await);
    let others = fixture.start(fixture.terms(CARLA), BRUNO).await;
    // In a thread of the channel.
    let below = fixture.game().await;
    for game in [&own, &waiting, &ended, &others, &below] {
        let place = if game.id == below.id { PlaceId(77) } else { CHANNEL };
        fixture.storage.set_match_place(game.location.id, place).await.expect("it is stored");
    }
    fixture.play(waiting.id, ADA).await;
    fixture.service.act(ended.id, ADA, None, &Action::Resign, None).await.expect("it is running");
    let found = async |place, wanted| fixture.storage.find_matches_at(place, ADA, wanted).await.expect("matches");
    assert_eq!(found(CHANNEL, MatchFilter::Running).await, [own.id, waiting.id, below.id]);
    assert_eq!(found(CHANNEL, MatchFilter::Waiting).await, [waiting.id, own.id, below.id]);
    assert_eq!(found(CHANNEL, MatchFilter::Finished).await, [ended.id, own.id, waiting.id]);
    assert_eq!(found(PlaceId(77), MatchFilter::Running).await, [below.id], "a thread has only its own");
    // Bruno plays all of them from the second seat.
    let second = async |place, wanted| fixture.storage.find_matches_at(place, BRUNO, wanted).await.expect("matches");
    assert_eq!(second(CHANNEL, MatchFilter::Running).await, [waiting.id, others.id, own.id]);
    assert_eq!(second(PlaceId(77), MatchFilter::Running).await, [below.id]);
    for wanted in [MatchFilter::Running, MatchFilter::Waiting, MatchFilter::Finished] {
        for (player, place) in [(ADA, PlaceId(78)), (BRUNO, PlaceId(78)), (CARLA, PlaceId(77))] {
            let elsewhere = fixture.storage.find_matches_at(place, player, wanted).await.expect("matches");
            let of_others = if place == PlaceId(77) { vec![below.id] } else { Vec::new() };
            assert_eq!(elsewhere, of_others, "{player} in {place}");
        }
    }
    let running = fixture.storage.running_versions_in(CHANNEL).await.expect("matches");
    let has = |listed: &[(MatchId, i64)], id| listed.iter().any(|(one, _)| *one == id);
    assert!(has(&running, others.id) && has(&running, below.id), "its channel is the same");
    assert!(!has(&running, ended.id));
    let of_ada = fixture.storage.running_versions(ADA).await.expect("matches");
    assert!(has(&of_ada, own.id) && !has(&of_ada, others.id) && !has(&of_ada, ended.id));
    fixture.service.act(own.id, ADA, None, &Action::Resign, None).await.expect("it is running");
    assert_eq!(fixture.storage.running_versions(ADA).await.expect("matches").len(), of_ada.len() - 1);
}

pub async fn running_matches_are_counted_by_server<B: Backend>(fixture: &Fixture<B>) {
    let away = Terms { server: Some(ServerId(10)), ..fixture.terms(ADA) };
    fixture.start(away, BRUNO).await;
    let away = Terms { server: Some(ServerId(10)), ..fixture.terms(CARLA) };
    fixture.start(away, ADA).await;
    let (one, _) = (fixture.game().await, fixture.start(fixture.terms(CARLA), ADA).await);
    let count = async || fixture.storage.count_running(ADA, SERVER).await.expect("a count");
    assert_eq!(count().await, 2, "on either seat");
    fixture.service.act(one.id, ADA, None, &Action::Resign, None).await.expect("it is running");
    assert_eq!(count().await, 1);
    let (listed, all) = fixture.storage.running(ADA, 1).await.expect("a list");
    assert_eq!((listed.len(), all), (1, 3));
}

pub async fn open_challenges_are_listed_for_both_players<B: Backend>(fixture: &Fixture<B>) {
    let propose = async |challenger, opponent| {
        let terms = Terms { opponent, ..fixture.terms(challenger) };
        fixture.service.propose(terms).await.expect("a challenge").id
    };
    let (to_bruno, to_all, to_carla) =
        (propose(ADA, Some(BRUNO)).await, propose(BRUNO, None).await, propose(ADA, Some(CARLA)).await);
    let part = async |player, skipped, limit| {
        let (open, all) = fixture.service.open_challenges(player, skipped, limit).await.expect("challenges");
        (open.into_iter().map(|challenge| challenge.id).collect::<Vec<_>>(), all)
    };
    let of = async |player, limit| part(player, 0, limit).await.0;
    assert_eq!(of(ADA, 9).await, [to_bruno, to_carla], "not the open one of another player");
    assert_eq!(of(BRUNO, 9).await, [to_bruno, to_all]);
    assert_eq!(part(BRUNO, 0, 1).await, (vec![to_bruno], 2), "the oldest");
    assert_eq!(part(BRUNO, 1, 9).await, (vec![to_all], 2), "the others");
    let to_bruno_too = propose(CARLA, Some(BRUNO)).await;
    assert_eq!(of(BRUNO, 9).await, [to_bruno, to_bruno_too, to_all], "those that wait for him come first");
    fixture.service.close(to_carla, CARLA, false).await.expect("she declines");
    assert_eq!(of(CARLA, 9).await, [to_bruno_too], "the other is closed");
    let accepted = fixture.service.accept(to_bruno, BRUNO, None, None).await;
    accepted.expect("he accepts");
    assert_eq!(of(ADA, 9).await, []);
}

pub async fn finished_matches_are_listed_by_page_last_ended_first<B: Backend>(fixture: &Fixture<B>) {
    let mut ended = Vec::new();
    // Ada has either seat, and two of these matches end at the same moment.
    for (number, wait) in [0, 5, 5, 0, 5].into_iter().enumerate() {
        fixture.advance(wait);
        let game = match number % 2 {
            0 => fixture.game().await,
            _ => fixture.start(fixture.terms(CARLA), ADA).await,
        };
        let first = game.players[0].person().expect("a person");
        fixture.play(game.id, first).await;
        fixture.service.act(game.id, ADA, None, &Action::Resign, None).await.expect("it is running");
        ended.insert(0, game.id);
    }
    fixture.storage.set_match_place(fixture.find(ended[0]).await.location.id, PlaceId(77)).await.expect("stored");
    fixture.game().await;
    fixture.start(fixture.terms(CARLA), BRUNO).await;
    let page = async |skipped, limit| {
        let (found, all) = fixture.storage.finished(ADA, skipped, limit).await.expect("a list");
        assert_eq!(all, ended.len(), "neither running matches nor those of others");
        found
    };
    let ids = |found: &[FinishedMatch]| found.iter().map(|game| game.id).collect::<Vec<_>>();
    let all = page(0, 9).await;
    assert_eq!(ids(&all), ended);
    assert_eq!(ids(&page(0, 2).await), ended[..2]);
    assert_eq!(ids(&page(3, 2).await), ended[3..]);
    assert!(page(5, 2).await.is_empty());
    for listed in &all {
        let whole = fixture.find(listed.id).await;
        assert_eq!((listed.players, &listed.status, listed.outcome), (whole.players, &whole.status, whole.outcome));
        assert_eq!((listed.ended_at, listed.place), (whole.changed_at, whole.location.place));
        assert_eq!((listed.line.moves(), listed.line.ply()), (whole.line.moves(), 1));
    }
    assert_eq!(all[0].place, Some(PlaceId(77)));
}

pub async fn a_finished_match_that_cannot_be_read_is_left_out_of_the_list<B: Backend>(fixture: &Fixture<B>) {
    let [unreadable, whole] = [fixture.game().await.id, fixture.game().await.id];
    for game in [unreadable, whole] {
        fixture.service.act(game, ADA, None, &Action::Resign, None).await.expect("it is running");
    }
    fixture.execute("UPDATE matches SET game = 'chess' WHERE id = 1").await;
    let (found, all) = fixture.storage.finished(ADA, 0, 9).await.expect("a list");
    assert_eq!((found.len(), found[0].id, all), (1, whole, 2));
}

pub async fn names_are_found_for_many_people_at_once<B: Backend>(fixture: &Fixture<B>) {
    let names = ["Ada", "Bruno", "Carla", "Dora", "Elio", "Fara"];
    let mut expected = Vec::new();
    for (number, name) in (100..).zip(names) {
        fixture.storage.update_player(PlayerId(number), name, None).await.expect("it is stored");
        expected.push((PlayerId(number), name.to_owned()));
    }
    let stranger = PlayerId(4000);
    let mut asked: Vec<PlayerId> = expected.iter().rev().map(|(id, _)| *id).collect();
    asked.insert(2, stranger);
    let mut found = fixture.storage.player_names(&asked).await.expect("names");
    found.sort();
    assert_eq!(found, expected, "the stranger has no name");
    assert!(fixture.storage.player_names(&[]).await.expect("names").is_empty());
}

pub async fn a_name_from_outside_is_one_line_and_turns_no_text_around<B: Backend>(fixture: &Fixture<B>) {
    fixture.storage.update_player(ADA, "A\u{202e}d\u{2066}a\nresigned", None).await.expect("it is stored");
    let names = fixture.storage.player_names(&[ADA]).await.expect("names");
    assert_eq!(names, [(ADA, "Ada resigned".to_owned())]);
    assert_eq!(fixture.number("SELECT COUNT(*) FROM players WHERE name = 'Ada resigned'").await, 1);
}
