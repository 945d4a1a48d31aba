//! Databases of every earlier version, with running games, are migrated and played on. The rows of each are in
//! `tests/fixtures/migrations`.

use crate::platforms::ScriptedPlatform;
use crate::test_database::TestDatabase;
use sqlx::PgPool;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use std::path::Path;
use std::sync::Arc;
use tablero::catalog::Catalog;
use tablero::chat::actions::{read_button, read_menu};
use tablero::chat::views::pictures::PictureRenderer;
use tablero::chat::{
    Answer, ChatDelivery, Language, Platform, Request, RequestContext, RequestHandler, RequestKind, Requester,
};
use tablero::db::{OpenError, ServerAddress, SqlStorage, sqlite::migrations};
use tablero::discord::places::DISCORD;
use tablero::engine::SearchRunner;
use tablero::service::{
    AccountStorage, Action, ChallengeId, Claimant, Clock, Confirmation, DeliveryMode, ExternalId, GameService, MatchId,
    MessageId, Millis, Pings, PlaceId, PlaceStorage, PlatformId, Player, PlayerId, PlayerStorage, PostPriority,
    RatingStorage, Reader, ServerId, Status, SyncStorage,
};
use tablero::workers::OutboxDispatcher;
use tempfile::TempDir;

const ADA: PlayerId = PlayerId(101);
const BRUNO: PlayerId = PlayerId(102);
const CARLA: PlayerId = PlayerId(103);
/// The thread that is locked in the fixtures since version 18.
const LOCKED: PlaceId = PlaceId(630);

/// The time at which the fixtures are opened; their rows are some hours older.
struct Now;

impl Clock for Now {
    fn now(&self) -> Millis {
        Millis(1_700_000_000_000)
    }
}

async fn bare(path: &Path) -> SqlitePool {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    SqlitePoolOptions::new().max_connections(1).connect_with(options).await.expect("a database")
}

/// A database of this version with its rows.
async fn fixture(path: &Path, version: usize) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/migrations/{version:04}.sql"));
    let rows = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let old = bare(path).await;
    migrations(version).run(&old).await.expect("an earlier version");
    sqlx::raw_sql(sqlx::AssertSqlSafe(rows)).execute(&old).await.unwrap_or_else(|error| panic!("{version}: {error}"));
    old.close().await;
}

/// The row count of each table that exists in every version.
async fn counts(path: &Path) -> Vec<(&'static str, i64)> {
    let pool = bare(path).await;
    let mut counts = Vec::new();
    for table in ["players", "challenges", "matches", "moves", "outbox"] {
        let sql = sqlx::AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
        counts.push((table, sqlx::query_scalar(sql).fetch_one(&pool).await.expect("a count")));
    }
    pool.close().await;
    counts
}

async fn service(path: &Path) -> (GameService, SqlStorage) {
    let store = SqlStorage::open_file(path).await.expect("the current version opens the database");
    (GameService::new(Arc::new(store.clone()), Arc::new(Now), || 7), store)
}

/// The player to move plays the first legal move, which must be stored afterwards.
async fn play_on(service: &GameService, id: i64) {
    let before = service.find(MatchId(id)).await.expect("it is read");
    let seat = before.to_move().expect("it is running");
    let Player::Person(mover) = before.player(seat) else { panic!("match {id} waits for the bot") };
    let text = before.line.nth_legal(0).expect("a legal move");
    let after = service.act(MatchId(id), mover, Some(before.ply()), &Action::Move(text), None).await;
    let after = after.unwrap_or_else(|error| panic!("match {id}: {error}"));
    assert_eq!(after.ply(), before.ply() + 1);
    assert_eq!(service.find(MatchId(id)).await.expect("it is read").line.moves(), after.line.moves());
}

fn message(number: u64) -> MessageId {
    MessageId(number.to_string())
}

