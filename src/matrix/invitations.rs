//! Who may invite the bot, and how often.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The period in which invitations are counted.
const PERIOD: Duration = Duration::from_secs(60 * 60);
/// The greatest number of invitations of a user that are answered in a period, and of all users.
const MAX: [usize; 2] = [5, 300];

/// Why an invitation is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// The host has not listed the user.
    NotAllowed,
    /// There were too many in a short time.
    TooMany,
}

/// Decides about invitations. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Invitations {
    /// The user ids and homeservers that may invite the bot; if empty, anyone may.
    allowed: Arc<[String]>,
    /// The invitations of the last period: time, user and room, oldest first.
    answered: Arc<Mutex<VecDeque<(Instant, String, String)>>>,
}

impl Invitations {
    /// Accepts invitations from these users and homeservers, or from anyone if there are none.
    pub fn new(allowed: &[String]) -> Self {
        Invitations { allowed: allowed.into(), answered: Arc::default() }
    }

    /// Decides about an invitation to a room by this user, and counts it if it is to be answered. An invitation that is
    /// handled again is not counted again.
    ///
    /// # Errors
    /// Why it is rejected.
    pub fn check(&self, user: &str, room: &str, now: Instant) -> Result<(), Rejection> {
        let homeserver = user.split_once(':').map_or("", |(_, homeserver)| homeserver);
        let is_listed = |entry: &String| entry == user || entry == homeserver;
        if !self.allowed.is_empty() {
            // The host trusts listed users, so their invitations are not counted.
            return if self.allowed.iter().any(is_listed) { Ok(()) } else { Err(Rejection::NotAllowed) };
        }
        let mut answered = self.answered.lock().unwrap_or_else(PoisonError::into_inner);
        while answered.front().is_some_and(|(at, ..)| now.saturating_duration_since(*at) >= PERIOD) {
            answered.pop_front();
        }
        if answered.iter().any(|(_, inviter, to)| inviter == user && to == room) {
            return Ok(());
        }
        let of_user = answered.iter().filter(|(_, inviter, _)| inviter == user).count();
        if of_user >= MAX[0] || answered.len() >= MAX[1] {
            return Err(Rejection::TooMany);
        }
        answered.push_back((now, user.to_owned(), room.to_owned()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_and_homeservers_can_be_listed() {
        let listed = Invitations::new(&["@ada:example.org".to_owned(), "club.example".to_owned()]);
        let now = Instant::now();
        for user in ["@ada:example.org", "@anyone:club.example"] {
            for number in 0..=MAX[0] {
                assert_eq!(listed.check(user, &format!("!{number}"), now), Ok(()), "{user}");
            }
        }
        for user in ["@bruno:example.org", "@ada:example.com", "", "@eve:evil.club.example"] {
            assert_eq!(listed.check(user, "!a", now), Err(Rejection::NotAllowed), "{user}");
        }
        assert_eq!(Invitations::default().check("@bruno:example.org", "!a", now), Ok(()));
    }

    #[test]
    fn invitations_are_limited_by_user_and_in_all() {
        let (open, start) = (Invitations::default(), Instant::now());
        for number in 0..MAX[0] {
            assert_eq!(open.check("@ada:a", &format!("!{number}"), start), Ok(()));
        }
        assert_eq!(open.check("@ada:a", "!further", start), Err(Rejection::TooMany));
        assert_eq!(open.check("@ada:a", "!0", start), Ok(()), "one that was counted is handled again");
        for number in MAX[0]..MAX[1] {
            assert_eq!(open.check(&format!("@{number}:a"), "!a", start), Ok(()));
        }
        assert_eq!(open.check("@bruno:a", "!a", start), Err(Rejection::TooMany));
        assert_eq!(open.check("@ada:a", "!further", start + PERIOD), Ok(()), "an hour later");
    }
}
