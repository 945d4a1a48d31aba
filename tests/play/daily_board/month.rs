//! A month of a channel with sixty people, and processes that are killed at any moment. What the bot posts must be what
//! an independent count of what the people did says.

use super::club::{Club, DAY_MS, HOUR_MS};
use crate::test_database::TestDatabase;
use std::collections::{BTreeMap, BTreeSet};
use tablero::catalog::AnyLine;
use tablero::chat::views::daily::NAMED_MAX;
use tablero::service::daily::Try;
use tablero::service::{
    Clock, DailyQueries, DailyRecord, DailySwitch, EventId, Millis, PlatformId, PlayerId, ServiceError, StorageError,
};

const PEOPLE: usize = 60;
const DAYS: i64 = 30;
/// Person 7 deletes their data in the middle of this day.
const ERASED_ON: i64 = 10;
/// The bot is down from the morning of this day to the afternoon of the next one.
const DOWN_ON: i64 = 13;
/// The channel has no boards from noon of this day on for two days.
const OFF_ON: i64 = 20;

/// What one person did with one board.
#[derive(Clone, Debug)]
struct Done {
    person: PlayerId,
    tries: u32,
    wrong: Option<String>,
    is_solved: bool,
    is_shown: bool,
    at: Millis,
}

/// What people did with each board, by its number.
type Book = BTreeMap<u32, Vec<Done>>;

fn is_hidden(person: PlayerId) -> bool {
    person.0.is_multiple_of(9)
}

fn wants_pings(person: PlayerId) -> bool {
    person.0 % 10 == 1
}

/// A move that does not solve a puzzle: people have the same few ideas.
fn idea(line: &dyn AnyLine, answer: &str, number: u64) -> String {
    let legal = line.legal(8);
    let wrong: Vec<&String> = legal.iter().filter(|text| *text != answer).collect();
    wrong[(number % 3) as usize % wrong.len()].clone()
}

/// The lines of a result that the record of a board says.
fn expected_lines(done: &[Done]) -> Vec<String> {
    if done.is_empty() {
        return vec!["Nobody tried it.".to_owned()];
    }
    let mut solved: Vec<&Done> = done.iter().filter(|done| done.is_solved).collect();
    solved.sort_by_key(|done| (done.tries, done.at, done.person.0));
    let tried = match done.len() {
        1 => "One person tried it,".to_owned(),
        count => format!("{count} people tried it,"),
    };
    let lines = match solved.len() {
        0 => format!("{tried} but nobody solved it."),
        1 => format!("{tried} and one solved it."),
        count => format!("{tried} and {count} solved it."),
    };
    let mut lines = vec![lines];
    let named: Vec<&&Done> = solved.iter().filter(|done| !is_hidden(done.person)).take(NAMED_MAX).collect();
    let tries: BTreeSet<u32> = named.iter().map(|done| done.tries).collect();
    for tries in tries {
        let count = named.iter().filter(|done| done.tries == tries).count();
        lines.push(match tries {
            1 => format!("At once: {count}"),
            tries => format!("In {tries} tries: {count}"),
        });
    }
    let more = solved.len() - named.len();
    if more > 0 && !named.is_empty() {
        lines.last_mut().expect("a line").push_str(&format!(" and {more} more"));
    }
    let mut ideas: BTreeMap<&str, usize> = BTreeMap::new();
    done.iter().filter_map(|done| done.wrong.as_deref()).for_each(|wrong| *ideas.entry(wrong).or_default() += 1);
    if let Some(most) = ideas.values().max() {
        let (text, _) = ideas.iter().find(|(_, count)| *count == most).expect("an idea");
        lines.push(match most {
            1 => format!("The first idea of one person was {text}."),
            most => format!("The first idea of {most} people was {text}."),
        });
    }
    lines
}

/// The people that the record of a board names, in order.
fn expected_people(done: &[Done]) -> Vec<PlayerId> {
    let mut solved: Vec<&Done> = done.iter().filter(|done| done.is_solved && !is_hidden(done.person)).collect();
    solved.sort_by_key(|done| (done.tries, done.at, done.person.0));
    solved.iter().map(|done| done.person).take(NAMED_MAX).collect()
}

