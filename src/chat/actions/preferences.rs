//! Handles requests about preferences, schedules and vacations, and lists a player's games.

use super::action::{Actions, ButtonAction, Command, CommandRun, Conduct, MenuAction};
use super::boards::BoardForm;
use super::handler::RequestHandler;
use crate::chat::arguments::Arguments;
use crate::chat::commands::signature::{Kind, optional, optional_when_typed, required};
use crate::chat::commands::table::DEFAULT;
use crate::chat::custom_id::{Pattern, Pressed};
use crate::chat::player_names::{name, of_opponents};
use crate::chat::request::{Completion, Request, Requester};
use crate::chat::texts::players::or_default_logged;
use crate::chat::texts::time::{read_hours, read_minute};
use crate::chat::texts::{Language, label, localize};
use crate::chat::view::{Answer, BUTTONS_MAX, View};
use crate::chat::views::challenges::{self, ChallengePage};
use crate::chat::views::match_list;
use crate::chat::views::notifications;
use crate::chat::views::past_games;
use crate::chat::views::preferences_view;
use crate::render::Theme;
use crate::service::people::schedule::{PreferenceError, ScheduleUpdate};
use crate::service::{Action, CostlyRequest, Hours, Match, MatchFilter, PlayError, Preferences, ServiceError};

/// Turns the reminders of a match on again.
const UNMUTE: Pattern<Pressed> = Pattern::new("unmute @");

pub(super) const GAMES: Command = Command::new(
    "games",
    &[optional("past", Kind::Flag)],
    Conduct::PRIVATE,
    CommandRun::Anywhere(|call| {
        Box::pin(async move {
            let view = match call.given.flag("past") {
                Some(true) => call.handler.past_games(&call.request.requester, 0).await?,
                _ => call.handler.games(call.request, [0, 0]).await?,
            };
            Ok(Answer::Private(view))
        })
    }),
);

pub(super) const NEXT: Command = Command::new(
    "next",
    &[],
    Conduct::PRIVATE.costing(CostlyRequest::Picture),
    CommandRun::Anywhere(|call| Box::pin(async move { call.handler.next(call.request).await.map(Answer::Private) })),
);

pub(super) const SETTINGS: Command = Command::new(
    "settings",
    &[
        optional("avatar", Kind::Flag),
        optional("suggestions", Kind::Flag),
        optional("daily", Kind::Flag),
        optional_when_typed("pings", Kind::Words("settings-pings-", &["thread", "direct", "digest", "none"])),
        optional_when_typed("reminders", Kind::Words("choice-reminders-", &preferences_view::REMINDER_WORDS)),
        optional_when_typed("theme", Kind::ThemeOrDefault),
        optional_when_typed("language", Kind::LanguageOrDefault),
        optional_when_typed("confirm", Kind::Words("settings-confirm-", &["picked", "all", "none"])),
        optional_when_typed("takebacks", Kind::Words("settings-takebacks-", &["ask", "always", "never"])),
        optional_when_typed("turned", Kind::Flag),
        optional_when_typed("forced", Kind::Flag),
        optional_when_typed("rescue", Kind::Flag),
    ],
    Conduct::PRIVATE,
    CommandRun::Anywhere(|call| {
        Box::pin(async move {
            let requester = &call.request.requester;
            if call.given.is_empty() {
                return call.handler.settings(requester).await.map(Answer::Private);
            }
            call.handler.set_typed(requester, call.given).await.map(Answer::Private)
        })
    }),
);

pub(super) const TIMES: Command = Command::new(
    "times",
    &[
        optional("zone", Kind::Completed(Completion::Zone)),
        optional("sleep", Kind::Hours),
        optional("weekend", Kind::Flag),
        optional("quiet", Kind::Hours),
        optional("digest", Kind::Hours),
    ],
    Conduct::SECRET,
    CommandRun::Anywhere(|call| {
        Box::pin(async move { call.handler.schedule(&call.request.requester, call.given).await.map(Answer::Private) })
    }),
);

