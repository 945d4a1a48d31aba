//! The puzzles that players solve, and their ratings for it.

use crate::catalog::{AnyGame, PuzzleCard};
use crate::rules::{Outcome, Seat};
use crate::service::change_set::Change;
use crate::service::game_service::{ATTEMPTS_MAX, GameService};
use crate::service::ids::PlayerId;
use crate::service::ratings::puzzles::{PuzzleAnswer, PuzzleChange};
use crate::service::ratings::rating::{Rating, rate};
use crate::service::service_error::ServiceError;
use crate::service::storage_error::StorageError;

/// How a person has done at the puzzles of a game.
#[derive(Clone, Debug)]
pub struct PuzzleRecord {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// How many puzzles the person has solved with the first answer.
    pub solved: usize,
    /// How many they have answered.
    pub answered: usize,
    /// Their rating.
    pub rating: Rating,
}

impl GameService {
    /// The next puzzle for a person: of those of a theme, if one is given, that the person has not answered, the one whose
    /// rating is closest to theirs. `None` if they have answered all.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn next_puzzle(
        &self,
        player: PlayerId,
        game: &'static dyn AnyGame,
        theme: Option<&str>,
    ) -> Result<Option<PuzzleCard>, ServiceError> {
        let seen = self.storage().puzzles(player, game.name()).await?;
        let rating = self.puzzle_rating(player, game).await?.points();
        let is_answered =
            |card: &PuzzleCard| seen.iter().any(|seen| seen.number == card.number && seen.is_solved.is_some());
        let open = game.puzzles().into_iter().filter(|card| theme.is_none_or(|theme| card.theme == theme));
        let open = open.filter(|card| !is_answered(card));
        Ok(open.min_by_key(|card| (i64::from(card.rating).abs_diff(rating), card.number)))
    }

    async fn puzzle_rating(&self, player: PlayerId, game: &'static dyn AnyGame) -> Result<Rating, StorageError> {
        Ok(self.storage().puzzle_rating(player, game.name()).await?.unwrap_or(Rating::start(self.now())))
    }

    /// How a person has done at the puzzles of each game, for games in which they have answered any.
    pub(in crate::service) async fn puzzle_records(&self, player: PlayerId) -> Result<Vec<PuzzleRecord>, ServiceError> {
        let mut records = Vec::new();
        for game in self.catalog().games().iter().copied() {
            let seen = self.storage().puzzles(player, game.name()).await?;
            let answers: Vec<bool> = seen.iter().filter_map(|seen| seen.is_solved).collect();
            if !answers.is_empty() {
                let solved = answers.iter().filter(|is_solved| **is_solved).count();
                let rating = self.puzzle_rating(player, game).await?;
                records.push(PuzzleRecord { game, solved, answered: answers.len(), rating });
            }
        }
        Ok(records)
    }

    /// Stores that a person has seen a puzzle.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn puzzle_shown(&self, player: PlayerId, game: &'static str, number: u32) -> Result<(), ServiceError> {
        let change = PuzzleChange { player, game, number, answer: None, now: self.now() };
        Ok(self.apply(vec![Change::Puzzle(change)]).await?)
    }

    /// Stores the first answer of a person to a puzzle, a hint being a wrong one, and rates it as a game between the two.
    /// Returns the ratings before and after it; `None` if the puzzle was answered before, which changes nothing.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn puzzle_answered(
        &self,
        player: PlayerId,
        game: &'static dyn AnyGame,
        card: PuzzleCard,
        is_solved: bool,
    ) -> Result<Option<[Rating; 2]>, ServiceError> {
        for _ in 0..ATTEMPTS_MAX {
            let Some((change, ratings)) = self.rated_answer(player, game, card, is_solved).await? else {
                return Ok(None);
            };
            match self.apply(vec![change]).await {
                Err(StorageError::Conflict) => {}
                stored => return Ok(stored.map(|()| Some(ratings))?),
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// The change that stores the first answer of a person to a puzzle, and their ratings before and after it; `None`
    /// if they have answered it before.
    pub(in crate::service) async fn rated_answer(
        &self,
        player: PlayerId,
        game: &'static dyn AnyGame,
        card: PuzzleCard,
        is_solved: bool,
    ) -> Result<Option<(Change, [Rating; 2])>, StorageError> {
        let seen = self.storage().puzzles(player, game.name()).await?;
        if seen.iter().any(|seen| seen.number == card.number && seen.is_solved.is_some()) {
            return Ok(None);
        }
        let now = self.now();
        let before = self.puzzle_rating(player, game).await?;
        let outcome = Outcome::Win(if is_solved { Seat::One } else { Seat::Two });
        let [rating, _] = rate([before, Rating::of_level(f64::from(card.rating), now)], outcome, now);
        let answer = Some(PuzzleAnswer { is_solved, rating });
        let change = PuzzleChange { player, game: game.name(), number: card.number, answer, now };
        Ok(Some((Change::Puzzle(change), [before, rating])))
    }
}
