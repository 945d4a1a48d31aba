//! Posting where a match is played: into its thread, or where there is none, into the channel.

use super::challenges;
use super::courier::Courier;
use super::messenger::Trouble;
use super::texts::{Language, say};
use super::turns;
use super::view::View;
use crate::play::{Analysis, DeskError, Due, Match, PlaceId, PlayerId, PostedBoard, Reach};

/// Discord promises to remember a nonce for “a few minutes”, and shows it to nobody later. Until then a repeated message
/// is not posted twice.
const NONCE_TRUSTED_MS: i64 = 2 * 60 * 1000;
/// The platform's clock and ours may differ by so much.
const CLOCKS_DIFFER_MS: i64 = 60 * 1000;
/// Discord allows few changes of messages older than an hour; this stays well away from it.
const RETIRED_WITHIN_MS: i64 = 50 * 60 * 1000;

/// The nonce of a post. The row's number and birth tell the same post again even after the process was killed.
fn nonce(due: &Due) -> String {
    format!("{}-{}", due.id, due.created_at)
}

impl Courier {
    /// Posts a message that is there once, however often this is tried.
    ///
    /// A repeated post is noticed by its nonce, for some minutes. One that is older may have been posted before them by a
    /// try whose answer never came, or by a process that was killed: it is looked for first. That costs a request for
    /// each post that is late for any reason. To know which of them were tried, each try would have to be stored before
    /// it is made, which costs every post a write that waits for the disk.
    async fn post_once(&self, due: &Due, place: PlaceId, view: &View) -> Result<u64, Trouble> {
        let ripe_at = due.ripe_at();
        if self.desk.now().0 - ripe_at.0 > NONCE_TRUSTED_MS {
            // A position that comes again after a take-back has a picture of the same name: the board that is known to
            // be the last one bounds how far back it can be.
            let known = match due.post.game().filter(|_| due.post.person().is_none()) {
                Some(game) => self.desk.keep().posted_board(game).await.map_err(DeskError::from)?,
                None => None,
            };
            let not_before = known.filter(|board| board.place == place).map(|board| board.message);
            let since = ripe_at.plus(-CLOCKS_DIFFER_MS);
            if let Some(message) = self.messenger.find(place, view, since, not_before).await? {
                tracing::info!(post = %due.id, "a post had been delivered before");
                return Ok(message);
            }
        }
        self.messenger.post(place, view, &nonce(due)).await
    }

    /// Posts where the match is played. A thread that takes nothing any more is left for the channel.
    pub(super) async fn post(&self, due: &Due, played: &Match, view: &View) -> Result<(PlaceId, u64), Trouble> {
        let channel = played.spot.channel;
        let place = played.spot.place.unwrap_or(channel);
        match self.post_once(due, place, view).await {
            Err(trouble) if place != channel && !trouble.is_passing() => {
                tracing::warn!(game = %played.id, %trouble, "the thread takes no posts; the game goes on in the channel");
                let settle = async || self.desk.keep().settle_place(played.id, channel).await.map_err(DeskError::from);
                let is_gone = matches!(trouble, Trouble::Gone(_));
                if is_gone {
                    // Whatever the channel says, this is where commands look for the match from now on.
                    settle().await?;
                }
                let language = Language::of_locale(&played.spot.language);
                let text = format!("{}\n{}", say(language, "thread-closed", &[]), view.text);
                let message = self.post_once(due, channel, &View { text, ..view.clone() }).await?;
                if !is_gone {
                    settle().await?;
                }
                Ok((channel, message))
            }
            posted => posted.map(|message| (place, message)),
        }
    }

    /// Writes to a person directly.
    pub(super) async fn write_to(&self, due: &Due, person: PlayerId, view: &View) -> Result<(), Trouble> {
        let place = self.messenger.direct(person).await?;
        self.post_once(due, place, view).await.map(drop)
    }

    /// Posts as an answer to what a player did, while that is possible. After that it is for the players to ask for the
    /// board, which has all that was said on it.
    pub(super) async fn answer(&self, due: &Due, view: &View) -> Result<(), Trouble> {
        match &due.token {
            Some(token) if token.works(self.desk.now()) => self.messenger.answer(token, view).await,
            _ => Err(Trouble::Never("what it answers is too long ago".to_owned())),
        }
    }

    /// Settles where the match is played: in a thread of its own, or where there is none, in the channel.
    pub(super) async fn open(&self, due: &Due, played: &Match, names: &[String; 2]) -> Result<(), Trouble> {
        let spot = &played.spot;
        let thread = if spot.reach == Reach::Server { self.open_thread(due, played, names).await? } else { None };
        self.desk.keep().settle_place(played.id, thread.unwrap_or(spot.channel)).await.map_err(DeskError::from)?;
        let Some(thread) = thread else { return Ok(()) };
        for person in played.people() {
            // Without it the thread would be missing in the list of channels of whoever is not pinged now.
            if let Err(trouble) = self.messenger.add_member(thread, person).await {
                tracing::debug!(game = %played.id, %trouble, "a player was not added to the thread");
            }
        }
        if let Some(origin) = spot.origin.filter(|origin| *origin != thread) {
            let language = Language::of_locale(&spot.language);
            let link = View::text(challenges::begun_elsewhere(language, played, thread));
            match self.post_once(due, origin, &link).await {
                Err(trouble) if trouble.is_passing() => return Err(trouble),
                Err(trouble) => tracing::info!(game = %played.id, %trouble, "the new thread is not linked to"),
                Ok(_) => {}
            }
        }
        Ok(())
    }

    /// Opens the thread of a match from the message that shows its challenge, or from one that announces it, where there
    /// is none or it was deleted.
    async fn open_thread(&self, due: &Due, played: &Match, names: &[String; 2]) -> Result<Option<PlaceId>, Trouble> {
        let channel = played.spot.channel;
        let name = turns::thread_name(played.id, played, names);
        if let Some(message) = played.spot.message {
            match self.messenger.open_thread(channel, message, &name).await {
                Err(Trouble::Gone(why)) => tracing::info!(game = %played.id, %why, "the challenge is gone"),
                opened => return opened,
            }
        }
        let message = self.announce(due, played).await?;
        self.messenger.open_thread(channel, message, &name).await
    }

    /// Says in the channel that a match begins for which no challenge is to be seen there, and stores the message.
    async fn announce(&self, due: &Due, played: &Match) -> Result<u64, Trouble> {
        let language = Language::of_locale(&played.spot.language);
        let message = self.post_once(due, played.spot.channel, &challenges::announced(language, played)).await?;
        self.desk.keep().settle_message(played.id, message).await.map_err(DeskError::from)?;
        Ok(message)
    }

    /// Takes the buttons off the board before this one, while that is cheap. It is a courtesy: a button that stays is
    /// answered kindly, so nothing is tried twice.
    pub(super) async fn retire_before(&self, played: &Match, place: PlaceId, message: u64) {
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
    pub(super) async fn show_analysis(
        &self,
        due: &Due,
        played: &Match,
        analysis: &Analysis,
        view: &View,
    ) -> Result<(), Trouble> {
        if let Some((place, message)) = analysis.message {
            match self.messenger.change(place, message, view).await {
                Err(trouble) if !trouble.is_passing() => {
                    tracing::warn!(game = %played.id, %trouble, "an analysis is posted anew");
                }
                changed => return changed,
            }
        }
        let (place, message) = self.post(due, played, view).await?;
        self.desk.keep().settle_analysis(played.id, place, message).await.map_err(DeskError::from)?;
        Ok(())
    }
}
