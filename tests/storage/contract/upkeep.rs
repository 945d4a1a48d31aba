//! Pruning, the moves of ended matches, sessions, and channels that are replaced.

use crate::backend::Backend;
use crate::fixture::{ADA, BRUNO, CHANNEL, CLUB, ELSEWHERE, Fixture, SERVER};
use tablero::service::{
    Action, Claimant, EventId, ExternalId, ExternalPlace, InboxEvent, LocationId, Millis, PendingEvent, PendingKey,
    PendingKind, PlatformSession, Post, Received, Terms, WorkQueue,
};

const DAY_MS: i64 = 86_400_000;

pub async fn what_is_obsolete_is_pruned_and_nothing_else<B: Backend>(fixture: &Fixture<B>) {
    let game = fixture.game().await.id;
    fixture.deliver().await;
    let event = InboxEvent { id: EventId { platform: CLUB, id: "7".to_owned() }, person: ADA, at: fixture.now() };
    fixture.storage.record_event(&event).await.expect("it is stored");
    fixture.service.propose(fixture.terms(BRUNO)).await.expect("a challenge");
    let waiting = Post::Outage { match_id: game, from: fixture.now(), until: fixture.now() };
    fixture.storage.add_posts(&[waiting], fixture.now()).await.expect("it is stored");
    let counts = async || {
        [
            fixture.number("SELECT COUNT(*) FROM outbox").await,
            fixture.number("SELECT COUNT(*) FROM inbox").await,
            fixture.number("SELECT COUNT(*) FROM challenges").await,
            fixture.number("SELECT COUNT(*) FROM matches").await,
        ]
    };
    let prune = async || while fixture.storage.prune(fixture.now()).await.expect("it is pruned") {};
    let before = counts().await;
    assert!(before[0] > 1 && before[2] == 2, "{before:?}");
    fixture.advance(6 * DAY_MS);
    prune().await;
    assert_eq!(counts().await, before, "nothing is old enough");
    fixture.advance(2 * DAY_MS);
    prune().await;
    assert_eq!(counts().await, [1, 0, before[2], 1], "the post that waits stays");
    fixture.advance(60 * DAY_MS);
    prune().await;
    assert_eq!(counts().await, [1, 0, 0, 1], "the match stays");
    assert_eq!(fixture.storage.event_outcome(&event.id).await.expect("it is read"), None);
}

pub async fn the_moves_of_an_ended_match_are_read_as_before<B: Backend>(fixture: &Fixture<B>) {
    let game = fixture.game().await.id;
    for by in [ADA, BRUNO, ADA, BRUNO] {
        fixture.advance(DAY_MS / 7);
        fixture.play(game, by).await;
    }
    let moves = async || {
        let games = fixture.storage.personal_games(ADA, &[game]).await.expect("a game");
        (fixture.find(game).await.line.moves().to_vec(), games[0]["moves"].clone())
    };
    let running = moves().await;
    assert_eq!(running.0.len(), 4);
    fixture.service.act(game, ADA, None, &Action::Resign, None).await.expect("it is running");
    assert_eq!(moves().await, running);
}

pub async fn the_session_of_a_platform_is_stored_until_another_one_replaces_it<B: Backend>(fixture: &Fixture<B>) {
    let session = |number: u8| PlatformSession {
        account: "@bot:example.org".to_owned(),
        device: format!("D{number}"),
        token: format!("secret-{number}"),
        refresh_token: (number > 1).then(|| format!("secret-refresh-{number}")),
        expires_at: (number > 1).then_some(Millis(1_700_000_000_000)),
        client_id: (number == 2).then(|| "client".to_owned()),
    };
    assert_eq!(fixture.storage.session(CLUB).await.expect("it is read"), None);
    for number in [1, 2, 3, 1] {
        fixture.storage.set_session(CLUB, &session(number)).await.expect("it is stored");
        assert_eq!(fixture.storage.session(CLUB).await.expect("it is read"), Some(session(number)));
    }
    assert_eq!(fixture.storage.session(ELSEWHERE).await.expect("it is read"), None);
    assert!(!format!("{:?}", session(2)).contains("secret"), "no log has the token");
}

