//! The state of a match and its transitions. Every action goes through [`Match::act`] or [`Match::act_at`].

use super::conditional_moves::ConditionalMoves;
use super::events::MatchEvent;
use super::location::MatchLocation;
use super::offer::{Offer, OfferKind};
use super::player::{Level, Player};
use super::status::Status;
use crate::catalog::{AnyLine, Refused};
use crate::rules::record::{GameResult, Record};
use crate::rules::{Outcome, Seat, SeededRng};
use crate::service::ids::{MatchId, Millis, PlayerId};
use crate::service::outbox::post::Post;
use crate::service::people::preferences::{Preferences, TakeBackPolicy};
use crate::service::time::calendar::Calendar;
use crate::service::time::clock::Clocks;

/// The maximum length of a private note, in characters.
pub const NOTE_MAX: usize = 1000;
/// A match.
#[derive(Clone, Debug)]
pub struct Match {
    /// Its id.
    pub id: MatchId,
    /// The setup of the game, with all options explicit.
    pub setup: String,
    /// The players, by seat.
    pub players: [Player; 2],
    /// The game and its moves.
    pub line: Box<dyn AnyLine>,
    /// Whether it is running, or why it ended.
    pub status: Status,
    /// The outcome; `None` while it is running, and if it ended without a result.
    pub outcome: Option<Outcome>,
    /// The open offer, if any.
    pub offer: Option<Offer>,
    /// The offers made since the last move; they cannot be repeated.
    pub offers_made: Vec<Offer>,
    /// The clocks.
    pub clocks: Clocks,
    /// The time that each move has added to its player's clock, in milliseconds, by ply.
    pub earned: Vec<i64>,
    /// The calendar of each seat, which pauses its clock.
    pub calendars: [Calendar; 2],
    /// The preferences of the player on each seat.
    pub preferences: [Preferences; 2],
    /// Whether reminders are muted for each seat in this match.
    pub muted: [bool; 2],
    /// Whether the match is rated.
    pub rated: bool,
    /// Whether its players may request hints.
    pub hints: bool,
    /// Whether the bot guides its opponent through the first turns.
    pub guided: bool,
    /// The number of hints each seat was given.
    pub hints_used: [u32; 2],
    /// The conditional moves of each seat. They are private to their owner.
    pub conditional_moves: [ConditionalMoves; 2],
    /// Where it was started.
    pub location: MatchLocation,
    /// Where else it is played: on the platform of the opponent, if that is another one.
    pub other_locations: Vec<MatchLocation>,
    /// When it started.
    pub started_at: Millis,
    /// When it last changed.
    pub changed_at: Millis,
    /// Incremented by every stored change.
    pub version: i64,
}

/// An action of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Plays this move.
    Move(String),
    /// Resigns.
    Resign,
    /// Offers a draw, or accepts the opponent's offer.
    OfferDraw,
    /// Requests to take back one's own last move.
    RequestTakeBack,
    /// Offers to place the remaining pieces of both players at random.
    OfferRandomPlacement,
    /// Accepts the opponent's offer.
    Agree(OfferKind),
    /// Declines the opponent's offer.
    Decline(OfferKind),
    /// Mutes reminders in this match, or unmutes them.
    Mute(bool),
}

