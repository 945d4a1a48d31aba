//! What follows from the events of a match: posts, rating changes, the next scheduled check and the engine's turn. All
//! of it is decided here, from the state before and after the events, and stored together with the state.

use crate::rules::{Outcome, Seat};
use crate::service::ids::{Millis, PlayerId};
use crate::service::matches::events::MatchEvent;
use crate::service::matches::offer::{Offer, OfferKind};
use crate::service::matches::state::Match;
use crate::service::matches::status::Status;
use crate::service::outbox::post::{Notice, Post};
use crate::service::ratings::rated_result::{RatedResult, RatingChange};
use crate::service::ratings::rating::Rating;

/// How long the engine may think before a note says so, in milliseconds.
const THINKING_AFTER_MS: i64 = 5_000;

/// The change of a stored rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingUpdate {
    /// The player.
    pub player: PlayerId,
    /// The stored rating from which the change was computed; `None` if the player had none.
    pub seen: Option<Rating>,
    /// The change.
    pub change: RatingChange,
}

/// What follows from the events of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Consequences {
    /// The posts to deliver.
    pub posts: Vec<Post>,
    /// The rating changes of a rated match that has ended.
    pub ratings: Vec<RatingUpdate>,
    /// The result, if the match has ended with one. It counts in the statistics of its players.
    pub result: Option<Outcome>,
    /// When to check the match next: a reminder, an automatic vacation or the end of a clock. `None` if nothing is due.
    pub next_check: Option<Millis>,
    /// Whether the engine has to act.
    pub engine_acts: bool,
}

impl Consequences {
    /// What follows from events that took a match from `before` to `after`. `rating` returns the stored rating of a
    /// player at this game, if there is one.
    pub fn of(
        before: &Match,
        after: &Match,
        events: &[MatchEvent],
        rating: impl Fn(PlayerId) -> Option<Rating>,
        now: Millis,
    ) -> Consequences {
        Consequences {
            posts: posts(before.to_move(), after, events, now),
            ratings: if events.contains(&MatchEvent::Ended) { rating_updates(after, rating, now) } else { Vec::new() },
            result: after.outcome.filter(|_| events.contains(&MatchEvent::Ended)),
            next_check: after.next_event(true).map(|(at, _)| at),
            engine_acts: after.waits_for_engine(),
        }
    }

    /// What follows from the start of a match.
    pub fn of_start(started: &Match) -> Consequences {
        Consequences {
            posts: posts(None, started, &[MatchEvent::Started], started.started_at),
            ratings: Vec::new(),
            result: None,
            next_check: started.next_event(true).map(|(at, _)| at),
            engine_acts: started.waits_for_engine(),
        }
    }
}

/// The posts that announce events. `turn` is the seat that was to move before. There is one board, however many moves
/// were made. There is none after a move that the engine answers: the engine's board also shows that move.
fn posts(turn: Option<Seat>, after: &Match, events: &[MatchEvent], now: Millis) -> Vec<Post> {
    let (game, ply) = (after.id, after.ply());
    let engine = after.engine_seat();
    let is_engine_move = turn.is_some() && turn == engine;
    let (mut posts, mut turn, mut board) = (Vec::new(), turn, None);
    for event in events {
        match *event {
            MatchEvent::Started => {
                posts.push(Post::Open { match_id: game });
                board = Some(None);
            }
            MatchEvent::Moved { since, passed_on } => {
                board = Some(Some(if is_engine_move { last_turn_before(after, since) } else { since }));
                if passed_on {
                    // The turn changed hands in between, so the player to move is notified even if it is the same one.
                    turn = None;
                }
            }
            MatchEvent::PlacedAtRandom => {
                board = Some(None);
                turn = None;
            }
            MatchEvent::TakenBack | MatchEvent::Ended => board = board.or(Some(None)),
            MatchEvent::Offered(Offer::Draw(by)) => posts.push(Post::notice(game, ply, Notice::DrawOffered, by)),
            MatchEvent::Offered(Offer::TakeBack(by)) => posts.push(Post::notice(game, ply, Notice::TakeBackAsked, by)),
            MatchEvent::Offered(Offer::RandomPlacement(by)) => {
                posts.push(Post::notice(game, ply, Notice::RandomPlacementOffered, by));
            }
            MatchEvent::Declined(kind, by) => {
                let notice = match kind {
                    OfferKind::Draw => Notice::DrawDeclined,
                    OfferKind::TakeBack => Notice::TakeBackDeclined,
                    OfferKind::RandomPlacement => Notice::RandomPlacementDeclined,
                };
                posts.push(Post::notice(game, ply, notice, by));
            }
            MatchEvent::Reminded(_) => posts.extend(after.reminder(now)),
            MatchEvent::Muted(_) => {}
        }
    }
    let begins_or_moves = |event: &MatchEvent| matches!(event, MatchEvent::Started | MatchEvent::Moved { .. });
    if engine.is_some() && after.to_move() == engine && !is_engine_move && events.iter().any(begins_or_moves) {
        board = None;
        posts.push(Post::Thinking { match_id: game, ply, at: now.plus(THINKING_AFTER_MS) });
    }
    posts.extend(board.map(|since| {
        let mut board = after.board(since);
        if let Post::Board { taken_back, placed_at_random, .. } = &mut board {
            *taken_back = events.contains(&MatchEvent::TakenBack);
            *placed_at_random = events.contains(&MatchEvent::PlacedAtRandom);
        }
        board
    }));
    if events.contains(&MatchEvent::Ended) {
        posts.push(Post::Closing { match_id: game });
    }
    after.notify(posts, turn, now)
}

/// The first ply of the turn before the ply `since`. All plies of that turn are the other player's.
fn last_turn_before(after: &Match, since: usize) -> usize {
    let mut line = after.line.copy();
    while line.ply() > since {
        line.take_back();
    }
    let seat = line.seat();
    let mut first = line.ply();
    while line.take_back().is_some() && line.seat() != seat {
        first = line.ply();
    }
    first
}

/// The rating changes of a match that ended at `now`. `rating` returns the stored rating of a player, if there is one.
pub fn rating_updates(ended: &Match, rating: impl Fn(PlayerId) -> Option<Rating>, now: Millis) -> Vec<RatingUpdate> {
    let Some(result) = RatedResult::of(ended, now).filter(|_| ended.status != Status::Running) else {
        return Vec::new();
    };
    let changes = result.changes(&rating).into_iter();
    changes.map(|(player, change)| RatingUpdate { player, seen: rating(player), change }).collect()
}
