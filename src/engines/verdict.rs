//! What an analysis says about a game.

use crate::ai::Score;
use crate::play::{Analysis, Match};
use crate::rules::{Outcome, Seat};

/// A move that drops this much of the expectation, on the scale from −1 to 1, is slightly worse than the best.
const INACCURACY: f32 = 0.12;
/// It gives something away.
const MISTAKE: f32 = 0.3;
/// It gives the game away.
const BLUNDER: f32 = 0.6;
/// So many times the difference by which a move is clearly better make a game nearly sure.
const NEARLY_SURE: f32 = 4.0;
/// How fast accuracy falls with what a move drops: with a drop of [`MISTAKE`] it is about one half.
const STRICTNESS: f32 = 2.3;

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// There was a slightly better one.
    Inaccuracy,
    /// It gave something away.
    Mistake,
    /// It gave the game away.
    Blunder,
}

impl Fault {
    fn of(drop: f32) -> Option<Fault> {
        match drop {
            drop if drop >= BLUNDER => Some(Fault::Blunder),
            drop if drop >= MISTAKE => Some(Fault::Mistake),
            drop if drop >= INACCURACY => Some(Fault::Inaccuracy),
            _ => None,
        }
    }
}

/// A move that was not good.
#[derive(Clone, Debug, PartialEq)]
pub struct Slip {
    /// The ply before it: 0 for the first move.
    pub ply: usize,
    /// Who made it.
    pub seat: Seat,
    /// The move.
    pub played: String,
    /// The better one.
    pub best: String,
    /// How much of the expectation it dropped, on the scale from −1 to 1.
    pub drop: f32,
    /// How bad that is.
    pub fault: Fault,
}

/// What an analysis says about a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// What seat one could expect after each ply, the beginning first: 1 is won, −1 is lost.
    pub values: Vec<f32>,
    /// The moves that were not good, in the order of the game.
    pub slips: Vec<Slip>,
    /// How well each seat chose, in percent; `None` for one that never had a choice.
    pub accuracy: [Option<f32>; 2],
}

impl Verdict {
    /// Sums a complete analysis up. What is missing in one that is not complete counts as even.
    pub fn of(played: &Match, analysis: &Analysis) -> Verdict {
        let clear = played.line.game().clear().max(1) as f32;
        let study = |ply: usize| analysis.studies.iter().find(|study| study.ply == ply);
        // What the seat to move can expect after so many plies.
        let expected = |ply: usize| study(ply).map_or(0.0, |study| expectation(Score(study.score), clear));
        let mut verdict = Verdict::default();
        let mut kept: [Vec<f32>; 2] = Default::default();
        let moves = played.line.moves();
        let ended = played.line.ending().map(|ending| match ending.outcome {
            Outcome::Draw => 0.0,
            Outcome::Win(seat) => sign(seat),
        });
        let mut line = played.line.copy();
        while line.take_back().is_some() {}
        for (ply, text) in moves.iter().enumerate() {
            let (seat, had_choice) = (line.seat(), line.count_legal() > 1);
            let before = sign(seat) * expected(ply);
            verdict.values.push(before);
            if line.play(text).is_err() {
                break;
            }
            let after = match ended {
                Some(value) if ply + 1 == moves.len() => value,
                _ => sign(line.seat()) * expected(ply + 1),
            };
            let Some(study) = study(ply).filter(|_| had_choice) else { continue };
            // What was played when the best was played drops nothing, whatever a later search thinks of it.
            let drop = if study.best == *text { 0.0 } else { (sign(seat) * (before - after)).max(0.0) };
            kept[seat.index()].push(100.0 * (-STRICTNESS * drop).exp());
            if let Some(fault) = Fault::of(drop) {
                let (played, best) = (text.clone(), study.best.clone());
                verdict.slips.push(Slip { ply, seat, played, best, drop, fault });
            }
        }
        verdict.values.push(ended.unwrap_or_else(|| sign(line.seat()) * expected(moves.len())));
        verdict.accuracy = kept.map(|kept| (!kept.is_empty()).then(|| kept.iter().sum::<f32>() / kept.len() as f32));
        verdict
    }

