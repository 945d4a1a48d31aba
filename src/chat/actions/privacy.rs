//! Handles requests to export and delete personal data.

use super::action::{Actions, ButtonAction, Command, CommandRun, Conduct};
use super::handler::RequestHandler;
use crate::chat::custom_id::{Pattern, Pressed};
use crate::chat::request::{Request, Requester};
use crate::chat::texts::{label, localize};
use crate::chat::view::{Answer, Attachment, Button, ButtonStyle, View};
use crate::service::{CostlyRequest, Millis, ServiceError};
use serde_json::{Map, Value, json};

/// Deletes all data stored about the person who presses it.
const DELETE_SURELY: Pattern<Pressed> = Pattern::new("forget");
/// The same, with the bot's messages about their games.
const DELETE_WITH_MESSAGES: Pattern<Pressed> = Pattern::new("forget messages");

pub(super) const EXPORT: Command = Command::new(
    "privacy export",
    &[],
    Conduct::SECRET.costing(CostlyRequest::Export),
    CommandRun::Anywhere(|call| {
        Box::pin(async move { call.handler.export_data(&call.request.requester).await.map(Answer::Private) })
    }),
);

pub(super) const DELETE: Command = Command::new(
    "privacy delete",
    &[],
    Conduct::SECRET,
    CommandRun::Anywhere(|call| {
        Box::pin(async move { call.handler.delete_question(call.request).await.map(Answer::Private) })
    }),
);

pub(super) const ACTIONS: Actions = Actions {
    buttons: &[
        ButtonAction::new(DELETE_SURELY, Conduct::UPDATE, |press| {
            Box::pin(async move { press.handler.delete_data(press.request, false).await })
        }),
        ButtonAction::new(DELETE_WITH_MESSAGES, Conduct::UPDATE, |press| {
            Box::pin(async move { press.handler.delete_data(press.request, true).await })
        }),
    ],
    ..Actions::NONE
};

/// The platform accepts files of at most 10 MiB; this leaves room for the rest of the request.
const FILE_MAX: usize = 9 * 1024 * 1024;
/// The number of newest rows that remain of a list when the lists are too long for the file.
const ROWS_RETAINED: usize = 1_000;
/// The parts of a game that are left out when the file is too large.
const LONG_LISTS: [&str; 3] = ["moves", "analysis", "studies"];

/// The maximum size in bytes of what the file contains besides facts and games.
const ENVELOPE_BYTES: usize = 300;

/// The games of an export as lines of JSON, newest first. Holds in memory only as much as a file can take.
#[derive(Debug)]
struct GameLines {
    /// The available size in bytes.
    limit: usize,
    lines: Vec<GameLine>,
    full_bytes: usize,
    short_bytes: usize,
    /// The number of games added when there was no more room even for short lines.
    dropped: usize,
}

#[derive(Debug)]
struct GameLine {
    /// The complete game; `None` if there is certainly no room for it.
    full: Option<String>,
    /// The game without its [`LONG_LISTS`].
    short: String,
}

impl GameLines {
    fn new(limit: usize) -> GameLines {
        GameLines { limit, lines: Vec::new(), full_bytes: 0, short_bytes: 0, dropped: 0 }
    }

    /// Adds a game, which must be older than those before.
    fn add(&mut self, game: &Value) {
        let mut short = game.clone();
        if let Some(object) = short.as_object_mut() {
            LONG_LISTS.iter().for_each(|key| drop(object.remove(*key)));
        }
        let short = short.to_string();
        self.short_bytes += short.len() + SEPARATOR.len();
        if self.dropped > 0 || self.short_bytes > self.limit {
            self.dropped += 1;
            return;
        }
        let full = (self.full_bytes <= self.limit).then(|| game.to_string());
        self.full_bytes += full.as_ref().map_or(0, |full| full.len() + SEPARATOR.len());
        self.lines.push(GameLine { full, short });
    }

