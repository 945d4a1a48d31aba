//! Conversions between rows and domain types.

use super::move_list::StoredMove;
use crate::catalog::{AnyLine, Catalog};
use crate::db::database_error::corrupt;
use crate::db::driver::Row;
use crate::rules::{Outcome, Seat};
use crate::service::ServerId;
use crate::service::{
    Challenge, ChallengeCode, ChallengeId, ChallengeState, Clocks, DeliveryMode, Level, Match, MatchId, MatchLocation,
    Millis, Offer, Pauses, PlaceId, Player, PlayerId, Status, Terms, TimeControl, Token,
};
use crate::service::{DuePost, Lease, LeaseEnd, StorageError};
use std::str::FromStr;

/// A Discord id as the database stores it.
pub(super) const fn stored(number: u64) -> i64 {
    number.cast_signed()
}

/// The stored numbers of people, four at a time, for statements that look up several at once. 0, which is nobody's
/// number, fills up the last four.
pub(super) fn in_fours(people: &[PlayerId]) -> impl Iterator<Item = [i64; 4]> {
    people.chunks(4).map(|some| std::array::from_fn(|at| some.get(at).map_or(0, |person| stored(person.0))))
}

/// The inverse of [`stored`].
pub(super) const fn external_id(number: i64) -> u64 {
    number.cast_unsigned()
}

/// The stored number of a seat: 1 or 2.
pub(super) const fn seat_number(seat: Seat) -> i64 {
    seat.index() as i64 + 1
}

/// The inverse of [`seat_number`].
pub(super) fn seat(number: i64) -> Result<Seat, StorageError> {
    match number {
        1 => Ok(Seat::One),
        2 => Ok(Seat::Two),
        other => Err(corrupt(format_args!("{other} is not a seat"))),
    }
}

/// Fails with [`StorageError::Conflict`] when an update that must change one row changed none.
pub(super) fn changed_one(rows: u64) -> Result<(), StorageError> {
    if rows == 1 { Ok(()) } else { Err(StorageError::Conflict) }
}

/// Parses an optional stored word; an unknown word is an error.
pub(super) fn parse_word<T: FromStr>(word: Option<String>) -> Result<Option<T>, StorageError> {
    let Some(word) = word else { return Ok(None) };
    word.parse().map(Some).map_err(|_| corrupt(format_args!("{word} is not a known value")))
}

pub(super) fn delivery_mode(row: &Row) -> Result<DeliveryMode, StorageError> {
    let word: String = row.get("delivery_mode")?;
    word.parse().map_err(|_| corrupt(format_args!("{word} is not a delivery mode")))
}

/// Reads the place in a column of a row.
pub(super) fn optional_place(row: &Row, name: &str) -> Result<Option<PlaceId>, StorageError> {
    let place: Option<i64> = row.get(name)?;
    Ok(place.map(|place| PlaceId(external_id(place))))
}

pub(super) fn challenge(row: &Row) -> Result<Challenge, StorageError> {
    let text = |name| row.get::<String>(name);
    let number = |name| row.get::<i64>(name);
    let opponent: Option<i64> = row.get("opponent")?;
    let match_id: Option<i64> = row.get("match")?;
    let side = text("side")?;
    let (control, pauses) = control(row)?;
    let state = match (text("state")?.as_str(), match_id) {
        ("open", _) => ChallengeState::Open,
        ("accepted", Some(match_id)) => ChallengeState::Accepted(MatchId(match_id)),
        ("declined", _) => ChallengeState::Declined,
        ("cancelled", _) => ChallengeState::Cancelled,
        (other, _) => return Err(corrupt(format_args!("{other} is not a state of a challenge"))),
    };
    let id = ChallengeId(number("id")?);
    let symbols: Option<String> = row.get("code")?;
    Ok(Challenge {
        id,
        code: symbols.map(|symbols| ChallengeCode { challenge: id, symbols }),
        terms: Terms {
            game: text("game")?,
            setup: text("setup")?,
            challenger: PlayerId(external_id(number("challenger")?)),
            opponent: opponent.map(|opponent| PlayerId(external_id(opponent))),
            side: side.parse().map_err(|_| corrupt(format_args!("{side} is not a side")))?,
            hints: row.get("hints")?,
            rated: row.get("rated")?,
            control,
            pauses,
            note: text("note")?,
            place: PlaceId(external_id(number("place")?)),
            origin: optional_place(row, "origin")?,
            server: server(row)?,
            delivery_mode: delivery_mode(row)?,
            language: text("language")?,
        },
        state,
        expires_at: Millis(number("expires_at")?),
    })
}

