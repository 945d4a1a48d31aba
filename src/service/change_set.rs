//! Changes that are stored in one transaction, together with the event of a platform that caused them.

use super::consequences::Consequences;
use super::daily::{DailyAnswerChange, DailyChange};
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
use crate::service::people::lessons::LessonChange;
use crate::service::people::preferences::Preferences;
use crate::service::ratings::puzzles::PuzzleChange;
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
    /// Stores a new challenge.
    NewChallenge(Box<NewChallenge>),
    /// Closes an open challenge.
    CloseChallenge(ChallengeClosing),
    /// Creates a match.
    NewMatch(Box<NewMatch>),
    /// Changes a match.
    Match(Box<MatchChange>),
    /// Ends a match without a result and without replaying its moves, which may be invalid.
    StopMatch(MatchStop),
    /// Changes a player's conditional moves.
    ConditionalMoves(ConditionalMovesChange),
    /// Replaces a player's note about a match.
    Note(NoteChange),
    /// Stores a hint, and counts it if it is the first one for its position.
    Hint(Hint),
    /// Creates the analysis of a match.
    NewAnalysis(Box<NewAnalysis>),
    /// Stores a post that follows from no other change.
    Post(NewPost),
    /// Changes the preferences of a player.
    Preferences(Box<PreferencesChange>),
    /// Changes the settings of a server.
    ServerSettings(Box<ServerSettingsChange>),
    /// Adds a schedule.
    Schedule(NewSchedule),
    /// Starts a vacation.
    StartVacation(VacationStart),
    /// Ends a vacation.
    EndVacation(VacationEnd),
    /// Blocks or unblocks another player.
    Block(BlockChange),
    /// Stores that a person has seen or done a lesson.
    Lesson(LessonChange),
    /// Stores that a person has seen or answered a puzzle.
    Puzzle(PuzzleChange),
    /// Opens or closes a board of the day, or changes what its channel has chosen.
    Daily(Box<DailyChange>),
    /// Stores what a person has answered to a board of the day.
    DailyAnswer(DailyAnswerChange),
    /// Makes all links to pages of matches that a person was given invalid.
    RevokeBoardLinks(BoardLinksRevocation),
    /// Makes tokens of a person valid or invalid.
    Tokens(TokensChange),
    /// Stores the code with which a person links another account.
    LinkCode(NewLinkCode),
    /// Stores the claimant of a link code.
    EnterLinkCode(LinkCodeEntry),
    /// Merges two people. Conflicts if the code has no such claimant, or if their games have changed.
    LinkAccounts(Box<AccountLink>),
    /// Moves an account of a person to a new person.
    UnlinkAccount(AccountUnlink),
}

/// A challenge to store. Conflicts if an equivalent one is open (see
/// [`Terms::is_same_game`](crate::service::Terms::is_same_game)).
#[derive(Clone, Debug)]
pub struct NewChallenge {
    /// The challenge. It gets its number when it is stored.
    pub challenge: Challenge,
    /// The time of the change.
    pub now: Millis,
}

/// An open challenge to close.
#[derive(Clone, Debug)]
pub struct ChallengeClosing {
    /// The challenge.
    pub id: ChallengeId,
    /// What becomes of it.
    pub state: ChallengeState,
}

/// A running match to stop. Conflicts if it is not running in the server.
#[derive(Clone, Debug)]
pub struct MatchStop {
    /// The match.
    pub match_id: MatchId,
    /// The server.
    pub server: ServerId,
    /// The time of the change.
    pub now: Millis,
}

/// That the links to pages of matches that a person was given until now open nothing any more.
#[derive(Clone, Copy, Debug)]
pub struct BoardLinksRevocation {
    /// The person.
    pub player: PlayerId,
    /// The time of the change.
    pub now: Millis,
}

/// Which tokens of a person open something.
#[derive(Clone, Copy, Debug)]
pub struct TokensChange {
    /// The person.
    pub player: PlayerId,
    /// If true, the person's tokens so far stop working. If false, tokens that the bot gives from now on work; before
    /// the first such change, none does.
    pub revokes: bool,
    /// The time of the change.
    pub now: Millis,
}