pub async fn the_position_of_a_platform_is_stored_until_another_one_replaces_it<B: Backend>(fixture: &Fixture<B>) {
    let storage = &fixture.storage;
    assert_eq!(storage.sync_position(CLUB).await.expect("it is read"), None);
    for position in ["s1", "s2"] {
        let received = Received { position: Some(position.to_owned()), ..Received::default() };
        storage.store_received(CLUB, &received).await.expect("it is stored");
        assert_eq!(storage.sync_position(CLUB).await.expect("it is read").as_deref(), Some(position));
    }
    assert_eq!(storage.sync_position(ELSEWHERE).await.expect("it is read"), None);
}

pub async fn what_is_not_handled_is_stored_with_the_position_until_it_is<B: Backend>(fixture: &Fixture<B>) {
    let storage = &fixture.storage;
    let pending = |room: &str, kind, subject: &str, at| PendingEvent {
        key: PendingKey { room: room.to_owned(), kind, subject: subject.to_owned() },
        sender: (kind == PendingKind::Invitation).then(|| "@ada:club".to_owned()),
        is_direct: kind == PendingKind::Invitation,
        received_at: Millis(at),
    };
    let stored = async || storage.pending_events(CLUB).await.expect("it is read");
    let store = async |received: Received| storage.store_received(CLUB, &received).await.expect("it is stored");
    let first = vec![
        pending("!b", PendingKind::Invitation, "", 1),
        pending("!a", PendingKind::Gap, "p", 1),
        pending("!a", PendingKind::Event, "$1", 1),
    ];
    store(Received { position: Some("s1".to_owned()), added: first.clone(), ..Received::default() }).await;
    assert_eq!(stored().await, first, "in the order in which it was received");
    // What is pending already is skipped, and the position stays.
    let later = pending("!a", PendingKind::Successor, "!b", 0);
    let added = vec![pending("!a", PendingKind::Event, "$1", 9), later.clone()];
    store(Received { added, removed: vec![first[1].key.clone()], ..Received::default() }).await;
    assert_eq!(stored().await, [later, first[0].clone(), first[2].clone()]);
    assert_eq!(storage.sync_position(CLUB).await.expect("it is read").as_deref(), Some("s1"));
    assert_eq!(storage.pending_events(ELSEWHERE).await.expect("it is read"), []);
}

pub async fn a_replaced_channel_keeps_its_running_games_and_its_settings<B: Backend>(fixture: &Fixture<B>) {
    let thread = ExternalPlace { id: ExternalId("thread".to_owned()), parent: Some(CHANNEL), server: Some(SERVER) };
    let thread = fixture.storage.place_of(CLUB, &thread).await.expect("a place");
    let [running, unopened, ended] = [fixture.game().await.id, fixture.game().await.id, fixture.game().await.id];
    for game in [running, ended] {
        fixture.storage.set_match_place(LocationId::first(game), thread).await.expect("it is stored");
    }
    fixture.service.act(ended, ADA, None, &Action::Resign, None).await.expect("it is possible");
    let [old, new] = [CHANNEL.to_string(), "successor".to_owned()].map(ExternalId);
    let replaced = async |old, new| fixture.storage.replace_channel(CLUB, old, new).await.expect("it is stored");
    assert!(!replaced(&new, &old).await, "it is not known");
    assert!(replaced(&old, &new).await);
    assert_eq!(fixture.storage.find_place(CLUB, &new).await.expect("it is read"), Some(CHANNEL));
    assert_eq!(fixture.storage.find_place(CLUB, &old).await.expect("it is read"), None);
    let place = async |game| fixture.find(game).await.location.place;
    assert_eq!((place(running).await, place(unopened).await), (Some(CHANNEL), None));
    assert_eq!(place(ended).await, Some(thread), "it stays where it was");
    // The server with the id of the channel is the room itself.
    let room = ExternalId("room".to_owned());
    let server = fixture.storage.server_of(CLUB, &room).await.expect("a server");
    let at = ExternalPlace { id: room.clone(), parent: None, server: Some(server) };
    fixture.storage.place_of(CLUB, &at).await.expect("a place");
    let other = ExternalId("other".to_owned());
    assert!(replaced(&room, &other).await);
    assert_eq!(fixture.storage.find_server(CLUB, &other).await.expect("it is read"), Some(server));
    // A channel that is known already takes over no games.
    assert!(!replaced(&new, &other).await);
    assert_eq!(fixture.storage.find_place(CLUB, &new).await.expect("it is read"), Some(CHANNEL));
    assert_eq!(place(running).await, Some(CHANNEL));
}

