//! A platform that limits its requests, or refuses a message: nothing that was asked for is lost.

use super::scripted::{Call, Shown};
use super::table::{Table, has_choice};
use std::time::Duration;
use tablero::chat::Capabilities;
use tablero::workers::DeliveryError;

/// A platform like Matrix.
const IN_ROOMS: Capabilities =
    Capabilities { threads: true, editing: true, reactions: true, ..Capabilities::none(4_000) };

/// The platform asks for a wait that is too long for an answer.
fn limited() -> DeliveryError {
    DeliveryError::Later { why: "too many requests".to_owned(), after: Some(Duration::from_secs(5)) }
}

fn is_in_channel(table: &Table, shown: &Shown) -> bool {
    shown.address == tablero::service::Address::Place(table.channel)
}

/// The challenges shown in the channel.
fn shown_challenges(table: &Table) -> Vec<Shown> {
    let messages = table.platform.messages().into_iter();
    messages.filter(|shown| is_in_channel(table, shown) && has_choice(shown, "Accept")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_whose_message_is_limited_is_shown_later_and_can_be_accepted() {
    let table = Table::open(IN_ROOMS).await;
    table.platform.fail(Call::Post, &[limited()]);
    let before = table.platform.changes();
    assert_eq!(table.say_until_taken(0, "challenge @Bruno game barrier variant 8 side first").await, 0);
    let fits = |shown: &Shown| has_choice(shown, "Accept") && shown.reactions == ["✅", "❌"];
    let challenge = table.platform.wait(before, "the challenge", |shown| has_choice(shown, "Accept")).await;
    table.wait_for_outbox().await;
    assert!(table.platform.has_failed() && shown_challenges(&table).iter().all(fits), "{challenge:?}");
    assert_eq!(table.react_until_taken(1, &challenge, "✅").await, 0);
    assert_eq!(table.count("SELECT COUNT(*) FROM matches").await, 1);
    assert_eq!(table.count("SELECT COUNT(*) FROM challenges WHERE state = 'cancelled'").await, 0);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_keeps_its_reactions_when_they_are_limited() {
    for error in [limited(), DeliveryError::Later { why: "a moment".to_owned(), after: None }] {
        let table = Table::open(IN_ROOMS).await;
        table.platform.fail(Call::React, &[error]);
        table.say_until_taken(0, "challenge @Bruno game barrier variant 8").await;
        table.wait_for_outbox().await;
        let challenges = shown_challenges(&table);
        assert_eq!(challenges.len(), 1, "it is shown once: {challenges:?}");
        assert_eq!(challenges[0].reactions, ["✅", "❌"]);
        assert_eq!(table.count("SELECT COUNT(*) FROM challenges WHERE state = 'open'").await, 1);
        table.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_whose_message_is_refused_is_withdrawn_and_the_challenger_is_told() {
    let forbidden = || DeliveryError::Forbidden("not here".to_owned());
    // At once, and after a failure that passed.
    for errors in [vec![forbidden()], vec![limited(), forbidden()]] {
        let table = Table::open(IN_ROOMS).await;
        let before = table.say(0, None, "settings language es").await;
        table.private(0, before, "Idioma").await;
        table.platform.fail(Call::Post, &errors);
        assert_eq!(table.say_until_taken(0, "desafiar @Bruno game barrier variant 8").await, 0);
        table.private(0, 0, "así que lo he retirado").await;
        table.wait_for_outbox().await;
        assert!(shown_challenges(&table).is_empty());
        assert_eq!(table.count("SELECT COUNT(*) FROM challenges WHERE state = 'cancelled'").await, 1);
        let told =
            table.platform.messages().iter().filter(|shown| shown.view.text.plain().contains("retirado")).count();
        assert_eq!(told, 1);
        table.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_is_cancelled_before_it_is_shown_is_not_shown() {
    let table = Table::open(IN_ROOMS).await;
    table.platform.fail(Call::Post, &[limited(), limited()]);
    table.say_until_taken(0, "challenge @Bruno game barrier variant 8").await;
    let (service, ada) = (&table.service, table.people[0]);
    let (open, _) = service.open_challenges(ada, 0, 9).await.expect("they are read");
    service.close(open[0].id, ada, true).await.expect("it is hers");
    table.wait_for_outbox().await;
    assert!(shown_challenges(&table).is_empty());
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_message_of_a_challenge_says_what_became_of_it_though_its_edit_was_limited() {
    for (reaction, words) in [("✅", "Accepted"), ("❌", "declined")] {
        let table = Table::open(IN_ROOMS).await;
        table.say_until_taken(0, "challenge @Bruno game barrier variant 8").await;
        let challenge = shown_challenges(&table).remove(0);
        table.platform.fail(Call::Edit, &[limited(), limited()]);
        assert_eq!(table.react_until_taken(1, &challenge, reaction).await, 2);
        let messages = table.platform.messages();
        let now = messages.iter().find(|shown| shown.id == challenge.id).expect("it is there").view.text.plain();
        assert!(now.contains(words) && !now.contains("1 Accept"), "{now}");
        let answers = messages
            .iter()
            .filter(|shown| shown.view.text.plain().contains("My first answer may not have reached you"))
            .count();
        assert_eq!(answers, 0, "{messages:?}");
        table.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_was_stored_before_a_kill_and_is_refused_after_it_is_withdrawn() {
    let table = Table::open(IN_ROOMS).await;
    // The first delivery stores the challenge; that its message was sent is forgotten.
    let refuse = || {
        table.platform.forget_nonces();
        table.platform.fail(Call::Post, &[DeliveryError::Forbidden("not here".to_owned())]);
    };
    table.say_again_after(0, "challenge @Bruno game barrier variant 8", refuse).await;
    table.private(0, 0, "so I've withdrawn it").await;
    assert_eq!(table.count("SELECT COUNT(*) FROM challenges WHERE state = 'cancelled'").await, 1);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_reaction_that_points_to_direct_messages_comes_later_if_it_is_limited() {
    let table = Table::open(IN_ROOMS).await;
    table.platform.fail(Call::React, &[limited()]);
    assert_eq!(table.say_until_taken(0, "games").await, 1);
    assert_eq!(table.platform.pointed(), 1);
    let answers = table.platform.messages().into_iter().filter(|shown| !is_in_channel(&table, shown));
    assert_eq!(answers.count(), 1, "the answer is not posted again");
    table.close().await;
}
