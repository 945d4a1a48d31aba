//! Links between the accounts of a person.

use super::locks::Locks;
use super::new_ids::{Numbered, new_number};
use super::rows::{changed_one, external_id, player, seat_number, stored};
use super::stored_change::{StoredChange, Storing};
use super::{posts, ratings, results};
use crate::db::driver::{Connection, Row, query, query_as};
use crate::rules::Outcome;
use crate::service::{
    AccountLink, AccountUnlink, LinkCode, LinkCodeEntry, MatchId, Millis, NewLinkCode, PlayerId, RatedRecord, Rating,
    RunningGames, StorageError,
};
use async_trait::async_trait;
use std::collections::BTreeMap;

/// The running games of a person (`$1`).
const RUNNING: &str = "SELECT id, control, player1, player2 FROM matches WHERE player1 = $1 AND status = 'running'
     UNION ALL SELECT id, control, player1, player2 FROM matches WHERE player2 = $1 AND status = 'running'";

/// The rated games of two people (`$1`, `$2`), in the order in which their changes were stored.
pub(super) const RECORDS: &str = "SELECT matches.*, own.game AS rated_game, own.at AS rated_at,
        one.before_rating AS rating1, one.before_deviation AS deviation1, one.before_volatility AS volatility1,
        two.before_rating AS rating2, two.before_deviation AS deviation2, two.before_volatility AS volatility2
     FROM rating_changes AS own JOIN matches ON matches.id = own.match
        LEFT JOIN rating_changes AS one ON one.match = own.match AND one.seat = 1
        LEFT JOIN rating_changes AS two ON two.match = own.match AND two.seat = 2
     WHERE own.player IN ($1, $2) AND own.id = (
        SELECT MIN(id) FROM rating_changes AS change WHERE change.match = own.match AND change.player IN ($1, $2)
     )
     ORDER BY own.id";

/// Statements that give everything of a person (`$2`) to another (`$1`), who keeps their own settings.
const MERGE: [&str; 45] = [
    "UPDATE accounts SET person = $1 WHERE person = $2",
    "UPDATE challenges SET state = 'cancelled'
     WHERE state = 'open' AND challenger IN ($1, $2) AND opponent IN ($1, $2)",
    "UPDATE challenges SET challenger = $1 WHERE challenger = $2",
    "UPDATE challenges SET opponent = $1 WHERE opponent = $2",
    "UPDATE matches SET player1 = $1, version = version + 1 WHERE player1 = $2 AND status = 'running'",
    "UPDATE matches SET player2 = $1, version = version + 1 WHERE player2 = $2 AND status = 'running'",
    "UPDATE matches SET player1 = $1 WHERE player1 = $2 AND status != 'running'",
    "UPDATE matches SET player2 = $1 WHERE player2 = $2 AND status != 'running'",
    "UPDATE notes SET player = $1 WHERE player = $2 AND NOT EXISTS (
        SELECT 1 FROM notes AS own WHERE own.player = $1 AND own.match = notes.match
     )",
    "DELETE FROM notes WHERE player = $2",
    "UPDATE rating_changes SET player = $1 WHERE player = $2",
    "DELETE FROM ratings WHERE player IN ($1, $2)",
    "UPDATE members SET player = $1 WHERE player = $2 AND NOT EXISTS (
        SELECT 1 FROM members AS own
        WHERE own.player = $1 AND own.server = members.server AND own.game = members.game
     )",
    "DELETE FROM members WHERE player = $2",
    "UPDATE members SET established_until = 0 WHERE player = $1",
    "UPDATE stored_actions SET person = $1 WHERE person = $2",
    "UPDATE inbox SET person = $1 WHERE person = $2",
    "DELETE FROM alarms WHERE kind = 'digest' AND subject = $2",
    "DELETE FROM settings WHERE kind = 'person' AND id = $2",
    "DELETE FROM habits WHERE player = $2",
    "DELETE FROM lessons WHERE player = $1 AND done_at IS NULL AND EXISTS (
        SELECT 1 FROM lessons AS other
        WHERE other.player = $2 AND other.game = lessons.game AND other.lesson = lessons.lesson
            AND other.done_at IS NOT NULL
     )",
    "UPDATE lessons SET player = $1 WHERE player = $2 AND NOT EXISTS (
        SELECT 1 FROM lessons AS own
        WHERE own.player = $1 AND own.game = lessons.game AND own.lesson = lessons.lesson
     )",
    "DELETE FROM lessons WHERE player = $2",
    "DELETE FROM puzzles WHERE player = $1 AND answered_at IS NULL AND EXISTS (
        SELECT 1 FROM puzzles AS other
        WHERE other.player = $2 AND other.game = puzzles.game AND other.number = puzzles.number
            AND other.answered_at IS NOT NULL
     )",
    "UPDATE puzzles SET player = $1 WHERE player = $2 AND NOT EXISTS (
        SELECT 1 FROM puzzles AS own
        WHERE own.player = $1 AND own.game = puzzles.game AND own.number = puzzles.number
     )",
    "DELETE FROM puzzles WHERE player = $2",
    "DELETE FROM puzzle_ratings WHERE player = $1 AND EXISTS (
        SELECT 1 FROM puzzle_ratings AS other
        WHERE other.player = $2 AND other.game = puzzle_ratings.game AND other.games > puzzle_ratings.games
     )",
    "UPDATE puzzle_ratings SET player = $1 WHERE player = $2 AND NOT EXISTS (
        SELECT 1 FROM puzzle_ratings AS own WHERE own.player = $1 AND own.game = puzzle_ratings.game
     )",
    "DELETE FROM puzzle_ratings WHERE player = $2",
    "UPDATE daily_answers SET player = $1 WHERE player = $2 AND NOT EXISTS (
        SELECT 1 FROM daily_answers AS own WHERE own.player = $1 AND own.board = daily_answers.board
     )",
    "DELETE FROM daily_answers WHERE player = $2",
    "DELETE FROM revoked_board_links WHERE player = $2",
    "DELETE FROM token_owners WHERE player = $2",
    "UPDATE vacations SET player = $1 WHERE player = $2 AND NOT EXISTS (
        SELECT 1 FROM vacations AS own
        WHERE own.player = $1 AND own.from_at <= vacations.until_at AND own.until_at >= vacations.from_at
     )",
    "DELETE FROM vacations WHERE player = $2",
    "UPDATE blocks SET player = $1 WHERE player = $2 AND NOT EXISTS (
        SELECT 1 FROM blocks AS own WHERE own.player = $1 AND own.blocked = blocks.blocked
     )",
    "UPDATE blocks SET blocked = $1 WHERE blocked = $2 AND NOT EXISTS (
        SELECT 1 FROM blocks AS own WHERE own.blocked = $1 AND own.player = blocks.player
     )",
    "DELETE FROM blocks WHERE player = $2",
    "DELETE FROM blocks WHERE blocked = $2",
    "DELETE FROM blocks WHERE player = $1 AND blocked = $1",
    "DELETE FROM exports WHERE player = $2",
    "DELETE FROM link_codes WHERE person IN ($1, $2)",
    "DELETE FROM link_codes WHERE claimant IN ($1, $2)",
    "DELETE FROM players WHERE id = $2",
    "DELETE FROM people WHERE id = $2",
];

