//! Searches: their output while they run, and how they end.

use super::run;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// How late an answer may come on a busy machine. A search that ignores its limit goes on for minutes.
const LATE: Duration = Duration::from_secs(20);

/// The program, with its input and output.
pub struct Talk {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Talk {
    pub fn new() -> Talk {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tablero"))
            .arg("ugi")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("an input");
        let output = BufReader::new(child.stdout.take().expect("an output"));
        Talk { child, input, output }
    }

    pub fn say(&mut self, lines: &str) {
        self.input.write_all(format!("{lines}\n").as_bytes()).expect("it listens");
    }

    pub fn hear(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the output is UTF-8");
        assert!(line.ends_with('\n'), "the program has ended: {line:?}");
        line.trim_end().to_owned()
    }

    /// Reads until a line with this prefix.
    pub fn hear_until(&mut self, begin: &str) -> Vec<String> {
        let mut heard = Vec::new();
        while heard.last().is_none_or(|line: &String| !line.starts_with(begin)) {
            heard.push(self.hear());
        }
        heard
    }

    /// Closes the input and reads the remaining output.
    pub fn hear_to_the_end(self) -> Vec<String> {
        let Talk { mut child, input, output } = self;
        drop(input);
        let heard = output.lines().map(|line| line.expect("the output is UTF-8")).collect();
        assert!(child.wait().expect("it ends").success());
        heard
    }

    fn end(self) {
        self.hear_to_the_end();
    }
}

/// The number after a word of an `info` line.
fn number(line: &str, word: &str) -> i64 {
    let mut words = line.split(' ').skip_while(|other| *other != word).skip(1);
    words.next().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{line} says no {word}"))
}

#[test]
fn a_search_says_what_it_finds_and_then_the_best_move() {
    let mut talk = Talk::new();
    talk.say("setoption name Game value barrier\nsetoption name MultiPV value 3\ngo depth 4");
    let heard = talk.hear_until("bestmove ");
    let last: Vec<&String> = heard[heard.len() - 4..heard.len() - 1].iter().collect();
    for (rank, line) in (1..).zip(&last) {
        assert!(line.starts_with("info depth 4 seldepth "), "{line}");
        assert_eq!(number(line, "multipv"), rank);
        assert!(number(line, "nodes") > 100 && number(line, "nps") > 0 && number(line, "hashfull") >= 0, "{line}");
    }
    let scores: Vec<i64> = last.iter().map(|line| number(line, "cp")).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    let best = heard.last().and_then(|line| line.strip_prefix("bestmove ")).expect("a move");
    assert!(last[0].contains(&format!(" pv {best} ")), "{heard:?}");
    talk.say("query gameover");
    assert_eq!(talk.hear(), "response false", "the move was not played");
    talk.end();
}

#[test]
fn a_search_ends_at_stop_and_answers_isready_meanwhile() {
    let mut talk = Talk::new();
    talk.say("isready");
    talk.hear_until("readyok");
    for game in ["zertz", "dvonn", "barrier"] {
        talk.say(&format!("setoption name Game value {game}\ngo infinite\nisready"));
        talk.hear_until("readyok");
        // The first report shows that it has begun.
        talk.hear_until("info ");
        let stopped = Instant::now();
        talk.say("stop\nisready");
        let heard = talk.hear_until("bestmove ");
        assert!(stopped.elapsed() < LATE, "{game}: {:?}", stopped.elapsed());
        println!("{game} stopped after {:?}", stopped.elapsed());
        assert_ne!(heard.last().map(String::as_str), Some("bestmove none"));
        assert_eq!(talk.hear(), "readyok", "a command after the stop is answered");
    }
    talk.end();
}

#[test]
fn an_infinite_search_that_has_found_everything_waits_for_stop() {
    let mut talk = Talk::new();
    talk.say("setoption name Game value barrier\nsetoption name Variant value 5\ngo infinite depth 1");
    talk.hear_until("info depth 1 ");
    talk.say("isready");
    assert_eq!(talk.hear(), "readyok", "the best move has not been said");
    talk.say("stop");
    talk.hear_until("bestmove ");
    talk.end();
}

#[test]
fn quit_and_the_end_of_the_input_end_a_search_with_a_move() {
    for input in ["go infinite\nquit\nisready\n", "go infinite\n", "go movetime 600000\nquit\n"] {
        let begun = Instant::now();
        let lines = run(&[], input.as_bytes());
        let last = lines.last().expect("an answer");
        assert!(last.starts_with("bestmove ") && last != "bestmove none", "{lines:?}");
        assert!(begun.elapsed() < Duration::from_secs(30), "{input:?}: {:?}", begun.elapsed());
    }
    // A search that ends by itself is awaited.
    let lines = run(&["--game", "barrier"], b"go depth 3\n");
    assert!(lines.iter().any(|line| line.starts_with("info depth 3 ")), "{lines:?}");
}

#[test]
fn times_are_kept() {
    let mut talk = Talk::new();
    talk.say("isready");
    talk.hear_until("readyok");
    for go in ["go movetime 100", "go p1time 100 p2time 100", "go p1time 60000 p2time 1 movetime 100 p1inc 60000"] {
        let begun = Instant::now();
        talk.say(go);
        talk.hear_until("bestmove ");
        assert!(begun.elapsed() < Duration::from_millis(100) + LATE, "{go}: {:?}", begun.elapsed());
        println!("{go}: {:?}", begun.elapsed());
    }
    talk.end();
}

#[test]
fn a_game_played_on_a_clock_never_runs_out_of_time() {
    // Less time than a user would give, so that a share that is too large shows.
    const CLOCK: Duration = Duration::from_millis(800);
    let mut left = [CLOCK; 2];
    let mut moves = String::new();
    let mut talk = Talk::new();
    talk.say("setoption name Variant value blitz\nisready");
    talk.hear_until("readyok");
    for seat in [0, 1].into_iter().cycle() {
        let begun = Instant::now();
        talk.say(&format!(
            "position startpos moves {moves}\ngo p1time {} p2time {}",
            left[0].as_millis(),
            left[1].as_millis()
        ));
        let heard = talk.hear_until("bestmove ");
        // `LATE` allows for a busy machine.
        let thought = begun.elapsed();
        assert!(thought <= left[seat] / 2 + LATE, "{thought:?} of {:?} after {moves}", left[seat]);
        left[seat] = left[seat].saturating_sub(thought);
        match heard.last().and_then(|line| line.strip_prefix("bestmove ")) {
            Some("none") => break,
            Some(best) => moves += &format!(" {best}"),
            None => panic!("{heard:?}"),
        }
    }
    assert!(left.iter().all(|left| *left < CLOCK * 9 / 10), "time was used: {left:?}");
    println!("left of {CLOCK:?}: {left:?}");
    talk.end();
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
fn bad_words_after_go_and_bad_options_are_errors() {
    let input = b"go depth\ngo movetime -1\ngo nodes 99999999999999999999\ngo depth 1 depth 2\ngo fast\n\
        setoption name Hash value 0\nsetoption name Hash value 65537\nsetoption name Threads value x\n\
        setoption name Level value 9\nsetoption name MultiPV value -1\nsetoption name Seed value 1e9\nisready\n";
    let lines = run(&[], input);
    assert_eq!(lines.len(), 12, "{lines:?}");
    assert!(lines[..11].iter().all(|line| line.starts_with("error ")), "{lines:?}");
    assert_eq!(lines[5], "error Hash cannot be “0”; possible is a whole number from 1 to 65536");
    assert_eq!(lines[11], "readyok");
}
