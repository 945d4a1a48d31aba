//! Moves typed without a command, in the thread of a game or in direct messages.

use super::arrival::Arrival;
use super::request::RequestKind;
use super::views::board;
use crate::catalog::AnyLine;
use crate::rules::notation::UNREADABLE;
use crate::service::{
    GameService, Match, MatchFilter, PlaceId, PlayError, PlayerId, RunningMatch, ServiceError, Status,
};

/// The maximum length, in characters, of a word that counts as a mistyped move.
const NEAR_MISS_MAX: usize = 20;
/// The maximum number of running games to search for the one the player means.
const RUNNING_MAX: u32 = 50;

/// How closely a text resembles a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Likeness {
    /// A legal move.
    Legal,
    /// Not a legal move, but probably meant as one.
    NearMiss,
    /// Not a move.
    Different,
}

/// The request to play this text in the author's game at this place, and how closely it resembles a move. `None` if the
/// author has no game there.
///
/// # Errors
/// If storage fails.
pub(super) async fn read(
    service: &GameService,
    from: &Arrival,
    text: &str,
) -> Result<Option<(Likeness, RequestKind)>, ServiceError> {
    let Some(person) = from.person else { return Ok(None) };
    let found = match from.is_direct {
        true => only_game(service, person, from.place).await?,
        false => game_at(service, person, from.place).await?,
    };
    let text = text.trim_start_matches('!').trim().to_owned();
    Ok(found.map(|found| {
        let action = board::TYPED.at(found.id, found.ply());
        (likeness(&*found.line, &text), RequestKind::FormSubmitted { action, text })
    }))
}

/// Whether the author has a running game at this place.
///
/// # Errors
/// If storage fails.
pub(super) async fn plays(service: &GameService, from: &Arrival) -> Result<bool, ServiceError> {
    match from.person {
        Some(person) => Ok(game_at(service, person, from.place).await?.is_some()),
        None => Ok(false),
    }
}

/// The running game of a person at a place.
async fn game_at(
    service: &GameService,
    person: PlayerId,
    place: Option<PlaceId>,
) -> Result<Option<Match>, ServiceError> {
    let Some(place) = place else { return Ok(None) };
    match service.find_at(place, person, MatchFilter::Running).await {
        Ok(found) => {
            let is_here = found.locations().any(|location| location.place == Some(place));
            Ok(Some(found)
                .filter(|found| is_here && found.status == Status::Running && found.seat_of(person).is_some()))
        }
        Err(ServiceError::Play(PlayError::Unknown)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// A person's only running game; else their only one at this place; else the only one there in which it is their turn.
async fn only_game(
    service: &GameService,
    person: PlayerId,
    place: Option<PlaceId>,
) -> Result<Option<Match>, ServiceError> {
    let (running, _) = service.running(person, RUNNING_MAX).await?;
    let here = |game: &&RunningMatch| game.place.is_some() && game.place == place;
    let own_turn = |game: &&RunningMatch| here(game) && game.turn == Some(game.seat);
    let only = [&(|_: &&RunningMatch| true) as &dyn Fn(&&RunningMatch) -> bool, &here, &own_turn].into_iter().find_map(
        |fits| {
            let mut fitting = running.iter().filter(fits);
            fitting.next().filter(|_| fitting.next().is_none())
        },
    );
    match only {
        Some(game) => service.find(game.id).await.map(Some),
        None => Ok(None),
    }
}

/// How closely a text resembles a move in a position.
pub(super) fn likeness(line: &dyn AnyLine, text: &str) -> Likeness {
    match line.copy().play(text) {
        Ok(_) => Likeness::Legal,
        Err(refused) if refused.code != UNREADABLE || looks_like_a_move(text) => Likeness::NearMiss,
        Err(_) => Likeness::Different,
    }
}

/// Whether a text looks like a mistyped move: one short word that starts with a letter and has a digit. Anything else
/// is probably chat between the players.
fn looks_like_a_move(text: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_alphanumeric() || ",-~×–—→".contains(c);
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.contains(|c: char| c.is_ascii_digit())
        && text.chars().all(is_sign)
        && text.chars().count() <= NEAR_MISS_MAX
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;

    #[test]
    fn a_legal_move_a_near_miss_and_talk_are_told_apart() {
        let catalog = Catalog::standard();
        let line = catalog.game("zertz").expect("the game").start("").expect("the setup");
        for text in ["Wd4,a1", "wd4,a1.", "`Wd4,a1`", "W D4 , A1"] {
            assert_eq!(likeness(&*line, text), Likeness::Legal, "{text}");
        }
        for text in ["Wd4", "d4", "Wd4a1", "Wz9,a1", "a1→a9", "g5xe3"] {
            assert_eq!(likeness(&*line, text), Likeness::NearMiss, "{text}");
        }
        for text in ["ok", "good move", "1", "see you at 10", "d4 looks good to me", "b/c"] {
            assert_eq!(likeness(&*line, text), Likeness::Different, "{text}");
        }
    }
}
