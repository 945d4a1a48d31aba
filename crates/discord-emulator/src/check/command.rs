//! Validates application commands.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::super::error::Form;
use super::super::limits;
use super::{bounded, field, join, list, required_text};

const SUB_COMMAND: u64 = 1;
const GROUP: u64 = 2;
/// Discord's locales.
const LOCALES: [&str; 34] = [
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he", "hi", "hr", "hu", "id",
    "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
];

/// Validates one command. `path` is its place in the body.
pub(in super::super) fn command(form: &mut Form, path: &str, sent: &Value) {
    let kind = field(sent, "type").map_or(Some(1), Value::as_u64);
    let is_chat = kind == Some(1);
    if !matches!(kind, Some(1..=3)) {
        form.choice(join(path, "type"), "(1, 2, 3)");
    }
    let mut size = 0;
    if is_chat {
        size += name(form, path, sent);
        size += description(form, path, sent, true);
        size += options(form, path, sent, 0);
    } else {
        required_text(form, sent, path, "name", limits::COMMAND_NAME);
        if field(sent, "description").is_some_and(|text| text != "") {
            let message = "Context menu commands cannot have description";
            form.fault(join(path, "description"), "APPLICATION_COMMAND_INVALID_DESCRIPTION", message);
        }
    }
    if size > limits::COMMAND_TOTAL {
        let message = format!("Command exceeds maximum size ({})", limits::COMMAND_TOTAL);
        form.fault(path, "APPLICATION_COMMAND_TOO_LARGE", message);
    }
    if let Some(bits) = field(sent, "default_member_permissions") {
        let good = bits.as_u64().is_some() || bits.as_str().is_some_and(|b| b.parse::<u64>().is_ok());
        if !good {
            form.fault(join(path, "default_member_permissions"), "NUMBER_TYPE_COERCE", "Not a bit set.");
        }
    }
    for (list_name, most) in [("contexts", 2), ("integration_types", 1)] {
        for (i, value) in list(form, sent, path, list_name).into_iter().flatten().enumerate() {
            if value.as_u64().is_none_or(|n| n > most) {
                form.choice(format!("{}.{i}", join(path, list_name)), "the known numbers");
            }
        }
    }
}