/// Migration keeps every player's number and links it to the account of that number. A new account makes a new person.
async fn people_have_their_accounts(store: &SqlStorage, version: usize) {
    let mut known = vec![ADA, BRUNO, CARLA];
    if version >= 8 {
        known.extend((110..=127).chain([u64::MAX]).map(PlayerId));
    }
    let mut accounts = store.accounts_of(DISCORD, &known).await.expect("accounts");
    accounts.sort_by_key(|(person, _)| person.0);
    let expected: Vec<_> = known.iter().map(|person| (*person, ExternalId(person.to_string()))).collect();
    assert_eq!(accounts, expected, "version {version}");
    let person_of = async |account: &str| {
        let found = store.person_of(DISCORD, &ExternalId(account.to_owned())).await;
        found.expect("a person")
    };
    assert_eq!(person_of("103").await, CARLA);
    assert_eq!(person_of("104").await, PlayerId(104), "no other person is stored");
}

/// Every place and server is still known by the same number, as the channel or server of Discord with this number, and
/// threads know their channels.
async fn places_have_their_ids(store: &SqlStorage, path: &Path, version: usize) {
    let mut places = vec![500, 510, 601, 603];
    if version >= 9 {
        places.extend([501, 630, 910, 911, 912, 913, 915, 920, 921, 931, 932]);
    }
    let places: Vec<PlaceId> = places.into_iter().map(PlaceId).collect();
    let ids = store.places_on(DISCORD, &places).await.expect("ids");
    let expected: Vec<_> = places.iter().map(|place| (*place, ExternalId(place.to_string()))).collect();
    assert_eq!(ids, expected, "version {version}");
    let servers = if version >= 9 { vec![900, 901, 910, 930, 940, 950, 960] } else { Vec::new() };
    for server in servers {
        let found = store.find_server(DISCORD, &ExternalId(server.to_string())).await;
        assert_eq!(found.expect("it is read"), Some(ServerId(server)));
    }
    let pool = bare(path).await;
    let chains: Vec<(i64, Option<i64>, Option<i64>)> =
        sqlx::query_as("SELECT id, parent, server FROM places WHERE id IN (601, 911, 912, 921, 931) ORDER BY id")
            .fetch_all(&pool)
            .await
            .expect("places");
    pool.close().await;
    let mut expected = vec![(601, Some(500), None)];
    if version >= 9 {
        let chained = [(911, Some(910)), (912, Some(910)), (921, Some(920))];
        expected.extend(chained.map(|(place, parent)| (place, parent, Some(910))));
        expected.push((931, None, Some(930)));
    }
    assert_eq!(chains, expected, "version {version}");
}

/// Maintenance packs the moves of games that have ended, of which nothing is lost, and leaves the rows of the others.
async fn moves_of_ended_games_are_packed(service: &GameService, path: &Path, version: usize) {
    let ids = [1, 2, 8].map(MatchId);
    let games = async || service.storage().personal_games(ADA, &ids).await.expect("games");
    let before = games().await;
    // Posts would be pruned too, so it is an instant before there were any.
    while service.storage().prune(Millis(0)).await.expect("it is pruned") {}
    assert_eq!(games().await, before, "version {version}");
    let pool = bare(path).await;
    let with_rows: Vec<i64> = sqlx::query_scalar("SELECT DISTINCT match FROM moves ORDER BY match")
        .fetch_all(&pool)
        .await
        .expect("matches with rows");
    let packed: Vec<i64> = sqlx::query_scalar("SELECT match FROM move_lists ORDER BY match")
        .fetch_all(&pool)
        .await
        .expect("packed matches");
    pool.close().await;
    let known = |ids: &[(i64, usize)]| -> Vec<i64> {
        ids.iter().filter(|(_, since)| version >= *since).map(|(id, _)| *id).collect()
    };
    assert_eq!(with_rows, known(&[(1, 1), (4, 2), (5, 3), (7, 6)]), "version {version}");
    assert_eq!(packed, known(&[(2, 1), (8, 6)]), "version {version}");
}

