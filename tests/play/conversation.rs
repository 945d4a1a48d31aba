//! Commands other than moves, and the languages.

use discord_emulator::MessageView;
use serde_json::json;
use test_support::stage::{SOON, Stage, changed, offer_draw, shown, take_back};

#[tokio::test(flavor = "multi_thread")]
async fn what_one_can_ask_during_a_game() {
    let stage = Stage::open().await;
    let mut table = stage.table("barrier", &[("variant", json!("5"))]).await;
    let ada = table.players[0].clone();
    let thread = table.thread;
    let send = |name: &'static str| {
        let ada = ada.clone();
        async move { shown(&ada.command(thread, name, &[]).await.expect("a command")) }
    };
    assert!(send("moves").await.content.contains("No moves yet"));
    table.play("c3").await;
    assert_eq!(send("moves").await.content, "```\n     Ada  Bruno\n  1  c3\n```");
    let board = send("board").await;
    assert!(board.ephemeral && board.mentions.is_empty() && board.attachments.len() == 1, "{board:?}");
    let letters = shown(&ada.command(table.thread, "board", &[("text", json!(true))]).await.expect("a command"));
    assert!(letters.content.contains(" 3 . . W . ."), "{}", letters.content);
    let games = send("games").await;
    assert!(games.content.contains("against Bruno") && games.content.contains(&format!("<#{}>", table.thread)));
    let help = send("help").await;
    let commands = shown(&ada.press(&help, "All commands").await.expect("a button"));
    assert!(commands.ephemeral && commands.content.contains("/challenge"), "{commands:?}");
    let more = shown(&ada.press(&commands, "More commands").await.expect("a button"));
    assert!(more.ephemeral && more.buttons.is_empty(), "{more:?}");
    for name in ["challenge", "move", "games", "profile", "settings", "privacy", "server", "admin"] {
        let listed = [&commands, &more].map(|page| page.content.matches(&format!("`/{name}` – ")).count());
        assert_eq!(listed[0] + listed[1], 1, "/{name} is listed once");
    }
    assert!(!more.content.contains("/link"), "there is one platform: {}", more.content);
    let friend = shown(&ada.press(&help, "Challenge a friend").await.expect("a button"));
    assert!(friend.content.contains("Type /challenge"), "{friend:?}");
    let rules = shown(&ada.choose(&help, "help rules", &["dvonn"]).await.expect("a menu"));
    assert!(rules.ephemeral && rules.content.contains("DVONN") && !rules.attachments.is_empty(), "{rules:?}");
    let asked = shown(&ada.choose(&help, "help play", &["barrier"]).await.expect("a menu"));
    let terms = "**Barrier** against me: 8×8 squares, with the swap rule, unrated, no clock. I'll choose at random who goes first.";
    assert!(asked.ephemeral && asked.content.starts_with(terms), "{asked:?}");
    assert!(asked.content.contains("The game gets its own thread"), "{asked:?}");
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches").await, 1, "nothing has begun before the level is chosen");
    let reply = ada.choose(&asked, "help level barrier", &["3"]).await.expect("a menu");
    let begun = changed(&ada, &asked, reply).await;
    assert!(begun.content.contains("**Barrier** against Tablero (level 3)"), "{begun:?}");
    assert!(
        begun.menus.is_empty() && begun.content.contains("8×8 squares, with the swap rule, unrated, no clock"),
        "{begun:?}"
    );
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches").await, 2, "it begins in a thread of its own");
    assert!(send("about").await.content.contains("Karl Scherer"));
    for game in ["zertz", "dvonn", "barrier"] {
        let rules = shown(&ada.command(table.thread, "rules", &[("game", json!(game))]).await.expect("a command"));
        assert!(rules.content.chars().count() > 300, "{}", rules.content);
        let examples = tablero::catalog::Catalog::standard().game(game).expect("the game exists").examples();
        assert_eq!(rules.attachments.len(), examples.len(), "{game}");
        assert!(rules.attachments.iter().all(|file| file.description.is_some() && file.dimensions.is_some()));
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_completed_as_one_types() {
    let stage = Stage::open().await;
    let table = stage.table("zertz", &[]).await;
    let offered = |user: discord_emulator::User, typed: &'static str| {
        let thread = table.thread;
        async move {
            let choices = user.autocomplete(thread, "move", &[], "text", typed).await.expect("choices");
            choices.into_iter().map(|choice| choice.name).collect::<Vec<_>>()
        }
    };
    let all = offered(table.to_move().clone(), "").await;
    let left = table.line.count_legal() - 24;
    assert_eq!((all.len(), all[24].as_str()), (25, format!("+ {left} more: keep typing").as_str()));
    let narrowed = offered(table.to_move().clone(), "wd4,g").await;
    assert_eq!(narrowed.len(), 4, "{narrowed:?}");
    assert!(narrowed.iter().all(|text| text.starts_with("Wd4,g")), "{narrowed:?}");
    assert!(offered(table.to_move().clone(), "é💥").await.is_empty());
    assert!(offered(table.waiting().clone(), "").await.is_empty(), "it is not their turn");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_is_agreed_and_a_move_taken_back() {
    let stage = Stage::open().await;
    let mut table = stage.table("dvonn", &[]).await;
    table.play("c3").await;
    let (ada, bruno) = (table.players[0].clone(), table.players[1].clone());
    take_back(&ada, table.thread).await;
    let asks = |message: &MessageView| message.content.contains("for a take-back") && !message.ephemeral;
    let notice = bruno.wait_message(table.thread, asks, SOON).await.expect("the question");
    assert_eq!(notice.mentions, [bruno.id()]);
    bruno.press(&notice, "Agree").await.expect("a button");
    table.line.take_back();
    let begins = |message: &MessageView| message.content.contains("begins") && message.id > notice.id;
    let board = ada.wait_message(table.thread, begins, SOON).await.expect("the board without the move");
    assert!(board.content.starts_with("Take-back granted."), "{}", board.content);
    assert!(board.content.contains("Place a red DVONN piece (3 left)."), "{}", board.content);
    table.line.play("d3").expect("it is legal");
    assert!(table.send_as(&ada, "d3").await.content.contains("d3"));

    // The old question was about something else, and its button answers only that.
    assert!(offer_draw(&bruno, table.thread).await.content.contains("You've offered a draw"));
    let response = shown(&ada.press(&notice, "Agree").await.expect("a button"));
    assert!(response.ephemeral && !response.content.contains("Agreed"), "{}", response.content);
    assert_eq!(stage.count("SELECT COUNT(*) FROM matches WHERE status = 'running'").await, 1);
    let offers = |message: &MessageView| message.content.contains("a draw") && !message.ephemeral;
    let offer = ada.wait_message(table.thread, offers, SOON).await.expect("the offer");
    ada.press(&offer, "Agree").await.expect("a button");
    let agreed = |message: &MessageView| message.content.contains("agree to a draw");
    bruno.wait_message(table.thread, agreed, SOON).await.expect("the result");

    let again = shown(&bruno.command(table.thread, "rematch", &[]).await.expect("a command"));
    assert!(again.content.contains("challenges") && again.mentions == [ada.id()], "{}", again.content);
    assert!(again.content.contains("goes first"), "seats are swapped: {}", again.content);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_declined_request_cannot_be_repeated_before_the_next_move() {
    let stage = Stage::open().await;
    let mut table = stage.table("dvonn", &[]).await;
    table.play("c3").await;
    let thread = table.thread;
    let (ada, bruno) = (table.players[0].clone(), table.players[1].clone());
    let offer = async || offer_draw(&ada, thread).await.content;
    let is_offer = |message: &MessageView| message.content.contains("a draw") && !message.buttons.is_empty();
    let decline = async || {
        let offer_message = bruno.wait_message(thread, is_offer, SOON).await.expect("the offer");
        bruno.press(&offer_message, "Decline").await.expect("a button");
        let declined =
            |message: &MessageView| message.content.contains("declines the draw") && message.id > offer_message.id;
        ada.wait_message(thread, declined, SOON).await.expect("the answer");
    };
    offer().await;
    assert!(offer().await.contains("You've already asked"), "it waits for an answer");
    decline().await;
    assert!(offer().await.contains("since the last move"));
    assert_eq!(stage.count("SELECT COUNT(*) FROM outbox WHERE post ->> 'notice' = 'draw_offered'").await, 1);
    // A different offer can be made, and after a move the same one again.
    let other = take_back(&ada, thread).await.content;
    assert!(!other.contains("since the last move"), "{other}");
    table.play("d3").await;
    assert!(!offer().await.contains("since the last move"));
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everyone_is_answered_in_their_language() {
    let stage = Stage::open().await;
    let table = stage.table("barrier", &[]).await;
    stage.user("Bruno").set_locale("it");
    let ask = |name: &'static str| {
        let (user, thread) = (stage.user(name), table.thread);
        async move { shown(&user.command(thread, "help", &[]).await.expect("a command")).content }
    };
    let texts = [ask("Ada").await, ask("Bruno").await, ask("Carmen").await];
    assert!(texts[0] != texts[1] && texts[1] != texts[2] && texts[0] != texts[2], "{texts:?}");
    // Public messages are in the server's language.
    assert!(table.wait_board().await.content.contains("begins"));
    stage.close().await;
}