/// A note about a match.
#[derive(Clone, Debug)]
pub struct NoteChange {
    /// The match.
    pub match_id: MatchId,
    /// The player.
    pub player: PlayerId,
    /// The text; an empty one deletes the note.
    pub text: String,
}

/// An analysis to create with its job and its first post, or to resume if its job failed. Changes nothing while the job
/// is waiting.
#[derive(Clone, Debug)]
pub struct NewAnalysis {
    /// The match.
    pub played: Match,
    /// The interaction token of its posts, if they can only be sent as interaction responses.
    pub token: Option<Token>,
    /// The time of the change.
    pub now: Millis,
}

/// A post to store.
#[derive(Clone, Debug)]
pub struct NewPost {
    /// The post.
    pub post: Post,
    /// Its interaction token, if it can only be sent as an interaction response.
    pub token: Option<Token>,
    /// The time of the change.
    pub now: Millis,
}

/// A change of the settings of a server. Conflicts if the stored settings differ from `before`.
#[derive(Clone, Debug)]
pub struct ServerSettingsChange {
    /// The server.
    pub server: ServerId,
    /// The settings that the change was derived from.
    pub before: ServerSettings,
    /// The new ones.
    pub after: ServerSettings,
}

/// A schedule to add. Makes the checks of the player's running matches due. If neither the new nor the previous
/// schedule stops a clock, it replaces the previous one.
#[derive(Clone, Debug)]
pub struct NewSchedule {
    /// The player.
    pub player: PlayerId,
    /// The schedule.
    pub schedule: Schedule,
}

/// The end of a player's vacation. A vacation of no length is deleted.
#[derive(Clone, Debug)]
pub struct VacationEnd {
    /// The player.
    pub player: PlayerId,
    /// When it ends.
    pub at: Millis,
}

/// A player to block or unblock.
#[derive(Clone, Debug)]
pub struct BlockChange {
    /// The player.
    pub player: PlayerId,
    /// The player to block or unblock.
    pub other: PlayerId,
    /// Whether to block.
    pub is_blocked: bool,
}

/// A code to store. Conflicts if the person has a valid one, or if the code is taken.
#[derive(Clone, Debug)]
pub struct NewLinkCode {
    /// The code.
    pub code: LinkCode,
    /// The time of the change.
    pub now: Millis,
}

/// A code that is entered with another account. Conflicts if it has expired or has another claimant.
#[derive(Clone, Debug)]
pub struct LinkCodeEntry {
    /// The code.
    pub code: String,
    /// The person who enters it.
    pub claimant: PlayerId,
    /// The time of the change.
    pub now: Millis,
}

/// An account to move to a new person. Conflicts if it is the person's only account, or if they have running games.
#[derive(Clone, Debug)]
pub struct AccountUnlink {
    /// The person.
    pub person: PlayerId,
    /// The platform of the account.
    pub platform: PlatformId,
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

/// A change of a match, stored atomically. It fails with [`StorageError::Conflict`](super::StorageError::Conflict) if
/// something that it was decided from has changed: the version of the match, its conditional moves, what pauses its
/// running clock, or a rating.
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
    pub match_id: MatchId,
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

/// A vacation to start. Conflicts if another vacation of the player ends after this one begins, or began at the same
/// instant.
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
    /// The outcome of the event. `numbers` has an entry for each change: the number that a new challenge or match got.
    pub fn outcome(&self, numbers: &[Option<i64>]) -> EventOutcome {
        let outcome = |(change, number): (&Change, &Option<i64>)| match change {
            Change::NewChallenge(new) => Some(EventOutcome::Challenge(number.map_or(new.challenge.id, ChallengeId))),
            Change::CloseChallenge(closing) => Some(EventOutcome::Challenge(closing.id)),
            Change::NewMatch(new) => Some(EventOutcome::Match { id: number.map_or(new.started.id, MatchId), ply: 0 }),
            Change::Match(change) => Some(EventOutcome::Match { id: change.after.id, ply: change.retained_moves }),
            _ => None,
        };
        self.changes.iter().zip(numbers).find_map(outcome).unwrap_or(EventOutcome::Done)
    }
}
