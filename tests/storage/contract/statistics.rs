//! Results, statistics and leaderboards.

use crate::backend::Backend;
use crate::fixture::{ADA, BRUNO, CARLA, CHANNEL, CLUB, Fixture, SERVER};
use tablero::rules::Seat;
use tablero::service::ratings::rating::PERIOD_MS;
use tablero::service::{
    Action, Change, ExternalId, Failure, Level, Millis, OfferKind, Player, PlayerId, PlayerStats, Rating, RatingChange,
    RatingUpdate, Reader, RecentGame, ServerChannel, ServerId, Side, Tally, Terms, TimeControl,
};
use tablero::workers::Scheduler;

async fn stats<B: Backend>(fixture: &Fixture<B>, person: PlayerId) -> PlayerStats {
    stats_for(fixture, person, (person, None)).await
}

/// What a reader in a server sees.
async fn stats_for<B: Backend>(
    fixture: &Fixture<B>,
    person: PlayerId,
    (reader, server): (PlayerId, Option<ServerId>),
) -> PlayerStats {
    let reader = Reader { person: reader, server };
    fixture.storage.player_stats(person, "barrier", reader, fixture.now()).await.expect("stats")
}

/// All that a player sees of their own games.
const fn own(person: PlayerId) -> Reader {
    Reader { person, server: None }
}

fn results(stats: &PlayerStats) -> [u32; 3] {
    [stats.won, stats.drawn, stats.lost]
}

/// A game in which the second of two players resigns.
async fn won<B: Backend>(fixture: &Fixture<B>, winner: PlayerId, loser: PlayerId, rated: bool) {
    let control = if rated { TimeControl::PerMove { days: 3 } } else { TimeControl::None };
    let game = fixture.start(Terms { rated, control, ..fixture.terms(winner) }, loser).await.id;
    fixture.service.act(game, loser, None, &Action::Resign, None).await.expect("it is running");
}

pub async fn results_are_counted_by_opponent<B: Backend>(fixture: &Fixture<B>) {
    won(fixture, ADA, BRUNO, false).await;
    won(fixture, BRUNO, ADA, true).await;
    let bruno = fixture.storage.ratings(&[BRUNO], "barrier").await.expect("a rating")[0].1.value;
    won(fixture, ADA, BRUNO, true).await;
    won(fixture, ADA, CARLA, true).await;
    let drawn =
        fixture.start(Terms { game: "dvonn".to_owned(), setup: String::new(), ..fixture.terms(ADA) }, BRUNO).await;
    fixture.service.act(drawn.id, ADA, None, &Action::OfferDraw, None).await.expect("it is possible");
    fixture.service.act(drawn.id, BRUNO, None, &Action::Agree(OfferKind::Draw), None).await.expect("it is offered");
    fixture.game().await;

    let ada = stats(fixture, ADA).await;
    assert_eq!(results(&ada), [3, 0, 1], "neither the running game nor the one of another kind counts");
    assert_eq!(ada.most_frequent_opponent, Some((Player::Person(BRUNO), 3)));
    assert_eq!(ada.best_win, Some((Player::Person(BRUNO), bruno)), "his rating was higher than Carla's");
    assert_eq!(results(&stats(fixture, BRUNO).await), [1, 0, 2]);
    let dvonn = fixture.storage.player_stats(BRUNO, "dvonn", own(BRUNO), fixture.now()).await.expect("stats");
    assert_eq!((results(&dvonn), dvonn.best_win), ([0, 1, 0], None));
}

pub async fn a_level_is_the_best_win_if_it_is_stronger_than_the_people_beaten<B: Backend>(fixture: &Fixture<B>) {
    let control = TimeControl::PerMove { days: 3 };
    let (game, setup) = ("dvonn".to_owned(), String::new());
    let terms = Terms { game, setup, rated: true, control, side: Side::Second, ..fixture.terms(ADA) };
    let stats = async || fixture.storage.player_stats(ADA, "dvonn", own(ADA), fixture.now()).await.expect("stats");
    let game = fixture.start(Terms { side: Side::First, ..terms.clone() }, CARLA).await.id;
    fixture.service.act(game, CARLA, None, &Action::Resign, None).await.expect("it is running");
    for (level, is_best) in [(1, false), (10, true), (6, true)] {
        let level = Level::new(level).expect("a level");
        let game = fixture.service.start_against_engine(terms.clone(), level, None).await.expect("a game");
        fixture.service.act_for_engine(&game, &Action::Resign, None).await.expect("it is running");
        let (best, _) = stats().await.best_win.expect("a win");
        let expected = if is_best { Player::Engine(Level::FULL) } else { Player::Person(CARLA) };
        assert_eq!(best, expected, "level {}", level.number());
    }
    assert_eq!(results(&stats().await), [4, 0, 0]);
}

