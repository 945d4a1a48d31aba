//! Reasons for ZÈRTZ moves.

use super::defeat;
use super::effects::{Marbles, any_move, finding, gain, line_gains, pieces, safe_rings, total};
use super::positional::{self, SAFE_MAX};
use super::themes;
use super::turned;
use crate::ai::explain::{Explain, HintContext, Mistake, played};
use crate::ai::finding::{Finding, Value};
use crate::rules::hex::{Cell, Cells};
use crate::rules::zertz::{GRID, Marble, Move, Setup, Zertz, position};
use crate::rules::{Game, Guide, Line, Notation, Seat, Steps};

/// Maximum number of replies to a sacrifice for which all of them are examined.
const REPLIES_MAX: u64 = 8;

fn covers(more: Marbles, less: Marbles) -> bool {
    more.iter().zip(less).all(|(more, less)| *more >= less)
}

/// A placement that gives marbles away in exchange for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trade {
    /// The opponent's forced gain, the same for every capture.
    pub given: Marbles,
    /// The mover's minimum gain afterwards, over all of the opponent's captures.
    pub gained: Marbles,
    /// The turn that makes this gain, if the opponent has only one capture.
    pub then: Option<Move>,
}

/// The trade made by the placement `m`, if it is one; `then` is the next move of the best line after the opponent's
/// reply.
pub fn trade(before: &Zertz, m: Move, reply: Move, then: Move) -> Option<Trade> {
    let after = played(before, m);
    if !matches!(m, Move::Place { .. }) || after.ending().is_some() || !after.must_capture() {
        return None;
    }
    let (given, next) = (gain(&after, reply), played(&after, reply));
    if next.ending().is_some() {
        return None;
    }
    let gained = gain(&next, then);
    let count = after.count_captures();
    if total(gained) == 0 || count > REPLIES_MAX {
        return None;
    }
    let open = any_move(&after, |other| {
        let next = played(&after, other);
        let over = next.ending().is_some();
        over || gain(&after, other) != given || !any_move(&next, |m| covers(gain(&next, m), gained))
    });
    (!open).then_some(Trade { given, gained, then: (count == 1).then_some(then) })
}

/// The maximum number of marbles the seat to move can gain at once.
fn most_gain(position: &Zertz) -> u32 {
    let mut most = 0;
    any_move(position, |m| {
        most = most.max(total(gain(position, m)));
        false
    });
    most
}

/// The move by which the opponent would gain at once if this turn were passed, and its gain, if the search found one.
fn threat(context: &HintContext<'_, Zertz>) -> Option<(Move, Marbles)> {
    let passed = context.position().passed_over()?;
    let m = *context.threat?.moves.first()?;
    let gained = gain(&passed, m);
    (total(gained) > 0).then_some((m, gained))
}

/// The threat that the hinted move stops: the opponent can gain nothing as large after it.
fn stopped(context: &HintContext<'_, Zertz>) -> Option<(Move, Marbles)> {
    let after = context.after();
    threat(context).filter(|(_, gained)| after.ending().is_none() && most_gain(&after) < total(*gained))
}

/// The opponent's captures that lose their landing ring by removing `removed` after a marble was placed on `ring`: for
/// each, the ring of the marble that would be jumped over.
pub fn landings_taken(before: &Zertz, ring: Cell, removed: Cell) -> Cells {
    let occupied = before.occupied() | ring.set();
    let mut jumped = Cells::NONE;
    for direction in 0..6 {
        let Some(over) = GRID.next(removed, direction).filter(|over| occupied.has(*over)) else { continue };
        if GRID.next(over, direction).is_some_and(|start| occupied.has(start)) {
            jumped.insert(over);
        }
    }
    jumped
}

/// The goal that the winner of an ended game has reached.
fn goal(last: &Zertz) -> Option<Finding> {
    let ending = last.ending()?;
    if ending.reason == position::FILLED {
        return Some(Finding::of::<Zertz>("fills"));
    }
    let Setup { variant, .. } = last.setup();
    // The last move reached the goal, and it was the winner's.
    let captured = last.captured(!last.seat());
    let one = Marble::ALL.into_iter().find(|marble| captured[marble.index()] >= variant.goals()[marble.index()]);
    Some(match one {
        Some(marble) => {
            let mut marbles = [0; 3];
            marbles[marble.index()] = u32::from(captured[marble.index()]);
            Finding::of::<Zertz>("goal").with("marbles", pieces(marbles))
        }
        None => Finding::of::<Zertz>("goal-each").count("count", usize::from(variant.goal_of_each())),
    })
}

/// The finding for a capture.
fn of_capture(context: &HintContext<'_, Zertz>) -> Finding {
    let position = context.position();
    let gained = gain(position, context.best());
    let better = context.variations.get(1).map(|second| second.moves[0]).filter(|other| {
        let other = gain(position, *other);
        total(other) > total(gained)
    });
    match better {
        Some(other) => {
            finding("captures-less", gained).played("other", other).with("more", pieces(gain(position, other)))
        }
        None => finding("captures", gained),
    }
}

