//! Hints as text.

use super::board::{CONFIRM, button, play_button};
use super::pictures::{PictureOptions, PictureRenderer};
use super::worded_hint::WordedHint;
use crate::chat::custom_id::{Pattern, Pressed};
use crate::chat::hint_stage::HintStage;
use crate::chat::text::Text;
use crate::chat::texts::localize;
use crate::chat::view::{ButtonStyle, View};
use crate::service::Match;

/// Shows a further stage of a hint.
pub const FURTHER: Pattern<Pressed> = Pattern::new("hint @ 2|3");

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
        Some(next) => {
            vec![button(language, "button-more", FURTHER.on(played).with(next as usize + 1), ButtonStyle::Secondary)]
        }
        None => vec![play_button(language, &worded_hint.best, CONFIRM.on(played).with(&worded_hint.best))],
    };
    let attachment = pictures.hint(options, played, names, worded_hint, stage).await;
    View { text, attachments: attachment.into_iter().collect(), buttons, ..View::default() }
}
