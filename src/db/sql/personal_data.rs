//! Reads the data stored about a person for their export.

use super::move_list::StoredMove;
use super::rows::{external_id, stored};
use super::sql_storage::SqlStorage;
use super::{moves, privacy};
use crate::db::database_error::corrupt;
use crate::db::driver::{Connection, Row, Value as Stored, query, query_as};
use crate::service::{Erasure, MatchId, Millis, PersonalDataStorage, PlayerId, StorageError};
use async_trait::async_trait;
use serde_json::{Map, Value};

/// The games of a person (`$1`) with their seat in each. Running and ended games have separate indices by player; a
/// condition with OR would use neither.
macro_rules! own {
    () => {
        "WITH own (match, seat) AS (
            SELECT id, 1 FROM matches WHERE player1 = $1 AND status = 'running'
            UNION ALL SELECT id, 2 FROM matches WHERE player2 = $1 AND status = 'running'
            UNION ALL SELECT id, 1 FROM matches WHERE player1 = $1 AND status != 'running'
            UNION ALL SELECT id, 2 FROM matches WHERE player2 = $1 AND status != 'running'
         ) "
    };
}

/// The section with the accounts of a person. It leaves out a Discord account whose id is the number of the person,
/// which the section `person` has; without any other account it is absent.
const ACCOUNTS: &str = "accounts";

/// The section with the code with which the person links another account. Without one it is absent.
const LINK_CODES: &str = "link_codes";

/// The section with the actions that replies to messages to the person trigger. On platforms with buttons it is absent.
const STORED_ACTIONS: &str = "stored_actions";

/// The section with the invitations from the person that are not answered yet. Without any it is absent.
const INVITATIONS: &str = "invitations";

/// The personal data apart from games: the section name and its query. Left out are tokens, which are secrets of the
/// bot, and the data of other people: who has blocked the person, and the conditional moves and notes of opponents.
pub(super) const FACTS: [(&str, &str); 26] = [
    (
        "person",
        "SELECT people.id AS person, name, locale FROM people LEFT JOIN players USING (id) WHERE people.id = $1",
    ),
    (ACCOUNTS, "SELECT platform, external_id FROM accounts WHERE person = $1 ORDER BY platform"),
    (LINK_CODES, "SELECT expires_at FROM link_codes WHERE person = $1"),
    ("settings", "SELECT chosen FROM settings WHERE kind = 'person' AND id = $1"),
    ("last_export", "SELECT at FROM exports WHERE player = $1"),
    ("digest", "SELECT due_at FROM alarms WHERE kind = 'digest' AND subject = $1"),
    ("habits", "SELECT from_at, zone, sleep_from, sleep_until, weekend FROM habits WHERE player = $1 ORDER BY from_at"),
    ("vacations", "SELECT from_at, until_at, saved FROM vacations WHERE player = $1 ORDER BY from_at"),
    (
        "challenges",
        "SELECT id, game, setup, challenger, opponent, side, note, place, origin, server, delivery_mode AS reach,
            language, rated, hints, control, pauses, state, match, created_at, expires_at
         FROM challenges WHERE challenger = $1 OR opponent = $1 ORDER BY id",
    ),
    ("lessons", "SELECT game, lesson, shown_at, done_at FROM lessons WHERE player = $1 ORDER BY game, shown_at"),
    (
        "puzzles",
        "SELECT game, number, shown_at, answered_at, is_solved, is_open FROM puzzles WHERE player = $1
         ORDER BY game, shown_at",
    ),
    ("revoked_board_links", "SELECT at FROM revoked_board_links WHERE player = $1"),
    ("token_owners", "SELECT at FROM token_owners WHERE player = $1"),
    (
        "puzzle_ratings",
        "SELECT game, rating, deviation, volatility, games, at FROM puzzle_ratings WHERE player = $1 ORDER BY game",
    ),
    (
        "daily_answers",
        "SELECT place, day, game, puzzle, tries, wrong, daily_answers.state, answered_at
         FROM daily_answers JOIN daily_boards ON id = board WHERE player = $1 ORDER BY answered_at, board",
    ),
    ("blocks", "SELECT blocked FROM blocks WHERE player = $1 ORDER BY blocked"),
    ("ratings", "SELECT game, rating, deviation, volatility, games, at FROM ratings WHERE player = $1 ORDER BY game"),
    (
        "rating_changes",
        "SELECT match, seat, game, before_rating, before_deviation, before_volatility, after_rating, after_deviation,
            after_volatility, at
         FROM rating_changes WHERE player = $1 ORDER BY id",
    ),
    (
        "results",
        "SELECT game, NULLIF(server, 0) AS server, opponent,
            NULLIF(level, 0) - 1 AS opponent_level, won, drawn, lost, rated_wins,
            best AS best_rating_beaten
         FROM results WHERE player = $1 ORDER BY game, results.server, opponent, level",
    ),
    ("leaderboards", "SELECT server, game FROM members WHERE player = $1 ORDER BY server, game"),
    ("notes", "SELECT match, text FROM notes WHERE player = $1 ORDER BY match"),
    ("plans", concat!(own!(), "SELECT match, tree FROM own JOIN plans USING (match, seat) ORDER BY match")),
    (
        "hints",
        concat!(
            own!(),
            "SELECT match, ply, position, stage, told, asked_at FROM own JOIN hints USING (match, seat)
             ORDER BY match, ply"
        ),
    ),
    (STORED_ACTIONS, "SELECT action, value, expires_at FROM stored_actions WHERE person = $1 ORDER BY id"),
    (
        INVITATIONS,
        "SELECT room, received_at FROM pending_events
         WHERE sender IN (SELECT external_id FROM accounts WHERE person = $1) ORDER BY received_at, room",
    ),
    ("posts", "SELECT post, created_at, due_at, delivered_at, problem FROM outbox WHERE person = $1 ORDER BY id"),
];

