//! Games in every type of channel, and what happens when their place changes or refuses a message (`docs/places.md`).

use discord_emulator::{
    ActError, ApiError, ChannelKind, ChannelView, EmulatorOptions, Fault, Id, MessageView, User, permission,
};
use serde_json::json;
use std::time::Duration;
use tablero::discord::channel_types::{CHANNEL_TYPES, Venue};
use tablero::rules::SeededRng;
use test_support::stage::{SOON, Stage, Table, command, is_board, shown};

/// The permissions that the README asks for, without *Manage Threads*, which lets a bot write in locked threads.
const RECOMMENDED: u64 = permission::BOT & !permission::MANAGE_THREADS;

async fn stage_with(bot_permissions: u64) -> Stage {
    Stage::open_with(EmulatorOptions { bot_permissions, ..EmulatorOptions::default() }).await
}

fn players(stage: &Stage) -> [User; 2] {
    let players = [stage.user("Ada"), stage.user("Bruno")];
    players[1].set_locale("en-US");
    players
}

/// Ada challenges Bruno here. Returns the challenge.
async fn challenge(stage: &Stage, at: Id) -> MessageView {
    let [ada, bruno] = players(stage);
    let options = [
        ("game", json!("barrier")),
        ("variant", json!("8")),
        ("opponent", json!(bruno.id().to_string())),
        ("side", json!("first")),
    ];
    shown(&ada.command(at, "challenge", &options).await.expect("a command"))
}

/// A game that was asked for and accepted at a place, and is played at another.
async fn table(stage: &Stage, asked_at: Id, played_at: impl AsyncFnOnce(&User, &MessageView) -> Id) -> Table {
    let [ada, bruno] = players(stage);
    let challenge = challenge(stage, asked_at).await;
    bruno.press(&challenge, "Accept").await.expect("a button");
    let thread = played_at(&ada, &challenge).await;
    let line = stage.catalog.game("barrier").expect("the game").start("variant=8").expect("the variant");
    let table = Table { players: [ada, bruno], engine: None, thread, line };
    table.wait_board().await;
    table
}

/// A game in the place where it was asked for.
async fn table_here(stage: &Stage, at: Id) -> Table {
    table(stage, at, async |_, _| at).await
}

/// A post in a new forum.
fn post(stage: &Stage) -> (Id, Id) {
    let forum = stage.local.add_channel_of(ChannelKind::Forum, "tournament");
    let post = stage.local.start_thread(ChannelKind::PublicThread, forum, &stage.user("Ada"), "Round 1");
    (forum, post.expect("a post"))
}

/// The moves of a short game: the shortest of many random ones.
fn short_game(stage: &Stage) -> Vec<String> {
    let game = stage.catalog.game("barrier").expect("the game");
    let play = |seed| {
        let (mut line, mut chance) = (game.start("variant=8").expect("the variant"), SeededRng::new(seed));
        while line.ending().is_none() {
            let text = line.nth_legal(chance.below(line.count_legal())).expect("a legal move");
            line.play(&text).expect("it is legal");
        }
        line.moves()
    };
    (0..300).map(play).min_by_key(Vec::len).expect("a game")
}

