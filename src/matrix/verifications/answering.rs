//! The host's orders, and the messages that follow from them.

use super::open::{Told, Verifications, Words};
use crate::chat::views::rooms;
use crate::matrix::accounts::languages_of;
use crate::matrix::encryption::host_mailbox::{Answer, Ending, Order, Stage, Verification};
use crate::matrix::places::RoomPlace;
use crate::workers::DeliveryError;
use ruma::events::key::verification::cancel::CancelCode;
use std::collections::BTreeMap;
use std::sync::PoisonError;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How often the bot looks for answers of the host.
const LOOK_EVERY: Duration = Duration::from_secs(1);

impl Verifications {
    /// Carries out the host's orders and sends pending messages, until `stop` is cancelled.
    pub async fn run(&self, stop: CancellationToken) {
        let looking = async {
            loop {
                // The futures of the library are large.
                if let Err(error) = Box::pin(self.look()).await {
                    tracing::info!(%error, "a verification could not proceed; the bot tries again");
                }
                let _ = tokio::time::timeout(LOOK_EVERY, self.0.look.notified()).await;
            }
        };
        stop.run_until_cancelled(looking).await;
    }

    async fn look(&self) -> Result<(), DeliveryError> {
        for order in self.0.mailbox.take_orders().await? {
            if let Err(error) = self.carry_out(&order).await {
                tracing::warn!(%error, "an order of the host about a verification failed");
            }
        }
        self.observe().await?;
        // One failure does not stop the others.
        let done = [self.send().await, self.sign().await, self.say().await];
        done.into_iter().collect()
    }

    async fn carry_out(&self, order: &Order) -> Result<(), DeliveryError> {
        let Order { user, id, answer, .. } = order;
        if let Answer::Begin(has_code) = answer {
            return self.begin(user, *has_code).await;
        }
        let encryption = &self.0.encryption;
        let mut all = self.all().await?;
        // The order may be about an earlier one.
        let Some(verification) = all.get_mut(user).filter(|known| known.is_open() && known.id == *id) else {
            return Ok(());
        };
        match (answer, &verification.stage) {
            (Answer::Accept(_), Stage::Asked) if !encryption.can_sign().await? => {
                self.cancel(verification, CancelCode::User, Ending::CannotSign).await?;
            }
            (Answer::Accept(has_code), Stage::Asked) => {
                (verification.has_code, verification.stage) = (*has_code, Stage::Connecting);
                encryption.accept(verification);
                self.0.mailbox.show(verification).await?;
            }
            (Answer::Confirm, Stage::Emoji(_) | Stage::Numbers(_) | Stage::Scanned) => {
                encryption.confirm(verification).await?;
            }
            (Answer::Reject, Stage::Emoji(_) | Stage::Numbers(_)) => {
                self.cancel(verification, CancelCode::MismatchedSas, Ending::Rejected).await?;
            }
            (Answer::Reject, _) => self.cancel(verification, CancelCode::User, Ending::Rejected).await?,
            _ => {}
        }
        Ok(())
    }

    /// Asks a user, in the direct room that they have with the bot.
    async fn begin(&self, user: &str, has_code: bool) -> Result<(), DeliveryError> {
        if self.all().await?.get(user).is_some_and(Verification::is_open) {
            return Ok(());
        }
        let encryption = &self.0.encryption;
        let mut verification = Verification {
            user: user.to_owned(),
            device: None,
            id: String::new(),
            room: None,
            told_in: String::new(),
            begun_at: self.0.service.now(),
            is_by_host: true,
            has_code,
            stage: Stage::Connecting,
        };
        encryption.learn(user).await?;
        let content = encryption.request_content(user, has_code).await?;
        match (self.0.rooms.known_direct_room(user).await?, content) {
            _ if !encryption.can_sign().await? => verification.stage = Stage::Ended(Ending::CannotSign),
            (None, _) => verification.stage = Stage::Ended(Ending::NoRoom),
            (_, None) => verification.stage = Stage::Ended(Ending::NoIdentity),
            (Some(room), Some(content)) => {
                let transaction = format!("verify-{}-{user}", verification.begun_at);
                verification.id = self.0.events.send(&room, &transaction, &content).await?;
                (verification.room, verification.told_in) = (Some(room.clone()), room);
                encryption.requested(&verification).await?;
            }
        }
        Ok(self.add(verification).await?)
    }

    /// Sends the pending messages, in order within each room, and drops those that the homeserver refuses.
    async fn send(&self) -> Result<(), DeliveryError> {
        let mut failed: BTreeMap<String, DeliveryError> = BTreeMap::new();
        for message in self.0.encryption.unsent_messages().await? {
            if failed.contains_key(&message.room) {
                continue;
            }
            let sent = self.0.events.send_event(&message.room, &message.kind, &message.transaction, &message.content);
            match sent.await {
                Err(error) if error.is_transient() => drop(failed.insert(message.room, error)),
                Err(error) => {
                    tracing::info!(%error, "a message of a verification is refused");
                    self.0.encryption.sent(&message, "$refused").await?;
                }
                Ok(event) => self.0.encryption.sent(&message, &event).await?,
            }
        }
        failed.into_values().next().map_or(Ok(()), Err)
    }

    /// Gives the homeserver the signatures, and ends the verifications that needed them.
    async fn sign(&self) -> Result<(), DeliveryError> {
        let encryption = &self.0.encryption;
        encryption.upload_signatures().await?;
        let signing = |known: &&Verification| known.stage == Stage::Signing;
        let users: Vec<String> = self.all().await?.values().filter(signing).map(|known| known.user.clone()).collect();
        for user in users {
            encryption.learn(&user).await?;
            let ending = match encryption.signed(&user).await? {
                Some(true) => Ending::Signed,
                Some(false) => Ending::CannotSign,
                None => Ending::DeviceAlone,
            };
            if let Some(known) = self.all().await?.get_mut(&user).filter(|known| known.stage == Stage::Signing) {
                self.end(known, ending).await?;
            }
        }
        Ok(())
    }

    /// Posts the pending words to people. Those that fail for now are kept for the next look.
    async fn say(&self) -> Result<(), DeliveryError> {
        let mut failed = None;
        let all = std::mem::take(&mut *self.0.words.lock().unwrap_or_else(PoisonError::into_inner));
        for words in all {
            match self.say_words(&words).await {
                Err(error) if error.is_transient() => {
                    failed = Some(error);
                    self.0.words.lock().unwrap_or_else(PoisonError::into_inner).push(words);
                }
                Err(error) => tracing::info!(%error, "a person could not be told about a verification"),
                Ok(()) => {}
            }
        }
        failed.map_or(Ok(()), Err)
    }

    async fn say_words(&self, Words { user, room, id, what }: &Words) -> Result<(), DeliveryError> {
        let languages = languages_of(&self.0.service, user).await?;
        let (view, word) = match what {
            Told::Asked => (rooms::verification_asked(&languages), "asked"),
            Told::Unanswered => (rooms::verification_unanswered(&languages), "unanswered"),
            Told::TooMany => (rooms::verification_too_many(&languages), "many"),
            Told::Restarted => (rooms::verification_restarted(&languages), "restarted"),
        };
        let nonce = format!("verification-{word}-{id}");
        self.0.platform.post_in(&RoomPlace::room(room), &view, &nonce).await.map(drop)
    }
}
