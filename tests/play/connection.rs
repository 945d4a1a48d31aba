//! The Discord connection: closed in ways from which serenity does not recover, refused, and shut down in time.

use discord_emulator::{Emulator, EmulatorOptions, Fault};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tablero::app::{App, AppError};
use tablero::chat::RequestHandler;
use tablero::chat::views::pictures::PictureRenderer;
use tablero::db::SqlStorage;
use tablero::discord::DiscordFrontEnd;
use tablero::discord::Endpoint;
use tablero::engine::{EngineResources, SearchRunner};
use tablero::roles::Roles;
use tablero::service::{GameService, SystemClock};
use tempfile::TempDir;
use test_support::stage::{SOON, Stage, shown};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// The longest the bot may take to stop.
const STOP: Duration = Duration::from_secs(5);

/// A separate bot that is not connected yet.
async fn bot(folder: &TempDir, address: &str, token: &str) -> Result<App, AppError> {
    let store = SqlStorage::open_file(&folder.path().join("tablero.sqlite")).await.expect("a database");
    let service = GameService::new(Arc::new(store), Arc::new(SystemClock), || 7);
    let pictures = PictureRenderer::closed();
    let conversation = RequestHandler::new(service, pictures.clone(), SearchRunner::new(EngineResources::default()));
    let mut app = App::new(conversation, pictures, Roles::default(), CancellationToken::new());
    app.add(&DiscordFrontEnd::new(&Endpoint::Other(address.to_owned()), token)).await?;
    Ok(app)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_connection_that_is_closed_for_good_is_made_anew() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    for (times, code) in (2..).zip([4003, 4010, 4011]) {
        stage.local.close_gateway(code);
        // The next heartbeat, by which serenity would notice, is most of a minute away.
        timeout(SOON, stage.local.wait_identified(times)).await.expect("the bot connects again");
        let response = shown(&ada.command(stage.games, "about", &[]).await.expect("a command"));
        assert!(response.content.contains("Tablero"), "{code}: {}", response.content);
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_stop_comes_in_time_whatever_the_connection_is_like() {
    for code in [4003, 4011] {
        let mut stage = Stage::open().await;
        stage.local.close_gateway(code);
        let start = Instant::now();
        stage.stop_bot().await;
        assert!(start.elapsed() < STOP, "{code}: {:?}", start.elapsed());
        stage.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn who_is_closed_again_and_again_ends_with_a_sentence() {
    let local = Emulator::start(EmulatorOptions::default()).await.expect("the emulator starts");
    let folder = TempDir::new().expect("a folder");
    local.faults().refuse_identify(100, 4010);
    let bot = bot(&folder, &local.api_url(), &EmulatorOptions::default().token).await.expect("a bot");
    // Between two identify requests the bot waits as long as Discord demands.
    let ended = timeout(5 * SOON, bot.run()).await.expect("the bot ends").expect_err("it is refused");
    assert!(ended.to_string().contains("in a row have ended before they were ready"), "{ended}");
    local.shutdown().await;
}

#[tokio::test]
async fn a_wrong_token_is_named_at_once_and_a_server_that_is_away_is_too() {
    let local = Emulator::start(EmulatorOptions::default()).await.expect("the emulator starts");
    let folder = TempDir::new().expect("a folder");
    let refused = || async { bot(&folder, &local.api_url(), "wrong").await.err().expect("it is refused").to_string() };
    let begun = Instant::now();
    let response = refused().await;
    assert!(response.contains("does not accept the bot's token"), "{response}");
    // The same when the public request for the gateway is refused.
    local.faults().inject(Some("GET"), "/gateway", 2, Fault::Status(401));
    assert_eq!(refused().await, response);
    assert!(begun.elapsed() < STOP, "{:?}", begun.elapsed());
    let address = local.api_url();
    local.shutdown().await;
    let response = bot(&folder, &address, &EmulatorOptions::default().token)
        .await
        .err()
        .expect("no server listens there")
        .to_string();
    assert!(response.contains("is it running?") && !response.contains("token"), "{response}");
}

#[tokio::test]
async fn the_program_says_where_a_wrong_token_is_to_be_mended() {
    let local = Emulator::start(EmulatorOptions::default()).await.expect("the emulator starts");
    let folder = TempDir::new().expect("a folder");
    let config = folder.path().join("our games.toml");
    let text = format!("[discord]\ntoken = \"wrong\"\n[store]\npath = {:?}\n", folder.path().join("games.sqlite"));
    std::fs::write(&config, text).expect("a configuration");
    let started = tokio::process::Command::new(env!("CARGO_BIN_EXE_tablero"))
        .args(["serve", "--api-url", &local.api_url(), "--config"])
        .arg(&config)
        .env_remove("DISCORD_TOKEN")
        .kill_on_drop(true)
        .output();
    let ended = timeout(5 * SOON, started).await.expect("the program ends").expect("the program starts");
    assert!(!ended.status.success());
    let response = String::from_utf8_lossy(&ended.stderr);
    let last = response.lines().last().expect("a sentence");
    let whole = format!("as discord.token into {}", config.display());
    assert!(last.contains("DISCORD_TOKEN") && last.ends_with(&whole), "{response}");
    local.shutdown().await;
}
