//! Positions to search.

use tablero::rules::{Game, Line, SeededRng};

/// A line of `plies` random moves, or fewer when the game ends first.
pub fn random_line<G: Game>(setup: &G::Setup, plies: u64, rng: &mut SeededRng) -> Line<G> {
    let mut line = Line::<G>::new(setup);
    for _ in 0..plies {
        let Some(m) = line.position().nth_move(rng.below(line.position().count_moves())) else { break };
        // A game that ends by repetition ends here too.
        if !line.play(m) {
            break;
        }
    }
    line
}

/// Parses a setup from its text.
pub fn setup<G: Game>(words: &str) -> G::Setup {
    tablero::rules::setup::read(words).expect("the setup is possible")
}