pub(super) const VACATION: Command = Command::new(
    "vacation",
    &[optional("days", Kind::Number(1, 60)), optional("end", Kind::Flag)],
    Conduct::SECRET,
    CommandRun::Anywhere(|call| {
        Box::pin(async move {
            let (days, end) = (call.given.number("days"), call.given.flag("end").unwrap_or_default());
            call.handler.vacation(&call.request.requester, days, end).await.map(Answer::Private)
        })
    }),
);

pub(super) const REMINDERS: Command = Command::new(
    "reminders",
    &[required("wanted", Kind::Flag)],
    Conduct::PRIVATE,
    CommandRun::InMatch(MatchFilter::Running, |call, found| {
        Box::pin(async move {
            found.seat_of(call.request.requester.id).ok_or(PlayError::NotAPlayer)?;
            let wanted = call.given.flag("wanted").unwrap_or(true);
            call.handler.mute(call.request, &found, !wanted).await
        })
    }),
);

pub(super) const ACTIONS: Actions = Actions {
    buttons: &[
        ButtonAction::new(match_list::PAGES, Conduct::UPDATE, |press| {
            Box::pin(async move {
                let number = |at: usize| press.arguments.get(at).and_then(|number| number.parse().ok());
                let before = [number(0).unwrap_or_default(), number(1).unwrap_or_default()];
                press.handler.games(press.request, before).await.map(Answer::Change)
            })
        }),
        ButtonAction::new(preferences_view::SWITCH, Conduct::UPDATE, |press| {
            Box::pin(async move {
                let preference = press.arguments.first().map_or("", String::as_str);
                press.handler.switch_preference(&press.request.requester, preference).await.map(Answer::Change)
            })
        }),
        ButtonAction::new(preferences_view::DEPART, Conduct::UPDATE, |press| {
            Box::pin(async move {
                let days = press.arguments.first().and_then(|days| days.parse().ok()).ok_or(PlayError::Unknown)?;
                press.handler.vacation(&press.request.requester, Some(days), false).await.map(Answer::Change)
            })
        }),
        ButtonAction::new(preferences_view::RETURN, Conduct::UPDATE, |press| {
            Box::pin(
                async move { press.handler.vacation(&press.request.requester, None, true).await.map(Answer::Change) },
            )
        }),
        ButtonAction::in_match(notifications::MUTE, Conduct::PRIVATE, |press, found, _| {
            Box::pin(async move { press.handler.mute(press.request, &found, true).await })
        }),
        ButtonAction::in_match(UNMUTE, Conduct::PRIVATE, |press, found, _| {
            Box::pin(async move { press.handler.mute(press.request, &found, false).await })
        }),
    ],
    menus: &[MenuAction::new(
        preferences_view::SET,
        // The choice of sample boards draws pictures.
        Conduct::UPDATE.costing(CostlyRequest::Picture),
        |choice| {
            Box::pin(async move {
                let preference = choice.arguments.first().map_or("", String::as_str);
                let requester = &choice.request.requester;
                if (preference, choice.value) == ("theme", preferences_view::SAMPLES) {
                    return choice.handler.theme_samples(requester).await.map(Answer::Private);
                }
                choice.handler.set_preference(requester, preference, choice.value).await.map(Answer::Change)
            })
        },
    )],
    ..Actions::NONE
};

/// What was chosen in a menu of these words and the default, which is the absence of a choice; `None` for any other
/// word.
fn chosen_of(words: &[&str], value: &str) -> Option<Option<String>> {
    match words.iter().find(|word| **word == value) {
        Some(word) => Some(Some((*word).to_owned())),
        None => (value == DEFAULT).then_some(None),
    }
}

/// The preferences that menus set.
const CHOSEN: [&str; 4] = ["pings", "reminders", "theme", "language"];

/// Sets a preference to a value from its menu. Ignores unknown values.
fn set(settings: &mut Preferences, preference: &str, value: &str) {
    match preference {
        "pings" => settings.pings = value.parse().unwrap_or(settings.pings),
        "reminders" => {
            if let Some(reminders) = preferences_view::reminders(value) {
                settings.reminders = reminders;
            }
        }
        "theme" => replace(&mut settings.theme, &chosen_of(&Theme::NAMES, value)),
        "language" => replace(&mut settings.language, &chosen_of(&Language::ALL.map(|(_, code)| code), value)),
        _ => {}
    }
}

