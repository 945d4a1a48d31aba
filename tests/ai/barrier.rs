//! The Barrier solver is correct whatever its table contains, and stops when requested.

use super::naive_knights::Knights;
use tablero::ai::barrier::symmetry::wedge;
use tablero::ai::barrier::{Solver, Weights, evaluate, openings};
use tablero::rules::barrier::setup::SIZES;
use tablero::rules::barrier::{Barrier, Move, Setup, Square};
use tablero::rules::{Game, Notation, Seat, SeededRng};

fn empty(size: u8) -> Barrier {
    Barrier::new(&Setup::new(size).expect("a size of the board"))
}

fn after(position: &Barrier, m: Move) -> Barrier {
    let mut next = *position;
    assert!(position.is_legal(m), "{m} in {}", position.write_position());
    next.play_unchecked(m);
    next
}

fn placed(size: u8, first: Square, second: Square) -> Barrier {
    after(&after(&empty(size), Move::Place(first)), Move::Place(second))
}

fn bare(bytes: usize) -> Solver {
    Solver::new(bytes).without_openings()
}

fn solve(solver: &mut Solver, position: &Barrier) -> bool {
    solver.solve(position, &mut || false).expect("the search is not stopped").wins
}

/// A position after this many random moves, unless the game is over by then.
fn drawn(size: u8, plies: u64, rng: &mut SeededRng) -> Option<Barrier> {
    let mut position = empty(size);
    for _ in 0..plies {
        let number = rng.below(position.count_moves().max(1));
        position = after(&position, position.nth_move(number)?);
    }
    position.ending().is_none().then_some(position)
}

/// Positions late enough for the naive solver and early enough to be interesting.
fn late(count: usize, rng: &mut SeededRng) -> Vec<Barrier> {
    let sizes = [(5, 2..5), (6, 6..9), (7, 9..13), (8, 14..18), (9, 19..23), (10, 24..29)];
    let mut found = Vec::new();
    while found.len() < count {
        let (size, plies) = &sizes[found.len() % sizes.len()];
        let plies = plies.start + rng.below(plies.end - plies.start);
        found.extend(drawn(*size, plies, rng));
    }
    found
}

#[test]
fn every_placement_on_5x5_has_the_winner_of_the_whole_game_tree() {
    let (mut solver, mut with_table) = (bare(1 << 16), Solver::new(1 << 16));
    let board = empty(5);
    for first in board.squares() {
        for second in board.squares().filter(|second| *second != first) {
            let position = placed(5, first, second);
            let wins = Knights::of(&position).wins();
            assert_eq!(solve(&mut solver, &position), wins, "{first} {second}");
            assert_eq!(solve(&mut with_table, &position), wins, "{first} {second} by the table");
        }
    }
}

#[test]
fn verdicts_and_distances_are_those_of_the_whole_game_tree() {
    let mut rng = SeededRng::new(3);
    let mut solver = bare(1 << 20);
    let mut distances = [0; 10];
    for position in late(300, &mut rng) {
        let (wins, plies) = Knights::of(&position).verdict();
        let (m, verdict) = solver.best(&position, &mut || false).expect("the search is not stopped");
        let text = position.write_position();
        assert_eq!(verdict.wins, wins, "{text}");
        assert_eq!(verdict.plies, Some(plies), "{text}");
        let next = Knights::of(&after(&position, m)).verdict();
        assert_eq!(next.0, !wins, "{m} in {text}");
        if wins {
            assert_eq!(next.1 + 1, plies, "{m} in {text} wins, but not soonest");
            distances[(plies as usize).min(9)] += 1;
        }
    }
    assert!(distances[1] > 0 && distances[3] > 0 && distances[5] > 0, "{distances:?} wins in so many plies");
}

#[test]
fn of_two_walks_to_one_target_the_one_that_wins_is_found() {
    let mut rng = SeededRng::new(8);
    let mut solver = bare(1 << 16);
    let mut found = 0;
    for position in late(400, &mut rng) {
        let losing = |m: Move| !Knights::of(&after(&position, m)).wins();
        let winning: Vec<Move> = position.moves().into_iter().filter(|m| losing(*m)).collect();
        let [only] = winning[..] else { continue };
        let Move::Walk { walk, .. } = only else { continue };
        let twin = |m: &Move| *m != only && matches!(m, Move::Walk { walk: other, .. } if other.target == walk.target);
        if position.moves().iter().any(twin) {
            found += 1;
            let best = solver.best(&position, &mut || false).expect("the search is not stopped");
            assert_eq!(best.0, only, "{}", position.write_position());
        }
    }
    assert!(found > 10, "only {found} such positions");
}

