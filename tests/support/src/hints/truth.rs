//! Random positions and lines of every game: every statement of a hint is checked against the rules, and every possible
//! statement occurs, but not every time.

use std::collections::BTreeMap;
use tablero::ai::explain::{Explain, HintContext, played};
use tablero::ai::hint::explain;
use tablero::ai::{Finding, Score, Value, Variation};
use tablero::rules::{Ending, Game, Line, Outcome, SeededRng};

/// Picks the next move of a game at random.
pub type Draw<G> = fn(&G, &mut SeededRng) -> Option<<G as Game>::Move>;

/// Checks whether a finding is true in its context.
pub type Check<G> = fn(&HintContext<'_, G>, &Finding) -> bool;

/// The parameters of a trial: the setups and the number of games.
pub struct Trial<G: Game> {
    pub setups: &'static [&'static str],
    pub games: u64,
    pub draw: Draw<G>,
    /// Picks the opponent's threat at random.
    pub threat: Draw<G>,
    pub check: Check<G>,
    /// The keys of reasons whose sentences compare the move with most other moves.
    pub most: &'static [&'static str],
    /// The keys that random games do not produce; they have separate tests.
    pub rare: &'static [&'static str],
}

impl<G: Explain> Trial<G> {
    /// Plays random games and checks the hint at every ply. The move played there is the best one, the moves that
    /// followed are its line, another move is the second best, and the threat is random.
    pub fn check(&self) {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let mut looked_at = 0;
        for seed in 0..self.games {
            let setup = self.setups[seed as usize % self.setups.len()];
            let mut rng = SeededRng::new(seed);
            let mut line = Line::<G>::new(&tablero::rules::setup::read(setup).expect("a setup"));
            let mut moves = Vec::new();
            while let (None, Some(m)) = (line.ending(), (self.draw)(line.position(), &mut rng)) {
                assert!(line.play(m), "{m} is legal");
                moves.push(m);
            }
            for ply in 0..moves.len() {
                let mut line = line.clone();
                while line.moves().len() > ply {
                    line.take_back();
                }
                let seat = line.position().seat();
                let end = if rng.below(2) == 0 { moves.len() } else { moves.len().min(ply + 3) };
                let ending = if end == moves.len() { over(&line, &moves[ply..]) } else { None };
                let score = match ending.map(|ending| ending.outcome) {
                    Some(Outcome::Win(winner)) if winner == seat => Score::win_in(end - ply),
                    Some(Outcome::Win(_)) => Score::loss_in(end - ply),
                    _ => Score::EVEN,
                };
                let mut variations = vec![Variation { score, moves: moves[ply..end].to_vec() }];
                if let Some(second) = (self.draw)(line.position(), &mut rng).filter(|second| *second != moves[ply]) {
                    let next = played(line.position(), second);
                    let reply = (self.draw)(&next, &mut rng);
                    let moves = [Some(second), reply].into_iter().flatten().collect();
                    variations.push(Variation { score: Score(score.0.min(0) - 2 * G::CLEAR_MARGIN), moves });
                }
                let passed_over = line.position().passed_over();
                let threat = passed_over.and_then(|other| (self.threat)(&other, &mut rng));
                let threat = threat.map(|m| Variation { score: Score::EVEN, moves: vec![m] });
                let context =
                    HintContext { line: &line, variations: &variations, threat: threat.as_ref(), replies: &[] };
                looked_at += 1;
                self.check_one(&context, &mut counts);
            }
        }
        for (stage, keys) in [("look", G::LOOKS), ("piece", G::PIECES), ("reason", G::REASONS)] {
            for about in keys.iter().filter(|about| !self.rare.contains(about)) {
                let times = counts.get(&format!("{stage} {about}")).copied().unwrap_or_default();
                assert!(
                    times > 0 && times < looked_at,
                    "{stage} {about}: said {times} times of {looked_at}: {counts:?}"
                );
            }
        }
    }

    fn check_one(&self, context: &HintContext<'_, G>, counts: &mut BTreeMap<String, usize>) {
        let advice = explain(context);
        let place = || format!("{} {:?}", context.position().write_position(), context.variations);
        let (piece, given) = context.position().piece(context.best());
        assert_eq!((&advice.piece, advice.picks.len()), (&piece, given), "{}", place());
        let question = Some(advice.look.clone()).filter(|look| look.about.starts_with("ask-"));
        let looks = G::look(context).into_iter().chain(question).map(|found| ("look", G::LOOKS, found));
        let piece = Some(piece).filter(|piece| piece.game == G::NAME).map(|found| ("piece", G::PIECES, found));
        let reasons = G::reasons(context).into_iter().map(|found| ("reason", G::REASONS, found));
        for (stage, keys, found) in looks.chain(piece).chain(reasons) {
            assert!(found.game == G::NAME && keys.contains(&found.about), "{found:?} has a sentence");
            *counts.entry(format!("{stage} {}", found.about)).or_default() += 1;
            let is_claim = stage != "piece" && !found.about.starts_with("ask-");
            let is_true = !is_claim || (self.check)(context, &found);
            assert!(is_true, "not true: {stage} {found:?} in {}", place());
            // All moves of all positions would take minutes.
            if self.most.contains(&found.about) && context.position().key().is_multiple_of(8) {
                let best = context.best();
                let others: Vec<G::Move> = context.position().moves().into_iter().filter(|m| *m != best).collect();
                let also = others.iter().filter(|other| self.holds_for(context, **other, &found)).count();
                assert!(2 * also < others.len(), "not most: {found:?} in {}", place());
            }
        }
        let cells = context.position().cells();
        assert!(advice.region.iter().all(|cell| cells.contains(cell)) && advice.reasons.len() <= 3, "{}", place());
    }
}

impl<G: Explain> Trial<G> {
    /// Whether the statement is also true of another move.
    fn holds_for(&self, context: &HintContext<'_, G>, other: G::Move, found: &Finding) -> bool {
        let mut variations = context.variations.to_vec();
        variations[0] = Variation { moves: vec![other], ..variations[0].clone() };
        (self.check)(
            &HintContext { line: context.line, variations: &variations, threat: context.threat, replies: &[] },
            found,
        )
    }
}

fn over<G: Game>(line: &Line<G>, moves: &[G::Move]) -> Option<Ending> {
    let mut line = line.clone();
    assert!(moves.iter().all(|m| line.play(*m)), "the moves are legal");
    line.ending()
}

/// The number with this name.
pub fn count(found: &Finding, name: &str) -> u32 {
    match found.arg(name) {
        Some(Value::Count(count)) => *count,
        other => panic!("{name} of {found:?} is {other:?}"),
    }
}

/// The text of the cell or move with this name.
pub fn text(found: &Finding, name: &str) -> String {
    match found.arg(name) {
        Some(Value::Cell(text) | Value::Move(text)) => text.clone(),
        other => panic!("{name} of {found:?} is {other:?}"),
    }
}

/// The marbles with this name.
pub fn marbles(found: &Finding, name: &str) -> [u32; 3] {
    match found.arg(name) {
        Some(Value::Pieces(pieces)) => ["white", "grey", "black"]
            .map(|colour| pieces.iter().find(|(kind, _)| *kind == colour).map_or(0, |(_, count)| *count)),
        other => panic!("{name} of {found:?} is {other:?}"),
    }
}
