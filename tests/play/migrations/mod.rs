//! Databases of every earlier version, with rows in every table, are migrated and played on. `tests/fixtures/migrations`
//! has the rows of each.

mod rich_database;

use crate::platforms::ScriptedPlatform;
use crate::test_database::TestDatabase;
use rich_database::{ADA, BRUNO, CARLA, CHANNEL, DORA, OFFERED, RESIGNED, SERVER, THREAD, TIMED, WITH_ENGINE};
use sqlx::migrate::{Migration, MigrationType};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, SqlSafeStr};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tablero::catalog::Catalog;
use tablero::chat::actions::{read_button, read_menu};
use tablero::chat::views::pictures::PictureRenderer;
use tablero::chat::{
    Answer, ChatDelivery, Language, Platform, Request, RequestContext, RequestHandler, RequestKind, Requester,
};
use tablero::db::sqlite::{backup, migrations, restore};
use tablero::db::{DatabaseAddress, Inspection, OpenError, SqlStorage};
use tablero::discord::places::DISCORD;
use tablero::engine::SearchRunner;
use tablero::matrix::places::MATRIX;
use tablero::rules::Seat;
use tablero::service::{
    Action, Claimant, Confirmation, DeliveryMode, DeliveryQueries, ExternalId, GameService, MatchQueries, MessageId,
    Millis, PeopleQueries, Pings, PlaceQueries, Player, PlayerId, Post, RatingQueries, Reader, Status, Subject,
};
use tablero::workers::OutboxDispatcher;
use test_support::stage::TestClock;
use tokio::task::JoinSet;

/// By how much the clock is ahead of the rows of the fixtures: what was claimed by then may be claimed again.
const LATER_MS: i64 = 2 * 60 * 60 * 1000;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The files of a folder, in the order of their names.
fn files(name: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder(name)).expect("the folder").map(|file| file.expect("a file").path());
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    files
}

/// The number of the last migration, for both databases.
fn latest() -> usize {
    files("migrations/sqlite").len()
}

fn fixture_file(database: &TestDatabase, version: usize) -> PathBuf {
    let kind = if matches!(database, TestDatabase::File(_)) { "sqlite" } else { "postgres" };
    folder("tests/fixtures/migrations").join(format!("{kind}-{version:04}.sql"))
}

/// The databases that are installed, each empty.
async fn databases() -> Vec<TestDatabase> {
    std::iter::once(TestDatabase::file()).chain(TestDatabase::server().await).collect()
}

/// Makes an empty database of a version.
async fn make_empty(database: &TestDatabase, version: usize) {
    match database.address() {
        DatabaseAddress::File(path) => {
            let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
            let pool = test_support::pools::sqlite_pool(options).await;
            migrations(version).run(&pool).await.expect("an earlier version");
            pool.close().await;
        }
        DatabaseAddress::Server(_) => {
            let table =
                "CREATE TABLE migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum BYTEA NOT NULL)";
            database.change(table).await;
            for (number, file) in (1..).zip(files("migrations/postgres").into_iter().take(version)) {
                let sql = std::fs::read_to_string(file).expect("a migration");
                database.change(&sql).await;
                let kind = MigrationType::Simple;
                let checksum = Migration::new(0, "".into(), kind, AssertSqlSafe(sql).into_sql_str(), false).checksum;
                let checksum: String = checksum.iter().map(|byte| format!("{byte:02x}")).collect();
                database.change(&format!("INSERT INTO migrations VALUES ({number}, 'earlier', '\\x{checksum}')")).await;
            }
        }
    }
}

/// Makes a database of a version, with its rows.
async fn make(database: &TestDatabase, version: usize) {
    make_empty(database, version).await;
    let file = fixture_file(database, version);
    let rows = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    database.change(&rows).await;
}

