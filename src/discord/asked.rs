//! Answering an interaction: first that it was heard, then what it asked for.

use super::show;
use crate::chat::{Answer, Conversation, Manner, Request, View};
use serenity::all::{
    AutocompleteChoice, Builder, CreateAutocompleteResponse, CreateInteractionResponse,
    CreateInteractionResponseMessage, Http, InteractionId,
};

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
        match request.what.manner() {
            Manner::AtOnce => {}
            Manner::Privately => {
                let later = CreateInteractionResponseMessage::new().ephemeral(true);
                self.respond(http, CreateInteractionResponse::Defer(later)).await?;
            }
            Manner::Changing => self.respond(http, CreateInteractionResponse::Acknowledge).await?,
        }
        let answer = conversation.answer(request).await;
        match (request.what.manner(), answer) {
            (Manner::AtOnce, answer) => self.respond(http, at_once(&answer)).await,
            // A private answer to a pressed button leaves the message as it is.
            (Manner::Changing, Answer::Private(view)) => {
                show::followup(&view).execute(http, (None, self.token)).await.map(drop)
            }
            (_, Answer::Private(view) | Answer::Public(view) | Answer::Change(view)) => self.edit(http, &view).await,
            // Forms and completions are only ever given at once.
            (_, Answer::Ask(_) | Answer::Completions(_)) => Ok(()),
        }
    }

    async fn respond(self, http: &Http, response: CreateInteractionResponse) -> Result<(), serenity::Error> {
        response.execute(http, (self.id, self.token)).await
    }

    async fn edit(self, http: &Http, view: &View) -> Result<(), serenity::Error> {
        show::edit(view).execute(http, self.token).await.map(drop)
    }
}

fn at_once(answer: &Answer) -> CreateInteractionResponse {
    match answer {
        Answer::Public(view) => CreateInteractionResponse::Message(show::response(view, false)),
        Answer::Private(view) => CreateInteractionResponse::Message(show::response(view, true)),
        Answer::Change(view) => CreateInteractionResponse::UpdateMessage(show::response(view, false)),
        Answer::Ask(form) => CreateInteractionResponse::Modal(show::modal(form)),
        Answer::Completions(texts) => {
            let choices = texts.iter().map(|text| AutocompleteChoice::new(text.clone(), text.clone()));
            CreateInteractionResponse::Autocomplete(CreateAutocompleteResponse::new().set_choices(choices.collect()))
        }
    }
}
