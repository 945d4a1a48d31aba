//! Validates what a bot sends, as Discord does. The checks know the bodies and the limits, but not the world.

pub(super) mod command;
pub(super) mod component;
pub(super) mod embed;
pub(super) mod message;
pub(super) mod response;

use serde_json::{Map, Value};

use super::error::Form;

/// A field; `null` counts as absent.
fn field<'a>(object: &'a Value, name: &str) -> Option<&'a Value> {
    object.get(name).filter(|value| !value.is_null())
}

/// A text field; any other type is a fault.
fn text<'a>(form: &mut Form, object: &'a Value, path: &str, name: &str) -> Option<&'a str> {
    let value = field(object, name)?;
    if value.as_str().is_none() {
        form.fault(join(path, name), "BASE_TYPE_BAD_TYPE", "Not a string.");
    }
    value.as_str()
}

/// A text field of bounded length.
fn bounded<'a>(form: &mut Form, object: &'a Value, path: &str, name: &str, min: usize, max: usize) -> Option<&'a str> {
    let text = text(form, object, path, name)?;
    form.length(join(path, name), text, min, max);
    Some(text)
}

/// A required text field.
fn required_text<'a>(form: &mut Form, object: &'a Value, path: &str, name: &str, max: usize) -> Option<&'a str> {
    let found = bounded(form, object, path, name, 1, max);
    if field(object, name).is_none() {
        form.required(join(path, name));
    }
    found
}

/// A list field; `None` when absent; any other type is a fault.
fn list<'a>(form: &mut Form, object: &'a Value, path: &str, name: &str) -> Option<&'a Vec<Value>> {
    let value = field(object, name)?;
    if value.as_array().is_none() {
        form.fault(join(path, name), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
    }
    value.as_array()
}

/// The path of a field below another.
fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// Copies the named fields that are present.
fn pick(object: &Value, names: &[&str]) -> Map<String, Value> {
    let found = names.iter().filter_map(|name| Some(((*name).to_owned(), field(object, name)?.clone())));
    found.collect()
}

/// Whether this is a URL that Discord accepts.
fn is_url(text: &str) -> bool {
    let rest = ["http://", "https://", "attachment://"].iter().find_map(|scheme| text.strip_prefix(scheme));
    rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace)) && text.len() <= 2_048
}
