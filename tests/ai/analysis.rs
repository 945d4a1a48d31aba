//! Game analysis: it finds mistakes, recognises good play, and stops when requested.

use tablero::ai::{Budget, EngineOptions, GameAnalysis, Limits, Score, Stop};
use tablero::catalog::{AnyGame, AnyLine, Catalog, Review};
use tablero::rules::{Outcome, Seat, SeededRng};

const BUDGET: Budget = Budget { time: None, nodes: Some(1_500), depth: None };

fn settings() -> EngineOptions {
    EngineOptions { hash: 1 << 20, ..EngineOptions::default() }
}

fn analyse(line: &dyn AnyLine, budget: Budget) -> GameAnalysis<String> {
    let mut engine = line.game().engine(settings());
    engine.analyse(line, budget, &Stop::default(), &mut |_, _| {}).expect("it is a line of its game")
}

/// A game in which seat One plays the engine's moves and seat Two plays at random.
fn lopsided(game: &'static dyn AnyGame) -> Box<dyn AnyLine> {
    let mut engine = game.engine(settings());
    let mut rng = SeededRng::new(11);
    let setup = if game.name() == "dvonn" { "start=random deal=4" } else { "" };
    let mut line = game.start(setup).expect("the setup is possible");
    while line.ending().is_none() {
        let limits = Limits { nodes: BUDGET.nodes, ..Limits::default() };
        let m = if line.seat() == Seat::One {
            engine.search(line.as_ref(), limits, &Stop::default(), &mut |_| {}).best().cloned()
        } else {
            line.nth_legal(rng.below(line.count_legal()))
        };
        line.play(&m.expect("the game is not over")).expect("the move is legal");
    }
    line
}

#[test]
fn placements_of_dvonn_do_not_count_for_the_accuracy() {
    let game = Catalog::standard().game("dvonn").expect("a game");
    let mut line = game.start("start=placement").expect("the setup is possible");
    let mut rng = SeededRng::new(3);
    while line.ending().is_none() {
        let m = line.nth_legal(rng.below(line.count_legal())).expect("the game is not over");
        line.play(&m).expect("the move is legal");
    }
    let analysis = analyse(line.as_ref(), Budget { nodes: Some(300), ..BUDGET });
    let (placed, stacked): (Vec<_>, Vec<_>) = analysis.moves.iter().partition(|m| m.ply <= 49);
    assert!(placed.iter().any(|m| m.loss > 0.0) && placed.iter().all(|m| !m.counts));
    assert!(stacked.iter().any(|m| m.counts));
}

#[test]
fn the_analysis_rates_the_engine_above_random_play() {
    for game in Catalog::standard().games().iter().copied() {
        let line = lopsided(game);
        let analysis = analyse(line.as_ref(), BUDGET);
        let played = line.moves();
        assert!(analysis.complete);
        assert_eq!(analysis.moves.iter().map(|m| m.played.clone()).collect::<Vec<_>>(), played);
        let mut replayed = game.read_position(replay_start(line.as_ref()).as_str()).expect("the start can be read");
        for (m, ply) in analysis.moves.iter().zip(1..) {
            assert_eq!((m.ply, m.seat), (ply, replayed.seat()));
            assert_eq!(m.forced, replayed.count_legal() == 1);
            assert!((0.0..=1.0).contains(&m.loss) && (0.0..=1.0).contains(&m.winning), "{m:?}");
            assert_eq!(m.better.is_some(), m.loss > 0.0, "{m:?}");
            if let Some(better) = &m.better {
                let moves: Vec<&str> = better.moves.iter().map(String::as_str).collect();
                assert_ne!(moves[0], m.played);
                replayed.copy().play_all(&moves).expect("better play is legal");
            }
            replayed.play(&m.played).expect("the move is legal");
        }
        assert_eq!(line.ending().map(|ending| ending.outcome), Some(Outcome::Win(Seat::One)), "random play loses");
        assert_eq!((analysis.last_score, analysis.last_winning, analysis.next), (Score::WIN, 1.0, None));
        let [engine, rng] = analysis.accuracy.map(|accuracy| accuracy.expect("both had a choice"));
        println!("{}: {engine:.0} and {rng:.0}", game.name());
        assert!(engine > rng, "{}: {engine} and {rng}", game.name());
        let losses: Vec<f64> = analysis.mistakes.iter().map(|index| analysis.moves[*index].loss).collect();
        assert!(losses.len() <= 6 && losses.is_sorted_by(|a, b| a >= b), "{losses:?}");
        assert!(!losses.is_empty(), "chance makes mistakes");
    }
}

/// The position in which the line began, without the name of its game.
fn replay_start(line: &dyn AnyLine) -> String {
    let mut line = line.copy();
    while line.take_back().is_some() {}
    line.position().split_once(' ').map(|(_, text)| text.to_owned()).expect("the name of the game comes first")
}

