//! Carries out requests and returns the answers.

use super::action::{ButtonRun, Call, Choice, CommandRun, Company, FormRun, MenuRun, Outcome, Press, Submission};
use super::handler::RequestHandler;
use super::list;
use crate::chat::request::{Request, RequestKind, Requester};
use crate::chat::texts::error_texts::service_error;
use crate::chat::view::{Answer, Subject, View};
use crate::chat::views::pictures::PictureRenderer;
use crate::engine::{HintSearches, SearchRunner};
use crate::metrics::record::{self, FAILED};
use crate::service::{
    Action, ChallengeError, EventOutcome, GameService, Match, MatchFilter, MatchId, PlayError, RequestLimiter,
    RequestLimits, ServiceError,
};
use std::time::Instant;

/// What became of a request whose event had been handled before, in metrics.
const REPEATED: &str = "repeated";

impl RequestHandler {
    /// Creates a request handler for a game service, without limits of costly requests.
    pub fn new(service: GameService, pictures: PictureRenderer, search_runner: SearchRunner) -> Self {
        let hints = HintSearches::new(search_runner.clone());
        let commands = list::commands(service.catalog(), service.is_across_platforms()).into();
        let limiter = RequestLimiter::new(RequestLimits::NONE);
        RequestHandler { service, pictures, search_runner, hints, limiter, commands }
    }

    /// The same with these limits of costly requests. Nothing has been counted yet.
    #[must_use]
    pub fn with_limits(self, limits: RequestLimits) -> Self {
        RequestHandler { limiter: RequestLimiter::new(limits), ..self }
    }

    /// Answers a request. Errors become an answer to the requester. A request whose event has been handled before
    /// changes nothing and is answered from what it has led to.
    pub async fn answer(&self, request: &Request) -> Answer {
        let started = Instant::now();
        let (answer, outcome) = Box::pin(self.answer_with_outcome(request)).await;
        record::interaction(request.kind.name(), outcome, started.elapsed());
        answer
    }

    /// Answers a request. Also returns what became of it, in metrics.
    async fn answer_with_outcome(&self, request: &Request) -> (Answer, &'static str) {
        let Some(event) = &request.event else { return Box::pin(self.answer_first(request)).await };
        let service = self.service.for_event(event.clone(), request.requester.id);
        match service.earlier_outcome().await {
            // The person may have been stored again for this request, and is erased again.
            Ok(None | Some(EventOutcome::Erased)) => {}
            Ok(Some(outcome)) => return (Box::pin(self.answer_again(request, outcome)).await, REPEATED),
            // The change itself still finds out.
            Err(error) => tracing::error!(%error, "the inbox could not be read"),
        }
        Box::pin(RequestHandler { service, ..self.clone() }.answer_first(request)).await
    }

    /// Answers a request whose event has not been handled before.
    async fn answer_first(&self, request: &Request) -> (Answer, &'static str) {
        let Requester { id, name, language, .. } = &request.requester;
        // A message does not carry its author's locale, so the stored one stays.
        let locale = (!matches!(request.kind, RequestKind::BoardReply { .. })).then(|| language.code());
        if let Err(error) = self.service.update_player(*id, name, locale).await {
            tracing::error!(%error, "storage failed");
        }
        let request = &self.with_preferences(request).await;
        match self.attempt(request).await {
            Ok(answer) => (answer, "answered"),
            Err(error) if error.is_failure() => (self.refusal(request, &error).await, FAILED),
            Err(error) => match self.service.outcome_elsewhere().await {
                // Another delivery of the event was faster.
                Ok(Some(outcome)) => (Box::pin(self.answer_again(request, outcome)).await, REPEATED),
                Ok(None) => (self.refusal(request, &error).await, "refused"),
                Err(error) => (self.refusal(request, &error).await, FAILED),
            },
        }
    }

    async fn attempt(&self, request: &Request) -> Result<Answer, ServiceError> {
        let conduct = request.kind.conduct();
        if let Some(cost) = conduct.cost {
            self.limiter.admit(cost, request.requester.id, request.context.server, self.service.now())?;
        }
        if let Some(company) = conduct.begins_game
            && let Some(obstacles) = self.obstacles_here(request, company == Company::People).await?
        {
            return Ok(obstacles);
        }
        match self.carry_out(request).await? {
            // What follows is shown elsewhere.
            Answer::Confirmed(_) if request.uses_up_buttons() => Ok(Answer::Spent),
            answer => Ok(answer),
        }
    }

