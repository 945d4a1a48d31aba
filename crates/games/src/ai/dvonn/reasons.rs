//! Reasons for DVONN moves.

use super::defeat;
use super::effects::{any_move, covered, cut_off, marks};
use super::endings;
use super::positional::{self, FEW_MOVES, steps};
use super::themes;
use super::turned;
use crate::ai::explain::{Explain, HintContext, Mistake, played};
use crate::ai::finding::Finding;
use crate::rules::dvonn::board::{GRID, REDS, name};
use crate::rules::dvonn::{Dvonn, Move, Phase};
use crate::rules::hex::Cell;
use crate::rules::{Game, Line, Seat};
use std::cmp::Ordering;

/// Findings about placements that say the same, the first in comparison with the next best placement.
const SAME: [(&str, &str); 4] =
    [("beside-red", "by-red"), ("at-edge", "edge"), ("red-apart", "far-red"), ("red-together", "near-red")];
/// Minimum height of a captured stack that is worth mentioning.
const HIGH: u32 = 2;

/// A search to the end of the game seldom finishes if more plies are left.
const DECIDED_PLIES: i32 = 12;

/// The opponent's threat if this turn were passed, if the search found one.
enum Threat {
    /// This many pieces would lose contact.
    Cut(Move, u32),
    /// This stack, with its height, would be captured.
    Cover(Move, Cell, u32),
}

fn threat(context: &HintContext<'_, Dvonn>) -> Option<Threat> {
    let passed = context.position().passed_over()?;
    let m = *context.threat?.moves.first()?;
    let seat = context.position().seat();
    let lost = cut_off(&passed, m);
    if lost[seat.index()] > lost[(!seat).index()] {
        return Some(Threat::Cut(m, lost[seat.index()]));
    }
    covered(&passed, m).filter(|(_, height)| *height >= HIGH).map(|(space, height)| Threat::Cover(m, space, height))
}

/// The threat that the hinted move stops: no move of the opponent does as much after it.
fn stopped(context: &HintContext<'_, Dvonn>) -> Option<Finding> {
    let after = context.after();
    if after.ending().is_some() || after.seat() == context.position().seat() {
        return None;
    }
    let seat = context.position().seat().index();
    match threat(context)? {
        Threat::Cut(m, count) => {
            let still = any_move(&after, |reply| cut_off(&after, reply)[seat] >= count);
            let found = || Finding::of::<Dvonn>("stops-cut").shown("threat", &after, m, None);
            let marked = || marks(context.position(), m, context.position().seat());
            (!still).then(|| found().count("count", count as usize).marking(marked()))
        }
        Threat::Cover(m, space, height) => {
            let still = any_move(&after, |reply| covered(&after, reply).is_some_and(|(_, other)| other >= height));
            let survives =
                after.owned(context.position().seat()).has(space) || played_from(context.best()) == Some(space);
            let found = Finding::of::<Dvonn>("stops-cover").shown("threat", &after, m, None).cell("space", name(space));
            (!still && survives).then(|| found.count("height", height as usize))
        }
    }
}

fn played_from(m: Move) -> Option<Cell> {
    match m {
        Move::Stack { from, .. } => Some(from),
        _ => None,
    }
}

/// The pieces the move cuts off.
fn cuts(before: &Dvonn, m: Move) -> Option<Finding> {
    let lost = cut_off(before, m);
    let (mine, theirs) = (lost[before.seat().index()] as usize, lost[(!before.seat()).index()] as usize);
    let found = match (mine, theirs) {
        _ if theirs <= mine => return None,
        (0, _) => Finding::of::<Dvonn>("cuts").count("count", theirs),
        _ => Finding::of::<Dvonn>("cuts-both").count("theirs", theirs).count("mine", mine),
    };
    Some(found.marking(marks(before, m, !before.seat())))
}

/// The next move of the best line, if the hinted move and the reply prepare a cut.
fn prepares(context: &HintContext<'_, Dvonn>) -> Option<Finding> {
    let (position, m) = context.best_line().nth(2)?;
    let seat = context.position().seat();
    let lost = cut_off(&position, m);
    let (mine, theirs) = (lost[seat.index()], lost[(!seat).index()]);
    let found = || {
        let found = Finding::of::<Dvonn>("prepares").shown("then", &position, m, Some(3));
        found.count("count", theirs as usize).marking(marks(&position, m, !seat))
    };
    (position.seat() == seat && theirs > mine).then(found)
}

