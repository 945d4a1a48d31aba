//! Iterative deepening on several threads until a limit is reached.

use super::level::{Level, Skill};
use super::limits::{Limits, Stop, Watch};
use super::score::Score;
use super::search::{LONGEST_LINE, Ranked, Search, SearchOptions, Window};
use super::sight::Sight;
use super::think::Think;
use super::transposition_table::TranspositionTable;
use super::variation::Variation;
use crate::rules::{Line, SeededRng};
use std::fmt;
use std::time::{Duration, Instant};

/// The resources an engine may use and what it computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// The size of the transposition table, in bytes.
    pub hash: usize,
    /// The number of threads per search, at least 1.
    pub threads: usize,
    /// How many of the best moves to report.
    pub variations: usize,
    /// Seed for breaking ties between moves that seem equal. With one thread and a limit of nodes or depth, the same
    /// seed always gives the same move.
    pub seed: u64,
    /// The playing strength.
    pub level: Level,
    /// A skill to try instead of the level's.
    pub skill: Option<Skill>,
    /// Plain search, without reductions or anything else that could overlook a move. Slower; for tests and proofs.
    pub plain: bool,
}

impl Default for EngineOptions {
    /// 64 MiB, one thread, one variation.
    fn default() -> Self {
        EngineOptions {
            hash: 64 << 20,
            threads: 1,
            variations: 1,
            seed: 0,
            level: Level::FULL,
            skill: None,
            plain: false,
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report<M> {
    /// The last fully searched depth, in turns that are not forced.
    pub depth: u32,
    /// The longest line searched, in plies.
    pub deepest: usize,
    /// The number of positions visited.
    pub nodes: u64,
    /// The time the search took.
    pub elapsed: Duration,
    /// How full the transposition table is, in thousandths.
    pub fullness: u32,
    /// The best moves, best first; empty only when the game is over.
    pub variations: Vec<Variation<M>>,
}

impl EngineOptions {
    /// The same options for a search at full strength that reports this many moves.
    pub(super) fn at_full_strength(self, variations: usize) -> EngineOptions {
        EngineOptions { level: Level::FULL, skill: None, variations, ..self }
    }
}

impl<M> Report<M> {
    /// The best move.
    pub fn best(&self) -> Option<&M> {
        self.variations.first().and_then(|variation| variation.moves.first())
    }

    /// The score for the seat to move.
    pub fn score(&self) -> Option<Score> {
        self.variations.first().map(|variation| variation.score)
    }
}

/// An engine for one game. What it learns in one search is reused in the next.
pub struct Engine<G: Think> {
    settings: EngineOptions,
    weights: G::Weights,
    table: TranspositionTable,
    oracle: Option<G::Oracle>,
}

impl<G: Think> fmt::Debug for Engine<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("settings", &self.settings).finish_non_exhaustive()
    }
}

/// Time limit of the oracle when the search itself has none.
const ORACLE_TIME: Duration = Duration::from_secs(1);
/// Maximum number of positions the oracle visits for each further ply of the line it reports.
const LINE_NODES: u64 = 20_000;
/// Maximum number of plies reported for a decided game.
const SHOWN_LINE: usize = 12;

/// Half the width of the initial aspiration window around the previous iteration's value, in hundredths.
const ASPIRATION: i32 = 40;
/// Root moves are sorted by nodes only if there are more than this: in DVONN, sorting them lost games (docs/engines.md).
const MANY_MOVES: usize = 200;

impl<G: Think> Engine<G> {
    /// An engine with the tuned weights.
    pub fn new(settings: EngineOptions) -> Self {
        Engine::with_weights(settings, G::Weights::default())
    }

    /// An engine with other weights.
    pub fn with_weights(settings: EngineOptions, weights: G::Weights) -> Self {
        let share = settings.hash / G::ORACLE_SHARE.memory;
        let oracle = G::oracle(share);
        let table = TranspositionTable::new(settings.hash - if oracle.is_some() { share } else { 0 });
        let table = if G::SHALLOW_PART { table.with_shallow_part() } else { table };
        Engine { settings, weights, table, oracle }
    }

