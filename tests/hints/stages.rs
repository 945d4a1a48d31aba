//! The three stages as text, comparisons between moves, and timing.

use std::time::{Duration, Instant};
use tablero::ai::explain::{Explain, HintContext};
use tablero::ai::hint::{Advice, LONGEST, explain};
use tablero::ai::{Engine, EngineOptions, Limits, Score, Stop, Variation};
use tablero::catalog::Catalog;
use tablero::chat::Language;
use tablero::chat::hint_stage::HintStage;
use tablero::chat::views::worded_hint::hint;
use tablero::rules::barrier::Barrier;
use tablero::rules::dvonn::Dvonn;
use tablero::rules::zertz::Zertz;
use tablero::rules::{Line, Notation, SeededRng, setup};

fn line<G: Notation>(name: &str, moves: &str) -> Line<G> {
    let mut line = Line::new(&setup::read(name).expect("a setup"));
    line.play_all(moves.split_whitespace()).unwrap_or_else(|error| panic!("{error}"));
    line
}

/// A hint built from variations with their scores.
fn advice<G: Explain>(line: &Line<G>, lines: &[(i32, &str)]) -> Advice {
    let read = |(score, moves): &(i32, &str)| {
        let mut copy = line.clone();
        let played = moves.split_whitespace().map(|m| copy.play_text(m).unwrap_or_else(|error| panic!("{error}")));
        Variation { score: Score(*score), moves: played.collect() }
    };
    let variations: Vec<_> = lines.iter().map(read).collect();
    explain(&HintContext { line, variations: &variations, threat: None, replies: &[] })
}

fn sentence<G: Explain>(language: Language, advice: &Advice, stage: HintStage) -> String {
    hint(language, Catalog::standard().game(G::NAME).expect("a game"), advice, stage).markup()
}

fn about(advice: &Advice) -> Vec<&'static str> {
    advice.reasons.iter().map(|reason| reason.about).collect()
}

#[test]
fn the_first_stages_do_not_reveal_the_move() {
    fn check<G: Explain>(name: &str) {
        let mut engine = Engine::<G>::new(EngineOptions { hash: 1 << 20, ..EngineOptions::default() });
        for seed in 0..25 {
            let mut rng = SeededRng::new(seed);
            let mut line = Line::<G>::new(&setup::read(name).expect("a setup"));
            for _ in 0..seed * 2 {
                let count = line.position().count_moves();
                if let Some(m) = line.position().nth_move(rng.below(count.max(1))) {
                    assert!(line.play(m) || line.ending().is_some());
                }
            }
            let limits = Limits { nodes: Some(3_000), ..Limits::default() };
            let advice = engine.advise(&line, limits, &Stop::default());
            assert_eq!(advice.is_none(), line.ending().is_some());
            let Some(advice) = advice else { continue };
            for (language, code) in Language::ALL {
                let [look, piece, whole] = HintStage::ALL.map(|stage| sentence::<G>(language, &advice, stage));
                let place = format!("{code}, {}: {look} / {piece} / {whole}", line.position().write_position());
                assert!(!look.contains(&advice.best) && !piece.contains(&advice.best), "{place}");
                assert!(whole.contains(&advice.best), "{place}");
                for text in [look, piece, whole] {
                    assert!(text.ends_with(['.', '?']) && text.len() < 1_000, "{place}");
                    assert!(!text.contains("hint-") && !text.contains('{') && !text.contains('$'), "{place}");
                }
            }
            let picks: Vec<&str> = advice.picks.iter().map(String::as_str).collect();
            assert!(picks.join("").len() < advice.best.len() || advice.best == "pass", "{advice:?}");
        }
    }
    check::<Zertz>("variant=37");
    check::<Dvonn>("");
    check::<Dvonn>("start=random deal=5");
    check::<Barrier>("variant=8");
}

