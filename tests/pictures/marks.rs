//! What pictures mark: exactly what can be picked now, the last move, captures that must be made, stacks that cannot
//! move, and a white knight on a light square.

use crate::cases::{looked_at, picking, picking_in, play, starting};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use tablero::catalog::Catalog;
use tablero::render::colour::{Colour, contrast, difference};
use tablero::render::raster::rasterize;
use tablero::render::scene::{Figure, Item, Label, Paint, Point, Shape, Stamp};
use tablero::render::{Draw, DrawOptions, Header, Scene, Theme, View, png};
use tablero::rules::Guide;
use tablero::rules::barrier::Barrier;
use tablero::rules::dvonn::Dvonn;
use tablero::rules::steps::choices;
use tablero::rules::zertz::Zertz;
use tablero::rules::zertz::board::name;

const OPENING: &str = "Wd4,a1 Bd6,a2";
const MUST_CAPTURE: &str = "Ge2,g7 Bc1,f3 Wd1,b1 Wb4,b5 Wd5,g4 Wf4,f7 Bd2,a3";
const DVONN: &str = "start=random deal=7";
/// Ends with a move that cuts stacks off. Some of the mover's remaining stacks are surrounded.
const LOSING: (&str, &str) = ("start=random deal=25", "d1e2 f5f4 g5g4 e4f4 d3d2 h5i5 d2f4");

fn items<'a>(scene: &'a Scene, part: &'a str) -> impl Iterator<Item = &'a Item> {
    scene.parts.iter().filter(move |known| known.name == part).flat_map(|part| &part.items)
}

fn figures<'a>(scene: &'a Scene, part: &'a str) -> impl Iterator<Item = &'a Figure> {
    items(scene, part).filter_map(|item| if let Item::Figure(figure) = item { Some(figure) } else { None })
}

fn labels<'a>(scene: &'a Scene, part: &'a str) -> impl Iterator<Item = &'a Label> {
    items(scene, part).filter_map(|item| if let Item::Label(label) = item { Some(label) } else { None })
}

fn stamps<'a>(scene: &'a Scene, part: &'a str) -> impl Iterator<Item = &'a Stamp> {
    items(scene, part).filter_map(|item| if let Item::Stamp(stamp) = item { Some(stamp) } else { None })
}

fn distance(one: Point, other: Point) -> f32 {
    (one.x - other.x).hypot(one.y - other.y)
}

/// The names of the cells around which these figures have circles.
fn circled<'a>(scene: &'a Scene, figures: impl Iterator<Item = &'a Figure>) -> BTreeSet<String> {
    let centres = figures.filter_map(|figure| match figure.shape {
        Shape::Circle { centre, .. } => Some(centre),
        _ => None,
    });
    let name = |at: Point| {
        let found = labels(scene, "names").find(|label| distance(label.at, at) < 1.0);
        found.unwrap_or_else(|| panic!("a mark at {at:?} is on no cell")).text.clone()
    };
    centres.map(name).collect()
}

fn has_colour(figure: &Figure, colour: Colour) -> bool {
    let paints = [figure.fill, figure.stroke.map(|stroke| stroke.paint)];
    paints.into_iter().flatten().any(|paint| paint == Paint::Flat(colour))
}

#[test]
fn what_can_be_picked_is_marked_and_nothing_else() {
    for (moves, picked) in [
        (OPENING, &[][..]),
        (OPENING, &["G"]),
        (OPENING, &["G", "f5"]),
        (OPENING, &["G", "f5", "g7"]),
        (MUST_CAPTURE, &[]),
        (MUST_CAPTURE, &["c1"]),
    ] {
        let scene = picking::<Zertz>("", moves, picked);
        let mut line = Catalog::standard().game("zertz").expect("the game").start("").expect("the setup");
        line.play_all(&moves.split_whitespace().collect::<Vec<_>>()).expect("legal moves");
        let possible = line.choices(picked).picks;
        let (marbles, rings): (Vec<String>, Vec<String>) = possible.into_iter().partition(|pick| pick.len() == 1);
        let rings: BTreeSet<String> = rings.into_iter().collect();
        assert_eq!(circled(&scene, figures(&scene, "choices")), rings, "{moves}: {picked:?}");
        let frames = figures(&scene, "choices").filter(|figure| matches!(figure.shape, Shape::Rect { .. })).count();
        assert_eq!(frames, 2 * marbles.len(), "{moves}: {picked:?}: the pool marks {marbles:?}");
        // Nothing but the choices has the colour of choices or of removals, except the cross on a ring that was picked.
        for part in scene.parts.iter().filter(|part| part.name != "choices" && picked.len() < 3) {
            for figure in figures(&scene, part.name) {
                let Theme { choice, loss, .. } = *Theme::light();
                assert!(!has_colour(figure, choice) && !has_colour(figure, loss), "{picked:?}: {}", part.name);
            }
        }
    }
}

