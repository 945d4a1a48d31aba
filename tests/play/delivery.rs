//! Delivery of posts, on a platform whose every response the test chooses and with a clock that the test moves.

mod open_challenges;
mod refused_pictures;
mod who_is_told;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tablero::chat::views::pictures::PictureRenderer;
use tablero::chat::{Capabilities, ChatDelivery, Platform, View};
use tablero::db::SqlStorage;
use tablero::discord::places::DISCORD;
use tablero::service::time::control::{DAY_MS, HOUR_MS};
use tablero::service::{
    Action, Address, Changed, Clock, DeliveryMode, GameService, LocationId, Match, MatchFilter, MatchId, MessageId,
    Millis, Pauses, Pings, PlaceId, PlatformId, PlayerId, Post, ServerId, Side, Terms, TimeControl,
};
use tablero::workers::{DeliveryError, OutboxDispatcher};
use tempfile::TempDir;
use test_support::stage::written;
use tokio::sync::Notify;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

const ADA: PlayerId = PlayerId(1);
const BRUNO: PlayerId = PlayerId(2);
const CHANNEL: PlaceId = PlaceId(100);
const SERVER: ServerId = ServerId(9);
/// The challenge message. The thread opened from it has the same id.
const CHALLENGE: u64 = 500;
const THREAD: PlaceId = PlaceId(CHALLENGE);
/// The channel id of a player's direct messages is this plus the player's id.
const DIRECT: u64 = 1_000_000;
const START: i64 = 1_800_000_000_000;
const MINUTE_MS: i64 = 60_000;

fn direct(person: PlayerId) -> PlaceId {
    PlaceId(DIRECT + person.0)
}

fn place_of(address: Address) -> PlaceId {
    match address {
        Address::Place(place) | Address::Private { place, .. } => place,
        Address::Person(person) => direct(person),
    }
}

fn message(number: u64) -> MessageId {
    MessageId(number.to_string())
}

/// A message that was posted.
#[derive(Clone, Debug)]
struct Posted {
    number: u64,
    place: PlaceId,
    view: View,
}

#[derive(Default)]
struct State {
    posted: Vec<Posted>,
    /// Every attempt to post, with its time.
    attempts: Vec<(PlaceId, i64)>,
    without_buttons: Vec<u64>,
    members: Vec<PlayerId>,
    searched: Vec<PlaceId>,
    /// The error to return instead of posting there.
    refused: HashMap<PlaceId, DeliveryError>,
    /// Players who do not accept direct messages.
    closed: HashSet<PlayerId>,
    /// Messages arrive, but an error is returned.
    loses_answers: bool,
    refuses_files: bool,
    /// Messages as they were edited, with their numbers.
    edited: Vec<Posted>,
    /// How long each message takes, in milliseconds.
    takes_ms: i64,
}

struct ScriptedPlatform {
    clock: Arc<TestClock>,
    state: Mutex<State>,
    happened: Notify,
}

struct TestClock(AtomicI64);

impl Clock for TestClock {
    fn now(&self) -> Millis {
        Millis(self.0.load(Ordering::SeqCst))
    }
}

fn later() -> DeliveryError {
    DeliveryError::Later { why: "out of order".to_owned(), after: None }
}

impl ScriptedPlatform {
    fn with<T>(&self, look: impl FnOnce(&mut State) -> T) -> T {
        look(&mut self.state.lock().expect("the lock is not poisoned"))
    }
}

#[async_trait::async_trait]
impl Platform for ScriptedPlatform {
    fn id(&self) -> PlatformId {
        DISCORD
    }

    fn capabilities(&self) -> Capabilities {
        let none = Capabilities::none(2_000);
        Capabilities { threads: true, buttons: true, menus: true, editing: true, named_permissions: true, ..none }
    }

    async fn open_thread(&self, _: PlaceId, message: &MessageId, _: &str) -> Result<Option<PlaceId>, DeliveryError> {
        Ok(Some(PlaceId(message.0.parse().expect("a number"))))
    }

