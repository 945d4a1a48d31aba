//! Handles requests about preferences, schedules and vacations, and lists a player's games.

use super::request_handler::RequestHandler;
use crate::chat::custom_id::{ButtonAction, Preference};
use crate::chat::request::{BoardForm, Request, Requester, ScheduleOptions};
use crate::chat::texts::players::{name, or_default_logged};
use crate::chat::texts::time::{read_hours, read_minute};
use crate::chat::texts::{Language, label, localize};
use crate::chat::view::{Answer, BUTTONS_MAX, View};
use crate::chat::views::board;
use crate::chat::views::challenges;
use crate::chat::views::past_games;
use crate::chat::views::preferences_view;
use crate::render::Theme;
use crate::service::people::schedule::{PreferenceError, ScheduleUpdate};
use crate::service::{Action, Challenge, Hours, MatchFilter, Pings, PlayError, Preferences, ServiceError};

/// The maximum number of running games looked up for `/games`; a message holds fewer.
const LISTED_MAX: u32 = 200;

/// What was chosen in a menu of these words and the default, which is the absence of a choice; `None` for any other
/// word.
fn chosen_of(words: &[&str], value: &str) -> Option<Option<String>> {
    match words.iter().find(|word| **word == value) {
        Some(word) => Some(Some((*word).to_owned())),
        None => (value == preferences_view::DEFAULT).then_some(None),
    }
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
        let storage = self.service().storage();
        let stored = storage.settings_and_preferences(request.context.server, request.requester.id).await;
        let (server_settings, settings) = or_default_logged(stored);
        if let Some(code) = &settings.language {
            localized.requester.language = Language::of_locale(code);
        }
        if let Some(code) = &server_settings.language {
            localized.context.language = Language::of_locale(code);
        }
        localized.requester.turned_boards = settings.turned_boards;
        localized.requester.confirmation = settings.confirmation;
        localized.requester.theme = settings.theme.or(server_settings.theme).unwrap_or_default();
        localized
    }

    pub(in crate::chat) async fn games(&self, requester: &Requester) -> Result<View, ServiceError> {
        let (running, all) = self.service().running(requester.id, LISTED_MAX).await?;
        let games = board::games(self.service(), requester.language, &running, all).await;
        let mut list = match self.challenges(requester).await? {
            Some(challenges) => View { text: challenges.text.then("\n\n").then(games.text), ..challenges },
            None => games,
        };
        // A full list of challenges leaves no room for it.
        if list.buttons.len() < BUTTONS_MAX {
            list.buttons.push(past_games::open_button(requester.language));
        }
        Ok(list)
    }

    /// The open challenges to and by the player; `None` if there are none.
    async fn challenges(&self, requester: &Requester) -> Result<Option<View>, ServiceError> {
        let open = self.service().open_challenges(requester.id, challenges::LISTED_MAX).await?;
        if open.is_empty() {
            return Ok(None);
        }
        let mut names = Vec::new();
        for Challenge { terms, .. } in &open {
            let other = if terms.challenger == requester.id { terms.opponent } else { Some(terms.challenger) };
            names.push(match other {
                Some(other) => name(self.service(), requester.language, other).await,
                None => label(requester.language, "challenges-anyone", &[]),
            });
        }
        let catalog = self.service().catalog();
        Ok(Some(challenges::list(requester.language, catalog, &open, requester.id, &names)))
    }

    /// Shows the board of the player's most urgent game.
    pub(in crate::chat) async fn next(&self, requester: &Requester) -> Result<Answer, ServiceError> {
        let (running, _) = self.service().running(requester.id, 1).await?;
        let Some(first) = running.first() else { return self.games(requester).await.map(Answer::Private) };
        if !first.waits_for_player() {
            let list = self.games(requester).await?;
            if list.buttons.iter().any(|button| matches!(button.action, ButtonAction::AcceptListed(_))) {
                return Ok(Answer::Private(list));
            }
            let none = localize(requester.language, "next-none", &[]);
            return Ok(Answer::Private(View { text: none.then("\n").then(list.text), ..list }));
        }
        let found = self.service().find(first.id).await?;
        let answer = self.look(requester, &found, BoardForm::Picture).await?;
        let place = crate::chat::views::match_list::link(found.location.place);
        Ok(match answer {
            Answer::Private(view) => Answer::Private(View { text: place.then("\n").then(view.text), ..view }),
            other => other,
        })
    }

    /// Shows the current preferences.
    pub(in crate::chat) async fn settings(&self, requester: &Requester) -> Result<View, ServiceError> {
        let settings = self.service().preferences(requester.id).await?;
        let schedule = self.service().schedule(requester.id).await?;
        let mut view = preferences_view::settings(requester.language, &settings, &schedule);
        let theme = settings.theme.as_deref().unwrap_or(&requester.theme);
        for game in self.service().catalog().games() {
            view.attachments.extend(self.pictures().preview(requester.picture_options().in_theme(theme), *game).await);
        }
        Ok(view)
    }

    /// Changes a preference: to a value of its menu, or to the other value if there are two.
    pub(in crate::chat) async fn set_preference(
        &self,
        requester: &Requester,
        setting: Preference,
        value: &str,
    ) -> Result<Answer, ServiceError> {
        // A value that no menu offers changes nothing.
        let service = self.service();
        let chosen = match setting {
            Preference::Pings => {
                let pings = Pings::from_word(value);
                service
                    .update_preferences(requester.id, |settings| settings.pings = pings.unwrap_or(settings.pings))
                    .await?
            }
            Preference::Reminders => {
                let reminders = preferences_view::reminders(value);
                let change = |settings: &mut Preferences| {
                    if let Some(reminders) = &reminders {
                        settings.reminders.clone_from(reminders);
                    }
                };
                service.update_preferences(requester.id, change).await?
            }
            Preference::Theme => {
                let theme = chosen_of(&Theme::NAMES, value);
                service.update_preferences(requester.id, |settings| replace(&mut settings.theme, &theme)).await?
            }
            Preference::Language => {
                let code = chosen_of(&Language::ALL.map(|(_, code)| code), value);
                service.update_preferences(requester.id, |settings| replace(&mut settings.language, &code)).await?
            }
            Preference::Forced => {
                service
                    .update_preferences(requester.id, |settings| {
                        settings.play_forced_moves = !settings.play_forced_moves;
                    })
                    .await?
            }
            Preference::Confirmation => {
                service
                    .update_preferences(requester.id, |settings| settings.confirmation = settings.confirmation.next())
                    .await?
            }
            Preference::TakeBacks => {
                service
                    .update_preferences(requester.id, |settings| settings.take_backs = settings.take_backs.next())
                    .await?
            }
            Preference::TurnedBoards => {
                service
                    .update_preferences(requester.id, |settings| settings.turned_boards = !settings.turned_boards)
                    .await?
            }
            Preference::AutomaticVacation => {
                service
                    .update_preferences(requester.id, |settings| {
                        settings.automatic_vacation = !settings.automatic_vacation;
                    })
                    .await?
            }
        };
        let language = match &chosen.language {
            Some(code) => Language::of_locale(code),
            // The previous choice was just reset; the platform's locale was stored with this request.
            None => service
                .storage()
                .player_locale(requester.id)
                .await?
                .map_or(requester.language, |code| Language::of_locale(&code)),
        };
        let requester = Requester { language, turned_boards: chosen.turned_boards, ..requester.clone() };
        self.settings(&requester).await.map(Answer::Change)
    }

    /// Changes the schedule, the quiet hours and the time of the digest.
    pub(in crate::chat) async fn schedule(
        &self,
        requester: &Requester,
        times: &ScheduleOptions,
    ) -> Result<View, ServiceError> {
        // “-” or “none” clears hours.
        let none =
            |text: &str| matches!(text.trim().to_lowercase().as_str(), "-" | "no" | "none" | "nessuno" | "ninguno");
        let hours = |text: &Option<String>| -> Result<Option<Option<(u16, u16)>>, ServiceError> {
            match text {
                None => Ok(None),
                Some(text) if none(text) => Ok(Some(None)),
                Some(text) => Ok(Some(Some(read_hours(text).ok_or(PreferenceError::NoHours)?))),
            }
        };
        let (sleep, quiet) = (hours(&times.sleep)?, hours(&times.quiet)?);
        let digest =
            times.digest.as_deref().map(|text| read_minute(text).ok_or(PreferenceError::NoHours)).transpose()?;
        let update = ScheduleUpdate { zone: times.zone.clone(), sleep, weekend: times.weekend };
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

    pub(in crate::chat) async fn vacation(
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
        Ok(preferences_view::vacation(requester.language, &self.service().vacation_balance(requester.id).await?))
    }

    /// Turns reminders off or on for the game that is played here.
    pub(in crate::chat) async fn mute(&self, request: &Request, muted: bool) -> Result<Answer, ServiceError> {
        let Request { requester, context, .. } = request;
        let found = self.service().find_at(context.id, requester.id, MatchFilter::Running).await?;
        found.seat_of(requester.id).ok_or(PlayError::NotAPlayer)?;
        self.act_on(request, &found, None, &Action::Mute(muted)).await?;
        let key = if muted { "reminders-off" } else { "reminders-on" };
        Ok(Answer::Private(View::text(localize(requester.language, key, &[]))))
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
