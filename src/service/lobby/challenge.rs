//! Challenges: their terms and their state.

use crate::catalog::{AnyGame, Catalog};
use crate::rules::{SetupError, Values};
use crate::service::ids::{ChallengeId, MatchId, Millis, PlaceId, PlayerId, ServerId};
use crate::service::lobby::challenge_code::ChallengeCode;
use crate::service::matches::player::ERASED_PLAYER;
use crate::service::outbox::delivery_mode::DeliveryMode;
use crate::service::time::control::{Pauses, TimeControl};

/// How long a challenge can be accepted, in milliseconds: three days.
pub const OPEN_MS: i64 = 3 * 24 * 60 * 60 * 1000;
/// The maximum length of the message of a challenge, in characters.
pub const NOTE_MAX: usize = 200;

/// The seat that the challenger wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::Display, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Side {
    /// White, or the first turn.
    First,
    /// Black, or the second turn.
    Second,
    /// A random seat (decision 6).
    #[default]
    #[strum(serialize = "lot")]
    Random,
}

impl Side {
    /// All sides with their stored words.
    pub const ALL: [(Side, &'static str); 3] =
        [(Side::Random, "lot"), (Side::First, "first"), (Side::Second, "second")];
}

/// The terms of a challenge or match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The name of the game.
    pub game: String,
    /// The setup of the game, with all options explicit once [`Terms::checked`] has passed.
    pub setup: String,
    /// The challenger.
    pub challenger: PlayerId,
    /// The challenged player; anyone if `None`.
    pub opponent: Option<PlayerId>,
    /// The seat that the challenger wants.
    pub side: Side,
    /// Whether the players may request hints; never in rated matches.
    pub hints: bool,
    /// Whether the match is rated.
    pub rated: bool,
    /// The time control.
    pub control: TimeControl,
    /// What pauses the clocks.
    pub pauses: Pauses,
    /// A message to the opponent, at most [`NOTE_MAX`] characters; may be empty.
    pub note: String,
    /// The channel of the challenge.
    pub place: PlaceId,
    /// The thread of that channel in which the challenge was made, if any. The match gets its own thread beside it.
    pub origin: Option<PlaceId>,
    /// The server of the channel, if any.
    pub server: Option<ServerId>,
    /// The delivery mode of that channel.
    pub delivery_mode: DeliveryMode,
    /// The language code for public messages there.
    pub language: String,
}

/// Where a match will be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLocation {
    /// The channel.
    pub channel: PlaceId,
    /// The thread of that channel in which it was requested, if any.
    pub origin: Option<PlaceId>,
    /// The server of the channel, if any.
    pub server: Option<ServerId>,
    /// The delivery mode of that channel.
    pub delivery_mode: DeliveryMode,
    /// The language code for public messages there.
    pub language: String,
}

/// The state of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengeState {
    /// The challenge can be accepted, unless it has expired.
    Open,
    /// It was accepted and became this match.
    Accepted(MatchId),
    /// The opponent declined.
    Declined,
    /// The challenger cancelled it.
    Cancelled,
}

/// A challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// Its id.
    pub id: ChallengeId,
    /// Its terms.
    pub terms: Terms,
    /// The code with which it is accepted elsewhere; `None` if the bot runs on one platform.
    pub code: Option<ChallengeCode>,
    /// Its state.
    pub state: ChallengeState,
    /// When it expires.
    pub expires_at: Millis,
}

/// The setup of a challenge that its game refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedSetup {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// Why it refuses the setup.
    pub error: SetupError,
    /// The key and the value that it refuses; `None` if it is not a single one.
    pub option: Option<(String, String)>,
    /// Another game that has this option with this value.
    pub owner: Option<&'static dyn AnyGame>,
}

impl RefusedSetup {
    /// Finds out which option of a setup a game refuses.
    pub fn new(catalog: &Catalog, game: &'static dyn AnyGame, setup: &str, error: SetupError) -> RefusedSetup {
        let spec = |game: &dyn AnyGame, key: &str| game.options().iter().find(|spec| spec.key == key).copied();
        let is_refused = |key: &str| match &error {
            SetupError::UnknownOption { .. } => spec(game, key).is_none(),
            SetupError::UnknownValue { key: refused, .. } => key == *refused,
            SetupError::Twice { .. } | SetupError::Unfit(_) => false,
        };
        let option = setup.split_whitespace().filter_map(|word| word.split_once('=')).find(|(key, _)| is_refused(key));
        let has = |owner: &&'static dyn AnyGame| {
            option.is_some_and(|(key, value)| match spec(*owner, key).map(|spec| spec.values) {
                Some(Values::OneOf(words)) => words.contains(&value),
                Some(Values::Seed) | None => false,
            })
        };
        let owner = catalog.games().iter().copied().find(has);
        RefusedSetup { game, option: option.map(|(key, value)| (key.to_owned(), value.to_owned())), owner, error }
    }
}

