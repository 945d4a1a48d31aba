//! What every command needs: the context, and the way of a command to its answer.

use super::app_state::AppState;
use super::events::{origin, person, place, token};
use super::responder::InteractionResponder;
use crate::chat::{Command, Opponent, Request, RequestKind};
use crate::service::PlayerId;
use serenity::all::User;
use std::convert::Infallible;

/// Commands do not fail: errors are shown to the user and logged where they occur.
pub type Failure = Infallible;
/// The context in which the framework invokes a command.
pub(super) type FrameworkContext<'a> = poise::ApplicationContext<'a, AppState, Failure>;
pub(super) type Context<'a> = FrameworkContext<'a>;
pub(super) type Result = std::result::Result<(), Failure>;

/// Answers a command.
pub(super) async fn converse(ctx: Context<'_>, command: Command) -> Result {
    let (asked, app_state) = (ctx.interaction, ctx.data());
    let request = request(ctx, RequestKind::Command(command));
    let here = InteractionResponder::now(asked.id, &asked.token);
    let answer = here.answer(&app_state.rest, &app_state.request_handler, &request);
    app_state.serve(asked.id.get(), &ctx.command().qualified_name, None, answer).await;
    Ok(())
}

/// The request of a command.
pub(super) fn request(ctx: Context<'_>, what: RequestKind) -> Request {
    let asked = ctx.interaction;
    Request {
        requester: person(&asked.user, asked.member.as_deref(), &asked.locale),
        context: place(&origin!(asked)),
        kind: what,
        token: Some(token(&ctx.data().request_handler, &asked.token)),
    }
}

/// A user named in a command.
pub(super) fn named(user: &User) -> Opponent {
    Opponent { id: PlayerId(user.id.get()), name: user.display_name().to_owned(), is_bot: user.bot, absence: None }
}
