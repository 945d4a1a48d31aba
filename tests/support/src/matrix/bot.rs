//! The bot on a homeserver, and the people who meet it there.

use super::homeserver::Homeserver;
use super::login_server::LoginServer;
use super::user::{SOON, User};
use serde_json::json;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;
use tablero::app::{App, AppError, front_ends};
use tablero::chat::RequestHandler;
use tablero::chat::views::pictures::PictureRenderer;
use tablero::config::Config;
use tablero::db::SqlStorage;
use tablero::engine::{EngineResources, SearchRunner};
use tablero::roles::Roles;
use tablero::service::{GameService, SystemClock};
use tempfile::TempDir;
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// The bot while it runs.
struct Running {
    store: SqlStorage,
    service: GameService,
    stop: CancellationToken,
    ended: JoinHandle<Result<(), AppError>>,
}

/// How the bot logs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Login {
    /// With an access token.
    Token,
    /// With its password.
    Password,
    /// With the session that is stored.
    Session,
}

/// A homeserver with the bot and two people.
pub struct Meeting {
    pub ada: User,
    pub bruno: User,
    pub bot: User,
    pub homeserver: Homeserver,
    /// Where the bot finds the homeserver: at its own address, or at that of a proxy.
    pub route: String,
    /// How the bot logs in.
    pub login: Login,
    /// The key that seals the bot's keys for encryption.
    pub store_key: String,
    /// Further lines of the section `[matrix]` of the bot's configuration.
    pub settings: String,
    folder: TempDir,
    running: Option<Running>,
    /// Who may invite the bot; if empty, anyone may, at a limited rate.
    inviters: Vec<String>,
}

/// A service over a database.
pub fn service_of(store: &SqlStorage) -> GameService {
    GameService::new(Arc::new(store.clone()), Arc::new(SystemClock), || 7)
}

impl Meeting {
    /// `None` if there is no homeserver.
    pub async fn open() -> Option<Meeting> {
        Meeting::open_for(&[]).await
    }

    /// Like [`Meeting::open`], with those who may invite the bot.
    pub async fn open_for(inviters: &[&str]) -> Option<Meeting> {
        Meeting::open_with(inviters, "").await
    }

    /// Like [`Meeting::open`], with those who may invite the bot and with further configuration of the homeserver.
    pub async fn open_with(inviters: &[&str], homeserver: &str) -> Option<Meeting> {
        let mut meeting = Meeting::without_bot(inviters, homeserver).await?;
        meeting.start_bot().await;
        Some(meeting)
    }

    /// Like [`Meeting::open`], with a bot that can read encrypted rooms.
    pub async fn encrypted() -> Option<Meeting> {
        let mut meeting = Meeting::without_bot(&[], "").await?;
        meeting.settings.clear();
        meeting.start_bot().await;
        Some(meeting)
    }

    /// The same before the bot's first start.
    pub async fn without_bot(inviters: &[&str], homeserver: &str) -> Option<Meeting> {
        let inviters = inviters.iter().map(|inviter| (*inviter).to_owned()).collect();
        let homeserver = Homeserver::start(homeserver).await?;
        let ada = User::register(&homeserver, "ada").await;
        let bruno = User::register(&homeserver, "bruno").await;
        let bot = User::register(&homeserver, "tablero").await;
        Some(Meeting::of(homeserver, [ada, bruno, bot], Login::Token, inviters))
    }

    /// The same on a homeserver with this login server, which alone begins sessions.
    pub async fn with_login_server(server: &LoginServer) -> Option<Meeting> {
        let homeserver = Homeserver::start(&server.configuration()).await?;
        server.set(json!({ "homeserver": homeserver.address })).await;
        let user = async |name| server.user(&homeserver, name).await;
        let people = [user("ada").await, user("bruno").await, user("tablero").await];
        Some(Meeting::of(homeserver, people, Login::Session, Vec::new()))
    }

    fn of(homeserver: Homeserver, [ada, bruno, bot]: [User; 3], login: Login, inviters: Vec<String>) -> Meeting {
        let folder = TempDir::new().expect("a folder");
        let route = homeserver.address.clone();
        let (settings, store_key) = ("encryption = false".to_owned(), "5e".repeat(32));
        let running = None;
        Meeting { ada, bruno, bot, homeserver, route, login, settings, store_key, folder, running, inviters }
    }