    async fn add_member(&self, _: PlaceId, person: PlayerId) -> Result<(), DeliveryError> {
        self.with(|state| state.members.push(person));
        // A failure here does not hold anything back.
        Err(DeliveryError::Forbidden("no".to_owned()))
    }

    async fn post(&self, to: Address, view: &View, _: &str) -> Result<MessageId, DeliveryError> {
        let (now, place) = (self.clock.now().0, place_of(to));
        let posted = self.with(|state| {
            if matches!(to, Address::Person(person) if state.closed.contains(&person)) {
                return Err(DeliveryError::Forbidden("don't accept direct messages".to_owned()));
            }
            state.attempts.push((place, now));
            if let Some(error) = state.refused.get(&place) {
                return Err(error.clone());
            }
            state.check_files(view)?;
            self.clock.0.fetch_add(state.takes_ms, Ordering::SeqCst);
            let number = CHALLENGE + 1 + state.posted.len() as u64;
            state.posted.push(Posted { number, place, view: view.clone() });
            if state.loses_answers { Err(later()) } else { Ok(message(number)) }
        });
        self.happened.notify_one();
        posted
    }

    async fn find(
        &self,
        at: Address,
        view: &View,
        _: Millis,
        not_before: Option<&MessageId>,
    ) -> Result<Option<MessageId>, DeliveryError> {
        let (place, first) = (place_of(at), not_before.map(|first| first.0.parse::<u64>().expect("a number")));
        Ok(self.with(|state| {
            state.searched.push(place);
            let fits = |posted: &&Posted| {
                posted.place == place && posted.view.text == view.text && Some(posted.number) >= first
            };
            state.posted.iter().find(fits).map(|posted| message(posted.number))
        }))
    }

    async fn edit(&self, at: Address, message: &MessageId, view: &View) -> Result<(), DeliveryError> {
        let number = message.0.parse().expect("a number");
        self.with(|state| {
            state.check_files(view)?;
            state.edited.push(Posted { number, place: place_of(at), view: view.clone() });
            Ok(())
        })
    }

    async fn remove_buttons(&self, _: Address, message: &MessageId) -> Result<(), DeliveryError> {
        self.with(|state| state.without_buttons.push(message.0.parse().expect("a number")));
        Ok(())
    }
}

/// A database, a game service and an outbox dispatcher in a temporary folder.
struct Fixture {
    service: GameService,
    store: SqlStorage,
    clock: Arc<TestClock>,
    platform: Arc<ScriptedPlatform>,
    dispatcher: OutboxDispatcher,
    folder: TempDir,
}

fn terms() -> Terms {
    Terms {
        game: "barrier".to_owned(),
        setup: "variant=8".to_owned(),
        challenger: ADA,
        opponent: Some(BRUNO),
        side: Side::First,
        hints: true,
        rated: false,
        control: TimeControl::None,
        pauses: Pauses::NONE,
        note: String::new(),
        place: CHANNEL,
        origin: None,
        server: Some(SERVER),
        delivery_mode: DeliveryMode::Threads,
        language: "en".to_owned(),
    }
}

impl Fixture {
    async fn open() -> Fixture {
        Fixture::open_with(PictureRenderer::closed()).await
    }

    async fn open_with(pictures: PictureRenderer) -> Fixture {
        let folder = TempDir::new().expect("a folder");
        let store = test_support::stage::open_storage(&folder.path().join("tablero.sqlite")).await;
        let clock = Arc::new(TestClock(AtomicI64::new(START)));
        let service = GameService::new(Arc::new(store.clone()), Arc::clone(&clock) as Arc<dyn Clock>, || 7);
        let state = Mutex::default();
        let platform = Arc::new(ScriptedPlatform { clock: Arc::clone(&clock), state, happened: Notify::new() });
        let posting = Arc::clone(&platform) as Arc<dyn Platform>;
        let delivery = ChatDelivery::new(service.clone(), pictures, posting);
        let dispatcher = OutboxDispatcher::new(service.clone(), Arc::new(delivery));
        for (person, name) in [(ADA, "Ada"), (BRUNO, "Bruno")] {
            service.update_player(person, name, Some("en")).await.expect("the store works");
        }
        Fixture { service, store, clock, platform, dispatcher, folder }
    }