    /// Calls the function of the action.
    async fn carry_out(&self, request: &Request) -> Result<Answer, ServiceError> {
        let (handler, unknown) = (self, PlayError::Unknown);
        match &request.kind {
            RequestKind::Command(path, given) => {
                let call = Call { handler, request, given };
                match list::command(path).ok_or(unknown)?.run {
                    CommandRun::Anywhere(run) => run(call).await,
                    CommandRun::InMatch(filter, run) => self.carry_out_here(call, filter, run).await,
                    CommandRun::InMatchOrElse(filter, run, otherwise) => {
                        match self.carry_out_here(call, filter, run).await {
                            Err(ServiceError::Play(PlayError::Unknown)) => {
                                Ok(otherwise(call).await?.ok_or(PlayError::Unknown)?)
                            }
                            answer => answer,
                        }
                    }
                }
            }
            RequestKind::ButtonPressed { action, message } | RequestKind::Reacted { action, message } => {
                let press = Press { handler, request, arguments: action.arguments(), message };
                match list::button(action).ok_or(unknown)?.run {
                    ButtonRun::Anywhere(run) => run(press).await,
                    ButtonRun::InMatch(run) => {
                        let (found, ply) = self.find_board(action.at()).await?;
                        let id = found.id;
                        run(press, found, ply).await.map(|answer| about(id, answer))
                    }
                    ButtonRun::OpensForm(run) => run(press).await.map(Answer::OpenForm),
                    ButtonRun::OpensFormInMatch(run) => {
                        let (found, ply) = self.find_board(action.at()).await?;
                        run(press, found, ply).await.map(Answer::OpenForm)
                    }
                }
            }
            RequestKind::OptionChosen { action, value } => {
                let choice = Choice { handler, request, arguments: action.arguments(), value };
                match list::menu(action).ok_or(unknown)?.run {
                    MenuRun::Anywhere(run) => run(choice).await,
                    MenuRun::InMatch(run) => {
                        let (found, ply) = self.find_board(action.at()).await?;
                        let id = found.id;
                        run(choice, found, ply).await.map(|answer| about(id, answer))
                    }
                }
            }
            RequestKind::FormSubmitted { action, text } => {
                let submission = Submission { handler, request, arguments: action.arguments(), text };
                match list::form(action).ok_or(unknown)?.run {
                    FormRun::Anywhere(run) => run(submission).await,
                    FormRun::InMatch(run) => {
                        let (found, ply) = self.find_board(action.at()).await?;
                        let id = found.id;
                        run(submission, found, ply).await.map(|answer| about(id, answer))
                    }
                }
            }
            // The board that follows is answer enough.
            RequestKind::BoardReply { match_id, ply, text } => {
                let found = self.service.find(*match_id).await?;
                self.act_on(request, &found, Some(*ply), &Action::Move(text.clone())).await.map(|_| Answer::Nothing)
            }
            RequestKind::Complete { completion, text } => {
                Ok(Answer::Completions(self.complete(&request.requester, &request.context, *completion, text).await))
            }
        }
    }

    /// Runs a command on the match that is played where the command was given.
    async fn carry_out_here(
        &self,
        call: Call<'_>,
        filter: MatchFilter,
        run: for<'a> fn(Call<'a>, Match) -> Outcome<'a>,
    ) -> Result<Answer, ServiceError> {
        let (place, person) = (call.request.context.id, call.request.requester.id);
        let found = self.service.find_at(place, person, filter).await?;
        let id = found.id;
        run(call, found).await.map(|answer| about(id, answer))
    }

    /// The match that a custom id names, and the ply of its board.
    async fn find_board(&self, at: Option<(MatchId, usize)>) -> Result<(Match, usize), ServiceError> {
        let (id, ply) = at.ok_or(PlayError::Unknown)?;
        Ok((self.service.find(id).await?, ply))
    }

    /// The answer to a request that failed.
    async fn refusal(&self, request: &Request, error: &ServiceError) -> Answer {
        let Request { requester, kind, .. } = request;
        // A refusal may quote the secret.
        let answer = if kind.conduct().is_secret { Answer::Private } else { Answer::Reply };
        let worded = |error: &ServiceError| answer(View::text(service_error(requester.language, error)));
        match (kind, error) {
            (RequestKind::Complete { .. }, _) => Answer::Completions(Vec::new()),
            (RequestKind::Reacted { .. }, error) if error.is_about_others() => Answer::Nothing,
            (_, ServiceError::Challenge(ChallengeError::AlreadyOpen(id))) => {
                self.already_open(requester, *id).await.unwrap_or_else(|error| worded(&error))
            }
            _ => worded(error),
        }
    }
}

/// Marks an answer that others can read as a message about this match, so that it is removed with the rest.
fn about(id: MatchId, answer: Answer) -> Answer {
    let of_match = |view: View| View { subject: view.subject.or(Some(Subject::Match(id))), ..view };
    match answer {
        Answer::Reply(view) => Answer::Reply(of_match(view)),
        Answer::Public(view) => Answer::Public(of_match(view)),
        answer => answer,
    }
}