#[test]
fn moves_are_compared_by_what_the_search_found() {
    let line = line::<Barrier>("variant=8", "d4 e6");
    let compared = |first: i32, second: i32| {
        advice(&line, &[(first, "d4d2c2"), (second, "d4d2e2")]).reasons.into_iter().map(|found| found.about).next_back()
    };
    assert_eq!(compared(10 + Barrier::CLEAR_MARGIN, 10), Some("better"));
    assert_eq!(compared(10 + Barrier::CLEAR_MARGIN / 2, 10), Some("slightly"));
    assert_eq!(compared(60, 58), Some("equal"));
    assert!(!["better", "slightly", "equal"].contains(&compared(60, Score::loss_in(4).0).unwrap_or_default()));
    let lost = advice(&line, &[(60, "d4d2c2"), (Score::loss_in(4).0, "d4d2e2")]);
    assert_eq!((lost.look.about, about(&lost)[0]), ("only", "only-defence"));
    let alone = advice(&line, &[(60, "d4d2c2 e6e4f4")]);
    assert!(!about(&alone).contains(&"only-defence"));
    assert_eq!(sentence::<Barrier>(Language::En, &lost, HintStage::Move), "Play **d4d2c2**. Every other move loses.");
}

#[test]
fn the_expected_reply_is_given_only_without_other_reasons() {
    let line = line::<Barrier>("variant=8", "");
    assert_eq!(about(&advice(&line, &[(0, "a1 e6")])), ["reply"]);
    assert_eq!(about(&advice(&line, &[(0, "a1 e6"), (0, "d5 e6")])), ["equal"]);
    assert!(about(&advice(&line, &[(0, "a1")])).is_empty());
}

#[test]
fn a_line_that_leads_back_is_a_draw() {
    // All marbles are in a group that was left unclaimed, so both players can only pass.
    let text = "37 optional WWWW/WWGGG/GGGGGB/BBBBBBB/BB..../...../...o 0,0,0 0,0,0 0,0,0 1";
    let mut line = Line::from_position(Zertz::read_position(text).expect("a position"));
    line.play_text("pass").expect("passing is the only move");
    assert!(about(&advice(&line, &[(0, "pass")])).contains(&"repeats"));
    assert!(!about(&advice(&line, &[(50, "pass")])).contains(&"repeats"));
    let line = Line::from_position(*line.position());
    assert!(!about(&advice(&line, &[(0, "pass")])).contains(&"repeats"));
}

#[test]
fn marbles_are_listed_in_every_language() {
    let line = line::<Zertz>("variant=37", "Wd4,a1 Bd6,a2 Bd2,a3 Bf4,a4 Wg5,c1");
    let advice = advice(&line, &[(0, "g5xe3")]);
    assert_eq!(
        Language::ALL.map(|(language, _)| sentence::<Zertz>(language, &advice, HintStage::Move)),
        [
            "Play **g5xe3**. It's your only move. It captures 1 black marble.",
            "Juega **g5xe3**. Es la única jugada posible. Captura 1 canica negra.",
            "Gioca **g5xe3**. È l'unica mossa possibile. Cattura 1 biglia nera.",
        ]
    );
}

/// The delay that a loaded machine may add to a hint. Less than [`LONGEST`], the time of a hint that ignores its limit.
const LATE: Duration = Duration::from_millis(2_500);

#[test]
fn a_hint_is_in_time() {
    let mut engine = Engine::<Zertz>::new(EngineOptions { hash: 1 << 20, ..EngineOptions::default() });
    let line = line::<Zertz>("variant=61", "");
    let started = Instant::now();
    let limits = Limits { deadline: Some(started), ..Limits::default() };
    let advice = engine.advise(&line, limits, &Stop::default()).expect("a move even without time to search");
    assert!(line.position().read_move(&advice.best).is_ok());
    assert!(started.elapsed() < LATE, "{:?}", started.elapsed());
    let (stop, started) = (Stop::default(), Instant::now());
    stop.raise();
    assert!(engine.advise(&line, Limits::default(), &stop).is_some());
    assert!(started.elapsed() < LATE, "{:?}", started.elapsed());
    let started = Instant::now();
    assert!(engine.advise(&line, Limits::default(), &Stop::default()).is_some());
    assert!(started.elapsed() < LONGEST + LATE, "{:?}", started.elapsed());
}
