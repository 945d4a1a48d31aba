//! Shared helpers of the seed tests: positions composed in a line, and short queries about them.

use std::fmt::Write;
use tablero::rules::zertz::{GRID, Marble, Variant, Zertz};
use tablero::rules::{Ending, Line, LineError, Notation, Outcome, Reason, Seat};

/// A game that continues from this position.
pub fn at<G: Notation>(position: &str) -> Line<G> {
    match G::read_position(position) {
        Ok(position) => Line::from_position(position),
        Err(faults) => panic!("{position}: {faults:?}"),
    }
}

/// The position as text.
pub fn written<G: Notation>(line: &Line<G>) -> String {
    line.position().write_position()
}

/// Every legal move, in alphabetical order.
pub fn legal<G: Notation>(line: &Line<G>) -> Vec<String> {
    let mut moves: Vec<String> = line.position().moves().iter().map(std::string::ToString::to_string).collect();
    moves.sort();
    moves
}

/// Plays these moves, which must be legal.
pub fn play<G: Notation>(line: &mut Line<G>, moves: &str) {
    if let Err(error) = line.play_all(moves.split_whitespace()) {
        panic!("{error}");
    }
}

/// The reason why a move is refused, in English. The refusal must leave the position unchanged.
pub fn refusal<G: Notation>(line: &Line<G>, text: &str) -> String {
    let mut tried = line.clone();
    let error = match tried.play_text(text) {
        Err(LineError::Refused { error, .. }) => error.to_string(),
        other => panic!("{text} is not refused by the position: {other:?}"),
    };
    assert_eq!((tried.position(), tried.moves().len()), (line.position(), line.moves().len()));
    error
}

/// The reason why a position is refused, in English.
pub fn faults<G: Notation>(position: &str) -> Vec<String> {
    match G::read_position(position) {
        Ok(_) => panic!("{position} is not refused"),
        Err(faults) => faults.iter().map(ToString::to_string).collect(),
    }
}

/// The end of a game that `seat` has won, with this reason.
pub fn won(seat: Seat, reason: &'static str) -> Option<Ending> {
    Some(Ending { outcome: Outcome::Win(seat), reason: Reason(reason) })
}

/// The words of a text, to compare with lists.
pub fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// The vacant rings of a scene.
pub enum Vacant {
    /// All rings of the board without a marble, except these.
    AllBut(&'static str),
    /// Only these.
    Only(&'static str),
}

/// A composed position of ZÈRTZ: marbles that are placed nowhere are in the pool.
pub struct Scene<'a> {
    pub variant: &'static str,
    pub claims: &'static str,
    /// In the notation of placements: `Wd4 Bd5`.
    pub marbles: &'a str,
    pub vacant: Vacant,
    pub first: [u8; 3],
    pub second: [u8; 3],
    pub seat: u8,
}

/// An empty board of 37 rings.
pub const SCENE: Scene<'static> = Scene {
    variant: "37",
    claims: "automatic",
    marbles: "",
    vacant: Vacant::AllBut(""),
    first: [0; 3],
    second: [0; 3],
    seat: 1,
};

impl Scene<'_> {
    /// The text of the position.
    pub fn text(&self) -> String {
        let Ok(variant) = self.variant.parse::<Variant>() else { panic!("no board {}", self.variant) };
        let (mut board, mut lying, mut column) = (String::new(), [0; 3], 1);
        let rings = variant.rings();
        for (at, ring) in GRID.by_column().filter(|(_, ring)| rings.has(*ring)) {
            if at != column {
                board.push('/');
                column = at;
            }
            let name = GRID.name(ring).to_string();
            let marble = self.marbles.split_whitespace().find(|marble| marble[1..] == name);
            board.push(match (marble, &self.vacant) {
                (Some(marble), _) => marble.chars().next().unwrap_or('?'),
                (None, Vacant::AllBut(removed)) if words(removed).contains(&name.as_str()) => '.',
                (None, Vacant::Only(vacant)) if !words(vacant).contains(&name.as_str()) => '.',
                _ => 'o',
            });
            if let Some(marble) = marble.and_then(|marble| marble.chars().next()).and_then(Marble::from_letter) {
                lying[marble.index()] += 1;
            }
        }
        let mut text = format!("{} {} {board}", self.variant, self.claims);
        let mut pool = variant.marbles();
        for (colour, left) in pool.iter_mut().enumerate() {
            *left -= lying[colour] + self.first[colour] + self.second[colour];
        }
        for [white, grey, black] in [pool, self.first, self.second] {
            let _ = write!(text, " {white},{grey},{black}");
        }
        format!("{text} {}", self.seat)
    }

    /// A game that continues from here.
    pub fn line(&self) -> Line<Zertz> {
        at(&self.text())
    }
}

/// The captures of both players: white, grey, black.
pub fn captured(line: &Line<Zertz>) -> [[u8; 3]; 2] {
    Seat::BOTH.map(|seat| line.position().captured(seat))
}

/// The rings that some placement of a white marble on `ring` removes, sorted.
pub fn removable(line: &Line<Zertz>, ring: &str) -> Vec<String> {
    let start = format!("W{ring},");
    legal(line).iter().filter_map(|m| m.strip_prefix(&start)).map(str::to_owned).collect()
}

/// The names of rings or spaces, sorted.
pub fn sorted(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.into_iter().collect();
    names.sort();
    names
}
