//! Barrier (seed 002).

use crate::seeds_help::{at, faults, legal, play, refusal, sorted, won, words, written};
use tablero::rules::barrier::{Barrier, PositionError, Setup};
use tablero::rules::setup;
use tablero::rules::{Game, Line, Notation, Outcome, Refusal, Seat, SeededRng};

fn start(size: u8) -> Line<Barrier> {
    match Setup::new(size) {
        Some(setup) => Line::new(&setup),
        None => panic!("no board of {size}"),
    }
}

fn wrong(position: &str) -> Vec<String> {
    faults::<Barrier>(position)
}

/// A board of 8×8 with the knights on d4 and h8.
const MIDDLE: &str = ".......B/......../......../......../...W..../......../......../........ w";

#[test]
fn seed_002_the_board_has_8_by_8_squares_like_a_chessboard() {
    // "Un tablero cuadriculado de 8 × 8, como el de ajedrez." "Partiendo del tablero vacío."
    let line = Line::<Barrier>::new(&Setup::default());
    assert_eq!(written(&line), "......../......../......../......../......../......../......../........ w");
    let squares = (b'a'..=b'h').flat_map(|column| (1..=8).map(move |number| format!("{}{number}", column as char)));
    assert_eq!(legal(&line), sorted(squares));
}

#[test]
fn seed_002_it_may_be_played_on_a_board_of_another_size() {
    // "Puede jugarse en un tablero cuadriculado de otro tamaño"; README: 5 to 10.
    for size in 5..=10u8 {
        assert_eq!(start(size).position().count_moves(), u64::from(size).pow(2), "{size}");
        assert_eq!(written(&start(size)).split('/').count(), usize::from(size));
    }
    assert_eq!((Setup::new(4), Setup::new(11)), (None, None));
    let mut line = start(10);
    play(&mut line, "j10 a1 j10j8i8");
    assert_eq!(refusal(&line, "a1a3k3"), "k3 is not a square of this board");
    assert_eq!(refusal(&start(5), "f1"), "f1 is not a square of this board");
}

#[test]
fn seed_002_each_player_puts_the_knight_on_any_square_first_white_then_black() {
    // "Cada jugador coloca su caballo en la casilla que elija."
    let mut line = start(8);
    assert_eq!(line.seat(), Seat::One);
    play(&mut line, "d4");
    assert_eq!((line.seat(), line.position().count_moves()), (Seat::Two, 63));
    assert_eq!(refusal(&line, "d4"), "that square is taken: the other knight stands on d4");
    play(&mut line, "h8");
    assert_eq!(written(&line), MIDDLE);
    assert_eq!(refusal(&line, "a1"), "your knight is on the board: name from, corner and target, as in b1b3c3");
}

#[test]
fn seed_002_nobody_walks_before_the_knight_is_placed() {
    assert_eq!(refusal(&start(8), "b1b3c3"), "your knight is not on the board yet: name one empty square");
    let mut line = start(8);
    play(&mut line, "d4");
    assert_eq!(refusal(&line, "d4d6e6"), "your knight is not on the board yet: name one empty square");
}

#[test]
fn seed_002_then_the_players_move_by_turns_each_the_own_knight() {
    // "A continuación, por turnos, cada jugador realiza una jugada … se mueve el caballo propio."
    let mut line = at::<Barrier>(MIDDLE);
    assert_eq!(refusal(&line, "h8h6g6"), "your knight is on d4, not on h8");
    play(&mut line, "d4d6e6");
    assert_eq!(line.seat(), Seat::Two);
    assert_eq!(refusal(&line, "e6e4d4"), "your knight is on h8, not on e6");
    play(&mut line, "h8h6g6");
    assert_eq!(line.seat(), Seat::One);
}

#[test]
fn seed_002_the_knight_walks_an_l_in_two_ways_to_each_of_eight_squares() {
    // "Recorriendo una L de 2 × 3 casillas … un caballo puede saltar de una casilla a otra describiendo dos L
    // distintas."
    let walks = "d4b4b3 d4b4b5 d4c4c2 d4c4c6 d4d2c2 d4d2e2 d4d3b3 d4d3f3 \
                 d4d5b5 d4d5f5 d4d6c6 d4d6e6 d4e4e2 d4e4e6 d4f4f3 d4f4f5";
    assert_eq!(legal(&at::<Barrier>(MIDDLE)), words(walks));
    // In a corner there are two targets and four walks.
    let corner = MIDDLE.replace("...W....", "........").replace("........ w", "W....... w");
    assert_eq!(legal(&at::<Barrier>(&corner)), ["a1a2c2", "a1a3b3", "a1b1b3", "a1c1c2"]);
}

