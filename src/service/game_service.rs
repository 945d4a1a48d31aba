//! Where everything comes together: looks up, decides, keeps.

use super::ids::{ChallengeId, MatchId, Millis, PlaceId, PlayerId};
use super::storage::{AnalysisStep, MatchChange, MatchFilter, NewMatch, Storage, StorageError};
use crate::rules::Seat;
use crate::service::lobby::blocks::BlockError;
use crate::service::lobby::challenge::{Challenge, ChallengeError, ChallengeState, OPEN_MS, Side, Terms};
use crate::service::matches::analysis::MatchAnalysis;
use crate::service::matches::conditional_moves::ConditionalMovesError;
use crate::service::matches::notifications::RunningMatch;
use crate::service::matches::player::{Level, Player};
use crate::service::matches::state::{Action, Match, PlayError};
use crate::service::matches::status::Status;
use crate::service::outbox::delivery_mode::DeliveryMode;
use crate::service::outbox::post::Post;
use crate::service::outbox::token::Token;
use crate::service::people::personal_data::PrivacyError;
use crate::service::people::schedule::PreferenceError;
use crate::service::servers::server_settings::ServerError;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::Notify;

/// Tells the time. Tests move their own.
pub trait Clock: Send + Sync {
    /// The instant that is now.
    fn now(&self) -> Millis;
}

/// The clock of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Millis {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}

