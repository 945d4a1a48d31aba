//! A game that implements the five traits and nothing else: engine, hints, analysis, records and pictures work for it.
//!
//! There is one heap of ten stones. A player takes one to three of them, and who takes the last stone wins.

use std::ops::ControlFlow;
use tablero_games::ai::{Advice, Budget, EngineOptions, Explain, Finding, Limits, Stop, Think};
use tablero_games::catalog::{AnyGame, AnyLine, Catalog, Entry};
use tablero_games::lessons::{Lesson, Teach};
use tablero_games::localization::Texts;
use tablero_games::render::scene::{Label, Point};
use tablero_games::render::{Draw, DrawOptions, Header, Scene, View};
use tablero_games::rules::{Ending, Game, Notation, Reason, Seat, Steps, record};

tablero_games::refusals! {
    /// Why a text is refused.
    pub enum Error {
        /// It is neither a move nor a position.
        Form {} = "form", "write a number of stones";
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Heap {
    left: u8,
    seat: Seat,
}

impl Game for Heap {
    type Move = u8;
    type Setup = ();
    const DRAWS: bool = false;

    fn new((): &()) -> Heap {
        Heap { left: 10, seat: Seat::One }
    }

    fn setup(&self) {}

    fn seat(&self) -> Seat {
        self.seat
    }

    fn ending(&self) -> Option<Ending> {
        (self.left == 0).then_some(Ending::win(!self.seat, Reason("taken")))
    }

    fn visit_moves<B>(&self, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        (1..=self.left.min(3)).try_for_each(visit)
    }

    fn play_unchecked(&mut self, count: u8) {
        *self = Heap { left: self.left.saturating_sub(count), seat: !self.seat };
    }
}

impl Notation for Heap {
    const NAME: &'static str = "heap";
    const TITLE: &'static str = "Heap";
    const MOVE_EXAMPLES: &'static [&'static str] = &["2"];
    type MoveError = Error;
    type PositionError = Error;

    fn read_move(&self, text: &str) -> Result<u8, Error> {
        text.trim().parse().ok().filter(|count| self.is_legal(*count)).ok_or(Error::Form {})
    }

    fn write_position(&self) -> String {
        format!("{} {}", self.left, self.seat.index() + 1)
    }

    fn read_position(text: &str) -> Result<Heap, Vec<Error>> {
        let read = || {
            let (left, seat) = text.trim().split_once(' ')?;
            let seat = Seat::BOTH.into_iter().find(|known| (known.index() + 1).to_string() == seat)?;
            Some(Heap { left: left.parse().ok().filter(|left| *left <= 10)?, seat })
        };
        read().ok_or_else(|| vec![Error::Form {}])
    }
}

impl Steps for Heap {
    type Pick = u8;

    fn pick(&self, count: u8, number: usize) -> Option<u8> {
        (number == 0).then_some(count)
    }
}

impl Think for Heap {
    type Weights = ();
    type Oracle = ();

    fn evaluate(&self, (): &()) -> i32 {
        if self.left.is_multiple_of(4) { -100 } else { 100 }
    }
}

impl Explain for Heap {}

impl Teach for Heap {
    type Goal = ();
    const LESSONS: &'static [Lesson<Heap>] = &[];
    const MISSES: &'static [&'static str] = &[];

    fn judge(&self, (): (), _: Self::Move) -> Result<Vec<Self::Move>, Finding> {
        Ok(Vec::new())
    }
}

impl Draw for Heap {
    fn draw(&self, view: &View<'_, Heap>) -> Scene {
        let mut scene = Scene::new(200.0, 100.0, view.theme);
        scene.draw("stones", Label::new(Point::new(100.0, 50.0), self.left.to_string(), 40.0, view.theme.ink));
        scene
    }
}

static HEAP: Entry<Heap> = Entry::new(Texts::new(&[]));

fn heap() -> &'static dyn AnyGame {
    Catalog::standard().with(&HEAP).game("heap").expect("the game is there")
}

fn line(moves: &[&str]) -> Box<dyn AnyLine> {
    let mut line = heap().start("").expect("there are no options");
    line.play_all(moves).expect("legal moves");
    line
}

const LIMITS: Limits = Limits { deadline: None, enough: None, depth: None, nodes: Some(2_000) };

#[test]
fn its_engine_wins() {
    let mut line = line(&[]);
    let mut engine = heap().engine(EngineOptions { hash: 1 << 16, ..EngineOptions::default() });
    while line.ending().is_none() {
        let best = match line.seat() {
            Seat::One => engine.search(line.as_ref(), LIMITS, &Stop::default(), &mut |_| {}).best().cloned(),
            Seat::Two => line.nth_legal(0),
        };
        line.play(&best.expect("a move")).expect("it is legal");
    }
    assert_eq!(line.ending(), Some(Ending::win(Seat::One, Reason("taken"))));
    assert_eq!(line.moves()[0], "2");
}

#[test]
fn its_moves_are_explained_by_what_the_search_has_found() {
    let mut engine = heap().engine(EngineOptions { hash: 1 << 16, ..EngineOptions::default() });
    let advice = engine.advise(line(&[]).as_ref(), LIMITS, &Stop::default()).expect("the game is not over");
    let Advice { best, piece, region, reasons, .. } = advice;
    assert_eq!((best.as_str(), piece, region), ("2", Finding::any("column").cell("column", "2"), Vec::new()));
    assert_eq!(reasons[0], Finding::any("wins").count("turns", 3));
    let budget = Budget { nodes: Some(2_000), ..Budget::default() };
    let review = engine.analyse(line(&["2", "1", "1"]).as_ref(), budget, &Stop::default(), &mut |_, _| {});
    let review = review.expect("a line of this game");
    assert_eq!(review.mistakes, [2], "the second stone of seat one throws the win away");
}

#[test]
fn it_is_written_and_drawn() {
    let line = line(&["3", "2"]);
    assert_eq!((line.position(), line.board()), ("heap 5 1".to_owned(), "5 1\n".to_owned()));
    let file = record::write([&line.record()]);
    let again = heap().replay(&record::read(&file).expect("a record")[0]).expect("it replays");
    assert_eq!(again.moves(), ["3", "2"]);
    assert_eq!(line.choices(&[]).picks, ["1", "2", "3"]);
    let refused = heap().start("variant=37").expect_err("there are no options");
    assert_eq!(refused.to_string(), "there is no option “variant”; the options are none");
    assert_eq!(heap().read_position("11 1").expect_err("too many stones")[0].to_string(), "write a number of stones");
    let picture = line.draw(&Header::default(), &DrawOptions::default()).expect("it is drawn");
    assert!(picture.bytes.starts_with(b"\x89PNG"));
}
