//! Taking back a move also takes back the time it earned.

use tablero::db::SqlStorage;
use tablero::rules::Seat;
use tablero::service::time::control::HOUR_MS;
use tablero::service::{
    Action, DeliveryMode, GameService, Level, Match, Millis, OfferKind, Pauses, PlaceId, PlayError, PlayerId, Side,
    Terms,
};
use tempfile::TempDir;
use test_support::stage::{TestClock, open_service};

const ADA: PlayerId = PlayerId(1);
const BRUNO: PlayerId = PlayerId(2);

struct Fixture {
    service: GameService,
    store: SqlStorage,
    clock: TestClock,
    _folder: TempDir,
}

impl Fixture {
    async fn open() -> Fixture {
        let (service, store, clock, folder) = open_service().await;
        Fixture { service, store, clock, _folder: folder }
    }

    /// A game of Barrier with this bank, in which Ada moves first.
    async fn game(&self, control: &str) -> Match {
        let proposed = self.service.propose(terms(control, Some(BRUNO))).await.expect("a challenge");
        self.service.accept(proposed.id, BRUNO, None, None).await.expect("a game")
    }
}

fn terms(control: &str, opponent: Option<PlayerId>) -> Terms {
    Terms {
        game: "barrier".to_owned(),
        setup: "variant=8".to_owned(),
        challenger: ADA,
        opponent,
        side: Side::First,
        hints: false,
        rated: false,
        control: control.parse().expect("a control"),
        pauses: Pauses::NONE,
        note: String::new(),
        place: PlaceId(9),
        server: None,
        delivery_mode: DeliveryMode::Channel,
        origin: None,
        language: "en".to_owned(),
    }
}

/// A match in memory, with actions at a number of hours after its start.
struct Played {
    game: Match,
    started_at: Millis,
}

impl Played {
    fn new(game: Match) -> Played {
        let started_at = game.clocks.since;
        Played { game, started_at }
    }

    fn act(&mut self, by: PlayerId, hours: i64, action: &Action) -> Result<(), PlayError> {
        self.game.act(by, None, action, self.started_at.plus(hours * HOUR_MS), 0).map(|_| ())
    }

    fn play(&mut self, by: PlayerId, hours: i64, text: &str) {
        self.act(by, hours, &Action::Move(text.to_owned())).expect("a legal move");
    }

    fn take_back(&mut self, by: PlayerId, hours: i64) {
        self.act(by, hours, &Action::RequestTakeBack).expect("the take-back can be requested");
        let other = if by == ADA { BRUNO } else { ADA };
        self.act(other, hours, &Action::Agree(OfferKind::TakeBack)).expect("the take-back can be granted");
    }

    /// The time left to both players, in hours.
    fn left(&self) -> [i64; 2] {
        self.game.clocks.left.map(|left| left / HOUR_MS)
    }
}

#[tokio::test]
async fn a_move_that_is_made_again_earns_once() {
    let fixture = Fixture::open().await;
    let mut played = Played::new(fixture.game("72h+6h/120h").await);
    played.play(ADA, 1, "d4");
    assert_eq!(played.left(), [72 - 1 + 6, 72]);
    // An hour of Bruno's time passes before the move is taken back, and none of Ada's.
    played.take_back(ADA, 2);
    assert_eq!(played.left(), [71, 71]);
    for _ in 0..10 {
        played.play(ADA, 2, "d4");
        played.take_back(ADA, 2);
    }
    assert_eq!(played.left(), [71, 71], "no time was created");
    played.play(ADA, 2, "e5");
    assert_eq!((played.left(), &played.game.earned[..]), ([77, 71], &[6 * HOUR_MS][..]));
    fixture.store.close().await;
}