    pub async fn start_bot(&mut self) {
        self.start_bot_with(async |_: &mut App| {}).await;
    }

    /// Starts the bot after this preparation.
    pub async fn start_bot_with(&mut self, prepare: impl AsyncFnOnce(&mut App)) {
        let store = SqlStorage::open_file(&self.database()).await.expect("a database");
        let stop = CancellationToken::new();
        let token = if self.login == Login::Token { &self.bot.token } else { "" };
        let service = service_of(&store);
        let mut app = self.app(&service, token, stop.clone()).await.expect("the homeserver knows the account");
        prepare(&mut app).await;
        self.running = Some(Running { store, service, stop, ended: tokio::spawn(app.run()) });
    }

    /// Whether the bot has ended by itself.
    pub fn has_ended(&self) -> bool {
        self.running.as_ref().is_none_or(|running| running.ended.is_finished())
    }

    /// The bot with this access token or, if it is empty, as it logs in otherwise.
    pub async fn app(&self, service: &GameService, token: &str, stop: CancellationToken) -> Result<App, AppError> {
        let pictures = PictureRenderer::default();
        let resources = EngineResources { threads: 1, hash: 4 << 20, move_time: Duration::from_millis(100) };
        let request_handler = RequestHandler::new(service.clone(), pictures.clone(), SearchRunner::new(resources));
        let mut app = App::new(request_handler, pictures, Roles::default(), stop);
        let config = Config::load(Some(&self.configure(token, "")), &|_| None).expect("it is valid");
        for front_end in front_ends(&config) {
            app.add(&*front_end).await?;
        }
        Ok(app)
    }

    /// Writes the bot's configuration, with further lines at the end. Returns the file.
    fn configure(&self, token: &str, further: &str) -> PathBuf {
        let file = self.folder.path().join("config.toml");
        let Meeting { route, inviters, settings, store_key, .. } = self;
        let password = if self.login == Login::Session { "" } else { "tablero" };
        let text = format!(
            "[matrix]\nhomeserver = {route:?}\ntoken = {token:?}\nuser = {password:?}\npassword = {password:?}\n\
             inviters = {inviters:?}\nstore_key = {store_key:?}\n{settings}\n{further}\n"
        );
        std::fs::write(&file, text).expect("a file");
        file
    }

    /// Starts a program as the bot, in a process of its own over a database on a server.
    pub fn start_process(&self, program: &str, database: &str) -> Child {
        let file = self.configure(&self.bot.token, &format!("[database]\nurl = {database:?}"));
        let mut command = Command::new(program);
        command.args(["serve", "--config"]).arg(file).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
        for variable in ["DISCORD_TOKEN", "MATRIX_TOKEN", "MATRIX_PASSWORD", "MATRIX_STORE_KEY"] {
            command.env_remove(variable);
        }
        command.spawn().expect("the program starts")
    }

    /// The bot's database.
    pub fn database(&self) -> PathBuf {
        self.folder.path().join("tablero.sqlite")
    }

    /// The address of the homeserver.
    pub fn address(&self) -> &str {
        &self.homeserver.address
    }

    pub async fn stop_bot(&mut self) {
        let Running { store, stop, ended, .. } = self.running.take().expect("the bot runs");
        stop.cancel();
        timeout(SOON, ended).await.expect("it stops").expect("no panic").expect("no error");
        store.close().await;
    }

    /// Aborts the bot's tasks.
    pub async fn kill_bot(&mut self) {
        let Running { store, ended, .. } = self.running.take().expect("the bot runs");
        ended.abort();
        assert!(ended.await.is_err_and(|error| error.is_cancelled()));
        store.close().await;
    }

    /// The service of the bot, whose workers notice changes immediately.
    pub fn service(&self) -> GameService {
        self.running.as_ref().expect("the bot runs").service.clone()
    }

    /// A room with the bot and both people, once the bot has said hello.
    pub async fn room(&self) -> String {
        let room = self.ada.create_room(&[&self.bruno.id, &self.bot.id], serde_json::json!({})).await;
        self.bruno.join(&room).await;
        let (place, _) = self.ada.wait_text(0, &self.bot.id, "Tablero").await;
        assert_eq!(place, room);
        room
    }
}
