//! Responses match the schema that Discord publishes. `schema/openapi.json` holds the components of its specification
//! (github.com/discord/discord-api-spec, MIT), without the paths. To update it:
//! `jq -c '{openapi, info, components}' specs/openapi.json > tests/emulator/schema/openapi.json`.

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::stage::{Raw, SOON, Stage};

struct Schemas(Value);

impl Schemas {
    fn read() -> Self {
        Self(serde_json::from_str(include_str!("schema/openapi.json")).expect("the schema is JSON"))
    }

    fn check(&self, name: &str, value: &Value) {
        let mut schema = json!({ "$ref": format!("#/components/schemas/{name}") });
        schema["components"] = self.0["components"].clone();
        let validator = Validator::new(&schema).expect("a schema");
        let faults: Vec<String> =
            validator.iter_errors(value).map(|e| format!("{} at {}", e, e.instance_path())).collect();
        assert!(faults.is_empty(), "{name}: {faults:#?}\n{value:#}");
    }

    /// Checks each value of a list, which must not be empty.
    fn check_all(&self, name: &str, values: &Value) {
        let values = values.as_array().expect("a list");
        assert!(!values.is_empty(), "{name}: there is nothing to check");
        values.iter().for_each(|value| self.check(name, value));
    }
}

#[tokio::test]
async fn answers_fit_the_published_schema() {
    let schemas = Schemas::read();
    let stage = Stage::open().await;
    let raw = Raw::of(&stage.local);
    let ada = stage.local.user("Ada").unwrap();
    let (games, guild, bot) = (stage.games, stage.local.guild_id(), stage.local.bot_id());
    let get = async |path: String| {
        let (status, answer) = raw.send("GET", &path, Value::Null).await;
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    };
    schemas.check("UserPIIResponse", &get("/users/@me".to_owned()).await);
    schemas.check("UserResponse", &get(format!("/users/{}", ada.id())).await);
    schemas.check("GuildWithCountsResponse", &get(format!("/guilds/{guild}")).await);
    schemas.check("GuildMemberResponse", &get(format!("/guilds/{guild}/members/{}", ada.id())).await);
    schemas.check("GuildRoleResponse", &get(format!("/guilds/{guild}/roles")).await[0]);
    schemas.check("GuildChannelResponse", &get(format!("/channels/{games}")).await);
    schemas.check("PrivateApplicationResponse", &get("/applications/@me".to_owned()).await);
    schemas.check("GatewayBotResponse", &get("/gateway/bot".to_owned()).await);
    schemas.check_all(
        "ApplicationCommandResponse",
        &get(format!("/applications/{bot}/commands?with_localizations=true")).await,
    );
    let direct = ada.direct_messages();
    schemas.check("PrivateChannelResponse", &get(format!("/channels/{direct}")).await);

    ada.command(direct, "hello", &[]).await.unwrap();
    ada.command(games, "slow", &[]).await.unwrap();
    let board = ada.command(games, "board", &[]).await.unwrap().message().unwrap().clone();
    ada.press(&board, "later").await.unwrap();
    let modal = ada.press(&board, "form").await.unwrap().modal().unwrap().clone();
    ada.submit_modal(&modal, &[("word", "plum")]).await.unwrap();
    let said = ada.say(games, &format!("<@{bot}> x")).unwrap();
    ada.wait_message(games, |m| m.reply_to == Some(said), SOON).await.unwrap();
    ada.command(games, "thread", &[]).await.unwrap();
    let thread = ada.wait_channel(|c| c.parent.is_some(), SOON).await.unwrap().id;
    ada.wait_message(thread, |m| !m.attachments.is_empty(), SOON).await.unwrap();
    schemas.check("ThreadResponse", &get(format!("/channels/{thread}")).await);
    schemas.check("ThreadMemberResponse", &get(format!("/channels/{thread}/thread-members")).await[0]);
    for channel in [games, direct, thread] {
        schemas.check_all("MessageResponse", &get(format!("/channels/{channel}/messages")).await);
    }
    // The schema says that the codes of single fields are numbers, but Discord sends strings. So only a plain refusal
    // is compared.
    let (_, refused) = raw.send("GET", &format!("/channels/{games}/messages/1"), Value::Null).await;
    schemas.check("ErrorResponse", &refused);
    stage.close().await;
}
