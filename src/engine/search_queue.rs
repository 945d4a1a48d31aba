//! The queue of searches: a limited number runs concurrently, the others wait.
//!
//! - *Priority*: moves go before hints, and hints before analyses.
//! - *Ageing*: a priority that was passed over [`AGEING`] times is served next, so that none is starved.
//! - *Fairness*: within a priority, servers take turns, and within a server its players. The oldest search of a player
//!   goes first. A player with fifty searches gets one turn per round, like every other player.

use crate::metrics::record;
use crate::service::{Match, PlayerId, ServerId};
use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::oneshot;

/// The number of more urgent searches after which a less urgent one is served.
pub const AGEING: u32 = 8;

/// The priority of a search, most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SearchPriority {
    /// A move, for which the opponent and the match are waiting.
    Move,
    /// A hint, for which a player is waiting.
    Hint,
    /// A part of an analysis, which takes long in any case.
    Analysis,
}

impl SearchPriority {
    /// All priorities, most urgent first.
    pub const ALL: [SearchPriority; 3] = [SearchPriority::Move, SearchPriority::Hint, SearchPriority::Analysis];
}

impl SearchPriority {
    /// What a search of this priority is for, in metrics.
    fn purpose(self) -> &'static str {
        match self {
            SearchPriority::Move => "move",
            SearchPriority::Hint => "hint",
            SearchPriority::Analysis => "analysis",
        }
    }
}

/// The requester of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchRequester {
    /// The server it comes from, if any.
    pub server: Option<ServerId>,
    /// The players it is for: one, or both players of a match. It counts as a turn of each.
    pub people: [Option<PlayerId>; 2],
}

impl SearchRequester {
    /// The server and the human players of a match.
    pub fn of(game: &Match) -> SearchRequester {
        SearchRequester {
            server: game.location.server,
            people: game.players.map(super::super::service::matches::player::Player::person),
        }
    }

    /// The group that takes turns with other groups: the server, or the player if there is none.
    fn group(self) -> Flow {
        let person = self.people.into_iter().flatten().next();
        self.server.map_or(Flow::Person(person), Flow::Server)
    }

    fn flows(self) -> impl Iterator<Item = Flow> {
        self.people.into_iter().flatten().map(|person| Flow::Person(Some(person)))
    }
}

/// An entity that takes turns with others of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Flow {
    Server(ServerId),
    Person(Option<PlayerId>),
}

/// A waiting search.
#[derive(Debug)]
struct Waiting {
    /// The logical time of its arrival, which also identifies it.
    arrived: u64,
    priority: SearchPriority,
    requester: SearchRequester,
    /// Receives the permit when its turn has come.
    turn: oneshot::Sender<Permit>,
}

#[derive(Debug, Default)]
struct Queue {
    waiting: Vec<Waiting>,
    running: usize,
    /// The logical time, which counts arrivals and turns.
    instant: u64,
    /// The last turn of each flow that has waiting searches.
    served: HashMap<Flow, u64>,
    /// How often each priority was passed over in favour of a more urgent one.
    passed_over: HashMap<SearchPriority, u32>,
}

impl Queue {
    fn tick(&mut self) -> u64 {
        self.instant += 1;
        self.instant
    }

    /// Removes the next search from the queue.
    fn next(&mut self) -> Option<Waiting> {
        let priority = self.next_priority()?;
        let of_kind = || self.waiting.iter().enumerate().filter(|(_, waiting)| waiting.priority == priority);
        // A flow without a turn since the arrival of its search is ordered by that arrival, so that newcomers go to the
        // end.
        let since = |flow: Flow, arrived: u64| self.served.get(&flow).map_or(arrived, |turn| arrived.max(*turn));
        let group_key = |waiting: &Waiting| (since(waiting.requester.group(), waiting.arrived), waiting.arrived);
        let group = of_kind().min_by_key(|(_, waiting)| group_key(waiting))?.1.requester.group();
        let person_key = |waiting: &Waiting| {
            let turns = waiting.requester.flows().map(|flow| since(flow, waiting.arrived));
            (turns.max().unwrap_or(waiting.arrived), waiting.arrived)
        };
        let in_group = of_kind().filter(|(_, waiting)| waiting.requester.group() == group);
        let (at, _) = in_group.min_by_key(|(_, waiting)| person_key(waiting))?;
        let next = self.waiting.remove(at);
        record::searches_waiting(self.waiting.len());
        let now = self.tick();
        for flow in next.requester.flows().chain([next.requester.group()]) {
            self.served.insert(flow, now);
        }
        // A flow without waiting searches is forgotten: its next arrival will be later than any turn.
        let waiting = &self.waiting;
        self.served.retain(|flow, _| {
            waiting
                .iter()
                .any(|other| other.requester.group() == *flow || other.requester.flows().any(|of| of == *flow))
        });
        Some(next)
    }

