//! ZÈRTZ: the goals and the end, special cases, other boards, blitz (seeds 000 and 003: A, E, F, G, I and "A bit of
//! strategy"; seed 004; decisions 2, 3 and 4).

use crate::seeds_help::{SCENE, Scene, Vacant, at, captured, legal, play, refusal, sorted, won, words, written};
use strum::IntoEnumIterator;
use tablero::rules::zertz::{GRID, Setup, Variant, Zertz};
use tablero::rules::{Ending, Game, Line, LineError, Reason, Seat};

/// Player 1 holds `first` and captures a marble of this colour. Returns the state of the game afterwards.
fn after_capturing(variant: &'static str, first: [u8; 3], colour: char) -> Option<Ending> {
    let marbles = match colour {
        'W' => "Bd4 Wd5",
        'G' => "Bd4 Gd5",
        _ => "Gd4 Bd5",
    };
    let mut line = Scene { variant, marbles, first, ..SCENE }.line();
    assert_eq!(line.ending(), None);
    play(&mut line, "d4xd6");
    line.ending()
}

#[test]
fn seed_000_003_a_and_e_three_marbles_of_each_colour_win() {
    // "You must try to capture either 3 marbles of each color …"
    assert_eq!(after_capturing("37", [3, 3, 2], 'B'), won(Seat::One, "goal"));
    assert_eq!(after_capturing("37", [3, 2, 3], 'G'), won(Seat::One, "goal"));
    assert_eq!(after_capturing("37", [2, 3, 3], 'W'), won(Seat::One, "goal"));
    assert_eq!(after_capturing("37", [3, 2, 2], 'B'), None);
}

#[test]
fn seed_000_003_a_and_e_four_white_marbles_win() {
    assert_eq!(after_capturing("37", [3, 0, 0], 'W'), won(Seat::One, "goal"));
    assert_eq!(after_capturing("37", [2, 0, 0], 'W'), None);
}

#[test]
fn seed_000_003_a_and_e_five_grey_marbles_win() {
    assert_eq!(after_capturing("37", [0, 4, 0], 'G'), won(Seat::One, "goal"));
    assert_eq!(after_capturing("37", [0, 3, 0], 'G'), None);
}

#[test]
fn seed_000_003_a_and_e_six_black_marbles_win() {
    assert_eq!(after_capturing("37", [0, 0, 5], 'B'), won(Seat::One, "goal"));
    assert_eq!(after_capturing("37", [3, 4, 2], 'W'), won(Seat::One, "goal"));
    assert_eq!(after_capturing("37", [2, 4, 4], 'B'), None);
}

#[test]
fn seed_000_003_a_the_first_to_reach_a_goal_wins_and_nothing_is_played_after_it() {
    // "The winner is the first player to achieve one of these goals": player 2 would have the sixth black one next.
    let mut line = Scene { marbles: "Bd4 Wd5 Wg4 Bg5", first: [3, 0, 0], second: [0, 0, 5], ..SCENE }.line();
    play(&mut line, "d4xd6");
    assert_eq!(line.ending(), won(Seat::One, "goal"));
    assert_eq!(line.play_text("g4xg6"), Err(LineError::Over { ply: 2 }));
    assert_eq!((line.position().count_moves(), legal(&line).len()), (0, 0));
}

#[test]
fn readme_the_win_is_counted_after_the_whole_chain() {
    // README: "The win is checked at the end of the turn, after the whole chain": the fourth white marble is the first
    // of three, and the others must be jumped too.
    let mut line = Scene { marbles: "Bd1 Wd2 Gd4 Bd6", first: [3, 0, 0], ..SCENE }.line();
    assert_eq!(refusal(&line, "d1xd3"), "the capture must continue from d3");
    play(&mut line, "d1xd3xd5xd7");
    assert_eq!((line.ending(), captured(&line)[0]), (won(Seat::One, "goal"), [4, 1, 1]));
}

#[test]
fn readme_the_win_is_counted_after_the_claims() {
    // A placement that isolates the fourth white marble wins; with optional claims only if it is claimed.
    let scene = |claims| {
        let vacant = Vacant::AllBut("a2 b1 c1 c2");
        Scene { claims, marbles: "Wa1", vacant, second: [3, 0, 0], seat: 2, ..SCENE }.line()
    };
    for (claims, text, ending) in [
        ("automatic", "Gg7,b2", won(Seat::Two, "goal")),
        ("optional", "Gg7,b2", won(Seat::Two, "goal")),
        ("optional", "Gg7,b2~", None),
    ] {
        let mut line = scene(claims);
        play(&mut line, text);
        assert_eq!(line.ending(), ending, "{claims} {text}");
    }
}