/// Sets every preference given as an option.
fn set_all(settings: &mut Preferences, given: &Arguments) {
    for preference in CHOSEN {
        if let Some(value) = given.text(preference) {
            set(settings, preference, value);
        }
    }
    let confirmation = given.text("confirm").and_then(|word| word.parse().ok());
    settings.confirmation = confirmation.unwrap_or(settings.confirmation);
    let take_backs = given.text("takebacks").and_then(|word| word.parse().ok());
    settings.take_backs = take_backs.unwrap_or(settings.take_backs);
    settings.turned_boards = given.flag("turned").unwrap_or(settings.turned_boards);
    settings.play_forced_moves = given.flag("forced").unwrap_or(settings.play_forced_moves);
    settings.automatic_vacation = given.flag("rescue").unwrap_or(settings.automatic_vacation);
    settings.shows_avatar = given.flag("avatar").unwrap_or(settings.shows_avatar);
    settings.gets_suggestions = given.flag("suggestions").unwrap_or(settings.gets_suggestions);
    settings.daily_pings = given.flag("daily").unwrap_or(settings.daily_pings);
}

fn replace(setting: &mut Option<String>, chosen: &Option<Option<String>>) {
    if let Some(chosen) = chosen {
        setting.clone_from(chosen);
    }
}

impl RequestHandler {
    /// Applies stored settings to a request: the languages of the player and of the server, and the theme of the player
    /// or else of the server.
    pub(in crate::chat) async fn with_preferences(&self, request: &Request) -> Request {
        let mut localized = request.clone();
        let queries = self.service().queries();
        let stored = queries.settings_and_preferences(request.context.server, request.requester.id).await;
        if let (Ok((server, person)), Some(event)) = (&stored, &request.event)
            && request.kind.begins_game()
            && server.shows_avatars()
            && person.shows_avatar
        {
            // Fetch the avatar now, so that the first board shows it.
            self.pictures().avatars().get(event.platform, request.requester.id);
        }
        let (server_settings, settings) = or_default_logged(stored);
        if let Some(code) = &settings.language {
            localized.requester.language = Language::of_locale(code);
        }
        if let Some(code) = &server_settings.language {
            localized.context.language = Language::of_locale(code);
        }
        let context = &mut localized.context;
        if context.is_direct() {
            context.language = localized.requester.language;
        }
        localized.requester.turned_boards = settings.turned_boards;
        localized.requester.confirmation = settings.confirmation;
        localized.requester.theme = settings.theme.or(server_settings.theme).unwrap_or_default();
        localized
    }

    /// The requester's open challenges and running games, after the first `before` of each.
    pub(super) async fn games(&self, request: &Request, before: [usize; 2]) -> Result<View, ServiceError> {
        let Request { requester, context, .. } = request;
        let (service, language) = (self.service(), requester.language);
        let [challenges_before, games_before] = before;
        let listed = self.challenges(requester, challenges_before).await?;
        let (running, all) = service.running(requester.id, u32::MAX).await?;
        if before != [0, 0] && listed.open.is_empty() && running.len() <= games_before {
            // Everything on this page has ended in the meantime; show the first page.
            return Box::pin(self.games(request, [0, 0])).await;
        }
        let mut view = View::default();
        if !listed.open.is_empty() {
            view = challenges::list(language, service.catalog(), &listed, requester.id);
        }
        let games = running.get(games_before..).unwrap_or_default();
        let mut shown = 0;
        if !games.is_empty() || all == 0 {
            let above = Some(view.text).filter(|text| !text.is_empty());
            let names = of_opponents(service, games).await;
            let paused = service.paused(requester.id, &games[..games.len().min(match_list::LINES_MAX)]).await?;
            let (catalog, paused) = (service.catalog(), &paused);
            let listed = match_list::RunningList { running: games, paused, catalog, names: &names };
            (view.text, shown) = match_list::running(language, &listed, all, above);
        }
        let next = [challenges_before + listed.open.len(), games_before + shown];
        let is_last = next[0] >= listed.all && next[1] >= all;
        let turning = match_list::page_buttons(language, before, (!is_last).then_some(next));
        view.buttons.extend(turning);
        if view.buttons.len() < BUTTONS_MAX {
            view.buttons.push(past_games::open_button(language));
        }
        if view.buttons.len() < BUTTONS_MAX && service.has_board_page() && context.server_channel().is_some() {
            view.buttons.push(match_list::now_playing_button(language));
        }
        Ok(view)
    }

