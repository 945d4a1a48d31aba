//! ZÈRTZ: groups that are cut off (seeds 000 and 003: D; seed 004; decision 1).

use crate::seeds_help::{SCENE, Scene, Vacant, at, captured, legal, play, refusal, sorted, won, words, written};
use tablero::rules::zertz::Zertz;
use tablero::rules::{Game, Line, Seat};

/// The corner at a1 is connected to the rest by b2 alone.
const CORNER: &str = "a2 b1 c1 c2";

/// The same corner with two rings: a1 and a2 are connected to the rest by a3.
const CORNER_OF_TWO: &str = "a4 b1 b2 b3 c1 c2 c3";

fn optional(scene: Scene<'_>) -> Line<Zertz> {
    Scene { claims: "optional", ..scene }.line()
}

#[test]
fn seed_000_003_004_d1_diagram_4_a_marble_on_a_ring_that_gets_isolated_is_captured() {
    // "If you remove the ring indicated by the arrow, you capture the marble on the isolated board piece", the ring
    // too.
    let mut line = Scene { marbles: "Ba1", vacant: Vacant::AllBut(CORNER), ..SCENE }.line();
    play(&mut line, "Wg7,b2");
    assert_eq!(written(&line), "37 automatic ..oo/..ooo/..oooo/ooooooo/oooooo/ooooo/oooW 5,8,9 0,0,1 0,0,0 2");
}

#[test]
fn seed_000_003_004_d1_an_isolated_group_may_have_several_rings() {
    // "Most of the times it will concern one ring, but it is not limited to one." The marble placed on a2 is part of
    // it.
    let mut line = Scene { marbles: "Ba1", vacant: Vacant::AllBut(CORNER_OF_TWO), ..SCENE }.line();
    play(&mut line, "Ga2,a3");
    assert_eq!(captured(&line), [[0, 1, 1], [0; 3]]);
    assert_eq!(line.position().rings().len(), 37 - 7 - 3);
}

#[test]
fn seed_000_003_004_d2_a_group_with_a_vacant_ring_is_not_captured() {
    // "You can only capture marbles this way if there are no vacant rings in the isolated group"; 004: "non viene
    // rimosso".
    let mut line = Scene { marbles: "Ba1", vacant: Vacant::AllBut(CORNER_OF_TWO), ..SCENE }.line();
    play(&mut line, "Wg7,a3");
    assert_eq!(written(&line), "37 automatic Bo../...oo/...ooo/ooooooo/oooooo/ooooo/oooW 5,8,9 0,0,0 0,0,0 2");
}

#[test]
fn seed_000_003_004_d2_a_marble_on_the_last_vacant_ring_of_an_isolated_group_takes_it() {
    // "You may claim one or more rings when you either put a marble on the last vacant ring of an already isolated
    // group …": the opponent of the player who isolated it does.
    let mut line = Scene { marbles: "Ba1", vacant: Vacant::AllBut(CORNER_OF_TWO), ..SCENE }.line();
    play(&mut line, "Wg7,a3 Wa2,g4");
    assert_eq!(captured(&line), [[0; 3], [1, 0, 1]]);
    assert_eq!(written(&line), "37 automatic ..../...oo/...ooo/ooooooo/oooooo/ooooo/.ooW 4,8,9 0,0,0 1,0,1 1");
}

#[test]
fn seed_004_removing_the_last_vacant_ring_of_an_isolated_group_takes_it() {
    // "Oppure quando un giocatore ne rimuoverà l'ultima casella libera."
    let mut line = Scene { marbles: "Ba1", vacant: Vacant::AllBut(CORNER_OF_TWO), ..SCENE }.line();
    play(&mut line, "Wg7,a3 Wd4,a2");
    assert_eq!(captured(&line), [[0; 3], [0, 0, 1]]);
    assert_eq!(written(&line), "37 automatic ..../...oo/...ooo/oooWooo/oooooo/ooooo/oooW 4,8,9 0,0,0 0,0,1 1");
}

#[test]
fn seed_003_d2_a_group_that_is_full_but_still_linked_stays() {
    // Only "isolated" groups: full rings that touch a vacant ring are part of the board.
    let mut line = Scene { marbles: "Ba1", vacant: Vacant::AllBut("a2 b1 c1"), ..SCENE }.line();
    play(&mut line, "Wg7,c2");
    assert_eq!(captured(&line), [[0; 3]; 2]);
    assert_eq!(written(&line), "37 automatic B.oo/.oooo/..oooo/ooooooo/oooooo/ooooo/oooW 5,8,9 0,0,0 0,0,0 2");
}