/// A line of a posted result with the number of people in place of their names, and without what the wrong move does.
fn shortened(line: &str) -> String {
    if let Some((tries, rest)) =
        line.split_once(": ").filter(|(tries, _)| *tries == "At once" || tries.ends_with(" tries"))
    {
        let (names, more) = rest.split_once(" and ").unwrap_or((rest, ""));
        let more = if more.is_empty() { String::new() } else { format!(" and {more}") };
        return format!("{tries}: {}{more}", names.split(", ").count());
    }
    match line.starts_with("The first idea of ") {
        true => format!("{}.", line.split(". ").next().expect("a sentence").trim_end_matches('.')),
        false => line.to_owned(),
    }
}

impl Club {
    /// One try, delivered by the platform until the bot has taken it.
    async fn try_move(&mut self, person: PlayerId, event: &str, tried: Try<'_>) {
        let (_, board) = self.last_board().await;
        let event = EventId { platform: PlatformId("scripted"), id: event.to_owned() };
        self.until_done(async |process| {
            let service = process.service.for_event(event.clone(), person);
            match service.answer_daily_board(board, person, tried).await {
                Ok(answered) => assert!(answered.is_some(), "the board is open"),
                // It was stored before the kill.
                Err(ServiceError::Storage(StorageError::AlreadyHandled)) => {}
                Err(error) => panic!("{error}"),
            }
        })
        .await;
    }

    /// A day of some of the people, in turn. Nothing is posted meanwhile.
    async fn answer(&mut self, book: &mut Book, erased: &[PlayerId], part: u64) {
        let (number, board) = self.last_board().await;
        let (_, puzzle) = self.process.service.daily_board(board).await.expect("it is read").expect("a puzzle");
        let posted = self.posted().len();
        for person in self.people.clone() {
            if person.0 % 2 != part || erased.contains(&person) || self.chance.below(10) < 2 {
                continue;
            }
            let mut done = Done { person, tries: 0, wrong: None, is_solved: false, is_shown: false, at: Millis(0) };
            let misses = [0, 0, 1, 1, 2, 5][self.chance.below(6) as usize];
            for number in 0..=misses {
                self.clock.advance(1 + self.chance.below(3) as i64);
                let event = format!("{board} {person} {number}");
                let wrong = idea(&*puzzle.line, &puzzle.answer, self.chance.draw());
                let gives_up = self.chance.below(12) == 0;
                let tried = match (number == misses, gives_up) {
                    (true, true) => Try::AskedForSolution,
                    (true, false) => Try::Solution,
                    (false, _) => Try::Wrong(&wrong),
                };
                self.try_move(person, &event, tried).await;
                done.tries += u32::from(tried != Try::AskedForSolution);
                (done.is_solved, done.is_shown) = (tried == Try::Solution, tried == Try::AskedForSolution);
                if matches!(tried, Try::Wrong(_)) {
                    done.wrong.get_or_insert(wrong);
                }
            }
            let stored = self.process.store.daily_answer(board, person).await.expect("it is read").expect("an answer");
            done.at = stored.answered_at;
            book.entry(number).or_default().push(done);
        }
        assert_eq!(self.posted().len(), posted, "nothing is told before the next board");
    }
}

