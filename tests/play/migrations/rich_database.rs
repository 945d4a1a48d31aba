//! A database with rows in every table, filled by the program itself, and its rows as SQL.

use crate::automatic::after;
use crate::test_database::TestDatabase;
use sqlx::{AssertSqlSafe, PgPool, Row, SqlitePool};
use std::fmt::Write;
use std::sync::Arc;
use tablero::db::{DatabaseAddress, SqlStorage};
use tablero::discord::places::DISCORD;
use tablero::matrix::places::MATRIX;
use tablero::service::daily::Try;
use tablero::service::people::schedule::ScheduleUpdate;
use tablero::service::{
    Action, ActionMessage, Address, AnalysisStep, BoardId, Claimant, DailyChannel, DailySwitch, DeliveryFailure,
    DeliveryMode, DeliveryStorage, EventId, ExternalId, ExternalPlace, GameService, Hint, Level, LocationId, Match,
    MatchId, MessageId, Millis, NewLocation, Ownership, Pauses, PendingEvent, PendingKey, PendingKind, PeopleStorage,
    PersonalDataStorage, Pings, PlaceId, PlaceStorage, PlatformSession, PlayerId, PositionAnalysis, Post, PostPriority,
    PostedBoard, PuzzleResult, Received, RecordChange, SealedChanges, SealedStorage, ServerId, Side, Span,
    StoredAction, Terms, TimeControl, UpkeepStorage, WorkStorage, WorkerId,
};
use test_support::stage::TestClock;

pub const ADA: PlayerId = PlayerId(101);
pub const BRUNO: PlayerId = PlayerId(102);
pub const CARLA: PlayerId = PlayerId(103);
/// She plays on Matrix, where accounts have no numbers.
pub const DORA: PlayerId = PlayerId(1);
pub const SERVER: ServerId = ServerId(900);
pub const CHANNEL: PlaceId = PlaceId(500);
pub const THREAD: PlaceId = PlaceId(601);
/// The rated game of Ada and Bruno, with a clock, conditional moves, a note, a hint and a post that is refused.
pub const TIMED: MatchId = MatchId(1);
/// A game that Bruno has resigned, with an analysis.
pub const RESIGNED: MatchId = MatchId(2);
/// A game of Ada and Carla, in which Carla asks for a take-back.
pub const OFFERED: MatchId = MatchId(3);
/// A game of Ada and the engine, which is to move.
pub const WITH_ENGINE: MatchId = MatchId(4);

const HOUR_MS: i64 = 60 * 60 * 1000;

fn message(number: u64) -> MessageId {
    MessageId(number.to_string())
}

fn account(id: impl ToString) -> ExternalId {
    ExternalId(id.to_string())
}

fn terms(game: &str, challenger: PlayerId, side: Side) -> Terms {
    Terms {
        game: game.to_owned(),
        setup: String::new(),
        challenger,
        opponent: None,
        side,
        hints: true,
        rated: false,
        control: TimeControl::None,
        pauses: Pauses::NONE,
        note: String::new(),
        place: CHANNEL,
        server: Some(SERVER),
        delivery_mode: DeliveryMode::Threads,
        origin: None,
        language: "it".to_owned(),
    }
}

/// Plays the first legal moves, by the players whose turn it is.
async fn play(service: &GameService, id: MatchId, plies: usize) -> Match {
    let mut played = service.find(id).await.expect("it is there");
    for _ in 0..plies {
        let by = played.to_move().and_then(|seat| played.player(seat).person()).expect("a person");
        let text = played.line.nth_legal(0).expect("a move");
        played = service.act(id, by, Some(played.ply()), &Action::Move(text), None).await.expect("it is legal");
    }
    played
}