pub async fn results_against_an_erased_person_stay_without_the_name<B: Backend>(fixture: &Fixture<B>) {
    for (winner, loser) in [(ADA, BRUNO), (ADA, BRUNO), (BRUNO, ADA), (BRUNO, CARLA), (ADA, CARLA)] {
        won(fixture, winner, loser, true).await;
    }
    // This one ends by the erasure.
    fixture.start(fixture.terms(CARLA), BRUNO).await;
    fixture.service.erase(BRUNO, false, CHANNEL, None).await.expect("it is stored");
    let ada = stats(fixture, ADA).await;
    assert_eq!(results(&ada), [3, 0, 1]);
    assert_eq!(ada.most_frequent_opponent, Some((Player::Person(CARLA), 1)));
    assert!(matches!(ada.best_win, Some((Player::Person(CARLA), _))), "{:?}", ada.best_win);
    let carla = stats(fixture, CARLA).await;
    assert_eq!((results(&carla), carla.best_win), ([1, 0, 2], None));
    assert_eq!(results(&stats(fixture, BRUNO).await), [0, 0, 0]);
    assert_eq!(fixture.number("SELECT COUNT(*) FROM results WHERE player = 2 OR opponent = 2").await, 0);
    // A second erased person is added to the first.
    fixture.service.erase(CARLA, false, CHANNEL, None).await.expect("it is stored");
    let ada = stats(fixture, ADA).await;
    assert_eq!((results(&ada), ada.most_frequent_opponent, ada.best_win), ([3, 0, 1], None, None));
}

pub async fn a_person_with_many_opponents_is_erased_from_all<B: Backend>(fixture: &Fixture<B>) {
    let opponents = people(fixture, 230).await;
    for opponent in &opponents {
        won(fixture, *opponent, ADA, false).await;
    }
    fixture.service.erase(ADA, false, CHANNEL, None).await.expect("it is stored");
    assert_eq!(fixture.number("SELECT COUNT(*) FROM results WHERE opponent = 0 AND won = 1").await, 2 * 230);
    assert_eq!(fixture.number("SELECT COUNT(*) FROM results").await, 2 * 230, "of all games and of the server");
}

pub async fn results_of_linked_people_are_added<B: Backend>(fixture: &Fixture<B>) {
    let other = fixture.storage.person_of(crate::fixture::ELSEWHERE, &ExternalId("@ada".to_owned())).await;
    let other = other.expect("a person");
    for (winner, loser) in [(ADA, BRUNO), (other, BRUNO), (BRUNO, other), (ADA, other), (other, ADA)] {
        won(fixture, winner, loser, true).await;
    }
    let code = fixture.service.link_code(ADA).await.expect("a code").code;
    fixture.service.enter_link_code(other, &code).await.expect("it is valid");
    fixture.service.confirm_link(ADA, other).await.expect("nothing keeps them apart");
    let ada = stats(fixture, ADA).await;
    assert_eq!(results(&ada), [2, 0, 1], "their games against each other do not count");
    assert_eq!(ada.most_frequent_opponent, Some((Player::Person(BRUNO), 3)));
    assert_eq!(results(&stats_for(fixture, ADA, (CARLA, Some(SERVER))).await), [2, 0, 1]);
    assert!(matches!(ada.best_win, Some((Player::Person(BRUNO), _))), "{:?}", ada.best_win);
    let bruno = stats(fixture, BRUNO).await;
    assert_eq!((results(&bruno), bruno.most_frequent_opponent), ([1, 0, 2], Some((Player::Person(ADA), 3))));
    assert!(matches!(bruno.best_win, Some((Player::Person(ADA), _))), "{:?}", bruno.best_win);
    assert_eq!(results(&stats(fixture, other).await), [0, 0, 0]);
}