    /// The lines that fit, and the number of games that are incomplete or missing. The oldest games lose their moves
    /// first, and are then left out.
    fn fitting(self) -> (Vec<String>, usize) {
        let bytes = |text: &str| text.len() + SEPARATOR.len();
        let mut total: usize = self.lines.iter().map(|line| bytes(line.full.as_deref().unwrap_or(&line.short))).sum();
        let mut cut = self.dropped;
        let mut lines: Vec<String> = Vec::with_capacity(self.lines.len());
        for line in self.lines.into_iter().rev() {
            lines.push(match line.full {
                Some(full) if total <= self.limit => full,
                full => {
                    total -= full.map_or(0, |full| full.len() - line.short.len());
                    cut += 1;
                    line.short
                }
            });
        }
        lines.reverse();
        while total > self.limit
            && let Some(text) = lines.pop()
        {
            total -= bytes(&text);
        }
        (lines, cut)
    }
}

/// The separator between two games.
const SEPARATOR: &str = ",\n";

/// The file of an export.
#[derive(Debug)]
struct File {
    bytes: Vec<u8>,
    /// The number of games, the oldest ones, that are without their moves or missing.
    games_cut: usize,
    /// Whether lists lack their oldest rows.
    rows_cut: bool,
}

/// The export as JSON, with one game per line, of at most `limit` bytes as far as possible. If the facts take more than
/// half of that, the oldest rows of their lists are left out.
fn file(mut facts: Map<String, Value>, games: GameLines, limit: usize, now: Millis) -> File {
    let length = |facts: &Map<String, Value>| serde_json::to_string_pretty(facts).map_or(0, |text| text.len());
    let mut rows_cut = false;
    if length(&facts) > limit / 2 {
        for list in facts.values_mut().filter_map(Value::as_array_mut) {
            let old = list.len().saturating_sub(ROWS_RETAINED);
            rows_cut |= old > 0;
            list.drain(..old);
        }
    }
    let capacity = limit.saturating_sub(length(&facts) + ENVELOPE_BYTES);
    let (games, games_cut) = GameLines { limit: capacity, ..games }.fitting();
    let exported_at = jiff::Timestamp::from_millisecond(now.0).unwrap_or_default().to_string();
    facts.insert("exported_at".to_owned(), exported_at.into());
    facts.insert("program".to_owned(), concat!("Tablero ", env!("CARGO_PKG_VERSION")).into());
    facts.insert("left_out".to_owned(), json!({ "games_or_their_moves": games_cut, "older_rows": rows_cut }));
    let head = serde_json::to_string_pretty(&facts).unwrap_or_default();
    let head = head.strip_suffix("\n}").unwrap_or_default();
    let bytes = format!("{head},\n  \"games\": [\n{}\n]}}\n", games.join(SEPARATOR)).into_bytes();
    File { bytes, games_cut, rows_cut }
}

impl RequestHandler {
    /// Exports all data stored about the requester as a file.
    pub(super) async fn export_data(&self, requester: &Requester) -> Result<View, ServiceError> {
        let language = requester.language;
        let mut games = GameLines::new(FILE_MAX);
        let facts = self.service().export(requester.id, |game| games.add(game)).await?;
        let now = self.service().now();
        // Serialising a long history takes a while, so it runs on a blocking thread.
        let file = tokio::task::spawn_blocking(move || file(facts, games, FILE_MAX, now)).await;
        let Ok(File { bytes, games_cut, rows_cut }) = file else {
            return Ok(View::text(localize(language, "error-store", &[])));
        };
        let mut text = localize(language, "privacy-export", &[]);
        if games_cut > 0 || rows_cut {
            text.push_line(localize(language, "privacy-export-cut", &[("count", &games_cut.to_string())]));
        }
        let attachment = Attachment { name: "tablero-data.json".to_owned(), bytes, alt: String::new() };
        Ok(View { attachments: vec![attachment], ..View::text(text) })
    }

    /// Explains what deletion means, with the buttons to confirm it.
    pub(super) async fn delete_question(&self, request: &Request) -> Result<View, ServiceError> {
        let Request { requester, context, .. } = request;
        let language = requester.language;
        let (_, running) = self.service().running(requester.id, 0).await?;
        let mut text = localize(language, "privacy-question", &[("count", &running.to_string())]);
        let button = |key, id: Pattern<Pressed>| Button {
            label: label(language, key, &[]),
            action: id.action(),
            style: ButtonStyle::Danger,
        };
        let mut buttons = vec![button("button-forget", DELETE_SURELY)];
        if context.can_remove_messages {
            text.push_line(localize(language, "privacy-messages", &[]));
            buttons.push(button("button-forget-messages", DELETE_WITH_MESSAGES));
        }
        text.push_line(localize(language, "privacy-final", &[]));
        Ok(View { buttons, ..View::text(text) })
    }

