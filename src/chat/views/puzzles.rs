//! Views of puzzles: the task, a hint, the effect of a move, and the solution.

use super::board::button;
use super::picking::PickIds;
use super::pictures::{PictureOptions, PictureRenderer};
use super::tasks::AskedBoard;
use super::worded_hint::sentence;
use crate::catalog::{AnyGame, AnyLine, AnyPuzzle, Catalog, Finding, Judged};
use crate::chat::custom_id::{ButtonId, Chosen, FormId, Pattern, Pressed, Submitted};
use crate::chat::text::Text;
use crate::chat::texts::{Language, label, label_in, localize, localize_in};
use crate::chat::view::{Button, ButtonStyle, View};
use crate::service::{AskedPuzzle, Rating};

/// Shows the next puzzle of a game, and of a theme if one follows.
pub const NEXT: Pattern<Pressed> = Pattern::new("puzzle-next * **");
/// Shows the puzzle with this number again.
pub const PUZZLE: Pattern<Pressed> = Pattern::new("puzzle # *");
/// Shows a hint.
pub const HINT: Pattern<Pressed> = Pattern::new("puzzle-hint # *");
/// Shows the solution.
pub const ANSWER: Pattern<Pressed> = Pattern::new("puzzle-answer # *");
/// Continues picking from these picks.
pub const STEPS: Pattern<Pressed> = Pattern::new("puzzle-steps # * **");
/// Picks from the menu with this number, after the picks so far.
pub const PICK: Pattern<Chosen> = Pattern::new("puzzle-pick # * # **");
/// Opens the form for typing a move.
pub const TYPE: Pattern<Pressed> = Pattern::new("puzzle-type # *");
/// The form for typing a move.
pub const TYPED: Pattern<Submitted> = Pattern::new("puzzle-type # *");

/// The words for the themes of all games.
pub const THEMES: [&str; 10] = ["win", "most", "safe", "give", "isolate", "cut", "pass", "outlast", "leave", "last"];

/// The form that a button for typing a move opens.
pub fn typed(button: &ButtonId) -> FormId {
    TYPED.action().with_all(button.arguments())
}

/// The position of the puzzle whose form this is; `None` if it is another form or there is no such puzzle.
pub fn line_of(catalog: &Catalog, form: &FormId) -> Option<Box<dyn AnyLine>> {
    let number = form.argument::<u32>(0).filter(|_| form.is(TYPED))?;
    catalog.game(form.arguments().get(1)?)?.puzzle(number).map(|puzzle| puzzle.line)
}

pub(super) fn game(puzzle: &AnyPuzzle) -> &'static dyn AnyGame {
    puzzle.line.game()
}

/// What its theme is called.
pub(super) fn title(language: Language, puzzle: &AnyPuzzle) -> String {
    label_in(game(puzzle), language, &format!("puzzle-{}.title", puzzle.card.theme), &[])
}

fn heading(language: Language, puzzle: &AnyPuzzle) -> Text {
    let (number, rating) = (puzzle.card.number.to_string(), puzzle.card.rating.to_string());
    let title = title(language, puzzle);
    let args = [("game", game(puzzle).title()), ("number", &number), ("title", &title), ("rating", &rating)];
    localize(language, "puzzle-heading", &args)
}

/// What it asks for, in a sentence.
pub(super) fn question(language: Language, puzzle: &AnyPuzzle) -> Text {
    let count = puzzle.card.amount.to_string();
    localize_in(game(puzzle), language, &format!("puzzle-{}", puzzle.card.theme), &[("count", (&count).into())])
}

fn id(puzzle: &AnyPuzzle, pattern: Pattern<Pressed>) -> ButtonId {
    pattern.with(puzzle.card.number).with(game(puzzle).name())
}

fn board(language: Language, puzzle: &AnyPuzzle) -> AskedBoard<'_> {
    let number = puzzle.card.number.to_string();
    AskedBoard {
        line: &*puzzle.line,
        status: label(language, "puzzle-picture", &[("number", &number)]),
        file: format!("{}-puzzle-{number}.png", game(puzzle).name()),
    }
}

/// The buttons of a puzzle that is not solved. After the first answer, a hint costs nothing.
fn open_buttons(language: Language, asked: &AskedPuzzle) -> [Button; 3] {
    let hint = if asked.is_decided { "button-hint" } else { "button-puzzle-hint" };
    [(hint, HINT), ("button-lesson-answer", ANSWER), ("button-type", TYPE)]
        .map(|(key, pattern)| button(language, key, id(&asked.puzzle, pattern), ButtonStyle::Secondary))
}

