//! Records what the bot sends and what it stores, so that it can be compared byte for byte.

use discord_emulator::Id;
use serde_json::Value;
use sqlx::{Column, Row, TypeInfo, ValueRef};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tablero::db::move_list;
use test_support::stage::{SOON, Stage, database};
use tokio::time::timeout;

/// The interval between checks for pending work while the bot sends nothing.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// A stage that records everything.
pub struct Recorder {
    pub stage: Stage,
    text: String,
    /// The ids that Discord assigns, numbered in order of appearance, because the order of concurrent messages varies.
    ids: HashMap<String, usize>,
}

impl Recorder {
    pub async fn open() -> Recorder {
        let stage = Stage::open_still().await;
        stage.local.faults().clear_requests();
        Recorder { stage, text: String::new(), ids: HashMap::new() }
    }

    /// Records what was sent since the last step, once the bot has nothing left to do. Requests of one step are sorted
    /// by their texts, because several are sent at the same time.
    pub async fn step(&mut self, what: &str) {
        timeout(SOON, self.wait_until_idle())
            .await
            .unwrap_or_else(|_| panic!("{what}: the bot never finishes its work"));
        let faults = self.stage.local.faults();
        let sent = faults.requests();
        faults.clear_requests();
        let changes = sent.iter().filter(|request| request.method != "GET" && !request.path.ends_with("/commands"));
        let lines = changes.map(|request| {
            let body = request.body.as_deref().map(read_body).unwrap_or_default();
            let status = request.status.expect("nothing is in progress");
            format!("{} {} → {status}{body}", request.method, without_token(&request.path))
        });
        let mut lines: Vec<String> = lines.collect();
        lines.sort_by_key(|line| (without_ids(line), line.clone()));
        for line in std::iter::once(format!("# {what}")).chain(lines) {
            let line = self.named(&line);
            writeln!(self.text, "{line}").expect("writing to a string succeeds");
        }
    }

    /// Waits until every post is delivered, lets the engine search, and waits until no search and no post is left.
    async fn wait_until_idle(&self) {
        // The note that the engine is thinking waits for longer than the engine may search here.
        const POSTS: &str = "SELECT COUNT(*) FROM outbox WHERE due_at IS NOT NULL AND post ->> 'post' != 'thinking'";
        const WORK: &str = "SELECT (SELECT COUNT(*) FROM outbox WHERE due_at IS NOT NULL)
            + (SELECT COUNT(*) FROM jobs WHERE state = 'waiting')";
        self.wait_until_empty(POSTS).await;
        let gate = self.stage.gate.as_ref().expect("the stage has a gate");
        gate.set_open(true);
        self.wait_until_empty(WORK).await;
        gate.set_open(false);
        self.stage.local.faults().wait_idle().await;
    }

    /// Waits until this query counts no rows.
    async fn wait_until_empty(&self, count: &'static str) {
        while self.stage.count(count).await > 0 {
            // The bot's next action sends a request.
            let sent = self.stage.local.faults().requests().len();
            let _ = timeout(LOOK_AGAIN, self.stage.local.faults().wait_requests("", "", sent + 1)).await;
        }
    }

    /// Stops the bot, and compares everything it has sent and stored with the recording.
    pub async fn close(mut self, name: &str) -> Result<(), String> {
        self.stage.stop_bot().await;
        let stored = self.stored().await;
        self.text.push_str(&stored);
        self.stage.close().await;
        compare(name, &self.text)
    }

    /// Every row of every table but those of handled events, accounts and places: all people and places have the
    /// number of Discord. The moves of ended games are shown as rows too, like those of running ones.
    async fn stored(&mut self) -> String {
        let pool = database(&self.stage.database()).await;
        let tables: Vec<String> = sqlx::query_scalar(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_%' ESCAPE '\\'
                AND name NOT IN ('people', 'accounts', 'person_numbers', 'servers', 'places',
                    'place_numbers', 'inbox', 'move_lists') ORDER BY name",
        )
        .fetch_all(&pool)
        .await
        .expect("tables");
        let mut text = String::new();
        for table in tables {
            let rows = sqlx::query(sqlx::AssertSqlSafe(format!("SELECT * FROM {table}"))).fetch_all(&pool).await;
            let mut rows: Vec<String> = rows.expect("rows").iter().map(read_row).collect();
            if table == "moves" {
                rows.extend(moves_of_ended_games(&pool).await);
            }
            rows.sort_by_key(|row| (without_ids(row), row.clone()));
            if !rows.is_empty() {
                writeln!(text, "# stored in {table}").expect("writing to a string succeeds");
            }
            for row in rows {
                let row = self.named(&row);
                writeln!(text, "{row}").expect("writing to a string succeeds");
            }
        }
        pool.close().await;
        text
    }

    /// The text with placeholders for the ids that Discord assigns, and without the port.
    fn named(&mut self, text: &str) -> String {
        let address = self.stage.local.api_url();
        let text = text.replace(address.trim_end_matches('/'), "http://discord");
        let mut named = String::with_capacity(text.len());
        for part in parts(&text) {
            if is_id(part) {
                let next = self.ids.len() + 1;
                let number = *self.ids.entry(part.to_owned()).or_insert(next);
                write!(named, "<id {number}>").expect("writing to a string succeeds");
            } else {
                named.push_str(part);
            }
        }
        named
    }
}

