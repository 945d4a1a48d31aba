//! Answers requests about what is kept of somebody.

use super::conversation::Conversation;
use super::press::Press;
use super::request::{Person, Request};
use super::texts::say;
use super::view::{Answer, Attachment, Button, ButtonStyle, View};
use crate::play::{DeskError, Dossier, Millis};
use serde_json::{Map, Value, json};

/// The platform takes files of at most 10 MiB; this leaves room for what goes around one.
const FILE_MAX: usize = 9 * 1024 * 1024;
/// Of lists that are too long for the file, so many of the youngest rows stay.
const ROWS_KEPT: usize = 1_000;
/// What each game can do without in a file that is too large.
const LENGTHY: [&str; 3] = ["moves", "analysis", "studies"];

/// A dossier as a file.
#[derive(Debug)]
struct File {
    bytes: Vec<u8>,
    /// How many games, the oldest, are without their moves or not there at all.
    games_cut: usize,
    /// Whether lists are without their oldest rows.
    rows_cut: bool,
}

/// The dossier as JSON of at most `most` bytes, as far as that can be: first the moves of the oldest games are left out,
/// then the games themselves. Each game is a line.
fn file(dossier: &Dossier, most: usize, now: Millis) -> File {
    let mut facts = dossier.facts.clone();
    let length = |facts: &Map<String, Value>| serde_json::to_string_pretty(facts).map_or(0, |text| text.len());
    let mut rows_cut = false;
    if length(&facts) > most / 2 {
        for list in facts.values_mut().filter_map(Value::as_array_mut) {
            let old = list.len().saturating_sub(ROWS_KEPT);
            rows_cut |= old > 0;
            list.drain(..old);
        }
    }
    let mut games: Vec<String> = dossier.games.iter().map(Value::to_string).collect();
    let around = length(&facts) + 300;
    let mut whole = around + games.iter().map(|game| game.len() + 2).sum::<usize>();
    let mut games_cut = 0;
    for (text, game) in games.iter_mut().zip(&dossier.games).rev() {
        if whole <= most {
            break;
        }
        let mut short = game.clone();
        if let Some(object) = short.as_object_mut() {
            LENGTHY.iter().for_each(|key| drop(object.remove(*key)));
        }
        whole -= text.len();
        *text = short.to_string();
        whole += text.len();
        games_cut += 1;
    }
    while whole > most
        && let Some(text) = games.pop()
    {
        whole -= text.len() + 2;
    }
    let exported_at = jiff::Timestamp::from_millisecond(now.0).unwrap_or_default().to_string();
    facts.insert("exported_at".to_owned(), exported_at.into());
    facts.insert("program".to_owned(), concat!("Tablero ", env!("CARGO_PKG_VERSION")).into());
    facts.insert("left_out".to_owned(), json!({ "games_or_their_moves": games_cut, "older_rows": rows_cut }));
    let head = serde_json::to_string_pretty(&facts).unwrap_or_default();
    let head = head.strip_suffix("\n}").unwrap_or_default();
    let bytes = format!("{head},\n  \"games\": [\n{}\n]}}\n", games.join(",\n")).into_bytes();
    File { bytes, games_cut, rows_cut }
}

impl Conversation {
    /// All that is kept of somebody, as a file.
    pub(super) async fn export_data(&self, person: &Person) -> Result<View, DeskError> {
        let language = person.language;
        let dossier = self.desk().dossier(person.id).await?;
        let now = self.desk().now();
        // A long history takes a while to write down; those who answer do not wait for it.
        let made = tokio::task::spawn_blocking(move || file(&dossier, FILE_MAX, now)).await;
        let Ok(File { bytes, games_cut, rows_cut }) = made else {
            return Ok(View::text(say(language, "error-store", &[])));
        };
        let mut text = say(language, "privacy-export", &[]);
        if games_cut > 0 || rows_cut {
            text.push_str(&format!("\n{}", say(language, "privacy-export-cut", &[("count", &games_cut.to_string())])));
        }
        let attachment = Attachment { name: "tablero-data.json".to_owned(), bytes, alt: String::new() };
        Ok(View { attachments: vec![attachment], ..View::text(text) })
    }

