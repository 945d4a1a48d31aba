//! A short game of Barrier.

use crate::driver::Programs;
use crate::hand::Hand;
use crate::stage::Stage;
use std::io::Write;
use std::time::Duration;
use tablero::catalog::{self, AnyLine};
use tablero::emulator::Id;
use tokio::time::timeout;

/// Upper bound for the whole test, even on the slowest machine.
const WHOLE: Duration = Duration::from_secs(300);

/// The page's users, in the order in which they move.
const PLAYERS: [&str; 2] = ["Ada", "Bruno"];

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_on_the_page() {
    let programs = match Programs::find() {
        Ok(programs) => programs,
        Err(missing) => {
            // Written past the test harness, which would capture it.
            writeln!(std::io::stderr(), "SKIPPED: the page is not tested in a browser: {missing}").ok();
            return;
        }
    };
    let stage = Stage::open().await;
    let hand = Hand::new(&programs, stage.local.page_url()).await;
    timeout(WHOLE, play(&stage, &hand)).await.expect("the game ends in time");
    hand.quit().await;
    stage.close().await;
}

async fn play(stage: &Stage, hand: &Hand) {
    let thread = challenge(stage, hand).await;
    let mut game = Game { hand, line: start(), known: 0 };
    let begins = game.hand.look_at(&game.board()).await;
    assert!(begins.contains("Squares along a side: 5"), "{begins}");
    hand.see(".message .text", "Barrier begins.").await;
    hand.picture("board").await;
    while game.line.ending().is_none() {
        game.turn().await;
    }
    assert!(game.line.ply() >= 4, "somebody walked: {:?}", game.line.moves());
    hand.see(".message.pinged .text", "who cannot move").await;
    let last = game.board();
    let buttons = hand.all(&format!("li:has({last}) button.button")).await.expect("the page can be read");
    assert_eq!(buttons.len(), 1, "the only button left requests an analysis");
    hand.look_at(&last).await;
    hand.picture("finished").await;
    game.all_pictures().await;
    link(hand, thread).await;
    narrow(hand, &last).await;
    private(stage, hand).await;
    escaped(stage, hand).await;
    assert_eq!(hand.complaints().await, Vec::<String>::new());
}

/// Ada challenges Bruno, who accepts and opens the thread of the game.
async fn challenge(stage: &Stage, hand: &Hand) -> Id {
    hand.visit(&format!("Ada/{}", stage.games)).await;
    hand.see("#status.online", "bot online").await;
    hand.begin("challenge", "challenge").await;
    hand.choose("game", "Barrier").await;
    hand.choose("variant", "Barrier: 5").await;
    hand.choose("opponent", "@Bruno").await;
    hand.choose("side", "I begin").await;
    hand.picture("command").await;
    hand.send().await;
    hand.see(".message .text", "@Ada challenges @Bruno to a game of Barrier").await;
    hand.see("button[data-custom-id^='accept ']", "Accept").await;
    hand.picture("challenge").await;
    hand.sit("Bruno").await;
    hand.see(".message.pinged .text .mention.me", "@Bruno").await;
    hand.click("button[data-custom-id^='accept ']", "Accept").await;
    hand.click(".thread-link", "open the thread").await;
    let open = hand.see(".channel.thread[aria-current=page]", "Ada").await;
    let id = open.attr("data-channel").await.expect("the page can be read").expect("the channel's id");
    let threads = |channel: &tablero::emulator::ChannelView| channel.parent == Some(stage.games);
    let thread = stage.user("Ada").wait_channel(threads, crate::stage::SOON).await.expect("the game's thread").id;
    assert_eq!(id, thread.to_string());
    thread
}

fn start() -> Box<dyn AnyLine> {
    let barrier = catalog::game("barrier").expect("the game exists");
    barrier.start("variant=5").expect("the setup exists")
}

/// A backslash before punctuation is hidden, as in Discord, and before a letter it is shown.
async fn escaped(stage: &Stage, hand: &Hand) {
    hand.visit(&format!("Ada/{}", stage.games)).await;
    let text = r"\(a\) \[b\] \: \*c\* \\ \d";
    stage.user("Ada").say(stage.games, text).expect("a message");
    let shown = hand.see(".message .text", "(a").await;
    assert_eq!(shown.text().await.expect("the page can be read"), r"(a) [b] : *c* \ \d");
}