    /// Ada, who begins, plays Barrier with Bruno, and the first board has been posted.
    async fn game(&self) -> MatchId {
        let proposed = self.service.propose(terms()).await.expect("a challenge");
        let created = self.service.accept(proposed.id, BRUNO, Some(&message(CHALLENGE)), None).await.expect("a game");
        self.deliver().await;
        created.id
    }

    async fn play(&self, match_id: MatchId, by: PlayerId, text: &str) -> Match {
        self.service.act(match_id, by, None, &Action::Move(text.to_owned()), None).await.expect("it is legal")
    }

    async fn deliver(&self) -> Option<Millis> {
        self.dispatcher.deliver_due().await.expect("the store works")
    }

    fn pass(&self, milliseconds: i64) {
        self.clock.0.fetch_add(milliseconds, Ordering::SeqCst);
    }

    fn refuse(&self, places: &[PlaceId], error: &DeliveryError) {
        self.platform.with(|state| state.refused.extend(places.iter().map(|place| (*place, error.clone()))));
    }

    fn allow_all(&self) {
        self.platform.with(|state| state.refused.clear());
    }

    /// The messages posted at a place.
    fn posted_at(&self, place: PlaceId) -> Vec<Posted> {
        self.platform.with(|state| state.posted.iter().filter(|posted| posted.place == place).cloned().collect())
    }

    fn texts_at(&self, place: PlaceId) -> Vec<String> {
        self.posted_at(place).into_iter().map(|posted| written(&posted.view.text)).collect()
    }

    async fn close(self) {
        self.store.close().await;
    }
}

/// Asserts that each of these has a text about it, in this order, and that there are no others.
fn assert_about(texts: &[String], about: &[&str]) {
    let fit = texts.len() == about.len() && texts.iter().zip(about).all(|(text, about)| text.contains(about));
    assert!(fit, "{about:?}: {texts:#?}");
}

#[tokio::test]
async fn waits_grow_after_each_failure_up_to_a_minute() {
    let fixture = Fixture::open().await;
    let game = fixture.game().await;
    fixture.refuse(&[THREAD], &later());
    fixture.play(game, ADA, "d4").await;
    let mut waits = Vec::new();
    for _ in 0..10 {
        let next = fixture.deliver().await.expect("it is tried again");
        waits.push(next.0 - fixture.service.now().0);
        fixture.pass(next.0 - fixture.service.now().0);
    }
    // Each delay gets up to its own length again at random, so that posts that failed together are not retried
    // together.
    for (wait, least) in waits.iter().zip([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000]) {
        assert!((least..=2 * least).contains(wait), "{waits:?}");
    }
    // The platform may ask for a longer delay.
    let after = Some(Duration::from_secs(300));
    fixture.refuse(&[THREAD], &DeliveryError::Later { why: "slow down".to_owned(), after });
    let next = fixture.deliver().await.expect("it is tried again");
    assert_eq!(next.0 - fixture.service.now().0, 300_000);
    fixture.close().await;
}

