//! The addresses of the interface, and what every answer carries.

use super::access::{Viewer, language_of, viewer_of};
use super::analysis_json::analysis_json;
use super::api_error::ApiError;
use super::board_json::{BoardQuery, board_json};
use super::board_page::BoardPage;
use super::match_json::match_json;
use super::{page, view_json};
use crate::chat::actions::{read_button, read_form, read_menu};
use crate::chat::texts::{COMMON, Language, label};
use crate::chat::views::board;
use crate::chat::{ButtonId, Request, RequestKind};
use crate::service::{Action, MatchId, MessageId, PlayerId};
use axum::body::{Body, to_bytes};
use axum::extract::{Request as HttpRequest, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};
use axum::middleware::{Next, from_fn};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream::{self, Stream, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::time::Duration;

/// The largest request, in bytes.
const REQUEST_MAX: usize = 4 << 10;
/// How often an event stream says that it is still there.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// What the browser may load and do: only what this program serves, and pictures in the page itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The page and the interface behind it.
pub fn routes(page: BoardPage) -> Router {
    let interface = Router::new()
        .route("/texts", get(texts))
        .route("/match", get(the_match))
        .route("/match/board", get(the_board))
        .route("/match/analysis", get(the_analysis))
        .route("/match/watching", get(the_watch_link))
        .route("/match/moves", post(play))
        .route("/match/actions", post(act))
        .route("/match/events", get(events))
        .layer(from_fn(of_this_origin));
    Router::new().nest("/api/v1", interface).merge(page::routes()).with_state(page).layer(from_fn(guarded))
}

/// Refuses what a page of another origin sends, which could only be an attack: it has no link.
async fn of_this_origin(request: HttpRequest, next: Next) -> Response {
    let site = request.headers().get("sec-fetch-site").and_then(|site| site.to_str().ok());
    if matches!(site, Some("cross-site" | "same-site")) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let mut response = next.run(request).await;
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Adds the headers that keep other pages away.
async fn guarded(request: HttpRequest, next: Next) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (REFERRER_POLICY, "no-referrer"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The words of the page. A value that only the page knows is a word in braces.
async fn texts(headers: HeaderMap, uri: Uri) -> Response {
    let wanted = url::form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes())
        .find(|(key, _)| key == "language")
        .map(|(_, code)| Language::of_locale(&code));
    let language = wanted.unwrap_or_else(|| language_of(&headers));
    let values = ["name", "move", "cell", "list"].map(|name| (name, format!("{{{name}}}")));
    let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let file = COMMON.files().iter().find(|file| file.name == "web");
    let keys = file.map_or("", |file| file.texts[0]).lines().filter_map(|line| line.split_once(" = "));
    let keys = keys.map(|(key, _)| key).filter(|key| key.starts_with("web-"));
    let texts: serde_json::Map<String, Value> =
        keys.map(|key| (key.to_owned(), label(language, key, &values).into())).collect();
    Json(json!({ "language": language.code(), "texts": texts })).into_response()
}

async fn the_match(State(page): State<BoardPage>, headers: HeaderMap) -> Result<Response, ApiError> {
    let viewer = viewer_of(&page, &headers).await?;
    Ok(Json(match_json(&page, &viewer).await?).into_response())
}

async fn the_board(State(page): State<BoardPage>, headers: HeaderMap, uri: Uri) -> Result<Response, ApiError> {
    let viewer = viewer_of(&page, &headers).await?;
    let wanted = BoardQuery::read(uri.query().unwrap_or_default());
    Ok(Json(board_json(&page, &viewer, wanted).await?).into_response())
}

async fn the_analysis(State(page): State<BoardPage>, headers: HeaderMap) -> Result<Response, ApiError> {
    let viewer = viewer_of(&page, &headers).await?;
    Ok(Json(analysis_json(&page, &viewer).await?).into_response())
}

/// A link for watching, which can be shared.
async fn the_watch_link(State(page): State<BoardPage>, headers: HeaderMap) -> Result<Response, ApiError> {
    let viewer = viewer_of(&page, &headers).await?;
    let link = page.service().board_link(viewer.played.id, None).await;
    let link = link.map_err(|error| ApiError::of_storage(viewer.requester.language, error))?;
    Ok(Json(json!({ "link": link })).into_response())
}

/// A move, for the board after this many plies.
#[derive(Deserialize)]
struct NewMove {
    ply: usize,
    #[serde(rename = "move")]
    text: String,
}

async fn play(State(page): State<BoardPage>, headers: HeaderMap, body: Body) -> Result<Response, ApiError> {
    let viewer = viewer_of(&page, &headers).await?;
    let person = player(&viewer)?;
    let NewMove { ply, text } = read(&viewer, body).await?;
    let action = Action::Move(text);
    let played = page.service().act_on(&viewer.played, person, Some(ply), &action, None).await;
    let played = played.map_err(|error| ApiError::of(viewer.requester.language, &error))?;
    let own = played.line.moves().into_iter().nth(ply);
    Ok(Json(json!({ "move": own })).into_response())
}

/// What a button, a menu (with a value) or a form (with a text) does.
#[derive(Deserialize)]
struct NewAction {
    action: String,
    value: Option<String>,
    text: Option<String>,
}

async fn act(State(page): State<BoardPage>, headers: HeaderMap, body: Body) -> Result<Response, ApiError> {
    let viewer = viewer_of(&page, &headers).await?;
    player(&viewer)?;
    let wanted = read(&viewer, body).await?;
    let language = viewer.requester.language;
    let kind = kind(&viewer, wanted);
    let kind = kind.ok_or_else(|| ApiError::new(language, StatusCode::BAD_REQUEST, "no-action"))?;
    let context = viewer.context();
    let request = Request { requester: viewer.requester, context, kind, token: None, event: None };
    let answer = page.handler.answer(&request).await;
    let people = answer.view().map_or(Vec::new(), |view| view.text.people());
    let names = page.service().queries().player_names(&people).await;
    let names = names.map_err(|error| ApiError::of_storage(language, error))?;
    Ok(Json(view_json::answer(&answer, &names, language)).into_response())
}

/// The request of an action about the match of the link; `None` for any other.
fn kind(viewer: &Viewer, NewAction { action, value, text }: NewAction) -> Option<RequestKind> {
    let is_here = |at: Option<(MatchId, usize)>| at.is_some_and(|(id, _)| id == viewer.played.id);
    match (value, text) {
        (Some(value), _) => {
            let action = read_menu(&action).filter(|action| is_here(action.at()))?;
            Some(RequestKind::OptionChosen { action, value })
        }
        (None, Some(text)) => {
            let action = read_form(&action).filter(|action| is_here(action.at()))?;
            Some(RequestKind::FormSubmitted { action, text })
        }
        (None, None) => {
            let action = read_button(&action).filter(|action| is_here(action.at()) && !is_posted_in_chat(action))?;
            // There is no message in a chat that the button is on.
            Some(RequestKind::ButtonPressed { action, message: MessageId(String::new()) })
        }
    }
}

/// Whether the answer to a button is a message in a chat, where the page cannot post.
fn is_posted_in_chat(action: &ButtonId) -> bool {
    action.is(board::REMATCH) || action.is(board::OPEN)
}

/// The changes of the match, as server-sent events.
async fn events(State(page): State<BoardPage>, headers: HeaderMap) -> Result<Response, ApiError> {
    let viewer = viewer_of(&page, &headers).await?;
    let language = viewer.requester.language;
    let permit = page.limits.stream(&viewer.link, viewer.person.is_some(), page.service().now());
    let permit = permit.ok_or_else(|| ApiError::new(language, StatusCode::TOO_MANY_REQUESTS, "too-many"))?;
    let version = viewer.played.version;
    let mut versions = page.live.watch(viewer.played.id, version);
    versions.mark_changed();
    let (stop, link) = (page.stop.clone(), viewer.link);
    let changes = stream::unfold((versions, permit), move |(mut versions, permit)| {
        let (page, link) = (page.clone(), link.clone());
        async move {
            versions.changed().await.ok()?;
            // A link that has been revoked or has expired sees no more.
            page.service().open_board_link(&link).await.ok()?.ok()?;
            let version = *versions.borrow_and_update();
            let event = Event::default().event("change").data(json!({ "version": version }).to_string());
            Some((Ok::<Event, Infallible>(event), (versions, permit)))
        }
    });
    Ok(event_stream(changes.take_until(stop.cancelled_owned())))
}

fn event_stream(events: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> Response {
    Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT)).into_response()
}

/// The player who looks, and not someone who watches.
fn player(viewer: &Viewer) -> Result<PlayerId, ApiError> {
    viewer.person.ok_or_else(|| ApiError::new(viewer.requester.language, StatusCode::FORBIDDEN, "watching"))
}

async fn read<T: for<'de> Deserialize<'de>>(viewer: &Viewer, body: Body) -> Result<T, ApiError> {
    let refused = || ApiError::new(viewer.requester.language, StatusCode::BAD_REQUEST, "no-action");
    let bytes = to_bytes(body, REQUEST_MAX).await.map_err(|_| refused())?;
    serde_json::from_slice(&bytes).map_err(|_| refused())
}