/// The number of the last migration that was applied.
async fn applied(database: &TestDatabase) -> i64 {
    let last = match database {
        TestDatabase::File(_) => "SELECT MAX(version) FROM _sqlx_migrations",
        TestDatabase::Server(_) => "SELECT MAX(number) FROM migrations",
    };
    database.count(last).await
}

fn service(store: &SqlStorage) -> GameService {
    let clock = TestClock::still();
    clock.advance(LATER_MS);
    GameService::new(Arc::new(store.clone()), Arc::new(clock), || 7)
}

#[tokio::test]
async fn the_program_fills_every_table_and_stores_the_rows_of_its_version() {
    let mut written = Vec::new();
    for database in databases().await {
        let store = database.open().await;
        rich_database::fill(&store, &TestClock::still()).await;
        let rows = rich_database::write(&database).await;
        let empty = rows.lines().filter(|line| line.starts_with("DELETE FROM")).count();
        assert_eq!(empty, rows.matches("INSERT INTO").count(), "every table has rows");
        store.close().await;
        if std::env::var_os("TABLERO_FIXTURES").is_some_and(|value| value == "write") {
            let file = fixture_file(&database, latest());
            std::fs::write(&file, rows).expect("the file");
            written.push(file);
            continue;
        }
        // They can be read again.
        let again = if let TestDatabase::File(_) = database {
            Some(TestDatabase::file())
        } else {
            TestDatabase::server().await
        };
        let again = again.expect("it was there before");
        again.open().await.close().await;
        again.change(&rows).await;
        assert_eq!(rich_database::write(&again).await, rows);
    }
    assert!(written.is_empty(), "written, which proves nothing: {written:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_every_version_go_on_where_they_were() {
    let versions = files("tests/fixtures/migrations").len() / 2;
    assert!(versions + 1 >= latest(), "the rows of the version before this one are missing");
    for version in 1..=versions {
        for database in databases().await {
            make(&database, version).await;
            let before = rich_database::counts(&database).await;
            let store = database.open().await;
            assert_eq!(applied(&database).await, latest() as i64);
            assert_eq!(rich_database::counts(&database).await, before, "version {version}: no row is lost");
            nothing_is_wrong(&database).await;
            everything_is_there(&store, &service(&store)).await;
            play_goes_on(&store, &service(&store)).await;
            posts_are_delivered(&store, &service(&store)).await;
            old_buttons_are_pressed(&store, &service(&store)).await;
            store.close().await;
            nothing_is_wrong(&database).await;
        }
    }
}

#[tokio::test]
async fn old_levels_become_the_new_ones_closest_in_strength() {
    // The game, the level as the version stored it, and as this one stores it.
    let seven = [("zertz", 9, 1), ("zertz", 5, 6), ("zertz", 8, 10), ("dvonn", 4, 5), ("dvonn", 5, 7), ("dvonn", 7, 9)];
    let barrier = [(9, 1), (1, 2), (2, 3), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 7)];
    let barrier = barrier.map(|(before, now)| ("barrier", before, now));
    let seven: Vec<_> = seven.into_iter().chain([("dvonn", 8, 11)]).chain(barrier).collect();
    let zertz = [(1, 1), (6, 6), (7, 8), (8, 9), (9, 10)].map(|(before, now)| ("zertz", before, now));
    let eight: Vec<_> = zertz.into_iter().chain([("dvonn", 9, 9), ("barrier", 7, 7)]).collect();
    for (version, levels) in [(7, seven), (8, eight)] {
        for database in databases().await {
            levels_become(&database, version, &levels).await;
        }
    }
}

