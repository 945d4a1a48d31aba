//! Hints: what to play and why, in three stages.
//!
//! Every statement is a [`Finding`]: a key and its arguments, which the conversation layer phrases in the player's
//! language. A finding is either read off the board before and after the move, or is the result of a search: a proven
//! score, the best line, the value of the next best move, or what the opponent would do if this turn were passed.

use super::engine::{Engine, EngineOptions, Report};
use super::explain::{Explain, HintContext, played};
use super::finding::{Finding, Value};
use super::limits::{Limits, Stop};
use super::score::Score;
use super::search::LONGEST_LINE;
use super::variation::Variation;
use crate::rules::{Game, Line};
use std::time::{Duration, Instant};

/// Upper bound on the time of a hint, whatever the limits allow.
pub const LONGEST: Duration = Duration::from_secs(3);
/// Maximum number of reasons in a hint.
pub const REASONS_MAX: usize = 3;
/// Number of plies shown of the line that resists longest.
const LINE_SHOWN: usize = 5;
/// Number of plies of that line to draw after the hinted move.
const LINE_DRAWN: usize = 2;
/// In a lost position, the number of the opponent's replies to search for one that does not win.
const REPLIES_TRIED: usize = 4;
/// Number of columns in the region of the first stage.
const REGION_COLUMNS: usize = 3;

/// A hint. Its stages reveal progressively more: `look` and `region`, then `piece` and `picks`, then everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The score of the position for the seat to move.
    pub score: Score,
    /// The move, in canonical text.
    pub best: String,
    /// The move and the best play after it, in canonical text; never empty.
    pub line: Vec<String>,
    /// First stage: what to look for. It does not name the move.
    pub look: Finding,
    /// First stage: a question that leads to a reason, if `look` is about the outcome.
    pub question: Option<Finding>,
    /// First stage: the cells of a few columns that the move affects. Empty if that would reveal everything or nothing.
    pub region: Vec<String>,
    /// Second stage: the piece or marble.
    pub piece: Finding,
    /// Second stage: the picks of the move that are revealed, see [`Steps`](crate::rules::Steps); empty if the first pick is the whole move.
    pub picks: Vec<String>,
    /// Third stage: the reasons, most important first; at most [`REASONS_MAX`].
    pub reasons: Vec<Finding>,
}

/// What the searches for a hint have found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Considered<M> {
    /// See [`HintContext::variations`].
    pub variations: Vec<Variation<M>>,
    /// See [`HintContext::threat`].
    pub threat: Option<Variation<M>>,
    /// See [`HintContext::replies`].
    pub replies: Vec<Variation<M>>,
}

impl<M> Considered<M> {
    /// The information from which the reasons in this position are derived.
    pub fn context<'a, G: Game<Move = M>>(&'a self, line: &'a Line<G>) -> HintContext<'a, G> {
        HintContext { line, variations: &self.variations, threat: self.threat.as_ref(), replies: &self.replies }
    }
}

/// The first-stage keys common to all games.
pub const LOOKS: &[&str] = &["win", "lost", "only", "forced", "region", "swap", "even"];
/// The second-stage keys common to all games.
pub const PIECES: &[&str] = &["column", "pass", "swap"];
/// The keys of the reasons common to all games.
pub const REASONS: &[&str] = &[
    "swap",
    "even",
    "wins-now",
    "wins",
    "loses",
    "resists",
    "hopes",
    "only-defence",
    "others-lose",
    "forced",
    "repeats",
    "better",
    "slightly",
    "equal",
    "reply",
];

impl<G: Explain> Engine<G> {
    /// A hint for the seat to move, at full strength whatever the engine's level is; `None` when the game is over.
    /// Takes no longer than the limits allow and never longer than [`LONGEST`].
    pub fn advise(&mut self, line: &Line<G>, limits: Limits, stop: &Stop) -> Option<Advice> {
        Some(explain(&self.consider(line, limits, stop)?.context(line)))
    }

