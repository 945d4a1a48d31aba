//! A short game of Barrier.

use crate::driver::Programs;
use crate::flows;
use crate::page_user::PageUser;
use discord_emulator::Id;
use std::time::Duration;
use tablero::catalog::{AnyLine, Catalog};
use test_support::stage::Stage;
use tokio::time::timeout;

/// Upper bound for the whole test, even on the slowest machine.
const WHOLE: Duration = Duration::from_secs(300);

/// The page's users, in the order in which they move.
const PLAYERS: [&str; 2] = ["Ada", "Bruno"];

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_on_the_page() {
    let Some(programs) = Programs::find() else { return };
    let stage = Stage::open().await;
    let page_user = PageUser::new(&programs, stage.local.page_url()).await;
    timeout(WHOLE, play(&stage, &page_user)).await.expect("the game ends in time");
    page_user.quit().await;
    stage.close().await;
}

async fn play(stage: &Stage, page_user: &PageUser) {
    flows::introduction(stage, page_user).await;
    let thread = challenge(stage, page_user).await;
    let mut game = Game { page_user, line: start(), known: 0 };
    let begins = game.page_user.look_at(&game.board()).await;
    assert!(begins.contains("Squares per side: 5"), "{begins}");
    page_user.see(".message .text", "Barrier begins.").await;
    page_user.picture("board").await;
    while game.line.ending().is_none() {
        game.turn().await;
    }
    assert!(game.line.ply() >= 4, "pieces were moved: {:?}", game.line.moves());
    page_user.see(".message.pinged .text", "can't move").await;
    let last = game.board();
    let buttons = page_user.all(&format!("li:has({last}) button.button")).await.expect("the page can be read");
    assert_eq!(buttons.len(), 3, "a rematch, an analysis and a replay");
    page_user.look_at(&last).await;
    page_user.picture("finished").await;
    game.all_pictures().await;
    replay(page_user, &last, game.line.ply()).await;
    link(page_user, thread).await;
    narrow(page_user, &last).await;
    private(stage, page_user).await;
    escaped(stage, page_user).await;
    flows::at_both_widths(stage, page_user, thread, &last).await;
    assert_eq!(page_user.complaints().await, Vec::<String>::new());
}

/// The game is stepped through in one private message.
async fn replay(page_user: &PageUser, last: &str, plies: usize) {
    page_user.sit("Ada").await;
    page_user.look_at(last).await;
    page_user.click(&format!("li:has({last}) button.button"), "Replay").await;
    let text = ".message.ephemeral .text";
    page_user.see(text, &format!(" of {plies}")).await;
    page_user.click(".message.ephemeral button.button", "⏮").await;
    page_user.see(text, &format!("turn 0 of {plies}")).await;
    page_user.click(".message.ephemeral button.button", "▶").await;
    page_user.see(text, &format!("turn 1 of {plies}")).await;
    page_user.click(".message.ephemeral button.button", "⏭").await;
    page_user.see(text, "can't move").await;
    page_user.picture("replay").await;
}

/// Ada challenges Bruno, who accepts and opens the thread of the game.
async fn challenge(stage: &Stage, page_user: &PageUser) -> Id {
    page_user.visit(&format!("Ada/{}", stage.games)).await;
    page_user.see("#status.online", "bot online").await;
    page_user.begin("challenge", "challenge").await;
    page_user.choose("game", "Barrier").await;
    page_user.choose("variant", "Barrier: 5").await;
    page_user.choose("opponent", "@Bruno").await;
    page_user.choose("side", "I go first").await;
    page_user.picture("command").await;
    page_user.send().await;
    page_user.see(".message .text", "@Ada challenges @Bruno to a game of Barrier").await;
    page_user.see("button[data-custom-id^='accept ']", "Accept").await;
    page_user.picture("challenge").await;
    page_user.sit("Bruno").await;
    page_user.see(".message.pinged .text .mention.me", "@Bruno").await;
    page_user.click("button[data-custom-id^='accept ']", "Accept").await;
    page_user.click(".thread-link", "open the thread").await;
    let open = page_user.see(".channel.thread[aria-current=page]", "Ada").await;
    let id = open.attr("data-channel").await.expect("the page can be read").expect("the channel's id");
    let threads = |channel: &discord_emulator::ChannelView| channel.parent == Some(stage.games);
    let thread =
        stage.user("Ada").wait_channel(threads, test_support::stage::SOON).await.expect("the game's thread").id;
    assert_eq!(id, thread.to_string());
    thread
}

fn start() -> Box<dyn AnyLine> {
    let barrier = Catalog::standard().game("barrier").expect("the game exists");
    barrier.start("variant=5").expect("the setup exists")
}

/// A backslash before punctuation is hidden, as in Discord, and before a letter it is shown.
async fn escaped(stage: &Stage, page_user: &PageUser) {
    page_user.visit(&format!("Ada/{}", stage.games)).await;
    let text = r"\(a\) \[b\] \: \*c\* \\ \d";
    stage.user("Ada").say(stage.games, text).expect("a message");
    let shown = page_user.see(".message .text", "(a").await;
    assert_eq!(shown.text().await.expect("the page can be read"), r"(a) [b] : *c* \ \d");
}

