//! Principal variation search: the value of a position to a given depth.
//!
//! Depth counts turns that are not forced; a forced turn (see [`Think::is_forced`]) costs nothing, so leaves are always
//! quiet. The window is flipped and values are negated only where the seat to move changes.

use super::history::History;
use super::limits::Watch;
use super::score::Score;
use super::sight::Sight;
use super::think::Think;
use super::transposition_table::{Bound, Entry, TranspositionTable};
use crate::rules::{Game, Outcome};
use std::ops::ControlFlow;
use std::sync::LazyLock;

/// Maximum length of a line in the search, in plies.
pub const LONGEST_LINE: usize = 160;
/// How many of a node's moves are selected best first; the rest is sorted once.
const SELECTED_MOVES: usize = 6;
/// Moves after this many may be reduced.
const UNREDUCED_MOVES: usize = 3;

/// The search skips a position far above the window if at most this many turns are left to search; see
/// [`Think::SWING`].
const SHALLOW: i32 = 4;
/// The search skips late moves in a position far below the window if at most this many turns are left.
const FRONTIER: i32 = 2;

/// A move and its rank in the move order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked<M> {
    pub rank: i32,
    pub m: M,
}

/// Options of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SearchOptions {
    /// Disables reductions, and uses only table entries searched to exactly the same depth.
    pub plain: bool,
    /// The turns that are overlooked, if any.
    pub sight: Option<Sight>,
}

/// The window of a search: values above `alpha` and below `beta` are found exactly, others are only bounded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    /// Whether a value lies within the window.
    pub fn contains(self, value: Score) -> bool {
        value > self.alpha && value < self.beta
    }

    /// The same window for the other seat.
    fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// What is known about a node before its moves are tried.
#[derive(Clone, Copy, Debug)]
struct NodeInfo {
    /// Whether the seat to move is forced, so that the turn costs no depth.
    forced: bool,
    /// The code of the previous best move.
    best: Option<u32>,
    /// The value of a turn that is not tactical, when only tactical ones are tried.
    stand_pat: Option<Score>,
    /// The most that a late minor move can be worth, if that is below the window; see [`Think::MINOR`].
    ceiling: Option<Score>,
}

/// The state of a search from the root: one per thread.
pub(super) struct Search<'a, G: Think> {
    weights: &'a G::Weights,
    table: &'a TranspositionTable,
    /// The limits and the node count.
    pub watch: Watch<'a>,
    history: History,
    /// For each ply, the codes of two killer moves, which caused cutoffs.
    killers: Vec<[u32; 2]>,
    /// For each ply, a reusable buffer for its moves.
    lists: Vec<Vec<Ranked<G::Move>>>,
    /// For each ply, the best line from there.
    lines: Vec<Vec<G::Move>>,
    /// The positions of the game and of the current line that may recur.
    past: Vec<G>,
    options: SearchOptions,
    /// Whether each seat has forced the other's reply in the current line.
    has_forced: [bool; 2],
    /// The longest line searched, in plies.
    pub deepest: usize,
}

/// The outcome as a score for the seat to move in `position`, `ply` plies from the root.
fn decided<G: Game>(position: &G, outcome: Outcome, ply: usize) -> Score {
    match outcome {
        Outcome::Draw => Score::EVEN,
        Outcome::Win(seat) if seat == position.seat() => Score::win_in(ply),
        Outcome::Win(_) => Score::loss_in(ply),
    }
}

impl<'a, G: Think> Search<'a, G> {
    pub fn new(
        weights: &'a G::Weights,
        table: &'a TranspositionTable,
        watch: Watch<'a>,
        past: &[G],
        options: SearchOptions,
    ) -> Self {
        Search {
            weights,
            table,
            watch,
            history: History::new::<G>(),
            killers: vec![[u32::MAX; 2]; LONGEST_LINE + 1],
            lists: (0..=LONGEST_LINE).map(|_| Vec::new()).collect(),
            lines: (0..=LONGEST_LINE + 1).map(|_| Vec::new()).collect(),
            past: past.to_vec(),
            options,
            has_forced: [false; 2],
            deepest: 0,
        }
    }

    /// Prepares the next iteration.
    pub fn begin_iteration(&mut self) {
        self.history.decay();
    }

    /// The value of `m` in `position` at the root, or `None` if the search ends first: exact within the window,
    /// otherwise a bound. `move_index` is the move's index among the root's moves.
    pub fn root_move(
        &mut self,
        position: &G,
        m: G::Move,
        window: Window,
        depth: i32,
        move_index: usize,
    ) -> Option<Score> {
        self.enter(position);
        let forced = position.is_forced();
        let depth = if forced { depth } else { depth - 1 };
        let value = self.try_move((position, forced), m, window, depth, 0, move_index);
        self.leave(position);
        value
    }

