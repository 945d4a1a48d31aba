//! Handles requests of server managers.

use super::action::{Actions, ButtonAction, Command, CommandRun, Conduct};
use super::handler::RequestHandler;
use crate::catalog::Catalog;
use crate::chat::arguments::Arguments;
use crate::chat::commands::signature::{Kind, optional, optional_when_typed, required};
use crate::chat::request::{RequestContext, Requester};
use crate::chat::text::Text;
use crate::chat::texts::time::control;
use crate::chat::texts::{Language, label, localize, localize_with};
use crate::chat::view::{Answer, View};
use crate::chat::views::preferences_view::{language_changed, yes_no};
use crate::chat::views::questions;
use crate::render::Theme;
use crate::service::servers::server_settings::{PREFIX_MAX, is_prefix};
use crate::service::{
    MatchId, PlaceId, PlayError, ServerChannel, ServerError, ServerSettings, ServiceError, Status, TimeControl,
};

/// The settings of a server that can be cleared, by name.
pub const CLEARABLE_SETTINGS: [&str; 6] = ["channels", "games", "language", "time", "theme", "limit"];

pub(super) const SERVER: Command = Command::new(
    "server",
    &[
        optional("channel", Kind::Channel),
        optional("game", Kind::Game),
        optional("language", Kind::Language),
        optional("time", Kind::Time),
        optional("theme", Kind::Theme),
        optional("limit", Kind::Number(1, 100)),
        optional("avatars", Kind::Flag),
        optional("watching", Kind::Flag),
        optional("clear", Kind::Words("choice-clear-", &CLEARABLE_SETTINGS)),
        optional_when_typed("prefix", Kind::Text),
    ],
    Conduct::PRIVATE,
    CommandRun::Anywhere(|call| {
        Box::pin(async move {
            let (requester, context) = (&call.request.requester, &call.request.context);
            call.handler.server(requester, context, call.given).await.map(Answer::Reply)
        })
    }),
)
.for_managers();

pub(super) const END: Command = Command::new(
    "admin end",
    // The number of a game, as shown in the name of its thread.
    &[required("game", Kind::Number(1, u32::MAX as i64))],
    Conduct::PRIVATE,
    CommandRun::Anywhere(|call| {
        Box::pin(async move {
            let id = MatchId(call.given.number("game").unwrap_or_default());
            let (requester, context) = (&call.request.requester, &call.request.context);
            call.handler.end_question(requester, context, id).await.map(Answer::Reply)
        })
    }),
)
.for_managers();

pub(super) const ACTIONS: Actions = Actions {
    buttons: &[ButtonAction::new(questions::END_SURELY, Conduct::UPDATE, |press| {
        Box::pin(async move {
            let id = press.arguments.first().and_then(|id| id.parse().ok()).ok_or(PlayError::Unknown)?;
            let (requester, context) = (&press.request.requester, &press.request.context);
            press.handler.end_game(requester, context, MatchId(id)).await.map(Answer::Change)
        })
    })],
    ..Actions::NONE
};

/// The server channel, if the requester manages that server.
pub(super) fn managed_server(context: &RequestContext) -> Result<ServerChannel, ServerError> {
    let channel = context.server_channel().ok_or(ServerError::NoServer)?;
    if context.manages { Ok(channel) } else { Err(ServerError::NotManager) }
}

/// Adds an item to a list, or removes it if it is there. Without a list everything is allowed; with a list only its
/// items are, and an empty list allows nothing.
pub(super) fn toggle<T: PartialEq>(list: &mut Option<Vec<T>>, item: T) {
    let list = list.get_or_insert_default();
    match list.iter().position(|known| *known == item) {
        Some(at) => drop(list.remove(at)),
        None => list.push(item),
    }
}

/// Takes back the prefix of typed commands.
const USUAL_PREFIX: &str = "-";

