//! Notifications to a single player (turns, reminders, digests), and notices about outages.

use super::match_list::{lines, link};
use super::pictures::{PictureOptions, PictureRenderer};
use crate::chat::custom_id::{ButtonAction, MatchAction};
use crate::chat::texts::players;
use crate::chat::texts::players::mention;
use crate::chat::texts::time::{instant, relative};
use crate::chat::texts::{Language, escape_markup, localize};
use crate::chat::view::{Button, ButtonStyle, View};
use crate::chat::views::board;
use crate::service::{GameService, Match, Millis, PlayerId, RunningMatch};

/// The name of a player's opponent, for messages that must not ping the opponent.
pub(in crate::chat) fn opponent<'a>(played: &Match, person: PlayerId, names: &'a [String; 2]) -> &'a str {
    played.seat_of(person).map_or("", |seat| names[(!seat).index()].as_str())
}

fn sentence(language: Language, key: &str, played: &Match, person: PlayerId, names: &[String; 2]) -> String {
    let values = [
        ("player", mention(person)),
        ("game", played.line.game().title().to_owned()),
        ("opponent", escape_markup(opponent(played, person, names), players::NAME_MAX)),
        ("place", link(played.location.place)),
    ];
    localize(language, key, &values.each_ref().map(|(key, value)| (*key, value.as_str())))
}

/// The turn notification as a direct message: the board with its buttons, the moves after the ply `since`, and a link
/// to where the match is played.
pub async fn turn_directly(
    pictures: &PictureRenderer,
    options: &PictureOptions,
    played: &Match,
    person: PlayerId,
    names: &[String; 2],
    now: Millis,
    since: Option<usize>,
) -> View {
    let language = options.language;
    let key = if played.to_move().is_some() { "turn-directly" } else { "over-directly" };
    let intro = sentence(language, key, played, person, names);
    let board = board::board(pictures, options, played, names, now, since).await;
    View { text: format!("{intro}\n{}", board.text), pings: Vec::new(), ..board }
}

/// The turn notification where the match is played, posted after the board.
pub fn turn(language: Language, played: &Match, person: PlayerId, names: &[String; 2]) -> View {
    let key = if played.to_move().is_some() { "turn-here" } else { "over-here" };
    let buttons = board::turn_buttons(language, played);
    View { pings: vec![person], buttons, ..View::text(sentence(language, key, played, person, names)) }
}

/// A reminder that little time is left.
pub fn reminder(language: Language, played: &Match, person: PlayerId, names: &[String; 2]) -> View {
    let mut text = sentence(language, "reminder", played, person, names);
    if let Some(at) = played.flag_at() {
        let values = [("when", instant(at)), ("relative", relative(at))];
        let due = localize(language, "reminder-due", &values.each_ref().map(|(key, value)| (*key, value.as_str())));
        text.push_str(&format!(" {due}"));
    }
    let action = ButtonAction::InMatch { game: played.id, ply: played.ply(), action: MatchAction::Mute(true) };
    let mute = Button { label: localize(language, "button-mute", &[]), action, style: ButtonStyle::Plain };
    View { pings: vec![person], buttons: vec![mute], ..View::text(text) }
}

/// The notification that a vacation has started automatically.
pub fn automatic_vacation(
    language: Language,
    played: &Match,
    person: PlayerId,
    names: &[String; 2],
    until: Millis,
) -> View {
    let intro = sentence(language, "rescue", played, person, names);
    let until = localize(language, "rescue-until", &[("when", &instant(until))]);
    View { pings: vec![person], ..View::text(format!("{intro} {until}")) }
}

/// The notice about an outage of the program.
pub fn outage(language: Language, from: Millis, until: Millis) -> View {
    let length = crate::chat::texts::time::duration(language, until.0 - from.0);
    let values = [("from", instant(from)), ("until", instant(until)), ("length", length)];
    View::text(localize(language, "outage", &values.each_ref().map(|(key, value)| (*key, value.as_str()))))
}

/// The digest of all games that wait for a player.
pub async fn digest(service: &GameService, language: Language, person: PlayerId, running: &[RunningMatch]) -> View {
    let waiting: Vec<RunningMatch> = running.iter().filter(|listed| listed.waits_for_player()).cloned().collect();
    let count = waiting.len().to_string();
    let mut text = localize(language, "digest", &[("player", &mention(person)), ("count", &count)]);
    text.push_str(&lines(service, language, &waiting).await);
    View { pings: vec![person], ..View::text(text) }
}
