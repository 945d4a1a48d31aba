//! Posts where a match is played: in its thread, or in the channel if it has none.

use super::chat_delivery::ChatDelivery;
use crate::chat::message_sender::Sent;
use crate::chat::text::Text;
use crate::chat::texts::{Language, localize, localize_with};
use crate::chat::view::{Subject, View};
use crate::chat::views::board;
use crate::chat::views::challenges;
use crate::service::{
    Address, DeliveryMode, DuePost, LocationId, Match, MessageId, Millis, PlaceId, PlayerId, PostedBoard, ServiceError,
};
use crate::workers::DeliveryError;

/// Discord promises to remember a nonce for “a few minutes”, and does not return it later. Within this time a repeated
/// message is not posted twice.
const NONCE_TRUSTED_MS: i64 = 2 * 60 * 1000;
/// The maximum assumed difference between the platform's clock and the local one.
pub(super) const CLOCKS_DIFFER_MS: i64 = 60 * 1000;
/// Discord allows few edits of messages older than an hour; this leaves a margin.
const BUTTONS_REMOVED_WITHIN_MS: i64 = 50 * 60 * 1000;

/// The nonce of a post. Its id and creation time identify the post even after the process was killed.
fn nonce(due: &DuePost) -> String {
    format!("{}-{}", due.id, due.created_at)
}

/// The earliest timestamp that a message of this post can have on the platform.
fn sent_since(due: &DuePost) -> Millis {
    due.first_due_at().plus(-CLOCKS_DIFFER_MS)
}

impl ChatDelivery {
    /// Posts a message exactly once, however often this is attempted.
    ///
    /// The nonce detects a repeated post for some minutes. An older post may have been sent by an attempt whose
    /// response was lost, or by a process that was killed, so the bot searches for it first. That costs a request for
    /// each post that is late for any reason. The lease does not tell whether an attempt has reached the request.
    pub(super) async fn post_once(
        &self,
        due: &DuePost,
        to: Address,
        view: &View,
        language: Language,
    ) -> Result<Sent, DeliveryError> {
        self.check_lease(due)?;
        if self.service.now().0 - due.first_due_at().0 > NONCE_TRUSTED_MS {
            // A position repeated after a take-back has a picture of the same name. The last board known to be posted
            // limits how far back to search.
            let last_board = match due.post.match_id().filter(|_| due.post.person().is_none()) {
                Some(game) => {
                    let location = LocationId { match_id: game, number: due.location.unwrap_or(1) };
                    self.service.queries().posted_board(location).await?
                }
                None => None,
            };
            let not_before = last_board.filter(|board| Address::Place(board.place) == to).map(|board| board.message);
            let search = (sent_since(due), not_before.as_ref());
            return self.sender.post_unless_found(to, view, language, &nonce(due), search).await;
        }
        self.sender.post(to, view, language, &nonce(due), None).await
    }

    /// The message that an earlier attempt to deliver this post has sent, if any.
    pub(in crate::chat) async fn find_sent(
        &self,
        due: &DuePost,
        played: &Match,
        view: &View,
    ) -> Result<Option<(PlaceId, MessageId)>, DeliveryError> {
        let place = played.location.place.unwrap_or(played.location.channel);
        let found = self.sender.platform().find(Address::Place(place), view, sent_since(due), None).await?;
        Ok(found.map(|message| (place, message)))
    }

    /// Fails if another worker may be delivering the post by now. Checked directly before the request, because drawing
    /// may have taken long.
    pub(super) fn check_lease(&self, due: &DuePost) -> Result<(), DeliveryError> {
        if due.may_be_lost(self.service.now()) {
            return Err(DeliveryError::Later { why: "the lease has ended".to_owned(), after: None });
        }
        Ok(())
    }

