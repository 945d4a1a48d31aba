//! ZÈRTZ: preparation, placing and removing (seeds 000 and 003: B and C.1–3; seed 004: the board, the sample opening).

use crate::seeds_help::{SCENE, Scene, Vacant, at, captured, legal, play, refusal, removable, sorted, words, written};
use tablero::rules::zertz::{GRID, Setup, Zertz};
use tablero::rules::{Game, Line, Seat};

fn start() -> Line<Zertz> {
    Line::new(&Setup::default())
}

#[test]
fn seed_000_003_004_b1_the_board_is_a_hexagon_of_37_rings_four_to_a_side() {
    // 003 B.1: "Take 37 rings and assemble a hexagonal game board"; 004: "quattro per ciascuno dei sei lati". The
    // numbers do not restart on every column (README, hexagonal coordinates).
    let columns = "a1 a2 a3 a4 b1 b2 b3 b4 b5 c1 c2 c3 c4 c5 c6 d1 d2 d3 d4 d5 d6 d7 \
                   e2 e3 e4 e5 e6 e7 f3 f4 f5 f6 f7 g4 g5 g6 g7";
    let rings = start().position().vacant();
    assert_eq!(sorted(rings.map(|ring| GRID.name(ring).to_string())), words(columns));
}

#[test]
fn seed_000_003_b2_the_pool_is_6_white_8_grey_and_10_black_marbles() {
    // "The 6 white, 8 grey and 10 black marbles are the pool."
    assert_eq!(written(&start()), "37 automatic oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo 6,8,10 0,0,0 0,0,0 1");
    assert_eq!(start().position().pool(), [6, 8, 10]);
}

#[test]
fn seed_000_003_004_c_without_a_capture_every_move_places_a_marble_and_removes_a_ring() {
    // "You either place a marble of any color on the board and then remove a ring, or you capture." 3 colours, 37
    // rings to place on and 18 at the edge to remove, but never the same: 3 · (19 · 18 + 18 · 17).
    let line = start();
    assert_eq!(line.position().count_moves(), 1944);
    let placing = |m: &String| m.len() == 6 && m.starts_with(['W', 'G', 'B']) && m.as_bytes()[3] == b',';
    assert!(legal(&line).iter().all(placing));
}

#[test]
fn seed_000_003_004_c1_any_colour_goes_on_any_vacant_ring() {
    // "You may select any color you wish and you may place the marble on any vacant ring."
    let mut placed: Vec<String> = legal(&start()).into_iter().map(|m| m[..3].to_owned()).collect();
    placed.dedup();
    let rings = || start().position().vacant().map(|ring| GRID.name(ring).to_string());
    assert_eq!(
        placed,
        sorted(["W", "G", "B"].iter().flat_map(|colour| rings().map(move |ring| format!("{colour}{ring}"))))
    );
}

#[test]
fn seed_000_003_004_c1_a_ring_with_a_marble_takes_no_other() {
    // "On any vacant ring": the error says so.
    let line = Scene { marbles: "Wd4", ..SCENE }.line();
    assert_eq!(refusal(&line, "Bd4,a1"), "that ring is taken: d4 has a marble on it");
    // A ring that is gone, and one that never was.
    let line = Scene { vacant: Vacant::AllBut("a1"), ..SCENE }.line();
    assert_eq!(refusal(&line, "Ba1,g7"), "ring a1 is no longer on the board");
    assert_eq!(refusal(&line, "Ba5,g7"), "a5 is not a ring of this board");
}

#[test]
fn seed_000_003_004_c1_both_players_play_from_one_pool() {
    // "The marbles, in the pool as well as on the board, belong to both players"; 004: "Le pedine della riserva
    // possono essere utilizzate da entrambi i giocatori."
    let mut line = start();
    assert_eq!(line.seat(), Seat::One);
    play(&mut line, "Wd4,a1");
    assert_eq!((line.seat(), line.position().pool(), captured(&line)), (Seat::Two, [5, 8, 10], [[0; 3]; 2]));
    play(&mut line, "Wd6,a2");
    assert_eq!((line.seat(), line.position().pool(), captured(&line)), (Seat::One, [4, 8, 10], [[0; 3]; 2]));
}

#[test]
fn seed_000_003_c1_a_colour_that_the_pool_lacks_cannot_be_placed() {
    // "Select a marble from the pool": captured marbles are no help while the pool has any.
    let line = Scene { marbles: "Wa1 Wd7", first: [3, 0, 0], second: [1, 0, 0], ..SCENE }.line();
    assert_eq!(line.position().pool(), [0, 8, 10]);
    assert_eq!(refusal(&line, "Wd4,g7"), "there is no white marble left to place");
    assert!(legal(&line).iter().all(|m| !m.starts_with('W')));
}

#[test]
fn seed_000_003_c2_at_the_start_the_18_rings_of_the_edge_can_be_removed() {
    // "It must be positioned at the edge of the board." All but the ring the marble has just taken.
    let edge = "a1 a2 a3 a4 b1 b5 c1 c6 d1 d7 e2 e7 f3 f7 g4 g5 g6 g7";
    assert_eq!(removable(&start(), "d4"), words(edge));
    assert_eq!(removable(&start(), "a1"), words(&edge[3..]));
}

