//! Views of a player's preferences, schedule and vacations.

use super::pictures::{PictureOptions, PictureRenderer};
use crate::catalog::AnyGame;
use crate::chat::commands::table::DEFAULT;
use crate::chat::custom_id::{Chosen, Pattern, Pressed};
use crate::chat::texts::time::minute;
use crate::chat::texts::{Arg, Language, label, list, localize, localize_with};
use crate::chat::view::{Button, ButtonStyle, Menu, View};
use crate::render::Theme;
use crate::service::people::schedule::VacationBalance;
use crate::service::time::calendar::is_known;
use crate::service::{Pings, Preferences, Schedule};

/// Sets a preference to the chosen value.
pub const SET: Pattern<Chosen> = Pattern::new("set pings|reminders|theme|language");
/// Switches a preference to its other value, or to the next of several.
pub const SWITCH: Pattern<Pressed> = Pattern::new("set confirm|takebacks|turned|forced|rescue");
/// Starts a vacation of this many days.
pub const DEPART: Pattern<Pressed> = Pattern::new("depart #");
/// Ends a vacation.
pub const RETURN: Pattern<Pressed> = Pattern::new("return");

/// The value in the menu of themes that shows a sample of each.
pub const SAMPLES: &str = "samples";

/// The reminders on offer, as percentages of the time for a turn.
pub const REMINDERS: [&[u8]; 5] = [&[], &[25], &[50, 10], &[50, 25, 10], &[10]];
/// The option values of `REMINDERS`.
pub const REMINDER_WORDS: [&str; 5] = ["none", "25", "50-10", "50-25-10", "10"];

/// Reminders as an option value.
fn reminders_word(percents: &[u8]) -> String {
    if percents.is_empty() {
        return "none".to_owned();
    }
    percents.iter().map(u8::to_string).collect::<Vec<_>>().join("-")
}

/// The reminders with this option value, if they are on offer.
pub fn reminders(word: &str) -> Option<Vec<u8>> {
    REMINDERS.iter().find(|percents| reminders_word(percents) == word).map(|percents| percents.to_vec())
}

fn reminders_changed(language: Language, percents: &[u8]) -> String {
    if percents.is_empty() {
        return label(language, "settings-reminders-none", &[]);
    }
    let percents: Vec<String> = percents
        .iter()
        .map(|percent| {
            let args = [("percent", Arg::Percent((*percent).into()))];
            localize_with(language, "settings-reminders-percent", &args).plain()
        })
        .collect();
    label(language, "settings-reminders-at", &[("percents", &list(language, "list-and", &percents))])
}

/// Yes or no.
pub(in crate::chat) fn yes_no(language: Language, yes: bool) -> String {
    label(language, if yes { "settings-on" } else { "settings-off" }, &[])
}

/// The preferences. Menus and buttons show what they change; the text shows the rest.
pub fn settings(language: Language, preferences: &Preferences, schedule: &Schedule) -> View {
    let hours = |span: Option<(u16, u16)>, none: &str| {
        span.map_or_else(|| label(language, none, &[]), |(from, until)| hours(from, until))
    };
    let values = [
        ("zone", schedule.zone.clone()),
        ("sleep", hours(schedule.sleep.map(|sleep| (sleep.from, sleep.until)), "settings-sleep-none")),
        ("weekend", yes_no(language, schedule.weekend)),
        ("quiet", hours(preferences.quiet.map(|quiet| (quiet.from, quiet.until)), "settings-quiet-none")),
        ("digest", minute(preferences.digest_at)),
        ("avatar", yes_no(language, preferences.shows_avatar)),
        ("suggestions", yes_no(language, preferences.gets_suggestions)),
        ("daily", yes_no(language, preferences.daily_pings)),
    ];
    let mut text = localize(language, "settings", &values.each_ref().map(|(name, value)| (*name, value.as_str())));
    if !is_known(&schedule.zone) {
        text.push_line(localize(language, "settings-zone-unknown", &[("zone", &schedule.zone)]));
    }
    if !preferences.unreadable.is_empty() {
        text.push_line(localize(language, "settings-unreadable", &[]));
    }
    let button = |preference: &str, state: &str| Button {
        label: label(language, &format!("settings-{preference}-is-{state}"), &[]),
        action: SWITCH.with(preference),
        style: ButtonStyle::Secondary,
    };
    let on = |on: bool| if on { "on" } else { "off" };
    let buttons = vec![
        button("confirm", &preferences.confirmation.to_string()),
        button("takebacks", &preferences.take_backs.to_string()),
        button("turned", on(preferences.turned_boards)),
        button("forced", on(preferences.play_forced_moves)),
        button("rescue", on(preferences.automatic_vacation)),
    ];
    View { menus: menus(language, preferences), buttons, ..View::text(text) }
}

