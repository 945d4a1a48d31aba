//! Starts the bot from its configuration.

use super::bot::{App, AppError, HTTP_REQUEST_TIMEOUT};
use super::first_screen::first_screen;
use crate::catalog::Catalog;
use crate::chat::RequestHandler;
use crate::chat::avatars::Avatars;
use crate::chat::views::pictures::PictureRenderer;
use crate::config::{Config, DatabaseLocation, InvalidConfiguration, TOKEN_VARIABLE, Web};
use crate::db::{self, DatabaseAddress, ServerAddress, StorageOptions};
use crate::discord::{DiscordFrontEnd, Endpoint};
use crate::engine::SearchRunner;
use crate::front_end::FrontEnd;
use crate::health::MonitoringServer;
use crate::matrix::login::account::Account;
use crate::matrix::places::MATRIX;
use crate::matrix::{Keys, MatrixFrontEnd};
use crate::roles::{Role, Roles};
use crate::service::{GameService, Storage, SystemClock};
use discord_emulator::{Emulator, EmulatorOptions, draw_token};
use http_server::{ListenError, Listener};
use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The timeout for closing the storage, and for closing the emulator.
const CLOSING: Duration = Duration::from_millis(500);

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// What the operator has to change before the bot can run.
fn invalid(why: impl Into<String>) -> Failure {
    InvalidConfiguration(why.into()).into()
}

/// Runs the bot on Discord, or on the server that the configuration names, and on Matrix, or on one of them, until a
/// stop signal.
///
/// # Errors
/// Why it cannot run, as a sentence for the operator.
pub async fn serve(catalog: &Catalog, config: &Config, roles: Roles) -> Result<(), Failure> {
    let database = database_address(config);
    if matches!(database, DatabaseAddress::File(_))
        && !roles.do_everything(config.http.address.is_some(), config.web.address.is_some())
    {
        return Err(invalid(
            "only one process can use a database file, so it needs all roles and all shards: leave out --roles \
            and --shards, or set database.url to a PostgreSQL database",
        ));
    }
    check_platforms(config)?;
    let (token, file) = (config.discord.token.expose(), config.path.display());
    let is_http_chosen = roles.are_explicit() && roles.has(Role::Http);
    if is_http_chosen && token.is_empty() {
        return Err(invalid(format!(
            "the role http receives interactions from Discord: set discord.token in {file}, or the environment variable \
             {TOKEN_VARIABLE}"
        )));
    }
    if is_http_chosen && config.http.address.is_none() {
        return Err(invalid(format!("the role http needs an address to listen on: set http.address in {file}")));
    }
    if roles.are_explicit() && roles.has(Role::Web) && config.web.address.is_none() {
        return Err(invalid(format!("the role web needs an address to listen on: set web.address in {file}")));
    }
    if roles.shards().is_some() && !roles.has(Role::Gateway) {
        return Err(invalid("only the role gateway has shards: leave out --shards, or add the role"));
    }
    if let Some(why) = why_not_encrypted(config) {
        tracing::warn!("the bot leaves encrypted rooms: {why}");
    }
    let ended = run(catalog, config, &front_ends(config), &database, roles, stop_on_signal()?).await;
    ended.map_err(|error| match error.downcast_ref::<AppError>() {
        Some(refused) if refused.is_refused() => invalid(refused_advice(config, refused)),
        _ => error,
    })
}

/// The platforms that are configured, with what the bot needs to log in there.
pub fn front_ends(config: &Config) -> Vec<Box<dyn FrontEnd>> {
    let mut front_ends: Vec<Box<dyn FrontEnd>> = Vec::new();
    let token = config.discord.token.expose();
    if !token.is_empty() {
        let endpoint = config.discord.api_url.clone().map_or(Endpoint::Discord, Endpoint::Other);
        front_ends.push(Box::new(DiscordFrontEnd::new(&endpoint, token)));
    }
    if let Some(account) = matrix_account(config).filter(|_| !config.matrix.lacks_password()) {
        front_ends.push(Box::new(MatrixFrontEnd::new(account, &config.matrix.inviters, keys(config))));
    }
    front_ends
}

/// What to do about a refusal. Matrix says it itself.
fn refused_advice(config: &Config, refused: &AppError) -> String {
    let is_matrix = matches!(refused, AppError::FrontEnd { platform, .. } if *platform == MATRIX);
    if is_matrix {
        return refused.to_string();
    }
    format!(
        "{refused}: copy it again from your application's page in Discord's developer portal, into {TOKEN_VARIABLE} or \
         as discord.token into {}",
        config.path.display()
    )
}

/// Fails if [`serve`] could not connect to any platform, or not to one that is configured.
///
/// # Errors
/// What is missing, as a sentence for the operator.
pub fn check_platforms(config: &Config) -> Result<(), Failure> {
    if config.discord.token.expose().is_empty() && config.matrix.homeserver.is_none() {
        return Err(invalid(format!(
            "no platform is configured: set discord.token in {} or the environment variable {TOKEN_VARIABLE}, or \
             matrix.homeserver",
            config.path.display()
        )));
    }
    check_matrix(config)
}