/// Fills an empty database. The clock is an hour ahead afterwards.
pub async fn fill(store: &SqlStorage, clock: &TestClock) {
    let service = GameService::new(Arc::new(store.clone()), Arc::new(clock.clone()), || 7);
    let begun = service.now();
    store.record_heartbeat(begun.plus(-HOUR_MS)).await.expect("it is stored");
    store.add_outage(Span { from: begun.plus(-HOUR_MS), until: begun.plus(-HOUR_MS / 2) }).await.expect("it is stored");
    people_and_places(store, &service).await;
    games(store, &service).await;
    clock.advance(HOUR_MS);
    what_people_want(store, &service).await;
    what_platforms_send(store, &service).await;
    work(store, &service).await;
    store.record_heartbeat(service.now()).await.expect("it is stored");
}

async fn people_and_places(store: &SqlStorage, service: &GameService) {
    for (person, name) in [(ADA, "Ada"), (BRUNO, "Bruno"), (CARLA, "Carla 'the knight' \\ Rossi")] {
        assert_eq!(store.person_of(DISCORD, &account(person)).await.expect("a person"), person);
        store.update_player(person, name, Some("it")).await.expect("it is stored");
    }
    assert_eq!(store.person_of(MATRIX, &account("@dora:example.org")).await.expect("a person"), DORA);
    let server = store.server_of(DISCORD, &account(SERVER.0)).await.expect("a server");
    let space = store.server_of(MATRIX, &account("!space:example.org")).await.expect("a server");
    let channel = ExternalPlace { id: account(CHANNEL.0), parent: None, server: Some(server) };
    assert_eq!(store.place_of(DISCORD, &channel).await.expect("a place"), CHANNEL);
    let thread = ExternalPlace { id: account(THREAD.0), parent: Some(CHANNEL), server: Some(server) };
    assert_eq!(store.place_of(DISCORD, &thread).await.expect("a place"), THREAD);
    let room = ExternalPlace { id: account("!room:example.org"), parent: None, server: Some(space) };
    store.place_of(MATRIX, &room).await.expect("a place");
    store.set_locked(THREAD, true).await.expect("it is stored");
    let channels = Some(vec![CHANNEL]);
    let restricted = service.update_server_settings(SERVER, |settings| settings.channels = channels.clone()).await;
    restricted.expect("it is stored");
}

async fn games(store: &SqlStorage, service: &GameService) {
    let control = "3d".parse().expect("a time control");
    let rated = Terms { rated: true, control, pauses: Pauses::ALL, ..terms("zertz", ADA, Side::First) };
    for (expected, plies) in [(TIMED, 3), (RESIGNED, 2)] {
        let challenge = service.propose(rated.clone()).await.expect("a challenge");
        let started = service.accept(challenge.id, BRUNO, Some(&message(600)), None).await.expect("it is open");
        assert_eq!(started.id, expected);
        play(service, expected, plies).await;
    }
    let resigned = service.act(RESIGNED, BRUNO, None, &Action::Resign, None).await.expect("it is running");
    let challenge = service.propose(terms("dvonn", ADA, Side::First)).await.expect("a challenge");
    let offered = service.accept(challenge.id, CARLA, None, None).await.expect("it is open").id;
    assert_eq!(offered, OFFERED);
    play(service, OFFERED, 2).await;
    service.act(OFFERED, CARLA, None, &Action::RequestTakeBack, None).await.expect("she may ask");
    let with_engine = terms("barrier", ADA, Side::Second);
    let with_engine = service.start_against_engine(with_engine, Level::FULL, None).await.expect("a game");
    assert_eq!(with_engine.id, WITH_ENGINE);

    let location = LocationId { match_id: TIMED, number: 1 };
    let now = service.now();
    store.set_match_place(location, THREAD).await.expect("it is stored");
    let board = PostedBoard { place: THREAD, message: message(700), at: now };
    store.replace_posted_board(location, board).await.expect("it is stored");
    let note = (THREAD, message(799));
    store.set_thinking_note(LocationId { match_id: WITH_ENGINE, number: 1 }, Some(&note)).await.expect("it is stored");

    let timed = service.find(TIMED).await.expect("it is there");
    service.store_note(&timed, ADA, "go right").await.expect("it is stored");
    let theirs = timed.line.nth_legal(0).expect("a move");
    let own = after(&*timed.line, &theirs).nth_legal(0).expect("an answer");
    let planned = service.add_conditional_moves(TIMED, ADA, &format!("{theirs} then {own}")).await;
    planned.expect("they are legal");
    let position = timed.line.position();
    let worded = r#"{"sentences":["one","two","three"],"region":[],"picks":[],"best":"d4","guides":[]}"#.to_owned();
    let seat = timed.to_move().expect("it is running");
    let hint = Hint { match_id: TIMED, ply: timed.ply(), seat, position, stage: 2, worded, requested_at: now };
    service.store_hint(hint).await.expect("it is stored");

    service.analyse(&resigned, ADA, None).await.expect("it is over");
    store
        .set_analysis_message(LocationId { match_id: RESIGNED, number: 1 }, THREAD, &message(702))
        .await
        .expect("stored");
}

