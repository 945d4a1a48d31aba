//! The bot's display name and picture.

use super::client::Client;
use super::error::MatrixError;
use super::known_names::local_part;

/// The name that the bot gives itself if it has none. Messages can always address it by this name.
pub const DISPLAY_NAME: &str = "Tablero";
/// The picture that the bot gives itself if it has none.
const AVATAR: &[u8] = include_bytes!("../../assets/avatar.png");

/// Gives the bot a name and a picture, unless its host has done so. Homeservers name a new account after its user id,
/// so that name does not count.
///
/// # Errors
/// See [`MatrixError`].
pub async fn complete(client: &Client, user: &str) -> Result<(), MatrixError> {
    let profile = client.profile(user).await?.unwrap_or_default();
    let name = profile.displayname.as_deref().unwrap_or_default().trim();
    let local = local_part(user);
    if name.is_empty() || name == local {
        client.set_profile(user, "displayname", DISPLAY_NAME).await?;
    }
    if profile.avatar_url.unwrap_or_default().is_empty() {
        let uploaded = client.upload_file("tablero.png", "image/png", AVATAR.to_vec()).await?;
        client.set_profile(user, "avatar_url", &uploaded).await?;
    }
    Ok(())
}