/// Statistics and leaderboards show what earlier versions have stored.
async fn results_are_counted(store: &SqlStorage, version: usize) {
    let at = Millis(1_699_558_000_000);
    let reader = Reader { person: ADA, server: None };
    let stats = async |game| store.player_stats(ADA, game, reader, at).await.expect("stats");
    let barrier = stats("barrier").await;
    assert!(barrier.won >= 1 && barrier.lost == 0, "version {version}: {barrier:?}");
    assert_eq!(barrier.best_win, Some((Player::Person(CARLA), 1500.0)), "version {version}");
    let [zertz, dvonn] = [stats("zertz").await, stats("dvonn").await];
    assert_eq!((zertz.played(), zertz.lost, zertz.most_frequent_opponent), (1, 1, Some((Player::Person(BRUNO), 1))));
    assert_eq!((dvonn.played(), dvonn.lost), (1, 1));
    assert!(matches!(dvonn.most_frequent_opponent, Some((Player::Engine(_), 1))), "version {version}");
    if version >= 15 {
        let leaders = store.leaders(ServerId(901), "zertz", ADA, at).await.expect("a leaderboard");
        assert_eq!(leaders.iter().map(|leader| leader.player).collect::<Vec<_>>(), [PlayerId(122)]);
        let growth = (0.06_f64 * 173.7178).powi(2);
        let periods = ((110.0_f64.powi(2) - 80.0_f64.powi(2)) / growth) as i64;
        let until = at.plus((periods + 1) * 30 * 24 * 60 * 60 * 1000);
        for (now, ranked) in [(until.plus(-1), 1), (until, 0)] {
            let leaders = store.leaders(ServerId(901), "zertz", ADA, now).await.expect("a leaderboard");
            assert_eq!(leaders.len(), ranked, "at {now:?}");
        }
    }
}

/// The games with a result that each person has played in each server.
const PLAYED: &str = "SELECT player, server, CAST(COUNT(*) AS BIGINT) FROM (
        SELECT player1 AS player, server FROM matches
            JOIN (SELECT DISTINCT match, server FROM match_locations) AS located ON match = id
        WHERE status != 'running' AND outcome IS NOT NULL AND player1 NOT IN (0, player2)
        UNION ALL SELECT player2, server FROM matches
            JOIN (SELECT DISTINCT match, server FROM match_locations) AS located ON match = id
        WHERE status != 'running' AND outcome IS NOT NULL AND player2 NOT IN (0, player1)
    ) AS played WHERE server IS NOT NULL GROUP BY player, server ORDER BY player, server";
/// The same by the stored results.
const COUNTED: &str = "SELECT player, server, CAST(SUM(won + drawn + lost) AS BIGINT) FROM results WHERE server != 0
    GROUP BY player, server ORDER BY player, server";

/// Results are counted for each server, too.
async fn results_are_counted_by_server(path: &Path, version: usize) {
    let pool = bare(path).await;
    let played: Vec<(i64, i64, i64)> = sqlx::query_as(PLAYED).fetch_all(&pool).await.expect("games");
    let counted: Vec<(i64, i64, i64)> = sqlx::query_as(COUNTED).fetch_all(&pool).await.expect("results");
    pool.close().await;
    assert!(!played.is_empty(), "version {version}");
    assert_eq!(counted, played, "version {version}");
}

/// What could not be handled before is handled later, and a locked thread stays locked.
async fn what_was_pending_still_is(store: &SqlStorage, version: usize) {
    let pending = store.pending_events(PlatformId("matrix")).await.expect("they are read");
    let subjects: Vec<&str> = pending.iter().map(|pending| pending.key.subject.as_str()).collect();
    assert_eq!(subjects, if version >= 17 { vec!["", "$move"] } else { Vec::new() }, "version {version}");
    if version >= 18 {
        assert!(store.is_locked(LOCKED).await.expect("it is read"), "version {version}");
    }
}

