//! Reproduces the numbers of `docs/rules.md`.

use engine_tools::measured::instruments;
use tablero::catalog::{AnyLine, Catalog};

fn line(game: &str, setup: &str, moves: &str) -> Box<dyn AnyLine> {
    let mut line = Catalog::standard().game(game).expect("the game exists").start(setup).expect("the setup exists");
    let moves: Vec<&str> = moves.split_whitespace().collect();
    line.play_all(&moves).unwrap_or_else(|refused| panic!("{refused}"));
    line
}

fn check(game: &str, setup: &str, moves: &str, counts: &[u64]) {
    let line = line(game, setup, moves);
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(
            instruments(line.game()).perft(line.as_ref(), depth, &|| false),
            Some(*count),
            "{game} {setup}, depth {depth}"
        );
    }
}

#[test]
fn zertz_from_the_start() {
    check("zertz", "37", "", &[1_944, 3_277_260]);
    for (variant, count) in
        [("40", 2_223), ("43", 2_520), ("44", 2_580), ("48", 2_961), ("61", 4_320), ("blitz", 1_944)]
    {
        check("zertz", variant, "", &[count]);
    }
}

/// The aim of the benchmark, as a number: over four thousand million leaves, counted and not listed.
#[test]
fn zertz_to_depth_three() {
    check("zertz", "37", "", &[1_944, 3_277_260, 4_114_538_424]);
}

#[test]
fn zertz_further_into_games() {
    check(
        "zertz",
        "37",
        "Bd2,g6 Bb2,d7 Bb3,b5 b2xb4 Ba4,e2 a4xc4 Wc2,g7 d2xb2 We6,a3 Ge7,g4 e7xe5 Wd6,g5 Wd2,b1 Bf4,a4 Gd5,f7 c4xe6xe4",
        &[1, 693],
    );
    check(
        "zertz",
        "37",
        "Wf7,d7 Gb5,b1 Be6,a4 f7xd5 Bf5,g7 Wb4,d1 b5xb3 Wa2,g4 a2xc4xe6 Wf3,g6 Gb2,e7 Bd2,c1 We3,e2 f3xd3 d2xd4 Wb4,b5 Bf4,f7 f4xf6xd6 Ga2,g5 a2xc2 Gf4,a3 Bc5,a1 Gb2,a2 b2xd2 Gd5,c2 c5xe5xc3",
        &[196, 8_472, 205_766],
    );
    check(
        "zertz",
        "48",
        "We8,a2 We5,a1 Gc4,h6 Wh7,c1 Be2,h5 Bd1,c7 d1xf3 Gd8,b6 d8xf8 Gd7,d1 Gg7,d8 h7xf7 f8xf6xd4xb4 Bg6,a4 Ge5,b2 Wg5,c6 g5xg7 Bc5,g4 b4xd6 d7xd5xf5 Wf8,e2 Be3,b1 f3xd3 Gb4,e8",
        &[936, 156_090, 13_396_459],
    );
    check(
        "zertz",
        "blitz",
        "Wd3,g7 Bg6,c6 Be2,b5 Ge5,a1 Wd1,a3 d1xf3 Bf7,d7 We6,c1 f7xd5xf5 g6xe4xc2 Gd6,a4 Wg6,g5 We4,e7 Bb4,d1",
        &[266, 8_170],
    );
}

#[test]
fn dvonn_from_the_start() {
    check("dvonn", "", "", &[49, 2_352, 110_544]);
}

#[test]
fn dvonn_further_into_games() {
    check(
        "dvonn",
        "",
        "j3 e1 d4 h3 b2 j2 h1 j5 k3 f1 h2 k4 g1 c1 e4 g2 b1 i3 h4 c3 i2 d1 d3 f5 e3 i1 b3 f2 e5 c5 a2 f3 k5 i4 a1 c4 c2 d5 g3 f4 j4 g5 h5 d2 a3 b4 g4 i5 e2",
        &[36, 1_737, 69_811, 3_441_051],
    );
    check(
        "dvonn",
        "",
        "i4 k5 c4 d4 f5 d3 e3 i5 c1 k3 d2 d1 b2 f4 h4 e4 a2 b4 g4 c3 e1 i3 c2 j5 d5 g3 c5 j3 b3 e2 h5 e5 f1 g2 f2 j4 a1 f3 h2 h3 j2 b1 g1 k4 g5 i2 h1 i1 a3 a3b4 b1b2 f5g5 e5e4 d5c4 k3k4 h5g4 k4i2 e1e2 d1c1 c4e4 c3d3 e2g4",
        &[38, 1_818, 64_874, 2_708_916],
    );
}

#[test]
fn barrier_from_the_start() {
    check("barrier", "8", "", &[64, 4_032, 40_320, 362_688, 2_216_768, 12_017_776]);
    check("barrier", "5", "", &[25, 600, 4_032, 18_240, 46_912]);
}

#[test]
fn barrier_further_into_games() {
    check("barrier", "8", "f8 h2", &[8, 48, 338, 2_107, 11_759, 55_352, 207_271]);
    check("barrier", "6", "f3 f5", &[7, 23, 113, 349, 1_121, 2_460, 2_185, 1_165]);
}

#[test]
fn the_sample_opening_of_seed_004_leaves_one_capture() {
    let line = line("zertz", "37", "Wd4,a1 Bd6,a2 Bd2,a3 Bf4,a4 Wg5,c1");
    assert_eq!(line.legal(10), ["g5xe3"]);
}

#[test]
fn a_stopped_count_says_so() {
    let line = line("zertz", "37", "");
    assert_eq!(instruments(line.game()).perft(line.as_ref(), 3, &|| true), None);
}
