//! Rated matches, rating changes, statistics and leaderboards.

use crate::simulated::example;
use discord_emulator::MessageView;
use serde_json::json;
use tablero::catalog::{AnyGame, Catalog};
use tablero::db::SqlStorage;
use tablero::rules::{Outcome, Seat, SeededRng};
use tablero::service::ratings::rated_result::recompute;
use tablero::service::{
    Action, ChallengeError, Clock, DeliveryMode, GameService, Level, Match, OfferKind, Pauses, PlaceId, PlayError,
    Player, PlayerId, PlayerStats, RatedResult, Rating, Reader, ServerId, ServiceError, Side, Status, Terms,
    TimeControl,
};
use tablero::workers::Scheduler;
use tempfile::TempDir;
use test_support::stage::{SOON, Stage, TestClock, open_service, shown};

fn known(game: &str) -> &'static dyn AnyGame {
    Catalog::standard().game(game).expect("a game")
}

fn level_rating(game: &str, level: Level) -> f64 {
    known(game).level_rating(level).into()
}

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const SERVER: ServerId = ServerId(77);

/// A game service over a database in a temporary folder, without a messenger.
struct Fixture {
    service: GameService,
    store: SqlStorage,
    clock: TestClock,
    folder: TempDir,
}

impl Fixture {
    async fn open() -> Fixture {
        let (service, store, clock, folder) = open_service().await;
        Fixture { service, store, clock, folder }
    }

    fn file(&self) -> std::path::PathBuf {
        self.folder.path().join("tablero.sqlite")
    }

    /// The first player challenges the second, who accepts.
    async fn start_match(&self, terms: Terms) -> Match {
        let opponent = terms.opponent.expect("the challenge names an opponent");
        let proposed = self.service.propose(terms).await.expect("a challenge");
        self.service.accept(proposed.id, opponent, None, None).await.expect("a match")
    }

    async fn resign(&self, played: &Match, by: u64) -> Match {
        self.service.act(played.id, PlayerId(by), None, &Action::Resign, None).await.expect("the action is allowed")
    }

    async fn rating(&self, player: u64, game: &str) -> Option<Rating> {
        self.stats(player, game).await.rating
    }

    async fn stats(&self, player: u64, game: &str) -> PlayerStats {
        let reader = Reader { person: PlayerId(player), server: None };
        let stats = self.service.queries().player_stats(PlayerId(player), game, reader, self.service.now()).await;
        stats.expect("a standing")
    }

    /// Advances time while the program is running.
    async fn wait(&self, milliseconds: i64) {
        self.clock.advance(milliseconds);
        self.service.upkeep().record_heartbeat(self.service.now()).await.expect("it is stored");
    }
}

fn terms(game: &str, [one, two]: [u64; 2]) -> Terms {
    Terms {
        game: game.to_owned(),
        setup: String::new(),
        challenger: PlayerId(one),
        opponent: Some(PlayerId(two)),
        side: Side::First,
        hints: true,
        rated: true,
        control: TimeControl::PerMove { days: 14 },
        pauses: Pauses::NONE,
        note: String::new(),
        place: PlaceId(5),
        origin: None,
        server: Some(SERVER),
        delivery_mode: DeliveryMode::Channel,
        language: "en".to_owned(),
    }
}

