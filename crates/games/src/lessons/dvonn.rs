//! The lessons of DVONN.

use super::forced::{TO_THE_END, judge_win};
use super::teach::{Lesson, Teach, Theme};
use crate::ai::Finding;
use crate::ai::dvonn::effects::{covered, cut_off, marks};
use crate::ai::explain::played;
use crate::rules::dvonn::{Dvonn, Move};
use crate::rules::{Game, Steps};

/// What a move of a lesson has to achieve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Nothing but being legal.
    Play,
    /// Move a stack of this height.
    Height(u32),
    /// Take control of a stack of the opponent that has at least this height.
    Own(u32),
    /// Take control of a stack with a DVONN piece in it.
    Red,
    /// Keep all of one's own stacks linked.
    Keep,
    /// Cut off at least this many pieces of the opponent, and none of one's own.
    CutOff(u32),
    /// Leave the opponent no move.
    Pass,
    /// Win whatever the opponent does.
    Win,
}

impl Teach for Dvonn {
    type Goal = Goal;

    const LESSONS: &'static [Lesson<Dvonn>] = &[
        Lesson::new("move", "stack ........./....r...../..wbrbw..../...rw...../......... w", Goal::Play, "c3d3"),
        Lesson::new(
            "height",
            "stack ........./........../..w3rwbr..../...br...../......... w",
            Goal::Height(3),
            "c3f3",
        ),
        Lesson::new("own", "stack ........./...r....../...b4wb2r..../...rb...../......... w", Goal::Own(4), "e3d3"),
        Lesson::new("linked", "stack ........./........../..w3wrbb2..../....rr..../......... w", Goal::Keep, "c3f3"),
        Lesson::new("red", "stack ........./..b......./..bwrbw..../....rr..../......... w", Goal::Red, "d3e3"),
        Lesson::new(
            "cut-off",
            "stack ........./........../wrwb2bb2...../rr......../......... w",
            Goal::CutOff(1),
            "c3b3",
        ),
        Lesson::new("pass", "stack ........./........../...wbrwb4.../.....rr.../......... w", Goal::Pass, "d3e3"),
    ];

    /// The lessons are about stacking.
    const GUIDED_SETUP: &'static str = "start=random";

    const MISSES: &'static [&'static str] = &[
        "height-other",
        "owns-nothing",
        "owns-fewer",
        "no-red",
        "loses-own",
        "cuts-nothing",
        "cuts-fewer",
        "can-move",
        "not-won",
        "not-won-end",
    ];

    const PUZZLE_THEMES: &'static [Theme<Dvonn>] = &[
        Theme { word: "win", goal: |_| Goal::Win, amounts: &[0], depth: None },
        Theme { word: "cut", goal: Goal::CutOff, amounts: &[3, 4, 5, 6, 7, 8, 9, 10, 11, 12], depth: Some(1) },
        Theme { word: "pass", goal: |_| Goal::Pass, amounts: &[0], depth: Some(2) },
    ];

    const PUZZLES: &'static str = include_str!("../../assets/puzzles/dvonn.txt");

    fn judge(&self, goal: Goal, m: Move) -> Result<Vec<Move>, Finding> {
        let (seat, after) = (self.seat(), played(self, m));
        let lost = cut_off(self, m);
        let (own, other) = (lost[seat.index()], lost[(!seat).index()]);
        let loses_own = || Finding::of::<Dvonn>("loses-own").count("count", own as usize).marking(marks(self, m, seat));
        let done = Ok(Vec::new());
        if goal == Goal::Win {
            return judge_win(&after, seat, TO_THE_END);
        }
        let Move::Stack { from, to } = m else { return done };
        match goal {
            Goal::Play | Goal::Win => done,
            Goal::Height(wanted) => match self.stack(from).map_or(0, |stack| stack.height) {
                height if height == wanted => done,
                height => Err(Finding::of::<Dvonn>("height-other").count("count", height as usize)),
            },
            Goal::Own(wanted) => match covered(self, m) {
                Some((_, height)) if height >= wanted => done,
                Some((_, height)) => Err(Finding::of::<Dvonn>("owns-fewer")
                    .count("count", height as usize)
                    .count("more", wanted as usize)),
                None => Err(Finding::of::<Dvonn>("owns-nothing")),
            },
            Goal::Red if self.with_red().has(to) && !self.owned(seat).has(to) && after.owned(seat).has(to) => done,
            Goal::Red => Err(Finding::of::<Dvonn>("no-red")),
            Goal::Keep if own == 0 => done,
            Goal::Keep => Err(loses_own()),
            Goal::CutOff(_) if own > 0 => Err(loses_own()),
            Goal::CutOff(wanted) if other >= wanted => done,
            Goal::CutOff(_) if other == 0 => Err(Finding::of::<Dvonn>("cuts-nothing")),
            Goal::CutOff(wanted) => {
                Err(Finding::of::<Dvonn>("cuts-fewer").count("count", other as usize).count("more", wanted as usize))
            }
            Goal::Pass => match after.moves().into_iter().find(|reply| *reply != Move::Pass) {
                None => done,
                Some(reply) => {
                    let guides = after.path(reply).into_iter().map(|guide| guide.numbered(1));
                    Err(Finding::of::<Dvonn>("can-move").played("reply", reply).marking(guides))
                }
            },
        }
    }

    fn harder(goal: Goal) -> Option<Goal> {
        if let Goal::CutOff(count) = goal { Some(Goal::CutOff(count + 1)) } else { None }
    }
}
