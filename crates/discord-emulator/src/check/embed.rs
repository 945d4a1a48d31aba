//! Validates embeds.

use serde_json::{Map, Value, json};

use super::super::error::Form;
use super::super::limits;
use super::{bounded, field, is_url, join, list, pick, required_text, text};

/// Validates the embeds of a message and converts them to the form in which they are returned.
pub(in super::super) fn embeds(form: &mut Form, sent: &[Value]) -> Vec<Value> {
    form.count("embeds", sent.len(), 0, limits::EMBEDS);
    let mut total = 0;
    let returned = sent.iter().enumerate().map(|(i, e)| embed(form, &format!("embeds.{i}"), e, &mut total)).collect();
    if total > limits::EMBED_TOTAL {
        let message = format!("Embed size exceeds maximum size of {}", limits::EMBED_TOTAL);
        form.fault("embeds", "MAX_EMBED_SIZE_EXCEEDED", message);
    }
    returned
}

fn embed(form: &mut Form, path: &str, sent: &Value, total: &mut usize) -> Value {
    let mut returned: Map<String, Value> =
        pick(sent, &["title", "description", "url", "timestamp", "color", "footer", "image", "thumbnail", "author"]);
    returned.insert("type".to_owned(), json!("rich"));
    let mut count = |text: Option<&str>| *total += text.map_or(0, |text| text.chars().count());
    count(bounded(form, sent, path, "title", 0, limits::EMBED_TITLE));
    count(bounded(form, sent, path, "description", 0, limits::EMBED_DESCRIPTION));
    if let Some(footer) = field(sent, "footer") {
        count(required_text(form, footer, &join(path, "footer"), "text", limits::EMBED_FOOTER));
    }
    if let Some(author) = field(sent, "author") {
        count(required_text(form, author, &join(path, "author"), "name", limits::EMBED_TITLE));
    }
    if let Some(fields) = list(form, sent, path, "fields") {
        form.count(join(path, "fields"), fields.len(), 0, limits::EMBED_FIELDS);
        let mut returned_fields = Vec::new();
        for (i, sent) in fields.iter().enumerate() {
            let path = format!("{path}.fields.{i}");
            count(required_text(form, sent, &path, "name", limits::EMBED_TITLE));
            count(required_text(form, sent, &path, "value", limits::EMBED_VALUE));
            returned_fields.push(json!({
                "name": sent["name"], "value": sent["value"],
                "inline": sent["inline"].as_bool().unwrap_or(false),
            }));
        }
        if !returned_fields.is_empty() {
            returned.insert("fields".to_owned(), json!(returned_fields));
        }
    }
    if let Some(color) = field(sent, "color")
        && color.as_u64().is_none_or(|c| c > 0xFF_FFFF)
    {
        let message = "int value should be less than or equal to 16777215.";
        form.fault(join(path, "color"), "NUMBER_TYPE_MAX", message);
    }
    for name in ["image", "thumbnail"] {
        if let Some(picture) = field(sent, name) {
            url(form, picture, &join(path, name));
        }
    }
    url(form, sent, path);
    // Clients may send unset fields as null; they are omitted.
    for nested in returned.values_mut().filter_map(Value::as_object_mut) {
        nested.retain(|_, value| !value.is_null());
    }
    Value::Object(returned)
}

fn url(form: &mut Form, object: &Value, path: &str) {
    if let Some(url) = text(form, object, path, "url")
        && !url.is_empty()
        && !is_url(url)
    {
        let message = format!("Not a well formed URL: {url}");
        form.fault(join(path, "url"), "URL_TYPE_INVALID_URL", message);
    }
}