#[tokio::test]
async fn ratings_are_what_the_results_make_of_them() {
    let fixture = Fixture::open().await;
    let mut chance = SeededRng::new(11);
    let mut results: Vec<RatedResult> = Vec::new();
    for number in 0..60_u64 {
        let game = ["zertz", "dvonn"][chance.below(2) as usize];
        let one = 1 + chance.below(5);
        let two = 1 + (one + chance.below(4)) % 5;
        let rated = chance.below(5) > 0;
        let with_engine = chance.below(4) == 0;
        let terms = Terms { rated, ..terms(game, [one, two]) };
        let played = if with_engine {
            let level = Level::new(1 + (number % 8) as u8).expect("a level");
            fixture.service.start_against_engine(Terms { opponent: None, ..terms }, level, None).await.expect("a match")
        } else {
            fixture.start_match(terms).await
        };
        // Some are drawn, some lost by the first player, some by the second.
        let ended = match chance.below(3) {
            0 if !with_engine => {
                let offer = Action::OfferDraw;
                fixture.service.act(played.id, PlayerId(one), None, &offer, None).await.expect("an offer");
                fixture
                    .service
                    .act(played.id, PlayerId(two), None, &Action::Agree(OfferKind::Draw), None)
                    .await
                    .expect("a draw")
            }
            1 if !with_engine => fixture.resign(&played, two).await,
            _ => fixture.resign(&played, one).await,
        };
        let changes = fixture.service.queries().rating_changes(ended.id).await.expect("the changes");
        assert_eq!(changes.len(), [0, [2, 1][usize::from(with_engine)]][usize::from(rated)]);
        if rated {
            let people = ended.people();
            let (outcome, at) = (ended.outcome.expect("a result"), ended.changed_at);
            results.push(RatedResult { game: known(game), players: ended.players, outcome, at });
            for change in &changes {
                let player = ended.player(change.seat).person().expect("the rated player is a person");
                assert!(people.contains(&player));
                let now = fixture.rating(player.0, game).await.expect("a rating");
                assert_eq!(now, change.after, "the shown rating is the stored one");
                let won = ended.outcome == Some(Outcome::Win(change.seat));
                assert!(!won || change.gain() >= 0, "{change:?}");
            }
        }
        fixture.wait((chance.below(50) as i64) * DAY_MS).await;
    }
    let mut kept = 0;
    let queries = fixture.service.queries();
    for ((game, player), rating) in recompute(&results) {
        // As stored, without the time elapsed since.
        let found = queries.ratings(&[player], &game).await.expect("the rating");
        assert_eq!(found, [(player, rating)], "{player} at {game}");
        kept += 1;
    }
    assert_eq!(kept, 10, "every player has played both games");
    fixture.store.close().await;
}

#[tokio::test]
async fn two_matches_that_end_at_once_both_count() {
    let fixture = Fixture::open().await;
    let mut matches = Vec::new();
    for other in 2..8 {
        matches.push(fixture.start_match(terms("barrier", [1, other])).await);
    }
    let ends = matches.iter().zip(2..).map(|(played, other)| fixture.resign(played, other));
    futures_util::future::join_all(ends).await;
    let rating = fixture.rating(1, "barrier").await.expect("a rating");
    assert_eq!(rating.games, 6);
    let stats = fixture.stats(1, "barrier").await;
    assert_eq!((stats.won, stats.drawn, stats.lost, stats.history.len()), (6, 0, 0, 6));
    assert!(stats.history.windows(2).all(|pair| pair[0].value < pair[1].value), "{:?}", stats.history);
    assert_eq!(stats.history[5].value, rating.value);
    fixture.store.close().await;
}

#[tokio::test]
async fn statistics_name_the_rival_and_the_best_win() {
    let fixture = Fixture::open().await;
    let empty = fixture.stats(1, "dvonn").await;
    assert_eq!((empty.played(), empty.rating, empty.most_frequent_opponent, empty.best_win), (0, None, None, None));
    // A casual win against level 3 counts as a game, but not as the best win, as nothing was at stake.
    let casual = fixture.start_match(Terms { rated: false, ..terms("dvonn", [1, 3]) }).await;
    fixture.resign(&casual, 3).await;
    for _ in 0..2 {
        let lost = fixture.start_match(terms("dvonn", [1, 2])).await;
        fixture.resign(&lost, 1).await;
    }
    let strong = fixture.rating(2, "dvonn").await.expect("a rating").value;
    let won = fixture.start_match(terms("dvonn", [2, 1])).await;
    fixture.resign(&won, 2).await;
    let found = fixture.stats(1, "dvonn").await;
    assert_eq!((found.won, found.drawn, found.lost), (2, 0, 2));
    assert_eq!(found.most_frequent_opponent, Some((Player::Person(PlayerId(2)), 3)));
    assert_eq!(found.best_win, Some((Player::Person(PlayerId(2)), strong)));
    // A win against a level with a higher rating than that is a better win.
    let level = Level::new(8).expect("a level");
    let engine_terms = Terms { opponent: None, side: Side::Second, ..terms("dvonn", [1, 2]) };
    let played = fixture.service.start_against_engine(engine_terms, level, None).await.expect("a match");
    let resigned = fixture.service.act_for_engine(&played, &Action::Resign, None).await.expect("the action is allowed");
    assert_eq!(resigned.outcome, Some(Outcome::Win(Seat::Two)));
    let found = fixture.stats(1, "dvonn").await;
    assert_eq!(found.best_win, Some((Player::Engine(level), level_rating("dvonn", level))));
    // No games were played on another server.
    for game in Catalog::standard().games().iter().copied().filter(|game| game.name() != "dvonn") {
        let other = fixture.stats(1, game.name()).await;
        assert_eq!((other.played(), other.rating), (0, None));
    }
    fixture.store.close().await;
}

