//! OAuth 2.0 as Matrix has it: a login server beside the homeserver, where the bot is registered as a client and the host
//! approves it in a browser (RFC 8628), and which renews access tokens.

use super::calls::Tokens;
use crate::matrix::client::{Client, LoginBody};
use crate::matrix::error::MatrixError;
use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use url::{Host, Url};

/// The grant with which the host approves the bot on another device.
const DEVICE_GRANT: &str = "urn:ietf:params:oauth:grant-type:device_code";
/// What the scopes of Matrix begin with, and what they began with before version 1.15 of the specification. A request
/// cannot mix them.
const SCOPES: [&str; 2] = ["urn:matrix:client", "urn:matrix:org.matrix.msc2967.client"];
/// How long the server wants the bot to wait between two questions, if it does not say so (RFC 8628).
const INTERVAL: Duration = Duration::from_secs(5);
/// The longest such wait, in seconds.
const INTERVAL_MAX: u64 = 600;
/// The longest code that people can be asked to type.
const CODE_MAX: usize = 40;
/// The longest time for which a code can be valid, in seconds.
const LIFE_MAX: u64 = 60 * 60;

/// The login server of a homeserver.
pub struct LoginServer {
    client: Client,
    scopes: &'static [&'static str],
    token: Url,
    registration: Option<Url>,
    devices: Option<Url>,
    revocation: Option<Url>,
    account: Option<Url>,
}

/// How the host approves the bot.
pub struct DeviceCode {
    /// Where the host goes; with the code in it, if the server has such an address.
    pub address: Url,
    /// The code to enter there.
    pub code: String,
    /// How long the code is valid.
    pub life: Duration,
    /// How long the bot waits between two questions.
    pub interval: Duration,
    secret: String,
}

/// What the server answers while the host decides.
pub enum Answer {
    /// The host has approved the bot.
    Approved(Tokens),
    /// Not yet.
    Pending,
    /// Not yet, and the bot is to ask less often.
    SlowDown,
    /// The host has refused.
    Denied,
    /// The code is not valid any more.
    Expired,
}

#[derive(Deserialize)]
struct Registered {
    client_id: String,
}

#[derive(Deserialize)]
struct DeviceCodeResponse {
    device_code: String,
    user_code: String,
    verification_uri: String,
    verification_uri_complete: Option<String>,
    expires_in: u64,
    interval: Option<u64>,
}

