//! The page and its JSON API. All requests act on behalf of a person.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Path, Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream::{self, Stream, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;

use super::actions::{ActError, PendingInteraction};
use super::channel::Channel;
use super::hub::Hub;
use super::id::Id;
use super::interaction::Progress;
use super::welcome::Welcome;

const PAGE: &str = include_str!("page/index.html");
const STYLE: &str = include_str!("page/page.css");
const ICON: &str = include_str!("page/icon.svg");
const SCRIPTS: [(&str, &str); 7] = [
    ("text.js", include_str!("page/text.js")),
    ("list.js", include_str!("page/list.js")),
    ("modal.js", include_str!("page/modal.js")),
    ("message.js", include_str!("page/message.js")),
    ("compose.js", include_str!("page/compose.js")),
    ("welcome.js", include_str!("page/welcome.js")),
    ("page.js", include_str!("page/page.js")),
];

/// The maximum size of a request from the page, in bytes.
const BODY_BYTES: usize = 64 * 1024;
/// The number of messages that the page loads per channel.
const LOADED: usize = 200;

type Shared = State<Arc<Hub>>;
type Answer = Result<Json<Value>, Refusal>;

/// A refusal whose message the page shows.
struct Refusal(ActError);

impl From<ActError> for Refusal {
    fn from(error: ActError) -> Self {
        Self(error)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (StatusCode::BAD_REQUEST, Json(json!({ "message": self.0.to_string() }))).into_response()
    }
}

/// The routes of the page.
pub(super) fn routes() -> Router<Arc<Hub>> {
    let api = Router::new()
        .route("/local/people", get(people))
        .route("/local/welcome", get(welcome))
        .route("/local/{person}/channels", get(channels))
        .route("/local/{person}/direct", post(direct))
        .route("/local/{person}/events", get(events))
        .route("/local/{person}/channels/{channel}/messages", get(messages).post(say))
        .route("/local/{person}/channels/{channel}/commands", get(commands).post(invoke))
        .route("/local/{person}/channels/{channel}/typing", post(typing))
        .route("/local/{person}/channels/{channel}/messages/{message}/use", post(use_component))
        .route("/local/{person}/dismiss/{channel}/{message}", post(dismiss))
        .route("/local/{person}/interactions/{id}/submit", post(submit))
        .layer(DefaultBodyLimit::max(BODY_BYTES));
    Router::new()
        .route("/", get(async || asset("text/html; charset=utf-8", PAGE)))
        .route("/page.css", get(async || asset("text/css; charset=utf-8", STYLE)))
        .route("/icon.svg", get(async || asset("image/svg+xml", ICON)))
        .route("/favicon.ico", get(async || asset("image/svg+xml", ICON)))
        .route("/scripts/{name}", get(script))
        .route("/welcome/{name}", get(welcome_picture))
        .merge(api)
        .layer(from_fn(harden))
}

fn asset(kind: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], text).into_response()
}

