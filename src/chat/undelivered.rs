//! What becomes of posts that are refused where they belong: their players are told directly.

use super::attention::{link, opponent};
use super::courier::Courier;
use super::messenger::Trouble;
use super::pictures::{Studio, Wanted};
use super::texts::{Language, plain, say};
use super::view::View;
use super::{players, turns};
use crate::play::{DeskError, Due, KeepError, Match, Millis, Obstacle, PlayerId, Post, Reach, Status};

impl Courier {
    /// What the players are told directly of a post that was refused or is given up; nobody is told twice of one post.
    pub(super) async fn told_instead(&self, due: &Due, trouble: &Trouble) -> Result<Vec<Post>, KeepError> {
        let Some(game) = due.post.game().filter(|_| !due.told) else { return Ok(Vec::new()) };
        let played = match self.desk.find(game).await {
            Ok(played) => played,
            Err(DeskError::Keep(error @ (KeepError::Failed(_) | KeepError::Unwritable(_)))) => return Err(error),
            // What cannot be read cannot be told of; the host finds it in the log.
            Err(_) => return Ok(Vec::new()),
        };
        // Where posts are answers, /board brings back whatever came too late.
        if played.spot.reach == Reach::Answers {
            return Ok(Vec::new());
        }
        // The place was refused before, and both know.
        let is_news = !self.desk.keep().knows_of_refusal(game).await?;
        Ok(told_instead(&due.post, &played, obstacle(trouble), is_news))
    }

    /// Tells a person what could not be posted.
    pub(super) async fn tell_undelivered(&self, due: &Due, played: &Match, about: &Undelivered) -> Result<(), Trouble> {
        let wanted = self.wanted(about.person, played).await;
        let names = players::names(&self.desk, wanted.language, played).await;
        let view = view(&self.studio, &wanted, played, &names, about, self.desk.now()).await;
        self.write_to(due, about.person, &view).await
    }
}

/// What a [`Post::Undelivered`] says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undelivered {
    pub person: PlayerId,
    pub obstacle: Obstacle,
    pub board: bool,
    pub alone: bool,
}

fn obstacle(trouble: &Trouble) -> Obstacle {
    match trouble {
        Trouble::Forbidden(_) => Obstacle::Forbidden,
        Trouble::Gone(_) => Obstacle::Gone,
        Trouble::Later { .. } | Trouble::Never(_) => Obstacle::Failed,
    }
}

/// Who is told what. `is_news` tells whether the place was not refused before: then both hear of it, also who waits.
fn told_instead(post: &Post, played: &Match, obstacle: Obstacle, is_news: bool) -> Vec<Post> {
    let game = played.id;
    let tell = |person, board, alone| Post::Undelivered { game, person, obstacle, board, alone };
    let other = |person| played.people().into_iter().find(|other| *other != person);
    match post {
        // A later board is on its way.
        Post::Board { ply, ended, .. } if *ply != played.ply() || *ended != (played.status != Status::Running) => {
            Vec::new()
        }
        Post::Board { pings, .. } => {
            let people = played.people().into_iter();
            let concerns = |person: &PlayerId| played.seat_of(*person).is_some_and(|seat| pings[seat.index()]);
            people
                .filter(|person| is_news || concerns(person))
                .map(|person| tell(person, concerns(&person), false))
                .collect()
        }
        Post::Notice { by, .. } => {
            let people = played.people().into_iter();
            let concerns = |person: &PlayerId| played.seat_of(*person) == Some(!*by);
            people
                .filter(|person| is_news || concerns(person))
                .map(|person| tell(person, concerns(&person), false))
                .collect()
        }
        Post::Analysis { .. } => played.people().into_iter().map(|person| tell(person, false, false)).collect(),
        Post::Turn { ply, .. } | Post::Reminder { ply, .. } if *ply != played.ply() => Vec::new(),
        Post::Turn { person, direct: false, .. } | Post::Reminder { person, direct: false, .. } => {
            vec![tell(*person, true, false)]
        }
        // Whoever takes no direct messages is not reached at all: only the opponent can tell them.
        Post::Turn { person, .. } | Post::Reminder { person, .. } | Post::Undelivered { person, alone: false, .. } => {
            other(*person).map(|other| tell(other, false, true)).into_iter().collect()
        }
        // The board that follows an opening is refused too, and nobody waits for the others.
        Post::Open { .. }
        | Post::Outage { .. }
        | Post::Rescue { .. }
        | Post::Digest { .. }
        | Post::Undelivered { .. } => Vec::new(),
    }
}

async fn view(
    studio: &Studio,
    wanted: &Wanted,
    played: &Match,
    names: &[String; 2],
    about: &Undelivered,
    now: Millis,
) -> View {
    let language = wanted.language;
    let text = sentence(language, played, names, about);
    if !about.board {
        return View::text(text);
    }
    let board = turns::board(studio, wanted, played, names, now, None).await;
    let offer = turns::offer(language, played, about.person).unwrap_or_default();
    let text =
        [text, board.text, offer.text].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n");
    let buttons = [board.buttons, offer.buttons].concat();
    View { text, pings: Vec::new(), buttons, ..board }
}

fn sentence(language: Language, played: &Match, names: &[String; 2], about: &Undelivered) -> String {
    let key = match (about.alone, about.obstacle) {
        (true, _) => "undelivered-alone",
        (false, Obstacle::Forbidden) => "undelivered-forbidden",
        (false, Obstacle::Gone) => "undelivered-gone",
        (false, Obstacle::Failed) => "undelivered-failed",
    };
    let values = [
        ("game", played.line.game().title().to_owned()),
        ("number", played.id.to_string()),
        ("opponent", plain(opponent(played, about.person, names), players::NAME_MAX)),
        ("place", link(Some(played.spot.place.unwrap_or(played.spot.channel)))),
    ];
    let mut text = say(language, key, &values.each_ref().map(|(key, value)| (*key, value.as_str())));
    if !about.board && !about.alone && played.people().len() > 1 {
        text.push_str(&format!(" {}", say(language, "undelivered-opponent", &[])));
    }
    text
}