#[test]
fn seed_002_what_is_not_an_l_is_no_walk() {
    let line = at::<Barrier>(MIDDLE);
    let sentence =
        |squares| format!("{squares} is not a knight's walk: two squares straight and one aside, or one and two");
    assert_eq!(refusal(&line, "d4d5d6"), sentence("d4, d5, d6"));
    assert_eq!(refusal(&line, "d4d6f6"), sentence("d4, d6, f6"));
    assert_eq!(refusal(&line, "d4e5e6"), sentence("d4, e5, e6"));
    assert_eq!(refusal(&line, "d4d7e7"), sentence("d4, d7, e7"));
    assert_eq!(refusal(&line, "d4d5"), sentence("d4, d4, d5"));
}

#[test]
fn seed_002_a_walk_blocks_the_start_and_both_squares_between() {
    // "Se coloca una ficha en cada una de las casillas por las que el caballo haya pasado, incluyendo la casilla en que
    // se encontraba antes."
    let mut straight = at::<Barrier>(MIDDLE);
    play(&mut straight, "d4d6e6");
    assert_eq!(written(&straight), ".......B/......../...#W.../...#..../...#..../......../......../........ b");
    let mut aside = at::<Barrier>(MIDDLE);
    play(&mut aside, "d4e4e6");
    assert_eq!(written(&aside), ".......B/......../....W.../....#.../...##.../......../......../........ b");
}

#[test]
fn seed_002_figure_11_the_chips_lie_along_the_way_and_not_by_the_target_alone() {
    // "Los dos jugadores han realizado, por turnos, el movimiento de su caballo a la casilla marcada con X, siguiendo
    // el camino indicado … la colocación de las fichas depende del camino recorrido." "Las fichas son iguales para los
    // dos."
    let before = "......../..B...../......../......../.....W../......../......../........ w";
    let mut line = at::<Barrier>(before);
    play(&mut line, "f4d4d3 c7c6e6");
    assert_eq!(written(&line), "......../..#...../..##B.../......../...###../...W..../......../........ w");
    let mut other = at::<Barrier>(before);
    play(&mut other, "f4f3d3 c7e7e6");
    assert_eq!(written(&other), "......../..###.../....B.../......../.....#../...W##../......../........ w");
}

#[test]
fn seed_002_a_knight_does_not_end_on_a_chip_nor_pass_over_one() {
    // "No está permitido colocar un caballo en una casilla ocupada por una ficha, ni moverlo pasando por encima de
    // ella." Chips on c6 (a target), e4 (a corner, or between) and f5.
    let line = at::<Barrier>(".......B/......../..#...../.....#../...W#.../......../......../.....### w");
    let free = "d4b4b3 d4b4b5 d4c4c2 d4d2c2 d4d2e2 d4d3b3 d4d3f3 d4d5b5 d4d6e6";
    let blocked = |text, square| assert_eq!(refusal(&line, text), format!("the walk is not open: {square} is blocked"));
    assert_eq!(legal(&line), words(free));
    blocked("d4d6c6", "c6");
    blocked("d4c4c6", "c6");
    blocked("d4e4e2", "e4");
    blocked("d4f4f3", "e4");
    blocked("d4d5f5", "f5");
}

#[test]
fn seed_002_a_knight_does_not_pass_over_the_rival_nor_take_it() {
    // "Tampoco se puede pasar por la casilla ocupada por el caballo del rival": as a target, on a corner, in between.
    let in_the_way = |text| format!("the walk is not open: the other knight stands on {text}");
    let with = |board: &str| at::<Barrier>(&format!("{board} w"));
    let target = with("......../......../....B.../......../...W..../......../......../........");
    assert_eq!(refusal(&target, "d4d6e6"), in_the_way("e6"));
    assert_eq!(refusal(&target, "d4e4e6"), in_the_way("e6"));
    let corner = with("......../......../...B..../......../...W..../......../......../........");
    assert_eq!(refusal(&corner, "d4d6e6"), in_the_way("d6"));
    assert!(legal(&corner).contains(&"d4e4e6".to_owned()));
    let between = with("......../......../......../...B..../...W..../......../......../........");
    assert_eq!(refusal(&between, "d4d6e6"), in_the_way("d5"));
    assert_eq!(refusal(&between, "d4d5f5"), in_the_way("d5"));
    assert_eq!(between.position().count_moves(), 16 - 4);
}

