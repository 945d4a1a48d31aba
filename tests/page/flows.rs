//! The first steps of a newcomer, and the lists and settings around games.

use crate::page_user::PageUser;
use discord_emulator::Id;
use serde_json::json;
use test_support::stage::Stage;

const PRIVATE: &str = ".message.ephemeral .text";
/// The key, as WebDriver writes it.
const BACKSPACE: &str = "\u{E003}";

/// An empty channel explains itself, and the help comes first in the list of commands.
pub async fn introduction(stage: &Stage, page_user: &PageUser) {
    page_user.visit(&format!("Ada/{}", stage.games)).await;
    page_user.see(".empty p", "Type /help to learn a game, play against Tablero or challenge a friend.").await;
    page_user.see(".empty p", "You are Ada.").await;
    page_user.picture("introduction").await;
    page_user.write("#entry", "/").await;
    page_user.see(".pick", "/help").await;
    let commands = page_user.all(".pick").await.expect("the page can be read");
    assert_eq!(commands[0].attr("data-value").await.expect("the page can be read").as_deref(), Some("help"));
    page_user.write("#entry", BACKSPACE).await;
    // The list has every command.
    assert!(commands.len() > 30, "{} commands", commands.len());
}

/// The windows of a phone and of a desk, in pixels.
const WINDOWS: [(u32, u32); 2] = [(390, 800), (1280, 900)];

/// What people do around games, on a phone and at a desk. `game` is the thread of a finished game between Ada and Bruno,
/// with its last board.
pub async fn at_both_widths(stage: &Stage, page_user: &PageUser, game: Id, last: &str) {
    for (width, height) in WINDOWS {
        page_user.resize(width, height).await;
        let flows = Flows { stage, page_user, width };
        flows.analysis(game, last).await;
        page_user.visit(&format!("Ada/{}", stage.games)).await;
        flows.start_page().await;
        flows.listed_challenge().await;
        flows.settings().await;
        flows.past_games().await;
        flows.newest_message().await;
    }
}

struct Flows<'a> {
    stage: &'a Stage,
    page_user: &'a PageUser,
    width: u32,
}

