//! Wins by sacrifices in ZÈRTZ: they are found beyond the depth of the main search, and they are real wins.

use super::games::{random_line, setup};
use tablero::ai::zertz::Sacrifices;
use tablero::ai::{Engine, EngineOptions, Limits, Stop};
use tablero::rules::zertz::{Move, Zertz};
use tablero::rules::{Game, Line, Outcome, Seat, SeededRng};

/// From engine games: the player to move wins in four to seven turns, nearly all of which sacrifice a marble.
const LONG_ROWS: [&str; 3] = [
    "Bg6,a3 Bd4,g7 Bd7,g5 Bf6,e7 g6xe6 Wf6,g6 f6xd6 d7xd5xd3 Bb5,d1 Bf3,a4 Bf7,c6 Gd7,e2 Ba1,f6 Gb4,f5 b5xb3 We4,d2 e4xc2",
    "Bg6,a3 Bd4,g7 Bd7,g5 Bf6,e7 g6xe6 Wf6,g6 f6xd6 d7xd5xd3 Bb5,d1 Bf3,a4 Bf7,c6 Gd7,e2 Ba1,f6 Gb4,f5 b5xb3 We4,d2 e4xc2 Gd6,b1 d7xd5",
    "Bd4,d7 Ba2,g7 Be2,a3 Bd2,d1 e2xc2 Wd2,e2 d2xb2 a2xc2 Bf7,b1 Gf6,e7 f7xf5 Wf6,f7 f6xf4 Wd5,d6 d5xd3 c2xe4xg4 Ba1,f3",
];

fn played(moves: &str) -> Line<Zertz> {
    let mut line = Line::new(&setup::<Zertz>(""));
    line.play_all(moves.split(' ')).expect("the game was played");
    line
}

fn ends_well(position: &Zertz, seat: Seat) -> bool {
    position.ending().is_some_and(|ending| ending.outcome == Outcome::Win(seat))
}

#[test]
fn seed_003_long_sequences_of_forced_moves_are_found_beyond_the_depth_of_the_search() {
    for moves in LONG_ROWS {
        let line = played(moves);
        let seat = line.seat();
        let settings = EngineOptions { hash: 16 << 20, ..EngineOptions::default() };
        let shallow = Limits { depth: Some(2), ..Limits::default() };
        let seen = Engine::<Zertz>::new(settings).search(&line, shallow, &Stop::default(), &mut |_| {});
        assert!(!seen.score().is_some_and(tablero::ai::Score::is_win), "a search of two turns finds the win itself");

        let limits = Limits { nodes: Some(600_000), ..Limits::default() };
        let mut engine = Engine::<Zertz>::new(EngineOptions { variations: 2, ..settings });
        let found = engine.search(&line, limits, &Stop::default(), &mut |_| {});
        assert!(found.score().is_some_and(tablero::ai::Score::is_win), "not found after {moves}");
        let mut after = line.clone();
        let (mut placed, mut plies) = (0, 0);
        for m in &found.variations[0].moves {
            assert!(after.seat() == seat || matches!(m, Move::Capture(_)), "the defender has a free turn at {m}");
            placed += usize::from(matches!(m, Move::Place { .. }));
            plies += 1;
            assert!(after.play(*m), "{m} is not legal after {moves}");
        }
        assert!(ends_well(after.position(), seat), "the line ends before the game");
        assert_eq!(found.score().and_then(tablero::ai::Score::decided_in), Some(plies));
        assert!(placed > 3, "{placed} marbles placed after {moves}: too few to say anything");
    }
}

/// Whether the win holds against every defence, searching again after each one. Counts the defences.
fn holds(sacrifices: &mut Sacrifices, position: &Zertz, defences: &mut usize) -> bool {
    let seat = position.seat();
    let Some(line) = sacrifices.win(position, 2_000, &mut || false) else { return false };
    let mut next = *position;
    next.play_unchecked(line[0]);
    if next.ending().is_some() {
        return ends_well(&next, seat);
    }
    next.moves().into_iter().all(|defence| {
        *defences += 1;
        let mut after = next;
        after.play_unchecked(defence);
        if after.ending().is_some() { ends_well(&after, seat) } else { holds(sacrifices, &after, defences) }
    })
}

#[test]
fn no_defence_helps_against_a_win_by_sacrifices() {
    let mut sacrifices = Sacrifices::new(16 << 20);
    let (mut wins, mut defences) = (0, 0);
    for words in ["variant=37", "variant=48", "variant=blitz", "variant=blitz claims=optional"] {
        let mut rng = SeededRng::new(3);
        for _ in 0..300 {
            let plies = 10 + rng.below(20);
            let line = random_line::<Zertz>(&setup::<Zertz>(words), plies, &mut rng);
            let position = line.position();
            let found = (line.ending().is_none()).then(|| sacrifices.win(position, 2_000, &mut || false)).flatten();
            if found.is_none_or(|line| line.len() < 3) {
                continue;
            }
            wins += 1;
            assert!(holds(&mut sacrifices, position, &mut defences), "this win does not hold: {position:?}");
        }
    }
    assert!(wins > 40 && defences > 100, "{wins} wins and {defences} defences are too few to say anything");
}

#[test]
fn a_stop_or_too_little_memory_gives_no_result() {
    let line = played(LONG_ROWS[2]);
    let mut checks = 0;
    let mut over = || {
        checks += 1;
        true
    };
    assert_eq!(Sacrifices::new(16 << 20).win(line.position(), u64::MAX, &mut over), None);
    assert_eq!(checks, 1, "it asked whether time is over, and went on");
    assert_eq!(Sacrifices::new(0).win(line.position(), u64::MAX, &mut || false), None);
    assert_eq!(Sacrifices::new(16 << 20).win(line.position(), 100, &mut || false), None);
}
