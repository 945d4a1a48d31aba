//! DVONN: texts of moves and positions, random starts and setups.

use crate::seeds_help::{at, faults, legal, play, refusal, written};
use std::collections::HashSet;
use tablero::rules::dvonn::{Dvonn, GRID, Phase, Setup, Start};
use tablero::rules::setup::{self, SetupError};
use tablero::rules::{Game, Line, Notation, Refusal, Seat};

const STACKS: &str = "stack ........./..w2.b12*...../..r..r...../........../......... b";

fn wrong(position: &str) -> Vec<String> {
    faults::<Dvonn>(position)
}

fn dealt(text: &str) -> Dvonn {
    match setup::read(text) {
        Ok(setup) => Dvonn::new(&setup),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn the_text_of_a_move_is_read_in_either_case_with_spaces_or_a_hyphen() {
    let mut line = Line::<Dvonn>::new(&Setup::default());
    assert_eq!(line.play_text(" F3 ").map(|m| m.to_string()), Ok("f3".to_owned()));
    for text in ["e3f3", "E3F3", " e3 f3", "e3-f3", "E3 - f3 "] {
        let mut line = at::<Dvonn>("stack ........./........../....wrrr.../........../......... w");
        assert_eq!(line.play_text(text).map(|m| m.to_string()), Ok("e3f3".to_owned()), "{text}");
    }
    let mut line = at::<Dvonn>("stack ........./........../...bw5rrr.../........../......... w");
    assert_eq!(line.play_text(" Pass ").map(|m| m.to_string()), Ok("pass".to_owned()));
}

#[test]
fn a_text_that_is_no_move_is_refused_as_such() {
    let line = at::<Dvonn>("stack ........./........../....wrrr.../........../......... w");
    let examples = "is not the text of a move; write f3 to place a piece, a1a2 to move a stack";
    for text in ["", "e", "e3f", "e3xf3", "e3f3g3", "3e3f", "e03f3", "e3,f3"] {
        assert_eq!(refusal(&line, text), format!("“{text}” {examples}"));
    }
    assert_eq!(refusal(&line, "e3e6"), "e6 is not a space of this board");
    assert_eq!(refusal(&line, "l3k3"), "l3 is not a space of this board");
}

#[test]
fn a_move_after_the_end_is_refused_as_over() {
    let over = at::<Dvonn>("stack ........./........../....w9rrr.../........../......... w");
    assert_eq!(over.position().read_move("e3f3").map_err(|error| error.code()), Err("over"));
    assert_eq!(over.position().read_move("pass").map_err(|error| error.code()), Err("over"));
}

#[test]
fn a_position_is_read_as_it_is_written_in_either_case() {
    assert_eq!(written(&at::<Dvonn>(STACKS)), STACKS);
    assert_eq!(written(&at::<Dvonn>(&format!("  {}  ", STACKS.to_ascii_uppercase().replace(" B", "   B")))), STACKS);
    let placing = "place ........./........../.........../........../rrrbw.... b";
    assert_eq!(written(&at::<Dvonn>(placing)), placing);
    assert_eq!(at::<Dvonn>(placing).position().phase(), Phase::Placing(5));
    // A height of one may be written.
    assert_eq!(written(&at::<Dvonn>(&placing.replace("bw", "b1w1"))), placing);
}

#[test]
fn positions_that_differ_only_in_where_the_dvonn_pieces_are_have_different_keys() {
    let heaps = [[3, 0, 0], [0, 3, 0], [2, 1, 0], [2, 0, 1], [1, 2, 0], [1, 0, 2], [0, 2, 1], [0, 1, 2], [1, 1, 1]];
    let key = |heaps: [usize; 3]| {
        let row = heaps.map(|reds| format!("w4{}", "*".repeat(reds))).concat();
        let position = format!("stack {row}....../........../.........../........../......... w");
        at::<Dvonn>(&position).position().key()
    };
    let keys: HashSet<u64> = heaps.into_iter().map(key).collect();
    assert_eq!(keys.len(), heaps.len());
}

#[test]
fn a_text_that_has_not_the_three_parts_of_a_position_is_refused() {
    let form = "is not a position: it has three parts, as in “stack wbw3*…/… w”";
    assert_eq!(wrong("stack w"), [format!("“stack w” {form}")]);
    assert_eq!(wrong("a b c d"), [format!("“a b c d” {form}")]);
}

#[test]
fn a_board_of_dvonn_that_cannot_be_read_is_refused_with_every_reason() {
    assert_eq!(wrong("stack ........./.......... w"), ["the board has 5 rows, not 2"]);
    let text = "stacked ......../........../..w3q...../....w50....../.....w****... x";
    let sign = "is neither an empty space (.) nor a stack such as w, b3 or w12*, nor a lone DVONN piece (r)";
    assert_eq!(
        wrong(text),
        [
            "“x” is not a colour: w or b is to move".to_owned(),
            "row 5 has 9 spaces, not 8".to_owned(),
            format!("“q.....” in row 3 {sign}"),
            format!("“w50......” in row 2 {sign}"),
            format!("“w****...” in row 1 {sign}"),
            "“stacked” is not a phase of the game: write place or stack".to_owned(),
        ]
    );
}

#[test]
fn stacks_that_cannot_be_are_refused() {
    // Three DVONN pieces stay in the game to its end (seed 001, F.3).
    let row = |row: &str| format!("stack ........./........../{row}/........../......... w");
    assert_eq!(wrong(&row("....wrr....")), ["there are 2 DVONN pieces instead of 3"]);
    assert_eq!(wrong(&row("....w2*rrr...")), ["there are 4 DVONN pieces instead of 3"]);
    // The piece on top is not red.
    assert_eq!(wrong(&row("....w2**r.....")), ["the stack on e3 cannot have that height with its pieces"]);
    // 49 pieces in all, 23 of each colour.
    assert_eq!(wrong(&row("....w47rrr...")), ["there are 50 pieces on the board, but only 49 in the game"]);
    let many = "stack wwwwwwwww/wwwwwwwwww/wwwwwrrr.../........../......... w";
    assert_eq!(wrong(many), ["24 stacks have a white piece on top, but there are only 23 such pieces"]);
}

#[test]
fn a_group_without_a_link_to_a_dvonn_piece_is_refused() {
    // Seed 001, F.1: it "must be removed at once". Each group is named once.
    let unlinked =
        |space| format!("the group of {space} has no link to a DVONN piece, so it would have left the board");
    assert_eq!(wrong("stack ........./........../....w.rrr../........../ww.....b. w").len(), 3);
    assert_eq!(wrong("stack ........./........../....w.rrr../........../......... w"), [unlinked("e3")]);
}

#[test]
fn a_placement_phase_out_of_order_is_refused() {
    // Seed 001, D.1: the DVONN pieces first, then Black's first piece, then White's.
    let row = |row: &str, seat| format!("place ........./........../.........../........../{row} {seat}");
    assert_eq!(
        wrong(&row("rrrww....", 'b')),
        ["after this many placements there are 1 white and 1 black pieces, not 2 and 0"]
    );
    assert_eq!(wrong(&row("rrrbw....", 'w')), ["after this many placements it is black's turn"]);
    assert_eq!(
        wrong(&row("rrw......", 'b')),
        [
            "there are 2 DVONN pieces instead of 3",
            "after this many placements there are 0 white and 0 black pieces, not 1 and 0",
        ]
    );
    assert_eq!(wrong(&row("rrrb2w....", 'b')), ["there is a stack on d1 though pieces are still being placed"]);
    let full = dealt("start=random deal=1").write_position();
    assert_eq!(wrong(&full.replace("stack", "place")), ["all pieces are placed, so the phase is stack"]);
}

/// Deal 7, computed independently of this program: SplitMix64 from 7, Fisher and Yates' shuffle of 3 red, 23 white and
/// 23 black.
const DEAL_7: &str = "stack wbwwwwrww/bbrbwbwbbw/bbbwbbwbwbb/bwbbwbwwbw/wwbbwwbrw w";

#[test]
fn a_random_start_is_the_same_board_for_the_same_deal_number() {
    // Records depend on it, so it may never change.
    let seven = dealt("start=random deal=7");
    assert_eq!(seven.write_position(), DEAL_7);
    assert_eq!(dealt("deal=7 start=random"), seven);
    assert_eq!(dealt("START=Random variant=standard deal=7"), seven);
    let boards: Vec<String> =
        (0..50).map(|deal| dealt(&format!("start=random deal={deal}")).write_position()).collect();
    let mut different = boards.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), boards.len());
}

