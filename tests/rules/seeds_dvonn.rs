//! DVONN (seed 001): preparation, placing, stacking, losing pieces and the end.

use crate::seeds_help::{at, legal, play, refusal, sorted, won, words, written};
use tablero::rules::dvonn::{Dvonn, GRID, Phase, Setup};
use tablero::rules::{Ending, Game, Line, LineError, Reason, Seat, setup};

fn start() -> Line<Dvonn> {
    Line::new(&Setup::default())
}

/// A position of the second phase, composed of `space=stack` words.
fn scene(stacks: &str, seat: char) -> Line<Dvonn> {
    let mut text = String::from("stack ");
    let mut row = 5;
    for (number, space) in GRID.by_row() {
        if number != row {
            text.push('/');
            row = number;
        }
        let start = format!("{}=", GRID.name(space));
        text.push_str(words(stacks).into_iter().find_map(|stack| stack.strip_prefix(start.as_str())).unwrap_or("."));
    }
    at(&format!("{text} {seat}"))
}

/// The stacks on the board as `space=stack` words, row by row from the top.
fn stacks(line: &Line<Dvonn>) -> String {
    let position = line.position();
    let word = |space| {
        let stack = position.stack(space)?;
        let owner = match stack.owner {
            None => "r",
            Some(Seat::One) => "w",
            Some(Seat::Two) => "b",
        };
        let height = if stack.height > 1 { stack.height.to_string() } else { String::new() };
        let reds = if stack.owner.is_some() { "*".repeat(stack.reds as usize) } else { String::new() };
        Some(format!("{}={owner}{height}{reds}", GRID.name(space)))
    };
    GRID.by_row().filter_map(|(_, space)| word(space)).collect::<Vec<_>>().join(" ")
}

fn scores(line: &Line<Dvonn>) -> [u32; 2] {
    Seat::BOTH.map(|seat| line.position().score(seat))
}

/// Fills the board in column order.
fn fill(line: &mut Line<Dvonn>) {
    for (_, space) in GRID.by_column() {
        play(line, &GRID.name(space).to_string());
    }
}

#[test]
fn seed_001_c2_the_board_has_49_spaces_nine_on_each_players_side() {
    // "Coloque el tablero horizontalmente (para que cada jugador tenga 9 espacios en su lado)"; README: rows of 9, 10,
    // 11, 10 and 9 spaces.
    let columns =
        [('a', 1, 3), ('b', 1, 4), ('c', 1, 5), ('d', 1, 5), ('e', 1, 5), ('f', 1, 5), ('g', 1, 5), ('h', 1, 5)];
    let right = [('i', 1, 5), ('j', 2, 5), ('k', 3, 5)];
    let spaces = columns.into_iter().chain(right);
    let spaces = spaces.flat_map(|(column, low, high)| (low..=high).map(move |number| format!("{column}{number}")));
    assert_eq!(legal(&start()), sorted(spaces));
    assert_eq!(legal(&start()).len(), 49);
    assert_eq!(refusal(&start(), "j1"), "j1 is not a space of this board");
    assert_eq!(refusal(&start(), "a4"), "a4 is not a space of this board");
}

#[test]
fn seed_001_d1_the_players_place_in_turns_first_the_dvonn_pieces() {
    // "El juego comienza con un tablero vacío." "Blanco: primera pieza DVONN. Negro: segunda pieza DVONN. Blanco:
    // tercera pieza DVONN. Negro: primera pieza negra. Blanco: primera pieza blanca. Negro: segunda pieza negra. Y así
    // sucesivamente."
    let mut line = start();
    assert_eq!(written(&line), "place ........./........../.........../........../......... w");
    let steps = [
        ("a1", Seat::One, "r........ b"),
        ("b1", Seat::Two, "rr....... w"),
        ("c1", Seat::One, "rrr...... b"),
        ("d1", Seat::Two, "rrrb..... w"),
        ("e1", Seat::One, "rrrbw.... b"),
        ("f1", Seat::Two, "rrrbwb... w"),
        ("g1", Seat::One, "rrrbwbw.. b"),
    ];
    for (space, seat, row) in steps {
        assert_eq!(line.seat(), seat, "{space}");
        play(&mut line, space);
        assert_eq!(written(&line), format!("place ........./........../.........../........../{row}"));
    }
}