/// What statements need of a post's JSON has columns; a post without JSON has none of it.
async fn columns_of_posts_are_filled(path: &Path) {
    let pool = bare(path).await;
    let sql = "SELECT game, thinking_ply, post FROM outbox WHERE due_at = 1800000000000 ORDER BY id";
    let posts: Vec<(Option<i64>, Option<i64>, String)> = sqlx::query_as(sql).fetch_all(&pool).await.expect("posts");
    pool.close().await;
    let columns: Vec<_> = posts.iter().map(|(game, thinking_ply, _)| (*game, *thinking_ply)).collect();
    assert_eq!(columns, [(Some(5), Some(1)), (Some(1), None), (None, None)], "{posts:?}");
}

/// Posts that an earlier version has stored become messages.
async fn old_posts_are_delivered(service: &GameService, store: &SqlStorage) {
    let everything = crate::platforms::EVERYTHING;
    let platform = Arc::new(ScriptedPlatform::new(everything, store.clone(), Vec::new()).on(DISCORD));
    let posting = Arc::clone(&platform) as Arc<dyn Platform>;
    let delivery = ChatDelivery::new(service.clone(), PictureRenderer::closed(), posting);
    let next = OutboxDispatcher::new(service.clone(), Arc::new(delivery)).deliver_due().await.expect("posts are read");
    assert!(next.is_none_or(|next| next > service.now()), "all that was due is delivered or given up");
    let texts: Vec<String> = platform.messages().iter().map(|shown| shown.view.text.plain()).collect();
    assert!(texts.iter().any(|text| text.contains("d4d6e6")), "the board of game 1: {texts:#?}");
}

/// Custom ids as earlier versions wrote them, for the game with this number and ply.
const OLD_BUTTONS: [&str; 29] = [
    "move # @",
    "steps # @",
    "steps # @ d4",
    "pick # @ 0",
    "pick # @ 1 d4",
    "leave # @",
    "type # @",
    "look # @",
    "analyse # @",
    "unplan # @",
    "unplan # @ 0",
    "mute # @",
    "unmute # @",
    "resign # @",
    "agree-takeback # @",
    "refuse-takeback # @",
    "refuse-draw # @",
    "agree-draw # @",
    "play # @ d4",
    "confirm # @ d4",
    "draw-surely # @",
    "accept 3",
    "decline 3",
    "cancel 3",
    "set forced",
    "set rescue",
    "depart 3",
    "return",
    "resign-surely # @",
];

/// Buttons and menus that were posted by an earlier version do what they did then.
async fn old_buttons_are_pressed(service: &GameService, store: &SqlStorage, version: usize) {
    let handler =
        RequestHandler::new(service.clone(), PictureRenderer::closed(), SearchRunner::new(Default::default()));
    let answer = async |person: PlayerId, kind: RequestKind| {
        let requester = Requester {
            id: person,
            name: "Ada".to_owned(),
            language: Language::En,
            theme: String::new(),
            turned_boards: false,
            confirmation: Confirmation::default(),
        };
        let context = RequestContext {
            id: PlaceId(500),
            parent: None,
            server: None,
            manages: false,
            delivery_mode: DeliveryMode::Threads,
            language: Language::En,
            obstacles: Vec::new(),
            can_remove_messages: false,
        };
        let answer = handler.answer(&Request { requester, context, kind, token: None, event: None }).await;
        let shown = format!("{answer:?}");
        let has_failed = shown.contains("Something went wrong on my side");
        assert!(!has_failed && !matches!(&answer, Answer::Completions(_)), "version {version}: {shown}");
        answer
    };
    for id in OLD_BUTTONS {
        for (game, ply) in [("1", "3"), ("1", "4"), ("3", "1"), ("2", "1")] {
            let id = id.replace('#', game).replace('@', ply);
            let pressed = read_button(&id).map(|action| RequestKind::ButtonPressed { action, message: message(600) });
            let chosen = || Some(RequestKind::OptionChosen { action: read_menu(&id)?, value: String::new() });
            let kind = pressed.or_else(chosen).unwrap_or_else(|| panic!("{id} is no longer known"));
            for person in [CARLA, ADA] {
                answer(person, kind.clone()).await;
            }
        }
    }
    assert_eq!(service.find(MatchId(1)).await.expect("it is read").status, Status::Resigned, "version {version}");
    if version >= 6 {
        // The values of this menu are ids that Discord gave.
        let unblock = read_menu("unblock 0").expect("it is known");
        assert!(store.is_blocked(CARLA, BRUNO).await.expect("it is read"));
        answer(CARLA, RequestKind::OptionChosen { action: unblock, value: "102".to_owned() }).await;
        assert!(!store.is_blocked(CARLA, BRUNO).await.expect("it is read"), "version {version}");
        let theme = read_menu("set theme").expect("it is known");
        answer(BRUNO, RequestKind::OptionChosen { action: theme, value: "dark".to_owned() }).await;
        assert_eq!(service.preferences(BRUNO).await.expect("they are read").theme.as_deref(), Some("dark"));
    }
    let forget = read_button("forget").expect("it is known");
    answer(ADA, RequestKind::ButtonPressed { action: forget, message: message(600) }).await;
    assert_eq!(store.player_names(&[ADA]).await.expect("they are read"), [], "version {version}");
}

