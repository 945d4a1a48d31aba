//! Who may ask the host for a verification.

use super::open::{Told, Verifications};
use crate::matrix::api::{Event, SyncResponse};
use crate::matrix::encryption::Begun;
use crate::matrix::encryption::host_mailbox::{Ending, Stage, VERIFICATION_MS, Verification};
use crate::matrix::encryption::records::RecordsError;
use crate::matrix::encryption::verification::Progress;
use crate::service::Millis;
use crate::workers::DeliveryError;
use ruma::events::key::verification::cancel::CancelCode;
use std::collections::VecDeque;
use std::sync::PoisonError;

/// The number of verifications that are open at once.
const OPEN_MAX: usize = 20;
/// How many a user can ask for in a period, in milliseconds.
const OF_USER_MAX: usize = 5;
const PERIOD_MS: i64 = 60 * 60 * 1000;
/// The number of requests that are counted.
const COUNTED_MAX: usize = 1_000;
/// The members of a room in which a person can ask: the person and the bot.
const MEMBERS: usize = 2;

/// Whether a request reaches the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Admission {
    Admitted,
    /// There are too many, and the user is told so.
    Refused,
    /// The user was told already.
    Ignored,
}

impl Verifications {
    /// Before a sync is received: a new request takes the place of an earlier one of the same user. Otherwise the library
    /// would cancel both.
    pub async fn before(&self, response: &SyncResponse) {
        for begun in response.to_device.events.iter().filter_map(Begun::read) {
            if let Err(error) = self.replace(&begun.user, &begun.id).await {
                tracing::info!(%error, "an earlier verification could not be ended");
            }
        }
    }

    /// After a sync was received, in which these verifications have begun.
    pub async fn received(&self, begun: Vec<Begun>) {
        for begun in begun {
            let admitted = self.asked_by_device(&begun).await;
            if !matches!(admitted, Ok(true)) {
                self.0.encryption.forget(&begun.user, &begun.id);
            }
            if let Err(error) = admitted {
                tracing::info!(%error, "a verification could not begin");
            }
        }
        if let Err(error) = self.observe().await {
            tracing::info!(%error, "the state of a verification could not be stored");
        }
    }

    /// Handles a request that a device sent to the bot's device. Only people with a direct room with the bot can ask this
    /// way. Returns whether the verification is still open.
    async fn asked_by_device(&self, begun: &Begun) -> Result<bool, DeliveryError> {
        let Begun { user, id, asked_at } = begun;
        if let Some(known) = self.all().await?.get(user).filter(|known| known.id == *id) {
            return Ok(known.is_open());
        }
        if self.0.encryption.progress(user, id) == Progress::Unknown {
            return Ok(false);
        }
        let Some(direct) = self.0.rooms.known_direct_room(user).await? else {
            tracing::info!("a user without a direct room asks for a verification, which is ignored");
            return Ok(false);
        };
        let request = self.request(user, id, None, direct, *asked_at);
        let is_admitted = self.admit(&request).await?;
        if is_admitted {
            self.tell(&request, Told::Asked);
            self.add(request).await?;
        }
        Ok(is_admitted)
    }

    /// Handles an event of a verification in a room, decrypted. Only a person who is alone with the bot there can ask.
    ///
    /// # Errors
    /// See [`DeliveryError`].
    pub async fn in_room(&self, room: &str, event: &Event) -> Result<(), DeliveryError> {
        if event.kind == "m.room.message" {
            self.asked_in_room(room, event).await?;
        } else {
            let id = event.content["m.relates_to"]["event_id"].as_str().unwrap_or_default();
            let is_it = |known: &Verification| known.is_open() && known.id == id && known.room.as_deref() == Some(room);
            if !self.all().await?.get(&event.sender).is_some_and(is_it) {
                return Ok(());
            }
            self.0.encryption.receive_in_room(room, event).await?;
        }
        Ok(self.observe().await?)
    }

    async fn asked_in_room(&self, room: &str, event: &Event) -> Result<(), DeliveryError> {
        let (user, id, encryption) = (event.sender.as_str(), event.event_id.as_str(), &self.0.encryption);
        let members = self.0.rooms.members(room).await?;
        let is_alone = members.len() == MEMBERS && members.contains_key(user);
        let is_recent = event.origin_server_ts > self.0.service.now().plus(-VERIFICATION_MS).0;
        let is_known = self.all().await?.get(user).is_some_and(|known| known.id == id);
        if event.content["to"] != self.0.rooms.user() || !is_alone || !is_recent || is_known {
            return Ok(());
        }
        let asked_at = Some(event.origin_server_ts);
        let request = self.request(user, id, Some(room.to_owned()), room.to_owned(), asked_at);
        if !self.admit(&request).await? {
            return Ok(());
        }
        encryption.learn(user).await?;
        self.replace(user, id).await?;
        encryption.receive_in_room(room, event).await?;
        if encryption.progress(user, id) != Progress::Unknown {
            self.tell(&request, Told::Asked);
            self.add(request).await?;
        }
        Ok(())
    }

