//! Checks every lesson with the naive rules: it accepts exactly the moves that achieve its goal, and what it says about
//! any other move is true.

use crate::naive::barrier::Barrier;
use crate::naive::dvonn::Dvonn;
use crate::naive::zertz::{self, Zertz};
use crate::naive::{Cell, Naive, cell_text, cells_in, groups, other};
use std::collections::{BTreeMap, BTreeSet};
use tablero::catalog::{AnyGame, AskedTask, Catalog, Finding, Judged, Value};

/// The keys and the positions of a game's lessons, in order.
fn lessons(game: &str) -> (&'static dyn AnyGame, Vec<(&'static str, String)>) {
    let game = Catalog::standard().game(game).expect("a game");
    let lessons = game.lessons().into_iter().map(|lesson| (lesson.about, lesson.line.position())).collect();
    (game, lessons)
}

fn count(miss: &Finding, name: &str) -> usize {
    match miss.arg(name) {
        Some(Value::Count(count)) => *count as usize,
        other => panic!("{name} of {miss:?} is {other:?}"),
    }
}

fn text<'a>(miss: &'a Finding, name: &str) -> &'a str {
    match miss.arg(name) {
        Some(Value::Move(text) | Value::Cell(text)) => text,
        other => panic!("{name} of {miss:?} is {other:?}"),
    }
}

fn marbles(miss: &Finding, name: &str) -> [u8; 3] {
    match miss.arg(name) {
        Some(Value::Pieces(pieces)) => ["white", "grey", "black"]
            .map(|kind| pieces.iter().find(|(known, _)| *known == kind).map_or(0, |p| p.1 as u8)),
        other => panic!("{name} of {miss:?} is {other:?}"),
    }
}

/// Judges every legal move of a lesson. `is_right` says by the naive rules whether a move does what the lesson asks for,
/// and `check` that a miss is true. Returns the accepted moves.
fn judge_all<N: Naive>(
    game: &'static dyn AnyGame,
    index: usize,
    position: &N,
    is_right: impl Fn(&str) -> bool,
    check: impl Fn(&str, &Finding),
) -> Vec<String> {
    let lesson = &game.lessons()[index];
    let mut legal = lesson.line.legal(usize::MAX);
    legal.sort();
    assert_eq!(legal, position.legal(), "{}", lesson.about);
    assert!(legal.len() > 1, "{}: there is nothing to choose", lesson.about);
    let mut accepted = Vec::new();
    for text in &legal {
        let Judged { played, verdict, after } =
            game.judge(AskedTask::Lesson(index), text).expect("a lesson").expect("a legal move");
        assert_eq!((&played, after.last_move().as_ref()), (text, Some(text)));
        assert_eq!(verdict.is_ok(), is_right(text), "{} {text}: {verdict:?}", lesson.about);
        match verdict {
            Ok(follow) => {
                let mut line = after.copy();
                let follow: Vec<&str> = follow.iter().map(String::as_str).collect();
                line.play_all(&follow).expect("what follows is legal");
                accepted.push(played);
            }
            Err(miss) => check(text, &miss),
        }
    }
    assert!(accepted.contains(&lesson.answer), "{}: {} is no answer", lesson.about, lesson.answer);
    accepted
}

fn zertz_of(position: &str) -> Zertz {
    let fields: Vec<&str> = position.split(' ').collect();
    let counts =
        |field: &str| "WGB".chars().zip(field.split(',').map(|count| count.parse().expect("a count"))).collect();
    let mut naive = Zertz::new("37", false);
    naive.rings.clear();
    let board = zertz::board("37");
    let mut cells = board.iter();
    for sign in fields[3].chars().filter(|sign| *sign != '/') {
        let cell = *cells.next().expect("a cell");
        if sign != '.' {
            naive.rings.insert(cell);
        }
        if "WGB".contains(sign) {
            naive.marbles.insert(cell, sign);
        }
    }
    naive.pool = counts(fields[4]);
    naive.captured = [counts(fields[5]), counts(fields[6])];
    naive.seat = fields[7].parse().expect("a seat");
    naive
}

