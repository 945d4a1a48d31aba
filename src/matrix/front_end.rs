//! The connection to a homeserver: one session after another.

use super::encryption::Encryption;
use super::events::EventHandler;
use super::invitations::Invitations;
use super::login::account::{Account, LoginError};
use super::login::log_in::{log_in, verify};
use super::login::session::Session;
use super::places::MATRIX;
use super::platform::MatrixPlatform;
use super::profile;
use super::room_events::RoomEvents;
use super::rooms::Rooms;
use super::sync::SyncLoop;
use super::verifications::Verifications;
use crate::backoff::Retries;
use crate::chat::views::pictures::PictureRenderer;
use crate::chat::{ChatDelivery, Conversation, Platform, RequestHandler};
use crate::front_end::{Connected, FrontEnd, FrontEndError, Surroundings, Worker};
use crate::health::ConnectionStatus;
use crate::roles::Role;
use crate::service::{GameService, PlatformId};
use crate::workers::OutboxDispatcher;
use async_trait::async_trait;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The first wait after a login that failed, and the longest.
const RETRY: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(5 * 60)];

/// How the bot encrypts.
#[derive(Clone)]
pub struct Keys {
    /// The store key, as it is configured; empty if it is in a file beside the database. A secret.
    pub store_key: String,
    /// The file of the database, if it is one.
    pub database: Option<PathBuf>,
    /// Whether only devices that their owner has signed can read what the bot writes.
    pub only_signed: bool,
    /// The recovery key of the account; empty without one. A secret.
    pub recovery_key: String,
}

/// The bot's account on a homeserver.
pub struct MatrixFrontEnd {
    account: Account,
    invitations: Invitations,
    /// `None` if encryption is off.
    keys: Option<Keys>,
}

impl MatrixFrontEnd {
    /// The account, who may invite it (these users and homeservers, or anyone if there are none), and how it encrypts.
    pub fn new(account: Account, inviters: &[String], keys: Option<Keys>) -> MatrixFrontEnd {
        MatrixFrontEnd { account, invitations: Invitations::new(inviters), keys }
    }
}

/// Why the bot is not on Matrix.
#[derive(Debug, thiserror::Error)]
pub(super) enum ConnectionError {
    #[error(transparent)]
    Login(#[from] LoginError),
    #[cfg(feature = "encryption")]
    #[error(transparent)]
    Encryption(#[from] super::encryption::opening::OpeningError),
}

impl ConnectionError {
    fn is_passing(&self) -> bool {
        match self {
            ConnectionError::Login(error) => error.is_passing(),
            #[cfg(feature = "encryption")]
            ConnectionError::Encryption(error) => error.is_passing(),
        }
    }
}

impl From<LoginError> for FrontEndError {
    fn from(error: LoginError) -> Self {
        FrontEndError { is_refused: error.is_refused(), source: error.into() }
    }
}

#[async_trait]
impl FrontEnd for MatrixFrontEnd {
    fn id(&self) -> PlatformId {
        MATRIX
    }

    fn server(&self) -> &'static str {
        "the homeserver"
    }

    fn public_address(&self) -> String {
        format!("{}/_matrix/client/versions", self.account.homeserver.trim_end_matches('/'))
    }

    fn advice(&self) -> &'static str {
        "docs/matrix.md says how the bot logs in."
    }

    async fn check(&self) -> Result<String, FrontEndError> {
        Ok(match verify(&self.account).await? {
            Some(user) => format!("the homeserver knows the bot as {user}"),
            None => "the homeserver answers; the bot logs in with the session of `tablero matrix login`".to_owned(),
        })
    }

    /// Logs in. If the homeserver cannot be used now, the connection tries again.
    async fn connect(&self, surroundings: &Surroundings) -> Result<Option<Connected>, FrontEndError> {
        let roles = &surroundings.roles;
        let receives = roles.has(Role::Gateway) && roles.has_first_shard();
        // Only the owner of the keys can write in encrypted rooms, and it is a process that receives.
        let delivers = if self.keys.is_some() { receives } else { roles.has(Role::Outbox) };
        if !receives && !delivers {
            return Ok(None);
        }
        let (request_handler, pictures) = (surroundings.request_handler.clone(), surroundings.pictures.clone());
        let session = match log_in(request_handler.service(), &self.account).await {
            Err(error) if error.is_passing() => {
                tracing::warn!(%error, "the bot is not on Matrix yet; it tries again");
                None
            }
            session => Some(session?),
        };
        let (account, invitations, keys) = (self.account.clone(), self.invitations.clone(), self.keys.clone());
        let status = ConnectionStatus::default();
        let connections = receives.then(|| ("Matrix".to_owned(), status.clone())).into_iter().collect();
        let connection =
            Connection { account, invitations, keys, receives, delivers, request_handler, pictures, status, session };
        Ok(Some(Connected { connections, delivers, workers: vec![connection.worker()], ..Connected::default() }))
    }
}

