//! The board, the moves and the record of a match, and the rules of a game.

use super::action::{Actions, ButtonAction, Command, CommandRun, Conduct};
use super::handler::RequestHandler;
use crate::chat::commands::signature::{Kind, optional, required};
use crate::chat::custom_id::Pattern;
use crate::chat::player_names::names;
use crate::chat::request::Requester;
use crate::chat::texts::{label, localize_in};
use crate::chat::view::{Answer, View};
use crate::chat::views::{board, help_page, lessons, standings};
use crate::service::lobby::challenge::named_game;
use crate::service::{CostlyRequest, Match, MatchFilter, ServiceError};

pub(super) const BOARD: Command = Command::new(
    "board",
    &[optional("text", Kind::Flag), optional("names", Kind::Flag)],
    Conduct::PRIVATE.costing(CostlyRequest::Picture),
    CommandRun::InMatch(MatchFilter::Running, |call, found| {
        Box::pin(async move {
            let form = match (call.given.flag("text"), call.given.flag("names")) {
                (Some(true), _) => BoardForm::Letters,
                (_, Some(true)) => BoardForm::PictureWithNames,
                _ => BoardForm::Picture,
            };
            call.handler.look(&call.request.requester, &found, form).await.map(Look::answer)
        })
    }),
)
.free_if(|given| given.flag("text") == Some(true));

pub(super) const MOVES: Command = Command::new(
    "moves",
    &[],
    Conduct::PRIVATE,
    CommandRun::InMatch(MatchFilter::Running, |call, found| {
        Box::pin(async move {
            let language = call.request.requester.language;
            let names = names(call.handler.service(), language, &found).await;
            Ok(Answer::Reply(board::moves(language, &found, &names)))
        })
    }),
);

pub(super) const EXPORT: Command = Command::new(
    "export",
    &[],
    Conduct::PRIVATE.costing(CostlyRequest::Export),
    CommandRun::InMatch(MatchFilter::Running, |call, found| {
        Box::pin(async move {
            let language = call.request.requester.language;
            let names = names(call.handler.service(), language, &found).await;
            Ok(Answer::Private(board::export(language, &found, &names)))
        })
    }),
);

pub(super) const RULES: Command = Command::new(
    "rules",
    &[required("game", Kind::Game)],
    Conduct::PRIVATE.costing(CostlyRequest::Picture),
    CommandRun::Anywhere(|call| {
        Box::pin(async move {
            let game = call.given.text("game").unwrap_or_default();
            call.handler.rules(&call.request.requester, game).await.map(Answer::Reply)
        })
    }),
);

pub(super) const ACTIONS: Actions = Actions {
    buttons: &[
        ButtonAction::in_match(
            Pattern::new("look @"),
            Conduct::PRIVATE.costing(CostlyRequest::Picture),
            |press, found, _| {
                Box::pin(async move {
                    let look = press.handler.look(&press.request.requester, &found, BoardForm::Picture);
                    look.await.map(Look::answer)
                })
            },
        ),
        ButtonAction::new(board::RULES, Conduct::PRIVATE.costing(CostlyRequest::Picture), |press| {
            Box::pin(async move {
                let game = press.arguments.first().map_or("", String::as_str);
                press.handler.rules(&press.request.requester, game).await.map(Answer::Reply)
            })
        }),
    ],
    ..Actions::NONE
};

/// How a board is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardForm {
    /// As a picture.
    Picture,
    /// As a picture in which pieces show the names of their cells.
    PictureWithNames,
    /// In letters.
    Letters,
}

/// A board as its requester sees it.
pub(super) struct Look {
    pub(super) view: View,
    /// Whether the view shows the requester's private note.
    has_note: bool,
}

impl Look {
    fn answer(self) -> Answer {
        if self.has_note { Answer::Private(self.view) } else { Answer::Reply(self.view) }
    }
}

impl RequestHandler {
    pub(super) async fn rules(&self, requester: &Requester, game: &str) -> Result<View, ServiceError> {
        let language = requester.language;
        let game = named_game(self.service().catalog(), game)?;
        let attachments = self.pictures().examples(requester.picture_options(), game).await;
        let mut text = localize_in(game, language, "rules", &[]);
        for (number, (example, _)) in (1..).zip(game.examples()) {
            let caption = localize_in(game, language, &format!("example-{}", example.about), &[]);
            text.push(format!("\n{number}. "));
            text.push(caption);
        }
        let play = label(language, "help-menu-play", &[]);
        let menus = vec![help_page::level_menu(language, game, help_page::LEVEL_AFTER_RULES, play)];
        let buttons = vec![lessons::learn_button(language, game), help_page::challenge_button(language)];
        Ok(View { attachments, menus, buttons, ..View::text(text) })
    }

    /// The board, the opponent's open offer and the player's note.
    pub(super) async fn look(
        &self,
        requester: &Requester,
        found: &Match,
        form: BoardForm,
    ) -> Result<Look, ServiceError> {
        let language = requester.language;
        let names = names(self.service(), language, found).await;
        let mut view = if form == BoardForm::Letters {
            View { buttons: board::turn_buttons(language, found), ..View::text(board::letters(language, &*found.line)) }
        } else {
            let options = requester.picture_options().with_piece_names(form == BoardForm::PictureWithNames);
            board::board(self.pictures(), &options, found, &names, self.service().now(), None, None).await
        };
        standings::add_changes(language, found, &self.service().rating_changes(found).await?, &mut view);
        if let Some(offer) = board::offer(language, found, requester.id) {
            board::add_offer(&mut view, offer);
        }
        let note = self.note_saved(language, found, requester.id, view.text.width()).await;
        let has_note = !note.is_empty();
        view.text.push(note);
        view.pings.clear();
        Ok(Look { view, has_note })
    }
}