    /// A page of the player's open challenges, received and sent, after the first `before`.
    async fn challenges(&self, requester: &Requester, before: usize) -> Result<ChallengePage, ServiceError> {
        let skipped = u32::try_from(before).unwrap_or(u32::MAX);
        let page = challenges::LISTED_MAX as u32;
        let (found, all) = self.service().open_challenges(requester.id, skipped, page).await?;
        let mut open = Vec::new();
        for challenge in found {
            let terms = &challenge.terms;
            let other = if terms.challenger == requester.id { terms.opponent } else { Some(terms.challenger) };
            let name = match other {
                Some(other) => name(self.service(), requester.language, other).await,
                None => label(requester.language, "challenges-anyone", &[]),
            };
            open.push((challenge, name));
        }
        Ok(ChallengePage { open, before, all })
    }

    /// Shows the board of the player's most urgent game.
    async fn next(&self, request: &Request) -> Result<View, ServiceError> {
        let requester = &request.requester;
        let (running, _) = self.service().running(requester.id, 1).await?;
        let Some(first) = running.first() else { return self.games(request, [0, 0]).await };
        if !first.waits_for_player() {
            let list = self.games(request, [0, 0]).await?;
            if list.buttons.iter().any(|button| button.action.is(challenges::ACCEPT_LISTED)) {
                return Ok(list);
            }
            let none = localize(requester.language, "next-none", &[]);
            return Ok(View { text: none.then("\n").then(list.text), ..list });
        }
        let found = self.service().find(first.id).await?;
        let board = self.look(requester, &found, BoardForm::Picture).await?.view;
        let place = match_list::link(found.location.place);
        Ok(View { text: place.then("\n").then(board.text), ..board })
    }

    /// Shows the current preferences.
    pub(super) async fn settings(&self, requester: &Requester) -> Result<View, ServiceError> {
        let settings = self.service().preferences(requester.id).await?;
        let schedule = self.service().schedule(requester.id).await?;
        Ok(preferences_view::settings(requester.language, &settings, &schedule))
    }

    /// Shows a board in each theme.
    async fn theme_samples(&self, requester: &Requester) -> Result<View, ServiceError> {
        let game = self.service().catalog().games().first().ok_or(PlayError::Unknown)?;
        Ok(preferences_view::samples(self.pictures(), &requester.picture_options(), *game).await)
    }

    /// Sets a preference to a value of its menu.
    async fn set_preference(&self, requester: &Requester, preference: &str, value: &str) -> Result<View, ServiceError> {
        let change = |settings: &mut Preferences| set(settings, preference, value);
        let chosen = self.service().update_preferences(requester.id, change).await?;
        self.settings_after(requester, &chosen).await
    }

    /// Sets every preference given as an option, and shows them all.
    async fn set_typed(&self, requester: &Requester, given: &Arguments) -> Result<View, ServiceError> {
        let chosen = self.service().update_preferences(requester.id, |settings| set_all(settings, given)).await?;
        if !chosen.shows_avatar {
            // Drop the avatar from memory as soon as it is hidden.
            self.pictures().avatars().forget(requester.id);
        }
        self.settings_after(requester, &chosen).await
    }

    /// Switches a preference to its other value, or to the next of several.
    async fn switch_preference(&self, requester: &Requester, preference: &str) -> Result<View, ServiceError> {
        let change = |settings: &mut Preferences| match preference {
            "forced" => settings.play_forced_moves = !settings.play_forced_moves,
            "confirm" => settings.confirmation = settings.confirmation.next(),
            "takebacks" => settings.take_backs = settings.take_backs.next(),
            "turned" => settings.turned_boards = !settings.turned_boards,
            "rescue" => settings.automatic_vacation = !settings.automatic_vacation,
            _ => {}
        };
        let chosen = self.service().update_preferences(requester.id, change).await?;
        self.settings_after(requester, &chosen).await
    }

