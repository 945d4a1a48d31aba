//! Validates buttons, menus and the inputs of modals.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::super::error::Form;
use super::super::limits;
use super::{bounded, field, is_url, join, list, pick, required_text};

const ROW: u64 = 1;
const BUTTON: u64 = 2;
const STRING_SELECT: u64 = 3;
const TEXT_INPUT: u64 = 4;
const LINK: u64 = 5;

/// The components of a body seen so far.
#[derive(Default)]
struct ComponentIds {
    custom_ids: BTreeSet<String>,
    next_id: u64,
}

impl ComponentIds {
    fn number(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    /// Checks that every interactive component has a unique id within the message.
    fn custom_id(&mut self, form: &mut Form, path: &str, sent: &Value) {
        let Some(id) = required_text(form, sent, path, "custom_id", limits::CUSTOM_ID) else { return };
        if !self.custom_ids.insert(id.to_owned()) {
            let message = "Component custom id cannot be duplicated";
            form.fault(join(path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message);
        }
    }
}

/// Validates the components of a message and converts them to the form in which they are returned.
pub(in super::super) fn rows(form: &mut Form, sent: &[Value]) -> Vec<Value> {
    form.count("components", sent.len(), 0, limits::ROWS);
    let mut ids = ComponentIds::default();
    let mut returned = Vec::new();
    for (i, row) in sent.iter().enumerate() {
        let path = format!("components.{i}");
        if row["type"].as_u64() != Some(ROW) {
            form.choice(format!("{path}.type"), "(1,)");
            continue;
        }
        let id = ids.number();
        let inside = list(form, row, &path, "components").map(Vec::as_slice).unwrap_or_default();
        let has_menu = inside.iter().any(|c| c["type"].as_u64() != Some(BUTTON));
        form.count(format!("{path}.components"), inside.len(), 1, if has_menu { 1 } else { limits::BUTTONS });
        let mut components = Vec::new();
        for (j, component) in inside.iter().enumerate() {
            let path = format!("{path}.components.{j}");
            match component["type"].as_u64() {
                Some(BUTTON) => components.push(button(form, &path, component, &mut ids)),
                Some(kind @ (STRING_SELECT | 5..=8)) => {
                    components.push(menu(form, &path, component, kind, &mut ids));
                }
                _ => form.choice(format!("{path}.type"), "(2, 3, 5, 6, 7, 8)"),
            }
        }
        returned.push(json!({ "type": ROW, "id": id, "components": components }));
    }
    returned
}

fn button(form: &mut Form, path: &str, sent: &Value, ids: &mut ComponentIds) -> Value {
    let mut returned = pick(sent, &["type", "style", "label", "custom_id", "url", "disabled", "emoji"]);
    returned.insert("id".to_owned(), json!(ids.number()));
    bounded(form, sent, path, "label", 0, limits::LABEL);
    if field(sent, "label").is_none_or(|l| l == "") && field(sent, "emoji").is_none() {
        let message = "A button must have a label or an emoji";
        form.fault(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", message);
    }
    match sent["style"].as_u64() {
        Some(1..=4) => {
            if field(sent, "url").is_some() {
                form.fault(path, "COMPONENT_URL_NOT_ALLOWED", "A custom id and url cannot both be specified");
            }
            ids.custom_id(form, path, sent);
        }
        Some(LINK) => {
            if field(sent, "custom_id").is_some() {
                form.fault(
                    path,
                    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    "A custom id and url cannot both be specified",
                );
            }
            if !required_text(form, sent, path, "url", 512).is_some_and(is_url) {
                form.fault(join(path, "url"), "URL_TYPE_INVALID_URL", "Not a well formed URL.");
            }
        }
        _ => form.choice(join(path, "style"), "(1, 2, 3, 4, 5)"),
    }
    Value::Object(returned)
}

fn menu(form: &mut Form, path: &str, sent: &Value, kind: u64, ids: &mut ComponentIds) -> Value {
    let mut returned = pick(sent, &["type", "custom_id", "placeholder", "disabled", "channel_types", "default_values"]);
    returned.insert("id".to_owned(), json!(ids.number()));
    ids.custom_id(form, path, sent);
    bounded(form, sent, path, "placeholder", 0, limits::PLACEHOLDER);
    let min = field(sent, "min_values").map_or(Some(1), Value::as_u64);
    let max = field(sent, "max_values").map_or(Some(1), Value::as_u64);
    let (min, max) = (min.unwrap_or(u64::MAX), max.unwrap_or(u64::MAX));
    if min > 25 {
        form.fault(join(path, "min_values"), "NUMBER_TYPE_MAX", "int value should be less than or equal to 25.");
    }
    if !(1..=25).contains(&max) {
        form.fault(join(path, "max_values"), "NUMBER_TYPE_MAX", "int value should be between 1 and 25.");
    } else if min > max {
        form.fault(join(path, "min_values"), "SELECT_COMPONENT_MIN_VALUES_GREATER", "Min values exceeds max values");
    }
    returned.insert("min_values".to_owned(), json!(min));
    returned.insert("max_values".to_owned(), json!(max));
    if kind == STRING_SELECT {
        let options = list(form, sent, path, "options").map(Vec::as_slice).unwrap_or_default();
        form.count(join(path, "options"), options.len(), 1, limits::SELECT_OPTIONS);
        if max > options.len() as u64 && max <= 25 {
            let message = "Max values exceeds the number of options";
            form.fault(join(path, "max_values"), "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", message);
        }
        returned.insert("options".to_owned(), json!(menu_options(form, path, options)));
    }
    Value::Object(returned)
}

fn menu_options(form: &mut Form, path: &str, options: &[Value]) -> Vec<Value> {
    let mut values = BTreeSet::new();
    let mut returned = Vec::new();
    for (i, option) in options.iter().enumerate() {
        let path = format!("{path}.options.{i}");
        required_text(form, option, &path, "label", limits::CUSTOM_ID);
        let value = required_text(form, option, &path, "value", limits::CUSTOM_ID);
        bounded(form, option, &path, "description", 0, limits::CUSTOM_ID);
        if value.is_some_and(|value| !values.insert(value)) {
            let message = "The specified option value is already used";
            form.fault(join(&path, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
        }
        returned.push(Value::Object(pick(option, &["label", "value", "description", "emoji", "default"])));
    }
    returned
}

/// Validates a modal.
pub(in super::super) fn modal(form: &mut Form, sent: &Value) -> Value {
    required_text(form, sent, "data", "custom_id", limits::CUSTOM_ID);
    required_text(form, sent, "data", "title", limits::MODAL_TITLE);
    let rows = list(form, sent, "data", "components").map(Vec::as_slice).unwrap_or_default();
    form.count("data.components", rows.len(), 1, limits::MODAL_INPUTS);
    let mut ids = ComponentIds::default();
    let mut returned = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let path = format!("data.components.{i}");
        let inputs = list(form, row, &path, "components").map(Vec::as_slice).unwrap_or_default();
        if row["type"].as_u64() != Some(ROW) {
            form.choice(join(&path, "type"), "(1,)");
            continue;
        }
        form.count(join(&path, "components"), inputs.len(), 1, 1);
        for (j, sent) in inputs.iter().enumerate() {
            input(form, &format!("{path}.components.{j}"), sent, &mut ids);
        }
        returned.push(json!({ "type": ROW, "components": inputs }));
    }
    json!({ "custom_id": sent["custom_id"], "title": sent["title"], "components": returned })
}

fn input(form: &mut Form, path: &str, sent: &Value, ids: &mut ComponentIds) {
    if sent["type"].as_u64() != Some(TEXT_INPUT) {
        form.choice(join(path, "type"), "(4,)");
        return;
    }
    ids.custom_id(form, path, sent);
    required_text(form, sent, path, "label", limits::MODAL_TITLE);
    if !matches!(sent["style"].as_u64(), Some(1 | 2)) {
        form.choice(join(path, "style"), "(1, 2)");
    }
    let min = field(sent, "min_length").map_or(Some(0), Value::as_u64);
    let max = field(sent, "max_length").map_or(Some(limits::INPUT_VALUE as u64), Value::as_u64);
    let most = limits::INPUT_VALUE as u64;
    match (min, max) {
        (Some(min), Some(max)) if min <= max && (1..=most).contains(&max) => {
            bounded(form, sent, path, "value", 0, max as usize);
        }
        _ => form.fault(path, "TEXT_INPUT_BAD_LENGTHS", "Lengths must lie between 0 and 4000, the smaller first."),
    }
    bounded(form, sent, path, "placeholder", 0, limits::INPUT_PLACEHOLDER);
}
