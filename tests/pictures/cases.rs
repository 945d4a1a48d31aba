//! The positions that are rendered.

use crate::avatars;
use crate::plots;
use tablero::catalog::Catalog;
use tablero::render::{ClockLabel, Draw, DrawOptions, Header, Scene, Theme, View};
use tablero::rules::barrier::Barrier;
use tablero::rules::dvonn::Dvonn;
use tablero::rules::setup::Values;
use tablero::rules::steps::choices;
use tablero::rules::zertz::Zertz;
use tablero::rules::{Game, Guide, Notation, OptionSpec, Outcome, Seat, Steps, setup};

/// A picture with a reference.
pub struct Case {
    /// The name of the reference, without its extension.
    pub name: &'static str,
    /// The scene to render.
    pub scene: fn() -> Scene,
}

/// The sample opening of seed 004.
const ZERTZ_OPENING: &str = "Wd4,a1 Bd6,a2 Bd2,a3 Bf4,a4 Wg5,c1";
/// From `docs/rules.md`, up to a capture of two marbles.
const ZERTZ_MIDDLE: &str = "Bd2,g6 Bb2,d7 Bb3,b5 b2xb4 Ba4,e2 a4xc4 Wc2,g7 d2xb2 We6,a3 Ge7,g4 e7xe5 Wd6,g5 Wd2,b1 \
    Bf4,a4 Gd5,f7 c4xe6xe4";
const ZERTZ_OPENING_SHORT: &str = "Wd4,a1 Bd6,a2";
const BARRIER_MIDDLE: &str = "d4 g7 d4d5f5 g7g5h5";
const ZERTZ_48: &str = "We8,a2 We5,a1 Gc4,h6 Wh7,c1 Be2,h5 Bd1,c7 d1xf3 Gd8,b6 d8xf8 Gd7,d1 Gg7,d8 h7xf7 f8xf6xd4xb4";
const DVONN_FULL: &str = "i4 k5 c4 d4 f5 d3 e3 i5 c1 k3 d2 d1 b2 f4 h4 e4 a2 b4 g4 c3 e1 i3 c2 j5 d5 g3 c5 j3 b3 e2 \
    h5 e5 f1 g2 f2 j4 a1 f3 h2 h3 j2 b1 g1 k4 g5 i2 h1 i1 a3";
const DVONN_STACKS: &str = "a3b4 b1b2 f5g5 e5e4 d5c4 k3k4 h5g4 k4i2 e1e2 d1c1 c4e4 c3d3 e2g4";

