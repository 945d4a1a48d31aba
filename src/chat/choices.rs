//! What is said about what somebody has chosen: settings, times, vacation.

use super::press::{Press, Setting};
use super::texts::{Language, say};
use super::time::{duration, instant, minute, relative};
use super::view::{Button, ButtonStyle, Menu, View};
use crate::play::custom::Leave;
use crate::play::{Habit, Pings, Settings};
use crate::render::Theme;

/// The reminders that are offered: percentages of the time for a turn.
pub const REMINDERS: [&[u8]; 5] = [&[], &[25], &[50, 10], &[50, 25, 10], &[10]];

/// Reminders as the value of an option.
fn reminders_word(percents: &[u8]) -> String {
    if percents.is_empty() {
        return "none".to_owned();
    }
    percents.iter().map(u8::to_string).collect::<Vec<_>>().join("-")
}

/// The reminders with this value, of those that are offered.
pub fn reminders(word: &str) -> Option<Vec<u8>> {
    REMINDERS.iter().find(|percents| reminders_word(percents) == word).map(|percents| percents.to_vec())
}

fn reminders_told(language: Language, percents: &[u8]) -> String {
    if percents.is_empty() {
        return say(language, "settings-reminders-none", &[]);
    }
    let told: Vec<String> = percents.iter().map(|percent| format!("{percent} %")).collect();
    say(language, "settings-reminders-at", &[("percents", &told.join(", "))])
}

fn yes_no(language: Language, yes: bool) -> String {
    say(language, if yes { "settings-on" } else { "settings-off" }, &[])
}

/// The settings with menus and buttons that change them.
pub fn settings(language: Language, settings: &Settings, habit: &Habit) -> View {
    let theme = settings.theme.as_deref().filter(|name| Theme::NAMES.contains(name));
    let none = say(language, "settings-none", &[]);
    let values = [
        ("pings", say(language, &format!("settings-pings-{}", settings.pings.word()), &[])),
        ("reminders", reminders_told(language, &settings.reminders)),
        ("theme", say(language, &format!("settings-theme-{}", theme.unwrap_or("default")), &[])),
        ("language", language_told(language, settings.language.as_deref())),
        ("zone", habit.zone.clone()),
        ("sleep", habit.sleep.map_or(none.clone(), |sleep| hours(sleep.from, sleep.until))),
        ("weekend", yes_no(language, habit.weekend)),
        ("quiet", settings.quiet.map_or(none, |quiet| hours(quiet.from, quiet.until))),
        ("digest", minute(settings.digest_at)),
        ("forced", yes_no(language, settings.forced)),
        ("rescue", yes_no(language, settings.rescue)),
    ];
    let text = say(language, "settings", &values.each_ref().map(|(name, value)| (*name, value.as_str())));
    let menu = |setting: Setting, options: Vec<(String, String)>| Menu {
        press: Press::Set(setting),
        hint: say(language, &format!("settings-choose-{}", setting.word()), &[]),
        options,
    };
    let pings = Pings::ALL.iter().map(|(_, word)| {
        let label = say(language, &format!("settings-pings-{word}"), &[]);
        ((*word).to_owned(), label)
    });
    let reminders = REMINDERS.iter().map(|percents| (reminders_word(percents), reminders_told(language, percents)));
    let themes = std::iter::once("default").chain(Theme::NAMES);
    let themes = themes.map(|name| (name.to_owned(), say(language, &format!("settings-theme-{name}"), &[])));
    let languages = std::iter::once("default").chain(Language::ALL.map(|(_, code)| code));
    let languages = languages.map(|code| (code.to_owned(), language_told(language, Some(code))));
    let menus = vec![
        menu(Setting::Pings, pings.collect()),
        menu(Setting::Reminders, reminders.collect()),
        menu(Setting::Theme, themes.collect()),
        menu(Setting::Language, languages.collect()),
    ];
    let button = |setting: Setting, on: bool| Button {
        label: say(language, &format!("settings-{}-{}", setting.word(), if on { "off" } else { "on" }), &[]),
        press: Press::Set(setting),
        style: ButtonStyle::Plain,
    };
    let buttons = vec![button(Setting::Forced, settings.forced), button(Setting::Rescue, settings.rescue)];
    View { menus, buttons, ..View::text(text) }
}

fn hours(from: u16, until: u16) -> String {
    format!("{} – {}", minute(from), minute(until))
}

/// A language is named in itself.
pub(super) fn language_told(language: Language, code: Option<&str>) -> String {
    let known = code.and_then(|code| Language::ALL.iter().find(|(_, known)| *known == code));
    known.map_or_else(
        || say(language, "settings-language-default", &[]),
        |(known, _)| say(*known, "settings-language-own", &[]),
    )
}

/// How long a vacation one can begin with a click, in days.
const OFFERED_DAYS: [u16; 3] = [3, 7, 14];

/// The vacation that goes on, and what is left.
pub fn vacation(language: Language, leave: &Leave) -> View {
    let left = duration(language, leave.left);
    let Some(going) = leave.going else {
        let text = say(language, "vacation-left", &[("left", &left)]);
        let button = |days: u16| Button {
            label: say(language, "button-depart", &[("days", &days.to_string())]),
            press: Press::Depart(days),
            style: ButtonStyle::Plain,
        };
        let buttons = if leave.left > 0 { OFFERED_DAYS.map(button).into() } else { Vec::new() };
        return View { buttons, ..View::text(text) };
    };
    let until = going.span.until;
    let values = [("when", instant(until)), ("relative", relative(until)), ("left", left)];
    let text = say(language, "vacation-going", &values.each_ref().map(|(name, value)| (*name, value.as_str())));
    let back =
        Button { label: say(language, "button-come-back", &[]), press: Press::ComeBack, style: ButtonStyle::Main };
    View { buttons: vec![back], ..View::text(text) }
}