#[tokio::test]
async fn rated_matches_have_no_hints_and_no_take_backs() {
    let fixture = Fixture::open().await;
    let level = Level::new(1).expect("a level");
    let with_engine = Terms { opponent: None, ..terms("dvonn", [1, 2]) };
    let with_engine = fixture.service.start_against_engine(with_engine, level, None).await.expect("a match");
    for played in [fixture.start_match(terms("barrier", [1, 2])).await, with_engine] {
        let moved = fixture.service.act(played.id, PlayerId(1), None, &Action::Move("c3".to_owned()), None).await;
        let moved = moved.expect("a move");
        assert!(moved.rated && !moved.hints);
        let taken = fixture.service.act(played.id, PlayerId(1), None, &Action::RequestTakeBack, None).await;
        assert!(matches!(taken, Err(ServiceError::Play(PlayError::RatedTakeBack))), "{taken:?}");
        assert_eq!(played.check_hint(PlayerId(1), None), Err(PlayError::RatedHint));
    }
    fixture.store.close().await;
}

#[tokio::test]
async fn time_that_runs_out_loses_unless_the_match_has_hardly_begun() {
    let fixture = Fixture::open().await;
    let short = |players| Terms { control: TimeControl::PerMove { days: 1 }, ..terms("barrier", players) };
    let aborted = fixture.start_match(short([1, 2])).await;
    let lost = fixture.start_match(short([3, 4])).await;
    for (player, text) in [(3, "c3"), (4, "a1")] {
        let action = Action::Move(text.to_owned());
        fixture.service.act(lost.id, PlayerId(player), None, &action, None).await.expect("a move");
    }
    fixture.wait(DAY_MS + 1).await;
    Scheduler::new(fixture.service.clone()).tick().await.expect("the scheduler runs");
    let [aborted, lost] = [aborted.id, lost.id].map(|id| fixture.service.find(id));
    let (aborted, lost) = (aborted.await.expect("a match"), lost.await.expect("a match"));
    assert_eq!((aborted.status, lost.status, lost.outcome), {
        (Status::Aborted, Status::Timeout, Some(Outcome::Win(Seat::Two)))
    });
    let changes = fixture.service.queries().rating_changes(lost.id).await.expect("the changes");
    assert_eq!(changes.iter().map(|change| change.gain().signum()).collect::<Vec<_>>(), [-1, 1]);
    assert!(fixture.service.queries().rating_changes(aborted.id).await.expect("the changes").is_empty());
    let stats = fixture.stats(1, "barrier").await;
    assert_eq!((stats.played(), stats.rating), (0, None));
    fixture.store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_game_says_so_and_tells_what_it_has_changed() {
    let stage = Stage::open().await;
    let options =
        [("variant", json!("5")), ("rated", json!(true)), ("time", json!("3d")), ("pauses", json!("vacation"))];
    let endless = [("game", json!("barrier")), ("rated", json!(true)), ("time", json!("none"))];
    let refused = shown(&stage.user("Ada").command(stage.games, "challenge", &endless).await.expect("a command"));
    assert!(refused.ephemeral && refused.content.contains("needs a clock"), "{}", refused.content);
    let contradiction = [("game", json!("barrier")), ("rated", json!(true)), ("hints", json!(true))];
    let refused = shown(&stage.user("Ada").command(stage.games, "challenge", &contradiction).await.expect("a command"));
    assert!(refused.ephemeral && refused.content.contains("A rated game has no hints"), "{}", refused.content);
    let mut table = stage.table("barrier", &options).await;
    let [ada, bruno] = table.players.clone();
    let proposed = ada.message(stage.games, table.thread).expect("the challenge");
    for expected in ["The game is rated", "3 days", "Clocks pause during vacations."] {
        assert!(proposed.content.contains(expected), "{}", proposed.content);
    }
    let board = table.play("c3").await;
    assert!(board.button("Hint").is_none() && board.button("Move").is_some(), "{:?}", board.buttons);
    for (user, command, expected) in
        [(&ada, "takeback", "there are no take-backs"), (&bruno, "hint", "there are no hints")]
    {
        let answer = shown(&user.command(table.thread, command, &[]).await.expect("a command"));
        assert!(answer.ephemeral && answer.content.contains(expected), "{}", answer.content);
    }
    let stats = shown(&ada.command(table.thread, "stats", &[]).await.expect("a command"));
    assert!(stats.ephemeral && stats.content.contains("hasn't finished a game yet"), "{}", stats.content);
    let question = shown(&bruno.command(table.thread, "resign", &[]).await.expect("a command"));
    bruno.press(&question, "Yes, resign").await.expect("a button");
    let response =
        format!("Ratings: {} 1500? → 1662? (+162), {} 1500? → 1338? (−162).", ada.mention(), bruno.mention());
    let over = |message: &MessageView| message.content.contains("resigned") && message.content.contains(&response);
    ada.wait_message(table.thread, over, SOON).await.expect("the result with the ratings");
    let board = shown(&ada.command(table.thread, "board", &[]).await.expect("a command"));
    assert!(board.content.contains(&response), "{}", board.content);

    let given = [("player", json!(ada.id().to_string())), ("game", json!("barrier"))];
    bruno.set_locale("it");
    let stats = shown(&bruno.command(stage.games, "stats", &given).await.expect("a command"));
    assert!(stats.ephemeral && stats.mentions.is_empty() && stats.attachments.is_empty(), "{stats:?}");
    let avversario = format!("Avversario più frequente: {}, una volta", bruno.mention());
    let scope = "solo le partite giocate in questo server e quelle contro di te";
    for expected in ["**Barrier**: punteggio 1662?; 1 vinta, 0 patte, 0 perse.", &avversario, "provvisorio", scope] {
        assert!(stats.content.contains(expected), "{}", stats.content);
    }
    // Outside of the server, only those see the game who played it.
    let carmen = stage.user("Carmen");
    for (reader, channel, is_seen) in [
        (&carmen, stage.games, true),
        (&carmen, carmen.direct_messages(), false),
        (&bruno, bruno.direct_messages(), true),
    ] {
        reader.set_locale("en-US");
        let stats = shown(&reader.command(channel, "stats", &given).await.expect("a command"));
        assert_eq!(stats.content.contains("1662"), is_seen, "{}", stats.content);
        assert_eq!(stats.content.contains("I have no games of"), !is_seen, "{}", stats.content);
        assert!(stats.content.contains("Of other players, I only show games"), "{}", stats.content);
    }
    let given = [("player", json!(stage.local.bot_id().to_string()))];
    let levels = shown(&ada.command(stage.games, "stats", &given).await.expect("a command"));
    assert!(levels.content.contains("level 4: 1500"), "{}", levels.content);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_leaderboard_has_established_ratings_of_one_server() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    let bruno = stage.user("Bruno");
    let options = [("rated", json!(true)), ("time", json!("3d"))];
    let table = stage.table("dvonn", &options).await;
    let question = shown(&bruno.command(table.thread, "resign", &[]).await.expect("a command"));
    bruno.press(&question, "Yes, resign").await.expect("a button");
    let over = |message: &MessageView| !message.ephemeral && message.content.contains("resigned");
    ada.wait_message(table.thread, over, SOON).await.expect("the result");
    let none = shown(&ada.command(stage.games, "leaderboard", &[("game", json!("dvonn"))]).await.expect("a command"));
    assert!(none.ephemeral && none.attachments.is_empty(), "{none:?}");
    assert!(none.content.contains("Nobody here has a settled rating in DVONN"), "{}", none.content);

    // As after many games.
    stage.change("UPDATE ratings SET games = 20, deviation = 70").await;
    stage.change("UPDATE members SET established_until = 1 + (SELECT MAX(at) + 86400000 FROM ratings)").await;
    let all = shown(&bruno.command(table.thread, "leaderboard", &[]).await.expect("a command"));
    let rows =
        [format!("1. {}: 1662 (one game)", ada.mention()), format!("**2. {}: 1338 (one game)**", bruno.mention())];
    assert!(rows.iter().all(|row| all.content.contains(row)), "{}", all.content);
    assert!(all.content.contains("in ZÈRTZ") && all.mentions.is_empty(), "{all:?}");
    let file = &all.attachments[0];
    assert_eq!((all.attachments.len(), file.name.as_str()), (1, "dvonn-leaderboard.png"));
    let alt = file.description.as_deref().expect("the picture has a description");
    assert!(alt.contains("1. Ada: 1662 (one game) 2. Bruno: 1338"), "{alt}");
    // In the theme that the requester has chosen.
    stage
        .change("INSERT INTO settings (kind, id, chosen) SELECT 'person', player2, '{\"theme\":\"dark\"}' FROM matches")
        .await;
    let dark = shown(&bruno.command(table.thread, "leaderboard", &[]).await.expect("a command"));
    let [light, dark] = [all.attachments[0].id, dark.attachments[0].id].map(|id| bruno.download(id));
    let (light, dark) = (light.await.expect("a picture"), dark.await.expect("a picture"));
    assert_ne!(light, dark);
    let direct = ada.direct_messages();
    let elsewhere = shown(&ada.command(direct, "leaderboard", &[]).await.expect("a command"));
    assert!(elsewhere.content.contains("Every server has its own leaderboard"), "{}", elsewhere.content);

    // With enough games there is a curve.
    stage
        .change(
            "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 9)
             INSERT INTO matches (game, setup, player1, player2, status, outcome, rated, started_at,
                changed_at, version)
             SELECT game, setup, player1, player2, status, outcome, rated, started_at,
                changed_at + 86400000 * n, version FROM matches, numbers",
        )
        .await;
    stage
        .change(
            "INSERT INTO rating_changes (match, seat, player, game, before_rating, before_deviation, before_volatility,
                after_rating, after_deviation, after_volatility, at)
             SELECT id, 1, player1, game, 1600, 90, 0.06, 1600 + 7 * id, 90, 0.06, changed_at FROM matches WHERE id > 1",
        )
        .await;
    stage.change("UPDATE results SET won = 10 WHERE won = 1").await;
    let stats = shown(&ada.command(stage.games, "stats", &[]).await.expect("a command"));
    assert!(stats.content.contains("rating 1662; 10 won, 0 drawn, 0 lost"), "{}", stats.content);
    let file = &stats.attachments[0];
    let alt = file.description.as_deref().expect("the picture has a description");
    assert!(file.name == "ratings.png" && alt.contains("DVONN 1662 → 1670"), "{file:?}");
    stage.close().await;
}

