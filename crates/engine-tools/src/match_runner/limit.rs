//! Limits per move, and timeouts for programs.

use std::fmt;
use std::time::Duration;

/// The limit for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A time.
    Time(Duration),
    /// A number of nodes, as the player counts them.
    Nodes(u64),
    /// A search depth in turns.
    Depth(u32),
}

impl Limit {
    /// Parses a limit from its name (`movetime` in milliseconds, `nodes` or `depth`) and a number of at least 1.
    pub fn read(name: &str, number: &str) -> Option<Limit> {
        let number: u64 = number.parse().ok().filter(|number| *number > 0)?;
        match name {
            "movetime" => Some(Limit::Time(Duration::from_millis(number))),
            "nodes" => Some(Limit::Nodes(number)),
            "depth" => number.try_into().ok().map(Limit::Depth),
            _ => None,
        }
    }
}

/// Formats the limit as the arguments of `go`.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Time(time) => write!(f, "movetime {}", time.as_millis()),
            Limit::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Limit::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

/// How long to wait for a program, and when a move counts as late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// The timeout for answers to `ugi` and `isready`.
    pub answer: Duration,
    /// The timeout for a move, in addition to its time limit, if any. After it, the game is lost.
    pub thinking: Duration,
    /// How far a move may exceed its time before it counts as late. Late moves still stand.
    pub margin: Duration,
}

impl Default for Timeouts {
    /// Ten seconds, a minute, 50 milliseconds.
    fn default() -> Self {
        Timeouts {
            answer: Duration::from_secs(10),
            thinking: Duration::from_secs(60),
            margin: Duration::from_millis(50),
        }
    }
}
