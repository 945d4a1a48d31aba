//! The fast rules and the naive ones agree at every ply of thousands of random games.

use crate::naive::{Naive, barrier, dvonn, zertz};
use std::collections::{BTreeMap, BTreeSet};
use tablero::rules::dvonn::{Dvonn, Phase, Setup as DvonnSetup, Start};
use tablero::rules::hex::{Cell, Cells, Grid};
use tablero::rules::zertz::{Marble, Zertz};
use tablero::rules::{Game, Line, Notation, Outcome, Seat, SeededRng, barrier as fast_barrier, setup};
use tablero::rules::{dvonn as fast_dvonn, zertz as fast_zertz};

/// Plays a random game with both and compares their observable state at every ply. Returns the number of plies.
fn agree<G: Notation, N: Naive>(start: &Line<G>, naive: &N, seed: u64, same: impl Fn(&G, &N)) -> usize {
    let mut rng = SeededRng::new(seed);
    let (mut line, mut naive) = (start.clone(), naive.clone());
    loop {
        let mut legal: Vec<String> = match line.ending() {
            None => line.position().moves().iter().map(G::Move::to_string).collect(),
            Some(_) => Vec::new(),
        };
        legal.sort_unstable();
        let place = || format!("seed {seed}, ply {}, {}", line.moves().len(), naive.picture());
        assert_eq!(legal, naive.legal(), "{}", place());
        let outcome = line.outcome().map(|outcome| match outcome {
            Outcome::Draw => 0,
            Outcome::Win(seat) => seat.index() as u8 + 1,
        });
        assert_eq!(outcome, naive.outcome(), "{}", place());
        if outcome.is_none() {
            assert_eq!(line.seat().index() as u8 + 1, naive.seat(), "{}", place());
        }
        same(line.position(), &naive);
        if legal.is_empty() {
            return line.moves().len();
        }
        let text = &legal[rng.below(legal.len() as u64) as usize];
        let place = place();
        line.play_text(text).unwrap_or_else(|error| panic!("{error}: {place}"));
        naive = naive.play(text);
    }
}

fn places(grid: &Grid, cells: Cells) -> BTreeSet<(u8, u8)> {
    cells.map(|cell| grid.coordinates(cell)).collect()
}

fn counts(marbles: &zertz::Marbles) -> [u8; 3] {
    ['W', 'G', 'B'].map(|colour| marbles.get(&colour).copied().unwrap_or(0))
}

fn same_zertz(fast: &Zertz, naive: &zertz::Zertz) {
    let grid = &fast_zertz::GRID;
    assert_eq!(places(grid, fast.rings()), naive.rings);
    for marble in Marble::ALL {
        let slow = naive.marbles.iter().filter(|(_, colour)| **colour == marble.letter()).map(|(ring, _)| *ring);
        assert_eq!(places(grid, fast.marbles(marble)), slow.collect());
    }
    assert_eq!(fast.pool(), counts(&naive.pool));
    assert_eq!(Seat::BOTH.map(|seat| fast.captured(seat)), [counts(&naive.captured[0]), counts(&naive.captured[1])]);
}

fn same_dvonn(fast: &Dvonn, naive: &dvonn::Dvonn) {
    let grid = &fast_dvonn::GRID;
    let stack_of = |space: Cell| {
        let stack = fast.stack(space)?;
        let top = match stack.owner {
            None => 'r',
            Some(Seat::One) => 'w',
            Some(Seat::Two) => 'b',
        };
        Some((grid.coordinates(space), (top, stack.height as usize, stack.reds as usize)))
    };
    let fast_stacks: BTreeMap<_, _> = grid.all().filter_map(stack_of).collect();
    let reds = |stack: &[char]| stack.iter().filter(|piece| **piece == 'r').count();
    let slow = naive.stacks.iter().map(|(space, stack)| (*space, (stack[stack.len() - 1], stack.len(), reds(stack))));
    assert_eq!(fast_stacks, slow.collect());
    let placed = match fast.phase() {
        Phase::Placing(placed) => placed,
        Phase::Stacking => 49,
    };
    assert_eq!(placed, naive.placed);
    for (seat, colour) in Seat::BOTH.into_iter().zip(['w', 'b']) {
        let owned = naive.stacks.values().filter(|stack| stack[stack.len() - 1] == colour);
        assert_eq!(fast.score(seat) as usize, owned.map(Vec::len).sum::<usize>());
    }
}

fn same_barrier(fast: &fast_barrier::Barrier, naive: &barrier::Barrier) {
    let place = |square: fast_barrier::Square| (square.column(), square.number());
    assert_eq!(fast.blocked().map(place).collect::<BTreeSet<_>>(), naive.blocked);
    assert_eq!(Seat::BOTH.map(|seat| fast.knight(seat).map(place)), naive.knights);
}

