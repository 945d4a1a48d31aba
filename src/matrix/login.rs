//! Logging in to the homeserver.

use super::api::{Session, Whoami};
use super::client::Client;
use super::error::MatrixError;
use super::places::MATRIX;
use crate::service::{GameService, PlatformSession, ServiceError, StorageError};

/// The account of the bot.
#[derive(Clone)]
pub struct Account {
    /// The address of the homeserver.
    pub homeserver: String,
    /// An access token; empty to log in with a password. A secret.
    pub token: String,
    /// The user, for a login with a password: the user id, or the part of it before the homeserver.
    pub user: String,
    /// The password. A secret.
    pub password: String,
}

/// Why the bot is not logged in.
#[derive(Debug, thiserror::Error)]
pub enum LoginError {
    /// The homeserver does not know the access token.
    #[error(
        "the homeserver refused the access token: set a valid one as matrix.token in the configuration, or in \
         MATRIX_TOKEN"
    )]
    Token,
    /// The homeserver does not know the user, or the password is another one.
    #[error(
        "the homeserver refused the user or the password: check matrix.user, and matrix.password or MATRIX_PASSWORD"
    )]
    Password,
    /// The homeserver cannot be used.
    #[error("the bot cannot use the homeserver of [matrix]: {0}")]
    Matrix(#[from] MatrixError),
    /// Storage failed.
    #[error(transparent)]
    Service(#[from] ServiceError),
}

impl LoginError {
    /// Whether the same login may succeed later without a change of the configuration.
    pub fn is_passing(&self) -> bool {
        match self {
            LoginError::Token | LoginError::Password => false,
            LoginError::Matrix(error) => error.is_passing(),
            LoginError::Service(_) => true,
        }
    }
}

impl From<StorageError> for LoginError {
    fn from(error: StorageError) -> Self {
        LoginError::Service(error.into())
    }
}

/// Logs in, and returns a client with an access token and the account of that token. After a login with a password the session
/// is stored and used again, because transaction ids belong to it: a message that is sent again after a kill is the same
/// only in the same session.
///
/// # Errors
/// See [`LoginError`].
pub async fn log_in(service: &GameService, account: &Account) -> Result<(Client, Whoami), LoginError> {
    let client = client_for(&account.homeserver).await?;
    if !account.token.is_empty() {
        return check(&client, &account.token).await?.ok_or(LoginError::Token);
    }
    let own = own(account);
    let stored = service.queries().session(MATRIX).await?.filter(|session| session.account == own);
    if let Some(session) = &stored
        && let Some(logged_in) = check(&client, &session.token).await?
    {
        return Ok(logged_in);
    }
    let session = new_session(&client, account, stored.as_ref().map(|session| session.device.as_str())).await?;
    service.delivery().set_session(MATRIX, &session_of(own, &session)).await?;
    check(&client, &session.access_token).await?.ok_or(LoginError::Token)
}

/// Logs in as a new device, with the password, and ends the session of the former one.
///
/// # Errors
/// See [`LoginError`].
pub async fn log_in_anew(service: &GameService, account: &Account, former: &Client) -> Result<(), LoginError> {
    let client = client_for(&account.homeserver).await?;
    let session = new_session(&client, account, None).await?;
    service.delivery().set_session(MATRIX, &session_of(own(account), &session)).await?;
    // An unused device is only untidy.
    if let Err(error) = former.log_out().await {
        tracing::info!(%error, "the former device of the bot could not be removed");
    }
    Ok(())
}

/// What the stored session must belong to.
fn own(account: &Account) -> String {
    format!("{} {}", account.homeserver, account.user)
}

/// A client for the homeserver at this address or, if there is none, for the one that its `.well-known` file names:
/// people know `example.org`, but the homeserver may be elsewhere.
async fn client_for(address: &str) -> Result<Client, MatrixError> {
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

fn session_of(account: String, session: &Session) -> PlatformSession {
    PlatformSession { account, device: session.device_id.clone(), token: session.access_token.clone() }
}

/// Verifies an account without leaving a session behind. Returns its user id.
///
/// # Errors
/// See [`LoginError`].
pub async fn verify(account: &Account) -> Result<String, LoginError> {
    let client = client_for(&account.homeserver).await?;
    if !account.token.is_empty() {
        let (_, whoami) = check(&client, &account.token).await?.ok_or(LoginError::Token)?;
        return Ok(whoami.user_id);
    }
    let session = new_session(&client, account, None).await?;
    let (client, whoami) = check(&client, &session.access_token).await?.ok_or(LoginError::Token)?;
    client.log_out().await?;
    Ok(whoami.user_id)
}

async fn new_session(client: &Client, account: &Account, device: Option<&str>) -> Result<Session, LoginError> {
    client.log_in(&account.user, &account.password, device).await.map_err(|error| match error {
        MatrixError::Refused { status: 401 | 403, .. } => LoginError::Password,
        error => LoginError::Matrix(error),
    })
}

/// A client with this access token; `None` if the homeserver does not know it.
async fn check(client: &Client, token: &str) -> Result<Option<(Client, Whoami)>, MatrixError> {
    let client = client.with_token(token)?;
    match client.whoami().await {
        Ok(whoami) => Ok(Some((client, whoami))),
        Err(error) if matches!(error.code(), Some("M_UNKNOWN_TOKEN" | "M_MISSING_TOKEN")) => Ok(None),
        Err(error) => Err(error),
    }
}
