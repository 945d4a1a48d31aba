//! Handles requests of server managers.

use super::request_handler::RequestHandler;
use crate::catalog::Catalog;
use crate::chat::request::{RequestContext, Requester, ServerSettingsOptions};
use crate::chat::text::Text;
use crate::chat::texts::time::control;
use crate::chat::texts::{Language, label, localize, localize_with};
use crate::chat::view::View;
use crate::chat::views::preferences_view::language_changed;
use crate::render::Theme;
use crate::service::servers::server_settings::{PREFIX_MAX, is_prefix};
use crate::service::{MatchId, PlaceId, ServerChannel, ServerError, ServerSettings, ServiceError};

/// The server channel, if the requester manages that server.
fn managed_server(context: &RequestContext) -> Result<ServerChannel, ServerError> {
    let channel = context.server_channel().ok_or(ServerError::NoServer)?;
    if context.manages { Ok(channel) } else { Err(ServerError::NotManager) }
}

/// Adds an item to a list, or removes it if it is there. Without a list everything is allowed; with a list only its
/// items are, and an empty list allows nothing.
fn toggle<T: PartialEq>(list: &mut Option<Vec<T>>, item: T) {
    let list = list.get_or_insert_default();
    match list.iter().position(|known| *known == item) {
        Some(at) => drop(list.remove(at)),
        None => list.push(item),
    }
}

/// Takes back the prefix of typed commands.
const USUAL_PREFIX: &str = "-";

fn change(catalog: &Catalog, settings: &mut ServerSettings, options: &ServerSettingsOptions) {
    match options.clear.as_deref() {
        Some("channels") => settings.channels = None,
        Some("games") => settings.games = None,
        Some("language") => settings.language = None,
        Some("time") => settings.control = None,
        Some("theme") => settings.theme = None,
        Some("limit") => settings.games_max = None,
        _ => {}
    }
    if let Some(channel) = options.channel {
        toggle(&mut settings.channels, channel);
    }
    if let Some(game) = options.game.as_deref().and_then(|name| catalog.game(name)) {
        toggle(&mut settings.games, game.name().to_owned());
    }
    let known = |code: &&String| Language::ALL.iter().any(|(_, known)| known == code);
    if let Some(code) = options.language.as_ref().filter(known) {
        settings.language = Some(code.clone());
    }
    if let Some(control) = options.control {
        settings.control = Some(control.to_string());
    }
    if let Some(theme) = options.theme.as_ref().filter(|theme| Theme::NAMES.contains(&theme.as_str())) {
        settings.theme = Some(theme.clone());
    }
    settings.games_max = options.limit.or(settings.games_max);
    match options.prefix.as_deref() {
        Some(USUAL_PREFIX) => settings.prefix = None,
        Some(prefix) => settings.prefix = Some(prefix.to_owned()),
        None => {}
    }
}

/// The settings of a server as text.
fn server_view(language: Language, catalog: &Catalog, settings: &ServerSettings) -> View {
    let channel = |id: &PlaceId| Text::place(*id);
    let game = |name: &String| catalog.game(name).map_or(name.as_str(), |game| game.title()).into();
    let listed = |texts: Option<Vec<Text>>, all: &str, none: &str| match texts {
        None => localize(language, all, &[]),
        Some(texts) if texts.is_empty() => localize(language, none, &[]),
        Some(texts) => Text::join(texts, ", "),
    };
    let channels = settings.channels.as_ref().map(|channels| channels.iter().map(channel).collect());
    let games = settings.games.as_ref().map(|games| games.iter().map(game).collect());
    let theme = settings.theme.as_deref().filter(|name| Theme::NAMES.contains(name)).unwrap_or(Theme::NAMES[0]);
    let language_name = language_changed(language, settings.language.as_deref());
    let time = control(language, settings.control());
    let theme = label(language, &format!("settings-theme-{theme}"), &[]);
    let limit = settings.games_max.map(|limit| limit.to_string());
    let limit = limit.unwrap_or_else(|| label(language, "house-no-limit", &[]));
    let args = [
        ("channels", listed(channels, "house-everywhere", "house-nowhere").into()),
        ("games", listed(games, "house-all-games", "house-no-games").into()),
        ("language", (&language_name).into()),
        ("time", (&time).into()),
        ("theme", (&theme).into()),
        ("limit", (&limit).into()),
    ];
    let mut text = localize_with(language, "house", &args);
    if let Some(prefix) = &settings.prefix {
        text.push_line(localize_with(language, "house-prefix", &[("prefix", Text::typed(prefix, PREFIX_MAX).into())]));
    }
    if !settings.unreadable.is_empty() {
        text.push_line(localize(language, "house-unreadable", &[]));
    }
    View::text(text)
}

