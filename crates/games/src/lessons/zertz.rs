//! The lessons of ZÈRTZ.

use super::forced::judge_win;
use super::teach::{Lesson, Teach, Theme};
use crate::ai::Finding;
use crate::ai::explain::played;
use crate::ai::zertz::effects::{finding, gain, pieces, total};
use crate::rules::hex::Cells;
use crate::rules::zertz::board::name;
use crate::rules::zertz::{GRID, Marble, Move, Zertz};
use crate::rules::{Game, Guide, Outcome, Steps};

/// What a move of a lesson has to achieve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Nothing but being legal.
    Play,
    /// Capture a marble of this colour.
    Colour(Marble),
    /// Capture this many marbles.
    Most(u32),
    /// Leave the opponent no capture.
    Safe,
    /// Force the opponent to capture, and be able to capture this many marbles in the next turn, and more than the
    /// opponent got, whichever capture the opponent chooses.
    Give(u32),
    /// Take marbles by cutting off a group.
    Isolate,
    /// Win within this many plies, whatever the opponent does.
    Win(u32),
}

/// A reply and the marbles that it gains.
struct Reply {
    m: Move,
    gains: [u32; 3],
}

/// The capture that takes the most marbles, if there is a capture.
fn best_capture(position: &Zertz) -> Option<Reply> {
    // If there is a capture, every move is one; if there is none, there can be thousands of moves.
    let captures = if position.must_capture() { position.moves() } else { Vec::new() };
    captures.into_iter().map(|m| Reply { m, gains: gain(position, m) }).max_by_key(|reply| total(reply.gains))
}

fn arrows(position: &Zertz, m: Move, number: u32) -> impl Iterator<Item = Guide> {
    position.path(m).into_iter().map(move |guide| guide.numbered(number))
}

/// A part of the board that is cut off from the rest, but has a vacant ring.
fn open_part(position: &Zertz) -> Option<Cells> {
    let mut parts = Vec::new();
    let mut left = position.rings();
    while let Some(start) = left.first() {
        let part = GRID.linked(start.set(), position.rings());
        left &= !part;
        parts.push(part);
    }
    parts.sort_by_key(|part| part.len());
    // The largest part is the main board.
    parts.pop()?;
    parts.into_iter().find(|part| !(*part & position.vacant()).is_empty())
}

fn judge_gift(after: &Zertz, wanted: u32) -> Result<Vec<Move>, Finding> {
    if !after.must_capture() {
        return Err(Finding::of::<Zertz>("not-forced"));
    }
    let follow_up = |reply: Move| best_capture(&played(after, reply));
    let replies = after.moves().into_iter().map(|m| (Reply { m, gains: gain(after, m) }, follow_up(m)));
    let gained = |follow_up: &Option<Reply>| follow_up.as_ref().map_or(0, |follow_up| total(follow_up.gains));
    // What the opponent would choose.
    let worst = replies.min_by_key(|(reply, follow_up)| i64::from(gained(follow_up)) - i64::from(total(reply.gains)));
    let Some((reply, follow_up)) = worst else { return Err(Finding::of::<Zertz>("not-forced")) };
    let gains = gained(&follow_up);
    let follow_up = match follow_up {
        Some(follow_up) if gains >= wanted && gains > total(reply.gains) => {
            return Ok(vec![reply.m, follow_up.m]);
        }
        follow_up => follow_up,
    };
    let about = if follow_up.is_some() { "gives-too-much" } else { "gives" };
    let lost = Finding::of::<Zertz>(about)
        .with("given", pieces(reply.gains))
        .played("reply", reply.m)
        .marking(arrows(after, reply.m, 1));
    Err(match follow_up {
        Some(follow_up) => {
            lost.with("marbles", pieces(follow_up.gains)).marking(arrows(&played(after, reply.m), follow_up.m, 2))
        }
        None => lost,
    })
}

impl Teach for Zertz {
    type Goal = Goal;