#[test]
fn the_last_move_stays_marked_while_the_next_is_picked() {
    let last = Theme::light().last;
    for (moves, picked, ring) in [
        (OPENING, &[][..], "d6"),
        (OPENING, &["G"], "d6"),
        (OPENING, &["G", "f5"], "d6"),
        (MUST_CAPTURE, &["c1"], "d2"),
    ] {
        let scene = picking::<Zertz>("", moves, picked);
        let marks = figures(&scene, "marks").filter(|figure| has_colour(figure, last));
        assert_eq!(circled(&scene, marks), BTreeSet::from([ring.to_owned()]), "{moves}: {picked:?}");
        assert!(
            figures(&scene, "rings").any(|figure| has_colour(figure, last)),
            "{moves}: the removed ring, {picked:?}"
        );
    }
    for scene in [
        picking::<Dvonn>(DVONN, "e1f2 g1h2", &[]),
        picking::<Dvonn>(DVONN, "e1f2 g1h2", &["b1"]),
        picking::<Barrier>("", "d4 g7 d4d5f5 g7g5h5", &[]),
        picking::<Barrier>("", "d4 g7 d4d5f5 g7g5h5", &["e3"]),
    ] {
        assert!(figures(&scene, "marks").any(|figure| has_colour(figure, last)), "{:?}", scene.parts);
    }
}

/// A choice on the cell of the last move does not cover its mark.
#[test]
fn the_last_move_is_visible_under_a_choice() {
    let theme = Theme::light();
    let seen = |scene: &Scene, at: Point, reach: f32| {
        let pixels = rasterize(scene, 1.0).expect("pixels");
        let close = |number: usize| {
            let (x, y) = (number as f32 % scene.width as f32, (number as u32 / scene.width) as f32);
            (x - at.x).hypot(y - at.y) < reach
        };
        let last = |pixel: &PremultipliedColorU8| Colour(pixel.red(), pixel.green(), pixel.blue()) == theme.last;
        (0..).zip(pixels.pixels()).filter(|(number, pixel)| close(*number) && last(pixel)).count()
    };
    // The marble that was placed can jump.
    let scene = picking::<Zertz>("", "Bd6,a2 Bd2,a1 Bd4,g7 Wd3,g4", &[]);
    let centre = labels(&scene, "names").find(|label| label.text == "d3").expect("the ring").at;
    assert!(seen(&scene, centre, 60.0) > 300, "{} pixels", seen(&scene, centre, 60.0));
    // The stack that was moved can be moved onto.
    let moves = ["e1f2", "g1h2", "b1c2", "a3b4", "h5i5", "a2b3", "g2h3", "c1d1", "j2k3", "j3k4"];
    let mut line = Catalog::standard().game("dvonn").expect("the game").start(DVONN).expect("the setup");
    let found = (1..=moves.len()).find_map(|ply| {
        line.play(moves[ply - 1]).expect("a legal move");
        let target = moves[ply - 1][2..].to_owned();
        let starts = line.choices(&[]).picks;
        let start = starts.into_iter().find(|start| line.choices(&[start]).picks.contains(&target))?;
        Some((moves[..ply].join(" "), start))
    });
    let (moves, start) = found.expect("some stack can be moved onto the one moved last");
    let scene = picking::<Dvonn>(DVONN, &moves, &[&start]);
    let solid = |figure: &&Figure| figure.stroke.is_some_and(|stroke| stroke.dashes.is_none());
    let centre = figures(&scene, "marks").filter(solid).find_map(|figure| match figure.shape {
        Shape::Circle { centre, .. } if has_colour(figure, theme.last) => Some(centre),
        _ => None,
    });
    let centre = centre.expect("the last move is marked");
    assert!(seen(&scene, centre, 48.0) > 300, "{} pixels", seen(&scene, centre, 48.0));
}

