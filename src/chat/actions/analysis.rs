//! Handles requests for hints and analyses by the engine.

use super::action::{Actions, ButtonAction, Command, CommandRun, Conduct, FormAction};
use super::handler::RequestHandler;
use crate::chat::hint_stage::HintStage;
use crate::chat::player_names::names;
use crate::chat::request::{Request, Requester};
use crate::chat::text::Text;
use crate::chat::texts::{Language, localize};
use crate::chat::view::{Answer, View};
use crate::chat::views::hints;
use crate::chat::views::worded_hint::WordedHint;
use crate::chat::views::{analysis_view, board};
use crate::engine::{HintError, SearchPriority, SearchRequester, hints as engine_hints};
use crate::service::{
    CostlyRequest, Hint, Match, MatchAnalysis, MatchFilter, PlayError, ServiceError, Status, StorageError,
};

const HINTING: Conduct = Conduct::PRIVATE.costing(CostlyRequest::Hint);

pub(super) const HINT: Command = Command::new(
    "hint",
    &[],
    HINTING,
    CommandRun::InMatch(MatchFilter::Running, |call, found| {
        Box::pin(async move {
            call.handler.hint(&call.request.requester, &found, HintStage::Region).await.map(Answer::Private)
        })
    }),
);

pub(super) const COACH: Command = Command::new(
    "coach",
    &[],
    HINTING,
    CommandRun::InMatch(MatchFilter::Running, |call, found| {
        Box::pin(async move { call.handler.coach(&call.request.requester, &found).await.map(Answer::Private) })
    }),
);

const ANALYSING: Conduct = Conduct::PRIVATE.costing(CostlyRequest::Analysis);

pub(super) const ANALYSE: Command = Command::new(
    "analyse",
    &[],
    ANALYSING,
    CommandRun::InMatch(MatchFilter::Finished, |call, found| {
        Box::pin(async move { call.handler.analyse(call.request, &found).await.map(Answer::Private) })
    }),
);

pub(super) const ACTIONS: Actions = Actions {
    buttons: &[
        ButtonAction::in_match(board::HINT, HINTING, |press, found, ply| {
            Box::pin(async move {
                found.check_hint(press.request.requester.id, Some(ply))?;
                let hint = press.handler.hint(&press.request.requester, &found, HintStage::Region);
                hint.await.map(Answer::Private)
            })
        }),
        // Each stage replaces the previous one in the same private message. All stages come from one search, so only the
        // first counts as a hint.
        ButtonAction::in_match(hints::FURTHER, Conduct::UPDATE.costing(CostlyRequest::Picture), |press, found, ply| {
            Box::pin(async move {
                found.check_hint(press.request.requester.id, Some(ply))?;
                let is_last = press.arguments.first().is_some_and(|stage| stage == "3");
                let stage = if is_last { HintStage::Move } else { HintStage::Piece };
                press.handler.hint(&press.request.requester, &found, stage).await.map(Answer::Change)
            })
        }),
        ButtonAction::in_match(board::COACH, HINTING, |press, found, _| {
            Box::pin(async move { press.handler.coach(&press.request.requester, &found).await.map(Answer::Private) })
        }),
        ButtonAction::in_match(
            analysis_view::OPEN,
            Conduct::PRIVATE.costing(CostlyRequest::Picture),
            |press, found, _| {
                Box::pin(async move {
                    press.handler.analysis_page(&press.request.requester, &found, 1).await.map(Answer::Private)
                })
            },
        ),
        // Each page replaces the previous one in the same private message.
        ButtonAction::in_match(
            analysis_view::PAGE,
            Conduct::UPDATE.costing(CostlyRequest::Picture),
            |press, found, _| {
                Box::pin(async move {
                    let page = press.arguments.first().and_then(|page| page.parse().ok()).ok_or(PlayError::Unknown)?;
                    press.handler.analysis_page(&press.request.requester, &found, page).await.map(Answer::Change)
                })
            },
        ),
        ButtonAction::in_match(board::SEE_AGAIN, HINTING, |press, found, ply| {
            Box::pin(async move { press.handler.see_again(&press.request.requester, &found, ply).await })
        }),
        ButtonAction::in_match(board::ANALYSE, ANALYSING, |press, found, _| {
            Box::pin(async move { press.handler.analyse(press.request, &found).await.map(Answer::Private) })
        }),
    ],
    forms: &[FormAction::in_match(board::BEST, HINTING, |asked, found, ply| {
        Box::pin(async move {
            let view = asked.handler.best_after(&asked.request.requester, &found, ply, asked.text);
            view.await.map(Answer::Private)
        })
    })],
    ..Actions::NONE
};

