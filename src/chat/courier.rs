//! Delivers posts.

use super::attention;
use super::challenges;
use super::pictures::{Studio, Wanted};
use super::players::{names, usual_if_failed};
use super::reports;
use super::standings;
use super::texts::Language;
use super::turns;
use super::view::View;
use crate::play::{
    Analysis, Desk, DeskError, Due, KeepError, Match, Millis, PlaceId, PlayerId, Post, PostId, PostedBoard, Reach,
    Status, Token,
};
use async_trait::async_trait;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;
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
    /// Returns the number of the message.
    async fn post(&self, place: PlaceId, view: &View, nonce: &str) -> Result<u64, Trouble>;

    /// Answers an interaction, for everybody there to see. There is no nonce for answers: one whose arrival was not
    /// told may be posted twice.
    async fn answer(&self, token: &Token, view: &View) -> Result<(), Trouble>;

    /// Where a person is written to directly.
    async fn direct(&self, person: PlayerId) -> Result<PlaceId, Trouble>;

    /// Makes a message of ours into this one.
    async fn change(&self, place: PlaceId, message: u64, view: &View) -> Result<(), Trouble>;

    /// Takes the buttons off a message.
    async fn retire(&self, place: PlaceId, message: u64) -> Result<(), Trouble>;
}

/// A post that could not be delivered for so long is given up.
const AGE_MAX_MS: i64 = 7 * 24 * 60 * 60 * 1000;
/// The first wait after a failure; it doubles each time, up to [`WAIT_MAX_MS`]. The longest is short, because later
/// turns wait behind.
const WAIT_FIRST_MS: i64 = 500;
const WAIT_MAX_MS: i64 = 60 * 1000;
/// Discord allows few changes of messages older than an hour; this stays well away from it.
const RETIRED_WITHIN_MS: i64 = 50 * 60 * 1000;
/// Of how many games a digest tells.
const DIGEST_MAX: u32 = 25;
/// How many posts are under way at a time.
const UNDER_WAY: usize = 8;
/// A delivery that takes longer is tried again. With its nonce, one that arrived after all is not posted twice.
const DEADLINE: Duration = Duration::from_secs(30);

