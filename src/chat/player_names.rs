//! Looks up player names for pictures and for texts that must not ping anyone.

use super::texts::Language;
use super::texts::players::{or_default_logged, person_name, seat_names};
use crate::service::{GameService, Match, PlayerId, RunningMatch};

/// The names of both players of a match in pictures and records.
pub async fn names(service: &GameService, language: Language, played: &Match) -> [String; 2] {
    let known = or_default_logged(service.queries().player_names(&played.people()).await);
    seat_names(language, played.players, &known)
}

/// The name of a player for pictures, records and messages that must not ping them.
pub async fn name(service: &GameService, language: Language, id: PlayerId) -> String {
    let known = or_default_logged(service.queries().player_names(&[id]).await);
    person_name(language, id, &known)
}

/// The stored names of the opponents in these matches.
pub async fn of_opponents(service: &GameService, running: &[RunningMatch]) -> Vec<(PlayerId, String)> {
    let people: Vec<PlayerId> = running.iter().filter_map(|listed| listed.opponent.person()).collect();
    or_default_logged(service.queries().player_names(&people).await)
}
