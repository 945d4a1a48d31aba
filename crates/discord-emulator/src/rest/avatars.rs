//! Profile pictures. Discord serves them from a separate host.

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::super::hub::Hub;
use super::super::id::Id;
use super::extract::Path;
use super::{Shared, get};

/// The pictures of people who have not chosen one.
const DEFAULT: [&[u8]; 6] = [
    include_bytes!("../avatars/0.png"),
    include_bytes!("../avatars/1.png"),
    include_bytes!("../avatars/2.png"),
    include_bytes!("../avatars/3.png"),
    include_bytes!("../avatars/4.png"),
    include_bytes!("../avatars/5.png"),
];

/// The routes. They need no token.
pub(in super::super) fn routes() -> Router<std::sync::Arc<Hub>> {
    Router::new().route("/embed/avatars/{file}", get(default)).route("/avatars/{user}/{file}", get(chosen))
}

async fn default(Path(file): Path<String>) -> Response {
    let number = file.strip_suffix(".png").and_then(|number| number.parse::<usize>().ok());
    match number.and_then(|number| DEFAULT.get(number)) {
        Some(bytes) => picture(bytes.to_vec()),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn chosen(State(hub): Shared, Path((user, file)): Path<(Id, String)>) -> Response {
    let world = hub.world();
    let known = world.avatars.get(&user).filter(|(hash, _)| file.strip_suffix(".png") == Some(hash));
    match known {
        Some((_, bytes)) => picture(bytes.clone()),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn picture(bytes: Vec<u8>) -> Response {
    ([(header::CONTENT_TYPE, "image/png"), (header::X_CONTENT_TYPE_OPTIONS, "nosniff")], bytes).into_response()
}
