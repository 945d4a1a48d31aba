//! Turns outbox posts into messages and posts them where they belong.

use super::messenger::Messenger;
use crate::chat::texts::Language;
use crate::chat::texts::players::{names, or_default_logged};
use crate::chat::views::analysis_view;
use crate::chat::views::board;
use crate::chat::views::notifications;
use crate::chat::views::pictures::{PictureOptions, PictureRenderer};
use crate::chat::views::standings;
use crate::service::{DeliveryMode, DuePost, GameService, Match, PlayerId, Post, ServiceError, Status};
use crate::workers::DeliveryError;
use std::sync::Arc;

/// The maximum number of games in a digest.
const DIGEST_MAX: u32 = 25;

/// Delivers posts as messages of a chat platform.
pub struct ChatDelivery {
    pub(super) service: GameService,
    pub(super) pictures: PictureRenderer,
    pub(super) messenger: Arc<dyn Messenger>,
}

impl ChatDelivery {
    /// Creates a delivery for the posts of a game service.
    pub fn new(service: GameService, pictures: PictureRenderer, messenger: Arc<dyn Messenger>) -> Self {
        ChatDelivery { service, pictures, messenger }
    }

    pub(super) async fn post_due(&self, due: &DuePost) -> Result<(), DeliveryError> {
        let Some(game) = due.post.game() else {
            return match due.post.person() {
                Some(person) => self.digest(due, person).await,
                None => Ok(()),
            };
        };
        let played = self.service.find(game).await?;
        if matches!(due.post, Post::Undelivered { .. }) {
            return self.post_undelivered(due, &played).await;
        }
        if due.post.person().is_some() {
            return self.notify_person(due, &played).await;
        }
        let language = Language::of_locale(&played.location.language);
        let wanted = PictureOptions::from(language).in_theme(&self.theme(&played).await);
        let names = names(&self.service, language, &played).await;
        let now = self.service.now();
        match &due.post {
            Post::Open { .. } => self.open(due, &played, &names).await,
            Post::Board { ply, last, ended, pings, since, .. } => {
                let then = played.at_ply(*ply, *ended);
                if then.line.last_move() != *last || then.ply() != *ply {
                    // The move was taken back before its board was posted; the board after that has its own post.
                    return Ok(());
                }
                let mut view = board::board(&self.pictures, &wanted, &then, &names, now, *since).await;
                standings::add_changes(&self.service, language, &then, &mut view).await?;
                view.pings.retain(|person| then.seat_of(*person).is_some_and(|seat| pings[seat.index()]));
                if played.ply() != *ply || then.status != played.status {
                    // A later board is pending; that one pings and has the buttons.
                    view.pings.clear();
                    view.buttons.clear();
                }
                if played.location.delivery_mode == DeliveryMode::InteractionOnly {
                    return self.answer(due, &view).await;
                }
                let (place, message) = self.post(due, &played, &view).await?;
                self.retire_before(&played, place, message).await;
                Ok(())
            }
            Post::Analysis { game } => {
                let Some(analysis) = self.service.storage().analysis(*game).await.map_err(ServiceError::from)? else {
                    return Ok(());
                };
                let is_complete = analysis.next(&played).is_none();
                if played.location.delivery_mode == DeliveryMode::InteractionOnly && !is_complete {
                    return Ok(());
                }
                let view = analysis_view::view(&self.pictures, &wanted, &played, &names, &analysis).await;
                if played.location.delivery_mode == DeliveryMode::InteractionOnly {
                    return self.answer(due, &view).await;
                }
                self.show_analysis(due, &played, &analysis, &view).await
            }
            Post::Notice { notice, by, .. } => {
                let view = board::notice(language, &played, *notice, *by);
                if played.location.delivery_mode == DeliveryMode::InteractionOnly {
                    return self.answer(due, &view).await;
                }
                self.post(due, &played, &view).await.map(drop)
            }
            Post::Outage { from, until, .. } => {
                if played.status != Status::Running || played.location.delivery_mode == DeliveryMode::InteractionOnly {
                    return Ok(());
                }
                self.post(due, &played, &notifications::outage(language, *from, *until)).await.map(drop)
            }
            // These go to a single player and are handled above.
            Post::Turn { .. }
            | Post::Reminder { .. }
            | Post::Rescue { .. }
            | Post::Digest { .. }
            | Post::Undelivered { .. } => Ok(()),
        }
    }