fn change(catalog: &Catalog, settings: &mut ServerSettings, given: &Arguments) {
    match given.text("clear") {
        Some("channels") => settings.channels = None,
        Some("games") => settings.games = None,
        Some("language") => settings.language = None,
        Some("time") => settings.control = None,
        Some("theme") => settings.theme = None,
        Some("limit") => settings.games_max = None,
        _ => {}
    }
    if let Some(channel) = given.channel("channel") {
        toggle(&mut settings.channels, channel);
    }
    if let Some(game) = given.text("game").and_then(|name| catalog.game(name)) {
        toggle(&mut settings.games, game.name().to_owned());
    }
    let known = |code: &&str| Language::ALL.iter().any(|(_, known)| known == code);
    if let Some(code) = given.text("language").filter(known) {
        settings.language = Some(code.to_owned());
    }
    if let Some(control) = given.text("time").and_then(|time| time.parse::<TimeControl>().ok()) {
        settings.control = Some(control.to_string());
    }
    if let Some(theme) = given.text("theme").filter(|theme| Theme::NAMES.contains(theme)) {
        settings.theme = Some(theme.to_owned());
    }
    settings.games_max = given.number("limit").or(settings.games_max);
    settings.avatars = given.flag("avatars").or(settings.avatars);
    settings.watch_links = given.flag("watching").or(settings.watch_links);
    match given.text("prefix") {
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
    let avatars = yes_no(language, settings.shows_avatars());
    let watching = yes_no(language, settings.allows_watching());
    let args = [
        ("channels", listed(channels, "house-everywhere", "house-nowhere").into()),
        ("games", listed(games, "house-all-games", "house-no-games").into()),
        ("language", (&language_name).into()),
        ("time", (&time).into()),
        ("theme", (&theme).into()),
        ("limit", (&limit).into()),
        ("avatars", (&avatars).into()),
        ("watching", (&watching).into()),
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
    pub(super) async fn server(
        &self,
        requester: &Requester,
        context: &RequestContext,
        given: &Arguments,
    ) -> Result<View, ServiceError> {
        let (channel, catalog) = (managed_server(context)?, self.service().catalog());
        if given.text("prefix").is_some_and(|prefix| !is_prefix(prefix)) {
            return Err(ServerError::BadPrefix.into());
        }
        if !given.is_empty() {
            self.service().update_server_settings(channel.server, |settings| change(catalog, settings, given)).await?;
        }
        let settings = self.service().server_settings(channel.server).await?;
        Ok(server_view(requester.language, catalog, &settings))
    }

    /// Asks for confirmation before ending a game of a server.
    async fn end_question(
        &self,
        requester: &Requester,
        context: &RequestContext,
        id: MatchId,
    ) -> Result<View, ServiceError> {
        let found = self.service().match_in(managed_server(context)?, id).await?;
        if found.as_ref().is_some_and(|found| found.status != Status::Running) {
            return Err(PlayError::Over.into());
        }
        Ok(questions::end(requester.language, id, found.as_ref()))
    }

    /// Ends a game of a server without a result.
    pub(super) async fn end_game(
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
    use crate::chat::arguments::Argument;

    fn given(name: &'static str, value: &str) -> Arguments {
        Arguments::default().with(name, Argument::Text(value.to_owned()))
    }

    fn channel(id: u64) -> Arguments {
        Arguments::default().with("channel", Argument::Channel(PlaceId(id)))
    }

    #[test]
    fn whatever_can_be_chosen_can_be_taken_back() {
        let text = |value: &str| Argument::Text(value.to_owned());
        let all = channel(5)
            .with("game", text("zertz"))
            .with("language", text("it"))
            .with("time", text("3d"))
            .with("theme", text("dark"))
            .with("limit", Argument::Number(4));
        let mut settings = ServerSettings::default();
        change(&Catalog::standard(), &mut settings, &all);
        assert!(settings.allows_channel(PlaceId(5)) && !settings.allows_channel(PlaceId(6)));
        assert!(settings.allows_game("zertz") && !settings.allows_game("dvonn"));
        assert_eq!((settings.control(), settings.games_max), (TimeControl::PerMove { days: 3 }, Some(4)));
        for clear in CLEARABLE_SETTINGS {
            change(&Catalog::standard(), &mut settings, &given("clear", clear));
        }
        assert_eq!(settings, ServerSettings::default());
    }

    #[test]
    fn the_prefix_of_typed_commands_is_chosen_and_taken_back() {
        let mut settings = ServerSettings::default();
        for (typed, expected) in [("!t", Some("!t")), ("hey", Some("hey")), ("-", None)] {
            change(&Catalog::standard(), &mut settings, &given("prefix", typed));
            assert_eq!(settings.prefix.as_deref(), expected);
        }
        for (text, expected) in [("!t", true), ("", false), ("a b", false), (&"x".repeat(21), false), ("é\n", false)] {
            assert_eq!(is_prefix(text), expected, "{text}");
        }
    }

    #[test]
    fn a_channel_or_a_game_named_again_is_taken_out() {
        let mut settings = ServerSettings::default();
        for id in [5, 6, 5] {
            change(&Catalog::standard(), &mut settings, &channel(id));
        }
        assert_eq!(settings.channels, Some(vec![PlaceId(6)]));
        change(&Catalog::standard(), &mut settings, &channel(6));
        assert!(
            !settings.allows_channel(PlaceId(6)) && !settings.allows_channel(PlaceId(7)),
            "the last one taken out does not open the others"
        );
        let before = settings.clone();
        change(&Catalog::standard(), &mut settings, &given("game", "go"));
        change(&Catalog::standard(), &mut settings, &given("theme", "loud"));
        assert_eq!(settings, before);
    }
}