    /// The worst moves, at most `most`, the worst first; of equals the earlier.
    pub fn worst(&self, most: usize) -> Vec<&Slip> {
        let mut slips: Vec<&Slip> = self.slips.iter().collect();
        slips.sort_by(|one, other| other.drop.total_cmp(&one.drop));
        slips.truncate(most);
        slips
    }
}

const fn sign(seat: Seat) -> f32 {
    match seat {
        Seat::One => 1.0,
        Seat::Two => -1.0,
    }
}

/// What whoever has this score can expect, from −1 to 1. `clear` is by how much a move is clearly better than another.
fn expectation(score: Score, clear: f32) -> f32 {
    match score.decided_in() {
        Some(_) if score.is_win() => 1.0,
        Some(_) => -1.0,
        None => (score.0 as f32 / (NEARLY_SURE * clear)).tanh(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;
    use crate::play::{MatchId, Millis, PlaceId, Player, PlayerId, Reach, Spot, Status, Study};

    fn game(moves: &[&str]) -> Match {
        let mut line = catalog::game("barrier").expect("the game exists").start("variant=5").expect("the setup exists");
        line.play_all(moves).expect("they are legal");
        let spot =
            Spot { channel: PlaceId(1), message: None, place: None, reach: Reach::Channel, language: "en".to_owned() };
        Match {
            id: MatchId(1),
            setup: "variant=5".to_owned(),
            players: [1, 2].map(|id| Player::Person(PlayerId(id))),
            line,
            status: Status::Resigned,
            outcome: Some(Outcome::Win(Seat::One)),
            offer: None,
            hints: true,
            hints_used: [0, 0],
            spot,
            started_at: Millis(0),
            changed_at: Millis(0),
            version: 3,
        }
    }

    fn analysis(scores: &[(i32, &str)]) -> Analysis {
        let studies = scores.iter().enumerate();
        let studies = studies.map(|(ply, (score, best))| Study { ply, best: (*best).to_owned(), score: *score });
        Analysis { game: MatchId(1), studies: studies.collect(), message: None, told_at: Millis(0) }
    }

    #[test]
    fn a_move_is_as_bad_as_what_it_drops() {
        let played = game(&["c3", "a1"]);
        // White plays the best; Black, who was even, is lost after the move.
        let verdict = Verdict::of(&played, &analysis(&[(0, "c3"), (0, "e5"), (Score::win_in(7).0, "c3c1d1")]));
        assert_eq!(verdict.values, [0.0, 0.0, 1.0]);
        let [slip] = &verdict.slips[..] else { panic!("{:?}", verdict.slips) };
        assert_eq!((slip.ply, slip.seat, slip.fault), (1, Seat::Two, Fault::Blunder));
        assert_eq!((slip.played.as_str(), slip.best.as_str()), ("a1", "e5"));
        assert_eq!(verdict.accuracy[0], Some(100.0));
        assert!(verdict.accuracy[1].is_some_and(|accuracy| accuracy < 20.0));
    }

    #[test]
    fn the_best_move_is_no_slip_and_the_worst_come_first() {
        let played = game(&["c3", "a1", "c3c1d1"]);
        let clear = played.line.game().clear();
        // A later search thinks otherwise of what was best: that is not the player's fault.
        let verdict = Verdict::of(&played, &analysis(&[(0, "c3"), (clear, "e5"), (clear, "c3e3e2"), (9 * clear, "x")]));
        let plies: Vec<usize> = verdict.worst(3).iter().map(|slip| slip.ply).collect();
        assert_eq!(plies, [2, 1]);
        assert_eq!(verdict.worst(1).len(), 1);
        assert!(verdict.values.iter().all(|value| value.abs() <= 1.0));
    }

    #[test]
    fn whoever_never_had_a_choice_has_no_accuracy() {
        let verdict = Verdict::of(&game(&["c3"]), &analysis(&[(0, "c3"), (0, "a1")]));
        assert_eq!(verdict.accuracy, [Some(100.0), None]);
        assert_eq!(Verdict::of(&game(&[]), &analysis(&[])).values, [0.0]);
    }
}