#[tokio::test]
async fn games_of_every_earlier_version_go_on_where_they_were() {
    for version in 1..=18 {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("tablero.sqlite");
        fixture(&path, version).await;
        let before = counts(&path).await;
        let (service, store) = service(&path).await;
        assert_eq!(counts(&path).await, before, "version {version}: no row is lost");

        // Pending posts are delivered in order, with the token needed to respond.
        let mut due = Vec::new();
        for priority in [PostPriority::Turn, PostPriority::Notice] {
            let lease = Claimant::new().lease(service.now());
            let (claimed, _) =
                service.storage().claim_posts(DISCORD, &[(priority, 100)], lease, service.now()).await.expect("posts");
            for post in &claimed {
                service.storage().release_post(post.id, lease.holder).await.expect("it is released");
            }
            due.extend(claimed);
        }
        let of_games: Vec<_> = due.iter().filter_map(|due| due.post.game()).map(|game| game.0).collect();
        for (game, since) in [(1, 1), (3, 1), (4, 2), (7, 6)] {
            assert_eq!(of_games.contains(&game), version >= since, "version {version}: {of_games:?}");
        }
        assert_eq!(due.iter().filter(|due| due.token.is_some()).count(), usize::from(version >= 2), "{version}");

        let running = service.find(MatchId(1)).await.expect("it is read");
        assert_eq!(
            (running.line.moves().len(), running.location.delivery_mode, running.version),
            (3, DeliveryMode::Threads, 4)
        );
        assert!(running.offer.is_some() && running.location.message == Some(message(600)));
        let over = service.find(MatchId(2)).await.expect("it is read");
        assert_eq!((over.status, over.players), (Status::Resigned, [BRUNO, ADA].map(Player::Person)));
        moves_of_ended_games_are_packed(&service, &path, version).await;
        if version >= 6 {
            results_are_counted(&store, version).await;
            results_are_counted_by_server(&path, version).await;
        }
        people_have_their_accounts(&store, version).await;
        places_have_their_ids(&store, &path, version).await;
        what_was_pending_still_is(&store, version).await;
        play_on(&service, 1).await;
        play_on(&service, 3).await;
        let begun = service.accept(ChallengeId(2), ADA, Some(&message(800)), None).await.expect("an open challenge");
        assert!(begun.seat_of(BRUNO).is_some() && begun.setup.contains("variant=48"));
        let at = service.find_at(PlaceId(510), ADA, tablero::service::MatchFilter::Running).await.expect("a game");
        assert_eq!(at.id, MatchId(3));

        if version >= 2 {
            play_on(&service, 4).await;
        }
        if version >= 3 {
            let lease = Claimant::new().lease(service.now());
            let (jobs, _) = service.storage().claim_jobs(lease, service.now(), 10).await.expect("jobs");
            let turn = jobs.iter().find(|job| job.game == MatchId(5)).expect("the bot is to move");
            assert_eq!((turn.version, turn.attempts), (1, 1));
            let bot = service.find(MatchId(5)).await.expect("it is read");
            assert!(bot.waits_for_engine() && bot.hints_used == [2, 0]);
        }
        if version >= 4 {
            let hint = service.storage().hint(MatchId(1), 2, tablero::rules::Seat::One).await.expect("it is read");
            assert_eq!(hint.map(|hint| hint.stage), Some(3));
        }
        if version >= 5 {
            let analysis = service.storage().analysis(MatchId(2)).await.expect("it is read").expect("it is there");
            assert_eq!(analysis.positions.len(), 1);
            assert_eq!(over.location.analysis_message, Some((PlaceId(603), message(702))));
        }
        if version >= 6 {
            let rules = service.server_settings(ServerId(900)).await.expect("rules");
            assert!(
                rules.allows_channel(PlaceId(7)) && rules.allows_game("dvonn"),
                "an empty list meant everything: {rules:?}"
            );
            let rules = service.server_settings(ServerId(901)).await.expect("rules");
            assert!(
                rules.allows_channel(PlaceId(501)) && !rules.allows_channel(PlaceId(7)) && !rules.allows_game("dvonn")
            );
            assert_eq!(service.preferences(CARLA).await.expect("settings").pings, Pings::Digest);
            let clocked = service.find(MatchId(7)).await.expect("it is read");
            assert!(clocked.rated && clocked.is_paused(service.now()), "Ada is on vacation");
            assert_eq!(service.storage().note(MatchId(7), ADA).await.expect("it is read").as_deref(), Some("go right"));
            assert!(service.storage().is_blocked(BRUNO, CARLA).await.expect("it is read"));
            play_on(&service, 7).await;
            let lease = Claimant::new().lease(service.now());
            let (alarms, next) = service.storage().claim_checks(lease, service.now(), 10).await.expect("alarms");
            assert!(!alarms.is_empty() || next.is_some());
        }
        if version >= 13 {
            columns_of_posts_are_filled(&path).await;
        }
        old_posts_are_delivered(&service, &store).await;
        old_buttons_are_pressed(&service, &store, version).await;
        store.close().await;

        let pool = bare(&path).await;
        let sound: String = sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&pool).await.expect("a check");
        assert_eq!(sound, "ok");
        let dangling = sqlx::query("PRAGMA foreign_key_check").fetch_all(&pool).await.expect("a check");
        assert!(dangling.is_empty(), "version {version}");
        pool.close().await;
    }
}