/// Migrates a database of a version with matches and results of these levels.
async fn levels_become(database: &TestDatabase, version: usize, levels: &[(&str, i64, i64)]) {
    make(database, version).await;
    database.change("DELETE FROM results").await;
    for (number, (game, before, _)) in (1000..).zip(levels) {
        let side = 1 + number % 2;
        database
            .change(&format!(
                "INSERT INTO matches (id, game, setup, player1, player2, level{side}, status, started_at, changed_at,
                    version) VALUES ({number}, '{game}', '', 0, 0, {before}, 'running', 1, 1, 1);
                 INSERT INTO results (player, game, server, opponent, level, won, drawn, lost, rated_wins, best)
                 VALUES (101, '{game}', 0, 0, {before}, {before}, 1, 2, 0, NULL)"
            ))
            .await;
    }
    database.change("INSERT INTO results VALUES (101, 'dvonn', 0, 102, 0, 5, 6, 7, 5, 1600.0)").await;
    database.open().await.close().await;
    for (number, (game, before, now)) in (1000..).zip(levels) {
        let stored = format!("SELECT COALESCE(level1, level2) FROM matches WHERE id = {number}");
        assert_eq!(database.count(&stored).await, *now, "{game}: level {before} in a match");
        let same = levels.iter().filter(|(other, _, level)| (other, level) == (game, now));
        let won: i64 = same.clone().map(|(_, before, _)| *before).sum();
        for (column, sum) in [("won", won), ("drawn", same.clone().count() as i64), ("lost", 2 * same.count() as i64)] {
            let stored = format!("SELECT {column} FROM results WHERE game = '{game}' AND level = {now}");
            assert_eq!(database.count(&stored).await, sum, "{game}: {column} against level {before}");
        }
    }
    let rows = levels.iter().map(|(game, _, now)| (game, now)).collect::<BTreeSet<_>>().len() as i64;
    assert_eq!(database.count("SELECT COUNT(*) FROM results").await, rows + 1);
    let person = "SELECT won FROM results WHERE opponent = 102 AND level = 0 AND best = 1600.0";
    assert_eq!(database.count(person).await, 5, "results against people stay");
}

/// The doctor's view of the database.
async fn nothing_is_wrong(database: &TestDatabase) {
    let inspection = Inspection::open(&database.address(), Catalog::standard()).await.expect("it can be read");
    assert_eq!(inspection.changed_migration().await.expect("it is read"), None);
    assert_eq!(inspection.damage().await.expect("it is read"), [""; 0]);
    assert_eq!(inspection.leftovers().await.expect("it is read"), []);
    inspection.close().await;
}

/// What people, servers and platforms have stored.
async fn everything_is_there(store: &SqlStorage, service: &GameService) {
    let accounts = store.accounts_of(MATRIX, &[DORA]).await.expect("accounts");
    assert_eq!(accounts, [(DORA, ExternalId("@dora:example.org".to_owned()))]);
    let names = store.player_names(&[CARLA]).await.expect("names");
    assert_eq!(names, [(CARLA, "Carla 'the knight' \\ Rossi".to_owned())]);
    assert!(store.is_locked(THREAD).await.expect("it is read"));
    let settings = service.server_settings(SERVER).await.expect("settings");
    assert!(settings.allows_channel(CHANNEL) && !settings.allows_channel(THREAD));
    assert_eq!(service.preferences(CARLA).await.expect("they are read").pings, Pings::Digest);
    assert_eq!(service.schedule(BRUNO).await.expect("it is read").zone, "Europe/Rome");
    assert!(!store.vacations(CARLA, Millis(0)).await.expect("they are read").is_empty());
    assert!(store.is_blocked(CARLA, BRUNO).await.expect("it is read"));
    assert!(store.session(MATRIX).await.expect("it is read").is_some_and(|session| session.token == "a secret"));
    assert_eq!(store.sync_position(MATRIX).await.expect("it is read").as_deref(), Some("s1_2"));
    assert_eq!(store.pending_events(MATRIX).await.expect("they are read").len(), 1);
    let actions = store.stored_actions(MATRIX, &MessageId("$board".to_owned())).await.expect("they are read");
    assert!(actions.is_some_and(|(_, actions)| actions.len() == 1));

    let over = service.find(RESIGNED).await.expect("it is read");
    assert_eq!(over.ply(), 2, "the moves of an ended game are one value");
    assert_eq!((over.status, over.players), (Status::Resigned, [ADA, BRUNO].map(Player::Person)));
    let analysis = service.queries().analysis(RESIGNED).await.expect("it is read").expect("it is there");
    assert_eq!(analysis.positions.len(), 1);
    let reader = Reader { person: ADA, server: None };
    let stats = store.player_stats(ADA, "zertz", reader, service.now()).await.expect("stats");
    assert_eq!((stats.won, stats.played()), (1, 1));
    let timed = service.find(TIMED).await.expect("it is read");
    assert!(timed.rated && timed.flag_at().is_some() && timed.location.message.is_some());
    assert!(timed.conditional_moves.iter().any(|tree| !tree.lines().is_empty()));
    assert_eq!(service.queries().note(TIMED, ADA).await.expect("it is read").as_deref(), Some("go right"));
    let hint = service.queries().hint(TIMED, 3, Seat::Two).await.expect("it is read");
    assert_eq!(hint.map(|hint| hint.stage), Some(2));
    let lease = Claimant::new().lease(service.now());
    let (jobs, _) = service.work().claim_jobs(lease, service.now(), 10).await.expect("jobs");
    assert!(jobs.iter().any(|job| job.match_id == WITH_ENGINE), "the bot is to move");
}

