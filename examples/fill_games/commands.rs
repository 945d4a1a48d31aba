//! The database work of each command.

use super::{DISCORD, Failure, ROUNDS, Table};
use std::future::Future;
use std::time::Instant;
use tablero::rules::SeededRng;
use tablero::service::people::preferences::Pings;
use tablero::service::people::schedule::ScheduleUpdate;
use tablero::service::{
    Action, ExternalId, Hint, Level, Match, MatchFilter, MatchId, OfferKind, PlayerId, Reader, Status, Terms,
};

/// Commands in running games are timed if there are at least this many games, because some cannot be repeated in the
/// same game.
const RUNNING_MIN: usize = 5 * ROUNDS as usize;

/// Prints the median and the longest duration of many rounds. A round returns when it has prepared what it needs, and its
/// time begins.
async fn time<F: Future<Output = Result<Instant, Failure>>>(
    what: &str,
    mut round: impl FnMut(u64) -> F,
) -> Result<(), Failure> {
    let mut times = Vec::new();
    for number in 0..ROUNDS {
        let started = round(number).await?;
        times.push(started.elapsed());
    }
    times.sort();
    println!("  {what}: {:.2?}, at most {:.2?}", times[times.len() / 2], times[times.len() - 1]);
    Ok(())
}

/// Times the requests to the database that each command makes, apart from export and erasure.
pub async fn time_commands(table: &Table, games: u64, running: &[MatchId]) -> Result<(), Failure> {
    println!("the median and the longest of {ROUNDS} requests:");
    every_request(table).await?;
    lists(table).await?;
    finished_games(table, games).await?;
    people(table).await?;
    challenges(table).await?;
    if running.len() >= RUNNING_MIN {
        running_games(table, running).await?;
    }
    Ok(())
}

/// A person of the world, another one for each number.
fn person(table: &Table, number: u64) -> PlayerId {
    table.world.people[1 + (number * 31) as usize % (table.world.people.len() - 1)]
}

/// What each request needs before it is dispatched: the account, the name and the preferences of the person, the place.
async fn every_request(table: &Table) -> Result<(), Failure> {
    let service = &table.service;
    time("any command, before it is dispatched", |number| async move {
        let account = ExternalId((super::FIRST_ID / 2 + (number + 1) * super::PERSON_STEP).to_string());
        let started = Instant::now();
        let person = service.person_of(DISCORD, &account).await?;
        service.update_player(person, &format!("Player {number}"), Some("en-GB")).await?;
        service.queries().preferences(person).await?;
        Ok(started)
    })
    .await
}

async fn lists(table: &Table) -> Result<(), Failure> {
    let (queries, service, now) = (table.service.queries(), &table.service, table.service.now());
    let busiest = table.world.busiest();
    time("/games of the busiest person", |_| async move {
        let started = Instant::now();
        service.running(busiest, 25).await?;
        service.open_challenges(busiest, 0, 25).await?;
        Ok(started)
    })
    .await?;
    time("/games past of the busiest person, first page", |_| async move {
        let started = Instant::now();
        service.finished(busiest, 0, 10).await?;
        Ok(started)
    })
    .await?;
    time("/games past of the busiest person, page 400", |_| async move {
        let started = Instant::now();
        service.finished(busiest, 3990, 10).await?;
        Ok(started)
    })
    .await?;
    time("/stats of the busiest person", |_| async move {
        let started = Instant::now();
        queries.player_stats(busiest, "zertz", Reader { person: busiest, server: None }, now).await?;
        Ok(started)
    })
    .await?;
    let channels = &table.world.channels;
    time("/stats of another player", |number| async move {
        let (person, server) = (person(table, number), Some(channels[number as usize % channels.len()].1));
        let started = Instant::now();
        queries.player_stats(person, "zertz", Reader { person: busiest, server }, now).await?;
        Ok(started)
    })
    .await?;
    time("/leaderboard", |number| async move {
        let server = channels[number as usize % channels.len()].1;
        let started = Instant::now();
        let leaders = queries.leaders(server, "zertz", person(table, number), now).await?;
        let players: Vec<PlayerId> = leaders.iter().map(|leader| leader.player).collect();
        queries.player_names(&players).await?;
        Ok(started)
    })
    .await
}

async fn finished_games(table: &Table, games: u64) -> Result<(), Failure> {
    let (queries, service) = (table.service.queries(), &table.service);
    time("/board, /moves or /replay of a finished game", |number| async move {
        let started = Instant::now();
        service.find(MatchId(1 + (number * 7_919 % games) as i64)).await?;
        Ok(started)
    })
    .await?;
    time("how a finished game changed ratings", |number| async move {
        let started = Instant::now();
        queries.rating_changes(MatchId(1 + (number * 7_919 % games) as i64)).await?;
        Ok(started)
    })
    .await?;
    // The busiest person plays each hundredth game.
    time("the same for the busiest person", |number| async move {
        let started = Instant::now();
        queries.rating_changes(MatchId(1 + (number * 100 % games) as i64)).await?;
        Ok(started)
    })
    .await?;
    time("/analyse", |number| async move {
        let played = service.find(MatchId(1 + ((number + 7) * 7_919 % games) as i64)).await?;
        let started = Instant::now();
        if let Some(person) = played.people().first().filter(|_| played.ply() > 0) {
            service.analyse(&played, *person, None).await?;
        }
        Ok(started)
    })
    .await
}

