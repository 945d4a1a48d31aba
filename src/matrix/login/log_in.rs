//! Logging in to the homeserver: with the access token of the configuration, with the stored session, or with the
//! password.

use super::account::{Account, LoginError};
use super::calls::{NewSession, Proof};
use super::session::{Session, end, record, renewed};
use crate::matrix::client::Client;
use crate::matrix::error::MatrixError;
use crate::matrix::places::MATRIX;
use crate::service::{GameService, PlatformSession};

/// Logs in. A session that does not come from the configuration is stored and used again, because transaction ids belong
/// to it: a message that is sent again after a kill is the same only in the same session.
///
/// # Errors
/// See [`LoginError`].
pub async fn log_in(service: &GameService, account: &Account) -> Result<Session, LoginError> {
    let client = client_for(&account.homeserver).await?;
    if !account.token.is_empty() {
        return check(&client, &account.token, None).await?.ok_or(LoginError::Token);
    }
    let stored = service.queries().session(MATRIX).await?.filter(|session| session.account == account.name());
    if let Some(stored) = &stored
        && let Some(session) = resume(service, &client, stored).await?
    {
        return Ok(session);
    }
    if account.password.is_empty() {
        return Err(if stored.is_some() { LoginError::Ended } else { LoginError::NoSession });
    }
    let device = stored.map(|session| session.device);
    let new = with_password(&client, account, device.as_deref()).await?;
    let record = store(service, account, new).await?;
    let token = record.token.clone();
    check(&client, &token, Some((service, record))).await?.ok_or(LoginError::Token)
}

/// The stored session, renewed if its access token has ended; `None` if the homeserver has ended the session.
async fn resume(
    service: &GameService,
    client: &Client,
    stored: &PlatformSession,
) -> Result<Option<Session>, LoginError> {
    if let Some(session) = check(client, &stored.token, Some((service, stored.clone()))).await? {
        return Ok(Some(session));
    }
    let Some(renewed) = renewed(service, client, stored).await? else { return Ok(None) };
    let token = renewed.token.clone();
    Ok(check(client, &token, Some((service, renewed))).await?)
}

/// Logs in as a new device, with the password, and ends the session of the former one.
///
/// # Errors
/// See [`LoginError`].
pub async fn log_in_anew(service: &GameService, account: &Account) -> Result<(), LoginError> {
    let client = client_for(&account.homeserver).await?;
    let former = service.queries().session(MATRIX).await?;
    let new = with_password(&client, account, None).await?;
    store(service, account, new).await?;
    if let Some(former) = former {
        end_former(&client, account, &former).await;
    }
    Ok(())
}

/// Ends the session that another one has replaced.
pub(super) async fn end_former(client: &Client, account: &Account, former: &PlatformSession) {
    // The token belongs to the homeserver that gave it.
    if former.account == account.name()
        && let Err(error) = end(client, former).await
    {
        // An unused device is only untidy.
        tracing::info!(%error, "the former device of the bot could not be removed");
    }
}

/// A client for the homeserver at this address or, if there is none, for the one that its `.well-known` file names:
/// people know `example.org`, but the homeserver may be elsewhere.
pub(super) async fn client_for(address: &str) -> Result<Client, MatrixError> {
    let client = Client::new(address)?;
    if client.is_homeserver().await {
        return Ok(client);
    }
    match client.named_homeserver().await {
        Ok(Some(named)) => Client::new(&named),
        // The next request reports what is wrong with the address.
        Ok(None) | Err(_) => Ok(client),
    }
}

/// Stores a new session in place of the former one.
pub(super) async fn store(
    service: &GameService,
    account: &Account,
    new: NewSession,
) -> Result<PlatformSession, LoginError> {
    let session = record(account, new.device_id, new.tokens, None, service.now());
    service.delivery().set_session(MATRIX, &session).await?;
    Ok(session)
}

/// Verifies an account without leaving a session behind. Returns its user id; `None` if only a stored session can log in,
/// which stays as it is.
///
/// # Errors
/// See [`LoginError`].
pub async fn verify(account: &Account) -> Result<Option<String>, LoginError> {
    let client = client_for(&account.homeserver).await?;
    if !account.token.is_empty() {
        let session = check(&client, &account.token, None).await?.ok_or(LoginError::Token)?;
        return Ok(Some(session.whoami.user_id));
    }
    if account.password.is_empty() {
        return match client.is_homeserver().await {
            true => Ok(None),
            false => Err(MatrixError::Unreachable("nothing at its address says that it is one".to_owned()).into()),
        };
    }
    let new = with_password(&client, account, None).await?;
    let session = check(&client, &new.tokens.access_token, None).await?.ok_or(LoginError::Token)?;
    session.client.log_out().await?;
    Ok(Some(session.whoami.user_id))
}

async fn with_password(client: &Client, account: &Account, device: Option<&str>) -> Result<NewSession, LoginError> {
    let proof = Proof::Password { user: &account.user, password: &account.password };
    client.log_in(&proof, device).await.map_err(|error| match error {
        MatrixError::Refused { status: 401 | 403, .. } => LoginError::Password,
        error => LoginError::Matrix(error),
    })
}

/// A session with this access token; `None` if the homeserver does not know it.
async fn check(
    client: &Client,
    token: &str,
    stored: Option<(&GameService, PlatformSession)>,
) -> Result<Option<Session>, MatrixError> {
    let client = client.with_token(token)?;
    let stored = stored.map(|(service, session)| (service.clone(), session));
    match client.whoami().await {
        Ok(whoami) => Ok(Some(Session { client, whoami, stored })),
        Err(error) if error.is_token_refused() => Ok(None),
        Err(error) => Err(error),
    }
}