#[test]
fn seed_000_003_d2_isolating_is_the_result_of_a_move_and_not_a_move() {
    // "It is not itself a move": there is no text for it, and after it the other player moves.
    let mut line = Scene { marbles: "Ba1", vacant: Vacant::AllBut(CORNER), ..SCENE }.line();
    assert!(refusal(&line, "claim").contains("is not the text of a move"));
    assert!(refusal(&line, "a1").contains("is not the text of a move"));
    play(&mut line, "Wg7,b2");
    assert_eq!(line.seat(), Seat::Two);
}

#[test]
fn seed_004_the_triple_capture_of_a1_and_d2() {
    // "Nella parte alta del tavoliere si trova un gruppo isolato, che non è stato rimosso, in quanto non tutte le sue
    // caselle sono occupate. Non c'è alcuna possibilità di effettuare una cattura … collocare una pedina in a1
    // rimuovendo poi la casella d2. In questo modo vengono catturate ben tre pedine": d1, b1 and a1.
    let vacant = Vacant::AllBut("a2 b2 c1 c2 e2 d5 c5 c4 b4 e6 e5 b5 c6 f6");
    let mut line = Scene { marbles: "Gb1 Wd1 Bd6 Be7", vacant, ..SCENE }.line();
    assert!(!line.position().must_capture());
    play(&mut line, "Ba1,d2");
    assert_eq!(captured(&line), [[1, 1, 1], [0; 3]]);
    // The group at the top, with its vacant rings, is still on the board.
    assert_eq!(written(&line), "37 automatic ..oo/..o../..o.../..oo.Bo/.oo..B/ooo.o/oooo 5,7,7 1,1,1 0,0,0 2");
}

#[test]
fn readme_one_move_can_take_several_groups() {
    // README: "One move can claim several groups": b2 links a1 on one side and b3 c3 on the other. With d4 to link b3
    // and c3 to vacant rings, only a1 is taken.
    let mut line = Scene { marbles: "Ba1 Wc3 Gb3", vacant: Vacant::Only("b2 d4 d5 e5"), ..SCENE }.line();
    play(&mut line, "Bd4,b2");
    assert_eq!(captured(&line), [[0, 0, 1], [0; 3]]);
    let vacant = Vacant::Only("b2 e5 e6 f6");
    let mut line = Scene { marbles: "Ba1 Wc3 Gb3", vacant, ..SCENE }.line();
    play(&mut line, "Be5,b2");
    assert_eq!(captured(&line), [[1, 1, 1], [0; 3]]);
    assert_eq!(written(&line), "37 automatic ..../...../....../......./...Bo./...o./.... 5,7,8 1,1,1 0,0,0 2");
}

#[test]
fn readme_the_full_part_may_be_larger_than_the_part_with_a_vacant_ring() {
    // README: "the part that is filled can be larger than the part that is not": five rings go, three stay.
    // The row of marbles bends before e4, so nothing can be jumped.
    let marbles = "Wb1 Gc1 Bd1 Gd2 Be3";
    let vacant = Vacant::Only("e4 f5 f6 g6");
    let mut line = Scene { marbles, vacant, ..SCENE }.line();
    play(&mut line, "Bg6,e4");
    assert_eq!(captured(&line), [[1, 2, 2], [0; 3]]);
    assert_eq!(written(&line), "37 automatic ..../...../....../......./....../..oo./..B. 5,6,7 1,2,2 0,0,0 2");
}

#[test]
fn decision_1_automatic_claims_cannot_be_declined() {
    // "Claims are automatic (as seed 004 says)": 004: "queste vengono immediatamente rimosse".
    let line = Scene { marbles: "Ba1", vacant: Vacant::AllBut(CORNER), ..SCENE }.line();
    assert_eq!(refusal(&line, "Wg7,b2~"), "there is no claim to decline: leave out the ~");
    assert!(legal(&line).iter().all(|m| !m.ends_with('~')));
}

#[test]
fn seed_000_003_d1_a_claim_is_not_compulsory_with_the_option_for_it() {
    // "It is not compulsory": with claims=optional each claiming turn has a second text, with ~, and only these.
    let scene = || Scene { marbles: "Ba1", vacant: Vacant::AllBut(CORNER), ..SCENE };
    let (automatic, line) = (scene().line(), optional(scene()));
    let declined: Vec<String> = legal(&line).into_iter().filter(|m| m.ends_with('~')).collect();
    let claiming = legal(&automatic).into_iter().filter(|m| m.ends_with(",b2"));
    assert_eq!(declined, sorted(claiming.map(|m| m + "~")));
    // 33 rings are left, one has the marble, and b2 is the one to remove: 31 to place on, three colours.
    assert_eq!(declined.len(), 31 * 3);
    assert_eq!(line.position().count_moves(), automatic.position().count_moves() + 93);
    assert_eq!(refusal(&line, "Wg7,g4~"), "there is no claim to decline: leave out the ~");
}

