//! Routes for the application and its commands.

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::error::{ApiError, Form};
use super::super::hub::Hub;
use super::super::id::Id;
use super::super::interactions_endpoint::ping;
use super::super::session::Program;
use super::body::Body;
use super::extract::{Path, Query};
use super::{Answer, Done, Shared, get};

pub(super) fn routes() -> Router<std::sync::Arc<Hub>> {
    Router::new()
        .route("/oauth2/applications/@me", get(application))
        .route("/applications/@me", get(application).patch(patch_application))
        .route("/applications/{application}/commands", get(list).put(overwrite).post(upsert))
        .route("/applications/{application}/commands/{command}", get(one).patch(patch).delete(remove))
        .route("/applications/{application}/guilds/{guild}/commands", get(list).put(overwrite).post(upsert))
        .route("/applications/{application}/guilds/{guild}/commands/{command}", get(one).patch(patch).delete(remove))
}

async fn application(State(hub): Shared) -> Answer {
    let world = hub.world();
    let owner = world.persisted.people.iter().find(|person| !person.bot).map_or(world.bot(), |person| person.id);
    let bot = world.user_json(world.bot());
    Ok(axum::Json(json!({
        "id": world.bot(), "name": bot["username"], "icon": null, "description": "", "type": null,
        "verify_key": hub.endpoint_client.public_key(), "flags": 0, "flags_new": "0", "redirect_uris": [],
        "interactions_endpoint_url": world.interactions_endpoint.as_deref(),
        "role_connections_verification_url": null, "owner": world.user_json(owner),
        "approximate_guild_count": 1, "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0, "explicit_content_filter": 0, "team": null,
        "eligible_oauth2_scopes": [], "bot": bot, "bot_public": true, "bot_require_code_grant": false,
        "tags": [], "integration_types_config": { "0": {}, "1": {} },
    })))
}

/// Sets or removes the interactions endpoint URL; other fields cannot be changed here.
async fn patch_application(state: Shared, body: Body) -> Answer {
    let hub = &state.0;
    match body.json.get("interactions_endpoint_url") {
        None => {}
        Some(Value::String(url)) if !url.is_empty() => {
            hub.endpoint_client.verify(url, &ping(hub)).await?;
            hub.world().interactions_endpoint = Some(url.as_str().into());
        }
        Some(Value::Null | Value::String(_)) => hub.world().interactions_endpoint = None,
        Some(_) => {
            let mut form = Form::default();
            form.choice("interactions_endpoint_url", "a URL");
            form.finish()?;
        }
    }
    application(state).await
}

/// The program that sent the request. Each program has its own commands.
type Caller = Extension<Program>;

/// The path parameters of these routes.
#[derive(Deserialize)]
struct CommandPath {
    application: Id,
    guild: Option<Id>,
    command: Option<Id>,
}

impl CommandPath {
    fn check(&self, hub: &Hub) -> Result<(), ApiError> {
        let world = hub.world();
        if self.application != world.bot() {
            return Err(ApiError::new(
                403,
                20_012,
                "You are not authorized to perform this action on this application",
            ));
        }
        if self.guild.is_some_and(|guild| guild != world.guild()) {
            return Err(ApiError::missing_access());
        }
        Ok(())
    }

    fn command(&self) -> Result<Id, ApiError> {
        self.command.ok_or_else(ApiError::no_route)
    }
}

#[derive(Deserialize)]
struct ListQuery {
    #[serde(default)]
    with_localizations: bool,
}

async fn list(
    State(hub): Shared,
    Extension(program): Caller,
    Path(path): Path<CommandPath>,
    Query(query): Query<ListQuery>,
) -> Answer {
    path.check(&hub)?;
    Ok(axum::Json(hub.world().commands_json(program, path.guild, query.with_localizations)))
}

async fn overwrite(
    State(hub): Shared,
    Extension(program): Caller,
    Path(path): Path<CommandPath>,
    body: Body,
) -> Answer {
    path.check(&hub)?;
    hub.world().overwrite_commands(program, path.guild, &body.json).map(axum::Json)
}

async fn upsert(State(hub): Shared, Extension(program): Caller, Path(path): Path<CommandPath>, body: Body) -> Answer {
    path.check(&hub)?;
    hub.world().upsert_command(program, path.guild, &body.json).map(axum::Json)
}

async fn one(State(hub): Shared, Extension(program): Caller, Path(path): Path<CommandPath>) -> Answer {
    path.check(&hub)?;
    let world = hub.world();
    let command = world.command(program, path.guild, path.command()?)?;
    Ok(axum::Json(world.command_json(command, true)))
}

async fn patch(State(hub): Shared, Extension(program): Caller, Path(path): Path<CommandPath>, body: Body) -> Answer {
    path.check(&hub)?;
    let json: Value = hub.world().patch_command(program, path.guild, path.command()?, &body.json)?;
    Ok(axum::Json(json))
}

async fn remove(State(hub): Shared, Extension(program): Caller, Path(path): Path<CommandPath>) -> Done {
    path.check(&hub)?;
    hub.world().remove_command(program, path.guild, path.command()?)?;
    Ok(StatusCode::NO_CONTENT)
}