    /// Deletes all data stored about the requester and, if they want it, the bot's messages about their games.
    pub(super) async fn delete_data(&self, request: &Request, removes_messages: bool) -> Result<Answer, ServiceError> {
        let Request { requester, context, token, .. } = request;
        self.service().erase(requester.id, removes_messages, context.id, token.as_ref()).await?;
        self.pictures().avatars().forget(requester.id);
        Ok(Answer::Change(View::text(localize(requester.language, "privacy-deleted", &[]))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(notes: usize) -> Map<String, Value> {
        let notes: Vec<Value> = (0..notes).map(|number| json!({ "match": number, "text": "a note" })).collect();
        Map::from_iter([("notes".to_owned(), Value::Array(notes))])
    }

    /// A file of at most `limit` bytes with ten notes and `games` games.
    fn file_of(games: usize, limit: usize) -> File {
        let moves: Vec<Value> = (0..50).map(|ply| json!({ "ply": ply, "text": "g5xe3xc3" })).collect();
        let mut lines = GameLines::new(limit);
        for id in (1..=games).rev() {
            lines.add(&json!({ "id": id, "moves": moves, "analysis": [], "studies": [] }));
        }
        let held_bytes: usize =
            lines.lines.iter().map(|line| line.short.len() + line.full.as_ref().map_or(0, String::len)).sum();
        assert!(held_bytes < 2 * limit + 10_000, "{held_bytes} bytes are held for a file of {limit}");
        file(facts(10), lines, limit, Millis(0))
    }

    fn read(file: &File) -> Value {
        serde_json::from_slice(&file.bytes).expect("it is JSON")
    }

    #[test]
    fn all_of_it_is_in_the_file_where_it_fits() {
        for games in [0, 1, 20] {
            let total = file_of(games, FILE_MAX);
            let read = read(&total);
            assert_eq!((total.games_cut, total.rows_cut), (0, false));
            assert_eq!(read["games"].as_array().map(Vec::len), Some(games));
            assert_eq!(read["notes"].as_array().map(Vec::len), Some(10));
            assert_eq!(read["exported_at"], "1970-01-01T00:00:00Z");
            assert!(read["games"].as_array().is_some_and(|games| games.iter().all(|game| game["moves"].is_array())));
        }
    }

    #[test]
    fn moves_of_the_oldest_games_go_first_and_then_the_games() {
        let total = file_of(20, FILE_MAX).bytes.len();
        let cut = file_of(20, total * 3 / 4);
        let games = read(&cut)["games"].as_array().cloned().expect("games");
        assert!(cut.bytes.len() <= total * 3 / 4 && games.len() == 20);
        assert!((1..20).contains(&cut.games_cut), "{}", cut.games_cut);
        assert!(games[0]["moves"].is_array() && games[19]["moves"].is_null());
        assert_eq!(read(&cut)["left_out"]["games_or_their_moves"], cut.games_cut);

        let few = file_of(200, 3_000);
        let games = read(&few)["games"].as_array().cloned().expect("games");
        assert!(few.bytes.len() <= 3_000 && few.games_cut == 200 && games.len() < 200);
        assert_eq!(games[0]["id"], 200, "the youngest stay");
    }

    #[test]
    fn lists_without_end_lose_their_oldest_rows() {
        let posts = (0..3 * ROWS_RETAINED).map(|number| json!({ "post": number })).collect();
        let facts = Map::from_iter([("posts".to_owned(), Value::Array(posts))]);
        let cut = file(facts, GameLines::new(50_000), 50_000, Millis(0));
        assert!(cut.rows_cut);
        assert_eq!(read(&cut)["posts"][0]["post"], 2 * ROWS_RETAINED);
    }
}
