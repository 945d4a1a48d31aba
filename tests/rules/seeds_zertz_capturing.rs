//! ZÈRTZ: capturing by jumps (seeds 000 and 003: "Capturing marbles" 1–6; seed 004).

use crate::seeds_help::{SCENE, Scene, Vacant, captured, legal, play, refusal, sorted, written};
use tablero::rules::Seat;

#[test]
fn seed_000_003_004_c1_capturing_is_compulsory() {
    // "You must do it if you can." 003 H.3 has the case: "Your opponent does not capture; he takes a marble, places it
    // on the board and next removes a ring": that is refused (decision 5).
    let line = Scene { marbles: "Wd4 Gd5", ..SCENE }.line();
    assert_eq!(legal(&line), ["d4xd6", "d5xd3"]);
    assert_eq!(refusal(&line, "Ba1,g7"), "you must capture: 2 captures are possible");
    assert_eq!(refusal(&line, "pass"), "you must capture: 2 captures are possible");
}

#[test]
fn seed_000_003_c1_if_only_one_capture_is_possible_the_refusal_names_it() {
    let line = Scene { marbles: "Wa2 Ga3", vacant: Vacant::AllBut("a4"), ..SCENE }.line();
    assert_eq!(legal(&line), ["a3xa1"]);
    assert_eq!(refusal(&line, "Ba4,g7"), "you must capture: only a3xa1 is possible");
}

#[test]
fn seed_000_003_004_c2_only_a_marble_on_an_adjacent_ring_is_jumped() {
    // "You may only jump over a marble on an adjacent ring": with a ring between them there is no jump.
    let apart = Scene { marbles: "Wd3 Gd5 Be6", ..SCENE }.line();
    assert_eq!(legal(&apart), ["d5xf7", "e6xc4"]);
    assert_eq!(refusal(&apart, "d3xd5"), "there is no marble on d4 to jump over");
    assert_eq!(refusal(&apart, "d3xd6"), "from d3 to d6 is not a jump: it goes straight over one ring to the next");
    assert_eq!(refusal(&apart, "d3xe5"), "from d3 to e5 is not a jump: it goes straight over one ring to the next");
    assert_eq!(refusal(&apart, "d4xd6"), "there is no marble on d4 to jump with");
    assert!(!Scene { marbles: "Wd3 Gd5", ..SCENE }.line().position().must_capture());
}

#[test]
fn seed_000_003_c2_a_jump_goes_in_any_direction_if_there_is_a_vacant_ring_behind() {
    // "You may jump in any direction if there is a vacant ring behind the marble that you intend to capture."
    let directions = [
        ("Wd4 Gd5", "d4xd6", "d5xd3"),
        ("Wd4 Ge5", "d4xf6", "e5xc3"),
        ("Wd4 Ge4", "d4xf4", "e4xc4"),
        ("Wd4 Gd3", "d4xd2", "d3xd5"),
        ("Wd4 Gc3", "d4xb2", "c3xe5"),
        ("Wd4 Gc4", "d4xb4", "c4xe4"),
    ];
    for (marbles, there, back) in directions {
        let line = Scene { marbles, ..SCENE }.line();
        assert_eq!(legal(&line), sorted([there, back].map(str::to_owned)), "{marbles}");
    }
}

#[test]
fn seed_000_003_004_c2_without_a_vacant_ring_behind_it_a_marble_is_safe() {
    // The ring behind is removed, is not on the board, or has a marble.
    let removed = Scene { marbles: "Wa3 Ga2", vacant: Vacant::AllBut("a1 a4"), ..SCENE }.line();
    assert!(!removed.position().must_capture());
    let edge = Scene { marbles: "Wb4 Ga3", ..SCENE }.line();
    assert_eq!(legal(&edge), ["a3xc5"]);
    assert_eq!(refusal(&edge, "b4xb2"), "there is no marble on b3 to jump over");
    let taken = Scene { marbles: "Wd1 Gd2 Bd3", ..SCENE }.line();
    assert_eq!(legal(&taken), ["d2xd4"]);
    assert_eq!(refusal(&taken, "d1xd3"), "the jump cannot end on d3, there is a marble on it");
    assert_eq!(refusal(&removed, "a3xa1"), "ring a1 is no longer on the board");
}

