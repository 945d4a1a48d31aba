//! The words of pictures: headers, results and descriptions for players who cannot see them.

use crate::catalog::AnyLine;
use crate::chat::text::{Span, Text};
use crate::chat::texts::{Arg, Language, label, label_in, localize_in, localize_with};
use crate::render::Header;
use crate::render::text::is_legible;
use crate::rules::{Outcome, Seat};
use crate::service::{ERASED_PLAYER, Match, Player, Status};

/// The maximum length of an alt text that the platform shows, in characters.
pub const ALT_MAX: usize = 1024;

/// An example position as alt text.
pub(super) fn described(header: &Header, caption: Option<String>, facts: impl Iterator<Item = String>) -> String {
    let title = format!("{}.", header.status);
    let last = Some(header.last.clone()).filter(|last| !last.is_empty());
    let sentences: Vec<String> = [title].into_iter().chain(caption).chain(last).chain(facts).collect();
    shorten(sentences.join(" "))
}

/// Truncates a text to [`ALT_MAX`] characters.
pub(in crate::chat) fn shorten(text: String) -> String {
    if text.chars().count() <= ALT_MAX { text } else { text.chars().take(ALT_MAX - 1).collect::<String>() + "…" }
}

/// A name as it is drawn: one without any letter that the fonts contain becomes a numbered placeholder. The alt text
/// has the name itself.
pub(in crate::chat) fn drawn_name(language: Language, name: &str, number: usize) -> String {
    if is_legible(name) {
        return name.to_owned();
    }
    label(language, "picture-player", &[("number", &number.to_string())])
}

/// The drawn names of both seats of a match.
pub(super) fn drawn(language: Language, names: &[String; 2]) -> [String; 2] {
    Seat::BOTH.map(|seat| drawn_name(language, &names[seat.index()], seat.index() + 1))
}

/// The header of an example position, without the status.
pub(super) fn example_header(language: Language, line: &dyn AnyLine) -> Header {
    let names = drawn(language, &Default::default());
    let active = line.ending().is_none().then(|| line.seat());
    let winner = line.ending().and_then(|ending| ending.outcome.winner());
    Header { names, active, winner, last: last(language, line), ..Header::default() }
}

pub(super) fn last(language: Language, line: &dyn AnyLine) -> String {
    line.last_move().map_or(String::new(), |m| label(language, "alt-last", &[("move", &m)]))
}

/// A player in the words of a picture, with the name that is drawn.
pub(super) fn drawn_player(players: &[Player; 2], names: &[String; 2], seat: Seat) -> Arg<'static> {
    match players[seat.index()] {
        // Nothing in a picture is interpreted as markup.
        Player::Person(person) if person != ERASED_PLAYER => Arg::Text(Span::Typed(names[seat.index()].clone()).into()),
        known => Arg::Player(known),
    }
}

/// Whose turn it is, or how the match ended.
pub fn status(language: Language, played: &Match, names: &[String; 2]) -> String {
    match (&played.status, played.to_move()) {
        (Status::Running, Some(seat)) => {
            localize_with(language, "picture-turn", &[("player", drawn_player(&played.players, names, seat))]).plain()
        }
        _ => result(language, played, &Seat::BOTH.map(|seat| drawn_player(&played.players, names, seat))).plain(),
    }
}

/// The result of a match in one sentence; empty while it is running.
pub fn result(language: Language, played: &Match, names: &[Arg<'_>; 2]) -> Text {
    ending(language, &*played.line, &played.status, played.outcome, names)
}

/// How a match ended, in one sentence; empty while it is running.
pub fn ending(
    language: Language,
    line: &dyn AnyLine,
    status: &Status,
    outcome: Option<Outcome>,
    names: &[Arg<'_>; 2],
) -> Text {
    let name = |seat: Seat| names[seat.index()].clone();
    match outcome {
        None if *status == Status::Running => Text::default(),
        None => {
            let key = format!("result-none-{}", status.reason());
            localize_with(language, &key, &[("first", name(Seat::One)), ("second", name(Seat::Two))])
        }
        Some(outcome) => {
            let facts = line.result_facts();
            let mut args: Vec<(&str, Arg<'_>)> = facts.iter().map(|fact| (fact.about, (&fact.value).into())).collect();
            let kind = match outcome {
                Outcome::Draw => {
                    args.extend([("first", name(Seat::One)), ("second", name(Seat::Two))]);
                    "draw"
                }
                Outcome::Win(seat) => {
                    args.extend([("winner", name(seat)), ("loser", name(!seat))]);
                    "win"
                }
            };
            localize_in(line.game(), language, &format!("result-{kind}-{}", status.reason()), &args)
        }
    }
}

/// The facts visible in the position, one sentence each.
pub fn facts(language: Language, line: &dyn AnyLine) -> impl Iterator<Item = String> {
    let game = line.game();
    line.facts().into_iter().map(move |fact| {
        // Each language says “none” in the gender of what there is none of.
        let value = if fact.value.is_empty() { "none" } else { fact.value.as_str() };
        label_in(game, language, &format!("fact-{}", fact.about), &[("value", value)])
    })
}

/// The position as alt text, complete enough to play without seeing the picture.
pub fn alt(language: Language, played: &Match, names: &[String; 2], status: &str) -> String {
    let line = &*played.line;
    let [first, second] = names;
    let mut text = format!("{}: {first} – {second}. {}.", line.game().title(), status.trim_end_matches('.'));
    if let Some(last) = line.last_move() {
        text.push_str(&format!(" {}", label(language, "alt-last", &[("move", &last)])));
    }
    for sentence in facts(language, line) {
        text.push_str(&format!(" {sentence}"));
    }
    shorten(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_cannot_be_drawn_becomes_a_number() {
        let names = ["สมชาย", "Björn 🦊"].map(str::to_owned);
        assert_eq!(drawn(Language::Es, &names), ["Jugador 1", "Björn 🦊"]);
        let names = ["李小龙", "田中さくら"].map(str::to_owned);
        assert_eq!(drawn(Language::Es, &names), names);
        assert_eq!(drawn(Language::En, &["🦊".to_owned(), String::new()]), ["Player 1", "Player 2"]);
    }
}