#[tokio::test]
async fn a_post_that_fails_for_a_week_is_abandoned_and_both_are_notified() {
    let fixture = Fixture::open().await;
    let game = fixture.game().await;
    let posted_at = fixture.service.now().0;
    fixture.refuse(&[THREAD], &later());
    fixture.play(game, ADA, "d4").await;
    fixture.deliver().await;
    fixture.pass(7 * DAY_MS - HOUR_MS);
    assert!(fixture.deliver().await.is_some(), "it is not given up before");
    assert_eq!(fixture.texts_at(direct(BRUNO)), Vec::<String>::new());
    fixture.clock.0.store(posted_at + 7 * DAY_MS - 1, Ordering::SeqCst);
    assert_eq!(fixture.deliver().await, None, "no post is pending");
    fixture.allow_all();
    fixture.pass(DAY_MS);
    fixture.deliver().await;
    assert_about(&fixture.texts_at(THREAD), &["begins"]);
    // Bruno gets the board that would have pinged him, and moves on it.
    let response = fixture.posted_at(direct(BRUNO));
    assert_about(
        &fixture.texts_at(direct(BRUNO)),
        &["I couldn't post in <#500> about your game of **Barrier** (no. 1)"],
    );
    assert!(
        written(&response[0].view.text).contains("Turn 1: **d4**") && !response[0].view.buttons.is_empty(),
        "{response:?}"
    );
    assert_about(&fixture.texts_at(direct(ADA)), &["I'm also writing to your opponent directly"]);
    fixture.close().await;
}

#[tokio::test]
async fn a_board_that_is_overtaken_pings_nobody_and_has_no_buttons() {
    let fixture = Fixture::open().await;
    let game = fixture.game().await;
    fixture.play(game, ADA, "d4").await;
    fixture.play(game, BRUNO, "e5").await;
    fixture.deliver().await;
    let boards = fixture.posted_at(THREAD);
    assert_about(&fixture.texts_at(THREAD), &["begins", "d4", "e5"]);
    assert_eq!(boards[1].view.pings, []);
    assert!(boards[1].view.buttons.is_empty(), "{:?}", boards[1]);
    assert_eq!(boards[2].view.pings, [ADA]);
    assert!(!boards[2].view.buttons.is_empty());
    fixture.close().await;
}

#[tokio::test]
async fn nobody_is_notified_of_a_turn_that_is_over() {
    let fixture = Fixture::open().await;
    let game = fixture.game().await;
    fixture.service.update_preferences(BRUNO, |settings| settings.pings = Pings::Direct).await.expect("it is chosen");
    // By the time he could be notified of the first turn it is his turn again.
    fixture.play(game, ADA, "d4").await;
    fixture.play(game, BRUNO, "e5").await;
    fixture.play(game, ADA, "d4d6e6").await;
    fixture.deliver().await;
    assert_about(&fixture.texts_at(direct(BRUNO)), &["Turn 3: **d4d6e6**"]);
    // By now it is not his turn any more.
    let answer = fixture.service.find(game).await.expect("the game").line.nth_legal(0).expect("a move");
    fixture.play(game, BRUNO, &answer).await;
    let answer = fixture.service.find(game).await.expect("the game").line.nth_legal(0).expect("a move");
    fixture.play(game, ADA, &answer).await;
    let answer = fixture.service.find(game).await.expect("the game").line.nth_legal(0).expect("a move");
    fixture.play(game, BRUNO, &answer).await;
    fixture.deliver().await;
    assert_eq!(fixture.posted_at(direct(BRUNO)).len(), 1);
    fixture.close().await;
}

#[tokio::test]
async fn only_the_board_before_loses_its_buttons_and_only_while_it_is_young() {
    let fixture = Fixture::open().await;
    let game = fixture.game().await;
    let without_buttons = || fixture.platform.with(|state| state.without_buttons.clone());
    let first = fixture.posted_at(THREAD)[0].number;
    fixture.pass(49 * MINUTE_MS);
    fixture.play(game, ADA, "d4").await;
    fixture.deliver().await;
    assert_eq!(without_buttons(), [first]);
    fixture.pass(51 * MINUTE_MS);
    fixture.play(game, BRUNO, "e5").await;
    fixture.deliver().await;
    assert_eq!(without_buttons(), [first], "Discord allows few changes of old messages");
    fixture.pass(MINUTE_MS);
    let answer = fixture.service.find(game).await.expect("the game").line.nth_legal(0).expect("a move");
    fixture.play(game, ADA, &answer).await;
    fixture.deliver().await;
    assert_eq!(
        without_buttons(),
        [first, fixture.posted_at(THREAD)[2].number],
        "only the previous board loses its buttons"
    );
    fixture.close().await;
}