#[test]
fn seed_000_003_004_c3_the_colours_do_not_matter() {
    // "You may jump with any marble over any other marble, no matter the color."
    let colours = [("W", 0), ("G", 1), ("B", 2)];
    for (jumper, _) in colours {
        for (jumped, index) in colours {
            let mut line = Scene { marbles: &format!("{jumper}d4 {jumped}d5"), ..SCENE }.line();
            assert_eq!(legal(&line), ["d4xd6", "d5xd3"], "{jumper} and {jumped}");
            play(&mut line, "d4xd6");
            let mut taken = [0; 3];
            taken[index] = 1;
            assert_eq!(captured(&line), [taken, [0; 3]], "{jumper} and {jumped}");
        }
    }
}

#[test]
fn seed_000_003_c3_white_over_grey_or_the_other_way_around_whichever_player_placed_them() {
    // "You put a white marble on the board. A few moves later your opponent places a grey marble next to it … jumping
    // with the white marble over the grey one or the other way around."
    let mut line = SCENE.line();
    play(&mut line, "Wd4,a1 Bg7,a2 Ba4,b1 Gd5,g4");
    assert_eq!((line.seat(), legal(&line)), (Seat::One, vec!["d4xd6".to_owned(), "d5xd3".to_owned()]));
    let mut other = line.clone();
    play(&mut line, "d4xd6");
    assert_eq!(captured(&line)[0], [0, 1, 0]);
    play(&mut other, "d5xd3");
    assert_eq!(captured(&other)[0], [1, 0, 0]);
}

#[test]
fn seed_000_003_004_c4_a_capture_goes_on_as_long_as_it_can() {
    // "If you have the possibility to jump over a second one, then you must do so"; 004: "non può mai essere parziale".
    let line = Scene { marbles: "Wd1 Gd2 Bd4 Bd6", vacant: Vacant::AllBut("a1"), ..SCENE }.line();
    assert_eq!(legal(&line), ["d1xd3xd5xd7"]);
    assert_eq!(refusal(&line, "d1xd3"), "the capture must continue from d3");
    assert_eq!(refusal(&line, "d1xd3xd5"), "the capture must continue from d5");
    let mut played = line.clone();
    play(&mut played, "d1xd3xd5xd7");
    assert_eq!(captured(&played), [[0, 1, 2], [0; 3]]);
    assert_eq!(written(&played), "37 automatic .ooo/ooooo/oooooo/ooooooW/oooooo/ooooo/oooo 5,7,8 0,1,2 0,0,0 2");
}

#[test]
fn seed_000_003_004_c4_no_matter_in_which_direction_the_next_jump_goes() {
    // "No matter in which direction you make the second (or third) jump": up, to the right, down.
    let line = Scene { marbles: "Wa1 Ga2 Gb3 Gc2", vacant: Vacant::AllBut("b1"), ..SCENE }.line();
    let turning: Vec<String> = legal(&line).into_iter().filter(|m| m.starts_with("a1")).collect();
    assert_eq!(turning, ["a1xa3xc3xc1"]);
}

#[test]
fn seed_000_003_c4_diagram_3_the_different_ways_to_capture() {
    // "1 -> 2 and 3; 1 -> 2, 4 and 5; 2 -> 1; 3 -> 2 and 1", here with 1 on c3, 2 on b3, 3 on a2, 4 on a4 and 5 on b6.
    let line = Scene { variant: "61", marbles: "Wc3 Gb3 Ba2 Ba4 Gb6", ..SCENE }.line();
    assert_eq!(legal(&line), ["a2xc4xc2", "b3xd3", "c3xa3xa1", "c3xa3xa5xc7"]);
    let taken = |capture: &str| {
        let mut line = line.clone();
        play(&mut line, capture);
        captured(&line)[0]
    };
    assert_eq!(taken("c3xa3xa1"), [0, 1, 1]);
    assert_eq!(taken("c3xa3xa5xc7"), [0, 2, 1]);
    assert_eq!(taken("b3xd3"), [1, 0, 0]);
    assert_eq!(taken("a2xc4xc2"), [1, 1, 0]);
}

#[test]
fn seed_000_003_004_c5_the_larger_capture_is_not_forced() {
    // "If you can capture different numbers of marbles (e.g. in one direction 1 marble and in another direction 2
    // marbles), you may freely chose": d1 takes one marble on the right or two in its column.
    let line = Scene { marbles: "Wd1 Gd2 Ge2 Bd4", vacant: Vacant::AllBut("c1"), ..SCENE }.line();
    let own: Vec<String> = legal(&line).into_iter().filter(|m| m.starts_with("d1")).collect();
    assert_eq!(own, ["d1xd3xd5", "d1xf3"]);
    for (capture, taken) in [("d1xd3xd5", [0, 1, 1]), ("d1xf3", [0, 1, 0])] {
        let mut line = line.clone();
        play(&mut line, capture);
        assert_eq!(captured(&line)[0], taken);
    }
}

