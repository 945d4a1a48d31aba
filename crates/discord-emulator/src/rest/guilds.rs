//! Routes for the bot itself, the server, its people, and the gateway URL.

use axum::Router;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::channel::ChannelKind;
use super::super::error::{ApiError, Form};
use super::super::gateway::gateway_url;
use super::super::hub::Hub;
use super::super::id::Id;
use super::super::limits;
use super::super::permission;
use super::super::session::IdentifyLimit;
use super::super::timestamp::format_timestamp;
use super::body::Body;
use super::extract::{Path, Query};
use super::{Answer, Done, Shared, get, post};

pub(super) fn routes() -> Router<std::sync::Arc<Hub>> {
    Router::new()
        .route("/gateway", get(gateway))
        .route("/gateway/bot", get(gateway_bot))
        .route("/users/@me", get(me))
        .route("/users/@me/guilds", get(my_guilds))
        .route("/users/@me/channels", post(direct_channel))
        .route("/users/{user}", get(user))
        .route("/guilds/{guild}", get(guild))
        .route("/guilds/{guild}/channels", get(channels).post(create_channel))
        .route("/guilds/{guild}/threads/active", get(active_threads))
        .route("/guilds/{guild}/roles", get(roles))
        .route("/guilds/{guild}/members", get(members))
        .route("/guilds/{guild}/members/search", get(search_members))
        .route("/guilds/{guild}/members/{user}", get(member))
        .route("/voice/regions", get(async || axum::Json(json!([]))))
}

async fn gateway(State(hub): Shared) -> Answer {
    Ok(axum::Json(json!({ "url": gateway_url(&hub.world().base) })))
}

async fn gateway_bot(State(hub): Shared) -> Answer {
    let world = hub.world();
    let IdentifyLimit { shards, max_concurrency, .. } = world.identify_limit;
    let limit = json!({
        "total": 1_000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": max_concurrency,
    });
    let url = gateway_url(&world.base);
    Ok(axum::Json(json!({ "url": url, "shards": shards, "session_start_limit": limit })))
}

async fn me(State(hub): Shared) -> Answer {
    let world = hub.world();
    let mut user = world.user_json(world.bot());
    user["mfa_enabled"] = json!(false);
    user["locale"] = json!("en-US");
    user["verified"] = json!(true);
    user["email"] = Value::Null;
    Ok(axum::Json(user))
}

async fn my_guilds(State(hub): Shared) -> Answer {
    let world = hub.world();
    if !world.installed {
        return Ok(axum::Json(json!([])));
    }
    let guild = world.guild_json();
    Ok(axum::Json(json!([{
        "id": guild["id"], "name": guild["name"], "icon": null, "banner": null, "owner": false,
        "permissions": world.bot_permissions.to_string(), "features": [],
    }])))
}

async fn direct_channel(State(hub): Shared, body: Body) -> Answer {
    let mut form = Form::default();
    if let Some(recipient) = body.json["recipient_id"].as_str() {
        form.snowflake("recipient_id", recipient);
    }
    form.finish()?;
    let mut world = hub.world();
    let person = Id::of(&body.json["recipient_id"]).and_then(|id| world.person(id));
    match person {
        Some(person) if !person.bot => {
            let id = person.id;
            let channel = world.direct_channel(id);
            let json = world.channel_json(world.channel(channel)?);
            Ok(axum::Json(json))
        }
        _ => Err(ApiError::new(400, 50_033, "Invalid Recipient(s)")),
    }
}

async fn user(State(hub): Shared, Path(id): Path<Id>) -> Answer {
    let world = hub.world();
    world.person(id).ok_or_else(|| ApiError::new(404, 10_013, "Unknown User"))?;
    Ok(axum::Json(world.user_json(id)))
}

/// Checks that this is the id of the server, and that the bot is a member.
fn check_guild(hub: &Hub, id: Id) -> Done {
    let world = hub.world();
    if world.guild() == id && !world.installed {
        Err(ApiError::missing_access())
    } else if world.guild() == id {
        Ok(axum::http::StatusCode::OK)
    } else {
        Err(ApiError::new(404, 10_004, "Unknown Guild"))
    }
}

async fn guild(State(hub): Shared, Path(id): Path<Id>) -> Answer {
    check_guild(&hub, id)?;
    Ok(axum::Json(hub.world().guild_json()))
}

async fn channels(State(hub): Shared, Path(id): Path<Id>) -> Answer {
    check_guild(&hub, id)?;
    let world = hub.world();
    let all = world.persisted.channels.values().filter(|channel| channel.in_server() && !channel.is_thread());
    Ok(axum::Json(all.map(|channel| world.channel_json(channel)).collect()))
}

async fn create_channel(State(hub): Shared, Path(id): Path<Id>, body: Body) -> Answer {
    check_guild(&hub, id)?;
    let mut world = hub.world();
    if world.bot_permissions & permission::MANAGE_CHANNELS == 0 {
        return Err(ApiError::missing_permissions());
    }
    let name = body.json["name"].as_str().unwrap_or_default();
    let mut form = Form::default();
    form.length("name", name, 1, limits::CHANNEL_NAME);
    form.finish()?;
    let channel = world.add_channel(ChannelKind::Text, name);
    let json = world.channel_json(world.channel(channel)?);
    Ok(axum::Json(json))
}

async fn active_threads(State(hub): Shared, Path(id): Path<Id>) -> Answer {
    check_guild(&hub, id)?;
    let world = hub.world();
    let threads = world.persisted.channels.values().filter(|c| c.is_thread() && !c.is_archived());
    let threads: Vec<Value> = threads.map(|channel| world.channel_json(channel)).collect();
    Ok(axum::Json(json!({ "threads": threads, "members": [], "has_more": false })))
}

async fn roles(State(hub): Shared, Path(id): Path<Id>) -> Answer {
    check_guild(&hub, id)?;
    Ok(axum::Json(hub.world().roles_json()))
}

async fn members(State(hub): Shared, Path(id): Path<Id>) -> Answer {
    check_guild(&hub, id)?;
    let world = hub.world();
    if world.privileged_intents & super::super::session::intent::GUILD_MEMBERS == 0 {
        return Err(ApiError::missing_access());
    }
    let people = world.persisted.people.iter();
    Ok(axum::Json(people.map(|person| world.full_member_json(person.id)).collect()))
}

#[derive(Deserialize)]
struct Search {
    query: String,
}

async fn search_members(State(hub): Shared, Path(id): Path<Id>, Query(search): Query<Search>) -> Answer {
    check_guild(&hub, id)?;
    let world = hub.world();
    let query = search.query.to_lowercase();
    let found = world.persisted.people.iter().filter(|person| person.name.to_lowercase().starts_with(&query));
    Ok(axum::Json(found.map(|person| world.full_member_json(person.id)).collect()))
}

async fn member(State(hub): Shared, Path((guild, user)): Path<(Id, Id)>) -> Answer {
    check_guild(&hub, guild)?;
    let world = hub.world();
    if world.person(user).is_none() {
        return Err(ApiError::new(404, 10_007, "Unknown Member"));
    }
    let mut member = world.full_member_json(user);
    member["joined_at"] = json!(format_timestamp(world.guild().created_at()));
    Ok(axum::Json(member))
}
