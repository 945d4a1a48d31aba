//! Handles requests for statistics, profiles and leaderboards.

use super::action::{Command, CommandRun, Conduct};
use super::handler::RequestHandler;
use crate::catalog::{AnyGame, Catalog};
use crate::chat::arguments::Opponent;
use crate::chat::commands::signature::{Kind, optional};
use crate::chat::request::Request;
use crate::chat::text::{Text, without_invisible};
use crate::chat::texts::localize;
use crate::chat::texts::players::NAME_MAX;
use crate::chat::view::{Answer, View};
use crate::chat::views::profile;
use crate::chat::views::standings::{self, Board, Shown};
use crate::render::DrawOptions;
use crate::service::lobby::challenge::named_game;
use crate::service::{ChallengeError, CostlyRequest, PlayerId, Preferences, Reader, ServiceError};

pub(super) const STATS: Command = Command::new(
    "stats",
    &[optional("player", Kind::Person), optional("game", Kind::Game)],
    Conduct::PRIVATE.costing(CostlyRequest::Picture),
    CommandRun::Anywhere(|call| {
        Box::pin(async move {
            let (player, game) = (call.given.person("player"), call.given.text("game"));
            // Private, because it counts games that others in the channel may not see.
            call.handler.stats(call.request, player, game).await.map(Answer::Private)
        })
    }),
);

pub(super) const LEADERBOARD: Command = Command::new(
    "leaderboard",
    &[optional("game", Kind::Game)],
    Conduct::PRIVATE.costing(CostlyRequest::Picture),
    CommandRun::Anywhere(|call| {
        Box::pin(
            async move { call.handler.leaderboard(call.request, call.given.text("game")).await.map(Answer::Reply) },
        )
    }),
);

pub(super) const PROFILE: Command = Command::new(
    "profile",
    &[optional("user", Kind::Person), optional("show", Kind::Flag)],
    Conduct::PRIVATE.costing(CostlyRequest::Picture),
    CommandRun::Anywhere(|call| {
        Box::pin(async move {
            let (player, shows) = (call.given.person("user"), call.given.flag("show"));
            call.handler.profile(call.request, player, shows).await.map(Answer::Private)
        })
    }),
);

/// The game with this name, or all games without a name.
fn games(catalog: &Catalog, name: Option<&str>) -> Result<Vec<&'static dyn AnyGame>, ChallengeError> {
    match name {
        None => Ok(catalog.games().to_vec()),
        Some(name) => Ok(vec![named_game(catalog, name)?]),
    }
}

impl RequestHandler {
    /// The statistics of the named player, as far as the requester could see their games, or of the requester. For a
    /// bot, the ratings of the engine's levels.
    pub(super) async fn stats(
        &self,
        asked: &Request,
        player: Option<&Opponent>,
        game: Option<&str>,
    ) -> Result<View, ServiceError> {
        let language = asked.requester.language;
        let games = games(self.service().catalog(), game)?;
        if player.is_some_and(|player| player.is_bot) {
            return Ok(standings::levels(language, &games));
        }
        let own = (asked.requester.id, &asked.requester.name);
        let (player, name) = player.map_or(own, |player| (player.id, &player.name));
        if !self.service().is_profile_shown(player, asked.requester.id).await? {
            return Ok(profile::hidden(language, player));
        }
        let now = self.service().now();
        let reader = Reader { person: asked.requester.id, server: asked.context.server };
        let mut found = Vec::new();
        for known in &games {
            found.push((*known, self.service().queries().player_stats(player, known.name(), reader, now).await?));
        }
        let asked_game = game.and(games.first().copied());
        Ok(standings::stats(
            self.pictures(),
            &DrawOptions::in_theme(&asked.requester.theme),
            language,
            Shown { player, name, reader },
            asked_game,
            &found,
        )
        .await)
    }

    /// The profile of a player or of the requester; `shows` sets whether others see the requester's. For a bot, the
    /// ratings of the engine's levels.
    pub(super) async fn profile(
        &self,
        asked: &Request,
        player: Option<&Opponent>,
        shows: Option<bool>,
    ) -> Result<View, ServiceError> {
        let (language, own) = (asked.requester.language, asked.requester.id);
        let chosen = match shows {
            Some(shows) => {
                let change = |chosen: &mut Preferences| chosen.shows_profile = shows;
                self.service().update_preferences(own, change).await?
            }
            None => self.service().preferences(own).await?,
        };
        let player = player.filter(|player| player.id != own);
        let note = player.is_none() || shows.is_some();
        let note = note.then(|| profile::who_sees_it(language, chosen.shows_profile));
        let noted = |view: View| View { text: Text::join([view.text].into_iter().chain(note.clone()), "\n"), ..view };
        Ok(match player {
            Some(player) if player.is_bot => noted(standings::levels(language, self.service().catalog().games())),
            _ => {
                let reader = Reader { person: own, server: asked.context.server };
                let (player, name) = player.map_or((own, &asked.requester.name), |player| (player.id, &player.name));
                let options = DrawOptions::in_theme(&asked.requester.theme);
                match self.service().profile(player, reader).await? {
                    Some(found) => {
                        let shown = Shown { player, name, reader };
                        profile::profile(self.pictures(), &options, language, shown, &found, note).await
                    }
                    None => noted(profile::hidden(language, player)),
                }
            }
        })
    }

    /// The leaderboards of the server in which the request was made.
    pub(super) async fn leaderboard(&self, asked: &Request, game: Option<&str>) -> Result<View, ServiceError> {
        let (language, reader) = (asked.requester.language, asked.requester.id);
        let games = games(self.service().catalog(), game)?;
        let Some(server) = asked.context.server else {
            return Ok(View::text(localize(language, "leaders-no-server", &[])));
        };
        let now = self.service().now();
        let mut boards = Vec::new();
        for game in games {
            let leaders = self.service().queries().leaders(server, game.name(), reader, now).await?;
            let ids: Vec<PlayerId> = leaders.iter().map(|leader| leader.player).collect();
            let known = self.service().queries().player_names(&ids).await?;
            let name = |id: &PlayerId| {
                let found = known.iter().find(|(known, _)| known == id);
                found.map_or_else(
                    || format!("#{id}"),
                    |(_, name)| without_invisible(name).chars().take(NAME_MAX).collect(),
                )
            };
            boards.push(Board { game, names: ids.iter().map(name).collect(), leaders });
        }
        Ok(standings::leaderboards(
            self.pictures(),
            &DrawOptions::in_theme(&asked.requester.theme),
            language,
            reader,
            &boards,
        )
        .await)
    }
}