    /// Shows changed preferences in the language they now select.
    async fn settings_after(&self, requester: &Requester, chosen: &Preferences) -> Result<View, ServiceError> {
        let language = self.language_after(requester, chosen).await?;
        let requester = Requester { language, turned_boards: chosen.turned_boards, ..requester.clone() };
        self.settings(&requester).await
    }

    /// The player's language after a change of preferences.
    async fn language_after(&self, requester: &Requester, chosen: &Preferences) -> Result<Language, ServiceError> {
        Ok(match &chosen.language {
            Some(code) => Language::of_locale(code),
            // The previous choice was just reset; the platform's locale was stored with this request.
            None => self
                .service()
                .queries()
                .player_locale(requester.id)
                .await?
                .map_or(requester.language, |code| Language::of_locale(&code)),
        })
    }

    /// Changes the schedule, the quiet hours and the time of the digest.
    pub(super) async fn schedule(&self, requester: &Requester, given: &Arguments) -> Result<View, ServiceError> {
        // “-” or “none” clears hours.
        let none =
            |text: &str| matches!(text.trim().to_lowercase().as_str(), "-" | "no" | "none" | "nessuno" | "ninguno");
        let hours = |text: Option<&str>| -> Result<Option<Option<(u16, u16)>>, ServiceError> {
            match text {
                None => Ok(None),
                Some(text) if none(text) => Ok(Some(None)),
                Some(text) => Ok(Some(Some(read_hours(text).ok_or(PreferenceError::NoHours)?))),
            }
        };
        let (sleep, quiet) = (hours(given.text("sleep"))?, hours(given.text("quiet"))?);
        let digest = given.text("digest").map(|text| read_minute(text).ok_or(PreferenceError::NoHours)).transpose()?;
        let update =
            ScheduleUpdate { zone: given.text("zone").map(str::to_owned), sleep, weekend: given.flag("weekend") };
        if update != ScheduleUpdate::default() {
            self.service().set_schedule(requester.id, &update).await?;
        }
        if quiet.is_some() || digest.is_some() {
            let change = |settings: &mut Preferences| {
                if let Some(quiet) = quiet {
                    settings.quiet = quiet.map(|(from, until)| Hours { from, until });
                }
                settings.digest_at = digest.unwrap_or(settings.digest_at);
            };
            self.service().update_preferences(requester.id, change).await?;
        }
        let settings = self.service().preferences(requester.id).await?;
        Ok(preferences_view::settings(requester.language, &settings, &self.service().schedule(requester.id).await?))
    }

    pub(super) async fn vacation(
        &self,
        requester: &Requester,
        days: Option<u16>,
        end: bool,
    ) -> Result<View, ServiceError> {
        if end {
            self.service().end_vacation(requester.id).await?;
        } else if days.is_some() {
            self.service().start_vacation(requester.id, days).await?;
        }
        let balance = self.service().vacation_balance(requester.id).await?;
        let view = preferences_view::vacation(requester.language, &balance);
        if !end {
            return Ok(view);
        }
        let ended = localize(requester.language, "vacation-ended", &[]);
        Ok(View { text: ended.then(" ").then(view.text), ..view })
    }

    /// Turns the reminders of a match off or on.
    async fn mute(&self, request: &Request, found: &Match, muted: bool) -> Result<Answer, ServiceError> {
        self.act_on(request, found, None, &Action::Mute(muted)).await?;
        let key = if muted { "reminders-off" } else { "reminders-on" };
        Ok(Answer::Private(View::text(localize(request.requester.language, key, &[]))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_no_menu_offers_changes_nothing() {
        let mut theme = Some("dark".to_owned());
        replace(&mut theme, &chosen_of(&Theme::NAMES, "neon"));
        assert_eq!(theme.as_deref(), Some("dark"));
        replace(&mut theme, &chosen_of(&Theme::NAMES, "light"));
        assert_eq!(theme.as_deref(), Some("light"));
        replace(&mut theme, &chosen_of(&Theme::NAMES, "default"));
        assert_eq!(theme, None);
    }
}
