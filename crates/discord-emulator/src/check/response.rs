//! Validates the first response to an interaction.

use std::sync::Arc;

use serde_json::{Value, json};

use super::super::draft::{Draft, Upload};
use super::super::error::{ApiError, Form};
use super::super::limits;
use super::super::message::EPHEMERAL;
use super::message::{Mode, draft};
use super::{component, field, list, required_text};

/// A validated response.
#[derive(Clone, Debug)]
pub(in super::super) enum Response {
    /// Type 4: a message.
    Message(Box<Draft>),
    /// Type 5: a message follows, ephemeral or not.
    Defer { ephemeral: bool },
    /// Type 6: the message with the component may be changed later.
    DeferUpdate,
    /// Type 7: the message with the component changes.
    Update(Box<Draft>),
    /// Type 8: suggestions.
    Choices(Arc<Value>),
    /// Type 9: a form.
    Modal(Arc<Value>),
}

impl Response {
    /// Discord's type of this response.
    pub fn number(&self) -> u8 {
        match self {
            Self::Message(_) => 4,
            Self::Defer { .. } => 5,
            Self::DeferUpdate => 6,
            Self::Update(_) => 7,
            Self::Choices(_) => 8,
            Self::Modal(_) => 9,
        }
    }
}

/// Validates the body of a response.
///
/// # Errors
///
/// 50035 with all faults; 50006 for an empty message.
pub(in super::super) fn response(body: &Value, uploads: Vec<Upload>) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let data = field(body, "data").cloned().unwrap_or_else(|| json!({}));
    let nest = |error: ApiError| nest_in_data(error);
    let response = match body["type"].as_u64() {
        Some(4) => Response::Message(Box::new(draft(&data, uploads, Mode::Create).map_err(nest)?)),
        Some(5) => Response::Defer { ephemeral: data["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0 },
        Some(6) => Response::DeferUpdate,
        Some(7) => Response::Update(Box::new(draft(&data, uploads, Mode::Edit).map_err(nest)?)),
        Some(8) => Response::Choices(Arc::new(choices(&mut form, &data))),
        Some(9) => Response::Modal(Arc::new(component::modal(&mut form, &data))),
        _ => {
            form.choice("type", "(1, 4, 5, 6, 7, 8, 9)");
            Response::DeferUpdate
        }
    };
    form.finish()?;
    Ok(response)
}

/// Moves the faults of the message below the field `data` of the body, where the message is.
fn nest_in_data(mut error: ApiError) -> ApiError {
    error.errors = error.errors.map(|errors| json!({ "data": errors }));
    error
}

fn choices(form: &mut Form, data: &Value) -> Value {
    let sent = list(form, data, "data", "choices").map(Vec::as_slice).unwrap_or_default();
    form.count("data.choices", sent.len(), 0, limits::COMMAND_OPTIONS);
    for (i, choice) in sent.iter().enumerate() {
        let path = format!("data.choices.{i}");
        required_text(form, choice, &path, "name", limits::COMMAND_TEXT);
        match &choice["value"] {
            Value::String(text) => form.length(format!("{path}.value"), text, 1, limits::COMMAND_TEXT),
            Value::Number(_) => {}
            _ => form.required(format!("{path}.value")),
        }
    }
    json!(sent)
}