async fn what_people_want(store: &SqlStorage, service: &GameService) {
    let night = ScheduleUpdate { zone: Some("Europe/Rome".to_owned()), sleep: Some(Some((1380, 420))), weekend: None };
    service.set_schedule(BRUNO, &night).await.expect("it is stored");
    service.start_vacation(CARLA, Some(3)).await.expect("she has a vacation");
    service.update_preferences(CARLA, |chosen| chosen.pings = Pings::Digest).await.expect("they are stored");
    service.block(BRUNO, CARLA).await.expect("it is stored");
    service.lesson_shown(BRUNO, "zertz", "place").await.expect("it is stored");
    service.lesson_done(BRUNO, "zertz", "chain").await.expect("it is stored");
    let zertz = service.catalog().game("zertz").expect("a game");
    let puzzle = service.next_puzzle(BRUNO, zertz, None).await.expect("it is read").expect("a puzzle");
    service.puzzle_shown(BRUNO, "zertz", puzzle.number).await.expect("it is stored");
    service.puzzle_answered(BRUNO, zertz, puzzle, PuzzleResult::Solved).await.expect("it is stored");
    let at = NewLocation {
        channel: CHANNEL,
        origin: None,
        server: Some(SERVER),
        delivery_mode: DeliveryMode::Threads,
        language: "it".to_owned(),
    };
    // The hour has come, so the board is late.
    let change = |channel: &mut DailyChannel| (channel.switch, channel.minute) = (DailySwitch::On, 7 * 60);
    service.change_daily(&at, "UTC", change).await.expect("it is stored");
    assert_eq!(service.open_daily_board(CHANNEL, service.now()).await.expect("it is stored"), None);
    let answered = service.answer_daily_board(BoardId(1), BRUNO, Try::Wrong("a1")).await.expect("it is stored");
    assert!(answered.is_some(), "the board is open");
    assert_eq!(store.claim_export(ADA, service.now(), Millis(0)).await.expect("it is stored"), None);
    service.link_code(ADA).await.expect("it is stored");
    let with_page = service.clone().with_board_page("https://boards.example.org");
    with_page.board_link(RESIGNED, Some(ADA)).await.expect("there is a key");
    with_page.new_token(ADA).await.expect("it is stored");
    service.revoke_board_links(ADA).await.expect("it is stored");

    let event = EventId { platform: DISCORD, id: "1001".to_owned() };
    let open = Terms { note: "¿who dares?".to_owned(), ..terms("dvonn", BRUNO, Side::Random) };
    let open = service.for_event(event, BRUNO).propose(open).await.expect("a challenge");
    service.show_later(open.id, "nonce").await.expect("it is stored");
    let refused = Terms { opponent: Some(ADA), ..terms("barrier", CARLA, Side::First) };
    let refused = service.propose(refused).await.expect("a challenge");
    service.withdraw(refused.id, CARLA).await.expect("it is withdrawn");
}