async fn wait_text(user: &User, place: Id, text: &str) -> MessageView {
    let found = user.wait_message(place, |message| message.content.contains(text), SOON).await;
    found.unwrap_or_else(|error| panic!("{text}: {error}: {:#?}", user.messages(place)))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_in_every_type_of_place_where_the_table_says() {
    let stage = stage_with(RECOMMENDED).await;
    let moves = short_game(&stage);
    let [ada, bruno] = players(&stage);
    let local = &stage.local;
    let start = |kind, parent| local.start_thread(kind, parent, &ada, "chat").expect("a thread");
    let [news, voice, talk] =
        [(ChannelKind::Announcements, "news"), (ChannelKind::Voice, "voice"), (ChannelKind::Stage, "talk")]
            .map(|(kind, name)| local.add_channel_of(kind, name));
    let [forum, media] = [(ChannelKind::Forum, "forum"), (ChannelKind::Media, "media")]
        .map(|(kind, name)| local.add_channel_of(kind, name));
    let private = start(ChannelKind::PrivateThread, stage.games);
    local.add_to_thread(private, &bruno);
    // Where it is asked for, and the channel in which it gets a thread of its own.
    let own_thread = [
        (0, stage.games, stage.games, ChannelKind::PublicThread),
        (5, news, news, ChannelKind::AnnouncementThread),
        (10, start(ChannelKind::AnnouncementThread, news), news, ChannelKind::AnnouncementThread),
        (11, start(ChannelKind::PublicThread, stage.games), stage.games, ChannelKind::PublicThread),
    ];
    let here = [
        (2, voice),
        (11, start(ChannelKind::PublicThread, forum)),
        (11, start(ChannelKind::PublicThread, media)),
        (12, private),
        (13, talk),
    ];

    // The bot is added to the private thread.
    let refused = challenge(&stage, private).await;
    assert!(refused.ephemeral && refused.content.contains("I'm not in this private thread"), "{refused:?}");
    ada.say(private, &format!("<@{}>", local.bot_id())).expect("a message");

    let mut tried = Vec::new();
    for (number, asked_at, parent, kind) in own_thread {
        let known: Vec<Id> = ada.channels().iter().map(|channel| channel.id).collect();
        let opened = |channel: &ChannelView| channel.parent == Some(parent) && !known.contains(&channel.id);
        let mut table = table(&stage, asked_at, async |ada, _| {
            let thread = ada.wait_channel(opened, SOON).await.expect("the game's thread");
            assert_eq!(thread.kind, kind);
            thread.id
        })
        .await;
        play_to_the_end(&mut table, &moves).await;
        if asked_at != parent {
            wait_text(&ada, asked_at, &format!("<#{}>", table.thread)).await;
        }
        tried.push((number, if asked_at == parent { Venue::OwnThread } else { Venue::BesideOrHere }));
    }
    for (number, at) in here {
        let known = ada.channels().len();
        let mut table = table_here(&stage, at).await;
        play_to_the_end(&mut table, &moves).await;
        assert_eq!(ada.channels().len(), known, "no thread was opened for {number}");
        tried.push((number, if number == 11 { Venue::BesideOrHere } else { Venue::Here }));
    }
    // Nobody can use a command where no messages are.
    for (number, kind) in [(4, ChannelKind::Category), (15, ChannelKind::Forum), (16, ChannelKind::Media)] {
        let at = local.add_channel_of(kind, "nothing");
        assert!(matches!(ada.command(at, "help", &[]).await, Err(ActError::NoCommand(_))));
        tried.push((number, Venue::Nowhere));
    }
    // Direct messages and groups have tests of their own, and no bot is in a directory.
    tried.extend([(1, Venue::Here), (3, Venue::Here), (14, Venue::Nowhere)]);
    for known in CHANNEL_TYPES {
        assert!(tried.contains(&(known.number, known.venue)), "{known:?} is not tried: {tried:?}");
    }
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches WHERE status LIKE 'rules:%'").await, 9);
    stage.close().await;
}

/// Plays a game to its end, and looks at the board in the place where it is played.
async fn play_to_the_end(table: &mut Table, moves: &[String]) {
    for text in moves {
        table.play(text).await;
    }
    let looked = command(&table.players[1], table.thread, "export", &[]).await;
    assert_eq!(looked.attachments.len(), 1, "{looked:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_whose_thread_is_locked_goes_on_in_the_channel() {
    // A bot that may manage threads could write there, but nobody could answer.
    for permissions in [RECOMMENDED, permission::BOT] {
        let stage = stage_with(permissions).await;
        let mut table = stage.table("barrier", &[]).await;
        let thread = table.thread;
        stage.local.lock_thread(thread, true);
        let refused = table.players[0].command(thread, "board", &[]).await;
        assert!(matches!(refused, Err(ActError::Locked)), "{refused:?}");
        table.thread = stage.games;
        let board = table.wait_board().await;
        assert!(board.content.contains("I can't post in this game's thread any more"), "{}", board.content);
        table.play("d4").await;
        // Later events of the thread change nothing.
        stage.local.archive_thread(thread, true).expect("the thread");
        stage.local.lock_thread(thread, false);
        table.play("e5").await;
        assert_eq!([0, 1, 2].map(|ply| table.boards(ply)), [1, 1, 1]);
        table.thread = thread;
        assert_eq!([0, 1, 2].map(|ply| table.boards(ply)), [1, 0, 0]);
        stage.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_that_was_locked_while_the_bot_was_away_is_noticed() {
    let mut stage = stage_with(permission::BOT).await;
    let mut table = stage.table("barrier", &[]).await;
    stage.stop_bot().await;
    stage.local.lock_thread(table.thread, true);
    stage.start_bot().await;
    table.thread = stage.games;
    table.wait_board().await;
    table.play("d4").await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn while_a_post_is_locked_its_game_goes_on_directly() {
    for permissions in [RECOMMENDED, permission::BOT] {
        let stage = stage_with(permissions).await;
        let (_, at) = post(&stage);
        let mut table = table_here(&stage, at).await;
        let [ada, bruno] = table.players.clone();
        stage.local.lock_thread(at, true);
        let board = wait_text(&ada, ada.direct_messages(), "is locked or takes no messages").await;
        assert!(board.content.contains(&format!("<#{at}>")) && board.button("Move").is_some(), "{board:?}");
        wait_text(&bruno, bruno.direct_messages(), "is locked or takes no messages").await;
        let form = ada.press(&board, "Type a move").await.expect("a button");
        ada.submit_modal(form.modal().expect("a form"), &[("text", "d4")]).await.expect("a form");
        table.line.play("d4").expect("it is legal");
        let his = wait_text(&bruno, bruno.direct_messages(), "Turn 1: **d4**").await;
        assert!(his.button("Move").is_some(), "{his:?}");
        // Another report of the same lock says nothing new.
        let told = ada.messages(ada.direct_messages()).len();
        stage.local.lock_thread(at, true);
        assert_eq!(table.boards(1), 0);

        stage.local.lock_thread(at, false);
        table.wait_board().await;
        table.play("e5").await;
        assert_eq!(ada.messages(ada.direct_messages()).len(), told);
        stage.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lock_that_ended_while_the_bot_was_away_is_not_believed() {
    let mut stage = stage_with(permission::BOT).await;
    let (_, at) = post(&stage);
    let mut table = table_here(&stage, at).await;
    let [ada, bruno] = table.players.clone();
    let first = table.wait_board().await.id;
    stage.local.lock_thread(at, true);
    for user in [&ada, &bruno] {
        wait_text(user, user.direct_messages(), "is locked or takes no messages").await;
    }
    stage.stop_bot().await;
    stage.local.lock_thread(at, false);
    stage.start_bot().await;
    // The board that was refused is posted, because the bot has heard of the server again.
    let later = |message: &MessageView| is_board(0)(message) && message.id != first;
    ada.wait_message(at, later, SOON).await.expect("the board");
    table.play("d4").await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unreadable_game_does_not_hide_another_game_of_its_channel() {
    let stage = Stage::open().await;
    let table = stage.table("barrier", &[("variant", json!("5"))]).await;
    stage.table("dvonn", &[]).await;
    stage.change("UPDATE matches SET game = 'damaged' WHERE id = 2").await;
    // `/board` would show the newer game if it could be read.
    let board = command(&table.players[0], stage.games, "board", &[]).await;
    assert!(board.attachments.iter().any(|file| file.name.starts_with("barrier-1-")), "{board:?}");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn when_a_forum_is_deleted_the_games_in_its_posts_go_on_directly() {
    let stage = stage_with(RECOMMENDED).await;
    let (forum, at) = post(&stage);
    // An unreadable game in the same post must not hold this one back.
    table_here(&stage, at).await;
    stage.change("UPDATE matches SET game = 'damaged' WHERE id = 1").await;
    let table = table_here(&stage, at).await;
    let [ada, bruno] = table.players.clone();
    stage.wait_count("SELECT COUNT(*) FROM matches", 2).await;
    stage.wait_count("SELECT COUNT(*) FROM outbox WHERE due_at IS NOT NULL", 0).await;
    stage.local.delete_channel(forum);
    let board = wait_text(&ada, ada.direct_messages(), "no longer exists").await;
    assert!(board.button("Move").is_some(), "{board:?}");
    wait_text(&bruno, bruno.direct_messages(), "no longer exists").await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_a_filter_refuses_goes_elsewhere_and_the_game_stays() {
    let stage = stage_with(RECOMMENDED).await;
    let mut table = stage.table("barrier", &[]).await;
    let [ada, bruno] = table.players.clone();
    let boards = format!("/channels/{}/messages", table.thread);
    stage.local.faults().inject(Some("POST"), &boards, 1, Fault::Refuse(ApiError::filtered_message()));
    table.send("d4").await;
    table.line.play("d4").expect("it is legal");
    let board = bruno.wait_message(stage.games, is_board(1), SOON).await.expect("the board in the channel");
    let sentence = format!("I couldn't post this message in <#{}>", table.thread);
    assert!(board.content.contains(&sentence) && board.mentions == [bruno.id()], "{board:?}");
    table.play("e5").await;

    // A filter of the whole server leaves direct messages.
    stage.local.set_filter(Some("Turn 3"));
    table.send("d4d6e6").await;
    table.line.play("d4d6e6").expect("it is legal");
    let direct = wait_text(&bruno, bruno.direct_messages(), "I couldn't post in").await;
    assert!(direct.content.contains("Turn 3: **d4d6e6**") && direct.button("Move").is_some(), "{direct:?}");
    stage.local.set_filter(None);
    let next = table.line.nth_legal(0).expect("a move");
    table.play(&next).await;
    let looked = command(&ada, table.thread, "board", &[]).await;
    assert!(looked.content.contains("Turn 4"), "{looked:?}");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_whose_name_a_filter_refuses_has_one_without_the_players_names() {
    let stage = stage_with(RECOMMENDED).await;
    stage.local.set_filter(Some(": Ada"));
    let mut table = stage.table("barrier", &[]).await;
    let fits = |channel: &ChannelView| channel.id == table.thread;
    let thread = table.players[0].wait_channel(fits, Duration::ZERO).await.expect("the thread");
    assert_eq!(thread.name, "Barrier 1");
    table.play("d4").await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_whose_announcement_a_filter_refuses_is_announced_without_names() {
    let stage = stage_with(RECOMMENDED).await;
    stage.local.set_filter(Some("goes first, then"));
    // A game with the engine, and a rematch.
    let practice = stage.practice("barrier", 1, &[("side", json!("first"))]).await;
    let announced = |user: &User, text: &str| {
        let told = user.messages(stage.games);
        told.iter().filter(|message| message.content == text).count()
    };
    assert_eq!(announced(&practice.players[0], "**Barrier** no. 1 begins."), 1);
    stage.local.set_filter(None);
    let table = stage.table("barrier", &[]).await;
    let [ada, bruno] = table.players.clone();
    let question = command(&ada, table.thread, "resign", &[]).await;
    ada.press(&question, "Yes, resign").await.expect("a button");
    let fits = |message: &MessageView| message.button("Rematch").is_some();
    let board = bruno.wait_message(table.thread, fits, SOON).await.expect("the result");
    let challenge = shown(&bruno.press(&board, "Rematch").await.expect("a button"));
    stage.local.set_filter(Some("goes first, then"));
    let known: Vec<Id> = ada.channels().iter().map(|channel| channel.id).collect();
    ada.press(&challenge, "Accept").await.expect("a button");
    let opened = |channel: &ChannelView| channel.parent == Some(stage.games) && !known.contains(&channel.id);
    let thread = ada.wait_channel(opened, SOON).await.expect("the thread of the rematch").id;
    ada.wait_message(thread, is_board(0), SOON).await.expect("the first board");
    assert_eq!(announced(&ada, "**Barrier** no. 3 begins."), 1);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn if_only_a_refused_board_could_tell_a_player_a_few_words_do() {
    let stage = stage_with(RECOMMENDED).await;
    let mut table = stage.table("barrier", &[]).await;
    let [ada, bruno] = table.players.clone();
    for user in [&ada, &bruno] {
        user.accept_dms(false);
    }
    stage.local.set_filter(Some("Turn 1"));
    table.send("d4").await;
    table.line.play("d4").expect("it is legal");
    let told = wait_text(&bruno, table.thread, "there's something new in this game").await;
    assert_eq!(told.mentions, [bruno.id()]);
    let looked = command(&bruno, table.thread, "board", &[]).await;
    assert!(looked.content.contains("Turn 1: **d4**") && looked.button("Move").is_some(), "{looked:?}");
    stage.local.set_filter(None);
    table.play("e5").await;
    let told = bruno.messages(table.thread);
    let told = told.iter().filter(|message| message.content.contains("there's something new"));
    assert_eq!(told.count(), 1);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_mode_and_archived_threads_hold_nothing_back() {
    let stage = stage_with(RECOMMENDED).await;
    let mut table = stage.table("barrier", &[]).await;
    let bruno = table.players[1].clone();
    stage.local.set_slow_mode(table.thread, 60);
    bruno.say(table.thread, "hello").expect("a message");
    let early = bruno.say(table.thread, "again").expect_err("slow mode");
    assert!(early.to_string().contains("slowmode"), "{early}");
    table.play("d4").await;
    table.play("e5").await;
    // If it should hold for the bot after all, the board comes later.
    let boards = format!("/channels/{}/messages", table.thread);
    stage.local.faults().inject(Some("POST"), &boards, 1, Fault::Refuse(ApiError::new(400, 20_016, "slow mode")));
    table.play("d4d6e6").await;

    stage.local.archive_thread(table.thread, false).expect("the thread");
    let next = table.line.nth_legal(0).expect("a move");
    table.play(&next).await;
    let fits = |channel: &ChannelView| channel.id == table.thread && !channel.archived;
    table.players[0].wait_channel(fits, SOON).await.expect("the thread is open again");
    assert!(!bruno.messages(stage.games).iter().any(|message| message.content.contains("continue")));
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_goes_away_and_comes_back_moves_no_game() {
    // Because the bot was removed, or because Discord has an outage.
    for is_outage in [false, true] {
        let stage = stage_with(RECOMMENDED).await;
        let mut table = stage.table("barrier", &[]).await;
        if is_outage {
            stage.local.announce_outage();
        }
        let unknown = ApiError::new(404, 10_004, "Unknown Guild");
        stage.local.faults().inject(Some("POST"), "/channels/", 2, Fault::Refuse(unknown));
        table.send("d4").await;
        table.line.play("d4").expect("it is legal");
        let bruno = table.players[1].clone();
        let direct = wait_text(&bruno, bruno.direct_messages(), "Turn 1: **d4**").await;
        assert!(direct.content.contains("I'm not allowed to post in"), "it may be again: {direct:?}");
        if !is_outage {
            stage.local.remove_bot();
        }
        stage.local.invite_bot();
        table.wait_board().await;
        table.play("e5").await;
        assert_eq!([0, 1, 2].map(|ply| table.boards(ply)), [1, 1, 1]);
        stage.close().await;
    }
}