    /// Posts where the match is played, with a ping for those who are notified there. If the thread no longer accepts
    /// posts, the match moves to the channel. If the thread refuses only this message, only this message goes there.
    pub(in crate::chat) async fn post(
        &self,
        due: &DuePost,
        played: &Match,
        view: &View,
    ) -> Result<(PlaceId, Sent), DeliveryError> {
        let mut view = view.clone();
        view.pings.retain(|person| played.seat_of(*person).is_none_or(|seat| played.location.notifies(seat)));
        view.subject = Some(Subject::Match(played.id));
        let view = &view;
        let channel = played.location.channel;
        let place = played.location.place.unwrap_or(channel);
        let language = Language::of_locale(&played.location.language);
        match self.post_once(due, Address::Place(place), view, language).await {
            Err(error) if place != channel && !error.is_transient() => {
                tracing::warn!(game = %played.id, %error, "the thread refuses a post, which goes to the channel");
                let move_to_channel = async || {
                    self.service
                        .delivery()
                        .set_match_place(played.location.id, channel)
                        .await
                        .map_err(ServiceError::from)
                };
                let is_unusable = matches!(error, DeliveryError::Closed(_) | DeliveryError::Gone(_));
                if is_unusable {
                    // From now on commands must find the match by its channel, even if the channel refuses the post
                    // too.
                    move_to_channel().await?;
                }
                let why = match error.is_about_place() {
                    true => localize(language, "thread-closed", &[]),
                    false => localize_with(language, "thread-refused", &[("place", Text::place(place).into())]),
                };
                let view = View { text: why.then("\n").then(view.text.clone()), ..view.clone() };
                let sent = self.post_once(due, Address::Place(channel), &view, language).await?;
                if error.is_about_place() && !is_unusable {
                    move_to_channel().await?;
                }
                Ok((channel, sent))
            }
            posted => posted.map(|sent| (place, sent)),
        }
    }

    /// Sends a direct message to a player.
    pub(in crate::chat) async fn write_to(
        &self,
        due: &DuePost,
        person: PlayerId,
        view: &View,
        language: Language,
    ) -> Result<(), DeliveryError> {
        self.post_once(due, Address::Person(person), view, language).await.map(drop)
    }

    /// Posts as an answer to a player's interaction while its token is valid. After that the players have to request
    /// the board, which includes whatever was not posted.
    pub(in crate::chat) async fn answer(
        &self,
        due: &DuePost,
        played: &Match,
        view: &View,
    ) -> Result<(), DeliveryError> {
        self.check_lease(due)?;
        let language = Language::of_locale(&played.location.language);
        match &due.token {
            Some(token) if token.is_valid_at(self.service.now()) => self.sender.answer(token, view, language).await,
            _ => Err(DeliveryError::Never("what it answers is too long ago".to_owned())),
        }
    }

    /// Sets where the match is played: in its own thread, or in the channel if there is none.
    pub(in crate::chat) async fn open(
        &self,
        due: &DuePost,
        played: &Match,
        names: &[String; 2],
    ) -> Result<(), DeliveryError> {
        let location = &played.location;
        let can_open = self.sender.capabilities().threads && location.delivery_mode == DeliveryMode::Threads;
        let thread = if can_open { self.open_thread(due, played, names).await? } else { None };
        self.service.delivery().set_match_place(location.id, thread.unwrap_or(location.channel)).await?;
        let Some(thread) = thread else { return Ok(()) };
        for person in played.people() {
            // Otherwise the thread would be missing from the channel list of a player who is not pinged now.
            if let Err(error) = self.sender.platform().add_member(thread, person).await {
                tracing::debug!(game = %played.id, %error, "a player could not be added to the thread");
            }
        }
        if let Some(origin) = location.origin.filter(|origin| *origin != thread) {
            let language = Language::of_locale(&location.language);
            let link = View::text(challenges::begun_elsewhere(language, played, thread));
            match self.post_once(due, Address::Place(origin), &link, language).await {
                Err(error) if error.is_transient() => return Err(error),
                Err(error) => {
                    tracing::info!(game = %played.id, %error, "the link to the new thread could not be posted");
                }
                Ok(_) => {}
            }
        }
        Ok(())
    }