    /// The line behind the last value of [`root_move`](Self::root_move), after the move itself.
    pub fn reply_line(&self) -> &[G::Move] {
        &self.lines[1]
    }

    /// The ranks of a position's moves by their order and their history.
    #[inline]
    pub fn rank(&self, position: &G) -> impl Fn(G::Move) -> i32 {
        let order = position.order();
        move |m| order(m) + self.history.value(position, m)
    }

    fn enter(&mut self, position: &G) {
        if position.can_repeat() {
            self.past.push(position.clone());
        }
    }

    fn leave(&mut self, position: &G) {
        if position.can_repeat() {
            self.past.pop();
        }
    }

    /// The value of playing `m`: with the full window for the first move, with a null window for the others, and at
    /// reduced depth first for late ones. `depth` is the depth left after the move.
    #[inline]
    fn try_move(
        &mut self,
        (position, forced): (&G, bool),
        m: G::Move,
        window: Window,
        depth: i32,
        ply: usize,
        move_index: usize,
    ) -> Option<Score> {
        let mut next = position.clone();
        next.play_unchecked(m);
        let (here, next) = ((position, forced), (&next, next.is_forced()));
        if move_index == 0 {
            return self.child_value(here, next, window, depth, ply);
        }
        let null = Window { beta: window.alpha.above(), ..window };
        let reduction = self.reduction(here, m, next.1, depth, move_index);
        let mut value = self.child_value(here, next, null, depth - reduction, ply)?;
        if reduction > 0 && value > window.alpha {
            value = self.child_value(here, next, null, depth, ply)?;
        }
        if window.contains(value) {
            value = self.child_value(here, next, window, depth, ply)?;
        }
        Some(value)
    }

    /// The reduction of a late move. Forced moves are never reduced, nor are forcing moves unless they are echoes (see
    /// [`Think::is_echo`]).
    fn reduction(
        &self,
        (position, forced): (&G, bool),
        m: G::Move,
        forcing: bool,
        depth: i32,
        move_index: usize,
    ) -> i32 {
        if self.options.plain || G::REDUCTION == 0.0 || depth < 2 || move_index < UNREDUCED_MOVES || forced {
            return 0;
        }
        if forcing {
            return if position.is_echo(self.weights, m) { depth - 1 } else { 0 };
        }
        let reduction = G::REDUCTION * ln(depth as u32) * ln(move_index as u32);
        (reduction as i32).clamp(0, depth - 1)
    }

    /// The value of `next` for the seat that moves in `position`.
    fn child_value(
        &mut self,
        (position, forced): (&G, bool),
        (next, forcing): (&G, bool),
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        let had_forced = self.has_forced;
        self.has_forced[position.seat().index()] |= forcing && !forced;
        let value = if next.seat() == position.seat() {
            self.value(next, forcing, window, depth, ply + 1)
        } else {
            self.value(next, forcing, window.flipped(), depth, ply + 1).map(|value| -value)
        };
        self.has_forced = had_forced;
        value
    }

    /// Whether a line that would end here goes on for one more turn. The opponent has forced a reply in it, perhaps only
    /// to delay a threat. The line ends if the player to move is too far behind for one turn to help.
    fn is_threat_delayed(&self, position: &G, window: Window) -> bool {
        G::HAS_QUIET
            && !self.options.plain
            && self.has_forced[(!position.seat()).index()]
            && position.evaluate(self.weights) + G::LOGIT / 2 > window.alpha.0
    }

