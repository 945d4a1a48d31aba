//! `tablero render`: draws a game from its moves as a board, an animation or a sheet.

use crate::CommandResult;
use clap::Args;
use std::path::PathBuf;
use tablero_games::catalog::{AnyLine, Catalog, Refused};
use tablero_games::render::{self, AnimationOptions, DrawOptions, Header, Picture, RenderError, Theme};
use tablero_games::rules::{Guide, Seat};

/// The arguments of `tablero render`.
#[derive(Debug, Args)]
pub struct RenderArguments {
    /// The game.
    #[arg(long)]
    pub game: String,
    /// The options of the game, for example 48 or "start=random deal=7".
    #[arg(long, default_value = "")]
    pub variant: String,
    /// The moves, separated by spaces.
    #[arg(long, default_value = "")]
    pub moves: String,
    /// The names of the two players.
    #[arg(long, num_args = 2, value_names = ["FIRST", "SECOND"])]
    pub names: Vec<String>,
    /// The theme: light, dark, high-contrast or colour-safe.
    #[arg(long, default_value = "light")]
    pub theme: String,
    /// The seat at the bottom of the board: 1 or 2.
    #[arg(long)]
    pub seat: Option<u8>,
    /// The parts of the next move picked so far, for example "W d4"; "" shows the first choices.
    #[arg(long, conflicts_with_all = ["animate", "sheet"])]
    pub pick: Option<String>,
    /// A move to show as a suggestion.
    #[arg(long, value_name = "MOVE")]
    pub suggest: Option<String>,
    /// Cells to highlight, for example "d4 e5".
    #[arg(long, value_name = "CELLS", default_value = "")]
    pub spotlight: String,
    /// Write the names of the cells on the pieces of DVONN.
    #[arg(long)]
    pub cells: bool,
    /// A numbered arrow, for example 1:d4-e5, or a number on a cell, for example 2:d4; may be repeated.
    #[arg(long = "arrow", value_name = "ARROW")]
    pub arrows: Vec<String>,
    /// Draw the game as an animated GIF.
    #[arg(long)]
    pub animate: bool,
    /// Animate only this many of the last moves.
    #[arg(long, requires = "animate", value_name = "MOVES")]
    pub last: Option<usize>,
    /// Draw the most eventful positions on one sheet.
    #[arg(long, conflicts_with = "animate")]
    pub sheet: bool,
    /// The output file.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// A picture to draw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RenderRequest {
    /// The name of the game.
    pub game: String,
    /// The options of the game, for example `37` or `start=random deal=7`; empty for the defaults.
    pub setup: String,
    /// The moves, separated by whitespace.
    pub moves: String,
    /// The names of the two players.
    pub names: [String; 2],
    /// The name of the theme; empty for the light theme.
    pub theme: String,
    /// The seat at the bottom of the board: 1 or 2.
    pub seat: Option<u8>,
    /// The parts of the next move picked so far.
    pub picked: Vec<String>,
    /// Whether to show what can be picked next.
    pub choices: bool,
    /// A move to show as a suggestion.
    pub suggestion: Option<String>,
    /// Whether pieces show the names of their cells.
    pub piece_names: bool,
    /// Cells to highlight.
    pub spotlight: Vec<String>,
    /// Numbered arrows, for example `1:d4-e5`.
    pub guides: Vec<String>,
    /// The kind of picture.
    pub kind: OutputKind,
    /// The number of last moves in an animation; 0 for all.
    pub last: usize,
}

/// The kind of picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputKind {
    /// The last position, as a PNG.
    #[default]
    Board,
    /// The game as an animated GIF.
    Animation,
    /// The most eventful positions, as a PNG.
    Sheet,
}

impl From<&RenderArguments> for RenderRequest {
    fn from(render: &RenderArguments) -> RenderRequest {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        RenderRequest {
            game: render.game.clone(),
            setup: render.variant.clone(),
            moves: render.moves.clone(),
            names: [0, 1].map(|number| render.names.get(number).cloned().unwrap_or_default()),
            theme: render.theme.clone(),
            seat: render.seat,
            picked: render.pick.as_deref().map(words).unwrap_or_default(),
            choices: render.pick.is_some(),
            suggestion: render.suggest.clone(),
            piece_names: render.cells,
            spotlight: words(&render.spotlight),
            guides: render.arrows.clone(),
            kind: match (render.animate, render.sheet) {
                (true, _) => OutputKind::Animation,
                (false, true) => OutputKind::Sheet,
                (false, false) => OutputKind::Board,
            },
            last: render.last.unwrap_or_default(),
        }
    }
}

