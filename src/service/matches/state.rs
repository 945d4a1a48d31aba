//! Matches: two players, their game, and the one door through which it changes.

use super::automatic_moves::NOTE_MAX;
use super::conditional_moves::ConditionalMoves;
use super::player::Player;
use super::status::Status;
use crate::catalog::{AnyLine, Refused};
use crate::rules::record::{Record, Score};
use crate::rules::{Outcome, Seat};
use crate::service::ids::{MatchId, Millis, PlaceId, PlayerId, ServerId};
use crate::service::outbox::delivery_mode::DeliveryMode;
use crate::service::outbox::post::{Notice, Post};
use crate::service::people::preferences::Preferences;
use crate::service::time::calendar::Calendar;
use crate::service::time::clock::Clocks;

/// Where a match is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchLocation {
    /// The channel of the challenge.
    pub channel: PlaceId,
    /// The message of the challenge, or the one that announces the match, from which a thread is opened.
    pub message: Option<u64>,
    /// Where boards are posted: the thread once it is open, else the channel. `None` until that is settled.
    pub place: Option<PlaceId>,
    /// The thread of that channel in which the match was asked for, where it was one: each links to the other.
    pub origin: Option<PlaceId>,
    /// The server in which that is, if it is in one.
    pub server: Option<ServerId>,
    /// How posts reach that channel.
    pub reach: DeliveryMode,
    /// The code of the language in which everybody there is spoken to.
    pub language: String,
}

/// Something that one player has asked the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// This seat offers a draw.
    Draw(Seat),
    /// This seat asks to take its last move back.
    TakeBack(Seat),
}

impl Offer {
    /// What was asked.
    pub fn ask(self) -> Ask {
        match self {
            Offer::Draw(_) => Ask::Draw,
            Offer::TakeBack(_) => Ask::TakeBack,
        }
    }

    /// Who asked.
    pub fn by(self) -> Seat {
        match self {
            Offer::Draw(seat) | Offer::TakeBack(seat) => seat,
        }
    }
}

/// A match.
#[derive(Clone, Debug)]
pub struct Match {
    /// Its number.
    pub id: MatchId,
    /// Its setup, with all options spelled out.
    pub setup: String,
    /// Who sits where.
    pub players: [Player; 2],
    /// The game.
    pub line: Box<dyn AnyLine>,
    /// Why it ended, or that it has not.
    pub status: Status,
    /// Who won; `None` while it goes on, and when it ended without a result.
    pub outcome: Option<Outcome>,
    /// What waits for an answer.
    pub offer: Option<Offer>,
    /// What has been asked since the last move, and is not asked twice.
    pub asked: Vec<Offer>,
    /// The clocks.
    pub clocks: Clocks,
    /// What each move has added to the clock of whoever made it, in milliseconds, in the order of the plies.
    pub earned: Vec<i64>,
    /// What stops the clock of each seat.
    pub calendars: [Calendar; 2],
    /// What whoever sits on each seat has chosen.
    pub settings: [Preferences; 2],
    /// Whether each seat wants no reminders in this match.
    pub muted: [bool; 2],
    /// Whether it counts for the ratings of its players.
    pub rated: bool,
    /// Whether what it can prove about a rating is bounded when the engine plays; not in matches that began before that
    /// was introduced.
    pub bounded: bool,
    /// Whether its players may ask for hints.
    pub hints: bool,
    /// How many hints each seat has been given.
    pub hints_used: [u32; 2],
    /// What is played for each seat if the opponent plays so; nobody else is told of it.
    pub plans: [ConditionalMoves; 2],
    /// Where it is played.
    pub location: MatchLocation,
    /// When it began.
    pub started_at: Millis,
    /// When it last changed.
    pub changed_at: Millis,
    /// Grows with every change that is kept.
    pub version: i64,
}

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Plays this move.
    Move(String),
    /// Gives up.
    Resign,
    /// Offers a draw, or accepts the opponent's offer.
    OfferDraw,
    /// Asks to take the last own move back.
    AskTakeBack,
    /// Agrees to what the opponent asked.
    Agree(Ask),
    /// Declines what the opponent asked.
    Decline(Ask),
    /// Wants no reminders in this match, or wants them again.
    Mute(bool),
}

