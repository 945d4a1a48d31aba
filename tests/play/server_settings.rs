//! Server settings, and members who leave the server.

use discord_emulator::{ActError, MessageView, User, permission};
use serde_json::{Value, json};
use test_support::stage::{SOON, Stage, changed, command};

/// Presses a button whose response is private.
async fn press_and_wait(user: &User, message: &MessageView, button: &str) -> String {
    user.press(message, button).await.expect("a button");
    let answer = |seen: &MessageView| seen.ephemeral && seen.id > message.id;
    user.wait_message(message.channel, answer, SOON).await.expect("an answer").content
}

/// Accepts a challenge and waits until its game has begun.
async fn accept(user: &User, challenge: &MessageView) {
    user.press(challenge, "Accept").await.expect("a button");
    let accepted = |message: &MessageView| message.id == challenge.id && message.content.contains("Accepted:");
    user.wait_message(challenge.channel, accepted, SOON).await.expect("it is accepted");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_begin_in_the_channels_that_are_named() {
    let stage = Stage::open().await;
    let (ada, bruno) = (stage.user("Ada"), stage.user("Bruno"));
    bruno.set_locale("en-US");
    let other = stage.local.add_channel("other");
    let shows = command(&ada, stage.games, "server", &[]).await;
    assert!(shows.ephemeral && shows.content.contains("every channel"), "{}", shows.content);
    let game = [("game", json!("barrier"))];
    let early = command(&ada, stage.games, "challenge", &game).await;

    let shows = command(&ada, stage.games, "server", &[("channel", json!(other.to_string()))]).await;
    assert!(shows.content.contains(&format!("<#{other}>")), "{}", shows.content);
    let closed = "can't play in this channel";
    for (name, options) in [("challenge", &game[..]), ("play", &[game[0].clone(), ("level", json!("1"))][..])] {
        let refused = command(&bruno, stage.games, name, options).await;
        assert!(refused.ephemeral && refused.content.contains(closed), "{name}: {}", refused.content);
    }
    assert!(press_and_wait(&bruno, &early, "Accept").await.contains(closed));
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches").await, 0);

    // Allowed in the named channel and in its threads.
    let challenge = command(&ada, other, "challenge", &game).await;
    accept(&bruno, &challenge).await;
    let thread = ada.wait_channel(|channel| channel.parent == Some(other), SOON).await.expect("a thread").id;
    let challenge = command(&bruno, thread, "challenge", &game).await;
    assert!(!challenge.ephemeral, "{}", challenge.content);
    accept(&ada, &challenge).await;

    // Threads cannot be named, only their channels.
    let refused = ada.command(stage.games, "server", &[("channel", json!(thread.to_string()))]).await;
    assert!(matches!(refused, Err(ActError::BadOption { .. })), "{refused:?}");

    // Naming it again removes it. The list is then empty, which does not allow every channel.
    let shows = command(&ada, stage.games, "server", &[("channel", json!(other.to_string()))]).await;
    assert!(shows.content.contains("no channel"), "{}", shows.content);
    assert!(press_and_wait(&bruno, &early, "Accept").await.contains(closed));
    let shows = command(&ada, stage.games, "server", &[("clear", json!("channels"))]).await;
    assert!(shows.content.contains("every channel"), "{}", shows.content);
    accept(&bruno, &early).await;
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches").await, 3);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_on_offer_and_not_more_than_allowed() {
    let stage = Stage::open().await;
    let [ada, bruno, carmen] = ["Ada", "Bruno", "Carmen"].map(|name| stage.user(name));
    [&bruno, &carmen].iter().for_each(|user| user.set_locale("en-US"));
    let (barrier, dvonn) = ([("game", json!("barrier"))], [("game", json!("dvonn"))]);
    let early = command(&ada, stage.games, "challenge", &dvonn).await;
    let shows = command(&ada, stage.games, "server", &[("game", json!("barrier")), ("limit", json!(1))]).await;
    assert!(
        shows.content.contains("Games on offer: Barrier") && shows.content.contains("Running games per person: 1"),
        "{shows:?}"
    );
    let refused = command(&ada, stage.games, "challenge", &dvonn).await;
    assert!(refused.ephemeral && refused.content.contains("You can't play this game"), "{}", refused.content);
    assert!(press_and_wait(&bruno, &early, "Accept").await.contains("You can't play this game"));
    let refused = command(&ada, stage.games, "play", &[dvonn[0].clone(), ("level", json!("1"))]).await;
    assert!(refused.content.contains("You can't play this game"), "{}", refused.content);

    // Carmen sends two challenges; one game reaches her limit, and Bruno's too.
    let two = [
        command(&carmen, stage.games, "challenge", &barrier).await,
        command(&carmen, stage.games, "challenge", &barrier).await,
    ];
    accept(&bruno, &two[0]).await;
    let most = "can't have more than one game running";
    assert!(press_and_wait(&ada, &two[1], "Accept").await.contains(most), "the challenger already has a game");
    let of_ada = command(&ada, stage.games, "challenge", &barrier).await;
    assert!(press_and_wait(&bruno, &of_ada, "Accept").await.contains(most), "the accepting player already has a game");
    for (name, options) in [("challenge", &barrier[..]), ("play", &[barrier[0].clone(), ("level", json!("1"))][..])] {
        let refused = command(&bruno, stage.games, name, options).await;
        assert!(refused.ephemeral && refused.content.contains(most), "{name}: {}", refused.content);
    }
    // Outside the server its settings do not apply.
    let private = stage.local.channel("private: Ada & Bruno").expect("a channel without the bot");
    let challenge = command(&bruno, private, "challenge", &dvonn).await;
    assert!(!challenge.ephemeral, "{}", challenge.content);
    for clear in ["limit", "games"] {
        command(&ada, stage.games, "server", &[("clear", json!(clear))]).await;
    }
    accept(&bruno, &of_ada).await;
    accept(&bruno, &early).await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn language_and_time_are_those_of_the_server() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    let options = [("language", json!("it")), ("time", json!("3d")), ("theme", json!("dark"))];
    let shows = command(&ada, stage.games, "server", &options).await;
    for part in ["Language: italiano", "3 days per move", "Boards: dark"] {
        assert!(shows.content.contains(part), "{}", shows.content);
    }
    let challenge = command(&ada, stage.games, "challenge", &[("game", json!("barrier"))]).await;
    assert!(challenge.content.contains("3 giorni per mossa"), "{}", challenge.content);
    for clear in ["language", "time", "theme"] {
        command(&ada, stage.games, "server", &[("clear", json!(clear))]).await;
    }
    let shows = command(&ada, stage.games, "server", &[]).await;
    for part in ["Language: the app's language", "no clock", "Boards: light"] {
        assert!(shows.content.contains(part), "{}", shows.content);
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_who_manages_the_server_changes_it() {
    let stage = Stage::open().await;
    let (bruno, carmen) = (stage.user("Bruno"), stage.user("Carmen"));
    [&bruno, &carmen].iter().for_each(|user| user.set_locale("en-US"));
    for (name, options) in [("server", vec![("limit", json!(1))]), ("admin end", vec![("game", json!(1))])] {
        let hidden = bruno.command(stage.games, name, &options).await;
        assert!(matches!(hidden, Err(ActError::NoCommand(_))), "{hidden:?}");
        let direct = carmen.command(carmen.direct_messages(), name, &options).await;
        assert!(matches!(direct, Err(ActError::NoCommand(_))), "{direct:?}");
        // Server managers can show the command to everyone, which does not make them managers.
        stage.local.open_command(name.split(' ').next().unwrap_or_default());
        // Every permission but the two that are about the server as a whole.
        let others = [u64::MAX, permission::PERSON | permission::MANAGE_MESSAGES];
        let others = others.map(|bits| bits & !(permission::MANAGE_GUILD | permission::ADMINISTRATOR));
        for bits in [None, Some(others[0]), Some(others[1])] {
            bruno.set_permissions(bits);
            let refused = command(&bruno, stage.games, name, &options).await;
            assert!(refused.ephemeral && refused.content.contains("Manage Server"), "{bits:?}: {}", refused.content);
        }
    }
    assert_eq!(stage.count("SELECT COUNT(*) FROM settings WHERE kind = 'server'").await, 0);
    carmen.set_permissions(Some(permission::PERSON | permission::MANAGE_GUILD));
    let shows = command(&carmen, stage.games, "server", &[("limit", json!(2))]).await;
    assert!(shows.content.contains("Running games per person: 2"), "{}", shows.content);
    carmen.set_permissions(Some(permission::PERSON | permission::ADMINISTRATOR));
    let shows = command(&carmen, stage.games, "server", &[("limit", json!(3))]).await;
    assert!(shows.content.contains("Running games per person: 3"), "{}", shows.content);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_manager_ends_a_game_without_a_result() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    let mut table = stage.table("barrier", &[("time", json!("1d"))]).await;
    table.play("d4").await;
    let number = json!(1);
    let name = ada.channels().into_iter().find(|channel| channel.id == table.thread).expect("the thread").name;
    assert!(name.contains(" 1: "), "the number stands in {name}");
    let ask = async |game: &Value| command(&ada, stage.games, "admin end", &[("game", game.clone())]).await;
    let end = async |game: &Value| {
        let question = ask(game).await;
        let Some(sure) = question.buttons.first() else { return question.content };
        let reply = ada.press(&question, &sure.label).await.expect("a button");
        changed(&ada, &question, reply).await.content
    };
    let question = ask(&number).await;
    let [first, second] = table.players.each_ref().map(discord_emulator::User::mention);
    let asked = format!(
        "Do you really want to end the game of **Barrier** (no. 1; 8×8 squares, with the swap rule, unrated, 1 day per move) between \
         {first} and {second}, after turn 1?"
    );
    assert!(question.content.starts_with(&asked) && question.content.contains("Nobody wins"), "{}", question.content);
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches WHERE status = 'running'").await, 1, "it is only a question");
    // The permission is checked again when the question is answered.
    let carmen = stage.user("Carmen");
    carmen.set_locale("en-US");
    carmen.set_permissions(Some(permission::PERSON | permission::MANAGE_GUILD));
    let question = command(&carmen, stage.games, "admin end", &[("game", number.clone())]).await;
    carmen.set_permissions(None);
    carmen.press(&question, "Yes, end the game").await.expect("a button");
    let refused = |message: &MessageView| message.ephemeral && message.content.contains("Manage Server");
    carmen.wait_message(stage.games, refused, SOON).await.expect("it is refused");
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches WHERE status = 'running'").await, 1);
    assert!(end(&json!(99)).await.contains("no game number 99"));
    assert!(end(&number).await.contains("without a result"));
    let over = |message: &MessageView| message.content.contains("without a result");
    let board = table.players[1].wait_message(table.thread, over, SOON).await.expect("the players are notified");
    assert_eq!(board.mentions.len(), 2, "{board:?}");
    assert!(end(&number).await.contains("This game is over"));
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches WHERE status = 'stopped' AND outcome IS NULL").await, 1);
    assert_eq!(stage.count("SELECT COUNT(*) FROM alarms").await, 0, "no check is scheduled any more");

    // The same for a game whose moves cannot be read any more.
    let broken = stage.table("barrier", &[("time", json!("1d"))]).await;
    stage.change("INSERT INTO moves (match, ply, text, played_at) VALUES (2, 0, 'z9', 0)").await;
    assert!(end(&json!(2)).await.contains("couldn't read game"));
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches WHERE status = 'stopped'").await, 2);
    assert_eq!(stage.count("SELECT COUNT(*) FROM alarms").await, 0);
    let again = ask(&json!(2)).await;
    ada.press(&again, "Yes, end the game").await.expect("a button");
    let over = |message: &MessageView| message.ephemeral && message.content.contains("no game number 2");
    ada.wait_message(stage.games, over, SOON).await.expect("it is over");
    drop(broken);

    // A game played elsewhere does not belong to this server.
    let private = stage.local.channel("private: Ada & Bruno").expect("a channel without the bot");
    let bruno = &table.players[1];
    let challenge = command(bruno, private, "challenge", &[("game", json!("barrier"))]).await;
    accept(&ada, &challenge).await;
    assert!(end(&json!(3)).await.contains("no game number 3"));
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_member_who_leaves_the_server_forfeits_nothing() {
    const GAMES: &str =
        "SELECT json_array(id, player1, player2, status, outcome, offer, left1, left2, since, flag_at, turn,
        place, changed_at, version) FROM matches JOIN match_locations ON match = id ORDER BY id";
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[("time", json!("3d"))]).await;
    table.play("d4").await;
    let [ada, bruno] = table.players.clone();
    let before = stage.rows(GAMES).await;
    bruno.leave_server();
    stage.local.remove_bot();
    // The bot has answered a later event, so it has processed that one too.
    let direct = ada.direct_messages();
    let games = command(&ada, direct, "games", &[]).await;
    assert!(games.content.contains("Barrier"), "{}", games.content);
    assert_eq!(stage.rows(GAMES).await, before);
    stage.local.invite_bot();
    bruno.join_server();
    command(&ada, direct, "games", &[]).await;
    assert_eq!(stage.rows(GAMES).await, before);
    table.play("e5").await;
    stage.close().await;
}
