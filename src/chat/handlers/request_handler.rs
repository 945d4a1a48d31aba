//! Dispatches requests to their handlers and returns the answers.

use crate::chat::commands::{ACROSS_PLATFORMS, CommandSpec, commands};
use crate::chat::custom_id::{ButtonAction, MatchAction};
use crate::chat::hint_stage::HintStage;
use crate::chat::request::{BoardForm, Command, Request, RequestKind, Requester};
use crate::chat::texts::about::about;
use crate::chat::texts::error_texts::service_error;
use crate::chat::texts::players::{engine, names};
use crate::chat::texts::{label, localize, localize_in};
use crate::chat::view::{Answer, Form, View};
use crate::chat::views::board;
use crate::chat::views::challenges;
use crate::chat::views::command_help::command_help;
use crate::chat::views::help_page;
use crate::chat::views::pictures::PictureRenderer;
use crate::chat::views::standings;
use crate::engine::{HintSearches, SearchRunner};
use crate::metrics::record::{self, FAILED};
use crate::service::lobby::challenge::named_game;
use crate::service::{
    Action, ChallengeError, EventOutcome, GameService, Match, MatchFilter, MatchId, MessageId, PlayError,
    RequestLimiter, RequestLimits, ServiceError, Status,
};
use std::sync::Arc;
use std::time::Instant;

/// What became of a request whose event had been handled before, in metrics.
const REPEATED: &str = "repeated";

/// Answers requests. Cheap to clone.
#[derive(Clone)]
pub struct RequestHandler {
    service: GameService,
    pictures: PictureRenderer,
    search_runner: SearchRunner,
    hints: HintSearches,
    limiter: RequestLimiter,
    commands: Arc<[CommandSpec]>,
}

impl RequestHandler {
    /// Creates a request handler for a game service.
    pub fn new(service: GameService, pictures: PictureRenderer, search_runner: SearchRunner) -> Self {
        let hints = HintSearches::new(search_runner.clone());
        let is_offered =
            |command: &CommandSpec| service.is_across_platforms() || !ACROSS_PLATFORMS.contains(&command.name);
        let commands = commands(service.catalog()).into_iter().filter(is_offered).collect();
        RequestHandler { service, pictures, search_runner, hints, limiter: RequestLimiter::default(), commands }
    }

    /// The same with other limits of costly requests than the usual ones. Nothing has been counted yet.
    #[must_use]
    pub fn with_limits(self, limits: RequestLimits) -> Self {
        RequestHandler { limiter: RequestLimiter::new(limits), ..self }
    }

    /// The game service.
    pub fn service(&self) -> &GameService {
        &self.service
    }

    /// All commands.
    pub fn commands(&self) -> &Arc<[CommandSpec]> {
        &self.commands
    }

    /// The picture renderer.
    pub(in crate::chat) fn pictures(&self) -> &PictureRenderer {
        &self.pictures
    }

    /// The hint searches.
    pub(in crate::chat) fn hints(&self) -> &HintSearches {
        &self.hints
    }

    /// The search runner.
    pub fn search_runner(&self) -> SearchRunner {
        self.search_runner.clone()
    }