impl LoginServer {
    /// The login server of a homeserver; `None` if the homeserver logs in users itself.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn of(client: &Client) -> Result<Option<LoginServer>, MatrixError> {
        let paths: [&[&str]; 2] =
            [&["client", "v1", "auth_metadata"], &["client", "unstable", "org.matrix.msc2965", "auth_metadata"]];
        for (path, scopes) in paths.into_iter().zip([&SCOPES[..], &SCOPES[1..]]) {
            match client.json::<Value>(Method::GET, path, &[], None).await {
                Ok(metadata) => return LoginServer::read(client, scopes, &metadata).map(Some),
                Err(MatrixError::Refused { status: 404 | 405, .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// What a homeserver claims of its login server.
    fn read(client: &Client, scopes: &'static [&'static str], metadata: &Value) -> Result<LoginServer, MatrixError> {
        let endpoint = |name: &str| match metadata[name].as_str() {
            Some(address) => safe(address).map(Some).ok_or_else(|| {
                MatrixError::Unusable(format!("the homeserver names a {name} of its login server that is not https"))
            }),
            None => Ok(None),
        };
        let missing = || MatrixError::Unusable("the homeserver does not name the token_endpoint".to_owned());
        let grants = metadata["grant_types_supported"].as_array();
        let has_devices = grants.is_none_or(|grants| grants.iter().any(|grant| grant == DEVICE_GRANT));
        Ok(LoginServer {
            client: client.clone(),
            scopes,
            token: endpoint("token_endpoint")?.ok_or_else(missing)?,
            registration: endpoint("registration_endpoint")?,
            devices: endpoint("device_authorization_endpoint")?.filter(|_| has_devices),
            revocation: endpoint("revocation_endpoint")?,
            account: endpoint("account_management_uri")?,
        })
    }

    /// Whether the host can approve the bot on another device.
    pub fn approves_devices(&self) -> bool {
        self.devices.is_some() && self.registration.is_some()
    }

    /// Where the owner of the account allows its identity to be replaced.
    pub fn identity_reset(&self) -> Option<Url> {
        let mut address = self.account.clone()?;
        address.query_pairs_mut().append_pair("action", "org.matrix.cross_signing_reset");
        Some(address)
    }

    /// Registers the bot as a client. Returns its id.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn register(&self) -> Result<String, MatrixError> {
        let Some(url) = &self.registration else {
            return Err(MatrixError::Unusable("the login server registers no clients".to_owned()));
        };
        let body = json!({
            "client_name": "Tablero",
            // A client must have a page. The program has none, so it is that of the homeserver.
            "client_uri": self.client.address(),
            "application_type": "native",
            "grant_types": [DEVICE_GRANT, "refresh_token"],
            "response_types": [],
            "token_endpoint_auth_method": "none",
        });
        let registered: Registered = self.client.post_to_login_server(url.clone(), LoginBody::Json(&body)).await?;
        Ok(registered.client_id)
    }

    /// Asks for the approval of a device with this id.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn ask_approval(&self, client_id: &str, device: &str) -> Result<DeviceCode, MatrixError> {
        let Some(url) = &self.devices else {
            return Err(MatrixError::Unusable("the login server approves no devices".to_owned()));
        };
        let mut scopes = self.scopes.iter().peekable();
        loop {
            let prefix = scopes.next().copied().unwrap_or(SCOPES[0]);
            let scope = format!("{prefix}:api:* {prefix}:device:{device}");
            let form = [("client_id", client_id), ("scope", &scope)];
            match self.client.post_to_login_server(url.clone(), LoginBody::Form(&form)).await {
                Err(error) if error.code() == Some("invalid_scope") && scopes.peek().is_some() => {}
                response => return DeviceCode::read(response?),
            }
        }
    }

    /// Asks whether the host has decided.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn answer(&self, client_id: &str, code: &DeviceCode) -> Result<Answer, MatrixError> {
        let form = [("grant_type", DEVICE_GRANT), ("device_code", &code.secret), ("client_id", client_id)];
        match self.client.post_to_login_server(self.token.clone(), LoginBody::Form(&form)).await {
            Ok(tokens) => Ok(Answer::Approved(tokens)),
            Err(error) => match error.code() {
                Some("authorization_pending") => Ok(Answer::Pending),
                Some("slow_down") => Ok(Answer::SlowDown),
                Some("access_denied") => Ok(Answer::Denied),
                Some("expired_token") => Ok(Answer::Expired),
                _ => Err(error),
            },
        }
    }

    /// Renews an access token. Until the new one is used, the refresh token stays valid, so that nothing is lost if the
    /// answer is.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn refresh(&self, client_id: &str, refresh_token: &str) -> Result<Tokens, MatrixError> {
        let form = [("grant_type", "refresh_token"), ("refresh_token", refresh_token), ("client_id", client_id)];
        self.client.post_to_login_server(self.token.clone(), LoginBody::Form(&form)).await
    }

    /// Ends a session.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn revoke(&self, client_id: &str, refresh_token: &str) -> Result<(), MatrixError> {
        let Some(url) = &self.revocation else { return Ok(()) };
        let form = [("token", refresh_token), ("token_type_hint", "refresh_token"), ("client_id", client_id)];
        self.client.post_to_login_server::<Value>(url.clone(), LoginBody::Form(&form)).await.map(drop)
    }
}

impl DeviceCode {
    fn read(response: DeviceCodeResponse) -> Result<DeviceCode, MatrixError> {
        let unusable = |what: &str| MatrixError::Unusable(format!("the login server gave {what}"));
        let address = response.verification_uri_complete.unwrap_or(response.verification_uri);
        let code = response.user_code;
        // It is shown on a terminal.
        if !(1..=CODE_MAX).contains(&code.len()) || !code.chars().all(|c| c.is_ascii_graphic() || c == ' ') {
            return Err(unusable("a code that nobody can type"));
        }
        Ok(DeviceCode {
            address: safe(&address).ok_or_else(|| unusable("an address that is not https"))?,
            code,
            life: Duration::from_secs(response.expires_in.min(LIFE_MAX)),
            interval: response.interval.map_or(INTERVAL, |seconds| Duration::from_secs(seconds.clamp(1, INTERVAL_MAX))),
            secret: response.device_code,
        })
    }
}