#[test]
fn decision_1_a_declined_group_stays_with_its_marbles() {
    let mut line = optional(Scene { marbles: "Ba1", vacant: Vacant::AllBut(CORNER), ..SCENE });
    play(&mut line, "Wg7,b2~");
    assert_eq!(written(&line), "37 optional B.oo/..ooo/..oooo/ooooooo/oooooo/ooooo/oooW 5,8,9 0,0,0 0,0,0 2");
    // The same turn with the claim.
    let mut line = optional(Scene { marbles: "Ba1", vacant: Vacant::AllBut(CORNER), ..SCENE });
    play(&mut line, "Wg7,b2");
    assert_eq!(captured(&line), [[0, 0, 1], [0; 3]]);
}

#[test]
fn decision_1_a_declined_group_stays_for_good() {
    // "Declining leaves all groups of that move where they are, for good": nobody's later turn claims it, not even one
    // that claims another group.
    let mut line = optional(Scene { marbles: "Ba1 Gg7", vacant: Vacant::AllBut("a2 b1 c1 c2 f7 g6 e7 e6"), ..SCENE });
    play(&mut line, "Wd4,b2~");
    assert!(legal(&line).iter().filter(|m| m.ends_with('~')).all(|m| m.ends_with(",f6~")));
    play(&mut line, "Bd6,f6");
    assert_eq!(captured(&line), [[0; 3], [0, 1, 0]]);
    assert_eq!(written(&line), "37 optional B.oo/..ooo/..oooo/oooWoBo/oooo../ooo../oo.. 5,7,8 0,0,0 0,1,0 1");
    assert!(legal(&line).iter().all(|m| !m.ends_with('~')));
}

#[test]
fn decision_1_declining_leaves_all_groups_of_the_move() {
    // The triple capture of seed 004, declined.
    let vacant = Vacant::AllBut("a2 b2 c1 c2 e2");
    let mut line = optional(Scene { marbles: "Gb1 Wd1", vacant, ..SCENE });
    play(&mut line, "Ba1,d2~");
    assert_eq!(captured(&line), [[0; 3]; 2]);
    assert_eq!(written(&line), "37 optional B.oo/G.ooo/..oooo/W.ooooo/.ooooo/ooooo/oooo 5,7,9 0,0,0 0,0,0 2");
}

#[test]
fn decision_1_a_group_filled_later_can_be_declined_or_claimed() {
    // A marble on the last vacant ring of a group that is cut off already.
    let vacant = || Vacant::AllBut("a3 a4 b1 b2 b3 c1 c2 c3");
    let line = || optional(Scene { marbles: "Ba1", vacant: vacant(), ..SCENE });
    let ways: Vec<String> = legal(&line()).into_iter().filter(|m| m.starts_with("Wa2,g4")).collect();
    assert_eq!(ways, ["Wa2,g4", "Wa2,g4~"]);
    let (mut claimed, mut declined) = (line(), line());
    play(&mut claimed, "Wa2,g4");
    play(&mut declined, "Wa2,g4~");
    assert_eq!(captured(&claimed)[0], [1, 0, 1]);
    assert_eq!(captured(&declined)[0], [0, 0, 0]);
    assert_eq!(written(&declined), "37 optional BW../...oo/...ooo/ooooooo/oooooo/ooooo/.ooo 5,8,9 0,0,0 0,0,0 2");
}

#[test]
fn decision_1_filling_the_last_vacant_ring_of_the_board_always_wins() {
    // Also with optional claims, where that turn has nothing to decline, and takes what was declined before.
    let scene = Scene { marbles: "Wa1 Ga2 Bd4", vacant: Vacant::Only("d5"), ..SCENE };
    let mut line = optional(scene);
    assert_eq!(legal(&line), words("Bd5 Gd5 Wd5"));
    assert_eq!(refusal(&line, "Wd5~"), "there is no claim to decline: leave out the ~");
    play(&mut line, "Wd5");
    assert_eq!((line.ending(), captured(&line)[0]), (won(Seat::One, "filled"), [2, 1, 1]));
}

#[test]
fn decision_1_the_two_ways_are_told_apart_by_a_tilde_at_the_end() {
    // The tilde is read with spaces before it, and nowhere but at the end.
    let scene = || optional(Scene { marbles: "Ba1", vacant: Vacant::AllBut(CORNER), ..SCENE });
    let mut line = scene();
    assert_eq!(line.play_text("wG7 , B2 ~").map(|m| m.to_string()), Ok("Wg7,b2~".to_owned()));
    for text in ["~Wg7,b2", "Wg7~,b2", "Wg7,b2~~"] {
        assert!(refusal(&scene(), text).contains("is not the text of a move"), "{text}");
    }
    // A position with a declined group is one of optional claims only.
    let declined = "B.oo/..ooo/..oooo/ooooooo/oooooo/ooooo/oooW 5,8,9 0,0,0 0,0,0 2";
    assert_eq!(at::<Zertz>(&format!("37 optional {declined}")).position().rings().len(), 32);
}
