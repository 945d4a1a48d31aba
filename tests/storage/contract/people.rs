//! People, their accounts, and their data.

use crate::backend::Backend;
use crate::fixture::{ADA, BRUNO, CARLA, CHANNEL, CLUB, ELSEWHERE, Fixture, SERVER, assert_conflict};
use futures_util::future::join_all;
use tablero::catalog::Catalog;
use tablero::service::{
    Action, BlockChange, Change, CurrentTask, ERASED_PLAYER, Erasure, ExternalId, ExternalOrigin, ExternalPlace,
    Millis, NoteChange, Origin, PlayerId, PuzzleResult, SeenLesson, Status, TokensChange,
};

pub async fn an_account_first_seen_several_times_at_once_is_one_person<B: Backend>(fixture: &Fixture<B>) {
    let account = ExternalId("@dora:example.org".to_owned());
    assert_eq!(fixture.storage.find_person(ELSEWHERE, &account).await.expect("it is read"), None);
    let seen = join_all((0..8).map(|_| fixture.storage.person_of(ELSEWHERE, &account))).await;
    let people: Vec<PlayerId> = seen.into_iter().map(|person| person.expect("a person")).collect();
    assert!(people.windows(2).all(|pair| pair[0] == pair[1]), "{people:?}");
    assert!(![ADA, BRUNO, CARLA].contains(&people[0]));
    assert_eq!(fixture.storage.find_person(ELSEWHERE, &account).await.expect("it is read"), Some(people[0]));
    assert_eq!(fixture.storage.find_person(CLUB, &account).await.expect("it is read"), None);
    let accounts = fixture.storage.accounts_of(ELSEWHERE, &[ADA, people[0]]).await.expect("accounts");
    assert_eq!(accounts, [(people[0], account)]);
}

pub async fn a_place_first_seen_several_times_at_once_is_one_place<B: Backend>(fixture: &Fixture<B>) {
    let thread = ExternalPlace { id: ExternalId("thread".to_owned()), parent: Some(CHANNEL), server: None };
    let seen = join_all((0..8).map(|_| fixture.storage.place_of(CLUB, &thread))).await;
    let first = fixture.storage.find_place(CLUB, &thread.id).await.expect("it is read").expect("it is there");
    assert!(seen.iter().all(|place| place.as_ref().is_ok_and(|place| *place == first)), "{seen:?}");
    assert_eq!(fixture.storage.find_place(ELSEWHERE, &thread.id).await.expect("it is read"), None);
}

pub async fn tokens_are_valid_from_the_first_one_on_until_they_are_revoked<B: Backend>(fixture: &Fixture<B>) {
    let invalid_until = async || fixture.storage.tokens_revoked_at(ADA).await.expect("it is read");
    let change = async |revokes| {
        let change = TokensChange { player: ADA, revokes, now: fixture.now() };
        fixture.apply(vec![Change::Tokens(change)]).await.expect("it is stored");
    };
    change(true).await;
    assert_eq!(invalid_until().await, None, "there was no token to revoke, and none is valid");
    let first = fixture.now();
    change(false).await;
    assert_eq!(invalid_until().await, Some(Millis(first.0 - 1)), "the first one is valid");
    fixture.advance(1_000);
    change(false).await;
    assert_eq!(invalid_until().await, Some(Millis(first.0 - 1)), "another one leaves it valid");
    change(true).await;
    assert_eq!(invalid_until().await, Some(fixture.now()));
    assert_eq!(fixture.storage.tokens_revoked_at(BRUNO).await.expect("it is read"), None);
}

pub async fn whatever_is_new_of_the_origin_of_a_request_is_stored<B: Backend>(fixture: &Fixture<B>) {
    let id = |id: &str| ExternalId(id.to_owned());
    let ada = ExternalOrigin {
        account: id(&ADA.to_string()),
        server: Some(id(&SERVER.to_string())),
        channel: id(&CHANNEL.to_string()),
        thread: None,
    };
    let known = fixture.storage.origin_of(CLUB, &ada).await.expect("an origin");
    assert_eq!(known, Origin { person: ADA, server: Some(SERVER), channel: CHANNEL, thread: None });
    assert_eq!((known.place(), known.parent()), (CHANNEL, None));
    let stranger = ExternalOrigin {
        account: id("@dora:example.org"),
        server: Some(id("space")),
        channel: id("room"),
        thread: Some(id("thread")),
    };
    let seen = join_all((0..8).map(|_| fixture.storage.origin_of(ELSEWHERE, &stranger))).await;
    let new = *seen[0].as_ref().expect("an origin");
    assert!(seen.iter().all(|origin| origin.as_ref().is_ok_and(|origin| *origin == new)), "{seen:?}");
    assert!(![ADA, BRUNO, CARLA].contains(&new.person) && new.server.is_some_and(|server| server != SERVER));
    assert_eq!((Some(new.place()), new.parent()), (new.thread, Some(new.channel)));
    let linked = "SELECT COUNT(*) FROM places AS thread
         JOIN places AS channel ON channel.id = thread.parent AND channel.external_id = 'room'
         JOIN servers ON servers.id = channel.server AND servers.id = thread.server AND servers.external_id = 'space'
         WHERE thread.external_id = 'thread'";
    assert_eq!(fixture.number(linked).await, 1);
    let direct = ExternalOrigin { server: None, thread: None, ..stranger };
    let direct = fixture.storage.origin_of(ELSEWHERE, &direct).await.expect("an origin");
    assert_eq!(direct, Origin { server: None, thread: None, ..new });
}

