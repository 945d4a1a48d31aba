//! Boards where a match is played: in words if the platform refuses the picture, which follows when it can.

use super::chat_delivery::ChatDelivery;
use crate::chat::text::Text;
use crate::chat::texts::{Language, localize};
use crate::chat::view::{Subject, View};
use crate::chat::views::after_game;
use crate::chat::views::board;
use crate::chat::views::guide;
use crate::chat::views::pictures::PictureOptions;
use crate::chat::views::standings;
use crate::engine::{SearchPriority, SearchRequester, TurningPoint};
use crate::service::{Address, DeliveryMode, DuePost, Match, Post, Status};
use crate::workers::DeliveryError;
use std::time::Duration;

/// How long a board waits for guidance, or for what cost most in the game.
const GUIDANCE_TIME: Duration = Duration::from_secs(3);

impl ChatDelivery {
    /// Posts the board of a [`Post::Board`].
    pub(super) async fn post_board(
        &self,
        due: &DuePost,
        played: &Match,
        names: &[String; 2],
        options: &PictureOptions,
    ) -> Result<(), DeliveryError> {
        // A board that was taken back before it was posted has no view; the board after that has its own post.
        let Some(view) = self.board_view(&due.post, played, names, options).await? else { return Ok(()) };
        if played.location.delivery_mode == DeliveryMode::InteractionOnly {
            return self.answer(due, played, &view).await;
        }
        let (place, sent) = self.post(due, played, &view).await?;
        self.remove_buttons_before(played, place, sent.id).await;
        self.delete_thinking_note(played).await;
        if sent.is_in_words && self.sender.capabilities().editing {
            let (game, location) = (played.id, played.location.id.number);
            let picture = Post::Picture { match_id: game, location, board: Box::new(due.post.clone()) };
            self.service.delivery().add_posts(&[picture], self.service.now()).await?;
        }
        Ok(())
    }

    /// Adds the picture to the board that was posted in words last, unless there is a later one.
    pub(super) async fn add_picture(
        &self,
        board: &Post,
        played: &Match,
        names: &[String; 2],
        options: &PictureOptions,
    ) -> Result<(), DeliveryError> {
        let Post::Board { ply, ended, .. } = board else { return Ok(()) };
        if played.ply() != *ply || *ended != (played.status != Status::Running) {
            return Ok(());
        }
        let Some(posted) = self.service.queries().posted_board(played.location.id).await? else { return Ok(()) };
        let Some(mut view) = self.board_view(board, played, names, options).await? else { return Ok(()) };
        view.subject = Some(Subject::Match(played.id));
        let (at, language) = (Address::Place(posted.place), Language::of_locale(&played.location.language));
        self.sender.edit_whole(at, &posted.message, &view, language, None).await
    }

    /// The guidance for a board of a guided game; `None` for other boards, or if the engine is busy.
    async fn guidance(&self, language: Language, position: &Match) -> Option<Text> {
        let search_runner = self.search_runner.as_ref()?;
        let (turns, last) = position.guided_turn()?;
        let requester = SearchRequester::of(position);
        let look = async {
            let permit = search_runner.queue().enqueue(SearchPriority::Hint, requester).await;
            let last = last.as_ref().map(|last| &*last.line);
            search_runner.glance(&*position.line, last, permit).await
        };
        match tokio::time::timeout(GUIDANCE_TIME, look).await {
            Ok(Ok(found)) => Some(guide::guidance(language, position, turns, &found)),
            Ok(Err(error)) => {
                tracing::error!(game = %position.id, %error, "a search for guidance panicked");
                None
            }
            Err(_) => {
                tracing::info!(game = %position.id, "a board goes without guidance, because the engine is busy");
                None
            }
        }
    }

    /// What cost most in a game that was lost to the bot; `None` after other games, or if the engine is busy.
    async fn turning_point(&self, position: &Match) -> Option<TurningPoint> {
        let search_runner = self.search_runner.as_ref()?;
        let loser = after_game::beaten_seat(position)?;
        let requester = SearchRequester::of(position);
        let look = async {
            let permit = search_runner.queue().enqueue(SearchPriority::Hint, requester).await;
            search_runner.turning_point(&*position.line, loser, permit).await
        };
        match tokio::time::timeout(GUIDANCE_TIME, look).await {
            Ok(Ok(found)) => found,
            Ok(Err(error)) => {
                tracing::error!(game = %position.id, %error, "the search for a turning point panicked");
                None
            }
            Err(_) => {
                tracing::info!(game = %position.id, "a result goes without its turning point: the engine is busy");
                None
            }
        }
    }

    /// The view of a [`Post::Board`]; `None` if its position was taken back.
    async fn board_view(
        &self,
        board: &Post,
        played: &Match,
        names: &[String; 2],
        options: &PictureOptions,
    ) -> Result<Option<View>, DeliveryError> {
        let Post::Board { ply, last, ended, pings, since, taken_back, placed_at_random, .. } = board else {
            return Ok(None);
        };
        let position = played.at_ply(*ply, *ended);
        if position.line.last_move() != *last || position.ply() != *ply {
            return Ok(None);
        }
        let language = Language::of_locale(&played.location.language);
        let options = options.clone().with_discs(self.discs(&position).await?);
        let turn = self.turning_point(&position).await;
        let (now, turn) = (self.service.now(), turn.as_ref());
        let mut view = board::board(&self.pictures, &options, &position, names, now, *since, turn).await;
        for (is_said, key) in [(taken_back, "board-taken-back"), (placed_at_random, "board-placed-at-random")] {
            if *is_said {
                view.text = localize(language, key, &[]).then("\n").then(view.text);
            }
        }
        let changes = self.service.rating_changes(&position).await?;
        standings::add_changes(language, &position, &changes, &mut view);
        view.pings.retain(|person| position.seat_of(*person).is_some_and(|seat| pings[seat.index()]));
        if let Some(guidance) = self.guidance(language, &position).await {
            view.text.push_line(guidance);
        }
        let mover = position.to_move().and_then(|seat| position.player(seat).person());
        if played.ply() != *ply || position.status != played.status {
            // A later board is pending; that one pings and has the buttons.
            view.pings.clear();
            view.buttons.clear();
        } else {
            if self.service.has_board_page() && position.location.delivery_mode != DeliveryMode::InteractionOnly {
                board::add_page_button(language, &position, &mut view);
            }
            if let Some(offer) = mover.and_then(|mover| board::offer(language, &position, mover)) {
                board::add_offer(&mut view, offer);
            }
        }
        Ok(Some(view))
    }
}
