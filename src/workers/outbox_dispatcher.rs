//! The outbox dispatcher, which delivers posts through a [`Deliver`] implementation.

use super::deliver::{Deliver, DeliveryError};
use super::priority_lane::PriorityLane;
use super::work_loop::{WorkSource, run_until_stopped};
use crate::backoff::backoff;
use crate::metrics::record;
use crate::service::{
    Claimant, DeliveryFailure, DuePost, GameService, LEASE_MS, Millis, PostPriority, RENEW_MS, StorageError, Token,
};
use async_trait::async_trait;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::{Id, JoinSet};
use tokio_util::sync::CancellationToken;

/// The age at which an undelivered post is abandoned, in milliseconds.
const AGE_MAX_MS: i64 = 7 * 24 * 60 * 60 * 1000;
/// The wait before a refused post is retried, in milliseconds, unless something changes at its place before.
const REFUSED_WAIT_MS: i64 = 24 * 60 * 60 * 1000;
/// The wait before a refused picture is tried again the first time, and the longest; it doubles with each refusal.
const PICTURE_WAITS: [Duration; 2] = [Duration::from_secs(10 * 60), Duration::from_secs(6 * 60 * 60)];
/// The wait after the first failure. It doubles with each further failure, up to [`WAIT_MAX`], which is short because
/// later posts of the match wait for this one.
const WAIT_FIRST: Duration = Duration::from_millis(500);
const WAIT_MAX: Duration = Duration::from_secs(30);
/// The timeout of a delivery, after which it is retried. Its nonce prevents a duplicate if the first attempt arrived
/// after all.
const DEADLINE: Duration = Duration::from_secs(30);

/// The outbox dispatcher of a platform. Cheap to clone.
///
/// If several processes share the storage, the dispatcher of one of them leads and the others stand by, because a
/// platform limits the requests of all together.
#[derive(Clone)]
pub struct OutboxDispatcher {
    service: GameService,
    delivery: Arc<dyn Deliver>,
    claimant: Claimant,
}

impl OutboxDispatcher {
    /// A dispatcher for the posts of this service that go to the platform of `delivery`. One platform that is slow does
    /// not delay the dispatcher of another.
    pub fn new(service: GameService, delivery: Arc<dyn Deliver>) -> Self {
        OutboxDispatcher { service, delivery, claimant: Claimant::new() }
    }

    /// Runs until `stop` is cancelled; deliveries in progress are finished first, within 30 seconds.
    pub async fn run(&self, stop: CancellationToken) {
        let changed = self.service.outbox_changed().subscribe();
        let mut lanes = Lanes { dispatcher: self.clone(), lanes: PriorityLane::all(), changed };
        run_until_stopped(&mut lanes, stop).await;
        if let Err(error) = self.resign().await {
            tracing::error!(%error, "another process has to wait before it can deliver posts");
        }
    }

    /// The task that the dispatchers of a platform share.
    fn task(&self) -> String {
        format!("outbox of {}", self.delivery.platform().0)
    }

    /// Becomes or remains the leader. Returns the end of another worker's leadership if it has to stand by.
    async fn stand_by_until(&self) -> Result<Option<Millis>, StorageError> {
        let work = self.service.work();
        if !work.is_shared() {
            return Ok(None);
        }
        let leadership = work.lead(&self.task(), self.claimant.id(), self.service.now()).await?;
        Ok((!leadership.is_own).then_some(leadership.until))
    }

    async fn resign(&self) -> Result<(), StorageError> {
        let work = self.service.work();
        if work.is_shared() { work.resign(&self.task(), self.claimant.id()).await } else { Ok(()) }
    }

