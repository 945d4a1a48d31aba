//! Invariants that can only be checked during the year, since later changes hide violations. They are checked on the
//! database rows, and violations are written to a file, so that they survive a kill.

use super::clocks::{CalendarRows, STEP_MS, control};
use super::year::DATABASE;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use std::error::Error;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The file of violations.
const VIOLATIONS_FILE: &str = "broken.txt";

/// The checker.
pub struct Checks {
    pool: SqlitePool,
    found: PathBuf,
}

impl Checks {
    /// Opens the checker on the database in this folder.
    pub async fn open(folder: &Path) -> Result<Checks, Box<dyn Error>> {
        let options = SqliteConnectOptions::new().filename(folder.join(DATABASE)).read_only(true);
        let pool = SqlitePoolOptions::new().idle_timeout(None).max_lifetime(None);
        Ok(Checks { pool: pool.connect_with(options).await?, found: folder.join(VIOLATIONS_FILE) })
    }

    fn report_violation(&self, what: &str) -> Result<(), Box<dyn Error>> {
        let mut file = OpenOptions::new().create(true).append(true).open(&self.found)?;
        Ok(writeln!(file, "{what}")?)
    }

    /// After a player's return, the scheduled checks are in time again: no running match in which it is the player's
    /// turn is checked only after the player's time has run out.
    pub async fn checks_are_in_time(&self, player: u64) -> Result<(), Box<dyn Error>> {
        let player = player.cast_signed();
        let rows: Vec<(i64, String, i64, i64, Option<i64>)> = sqlx::query_as(
            "SELECT id, pauses, since, IIF(player1 = $1, left1, left2),
                (SELECT due_at FROM alarms WHERE kind = 'match' AND subject = matches.id)
             FROM matches WHERE status = 'running' AND control != 'none'
                AND ((player1 = $1 AND turn = 1) OR (player2 = $1 AND turn = 2))",
        )
        .bind(player)
        .fetch_all(&self.pool)
        .await?;
        for (game, pauses, since, left, due) in rows {
            let calendar = CalendarRows::of(&self.pool, player).await?;
            let expires_at = calendar.expires_at(&pauses, since, left);
            let late = due.is_none_or(|due| due > expires_at + calendar.tolerance(since, expires_at));
            if late {
                self.report_violation(&format!(
                    "game {game}: the time of {player} is over at {expires_at}, looked at {due:?}"
                ))?;
            }
        }
        Ok(())
    }

    /// With days per move, both players have the full time again after a take-back.
    pub async fn days_are_full(&self, game: i64) -> Result<(), Box<dyn Error>> {
        let row: (String, i64, i64) = sqlx::query_as("SELECT control, left1, left2 FROM matches WHERE id = $1")
            .bind(game)
            .fetch_one(&self.pool)
            .await?;
        let (word, left1, left2) = row;
        let days = control(&word).filter(|_| word.ends_with('d'));
        if days.is_some_and(|(days, ..)| (left1, left2) != (days, days)) {
            let hours = [left1, left2].map(|left| left / (60 * STEP_MS));
            self.report_violation(&format!("game {game}: after a take-back {hours:?} hours are left of {word}"))?;
        }
        Ok(())
    }
}

/// Returns the violations found.
pub fn found(folder: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join(VIOLATIONS_FILE)).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}
