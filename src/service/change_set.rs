//! Changes that are stored in one transaction, together with the event of a platform that caused them.

use super::consequences::Consequences;
use super::ids::{ChallengeId, MatchId, Millis, PlayerId, ServerId};
use crate::rules::Seat;
use crate::service::links::link::{AccountLink, LinkCode};
use crate::service::lobby::challenge::{Challenge, ChallengeState};
use crate::service::matches::conditional_moves::ConditionalMoves;
use crate::service::matches::hint::Hint;
use crate::service::matches::state::Match;
use crate::service::outbox::inbox::{EventOutcome, InboxEvent};
use crate::service::outbox::post::Post;
use crate::service::outbox::token::Token;
use crate::service::people::accounts::PlatformId;
use crate::service::people::preferences::Preferences;
use crate::service::servers::server_settings::ServerSettings;
use crate::service::time::calendar::{Calendar, Schedule};
use crate::service::time::vacation::Vacation;

/// Changes that are stored together or not at all.
#[derive(Clone, Debug)]
pub struct ChangeSet {
    /// The event that causes them, if a platform reported it and this is its first change.
    pub event: Option<InboxEvent>,
    /// The changes, in order.
    pub changes: Vec<Change>,
}

/// A change. Each is decided from stored values; if one of them is no longer stored, nothing is changed and the result
/// is [`StorageError::Conflict`](super::StorageError::Conflict).
#[derive(Clone, Debug)]
pub enum Change {
    /// Stores a new challenge. Conflicts if an equivalent one is open (see
    /// [`Terms::is_same_game`](crate::service::Terms::is_same_game)).
    NewChallenge(Box<Challenge>, Millis),
    /// Closes an open challenge.
    CloseChallenge(ChallengeId, ChallengeState),
    /// Creates a match.
    NewMatch(Box<NewMatch>),
    /// Changes a match.
    Match(Box<MatchChange>),
    /// Changes a player's conditional moves.
    ConditionalMoves(ConditionalMovesChange),
    /// Replaces a player's note about a match; an empty text deletes it.
    Note(MatchId, PlayerId, String),
    /// Stores a hint, and counts it if it is the first one for its position.
    Hint(Hint),
    /// Creates the analysis of a match with its job and its first post, or resumes one whose job failed. Does nothing
    /// while its job is waiting.
    NewAnalysis(Box<Match>, Option<Token>, Millis),
    /// Stores a post that follows from no other change.
    Post(Post, Option<Token>, Millis),
    /// Changes the preferences of a player.
    Preferences(Box<PreferencesChange>),
    /// Changes the settings of a server: the settings before and after.
    ServerSettings(ServerId, Box<(ServerSettings, ServerSettings)>),
    /// Adds a schedule, and makes the checks of the player's running matches due. If neither it nor the previous
    /// schedule stops a clock, it replaces the previous one, as no clock depends on either.
    Schedule(PlayerId, Schedule),
    /// Starts a vacation. Conflicts if another one of the player ends after this one begins, or began at the same
    /// instant.
    StartVacation(VacationStart),
    /// Ends the player's vacation at this instant. A vacation of no length is deleted.
    EndVacation(PlayerId, Millis),
    /// Blocks the second player for the first, or unblocks.
    Block(PlayerId, PlayerId, bool),
    /// Stores the code with which a person links another account. Conflicts if they have a valid one, or if the code is
    /// taken.
    LinkCode(LinkCode, Millis),
    /// Stores the claimant of a link code. Conflicts if the code has expired or has another claimant.
    EnterLinkCode(String, PlayerId, Millis),
    /// Merges two people. Conflicts if the code has no such claimant, or if their games have changed.
    LinkAccounts(Box<AccountLink>),
    /// Makes the account of a person on a platform a new person. Conflicts if it is their only one, or games are
    /// running.
    UnlinkAccount(PlayerId, PlatformId),
}