    /// The priority to serve next: the most urgent one, unless another was passed over too often.
    fn next_priority(&mut self) -> Option<SearchPriority> {
        let waits = |priority: SearchPriority| self.waiting.iter().any(|waiting| waiting.priority == priority);
        let waiting: Vec<SearchPriority> =
            SearchPriority::ALL.into_iter().filter(|priority| waits(*priority)).collect();
        let passed_over = |priority: &SearchPriority| self.passed_over.get(priority).copied().unwrap_or_default();
        let overdue = waiting.iter().copied().find(|priority| passed_over(priority) >= AGEING);
        let next = overdue.or(waiting.first().copied())?;
        self.passed_over.insert(next, 0);
        for other in waiting.into_iter().filter(|other| *other > next) {
            *self.passed_over.entry(other).or_default() += 1;
        }
        Some(next)
    }
}

#[derive(Debug)]
struct Shared {
    capacity: usize,
    queue: Mutex<Queue>,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        // A panic while the lock is held cannot leave the queue in an inconsistent state.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The queue of searches, with a limited number of permits. Cheap to clone.
#[derive(Clone, Debug)]
pub struct SearchQueue {
    shared: Arc<Shared>,
}

impl SearchQueue {
    /// A queue that permits `capacity` concurrent searches, but at least one.
    pub fn new(capacity: usize) -> Self {
        SearchQueue { shared: Arc::new(Shared { capacity: capacity.max(1), queue: Mutex::default() }) }
    }

    /// Queues a search. The future resolves when the search may run; dropping it removes the search from the queue.
    pub fn enqueue(
        &self,
        priority: SearchPriority,
        requester: SearchRequester,
    ) -> impl Future<Output = Permit> + Send + use<> {
        let (turn, granted) = oneshot::channel();
        let shared = Arc::clone(&self.shared);
        let arrived = {
            let mut queue = shared.queue();
            let arrived = queue.tick();
            queue.waiting.push(Waiting { arrived, priority, requester, turn });
            record::searches_waiting(queue.waiting.len());
            arrived
        };
        dispatch(&shared);
        let ticket = Ticket { shared, arrived };
        async move {
            let granted = granted.await;
            drop(ticket);
            match granted {
                Ok(permit) => permit,
                // Unreachable: while the ticket exists, a search leaves the queue only with a permit.
                Err(_) => std::future::pending().await,
            }
        }
    }

    /// The number of waiting searches.
    pub fn waiting(&self) -> usize {
        self.shared.queue().waiting.len()
    }
}

/// A position in the queue, which is removed on drop.
struct Ticket {
    shared: Arc<Shared>,
    arrived: u64,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut queue = self.shared.queue();
        queue.waiting.retain(|waiting| waiting.arrived != self.arrived);
        record::searches_waiting(queue.waiting.len());
    }
}

/// Permission to run a search, released on drop.
#[derive(Debug)]
pub struct Permit {
    shared: Arc<Shared>,
    priority: SearchPriority,
    granted: Instant,
}

impl Permit {
    /// Whether a more urgent search is waiting, for which a long search should stop as soon as it can.
    pub fn should_yield(&self) -> bool {
        self.shared.queue().waiting.iter().any(|waiting| waiting.priority < self.priority)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        record::search(self.priority.purpose(), self.granted.elapsed());
        self.shared.queue().running -= 1;
        dispatch(&self.shared);
    }
}