/// The findings for the immediate effects of a placement.
fn of_placement(context: &HintContext<'_, Zertz>, marble: Marble, ring: Cell, removed: Option<Cell>) -> Vec<Finding> {
    let (before, after) = (context.position(), context.after());
    let mut reasons = Vec::new();
    let gained = gain(before, context.best());
    if total(gained) > 0 && after.ending().is_none_or(|ending| ending.reason != position::FILLED) {
        reasons.push(finding("isolates", gained));
    }
    if let Some(trade) = sacrifice(context) {
        let about = match trade.then {
            Some(Move::Place { .. }) => "gives-isolates",
            _ => "gives",
        };
        let found = finding(about, trade.gained).with("given", pieces(trade.given));
        let then = trade.then.unwrap_or(context.variations[0].moves[2]);
        reasons.push(found.shown("then", &after, then, Some(3)).marking(replies(context)));
    } else {
        let combination = combination(context);
        let exchange = if combination.is_none() { exchange(context) } else { None };
        reasons.extend(combination);
        reasons.extend(forces(context));
        reasons.extend(exchange);
    }
    if after.ending().is_none() && !after.must_capture() {
        if let Some((m, gained)) = stopped(context) {
            reasons.push(finding("stops", gained).shown("threat", before, m, None));
        }
        if let Some(over) = removed.and_then(|removed| landings_taken(before, ring, removed).first()) {
            let found = Finding::of::<Zertz>("landing").cell("marble", GRID.name(over));
            let found = found.marking([Guide::mark(GRID.name(over))]);
            reasons.push(removed.map_or(found.clone(), |removed| found.cell("ring", GRID.name(removed))));
        }
        let safe = safe_rings(&after).len() as usize;
        if safe <= SAFE_MAX {
            let marks = safe_rings(&after).map(|ring| Guide::mark(GRID.name(ring)));
            reasons.push(Finding::of::<Zertz>("safe").count("count", safe).marking(marks));
        }
        reasons.extend(positional::quiet(context, marble, ring, removed));
    }
    reasons
}

/// The trade at the start of the best line, if any.
fn sacrifice(context: &HintContext<'_, Zertz>) -> Option<Trade> {
    match context.variations[0].moves[..] {
        [m, reply, then, ..] => trade(context.position(), m, reply, then),
        _ => None,
    }
}

/// The gain of the best line, if the hinted move gives something away and regains it later.
fn combination(context: &HintContext<'_, Zertz>) -> Option<Finding> {
    let after = context.after();
    let gives = matches!(context.best(), Move::Place { .. }) && after.ending().is_none() && after.must_capture();
    let [mine, theirs] = line_gains(context);
    (gives && total(mine) > total(theirs)).then(|| finding("combination", mine).with("given", pieces(theirs)))
}

/// The arrows of the opponent's expected reply.
fn replies(context: &HintContext<'_, Zertz>) -> Vec<Guide> {
    let reply = context.variations[0].moves.get(1);
    reply.map_or_else(Vec::new, |reply| {
        context.after().path(*reply).into_iter().map(|guide| guide.numbered(2)).collect()
    })
}

/// The capture that the hinted placement forces, and the move that follows it in the best line.
fn forces(context: &HintContext<'_, Zertz>) -> Option<Finding> {
    let after = context.after();
    let [m, reply, then, ..] = context.variations[0].moves[..] else { return None };
    if !matches!(m, Move::Place { .. }) || after.ending().is_some() || !after.must_capture() {
        return None;
    }
    let next = played(&after, reply);
    let count = after.count_captures();
    let found = match count {
        1 => finding("forces", gain(&after, reply)),
        _ => Finding::of::<Zertz>("forces-some").count("count", count as usize),
    };
    Some(found.shown("reply", &after, reply, Some(2)).shown("then", &next, then, Some(3)))
}

/// What both seats take in the best line after a move that gives something away.
fn exchange(context: &HintContext<'_, Zertz>) -> Option<Finding> {
    let after = context.after();
    let gives = matches!(context.best(), Move::Place { .. }) && after.ending().is_none() && after.must_capture();
    let [mine, theirs] = line_gains(context);
    (gives && total(mine) > 0 && total(theirs) > 0).then(|| finding("exchange", mine).with("given", pieces(theirs)))
}

/// The opponent's gain after the next best move but not after the hinted one.
fn otherwise(context: &HintContext<'_, Zertz>) -> Option<Finding> {
    let [first, second, ..] = context.variations else { return None };
    let taken = |moves: &[Move]| match moves {
        [m, reply, ..] => gain(&played(context.position(), *m), *reply),
        _ => [0; 3],
    };
    let (here, there) = (taken(&first.moves), taken(&second.moves));
    let worse = first.score.0 - second.score.0 >= Zertz::CLEAR_MARGIN / 2;
    (worse && first.moves.len() > 1 && total(there) > total(here))
        .then(|| finding("otherwise", there).played("other", second.moves[0]))
}

