//! The picture: a row of stones for each heap.

use super::rules::{Move, Nim, Pick};
use tablero_games::render::frame::{Frame, Layout, WIDTH};
use tablero_games::render::scene::{Figure, Label, Point};
use tablero_games::render::{Draw, Scene, View};

const ROW: f32 = 120.0;

impl Draw for Nim {
    fn draw(&self, view: &View<'_, Nim>) -> Scene {
        let layout = Layout { board_height: 3.0 * ROW, ..Layout::default() };
        let mut frame = Frame::new(view.header, view.theme, layout);
        let (corner, theme) = (frame.board.corner, view.theme);
        let materials = [&theme.red, &theme.grey, &theme.black];
        let marked = |heap: u8| view.picked.contains(&Pick::Heap(heap)) || view.choices.contains(&Pick::Heap(heap));
        let hinted = view.suggestion.map(|m: Move| m.heap);
        for (heap, stones) in (0_u8..).zip(self.heaps) {
            let centre = corner.plus(0.0, ROW * (f32::from(heap) + 0.5));
            let name = Pick::Heap(heap).to_string();
            let colour = if view.spotlight.contains(&name) { theme.spot } else { theme.ink };
            frame.scene.draw("names", Label::new(centre.plus(60.0, 0.0), name, 40.0, colour));
            let (edge, width) = match () {
                () if hinted == Some(heap) => (theme.hint, 8.0),
                () if marked(heap) => (theme.choice, 8.0),
                () => (theme.line, 2.0),
            };
            for stone in 0..stones {
                let at: Point = centre.plus(160.0 + f32::from(stone) * (WIDTH - 200.0) / 7.0, 0.0);
                let stone = Figure::circle(at, 40.0).flat(materials[usize::from(heap)].edge);
                frame.scene.draw("stones", stone.outlined(edge, width));
            }
        }
        frame.scene
    }
}
