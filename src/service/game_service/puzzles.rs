//! The puzzles that players solve, and how answers change the ratings of both.

use crate::catalog::{AnyGame, AnyPuzzle, PuzzleCard};
use crate::service::change_set::Change;
use crate::service::game_service::{ATTEMPTS_MAX, GameService};
use crate::service::ids::{Millis, PlayerId};
use crate::service::ratings::puzzles::{PuzzleAnswer, PuzzleChange, rate_answer, unanswered};
use crate::service::ratings::rating::Rating;
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

/// A puzzle as a person sees it.
#[derive(Clone, Debug)]
pub struct AskedPuzzle {
    /// The puzzle, with the rating that it has now.
    pub puzzle: AnyPuzzle,
    /// Whether the person has given their first answer, which alone is rated.
    pub is_decided: bool,
}

/// What an answer to a puzzle comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleResult {
    /// It is solved.
    Solved,
    /// The answer is wrong, or the person wanted a hint.
    Missed,
    /// The person wanted to see the solution.
    Told,
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
        let rated = self.storage().rated_puzzles(game.name()).await?;
        let now = self.now();
        let is_answered =
            |card: &PuzzleCard| seen.iter().any(|seen| seen.number == card.number && seen.is_solved.is_some());
        let open = game.puzzles().into_iter().filter(|card| theme.is_none_or(|theme| card.theme == theme));
        let open = open.filter(|card| !is_answered(card));
        Ok(open.min_by_key(|card| (rating_of(card, &rated, now).points().abs_diff(rating), card.number)))
    }

    /// The puzzle of a game with this number, as a person sees it; `None` if there is no such puzzle.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn puzzle(
        &self,
        player: PlayerId,
        game: &'static dyn AnyGame,
        number: u32,
    ) -> Result<Option<AskedPuzzle>, ServiceError> {
        let Some(mut puzzle) = game.puzzle(number) else { return Ok(None) };
        let rated = self.storage().rated_puzzles(game.name()).await?;
        let points = rating_of(&puzzle.card, &rated, self.now()).points();
        puzzle.card.rating = u16::try_from(points).unwrap_or(puzzle.card.rating);
        Ok(Some(AskedPuzzle { puzzle, is_decided: self.is_decided(player, game, number).await? }))
    }

    /// Whether a person has answered a puzzle.
    pub(in crate::service) async fn is_decided(
        &self,
        player: PlayerId,
        game: &'static dyn AnyGame,
        number: u32,
    ) -> Result<bool, StorageError> {
        let seen = self.storage().puzzles(player, game.name()).await?;
        Ok(seen.iter().any(|seen| seen.number == number && seen.is_solved.is_some()))
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
        self.change_puzzle(player, game, number, true).await
    }

    async fn change_puzzle(
        &self,
        player: PlayerId,
        game: &'static str,
        number: u32,
        is_open: bool,
    ) -> Result<(), ServiceError> {
        let change = PuzzleChange { player, game, number, is_open, answer: None, now: self.now() };
        Ok(self.apply(vec![Change::Puzzle(change)]).await?)
    }

    /// Stores an answer of a person to a puzzle. The first one is rated as a game between the two. Returns the person's
    /// ratings before and after it; `None` if the puzzle was answered before.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn puzzle_answered(
        &self,
        player: PlayerId,
        game: &'static dyn AnyGame,
        card: PuzzleCard,
        result: PuzzleResult,
    ) -> Result<Option<[Rating; 2]>, ServiceError> {
        let (name, number) = (game.name(), card.number);
        let (is_solved, is_open) = (result == PuzzleResult::Solved, result == PuzzleResult::Missed);
        for _ in 0..ATTEMPTS_MAX {
            if self.is_decided(player, game, number).await? {
                self.change_puzzle(player, name, number, is_open).await?;
                return Ok(None);
            }
            let (change, ratings) = self.rated_answer(player, game, card, is_solved, is_open).await?;
            match self.apply(vec![Change::Puzzle(change)]).await {
                Err(StorageError::Conflict) => {}
                stored => return Ok(stored.map(|()| Some(ratings))?),
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// The change that stores the first answer of a person to a puzzle, and their ratings before and after it.
    pub(in crate::service) async fn rated_answer(
        &self,
        player: PlayerId,
        game: &'static dyn AnyGame,
        card: PuzzleCard,
        is_solved: bool,
        is_open: bool,
    ) -> Result<(PuzzleChange, [Rating; 2]), StorageError> {
        let now = self.now();
        let before = self.puzzle_rating(player, game).await?;
        let puzzle = rating_of(&card, &self.storage().rated_puzzles(game.name()).await?, now);
        let [rating, puzzle] = rate_answer(before, puzzle, is_solved, now);
        let answer = Some(PuzzleAnswer { is_solved, rating, puzzle });
        let change = PuzzleChange { player, game: game.name(), number: card.number, is_open, answer, now };
        Ok((change, [before, rating]))
    }
}

/// The rating of a puzzle, given those of the puzzles of its game that have been answered.
fn rating_of(card: &PuzzleCard, rated: &[(u32, Rating)], now: Millis) -> Rating {
    let known = rated.iter().find(|(number, _)| *number == card.number);
    known.map_or_else(|| unanswered(card.rating, now), |(_, rating)| *rating)
}