/// What a move captures or claims: white, grey, black.
fn gain(before: &Zertz, text: &str) -> [u8; 3] {
    let mover = usize::from(before.seat) - 1;
    let (had, has) = (&before.captured[mover], &before.play(text).captured[mover]);
    ['W', 'G', 'B'].map(|colour| has.get(&colour).unwrap_or(&0) - had.get(&colour).unwrap_or(&0))
}

fn total(marbles: [u8; 3]) -> u8 {
    marbles.iter().sum()
}

/// The most marbles that a capture takes; 0 if there is no capture.
fn most(position: &Zertz) -> u8 {
    position.legal().iter().filter(|text| text.contains('x')).map(|text| total(gain(position, text))).max().unwrap_or(0)
}

fn must_capture(position: &Zertz) -> bool {
    position.legal().iter().any(|text| text.contains('x'))
}

/// Whether every reply is a capture after which the giver can take two marbles, and more than were taken.
fn gives_to_take_two(before: &Zertz, text: &str) -> bool {
    let after = before.play(text);
    must_capture(&after)
        && after.legal().iter().all(|reply| {
            let taken = most(&after.play(reply));
            taken >= 2 && taken > total(gain(&after, reply))
        })
}

#[test]
fn the_lessons_of_zertz_are_true() {
    let (game, lessons) = lessons("zertz");
    for (index, (about, position)) in lessons.iter().enumerate() {
        let naive = zertz_of(position);
        let is_right = |text: &str| match *about {
            "place" => true,
            "capture" => gain(&naive, text)[0] == 1,
            "chain" => total(gain(&naive, text)) == 3,
            "safe" => !must_capture(&naive.play(text)),
            "give" => gives_to_take_two(&naive, text),
            "isolate" => gain(&naive, text) == [1, 1, 0],
            "win" => naive.play(text).outcome() == Some(naive.seat),
            other => panic!("{other} has no rule here"),
        };
        let check = |played: &str, miss: &Finding| {
            let after = naive.play(played);
            let reply = || text(miss, "reply");
            match miss.about {
                "captures-other" | "no-goal" => assert_eq!(marbles(miss, "marbles"), gain(&naive, played)),
                "captures-fewer" => {
                    assert_eq!(marbles(miss, "marbles"), gain(&naive, played));
                    assert_eq!(count(miss, "count"), usize::from(most(&naive)));
                }
                "captures-nothing" => assert_eq!(total(gain(&naive, played)), 0),
                "allows" => assert_eq!(marbles(miss, "marbles"), gain(&after, reply())),
                "not-forced" => assert!(!must_capture(&after)),
                "gives" => {
                    assert_eq!(marbles(miss, "given"), gain(&after, reply()));
                    assert_eq!(most(&after.play(reply())), 0);
                }
                "gives-too-much" => {
                    assert_eq!(marbles(miss, "given"), gain(&after, reply()));
                    assert_eq!(total(marbles(miss, "marbles")), most(&after.play(reply())));
                }
                "whole" => assert_eq!(groups(&after.rings).len(), 1),
                "open-part" => {
                    let ring = cells_in(text(miss, "ring"))[0];
                    let parts = groups(&after.rings);
                    let part = parts.iter().find(|part| part.contains(&ring)).expect("a part");
                    assert!(parts.len() > 1 && part.len() < after.rings.len() && !after.marbles.contains_key(&ring));
                }
                other => panic!("{other} is not checked"),
            }
        };
        let accepted = judge_all(game, index, &naive, is_right, check);
        assert!(*about == "place" || 4 * accepted.len() < naive.legal().len() * 3, "{about} is too easy");
    }
}