async fn month(database: TestDatabase, seed: u64) {
    let mut club = Club::open(database, PEOPLE, seed).await;
    for person in club.people.clone() {
        let service = &club.process.service;
        let chosen = service.update_preferences(person, |chosen| {
            chosen.shows_profile = !is_hidden(person);
            chosen.daily_pings = wants_pings(person);
        });
        chosen.await.expect("they are stored");
    }
    let (mut book, mut erased, mut days) = (Book::new(), Vec::new(), BTreeSet::new());
    let mut expected_pings: BTreeMap<u32, Vec<PlayerId>> = BTreeMap::new();
    let mut next = club.switch(DailySwitch::On).await.expect("it comes");
    for day in 0..DAYS {
        club.wait_until(next);
        if day == DOWN_ON {
            // The hour of this day and that of the next one pass.
            club.wait_until(next.plus(DAY_MS + 6 * HOUR_MS));
        }
        let asked = |person: &PlayerId| wants_pings(*person) && !erased.contains(person);
        let known: BTreeSet<PlayerId> = book.values().flatten().map(|done| done.person).filter(asked).collect();
        for _ in 0..3 {
            club.work().await;
        }
        let (number, board) = club.last_board().await;
        let opened = club.process.store.daily_board(board).await.expect("it is read").expect("a board");
        assert!(days.insert(opened.day), "a day has one board");
        assert_eq!(number as usize, days.len());
        expected_pings.insert(number, known.into_iter().collect());
        book.entry(number).or_default();
        club.clock.advance(HOUR_MS);
        club.answer(&mut book, &erased, 0).await;
        if day == ERASED_ON {
            let gone = PlayerId(club.people[6].0);
            club.process.service.erase(gone, false, club.channel, None).await.expect("they are erased");
            // What was told before stays told.
            book.entry(number).or_default().retain(|done| done.person != gone);
            erased.push(gone);
        }
        club.clock.advance(HOUR_MS);
        club.answer(&mut book, &erased, 1).await;
        club.work().await;
        assert_eq!(club.last_board().await.0, number, "one board until the next hour");
        let channel = club.process.service.daily_channel(club.channel).await.expect("it is read").expect("it is there");
        next = channel.next(club.clock.now()).expect("it comes");
        if day == OFF_ON {
            assert_eq!(club.switch(DailySwitch::Off).await, None);
            club.work().await;
            let texts = club.texts();
            assert!(texts.last().expect("a result").starts_with("The board of "), "{texts:?}");
            club.wait_until(next.plus(DAY_MS + HOUR_MS));
            club.work().await;
            assert_eq!(club.texts(), texts, "no board comes");
            next = club.switch(DailySwitch::On).await.expect("it comes");
        }
    }
    club.wait_until(next);
    for _ in 0..3 {
        club.work().await;
    }
    assert_eq!(days.len() as i64, DAYS);

    // The channel shows each board once, and each result once, before the board that follows.
    let posted = club.posted();
    let is_result = |text: &str| text.starts_with("The board of ");
    let order: Vec<bool> = posted.iter().map(|shown| is_result(&shown.view.text.plain())).collect();
    let boards = order.iter().filter(|is_result| !**is_result).count();
    assert_eq!((boards, order.len()), (DAYS as usize + 1, 2 * DAYS as usize + 1));
    assert!(order.iter().enumerate().all(|(at, is_result)| *is_result == (at % 2 == 1)), "{order:?}");
    for (shown, (number, done)) in posted.iter().filter(|shown| is_result(&shown.view.text.plain())).zip(&book) {
        let text = shown.view.text.plain();
        let lines: Vec<String> = text.lines().skip(2).map(shortened).collect();
        assert_eq!(lines, expected_lines(done), "board {number}: {text}");
        assert_eq!(shown.view.text.people(), expected_people(done), "board {number}");
        assert!(shown.view.pings.is_empty());
    }
    for (shown, (number, pinged)) in
        posted.iter().filter(|shown| !is_result(&shown.view.text.plain())).zip(&expected_pings)
    {
        assert_eq!(shown.view.pings, *pinged, "board {number}");
        assert_eq!(shown.view.text.people(), *pinged, "nobody else is named");
    }

    // Streaks and ratings.
    book.values_mut().for_each(|done| done.retain(|done| !erased.contains(&done.person)));
    let last = DAYS as u32 + 1;
    for person in &club.people {
        let solved: Vec<u32> = book
            .iter()
            .filter(|(_, done)| done.iter().any(|done| done.person == *person && done.is_solved))
            .map(|(number, _)| *number)
            .collect();
        let runs = solved.chunk_by(|one, other| one + 1 == *other);
        let best = runs.clone().map(|run| run.len() as u32).max().unwrap_or(0);
        let current =
            runs.filter(|run| run.last().is_some_and(|end| end + 1 >= last)).map(|run| run.len() as u32).max();
        let expected = DailyRecord { solved: solved.len() as u32, streak: current.unwrap_or(0), best };
        assert_eq!(club.process.store.daily_record(*person).await.expect("it is read"), expected, "{person}");
    }
    let answered = book.values().map(Vec::len).sum::<usize>() as i64;
    assert_eq!(club.database.count("SELECT COUNT(*) FROM daily_answers").await, answered);
    assert_eq!(club.database.count("SELECT COUNT(*) FROM puzzles WHERE answered_at IS NOT NULL").await, answered);
    assert!(club.kills > 200, "{} kills", club.kills);
    assert!(answered > 1_000, "{answered} answers");
    club.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_month_of_sixty_people_and_kills_is_told_as_it_was() {
    month(TestDatabase::file(), 47).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_month_of_sixty_people_and_kills_over_postgresql_is_told_as_it_was() {
    let Some(database) = TestDatabase::server().await else { return };
    month(database, 48).await;
}