#[test]
fn seed_002_chips_never_move_nor_leave() {
    // "Las fichas colocadas en el tablero no pueden moverse": what is blocked stays so, three more a turn.
    let mut line = start(8);
    play(&mut line, "d4 h8 d4d6e6 h8f8f7 e6e5g5");
    assert_eq!(written(&line), ".....###/.....B../...##.../...###W./...#..../......../......../........ b");
    assert_eq!(line.position().blocked().len(), 9);
    assert_eq!(refusal(&line, "f7f8d8"), "the walk is not open: f8 is blocked");
}

#[test]
fn seed_002_figure_12_who_is_blocked_on_the_own_turn_loses() {
    // "El jugador blanco realiza el movimiento indicado … es el turno del jugador negro, pero no puede realizar una
    // jugada, porque no puede saltar ni sobre una ficha ni sobre el caballo contrario. Por tanto, gana la partida el
    // jugador blanco." Black's knight on a1 goes over a2 or over b1; a2 has a chip, and White ends on b1.
    let mut line = at::<Barrier>(".....###/......##/......../......../......../......../#..W..../B....... w");
    play(&mut line, "d2d1b1");
    assert_eq!(written(&line), ".....###/......##/......../......../......../......../#..#..../BW##.... b");
    assert_eq!(line.ending(), won(Seat::One, "blocked"));
    assert_eq!(line.position().count_moves(), 0);
    assert!(line.play_text("a1b1b3").is_err());
    // Elsewhere, White's turn would have left Black a walk.
    assert_eq!(line.take_back().map(|m| m.to_string()), Some("d2d1b1".to_owned()));
    play(&mut line, "d2d1f1");
    assert_eq!((line.ending(), legal(&line)), (None, words("a1b1b3 a1c1c2").into_iter().map(str::to_owned).collect()));
}

#[test]
fn seed_002_a_player_may_also_be_blocked_by_the_own_moves() {
    // "Pierde la partida el jugador que no pueda realizar una jugada en su turno": also White.
    let line = at::<Barrier>("W##../##.../B..../...../..##. w");
    assert_eq!((line.ending(), line.position().count_moves()), (won(Seat::Two, "blocked"), 0));
    let codes = line.position().read_move("a5a3b3").map_err(|error| error.code());
    assert_eq!(codes, Err("over"));
}

#[test]
fn seed_002_there_is_no_draw_and_60_chips_are_always_enough() {
    // "En este juego no existe el empate … siempre llega un momento en el que alguno de los dos jugadores no puede
    // realizar un movimiento legal, y pierde." "60 fichas (60 es un número teórico)": 64 squares less two knights, in
    // threes.
    let mut rng = SeededRng::new(2002);
    for game in 0..200 {
        let mut line = start(8);
        while line.ending().is_none() {
            let number = rng.below(line.position().count_moves());
            let Some(m) = line.position().nth_move(number) else { panic!("no move {number} in game {game}") };
            let loser = line.seat();
            assert!(line.play(m), "{m}");
            assert_ne!(line.seat(), loser);
        }
        assert_eq!(line.outcome(), Some(Outcome::Win(!line.seat())));
        let walks = line.moves().len() as u32 - 2;
        assert_eq!(line.position().blocked().len(), 3 * walks);
        assert!(3 * walks <= 60);
    }
}

#[test]
fn the_text_of_a_walk_is_read_in_either_case_with_spaces_and_hyphens() {
    for text in ["d4d6e6", "D4D6E6", " d4 d6 e6 ", "d4-d6-e6", "d4 - D6-e6"] {
        let mut line = at::<Barrier>(MIDDLE);
        assert_eq!(line.play_text(text).map(|m| m.to_string()), Ok("d4d6e6".to_owned()), "{text}");
    }
    let examples = "is not the text of a move; write e4 to place the knight, b1b3c3 (from, corner, to) to walk";
    for text in ["", "pass", "d4d6e6f8", "d4-", "d4xe6", "44d", "d4,d6,e6"] {
        assert_eq!(refusal(&at::<Barrier>(MIDDLE), text), format!("“{text}” {examples}"));
    }
    assert_eq!(refusal(&start(8), "i1"), "i1 is not a square of this board");
    assert_eq!(refusal(&start(8), "a9"), "a9 is not a square of this board");
}