/// The rows of a PostgreSQL database of version 14, which is the first that PostgreSQL has.
#[tokio::test]
async fn games_of_version_14_on_postgresql_go_on_where_they_were() {
    games_on_postgresql_go_on(
        14,
        &[
            include_str!("../../migrations/postgres/0014_tables.sql"),
            include_str!("../fixtures/migrations/postgres-0014.sql"),
        ],
    )
    .await;
}

#[tokio::test]
async fn games_of_version_15_on_postgresql_go_on_where_they_were() {
    games_on_postgresql_go_on(
        15,
        &[
            include_str!("../../migrations/postgres/0014_tables.sql"),
            include_str!("../../migrations/postgres/0015_leaders_and_slots.sql"),
            include_str!("../fixtures/migrations/postgres-0015.sql"),
        ],
    )
    .await;
}

#[tokio::test]
async fn games_of_version_16_on_postgresql_go_on_where_they_were() {
    games_on_postgresql_go_on(
        16,
        &[
            include_str!("../../migrations/postgres/0014_tables.sql"),
            include_str!("../../migrations/postgres/0015_leaders_and_slots.sql"),
            include_str!("../../migrations/postgres/0016_results_and_ranks.sql"),
            include_str!("../fixtures/migrations/postgres-0016.sql"),
        ],
    )
    .await;
}