    /// Delivers all due posts, one after another, and returns when the next one becomes due. For tests that control the
    /// clock.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn deliver_due(&self) -> Result<Option<Millis>, StorageError> {
        loop {
            if let Some(until) = self.stand_by_until().await? {
                return Ok(Some(until));
            }
            let (due, next) = self.claim(&PriorityLane::all().map(|lane| (lane.priority, lane.capacity()))).await?;
            if due.is_empty() {
                return Ok(next);
            }
            for due in due {
                self.deliver(due).await;
            }
        }
    }

    /// Claims due posts. Also returns when the next one becomes due or a lease ends.
    async fn claim(&self, limits: &[(PostPriority, u32)]) -> Result<(Vec<DuePost>, Option<Millis>), StorageError> {
        let now = self.service.now();
        self.service.delivery().claim_posts(self.delivery.platform(), limits, self.claimant.lease(now), now).await
    }

    /// Attempts to deliver a post and stores the result. A failure affects this post only.
    async fn deliver(&self, due: DuePost) {
        if due.may_be_lost(self.service.now()) {
            // The claim took long, so another worker may have the post by now. If not, it is due again.
            return;
        }
        let (platform, started) = (self.delivery.platform().0, Instant::now());
        let delivered = tokio::time::timeout(DEADLINE, self.delivery.deliver(&due));
        let timed_out = || Err(DeliveryError::Later { why: "it took too long".to_owned(), after: None });
        let result = tokio::select! {
            result = delivered => result.unwrap_or_else(|_| timed_out()),
            // Another worker has claimed the post and will store the result.
            () = self.lease_lost(&due) => return,
        };
        let outcome = result.as_ref().map_or_else(DeliveryError::outcome, |()| "delivered");
        record::delivery(platform, outcome, started.elapsed());
        // A post that a place refused waits for a permission, and its players know.
        if result.is_ok() && !due.players_notified {
            record::delivered(platform, due.first_due_at().until(self.service.now()));
        }
        let stored = match result {
            Ok(()) => self.service.delivery().mark_delivered(due.id, due.lease.holder, self.service.now()).await,
            Err(error) => self.record_failure(&due, &error).await,
        };
        match stored {
            Ok(()) => {}
            // Another worker has claimed the post and will store the result.
            Err(StorageError::Conflict) => tracing::warn!(post = %due.id, "a delivery has outlasted its lease"),
            Err(error) => {
                tracing::error!(post = %due.id, %error, "could not store the result of a delivery");
                // An immediate retry would only fail again. If this fails too, the post is due when the lease ends.
                tokio::time::sleep(WAIT_FIRST).await;
                if let Err(error) = self.service.delivery().release_post(due.id, due.lease.holder).await {
                    tracing::error!(post = %due.id, %error, "a post could not be released");
                }
            }
        }
    }

    /// Renews the lease of a delivery that takes long, until the lease is lost.
    async fn lease_lost(&self, due: &DuePost) {
        const RENEW_EVERY: Duration = Duration::from_millis(RENEW_MS.unsigned_abs());
        loop {
            tokio::time::sleep(RENEW_EVERY).await;
            let until = self.service.now().plus(LEASE_MS);
            match self.service.delivery().renew_post(due.id, due.lease.holder, until).await {
                Ok(()) => due.lease_end.renew(until),
                Err(StorageError::Conflict) => {
                    tracing::warn!(post = %due.id, "a delivery has lost its lease");
                    return;
                }
                Err(error) => tracing::error!(post = %due.id, %error, "a lease could not be renewed"),
            }
        }
    }

    /// Records a failed delivery: the post is retried later or abandoned. Unless it is retried soon, its players are
    /// notified.
    async fn record_failure(&self, due: &DuePost, error: &DeliveryError) -> Result<(), StorageError> {
        let now = self.service.now();
        let again = match error {
            DeliveryError::Later { after, .. } => Some(now.plus(retry_after_ms(due.attempts, *after))),
            DeliveryError::Attachment { .. } => {
                let [first, max] = PICTURE_WAITS;
                Some(now.plus(milliseconds(backoff(first, max, due.attempts))))
            }
            refused if refused.is_about_place() && due.post.waits_when_refused() => Some(now.plus(REFUSED_WAIT_MS)),
            _ => None,
        };
        let last = due.token.as_ref().map_or(due.created_at.plus(AGE_MAX_MS), Token::until);
        let again_at = again.filter(|again| *again < last);
        let (blocked, given_up) = (!error.is_transient(), again_at.is_none());
        tracing::warn!(post = %due.id, game = ?due.post.match_id(), given_up, %error, "a post was not delivered");
        let posts = if blocked || given_up { self.delivery.notices(due, error).await? } else { Vec::new() };
        let problem = &error.to_string();
        let (id, holder) = (due.id, due.lease.holder);
        let failure = DeliveryFailure { id, holder, again_at, blocked, problem, posts: &posts, now };
        self.service.delivery().record_delivery_failure(&failure).await?;
        if blocked
            && let Some(game) = due.post.opens_thread_of()
            && let Ok(played) = self.service.find(game).await
            && let location = played.at_location(due.location).location
            && location.place.is_none()
        {
            // There is no thread for now, so commands find the match in the channel.
            self.service.delivery().set_match_place(location.id, location.channel).await?;
        }
        Ok(())
    }
}