#[test]
fn seed_001_d2_a_piece_goes_on_any_vacant_space() {
    // "Se puede colocar una pieza en cualquier espacio vacante, sin restricción."
    let mut line = start();
    play(&mut line, "f3 k5 a1 f4");
    assert_eq!(line.position().count_moves(), 45);
    assert!(legal(&line).iter().all(|space| !["f3", "k5", "a1", "f4"].contains(&space.as_str())));
    assert_eq!(refusal(&line, "f4"), "that space is taken: f4 has a piece on it");
    assert_eq!(refusal(&line, "f3"), "that space is taken: f3 has a piece on it");
}

#[test]
fn seed_001_d_nothing_is_stacked_nor_passed_while_pieces_are_placed() {
    let mut line = start();
    play(&mut line, "f3 k5 a1 f4 f2");
    for text in ["f4f3", "pass"] {
        assert_eq!(refusal(&line, text), "pieces are still being placed: name one empty space");
    }
}

#[test]
fn seed_001_d3_and_a_the_first_phase_ends_when_all_49_spaces_are_occupied() {
    // "Cuando todas las piezas se colocan en el tablero, todos los espacios estarán ocupados": 23 white, 23 black, 3
    // DVONN.
    let mut line = start();
    fill(&mut line);
    let position = line.position();
    assert_eq!(position.phase(), Phase::Stacking);
    let counts = [position.occupied(), position.with_red(), position.owned(Seat::One), position.owned(Seat::Two)];
    assert_eq!(counts.map(tablero::rules::hex::Cells::len), [49, 3, 23, 23]);
    assert_eq!(refusal(&line, "a1"), "all pieces are placed: name the stack to move and where to, as in a1a2");
}

#[test]
fn seed_001_e1_white_makes_the_last_placement_and_the_first_stacking_move() {
    // "Después de que las blancas hayan puesto su última pieza en el tablero, deben volver a jugar inmediatamente.
    // Luego los jugadores alternan turnos."
    let mut line = start();
    let spaces: Vec<String> = GRID.by_column().map(|(_, space)| GRID.name(space).to_string()).collect();
    play(&mut line, &spaces[..48].join(" "));
    assert_eq!(line.seat(), Seat::One);
    play(&mut line, &spaces[48]);
    assert_eq!(line.seat(), Seat::One);
    let first = legal(&line)[0].clone();
    play(&mut line, &first);
    assert_eq!(line.seat(), Seat::Two);
    let second = legal(&line)[0].clone();
    play(&mut line, &second);
    assert_eq!(line.seat(), Seat::One);
}

#[test]
fn seed_001_e2_a_player_moves_only_stacks_with_the_own_colour_on_top() {
    // "Solo puede mover una pieza o una pila de su propio color … el color de la pieza más alta determina quién posee
    // la pila."
    let line = || scene("e3=w f3=r g3=b h3=b2* j3=r", 'w');
    assert_eq!(legal(&line()), ["e3f3"]);
    assert_eq!(refusal(&line(), "g3f3"), "the stack on g3 is your opponent's: its top piece decides");
    assert_eq!(refusal(&line(), "d3e3"), "there is nothing on d3 to move");
    let mut black = scene("e3=w f3=r g3=b h3=b2* j3=r", 'b');
    assert_eq!(legal(&black), ["g3f3", "g3h3", "h3f3", "h3j3"]);
    // A black piece covers the red one, and a white piece covers both: the stack of three is White's.
    play(&mut black, "g3f3 e3f3");
    assert_eq!(stacks(&black), "f3=w3* h3=b2* j3=r");
    assert_eq!(scores(&black), [3, 2]);
}

#[test]
fn seed_001_e3_a_single_piece_moves_one_space_in_any_direction_onto_an_occupied_space() {
    // "Una sola pieza se puede mover un espacio en cualquier dirección, pero solo a un espacio ocupado (encima de otra
    // pieza o pila de cualquier color)."
    for neighbour in ["f4", "g4", "g3", "f2", "e2", "e3"] {
        for target in ["r", "w4*", "b4*"] {
            let line = scene(&format!("f3=w {neighbour}={target} a1=r k5=r"), 'w');
            assert_eq!(legal(&line), [format!("f3{neighbour}")], "{neighbour}={target}");
        }
    }
    let line = scene("f3=w g3=r h3=r k5=r", 'w');
    assert_eq!(refusal(&line, "f3e3"), "a move cannot end on e3, which is empty");
    assert_eq!(refusal(&line, "f3h3"), "the stack on f3 moves exactly 1 spaces, not 2");
    assert_eq!(refusal(&line, "f3f3"), "f3 is not in a straight line from f3");
}