pub async fn a_lock_is_news_once_and_running_games_are_found_by_the_channel_of_their_thread<B: Backend>(
    fixture: &Fixture<B>,
) {
    let storage = &fixture.storage;
    let place = async |id: &str, parent| {
        let place = ExternalPlace { id: ExternalId(id.to_owned()), parent, server: Some(SERVER) };
        storage.place_of(CLUB, &place).await.expect("a place")
    };
    let forum = place("forum", None).await;
    let [played, ended, empty] =
        [place("played", Some(forum)).await, place("ended", Some(forum)).await, place("empty", Some(forum)).await];
    for at in [played, ended] {
        let game = fixture.start(Terms { place: at, ..fixture.terms(ADA) }, BRUNO).await.id;
        if at == ended {
            fixture.service.act(game, ADA, None, &Action::Resign, None).await.expect("it is possible");
        }
    }
    assert_eq!(storage.threads_played_in(forum).await.expect("it is read"), [played]);
    assert_eq!(storage.threads_played_in(empty).await.expect("it is read"), []);
    let set = async |locked| storage.set_locked(played, locked).await.expect("it is stored");
    let is_locked = async |place| storage.is_locked(place).await.expect("it is read");
    assert!(!is_locked(played).await && !set(false).await);
    assert!(set(true).await && !set(true).await && is_locked(played).await && !is_locked(empty).await);
    assert!(set(false).await && !is_locked(played).await);
}

pub async fn work_that_could_be_claimed_shows_since_when_it_is_due<B: Backend>(fixture: &Fixture<B>) {
    fixture.storage.check_writable().await.expect("it can be written");
    let queues = [WorkQueue::Posts(CLUB), WorkQueue::EngineTurns, WorkQueue::Checks];
    let oldest = async || {
        let mut oldest = Vec::new();
        for queue in queues {
            oldest.push(fixture.storage.oldest_due(queue, fixture.now()).await.expect("it is read"));
        }
        oldest
    };
    let due = async || {
        let mut due = Vec::new();
        for queue in queues {
            due.push(fixture.storage.count_due(queue, fixture.now()).await.expect("it is read"));
        }
        due
    };
    assert_eq!((oldest().await, due().await), (vec![None; 3], vec![0; 3]));
    let begun = fixture.now();
    fixture.waiting_for_the_engine().await;
    fixture.advance(1_000);
    assert_eq!(oldest().await, [Some(begun), Some(begun), Some(Millis(0))]);
    assert_eq!(due().await, [1; 3]);
    assert_eq!(fixture.storage.oldest_due(WorkQueue::Posts(ELSEWHERE), fixture.now()).await.expect("it is read"), None);
    let lease = Claimant::new().lease(fixture.now());
    fixture.claim_all(lease).await;
    // A claimed turn waits until it is played, because a worker claims more than it can search at once.
    assert_eq!(oldest().await, [None, Some(begun), None], "workers have claimed all of it");
    assert_eq!(due().await, [0; 3]);
    // The workers were killed.
    fixture.advance(lease.until.0 - fixture.now().0);
    assert_eq!(oldest().await, [Some(begun), Some(begun), Some(Millis(0))]);
}