    /// Answers a request. Errors become an answer to the requester. A request whose event has been handled before changes
    /// nothing and is answered from what it has led to.
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
        if let Err(error) = self.service.storage().update_player(*id, name, locale).await {
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
        let Request { requester, kind, .. } = request;
        if let Some(cost) = kind.cost() {
            self.limiter.admit(cost, requester.id, request.context.server, self.service.now())?;
        }
        match kind {
            RequestKind::Command(command) => self.command(request, command).await,
            RequestKind::ButtonPressed { action, message } | RequestKind::Reacted { action, message } => {
                self.press(request, action, message).await
            }
            RequestKind::OptionChosen {
                action: ButtonAction::InMatch { game, ply, action: MatchAction::Pick { picked, .. } },
                value,
            } => {
                let picks = [&picked[..], std::slice::from_ref(value)].concat();
                self.pick(request, &self.service.find(*game).await?, *ply, picks).await
            }
            RequestKind::OptionChosen {
                action: ButtonAction::InMatch { game, ply, action: MatchAction::CancelLine { .. } },
                value,
            } => self.cancel_lines(request, *game, *ply, Some(value)).await,
            RequestKind::OptionChosen { action: ButtonAction::Set(setting), value } => {
                self.set_preference(requester, *setting, value).await
            }
            RequestKind::OptionChosen { action: ButtonAction::Help(topic), value } => {
                self.help_topic(request, *topic, value).await
            }
            RequestKind::OptionChosen { action: ButtonAction::ReplayListed, value } => {
                self.replay_listed(requester, value).await
            }
            RequestKind::OptionChosen { action: ButtonAction::Unblock(_), value } => {
                self.unblock(requester, value).await.map(Answer::Change)
            }
            RequestKind::FormSubmitted { action: ButtonAction::InMatch { game, ply, .. }, text } => {
                self.play_typed(request, &self.service.find(*game).await?, *ply, text).await
            }
            // The board that follows is answer enough.
            RequestKind::BoardReply { action: ButtonAction::InMatch { game, ply, .. }, text } => {
                self.act(request, *game, Some(*ply), &Action::Move(text.clone())).await.map(|_| Answer::Nothing)
            }
            RequestKind::OptionChosen { .. } | RequestKind::FormSubmitted { .. } | RequestKind::BoardReply { .. } => {
                Err(PlayError::Unknown.into())
            }
            RequestKind::Complete { completion, text } => {
                Ok(Answer::Completions(self.complete(requester, &request.context, *completion, text).await))
            }
        }
    }

    /// The answer to a request that failed.
    async fn refusal(&self, request: &Request, error: &ServiceError) -> Answer {
        let Request { requester, kind, .. } = request;
        let worded = |error: &ServiceError| Answer::Private(View::text(service_error(requester.language, error)));
        match (kind, error) {
            (RequestKind::Complete { .. }, _) => Answer::Completions(Vec::new()),
            (RequestKind::Reacted { .. }, error) if error.is_about_others() => Answer::Nothing,
            (_, ServiceError::Challenge(ChallengeError::AlreadyOpen(id))) => {
                self.already_open(requester, *id).await.unwrap_or_else(|error| worded(&error))
            }
            _ => worded(error),
        }
    }

    /// Performs an action in a match for the requester.
    pub(in crate::chat) async fn act(
        &self,
        request: &Request,
        id: MatchId,
        ply: Option<usize>,
        action: &Action,
    ) -> Result<Match, ServiceError> {
        // Lets the log name the match of a failed interaction.
        tracing::Span::current().record("game", id.0);
        self.service.act(id, request.requester.id, ply, action, request.token.as_ref()).await
    }

    /// Performs an action for the requester in a match that was found for this request.
    pub(in crate::chat) async fn act_on(
        &self,
        request: &Request,
        found: &Match,
        ply: Option<usize>,
        action: &Action,
    ) -> Result<Match, ServiceError> {
        tracing::Span::current().record("game", found.id.0);
        self.service.act_on(found, request.requester.id, ply, action, request.token.as_ref()).await
    }