#[tokio::test]
async fn of_several_plies_each_gives_back_its_own() {
    let fixture = Fixture::open().await;
    let mut played = Played::new(fixture.game("72h+6h/120h").await);
    played.play(ADA, 1, "d4");
    played.play(BRUNO, 3, "e5");
    assert_eq!(played.left(), [77, 76]);
    // Her move and his reply.
    played.take_back(ADA, 4);
    assert_eq!((played.game.ply(), played.left()), (0, [77 - 1 - 6, 76 - 6]));
    // His move, her conditional reply, and the time since then, which is his.
    played.play(ADA, 4, "d4");
    let line = played.game.line.copy();
    played.game.conditional_moves[0].add(&*line, Seat::One, "e5 then d4d6e6").expect("a legal line");
    played.play(BRUNO, 5, "e5");
    assert_eq!((played.game.ply(), played.left()), (3, [70 + 6 + 6, 70 - 1 + 6]));
    played.take_back(BRUNO, 7);
    assert_eq!((played.game.ply(), played.left()), (1, [76, 75 - 2 - 6]));
    assert_eq!(played.game.earned, [6 * HOUR_MS]);
    fixture.store.close().await;
}

#[tokio::test]
async fn a_bank_at_its_cap_gives_back_no_more_than_it_got() {
    let fixture = Fixture::open().await;
    let mut played = Played::new(fixture.game("72h+6h/74h").await);
    played.play(ADA, 0, "d4");
    assert_eq!((played.left(), &played.game.earned[..]), ([74, 72], &[2 * HOUR_MS][..]));
    for _ in 0..3 {
        played.take_back(ADA, 0);
        assert_eq!(played.left(), [72, 72]);
        played.play(ADA, 0, "d4");
        assert_eq!(played.left(), [74, 72]);
    }
    // Time per move is granted anew as before, and earns nothing.
    let mut daily = Played::new(fixture.game("3d").await);
    daily.play(ADA, 20, "d4");
    daily.take_back(ADA, 30);
    assert_eq!((daily.left(), daily.game.earned.len()), ([72, 72], 0));
    fixture.store.close().await;
}

#[tokio::test]
async fn a_move_whose_time_was_used_is_not_taken_back() {
    let fixture = Fixture::open().await;
    let mut played = Played::new(fixture.game("3h+6h/12h").await);
    played.play(ADA, 2, "d4");
    played.play(BRUNO, 2, "e5");
    // Six of her seven hours came from the move.
    assert!(played.act(ADA, 2, &Action::RequestTakeBack).is_ok());
    let late = played.act(BRUNO, 3, &Action::Agree(OfferKind::TakeBack));
    assert_eq!(late, Err(PlayError::EarnedTimeUsed));
    assert_eq!((played.game.ply(), played.left()), (2, [7, 9]));
    assert_eq!(played.act(ADA, 2, &Action::RequestTakeBack), Err(PlayError::AlreadyOffered));
    let mut other = Played::new(fixture.game("3h+6h/12h").await);
    other.play(ADA, 2, "d4");
    other.play(BRUNO, 2, "e5");
    assert_eq!(other.act(ADA, 7, &Action::RequestTakeBack), Err(PlayError::EarnedTimeUsed));
    assert_eq!(other.game.offer, None);
    fixture.store.close().await;
}

#[tokio::test]
async fn what_was_earned_is_stored_with_the_moves() {
    let fixture = Fixture::open().await;
    let service = &fixture.service;
    let level = Level::new(1).expect("a level");
    let played = service.start_against_engine(terms("72h+6h/120h", None), level, None).await.expect("a game");
    let play = |text: &str| Action::Move(text.to_owned());
    // The engine grants every take-back at once.
    for _ in 0..5 {
        let moved = service.act(played.id, ADA, None, &play("d4"), None).await.expect("a move");
        assert_eq!(moved.earned, [6 * HOUR_MS]);
        let found = service.find(played.id).await.expect("the game");
        assert_eq!(found.earned, moved.earned);
        assert!(found.clocks.left[0] > 77 * HOUR_MS, "{:?}", found.clocks);
        let answered = service.act_for_engine(&moved, &play("e5"), None).await.expect("the engine's move");
        assert_eq!(answered.earned.len(), 2);
        fixture.clock.advance(1_000);
        service.act(played.id, ADA, None, &Action::RequestTakeBack, None).await.expect("the take-back is granted");
    }
    let found = service.find(played.id).await.expect("the game");
    assert!(found.earned.is_empty() && found.ply() == 0);
    assert!(found.clocks.left[0] <= 72 * HOUR_MS && found.clocks.left[0] > 71 * HOUR_MS, "{:?}", found.clocks);
    fixture.store.close().await;
}