/// The menus, for preferences with many values.
fn menus(language: Language, preferences: &Preferences) -> Vec<Menu> {
    let menu = |preference: &str, value: &str, options: Vec<(String, String)>| Menu {
        action: SET.with(preference),
        hint: label(language, &format!("settings-menu-{preference}"), &[("value", value)]),
        options,
    };
    let pings = |word: &str| label(language, &format!("settings-pings-{word}"), &[]);
    let theme = preferences.theme.as_deref().filter(|name| Theme::NAMES.contains(name));
    let themes = std::iter::once(DEFAULT).chain(Theme::NAMES);
    let themes = themes.map(|name| (name.to_owned(), theme_name(language, name)));
    let samples = (SAMPLES.to_owned(), label(language, "settings-theme-samples", &[]));
    let languages = std::iter::once(DEFAULT).chain(Language::ALL.map(|(_, code)| code));
    let languages = languages.map(|code| (code.to_owned(), language_changed(language, Some(code))));
    let reminders = REMINDERS.iter().map(|percents| (reminders_word(percents), reminders_changed(language, percents)));
    vec![
        menu(
            "pings",
            &pings(&preferences.pings.to_string()),
            Pings::ALL.iter().map(|(_, word)| ((*word).to_owned(), pings(word))).collect(),
        ),
        menu("reminders", &reminders_changed(language, &preferences.reminders), reminders.collect()),
        menu("theme", &theme_name(language, theme.unwrap_or(DEFAULT)), themes.chain([samples]).collect()),
        menu("language", &language_changed(language, preferences.language.as_deref()), languages.collect()),
    ]
}

/// The name of a theme, or of the default, in the settings.
fn theme_name(language: Language, theme: &str) -> String {
    label(language, &format!("settings-theme-{theme}"), &[])
}

/// A sample board in each theme.
pub async fn samples(pictures: &PictureRenderer, options: &PictureOptions, game: &'static dyn AnyGame) -> View {
    let mut view = View::text(localize(options.language, "settings-samples", &[]));
    for theme in Theme::NAMES {
        let name = theme_name(options.language, theme);
        view.attachments.extend(pictures.preview(options.clone().in_theme(theme), game, name).await);
    }
    view
}

fn hours(from: u16, until: u16) -> String {
    format!("{} – {}", minute(from), minute(until))
}

/// The name of a language, written in that language.
pub(in crate::chat) fn language_changed(language: Language, code: Option<&str>) -> String {
    let known = code.and_then(|code| Language::ALL.iter().find(|(_, known)| *known == code));
    known.map_or_else(
        || label(language, "settings-language-default", &[]),
        |(known, _)| label(*known, "settings-language-own", &[]),
    )
}

/// The vacation lengths offered as buttons, in days.
const OFFERED_DAYS: [u16; 3] = [3, 7, 14];

/// The current vacation and the remaining allowance.
pub fn vacation(language: Language, balance: &VacationBalance) -> View {
    let left = Arg::Duration(balance.left);
    let Some(running) = balance.running else {
        let text = localize_with(language, "vacation-left", &[("left", left)]);
        let button = |days: u16| Button {
            label: label(language, "button-depart", &[("days", &days.to_string())]),
            action: DEPART.with(days),
            style: ButtonStyle::Secondary,
        };
        let buttons = if balance.left > 0 { OFFERED_DAYS.map(button).into() } else { Vec::new() };
        return View { buttons, ..View::text(text) };
    };
    let until = running.span.until;
    let args = [("when", Arg::date(until)), ("relative", Arg::relative(until)), ("left", left)];
    let text = localize_with(language, "vacation-going", &args);
    let end = Button {
        label: label(language, "button-come-back", &[]),
        action: RETURN.action(),
        style: ButtonStyle::Primary,
    };
    View { buttons: vec![end], ..View::text(text) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::Millis;

    #[test]
    fn the_words_of_the_reminders_are_those_of_their_percentages() {
        assert_eq!(REMINDERS.map(reminders_word), REMINDER_WORDS);
    }

    #[test]
    fn a_default_in_place_of_what_was_chosen_is_said() {
        for (language, _) in Language::ALL {
            let schedule =
                |zone: &str| Schedule { from_at: Millis(0), zone: zone.to_owned(), sleep: None, weekend: false };
            let shown = |preferences, zone| settings(language, &preferences, &schedule(zone)).text.plain();
            let usual = shown(Preferences::default(), "Europe/Rome");
            let unreadable = Preferences { unreadable: vec!["pings"], ..Preferences::default() };
            let said = label(language, "settings-unreadable", &[]);
            assert!(shown(unreadable, "Europe/Rome").contains(&said) && !usual.contains(&said));
            let said = label(language, "settings-zone-unknown", &[("zone", "Atlantis/Capital")]).replace('`', "");
            let forgotten = shown(Preferences::default(), "Atlantis/Capital");
            assert!(forgotten.contains(&said), "{forgotten}");
            assert_eq!(usual.lines().count() + 1, forgotten.lines().count());
        }
    }
}
