//! Operations on challenges, matches against the engine, and rematches.

use crate::catalog::AnyLine;
use crate::rules::Seat;
use crate::service::change_set::{ChallengeClosing, Change, NewChallenge, NewMatch};
use crate::service::game_service::heartbeat::HEARTBEAT_MS;
use crate::service::game_service::{ATTEMPTS_MAX, GameService, token_if_needed};
use crate::service::ids::{ChallengeId, LocationId, MatchId, MessageId, PlayerId};
use crate::service::lobby::challenge::{
    Challenge, ChallengeError, ChallengeState, NewLocation, OPEN_MS, RefusedSetup, Side, Terms, named_game,
};
use crate::service::lobby::challenge_code::ChallengeCode;
use crate::service::matches::location::MatchLocation;
use crate::service::matches::player::{Level, Player};
use crate::service::matches::state::{Match, PlayError};
use crate::service::matches::status::Status;
use crate::service::outbox::inbox::EventOutcome;
use crate::service::outbox::post::Post;
use crate::service::outbox::token::Token;
use crate::service::people::accounts::PlatformId;
use crate::service::ratings::{Reader, SuggestedLevel};
use crate::service::service_error::ServiceError;
use crate::service::storage_error::StorageError;
use crate::service::time::clock::Clocks;
use crate::service::time::control::{Pauses, Span, TimeControl};

/// Within which time a challenge is shown or withdrawn by the process that has stored it, in milliseconds.
const ANSWERED_MS: i64 = 10 * 1000;

/// The result of a rematch request.
#[derive(Clone, Debug)]
pub enum Rematch {
    /// The other player was challenged.
    Proposed(Box<Challenge>),
    /// The match against the engine has started at the same level.
    Started(Box<Match>),
}

/// What a match begins with, besides its terms.
#[derive(Clone, Copy, Debug, Default)]
struct Origin<'a> {
    /// The accepted challenge.
    challenge: Option<ChallengeId>,
    /// The message that shows it.
    message: Option<&'a MessageId>,
    /// Where it was accepted, if that is not where it was made.
    accepted_at: Option<&'a NewLocation>,
    /// The line that it continues, unless it starts from the beginning.
    line: Option<&'a dyn AnyLine>,
    /// Whether the bot guides its opponent.
    is_guided: bool,
}

/// A location of a new match.
fn match_location(id: LocationId, at: &NewLocation, message: Option<&MessageId>, seat: Option<Seat>) -> MatchLocation {
    MatchLocation {
        id,
        channel: at.channel,
        message: message.cloned(),
        place: None,
        origin: at.origin,
        server: at.server,
        delivery_mode: at.delivery_mode,
        language: at.language.clone(),
        seat,
        analysis_message: None,
        thinking_note: None,
    }
}

impl GameService {
    /// Starts a match against the engine, which needs no challenge. The level is at most the game's highest. `token` is the player's interaction token.
    ///
    /// # Errors
    /// The terms are invalid, or not allowed in this server.
    pub async fn start_against_engine(
        &self,
        terms: Terms,
        level: Level,
        token: Option<&Token>,
    ) -> Result<Match, ServiceError> {
        self.begin_against_engine(terms, level, &Origin::default(), token).await
    }

    /// Starts an unrated match without clocks against the lowest level of the engine, which makes the mistakes that the
    /// lessons are about, and guides the player through the first turns.
    ///
    /// # Errors
    /// As for [`start_against_engine`](GameService::start_against_engine).
    pub async fn start_guided(&self, terms: Terms, token: Option<&Token>) -> Result<Match, ServiceError> {
        let terms = Terms { hints: true, rated: false, control: TimeControl::None, side: Side::First, ..terms };
        let origin = Origin { is_guided: true, ..Origin::default() };
        self.begin_against_engine(terms, Level::CHILDREN, &origin, token).await
    }