async fn play_goes_on(store: &SqlStorage, service: &GameService) {
    // Ada's conditional moves answer Bruno's.
    let before = service.find(TIMED).await.expect("it is read");
    let text = before.line.nth_legal(0).expect("a legal move");
    let after = service.act(TIMED, BRUNO, Some(3), &Action::Move(text), None).await.expect("it is legal");
    assert_eq!(after.ply(), 5);
    assert_eq!(service.find(TIMED).await.expect("it is read").line.moves(), after.line.moves());
    let offered = service.find(OFFERED).await.expect("it is read").offer.expect("Carla asks").kind();
    let taken_back = service.act(OFFERED, ADA, None, &Action::Agree(offered), None).await.expect("she agrees");
    assert_eq!(taken_back.ply(), 1);
    let open = store.open_challenges_of(BRUNO, service.now(), 0, 9).await.expect("challenges").0;
    let [open] = &open[..] else { panic!("one challenge is open: {open:?}") };
    assert_eq!(open.terms.note, "¿who dares?");
    let begun = service.accept(open.id, ADA, None, None).await.expect("it is open");
    assert!(begun.id > WITH_ENGINE, "no number is given twice");
}

/// What was posted before becomes messages.
async fn posts_are_delivered(store: &SqlStorage, service: &GameService) {
    let everything = crate::platforms::EVERYTHING;
    let platform = Arc::new(ScriptedPlatform::new(everything, store.clone(), Vec::new()).on(DISCORD));
    let posting = Arc::clone(&platform) as Arc<dyn Platform>;
    let delivery = ChatDelivery::new(service.clone(), PictureRenderer::closed(), posting);
    let next = OutboxDispatcher::new(service.clone(), Arc::new(delivery)).deliver_due().await.expect("posts are read");
    assert!(next.is_none_or(|next| next > service.now()), "all that was due is delivered or given up");
    let texts: Vec<String> = platform.messages().iter().map(|shown| shown.view.text.plain()).collect();
    for expected in ["Si comincia: ZÈRTZ", "l'ho annullata", "ti aspetta una partita", "Wb5,b1", "sta pensando"] {
        assert!(texts.iter().any(|text| text.contains(expected)), "{expected}: {texts:#?}");
    }
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
async fn old_buttons_are_pressed(store: &SqlStorage, service: &GameService) {
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
            id: CHANNEL,
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
        assert!(!has_failed && !matches!(&answer, Answer::Completions(_)), "{shown}");
        answer
    };
    let message = MessageId("600".to_owned());
    for id in OLD_BUTTONS {
        for (game, ply) in [(TIMED, "4"), (TIMED, "5"), (OFFERED, "1"), (RESIGNED, "2")] {
            let id = id.replace('#', &game.to_string()).replace('@', ply);
            let message = message.clone();
            let pressed = read_button(&id).map(|action| RequestKind::ButtonPressed { action, message });
            let chosen = || Some(RequestKind::OptionChosen { action: read_menu(&id)?, value: String::new() });
            let kind = pressed.or_else(chosen).unwrap_or_else(|| panic!("{id} is no longer known"));
            for person in [CARLA, ADA] {
                answer(person, kind.clone()).await;
            }
        }
    }
    assert_eq!(service.find(TIMED).await.expect("it is read").status, Status::Resigned);
    // The values of this menu are the numbers of people.
    let unblock = read_menu("unblock 0").expect("it is known");
    assert!(store.is_blocked(CARLA, BRUNO).await.expect("it is read"));
    answer(BRUNO, RequestKind::OptionChosen { action: unblock, value: CARLA.to_string() }).await;
    assert!(!store.is_blocked(CARLA, BRUNO).await.expect("it is read"));
    let theme = read_menu("set theme").expect("it is known");
    answer(BRUNO, RequestKind::OptionChosen { action: theme, value: "dark".to_owned() }).await;
    assert_eq!(service.preferences(BRUNO).await.expect("they are read").theme.as_deref(), Some("dark"));
    let forget = read_button("forget").expect("it is known");
    answer(ADA, RequestKind::ButtonPressed { action: forget, message }).await;
    assert_eq!(store.player_names(&[ADA]).await.expect("they are read"), []);
}