    /// The value of a position for its seat to move, or `None` when the search is over.
    fn value(&mut self, position: &G, forced: bool, mut window: Window, mut depth: i32, ply: usize) -> Option<Score> {
        self.lines[ply].clear();
        if self.watch.count() {
            return None;
        }
        self.deepest = self.deepest.max(ply);
        if let Some(outcome) = position.outcome() {
            return Some(decided(position, outcome, ply));
        }
        if position.can_repeat() && self.past.contains(position) {
            return Some(Score::EVEN);
        }
        if depth <= 0 && !forced && self.is_threat_delayed(position, window) {
            depth = 1;
            self.has_forced[(!position.seat()).index()] = false;
        }
        if ply >= LONGEST_LINE || depth <= 0 && !forced {
            return Some(Score::evaluation(position.evaluate(self.weights)));
        }
        // Mate-distance bounds: the game cannot be won before the next ply nor lost before this one.
        if !self.options.plain {
            window.alpha = window.alpha.max(Score::loss_in(ply));
            window.beta = window.beta.min(Score::win_in(ply + 1));
        }
        let Window { alpha, beta } = window;
        if alpha >= beta {
            return Some(alpha);
        }
        let mut stand_pat = None;
        if G::HAS_QUIET && depth <= 2 && !forced && !self.options.plain {
            // One turn before the leaves, a quiet turn leaves the evaluation as it is. Two turns before them it does no
            // better, since the opponent could answer with another quiet turn.
            let now = Score::evaluation(position.evaluate(self.weights));
            if depth == 1 && now >= beta && position.has_quiet() {
                return Some(now);
            }
            // Without a quiet move all moves are searched: a proven loss must hold for every move.
            stand_pat = (now <= alpha && position.has_quiet()).then_some(now);
        }
        let mut ceiling = None;
        if G::SWING > 0 && depth <= SHALLOW && !forced && !self.options.plain {
            // An evaluation proves no win and no loss, so a search for either skips nothing.
            let (now, swing) = (position.evaluate(self.weights), G::SWING * depth);
            if beta.decided_in().is_none() && now - swing >= beta.0 {
                return Some(Score::evaluation(now));
            }
            let most = Score::evaluation(now + swing);
            ceiling = (depth <= FRONTIER && alpha.decided_in().is_none() && most <= alpha).then_some(most);
        }
        // Near the leaves a table lookup, a likely cache miss, costs more than it saves.
        let salt = self.options.sight.map_or(0, |sight| sight.salt());
        let key = (depth > 1 || depth == 1 && !forced).then(|| position.key() ^ salt);
        let turns = depth.clamp(0, 255) as u8;
        let known = key.and_then(|key| self.table.get(key, turns));
        if let Some(value) = known.and_then(|entry| self.cutoff_value(entry, window, depth, ply)) {
            return Some(value);
        }
        self.enter(position);
        let value = self.best_of_moves(
            position,
            window,
            depth,
            ply,
            NodeInfo { forced, best: known.and_then(|entry| entry.best), stand_pat, ceiling },
        );
        self.leave(position);
        let (value, best) = value?;
        let bound = if value >= beta {
            Bound::AtLeast
        } else if value > alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        if let Some(key) = key {
            let score = value.seen_from(ply as i32);
            self.table.put(key, Entry { score, bound, depth: turns, best: best.map(G::code) });
        }
        Some(value)
    }

