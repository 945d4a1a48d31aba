//! Turns outbox posts into messages and posts them where they belong.

use crate::chat::message_sender::MessageSender;
use crate::chat::platform::Platform;
use crate::chat::player_names::{names, of_opponents};
use crate::chat::texts::Language;
use crate::chat::view::View;
use crate::chat::views::analysis_view;
use crate::chat::views::board;
use crate::chat::views::match_list::{LINES_MAX, RunningList};
use crate::chat::views::notifications;
use crate::chat::views::pictures::{PictureOptions, PictureRenderer};
use crate::chat::views::replay;
use crate::chat::views::standings;
use crate::engine::SearchRunner;
use crate::service::{DeliveryMode, DuePost, GameService, Match, MatchId, PlayerId, Post, ServiceError, Span, Status};
use crate::workers::DeliveryError;
use std::sync::Arc;

/// Delivers posts as messages of a chat platform.
pub struct ChatDelivery {
    pub(super) service: GameService,
    pub(super) pictures: PictureRenderer,
    pub(super) sender: MessageSender,
    /// Runs the searches for guidance; without it, there is no guidance.
    pub(super) search_runner: Option<SearchRunner>,
}

/// A match with the names and options for the posts about it.
struct PublicMatch {
    played: Match,
    names: [String; 2],
    options: PictureOptions,
}

impl ChatDelivery {
    /// Creates a delivery for the posts of a game service.
    pub fn new(service: GameService, pictures: PictureRenderer, platform: Arc<dyn Platform>) -> Self {
        pictures.avatars().add_platform(&platform);
        let sender = MessageSender::new(service.clone(), platform);
        ChatDelivery { service, pictures, sender, search_runner: None }
    }

    /// Adds guidance in guided games, with this runner for its searches.
    #[must_use]
    pub fn with_guidance(self, search_runner: SearchRunner) -> Self {
        ChatDelivery { search_runner: Some(search_runner), ..self }
    }

    /// Delivers a post. Only this function knows all kinds of posts.
    pub(super) async fn post_due(&self, due: &DuePost) -> Result<(), DeliveryError> {
        match &due.post {
            Post::Challenge { challenge, nonce } => self.show_challenge(due, *challenge, nonce).await,
            Post::ChallengeCorrected { challenge, until } => self.correct_challenge(*challenge, *until).await,
            Post::ChallengeWithdrawn { challenge, person } => self.tell_withdrawn(due, *challenge, *person).await,
            Post::ChallengeRemoval { challenge } => self.remove_challenge(*challenge).await,
            Post::Digest { person } => self.digest(due, *person).await,
            Post::DailyBoard { place, number } => self.post_daily_board(due, *place, *number).await,
            Post::DailyResult { place, number } => self.post_daily_result(due, *place, *number).await,
            Post::DailyPaused { place } => self.post_daily_pause(due, *place).await,
            Post::Undelivered { match_id, .. } => self.post_undelivered(due, &self.played(due, *match_id).await?).await,
            Post::Turn { match_id, .. }
            | Post::Reminder { match_id, .. }
            | Post::AutomaticVacation { match_id, .. } => {
                self.notify_person(due, &self.played(due, *match_id).await?).await
            }
            Post::Open { match_id } => {
                let PublicMatch { played, names, .. } = self.public_match(due, *match_id).await?;
                // This starts fetching the avatars, so that the first board can show them.
                self.discs(&played).await?;
                self.open(due, &played, &names).await
            }
            Post::Board { match_id, .. } => {
                let PublicMatch { played, names, options } = self.public_match(due, *match_id).await?;
                self.post_board(due, &played, &names, &options).await
            }
            Post::Picture { match_id, location, board } => {
                if due.location != Some(*location) {
                    return Ok(());
                }
                let PublicMatch { played, names, options } = self.public_match(due, *match_id).await?;
                self.add_picture(board, &played, &names, &options).await
            }
            Post::Thinking { match_id, ply, .. } => {
                self.post_thinking_note(due, &self.played(due, *match_id).await?, *ply).await
            }
            Post::Analysis { match_id } => self.post_analysis(due, *match_id).await,
            Post::Notice { match_id, notice, by, .. } => {
                let played = self.played(due, *match_id).await?;
                let language = Language::of_locale(&played.location.language);
                self.answer_or_post(due, &played, &board::notice(language, &played, *notice, *by)).await
            }
            Post::Outage { match_id, from, until } => {
                let view_in = |language| Some(notifications::outage(language, *from, *until));
                self.post_about_clock(due, &self.played(due, *match_id).await?, view_in).await
            }
            Post::ClockCorrected { match_id, from, until, ahead } => {
                let stopped = Span { from: *from, until: *until };
                let view_in = |language| Some(notifications::clock_corrected(language, stopped, *ahead));
                self.post_about_clock(due, &self.played(due, *match_id).await?, view_in).await
            }
            Post::Vacation { match_id, ply } => {
                let (played, now) = (self.played(due, *match_id).await?, self.service.now());
                let view_in = |language| notifications::vacation(language, &played, *ply, now);
                self.post_about_clock(due, &played, view_in).await
            }
            Post::Closing { match_id } => self.close(&self.played(due, *match_id).await?).await,
            Post::Replay { match_id, by } => {
                let PublicMatch { played, names, options } = self.public_match(due, *match_id).await?;
                let view = replay::animation(&self.pictures, &options, &played, &names, false).await;
                let view = replay::shared(options.language, &played, by.map(|seat| seat.0), view);
                self.answer_or_post(due, &played, &view).await
            }
            Post::Removal { match_id } => self.remove_match(&self.played(due, *match_id).await?).await,
        }
    }

