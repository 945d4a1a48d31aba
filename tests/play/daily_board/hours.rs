//! When boards of the day come: late, early, twice, never.

use super::club::{Club, DAY_MS, HOUR_MS};
use crate::platforms::Call;
use crate::test_database::TestDatabase;
use tablero::service::daily::Try;
use tablero::service::{Clock, DailyQueries, DailySwitch};
use tablero::workers::DeliveryError;

async fn club() -> Club {
    Club::open(TestDatabase::file(), 3, 1).await
}

impl Club {
    /// Does what is due, without kills.
    async fn work_in_peace(&self) {
        self.process.scheduler.tick().await.expect("the store works");
        self.process.dispatcher.deliver_due().await.expect("the store works");
    }

    fn boards(&self) -> usize {
        self.texts().iter().filter(|text| text.starts_with("Board of the day")).count()
    }
}

#[tokio::test]
async fn an_outage_makes_one_board_late() {
    let club = club().await;
    let next = club.switch(DailySwitch::On).await.expect("it comes");
    club.wait_until(next.plus(3 * DAY_MS + 10 * HOUR_MS));
    club.work_in_peace().await;
    assert_eq!(club.boards(), 1);
    club.wait_until(next.plus(4 * DAY_MS - 1));
    club.work_in_peace().await;
    assert_eq!(club.boards(), 1);
    club.wait_until(next.plus(4 * DAY_MS));
    club.work_in_peace().await;
    assert_eq!(club.boards(), 2);
    // Shortly before the hour, the next board is the only one.
    club.wait_until(next.plus(6 * DAY_MS - HOUR_MS));
    club.work_in_peace().await;
    assert_eq!(club.boards(), 2);
    club.wait_until(next.plus(6 * DAY_MS));
    club.work_in_peace().await;
    assert_eq!(club.boards(), 3);
    club.close().await;
}

#[tokio::test]
async fn a_clock_that_goes_back_gives_no_second_board() {
    let club = club().await;
    let next = club.switch(DailySwitch::On).await.expect("it comes");
    club.wait_until(next);
    club.work_in_peace().await;
    for back in [1, 10 * 60_000, HOUR_MS, 5 * HOUR_MS] {
        club.wait_until(next.plus(-back));
        club.work_in_peace().await;
        club.wait_until(next);
        club.work_in_peace().await;
        assert_eq!(club.boards(), 1, "{back}");
    }
    club.wait_until(next.plus(DAY_MS));
    club.work_in_peace().await;
    assert_eq!(club.boards(), 2);
    club.close().await;
}

#[tokio::test]
async fn a_clock_that_was_a_year_ahead_does_not_end_the_boards() {
    let club = club().await;
    let next = club.switch(DailySwitch::On).await.expect("it comes");
    club.wait_until(next.plus(365 * DAY_MS));
    club.work_in_peace().await;
    assert_eq!(club.boards(), 1);
    club.wait_until(next.plus(HOUR_MS));
    club.work_in_peace().await;
    club.wait_until(next.plus(DAY_MS));
    club.work_in_peace().await;
    assert_eq!(club.boards(), 2);
    club.wait_until(next.plus(2 * DAY_MS));
    club.work_in_peace().await;
    assert_eq!(club.boards(), 3);
    club.close().await;
}

#[tokio::test]
async fn a_day_has_one_board_however_the_hour_and_the_zone_change() {
    let club = club().await;
    let next = club.switch(DailySwitch::On).await.expect("it comes");
    club.wait_until(next);
    club.work_in_peace().await;
    // The same day has another hour, and then another zone.
    club.choose(|channel| channel.minute = 15 * 60).await;
    club.wait_until(next.plus(6 * HOUR_MS));
    club.work_in_peace().await;
    club.choose(|channel| channel.zone = "America/Los_Angeles".to_owned()).await;
    club.wait_until(next.plus(15 * HOUR_MS));
    club.work_in_peace().await;
    assert_eq!(club.boards(), 1);
    for switch in [DailySwitch::Off, DailySwitch::On] {
        club.switch(switch).await;
    }
    club.work_in_peace().await;
    assert_eq!(club.boards(), 1);
    club.wait_until(next.plus(39 * HOUR_MS));
    club.work_in_peace().await;
    assert_eq!(club.boards(), 2);
    club.close().await;
}