/// What can be asked. An answer names it, so that it is never taken for the answer to something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A draw.
    Draw,
    /// To take the last move back.
    TakeBack,
}

/// Why something cannot be done in a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// There is no such match.
    #[error("there is no such game")]
    Unknown,
    /// Only its players act.
    #[error("you do not play in this game")]
    NotAPlayer,
    /// It has ended.
    #[error("the game is over")]
    Over,
    /// It has not ended yet.
    #[error("the game is not over yet")]
    Running,
    /// It is the opponent's turn.
    #[error("it is your opponent's turn")]
    NotYourTurn,
    /// The game has gone on since the board that was clicked.
    #[error("the game has gone on since this board")]
    Stale,
    /// The rules refuse the move.
    #[error("{0}")]
    Refused(Refused),
    /// Nothing waits for an answer of this player.
    #[error("there is nothing to answer")]
    NoOffer,
    /// The opponent asked something that must be answered first.
    #[error("your opponent has asked you something: answer that first")]
    AnswerFirst,
    /// The same has been asked already.
    #[error("you have asked already")]
    AskedAlready,
    /// The same has been asked since the last move, and was declined or left.
    #[error("you have asked that since the last move")]
    AskedBefore,
    /// No move was made, so there is nothing to analyse.
    #[error("no move has been made")]
    NoMoves,
    /// Hints were switched off when the match was arranged.
    #[error("there are no hints in this game")]
    HintsOff,
    /// The note is too long.
    #[error("the note is longer than {NOTE_MAX} characters")]
    NoteTooLong,
    /// Rated matches have no hints.
    #[error("there are no hints in rated games")]
    RatedHint,
    /// Nothing is taken back in rated matches.
    #[error("moves are not taken back in rated games")]
    RatedTakeBack,
    /// The engine agrees to no draw in rated matches.
    #[error("the engine agrees to no draw in rated games")]
    RatedDraw,
    /// The engine agrees to no draw in a game whose rules know none.
    #[error("there are no draws in this game")]
    NoDraws,
    /// Too little has been played for the engine to judge who is ahead. It considers draws from this turn on.
    #[error("it is too early for a draw: offer it from turn {0} on")]
    DrawTooEarly(usize),
    /// This player has not moved yet.
    #[error("you have no move to take back")]
    NothingToTakeBack,
    /// A seat has used the time that a move to be taken back has earned, and would be out of time without it.
    #[error("the time that this move earned has been used")]
    EarnedTimeUsed,
}

impl Match {
    /// The number of plies played.
    pub fn ply(&self) -> usize {
        self.line.ply()
    }

    /// Whose turn it is, while the match goes on.
    pub fn to_move(&self) -> Option<Seat> {
        (self.status == Status::Running).then(|| self.line.seat())
    }

    /// Who sits on a seat.
    pub fn player(&self, seat: Seat) -> Player {
        self.players[seat.index()]
    }

    /// The people who play.
    pub fn people(&self) -> Vec<PlayerId> {
        self.players.iter().filter_map(|player| player.person()).collect()
    }