/// The deliveries in progress, by priority.
struct Lanes {
    dispatcher: OutboxDispatcher,
    lanes: [PriorityLane; 2],
    /// Changes when there may be new posts.
    changed: watch::Receiver<()>,
}

#[async_trait]
impl WorkSource for Lanes {
    const ITEM: &'static str = "a delivery";

    async fn start_due(&mut self, tasks: &mut JoinSet<()>) -> Option<Duration> {
        // Also while all deliveries are in progress, because the leader has to keep its lead.
        match self.dispatcher.stand_by_until().await {
            Ok(None) => {}
            Ok(Some(until)) => {
                let left = (until.0 - self.dispatcher.service.now().0).max(0).unsigned_abs();
                return Some(Duration::from_millis(left));
            }
            Err(error) => {
                tracing::error!(%error, "it is not known which process delivers posts");
                return Some(WAIT_FIRST);
            }
        }
        self.fill(tasks).await
    }

    fn finished(&mut self, task: Id) {
        self.lanes.iter_mut().for_each(|lane| lane.end(task));
    }

    fn changed(&mut self) -> &mut watch::Receiver<()> {
        &mut self.changed
    }
}

impl Lanes {
    /// Starts the due deliveries within the limits of their lanes, and returns how long to wait before the next call.
    async fn fill(&mut self, tasks: &mut JoinSet<()>) -> Option<Duration> {
        let now = Instant::now();
        let limits = self.lanes.iter().map(|lane| (lane.priority, lane.room(now))).filter(|(_, room)| *room > 0);
        let limits: Vec<_> = limits.collect();
        // Read before the claim: a pause that ends meanwhile must still end the wait, because that lane has not been asked.
        let paused = self.lanes.iter().filter_map(|lane| lane.pause_left(now)).min();
        let (due, next) = if limits.is_empty() { Default::default() } else { self.claim_due(&limits).await };
        for due in due {
            let priority = due.post.priority();
            let dispatcher = self.dispatcher.clone();
            let task = tasks.spawn(async move { dispatcher.deliver(due).await });
            if let Some(lane) = self.lanes.iter_mut().find(|lane| lane.priority == priority) {
                lane.begin(task.id(), Instant::now());
            }
        }
        let until_next = next.map(|next| (next.0 - self.dispatcher.service.now().0).max(0).unsigned_abs());
        let begun = self.lanes.iter().filter_map(|lane| lane.pause_left(Instant::now()));
        begun.chain(paused).chain(until_next.map(Duration::from_millis)).min()
    }

    /// Claims due posts. Also returns when to do that again unless something happens before.
    async fn claim_due(&self, limits: &[(PostPriority, u32)]) -> (Vec<DuePost>, Option<Millis>) {
        match self.dispatcher.claim(limits).await {
            Ok(claimed) => claimed,
            Err(error) => {
                tracing::error!(%error, "could not claim the due posts");
                (Vec::new(), Some(self.dispatcher.service.now().plus(WAIT_MAX.as_millis() as i64)))
            }
        }
    }
}

/// The wait after a number of failures, in milliseconds, but at least as long as the platform requests.
fn retry_after_ms(failures: u32, requested_wait: Option<Duration>) -> i64 {
    milliseconds(backoff(WAIT_FIRST, WAIT_MAX, failures).max(requested_wait.unwrap_or_default()))
}

fn milliseconds(wait: Duration) -> i64 {
    i64::try_from(wait.as_millis()).unwrap_or(i64::MAX)
}