    /// Searches for what a hint needs: the best moves and the opponent's threat. `None` when the game is over. Takes as
    /// long as [`Engine::advise`].
    pub fn consider(&mut self, line: &Line<G>, limits: Limits, stop: &Stop) -> Option<Considered<G::Move>> {
        if line.ending().is_some() {
            return None;
        }
        let forced = line.position().count_moves() == 1;
        let budget = Budget::new(limits, forced);
        let settings = self.settings().at_full_strength(if forced { 1 } else { 2 });
        let mut found = self.finished(settings, line, budget.main(), stop);
        if let Some(best) = found.variations.first_mut() {
            self.play_out(best, line, budget.rest(), stop);
        }
        if let [first, second, ..] = &mut found.variations[..]
            && !first.score.is_loss()
            && second.score.is_loss()
        {
            self.add_reply(second, line, budget.rest(), stop);
        }
        let is_lost = found.score().is_some_and(Score::is_loss);
        if is_lost {
            let replies = self.replies(line, &found, budget.threat(), stop);
            return Some(Considered { variations: found.variations, threat: None, replies });
        }
        let passed_over = line.position().passed_over().filter(|other| !forced && other.ending().is_none());
        let threat = passed_over.map(|other| {
            let settings = EngineOptions { variations: 1, ..settings };
            self.finished(settings, &Line::from_position(other), budget.threat(), stop)
        });
        let threat = threat.filter(|found| found.depth > 0).and_then(|found| found.variations.into_iter().next());
        let replies = Vec::new();
        (!found.variations.is_empty()).then_some(Considered { variations: found.variations, threat, replies })
    }

    /// Adds the winning reply to a losing move, unless the search has returned it.
    fn add_reply(&mut self, losing: &mut Variation<G::Move>, line: &Line<G>, limits: Limits, stop: &Stop) {
        let mut line = line.clone();
        if losing.moves.len() > 1 || !line.play(losing.moves[0]) || line.ending().is_some() {
            return;
        }
        let settings = self.settings().at_full_strength(1);
        let found = self.finished(settings, &line, limits, stop);
        losing.moves.extend(found.best().filter(|_| found.score().is_some_and(Score::is_win)));
    }

    /// The opponent's best replies to the best move that was found.
    fn replies(
        &mut self,
        line: &Line<G>,
        found: &Report<G::Move>,
        limits: Limits,
        stop: &Stop,
    ) -> Vec<Variation<G::Move>> {
        let mut line = line.clone();
        if !found.best().is_some_and(|best| line.play(*best)) || line.ending().is_some() {
            return Vec::new();
        }
        let settings = self.settings().at_full_strength(REPLIES_TRIED);
        let found = self.finished(settings, &line, limits, stop);
        if found.depth > 0 { found.variations } else { Vec::new() }
    }

    /// Extends a line to the end of the game if it is decided: the search returns only the line it visited last, and
    /// the rest comes from its table.
    fn play_out(&mut self, best: &mut Variation<G::Move>, line: &Line<G>, limits: Limits, stop: &Stop) {
        if best.score.decided_in().is_none() {
            return;
        }
        let mut line = line.clone();
        if !best.moves.iter().all(|m| line.play(*m)) {
            return;
        }
        let settings = self.settings().at_full_strength(1);
        for _ in 0..LONGEST_LINE {
            let found = self.finished(settings, &line, limits, stop);
            // The winner stays the same unless table entries were lost.
            let same = |score: Score| score.decided_in().is_some();
            let Some(next) = found.variations.into_iter().next().filter(|next| same(next.score)) else { return };
            for m in next.moves {
                if !line.play(m) {
                    return;
                }
                best.moves.push(m);
            }
        }
    }

    /// The last completed iteration, whose values are comparable, unless a later, interrupted one has found a win.
    fn finished(&mut self, settings: EngineOptions, line: &Line<G>, limits: Limits, stop: &Stop) -> Report<G::Move> {
        let mut finished: Option<Report<G::Move>> = None;
        let last = self.search_with(settings, line, limits, stop, &mut |found| {
            if found.depth > finished.as_ref().map_or(0, |earlier| earlier.depth) {
                finished = Some(found.clone());
            }
        });
        finished.filter(|_| !last.score().is_some_and(Score::is_win)).unwrap_or(last)
    }
}

/// How the time and the nodes of a hint are divided.
#[derive(Clone, Copy, Debug)]
struct Budget {
    started: Instant,
    end: Instant,
    limits: Limits,
}