    /// Notifies a player about a match: as the player prefers, or where the match is played if direct messages are
    /// refused. Outdated notifications are dropped.
    async fn notify_person(&self, due: &DuePost, played: &Match) -> Result<(), DeliveryError> {
        let post = &due.post;
        let Some(person) = post.person() else { return Ok(()) };
        let is_theirs = played.to_move().is_some_and(|seat| played.seat_of(person) == Some(seat));
        let wanted = self.wanted(person, played).await;
        let spoken = wanted.language;
        let names = names(&self.service, spoken, played).await;
        let now = self.service.now();
        let direct = match post {
            Post::Turn { ply, .. } | Post::Reminder { ply, .. } if *ply != played.ply() => return Ok(()),
            Post::Turn { direct, .. } if is_theirs || played.status != Status::Running => *direct,
            Post::Reminder { direct, .. } if is_theirs => *direct,
            Post::Rescue { .. } => true,
            _ => return Ok(()),
        };
        let here = |language| match post {
            Post::Turn { .. } => notifications::turn(language, played, person, &names),
            Post::Rescue { until, .. } => notifications::rescue(language, played, person, &names, *until),
            _ => notifications::reminder(language, played, person, &names),
        };
        if direct || played.location.delivery_mode == DeliveryMode::InteractionOnly {
            let mut view = match post {
                Post::Turn { since, .. } => {
                    notifications::turn_directly(&self.pictures, &wanted, played, person, &names, now, *since).await
                }
                _ => here(spoken),
            };
            standings::add_changes(&self.service, spoken, played, &mut view).await?;
            view.pings.clear();
            match self.write_to(due, person, &view).await {
                Err(trouble)
                    if !trouble.is_transient() && played.location.delivery_mode != DeliveryMode::InteractionOnly =>
                {
                    tracing::info!(game = %played.id, %trouble, "a player does not accept direct messages");
                }
                told => return told,
            }
        }
        self.post(due, played, &here(Language::of_locale(&played.location.language))).await.map(drop)
    }

    /// Sends a player the digest of all their games: by direct message or, if that is refused, where the most urgent
    /// game is played.
    async fn digest(&self, due: &DuePost, person: PlayerId) -> Result<(), DeliveryError> {
        let (running, _) = self.service.running(person, DIGEST_MAX).await?;
        let Some(first) = running.first().filter(|first| first.is_mine()) else { return Ok(()) };
        let played = self.service.find(first.id).await?;
        let spoken = self.wanted(person, &played).await.language;
        let view = notifications::digest(&self.service, spoken, person, &running).await;
        match self.write_to(due, person, &view).await {
            Err(trouble)
                if !trouble.is_transient() && played.location.delivery_mode != DeliveryMode::InteractionOnly =>
            {
                self.post(due, &played, &view).await.map(drop)
            }
            told => told,
        }
    }

    /// The board theme where a match is played; empty for the default.
    async fn theme(&self, played: &Match) -> String {
        let Some(server) = played.location.server else { return String::new() };
        or_default_logged(self.service.storage().server_settings(server).await).theme.unwrap_or_default()
    }

    /// The language and theme of messages to a player.
    pub(in crate::chat) async fn wanted(&self, person: PlayerId, played: &Match) -> PictureOptions {
        let settings = self.service.preferences(person).await.unwrap_or_else(|error| {
            tracing::error!(%error, "the preferences of a player could not be read; the defaults are used");
            Default::default()
        });
        let locale = match settings.language {
            Some(code) => Some(code),
            None => or_default_logged(self.service.storage().player_locale(person).await),
        };
        let language = Language::of_locale(locale.as_deref().unwrap_or(&played.location.language));
        let theme = match settings.theme {
            Some(theme) => theme,
            None => self.theme(played).await,
        };
        PictureOptions::from(language).in_theme(&theme)
    }
}