pub async fn others_see_what_was_played_in_their_server_or_against_them<B: Backend>(fixture: &Fixture<B>) {
    let elsewhere = ServerId(77);
    let control = TimeControl::PerMove { days: 3 };
    for (server, loser) in [(Some(SERVER), BRUNO), (None, BRUNO), (None, BRUNO), (None, CARLA)] {
        let game = fixture.start(Terms { rated: true, control, server, ..fixture.terms(ADA) }, loser).await.id;
        fixture.service.act(game, loser, None, &Action::Resign, None).await.expect("it is running");
    }
    let engine = Terms { server: None, ..fixture.terms(ADA) };
    let game = fixture.service.start_against_engine(engine, Level::FULL, None).await.expect("a game");
    fixture.service.act(game.id, ADA, None, &Action::Resign, None).await.expect("it is running");
    let stranger = PlayerId(99);
    for (reader, server, seen, opponent, ratings) in [
        (ADA, None, [4, 0, 1], Some((BRUNO, 3)), 4),
        (ADA, Some(elsewhere), [4, 0, 1], Some((BRUNO, 3)), 4),
        (stranger, Some(SERVER), [1, 0, 0], Some((BRUNO, 1)), 1),
        (stranger, Some(elsewhere), [0, 0, 0], None, 0),
        (stranger, None, [0, 0, 0], None, 0),
        (CARLA, Some(SERVER), [2, 0, 0], Some((BRUNO, 1)), 2),
        (CARLA, None, [1, 0, 0], Some((CARLA, 1)), 1),
        (BRUNO, Some(SERVER), [3, 0, 0], Some((BRUNO, 3)), 3),
        (BRUNO, None, [3, 0, 0], Some((BRUNO, 3)), 3),
    ] {
        let ada = stats_for(fixture, ADA, (reader, server)).await;
        assert_eq!(results(&ada), seen, "{reader} in {server:?}");
        let most = ada.most_frequent_opponent;
        assert_eq!(most, opponent.map(|(person, count)| (Player::Person(person), count)), "{reader} in {server:?}");
        assert_eq!(ada.history.len(), ratings, "{reader} in {server:?}");
        assert_eq!(ada.rating.is_some(), ratings > 0, "a rating is public where a rated game was");
        let best = ada.best_win.map(|(person, _)| person);
        let may_see =
            |person| [Some(Player::Person(reader)), opponent.map(|(known, _)| Player::Person(known))].contains(&person);
        assert!(best.is_none() || reader == ADA || may_see(best), "{reader} in {server:?}: {best:?}");
    }
    // An erased opponent is not named to others either.
    fixture.service.erase(BRUNO, false, CHANNEL, None).await.expect("it is stored");
    let ada = stats_for(fixture, ADA, (stranger, Some(SERVER))).await;
    assert_eq!((results(&ada), ada.most_frequent_opponent, ada.best_win), ([1, 0, 0], None, None));
}

pub async fn results_are_told_apart_by_the_kind_of_opponent<B: Backend>(fixture: &Fixture<B>) {
    for (winner, loser) in [(ADA, BRUNO), (ADA, BRUNO), (BRUNO, ADA), (ADA, CARLA)] {
        won(fixture, winner, loser, false).await;
    }
    let [low, high] = [0, 6].map(|number| Level::new(number).expect("a level"));
    for level in [high, low, high] {
        let game = fixture.service.start_against_engine(fixture.terms(ADA), level, None).await.expect("a game");
        fixture.service.act(game.id, ADA, None, &Action::Resign, None).await.expect("it is running");
    }
    let tally = |won, drawn, lost| Tally { won, drawn, lost };
    let own = stats(fixture, ADA).await;
    assert_eq!((own.against_people, own.against_reader), (tally(3, 0, 1), Tally::default()));
    assert_eq!(own.against_levels, [(low, tally(0, 0, 1)), (high, tally(0, 0, 2))]);
    let for_bruno = stats_for(fixture, ADA, (BRUNO, None)).await;
    assert_eq!((for_bruno.against_people, for_bruno.against_reader), (tally(2, 0, 1), tally(2, 0, 1)));
    assert_eq!(for_bruno.against_levels, [], "he could not see them");
    let for_carla = stats_for(fixture, ADA, (CARLA, Some(SERVER))).await;
    assert_eq!((for_carla.against_people, for_carla.against_reader), (tally(3, 0, 1), tally(1, 0, 0)));
}

/// The latest games of a player, as a reader in a server sees them.
async fn recent<B: Backend>(
    fixture: &Fixture<B>,
    person: PlayerId,
    reader: (PlayerId, Option<ServerId>),
) -> Vec<RecentGame> {
    let reader = Reader { person: reader.0, server: reader.1 };
    fixture.storage.recent_games(person, reader).await.expect("games")
}