impl Explain for Zertz {
    const LOOKS: &'static [&'static str] = &[
        "must-capture",
        "isolate",
        "give",
        "threat",
        "ask-force",
        "ask-gains",
        "ask-quiet",
        "ask-safe",
        "ask-colour",
        "ask-lines",
        "ask-ring",
    ];
    const PIECES: &'static [&'static str] = &["marble", "jumper"];
    const REASONS: &'static [&'static str] = &[
        "goal",
        "goal-each",
        "fills",
        "captures",
        "captures-less",
        "isolates",
        "gives",
        "gives-isolates",
        "combination",
        "forces",
        "forces-some",
        "exchange",
        "stops",
        "landing",
        "safe",
        "gains",
        "gains-more",
        "quiet",
        "fewer-safe",
        "far-colour",
        "lines",
        "shelters",
        "alone",
        "calm",
        "otherwise",
    ];

    const QUESTIONS: &'static [(&'static str, &'static str)] = &[
        ("gives", "ask-force"),
        ("gives-isolates", "ask-force"),
        ("forces", "ask-force"),
        ("forces-some", "ask-force"),
        ("gains", "ask-gains"),
        ("gains-more", "ask-gains"),
        ("quiet", "ask-quiet"),
        ("fewer-safe", "ask-safe"),
        ("far-colour", "ask-colour"),
        ("lines", "ask-lines"),
        ("shelters", "ask-ring"),
    ];

    const THEMES: &'static [&'static str] = themes::THEMES;
    const DEFEATS: &'static [&'static str] = defeat::DEFEATS;
    const TURNS: &'static [&'static str] = turned::TURNS;

    fn defeat(line: &Line<Zertz>, loser: Seat) -> Option<Finding> {
        defeat::defeat(line, loser)
    }

    fn turned(before: &Zertz, moves: &[Move], best: Move) -> Option<Finding> {
        turned::turned(before, moves, best)
    }

    fn cells(&self) -> Vec<String> {
        let rings = self.rings();
        GRID.by_column().filter(|(_, ring)| rings.has(*ring)).map(|(_, ring)| GRID.name(ring).to_string()).collect()
    }

    fn touched(&self, m: Move) -> Vec<String> {
        let cells: Vec<Cell> = match m {
            Move::Place { ring, removed, .. } => [Some(ring), removed].into_iter().flatten().collect(),
            Move::Capture(chain) => {
                [chain.start()].into_iter().chain(chain.jumps().map(|(_, landing)| landing)).collect()
            }
            Move::Pass => Vec::new(),
        };
        cells.into_iter().map(|cell| GRID.name(cell).to_string()).collect()
    }

    /// Captures are compulsory, so a turn with one cannot be passed.
    fn passed_over(&self) -> Option<Zertz> {
        (self.ending().is_none() && !self.must_capture()).then(|| played(self, Move::Pass))
    }

    fn look(context: &HintContext<'_, Zertz>) -> Option<Finding> {
        let position = context.position();
        if position.must_capture() {
            let count = position.count_captures() as usize;
            return Some(Finding::of::<Zertz>("must-capture").count("count", count));
        }
        if total(gain(position, context.best())) > 0 {
            return Some(Finding::of::<Zertz>("isolate"));
        }
        let brings_more = sacrifice(context).is_some_and(|trade| total(trade.gained) > total(trade.given));
        if brings_more || combination(context).is_some() {
            return Some(Finding::of::<Zertz>("give"));
        }
        stopped(context).map(|(_, gained)| finding("threat", gained))
    }

    fn piece(&self, m: Move) -> (Finding, usize) {
        match m {
            Move::Place { marble, .. } => {
                let kind = Value::Kind(Zertz::PIECE_KINDS[marble.index()]);
                (Finding::of::<Zertz>("marble").with("marble", kind), 1)
            }
            Move::Capture(chain) => (Finding::of::<Zertz>("jumper").cell("ring", GRID.name(chain.start())), 1),
            Move::Pass => (Finding::any("pass"), 1),
        }
    }

    fn reasons(context: &HintContext<'_, Zertz>) -> Vec<Finding> {
        let mut reasons = Vec::new();
        if context.score().is_win() {
            reasons.extend(goal(&context.last()));
        }
        match context.best() {
            Move::Capture(_) => reasons.push(of_capture(context)),
            Move::Place { marble, ring, removed, .. } => reasons.extend(of_placement(context, marble, ring, removed)),
            Move::Pass => {}
        }
        reasons.extend(otherwise(context));
        reasons
    }

    fn theme(mistake: &Mistake<'_, Zertz>) -> Option<Finding> {
        themes::theme(mistake)
    }
}