/// Logs in to each configured platform, prints the result, and leaves no session behind.
///
/// # Errors
/// The first platform that refuses the bot or cannot be reached, as a sentence for the operator.
pub async fn check_online(config: &Config) -> Result<(), Failure> {
    check_matrix(config)?;
    for front_end in front_ends(config) {
        let sentence = front_end.check().await?;
        let mut rest = sentence.chars();
        let first = rest.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
        writeln!(io::stdout(), "{first}{}.", rest.as_str())?;
    }
    Ok(())
}

/// Fails if there is a homeserver and a user, but no password.
///
/// # Errors
/// What is missing, as a sentence for the operator.
pub fn check_matrix(config: &Config) -> Result<(), Failure> {
    if config.matrix.homeserver.is_none() || !config.matrix.lacks_password() {
        return Ok(());
    }
    Err(invalid(format!(
        "matrix.user is for a login with a password, which is missing: set matrix.password in {} or the environment \
         variable MATRIX_PASSWORD, or leave out matrix.user",
        config.path.display()
    )))
}

/// The bot's account on the homeserver, if there is one.
pub fn matrix_account(config: &Config) -> Option<Account> {
    let matrix = &config.matrix;
    let homeserver = matrix.homeserver.as_deref()?;
    let [homeserver, token, user, password] =
        [homeserver, matrix.token.expose(), &matrix.user, matrix.password.expose()].map(str::to_owned);
    Some(Account { homeserver, token, user, password })
}

/// What the operator reads who wants encryption of a program that has none.
pub const WITHOUT_ENCRYPTION: &str = "this program was built without encryption; to have it, build the program with \
                                      `cargo build --release --features encryption`, or use the package or the container";

/// Why the bot cannot use encrypted rooms although it should, as part of a sentence for the operator.
pub fn why_not_encrypted(config: &Config) -> Option<&'static str> {
    let should_encrypt = config.matrix.homeserver.is_some() && config.matrix.encryption;
    if !should_encrypt || keys(config).is_some() {
        return None;
    }
    Some(match cfg!(feature = "encryption") {
        true => "with a PostgreSQL database it needs matrix.store_key for them, as from `openssl rand -hex 32`",
        false => WITHOUT_ENCRYPTION,
    })
}

/// How the bot encrypts on Matrix; `None` if it does not.
pub(crate) fn keys(config: &Config) -> Option<Keys> {
    let matrix = &config.matrix;
    let database = match database_address(config) {
        DatabaseAddress::File(path) => Some(path),
        DatabaseAddress::Server(_) => None,
    };
    let [store_key, recovery_key] = [&matrix.store_key, &matrix.recovery_key].map(|secret| secret.expose().to_owned());
    let has_key = cfg!(feature = "encryption") && (!store_key.is_empty() || database.is_some());
    let only_signed = matrix.only_signed_devices;
    (matrix.encryption && has_key).then_some(Keys { store_key, database, recovery_key, only_signed })
}

/// Runs the bot with the Discord emulator on this machine, until a stop signal.
///
/// # Errors
/// Why it cannot run, as a sentence for the operator.
pub async fn local(catalog: &Catalog, config: &Config) -> Result<(), Failure> {
    let draw = || draw_token().map_err(|error| format!("the token of the local channel cannot be generated: {error}"));
    // Tablero has a token of its own, so that it can step back while another bot is connected.
    let (token, guest_token) = (draw()?, draw()?);
    let stop = stop_on_signal()?;
    let options = EmulatorOptions {
        address: config.local.address,
        state: Some(config.local.folder.join("channel")),
        token: token.clone(),
        guest_token: Some(guest_token),
        bot_name: "Tablero".to_owned(),
        welcome: Some(first_screen(catalog)),
        ..EmulatorOptions::default()
    };
    let channel = Emulator::start(options).await.map_err(|error| {
        format!("{error}. If another tablero is running, stop it, or set another port in config.toml: [local] address")
    })?;
    // The emulator is useful even if standard output cannot be written.
    let _ = writeln!(io::stdout(), "Open {} in a browser to play. Ctrl-C stops.", channel.page_url());
    let endpoint = Endpoint::Other(channel.api_url());
    let discord: Box<dyn FrontEnd> = Box::new(DiscordFrontEnd::new(&endpoint, &token));
    let database = DatabaseAddress::File(config.local.folder.join("tablero.sqlite"));
    // The emulator sends interactions through its gateway.
    let roles = Roles::new(vec![Role::Gateway, Role::Outbox, Role::Scheduler, Role::Engine, Role::Web], None);
    // Boards can be opened here too, at any free port.
    let web = Web { address: config.web.address.or(Some(([127, 0, 0, 1], 0).into())), ..config.web.clone() };
    let config = &Config { web, ..config.clone() };
    let ended = run(catalog, config, &[discord], &database, roles, stop).await;
    // Open connections to the emulator do not delay the shutdown.
    let _ = tokio::time::timeout(CLOSING, channel.shutdown()).await;
    ended
}