    /// The match of a post at its location, in the language of its readers.
    async fn played(&self, due: &DuePost, match_id: MatchId) -> Result<Match, DeliveryError> {
        Ok(self.for_readers(due, match_id).await?.0)
    }

    /// The match of a post with the names and options to show it.
    async fn public_match(&self, due: &DuePost, match_id: MatchId) -> Result<PublicMatch, DeliveryError> {
        let (played, options) = self.for_readers(due, match_id).await?;
        let names = names(&self.service, options.language, &played).await;
        Ok(PublicMatch { played, names, options })
    }

    /// Posts a view where a match is played. Where the bot is not a member, it answers an interaction instead.
    async fn answer_or_post(&self, due: &DuePost, played: &Match, view: &View) -> Result<(), DeliveryError> {
        if played.location.delivery_mode == DeliveryMode::InteractionOnly {
            return self.answer(due, played, view).await;
        }
        self.post(due, played, view).await.map(drop)
    }

    /// Posts news about the clocks of a running match where the bot is a member, unless it is outdated.
    async fn post_about_clock(
        &self,
        due: &DuePost,
        played: &Match,
        view_in: impl Fn(Language) -> Option<View>,
    ) -> Result<(), DeliveryError> {
        if played.status != Status::Running || played.location.delivery_mode == DeliveryMode::InteractionOnly {
            return Ok(());
        }
        match view_in(Language::of_locale(&played.location.language)) {
            Some(view) => self.post(due, played, &view).await.map(drop),
            None => Ok(()),
        }
    }

    /// Shows the progress or the result of the analysis of a match.
    async fn post_analysis(&self, due: &DuePost, match_id: MatchId) -> Result<(), DeliveryError> {
        let PublicMatch { played, names, options } = self.public_match(due, match_id).await?;
        let Some(analysis) = self.service.queries().analysis(match_id).await.map_err(ServiceError::from)? else {
            return Ok(());
        };
        let is_interaction_only = played.location.delivery_mode == DeliveryMode::InteractionOnly;
        // Showing progress needs a message that can be edited.
        let is_final_only = !self.sender.capabilities().editing || is_interaction_only;
        if is_final_only && analysis.next(&played).is_some() {
            return Ok(());
        }
        let view = analysis_view::report(&self.pictures, &options, &played, &names, &analysis).await;
        if is_interaction_only {
            return self.answer(due, &played, &view).await;
        }
        self.show_analysis(due, &played, &view).await
    }

    /// Notifies a player about a match: as the player prefers, or where the match is played if direct messages are
    /// refused. Outdated notifications are dropped.
    async fn notify_person(&self, due: &DuePost, played: &Match) -> Result<(), DeliveryError> {
        let post = &due.post;
        let Some(person) = post.person() else { return Ok(()) };
        let is_theirs = played.to_move().is_some_and(|seat| played.seat_of(person) == Some(seat));
        let options = self.picture_options(person, played).await;
        let language = options.language;
        let names = names(&self.service, language, played).await;
        let now = self.service.now();
        let direct = match post {
            Post::Turn { ply, .. } | Post::Reminder { ply, .. } if *ply != played.ply() => return Ok(()),
            Post::Turn { direct, .. } if is_theirs || played.status != Status::Running => *direct,
            Post::Reminder { direct, .. } if is_theirs => *direct,
            Post::AutomaticVacation { .. } => true,
            _ => return Ok(()),
        };
        let view_in = |language| match post {
            Post::Turn { .. } => notifications::turn(language, played, person, &names),
            Post::AutomaticVacation { until, .. } => {
                notifications::automatic_vacation(language, played, person, &names, *until)
            }
            _ => notifications::reminder(language, played, person, &names),
        };
        if direct || played.location.delivery_mode == DeliveryMode::InteractionOnly {
            let mut view = match post {
                Post::Turn { since, .. } => {
                    notifications::turn_directly(&self.pictures, &options, played, person, &names, now, *since).await
                }
                _ => view_in(language),
            };
            standings::add_changes(language, played, &self.service.rating_changes(played).await?, &mut view);
            view.pings.clear();
            match self.write_to(due, person, &view, language).await {
                Err(error)
                    if !error.is_transient() && played.location.delivery_mode != DeliveryMode::InteractionOnly =>
                {
                    tracing::info!(game = %played.id, %error, "a player does not accept direct messages");
                }
                result => return result,
            }
        }
        self.post(due, played, &view_in(Language::of_locale(&played.location.language))).await.map(drop)
    }

    /// Sends a player the digest of all their games: by direct message or, if that is refused, where the most urgent
    /// game is played, without the names of games that are played elsewhere.
    async fn digest(&self, due: &DuePost, person: PlayerId) -> Result<(), DeliveryError> {
        let (running, _) = self.service.running(person, u32::MAX).await?;
        let Some(first) = running.first().filter(|first| first.waits_for_player()) else { return Ok(()) };
        let played = self.service.find(first.id).await?;
        let language = self.picture_options(person, &played).await.language;
        let names = of_opponents(&self.service, &running).await;
        let paused = &self.service.paused(person, &running[..running.len().min(LINES_MAX)]).await?;
        let list = &RunningList { running: &running, paused, catalog: self.service.catalog(), names: &names };
        let view = notifications::digest(language, person, list, None);
        match self.write_to(due, person, &view, language).await {
            Err(error) if !error.is_transient() && played.location.delivery_mode != DeliveryMode::InteractionOnly => {
                let place = played.location.place.unwrap_or(played.location.channel);
                let view = notifications::digest(language, person, list, Some(place));
                self.post(due, &played, &view).await.map(drop)
            }
            result => result,
        }
    }
}
