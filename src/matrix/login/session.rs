//! The session that is stored, and how it lasts when its access token ends. A refresh token is used once, so one process
//! at a time renews, and stores what it gets before it uses it: until then the former refresh token is valid, and a kill
//! loses nothing.

use super::account::{Account, LoginError};
use super::calls::Tokens;
use super::oauth::LoginServer;
use crate::backoff::Retries;
use crate::matrix::api::Whoami;
use crate::matrix::client::Client;
use crate::matrix::error::MatrixError;
use crate::matrix::places::MATRIX;
use crate::service::{Claimant, GameService, LEASE_MS, Millis, PlatformSession};
use std::time::Duration;
use tokio::time::{Instant, sleep, sleep_until, timeout};

/// The task of the process that renews.
const TASK: &str = "matrix session";
/// How long a renewal may take: less than the lease of the process that renews.
const RENEWAL_MAX: Duration = Duration::from_secs(8);
/// How long before its end an access token is renewed, at most.
const AHEAD_MAX: Duration = Duration::from_secs(60);
/// The first wait after a renewal that failed, and the longest.
const RETRY: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(30)];
/// What a server answers that will not renew the session. Other refusals may come from something between.
const REFUSALS: [&str; 5] =
    ["M_UNKNOWN_TOKEN", "M_FORBIDDEN", "invalid_grant", "invalid_client", "unauthorized_client"];

/// A session at the homeserver.
pub struct Session {
    /// Sends requests with its access token.
    pub client: Client,
    /// The account and the device.
    pub whoami: Whoami,
    /// Where it is stored, and how; `None` for an access token of the configuration.
    pub(super) stored: Option<(GameService, PlatformSession)>,
}

impl Session {
    /// Renews the access token whenever it ends. Returns when the homeserver has ended the session.
    pub async fn keep(&self) {
        let Some((service, mut stored)) = self.stored.clone() else { return self.client.token_refused().await };
        let mut renewed_at = None;
        let mut retries = Retries::new(RETRY[0], RETRY[1]);
        loop {
            let ahead = renewal(stored.expires_at, service.now());
            let at = ahead.map(|ahead| Instant::now() + ahead);
            let is_refused = tokio::select! {
                () = self.client.token_refused() => true,
                () = sleep_until(at.unwrap_or_else(Instant::now)), if at.is_some() => false,
            };
            // A new token that is refused at once would be followed by another one, without end.
            let is_fresh = renewed_at.is_some_and(|at: Instant| at.elapsed() < RETRY[0]);
            if stored.refresh_token.is_none() || (is_refused && is_fresh) {
                return;
            }
            let renewed = match renewed(&service, &self.client, &stored).await {
                // The host may have logged the bot in as another device, which has other keys.
                Ok(Some(renewed)) if renewed.device == stored.device => renewed,
                Ok(_) => return,
                Err(error) => {
                    tracing::warn!(%error, "the session on Matrix could not be renewed yet; the bot tries again");
                    let asked = match error {
                        LoginError::Matrix(MatrixError::Limited(asked)) => Some(asked),
                        _ => None,
                    };
                    retries.pause(asked).await;
                    continue;
                }
            };
            if let Err(error) = self.client.replace_token(&renewed.token) {
                tracing::error!(%error, "the homeserver gave an access token that cannot be used");
                return;
            }
            tracing::debug!("the session on Matrix is renewed");
            (stored, renewed_at, retries) = (renewed, Some(Instant::now()), Retries::new(RETRY[0], RETRY[1]));
        }
    }
}

/// How long to wait before a token is renewed that ends at this time.
fn renewal(expires_at: Option<Millis>, now: Millis) -> Option<Duration> {
    let left = Duration::from_millis(u64::try_from(expires_at?.0.saturating_sub(now.0)).unwrap_or_default());
    Some(left - AHEAD_MAX.min(left / 3))
}

