//! Views of the board of the day: the board in its channel, what a person sees who solves it, and what came of it.

use super::board::button;
use super::picking::PickIds;
use super::pictures::{PictureOptions, PictureRenderer};
use super::puzzles::{NEXT, PUZZLE, does, game, question, title};
use super::tasks::AskedBoard;
use crate::catalog::{AnyLine, AnyPuzzle, Catalog, Judged};
use crate::chat::custom_id::{ButtonId, Chosen, FormId, Pattern, Pressed, Submitted};
use crate::chat::text::Text;
use crate::chat::texts::instants::day;
use crate::chat::texts::time::minute;
use crate::chat::texts::{Arg, Language, label, localize, localize_with};
use crate::chat::view::{Button, ButtonStyle, View};
use crate::service::time::control::DAY_MS;
use crate::service::{DailyAnswer, DailyBoard, DailyChannel, DailyState, DailySwitch, Millis, PlaceId, PlayerId};

/// Shows a board in private.
pub const SOLVE: Pattern<Pressed> = Pattern::new("daily #");
/// Shows it again.
pub const AGAIN: Pattern<Pressed> = Pattern::new("daily-again #");
/// Shows its solution.
pub const ANSWER: Pattern<Pressed> = Pattern::new("daily-answer #");
/// Continues picking from these picks.
pub const STEPS: Pattern<Pressed> = Pattern::new("daily-steps # **");
/// Picks from the menu with this number, after the picks so far.
pub const PICK: Pattern<Chosen> = Pattern::new("daily-pick # # **");
/// Opens the form for typing a move. The number of the puzzle and its game follow.
pub const TYPE: Pattern<Pressed> = Pattern::new("daily-type # # *");
/// The form for typing a move.
pub const TYPED: Pattern<Submitted> = Pattern::new("daily-type # # *");

/// The maximum number of people that a result names.
pub const NAMED_MAX: usize = 20;

/// A board of the day with its puzzle.
#[derive(Clone, Copy, Debug)]
pub struct ShownBoard<'a> {
    /// The board.
    pub board: &'a DailyBoard,
    /// Its puzzle.
    pub puzzle: &'a AnyPuzzle,
}

/// What people have answered to a board.
#[derive(Clone, Debug, Default)]
pub struct Result {
    /// How many have tried it.
    pub tried: usize,
    /// How many have solved it.
    pub solved: usize,
    /// Those who are named, with the number of their tries, the best first. At most [`NAMED_MAX`].
    pub named: Vec<(u32, PlayerId)>,
    /// The most frequent first wrong answer, and how many gave it.
    pub wrong: Option<(Judged, usize)>,
}

/// The form that a button for typing a move opens.
pub fn typed(button: &ButtonId) -> FormId {
    TYPED.action().with_all(button.arguments())
}

/// The position of the board whose form this is; `None` if it is another form or there is no such puzzle.
pub fn line_of(catalog: &Catalog, form: &FormId) -> Option<Box<dyn AnyLine>> {
    let number = form.argument::<u32>(1).filter(|_| form.is(TYPED))?;
    catalog.game(form.arguments().get(2)?)?.puzzle(number).map(|puzzle| puzzle.line)
}

impl<'a> ShownBoard<'a> {
    fn id(self, pattern: Pattern<Pressed>) -> ButtonId {
        pattern.with(self.board.id)
    }

    fn words(self, language: Language, key: &str) -> Text {
        let title = title(language, self.puzzle);
        let args = [
            ("game", game(self.puzzle).title().into()),
            ("title", (&title).into()),
            ("place", Text::place(self.board.place).into()),
        ];
        localize_with(language, key, &args)
    }

    /// The picture. Its name tells which board it is, so that it is not posted twice.
    fn picture(self, status: String, ending: &str) -> AskedBoard<'a> {
        let DailyBoard { id, day, .. } = self.board;
        let file = format!("{}-daily-{id}-{day}{ending}", game(self.puzzle).name());
        AskedBoard { line: &*self.puzzle.line, status, file }
    }

    fn asked_board(self, language: Language) -> AskedBoard<'a> {
        self.picture(label(language, "daily-picture", &[]), ".png")
    }

    /// The buttons while it is not solved.
    fn open_buttons(self, language: Language) -> [Button; 2] {
        let card = self.puzzle.card.number;
        let typing = self.id(TYPE).with(card).with(game(self.puzzle).name());
        [("button-lesson-answer", self.id(ANSWER)), ("button-type", typing)]
            .map(|(key, action)| button(language, key, action, ButtonStyle::Secondary))
    }
}

