//! The effect of a panic in one part of the program on the rest.

use discord_emulator::{Emulator, EmulatorOptions};
use std::backtrace::Backtrace;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use tablero::app::{App, AppError};
use tablero::chat::RequestHandler;
use tablero::chat::views::pictures::PictureRenderer;
use tablero::discord::DiscordFrontEnd;
use tablero::discord::Endpoint;
use tablero::engine::{EngineResources, SearchRunner};
use tablero::roles::Roles;
use tablero::service::{Claimant, Clock, GameService, Lease, Millis, Pings, PlayerId, SystemClock};
use tablero::supervisor::SupervisorError;
use tablero::workers::Scheduler;
use tempfile::TempDir;
use test_support::stage::SOON;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// A clock that panics once, on its n-th read from a certain file of the program, counted from 0.
#[derive(Clone, Default)]
struct PlantedClock {
    place: Arc<Mutex<Option<(&'static str, usize)>>>,
    ahead_ms: Arc<AtomicI64>,
}

impl PlantedClock {
    fn plant(&self, file: &'static str, nth: usize) {
        *self.place.lock().expect("the lock is not poisoned") = Some((file, nth));
    }

    /// Whether this read is the one that panics.
    fn is_due(&self) -> bool {
        let mut place = self.place.lock().expect("the lock is not poisoned");
        let Some((_, left)) = place.as_mut().filter(|(file, _)| Backtrace::force_capture().to_string().contains(*file))
        else {
            return false;
        };
        let due = *left == 0;
        *left = left.saturating_sub(1);
        if due {
            *place = None;
        }
        due
    }
}

impl Clock for PlantedClock {
    fn now(&self) -> Millis {
        assert!(!self.is_due(), "planted");
        SystemClock.now().plus(self.ahead_ms.load(Ordering::SeqCst))
    }
}

async fn service(folder: &TempDir, clock: &PlantedClock) -> GameService {
    let store = test_support::stage::open_storage(&folder.path().join("tablero.sqlite")).await;
    GameService::new(Arc::new(store), Arc::new(clock.clone()), || 7)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_in_a_worker_ends_the_bot_with_an_error() {
    for (place, worker) in [
        ("src/workers/outbox_dispatcher.rs", "outbox dispatcher"),
        ("src/workers/engine.rs", "engine worker"),
        ("src/workers/scheduler.rs", "deadline scheduler"),
    ] {
        let local = Emulator::start(EmulatorOptions::default()).await.expect("the emulator starts");
        let folder = TempDir::new().expect("a folder");
        let clock = PlantedClock::default();
        let service = service(&folder, &clock).await;
        let pictures = PictureRenderer::closed();
        let conversation =
            RequestHandler::new(service.clone(), pictures.clone(), SearchRunner::new(EngineResources::default()));
        let endpoint = Endpoint::Other(local.api_url());
        let token = EmulatorOptions::default().token;
        let mut bot = App::new(conversation, pictures, Roles::default(), CancellationToken::new());
        bot.add(&DiscordFrontEnd::new(&endpoint, &token)).await.expect("a bot");
        let ended = tokio::spawn(bot.run());
        timeout(SOON, local.wait_bot()).await.expect("the bot connects");
        timeout(SOON, local.wait_command("about")).await.expect("the bot is there");
        clock.plant(place, 0);
        for wake in [service.outbox_changed(), service.jobs_changed(), service.schedule_changed()] {
            wake.notify();
        }
        let ended = timeout(SOON, ended).await.expect("the bot ends").expect("no panic reaches its caller");
        match ended {
            Err(AppError::Worker(error @ SupervisorError::Panicked { task })) => {
                assert_eq!(task, worker);
                assert!(error.to_string().contains("Start it again"), "{error}");
            }
            other => panic!("{worker}: {other:?}"),
        }
        local.shutdown().await;
    }
}

#[tokio::test]
async fn a_panic_in_one_scheduled_check_does_not_affect_the_others() {
    const DAY_MS: i64 = 24 * 60 * 60 * 1000;
    const MINUTE_MS: i64 = 60 * 1000;
    let folder = TempDir::new().expect("a folder");
    let clock = PlantedClock::default();
    let service = service(&folder, &clock).await;
    for player in [1, 2].map(PlayerId) {
        service.update_player(player, "Ada", Some("en")).await.expect("the store works");
        service.update_preferences(player, |settings| settings.pings = Pings::Digest).await.expect("the store works");
    }
    clock.ahead_ms.store(DAY_MS, Ordering::SeqCst);
    let due = async |ahead_ms| {
        // A lease that ends at once leaves the checks due.
        let now = service.now().plus(ahead_ms);
        let lease = Lease { until: now, ..Claimant::new().lease(now) };
        let (due, _) = service.work().claim_checks(lease, now, 10).await.expect("the store works");
        due.len()
    };
    assert_eq!(due(0).await, 2, "both messages of the day");
    // The clock is read for the heartbeat first, then for the query of due checks, then for the first of these.
    clock.plant("src/workers/scheduler.rs", 2);
    let scheduler = Scheduler::new(service.clone());
    scheduler.tick().await.expect("the store works");
    assert_eq!((due(0).await, due(MINUTE_MS).await), (0, 1), "one check is done, the other is postponed");
    clock.ahead_ms.fetch_add(MINUTE_MS, Ordering::SeqCst);
    scheduler.tick().await.expect("the store works");
    assert_eq!(due(MINUTE_MS).await, 0, "it is done at the next attempt");
}
