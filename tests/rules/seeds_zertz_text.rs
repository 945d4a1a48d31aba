//! ZÈRTZ: impossible positions are refused with every reason, and setups are parsed or refused.

use crate::seeds_help::{SCENE, Scene, Vacant, at, faults, play, sorted, written};
use tablero::rules::setup::{self, SetupError};
use tablero::rules::zertz::{Claims, Setup, Variant, Zertz};
use tablero::rules::{Game, Notation, Refusal};

const BOARD: &str = "oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo";

/// The text of the basic game's starting position with one part replaced.
fn start_with(part: &str, by: &str) -> String {
    let text = format!("37 automatic {BOARD} 6,8,10 0,0,0 0,0,0 1");
    assert!(text.contains(part));
    text.replacen(part, by, 1)
}

fn wrong(position: &str) -> Vec<String> {
    faults::<Zertz>(position)
}

#[test]
fn a_position_is_read_as_it_is_written() {
    let scene = || Scene { marbles: "Wd4 Gd6 Bg7", vacant: Vacant::AllBut("a1 b1"), ..SCENE };
    let text =
        Scene { claims: "optional", variant: "48", first: [1, 0, 2], second: [0, 3, 0], seat: 2, ..scene() }.text();
    assert_eq!(written(&at::<Zertz>(&text)), text);
    assert_eq!(text, "48 optional .oooo/.ooooo/ooooooo/oooWoGoo/ooooooo/oooooo/oooBo/oooo 4,4,7 1,0,2 0,3,0 2");
    let setup = at::<Zertz>(&text).position().setup();
    assert_eq!(setup, Setup { variant: Variant::Rings48, claims: Claims::Optional, swap: false });
}

#[test]
fn a_position_is_read_in_either_case_and_with_more_spaces() {
    let text = "  BLITZ   Optional  oooo/OOOOO/oooooo/oowooOO/oooooo/ooooo/ooob   4,7,8 0,0,0  0,0,0   2 ";
    let line = at::<Zertz>(text);
    assert_eq!(written(&line), "blitz optional oooo/ooooo/oooooo/ooWoooo/oooooo/ooooo/oooB 4,7,8 0,0,0 0,0,0 2");
}

#[test]
fn a_text_that_has_not_the_seven_parts_of_a_position_is_refused() {
    let form = "is not a position: it has seven parts, as in “37 automatic oooo/… 6,8,10 0,0,0 0,0,0 1”";
    assert_eq!(wrong(""), [format!("“” {form}")]);
    assert_eq!(wrong("37 automatic"), [format!("“37 automatic” {form}")]);
    assert_eq!(wrong(&start_with(" 0,0,0 1", " 1")).len(), 1);
    assert_eq!(wrong(&start_with(" 1", " 1 1")).len(), 1);
    // The message truncates a long text.
    let long = start_with("37", &"3".repeat(2000));
    assert_eq!(wrong(&long), [format!("“{}…” {form}", "3".repeat(40))]);
}

#[test]
fn unknown_boards_claims_and_seats_are_refused_together() {
    let text = start_with("37", "38").replace("automatic", "never").replace("0 1", "0 3");
    assert_eq!(
        wrong(&text),
        [
            "“38” is not a board; there are 37, 40, 43, 44, 48, 61 and blitz",
            "“never” is not a way to claim: write automatic or optional",
            "“3” is not a seat: 1 or 2 is to move",
        ]
    );
}

#[test]
fn a_board_of_another_shape_is_refused() {
    assert_eq!(wrong(&start_with("/oooo ", " ")), ["the board has 7 columns, not 6"]);
    assert_eq!(wrong(&start_with("37", "48")), ["the board has 8 columns, not 7"]);
    assert_eq!(
        wrong(&start_with("oooo/ooooo/oooooo", "ooooo/ooooo/ooo")),
        ["column a has 4 places, not 5", "column c has 6 places, not 3"]
    );
}

#[test]
fn signs_that_mean_nothing_are_refused_each_with_its_ring() {
    let sentence = |sign, ring| {
        format!("“{sign}” on {ring} is neither a marble (W, G, B) nor a vacant ring (o) nor a removed one (.)")
    };
    assert_eq!(
        wrong(&start_with("oooo/ooooo", "oXoo/oooé?")),
        [("X", "a2"), ("é", "b4"), ("?", "b5")].map(|(s, r)| sentence(s, r))
    );
}

#[test]
fn no_more_than_twenty_reasons_are_given() {
    let reasons = wrong(&start_with(BOARD, &BOARD.replace('o', "x")));
    assert_eq!(reasons.len(), 20);
    assert!(reasons[0].starts_with("“x” on a1 is neither") && reasons[19].starts_with("“x” on d5 is neither"));
}

#[test]
fn numbers_of_marbles_that_are_none_are_refused() {
    let sentence = |text| format!("“{text}” is not three numbers of marbles, white, grey and black, as in 6,8,10");
    for text in ["6,8", "6,8,10,0", "6,8,x", "-1,8,10", "6,8,100", "6;8;10"] {
        assert_eq!(wrong(&start_with("6,8,10", text)), [sentence(text)]);
    }
}