    /// The engine's settings.
    pub fn settings(&self) -> EngineOptions {
        self.settings
    }

    fn skill(&self, position: &G) -> Option<Skill> {
        self.settings.skill.or_else(|| G::skill(&position.setup(), self.settings.level))
    }

    /// Searches with different settings; the transposition table is unchanged.
    pub(super) fn search_with(
        &mut self,
        settings: EngineOptions,
        line: &Line<G>,
        limits: Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let previous = std::mem::replace(&mut self.settings, settings);
        let found = self.search(line, limits, stop, report);
        self.settings = previous;
        found
    }

    /// Changes the settings. What the engine has learned is retained unless the size of the table changes.
    pub fn configure(&mut self, settings: EngineOptions) {
        if settings.hash == self.settings.hash {
            self.settings = settings;
        } else {
            *self = Engine::with_weights(settings, self.weights.clone());
        }
    }

    /// Clears everything learned, so that the next search behaves like that of a new engine.
    pub fn clear(&mut self) {
        self.table.clear();
        self.oracle = G::oracle(self.settings.hash / G::ORACLE_SHARE.memory);
    }

    /// Searches for the best move in the line's current position. Calls `report` with the result so far after each
    /// iteration and at the end.
    pub fn search(
        &mut self,
        line: &Line<G>,
        limits: Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let started = Instant::now();
        let oracle_line = self.probe(line, limits, stop);
        if let Some(oracle_line) = &oracle_line
            && self.settings.variations <= 1
        {
            let variations = vec![oracle_line.clone()];
            let (depth, deepest) = (variations[0].moves.len() as u32, variations[0].moves.len());
            let last = Report { depth, deepest, nodes: 0, elapsed: started.elapsed(), fullness: 0, variations };
            report(&last);
            return last;
        }
        self.table.increment_age();
        let skill = self.skill(line.position());
        let limits = skill.map_or(limits, |skill| Limits {
            depth: Some(limits.depth.map_or(skill.depth, |depth| depth.min(skill.depth))),
            nodes: Some(limits.nodes.map_or(skill.nodes, |nodes| nodes.min(skill.nodes))),
            ..limits
        });
        let done = Stop::default();
        let threads = self.settings.threads.max(1);
        let share = Limits { nodes: limits.nodes.map(|nodes| (nodes / threads as u64).max(1)), ..limits };
        let mut root = self.root(line, share, [stop, &done]);
        std::thread::scope(|scope| {
            for number in 1..threads {
                let mut root = self.root(line, Limits { depth: None, ..share }, [stop, &done]);
                scope.spawn(move || root.deepen(line.position(), number, &mut |_, _| {}));
            }
            let found = root.deepen(line.position(), 0, &mut |root: &Root<'_, G>, depth| {
                report(&self.report_of(root, depth, started, threads));
            });
            done.raise();
            let mut last = self.report_of(&root, found, started, threads);
            if let Some(skill) = skill {
                let mut rng = SeededRng::new(self.settings.seed ^ line.position().key());
                skill.choose(&mut last.variations, &mut rng);
            }
            if let Some(oracle_line) = oracle_line {
                last.variations.retain(|variation| variation.moves[0] != oracle_line.moves[0]);
                last.variations.insert(0, oracle_line);
            }
            last.variations.truncate(self.settings.variations.max(1));
            report(&last);
            last
        })
    }

