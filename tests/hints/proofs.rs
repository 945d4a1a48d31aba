//! Statements of hints about the end of the game are verified by exhaustive search.

use tablero::ai::explain::Explain;
use tablero::ai::hint::Advice;
use tablero::ai::{Engine, EngineOptions, Limits, Stop};
use tablero::rules::barrier::Barrier;
use tablero::rules::dvonn::Dvonn;
use tablero::rules::zertz::Zertz;
use tablero::rules::{Game, Line, Outcome, Seat, SeededRng, setup};
use test_support::hints::truth::{count, text};

/// An exhaustive search with a limit on its positions.
struct Proof {
    left: u32,
}

impl Proof {
    /// Whether `seat` wins within this many plies against every defence; `None` when that takes too long.
    fn wins<G: Game>(&mut self, line: &Line<G>, seat: Seat, plies: usize) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        if let Some(ending) = line.ending() {
            return Some(ending.outcome == Outcome::Win(seat));
        }
        if plies == 0 {
            return Some(false);
        }
        let mine = line.seat() == seat;
        for m in line.position().moves() {
            let mut next = Line::from_position(line.position().clone());
            assert!(next.play(m));
            if self.wins(&next, seat, plies - 1)? == mine {
                return Some(mine);
            }
        }
        Some(!mine)
    }
}

/// How often hints made each statement about the end of the game.
struct ClaimCounts {
    wins: u32,
    loses: u32,
    hopes: u32,
    only: u32,
    forced: u32,
}

/// Requests hints in positions of random games near their end and verifies their statements.
fn prove<G: Explain>(name: &str, games: u64, ahead: std::ops::Range<u64>) -> ClaimCounts {
    let mut claims = ClaimCounts { wins: 0, loses: 0, hopes: 0, only: 0, forced: 0 };
    let mut engine = Engine::<G>::new(EngineOptions { hash: 1 << 20, ..EngineOptions::default() });
    for seed in 0..games {
        let mut rng = SeededRng::new(seed);
        let mut line = Line::<G>::new(&setup::read(name).expect("a setup"));
        while line.ending().is_none() {
            let m = line.position().nth_move(rng.below(line.position().count_moves())).expect("a move");
            assert!(line.play(m));
        }
        for _ in 0..ahead.start + rng.below(ahead.end - ahead.start) {
            line.take_back();
        }
        if line.ending().is_some() {
            continue;
        }
        let limits = Limits { nodes: Some(60_000), ..Limits::default() };
        let advice = engine.advise(&line, limits, &Stop::default()).expect("a hint");
        check(&line, &advice, &mut claims);
    }
    claims
}

fn check<G: Explain>(line: &Line<G>, advice: &Advice, claims: &mut ClaimCounts) {
    let place = || format!("{}: {advice:?}", line.position().write_position());
    let mut replayed = line.clone();
    for m in &advice.line {
        replayed.play_text(m).unwrap_or_else(|error| panic!("{error}: {}", place()));
    }
    let best = line.position().read_move(&advice.best).expect("the move is legal");
    let seat = line.seat();
    let after = |m: G::Move| {
        let mut after = line.clone();
        assert!(after.play(m));
        after
    };
    let mut proof = Proof { left: 150_000 };
    for found in advice.reasons.iter().filter(|found| found.game == "any") {
        match found.about {
            "wins-now" => {
                claims.wins += 1;
                assert_eq!(after(best).outcome(), Some(Outcome::Win(seat)), "{}", place());
            }
            "wins" => {
                let plies = advice.score.decided_in().expect("the game is decided") as usize;
                assert!(plies.div_ceil(2) == count(found, "turns") as usize && plies > 1, "{}", place());
                if let Some(wins) = proof.wins(&after(best), seat, plies - 1) {
                    claims.wins += 1;
                    assert!(wins, "{}", place());
                }
            }
            "loses" => {
                let plies = advice.score.decided_in().expect("the game is decided").unsigned_abs() as usize;
                assert_eq!(plies.div_ceil(2), count(found, "turns") as usize, "{}", place());
                if let Some(wins) = proof.wins(line, !seat, plies) {
                    claims.loses += 1;
                    assert!(wins, "{}", place());
                }
            }
            "only-defence" | "others-lose" => {
                if found.about == "others-lose" {
                    let mut example = line.clone();
                    for name in ["other", "reply"] {
                        example.play_text(&text(found, name)).unwrap_or_else(|error| panic!("{error}: {}", place()));
                    }
                    if let Some(wins) = proof.wins(&example, !seat, 60) {
                        claims.only += 1;
                        assert!(wins, "the reply: {}", place());
                    }
                }
                let others = line.position().moves().into_iter().filter(|m| *m != best);
                for other in others {
                    if let Some(wins) = proof.wins(&after(other), !seat, 60) {
                        claims.only += 1;
                        assert!(wins, "{other}: {}", place());
                    }
                }
            }
            "hopes" => {
                let mut example = after(best);
                example.play_text(&text(found, "other")).unwrap_or_else(|error| panic!("{error}: {}", place()));
                // The search has seen no win, so an exhaustive search must not find a short one.
                if let Some(wins) = proof.wins(&example, !seat, 4) {
                    claims.hopes += 1;
                    assert!(!wins, "{}", place());
                }
            }
            "forced" => {
                claims.forced += 1;
                assert_eq!(line.position().moves(), [best], "{}", place());
            }
            _ => {}
        }
    }
}

#[test]
fn announced_wins_and_losses_are_proven() {
    let barrier = prove::<Barrier>("variant=6", 60, 1..9);
    assert!(barrier.wins > 5 && barrier.loses > 5 && barrier.only > 5 && barrier.forced > 2);
    let dvonn = prove::<Dvonn>("start=random deal=5", 40, 1..9);
    assert!(dvonn.wins > 5 && dvonn.loses > 5 && dvonn.hopes > 0);
    let zertz = prove::<Zertz>("variant=blitz", 30, 1..4);
    assert!(zertz.wins > 5);
}
