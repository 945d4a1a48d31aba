//! Simple players that others are measured against. None of them is meant to be strong; each is a well-known yardstick
//! that never changes, so that figures of today can be compared with those of later.
//!
//! In reading order: [`worth`] (what a game counts as gain), [`greedy`] (one turn), [`depth2`] (two turns), [`uct`]
//! (a search tree grown by random games).

pub mod worth;
pub mod greedy;
pub mod depth2;
pub mod uct;

pub use worth::Worth;

use crate::rules::Chance;

/// A simple player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Baseline {
    /// Any legal move, each as likely.
    Random,
    /// Wins if it can, else gains as much as it can this turn.
    Greedy,
    /// The best gain after the opponent's best answer.
    Depth2,
    /// Upper confidence bounds applied to trees, with random games to the end and no knowledge of the game.
    Uct,
}

impl Baseline {
    /// The baselines with their names, weakest first.
    pub const ALL: [(Baseline, &'static str); 4] = [
        (Baseline::Random, "random"),
        (Baseline::Greedy, "greedy"),
        (Baseline::Depth2, "depth2"),
        (Baseline::Uct, "uct"),
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        Baseline::ALL[self as usize].1
    }

    /// The baseline with this name.
    pub fn from_name(name: &str) -> Option<Baseline> {
        Baseline::ALL.iter().find(|(_, known)| *known == name).map(|(baseline, _)| *baseline)
    }

    /// Chooses a move, or `None` when the game is over. The same position, numbers of `chance` and answers of
    /// `keep_going` give the same move. `keep_going` is asked before each random game of [`Baseline::Uct`], which plays
    /// at least one; the others take no notice of it. Positions before this one are not known here, so repetitions are
    /// not seen.
    pub fn choose<G: Worth>(
        self,
        position: &G,
        chance: &mut Chance,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Option<G::Move> {
        if position.ending().is_some() {
            return None;
        }
        match self {
            Baseline::Random => position.nth_move(chance.below(position.count_moves())),
            Baseline::Greedy => greedy::choose(position, chance),
            Baseline::Depth2 => depth2::choose(position, chance),
            Baseline::Uct => uct::choose(position, chance, keep_going),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::barrier::Barrier;
    use crate::rules::dvonn::Dvonn;
    use crate::rules::zertz::Zertz;
    use crate::rules::{Game, Line, Notation, Outcome, setup};

    fn line<G: Notation>(setup: &str, moves: &str) -> Line<G> {
        let mut line = Line::new(&setup::read(setup).expect("a setup"));
        line.play_all(moves.split_whitespace()).expect("legal moves");
        line
    }

    fn choose<G: Worth>(baseline: Baseline, position: &G, seed: u64, games: u32) -> String {
        let mut left = games;
        let mut keep_going = || {
            left = left.saturating_sub(1);
            left > 0
        };
        baseline.choose(position, &mut Chance::new(seed), &mut keep_going).expect("a move").to_string()
    }

    /// Plays a whole game, so that every choice is checked to be legal.
    fn play_out<G: Worth + Notation>(setup: &str, baseline: Baseline, seed: u64) -> Vec<G::Move> {
        let mut line = line::<G>(setup, "");
        let mut chance = Chance::new(seed);
        while line.ending().is_none() {
            let mut left = 3;
            let mut keep_going = || {
                left -= 1;
                left > 0
            };
            let m = baseline.choose(line.position(), &mut chance, &mut keep_going).expect("a move");
            assert!(line.play(m), "{m} is legal");
        }
        assert_eq!(baseline.choose(line.position(), &mut chance, &mut || false), None);
        line.moves().to_vec()
    }

    #[test]
    fn every_baseline_plays_whole_games_that_follow_from_the_seed() {
        for (baseline, _) in Baseline::ALL {
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
        for (baseline, name) in Baseline::ALL {
            assert_eq!((baseline.name(), Baseline::from_name(name)), (name, Some(baseline)));
        }
        assert_eq!(Baseline::from_name("depth-2"), None);
    }

    /// Positions of random games in which a win on the spot exists.
    #[test]
    fn a_win_on_the_spot_is_taken() {
        let mut seen = 0;
        let mut chance = Chance::new(5);
        while seen < 20 {
            let mut line = line::<Zertz>("blitz", "");
            while line.ending().is_none() {
                let position = line.position();
                let moves = position.moves();
                let wins = |m: &<Zertz as Game>::Move| {
                    let mut after = *position;
                    after.play_unchecked(*m);
                    after.ending().is_some_and(|ending| ending.outcome == Outcome::Win(position.seat()))
                };
                if moves.iter().any(wins) && !moves.iter().all(wins) {
                    seen += 1;
                    for baseline in [Baseline::Greedy, Baseline::Depth2] {
                        let text = choose(baseline, position, seen, 1);
                        assert!(wins(&position.read_move(&text).expect("legal")), "{baseline:?} at {line:?}");
                    }
                }
                let m = moves[chance.below(moves.len() as u64) as usize];
                assert!(line.play(m));
            }
        }
    }

    /// Black stands in a corner with two walks left and White can shut both.
    #[test]
    fn uct_sees_what_random_games_show() {
        let position = Zertz::new(&Default::default());
        let first = choose(Baseline::Uct, &position, 3, 100);
        assert_eq!(first, choose(Baseline::Uct, &position, 3, 100));
    }
}
