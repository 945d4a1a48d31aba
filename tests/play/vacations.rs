//! Which games add to a vacation.

use crate::deadlines::Fixture;
use std::sync::Arc;
use tablero::db::SqlStorage;
use tablero::service::time::control::DAY_MS;
use tablero::service::time::vacation::{EARNING_PLIES, YEARLY_MS, year};
use tablero::service::{
    Action, DeliveryMode, GameService, Level, Match, Pauses, PlaceId, Player, PlayerId, Side, Status, Terms,
    TimeControl,
};
use tempfile::TempDir;
use test_support::stage::TestClock;

const ADA: PlayerId = PlayerId(1);
const BRUNO: PlayerId = PlayerId(2);

fn terms(game: &str, setup: &str, opponent: Option<PlayerId>) -> Terms {
    Terms {
        game: game.to_owned(),
        setup: setup.to_owned(),
        challenger: ADA,
        opponent,
        side: Side::First,
        hints: false,
        rated: false,
        control: TimeControl::PerMove { days: 1 },
        pauses: Pauses::NONE,
        note: String::new(),
        place: PlaceId(9),
        server: None,
        delivery_mode: DeliveryMode::Channel,
        origin: None,
        language: "en".to_owned(),
    }
}

async fn service(folder: &TempDir) -> (GameService, SqlStorage) {
    let store = test_support::stage::open_storage(&folder.path().join("tablero.sqlite")).await;
    (GameService::new(Arc::new(store.clone()), Arc::new(TestClock::default()), || 7), store)
}

/// How many games have added to the vacation balance of both players.
async fn counted(service: &GameService) -> [u32; 2] {
    let count =
        async |player| service.queries().count_ended(player, year(service.now())).await.expect("the store works");
    [count(ADA).await, count(BRUNO).await]
}

/// Plays the first legal moves until this many plies are played or the game is over, against a person or the engine.
async fn play(service: &GameService, mut played: Match, plies: usize) -> Match {
    while played.status == Status::Running && played.ply() < plies {
        let action = Action::Move(played.line.nth_legal(0).expect("a move"));
        played = match played.player(played.line.seat()) {
            Player::Person(id) => service.act(played.id, id, None, &action, None).await.expect("a move"),
            Player::Engine(_) => service.act_for_engine(&played, &action, None).await.expect("a move"),
        };
    }
    played
}

async fn with_engine(service: &GameService, game: &str, setup: &str) -> Match {
    service.start_against_engine(terms(game, setup, None), Level::new(1).expect("a level"), None).await.expect("a game")
}

async fn with_bruno(service: &GameService) -> Match {
    let proposed = service.propose(terms("dvonn", "start=random", Some(BRUNO))).await.expect("a challenge");
    service.accept(proposed.id, BRUNO, None, None).await.expect("a game")
}

async fn resign(service: &GameService, played: &Match) {
    service.act(played.id, ADA, None, &Action::Resign, None).await.expect("the action is allowed");
}

#[tokio::test]
async fn games_that_are_given_up_at_once_add_nothing() {
    let folder = TempDir::new().expect("a folder");
    let (service, store) = service(&folder).await;
    for _ in 0..28 {
        let begun = with_engine(&service, "barrier", "variant=5").await;
        resign(&service, &begun).await;
    }
    assert_eq!(counted(&service).await, [0, 0]);
    assert_eq!(service.vacation_balance(ADA).await.expect("her vacation").left, YEARLY_MS);
    store.close().await;
}

#[tokio::test]
async fn against_the_engine_whole_games_of_some_length_count() {
    let folder = TempDir::new().expect("a folder");
    let (service, store) = service(&folder).await;
    let plies = EARNING_PLIES as usize;
    // Enough plies, then resignation.
    let long = play(&service, with_engine(&service, "dvonn", "start=random").await, plies + 4).await;
    resign(&service, &long).await;
    assert_eq!(counted(&service).await, [0, 0]);
    // Finished, but short.
    let short = play(&service, with_engine(&service, "barrier", "variant=5").await, usize::MAX).await;
    assert!(matches!(short.status, Status::Rules(_)) && short.ply() < plies, "{}", short.ply());
    assert_eq!(counted(&service).await, [0, 0]);
    let whole = play(&service, with_engine(&service, "dvonn", "start=random").await, usize::MAX).await;
    assert!(matches!(whole.status, Status::Rules(_)) && whole.ply() >= plies, "{}", whole.ply());
    assert_eq!(counted(&service).await, [1, 0]);
    store.close().await;
}

#[tokio::test]
async fn among_people_a_game_counts_from_some_plies_on_however_it_ends() {
    let folder = TempDir::new().expect("a folder");
    let (service, store) = service(&folder).await;
    let plies = EARNING_PLIES as usize;
    let short = play(&service, with_bruno(&service).await, plies - 1).await;
    resign(&service, &short).await;
    assert_eq!(counted(&service).await, [0, 0]);
    let long = play(&service, with_bruno(&service).await, plies).await;
    resign(&service, &long).await;
    assert_eq!(counted(&service).await, [1, 1]);
    let draw = play(&service, with_bruno(&service).await, plies).await;
    service.act(draw.id, ADA, None, &Action::OfferDraw, None).await.expect("an offer");
    service.act(draw.id, BRUNO, None, &Action::OfferDraw, None).await.expect("a draw");
    assert_eq!(counted(&service).await, [2, 2]);
    store.close().await;
}

#[tokio::test]
async fn a_game_that_is_lost_on_time_adds_to_the_vacation_of_the_winner_only() {
    let stage = Fixture::open().await;
    // After an even number of plies it is Ada's turn, after an odd one Bruno's.
    let plies = EARNING_PLIES as usize;
    for (plies, expected) in [(plies, [0, 1]), (plies + 1, [1, 1])] {
        let played = play(&stage.service, with_bruno(&stage.service).await, plies).await;
        stage.run_for(DAY_MS).await;
        assert_eq!((stage.find(played.id).await.status, played.ply()), (Status::Timeout, plies));
        assert_eq!(counted(&stage.service).await, expected);
    }
}
