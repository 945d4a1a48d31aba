//! Laws that only show while the year goes on, as later changes hide what broke them. They are asked from the rows, and
//! what they find is kept in a file, so that it outlives a kill.

use super::clocks::{LOOK_MS, Rows, control};
use super::year::DATABASE;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use std::error::Error;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The file of what was found.
const FOUND: &str = "broken.txt";

/// What looks.
pub struct Checks {
    pool: SqlitePool,
    found: PathBuf,
}

impl Checks {
    /// For the year in this folder, whose database is there.
    pub async fn open(folder: &Path) -> Result<Checks, Box<dyn Error>> {
        let options = SqliteConnectOptions::new().filename(folder.join(DATABASE)).read_only(true);
        Ok(Checks { pool: SqlitePool::connect_with(options).await?, found: folder.join(FOUND) })
    }

    fn break_law(&self, what: &str) -> Result<(), Box<dyn Error>> {
        let mut file = OpenOptions::new().create(true).append(true).open(&self.found)?;
        Ok(writeln!(file, "{what}")?)
    }

    /// Whoever has come back is watched again: no running match in which they have the turn will be looked at only after
    /// their time is over.
    pub async fn alarms_are_in_time(&self, player: u64) -> Result<(), Box<dyn Error>> {
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
            let calendar = Rows::of(&self.pool, player).await?;
            let over = calendar.over(&pauses, since, left);
            let late = due.is_none_or(|due| due > over + calendar.about(since, over));
            if late {
                self.break_law(&format!("game {game}: the time of {player} is over at {over}, looked at {due:?}"))?;
            }
        }
        Ok(())
    }

    /// Where there are days for each move, whoever goes back has all of them again.
    pub async fn days_are_whole(&self, game: i64) -> Result<(), Box<dyn Error>> {
        let row: (String, i64, i64) = sqlx::query_as("SELECT control, left1, left2 FROM matches WHERE id = $1")
            .bind(game)
            .fetch_one(&self.pool)
            .await?;
        let (word, left1, left2) = row;
        let days = control(&word).filter(|_| word.ends_with('d'));
        if days.is_some_and(|(days, ..)| (left1, left2) != (days, days)) {
            let hours = [left1, left2].map(|left| left / (60 * LOOK_MS));
            self.break_law(&format!("game {game}: after a take-back {hours:?} hours are left of {word}"))?;
        }
        Ok(())
    }
}

/// What was found.
pub fn found(folder: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join(FOUND)).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}
