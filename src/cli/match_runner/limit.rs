//! How long a player may think.

use std::fmt;
use std::time::Duration;

/// What a player may spend on one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So much time.
    Time(Duration),
    /// So many nodes, whatever the player counts as one.
    Nodes(u64),
    /// So many turns ahead.
    Depth(u32),
}

impl Limit {
    /// The limit with this name (`movetime` in milliseconds, `nodes` or `depth`) and number; numbers begin with 1.
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

/// Writes what follows `go`.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Time(time) => write!(f, "movetime {}", time.as_millis()),
            Limit::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Limit::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

/// How long is waited for a program, and from when on a move counts as late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// For the answers to `ugi` and `isready`.
    pub answer: Duration,
    /// For a move, beyond the time it has; without a time, at all. Then the game is lost.
    pub thinking: Duration,
    /// A move that takes so much longer than its time is counted as late, and stands.
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