fn agree_on_zertz(claims: &str, games: u64) {
    for variant in ["37", "40", "43", "44", "48", "61", "blitz"] {
        let setup = setup::read(&format!("variant={variant} claims={claims}")).expect("the setup exists");
        let naive = zertz::Zertz::new(variant, claims == "optional");
        for seed in 0..games {
            agree(&Line::<Zertz>::new(&setup), &naive, seed, same_zertz);
        }
    }
}

#[test]
fn on_zertz_with_automatic_claims() {
    agree_on_zertz("automatic", 100);
}

#[test]
fn on_zertz_with_optional_claims() {
    agree_on_zertz("optional", 20);
}

#[test]
fn on_dvonn_from_an_empty_board() {
    for seed in 0..500 {
        agree(&Line::<Dvonn>::new(&DvonnSetup::default()), &dvonn::Dvonn::new(), seed, same_dvonn);
    }
}

#[test]
fn on_dvonn_from_random_boards() {
    for deal in 0..500 {
        let position = Dvonn::new(&DvonnSetup { start: Start::Random, deal: Some(deal), swap: false });
        let piece = |space| match position.stack(space).and_then(|stack| stack.owner) {
            None => 'r',
            Some(Seat::One) => 'w',
            Some(Seat::Two) => 'b',
        };
        let pieces = fast_dvonn::GRID.all().map(|space| (fast_dvonn::GRID.coordinates(space), piece(space))).collect();
        agree(&Line::from_position(position), &dvonn::Dvonn::full(&pieces), deal, same_dvonn);
    }
}

#[test]
fn on_barrier_of_every_size() {
    for size in 5..=10 {
        let setup = fast_barrier::Setup::new(size).expect("the size exists");
        for seed in 0..200 {
            agree(&Line::new(&setup), &barrier::Barrier::new(size), seed, same_barrier);
        }
    }
}

/// Endgames of ZÈRTZ with an empty pool are rare in random games, so they are also composed: the pool is dealt to
/// the players and the board before the game goes on.
#[test]
fn on_zertz_with_an_empty_pool() {
    let mut compared = 0;
    for seed in 0..400 {
        let mut rng = SeededRng::new(seed);
        let Some((text, naive)) = deal_zertz(&mut rng) else { continue };
        let Ok(position) = Zertz::read_position(&text) else { continue };
        compared += agree(&Line::from_position(position), &naive, seed, same_zertz);
    }
    assert!(compared > 400, "only {compared} plies were compared");
}

/// A position with an empty pool: marbles on random rings of a small random board, the others captured.
fn deal_zertz(rng: &mut SeededRng) -> Option<(String, zertz::Zertz)> {
    let optional = rng.below(2) == 0;
    let mut naive = zertz::Zertz::new("37", optional);
    let gone = rng.below(12);
    for _ in 0..gone {
        // Rings are removed from the rim, as in games.
        let rim: Vec<_> = naive.rings.iter().filter(|ring| !surrounded(&naive.rings, **ring)).copied().collect();
        naive.rings.remove(&rim[rng.below(rim.len() as u64) as usize]);
    }
    let mut vacant: Vec<_> = naive.rings.iter().copied().collect();
    for (colour, total, most) in [('W', 6, 3), ('G', 8, 4), ('B', 10, 5)] {
        let captured = [rng.below(most) as u8, rng.below(most) as u8];
        naive.pool.insert(colour, 0);
        for (hand, count) in naive.captured.iter_mut().zip(captured) {
            hand.insert(colour, count);
        }
        for _ in 0..total - captured[0] - captured[1] {
            if vacant.is_empty() {
                return None;
            }
            let ring = vacant.swap_remove(rng.below(vacant.len() as u64) as usize);
            naive.marbles.insert(ring, colour);
        }
    }
    naive.past = vec![naive.picture()];
    Some((zertz_text(&naive, optional), naive))
}

fn surrounded(rings: &BTreeSet<(u8, u8)>, ring: (u8, u8)) -> bool {
    crate::naive::AROUND
        .iter()
        .all(|direction| crate::naive::step(ring, *direction).is_some_and(|n| rings.contains(&n)))
}

fn zertz_text(naive: &zertz::Zertz, optional: bool) -> String {
    let sign = |ring: &(u8, u8)| match naive.marbles.get(ring) {
        Some(colour) => *colour,
        None if naive.rings.contains(ring) => 'o',
        None => '.',
    };
    let whole = zertz::board("37");
    let column = |c: u8| whole.iter().filter(|ring| ring.0 == c).map(sign).collect::<String>();
    let columns: Vec<String> = (1..=7).map(column).collect();
    let claims = if optional { "optional" } else { "automatic" };
    let hands = naive.captured.each_ref().map(|hand| counts(hand).map(|count| count.to_string()).join(","));
    format!("37 {claims} {} 0,0,0 {} {} {}", columns.join("/"), hands[0], hands[1], naive.seat)
}