/// Grants the free permits to the next searches.
fn dispatch(shared: &Arc<Shared>) {
    loop {
        let next = {
            let mut queue = shared.queue();
            if queue.running >= shared.capacity {
                return;
            }
            let Some(next) = queue.next() else { return };
            queue.running += 1;
            next
        };
        // Outside the lock, because a permit whose receiver is gone is dropped here, which dispatches again.
        let permit = Permit { shared: Arc::clone(shared), priority: next.priority, granted: Instant::now() };
        let _ = next.turn.send(permit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use std::pin::Pin;

    fn by(server: u64, person: u64) -> SearchRequester {
        SearchRequester { server: Some(ServerId(server)), people: [Some(PlayerId(person)), None] }
    }

    type Turn = Pin<Box<dyn Future<Output = Permit>>>;

    /// A queue with one permit, which is taken, and the searches waiting behind it.
    struct TestQueue {
        queue: SearchQueue,
        running: Option<Permit>,
        waiting: Vec<(String, Turn)>,
    }

    impl TestQueue {
        fn new() -> TestQueue {
            let scheduler = SearchQueue::new(1);
            let running = scheduler.enqueue(SearchPriority::Move, SearchRequester::default()).now_or_never();
            assert!(running.is_some());
            TestQueue { queue: scheduler, running, waiting: Vec::new() }
        }

        fn enqueue(&mut self, name: impl Into<String>, priority: SearchPriority, requester: SearchRequester) {
            let mut future: Turn = Box::pin(self.queue.enqueue(priority, requester));
            assert!((&mut future).now_or_never().is_none(), "the permit is taken");
            self.waiting.push((name.into(), future));
        }

        /// Ends the running search; returns the name of the next one.
        fn next_name(&mut self) -> Option<String> {
            self.running = None;
            for at in 0..self.waiting.len() {
                if let Some(permit) = (&mut self.waiting[at].1).now_or_never() {
                    self.running = Some(permit);
                    return Some(self.waiting.remove(at).0);
                }
            }
            None
        }

        fn next_names(&mut self, limit: usize) -> Vec<String> {
            (0..limit).map_while(|_| self.next_name()).collect()
        }
    }

    #[test]
    fn moves_go_before_hints_and_hints_before_analyses() {
        let mut test_queue = TestQueue::new();
        for (name, priority) in
            [("a", SearchPriority::Analysis), ("h", SearchPriority::Hint), ("m", SearchPriority::Move)]
        {
            test_queue.enqueue(format!("{name}1"), priority, by(1, 1));
            test_queue.enqueue(format!("{name}2"), priority, by(1, 2));
        }
        assert!(test_queue.running.as_ref().is_some_and(|permit| !permit.should_yield()), "nothing goes before a move");
        assert_eq!(test_queue.next_names(9), ["m1", "m2", "h1", "h2", "a1", "a2"]);
    }

    #[test]
    fn a_long_search_yields_to_a_more_urgent_one() {
        let mut test_queue = TestQueue::new();
        test_queue.enqueue("analysis", SearchPriority::Analysis, by(1, 1));
        assert_eq!(test_queue.next_name().as_deref(), Some("analysis"));
        test_queue.enqueue("another", SearchPriority::Analysis, by(1, 2));
        assert!(test_queue.running.as_ref().is_some_and(|permit| !permit.should_yield()));
        test_queue.enqueue("hint", SearchPriority::Hint, by(1, 2));
        assert!(test_queue.running.as_ref().is_some_and(Permit::should_yield));
    }

    #[test]
    fn a_priority_passed_over_is_served_eventually() {
        let mut test_queue = TestQueue::new();
        test_queue.enqueue("hint", SearchPriority::Hint, by(1, 1));
        test_queue.enqueue("analysis", SearchPriority::Analysis, by(1, 1));
        // Players who keep moving.
        let mut turns = Vec::new();
        for number in 0..40 {
            test_queue.enqueue("move", SearchPriority::Move, by(1, 2 + number));
            test_queue.enqueue("move", SearchPriority::Move, by(1, 2 + number));
            turns.extend(test_queue.next_name());
        }
        assert_eq!(turns.len(), 40);
        for name in ["hint", "analysis"] {
            let index = turns.iter().position(|turn| turn == name);
            assert!(index.is_some_and(|index| index > 0), "{name}: {turns:?}");
        }
    }

    #[test]
    fn one_person_with_fifty_games_delays_another_by_one_move() {
        let mut test_queue = TestQueue::new();
        for number in 0..50 {
            test_queue.enqueue(format!("Ada {number}"), SearchPriority::Move, by(1, 1));
        }
        assert_eq!(test_queue.next_names(3), ["Ada 0", "Ada 1", "Ada 2"]);
        test_queue.enqueue("Bruno 0", SearchPriority::Move, by(1, 2));
        test_queue.enqueue("Bruno 1", SearchPriority::Move, by(1, 2));
        test_queue.enqueue("Carmen 0", SearchPriority::Move, by(1, 3));
        let next = ["Ada 3", "Bruno 0", "Carmen 0", "Ada 4", "Bruno 1", "Ada 5", "Ada 6"];
        assert_eq!(test_queue.next_names(next.len()), next);
    }

    #[test]
    fn a_busy_server_delays_another_by_one_move() {
        let mut test_queue = TestQueue::new();
        for person in 1..=50 {
            test_queue.enqueue(format!("busy {person}"), SearchPriority::Move, by(1, person));
        }
        assert_eq!(test_queue.next_names(2), ["busy 1", "busy 2"]);
        test_queue.enqueue("quiet 51", SearchPriority::Move, by(2, 51));
        test_queue.enqueue("quiet 52", SearchPriority::Move, by(2, 52));
        let direct = SearchRequester { server: None, people: [Some(PlayerId(53)), None] };
        test_queue.enqueue("direct", SearchPriority::Move, direct);
        let next = ["busy 3", "quiet 51", "direct", "busy 4", "quiet 52", "busy 5", "busy 6"];
        assert_eq!(test_queue.next_names(next.len()), next);
    }

    #[test]
    fn a_match_between_two_counts_for_both() {
        let mut test_queue = TestQueue::new();
        let both = |one, other| SearchRequester {
            server: Some(ServerId(1)),
            people: [Some(PlayerId(one)), Some(PlayerId(other))],
        };
        // The same player in many matches, each with another opponent.
        for opponent in 2..12 {
            test_queue.enqueue(format!("of Ada {opponent}"), SearchPriority::Analysis, both(opponent, 1));
        }
        assert_eq!(test_queue.next_name().as_deref(), Some("of Ada 2"));
        test_queue.enqueue("of others", SearchPriority::Analysis, both(20, 21));
        assert_eq!(test_queue.next_names(3), ["of Ada 3", "of others", "of Ada 4"]);
    }

    #[test]
    fn a_dropped_search_leaves_the_queue() {
        let mut test_queue = TestQueue::new();
        test_queue.enqueue("stays", SearchPriority::Move, by(1, 1));
        test_queue.enqueue("leaves", SearchPriority::Move, by(1, 2));
        drop(test_queue.waiting.remove(1));
        assert_eq!(test_queue.queue.waiting(), 1);
        // This one leaves after it was granted a permit that it has not received yet.
        test_queue.enqueue("late", SearchPriority::Move, by(1, 3));
        drop(test_queue.waiting.remove(0));
        test_queue.enqueue("last", SearchPriority::Move, by(1, 4));
        let granted = test_queue.waiting.remove(0);
        test_queue.running = None;
        drop(granted);
        assert_eq!(test_queue.next_name().as_deref(), Some("last"));
        test_queue.running = None;
        let queue = test_queue.queue.shared.queue();
        assert_eq!((queue.running, queue.waiting.len(), queue.served.len()), (0, 0, 0), "nothing is left behind");
    }

    #[test]
    fn as_many_searches_run_as_the_capacity_allows() {
        let scheduler = SearchQueue::new(3);
        let enqueue = || scheduler.enqueue(SearchPriority::Hint, by(1, 1)).now_or_never();
        let running = [enqueue(), enqueue(), enqueue()];
        assert!(running.iter().all(Option::is_some) && enqueue().is_none());
        drop(running);
        assert!(enqueue().is_some());
        assert_eq!(SearchQueue::new(0).enqueue(SearchPriority::Move, by(1, 1)).now_or_never().map(drop), Some(()));
    }
}