/// The moves of ended games, in the form of [`read_row`].
async fn moves_of_ended_games(pool: &sqlx::SqlitePool) -> Vec<String> {
    let lists: Vec<(i64, Vec<u8>)> =
        sqlx::query_as("SELECT match, moves FROM move_lists").fetch_all(pool).await.expect("lists of moves");
    let mut rows = Vec::new();
    for (game, list) in lists {
        for (ply, played) in move_list::decode(&list).expect("a list of moves").into_iter().enumerate() {
            let move_list::StoredMove { text, played_at, earned } = played;
            rows.push(format!("match={game} ply={ply} text={text} played_at={played_at} earned={earned}"));
        }
    }
    rows
}

/// Splits the text into runs of digits and the parts between them.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = first.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != digits).unwrap_or(rest.len());
        parts.push(&rest[..end]);
        rest = &rest[end..];
    }
    parts
}

/// Whether these digits are an id; no other number is that long.
fn is_id(part: &str) -> bool {
    part.len() >= 17 && part.bytes().all(|byte| byte.is_ascii_digit()) && part.parse::<Id>().is_ok()
}

fn without_ids(text: &str) -> String {
    parts(text).into_iter().map(|part| if is_id(part) { "<id>" } else { part }).collect()
}

/// The path without the token of an interaction.
fn without_token(path: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').collect();
    let at = parts.iter().position(|part| ["webhooks", "interactions"].contains(part));
    if let Some(token) = at.and_then(|at| parts.get_mut(at + 2)) {
        *token = "<token>";
    }
    parts.join("/")
}

/// A body as text: JSON with sorted keys, the parts of a form line by line, and a file as name, size and checksum.
fn read_body(body: &[u8]) -> String {
    if body.is_empty() {
        return String::new();
    }
    if let Ok(json) = serde_json::from_slice::<Value>(body) {
        return format!("\n  {}", sorted(json));
    }
    let line = body.iter().position(|byte| *byte == b'\r').expect("a form begins with its boundary");
    let (boundary, mut rest, mut text) = (&body[..line], body, String::new());
    while let Some(head) = rest.strip_prefix(boundary).and_then(|rest| rest.strip_prefix(b"\r\n")) {
        let split = find(head, b"\r\n\r\n").expect("a part of a form has a head and a body");
        let (head, after) = (String::from_utf8_lossy(&head[..split]), &head[split + 4..]);
        let end = find(after, boundary).expect("a part ends with the boundary");
        let (part, next) = (&after[..end - 2], &after[end..]);
        match head.split("filename=\"").nth(1).and_then(|name| name.split('"').next()) {
            Some(name) => write!(text, "\n  {name}: {} bytes, {:016x}", part.len(), checksum(part)),
            None => match serde_json::from_slice::<Value>(part) {
                Ok(json) => write!(text, "\n  {}", sorted(json)),
                Err(_) => write!(text, "\n  {}", String::from_utf8_lossy(part)),
            },
        }
        .expect("writing to a string succeeds");
        rest = next;
    }
    text
}

/// The same JSON with the keys of every object sorted.
pub fn sorted(json: Value) -> Value {
    match json {
        Value::Array(values) => values.into_iter().map(sorted).collect(),
        Value::Object(map) => {
            let ordered: BTreeMap<String, Value> = map.into_iter().map(|(key, value)| (key, sorted(value))).collect();
            Value::Object(ordered.into_iter().collect())
        }
        other => other,
    }
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|window| window == what)
}

/// FNV-1a, 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// `column=value` for every column that is not null.
fn read_row(row: &sqlx::sqlite::SqliteRow) -> String {
    let mut words = Vec::new();
    for column in row.columns() {
        let value = row.try_get_raw(column.ordinal()).expect("a value");
        let text = match value.type_info().name() {
            _ if value.is_null() => continue,
            "INTEGER" => row.get::<i64, _>(column.ordinal()).to_string(),
            "REAL" => row.get::<f64, _>(column.ordinal()).to_string(),
            "BLOB" => format!("{:016x}", checksum(&row.get::<Vec<u8>, _>(column.ordinal()))),
            _ => row.get::<String, _>(column.ordinal()).replace('\n', "\\n"),
        };
        words.push(format!("{}={text}", column.name()));
    }
    words.join(" ")
}

/// Compares with the recording of this name. With `TABLERO_RECORDINGS=write` it rewrites the recording and fails too,
/// so that the change is looked at.
///
/// # Errors
/// What has changed.
pub fn compare(name: &str, now: &str) -> Result<(), String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/play/recordings").join(format!("{name}.txt"));
    let before = std::fs::read_to_string(&path).unwrap_or_default();
    if before == now {
        return Ok(());
    }
    if std::env::var_os("TABLERO_RECORDINGS").is_some_and(|word| word == "write") {
        std::fs::write(&path, now).expect("the recording is written");
        return Err(format!("{} was rewritten: look at the change, and run the test again", path.display()));
    }
    let other = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.txt"));
    std::fs::write(&other, now).expect("the recording is written");
    let number = before.lines().zip(now.lines()).take_while(|(before, now)| before == now).count();
    let step = before.lines().take(number).filter(|line| line.starts_with('#')).last().unwrap_or_default();
    let [before, now] = [before.as_str(), now].map(|text| text.lines().nth(number).unwrap_or("nothing"));
    let same = before.chars().zip(now.chars()).take_while(|(before, now)| before == now).count();
    let [before, now] =
        [before, now].map(|line| line.chars().skip(same.saturating_sub(80)).take(300).collect::<String>());
    let place = format!("{name}, line {}, in “{step}”", number + 1);
    Err(format!("{place}: recorded\n{before}\nnow\n{now}\nThe full text is in {}", other.display()))
}