/// A match to create.
#[derive(Clone, Debug)]
pub struct NewMatch {
    /// The match. It gets its number when it is stored.
    pub started: Match,
    /// The accepted challenge; `None` against the engine.
    pub challenge: Option<ChallengeId>,
    /// Whether it is announced, its clock is checked and the engine begins; not if what happened is stored afterwards.
    pub is_announced: bool,
    /// The interaction token of the first posts, if they can only be sent as interaction responses.
    pub token: Option<Token>,
}

impl NewMatch {
    /// What follows from the start.
    pub fn consequences(&self) -> Consequences {
        if self.is_announced { Consequences::of_start(&self.started) } else { Consequences::default() }
    }
}

/// A change of a match, stored atomically. It fails with [`StorageError::Conflict`](super::StorageError::Conflict) if something that it was decided
/// from has changed: the version of the match, its conditional moves, what pauses its running clock, or a rating.
#[derive(Clone, Debug)]
pub struct MatchChange {
    /// The new state, with the version that it was derived from.
    pub after: Match,
    /// The number of stored moves.
    pub moves_before: usize,
    /// The number of stored moves that remain; the other moves of `after` are appended to them.
    pub retained_moves: usize,
    /// The conditional moves of both seats before.
    pub conditional_moves_before: [ConditionalMoves; 2],
    /// The calendars of both seats before and the instant from which they were read, if a clock was running.
    pub calendars_before: Option<(Millis, [Calendar; 2])>,
    /// What follows from the change.
    pub consequences: Consequences,
    /// Whether the engine made the change. Any change ends the engine's waiting job in this match.
    pub by_engine: bool,
    /// The interaction token of the posts and of the engine's reply, if they can only be sent as interaction responses.
    pub token: Option<Token>,
    /// The time of the change.
    pub now: Millis,
}

/// A change of a player's conditional moves.
#[derive(Clone, Debug)]
pub struct ConditionalMovesChange {
    /// The match.
    pub game: MatchId,
    /// The player's seat.
    pub seat: Seat,
    /// The version of the match that the change was made for. If the stored version differs, the change fails with
    /// [`StorageError::Conflict`](super::StorageError::Conflict).
    pub from_version: i64,
    /// The conditional moves that the change was derived from. If the stored ones differ, the change fails with
    /// [`StorageError::Conflict`](super::StorageError::Conflict).
    pub before: ConditionalMoves,
    /// The new conditional moves.
    pub after: ConditionalMoves,
}

/// A vacation to start.
#[derive(Clone, Debug)]
pub struct VacationStart {
    /// The player.
    pub player: PlayerId,
    /// The vacation.
    pub vacation: Vacation,
    /// The posts to deliver.
    pub posts: Vec<Post>,
}

/// A change of preferences.
#[derive(Clone, Debug)]
pub struct PreferencesChange {
    /// The player.
    pub player: PlayerId,
    /// The stored preferences.
    pub before: Preferences,
    /// The new ones.
    pub after: Preferences,
    /// When the next digest is due.
    pub digest_at: Option<Millis>,
    /// The time of the change.
    pub now: Millis,
}

impl ChangeSet {
    /// What the event has led to.
    pub fn outcome(&self) -> EventOutcome {
        let outcome = |change: &Change| match change {
            Change::NewChallenge(challenge, _) => Some(EventOutcome::Challenge(challenge.id)),
            Change::CloseChallenge(id, _) => Some(EventOutcome::Challenge(*id)),
            Change::NewMatch(new_match) => Some(EventOutcome::Match { id: new_match.started.id, ply: 0 }),
            Change::Match(change) => Some(EventOutcome::Match { id: change.after.id, ply: change.retained_moves }),
            Change::ConditionalMoves(_)
            | Change::Note(..)
            | Change::Hint(_)
            | Change::NewAnalysis(..)
            | Change::Post(..)
            | Change::Preferences(_)
            | Change::ServerSettings(..)
            | Change::Schedule(..)
            | Change::StartVacation(_)
            | Change::EndVacation(..)
            | Change::Block(..)
            | Change::LinkCode(..)
            | Change::EnterLinkCode(..)
            | Change::LinkAccounts(_)
            | Change::UnlinkAccount(..) => None,
        };
        self.changes.iter().find_map(outcome).unwrap_or(EventOutcome::Done)
    }
}
