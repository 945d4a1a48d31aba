//! The help: its start page, the commands, and what the bot is.

use super::action::{Actions, ButtonAction, Choice, Command, CommandRun, Company, Conduct, MenuAction};
use super::handler::RequestHandler;
use crate::chat::arguments::{Argument, Arguments};
use crate::chat::commands::signature::{Kind, optional};
use crate::chat::request::Request;
use crate::chat::texts::about::about;
use crate::chat::texts::localize;
use crate::chat::view::{Answer, View};
use crate::chat::views::command_help::command_help;
use crate::chat::views::help_page;
use crate::service::{CostlyRequest, Level, PlayError, ServiceError};

pub(super) const HELP: Command = Command::new(
    "help",
    &[optional("command", Kind::Text)],
    Conduct::PRIVATE,
    CommandRun::Anywhere(|call| {
        Box::pin(async move {
            let language = call.request.requester.language;
            Ok(Answer::Reply(match call.given.text("command") {
                None => help_page::view(language, call.handler.service().catalog()),
                Some(name) => View::text(command_help(call.handler.commands(), language, name)),
            }))
        })
    }),
);

pub(super) const ABOUT: Command = Command::new(
    "about",
    &[],
    Conduct::PRIVATE,
    CommandRun::Anywhere(|call| {
        Box::pin(async move {
            let catalog = call.handler.service().catalog();
            Ok(Answer::Reply(View::text(about(call.request.requester.language, catalog))))
        })
    }),
);

// The start page stays as it is.
pub(super) const ACTIONS: Actions = Actions {
    buttons: &[
        ButtonAction::new(help_page::TOPIC, Conduct::PRIVATE, |press| {
            Box::pin(async move {
                let language = press.request.requester.language;
                Ok(Answer::Reply(match press.arguments.first().map(String::as_str) {
                    Some("challenge") => View::text(localize(language, "help-challenge", &[])),
                    _ => help_page::commands(language, press.handler.commands(), 0),
                }))
            })
        }),
        ButtonAction::new(help_page::COMMANDS, Conduct::PRIVATE, |press| {
            Box::pin(async move {
                let page = press.arguments.first().and_then(|page| page.parse().ok()).ok_or(PlayError::Unknown)?;
                let language = press.request.requester.language;
                Ok(Answer::Reply(help_page::commands(language, press.handler.commands(), page)))
            })
        }),
        ButtonAction::new(
            help_page::PLAY_AT,
            Conduct::PRIVATE.costing(CostlyRequest::Game).beginning(Company::Any),
            |press| {
                Box::pin(async move {
                    let [level, game] = press.arguments else { return Err(PlayError::Unknown.into()) };
                    play_at(press.handler, press.request, game, level).await.map(Answer::Reply)
                })
            },
        ),
    ],
    menus: &[
        MenuAction::new(help_page::RULES, Conduct::PRIVATE.costing(CostlyRequest::Picture), |choice| {
            Box::pin(
                async move { choice.handler.rules(&choice.request.requester, choice.value).await.map(Answer::Reply) },
            )
        }),
        MenuAction::new(help_page::PLAY, Conduct::PRIVATE.beginning(Company::Any), |choice| {
            Box::pin(
                async move { choice.handler.level_question(choice.request, choice.value).await.map(Answer::Reply) },
            )
        }),
        // The answer replaces the question, so that nobody starts a second game from it.
        MenuAction::new(
            help_page::LEVEL,
            Conduct::UPDATE.costing(CostlyRequest::Game).beginning(Company::Any),
            |choice| Box::pin(async move { begin_at_level(choice).await.map(Answer::Change) }),
        ),
        MenuAction::new(
            help_page::LEVEL_AFTER_RULES,
            Conduct::PRIVATE.costing(CostlyRequest::Game).beginning(Company::Any),
            |choice| Box::pin(async move { begin_at_level(choice).await.map(Answer::Reply) }),
        ),
    ],
    ..Actions::NONE
};

/// Starts a game against the engine at the chosen level.
async fn begin_at_level(choice: Choice<'_>) -> Result<View, ServiceError> {
    let game = choice.arguments.first().map_or("", String::as_str);
    play_at(choice.handler, choice.request, game, choice.value).await
}

/// Starts a game against the engine at this level.
async fn play_at(handler: &RequestHandler, request: &Request, game: &str, level: &str) -> Result<View, ServiceError> {
    let level = level.parse().ok().and_then(Level::new).ok_or(PlayError::Unknown)?;
    let given = Arguments::default().with("game", Argument::Text(game.to_owned()));
    handler.play_engine(request, &given, Some(level)).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::chat::actions::commands;
    use crate::chat::texts::Language;

    #[test]
    fn an_example_that_is_only_the_name_is_left_out() {
        let commands = commands(&Catalog::standard(), true);
        let help = |language, name| command_help(&commands, language, name).plain();
        let expected = "/hint\nGet a hint for your move, a little at a time\nIn three steps that only you see";
        assert!(help(Language::En, "hint").starts_with(expected), "{}", help(Language::En, "hint"));
        for (language, _) in Language::ALL {
            for name in ["hint", "coach", "takeback", "draw", "analyse", "next"] {
                let text = help(language, name);
                assert_eq!(text.lines().count(), 3, "{text}");
            }
        }
        assert_eq!(help(Language::En, "resign").lines().count(), 2);
        assert!(help(Language::En, "move").contains("\nFor example: /move "));
    }
}