impl Budget {
    fn new(limits: Limits, forced: bool) -> Budget {
        let started = Instant::now();
        // The work after the searches takes milliseconds. Without a choice there is less to find.
        let latest = started + if forced { LONGEST / 4 } else { LONGEST - Duration::from_millis(200) };
        let end = limits.deadline.map_or(latest, |deadline| deadline.min(latest));
        Budget { started, end, limits }
    }

    /// For the search for the best moves: three quarters.
    fn main(&self) -> Limits {
        let time = self.end.saturating_duration_since(self.started) * 3 / 4;
        let nodes = self.limits.nodes.map(|nodes| nodes - nodes / 4);
        Limits { deadline: Some(self.started + time), nodes, ..self.limits }
    }

    /// For extending a decided line: an eighth at most.
    fn rest(&self) -> Limits {
        let time = self.end.saturating_duration_since(self.started) * 7 / 8;
        Limits { deadline: Some(self.started + time), nodes: self.limits.nodes.map(|nodes| nodes / 16), ..self.limits }
    }

    /// For the search for the opponent's threat: the rest, and a few plies are enough.
    fn threat(&self) -> Limits {
        Limits { deadline: Some(self.end), nodes: self.limits.nodes.map(|nodes| nodes / 4), ..self.limits }
    }
}

/// Builds the hint from the given information.
///
/// # Panics
/// If there is no variation, or an empty one.
pub fn explain<G: Explain>(context: &HintContext<'_, G>) -> Advice {
    let position = context.position();
    let forced = position.count_moves() == 1;
    let best = context.best();
    let (piece, revealed) = position.piece(best);
    let mut reasons = decisive_reasons(context, forced);
    let of_game = G::reasons(context);
    // An exact count of the opponent's mistakes says more than an example.
    if !of_game.iter().any(|found| found.about == "trap") {
        reasons.extend(hopes(context));
    }
    reasons.extend(of_game);
    // The expected reply is not a reason if there is another.
    let comparison = comparison_reasons(context)
        .into_iter()
        .next()
        .filter(|comparison| reasons.is_empty() || comparison.about != "reply");
    reasons.extend(comparison);
    reasons.truncate(REASONS_MAX);
    Advice {
        score: context.score(),
        best: best.to_string(),
        line: context.variations[0].moves.iter().map(G::Move::to_string).collect(),
        question: question(context, &reasons)
            .filter(|_| !forced && context.score().decided_in().is_some_and(|plies| plies != 1)),
        look: look(context, forced, &reasons),
        region: if forced { Vec::new() } else { region(position, best) },
        piece,
        picks: (0..revealed).map_while(|number| position.pick(best, number)).map(|pick| pick.to_string()).collect(),
        reasons,
    }
}

/// The number of the winner's turns in a game decided in this many plies.
fn turns(plies: i32) -> usize {
    (plies.unsigned_abs() as usize).div_ceil(2)
}

fn look<G: Explain>(context: &HintContext<'_, G>, forced: bool, reasons: &[Finding]) -> Finding {
    if forced {
        return Finding::any("forced");
    }
    let score = context.score();
    match score.decided_in() {
        Some(plies) if score.is_win() => return Finding::any("win").count("turns", turns(plies)),
        Some(plies) => return Finding::any("lost").count("turns", turns(plies)),
        None => {}
    }
    if is_only_defence(context) {
        return Finding::any("only");
    }
    question(context, reasons).unwrap_or_else(|| Finding::any("region"))
}

/// What is at stake in the game's own terms or, failing that, the question for the first reason that has one.
fn question<G: Explain>(context: &HintContext<'_, G>, reasons: &[Finding]) -> Option<Finding> {
    let asks =
        |reason: &Finding| G::QUESTIONS.iter().find(|(about, _)| *about == reason.about && reason.game == G::NAME);
    let question = || reasons.iter().find_map(asks).map(|(_, question)| Finding::of::<G>(question));
    G::look(context).or_else(question)
}

/// Whether every other move is a proven loss.
fn is_only_defence<G: Game>(context: &HintContext<'_, G>) -> bool {
    !context.score().is_loss() && context.variations.get(1).is_some_and(|second| second.score.is_loss())
}

