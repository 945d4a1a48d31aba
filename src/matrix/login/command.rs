//! `tablero matrix login`: the host logs the bot in, by approving it in a browser or with a token that is valid once.

use super::account::{Account, LoginError};
use super::calls::{NewSession, Proof, Tokens};
use super::log_in::{client_for, end_former};
use super::oauth::{Answer, DeviceCode, LoginServer};
use super::session::{end, record};
use crate::matrix::client::Client;
use crate::matrix::error::MatrixError;
use crate::matrix::places::MATRIX;
use crate::service::GameService;
use std::time::Duration;
use tokio::time::{Instant, sleep};
use url::Url;

/// By how much longer the bot waits if it has asked too often (RFC 8628), or if the server did not answer.
const SLOWER: Duration = Duration::from_secs(5);
/// What the ids of devices consist of, and how long they are.
const DEVICE_LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const DEVICE_LENGTH: usize = 12;

/// Why the host could not log the bot in.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// An access token comes first.
    #[error("matrix.token or MATRIX_TOKEN is set, and the bot uses that instead of a session: remove it first")]
    HasToken,
    /// The homeserver has no login of these kinds.
    #[error(
        "the homeserver lets nobody log in with a browser: set matrix.user and matrix.password, or matrix.token, as \
         docs/matrix.md says"
    )]
    NoWay,
    /// The host has refused.
    #[error("you have refused to let the bot in; nothing has changed")]
    Denied,
    /// The code was not confirmed in time.
    #[error("the code was not confirmed in time; run `tablero matrix login` again")]
    Expired,
    /// The token is wrong, or was used.
    #[error("the homeserver refused the login token, which is valid once and for a short time: get another one")]
    LoginToken,
    /// Another account has approved the bot.
    #[error("you were logged in as another user than matrix.user; nothing has changed")]
    OtherUser,
    /// There is no random device id.
    #[error("the system has no random numbers: {0}")]
    Random(#[from] getrandom::Error),
    /// The homeserver or the storage cannot be used.
    #[error(transparent)]
    Login(#[from] LoginError),
}

impl From<MatrixError> for CommandError {
    fn from(error: MatrixError) -> Self {
        CommandError::Login(error.into())
    }
}

/// A login that the host has begun.
pub struct HostLogin<'a> {
    account: &'a Account,
    client: Client,
}

/// What the host does next.
pub enum Step {
    /// Confirm a code in a browser.
    Confirm(Box<Approval>),
    /// Give a token that is valid once. It is in the address to which this page leads, if the homeserver has one.
    GiveToken(Option<Url>),
}

/// A code that waits for the host.
pub struct Approval {
    /// Where the host confirms it.
    pub code: DeviceCode,
    server: LoginServer,
    client_id: String,
    device: String,
}

/// What the host has let the bot have.
pub struct Approved {
    session: NewSession,
    client_id: Option<String>,
}

impl<'a> HostLogin<'a> {
    /// Asks the homeserver how the host can log the bot in.
    ///
    /// # Errors
    /// See [`CommandError`].
    pub async fn begin(account: &'a Account) -> Result<(HostLogin<'a>, Step), CommandError> {
        if !account.token.is_empty() {
            return Err(CommandError::HasToken);
        }
        let client = client_for(&account.homeserver).await?;
        let login = HostLogin { account, client };
        if let Some(server) = LoginServer::of(&login.client).await?
            && server.approves_devices()
        {
            let (client_id, device) = (server.register().await?, new_device()?);
            let code = server.ask_approval(&client_id, &device).await?;
            return Ok((login, Step::Confirm(Box::new(Approval { code, server, client_id, device }))));
        }
        let offered = login.client.logins().await?;
        if !offered.iter().any(|kind| kind == "m.login.token") {
            return Err(CommandError::NoWay);
        }
        let has_page = offered.iter().any(|kind| kind == "m.login.sso");
        let page = has_page.then(|| login.client.login_page());
        Ok((login, Step::GiveToken(page)))
    }