/// Why a challenge cannot be created, accepted, declined or cancelled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChallengeError {
    /// The game is unknown.
    #[error("there is no game of that name")]
    NoGame(Vec<&'static str>),
    /// The setup options are invalid.
    #[error("{}", .0.error)]
    Setup(Box<RefusedSetup>),
    /// Players cannot challenge themselves.
    #[error("you cannot play against yourself")]
    Self_,
    /// The opponent is a bot.
    #[error("this bot cannot be challenged: it does not play these games")]
    OpponentCannot,
    /// The opponent was erased.
    #[error("the opponent no longer plays: challenge someone else")]
    OpponentGone,
    /// A rated match without clocks might never end.
    #[error("a rated game needs a time control: choose one, or play unrated")]
    RatedNeedsClock,
    /// A rated match has no hints.
    #[error("a rated game has no hints: leave one of the two options out")]
    RatedHints,
    /// The game is solved by the engine, so a rated match against it would prove nothing.
    #[error("the engine has solved this game, so games against it cannot be rated: play unrated")]
    RatedSolved,
    /// One of the players has blocked the other.
    #[error("this player cannot be challenged")]
    Blocked,
    /// The server settings do not allow matches in this channel.
    #[error("the server does not allow games in this channel: choose another channel")]
    ChannelClosed,
    /// The server settings do not allow this game.
    #[error("the server does not offer this game: choose another game")]
    GameClosed,
    /// A player already has as many running matches as the server allows.
    #[error("a player already has {0} running games, the most that the server allows: finish one first")]
    TooManyGames(u32),
    /// The message is too long.
    #[error("the message is longer than {NOTE_MAX} characters")]
    NoteTooLong,
    /// An equivalent challenge between the two players is open (see [`Terms::is_same_game`]).
    #[error("the same challenge is already open")]
    AlreadyOpen(ChallengeId),
    /// There is no such challenge.
    #[error("this challenge does not exist")]
    Unknown,
    /// No challenge has this code.
    #[error("no challenge has this code: copy it from the challenge")]
    UnknownCode,
    /// It has already been accepted.
    #[error("the challenge has already been accepted")]
    Accepted,
    /// It was declined.
    #[error("the challenge was declined")]
    Declined,
    /// It was cancelled.
    #[error("the challenge was cancelled")]
    Cancelled,
    /// It has expired.
    #[error("the challenge has expired: start a new one")]
    Expired,
    /// It is for another player.
    #[error("the challenge is for another player")]
    NotForYou,
    /// It is the requester's own challenge, which can be cancelled but not accepted or declined.
    #[error("this is your own challenge: you can only cancel it")]
    Own,
    /// Only the challenger can cancel.
    #[error("only the challenger can cancel the challenge")]
    NotYours,
    /// Open challenges cannot be declined.
    #[error("an open challenge cannot be declined: ignore it")]
    OpenToAll,
}

/// The game with this name.
///
/// # Errors
/// [`ChallengeError::NoGame`].
pub fn named_game(catalog: &Catalog, name: &str) -> Result<&'static dyn AnyGame, ChallengeError> {
    let titles = || catalog.games().iter().map(|game| game.title()).collect();
    catalog.game(name).ok_or_else(|| ChallengeError::NoGame(titles()))
}

impl Terms {
    /// Validates the terms and makes the setup explicit. `seed` returns the seed of a random setup that has none.
    ///
    /// # Errors
    /// [`ChallengeError::NoGame`], [`ChallengeError::Setup`], [`ChallengeError::Self_`],
    /// [`ChallengeError::OpponentGone`], [`ChallengeError::RatedNeedsClock`], [`ChallengeError::NoteTooLong`].
    pub fn checked(mut self, catalog: &Catalog, seed: impl FnOnce() -> u64) -> Result<Terms, ChallengeError> {
        let game = named_game(catalog, &self.game)?;
        if self.opponent == Some(self.challenger) {
            return Err(ChallengeError::Self_);
        }
        if self.opponent == Some(ERASED_PLAYER) {
            return Err(ChallengeError::OpponentGone);
        }
        if self.rated && self.control == TimeControl::None {
            return Err(ChallengeError::RatedNeedsClock);
        }
        self.hints &= !self.rated;
        if self.note.chars().count() > NOTE_MAX {
            return Err(ChallengeError::NoteTooLong);
        }
        let refused = |error| ChallengeError::Setup(Box::new(RefusedSetup::new(catalog, game, &self.setup, error)));
        self.setup = game.drawn_setup(&self.setup, || game.level_seed(seed())).map_err(refused)?;
        self.game = game.name().to_owned();
        Ok(self)
    }
}

