//! Notifies players by direct message of posts that could not be delivered.

use super::chat_delivery::ChatDelivery;
use crate::chat::player_names;
use crate::chat::text::Text;
use crate::chat::texts::{Language, localize, localize_with};
use crate::chat::view::View;
use crate::chat::views::board;
use crate::chat::views::match_list::link;
use crate::chat::views::notifications::opponent;
use crate::chat::views::pictures::{PictureOptions, PictureRenderer};
use crate::service::{
    DeliveryMode, DeliveryObstacle, DuePost, Match, Millis, MissedBy, PlayerId, Post, ServiceError, Status,
    StorageError,
};
use crate::workers::DeliveryError;

impl ChatDelivery {
    /// The direct messages to the players about a post that was refused or given up. Each post is reported only once.
    pub(in crate::chat) async fn notices_for_players(
        &self,
        due: &DuePost,
        error: &DeliveryError,
    ) -> Result<Vec<Post>, StorageError> {
        let Some(game) = due.post.match_id().filter(|_| !due.players_notified) else { return Ok(Vec::new()) };
        let played = match self.service.find(game).await {
            Ok(played) => played.at_location(due.location),
            Err(ServiceError::Storage(
                error @ (StorageError::Failed(_) | StorageError::Unwritable(_) | StorageError::Interrupted(_)),
            )) => {
                return Err(error);
            }
            // A match that cannot be read cannot be described; the operator finds the error in the log.
            Err(_) => return Ok(Vec::new()),
        };
        // In interaction-only locations, /board shows whatever came too late.
        if played.location.delivery_mode == DeliveryMode::InteractionOnly {
            return Ok(Vec::new());
        }
        // Both players know already if the channel refused an earlier post.
        let is_first_refusal = !self.service.queries().has_notified_refusal(played.location.id).await?;
        Ok(notices(&due.post, &played, obstacle(error), is_first_refusal))
    }

    /// Sends a player the notice about an undelivered post.
    pub(in crate::chat) async fn post_undelivered(&self, due: &DuePost, played: &Match) -> Result<(), DeliveryError> {
        let Post::Undelivered { person, obstacle, board, opponent_unreachable, .. } = due.post else { return Ok(()) };
        let named_permissions = self.sender.capabilities().named_permissions;
        let undelivered = &Undelivered { person, obstacle, board, opponent_unreachable, named_permissions };
        let options = self.picture_options(undelivered.person, played).await;
        let names = player_names::names(&self.service, options.language, played).await;
        let view = view(&self.pictures, &options, played, &names, undelivered, self.service.now()).await;
        match self.write_to(due, undelivered.person, &view, options.language).await {
            // Only the message was refused, not the place: a short one may be accepted, and nothing else can tell them.
            Err(error) if !error.is_transient() && board && obstacle == DeliveryObstacle::Failed => {
                tracing::info!(game = %played.id, %error, "a player is told where they play that a board is missing");
                let language = Language::of_locale(&played.location.language);
                let text = localize_with(language, "undelivered-here", &[("player", Text::person(person).into())]);
                self.post(due, played, &View { pings: vec![person], ..View::text(text) }).await.map(drop)
            }
            written => written,
        }
    }
}

/// The contents of a [`Post::Undelivered`].
#[derive(Clone, Copy, Debug)]
struct Undelivered {
    pub person: PlayerId,
    pub obstacle: DeliveryObstacle,
    pub board: bool,
    pub opponent_unreachable: bool,
    /// Whether the platform has permissions with names.
    pub named_permissions: bool,
}

fn obstacle(error: &DeliveryError) -> DeliveryObstacle {
    match error {
        DeliveryError::Forbidden(_) => DeliveryObstacle::Forbidden,
        DeliveryError::Closed(_) => DeliveryObstacle::Closed,
        DeliveryError::Gone(_) => DeliveryObstacle::Gone,
        DeliveryError::Later { .. } | DeliveryError::Attachment { .. } | DeliveryError::Never(_) => {
            DeliveryObstacle::Failed
        }
    }
}

/// The notices about an undelivered post. `is_first_refusal` is true if the channel refused no earlier post: then both
/// players are notified, including the one who is waiting.
fn notices(post: &Post, played: &Match, obstacle: DeliveryObstacle, is_first_refusal: bool) -> Vec<Post> {
    let undelivered = |person, board, opponent_unreachable| Post::Undelivered {
        match_id: played.id,
        person,
        obstacle,
        board,
        opponent_unreachable,
    };
    let people = played.people().into_iter();
    match post.missed_by(played.ply(), played.status != Status::Running) {
        MissedBy::Nobody => Vec::new(),
        MissedBy::Seats(seats) => {
            let is_addressee = |person: &PlayerId| played.seat_of(*person).is_some_and(|seat| seats[seat.index()]);
            people
                .filter(|person| is_first_refusal || is_addressee(person))
                .map(|person| undelivered(person, is_addressee(&person), false))
                .collect()
        }
        MissedBy::Both => people.map(|person| undelivered(person, false, false)).collect(),
        MissedBy::Person(person) => vec![undelivered(person, true, false)],
        MissedBy::Unreachable(person) => {
            people.filter(|other| *other != person).map(|other| undelivered(other, false, true)).collect()
        }
    }
}

async fn view(
    pictures: &PictureRenderer,
    options: &PictureOptions,
    played: &Match,
    names: &[String; 2],
    undelivered: &Undelivered,
    now: Millis,
) -> View {
    let language = options.language;
    let text = sentence(language, played, names, undelivered);
    if !undelivered.board {
        return View::text(text);
    }
    let mut view = board::board(pictures, options, played, names, now, None, None).await;
    view.text = text.then("\n").then(view.text);
    if let Some(offer) = board::offer(language, played, undelivered.person) {
        board::add_offer(&mut view, offer);
    }
    view.pings.clear();
    view
}

fn sentence(language: Language, played: &Match, names: &[String; 2], undelivered: &Undelivered) -> Text {
    let key = match (undelivered.opponent_unreachable, undelivered.obstacle) {
        (true, _) => "undelivered-alone",
        (false, DeliveryObstacle::Forbidden) if undelivered.named_permissions => "undelivered-forbidden",
        (false, DeliveryObstacle::Forbidden) => "undelivered-not-allowed",
        (false, DeliveryObstacle::Closed) => "undelivered-closed",
        (false, DeliveryObstacle::Gone) => "undelivered-gone",
        (false, DeliveryObstacle::Failed) => "undelivered-failed",
    };
    let number = played.id.to_string();
    let args = [
        ("game", played.line.game().title().into()),
        ("number", (&number).into()),
        ("opponent", opponent(played, undelivered.person, names)),
        ("place", link(Some(played.location.place.unwrap_or(played.location.channel))).into()),
    ];
    let mut text = localize_with(language, key, &args);
    if !undelivered.board && !undelivered.opponent_unreachable && played.people().len() > 1 {
        text.push(" ");
        text.push(localize(language, "undelivered-opponent", &[]));
    }
    text
}
