//! Validates the body of a message that is created or edited.

use std::collections::BTreeSet;

use serde_json::Value;

use super::super::draft::{AllowedMentions, Draft, MentionedUsers, Upload};
use super::super::error::{ApiError, Form};
use super::super::id::Id;
use super::super::limits;
use super::{bounded, component, embed, field, list};

const COMPONENTS_V2: u64 = 1 << 15;

/// Whether the message is created or edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Mode {
    /// The message must not be empty, and attachments named in the body must be among the uploads.
    Create,
    /// Fields that are not sent stay unchanged; attachments missing from a list of attachments are removed.
    Edit,
}

/// Validates a message body with its files.
///
/// # Errors
///
/// 50035 with all faults; 50006 for an empty new message; 40005 for a file that is too large.
pub(in super::super) fn draft(body: &Value, uploads: Vec<Upload>, mode: Mode) -> Result<Draft, ApiError> {
    let mut form = Form::default();
    if !body.is_object() {
        form.fault("", "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType");
    }
    let content = bounded(&mut form, body, "", "content", 0, limits::CONTENT).map(str::to_owned);
    // On an edit, `null` clears a text or list; an absent field leaves it unchanged.
    let content = content.or_else(|| body.get("content").map(|_| String::new()));
    let sent = list(&mut form, body, "", "embeds").map(|sent| embed::embeds(&mut form, sent));
    let embeds = sent.or_else(|| body.get("embeds").map(|_| Vec::new()));
    let flags = field(body, "flags").and_then(Value::as_u64).unwrap_or(0);
    if flags & COMPONENTS_V2 != 0 {
        form.fault("flags", "COMPONENTS_V2_UNSUPPORTED", "This stand-in knows the classic components only.");
    }
    let sent = list(&mut form, body, "", "components").map(|sent| component::rows(&mut form, sent));
    let components = sent.or_else(|| body.get("components").map(|_| Vec::new()));
    let allowed = allowed_mentions(&mut form, body);
    let reply = reference(&mut form, body);
    let nonce = nonce(&mut form, body);
    let (retained_attachments, uploads) = attachments(&mut form, body, uploads, mode)?;
    form.finish()?;
    let draft = Draft {
        content,
        embeds,
        components,
        retained_attachments,
        uploads,
        stored: Vec::new(),
        flags,
        tts: body["tts"].as_bool().unwrap_or(false),
        allowed,
        reply,
        nonce,
        enforce_nonce: body["enforce_nonce"].as_bool().unwrap_or(false),
    };
    if mode == Mode::Create && draft.is_empty() {
        return Err(ApiError::empty_message());
    }
    Ok(draft)
}

fn nonce(form: &mut Form, body: &Value) -> Option<Value> {
    let nonce = field(body, "nonce")?;
    match nonce {
        Value::String(text) => form.length("nonce", text, 0, limits::NONCE),
        Value::Number(number) if number.is_i64() || number.is_u64() => {}
        _ => form.fault("nonce", "BASE_TYPE_BAD_TYPE", "Not an integer or string."),
    }
    Some(nonce.clone())
}

fn reference(form: &mut Form, body: &Value) -> Option<(Id, bool)> {
    let reference = field(body, "message_reference")?;
    if field(reference, "type").is_some_and(|kind| *kind != 0) {
        form.choice("message_reference.type", "(0,)");
    }
    let Some(id) = field(reference, "message_id").and_then(Id::of) else {
        form.required("message_reference.message_id");
        return None;
    };
    Some((id, reference["fail_if_not_exists"].as_bool().unwrap_or(true)))
}

fn allowed_mentions(form: &mut Form, body: &Value) -> AllowedMentions {
    let Some(sent) = field(body, "allowed_mentions") else { return AllowedMentions::All };
    let parse = list(form, sent, "allowed_mentions", "parse").map(Vec::as_slice).unwrap_or_default();
    let mut parsed = BTreeSet::new();
    for (i, word) in parse.iter().enumerate() {
        match word.as_str() {
            Some(word @ ("users" | "roles" | "everyone")) => {
                parsed.insert(word);
            }
            _ => form.choice(format!("allowed_mentions.parse.{i}"), "('users', 'roles', 'everyone')"),
        }
    }
    let mut listed = BTreeSet::new();
    for name in ["users", "roles"] {
        let sent = list(form, sent, "allowed_mentions", name).map(Vec::as_slice).unwrap_or_default();
        form.count(format!("allowed_mentions.{name}"), sent.len(), 0, 100);
        if !sent.is_empty() && parsed.contains(name) {
            let message = format!("parse:[\"{name}\"] and {name}: [ids...] are mutually exclusive.");
            form.fault("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message);
        }
        if name == "users" {
            listed.extend(sent.iter().filter_map(Id::of));
        }
    }
    AllowedMentions::Some {
        users: if parsed.contains("users") { MentionedUsers::All } else { MentionedUsers::These(listed) },
        everyone: parsed.contains("everyone"),
        replied_user: sent["replied_user"].as_bool().unwrap_or(false),
    }
}

type Files = (Option<Vec<(Id, Option<String>)>>, Vec<Upload>);

/// Matches the list `attachments` with the files.
fn attachments(form: &mut Form, body: &Value, mut uploads: Vec<Upload>, mode: Mode) -> Result<Files, ApiError> {
    if uploads.iter().any(|upload| upload.bytes.len() > limits::ATTACHMENT_BYTES) {
        return Err(ApiError::new(413, 40_005, "Request entity too large"));
    }
    let mut retained_attachments = Vec::new();
    let sent = list(form, body, "", "attachments").map(Vec::as_slice).unwrap_or_default();
    form.count("attachments", sent.len().max(uploads.len()), 0, limits::ATTACHMENTS);
    for (i, item) in sent.iter().enumerate() {
        let path = format!("attachments.{i}");
        let description = bounded(form, item, &path, "description", 0, limits::ALT_TEXT).map(str::to_owned);
        let Some(id) = field(item, "id").and_then(Id::of) else {
            form.required(format!("{path}.id"));
            continue;
        };
        if let Some(upload) = uploads.iter_mut().find(|upload| upload.index == id.0) {
            upload.description = description;
            if let Some(name) = bounded(form, item, &path, "filename", 1, 1_024) {
                upload.filename = name.to_owned();
            }
        } else if mode == Mode::Edit {
            retained_attachments.push((id, description));
        } else {
            let message = format!("Attachment data for {id} was not found in the request");
            form.fault(path, "ATTACHMENT_NOT_FOUND", message);
        }
    }
    let retained_attachments = body.get("attachments").map(|_| retained_attachments);
    Ok((retained_attachments, uploads))
}
