//! Dispatches requests to their handlers and returns the answers.

use crate::chat::commands::{CommandSpec, commands};
use crate::chat::custom_id::{ButtonAction, MatchAction};
use crate::chat::hint_stage::HintStage;
use crate::chat::request::{
    Command, GameOptions, Opponent, PostingObstacle, Request, RequestContext, RequestKind, Requester,
};
use crate::chat::texts::about::about;
use crate::chat::texts::error_texts::{refusal, service_error};
use crate::chat::texts::players::{engine, names};
use crate::chat::texts::{Language, localize, localize_in};
use crate::chat::view::{Answer, Form, View};
use crate::chat::views::board;
use crate::chat::views::challenges;
use crate::chat::views::pictures::PictureRenderer;
use crate::chat::views::standings;
use crate::engine::{HintSearches, SearchRunner};
use crate::service::lobby::challenge::named_game;
use crate::service::{
    Action, Challenge, ChallengeError, ChallengeId, GameService, Level, Match, MatchFilter, MatchId, PlaceId,
    PlayError, PlayerId, Rematch, ServiceError, Side, Status, Terms, TimeControl,
};
use std::sync::Arc;

/// The time control of a rated game for which none is chosen.
const RATED_CONTROL: TimeControl = TimeControl::PerMove { days: 3 };

/// Answers requests. Cheap to clone.
#[derive(Clone)]
pub struct RequestHandler {
    service: GameService,
    pictures: PictureRenderer,
    search_runner: SearchRunner,
    hints: HintSearches,
    commands: Arc<[CommandSpec]>,
}

