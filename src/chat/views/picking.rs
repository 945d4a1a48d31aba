//! Views of a move that is being picked in steps.

use super::board::{CONFIRM, LEAVE, OFFER_RANDOM_PLACEMENT, PICK, STEPS, button, play_button, rules_button};
use super::pictures::{PictureOptions, PictureRenderer};
use crate::catalog::{AnyGame, AnyLine, SWAP};
use crate::chat::custom_id::{ButtonId, MenuId};
use crate::chat::text::Text;
use crate::chat::texts::{Arg, Language, label, label_in, localize, localize_in, localize_with};
use crate::chat::view::{BUTTONS_MAX, Button, ButtonStyle, MENU_MAX, MENUS_MAX, Menu, View};
use crate::service::Match;

/// The maximum number of picks shown as buttons. Other buttons need the rest of the row.
const PICK_BUTTONS_MAX: usize = 3;

/// The ids of the buttons and of the menus with which a move is picked, without any picks.
#[derive(Clone, Debug)]
pub(in crate::chat) struct PickIds {
    /// The buttons; the picks follow.
    pub steps: ButtonId,
    /// The menus; their number and the picks follow.
    pub menus: MenuId,
}

impl PickIds {
    fn of_match(played: &Match) -> PickIds {
        PickIds { steps: STEPS.on(played), menus: PICK.on(played) }
    }
}

/// The next choice of a move that is picked in steps.
pub(in crate::chat) struct NextPick {
    /// The picks so far, including those without an alternative.
    pub picked: Vec<String>,
    /// The picks so far in words, and the question for the next one.
    pub text: Text,
    /// The possible next picks, if they are many.
    pub menus: Vec<Menu>,
    /// The possible next picks, if they are few.
    pub buttons: Vec<Button>,
    /// The button that goes back to the last choice; `None` if there was none.
    pub back: Option<Button>,
    /// The move, if the picks are complete.
    pub complete: Option<String>,
}

/// The next choice in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferedPicks {
    /// The picks so far, including those without an alternative.
    pub picked: Vec<String>,
    /// The question for the next pick.
    pub question: Text,
    /// The possible next picks with their labels: cells by name, then the others in the order of the rules.
    pub picks: Vec<(String, String)>,
    /// The picks before the last choice; `None` if there was none.
    pub back: Option<Vec<String>>,
    /// The move, if the picks are complete.
    pub complete: Option<String>,
}

/// The next choice after these picks. A choice with a single option is skipped. `None` if the picks lead to no legal move.
pub fn offered_picks(language: Language, line: &dyn AnyLine, picked: &[String]) -> Option<OfferedPicks> {
    let texts: Vec<&str> = picked.iter().map(String::as_str).collect();
    let choices = line.choices(&texts);
    if choices.moves == 0 {
        return None;
    }
    if let ([only], false) = (&choices.picks[..], choices.complete.is_some()) {
        return offered_picks(language, line, &[picked, std::slice::from_ref(only)].concat());
    }
    let game = line.game();
    let mut shown = choices.picks;
    shown.sort_by_key(|pick| (pick.len() < 2, Some(pick.clone()).filter(|pick| pick.len() >= 2)));
    let label_of = |pick: &str| match line.pieces_left(pick).filter(|_| picked.is_empty()) {
        Some(left) => {
            let pick = pick_label(language, game, pick);
            let args = [("pick", (&pick).into()), ("left", Arg::Count(left.into()))];
            localize_with(language, "pick-left", &args).plain()
        }
        None => pick_label(language, game, pick),
    };
    Some(OfferedPicks {
        picked: picked.to_vec(),
        question: question(language, game, choices.question, picked),
        picks: shown.into_iter().map(|pick| (pick.clone(), label_of(&pick))).collect(),
        back: before_last_choice(line, picked),
        complete: choices.complete,
    })
}

