//! The law for PostgreSQL: sessions misbehave, as a seed says, and play goes on by itself.

use crate::proxy::{Behind, PostgresProxy};
use crate::seeds::{ANSWERED, MADE_UP, seeds};
use crate::turns::timed;
use discord_emulator::{EmulatorOptions, MessageView, Reply};
use futures_util::future::join_all;
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tablero::app::{App, AppError};
use tablero::catalog::Catalog;
use tablero::chat::RequestHandler;
use tablero::chat::views::pictures::PictureRenderer;
use tablero::db::{ServerAddress, SqlStorage};
use tablero::discord::DiscordFrontEnd;
use tablero::discord::Endpoint;
use tablero::engine::{EngineResources, SearchRunner};
use tablero::roles::Roles;
use tablero::rules::SeededRng;
use tablero::service::{GameService, SystemClock, UpkeepStorage};
use test_support::postgres_server::PostgresServer;
use test_support::stage::{Stage, Table};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// How long the closing of the database may take.
const CLOSING: Duration = Duration::from_secs(5);

/// The greatest number of sessions of the bot.
const CONNECTIONS: u32 = 4;

/// The bot over a server of PostgreSQL behind a proxy.
struct Bot {
    store: SqlStorage,
    stop: CancellationToken,
    ended: JoinHandle<Result<(), AppError>>,
}

impl Bot {
    async fn start(stage: &Stage, url: String) -> Bot {
        let address = ServerAddress::new(url, CONNECTIONS);
        let store = SqlStorage::open_server(&address, Catalog::standard()).await.expect("a database");
        let service = GameService::new(Arc::new(store.clone()), Arc::new(stage.clock.clone()), || 7);
        let pictures = PictureRenderer::default();
        let resources = EngineResources { threads: 1, hash: 4 << 20, move_time: Duration::from_millis(100) };
        let handler = RequestHandler::new(service, pictures.clone(), SearchRunner::new(resources));
        let stop = CancellationToken::new();
        let mut app = App::new(handler, pictures, Roles::default(), stop.clone());
        let (endpoint, token) = (Endpoint::Other(stage.local.api_url()), EmulatorOptions::default().token);
        app.add(&DiscordFrontEnd::new(&endpoint, &token)).await.expect("a bot");
        let (ready, ended) = (stage.connected(), tokio::spawn(app.run()));
        stage.wait_ready(ready).await;
        Bot { store, stop, ended }
    }

    async fn stop(self) {
        self.stop.cancel();
        timeout(MADE_UP, self.ended).await.expect("it stops").expect("no panic").expect("no error");
        // As the program does: a connection that is never answered is not waited for.
        let _ = timeout(CLOSING, self.store.close()).await;
    }
}

/// What happens to the sessions.
#[derive(Clone, Copy, Debug)]
enum Trouble {
    /// They are cut, and new ones meet a standby until some changes were refused.
    Standby,
    /// A server that is shut down ends them.
    ShutDown,
    /// They end without a word.
    Cut,
    /// They are cut, and there is no server for a moment.
    Nothing,
    /// They are cut, and the server accepts new ones without answering, for a moment.
    Silent,
}

const ALL: [Trouble; 5] = [Trouble::Standby, Trouble::ShutDown, Trouble::Cut, Trouble::Nothing, Trouble::Silent];

/// Sends a move. Returns whether it is played: the answer says so or, if there is none in time, the board is there.
async fn is_taken(table: &Table, text: &str) -> bool {
    let sent = table.to_move().command(table.thread, "move", &[("text", json!(text))]).await;
    if matches!(sent, Ok(Reply::Message(answer)) if answer.content == format!("Played: **{text}**")) {
        return true;
    }
    let file = format!("-{}.png", table.line.ply() + 1);
    let is_next = |message: &MessageView| message.attachments.iter().any(|attached| attached.name.ends_with(&file));
    table.players[0].wait_message(table.thread, is_next, Duration::from_secs(1)).await.is_ok()
}