pub async fn recent_games_tell_how_a_player_has_played_them<B: Backend>(fixture: &Fixture<B>) {
    const HOUR_MS: i64 = 60 * 60 * 1000;
    let terms = |game: &str, server| Terms {
        game: game.to_owned(),
        setup: String::new(),
        server,
        control: TimeControl::PerMove { days: 1 },
        ..fixture.terms(ADA)
    };
    // Ada takes an hour for her first move, Bruno two hours for his, and then she lets the time run out.
    let late = fixture.start(terms("barrier", Some(SERVER)), BRUNO).await.id;
    fixture.advance(HOUR_MS);
    fixture.play(late, ADA).await;
    fixture.advance(2 * HOUR_MS);
    let late_line = fixture.play(late, BRUNO).await.line.moves();
    // Carla never begins.
    let idle = fixture.start(terms("dvonn", None), CARLA).await.id;
    fixture.play(idle, ADA).await;
    fixture.advance(25 * HOUR_MS);
    fixture.storage.record_heartbeat(fixture.now()).await.expect("it is stored");
    Scheduler::new(fixture.service.clone()).tick().await.expect("the scheduler runs");
    fixture.advance(1);
    let resigned = fixture.service.start_against_engine(fixture.terms(ADA), Level::FULL, None).await.expect("a game");
    fixture.service.act(resigned.id, ADA, None, &Action::Resign, None).await.expect("it is running");
    // Neither a game that a manager stops nor one that runs.
    let stopped = fixture.game().await.id;
    let here = ServerChannel { server: SERVER, place: CHANNEL, parent: None };
    fixture.service.end_match_in(here, stopped).await.expect("it is running");
    fixture.game().await;

    let ada = recent(fixture, ADA, (ADA, None)).await;
    assert_eq!(ada.len(), 3);
    assert_eq!((ada[0].is_against_person, &ada[0].first_move, ada[0].failure), (false, &None, None));
    let of = |name: &str, games: &[RecentGame]| {
        games.iter().find(|game| game.game.name() == name && game.is_against_person).cloned().expect("the game")
    };
    let barrier = of("barrier", &ada);
    assert_eq!((barrier.failure, barrier.answer_times.as_slice()), (Some(Failure::LostOnTime), &[HOUR_MS][..]));
    assert_eq!(barrier.first_move.as_ref(), late_line.first());
    let dvonn = of("dvonn", &ada);
    assert_eq!((dvonn.failure, dvonn.answer_times.len()), (None, 1), "the opponent did not begin");
    let bruno = recent(fixture, BRUNO, (BRUNO, None)).await;
    assert_eq!(bruno.len(), 1);
    assert_eq!((bruno[0].failure, bruno[0].answer_times.as_slice()), (None, &[2 * HOUR_MS][..]));
    assert_eq!(bruno[0].first_move.as_ref(), late_line.get(1));
    let carla = recent(fixture, CARLA, (CARLA, None)).await;
    assert_eq!(carla.iter().map(|game| game.failure).collect::<Vec<_>>(), [Some(Failure::NotBegun)]);
    let stranger = PlayerId(99);
    for (reader, server, seen) in [
        (stranger, Some(SERVER), 2),
        (stranger, Some(ServerId(77)), 0),
        (stranger, None, 0),
        (BRUNO, None, 1),
        (CARLA, None, 1),
        (CARLA, Some(SERVER), 3),
    ] {
        assert_eq!(recent(fixture, ADA, (reader, server)).await.len(), seen, "{reader} in {server:?}");
    }
    // Bruno has the second seat; the same rules hold for him.
    for (reader, server, seen) in
        [(stranger, Some(SERVER), 1), (stranger, Some(ServerId(77)), 0), (CARLA, None, 0), (ADA, None, 1)]
    {
        assert_eq!(recent(fixture, BRUNO, (reader, server)).await.len(), seen, "{reader} in {server:?}");
    }
}

pub async fn a_recent_game_that_cannot_be_read_is_left_out<B: Backend>(fixture: &Fixture<B>) {
    for _ in 0..2 {
        won(fixture, ADA, BRUNO, false).await;
    }
    fixture.execute("UPDATE matches SET game = 'chess' WHERE id = 1").await;
    assert_eq!(recent(fixture, ADA, (ADA, None)).await.len(), 1);
}

pub async fn a_leaderboard_counts_the_games_of_its_server<B: Backend>(fixture: &Fixture<B>) {
    rate(fixture, [ADA, BRUNO], [established(1800.0, fixture.now()), established(1700.0, fixture.now())]).await;
    for server in [Some(SERVER), None, None] {
        let game = fixture.start(Terms { server, ..fixture.terms(ADA) }, CARLA).await.id;
        fixture.service.act(game, CARLA, None, &Action::Resign, None).await.expect("it is running");
    }
    let leaders = fixture.storage.leaders(SERVER, "barrier", CARLA, fixture.now()).await.expect("a leaderboard");
    let played: Vec<_> = leaders.iter().map(|leader| (leader.player, leader.played)).collect();
    assert_eq!(played, [(ADA, 2), (BRUNO, 1)]);
}

