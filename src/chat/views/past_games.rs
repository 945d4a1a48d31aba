//! The list of a player's games that are over.

use super::match_list::link;
use super::picture_words::ending;
use crate::chat::custom_id::{Chosen, Pattern, Pressed};
use crate::chat::text::Text;
use crate::chat::texts::{Arg, Language, label, localize, localize_with};
use crate::chat::view::{Button, ButtonStyle, Menu, View};
use crate::service::FinishedMatch;

/// Shows a page of the games that are over; the first page is 0.
pub const PAGES: Pattern<Pressed> = Pattern::new("past #");
/// Replays the chosen game.
pub const REPLAY_LISTED: Pattern<Chosen> = Pattern::new("replay");

/// The number of games on a page.
pub const PAGE: u32 = 10;

/// A page of the list.
#[derive(Clone, Debug)]
pub struct Page {
    /// The games on it with the names of their players, last ended first.
    pub games: Vec<(FinishedMatch, [String; 2])>,
    /// Its number, from 0.
    pub number: u32,
    /// The number of the last page.
    pub last: u32,
    /// The total number of games.
    pub all: usize,
}

/// A page with a line for each game, a menu to replay one of them, and buttons that turn the pages.
pub fn view(language: Language, page: &Page) -> View {
    if page.games.is_empty() {
        return View::text(localize(language, "past-none", &[]));
    }
    let mut view = View::text(localize(language, "past-title", &[("count", &page.all.to_string())]));
    for (game, _) in &page.games {
        view.text.push_line(line(language, game));
    }
    let options = page.games.iter().filter(|(game, _)| game.line.ply() > 0).map(|(game, [first, second])| {
        let number = game.id.to_string();
        let args = [("game", game.line.game().title()), ("number", &number), ("first", first), ("second", second)];
        (number.clone(), label(language, "past-option", &args))
    });
    let hint = label(language, "past-replay", &[]);
    view.menus = vec![Menu { action: REPLAY_LISTED.action(), hint, options: options.collect() }];
    view.menus.retain(|menu| !menu.options.is_empty());
    let turn = |key: &str, number: u32| Button {
        label: label(language, key, &[]),
        action: PAGES.with(number),
        style: ButtonStyle::Secondary,
    };
    let newer = page.number.checked_sub(1).map(|number| turn("button-newer", number));
    let older = (page.number < page.last).then(|| turn("button-older", page.number + 1));
    view.buttons = newer.into_iter().chain(older).collect();
    view
}

/// The button that opens the list.
pub fn open_button(language: Language) -> Button {
    Button { label: label(language, "button-past", &[]), action: PAGES.with(0), style: ButtonStyle::Secondary }
}

/// One line about a game: its players, its result, and when and where it was played.
fn line(language: Language, game: &FinishedMatch) -> Text {
    let number = game.id.to_string();
    let players = game.players.map(Arg::Player);
    let args = [
        ("game", game.line.game().title().into()),
        ("number", (&number).into()),
        ("result", ending(language, &*game.line, &game.status, game.outcome, &players).into()),
        ("when", Arg::relative(game.ended_at)),
        ("place", link(game.place).into()),
    ];
    localize_with(language, "past-line", &args)
}