/// The game as the test tracks it, alongside the one that the bot stores.
struct Game<'a> {
    hand: &'a Hand,
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
        let hand = self.hand;
        let (seat, text) = (self.line.seat().index(), self.short());
        hand.sit(PLAYERS[seat]).await;
        hand.look_at(&self.board()).await;
        let button = |deed: &str| format!("li:has({}) button[data-custom-id^='{deed} ']", self.board());
        if self.line.count_legal() == 1 {
            hand.click(&button("play"), &text).await;
        } else if seat == 0 {
            hand.begin("move", "move").await;
            hand.write("input[data-option=text]", &text).await;
            hand.click(&format!(".pick[data-value='{text}']"), &text).await;
            hand.send().await;
        } else {
            hand.click(&button("type"), "Type a move").await;
            hand.fill_form(&text).await;
        }
        self.line.play(&text).expect("it is legal");
        hand.see(".message.ephemeral .text strong", &text).await;
        hand.see(".message.ephemeral .only", "Only you can see this").await;
        let alt = hand.look_at(&self.board()).await;
        assert!(alt.contains(&format!("Last move: {text}.")), "{alt}");
        self.only_theirs(seat).await;
    }

    /// Private responses are shown only to the player who moved.
    async fn only_theirs(&mut self, seat: usize) {
        let private = ".message.ephemeral";
        let theirs = self.hand.count(private, "").await;
        self.hand.sit(PLAYERS[1 - seat]).await;
        self.hand.look_at(&self.board()).await;
        assert_eq!(self.hand.count(private, "").await, self.known, "what {} sees", PLAYERS[1 - seat]);
        self.known = theirs;
    }

    /// Every picture has loaded and has a description.
    async fn all_pictures(&self) {
        for ply in 0..=self.line.ply() {
            let alt = self.hand.look_at(&format!("figure img[src$='-{ply}.png']")).await;
            assert!((20..=1024).contains(&alt.chars().count()), "{alt:?}");
        }
    }
}

/// An address with a user and a channel opens that channel, also in a page that is already open.
async fn link(hand: &Hand, thread: Id) {
    for name in ["Carmen", "Bruno"] {
        hand.visit(&format!("{name}/{thread}")).await;
        hand.see("#seats [aria-checked=true]", name).await;
        hand.see("#title", "Ada").await;
        hand.see(".message .text", "who cannot move").await;
    }
}

/// The page fits a narrow window, too.
async fn narrow(hand: &Hand, board: &str) {
    hand.resize(500, 800).await;
    hand.look_at(board).await;
    let wider: i64 = hand.ask("return document.documentElement.scrollWidth - innerWidth").await;
    assert!(wider <= 0, "{wider} pixels are out of sight");
    hand.picture("narrow").await;
    hand.click("#menu", "").await;
    hand.see("#side.open [data-seat=Ada]", "Ada").await;
    // A click on the visible area beside the menu closes it.
    hand.click("#composer .send", "").await;
    hand.gone("#side.open").await;
}

/// Two users play in a channel where the bot is not a member.
async fn private(stage: &Stage, hand: &Hand) {
    hand.resize(1200, 900).await;
    let channel = stage.local.channel("private: Ada & Bruno").expect("the channel exists");
    hand.visit(&format!("Ada/{channel}")).await;
    hand.see(".channel[aria-current=page]", "private: Ada & Bruno").await;
    hand.see("#title", "private: Ada & Bruno").await;
    hand.begin("challenge", "challenge").await;
    hand.choose("game", "Barrier").await;
    hand.choose("variant", "Barrier: 5").await;
    hand.choose("opponent", "@Bruno").await;
    hand.choose("side", "I begin").await;
    hand.send().await;
    hand.sit("Bruno").await;
    hand.click("button[data-custom-id^='accept ']", "Accept").await;
    hand.look_at("figure img[src$='-0.png']").await;
    hand.sit("Ada").await;
    hand.click("li:has(figure img[src$='-0.png']) button[data-custom-id^='type ']", "Type a move").await;
    hand.fill_form("c3").await;
    let alt = hand.look_at("figure img[src$='-1.png']").await;
    assert!(alt.contains("Last move: c3."), "{alt}");
    hand.gone("li:has(figure img[src$='-0.png']) button.button").await;
    hand.picture("private").await;
    hand.sit("Carmen").await;
    assert_eq!(hand.count(".channel", "private").await, 0);
}