/// The picture that the program makes has the same marks as the scenes above.
#[test]
fn the_catalogue_draws_steps_with_the_last_move() {
    let mut line = Catalog::standard().game("zertz").expect("the game").start("").expect("the setup");
    line.play_all(&OPENING.split_whitespace().collect::<Vec<_>>()).expect("legal moves");
    let (header, theme) = (Header::default(), Theme::light());
    let (position, last, _) = play::<Zertz>("", OPENING, 0);
    let last = last.as_ref().map(|(before, m)| (before, *m));
    let next = choices(&position, &[]).picks;
    let scene = position.draw(&View { last, choices: &next, ..View::plain(&header, theme) });
    let drawn = line.draw_steps(&header, &[], &DrawOptions::default()).expect("a picture");
    assert!(drawn == png(&scene).expect("a picture"), "the pictures differ");
}

#[test]
fn a_compulsory_capture_is_marked() {
    let (position, ..) = play::<Zertz>("", MUST_CAPTURE, 0);
    let mut starts = BTreeSet::new();
    let _ = position.visit_captures(&mut |chain| {
        starts.insert(name(chain.start()).to_string());
        ControlFlow::<()>::Continue(())
    });
    assert!(starts.len() > 1, "{starts:?}");
    let plies = MUST_CAPTURE.split_whitespace().count();
    let drawn = |moves: &str, options: &DrawOptions| {
        looked_at("zertz", "", moves, &[moves.split_whitespace().count()], options).pop().expect("a scene")
    };
    for theme in Theme::NAMES {
        let scene = drawn(MUST_CAPTURE, &DrawOptions::in_theme(theme));
        assert_eq!(circled(&scene, figures(&scene, "compulsory")), starts, "{theme}");
        let arrows = figures(&scene, "compulsory").filter(|figure| matches!(figure.shape, Shape::Line { .. })).count();
        assert!(arrows >= 4 * starts.len(), "{theme}: {arrows} figures of arrows");
    }
    let suggested = DrawOptions { suggestion: Some("c1xe3xg5".to_owned()), ..DrawOptions::default() };
    let before = looked_at("zertz", "", MUST_CAPTURE, &[plies - 1], &DrawOptions::default()).pop().expect("a scene");
    for (scene, why) in [
        (drawn(OPENING, &DrawOptions::default()), "no capture is possible"),
        (before, "no capture is possible a move earlier"),
        (drawn(MUST_CAPTURE, &suggested), "a suggestion is one of them"),
        (picking::<Zertz>("", MUST_CAPTURE, &[]), "they are choices"),
    ] {
        assert_eq!(figures(&scene, "compulsory").count(), 0, "{why}");
    }
}

/// The mean colour within this distance of a point.
fn mean(pixels: &Pixmap, at: Point, reach: f32) -> Colour {
    let (mut sum, mut count) = ([0u32; 3], 0);
    for (number, pixel) in (0..).zip(pixels.pixels()) {
        let (x, y) = ((number % pixels.width()) as f32, (number / pixels.width()) as f32);
        if (x + 0.5 - at.x).hypot(y + 0.5 - at.y) < reach {
            sum =
                [sum[0] + u32::from(pixel.red()), sum[1] + u32::from(pixel.green()), sum[2] + u32::from(pixel.blue())];
            count += 1;
        }
    }
    let [red, green, blue] = sum.map(|sum| (sum / count.max(1)) as u8);
    Colour(red, green, blue)
}