#[test]
fn seed_002_the_target_alone_is_not_a_move_while_both_walks_are_open() {
    // "Es necesario aclarar cuál es el camino recorrido al realizar la jugada."
    let line = at::<Barrier>(MIDDLE);
    assert_eq!(refusal(&line, "d4e6"), "there are two walks: write d4d6e6 or d4e4e6");
    assert_eq!(refusal(&line, "e6"), "your knight is on the board: name from, corner and target, as in b1b3c3");
    // With one way blocked only the other can be meant; with both blocked, the refusal names a blocked square.
    let mut one = at::<Barrier>("###....B/##....../......../...#..../...W..../......../......../........ w");
    assert_eq!(one.play_text("d4e6").map(|m| m.to_string()), Ok("d4e4e6".to_owned()));
    let none = at::<Barrier>(".......B/......../....#.../......../...W..../......../###...../##...... w");
    assert_eq!(refusal(&none, "d4e6"), "the walk is not open: e6 is blocked");
}

#[test]
fn a_position_is_read_as_it_is_written_in_either_case() {
    let text = ".......B/......../...#W.../...#..../...#..../......../......../........ b";
    assert_eq!(written(&at::<Barrier>(text)), text);
    assert_eq!(written(&at::<Barrier>(&format!("  {} ", text.to_ascii_lowercase().replace(" b", "   B")))), text);
    // Before and between the placements.
    assert_eq!(written(&at::<Barrier>("...../...../...../...../..... w")), "...../...../...../...../..... w");
    assert_eq!(at::<Barrier>("...../..W../...../...../..... b").position().count_moves(), 24);
}

#[test]
fn a_text_that_is_no_board_of_barrier_is_refused_with_every_reason() {
    let form = "is not a position: it has two parts, as in “...../.W.../..#../...B./..... w”";
    assert_eq!(wrong("....."), [format!("“.....” {form}")]);
    assert_eq!(wrong("a b c"), [format!("“a b c” {form}")]);
    assert_eq!(wrong("..../..../..../.... w"), ["a board has 5 to 10 rows, not 4"]);
    assert_eq!(
        wrong("....../...../.x.../...../....é g"),
        [
            "row 5 has 5 squares, not 6",
            "“x” in row 3 is neither a free square (.) nor a blocked one (#) nor a knight (W, B)",
            "“é” in row 1 is neither a free square (.) nor a blocked one (#) nor a knight (W, B)",
            "“g” is not a colour: w or b is to move",
        ]
    );
    assert_eq!(
        wrong("WW.../BBB../...../...../..... w"),
        ["there are 2 white knights instead of one", "there are 3 black knights instead of one"]
    );
}

#[test]
fn a_position_of_barrier_that_cannot_stand_in_a_game_is_refused() {
    assert_eq!(wrong("B..../...../...../...../..... w"), ["White's knight is placed before Black's"]);
    let early = "no square is blocked before both knights are placed";
    assert_eq!(wrong("W.###/...../...../...../..... b"), [early]);
    // Every walk blocks three squares, and the number of walks determines the player to move.
    assert_eq!(wrong("WB##./...../...../...../..... w"), ["2 squares are blocked, but every walk blocks three"]);
    assert_eq!(wrong("WB###/...../...../...../..... w"), ["after this many turns it is black's turn"]);
    assert_eq!(wrong("WB.../...../...../...../..... b"), ["after this many turns it is white's turn"]);
    assert_eq!(wrong("W.#../...../...../...../..... w").len(), 2);
    assert_eq!(PositionError::BlackAlone {}.code(), "black-alone");
}

#[test]
fn a_setup_of_barrier_is_a_size() {
    let read = |text| setup::read::<Setup>(text).map_err(|error| error.to_string());
    assert_eq!(read(""), Ok(Setup::default()));
    assert_eq!(read("variant=6").map(Setup::size), Ok(6));
    assert_eq!(read("10").map(Setup::size), Ok(10));
    assert_eq!(setup::write(&Setup::default()), "variant=8");
    let sizes = "possible values: 8, 5, 6, 7, 9, 10";
    assert_eq!(read("11"), Err(format!("variant cannot be “11”; {sizes}")));
    assert_eq!(read("08"), Err(format!("variant cannot be “08”; {sizes}")));
    assert_eq!(read("size=8"), Err("there is no option “size”; the options are variant, swap".to_owned()));
}