/// By how many pieces the game is won or lost if both seats play as well as possible after the hinted move.
fn result(context: &HintContext<'_, Dvonn>) -> Option<Finding> {
    context.score().decided_in().filter(|plies| (2..=DECIDED_PLIES).contains(&plies.abs()))?;
    let margin = endings::margin(&context.after(), context.position().seat())?;
    let found = |about| Finding::of::<Dvonn>(about).count("count", margin.unsigned_abs() as usize);
    match margin {
        0 => None,
        1.. => Some(found("wins-by")),
        _ => Some(found("loses-by")),
    }
}

/// How a placement differs from the next best one, if the search prefers it.
fn placed(context: &HintContext<'_, Dvonn>, space: Cell) -> Option<Finding> {
    let [best, second, ..] = context.variations else { return None };
    let Some(Move::Place(other)) = second.moves.first().copied().filter(|_| best.score > second.score) else {
        return None;
    };
    let red = context.position().with_red();
    let found = |about| Finding::of::<Dvonn>(about).played("other", Move::Place(other));
    if matches!(context.position().phase(), Phase::Placing(placed) if placed < REDS) {
        let (mine, others) = (steps(space, red)?, steps(other, red)?);
        return match mine.cmp(&others) {
            Ordering::Greater => Some(found("red-apart").count("count", mine)),
            Ordering::Less => Some(found("red-together").count("count", mine)),
            Ordering::Equal => None,
        };
    }
    let beside = |space| (GRID.neighbours(space) & red).len() as usize;
    if beside(space) > beside(other) {
        return Some(found("beside-red").count("count", beside(space)));
    }
    // A piece with six neighbours on the full board cannot move.
    let at_edge = |space| GRID.neighbours(space).len() < 6;
    (at_edge(space) && !at_edge(other)).then(|| found("at-edge"))
}