/// ΔE*ab of the mean colours of whole pieces; 2.3 is the smallest difference visible side by side.
const LOOKS_APART: f32 = 12.0;

#[test]
fn a_stack_that_cannot_move_looks_unlike_one_that_was_lost() {
    for name in Theme::NAMES {
        let theme = Theme::named(name).expect("a theme");
        let scene = picking_in::<Dvonn>(theme, LOSING.0, LOSING.1, &[]);
        let pixels = rasterize(&scene, 1.0).expect("pixels");
        // A badge is the only filled circle of its part, at the lower right of its stack.
        let badges: Vec<Point> = figures(&scene, "blocked")
            .filter_map(|figure| match figure.shape {
                Shape::Circle { centre, .. } => Some(centre),
                _ => None,
            })
            .collect();
        let blocked: Vec<Point> = stamps(&scene, "stacks")
            .map(|stamp| stamp.at)
            .filter(|at| badges.iter().any(|badge| distance(*badge, *at) < 36.0))
            .collect();
        let ghosts: Vec<Point> = figures(&scene, "ghosts")
            .filter_map(|figure| match figure.shape {
                Shape::Circle { centre, .. } => Some(centre),
                _ => None,
            })
            .collect();
        assert!(badges.len() > 1 && blocked.len() >= badges.len() && ghosts.len() > 9, "{name}: {badges:?} {ghosts:?}");
        for ghost in &ghosts {
            let lost = mean(&pixels, *ghost, 24.0);
            // A lost piece has no body: the space shows through it.
            assert!(difference(lost, theme.hollow.base) < 25.0, "{name}: {lost} at {ghost:?}");
            for at in &blocked {
                let body = mean(&pixels, *at, 24.0);
                let apart = difference(lost, body);
                assert!(apart > LOOKS_APART, "{name}: {body} at {at:?} and {lost} at {ghost:?} differ by {apart}");
            }
        }
    }
}

#[test]
fn each_piece_of_a_stack_has_an_edge() {
    for name in Theme::NAMES {
        let theme = Theme::named(name).expect("a theme");
        let (position, ..) = play::<Dvonn>(DVONN, "", 34);
        let header = Header::default();
        let scene = position.draw(&View::plain(&header, theme));
        let stacks: Vec<_> = position.occupied().filter_map(|space| position.stack(space)).collect();
        assert!(
            stacks.iter().any(|stack| stack.height > 3)
                && stacks.iter().any(|stack| stack.height > 1 && stack.reds > 0)
        );
        let discs = |stamp: &Stamp, inner: &dyn Fn(&Figure) -> bool| {
            let piece = |figure: &&Figure| matches!(figure.shape, Shape::Circle { radius, .. } if radius > 30.0);
            stamp.figures.iter().filter(piece).filter(|figure| figure.fill.is_some() && inner(figure)).count()
        };
        let mut drawn: Vec<usize> = stamps(&scene, "stacks").map(|stamp| discs(stamp, &|_| true)).collect();
        let mut real: Vec<usize> = stacks.iter().map(|stack| stack.height.min(7) as usize).collect();
        drawn.sort_unstable();
        real.sort_unstable();
        assert_eq!(drawn, real, "{name}");
        let red = |figure: &Figure| figure.fill == Some(Paint::Flat(theme.red.base));
        let reds: usize = stamps(&scene, "stacks").map(|stamp| discs(stamp, &red)).sum();
        assert_eq!(
            reds as u32,
            stacks.iter().map(|stack| stack.reds.min(stack.height)).sum::<u32>(),
            "{name}: red pieces"
        );
        for figure in
            stamps(&scene, "stacks").filter(|stamp| discs(stamp, &|_| true) > 1).flat_map(|stamp| &stamp.figures)
        {
            let (Shape::Circle { radius, .. }, Some(Paint::Flat(fill)), Some(stroke)) =
                (&figure.shape, figure.fill, figure.stroke)
            else {
                continue;
            };
            let Paint::Flat(line) = stroke.paint else { panic!("{name}: {stroke:?}") };
            assert!(*radius < 30.0 || contrast(line, fill) > 2.0, "{name}: {line} between pieces in {fill}");
        }
        let heights: BTreeSet<String> = labels(&scene, "heights").map(|label| label.text.clone()).collect();
        let tall = stacks.iter().filter(|stack| stack.height > 1).map(|stack| stack.height.to_string());
        assert_eq!(heights, tall.collect(), "{name}");
    }
}