    /// Queries the oracle when the search has no depth limit. The oracle may use only its share of the limits, so that
    /// a search remains possible when it has no answer. Levels below the highest use only wins, and only those found
    /// within the node count of their skill.
    fn probe(&mut self, line: &Line<G>, limits: Limits, stop: &Stop) -> Option<Variation<G::Move>> {
        let skill = self.skill(line.position());
        let oracle = self.oracle.as_mut()?;
        if self.settings.plain || limits.depth.is_some() || line.ending().is_some() {
            return None;
        }
        if skill.is_some_and(|skill| skill.oracle_nodes == 0) {
            return None;
        }
        let started = Instant::now();
        let share = G::ORACLE_SHARE.limits;
        // The rest of the time is reserved for the search, which must begin before the `enough` limit.
        let latest = [limits.deadline, limits.enough].into_iter().flatten().min();
        let late = latest.map(|latest| started + latest.saturating_duration_since(started) / share);
        let late = late.or_else(|| limits.nodes.is_none().then(|| started + ORACLE_TIME));
        let mut should_stop = || stop.is_raised() || late.is_some_and(|late| Instant::now() >= late);
        let most = skill.map_or(u64::MAX, |skill| skill.oracle_nodes);
        let mut nodes = limits.nodes.map_or(u64::MAX, |nodes| nodes / u64::from(share)).min(most);
        let mut position = line.position().clone();
        let (mut score, mut moves) = (Score::EVEN, Vec::new());
        while moves.len() < SHOWN_LINE && position.outcome().is_none() {
            let Some((play, value)) = position.probe(oracle, nodes, &mut should_stop) else { break };
            if moves.is_empty() {
                score = value;
                nodes = nodes.min(LINE_NODES);
            }
            play.iter().for_each(|m| position.play_unchecked(*m));
            moves.extend(play);
        }
        (!moves.is_empty() && (skill.is_none() || score.is_win())).then_some(Variation { score, moves })
    }

    fn root<'a>(&'a self, line: &Line<G>, limits: Limits, stops: [&'a Stop; 2]) -> Root<'a, G> {
        let watch = Watch::new(limits, stops);
        // The search itself adds the current position.
        let past = line.past().split_last().map_or(&[][..], |(_, earlier)| earlier);
        let skill = self.skill(line.position());
        let sight = skill.and_then(|skill| Sight::new(self.settings.seed, skill.overlooks));
        let options = SearchOptions { plain: self.settings.plain, sight };
        let search = Search::new(&self.weights, &self.table, watch, past, options);
        let mut rng = SeededRng::new(self.settings.seed);
        let is_over = line.ending().is_some();
        let mut moves = if is_over { Vec::new() } else { line.position().moves() };
        let position = line.position();
        if let Some(sight) = sight {
            let key = position.key();
            let seen: Vec<_> = moves.iter().copied().filter(|m| sight.sees::<G>(key, *m)).collect();
            // If the level overlooks every move, it chooses among all of them.
            moves = if seen.is_empty() { moves } else { seen };
        }
        let mut moves: Vec<_> = {
            let rank = search.rank(position);
            moves.into_iter().map(|m| Ranked { rank: (rank(m) << 8) + rng.below(256) as i32, m }).collect()
        };
        moves.sort_by_key(|ranked| std::cmp::Reverse(ranked.rank));
        let candidates = skill.filter(Skill::is_blurred).map_or(1, |skill| skill.candidates);
        Root { search, moves, variations: Vec::new(), wanted: self.settings.variations.max(candidates) }
    }

    fn report_of(&self, root: &Root<'_, G>, depth: u32, started: Instant, threads: usize) -> Report<G::Move> {
        Report {
            depth,
            deepest: root.search.deepest,
            nodes: root.search.watch.nodes * threads as u64,
            elapsed: started.elapsed(),
            fullness: self.table.fullness(),
            variations: root.variations.clone(),
        }
    }
}

/// The root moves and their results so far.
struct Root<'a, G: Think> {
    search: Search<'a, G>,
    /// Best move so far first. Once a move was searched, its rank is the number of nodes that its latest search visited.
    moves: Vec<Ranked<G::Move>>,
    variations: Vec<Variation<G::Move>>,
    wanted: usize,
}

