//! Challenges: what is proposed, to whom, and what became of it.

use crate::catalog::{self, AnyGame};
use crate::rules::SetupError;
use crate::service::ids::{ChallengeId, MatchId, Millis, PlaceId, PlayerId, ServerId};
use crate::service::matches::player::ERASED_PLAYER;
use crate::service::outbox::delivery_mode::DeliveryMode;
use crate::service::time::control::{Pauses, TimeControl};
use crate::service::words::words;

/// A challenge can be accepted for three days.
pub const OPEN_MS: i64 = 3 * 24 * 60 * 60 * 1000;
/// A message with a challenge has at most so many characters.
pub const NOTE_MAX: usize = 200;

/// Which seat the challenger wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// White, or the first turn.
    First,
    /// Black, or the second turn.
    Second,
    /// It is drawn by lot (decision 6).
    #[default]
    Lot,
}

impl Side {
    /// All sides with their words.
    pub const ALL: [(Side, &'static str); 3] = [(Side::Lot, "lot"), (Side::First, "first"), (Side::Second, "second")];
}

words!(Side { Lot = "lot", First = "first", Second = "second" });

/// What is proposed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The name of the game.
    pub game: String,
    /// Its setup, with all options spelled out.
    pub setup: String,
    /// Who challenges.
    pub challenger: PlayerId,
    /// Who is challenged; anybody when `None`.
    pub opponent: Option<PlayerId>,
    /// Which seat the challenger wants.
    pub side: Side,
    /// Whether the players may ask for hints. Rated matches have none.
    pub hints: bool,
    /// Whether the match counts for the players' ratings.
    pub rated: bool,
    /// How much time each player has.
    pub control: TimeControl,
    /// What stops the clocks.
    pub pauses: Pauses,
    /// A word to the opponent, at most [`NOTE_MAX`] characters; may be empty.
    pub note: String,
    /// The channel in which it was proposed.
    pub place: PlaceId,
    /// The thread of that channel in which it was proposed, where it was one. The game gets a thread beside it.
    pub origin: Option<PlaceId>,
    /// The server in which that is, if it is in one.
    pub server: Option<ServerId>,
    /// How posts reach that place.
    pub reach: DeliveryMode,
    /// The code of the language in which everybody there is spoken to.
    pub language: String,
}

/// What became of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengeState {
    /// It can be accepted.
    Open,
    /// It became this match.
    Accepted(MatchId),
    /// The opponent declined.
    Declined,
    /// The challenger took it back.
    Cancelled,
}

/// A challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// Its number.
    pub id: ChallengeId,
    /// What is proposed.
    pub terms: Terms,
    /// What became of it.
    pub state: ChallengeState,
    /// From then on it cannot be accepted any more.
    pub expires_at: Millis,
}

/// Why something cannot be done with a challenge.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChallengeError {
    /// There is no such game.
    #[error("there is no such game")]
    NoGame,
    /// The options are not possible.
    #[error("{0}")]
    Setup(SetupError),
    /// Nobody plays alone.
    #[error("you cannot play against yourself")]
    Self_,
    /// The opponent is a bot.
    #[error("the opponent cannot play")]
    OpponentCannot,
    /// The opponent's data was deleted: there is nobody to challenge.
    #[error("the opponent does not play any more")]
    OpponentGone,
    /// A rated match without clocks might never end.
    #[error("a rated game needs a time control")]
    RatedNeedsClock,
    /// The engine knows who wins: a rated match against it would prove nothing.
    #[error("games against the engine are not rated where it knows who wins")]
    RatedSolved,
    /// One of them does not want to play with the other.
    #[error("the opponent cannot be challenged")]
    Blocked,
    /// Games are not played in this channel.
    #[error("games are not played in this channel")]
    ChannelClosed,
    /// This game is not played in this server.
    #[error("this game is not played in this server")]
    GameClosed,
    /// There are as many games running as the server allows one person.
    #[error("there are too many games running")]
    TooManyGames(u32),
    /// The note is too long.
    #[error("the message is longer than {NOTE_MAX} characters")]
    NoteTooLong,
    /// The two have a challenge open that comes to the same.
    #[error("the same challenge is open already")]
    AlreadyOpen(ChallengeId),
    /// There is no such challenge.
    #[error("there is no such challenge")]
    Unknown,
    /// It was accepted already.
    #[error("the challenge has been accepted")]
    Accepted,
    /// It was declined.
    #[error("the challenge has been declined")]
    Declined,
    /// It was taken back.
    #[error("the challenge has been cancelled")]
    Cancelled,
    /// It is too old.
    #[error("the challenge has expired")]
    Expired,
    /// It is for somebody else.
    #[error("the challenge is for somebody else")]
    NotForYou,
    /// It is one's own: it can be cancelled, not accepted.
    #[error("this is your own challenge")]
    Own,
    /// Only the challenger can cancel.
    #[error("only the challenger can cancel the challenge")]
    NotYours,
    /// Anybody can accept an open seek; nobody declines for all.
    #[error("an open challenge cannot be declined")]
    OpenToAll,
}