async fn people(table: &Table) -> Result<(), Failure> {
    let service = &table.service;
    time("/settings", |number| async move {
        let person = person(table, number);
        let started = Instant::now();
        service.update_preferences(person, |preferences| preferences.pings = Pings::Direct).await?;
        Ok(started)
    })
    .await?;
    time("/times", |number| async move {
        let person = person(table, number);
        let started = Instant::now();
        let update = ScheduleUpdate { weekend: Some(true), ..ScheduleUpdate::default() };
        service.set_schedule(person, &update).await?;
        service.schedule(person).await?;
        Ok(started)
    })
    .await?;
    time("/vacation, and back", |number| async move {
        let person = person(table, number);
        let started = Instant::now();
        service.vacation_balance(person).await?;
        service.start_vacation(person, Some(1)).await?;
        service.end_vacation(person).await?;
        Ok(started)
    })
    .await?;
    time("/block, and undo", |number| async move {
        let (one, other) = (person(table, number), table.world.busiest());
        let started = Instant::now();
        service.block(one, other).await?;
        service.blocked(one).await?;
        service.unblock(one, other).await?;
        Ok(started)
    })
    .await?;
    time("/link", |number| async move {
        let person = person(table, number);
        let started = Instant::now();
        service.link_code(person).await?;
        Ok(started)
    })
    .await?;
    let channels = &table.world.channels;
    time("/server", |number| async move {
        let server = channels[number as usize % channels.len()].1;
        let started = Instant::now();
        service.update_server_settings(server, |settings| settings.games_max = Some(100)).await?;
        Ok(started)
    })
    .await
}

/// Terms that no open challenge or running game of these two people has.
fn terms(table: &Table, number: u64) -> (Terms, PlayerId) {
    let (terms, _) = table.terms(2 * number + 1, &mut SeededRng::new(number ^ 0xc0ffee));
    let opponent = table.world.people[(1 + number) as usize % table.world.people.len()];
    let challenger = table.world.people[(2 + number) as usize % table.world.people.len()];
    (Terms { challenger, opponent: Some(opponent), ..terms }, opponent)
}

async fn challenges(table: &Table) -> Result<(), Failure> {
    let service = &table.service;
    time("/challenge, and cancelled", |number| async move {
        let (terms, _) = terms(table, number);
        let started = Instant::now();
        let challenge = service.propose(terms.clone()).await?;
        service.close(challenge.id, terms.challenger, true).await?;
        Ok(started)
    })
    .await?;
    time("accepting a challenge", |number| async move {
        let (terms, opponent) = terms(table, number);
        let challenge = service.propose(terms).await?;
        let started = Instant::now();
        service.accept(challenge.id, opponent, None, None).await?;
        Ok(started)
    })
    .await?;
    time("/play", |number| async move {
        let (terms, _) = terms(table, number);
        let terms = Terms { opponent: None, rated: false, ..terms };
        let started = Instant::now();
        service.start_against_engine(terms, Level::FULL, None).await?;
        Ok(started)
    })
    .await
}

/// A running game in which a person is to move.
async fn with_turn(table: &Table, running: &[MatchId], number: u64) -> Result<(Match, PlayerId), Failure> {
    for at in 0..running.len() {
        let game = table.service.find(running[(number as usize * 7_919 + at) % running.len()]).await?;
        let person = game.to_move().and_then(|seat| game.player(seat).person());
        if let Some(person) = person.filter(|_| game.status == Status::Running) {
            return Ok((game, person));
        }
    }
    Err("no person is to move in a running game".into())
}

async fn running_games(table: &Table, running: &[MatchId]) -> Result<(), Failure> {
    let (queries, service) = (table.service.queries(), &table.service);
    time("finding the game of a thread", |number| async move {
        let (game, person) = with_turn(table, running, number).await?;
        let Some(place) = table.platform.thread(game.id) else { return Ok(Instant::now()) };
        let started = Instant::now();
        service.find_at(place, person, MatchFilter::Running).await?;
        Ok(started)
    })
    .await?;
    time("/move", |number| async move {
        let (game, _) = with_turn(table, running, number).await?;
        let started = Instant::now();
        table.play(game, &mut SeededRng::new(number)).await?;
        Ok(started)
    })
    .await?;
    time("/note", |number| async move {
        let (game, person) = with_turn(table, running, number + 200).await?;
        let started = Instant::now();
        service.store_note(&game, person, "look at the corner").await?;
        service.note(&game, person).await?;
        Ok(started)
    })
    .await?;
    time("/hint", |number| async move {
        let (game, _) = with_turn(table, running, number + 400).await?;
        let seat = game.to_move().unwrap_or(tablero::rules::Seat::One);
        let hint = Hint {
            match_id: game.id,
            ply: game.ply(),
            seat,
            position: game.line.position(),
            stage: 1,
            worded: "look at the corner".to_owned(),
            requested_at: service.now(),
        };
        let started = Instant::now();
        queries.hint(game.id, game.ply(), seat).await?;
        service.store_hint(hint).await?;
        Ok(started)
    })
    .await?;
    time("/draw, and refused", |number| async move {
        let (game, person) = with_turn(table, running, number + 600).await?;
        let other = game.people().into_iter().find(|other| *other != person);
        let Some(other) = other.filter(|_| game.line.game().has_draws()) else { return Ok(Instant::now()) };
        let started = Instant::now();
        service.act(game.id, person, None, &Action::OfferDraw, None).await?;
        service.act(game.id, other, None, &Action::Decline(OfferKind::Draw), None).await?;
        Ok(started)
    })
    .await?;
    time("/resign", |number| async move {
        let (game, person) = with_turn(table, running, number + 800).await?;
        let started = Instant::now();
        service.act(game.id, person, None, &Action::Resign, None).await?;
        Ok(started)
    })
    .await
}