impl Flows<'_> {
    /// Everything fits the width of the window. Takes a screenshot.
    async fn fits(&self, name: &str) {
        let Flows { page_user, width, .. } = self;
        let wider: i64 = page_user.ask("return document.documentElement.scrollWidth - innerWidth").await;
        assert!(wider <= 0, "{name}: {wider} pixels are out of sight");
        page_user.picture(&format!("{name}-{width}")).await;
    }

    /// A finished game is analysed; its mistakes are shown one at a time, those of the person who asks first.
    async fn analysis(&self, game: Id, last: &str) {
        let page_user = self.page_user;
        page_user.visit(&format!("Ada/{game}")).await;
        page_user.look_at(last).await;
        page_user.click(&format!("li:has({last}) button.button"), "Analyse").await;
        page_user.see(".message .text", "Analysis of Barrier").await;
        page_user.click(".message button.button", "The mistakes, one by one").await;
        // The first page is the summary.
        page_user.see(PRIVATE, "2 of ").await;
        page_user.look_at(".message.ephemeral figure img").await;
        self.fits("mistake").await;
        page_user.click(".message:last-child button.button", "▶").await;
        page_user.see(PRIVATE, "3 of ").await;
    }

    /// The start page of the help leads to a game against the bot.
    async fn start_page(&self) {
        let page_user = self.page_user;
        command(page_user, "help").await;
        page_user.see(PRIVATE, "I host three abstract board games here").await;
        self.fits("help").await;
        page_user.click(".message.ephemeral button.select", "Play against me").await;
        page_user.click(".message.ephemeral .pick[data-value=barrier]", "Barrier").await;
        page_user.see(PRIVATE, "Barrier against me: 8×8 squares, with the swap rule, unrated, no clock").await;
        page_user.click(".message.ephemeral button.select", "How strong should I be").await;
        page_user.click(".message.ephemeral .pick[data-value=\"2\"]", "Beginner").await;
        page_user.see(PRIVATE, "Tablero (level 2)").await;
    }

    /// A challenge explains its rules and is accepted from the list of games. Picking a move asks for each step, and
    /// nobody resigns without being asked.
    async fn listed_challenge(&self) {
        let Flows { stage, page_user, .. } = self;
        let (ada, carmen) = (stage.user("Ada"), stage.user("Carmen"));
        let options = [("game", json!("zertz")), ("opponent", json!(ada.id().to_string())), ("side", json!("second"))];
        carmen.command(stage.games, "challenge", &options).await.expect("a challenge");
        page_user.see(".message .text", "@Carmen challenges @Ada to a game of ZÈRTZ").await;
        page_user.click(".message:last-child button.button", "Rules").await;
        page_user.see(".message:last-child.ephemeral button", "Play against me").await;
        self.fits("rules").await;
        command(page_user, "games").await;
        self.fits("lists").await;
        let threads = page_user.count(".thread-link", "ZÈRTZ").await;
        page_user.click(".message.ephemeral button.button", "Accept 1: ZÈRTZ").await;
        let is_open = async || Ok((page_user.count(".thread-link", "ZÈRTZ").await > threads).then_some(()));
        page_user.until("the thread of the game", is_open).await;
        page_user.click(".thread-link", "ZÈRTZ").await;
        page_user.look_at("figure img[src$='-0.png']").await;
        page_user.click("li:has(figure img[src$='-0.png']) button.button", "Move").await;
        page_user.see(PRIVATE, "Which marble do you place?").await;
        page_user.click(".message.ephemeral button.button", "white").await;
        page_user.see(PRIVATE, "Where does the white marble go?").await;
        self.fits("picking").await;
        page_user.click("li:has(figure img[src$='-0.png']) button.button", "Resign").await;
        page_user.see(PRIVATE, "Do you really want to resign your game of ZÈRTZ").await;
        self.fits("question").await;
        page_user.click(".message.ephemeral button.button", "Yes, resign").await;
        page_user.see(".message .text", "Ada resigned").await;
        page_user.visit(&format!("Ada/{}", stage.games)).await;
    }

    /// A setting is changed in place. The menu of the last message opens where it fits.
    async fn settings(&self) {
        let page_user = self.page_user;
        command(page_user, "settings").await;
        page_user.click(".message:last-child button.button", "Take-backs: ").await;
        page_user.see(".message:last-child button.button", "Take-backs: ").await;
        page_user.click(".message:last-child button.select", "Language").await;
        let list = page_user.see(".message:last-child .picks.below", "español").await;
        let list = list.rect().await.expect("the page can be read");
        let room = page_user.see("#scroll", "").await.rect().await.expect("the page can be read");
        let fits = list.y >= room.y && list.y + list.height <= room.y + room.height;
        assert!(fits, "at a width of {}: {list:?} in {room:?}", self.width);
        self.fits("settings").await;
    }

    /// A finished game is found in the list and replayed.
    async fn past_games(&self) {
        let page_user = self.page_user;
        command(page_user, "games").await;
        page_user.click(".message.ephemeral button.button", "Finished games").await;
        page_user.see(PRIVATE, "Your finished games").await;
        page_user.click(".message.ephemeral button.select", "Replay one of them").await;
        page_user.click(".message.ephemeral .pick", "Barrier").await;
        page_user.see(PRIVATE, "turn ").await;
        self.fits("past-games").await;
    }

    /// The newest message stays in sight, although a picture loads between a scroll and the event that tells of it. If the
    /// reader has scrolled up, the messages stay where they are.
    async fn newest_message(&self) {
        let Flows { stage, page_user, .. } = self;
        let say = async |text: &str| {
            stage.user("Carmen").say(stage.games, text).expect("a message");
            page_user.see(".message:last-child .text", text).await;
            let from_end = "const it = document.getElementById('scroll');
                return Math.round(it.scrollHeight - it.scrollTop - it.clientHeight)";
            page_user.ask::<i64>(from_end).await
        };
        // Runs a script between two frames, when the events of earlier scrolls have been told, and waits for those of its own.
        let scroll = async |script: &str| {
            let frames = "await new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(told)));";
            let script = format!(
                "const list = document.getElementById('messages');
                return (async () => {{ {frames} {script}; {frames} return null; }})()"
            );
            page_user.ask::<()>(&script).await;
        };
        scroll("list.parentElement.scrollTop = list.parentElement.scrollHeight").await;
        let two_pictures_load = "
            const picture = () => Object.assign(document.createElement('li'), { style: 'flex: none; height: 900px' });
            list.append(picture());
            list.lastChild.dispatchEvent(new Event('load'));
            list.append(picture())";
        scroll(two_pictures_load).await;
        assert!(say("Two pictures ago").await <= 1, "the newest message is out of sight");
        scroll("list.parentElement.scrollTop = 0").await;
        assert!(say("Do not look up").await > 900, "the reader was torn away");
    }
}

/// Sends a command without its options.
async fn command(page_user: &PageUser, name: &str) {
    page_user.begin(name, name).await;
    page_user.send().await;
}
