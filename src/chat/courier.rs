//! Delivers posts.

use super::pictures::Studio;
use super::texts::Language;
use super::turns;
use super::view::View;
use crate::play::{Desk, DeskError, Due, Match, Millis, PlaceId, Post};
use crate::rules::Seat;
use async_trait::async_trait;
use futures_util::{StreamExt, stream};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Why a message could not be delivered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// It may work later; the platform may have said when.
    #[error("{why}")]
    Later {
        /// What happened.
        why: String,
        /// Not before this time has passed.
        after: Option<Duration>,
    },
    /// It will never work.
    #[error("{0}")]
    Never(String),
}

/// What delivers messages to a chat platform.
#[async_trait]
pub trait Messenger: Send + Sync {
    /// Opens a thread from a message, or finds the one that was opened from it before. `None` when there cannot be
    /// one, for good.
    async fn open_thread(&self, channel: PlaceId, message: u64, name: &str) -> Result<Option<PlaceId>, Trouble>;

    /// Posts a message. Two with the same `nonce` (at most 25 characters) in a short time are one.
    async fn post(&self, place: PlaceId, view: &View, nonce: &str) -> Result<(), Trouble>;
}

/// After so many failed attempts a post is given up.
const ATTEMPTS_MAX: u32 = 30;
/// The first wait after a failure; it doubles each time, up to [`WAIT_MAX_MS`].
const WAIT_FIRST_MS: i64 = 500;
const WAIT_MAX_MS: i64 = 15 * 60 * 1000;
/// How many posts are fetched, and how many are under way, at a time.
const FETCHED: u32 = 64;
const UNDER_WAY: usize = 8;

/// The worker that delivers posts.
pub struct Courier {
    desk: Desk,
    studio: Studio,
    messenger: Arc<dyn Messenger>,
}

impl Courier {
    /// A courier for this desk.
    pub fn new(desk: Desk, studio: Studio, messenger: Arc<dyn Messenger>) -> Self {
        Courier { desk, studio, messenger }
    }

    /// Delivers until it is told to stop; what is under way then is finished.
    pub async fn run(&self, stop: CancellationToken) {
        while !stop.is_cancelled() {
            let next = match self.tick().await {
                Ok(next) => next,
                Err(error) => {
                    tracing::error!(%error, "posts could not be looked up");
                    Some(self.desk.now().plus(WAIT_FIRST_MS))
                }
            };
            let wait = next.map(|next| Duration::from_millis((next.0 - self.desk.now().0).max(0).cast_unsigned()));
            let sleep = async {
                match wait {
                    Some(wait) => tokio::time::sleep(wait).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = sleep => {}
                () = self.desk.posted().notified() => {}
                () = stop.cancelled() => {}
            }
        }
    }

    /// Delivers everything that is due and returns when the next post will be.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn tick(&self) -> Result<Option<Millis>, DeskError> {
        loop {
            let (due, next) = self.desk.keep().due_posts(self.desk.now(), FETCHED).await?;
            if due.is_empty() {
                return Ok(next);
            }
            // Only one post of a match is due at a time, so these do not overtake each other.
            let mut done = stream::iter(due).map(|due| self.deliver(due)).buffer_unordered(UNDER_WAY);
            while let Some(result) = done.next().await {
                result?;
            }
        }
    }

    async fn deliver(&self, due: Due) -> Result<(), DeskError> {
        let keep = self.desk.keep();
        match self.try_deliver(&due).await {
            Ok(()) => Ok(keep.delivered(due.id, self.desk.now()).await?),
            Err(DeliveryError::Desk(error)) => Err(error),
            Err(DeliveryError::Trouble(trouble)) => {
                let again = match &trouble {
                    Trouble::Later { after, .. } if due.attempts < ATTEMPTS_MAX => {
                        Some(self.desk.now().plus(wait_ms(due.attempts, *after)))
                    }
                    _ => None,
                };
                tracing::warn!(post = %due.id, game = %due.post.game(), given_up = again.is_none(), %trouble, "a post was not delivered");
                Ok(keep.not_delivered(due.id, again, &trouble.to_string()).await?)
            }
        }
    }

    async fn try_deliver(&self, due: &Due) -> Result<(), DeliveryError> {
        let played = self.desk.find(due.post.game()).await?;
        let names = turns::names(&self.desk, &played).await;
        let language = Language::of_locale(&played.spot.language);
        // The row's number and birth tell the same post again even after the process was killed.
        let nonce = format!("{}-{}", due.id, due.created_at);
        match &due.post {
            Post::Open { .. } => self.open(&played, &names).await,
            Post::Board { ply, .. } => {
                let Some(place) = played.spot.place else { return Err(no_place()) };
                // The board that was to be shown: later turns have posts of their own.
                let then = played.at_ply(*ply);
                let view = turns::board(&self.studio, language, &then, &names).await;
                Ok(self.messenger.post(place, &view, &nonce).await?)
            }
            Post::Notice { notice, by, .. } => {
                let Some(place) = played.spot.place else { return Err(no_place()) };
                let by = if *by == 0 { Seat::One } else { Seat::Two };
                let view = turns::notice(language, &played, *notice, by);
                Ok(self.messenger.post(place, &view, &nonce).await?)
            }
        }
    }

    /// Settles where the match is played: in a thread of its own, or where there is none, in the channel.
    async fn open(&self, played: &Match, names: &[String; 2]) -> Result<(), DeliveryError> {
        let spot = &played.spot;
        let thread = match spot.message.filter(|_| spot.in_server) {
            Some(message) => {
                let name = turns::thread_name(played.id, played, names);
                self.messenger.open_thread(spot.channel, message, &name).await?
            }
            None => None,
        };
        self.desk.keep().settle_place(played.id, thread.unwrap_or(spot.channel)).await.map_err(DeskError::from)?;
        Ok(())
    }
}

/// The first post of a match settles its place, so this means that it was given up.
fn no_place() -> DeliveryError {
    DeliveryError::Trouble(Trouble::Never("the match has no place to post to".to_owned()))
}

#[derive(Debug, thiserror::Error)]
enum DeliveryError {
    #[error(transparent)]
    Desk(#[from] DeskError),
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

/// How long to wait after so many failures: doubling, and never less than the platform asked for.
fn wait_ms(attempts: u32, asked: Option<Duration>) -> i64 {
    let doubled = WAIT_FIRST_MS.saturating_mul(1 << attempts.min(20)).min(WAIT_MAX_MS);
    doubled.max(asked.map_or(0, |asked| i64::try_from(asked.as_millis()).unwrap_or(WAIT_MAX_MS)))
}
