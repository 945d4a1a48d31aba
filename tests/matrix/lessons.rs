//! Taking a course in a direct room on Matrix, with bare moves and numbers.

use tablero::catalog::Catalog;
use test_support::matrix::bot::Meeting;

#[tokio::test(flavor = "multi_thread")]
async fn a_course_can_be_taken_in_a_direct_room_with_bare_moves() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    let (ada, bot) = (&meeting.ada, &meeting.bot);
    ada.say(&room, "!learn dvonn").await;
    let (direct, task) = ada.wait_text(0, &bot.id, "lesson 1 of 7").await;
    assert_ne!(direct, room, "lessons are private");
    let words = test_support::matrix::user::body(&task);
    assert!(words.contains("Type a move") && words.contains("Show the answer"), "{words}");
    let lessons = Catalog::standard().game("dvonn").expect("a game").lessons();
    for (number, lesson) in (1..).zip(&lessons) {
        let before = ada.events().len();
        if number == 2 {
            // A wrong answer, the number that tries again, and an illegal move.
            ada.say(&direct, "e3f3").await;
            ada.wait_text(before, &bot.id, "It moves a single piece, by one space.").await;
            ada.say(&direct, "1").await;
            ada.wait_text(before, &bot.id, "lesson 2 of 7").await;
            ada.say(&direct, "e3a1").await;
            ada.wait_text(before, &bot.id, "a1").await;
        }
        ada.say(&direct, &lesson.answer).await;
        ada.wait_text(before, &bot.id, "right!").await;
        if number < lessons.len() {
            let before = ada.events().len();
            ada.say(&direct, "1").await;
            ada.wait_text(before, &bot.id, &format!("lesson {} of 7", number + 1)).await;
        }
    }
    let (_, last) = ada.wait_text(0, &bot.id, "That was the last lesson").await;
    assert!(test_support::matrix::user::body(&last).contains("Play with guidance"));
    let heard =
        meeting.bruno.events().iter().any(|(_, event)| test_support::matrix::user::body(event).contains("lesson"));
    assert!(!heard, "only Ada sees it");
    meeting.stop_bot().await;
}