/// On an empty board every space has its name, and the letters and numbers around it are in line with their columns and
/// rows.
#[test]
fn coordinates_are_in_line_with_the_names_of_spaces() {
    let scene = starting::<Dvonn>();
    let names: Vec<&Label> = labels(&scene, "names").collect();
    assert_eq!(names.len(), 49);
    for label in labels(&scene, "coordinates") {
        let line: Vec<Point> =
            names.iter().filter(|name| name.text.contains(&label.text)).map(|name| name.at).collect();
        let [first, .., last] = line[..] else { panic!("{label:?}") };
        let length = distance(first, last);
        let area = (last.x - first.x) * (label.at.y - first.y) - (last.y - first.y) * (label.at.x - first.x);
        assert!((area / length).abs() < 2.0, "{} is {} beside its line", label.text, area / length);
    }
    let letters: BTreeSet<&str> = labels(&scene, "coordinates").map(|label| label.text.as_str()).collect();
    assert_eq!(letters.len(), 16, "{letters:?}");
}

/// WCAG 2.2 asks for 4.5 where text is read (1.4.3), more than for other graphics.
#[test]
fn a_white_knight_stands_out_on_light_squares() {
    for name in Theme::NAMES {
        let theme = Theme::named(name).expect("a theme");
        let edge = theme.white.edge;
        assert!(contrast(edge, theme.board.light) > 4.5, "{name}: {edge} on {}", theme.board.light);
        let dark = theme.hollow.light;
        let seen = contrast(edge, dark).max(contrast(theme.white.base, dark));
        assert!(seen > 4.5, "{name}: {seen} on {dark}");
        let (position, ..) = play::<Barrier>("10", "d4 g7", 0);
        let header = Header::default();
        let scene = position.draw(&View::plain(&header, theme));
        let outlines: Vec<f32> = stamps(&scene, "knights")
            .flat_map(|stamp| &stamp.figures)
            .filter(|figure| figure.fill == Some(Paint::Flat(theme.white.base)))
            .filter_map(|figure| match (&figure.shape, figure.stroke) {
                (Shape::Path { area, .. }, Some(stroke)) if stroke.paint == Paint::Flat(edge) => {
                    Some(stroke.width * area.width / 100.0)
                }
                _ => None,
            })
            .collect();
        // In pixels of a picture that is shown 400 pixels wide.
        let thin = outlines.iter().find(|width| **width * 400.0 / 900.0 < 1.5);
        assert!(outlines.len() == 2 && thin.is_none(), "{name}: {outlines:?}");
    }
}

/// The distance of a point from the straight line between two others.
fn distance_from_line(at: Point, from: Point, to: Point) -> f32 {
    let length = distance(from, to).max(f32::EPSILON);
    let along = ((at.x - from.x) * (to.x - from.x) + (at.y - from.y) * (to.y - from.y)) / length;
    distance(at, from.toward(to, along.clamp(0.0, length)))
}