/// The menus and buttons of the next choice after these picks. `None` if the picks lead to no legal move.
pub(in crate::chat) fn next_pick(
    language: Language,
    line: &dyn AnyLine,
    ids: &PickIds,
    is_turned: bool,
    picked: &[String],
) -> Option<NextPick> {
    let OfferedPicks { picked, question, picks: mut shown, back, complete } = offered_picks(language, line, picked)?;
    let text = match &complete {
        Some(text) => localize(language, "steps-complete", &[("move", text)]),
        None if picked.is_empty() => question.clone(),
        None => {
            let so_far: Vec<String> = picked.iter().map(|pick| pick_label(language, line.game(), pick)).collect();
            localize(language, "steps-so-far", &[("picks", &so_far.join(" → "))]).then(" ").then(question.clone())
        }
    };
    let pick_button = |(pick, label): (String, String), style| Button {
        label,
        action: ids.steps.clone().with_all(&picked).with(pick),
        style,
    };
    let mut buttons = Vec::new();
    // Menus have cells of the board, so the swap is a button.
    if let Some(swap) = shown.iter().position(|(pick, _)| pick == SWAP) {
        buttons.push(pick_button(shown.remove(swap), ButtonStyle::Secondary));
    }
    if shown.len() <= PICK_BUTTONS_MAX && complete.is_none() {
        buttons.extend(shown.drain(..).map(|pick| pick_button(pick, ButtonStyle::Primary)));
    }
    let cells: Vec<String> = shown.iter().map(|(pick, _)| pick.clone()).collect();
    let areas = areas(&line.cells(), &cells, is_turned);
    let label_of = |pick: &String| shown.iter().find(|(shown, _)| shown == pick).cloned();
    let menus = areas.iter().take(MENUS_MAX).enumerate().map(|(menu, area)| Menu {
        action: ids.menus.clone().with(menu).with_all(&picked),
        hint: if areas.len() > 1 { area.name(language) } else { question.plain() },
        options: area.picks.iter().filter_map(label_of).collect(),
    });
    let menus = menus.collect();
    let back = back.map(|before| {
        let action = ids.steps.clone().with_all(before);
        button(language, "button-back", action, ButtonStyle::Secondary)
    });
    Some(NextPick { picked, text, menus, buttons, back, complete })
}

/// A move being picked in steps: a picture of the picks so far, a question, buttons or menus for the next pick, and a
/// back button. `None` if the picks lead to no legal move.
pub async fn steps(
    pictures: &PictureRenderer,
    wanted: &PictureOptions,
    played: &Match,
    names: &[String; 2],
    picked: &[String],
) -> Option<View> {
    let (language, ids) = (wanted.language, PickIds::of_match(played));
    let next = next_pick(language, &*played.line, &ids, wanted.turned, picked)?;
    let NextPick { picked, text, menus, mut buttons, back, complete } = next;
    if let Some(text) = &complete {
        buttons.push(play_button(language, text, CONFIRM.on(played).with(text)));
    }
    buttons.extend(back);
    if picked.is_empty() && played.check_random_placement().is_ok() {
        let random = OFFER_RANDOM_PLACEMENT.on(played);
        buttons.push(button(language, "button-random", random, ButtonStyle::Secondary));
    }
    buttons.push(button(language, "button-leave", LEAVE.on(played), ButtonStyle::Secondary));
    if picked.is_empty() && buttons.len() < BUTTONS_MAX {
        buttons.push(rules_button(language, played.line.game().name()));
    }
    let attachment = pictures.steps(wanted, played, names, &picked).await;
    Some(View { text, attachments: attachment.into_iter().collect(), menus, buttons, ..View::default() })
}

/// The question for the next pick, in the game's own words if it has any.
fn question(language: Language, game: &dyn AnyGame, about: Option<&'static str>, picked: &[String]) -> Text {
    match about {
        Some(about) => {
            let last = picked.last().map(|pick| pick_label(language, game, pick)).unwrap_or_default();
            localize_in(game, language, &format!("question-{about}"), &[("last", (&last).into())])
        }
        None if picked.is_empty() => localize(language, "steps-begin", &[]),
        None => localize(language, "steps-next", &[]),
    }
}

