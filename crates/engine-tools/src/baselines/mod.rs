//! Simple players that serve as yardsticks. None of them is meant to be strong; each is a well-known method that never
//! changes, so that today's figures can be compared with later ones.
//!
//! What a game counts as gain is in [`Measured::worth`].

mod worth;
mod greedy;
mod depth2;
mod exchanges;
mod uct;

use crate::measured::Measured;
use tablero_games::rules::SeededRng;

/// A simple player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::EnumIter, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Baseline {
    /// A uniformly random legal move.
    Random,
    /// Wins if it can, otherwise maximises the gain of this turn.
    Greedy,
    /// A newcomer who takes what it sees: maximises the gain of this turn and, among such moves, leaves the opponent the
    /// least, but overlooks each of the opponent's answers one time in three.
    Taker,
    /// A newcomer: as [`Baseline::Depth2`], but overlooks each of the opponent's answers one time in three.
    Careless,
    /// A newcomer who knows sacrifices: maximises the gain after the forced turns that follow its own, each of which it
    /// overlooks one time in three.
    Exchanges,
    /// Maximises the gain after the opponent's best answer.
    Depth2,
    /// Upper confidence bounds applied to trees, with random games to the end and no knowledge of the game.
    Uct,
}

impl Baseline {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Chooses a move, or returns `None` if the game is over. The choice depends only on the position, the numbers of
    /// `rng` and the answers of `keep_going`. `keep_going` is called before each random game of [`Baseline::Uct`],
    /// which plays at least one; the other players ignore it. Earlier positions are not known here, so repetitions are
    /// not seen.
    pub fn choose<G: Measured>(
        self,
        position: &G,
        rng: &mut SeededRng,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Option<G::Move> {
        if position.ending().is_some() {
            return None;
        }
        match self {
            Baseline::Random => position.nth_move(rng.below(position.count_moves())),
            Baseline::Greedy => greedy::choose(position, rng),
            Baseline::Taker => depth2::choose(position, greedy::best_moves(position), rng, true),
            Baseline::Careless => depth2::choose(position, position.moves(), rng, true),
            Baseline::Exchanges => exchanges::choose(position, rng),
            Baseline::Depth2 => depth2::choose(position, position.moves(), rng, false),
            Baseline::Uct => uct::choose(position, rng, keep_going),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::worth::{after, value};
    use super::*;
    use strum::IntoEnumIterator;
    use tablero_games::ai::Think;
    use tablero_games::rules::barrier::Barrier;
    use tablero_games::rules::dvonn::Dvonn;
    use tablero_games::rules::zertz::Zertz;
    use tablero_games::rules::{Game, Line, Notation, Outcome, setup};

    fn line<G: Notation>(setup: &str, moves: &str) -> Line<G> {
        let mut line = Line::new(&setup::read(setup).expect("a setup"));
        line.play_all(moves.split_whitespace()).expect("legal moves");
        line
    }

    /// Plays a whole game, checking that every choice is legal.
    fn play_out<G: Measured + Notation>(setup: &str, baseline: Baseline, seed: u64) -> Vec<G::Move> {
        let mut line = line::<G>(setup, "");
        let mut rng = SeededRng::new(seed);
        while line.ending().is_none() {
            let mut left = 3;
            let mut keep_going = || {
                left -= 1;
                left > 0
            };
            let m = baseline.choose(line.position(), &mut rng, &mut keep_going).expect("a move");
            assert!(line.play(m), "{m} is legal");
        }
        assert_eq!(baseline.choose(line.position(), &mut rng, &mut || false), None);
        line.moves().to_vec()
    }

    #[test]
    fn every_baseline_plays_whole_games_that_follow_from_the_seed() {
        for baseline in Baseline::iter() {
            for seed in 0..2 {
                assert_eq!(play_out::<Dvonn>("", baseline, seed), play_out::<Dvonn>("", baseline, seed));
                assert_eq!(play_out::<Barrier>("8", baseline, seed), play_out::<Barrier>("8", baseline, seed));
                assert_eq!(play_out::<Zertz>("blitz", baseline, seed), play_out::<Zertz>("blitz", baseline, seed));
            }
            assert_ne!(play_out::<Barrier>("8", baseline, 1), play_out::<Barrier>("8", baseline, 2));
        }
    }

    #[test]
    fn names_are_read_back() {
        for (baseline, name) in
            Baseline::iter().zip(["random", "greedy", "taker", "careless", "exchanges", "depth2", "uct"])
        {
            assert_eq!((baseline.name(), name.parse()), (name, Ok(baseline)));
        }
        assert!("depth-2".parse::<Baseline>().is_err());
    }

    fn wins<G: Game>(position: &G, m: G::Move) -> bool {
        after(position, m).ending().is_some_and(|ending| ending.outcome == Outcome::Win(position.seat()))
    }

    /// Positions of random games in which some moves win at once and some do not.
    fn with_wins<G: Measured + Notation>(setup: &str, count: usize) -> Vec<G> {
        let mut found = Vec::new();
        let mut rng = SeededRng::new(5);
        while found.len() < count {
            let mut position = line::<G>(setup, "").position().clone();
            while position.ending().is_none() {
                let moves = position.moves();
                let winning = moves.iter().filter(|m| wins(&position, **m)).count();
                if winning > 0 && winning < moves.len() {
                    found.push(position.clone());
                }
                position.play_unchecked(moves[rng.below(moves.len() as u64) as usize]);
            }
        }
        found
    }

    #[test]
    fn an_immediate_win_is_taken() {
        for position in with_wins::<Zertz>("blitz", 20) {
            for baseline in [Baseline::Greedy, Baseline::Depth2] {
                let m = baseline.choose(&position, &mut SeededRng::new(1), &mut || false).expect("a move");
                assert!(wins(&position, m), "{baseline:?} at {position:?}");
            }
        }
    }

    #[test]
    fn a_taker_gains_as_much_as_one_turn_can_and_gives_less_away_than_the_greedy_player() {
        let mut given = [0, 0];
        let mut rng = SeededRng::new(3);
        for _ in 0..20 {
            let mut position = *line::<Zertz>("37", "").position();
            while position.ending().is_none() {
                let gain = |m| value(&after(&position, m), position.seat());
                let most = position.moves().into_iter().map(gain).max();
                let moves = [Baseline::Greedy, Baseline::Taker]
                    .map(|baseline| baseline.choose(&position, &mut rng, &mut || false).expect("a move"));
                for (given, m) in given.iter_mut().zip(moves) {
                    assert_eq!(Some(gain(m)), most, "{m} at {position:?}");
                    let after = after(&position, m);
                    *given += u32::from(after.is_forced() && after.seat() != position.seat());
                }
                position.play_unchecked(moves[1]);
            }
        }
        assert!(given[1] * 4 < given[0] * 3, "{given:?}");
    }

    /// Whether the seat to move loses, by exhaustive search. In Barrier no one ever wins by the opponent's move.
    fn is_lost(position: &Barrier) -> bool {
        position.moves().into_iter().all(|m| !is_lost(&after(position, m)))
    }

    #[test]
    fn uct_finds_a_win() {
        for position in with_wins::<Barrier>("5", 10) {
            let mut games = 0;
            let mut keep_going = || {
                games += 1;
                games < 500
            };
            let m = Baseline::Uct.choose(&position, &mut SeededRng::new(1), &mut keep_going).expect("a move");
            assert!(is_lost(&after(&position, m)), "{m} at {position:?}");
            assert_eq!(games, 500);
        }
    }

    #[test]
    fn depth2_leaves_the_opponent_no_win() {
        let gives_a_win = |position: &Barrier, m| {
            let after = after(position, m);
            after.moves().into_iter().any(|reply| wins(&after, reply))
        };
        let mut rng = SeededRng::new(8);
        let mut seen = 0;
        while seen < 20 {
            let mut position = Barrier::new(&setup::read("6").expect("a setup"));
            while position.ending().is_none() {
                let moves = position.moves();
                let bad = moves.iter().filter(|m| gives_a_win(&position, **m)).count();
                if bad > 0 && bad < moves.len() {
                    seen += 1;
                    let m = Baseline::Depth2.choose(&position, &mut rng, &mut || false).expect("a move");
                    assert!(!gives_a_win(&position, m), "{m} at {position:?}");
                }
                position.play_unchecked(moves[rng.below(moves.len() as u64) as usize]);
            }
        }
    }
}