/// Gives the entries of menus of blocked players that name a person (`$2`) to another (`$1`), with whose data they are
/// then removed.
const MERGE_MENUS: &str = "UPDATE stored_actions SET value = $1 WHERE action LIKE 'unblock %' AND value = $2";

/// Statements that remove what a person (`$1`) was sent on a platform (`$2`).
const LEAVE_PLATFORM: [&str; 3] = [
    "DELETE FROM outbox WHERE person = $1 AND platform = $2 AND due_at IS NOT NULL",
    "DELETE FROM stored_actions WHERE person = $1 AND platform = $2",
    "DELETE FROM link_codes WHERE person = $1 OR claimant = $1",
];

pub(super) fn link_code(row: &Row) -> Result<LinkCode, StorageError> {
    let person = |number| PlayerId(external_id(number));
    Ok(LinkCode {
        person: person(row.get("person")?),
        code: row.get("code")?,
        claimant: row.get::<Option<i64>>("claimant")?.map(person),
        expires_at: Millis(row.get("expires_at")?),
    })
}

pub(super) async fn running(conn: &mut Connection, people: [PlayerId; 2]) -> Result<RunningGames, StorageError> {
    let people = people.map(|person| stored(person.0));
    let mut games = BTreeMap::new();
    for person in people {
        let rows: Vec<(i64, String, i64, i64)> = query_as(RUNNING).bind(person).fetch_all(&mut *conn).await?;
        games.extend(rows.into_iter().map(|(id, control, one, other)| (id, (control, [one, other]))));
    }
    let is_together = |players: &[i64; 2]| players[0] != players[1] && players.iter().all(|id| people.contains(id));
    Ok(RunningGames {
        all: games.len(),
        with_clock: games.values().filter(|(control, _)| control != "none").count(),
        together: games.values().filter(|(_, players)| is_together(players)).count(),
    })
}

pub(super) fn record(row: &Row) -> Result<RatedRecord, StorageError> {
    let number = |name: &str| row.get::<i64>(name);
    let optional = |name: &str| row.get::<Option<i64>>(name);
    let real = |name: &str| row.get::<Option<f64>>(name);
    let at = Millis(number("rated_at")?);
    let before = |seat: u8| -> Result<Option<Rating>, StorageError> {
        let value = real(&format!("rating{seat}"))?;
        let Some(((value, deviation), volatility)) =
            value.zip(real(&format!("deviation{seat}"))?).zip(real(&format!("volatility{seat}"))?)
        else {
            return Ok(None);
        };
        Ok(Some(Rating { value, deviation, volatility, games: 0, at }))
    };
    let outcome: Option<String> = row.get("outcome")?;
    let outcome = super::rows::parse_word::<Outcome>(outcome)?;
    Ok(RatedRecord {
        id: MatchId(number("id")?),
        game: row.get("rated_game")?,
        players: [player(number("player1")?, optional("level1")?)?, player(number("player2")?, optional("level2")?)?],
        outcome: outcome.ok_or_else(|| crate::db::database_error::corrupt("a rated game has no outcome"))?,
        before: [before(1)?, before(2)?],
        at,
    })
}

