//! People and places whose numbers are not Discord's, as of those first seen on another platform.

use discord_emulator::{MessageView, User};
use serde_json::{Value, json};
use test_support::stage::{SOON, Stage, changed, database, shown};

/// Makes people of users who have not been seen yet.
async fn make_people(stage: &Stage, people: &[(i64, &User)]) {
    let pool = database(&stage.database()).await;
    for (person, user) in people {
        sqlx::query("INSERT INTO people (id) VALUES ($1)").bind(person).execute(&pool).await.expect("a person");
        sqlx::query("INSERT INTO accounts (platform, external_id, person) VALUES ('discord', $1, $2)")
            .bind(user.id().to_string())
            .bind(person)
            .execute(&pool)
            .await
            .expect("an account");
    }
    pool.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_are_mentioned_pinged_and_written_to_by_their_accounts() {
    let stage = Stage::open().await;
    let [ada, bruno, carmen] = ["Ada", "Bruno", "Carmen"].map(|name| stage.user(name));
    make_people(&stage, &[(7001, &ada), (7002, &bruno), (7003, &carmen)]).await;
    bruno.set_locale("en-US");
    let settings = shown(&bruno.command(stage.games, "settings", &[]).await.expect("a command"));
    let reply = bruno.choose(&settings, "set pings", &["direct"]).await.expect("a menu");
    changed(&bruno, &settings, reply).await;

    // The stage checks the pings of each board.
    let mut table = stage.table("barrier", &[("time", json!("3d")), ("rated", json!(true))]).await;
    let seats = "SELECT COUNT(*) FROM matches WHERE player1 = 7001 AND player2 = 7002";
    assert_eq!(stage.count(seats).await, 1);
    let is_challenge = |message: &MessageView| message.content.contains(&ada.mention());
    ada.wait_message(stage.games, is_challenge, SOON).await.expect("the challenge mentions who made it");
    let members = stage.local.thread_members(table.thread);
    assert!([&ada, &bruno].iter().all(|user| members.contains(&user.id())), "{members:?}");

    table.send("d4").await;
    table.line.play("d4").expect("it is legal");
    let is_theirs = |message: &MessageView| message.content.contains("Your turn against Ada");
    let direct = bruno.wait_message(bruno.direct_messages(), is_theirs, SOON).await.expect("a direct message");
    assert_eq!(direct.attachments.len(), 1);
    table.send("e5").await;
    table.line.play("e5").expect("it is legal");
    assert!(table.wait_board().await.content.contains(&ada.mention()));

    // Options of commands name people, not accounts.
    let block = [("user", json!(carmen.id().to_string()))];
    let reply = shown(&ada.command(stage.games, "block", &block).await.expect("a command"));
    assert!(reply.content.contains(&carmen.mention()), "{}", reply.content);
    assert_eq!(stage.count("SELECT COUNT(*) FROM blocks WHERE player = 7001 AND blocked = 7003").await, 1);
    assert_eq!(stage.count("SELECT COUNT(*) FROM people").await, 3, "each person is stored once");

    let reply = shown(&ada.command(stage.games, "privacy export", &[]).await.expect("a command"));
    let bytes = ada.download(reply.attachments[0].id).await.expect("the file");
    let data: Value = serde_json::from_slice(&bytes).expect("it is JSON");
    assert_eq!(data["person"][0]["person"], "7001");
    assert_eq!(data["accounts"], json!([{ "platform": "discord", "external_id": ada.id().to_string() }]));

    let places = [stage.games, table.thread, ada.direct_messages(), bruno.direct_messages()];
    let messages = places.iter().flat_map(|place| [ada.messages(*place), bruno.messages(*place)].concat());
    for message in messages {
        let mut numbers = message.content.split(|c: char| !c.is_ascii_digit());
        assert!(!numbers.any(|number| ["7001", "7002", "7003"].contains(&number)), "{}", message.content);
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_without_an_account_here_is_written_by_name() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[]).await;
    table.play("d4").await;
    stage.change("INSERT INTO people (id) VALUES (7002)").await;
    stage.change("INSERT INTO players (id, name) VALUES (7002, 'Zoe_of_the_sea')").await;
    stage.change("UPDATE matches SET player2 = 7002").await;
    let board = shown(&table.players[0].command(table.thread, "board", &[]).await.expect("a command"));
    assert!(board.content.contains("Zoe\\_of\\_the\\_sea"), "{}", board.content);
    assert!(!board.content.contains(&table.players[1].mention()));
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_person_who_returns_gets_a_new_number() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    make_people(&stage, &[(7001, &ada)]).await;
    let question = shown(&ada.command(stage.games, "privacy delete", &[]).await.expect("a command"));
    let reply = ada.press(&question, "Delete my data").await.expect("a button");
    let done = changed(&ada, &question, reply).await;
    assert!(done.content.contains("deleted all your data"), "{}", done.content);
    assert_eq!(stage.count("SELECT (SELECT COUNT(*) FROM people) + (SELECT COUNT(*) FROM accounts)").await, 0);
    ada.command(stage.games, "games", &[]).await.expect("a command");
    let people = stage.rows("SELECT external_id || (person = external_id) FROM accounts").await;
    assert_eq!(people, [format!("{}1", ada.id())], "the number of the account is free");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_in_places_whose_numbers_are_taken() {
    let stage = Stage::open().await;
    let [ada, bruno] = ["Ada", "Bruno"].map(|name| stage.user(name));
    bruno.set_locale("en-US");
    let pool = database(&stage.database()).await;
    let take = async |number: String, name: &str| {
        sqlx::query("INSERT INTO places (id, platform, external_id) VALUES ($1, 'matrix', $2)")
            .bind(number.parse::<i64>().expect("a number"))
            .bind(name)
            .execute(&pool)
            .await
            .expect("a place");
    };
    take(stage.games.to_string(), "!games").await;
    let given = [("game", json!("barrier")), ("opponent", json!(bruno.id().to_string())), ("side", json!("first"))];
    let challenge = shown(&ada.command(stage.games, "challenge", &given).await.expect("a challenge"));
    // A thread gets the id of the message from which it is opened.
    take(challenge.id.to_string(), "!thread").await;
    bruno.press(&challenge, "Accept").await.expect("a button");
    let board = |ply: usize| {
        move |message: &MessageView| message.attachments.iter().any(|file| file.name.ends_with(&format!("-{ply}.png")))
    };
    ada.wait_message(challenge.id, board(0), SOON).await.expect("the first board");
    assert_eq!(stage.count("SELECT COUNT(*) FROM match_locations WHERE channel = 1 AND place = 2").await, 1);
    assert_eq!(stage.count("SELECT COUNT(*) FROM places WHERE id = 2 AND parent = 1 AND server IS NOT NULL").await, 1);
    let moved = [("text", json!("d4"))];
    let reply = shown(&ada.command(challenge.id, "move", &moved).await.expect("a command"));
    assert!(reply.content.contains("d4"), "{}", reply.content);
    bruno.wait_message(challenge.id, board(1), SOON).await.expect("the next board");
    let games = shown(&bruno.command(stage.games, "games", &[]).await.expect("a command"));
    assert!(games.content.contains(&format!("<#{}>", challenge.id)), "{}", games.content);
    pool.close().await;
    stage.close().await;
}