/// The worker that delivers posts. Cheap to clone.
#[derive(Clone)]
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

    /// Delivers until it is told to stop; what is under way then is finished, within [`DEADLINE`].
    pub async fn run(&self, stop: CancellationToken) {
        // Tasks of their own: a delivery that waited here for the next look might hold what the look waits for.
        let mut under_way = JoinSet::new();
        let mut busy: HashMap<tokio::task::Id, PostId> = HashMap::new();
        loop {
            let mut next = None;
            // Asked once a round: a stop between two questions would be waited for by nobody.
            let stopping = stop.is_cancelled();
            if stopping {
                if under_way.is_empty() {
                    return;
                }
            } else if busy.len() < UNDER_WAY {
                let (due, later) = self.look().await;
                next = later;
                for due in due {
                    if busy.len() < UNDER_WAY && !busy.values().any(|id| *id == due.id) {
                        let (courier, id) = (self.clone(), due.id);
                        let task = under_way.spawn(async move { courier.deliver(due).await });
                        busy.insert(task.id(), id);
                    }
                }
            }
            let wait = next.map(|next: Millis| (next.0 - self.desk.now().0).max(0).cast_unsigned());
            tokio::select! {
                Some(ended) = under_way.join_next_with_id(), if !under_way.is_empty() => {
                    let id = match ended {
                        Ok((id, ())) => id,
                        Err(error) => {
                            tracing::error!(%error, "a delivery broke off");
                            error.id()
                        }
                    };
                    busy.remove(&id);
                }
                () = tokio::time::sleep(Duration::from_millis(wait.unwrap_or_default())), if wait.is_some() => {}
                () = self.desk.posted().notified() => {}
                () = stop.cancelled(), if !stopping => {}
            }
        }
    }

    /// Delivers all that is due now, one after another, and returns when something will be: for whoever moves the clock
    /// by hand.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn deliver_due(&self) -> Result<Option<Millis>, KeepError> {
        loop {
            let (due, next) = self.desk.keep().due_posts(self.desk.now(), 2 * UNDER_WAY as u32).await?;
            if due.is_empty() {
                return Ok(next);
            }
            for due in due {
                self.deliver(due).await;
            }
        }
    }

    /// The posts that are due, and when to look again if nothing happens before.
    async fn look(&self) -> (Vec<Due>, Option<Millis>) {
        // Those under way are due still, so more are looked up than there are places.
        match self.desk.keep().due_posts(self.desk.now(), 2 * UNDER_WAY as u32).await {
            Ok(found) => found,
            Err(error) => {
                tracing::error!(%error, "posts could not be looked up");
                (Vec::new(), Some(self.desk.now().plus(WAIT_MAX_MS)))
            }
        }
    }

    /// Tries to deliver a post and keeps what came of it. Whatever goes wrong concerns this post alone.
    async fn deliver(&self, due: Due) {
        let tried = tokio::time::timeout(DEADLINE, self.try_deliver(&due)).await;
        let late = || Err(Trouble::Later { why: "it took too long".to_owned(), after: None });
        let now = self.desk.now();
        let kept = match tried.unwrap_or_else(|_| late()) {
            Ok(()) => self.desk.keep().delivered(due.id, now).await,
            Err(trouble) => {
                let last = due.token.as_ref().map_or(due.created_at.plus(AGE_MAX_MS), Token::until);
                let again = match &trouble {
                    Trouble::Later { after, .. } => Some(now.plus(wait_ms(due.attempts, *after))),
                    Trouble::Never(_) => None,
                };
                let again = again.filter(|again| *again < last);
                let given_up = again.is_none();
                tracing::warn!(post = %due.id, game = ?due.post.game(), given_up, %trouble, "a post was not delivered");
                self.desk.keep().not_delivered(due.id, again, &trouble.to_string()).await
            }
        };
        if let Err(error) = kept {
            tracing::error!(post = %due.id, %error, "what came of a post could not be kept");
            // It is due still; looking again at once would only fail again.
            tokio::time::sleep(Duration::from_millis(WAIT_FIRST_MS.cast_unsigned())).await;
        }
    }

    async fn try_deliver(&self, due: &Due) -> Result<(), Trouble> {
        // The row's number and birth tell the same post again even after the process was killed.
        let nonce = format!("{}-{}", due.id, due.created_at);
        let Some(game) = due.post.game() else {
            return match due.post.person() {
                Some(person) => self.digest(person, &nonce).await,
                None => Ok(()),
            };
        };
        let played = self.desk.find(game).await?;
        if due.post.person().is_some() {
            return self.tell(&due.post, &played, &nonce).await;
        }
        let language = Language::of_locale(&played.spot.language);
        let wanted = Wanted::from(language).in_theme(&self.theme(&played).await);
        let names = names(&self.desk, language, &played).await;
        let now = self.desk.now();
        match &due.post {
            Post::Open { .. } => self.open(&played, &names, &nonce).await,
            Post::Board { ply, last, ended, pings, since, .. } => {
                let then = played.at_ply(*ply, *ended);
                if then.line.last_move() != *last || then.ply() != *ply {
                    // The move was taken back before its board was posted; the board after that has a post too.
                    return Ok(());
                }
                let mut view = turns::board(&self.studio, &wanted, &then, &names, now, *since).await;
                standings::add_changes(&self.desk, language, &then, &mut view).await?;
                view.pings.retain(|person| then.seat_of(*person).is_some_and(|seat| pings[seat.index()]));
                if played.ply() != *ply || then.status != played.status {
                    // A later board is on its way: that one pings and has the buttons.
                    view.pings.clear();
                    view.buttons.clear();
                }
                if played.spot.reach == Reach::Answers {
                    return self.answer(due, &view).await;
                }
                let (place, message) = self.post(&played, &view, &nonce).await?;
                self.retire_before(&played, place, message).await;
                Ok(())
            }
            Post::Analysis { game } => {
                let Some(analysis) = self.desk.keep().analysis(*game).await.map_err(DeskError::from)? else {
                    return Ok(());
                };
                let is_complete = analysis.next(&played).is_none();
                if played.spot.reach == Reach::Answers && !is_complete {
                    return Ok(());
                }
                let view = reports::view(&self.studio, &wanted, &played, &names, &analysis).await;
                if played.spot.reach == Reach::Answers {
                    return self.answer(due, &view).await;
                }
                self.show_analysis(&played, &analysis, &view, &nonce).await
            }
            Post::Notice { notice, by, .. } => {
                let view = turns::notice(language, &played, *notice, *by);
                if played.spot.reach == Reach::Answers {
                    return self.answer(due, &view).await;
                }
                self.post(&played, &view, &nonce).await.map(drop)
            }
            Post::Outage { from, until, .. } => {
                if played.status != Status::Running || played.spot.reach == Reach::Answers {
                    return Ok(());
                }
                self.post(&played, &attention::outage(language, *from, *until), &nonce).await.map(drop)
            }
            // These are for one person.
            Post::Turn { .. } | Post::Reminder { .. } | Post::Rescue { .. } | Post::Digest { .. } => Ok(()),
        }
    }

    /// Tells a person something about a match: where the person wants it, or where the match is played, when direct
    /// messages are refused. What is not true any more is not told.
    async fn tell(&self, post: &Post, played: &Match, nonce: &str) -> Result<(), Trouble> {
        let Some(person) = post.person() else { return Ok(()) };
        let is_theirs = played.to_move().is_some_and(|seat| played.seat_of(person) == Some(seat));
        let wanted = self.wanted(person, played).await;
        let spoken = wanted.language;
        let names = names(&self.desk, spoken, played).await;
        let now = self.desk.now();
        let direct = match post {
            Post::Turn { ply, .. } | Post::Reminder { ply, .. } if *ply != played.ply() => return Ok(()),
            Post::Turn { direct, .. } if is_theirs || played.status != Status::Running => *direct,
            Post::Reminder { direct, .. } if is_theirs => *direct,
            Post::Rescue { .. } => true,
            _ => return Ok(()),
        };
        let here = |language| match post {
            Post::Turn { .. } => attention::turn(language, played, person, &names),
            Post::Rescue { until, .. } => attention::rescue(language, played, person, &names, *until),
            _ => attention::reminder(language, played, person, &names),
        };
        if direct || played.spot.reach == Reach::Answers {
            let mut view = match post {
                Post::Turn { since, .. } => {
                    attention::turn_directly(&self.studio, &wanted, played, person, &names, now, *since).await
                }
                _ => here(spoken),
            };
            standings::add_changes(&self.desk, spoken, played, &mut view).await?;
            view.pings.clear();
            match self.write_to(person, &view, nonce).await {
                Err(Trouble::Never(why)) if played.spot.reach != Reach::Answers => {
                    tracing::info!(game = %played.id, %why, "somebody takes no direct messages");
                }
                told => return told,
            }
        }
        self.post(played, &here(Language::of_locale(&played.spot.language)), nonce).await.map(drop)
    }

    /// Tells a person about all their games: by direct message, or in the most urgent one.
    async fn digest(&self, person: PlayerId, nonce: &str) -> Result<(), Trouble> {
        let (running, _) = self.desk.running(person, DIGEST_MAX).await?;
        let Some(first) = running.first().filter(|first| first.is_mine()) else { return Ok(()) };
        let played = self.desk.find(first.id).await?;
        let spoken = self.wanted(person, &played).await.language;
        let view = attention::digest(&self.desk, spoken, person, &running).await;
        match self.write_to(person, &view, nonce).await {
            Err(Trouble::Never(_)) if played.spot.reach != Reach::Answers => {
                self.post(&played, &view, nonce).await.map(drop)
            }
            told => told,
        }
    }

    async fn write_to(&self, person: PlayerId, view: &View, nonce: &str) -> Result<(), Trouble> {
        let place = self.messenger.direct(person).await?;
        self.messenger.post(place, view, nonce).await.map(drop)
    }

    /// The theme of boards where a match is played; the usual one when empty.
    async fn theme(&self, played: &Match) -> String {
        let Some(server) = played.spot.server else { return String::new() };
        usual_if_failed(self.desk.keep().house_rules(server).await).theme.unwrap_or_default()
    }

    /// The language and the look in which a person is written to.
    async fn wanted(&self, person: PlayerId, played: &Match) -> Wanted {
        let settings = self.desk.settings(person).await.unwrap_or_else(|error| {
            tracing::error!(%error, "the settings of a player could not be looked up; the usual ones hold");
            Default::default()
        });
        let locale = match settings.language {
            Some(code) => Some(code),
            None => usual_if_failed(self.desk.keep().player_locale(person).await),
        };
        let language = Language::of_locale(locale.as_deref().unwrap_or(&played.spot.language));
        let theme = match settings.theme {
            Some(theme) => theme,
            None => self.theme(played).await,
        };
        Wanted::from(language).in_theme(&theme)
    }

    /// Takes the buttons off the board before this one, while that is cheap. It is a courtesy: a button that stays is
    /// answered kindly, so nothing is tried twice.
    async fn retire_before(&self, played: &Match, place: PlaceId, message: u64) {
        let now = self.desk.now();
        let board = PostedBoard { place, message, at: now };
        match self.desk.keep().replace_board(played.id, board).await {
            Ok(Some(before)) if now.0 - before.at.0 < RETIRED_WITHIN_MS => {
                if let Err(trouble) = self.messenger.retire(before.place, before.message).await {
                    tracing::debug!(game = %played.id, %trouble, "the buttons of an older board stay");
                }
            }
            Ok(_) => {}
            Err(error) => tracing::warn!(game = %played.id, %error, "the posted board could not be kept"),
        }
    }

    /// Posts the message of an analysis, or changes it. One that is gone is posted anew.
    async fn show_analysis(
        &self,
        played: &Match,
        analysis: &Analysis,
        view: &View,
        nonce: &str,
    ) -> Result<(), Trouble> {
        if let Some((place, message)) = analysis.message {
            match self.messenger.change(place, message, view).await {
                Err(Trouble::Never(why)) => tracing::warn!(game = %played.id, %why, "an analysis is posted anew"),
                changed => return changed,
            }
        }
        let (place, message) = self.post(played, view, nonce).await?;
        self.desk.keep().settle_analysis(played.id, place, message).await.map_err(DeskError::from)?;
        Ok(())
    }

    /// Posts as an answer to what a player did, while that is possible. After that it is for the players to ask for the
    /// board, which has all that was said on it.
    async fn answer(&self, due: &Due, view: &View) -> Result<(), Trouble> {
        match &due.token {
            Some(token) if token.works(self.desk.now()) => self.messenger.answer(token, view).await,
            _ => Err(Trouble::Never("what it answers is too long ago".to_owned())),
        }
    }

    /// Posts where the match is played. A thread that takes nothing any more is left for the channel.
    async fn post(&self, played: &Match, view: &View, nonce: &str) -> Result<(PlaceId, u64), Trouble> {
        let channel = played.spot.channel;
        let place = played.spot.place.unwrap_or(channel);
        match self.messenger.post(place, view, nonce).await {
            Err(Trouble::Never(why)) if place != channel => {
                tracing::warn!(game = %played.id, %why, "the thread takes no posts; the game goes on in the channel");
                let message = self.messenger.post(channel, view, nonce).await?;
                self.desk.keep().settle_place(played.id, channel).await.map_err(DeskError::from)?;
                Ok((channel, message))
            }
            posted => posted.map(|message| (place, message)),
        }
    }

    /// Settles where the match is played: in a thread of its own, or where there is none, in the channel.
    async fn open(&self, played: &Match, names: &[String; 2], nonce: &str) -> Result<(), Trouble> {
        let spot = &played.spot;
        let message = match spot.message {
            None if spot.reach == Reach::Server => Some(self.announce(played, nonce).await?),
            known => known,
        };
        let thread = match message.filter(|_| spot.reach == Reach::Server) {
            Some(message) => {
                let name = turns::thread_name(played.id, played, names);
                self.messenger.open_thread(spot.channel, message, &name).await?
            }
            None => None,
        };
        self.desk.keep().settle_place(played.id, thread.unwrap_or(spot.channel)).await.map_err(DeskError::from)?;
        Ok(())
    }

    /// Says in the channel that a match begins which came from no challenge, and remembers the message.
    async fn announce(&self, played: &Match, nonce: &str) -> Result<u64, Trouble> {
        let language = Language::of_locale(&played.spot.language);
        let view = challenges::announced(language, played);
        let message = self.messenger.post(played.spot.channel, &view, nonce).await?;
        self.desk.keep().settle_message(played.id, message).await.map_err(DeskError::from)?;
        Ok(message)
    }
}

/// What is damaged stays damaged; everything else that concerns the store may pass.
impl From<DeskError> for Trouble {
    fn from(error: DeskError) -> Trouble {
        match error {
            DeskError::Keep(KeepError::Failed(_) | KeepError::Unwritable(_) | KeepError::Conflict) => {
                Trouble::Later { why: error.to_string(), after: None }
            }
            _ => Trouble::Never(error.to_string()),
        }
    }
}

/// How long to wait after so many failures: doubling, and never less than the platform asked for.
fn wait_ms(attempts: u32, asked: Option<Duration>) -> i64 {
    let doubled = WAIT_FIRST_MS.saturating_mul(1 << attempts.min(20)).min(WAIT_MAX_MS);
    doubled.max(asked.map_or(0, |asked| i64::try_from(asked.as_millis()).unwrap_or(WAIT_MAX_MS)))
}
