//! The boards of the day.

use crate::catalog::{AnyGame, AnyPuzzle};
use crate::service::change_set::Change;
use crate::service::daily::board::{BoardId, DailyAnswer, DailyAnswerChange, DailyBoard, Try};
use crate::service::daily::channel::{
    ClosedBoard, DailyChange, DailyChannel, DailySwitch, OpenedBoard, QUIET_MAX, USUAL_MINUTE,
};
use crate::service::daily::choice::{DISTINCT, choose};
use crate::service::game_service::{ATTEMPTS_MAX, GameService};
use crate::service::ids::{Millis, PlaceId, PlayerId};
use crate::service::lobby::challenge::NewLocation;
use crate::service::outbox::post::Post;
use crate::service::ratings::rating::Rating;
use crate::service::service_error::ServiceError;
use crate::service::storage_error::StorageError;

/// People who have answered one of this many boards of a channel can be pinged for the next one.
const PINGED_FOR: u32 = 30;
/// The maximum number of people who are pinged for a board.
const PINGS_MAX: usize = 40;

/// When to look for a board of the day again, if nothing was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextDaily {
    /// The time; `None` if the channel has none.
    pub at: Option<Millis>,
}

/// What an answer to a board of the day has led to.
#[derive(Clone, Debug)]
pub struct DailyAnswered {
    /// What is stored now.
    pub answer: DailyAnswer,
    /// The ratings before and after it, if it was the person's first answer to the puzzle.
    pub rated: Option<[Rating; 2]>,
}

