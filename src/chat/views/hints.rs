//! Hints as text.

use super::board::{button, play_button};
use super::pictures::{PictureOptions, PictureRenderer};
use super::worded_hint::WordedHint;
use crate::chat::custom_id::MatchAction;
use crate::chat::hint_stage::HintStage;
use crate::chat::text::Text;
use crate::chat::texts::localize;
use crate::chat::view::{ButtonStyle, View};
use crate::service::Match;

/// A hint up to this stage, with a picture and a button for the next stage or for the move itself.
pub async fn view(
    pictures: &PictureRenderer,
    options: &PictureOptions,
    played: &Match,
    names: &[String; 2],
    worded_hint: &WordedHint,
    stage: HintStage,
) -> View {
    let language = options.language;
    let title = localize(language, "hint-title", &[("stage", &(stage as usize + 1).to_string())]);
    let mut text = title;
    for sentence in &worded_hint.sentences[..=stage as usize] {
        text.push_line(Text::from_markup(sentence));
    }
    let buttons = match stage.next() {
        Some(next) => vec![button(language, played, "button-more", MatchAction::Hint(next), ButtonStyle::Secondary)],
        None => vec![play_button(language, played, &worded_hint.best, MatchAction::Confirm(worded_hint.best.clone()))],
    };
    let attachment = pictures.hint(options, played, names, worded_hint, stage).await;
    View { text, attachments: attachment.into_iter().collect(), buttons, ..View::default() }
}