pub async fn a_lesson_that_is_done_stays_done<B: Backend>(fixture: &Fixture<B>) {
    let service = &fixture.service;
    service.lesson_shown(ADA, "zertz", "place").await.expect("it is stored");
    assert_eq!(
        service.current_task(ADA).await.expect("it is read"),
        Some(CurrentTask::Lesson("zertz".to_owned(), "place".to_owned()))
    );
    service.lesson_done(ADA, "zertz", "place").await.expect("it is stored");
    assert_eq!(service.current_task(ADA).await.expect("it is read"), None);
    let done_at = fixture.now();
    fixture.advance(1);
    service.lesson_shown(ADA, "zertz", "place").await.expect("it is stored");
    service.lesson_shown(BRUNO, "zertz", "place").await.expect("it is stored");
    fixture.advance(1);
    service.lesson_shown(ADA, "dvonn", "move").await.expect("it is stored");
    let seen = fixture.storage.lessons(ADA).await.expect("it is read");
    let known = |game: &str, lesson: &str, shown_at: i64, done_at| SeenLesson {
        game: game.to_owned(),
        lesson: lesson.to_owned(),
        shown_at: fixture.now().plus(shown_at),
        done_at,
    };
    assert_eq!(seen, [known("dvonn", "move", 0, None), known("zertz", "place", -1, Some(done_at))]);
    assert_eq!(service.lessons_done(ADA, "zertz").await.expect("it is read"), ["place"]);
    assert!(service.lessons_done(BRUNO, "zertz").await.expect("it is read").is_empty());
    fixture.advance(24 * 60 * 60 * 1000);
    assert_eq!(service.current_task(ADA).await.expect("it is read"), None, "it was shown a day ago");
}

pub async fn only_the_first_answer_to_a_puzzle_is_rated<B: Backend>(fixture: &Fixture<B>) {
    let (service, game) = (&fixture.service, Catalog::standard().game("barrier").expect("a game"));
    let next = async || service.next_puzzle(ADA, game, None).await.expect("it is read").expect("a puzzle");
    let first = next().await;
    service.puzzle_shown(ADA, game.name(), first.number).await.expect("it is stored");
    assert_eq!(next().await, first, "it is shown but not answered");
    let current = async || service.current_task(ADA).await.expect("it is read");
    assert_eq!(current().await, Some(CurrentTask::Puzzle(game.name().to_owned(), first.number)));
    let answer = async |card, result| service.puzzle_answered(ADA, game, card, result).await.expect("it is stored");
    let [before, after] = answer(first, PuzzleResult::Solved).await.expect("the first answer");
    assert_eq!(current().await, None, "it is solved");
    assert!((before.games, after.games) == (0, 1) && after.value > before.value);
    assert_eq!(answer(first, PuzzleResult::Told).await, None);
    let second = next().await;
    assert_ne!(second, first);
    let [before, again] = answer(second, PuzzleResult::Missed).await.expect("the first answer");
    assert_eq!(current().await, Some(CurrentTask::Puzzle(game.name().to_owned(), second.number)));
    assert_eq!(answer(second, PuzzleResult::Solved).await, None);
    assert_eq!(current().await, None, "it is solved");
    assert_eq!(before.points(), after.points());
    assert!(again.games == 2 && again.value < before.value);
    assert_eq!(fixture.storage.puzzle_rating(ADA, game.name()).await.expect("it is read"), Some(again));
    let seen = fixture.storage.puzzles(ADA, game.name()).await.expect("it is read");
    assert_eq!(seen.iter().filter_map(|seen| seen.is_solved).filter(|is_solved| *is_solved).count(), 1);
    assert_eq!(fixture.storage.puzzles(BRUNO, game.name()).await.expect("it is read"), []);
    let themed = service.next_puzzle(ADA, game, Some("last")).await.expect("it is read").expect("a puzzle");
    assert_eq!(themed.theme, "last");
}