    /// Where the engine sits, if it plays.
    pub fn engine_seat(&self) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.player(*seat).level().is_some())
    }

    /// Whether the engine must do something: move, or answer.
    pub fn waits_for_engine(&self) -> bool {
        let asked = |seat| self.offer.is_some_and(|offer| offer.by() != seat);
        let engine = self.engine_seat().filter(|_| self.status == Status::Running);
        engine.is_some_and(|seat| self.to_move() == Some(seat) || asked(seat))
    }

    /// Where a player sits.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.player(*seat) == Player::Person(player))
    }

    /// Whether it is this player's turn, at this ply if one is given.
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

    /// The seat of a player who may be given a hint now: whose turn it is, in a match with hints. Where matches come to
    /// be rated, those will be refused here.
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

    /// The match as it stood after so many plies, going on or `ended`; as it is when there are not more.
    #[must_use]
    pub fn at_ply(&self, ply: usize, ended: bool) -> Match {
        let mut then = self.clone();
        while then.ply() > ply {
            then.line.take_back();
        }
        if !ended {
            (then.status, then.outcome) = (Status::Running, None);
        }
        then
    }

    /// The one door: does what a player wants now and returns what must be said. `ply` is the ply the player saw, if
    /// it is known. A refusal changes nothing.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub fn act(
        &mut self,
        by: PlayerId,
        ply: Option<usize>,
        action: &Action,
        now: Millis,
    ) -> Result<Vec<Post>, PlayError> {
        let seat = self.seat_of(by).ok_or(PlayError::NotAPlayer)?;
        self.act_at(seat, ply, action, now)
    }

    /// The same for whoever sits on this seat, which may be the engine.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub fn act_at(
        &mut self,
        seat: Seat,
        ply: Option<usize>,
        action: &Action,
        now: Millis,
    ) -> Result<Vec<Post>, PlayError> {
        if self.status != Status::Running {
            return Err(PlayError::Over);
        }
        if ply.is_some_and(|ply| ply != self.ply()) {
            return Err(PlayError::Stale);
        }
        let mut turn = self.to_move();
        let posts = match action {
            Action::Move(text) => {
                let since = self.ply();
                if self.play(seat, text, now)? {
                    // Whoever has it now was not on turn all the time.
                    turn = None;
                }
                vec![self.board(Some(since))]
            }
            Action::Resign => self.end(Status::Resigned, Some(Outcome::Win(!seat))),
            Action::OfferDraw => self.offer_draw(seat)?,
            Action::AskTakeBack => self.ask_take_back(seat, now)?,
            Action::Agree(ask) => self.agree(seat, *ask, now)?,
            Action::Decline(ask) => self.decline(seat, *ask)?,
            Action::Mute(muted) => {
                self.muted[seat.index()] = *muted;
                Vec::new()
            }
        };
        Ok(self.notify(posts, turn, now))
    }

    /// Plays a move and what follows it by itself; returns whether the other seat has moved too.
    fn play(&mut self, seat: Seat, text: &str, now: Millis) -> Result<bool, PlayError> {
        if self.line.seat() != seat {
            return Err(PlayError::NotYourTurn);
        }
        let mut played = self.line.play(text).map_err(PlayError::Refused)?;
        // Whoever moves instead of answering has declined.
        self.offer = None;
        self.asked.clear();
        let (since, mut mover, mut passed_on) = (self.ply(), seat, false);
        loop {
            self.earned.push(self.clocks.stop(mover, &self.calendars[mover.index()], now));
            self.advance_plans(&played);
            let Some(next) = self.next_automatic(self.ply() - since) else { break };
            mover = self.line.seat();
            passed_on |= mover != seat;
            played = self.line.play(&next).map_err(PlayError::Refused)?;
        }
        if let Some(ending) = self.line.ending() {
            self.finish(Status::Rules(ending.reason.0.into()), Some(ending.outcome));
        }
        Ok(passed_on)
    }

    /// Every match ends here.
    fn finish(&mut self, status: Status, outcome: Option<Outcome>) {
        self.status = status;
        self.outcome = outcome;
        self.offer = None;
        self.plans = Default::default();
    }

    /// Ends the match, and shows it as it was left.
    pub(in crate::service) fn end(&mut self, status: Status, outcome: Option<Outcome>) -> Vec<Post> {
        self.finish(status, outcome);
        vec![self.board(None)]
    }

    /// The board as it is, for nobody in particular (see [`Match::call`]). What is new on it began after the ply
    /// `since`; the last turn alone is when `None`.
    pub(in crate::service) fn board(&self, since: Option<usize>) -> Post {
        let ended = self.status != Status::Running;
        let last = self.line.last_move();
        Post::Board { game: self.id, ply: self.ply(), last, since, ended, pings: [false; 2] }
    }

    /// Whether a draw that this seat offers is considered at all. People may agree to a draw whenever they like; the
    /// engine only where nothing can be gained by asking: not in rated matches, not in games without draws, and not
    /// before its values mean something.
    ///
    /// # Errors
    /// Why the engine declines every offer now.
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
        let from = self.line.judged_from();
        if self.ply() < from { Err(PlayError::DrawTooEarly(from + 1)) } else { Ok(()) }
    }

    fn offer_draw(&mut self, seat: Seat) -> Result<Vec<Post>, PlayError> {
        match self.offer {
            Some(Offer::Draw(by)) if by != seat => Ok(self.end(Status::Agreed, Some(Outcome::Draw))),
            _ => {
                self.check_draw(seat)?;
                self.ask(Offer::Draw(seat))?;
                Ok(vec![Post::notice(self.id, self.ply(), Notice::DrawOffered, seat)])
            }
        }
    }

    /// Something waits for an answer from now on. Whoever was told no is not pinged with it again and again: it can be
    /// asked anew when somebody has moved.
    fn ask(&mut self, offer: Offer) -> Result<(), PlayError> {
        if self.offer == Some(offer) {
            return Err(PlayError::AskedAlready);
        }
        if self.offer.is_some_and(|open| open.by() != offer.by()) {
            return Err(PlayError::AnswerFirst);
        }
        if self.asked.contains(&offer) {
            return Err(PlayError::AskedBefore);
        }
        self.offer = Some(offer);
        self.asked.push(offer);
        Ok(())
    }

    fn ask_take_back(&mut self, seat: Seat, now: Millis) -> Result<Vec<Post>, PlayError> {
        if self.rated {
            return Err(PlayError::RatedTakeBack);
        }
        self.taken_back(seat, now)?;
        self.ask(Offer::TakeBack(seat))?;
        if self.player(!seat).level().is_some() {
            // The engine does not mind, as nothing is at stake.
            return self.agree(!seat, Ask::TakeBack, now);
        }
        Ok(vec![Post::notice(self.id, self.ply(), Notice::TakeBackAsked, seat)])
    }

    /// The line without the last move of this seat and what followed it, and the clocks then: what the moves have
    /// earned is given back.
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

    /// What the opponent of this seat asked, if it is this.
    fn question(&self, seat: Seat, ask: Ask) -> Option<Offer> {
        self.offer.filter(|offer| offer.by() != seat && offer.ask() == ask)
    }

    fn agree(&mut self, seat: Seat, ask: Ask, now: Millis) -> Result<Vec<Post>, PlayError> {
        match self.question(seat, ask) {
            None => Err(PlayError::NoOffer),
            Some(Offer::Draw(_)) => Ok(self.end(Status::Agreed, Some(Outcome::Draw))),
            Some(Offer::TakeBack(by)) => {
                (self.line, self.clocks) = self.taken_back(by, now)?;
                self.earned.truncate(self.ply());
                self.offer = None;
                self.asked.clear();
                // They were made for what followed.
                self.plans = Default::default();
                Ok(vec![self.board(None)])
            }
        }
    }

    fn decline(&mut self, seat: Seat, ask: Ask) -> Result<Vec<Post>, PlayError> {
        self.question(seat, ask).ok_or(PlayError::NoOffer)?;
        self.offer = None;
        let notice = match ask {
            Ask::Draw => Notice::DrawDeclined,
            Ask::TakeBack => Notice::TakeBackDeclined,
        };
        Ok(vec![Post::notice(self.id, self.ply(), notice, seat)])
    }

    /// The match as a record.
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
            record.score = Score::Over(outcome);
        }
        record
    }
}

/// An instant as RFC 3339 has it, to the second.
fn date(at: Millis) -> String {
    jiff::Timestamp::from_second(at.seconds()).unwrap_or_default().to_string()
}