/// Why the desk could not do something.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// It concerns a challenge.
    #[error(transparent)]
    Challenge(#[from] ChallengeError),
    /// It concerns a match.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// It concerns a plan.
    #[error(transparent)]
    Plan(#[from] ConditionalMovesError),
    /// It concerns what somebody chooses.
    #[error(transparent)]
    Custom(#[from] PreferenceError),
    /// It concerns whom somebody plays with.
    #[error(transparent)]
    Block(#[from] BlockError),
    /// It concerns a server.
    #[error(transparent)]
    Server(#[from] ServerError),
    /// It concerns personal data.
    #[error(transparent)]
    Privacy(#[from] PrivacyError),
    /// It could not be kept.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// What became of the wish to play again.
#[derive(Clone, Debug)]
pub enum Rematch {
    /// The other player is challenged.
    Proposed(Challenge),
    /// The engine always plays again, at the same level.
    Begun(Box<Match>, Level),
}

/// The token that posts need: none where they can be delivered without.
fn token_if_needed(reach: DeliveryMode, token: Option<&Token>) -> Option<Token> {
    token.filter(|_| reach == DeliveryMode::InteractionOnly).cloned()
}

/// How often a change is tried anew when somebody else was faster.
pub(in crate::service) const ATTEMPTS_MAX: usize = 5;

/// The desk. Cheap to clone.
#[derive(Clone)]
pub struct GameService {
    storage: Arc<dyn Storage>,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Fn() -> u64 + Send + Sync>,
    /// Told when there are new posts.
    outbox_changed: Arc<Notify>,
    /// Told when there are new jobs.
    jobs_changed: Arc<Notify>,
    /// Told when alarms have changed.
    schedule_changed: Arc<Notify>,
    /// When it was last kept that the program is there.
    last_heartbeat: Arc<AtomicI64>,
}

impl GameService {
    /// A desk over what is kept. `lot` draws a number that nobody can foresee, for who begins and for deals.
    pub fn new(keep: Arc<dyn Storage>, clock: Arc<dyn Clock>, lot: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        let [posted, hired, alarmed] = std::array::from_fn(|_| Arc::new(Notify::new()));
        GameService {
            storage: keep,
            clock,
            rng: Arc::new(lot),
            outbox_changed: posted,
            jobs_changed: hired,
            schedule_changed: alarmed,
            last_heartbeat: Arc::new(AtomicI64::new(i64::MIN)),
        }
    }

    /// What is kept.
    pub fn storage(&self) -> &dyn Storage {
        &*self.storage
    }

    /// The instant that is now.
    pub fn now(&self) -> Millis {
        self.clock.now()
    }

    /// Is told whenever there are new posts.
    pub fn outbox_changed(&self) -> &Notify {
        &self.outbox_changed
    }

    /// Is told whenever there are new jobs.
    pub fn jobs_changed(&self) -> &Notify {
        &self.jobs_changed
    }

    /// Is told whenever alarms have changed.
    pub fn schedule_changed(&self) -> &Notify {
        &self.schedule_changed
    }

    pub(in crate::service) fn last_heartbeat(&self) -> Millis {
        Millis(self.last_heartbeat.load(Ordering::Relaxed))
    }

    pub(in crate::service) fn set_last_heartbeat(&self, now: Millis) {
        self.last_heartbeat.store(now.0, Ordering::Relaxed);
    }

    /// There may be new posts, jobs and alarms.
    pub(crate) fn notify_workers(&self) {
        self.outbox_changed.notify_one();
        self.jobs_changed.notify_one();
        self.schedule_changed.notify_one();
    }

    /// Begins a game against the engine, which need not be asked. `token` allows to answer whoever began it.
    ///
    /// # Errors
    /// That the terms are not possible, or not in this server.
    pub async fn start_against_engine(
        &self,
        terms: Terms,
        level: Level,
        token: Option<&Token>,
    ) -> Result<Match, ServiceError> {
        let terms = terms.checked((self.rng)())?;
        terms.check_engine()?;
        self.check_server(&terms, &[terms.challenger]).await?;
        let seat = match terms.side {
            Side::First => Seat::One,
            Side::Second => Seat::Two,
            Side::Lot => Seat::BOTH[((self.rng)() % 2) as usize],
        };
        let mut players = [Player::Engine(level); 2];
        players[seat.index()] = Player::Person(terms.challenger);
        let token = token_if_needed(terms.reach, token);
        let begun = NewMatch { terms, challenge: None, players, message: None, token, now: self.now() };
        self.begin_match(&begun).await
    }

    async fn begin_match(&self, begun: &NewMatch) -> Result<Match, ServiceError> {
        let id = self.storage.create_match(begun).await?;
        self.notify_workers();
        self.find(id).await
    }

    /// Proposes a game.
    ///
    /// # Errors
    /// That the terms are not possible, or not in this server, that one does not play with the other, or that the two
    /// have the same challenge open.
    pub async fn propose(&self, terms: Terms) -> Result<Challenge, ServiceError> {
        let terms = terms.checked((self.rng)())?;
        if let Some(opponent) = terms.opponent {
            self.check_blocks(terms.challenger, opponent).await?;
        }
        self.check_server(&terms, &[terms.challenger]).await?;
        for _ in 0..ATTEMPTS_MAX {
            let now = self.now();
            if let Some(opponent) = terms.opponent {
                let open = self.storage.open_between(terms.challenger, opponent, now).await?;
                if let Some(same) = open.iter().find(|open| open.terms.is_same_game(&terms)) {
                    return Err(ChallengeError::AlreadyOpen(same.id).into());
                }
            }
            match self.storage.add_challenge(&terms, now.plus(OPEN_MS), now).await {
                Err(StorageError::Conflict) => {}
                added => return Ok(added?),
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// Looks a challenge up.
    ///
    /// # Errors
    /// [`ChallengeError::Unknown`].
    pub async fn challenge(&self, id: ChallengeId) -> Result<Challenge, ServiceError> {
        Ok(self.storage.challenge(id).await?.ok_or(ChallengeError::Unknown)?)
    }

    /// Accepts a challenge: its match begins. `message` is the message that shows the challenge, `token` allows to
    /// answer the acceptance, which is used where posts are answers.
    ///
    /// # Errors
    /// Why it cannot be accepted.
    pub async fn accept(
        &self,
        id: ChallengeId,
        by: PlayerId,
        message: Option<u64>,
        token: Option<&Token>,
    ) -> Result<Match, ServiceError> {
        for _ in 0..ATTEMPTS_MAX {
            let challenge = self.challenge(id).await?;
            let now = self.now();
            let people = challenge.accept(by, now, (self.rng)().is_multiple_of(2))?;
            self.check_blocks(people[0], people[1]).await?;
            self.check_server(&challenge.terms, &people).await?;
            let players = people.map(Player::Person);
            let token = token_if_needed(challenge.terms.reach, token);
            let begun = NewMatch { terms: challenge.terms, challenge: Some(id), players, message, token, now };
            match self.begin_match(&begun).await {
                Err(ServiceError::Storage(StorageError::Conflict)) => {}
                begun => return begun,
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// Declines a challenge, or takes an own one back.
    ///
    /// # Errors
    /// Why that cannot be done.
    pub async fn close(&self, id: ChallengeId, by: PlayerId, cancel: bool) -> Result<Challenge, ServiceError> {
        for _ in 0..ATTEMPTS_MAX {
            let mut challenge = self.challenge(id).await?;
            let now = self.now();
            let state: ChallengeState = if cancel { challenge.cancel(by, now) } else { challenge.decline(by, now) }?;
            match self.storage.close_challenge(id, state).await {
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

    /// Looks a match up.
    ///
    /// # Errors
    /// [`PlayError::Unknown`].
    pub async fn find(&self, id: MatchId) -> Result<Match, ServiceError> {
        Ok(self.storage.find_match(id).await?.ok_or(PlayError::Unknown)?)
    }

    /// The match that a player means at a place without naming it, of those played there. Own ones go before those of
    /// others, running ones before finished ones (or the other way round), ones in which it is the player's turn
    /// before those in which it is not (or the other way round), and younger ones before older ones.
    ///
    /// # Errors
    /// [`PlayError::Unknown`] when no match is played there.
    pub async fn find_at(&self, place: PlaceId, player: PlayerId, wanted: MatchFilter) -> Result<Match, ServiceError> {
        for id in self.storage.find_matches_at(place, player, wanted).await? {
            match self.find(id).await {
                Err(ServiceError::Storage(error @ StorageError::Corrupt(_))) => {
                    tracing::error!(game = %id, %error, "a match is passed over");
                }
                found => return found,
            }
        }
        Err(PlayError::Unknown.into())
    }

    /// The running matches of a player, the most urgent first, at most `most`; and how many there are.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn running(&self, player: PlayerId, most: u32) -> Result<(Vec<RunningMatch>, usize), ServiceError> {
        Ok(self.storage.running(player, most).await?)
    }

    /// Does something in a match and returns it as it is then. `ply` is the ply the player saw, if it is known. `token`
    /// allows to answer the player, which is used where posts are answers.
    ///
    /// # Errors
    /// Why it cannot be done; nothing has changed then.
    pub async fn act(
        &self,
        id: MatchId,
        by: PlayerId,
        ply: Option<usize>,
        action: &Action,
        token: Option<&Token>,
    ) -> Result<Match, ServiceError> {
        // Whoever moves right after an outage is not late.
        self.heartbeat().await?;
        for _ in 0..ATTEMPTS_MAX {
            let before = self.find(id).await?;
            let mut after = before.clone();
            let posts = after.act(by, ply, action, self.now())?;
            match self.change(&before, after, posts, token, false).await {
                Err(ServiceError::Storage(StorageError::Conflict)) => {}
                changed => return changed,
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// The engine does something in a match that it has `seen` so. It thinks for long; a match that has changed in
    /// the meantime is another one, and needs other thoughts. `token` allows to answer whoever made it think.
    ///
    /// # Errors
    /// [`KeepError::Conflict`] when the match has changed, or why it cannot be done; nothing has changed then.
    pub async fn act_for_engine(
        &self,
        seen: &Match,
        action: &Action,
        token: Option<&Token>,
    ) -> Result<Match, ServiceError> {
        let seat = seen.engine_seat().ok_or(PlayError::NotAPlayer)?;
        for _ in 0..ATTEMPTS_MAX {
            // The opponent may have planned something in the meantime, which is no change of the match.
            let before = self.find(seen.id).await?;
            if before.version != seen.version {
                break;
            }
            let mut after = before.clone();
            let posts = after.act_at(seat, None, action, self.now())?;
            match self.change(&before, after, posts, token, true).await {
                Err(ServiceError::Storage(StorageError::Conflict)) => {}
                changed => return changed,
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// Ends a match without a result, for whoever manages the server in which it is played.
    ///
    /// # Errors
    /// [`PlayError::Over`].
    pub async fn end_without_result(&self, id: MatchId) -> Result<Match, ServiceError> {
        for _ in 0..ATTEMPTS_MAX {
            let before = self.find(id).await?;
            if before.status != Status::Running {
                return Err(PlayError::Over.into());
            }
            let mut after = before.clone();
            let posts = after.stop(self.now());
            match self.change(&before, after, posts, None, false).await {
                Err(ServiceError::Storage(StorageError::Conflict)) => {}
                changed => return changed,
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// Keeps what became of a match.
    pub(crate) async fn change(
        &self,
        before: &Match,
        after: Match,
        posts: Vec<Post>,
        token: Option<&Token>,
        by_engine: bool,
    ) -> Result<Match, ServiceError> {
        let mut change = self.changing(before, after, posts, token, by_engine);
        self.storage.change_match(&change).await?;
        change.after.version += 1;
        self.notify_workers();
        Ok(change.after)
    }

    /// What is to be kept of what became of a match.
    pub(in crate::service) fn changing(
        &self,
        before: &Match,
        mut after: Match,
        posts: Vec<Post>,
        token: Option<&Token>,
        by_engine: bool,
    ) -> MatchChange {
        let now = self.now();
        let (old, new) = (before.line.moves(), after.line.moves());
        let kept_moves = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let token = token_if_needed(before.location.reach, token);
        after.changed_at = now;
        let plans_before = before.plans.clone();
        MatchChange { after, plans_before, retained_moves: kept_moves, posts, by_engine, token, now }
    }

    /// Has a match that is over analysed, and returns the analysis as far as it has come. One that is complete, or under
    /// way, is not begun anew. `token` allows to answer whoever asked.
    ///
    /// # Errors
    /// That the match goes on, has no moves, or is not this player's.
    pub async fn analyse(
        &self,
        played: &Match,
        by: PlayerId,
        token: Option<&Token>,
    ) -> Result<MatchAnalysis, ServiceError> {
        played.seat_of(by).ok_or(PlayError::NotAPlayer)?;
        if played.status == Status::Running {
            return Err(PlayError::Running.into());
        }
        if played.ply() == 0 {
            return Err(PlayError::NoMoves.into());
        }
        let known = self.storage.analysis(played.id).await?;
        if let Some(complete) = known.filter(|known| known.next(played).is_none()) {
            return Ok(complete);
        }
        let now = self.now();
        self.storage.create_analysis(played, token_if_needed(played.location.reach, token).as_ref(), now).await?;
        self.outbox_changed.notify_one();
        self.jobs_changed.notify_one();
        let begun = self.storage.analysis(played.id).await?;
        Ok(begun.unwrap_or(MatchAnalysis { game: played.id, studies: Vec::new(), message: None, told_at: now }))
    }

    /// Keeps what was found of an analysis.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn advance(&self, step: &AnalysisStep<'_>) -> Result<(), ServiceError> {
        self.storage.advance_analysis(step).await?;
        self.outbox_changed.notify_one();
        self.jobs_changed.notify_one();
        Ok(())
    }

    /// Begins the same game again with seats swapped: with the engine at once, with a person as a challenge of `by`.
    /// `place` is the channel for it, and `origin` the thread of that channel in which it was asked for, if it was one.
    ///
    /// # Errors
    /// That the match goes on, or is not this player's.
    pub async fn rematch(
        &self,
        id: MatchId,
        by: PlayerId,
        (place, origin): (PlaceId, Option<PlaceId>),
        token: Option<&Token>,
    ) -> Result<Rematch, ServiceError> {
        let last = self.find(id).await?;
        let seat = last.seat_of(by).ok_or(PlayError::NotAPlayer)?;
        if last.status == Status::Running {
            return Err(PlayError::Running.into());
        }
        let other = last.player(!seat);
        // A random start is dealt anew.
        let setup: Vec<&str> = last.setup.split_whitespace().filter(|word| !word.starts_with("deal=")).collect();
        let terms = Terms {
            game: last.line.game().name().to_owned(),
            setup: setup.join(" "),
            challenger: by,
            opponent: other.person(),
            side: [Side::Second, Side::First][seat.index()],
            hints: last.hints,
            rated: last.rated,
            control: last.clocks.control,
            pauses: last.clocks.pauses,
            note: String::new(),
            place,
            origin,
            server: last.location.server,
            reach: last.location.reach,
            language: last.location.language,
        };
        Ok(match other {
            Player::Person(_) => Rematch::Proposed(self.propose(terms).await?),
            Player::Engine(level) => {
                Rematch::Begun(Box::new(self.start_against_engine(terms, level, token).await?), level)
            }
        })
    }
}
