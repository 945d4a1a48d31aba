//! The connection to a homeserver: one session after another.

use super::api::Whoami;
use super::client::Client;
use super::events::EventHandler;
use super::invitations::Invitations;
use super::login::{Account, LoginError, log_in, verify};
use super::places::MATRIX;
use super::platform::MatrixPlatform;
use super::profile;
use super::rooms::Rooms;
use super::sync::SyncLoop;
use crate::backoff::Retries;
use crate::chat::views::pictures::PictureRenderer;
use crate::chat::{ChatDelivery, Conversation, Platform, RequestHandler};
use crate::front_end::{Connected, FrontEnd, FrontEndError, Surroundings, Worker};
use crate::health::ConnectionStatus;
use crate::roles::Role;
use crate::service::PlatformId;
use crate::workers::OutboxDispatcher;
use async_trait::async_trait;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The first wait after a login that failed, and the longest.
const RETRY: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(5 * 60)];

/// A session at the homeserver.
type Session = (Client, Whoami);

/// The bot's account on a homeserver.
pub struct MatrixFrontEnd {
    account: Account,
    invitations: Invitations,
}

impl MatrixFrontEnd {
    /// The account, and who may invite it: these users and homeservers, or anyone if there are none.
    pub fn new(account: Account, inviters: &[String]) -> MatrixFrontEnd {
        MatrixFrontEnd { account, invitations: Invitations::new(inviters) }
    }
}

impl From<LoginError> for FrontEndError {
    fn from(error: LoginError) -> Self {
        FrontEndError { is_refused: matches!(error, LoginError::Token | LoginError::Password), source: error.into() }
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
        let user = verify(&self.account).await?;
        Ok(format!("the homeserver knows the bot as {user}"))
    }

    /// Logs in. If the homeserver cannot be used now, the connection tries again.
    async fn connect(&self, surroundings: &Surroundings) -> Result<Option<Connected>, FrontEndError> {
        let roles = &surroundings.roles;
        let receives = roles.has(Role::Gateway) && roles.has_first_shard();
        let delivers = roles.has(Role::Outbox);
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
        let (account, invitations) = (self.account.clone(), self.invitations.clone());
        let status = ConnectionStatus::default();
        let connections = receives.then(|| ("Matrix".to_owned(), status.clone())).into_iter().collect();
        let connection =
            Connection { account, invitations, receives, delivers, request_handler, pictures, status, session };
        let worker = Worker::new("connection to Matrix", |stop| async move {
            connection.run(stop).await;
            Ok(())
        });
        Ok(Some(Connected { connections, delivers, workers: vec![worker], ..Connected::default() }))
    }
}

/// The bot on Matrix. If its session ends, it begins another one; meanwhile only Matrix pauses.
struct Connection {
    account: Account,
    invitations: Invitations,
    /// Whether the process receives what happens in rooms.
    receives: bool,
    /// Whether it delivers posts.
    delivers: bool,
    request_handler: RequestHandler,
    pictures: PictureRenderer,
    /// Whether the homeserver answers.
    status: ConnectionStatus,
    session: Option<Session>,
}

impl Connection {
    /// Runs until `stop` is cancelled.
    async fn run(mut self, stop: CancellationToken) {
        let begin = || Retries::new(RETRY[0], RETRY[1]);
        let mut retries = begin();
        while !stop.is_cancelled() {
            if let Some(session) = self.session.take() {
                retries = begin();
                self.serve(session, &stop).await;
                self.status.set(false);
                continue;
            }
            let service = self.request_handler.service();
            match stop.run_until_cancelled(log_in(service, &self.account)).await {
                None => return,
                Some(Ok(session)) => self.session = Some(session),
                Some(Err(error)) => {
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

    /// Receives and delivers until `stop` is cancelled or the homeserver ends the session.
    async fn serve(&self, (client, whoami): Session, stop: &CancellationToken) {
        let service = self.request_handler.service().clone();
        let rooms = Rooms::new(client.clone(), &whoami.user_id);
        let upload_max = client.upload_max().await.unwrap_or_else(|error| {
            tracing::warn!(%error, "the homeserver does not say how large uploads may be");
            None
        });
        if let Err(error) = profile::complete(&client, &whoami.user_id).await {
            tracing::warn!(%error, "the bot could not give itself a name and a picture");
        }
        let platform = Arc::new(MatrixPlatform::new(client.clone(), rooms.clone(), service.clone(), upload_max));
        let stop_session = stop.child_token();
        let delivering = async {
            if self.delivers {
                let platform = Arc::clone(&platform) as Arc<dyn Platform>;
                let delivery = ChatDelivery::new(service.clone(), self.pictures.clone(), platform)
                    .with_guidance(self.request_handler.search_runner());
                OutboxDispatcher::new(service.clone(), Arc::new(delivery)).run(stop_session.clone()).await;
            }
        };
        let receiving = async {
            if self.receives {
                let request_handler = self.request_handler.clone();
                let conversation = Conversation::new(request_handler, Arc::clone(&platform) as Arc<dyn Platform>);
                let handler = EventHandler::new(
                    client.clone(),
                    rooms.clone(),
                    service.clone(),
                    conversation,
                    Arc::clone(&platform),
                    self.invitations.clone(),
                );
                let (status, stop) = (self.status.clone(), stop_session.clone());
                SyncLoop::new(client.clone(), service.clone(), handler, status, stop.clone()).run(stop).await;
            }
        };
        let ending = async {
            tokio::select! {
                () = client.session_ended().cancelled() => {
                    tracing::warn!("the homeserver has ended the session; the bot logs in again");
                    stop_session.cancel();
                }
                () = stop_session.cancelled() => {}
            }
        };
        tokio::join!(delivering, receiving, ending);
    }
}