/// The board as its channel sees it, with these people pinged.
pub async fn posted(
    pictures: &PictureRenderer,
    wanted: &PictureOptions,
    shown: ShownBoard<'_>,
    pinged: Vec<PlayerId>,
) -> View {
    let language = wanted.language;
    let asked = question(language, shown.puzzle);
    let line = &*shown.puzzle.line;
    let attachments = shown.asked_board(language).after(pictures, wanted, line, &asked, Vec::new()).await;
    let mut text = shown.words(language, "daily-heading").then("\n").then(asked);
    if !pinged.is_empty() {
        let players = Text::join(pinged.iter().map(|person| Text::person(*person)), ", ");
        text.push_line(localize_with(language, "daily-for", &[("players", players.into())]));
    }
    let buttons = vec![button(language, "button-daily-solve", shown.id(SOLVE), ButtonStyle::Primary)];
    View { text, pings: pinged, attachments, buttons, ..View::default() }
}

/// The task in private, with the picks so far. A note under it says if the person knows the solution.
pub async fn task(
    pictures: &PictureRenderer,
    wanted: &PictureOptions,
    shown: ShownBoard<'_>,
    picked: &[String],
    before: Option<&DailyAnswer>,
) -> View {
    let language = wanted.language;
    let mut asked = question(language, shown.puzzle);
    if before.is_some_and(|before| before.state != DailyState::Trying) {
        asked.push_line(localize(language, "daily-known", &[]));
    }
    let ids = PickIds { steps: shown.id(STEPS), menus: PICK.with(shown.board.id) };
    let words = (shown.words(language, "daily-heading-own"), asked);
    let further = shown.open_buttons(language);
    shown.asked_board(language).asking(pictures, wanted, words, &ids, picked, further).await
}

/// The answer to a move in private: it solves the board, or what it does instead.
pub async fn judged(
    pictures: &PictureRenderer,
    wanted: &PictureOptions,
    shown: ShownBoard<'_>,
    judged: &Judged,
    answer: &DailyAnswer,
    rated: Option<Text>,
) -> View {
    let language = wanted.language;
    let Err(miss) = &judged.verdict else {
        let told = match answer.state {
            DailyState::Solved => {
                let tries = answer.tries.to_string();
                localize(language, "daily-solved", &[("move", &judged.played), ("tries", &tries)])
            }
            DailyState::Trying | DailyState::Shown => localize(language, "daily-known", &[]),
        };
        return solution(pictures, wanted, shown, judged, told, rated).await;
    };
    let does = does(language, shown.puzzle, miss);
    let tried = localize(language, "puzzle-wrong", &[("move", &judged.played)]);
    let text = shown.words(language, "daily-heading-own").then("\n").then(tried).then(" ").then(does.clone());
    let text = Text::join([text].into_iter().chain(rated), "\n");
    let board = shown.asked_board(language);
    let attachments = board.after(pictures, wanted, &*judged.after, &does, miss.guides.clone()).await;
    let again = button(language, "button-lesson-again", shown.id(AGAIN), ButtonStyle::Primary);
    let buttons = [again].into_iter().chain(shown.open_buttons(language)).collect();
    View { text, attachments, buttons, ..View::default() }
}

/// The solution in private, on request.
pub async fn answer(
    pictures: &PictureRenderer,
    wanted: &PictureOptions,
    shown: ShownBoard<'_>,
    judged: &Judged,
    rated: Option<Text>,
) -> View {
    let told = localize(wanted.language, "daily-answer", &[("move", &judged.played)]);
    solution(pictures, wanted, shown, judged, told, rated).await
}

async fn solution(
    pictures: &PictureRenderer,
    wanted: &PictureOptions,
    shown: ShownBoard<'_>,
    judged: &Judged,
    told: Text,
    rated: Option<Text>,
) -> View {
    let language = wanted.language;
    let guides = judged.after.guides(judged.verdict.as_deref().unwrap_or_default());
    let attachments = shown.asked_board(language).after(pictures, wanted, &*judged.after, &told, guides).await;
    let text = shown.words(language, "daily-heading-own").then("\n").then(told);
    let text = Text::join([text].into_iter().chain(rated), "\n");
    let next = NEXT.with(game(shown.puzzle).name());
    let buttons = vec![button(language, "button-puzzle-next", next, ButtonStyle::Secondary)];
    View { text, attachments, buttons, ..View::default() }
}

