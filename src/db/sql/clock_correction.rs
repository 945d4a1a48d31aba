//! Correcting what was stored while the clock was wrong.
//!
//! A clock that leaps ahead looks like an outage, which is stored with its two ends. When the clock goes back, this
//! tells which stored times are wrong: those from the end of the outage on. They are moved back by its length. What was
//! computed from the clock is computed again: checks of matches are due at once, as are posts and jobs.
//!
//! If no outage tells, the clock was wrong from the start or is wrong now, and the stored times may be right. Then only
//! what would otherwise wait for years is due now.
//!
//! `docs/clocks.md` lists every stored time; a test compares it with the tables.

use super::rows::external_id;
use super::{checks, daily, moves, posts, ratings, settings};
use crate::db::driver::{Connection, Row, query, query_as};
use crate::service::time::control::DAY_MS;
use crate::service::{ChallengeId, DailyChannel, LEASE_MS, MatchId, Millis, PlayerId, Post, Span, StorageError};

/// Moves back what has happened since `$1` by `$2`, but not beyond the present (`$3`).
const RECORDED: [&str; 14] = [
    "UPDATE outbox SET
        created_at = CASE WHEN created_at <= $3 THEN created_at WHEN created_at < $1 OR created_at - $2 > $3 THEN $3
            ELSE created_at - $2 END,
        delivered_at = CASE WHEN delivered_at - $2 > $3 THEN $3 ELSE delivered_at - $2 END
     WHERE due_at IS NULL AND COALESCE(delivered_at, created_at) >= $1",
    "UPDATE jobs SET created_at = CASE WHEN created_at - $2 > $3 THEN $3 ELSE created_at - $2 END
     WHERE state != 'waiting' AND created_at >= $1",
    "UPDATE jobs SET created_at = CASE WHEN created_at - $2 > $3 THEN $3 ELSE created_at - $2 END
     WHERE state = 'waiting' AND created_at >= $1",
    "UPDATE inbox SET at = CASE WHEN at - $2 > $3 THEN $3 ELSE at - $2 END WHERE at >= $1",
    "UPDATE exports SET at = CASE WHEN at - $2 > $3 THEN $3 ELSE at - $2 END WHERE at >= $1",
    "UPDATE lessons SET shown_at = CASE WHEN shown_at - $2 > $3 THEN $3 ELSE shown_at - $2 END,
        done_at = CASE WHEN done_at < $1 THEN done_at WHEN done_at - $2 > $3 THEN $3 ELSE done_at - $2 END
     WHERE shown_at >= $1",
    "UPDATE puzzles SET shown_at = CASE WHEN shown_at - $2 > $3 THEN $3 ELSE shown_at - $2 END,
        answered_at = CASE WHEN answered_at < $1 THEN answered_at WHEN answered_at - $2 > $3 THEN $3
            ELSE answered_at - $2 END
     WHERE shown_at >= $1",
    "UPDATE revoked_board_links SET at = CASE WHEN at - $2 > $3 THEN $3 ELSE at - $2 END WHERE at >= $1",
    "UPDATE token_owners SET at = CASE WHEN at - $2 > $3 THEN $3 ELSE at - $2 END WHERE at >= $1",
    "UPDATE puzzle_ratings SET at = CASE WHEN at - $2 > $3 THEN $3 ELSE at - $2 END WHERE at >= $1",
    "UPDATE daily_boards SET opened_at = CASE WHEN opened_at - $2 > $3 THEN $3 ELSE opened_at - $2 END,
        closed_at = CASE WHEN closed_at - $2 > $3 THEN $3 ELSE closed_at - $2 END
     WHERE opened_at >= $1",
    "UPDATE daily_answers SET answered_at = CASE WHEN answered_at - $2 > $3 THEN $3 ELSE answered_at - $2 END
     WHERE answered_at >= $1",
    "UPDATE rated_puzzles SET at = CASE WHEN at - $2 > $3 THEN $3 ELSE at - $2 END WHERE at >= $1",
    "UPDATE challenges SET expires_at = expires_at - $2,
        created_at = CASE WHEN created_at - $2 > $3 THEN $3 ELSE created_at - $2 END
     WHERE expires_at >= $1 AND created_at >= $1",
];

