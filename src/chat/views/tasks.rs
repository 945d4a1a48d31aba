//! What lessons and puzzles have in common: a board on which the reader looks for a move.

use super::picking::{PickIds, next_pick};
use super::picture_words::{described, example_header, facts};
use super::pictures::{PictureOptions, PictureRenderer};
use crate::catalog::AnyLine;
use crate::chat::text::Text;
use crate::chat::texts::label;
use crate::chat::view::{Attachment, BUTTONS_MAX, Button, View};
use crate::render::{AnimationOptions, DrawOptions, Header, Picture, RenderError, gif};
use crate::rules::Guide;

/// The board of a task.
pub(super) struct AskedBoard<'a> {
    /// The line that begins in its position.
    pub line: &'a dyn AnyLine,
    /// What its picture calls it.
    pub status: String,
    /// The name of the file with its picture.
    pub file: String,
}

impl AskedBoard<'_> {
    async fn picture(
        &self,
        pictures: &PictureRenderer,
        wanted: &PictureOptions,
        line: &dyn AnyLine,
        caption: &Text,
        draw: impl FnOnce(&dyn AnyLine, &Header) -> Result<Picture, RenderError> + Send + 'static,
    ) -> Vec<Attachment> {
        let language = wanted.language;
        let [other, own] = ["learn-opponent", "learn-you"].map(|key| label(language, key, &[]));
        let names = if self.line.seat().index() == 0 { [own, other] } else { [other, own] };
        let header = Header { names, status: self.status.clone(), ..example_header(language, line) };
        let alt = described(&header, Some(caption.plain()), facts(language, line));
        let line = line.copy();
        pictures.draw(self.file.clone(), alt, move || draw(&*line, &header)).await.into_iter().collect()
    }

    /// Asks for a move, with the picks so far. If no move begins with these picks, picking starts over.
    pub async fn asking(
        &self,
        pictures: &PictureRenderer,
        wanted: &PictureOptions,
        (heading, asked): (Text, Text),
        ids: &PickIds,
        picked: &[String],
        further: impl IntoIterator<Item = Button>,
    ) -> View {
        let next = next_pick(wanted.language, self.line, ids, wanted.turned, picked)
            .or_else(|| next_pick(wanted.language, self.line, ids, wanted.turned, &[]));
        let mut text = heading.then("\n").then(asked.clone());
        let (mut menus, mut buttons, mut picked) = (Vec::new(), Vec::new(), Vec::new());
        if let Some(next) = next {
            text.push_line(next.text);
            (menus, buttons, picked) = (next.menus, next.buttons, next.picked);
            buttons.extend(next.back);
        }
        buttons.extend(further);
        buttons.truncate(BUTTONS_MAX);
        let look = wanted.look();
        let draw = move |line: &dyn AnyLine, header: &Header| {
            line.draw_steps(header, &picked.iter().map(String::as_str).collect::<Vec<_>>(), &look)
        };
        let attachments = self.picture(pictures, wanted, self.line, &asked, draw).await;
        View { text, attachments, menus, buttons, ..View::default() }
    }

    /// The moves of a line that begins in the position, as an animation.
    pub async fn animation(
        &self,
        pictures: &PictureRenderer,
        wanted: &PictureOptions,
        played: &dyn AnyLine,
        caption: &Text,
    ) -> Vec<Attachment> {
        let look = wanted.look();
        let draw = move |line: &dyn AnyLine, header: &Header| {
            let plies: Vec<usize> = (0..=line.ply()).collect();
            gif(&line.scenes(header, &plies, &look), &AnimationOptions::default())
        };
        self.picture(pictures, wanted, played, caption, draw).await
    }

    /// The board after a move, with arrows and marks.
    pub async fn after(
        &self,
        pictures: &PictureRenderer,
        wanted: &PictureOptions,
        after: &dyn AnyLine,
        caption: &Text,
        guides: Vec<Guide>,
    ) -> Vec<Attachment> {
        let look = DrawOptions { guides, ..wanted.look() };
        self.picture(pictures, wanted, after, caption, move |line, header| line.draw(header, &look)).await
    }
}
