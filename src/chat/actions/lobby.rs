//! Handles requests for new games: challenges, games with the engine, and rematches.

use super::action::{Actions, ButtonAction, Command, CommandRun, Company, Conduct};
use super::handler::RequestHandler;
use crate::chat::arguments::{Argument, Arguments, Opponent};
use crate::chat::commands::signature::{Kind, Parameter, optional, required, usual};
use crate::chat::request::{Request, RequestContext, Requester};
use crate::chat::text::Text;
use crate::chat::texts::{Arg, Language, localize, localize_with};
use crate::chat::view::{Answer, View};
use crate::chat::views::obstacles::posting_obstacles;
use crate::chat::views::terms::GameTerms;
use crate::chat::views::{analysis_view, board, challenges, help_page};
use crate::service::lobby::challenge::named_game;
use crate::service::{
    Challenge, ChallengeError, ChallengeId, ChallengeState, CostlyRequest, DeliveryMode, Level, Match, MatchFilter,
    MatchId, MessageId, Pauses, PlayError, PlayerId, Rematch, ServiceError, Status, SuggestedLevel, Terms, TimeControl,
};

pub(super) const CHALLENGE: Command = Command::new(
    "challenge",
    &[
        required("game", Kind::Game),
        optional("opponent", Kind::Person),
        SETUP,
        SIDE,
        TIME,
        PAUSES,
        RATED,
        HINTS,
        optional("message", Kind::Text),
    ],
    Conduct::PROPOSAL.beginning(Company::People),
    CommandRun::Anywhere(|call| Box::pin(async move { call.handler.challenge(call.request, call.given).await })),
);

pub(super) const ACCEPT: Command = Command::new(
    "accept",
    &[required("code", Kind::Text)],
    Conduct::PRIVATE.beginning(Company::People),
    CommandRun::Anywhere(|call| {
        Box::pin(async move {
            call.handler.accept_question(call.request, call.given.text("code").unwrap_or_default()).await
        })
    }),
)
.across_platforms();

pub(super) const PLAY: Command = Command::new(
    "play",
    &[required("game", Kind::Game), usual("level", Kind::Level), SETUP, SIDE, TIME, PAUSES, RATED, HINTS],
    Conduct::PRIVATE.costing(CostlyRequest::Game).beginning(Company::Any),
    CommandRun::Anywhere(|call| {
        Box::pin(async move {
            let level = call.given.parsed("level").and_then(Level::new);
            call.handler.play_engine(call.request, call.given, level).await.map(Answer::Private)
        })
    }),
);

pub(super) const REMATCH: Command = Command::new(
    "rematch",
    &[],
    Conduct::PROPOSAL.beginning(Company::Any),
    CommandRun::InMatch(MatchFilter::Finished, |call, last| {
        Box::pin(async move { call.handler.rematch_of(call.request, last.id).await })
    }),
);

// The options of a new game that both commands have.
const SETUP: Parameter = optional("", Kind::Setup);
const SIDE: Parameter = optional("side", Kind::Side);
const TIME: Parameter = optional("time", Kind::Time);
const PAUSES: Parameter = optional("pauses", Kind::Pauses);
const RATED: Parameter = optional("rated", Kind::Flag);
const HINTS: Parameter = optional("hints", Kind::Flag);

/// The challenge that a button is about.
fn challenge_id(arguments: &[String]) -> Result<ChallengeId, ServiceError> {
    let id = arguments.first().and_then(|id| id.parse().ok());
    Ok(ChallengeId(id.ok_or(PlayError::Unknown)?))
}