/// Where the database of `serve` is.
pub fn database_address(config: &Config) -> DatabaseAddress {
    match config.database.location(&config.store) {
        DatabaseLocation::File(path) => DatabaseAddress::File(path),
        DatabaseLocation::Server { url } => DatabaseAddress::Server(ServerAddress {
            is_pooled: config.database.pooler,
            ..ServerAddress::new(url.expose(), config.database.connections)
        }),
    }
}

/// Runs the bot until `stop` is cancelled.
async fn run(
    catalog: &Catalog,
    config: &Config,
    front_ends: &[Box<dyn FrontEnd>],
    database: &DatabaseAddress,
    roles: Roles,
    stop: CancellationToken,
) -> Result<(), Failure> {
    let mut monitoring = None;
    if let Some(address) = config.monitoring.address {
        let listener = listen(config, address, "[monitoring] address").await?;
        monitoring = Some(MonitoringServer::start(listener, HTTP_REQUEST_TIMEOUT)?);
    }
    // Until the bot runs, a stop ends it at once, as a kill would: nothing is lost.
    let opening = db::open(database, StorageOptions { catalog: catalog.clone(), ..StorageOptions::default() });
    let Some(storage) = stop.run_until_cancelled(opening).await.transpose()? else { return Ok(()) };
    let setting_up = set_up(config, &storage, front_ends, roles, stop.clone());
    let ended = match stop.run_until_cancelled(setting_up).await {
        Some(Ok(mut app)) => {
            if let Some(server) = monitoring {
                app.monitor(server);
            }
            app.run().await.map_err(Failure::from)
        }
        Some(Err(error)) => Err(error),
        None => Ok(()),
    };
    // All stored data is on disk already, so closing does not wait for a connection that is not returned.
    if tokio::time::timeout(CLOSING, storage.close()).await.is_err() {
        tracing::warn!("the database was not closed cleanly; it will be recovered at the next start");
    }
    ended
}

/// Builds the bot from an open database: listens, asks Discord for its application, and logs in to Matrix.
async fn set_up(
    config: &Config,
    storage: &Arc<dyn Storage>,
    front_ends: &[Box<dyn FrontEnd>],
    roles: Roles,
    stop: CancellationToken,
) -> Result<App, Failure> {
    let service = GameService::new(Arc::clone(storage), Arc::new(SystemClock), random_seed);
    let service = if front_ends.len() > 1 { service.across_platforms() } else { service };
    let boards = match config.web.address.filter(|_| roles.has(Role::Web)) {
        Some(address) => Some(listen(config, address, "[web] address").await?),
        None => None,
    };
    let own_address = || boards.as_ref().map(|listener| format!("http://{}", listener.address()));
    let service = match config.web.public_url.clone().or_else(own_address) {
        Some(url) => service.with_board_page(url.trim_end_matches('/')),
        None => service,
    };
    let pictures = PictureRenderer::default().with_avatars(Avatars::fetched());
    let search_runner = SearchRunner::new(config.engine.resources());
    let request_handler = RequestHandler::new(service, pictures.clone(), search_runner).with_limits(config.limits);
    let listens = roles.has(Role::Http);
    let mut app = App::new(request_handler, pictures, roles, stop);
    if let Some(address) = config.http.address.filter(|_| listens) {
        app.listen(listen(config, address, "[http] address").await?);
    }
    if let Some(listener) = boards {
        app.show_boards(listener, config.web.trusted_proxies.clone());
    }
    for front_end in front_ends {
        app.add(&**front_end).await?;
    }
    Ok(app)
}

/// Listens on the address that `key` of the configuration names.
async fn listen(config: &Config, address: SocketAddr, key: &str) -> Result<Listener, String> {
    let listener = Listener::bind(address).await.map_err(|error: ListenError| {
        let file = config.path.display();
        format!("{error}. If another program uses the port, set another one in {file}: {key}")
    })?;
    tracing::info!(address = %listener.address(), key, "listening for HTTP requests");
    Ok(listener)
}

/// An unpredictable seed for random draws and deals.
fn random_seed() -> u64 {
    getrandom::u64().expect("the system has already supplied random bytes, for the keys of hash maps")
}

/// A token that is cancelled by Ctrl-C and by SIGTERM.
fn stop_on_signal() -> Result<CancellationToken, Failure> {
    let stop = CancellationToken::new();
    let signalled = stop.clone();
    #[cfg(unix)]
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    tokio::spawn(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
        signalled.cancel();
    });
    Ok(stop)
}