#[async_trait]
impl StoredChange for NewLinkCode {
    fn locks(&self, locks: &mut Locks) {
        locks.person(self.code.person);
    }

    /// Stores the code of a person, and deletes their expired one.
    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        let NewLinkCode { code: new, now } = self;
        let expired = query("DELETE FROM link_codes WHERE person = $1 AND expires_at <= $2");
        expired.bind(stored(new.person.0)).bind(now.0).execute(&mut *tx).await?;
        let sql = "INSERT INTO link_codes (person, code, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        let query = query(sql).bind(stored(new.person.0)).bind(&new.code).bind(new.expires_at.0);
        changed_one(query.execute(tx).await?)
    }
}

#[async_trait]
impl StoredChange for LinkCodeEntry {
    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        let LinkCodeEntry { code, claimant, now } = self;
        let query = query(
            "UPDATE link_codes SET claimant = $1
             WHERE code = $2 AND expires_at > $3 AND person != $1 AND (claimant IS NULL OR claimant = $1)",
        );
        let query = query.bind(stored(claimant.0)).bind(code).bind(now.0);
        changed_one(query.execute(tx).await?)
    }
}

#[async_trait]
impl StoredChange for AccountLink {
    fn locks(&self, locks: &mut Locks) {
        locks.person(self.person);
        locks.person(self.merged);
    }

    /// Merges two people. Conflicts if the code has expired, if a running game forbids the merge, or if one of their
    /// rated games has ended meanwhile.
    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        let (person, merged) = (stored(self.person.0), stored(self.merged.0));
        let taken = query("DELETE FROM link_codes WHERE person = $1 AND claimant = $2 AND expires_at > $3");
        let taken = taken.bind(person).bind(merged).bind(self.now.0).execute(&mut *tx).await?;
        changed_one(taken)?;
        let running = running(tx, [self.person, self.merged]).await?;
        let records: i64 = query_as("SELECT COUNT(DISTINCT match) FROM rating_changes WHERE player IN ($1, $2)")
            .bind(person)
            .bind(merged)
            .fetch_one(&mut *tx)
            .await?;
        if running.together > 0 || running.with_clock > 0 || records != self.records as i64 {
            return Err(StorageError::Conflict);
        }
        for id in &self.unrated {
            for statement in
                ["DELETE FROM rating_changes WHERE match = $1", "UPDATE matches SET rated = FALSE WHERE id = $1"]
            {
                query(statement).bind(id.0).execute(&mut *tx).await?;
            }
        }
        posts::give(tx, self.merged, self.person).await?;
        let menus = query(MERGE_MENUS).bind(self.person.to_string()).bind(self.merged.to_string());
        menus.execute(&mut *tx).await?;
        for statement in MERGE.iter().chain(&results::MERGE).copied() {
            query(statement).bind(person).bind(merged).execute(&mut *tx).await?;
        }
        for (game, rating) in &self.ratings {
            ratings::set_rating(tx, self.person, game, rating).await?;
        }
        for (id, change) in &self.changes {
            let seat = seat_number(change.seat);
            let changed = query(
                "UPDATE rating_changes SET before_rating = $1, before_deviation = $2, before_volatility = $3,
                    after_rating = $4, after_deviation = $5, after_volatility = $6
                 WHERE match = $7 AND seat = $8 AND player = $9",
            )
            .bind(change.before.value)
            .bind(change.before.deviation)
            .bind(change.before.volatility)
            .bind(change.after.value)
            .bind(change.after.deviation)
            .bind(change.after.volatility)
            .bind(id.0)
            .bind(seat)
            .bind(person)
            .execute(&mut *tx)
            .await?;
            changed_one(changed)?;
        }
        Ok(())
    }
}

#[async_trait]
impl StoredChange for AccountUnlink {
    fn locks(&self, locks: &mut Locks) {
        locks.person(self.person);
    }

    async fn store(&self, tx: &mut Connection, _: &Storing<'_>) -> Result<(), StorageError> {
        let AccountUnlink { person, platform } = self;
        let accounts: i64 = query_as("SELECT COUNT(*) FROM accounts WHERE person = $1")
            .bind(stored(person.0))
            .fetch_one(&mut *tx)
            .await?;
        if accounts < 2 || running(tx, [*person; 2]).await?.all > 0 {
            return Err(StorageError::Conflict);
        }
        let number = new_number(tx, Numbered::People, None).await?;
        query("INSERT INTO people (id) VALUES ($1)").bind(number).execute(&mut *tx).await?;
        let moved = query("UPDATE accounts SET person = $1 WHERE person = $2 AND platform = $3");
        let moved = moved.bind(number).bind(stored(person.0)).bind(platform.0);
        changed_one(moved.execute(&mut *tx).await?)?;
        for statement in LEAVE_PLATFORM {
            query(statement).bind(stored(person.0)).bind(platform.0).execute(&mut *tx).await?;
        }
        Ok(())
    }
}