impl RequestHandler {
    /// Creates a request handler for a game service.
    pub fn new(service: GameService, pictures: PictureRenderer, search_runner: SearchRunner) -> Self {
        let (hints, commands) = (HintSearches::new(search_runner.clone()), commands(service.catalog()).into());
        RequestHandler { service, pictures, search_runner, hints, commands }
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

    /// Answers a request. Errors become an answer to the requester.
    pub async fn answer(&self, request: &Request) -> Answer {
        let Requester { id, name, language, .. } = &request.requester;
        // A message does not carry its author's locale, so the stored one stays.
        let locale = (!matches!(request.kind, RequestKind::Said { .. })).then(|| language.code());
        if let Err(error) = self.service.storage().update_player(*id, name, locale).await {
            tracing::error!(%error, "storage failed");
        }
        let request = &self.with_preferences(request).await;
        let Request { requester: person, kind: what, .. } = request;
        let answered = match what {
            RequestKind::Command(command) => self.command(request, command).await,
            RequestKind::Press { press, message } => self.press(request, press, *message).await,
            RequestKind::Chosen {
                press: ButtonAction::InMatch { game, ply, action: MatchAction::Pick { picked, .. } },
                value,
            } => {
                let further = [&picked[..], std::slice::from_ref(value)].concat();
                self.steps(person, *game, *ply, &further).await.map(Answer::Change)
            }
            RequestKind::Chosen {
                press: ButtonAction::InMatch { game, ply, action: MatchAction::CancelLine { .. } },
                value,
            } => self.cancel_lines(request, *game, *ply, Some(value)).await,
            RequestKind::Chosen { press: ButtonAction::Set(setting), value } => {
                self.set_preference(person, *setting, value).await
            }
            RequestKind::Chosen { press: ButtonAction::Unblock(_), value } => {
                self.unblock(person, value).await.map(Answer::Change)
            }
            RequestKind::Typed { press: ButtonAction::InMatch { game, ply, .. }, text } => {
                self.play(request, *game, *ply, text).await
            }
            // The board that follows is answer enough.
            RequestKind::Said { press: ButtonAction::InMatch { game, ply, .. }, text } => {
                self.act(request, *game, Some(*ply), &Action::Move(text.clone())).await.map(|_| Answer::Nothing)
            }
            RequestKind::Chosen { .. } | RequestKind::Typed { .. } | RequestKind::Said { .. } => {
                Err(PlayError::Unknown.into())
            }
            RequestKind::Complete { completion, text } => {
                Ok(Answer::Completions(self.complete(person, &request.context, *completion, text).await))
            }
        };
        answered.unwrap_or_else(|error| match what {
            RequestKind::Complete { .. } => Answer::Completions(Vec::new()),
            _ => Answer::Private(View::text(service_error(person.language, &error))),
        })
    }

    /// The answer that shows a new challenge in the channel.
    fn proposed(&self, place: &RequestContext, proposed: &Challenge) -> Answer {
        Answer::Proposed(
            proposed.id,
            challenges::challenge(place.language, self.service.catalog(), proposed, self.service.now()),
        )
    }

    /// Withdraws a challenge whose message could not be sent.
    pub async fn withdraw(&self, id: ChallengeId, by: PlayerId) {
        match self.service.close(id, by, true).await {
            Ok(_) => tracing::warn!(challenge = %id, "a challenge whose message could not be sent was withdrawn"),
            Err(error) => {
                tracing::error!(challenge = %id, %error, "a challenge whose message could not be sent remains open");
            }
        }
    }

    /// Performs an action in a match for the requester.
    pub(in crate::chat) async fn act(
        &self,
        asked: &Request,
        id: MatchId,
        ply: Option<usize>,
        action: &Action,
    ) -> Result<Match, ServiceError> {
        // Lets the log name the match of a failed interaction.
        tracing::Span::current().record("game", id.0);
        self.service.act(id, asked.requester.id, ply, action, asked.token.as_ref()).await
    }

    async fn command(&self, asked: &Request, command: &Command) -> Result<Answer, ServiceError> {
        let Request { requester: person, context: place, .. } = asked;
        let language = person.language;
        let begins = matches!(command, Command::Challenge { .. } | Command::Play { .. } | Command::Rematch);
        if begins && let Some(view) = posting_obstacles(language, place, matches!(command, Command::Challenge { .. })) {
            return Ok(Answer::Private(view));
        }
        if begins && let Some(room) = place.server_channel() {
            self.service.check_channel(room).await?;
        }
        match command {
            Command::Challenge { game, opponent, options, note } => {
                if let Some(absence) = opponent.as_ref().and_then(|opponent| opponent.absence) {
                    return Ok(Answer::Private(View::text(localize(language, absence.key(), &[]))));
                }
                let opponent = self.opponent(opponent.as_ref()).await?;
                let note = note.clone().unwrap_or_default().trim().to_owned();
                let terms = Terms { opponent, note, ..self.terms(person, place, game, options).await? };
                match self.service.propose(terms).await {
                    Err(ServiceError::Challenge(ChallengeError::AlreadyOpen(id))) => {
                        self.already_open(person, id).await
                    }
                    proposed => Ok(self.proposed(place, &proposed?)),
                }
            }
            Command::Play { game, level, options } => {
                // The platform offers only valid levels.
                let level = Level::new(*level).unwrap_or_default();
                let terms = self.terms(person, place, game, options).await?;
                self.service.start_against_engine(terms, level, asked.token.as_ref()).await?;
                Ok(engine_begins(language, place, level))
            }
            Command::Rematch => {
                let last = self.service.find_at(place.id, person.id, MatchFilter::Finished).await?;
                match self.service.rematch(last.id, person.id, venue(place), asked.token.as_ref()).await {
                    Err(ServiceError::Challenge(ChallengeError::AlreadyOpen(id))) => {
                        self.already_open(person, id).await
                    }
                    Err(error) => Err(error),
                    Ok(Rematch::Proposed(proposed)) => Ok(self.proposed(place, &proposed)),
                    Ok(Rematch::Begun(_, level)) => Ok(engine_begins(language, place, level)),
                }
            }
            Command::Move { text } => {
                let found = self.service.find_at(place.id, person.id, MatchFilter::Running).await?;
                self.play(asked, found.id, found.ply(), text).await
            }
            Command::If { line } => self.conditional_moves(asked, line.as_deref()).await,
            Command::Note { text } => self.note(asked, text.as_deref()).await,
            Command::Board { text } => {
                let found = self.service.find_at(place.id, person.id, MatchFilter::Running).await?;
                self.look(person, &found, *text).await
            }
            Command::Games => self.games(person).await.map(Answer::Private),
            Command::Next => self.next(person).await,
            Command::Settings => self.settings(person).await.map(Answer::Private),
            Command::Times(times) => self.schedule(person, times).await.map(Answer::Private),
            Command::Vacation { days, end } => self.vacation(person, *days, *end).await.map(Answer::Private),
            Command::Reminders { wanted } => self.mute(asked, !wanted).await,
            Command::ExportData => self.export_data(person).await.map(Answer::Private),
            Command::DeleteData => self.delete_question(person).await.map(Answer::Private),
            Command::Block { other, remove } => self.block(person, other.as_ref(), *remove).await.map(Answer::Private),
            Command::Server(wish) => self.server(person, place, wish).await.map(Answer::Private),
            Command::EndGame { game } => self.end_game(person, place, *game).await.map(Answer::Private),
            Command::Moves => {
                let found = self.service.find_at(place.id, person.id, MatchFilter::Running).await?;
                Ok(Answer::Private(board::moves(language, &found)))
            }
            Command::Export => {
                let found = self.service.find_at(place.id, person.id, MatchFilter::Running).await?;
                let names = names(&self.service, language, &found).await;
                Ok(Answer::Private(board::export(language, &found, &names)))
            }
            Command::Resign => {
                let found = self.service.find_at(place.id, person.id, MatchFilter::Running).await?;
                self.resign_question(person, &found).await
            }
            Command::Draw => {
                let found = self.service.find_at(place.id, person.id, MatchFilter::Running).await?;
                self.draw_question(person, &found)
            }
            Command::TakeBack => self.take_back(asked).await,
            Command::Hint => {
                let found = self.service.find_at(place.id, person.id, MatchFilter::Running).await?;
                self.hint(person, &found, HintStage::Region).await.map(Answer::Private)
            }
            Command::Analyse => {
                let found = self.service.find_at(place.id, person.id, MatchFilter::Finished).await?;
                self.analyse(asked, &found).await.map(Answer::Private)
            }
            Command::Stats { player, game } => {
                self.stats(asked, player.as_ref(), game.as_deref()).await.map(Answer::Private)
            }
            Command::Leaderboard { game } => self.leaderboard(asked, game.as_deref()).await.map(Answer::Private),
            Command::Rules { game } => self.rules(person, game).await,
            Command::Help => Ok(Answer::Private(View::text(localize(language, "help", &[])))),
            Command::About => Ok(Answer::Private(View::text(about(language, self.service.catalog())))),
        }
    }

    async fn opponent(&self, opponent: Option<&Opponent>) -> Result<Option<PlayerId>, ServiceError> {
        let Some(opponent) = opponent else { return Ok(None) };
        if opponent.is_bot {
            return Err(ChallengeError::OpponentCannot.into());
        }
        self.service.storage().update_player(opponent.id, &opponent.name, None).await?;
        Ok(Some(opponent.id))
    }

    async fn rules(&self, person: &Requester, game: &str) -> Result<Answer, ServiceError> {
        let language = person.language;
        let game = named_game(self.service.catalog(), game)?;
        let attachments = self.pictures.examples(person.wanted(), game).await;
        let mut text = localize_in(game, language, "rules", &[]);
        for (number, (example, _)) in (1..).zip(game.examples()) {
            let told = localize_in(game, language, &format!("example-{}", example.about), &[]);
            text.push_str(&format!("\n{number}. {told}"));
        }
        Ok(Answer::Private(View { attachments, ..View::text(text) }))
    }

    /// The board, the opponent's open offer and the player's note.
    pub(in crate::chat) async fn look(
        &self,
        person: &Requester,
        found: &Match,
        letters: bool,
    ) -> Result<Answer, ServiceError> {
        let language = person.language;
        let names = names(&self.service, language, found).await;
        let mut view = if letters {
            View { buttons: board::turn_buttons(language, found), ..View::text(board::letters(language, &*found.line)) }
        } else {
            board::board(&self.pictures, &person.wanted(), found, &names, self.service.now(), None).await
        };
        standings::add_changes(&self.service, language, found, &mut view).await?;
        if let Some(offer) = board::offer(language, found, person.id) {
            view.text.push_str(&format!("\n{}", offer.text));
            view.buttons.extend(offer.buttons);
        }
        let noted = self.note_saved(language, found, person.id, view.text.chars().count()).await;
        view.text.push_str(&noted);
        view.pings.clear();
        Ok(Answer::Private(view))
    }

    async fn resign_question(&self, person: &Requester, found: &Match) -> Result<Answer, ServiceError> {
        found.seat_of(person.id).ok_or(PlayError::NotAPlayer)?;
        if found.status != Status::Running {
            return Err(PlayError::Over.into());
        }
        let names = names(&self.service, person.language, found).await;
        Ok(Answer::Private(board::resign_question(person.language, found, person.id, &names)))
    }

    /// The answer to a player whose proposal is already open: that challenge with its buttons.
    async fn already_open(&self, person: &Requester, id: ChallengeId) -> Result<Answer, ServiceError> {
        let open = self.service.challenge(id).await?;
        Ok(Answer::Private(challenges::already_open(
            person.language,
            self.service.catalog(),
            &open,
            person.id,
            self.service.now(),
        )))
    }

    /// Asks for confirmation before offering a draw. An offer that is not possible is refused at once, not after the
    /// confirmation.
    fn draw_question(&self, person: &Requester, found: &Match) -> Result<Answer, ServiceError> {
        found.clone().act(person.id, None, &Action::OfferDraw, self.service.now())?;
        let seat = found.seat_of(person.id).ok_or(PlayError::NotAPlayer)?;
        Ok(Answer::Private(board::draw_question(person.language, found, seat)))
    }

    async fn draw(&self, asked: &Request, game: MatchId, ply: usize) -> Result<Answer, ServiceError> {
        let language = asked.requester.language;
        let played = self.act(asked, game, Some(ply), &Action::OfferDraw).await?;
        let level = played.engine_seat().and_then(|seat| played.player(seat).level());
        let text = match level {
            _ if played.status != Status::Running => localize(language, "draw-agreed", &[]),
            None => localize(language, "draw-offered", &[]),
            Some(level) => localize(language, "draw-considered", &[("engine", &engine(language, level))]),
        };
        Ok(Answer::Change(View::text(text)))
    }

    async fn take_back(&self, asked: &Request) -> Result<Answer, ServiceError> {
        let Request { requester: person, context: place, .. } = asked;
        let found = self.service.find_at(place.id, person.id, MatchFilter::Running).await?;
        self.act(asked, found.id, None, &Action::AskTakeBack).await?;
        let key = if found.engine_seat().is_some() { "takeback-granted" } else { "takeback-done" };
        Ok(Answer::Private(View::text(localize(person.language, key, &[]))))
    }

    async fn play(&self, asked: &Request, game: MatchId, ply: usize, text: &str) -> Result<Answer, ServiceError> {
        let language = asked.requester.language;
        let text = match self.act(asked, game, Some(ply), &Action::Move(text.to_owned())).await {
            Ok(_) if asked.consumes_buttons() => return Ok(Answer::Spent),
            Ok(played) => {
                // The line may already continue with the opponent's conditional move.
                let own = played.line.moves().into_iter().nth(ply).unwrap_or_default();
                localize(language, "move-done", &[("move", &own)])
            }
            Err(ServiceError::Play(PlayError::Refused(refused))) => refusal(language, &refused),
            Err(error) => return Err(error),
        };
        Ok(Answer::Private(View::text(text)))
    }

    async fn press(&self, asked: &Request, press: &ButtonAction, message: u64) -> Result<Answer, ServiceError> {
        let Request { requester: person, context: place, .. } = asked;
        match press {
            ButtonAction::Accept(id) => self.accept(asked, *id, message).await,
            ButtonAction::Decline(id) | ButtonAction::Cancel(id) => {
                let is_cancel = matches!(press, ButtonAction::Cancel(_));
                let closed = self.service.close(*id, person.id, is_cancel).await?;
                Ok(Answer::Change(challenges::challenge(
                    place.language,
                    self.service.catalog(),
                    &closed,
                    self.service.now(),
                )))
            }
            ButtonAction::Set(setting) => self.set_preference(person, *setting, "").await,
            ButtonAction::StartVacation(days) => self.vacation(person, Some(*days), false).await.map(Answer::Change),
            ButtonAction::EndVacation => self.vacation(person, None, true).await.map(Answer::Change),
            ButtonAction::Unblock(_) => self.unblock(person, "").await.map(Answer::Change),
            ButtonAction::DeleteData => self.delete_data(asked).await,
            ButtonAction::InMatch { game, ply, action: deed } => self.deed(asked, *game, *ply, deed).await,
        }
    }

    async fn accept(&self, asked: &Request, id: ChallengeId, message: u64) -> Result<Answer, ServiceError> {
        let Request { requester: person, context: place, token, .. } = asked;
        if let Some(view) = posting_obstacles(person.language, place, true) {
            return Ok(Answer::Private(view));
        }
        if let Some(room) = place.server_channel() {
            self.service.check_channel(room).await?;
        }
        // A thread can only be opened from a message in the channel. If the challenge is in a thread, a separate
        // message announces the game.
        let message = place.parent.is_none().then_some(message);
        let begun = match self.service.accept(id, person.id, message, token.as_ref()).await {
            Err(ServiceError::Challenge(ChallengeError::Expired)) => {
                let challenge = self.service.challenge(id).await?;
                return Ok(Answer::Change(challenges::expired(
                    place.language,
                    self.service.catalog(),
                    &challenge,
                    self.service.now(),
                )));
            }
            begun => begun?,
        };
        let challenge = self.service.challenge(id).await?;
        Ok(Answer::Change(challenges::accepted(place.language, self.service.catalog(), &challenge, &begun)))
    }

    async fn deed(
        &self,
        asked: &Request,
        game: MatchId,
        ply: usize,
        deed: &MatchAction,
    ) -> Result<Answer, ServiceError> {
        let person = &asked.requester;
        let language = person.language;
        let done = |key: &str| {
            let told = || Answer::Private(View::text(localize(language, key, &[])));
            Ok(if asked.consumes_buttons() { Answer::Spent } else { told() })
        };
        match deed {
            MatchAction::Move => self.steps(person, game, ply, &[]).await.map(Answer::Private),
            MatchAction::Steps(picked) | MatchAction::Pick { picked, .. } => {
                self.steps(person, game, ply, picked).await.map(Answer::Change)
            }
            MatchAction::CancelPicking => Ok(Answer::Change(View::text(localize(language, "steps-left", &[])))),
            MatchAction::Confirm(text) => match self.play(asked, game, ply, text).await? {
                Answer::Private(view) => Ok(Answer::Change(view)),
                other => Ok(other),
            },
            MatchAction::Play(text) => self.play(asked, game, ply, text).await,
            MatchAction::Type => {
                let found = self.service.find(game).await?;
                found.check_turn(person.id, Some(ply))?;
                let example = found.line.nth_legal(0).unwrap_or_default();
                let title = localize(language, "type-title", &[("game", found.line.game().title())]);
                let label = localize(language, "type-label", &[]);
                let press = ButtonAction::InMatch { game, ply, action: MatchAction::Type };
                Ok(Answer::Ask(Form { press, title, label, example }))
            }
            MatchAction::Mute(muted) => {
                self.act(asked, game, None, &Action::Mute(*muted)).await?;
                done(if *muted { "reminders-off" } else { "reminders-on" })
            }
            MatchAction::ShowBoard => {
                let found = self.service.find(game).await?;
                self.look(person, &found, false).await
            }
            MatchAction::Hint(stage) => {
                let found = self.service.find(game).await?;
                found.check_hint(person.id, Some(ply))?;
                let view = self.hint(person, &found, *stage).await?;
                Ok(if *stage == HintStage::Region { Answer::Private(view) } else { Answer::Change(view) })
            }
            MatchAction::Analyse => {
                let found = self.service.find(game).await?;
                self.analyse(asked, &found).await.map(Answer::Private)
            }
            MatchAction::CancelLine { .. } | MatchAction::CancelLines => {
                self.cancel_lines(asked, game, ply, None).await
            }
            MatchAction::Resign => {
                let found = self.service.find(game).await?;
                self.resign_question(person, &found).await
            }
            MatchAction::ConfirmResign => {
                self.act(asked, game, Some(ply), &Action::Resign).await?;
                Ok(Answer::Change(View::text(localize(language, "resign-done", &[]))))
            }
            MatchAction::ConfirmDraw => self.draw(asked, game, ply).await,
            MatchAction::Agree(ask) => {
                self.act(asked, game, Some(ply), &Action::Agree(*ask)).await?;
                done("agree-done")
            }
            MatchAction::Decline(ask) => {
                self.act(asked, game, Some(ply), &Action::Decline(*ask)).await?;
                done("refuse-done")
            }
        }
    }

    /// The next step of picking a move.
    async fn steps(
        &self,
        person: &Requester,
        game: MatchId,
        ply: usize,
        picked: &[String],
    ) -> Result<View, ServiceError> {
        let found = self.service.find(game).await?;
        found.check_turn(person.id, Some(ply))?;
        let names = names(&self.service, person.language, &found).await;
        // Picks that lead to no move do not come from the menus of this match; picking starts over.
        match board::steps(&self.pictures, &person.wanted(), &found, &names, picked).await {
            Some(view) => Ok(view),
            None => {
                let view = board::steps(&self.pictures, &person.wanted(), &found, &names, &[]).await;
                Ok(view.ok_or(PlayError::Over)?)
            }
        }
    }

    /// The terms of a game without an opponent.
    async fn terms(
        &self,
        person: &Requester,
        place: &RequestContext,
        game: &str,
        options: &GameOptions,
    ) -> Result<Terms, ServiceError> {
        let setup: Vec<String> = options.setup.iter().map(|(key, value)| format!("{key}={}", value.trim())).collect();
        let usual = match place.server {
            Some(server) => self.service.storage().server_settings(server).await?.control(),
            None => TimeControl::None,
        };
        // A rated game needs clocks, so it gets a default time control.
        let usual = if options.rated && usual == TimeControl::None { RATED_CONTROL } else { usual };
        let (channel, origin) = venue(place);
        Ok(Terms {
            game: game.to_owned(),
            setup: setup.join(" "),
            challenger: person.id,
            opponent: None,
            side: options.side.as_deref().and_then(Side::from_word).unwrap_or_default(),
            hints: options.hints,
            rated: options.rated,
            control: options.control.unwrap_or(usual),
            pauses: options.pauses,
            note: String::new(),
            place: channel,
            origin,
            server: place.server,
            delivery_mode: place.delivery_mode,
            language: place.language.code().to_owned(),
        })
    }
}

/// The channel for a game that is requested here and, if it is requested in a thread, that thread. A thread belongs to
/// one game, and a new game gets a thread of its own in the channel.
fn venue(place: &RequestContext) -> (PlaceId, Option<PlaceId>) {
    match place.parent {
        Some(parent) => (parent, Some(place.id)),
        None => (place.id, None),
    }
}

/// The answer to the player who starts a game with the engine; others see its announcement.
fn engine_begins(language: Language, place: &RequestContext, level: Level) -> Answer {
    let key = if place.parent.is_some() { "engine-started-elsewhere" } else { "engine-started" };
    Answer::Private(View::text(localize(language, key, &[("engine", &engine(language, level))])))
}

/// Why a game cannot be played here, as text; `None` if it can. `with_people` is true if the game needs other people:
/// the engine can be played alone.
fn posting_obstacles(language: Language, place: &RequestContext, with_people: bool) -> Option<View> {
    let hindrances: Vec<PostingObstacle> = place
        .obstacles
        .iter()
        .filter(|hindrance| with_people || **hindrance != PostingObstacle::Alone)
        .copied()
        .collect();
    let told: Vec<String> = hindrances.iter().map(|hindrance| localize(language, hindrance.key(), &[])).collect();
    match &hindrances[..] {
        [] => None,
        [PostingObstacle::OnlyYou | PostingObstacle::Alone, ..] => Some(View::text(told[0].clone())),
        _ => Some(View::text(localize(language, "permissions-missing", &[("permissions", &told.join(", "))]))),
    }
}