/// The bot on Matrix. If its session ends, it begins another one; meanwhile only Matrix pauses.
pub(super) struct Connection {
    pub(super) account: Account,
    invitations: Invitations,
    #[cfg_attr(not(feature = "encryption"), expect(dead_code, reason = "there are none"))]
    keys: Option<Keys>,
    /// Whether the process receives what happens in rooms.
    receives: bool,
    /// Whether it delivers posts.
    delivers: bool,
    pub(super) request_handler: RequestHandler,
    pictures: PictureRenderer,
    /// Whether the homeserver answers.
    status: ConnectionStatus,
    session: Option<Session>,
}

impl Connection {
    /// Made outside of the async trait, with whose bounds the compiler would look through all of Matrix once more.
    fn worker(self) -> Worker {
        Worker::new("connection to Matrix", |stop| async move {
            self.run(stop).await;
            Ok(())
        })
    }

    /// Runs until `stop` is cancelled.
    async fn run(mut self, stop: CancellationToken) {
        let begin = || Retries::new(RETRY[0], RETRY[1]);
        let mut retries = begin();
        while !stop.is_cancelled() {
            match self.session(&stop).await {
                Ok(()) => retries = begin(),
                Err(error) => {
                    if error.is_passing() {
                        tracing::warn!(%error, "the bot is not on Matrix; it tries again");
                    } else {
                        tracing::error!(%error, "the bot is not on Matrix until this is mended; it tries again");
                    }
                    stop.run_until_cancelled(retries.pause(None)).await;
                }
            }
        }
    }

    /// Logs in, unless that is done, and serves until `stop` is cancelled or the session ends.
    async fn session(&mut self, stop: &CancellationToken) -> Result<(), ConnectionError> {
        #[cfg(feature = "encryption")]
        if let Some(keys) = self.keys.clone() {
            return self.encrypted_session(&keys, stop).await;
        }
        let service = self.request_handler.service().clone();
        let session = self.log_in(&service).await?;
        let stop_session = stop.child_token();
        let serving = async {
            self.serve(&session, None, &stop_session).await;
            stop_session.cancel();
        };
        tokio::join!(serving, keep(&session, &stop_session));
        Ok(())
    }

    pub(super) async fn log_in(&mut self, service: &GameService) -> Result<Session, LoginError> {
        match self.session.take() {
            Some(session) => Ok(session),
            None => log_in(service, &self.account).await,
        }
    }

    /// Receives and delivers until `stop` is cancelled.
    pub(super) async fn serve(&self, session: &Session, encryption: Option<Encryption>, stop: &CancellationToken) {
        let Session { client, whoami, .. } = session;
        let service = self.request_handler.service().clone();
        let rooms = Rooms::new(client.clone(), &whoami.user_id, encryption.is_some());
        let events = RoomEvents::new(client.clone(), rooms.clone(), encryption.clone());
        let upload_max = client.upload_max().await.unwrap_or_else(|error| {
            tracing::warn!(%error, "the homeserver does not say how large uploads may be");
            None
        });
        if let Err(error) = profile::complete(client, &whoami.user_id).await {
            tracing::warn!(%error, "the bot could not give itself a name and a picture");
        }
        let platform =
            Arc::new(MatrixPlatform::new(client.clone(), events.clone(), rooms.clone(), service.clone(), upload_max));
        let verifications = encryption.clone().filter(|_| self.receives).map(|encryption| {
            Verifications::new(encryption, events.clone(), rooms.clone(), service.clone(), Arc::clone(&platform))
        });
        let verifying = async {
            if let Some(verifications) = &verifications {
                verifications.run(stop.clone()).await;
            }
        };
        let delivering = async {
            if self.delivers {
                let platform = Arc::clone(&platform) as Arc<dyn Platform>;
                let delivery = ChatDelivery::new(service.clone(), self.pictures.clone(), platform)
                    .with_guidance(self.request_handler.search_runner());
                OutboxDispatcher::new(service.clone(), Arc::new(delivery)).run(stop.clone()).await;
            }
        };
        let receiving = async {
            if self.receives {
                let request_handler = self.request_handler.clone();
                let conversation = Conversation::new(request_handler, Arc::clone(&platform) as Arc<dyn Platform>);
                let handler = EventHandler::new(
                    client.clone(),
                    events.clone(),
                    rooms.clone(),
                    service.clone(),
                    conversation,
                    Arc::clone(&platform),
                    self.invitations.clone(),
                )
                .with_verifications(verifications.clone());
                let (status, stop) = (self.status.clone(), stop.clone());
                SyncLoop::new(
                    client.clone(),
                    service.clone(),
                    handler,
                    encryption.clone(),
                    verifications.clone(),
                    status,
                    stop.clone(),
                )
                .run(stop)
                .await;
            }
        };
        tokio::join!(delivering, receiving, verifying);
        self.status.set(false);
    }
}

/// Keeps a session until `stop` is cancelled, which happens if the homeserver ends the session.
pub(super) async fn keep(session: &Session, stop: &CancellationToken) {
    if stop.run_until_cancelled(session.keep()).await.is_some() {
        tracing::warn!("the homeserver has ended the session; the bot logs in again");
        stop.cancel();
    }
}
