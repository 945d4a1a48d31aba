//! The avatars on the name plates of boards.
//!
//! Avatars live in memory for at most a day. Boards use what is cached and never wait; a missing avatar is fetched in
//! the background for later boards.

use super::platform::Platform;
use crate::avatar_file;
use crate::render::Avatar;
use crate::service::{PlatformId, PlayerId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// The lifetime of a cached avatar.
const AGE_MAX: Duration = Duration::from_secs(24 * 60 * 60);
/// How long to wait before fetching again after a failure, or for a person without an avatar.
const FAILURE_AGE_MAX: Duration = Duration::from_secs(10 * 60);
/// The time limit for a fetch, over all platforms.
const FETCH_MAX: Duration = Duration::from_secs(3);
/// The maximum number of concurrent fetches.
const FETCHES_MAX: usize = 4;
/// The maximum number of cache entries, including fetches in progress and failures.
const PEOPLE_MAX: usize = 1_000;
/// The maximum size of all cached avatars, in bytes.
const BYTES_MAX: usize = 8 << 20;

/// The platform whose boards show the avatar, and its owner.
type Key = (PlatformId, PlayerId);

/// A cache of avatars. Cheap to clone.
#[derive(Clone, Default)]
pub struct Avatars(Option<Arc<Cache>>);

struct Cache {
    /// The sources of avatars, in the order in which they were added.
    platforms: Mutex<Vec<Arc<dyn Platform>>>,
    entries: Mutex<Entries>,
    permits: Semaphore,
}

#[derive(Default)]
struct Entries {
    by_key: HashMap<Key, Entry>,
    /// A logical clock: every fetch and every use gets the next number.
    clock: u64,
}

/// The state of one avatar; `avatar` is `None` during the fetch and after a failure.
struct Entry {
    /// The number of the fetch. A fetch whose entry has been dropped or replaced discards its result.
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

    /// Evicts the least recently used entries until this many more people and bytes fit.
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
    /// A cache that fetches from the platforms added to it. The default value shows no avatars and fetches nothing.
    pub fn fetched() -> Avatars {
        Avatars(Some(Arc::new(Cache {
            platforms: Mutex::default(),
            entries: Mutex::default(),
            permits: Semaphore::new(FETCHES_MAX),
        })))
    }

    /// Whether boards show avatars at all.
    pub fn are_shown(&self) -> bool {
        self.0.is_some()
    }

    /// Adds a platform. Replaces an earlier connection to it.
    pub(super) fn add_platform(&self, platform: &Arc<dyn Platform>) {
        let Some(cache) = &self.0 else { return };
        let mut platforms = lock(&cache.platforms);
        platforms.retain(|known| known.id() != platform.id());
        platforms.push(Arc::clone(platform));
    }

    /// The cached avatar of a person for the boards of a platform. Without an entry, starts a fetch for later boards.
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

    /// Drops the avatars of a person. Fetches in progress discard their results.
    pub(super) fn forget(&self, person: PlayerId) {
        let Some(cache) = &self.0 else { return };
        lock(&cache.entries).by_key.retain(|(_, of), _| *of != person);
    }
}

/// Ignores poisoning: no code that holds the lock can panic and leave the data inconsistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Fetches an avatar, stores it in its entry, and drops the entry when it expires.
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
        // `make_room` may have evicted this very entry.
        let Some(entry) = entries.by_key.get_mut(&key) else { return };
        entry.avatar = avatar;
    }
    // A weak reference, so that the sleeping task does not keep the cache alive.
    let kept = Arc::downgrade(&cache);
    drop(cache);
    sleep(age_max).await;
    let Some(cache) = kept.upgrade() else { return };
    let mut entries = lock(&cache.entries);
    if entries.by_key.get(&key).is_some_and(|entry| entry.fetch == number) {
        entries.by_key.remove(&key);
    }
}

/// Loads the avatar from the board's platform or, if it has none, from another one.
async fn load(cache: &Cache, (platform, person): Key) -> Option<Avatar> {
    // The semaphore is never closed.
    let _permit = cache.permits.acquire().await.ok()?;
    let mut platforms = lock(&cache.platforms).clone();
    platforms.sort_by_key(|known| known.id() != platform);
    let fetched = timeout(FETCH_MAX, async {
        for platform in platforms {
            match platform.avatar(person).await {
                Ok(None) => {}
                Ok(Some(file)) => return Some(file),
                // The log must not name the person or the address.
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

    /// A platform that returns a file once the test permits it.
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

    /// Runs all ready tasks. The paused clock advances only when no task is ready and no blocking work runs.
    async fn settle() {
        sleep(Duration::from_millis(1)).await;
    }

    /// Waits until the fetch for a person has ended.
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
        // The next board starts a new fetch.
        assert_eq!(avatars.get(HERE, ADA), None);
        here.asked.notified().await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_platform_that_does_not_answer_or_refuses_is_asked_again_later() {
        for file in [Ok(None), Err(()), Ok(Some(b"<svg/>".to_vec())), Ok(Some(grey_file()))] {
            let here = gallery(HERE, file.clone());
            // The valid file arrives after the time limit.
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
