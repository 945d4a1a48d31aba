//! Posting where a match is played: into its thread, or where there is none, into the channel.

use super::messenger::DeliveryError;
use super::outbox_dispatcher::OutboxDispatcher;
use crate::chat::texts::{Language, localize};
use crate::chat::view::View;
use crate::chat::views::board;
use crate::chat::views::challenges;
use crate::service::{DeliveryMode, DuePost, Match, MatchAnalysis, PlaceId, PlayerId, PostedBoard, ServiceError};

/// Discord promises to remember a nonce for “a few minutes”, and shows it to nobody later. Until then a repeated message
/// is not posted twice.
const NONCE_TRUSTED_MS: i64 = 2 * 60 * 1000;
/// The platform's clock and ours may differ by so much.
const CLOCKS_DIFFER_MS: i64 = 60 * 1000;
/// Discord allows few changes of messages older than an hour; this stays well away from it.
const RETIRED_WITHIN_MS: i64 = 50 * 60 * 1000;

/// The nonce of a post. The row's number and birth tell the same post again even after the process was killed.
fn nonce(due: &DuePost) -> String {
    format!("{}-{}", due.id, due.created_at)
}

impl OutboxDispatcher {
    /// Posts a message that is there once, however often this is tried.
    ///
    /// A repeated post is noticed by its nonce, for some minutes. One that is older may have been posted before them by a
    /// try whose answer never came, or by a process that was killed: it is looked for first. That costs a request for
    /// each post that is late for any reason. To know which of them were tried, each try would have to be stored before
    /// it is made, which costs every post a write that waits for the disk.
    async fn post_once(&self, due: &DuePost, place: PlaceId, view: &View) -> Result<u64, DeliveryError> {
        let ripe_at = due.first_due_at();
        if self.service.now().0 - ripe_at.0 > NONCE_TRUSTED_MS {
            // A position that comes again after a take-back has a picture of the same name: the board that is known to
            // be the last one bounds how far back it can be.
            let known = match due.post.game().filter(|_| due.post.person().is_none()) {
                Some(game) => self.service.storage().posted_board(game).await.map_err(ServiceError::from)?,
                None => None,
            };
            let not_before = known.filter(|board| board.place == place).map(|board| board.message);
            let since = ripe_at.plus(-CLOCKS_DIFFER_MS);
            if let Some(message) = self.messenger.find(place, view, since, not_before).await? {
                tracing::info!(post = %due.id, "a post had been delivered before");
                return Ok(message);
            }
        }
        self.messenger.post(place, view, &nonce(due)).await
    }

    /// Posts where the match is played. A thread that takes nothing any more is left for the channel.
    pub(in crate::chat) async fn post(
        &self,
        due: &DuePost,
        played: &Match,
        view: &View,
    ) -> Result<(PlaceId, u64), DeliveryError> {
        let channel = played.location.channel;
        let place = played.location.place.unwrap_or(channel);
        match self.post_once(due, place, view).await {
            Err(trouble) if place != channel && !trouble.is_transient() => {
                tracing::warn!(game = %played.id, %trouble, "the thread takes no posts; the game goes on in the channel");
                let settle = async || {
                    self.service.storage().set_match_place(played.id, channel).await.map_err(ServiceError::from)
                };
                let is_gone = matches!(trouble, DeliveryError::Gone(_));
                if is_gone {
                    // Whatever the channel says, this is where commands look for the match from now on.
                    settle().await?;
                }
                let language = Language::of_locale(&played.location.language);
                let text = format!("{}\n{}", localize(language, "thread-closed", &[]), view.text);
                let message = self.post_once(due, channel, &View { text, ..view.clone() }).await?;
                if !is_gone {
                    settle().await?;
                }
                Ok((channel, message))
            }
            posted => posted.map(|message| (place, message)),
        }
    }

    /// Writes to a person directly.
    pub(in crate::chat) async fn write_to(
        &self,
        due: &DuePost,
        person: PlayerId,
        view: &View,
    ) -> Result<(), DeliveryError> {
        let place = self.messenger.direct(person).await?;
        self.post_once(due, place, view).await.map(drop)
    }

    /// Posts as an answer to what a player did, while that is possible. After that it is for the players to ask for the
    /// board, which has all that was said on it.
    pub(in crate::chat) async fn answer(&self, due: &DuePost, view: &View) -> Result<(), DeliveryError> {
        match &due.token {
            Some(token) if token.works(self.service.now()) => self.messenger.answer(token, view).await,
            _ => Err(DeliveryError::Never("what it answers is too long ago".to_owned())),
        }
    }

