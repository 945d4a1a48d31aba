//! Validates embeds.

use serde_json::{Map, Value, json};

use super::super::error::Form;
use super::super::limits;
use super::{bounded, field, is_url, join, list, needed, pick, text};

/// Validates the embeds of a message and converts them to the form in which they are returned.
pub(in super::super) fn embeds(form: &mut Form, sent: &[Value]) -> Vec<Value> {
    form.count("embeds", sent.len(), 0, limits::EMBEDS);
    let mut total = 0;
    let shown = sent.iter().enumerate().map(|(i, e)| embed(form, &format!("embeds.{i}"), e, &mut total)).collect();
    if total > limits::EMBED_TOTAL {
        let message = format!("Embed size exceeds maximum size of {}", limits::EMBED_TOTAL);
        form.fault("embeds", "MAX_EMBED_SIZE_EXCEEDED", message);
    }
    shown
}

fn embed(form: &mut Form, path: &str, sent: &Value, total: &mut usize) -> Value {
    let mut shown: Map<String, Value> =
        pick(sent, &["title", "description", "url", "timestamp", "color", "footer", "image", "thumbnail", "author"]);
    shown.insert("type".to_owned(), json!("rich"));
    let mut count = |text: Option<&str>| *total += text.map_or(0, |text| text.chars().count());
    count(bounded(form, sent, path, "title", 0, limits::EMBED_TITLE));
    count(bounded(form, sent, path, "description", 0, limits::EMBED_DESCRIPTION));
    if let Some(footer) = field(sent, "footer") {
        count(needed(form, footer, &join(path, "footer"), "text", limits::EMBED_FOOTER));
    }
    if let Some(author) = field(sent, "author") {
        count(needed(form, author, &join(path, "author"), "name", limits::EMBED_TITLE));
    }
    if let Some(fields) = list(form, sent, path, "fields") {
        form.count(join(path, "fields"), fields.len(), 0, limits::EMBED_FIELDS);
        let mut kept = Vec::new();
        for (i, sent) in fields.iter().enumerate() {
            let path = format!("{path}.fields.{i}");
            count(needed(form, sent, &path, "name", limits::EMBED_TITLE));
            count(needed(form, sent, &path, "value", limits::EMBED_VALUE));
            kept.push(json!({
                "name": sent["name"], "value": sent["value"],
                "inline": sent["inline"].as_bool().unwrap_or(false),
            }));
        }
        if !kept.is_empty() {
            shown.insert("fields".to_owned(), json!(kept));
        }
    }
    if let Some(color) = field(sent, "color")
        && color.as_u64().is_none_or(|c| c > 0xFF_FFFF)
    {
        let message = "int value should be less than or equal to 16777215.";
        form.fault(join(path, "color"), "NUMBER_TYPE_MAX", message);
    }
    for place in ["image", "thumbnail"] {
        if let Some(picture) = field(sent, place) {
            url(form, picture, &join(path, place));
        }
    }
    url(form, sent, path);
    // Clients may send unset fields as null; they are omitted.
    for nested in shown.values_mut().filter_map(Value::as_object_mut) {
        nested.retain(|_, value| !value.is_null());
    }
    Value::Object(shown)
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