pub(super) const ACTIONS: Actions = Actions {
    buttons: &[
        ButtonAction::new(
            challenges::ACCEPT,
            Conduct { reaction: Some("✅"), ..Conduct::UPDATE }.beginning(Company::People),
            |press| {
                Box::pin(async move {
                    press.handler.accept(press.request, challenge_id(press.arguments)?, press.message).await
                })
            },
        ),
        ButtonAction::new(challenges::ACCEPT_BY_CODE, Conduct::UPDATE.beginning(Company::People), |press| {
            Box::pin(async move {
                let code = press.arguments.first().map_or("", String::as_str);
                press.handler.accept_by_code(press.request, code).await
            })
        }),
        // The players play it where the challenge was made.
        ButtonAction::new(challenges::ACCEPT_LISTED, Conduct::UPDATE, |press| {
            Box::pin(async move {
                let (id, language) = (challenge_id(press.arguments)?, press.request.requester.language);
                press.handler.accept_from(press.request, id, None, Some(language)).await
            })
        }),
        ButtonAction::new(challenges::DECLINE, Conduct { reaction: Some("❌"), ..Conduct::UPDATE }, |press| {
            Box::pin(async move { press.handler.close(press.request, challenge_id(press.arguments)?, false).await })
        }),
        ButtonAction::new(challenges::CANCEL, Conduct { reaction: Some("❌"), ..Conduct::UPDATE }, |press| {
            Box::pin(async move { press.handler.close(press.request, challenge_id(press.arguments)?, true).await })
        }),
        ButtonAction::in_match(board::REMATCH, Conduct::PROPOSAL.beginning(Company::Any), |press, last, _| {
            Box::pin(async move {
                last.seat_of(press.request.requester.id).ok_or(PlayError::NotAPlayer)?;
                press.handler.rematch_of(press.request, last.id).await
            })
        }),
        ButtonAction::in_match(
            analysis_view::PLAY_ON,
            Conduct::PRIVATE.costing(CostlyRequest::Game).beginning(Company::Any),
            |press, found, ply| Box::pin(async move { press.handler.play_on(press.request, found.id, ply).await }),
        ),
    ],
    ..Actions::NONE
};

/// The time control of a rated game for which none is chosen.
const RATED_CONTROL: TimeControl = TimeControl::PerMove { days: 3 };

impl RequestHandler {
    /// Proposes a game.
    async fn challenge(&self, request: &Request, given: &Arguments) -> Result<Answer, ServiceError> {
        let Request { requester, context, .. } = request;
        let opponent = given.person("opponent");
        if let Some(absence) = opponent.and_then(|opponent| opponent.absence) {
            return Ok(Answer::Reply(View::text(localize(requester.language, absence.key(), &[]))));
        }
        let opponent = self.opponent(opponent).await?;
        let note = given.text("message").unwrap_or_default().trim().to_owned();
        let terms = Terms { opponent, note, ..self.terms(requester, context, given).await? };
        Ok(self.proposed(context, &self.service().propose(terms).await?))
    }

    /// Starts a game with the engine. Without a level, chooses one that suits the player's results, and says so.
    pub(super) async fn play_engine(
        &self,
        request: &Request,
        given: &Arguments,
        level: Option<Level>,
    ) -> Result<View, ServiceError> {
        let Request { requester, context, .. } = request;
        let terms = self.terms(requester, context, given).await?;
        let suggested = match level {
            Some(_) => None,
            None => Some(self.service().suggested_level(requester.id, &terms.game).await?),
        };
        let level = level.or(suggested.map(|suggested| suggested.level)).unwrap_or_default();
        let begun = self.service().start_against_engine(terms, level, request.token.as_ref()).await?;
        let view = engine_begins(requester.language, context, &begun);
        let why = suggested.map(|suggested| level_reason(requester.language, suggested));
        Ok(View { text: Text::join([view.text].into_iter().chain(why), " "), ..view })
    }

    /// Starts a guided game against the engine.
    pub(super) async fn play_guided(&self, request: &Request, game: &str) -> Result<View, ServiceError> {
        let Request { requester, context, token, .. } = request;
        let setup = named_game(self.service().catalog(), game)?.guided_setup().to_owned();
        let given = Arguments::default().with("game", Argument::Text(game.to_owned()));
        let terms = Terms { setup, ..self.terms(requester, context, &given).await? };
        let begun = self.service().start_guided(terms, token.as_ref()).await?;
        Ok(engine_begins(requester.language, context, &begun))
    }