    fn request(
        &self,
        user: &str,
        id: &str,
        room: Option<String>,
        direct: String,
        asked_at: Option<i64>,
    ) -> Verification {
        let now = self.0.service.now();
        // The other device counts the ten minutes from then.
        let begun_at = asked_at.unwrap_or(now.0).clamp(now.plus(-VERIFICATION_MS).0, now.0);
        Verification {
            user: user.to_owned(),
            device: self.0.encryption.device(user, id),
            id: id.to_owned(),
            room,
            told_in: direct,
            begun_at: Millis(begun_at),
            is_by_host: false,
            has_code: false,
            stage: Stage::Asked,
        }
    }

    /// Whether a request may reach the host. Tells the user once if it may not.
    async fn admit(&self, request: &Verification) -> Result<bool, RecordsError> {
        let Verification { user, id, .. } = request;
        let others = self.all().await?.values().filter(|known| known.is_open() && known.user != *user).count();
        let admission = {
            let mut asked = self.0.asked.lock().unwrap_or_else(PoisonError::into_inner);
            admission(&mut asked, self.0.service.now(), user, id, others)
        };
        if admission == Admission::Refused {
            self.0.encryption.cancel(request, &CancelCode::User);
            self.tell(request, Told::TooMany);
        }
        Ok(admission == Admission::Admitted)
    }

    /// Ends the open verification of a user, unless it has this id.
    async fn replace(&self, user: &str, id: &str) -> Result<(), RecordsError> {
        match self.all().await?.get_mut(user) {
            Some(known) if known.is_open() && known.id != id => {
                self.cancel(known, CancelCode::User, Ending::Replaced).await
            }
            _ => Ok(()),
        }
    }
}

/// Decides about a request, and counts it.
fn admission(
    asked: &mut VecDeque<(Millis, String, String)>,
    now: Millis,
    user: &str,
    id: &str,
    open: usize,
) -> Admission {
    while asked.front().is_some_and(|(at, ..)| at.plus(PERIOD_MS) <= now) || asked.len() > COUNTED_MAX {
        asked.pop_front();
    }
    let of_user = asked.iter().filter(|(_, by, _)| by == user).count();
    if of_user > OF_USER_MAX {
        return Admission::Ignored;
    }
    // The bot handles a request again after a failure.
    if asked.iter().any(|(_, by, known)| by == user && known == id) {
        return Admission::Admitted;
    }
    asked.push_back((now, user.to_owned(), id.to_owned()));
    if of_user == OF_USER_MAX || open >= OPEN_MAX { Admission::Refused } else { Admission::Admitted }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_who_asks_too_often_is_told_once_and_can_ask_again_later() {
        let mut asked = VecDeque::new();
        let mut ask = |at: i64, user: &str, id: &str| admission(&mut asked, Millis(at), user, id, 0);
        for number in 0..OF_USER_MAX {
            assert_eq!(ask(0, "@ada:b", &number.to_string()), Admission::Admitted);
        }
        assert_eq!(ask(1, "@ada:b", "0"), Admission::Admitted, "the same request again");
        assert_eq!(ask(1, "@ada:b", "more"), Admission::Refused);
        assert_eq!(ask(1, "@ada:b", "still more"), Admission::Ignored);
        assert_eq!(ask(1, "@bruno:b", "0"), Admission::Admitted, "others can ask");
        assert_eq!(ask(PERIOD_MS, "@ada:b", "later"), Admission::Admitted);
    }

    #[test]
    fn only_so_many_are_open_at_once() {
        let ask = |open| admission(&mut VecDeque::new(), Millis(0), "@ada:b", "1", open);
        assert_eq!((ask(OPEN_MAX - 1), ask(OPEN_MAX)), (Admission::Admitted, Admission::Refused));
    }

    #[test]
    fn what_is_counted_is_bounded() {
        let mut asked = VecDeque::new();
        for number in 0..3 * COUNTED_MAX {
            admission(&mut asked, Millis(0), &format!("@{number}:b"), "1", 0);
        }
        assert!(asked.len() <= COUNTED_MAX + 1);
    }
}