impl Terms {
    /// Whether two challenges are equivalent: the same two players would play the same game on the same terms, from the
    /// same seats. The seeds of random setups are not compared. Open challenges are never equivalent.
    pub fn is_same_game(&self, other: &Terms, catalog: &Catalog) -> bool {
        let first = |terms: &Terms| match terms.side {
            Side::First => Some(terms.challenger),
            Side::Second => terms.opponent,
            Side::Random => None,
        };
        let pair = |terms: &Terms| {
            let opponent = terms.opponent?;
            Some([terms.challenger.min(opponent), terms.challenger.max(opponent)])
        };
        let setup = |terms: &Terms| match catalog.game(&terms.game) {
            Some(game) => game.setup_without_seed(&terms.setup),
            None => terms.setup.clone(),
        };
        pair(self).is_some()
            && pair(self) == pair(other)
            && first(self) == first(other)
            && (&self.game, setup(self)) == (&other.game, setup(other))
            && (self.hints, self.rated, self.control, self.pauses)
                == (other.hints, other.rated, other.control, other.pauses)
    }

    /// Checks these terms for a match against the engine.
    ///
    /// # Errors
    /// [`ChallengeError::RatedSolved`].
    pub fn check_engine(&self, catalog: &Catalog) -> Result<(), ChallengeError> {
        let solved = catalog.game(&self.game).is_some_and(AnyGame::is_solved);
        if self.rated && solved { Err(ChallengeError::RatedSolved) } else { Ok(()) }
    }
}

impl Challenge {
    /// When it was made.
    pub fn proposed_at(&self) -> Millis {
        self.expires_at.plus(-OPEN_MS)
    }

    /// Gives it its number, also in its code.
    pub fn set_id(&mut self, id: ChallengeId) {
        self.id = id;
        if let Some(code) = &mut self.code {
            code.challenge = id;
        }
    }

    fn check_open(&self, now: Millis) -> Result<(), ChallengeError> {
        match self.state {
            ChallengeState::Accepted(_) => Err(ChallengeError::Accepted),
            ChallengeState::Declined => Err(ChallengeError::Declined),
            ChallengeState::Cancelled => Err(ChallengeError::Cancelled),
            ChallengeState::Open if now >= self.expires_at => Err(ChallengeError::Expired),
            ChallengeState::Open => Ok(()),
        }
    }

    /// The players of the match if `by` accepts: first seat, second seat. `challenger_first` decides the seats if the
    /// challenger left them open.
    ///
    /// # Errors
    /// The challenge is closed, the requester's own, or for another player.
    pub fn accept(&self, by: PlayerId, now: Millis, challenger_first: bool) -> Result<[PlayerId; 2], ChallengeError> {
        self.check_open(now)?;
        let challenger = self.terms.challenger;
        if by == challenger {
            return Err(ChallengeError::Own);
        }
        if self.terms.opponent.is_some_and(|opponent| opponent != by) {
            return Err(ChallengeError::NotForYou);
        }
        let challenger_first = match self.terms.side {
            Side::First => true,
            Side::Second => false,
            Side::Random => challenger_first,
        };
        Ok(if challenger_first { [challenger, by] } else { [by, challenger] })
    }

    /// Declines the challenge.
    ///
    /// # Errors
    /// The challenge is closed, or not for this player.
    pub fn decline(&self, by: PlayerId, now: Millis) -> Result<ChallengeState, ChallengeError> {
        self.check_open(now)?;
        match self.terms.opponent {
            _ if by == self.terms.challenger => Err(ChallengeError::Own),
            None => Err(ChallengeError::OpenToAll),
            Some(opponent) if opponent != by => Err(ChallengeError::NotForYou),
            Some(_) => Ok(ChallengeState::Declined),
        }
    }

    /// Cancels the challenge.
    ///
    /// # Errors
    /// The challenge is closed, or another player's.
    pub fn cancel(&self, by: PlayerId, now: Millis) -> Result<ChallengeState, ChallengeError> {
        if by != self.terms.challenger {
            return Err(ChallengeError::NotYours);
        }
        self.check_open(now)?;
        Ok(ChallengeState::Cancelled)
    }
}