impl RequestHandler {
    /// Shows the settings of a server, after applying the requested changes.
    pub(in crate::chat) async fn server(
        &self,
        requester: &Requester,
        context: &RequestContext,
        options: &ServerSettingsOptions,
    ) -> Result<View, ServiceError> {
        let (channel, catalog) = (managed_server(context)?, self.service().catalog());
        if options.prefix.as_deref().is_some_and(|prefix| !is_prefix(prefix)) {
            return Err(ServerError::BadPrefix.into());
        }
        if *options != ServerSettingsOptions::default() {
            self.service()
                .update_server_settings(channel.server, |settings| change(catalog, settings, options))
                .await?;
        }
        let settings = self.service().server_settings(channel.server).await?;
        Ok(server_view(requester.language, catalog, &settings))
    }

    /// Ends a game of a server without a result.
    pub(in crate::chat) async fn end_game(
        &self,
        requester: &Requester,
        context: &RequestContext,
        id: MatchId,
    ) -> Result<View, ServiceError> {
        let number = id.to_string();
        let text = match self.service().end_match_in(managed_server(context)?, id).await? {
            Some(ended) => {
                let values = [("game", ended.line.game().title()), ("number", &number)];
                localize(requester.language, "house-ended", &values)
            }
            None => localize(requester.language, "house-ended-unread", &[("number", &number)]),
        };
        Ok(View::text(text))
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
            prefix: None,
        };
        let mut settings = ServerSettings::default();
        change(&Catalog::standard(), &mut settings, &all);
        assert!(settings.allows_channel(PlaceId(5)) && !settings.allows_channel(PlaceId(6)));
        assert!(settings.allows_game("zertz") && !settings.allows_game("dvonn"));
        assert_eq!((settings.control(), settings.games_max), (TimeControl::PerMove { days: 3 }, Some(4)));
        for clear in CLEARABLE_SETTINGS {
            change(
                &Catalog::standard(),
                &mut settings,
                &ServerSettingsOptions { clear: Some(clear.into()), ..ServerSettingsOptions::default() },
            );
        }
        assert_eq!(settings, ServerSettings::default());
    }

    #[test]
    fn the_prefix_of_typed_commands_is_chosen_and_taken_back() {
        let mut settings = ServerSettings::default();
        for (typed, expected) in [("!t", Some("!t")), ("hey", Some("hey")), ("-", None)] {
            let options = ServerSettingsOptions { prefix: Some(typed.into()), ..ServerSettingsOptions::default() };
            change(&Catalog::standard(), &mut settings, &options);
            assert_eq!(settings.prefix.as_deref(), expected);
        }
        for (text, expected) in [("!t", true), ("", false), ("a b", false), (&"x".repeat(21), false), ("é\n", false)] {
            assert_eq!(is_prefix(text), expected, "{text}");
        }
    }

    #[test]
    fn a_channel_or_a_game_named_again_is_taken_out() {
        let mut settings = ServerSettings::default();
        let named =
            |channel| ServerSettingsOptions { channel: Some(PlaceId(channel)), ..ServerSettingsOptions::default() };
        for channel in [5, 6, 5] {
            change(&Catalog::standard(), &mut settings, &named(channel));
        }
        assert_eq!(settings.channels, Some(vec![PlaceId(6)]));
        change(&Catalog::standard(), &mut settings, &named(6));
        assert!(
            !settings.allows_channel(PlaceId(6)) && !settings.allows_channel(PlaceId(7)),
            "the last one taken out does not open the others"
        );
        let unknown = ServerSettingsOptions {
            game: Some("go".into()),
            theme: Some("loud".into()),
            ..ServerSettingsOptions::default()
        };
        let before = settings.clone();
        change(&Catalog::standard(), &mut settings, &unknown);
        assert_eq!(settings, before);
    }
}
