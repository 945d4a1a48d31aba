//! Logging of the running program.
//!
//! Whatever filter the host configures, two guarantees hold. An event is one line: control characters are escaped, so
//! that no text can end a line or forge another. And libraries stay quiet: at their lower levels they log whole
//! requests and events, including interaction tokens and the texts of notes.

use std::fmt::Write as _;
use std::io;
use tracing::{Level, Metadata, Subscriber};
use tracing_subscriber::Registry;
use tracing_subscriber::filter::{FilterExt, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

/// The log format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// Human-readable lines.
    Text,
    /// One JSON object per line.
    Json,
}

/// Why logging could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The filter is invalid. The message does not repeat it.
    #[error("it must name levels and modules, with commas between them, as in \"warn,tablero=info\"")]
    Filter,
    /// A global subscriber is already installed.
    #[error("the log could not be opened: {0}")]
    Taken(#[from] tracing_subscriber::util::TryInitError),
}

/// Checks a filter.
///
/// # Errors
/// [`LogError::Filter`].
pub fn check_filter(filter: &str) -> Result<(), LogError> {
    targets(filter).map(drop)
}

/// Starts logging to standard error, panics included.
///
/// # Errors
/// See [`LogError`].
pub fn start(filter: &str, format: LogFormat) -> Result<(), LogError> {
    subscriber(filter, format, io::stderr)?.try_init()?;
    log_panics();
    Ok(())
}

/// Builds a subscriber that writes the events that pass the filter.
///
/// # Errors
/// [`LogError::Filter`].
pub fn subscriber<W>(filter: &str, format: LogFormat, writer: W) -> Result<Box<dyn Subscriber + Send + Sync>, LogError>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let filter = targets(filter)?.and(max_levels());
    // ANSI colours are control characters too.
    let layer = tracing_subscriber::fmt::layer::<Registry>().with_ansi(false).with_writer(Lines(writer));
    let registry = tracing_subscriber::registry();
    Ok(match format {
        LogFormat::Text => Box::new(registry.with(layer.with_filter(filter))),
        LogFormat::Json => Box::new(registry.with(layer.json().with_filter(filter))),
    })
}

/// Reads a filter: levels and modules, with commas between them. Spaces do not count, which `Targets` would take for
/// parts of the names.
fn targets(filter: &str) -> Result<Targets, LogError> {
    filter.split_whitespace().collect::<String>().parse().map_err(|_| LogError::Filter)
}

/// The upper bounds on logging, whatever the filter says: everything from this program, and warnings and errors from
/// libraries. What libraries log about requests (serenity, reqwest, hyper, tungstenite) is below that level, except in
/// two modules.
fn max_levels() -> Targets {
    Targets::new()
        .with_default(Level::WARN)
        .with_target("tablero", Level::TRACE)
        // Its warnings about unreadable events include the whole event.
        .with_target("serenity::gateway::ws", Level::ERROR)
        // Its warnings about unusual statuses include the path of the request, which may contain an interaction token.
        .with_target("serenity::http", Level::ERROR)
}

/// Wraps a `MakeWriter` so that each event becomes one line.
struct Lines<W>(W);

impl<'a, W: MakeWriter<'a>> MakeWriter<'a> for Lines<W> {
    type Writer = Line<W::Writer>;

    fn make_writer(&'a self) -> Self::Writer {
        Line(self.0.make_writer())
    }

    fn make_writer_for(&'a self, meta: &Metadata<'_>) -> Self::Writer {
        Line(self.0.make_writer_for(meta))
    }
}

/// Writes each event, received in a single call, as one line.
struct Line<W>(W);

impl<W: io::Write> io::Write for Line<W> {
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(event);
        let mut line = escaped(text.strip_suffix('\n').unwrap_or(&text));
        line.push('\n');
        // If the log cannot be written, for example because its disk is full, the bot continues without it. An error would
        // make tracing print to standard error, which panics if that is what cannot be written.
        let _ = self.0.write_all(line.as_bytes());
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let _ = self.0.flush();
        Ok(())
    }
}

/// Logs panics as events, with the place in the code but without their message, which may quote anything.
fn log_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let backtrace = std::backtrace::Backtrace::capture();
        tracing::error!(place, %backtrace, "a task panicked; this is a fault in the program, please report it");
    }));
}

/// Escapes characters that end a line, move the cursor or change the text direction. The escapes are valid in JSON too.
fn escaped(text: &str) -> String {
    let mut line = String::with_capacity(text.len() + 1);
    for c in text.chars() {
        match c {
            '\n' => line.push_str("\\n"),
            '\r' => line.push_str("\\r"),
            '\t' => line.push_str("\\t"),
            '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{61c}' => {
                hex(c, &mut line);
            }
            c if c.is_control() => hex(c, &mut line),
            c => line.push(c),
        }
    }
    line
}