/// The task of a puzzle with the picks so far, and with a note under it.
pub async fn task(
    pictures: &PictureRenderer,
    wanted: &PictureOptions,
    asked: &AskedPuzzle,
    picked: &[String],
    note: Option<Text>,
) -> View {
    let (language, puzzle) = (wanted.language, &asked.puzzle);
    let words = Text::join([question(language, puzzle)].into_iter().chain(note), "\n");
    let menus = PICK.with(puzzle.card.number).with(game(puzzle).name());
    let ids = PickIds { steps: id(puzzle, STEPS), menus };
    let further = open_buttons(language, asked);
    board(language, puzzle).asking(pictures, wanted, (heading(language, puzzle), words), &ids, picked, further).await
}

/// The hint of a puzzle: a place on the board that the solution touches.
pub fn hint(language: Language, puzzle: &AnyPuzzle) -> Option<Text> {
    let guides = puzzle.line.guides(std::slice::from_ref(&puzzle.answer));
    let place = guides.into_iter().flat_map(|guide| guide.cells).next()?;
    Some(localize(language, "puzzle-hint", &[("space", &place)]))
}

/// What an answer does to the rating for puzzles; nothing if the puzzle was answered before.
pub fn rated(language: Language, rated: Option<[Rating; 2]>) -> Option<Text> {
    let [before, after] = rated?;
    let gain = format!("{:+}", after.points() - before.points());
    Some(localize(language, "puzzle-rated", &[("rating", &after.to_string()), ("gain", &gain)]))
}

/// What a move does that does not solve it.
pub(super) fn does(language: Language, puzzle: &AnyPuzzle, miss: &Finding) -> Text {
    sentence(language, game(puzzle), &format!("lesson-miss-{}", miss.about), miss)
}

/// The answer to a move: the puzzle is solved, or what the move does instead.
pub async fn judged(
    pictures: &PictureRenderer,
    wanted: &PictureOptions,
    asked: &AskedPuzzle,
    judged: &Judged,
    note: Option<Text>,
) -> View {
    let (language, puzzle) = (wanted.language, &asked.puzzle);
    let right = localize(language, "puzzle-right", &[("move", &judged.played)]);
    let Err(miss) = &judged.verdict else { return solved(pictures, wanted, puzzle, judged, right, note).await };
    let does = does(language, puzzle, miss);
    let tried = localize(language, "puzzle-wrong", &[("move", &judged.played)]);
    let text = heading(language, puzzle).then("\n").then(tried).then(" ").then(does.clone());
    let text = Text::join([text].into_iter().chain(note), "\n");
    let attachments = board(language, puzzle).after(pictures, wanted, &*judged.after, &does, miss.guides.clone()).await;
    let again = button(language, "button-lesson-again", id(puzzle, PUZZLE), ButtonStyle::Primary);
    let buttons = [again].into_iter().chain(open_buttons(language, asked)).collect();
    View { text, attachments, buttons, ..View::default() }
}

/// The solution of a puzzle, shown on request.
pub async fn answer(
    pictures: &PictureRenderer,
    wanted: &PictureOptions,
    puzzle: &AnyPuzzle,
    judged: &Judged,
    note: Option<Text>,
) -> View {
    let told = localize(wanted.language, "puzzle-answer", &[("move", &judged.played)]);
    solved(pictures, wanted, puzzle, judged, told, note).await
}

/// The board after the solution, and how to go on.
async fn solved(
    pictures: &PictureRenderer,
    wanted: &PictureOptions,
    puzzle: &AnyPuzzle,
    judged: &Judged,
    told: Text,
    note: Option<Text>,
) -> View {
    let language = wanted.language;
    let follow = judged.verdict.clone().unwrap_or_default();
    let guides = judged.after.guides(&follow);
    let attachments = board(language, puzzle).after(pictures, wanted, &*judged.after, &told, guides).await;
    let text = heading(language, puzzle).then("\n").then(told);
    let text = Text::join([text].into_iter().chain(note), "\n");
    let next = NEXT.with(game(puzzle).name());
    let buttons = vec![
        button(language, "button-puzzle-next", next.clone(), ButtonStyle::Primary),
        button(language, "button-puzzle-like", next.with(puzzle.card.theme), ButtonStyle::Secondary),
    ];
    View { text, attachments, buttons, ..View::default() }
}

/// Says that a game has no puzzle that the person has not answered, or none of a theme.
pub fn none(language: Language, game: &dyn AnyGame) -> View {
    View::text(localize(language, "puzzle-none", &[("game", game.title())]))
}
