//! The rate limits of a homeserver. Each kind of call has its own, so a limit on sending does not stop the others.

use crate::backoff::backoff;
use jiff::Timestamp;
use jiff::fmt::rfc2822;
use reqwest::Method;
use reqwest::header::{DATE, HeaderMap, HeaderName, RETRY_AFTER};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The longest wait for which the homeserver can ask.
const WAIT_MAX: Duration = Duration::from_secs(5 * 60);
/// The wait if the homeserver does not say how long.
const WAIT_DEFAULT: Duration = Duration::from_secs(1);

/// The calls that wait together. What concerns a room waits by room and new direct rooms by user, because one room or one
/// user can bring the limit about. If the homeserver counts all of them together, it costs one refused call for each.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Call(String);

impl Call {
    /// The events of a room: messages, edits, reactions, redactions and state.
    pub fn sending(room: &str) -> Call {
        Call(format!("send {room}"))
    }

    /// What the login server of a homeserver is asked.
    pub fn login() -> Call {
        Call("login server".to_owned())
    }

    /// The call with this method, path and body.
    pub fn of(method: &Method, path: &[&str], body: Option<&Value>) -> Call {
        let is_read = method == Method::GET;
        Call(match path {
            [.., "sync"] => "sync".to_owned(),
            ["media", ..] if !is_read => "upload".to_owned(),
            [_, _, "profile", _, "avatar_url"] | [_, _, "media", "thumbnail", ..] if is_read => "avatar".to_owned(),
            [_, _, "join", room] | [_, _, "rooms", room, "join"] => format!("join {room}"),
            [_, _, "rooms", room, "leave"] => format!("leave {room}"),
            [_, _, "createRoom"] => {
                let invited = body.and_then(|body| body["invite"][0].as_str());
                format!("create {}", invited.unwrap_or_default())
            }
            [_, _, "rooms", room, ..] if is_read => format!("read {room}"),
            [_, _, "rooms", room, ..] => return Call::sending(room),
            _ if is_read => "read".to_owned(),
            // The account and its sessions.
            _ => path.get(2).copied().unwrap_or_default().to_owned(),
        })
    }
}

/// Until when the homeserver wants no calls of a kind. Cheap to clone.
#[derive(Clone, Default)]
pub struct Pauses(Arc<Mutex<HashMap<Call, Instant>>>);

impl Pauses {
    /// How long to wait before a call, and up to as long again at random, so that calls that wait together are not
    /// repeated together. `None` if it can be made now.
    pub fn left(&self, call: &Call) -> Option<Duration> {
        let until = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(call).copied();
        let left = until?.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())?;
        Some(backoff(left, left, 0))
    }

    /// The homeserver has answered a call with 429. Returns how long to wait, as [`Pauses::left`] does.
    pub fn begin(&self, call: Call, headers: &HeaderMap, body: &Value) -> Duration {
        let asked = asked(headers, body);
        let now = Instant::now();
        let mut pauses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pauses.retain(|_, until| *until > now);
        pauses.insert(call, now + asked);
        backoff(asked, asked, 0)
    }
}

/// How long the homeserver asks to wait: by the header `Retry-After` or, from homeservers before version 1.10 of the
/// specification, in the body.
fn asked(headers: &HeaderMap, body: &Value) -> Duration {
    let in_body = || body["retry_after_ms"].as_u64().map(Duration::from_millis);
    retry_after(headers).or_else(in_body).unwrap_or(WAIT_DEFAULT).min(WAIT_MAX)
}