#[test]
fn seed_000_003_c2_a_ring_with_a_marble_is_not_free() {
    // "The ring must be vacant": neither with a marble of before nor with the one placed this turn.
    let line = Scene { marbles: "Wa1", ..SCENE }.line();
    assert_eq!(refusal(&line, "Bd4,a1"), "ring a1 cannot be removed, it has a marble on it");
    assert_eq!(refusal(&line, "Bg7,g7"), "ring g7 cannot be removed, it has a marble on it");
    assert_eq!(
        refusal(&Scene { vacant: Vacant::AllBut("g7"), ..SCENE }.line(), "Bd4,g7"),
        "ring g7 is no longer on the board"
    );
}

#[test]
fn seed_000_003_c2_diagram_2_only_the_rings_at_the_edge_that_slide_out_may_be_removed() {
    // "Only the rings with an arrow may be removed", those one can "remove from the sides without disturbing the
    // position of the remaining rings"; 004: "almeno due lati adiacenti liberi". Here b2 has one open side, b3 has
    // two that are not neighbours (a2 and b4); both are at the edge and stay. d1 and f7 are held by marbles.
    let line = Scene { marbles: "Wd1 Gf7", vacant: Vacant::AllBut("a2 a4 b4 b5"), ..SCENE }.line();
    assert_eq!(removable(&line, "d4"), words("a1 a3 b1 c1 c5 c6 d7 e2 e7 f3 g4 g5 g6 g7"));
    let sentence = |ring| format!("ring {ring} cannot be slid out: no two neighbouring sides of it are open");
    for ring in ["b2", "b3", "c3", "c4"] {
        assert_eq!(refusal(&line, &format!("Wd4,{ring}")), sentence(ring));
    }
    // With a3 gone too, three sides in a row of b3 are open.
    let line = Scene { marbles: "Wd1 Gf7", vacant: Vacant::AllBut("a2 a3 a4 b4 b5"), ..SCENE }.line();
    assert_eq!(removable(&line, "d4"), words("a1 b1 b3 c1 c5 c6 d7 e2 e7 f3 g4 g5 g6 g7"));
}

#[test]
fn seed_000_003_c2_a_ring_that_was_removed_leaves_the_game() {
    // 003: "A board that gets smaller": ring by ring, and the rings beside it come to the edge.
    let mut line = start();
    play(&mut line, "Wd4,a1");
    assert_eq!(written(&line), "37 automatic .ooo/ooooo/oooooo/oooWooo/oooooo/ooooo/oooo 5,8,10 0,0,0 0,0,0 2");
    play(&mut line, "Bg7,a2");
    assert_eq!(written(&line), "37 automatic ..oo/ooooo/oooooo/oooWooo/oooooo/ooooo/oooB 5,8,9 0,0,0 0,0,0 1");
    assert!(removable(&line, "d5").contains(&"b2".to_owned()));
}

#[test]
fn seed_000_003_004_c3_who_places_must_also_remove_a_ring() {
    // "You must do both"; 004: "non è possibile rinunciare alla fase di rimozione".
    let line = Scene { vacant: Vacant::Only("d4 d5"), ..SCENE }.line();
    assert_eq!(legal(&line), words("Bd4,d5 Bd5,d4 Gd4,d5 Gd5,d4 Wd4,d5 Wd5,d4"));
    assert_eq!(refusal(&line, "Wd4"), "you must also remove a ring, for example d5");
}

#[test]
fn seed_000_003_c3_if_no_vacant_ring_can_be_removed_none_is() {
    // "In this case you must not remove a ring (your move ends after having placed a marble)." The edge of a hexagon
    // of 19 rings is full, the seven rings inside it are vacant.
    let edge = "Gb2 Bb3 Gb4 Bc2 Bc5 Gd2 Gd6 Be3 Be6 Gf4 Bf5 Gf6";
    let inside = "c3 c4 d3 d4 d5 e4 e5";
    let scene = Scene { marbles: edge, vacant: Vacant::Only(inside), ..SCENE };
    let mut line = scene.line();
    // Every marble has another one or no ring behind it, so nothing can be captured.
    assert!(!line.position().must_capture());
    let rings = || words(inside).into_iter();
    let placed = ["W", "G", "B"].into_iter().flat_map(|colour| rings().map(move |ring| format!("{colour}{ring}")));
    assert_eq!(legal(&line), sorted(placed));
    assert_eq!(refusal(&line, "Wd4,c3"), "ring c3 cannot be slid out: no two neighbouring sides of it are open");
    play(&mut line, "Wd4");
    assert_eq!((line.position().rings().len(), line.seat()), (19, Seat::Two));
}

