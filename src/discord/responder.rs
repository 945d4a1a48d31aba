//! Answering an interaction: first that it was heard, then what it asked for.

use super::messages::{self, FirstResponse};
use super::rest::{Rest, Retry};
use super::rest_error::RestError;
use crate::chat::texts::players::mention;
use crate::chat::views::board::outdated;
use crate::chat::{Answer, Language, Request, RequestHandler, ResponseMode, View};
use crate::service::DeliveryMode;
use serenity::all::{ChannelId, InteractionId, UserId};
use std::future::Future;
use std::time::Duration;
use tokio::time::Instant;

/// Discord waits three seconds for the first response; some of them are over when an interaction arrives.
const FIRST_RESPONSE: Duration = Duration::from_millis(2_800);
/// One try of the first response takes no longer, so that there can be another.
const FIRST_TRY: Duration = Duration::from_millis(1_200);
/// An answer after the first response is tried so long, as long as somebody may be looking at it.
const ANSWER: Duration = Duration::from_secs(20);
/// One try of such an answer takes no longer.
const ANSWER_TRY: Duration = Duration::from_secs(10);
/// Each of the other ways to tell somebody is tried so long.
const OTHER_WAY: Duration = Duration::from_secs(5);

/// Discord's code for an interaction that has had its first response.
const ALREADY_ACKNOWLEDGED: i64 = 40_060;

/// An interaction that waits for its answer.
#[derive(Clone, Copy, Debug)]
pub struct InteractionResponder<'a> {
    id: InteractionId,
    token: &'a str,
    /// When it arrived.
    heard: Instant,
}

/// A try that is given up after a time.
async fn within<T>(most: Duration, tried: impl Future<Output = Result<T, RestError>>) -> Result<T, RestError> {
    let late = || RestError::Unreachable("it took too long".to_owned());
    tokio::time::timeout(most, tried).await.unwrap_or_else(|_| Err(late()))
}

impl<'a> InteractionResponder<'a> {
    /// An interaction that has just arrived: its number, and the token that allows to answer it for fifteen minutes.
    pub fn now(id: InteractionId, token: &'a str) -> Self {
        InteractionResponder { id, token, heard: Instant::now() }
    }

    /// Answers a request that came with this interaction. Discord wants to hear within three seconds that it was
    /// received, so what takes work is put off first.
    ///
    /// # Errors
    /// When Discord does not take the answer, however often it is tried. When it did not take the first response,
    /// nothing was done; a challenge that was to be shown by it is taken back.
    pub async fn answer(self, rest: &Rest, conversation: &RequestHandler, request: &Request) -> Result<(), RestError> {
        let manner = request.response_mode();
        match manner {
            ResponseMode::Immediate => return self.answer_at_once(rest, conversation, request).await,
            ResponseMode::DeferredPrivate => self.respond(rest, FirstResponse::Later).await?,
            ResponseMode::DeferredUpdate => self.respond(rest, FirstResponse::Heard).await?,
        }
        let view = match (manner, conversation.answer(request).await) {
            // A private answer to a pressed button leaves the message as it is.
            (ResponseMode::DeferredUpdate, Answer::Private(view)) => {
                let told = self.follow_up(rest, &view, ANSWER).await;
                return self.or_by_other_means(rest, request, &view, told).await;
            }
            (_, Answer::Spent) => return self.edit(rest, None).await,
            (_, Answer::Private(view) | Answer::Public(view) | Answer::Change(view) | Answer::Proposed(_, view)) => {
                view
            }
            // Forms are only ever given at once, and completions by the framework.
            (_, Answer::Ask(_) | Answer::Completions(_) | Answer::Nothing) => return Ok(()),
        };
        let told = match self.edit(rest, Some(&view)).await {
            Ok(()) => return Ok(()),
            // The message to be changed may be gone, or take no change; another may do.
            Err(_) => self.follow_up(rest, &view, OTHER_WAY).await,
        };
        self.or_by_other_means(rest, request, &view, told).await
    }

