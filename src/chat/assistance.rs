//! Answers requests for the engine's help: hints and analyses.

use super::conversation::Conversation;
use super::hints::{self, Stage, Told};
use super::players::names;
use super::reports;
use super::request::{Person, Request};
use super::texts::{Language, say};
use super::view::View;
use crate::engines::{HintError, hints as engine_hints};
use crate::play::{DeskError, Hint, KeepError, Match, PlayError};

impl Conversation {
    /// A hint as far as this stage. What was told about this position before is told again.
    pub(super) async fn hint(&self, person: &Person, found: &Match, stage: Stage) -> Result<View, DeskError> {
        let seat = found.check_hint(person.id, None)?;
        let keep = self.desk().keep();
        let (ply, position) = (found.ply(), found.line.position());
        let stored = async || -> Result<Option<Hint>, KeepError> {
            Ok(keep.hint(found.id, ply, seat).await?.filter(|hint| hint.position == position))
        };
        let worded = |hint: &Hint| serde_json::from_str::<Told>(&hint.told).ok();
        let mut known = stored().await?;
        let told = match known.as_ref().and_then(worded) {
            Some(told) => told,
            None => {
                let advice = match self.hints().advise(found, person.id).await {
                    Ok(advice) => advice.ok_or(PlayError::Over)?,
                    Err(error) => return Ok(View::text(hint_error(person.language, found, &error))),
                };
                // Another request may have stored its hint meanwhile; all stages are about that move.
                known = stored().await?;
                known.as_ref().and_then(worded).unwrap_or_else(|| Told::of(person.language, &advice))
            }
        };
        let furthest = known.map_or(0, |hint| hint.stage).max(stage as u8 + 1);
        let text = serde_json::to_string(&told).map_err(|error| KeepError::Failed(Box::new(error)))?;
        let asked_at = self.desk().now();
        keep.keep_hint(&Hint { game: found.id, ply, seat, position, stage: furthest, told: text, asked_at }).await?;
        let names = names(self.desk(), person.language, found).await;
        Ok(hints::view(self.studio(), &person.wanted(), found, &names, &told, stage).await)
    }

    /// Has a match that is over analysed; or says how far that has come, or what came of it.
    pub(super) async fn analyse(&self, asked: &Request, found: &Match) -> Result<View, DeskError> {
        let language = asked.person.language;
        let analysis = self.desk().analyse(found, asked.person.id, asked.token.as_ref()).await?;
        let names = names(self.desk(), language, found).await;
        Ok(reports::view(self.studio(), &asked.person.wanted(), found, &names, &analysis).await)
    }
}

/// Why there is no hint, in words.
fn hint_error(language: Language, found: &Match, error: &HintError) -> String {
    match error {
        HintError::TooMany => say(language, "hint-too-many", &[("most", &engine_hints::PERSON_MAX.to_string())]),
        HintError::Busy => say(language, "hint-busy", &[]),
        HintError::BrokeOff(error) => {
            tracing::error!(game = %found.id, %error, "no hint was found");
            say(language, "error-store", &[])
        }
    }
}