#[test]
fn no_arrow_crosses_out_a_name() {
    let suggested = |text: &str| DrawOptions { suggestion: Some(text.to_owned()), ..DrawOptions::default() };
    let guided = |text: &str| DrawOptions { guides: vec![Guide::read(text)], ..DrawOptions::default() };
    for (game, setup, moves, options) in [
        ("zertz", "", "Ge2,g7 Bc1,f3 Wd1,b1 Wb4,b5 Wd5,g4 Wf4,f7 Bd2,a3 c1xe3xg5", DrawOptions::default()),
        ("zertz", "", MUST_CAPTURE, suggested("c1xe3xg5")),
        ("zertz", "", "Wd4,a1", guided("d1-d3-d5-f6")),
        ("zertz", "", OPENING, suggested("Bf5,g7")),
        ("dvonn", LOSING.0, LOSING.1, DrawOptions::default()),
        ("dvonn", "start=random deal=12", "a3b3 d1e2 e5f5 h1i1", guided("1:c2-c5")),
    ] {
        let plies = moves.split_whitespace().count();
        let scene = looked_at(game, setup, moves, &[plies], &options).pop().expect("a scene");
        let names: Vec<&Label> = labels(&scene, "names").collect();
        assert!(names.len() > 20, "{game}: {names:?}");
        let mut lines = 0;
        for part in ["path", "guides", "marks"] {
            for figure in figures(&scene, part) {
                let Shape::Line { points, closed: false } = &figure.shape else { continue };
                for ends in points.windows(2) {
                    lines += 1;
                    let crossed = names.iter().find(|name| distance_from_line(name.at, ends[0], ends[1]) < 14.0);
                    assert!(crossed.is_none(), "{game} {options:?}: {ends:?} crosses {crossed:?}");
                }
            }
        }
        assert!(lines > 0, "{game} {options:?}: there is no arrow");
    }
}

#[test]
fn the_walks_of_the_knight_to_move_are_marked() {
    let drawn = |moves: &str, options: &DrawOptions| {
        looked_at("barrier", "", moves, &[moves.split_whitespace().count()], options).pop().expect("a scene")
    };
    let walked = "d4 g7 d4d5f5 g7g5h5";
    let scene = drawn(walked, &DrawOptions::default());
    let mut line = Catalog::standard().game("barrier").expect("the game").start("").expect("the setup");
    line.play_all(&walked.split_whitespace().collect::<Vec<_>>()).expect("legal moves");
    assert_eq!(figures(&scene, "walks").count(), line.choices(&[]).picks.len());
    // Picking marks the same squares.
    let centres = |scene: &Scene, part: &str| -> BTreeSet<String> {
        figures(scene, part)
            .filter_map(|figure| match figure.shape {
                Shape::Circle { centre, .. } => Some(format!("{centre:?}")),
                _ => None,
            })
            .collect()
    };
    let picking = picking::<Barrier>("", walked, &[]);
    assert_eq!(centres(&scene, "walks"), centres(&picking, "choices"));
    let suggested = DrawOptions { suggestion: Some("f5f3e3".to_owned()), ..DrawOptions::default() };
    let guided = DrawOptions { guides: vec![Guide::read("1:h5")], ..DrawOptions::default() };
    for (scene, why) in [
        (picking, "they are choices"),
        (drawn(walked, &suggested), "a suggestion is one of them"),
        (drawn(walked, &guided), "an explanation shows something else"),
        (drawn("d4", &DrawOptions::default()), "the knight is not on the board"),
    ] {
        assert_eq!(figures(&scene, "walks").count(), 0, "{why}");
    }
}

#[test]
fn every_piece_shows_its_name_and_a_stack_when_it_can_be_picked() {
    let (position, ..) = play::<Dvonn>(DVONN, "", 34);
    let (header, theme) = (Header::default(), Theme::light());
    let names = |scene: &Scene| labels(scene, "names").map(|label| label.text.clone()).collect::<BTreeSet<String>>();
    let shown = names(&position.draw(&View::plain(&header, theme)));
    let picks = choices(&position, &[]).picks;
    let picked = names(&position.draw(&View { choices: &picks, ..View::plain(&header, theme) }));
    let asked = names(&position.draw(&View { piece_names: true, ..View::plain(&header, theme) }));
    let mut stacks = 0;
    for space in tablero::rules::dvonn::GRID.all() {
        let name = tablero::rules::dvonn::board::name(space).to_string();
        let is_stack = position.stack(space).is_some_and(|stack| stack.height > 1);
        let is_choice = picks.iter().any(|pick| pick.to_string() == name);
        stacks += usize::from(is_stack);
        assert_eq!(shown.contains(&name), !is_stack, "{name}");
        assert_eq!(picked.contains(&name), !is_stack || is_choice, "{name}");
        assert!(asked.contains(&name), "{name}");
    }
    assert!(stacks > 3, "{stacks}");
}
