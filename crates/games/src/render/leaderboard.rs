//! Standings as a picture, with a row for each player.

use super::frame::WIDTH;
use super::scene::{Anchor, Area, Figure, Label, Point, Scene};
use super::text::fit;
use super::theme::Theme;

/// The maximum number of rows; if there are more, the last line is an ellipsis.
pub const ROWS_MAX: usize = 25;
/// The maximum number of columns that fit.
const COLUMNS_MAX: usize = 6;
const MARGIN: f32 = 16.0;
const ROW: f32 = 50.0;
const TITLE: f32 = 30.0;
const TEXT: f32 = 26.0;
const HEAD: f32 = 25.0;
/// Horizontal positions: the right end of the rank, the left end of the name.
const RANK_END: f32 = 74.0;
const NAME: f32 = 92.0;
/// The width of a column of numbers.
const COLUMN: f32 = 96.0;

/// A table of players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leaderboard {
    /// The title; may be empty.
    pub title: String,
    /// The headings of the columns after the name; at most six.
    pub columns: Vec<String>,
    /// The players, best first; at most [`ROWS_MAX`] are drawn.
    pub rows: Vec<LeaderboardEntry>,
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeaderboardEntry {
    /// The rank, or empty.
    pub rank: String,
    /// The player's name.
    pub name: String,
    /// The column values.
    pub cells: Vec<String>,
    /// Whether the row is the reader's own and is highlighted.
    pub own: bool,
}

/// Draws the table.
pub fn standings(standings: &Leaderboard, theme: &Theme) -> Scene {
    let columns = standings.columns.len().min(COLUMNS_MAX);
    let more = standings.rows.len() > ROWS_MAX;
    let rows = standings.rows.len().min(ROWS_MAX) + usize::from(more);
    let top = if standings.title.is_empty() { MARGIN } else { MARGIN + 48.0 };
    let height = top + ROW * (rows as f32 + 1.0) + MARGIN;
    let mut scene = Scene::new(WIDTH, height, theme);
    let title = fit(&standings.title, true, TITLE, WIDTH - 2.0 * MARGIN);
    let label = Label::new(Point::new(MARGIN, MARGIN + 18.0), title, TITLE, theme.ink).bold();
    scene.draw("title", label.anchored(Anchor::Start));
    let card = Area::new(MARGIN, top, WIDTH - 2.0 * MARGIN, ROW * (rows as f32 + 1.0));
    scene.draw("ground", Figure::rect(card, 12.0).flat(theme.card).outlined(theme.line, 2.0));
    // The right ends of the columns.
    let end = |column: usize| WIDTH - MARGIN - 22.0 - (columns - 1 - column) as f32 * COLUMN;
    for (column, text) in standings.columns.iter().take(columns).enumerate() {
        let text = fit(text, false, HEAD, COLUMN - 8.0);
        let label = Label::new(Point::new(end(column), top + ROW / 2.0), text, HEAD, theme.muted);
        scene.draw("head", label.anchored(Anchor::End));
    }
    let name_width = WIDTH - MARGIN - 22.0 - columns as f32 * COLUMN - NAME - 8.0;
    for (number, row) in standings.rows.iter().take(ROWS_MAX).enumerate() {
        let middle = top + ROW * (number as f32 + 1.5);
        let line = vec![Point::new(MARGIN, middle - ROW / 2.0), Point::new(WIDTH - MARGIN, middle - ROW / 2.0)];
        scene.draw("rows", Figure::line(line).outlined(theme.line, 1.5));
        if row.own {
            let bar = Area::new(MARGIN + 6.0, middle - ROW / 2.0 + 7.0, 7.0, ROW - 14.0);
            scene.draw("rows", Figure::rect(bar, 3.0).flat(theme.active));
        }
        let mut write = |x, text: &str, width, bold, anchor| {
            let text = fit(text, bold, TEXT, width);
            let mut label = Label::new(Point::new(x, middle), text, TEXT, theme.ink);
            label.bold = bold;
            scene.draw("rows", label.anchored(anchor));
        };
        write(RANK_END, &row.rank, 50.0, number < 3, Anchor::End);
        write(NAME, &row.name, name_width, row.own, Anchor::Start);
        for (column, cell) in row.cells.iter().take(columns).enumerate() {
            write(end(column), cell, COLUMN - 8.0, column == 0, Anchor::End);
        }
    }
    if more {
        let at = Point::new(NAME, top + ROW * (ROWS_MAX as f32 + 1.5));
        scene.draw("rows", Label::new(at, "…", TEXT, theme.muted).anchored(Anchor::Start));
    }
    scene
}
