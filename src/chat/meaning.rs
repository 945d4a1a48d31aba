//! What a message or a reaction means to the bot.

use super::actions::{read_button, read_form, read_menu};
use super::choices::{BOARD_REPLY, FORM_REPLY, is_number, key_of_word};
use super::custom_id::board_of;
use super::referred::Referred;
use super::request::RequestKind;
use super::texts::Language;
use super::typed_error::TypedError;
use crate::service::StoredAction;

/// What a message or a reaction means to the bot. Those that mean nothing to it have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A request about a message of the bot.
    About(Referred, RequestKind),
    /// A number that the message to which it replies does not have.
    UnknownNumber,
    /// A request that refers to no message of the bot, such as a move typed without a command.
    Request(RequestKind),
    /// A typed command. It is read again when the people that it names are stored.
    Command(String),
    /// A text meant for the bot that is not a command. The error is in this language.
    Mistake(TypedError, Language),
    /// The event with which its author was erased, delivered again.
    Erasure,
}

/// The request that a reply to a message makes; `None` if it makes none. A choice is named by its number, or by the label
/// of its button. Any other reply to a board is a move if it is one word, or if it mentions the bot: people also talk
/// about boards.
pub(super) fn request_of_reply(
    on: &Referred,
    actions: &[StoredAction],
    text: &str,
    is_addressed: bool,
) -> Option<RequestKind> {
    if is_number(text) {
        return request_of_key(on, actions, text);
    }
    if let Some(request) = request_of_key(on, actions, &key_of_word(text)) {
        return Some(request);
    }
    let with_key = |key: &str| Some(&actions.iter().find(|action| action.key == key)?.action);
    let text = text.to_owned();
    if let Some(action) = with_key(FORM_REPLY).and_then(|id| read_form(id)) {
        return Some(RequestKind::FormSubmitted { action, text });
    }
    let is_word = !text.contains(char::is_whitespace) && text.is_ascii();
    let board = with_key(BOARD_REPLY).filter(|_| is_word || is_addressed)?;
    let (match_id, ply) = board_of(board)?;
    Some(RequestKind::BoardReply { match_id, ply, text })
}

/// The request that the choice with this key makes.
pub(super) fn request_of_key(on: &Referred, actions: &[StoredAction], key: &str) -> Option<RequestKind> {
    let chosen = actions.iter().find(|action| action.key == key)?;
    Some(match &chosen.value {
        Some(value) => RequestKind::OptionChosen { action: read_menu(&chosen.action)?, value: value.clone() },
        None => RequestKind::ButtonPressed { action: read_button(&chosen.action)?, message: on.id.clone() },
    })
}