#[test]
fn seed_000_003_strategy_diagram_5_a_sacrifice_wins() {
    // "Player A is 5 marbles behind, but he can win! He puts a black marble on ring 1 and removes ring 2", here a2 and
    // b3.
    let scene = || {
        let vacant = Vacant::AllBut("a4 b1 b2 c1 c2 c3");
        Scene { marbles: "Wa3", vacant, first: [2, 0, 0], second: [2, 4, 1], ..SCENE }.line()
    };
    let mut line = scene();
    play(&mut line, "Ba2,b3");
    // "He forces Player B to jump over (and to capture) that black marble."
    assert_eq!(legal(&line), ["a3xa1"]);
    play(&mut line, "a3xa1");
    // "The fact that it is a black marble means that Player B hasn't a winning combination yet."
    assert_eq!((line.ending(), captured(&line)), (None, [[2, 0, 0], [2, 4, 2]]));
    // "He puts a white marble on ring 3 and removes 4": a2 again, and a3. "He captures the 2 white marbles on the
    // isolated rings and wins with a set of 4 white marbles!"
    play(&mut line, "Wa2,a3");
    assert_eq!((line.ending(), captured(&line)[0]), (won(Seat::One, "goal"), [4, 0, 0]));
    // With a grey marble on ring 1 player B has the fifth grey one.
    let mut line = scene();
    play(&mut line, "Ga2,b3 a3xa1");
    assert_eq!(line.ending(), won(Seat::Two, "goal"));
}

#[test]
fn seed_000_003_004_f1_with_an_empty_pool_players_place_what_they_have_captured() {
    // "In this case you must continue with your captured marbles … you may choose any color of your captured marbles".
    let first = [2, 1, 0];
    let scene = Scene { marbles: POOL_OUT, first, second: [0, 0, 2], ..SCENE };
    let mut line = scene.line();
    assert_eq!(line.position().pool(), [0; 3]);
    let colours = |line: &Line<Zertz>| {
        let mut colours: Vec<String> = legal(line).into_iter().map(|m| m[..1].to_owned()).collect();
        colours.dedup();
        colours
    };
    assert_eq!(colours(&line), ["G", "W"]);
    assert_eq!(refusal(&line, "Bd3"), "there is no black marble left to place");
    play(&mut line, "Gd3");
    assert_eq!(captured(&line), [[2, 0, 0], [0, 0, 2]]);
    // Player 2 places from their own marbles, not from those of player 1.
    assert_eq!(colours(&line), ["B"]);
}

/// The edge of the board full, and e5: nothing can jump and no ring slide out. Left are 2 white, 1 grey and 2 black.
const POOL_OUT: &str = "Ba1 Ba2 Ba3 Ba4 Gb5 Gc6 Gd7 Ge7 Gf7 Wg7 Wg6 Wg5 Wg4 Bf3 Be2 Bd1 Gc1 Gb1 Be5";

#[test]
fn seed_003_f1_the_last_marble_of_the_pool_is_placed_by_either_player_and_then_each_has_the_own() {
    // README: "when the pool is empty at the start of a turn". Player 1 takes the last one; player 2 goes on with
    // captured marbles.
    let mut line = Scene { marbles: POOL_OUT, first: [2, 1, 0], second: [0, 0, 1], ..SCENE }.line();
    assert_eq!(line.position().pool(), [0, 0, 1]);
    assert_eq!(refusal(&line, "Wd3"), "there is no white marble left to place");
    play(&mut line, "Bd3");
    assert_eq!((line.position().pool(), captured(&line)), ([0; 3], [[2, 1, 0], [0, 0, 1]]));
    assert!(legal(&line).iter().all(|m| m.starts_with('B')));
}

