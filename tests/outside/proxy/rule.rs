//! Which calls meet a fault, and how often.

use super::fault::{Fault, Lie};
use serde_json::Value;
use tablero::rules::SeededRng;

/// How often a fault happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Often {
    /// To the next calls, as many as this.
    Times(usize),
    /// To each call with this probability, in percent.
    Percent(u64),
    /// To every call.
    Always,
}

/// A fault that waits for its calls.
struct Rule {
    /// The method, or nothing for all of them.
    method: &'static str,
    pattern: String,
    fault: Fault,
    often: Often,
    /// Whether it has happened to a call.
    has_happened: bool,
}

/// The faults of a proxy. The first one that fits a call happens to it.
pub struct Rules {
    rules: Vec<Rule>,
    chance: SeededRng,
}

impl Rules {
    pub fn new(seed: u64) -> Rules {
        Rules { rules: Vec::new(), chance: SeededRng::new(seed) }
    }

    pub fn add(&mut self, method: &'static str, pattern: &str, often: Often, fault: Fault) {
        self.rules.push(Rule { method, pattern: pattern.to_owned(), fault, often, has_happened: false });
    }

    /// Removes all faults. Returns the patterns of those that should have happened to every call, but met none.
    pub fn clear(&mut self) -> Vec<String> {
        let ended = std::mem::take(&mut self.rules).into_iter();
        let unmet = ended.filter(|rule| rule.often == Often::Always && !rule.has_happened);
        unmet.map(|rule| rule.pattern).collect()
    }

    /// The fault of a call that has just arrived.
    pub fn arrival(&mut self, method: &str, path: &str) -> Option<Fault> {
        let Rules { rules, chance } = self;
        let index = rules.iter().position(|rule| {
            !matches!(rule.fault, Fault::Lie(Lie::Edited(_)))
                && rule.fits(method, path)
                && !matches!(rule.often, Often::Percent(percent) if chance.below(100) >= percent)
        })?;
        let fault = rules[index].fault.clone();
        self.count(index);
        Some(fault)
    }

    /// Changes the answer to a call.
    pub fn edit(&mut self, method: &str, path: &str, answer: &mut Value) {
        for index in (0..self.rules.len()).rev() {
            let rule = &self.rules[index];
            if let Fault::Lie(Lie::Edited(edit)) = &rule.fault
                && rule.fits(method, path)
                && edit(answer)
            {
                self.count(index);
            }
        }
    }

    fn count(&mut self, index: usize) {
        self.rules[index].has_happened = true;
        if let Often::Times(left) = &mut self.rules[index].often {
            *left -= 1;
            if *left == 0 {
                self.rules.remove(index);
            }
        }
    }
}

impl Rule {
    fn fits(&self, method: &str, path: &str) -> bool {
        (self.method.is_empty() || self.method == method) && fits(&self.pattern, path)
    }
}

/// Whether a path with its query fits a pattern, in which `*` stands for any text.
pub fn fits(pattern: &str, path: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|start| path.strip_prefix(start)) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((end, between)) = parts.split_last() else { return rest.is_empty() };
    for part in between {
        let Some(found) = rest.find(part) else { return false };
        rest = &rest[found + part.len()..];
    }
    rest.ends_with(end)
}

#[test]
fn a_star_stands_for_any_text() {
    for pattern in ["*/rooms/!a:b/send/*", "/x/*", "*", "/x/rooms/!a:b/send/7?q=1", "*!a*send*q=1"] {
        assert!(fits(pattern, "/x/rooms/!a:b/send/7?q=1"), "{pattern}");
    }
    for pattern in ["*/rooms/!c:b/send/*", "/x/", "", "*send*!a*", "*q=2"] {
        assert!(!fits(pattern, "/x/rooms/!a:b/send/7?q=1"), "{pattern}");
    }
}

#[test]
fn a_fault_happens_as_often_as_it_should_and_the_same_seed_repeats_it() {
    let happened = |often| {
        let mut rules = Rules::new(3);
        rules.add("PUT", "/a*", often, Fault::DropRequest);
        assert!(rules.arrival("GET", "/a").is_none() && rules.arrival("PUT", "/b").is_none());
        let happened: Vec<bool> = (0..100).map(|_| rules.arrival("PUT", "/a").is_some()).collect();
        (happened.iter().filter(|happened| **happened).count(), happened, rules.clear())
    };
    assert_eq!((happened(Often::Times(2)).0, happened(Often::Always).0), (2, 100));
    let often = happened(Often::Percent(30));
    assert!((15..45).contains(&often.0) && often == happened(Often::Percent(30)), "{}", often.0);
    let mut rules = Rules::new(3);
    rules.add("", "/never", Often::Always, Fault::DropRequest);
    assert_eq!(rules.clear(), ["/never"]);
}
