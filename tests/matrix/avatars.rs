//! The profile pictures of users, as the homeserver serves them.

use reqwest::{Client, Method};
use serde_json::{Value, json};
use tablero::avatar_file;
use tablero::matrix::client::Client as Homeserver;
use tablero::matrix::media::MediaAddress;
use tablero::render::avatar::AVATAR_SIDE;
use tablero::render::png_of_pixels;
use test_support::matrix::bot::Meeting;

#[tokio::test(flavor = "multi_thread")]
async fn the_homeserver_of_the_bot_has_a_small_version_of_a_chosen_picture() {
    let Some(meeting) = Meeting::without_bot(&[], "").await else { return };
    let (ada, bruno) = (&meeting.ada, &meeting.bruno);
    let file = png_of_pixels(&[208, 0, 208, 255].repeat(300 * 200), 300, 200).expect("a picture");
    let url = format!("{}/_matrix/media/v3/upload", meeting.address());
    let upload = Client::new().post(url).bearer_auth(&ada.token).header("content-type", "image/png").body(file);
    let uploaded: Value = upload.send().await.expect("the homeserver answers").json().await.expect("JSON");
    let chosen = json!({ "avatar_url": uploaded["content_uri"] });
    ada.call(Method::PUT, &["profile", &ada.id, "avatar_url"], "", Some(chosen)).await;

    let client = Homeserver::new(meeting.address()).and_then(|client| client.with_token(&meeting.bot.token));
    let client = client.expect("a client");
    let address = client.avatar_url(&ada.id).await.expect("an answer").expect("a picture");
    let media: MediaAddress = address.parse().expect("the address of a file");
    let small = client.thumbnail(&media, avatar_file::FILE_BYTES_MAX).await.expect("a thumbnail");
    let avatar = avatar_file::read(&small).expect("a picture");
    let [red, green, blue, alpha] = avatar.pixels()[AVATAR_SIDE * AVATAR_SIDE / 2 + AVATAR_SIDE / 2];
    assert!(red > 190 && green < 20 && blue > 190 && alpha == 255, "{red} {green} {blue}");
    assert!(client.thumbnail(&media, small.len() - 1).await.is_err(), "it is longer than it may be");

    // Users may have no picture, or not exist.
    assert_eq!(client.avatar_url(&bruno.id).await.expect("an answer"), None);
    let gone = format!("@gone:{}", ada.id.split_once(':').expect("a user id").1);
    assert_eq!(client.avatar_url(&gone).await.expect("an answer"), None);
}
