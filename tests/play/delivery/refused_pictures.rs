//! Boards whose picture the platform refuses: the words come at once, and the picture when it can.

use super::{ADA, BRUNO, Fixture, MINUTE_MS, Posted, State, THREAD, direct};
use tablero::chat::View;
use tablero::chat::views::pictures::PictureRenderer;
use tablero::service::time::control::{DAY_MS, HOUR_MS};
use tablero::service::{Changed, MatchId};
use tablero::workers::DeliveryError;
use test_support::stage::written;

impl State {
    /// The error for a message with a file that is not taken.
    pub(super) fn check_files(&self, view: &View) -> Result<(), DeliveryError> {
        match view.attachments.first().filter(|_| self.refuses_files) {
            Some(file) => Err(DeliveryError::Attachment { name: file.name.clone(), why: "over the quota".to_owned() }),
            None => Ok(()),
        }
    }
}

/// A game whose boards are drawn.
async fn drawn() -> (Fixture, MatchId) {
    let fixture = Fixture::open_with(PictureRenderer::default()).await;
    let game = fixture.game().await;
    assert_eq!(fixture.posted_at(THREAD)[0].view.attachments.len(), 1);
    (fixture, game)
}

fn refuse_files(fixture: &Fixture, refuses: bool) {
    fixture.platform.with(|state| state.refuses_files = refuses);
}

fn edited(fixture: &Fixture) -> Vec<Posted> {
    fixture.platform.with(|state| state.edited.clone())
}

/// The board after the first move, in words.
async fn board_in_words(fixture: &Fixture, match_id: MatchId) -> Posted {
    refuse_files(fixture, true);
    fixture.play(match_id, ADA, "d4").await;
    fixture.deliver().await;
    let [_, board] = &fixture.posted_at(THREAD)[..] else { panic!("{:?}", fixture.texts_at(THREAD)) };
    board.clone()
}

#[tokio::test]
async fn a_board_whose_picture_is_refused_is_posted_in_words_and_pings() {
    let (fixture, game) = drawn().await;
    let board = board_in_words(&fixture, game).await;
    let text = written(&board.view.text);
    assert!(text.contains("d4") && text.contains("the upload was refused") && text.contains("White knight"), "{text}");
    assert_eq!((board.view.pings.as_slice(), board.view.attachments.len()), (&[BRUNO][..], 0));
    assert!(!board.view.buttons.is_empty(), "he moves on it");
    assert_eq!(fixture.posted_at(direct(BRUNO)).len() + fixture.posted_at(direct(ADA)).len(), 0, "nothing is amiss");
    fixture.close().await;
}

#[tokio::test]
async fn the_picture_follows_when_it_is_taken() {
    let (fixture, game) = drawn().await;
    let board = board_in_words(&fixture, game).await;
    let mut waits = Vec::new();
    for _ in 0..8 {
        let next = fixture.deliver().await.expect("it is tried again");
        waits.push(next.0 - fixture.service.now().0);
        fixture.pass(next.0 - fixture.service.now().0);
    }
    let least = [10, 20, 40, 80, 160, 320, 360].map(|minutes| minutes * MINUTE_MS);
    for (wait, least) in waits.iter().skip(1).zip(least.into_iter().skip(1)) {
        assert!((least..=2 * least).contains(wait), "{waits:?}");
    }
    refuse_files(&fixture, false);
    assert_eq!(fixture.deliver().await, None, "nothing is left to do");
    let [with_picture] = &edited(&fixture)[..] else { panic!("{:?}", edited(&fixture)) };
    assert_eq!((with_picture.number, with_picture.place), (board.number, THREAD));
    assert_eq!(with_picture.view.attachments.len(), 1);
    assert!(!written(&with_picture.view.text).contains("refused") && !with_picture.view.buttons.is_empty());
    assert_eq!(fixture.posted_at(THREAD).len(), 2, "no second board");
    fixture.close().await;
}

#[tokio::test]
async fn the_picture_of_a_board_that_is_overtaken_is_left_out() {
    let (fixture, game) = drawn().await;
    board_in_words(&fixture, game).await;
    refuse_files(&fixture, false);
    fixture.play(game, BRUNO, "e5").await;
    fixture.pass(DAY_MS);
    assert_eq!(fixture.deliver().await, None);
    assert_eq!((edited(&fixture).len(), fixture.posted_at(THREAD).len()), (0, 3));
    fixture.close().await;
}

#[tokio::test]
async fn a_picture_that_is_refused_for_a_week_is_given_up_in_silence_and_holds_nothing_up() {
    let (fixture, game) = drawn().await;
    board_in_words(&fixture, game).await;
    // What is said about the game meanwhile does not wait for the picture.
    fixture.pass(HOUR_MS);
    fixture.service.retry_blocked_posts(Changed::Place(THREAD)).await.expect("the store works");
    fixture.deliver().await;
    fixture.service.act(game, BRUNO, None, &tablero::service::Action::Resign, None).await.expect("he may");
    fixture.deliver().await;
    let texts = fixture.texts_at(THREAD);
    assert_eq!(texts.len(), 3, "{texts:?}");
    // The message to edit would be that of the result by now.
    refuse_files(&fixture, false);
    fixture.pass(DAY_MS);
    fixture.deliver().await;
    assert!(edited(&fixture).iter().all(|edited| written(&edited.view.text).contains("resign")), "{texts:?}");
    refuse_files(&fixture, true);
    fixture.pass(7 * DAY_MS);
    assert_eq!(fixture.deliver().await, None);
    assert_eq!(fixture.posted_at(direct(BRUNO)).len() + fixture.posted_at(direct(ADA)).len(), 0);
    fixture.close().await;
}
