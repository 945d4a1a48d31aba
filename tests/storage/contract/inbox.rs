//! An event of a platform changes something only once, even if it is delivered several times.

use crate::backend::Backend;
use crate::fixture::{ADA, CLUB, ELSEWHERE, Fixture};
use tablero::service::{Change, ChangeSet, EventId, EventOutcome, InboxEvent, NoteChange, PlatformId, StorageError};

fn event<B: Backend>(fixture: &Fixture<B>, platform: PlatformId) -> InboxEvent {
    InboxEvent { id: EventId { platform, id: "7".to_owned() }, person: ADA, at: fixture.now() }
}

pub async fn an_event_changes_something_once<B: Backend>(fixture: &Fixture<B>) {
    let game = fixture.game().await;
    let event = event(fixture, CLUB);
    let outcome = async || fixture.storage.event_outcome(&event.id).await.expect("it is read");
    assert_eq!(outcome().await, None);
    let set = ChangeSet { event: Some(event.clone()), changes: vec![fixture.first_move(&game, ADA)] };
    fixture.storage.apply(&set).await.expect("it is the first delivery");
    let again = fixture.storage.apply(&set).await;
    assert!(matches!(again, Err(StorageError::AlreadyHandled)), "{again:?}");
    assert_eq!(outcome().await, Some(EventOutcome::Match { id: game.id, ply: 0 }));
    // An event that changed nothing else keeps the outcome it has.
    fixture.storage.record_event(&event).await.expect("it is recorded");
    assert_eq!(outcome().await, Some(EventOutcome::Match { id: game.id, ply: 0 }));
}

pub async fn an_event_of_a_refused_change_is_not_recorded<B: Backend>(fixture: &Fixture<B>) {
    let game = fixture.game().await;
    let stale = fixture.first_move(&game, ADA);
    fixture.play(game.id, ADA).await;
    let event = event(fixture, CLUB);
    let set = ChangeSet { event: Some(event.clone()), changes: vec![stale] };
    assert!(matches!(fixture.storage.apply(&set).await, Err(StorageError::Conflict)));
    assert_eq!(fixture.storage.event_outcome(&event.id).await.expect("it is read"), None);
}

pub async fn the_same_id_on_another_platform_is_another_event<B: Backend>(fixture: &Fixture<B>) {
    let game = fixture.game().await;
    for (platform, text) in [(CLUB, "one"), (ELSEWHERE, "other")] {
        let note = Change::Note(NoteChange { match_id: game.id, player: ADA, text: text.to_owned() });
        let set = ChangeSet { event: Some(event(fixture, platform)), changes: vec![note] };
        fixture.storage.apply(&set).await.expect("it is new");
    }
    assert_eq!(fixture.storage.note(game.id, ADA).await.expect("it is read").as_deref(), Some("other"));
}