    const LESSONS: &'static [Lesson<Zertz>] = &[
        Lesson::new(
            "place",
            "37 automatic oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo 6,8,10 0,0,0 0,0,0 1",
            Goal::Play,
            "Wd4,a1",
        ),
        Lesson::new(
            "capture",
            "37 automatic oooo/ooooo/ooBooo/oooWooo/oooooo/ooooo/oooo 5,8,9 0,0,0 0,0,0 1",
            Goal::Colour(Marble::White),
            "c3xe5",
        ),
        Lesson::new(
            "chain",
            "37 automatic .oGo/.oWo./ooooG./.BBoB../ooooo./.o..o/.... 3,4,5 1,1,1 1,1,1 1",
            Goal::Most(3),
            "a3xc3xe3xc1",
        ),
        Lesson::new(
            "safe",
            "37 automatic ..../..B../..ooo./oWooBo./ooGo../.ooo./.... 0,0,4 2,3,2 3,4,2 1",
            Goal::Safe,
            "Bf6,c5",
        ),
        Lesson::new(
            "give",
            "37 automatic ..../..oo./.ooWo./..GooB./..oooo/.Boo./.o.. 0,0,6 2,4,1 3,3,1 1",
            Goal::Give(2),
            "Bc2,b3",
        ),
        Lesson::new(
            "isolate",
            "37 automatic ..../.ooo./.oGoo./.oooBo./.ooo../.o.o./..GW 0,0,6 2,3,1 3,3,2 1",
            Goal::Isolate,
            "Bb3,f6",
        ),
        Lesson::new(
            "win",
            "37 automatic ...o/..oo./o.Boo./.oWoo../.ooBG./.oo../.W.. 1,2,2 3,2,2 0,3,4 1",
            Goal::Win(1),
            "c3xe3",
        ),
    ];

    const MISSES: &'static [&'static str] = &[
        "captures-other",
        "captures-fewer",
        "captures-nothing",
        "allows",
        "not-forced",
        "gives",
        "gives-too-much",
        "whole",
        "open-part",
        "no-goal",
        "not-won",
        "not-won-end",
    ];

    const PUZZLE_THEMES: &'static [Theme<Zertz>] = &[
        Theme { word: "win", goal: |turns| Goal::Win(2 * turns - 1), amounts: &[1, 2, 3], depth: None },
        Theme { word: "most", goal: Goal::Most, amounts: &[2, 3, 4, 5, 6, 7, 8], depth: Some(1) },
        Theme { word: "safe", goal: |_| Goal::Safe, amounts: &[0], depth: Some(2) },
        Theme { word: "give", goal: Goal::Give, amounts: &[2, 3, 4, 5, 6, 7, 8], depth: Some(3) },
        Theme { word: "isolate", goal: |_| Goal::Isolate, amounts: &[0], depth: Some(1) },
    ];

    const PUZZLES: &'static str = include_str!("../../assets/puzzles/zertz.txt");

    fn judge(&self, goal: Goal, m: Move) -> Result<Vec<Move>, Finding> {
        let (gains, after) = (gain(self, m), played(self, m));
        match goal {
            Goal::Play => Ok(Vec::new()),
            Goal::Colour(marble) if gains[marble.index()] > 0 => Ok(Vec::new()),
            Goal::Colour(_) => Err(finding("captures-other", gains)),
            Goal::Most(wanted) if total(gains) >= wanted => Ok(Vec::new()),
            Goal::Most(_) if total(gains) == 0 => Err(Finding::of::<Zertz>("captures-nothing")),
            Goal::Most(wanted) => Err(finding("captures-fewer", gains).with("count", crate::ai::Value::Count(wanted))),
            Goal::Safe => match best_capture(&after) {
                None => Ok(Vec::new()),
                Some(reply) => {
                    Err(finding("allows", reply.gains).played("reply", reply.m).marking(arrows(&after, reply.m, 1)))
                }
            },
            Goal::Give(wanted) => judge_gift(&after, wanted),
            Goal::Isolate if total(gains) > 0 => Ok(Vec::new()),
            Goal::Isolate => Err(match open_part(&after).and_then(|part| (part & after.vacant()).first()) {
                Some(ring) => {
                    Finding::of::<Zertz>("open-part").cell("ring", name(ring)).marking([Guide::mark(name(ring))])
                }
                None => Finding::of::<Zertz>("whole"),
            }),
            Goal::Win(1) => match after.ending().map(|ending| ending.outcome) {
                Some(Outcome::Win(winner)) if winner == self.seat() => Ok(Vec::new()),
                _ if total(gains) == 0 => Err(Finding::of::<Zertz>("captures-nothing")),
                _ => Err(finding("no-goal", gains)),
            },
            Goal::Win(plies) => judge_win(&after, self.seat(), plies - 1),
        }
    }

    fn harder(goal: Goal) -> Option<Goal> {
        match goal {
            Goal::Most(count) => Some(Goal::Most(count + 1)),
            Goal::Give(count) => Some(Goal::Give(count + 1)),
            Goal::Win(plies @ 3..) => Some(Goal::Win(plies - 2)),
            Goal::Play | Goal::Colour(_) | Goal::Safe | Goal::Isolate | Goal::Win(_) => None,
        }
    }

    /// Whether a placement leaves a capture depends on its ring, not on its colour.
    fn is_same(goal: Goal, one: Move, other: Move) -> bool {
        match (goal, one, other) {
            (Goal::Safe, Move::Place { ring, .. }, Move::Place { ring: same, .. }) => ring == same,
            _ => one == other,
        }
    }
}