#[tokio::test]
async fn a_game_whose_thread_is_gone_goes_on_in_the_channel_and_is_found_there() {
    let fixture = Fixture::open().await;
    let game = fixture.game().await;
    fixture.refuse(&[THREAD], &DeliveryError::Gone("unknown channel".to_owned()));
    fixture.play(game, ADA, "d4").await;
    fixture.deliver().await;
    let said = fixture.posted_at(CHANNEL);
    assert_about(&fixture.texts_at(CHANNEL), &["I can't post in this game's thread any more"]);
    assert!(written(&said[0].view.text).contains("d4") && said[0].view.pings == [BRUNO], "{said:?}");
    let found = fixture.service.find_at(CHANNEL, BRUNO, MatchFilter::Running).await.expect("it is found");
    assert_eq!(found.id, game);
    let attempts = |state: &State| state.attempts.iter().filter(|(place, _)| *place == THREAD).count();
    let before = fixture.platform.with(|state| attempts(state));
    fixture.play(game, BRUNO, "e5").await;
    fixture.deliver().await;
    assert_eq!(fixture.platform.with(|state| attempts(state)), before, "nothing is posted to the thread again");
    let texts = fixture.texts_at(CHANNEL);
    assert!(texts.len() == 2 && texts[1].contains("e5") && !texts[1].contains("thread"), "{texts:?}");
    fixture.close().await;
}

#[tokio::test]
async fn a_board_that_is_refused_everywhere_is_sent_directly_and_posted_when_it_may_be() {
    let fixture = Fixture::open().await;
    let game = fixture.game().await;
    let refused = DeliveryError::Forbidden("missing permissions".to_owned());
    fixture.refuse(&[THREAD, CHANNEL], &refused);
    fixture.play(game, ADA, "d4").await;
    fixture.deliver().await;
    assert_about(&fixture.texts_at(direct(BRUNO)), &["I'm not allowed to post in <#500>"]);
    let board = &fixture.posted_at(direct(BRUNO))[0].view;
    let text = written(&board.text);
    assert!(text.contains("Turn 1: **d4**") && text.contains("Attach Files"), "{text}");
    assert!(!board.buttons.is_empty(), "he can move on it");
    assert_about(&fixture.texts_at(direct(ADA)), &["I'm also writing to your opponent directly"]);
    assert!(fixture.posted_at(direct(ADA))[0].view.buttons.is_empty(), "the waiting player's board has no buttons");
    // The next day it is refused again, without a new notice.
    fixture.pass(DAY_MS);
    fixture.deliver().await;
    assert_eq!((fixture.posted_at(direct(BRUNO)).len(), fixture.posted_at(direct(ADA)).len()), (1, 1));
    // Later posts do not wait for it, and the waiting player is not notified again and again.
    fixture.play(game, BRUNO, "e5").await;
    fixture.deliver().await;
    assert_eq!((fixture.posted_at(direct(BRUNO)).len(), fixture.posted_at(direct(ADA)).len()), (1, 2));
    assert!(fixture.texts_at(direct(ADA))[1].contains("Turn 2: **e5**"));
    // After a day it is tried once for all of them, without a new notice.
    let attempts =
        || fixture.platform.with(|state| state.attempts.iter().filter(|(place, _)| *place == THREAD).count());
    let before = attempts();
    assert!(fixture.deliver().await.is_some());
    fixture.pass(DAY_MS);
    fixture.deliver().await;
    assert_eq!(attempts(), before + 1);
    assert_eq!((fixture.posted_at(direct(BRUNO)).len(), fixture.posted_at(direct(ADA)).len()), (1, 2));
    // Changes elsewhere do not trigger a retry. A change here does, and all posts are delivered in order.
    fixture.allow_all();
    fixture.service.retry_blocked_posts(Changed::Server(ServerId(10))).await.expect("the store works");
    fixture.service.retry_blocked_posts(Changed::Place(PlaceId(101))).await.expect("the store works");
    fixture.deliver().await;
    assert_about(&fixture.texts_at(THREAD), &["begins"]);
    fixture.service.retry_blocked_posts(Changed::Server(SERVER)).await.expect("the store works");
    fixture.deliver().await;
    assert_about(&fixture.texts_at(THREAD), &["begins", "d4", "e5"]);
    // The next refusal is announced again; a change of the channel alone triggers a retry too.
    fixture.refuse(&[THREAD, CHANNEL], &refused);
    let answer = fixture.service.find(game).await.expect("the game").line.nth_legal(0).expect("a move");
    fixture.play(game, ADA, &answer).await;
    fixture.deliver().await;
    assert_eq!((fixture.posted_at(direct(BRUNO)).len(), fixture.posted_at(direct(ADA)).len()), (2, 3));
    fixture.allow_all();
    fixture.service.retry_blocked_posts(Changed::Place(CHANNEL)).await.expect("the store works");
    fixture.deliver().await;
    assert_eq!(fixture.posted_at(THREAD).len(), 4);
    fixture.close().await;
}

