//! Delivers posts.

use super::messenger::{DeliveryError, Messenger};
use super::priority_lane::PriorityLane;
use super::undelivered::Undelivered;
use crate::chat::texts::Language;
use crate::chat::texts::players::{names, or_default_logged};
use crate::chat::views::analysis_view;
use crate::chat::views::board;
use crate::chat::views::notifications;
use crate::chat::views::pictures::{PictureOptions, PictureRenderer};
use crate::chat::views::standings;
use crate::service::{
    DeliveryFailure, DeliveryMode, DuePost, GameService, Match, Millis, PlayerId, Post, PostPriority, ServiceError,
    Status, StorageError, Token,
};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// A post that could not be delivered for so long is given up.
const AGE_MAX_MS: i64 = 7 * 24 * 60 * 60 * 1000;
/// A post that its place refuses is tried again after a day, or when something changes there.
const REFUSED_WAIT_MS: i64 = 24 * 60 * 60 * 1000;
/// The first wait after a failure; it doubles each time, up to [`WAIT_MAX_MS`]. The longest is short, because later
/// turns wait behind.
const WAIT_FIRST_MS: i64 = 500;
const WAIT_MAX_MS: i64 = 60 * 1000;
/// Of how many games a digest tells.
const DIGEST_MAX: u32 = 25;
/// A delivery that takes longer is tried again. With its nonce, one that arrived after all is not posted twice.
const DEADLINE: Duration = Duration::from_secs(30);

/// The worker that delivers posts. Cheap to clone.
#[derive(Clone)]
pub struct OutboxDispatcher {
    pub(in crate::chat) service: GameService,
    pub(in crate::chat) pictures: PictureRenderer,
    pub(in crate::chat) messenger: Arc<dyn Messenger>,
}

impl OutboxDispatcher {
    /// A courier for this desk.
    pub fn new(desk: GameService, studio: PictureRenderer, messenger: Arc<dyn Messenger>) -> Self {
        OutboxDispatcher { service: desk, pictures: studio, messenger }
    }

    /// Delivers until it is told to stop; what is under way then is finished, within [`DEADLINE`].
    pub async fn run(&self, stop: CancellationToken) {
        // Tasks of their own: a delivery that waited here for the next look might hold what the look waits for.
        let mut under_way = JoinSet::new();
        let mut lanes = PriorityLane::all();
        loop {
            let mut wait = None;
            // Asked once a round: a stop between two questions would be waited for by nobody.
            let stopping = stop.is_cancelled();
            if stopping {
                if under_way.is_empty() {
                    return;
                }
            } else {
                for lane in &mut lanes {
                    wait = [wait, self.fill(lane, &mut under_way).await].into_iter().flatten().min();
                }
            }
            tokio::select! {
                Some(ended) = under_way.join_next_with_id(), if !under_way.is_empty() => {
                    let id = match ended {
                        Ok((id, ())) => id,
                        Err(error) => {
                            tracing::error!(%error, "a delivery broke off");
                            error.id()
                        }
                    };
                    lanes.iter_mut().for_each(|lane| lane.end(id));
                }
                () = tokio::time::sleep(wait.unwrap_or_default()), if wait.is_some() => {}
                () = self.service.outbox_changed().notified() => {}
                () = stop.cancelled(), if !stopping => {}
            }
        }
    }

    /// Begins to deliver what is due in a lane, as far as it has room, and returns how long to wait before looking again
    /// if nothing happens before.
    async fn fill(&self, lane: &mut PriorityLane, under_way: &mut JoinSet<()>) -> Option<Duration> {
        if let Some(left) = lane.pause_left(Instant::now()) {
            return Some(left);
        }
        if lane.is_full() {
            return None;
        }
        let (due, next) = self.find_due(lane.priority, lane.batch_size()).await;
        for due in due {
            let now = Instant::now();
            if lane.accepts(due.id, now) {
                let (courier, id) = (self.clone(), due.id);
                let task = under_way.spawn(async move { courier.deliver(due).await });
                lane.begin(task.id(), id, now);
            }
        }
        let until_next = next.map(|next| (next.0 - self.service.now().0).max(0).unsigned_abs());
        [lane.pause_left(Instant::now()), until_next.map(Duration::from_millis)].into_iter().flatten().min()
    }