    async fn answer_at_once(
        self,
        rest: &Rest,
        conversation: &RequestHandler,
        request: &Request,
    ) -> Result<(), RestError> {
        let answer = conversation.answer(request).await;
        let (first, proposed) = match &answer {
            Answer::Public(view) => (FirstResponse::Message(view, false), None),
            Answer::Proposed(id, view) => (FirstResponse::Message(view, false), Some(*id)),
            Answer::Private(view) => (FirstResponse::Message(view, true), None),
            Answer::Change(view) => (FirstResponse::Change(view), None),
            Answer::Ask(form) => (FirstResponse::Form(form), None),
            Answer::Spent | Answer::Completions(_) | Answer::Nothing => return Ok(()),
        };
        let told = self.respond(rest, first).await;
        if let (Err(_), Some(id)) = (&told, proposed) {
            conversation.withdraw(id, request.requester.id).await;
        }
        told
    }

    /// Says that a button or a form is not understood any more.
    ///
    /// # Errors
    /// When Discord does not take the answer.
    pub async fn is_outdated(self, rest: &Rest, language: Language) -> Result<(), RestError> {
        self.respond(rest, FirstResponse::Message(&outdated(language), true)).await
    }

    /// Gives the first response, and again when it did not arrive, as long as Discord waits for it. Discord takes one; so
    /// when it has one already, it is ours whose arrival was not confirmed, unless this is the first try: then somebody
    /// else answers, or the interaction came twice.
    async fn respond(self, rest: &Rest, first: FirstResponse<'_>) -> Result<(), RestError> {
        let mut retry = Retry::until(self.heard + FIRST_RESPONSE);
        let mut is_first = true;
        loop {
            match within(FIRST_TRY, rest.respond(self.id, self.token, &first)).await {
                Err(error) if error.code() == Some(ALREADY_ACKNOWLEDGED) && !is_first => return Ok(()),
                Err(error) if retry.again(&error).await => is_first = false,
                told => return told,
            }
        }
    }

    /// Gives the answer that was put off, or changes the message; without a view, its buttons are taken off.
    async fn edit(self, rest: &Rest, view: Option<&View>) -> Result<(), RestError> {
        let mut retry = Retry::until(Instant::now() + ANSWER);
        let nothing = View::default();
        loop {
            let edit = view.map_or_else(messages::spent, messages::edit);
            match within(ANSWER_TRY, rest.edit_response(self.token, edit, view.unwrap_or(&nothing))).await {
                Err(error) if retry.again(&error).await => {}
                told => return told.map(drop),
            }
        }
    }

    /// A further message for the requester alone.
    async fn follow_up(self, rest: &Rest, view: &View, patience: Duration) -> Result<(), RestError> {
        let mut retry = Retry::until(Instant::now() + patience);
        loop {
            match within(ANSWER_TRY, rest.follow_up(self.token, view, true)).await {
                Err(error) if retry.again(&error).await => {}
                told => return told.map(drop),
            }
        }
    }

    /// What became of a move is told by direct message when it could not be told otherwise, and where the game is played
    /// when that is refused.
    async fn or_by_other_means(
        self,
        rest: &Rest,
        request: &Request,
        view: &View,
        told: Result<(), RestError>,
    ) -> Result<(), RestError> {
        let Err(error) = told else { return Ok(()) };
        if !request.is_move() || request.requester.id.0 == 0 || request.context.id.0 == 0 {
            return Err(error);
        }
        tracing::warn!(%error, "what became of a move is told another way");
        let line = View::text(view.text.clone());
        if write_to(rest, UserId::new(request.requester.id.0), &line).await.is_ok() {
            return Ok(());
        }
        // Where the bot is no member it can only answer.
        if request.context.reach == DeliveryMode::InteractionOnly {
            return Err(error);
        }
        let line = View::text(format!("{} {}", mention(request.requester.id), view.text));
        post(rest, ChannelId::new(request.context.id.0), &line).await
    }
}

/// Writes to a person by direct message.
async fn write_to(rest: &Rest, person: UserId, line: &View) -> Result<(), RestError> {
    let mut retry = Retry::until(Instant::now() + OTHER_WAY);
    loop {
        match within(ANSWER_TRY, rest.open_direct(person)).await {
            Ok(channel) => return post(rest, channel, line).await,
            Err(error) if retry.again(&error).await => {}
            Err(error) => return Err(error),
        }
    }
}

async fn post(rest: &Rest, channel: ChannelId, line: &View) -> Result<(), RestError> {
    let mut retry = Retry::until(Instant::now() + OTHER_WAY);
    loop {
        match within(ANSWER_TRY, rest.post(channel, line, |message| message)).await {
            Err(error) if retry.again(&error).await => {}
            told => return told.map(drop),
        }
    }
}