/// Why an action in a match is not possible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// There is no such match.
    #[error("this game does not exist")]
    Unknown,
    /// The requester does not play in this match.
    #[error("you are not a player in this game")]
    NotAPlayer,
    /// The match is over.
    #[error("the game is over")]
    Over,
    /// The match is still running.
    #[error("the game is not over yet")]
    Running,
    /// It is the opponent's turn.
    #[error("it is your opponent's turn")]
    NotYourTurn,
    /// The match has changed since the board that the request refers to.
    #[error("the game has moved on since this board: use the newest one")]
    Stale,
    /// The move is illegal or unreadable.
    #[error("{0}")]
    Refused(Refused),
    /// There is no open offer to this player.
    #[error("there is no open offer to answer")]
    NoOffer,
    /// An open offer of the opponent must be answered first.
    #[error("your opponent has made an offer: answer it first")]
    AnswerFirst,
    /// The same offer is already open.
    #[error("you have already made this offer: wait for the answer")]
    AlreadyOffered,
    /// The same offer was made since the last move, and was declined or replaced.
    #[error("you have already made this offer since the last move: wait for the next one")]
    AskedBefore,
    /// There are no moves to analyse.
    #[error("no move has been played yet")]
    NoMoves,
    /// Hints are disabled in the terms of this match.
    #[error("hints are disabled in this game")]
    HintsOff,
    /// The game is rated, has no hints, or is not against one of the lowest levels.
    #[error("the engine comments only on unrated games with hints against its lowest levels")]
    NoCoach,
    /// The note is too long.
    #[error("the note is longer than {NOTE_MAX} characters")]
    NoteTooLong,
    /// Hints are not available in rated matches.
    #[error("hints are not available in rated games")]
    RatedHint,
    /// The opponent never lets moves be taken back.
    #[error("your opponent doesn't let moves be taken back")]
    NoTakeBacks,
    /// Moves cannot be taken back in rated matches.
    #[error("moves cannot be taken back in rated games")]
    RatedTakeBack,
    /// The engine accepts no draw in rated matches.
    #[error("the engine never accepts a draw in rated games")]
    RatedDraw,
    /// The engine accepts no draw in a game whose rules have no draws.
    #[error("the engine accepts no draw: the rules of this game have none")]
    NoDraws,
    /// It is too early for the engine to judge the position. It considers draws from this turn on.
    #[error("it is too early for a draw: offer it from turn {0} on")]
    DrawTooEarly(usize),
    /// In rated matches the players place all pieces themselves.
    #[error("in rated games the players place all pieces themselves")]
    RatedRandomPlacement,
    /// There are no pieces left to place.
    #[error("there are no pieces left to place")]
    NothingToPlace,
    /// This player has not moved yet.
    #[error("you have not moved yet, so there is nothing to take back")]
    NothingToTakeBack,
    /// A seat has already used the time that a move to be taken back has earned, and would be out of time without it.
    #[error("the move cannot be taken back: the time that it earned has already been used")]
    EarnedTimeUsed,
}

impl Match {
    /// Gives it its number, also at its locations.
    pub fn set_id(&mut self, id: MatchId) {
        self.id = id;
        for location in std::iter::once(&mut self.location).chain(&mut self.other_locations) {
            location.id.match_id = id;
        }
    }

    /// All its locations, beginning with the one where it was started.
    pub fn locations(&self) -> impl Iterator<Item = &MatchLocation> {
        std::iter::once(&self.location).chain(&self.other_locations)
    }

    /// The match as it is played at the location with this number, which becomes [`Match::location`]. Unchanged if
    /// there is none.
    pub fn at_location(mut self, number: Option<u32>) -> Match {
        if let Some(other) = self.other_locations.iter_mut().find(|other| Some(other.id.number) == number) {
            std::mem::swap(&mut self.location, other);
        }
        self
    }

    /// The number of plies played.
    pub fn ply(&self) -> usize {
        self.line.ply()
    }

    /// The seat to move, while the match is running.
    pub fn to_move(&self) -> Option<Seat> {
        (self.status == Status::Running).then(|| self.line.seat())
    }

    /// The player on a seat.
    pub fn player(&self, seat: Seat) -> Player {
        self.players[seat.index()]
    }

    /// The human players.
    pub fn people(&self) -> Vec<PlayerId> {
        self.players.iter().filter_map(|player| player.person()).collect()
    }

