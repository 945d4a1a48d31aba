//! The swap rule, for every game.

use tablero::ai::{EngineOptions, Limits, Score, Stop};
use tablero::catalog::{AnyGame, AnyLine, Catalog, Review, SWAP};
use tablero::rules::{Outcome, Seat, SeededRng};

/// Setups of every game.
const SETUPS: [(&str, &str); 5] = [
    ("zertz", "variant=37"),
    ("zertz", "variant=blitz claims=optional"),
    ("dvonn", "start=placement"),
    ("dvonn", "start=random deal=7"),
    ("barrier", "variant=6"),
];

fn start(game: &'static dyn AnyGame, setup: &str, swap: &str) -> Box<dyn AnyLine> {
    game.start(&format!("{setup} swap={swap}")).expect("a setup")
}

fn drawn(line: &dyn AnyLine, rng: &mut SeededRng) -> String {
    line.nth_legal(rng.below(line.count_legal())).expect("a legal move")
}

/// For each setup: the catalogue's game, a line in which the second player swaps, and the same moves without the swap.
fn games() -> impl Iterator<Item = (&'static dyn AnyGame, Box<dyn AnyLine>, Box<dyn AnyLine>)> {
    let catalog = Catalog::standard();
    SETUPS.into_iter().map(move |(game, setup)| {
        let game = catalog.game(game).expect("a game");
        let mut rng = SeededRng::new(3);
        let (mut swapped, mut plain) = (start(game, setup, "on"), start(game, setup, "off"));
        let first = drawn(&*plain, &mut rng);
        for line in [&mut swapped, &mut plain] {
            line.play(&first).expect("it is legal");
        }
        assert_eq!(swapped.play(" Swap "), Ok(SWAP.to_owned()));
        while plain.ending().is_none() {
            let m = drawn(&*plain, &mut rng);
            plain.play(&m).expect("it is legal");
            swapped.play(&m).expect("it is legal after the swap too");
        }
        (game, swapped, plain)
    })
}

fn other(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Win(seat) => Outcome::Win(!seat),
        Outcome::Draw => Outcome::Draw,
    }
}

#[test]
fn the_swap_exchanges_the_sides_and_leaves_the_board_as_it_is() {
    for (_, mut swapped, mut plain) in games() {
        assert_eq!(swapped.ending().map(|ending| ending.outcome), plain.ending().map(|ending| other(ending.outcome)));
        loop {
            assert_eq!((swapped.position(), swapped.ply()), (plain.position(), plain.ply() + 1));
            let said = |line: &dyn AnyLine, about: &str| {
                line.facts().into_iter().find(|fact| fact.about == about).map(|fact| fact.value)
            };
            assert_eq!(said(&*swapped, "first"), said(&*plain, "second"), "what the players have captured");
            assert_eq!(said(&*swapped, "second"), said(&*plain, "first"));
            assert_eq!(said(&*swapped, "white"), said(&*plain, "white"), "what lies on the board");
            if plain.ending().is_none() {
                assert_eq!((swapped.seat(), swapped.side(Seat::One)), (!plain.seat(), Seat::Two));
            }
            if plain.ply() == 1 {
                break;
            }
            assert_eq!(swapped.take_back(), plain.take_back());
        }
        assert_eq!((swapped.last_move().as_deref(), swapped.seat()), (Some(SWAP), Seat::One));
        assert_eq!(swapped.take_back().as_deref(), Some(SWAP));
        assert_eq!((swapped.seat(), swapped.side(Seat::One), swapped.may_swap()), (Seat::Two, Seat::One, true));
    }
}

#[test]
fn only_the_second_move_can_be_a_swap_and_only_if_the_option_is_on() {
    for (game, setup) in SETUPS {
        let game = Catalog::standard().game(game).expect("a game");
        for (swap, allowed) in [("on", true), ("off", false)] {
            let mut line = start(game, setup, swap);
            let mut rng = SeededRng::new(5);
            for ply in 0..4 {
                let may_swap = allowed && ply == 1;
                assert_eq!((line.may_swap(), line.copy().play(SWAP).is_ok()), (may_swap, may_swap), "{setup}, {ply}");
                assert_eq!(line.legal(usize::MAX).contains(&SWAP.to_owned()), may_swap);
                assert_eq!(line.choices(&[]).picks.contains(&SWAP.to_owned()), may_swap);
                assert_eq!(line.choices(&[SWAP]).complete.is_some(), may_swap);
                let m = drawn(&*line, &mut rng);
                line.play(&m).expect("it is legal");
            }
        }
        assert_eq!(game.advised_setup(setup).contains("swap=on"), game.name() == "barrier", "only Barrier advises it");
        assert_eq!(game.advised_setup("swap=off"), "swap=off");
        let full = game.full_setup(setup).expect("a setup");
        assert_eq!(
            game.full_setup(&format!("{setup} swap=off")),
            Ok(full.clone()),
            "a text without it keeps its meaning"
        );
        assert_eq!(game.full_setup(&format!("{setup} swap=on")), Ok(format!("{full} swap=on")));
    }
}