/// The numbers of a person's games, the newest first.
pub(super) const GAME_IDS: &str = concat!(own!(), "SELECT match FROM own ORDER BY match DESC");

/// A game (`$2`) as seen from the seat of a person (`$1`).
pub(super) const GAME: &str = "SELECT id, game, setup, 1 AS seat, player2 AS opponent,
        level2 - 1 AS opponent_level, channel, message,
        place, origin, server, delivery_mode AS reach, language, rated, hints, guided, hints1 AS hints_given, status, outcome, offer, asked, control, pauses,
        left1 AS left, since, muted1 AS muted, plies, turn, flag_at, board_place, board_message, board_at, started_at,
        changed_at
    FROM matches LEFT JOIN match_locations ON match = id AND number = 1 WHERE id = $2 AND player1 = $1
    UNION ALL SELECT id, game, setup, 2, player1, level1 - 1, channel, message, place, origin, server, delivery_mode, language, rated, hints, guided,
        hints2, status, outcome, offer, asked, control, pauses, left2, since, muted2, plies, turn, flag_at, board_place,
        board_message, board_at, started_at, changed_at
    FROM matches LEFT JOIN match_locations ON match = id AND number = 1 WHERE id = $2 AND player2 = $1";

/// The parts of a game apart from its moves: the section name and its query.
pub(super) const OF_A_GAME: [(&str, &str); 2] = [
    (
        "analysis",
        "SELECT analysis_place AS place, analysis_message AS message, told_at
         FROM analyses LEFT JOIN match_locations USING (match) WHERE match = $1 ORDER BY number",
    ),
    ("studies", "SELECT ply, best, score FROM studies WHERE match = $1 ORDER BY ply"),
];

/// Ids of people, and ids of Discord. Many JSON parsers would round them, so they are exported as strings.
const PLATFORM: [&str; 11] = [
    "person",
    "challenger",
    "opponent",
    "blocked",
    "channel",
    "message",
    "place",
    "origin",
    "server",
    "board_place",
    "board_message",
];
/// Columns stored as 0 or 1.
const FLAGS: [&str; 8] = ["rated", "hints", "guided", "weekend", "saved", "muted", "is_solved", "is_open"];
/// Columns stored as JSON.
const NESTED: [&str; 3] = ["chosen", "tree", "post"];

/// Converts a stored number for the export: an instant, an id, a flag or a plain number.
fn number(name: &str, number: i64) -> Value {
    let is_instant = name.ends_with("_at") || ["at", "since"].contains(&name);
    match jiff::Timestamp::from_millisecond(number) {
        Ok(instant) if is_instant => instant.to_string().into(),
        _ if PLATFORM.contains(&name) => external_id(number).to_string().into(),
        _ if FLAGS.contains(&name) => (number != 0).into(),
        _ => number.into(),
    }
}

fn json(row: &Row) -> Result<Map<String, Value>, StorageError> {
    let mut object = Map::new();
    for (name, value) in row.values()? {
        let value = match value {
            Stored::Integer(Some(value)) => number(name, value),
            Stored::Real(Some(value)) => value.into(),
            Stored::Boolean(Some(value)) => value.into(),
            Stored::Text(Some(text)) => {
                let nested = NESTED.contains(&name).then(|| serde_json::from_str(&text).ok()).flatten();
                nested.unwrap_or_else(|| text.into())
            }
            Stored::Bytes(Some(_)) => return Err(corrupt(format_args!("{name} is not exported as bytes"))),
            Stored::Integer(None)
            | Stored::Real(None)
            | Stored::Boolean(None)
            | Stored::Text(None)
            | Stored::Bytes(None) => Value::Null,
        };
        object.insert(name.to_owned(), value);
    }
    Ok(object)
}