    async fn command(&self, request: &Request, command: &Command) -> Result<Answer, ServiceError> {
        let Request { requester, context, .. } = request;
        let language = requester.language;
        let with_people = matches!(command, Command::Challenge { .. } | Command::Accept { .. });
        if request.kind.begins_game()
            && let Some(obstacles) = self.obstacles_here(request, with_people).await?
        {
            return Ok(obstacles);
        }
        match command {
            Command::Challenge { game, opponent, options, note } => {
                self.challenge(request, game, opponent.as_ref(), (options, note.as_deref())).await
            }
            Command::Accept { code } => self.accept_by_code(request, code).await,
            Command::Play { game, level, options } => self.play_engine(request, game, *level, options).await,
            Command::Rematch => self.rematch(request).await,
            Command::Link { code } => self.link(requester, code.as_deref()).await.map(Answer::Private),
            Command::Unlink => self.unlink_question(request).await.map(Answer::Private),
            Command::Move { text } => {
                let found = self.service.find_at(context.id, requester.id, MatchFilter::Running).await?;
                match text {
                    Some(text) => self.play_typed(request, &found, found.ply(), text).await,
                    None => self.steps(requester, &found, found.ply(), &[]).await.map(Answer::Private),
                }
            }
            Command::If { line } => self.conditional_moves(request, line.as_deref()).await,
            Command::Note { text } => self.note(request, text.as_deref()).await,
            Command::Board(form) => {
                let found = self.service.find_at(context.id, requester.id, MatchFilter::Running).await?;
                self.look(requester, &found, *form).await
            }
            Command::Games { past: false } => self.games(requester).await.map(Answer::Private),
            Command::Games { past: true } => self.past_games(requester, 0).await.map(Answer::Private),
            Command::Next => self.next(requester).await,
            Command::Settings => self.settings(requester).await.map(Answer::Private),
            Command::Times(times) => self.schedule(requester, times).await.map(Answer::Private),
            Command::Vacation { days, end } => self.vacation(requester, *days, *end).await.map(Answer::Private),
            Command::Reminders { wanted } => self.mute(request, !wanted).await,
            Command::ExportData => self.export_data(requester).await.map(Answer::Private),
            Command::DeleteData => self.delete_question(request).await.map(Answer::Private),
            Command::Block { other, remove } => {
                self.block(requester, other.as_ref(), *remove).await.map(Answer::Private)
            }
            Command::Server(options) => self.server(requester, context, options).await.map(Answer::Private),
            Command::EndGame { game } => self.end_game(requester, context, *game).await.map(Answer::Private),
            Command::Moves => {
                let found = self.service.find_at(context.id, requester.id, MatchFilter::Running).await?;
                let names = names(&self.service, language, &found).await;
                Ok(Answer::Private(board::moves(language, &found, &names)))
            }
            Command::Export => {
                let found = self.service.find_at(context.id, requester.id, MatchFilter::Running).await?;
                let names = names(&self.service, language, &found).await;
                Ok(Answer::Private(board::export(language, &found, &names)))
            }
            Command::Replay => {
                let found = self.service.find_at(context.id, requester.id, MatchFilter::Running).await?;
                self.open_replay(requester, &found).await
            }
            Command::Resign => {
                let found = self.service.find_at(context.id, requester.id, MatchFilter::Running).await?;
                self.resign_question(requester, &found).await
            }
            Command::Draw => {
                let found = self.service.find_at(context.id, requester.id, MatchFilter::Running).await?;
                self.draw_question(requester, &found)
            }
            Command::TakeBack => self.take_back(request).await,
            Command::Hint => {
                let found = self.service.find_at(context.id, requester.id, MatchFilter::Running).await?;
                self.hint(requester, &found, HintStage::Region).await.map(Answer::Private)
            }
            Command::Coach => {
                let found = self.service.find_at(context.id, requester.id, MatchFilter::Running).await?;
                self.coach(requester, &found).await.map(Answer::Private)
            }
            Command::Analyse => {
                let found = self.service.find_at(context.id, requester.id, MatchFilter::Finished).await?;
                self.analyse(request, &found).await.map(Answer::Private)
            }
            Command::Stats { player, game } => {
                self.stats(request, player.as_ref(), game.as_deref()).await.map(Answer::Private)
            }
            Command::Leaderboard { game } => self.leaderboard(request, game.as_deref()).await.map(Answer::Private),
            Command::Rules { game } => self.rules(requester, game).await,
            Command::Help { command: None } => Ok(Answer::Private(help_page::view(language, self.service.catalog()))),
            Command::Help { command: Some(name) } => {
                Ok(Answer::Private(View::text(command_help(&self.commands, language, name))))
            }
            Command::About => Ok(Answer::Private(View::text(about(language, self.service.catalog())))),
        }
    }

    pub(super) async fn rules(&self, requester: &Requester, game: &str) -> Result<Answer, ServiceError> {
        let language = requester.language;
        let game = named_game(self.service.catalog(), game)?;
        let attachments = self.pictures.examples(requester.picture_options(), game).await;
        let mut text = localize_in(game, language, "rules", &[]);
        for (number, (example, _)) in (1..).zip(game.examples()) {
            let caption = localize_in(game, language, &format!("example-{}", example.about), &[]);
            text.push(format!("\n{number}. "));
            text.push(caption);
        }
        Ok(Answer::Private(View { attachments, ..View::text(text) }))
    }