async fn what_platforms_send(store: &SqlStorage, service: &GameService) {
    let now = service.now();
    let shown = ActionMessage { platform: MATRIX, id: MessageId("$board".to_owned()), address: Address::Person(DORA) };
    let action = StoredAction { key: "1".to_owned(), action: "unblock 0".to_owned(), value: Some(BRUNO.to_string()) };
    store.store_actions(&shown, &[action], now.plus(24 * HOUR_MS), None).await.expect("they are stored");
    let [account, device, token, refresh_token, client_id] =
        ["@bot:example.org", "DEVICE", "a secret", "another secret", "client"].map(str::to_owned);
    let (refresh_token, client_id, expires_at) = (Some(refresh_token), Some(client_id), Some(now.plus(HOUR_MS)));
    let session = PlatformSession { account, device, token, refresh_token, expires_at, client_id };
    store.set_session(MATRIX, &session).await.expect("it is stored");
    let key =
        PendingKey { room: "!other:example.org".to_owned(), kind: PendingKind::Invitation, subject: String::new() };
    let sender = Some("@dora:example.org".to_owned());
    let added = vec![PendingEvent { key, sender, is_direct: true, received_at: now }];
    let ownership = store.own_records(Claimant::new().id(), now).await.expect("an owner");
    let Ownership::Mine { generation, .. } = ownership else { panic!("no one owns them: {ownership:?}") };
    let change = RecordChange { kind: "account", id: "a1".to_owned(), value: Some(vec![0, 159, 7]) };
    let sealed = SealedChanges { generation, now, cleared: Vec::new(), changes: vec![change] };
    let received = Received { position: Some("s1_2".to_owned()), added, removed: Vec::new(), sealed: Some(sealed) };
    store.store_received(MATRIX, &received).await.expect("it is stored");
}

/// Some work is done, some has failed, some is claimed, and some waits.
async fn work(store: &SqlStorage, service: &GameService) {
    let (now, claimant) = (service.now(), Claimant::new());
    let lease = claimant.lease(now);
    let (jobs, _) = store.claim_jobs(lease, now, 9).await.expect("jobs");
    let analysis = jobs.iter().find(|job| job.match_id == RESIGNED).expect("an analysis");
    let positions = [PositionAnalysis { ply: 0, line: vec!["a".to_owned(), "b".to_owned()], score: -7 }];
    let step = AnalysisStep { job: analysis, positions: &positions, complete: false, announce: true, now };
    service.advance(&step).await.expect("it is stored");
    let at = now.plus(24 * HOUR_MS);
    let reminder = Post::Reminder { match_id: TIMED, ply: 3, person: BRUNO, direct: true, at };
    store.add_posts(&[Post::Digest { person: CARLA }, reminder], now).await.expect("they are stored");
    let (posts, _) = store.claim_posts(DISCORD, &[(PostPriority::Turn, 99)], lease, now).await.expect("posts");
    for post in posts {
        match post.post.match_id() {
            Some(RESIGNED) => store.mark_delivered(post.id, lease.holder, now).await.expect("it is held"),
            Some(TIMED) => {
                let failure = DeliveryFailure {
                    id: post.id,
                    holder: lease.holder,
                    again_at: Some(now.plus(24 * HOUR_MS)),
                    blocked: true,
                    problem: "403",
                    posts: &[],
                    now,
                };
                store.record_delivery_failure(&failure).await.expect("it is held");
            }
            // These stay claimed, as after a kill.
            Some(OFFERED) => {}
            _ => store.release_post(post.id, lease.holder).await.expect("it is held"),
        }
    }
    store.lead("engine", WorkerId(7), now).await.expect("it is stored");
    store.reserve_slot("notices", now, 50, 1000).await.expect("it is stored");
}