/// The game as the test tracks it, alongside the one that the bot stores.
struct Game<'a> {
    page_user: &'a PageUser,
    line: Box<dyn AnyLine>,
    /// How many private messages the player to move has.
    known: usize,
}

impl Game<'_> {
    /// The selector of the newest board.
    fn board(&self) -> String {
        format!("figure img[src$='-{}.png']", self.line.ply())
    }

    /// The move that leaves the opponent the fewest moves, so that the game is short.
    fn short(&self) -> String {
        let left = |text: &String| {
            let mut after = self.line.copy();
            after.play(text).expect("it is legal");
            after.count_legal()
        };
        self.line.legal(usize::MAX).into_iter().min_by_key(left).expect("the game goes on")
    }

    /// Ada moves with the command and its autocompletion, Bruno with the form, and both with the button when the move
    /// is forced.
    async fn turn(&mut self) {
        let page_user = self.page_user;
        let (seat, text) = (self.line.seat().index(), self.short());
        page_user.sit(PLAYERS[seat]).await;
        page_user.look_at(&self.board()).await;
        let button = |action: &str| format!("li:has({}) button[data-custom-id^='{action} ']", self.board());
        if self.line.count_legal() == 1 {
            page_user.click(&button("play"), &text).await;
        } else if seat == 0 {
            page_user.begin("move", "move").await;
            page_user.write("input[data-option=text]", &text).await;
            page_user.click(&format!(".pick[data-value='{text}']"), &text).await;
            page_user.send().await;
        } else {
            page_user.click(&button("type"), "Type a move").await;
            page_user.fill_form(&text).await;
        }
        self.line.play(&text).expect("it is legal");
        page_user.see(".message.ephemeral .text strong", &text).await;
        page_user.see(".message.ephemeral .only", "Only you can see this").await;
        let alt = page_user.look_at(&self.board()).await;
        assert!(alt.contains(&format!("Last move: {text}.")), "{alt}");
        self.only_theirs(seat).await;
    }

    /// Private responses are shown only to the player who moved.
    async fn only_theirs(&mut self, seat: usize) {
        let private = ".message.ephemeral";
        let theirs = self.page_user.count(private, "").await;
        self.page_user.sit(PLAYERS[1 - seat]).await;
        self.page_user.look_at(&self.board()).await;
        assert_eq!(self.page_user.count(private, "").await, self.known, "what {} sees", PLAYERS[1 - seat]);
        self.known = theirs;
    }

    /// Every picture has loaded and has a description.
    async fn all_pictures(&self) {
        for ply in 0..=self.line.ply() {
            let alt = self.page_user.look_at(&format!("figure img[src$='-{ply}.png']")).await;
            assert!((20..=1024).contains(&alt.chars().count()), "{alt:?}");
        }
    }
}

/// An address with a user and a channel opens that channel, also in a page that is already open.
async fn link(page_user: &PageUser, thread: Id) {
    for name in ["Carmen", "Bruno"] {
        page_user.visit(&format!("{name}/{thread}")).await;
        page_user.see("#seats [aria-checked=true]", name).await;
        page_user.see("#title", "Ada").await;
        page_user.see(".message .text", "can't move").await;
    }
}

/// The page fits a narrow window, too.
async fn narrow(page_user: &PageUser, board: &str) {
    page_user.resize(500, 800).await;
    page_user.look_at(board).await;
    let wider: i64 = page_user.ask("return document.documentElement.scrollWidth - innerWidth").await;
    assert!(wider <= 0, "{wider} pixels are out of sight");
    page_user.picture("narrow").await;
    page_user.click("#menu", "").await;
    page_user.see("#side.open [data-seat=Ada]", "Ada").await;
    // A click on the visible area beside the menu closes it.
    page_user.click("#composer .send", "").await;
    page_user.gone("#side.open").await;
}

/// Two users play in a channel where the bot is not a member.
async fn private(stage: &Stage, page_user: &PageUser) {
    page_user.resize(1200, 900).await;
    let channel = stage.local.channel("private: Ada & Bruno").expect("the channel exists");
    page_user.visit(&format!("Ada/{channel}")).await;
    page_user.see(".channel[aria-current=page]", "private: Ada & Bruno").await;
    page_user.see("#title", "private: Ada & Bruno").await;
    page_user.begin("challenge", "challenge").await;
    page_user.choose("game", "Barrier").await;
    page_user.choose("variant", "Barrier: 5").await;
    page_user.choose("opponent", "@Bruno").await;
    page_user.choose("side", "I go first").await;
    page_user.send().await;
    page_user.sit("Bruno").await;
    page_user.click("button[data-custom-id^='accept ']", "Accept").await;
    page_user.look_at("figure img[src$='-0.png']").await;
    page_user.sit("Ada").await;
    page_user.click("li:has(figure img[src$='-0.png']) button[data-custom-id^='type ']", "Type a move").await;
    page_user.fill_form("c3").await;
    let alt = page_user.look_at("figure img[src$='-1.png']").await;
    assert!(alt.contains("Last move: c3."), "{alt}");
    page_user.gone("li:has(figure img[src$='-0.png']) button.button").await;
    page_user.picture("private").await;
    page_user.sit("Carmen").await;
    assert_eq!(page_user.count(".channel", "private").await, 0);
}