/// What is stored of a session with these tokens.
pub(super) fn record(
    account: &Account,
    device: String,
    tokens: Tokens,
    client_id: Option<String>,
    now: Millis,
) -> PlatformSession {
    PlatformSession {
        account: account.name(),
        device,
        expires_at: expiry(&tokens, now),
        token: tokens.access_token,
        refresh_token: tokens.refresh_token,
        client_id,
    }
}

fn expiry(tokens: &Tokens, now: Millis) -> Option<Millis> {
    tokens.life().map(|life| now.plus(i64::try_from(life.as_millis()).unwrap_or(i64::MAX / 2)))
}

/// The session after this one, stored: as another process has renewed it, or as this one does. `None` if the homeserver
/// does not renew it.
pub(super) async fn renewed(
    service: &GameService,
    client: &Client,
    known: &PlatformSession,
) -> Result<Option<PlatformSession>, LoginError> {
    let claimant = Claimant::new();
    loop {
        let leadership = service.work().lead(TASK, claimant.id(), service.now()).await?;
        if leadership.is_own {
            break;
        }
        let left = u64::try_from(leadership.until.0 - service.now().0).unwrap_or_default();
        sleep(Duration::from_millis(left.clamp(50, LEASE_MS.unsigned_abs() / 10))).await;
    }
    let renewed = renewed_alone(service, client, known).await;
    if let Err(error) = service.work().resign(TASK, claimant.id()).await {
        tracing::info!(%error, "another process has to wait before it can renew the session on Matrix");
    }
    renewed
}

async fn renewed_alone(
    service: &GameService,
    client: &Client,
    known: &PlatformSession,
) -> Result<Option<PlatformSession>, LoginError> {
    let stored = service.queries().session(MATRIX).await?.filter(|stored| stored.account == known.account);
    if let Some(stored) = stored.filter(|stored| stored.token != known.token) {
        return Ok(Some(stored));
    }
    let Some(refresh_token) = &known.refresh_token else { return Ok(None) };
    let client = client.without_token();
    let refreshing = refresh(&client, known.client_id.as_deref(), refresh_token);
    let tokens = match timeout(RENEWAL_MAX, refreshing).await {
        Ok(Err(error)) if error.code().is_some_and(|code| REFUSALS.contains(&code)) => return Ok(None),
        Ok(tokens) => tokens?,
        Err(_) => return Err(MatrixError::Unreachable("its answer takes too long".to_owned()).into()),
    };
    let renewed = PlatformSession {
        expires_at: expiry(&tokens, service.now()),
        token: tokens.access_token,
        refresh_token: tokens.refresh_token.or_else(|| known.refresh_token.clone()),
        ..known.clone()
    };
    service.delivery().set_session(MATRIX, &renewed).await?;
    Ok(Some(renewed))
}

async fn refresh(client: &Client, client_id: Option<&str>, refresh_token: &str) -> Result<Tokens, MatrixError> {
    let Some(client_id) = client_id else { return client.refresh(refresh_token).await };
    match LoginServer::of(client).await? {
        Some(server) => server.refresh(client_id, refresh_token).await,
        None => Err(MatrixError::Unreachable("it does not name its login server any more".to_owned())),
    }
}

/// Ends a session that is not used any more.
pub(super) async fn end(client: &Client, session: &PlatformSession) -> Result<(), MatrixError> {
    if let (Some(client_id), Some(refresh_token)) = (&session.client_id, &session.refresh_token)
        && let Some(server) = LoginServer::of(client).await?
    {
        return server.revoke(client_id, refresh_token).await;
    }
    client.with_token(&session.token)?.log_out().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_renewed_before_it_ends_but_not_much_before() {
        let wait = |seconds: i64| renewal(Some(Millis(seconds * 1000)), Millis(0)).expect("it ends").as_secs();
        assert_eq!([wait(300), wait(30), wait(3), wait(0), wait(-9)], [240, 20, 2, 0, 0]);
        assert_eq!(renewal(None, Millis(0)), None);
    }
}