/// The tables of migrations, which a database has before it has rows.
const BEFORE: [&str; 2] = ["_sqlx_migrations", "migrations"];

/// The rows of all tables and the state of all counters, as SQL that replaces those of an empty database.
pub async fn write(database: &TestDatabase) -> String {
    match database.address() {
        DatabaseAddress::File(path) => {
            let pool = test_support::stage::database(&path).await;
            let sql = write_file(&pool).await;
            pool.close().await;
            sql
        }
        DatabaseAddress::Server(server) => {
            let pool = test_support::pools::postgres_pool(&server.url).await;
            let sql = write_server(&pool).await;
            pool.close().await;
            sql
        }
    }
}

/// The statements that replace the rows of a table.
fn replace(table: &str, columns: &[String], rows: &[String]) -> String {
    let mut sql = format!("DELETE FROM {table};\n");
    if rows.is_empty() {
        return sql;
    }
    write!(sql, "INSERT INTO {table} ({}) VALUES", columns.join(", ")).expect("writing to a string succeeds");
    for (at, row) in rows.iter().enumerate() {
        write!(sql, "{}\n    ({row})", if at == 0 { "" } else { "," }).expect("writing to a string succeeds");
    }
    sql.push_str(";\n");
    sql
}

async fn write_file(pool: &SqlitePool) -> String {
    let texts = async |sql: String| -> Vec<String> {
        sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(pool).await.expect("texts")
    };
    let mut sql = "PRAGMA foreign_keys = OFF;\n".to_owned();
    let tables = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name";
    for table in texts(tables.to_owned()).await.into_iter().filter(|table| !BEFORE.contains(&table.as_str())) {
        let columns = texts(format!("SELECT name FROM pragma_table_info('{table}') ORDER BY cid")).await;
        let values = columns.iter().map(|column| format!("quote({column})")).collect::<Vec<_>>().join(" || ', ' || ");
        let rows = texts(format!("SELECT {values} FROM {table} ORDER BY 1")).await;
        sql.push_str(&replace(&table, &columns, &rows));
    }
    sql + "PRAGMA foreign_keys = ON;\n"
}

async fn write_server(pool: &PgPool) -> String {
    let texts = async |sql: String| -> Vec<String> {
        sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(pool).await.expect("texts")
    };
    // Without this, rows would have to follow those that they refer to.
    let mut sql = "SET session_replication_role = replica;\n".to_owned();
    let tables = "SELECT tablename::TEXT FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename";
    for table in texts(tables.to_owned()).await.into_iter().filter(|table| !BEFORE.contains(&table.as_str())) {
        let columns = "SELECT column_name::TEXT FROM information_schema.columns WHERE table_name";
        let columns = texts(format!("{columns} = '{table}' ORDER BY ordinal_position")).await;
        let values = columns.iter().map(|column| format!("quote_nullable({column}::TEXT)")).collect::<Vec<_>>();
        let rows = texts(format!("SELECT {} FROM {table} ORDER BY 1", values.join(" || ', ' || "))).await;
        sql.push_str(&replace(&table, &columns, &rows));
    }
    let counters = "SELECT sequencename::TEXT, last_value FROM pg_sequences WHERE schemaname = 'public'
        AND last_value IS NOT NULL ORDER BY 1";
    for counter in sqlx::query(counters).fetch_all(pool).await.expect("counters") {
        let (name, last): (String, i64) = (counter.get(0), counter.get(1));
        writeln!(sql, "SELECT setval('{name}', {last});").expect("writing to a string succeeds");
    }
    sql
}

/// The number of rows in each table of the bot.
pub async fn counts(database: &TestDatabase) -> Vec<String> {
    let sql = write(database).await;
    let tables = sql.split("INSERT INTO ").skip(1);
    tables
        .map(|table| format!("{} {}", table.split(' ').next().unwrap_or_default(), table.matches("\n    (").count()))
        .collect()
}