#[test]
fn seed_001_e4_a_stack_moves_as_a_whole_as_many_spaces_as_it_has_pieces_in_a_straight_line() {
    // "Una pila siempre se debe mover como un todo y mover tantos espacios como piezas hay … siempre en línea recta."
    for target in ["f5", "h5", "h3", "f1", "d1", "d3"] {
        let mut line = scene(&format!("f3=w2* {target}=b3* k5=r"), 'w');
        assert_eq!(legal(&line), [format!("f3{target}")]);
        play(&mut line, &format!("f3{target}"));
        assert_eq!(
            sorted(words(&stacks(&line)).into_iter().map(str::to_owned)),
            sorted([format!("{target}=w5**"), "k5=r".to_owned()])
        );
    }
    // "Una pila de 3 piezas (independientemente de su color) debe moverse exactamente 3 espacios"; it does not
    // stop in between.
    let line = scene("c3=b3* d3=b e3=w f3=r g3=r", 'b');
    assert_eq!(legal(&line), ["c3f3", "d3c3", "d3e3"]);
    assert_eq!(refusal(&line, "c3e3"), "the stack on c3 moves exactly 3 spaces, not 2");
    assert_eq!(refusal(&line, "c3g3"), "the stack on c3 moves exactly 3 spaces, not 4");
}

#[test]
fn seed_001_e5_a_move_may_pass_over_empty_spaces_but_never_ends_on_one() {
    // "Un movimiento nunca puede terminar en un espacio vacío, pero se permite moverse a través de uno o más espacios
    // vacíos … se debe contar cada espacio" (diagram: the stack moves 3 spaces in the directions of the arrows).
    let line = scene("c1=w3* c3=b c4=r f4=r f3=b", 'w');
    assert_eq!(legal(&line), ["c1c4", "c1f4"]);
    assert_eq!(refusal(&line, "c1f1"), "a move cannot end on f1, which is empty");
    assert_eq!(refusal(&line, "c1c3"), "the stack on c1 moves exactly 3 spaces, not 2");
    assert_eq!(refusal(&line, "c1f3"), "f3 is not in a straight line from c1");
    // The longest jump of the board is ten spaces, over nine empty ones.
    assert_eq!(legal(&scene("a3=w10* k3=r f5=r", 'w')), ["a3k3"]);
    assert_eq!(legal(&scene("a3=w11* k3=r f5=b4*", 'b')), Vec::<String>::new());
}

#[test]
fn seed_001_e6_at_the_start_only_the_pieces_at_the_edge_can_move() {
    // "Al comienzo del juego, solo las piezas en el borde del tablero pueden moverse."
    let edge = words("a1 b1 c1 d1 e1 f1 g1 h1 i1 a2 j2 a3 k3 b4 k4 c5 d5 e5 f5 g5 h5 i5 j5 k5");
    for deal in 1..=20 {
        let line = match setup::read::<Setup>(&format!("start=random deal={deal}")) {
            Ok(setup) => Line::<Dvonn>::new(&setup),
            Err(error) => panic!("{error}"),
        };
        let mut movers: Vec<String> = legal(&line).into_iter().map(|m| m[..2].to_owned()).collect();
        movers.dedup();
        let white = line.position().owned(Seat::One).map(|space| GRID.name(space).to_string());
        assert_eq!(movers, sorted(white.filter(|space| edge.contains(&space.as_str()))), "deal {deal}");
    }
}

#[test]
fn seed_001_e6_a_piece_or_stack_surrounded_on_all_six_sides_cannot_move() {
    // "Una pieza o pila que esté rodeada en los 6 lados no se puede mover … mientras permanezcan completamente
    // rodeadas" (diagram: those marked "x"): here f3 and the stack on g3.
    let ring = "e2=b f2=b g2=r h3=b h4=r g4=b f4=b e3=r";
    let line = scene(&format!("{ring} f3=w g3=w2 i3=w"), 'w');
    assert_eq!(legal(&line), ["i3h3"]);
    for space in ["f3", "g3"] {
        let sentence = format!("the stack on {space} cannot move, it is surrounded on all six sides");
        assert_eq!(refusal(&line, &format!("{space}h3")), sentence);
    }
    // With one side open each of them can.
    let line = scene(&format!("{} f3=w g3=w2", ring.replace("e2=b ", "")), 'w');
    assert_eq!(legal(&line), ["f3e3", "f3f2", "f3f4", "f3g3", "f3g4"]);
    let line = scene(&format!("{} f3=w g3=w2", ring.replace("h3=b ", "")), 'w');
    assert_eq!(legal(&line), ["g3e3"]);
}