    /// The board, the opponent's open offer and the player's note.
    pub(in crate::chat) async fn look(
        &self,
        requester: &Requester,
        found: &Match,
        form: BoardForm,
    ) -> Result<Answer, ServiceError> {
        let language = requester.language;
        let names = names(&self.service, language, found).await;
        let mut view = if form == BoardForm::Letters {
            View { buttons: board::turn_buttons(language, found), ..View::text(board::letters(language, &*found.line)) }
        } else {
            let options = requester.picture_options().with_piece_names(form == BoardForm::PictureWithNames);
            board::board(&self.pictures, &options, found, &names, self.service.now(), None).await
        };
        standings::add_changes(&self.service, language, found, &mut view).await?;
        if let Some(offer) = board::offer(language, found, requester.id) {
            board::add_offer(&mut view, offer);
        }
        let note = self.note_saved(language, found, requester.id, view.text.width()).await;
        view.text.push(note);
        view.pings.clear();
        Ok(Answer::Private(view))
    }

    async fn resign_question(&self, requester: &Requester, found: &Match) -> Result<Answer, ServiceError> {
        found.seat_of(requester.id).ok_or(PlayError::NotAPlayer)?;
        if found.status != Status::Running {
            return Err(PlayError::Over.into());
        }
        let names = names(&self.service, requester.language, found).await;
        Ok(Answer::Private(board::resign_question(requester.language, found, requester.id, &names)))
    }

    /// Asks for confirmation before offering a draw. An offer that is not possible is refused at once, not after the
    /// confirmation.
    fn draw_question(&self, requester: &Requester, found: &Match) -> Result<Answer, ServiceError> {
        found.clone().act(requester.id, None, &Action::OfferDraw, (self.service.now(), 0))?;
        let seat = found.seat_of(requester.id).ok_or(PlayError::NotAPlayer)?;
        Ok(Answer::Private(board::draw_question(requester.language, found, seat)))
    }

    async fn draw(&self, request: &Request, game: MatchId, ply: usize) -> Result<Answer, ServiceError> {
        let language = request.requester.language;
        let played = self.act(request, game, Some(ply), &Action::OfferDraw).await?;
        let level = played.engine_seat().and_then(|seat| played.player(seat).level());
        let text = match level {
            _ if played.status != Status::Running => localize(language, "draw-agreed", &[]),
            None => localize(language, "draw-offered", &[]),
            Some(level) => localize(language, "draw-considered", &[("engine", &engine(language, level))]),
        };
        Ok(Answer::Change(View::text(text)))
    }

    async fn take_back(&self, request: &Request) -> Result<Answer, ServiceError> {
        let Request { requester, context, .. } = request;
        let found = self.service.find_at(context.id, requester.id, MatchFilter::Running).await?;
        let played = self.act_on(request, &found, None, &Action::RequestTakeBack).await?;
        let key = if played.ply() < found.ply() { "takeback-granted" } else { "takeback-done" };
        Ok(Answer::Private(View::text(localize(requester.language, key, &[]))))
    }

    async fn press(
        &self,
        request: &Request,
        action: &ButtonAction,
        message: &MessageId,
    ) -> Result<Answer, ServiceError> {
        let requester = &request.requester;
        match action {
            ButtonAction::Accept(id) => self.accept(request, *id, message).await,
            ButtonAction::AcceptListed(id) => self.accept_listed(request, *id).await,
            ButtonAction::Decline(id) | ButtonAction::Cancel(id) => {
                let is_cancel = matches!(action, ButtonAction::Cancel(_));
                let closed = self.service.close(*id, requester.id, is_cancel).await?;
                Ok(Answer::Change(challenges::challenge(
                    challenges::language(&closed),
                    self.service.catalog(),
                    &closed,
                    self.service.now(),
                )))
            }
            ButtonAction::Set(setting) => self.set_preference(requester, *setting, "").await,
            ButtonAction::StartVacation(days) => self.vacation(requester, Some(*days), false).await.map(Answer::Change),
            ButtonAction::EndVacation => self.vacation(requester, None, true).await.map(Answer::Change),
            ButtonAction::Unblock(_) => self.unblock(requester, "").await.map(Answer::Change),
            ButtonAction::DeleteData { removes_messages } => self.delete_data(request, *removes_messages).await,
            ButtonAction::ShowLink => self.continue_link(requester).await.map(Answer::Change),
            ButtonAction::ConfirmLink(code) => self.confirm_link(requester, code).await.map(Answer::Change),
            ButtonAction::Unlink => self.unlink(request).await.map(Answer::Change),
            ButtonAction::Help(topic) => self.help_topic(request, *topic, "").await,
            ButtonAction::PastGames(page) => self.past_games(requester, *page).await.map(Answer::Change),
            // Its menu gives the game.
            ButtonAction::ReplayListed => Err(PlayError::Unknown.into()),
            ButtonAction::InMatch { game, ply, action } => self.match_action(request, *game, *ply, action).await,
        }
    }

