//! Which puzzle is the board of the day.

use crate::catalog::{AnyGame, PuzzleCard};
use crate::rules::SeededRng;
use crate::service::ids::PlaceId;
use std::ops::RangeInclusive;

/// The ratings of the boards of the day: hard enough to think about, and easy enough for many.
const MIDDLING: RangeInclusive<u16> = 1200..=1600;
/// The rating of a puzzle that is neither easy nor hard.
const MIDDLE: u16 = 1400;
/// Out of this many puzzles one is drawn if none is of a middling rating.
const NEAREST: usize = 20;
/// This many boards of a channel have different puzzles: those of more than a year.
pub const DISTINCT: u32 = 370;

/// Chooses the puzzle for a day in a channel, from these games, which take turns, as do the themes of each. It is none
/// of `recent`, unless they are all. The same values always give the same puzzle.
pub fn choose(
    games: &[&'static dyn AnyGame],
    place: PlaceId,
    day: i64,
    recent: &[(String, u32)],
) -> Option<(&'static dyn AnyGame, PuzzleCard)> {
    let games: Vec<&'static dyn AnyGame> = games.iter().copied().filter(|game| !game.puzzles().is_empty()).collect();
    let turn = SeededRng::new(place.0).draw() % 1_000 + day.unsigned_abs();
    let count = games.len() as u64;
    let game = *games.get(turn.checked_rem(count)? as usize)?;
    let all = game.puzzles();
    let is_recent =
        |card: &PuzzleCard| recent.iter().any(|(name, number)| name == game.name() && *number == card.number);
    let fresh: Vec<PuzzleCard> = all.iter().copied().filter(|card| !is_recent(card)).collect();
    let fresh = if fresh.is_empty() { all } else { fresh };
    let themes = game.puzzle_themes();
    let theme = themes.get((turn / count).checked_rem(themes.len() as u64)? as usize)?;
    let of_theme = fresh.iter().copied().filter(|card| card.theme == *theme && MIDDLING.contains(&card.rating));
    let mut candidates: Vec<PuzzleCard> = of_theme.collect();
    if candidates.is_empty() {
        candidates = fresh.iter().copied().filter(|card| MIDDLING.contains(&card.rating)).collect();
    }
    if candidates.is_empty() {
        candidates = fresh;
        candidates.sort_by_key(|card| (card.rating.abs_diff(MIDDLE), card.number));
        candidates.truncate(NEAREST);
    }
    let drawn = SeededRng::new(place.0 ^ day.unsigned_abs().rotate_left(32)).below(candidates.len() as u64);
    candidates.get(drawn as usize).map(|card| (game, *card))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn a_year_of_boards_has_all_games_and_themes_and_no_puzzle_twice() {
        let catalog = Catalog::standard();
        let mut recent: Vec<(String, u32)> = Vec::new();
        let mut themes: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let mut middling = 0;
        for day in 20_000..20_366 {
            let (game, card) = choose(catalog.games(), PlaceId(7), day, &recent).expect("a puzzle");
            assert_eq!(choose(catalog.games(), PlaceId(7), day, &recent).map(|(_, card)| card), Some(card));
            assert!(!recent.contains(&(game.name().to_owned(), card.number)), "{day}");
            recent.push((game.name().to_owned(), card.number));
            themes.entry(game.name()).or_default().insert(card.theme);
            middling += u32::from(MIDDLING.contains(&card.rating));
        }
        assert_eq!(middling, 366);
        for game in catalog.games() {
            // No puzzle of some themes is of a middling rating.
            let possible = game.puzzles().into_iter().filter(|card| MIDDLING.contains(&card.rating));
            assert_eq!(themes[game.name()], possible.map(|card| card.theme).collect(), "{}", game.name());
            let count = recent.iter().filter(|(name, _)| name == game.name()).count();
            assert_eq!(count, 366 / catalog.games().len(), "{}: the games take turns", game.name());
        }
    }

    #[test]
    fn a_channel_with_one_game_has_no_puzzle_twice_in_a_year_and_never_none() {
        let catalog = Catalog::standard();
        let barrier = [catalog.game("barrier").expect("a game")];
        let mut seen: Vec<(String, u32)> = Vec::new();
        for day in 0..800 {
            let recent = &seen[seen.len().saturating_sub(DISTINCT as usize)..];
            let (_, card) = choose(&barrier, PlaceId(7), day, recent).expect("a puzzle");
            assert!(!recent.iter().any(|(_, number)| *number == card.number), "{day}");
            seen.push(("barrier".to_owned(), card.number));
        }
        let all: Vec<_> = barrier[0].puzzles().iter().map(|card| ("barrier".to_owned(), card.number)).collect();
        assert!(choose(&barrier, PlaceId(7), 1, &all).is_some(), "then it begins again");
        assert!(choose(&[], PlaceId(7), 1, &[]).is_none());
    }

    #[test]
    fn channels_have_different_boards() {
        let catalog = Catalog::standard();
        let chosen =
            |place| choose(catalog.games(), PlaceId(place), 20_000, &[]).map(|(game, card)| (game.name(), card.number));
        let all: BTreeSet<_> = (0..50).filter_map(chosen).collect();
        assert!(all.len() > 40, "{}", all.len());
    }
}