#[tokio::test]
async fn games_of_version_17_on_postgresql_go_on_where_they_were() {
    games_on_postgresql_go_on(
        17,
        &[
            include_str!("../../migrations/postgres/0014_tables.sql"),
            include_str!("../../migrations/postgres/0015_leaders_and_slots.sql"),
            include_str!("../../migrations/postgres/0016_results_and_ranks.sql"),
            include_str!("../../migrations/postgres/0017_pending_events.sql"),
            include_str!("../fixtures/migrations/postgres-0017.sql"),
        ],
    )
    .await;
}

#[tokio::test]
async fn games_of_version_18_on_postgresql_go_on_where_they_were() {
    games_on_postgresql_go_on(
        18,
        &[
            include_str!("../../migrations/postgres/0014_tables.sql"),
            include_str!("../../migrations/postgres/0015_leaders_and_slots.sql"),
            include_str!("../../migrations/postgres/0016_results_and_ranks.sql"),
            include_str!("../../migrations/postgres/0017_pending_events.sql"),
            include_str!("../../migrations/postgres/0018_places.sql"),
            include_str!("../fixtures/migrations/postgres-0018.sql"),
        ],
    )
    .await;
}

/// Opens a PostgreSQL database that these scripts make, and plays on.
async fn games_on_postgresql_go_on(version: i64, scripts: &[&'static str]) {
    let Some(TestDatabase::Server(url)) = TestDatabase::server().await else { return };
    let old = PgPool::connect(&url).await.expect("a connection");
    let migrations = "CREATE TABLE migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL)";
    for sql in scripts.iter().copied().chain([migrations, "INSERT INTO program VALUES (1, '0.1.0')"]) {
        sqlx::raw_sql(sql).execute(&old).await.expect("an earlier version");
    }
    for number in 14..=version {
        let applied = sqlx::query("INSERT INTO migrations VALUES ($1, 'earlier')").bind(number).execute(&old).await;
        applied.expect("an earlier version");
    }
    let address = ServerAddress { url, is_pooled: false, connections: 4 };
    let store = SqlStorage::open_server(&address, Catalog::standard()).await.expect("the current version opens it");
    let service = GameService::new(Arc::new(store.clone()), Arc::new(Now), || 7);
    let migrated: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM migrations").fetch_one(&old).await.expect("a row");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/postgres");
    assert_eq!(migrated, std::fs::read_dir(folder).expect("the folder").count() as i64);
    let over = service.find(MatchId(2)).await.expect("it is read");
    assert_eq!((over.status, over.players), (Status::Resigned, [BRUNO, ADA].map(Player::Person)));
    people_have_their_accounts(&store, version as usize).await;
    results_are_counted(&store, version as usize).await;
    let played: Vec<(i64, i64, i64)> = sqlx::query_as(PLAYED).fetch_all(&old).await.expect("games");
    let counted: Vec<(i64, i64, i64)> = sqlx::query_as(COUNTED).fetch_all(&old).await.expect("results");
    assert_eq!(counted, played);
    for game in [1, 3, 4, 7] {
        play_on(&service, game).await;
    }
    let begun = service.accept(ChallengeId(2), ADA, Some(&message(800)), None).await.expect("an open challenge");
    assert!(begun.seat_of(BRUNO).is_some() && begun.setup.contains("variant=48"));
    old_posts_are_delivered(&service, &store).await;
    old_buttons_are_pressed(&service, &store, version as usize).await;
    old.close().await;
    store.close().await;
}

#[tokio::test]
async fn a_database_with_dangling_references_is_refused_at_the_start() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("tablero.sqlite");
    fixture(&path, 7).await;
    let old = bare(&path).await;
    let orphan = "PRAGMA foreign_keys = OFF; INSERT INTO moves (match, ply, text, played_at) VALUES (99, 0, 'd4', 0);";
    sqlx::raw_sql(orphan).execute(&old).await.expect("the row is changed");
    old.close().await;
    let refused = SqlStorage::open_file(&path).await.expect_err("it is damaged");
    assert!(matches!(&refused, OpenError::Dangling { table, rows: 1, .. } if table == "moves"), "{refused}");
}
