//! Handles conditional moves and notes, which only their author sees.

use super::action::{Actions, ButtonAction, Command, CommandRun, Conduct, FormAction, MenuAction};
use super::handler::RequestHandler;
use crate::chat::commands::signature::{Kind, optional};
use crate::chat::custom_id::{Chosen, Pattern, Pressed};
use crate::chat::request::Request;
use crate::chat::text::Text;
use crate::chat::texts::{Language, label, localize, localize_with};
use crate::chat::view::{Answer, ButtonStyle, MENU_MAX, MENUS_MAX, Menu, View};
use crate::chat::views::board::{self, button};
use crate::chat::views::match_list::TEXT_MAX;
use crate::service::{Match, MatchFilter, MatchId, NOTE_MAX, PlayError, PlayerId, ServiceError, Status};

/// Cancels the chosen line, from the menu with this number, because long lists span several.
const CANCEL_LINE: Pattern<Chosen> = Pattern::new("unplan @ #");
/// Cancels all lines.
const CANCEL_LINES: Pattern<Pressed> = Pattern::new("unplan @");

pub(super) const IF: Command = Command::new(
    "if",
    &[optional("line", Kind::Text)],
    Conduct::SECRET,
    CommandRun::InMatch(MatchFilter::Waiting, |call, found| {
        Box::pin(async move { call.handler.conditional_moves(call.request, &found, call.given.text("line")).await })
    }),
);

pub(super) const NOTE: Command = Command::new(
    "note",
    &[optional("text", Kind::Text)],
    Conduct::SECRET,
    CommandRun::InMatch(MatchFilter::Running, |call, found| {
        Box::pin(async move { call.handler.note(call.request, &found, call.given.text("text")).await })
    }),
);

pub(super) const ACTIONS: Actions = Actions {
    buttons: &[
        ButtonAction::in_match(CANCEL_LINES, Conduct::UPDATE, |press, found, ply| {
            Box::pin(async move { press.handler.cancel_lines(press.request, found.id, ply, None).await })
        }),
        ButtonAction::in_match(board::PLANS, Conduct::SECRET, |press, found, _| {
            Box::pin(async move { press.handler.conditional_moves(press.request, &found, None).await })
        }),
    ],
    menus: &[MenuAction::in_match(CANCEL_LINE, Conduct::UPDATE, |choice, found, ply| {
        Box::pin(async move { choice.handler.cancel_lines(choice.request, found.id, ply, Some(choice.value)).await })
    })],
    forms: &[
        FormAction::in_match(board::PLAN, Conduct::SECRET, |typed, found, ply| {
            Box::pin(async move {
                if found.ply() != ply {
                    return Err(PlayError::Stale.into());
                }
                typed.handler.conditional_moves(typed.request, &found, Some(typed.text)).await
            })
        }),
        FormAction::in_match(board::NOTE, Conduct::SECRET, |typed, found, _| {
            Box::pin(async move {
                let text = if typed.text.trim().is_empty() { DELETE } else { typed.text };
                typed.handler.note(typed.request, &found, Some(text)).await
            })
        }),
    ],
};

/// The text that deletes a note.
const DELETE: &str = "-";

impl RequestHandler {
    /// Adds a line of conditional moves and shows all lines; without a line, only shows them.
    pub(super) async fn conditional_moves(
        &self,
        request: &Request,
        found: &Match,
        line: Option<&str>,
    ) -> Result<Answer, ServiceError> {
        let (requester, language) = (&request.requester, request.requester.language);
        let Some(line) = line.map(str::trim).filter(|line| !line.is_empty()) else {
            found.seat_of(requester.id).ok_or(PlayError::NotAPlayer)?;
            return Ok(Answer::Private(view(language, found, requester.id, Text::default())));
        };
        let (updated, added) = self.service().add_conditional_moves(found.id, requester.id, line).await?;
        let line = line_view(&added.line, TEXT_MAX / 4);
        let mut message = localize_with(language, "plan-added", &[("line", line.into())]);
        if let Some(replaced) = added.replaced {
            message.push_line(localize(language, "plan-replaced", &[("move", &replaced)]));
        }
        Ok(Answer::Private(view(language, &updated, requester.id, message)))
    }

    /// Cancels the chosen line, or all lines, and shows what is left.
    pub(super) async fn cancel_lines(
        &self,
        request: &Request,
        match_id: MatchId,
        ply: usize,
        chosen: Option<&str>,
    ) -> Result<Answer, ServiceError> {
        let (requester, language) = (&request.requester, request.requester.language);
        let is_selected = |line: &[String]| chosen.is_none_or(|chosen| line_hash(line) == chosen);
        let (left, cancelled) = self.service().cancel_lines(match_id, requester.id, ply, is_selected).await?;
        let message = match (&cancelled[..], chosen) {
            ([line], Some(_)) => {
                let line = line_view(line, TEXT_MAX / 4);
                localize_with(language, "plan-cancelled", &[("line", line.into())])
            }
            _ => Text::default(),
        };
        Ok(Answer::Change(view(language, &left, requester.id, message)))
    }