#[test]
fn when_the_knights_cannot_meet_the_longer_walk_wins() {
    // A wall separates the knights, with more space on one side or on the other. In the last one White, to move, has no
    // more walks than Black.
    let mut solver = bare(1 << 16);
    for (line, longer) in [
        ("W..#.B/...#../...#../...#../...#../...#.. w", true),
        ("W.#..B/..#.../..#.../..#.../..#.../..#... w", false),
        ("W.#.B/..#../..#../..#../.##.. w", false),
    ] {
        let position = Barrier::read_position(line).expect("a position");
        let verdict = solver.best(&position, &mut || false).expect("the search is not stopped").1;
        assert_eq!(
            (verdict.wins, verdict.plies.expect("the number of plies is known")),
            Knights::of(&position).verdict(),
            "{line}"
        );
        assert_eq!(verdict.wins, longer, "{line}");
    }
}

#[test]
fn values_do_not_depend_on_earlier_searches() {
    let mut rng = SeededRng::new(4);
    // One solver with a tiny table, one that has solved all other positions, and one that starts empty.
    let (mut forgetful, mut experienced) = (bare(0), bare(1 << 22));
    for _ in 0..60 {
        for (size, plies) in [(6, 4), (7, 5), (8, 8), (10, 16)] {
            let Some(position) = drawn(size, plies, &mut rng) else { continue };
            let wins = solve(&mut bare(1 << 20), &position);
            assert_eq!(solve(&mut forgetful, &position), wins, "{}", position.write_position());
            assert_eq!(solve(&mut experienced, &position), wins, "{}", position.write_position());
        }
    }
}

#[test]
fn the_opening_table_agrees_with_the_solver() {
    let mut rng = SeededRng::new(6);
    for size in SIZES {
        let samples = [12, 12, 12, 6, 2, 0][usize::from(size) - 5];
        let board = empty(size);
        let mut solver = bare(1 << 22);
        for _ in 0..samples {
            let position = loop {
                if let Some(position) = drawn(size, 2, &mut rng) {
                    break position;
                }
            };
            let [first, second] = Seat::BOTH.map(|seat| position.knight(seat).expect("a knight"));
            let entry = openings::entry(&board, first, second).expect("a table of this size");
            assert_eq!(entry.len(), position.moves().len());
            let (walk, answer) = entry[rng.below(entry.len() as u64) as usize];
            let next = after(&position, walk);
            assert_eq!(answer.is_some(), solve(&mut solver, &next), "{walk} after {first} {second}");
            if let Some(answer) = answer {
                assert!(!solve(&mut solver, &after(&next, answer)), "{answer} after {first} {second} {walk}");
            }
        }
    }
}

#[test]
fn the_table_has_every_opening_of_every_size() {
    for size in SIZES {
        let board = empty(size);
        for first in wedge(size) {
            for second in board.squares().filter(|second| *second != first) {
                let walks = placed(size, first, second).count_moves() as usize;
                let entry = openings::entry(&board, first, second);
                assert_eq!(entry.map(|entry| entry.len()), Some(walks), "{first} {second} on {size}×{size}");
            }
        }
    }
}

#[test]
fn the_first_knight_is_put_where_the_fewest_replies_win() {
    for size in SIZES {
        let board = empty(size);
        let mut solver = Solver::new(1 << 10);
        let (first, verdict) = solver.best(&board, &mut || true).expect("the table answers without a search");
        let Move::Place(square) = first else { panic!("{first} puts no knight on the board") };
        let replies = openings::winning_replies(&board, square).expect("a table").len();
        let fewest = wedge(size).map(|first| openings::winning_replies(&board, first).expect("a table").len()).min();
        assert_eq!(Some(replies), fewest);
        assert_eq!(verdict.wins, replies == 0);
        let (second, verdict) =
            solver.best(&after(&board, first), &mut || true).expect("the table answers without a search");
        let position = after(&after(&board, first), second);
        assert_eq!(verdict.wins, replies > 0);
        assert_eq!(solver.solve(&position, &mut || true).map(|verdict| verdict.wins), Some(replies == 0));
    }
}

