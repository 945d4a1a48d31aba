//! The name and the picture with which people see the bot.

use super::client::Client;
use super::error::MatrixError;

/// The name that the bot gives itself if it has none. A message can address it by this name in any case.
pub const DISPLAY_NAME: &str = "Tablero";
/// The picture that it gives itself if it has none.
const AVATAR: &[u8] = include_bytes!("../../assets/avatar.png");

/// Gives the bot a name and a picture, unless the host has. Homeservers name a new account after its user id.
///
/// # Errors
/// See [`MatrixError`].
pub async fn complete(client: &Client, user: &str) -> Result<(), MatrixError> {
    let profile = client.profile(user).await?.unwrap_or_default();
    let name = profile.displayname.as_deref().unwrap_or_default().trim();
    let local = user.trim_start_matches('@').split(':').next().unwrap_or_default();
    if name.is_empty() || name == local {
        client.set_profile(user, "displayname", DISPLAY_NAME).await?;
    }
    if profile.avatar_url.unwrap_or_default().is_empty() {
        let uploaded = client.upload_file("tablero.png", "image/png", AVATAR.to_vec()).await?;
        client.set_profile(user, "avatar_url", &uploaded).await?;
    }
    Ok(())
}