    /// Asks for the level of a game against the engine, and shows the terms.
    pub(super) async fn level_question(&self, request: &Request, game: &str) -> Result<View, ServiceError> {
        let Request { requester, context, .. } = request;
        let given = Arguments::default().with("game", Argument::Text(game.to_owned()));
        let catalog = self.service().catalog();
        // The question shows no seed: a random setup gets its own when the game starts.
        let terms = self.terms(requester, context, &given).await?.checked(catalog, || 0)?;
        let (game, of_game) = (named_game(catalog, game)?, GameTerms::proposed(catalog, &terms));
        let where_played = where_played(requester.language, context);
        Ok(help_page::level_question(requester.language, game, &of_game, where_played))
    }

    /// Proposes the game of a match again, or begins it if the opponent is the engine.
    async fn rematch_of(&self, request: &Request, last: MatchId) -> Result<Answer, ServiceError> {
        let Request { requester, context, .. } = request;
        let at = context.location_of_new_game();
        match self.service().rematch(last, requester.id, at, request.token.as_ref()).await? {
            Rematch::Proposed(proposed) => Ok(self.proposed(context, &proposed)),
            Rematch::Started(begun) => Ok(Answer::Private(engine_begins(requester.language, context, &begun))),
        }
    }

    /// The answer that says why no game can begin here; `None` if one can. `with_people` is true if the game needs
    /// other people.
    ///
    /// # Errors
    /// The server offers games in other channels.
    pub(super) async fn obstacles_here(
        &self,
        request: &Request,
        with_people: bool,
    ) -> Result<Option<Answer>, ServiceError> {
        let Request { requester, context, .. } = request;
        if let Some(view) = posting_obstacles(requester.language, context, with_people) {
            return Ok(Some(Answer::Reply(view)));
        }
        if let Some(channel) = context.server_channel() {
            self.service().check_channel(channel).await?;
        }
        Ok(None)
    }

    /// Plays on against the engine from an earlier position of a match.
    async fn play_on(&self, request: &Request, match_id: MatchId, ply: usize) -> Result<Answer, ServiceError> {
        let Request { requester, context, token, .. } = request;
        let at = context.location_of_new_game();
        let begun = self.service().play_on(match_id, ply, requester.id, at, token.as_ref()).await?;
        let (turn, terms) = ((begun.ply() + 1).to_string(), GameTerms::of(&begun).summary(requester.language));
        let args = [("turn", (&turn).into()), ("engine", engine_of(&begun)), ("terms", (&terms).into())];
        let text = localize_with(requester.language, "play-on-begins", &args);
        Ok(Answer::Reply(View::text(text.then(" ").then(where_played(requester.language, context)))))
    }

    /// Shows the terms of the challenge with this code, and asks whether to accept it.
    async fn accept_question(&self, request: &Request, code: &str) -> Result<Answer, ServiceError> {
        let Request { requester, context, .. } = request;
        if context.delivery_mode == DeliveryMode::InteractionOnly {
            // The opponent's moves could not be posted here.
            return Ok(Answer::Reply(View::text(localize(requester.language, "accept-not-here", &[]))));
        }
        let open = self.service().challenge_by_code(code, requester.id).await?;
        // Uses the stored code, because typed text could be too long for a button id.
        let code = open.code.as_ref().map(ToString::to_string).unwrap_or_default();
        let catalog = self.service().catalog();
        Ok(Answer::Reply(challenges::accept_question(requester.language, catalog, &open, &code)))
    }

