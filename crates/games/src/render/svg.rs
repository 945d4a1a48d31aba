//! Serialises a scene as SVG.

use super::avatar::Avatar;
use super::colour::Colour;
use super::fonts::{CAPITAL, FAMILY, Face, OUTLINE};
use super::scene::{Anchor, Figure, Inset, Item, Label, Paint, Part, Point, Scene, Shape, Stamp};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// The scene as an SVG document that depends only on the font.
pub fn svg(scene: &Scene) -> String {
    let Scene { width, height, page, parts, .. } = scene;
    document([*width, *height], parts.iter().flat_map(|part| &part.items), |writer| {
        writeln!(writer.text, r#"<rect width="{width}" height="{height}" fill="{page}"/>"#)?;
        writer.parts(parts)
    })
}

/// An item as a document of this width and height, without a background.
pub(super) fn item_document([width, height]: [u32; 2], item: &Item) -> String {
    document([width, height], [item], |writer| writer.item(item))
}

/// A document with the definitions that these items need, followed by the given body.
fn document<'a>(
    [width, height]: [u32; 2],
    items: impl IntoIterator<Item = &'a Item>,
    content: impl FnOnce(&mut Writer<'a>) -> fmt::Result,
) -> String {
    let mut writer = Writer { text: String::new(), paints: Vec::new(), stamps: Vec::new() };
    let written: fmt::Result = (|| {
        write!(
            writer.text,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="{FAMILY}">"#
        )?;
        writer.text.push_str("<defs>\n");
        items.into_iter().try_for_each(|item| writer.definitions(item))?;
        writer.text.push_str("</defs>\n");
        content(&mut writer)?;
        writer.text.push_str("</svg>\n");
        Ok(())
    })();
    written.expect("writing to a string does not fail");
    writer.text
}

struct Writer<'a> {
    text: String,
    /// The paints that need a definition; the index is the number in the definition's id.
    paints: Vec<Paint>,
    /// The shared drawings, numbered in the same way.
    stamps: Vec<&'a [Figure]>,
}

