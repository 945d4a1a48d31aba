//! The engine protocol, through the program's standard input and output.

use engine_tools::ugi::input::Input;
use engine_tools::ugi::{Session, Start, Step};
use proptest::prelude::*;
use std::io::Write;
use std::process::{Command, Stdio};
use tablero::catalog::Catalog;

mod dialogues;
mod searches;

/// The program's output for these lines.
fn run(arguments: &[&str], input: &[u8]) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tablero"))
        .arg("ugi")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("an input");
    let bytes = input.to_vec();
    let writer = std::thread::spawn(move || {
        // A session that has quit reads no more input.
        let _ = stdin.write_all(&bytes);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
}

/// The response of a session in this process to one line; a search visits only one node.
fn answer(session: &mut Session, line: Input) -> (bool, String) {
    let mut out = Vec::new();
    let step = session.answer(line, &mut out).expect("writing to memory succeeds");
    let goes_on = !matches!(step, Step::Quit);
    let mut text = String::from_utf8(out).expect("text");
    if let Step::Work(work) = step {
        work.stop.raise();
        let done = work.run(&mut |line| text += &format!("{line}\n"));
        session.return_engine(done.engine);
        text += &format!("{}\n", done.answer);
    }
    (goes_on, text)
}

fn session() -> Session {
    let mut session =
        Session::new(&tablero::catalog::Catalog::standard(), &Start::default()).expect("the default is possible");
    answer(&mut session, Input::Text("setoption name Hash value 1".to_owned()));
    session
}

#[test]
fn a_session_with_a_match_runner() {
    let lines = run(
        &[],
        b"ugi\nisready\nuginewgame\nposition startpos moves Wd4,a1 Bd6,a2 Bd2,a3 Bf4,a4 Wg5,c1\nquery p1turn\n\
          query gameover\nquery result\nlegal\ngo movetime 10\nquery fen\nquit\n",
    );
    let ready = lines.iter().position(|line| line == "readyok").expect("it is ready");
    assert_eq!(lines[ready - 1], "ugiok");
    assert!(
        lines[..ready].iter().any(|line| line.starts_with("option name Variant type combo default 37 var 37 var 40"))
    );
    let lines: Vec<String> = lines.into_iter().filter(|line| !line.starts_with("info ")).collect();
    let expected = [
        "response false",
        "response false",
        "response none",
        "legal 1 g5xe3",
        "bestmove g5xe3",
        "response zertz 37 automatic ....o/ooooo/.ooooo/oBoWoBo/ooooo/oBooo/oWoo 4,8,7 0,0,0 0,0,0 2",
    ];
    // The board itself is checked by reading it back.
    assert_eq!(lines[ready + 1..ready + 6], expected[..5]);
    let fen = lines[ready + 6].strip_prefix("response ").expect("a position");
    let again = run(&[], format!("position fen {fen}\nquery fen\nlegal\n").as_bytes());
    assert_eq!(again, [lines[ready + 6].as_str(), "legal 1 g5xe3"]);
}

#[test]
fn flags_and_options_choose_the_game() {
    let flags = run(&["--game", "zertz", "--variant", "48", "--claims", "optional"], b"go perft 1\n");
    assert!(flags[0].starts_with("info perft depth 1 result 2961 time "), "{flags:?}");
    let options = b"setoption name Game value barrier\nsetoption name Variant value 5\ngo perft 3\n";
    let lines = run(&[], options);
    assert!(lines[0].starts_with("info perft depth 3 result 4032 "), "{lines:?}");
    let wrong =
        run(&[], b"setoption name Variant value 50\nsetoption name Game value chess\nsetoption name X value 1\n");
    assert!(wrong.iter().all(|line| line.starts_with("error ")) && wrong.len() == 3, "{wrong:?}");
    assert!(wrong[0].contains("37, 40, 43, 44, 48, 61, blitz"), "{wrong:?}");
}

#[test]
fn a_bad_line_of_moves_leaves_the_position() {
    let mut session = session();
    let text = |line: &str| Input::Text(line.to_owned());
    answer(&mut session, text("position startpos moves Wd4,a1"));
    let before = answer(&mut session, text("query fen"));
    let (_, refused) = answer(&mut session, text("position startpos moves Wd4,a1 Bd6,a2 Bd6,a3"));
    assert_eq!(refused, "error move 3, “Bd6,a3”: that ring is taken: d6 has a marble on it\n");
    assert_eq!(answer(&mut session, text("query fen")), before);
}

#[test]
fn a_long_count_is_stopped() {
    let lines = run(&[], b"go perft 9\nstop\nisready\nquit\n");
    assert_eq!(lines, ["error perft was stopped before depth 9 was counted", "readyok"]);
}

#[test]
fn lines_that_are_no_text_or_too_long_are_errors() {
    let mut bytes = b"\xff\xfe\n".to_vec();
    bytes.extend(vec![b'a'; 3 << 20]);
    bytes.extend(b"\nisready\n");
    let lines = run(&[], &bytes);
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("error ") && lines[1].starts_with("error ") && lines[2] == "readyok", "{lines:?}");
}

#[test]
fn thousands_of_positions_do_not_make_a_session_grow() {
    let mut session = session();
    for game in Catalog::standard().games() {
        answer(&mut session, Input::Text(format!("setoption name Game value {}", game.name())));
        for seed in 0..1_000 {
            answer(&mut session, Input::Text(format!("setoption name Seed value {seed}")));
            let (_, legal) = answer(&mut session, Input::Text("position startpos".to_owned()));
            assert_eq!(legal, "");
            let (_, best) = answer(&mut session, Input::Text("go depth 1".to_owned()));
            let best = best.lines().last().and_then(|last| last.strip_prefix("bestmove ")).expect("a move").to_owned();
            let (_, played) = answer(&mut session, Input::Text(format!("position startpos moves {best}")));
            assert_eq!(played, "", "the move is legal");
        }
    }
    // A session holds one position and its options, whatever came before.
    assert!(std::mem::size_of_val(&session) < 1_000);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any words in any order: each line is answered and the session goes on until `quit`.
    #[test]
    fn nothing_ends_a_session_but_quit(lines in prop::collection::vec(any_line(), 1..30)) {
        let mut session = session();
        for line in lines {
            let is_quit = line.split_whitespace().next() == Some("quit");
            let (goes_on, text) = answer(&mut session, Input::Text(line));
            prop_assert_eq!(goes_on, !is_quit);
            prop_assert!(text.is_empty() || text.ends_with('\n'));
            if is_quit {
                break;
            }
        }
        prop_assert_eq!(answer(&mut session, Input::Text("isready".to_owned())).1, "readyok\n");
    }
}

fn any_line() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "ugi",
        "isready",
        "uginewgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "go",
        "perft",
        "0",
        "1",
        "2",
        "stop",
        "infinite",
        "movetime",
        "depth",
        "p1time",
        "movestogo",
        "Hash",
        "MultiPV",
        "Level",
        "query",
        "p1turn",
        "gameover",
        "result",
        "legal",
        "print",
        "setoption",
        "name",
        "value",
        "Game",
        "Variant",
        "Claims",
        "Start",
        "Deal",
        "Seed",
        "zertz",
        "dvonn",
        "barrier",
        "random",
        "optional",
        "48",
        "blitz",
        "Wd4,a1",
        "d4",
        "pass",
        "~",
        "quit",
        "-1",
        "99999999999999999999",
        "37 automatic",
        "é",
    ]);
    prop_oneof![prop::collection::vec(words, 0..8).prop_map(|words| words.join(" ")), any::<String>(),]
}
