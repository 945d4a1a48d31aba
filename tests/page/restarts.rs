//! The process that shows boards is killed under an open page, and started again.

use crate::driver::Programs;
use crate::page_user::PageUser;
use crate::whole_games::{PLAY, turn};
use discord_emulator::EmulatorOptions;
use std::process::Stdio;
use std::time::Duration;
use test_support::postgres_server::PostgresServer;
use test_support::stage::{Stage, Table, command, shown};
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// Upper bound for the whole test, even on the slowest machine.
const WHOLE: Duration = Duration::from_secs(200);

/// Starts a process with these roles.
fn start(stage: &Stage, roles: &str, config: &str) -> Child {
    let file = stage.database().with_file_name(format!("{roles}.toml"));
    std::fs::write(&file, format!("[log]\nfilter = \"error\"\n{config}")).expect("a configuration");
    Command::new(env!("CARGO_BIN_EXE_tablero"))
        .args(["serve", "--api-url", &stage.local.api_url(), "--roles", roles, "--config"])
        .arg(&file)
        .env("DISCORD_TOKEN", EmulatorOptions::default().token)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("the program starts")
}

/// The link in a text of the bot.
fn link(text: &str) -> &str {
    text[text.find("http://").expect("a link")..].trim()
}

/// Meanwhile the page says that it is looking for its server, and afterwards it shows and says what was played, without
/// having been loaded again.
#[tokio::test(flavor = "multi_thread")]
async fn an_open_page_misses_nothing_while_its_process_is_killed_and_started_again() {
    let (Some(programs), Some(server)) = (Programs::find(), PostgresServer::get()) else { return };
    let url = server.new_database().await;
    let stage = Stage::without_bot().await;
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
    let config = |address: &str| {
        format!("[database]\nurl = {url:?}\n[web]\n{address}public_url = \"http://127.0.0.1:{port}\"\n")
    };
    let before = stage.connected();
    let mut chat = start(&stage, "gateway,outbox,scheduler,engine", &config(""));
    stage.wait_ready(before).await;
    let boards = || start(&stage, "web", &config(&format!("address = \"127.0.0.1:{port}\"\n")));
    let mut web = boards();
    let page_user = PageUser::new(&programs, String::new()).await;
    let flow = async {
        let mut table = stage.table("barrier", &[]).await;
        let first = |table: &Table| table.line.nth_legal(0).expect("a move");
        table.play(&first(&table)).await;
        let board = table.wait_board().await;
        let reply = shown(&table.players[0].press(&board, "Open the board").await.expect("a button"));
        page_user.open(link(&reply.content)).await;
        page_user.see("#shown", "1. ").await;
        page_user.see("#connection", "live").await;
        page_user.ask::<Option<bool>>("window.isStillOpen = true").await;

        // The opponent moves meanwhile; the second time, Ada does so too, in the chat.
        for turns in [1, 2] {
            web.kill().await.expect("it is killed");
            page_user.see("#connection", "connecting").await;
            let mut said = Vec::new();
            for _ in 0..turns {
                let text = first(&table);
                let name = ["Ada", "Bruno"][table.line.seat().index()];
                table.play(&text).await;
                said.push(format!("{name}: {text}."));
            }
            let shown: String = page_user.ask("return document.getElementById('shown').textContent").await;
            assert!(shown.starts_with(&format!("{}. ", table.line.ply() - turns)), "it cannot know of it: {shown}");
            web = boards();
            page_user.until_said(&said.join(" ")).await;
            page_user.see("#shown", &format!("{}. ", table.line.ply())).await;
            page_user.see("#connection", "live").await;
        }

        // A move that cannot be sent stays chosen, and is sent later.
        if table.line.seat().index() != 0 {
            table.play(&first(&table)).await;
        }
        let click = async |page_user: &PageUser, css: &'static str| {
            if css != PLAY {
                page_user.click(css, "").await;
            }
        };
        let text = turn(&page_user, click).await;
        web.kill().await.expect("it is killed");
        page_user.click(PLAY, &text).await;
        page_user.see("#error", "I can't be reached right now").await;
        page_user.see("#connection", "connecting").await;
        web = boards();
        page_user.see("#connection", "live").await;
        page_user.click(PLAY, &text).await;
        table.line.play(&text).expect("legal");
        page_user.see("#shown", &format!("{}. {text}", table.line.ply())).await;
        table.wait_board().await;
        assert!(page_user.ask::<bool>("return window.isStillOpen").await, "the page was not loaded again");

        // A game that ends meanwhile leaves the page of its channel.
        let games = command(&table.players[0], stage.games, "games", &[]).await;
        let said = shown(&table.players[0].press(&games, "Now playing here").await.expect("a button"));
        page_user.open(link(&said.content)).await;
        page_user.see("#games a", "Barrier").await;
        page_user.see("#connection", "live").await;
        // It has read all that it has heard of, so that only the connection can tell it of more.
        let quiet = "const reads = performance.getEntriesByType('resource').filter(({ name }) => name.includes('channel?')); \
                     return performance.now() - Math.max(...reads.map(({ responseEnd }) => responseEnd)) > 1_000";
        page_user.until_true("the page is quiet", quiet).await;
        web.kill().await.expect("it is killed");
        page_user.see("#connection", "connecting").await;
        table.resign(&table.players[0]).await;
        web = boards();
        page_user.see("#connection", "live").await;
        page_user.gone("#games a").await;
    };
    timeout(WHOLE, flow).await.expect("the page is back in time");
    let complaints = page_user.complaints().await;
    let others: Vec<_> = complaints.iter().filter(|complaint| !complaint.contains("net::ERR_")).collect();
    assert_eq!(others, Vec::<&String>::new());
    page_user.quit().await;
    for process in [&mut web, &mut chat] {
        process.kill().await.expect("it is killed");
    }
    stage.close().await;
}
