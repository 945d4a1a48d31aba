//! Profiles: a player's own and those of others, hidden ones, and what each reader may see.

use discord_emulator::{MessageView, User};
use serde_json::{Value, json};
use test_support::stage::{SOON, Stage, command};

fn named(user: &User) -> Value {
    json!(user.id().to_string())
}

/// A person's profile as a reader sees it in the games channel.
async fn profile(stage: &Stage, reader: &User, of: &User) -> MessageView {
    command(reader, stage.games, "profile", &[("user", named(of))]).await
}

/// Ada wins two games of Barrier against Bruno and loses one against the bot.
async fn play_some(stage: &Stage) -> [User; 2] {
    let rated = [("variant", json!("5")), ("rated", json!(true)), ("time", json!("3d"))];
    let mut players = None;
    for options in [&rated[..], &rated[..1]] {
        let mut table = stage.table("barrier", options).await;
        table.play("c3").await;
        table.play("a1").await;
        let [ada, bruno] = table.players.clone();
        table.resign(&bruno).await;
        players = Some([ada, bruno]);
    }
    let [ada, bruno] = players.expect("they have played");
    let table = stage.practice("barrier", 3, &[("variant", json!("5"))]).await;
    table.resign(&ada).await;
    [ada, bruno]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_tells_results_openings_reliability_and_what_two_have_played() {
    let stage = Stage::open().await;
    let [ada, bruno] = play_some(&stage).await;
    let own = command(&ada, stage.games, "profile", &[]).await;
    assert!(own.ephemeral && own.mentions.is_empty() && own.attachments.is_empty(), "{own:?}");
    let expected = [
        format!("**Profile of {}**", ada.mention()),
        "**Barrier**: rating 1662?".to_owned(),
        "• Against people: 2 won, 0 drawn, 0 lost".to_owned(),
        "• Against me (won–drawn–lost): 0–0–1 at level 3".to_owned(),
        "• Favourite first moves: `c3` ×2".to_owned(),
    ];
    assert!(own.content.starts_with(&expected.join("\n")), "{}", own.content);
    assert!(own.content.contains("none of the last 2 games against people was lost on time"), "{}", own.content);
    assert!(own.content.contains("Half of all moves took at most"), "{}", own.content);
    assert!(own.content.ends_with("use /profile with the option *show* set to *no*."), "{}", own.content);
    // Bruno also sees his own results against her.
    let seen = profile(&stage, &bruno, &ada).await;
    assert!(seen.ephemeral && seen.mentions.is_empty(), "{seen:?}");
    assert!(seen.content.contains("• Against you: 2 won, 0 drawn, 0 lost"), "{}", seen.content);
    assert!(seen.content.contains("0–0–1 at level 3"), "it was played in this server: {}", seen.content);
    assert!(!seen.content.contains("option *show*"), "{}", seen.content);
    // Naming yourself is the same as naming no one.
    assert_eq!(profile(&stage, &ada, &ada).await.content, own.content);
    let bot = [("user", json!(stage.local.bot_id().to_string()))];
    let levels = command(&ada, stage.games, "profile", &bot).await;
    assert!(levels.content.contains("level 4: 1500"), "{}", levels.content);
    let bot = [("player", json!(stage.local.bot_id().to_string())), ("game", json!("barrier"))];
    let levels = command(&ada, stage.games, "stats", &bot).await;
    let of_other_games = ["ZÈRTZ", "DVONN"].map(|title| levels.content.contains(title));
    assert!(levels.content.contains("level 3: 1500") && of_other_games == [false, false], "{}", levels.content);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_not_played_has_an_empty_profile() {
    let stage = Stage::open().await;
    let [ada, bruno] = ["Ada", "Bruno"].map(|name| stage.user(name));
    // A running game does not count.
    stage.table("barrier", &[("variant", json!("5"))]).await;
    let own = command(&ada, stage.games, "profile", &[]).await;
    let none = format!("{} hasn't finished a game yet.\nOthers see your profile too", ada.mention());
    assert!(own.content.starts_with(&none), "{}", own.content);
    let seen = profile(&stage, &ada, &bruno).await;
    assert!(seen.content.starts_with(&format!("I have no games of {} to show you.", bruno.mention())), "{seen:?}");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_profile_is_seen_by_its_player_only() {
    let stage = Stage::open().await;
    let [ada, bruno] = play_some(&stage).await;
    let hidden = command(&ada, stage.games, "profile", &[("show", json!(false))]).await;
    assert!(
        hidden.content.contains("**Barrier**") && hidden.content.contains("Only you see your profile"),
        "{hidden:?}"
    );
    let sentence = format!("{}'s profile is hidden.", ada.mention());
    assert_eq!(profile(&stage, &bruno, &ada).await.content, sentence);
    // Her statistics are hidden too.
    assert_eq!(command(&bruno, stage.games, "stats", &[("player", named(&ada))]).await.content, sentence);
    let own = command(&ada, stage.games, "stats", &[]).await;
    assert!(own.content.contains("**Barrier**"), "{}", own.content);
    // She can see his profile and show hers again with one command.
    let both = [("user", named(&bruno)), ("show", json!(true))];
    let his = command(&ada, stage.games, "profile", &both).await;
    let is_about_both = his.content.contains(&bruno.mention()) && his.content.contains("Others see your profile too");
    assert!(is_about_both, "{}", his.content);
    assert!(profile(&stage, &bruno, &ada).await.content.contains("2 won, 0 drawn, 0 lost"));
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_who_have_blocked_each_other_see_no_profile() {
    let stage = Stage::open().await;
    let [ada, bruno] = play_some(&stage).await;
    command(&ada, stage.games, "block", &[("user", named(&bruno))]).await;
    for (reader, of) in [(&bruno, &ada), (&ada, &bruno)] {
        let seen = profile(&stage, reader, of).await;
        assert_eq!(seen.content, format!("{}'s profile is hidden.", of.mention()), "the answer does not tell why");
    }
    let carmen = stage.user("Carmen");
    carmen.set_locale("en-US");
    assert!(profile(&stage, &carmen, &ada).await.content.contains("2 won, 0 drawn, 0 lost"));
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_a_reader_could_not_see_are_not_counted() {
    let stage = Stage::open().await;
    let [ada, bruno] = play_some(&stage).await;
    let carmen = stage.user("Carmen");
    carmen.set_locale("en-US");
    let of_ada = [("user", named(&ada))];
    let direct = command(&carmen, carmen.direct_messages(), "profile", &of_ada).await;
    assert!(direct.content.starts_with("I have no games of"), "{}", direct.content);
    // Move the second game and the one against the bot to another server.
    for sql in [
        "UPDATE match_locations SET server = 77 WHERE match > 1",
        "UPDATE results SET won = 1 WHERE server != 0 AND won = 2",
        "UPDATE results SET server = 77 WHERE server != 0 AND level = 4",
    ] {
        stage.change(sql).await;
    }
    let seen = profile(&stage, &carmen, &ada).await;
    for expected in ["Against people: 1 won, 0 drawn, 0 lost", "`c3` ×1", "the last game against a person"] {
        assert!(seen.content.contains(expected), "{expected}: {}", seen.content);
    }
    for unseen in ["level 3", "Against you"] {
        assert!(!seen.content.contains(unseen), "{unseen}: {}", seen.content);
    }
    // Bruno played both games, so he sees both.
    let seen = profile(&stage, &bruno, &ada).await;
    assert!(seen.content.contains("Against you: 2 won") && seen.content.contains("`c3` ×2"), "{}", seen.content);
    stage.close().await;
}

/// Plays three rated games, of which Ada loses the first on time.
async fn play_rated(stage: &Stage) -> [User; 2] {
    let options = [("variant", json!("5")), ("rated", json!(true)), ("time", json!("1d")), ("pauses", json!("none"))];
    let mut table = stage.table("barrier", &options).await;
    table.play("c3").await;
    table.play("a1").await;
    stage.run_for(25 * 60 * 60 * 1000).await;
    let over = |message: &MessageView| !message.ephemeral && message.content.contains("ran out of time");
    let [ada, bruno] = table.players.clone();
    ada.wait_message(table.thread, over, SOON).await.expect("the result");
    for loser in [&bruno, &ada] {
        let table = stage.table("barrier", &options).await;
        table.resign(loser).await;
    }
    [ada, bruno]
}

#[tokio::test(flavor = "multi_thread")]
async fn ratings_are_drawn_over_time_and_told_in_words_in_every_language() {
    let stage = Stage::open().await;
    let [ada, _] = play_rated(&stage).await;
    for (locale, reliability, alt) in [
        ("en-US", "33% of the last games against people (3) were lost on time (1)", "How Ada's ratings changed from"),
        ("es-ES", "perdió por tiempo (1) o dejó sin empezar (0) el 33\u{a0}%", "Puntuaciones de Ada del"),
        (
            "it",
            "33% di partite perse per il tempo (1) o mai cominciate (0), sulle ultime 3 contro persone.",
            "I punteggi di Ada (",
        ),
    ] {
        ada.set_locale(locale);
        let own = command(&ada, stage.games, "profile", &[]).await;
        assert!(own.content.contains(reliability), "{}", own.content);
        let file = &own.attachments[0];
        let told = file.description.as_deref().expect("the picture has a description");
        assert!(file.name == "ratings.png" && told.starts_with(alt) && told.contains("Barrier 13"), "{file:?}");
        let picture = ada.download(file.id).await.expect("a picture");
        assert!(image::load_from_memory(&picture).expect("a PNG").width() > 500);
    }
    stage.close().await;
}
