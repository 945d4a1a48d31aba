//! The swap rule: instead of answering the first move, the second player may take it over.
//!
//! The players then exchange sides, and the first player answers. The rules of the games do not contain the swap: a line
//! has all moves except the swap, and this file converts results for sides of the board into results for players.

use super::any_game::{Found, Review};
use crate::ai::analysis::{accuracy, mistakes};
use crate::ai::{Advice, Finding, JudgedMove, Score, Variation};
use crate::render::Header;
use crate::rules::record::{GameResult, Record};
use crate::rules::{Ending, Fact, Outcome, Seat};

/// The swap as a move in text.
pub const SWAP: &str = "swap";
/// The number of plies before the swap.
pub(super) const SWAP_PLY: usize = 1;

/// The ending in which each seat has the other's result.
pub(super) fn ending(ending: Ending) -> Ending {
    Ending { outcome: of_other_seat(ending.outcome), ..ending }
}

/// The header with the players on each other's sides.
pub(super) fn header(header: &Header) -> Header {
    let mut header = header.clone();
    header.names.swap(0, 1);
    header.discs.swap(0, 1);
    header.clocks.swap(0, 1);
    header.active = header.active.map(|seat| !seat);
    header.winner = header.winner.map(|seat| !seat);
    header
}

/// Exchanges the facts about the first player and those about the second.
pub(super) fn facts(mut facts: Vec<Fact>) -> Vec<Fact> {
    let at = |about| facts.iter().position(|fact: &Fact| fact.about == about);
    if let (Some(first), Some(second)) = (at("first"), at("second")) {
        let value = std::mem::take(&mut facts[first].value);
        facts[first].value = std::mem::replace(&mut facts[second].value, value);
    }
    facts
}

/// Removes the swap from a record, converts its result from players to sides, and returns whether there was a swap.
pub(super) fn take_from(record: &mut Record) -> bool {
    let swapped = record.moves.get(SWAP_PLY).is_some_and(|m| is_swap(&m.text));
    if swapped {
        record.moves.remove(SWAP_PLY);
        if let GameResult::Over(outcome) = &mut record.score {
            *outcome = of_other_seat(*outcome);
        }
    }
    swapped
}

fn of_other_seat(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Win(seat) => Outcome::Win(!seat),
        Outcome::Draw => Outcome::Draw,
    }
}

/// Whether a text means the swap.
pub(super) fn is_swap(text: &str) -> bool {
    text.trim().eq_ignore_ascii_case(SWAP)
}

/// Moves the most even first move to the front if the opponent would take over the best one. Keeps at most `most` moves.
pub(super) fn open(found: &mut Found, clear: i32, most: usize) {
    if found.variations.first().is_some_and(|best| best.score > Score(clear)) {
        found.variations.sort_by_key(|variation| (variation.score.is_win(), variation.score.0.abs()));
    }
    found.variations.truncate(most.max(1));
}

/// Adds the swap, which must be possible, to the result of a search if it is better than every move.
pub(super) fn consider(found: &mut Found) {
    let Some(best) = found.variations.first().filter(|best| best.score < Score::EVEN) else { return };
    let moves = [vec![SWAP.to_owned()], best.moves.clone()].concat();
    found.variations.insert(0, Variation { score: -best.score, moves });
}

/// Advises the swap if it is better than the best move; otherwise returns the advice unchanged.
pub(super) fn advise(advice: Advice) -> Advice {
    if advice.score >= Score::EVEN {
        return advice;
    }
    let line = [vec![SWAP.to_owned()], advice.line].concat();
    plain_advice(Variation { score: -advice.score, moves: line }, "swap", Finding::any("swap"))
}

/// Advice with one reason, which is also what to look for, and this second stage.
pub(super) fn plain_advice(best: Variation<String>, about: &'static str, piece: Finding) -> Advice {
    Advice {
        score: best.score,
        best: best.moves.first().cloned().unwrap_or_default(),
        line: best.moves,
        look: Finding::any(about),
        question: None,
        region: Vec::new(),
        piece,
        picks: Vec::new(),
        reasons: vec![Finding::any(about)],
    }
}

/// Removes the grade of the first move, because the opponent would take over a strong one.
pub(super) fn ungraded(judged: JudgedMove<String>) -> JudgedMove<String> {
    JudgedMove { loss: 0.0, counts: false, better: None, refutation: Vec::new(), themes: Vec::new(), ..judged }
}

/// Grades the swap. `stay` is the best answer that could have been played instead, and `winning` the second player's
/// probability of winning with it.
pub(super) fn judged(stay: Variation<String>, winning: f64) -> JudgedMove<String> {
    let loss = (2.0 * winning - 1.0).max(0.0);
    JudgedMove {
        ply: SWAP_PLY + 1,
        seat: Seat::Two,
        played: SWAP.to_owned(),
        forced: false,
        score: -stay.score.max(-stay.score),
        winning: winning.min(1.0 - winning),
        loss,
        counts: true,
        better: Some(stay).filter(|_| loss > 0.0),
        refutation: Vec::new(),
        themes: Vec::new(),
    }
}

/// Grades an answer to the first move, played by a player who could have swapped.
fn answered(judged: JudgedMove<String>) -> JudgedMove<String> {
    let stay = 1.0 - judged.winning;
    if stay >= 0.5 {
        return judged;
    }
    let better = Some(Variation { score: judged.score, moves: vec![SWAP.to_owned()] });
    let loss = 1.0 - 2.0 * stay + if judged.counts { judged.loss } else { 0.0 };
    let graded = JudgedMove { loss, counts: true, better, refutation: Vec::new(), themes: Vec::new(), ..judged };
    JudgedMove { score: -graded.score, winning: stay, ..graded }
}

/// Converts a move that was analysed without the swap before it.
pub(super) fn after(judged: JudgedMove<String>) -> JudgedMove<String> {
    JudgedMove {
        ply: judged.ply + 1,
        seat: !judged.seat,
        score: -judged.score,
        winning: 1.0 - judged.winning,
        ..judged
    }
}

/// Converts the review of a line without the swap to that of a game in which the second player could swap. A review that
/// was stopped lacks the first moves.
pub(super) fn review(review: Review, swapped: bool) -> Review {
    let mut moves = Vec::new();
    for m in review.moves {
        match m.ply {
            1 => moves.push(ungraded(m)),
            2 if swapped => {
                let best = || Variation { score: -m.score, moves: vec![m.played.clone()] };
                moves.push(judged(m.better.clone().unwrap_or_else(best), 1.0 - m.winning));
                moves.push(after(m));
            }
            2 => moves.push(answered(m)),
            _ if swapped => moves.push(after(m)),
            _ => moves.push(m),
        }
    }
    if let (true, [_], Some(stay)) = (swapped, &moves[..], &review.next) {
        moves.push(judged(stay.clone(), 1.0 - review.last_winning));
    }
    let of_seat = |seat| moves.iter().filter(move |m: &&JudgedMove<String>| m.seat == seat && m.counts).map(|m| m.loss);
    let accuracy = Seat::BOTH.map(|seat| accuracy(of_seat(seat)));
    let review = Review { mistakes: mistakes(&moves), accuracy, moves, ..review };
    if !swapped {
        return review;
    }
    Review { last_score: -review.last_score, last_winning: 1.0 - review.last_winning, ..review }
}
