//! Handles the start page of the help.

use super::request_handler::RequestHandler;
use crate::chat::custom_id::HelpTopic;
use crate::chat::request::{GameOptions, Request};
use crate::chat::texts::about::help;
use crate::chat::texts::localize;
use crate::chat::view::{Answer, View};
use crate::service::{Level, Pauses, ServiceError};

/// The level of a game that begins on the start page.
const FIRST_LEVEL: Level = Level::SECOND;

impl RequestHandler {
    /// Continues with a topic of the start page. `game` is what its menu gives; empty for a button.
    pub(super) async fn help_topic(
        &self,
        request: &Request,
        topic: HelpTopic,
        game: &str,
    ) -> Result<Answer, ServiceError> {
        let language = request.requester.language;
        match topic {
            HelpTopic::Rules => self.rules(&request.requester, game).await,
            HelpTopic::Play => {
                if let Some(obstacles) = self.obstacles_here(request, false).await? {
                    return Ok(obstacles);
                }
                let options = GameOptions {
                    setup: Vec::new(),
                    side: None,
                    hints: true,
                    rated: false,
                    control: None,
                    pauses: Pauses::ALL,
                };
                self.play_engine(request, game, FIRST_LEVEL, &options).await
            }
            HelpTopic::Challenge => Ok(Answer::Private(View::text(localize(language, "help-challenge", &[])))),
            HelpTopic::Commands => {
                Ok(Answer::Private(View::text(help(language, self.service().is_across_platforms()))))
            }
        }
    }
}