#[test]
fn a_random_start_is_a_full_board_with_white_to_stack() {
    for deal in [0, 7, 1 << 40, u64::MAX] {
        let position = dealt(&format!("start=random deal={deal}"));
        assert_eq!((position.phase(), position.seat()), (Phase::Stacking, Seat::One));
        let counts = [position.with_red(), position.owned(Seat::One), position.owned(Seat::Two), position.occupied()];
        assert_eq!(counts.map(tablero::rules::hex::Cells::len), [3, 23, 23, 49], "deal {deal}");
        assert!(GRID.all().all(|space| position.stack(space).is_some_and(|stack| stack.height == 1)));
        assert_eq!(written(&at::<Dvonn>(&position.write_position())), position.write_position());
    }
}

#[test]
fn a_random_start_goes_on_as_any_other() {
    let mut line = Line::from_position(dealt("start=random deal=7"));
    let first = legal(&line)[0].clone();
    play(&mut line, &first);
    assert_eq!((line.seat(), line.moves().len(), line.position().occupied().len()), (Seat::Two, 1, 48));
}

#[test]
fn a_setup_of_dvonn_is_a_start_and_for_a_random_one_a_deal() {
    let read = |text| setup::read::<Setup>(text);
    assert_eq!(read(""), Ok(Setup::default()));
    assert_eq!(read("standard start=random deal=7"), Ok(Setup { start: Start::Random, deal: Some(7), swap: false }));
    assert_eq!(setup::write(&Setup::default()), "variant=standard start=placement");
    assert_eq!(
        read("start=random deal=7").map(|setup| setup::write(&setup)),
        Ok("variant=standard start=random deal=7".to_owned())
    );
}

#[test]
fn a_setup_that_makes_no_sense_is_refused() {
    let refused = |text| setup::read::<Setup>(text).map_err(|error| error.to_string());
    let sentence = |text: &str| Err(text.to_owned());
    assert_eq!(
        refused("start=random"),
        sentence("a random start needs the seed of its shuffle, as in start=random deal=7")
    );
    assert_eq!(refused("deal=7"), sentence("a deal belongs to start=random; leave it out"));
    assert_eq!(refused("start=fair"), sentence("start cannot be “fair”; possible values: placement, random"));
    assert_eq!(refused("blitz"), sentence("variant cannot be “blitz”; possible values: standard"));
    assert_eq!(
        refused("start=random deal=-1"),
        sentence("deal cannot be “-1”; possible values: a whole number below 18446744073709551616")
    );
    assert_eq!(refused("size=8"), sentence("there is no option “size”; the options are variant, start, deal, swap"));
    assert_eq!(setup::read::<Setup>("start=random deal=1 deal=2"), Err(SetupError::Twice { key: "deal" }));
}