    /// Stores or deletes a note; without a text, shows it.
    pub(super) async fn note(
        &self,
        request: &Request,
        found: &Match,
        text: Option<&str>,
    ) -> Result<Answer, ServiceError> {
        let (requester, language) = (&request.requester, request.requester.language);
        let message = match text.map(str::trim) {
            None | Some("") => match self.service().note(found, requester.id).await? {
                Some(note) => note_in(language, &note, TEXT_MAX),
                None => localize(language, "note-none", &[]),
            },
            Some(DELETE) => {
                self.service().store_note(found, requester.id, "").await?;
                localize(language, "note-deleted", &[])
            }
            Some(text) => {
                self.service().store_note(found, requester.id, text).await?;
                localize(language, "note-kept", &[])
            }
        };
        Ok(Answer::Private(View::text(message)))
    }

    /// The player's note as a line below a text of `length` characters; empty if there is none.
    pub(super) async fn note_saved(&self, language: Language, played: &Match, player: PlayerId, length: usize) -> Text {
        let found = match self.service().note(played, player).await {
            Ok(found) => found,
            Err(ServiceError::Storage(error)) => {
                tracing::error!(game = %played.id, %error, "a note could not be read");
                None
            }
            Err(_) => None,
        };
        let capacity = TEXT_MAX.saturating_sub(length + 1);
        found.map_or_else(Text::default, |note| Text::from("\n").then(note_in(language, &note, capacity)))
    }
}

/// A note in at most `capacity` characters.
fn note_in(language: Language, note: &str, capacity: usize) -> Text {
    // Escaping may double its length.
    let line = |limit: usize| localize_with(language, "note-yours", &[("text", Text::typed(note, limit).into())]);
    let lengths = (0..=NOTE_MAX).rev().step_by(50);
    lengths.map(line).find(|line| line.width() <= capacity).unwrap_or_default()
}

/// The conditional moves of a player as text, with controls to cancel lines; or why there are none.
fn view(language: Language, played: &Match, player: PlayerId, message: Text) -> View {
    let seat = played.seat_of(player);
    let tree = seat.map(|seat| &played.conditional_moves[seat.index()]).filter(|tree| !tree.is_empty());
    let mut text = if message.is_empty() { message } else { message.then("\n") };
    let Some(tree) = tree else {
        let key = match (played.status == Status::Running, played.to_move() == seat) {
            (false, _) => "play-over",
            (true, true) => "plan-your-turn",
            (true, false) => "plan-none",
        };
        text.push(localize(language, key, &[]));
        return View::text(text);
    };
    let lines = tree.lines();
    text.push(localize(language, "plan-title", &[]));
    // Leaves room for the ellipsis.
    let capacity = (TEXT_MAX - 10).saturating_sub(text.width()) / lines.len();
    for (number, line) in (1..).zip(&lines) {
        let head = format!("\n{number}. ");
        let line = line_view(line, capacity.saturating_sub(head.len()));
        text.push(head);
        text.push(line);
    }
    let options: Vec<(String, String)> =
        (1..).zip(&lines).map(|(number, line)| (line_hash(line), format!("{number}. {}", line.join(" → ")))).collect();
    let menus = options.chunks(MENU_MAX).take(MENUS_MAX).enumerate().map(|(menu, options)| Menu {
        action: CANCEL_LINE.on(played).with(menu),
        hint: label(language, "plan-cancel", &[]),
        options: options.to_vec(),
    });
    let all = button(language, "button-cancel-all", CANCEL_LINES.on(played), ButtonStyle::Secondary);
    View { menus: menus.collect(), buttons: vec![all], ..View::text(text) }
}

/// A line as it could be typed, in at most `limit` characters. Moves consist of letters, digits, commas and `~`.
fn line_view(line: &[String], limit: usize) -> Text {
    let text = line.join(" → ");
    let capacity = limit.saturating_sub(2);
    if text.chars().count() <= capacity {
        return Text::code(text);
    }
    Text::code(text.chars().take(capacity.saturating_sub(1)).chain(['…']).collect::<String>())
}

/// A hash (FNV-1a) that identifies a line in a menu value, which has few characters. The number of the line could refer
/// to another line after a cancellation.
fn line_hash(line: &[String]) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", line.join(" ").bytes().fold(0xcbf2_9ce4_8422_2325, step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_fits_its_capacity_whatever_is_in_it() {
        for note in ["*".repeat(NOTE_MAX), "@".repeat(NOTE_MAX), "à la carte ".repeat(90), "://".repeat(333)] {
            for capacity in [0, 30, 100, 1_500, TEXT_MAX] {
                assert!(note_in(Language::En, &note, capacity).width() <= capacity);
            }
            assert!(note_in(Language::En, &note, TEXT_MAX).width() > NOTE_MAX);
        }
    }

    #[test]
    fn every_line_has_its_own_hash() {
        let lines: Vec<Vec<String>> = (0..500).map(|number| vec![format!("a{number}"), "b2".to_owned()]).collect();
        let hashes: std::collections::BTreeSet<String> = lines.iter().map(|line| line_hash(line)).collect();
        assert_eq!(hashes.len(), lines.len());
        assert_ne!(line_hash(&["a1".into(), "b2".into()]), line_hash(&["a1b2".into()]));
    }
}