/// An address of a login server: https, or on this machine.
fn safe(address: &str) -> Option<Url> {
    let url = Url::parse(address).ok()?;
    let is_local = match url.host()? {
        Host::Domain(name) => name == "localhost",
        Host::Ipv4(ip) => ip.is_loopback(),
        Host::Ipv6(ip) => ip.is_loopback(),
    };
    let is_safe = url.scheme() == "https" || (url.scheme() == "http" && is_local);
    (is_safe && url.username().is_empty() && url.password().is_none()).then_some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(metadata: &Value) -> Result<LoginServer, MatrixError> {
        let client = Client::new("https://matrix.example.org").expect("an address");
        LoginServer::read(&client, &SCOPES, metadata)
    }

    #[test]
    fn secrets_go_nowhere_without_encryption() {
        for (address, is_safe) in [
            ("https://login.example.org/token", true),
            ("http://127.0.0.1:8080/token", true),
            ("http://[::1]:8080/token", true),
            ("http://localhost/token", true),
            ("http://login.example.org/token", false),
            ("http://127.0.0.1.example.org/token", false),
            ("http://192.168.0.1/token", false),
            ("https://user:password@login.example.org/token", false),
            ("file:///etc/passwd", false),
            ("gopher://127.0.0.1/token", false),
            ("token", false),
            ("", false),
        ] {
            assert_eq!(server(&json!({ "token_endpoint": address })).is_ok(), is_safe, "{address}");
            let other = json!({ "token_endpoint": "https://login.example.org/", "revocation_endpoint": address });
            assert_eq!(server(&other).is_ok(), is_safe, "{address}");
        }
        assert!(server(&json!({})).is_err() && server(&json!([1])).is_err() && server(&json!(null)).is_err());
    }

    #[test]
    fn a_login_server_that_cannot_approve_devices_is_not_asked_to() {
        let address = "https://login.example.org/x";
        let mut metadata = json!({ "token_endpoint": address, "registration_endpoint": address });
        assert!(!server(&metadata).expect("a server").approves_devices());
        metadata["device_authorization_endpoint"] = address.into();
        assert!(server(&metadata).expect("a server").approves_devices());
        metadata["grant_types_supported"] = json!(["authorization_code", "refresh_token"]);
        assert!(!server(&metadata).expect("a server").approves_devices());
        metadata["grant_types_supported"] = json!([DEVICE_GRANT]);
        assert!(server(&metadata).expect("a server").approves_devices());
    }

    #[test]
    fn only_an_address_and_a_code_that_are_safe_to_show_are_shown() {
        let code = |address: &str, code: &str| {
            let response = json!({
                "device_code": "secret", "user_code": code, "verification_uri": address, "expires_in": u64::MAX,
            });
            DeviceCode::read(serde_json::from_value(response).expect("a response"))
        };
        let read = code("https://login.example.org/link", "ABCD-EFGH").expect("a code");
        assert_eq!((read.address.as_str(), &*read.code), ("https://login.example.org/link", "ABCD-EFGH"));
        assert_eq!((read.interval, read.life), (INTERVAL, Duration::from_secs(LIFE_MAX)));
        assert!(code("javascript:alert(1)", "ABCD").is_err() && code("http://login.example.org/", "ABCD").is_err());
        for strange in ["", "\u{1b}[2J", "A\nB", "é", "A".repeat(41).as_str()] {
            assert!(code("https://login.example.org/link", strange).is_err(), "{strange:?}");
        }
        let hidden = code("https://login.example.org/\u{1b}[2J\u{202e}", "A").expect("a code").address;
        assert!(hidden.as_str().bytes().all(|byte| byte.is_ascii_graphic()), "{hidden}");
    }
}
