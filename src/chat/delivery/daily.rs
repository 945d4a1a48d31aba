//! The posts about the board of the day.

use super::chat_delivery::ChatDelivery;
use crate::catalog::{AnyPuzzle, AskedTask, Judged};
use crate::chat::texts::Language;
use crate::chat::texts::players::or_default_logged;
use crate::chat::view::View;
use crate::chat::views::daily::{self, NAMED_MAX, ShownBoard};
use crate::chat::views::pictures::PictureOptions;
use crate::service::{Address, DailyAnswer, DailyState, DuePost, PlaceId};
use crate::workers::DeliveryError;
use std::collections::BTreeMap;

impl ChatDelivery {
    /// Posts a board, unless it has been closed since.
    pub(super) async fn post_daily_board(
        &self,
        due: &DuePost,
        place: PlaceId,
        number: u32,
    ) -> Result<(), DeliveryError> {
        let Some((board, puzzle)) = self.service.numbered_daily_board(place, number).await? else { return Ok(()) };
        if board.closed_at.is_some() {
            return Ok(());
        }
        let wanted = self.options_in(place).await?;
        let pinged = self.service.pinged_for_daily(&board).await?;
        let shown = ShownBoard { board: &board, puzzle: &puzzle };
        let view = daily::posted(&self.pictures, &wanted, shown, pinged).await;
        self.post_in_channel(due, place, &view, wanted.language).await
    }

    /// Posts what people have answered to a board.
    pub(super) async fn post_daily_result(
        &self,
        due: &DuePost,
        place: PlaceId,
        number: u32,
    ) -> Result<(), DeliveryError> {
        let Some((board, puzzle)) = self.service.numbered_daily_board(place, number).await? else { return Ok(()) };
        let wanted = self.options_in(place).await?;
        let answers = self.service.queries().daily_answers(board.id).await?;
        let solution = judged(&puzzle, puzzle.answer.clone()).await;
        let solution = solution.ok_or_else(|| DeliveryError::Never("a puzzle has no solution".to_owned()))?;
        let solved = |answer: &&DailyAnswer| answer.state == DailyState::Solved;
        let mut result = daily::Result {
            tried: answers.len(),
            solved: answers.iter().filter(solved).count(),
            wrong: most_frequent_wrong(&puzzle, &answers).await,
            ..daily::Result::default()
        };
        for answer in answers.iter().filter(solved) {
            // Those who hide their profile are only counted.
            if self.service.preferences(answer.player).await?.shows_profile {
                result.named.push((answer.tries, answer.player));
            }
            if result.named.len() == NAMED_MAX {
                break;
            }
        }
        let shown = ShownBoard { board: &board, puzzle: &puzzle };
        let view = daily::result(&self.pictures, &wanted, shown, &solution, &result).await;
        self.post_in_channel(due, place, &view, wanted.language).await
    }

    /// Says that no more boards come.
    pub(super) async fn post_daily_pause(&self, due: &DuePost, place: PlaceId) -> Result<(), DeliveryError> {
        let language = self.options_in(place).await?.language;
        self.post_in_channel(due, place, &daily::paused(language), language).await
    }

    /// The language and theme of a channel.
    async fn options_in(&self, place: PlaceId) -> Result<PictureOptions, DeliveryError> {
        let Some(channel) = self.service.daily_channel(place).await? else { return Ok(PictureOptions::default()) };
        let settings = match channel.server {
            Some(server) => or_default_logged(self.service.queries().server_settings(server).await),
            None => Default::default(),
        };
        let language = Language::of_locale(settings.language.as_deref().unwrap_or(&channel.language));
        Ok(PictureOptions::from(language).in_theme(&settings.theme.unwrap_or_default()))
    }

    /// A channel that is gone gets no more boards.
    async fn post_in_channel(
        &self,
        due: &DuePost,
        place: PlaceId,
        view: &View,
        language: Language,
    ) -> Result<(), DeliveryError> {
        let posted = self.post_once(due, Address::Place(place), view, language).await;
        if let Err(DeliveryError::Gone(_)) = posted {
            self.service.end_daily(place).await?;
        }
        posted.map(drop)
    }
}

/// The first wrong answer that most people gave, and how many did.
async fn most_frequent_wrong(puzzle: &AnyPuzzle, answers: &[DailyAnswer]) -> Option<(Judged, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for wrong in answers.iter().filter_map(|answer| answer.wrong.as_deref()) {
        *counts.entry(wrong).or_default() += 1;
    }
    // Of several, the first in the order of the alphabet.
    let (text, count) = counts.into_iter().rev().max_by_key(|(_, count)| *count)?;
    Some((judged(puzzle, text.to_owned()).await?, count))
}

/// Judges a move on a thread of its own, because every reply may have to be tried.
async fn judged(puzzle: &AnyPuzzle, text: String) -> Option<Judged> {
    let (game, task) = (puzzle.line.game(), AskedTask::Puzzle(puzzle.card.number));
    tokio::task::spawn_blocking(move || game.judge(task, &text)).await.ok().flatten()?.ok()
}