    async fn begin_against_engine(
        &self,
        terms: Terms,
        level: Level,
        origin: &Origin<'_>,
        token: Option<&Token>,
    ) -> Result<Match, ServiceError> {
        let terms = terms.checked(self.catalog(), || (self.rng)())?;
        terms.check_engine(self.catalog())?;
        let game = self.catalog().game(&terms.game).ok_or(PlayError::Unknown)?;
        self.check_server(&terms, &[terms.challenger]).await?;
        let seat = match terms.side {
            Side::First => Seat::One,
            Side::Second => Seat::Two,
            Side::Random => Seat::BOTH[((self.rng)() % 2) as usize],
        };
        let mut players = [Player::Engine(level.min(game.highest_level())); 2];
        players[seat.index()] = Player::Person(terms.challenger);
        let token = token_if_needed(terms.delivery_mode, token);
        for _ in 0..ATTEMPTS_MAX {
            match self.start(&terms, players, origin, token.as_ref()).await {
                Err(ServiceError::Storage(StorageError::Conflict)) => {}
                started => return started,
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// Starts a match, which gets its number when it is stored.
    async fn start(
        &self,
        terms: &Terms,
        players: [Player; 2],
        origin: &Origin<'_>,
        token: Option<&Token>,
    ) -> Result<Match, ServiceError> {
        let (id, now) = (MatchId(0), self.now());
        let game = named_game(self.catalog(), &terms.game)?;
        let line = match origin.line {
            Some(line) => line.copy(),
            None => game.start(&terms.setup).map_err(|error| {
                ChallengeError::Setup(Box::new(RefusedSetup::new(self.catalog(), game, &terms.setup, error)))
            })?,
        };
        let clocks = Clocks::new(terms.control, terms.pauses, now);
        let people = players.map(Player::person);
        let [first_player, second_player] = self.storage.preferences_and_calendars(people, now).await?;
        let first_location = NewLocation {
            channel: terms.place,
            origin: terms.origin,
            server: terms.server,
            delivery_mode: terms.delivery_mode,
            language: terms.language.clone(),
        };
        let challenger = Seat::BOTH.into_iter().find(|seat| people[seat.index()] == Some(terms.challenger));
        let second = origin.accepted_at.map(|at| {
            let seat = challenger.map(|seat| !seat);
            match_location(LocationId { match_id: id, number: 2 }, at, None, seat)
        });
        let first_seat = challenger.filter(|_| second.is_some());
        let mut started = Match {
            id,
            setup: terms.setup.clone(),
            players,
            earned: vec![0; line.ply()],
            line,
            status: Status::Running,
            outcome: None,
            offer: None,
            offers_made: Vec::new(),
            clocks,
            calendars: Default::default(),
            preferences: [first_player.0, second_player.0],
            muted: [false; 2],
            rated: terms.rated,
            hints: terms.hints,
            guided: origin.is_guided,
            hints_used: [0; 2],
            conditional_moves: Default::default(),
            location: match_location(LocationId::first(id), &first_location, origin.message, first_seat),
            other_locations: second.into_iter().collect(),
            started_at: now,
            changed_at: now,
            version: 0,
        };
        if started.running_clock().is_some() {
            started.calendars = [first_player.1, second_player.1];
        }
        let new_match = NewMatch {
            started: started.clone(),
            challenge: origin.challenge,
            is_announced: true,
            token: token.cloned(),
        };
        let outcome = self.apply_new(vec![Change::NewMatch(Box::new(new_match))]).await?;
        let EventOutcome::Match { id, .. } = outcome else { return Err(StorageError::Conflict.into()) };
        started.set_id(id);
        self.notify_workers();
        Ok(started)
    }

    /// Creates a challenge.
    ///
    /// # Errors
    /// The terms are invalid or not allowed in this server, one of the players has blocked the other, or an equivalent
    /// challenge between them is open.
    pub async fn propose(&self, terms: Terms) -> Result<Challenge, ServiceError> {
        let terms = terms.checked(self.catalog(), || (self.rng)())?;
        if let Some(opponent) = terms.opponent {
            self.check_blocks(terms.challenger, opponent).await?;
        }
        self.check_server(&terms, &[terms.challenger]).await?;
        for _ in 0..ATTEMPTS_MAX {
            let now = self.now();
            if let Some(opponent) = terms.opponent {
                let open = self.storage.open_challenges_between(terms.challenger, opponent, now).await?;
                if let Some(same) = open.iter().find(|open| open.terms.is_same_game(&terms, self.catalog())) {
                    return Err(ChallengeError::AlreadyOpen(same.id).into());
                }
            }
            // It gets its number when it is stored.
            let id = ChallengeId(0);
            let (state, expires_at) = (ChallengeState::Open, now.plus(OPEN_MS));
            let code = self.is_across_platforms().then(|| ChallengeCode::new(id, (self.rng)()));
            let mut challenge = Challenge { id, terms: terms.clone(), code, state, expires_at };
            match self
                .apply_new(vec![Change::NewChallenge(Box::new(NewChallenge { challenge: challenge.clone(), now }))])
                .await
            {
                Ok(EventOutcome::Challenge(id)) => {
                    challenge.set_id(id);
                    return Ok(challenge);
                }
                Ok(_) | Err(StorageError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// A page of a player's open challenges, and their total number. Received ones come before own ones, and older ones
    /// first. The page skips `skipped` challenges and has at most `limit`.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn open_challenges(
        &self,
        player: PlayerId,
        skipped: u32,
        limit: u32,
    ) -> Result<(Vec<Challenge>, usize), ServiceError> {
        Ok(self.storage.open_challenges_of(player, self.now(), skipped, limit).await?)
    }

    /// Loads a challenge.
    ///
    /// # Errors
    /// [`ChallengeError::Unknown`].
    pub async fn challenge(&self, id: ChallengeId) -> Result<Challenge, ServiceError> {
        Ok(self.storage.challenge(id).await?.ok_or(ChallengeError::Unknown)?)
    }

    /// Accepts a challenge and starts its match. `message` is the message that shows the challenge. `token` is the
    /// interaction token of the acceptance; it is used if posts there can only be sent as interaction responses.
    ///
    /// # Errors
    /// Why the challenge cannot be accepted.
    pub async fn accept(
        &self,
        id: ChallengeId,
        by: PlayerId,
        message: Option<&MessageId>,
        token: Option<&Token>,
    ) -> Result<Match, ServiceError> {
        self.accept_at(id, by, message, None, token).await
    }

    async fn accept_at(
        &self,
        id: ChallengeId,
        by: PlayerId,
        message: Option<&MessageId>,
        accepted_at: Option<&NewLocation>,
        token: Option<&Token>,
    ) -> Result<Match, ServiceError> {
        for _ in 0..ATTEMPTS_MAX {
            let challenge = self.challenge(id).await?;
            let now = self.now();
            let people = challenge.accept(by, now, (self.rng)().is_multiple_of(2))?;
            self.check_blocks(people[0], people[1]).await?;
            self.check_server(&challenge.terms, &people).await?;
            let players = people.map(Player::Person);
            let token = token_if_needed(challenge.terms.delivery_mode, token);
            let origin = Origin { challenge: Some(id), message, accepted_at, line: None, is_guided: false };
            match self.start(&challenge.terms, players, &origin, token.as_ref()).await {
                Err(ServiceError::Storage(StorageError::Conflict)) => {}
                started => return started,
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// The challenge with a code, if this person can accept it.
    ///
    /// # Errors
    /// [`ChallengeError::UnknownCode`], or why the challenge cannot be accepted.
    pub async fn challenge_by_code(&self, code: &str, by: PlayerId) -> Result<Challenge, ServiceError> {
        let code: ChallengeCode = code.parse().map_err(|_| ChallengeError::UnknownCode)?;
        let challenge = self.storage.challenge(code.challenge).await?;
        let challenge = challenge.filter(|found| found.code.as_ref() == Some(&code));
        let challenge = challenge.ok_or(ChallengeError::UnknownCode)?;
        challenge.accept(by, self.now(), true)?;
        Ok(challenge)
    }

    /// Accepts the challenge with this code, which may have been made on another platform. The match is then played at
    /// both places, and each player is notified at their own.
    ///
    /// # Errors
    /// [`ChallengeError::UnknownCode`], or why the challenge cannot be accepted.
    pub async fn accept_by_code(
        &self,
        code: &str,
        by: PlayerId,
        at: &NewLocation,
        token: Option<&Token>,
    ) -> Result<Match, ServiceError> {
        let challenge = self.challenge_by_code(code, by).await?;
        let here = Terms { server: at.server, place: at.channel, ..challenge.terms.clone() };
        self.check_server(&here, &[by]).await?;
        let accepted_at = Some(at).filter(|at| at.channel != challenge.terms.place);
        self.accept_at(challenge.id, by, None, accepted_at, token).await
    }

    /// Declines a challenge, or cancels one's own if `cancel` is set.
    ///
    /// # Errors
    /// Why the challenge cannot be closed.
    pub async fn close(&self, id: ChallengeId, by: PlayerId, cancel: bool) -> Result<Challenge, ServiceError> {
        for _ in 0..ATTEMPTS_MAX {
            let mut challenge = self.challenge(id).await?;
            let now = self.now();
            let state: ChallengeState = if cancel { challenge.cancel(by, now) } else { challenge.decline(by, now) }?;
            match self.apply(vec![Change::CloseChallenge(ChallengeClosing { id, state })]).await {
                Ok(()) => {
                    challenge.state = state;
                    return Ok(challenge);
                }
                Err(StorageError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// Has the message of a challenge posted that could not be shown now. `nonce` is that of the attempt; empty if it had
    /// none.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn show_later(&self, challenge: ChallengeId, nonce: &str) -> Result<(), ServiceError> {
        let post = Post::Challenge { challenge, nonce: nonce.to_owned() };
        self.storage.add_posts(&[post], self.now()).await?;
        self.notify_workers();
        Ok(())
    }

    /// Has the messages of challenges posted that were made on a platform just before the bot ended, unless they are there:
    /// it may have been killed before it answered. For platforms that do not report an event again.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn show_last_challenges(&self, platform: PlatformId) -> Result<(), ServiceError> {
        let Some(last) = self.storage.last_heartbeat().await? else { return Ok(()) };
        // Another process may be about to answer.
        let until = if self.storage.is_shared() { self.now().plus(-ANSWERED_MS) } else { self.now() };
        let within = Span { from: last.plus(-2 * HEARTBEAT_MS), until };
        for challenge in self.storage.open_challenges_made(platform, within).await? {
            self.show_later(challenge, "").await?;
        }
        Ok(())
    }

    /// Withdraws a challenge whose message was refused, and has the challenger told. Does nothing if it is closed.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn withdraw(&self, challenge: ChallengeId, challenger: PlayerId) -> Result<(), ServiceError> {
        match self.close(challenge, challenger, true).await {
            Err(ServiceError::Challenge(_)) => return Ok(()),
            closed => drop(closed?),
        }
        let post = Post::ChallengeWithdrawn { challenge, person: challenger };
        self.storage.add_posts(&[post], self.now()).await?;
        self.notify_workers();
        Ok(())
    }

    /// Requests a rematch with seats swapped: against the engine it starts at once; against a person it creates a
    /// challenge by `by`, for a match at this location.
    ///
    /// # Errors
    /// The match is still running, or the player does not take part in it.
    pub async fn rematch(
        &self,
        id: MatchId,
        by: PlayerId,
        at: NewLocation,
        token: Option<&Token>,
    ) -> Result<Rematch, ServiceError> {
        let last = self.find(id).await?;
        let seat = last.seat_of(by).ok_or(PlayError::NotAPlayer)?;
        if last.status == Status::Running {
            return Err(PlayError::Running.into());
        }
        let other = last.player(!seat);
        // A random setup is drawn again.
        let terms = Terms {
            game: last.line.game().name().to_owned(),
            setup: last.line.game().setup_without_seed(&last.setup),
            challenger: by,
            opponent: other.person(),
            side: [Side::Second, Side::First][seat.index()],
            hints: last.hints,
            rated: last.rated,
            control: last.clocks.control,
            pauses: last.clocks.pauses,
            note: String::new(),
            place: at.channel,
            origin: at.origin,
            server: at.server,
            delivery_mode: at.delivery_mode,
            language: at.language,
        };
        Ok(match other {
            Player::Person(_) => Rematch::Proposed(Box::new(self.propose(terms).await?)),
            Player::Engine(level) => Rematch::Started(Box::new(self.start_against_engine(terms, level, token).await?)),
        })
    }

    /// Starts an unrated match without clocks against the engine that continues from the position of a finished match
    /// after `ply` plies, at this location. The player takes the seat to move there. The engine has the level that it had
    /// in the match or, if two people played it, the one closest to the player's rating.
    ///
    /// # Errors
    /// The match is still running or was over at that ply, or the player does not take part in it.
    pub async fn play_on(
        &self,
        match_id: MatchId,
        ply: usize,
        by: PlayerId,
        at: NewLocation,
        token: Option<&Token>,
    ) -> Result<Match, ServiceError> {
        let source = self.find(match_id).await?;
        source.seat_of(by).ok_or(PlayError::NotAPlayer)?;
        if source.status == Status::Running {
            return Err(PlayError::Running.into());
        }
        let position = source.at_ply(ply, false);
        let seat = position.to_move().filter(|_| position.ply() == ply).ok_or(PlayError::Over)?;
        let game = source.line.game();
        let level = match source.engine_level() {
            Some(level) => level,
            None => self.suggested_level(by, game.name()).await?.level,
        };
        let terms = Terms {
            game: game.name().to_owned(),
            setup: source.setup.clone(),
            challenger: by,
            opponent: None,
            side: [Side::First, Side::Second][seat.index()],
            hints: true,
            rated: false,
            control: TimeControl::None,
            pauses: Pauses::NONE,
            note: String::new(),
            place: at.channel,
            origin: at.origin,
            server: at.server,
            delivery_mode: at.delivery_mode,
            language: at.language,
        };
        let origin = Origin { line: Some(&*position.line), ..Origin::default() };
        self.begin_against_engine(terms, level, &origin, token).await
    }

    /// The level of the engine that suits a player.
    ///
    /// # Errors
    /// An unknown game, or a storage failure.
    pub async fn suggested_level(&self, player: PlayerId, game: &str) -> Result<SuggestedLevel, ServiceError> {
        let game = self.catalog().game(game).ok_or(PlayError::Unknown)?;
        let reader = Reader { person: player, server: None };
        let stats = self.storage.player_stats(player, game.name(), reader, self.now()).await?;
        Ok(stats.suggested_level(game.highest_level(), |level| game.level_rating(level)))
    }
}
