//! Reads commands while work is running.

use super::input::{Input, read_line};
use super::session::{Session, Start, Step, split_word};
use super::work::{Done, Work};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use tablero_games::ai::Stop;
use tablero_games::catalog::Catalog;

/// Reads and answers commands until `quit` or the end of the input. Searches and counts run in the background:
/// meanwhile `isready` is answered at once, `stop` and `quit` are obeyed, and other commands wait.
///
/// # Errors
/// An invalid [`Start`] (kind `InvalidInput`), or failing input or output. A closed output ends the session without an
/// error.
pub fn run(
    catalog: &Catalog,
    start: &Start,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
) -> io::Result<()> {
    let session = Session::new(catalog, start).map_err(|e| io::Error::new(io::ErrorKind::InvalidInput, e))?;
    let (events, incoming) = channel();
    let (permit, permits) = sync_channel(QUEUE);
    let reader = events.clone();
    // The thread ends with the input, or with the process if the session ends first.
    std::thread::Builder::new().spawn(move || read_all(input, &permit, &reader))?;
    let mut connection = Connection {
        session,
        events,
        incoming,
        permits,
        waiting: VecDeque::new(),
        running: None,
        is_input_over: false,
    };
    match connection.run(output) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        ended => ended,
    }
}

/// The maximum number of queued lines. The reader blocks beyond that, so that the session's memory stays bounded; a
/// `stop` behind more lines than these is only seen when it comes near the front.
const QUEUE: usize = 1_000;

enum Event {
    Line(io::Result<Input>),
    End,
    Output(String),
    Done(Done),
}

fn read_all(mut input: impl BufRead, permit: &SyncSender<()>, events: &Sender<Event>) {
    loop {
        let event = match read_line(&mut input) {
            Ok(Some(line)) => Event::Line(Ok(line)),
            Ok(None) => Event::End,
            Err(error) => Event::Line(Err(error)),
        };
        let is_last = !matches!(event, Event::Line(Ok(_)));
        if permit.send(()).is_err() || events.send(event).is_err() || is_last {
            return;
        }
    }
}

/// The state of the running work.
struct Running {
    stop: Stop,
    endless: bool,
    is_search: bool,
    /// The answer of a finished search that must wait for `stop`.
    withheld: Option<String>,
}

struct Connection {
    session: Session,
    events: Sender<Event>,
    incoming: Receiver<Event>,
    /// One permit for each line that was read but not yet executed.
    permits: Receiver<()>,
    waiting: VecDeque<Input>,
    running: Option<Running>,
    is_input_over: bool,
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(running) = &self.running {
            running.stop.raise();
        }
    }
}

impl Connection {
    fn run(&mut self, out: &mut impl Write) -> io::Result<()> {
        loop {
            while self.running.is_none()
                && let Some(line) = self.waiting.pop_front()
            {
                let _ = self.permits.try_recv();
                match self.session.answer(line, out)? {
                    Step::Next => {}
                    Step::Quit => return out.flush(),
                    Step::Work(work) => self.start(work)?,
                }
            }
            out.flush()?;
            if self.running.is_none() && self.is_input_over {
                return Ok(());
            }
            // Does not fail: `self.events` is a sender.
            let Ok(event) = self.incoming.recv() else { return Ok(()) };
            match event {
                Event::Line(line) => self.on_line(line?, out)?,
                Event::End => {
                    self.is_input_over = true;
                    self.stop_if_requested(out)?;
                }
                Event::Output(line) => writeln!(out, "{line}")?,
                Event::Done(done) => self.on_done(done, out)?,
            }
        }
    }

    /// Handles a line that was read.
    fn on_line(&mut self, line: Input, out: &mut impl Write) -> io::Result<()> {
        if self.running.is_some() && self.waiting.is_empty() && command(&line) == "isready" {
            let _ = self.permits.try_recv();
            return writeln!(out, "readyok");
        }
        self.waiting.push_back(line);
        self.stop_if_requested(out)
    }

    /// Stops the running work when requested: on `stop`; a search also on `quit`, because it still has an answer; and
    /// work without an end when the input ends.
    fn stop_if_requested(&mut self, out: &mut impl Write) -> io::Result<()> {
        let Some(running) = &mut self.running else { return Ok(()) };
        let wanted = self.waiting.iter().any(|line| match command(line) {
            "stop" => true,
            "quit" => running.is_search,
            _ => false,
        });
        if wanted || self.is_input_over && running.endless {
            running.stop.raise();
            if let Some(answer) = running.withheld.take() {
                self.running = None;
                writeln!(out, "{answer}")?;
            }
        }
        Ok(())
    }

    fn start(&mut self, work: Work) -> io::Result<()> {
        self.running = Some(Running {
            stop: work.stop.clone(),
            endless: work.endless,
            is_search: work.is_search(),
            withheld: None,
        });
        self.stop_if_requested(&mut io::sink())?;
        let events = self.events.clone();
        std::thread::Builder::new().spawn(move || {
            // A failed send means that the session is over and the work was stopped.
            let mut send = |line| drop(events.send(Event::Output(line)));
            let done = catch_unwind(AssertUnwindSafe(|| work.run(&mut send)));
            let failed = |_| Done { answer: "error the command failed; please report it".to_owned(), engine: None };
            let _ = events.send(Event::Done(done.unwrap_or_else(failed)));
        })?;
        Ok(())
    }

    /// Handles finished work.
    fn on_done(&mut self, done: Done, out: &mut impl Write) -> io::Result<()> {
        self.session.return_engine(done.engine);
        let Some(running) = &mut self.running else { return Ok(()) };
        if running.endless && !running.stop.is_raised() {
            running.withheld = Some(done.answer);
            return Ok(());
        }
        self.running = None;
        writeln!(out, "{}", done.answer)
    }
}

/// The first word of a line.
fn command(line: &Input) -> &str {
    match line {
        Input::Text(text) => split_word(text).0,
        Input::NotText | Input::TooLong => "",
    }
}