#[tokio::test]
async fn a_request_that_is_refused_everywhere_is_sent_to_who_can_answer_it() {
    let fixture = Fixture::open().await;
    let game = fixture.game().await;
    fixture.play(game, ADA, "d4").await;
    fixture.deliver().await;
    fixture.refuse(&[THREAD, CHANNEL], &DeliveryError::Forbidden("missing permissions".to_owned()));
    fixture.service.act(game, ADA, None, &Action::RequestTakeBack, None).await.expect("her move was the last");
    fixture.deliver().await;
    let [for_bruno, for_ada] = [BRUNO, ADA].map(|person| fixture.posted_at(direct(person)));
    assert_eq!((for_bruno.len(), for_ada.len()), (1, 1), "the first refusal concerns both");
    assert!(!for_bruno[0].view.buttons.is_empty() && for_ada[0].view.buttons.is_empty(), "{for_bruno:?}, {for_ada:?}");
    fixture.close().await;
}

#[tokio::test]
async fn when_the_opponent_cannot_be_notified_the_other_player_is() {
    let fixture = Fixture::open().await;
    let game = fixture.game().await;
    fixture.platform.with(|state| state.closed.insert(BRUNO));
    fixture.refuse(&[THREAD, CHANNEL], &DeliveryError::Forbidden("missing permissions".to_owned()));
    fixture.play(game, ADA, "d4").await;
    fixture.deliver().await;
    assert_about(&fixture.texts_at(direct(ADA)), &["I'm not allowed to post in", "I can't reach Bruno"]);
    // A player who wants direct messages, accepts none, and cannot be pinged either is treated the same.
    fixture.allow_all();
    fixture.service.retry_blocked_posts(Changed::Place(THREAD)).await.expect("the store works");
    fixture.deliver().await;
    fixture.service.update_preferences(BRUNO, |settings| settings.pings = Pings::Direct).await.expect("it is chosen");
    fixture.play(game, BRUNO, "e5").await;
    let answer = fixture.service.find(game).await.expect("the game").line.nth_legal(0).expect("a move");
    fixture.play(game, ADA, &answer).await;
    fixture.refuse(&[THREAD, CHANNEL], &DeliveryError::Forbidden("missing permissions".to_owned()));
    fixture.deliver().await;
    let texts = fixture.texts_at(direct(ADA));
    assert!(texts.last().is_some_and(|text| text.contains("I can't reach Bruno")), "{texts:#?}");
    // When the thread accepts posts again he is pinged there after all.
    fixture.allow_all();
    fixture.service.retry_blocked_posts(Changed::Place(THREAD)).await.expect("the store works");
    fixture.deliver().await;
    let pinged =
        fixture.posted_at(THREAD).into_iter().filter(|posted| written(&posted.view.text) == "<@2>, it's your turn.");
    assert_eq!(pinged.map(|posted| posted.view.pings).collect::<Vec<_>>(), [[BRUNO]]);
    fixture.close().await;
}

