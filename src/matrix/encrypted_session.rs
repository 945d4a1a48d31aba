//! A session with encryption.

use super::encryption::opening::{Opened, Opening, OpeningError};
use super::encryption::owner::Owner;
use super::encryption::store_key::StoreKey;
use super::front_end::{Connection, ConnectionError, Keys, keep};
use super::login::account::LoginError;
use super::login::log_in::log_in_anew;
use super::login::session::Session;
use crate::service::GameService;
use tokio_util::sync::CancellationToken;

impl Connection {
    /// Waits until the process owns the keys, logs in, unless that is done, and serves until `stop` is cancelled or the
    /// session ends.
    pub(super) async fn encrypted_session(
        &mut self,
        keys: &Keys,
        stop: &CancellationToken,
    ) -> Result<(), ConnectionError> {
        let service = self.request_handler.service().clone();
        let waiting = stop.run_until_cancelled(Owner::wait(&service));
        let Some(owner) = waiting.await.transpose().map_err(LoginError::from)? else { return Ok(()) };
        let stop_session = stop.child_token();
        let serving = async {
            let served = self.owning_session(&service, keys, owner.generation(), &stop_session).await;
            stop_session.cancel();
            served
        };
        let owning = async {
            if stop_session.run_until_cancelled(owner.keep()).await.is_some() {
                tracing::warn!("another process uses the keys for encryption now, so this one leaves Matrix to it");
                stop_session.cancel();
            }
        };
        let (served, ()) = tokio::join!(serving, owning);
        owner.release().await;
        served
    }

    /// A session whose keys this process owns. A stop while it begins is like a kill.
    async fn owning_session(
        &mut self,
        service: &GameService,
        keys: &Keys,
        generation: i64,
        stop: &CancellationToken,
    ) -> Result<(), ConnectionError> {
        let session = self.log_in(service).await?;
        let opening = Opening {
            service,
            client: &session.client,
            account: &self.account,
            user: &session.whoami.user_id,
            device: session.whoami.device_id.as_deref(),
            key: StoreKey::find(&keys.store_key, keys.database.as_deref()).map_err(OpeningError::from)?,
            generation,
            only_signed: keys.only_signed,
            recovery_key: &keys.recovery_key,
        };
        let serving = async {
            let opened = stop.run_until_cancelled(opening.open()).await;
            let served = self.serve_opened(service, &session, opened, stop).await;
            stop.cancel();
            served
        };
        let (served, ()) = tokio::join!(serving, keep(&session, stop));
        served
    }

    /// Serves as encryption has begun; `None` if the session was stopped before.
    async fn serve_opened(
        &self,
        service: &GameService,
        session: &Session,
        opened: Option<Result<Opened, OpeningError>>,
        stop: &CancellationToken,
    ) -> Result<(), ConnectionError> {
        match opened {
            None => {}
            Some(Ok(Opened::Ready(encryption))) => {
                self.serve(session, Some(encryption.clone()), stop).await;
                encryption.close().await;
            }
            Some(Ok(Opened::MustBeNew)) => {
                tracing::warn!("the keys of the bot's device are not in this database, so it logs in as a new device");
                log_in_anew(service, &self.account).await?;
            }
            Some(Err(error)) if error.is_dispensable() => {
                tracing::warn!(%error, "the bot leaves encrypted rooms");
                self.serve(session, None, stop).await;
            }
            Some(Err(error)) => return Err(error.into()),
        }
        Ok(())
    }
}