/// Says that a board is closed, and offers its puzzle.
pub fn closed(language: Language, puzzle: &AnyPuzzle) -> View {
    let action = PUZZLE.with(puzzle.card.number).with(game(puzzle).name());
    let buttons = vec![button(language, "button-daily-solve", action, ButtonStyle::Secondary)];
    View { buttons, ..View::text(localize(language, "daily-closed", &[])) }
}

/// What people have answered to a board, and its solution as an animation.
pub async fn result(
    pictures: &PictureRenderer,
    wanted: &PictureOptions,
    shown: ShownBoard<'_>,
    solution: &Judged,
    result: &Result,
) -> View {
    let language = wanted.language;
    let date = day(language, Millis(shown.board.day.saturating_mul(DAY_MS)));
    let title = title(language, shown.puzzle);
    let args = [("date", date.as_str()), ("game", game(shown.puzzle).title()), ("title", &title)];
    let mut text = localize(language, "daily-result", &args);
    text.push_line(question(language, shown.puzzle));
    let told = localize(language, "daily-result-solution", &[("move", &solution.played)]);
    text.push(" ");
    text.push(told.clone());
    answers(language, shown.puzzle, result).into_iter().for_each(|line| text.push_line(line));
    let mut line = solution.after.copy();
    for reply in solution.verdict.iter().flatten() {
        if line.play(reply).is_err() {
            break;
        }
    }
    let board = shown.picture(label(language, "daily-picture-solution", &[]), ".gif");
    let attachments = board.animation(pictures, wanted, &*line, &told).await;
    View { attachments, ..View::text(text) }
}

fn answers(language: Language, puzzle: &AnyPuzzle, result: &Result) -> Vec<Text> {
    if result.tried == 0 {
        return vec![localize(language, "daily-result-none", &[])];
    }
    let args = [("count", Arg::count(result.tried)), ("solved", Arg::count(result.solved))];
    let mut lines = vec![localize_with(language, "daily-result-counts", &args)];
    for group in result.named.chunk_by(|(one, _), (other, _)| one == other) {
        let players = Text::join(group.iter().map(|(_, person)| Text::person(*person)), ", ");
        let tries = group.first().map_or(0, |(tries, _)| i64::from(*tries));
        let args = [("tries", Arg::Count(tries)), ("players", players.into())];
        lines.push(localize_with(language, "daily-result-tries", &args));
    }
    let more = result.solved.saturating_sub(result.named.len());
    if more > 0 && !result.named.is_empty() {
        let more = localize_with(language, "daily-result-more", &[("count", Arg::count(more))]);
        if let Some(last) = lines.last_mut() {
            last.push(" ");
            last.push(more);
        }
    }
    if let Some((judged, count)) = &result.wrong
        && let Err(miss) = &judged.verdict
    {
        let args = [("count", Arg::count(*count)), ("move", (&judged.played).into())];
        let line = localize_with(language, "daily-result-wrong", &args);
        lines.push(line.then(" ").then(does(language, puzzle, miss)));
    }
    lines
}

/// Says that no more boards come, because nobody has answered for long.
pub fn paused(language: Language) -> View {
    View::text(localize(language, "daily-paused", &[]))
}

/// What a channel has chosen, and when its next board comes.
pub fn chosen(
    language: Language,
    catalog: &Catalog,
    place: PlaceId,
    channel: Option<&DailyChannel>,
    next: Option<Millis>,
) -> View {
    let place = || Arg::from(Text::place(place));
    let Some((channel, next)) = channel.filter(|channel| channel.is_on()).zip(next) else {
        let is_paused = channel.is_some_and(|channel| channel.switch == DailySwitch::Paused);
        let key = if is_paused { "daily-pausing" } else { "daily-off" };
        let off = localize_with(language, key, &[("place", place())]);
        return View::text(off.then(" ").then(localize(language, "daily-how-off", &[])));
    };
    let clock = minute(channel.minute);
    let args = [
        ("place", place()),
        ("clock", (&clock).into()),
        ("zone", (&channel.zone).into()),
        ("when", Arg::relative(next)),
    ];
    let mut text = localize_with(language, "daily-on", &args);
    let title = |name: &String| catalog.game(name).map_or_else(|| name.clone(), |game| game.title().to_owned());
    let games = match &channel.games {
        None => label(language, "house-all-games", &[]),
        Some(games) => games.iter().map(title).collect::<Vec<_>>().join(", "),
    };
    text.push_line(localize(language, "daily-games", &[("games", &games)]));
    text.push_line(localize(language, "daily-how", &[]));
    View::text(text)
}
