//! The addresses of the interface, and what every answer carries.

use super::access::{Channel, Opened, Program, Viewer, check_watching, language_of};
use super::analysis_json::analysis_json;
use super::api_error::ApiError;
use super::board_json::{BoardQuery, board_json};
use super::board_page::BoardPage;
use super::events::{of_a_channel, of_a_match as events, of_all_matches};
use super::match_json::{match_json, running_json};
use super::now_json::now_json;
use super::{page, view_json};
use crate::chat::actions::{read_button, read_form, read_menu};
use crate::chat::texts::{COMMON, Language, label};
use crate::chat::views::board;
use crate::chat::{ButtonId, Request, RequestKind};
use crate::service::{Action, MatchId, MessageId, PlayerId};
use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, Request as HttpRequest, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use std::net::SocketAddr;

/// The most legal moves in an answer, which is more than any position has.
const LEGAL_MAX: usize = 10_000;
/// The most running matches in an answer.
const RUNNING_MAX: u32 = 1_000;
/// The longest key of an answer that is kept.
const KEY_MAX: usize = 100;
/// The largest request, in bytes.
const REQUEST_MAX: usize = 4 << 10;
/// What the browser may load and do: only what this program serves, and pictures in the page itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The page and the interface behind it.
pub fn routes(page: BoardPage) -> Router {
    let interface = Router::new()
        .route("/texts", get(texts))
        // The match of a link, or the one with this number of the owner of a token.
        .nest("/match", of_a_match())
        .nest("/matches/{match}", of_a_match())
        .route("/matches", get(running))
        .route("/matches/events", get(of_all_matches))
        .route("/channel", get(now_playing))
        .route("/channel/events", get(of_a_channel))
        .layer(from_fn(of_this_origin));
    let all = Router::new().nest("/api/v1", interface).merge(page::routes()).with_state(page.clone());
    all.layer(from_fn_with_state(page, limited)).layer(from_fn(guarded))
}

fn of_a_match() -> Router<BoardPage> {
    Router::new()
        .route("/", get(the_match))
        .route("/board", get(the_board))
        .route("/analysis", get(the_analysis))
        .route("/watching", get(the_watch_link))
        .route("/moves", get(legal).post(play))
        .route("/actions", post(act))
        .route("/events", get(events))
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

/// Refuses an address that sends too many requests. Forged links and missing files count, because they take time too.
async fn limited(
    State(page): State<BoardPage>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: HttpRequest,
    next: Next,
) -> Response {
    let address = page.limits.address(peer.ip(), request.headers());
    if !page.limits.admit_address(address, page.service().now()) {
        let language = language_of(request.headers());
        return ApiError::new(language, StatusCode::TOO_MANY_REQUESTS, "too-many").into_response();
    }
    request.extensions_mut().insert(address);
    next.run(request).await
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
    let wanted = parameter(&uri, "language").map(|code| Language::of_locale(&code));
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

async fn the_match(State(page): State<BoardPage>, viewer: Viewer) -> Result<Response, ApiError> {
    let key = format!("{} match", viewer.requester.language.code());
    answer(&page, &viewer, key, match_json(&page, &viewer)).await
}

async fn the_board(State(page): State<BoardPage>, viewer: Viewer, uri: Uri) -> Result<Response, ApiError> {
    let query = uri.query().unwrap_or_default();
    let key = format!("{} {query}", viewer.requester.language.code());
    answer(&page, &viewer, key, board_json(&page, &viewer, BoardQuery::read(query))).await
}

/// An answer about a match, from memory for those who watch. `key` says all that it depends on besides the match.
async fn answer(
    page: &BoardPage,
    viewer: &Viewer,
    key: String,
    make: impl Future<Output = Result<Value, ApiError>>,
) -> Result<Response, ApiError> {
    if viewer.person.is_some() || key.len() > KEY_MAX {
        return Ok(Json(make.await?).into_response());
    }
    let written = page.watched.answer(&viewer.played, key, make).await?;
    Ok(([(CONTENT_TYPE, "application/json")], written).into_response())
}

/// The legal moves of the player to move.
async fn legal(viewer: Viewer) -> Response {
    let played = &viewer.played;
    let moves = played.to_move().map_or(Vec::new(), |_| played.line.legal(LEGAL_MAX));
    Json(json!({ "ply": played.ply(), "moves": moves })).into_response()
}

async fn the_analysis(State(page): State<BoardPage>, viewer: Viewer) -> Result<Response, ApiError> {
    Ok(Json(analysis_json(&page, &viewer).await?).into_response())
}

/// A link for watching, which can be shared.
async fn the_watch_link(State(page): State<BoardPage>, viewer: Viewer) -> Result<Response, ApiError> {
    check_watching(&page, viewer.requester.language, viewer.played.location.server).await?;
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

async fn play(State(page): State<BoardPage>, viewer: Viewer, body: Body) -> Result<Response, ApiError> {
    let person = viewer.player()?;
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

async fn act(State(page): State<BoardPage>, viewer: Viewer, body: Body) -> Result<Response, ApiError> {
    viewer.player()?;
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

/// A page of the matches that run in a channel.
async fn now_playing(State(page): State<BoardPage>, channel: Channel, uri: Uri) -> Result<Response, ApiError> {
    let skipped = parameter(&uri, "skip").and_then(|skipped| skipped.parse().ok()).unwrap_or(0);
    Ok(Json(now_json(&page, &channel, skipped).await?).into_response())
}

fn parameter(uri: &Uri, name: &str) -> Option<String> {
    let query = uri.query().unwrap_or_default();
    url::form_urlencoded::parse(query.as_bytes()).find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

/// The running matches of the owner of a token.
async fn running(State(page): State<BoardPage>, program: Program) -> Result<Response, ApiError> {
    let Program { opened: Opened { language, .. }, owner } = program;
    let failed = |error| ApiError::of_storage(language, error);
    let (running, _) = page.service().queries().running(owner, RUNNING_MAX).await.map_err(failed)?;
    let people: Vec<PlayerId> = running.iter().filter_map(|listed| listed.opponent.person()).collect();
    let names = page.service().queries().player_names(&people).await.map_err(failed)?;
    let listed: Vec<Value> = running.iter().map(|listed| running_json(language, listed, &names)).collect();
    Ok(Json(json!({ "matches": listed })).into_response())
}

async fn read<T: for<'de> Deserialize<'de>>(viewer: &Viewer, body: Body) -> Result<T, ApiError> {
    let refused = || ApiError::new(viewer.requester.language, StatusCode::BAD_REQUEST, "no-action");
    let bytes = to_bytes(body, REQUEST_MAX).await.map_err(|_| refused())?;
    serde_json::from_slice(&bytes).map_err(|_| refused())
}