    async fn match_action(
        &self,
        request: &Request,
        game: MatchId,
        ply: usize,
        action: &MatchAction,
    ) -> Result<Answer, ServiceError> {
        let requester = &request.requester;
        let language = requester.language;
        let done = |key: &str| {
            let message = || Answer::Private(View::text(localize(language, key, &[])));
            Ok(if request.consumes_buttons() { Answer::Spent } else { message() })
        };
        match action {
            MatchAction::Move => {
                let found = self.service.find(game).await?;
                self.steps(requester, &found, ply, &[]).await.map(Answer::Private)
            }
            MatchAction::Steps(picked) | MatchAction::Pick { picked, .. } => {
                self.pick(request, &self.service.find(game).await?, ply, picked.clone()).await
            }
            MatchAction::CancelPicking => Ok(Answer::Change(View::text(localize(language, "steps-left", &[])))),
            MatchAction::Confirm(text) => self.play_picked(request, &self.service.find(game).await?, ply, text).await,
            MatchAction::Play(text) => self.play(request, &self.service.find(game).await?, ply, text).await,
            MatchAction::Type => {
                let found = self.service.find(game).await?;
                found.check_turn(requester.id, Some(ply))?;
                let example = found.line.nth_legal(0).unwrap_or_default();
                let title = label(language, "type-title", &[("game", found.line.game().title())]);
                let label = label(language, "type-label", &[]);
                let action = ButtonAction::InMatch { game, ply, action: MatchAction::Type };
                Ok(Answer::OpenForm(Form { action, title, label, example }))
            }
            MatchAction::Mute(muted) => {
                self.act(request, game, None, &Action::Mute(*muted)).await?;
                done(if *muted { "reminders-off" } else { "reminders-on" })
            }
            MatchAction::ShowBoard => {
                let found = self.service.find(game).await?;
                self.look(requester, &found, BoardForm::Picture).await
            }
            MatchAction::Hint(stage) => {
                let found = self.service.find(game).await?;
                found.check_hint(requester.id, Some(ply))?;
                let view = self.hint(requester, &found, *stage).await?;
                Ok(if *stage == HintStage::Region { Answer::Private(view) } else { Answer::Change(view) })
            }
            MatchAction::Coach => {
                let found = self.service.find(game).await?;
                self.coach(requester, &found).await.map(Answer::Private)
            }
            MatchAction::PlayOn => self.play_on(request, (game, ply)).await,
            MatchAction::Rematch => self.rematch_here(request, game).await,
            MatchAction::Replay(action) => self.replay_action(request, game, ply, *action).await,
            MatchAction::Analyse => {
                let found = self.service.find(game).await?;
                self.analyse(request, &found).await.map(Answer::Private)
            }
            MatchAction::CancelLine { .. } | MatchAction::CancelLines => {
                self.cancel_lines(request, game, ply, None).await
            }
            MatchAction::Resign => {
                let found = self.service.find(game).await?;
                self.resign_question(requester, &found).await
            }
            MatchAction::ConfirmResign => {
                self.act(request, game, Some(ply), &Action::Resign).await?;
                Ok(Answer::Change(View::text(localize(language, "resign-done", &[]))))
            }
            MatchAction::ConfirmDraw => self.draw(request, game, ply).await,
            MatchAction::OfferRandomPlacement => {
                let played = self.act(request, game, Some(ply), &Action::OfferRandomPlacement).await?;
                let key = if played.ply() > ply { "random-done" } else { "random-offered" };
                Ok(Answer::Change(View::text(localize(language, key, &[]))))
            }
            MatchAction::Agree(ask) => {
                self.act(request, game, Some(ply), &Action::Agree(*ask)).await?;
                done("agree-done")
            }
            MatchAction::Decline(ask) => {
                self.act(request, game, Some(ply), &Action::Decline(*ask)).await?;
                done("refuse-done")
            }
        }
    }
}
