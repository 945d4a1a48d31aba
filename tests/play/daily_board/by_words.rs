//! The board of the day on platforms that lack something: buttons and menus are numbers, and answers are direct messages.

use crate::platforms::{EVERYTHING, Shown, Table};
use tablero::chat::Capabilities;
use tablero::service::{Address, DailySwitch, DeliveryMode, NewLocation};

/// The channel has a board since now, and this is it.
async fn board(table: &Table) -> Shown {
    let at = NewLocation {
        channel: table.channel,
        origin: None,
        server: Some(table.server),
        delivery_mode: DeliveryMode::Threads,
        language: "en".to_owned(),
    };
    let change = |channel: &mut tablero::service::DailyChannel| {
        (channel.switch, channel.minute) = (DailySwitch::On, 7 * 60);
    };
    table.service.change_daily(&at, "UTC", change).await.expect("it is stored");
    let opened = table.service.open_daily_board(table.channel, table.service.now()).await;
    assert_eq!(opened.expect("the store works"), None);
    let is_board = |shown: &Shown| shown.view.text.plain().starts_with("Board of the day: ");
    table.platform.wait(0, "the board", is_board).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_is_solved_by_words_in_direct_messages() {
    for capabilities in [Capabilities::none(4_000), Capabilities { forms: false, ..EVERYTHING }] {
        let table = Table::open(capabilities).await;
        let shown = board(&table).await;
        assert_eq!(shown.address, Address::Place(table.channel));
        let stored = table.service.queries().numbered_daily_board(table.channel, 1).await;
        let stored = stored.expect("it is read").expect("a board");
        let (_, puzzle) = table.service.daily_board(stored.id).await.expect("it is read").expect("a puzzle");
        for (who, answer) in [(0, puzzle.answer.clone()), (1, puzzle.line.nth_legal(0).expect("a move"))] {
            let before = table.press(who, &shown, "Solve").await;
            let person = table.people[who];
            let asks = |shown: &Shown| {
                shown.address.person() == Some(person) && shown.view.text.plain().contains("Board of the day in ")
            };
            let task = table.platform.wait(before, "the task", asks).await;
            if !capabilities.buttons {
                let before = table.say(who, None, &answer).await;
                let expected = if answer == puzzle.answer { "solved! You needed one try." } else { " – no. " };
                let judged = |shown: &Shown| {
                    shown.address == Address::Person(person) && shown.view.text.plain().contains(expected)
                };
                table.platform.wait(before, expected, judged).await;
            }
            assert!(task.view.pings.is_empty());
        }
        if !capabilities.buttons {
            let answers = table.service.queries().daily_answers(stored.id).await.expect("they are read");
            assert_eq!(answers.len(), 2, "everything is delivered twice, and counted once");
            assert!(answers.iter().all(|answer| answer.tries == 1), "{answers:?}");
        }
        let in_channel =
            table.platform.messages().into_iter().filter(|shown| shown.address == Address::Place(table.channel));
        assert_eq!(in_channel.count(), 1, "nothing is told in the channel");
        table.close().await;
    }
}
