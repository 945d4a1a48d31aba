//! The reasons that losers read are true: they are checked against the text of the moves and the positions alone.

use tablero::ai::Value;
use tablero::ai::explain::Explain;
use tablero::rules::barrier::Barrier;
use tablero::rules::dvonn::Dvonn;
use tablero::rules::zertz::Zertz;
use tablero::rules::{Game, Line, Notation, Outcome, Seat, SeededRng, setup};

/// Random games that were not drawn, each with its loser.
fn lost_games<G: Notation>(name: &str, count: u64) -> Vec<(Line<G>, Seat)> {
    let mut games = Vec::new();
    for seed in 0..count {
        let mut rng = SeededRng::new(seed);
        let mut line = Line::<G>::new(&setup::read(name).expect("a setup"));
        while line.ending().is_none() {
            let m = line.position().nth_move(rng.below(line.position().count_moves())).expect("a move");
            assert!(line.play(m));
        }
        if let Some(Outcome::Win(winner)) = line.outcome() {
            games.push((line, !winner));
        }
    }
    games
}

/// The count with this name in the finding about a game; 0 if there is no finding.
fn count<G: Explain>(line: &Line<G>, loser: Seat, name: &str) -> u32 {
    match G::defeat(line, loser).as_ref().and_then(|found| found.arg(name)) {
        Some(Value::Count(count)) => *count,
        None => 0,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_marbles_given_away_in_zertz_were_captured_right_after_a_placement() {
    let mut found = 0;
    for (line, loser) in lost_games::<Zertz>("variant=blitz", 40) {
        let moves: Vec<String> = line.moves().iter().map(ToString::to_string).collect();
        let jumps = |text: &str| text.matches('x').count() as u32;
        let (mut position, mut given, mut all) = (*line.start(), 0, 0);
        for (number, m) in line.moves().iter().enumerate() {
            if position.seat() != loser {
                let before = number.checked_sub(1).map(|before| moves[before].as_str());
                all += jumps(&moves[number]);
                given += if before.is_some_and(|before| jumps(before) == 0) { jumps(&moves[number]) } else { 0 };
            }
            position.play_unchecked(*m);
        }
        let expected = if given > 0 && all > 1 { [given, all] } else { [0, 0] };
        assert_eq!(["count", "all"].map(|name| count(&line, loser, name)), expected, "{moves:?}");
        found += u32::from(given > 0);
    }
    assert!(found > 10, "{found} games");
}

#[test]
fn the_pieces_lost_in_dvonn_left_the_losers_stacks_by_the_winners_moves() {
    let mut abouts = std::collections::BTreeSet::new();
    for (line, loser) in lost_games::<Dvonn>("start=random deal=7", 40) {
        let (mut position, mut lost) = (*line.start(), 0);
        for m in line.moves() {
            let (by_winner, before) = (position.seat() != loser, position.score(loser));
            position.play_unchecked(*m);
            lost += if by_winner { before - position.score(loser) } else { 0 };
        }
        let count = count(&line, loser, "count");
        assert!(count <= lost && 2 * count >= lost, "{count} of {lost}");
        abouts.extend(Dvonn::defeat(&line, loser).map(|found| found.about));
    }
    assert_eq!(abouts, ["covered", "cut"].into());
}

/// Counts the walks of a seat in the position's text, whichever seat is to move.
fn walks(position: &Barrier, seat: Seat) -> usize {
    let text = position.write_position();
    let board = text.split(' ').find(|word| word.contains('/')).expect("the board");
    let rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
    let letter = if seat == Seat::One { 'W' } else { 'B' };
    let at = |sign| {
        let row = rows.iter().position(|row| row.contains(&sign))?;
        Some((row as i32, rows[row].iter().position(|known| *known == sign)? as i32))
    };
    let Some(start) = at(letter) else { return 0 };
    let is_free = |row: i32, column: i32| {
        let row = usize::try_from(row).ok().and_then(|row| rows.get(row));
        row.zip(usize::try_from(column).ok()).and_then(|(row, column)| row.get(column)) == Some(&'.')
    };
    let steps = |(down, right): (i32, i32), count: usize| std::iter::repeat_n((down, right), count);
    let mut count = 0;
    for first in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
        for second in [(first.1, first.0), (-first.1, -first.0)] {
            for length in 1..=2 {
                let mut here = start;
                let free = steps(first, length).chain(steps(second, 3 - length)).all(|(down, right)| {
                    here = (here.0 + down, here.1 + right);
                    is_free(here.0, here.1)
                });
                count += usize::from(free);
            }
        }
    }
    count
}

#[test]
fn the_winner_of_barrier_has_more_walks_from_the_turn_on_that_is_named() {
    let mut found = 0;
    for (line, loser) in lost_games::<Barrier>("variant=6", 40) {
        let mut position = *line.start();
        let mut ahead = Vec::new();
        for m in line.moves() {
            position.play_unchecked(*m);
            ahead.push(position.is_walking() && walks(&position, !loser) > walks(&position, loser));
        }
        let turn = count(&line, loser, "turn") as usize;
        let last = ahead.iter().rposition(|ahead| !ahead).map_or(1, |before| before + 2);
        let expected = if last < ahead.len() { last } else { 0 };
        assert_eq!(turn, expected, "{ahead:?}");
        found += usize::from(turn > 0);
    }
    assert!(found > 10, "{found} games");
}