fn offers_made(words: &str) -> Result<Vec<Offer>, StorageError> {
    let offers = words.split_whitespace().map(|word| parse_word(Some(word.to_owned())));
    Ok(offers.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

/// A player as stored: the id of a person and no level, or 0 and one more than the engine's level, because 0 means no
/// level in the results of players.
pub(super) fn stored_player(player: Player) -> (i64, Option<i64>) {
    match player {
        Player::Person(id) => (stored(id.0), None),
        Player::Engine(level) => (0, Some(i64::from(level.number()) + 1)),
    }
}

pub(super) fn player(number: i64, level: Option<i64>) -> Result<Player, StorageError> {
    let Some(level) = level else { return Ok(Player::Person(PlayerId(external_id(number)))) };
    let known = u8::try_from(level.saturating_sub(1)).ok().and_then(Level::new);
    known.map(Player::Engine).ok_or_else(|| corrupt(format_args!("{level} is not a level")))
}

pub(super) fn control(row: &Row) -> Result<(TimeControl, Pauses), StorageError> {
    let control: String = row.get("control")?;
    let pauses: String = row.get("pauses")?;
    match (control.parse(), pauses.parse()) {
        (Ok(control), Ok(pauses)) => Ok((control, pauses)),
        _ => Err(corrupt(format_args!("{control}, {pauses} is not a time control"))),
    }
}

/// The players on the seats of a match.
pub(super) fn players(row: &Row) -> Result<[Player; 2], StorageError> {
    Ok([player(row.get("player1")?, row.get("level1")?)?, player(row.get("player2")?, row.get("level2")?)?])
}

/// Whether a match is running or why it ended, and its outcome.
pub(super) fn ending(id: MatchId, row: &Row) -> Result<(Status, Option<Outcome>), StorageError> {
    let status: String = row.get("status")?;
    let status = status.parse().map_err(|_| corrupt(format_args!("match {id}: {status} is not a status")))?;
    Ok((status, parse_word(row.get("outcome")?)?))
}

/// Replays the moves of a match.
pub(super) fn line(
    catalog: &Catalog,
    id: MatchId,
    row: &Row,
    moves: &[StoredMove],
) -> Result<Box<dyn AnyLine>, StorageError> {
    let (name, setup): (String, String) = (row.get("game")?, row.get("setup")?);
    let game = catalog.game(&name).ok_or_else(|| corrupt(format_args!("match {id}: {name} is not a game")))?;
    let mut line = game.start(&setup).map_err(|error| corrupt(format_args!("match {id}: {error}")))?;
    let texts: Vec<&str> = moves.iter().map(|played| played.text.as_str()).collect();
    line.play_all(&texts).map_err(|refused| corrupt(format_args!("match {id}: {refused}")))?;
    Ok(line)
}

/// Builds a match from its row, its locations, and its moves with the time each one earned, replaying them through the
/// rules. Preferences, calendars and conditional moves stay at their defaults.
pub(super) fn replay(
    catalog: &Catalog,
    row: &Row,
    locations: Vec<MatchLocation>,
    moves: &[StoredMove],
) -> Result<Match, StorageError> {
    let mut locations = locations.into_iter();
    let text = |name| row.get::<String>(name);
    let number = |name| row.get::<i64>(name);
    let count = |number| u32::try_from(number).unwrap_or(u32::MAX);
    let id = MatchId(number("id")?);
    let (control, pauses) = control(row)?;
    let (status, outcome) = ending(id, row)?;
    Ok(Match {
        id,
        setup: text("setup")?,
        players: players(row)?,
        line: line(catalog, id, row, moves)?,
        status,
        outcome,
        clocks: Clocks {
            control,
            pauses,
            left: [number("left1")?, number("left2")?],
            since: Millis(number("since")?),
            reminded: u8::try_from(number("reminded")?).map_err(corrupt)?,
        },
        earned: moves.iter().map(|played| played.earned).collect(),
        calendars: Default::default(),
        preferences: Default::default(),
        muted: [row.get("muted1")?, row.get("muted2")?],
        rated: row.get("rated")?,
        offer: parse_word(row.get("offer")?)?,
        offers_made: offers_made(&text("asked")?)?,
        hints: row.get("hints")?,
        guided: row.get("guided")?,
        hints_used: [count(number("hints1")?), count(number("hints2")?)],
        conditional_moves: Default::default(),
        location: locations.next().ok_or_else(|| corrupt(format_args!("match {id} is played nowhere")))?,
        other_locations: locations.collect(),
        started_at: Millis(number("started_at")?),
        changed_at: Millis(number("changed_at")?),
        version: number("version")?,
    })
}

/// The interaction token of a post or a job.
pub(super) fn token(row: &Row) -> Result<Option<Token>, StorageError> {
    let secret: Option<String> = row.get("token")?;
    let until: Option<i64> = row.get("token_until")?;
    Ok(secret.zip(until).map(|(secret, until)| Token::new(secret, Millis(until))))
}

/// A post that was claimed with this lease.
pub(super) fn due_post(row: &Row, lease: Lease) -> Result<DuePost, StorageError> {
    let id: i64 = row.get("id")?;
    let post: String = row.get("post")?;
    let attempts: i64 = row.get("attempts")?;
    let notified_at: Option<i64> = row.get("told_at")?;
    Ok(DuePost {
        id: crate::service::PostId(id),
        post: serde_json::from_str(&post).map_err(|error| corrupt(format_args!("post {id}: {error}")))?,
        attempts: u32::try_from(attempts).unwrap_or(u32::MAX),
        created_at: Millis(row.get("created_at")?),
        players_notified: notified_at.is_some(),
        location: row.get::<Option<i64>>("location")?.map(|number| u32::try_from(number).unwrap_or(u32::MAX)),
        token: token(row)?,
        lease_end: LeaseEnd::of(lease),
        lease,
    })
}

/// Reads the server id of a row.
pub(super) fn server(row: &Row) -> Result<Option<ServerId>, StorageError> {
    let number: Option<i64> = row.get("server")?;
    Ok(number.map(|number| ServerId(external_id(number))))
}

#[cfg(test)]
mod tests {
    use crate::service::{DeliveryMode, JobEnd, JobKind, Side};
    use std::fmt::{Debug, Display};
    use std::str::FromStr;

    fn stored_as<T: FromStr<Err: Debug> + Display + Debug + PartialEq>(value: T, word: &str) {
        assert_eq!((value.to_string().as_str(), &word.parse::<T>().expect("it is known")), (word, &value));
    }

    #[test]
    fn a_variant_with_another_name_is_stored_as_before() {
        stored_as(Side::First, "first");
        stored_as(Side::Second, "second");
        stored_as(Side::Random, "lot");
        stored_as(DeliveryMode::Threads, "server");
        stored_as(DeliveryMode::Channel, "channel");
        stored_as(DeliveryMode::InteractionOnly, "answers");
        stored_as(JobKind::Turn, "turn");
        stored_as(JobKind::Analysis, "analysis");
        stored_as(JobEnd::Done, "done");
        stored_as(JobEnd::Dropped, "dropped");
        stored_as(JobEnd::Failed, "failed");
    }
}
