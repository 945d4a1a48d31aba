//! The verifications that are open, and how they proceed.

use crate::matrix::encryption::host_mailbox::{Ending, HostMailbox, Stage, VERIFICATION_MS, Verification};
use crate::matrix::encryption::records::RecordsError;
use crate::matrix::encryption::verification::Progress;
use crate::matrix::encryption::{Encryption, EncryptionError};
use crate::matrix::platform::MatrixPlatform;
use crate::matrix::room_events::RoomEvents;
use crate::matrix::rooms::Rooms;
use crate::service::{GameService, Millis};
use futures_util::future::BoxFuture;
use ruma::events::key::verification::cancel::CancelCode;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, PoisonError};
use tokio::sync::{MappedMutexGuard, Mutex, MutexGuard, Notify};

/// The maximum number of verifications that are remembered, open and ended.
const REMEMBERED_MAX: usize = 100;
/// The maximum number of words that are not posted yet.
const WORDS_MAX: usize = 100;

/// The verifications of a session. Cheap to clone.
#[derive(Clone)]
pub struct Verifications(pub(super) Arc<Inner>);

pub(super) struct Inner {
    pub encryption: Encryption,
    pub events: RoomEvents,
    pub rooms: Rooms,
    pub service: GameService,
    pub platform: Arc<MatrixPlatform>,
    pub mailbox: HostMailbox,
    /// The verifications by user, once those of an earlier session were ended.
    all: Mutex<Option<BTreeMap<String, Verification>>>,
    /// Who has asked lately: when, the user, and the id of the verification. The oldest first.
    pub asked: std::sync::Mutex<VecDeque<(Millis, String, String)>>,
    /// The words that are not posted yet.
    pub words: std::sync::Mutex<Vec<Words>>,
    /// Completes when there may be something to send.
    pub look: Notify,
}

/// Words for a person that are not posted yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Words {
    pub user: String,
    pub room: String,
    /// The id of the verification.
    pub id: String,
    pub what: Told,
}

/// What a person can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// The host was asked.
    Asked,
    /// The host has not answered.
    Unanswered,
    /// Too many ask.
    TooMany,
    /// The bot was restarted.
    Restarted,
}

type Guard<'a> = MappedMutexGuard<'a, BTreeMap<String, Verification>>;

impl Verifications {
    /// The verifications of people who use these rooms.
    pub fn new(
        encryption: Encryption,
        events: RoomEvents,
        rooms: Rooms,
        service: GameService,
        platform: Arc<MatrixPlatform>,
    ) -> Self {
        let mailbox = encryption.host_mailbox();
        let (all, asked, words, look) = Default::default();
        Verifications(Arc::new(Inner {
            encryption,
            events,
            rooms,
            service,
            platform,
            mailbox,
            all,
            asked,
            words,
            look,
        }))
    }

