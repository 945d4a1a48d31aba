//! The outbox dispatcher, which delivers posts through a [`Deliver`] implementation.

use super::deliver::{Deliver, DeliveryError};
use super::priority_lane::PriorityLane;
use super::work_loop::{WorkQueue, run_until_stopped};
use crate::backoff::backoff;
use crate::service::{DeliveryFailure, DuePost, GameService, Millis, Post, PostPriority, StorageError, Token};
use async_trait::async_trait;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::task::{Id, JoinSet};
use tokio_util::sync::CancellationToken;

/// The age at which an undelivered post is abandoned, in milliseconds.
const AGE_MAX_MS: i64 = 7 * 24 * 60 * 60 * 1000;
/// The wait before a refused post is retried, in milliseconds, unless something changes at its place before.
const REFUSED_WAIT_MS: i64 = 24 * 60 * 60 * 1000;
/// The wait after the first failure. It doubles with each further failure, up to [`WAIT_MAX`], which is short because
/// later posts of the match wait for this one.
const WAIT_FIRST: Duration = Duration::from_millis(500);
const WAIT_MAX: Duration = Duration::from_secs(30);
/// The timeout of a delivery, after which it is retried. Its nonce prevents a duplicate if the first attempt arrived
/// after all.
const DEADLINE: Duration = Duration::from_secs(30);

/// The outbox dispatcher. Cheap to clone.
#[derive(Clone)]
pub struct OutboxDispatcher {
    service: GameService,
    delivery: Arc<dyn Deliver>,
}

impl OutboxDispatcher {
    /// A dispatcher for the posts of this service.
    pub fn new(service: GameService, delivery: Arc<dyn Deliver>) -> Self {
        OutboxDispatcher { service, delivery }
    }

    /// Runs until `stop` is cancelled; deliveries in progress are finished first, within 30 seconds.
    pub async fn run(&self, stop: CancellationToken) {
        let mut lanes = Lanes { dispatcher: self.clone(), lanes: PriorityLane::all() };
        run_until_stopped(&mut lanes, stop).await;
    }

    /// Delivers all due posts, one after another, and returns when the next one becomes due. For tests that control the
    /// clock.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn deliver_due(&self) -> Result<Option<Millis>, StorageError> {
        loop {
            let mut earliest = None;
            let mut none_due = true;
            for lane in PriorityLane::all() {
                let storage = self.service.storage();
                let (due, next) = storage.due_posts(lane.priority, self.service.now(), lane.batch_size()).await?;
                none_due &= due.is_empty();
                earliest = [earliest, next].into_iter().flatten().min();
                for due in due {
                    self.deliver(due).await;
                }
            }
            if none_due {
                return Ok(earliest);
            }
        }
    }

    /// Attempts to deliver a post and stores the result. A failure affects this post only.
    async fn deliver(&self, due: DuePost) {
        let result = tokio::time::timeout(DEADLINE, self.delivery.deliver(&due)).await;
        let timed_out = || Err(DeliveryError::Later { why: "it took too long".to_owned(), after: None });
        let stored = match result.unwrap_or_else(|_| timed_out()) {
            Ok(()) => self.service.storage().mark_delivered(due.id, self.service.now()).await,
            Err(error) => self.record_failure(&due, &error).await,
        };
        if let Err(error) = stored {
            tracing::error!(post = %due.id, %error, "could not store the result of a delivery");
            // The post is still due; an immediate retry would only fail again.
            tokio::time::sleep(WAIT_FIRST).await;
        }
    }

    /// Records a failed delivery: the post is retried later or abandoned. Unless it is retried soon, its players are
    /// notified.
    async fn record_failure(&self, due: &DuePost, error: &DeliveryError) -> Result<(), StorageError> {
        let now = self.service.now();
        let again = match error {
            DeliveryError::Later { after, .. } => Some(now.plus(retry_after_ms(due.attempts, *after))),
            DeliveryError::Forbidden(_) | DeliveryError::Gone(_) if waits_when_refused(&due.post) => {
                Some(now.plus(REFUSED_WAIT_MS))
            }
            DeliveryError::Forbidden(_) | DeliveryError::Gone(_) | DeliveryError::Never(_) => None,
        };
        let last = due.token.as_ref().map_or(due.created_at.plus(AGE_MAX_MS), Token::until);
        let again_at = again.filter(|again| *again < last);
        let (blocked, given_up) = (!error.is_transient(), again_at.is_none());
        tracing::warn!(post = %due.id, game = ?due.post.game(), given_up, %error, "a post was not delivered");
        let posts = if blocked || given_up { self.delivery.notices(due, error).await? } else { Vec::new() };
        let problem = &error.to_string();
        let failure = DeliveryFailure { id: due.id, again_at, blocked, problem, posts: &posts, now };
        self.service.storage().record_delivery_failure(&failure).await?;
        if matches!(due.post, Post::Open { .. })
            && blocked
            && let Some(game) = due.post.game()
            && let Ok(played) = self.service.find(game).await
            && played.location.place.is_none()
        {
            // There is no thread for now, so commands find the match in the channel.
            self.service.storage().set_match_place(game, played.location.channel).await?;
        }
        Ok(())
    }
}