fn level(number: u8) -> Level {
    Level::new(number).expect("a level")
}

/// The rating after a game of ZÈRTZ against a level.
fn after(before: Rating, number: u8, won: bool) -> Rating {
    let outcome = Outcome::Win(if won { Seat::One } else { Seat::Two });
    let players = [Player::Person(PlayerId(1)), Player::Engine(level(number))];
    let result = RatedResult { game: known("zertz"), players, outcome, at: before.at };
    result.changes(|_| Some(before))[0].1.after
}

#[test]
fn what_games_with_the_engine_prove_is_bounded() {
    let start = Rating::start(TestClock::default().now());
    let mut rating = start;
    for number in 0..300 {
        rating = after(rating, 4, number % 2 == 0);
        assert!(rating.deviation >= 120.0 && rating.is_provisional(), "{rating:?}");
    }
    assert_eq!((rating.games, rating.deviation), (300, 120.0));

    // A rating that is settled by games between people does not change, by wins or by losses.
    let settled = Rating { value: 1600.0, deviation: 110.0, games: 40, ..start };
    for won in [true, false] {
        assert_eq!(after(settled, 8, won), Rating { games: 41, ..settled });
    }
    // A deviation in between is not raised, and the rating still changes.
    let between = Rating { deviation: 115.0, ..settled };
    assert_eq!(after(between, 5, true).deviation, 115.0);
    assert!(after(between, 5, true).value > between.value);

    // Far above the level there is nothing to win, but something to lose.
    let open = Rating { deviation: 200.0, ..settled };
    let below = |points: f64| Rating { value: level_rating("zertz", level(3)) + points, ..open };
    assert_eq!(after(below(200.5), 3, true).value, below(200.5).value);
    assert!(after(below(199.5), 3, true).value > below(199.5).value);
    assert!(after(below(500.0), 3, false).value < below(500.0).value);
}

