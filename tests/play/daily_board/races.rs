//! Two processes over one PostgreSQL database: a board is opened once, and an answer is either counted or refused.

use super::club::{Club, DAY_MS, Process};
use crate::test_database::TestDatabase;
use futures_util::future::join_all;
use tablero::service::daily::Try;
use tablero::service::{Clock, DailyQueries, DailySwitch, ServiceError, StorageError};

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_open_each_board_once() {
    let Some(database) = TestDatabase::server().await else { return };
    let club = Club::open(database, 20, 3).await;
    let other = Process::start(&club.database, &club.clock, &club.platform).await;
    let next = club.switch(DailySwitch::On).await.expect("it comes");
    let mut refused = 0;
    for day in 0..12 {
        club.wait_until(next.plus(day * DAY_MS));
        if day % 2 == 0 {
            // Both have the check at the same time, as after a lease that was lost.
            let now = club.clock.now();
            let opened =
                join_all([&club.process, &other].map(|process| process.service.open_daily_board(club.channel, now)));
            for opened in opened.await {
                match opened {
                    Ok(_) | Err(ServiceError::Storage(StorageError::Conflict)) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        }
        let ticks = join_all([&club.process, &other].map(|process| process.scheduler.tick()));
        ticks.await.into_iter().for_each(|ticked| assert!(ticked.is_ok(), "{ticked:?}"));
        for _ in 0..2 {
            let delivered = join_all([&club.process, &other].map(|process| process.dispatcher.deliver_due()));
            delivered.await.into_iter().for_each(|delivered| assert!(delivered.is_ok(), "{delivered:?}"));
        }
        let (number, board) = club.last_board().await;
        assert_eq!(i64::from(number), day + 1);
        // People answer while the board is being closed.
        club.wait_until(next.plus((day + 1) * DAY_MS));
        let now = club.clock.now();
        let answers = club.people.iter().enumerate().map(|(at, person)| {
            let process = if at % 2 == 0 { &club.process } else { &other };
            process.service.answer_daily_board(board, *person, Try::Solution)
        });
        let closing = async {
            loop {
                match other.service.open_daily_board(club.channel, now).await {
                    Err(ServiceError::Storage(StorageError::Conflict)) => {}
                    done => return done.expect("the store works"),
                }
            }
        };
        let (answers, _) = tokio::join!(join_all(answers), closing);
        let counted = answers.into_iter().filter(|answer| answer.as_ref().expect("the store works").is_some()).count();
        let stored = club.process.store.daily_answers(board).await.expect("they are read");
        assert_eq!(stored.len(), counted, "what was told to a person is what is stored");
        refused += club.people.len() - counted;
        for process in [&club.process, &other] {
            process.dispatcher.deliver_due().await.expect("the store works");
        }
        let solved = match counted {
            0 => "Nobody tried it.".to_owned(),
            1 => "One person tried it, and one solved it.".to_owned(),
            count => format!("{count} people tried it, and {count} solved it."),
        };
        let texts = club.texts();
        assert!(texts.iter().any(|text| text.contains(&solved)), "{solved}: {:?}", texts.last());
    }
    let boards = club.texts().iter().filter(|text| text.starts_with("Board of the day")).count();
    assert_eq!(boards, 13);
    assert!(refused < 12 * club.people.len(), "some answers were in time");
    other.store.close().await;
    club.close().await;
}