/// The cells of DVONN in the order of a position: row 5 first, each row from its lowest column.
fn dvonn_cells() -> Vec<Cell> {
    let mut cells: Vec<Cell> = crate::naive::dvonn::board().into_iter().collect();
    cells.sort_by_key(|(column, number)| (std::cmp::Reverse(*number), *column));
    cells
}

fn dvonn_of(position: &str) -> Dvonn {
    let fields: Vec<&str> = position.split(' ').collect();
    let mut naive = Dvonn { placed: 49, seat: if fields[3] == "w" { 1 } else { 2 }, ..Dvonn::new() };
    let mut cells = dvonn_cells().into_iter();
    let mut signs = fields[2].chars().filter(|sign| *sign != '/').peekable();
    while let Some(sign) = signs.next() {
        let cell = cells.next().expect("a cell");
        let mut height = String::new();
        while let Some(digit) = signs.next_if(char::is_ascii_digit) {
            height.push(digit);
        }
        let mut reds = 0;
        while signs.next_if_eq(&'*').is_some() {
            reds += 1;
        }
        if sign != '.' {
            let height: usize = height.parse().unwrap_or(1);
            let mut stack = vec!['r'; reds];
            stack.resize(height, sign);
            naive.stacks.insert(cell, stack);
        }
    }
    naive
}

/// The number of pieces in a player's stacks that a move removes from the board.
fn cut_off(before: &Dvonn, text: &str, seat: u8) -> usize {
    let (from, to) = (cells_in(text)[0], cells_in(text)[1]);
    let after = before.play(text);
    let colour = if seat == 1 { 'w' } else { 'b' };
    let is_gone = |cell: &Cell| {
        if *cell == from || *cell == to { !after.stacks.contains_key(&to) } else { !after.stacks.contains_key(cell) }
    };
    let own = before.stacks.iter().filter(|(_, stack)| stack.last() == Some(&colour));
    own.filter(|(cell, _)| is_gone(cell)).map(|(_, stack)| stack.len()).sum()
}

#[test]
fn the_lessons_of_dvonn_are_true() {
    let (game, lessons) = lessons("dvonn");
    for (index, (about, position)) in lessons.iter().enumerate() {
        let naive = dvonn_of(position);
        let (mover, opponent) = (naive.seat, other(naive.seat));
        let theirs = if mover == 1 { 'b' } else { 'w' };
        let ends = |text: &str| (cells_in(text)[0], cells_in(text)[1]);
        let taken = |text: &str| {
            let to = ends(text).1;
            let stack = &naive.stacks[&to];
            let is_taken = stack.last() == Some(&theirs) && naive.play(text).stacks.contains_key(&to);
            if is_taken { stack.len() } else { 0 }
        };
        let brings_red = |text: &str| {
            let to = ends(text).1;
            naive.stacks[&to].contains(&'r') && naive.play(text).stacks.contains_key(&to)
        };
        let passes = |text: &str| naive.play(text).legal() == ["pass"];
        let is_right = |text: &str| match *about {
            "move" => true,
            "height" => naive.stacks[&ends(text).0].len() == 3,
            "own" => taken(text) == 4,
            "linked" => cut_off(&naive, text, mover) == 0,
            "red" => brings_red(text),
            "cut-off" => cut_off(&naive, text, mover) == 0 && cut_off(&naive, text, opponent) > 0,
            "pass" => passes(text),
            other => panic!("{other} has no rule here"),
        };
        let check = |played: &str, miss: &Finding| match miss.about {
            "height-other" => assert_eq!(count(miss, "count"), naive.stacks[&ends(played).0].len()),
            "owns-nothing" => assert_eq!(taken(played), 0),
            "owns-fewer" => {
                assert_eq!(count(miss, "count"), taken(played));
                assert!(naive.legal().iter().any(|other| taken(other) == count(miss, "more")));
            }
            "no-red" => assert!(!brings_red(played)),
            "loses-own" => assert_eq!(count(miss, "count"), cut_off(&naive, played, mover)),
            "cuts-nothing" => assert_eq!(cut_off(&naive, played, opponent), 0),
            "can-move" => assert!(naive.play(played).legal().iter().any(|reply| reply == text(miss, "reply"))),
            other => panic!("{other} is not checked"),
        };
        judge_all(game, index, &naive, is_right, check);
    }
}