    /// Accepts the challenge with this code, and starts the game here. The answer replaces the question.
    async fn accept_by_code(&self, request: &Request, code: &str) -> Result<Answer, ServiceError> {
        let Request { requester, context, token, .. } = request;
        let at = context.location_of_new_game();
        let begun = self.service().accept_by_code(code, requester.id, &at, token.as_ref()).await?;
        Ok(Answer::Change(challenges::announced(requester.language, &begun)))
    }

    /// The answer that shows a new challenge in the channel.
    fn proposed(&self, context: &RequestContext, proposed: &Challenge) -> Answer {
        Answer::Proposed(
            proposed.id,
            challenges::challenge(context.language, self.service().catalog(), proposed, proposed.proposed_at()),
        )
    }

    /// The message of a challenge could not be sent. It is posted later if the failure passes (`is_passing`); otherwise
    /// the challenge is withdrawn, and the challenger is told. `nonce` is that of the attempt; empty if it had none.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn not_shown(
        &self,
        id: ChallengeId,
        by: PlayerId,
        is_passing: bool,
        nonce: &str,
    ) -> Result<(), ServiceError> {
        tracing::warn!(challenge = %id, is_passing, "the message of a challenge could not be sent");
        match is_passing {
            true => self.service().show_later(id, nonce).await,
            false => self.service().withdraw(id, by).await,
        }
    }

    /// The opponent that a command names. Stores their name.
    async fn opponent(&self, opponent: Option<&Opponent>) -> Result<Option<PlayerId>, ServiceError> {
        let Some(opponent) = opponent else { return Ok(None) };
        if opponent.is_bot {
            return Err(ChallengeError::OpponentCannot.into());
        }
        self.service().update_player(opponent.id, &opponent.name, None).await?;
        Ok(Some(opponent.id))
    }

    /// The answer to a player whose proposal is already open: that challenge with its buttons.
    pub(super) async fn already_open(&self, requester: &Requester, id: ChallengeId) -> Result<Answer, ServiceError> {
        let open = self.service().challenge(id).await?;
        Ok(Answer::Private(challenges::already_open(
            requester.language,
            self.service().catalog(),
            &open,
            requester.id,
            self.service().now(),
        )))
    }

    async fn accept(&self, request: &Request, id: ChallengeId, message: &MessageId) -> Result<Answer, ServiceError> {
        // A thread can only be opened from a message in the channel. If the challenge is in another thread, a separate
        // message announces the game.
        let message = Some(message).filter(|_| request.context.location_of_new_game().origin.is_none());
        self.accept_from(request, id, message, None).await
    }

    /// Declines a challenge, or withdraws one's own.
    async fn close(&self, request: &Request, id: ChallengeId, is_cancel: bool) -> Result<Answer, ServiceError> {
        let closed = self.service().close(id, request.requester.id, is_cancel).await?;
        Ok(Answer::Change(challenges::challenge(
            challenges::language(&closed),
            self.service().catalog(),
            &closed,
            self.service().now(),
        )))
    }

    /// Accepts a challenge. The thread of the game is opened from `message`, or from a new announcement. The answer is
    /// in `language`, or in that of the challenge.
    async fn accept_from(
        &self,
        request: &Request,
        id: ChallengeId,
        message: Option<&MessageId>,
        language: Option<Language>,
    ) -> Result<Answer, ServiceError> {
        let requester = &request.requester;
        let token = request.token_at(self.service().challenge(id).await?.terms.place);
        let language_of = |challenge: &Challenge| language.unwrap_or_else(|| challenges::language(challenge));
        let accepted = match self.service().accept(id, requester.id, message, token).await {
            Err(ServiceError::Challenge(ChallengeError::Expired)) => {
                let challenge = self.service().challenge(id).await?;
                let expired = challenges::expired(language_of(&challenge), self.service().catalog(), &challenge);
                return Ok(Answer::Change(expired));
            }
            accepted => accepted?,
        };
        let challenge = self.service().challenge(id).await?;
        let language = language_of(&challenge);
        Ok(Answer::Change(challenges::accepted(language, self.service().catalog(), &challenge, &accepted)))
    }

    /// What became of a challenge, in place of its message.
    pub(super) async fn outcome_of(&self, id: ChallengeId) -> Result<View, ServiceError> {
        let challenge = self.service().challenge(id).await?;
        let (language, catalog) = (challenges::language(&challenge), self.service().catalog());
        let ChallengeState::Accepted(game) = challenge.state else {
            return Ok(challenges::challenge(language, catalog, &challenge, self.service().now()));
        };
        let played = self.service().find(game).await?;
        Ok(match played.status {
            Status::Running => challenges::accepted(language, catalog, &challenge, &played),
            _ => challenges::ended(language, &played),
        })
    }

    /// The terms of a game without an opponent.
    async fn terms(
        &self,
        requester: &Requester,
        context: &RequestContext,
        given: &Arguments,
    ) -> Result<Terms, ServiceError> {
        let setup: Vec<String> = given.setup().iter().map(|(key, value)| format!("{key}={}", value.trim())).collect();
        let setup = setup.join(" ");
        let game = given.text("game").and_then(|game| self.service().catalog().game(game));
        let rated = given.flag("rated").unwrap_or_default();
        if rated && given.flag("hints") == Some(true) {
            return Err(ChallengeError::RatedHints.into());
        }
        let default_control = match context.server {
            Some(server) => self.service().queries().server_settings(server).await?.control(),
            None => TimeControl::None,
        };
        // A rated game needs clocks, so it gets a default time control.
        let default_control =
            if rated && default_control == TimeControl::None { RATED_CONTROL } else { default_control };
        let at = context.location_of_new_game();
        Ok(Terms {
            game: given.text("game").unwrap_or_default().to_owned(),
            setup: game.map_or(setup.clone(), |game| game.advised_setup(&setup)),
            challenger: requester.id,
            opponent: None,
            side: given.text("side").and_then(|side| side.parse().ok()).unwrap_or_default(),
            hints: given.flag("hints").unwrap_or(true),
            rated,
            control: given.text("time").and_then(|time| time.parse().ok()).unwrap_or(default_control),
            pauses: given.text("pauses").and_then(|pauses| pauses.parse().ok()).unwrap_or(Pauses::ALL),
            note: String::new(),
            place: at.channel,
            origin: at.origin,
            server: at.server,
            delivery_mode: at.delivery_mode,
            language: at.language,
        })
    }
}

