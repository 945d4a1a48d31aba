//! Moves and positions as text.

use super::rules::{HEAPS, Move, Nim, Pick, Setup};
use tablero_games::rules::notation::quote;
use tablero_games::rules::{Example, Fact, Notation, Seat};

tablero_games::refusals! {
    /// Why a move is refused.
    pub enum MoveError {
        Over {} = "over", "the game is over";
        Unreadable { text: String } = "unreadable", "{text} is not a move; write R2 to take two red stones";
        TooMany { heap: &'static str, left: u8 } = "too-many", "there are {left} stones in the {heap} heap";
    }
}

tablero_games::refusals! {
    /// Why a text is not a position.
    pub enum PositionError {
        Form { text: String } = "form",
            "{text} is not a position: write three heaps of at most 7, wins or loses, and 1 or 2";
    }
}

impl Notation for Nim {
    const NAME: &'static str = "nim";
    const TITLE: &'static str = "Nim";
    const MOVE_EXAMPLES: &'static [&'static str] = &["R2"];
    const PIECE_KINDS: &'static [&'static str] = &HEAPS;
    const EXAMPLES: &'static [Example] = &[
        Example { about: "taking", setup: "345", moves: "B2", spotlight: "B", guides: "" },
        Example { about: "balance", setup: "345", moves: "R2", spotlight: "R G B", guides: "" },
        Example { about: "ending", setup: "345", moves: "R3 G4 B5", spotlight: "B", guides: "" },
    ];
    const ENDINGS: &'static [&'static str] = &["win-taken", "win-left"];
    type MoveError = MoveError;
    type PositionError = PositionError;

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let text = text.trim();
        let mut chars = text.chars();
        let letter = chars.next().map(|letter| letter.to_ascii_uppercase().to_string()).unwrap_or_default();
        let heap = (0..3).find(|heap| Pick::Heap(*heap).to_string() == letter);
        let count = chars.as_str().parse().ok().filter(|count| *count > 0);
        let (Some(heap), Some(count)) = (heap, count) else { return Err(MoveError::Unreadable { text: quote(text) }) };
        let left = self.heaps[usize::from(heap)];
        match count {
            _ if self.heaps == [0; 3] => Err(MoveError::Over {}),
            _ if count > left => Err(MoveError::TooMany { heap: HEAPS[usize::from(heap)], left }),
            _ => Ok(Move { heap, count }),
        }
    }

    /// The last stone may be taken for a player who has nothing else to take.
    fn is_played_when_forced(_: &Move) -> bool {
        true
    }

    fn write_position(&self) -> String {
        let [red, green, blue] = self.heaps;
        format!("{red},{green},{blue} {} {}", self.setup.last, self.seat.index() + 1)
    }

    fn read_position(text: &str) -> Result<Nim, Vec<PositionError>> {
        let read = || {
            let [heaps, last, seat] = text.split_whitespace().collect::<Vec<_>>().try_into().ok()?;
            let heaps: Vec<u8> = heaps.split(',').map(|stones| stones.parse().ok()).collect::<Option<_>>()?;
            let heaps: [u8; 3] = heaps.try_into().ok()?;
            let mut setup = Setup::default();
            let is_known = tablero_games::rules::Setup::set(&mut setup, "last", last);
            let seat = Seat::BOTH.into_iter().find(|known| (known.index() + 1).to_string() == seat)?;
            (is_known && heaps.iter().all(|stones| *stones <= 7)).then_some(Nim { heaps, seat, setup })
        };
        read().ok_or_else(|| vec![PositionError::Form { text: quote(text) }])
    }

    fn facts(&self) -> Vec<Fact> {
        HEAPS.into_iter().zip(self.heaps).map(|(heap, stones)| Fact::new(heap, stones.to_string())).collect()
    }
}