#[test]
fn seed_000_003_004_f2_who_fills_the_last_vacant_ring_wins() {
    // "It is the one who put a marble on the last vacant ring who wins. He may claim all of the remaining rings."
    let marbles = "Ga1 Ba2 Gb3";
    let mut line = Scene { marbles, vacant: Vacant::Only("c3"), seat: 2, ..SCENE }.line();
    // Nothing can jump: the row of rings bends at a2 and at b3.
    assert_eq!(legal(&line), words("Bc3 Gc3 Wc3"));
    play(&mut line, "Wc3");
    assert_eq!((line.ending(), captured(&line)), (won(Seat::Two, "filled"), [[0; 3], [1, 2, 1]]));
    assert_eq!(line.position().rings().len(), 0);
}

#[test]
fn seed_003_f2_the_board_is_also_full_when_the_last_vacant_ring_is_removed() {
    // Two vacant rings, one taken and the other removed: all rings are occupied.
    let mut line = Scene { marbles: "Ga1", vacant: Vacant::Only("d4 d5"), claims: "optional", ..SCENE }.line();
    play(&mut line, "Wd4,d5");
    assert_eq!((line.ending(), captured(&line)[0]), (won(Seat::One, "filled"), [1, 1, 0]));
}

/// All 24 marbles on 37 rings, a1 vacant, 12 rings gone; a2 cannot be jumped, for a3 is gone.
const STUCK: &str = "37 automatic oB../..GBB/GGBWBG/BGWGBBW/GBWWWG/B..../.... 0,0,0 0,0,0 0,0,0 1";

#[test]
fn decision_3_a_player_with_nothing_at_all_to_play_passes() {
    // "A player with an empty pool and no captured marble, who cannot capture either, passes."
    let mut line = at::<Zertz>(STUCK);
    assert_eq!(line.position().occupied().len(), 24);
    assert_eq!((legal(&line), line.position().count_moves()), (vec!["pass".to_owned()], 1));
    assert_eq!(refusal(&line, "Wa1"), "you have no marble to place, so you can only pass");
    assert_eq!(line.play_text(" PASS ").map(|m| m.to_string()), Ok("pass".to_owned()));
    assert_eq!(written(&line), STUCK.replace("0 1", "0 2"));
}

#[test]
fn decision_3_who_can_capture_or_place_does_not_pass() {
    // The same marbles with one of them on a3: it can jump over a2 to a1, so there is a capture.
    let line =
        at::<Zertz>(&STUCK.replace("oB../..GBB/GGBWBG/BGWGBBW/GBWWWG/B....", "oBB./..GBB/GGBWBG/BGWGBBW/GBWWWG/....."));
    assert_eq!(legal(&line), ["a3xa1"]);
    assert_eq!(refusal(&line, "pass"), "you must capture: only a3xa1 is possible");
    // One player has nothing and passes, the other has a marble and cannot.
    let one = STUCK
        .replace("oB../", "oW../")
        .replace("0,0,0 0,0,0 1", "0,0,0 0,0,1 1")
        .replace("GGBWBG/BGWGBBW", "GGBWBG/BGWGBB.");
    let mut line = at::<Zertz>(&one);
    play(&mut line, "pass");
    assert_eq!(legal(&line), ["Ba1"]);
    assert_eq!(refusal(&line, "pass"), "you can place a marble, so you cannot pass");
}

#[test]
fn decision_2_the_third_time_the_same_position_stands_the_game_is_drawn() {
    // Seeds 000 and 003, F.3: "two players start repeating the same sequence of moves, the game ends in a tie". The
    // position of the start counts; the same with the other player to move does not.
    let mut line = at::<Zertz>(STUCK);
    for _ in 0..3 {
        play(&mut line, "pass");
        assert_eq!(line.ending(), None);
    }
    play(&mut line, "pass");
    assert_eq!(line.ending(), Some(Ending::draw(Reason("repetition"))));
    assert_eq!(line.play_text("pass"), Err(LineError::Over { ply: 5 }));
    // Taking the last move back takes the draw back.
    line.take_back();
    assert_eq!((line.ending(), line.moves().len()), (None, 3));
}

#[test]
fn decision_2_a_cycle_of_placements_and_captures_is_drawn_when_it_has_come_round_twice() {
    // No ring can be removed, so captured marbles are placed and captured again and again: six turns lead back.
    let cycle = "Gd5 Wc4 c3xc5xe5 Bd3 We4 e5xe3xc3";
    let mut line = at::<Zertz>("37 automatic GWGG/BoooG/GooBoW/BoooooG/BooooB/BoooB/WBWG 0,0,0 1,1,1 1,0,1 1");
    play(&mut line, "Wc5 c5xc3");
    let first = written(&line);
    play(&mut line, cycle);
    assert_eq!((written(&line), line.ending()), (first.clone(), None));
    for (number, m) in words(cycle).into_iter().enumerate() {
        assert_eq!(line.ending(), None, "before turn {number} of the second repetition");
        play(&mut line, m);
    }
    assert_eq!((written(&line), line.ending()), (first, Some(Ending::draw(Reason("repetition")))));
}