    /// All verifications. Those of an earlier session are ended first, because their keys are lost.
    pub(super) async fn all(&self) -> Result<Guard<'_>, RecordsError> {
        let mut all = self.0.all.lock().await;
        if all.is_none() {
            let mut known = BTreeMap::new();
            for mut verification in self.0.mailbox.verifications().await? {
                // A signature that was made is still sent.
                if verification.is_open() && verification.stage != Stage::Signing {
                    self.0.encryption.cancel(&verification, &CancelCode::User);
                    self.tell(&verification, Told::Restarted);
                    self.end(&mut verification, Ending::Restarted).await?;
                }
                known.insert(verification.user.clone(), verification);
            }
            *all = Some(known);
        }
        Ok(MutexGuard::map(all, |all| all.get_or_insert_default()))
    }

    /// Remembers a verification, in place of an earlier one of the same user.
    pub(super) async fn add(&self, verification: Verification) -> Result<(), RecordsError> {
        self.0.mailbox.show(&verification).await?;
        let mut all = self.all().await?;
        all.insert(verification.user.clone(), verification);
        let surplus = all.len().saturating_sub(REMEMBERED_MAX);
        let ended = all.values().filter(|known| !known.is_open());
        let mut ended: Vec<(Millis, String)> = ended.map(|known| (known.begun_at, known.user.clone())).collect();
        ended.sort();
        for (_, user) in ended.into_iter().take(surplus) {
            all.remove(&user);
            self.0.mailbox.clear(&user).await?;
        }
        Ok(())
    }

    pub(super) async fn end(&self, verification: &mut Verification, ending: Ending) -> Result<(), RecordsError> {
        verification.stage = Stage::Ended(ending);
        self.0.look.notify_one();
        self.0.mailbox.show(verification).await
    }

    /// Ends a verification, and tells the other device why, with a code of the protocol.
    pub(super) async fn cancel(
        &self,
        verification: &mut Verification,
        code: CancelCode,
        ending: Ending,
    ) -> Result<(), RecordsError> {
        self.0.encryption.cancel(verification, &code);
        self.end(verification, ending).await
    }

    pub(super) fn tell(&self, verification: &Verification, what: Told) {
        let Verification { user, told_in, id, .. } = verification;
        let [user, room, id] = [user, told_in, id].map(Clone::clone);
        let mut words = self.0.words.lock().unwrap_or_else(PoisonError::into_inner);
        if words.len() < WORDS_MAX {
            words.push(Words { user, room, id, what });
        }
        self.0.look.notify_one();
    }

    /// Reads the state of each open verification, before the library forgets the ended ones, and moves it forward. Messages
    /// are sent later.
    ///
    /// # Errors
    /// If something cannot be stored.
    pub fn observe(&self) -> BoxFuture<'_, Result<(), EncryptionError>> {
        // The futures of the library are large.
        Box::pin(async {
            let now = self.0.service.now();
            let mut all = self.all().await?;
            for verification in all.values_mut().filter(|verification| verification.is_open()) {
                let before = verification.clone();
                self.proceed(verification, now).await?;
                if *verification != before {
                    self.0.mailbox.show(verification).await?;
                    self.0.look.notify_one();
                }
            }
            let is_old = |verification: &Verification| verification.begun_at.plus(2 * VERIFICATION_MS) < now;
            let old: Vec<String> = all.values().filter(|known| is_old(known)).map(|known| known.user.clone()).collect();
            for user in old {
                all.remove(&user);
                self.0.mailbox.clear(&user).await?;
            }
            Ok(())
        })
    }

    async fn proceed(&self, verification: &mut Verification, now: Millis) -> Result<(), EncryptionError> {
        let encryption = &self.0.encryption;
        let progress = encryption.progress(&verification.user, &verification.id);
        if let Some(device) = encryption.device(&verification.user, &verification.id) {
            verification.device = Some(device);
        }
        match progress {
            Progress::Cancelled { by_other: true, code } => {
                verification.stage = Stage::Ended(Ending::ByUser(code));
            }
            Progress::Cancelled { by_other: false, code } if code == CancelCode::Timeout.as_str() => {
                verification.stage = Stage::Ended(Ending::TimeOver);
            }
            Progress::Cancelled { by_other: false, code } => verification.stage = Stage::Ended(Ending::Failed(code)),
            // The homeserver still has to get the signature.
            Progress::Done => verification.stage = Stage::Signing,
            _ if verification.stage == Stage::Signing => {}
            Progress::Unknown => verification.stage = Stage::Ended(Ending::Failed(String::new())),
            _ if now >= verification.begun_at.plus(VERIFICATION_MS) => {
                if verification.stage == Stage::Asked {
                    self.tell(verification, Told::Unanswered);
                }
                self.cancel(verification, CancelCode::Timeout, Ending::TimeOver).await?;
            }
            // The host has not answered.
            _ if verification.stage == Stage::Asked => {}
            Progress::Asked | Progress::Exchanging => {}
            Progress::Started => {
                encryption.accept_start(verification);
                self.0.look.notify_one();
            }
            Progress::Ready if verification.has_code => {
                // A device that cannot scan can still compare emoji.
                verification.has_code = encryption.make_code(verification).await?;
                self.0.look.notify_one();
            }
            // The side that began it starts the comparison.
            Progress::Ready if verification.is_by_host => {
                encryption.start(verification).await?;
                self.0.look.notify_one();
            }
            Progress::Ready => {}
            Progress::Emoji(emoji) => verification.stage = Stage::Emoji(emoji),
            Progress::Numbers(numbers) => verification.stage = Stage::Numbers(numbers),
            Progress::Code(lines) => verification.stage = Stage::Code(lines),
            Progress::Scanned => verification.stage = Stage::Scanned,
            Progress::Confirmed => verification.stage = Stage::Confirmed,
        }
        Ok(())
    }
}
