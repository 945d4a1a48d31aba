//! Handles requests of server managers.

use super::request_handler::RequestHandler;
use crate::catalog::Catalog;
use crate::chat::request::{RequestContext, Requester, ServerSettingsOptions};
use crate::chat::texts::time::control;
use crate::chat::texts::{Language, localize};
use crate::chat::view::View;
use crate::chat::views::preferences_view::language_changed;
use crate::render::Theme;
use crate::service::{MatchId, PlaceId, ServerChannel, ServerError, ServerSettings, ServiceError};

/// The server channel, if the requester manages that server.
fn managed_server(place: &RequestContext) -> Result<ServerChannel, ServerError> {
    let room = place.server_channel().ok_or(ServerError::NoServer)?;
    if place.manages { Ok(room) } else { Err(ServerError::NotManager) }
}

/// Adds an item to a list, or removes it if it is there. Without a list everything is allowed; with a list only its
/// items are, and an empty list allows nothing.
fn toggle<T: PartialEq>(list: &mut Option<Vec<T>>, one: T) {
    let list = list.get_or_insert_default();
    match list.iter().position(|known| *known == one) {
        Some(at) => drop(list.remove(at)),
        None => list.push(one),
    }
}

fn change(catalog: &Catalog, rules: &mut ServerSettings, wish: &ServerSettingsOptions) {
    match wish.clear.as_deref() {
        Some("channels") => rules.channels = None,
        Some("games") => rules.games = None,
        Some("language") => rules.language = None,
        Some("time") => rules.control = None,
        Some("theme") => rules.theme = None,
        Some("limit") => rules.games_max = None,
        _ => {}
    }
    if let Some(channel) = wish.channel {
        toggle(&mut rules.channels, channel);
    }
    if let Some(game) = wish.game.as_deref().and_then(|name| catalog.game(name)) {
        toggle(&mut rules.games, game.name().to_owned());
    }
    let known = |code: &&String| Language::ALL.iter().any(|(_, known)| known == code);
    if let Some(code) = wish.language.as_ref().filter(known) {
        rules.language = Some(code.clone());
    }
    if let Some(control) = wish.control {
        rules.control = Some(control.to_string());
    }
    if let Some(theme) = wish.theme.as_ref().filter(|theme| Theme::NAMES.contains(&theme.as_str())) {
        rules.theme = Some(theme.clone());
    }
    rules.games_max = wish.limit.or(rules.games_max);
}

/// The settings of a server as text.
fn server_view(language: Language, catalog: &Catalog, rules: &ServerSettings) -> View {
    let channel = |id: &PlaceId| format!("<#{id}>");
    let game = |name: &String| catalog.game(name).map_or(name.clone(), |game| game.title().to_owned());
    let listed = |texts: Option<Vec<String>>, all: &str, none: &str| match texts {
        None => localize(language, all, &[]),
        Some(texts) if texts.is_empty() => localize(language, none, &[]),
        Some(texts) => texts.join(", "),
    };
    let channels = rules.channels.as_ref().map(|channels| channels.iter().map(channel).collect());
    let games = rules.games.as_ref().map(|games| games.iter().map(game).collect());
    let theme = rules.theme.as_deref().filter(|name| Theme::NAMES.contains(name)).unwrap_or(Theme::NAMES[0]);
    let values = [
        ("channels", listed(channels, "house-everywhere", "house-nowhere")),
        ("games", listed(games, "house-all-games", "house-no-games")),
        ("language", language_changed(language, rules.language.as_deref())),
        ("time", control(language, rules.control())),
        ("theme", localize(language, &format!("settings-theme-{theme}"), &[])),
        ("limit", rules.games_max.map_or_else(|| localize(language, "house-no-limit", &[]), |most| most.to_string())),
    ];
    View::text(localize(language, "house", &values.each_ref().map(|(name, value)| (*name, value.as_str()))))
}

impl RequestHandler {
    /// Shows the settings of a server, after applying the requested changes.
    pub(in crate::chat) async fn server(
        &self,
        person: &Requester,
        place: &RequestContext,
        wish: &ServerSettingsOptions,
    ) -> Result<View, ServiceError> {
        let (room, catalog) = (managed_server(place)?, self.service().catalog());
        let rules = if *wish == ServerSettingsOptions::default() {
            self.service().server_settings(room.server).await?
        } else {
            self.service().update_server_settings(room.server, |rules| change(catalog, rules, wish)).await?
        };
        Ok(server_view(person.language, catalog, &rules))
    }

    /// Ends a game of a server without a result.
    pub(in crate::chat) async fn end_game(
        &self,
        person: &Requester,
        place: &RequestContext,
        id: MatchId,
    ) -> Result<View, ServiceError> {
        let number = id.to_string();
        let told = match self.service().end_match_in(managed_server(place)?, id).await? {
            Some(ended) => {
                let values = [("game", ended.line.game().title()), ("number", &number)];
                localize(person.language, "house-ended", &values)
            }
            None => localize(person.language, "house-ended-unread", &[("number", &number)]),
        };
        Ok(View::text(told))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::request::CLEARABLE_SETTINGS;
    use crate::service::TimeControl;

    #[test]
    fn whatever_can_be_chosen_can_be_taken_back() {
        let all = ServerSettingsOptions {
            channel: Some(PlaceId(5)),
            game: Some("zertz".into()),
            language: Some("it".into()),
            control: Some(TimeControl::PerMove { days: 3 }),
            theme: Some("dark".into()),
            limit: Some(4),
            clear: None,
        };
        let mut rules = ServerSettings::default();
        change(&Catalog::standard(), &mut rules, &all);
        assert!(rules.allows_channel(PlaceId(5)) && !rules.allows_channel(PlaceId(6)));
        assert!(rules.allows_game("zertz") && !rules.allows_game("dvonn"));
        assert_eq!((rules.control(), rules.games_max), (TimeControl::PerMove { days: 3 }, Some(4)));
        for clear in CLEARABLE_SETTINGS {
            change(
                &Catalog::standard(),
                &mut rules,
                &ServerSettingsOptions { clear: Some(clear.into()), ..ServerSettingsOptions::default() },
            );
        }
        assert_eq!(rules, ServerSettings::default());
    }

    #[test]
    fn a_channel_or_a_game_named_again_is_taken_out() {
        let mut rules = ServerSettings::default();
        let named =
            |channel| ServerSettingsOptions { channel: Some(PlaceId(channel)), ..ServerSettingsOptions::default() };
        for channel in [5, 6, 5] {
            change(&Catalog::standard(), &mut rules, &named(channel));
        }
        assert_eq!(rules.channels, Some(vec![PlaceId(6)]));
        change(&Catalog::standard(), &mut rules, &named(6));
        assert!(
            !rules.allows_channel(PlaceId(6)) && !rules.allows_channel(PlaceId(7)),
            "the last one taken out does not open the others"
        );
        let unknown = ServerSettingsOptions {
            game: Some("go".into()),
            theme: Some("loud".into()),
            ..ServerSettingsOptions::default()
        };
        let before = rules.clone();
        change(&Catalog::standard(), &mut rules, &unknown);
        assert_eq!(rules, before);
    }
}