    /// Logs in with what the host gave: a token, or the address with it.
    ///
    /// # Errors
    /// See [`CommandError`].
    pub async fn with_token(&self, given: &str) -> Result<Approved, CommandError> {
        let token = login_token(given);
        let session = self.client.log_in(&Proof::Token(&token), None).await.map_err(|error| match error {
            MatrixError::Refused { status: 400 | 401 | 403, .. } => CommandError::LoginToken,
            error => error.into(),
        })?;
        Ok(Approved { session, client_id: None })
    }

    /// Stores the session in place of the former one, which ends. Returns the user.
    ///
    /// # Errors
    /// See [`CommandError`].
    pub async fn store(&self, service: &GameService, approved: Approved) -> Result<String, CommandError> {
        let Approved { session, client_id } = approved;
        let session = record(self.account, session.device_id, session.tokens, client_id, service.now());
        let user = self.client.with_token(&session.token)?.whoami().await?.user_id;
        let wanted = &self.account.user;
        if !(wanted.is_empty() || user == *wanted || user.starts_with(&format!("@{wanted}:"))) {
            if let Err(error) = end(&self.client, &session).await {
                tracing::info!(%error, "the session of another user could not be ended");
            }
            return Err(CommandError::OtherUser);
        }
        let former = service.queries().session(MATRIX).await.map_err(LoginError::from)?;
        service.delivery().set_session(MATRIX, &session).await.map_err(LoginError::from)?;
        if let Some(former) = former {
            end_former(&self.client, self.account, &former).await;
        }
        Ok(user)
    }
}

impl Approval {
    /// Waits until the host has decided.
    ///
    /// # Errors
    /// See [`CommandError`].
    pub async fn wait(self) -> Result<Approved, CommandError> {
        let end = Instant::now() + self.code.life;
        let mut interval = self.code.interval;
        loop {
            sleep(interval).await;
            match self.server.answer(&self.client_id, &self.code).await {
                Ok(Answer::Approved(tokens)) => return Ok(self.approved(tokens)),
                Ok(Answer::Denied) => return Err(CommandError::Denied),
                Ok(Answer::Expired) => return Err(CommandError::Expired),
                Ok(Answer::Pending) => {}
                Ok(Answer::SlowDown) => interval += SLOWER,
                Err(MatrixError::Limited(asked)) => interval = interval.max(asked),
                Err(error) if error.is_passing() => interval += SLOWER,
                Err(error) => return Err(error.into()),
            }
            if Instant::now() >= end {
                return Err(CommandError::Expired);
            }
        }
    }

    fn approved(self, tokens: Tokens) -> Approved {
        Approved { session: NewSession { device_id: self.device, tokens }, client_id: Some(self.client_id) }
    }
}

/// The token in what the host has pasted.
fn login_token(given: &str) -> String {
    let given = given.trim();
    let in_address = Url::parse(given).ok().and_then(|address| {
        address.query_pairs().find(|(name, _)| name == "loginToken").map(|(_, token)| token.into_owned())
    });
    in_address.unwrap_or_else(|| given.to_owned())
}

/// The id of a new device. Each login has another one: the homeserver deletes the keys of a device whose session ends.
fn new_device() -> Result<String, getrandom::Error> {
    let mut bytes = [0; DEVICE_LENGTH];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| char::from(DEVICE_LETTERS[usize::from(byte % 32)])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_is_found_in_the_address_to_which_the_browser_was_sent() {
        for (given, token) in [
            ("syl_abc\n", "syl_abc"),
            (" http://localhost/?loginToken=syl%5Fabc&x=1 \n", "syl_abc"),
            ("http://localhost/?token=x", "http://localhost/?token=x"),
            ("mct:x", "mct:x"),
            ("", ""),
        ] {
            assert_eq!(login_token(given), token, "{given:?}");
        }
    }

    #[test]
    fn each_login_has_another_device() {
        let [first, second] = [(); 2].map(|()| new_device().expect("random numbers"));
        assert!(first != second && first.len() == DEVICE_LENGTH);
        assert!(first.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()), "{first}");
    }
}
