//! What is stored about people who were erased, on platforms without buttons.

use super::scripted::Shown;
use super::table::{Table, has_choice};
use tablero::chat::Capabilities;
use tablero::service::{Address, ExternalId, PlatformId, PlayerId};

/// A platform without buttons, so that the actions of messages are stored.
const WORDS_ONLY: Capabilities = Capabilities { editing: true, ..Capabilities::none(1_000) };

#[tokio::test(flavor = "multi_thread")]
async fn the_event_of_an_erasure_is_stored_without_the_person_and_does_nothing_the_second_time() {
    let table = Table::open(WORDS_ONLY).await;
    assert_eq!(table.people[0], PlayerId(1));
    table.say(0, None, "settings").await;
    let before = table.say(0, None, "privacy delete").await;
    let question = table.private(0, before, "Delete my data").await;
    // It is delivered twice: the second time the question has no actions any more.
    assert!(table.write(0, None, "1", Some(&question.id), false).await);
    let texts: Vec<String> =
        table.platform.messages().iter().rev().take(2).map(|shown| shown.view.text.plain()).collect();
    assert!(texts.iter().all(|text| text.contains("deleted all your data")), "the bot says nothing else: {texts:?}");
    for (rows, sql) in [
        ("people", "SELECT COUNT(*) FROM people WHERE id = 1"),
        ("players", "SELECT COUNT(*) FROM players WHERE id = 1"),
        ("accounts", "SELECT COUNT(*) FROM accounts WHERE external_id = 'ada'"),
        ("events", "SELECT COUNT(*) FROM inbox WHERE person = 1"),
        ("actions", "SELECT COUNT(*) FROM stored_actions WHERE person = 1"),
    ] {
        assert_eq!(table.count(sql).await, 0, "{rows}");
    }
    assert_eq!(table.count("SELECT COUNT(*) FROM inbox WHERE outcome = 'erased' AND person = 0").await, 1);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_erasure_is_confirmed_again_where_nobody_else_reads_it() {
    let table = Table::open(WORDS_ONLY).await;
    table.repeat_erasure(0, Some(table.channel)).await;
    assert!(table.platform.messages().is_empty(), "a third person may have come into the direct room");
    table.repeat_erasure(0, None).await;
    let texts: Vec<String> = table.platform.messages().iter().map(|shown| shown.view.text.plain()).collect();
    assert!(matches!(&texts[..], [text] if text.contains("deleted all your data")), "{texts:?}");
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_question_about_a_link_does_not_name_the_other_person() {
    let table = Table::open_across(WORDS_ONLY).await;
    let account = ExternalId("4815162342815162".to_owned());
    let claimant = table.service.person_of(PlatformId("elsewhere"), &account).await.expect("a person");
    assert_eq!(claimant, PlayerId(4_815_162_342_815_162));
    table.say(0, None, "link").await;
    let code = table.service.link_code(table.people[0]).await.expect("her code").code;
    table.service.enter_link_code(claimant, &code).await.expect("it is valid");
    let before = table.say(0, None, "link").await;
    let question = table.private(0, before, "has entered your code").await;
    assert!(has_choice(&question, "Yes, link the accounts"), "{question:?}");
    let about = "SELECT COUNT(*) FROM stored_actions WHERE action LIKE 'link %'";
    let naming = "SELECT COUNT(*) FROM stored_actions WHERE action || key || COALESCE(value, '') LIKE '%48151623%'";
    // The choice can be made by its number or by its label.
    assert_eq!((table.count(about).await, table.count(naming).await), (2, 0));
    let before = table.press(0, &question, "Yes, link the accounts").await;
    table.private(0, before, "Your accounts are linked").await;
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_others_should_not_know_is_answered_where_nobody_else_reads_it() {
    let table = Table::open_across(Capabilities { replies: true, ..WORDS_ONLY }).await;
    let (game, _) = table.begin("game barrier variant 8").await;
    let here = Some(table.place(game).await);
    // Answers that are not secret are replies there.
    let before = table.say(0, here, "board").await;
    assert!(table.private(0, before, "Barrier").await.address.place().is_some());
    let before = table.say(0, here, "note I will go to e5").await;
    table.private(0, before, "note").await;
    table.say(0, here, "move d4").await;
    table.wait_for_outbox().await;
    for (command, told) in
        [("stats", "hasn't finished a game"), ("board", "I will go to e5"), ("link K7QX-K7QX", "code")]
    {
        let before = table.say(0, here, command).await;
        let answer = table.private(0, before, told).await;
        assert_eq!(answer.address, Address::Person(table.people[0]), "{command}");
    }
    table.close().await;
}

/// A platform without private answers, on which what is not secret is answered by a reply in the channel.
const REPLIES: Capabilities = Capabilities { replies: true, ..WORDS_ONLY };

/// Says something in the channel, and checks that the answer with this text is a direct message.
async fn is_told_directly(table: &Table, who: usize, command: &str, told: &str) -> Shown {
    let before = table.say(who, Some(table.channel), command).await;
    let answer = table.private(who, before, told).await;
    assert_eq!(answer.address, Address::Person(table.people[who]), "{command}");
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_for_one_person_alone_is_never_a_reply_in_the_channel() {
    let table = Table::open_across(REPLIES).await;
    let (_, first) = table.begin("game barrier variant 8").await;
    let before = table.press(0, &first, "Hint").await;
    assert_eq!(table.private(0, before, "Hint 1 of 3").await.address, Address::Person(table.people[0]));
    let before = table.press(0, &first, "Move").await;
    assert_eq!(table.private(0, before, "your knight").await.address, Address::Person(table.people[0]));
    is_told_directly(&table, 0, "hint", "Hint 1 of 3").await;
    is_told_directly(&table, 0, "move", "your knight").await;
    table.say(0, Some(table.channel), "move d4").await;
    table.wait_for_outbox().await;
    for (command, told) in [
        ("note I will go to e5", "Noted"),
        ("note", "I will go to e5"),
        ("if e5 then d4d6e6", "Planned"),
        ("if", "d4d6e6"),
        ("reminders no", "I won't remind you"),
        ("replay", "turn 1 of 1"),
        ("export", "the record of the game"),
        ("games", "Barrier"),
        ("next", "all caught up"),
        ("games past", "haven't finished a game"),
        ("stats", "hasn't finished a game"),
        ("profile", "Others see your profile"),
        ("settings", "Your settings"),
        ("times", "Your settings"),
        ("vacation", "of vacation left"),
        ("block @Bruno", "blocked"),
        ("block", "one person"),
        ("link", "Your code is"),
        ("privacy export", "all your data"),
        ("privacy delete", "Delete my data"),
    ] {
        is_told_directly(&table, 0, command, told).await;
    }
    let before = table.say(1, Some(table.channel), "resign").await;
    let question = table.private(1, before, "really want to resign").await;
    let before = table.press(1, &question, "Yes, resign").await;
    let result = table.platform.wait(before, "the result", |shown| has_choice(shown, "Replay")).await;
    table.wait_for_outbox().await;
    for (label, told) in [("Replay", "turn 1 of 1"), ("Analyse", "nalys")] {
        let before = table.press(0, &result, label).await;
        let answer = table.private(0, before, told).await;
        assert_eq!(answer.address, Address::Person(table.people[0]), "{label}");
    }
    let replay = is_told_directly(&table, 0, "replay", "turn 1 of 1").await;
    let before = table.press(0, &replay, "GIF").await;
    let answer = table.private(0, before, "").await;
    assert_eq!(answer.address, Address::Person(table.people[0]));
    is_told_directly(&table, 0, "analyse", "nalys").await;
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_comment_on_a_move_is_for_its_player_alone() {
    let table = Table::open(REPLIES).await;
    let before = table.say(0, Some(table.channel), "play barrier 1 variant 6 side first").await;
    table.platform.wait(before, "the first board", |shown| has_choice(shown, "Move")).await;
    let before = table.say(0, Some(table.channel), "move c3").await;
    let board = table.platform.wait(before, "the next board", |shown| has_choice(shown, "How was my move?")).await;
    is_told_directly(&table, 0, "coach", "c3").await;
    let before = table.press(0, &board, "How was my move?").await;
    let comment = table.private(0, before, "c3").await;
    assert_eq!(comment.address, Address::Person(table.people[0]));
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_that_quotes_a_secret_is_never_a_reply_in_the_channel() {
    let table = Table::open_across(REPLIES).await;
    table.begin("game barrier variant 8").await;
    table.say(0, Some(table.channel), "move d4").await;
    table.wait_for_outbox().await;
    is_told_directly(&table, 0, "privacy export", "all your data").await;
    let long = format!("note {}", "x".repeat(1_001));
    for (command, told) in [
        ("if z9 then d4d6e6", "z9"),
        (long.as_str(), "too long"),
        ("times zone Nowhere", "time zone"),
        ("vacation end", "not on vacation"),
        ("block @Ada", "can't block yourself"),
        ("unlink", "isn't linked"),
        ("privacy export", "only just had a file"),
    ] {
        is_told_directly(&table, 0, command, told).await;
    }
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_erasure_that_is_delivered_again_in_a_channel_is_not_told_there() {
    let table = Table::open(Capabilities { private_answers: true, ..WORDS_ONLY }).await;
    let here = Some(table.channel);
    let before = table.say(0, here, "privacy delete").await;
    let question = table.private(0, before, "Delete my data").await;
    // The platform delivers her answer twice.
    assert!(table.write(0, here, "1", Some(&question.id), true).await);
    let messages = table.platform.messages();
    let told = messages.iter().filter(|shown| shown.address == Address::Place(table.channel));
    assert_eq!(told.count(), 0, "{messages:#?}");
    table.close().await;
}