#[test]
fn seed_000_003_g_the_boards_of_40_43_44_48_and_61_rings() {
    // Diagram 6: "To play with 40 rings: add rings 1. 43: 1 and 2. 44: 1 and 3. 48: all the rings." "You can add a row
    // 3 rings at one side"; "24 added rings, thus 61". The places are those of decision 4.
    let boards = [
        (Variant::Rings40, 40, "h5 h6 h7"),
        (Variant::Rings43, 43, "a5 b6 c7 h5 h6 h7"),
        (Variant::Rings44, 44, "e8 f8 g8 h5 h6 h7 h8"),
        (Variant::Rings48, 48, "a5 b6 c7 d8 e8 f8 g8 h5 h6 h7 h8"),
        (Variant::Rings61, 61, "a5 b6 c7 d8 e1 e8 e9 f2 f8 f9 g3 g8 g9 h4 h5 h6 h7 h8 h9 i5 i6 i7 i8 i9"),
    ];
    let basic = Zertz::new(&Setup::default()).rings();
    for (variant, count, added) in boards {
        let position = Zertz::new(&Setup { variant, ..Setup::default() });
        let more = position.rings() & !basic;
        assert_eq!((position.rings().len(), basic & !position.rings()), (count, Default::default()));
        assert_eq!(sorted(more.map(|ring| GRID.name(ring).to_string())), words(added));
    }
}

#[test]
fn seed_003_g_note_1_marbles_and_conditions_to_win_stay_on_larger_boards() {
    // "The number of marbles and the conditions to win remain unchanged."
    for variant in Variant::iter().filter(|variant| *variant != Variant::Blitz) {
        let word = variant.into();
        assert_eq!(Zertz::new(&Setup { variant, ..Setup::default() }).pool(), [6, 8, 10], "{word}");
        assert_eq!(after_capturing(word, [3, 0, 0], 'W'), won(Seat::One, "goal"), "{word}");
        assert_eq!(after_capturing(word, [2, 3, 4], 'W'), won(Seat::One, "goal"), "{word}");
        assert_eq!(after_capturing(word, [2, 2, 4], 'W'), None, "{word}");
    }
}

#[test]
fn seed_000_003_g_a_larger_board_has_more_different_opening_moves() {
    // "That implies that you now have more different opening moves." The numbers are those of the README.
    let counts = Variant::iter().map(|variant| Zertz::new(&Setup { variant, ..Setup::default() }).count_moves());
    assert_eq!(counts.collect::<Vec<_>>(), [1944, 2223, 2520, 2580, 2961, 4320, 1944]);
}

#[test]
fn seed_000_003_004_i_blitz_has_37_rings_and_5_7_and_9_marbles() {
    // "On a board with 37 rings, and with one marble less per color"; 004: "21 biglie (9 nere, 7 grigie e 5 bianche)".
    let line = Line::<Zertz>::new(&Setup { variant: Variant::Blitz, ..Setup::default() });
    assert_eq!(written(&line), "blitz automatic oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo 5,7,9 0,0,0 0,0,0 1");
}

#[test]
fn seed_000_003_004_i_blitz_is_won_with_2_of_each_3_white_4_grey_or_5_black() {
    // "Now you must either capture only 2 marbles of each color, or 3 whites, or 4 greys, or 5 blacks."
    let wins = [([2, 2, 1], 'B'), ([1, 2, 2], 'W'), ([2, 0, 0], 'W'), ([0, 3, 0], 'G'), ([0, 0, 4], 'B')];
    for (first, colour) in wins {
        assert_eq!(after_capturing("blitz", first, colour), won(Seat::One, "goal"), "{first:?} and {colour}");
    }
    for (first, colour) in [([2, 1, 1], 'B'), ([1, 0, 0], 'W'), ([0, 2, 0], 'G'), ([0, 0, 3], 'B')] {
        assert_eq!(after_capturing("blitz", first, colour), None, "{first:?} and {colour}");
    }
}