#[test]
fn a_missed_win_is_the_worst_mistake() {
    let mut line = Catalog::standard()
        .read_position("barrier ####..../W..#..../..##..../..#...../..#..#../..B..#../..####../........ b")
        .expect("a position");
    let wins = |line: &dyn AnyLine| {
        line.legal(usize::MAX).into_iter().partition::<Vec<_>, _>(|m| {
            let mut after = line.copy();
            after.play(m).expect("it is legal");
            after.ending().is_some()
        })
    };
    let (winning, others) = wins(line.as_ref());
    assert!(!winning.is_empty());
    // Only a move after which the opponent wins is a mistake, so there must be one.
    let worst = others
        .iter()
        .map(|m| {
            let mut after = line.copy();
            after.play(m).expect("it is legal");
            (analyse(after.as_ref(), Budget { nodes: Some(100_000), ..BUDGET }).last_winning, m.clone())
        })
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .expect("there are other moves");
    assert_eq!(worst.0, 1.0, "after it White wins");
    line.play(&worst.1).expect("it is legal");
    let analysis = analyse(line.as_ref(), BUDGET);
    assert_eq!(analysis.mistakes, [0]);
    let judged = &analysis.moves[0];
    assert_eq!((judged.loss, judged.score), (1.0, Score::loss_in(1)), "Black could have won at once");
    assert!(winning.contains(&judged.better.as_ref().expect("there was a better move").moves[0]));
    assert!(analysis.accuracy[1].is_some_and(|accuracy| accuracy < 5.0) && analysis.accuracy[0].is_none());
}

#[test]
fn the_analysis_is_deterministic() {
    for game in Catalog::standard().games().iter().copied() {
        let line = lopsided(game);
        let nodes = Budget { nodes: Some(300), ..Budget::default() };
        assert_eq!(analyse(line.as_ref(), nodes), analyse(line.as_ref(), nodes));
    }
}

#[test]
fn progress_is_reported_and_a_stop_ends_the_analysis() {
    let line = lopsided(Catalog::standard().games()[2]);
    let positions = line.ply() + 1;
    let mut engine = Catalog::standard().games()[2].engine(settings());
    let mut progress = Vec::new();
    let whole = engine.analyse(line.as_ref(), BUDGET, &Stop::default(), &mut |done, all| progress.push((done, all)));
    assert!(whole.is_some_and(|whole| whole.complete));
    assert_eq!(progress, (1..=positions).map(|done| (done, positions)).collect::<Vec<_>>());
    let stop = Stop::default();
    // Nothing else would end a search without a limit.
    let part = engine.analyse(line.as_ref(), BUDGET, &stop, &mut |done, _| {
        if done == 3 {
            stop.raise();
        }
    });
    let part = part.expect("it is a line of its game");
    assert!(!part.complete);
    assert_eq!(part.moves.iter().map(|m| m.ply).collect::<Vec<_>>(), [positions - 2, positions - 1]);
    let other = Catalog::standard().games()[0].start("").expect("there is a default");
    assert_eq!(engine.analyse(other.as_ref(), BUDGET, &Stop::default(), &mut |_, _| {}), None);
}

#[test]
fn moves_are_judged_by_earlier_results() {
    let game = Catalog::standard().game("barrier").expect("the game exists");
    let mut line = game.start("variant=5").expect("the setup exists");
    line.play_all(&["c3", "a1"]).expect("they are legal");
    // Black's position was even and is lost after the move.
    let found = [(Score::EVEN, "c3"), (Score::EVEN, "e5"), (Score::win_in(7), "c3c1d1")];
    let review = line.review(&|ply| found.get(ply).map(|(score, best)| (*score, vec![(*best).to_owned()])));
    assert_eq!((review.last_winning, review.mistakes.clone(), review.complete), (1.0, vec![1], true));
    let mistake = &review.moves[1];
    assert_eq!((mistake.ply, mistake.seat, mistake.loss), (2, Seat::Two, 0.5));
    assert_eq!(mistake.better.as_ref().map(|better| better.moves.clone()), Some(vec!["e5".to_owned()]));
    assert_eq!(review.accuracy[0], Some(100.0));
    // Moves with unknown values and unreadable moves do not count as mistakes.
    let review = line.review(&|ply| (ply == 0).then(|| (Score(900), vec!["nonsense".to_owned()])));
    assert!(review.mistakes.is_empty() && review.accuracy == [Some(100.0); 2], "{review:?}");
}

/// The review of a game with one move, which was played in a lost position.
fn lost_first_move(game: &str, setup: &str, played: &str, best: &str) -> Review {
    let game = Catalog::standard().game(game).expect("the game exists");
    let mut line = game.start(setup).expect("the setup exists");
    line.play(played).expect("it is legal");
    let reply = line.legal(1).remove(0);
    let found = [(Score::loss_in(14), best.to_owned()), (Score::win_in(13), reply)];
    line.review(&|ply| found.get(ply).map(|(score, best)| (*score, vec![best.clone()])))
}

#[test]
fn a_move_in_a_lost_position_does_not_count() {
    let review = lost_first_move("dvonn", "start=random deal=7", "a1a2", "a2a1");
    assert_eq!((review.accuracy[0], review.mistakes.len()), (None, 0));
}

/// White loses on 6×6, but 19 of 35 replies win against a1, and only 3 against c2 (docs/barrier.md).
#[test]
fn in_barrier_a_move_in_a_lost_position_is_a_mistake_if_many_replies_to_it_win() {
    let review = lost_first_move("barrier", "variant=6", "a1", "c2");
    let mistake = &review.moves[0];
    assert!((mistake.loss - (19.0 - 3.0) / 35.0).abs() < 1e-6 && mistake.is_lost(), "{mistake:?}");
    assert_eq!(review.mistakes, [0]);
    assert_eq!(mistake.themes.iter().map(|theme| theme.about).collect::<Vec<_>>(), ["easy-to-win"]);
    let best = lost_first_move("barrier", "variant=6", "c2", "c2");
    assert_eq!((best.accuracy[0], best.mistakes.len()), (Some(100.0), 0));
}
