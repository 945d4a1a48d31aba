//! Answers requests about what somebody chooses: settings, times, vacation; and what needs them most.

use super::choices;
use super::conversation::Conversation;
use super::players::usual_if_failed;
use super::press::Setting;
use super::request::{Person, Request, Times};
use super::texts::{Language, say};
use super::time::{read_hours, read_minute};
use super::turns;
use super::view::{Answer, View};
use crate::catalog::GAMES;
use crate::play::custom::{CustomError, Wish};
use crate::play::{Action, DeskError, Hours, HouseRules, Pings, PlayError, Settings, Wanted};
use crate::render::Theme;

/// Of how many running games `/games` tells at most; a message holds fewer.
const GAMES_TOLD: u32 = 200;

impl Conversation {
    /// The request as it is to be answered: in the language that the person has chosen, and that the server has, and with
    /// pictures in the look of either.
    pub(super) async fn known(&self, request: &Request) -> Request {
        let mut known = request.clone();
        let settings = self.desk().settings(request.person.id).await.unwrap_or_else(|error| {
            tracing::error!(%error, "the store failed");
            Default::default()
        });
        let rules = match request.place.server {
            Some(server) => usual_if_failed(self.desk().keep().house_rules(server).await),
            None => HouseRules::default(),
        };
        if let Some(code) = &settings.language {
            known.person.language = Language::of_locale(code);
        }
        if let Some(code) = &rules.language {
            known.place.language = Language::of_locale(code);
        }
        known.person.theme = settings.theme.or(rules.theme).unwrap_or_default();
        known
    }

    pub(super) async fn games(&self, person: &Person) -> Result<View, DeskError> {
        let (running, all) = self.desk().running(person.id, GAMES_TOLD).await?;
        Ok(turns::games(self.desk(), person.language, &running, all).await)
    }

    /// The board of the game that needs somebody most.
    pub(super) async fn next(&self, person: &Person) -> Result<Answer, DeskError> {
        let (running, _) = self.desk().running(person.id, 1).await?;
        let Some(first) = running.first() else { return self.games(person).await.map(Answer::Private) };
        if !first.is_mine() {
            let list = self.games(person).await?;
            let none = say(person.language, "next-none", &[]);
            return Ok(Answer::Private(View { text: format!("{none}\n{}", list.text), ..list }));
        }
        let found = self.desk().find(first.id).await?;
        let answer = self.look(person, &found, false).await?;
        let place = super::attention::link(found.spot.place);
        Ok(match answer {
            Answer::Private(view) => Answer::Private(View { text: format!("{place}\n{}", view.text), ..view }),
            other => other,
        })
    }

    /// The settings as they are.
    pub(super) async fn settings(&self, person: &Person) -> Result<View, DeskError> {
        let settings = self.desk().settings(person.id).await?;
        let habit = self.desk().habit(person.id).await?;
        let mut view = choices::settings(person.language, &settings, &habit);
        let theme = settings.theme.as_deref().unwrap_or(&person.theme);
        for game in GAMES {
            view.attachments.extend(self.studio().preview(person.wanted().in_theme(theme), game).await);
        }
        Ok(view)
    }

    /// Changes a setting: to a value of its menu, or to the other one where there are two.
    pub(super) async fn set(&self, person: &Person, setting: Setting, value: &str) -> Result<Answer, DeskError> {
        // Values that are not of our menus change nothing.
        let desk = self.desk();
        let chosen = match setting {
            Setting::Pings => {
                let pings = Pings::from_word(value);
                desk.choose(person.id, |settings| settings.pings = pings.unwrap_or(settings.pings)).await?
            }
            Setting::Reminders => {
                let reminders = choices::reminders(value);
                let change = |settings: &mut Settings| {
                    if let Some(reminders) = &reminders {
                        settings.reminders.clone_from(reminders);
                    }
                };
                desk.choose(person.id, change).await?
            }
            Setting::Theme => {
                let theme = Theme::NAMES.iter().find(|name| **name == value).map(|name| (*name).to_owned());
                desk.choose(person.id, |settings| settings.theme.clone_from(&theme)).await?
            }
            Setting::Language => {
                let code = Language::ALL.iter().find(|(_, code)| *code == value).map(|(_, code)| (*code).to_owned());
                desk.choose(person.id, |settings| settings.language.clone_from(&code)).await?
            }
            Setting::Forced => desk.choose(person.id, |settings| settings.forced = !settings.forced).await?,
            Setting::Rescue => desk.choose(person.id, |settings| settings.rescue = !settings.rescue).await?,
        };
        let language = match &chosen.language {
            Some(code) => Language::of_locale(code),
            // What was chosen before has just been given up; the platform's own was remembered with this request.
            None => {
                desk.keep().player_locale(person.id).await?.map_or(person.language, |code| Language::of_locale(&code))
            }
        };
        self.settings(&Person { language, ..person.clone() }).await.map(Answer::Change)
    }

    /// Changes when somebody is awake.
    pub(super) async fn times(&self, person: &Person, times: &Times) -> Result<View, DeskError> {
        // “-” or “none” takes hours away.
        let none =
            |text: &str| matches!(text.trim().to_lowercase().as_str(), "-" | "no" | "none" | "nessuno" | "ninguno");
        let hours = |text: &Option<String>| -> Result<Option<Option<(u16, u16)>>, DeskError> {
            match text {
                None => Ok(None),
                Some(text) if none(text) => Ok(Some(None)),
                Some(text) => Ok(Some(Some(read_hours(text).ok_or(CustomError::NoHours)?))),
            }
        };
        let (sleep, quiet) = (hours(&times.sleep)?, hours(&times.quiet)?);
        let digest = times.digest.as_deref().map(|text| read_minute(text).ok_or(CustomError::NoHours)).transpose()?;
        let wish = Wish { zone: times.zone.clone(), sleep, weekend: times.weekend };
        if wish != Wish::default() {
            self.desk().live(person.id, &wish).await?;
        }
        if quiet.is_some() || digest.is_some() {
            let change = |settings: &mut Settings| {
                if let Some(quiet) = quiet {
                    settings.quiet = quiet.map(|(from, until)| Hours { from, until });
                }
                settings.digest_at = digest.unwrap_or(settings.digest_at);
            };
            self.desk().choose(person.id, change).await?;
        }
        let settings = self.desk().settings(person.id).await?;
        Ok(choices::settings(person.language, &settings, &self.desk().habit(person.id).await?))
    }

    pub(super) async fn vacation(&self, person: &Person, days: Option<u16>, end: bool) -> Result<View, DeskError> {
        if end {
            self.desk().come_back(person.id).await?;
        } else if days.is_some() {
            self.desk().depart(person.id, days).await?;
        }
        Ok(choices::vacation(person.language, &self.desk().leave(person.id).await?))
    }

    /// Reminders in the game that is played here, or not.
    pub(super) async fn mute(&self, asked: &Request, muted: bool) -> Result<Answer, DeskError> {
        let Request { person, place, .. } = asked;
        let found = self.desk().find_at(place.id, person.id, Wanted::Running).await?;
        found.seat_of(person.id).ok_or(PlayError::NotAPlayer)?;
        self.act(asked, found.id, None, &Action::Mute(muted)).await?;
        let key = if muted { "reminders-off" } else { "reminders-on" };
        Ok(Answer::Private(View::text(say(person.language, key, &[]))))
    }
}