/// The answer to the player who starts a game with the engine; others see its announcement.
fn engine_begins(language: Language, context: &RequestContext, begun: &Match) -> View {
    let terms = GameTerms::of(begun).summary(language);
    let game = begun.line.game().title();
    let args = [("game", game.into()), ("engine", engine_of(begun)), ("terms", (&terms).into())];
    let text = localize_with(language, "engine-started", &args);
    View::text(text.then(" ").then(where_played(language, context)))
}

/// The engine at the level at which it plays a match.
fn engine_of(begun: &Match) -> Arg<'_> {
    Arg::engine(begun.engine_level().unwrap_or_default())
}

/// Why this level was chosen for a player.
fn level_reason(language: Language, suggested: SuggestedLevel) -> Text {
    let key = if suggested.from_results { "level-from-results" } else { "level-for-newcomers" };
    localize(language, key, &[("level", &suggested.level.number().to_string())])
}

/// Tells the player where the board of a game started here will appear.
fn where_played(language: Language, context: &RequestContext) -> Text {
    let at = context.location_of_new_game();
    match at.delivery_mode {
        DeliveryMode::Threads if at.origin.is_some() => localize(language, "board-comes-elsewhere", &[]),
        DeliveryMode::Threads => {
            localize_with(language, "board-comes-in-thread", &[("place", Text::place(at.channel).into())])
        }
        DeliveryMode::Channel | DeliveryMode::InteractionOnly => localize(language, "board-comes-here", &[]),
    }
}