impl RequestHandler {
    /// A hint up to this stage. A hint already given for this position is repeated.
    pub(super) async fn hint(
        &self,
        requester: &Requester,
        found: &Match,
        stage: HintStage,
    ) -> Result<View, ServiceError> {
        let seat = found.check_hint(requester.id, None)?;
        let queries = self.service().queries();
        let (ply, position) = (found.ply(), found.line.position());
        let stored = async || -> Result<Option<Hint>, StorageError> {
            Ok(queries.hint(found.id, ply, seat).await?.filter(|hint| hint.position == position))
        };
        let parse_worded = |hint: &Hint| serde_json::from_str::<WordedHint>(&hint.worded).ok();
        let mut known = stored().await?;
        let worded_hint = match known.as_ref().and_then(parse_worded) {
            Some(worded_hint) => worded_hint,
            None => {
                let advice = match self.hints().find(found, requester.id).await {
                    Ok(advice) => advice.ok_or(PlayError::Over)?,
                    Err(error) => return Ok(View::text(hint_error(requester.language, found, &error))),
                };
                // Another request may have stored its hint meanwhile; all stages refer to that move.
                known = stored().await?;
                known
                    .as_ref()
                    .and_then(parse_worded)
                    .unwrap_or_else(|| WordedHint::of(requester.language, found.line.game(), &advice))
            }
        };
        let furthest = known.map_or(0, |hint| hint.stage).max(stage as u8 + 1);
        let text = serde_json::to_string(&worded_hint).map_err(|error| StorageError::Failed(Box::new(error)))?;
        let requested_at = self.service().now();
        let hint = Hint { match_id: found.id, ply, seat, position, stage: furthest, worded: text, requested_at };
        self.service().store_hint(hint).await?;
        let names = names(self.service(), requester.language, found).await;
        Ok(hints::view(self.pictures(), &requester.picture_options(), found, &names, &worded_hint, stage).await)
    }

    /// The best move after tried moves, separated by semicolons, from a ply of a finished match.
    async fn best_after(
        &self,
        requester: &Requester,
        found: &Match,
        ply: usize,
        tried: &str,
    ) -> Result<View, ServiceError> {
        found.seat_of(requester.id).ok_or(PlayError::NotAPlayer)?;
        if found.status == Status::Running {
            return Err(PlayError::Running.into());
        }
        let mut position = found.at_ply(ply, false);
        let moves: Vec<&str> = tried.split(';').map(str::trim).filter(|text| !text.is_empty()).collect();
        position.line.play_all(&moves).map_err(PlayError::Refused)?;
        let advice = match self.hints().find(&position, requester.id).await {
            Ok(advice) => advice.ok_or(PlayError::Over)?,
            Err(error) => return Ok(View::text(hint_error(requester.language, found, &error))),
        };
        let names = names(self.service(), requester.language, found).await;
        Ok(analysis_view::best(self.pictures(), &requester.picture_options(), &position, &names, &advice).await)
    }

    /// Comments on the requester's last move.
    pub(super) async fn coach(&self, requester: &Requester, found: &Match) -> Result<View, ServiceError> {
        let played = found.check_coach(requester.id)?;
        let judged = match self.hints().judge_last(&played, requester.id).await {
            Ok(judged) => judged.ok_or(PlayError::NoMoves)?,
            Err(error) => return Ok(View::text(hint_error(requester.language, found, &error))),
        };
        let names = names(self.service(), requester.language, found).await;
        Ok(analysis_view::comment(self.pictures(), &requester.picture_options(), &played, &names, &judged).await)
    }

    /// Shows the mistake that decided a lost match, with what followed it and what was better; the replay at this ply, if
    /// the search does not find it again, for example because it is given less memory than before.
    async fn see_again(&self, requester: &Requester, found: &Match, ply: usize) -> Result<Answer, ServiceError> {
        let seat = found.seat_of(requester.id).ok_or(PlayError::NotAPlayer)?;
        let searcher = SearchRequester { people: [Some(requester.id), None], ..SearchRequester::of(found) };
        let permit = self.search_runner.queue().enqueue(SearchPriority::Hint, searcher).await;
        let turn = match self.search_runner.turning_point(&*found.line, seat, permit).await {
            Ok(turn) => turn.filter(|turn| turn.judged.ply == ply),
            Err(error) => {
                tracing::error!(game = %found.id, %error, "the search for a turning point panicked");
                None
            }
        };
        let Some(turn) = turn else {
            return self.replay_position(requester, found, ply).await.map(Answer::Private);
        };
        let names = names(self.service(), requester.language, found).await;
        let options = requester.picture_options();
        let view = analysis_view::again(self.pictures(), &options, found, &names, &turn.judged).await;
        Ok(Answer::Private(view))
    }

    /// Requests the analysis of a finished match, or shows its progress or its result.
    pub(super) async fn analyse(&self, request: &Request, found: &Match) -> Result<View, ServiceError> {
        let requester = &request.requester;
        let token = request.token_at(found.location.channel);
        let analysis = self.service().analyse(found, requester.id, token).await?;
        if analysis.positions.is_empty() && analysis.next(found).is_some() {
            return Ok(View::text(localize(requester.language, "analysis-requested", &[])));
        }
        Ok(self.page_of(requester, found, &analysis, 0).await)
    }

    /// A page of a stored analysis.
    async fn analysis_page(&self, requester: &Requester, found: &Match, page: usize) -> Result<View, ServiceError> {
        let analysis = self.service().queries().analysis(found.id).await?.ok_or(PlayError::Unknown)?;
        Ok(self.page_of(requester, found, &analysis, page).await)
    }

    async fn page_of(&self, requester: &Requester, found: &Match, analysis: &MatchAnalysis, page: usize) -> View {
        let names = names(self.service(), requester.language, found).await;
        let (options, reader) = (requester.picture_options(), found.seat_of(requester.id));
        analysis_view::page(self.pictures(), &options, found, &names, analysis, reader, page).await
    }
}

/// Why there is no hint, as text.
fn hint_error(language: Language, found: &Match, error: &HintError) -> Text {
    match error {
        HintError::TooMany => {
            localize(language, "hint-too-many", &[("most", &engine_hints::PER_PERSON_MAX.to_string())])
        }
        HintError::Busy => localize(language, "hint-busy", &[]),
        HintError::SearchPanicked(error) => {
            tracing::error!(game = %found.id, %error, "the search for a hint panicked");
            localize(language, "error-store", &[])
        }
    }
}