async fn script(Path(name): Path<String>) -> Response {
    match SCRIPTS.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => asset("text/javascript; charset=utf-8", text),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn welcome(State(hub): Shared) -> Json<Value> {
    Json(hub.welcome.as_ref().map_or(Value::Null, Welcome::page_json))
}

async fn welcome_picture(State(hub): Shared, Path(name): Path<String>) -> Response {
    match hub.welcome.as_ref().and_then(|welcome| welcome.picture(&name)) {
        Some(picture) => ([(header::CONTENT_TYPE, "image/svg+xml")], picture.to_owned()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Sets headers so that the page loads nothing from elsewhere and cannot be framed.
async fn harden(request: Request, next: Next) -> Response {
    const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                          base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// Checks that the person exists.
fn check_person(hub: &Hub, id: Id) -> Result<(), Refusal> {
    let world = hub.world();
    let known = world.person(id).is_some_and(|person| !person.bot);
    if known { Ok(()) } else { Err(ActError::NoPerson(id.to_string()).into()) }
}

async fn people(State(hub): Shared) -> Json<Value> {
    let world = hub.world();
    let people: Vec<Value> = world.persisted.people.iter().map(super::person::Person::page_json).collect();
    Json(json!({ "people": people, "guild": world.guild(), "bot": world.bot(), "online": world.bot_online() }))
}

async fn channels(State(hub): Shared, Path(person): Path<Id>) -> Answer {
    check_person(&hub, person)?;
    let world = hub.world();
    let seen = world.persisted.channels.values().filter(|channel| channel.shows_to(person));
    Ok(Json(seen.map(Channel::page_json).collect()))
}

async fn direct(State(hub): Shared, Path(person): Path<Id>) -> Answer {
    check_person(&hub, person)?;
    let id = hub.world().direct_channel(person);
    Ok(Json(json!({ "id": id })))
}

async fn messages(State(hub): Shared, Path((person, channel)): Path<(Id, Id)>) -> Answer {
    let world = hub.world();
    world.channel_of(person, channel)?;
    let all = world.messages_for(channel, person);
    let first = all.len().saturating_sub(LOADED);
    Ok(Json(all[first..].iter().map(|message| world.message_json(message)).collect()))
}

#[derive(Deserialize)]
struct MessageRequest {
    content: String,
    reply: Option<Id>,
    #[serde(default)]
    ping: bool,
}

async fn say(State(hub): Shared, Path((person, channel)): Path<(Id, Id)>, Json(say): Json<MessageRequest>) -> Answer {
    check_person(&hub, person)?;
    let reply = say.reply.map(|id| (id, say.ping));
    let id = hub.world().say(person, channel, &say.content, reply)?;
    Ok(Json(json!({ "id": id })))
}

async fn typing(State(hub): Shared, Path((person, channel)): Path<(Id, Id)>) -> Answer {
    check_person(&hub, person)?;
    hub.world().type_in(person, channel)?;
    Ok(Json(json!({})))
}

async fn commands(State(hub): Shared, Path((person, channel)): Path<(Id, Id)>) -> Answer {
    let world = hub.world();
    let commands = world.commands_in(person, channel)?;
    Ok(Json(commands.into_iter().map(|command| world.command_json(command, true)).collect()))
}

#[derive(Deserialize)]
struct CommandRequest {
    path: String,
    options: Vec<(String, Value)>,
    /// The option to complete; if absent, the command is executed.
    focused: Option<String>,
}

async fn invoke(
    State(hub): Shared,
    Path((person, channel)): Path<(Id, Id)>,
    Json(request): Json<CommandRequest>,
) -> Answer {
    check_person(&hub, person)?;
    let focused = request.focused.as_deref();
    let pending = hub.world().invoke(person, channel, &request.path, &request.options, focused)?;
    Ok(Json(outcome(&hub, pending).await))
}

#[derive(Deserialize)]
struct ComponentRequest {
    custom_id: String,
    /// The values chosen in a menu; absent for a button.
    values: Option<Vec<String>>,
}

async fn use_component(
    State(hub): Shared,
    Path((person, channel, message)): Path<(Id, Id, Id)>,
    Json(request): Json<ComponentRequest>,
) -> Answer {
    check_person(&hub, person)?;
    let pending = match &request.values {
        Some(values) => hub.world().choose(person, channel, message, &request.custom_id, values)?,
        None => hub.world().press(person, channel, message, &request.custom_id)?,
    };
    Ok(Json(outcome(&hub, pending).await))
}

#[derive(Deserialize)]
struct FormRequest {
    values: Vec<(String, String)>,
}

async fn submit(State(hub): Shared, Path((person, id)): Path<(Id, Id)>, Json(request): Json<FormRequest>) -> Answer {
    check_person(&hub, person)?;
    let pending = hub.world().submit(person, id, &request.values)?;
    Ok(Json(outcome(&hub, pending).await))
}

/// "Dismiss message" below an ephemeral message.
async fn dismiss(State(hub): Shared, Path((person, channel, message)): Path<(Id, Id, Id)>) -> Answer {
    let mut world = hub.world();
    if world.message_of(person, channel, message)?.ephemeral_for != Some(person) {
        return Err(ActError::NoMessage.into());
    }
    world.remove_message(channel, message).map_err(ActError::from)?;
    Ok(Json(json!({})))
}

/// The first visible outcome for the person; messages arrive through the event stream.
async fn outcome(hub: &Hub, mut pending: PendingInteraction) -> Value {
    let first = tokio::select! {
        first = pending.first() => first,
        () = hub.closing.cancelled() => None,
    };
    match first {
        None => json!({ "result": "failed" }),
        Some(Progress::Modal(modal)) => json!({ "result": "modal", "id": pending.id, "modal": *modal }),
        Some(Progress::Choices(choices)) => json!({ "result": "choices", "choices": *choices }),
        Some(_) => json!({ "result": "ok" }),
    }
}

#[derive(Deserialize)]
struct NoQuery {}

/// The events visible to one person, as server-sent events.
async fn events(
    State(hub): Shared,
    Path(person): Path<Id>,
    Query(NoQuery {}): Query<NoQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    check_person(&hub, person)?;
    let notices = hub.world().notices.subscribe();
    let stream = stream::unfold(notices, move |mut notices| async move {
        loop {
            let body = match notices.recv().await {
                Ok(notice) if notice.audience.as_ref().is_none_or(|a| a.contains(&person)) => notice.body.to_string(),
                Ok(_) => continue,
                // The missed events are unknown, so the page reloads.
                Err(RecvError::Lagged(_)) => json!({ "type": "reload" }).to_string(),
                Err(RecvError::Closed) => return None,
            };
            return Some((Ok(Event::default().data(body)), notices));
        }
    });
    let closing = hub.closing.clone().cancelled_owned();
    let hello = stream::once(async { Ok(Event::default().data(json!({ "type": "hello" }).to_string())) });
    Ok(Sse::new(hello.chain(stream).take_until(closing)).keep_alive(KeepAlive::default()))
}