impl<G: Think> Root<'_, G> {
    /// Searches to depth 1, 2, … and calls `found` after each; returns the last completed depth. `ahead` makes threads
    /// search different depths at the same time.
    fn deepen(&mut self, position: &G, ahead: usize, found: &mut dyn FnMut(&Self, u32)) -> u32 {
        let Some(first) = self.moves.first() else { return 0 };
        // Ensures there is a move to play even when no time remains to search.
        self.variations = vec![Variation { score: Score::EVEN, moves: vec![first.m] }];
        let mut finished = 0;
        let mut depth = 1 + (ahead % 2) as u32;
        while self.search.watch.may_deepen(finished) && depth < LONGEST_LINE as u32 {
            self.search.begin_iteration();
            if self.iterate(position, depth as i32).is_none() {
                break;
            }
            finished = depth;
            if self.wanted == 1 && self.moves.len() > MANY_MOVES {
                // The search seldom reaches all of these moves at its last depth. One that took long to refute may be
                // the best a turn deeper.
                self.moves[1..].sort_by_key(|ranked| std::cmp::Reverse(ranked.rank));
            }
            found(self, finished);
            let decided = self.variations.iter().all(|variation| variation.score.decided_in().is_some());
            if decided || self.moves.len() == 1 && depth >= 4 && self.wanted == 1 {
                break;
            }
            depth += 1;
        }
        // An interrupted iteration may have left a move in two places.
        let mut seen = Vec::new();
        self.variations.retain(|variation| {
            let new = !seen.contains(&variation.moves[0]);
            seen.push(variation.moves[0]);
            new
        });
        finished
    }

    /// Searches one depth: the best move, then the next best ones, as many as are wanted.
    fn iterate(&mut self, position: &G, depth: i32) -> Option<()> {
        let wanted = self.wanted.min(self.moves.len());
        for rank in 0..wanted {
            let expected = self.variations.get(rank).map(|variation| variation.score).filter(|_| depth > 2);
            let mut margin = ASPIRATION;
            loop {
                let window = match expected {
                    Some(score) if score.decided_in().is_none() && margin < 1000 => {
                        Window { alpha: Score(score.0 - margin), beta: Score(score.0 + margin) }
                    }
                    _ => Window { alpha: Score::MIN, beta: Score::MAX },
                };
                let value = self.select_best(position, rank, window, depth)?;
                if window.contains(value) {
                    break;
                }
                margin *= 4;
            }
        }
        self.variations[..wanted].sort_by_key(|variation| std::cmp::Reverse(variation.score));
        Some(())
    }

    /// Finds the best of the moves from `rank` on, and moves it to `rank`.
    fn select_best(&mut self, position: &G, rank: usize, mut window: Window, depth: i32) -> Option<Score> {
        let mut best = Score::MIN;
        for at in rank..self.moves.len() {
            let m = self.moves[at].m;
            let before = self.search.watch.nodes;
            let value = self.search.root_move(position, m, window, depth, at - rank)?;
            self.moves[at].rank = i32::try_from(self.search.watch.nodes - before).unwrap_or(i32::MAX);
            best = best.max(value);
            if value > window.alpha {
                window.alpha = value;
                self.moves[rank..=at].rotate_right(1);
                let mut moves = vec![m];
                moves.extend_from_slice(self.search.reply_line());
                let variation = Variation { score: value, moves };
                match self.variations.get_mut(rank) {
                    Some(variation_slot) => *variation_slot = variation,
                    None => self.variations.push(variation),
                }
            }
            if value >= window.beta {
                break;
            }
        }
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Game;
    use crate::rules::zertz::Zertz;

    #[test]
    fn among_many_moves_those_that_took_the_most_nodes_come_first() {
        let engine = Engine::<Zertz>::new(EngineOptions { hash: 1 << 20, ..EngineOptions::default() });
        let (mut line, stop) = (Line::<Zertz>::new(&Default::default()), Stop::default());
        let first = line.position().moves()[1_000];
        assert!(line.play(first), "{first} is one of the legal moves");
        let mut root = engine.root(&line, Limits { depth: Some(3), ..Limits::default() }, [&stop, &stop]);
        root.deepen(line.position(), 0, &mut |_, _| {});
        let nodes: Vec<i32> = root.moves[1..].iter().map(|ranked| ranked.rank).collect();
        assert!(nodes.len() > MANY_MOVES && nodes.first() > nodes.last(), "{nodes:?} shows nothing");
        assert!(nodes.is_sorted_by(|earlier, later| earlier >= later), "{nodes:?} is not sorted");
    }
}