#[test]
fn readme_spaces_at_the_rim_never_have_six_neighbours() {
    // README: "cells at the rim never have six": on a1 and c5 with all their neighbours occupied there are moves.
    let line = scene("a1=w a2=r b2=r b1=r", 'w');
    assert_eq!(legal(&line), ["a1a2", "a1b1", "a1b2"]);
    let line = scene("e5=w d5=r f5=r e4=r d4=b", 'w');
    assert_eq!(legal(&line), ["e5d4", "e5d5", "e5e4", "e5f5"]);
}

#[test]
fn seed_001_e7_a_lone_dvonn_piece_does_not_move_but_is_moved_upon() {
    // "Una sola pieza DVONN no se puede mover, pero una pieza o pila puede moverse sobre ella."
    let mut line = scene("e3=w f3=r g3=b h3=r i3=r", 'w');
    assert_eq!(legal(&line), ["e3f3"]);
    assert_eq!(refusal(&line, "f3g3"), "the DVONN piece on f3 cannot move while it is alone");
    play(&mut line, "e3f3");
    assert_eq!(stacks(&line), "f3=w2* g3=b h3=r i3=r");
}

#[test]
fn seed_001_e7_a_stack_with_a_dvonn_piece_is_moved_by_who_controls_it() {
    // "Cuando una pieza DVONN es parte de una pila, es perfectamente legal mover la pila … solo por el jugador que
    // controla la pila."
    let stack = "f3=w2* h3=b i3=r k5=r";
    let mut line = scene(stack, 'w');
    play(&mut line, "f3h3");
    assert_eq!(stacks(&line), "k5=r h3=w3* i3=r");
    assert_eq!(refusal(&scene(stack, 'b'), "f3h3"), "the stack on f3 is your opponent's: its top piece decides");
}

#[test]
fn seed_001_e8_nobody_passes_who_can_move() {
    // "No puedes pasar un turno, a menos que no puedas hacer más movimientos."
    assert_eq!(refusal(&scene("e3=w f3=r g3=b h3=r i3=r", 'w'), "pass"), "you cannot pass: 1 moves are possible");
    let mut line = scene("e3=w5 f3=r g3=b h3=r i3=r", 'w');
    assert_eq!(legal(&line), ["pass"]);
    assert_eq!(refusal(&line, "e3f3"), "you have no move, so you can only pass");
    play(&mut line, "pass");
    assert_eq!((line.seat(), legal(&line)), (Seat::Two, vec!["g3f3".to_owned(), "g3h3".to_owned()]));
}

#[test]
fn seed_001_f1_what_is_not_linked_to_a_dvonn_piece_leaves_at_once() {
    // "Si las piezas blancas mueven la pieza indicada, las piezas de la izquierda ya no estarán en contacto con una
    // pieza DVONN. Todas deberán ser eliminadas del tablero a la vez" (diagram), stacks and single pieces of both.
    let mut line = scene("a3=b b3=w2 b4=b3 c3=w d3=w e3=r f3=b g3=r k5=r", 'w');
    assert_eq!(scores(&line), [4, 5]);
    play(&mut line, "d3e3");
    assert_eq!(stacks(&line), "k5=r e3=w2* f3=b g3=r");
    assert_eq!(scores(&line), [2, 1]);
}

#[test]
fn seed_001_f1_a_link_may_be_a_chain_of_other_pieces() {
    // "Directamente o a través de una cadena de otras piezas": the same move with c4 and d4 as a second way.
    let mut line = scene("a3=b b3=w2 b4=b3 c3=w d3=w e3=r f3=b g3=r k5=r d4=b e4=b", 'w');
    play(&mut line, "d3e3");
    assert_eq!(stacks(&line), "k5=r b4=b3 d4=b e4=b a3=b b3=w2 c3=w e3=w2* f3=b g3=r");
}

#[test]
fn seed_001_f1_moving_a_dvonn_piece_away_leaves_the_others_behind() {
    // "Deben permanecer en contacto con al menos una pieza DVONN": the stack takes its DVONN piece with it.
    let mut line = scene("c3=b d3=b e3=w2* g3=b h3=r k5=r", 'w');
    play(&mut line, "e3g3");
    assert_eq!(stacks(&line), "k5=r g3=w3* h3=r");
}

