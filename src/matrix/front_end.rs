//! The connection to a homeserver: one session after another.

use super::api::Whoami;
use super::client::Client;
use super::events::EventHandler;
use super::invitations::Invitations;
use super::login::{Account, LoginError, log_in};
use super::platform::MatrixPlatform;
use super::rooms::Rooms;
use super::sync::SyncLoop;
use crate::backoff::backoff;
use crate::chat::views::pictures::PictureRenderer;
use crate::chat::{ChatDelivery, Conversation, Platform, RequestHandler};
use crate::health::ConnectionStatus;
use crate::workers::OutboxDispatcher;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The first wait after a login that failed, and the longest.
const RETRY: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(5 * 60)];

/// A session at the homeserver.
type Session = (Client, Whoami);

/// What a process does on Matrix.
#[derive(Clone, Copy, Debug)]
pub struct Duties {
    /// Whether it receives what happens in rooms.
    pub receives: bool,
    /// Whether it delivers posts.
    pub delivers: bool,
}

/// The bot on Matrix. If its session ends, it begins another one; meanwhile only Matrix pauses.
pub struct MatrixFrontEnd {
    account: Account,
    invitations: Invitations,
    duties: Duties,
    request_handler: RequestHandler,
    pictures: PictureRenderer,
    status: ConnectionStatus,
    session: Option<Session>,
}

impl MatrixFrontEnd {
    /// Logs in. If the homeserver cannot be used now, [`MatrixFrontEnd::run`] tries again.
    ///
    /// # Errors
    /// If the homeserver refuses the account, or the address cannot be used.
    pub async fn connect(
        account: Account,
        invitations: Invitations,
        duties: Duties,
        request_handler: RequestHandler,
        pictures: PictureRenderer,
    ) -> Result<MatrixFrontEnd, LoginError> {
        let session = match log_in(request_handler.service().storage(), &account).await {
            Err(error) if error.is_passing() => {
                tracing::warn!(%error, "the bot is not on Matrix yet; it tries again");
                None
            }
            session => Some(session?),
        };
        let status = ConnectionStatus::default();
        Ok(MatrixFrontEnd { account, invitations, duties, request_handler, pictures, status, session })
    }

    /// What the process does here.
    pub fn duties(&self) -> Duties {
        self.duties
    }

    /// Whether the homeserver answers.
    pub fn status(&self) -> ConnectionStatus {
        self.status.clone()
    }

    /// Runs until `stop` is cancelled.
    pub async fn run(mut self, stop: CancellationToken) {
        let mut failures = 0;
        while !stop.is_cancelled() {
            if let Some(session) = self.session.take() {
                failures = 0;
                self.serve(session, &stop).await;
                self.status.set(false);
                continue;
            }
            let storage = self.request_handler.service().storage();
            match stop.run_until_cancelled(log_in(storage, &self.account)).await {
                None => return,
                Some(Ok(session)) => self.session = Some(session),
                Some(Err(error)) => {
                    if error.is_passing() {
                        tracing::warn!(%error, "the bot is not on Matrix; it tries again");
                    } else {
                        tracing::error!(%error, "the bot is not on Matrix until this is mended; it tries again");
                    }
                    stop.run_until_cancelled(tokio::time::sleep(backoff(RETRY[0], RETRY[1], failures))).await;
                    failures += 1;
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
        let platform = Arc::new(MatrixPlatform::new(client.clone(), rooms.clone(), service.clone(), upload_max));
        let stop_session = stop.child_token();
        let delivering = async {
            if self.duties.delivers {
                let platform = Arc::clone(&platform) as Arc<dyn Platform>;
                let delivery = ChatDelivery::new(service.clone(), self.pictures.clone(), platform);
                OutboxDispatcher::new(service.clone(), Arc::new(delivery)).run(stop_session.clone()).await;
            }
        };
        let receiving = async {
            if self.duties.receives {
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
