//! What is said about matches: boards, notices, lists.

use super::challenges::mention;
use super::pictures::{Studio, result};
use super::press::{Deed, Press};
use super::texts::{Language, plain, say};
use super::view::{Attachment, Button, ButtonStyle, View};
use crate::catalog::AnyLine;
use crate::play::{Desk, Match, MatchId, Notice, PlaceId};
use crate::rules::Seat;

/// Names in pictures and records have at most so many characters.
const NAME_MAX: usize = 32;

/// How the players are called.
pub async fn names(desk: &Desk, played: &Match) -> [String; 2] {
    let known = desk.keep().player_names(&played.players).await.unwrap_or_default();
    played.players.map(|id| {
        let name = known.iter().find(|(known, _)| *known == id).map(|(_, name)| name.chars().take(NAME_MAX).collect());
        name.unwrap_or_else(|| format!("#{id}"))
    })
}

fn button(language: Language, played: &Match, key: &str, deed: Deed, style: ButtonStyle) -> Button {
    let press = Press::InMatch { game: played.id, ply: played.ply(), deed };
    Button { label: say(language, key, &[]), press, style }
}

/// The last move in words, who made it, and whose turn it is; or the result.
fn state(language: Language, played: &Match) -> String {
    let game = played.line.game().title();
    let mut text = match played.line.last_move() {
        None => say(language, "board-begins", &[("game", game)]),
        Some(last) => {
            let values = [("number", played.ply().to_string()), ("move", last)];
            say(language, "board-last", &values.each_ref().map(|(name, value)| (*name, value.as_str())))
        }
    };
    text.push('\n');
    match played.to_move() {
        Some(seat) => {
            let key = format!("board-turn-{}", played.line.game().name());
            let values = [("player", mention(played.player(seat))), ("seat", (seat.index() + 1).to_string())];
            text.push_str(&say(language, &key, &values.each_ref().map(|(name, value)| (*name, value.as_str()))));
        }
        None => {
            text.push_str(&result(language, played, &played.players.map(mention)));
        }
    }
    text
}

/// The board after the last turn: the picture, what happened, whose turn it is. The player to move is pinged; at the
/// end both are.
pub async fn board(studio: &Studio, language: Language, played: &Match, names: &[String; 2]) -> View {
    let attachment = studio.board(language, played, names).await;
    let mut text = state(language, played);
    if attachment.is_none() {
        text.push_str(&letters(&*played.line));
    }
    let (pings, buttons) = match played.to_move() {
        Some(seat) => (vec![played.player(seat)], turn_buttons(language, played)),
        None => (played.players.to_vec(), Vec::new()),
    };
    View { text, pings, attachment, buttons }
}

/// The buttons under a board: a forced move is one click.
pub fn turn_buttons(language: Language, played: &Match) -> Vec<Button> {
    let mut buttons = Vec::new();
    if let [only] = &played.line.legal(2)[..] {
        let label = say(language, "button-play", &[("move", only)]);
        let press = Press::InMatch { game: played.id, ply: played.ply(), deed: Deed::Play(only.clone()) };
        buttons.push(Button { label, press, style: ButtonStyle::Main });
    }
    buttons.push(button(language, played, "button-type", Deed::Type, ButtonStyle::Plain));
    buttons.push(button(language, played, "button-resign", Deed::Resign, ButtonStyle::Plain));
    buttons
}

/// The board in letters, as a block.
pub fn letters(line: &dyn AnyLine) -> String {
    format!("\n```\n{}```", line.board())
}

/// The question whether resigning is meant.
pub fn resign_question(language: Language, played: &Match) -> View {
    let sure = button(language, played, "button-resign-surely", Deed::ResignSurely, ButtonStyle::Grave);
    View { text: say(language, "resign-question", &[]), buttons: vec![sure], ..View::default() }
}

/// A notice with the buttons that answer it. Whoever must answer is pinged, and whoever was answered.
pub fn notice(language: Language, played: &Match, notice: Notice, by: Seat) -> View {
    let (key, asks) = match notice {
        Notice::DrawOffered => ("notice-draw-offered", true),
        Notice::DrawDeclined => ("notice-draw-declined", false),
        Notice::TakeBackAsked => ("notice-takeback-asked", true),
        Notice::TakeBackDeclined => ("notice-takeback-declined", false),
    };
    let (actor, other) = (played.player(by), played.player(!by));
    let text = say(language, key, &[("player", &mention(actor)), ("other", &mention(other))]);
    let buttons = if asks && played.offer.is_some() {
        vec![
            button(language, played, "button-agree", Deed::Agree, ButtonStyle::Good),
            button(language, played, "button-refuse", Deed::Refuse, ButtonStyle::Plain),
        ]
    } else {
        Vec::new()
    };
    View { text, pings: vec![other], buttons, ..View::default() }
}

/// The running games of somebody.
pub fn games(language: Language, player: crate::play::PlayerId, running: &[Match], names: &[[String; 2]]) -> View {
    if running.is_empty() {
        return View::text(say(language, "games-none", &[]));
    }
    let mut text = say(language, "games-title", &[]);
    for (played, names) in running.iter().zip(names) {
        let mine = played.seat_of(player).is_some_and(|seat| played.to_move() == Some(seat));
        let other = played.seat_of(player).map_or("", |seat| names[(!seat).index()].as_str());
        let place = played.spot.place.map_or(String::new(), place_link);
        let key = if mine { "games-your-turn" } else { "games-their-turn" };
        let values = [
            ("game", played.line.game().title()),
            ("opponent", &plain(other, NAME_MAX)),
            ("number", &played.ply().to_string()),
            ("place", &place),
        ];
        let line = format!("\n{}", say(language, key, &values));
        if text.chars().count() + line.chars().count() > TEXT_MAX - 100 {
            text.push_str("\n…");
            break;
        }
        text.push_str(&line);
    }
    View::text(text)
}

/// Messages have at most so many characters.
pub const TEXT_MAX: usize = 2_000;

fn place_link(place: PlaceId) -> String {
    format!("<#{place}>")
}

/// The moves so far.
pub fn moves(language: Language, played: &Match) -> View {
    let all = played.line.moves();
    if all.is_empty() {
        return View::text(say(language, "moves-none", &[]));
    }
    let numbered: Vec<String> = (1..).zip(&all).map(|(number, text)| format!("{number}. {text}")).collect();
    // The latest moves matter most when there are too many.
    let mut first = 0;
    let length = |from: usize| numbered[from..].iter().map(|m| m.chars().count() + 1).sum::<usize>();
    while length(first) > TEXT_MAX - 100 {
        first += 1;
    }
    let dots = if first > 0 { "… " } else { "" };
    View::text(format!("```\n{dots}{}\n```", numbered[first..].join(" ")))
}

/// The record as a file.
pub fn export(language: Language, played: &Match, names: &[String; 2]) -> View {
    let record = played.record(names).to_string();
    let name = format!("{}-{}.txt", played.line.game().name(), played.id);
    let attachment = Attachment { name, bytes: record.into_bytes(), alt: String::new() };
    View { attachment: Some(attachment), ..View::text(say(language, "export-here", &[])) }
}

/// The name of the thread of a match.
pub fn thread_name(id: MatchId, played: &Match, names: &[String; 2]) -> String {
    let name = |name: &String| name.chars().filter(|c| !c.is_control()).take(28).collect::<String>();
    format!("{} {id}: {} – {}", played.line.game().title(), name(&names[0]), name(&names[1]))
}