/// Version 2 finds out what each post is about, which was in other columns or only in its JSON.
#[tokio::test]
async fn posts_know_what_they_are_about() {
    for database in databases().await {
        make(&database, 1).await;
        let unread = "INSERT INTO outbox (platform, person, priority, post, created_at, due_at)
            VALUES ('discord', 103, 0, 'no JSON', 0, 0)";
        database.change(unread).await;
        let before = database.texts("SELECT id || ' ' || COALESCE(location, 0) FROM outbox ORDER BY id").await;
        database.open().await.close().await;
        let after = database.texts("SELECT id || ' ' || COALESCE(location, 0) FROM outbox ORDER BY id").await;
        assert_eq!(after, before);
        let about = "SELECT COALESCE(subject_kind, '') || ' ' || COALESCE(subject, 0) || ' ' || post FROM outbox";
        let mut kinds = BTreeSet::new();
        for row in database.texts(about).await {
            let (stored, post) = row.split_at(row.match_indices(' ').nth(1).expect("three parts").0);
            let post: Option<Post> = serde_json::from_str(post).ok();
            let (kind, number) = post.and_then(|post| post.subject()).map_or(("", 0), Subject::stored);
            assert_eq!(stored, format!("{kind} {number}"), "{row}");
            kinds.insert(kind);
        }
        assert_eq!(kinds, BTreeSet::from(["", "challenge", "match"]));
    }
}