    /// Opens the thread of a match from its challenge message. If there is none or it was deleted, opens the thread
    /// from a new announcement.
    async fn open_thread(
        &self,
        due: &DuePost,
        played: &Match,
        names: &[String; 2],
    ) -> Result<Option<PlaceId>, DeliveryError> {
        let channel = played.location.channel;
        let name = board::thread_name(played.id, played, names);
        // The players have chosen their names, and a filter may refuse one of them.
        let nameless = format!("{} {}", played.line.game().title(), played.id);
        let open = async |message: &MessageId| {
            let platform = self.sender.platform();
            match platform.open_thread(channel, message, &name).await {
                Err(DeliveryError::Never(why)) => {
                    tracing::info!(game = %played.id, %why, "the name of a thread was refused");
                    match platform.open_thread(channel, message, &nameless).await {
                        Err(DeliveryError::Never(_)) => Ok(None),
                        opened => opened,
                    }
                }
                opened => opened,
            }
        };
        if let Some(message) = &played.location.message {
            match open(message).await {
                Err(DeliveryError::Gone(why)) => {
                    tracing::info!(game = %played.id, %why, "the challenge message no longer exists");
                }
                opened => return opened,
            }
        }
        let message = self.announce(due, played).await?;
        open(&message).await
    }

    /// Announces a match that has no visible challenge in the channel, and stores the message id.
    async fn announce(&self, due: &DuePost, played: &Match) -> Result<MessageId, DeliveryError> {
        let language = Language::of_locale(&played.location.language);
        let at = Address::Place(played.location.channel);
        let sent = match self.post_once(due, at, &challenges::announced(language, played), language).await {
            // The players have chosen their names too.
            Err(DeliveryError::Never(why)) => {
                tracing::info!(game = %played.id, %why, "an announcement was refused, and is made without names");
                self.post_once(due, at, &challenges::announced_briefly(language, played), language).await?
            }
            posted => posted?,
        };
        self.service.delivery().set_match_message(played.location.id, &sent.id).await?;
        Ok(sent.id)
    }

    /// Removes the buttons from the previous board while that is cheap. Failures are not retried, since pressing an
    /// outdated button gets a proper answer.
    pub(in crate::chat) async fn remove_buttons_before(&self, played: &Match, place: PlaceId, message: MessageId) {
        let now = self.service.now();
        let board = PostedBoard { place, message, at: now };
        let has_buttons = self.sender.capabilities().buttons && self.sender.capabilities().editing;
        match self.service.delivery().replace_posted_board(played.location.id, board).await {
            Ok(Some(before)) if has_buttons && now.0 - before.at.0 < BUTTONS_REMOVED_WITHIN_MS => {
                if let Err(error) =
                    self.sender.platform().remove_buttons(Address::Place(before.place), &before.message).await
                {
                    tracing::debug!(game = %played.id, %error, "the buttons of the last board could not be removed");
                }
            }
            Ok(_) => {}
            Err(error) => tracing::warn!(game = %played.id, %error, "the posted board could not be stored"),
        }
    }

    /// Posts the message of an analysis, or edits the existing one. If it can no longer be edited, posts a new one.
    pub(in crate::chat) async fn show_analysis(
        &self,
        due: &DuePost,
        played: &Match,
        view: &View,
    ) -> Result<(), DeliveryError> {
        let language = Language::of_locale(&played.location.language);
        if let Some((place, message)) = &played.location.analysis_message {
            match self.sender.edit(Address::Place(*place), message, view, language, None).await {
                Err(error) if !error.is_transient() => {
                    tracing::warn!(game = %played.id, %error, "an analysis could not be edited and is posted again");
                }
                changed => return changed,
            }
        }
        let (place, sent) = self.post(due, played, view).await?;
        self.service.delivery().set_analysis_message(played.location.id, place, &sent.id).await?;
        Ok(())
    }
}