impl Explain for Dvonn {
    const LOOKS: &'static [&'static str] = &[
        "threat-cut",
        "threat-cover",
        "cut",
        "cover",
        "ask-cut",
        "ask-danger",
        "ask-secure",
        "ask-capture",
        "ask-stuck",
        "ask-free",
        "ask-take",
        "ask-their-moves",
        "ask-own-moves",
        "ask-near",
        "ask-far",
        "ask-touch",
        "ask-edge",
    ];
    const PIECES: &'static [&'static str] = &["stack"];
    const REASONS: &'static [&'static str] = &[
        "wins-by",
        "loses-by",
        "cuts",
        "cuts-both",
        "covers",
        "leaves-none",
        "stops-cut",
        "stops-cover",
        "moves-red",
        "prepares",
        "leaves-few",
        "red-apart",
        "red-together",
        "beside-red",
        "at-edge",
        "threatens-cut",
        "threatens-cover",
        "rescues",
        "secure",
        "stuck",
        "frees",
        "takes",
        "leaves-fewer",
        "keeps-moves",
        "by-red",
        "touches",
        "edge",
        "near-red",
        "far-red",
        "empty",
    ];

    const QUESTIONS: &'static [(&'static str, &'static str)] = &[
        ("threatens-cut", "ask-cut"),
        ("rescues", "ask-danger"),
        ("secure", "ask-secure"),
        ("threatens-cover", "ask-capture"),
        ("stuck", "ask-stuck"),
        ("frees", "ask-free"),
        ("takes", "ask-take"),
        ("leaves-fewer", "ask-their-moves"),
        ("keeps-moves", "ask-own-moves"),
        ("by-red", "ask-near"),
        ("near-red", "ask-near"),
        ("red-together", "ask-near"),
        ("far-red", "ask-far"),
        ("red-apart", "ask-far"),
        ("touches", "ask-touch"),
        ("edge", "ask-edge"),
    ];

    const THEMES: &'static [&'static str] = themes::THEMES;
    const DEFEATS: &'static [&'static str] = defeat::DEFEATS;
    const TURNS: &'static [&'static str] = turned::TURNS;

    fn defeat(line: &Line<Dvonn>, loser: Seat) -> Option<Finding> {
        defeat::defeat(line, loser)
    }

    fn turned(before: &Dvonn, moves: &[Move], best: Move) -> Option<Finding> {
        turned::turned(before, moves, best)
    }

    fn cells(&self) -> Vec<String> {
        GRID.by_column().map(|(_, space)| name(space).to_string()).collect()
    }

    fn touched(&self, m: Move) -> Vec<String> {
        let spaces = match m {
            Move::Place(space) => vec![space],
            Move::Stack { from, to } => vec![from, to],
            Move::Pass => Vec::new(),
        };
        spaces.into_iter().map(|space| name(space).to_string()).collect()
    }

    fn passed_over(&self) -> Option<Dvonn> {
        (self.phase() == Phase::Stacking && self.can_stack(!self.seat())).then(|| played(self, Move::Pass))
    }

    /// Placements do not: the search sees too little of what follows, and the many small differences between them would
    /// outweigh the mistakes of stacking.
    fn is_graded(&self) -> bool {
        self.phase() == Phase::Stacking
    }

    fn look(context: &HintContext<'_, Dvonn>) -> Option<Finding> {
        match threat(context).filter(|_| stopped(context).is_some()) {
            Some(Threat::Cut(_, count)) => {
                return Some(Finding::of::<Dvonn>("threat-cut").count("count", count as usize));
            }
            Some(Threat::Cover(_, _, height)) => {
                return Some(Finding::of::<Dvonn>("threat-cover").count("height", height as usize));
            }
            None => {}
        }
        let (position, best) = (context.position(), context.best());
        if cuts(position, best).is_some() {
            return Some(Finding::of::<Dvonn>("cut"));
        }
        let high = covered(position, best).filter(|(_, height)| *height >= HIGH);
        high.map(|(_, height)| Finding::of::<Dvonn>("cover").count("height", height as usize))
    }

    fn piece(&self, m: Move) -> (Finding, usize) {
        match m {
            Move::Place(space) => {
                let column = (b'a' + GRID.coordinates(space).0.saturating_sub(1)) as char;
                (Finding::any("column").cell("column", column), 0)
            }
            Move::Stack { from, .. } => (Finding::of::<Dvonn>("stack").cell("space", name(from)), 1),
            Move::Pass => (Finding::any("pass"), 1),
        }
    }

    fn reasons(context: &HintContext<'_, Dvonn>) -> Vec<Finding> {
        let (before, best, after) = (context.position(), context.best(), context.after());
        let seat = before.seat();
        let mut reasons: Vec<Finding> = result(context).into_iter().collect();
        if let Move::Place(space) = best {
            let compared = placed(context, space);
            let said = compared.as_ref().map_or("", |found| found.about);
            let is_same = |found: &Finding| SAME.contains(&(said, found.about));
            reasons.extend(compared);
            reasons.extend(positional::placing(context, space).into_iter().filter(|found| !is_same(found)));
        }
        let Move::Stack { from, to } = best else { return reasons };
        reasons.extend(cuts(before, best));
        if let Some((space, height)) = covered(before, best).filter(|(_, height)| *height >= HIGH) {
            reasons.push(Finding::of::<Dvonn>("covers").cell("space", name(space)).count("height", height as usize));
        }
        let moves = after.count_jumps(!seat);
        if after.ending().is_none() && moves == 0 {
            reasons.push(Finding::of::<Dvonn>("leaves-none"));
        }
        reasons.extend(stopped(context));
        if before.with_red().has(from) {
            reasons.push(Finding::of::<Dvonn>("moves-red").cell("space", name(from)));
        }
        let prepared = prepares(context);
        let then = prepared.as_ref().and_then(|found| found.arg("then")).cloned();
        reasons.extend(prepared);
        if moves > 0 && moves <= FEW_MOVES && moves < before.count_jumps(!seat) {
            reasons.push(Finding::of::<Dvonn>("leaves-few").count("count", moves as usize));
        }
        // What is prepared is not named a second time as a threat.
        let is_new = |found: &Finding| then.is_none() || found.arg("then") != then.as_ref();
        reasons.extend(positional::stacking(context, from, to).into_iter().filter(is_new));
        reasons
    }

    fn theme(mistake: &Mistake<'_, Dvonn>) -> Option<Finding> {
        themes::theme(mistake)
    }
}
