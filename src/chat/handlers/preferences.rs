//! Handles requests about preferences, schedules and vacations, and lists a player's games.

use super::request_handler::RequestHandler;
use crate::chat::custom_id::Preference;
use crate::chat::request::{Request, Requester, ScheduleOptions};
use crate::chat::texts::players::or_default_logged;
use crate::chat::texts::time::{read_hours, read_minute};
use crate::chat::texts::{Language, localize};
use crate::chat::view::{Answer, View};
use crate::chat::views::board;
use crate::chat::views::preferences_view;
use crate::render::Theme;
use crate::service::people::schedule::{PreferenceError, ScheduleUpdate};
use crate::service::{Action, Hours, MatchFilter, Pings, PlayError, Preferences, ServerSettings, ServiceError};

/// The maximum number of running games looked up for `/games`; a message holds fewer.
const LISTED_MAX: u32 = 200;

impl RequestHandler {
    /// Applies stored settings to a request: the languages of the player and of the server, and the theme of the player
    /// or else of the server.
    pub(in crate::chat) async fn with_preferences(&self, request: &Request) -> Request {
        let mut known = request.clone();
        let settings = self.service().preferences(request.requester.id).await.unwrap_or_else(|error| {
            tracing::error!(%error, "storage failed");
            Default::default()
        });
        let rules = match request.context.server {
            Some(server) => or_default_logged(self.service().storage().server_settings(server).await),
            None => ServerSettings::default(),
        };
        if let Some(code) = &settings.language {
            known.requester.language = Language::of_locale(code);
        }
        if let Some(code) = &rules.language {
            known.context.language = Language::of_locale(code);
        }
        known.requester.theme = settings.theme.or(rules.theme).unwrap_or_default();
        known
    }

    pub(in crate::chat) async fn games(&self, person: &Requester) -> Result<View, ServiceError> {
        let (running, all) = self.service().running(person.id, LISTED_MAX).await?;
        Ok(board::games(self.service(), person.language, &running, all).await)
    }

    /// Shows the board of the player's most urgent game.
    pub(in crate::chat) async fn next(&self, person: &Requester) -> Result<Answer, ServiceError> {
        let (running, _) = self.service().running(person.id, 1).await?;
        let Some(first) = running.first() else { return self.games(person).await.map(Answer::Private) };
        if !first.is_mine() {
            let list = self.games(person).await?;
            let none = localize(person.language, "next-none", &[]);
            return Ok(Answer::Private(View { text: format!("{none}\n{}", list.text), ..list }));
        }
        let found = self.service().find(first.id).await?;
        let answer = self.look(person, &found, false).await?;
        let place = crate::chat::views::match_list::link(found.location.place);
        Ok(match answer {
            Answer::Private(view) => Answer::Private(View { text: format!("{place}\n{}", view.text), ..view }),
            other => other,
        })
    }

    /// Shows the current preferences.
    pub(in crate::chat) async fn settings(&self, person: &Requester) -> Result<View, ServiceError> {
        let settings = self.service().preferences(person.id).await?;
        let habit = self.service().schedule(person.id).await?;
        let mut view = preferences_view::settings(person.language, &settings, &habit);
        let theme = settings.theme.as_deref().unwrap_or(&person.theme);
        for game in self.service().catalog().games() {
            view.attachments.extend(self.pictures().preview(person.wanted().in_theme(theme), *game).await);
        }
        Ok(view)
    }

    /// Changes a preference: to a value of its menu, or to the other value if there are two.
    pub(in crate::chat) async fn set_preference(
        &self,
        person: &Requester,
        setting: Preference,
        value: &str,
    ) -> Result<Answer, ServiceError> {
        // An unknown value leaves pings and reminders unchanged, and resets theme and language to the default.
        let service = self.service();
        let chosen = match setting {
            Preference::Pings => {
                let pings = Pings::from_word(value);
                service
                    .update_preferences(person.id, |settings| settings.pings = pings.unwrap_or(settings.pings))
                    .await?
            }
            Preference::Reminders => {
                let reminders = preferences_view::reminders(value);
                let change = |settings: &mut Preferences| {
                    if let Some(reminders) = &reminders {
                        settings.reminders.clone_from(reminders);
                    }
                };
                service.update_preferences(person.id, change).await?
            }
            Preference::Theme => {
                let theme = Theme::NAMES.iter().find(|name| **name == value).map(|name| (*name).to_owned());
                service.update_preferences(person.id, |settings| settings.theme.clone_from(&theme)).await?
            }
            Preference::Language => {
                let code = Language::ALL.iter().find(|(_, code)| *code == value).map(|(_, code)| (*code).to_owned());
                service.update_preferences(person.id, |settings| settings.language.clone_from(&code)).await?
            }
            Preference::Forced => {
                service.update_preferences(person.id, |settings| settings.forced = !settings.forced).await?
            }
            Preference::AutomaticVacation => {
                service.update_preferences(person.id, |settings| settings.rescue = !settings.rescue).await?
            }
        };
        let language = match &chosen.language {
            Some(code) => Language::of_locale(code),
            // The previous choice was just reset; the platform's locale was stored with this request.
            None => service
                .storage()
                .player_locale(person.id)
                .await?
                .map_or(person.language, |code| Language::of_locale(&code)),
        };
        self.settings(&Requester { language, ..person.clone() }).await.map(Answer::Change)
    }

    /// Changes the schedule, the quiet hours and the time of the digest.
    pub(in crate::chat) async fn schedule(
        &self,
        person: &Requester,
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
        let wish = ScheduleUpdate { zone: times.zone.clone(), sleep, weekend: times.weekend };
        if wish != ScheduleUpdate::default() {
            self.service().set_schedule(person.id, &wish).await?;
        }
        if quiet.is_some() || digest.is_some() {
            let change = |settings: &mut Preferences| {
                if let Some(quiet) = quiet {
                    settings.quiet = quiet.map(|(from, until)| Hours { from, until });
                }
                settings.digest_at = digest.unwrap_or(settings.digest_at);
            };
            self.service().update_preferences(person.id, change).await?;
        }
        let settings = self.service().preferences(person.id).await?;
        Ok(preferences_view::settings(person.language, &settings, &self.service().schedule(person.id).await?))
    }

    pub(in crate::chat) async fn vacation(
        &self,
        person: &Requester,
        days: Option<u16>,
        end: bool,
    ) -> Result<View, ServiceError> {
        if end {
            self.service().end_vacation(person.id).await?;
        } else if days.is_some() {
            self.service().start_vacation(person.id, days).await?;
        }
        Ok(preferences_view::vacation(person.language, &self.service().vacation_balance(person.id).await?))
    }

    /// Turns reminders off or on for the game that is played here.
    pub(in crate::chat) async fn mute(&self, asked: &Request, muted: bool) -> Result<Answer, ServiceError> {
        let Request { requester: person, context: place, .. } = asked;
        let found = self.service().find_at(place.id, person.id, MatchFilter::Running).await?;
        found.seat_of(person.id).ok_or(PlayError::NotAPlayer)?;
        self.act(asked, found.id, None, &Action::Mute(muted)).await?;
        let key = if muted { "reminders-off" } else { "reminders-on" };
        Ok(Answer::Private(View::text(localize(person.language, key, &[]))))
    }
}