    /// The seat of the engine, if it plays.
    pub fn engine_seat(&self) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.player(*seat).level().is_some())
    }

    /// The engine's level, if it plays.
    pub fn engine_level(&self) -> Option<Level> {
        self.players.iter().find_map(|player| player.level())
    }

    /// Whether the engine has to move or to answer an offer.
    pub fn waits_for_engine(&self) -> bool {
        let has_offer_to = |seat| self.offer.is_some_and(|offer| offer.by() != seat);
        let engine = self.engine_seat().filter(|_| self.status == Status::Running);
        engine.is_some_and(|seat| self.to_move() == Some(seat) || has_offer_to(seat))
    }

    /// The seat of a player.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.player(*seat) == Player::Person(player))
    }

    /// Checks that it is this player's turn, at this ply if one is given.
    ///
    /// # Errors
    /// Why it is not.
    pub fn check_turn(&self, player: PlayerId, ply: Option<usize>) -> Result<(), PlayError> {
        let seat = self.seat_of(player).ok_or(PlayError::NotAPlayer)?;
        match self.to_move() {
            None => Err(PlayError::Over),
            Some(_) if ply.is_some_and(|ply| ply != self.ply()) => Err(PlayError::Stale),
            Some(turn) if turn != seat => Err(PlayError::NotYourTurn),
            Some(_) => Ok(()),
        }
    }

    /// Checks that a player may get a hint now, and returns the player's seat: it must be the player's turn, in an
    /// unrated match with hints.
    ///
    /// # Errors
    /// Why no hint is given.
    pub fn check_hint(&self, player: PlayerId, ply: Option<usize>) -> Result<Seat, PlayError> {
        let seat = self.seat_of(player).ok_or(PlayError::NotAPlayer)?;
        if self.rated {
            return Err(PlayError::RatedHint);
        }
        if !self.hints {
            return Err(PlayError::HintsOff);
        }
        self.check_turn(player, ply)?;
        Ok(seat)
    }

    /// The match as it was after `ply` plies, running or `ended`; the current state if there are not more plies.
    #[must_use]
    pub fn at_ply(&self, ply: usize, ended: bool) -> Match {
        let mut past = self.clone();
        while past.ply() > ply {
            past.line.take_back();
        }
        if !ended {
            (past.status, past.outcome) = (Status::Running, None);
        }
        past
    }

    /// Performs an action of a player at the time `now` and returns what happened. `ply` is the ply that the player
    /// saw, if known. `seed` is an unpredictable number; it decides what is random.
    ///
    /// # Errors
    /// Why the action is not possible; nothing has changed in that case.
    pub fn act(
        &mut self,
        by: PlayerId,
        ply: Option<usize>,
        action: &Action,
        now: Millis,
        seed: u64,
    ) -> Result<Vec<MatchEvent>, PlayError> {
        let seat = self.seat_of(by).ok_or(PlayError::NotAPlayer)?;
        self.act_at(seat, ply, action, now, seed)
    }

    /// Like [`Match::act`], for the player on this seat, which may be the engine.
    ///
    /// # Errors
    /// Why the action is not possible; nothing has changed in that case.
    pub fn act_at(
        &mut self,
        seat: Seat,
        ply: Option<usize>,
        action: &Action,
        now: Millis,
        seed: u64,
    ) -> Result<Vec<MatchEvent>, PlayError> {
        if self.status != Status::Running {
            return Err(PlayError::Over);
        }
        if ply.is_some_and(|ply| ply != self.ply()) {
            return Err(match action {
                Action::Agree(kind) | Action::Decline(kind) if self.offer_of_kind(seat, *kind).is_none() => {
                    PlayError::NoOffer
                }
                _ => PlayError::Stale,
            });
        }
        Ok(match action {
            Action::Move(text) => self.play(seat, text, now)?,
            Action::Resign => vec![self.end(Status::Resigned, Some(Outcome::Win(!seat)))],
            Action::OfferDraw => vec![self.offer_draw(seat)?],
            Action::RequestTakeBack => vec![self.request_take_back(seat, now)?],
            Action::OfferRandomPlacement => vec![self.offer_random_placement(seat, now, seed)?],
            Action::Agree(kind) => vec![self.agree(seat, *kind, now, seed)?],
            Action::Decline(kind) => vec![self.decline(seat, *kind)?],
            Action::Mute(muted) => {
                self.muted[seat.index()] = *muted;
                vec![MatchEvent::Muted(seat)]
            }
        })
    }

    /// Plays a move and the automatic moves after it.
    fn play(&mut self, seat: Seat, text: &str, now: Millis) -> Result<Vec<MatchEvent>, PlayError> {
        if self.line.seat() != seat {
            return Err(PlayError::NotYourTurn);
        }
        let since = self.ply();
        let mut played = self.line.play(text).map_err(PlayError::Refused)?;
        self.pass_over_offer(seat);
        self.offers_made.clear();
        let (mut mover, mut passed_on) = (seat, false);
        loop {
            self.earned.push(self.clocks.stop(mover, &self.calendars[mover.index()], now));
            self.advance_conditional_moves(&played);
            let Some(next) = self.next_automatic(self.ply() - since - 1) else { break };
            mover = self.line.seat();
            passed_on |= mover != seat;
            played = self.line.play(&next).map_err(PlayError::Refused)?;
            self.pass_over_offer(mover);
        }
        let mut events = vec![MatchEvent::Moved { since, passed_on }];
        if let Some(ending) = self.line.ending() {
            events.push(self.end(Status::Rules(ending.reason.0.into()), Some(ending.outcome)));
        }
        Ok(events)
    }

    /// A move declines the opponent's offer. If the mover has offered a person a draw or a random placement, that offer
    /// stays open until the opponent answers or moves.
    fn pass_over_offer(&mut self, mover: Seat) {
        let is_person = self.player(!mover).person().is_some();
        let is_placing = self.line.placements_left() > 0;
        self.offer = self.offer.filter(|offer| {
            let stays = match offer.kind() {
                OfferKind::Draw => true,
                OfferKind::TakeBack => false,
                OfferKind::RandomPlacement => is_placing,
            };
            is_person && stays && offer.by() == mover
        });
    }

    /// Ends the match. All endings go through this function.
    pub(in crate::service) fn end(&mut self, status: Status, outcome: Option<Outcome>) -> MatchEvent {
        self.status = status;
        self.outcome = outcome;
        self.offer = None;
        self.conditional_moves = Default::default();
        MatchEvent::Ended
    }

    /// The post of the current board, without pings (see [`Match::notify`]). The plies after `since` are presented as
    /// new; only the last turn if `None`.
    pub(in crate::service) fn board(&self, since: Option<usize>) -> Post {
        let ended = self.status != Status::Running;
        let last = self.line.last_move();
        Post::Board {
            match_id: self.id,
            ply: self.ply(),
            last,
            since,
            ended,
            pings: [false; 2],
            taken_back: false,
            placed_at_random: false,
        }
    }

    /// Checks that a draw offer of this seat would be considered. Human opponents may accept one at any time. The
    /// engine considers offers only where they cannot be exploited: not in rated matches, not in games without draws,
    /// and not before its scores are meaningful.
    ///
    /// # Errors
    /// Why the engine declines any draw offer now.
    pub fn check_draw(&self, seat: Seat) -> Result<(), PlayError> {
        if self.player(!seat).level().is_none() {
            return Ok(());
        }
        if self.rated {
            return Err(PlayError::RatedDraw);
        }
        if !self.line.game().has_draws() {
            return Err(PlayError::NoDraws);
        }
        let from = self.line.first_reviewed_ply();
        if self.ply() < from { Err(PlayError::DrawTooEarly(from + 1)) } else { Ok(()) }
    }

    fn offer_draw(&mut self, seat: Seat) -> Result<MatchEvent, PlayError> {
        match self.offer {
            Some(Offer::Draw(by)) if by != seat => Ok(self.end(Status::Agreed, Some(Outcome::Draw))),
            _ => {
                self.check_draw(seat)?;
                self.make_offer(Offer::Draw(seat))
            }
        }
    }

    /// Opens an offer. A declined offer cannot be repeated until a move has been played, so that the opponent is not
    /// pinged with it again and again.
    fn make_offer(&mut self, offer: Offer) -> Result<MatchEvent, PlayError> {
        if self.offer == Some(offer) {
            return Err(PlayError::AlreadyOffered);
        }
        if self.offer.is_some_and(|open| open.by() != offer.by()) {
            return Err(PlayError::AnswerFirst);
        }
        if self.offers_made.contains(&offer) {
            return Err(PlayError::AskedBefore);
        }
        self.offer = Some(offer);
        self.offers_made.push(offer);
        Ok(MatchEvent::Offered(offer))
    }

    fn request_take_back(&mut self, seat: Seat, now: Millis) -> Result<MatchEvent, PlayError> {
        if self.rated {
            return Err(PlayError::RatedTakeBack);
        }
        self.taken_back(seat, now)?;
        let policy = match self.player(!seat) {
            // The engine has nothing to lose in an unrated match.
            Player::Engine(_) => TakeBackPolicy::Always,
            Player::Person(_) => self.preferences[(!seat).index()].take_backs,
        };
        if policy == TakeBackPolicy::Never {
            return Err(PlayError::NoTakeBacks);
        }
        let offered = self.make_offer(Offer::TakeBack(seat))?;
        match policy {
            TakeBackPolicy::Always => self.take_back(seat, now),
            _ => Ok(offered),
        }
    }

    fn take_back(&mut self, seat: Seat, now: Millis) -> Result<MatchEvent, PlayError> {
        (self.line, self.clocks) = self.taken_back(seat, now)?;
        self.earned.truncate(self.ply());
        self.forget_offers();
        Ok(MatchEvent::TakenBack)
    }

    /// Discards offers and conditional moves, which were made for another position.
    fn forget_offers(&mut self) {
        self.offer = None;
        self.offers_made.clear();
        self.conditional_moves = Default::default();
    }

    /// Checks that the remaining pieces can be placed at random.
    ///
    /// # Errors
    /// Why they cannot.
    pub fn check_random_placement(&self) -> Result<(), PlayError> {
        if self.status != Status::Running || self.line.placements_left() == 0 {
            return Err(PlayError::NothingToPlace);
        }
        if self.rated { Err(PlayError::RatedRandomPlacement) } else { Ok(()) }
    }

    fn offer_random_placement(&mut self, seat: Seat, now: Millis, seed: u64) -> Result<MatchEvent, PlayError> {
        self.check_random_placement()?;
        let offered = self.make_offer(Offer::RandomPlacement(seat))?;
        match self.player(!seat) {
            // The engine has nothing to lose in an unrated match.
            Player::Engine(_) => self.place_at_random(now, seed),
            Player::Person(_) => Ok(offered),
        }
    }

    /// Places the remaining pieces of both players, each on a random one of the spaces that are left.
    fn place_at_random(&mut self, now: Millis, seed: u64) -> Result<MatchEvent, PlayError> {
        let mut chance = SeededRng::new(seed);
        while self.line.placements_left() > 0 {
            let seat = self.line.seat();
            let Some(text) = self.line.nth_legal(chance.below(self.line.count_legal())) else { break };
            self.line.play(&text).map_err(PlayError::Refused)?;
            self.earned.push(self.clocks.stop(seat, &self.calendars[seat.index()], now));
        }
        self.forget_offers();
        Ok(MatchEvent::PlacedAtRandom)
    }

    /// The line without the last move of this seat and the moves after it, and the resulting clocks: the time that
    /// those moves have earned is deducted.
    fn taken_back(&self, seat: Seat, now: Millis) -> Result<(Box<dyn AnyLine>, Clocks), PlayError> {
        let (mut line, mut earned, turn) = (self.line.copy(), [0; 2], self.line.seat());
        while line.take_back().is_some() {
            let mover = line.seat();
            earned[mover.index()] += self.earned.get(line.ply()).copied().unwrap_or_default();
            if mover == seat {
                let clocks = self.clocks.taken_back(turn, &self.calendars[turn.index()], earned, now);
                return Ok((line, clocks.ok_or(PlayError::EarnedTimeUsed)?));
            }
        }
        Err(PlayError::NothingToTakeBack)
    }

    /// The open offer of this seat's opponent, if it is of this kind.
    fn offer_of_kind(&self, seat: Seat, kind: OfferKind) -> Option<Offer> {
        self.offer.filter(|offer| offer.by() != seat && offer.kind() == kind)
    }

    fn agree(&mut self, seat: Seat, kind: OfferKind, now: Millis, seed: u64) -> Result<MatchEvent, PlayError> {
        match self.offer_of_kind(seat, kind) {
            None => Err(PlayError::NoOffer),
            Some(Offer::Draw(_)) => Ok(self.end(Status::Agreed, Some(Outcome::Draw))),
            Some(Offer::TakeBack(by)) => self.take_back(by, now),
            Some(Offer::RandomPlacement(_)) => self.place_at_random(now, seed),
        }
    }

    fn decline(&mut self, seat: Seat, kind: OfferKind) -> Result<MatchEvent, PlayError> {
        self.offer_of_kind(seat, kind).ok_or(PlayError::NoOffer)?;
        self.offer = None;
        Ok(MatchEvent::Declined(kind, seat))
    }

    /// The game record of the match.
    pub fn record(&self, names: &[String; 2]) -> Record {
        let mut record = self.line.record();
        record.set_header("Setup", &self.setup);
        record.set_header("Player1", &names[0]);
        record.set_header("Player2", &names[1]);
        record.set_header("Started", date(self.started_at));
        if self.status != Status::Running {
            record.set_header("Ended", date(self.changed_at));
            record.set_header("Reason", self.status.reason());
        }
        if let Some(outcome) = self.outcome {
            record.score = GameResult::Over(outcome);
        }
        record
    }
}

/// An instant in RFC 3339 format, to the second.
fn date(at: Millis) -> String {
    jiff::Timestamp::from_second(at.seconds()).unwrap_or_default().to_string()
}