/// Every picture with a reference.
pub const CASES: &[Case] = &[
    Case { name: "zertz-37-start", scene: || scene::<Zertz>("", "", 0) },
    Case { name: "zertz-37-placed", scene: || scene::<Zertz>("", ZERTZ_OPENING, 0) },
    Case { name: "zertz-37-captured", scene: || scene::<Zertz>("", ZERTZ_MIDDLE, 0) },
    Case { name: "zertz-37-claimed", scene: zertz_claimed },
    Case { name: "zertz-48-chain", scene: || scene::<Zertz>("48", ZERTZ_48, 0) },
    Case { name: "zertz-61-start", scene: || scene::<Zertz>("61", "Wd4,a1", 0) },
    Case { name: "zertz-pick-marble", scene: || picking::<Zertz>("", "Wd4,a1 Bd6,a2", &[]) },
    Case { name: "zertz-pick-ring", scene: || picking::<Zertz>("", "Wd4,a1 Bd6,a2", &["G"]) },
    Case { name: "zertz-must-capture", scene: || scene::<Zertz>("", "Bd6,a2 Bd2,a1 Bd4,g7 Wd3,g4", 0) },
    Case { name: "zertz-37-late", scene: || scene::<Zertz>("", "", 40) },
    Case { name: "zertz-pick-removed", scene: || picking::<Zertz>("", "Wd4,a1 Bd6,a2", &["G", "f5"]) },
    Case { name: "zertz-picked", scene: || picking::<Zertz>("", "Wd4,a1 Bd6,a2", &["G", "f5", "g7"]) },
    Case { name: "zertz-pick-jump", scene: || picking::<Zertz>("", "Bd6,a2 Bd2,a1 Bd4,g7 Wd3,g4", &[]) },
    Case { name: "dvonn-placing", scene: || scene::<Dvonn>("", &words(DVONN_FULL, 12), 0) },
    Case { name: "dvonn-full", scene: || scene::<Dvonn>("", DVONN_FULL, 0) },
    Case { name: "dvonn-stacks", scene: || scene::<Dvonn>("", &dvonn_stacks(), 0) },
    Case { name: "dvonn-late", scene: || scene::<Dvonn>("start=random deal=7", "", 60) },
    Case { name: "dvonn-end", scene: || scene::<Dvonn>("start=random deal=3", "", 200) },
    Case { name: "dvonn-pick-target", scene: || picking::<Dvonn>("", &dvonn_stacks(), &["b2"]) },
    Case { name: "barrier-8-placed", scene: || scene::<Barrier>("", "f8 h2", 0) },
    Case { name: "barrier-8-walked", scene: || scene::<Barrier>("", "f8 h2", 7) },
    Case { name: "barrier-8-end", scene: || scene::<Barrier>("", "d4 e5", 60) },
    Case { name: "barrier-5-start", scene: || scene::<Barrier>("5", "", 0) },
    Case { name: "barrier-10-walked", scene: || scene::<Barrier>("10", "d4 g7", 10) },
    Case { name: "barrier-pick-target", scene: || picking::<Barrier>("", "d4 g7 d4d5f5 g7g5h5", &[]) },
    Case { name: "zertz-hint", scene: || looked("zertz", "", ZERTZ_OPENING_SHORT, hint("Bf5,g7")) },
    Case { name: "zertz-hint-capture", scene: || looked("zertz", "", ZERTZ_OPENING, hint("g5xe3")) },
    Case {
        name: "zertz-colour-safe",
        scene: || looked("zertz", "", ZERTZ_MIDDLE, DrawOptions::in_theme("colour-safe")),
    },
    Case { name: "zertz-dark", scene: || looked("zertz", "", ZERTZ_MIDDLE, DrawOptions::in_theme("dark")) },
    Case { name: "zertz-guides-turned", scene: || looked("zertz", "", ZERTZ_OPENING, guided(&["1:g5-f4-e3", "2:d2"])) },
    Case { name: "dvonn-hint", scene: || looked("dvonn", "", &dvonn_stacks(), hint("b2b4")) },
    Case { name: "dvonn-guides-turned", scene: || looked("dvonn", "", DVONN_FULL, guided(&["1:a3-b4", "12:f3"])) },
    Case { name: "dvonn-pick-stack", scene: || picking::<Dvonn>("", &dvonn_stacks(), &[]) },
    Case { name: "dvonn-dark", scene: || looked("dvonn", "", &dvonn_stacks(), DrawOptions::in_theme("dark")) },
    Case {
        name: "dvonn-high-contrast",
        scene: || looked("dvonn", "", &dvonn_stacks(), DrawOptions::in_theme("high-contrast")),
    },
    Case {
        name: "dvonn-colour-safe",
        scene: || looked("dvonn", "", &dvonn_stacks(), DrawOptions::in_theme("colour-safe")),
    },
    Case { name: "barrier-hint", scene: || looked("barrier", "", BARRIER_MIDDLE, hint("f5f3e3")) },
    Case { name: "barrier-dark", scene: || looked("barrier", "", BARRIER_MIDDLE, DrawOptions::in_theme("dark")) },
    Case {
        name: "barrier-colour-safe",
        scene: || looked("barrier", "", BARRIER_MIDDLE, DrawOptions::in_theme("colour-safe")),
    },
    Case {
        name: "dvonn-piece-names",
        scene: || {
            let look = DrawOptions { piece_names: true, ..DrawOptions::default() };
            looked("dvonn", "start=random deal=12", "a3b3 d1e2 e5f5 h1i1 h2i2 g1f1 k3j2 c1c2 b1c2 i3j3", look)
        },
    },
    Case {
        name: "barrier-guides-turned",
        scene: || looked("barrier", "", BARRIER_MIDDLE, guided(&["1:f5-f3-e3", "2:f5-d5-d4", "3:h5"])),
    },
    Case { name: "zertz-avatars", scene: || avatars::scene("zertz", ZERTZ_MIDDLE, "light") },
    Case { name: "dvonn-avatars", scene: || avatars::scene("dvonn", &dvonn_stacks(), "dark") },
    Case { name: "barrier-avatars", scene: || avatars::scene("barrier", BARRIER_MIDDLE, "light") },
    Case { name: "barrier-pick-corner", scene: || picking::<Barrier>("", "d4 g7 d4d5f5 g7g5h5", &["e3"]) },
];