#[test]
fn a_won_game_is_won() {
    let mut rng = SeededRng::new(9);
    for game in 0..18 {
        let size = 5 + (game % 4) as u8;
        let mut solver = Solver::new(1 << 20);
        let mut position = empty(size);
        let winner = match solver.solve(&position, &mut || false).expect("a table").wins {
            true => position.seat(),
            false => !position.seat(),
        };
        while position.ending().is_none() {
            // The loser errs at random or resists as well as it can.
            let m = if position.seat() == winner || game % 2 == 0 {
                solver.best(&position, &mut || false).expect("the search is not stopped").0
            } else {
                position.nth_move(rng.below(position.count_moves())).expect("a move")
            };
            position = after(&position, m);
        }
        assert_eq!(position.seat(), !winner, "{}", position.write_position());
    }
}

#[test]
fn a_lost_position_has_a_move_that_resists() {
    let mut rng = SeededRng::new(10);
    let mut solver = bare(1 << 20);
    let mut lost = 0;
    for position in late(120, &mut rng) {
        let (wins, plies) = Knights::of(&position).verdict();
        if !wins {
            lost += 1;
            let (m, verdict) = solver.best(&position, &mut || false).expect("the search is not stopped");
            assert_eq!(verdict.plies, Some(plies));
            assert!(position.is_legal(m));
        }
    }
    assert!(lost > 10);
}

#[test]
fn a_stop_ends_the_search_soon() {
    let position = placed(10, Square::at(5, 5).expect("e5"), Square::at(6, 7).expect("f7"));
    let mut solver = bare(1 << 20);
    assert_eq!(solver.best(&position, &mut || true), None);
    assert!(solver.nodes() <= 256, "{} positions without a question", solver.nodes());
    let mut questions = 0;
    let mut stop = || {
        questions += 1;
        questions > 40
    };
    assert_eq!(solver.solve(&position, &mut stop), None);
    assert_eq!(questions, 41, "it does not ask again after it was told to stop");
    // The aborted search has left no wrong entries in the table.
    let mut rng = SeededRng::new(13);
    for position in late(60, &mut rng) {
        assert_eq!(solve(&mut solver, &position), Knights::of(&position).wins(), "{}", position.write_position());
    }
}

#[test]
fn the_node_limit_is_respected() {
    let position = placed(10, Square::at(5, 5).expect("e5"), Square::at(6, 7).expect("f7"));
    let mut solver = bare(1 << 20).with_node_limit(1000);
    assert_eq!(solver.solve(&position, &mut || false), None);
    assert!(solver.nodes() <= 1001, "{}", solver.nodes());
}

#[test]
fn a_finished_game_is_lost_and_has_no_move() {
    let stuck = Barrier::read_position("W#..B/##.../###../...../..... w").expect("a position");
    let mut solver = bare(1 << 10);
    assert!(!solve(&mut solver, &stuck));
    assert_eq!(solver.best(&stuck, &mut || false), None);
}

#[test]
fn the_evaluation_favours_the_winner() {
    let mut rng = SeededRng::new(12);
    let mut solver = bare(1 << 20);
    let (mut right, mut all) = (0, 0);
    for _ in 0..400 {
        let Some(position) = drawn(7 + (all % 2) as u8, 6, &mut rng) else { continue };
        let wins = solve(&mut solver, &position);
        right += usize::from((evaluate(&position, &Weights::default()) > 0) == wins);
        all += 1;
    }
    assert!(right * 4 > all * 3, "{right} of {all}");
}

#[test]
fn the_document_agrees_with_the_opening_table() {
    let document = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/barrier.md"));
    for size in SIZES {
        let heading = format!("## {size}×{size}: ");
        let section = document.split(&heading).nth(1).and_then(|after| after.split("\n## ").next());
        let section = section.unwrap_or_else(|| panic!("docs/barrier.md has no section {heading:?}"));
        let board = empty(size);
        let mut winning = 0;
        for first in wedge(size) {
            let replies = openings::winning_replies(&board, first).expect("a table").len();
            winning += replies as usize;
            assert!(section.contains(&format!("\n| {first} | {replies} |")), "{first} on {size}×{size}: {replies}");
        }
        let pictures = section.split("```").nth(1).expect("pictures");
        assert_eq!(pictures.matches('+').count(), winning, "the pictures of {size}×{size}");
        let white_wins = section.starts_with("White");
        assert_eq!(white_wins, Solver::new(0).solve(&board, &mut || false).expect("a table").wins);
    }
}