fn barrier_of(position: &str) -> Barrier {
    let fields: Vec<&str> = position.split(' ').collect();
    let rows: Vec<&str> = fields[1].split('/').collect();
    let mut naive = Barrier::new(rows.len() as u8);
    for (number, row) in (1..).zip(rows.iter().rev()) {
        for (column, sign) in (1..).zip(row.chars()) {
            match sign {
                '#' => {
                    naive.blocked.insert((column, number));
                }
                'W' => naive.knights[0] = Some((column, number)),
                'B' => naive.knights[1] = Some((column, number)),
                _ => {}
            }
        }
    }
    naive.seat = if fields[2] == "w" { 1 } else { 2 };
    naive
}

/// Whether the player to move wins with best play.
fn wins(position: &Barrier, known: &mut BTreeMap<String, bool>) -> bool {
    if let Some(found) = known.get(&position.picture()) {
        return *found;
    }
    let found = position.legal().iter().any(|text| !wins(&position.play(text), known));
    known.insert(position.picture(), found);
    found
}

#[test]
fn the_lessons_of_barrier_are_true() {
    let (game, lessons) = lessons("barrier");
    for (index, (about, position)) in lessons.iter().enumerate() {
        let naive = barrier_of(position);
        let mover = usize::from(naive.seat) - 1;
        let target = |text: &str| naive.play(text).knights[mover].map(cell_text).expect("a knight");
        let left = |text: &str| naive.play(text).legal().len();
        let known = std::cell::RefCell::new(BTreeMap::new());
        let is_right = |text: &str| match *about {
            "place" => true,
            "walk" => target(text) == "d3",
            "wall" => naive.play(text).blocked.contains(&(4, 4)),
            "leave" => left(text) <= 2,
            "last" => left(text) == 0,
            "outlast" => !wins(&naive.play(text), &mut known.borrow_mut()),
            other => panic!("{other} has no rule here"),
        };
        let check = |played: &str, miss: &Finding| {
            let after = naive.play(played);
            match miss.about {
                "elsewhere" => assert_eq!(text(miss, "square"), target(played)),
                "not-blocked" => assert!(!after.blocked.contains(&cells_in(text(miss, "square"))[0])),
                "leaves-more" => {
                    assert_eq!(count(miss, "count"), left(played));
                    assert!(count(miss, "fewer") < left(played));
                }
                "walks-left" => assert!(after.legal().iter().any(|reply| reply == text(miss, "reply"))),
                "outlasted" => assert!(!wins(&after.play(text(miss, "reply")), &mut known.borrow_mut())),
                other => panic!("{other} is not checked"),
            }
        };
        judge_all(game, index, &naive, is_right, check);
    }
}

#[test]
fn every_game_has_six_or_seven_lessons_with_keys_of_their_own() {
    for game in Catalog::standard().games() {
        let lessons = game.lessons();
        assert!((6..=7).contains(&lessons.len()), "{}", game.name());
        let keys: BTreeSet<&str> = lessons.iter().map(|lesson| lesson.about).collect();
        assert_eq!(keys.len(), lessons.len(), "{}", game.name());
        assert!(lessons.iter().all(|lesson| lesson.line.ending().is_none()));
        assert!(game.judge(AskedTask::Lesson(lessons.len()), "a1").is_none());
        let refused = game.judge(AskedTask::Lesson(0), "what?").expect("a lesson").expect_err("it is no move");
        assert_eq!(refused.game, Some(*game));
    }
}
