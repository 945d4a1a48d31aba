//! What people do on a platform, with each capability switched off.

use super::scripted::Shown;
use super::table::{Table, choices, choices_of, has_choice};
use tablero::chat::{Capabilities, Platform, Subject};
use tablero::rules::SeededRng;
use tablero::service::{Address, ChallengeId, MatchId, MessageId, Offer};

/// A platform that can do everything.
pub const EVERYTHING: Capabilities = Capabilities::all(4_000);

/// A platform that can only post messages, and only short ones.
const NOTHING: Capabilities = Capabilities::none(1_000);

/// The platforms: with everything, with each capability switched off, with reactions in place of buttons, and with
/// nothing.
fn platforms() -> Vec<(&'static str, Capabilities)> {
    vec![
        ("everything", EVERYTHING),
        ("no threads", Capabilities { threads: false, ..EVERYTHING }),
        ("no buttons", Capabilities { buttons: false, ..EVERYTHING }),
        ("no menus", Capabilities { menus: false, ..EVERYTHING }),
        ("no forms", Capabilities { forms: false, ..EVERYTHING }),
        ("no private answers", Capabilities { private_answers: false, ..EVERYTHING }),
        ("no replies", Capabilities { private_answers: false, replies: false, ..EVERYTHING }),
        ("no editing", Capabilities { editing: false, ..EVERYTHING }),
        ("no reactions", Capabilities { reactions: false, buttons: false, menus: false, ..EVERYTHING }),
        ("no removal", Capabilities { removal: false, ..EVERYTHING }),
        ("short messages", Capabilities { text_max: 1_000, buttons: false, menus: false, ..EVERYTHING }),
        ("nothing", NOTHING),
    ]
}

async fn is_over(table: &Table, match_id: MatchId) -> bool {
    table.find(match_id).await.to_move().is_none()
}

/// Plays a whole game with random moves.
async fn whole_game(table: &Table, options: &str, seed: u64) -> (MatchId, Shown) {
    let mut chance = SeededRng::new(seed);
    let (game, mut board) = table.begin(options).await;
    let has_thread = board.address != Address::Place(table.channel);
    assert_eq!(has_thread, table.platform.capabilities().threads);
    while !is_over(table, game).await {
        board = table.play(game, &board, &mut chance).await;
    }
    (game, board)
}