    /// Delivers all that is due now, one after another, and returns when something will be: for whoever moves the clock
    /// by hand.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn deliver_due(&self) -> Result<Option<Millis>, StorageError> {
        loop {
            let mut soonest = None;
            let mut is_done = true;
            for lane in PriorityLane::all() {
                let keep = self.service.storage();
                let (due, next) = keep.due_posts(lane.priority, self.service.now(), lane.batch_size()).await?;
                is_done &= due.is_empty();
                soonest = [soonest, next].into_iter().flatten().min();
                for due in due {
                    self.deliver(due).await;
                }
            }
            if is_done {
                return Ok(soonest);
            }
        }
    }

    /// The posts of a priority that are due, and when to look again if nothing happens before.
    async fn find_due(&self, priority: PostPriority, most: u32) -> (Vec<DuePost>, Option<Millis>) {
        match self.service.storage().due_posts(priority, self.service.now(), most).await {
            Ok(found) => found,
            Err(error) => {
                tracing::error!(%error, "posts could not be looked up");
                (Vec::new(), Some(self.service.now().plus(WAIT_MAX_MS)))
            }
        }
    }

    /// Tries to deliver a post and keeps what came of it. Whatever goes wrong concerns this post alone.
    async fn deliver(&self, due: DuePost) {
        let tried = tokio::time::timeout(DEADLINE, self.try_deliver(&due)).await;
        let late = || Err(DeliveryError::Later { why: "it took too long".to_owned(), after: None });
        let kept = match tried.unwrap_or_else(|_| late()) {
            Ok(()) => self.service.storage().delivered(due.id, self.service.now()).await,
            Err(trouble) => self.record_failure(&due, &trouble).await,
        };
        if let Err(error) = kept {
            tracing::error!(post = %due.id, %error, "what came of a post could not be kept");
            // It is due still; looking again at once would only fail again.
            tokio::time::sleep(Duration::from_millis(WAIT_FIRST_MS.cast_unsigned())).await;
        }
    }

    /// A post was not delivered: it is tried again later or given up. When that is not soon, its players are told.
    async fn record_failure(&self, due: &DuePost, trouble: &DeliveryError) -> Result<(), StorageError> {
        let now = self.service.now();
        let again = match trouble {
            DeliveryError::Later { after, .. } => Some(now.plus(backoff_ms(due.attempts, *after))),
            DeliveryError::Forbidden(_) | DeliveryError::Gone(_) if waits_when_refused(&due.post) => {
                Some(now.plus(REFUSED_WAIT_MS))
            }
            DeliveryError::Forbidden(_) | DeliveryError::Gone(_) | DeliveryError::Never(_) => None,
        };
        let last = due.token.as_ref().map_or(due.created_at.plus(AGE_MAX_MS), Token::until);
        let again_at = again.filter(|again| *again < last);
        let (blocked, given_up) = (!trouble.is_transient(), again_at.is_none());
        tracing::warn!(post = %due.id, game = ?due.post.game(), given_up, %trouble, "a post was not delivered");
        let posts = if blocked || given_up { self.notices_for_players(due, trouble).await? } else { Vec::new() };
        let problem = &trouble.to_string();
        let failure = DeliveryFailure { id: due.id, again_at, blocked, problem, posts: &posts, now };
        self.service.storage().not_delivered(&failure).await?;
        if matches!(due.post, Post::Open { .. })
            && blocked
            && let Some(game) = due.post.game()
            && let Ok(played) = self.service.find(game).await
            && played.location.place.is_none()
        {
            // There is no thread for now, and commands look for the match in the channel.
            self.service.storage().set_match_place(game, played.location.channel).await?;
        }
        Ok(())
    }

    async fn try_deliver(&self, due: &DuePost) -> Result<(), DeliveryError> {
        let Some(game) = due.post.game() else {
            return match due.post.person() {
                Some(person) => self.digest(due, person).await,
                None => Ok(()),
            };
        };
        let played = self.service.find(game).await?;
        if let Post::Undelivered { person, obstacle, board, alone, .. } = due.post {
            return self.post_undelivered(due, &played, &Undelivered { person, obstacle, board, alone }).await;
        }
        if due.post.person().is_some() {
            return self.notify_person(due, &played).await;
        }
        let language = Language::of_locale(&played.location.language);
        let wanted = PictureOptions::from(language).in_theme(&self.theme(&played).await);
        let names = names(&self.service, language, &played).await;
        let now = self.service.now();
        match &due.post {
            Post::Open { .. } => self.open(due, &played, &names).await,
            Post::Board { ply, last, ended, pings, since, .. } => {
                let then = played.at_ply(*ply, *ended);
                if then.line.last_move() != *last || then.ply() != *ply {
                    // The move was taken back before its board was posted; the board after that has a post too.
                    return Ok(());
                }
                let mut view = board::board(&self.pictures, &wanted, &then, &names, now, *since).await;
                standings::add_changes(&self.service, language, &then, &mut view).await?;
                view.pings.retain(|person| then.seat_of(*person).is_some_and(|seat| pings[seat.index()]));
                if played.ply() != *ply || then.status != played.status {
                    // A later board is on its way: that one pings and has the buttons.
                    view.pings.clear();
                    view.buttons.clear();
                }
                if played.location.reach == DeliveryMode::InteractionOnly {
                    return self.answer(due, &view).await;
                }
                let (place, message) = self.post(due, &played, &view).await?;
                self.retire_before(&played, place, message).await;
                Ok(())
            }
            Post::Analysis { game } => {
                let Some(analysis) = self.service.storage().analysis(*game).await.map_err(ServiceError::from)? else {
                    return Ok(());
                };
                let is_complete = analysis.next(&played).is_none();
                if played.location.reach == DeliveryMode::InteractionOnly && !is_complete {
                    return Ok(());
                }
                let view = analysis_view::view(&self.pictures, &wanted, &played, &names, &analysis).await;
                if played.location.reach == DeliveryMode::InteractionOnly {
                    return self.answer(due, &view).await;
                }
                self.show_analysis(due, &played, &analysis, &view).await
            }
            Post::Notice { notice, by, .. } => {
                let view = board::notice(language, &played, *notice, *by);
                if played.location.reach == DeliveryMode::InteractionOnly {
                    return self.answer(due, &view).await;
                }
                self.post(due, &played, &view).await.map(drop)
            }
            Post::Outage { from, until, .. } => {
                if played.status != Status::Running || played.location.reach == DeliveryMode::InteractionOnly {
                    return Ok(());
                }
                self.post(due, &played, &notifications::outage(language, *from, *until)).await.map(drop)
            }
            // These are for one person.
            Post::Turn { .. }
            | Post::Reminder { .. }
            | Post::Rescue { .. }
            | Post::Digest { .. }
            | Post::Undelivered { .. } => Ok(()),
        }
    }

    /// Tells a person something about a match: where the person wants it, or where the match is played, when direct
    /// messages are refused. What is not true any more is not told.
    async fn notify_person(&self, due: &DuePost, played: &Match) -> Result<(), DeliveryError> {
        let post = &due.post;
        let Some(person) = post.person() else { return Ok(()) };
        let is_theirs = played.to_move().is_some_and(|seat| played.seat_of(person) == Some(seat));
        let wanted = self.wanted(person, played).await;
        let spoken = wanted.language;
        let names = names(&self.service, spoken, played).await;
        let now = self.service.now();
        let direct = match post {
            Post::Turn { ply, .. } | Post::Reminder { ply, .. } if *ply != played.ply() => return Ok(()),
            Post::Turn { direct, .. } if is_theirs || played.status != Status::Running => *direct,
            Post::Reminder { direct, .. } if is_theirs => *direct,
            Post::Rescue { .. } => true,
            _ => return Ok(()),
        };
        let here = |language| match post {
            Post::Turn { .. } => notifications::turn(language, played, person, &names),
            Post::Rescue { until, .. } => notifications::rescue(language, played, person, &names, *until),
            _ => notifications::reminder(language, played, person, &names),
        };
        if direct || played.location.reach == DeliveryMode::InteractionOnly {
            let mut view = match post {
                Post::Turn { since, .. } => {
                    notifications::turn_directly(&self.pictures, &wanted, played, person, &names, now, *since).await
                }
                _ => here(spoken),
            };
            standings::add_changes(&self.service, spoken, played, &mut view).await?;
            view.pings.clear();
            match self.write_to(due, person, &view).await {
                Err(trouble) if !trouble.is_transient() && played.location.reach != DeliveryMode::InteractionOnly => {
                    tracing::info!(game = %played.id, %trouble, "a player takes no direct messages");
                }
                told => return told,
            }
        }
        self.post(due, played, &here(Language::of_locale(&played.location.language))).await.map(drop)
    }

    /// Tells a person about all their games: by direct message, or in the most urgent one.
    async fn digest(&self, due: &DuePost, person: PlayerId) -> Result<(), DeliveryError> {
        let (running, _) = self.service.running(person, DIGEST_MAX).await?;
        let Some(first) = running.first().filter(|first| first.is_mine()) else { return Ok(()) };
        let played = self.service.find(first.id).await?;
        let spoken = self.wanted(person, &played).await.language;
        let view = notifications::digest(&self.service, spoken, person, &running).await;
        match self.write_to(due, person, &view).await {
            Err(trouble) if !trouble.is_transient() && played.location.reach != DeliveryMode::InteractionOnly => {
                self.post(due, &played, &view).await.map(drop)
            }
            told => told,
        }
    }

    /// The theme of boards where a match is played; the usual one when empty.
    async fn theme(&self, played: &Match) -> String {
        let Some(server) = played.location.server else { return String::new() };
        or_default_logged(self.service.storage().server_settings(server).await).theme.unwrap_or_default()
    }

    /// The language and the look in which a person is written to.
    pub(in crate::chat) async fn wanted(&self, person: PlayerId, played: &Match) -> PictureOptions {
        let settings = self.service.preferences(person).await.unwrap_or_else(|error| {
            tracing::error!(%error, "the settings of a player could not be looked up; the usual ones hold");
            Default::default()
        });
        let locale = match settings.language {
            Some(code) => Some(code),
            None => or_default_logged(self.service.storage().player_locale(person).await),
        };
        let language = Language::of_locale(locale.as_deref().unwrap_or(&played.location.language));
        let theme = match settings.theme {
            Some(theme) => theme,
            None => self.theme(played).await,
        };
        PictureOptions::from(language).in_theme(&theme)
    }
}

/// Whether a post is kept for later when its place refuses it. What is said to one person directly has no other place,
/// and answers wait for nobody.
fn waits_when_refused(post: &Post) -> bool {
    !matches!(post, Post::Digest { .. } | Post::Undelivered { .. })
}

/// How long to wait after so many failures: doubling, and never less than the platform asked for.
fn backoff_ms(attempts: u32, asked: Option<Duration>) -> i64 {
    let doubled = WAIT_FIRST_MS.saturating_mul(1 << attempts.min(20)).min(WAIT_MAX_MS);
    doubled.max(asked.map_or(0, |asked| i64::try_from(asked.as_millis()).unwrap_or(WAIT_MAX_MS)))
}