#[tokio::test]
async fn what_may_have_arrived_is_looked_for_before_it_is_posted_again() {
    let fixture = Fixture::open().await;
    let game = fixture.game().await;
    fixture.platform.with(|state| state.loses_answers = true);
    fixture.play(game, ADA, "d4").await;
    fixture.deliver().await;
    fixture.platform.with(|state| state.loses_answers = false);
    assert_eq!(fixture.platform.with(|state| state.searched.len()), 0, "for a recent post the nonce is enough");
    // Minutes later the platform has forgotten the nonce.
    fixture.pass(10 * MINUTE_MS);
    fixture.deliver().await;
    assert_about(&fixture.texts_at(THREAD), &["begins", "d4"]);
    assert_eq!(fixture.platform.with(|state| state.searched.clone()), [THREAD]);
    let location = LocationId::first(game);
    let board = fixture.service.queries().posted_board(location).await.expect("the store works").expect("a board");
    assert_eq!(
        board.message,
        message(fixture.posted_at(THREAD)[1].number),
        "its buttons are removed with the next board"
    );
    // A post that did not arrive is posted, however late.
    fixture.refuse(&[THREAD], &later());
    fixture.play(game, BRUNO, "e5").await;
    fixture.deliver().await;
    fixture.allow_all();
    fixture.pass(10 * MINUTE_MS);
    fixture.deliver().await;
    assert_about(&fixture.texts_at(THREAD), &["begins", "d4", "e5"]);
    fixture.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_does_not_wait_for_hundreds_of_notices() {
    const NOTICES: usize = 400;
    let fixture = Fixture::open().await;
    let game = fixture.game().await;
    let (from, until) = (Millis(START - HOUR_MS), Millis(START));
    let notices = vec![Post::Outage { match_id: game, from, until }; NOTICES];
    fixture.service.delivery().add_posts(&notices, fixture.service.now()).await.expect("the store works");
    // Its own game has older notices.
    fixture.play(game, ADA, "d4").await;
    let stop = CancellationToken::new();
    let running = tokio::spawn({
        let (dispatcher, stop) = (fixture.dispatcher.clone(), stop.clone());
        async move { dispatcher.run(stop).await }
    });
    let counts = || {
        let texts = fixture.texts_at(THREAD);
        let boards = texts.iter().filter(|text| text.contains("Turn 1: **d4**")).count();
        (boards, texts.iter().filter(|text| text.contains("I was offline")).count())
    };
    let until = async |met: &dyn Fn((usize, usize)) -> bool| {
        timeout(test_support::stage::SOON, async {
            while !met(counts()) {
                fixture.platform.happened.notified().await;
            }
        })
        .await
        .expect("it is posted");
    };
    until(&|(boards, _)| boards == 1).await;
    assert!(counts().1 < NOTICES / 4, "the board comes first: {:?}", counts());
    until(&|(_, notices)| notices >= 10).await;
    stop.cancel();
    running.await.expect("no panic");
    fixture.close().await;
}

#[tokio::test]
async fn the_players_are_members_of_the_thread_before_the_first_board() {
    let fixture = Fixture::open().await;
    fixture.game().await;
    // The platform refuses it, and the board is delivered all the same.
    assert_eq!(fixture.platform.with(|state| state.members.clone()), [ADA, BRUNO]);
    assert_eq!(fixture.posted_at(THREAD).len(), 1);
    fixture.close().await;
}
