//! A homeserver with its usual limits, and one that refuses files: everything comes, only later or in words.

use serde_json::{Value, json};
use std::time::Duration;
use tablero::matrix::places::{RoomPlace, find_place};
use tablero::service::Changed;
use test_support::matrix::bot::Meeting;
use test_support::matrix::user::{User, body, mentions};
use tokio::time::timeout;

/// The limits that Synapse has without configuration, except for registration. The tests raise them elsewhere.
const DEFAULTS: &str = "rc_message: { per_second: 0.2, burst_count: 10 }
rc_room_creation: { per_second: 0.016, burst_count: 10 }
rc_joins: { local: { per_second: 0.1, burst_count: 10 }, remote: { per_second: 0.01, burst_count: 10 } }
rc_invites: { per_room: { per_second: 0.3, burst_count: 10 }, per_user: { per_second: 0.003, burst_count: 5 } }";
/// The bot sends about thirty events, at one every five seconds after the first ten.
const PATIENCE: Duration = Duration::from_secs(600);

/// The events of the bot with this property, once there are so many.
async fn wait_for(user: &User, bot: &User, count: usize, what: &str, fits: impl Fn(&Value) -> bool) -> Vec<Value> {
    let of_bot = || -> Vec<Value> {
        let events = user.events().into_iter().map(|(_, event)| event);
        events.filter(|event| event["sender"] == bot.id.as_str() && fits(event)).collect()
    };
    let found = async {
        while of_bot().len() < count {
            user.receive().await;
        }
    };
    if timeout(PATIENCE, found).await.is_err() {
        panic!("{what}: {} of {count}", of_bot().len());
    }
    of_bot()
}

/// Whether an event is a new message, not an edit of one.
fn is_new(event: &Value) -> bool {
    event["type"] == "m.room.message" && event["content"]["m.relates_to"]["rel_type"] != "m.replace"
}

fn is_first_board(event: &Value) -> bool {
    is_new(event) && event["content"]["tablero.file"].as_str().is_some_and(|file| file.ends_with("-0.png"))
}

#[tokio::test(flavor = "multi_thread")]
async fn six_games_at_once_lose_nothing_with_the_usual_limits() {
    let Some(mut meeting) = Meeting::open_with(&[], DEFAULTS).await else { return };
    let room = meeting.room().await;
    let (ada, bruno, bot) = (&meeting.ada, &meeting.bruno, &meeting.bot);
    let games = [
        "barrier variant 5",
        "barrier variant 6",
        "barrier variant 8",
        "dvonn",
        "zertz variant 37",
        "zertz variant blitz",
    ];
    for game in games {
        ada.say(&room, &format!("!tablero challenge @Bruno side first game {game}")).await;
    }
    let is_challenge = |event: &Value| is_new(event) && body(event).contains("challenges");
    let challenges = wait_for(bruno, bot, games.len(), "challenges", is_challenge).await;
    for challenge in &challenges {
        bruno.react(&room, challenge["event_id"].as_str().expect("an id"), "✅").await;
    }
    let boards = wait_for(bruno, bot, games.len(), "boards", is_first_board).await;
    assert_eq!((challenges.len(), boards.len()), (games.len(), games.len()), "each is shown once");
    assert!(boards.iter().all(|board| mentions(board) == [ada.id.as_str()]));
    let roots: Vec<&Value> = boards.iter().map(|board| &board["content"]["m.relates_to"]["event_id"]).collect();
    for challenge in &challenges {
        assert!(roots.contains(&&challenge["event_id"]), "each game is below its challenge");
    }
    // A challenge that is accepted needs no reactions any more, but says so.
    let edited =
        |event: &Value| event["content"]["m.relates_to"]["rel_type"] == "m.replace" && body(event).contains("Accepted");
    assert_eq!(wait_for(bruno, bot, games.len(), "accepted challenges", edited).await.len(), games.len());
    let sorry = |text: &str| bruno.events().iter().chain(&ada.events()).any(|(_, event)| body(event).contains(text));
    assert!(!sorry("ancelled") && !sorry("withdrawn") && !sorry("went wrong"));
    meeting.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_the_homeserver_refuses_comes_in_words_at_once_and_as_a_picture_later() {
    let Some(mut meeting) = Meeting::open().await else { return };
    let room = meeting.room().await;
    // The bot has read the limit when it started, and does not know that there is another one by now.
    meeting.homeserver.configure("max_upload_size: 5K");
    meeting.homeserver.kill_and_restart().await;
    meeting.ada.say(&room, "!tablero challenge @Bruno game barrier side first").await;
    let (_, challenge) = meeting.bruno.wait_text(0, &meeting.bot.id, "challenges").await;
    let root = challenge["event_id"].as_str().expect("an id").to_owned();
    meeting.bruno.react(&room, &root, "✅").await;
    let (_, board) = meeting.ada.wait_text(0, &meeting.bot.id, "the upload was refused").await;
    assert_eq!(board["content"]["msgtype"], "m.text");
    assert!(body(&board).contains("White knight"), "{}", body(&board));
    assert_eq!(mentions(&board), [meeting.ada.id.as_str()], "it is her turn");
    assert_eq!(board["content"]["m.relates_to"]["event_id"], root.as_str());
    // She moves on it, and the next board comes in words too.
    meeting.ada.say_beside(&room, &board, "!move d4", false).await;
    let (_, next) = meeting.bruno.wait_text(0, &meeting.bot.id, "Turn 1").await;
    assert_eq!((mentions(&next), &next["content"]["msgtype"]), (vec![meeting.bruno.id.as_str()], &json!("m.text")));

    meeting.homeserver.configure("max_upload_size: 50M");
    meeting.homeserver.kill_and_restart().await;
    // The next attempt is due in some minutes, or when something changes there.
    let service = meeting.service();
    let thread = RoomPlace { room: room.clone(), thread: Some(root) };
    let place = find_place(&service, &thread).await.expect("it is read").expect("the game's thread");
    service.retry_blocked_posts(Changed::Place(place)).await.expect("the store works");
    meeting.stop_bot().await;
    meeting.start_bot().await;
    let is_picture = |_: &str, event: &Value| {
        let relation = &event["content"]["m.relates_to"];
        relation["rel_type"] == "m.replace" && relation["event_id"] == next["event_id"]
    };
    let (_, edit) = meeting.bruno.wait_from(0, "the picture", is_picture).await;
    let new = &edit["content"]["m.new_content"];
    let is_shown = |_: &str, event: &Value| new["tablero.files"] == json!([event["event_id"]]);
    let (_, picture) = meeting.bruno.wait_from(0, "the picture", is_shown).await;
    assert_eq!(picture["content"]["msgtype"], "m.image");
    assert!(new["tablero.file"].as_str().is_some_and(|file| file.ends_with("-1.png")), "{new}");
    assert!(!new["body"].as_str().is_some_and(|text| text.contains("refused")), "{new}");
    assert_eq!(edit["content"]["m.mentions"], json!({}), "nobody is pinged again");
    meeting.stop_bot().await;
}
