//! Replays: a match shown ply by ply, or as an animation.

use super::board::{REPLAY, button, letters, turns_since};
use super::picture_words::result;
use super::pictures::{PictureOptions, PictureRenderer};
use crate::chat::custom_id::{Pattern, Pressed};
use crate::chat::text::Text;
use crate::chat::texts::{Arg, Language, localize, localize_with};
use crate::chat::view::{ButtonStyle, View};
use crate::rules::Seat;
use crate::service::{Match, Status};

/// Shows another position of a replay.
pub const POSITION: Pattern<Pressed> = Pattern::new("replay @ first|back|forward|last");
/// Posts the animation where the match is played.
pub const SHARE: Pattern<Pressed> = Pattern::new("replay @ share");

/// The buttons below a position, with the keys of their labels. The first and the last ply have them all, so that they
/// stay in place while a player presses one repeatedly.
const BUTTONS: [(&str, Pattern<Pressed>, &str); 5] = [
    ("button-replay-first", POSITION, "first"),
    ("button-replay-back", POSITION, "back"),
    ("button-replay-forward", POSITION, "forward"),
    ("button-replay-last", POSITION, "last"),
    ("button-replay-animate", REPLAY, "animate"),
];

/// The position of a match after a number of plies, with the move that led to it.
pub async fn position(
    pictures: &PictureRenderer,
    wanted: &PictureOptions,
    played: &Match,
    names: &[String; 2],
    ply: usize,
) -> View {
    let language = wanted.language;
    let all = played.ply();
    let ply = ply.min(all);
    let shown = played.at_ply(ply, ply == all);
    let mut text = title(language, played, ply);
    if ply > 0 {
        text.push_line(turns_since(language, &shown, ply - 1));
    }
    if shown.status != Status::Running {
        text.push_line(result(language, &shown, &shown.players.map(Arg::Player)));
    }
    let picture = pictures.position(wanted, &shown, names).await;
    if picture.is_none() {
        text.push(letters(language, &*shown.line));
    }
    let buttons =
        BUTTONS.map(|(key, id, word)| button(language, key, id.on(&shown).with(word), ButtonStyle::Secondary));
    View { attachments: picture.into_iter().collect(), buttons: buttons.into(), ..View::text(text) }
}

/// The animation of a match. With `may_share`, a button posts it where the match is played.
pub async fn animation(
    pictures: &PictureRenderer,
    wanted: &PictureOptions,
    played: &Match,
    names: &[String; 2],
    may_share: bool,
) -> View {
    let language = wanted.language;
    let share = may_share.then(|| button(language, "button-replay-share", SHARE.on(played), ButtonStyle::Primary));
    match pictures.animation(wanted, played, names).await {
        Some(animation) => View {
            attachments: vec![animation],
            buttons: share.into_iter().collect(),
            ..View::text(animation_title(language, played))
        },
        None => View::text(localize(language, "replay-failed", &[])),
    }
}

/// An animation that the player on this seat shares, below a line that says so.
pub fn shared(language: Language, played: &Match, by: Option<Seat>, animation: View) -> View {
    let Some(by) = by.filter(|_| !animation.attachments.is_empty()) else { return animation };
    let line = localize_with(language, "replay-shared-by", &[("player", Arg::Player(played.player(by)))]);
    View { text: line.then("\n").then(animation.text), ..animation }
}

fn title(language: Language, played: &Match, ply: usize) -> Text {
    let (number, ply, all) = (played.id.to_string(), ply.to_string(), played.ply().to_string());
    let details = [("game", played.line.game().title()), ("number", &number), ("ply", &ply), ("all", &all)];
    localize(language, "replay-title", &details)
}

/// Who played the game, and how it ended.
fn animation_title(language: Language, played: &Match) -> Text {
    let players = played.players.map(Arg::Player);
    let [first, second] = players.clone();
    let number = played.id.to_string();
    let args = [
        ("game", played.line.game().title().into()),
        ("number", (&number).into()),
        ("first", first),
        ("second", second),
    ];
    let mut text = localize_with(language, "replay-animation-title", &args);
    if played.status != Status::Running {
        text.push_line(result(language, played, &players));
    }
    text
}
