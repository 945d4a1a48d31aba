//! Every statement of a hint is true, and every possible one occurs.

use tablero::ai::explain::{Explain, HintContext};
use tablero::ai::{Score, Variation};
use tablero::rules::barrier::{Barrier, Setup};
use tablero::rules::dvonn::Dvonn;
use tablero::rules::zertz::Zertz;
use tablero::rules::{Game, Line, Notation, SeededRng};
use test_support::hints::truth::Trial;
use test_support::hints::{barrier, dvonn, zertz};

#[test]
fn the_findings_of_zertz_are_true() {
    let setups = &["variant=37", "variant=blitz", "variant=37 claims=optional", "variant=blitz", "variant=48"];
    Trial::<Zertz> {
        setups,
        games: 100,
        draw: zertz::draw,
        threat: zertz::threaten,
        check: zertz::is_true,
        most: &["quiet", "lines"],
        rare: &["fills"],
    }
    .check();
}

#[test]
fn filling_the_last_vacant_ring_is_reported() {
    let position =
        Zertz::read_position("37 automatic ..../...../...W../...Wo../...W../...../.... 3,8,10 0,0,0 0,0,0 1");
    let line = Line::from_position(position.expect("a position"));
    let sentences = |text: &str| {
        let variation = Variation { score: Score::win_in(1), moves: vec![zertz::read(line.position(), text)] };
        let context = HintContext { line: &line, variations: &[variation], threat: None, replies: &[] };
        Zertz::reasons(&context).iter().map(|found| found.about).collect::<Vec<_>>()
    };
    assert!(sentences("Gd5").contains(&"fills"));
}

#[test]
fn the_findings_of_dvonn_are_true() {
    Trial::<Dvonn> {
        setups: &["start=random deal=3", "start=random deal=8", ""],
        games: 120,
        draw: dvonn::draw,
        threat: dvonn::draw,
        check: dvonn::is_true,
        most: &["leaves-fewer", "keeps-moves", "by-red", "near-red", "far-red"],
        rare: &[],
    }
    .check();
}

#[test]
fn the_findings_of_barrier_are_true() {
    let setups = &["variant=5", "variant=6", "variant=7"];
    Trial::<Barrier> {
        setups,
        games: 300,
        draw: barrier::draw,
        threat: barrier::draw,
        check: barrier::is_true,
        most: &["leaves-fewer", "opens"],
        rare: &[],
    }
    .check();
}

#[test]
fn separated_knights_decide_the_game_by_their_longest_paths() {
    let mut seen = 0;
    for seed in 0..400 {
        let mut rng = SeededRng::new(seed);
        let mut position = Barrier::new(&Setup::new(5).expect("a size"));
        while let Some(m) = barrier::draw(&position, &mut rng) {
            position.play_unchecked(m);
            if position.is_walking() && tablero::ai::barrier::are_apart(&position) {
                break;
            }
        }
        if position.ending().is_some() || !position.is_walking() {
            continue;
        }
        // The rest must be small enough for an exhaustive search.
        if position.squares().len() - position.blocked().len() > 16 {
            continue;
        }
        let (me, you) = (barrier::longest(&position, position.seat()), barrier::longest(&position, !position.seat()));
        seen += 1;
        assert_eq!(barrier::wins(&position), Some(me > you), "{}", position.write_position());
    }
    assert!(seen > 20, "{seen} positions");
}