    /// Settles where the match is played: in a thread of its own, or where there is none, in the channel.
    pub(in crate::chat) async fn open(
        &self,
        due: &DuePost,
        played: &Match,
        names: &[String; 2],
    ) -> Result<(), DeliveryError> {
        let spot = &played.location;
        let thread =
            if spot.reach == DeliveryMode::Threads { self.open_thread(due, played, names).await? } else { None };
        self.service
            .storage()
            .set_match_place(played.id, thread.unwrap_or(spot.channel))
            .await
            .map_err(ServiceError::from)?;
        let Some(thread) = thread else { return Ok(()) };
        for person in played.people() {
            // Without it the thread would be missing in the list of channels of whoever is not pinged now.
            if let Err(trouble) = self.messenger.add_member(thread, person).await {
                tracing::debug!(game = %played.id, %trouble, "a player was not added to the thread");
            }
        }
        if let Some(origin) = spot.origin.filter(|origin| *origin != thread) {
            let language = Language::of_locale(&spot.language);
            let link = View::text(challenges::begun_elsewhere(language, played, thread));
            match self.post_once(due, origin, &link).await {
                Err(trouble) if trouble.is_transient() => return Err(trouble),
                Err(trouble) => tracing::info!(game = %played.id, %trouble, "the new thread is not linked to"),
                Ok(_) => {}
            }
        }
        Ok(())
    }

    /// Opens the thread of a match from the message that shows its challenge, or from one that announces it, where there
    /// is none or it was deleted.
    async fn open_thread(
        &self,
        due: &DuePost,
        played: &Match,
        names: &[String; 2],
    ) -> Result<Option<PlaceId>, DeliveryError> {
        let channel = played.location.channel;
        let name = board::thread_name(played.id, played, names);
        if let Some(message) = played.location.message {
            match self.messenger.open_thread(channel, message, &name).await {
                Err(DeliveryError::Gone(why)) => tracing::info!(game = %played.id, %why, "the challenge is gone"),
                opened => return opened,
            }
        }
        let message = self.announce(due, played).await?;
        self.messenger.open_thread(channel, message, &name).await
    }

    /// Says in the channel that a match begins for which no challenge is to be seen there, and stores the message.
    async fn announce(&self, due: &DuePost, played: &Match) -> Result<u64, DeliveryError> {
        let language = Language::of_locale(&played.location.language);
        let message = self.post_once(due, played.location.channel, &challenges::announced(language, played)).await?;
        self.service.storage().set_match_message(played.id, message).await.map_err(ServiceError::from)?;
        Ok(message)
    }

    /// Takes the buttons off the board before this one, while that is cheap. It is a courtesy: a button that stays is
    /// answered kindly, so nothing is tried twice.
    pub(in crate::chat) async fn retire_before(&self, played: &Match, place: PlaceId, message: u64) {
        let now = self.service.now();
        let board = PostedBoard { place, message, at: now };
        match self.service.storage().replace_posted_board(played.id, board).await {
            Ok(Some(before)) if now.0 - before.at.0 < RETIRED_WITHIN_MS => {
                if let Err(trouble) = self.messenger.retire(before.place, before.message).await {
                    tracing::debug!(game = %played.id, %trouble, "the buttons of an older board stay");
                }
            }
            Ok(_) => {}
            Err(error) => tracing::warn!(game = %played.id, %error, "the posted board could not be kept"),
        }
    }

    /// Posts the message of an analysis, or changes it. One that is gone is posted anew.
    pub(in crate::chat) async fn show_analysis(
        &self,
        due: &DuePost,
        played: &Match,
        analysis: &MatchAnalysis,
        view: &View,
    ) -> Result<(), DeliveryError> {
        if let Some((place, message)) = analysis.message {
            match self.messenger.change(place, message, view).await {
                Err(trouble) if !trouble.is_transient() => {
                    tracing::warn!(game = %played.id, %trouble, "an analysis is posted anew");
                }
                changed => return changed,
            }
        }
        let (place, message) = self.post(due, played, view).await?;
        self.service.storage().set_analysis_message(played.id, place, message).await.map_err(ServiceError::from)?;
        Ok(())
    }
}
