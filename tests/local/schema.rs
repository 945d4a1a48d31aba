//! The answers have the shape that Discord publishes. `TABLERO_DISCORD_OPENAPI` names Discord's schema.

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::stage::{Raw, SOON, Stage};

struct Schemas(Value);

impl Schemas {
    fn read() -> Option<Self> {
        let path = std::env::var_os("TABLERO_DISCORD_OPENAPI")?;
        let text = std::fs::read_to_string(path).expect("the schema can be read");
        Some(Self(serde_json::from_str(&text).expect("the schema is JSON")))
    }

    fn check(&self, name: &str, value: &Value) {
        let mut schema = json!({ "$ref": format!("#/components/schemas/{name}") });
        schema["components"] = self.0["components"].clone();
        let validator = Validator::new(&schema).expect("a schema");
        let faults: Vec<String> =
            validator.iter_errors(value).map(|e| format!("{} at {}", e, e.instance_path())).collect();
        assert!(faults.is_empty(), "{name}: {faults:#?}\n{value:#}");
    }
}

#[tokio::test]
async fn answers_fit_the_published_schema() {
    let Some(schemas) = Schemas::read() else {
        println!("skipped: TABLERO_DISCORD_OPENAPI does not name Discord's schema");
        return;
    };
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
    for command in get(format!("/applications/{bot}/commands?with_localizations=true")).await.as_array().unwrap() {
        schemas.check("ApplicationCommandResponse", command);
    }
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
        for message in get(format!("/channels/{channel}/messages")).await.as_array().unwrap() {
            schemas.check("MessageResponse", message);
        }
    }
    // The schema says that codes of single fields are numbers; Discord sends words. So only a plain refusal is compared.
    let (_, refused) = raw.send("GET", &format!("/channels/{games}/messages/1"), Value::Null).await;
    schemas.check("ErrorResponse", &refused);
    stage.close().await;
}