/// A move is sent while the sessions have trouble, and sent again if it was not taken. Then the board comes within ten
/// seconds after the end of the trouble.
async fn play_through(table: &mut Table, proxy: &PostgresProxy, trouble: Trouble) {
    let text = table.line.nth_legal(0).expect("a legal move");
    let refused = proxy.refused();
    match trouble {
        Trouble::Standby => proxy.set(Behind::Standby),
        Trouble::Nothing => proxy.set(Behind::Nothing),
        Trouble::Silent => proxy.set(Behind::Silent),
        Trouble::ShutDown | Trouble::Cut => {}
    }
    match trouble {
        Trouble::ShutDown => proxy.shut_down(),
        _ => proxy.cut(),
    }
    let is_over = async {
        match trouble {
            Trouble::Standby => proxy.wait_refused(refused, CONNECTIONS - 1).await,
            Trouble::Nothing | Trouble::Silent => proxy.wait_refused(refused, 1).await,
            Trouble::ShutDown | Trouble::Cut => {}
        }
        proxy.set(Behind::Primary);
    };
    // Many at once, so that every session of the pool meets the trouble.
    let here: &Table = table;
    let asked = join_all((0..2 * CONNECTIONS).map(|_| is_taken(here, &text)));
    let both = async { tokio::join!(asked, is_over) };
    let (taken, ()) = timeout(MADE_UP, both).await.expect("the trouble is met");
    let taken = taken.contains(&true);
    play_until_taken(table, &text, taken, trouble).await;
}

/// Plays a move once the trouble is over.
async fn play_on(table: &mut Table, trouble: Trouble) {
    let text = table.line.nth_legal(0).expect("a legal move");
    play_until_taken(table, &text, false, trouble).await;
}

/// Sends a move until it is taken, and waits for its board.
async fn play_until_taken(table: &mut Table, text: &str, is_taken_already: bool, trouble: Trouble) {
    let played = async {
        let mut taken = is_taken_already;
        while !taken {
            taken = is_taken(table, text).await;
        }
        table.line.play(text).expect("it is legal");
        table.wait_board().await;
    };
    timeout(ANSWERED, played).await.unwrap_or_else(|_| panic!("{trouble:?}: {text} is not answered"));
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_its_sessions_do_play_goes_on_by_itself_and_nothing_is_lost_or_doubled() {
    let _turn = timed().await;
    let Some(server) = PostgresServer::get() else { return };
    for seed in seeds(1) {
        let mut chance = SeededRng::new(seed);
        let url = server.new_database().await;
        let proxy = PostgresProxy::before(&url).await;
        let stage = Stage::without_bot().await;
        let bot = Bot::start(&stage, proxy.url(&url)).await;
        let mut tables = Vec::new();
        for _ in 0..2 {
            tables.push(stage.table("barrier", &[("variant", json!("6"))]).await);
        }
        let (first, rest) = tables.split_first_mut().expect("a table");
        for each in ALL {
            let trouble = if seed == 0 { each } else { ALL[chance.below(ALL.len() as u64) as usize] };
            println!("seed {seed}: {trouble:?}");
            play_through(first, &proxy, trouble).await;
            // The others' sessions are well again, or are replaced as soon as they are used.
            for table in rest.iter_mut() {
                play_on(table, trouble).await;
            }
        }
        for table in &tables {
            let boards: Vec<usize> = (0..=table.line.ply()).map(|ply| table.boards(ply)).collect();
            assert_eq!(boards, vec![1; boards.len()], "{}: each board is posted once", table.thread);
        }
        let pool = test_support::pools::postgres_pool(&url).await;
        let stored: i64 =
            sqlx::query_scalar("SELECT SUM(plies)::BIGINT FROM matches").fetch_one(&pool).await.expect("a sum");
        pool.close().await;
        assert_eq!(stored, tables.iter().map(|table| table.line.ply() as i64).sum::<i64>());
        bot.stop().await;
        stage.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_is_answered_within_ten_seconds_while_there_is_no_primary() {
    let _turn = timed().await;
    let Some(server) = PostgresServer::get() else { return };
    let url = server.new_database().await;
    let proxy = PostgresProxy::before(&url).await;
    let address = ServerAddress::new(proxy.url(&url), CONNECTIONS);
    let store = SqlStorage::open_server(&address, Catalog::standard()).await.expect("a database");
    let service = GameService::new(Arc::new(store.clone()), Arc::new(SystemClock), || 7);
    for absence in [Behind::Silent, Behind::Nothing, Behind::Standby] {
        proxy.set(absence);
        proxy.cut();
        let begun = Instant::now();
        let asked = join_all((0..2 * CONNECTIONS).map(|_| store.record_heartbeat(service.now()))).await;
        assert!(begun.elapsed() < ANSWERED, "{absence:?}: {:?}", begun.elapsed());
        assert!(asked.iter().any(Result::is_err), "{absence:?}");
        proxy.set(Behind::Primary);
        proxy.cut();
        timeout(MADE_UP, async { while store.record_heartbeat(service.now()).await.is_err() {} })
            .await
            .expect("it is back");
    }
    let _ = timeout(CLOSING, store.close()).await;
}
