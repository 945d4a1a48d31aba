//! A sheet of small boards.

use super::frame::WIDTH;
use super::scene::{Anchor, Area, Figure, Inset, Item, Label, Point, Scene, TEXT_MIN};
use super::text::fit;
use super::theme::Theme;

/// The maximum number of boards on a sheet.
pub const BOARDS_MAX: usize = 12;
const MARGIN: f32 = 16.0;
const TITLE: f32 = 30.0;
const CAPTION: f32 = 26.0;
const CAPTION_HEIGHT: f32 = 42.0;

/// Draws the boards of these scenes without their frames, each above its caption; at most [`BOARDS_MAX`].
pub fn sheet(title: &str, boards: &[(Scene, String)], theme: &Theme) -> Scene {
    let boards = &boards[..boards.len().min(BOARDS_MAX)];
    let columns = match boards.len() {
        0..=4 => 2,
        _ => 3,
    };
    let width = (WIDTH - MARGIN * (columns as f32 + 1.0)) / columns as f32;
    let shape = boards.iter().map(|(scene, _)| scene.board.height / scene.board.width.max(1.0)).fold(0.0, f32::max);
    let (height, rows) = (width * shape, boards.len().div_ceil(columns));
    let title = fit(title, true, TITLE, WIDTH - 2.0 * MARGIN);
    let top = if title.is_empty() { MARGIN } else { MARGIN + 48.0 };
    let step = height + CAPTION_HEIGHT + MARGIN;
    let mut scene = Scene::new(WIDTH, top + step * rows as f32, theme);
    let label = Label::new(Point::new(MARGIN, MARGIN + 18.0), title, TITLE, theme.ink).bold();
    scene.draw("title", label.anchored(Anchor::Start));
    for (number, (board, caption)) in boards.iter().enumerate() {
        let (column, row) = (number % columns, number / columns);
        let area = Area::new(MARGIN + column as f32 * (width + MARGIN), top + row as f32 * step, width, height);
        let card = Area { height: height + CAPTION_HEIGHT, ..area };
        scene.draw("cards", Figure::rect(card, 8.0).flat(board.page).outlined(theme.line, 2.0));
        scene.draw("boards", Inset { scene: legible(board, area), part: board.board, area });
        let text = fit(caption, true, CAPTION, width - 12.0);
        let at = Point::new(area.centre().x, area.corner.y + height + CAPTION_HEIGHT / 2.0);
        scene.draw("captions", Label::new(at, text, CAPTION, theme.ink).bold());
    }
    scene
}

/// The scene without the labels that would be too small to read in this area: coordinates and most numbers.
fn legible(scene: &Scene, area: Area) -> Scene {
    let Area { width, height, .. } = scene.board;
    let scale = (area.width / width.max(1.0)).min(area.height / height.max(1.0));
    let mut scene = scene.clone();
    for part in &mut scene.parts {
        part.items.retain(|item| !matches!(item, Item::Label(label) if label.size * scale < TEXT_MIN));
    }
    scene.parts.retain(|part| !part.items.is_empty());
    scene
}