/// Moves back, by `$2`, what is valid from or until an instant since `$1`.
const PLANNED: [&str; 6] = [
    "UPDATE link_codes SET expires_at = expires_at - $2 WHERE expires_at >= $1",
    "UPDATE stored_actions SET expires_at = expires_at - $2 WHERE expires_at >= $1",
    "UPDATE outbox SET token_until = token_until - $2 WHERE due_at IS NOT NULL AND token_until >= $1",
    "UPDATE jobs SET token_until = token_until - $2 WHERE state = 'waiting' AND token_until >= $1",
    "UPDATE habits SET from_at = from_at - $2 WHERE from_at >= $1 AND NOT EXISTS (
        SELECT 1 FROM habits AS other WHERE other.player = habits.player AND other.from_at = habits.from_at - $2
     )",
    "UPDATE vacations SET from_at = from_at - $2, until_at = until_at - $2 WHERE from_at >= $1 AND NOT EXISTS (
        SELECT 1 FROM vacations AS other
        WHERE other.player = vacations.player AND other.from_at = vacations.from_at - $2
     )",
];

/// Moves back what has happened in a match (`$4`), as [`RECORDED`] does.
const OF_MATCH: [&str; 6] = [
    "UPDATE matches SET
        started_at = CASE WHEN started_at < $1 THEN started_at WHEN started_at - $2 > $3 THEN $3 ELSE started_at - $2 END,
        changed_at = CASE WHEN changed_at < $1 THEN changed_at WHEN changed_at - $2 > $3 THEN $3 ELSE changed_at - $2 END,
        since = CASE WHEN since < $1 THEN since WHEN since - $2 > $3 THEN $3 ELSE since - $2 END
     WHERE id = $4",
    "UPDATE moves SET played_at = CASE WHEN played_at - $2 > $3 THEN $3 ELSE played_at - $2 END
     WHERE match = $4 AND played_at >= $1",
    "UPDATE match_locations SET board_at = CASE WHEN board_at - $2 > $3 THEN $3 ELSE board_at - $2 END
     WHERE match = $4 AND board_at >= $1",
    "UPDATE hints SET asked_at = CASE WHEN asked_at - $2 > $3 THEN $3 ELSE asked_at - $2 END
     WHERE match = $4 AND asked_at >= $1",
    "UPDATE analyses SET told_at = CASE WHEN told_at - $2 > $3 THEN $3 ELSE told_at - $2 END
     WHERE match = $4 AND told_at >= $1",
    "UPDATE rating_changes SET at = CASE WHEN at - $2 > $3 THEN $3 ELSE at - $2 END WHERE match = $4 AND at >= $1",
];

/// Ends leases that are longer than any can be.
const LEASES: [&str; 5] = [
    "UPDATE outbox SET lease_until = $1 WHERE lease_until > $1",
    "UPDATE jobs SET lease_until = $1 WHERE state = 'waiting' AND lease_until > $1",
    "UPDATE alarms SET lease_until = $1 WHERE lease_until > $1",
    "UPDATE leaders SET lease_until = $1 WHERE lease_until > $1",
    "UPDATE record_owner SET lease_until = $1 WHERE lease_until > $1",
];

/// The matches about which something was posted since an instant: every change of a match is.
const CHANGED: &str = "SELECT subject FROM outbox
     WHERE due_at IS NULL AND COALESCE(delivered_at, created_at) >= $1 AND subject_kind = 'match'
     UNION SELECT subject FROM outbox WHERE due_at IS NOT NULL AND created_at >= $1 AND subject_kind = 'match'";

