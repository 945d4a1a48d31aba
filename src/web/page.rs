//! The page itself. Its files are part of the program.

use axum::Router;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

/// The files of the page, with their types.
const FILES: &[(&str, &str, &str)] = &[
    ("answers.js", "text/javascript; charset=utf-8", include_str!("page/answers.js")),
    ("api.js", "text/javascript; charset=utf-8", include_str!("page/api.js")),
    ("board.js", "text/javascript; charset=utf-8", include_str!("page/board.js")),
    ("curve.js", "text/javascript; charset=utf-8", include_str!("page/curve.js")),
    ("dom.js", "text/javascript; charset=utf-8", include_str!("page/dom.js")),
    ("events.js", "text/javascript; charset=utf-8", include_str!("page/events.js")),
    ("icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
    ("keys.js", "text/javascript; charset=utf-8", include_str!("page/keys.js")),
    ("main.js", "text/javascript; charset=utf-8", include_str!("page/main.js")),
    ("moves.js", "text/javascript; charset=utf-8", include_str!("page/moves.js")),
    ("page.css", "text/css; charset=utf-8", include_str!("page/page.css")),
    ("now.css", "text/css; charset=utf-8", include_str!("page/now.css")),
    ("now.js", "text/javascript; charset=utf-8", include_str!("page/now.js")),
    ("panel.js", "text/javascript; charset=utf-8", include_str!("page/panel.js")),
    ("picture.js", "text/javascript; charset=utf-8", include_str!("page/picture.js")),
    ("players.js", "text/javascript; charset=utf-8", include_str!("page/players.js")),
    ("settings.js", "text/javascript; charset=utf-8", include_str!("page/settings.js")),
    ("texts.js", "text/javascript; charset=utf-8", include_str!("page/texts.js")),
    ("tools.js", "text/javascript; charset=utf-8", include_str!("page/tools.js")),
];

/// The routes of the page, which show nothing of any match.
pub(super) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let html = |text: &'static str| {
        let kind = (CONTENT_TYPE, "text/html; charset=utf-8");
        get(move || async move { ([kind, (CACHE_CONTROL, "no-cache")], text).into_response() })
    };
    Router::new()
        .route("/board", html(include_str!("page/index.html")))
        .route("/board/{file}", get(file))
        .route("/now", html(include_str!("page/now.html")))
}

async fn file(Path(name): Path<String>) -> Response {
    match FILES.iter().find(|(known, ..)| *known == name) {
        Some((_, kind, text)) => ([(CONTENT_TYPE, *kind), (CACHE_CONTROL, "no-cache")], *text).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