/// The reasons that decide the game, which come first.
fn decisive_reasons<G: Explain>(context: &HintContext<'_, G>, forced: bool) -> Vec<Finding> {
    let mut reasons = Vec::new();
    let score = context.score();
    match score.decided_in() {
        Some(1) => reasons.push(Finding::any("wins-now")),
        Some(plies) if score.is_win() => reasons.push(Finding::any("wins").count("turns", turns(plies))),
        Some(plies) => {
            reasons.push(Finding::any("loses").count("turns", turns(plies)));
            let line = &context.variations[0].moves;
            if line.len() > 1 {
                let shown: Vec<String> = line.iter().take(LINE_SHOWN).map(G::Move::to_string).collect();
                // The hinted move itself is drawn as the suggestion.
                let next = (1..).zip(context.best_line()).skip(1).take(LINE_DRAWN);
                let guides = next.flat_map(|(number, (before, m))| {
                    before.path(m).into_iter().map(move |guide| guide.numbered(number))
                });
                reasons.push(Finding::any("resists").played("line", shown.join(" ")).marking(guides));
            }
        }
        None => {}
    }
    if forced {
        reasons.push(Finding::any("forced"));
    } else if is_only_defence(context) {
        let example = context.variations.get(1).map(|second| &second.moves[..]);
        reasons.push(match example {
            Some([other, reply, ..]) => Finding::any("others-lose").played("other", other).played("reply", reply),
            _ => Finding::any("only-defence"),
        });
    }
    if score == Score::EVEN && leads_back(context) {
        reasons.push(Finding::any("repeats"));
    }
    reasons
}

/// A reply after which the search sees no win for the opponent.
fn hopes<G: Game>(context: &HintContext<'_, G>) -> Option<Finding> {
    let mistake = context.replies.iter().find(|reply| !reply.score.is_win())?;
    Some(Finding::any("hopes").played("other", mistake.moves[0]))
}

/// Whether the best line ends in a position that occurred before.
fn leads_back<G: Game>(context: &HintContext<'_, G>) -> bool {
    let mut past = context.line.past().to_vec();
    for (before, m) in context.best_line() {
        let after = played(&before, m);
        if !after.can_repeat() {
            past.clear();
        } else if past.contains(&after) {
            return true;
        }
        past.push(after);
    }
    false
}

/// How the move compares with the next best, which comes after all other reasons; last of all the expected reply.
fn comparison_reasons<G: Explain>(context: &HintContext<'_, G>) -> Vec<Finding> {
    let mut reasons = Vec::new();
    if let [first, second, ..] = context.variations
        && first.score.decided_in().or(second.score.decided_in()).is_none()
    {
        let difference = first.score.0 - second.score.0;
        let about = |about| Finding::any(about).played("other", second.moves[0]);
        reasons.push(if difference >= G::CLEAR_MARGIN {
            about("better").with("points", Value::Tenths(difference / 10))
        } else if difference > G::CLEAR_MARGIN / 10 {
            about("slightly")
        } else {
            about("equal")
        });
    }
    reasons.extend(context.variations[0].moves.get(1).map(|reply| Finding::any("reply").played("reply", reply)));
    reasons
}

/// The cells of a few adjacent columns that contain the move's most informative cell and as many of its others as fit.
/// Which of several such regions is chosen depends on the position, so that its middle reveals nothing.
fn region<G: Explain>(position: &G, m: G::Move) -> Vec<String> {
    let cells = position.cells();
    let column = |cell: &String| cell.as_bytes().first().copied().unwrap_or_default();
    let touched: Vec<u8> = position.touched(m).iter().map(column).collect();
    let Some(key_column) = touched.first().copied() else { return Vec::new() };
    let mut columns: Vec<u8> = cells.iter().map(column).collect();
    columns.dedup();
    if columns.len() <= REGION_COLUMNS {
        return Vec::new();
    }
    let windows: Vec<&[u8]> = columns.windows(REGION_COLUMNS).filter(|window| window.contains(&key_column)).collect();
    let among = |window: &[u8]| touched.iter().filter(|column| window.contains(column)).count();
    let most = windows.iter().map(|window| among(window)).max().unwrap_or_default();
    let fitting: Vec<_> = windows.into_iter().filter(|window| among(window) == most).collect();
    let Some(chosen) = fitting.get(position.key() as usize % fitting.len().max(1)) else { return Vec::new() };
    cells.iter().filter(|cell| chosen.contains(&column(cell))).cloned().collect()
}
