//! What a process of the bot does. Over PostgreSQL, several processes can share the work.

use clap::ValueEnum;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A part of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Role {
    /// Receives events from the platforms and answers them.
    Gateway,
    /// Receives interactions from Discord by HTTP and answers them.
    Http,
    /// Shows matches in the browser.
    Web,
    /// Delivers posts.
    Outbox,
    /// Runs clocks, reminders and digests, and maintains the database.
    Scheduler,
    /// Searches for the bot's moves, and analyses games.
    Engine,
}

/// Some of the shards of a bot on Discord. Each shard is a connection that receives the events of some of the servers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardRange {
    /// The numbers of the shards.
    pub shards: RangeInclusive<u32>,
    /// How many shards the bot has; the numbers are below this.
    pub total: u32,
}

impl ShardRange {
    /// All shards of a bot that has this many, at least one.
    pub fn all(total: u32) -> ShardRange {
        ShardRange { shards: 0..=total.max(1) - 1, total: total.max(1) }
    }
}

/// The text is not a range of shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write the first and the last shard, and after a slash how many there are in all, as in 0-3/16")]
pub struct ShardRangeError;

impl FromStr for ShardRange {
    type Err = ShardRangeError;

    /// Reads `0-3/16`, or `2/16` for one shard.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| text.parse::<u32>().map_err(|_| ShardRangeError);
        let (shards, total) = text.split_once('/').ok_or(ShardRangeError)?;
        let (first, last) = shards.split_once('-').unwrap_or((shards, shards));
        let range = ShardRange { shards: number(first)?..=number(last)?, total: number(total)? };
        let is_valid = range.shards.start() <= range.shards.end() && *range.shards.end() < range.total;
        if is_valid { Ok(range) } else { Err(ShardRangeError) }
    }
}

impl fmt::Display for ShardRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}/{}", self.shards.start(), self.shards.end(), self.total)
    }
}

/// The roles of a process, and the shards that it connects as a gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roles {
    roles: Vec<Role>,
    /// Whether the host has chosen them.
    are_explicit: bool,
    shards: Option<ShardRange>,
}

impl Default for Roles {
    /// All of them.
    fn default() -> Self {
        Roles { roles: Role::value_variants().to_vec(), are_explicit: false, shards: None }
    }
}

impl Roles {
    /// These roles, or all if there are none, with these shards, or as many as Discord recommends.
    pub fn new(roles: Vec<Role>, shards: Option<ShardRange>) -> Roles {
        let are_explicit = !roles.is_empty();
        Roles { roles: if are_explicit { roles } else { Role::value_variants().to_vec() }, are_explicit, shards }
    }

    /// Whether a process has this role.
    pub fn has(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }

    /// Whether the host has chosen them. A process that has all of them by default does only what it is configured for.
    pub fn are_explicit(&self) -> bool {
        self.are_explicit
    }

    /// Whether the first shard is among its shards.
    pub fn has_first_shard(&self) -> bool {
        self.shards.as_ref().is_none_or(|range| range.shards.contains(&0))
    }

    /// The shards that the host has chosen.
    pub fn shards(&self) -> Option<&ShardRange> {
        self.shards.as_ref()
    }

    /// Whether a process needs no other. `listens` tells whether there is an address for HTTP requests of platforms, and
    /// `has_page` whether there is one for the page of boards.
    pub fn do_everything(&self, listens: bool, has_page: bool) -> bool {
        let has_all_shards = self.shards.as_ref().is_none_or(|range| *range == ShardRange::all(range.total));
        let is_needed = |role: &&Role| match role {
            Role::Http => listens,
            Role::Web => has_page,
            Role::Gateway | Role::Outbox | Role::Scheduler | Role::Engine => true,
        };
        let mut needed = Role::value_variants().iter().filter(is_needed);
        has_all_shards && needed.all(|role| self.has(*role))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_shards_is_read_and_written() {
        let range = |first, last, total| Ok(ShardRange { shards: first..=last, total });
        assert_eq!("0-3/16".parse(), range(0, 3, 16));
        assert_eq!("15/16".parse(), range(15, 15, 16));
        assert_eq!("0/1".parse(), Ok(ShardRange::all(1)));
        assert_eq!(ShardRange::all(4).to_string(), "0-3/4");
        for wrong in ["", "3", "0-3", "3-0/16", "16/16", "0-16/16", "0/0", "a/16", "-1/16", "0-3/16/2", "0-3-5/16"] {
            assert_eq!(wrong.parse::<ShardRange>(), Err(ShardRangeError), "{wrong}");
        }
    }

    #[test]
    fn a_process_with_some_of_the_shards_needs_others() {
        let with = |shards: &str| Roles::new(Vec::new(), Some(shards.parse().expect("a range")));
        assert!(Roles::default().do_everything(true, true) && with("0-3/4").do_everything(true, true));
        assert!(
            !with("0-2/4").do_everything(true, true) && !Roles::new(vec![Role::Outbox], None).do_everything(true, true)
        );
        assert!(with("0-2/4").has_first_shard() && !with("1-3/4").has_first_shard());
        let without_http = Roles::new(vec![Role::Gateway, Role::Outbox, Role::Scheduler, Role::Engine], None);
        assert!(without_http.do_everything(false, false) && !without_http.do_everything(true, false));
    }

    #[test]
    fn no_named_role_means_all_of_them() {
        let all = Roles::new(Vec::new(), None);
        assert_eq!(all, Roles::default());
        assert!(all.has(Role::Http) && !all.are_explicit());
        let http = Roles::new(vec![Role::Http], None);
        assert!(http.are_explicit() && http.has(Role::Http) && !http.has(Role::Gateway));
    }
}