#[test]
fn readme_the_ring_just_taken_is_not_vacant_so_it_may_be_the_only_one_that_could_slide_out() {
    // README: "The ring just taken by the marble placed this turn is not vacant. If any ring can be removed, one must
    // be." Here only b3 can slide out: placing elsewhere removes it, placing on it removes nothing.
    let edge = "Gb2 Gb4 Bc2 Bc5 Gd2 Gd6 Be3 Be6 Gf4 Bf5 Gf6";
    let line = Scene { marbles: edge, vacant: Vacant::Only("b3 c3 c4 d3 d4 d5 e4 e5"), ..SCENE }.line();
    let white: Vec<String> = legal(&line).into_iter().filter(|m| m.starts_with('W')).collect();
    assert_eq!(white, words("Wb3 Wc3,b3 Wc4,b3 Wd3,b3 Wd4,b3 Wd5,b3 We4,b3 We5,b3"));
    assert_eq!(refusal(&line, "Wd4"), "you must also remove a ring, for example b3");
    assert_eq!(line.position().count_moves(), 24);
}

#[test]
fn seed_004_who_can_place_cannot_pass() {
    // "Non è possibile passare."
    assert_eq!(refusal(&start(), "pass"), "you can place a marble, so you cannot pass");
}

#[test]
fn seed_004_the_sample_opening() {
    // "Il primo giocatore ha deciso di prelevare dalla riserva una pedina bianca, collocandola in d4, e di rimuovere la
    // casella a1. Il secondo … nera … in d6 … a2. 2. Nd2, a3, Nf4, a4; 3. Bg5, c1."
    let mut line = start();
    play(&mut line, "Wd4,a1 Bd6,a2");
    assert_eq!(written(&line), "37 automatic ..oo/ooooo/oooooo/oooWoBo/oooooo/ooooo/oooo 5,8,9 0,0,0 0,0,0 1");
    play(&mut line, "Bd2,a3 Bf4,a4");
    assert!(!line.position().must_capture());
    play(&mut line, "Wg5,c1");
    assert_eq!(written(&line), "37 automatic ..../ooooo/.ooooo/oBoWoBo/oooooo/oBooo/oWoo 4,8,7 0,0,0 0,0,0 2");
    // "Il giocatore di turno sarà obbligato ad effettuare una cattura … della pedina nera in f4. La pedina in d2 non
    // può essere catturata, perché si trova sul bordo."
    assert_eq!(legal(&line), ["g5xe3"]);
    assert_eq!(refusal(&line, "Wd5,b5"), "you must capture: only g5xe3 is possible");
    play(&mut line, "g5xe3");
    assert_eq!(captured(&line), [[0, 0, 0], [0, 0, 1]]);
    // White has landed beside d2, on e3 behind which d2 has no ring: nothing more to capture at the edge.
    assert_eq!(written(&line), "37 automatic ..../ooooo/.ooooo/oBoWoBo/oWoooo/ooooo/oooo 4,8,7 0,0,0 0,0,1 1");
}

#[test]
fn seed_004_the_piece_on_d2_has_no_ring_behind_it_once_c1_is_gone() {
    // "La casella c1 è stata precedentemente rimossa": with c1 the marble beside d2 captures it, without it not.
    let with = Scene { marbles: "Wd4 Bd2 Be3", ..SCENE };
    assert_eq!(legal(&with.line()), ["d2xf4", "e3xc1"]);
    let without = Scene { vacant: Vacant::AllBut("c1"), ..with };
    assert_eq!(legal(&without.line()), ["d2xf4"]);
}

#[test]
fn the_text_of_a_placement_is_read_in_either_case_and_with_spaces() {
    for text in ["Wd4,a1", "wd4,a1", "WD4,A1", "  Wd4 , a1 ", "w D4 ,A1"] {
        let mut line = start();
        assert_eq!(line.play_text(text).map(|m| m.to_string()), Ok("Wd4,a1".to_owned()), "{text}");
    }
}

#[test]
fn a_text_that_is_no_placement_is_refused_as_such() {
    let line = start();
    let examples = "is not the text of a move; write Wd4,a1 to place and remove, g5xe3 to capture";
    for text in ["", "Xd4,a1", "Wd4,", "Wd4 a1", "Wd4,a1,a2", "Wd04,a1", "d4", "d4,a1", "Wd4,a1!"] {
        assert_eq!(refusal(&line, text), format!("“{text}” {examples}"));
    }
    assert_eq!(refusal(&line, "Wd8,a1"), "d8 is not a ring of this board");
    assert_eq!(refusal(&line, "Wd4,z9"), "z9 is not a ring of this board");
    assert_eq!(refusal(&line, "Wd4,a5"), "a5 is not a ring of this board");
}

#[test]
fn a_move_after_the_end_is_refused_as_over() {
    use tablero::rules::notation::{Notation, Refusal};
    let over = at::<Zertz>(&Scene { first: [4, 0, 0], seat: 2, ..SCENE }.text());
    assert_eq!(over.position().read_move("Gd4,a1").map_err(|error| error.code()), Err("over"));
    assert_eq!(legal(&over), Vec::<String>::new());
}