pub async fn a_puzzle_is_rated_by_the_first_answers_of_all<B: Backend>(fixture: &Fixture<B>) {
    let (service, game) = (&fixture.service, Catalog::standard().game("dvonn").expect("a game"));
    let card = service.next_puzzle(ADA, game, None).await.expect("it is read").expect("a puzzle");
    let rated = async || fixture.storage.rated_puzzles(game.name()).await.expect("they are read");
    assert_eq!(rated().await, []);
    // Everyone solves it twice, all at once.
    let answers = [ADA, BRUNO, CARLA, ADA, BRUNO, CARLA]
        .map(|person| service.puzzle_answered(person, game, card, PuzzleResult::Solved));
    let answers = join_all(answers).await;
    assert_eq!(answers.iter().filter(|answer| matches!(answer, Ok(Some(_)))).count(), 3, "{answers:?}");
    let [(number, rating)] = rated().await[..] else { panic!("not one puzzle: {:?}", rated().await) };
    assert_eq!((number, rating.games), (card.number, 3));
    assert!(rating.value < f64::from(card.rating), "{rating:?}");
    let shown = service.puzzle(ADA, game, card.number).await.expect("it is read").expect("a puzzle");
    assert!(shown.is_decided && i64::from(shown.puzzle.card.rating) == rating.points());
    // It says nothing about any of them.
    fixture.service.erase(ADA, false, CHANNEL, None).await.expect("she is deleted");
    assert_eq!(rated().await, [(number, rating)]);
}

pub async fn an_erased_person_leaves_the_games_to_the_opponents<B: Backend>(fixture: &Fixture<B>) {
    fixture.storage.update_player(ADA, "Ada", Some("it")).await.expect("it is stored");
    let game = fixture.game().await.id;
    let note = NoteChange { match_id: game, player: ADA, text: "mine".to_owned() };
    fixture.apply(vec![Change::Note(note)]).await.expect("it is stored");
    fixture.service.erase(ADA, false, CHANNEL, None).await.expect("she is deleted");
    let found = fixture.find(game).await;
    assert_eq!((&found.status, found.people()), (&Status::Resigned, vec![ERASED_PLAYER, BRUNO]));
    assert_eq!(fixture.storage.player_names(&[ADA]).await.expect("names"), []);
    assert_eq!(fixture.storage.accounts_of(CLUB, &[ADA]).await.expect("accounts"), []);
    assert_eq!(fixture.storage.note(game, ADA).await.expect("it is read"), None);
    let facts = fixture.storage.personal_facts(ADA).await.expect("facts");
    assert!(facts.values().all(|fact| fact.as_array().is_none_or(Vec::is_empty)), "{facts:?}");
    let again = fixture.storage.person_of(CLUB, &ExternalId("1".to_owned())).await.expect("a person");
    assert!(![BRUNO, CARLA].contains(&again));
}

pub async fn an_erasure_conflicts_when_a_game_has_moved_on<B: Backend>(fixture: &Fixture<B>) {
    let game = fixture.game().await;
    let Change::Match(resignation) = fixture.change(&game, ADA, &Action::Resign) else {
        unreachable!("it is of a match")
    };
    fixture.play(game.id, ADA).await;
    let (ends, unreadable) = (vec![*resignation], Vec::new());
    let erasure = Erasure { player: ADA, ends, unreadable, removes_messages: false, event: None, now: fixture.now() };
    assert_conflict(&fixture.storage.erase_person(&erasure).await);
    assert_eq!(fixture.find(game.id).await.people(), [ADA, BRUNO]);
    let none = Erasure { ends: Vec::new(), ..erasure };
    assert_conflict(&fixture.storage.erase_person(&none).await);
}

pub async fn an_export_is_claimed_once_an_hour<B: Backend>(fixture: &Fixture<B>) {
    let claim = async || {
        let now = fixture.now();
        fixture.storage.claim_export(ADA, now, now.plus(-3_600_000)).await.expect("it is stored")
    };
    let first = fixture.now();
    assert_eq!(claim().await, None);
    fixture.advance(1);
    assert_eq!(claim().await, Some(first), "the earlier one");
    fixture.storage.release_export(ADA).await.expect("it failed");
    assert_eq!(claim().await, None);
    fixture.advance(3_600_001);
    assert_eq!(claim().await, None);
}

pub async fn a_block_works_both_ways<B: Backend>(fixture: &Fixture<B>) {
    fixture
        .apply(vec![Change::Block(BlockChange { player: ADA, other: BRUNO, is_blocked: true })])
        .await
        .expect("it is stored");
    let blocked = async |one, other| fixture.storage.is_blocked(one, other).await.expect("it is read");
    assert!(blocked(ADA, BRUNO).await && blocked(BRUNO, ADA).await && !blocked(ADA, CARLA).await);
    assert_eq!(fixture.storage.blocked_people(ADA).await.expect("people"), [BRUNO]);
    assert_eq!(fixture.storage.blocked_people(BRUNO).await.expect("people"), []);
    fixture
        .apply(vec![Change::Block(BlockChange { player: ADA, other: BRUNO, is_blocked: false })])
        .await
        .expect("it is stored");
    assert!(!blocked(ADA, BRUNO).await);
}