/// The header, which has seconds or a date. The clock of the homeserver counts, if the response says what it shows.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: HeaderName| headers.get(name)?.to_str().ok().map(str::trim);
    let stated = text(RETRY_AFTER)?;
    if let Ok(seconds) = stated.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let instant = |text: &str| rfc2822::parse(text).ok().map(|at| at.timestamp());
    let now = text(DATE).and_then(instant).unwrap_or_else(Timestamp::now);
    // A date that has passed asks for no wait.
    Some(Duration::try_from(instant(stated)?.duration_since(now)).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn headers(of: &[(HeaderName, &str)]) -> HeaderMap {
        of.iter().map(|(name, value)| (name.clone(), value.parse().expect("a value"))).collect()
    }

    #[test]
    fn the_header_counts_before_the_body_and_no_wait_is_endless() {
        const NOW: &str = "Wed, 21 Oct 2015 07:28:00 GMT";
        let body = json!({ "retry_after_ms": 1_500 });
        let seconds = |of: &[(HeaderName, &str)], body: &Value| asked(&headers(of), body).as_secs_f64();
        for (header, expected) in [
            ("7", 7.0),
            ("0", 0.0),
            ("99999999", 300.0),
            ("Wed, 21 Oct 2015 07:28:20 GMT", 20.0),
            ("Wed, 21 Oct 2015 07:27:00 GMT", 0.0),
            ("Wed, 21 Oct 2099 07:28:00 GMT", 300.0),
            ("soon", 1.5),
            ("-3", 1.5),
            ("18446744073709551616", 1.5),
        ] {
            assert!((seconds(&[(RETRY_AFTER, header), (DATE, NOW)], &body) - expected).abs() < 0.01, "{header}");
        }
        let in_a_minute = rfc2822::to_string(&(jiff::Zoned::now() + Duration::from_secs(60))).expect("a date");
        let by_own_clock = seconds(&[(RETRY_AFTER, &in_a_minute)], &body);
        assert!((55.0..=60.0).contains(&by_own_clock), "{by_own_clock}");
        assert_eq!((seconds(&[], &body), seconds(&[], &Value::Null)), (1.5, 1.0));
        assert_eq!(seconds(&[], &json!({ "retry_after_ms": u64::MAX })), 300.0);
    }

    #[test]
    fn a_limit_holds_for_the_calls_that_it_counts() {
        let put = |path: &[&str]| Call::of(&Method::PUT, path, None);
        let post = |path: &[&str], body: Value| Call::of(&Method::POST, path, Some(&body));
        let get = |path: &[&str]| Call::of(&Method::GET, path, None);
        let create = |user: &str| post(&["client", "v3", "createRoom"], json!({ "invite": [user] }));
        let join = |room: &str| post(&["client", "v3", "join", room], json!({}));
        let leave = |room: &str| post(&["client", "v3", "rooms", room, "leave"], json!({}));
        let calls = [
            get(&["client", "v3", "sync"]),
            get(&["client", "v3", "rooms", "!a:b", "joined_members"]),
            put(&["client", "v3", "rooms", "!a:b", "send", "m.reaction", "1"]),
            put(&["client", "v3", "rooms", "!other:b", "send", "m.reaction", "1"]),
            get(&["client", "v1", "media", "config"]),
            post(&["media", "v3", "upload"], Value::Null),
            create("@a:b"),
            create("@c:d"),
            join("!a:b"),
            join("!c:d"),
            leave("!a:b"),
            put(&["client", "v3", "user", "@bot:b", "account_data", "m.direct"]),
            post(&["client", "v3", "login"], json!({})),
        ];
        let pauses = Pauses::default();
        for (number, call) in calls.iter().enumerate() {
            assert_eq!(pauses.left(call), None, "{call:?} is not limited by {:?}", &calls[..number]);
            pauses.begin(call.clone(), &HeaderMap::new(), &json!({ "retry_after_ms": 300_000 }));
            assert!(pauses.left(call).is_some());
        }
        for (same, path) in [
            (2, ["client", "v3", "rooms", "!a:b", "send", "m.room.message", "2"]),
            (2, ["client", "v3", "rooms", "!a:b", "redact", "$event", "3"]),
            (3, ["client", "v3", "rooms", "!other:b", "send", "m.room.message", "2"]),
        ] {
            assert_eq!(put(&path), calls[same], "{path:?}");
        }
        assert_eq!(get(&["client", "v3", "account", "whoami"]), calls[4]);
        assert_eq!(calls[2], Call::sending("!a:b"));
    }

    #[test]
    fn calls_that_wait_together_are_not_repeated_together() {
        let pauses = Pauses::default();
        let body = json!({ "retry_after_ms": 60_000 });
        pauses.begin(Call::sending("!a:b"), &HeaderMap::new(), &body);
        let waits: Vec<Duration> = (0..50).filter_map(|_| pauses.left(&Call::sending("!a:b"))).collect();
        let (first, last) = (waits.iter().min().expect("waits"), waits.iter().max().expect("waits"));
        assert!(*first >= Duration::from_secs(59) && *last <= Duration::from_secs(120), "{first:?} to {last:?}");
        assert!(*last - *first > Duration::from_secs(20), "{first:?} to {last:?}");
        pauses.begin(Call::sending("!a:b"), &HeaderMap::new(), &json!({ "retry_after_ms": 0 }));
        assert_eq!(pauses.left(&Call::sending("!a:b")), None, "it is over");
    }
}