/// The part of the board that a menu covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Left,
    Middle,
    Right,
}

/// The picks of a menu: the cells of a few columns. `side` is `None` if the picks are not cells, or too many to group.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Area {
    side: Option<Side>,
    picks: Vec<String>,
}

impl Area {
    /// The name, which says where to look on the board.
    fn name(&self, language: Language) -> String {
        let ([first, ..], [.., last]) = (&self.picks[..], &self.picks[..]) else { return String::new() };
        let span = |from: &str, to: &str| if from == to { from.to_owned() } else { format!("{from} – {to}") };
        let key = match self.side {
            Some(Side::Left) => "steps-area-left",
            Some(Side::Middle) => "steps-area-middle",
            Some(Side::Right) => "steps-area-right",
            None => return span(first, last),
        };
        label(language, key, &[("columns", &span(column(first), column(last)))])
    }
}

/// The column of a cell: the letters of its name.
fn column(cell: &str) -> &str {
    cell.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// Groups picks into menus: whole columns, in groups of similar size, if a message has enough menus for that. `cells`
/// are all cells of the board, column by column; `turned` says that the picture is turned by 180°.
fn areas(cells: &[String], picks: &[String], turned: bool) -> Vec<Area> {
    if picks.is_empty() {
        return Vec::new();
    }
    let by_name = || picks.chunks(MENU_MAX).map(|picks| Area { side: None, picks: picks.to_vec() }).collect();
    let mut columns: Vec<&str> = cells.iter().map(|cell| column(cell)).collect();
    columns.dedup();
    let place_of = |pick: &String| columns.iter().position(|known| cells.contains(pick) && *known == column(pick));
    // The smallest number of menus may not fit whole columns.
    let least = picks.len().div_ceil(MENU_MAX);
    let Some(areas) = (least..=MENUS_MAX).find_map(|menus| in_columns(picks, menus)) else { return by_name() };
    let side_of = |area: &[String]| {
        let (first, last) = (place_of(area.first()?)?, place_of(area.last()?)?);
        // The third of the board that contains the middle of the area.
        let third = (first + last + 1) * 3 / (columns.len() * 2);
        Some(match if turned { 2 - third.min(2) } else { third } {
            0 => Side::Left,
            1 => Side::Middle,
            _ => Side::Right,
        })
    };
    let named = areas.iter().map(|area| Some(Area { side: Some(side_of(area)?), picks: area.clone() }));
    named.collect::<Option<Vec<Area>>>().unwrap_or_else(by_name)
}

/// Splits the picks into at most this many groups of whole columns, of similar size; `None` if they do not fit.
fn in_columns(picks: &[String], menus: usize) -> Option<Vec<Vec<String>>> {
    let even = picks.len().div_ceil(menus);
    let mut areas: Vec<Vec<String>> = vec![Vec::new()];
    for of_column in picks.chunk_by(|one, other| column(one) == column(other)) {
        let without = areas.last().map_or(0, Vec::len);
        let with = without + of_column.len();
        if without > 0 && (with > MENU_MAX || with > even && even.abs_diff(without) < even.abs_diff(with)) {
            areas.push(Vec::new());
        }
        areas.last_mut()?.extend_from_slice(of_column);
    }
    (areas.len() <= menus && areas.iter().all(|area| area.len() <= MENU_MAX)).then_some(areas)
}

/// The move that these picks determine; `None` if the player still has a choice, or if the picks fit no move.
pub fn decided(line: &dyn AnyLine, mut picks: Vec<String>) -> Option<String> {
    loop {
        let texts: Vec<&str> = picks.iter().map(String::as_str).collect();
        let choices = line.choices(&texts);
        match (choices.complete, &choices.picks[..]) {
            (Some(text), []) => return Some(text),
            (None, [only]) => picks.push(only.clone()),
            _ => return None,
        }
    }
}

/// A typed move before it is played: the board with the move drawn, and a button that plays it.
pub async fn preview(
    pictures: &PictureRenderer,
    wanted: &PictureOptions,
    played: &Match,
    names: &[String; 2],
    text: &str,
) -> View {
    let language = wanted.language;
    let picture = pictures.suggestion(wanted, played, names, text).await;
    let buttons = vec![
        play_button(language, text, CONFIRM.on(played).with(text)),
        button(language, "button-leave", LEAVE.on(played), ButtonStyle::Secondary),
    ];
    let question = localize(language, "steps-complete", &[("move", text)]);
    View { attachments: picture.into_iter().collect(), buttons, ..View::text(question) }
}

/// The picks before the last real choice; picks without an alternative were not made by the player. `None` if there was
/// no choice.
fn before_last_choice(line: &dyn AnyLine, picked: &[String]) -> Option<Vec<String>> {
    let mut back = picked.to_vec();
    while back.pop().is_some() {
        let texts: Vec<&str> = back.iter().map(String::as_str).collect();
        let choices = line.choices(&texts);
        if choices.picks.len() > 1 || choices.complete.is_some() {
            return Some(back);
        }
    }
    None
}

/// The label of a pick in a menu: cell names unchanged, other picks as localized words.
fn pick_label(language: Language, game: &dyn AnyGame, pick: &str) -> String {
    match game.pick_label(pick) {
        Some(label) => label_in(game, language, &format!("pick-{label}"), &[]),
        None => pick.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;

    fn cells_of(game: &str, setup: &str) -> Vec<String> {
        let catalog = Catalog::standard();
        catalog.game(game).expect("a game").start(setup).expect("a setup").cells()
    }

    #[test]
    fn the_places_of_every_board_are_grouped_by_whole_columns() {
        let boards = [("zertz", "variant=37"), ("zertz", "variant=48"), ("dvonn", ""), ("barrier", "variant=8")];
        for (game, setup) in boards {
            let cells = cells_of(game, setup);
            let areas = areas(&cells, &cells, false);
            assert!((2..=MENUS_MAX).contains(&areas.len()), "{game} {setup}: {areas:?}");
            assert!(areas.iter().all(|area| area.side.is_some() && (1..=MENU_MAX).contains(&area.picks.len())));
            let ends = (areas.first().map(|area| area.side), areas.last().map(|area| area.side));
            assert_eq!(ends, (Some(Some(Side::Left)), Some(Some(Side::Right))), "{game} {setup}");
            for pair in areas.windows(2) {
                assert_ne!(
                    pair[0].picks.last().map(|cell| column(cell)),
                    pair[1].picks.first().map(|cell| column(cell))
                );
            }
            assert_eq!(areas.iter().flat_map(|area| &area.picks).collect::<Vec<_>>(), cells.iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_area_is_named_after_the_side_where_the_picture_shows_it() {
        let cells = cells_of("barrier", "variant=8");
        let names =
            |turned| areas(&cells, &cells, turned).iter().map(|area| area.name(Language::En)).collect::<Vec<_>>();
        assert_eq!(names(false), ["On the left (a – c)", "In the middle (d – f)", "On the right (g – h)"]);
        assert_eq!(names(true), ["On the right (a – c)", "In the middle (d – f)", "On the left (g – h)"]);
        // The sides are those of the board, not of the remaining picks.
        let right: Vec<String> = cells.iter().filter(|cell| column(cell) >= "e").cloned().collect();
        let sides: Vec<_> = areas(&cells, &right, false).iter().map(|area| area.side).collect();
        assert_eq!(sides, [Some(Side::Middle), Some(Side::Right)]);
    }

    #[test]
    fn picks_that_are_not_cells_have_no_side() {
        let counts: Vec<String> = (10..40).map(|count| count.to_string()).collect();
        let areas = areas(&cells_of("barrier", ""), &counts, false);
        let names: Vec<String> = areas.iter().map(|area| area.name(Language::En)).collect();
        assert_eq!(names, ["10 – 34", "35 – 39"]);
    }
}
