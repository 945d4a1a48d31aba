//! The pictures of users on Discord's CDN.

use super::endpoint::Endpoint;
use super::rest_error::RestError;
use crate::avatar_file::FILE_BYTES_MAX;
use reqwest::Client;
use reqwest::header::CONTENT_TYPE;
use serde::Deserialize;
use serenity::all::UserId;
use std::sync::Arc;
use std::time::Duration;

/// The timeout of a request.
const REQUEST_MAX: Duration = Duration::from_secs(3);
/// The size in pixels to which Discord scales a picture: the smallest that suffices for an avatar on a board.
const SIDE: &str = "64";

/// The fields of a user that determine their picture.
#[derive(Clone, Debug, Deserialize)]
pub struct FoundUser {
    id: UserId,
    /// The hash of the picture that the user has chosen.
    avatar: Option<String>,
    /// The number of accounts with an old name and of bots; `0` for others.
    #[serde(default)]
    discriminator: String,
}

impl FoundUser {
    /// The path of the user's picture, or of Discord's default one if the user has chosen none.
    fn path(&self) -> String {
        let is_hash = |hash: &&String| !hash.is_empty() && hash.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if let Some(hash) = self.avatar.as_ref().filter(is_hash) {
            return format!("/avatars/{}/{hash}.png", self.id);
        }
        let default = match self.discriminator.parse::<u64>() {
            Ok(number) if number > 0 => number % 5,
            _ => (self.id.get() >> 22) % 6,
        };
        format!("/embed/avatars/{default}.png")
    }
}

/// Fetches pictures without a token, and only from Discord's CDN or the server that stands in for Discord.
#[derive(Clone, Debug)]
pub(super) struct Cdn {
    client: Client,
    base: Arc<str>,
}

impl Cdn {
    /// The CDN of an endpoint.
    ///
    /// # Errors
    /// If TLS does not work on this machine.
    pub fn new(endpoint: &Endpoint) -> Result<Cdn, RestError> {
        Ok(Cdn { client: endpoint.client()?, base: endpoint.cdn().into() })
    }

    /// The file of a user's picture.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn avatar(&self, user: &FoundUser) -> Result<Vec<u8>, RestError> {
        let url = format!("{}{}", self.base, user.path());
        let mut answer = self.client.get(url).query(&[("size", SIDE)]).timeout(REQUEST_MAX).send().await?;
        if answer.status().as_u16() != 200 {
            return Err(RestError::refused(answer.status().as_u16(), 0, "the picture is not there"));
        }
        let is_picture = answer.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"image/"));
        let length = answer.content_length().unwrap_or_default();
        if !is_picture || length > FILE_BYTES_MAX as u64 {
            return Err(RestError::Unusable("the file is no picture, or too long".to_owned()));
        }
        let mut file = Vec::new();
        while let Some(chunk) = answer.chunk().await? {
            if file.len() + chunk.len() > FILE_BYTES_MAX {
                return Err(RestError::Unusable("the picture is too long".to_owned()));
            }
            file.extend_from_slice(&chunk);
        }
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    fn user(avatar: Option<&str>, discriminator: &str) -> FoundUser {
        let user = json!({ "id": "175928847299117063", "avatar": avatar, "discriminator": discriminator });
        serde_json::from_value(user).expect("a user")
    }

    #[test]
    fn the_path_is_that_of_the_chosen_picture_or_of_the_default_one() {
        let hash = "a_1269e74af4df7417b13759eae50c83dc";
        assert_eq!(user(Some(hash), "0").path(), format!("/avatars/175928847299117063/{hash}.png"));
        // Discord's documentation: the index is (id >> 22) % 6, or the discriminator % 5.
        assert_eq!(user(None, "0").path(), format!("/embed/avatars/{}.png", (175_928_847_299_117_063_u64 >> 22) % 6));
        assert_eq!(user(None, "1337").path(), "/embed/avatars/2.png");
        for wrong in ["", "../../api/v10/users/@me", "x?y", "é"] {
            assert!(user(Some(wrong), "7").path().starts_with("/embed/avatars/"), "{wrong}");
        }
    }

    /// The result of a request to a server with this response, and the head of the request.
    async fn answered(response: Vec<u8>) -> (Result<Vec<u8>, RestError>, String) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let server = async {
            let (mut stream, _) = listener.accept().await.expect("a request");
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                head.push(stream.read_u8().await.expect("the head of a request"));
            }
            // The client may close the connection early.
            _ = stream.write_all(&response).await;
            String::from_utf8(head).expect("text")
        };
        let cdn = Cdn::new(&Endpoint::Other(address)).expect("a client");
        let user = user(Some("abc"), "0");
        tokio::join!(cdn.avatar(&user), server)
    }

    fn response(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
        let head = format!("HTTP/1.1 {status}\r\nconnection: close\r\n{headers}\r\n");
        [head.as_bytes(), body].concat()
    }

    #[tokio::test]
    async fn a_picture_is_fetched_without_a_token() {
        let (file, head) = answered(response("200 OK", "content-type: image/png\r\n", b"bytes")).await;
        assert_eq!(file, Ok(b"bytes".to_vec()));
        assert!(head.starts_with("GET /avatars/175928847299117063/abc.png?size=64 "), "{head}");
        assert!(!head.to_lowercase().contains("authorization"), "{head}");
    }

    #[tokio::test]
    async fn what_is_elsewhere_or_too_long_or_no_picture_is_not_fetched() {
        let elsewhere = "location: http://169.254.169.254/latest\r\ncontent-type: image/png\r\n";
        let claimed = format!("content-type: image/png\r\ncontent-length: {}\r\n", FILE_BYTES_MAX + 1);
        for (status, headers, length) in [
            ("302 Found", elsewhere, 3),
            ("404 Not Found", "content-type: image/png\r\n", 3),
            ("200 OK", "content-type: text/html\r\n", 3),
            ("200 OK", &claimed, 3),
            ("200 OK", "content-type: image/png\r\n", FILE_BYTES_MAX + 1),
        ] {
            let (file, _) = answered(response(status, headers, &vec![b'x'; length])).await;
            assert!(file.is_err(), "{status} {headers}");
        }
    }
}
