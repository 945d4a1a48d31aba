//! Pictures from the command line: a game by its moves, drawn in any way there is.

use crate::catalog::{self, AnyLine};
use crate::cli::CommandResult;
use crate::cli::arguments::RenderArguments;
use crate::render::{self, Film, Guide, Header, Look, Picture, RenderError, Theme};
use crate::rules::Seat;

/// What is to be drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RenderRequest {
    /// zertz, dvonn or barrier.
    pub game: String,
    /// The options of the game, as in `37` or `start=random deal=7`; empty for the usual ones.
    pub setup: String,
    /// The moves, divided by white space.
    pub moves: String,
    /// The names of both players.
    pub names: [String; 2],
    /// The theme's name; empty for the light one.
    pub theme: String,
    /// Whose side of the board is below: 1 or 2.
    pub seat: Option<u8>,
    /// What of the next move has been picked.
    pub picked: Vec<String>,
    /// Whether what can be picked next is shown.
    pub choices: bool,
    /// A move that is suggested.
    pub suggestion: Option<String>,
    /// Cells that are pointed out.
    pub spotlight: Vec<String>,
    /// Arrows of an explanation, as in `1:d4-e5`.
    pub guides: Vec<String>,
    /// What kind of picture.
    pub kind: OutputKind,
    /// Of how many of the last moves an animation is; 0 for all.
    pub last: usize,
}

/// What kind of picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputKind {
    /// The last position, as a PNG.
    #[default]
    Board,
    /// The game as an animated GIF.
    Animation,
    /// The positions where most happened, as a PNG.
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
    /// There is no such game.
    #[error("there is no game {0:?}; there are zertz, dvonn and barrier")]
    Game(String),
    /// The setup is wrong.
    #[error("the variant: {0}")]
    Setup(#[from] crate::rules::SetupError),
    /// A move is refused.
    #[error("{0}")]
    Move(#[from] catalog::Refused),
    /// There is no such theme.
    #[error("there is no theme {found:?}; there are {}", Theme::NAMES.join(", "))]
    Theme {
        /// What was asked for.
        found: String,
    },
    /// There are two seats.
    #[error("the seat is 1 or 2, not {0}")]
    Seat(u8),
    /// The picks begin no move.
    #[error("no move begins with {0}; the picks are parts of a move as in the board's menus")]
    Picks(String),
    /// The drawing failed.
    #[error(transparent)]
    Render(#[from] RenderError),
}

/// Draws.
///
/// # Errors
/// What of the commission is wrong, in a sentence.
pub fn render(commission: &RenderRequest) -> Result<Picture, RenderCommandError> {
    let game = catalog::game(&commission.game).ok_or_else(|| RenderCommandError::Game(commission.game.clone()))?;
    let mut line = game.start(&commission.setup)?;
    line.play_all(&commission.moves.split_whitespace().collect::<Vec<_>>())?;
    let look = look(commission)?;
    let header = header(commission, &*line);
    if let Some(text) = &commission.suggestion {
        // What is not legal would not be drawn; here it is said.
        line.copy().play(text)?;
    }
    match commission.kind {
        OutputKind::Board if commission.choices || !commission.picked.is_empty() => {
            let picked: Vec<&str> = commission.picked.iter().map(String::as_str).collect();
            let next = line.choices(&picked);
            if next.picks.is_empty() && next.complete.is_none() {
                return Err(RenderCommandError::Picks(picked.join(" ")));
            }
            Ok(line.draw_steps(&header, &picked, &look)?)
        }
        OutputKind::Board => Ok(line.draw(&header, &look)?),
        OutputKind::Animation => {
            let first = if commission.last == 0 { 0 } else { line.ply().saturating_sub(commission.last) };
            let plies: Vec<usize> = (first..=line.ply()).collect();
            Ok(render::gif(&line.scenes(&header, &plies, &look), &Film::default())?)
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
            let [first, second] = &commission.names;
            let title = if first.is_empty() && second.is_empty() {
                line.game().title().to_owned()
            } else {
                format!("{}: {first} – {second}", line.game().title())
            };
            Ok(render::png(&render::sheet(&title, &boards, look.theme()))?)
        }
    }
}

/// How many boards are on a sheet.
const SHEET_BOARDS: usize = 9;

fn look(commission: &RenderRequest) -> Result<Look, RenderCommandError> {
    if !commission.theme.is_empty() && Theme::named(&commission.theme).is_none() {
        return Err(RenderCommandError::Theme { found: commission.theme.clone() });
    }
    let seat = match commission.seat {
        None => None,
        Some(1) => Some(Seat::One),
        Some(2) => Some(Seat::Two),
        Some(other) => return Err(RenderCommandError::Seat(other)),
    };
    Ok(Look {
        theme: commission.theme.clone(),
        seat,
        suggestion: commission.suggestion.clone(),
        spotlight: commission.spotlight.clone(),
        guides: commission.guides.iter().map(|text| Guide::read(text)).collect(),
    })
}

fn header(commission: &RenderRequest, line: &dyn AnyLine) -> Header {
    let active = line.ending().is_none().then(|| line.seat());
    let last = line.last_move().unwrap_or_default();
    let status = line.game().title().to_owned();
    Header { names: commission.names.clone(), active, status, last, ply: line.ply(), ..Header::default() }
}

/// `tablero render`.
///
/// # Errors
/// What cannot be drawn or written, as a sentence.
pub fn run(arguments: &RenderArguments) -> CommandResult {
    let picture = render(&RenderRequest::from(arguments))?;
    let output = &arguments.output;
    Ok(std::fs::write(output, &picture.bytes)
        .map_err(|error| format!("{} cannot be written: {error}", output.display()))?)
}