/// The matches in which an outage was announced since an instant, or is being announced.
const ANNOUNCED: &str = "SELECT subject FROM outbox
     WHERE due_at IS NULL AND created_at >= $1 AND COALESCE(delivered_at, created_at) >= $1
        AND post LIKE '{\"post\":\"outage\",%'
     UNION SELECT subject FROM outbox
     WHERE due_at IS NOT NULL AND created_at >= $1 AND (attempts > 0 OR lease_until IS NOT NULL)
        AND post LIKE '{\"post\":\"outage\",%'";

/// The open challenges that were made since an instant. Their messages show when they expire.
const CHALLENGED: &str = "SELECT id, expires_at FROM challenges
     WHERE expires_at >= $1 AND created_at >= $1 AND state = 'open'";

/// Removes announcements of outages since an instant that nobody has seen.
const DELETE_UNSEEN: &str = "DELETE FROM outbox
     WHERE due_at IS NOT NULL AND created_at >= $1 AND attempts = 0 AND lease_until IS NULL
        AND post LIKE '{\"post\":\"outage\",%'";

/// The posts that wait, and since when they were stored or tried for the last time by a wrong clock.
const WAITING: &str = "SELECT id, post, created_at, due_at, attempts FROM outbox
     WHERE due_at IS NOT NULL AND (due_at >= $1 OR created_at >= $1)";

/// The time of an event by the corrected clock.
fn corrected(at: Millis, wrong: Span, now: Millis) -> Millis {
    let right = if at < wrong.until { at } else { at.plus(-wrong.length()) };
    right.min(now)
}

/// Corrects everything after the clock was set back to `now`. `outage` is what a leap of the clock looked like: it ended
/// when the clock had leaped ahead.
pub(super) async fn correct(tx: &mut Connection, outage: Option<Span>, now: Millis) -> Result<(), StorageError> {
    for statement in LEASES {
        query(statement).bind(now.plus(LEASE_MS).0).execute(&mut *tx).await?;
    }
    let posts_from = match outage {
        Some(outage) => {
            correct_times(tx, outage, now).await?;
            outage.until
        }
        // No post waits for more than a day.
        None => now.plus(DAY_MS),
    };
    replan_posts(tx, posts_from, outage, now).await?;
    for statement in [
        "UPDATE matches SET since = $1 WHERE since > $1 AND id IN (SELECT subject FROM alarms WHERE kind = 'match')",
        "UPDATE jobs SET due_at = $1 WHERE state = 'waiting' AND due_at > $1",
    ] {
        query(statement).bind(now.0).execute(&mut *tx).await?;
    }
    replan_digests(tx, now).await?;
    replan_boards_of_the_day(tx, now).await
}

async fn correct_times(tx: &mut Connection, outage: Span, now: Millis) -> Result<(), StorageError> {
    let (first, ahead) = (outage.until.0, outage.length());
    // Before the posts that tell which they are have been corrected themselves.
    let changed: Vec<i64> = query_as(CHANGED).bind(first).fetch_all(&mut *tx).await?;
    let announced: Vec<i64> = query_as(ANNOUNCED).bind(first).fetch_all(&mut *tx).await?;
    let challenged: Vec<(i64, i64)> = query_as(CHALLENGED).bind(first).fetch_all(&mut *tx).await?;
    for statement in RECORDED {
        query(statement).bind(first).bind(ahead).bind(now.0).execute(&mut *tx).await?;
    }
    for statement in PLANNED {
        query(statement).bind(first).bind(ahead).execute(&mut *tx).await?;
    }
    for game in changed {
        for statement in OF_MATCH {
            query(statement).bind(first).bind(ahead).bind(now.0).bind(game).execute(&mut *tx).await?;
        }
        moves::correct_packed(tx, MatchId(game), |at| corrected(at, outage, now)).await?;
        ratings::correct(tx, MatchId(game), |at| corrected(at, outage, now)).await?;
    }
    query(DELETE_UNSEEN).bind(first).execute(&mut *tx).await?;
    let from = outage.from.min(now);
    let post = |game| Post::ClockCorrected { match_id: MatchId(game), from, until: now, ahead };
    let correct =
        |(challenge, until)| Post::ChallengeCorrected { challenge: ChallengeId(challenge), until: Millis(until) };
    let posts: Vec<Post> = announced.into_iter().map(post).chain(challenged.into_iter().map(correct)).collect();
    posts::add(tx, &posts, None, now).await
}