fn hint(text: &str) -> DrawOptions {
    DrawOptions { suggestion: Some(text.to_owned()), ..DrawOptions::default() }
}

/// Black's view with arrows, and with the cells of the first one highlighted.
fn guided(guides: &[&str]) -> DrawOptions {
    let guides: Vec<Guide> = guides.iter().map(|text| Guide::read(text)).collect();
    DrawOptions { spotlight: guides[0].cells.clone(), guides, seat: Some(Seat::Two), ..DrawOptions::default() }
}

/// The position after the moves, with the game given by name.
fn looked(game: &str, setup: &str, moves: &str, look: DrawOptions) -> Scene {
    let last = moves.split_whitespace().count();
    looked_at(game, setup, moves, &[last], &look).pop().expect("the last position of the line")
}

/// The positions after these numbers of moves.
pub fn looked_at(game: &str, setup: &str, moves: &str, plies: &[usize], options: &DrawOptions) -> Vec<Scene> {
    let mut line = Catalog::standard().game(game).expect("the game exists").start(setup).expect("the setup exists");
    line.play_all(&moves.split_whitespace().collect::<Vec<_>>()).unwrap_or_else(|error| panic!("{error}"));
    let header = Header {
        names: ["Ana María", "Björn"].map(str::to_owned),
        active: Some(line.seat()),
        winner: None,
        status: "Your move".to_owned(),
        last: format!("Last move: {}", line.last_move().unwrap_or_default()),
        clocks: clocks(line.seat()),
        ply: Some(line.ply()),
        ..Header::default()
    };
    line.scenes(&header, plies, options)
}

/// The clocks of a running game, with that of this seat running.
pub fn clocks(seat: Seat) -> [ClockLabel; 2] {
    [(Seat::One, "23 h"), (Seat::Two, "2 d 4 h")]
        .map(|(of, left)| ClockLabel { left: left.to_owned(), runs: of == seat })
}

/// Every picture with a reference: the positions above, the pictures of the rules, and plots.
pub fn all() -> Vec<(String, Scene)> {
    let mut all: Vec<(String, Scene)> = CASES.iter().map(|case| (case.name.to_owned(), (case.scene)())).collect();
    for game in Catalog::standard().games() {
        for (example, line) in game.examples() {
            let names = ["Player 1", "Player 2"].map(str::to_owned);
            let header = Header { names, status: example.about.to_owned(), ply: Some(line.ply()), ..Header::default() };
            let scenes = line.scenes(&header, &[line.ply()], &DrawOptions::default().explaining(example));
            all.extend(scenes.into_iter().map(|scene| (format!("rules-{}-{}", game.name(), example.about), scene)));
        }
    }
    all.extend(plots::plots());
    all
}

fn dvonn_stacks() -> String {
    format!("{DVONN_FULL} {DVONN_STACKS}")
}

fn words(text: &str, count: usize) -> String {
    text.split_whitespace().take(count).collect::<Vec<_>>().join(" ")
}

/// Every game with every value of every option, at its start and some turns later.
pub fn variants(theme: &Theme) -> Vec<(String, Scene)> {
    let mut all = variants_of::<Zertz>(theme);
    all.extend(variants_of::<Dvonn>(theme));
    all.extend(variants_of::<Barrier>(theme));
    all
}

fn variants_of<G: Draw + Notation>(theme: &Theme) -> Vec<(String, Scene)> {
    let options: &[OptionSpec] = <G::Setup as setup::Setup>::OPTIONS;
    let mut all = Vec::new();
    for option in options {
        let Values::OneOf(words) = option.values else { continue };
        for word in words {
            let mut text = format!("{}={word}", option.key);
            if setup::read::<G::Setup>(&text).is_err() {
                text.push_str(" deal=7");
            }
            for turns in [0, 12] {
                all.push((format!("{} {text} {turns}", G::NAME), scene_in::<G>(theme, &text, "", turns)));
            }
        }
    }
    all
}

/// The position after the moves and `more` random moves, with the last move marked.
fn scene<G: Draw + Notation>(setup_text: &str, moves: &str, more: u64) -> Scene {
    scene_in::<G>(Theme::light(), setup_text, moves, more)
}