#[tokio::test]
async fn a_migration_that_fails_changes_nothing_and_is_applied_at_the_next_start() {
    for database in databases().await {
        make(&database, 1).await;
        let before = rich_database::write(&database).await;
        // The migration makes something of this name, late.
        let (obstacle, removal) = match database {
            TestDatabase::File(_) => ("CREATE TABLE outbox_by_subject (x INTEGER)", "DROP TABLE outbox_by_subject"),
            TestDatabase::Server(_) => {
                ("CREATE INDEX outbox_by_subject ON outbox (id)", "DROP INDEX outbox_by_subject")
            }
        };
        database.change(obstacle).await;
        let refused = database.try_open().await.expect_err("it fails").to_string();
        assert!(refused.contains("cannot be migrated to this version"), "{refused}");
        database.change(removal).await;
        assert_eq!(applied(&database).await, 1);
        assert_eq!(rich_database::write(&database).await, before);
        database.open().await.close().await;
        assert_eq!(applied(&database).await, latest() as i64);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_several_processes_that_start_at_once_one_migrates() {
    for database in databases().await {
        make(&database, 1).await;
        let database = Arc::new(database);
        let mut starts = JoinSet::new();
        for _ in 0..8 {
            let database = Arc::clone(&database);
            starts.spawn(async move { database.try_open().await });
        }
        let (mut opened, mut refused) = (Vec::new(), 0);
        while let Some(started) = starts.join_next().await {
            match started.expect("no panic") {
                Ok(store) => opened.push(store),
                // One process owns a file.
                Err(OpenError::InUse { .. }) => refused += 1,
                Err(error) => panic!("{error}"),
            }
        }
        let expected = if let TestDatabase::File(_) = *database { (1, 7) } else { (8, 0) };
        assert_eq!((opened.len(), refused), expected);
        for store in opened {
            store.close().await;
        }
        assert_eq!(applied(&database).await, latest() as i64);
    }
}

#[tokio::test]
async fn a_database_of_a_newer_version_or_with_another_migration_is_not_migrated() {
    for database in databases().await {
        make(&database, 1).await;
        let (other, repair, newer) = match database {
            TestDatabase::File(_) => (
                "UPDATE _sqlx_migrations SET checksum = CAST('x' || checksum AS BLOB)",
                "UPDATE _sqlx_migrations SET checksum = substr(checksum, 2)",
                "UPDATE _sqlx_migrations SET version = 999 WHERE version = 2",
            ),
            TestDatabase::Server(_) => (
                "UPDATE migrations SET checksum = '\\x00' || checksum",
                "UPDATE migrations SET checksum = substr(checksum, 2)",
                "UPDATE migrations SET number = 999 WHERE number = 2",
            ),
        };
        database.change(other).await;
        let refused = database.try_open().await.expect_err("it is another one").to_string();
        assert!(refused.contains("migration 1 was"), "{refused}");
        assert_eq!(applied(&database).await, 1);
        database.change(repair).await;
        database.open().await.close().await;
        database.change(newer).await;
        database.change("UPDATE program SET version = '7.5.0'").await;
        let refused = database.try_open().await.expect_err("it is newer").to_string();
        assert!(refused.contains("belongs to version 7.5.0 or newer of tablero"), "{refused}");
        assert_eq!(applied(&database).await, 999);
    }
}

/// As docs/hosting.md says: a backup is made before the new version migrates the database.
#[tokio::test]
async fn a_backup_of_the_version_before_is_migrated_when_it_is_restored() {
    let database = TestDatabase::file();
    make(&database, 1).await;
    let DatabaseAddress::File(path) = database.address() else { panic!("it is a file") };
    let copy = path.with_file_name("backup.sqlite");
    let made = backup(&path, &copy, |_, _| {}).await.expect("a backup");
    assert_eq!((made.matches, applied(&database).await), (4, 1));
    database.open().await.close().await;
    assert_eq!(applied(&database).await, latest() as i64);
    let restored = TestDatabase::file();
    let DatabaseAddress::File(path) = restored.address() else { panic!("it is a file") };
    restore(&copy, &path, |_, _| {}).await.expect("it is sound");
    assert_eq!(applied(&restored).await, 1);
    let store = restored.open().await;
    assert_eq!(applied(&restored).await, latest() as i64);
    everything_is_there(&store, &service(&store)).await;
    store.close().await;
}

#[tokio::test]
async fn a_database_with_dangling_references_is_refused_at_the_migration() {
    let database = TestDatabase::file();
    make(&database, 1).await;
    database
        .change("PRAGMA foreign_keys = OFF; INSERT INTO moves (match, ply, text, played_at) VALUES (99, 0, 'd4', 0)")
        .await;
    let refused = database.try_open().await.expect_err("it is damaged");
    assert!(matches!(&refused, OpenError::Dangling { table, rows: 1, .. } if table == "moves"), "{refused}");
}