impl<'a> Writer<'a> {
    fn parts(&mut self, parts: &[Part]) -> fmt::Result {
        for part in parts {
            writeln!(self.text, r#"<g class="{}">"#, part.name)?;
            part.items.iter().try_for_each(|item| self.item(item))?;
            self.text.push_str("</g>\n");
        }
        Ok(())
    }

    fn item(&mut self, item: &Item) -> fmt::Result {
        match item {
            Item::Figure(figure) => self.figure(figure),
            Item::Label(label) => self.label(label),
            Item::Stamp(stamp) => self.stamp(stamp),
            Item::Inset(inset) => self.inset(inset),
            Item::Avatar(avatar, corner) => self.avatar(avatar, *corner),
        }
    }

    fn stamp(&mut self, stamp: &Stamp) -> fmt::Result {
        let Some(number) = self.stamps.iter().position(|known| *known == stamp.figures) else { return Ok(()) };
        writeln!(self.text, r##"<use href="#s{number}" x="{}" y="{}"/>"##, Num(stamp.at.x), Num(stamp.at.y))
    }

    fn inset(&mut self, inset: &Inset) -> fmt::Result {
        let Inset { scene, part, area } = inset;
        let [x, y, width, height] = [area.corner.x, area.corner.y, area.width, area.height].map(Num);
        let [left, top, across, down] = [part.corner.x, part.corner.y, part.width, part.height].map(Num);
        writeln!(
            self.text,
            r#"<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{left} {top} {across} {down}">"#
        )?;
        self.parts(&scene.parts)?;
        self.text.push_str("</svg>\n");
        Ok(())
    }

    /// Writes an avatar as one path per colour, so that readers of the SVG need not decode an embedded image.
    fn avatar(&mut self, avatar: &Avatar, corner: Point) -> fmt::Result {
        let mut paths: BTreeMap<[u8; 4], String> = BTreeMap::new();
        for (column, row, length, colour) in avatar.runs() {
            write!(paths.entry(colour).or_default(), "M{column} {row}h{length}v1h-{length}z")?;
        }
        let (x, y) = (Num(corner.x), Num(corner.y));
        writeln!(self.text, r#"<g transform="translate({x} {y})" shape-rendering="crispEdges">"#)?;
        for ([red, green, blue, _], path) in paths {
            writeln!(self.text, r#"<path fill="{}" d="{path}"/>"#, Colour(red, green, blue))?;
        }
        self.text.push_str("</g>\n");
        Ok(())
    }

    /// Writes the gradients and the shared drawings that an item needs, each once.
    fn definitions(&mut self, item: &'a Item) -> fmt::Result {
        match item {
            Item::Label(_) | Item::Avatar(..) => Ok(()),
            Item::Figure(figure) => self.gradients(figure),
            Item::Stamp(Stamp { figures, .. }) if self.stamps.contains(&&figures[..]) => Ok(()),
            Item::Stamp(Stamp { figures, .. }) => {
                figures.iter().try_for_each(|figure| self.gradients(figure))?;
                writeln!(self.text, r#"<g id="s{}">"#, self.stamps.len())?;
                figures.iter().try_for_each(|figure| self.figure(figure))?;
                self.text.push_str("</g>\n");
                self.stamps.push(figures);
                Ok(())
            }
            Item::Inset(inset) => {
                inset.scene.parts.iter().flat_map(|part| &part.items).try_for_each(|item| self.definitions(item))
            }
        }
    }

    fn gradients(&mut self, figure: &Figure) -> fmt::Result {
        for paint in [figure.fill, figure.stroke.map(|stroke| stroke.paint)].into_iter().flatten() {
            if matches!(paint, Paint::Flat(_)) || self.paints.contains(&paint) {
                continue;
            }
            let number = self.paints.len();
            match paint {
                Paint::Flat(_) => {}
                Paint::Ball([light, base, dark]) => writeln!(
                    self.text,
                    r#"<radialGradient id="p{number}" cx="0.36" cy="0.3" r="0.72"><stop stop-color="{light}"/><stop offset="0.45" stop-color="{base}"/><stop offset="1" stop-color="{dark}"/></radialGradient>"#
                )?,
                Paint::Slope([top, bottom]) => writeln!(
                    self.text,
                    r#"<linearGradient id="p{number}" x1="0.25" y1="0" x2="0.75" y2="1"><stop stop-color="{top}"/><stop offset="1" stop-color="{bottom}"/></linearGradient>"#
                )?,
            }
            self.paints.push(paint);
        }
        Ok(())
    }

    fn paint(&mut self, name: &str, paint: Paint) -> fmt::Result {
        match (paint, self.paints.iter().position(|known| *known == paint)) {
            (Paint::Flat(colour), _) => write!(self.text, r#" {name}="{colour}""#),
            (_, Some(number)) => write!(self.text, r#" {name}="url(#p{number})""#),
            (_, None) => Ok(()),
        }
    }

    fn figure(&mut self, figure: &Figure) -> fmt::Result {
        match &figure.shape {
            Shape::Circle { centre, radius } => {
                write!(self.text, r#"<circle cx="{}" cy="{}" r="{}""#, Num(centre.x), Num(centre.y), Num(*radius))?;
            }
            Shape::Rect { area, radius } => write!(
                self.text,
                r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{}""#,
                Num(area.corner.x),
                Num(area.corner.y),
                Num(area.width),
                Num(area.height),
                Num(*radius)
            )?,
            Shape::Line { points, closed } => {
                self.text.push_str(if *closed { r#"<polygon points=""# } else { r#"<polyline points=""# });
                for point in points {
                    write!(self.text, "{},{} ", Num(point.x), Num(point.y))?;
                }
                self.text.truncate(self.text.trim_end().len());
                self.text.push_str(r#"" stroke-linejoin="round" stroke-linecap="round""#);
            }
            Shape::Path { data, area } => {
                let (x, y) = (Num(area.corner.x), Num(area.corner.y));
                let (across, down) = (Num(area.width / 100.0), Num(area.height / 100.0));
                write!(
                    self.text,
                    r#"<path d="{data}" stroke-linejoin="round" stroke-linecap="round" transform="translate({x} {y}) scale({across} {down})""#
                )?;
            }
        }
        match figure.fill {
            Some(paint) => self.paint("fill", paint)?,
            None => self.text.push_str(r#" fill="none""#),
        }
        if let Some(stroke) = figure.stroke {
            self.paint("stroke", stroke.paint)?;
            write!(self.text, r#" stroke-width="{}""#, Num(stroke.width))?;
            if let Some([dash, gap]) = stroke.dashes {
                write!(self.text, r#" stroke-dasharray="{} {}""#, Num(dash), Num(gap))?;
            }
        }
        // The opacity of a whole element would require a separate layer, which is slower.
        if figure.opacity < 1.0 {
            let opacity = Num(figure.opacity);
            write!(self.text, r#" fill-opacity="{opacity}" stroke-opacity="{opacity}""#)?;
        }
        self.text.push_str("/>\n");
        Ok(())
    }

    /// Writes a short text as the outlines of its letters.
    fn outlines(&mut self, label: &Label, face: &Face, base: f32) -> fmt::Result {
        let part = match label.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => 0.5,
            Anchor::End => 1.0,
        };
        let left = label.at.x - face.width(&label.text, label.size) * part;
        let scale = label.size / OUTLINE;
        write!(self.text, r#"<g aria-label="{}" fill="{}""#, label.text, label.colour)?;
        if label.opacity < 1.0 {
            write!(self.text, r#" fill-opacity="{}""#, Num(label.opacity))?;
        }
        writeln!(self.text, r#" transform="translate({} {}) scale({scale} -{scale})">"#, Num(left), Num(base))?;
        for (at, c) in label.text.char_indices() {
            let across = face.width(&label.text[..at], OUTLINE);
            let outline = face.outline(c).unwrap_or_default();
            writeln!(self.text, r#"<path d="{outline}" transform="translate({})"/>"#, Num(across))?;
        }
        self.text.push_str("</g>\n");
        Ok(())
    }

    fn label(&mut self, label: &Label) -> fmt::Result {
        let base = label.at.y + label.size * CAPITAL / 2.0;
        let face = Face::get(label.bold);
        if label.text.len() <= OUTLINED_BYTES_MAX && label.text.chars().all(|c| face.outline(c).is_some()) {
            return self.outlines(label, face, base);
        }
        write!(
            self.text,
            r#"<text x="{}" y="{}" font-size="{}" fill="{}""#,
            Num(label.at.x),
            Num(base),
            Num(label.size),
            label.colour
        )?;
        if label.bold {
            self.text.push_str(r#" font-weight="bold""#);
        }
        match label.anchor {
            Anchor::Start => {}
            Anchor::Middle => self.text.push_str(r#" text-anchor="middle""#),
            Anchor::End => self.text.push_str(r#" text-anchor="end""#),
        }
        if label.opacity < 1.0 {
            write!(self.text, r#" fill-opacity="{}""#, Num(label.opacity))?;
        }
        self.text.push('>');
        escape(&mut self.text, &label.text);
        self.text.push_str("</text>\n");
        Ok(())
    }
}

/// The maximum length in bytes of texts written as outlines, if all are cached. In longer ones, such as names, the
/// font's kerning applies.
const OUTLINED_BYTES_MAX: usize = 4;

/// Writes escaped text. Characters that XML does not allow are dropped, as even an escape would make the document
/// invalid.
fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
}

/// A number with at most two decimals, so that a scene has one text on every machine.
struct Num(f32);

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero turns the negative zero into the positive one.
        write!(f, "{}", (f64::from(self.0) * 100.0).round() / 100.0 + 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_text_is_only_text() {
        let numbers: Vec<String> = [1.0, -0.001, 2.345, 1e6].map(|number| Num(number).to_string()).into();
        assert_eq!(numbers, ["1", "0", "2.35", "1000000"]);
        let mut text = String::new();
        escape(&mut text, "<a href='x'>\"&\u{0}\u{ffff}");
        assert_eq!(text, "&lt;a href=&apos;x&apos;&gt;&quot;&amp;");
    }
}