/// The deliveries in progress, by priority.
struct Lanes {
    dispatcher: OutboxDispatcher,
    lanes: [PriorityLane; 2],
}

#[async_trait]
impl WorkQueue for Lanes {
    const ITEM: &'static str = "a delivery";

    async fn start_due(&mut self, tasks: &mut JoinSet<()>) -> Option<Duration> {
        let mut wait = None;
        for lane in &mut self.lanes {
            wait = [wait, fill(&self.dispatcher, lane, tasks).await].into_iter().flatten().min();
        }
        wait
    }

    fn finished(&mut self, task: Id) {
        self.lanes.iter_mut().for_each(|lane| lane.end(task));
    }

    fn changed(&self) -> &Notify {
        self.dispatcher.service.outbox_changed()
    }
}

/// Starts the due deliveries of a lane within its limits, and returns how long to wait before the next call.
async fn fill(dispatcher: &OutboxDispatcher, lane: &mut PriorityLane, tasks: &mut JoinSet<()>) -> Option<Duration> {
    if let Some(left) = lane.pause_left(Instant::now()) {
        return Some(left);
    }
    if lane.is_full() {
        return None;
    }
    let (due, next) = find_due(&dispatcher.service, lane.priority, lane.batch_size()).await;
    for due in due {
        let now = Instant::now();
        if lane.accepts(due.id, now) {
            let (dispatcher, id) = (dispatcher.clone(), due.id);
            let task = tasks.spawn(async move { dispatcher.deliver(due).await });
            lane.begin(task.id(), id, now);
        }
    }
    let until_next = next.map(|next| (next.0 - dispatcher.service.now().0).max(0).unsigned_abs());
    [lane.pause_left(Instant::now()), until_next.map(Duration::from_millis)].into_iter().flatten().min()
}

/// The due posts of a priority, and when to query again unless something happens before.
async fn find_due(service: &GameService, priority: PostPriority, limit: u32) -> (Vec<DuePost>, Option<Millis>) {
    match service.storage().due_posts(priority, service.now(), limit).await {
        Ok(found) => found,
        Err(error) => {
            tracing::error!(%error, "could not load the due posts");
            (Vec::new(), Some(service.now().plus(WAIT_MAX.as_millis() as i64)))
        }
    }
}

/// Whether a post is retried later if its place refuses it. Digests and notices of undelivered posts are direct
/// messages without an alternative place.
fn waits_when_refused(post: &Post) -> bool {
    !matches!(post, Post::Digest { .. } | Post::Undelivered { .. })
}

/// The wait after a number of failures, in milliseconds, but at least as long as the platform requests.
fn retry_after_ms(failures: u32, requested_wait: Option<Duration>) -> i64 {
    let wait = backoff(WAIT_FIRST, WAIT_MAX, failures).max(requested_wait.unwrap_or_default());
    i64::try_from(wait.as_millis()).unwrap_or(i64::MAX)
}