#[test]
fn seed_000_003_c6_a_capture_is_the_whole_move() {
    // "That turn you may not place a marble, nor may you remove a ring."
    let mut line = Scene { marbles: "Wd4 Gd5", ..SCENE }.line();
    for text in ["d4xd6,a1", "d4xd6 Wa1,a2", "d4xd6~"] {
        assert!(refusal(&line, text).contains("is not the text of a move"), "{text}");
    }
    play(&mut line, "d4xd6");
    assert_eq!(written(&line), "37 automatic oooo/ooooo/oooooo/oooooWo/oooooo/ooooo/oooo 5,7,10 0,1,0 0,0,0 2");
}

#[test]
fn seed_004_a_capture_may_cross_the_same_ring_again_and_turn_back() {
    // "Durante la cattura è possibile cambiare direzione o muovere all'indietro o transitare sulle stesse caselle anche
    // più di una volta": d4 goes round e5, f5 and e4, through its own first ring, and down over d3.
    let scene = Scene { marbles: "Wd4 Be5 Bf5 Be4 Bd3", vacant: Vacant::Only("f6 f4 d2"), ..SCENE };
    let mut line = scene.line();
    assert_eq!(legal(&line), ["d4xd2", "d4xf4xf6xd4xd2", "d4xf6xf4xd4xd2"]);
    play(&mut line, "d4xf6xf4xd4xd2");
    assert_eq!(captured(&line)[0], [0, 0, 4]);
    // Each marble left at once: back on d4 there is none on e5 any more, so the chain did not go round again.
    assert_eq!(written(&line), "37 automatic ..../...../....../.Woo.../..oo../.ooo./.... 5,8,6 0,0,4 0,0,0 2");
}

#[test]
fn readme_a_jumped_marble_leaves_at_once_so_it_is_not_jumped_twice() {
    // README: "each jumped marble leaves the board at once": otherwise d4 would go round e5, f5 and e4 forever.
    let line = Scene { marbles: "Wd4 Be5 Bf5 Be4", vacant: Vacant::Only("f6 f4"), ..SCENE }.line();
    assert_eq!(legal(&line), ["d4xf4xf6xd4", "d4xf6xf4xd4"]);
    assert_eq!(refusal(&line, "d4xf6xf4xd4xf6"), "there is no marble on e5 to jump over");
}

#[test]
fn seed_004_with_several_jumpers_any_of_them_may_capture() {
    // "Quando è possibile effettuare più catture differenti (con diverse pedine) non è obbligatorio catturare il
    // maggior numero di pedine": one jumper takes two marbles, another one.
    let line = Scene { marbles: "Wd1 Gd2 Bd4 Bg4 Gg5", ..SCENE }.line();
    assert_eq!(legal(&line), ["d1xd3xd5", "g4xg6"]);
}

#[test]
fn seed_004_captured_marbles_are_kept_by_the_player() {
    // "Le pedine catturate vengono rimosse dal tavoliere e trattenute dal giocatore": by the one who captured.
    let mut line = Scene { marbles: "Wd4 Gd5 Bg4 Bg5", vacant: Vacant::AllBut("g7"), ..SCENE }.line();
    play(&mut line, "d4xd6");
    assert_eq!((captured(&line), line.seat()), ([[0, 1, 0], [0, 0, 0]], Seat::Two));
    play(&mut line, "g4xg6");
    assert_eq!((captured(&line), line.seat()), ([[0, 1, 0], [0, 0, 1]], Seat::One));
    assert_eq!(line.position().pool(), [5, 7, 8]);
}

#[test]
fn the_text_of_a_capture_is_read_in_either_case_and_with_spaces() {
    // Dashes and arrows are read like an x.
    for text in ["d1xd3xd5", "D1XD3XD5", " d1 x d3 x d5 ", "d1Xd3 xD5", "d1-d3-d5"] {
        let mut line = Scene { marbles: "Wd1 Gd2 Bd4", ..SCENE }.line();
        assert_eq!(line.play_text(text).map(|m| m.to_string()), Ok("d1xd3xd5".to_owned()), "{text}");
    }
    let line = Scene { marbles: "Wd1 Gd2 Bd4", ..SCENE }.line();
    for text in ["d1", "d1x", "d1-", "d1xd3xd5x", "xd3"] {
        assert!(refusal(&line, text).contains("is not the text of a move"), "{text}");
    }
    assert_eq!(refusal(&line, "d1xd9"), "d9 is not a ring of this board");
    assert_eq!(refusal(&line, "a1xa3"), "there is no marble on a1 to jump with");
}