/// Appends the escape of a character. All characters passed here have at most four hex digits.
fn hex(c: char, line: &mut String) {
    // Writing to a string cannot fail.
    let _ = write!(line, "\\u{:04x}", u32::from(c));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    /// An in-memory log.
    #[derive(Clone, Default)]
    struct Buffer(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Buffer {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("the lock is not poisoned").write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The lines that `act` logs under a filter.
    fn logged(filter: &str, format: LogFormat, act: impl FnOnce()) -> Vec<String> {
        let buffer = Buffer::default();
        let writer = buffer.clone();
        let subscriber = subscriber(filter, format, move || writer.clone()).expect("a filter");
        tracing::subscriber::with_default(subscriber, act);
        let bytes = buffer.0.lock().expect("the lock is not poisoned").clone();
        let text = String::from_utf8(bytes).expect("the log is text");
        assert!(text.is_empty() || text.ends_with('\n'));
        text.lines().map(str::to_owned).collect()
    }

    const FORGED: &str = "a\n2026-11-22T00:00:00Z ERROR forged\r\u{1b}[2J\u{85}\u{2028}\u{202e}z";

    #[test]
    fn an_event_is_one_line_whatever_is_in_it() {
        for format in [LogFormat::Text, LogFormat::Json] {
            let lines = logged("info", format, || {
                tracing::info!(shown = %FORGED, debugged = ?FORGED, plain = FORGED, "first {FORGED}");
                let span = tracing::info_span!("doing", what = %FORGED);
                span.in_scope(|| tracing::error!("second"));
            });
            assert_eq!(lines.len(), 2, "{lines:?}");
            for line in &lines {
                assert!(line.contains("ERROR forged"), "{line}");
                let strange = |c: char| c.is_control() || c == '\u{2028}' || c == '\u{202e}';
                assert!(!line.contains(strange), "{line:?}");
                if format == LogFormat::Json {
                    serde_json::from_str::<serde_json::Value>(line).expect("JSON");
                }
            }
        }
    }

    /// What cannot be written to, like a file on a full disk.
    #[derive(Clone, Copy)]
    struct Full;

    impl io::Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::StorageFull.into())
        }
    }

    #[test]
    fn a_log_that_cannot_be_written_is_no_failure() {
        let mut line = Line(Full);
        assert_eq!(io::Write::write(&mut line, b"an event\n").expect("it is dropped"), 9);
        io::Write::flush(&mut line).expect("nothing is left to do");
    }

    #[test]
    fn a_panic_is_one_event_with_its_place_and_without_its_message() {
        let before = std::panic::take_hook();
        log_panics();
        let lines = logged("info", LogFormat::Json, || {
            let panicked = std::panic::catch_unwind(|| panic!("what\nsomeone wrote"));
            assert!(panicked.is_err());
        });
        std::panic::set_hook(before);
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].contains("src/logging.rs:") && !lines[0].contains("someone wrote"), "{lines:?}");
    }

    #[test]
    fn libraries_are_never_louder_than_warnings() {
        let act = || {
            tracing::trace!(target: "tablero::chat", "ours");
            tracing::info!(target: "serenity::gateway::shard", "an event");
            tracing::debug!(target: "tungstenite::protocol", "a frame");
            tracing::trace!(target: "h2::codec", "a header");
            tracing::debug!(target: "hyper_util::client", "a path");
            tracing::debug!(target: "sqlx::query", "a statement");
            tracing::warn!(target: "serenity::gateway::ws", "the text of an event");
            tracing::warn!(target: "serenity::http::client", "the path of a request");
            let span = tracing::info_span!(target: "serenity::http::client", "request", path = "a path");
            span.in_scope(|| tracing::warn!(target: "reqwest", "wrong"));
            tracing::error!(target: "serenity::http::client", "more wrong");
        };
        for filter in ["trace", "trace,serenity=trace,tungstenite=trace,h2=trace,hyper_util=trace,sqlx=trace"] {
            let lines = logged(filter, LogFormat::Text, act);
            assert_eq!(lines.len(), 3, "{lines:?}");
            for (line, expected) in lines.iter().zip(["ours", "wrong", "more wrong"]) {
                assert!(line.ends_with(expected) && !line.contains("a path"), "{line}");
            }
        }
        assert_eq!(logged("error", LogFormat::Text, act).len(), 1, "less is possible");
    }

    #[test]
    fn a_filter_that_cannot_be_read_is_not_repeated() {
        let error = check_filter("tablero=very-secret").expect_err("no level").to_string();
        assert!(error.contains("warn,tablero=info") && !error.contains("very-secret"), "{error}");
        assert!(check_filter("warn,tablero=debug").is_ok());
    }

    #[test]
    fn spaces_in_a_filter_do_not_count() {
        let act = || {
            tracing::debug!(target: "tablero::chat", "ours");
            tracing::warn!(target: "reqwest", "theirs");
        };
        let lines = logged("error, tablero = debug", LogFormat::Text, act);
        assert!(matches!(&lines[..], [line] if line.ends_with("ours")), "{lines:?}");
    }
}