/// Why a picture cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub enum RenderCommandError {
    /// The game does not exist.
    #[error("there is no game {name:?}; the games are {known}")]
    Game {
        /// The name as given.
        name: String,
        /// The names of the games there are.
        known: String,
    },
    /// The setup is invalid.
    #[error("the variant: {0}")]
    Setup(#[from] tablero_games::rules::SetupError),
    /// A move is illegal.
    #[error("{0}")]
    Move(#[from] Refused),
    /// The theme does not exist.
    #[error("there is no theme {found:?}; the themes are {}", Theme::NAMES.join(", "))]
    Theme {
        /// The requested theme.
        found: String,
    },
    /// The seat is neither 1 nor 2.
    #[error("the seat must be 1 or 2, not {0}")]
    Seat(u8),
    /// No legal move starts with the picks.
    #[error("no legal move begins with {0}; give parts of a move as the board's menus offer them")]
    Picks(String),
    /// Drawing failed.
    #[error(transparent)]
    Render(#[from] RenderError),
}

/// Draws a picture.
///
/// # Errors
/// The first invalid part of the request.
pub fn render(catalog: &Catalog, request: &RenderRequest) -> Result<Picture, RenderCommandError> {
    let unknown = || RenderCommandError::Game { name: request.game.clone(), known: catalog.names() };
    let game = catalog.game(&request.game).ok_or_else(unknown)?;
    let mut line = game.start(&request.setup)?;
    line.play_all(&request.moves.split_whitespace().collect::<Vec<_>>())?;
    let look = look(request)?;
    let header = header(request, &*line);
    if let Some(text) = &request.suggestion {
        // An illegal suggestion would silently not be drawn, so it is reported here.
        line.copy().play(text)?;
    }
    match request.kind {
        OutputKind::Board if request.choices || !request.picked.is_empty() => {
            let picked: Vec<&str> = request.picked.iter().map(String::as_str).collect();
            let next = line.choices(&picked);
            if next.picks.is_empty() && next.complete.is_none() {
                return Err(RenderCommandError::Picks(picked.join(" ")));
            }
            Ok(line.draw_steps(&header, &picked, &look)?)
        }
        OutputKind::Board => Ok(line.draw(&header, &look)?),
        OutputKind::Animation => {
            let first = if request.last == 0 { 0 } else { line.ply().saturating_sub(request.last) };
            let plies: Vec<usize> = (first..=line.ply()).collect();
            Ok(render::gif(&line.scenes(&header, &plies, &look), &AnimationOptions::default())?)
        }
        OutputKind::Sheet => {
            let plies = line.key_plies(SHEET_BOARDS);
            let moves = line.moves();
            let caption = |ply: &usize| match ply.checked_sub(1).and_then(|number| moves.get(number)) {
                Some(m) => format!("{ply}. {m}"),
                None => String::new(),
            };
            let captions = plies.iter().map(caption);
            let boards: Vec<_> = line.scenes(&header, &plies, &look).into_iter().zip(captions).collect();
            let [first, second] = &request.names;
            let title = if first.is_empty() && second.is_empty() {
                line.game().title().to_owned()
            } else {
                format!("{}: {first} – {second}", line.game().title())
            };
            Ok(render::png(&render::sheet(&title, &boards, look.theme()))?)
        }
    }
}

/// The maximum number of boards on a sheet.
const SHEET_BOARDS: usize = 9;

fn look(request: &RenderRequest) -> Result<DrawOptions, RenderCommandError> {
    if !request.theme.is_empty() && Theme::named(&request.theme).is_none() {
        return Err(RenderCommandError::Theme { found: request.theme.clone() });
    }
    let seat = match request.seat {
        None => None,
        Some(1) => Some(Seat::One),
        Some(2) => Some(Seat::Two),
        Some(other) => return Err(RenderCommandError::Seat(other)),
    };
    Ok(DrawOptions {
        theme: request.theme.clone(),
        seat,
        suggestion: request.suggestion.clone(),
        piece_names: request.piece_names,
        spotlight: request.spotlight.clone(),
        guides: request.guides.iter().map(|text| Guide::read(text)).collect(),
    })
}

fn header(request: &RenderRequest, line: &dyn AnyLine) -> Header {
    let active = line.ending().is_none().then(|| line.seat());
    let last = line.last_move().unwrap_or_default();
    let status = line.game().title().to_owned();
    let winner = line.ending().and_then(|ending| ending.outcome.winner());
    Header { names: request.names.clone(), active, winner, status, last, ply: Some(line.ply()), ..Header::default() }
}

/// `tablero render`.
///
/// # Errors
/// An invalid request or a file that cannot be written, as a sentence.
pub fn run(catalog: &Catalog, arguments: &RenderArguments) -> CommandResult {
    let picture = render(catalog, &RenderRequest::from(arguments))?;
    let output = &arguments.output;
    Ok(std::fs::write(output, &picture.bytes)
        .map_err(|error| format!("{} cannot be written: {error}; check that its folder exists", output.display()))?)
}