#[test]
fn marbles_that_are_missing_or_too_many_are_refused_by_colour() {
    // Seeds 000 and 003: "6 white marbles, 8 gray marbles, 10 black marbles".
    assert_eq!(
        wrong(&start_with("6,8,10 0,0,0 0,0,0", "6,7,10 1,0,0 0,0,1")),
        [
            "there are 7 white marbles instead of 6",
            "there are 7 grey marbles instead of 8",
            "there are 11 black marbles instead of 10",
        ]
    );
    // A marble on the board counts as well, and blitz has fewer.
    assert_eq!(wrong(&start_with("oooo/", "Wooo/")), ["there are 7 white marbles instead of 6"]);
    assert_eq!(wrong(&start_with("37", "blitz")).len(), 3);
}

#[test]
fn a_ring_missing_from_the_inside_is_refused() {
    // Seed 003, C.2: only rings at the edge can be removed, so no hole ever is inside.
    let hole = |ring| format!("ring {ring} is missing from the inside, where no ring can slide out");
    assert_eq!(wrong(&start_with("ooooooo", "ooo.ooo")), [hole("d4")]);
    let three = wrong(&start_with("oooooo/ooooooo", "ooo.oo/oo..ooo"));
    assert_eq!(sorted(three), ["c4", "d3", "d4"].map(hole));
    // With a way to the edge it can be: d1, d2 and d3 went before d4.
    assert_eq!(at::<Zertz>(&start_with("ooooooo", "....ooo")).position().rings().len(), 33);
}

#[test]
fn a_full_group_that_would_have_been_claimed_is_refused_unless_claims_are_optional() {
    // Seed 004: it would have been captured at once (decision 1).
    let text = "37 automatic B.oo/..ooo/..oooo/ooooooo/oooooo/ooooo/oooo 6,8,9 0,0,0 0,0,0 1";
    assert_eq!(wrong(text), ["the group of a1 has no vacant ring, so it would have been claimed"]);
    assert_eq!(written(&at::<Zertz>(&text.replace("automatic", "optional"))), text.replace("automatic", "optional"));
    let two = "37 automatic B.oo/..ooo/..oooo/oooooo./ooooo./ooo../oo.W 5,8,9 0,0,0 0,0,0 1";
    assert_eq!(wrong(two).len(), 2);
}

#[test]
fn a_player_to_move_who_has_won_before_is_refused() {
    // Players capture only on their own turn, so only the player who has just moved can have reached a goal.
    let sentence = ["the player to move has reached a goal before this turn"];
    assert_eq!(wrong(&start_with("6,8,10 0,0,0", "2,8,10 4,0,0")), sentence);
    let over = start_with("6,8,10 0,0,0", "2,8,10 4,0,0").replace("0 1", "0 2");
    assert!(at::<Zertz>(&over).ending().is_some());
}

#[test]
fn several_reasons_are_given_together_and_have_codes() {
    let text = "37 automatic B.oo/..ooo/..oooo/ooooooo/oooooo/ooooo/oooo 1,8,9 4,0,0 0,0,0 1";
    let codes = |text: &str| match Zertz::read_position(text) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.iter().map(Refusal::code).collect::<Vec<_>>(),
    };
    assert_eq!(codes(text), ["total", "unclaimed", "won-before"]);
    assert_eq!(codes(&text.replace("/ooooooo/", "/ooo.ooo/")), ["total", "hole", "unclaimed", "won-before"]);
}

#[test]
fn a_setup_names_the_board_and_the_claims_and_has_defaults() {
    let read = |text| setup::read::<Setup>(text);
    assert_eq!(read(""), Ok(Setup { variant: Variant::Rings37, claims: Claims::Automatic, swap: false }));
    assert_eq!(read("48"), Ok(Setup { variant: Variant::Rings48, claims: Claims::Automatic, swap: false }));
    assert_eq!(
        read("CLAIMS=Optional variant=Blitz"),
        Ok(Setup { variant: Variant::Blitz, claims: Claims::Optional, swap: false })
    );
    assert_eq!(setup::write(&Setup::default()), "variant=37 claims=automatic");
}

#[test]
fn a_setup_that_makes_no_sense_is_refused_with_what_is_possible() {
    let refused = |text| setup::read::<Setup>(text).map_err(|error| error.to_string());
    let sentence = |text: &str| Err(text.to_owned());
    assert_eq!(refused("38"), sentence("variant cannot be “38”; possible values: 37, 40, 43, 44, 48, 61, blitz"));
    assert_eq!(refused("claims=never"), sentence("claims cannot be “never”; possible values: automatic, optional"));
    assert_eq!(refused("size=37"), sentence("there is no option “size”; the options are variant, claims, swap"));
    assert_eq!(setup::read::<Setup>("37 variant=48"), Err(SetupError::Twice { key: "variant" }));
}

#[test]
fn a_line_of_moves_is_played_as_a_whole_or_not_at_all() {
    let mut line = SCENE.line();
    let error = line.play_all(["Wd4,a1", "Bd4,a2", "Gd5,a3"]).map_err(|error| error.to_string());
    assert_eq!(error, Err("move 2, “Bd4,a2”: that ring is taken: d4 has a marble on it".to_owned()));
    assert_eq!(written(&line), SCENE.text());
    play(&mut line, "Wd4,a1 Bd6,a2");
    assert_eq!(line.take_back().map(|m| m.to_string()), Some("Bd6,a2".to_owned()));
    assert_eq!(line.moves().len(), 1);
}