/// Validates a name; names of chat commands are restricted to certain characters. Returns the number of characters that
/// count towards the total.
fn name(form: &mut Form, path: &str, sent: &Value) -> usize {
    let own = required_text(form, sent, path, "name", limits::COMMAND_NAME);
    if let Some(own) = own
        && !is_name(own)
    {
        let message = "Command name is invalid";
        form.fault(join(path, "name"), "APPLICATION_COMMAND_INVALID_NAME", message);
    }
    let mut longest = own.map_or(0, |own| own.chars().count());
    for (locale, text) in localizations(form, path, sent, "name_localizations") {
        let field_path = format!("{}.{locale}", join(path, "name_localizations"));
        form.length(field_path.clone(), &text, 1, limits::COMMAND_NAME);
        if !is_name(&text) {
            form.fault(field_path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
        }
        longest = longest.max(text.chars().count());
    }
    longest
}

fn description(form: &mut Form, path: &str, sent: &Value, required: bool) -> usize {
    let own = if required {
        required_text(form, sent, path, "description", limits::COMMAND_TEXT)
    } else {
        bounded(form, sent, path, "description", 0, limits::COMMAND_TEXT)
    };
    let mut longest = own.map_or(0, |own| own.chars().count());
    for (locale, text) in localizations(form, path, sent, "description_localizations") {
        let field_path = format!("{}.{locale}", join(path, "description_localizations"));
        form.length(field_path, &text, 1, limits::COMMAND_TEXT);
        longest = longest.max(text.chars().count());
    }
    longest
}

fn localizations(form: &mut Form, path: &str, sent: &Value, key: &str) -> Vec<(String, String)> {
    let Some(map) = field(sent, key).and_then(Value::as_object) else { return Vec::new() };
    let mut found = Vec::new();
    for (locale, text) in map {
        if !LOCALES.contains(&locale.as_str()) {
            form.choice(format!("{}.{locale}", join(path, key)), &format!("{LOCALES:?}"));
        }
        if let Some(text) = text.as_str() {
            found.push((locale.clone(), text.to_owned()));
        }
    }
    found
}

fn options(form: &mut Form, path: &str, sent: &Value, depth: usize) -> usize {
    let path = join(path, "options");
    let options = field(sent, "options").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    form.count(path.clone(), options.len(), 0, limits::COMMAND_OPTIONS);
    let mut names = BTreeSet::new();
    let mut optional_seen = false;
    let mut size = 0;
    for (i, option) in options.iter().enumerate() {
        let path = format!("{path}.{i}");
        size += name(form, &path, option) + description(form, &path, option, true);
        if !names.insert(option["name"].as_str().unwrap_or_default()) {
            let message = "Option name must be unique";
            form.fault(join(&path, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", message);
        }
        let required = option["required"].as_bool().unwrap_or(false);
        if required && optional_seen {
            let message = "Required options must be placed before non-required options";
            form.fault(path.clone(), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message);
        }
        optional_seen |= !required;
        match option["type"].as_u64() {
            Some(SUB_COMMAND) if depth <= 1 => size += options_below(form, &path, option, depth),
            Some(GROUP) if depth == 0 => size += options_below(form, &path, option, depth),
            Some(kind @ 3..=11) => size += value_option(form, &path, option, kind),
            _ => form.choice(join(&path, "type"), "(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)"),
        }
    }
    let nested = options.iter().filter(|o| matches!(o["type"].as_u64(), Some(SUB_COMMAND | GROUP))).count();
    if nested != 0 && nested != options.len() {
        let message = "Sub-command and sub-command group option types are mutually exclusive to all other types";
        form.fault(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
    }
    size
}

fn options_below(form: &mut Form, path: &str, option: &Value, depth: usize) -> usize {
    // A group is at depth 0 and its subcommands at depth 1; options of a subcommand may not nest further.
    let next = if option["type"].as_u64() == Some(GROUP) { depth + 1 } else { 2 };
    options(form, path, option, next)
}

fn value_option(form: &mut Form, path: &str, option: &Value, kind: u64) -> usize {
    let mut size = 0;
    let choices = field(option, "choices").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    form.count(join(path, "choices"), choices.len(), 0, limits::COMMAND_OPTIONS);
    let completes = option["autocomplete"].as_bool().unwrap_or(false);
    if completes && !choices.is_empty() {
        let message = "Autocomplete cannot be combined with choices";
        form.fault(path, "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE_EXCLUSIVE", message);
    }
    if completes && !matches!(kind, 3 | 4 | 10) {
        form.fault(path, "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID_TYPE", "This type cannot be completed");
    }
    let mut names = BTreeSet::new();
    for (i, choice) in choices.iter().enumerate() {
        let path = format!("{path}.choices.{i}");
        let name = required_text(form, choice, &path, "name", limits::COMMAND_TEXT).unwrap_or_default();
        size += name.chars().count();
        if !names.insert(name) {
            let message = "Option choice names must be unique";
            form.fault(join(&path, "name"), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", message);
        }
        let (text, number) = (choice["value"].as_str(), choice["value"].is_number());
        match (kind, text) {
            (3, Some(text)) => {
                form.length(join(&path, "value"), text, 1, limits::COMMAND_TEXT);
                size += text.chars().count();
            }
            (4 | 10, None) if number => {}
            _ => form.fault(join(&path, "value"), "BASE_TYPE_BAD_TYPE", "The value does not fit the type"),
        }
        for (locale, text) in localizations(form, &path, choice, "name_localizations") {
            form.length(format!("{path}.name_localizations.{locale}"), &text, 1, limits::COMMAND_TEXT);
        }
    }
    for (key, least) in [("min_length", 0), ("max_length", 1)] {
        if let Some(value) = field(option, key)
            && !value.as_u64().is_some_and(|n| (least..=6_000).contains(&n))
        {
            form.fault(join(path, key), "NUMBER_TYPE_MAX", "Lengths lie between 0 and 6000.");
        }
    }
    size
}

/// Whether the text matches `^[-_'\p{L}\p{N}]{1,32}$` and is in lower case, for letters that have one.
fn is_name(text: &str) -> bool {
    let fits = |c: char| matches!(c, '-' | '_' | '\'') || c.is_alphanumeric();
    let lower = text.chars().all(|c| c.to_lowercase().eq([c]));
    !text.is_empty() && text.chars().all(fits) && lower
}

/// The command as stored and returned: absent fields are filled in as Discord does.
pub(in super::super) fn normalized(sent: &Value) -> Value {
    let text = |key: &str| sent[key].as_str().unwrap_or_default();
    let or_null = |key: &str| sent.get(key).cloned().unwrap_or(Value::Null);
    let bits = match &sent["default_member_permissions"] {
        Value::Number(bits) => json!(bits.to_string()),
        other => other.clone(),
    };
    json!({
        "type": sent["type"].as_u64().unwrap_or(1), "name": text("name"), "description": text("description"),
        "name_localizations": or_null("name_localizations"),
        "description_localizations": or_null("description_localizations"),
        "options": normalized_options(sent),
        "default_member_permissions": bits,
        "dm_permission": sent["dm_permission"].as_bool().unwrap_or(true),
        "contexts": or_null("contexts"),
        "integration_types": field(sent, "integration_types").cloned().unwrap_or_else(|| json!([0, 1])),
        "nsfw": sent["nsfw"].as_bool().unwrap_or(false),
    })
}

/// The options as returned: fields that are `null` or an empty list are omitted.
fn normalized_options(sent: &Value) -> Value {
    let options = field(sent, "options").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let normalized = options.iter().map(|option| {
        let mut fields = option.as_object().cloned().unwrap_or_default();
        let nests = matches!(option["type"].as_u64(), Some(SUB_COMMAND | GROUP));
        fields.retain(|_, value| !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty()));
        fields.remove("options");
        if nests {
            fields.insert("options".to_owned(), normalized_options(option));
        }
        Value::Object(fields)
    });
    normalized.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_lower_case_letters() {
        for good in ["move", "sfida", "añadir", "x-1", "it's"] {
            assert!(is_name(good), "{good}");
        }
        for bad in ["", "Move", "two words", "a!"] {
            assert!(!is_name(bad), "{bad}");
        }
    }

    #[test]
    fn required_options_come_first() {
        let mut form = Form::default();
        let option =
            |name: &str, required: bool| json!({ "type": 3, "name": name, "description": "d", "required": required });
        let sent = json!({ "name": "x", "description": "d", "options": [option("a", false), option("b", true)] });
        command(&mut form, "", &sent);
        assert!(form.finish().is_err());
    }
}