#[tokio::test]
async fn a_channel_where_nobody_answers_pauses_once_and_wakes_again() {
    let club = club().await;
    let mut next = club.switch(DailySwitch::On).await.expect("it comes");
    for day in 0..20 {
        club.wait_until(next.plus(day * DAY_MS));
        club.work_in_peace().await;
    }
    let texts = club.texts();
    assert_eq!(club.boards(), 7, "{texts:#?}");
    assert_eq!(texts.iter().filter(|text| text.ends_with("Nobody tried it.")).count(), 7);
    let pauses =
        texts.iter().filter(|text| text.starts_with("Nobody has tried the last seven boards of the day")).count();
    assert_eq!((pauses, texts.len()), (1, 15));
    next = club.switch(DailySwitch::On).await.expect("it comes");
    club.wait_until(next);
    club.work_in_peace().await;
    assert_eq!(club.boards(), 8);
    // An answer in time keeps it awake.
    for day in 1..=6 {
        club.wait_until(next.plus(day * DAY_MS));
        club.work_in_peace().await;
    }
    let (_, board) = club.last_board().await;
    let answered = club.process.service.answer_daily_board(board, club.people[0], Try::Wrong("a1")).await;
    assert!(answered.expect("it is stored").is_some());
    for day in 7..=13 {
        club.wait_until(next.plus(day * DAY_MS));
        club.work_in_peace().await;
    }
    assert_eq!(club.boards(), 21);
    club.close().await;
}

#[tokio::test]
async fn a_channel_that_is_gone_gets_no_more_boards() {
    let club = club().await;
    let next = club.switch(DailySwitch::On).await.expect("it comes");
    let other = |why: &str| DeliveryError::Forbidden(why.to_owned());
    club.platform.fail(Call::Post, &[other("the permission is missing")]);
    club.wait_until(next);
    club.work_in_peace().await;
    assert_eq!(club.boards(), 0);
    club.wait_until(next.plus(DAY_MS));
    club.work_in_peace().await;
    assert_eq!(club.boards(), 1, "the next one may be accepted");
    club.platform.fail(Call::Post, &[DeliveryError::Gone("the channel was deleted".to_owned())]);
    club.wait_until(next.plus(2 * DAY_MS));
    club.work_in_peace().await;
    let channel = club.process.store.daily_channel(club.channel).await.expect("it is read").expect("it is there");
    assert_eq!(channel.switch, DailySwitch::Off);
    assert_eq!(club.database.count("SELECT COUNT(*) FROM alarms WHERE kind = 'daily'").await, 0);
    assert_eq!(club.database.count("SELECT COUNT(*) FROM outbox WHERE due_at IS NOT NULL").await, 0);
    club.close().await;
}

#[tokio::test]
async fn the_games_are_those_of_the_channel_and_of_its_server() {
    let club = club().await;
    let next = club.choose(|channel| {
        channel.switch = DailySwitch::On;
        channel.games = Some(vec!["dvonn".to_owned(), "barrier".to_owned()]);
    });
    let next = next.await.expect("it comes");
    let only = |games: Option<Vec<String>>| {
        let service = club.process.service.clone();
        let server = club.server;
        async move {
            let changed = service.update_server_settings(server, |settings| settings.games.clone_from(&games)).await;
            changed.expect("it is stored");
        }
    };
    only(Some(vec!["barrier".to_owned(), "zertz".to_owned()])).await;
    for day in 0..5 {
        club.wait_until(next.plus(day * DAY_MS));
        club.work_in_peace().await;
    }
    assert_eq!(club.texts().iter().filter(|text| text.starts_with("Board of the day: Barrier")).count(), 5);
    // Without a game there is no board until there is one again.
    only(Some(Vec::new())).await;
    club.wait_until(next.plus(5 * DAY_MS));
    club.work_in_peace().await;
    assert_eq!(club.boards(), 5);
    only(None).await;
    for day in 6..8 {
        club.wait_until(next.plus(day * DAY_MS));
        club.work_in_peace().await;
    }
    let texts = club.texts();
    assert!(texts.iter().any(|text| text.starts_with("Board of the day: DVONN")), "{texts:#?}");
    assert_eq!((club.boards(), texts.iter().any(|text| text.contains("ZÈRTZ"))), (7, false));
    assert!(club.clock.now() >= next);
    club.close().await;
}