#[tokio::test]
async fn a_match_with_the_engine_leaves_a_settled_rating_as_it_is() {
    let fixture = Fixture::open().await;
    let with_engine = Terms { opponent: None, side: Side::First, ..terms("dvonn", [1, 2]) };
    // Barrier is solved, so games against the engine prove nothing. People may play it for ratings.
    let solved = Terms { opponent: None, ..terms("barrier", [1, 2]) };
    let refused = fixture.service.start_against_engine(solved.clone(), level(1), None).await;
    assert!(matches!(refused, Err(ServiceError::Challenge(ChallengeError::RatedSolved))), "{refused:?}");
    assert!(fixture.service.start_against_engine(Terms { rated: false, ..solved }, level(1), None).await.is_ok());
    assert!(fixture.start_match(terms("barrier", [1, 2])).await.rated);

    let played = fixture.service.start_against_engine(with_engine, level(4), None).await.expect("a match");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(fixture.file());
    let pool = test_support::pools::sqlite_pool(options).await;
    let settled = "INSERT INTO ratings (player, game, rating, deviation, volatility, games, at)
                   VALUES (1, 'dvonn', 1500, 80, 0.06, 20, $1)";
    sqlx::query(settled).bind(fixture.service.now().0).execute(&pool).await.expect("a change");
    pool.close().await;
    fixture.resign(&played, 1).await;
    assert_eq!(fixture.rating(1, "dvonn").await.expect("a rating").value, 1500.0);
    fixture.store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_proves_nothing_says_so() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    let solved = [("game", json!("barrier")), ("level", json!("8")), ("rated", json!(true))];
    let refused = shown(&ada.command(stage.games, "play", &solved).await.expect("a command"));
    assert!(refused.ephemeral && refused.content.contains("This game is solved"), "{}", refused.content);
    let options = [("start", json!("random")), ("rated", json!(true)), ("time", json!("3d"))];
    let table = stage.practice("dvonn", 1, &options).await;
    stage
        .change(
            "INSERT INTO ratings (player, game, rating, deviation, volatility, games, at)
             SELECT player1, 'dvonn', 1500, 80, 0.06, 20, started_at FROM matches",
        )
        .await;
    let question = shown(&ada.command(table.thread, "resign", &[]).await.expect("a command"));
    ada.press(&question, "Yes, resign").await.expect("a button");
    let over = |message: &MessageView| !message.ephemeral && message.content.contains("resigned");
    let result = ada.wait_message(table.thread, over, SOON).await.expect("the result");
    for expected in ["1500? → 1500? (+0)", "Games against me change it only while it's provisional"] {
        assert!(result.content.contains(expected), "{}", result.content);
    }
    stage.close().await;
}

#[test]
fn nobody_gains_from_the_engine() {
    let ran = std::process::Command::new(example("rating_farm")).args(["--players", "400", "--games", "200"]).output();
    let ran = ran.expect("the example runs");
    let response = String::from_utf8_lossy(&ran.stdout);
    assert!(
        ran.status.success() && response.lines().count() == 11,
        "{response}{}",
        String::from_utf8_lossy(&ran.stderr)
    );
}
