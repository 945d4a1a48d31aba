//! Searches: their output while they run, and how they end.

use super::run;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// How late an answer may come on a busy machine. A search that ignores its limit goes on for minutes.
const LATE: Duration = Duration::from_secs(20);

/// The program, with its input and output.
pub struct Conversation {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Conversation {
    pub fn new() -> Conversation {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tablero"))
            .arg("ugi")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("an input");
        let output = BufReader::new(child.stdout.take().expect("an output"));
        Conversation { child, input, output }
    }

    pub fn send(&mut self, lines: &str) {
        self.input.write_all(format!("{lines}\n").as_bytes()).expect("it listens");
    }

    pub fn receive(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the output is UTF-8");
        assert!(line.ends_with('\n'), "the program has ended: {line:?}");
        line.trim_end().to_owned()
    }

    /// Reads until a line with this prefix.
    pub fn receive_until(&mut self, begin: &str) -> Vec<String> {
        let mut received = Vec::new();
        while received.last().is_none_or(|line: &String| !line.starts_with(begin)) {
            received.push(self.receive());
        }
        received
    }

    /// Closes the input and reads the remaining output.
    pub fn receive_all(self) -> Vec<String> {
        let Conversation { mut child, input, output } = self;
        drop(input);
        let received = output.lines().map(|line| line.expect("the output is UTF-8")).collect();
        assert!(child.wait().expect("it ends").success());
        received
    }