    /// The value that a table entry gives here, if it can replace a search.
    fn cutoff_value(&self, entry: Entry, window: Window, depth: i32, ply: usize) -> Option<Score> {
        let value = entry.score.seen_from(-(ply as i32));
        let deep = i32::from(entry.depth);
        let enough =
            if self.options.plain { deep == depth.max(0) } else { deep >= depth || value.decided_in().is_some() };
        let holds = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= window.beta,
            Bound::AtMost => value <= window.alpha,
        };
        (enough && holds).then_some(value)
    }

    /// The best value and the move that has it; no move if all of them stay at or below the window.
    fn best_of_moves(
        &mut self,
        position: &G,
        mut window: Window,
        depth: i32,
        ply: usize,
        NodeInfo { forced, best: known, stand_pat, ceiling }: NodeInfo,
    ) -> Option<(Score, Option<G::Move>)> {
        let child_depth = if forced { depth } else { depth - 1 };
        let sight = self.options.sight.map(|sight| (sight, position.key()));
        let is_overlooked = |m| sight.is_some_and(|(sight, key)| !sight.sees::<G>(key, m));
        let mut best = (stand_pat.unwrap_or(Score::MIN), None);
        let mut move_index = 0;
        // The table move and the killers are tried before any move is generated: on a cutoff, a list of thousands of
        // moves is avoided.
        let [first, second] = self.killers[ply];
        let mut tried = [None; 3];
        for (index, code) in [known, Some(first), Some(second)].into_iter().enumerate() {
            let m = code.and_then(|code| position.decode(code)).filter(|m| !tried.contains(&Some(*m)));
            let Some(m) = m.filter(|m| !is_overlooked(*m)) else { continue };
            tried[index] = Some(m);
            let value = self.try_move((position, forced), m, window, child_depth, ply, move_index)?;
            move_index += 1;
            best.0 = best.0.max(value);
            if value > window.alpha {
                best.1 = Some(m);
                window.alpha = value;
                self.store_line(m, ply);
            }
            if value >= window.beta {
                self.record_cutoff(position, m, &[], depth, ply);
                return Some(best);
            }
        }
        let mut moves = std::mem::take(&mut self.lists[ply]);
        if forced {
            self.list_forced(position, &mut moves);
        } else {
            self.list(position, &mut moves, known, ply, stand_pat.map(|_| depth == 1));
        }
        let mut interrupted = false;
        for at in 0..moves.len() {
            select_move(&mut moves, at);
            let m = moves[at].m;
            if tried.contains(&Some(m)) || is_overlooked(m) {
                continue;
            }
            if let Some(most) = ceiling
                && move_index > UNREDUCED_MOVES
                && position.order()(m) <= G::MINOR
            {
                best.0 = best.0.max(most);
                continue;
            }
            let Some(value) = self.try_move((position, forced), m, window, child_depth, ply, move_index) else {
                interrupted = true;
                break;
            };
            move_index += 1;
            best.0 = best.0.max(value);
            if value > window.alpha {
                best.1 = Some(m);
                window.alpha = value;
                self.store_line(m, ply);
            }
            if value >= window.beta {
                self.record_cutoff(position, m, &moves[..at], depth, ply);
                break;
            }
        }
        self.lists[ply] = moves;
        if best.0 == Score::MIN {
            // A player who sees no move there expects the position to stay as it is.
            best.0 = Score::evaluation(position.evaluate(self.weights));
        }
        (!interrupted).then_some(best)
    }

    /// Lists the moves of a forced turn with their ranks: there are few, so they are ranked cheaply.
    fn list_forced(&self, position: &G, moves: &mut Vec<Ranked<G::Move>>) {
        moves.clear();
        position.visit_forced(|m| moves.push(Ranked { rank: 0, m }));
        if moves.len() > 1 {
            let rank = self.rank(position);
            moves.iter_mut().for_each(|ranked| ranked.rank = rank(ranked.m));
        }
    }

    /// Lists the legal moves with their ranks; if `last` is given, only the tactical ones, see
    /// [`Think::visit_tactical`].
    fn list(&self, position: &G, moves: &mut Vec<Ranked<G::Move>>, known: Option<u32>, ply: usize, last: Option<bool>) {
        moves.clear();
        let (killers, rank) = (self.killers[ply], self.rank(position));
        let mut list = |m| {
            let code = G::code(m);
            let bonus = if known == Some(code) {
                1 << 26
            } else if killers.contains(&code) {
                1 << 17
            } else {
                0
            };
            moves.push(Ranked { rank: bonus + rank(m), m });
        };
        if let Some(last) = last {
            position.visit_tactical(self.weights, last, list);
            return;
        }
        let _ = position.visit_moves(|m| {
            list(m);
            ControlFlow::<()>::Continue(())
        });
    }

    /// Records that a move caused a cutoff and that the moves tried before it did not.
    fn record_cutoff(&mut self, position: &G, m: G::Move, before: &[Ranked<G::Move>], depth: i32, ply: usize) {
        let by = (depth * depth + 4 * depth + 4).min(2000);
        self.history.add(position, m, by);
        for other in &before[..before.len().min(32)] {
            self.history.add(position, other.m, -by);
        }
        let code = G::code(m);
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
    }

    fn store_line(&mut self, m: G::Move, ply: usize) {
        let (here, after) = self.lines.split_at_mut(ply + 1);
        let (line, rest) = (&mut here[ply], &after[0]);
        line.clear();
        line.push(m);
        line.extend_from_slice(rest);
    }
}

/// Swaps the best of the moves from `at` on into position `at`.
fn select_move<M>(moves: &mut [Ranked<M>], at: usize) {
    if at < SELECTED_MOVES {
        if let Some(best) = (at..moves.len()).max_by_key(|number| moves[*number].rank) {
            moves.swap(at, best);
        }
    } else if at == SELECTED_MOVES {
        moves[at..].sort_unstable_by_key(|ranked| std::cmp::Reverse(ranked.rank));
    }
}

/// The natural logarithm of a number from 1, rounded down slightly.
fn ln(number: u32) -> f32 {
    LOGARITHMS.get(number as usize - 1).copied().unwrap_or_else(|| computed_ln(number))
}

/// The logarithms of the numbers that occur most.
static LOGARITHMS: LazyLock<Vec<f32>> = LazyLock::new(|| (1..4_096).map(computed_ln).collect());

/// Unlike library versions, this gives the same result on every machine, which keeps searches reproducible.
fn computed_ln(number: u32) -> f32 {
    let whole = number.ilog2();
    let (mut log, mut rest) = (whole, u64::from(number) << 31 >> whole);
    // Each squaring yields one more binary digit.
    for _ in 0..8 {
        rest = (rest * rest) >> 31;
        let digit = rest >> 32;
        log = log << 1 | digit as u32;
        rest >>= digit;
    }
    log as f32 / 256.0 * std::f32::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::ln;

    #[test]
    fn the_logarithm_is_accurate_enough() {
        assert_eq!(ln(1), 0.0);
        for number in (1..3_000).chain([18_000, 65_535, u32::MAX]) {
            let exact = f64::from(number).ln();
            assert!((0.0..0.003).contains(&(exact - f64::from(ln(number)) + 1e-6)), "{number}");
        }
    }
}
