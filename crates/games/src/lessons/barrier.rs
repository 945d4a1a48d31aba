//! The lessons of Barrier.

use super::teach::{Lesson, Teach, Theme};
use crate::ai::Finding;
use crate::ai::barrier::Solver;
use crate::ai::explain::played;
use crate::rules::barrier::board::Square;
use crate::rules::barrier::{Barrier, Move};
use crate::rules::{Game, Guide, Steps};

/// Memory of the solver, in bytes.
const MEMORY: usize = 1 << 18;

/// What a move of a lesson has to achieve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Nothing but being legal.
    Play,
    /// End on this square.
    Reach(Square),
    /// Block this square.
    Block(Square),
    /// Leave the opponent at most this many walks.
    Leave(u64),
    /// Leave the opponent no walk, and win.
    Last,
    /// Win whatever the opponent does.
    Outlast,
}

/// The square at a column and a number, both from 1.
///
/// # Panics
/// At compile time, if there is no such square.
const fn at(column: u8, number: u8) -> Square {
    match Square::at(column, number) {
        Some(square) => square,
        None => panic!("there is no such square"),
    }
}

fn with_reply(finding: Finding, after: &Barrier, reply: Move) -> Finding {
    let guides = after.path(reply).into_iter().map(|guide| guide.numbered(1));
    finding.played("reply", reply).marking(guides)
}

impl Teach for Barrier {
    type Goal = Goal;

    const LESSONS: &'static [Lesson<Barrier>] = &[
        Lesson::new("place", "....../....../....../....../....../...... w", Goal::Play, "c3"),
        Lesson::new("walk", "....../....B./....../....../.W..../...... w", Goal::Reach(at(4, 3)), "b2b3d3"),
        Lesson::new("wall", "....../....B./....../..W.../....../...... w", Goal::Block(at(4, 4)), "c3d3d5"),
        Lesson::new("leave", "....##/....#./.###B./.W..../....../...... w", Goal::Leave(2), "b3d3d2"),
        Lesson::new("last", ".#####/.B...#/.#####/.W...#/....../...... w", Goal::Last, "b3a3a5"),
        Lesson::new("outlast", "##..../.#.W../####../###.../B##.../...... w", Goal::Outlast, "d5e5e3"),
    ];

    const MISSES: &'static [&'static str] = &["elsewhere", "not-blocked", "leaves-more", "walks-left", "outlasted"];

    const PUZZLE_THEMES: &'static [Theme<Barrier>] = &[
        Theme { word: "outlast", goal: |_| Goal::Outlast, amounts: &[0], depth: None },
        Theme { word: "leave", goal: |most| Goal::Leave(most.into()), amounts: &[3, 2, 1], depth: Some(2) },
        Theme { word: "last", goal: |_| Goal::Last, amounts: &[0], depth: Some(1) },
    ];

    const PUZZLES: &'static str = include_str!("../../assets/puzzles/barrier.txt");

    fn judge(&self, goal: Goal, m: Move) -> Result<Vec<Move>, Finding> {
        let after = played(self, m);
        let left = after.count_moves();
        let target = after.knight(self.seat());
        match goal {
            Goal::Play => Ok(Vec::new()),
            Goal::Reach(wanted) if target == Some(wanted) => Ok(Vec::new()),
            Goal::Reach(_) => {
                let at = target.map(|square| square.to_string()).unwrap_or_default();
                Err(Finding::of::<Barrier>("elsewhere").cell("square", at))
            }
            Goal::Block(wanted) if after.blocked().has(wanted) => Ok(Vec::new()),
            Goal::Block(wanted) => {
                Err(Finding::of::<Barrier>("not-blocked").cell("square", wanted).marking([Guide::mark(wanted)]))
            }
            Goal::Leave(most) if left <= most => Ok(Vec::new()),
            Goal::Leave(most) => {
                Err(Finding::of::<Barrier>("leaves-more").count("count", left as usize).count("fewer", most as usize))
            }
            Goal::Last => match after.moves().first() {
                None => Ok(Vec::new()),
                Some(reply) => {
                    Err(with_reply(Finding::of::<Barrier>("walks-left").count("count", left as usize), &after, *reply))
                }
            },
            Goal::Outlast => match Solver::new(MEMORY).best(&after, &mut || false) {
                Some((reply, verdict)) if verdict.wins => {
                    Err(with_reply(Finding::of::<Barrier>("outlasted"), &after, reply))
                }
                _ => Ok(Vec::new()),
            },
        }
    }

    fn harder(goal: Goal) -> Option<Goal> {
        if let Goal::Leave(most @ 1..) = goal { Some(Goal::Leave(most - 1)) } else { None }
    }
}