#[test]
fn records_and_lists_of_moves_keep_the_swap() {
    for (game, swapped, _) in games() {
        let read = game.replay(&swapped.record()).expect("a record");
        let mut replayed = game.start(swapped.record().header("Setup").expect("a setup")).expect("a setup");
        let moves = swapped.moves();
        replayed.play_all(&moves.iter().map(String::as_str).collect::<Vec<_>>()).expect("legal moves");
        for line in [read, replayed] {
            assert_eq!((line.moves(), line.ending(), line.seat()), (moves.clone(), swapped.ending(), swapped.seat()));
        }
        assert_eq!(moves[1], SWAP);
        let mut wrong: Vec<&str> = moves[..2].iter().map(String::as_str).collect();
        wrong.push("nothing");
        let refused = game.start(swapped.record().header("Setup").expect("a setup")).expect("a setup").play_all(&wrong);
        let refused = refused.expect_err("it is no move").text;
        assert!(refused.starts_with("move 3,"), "the swap is counted: {refused}");
    }
}

#[test]
fn a_review_after_a_swap_assigns_the_moves_of_each_side_to_the_other_seat() {
    for (_, swapped, plain) in games() {
        let known = |_: usize| Some((Score(50), Vec::new()));
        let (review, of_sides) = (swapped.review(&known), plain.review(&known));
        assert_eq!(review.moves.len(), of_sides.moves.len() + 1);
        for (number, m) in review.moves.iter().enumerate() {
            assert_eq!((m.ply, &m.played), (number + 1, &swapped.moves()[number]));
            if number > 1 {
                let side = &of_sides.moves[number - 1];
                assert_eq!((m.seat, m.score, m.loss), (!side.seat, -side.score, side.loss));
            }
        }
        assert_eq!((review.moves[0].seat, review.moves[1].seat), (Seat::One, Seat::Two));
        assert_eq!(review.last_score, -of_sides.last_score);
        let shown = swapped.key_plies(4);
        assert!(shown.contains(&swapped.ply()), "{shown:?}");
    }
}

/// The first two plies of a game of Barrier with the swap rule, in which the first move wins for its side.
fn reviewed_reply(reply: &str) -> Review {
    let mut line = start(Catalog::standard().game("barrier").expect("a game"), "variant=5", "on");
    line.play_all(&["c3", reply]).expect("they are legal");
    let best = |position: &str| vec![position.to_owned()];
    // The positions before the first move, before its answer and after it, each with the best move.
    let known = match reply {
        SWAP => [(Score::win_in(9), best("c3")), (Score::loss_in(8), best("a1")), (Score::loss_in(8), best("a1"))],
        _ => [(Score::win_in(9), best("c3")), (Score::loss_in(8), best("a1")), (Score::win_in(7), best("c3c1d1"))],
    };
    line.review(&|ply| known.get(ply).cloned())
}

#[test]
fn playing_on_instead_of_a_winning_swap_is_a_mistake() {
    let review = reviewed_reply(SWAP);
    assert_eq!((review.accuracy, review.mistakes.len()), ([None, Some(100.0)], 0));
    assert_eq!(review.last_winning, 0.0, "the second player has the winning side");
    let review = reviewed_reply("a1");
    assert_eq!((review.accuracy[0], review.mistakes.clone()), (None, vec![1]), "the first move is not graded");
    let mistake = &review.moves[1];
    assert_eq!((mistake.loss, mistake.winning), (1.0, 0.0));
    assert_eq!(mistake.better.as_ref().map(|better| better.moves.clone()), Some(vec![SWAP.to_owned()]));
}

#[test]
fn the_engine_takes_over_a_winning_first_move_and_does_not_play_one_itself() {
    let game = Catalog::standard().game("barrier").expect("a game");
    let mut engine = game.engine(EngineOptions { hash: 1 << 20, ..EngineOptions::default() });
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let mut best = |line: &dyn AnyLine| {
        let found = engine.search(line, limits, &Stop::default(), &mut |_| {});
        let advice = engine.advise(line, limits, &Stop::default()).expect("the game is not over");
        (found.best().expect("a move").clone(), advice.best)
    };
    // On 5×5, White wins by c3 and loses by every other square (docs/barrier.md).
    let mut line = start(game, "variant=5", "on");
    let (opening, hint) = best(&*line);
    assert!(opening != "c3" && hint != "c3", "{opening}, {hint}");
    line.play("c3").expect("a square");
    assert_eq!(best(&*line), (SWAP.to_owned(), SWAP.to_owned()));
    line.take_back();
    line.play("a1").expect("a square");
    let (reply, hint) = best(&*line);
    assert!(reply != SWAP && hint != SWAP, "{reply}, {hint}");
}