/// A move of a game, with its ply.
fn played((ply, StoredMove { text, played_at, earned }): (usize, StoredMove)) -> Value {
    let fields = [
        ("ply", ply.into()),
        ("text", text.into()),
        ("played_at", number("played_at", played_at)),
        ("earned", earned.into()),
    ];
    Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

async fn rows(conn: &mut Connection, sql: &'static str, about: i64) -> Result<Vec<Map<String, Value>>, StorageError> {
    let rows = query(sql).bind(about).fetch_all(conn).await?;
    rows.iter().map(json).collect()
}

fn list(rows: Vec<Map<String, Value>>) -> Value {
    rows.into_iter().map(Value::Object).collect()
}

#[async_trait]
impl PersonalDataStorage for SqlStorage {
    async fn claim_export(&self, player: PlayerId, now: Millis, since: Millis) -> Result<Option<Millis>, StorageError> {
        self.write(|tx| {
            Box::pin(async move {
                let claimed = query(
                    "INSERT INTO exports (player, at) VALUES ($1, $2)
                     ON CONFLICT (player) DO UPDATE SET at = excluded.at WHERE exports.at <= $3 OR exports.at > $2",
                );
                let claimed = claimed.bind(stored(player.0)).bind(now.0).bind(since.0).execute(tx).await?;
                if claimed == 1 {
                    return Ok(None);
                }
                let query = query_as("SELECT at FROM exports WHERE player = $1").bind(stored(player.0));
                let last: i64 = query.fetch_one(&mut *tx).await?;
                Ok(Some(Millis(last)))
            })
        })
        .await
    }

    async fn release_export(&self, player: PlayerId) -> Result<(), StorageError> {
        let query = query("DELETE FROM exports WHERE player = $1").bind(stored(player.0));
        self.execute(query).await.map(drop)
    }

    async fn personal_facts(&self, player: PlayerId) -> Result<Map<String, Value>, StorageError> {
        self.read_consistently(|mut tx| {
            Box::pin(async move {
                // One transaction, so that all sections are consistent.
                let mut facts = Map::new();
                for (name, query) in FACTS {
                    let mut found = rows(&mut tx, query, stored(player.0)).await?;
                    if name == ACCOUNTS {
                        found.retain(|account| {
                            account["platform"] != "discord" || account["external_id"] != player.to_string()
                        });
                    }
                    if ![ACCOUNTS, LINK_CODES, STORED_ACTIONS, INVITATIONS].contains(&name) || !found.is_empty() {
                        facts.insert(name.to_owned(), list(found));
                    }
                }
                Ok(facts)
            })
        })
        .await
    }

    async fn personal_game_ids(&self, player: PlayerId) -> Result<Vec<MatchId>, StorageError> {
        let query = query_as(GAME_IDS).bind(stored(player.0));
        let ids: Vec<i64> = query.fetch_all(&self.database).await?;
        Ok(ids.into_iter().map(MatchId).collect())
    }

    async fn personal_games(&self, player: PlayerId, ids: &[MatchId]) -> Result<Vec<Value>, StorageError> {
        self.read_consistently(|mut tx| {
            Box::pin(async move {
                let mut games = Vec::new();
                for id in ids {
                    let row = query(GAME).bind(stored(player.0)).bind(id.0).fetch_optional(&mut tx).await?;
                    let Some(row) = row else { continue };
                    let mut game = json(&row)?;
                    // The rest of the export must not depend on one damaged game.
                    let moves = match moves::of(&mut tx, *id).await {
                        Err(error @ StorageError::Corrupt(_)) => {
                            tracing::error!(game = %id, %error, "the moves of a match are left out of an export");
                            Vec::new()
                        }
                        read => read?,
                    };
                    game.insert("moves".to_owned(), moves.into_iter().enumerate().map(played).collect());
                    for (name, query) in OF_A_GAME {
                        let found = rows(&mut tx, query, id.0).await?;
                        game.insert(name.to_owned(), list(found));
                    }
                    games.push(Value::Object(game));
                }
                Ok(games)
            })
        })
        .await
    }

    async fn erase_person(&self, erasure: &Erasure) -> Result<(), StorageError> {
        privacy::erase_person(self, erasure).await
    }
}