fn scene_in<G: Draw + Notation>(theme: &Theme, setup_text: &str, moves: &str, more: u64) -> Scene {
    let (position, last, ply) = play::<G>(setup_text, moves, more);
    let mut header = header(&position, ply);
    header.last = last.as_ref().map_or(String::new(), |(_, m)| format!("Last move: {m}"));
    let last = last.as_ref().map(|(before, m)| (before, *m));
    position.draw(&View { last, ..View::plain(&header, theme) })
}

/// The position after the moves, with these picks made for the next move.
/// The position after the moves, with these parts of the next one picked.
pub fn picking<G: Draw + Notation>(setup_text: &str, moves: &str, words: &[&str]) -> Scene {
    picking_in::<G>(Theme::light(), setup_text, moves, words)
}

/// The same in a theme.
pub fn picking_in<G: Draw + Notation>(theme: &Theme, setup_text: &str, moves: &str, words: &[&str]) -> Scene {
    let (position, last, ply) = play::<G>(setup_text, moves, 0);
    let header = header(&position, ply);
    let mut picked: Vec<<G as Steps>::Pick> = Vec::new();
    for word in words {
        let possible = choices(&position, &picked).picks;
        let pick = possible.iter().find(|pick| pick.to_string() == *word);
        picked.push(*pick.unwrap_or_else(|| panic!("{word} is not among {possible:?}")));
    }
    let next = choices(&position, &picked).picks;
    let last = last.as_ref().map(|(before, m)| (before, *m));
    position.draw(&View { last, picked: &picked, choices: &next, ..View::plain(&header, theme) })
}

/// The start of a game with the default setup.
pub fn starting<G: Draw + Notation>() -> Scene {
    scene::<G>("", "", 0)
}

type Played<G> = (G, Option<(G, <G as Game>::Move)>, usize);

/// The position after the moves and `more` random moves, the position before the last with that move, and the ply.
pub fn play<G: Notation>(setup_text: &str, moves: &str, more: u64) -> Played<G> {
    let setup = setup::read::<G::Setup>(setup_text).unwrap_or_else(|error| panic!("{setup_text}: {error}"));
    let (mut position, mut last, mut ply) = (G::new(&setup), None, 0);
    let mut words = moves.split_whitespace();
    let mut rng = tablero::rules::SeededRng::new(11);
    for _ in 0.. {
        let m = match words.next() {
            Some(word) => Some(position.read_move(word).unwrap_or_else(|error| panic!("{word}: {error}"))),
            None if ply < moves.split_whitespace().count() as u64 + more => {
                position.nth_move(rng.below(position.count_moves().max(1)))
            }
            None => None,
        };
        let Some(m) = m else { break };
        last = Some((position.clone(), m));
        position.play_unchecked(m);
        ply += 1;
    }
    (position, last, ply as usize)
}

fn header<G: Game>(position: &G, ply: usize) -> Header {
    let names = ["Ana María", "Björn"].map(str::to_owned);
    let (active, winner, status) = match position.ending() {
        None => (Some(position.seat()), None, format!("{} to move", names[position.seat().index()])),
        Some(ending) => match ending.outcome {
            Outcome::Win(seat) => (None, Some(seat), format!("{} wins", names[seat.index()])),
            Outcome::Draw => (None, None, "Drawn".to_owned()),
        },
    };
    Header { names, active, winner, status, ply: Some(ply), ..Header::default() }
}

/// A turn that isolates a full group and claims it.
fn zertz_claimed() -> Scene {
    let text = "37 automatic Wooo/..ooo/oooooo/ooGoooo/oooooo/ooooo/oooo 5,7,10 0,0,0 0,0,0 1";
    let position = Zertz::read_position(text).unwrap_or_else(|faults| panic!("{faults:?}"));
    let claims = |m: &<Zertz as Game>::Move| {
        let mut after = position;
        after.play_unchecked(*m);
        after.captured(Seat::One) != [0; 3]
    };
    let m = position.moves().into_iter().find(claims).expect("some turn cuts a1 off");
    let mut after = position;
    after.play_unchecked(m);
    let header = header(&after, 31);
    after.draw(&View { last: Some((&position, m)), ..View::plain(&header, Theme::light()) })
}