impl GameService {
    /// What a channel has chosen about its board of the day; `None` if it never had one.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn daily_channel(&self, place: PlaceId) -> Result<Option<DailyChannel>, ServiceError> {
        Ok(self.storage().daily_channel(place).await?)
    }

    /// Changes what a channel has chosen about its board of the day, and returns it with the time of the next board. If
    /// it has none any more, its board is closed. `change` is called again after a conflict.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn change_daily(
        &self,
        at: &NewLocation,
        zone: &str,
        change: impl Fn(&mut DailyChannel),
    ) -> Result<(DailyChannel, Option<Millis>), ServiceError> {
        for _ in 0..ATTEMPTS_MAX {
            let before = self.storage().daily_channel(at.channel).await?;
            let new = || DailyChannel {
                place: at.channel,
                server: at.server,
                language: at.language.clone(),
                minute: USUAL_MINUTE,
                zone: zone.to_owned(),
                games: None,
                switch: DailySwitch::Off,
                number: 0,
                quiet: 0,
            };
            let mut after = before.clone().unwrap_or_else(new);
            (after.server, after.language) = (at.server, at.language.clone());
            change(&mut after);
            let now = self.now();
            let due_at = if after.is_on() { after.next(now) } else { None };
            let closes = if after.is_on() { None } else { self.open_board(&after).await? };
            let result = Post::DailyResult { place: after.place, number: after.number };
            let posts = closes.filter(|closed| closed.is_answered).map(|_| result).into_iter().collect();
            let change = DailyChange { before, after: after.clone(), closes, opens: None, due_at, posts, now };
            match self.apply(vec![Change::Daily(Box::new(change))]).await {
                Ok(()) => {
                    self.notify_workers();
                    return Ok((after, due_at));
                }
                Err(StorageError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// Takes the board of the day from a channel that is gone.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn end_daily(&self, place: PlaceId) -> Result<(), ServiceError> {
        let Some(channel) = self.storage().daily_channel(place).await?.filter(DailyChannel::is_on) else {
            return Ok(());
        };
        let after = DailyChannel { switch: DailySwitch::Off, ..channel.clone() };
        let closes = self.open_board(&channel).await?;
        let (posts, now) = (Vec::new(), self.now());
        let change = DailyChange { before: Some(channel), after, closes, opens: None, due_at: None, posts, now };
        match self.apply(vec![Change::Daily(Box::new(change))]).await {
            // The next board is refused as well.
            Ok(()) | Err(StorageError::Conflict) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// The last board of a channel, if it is open.
    async fn open_board(&self, channel: &DailyChannel) -> Result<Option<ClosedBoard>, StorageError> {
        let last = self.storage().numbered_daily_board(channel.place, channel.number).await?;
        let Some(open) = last.filter(|board| board.closed_at.is_none()) else { return Ok(None) };
        let is_answered = !self.storage().daily_answers(open.id).await?.is_empty();
        Ok(Some(ClosedBoard { number: open.number, is_answered }))
    }

    /// Opens the board of the day of a channel if it is due, closes the one before and plans the next. If nobody has
    /// answered for long, the channel pauses instead. Returns when to look again if there is nothing to open.
    ///
    /// # Errors
    /// [`StorageError::Conflict`] if another process was faster.
    pub async fn open_daily_board(&self, place: PlaceId, now: Millis) -> Result<Option<NextDaily>, ServiceError> {
        let none = Some(NextDaily { at: None });
        let Some(before) = self.storage().daily_channel(place).await?.filter(DailyChannel::is_on) else {
            return Ok(none);
        };
        let Some(due) = before.due(now) else { return Ok(none) };
        let later = Some(NextDaily { at: Some(due.next) });
        if !due.is_worth_it(now) || self.storage().has_daily_board(place, due.day).await? {
            return Ok(later);
        }
        let closes = self.open_board(&before).await?;
        let quiet = match closes {
            Some(closed) if closed.is_answered => 0,
            Some(_) => before.quiet.saturating_add(1),
            None => before.quiet,
        };
        let result = closes.map(|closed| Post::DailyResult { place, number: closed.number });
        let change = if quiet >= QUIET_MAX {
            let after = DailyChannel { switch: DailySwitch::Paused, quiet: 0, ..before.clone() };
            let posts = result.into_iter().chain([Post::DailyPaused { place }]).collect();
            DailyChange { before: Some(before), after, closes, opens: None, due_at: None, posts, now }
        } else {
            let Some((game, puzzle)) = self.daily_puzzle(&before, due.day).await? else { return Ok(later) };
            let number = before.number.saturating_add(1);
            let after = DailyChannel { number, quiet, ..before.clone() };
            let opens = Some(OpenedBoard { number, day: due.day, game, puzzle });
            let posts = result.into_iter().chain([Post::DailyBoard { place, number }]).collect();
            DailyChange { before: Some(before), after, closes, opens, due_at: Some(due.next), posts, now }
        };
        self.apply(vec![Change::Daily(Box::new(change))]).await?;
        self.notify_workers();
        Ok(None)
    }

    /// The game and the puzzle for a day in a channel; `None` if its games or those of its server leave none.
    async fn daily_puzzle(
        &self,
        channel: &DailyChannel,
        day: i64,
    ) -> Result<Option<(&'static str, u32)>, StorageError> {
        let settings = match channel.server {
            Some(server) => self.storage().server_settings(server).await?,
            None => Default::default(),
        };
        let is_allowed =
            |game: &&'static dyn AnyGame| channel.allows_game(game.name()) && settings.allows_game(game.name());
        let games: Vec<_> = self.catalog().games().iter().copied().filter(is_allowed).collect();
        let recent = self.storage().daily_puzzles(channel.place, channel.number.saturating_sub(DISTINCT)).await?;
        let chosen = choose(&games, channel.place, day, &recent);
        Ok(chosen.map(|(game, card)| (game.name(), card.number)))
    }

    /// A board of the day with its puzzle.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn daily_board(&self, id: BoardId) -> Result<Option<(DailyBoard, AnyPuzzle)>, ServiceError> {
        Ok(self.storage().daily_board(id).await?.and_then(|board| self.with_puzzle(board)))
    }

    /// The board of the day of a channel with this number, with its puzzle.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn numbered_daily_board(
        &self,
        place: PlaceId,
        number: u32,
    ) -> Result<Option<(DailyBoard, AnyPuzzle)>, ServiceError> {
        Ok(self.storage().numbered_daily_board(place, number).await?.and_then(|board| self.with_puzzle(board)))
    }

    fn with_puzzle(&self, board: DailyBoard) -> Option<(DailyBoard, AnyPuzzle)> {
        let puzzle = self.catalog().game(&board.game)?.puzzle(board.puzzle)?;
        Some((board, puzzle))
    }

    /// Stores what a person does with a board, and rates it if it is their first answer to its puzzle. `None` if the
    /// board is closed, which changes nothing.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn answer_daily_board(
        &self,
        id: BoardId,
        player: PlayerId,
        tried: Try<'_>,
    ) -> Result<Option<DailyAnswered>, ServiceError> {
        for _ in 0..ATTEMPTS_MAX {
            let Some((board, puzzle)) = self.daily_board(id).await? else { return Ok(None) };
            if board.closed_at.is_some() {
                return Ok(None);
            }
            let before = self.storage().daily_answer(id, player).await?;
            let after = DailyAnswer::after_try(before.clone(), player, tried, self.now());
            if before.as_ref() == Some(&after) {
                return Ok(Some(DailyAnswered { answer: after, rated: None }));
            }
            let (game, card) = (puzzle.line.game(), puzzle.card);
            let mut changes = vec![Change::DailyAnswer(DailyAnswerChange { board: id, before, after: after.clone() })];
            let mut rated = None;
            if !self.is_decided(player, game, card.number).await? {
                let (change, ratings) = self.rated_answer(player, game, card, tried == Try::Solution, false).await?;
                changes.push(Change::Puzzle(change));
                rated = Some(ratings);
            }
            match self.apply(changes).await {
                Ok(()) => return Ok(Some(DailyAnswered { answer: after, rated })),
                Err(StorageError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// The people to ping for a board: those who have asked for it, have answered there lately and have no quiet hours.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn pinged_for_daily(&self, board: &DailyBoard) -> Result<Vec<PlayerId>, ServiceError> {
        let since = board.number.saturating_sub(PINGED_FOR + 1);
        let mut pinged = Vec::new();
        for person in self.storage().asked_for_daily_pings(board.place, since).await? {
            let chosen = self.storage().preferences(person).await?;
            if chosen.daily_pings && chosen.after_quiet_hours(self.now()).is_none() {
                pinged.push(person);
            }
            if pinged.len() == PINGS_MAX {
                break;
            }
        }
        Ok(pinged)
    }
}
