//! Facts about positions, from which sentences and descriptions are made.

use crate::seeds_help::{SCENE, Scene, play};
use tablero::rules::barrier::Barrier;
use tablero::rules::dvonn::Dvonn;
use tablero::rules::zertz::Zertz;
use tablero::rules::{Game, Notation, Seat};

#[test]
fn zertz_counts_the_marbles_of_the_pool_and_of_both_players_by_colour() {
    // The pool begins with 6 white, 8 grey and 10 black marbles (seed 003).
    let mut line = Scene { marbles: "Wd4 Gd5", ..SCENE }.line();
    play(&mut line, "d4xd6");
    let facts = line.position().facts();
    let value = |about| facts.iter().find(|fact| fact.about == about).map(|fact| fact.value.as_str());
    let [white, grey, black] = line.position().pool();
    assert_eq!(value("pool"), Some(format!("{white}/{grey}/{black}").as_str()));
    assert_eq!((value("first"), value("second")), (Some("0/1/0"), Some("0/0/0")));
    assert_eq!(line.position().captured(Seat::One), [0, 1, 0]);
}

#[test]
fn a_new_game_of_zertz_has_the_pool_of_the_seed() {
    let facts = Zertz::new(&Default::default()).facts();
    assert!(facts.iter().any(|fact| fact.about == "pool" && fact.value == "6/8/10"));
}

#[test]
fn only_dvonn_begins_with_placements_that_can_be_random() {
    assert_eq!(Zertz::new(&Default::default()).placements_left(), 0);
    assert_eq!(Barrier::new(&Default::default()).placements_left(), 0);
    assert_eq!(Dvonn::new(&Default::default()).placements_left(), 49);
}