async fn whole_games(options: &str) {
    for (number, (name, capabilities)) in (1..).zip(platforms()) {
        println!("{name}");
        let table = Table::open(capabilities).await;
        let (game, board) = whole_game(&table, options, number).await;
        assert!(table.find(game).await.ply() > 4, "{name}");
        if options.contains("barrier") {
            // Its progress is shown only where a message can be edited.
            let before = table.press(0, &board, "Analyse").await;
            let place = table.place(game).await;
            table.public(place, before, "Analysis of Barrier").await;
            let messages = table.platform.messages();
            let analyses = messages.iter().filter(|shown| {
                shown.address == board.address && shown.view.text.plain().contains("nalys") && shown.changed > before
            });
            assert_eq!(analyses.count(), 1, "{name}");
        }
        table.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn barrier_is_played_to_the_end_whatever_the_platform_lacks() {
    whole_games("game barrier variant 8").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn zertz_is_played_to_the_end_whatever_the_platform_lacks() {
    whole_games("game zertz variant blitz").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dvonn_is_played_to_the_end_whatever_the_platform_lacks() {
    whole_games("game dvonn").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn draws_take_backs_hints_and_settings_work_whatever_the_platform_lacks() {
    for (number, (name, capabilities)) in (1..).zip(platforms()) {
        println!("{name}");
        let table = Table::open(capabilities).await;
        let mut chance = SeededRng::new(number);
        let (game, board) = table.begin("game dvonn").await;
        let place = board.address.place().expect("a place");
        let here = Some(place);
        let board = table.play(game, &board, &mut chance).await;
        table.play(game, &board, &mut chance).await;

        // Bruno asks for his move back, and Ada declines. She asks for hers, and he agrees.
        let before = table.say(1, here, "takeback").await;
        let question = table.private(1, before, "would be undone").await;
        let before = table.press(1, &question, "Yes, ask").await;
        let request = table.public(place, before, "asks").await;
        let before = table.press(0, &request, "Decline").await;
        table.public(place, before, "declines").await;
        assert_eq!((table.find(game).await.ply(), table.find(game).await.offer), (2, None), "{name}");

        let before = table.say(0, here, "takeback").await;
        let question = table.private(0, before, "would be undone").await;
        let before = table.press(0, &question, "Yes, ask").await;
        let request = table.public(place, before, "asks").await;
        table.press(1, &request, "Agree").await;
        assert_eq!(table.find(game).await.ply(), 0, "{name}");

        // Ada offers a draw, after a question that only she sees.
        let before = table.say(0, here, "draw").await;
        let question = table.private(0, before, "a draw in").await;
        let before = table.press(0, &question, "Yes, offer a draw").await;
        let offer = table.public(place, before, "offers").await;
        assert!(matches!(table.find(game).await.offer, Some(Offer::Draw(_))), "{name}");

        // A hint in its stages, on the message before where that can be edited. In the meantime the offer stands.
        let before = table.say(0, here, "hint").await;
        let hint = table.private(0, before, "").await;
        let before = table.press(0, &hint, "Tell me more").await;
        let more = table.private(0, before, "").await;
        assert_eq!(more.id == hint.id, capabilities.editing, "{name}");
        assert_ne!(more.view.text, hint.view.text, "{name}");

        // Settings by menu, and by button.
        let before = table.say(1, here, "settings").await;
        let settings = table.private(1, before, "").await;
        let before = table.choose(1, &settings, "dark").await;
        let settings = table.private(1, before, "").await;
        let preferences = table.service.preferences(table.people[1]).await.expect("they are read");
        assert_eq!(preferences.theme.as_deref(), Some("dark"), "{name}");
        let label = "Automatic forced moves";
        let label = choices_of(&settings).into_iter().find(|known| known.starts_with(label));
        let label = label.unwrap_or_else(|| panic!("{:?}", choices_of(&settings)));
        table.press(1, &settings, &label).await;
        let preferences = table.service.preferences(table.people[1]).await.expect("they are read");
        assert!(preferences.play_forced_moves, "{name}");

        let before = table.press(1, &offer, "Agree").await;
        table.public(place, before, "agree to a draw").await;
        assert!(is_over(&table, game).await, "{name}");
        table.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_is_played_in_direct_messages() {
    let table = Table::open(NOTHING).await;
    let before = table.say(0, None, "play barrier 1 variant 6 side first").await;
    let mut board = table.platform.wait(before, "the first board", |shown| has_choice(shown, "Move")).await;
    let (running, _) = table.service.running(table.people[0], 1).await.expect("it is read");
    let game = running[0].id;
    let mut chance = SeededRng::new(1);
    while !is_over(&table, game).await {
        let before = table.platform.changes();
        table.play(game, &board, &mut chance).await;
        // The engine replies, or the game is over.
        let is_next = |shown: &Shown| has_choice(shown, "Type a move") || has_choice(shown, "Analyse");
        board = table.platform.wait(before, "the next board", is_next).await;
    }
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_answer_that_is_refused_is_explained_in_public() {
    let table = Table::open(NOTHING).await;
    table.platform.close_direct_messages(table.people[0]);
    let before = table.say(0, Some(table.channel), "settings").await;
    let explained = table.public(table.channel, before, "you don't accept direct messages").await;
    assert!(explained.view.text.plain().contains("Ada"), "{explained:?}");
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_is_meant_for_the_bot_is_answered() {
    let table = Table::open(NOTHING).await;
    let (game, board) = table.begin("game barrier variant 8").await;
    let here = board.address.place();
    let before = table.platform.changes();
    for chatter in ["hello", "7", "challenge accepted, friends", "!weather today", "!", "a4 is better, I think"] {
        let is_handled = table.write(0, here, chatter, None, false).await;
        assert!(!is_handled, "{chatter}");
    }
    // People also talk about a board.
    assert!(!table.write(1, here, "nice move, that one", Some(&board.id), false).await);
    assert_eq!(table.platform.changes(), before);
    // A command for the bot is answered, also when it is wrong, and a number that the message does not have.
    assert!(table.write(0, here, "!moove d4", None, true).await);
    table.private(0, before, "move").await;
    let before = table.platform.changes();
    assert!(table.write(0, here, "99", Some(&board.id), false).await);
    table.private(0, before, "That number isn't on the list").await;
    // A choice number from one player's private message does nothing for another player.
    let before = table.say(0, here, "resign").await;
    let question = table.private(0, before, "resign").await;
    assert!(has_choice(&question, "Yes, resign"), "{question:?}");
    assert!(!table.write(1, here, "1", Some(&question.id), false).await);
    assert!(!is_over(&table, game).await);
    table.press(0, &question, "Yes, resign").await;
    assert!(is_over(&table, game).await);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reaction_to_what_another_player_has_to_answer_is_only_a_reaction() {
    let capabilities = Capabilities { editing: true, reactions: true, ..NOTHING };
    let table = Table::open(capabilities).await;
    let (_, board) = table.begin("game barrier variant 8").await;
    let number = choices(&board).into_iter().find(|(_, label)| label == "Move").expect("a choice").0;
    let reaction = format!("{number}\u{fe0f}\u{20e3}");
    table.wait_for_outbox().await;
    let before = table.platform.changes();
    table.react_until_taken(1, &board, &reaction).await;
    assert_eq!(table.platform.changes(), before, "nobody tells Bruno that it is not his turn");
    table.react_until_taken(0, &board, &reaction).await;
    table.private(0, before, "Where do you place your knight?").await;
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_person_says_and_reacts_to_in_the_game_of_another_is_ignored() {
    let table = Table::open(Capabilities { threads: true, reactions: true, ..NOTHING }).await;
    let before = table.say(0, Some(table.channel), "play barrier 1 variant 6 side first").await;
    let board = table.platform.wait(before, "the first board", |shown| has_choice(shown, "Move")).await;
    let before = table.say(0, Some(table.channel), "challenge game dvonn").await;
    let challenge = table.public(table.channel, before, "looking for someone").await;
    table.wait_for_outbox().await;
    let before = table.platform.changes();
    for talk in ["c3", "z9", "!mvoe c3"] {
        assert!(!table.write(1, board.address.place(), talk, None, false).await, "{talk}");
    }
    // The bot also ignores what Ada writes outside the game's thread, and her replies to other people.
    assert!(!table.write(0, Some(table.channel), "c3", None, false).await);
    let of_person = MessageId("of a person".to_owned());
    assert!(!table.write(0, board.address.place(), "c3", Some(&of_person), false).await);
    table.react_until_taken(1, &board, "1\u{fe0f}\u{20e3}").await;
    // Only the challenger can withdraw a challenge.
    table.react_until_taken(1, &challenge, "❌").await;
    table.wait_for_outbox().await;
    assert_eq!(table.platform.changes(), before, "nobody tells Bruno that it is not his game");
    assert_eq!(table.count("SELECT COUNT(*) FROM challenges WHERE state = 'open'").await, 1);
    assert_eq!(table.count("SELECT COUNT(*) FROM moves").await, 0);
    table.close().await;
}

/// How many messages of a game and of its challenge are still shown, other than direct ones, which stay.
fn shown_about(table: &Table, match_id: MatchId, board: &Shown) -> usize {
    let messages = table.platform.messages();
    let about = [Subject::Match(match_id), Subject::Challenge(ChallengeId(1))];
    let is_about = |shown: &&Shown| {
        let is_in_thread = shown.address == board.address && shown.address != Address::Place(table.channel);
        let is_direct = shown.address.place().is_none();
        is_in_thread || !is_direct && shown.view.subject.is_some_and(|subject| about.contains(&subject))
    };
    messages.iter().filter(is_about).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_erased_player_can_have_the_messages_about_their_games_removed() {
    for (number, (name, capabilities)) in (1..).zip(platforms()) {
        println!("{name}");
        for is_wanted in [false, true] {
            let table = Table::open(capabilities).await;
            let mut chance = SeededRng::new(number);
            let (game, board) = table.begin("game barrier variant 8").await;
            let board = table.play(game, &board, &mut chance).await;
            // The opponent looks at the board outside of its thread, and is asked something there.
            for command in ["board", "resign"] {
                table.say(1, Some(table.channel), command).await;
            }
            table.press(1, &board, "Resign").await;
            // A challenge that nobody answers, and a game of two others.
            table.say(0, Some(table.channel), "challenge game zertz").await;
            let before = table.say(1, Some(table.channel), "play barrier 1 variant 6 side first").await;
            let is_first = |shown: &Shown| has_choice(shown, "Move") && shown.view.text.plain().contains("begins");
            let other = table.platform.wait(before, "a game against the engine", is_first).await;

            let before = table.say(0, Some(table.channel), "privacy delete").await;
            let question = table.private(0, before, "Delete").await;
            let wanted = "Delete my data and game messages";
            assert_eq!(has_choice(&question, wanted), capabilities.removal, "{name}");
            let label = if is_wanted && capabilities.removal { wanted } else { "Delete my data" };
            table.press(0, &question, label).await;
            table.wait_for_outbox().await;
            let left = shown_about(&table, game, &board);
            let is_removed = is_wanted && capabilities.removal;
            assert_eq!(left == 0, is_removed, "{name}: {left} messages of the game");
            let challenges = [ChallengeId(1), ChallengeId(2)].map(|id| Some(Subject::Challenge(id)));
            let messages = table.platform.messages();
            let left = messages.iter().filter(|shown| challenges.contains(&shown.view.subject)).count();
            assert_eq!(left == 0, is_removed, "{name}: {left} challenges");
            let names_her = |shown: &&Shown| {
                let (text, person) = (&shown.view.text, shown.address.person());
                let is_named = text.people().contains(&table.people[0]) || text.plain().contains("Ada");
                is_named && person != Some(table.people[0]) && shown.address.place() == Some(table.channel)
            };
            let left: Vec<&Shown> = messages.iter().filter(names_her).collect();
            assert!(!is_removed || left.is_empty(), "{name}: {left:#?}");
            assert!(messages.iter().any(|shown| shown.id == other.id), "{name}: the game of others stays");
            table.close().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_command_without_a_move_begins_to_pick_one() {
    for (name, capabilities) in platforms() {
        let table = Table::open(capabilities).await;
        let (game, board) = table.begin("game barrier variant 8").await;
        let before = table.say(0, board.address.place(), "move").await;
        let step = table.private(0, before, "Where do you place your knight?").await;
        assert!(has_choice(&step, "Cancel"), "{name}: {step:?}");
        let pick = choices_of(&step).into_iter().find(|label| label == "d4").expect("a square to choose");
        let after = table.choose(0, &step, &pick).await;
        let complete = table.private(0, after, "d4").await;
        table.press(0, &complete, "Play d4").await;
        assert_eq!(table.find(game).await.ply(), 1, "{name}");
        table.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_work_after_a_restart() {
    let table = Table::open(NOTHING).await;
    let (game, board) = table.begin("game barrier variant 8").await;
    let table = table.restart().await;
    table.play(game, &board, &mut SeededRng::new(1)).await;
    assert_eq!(table.find(game).await.ply(), 1);
    table.close().await;
}

/// Everything is delivered twice on this platform. These commands would do something else the second time.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_delivered_twice_is_done_once() {
    let table = Table::open(NOTHING).await;
    let count = async |sql: &'static str| table.count(sql).await;
    table.say(0, None, "about").await;
    assert_eq!(table.platform.messages().len(), 1, "a message with the same nonce is the same message");
    // A channel is added to the list, or removed if it is in it.
    table.say(0, Some(table.channel), "server channel #games").await;
    assert_eq!(count("SELECT COUNT(*) FROM settings WHERE kind = 'server' AND chosen LIKE '%channels%'").await, 1);
    let server = table.service.server_settings(table.server).await.expect("settings");
    assert_eq!(server.channels.map(|channels| channels.len()), Some(1));
    // A player can have several challenges of the same kind open only if they are open to everyone.
    let before = table.say(0, Some(table.channel), "challenge game barrier variant 8").await;
    assert_eq!(count("SELECT COUNT(*) FROM challenges").await, 1);
    let challenge = table.public(table.channel, before, "Barrier").await;
    table.press(1, &challenge, "Accept").await;
    assert_eq!(count("SELECT COUNT(*) FROM matches").await, 1);
    table.say(0, Some(table.channel), "play barrier 1 variant 6 side second").await;
    assert_eq!(count("SELECT COUNT(*) FROM matches").await, 2);
    assert_eq!(count("SELECT COUNT(*) FROM inbox").await, 4, "one event each");
    table.close().await;
}
