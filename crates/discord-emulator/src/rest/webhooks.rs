//! Routes for first responses to interactions, and the webhook routes for follow-ups.

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response as HttpResponse};
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::check::message::{Mode, draft};
use super::super::check::response::{Response, response};
use super::super::error::{ApiError, Form};
use super::super::hub::Hub;
use super::super::id::Id;
use super::super::message::LOADING;
use super::body::Body;
use super::extract::{Path, Query};
use super::{Answer, Done, Shared, get, post};

pub(super) fn routes() -> Router<std::sync::Arc<Hub>> {
    Router::new()
        .route("/interactions/{interaction}/{token}/callback", post(callback))
        .route("/webhooks/{application}/{token}", post(follow_up))
        .route("/webhooks/{application}/{token}/messages/{message}", get(one).patch(edit).delete(remove))
}

#[derive(Deserialize)]
struct CallbackQuery {
    #[serde(default)]
    with_response: bool,
}

async fn callback(
    State(hub): Shared,
    Path((id, token)): Path<(Id, String)>,
    Query(query): Query<CallbackQuery>,
    body: Body,
) -> Result<HttpResponse, ApiError> {
    let mut response = response(&body.json, body.uploads)?;
    hub.world().answerable(id, &token, response.number())?;
    if let Response::Message(draft) | Response::Update(draft) = &mut response {
        hub.store(draft).await?;
    }
    let outcome = hub.world().respond(id, &token, &response);
    if let (Err(_), Response::Message(draft) | Response::Update(draft)) = (&outcome, &response) {
        hub.discard(draft).await;
    }
    let message = outcome?;
    if !query.with_response {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    Ok(axum::Json(callback_json(&hub, id, response.number(), message)).into_response())
}

fn callback_json(hub: &Hub, id: Id, number: u8, message: Option<Id>) -> Value {
    let world = hub.world();
    let Some(interaction) = world.interactions.get(&id) else { return json!({}) };
    let mut interaction_json = json!({ "id": id, "type": interaction.kind.number() });
    let mut answer = json!({});
    if let Some(message) = message.and_then(|m| world.message(interaction.channel, m).ok()) {
        interaction_json["response_message_id"] = json!(message.id);
        interaction_json["response_message_loading"] = json!(message.flags & LOADING != 0);
        interaction_json["response_message_ephemeral"] = json!(message.ephemeral_for.is_some());
        if matches!(number, 4 | 7) {
            answer["resource"] = json!({ "type": number, "message": world.message_json(message) });
        }
    }
    answer["interaction"] = interaction_json;
    answer
}

/// Checks that the application in the path is the bot's.
fn check(hub: &Hub, application: Id) -> Result<(), ApiError> {
    if hub.world().bot() == application { Ok(()) } else { Err(ApiError::unknown_webhook()) }
}

async fn follow_up(State(hub): Shared, Path((application, token)): Path<(Id, String)>, body: Body) -> Answer {
    check(&hub, application)?;
    hub.world().by_token(&token)?;
    let mut draft = draft(&body.json, body.uploads, Mode::Create)?;
    hub.store(&mut draft).await?;
    let created = hub.world().follow_up(&token, &draft);
    if created.is_err() {
        hub.discard(&draft).await;
    }
    let (channel, id) = created?;
    let world = hub.world();
    Ok(axum::Json(world.message_json(world.message(channel, id)?)))
}

type ResponsePath = Path<(Id, String, String)>;

/// Checks the name of a response: a message id or `@original`.
fn check_name(name: &str) -> Result<(), ApiError> {
    let mut form = Form::default();
    if name != "@original" {
        form.snowflake("message_id", name);
    }
    form.finish()
}

async fn one(State(hub): Shared, Path((application, token, name)): ResponsePath) -> Answer {
    check(&hub, application)?;
    check_name(&name)?;
    let world = hub.world();
    let (channel, id) = world.answer_id(&token, &name)?;
    Ok(axum::Json(world.message_json(world.message(channel, id)?)))
}

async fn edit(State(hub): Shared, Path((application, token, name)): ResponsePath, body: Body) -> Answer {
    check(&hub, application)?;
    check_name(&name)?;
    let (channel, id) = hub.world().answer_id(&token, &name)?;
    let mut draft = draft(&body.json, body.uploads, Mode::Edit)?;
    hub.store(&mut draft).await?;
    let edited = hub.world().edit_answer(&token, channel, id, &draft);
    if edited.is_err() {
        hub.discard(&draft).await;
    }
    edited?;
    let world = hub.world();
    Ok(axum::Json(world.message_json(world.message(channel, id)?)))
}

async fn remove(State(hub): Shared, Path((application, token, name)): ResponsePath) -> Done {
    check(&hub, application)?;
    check_name(&name)?;
    let mut world = hub.world();
    let (channel, id) = world.answer_id(&token, &name)?;
    world.remove_answer(&token, channel, id)?;
    Ok(StatusCode::NO_CONTENT)
}