    fn end(self) {
        self.receive_all();
    }
}

/// The number after a word of an `info` line.
fn number(line: &str, word: &str) -> i64 {
    let mut words = line.split(' ').skip_while(|other| *other != word).skip(1);
    words.next().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{line} says no {word}"))
}

#[test]
fn a_search_reports_results_and_then_the_best_move() {
    let mut conversation = Conversation::new();
    conversation.send("setoption name Game value barrier\nsetoption name MultiPV value 3\ngo depth 4");
    let received = conversation.receive_until("bestmove ");
    let last: Vec<&String> = received[received.len() - 4..received.len() - 1].iter().collect();
    for (rank, line) in (1..).zip(&last) {
        assert!(line.starts_with("info depth 4 seldepth "), "{line}");
        assert_eq!(number(line, "multipv"), rank);
        assert!(number(line, "nodes") > 100 && number(line, "nps") > 0 && number(line, "hashfull") >= 0, "{line}");
    }
    let scores: Vec<i64> = last.iter().map(|line| number(line, "cp")).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    let best = received.last().and_then(|line| line.strip_prefix("bestmove ")).expect("a move");
    assert!(last[0].contains(&format!(" pv {best} ")), "{received:?}");
    conversation.send("query gameover");
    assert_eq!(conversation.receive(), "response false", "the move was not played");
    conversation.end();
}

#[test]
fn a_search_ends_at_stop_and_answers_isready_meanwhile() {
    let mut conversation = Conversation::new();
    conversation.send("isready");
    conversation.receive_until("readyok");
    for game in ["zertz", "dvonn", "barrier"] {
        conversation.send(&format!("setoption name Game value {game}\ngo infinite\nisready"));
        conversation.receive_until("readyok");
        // The first report shows that it has begun.
        conversation.receive_until("info ");
        let stopped = Instant::now();
        conversation.send("stop\nisready");
        let received = conversation.receive_until("bestmove ");
        assert!(stopped.elapsed() < LATE, "{game}: {:?}", stopped.elapsed());
        println!("{game} stopped after {:?}", stopped.elapsed());
        assert_ne!(received.last().map(String::as_str), Some("bestmove none"));
        assert_eq!(conversation.receive(), "readyok", "a command after the stop is answered");
    }
    conversation.end();
}

#[test]
fn an_infinite_search_that_has_found_everything_waits_for_stop() {
    let mut conversation = Conversation::new();
    conversation.send("setoption name Game value barrier\nsetoption name Variant value 5\ngo infinite depth 1");
    conversation.receive_until("info depth 1 ");
    conversation.send("isready");
    assert_eq!(conversation.receive(), "readyok", "the best move has not been said");
    conversation.send("stop");
    conversation.receive_until("bestmove ");
    conversation.end();
}

#[test]
fn quit_and_the_end_of_the_input_end_a_search_with_a_move() {
    for input in ["go infinite\nquit\nisready\n", "go infinite\n", "go movetime 600000\nquit\n"] {
        let started = Instant::now();
        let lines = run(&[], input.as_bytes());
        let last = lines.last().expect("an answer");
        assert!(last.starts_with("bestmove ") && last != "bestmove none", "{lines:?}");
        assert!(started.elapsed() < Duration::from_secs(30), "{input:?}: {:?}", started.elapsed());
    }
    // A search that ends by itself is awaited.
    let lines = run(&["--game", "barrier"], b"go depth 3\n");
    assert!(lines.iter().any(|line| line.starts_with("info depth 3 ")), "{lines:?}");
}

#[test]
fn time_limits_are_respected() {
    let mut conversation = Conversation::new();
    conversation.send("isready");
    conversation.receive_until("readyok");
    for go in ["go movetime 100", "go p1time 100 p2time 100", "go p1time 60000 p2time 1 movetime 100 p1inc 60000"] {
        let started = Instant::now();
        conversation.send(go);
        conversation.receive_until("bestmove ");
        assert!(started.elapsed() < Duration::from_millis(100) + LATE, "{go}: {:?}", started.elapsed());
        println!("{go}: {:?}", started.elapsed());
    }
    conversation.end();
}

#[test]
fn a_game_played_on_a_clock_never_runs_out_of_time() {
    // Less time than a user would give, so that a share that is too large shows.
    const CLOCK: Duration = Duration::from_millis(800);
    let mut left = [CLOCK; 2];
    let mut moves = String::new();
    let mut conversation = Conversation::new();
    conversation.send("setoption name Variant value blitz\nisready");
    conversation.receive_until("readyok");
    for seat in [0, 1].into_iter().cycle() {
        let started = Instant::now();
        conversation.send(&format!(
            "position startpos moves {moves}\ngo p1time {} p2time {}",
            left[0].as_millis(),
            left[1].as_millis()
        ));
        let received = conversation.receive_until("bestmove ");
        // `LATE` allows for a busy machine.
        let thought = started.elapsed();
        assert!(thought <= left[seat] / 2 + LATE, "{thought:?} of {:?} after {moves}", left[seat]);
        left[seat] = left[seat].saturating_sub(thought);
        match received.last().and_then(|line| line.strip_prefix("bestmove ")) {
            Some("none") => break,
            Some(best) => moves += &format!(" {best}"),
            None => panic!("{received:?}"),
        }
    }
    assert!(left.iter().all(|left| *left < CLOCK * 9 / 10), "time was used: {left:?}");
    println!("left of {CLOCK:?}: {left:?}");
    conversation.end();
}

#[test]
fn one_seed_and_one_limit_of_nodes_give_one_move() {
    for game in ["zertz", "dvonn", "barrier"] {
        let best = |seed: u64| {
            let input = format!("setoption name Level value 2\nsetoption name Seed value {seed}\ngo nodes 3000\n");
            run(&["--game", game], input.as_bytes()).pop().expect("an answer")
        };
        let moves: Vec<String> = (0..6).map(best).collect();
        assert_eq!(moves, (0..6).map(best).collect::<Vec<_>>());
        assert!(moves.iter().any(|other| *other != moves[0]), "{game}: the seed means something: {moves:?}");
    }
}

#[test]
fn invalid_go_arguments_and_options_are_errors() {
    let input = b"go depth\ngo movetime -1\ngo nodes 99999999999999999999\ngo depth 1 depth 2\ngo fast\n\
        setoption name Hash value 0\nsetoption name Hash value 65537\nsetoption name Threads value x\n\
        setoption name Level value 11\nsetoption name MultiPV value -1\nsetoption name Seed value 1e9\nisready\n";
    let lines = run(&[], input);
    assert_eq!(lines.len(), 12, "{lines:?}");
    assert!(lines[..11].iter().all(|line| line.starts_with("error ")), "{lines:?}");
    assert_eq!(lines[5], "error Hash cannot be “0”; possible is a whole number from 1 to 65536");
    assert_eq!(lines[11], "readyok");
}
