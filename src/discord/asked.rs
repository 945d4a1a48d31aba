//! Answering an interaction: first that it was heard, then what it asked for.

use super::show;
use crate::chat::turns::outdated;
use crate::chat::{Answer, Conversation, Language, Manner, Request, View};
use serenity::all::{Builder, CreateInteractionResponse, CreateInteractionResponseMessage, Http, InteractionId};

/// An interaction that waits for its answer.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Its number.
    pub id: InteractionId,
    /// What allows to answer it, for fifteen minutes.
    pub token: &'a str,
}

impl Asked<'_> {
    /// Answers a request that came with this interaction. Discord wants to hear within three seconds that it was
    /// received, so what takes work is put off first.
    ///
    /// # Errors
    /// When Discord does not take the answer; it may have been given up in the meantime.
    pub async fn answer(
        self,
        http: &Http,
        conversation: &Conversation,
        request: &Request,
    ) -> Result<(), serenity::Error> {
        let manner = request.manner();
        match manner {
            Manner::AtOnce => {}
            Manner::Privately => {
                let later = CreateInteractionResponseMessage::new().ephemeral(true);
                self.respond(http, CreateInteractionResponse::Defer(later)).await?;
            }
            Manner::Changing => self.respond(http, CreateInteractionResponse::Acknowledge).await?,
        }
        let answer = conversation.answer(request).await;
        match (manner, answer) {
            (Manner::AtOnce, answer) => match at_once(&answer) {
                Some(response) => self.respond(http, response).await,
                None => Ok(()),
            },
            // A private answer to a pressed button leaves the message as it is.
            (Manner::Changing, Answer::Private(view)) => {
                show::followup(&view, true).execute(http, (None, self.token)).await.map(drop)
            }
            (_, Answer::Spent) => show::spent().execute(http, self.token).await.map(drop),
            (_, Answer::Private(view) | Answer::Public(view) | Answer::Change(view)) => self.edit(http, &view).await,
            // Forms are only ever given at once, and completions by the framework.
            (_, Answer::Ask(_) | Answer::Completions(_) | Answer::Nothing) => Ok(()),
        }
    }

    /// Says that a button or a form is not understood any more.
    ///
    /// # Errors
    /// When Discord does not take the answer.
    pub async fn is_outdated(self, http: &Http, language: Language) -> Result<(), serenity::Error> {
        let view = outdated(language);
        self.respond(http, CreateInteractionResponse::Message(show::response(&view, true))).await
    }

    async fn respond(self, http: &Http, response: CreateInteractionResponse) -> Result<(), serenity::Error> {
        response.execute(http, (self.id, self.token)).await
    }

    async fn edit(self, http: &Http, view: &View) -> Result<(), serenity::Error> {
        show::edit(view).execute(http, self.token).await.map(drop)
    }
}

fn at_once(answer: &Answer) -> Option<CreateInteractionResponse> {
    match answer {
        Answer::Public(view) => Some(CreateInteractionResponse::Message(show::response(view, false))),
        Answer::Private(view) => Some(CreateInteractionResponse::Message(show::response(view, true))),
        Answer::Change(view) => Some(CreateInteractionResponse::UpdateMessage(show::response(view, false))),
        Answer::Ask(form) => Some(CreateInteractionResponse::Modal(show::modal(form))),
        Answer::Spent | Answer::Completions(_) | Answer::Nothing => None,
    }
}
