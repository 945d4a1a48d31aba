//! Registers the commands if they differ from the registered ones: Discord allows a limited number of changes a day,
//! and clients fetch the list again after each.

use super::commands::registration;
use super::rest::Rest;
use crate::backoff::Retries;
use crate::chat::commands::CommandSpec;
use serde_json::{Map, Value, json};
use serenity::all::CreateCommand;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// The first wait after a failed registration; it doubles each time.
const WAIT_FIRST: Duration = Duration::from_secs(2);
const WAIT_MAX: Duration = Duration::from_secs(600);

/// Registers the commands, retrying until this succeeds. Does nothing if they are already registered unchanged.
pub async fn register(rest: Rest, commands: Arc<[CommandSpec]>) {
    let commands = registration(&commands);
    let mut retries = Retries::new(WAIT_FIRST, WAIT_MAX);
    loop {
        if is_registered(&rest, &commands).await {
            tracing::info!(count = commands.len(), "commands are already registered");
            return;
        }
        match rest.set_commands(&commands).await {
            Ok(()) => {
                tracing::info!(count = commands.len(), "commands are registered");
                return;
            }
            Err(error) => {
                tracing::error!(%error, "the commands could not be registered; trying again");
                retries.pause(error.after()).await;
            }
        }
    }
}

/// Whether exactly these commands are registered. False if that is not known: registering them again does no harm.
async fn is_registered(rest: &Rest, commands: &[CreateCommand]) -> bool {
    let registered = match rest.commands().await {
        Ok(registered) => registered,
        Err(error) => {
            tracing::warn!(%error, "the registered commands could not be read");
            return false;
        }
    };
    by_name(&registered) == by_name(&json!(commands))
}

/// Fields that identify a registered command, and fields that only requests or only responses have.
const IGNORED_FIELDS: [&str; 8] = [
    "id",
    "application_id",
    "guild_id",
    "version",
    "dm_permission",
    "handler",
    "name_localized",
    "description_localized",
];

/// Each command by its name, without fields that make no difference.
fn by_name(commands: &Value) -> BTreeMap<String, Value> {
    let named = |command: &Value| {
        let mut fields = command.as_object().cloned().unwrap_or_default();
        fields.retain(|key, _| !IGNORED_FIELDS.contains(&key.as_str()));
        // A command without a type is a slash command.
        fields.entry("type").or_insert_with(|| json!(1));
        (command["name"].as_str().unwrap_or_default().to_owned(), normalized(&Value::Object(fields)))
    };
    commands.as_array().into_iter().flatten().map(named).collect()
}

/// A value without null, false or empty fields, which Discord may leave out, and with lists of numbers sorted.
fn normalized(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let fields = map.iter().map(|(key, value)| (key.clone(), normalized(value)));
            Value::Object(fields.filter(|(_, value)| !is_empty(value)).collect::<Map<_, _>>())
        }
        Value::Array(list) => {
            let mut items: Vec<Value> = list.iter().map(normalized).collect();
            // A list of numbers is a set; the order of any other list is visible to users.
            if items.iter().all(Value::is_number) {
                items.sort_by_key(Value::as_i64);
            }
            Value::Array(items)
        }
        other => other.clone(),
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Object(map) => map.is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn registered() -> Value {
        json!([
            { "id": "1", "application_id": "2", "version": "3", "type": 1, "name": "b", "description": "B",
              "contexts": [2, 0, 1], "nsfw": false, "name_localizations": null, "dm_permission": true },
            { "id": "4", "type": 1, "name": "a", "description": "A", "options": [{ "type": 3, "name": "x",
              "description": "X", "choices": [{ "name": "one", "value": "1", "name_localizations": { "it": "uno" } }] }] },
        ])
    }

    fn sent() -> Value {
        json!([
            { "name": "a", "description": "A", "name_localizations": {}, "nsfw": false, "options": [{ "type": 3,
              "name": "x", "description": "X", "required": false, "options": [], "min_value": null,
              "choices": [{ "name": "one", "value": "1", "name_localizations": { "it": "uno" } }] }] },
            { "name": "b", "description": "B", "contexts": [0, 1, 2], "options": [] },
        ])
    }

    #[test]
    fn fields_that_discord_adds_or_omits_are_ignored() {
        assert_eq!(by_name(&registered()), by_name(&sent()));
    }

    #[test]
    fn every_change_makes_a_difference() {
        let changes: [(&str, Value); 6] = [
            ("/1/description", json!("another")),
            ("/1/contexts", json!([0, 1])),
            ("/0/options/0/required", json!(true)),
            ("/0/options/0/choices/0/name_localizations/it", json!("un")),
            ("/0/options", json!([])),
            ("/0/name", json!("c")),
        ];
        for (pointer, value) in changes {
            let mut changed = sent();
            *changed.pointer_mut(pointer).expect("the place exists") = value;
            assert_ne!(by_name(&registered()), by_name(&changed), "{pointer}");
        }
        let fewer = json!([sent()[0]]);
        assert_ne!(by_name(&registered()), by_name(&fewer));
    }
}