/// Makes posts due that were planned by a wrong clock: now, or when the quiet hours of their player are over.
async fn replan_posts(
    tx: &mut Connection,
    first: Millis,
    outage: Option<Span>,
    now: Millis,
) -> Result<(), StorageError> {
    let rows: Vec<Row> = query(WAITING).bind(first.0).fetch_all(&mut *tx).await?;
    for row in &rows {
        let number = |name| row.get::<i64>(name);
        let (id, created_at, due_at) = (number("id")?, Millis(number("created_at")?), Millis(number("due_at")?));
        let is_planned_by_it = due_at >= first && (created_at >= first || number("attempts")? > 0 || outage.is_none());
        let mut due = due_at;
        if is_planned_by_it {
            // A post that cannot be read is dropped when it is due.
            let post: Option<Post> = serde_json::from_str(&row.get::<String>("post")?).ok();
            let waiting = post.filter(|post| post.not_before().is_some()).and_then(|post| post.person());
            due = match waiting {
                Some(person) => settings::preferences(tx, person).await?.after_quiet_hours(now).unwrap_or(now),
                None => now,
            };
        }
        let created_at = outage.map_or(created_at, |outage| corrected(created_at, outage, now));
        let update = query("UPDATE outbox SET due_at = $1, created_at = $2 WHERE id = $3");
        update.bind(due.0).bind(created_at.0).bind(id).execute(&mut *tx).await?;
    }
    Ok(())
}

async fn replan_digests(tx: &mut Connection, now: Millis) -> Result<(), StorageError> {
    let late = "SELECT subject FROM alarms WHERE kind = 'digest' AND due_at > $1";
    let late: Vec<i64> = query_as(late).bind(now.plus(DAY_MS).0).fetch_all(&mut *tx).await?;
    for subject in late {
        let person = PlayerId(external_id(subject));
        let next = settings::preferences(tx, person).await?.next_digest(now);
        checks::schedule_check(tx, checks::DIGEST, subject, next).await?;
    }
    Ok(())
}

async fn replan_boards_of_the_day(tx: &mut Connection, now: Millis) -> Result<(), StorageError> {
    let late = "SELECT subject FROM alarms WHERE kind = 'daily' AND due_at > $1";
    let late: Vec<i64> = query_as(late).bind(now.plus(DAY_MS).0).fetch_all(&mut *tx).await?;
    for subject in late {
        let channel = daily::channel_of(tx, subject).await?;
        let next = channel.filter(DailyChannel::is_on).and_then(|channel| channel.next(now));
        checks::schedule_check(tx, checks::DAILY, subject, next).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::db::SqlStorage;
    use tempfile::TempDir;

    #[tokio::test]
    async fn the_documentation_says_what_becomes_of_every_stored_time() {
        let folder = TempDir::new().expect("a folder");
        let store = SqlStorage::open_file(&folder.path().join("tablero.sqlite")).await.expect("a database");
        let columns: Vec<(String, String)> = sqlx::query_as(
            "SELECT tables.name, columns.name FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
             WHERE tables.type = 'table' AND columns.type = 'INTEGER'
                AND (columns.name IN ('at', 'since') OR columns.name LIKE '%\\_at' ESCAPE '\\'
                    OR columns.name LIKE '%\\_until' ESCAPE '\\')",
        )
        .fetch_all(&store.sqlite().readers)
        .await
        .expect("the columns");
        assert!(columns.len() > 30, "{columns:?}");
        let documented = include_str!("../../../docs/clocks.md");
        let missing: Vec<String> = columns
            .into_iter()
            .map(|(table, column)| format!("`{table}.{column}`"))
            .filter(|name| !documented.contains(name))
            .collect();
        assert!(missing.is_empty(), "docs/clocks.md does not name {missing:?}");
        store.close().await;
    }
}