    /// What deleting means, with the button that does it.
    pub(super) async fn delete_question(&self, person: &Person) -> Result<View, DeskError> {
        let language = person.language;
        let (_, running) = self.desk().running(person.id, 0).await?;
        let text = say(language, "privacy-question", &[("count", &running.to_string())]);
        let label = say(language, "button-forget", &[]);
        Ok(View {
            buttons: vec![Button { label, press: Press::Forget, style: ButtonStyle::Grave }],
            ..View::text(text)
        })
    }

    /// Deletes all that is kept of somebody.
    pub(super) async fn delete_data(&self, asked: &Request) -> Result<Answer, DeskError> {
        let Request { person, place, token, .. } = asked;
        self.desk().forget(person.id, (place.id, token.as_ref())).await?;
        Ok(Answer::Change(View::text(say(person.language, "privacy-deleted", &[]))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dossier(games: usize) -> Dossier {
        let moves: Vec<Value> = (0..50).map(|ply| json!({ "ply": ply, "text": "g5xe3xc3" })).collect();
        let game = |id| json!({ "id": id, "moves": moves, "analysis": [], "studies": [] });
        let notes: Vec<Value> = (0..10).map(|number| json!({ "match": number, "text": "a note" })).collect();
        let facts = Map::from_iter([("notes".to_owned(), Value::Array(notes))]);
        Dossier { facts, games: (1..=games).rev().map(game).collect() }
    }

    fn read(file: &File) -> Value {
        serde_json::from_slice(&file.bytes).expect("it is JSON")
    }

    #[test]
    fn all_of_it_is_in_the_file_where_it_fits() {
        for games in [0, 1, 20] {
            let whole = file(&dossier(games), FILE_MAX, Millis(0));
            let read = read(&whole);
            assert_eq!((whole.games_cut, whole.rows_cut), (0, false));
            assert_eq!(read["games"].as_array().map(Vec::len), Some(games));
            assert_eq!(read["notes"].as_array().map(Vec::len), Some(10));
            assert_eq!(read["exported_at"], "1970-01-01T00:00:00Z");
            assert!(read["games"].as_array().is_some_and(|games| games.iter().all(|game| game["moves"].is_array())));
        }
    }

    #[test]
    fn moves_of_the_oldest_games_go_first_and_then_the_games() {
        let whole = file(&dossier(20), FILE_MAX, Millis(0)).bytes.len();
        let cut = file(&dossier(20), whole * 3 / 4, Millis(0));
        let games = read(&cut)["games"].as_array().cloned().expect("games");
        assert!(cut.bytes.len() <= whole * 3 / 4 && games.len() == 20);
        assert!((1..20).contains(&cut.games_cut), "{}", cut.games_cut);
        assert!(games[0]["moves"].is_array() && games[19]["moves"].is_null());
        assert_eq!(read(&cut)["left_out"]["games_or_their_moves"], cut.games_cut);

        let few = file(&dossier(200), 3_000, Millis(0));
        let games = read(&few)["games"].as_array().cloned().expect("games");
        assert!(few.bytes.len() <= 3_000 && few.games_cut == 200 && games.len() < 200);
        assert_eq!(games[0]["id"], 200, "the youngest stay");
    }

    #[test]
    fn lists_without_end_lose_their_oldest_rows() {
        let mut long = dossier(1);
        let posts = (0..3 * ROWS_KEPT).map(|number| json!({ "post": number })).collect();
        long.facts.insert("posts".to_owned(), Value::Array(posts));
        let cut = file(&long, 50_000, Millis(0));
        assert!(cut.rows_cut);
        assert_eq!(read(&cut)["posts"][0]["post"], 2 * ROWS_KEPT);
    }
}
