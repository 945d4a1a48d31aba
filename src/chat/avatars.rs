//! The pictures that players have chosen on their platform, for the name plates of boards.
//!
//! They are kept in memory only, for a day at most. A board takes what is there and never waits: a picture that is missing
//! is fetched in the background, for the boards after it.

use super::platform::Platform;
use crate::avatar_file;
use crate::render::Avatar;
use crate::service::{PlatformId, PlayerId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// How long a picture is kept.
const AGE_MAX: Duration = Duration::from_secs(24 * 60 * 60);
/// How long it is remembered that there is no picture, or that it could not be fetched.
const FAILURE_AGE_MAX: Duration = Duration::from_secs(10 * 60);
/// The time for fetching a picture.
const FETCH_MAX: Duration = Duration::from_secs(3);
/// The number of pictures that are fetched at once.
const FETCHES_MAX: usize = 4;
/// The number of people whose pictures are kept, being fetched or known to be missing.
const PEOPLE_MAX: usize = 1_000;
/// The memory for pictures, in bytes.
const BYTES_MAX: usize = 8 << 20;

/// Whose picture it is, and for the boards of which platform.
type Key = (PlatformId, PlayerId);

/// The pictures of people. Cheap to clone.
#[derive(Clone, Default)]
pub struct Avatars(Option<Arc<Cache>>);

struct Cache {
    /// Where pictures come from, in the order in which the platforms were added.
    platforms: Mutex<Vec<Arc<dyn Platform>>>,
    entries: Mutex<Entries>,
    permits: Semaphore,
}

#[derive(Default)]
struct Entries {
    by_key: HashMap<Key, Entry>,
    /// Counts fetches and uses, so that each has a number of its own.
    clock: u64,
}

/// What is known of a picture.
struct Entry {
    /// The number of the fetch. If the entry was dropped meanwhile, or replaced, its result is dropped too.
    fetch: u64,
    /// The number of the last use.
    used: u64,
    avatar: Option<Avatar>,
}

impl Entries {
    fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    /// Makes room for another person, or for the bytes of another picture, by dropping what was not used for longest.
    fn make_room(&mut self, people: usize, bytes: usize) {
        let size = |entry: &Entry| entry.avatar.as_ref().map_or(0, Avatar::bytes);
        let mut held: usize = self.by_key.values().map(size).sum();
        while self.by_key.len() + people > PEOPLE_MAX || held + bytes > BYTES_MAX {
            let Some(oldest) = self.by_key.iter().min_by_key(|(_, entry)| entry.used).map(|(key, _)| *key) else {
                return;
            };
            held -= self.by_key.remove(&oldest).as_ref().map_or(0, size);
        }
    }
}

impl Avatars {
    /// Pictures that are fetched from the platforms that will be added. The default has none, and fetches none.
    pub fn fetched() -> Avatars {
        Avatars(Some(Arc::new(Cache {
            platforms: Mutex::default(),
            entries: Mutex::default(),
            permits: Semaphore::new(FETCHES_MAX),
        })))
    }

    /// Whether pictures are shown at all.
    pub fn are_shown(&self) -> bool {
        self.0.is_some()
    }

    /// Adds a platform, in place of an earlier connection to it.
    pub(super) fn add_platform(&self, platform: &Arc<dyn Platform>) {
        let Some(cache) = &self.0 else { return };
        let mut platforms = lock(&cache.platforms);
        platforms.retain(|known| known.id() != platform.id());
        platforms.push(Arc::clone(platform));
    }

    /// The picture of a person for the boards of a platform, if it is there. If nothing is known about it, it is fetched
    /// for later.
    pub(super) fn get(&self, platform: PlatformId, person: PlayerId) -> Option<Avatar> {
        let cache = self.0.as_ref()?;
        let key = (platform, person);
        let mut entries = lock(&cache.entries);
        let used = entries.tick();
        if let Some(entry) = entries.by_key.get_mut(&key) {
            entry.used = used;
            return entry.avatar.clone();
        }
        entries.make_room(1, 0);
        entries.by_key.insert(key, Entry { fetch: used, used, avatar: None });
        drop(entries);
        tokio::spawn(fetch(Arc::clone(cache), key, used));
        None
    }

    /// Drops the pictures of a person, and what is being fetched.
    pub(super) fn forget(&self, person: PlayerId) {
        let Some(cache) = &self.0 else { return };
        lock(&cache.entries).by_key.retain(|(_, of), _| *of != person);
    }
}

/// The data behind a poisoned lock is consistent, as nothing that can panic runs while it is held.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Fetches a picture, stores it in its entry, and drops the entry when its time is over.
async fn fetch(cache: Arc<Cache>, key: Key, number: u64) {
    let avatar = load(&cache, key).await;
    let age_max = if avatar.is_some() { AGE_MAX } else { FAILURE_AGE_MAX };
    {
        let mut entries = lock(&cache.entries);
        let is_current = entries.by_key.get(&key).is_some_and(|entry| entry.fetch == number);
        if !is_current {
            return;
        }
        entries.make_room(0, avatar.as_ref().map_or(0, Avatar::bytes));
        // Making room drops this entry only if it is the one that was not used for longest.
        let Some(entry) = entries.by_key.get_mut(&key) else { return };
        entry.avatar = avatar;
    }
    // A bot that has stopped keeps nothing.
    let kept = Arc::downgrade(&cache);
    drop(cache);
    sleep(age_max).await;
    let Some(cache) = kept.upgrade() else { return };
    let mut entries = lock(&cache.entries);
    if entries.by_key.get(&key).is_some_and(|entry| entry.fetch == number) {
        entries.by_key.remove(&key);
    }
}

/// The picture from the platform of the board or, for a person without an account there, from another one.
async fn load(cache: &Cache, (platform, person): Key) -> Option<Avatar> {
    // Never closed.
    let _permit = cache.permits.acquire().await.ok()?;
    let mut platforms = lock(&cache.platforms).clone();
    platforms.sort_by_key(|known| known.id() != platform);
    let fetched = timeout(FETCH_MAX, async {
        for platform in platforms {
            match platform.avatar(person).await {
                Ok(None) => {}
                Ok(Some(file)) => return Some(file),
                // Neither the person nor the address is named.
                Err(error) => tracing::debug!(%error, "an avatar could not be fetched"),
            }
        }
        None
    });
    let file = fetched.await.ok().flatten()?;
    let read = tokio::task::spawn_blocking(move || avatar_file::read(&file)).await;
    match read {
        Ok(Ok(avatar)) => Some(avatar),
        Ok(Err(error)) => {
            tracing::debug!(%error, "an avatar could not be decoded");
            None
        }
        Err(error) => {
            tracing::error!(%error, "the decoding of an avatar failed");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::platform::Capabilities;
    use crate::chat::view::View;
    use crate::render::avatar::AVATAR_SIDE;
    use crate::render::png_of_pixels;
    use crate::service::{Address, MessageId, Millis};
    use crate::workers::DeliveryError;
    use async_trait::async_trait;
    use tokio::sync::Notify;

    const HERE: PlatformId = PlatformId("here");
    const ELSEWHERE: PlatformId = PlatformId("elsewhere");
    const ADA: PlayerId = PlayerId(1);

    /// A platform that hands out a file when it may.
    struct Gallery {
        id: PlatformId,
        file: Result<Option<Vec<u8>>, ()>,
        asked: Notify,
        may_answer: Semaphore,
    }

    #[async_trait]
    impl Platform for Gallery {
        fn id(&self) -> PlatformId {
            self.id
        }

        fn capabilities(&self) -> Capabilities {
            Capabilities::none(2_000)
        }

        async fn post(&self, _: Address, _: &View, _: &str) -> Result<MessageId, DeliveryError> {
            Err(DeliveryError::Never("nothing is posted".to_owned()))
        }

        async fn find(
            &self,
            _: Address,
            _: &View,
            _: Millis,
            _: Option<&MessageId>,
        ) -> Result<Option<MessageId>, DeliveryError> {
            Ok(None)
        }

        async fn avatar(&self, _: PlayerId) -> Result<Option<Vec<u8>>, DeliveryError> {
            self.asked.notify_one();
            self.may_answer.acquire().await.expect("it is open").forget();
            self.file.clone().map_err(|()| DeliveryError::Never("refused".to_owned()))
        }
    }

    fn gallery(id: PlatformId, file: Result<Option<Vec<u8>>, ()>) -> Arc<Gallery> {
        Arc::new(Gallery { id, file, asked: Notify::new(), may_answer: Semaphore::new(0) })
    }

    fn grey_file() -> Vec<u8> {
        png_of_pixels(&[90, 90, 90, 255].repeat(64 * 64), 64, 64).expect("a picture")
    }

    fn shown_by(galleries: &[&Arc<Gallery>]) -> Avatars {
        let avatars = Avatars::fetched();
        for gallery in galleries {
            avatars.add_platform(&(Arc::clone(gallery) as Arc<dyn Platform>));
        }
        avatars
    }

    /// Lets the tasks run that can. The clock only moves on when none can, and blocking work counts as one that can.
    async fn settle() {
        sleep(Duration::from_millis(1)).await;
    }

    /// Waits until the fetch that was begun for a person has ended.
    async fn loaded(avatars: &Avatars, person: PlayerId) -> Avatar {
        loop {
            if let Some(avatar) = avatars.get(HERE, person) {
                return avatar;
            }
            settle().await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_picture_is_fetched_once_and_dropped_after_a_day() {
        let here = gallery(HERE, Ok(Some(grey_file())));
        let avatars = shown_by(&[&here]);
        for _ in 0..3 {
            assert_eq!(avatars.get(HERE, ADA), None, "a board does not wait");
        }
        here.asked.notified().await;
        here.may_answer.add_permits(1);
        let avatar = loaded(&avatars, ADA).await;
        assert_eq!(avatar.pixels()[AVATAR_SIDE * AVATAR_SIDE / 2 + AVATAR_SIDE / 2], [90, 90, 90, 255]);
        sleep(AGE_MAX - Duration::from_secs(60)).await;
        assert_eq!(avatars.get(HERE, ADA), Some(avatar));
        sleep(Duration::from_secs(120)).await;
        assert!(lock(&avatars.0.as_ref().expect("a cache").entries).by_key.is_empty(), "without anyone asking for it");
        // The next board asks again: the permit was for one answer.
        assert_eq!(avatars.get(HERE, ADA), None);
        here.asked.notified().await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_platform_that_does_not_answer_or_refuses_is_asked_again_later() {
        for file in [Ok(None), Err(()), Ok(Some(b"<svg/>".to_vec())), Ok(Some(grey_file()))] {
            let here = gallery(HERE, file.clone());
            // The good file comes too late.
            here.may_answer.add_permits(usize::from(file != Ok(Some(grey_file()))));
            let avatars = shown_by(&[&here]);
            assert_eq!(avatars.get(HERE, ADA), None);
            here.asked.notified().await;
            sleep(FETCH_MAX + Duration::from_secs(60)).await;
            assert_eq!(avatars.get(HERE, ADA), None);
            settle().await;
            assert_eq!(lock(&avatars.0.as_ref().expect("a cache").entries).by_key.len(), 1, "it is not asked at once");
            sleep(FAILURE_AGE_MAX).await;
            assert_eq!(avatars.get(HERE, ADA), None);
            here.asked.notified().await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_forgotten_is_dropped_even_while_it_is_fetched() {
        let here = gallery(HERE, Ok(Some(grey_file())));
        let avatars = shown_by(&[&here]);
        avatars.get(HERE, ADA);
        here.asked.notified().await;
        avatars.forget(ADA);
        here.may_answer.add_permits(1);
        sleep(FETCH_MAX).await;
        let entries = || lock(&avatars.0.as_ref().expect("a cache").entries).by_key.len();
        assert_eq!(entries(), 0);
        here.may_answer.add_permits(1);
        loaded(&avatars, ADA).await;
        avatars.forget(PlayerId(2));
        assert_eq!(entries(), 1);
        avatars.forget(ADA);
        assert_eq!(entries(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn the_platform_of_the_board_comes_first() {
        let (here, elsewhere) = (gallery(HERE, Ok(None)), gallery(ELSEWHERE, Ok(Some(grey_file()))));
        here.may_answer.add_permits(1);
        elsewhere.may_answer.add_permits(1);
        let avatars = shown_by(&[&elsewhere, &here]);
        loaded(&avatars, ADA).await;
        assert_eq!(here.may_answer.available_permits(), 0, "it was asked too");
    }

    #[tokio::test(start_paused = true)]
    async fn the_memory_is_bounded() {
        let here = gallery(HERE, Ok(Some(grey_file())));
        here.may_answer.add_permits(10 * PEOPLE_MAX);
        let avatars = shown_by(&[&here]);
        for number in 0..PEOPLE_MAX as u64 + 50 {
            avatars.get(HERE, PlayerId(number));
        }
        let last = PlayerId(PEOPLE_MAX as u64 + 49);
        loaded(&avatars, last).await;
        let entries = lock(&avatars.0.as_ref().expect("a cache").entries);
        assert!(entries.by_key.len() <= PEOPLE_MAX);
        assert!(entries.by_key.contains_key(&(HERE, last)) && !entries.by_key.contains_key(&(HERE, PlayerId(0))));
        let bytes: usize = entries.by_key.values().filter_map(|entry| entry.avatar.as_ref()).map(Avatar::bytes).sum();
        assert!(bytes > 0 && bytes <= BYTES_MAX, "{bytes}");
    }

    #[tokio::test]
    async fn without_a_cache_there_is_nothing() {
        let avatars = Avatars::default();
        assert!(!avatars.are_shown());
        assert_eq!(avatars.get(HERE, ADA), None);
        avatars.forget(ADA);
    }
}