#[test]
fn seed_001_f2_either_player_can_cause_losses_and_may_be_forced_to_lose_their_own() {
    // "No importa quién hace el movimiento." Diagram: "Las blancas solo tienen una pila para jugar. Como deben hacer un
    // movimiento, no tienen otra opción que jugarlo, como resultado de lo cual los apilamientos marcados con una x
    // están fuera del juego."
    let mut line = scene("b2=w4 c2=w3 d3=w2 e3=b f3=r g3=r h3=r", 'w');
    assert_eq!((legal(&line), scores(&line)), (vec!["d3f3".to_owned()], [9, 1]));
    assert_eq!(refusal(&line, "pass"), "you cannot pass: 1 moves are possible");
    play(&mut line, "d3f3");
    assert_eq!((stacks(&line).as_str(), scores(&line)), ("e3=b f3=w3* g3=r h3=r", [3, 1]));
}

#[test]
fn seed_001_f3_the_dvonn_pieces_stay_even_when_isolated() {
    // "Las 3 piezas de DVONN permanecen en juego hasta el final del juego, incluso si una de ellas queda aislada."
    let mut line = scene("a1=r b2=b c3=w d3=r k5=r", 'w');
    play(&mut line, "c3d3");
    assert_eq!(stacks(&line), "k5=r d3=w2* b2=b a1=r");
    play(&mut line, "b2a1");
    assert_eq!(stacks(&line), "k5=r d3=w2* a1=b2*");
}

#[test]
fn seed_001_g1_if_one_player_cannot_move_the_other_goes_on() {
    // "Si un jugador no puede hacer un movimiento más, el otro debe continuar jugando hasta que él también haya hecho
    // su último movimiento posible."
    let mut line = scene("a3=w6 b3=r c3=b d3=r e3=b f3=r", 'w');
    play(&mut line, "pass e3d3 pass c3b3 pass d3b3 pass");
    assert_eq!((stacks(&line).as_str(), line.ending()), ("a3=w6 b3=b4** f3=r", None));
    play(&mut line, "b3f3");
    assert_eq!((stacks(&line).as_str(), line.ending()), ("f3=b5***", won(Seat::Two, "count")));
}

#[test]
fn seed_001_g1_who_passed_must_move_again_when_able() {
    // "En el raro caso de que un jugador que debe pasar tenga la oportunidad de realizar un movimiento nuevamente, debe
    // hacerlo. Cuando una o más de sus piezas están bloqueadas (completamente rodeadas)."
    let mut line = scene("f3=w f4=b g4=r g3=b f2=r e2=b e3=r h3=b", 'w');
    assert_eq!(legal(&line), ["pass"]);
    play(&mut line, "pass g3h3");
    assert_eq!(legal(&line), words("f3e2 f3e3 f3f2 f3f4 f3g4"));
    assert_eq!(refusal(&line, "pass"), "you cannot pass: 5 moves are possible");
}

#[test]
fn seed_001_g2_and_b_when_nobody_can_move_the_higher_total_wins_whatever_the_colours_below() {
    // "El juego termina cuando se realiza el último movimiento … El jugador con la pila más alta gana,
    // independientemente del color de las piezas en su pila." A DVONN piece inside counts, one that is alone is
    // nobody's.
    let mut line = scene("a1=b b1=w c1=b2* h4=w2* k5=r", 'b');
    assert_eq!(line.ending(), None);
    play(&mut line, "a1b1");
    assert_eq!((stacks(&line).as_str(), scores(&line)), ("k5=r h4=w2* b1=b2 c1=b2*", [2, 4]));
    assert_eq!(line.ending(), won(Seat::Two, "count"));
    assert_eq!(legal(&line), Vec::<String>::new());
}

#[test]
fn seed_001_g3_equal_totals_are_a_draw() {
    // "Si ambos jugadores terminan con una pila igual, entonces el juego termina empatado."
    let line = scene("a1=w3* h4=b3* k5=r", 'w');
    assert_eq!(line.ending(), Some(Ending::draw(Reason("count"))));
    assert_eq!((legal(&line), line.position().count_moves()), (Vec::new(), 0));
    // A difference of one piece decides (the note: "cuente las piezas para estar seguro").
    assert_eq!(scene("a1=w3* h4=b4* k5=r", 'w').ending(), won(Seat::Two, "count"));
    assert_eq!(scene("a1=w4* h4=b3* k5=r", 'b').ending(), won(Seat::One, "count"));
}

#[test]
fn seed_001_g2_after_the_last_move_nothing_is_played() {
    let mut line = scene("c3=w d3=r g3=r k5=r", 'w');
    play(&mut line, "c3d3");
    assert_eq!(line.ending(), won(Seat::One, "count"));
    assert_eq!(line.play_text("pass"), Err(LineError::Over { ply: 2 }));
}
