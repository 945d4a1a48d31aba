//! Notifications to a single player (turns, reminders, digests), and notices about outages.

use super::match_list::{RunningList, TEXT_MAX, lines, link};
use super::pictures::{PictureOptions, PictureRenderer};
use crate::chat::custom_id::{Pattern, Pressed};
use crate::chat::text::Text;
use crate::chat::texts::{Arg, Language, label, localize_with, time};
use crate::chat::view::{Button, ButtonStyle, View};
use crate::chat::views::board;
use crate::service::time::calendar::Cause;
use crate::service::{Match, Millis, PlaceId, PlayerId, RunningMatch, Span};

/// Turns the reminders of a match off.
pub const MUTE: Pattern<Pressed> = Pattern::new("mute @");

/// The opponent by name, for messages that must not ping them.
pub(in crate::chat) fn opponent(played: &Match, person: PlayerId, names: &[String; 2]) -> Arg<'static> {
    match played.seat_of(person).map(|seat| !seat) {
        Some(seat) => Arg::unpinged(played.player(seat), &names[seat.index()]),
        None => Text::default().into(),
    }
}

fn sentence(language: Language, key: &str, played: &Match, person: PlayerId, names: &[String; 2]) -> Text {
    let args = [
        ("player", Text::person(person).into()),
        ("game", played.line.game().title().into()),
        ("opponent", opponent(played, person, names)),
        ("place", link(played.location.place).into()),
    ];
    localize_with(language, key, &args)
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
    let board = board::board(pictures, options, played, names, now, since, None).await;
    View { text: intro.then("\n").then(board.text.clone()), pings: Vec::new(), ..board }
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
        let args = [("when", Arg::date(at)), ("relative", Arg::relative(at))];
        text.push(" ");
        text.push(localize_with(language, "reminder-due", &args));
    }
    let label = label(language, "button-mute", &[]);
    let mute = Button { label, action: MUTE.on(played), style: ButtonStyle::Secondary };
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
    let until = localize_with(language, "rescue-until", &[("when", Arg::date(until))]);
    View { pings: vec![person], ..View::text(intro.then(" ").then(until)) }
}

/// The notice that the clock is paused because the player to move has gone on vacation; `None` if the vacation is over,
/// or if a later board has said so.
pub fn vacation(language: Language, played: &Match, ply: usize, now: Millis) -> Option<View> {
    let (_, pause) = played.pause(now).filter(|_| played.ply() == ply)?;
    (pause.cause == Cause::Vacation).then(|| time::due(language, played, now)).flatten().map(View::text)
}

/// The notice about an outage of the program.
pub fn outage(language: Language, from: Millis, until: Millis) -> View {
    let length = Arg::Duration(until.0 - from.0);
    let args = [("from", Arg::date(from)), ("until", Arg::date(until)), ("length", length)];
    View::text(localize_with(language, "outage", &args))
}

/// The clock had leaped ahead by `ahead` milliseconds, and is right again. The clocks of the match were stopped for
/// this span.
pub fn clock_corrected(language: Language, stopped: Span, ahead: i64) -> View {
    let [from, until] = [stopped.from, stopped.until].map(Arg::date);
    let args = [("from", from), ("until", until), ("length", Arg::Duration(ahead))];
    View::text(localize_with(language, "clock-corrected", &args))
}

/// The digest of all games that wait for a player. Where others read it (`shown_at`), it names only the games that are
/// played there: those of other places are counted.
pub fn digest(language: Language, person: PlayerId, list: &RunningList<'_>, shown_at: Option<PlaceId>) -> View {
    let (waiting, elsewhere): (Vec<RunningMatch>, Vec<RunningMatch>) = list
        .running
        .iter()
        .filter(|listed| listed.waits_for_player())
        .cloned()
        .partition(|listed| shown_at.is_none() || listed.place == shown_at);
    let count = Arg::count(waiting.len() + elsewhere.len());
    let args = [("player", Text::person(person).into()), ("count", count)];
    let mut text = localize_with(language, "digest", &args);
    let (lines, shown) = lines(language, &RunningList { running: &waiting, ..*list }, TEXT_MAX - 300);
    text.push(lines);
    let more = waiting.len() - shown + elsewhere.len();
    if more > 0 {
        text.push_line(localize_with(language, "digest-more", &[("count", Arg::count(more))]));
    }
    View { pings: vec![person], ..View::text(text) }
}