impl Terms {
    /// Terms that are possible, with the setup spelled out. `deal` is the seed for a random start that names none.
    ///
    /// # Errors
    /// [`ChallengeError::NoGame`], [`ChallengeError::Setup`], [`ChallengeError::Self_`],
    /// [`ChallengeError::OpponentGone`], [`ChallengeError::RatedNeedsClock`], [`ChallengeError::NoteTooLong`].
    pub fn checked(mut self, deal: u64) -> Result<Terms, ChallengeError> {
        let game: &dyn AnyGame = catalog::game(&self.game).ok_or(ChallengeError::NoGame)?;
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
        let dealt = format!("{} deal={deal}", self.setup);
        let full = match game.full_setup(&self.setup) {
            // Options that do not fit together may only lack the seed of a deal, which players do not name.
            Err(SetupError::Unfit(_)) => game.full_setup(&dealt).or_else(|_| game.full_setup(&self.setup)),
            other => other,
        };
        self.setup = full.map_err(ChallengeError::Setup)?;
        self.game = game.name().to_owned();
        Ok(self)
    }
}

impl Terms {
    /// Whether two proposals to one person come to the same: the same two would play the same game on the same terms,
    /// from the same seats. A deal is drawn anew for each, and so is not compared.
    pub fn is_same_game(&self, other: &Terms) -> bool {
        let first = |terms: &Terms| match terms.side {
            Side::First => Some(terms.challenger),
            Side::Second => terms.opponent,
            Side::Lot => None,
        };
        let pair = |terms: &Terms| {
            let opponent = terms.opponent?;
            Some([terms.challenger.min(opponent), terms.challenger.max(opponent)])
        };
        let setup = |terms: &Terms| {
            let words = terms.setup.split_whitespace().filter(|word| !word.starts_with("deal="));
            words.map(str::to_owned).collect::<Vec<_>>()
        };
        pair(self).is_some()
            && pair(self) == pair(other)
            && first(self) == first(other)
            && (&self.game, setup(self)) == (&other.game, setup(other))
            && (self.hints, self.rated, self.control, self.pauses)
                == (other.hints, other.rated, other.control, other.pauses)
    }

    /// Whether these terms are possible for a match with the engine.
    ///
    /// # Errors
    /// [`ChallengeError::RatedSolved`].
    pub fn check_engine(&self) -> Result<(), ChallengeError> {
        let solved = catalog::game(&self.game).is_some_and(|game| game.is_solved());
        if self.rated && solved { Err(ChallengeError::RatedSolved) } else { Ok(()) }
    }
}

impl Challenge {
    fn check_open(&self, now: Millis) -> Result<(), ChallengeError> {
        match self.state {
            ChallengeState::Accepted(_) => Err(ChallengeError::Accepted),
            ChallengeState::Declined => Err(ChallengeError::Declined),
            ChallengeState::Cancelled => Err(ChallengeError::Cancelled),
            ChallengeState::Open if now >= self.expires_at => Err(ChallengeError::Expired),
            ChallengeState::Open => Ok(()),
        }
    }

    /// The players of the match that begins when `by` accepts: first seat, second seat. `lot` decides where the
    /// challenger left it open.
    ///
    /// # Errors
    /// That the challenge is closed, one's own, or for somebody else.
    pub fn accept(&self, by: PlayerId, now: Millis, lot: bool) -> Result<[PlayerId; 2], ChallengeError> {
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
            Side::Lot => lot,
        };
        Ok(if challenger_first { [challenger, by] } else { [by, challenger] })
    }

    /// Declines.
    ///
    /// # Errors
    /// That the challenge is closed, or not for this player.
    pub fn decline(&self, by: PlayerId, now: Millis) -> Result<ChallengeState, ChallengeError> {
        self.check_open(now)?;
        match self.terms.opponent {
            _ if by == self.terms.challenger => Err(ChallengeError::Own),
            None => Err(ChallengeError::OpenToAll),
            Some(opponent) if opponent != by => Err(ChallengeError::NotForYou),
            Some(_) => Ok(ChallengeState::Declined),
        }
    }

    /// Takes the challenge back.
    ///
    /// # Errors
    /// That the challenge is closed, or somebody else's.
    pub fn cancel(&self, by: PlayerId, now: Millis) -> Result<ChallengeState, ChallengeError> {
        if by != self.terms.challenger {
            return Err(ChallengeError::NotYours);
        }
        self.check_open(now)?;
        Ok(ChallengeState::Cancelled)
    }
}