/// New people, as many as this.
async fn people<B: Backend>(fixture: &Fixture<B>, count: u64) -> Vec<PlayerId> {
    let mut people = Vec::new();
    for number in 0..count {
        let account = ExternalId(format!("person {number}"));
        people.push(fixture.storage.person_of(CLUB, &account).await.expect("a person"));
    }
    people
}

/// Ends a match between two people in the server, after which they have these ratings.
async fn rate<B: Backend>(fixture: &Fixture<B>, people: [PlayerId; 2], ratings: [Rating; 2]) {
    let game = fixture.start(fixture.terms(people[0]), people[1]).await;
    let Change::Match(mut end) = fixture.change(&game, people[1], &Action::Resign) else { panic!("it ends a match") };
    for ((player, after), seat) in people.into_iter().zip(ratings).zip(Seat::BOTH) {
        let before = Rating::start(fixture.now());
        end.consequences.ratings.push(RatingUpdate {
            player,
            seen: None,
            change: RatingChange { seat, before, after },
        });
    }
    fixture.apply(vec![Change::Match(end)]).await.expect("it is stored");
}

fn established(value: f64, at: Millis) -> Rating {
    Rating { value, deviation: 80.0, games: 9, ..Rating::start(at) }
}

/// The ranks and players of the leaderboard, as a reader sees it.
async fn leaders<B: Backend>(fixture: &Fixture<B>, reader: PlayerId) -> Vec<(usize, PlayerId)> {
    let leaders = fixture.storage.leaders(SERVER, "barrier", reader, fixture.now()).await.expect("a leaderboard");
    leaders.iter().map(|leader| (leader.rank, leader.player)).collect()
}

pub async fn players_whose_rating_is_not_provisional_are_ranked<B: Backend>(fixture: &Fixture<B>) {
    let (people, now) = (people(fixture, 6).await, fixture.now());
    let of = |value| established(value, now);
    rate(fixture, [people[0], people[1]], [of(1500.0), of(1700.0)]).await;
    rate(fixture, [people[2], people[3]], [of(1500.0), Rating { games: 4, ..of(1900.0) }]).await;
    let unsettled = Rating { deviation: 110.1, ..of(2100.0) };
    rate(fixture, [people[4], people[5]], [Rating { deviation: 109.9, ..of(2000.0) }, unsettled]).await;
    let expected = [people[4], people[1], people[0], people[2]];
    assert_eq!(leaders(fixture, ADA).await, [1, 2, 3, 4].into_iter().zip(expected).collect::<Vec<_>>());
    // Without games, a rating becomes provisional again.
    fixture.advance(PERIOD_MS - 1);
    assert_eq!(leaders(fixture, ADA).await.len(), 4);
    fixture.advance(1);
    assert_eq!(leaders(fixture, ADA).await, [(1, people[1]), (2, people[0]), (3, people[2])]);
    let shown = fixture.storage.leaders(SERVER, "barrier", ADA, fixture.now()).await.expect("a leaderboard");
    assert_eq!(shown[0].rating, of(1700.0).as_of(fixture.now()), "the rating is the present one");
    for (server, game) in [(ServerId(10), "barrier"), (SERVER, "zertz")] {
        let none = fixture.storage.leaders(server, game, ADA, fixture.now()).await.expect("a leaderboard");
        assert_eq!(none, [], "they have not played there");
    }
}

pub async fn the_reader_is_shown_even_at_a_low_rank<B: Backend>(fixture: &Fixture<B>) {
    let (people, now) = (people(fixture, 40).await, fixture.now());
    for (number, pair) in people.chunks(2).enumerate() {
        let first = 2500.0 - 20.0 * number as f64;
        // Each pair has the same rating, so the one with the lower number is ranked first.
        rate(fixture, [pair[0], pair[1]], [established(first, now); 2]).await;
    }
    let ranked = |last: usize| -> Vec<_> { (1..=24).chain([last]).map(|rank| (rank, people[rank - 1])).collect() };
    for (reader, last) in [(people[32], 33), (people[33], 34), (people[39], 40), (people[24], 25), (people[3], 25)] {
        assert_eq!(leaders(fixture, reader).await, ranked(last), "{reader}");
    }
    assert_eq!(leaders(fixture, ADA).await, ranked(25), "who has no rating there is not shown");
}
