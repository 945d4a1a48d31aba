//! Handles requests to link and unlink the accounts of a person on several platforms.

use super::action::{Actions, ButtonAction, Command, CommandRun, Conduct};
use super::handler::RequestHandler;
use crate::chat::commands::signature::{Kind, optional};
use crate::chat::custom_id::{ButtonId, Pattern, Pressed};
use crate::chat::player_names::name;
use crate::chat::request::{Request, Requester};
use crate::chat::text::Text;
use crate::chat::texts::players::NAME_MAX;
use crate::chat::texts::{Arg, Language, label, localize, localize_with};
use crate::chat::view::{Answer, Button, ButtonStyle, View};
use crate::service::{LinkError, PlatformId, ServiceError};

/// Shows the code for linking another account, or its claimant.
const SHOW: Pattern<Pressed> = Pattern::new("link");
/// Links the account that has claimed this code. The code stands for the claimant, so that no stored button names a
/// person who may be erased.
const CONFIRM: Pattern<Pressed> = Pattern::new("link *");
/// Unlinks the account with which the button is pressed.
const UNLINK_SURELY: Pattern<Pressed> = Pattern::new("unlink");

pub(super) const LINK: Command = Command::new(
    "link",
    &[optional("code", Kind::Text)],
    Conduct::SECRET,
    CommandRun::Anywhere(|call| {
        Box::pin(async move {
            call.handler.link(&call.request.requester, call.given.text("code")).await.map(Answer::Private)
        })
    }),
)
.across_platforms();

pub(super) const UNLINK: Command = Command::new(
    "unlink",
    &[],
    Conduct::SECRET,
    CommandRun::Anywhere(|call| {
        Box::pin(async move { call.handler.unlink_question(call.request).await.map(Answer::Private) })
    }),
)
.across_platforms();

pub(super) const ACTIONS: Actions = Actions {
    buttons: &[
        ButtonAction::new(SHOW, Conduct::UPDATE, |press| {
            Box::pin(async move { press.handler.continue_link(&press.request.requester).await.map(Answer::Change) })
        }),
        ButtonAction::new(CONFIRM, Conduct::UPDATE, |press| {
            Box::pin(async move {
                let code = press.arguments.first().map_or("", String::as_str);
                press.handler.confirm_link(&press.request.requester, code).await.map(Answer::Change)
            })
        }),
        ButtonAction::new(UNLINK_SURELY, Conduct::UPDATE, |press| {
            Box::pin(async move { press.handler.unlink(press.request).await.map(Answer::Change) })
        }),
    ],
    ..Actions::NONE
};

/// The greatest length of an account id that is shown, in characters. A Matrix user id has at most 255.
const ACCOUNT_MAX: usize = 255;

fn button(language: Language, key: &str, action: ButtonId, style: ButtonStyle) -> Button {
    Button { label: label(language, key, &[]), action, style }
}

impl RequestHandler {
    /// Claims a code. Without one, shows the requester's own code, or asks to confirm its claimant.
    pub(super) async fn link(&self, requester: &Requester, code: Option<&str>) -> Result<View, ServiceError> {
        if let Some(code) = code {
            self.service().enter_link_code(requester.id, code).await?;
            return Ok(View::text(localize(requester.language, "link-entered", &[])));
        }
        self.own_link(requester).await
    }

    /// The requester's own code after they have said that it is entered.
    pub(super) async fn continue_link(&self, requester: &Requester) -> Result<View, ServiceError> {
        let mut view = self.own_link(requester).await?;
        if view.buttons.iter().any(|button| button.action.is(SHOW)) {
            view.text = localize(requester.language, "link-not-entered", &[]).then("\n\n").then(view.text);
        }
        Ok(view)
    }

    async fn own_link(&self, requester: &Requester) -> Result<View, ServiceError> {
        let language = requester.language;
        let own = self.service().link_code(requester.id).await?;
        let Some(claimant) = own.claimant else {
            let args = [("code", (&own.code).into()), ("when", Arg::relative(own.expires_at))];
            let show = button(language, "button-link-continue", SHOW.action(), ButtonStyle::Primary);
            return Ok(View { buttons: vec![show], ..View::text(localize_with(language, "link-code", &args)) });
        };
        let account = self.service().queries().accounts(claimant).await?.into_iter().next();
        let account = account.map(|(_, id)| id.0).unwrap_or_default();
        let args = [
            ("name", Text::typed(&name(self.service(), language, claimant).await, NAME_MAX).into()),
            ("account", Text::typed(&account, ACCOUNT_MAX).into()),
        ];
        let confirm = CONFIRM.with(own.code);
        let buttons = vec![button(language, "button-link-confirm", confirm, ButtonStyle::Success)];
        Ok(View { buttons, ..View::text(localize_with(language, "link-question", &args)) })
    }

    /// Merges the claimant of the requester's code into the requester. A code never changes its claimant, so this is
    /// the account that the requester was asked about.
    pub(super) async fn confirm_link(&self, requester: &Requester, code: &str) -> Result<View, ServiceError> {
        let own = self.service().queries().link_code_of(requester.id, self.service().now()).await?;
        let claimant = own.filter(|own| own.code == code).and_then(|own| own.claimant);
        self.service().confirm_link(requester.id, claimant.ok_or(LinkError::NotEntered)?).await?;
        Ok(View::text(localize(requester.language, "link-done", &[])))
    }

    /// Asks for confirmation before the requester's account here becomes a person of its own.
    pub(super) async fn unlink_question(&self, request: &Request) -> Result<View, ServiceError> {
        let Request { requester, .. } = request;
        self.service().check_unlink(requester.id, platform(request)?).await?;
        let buttons = vec![button(requester.language, "button-unlink", UNLINK_SURELY.action(), ButtonStyle::Danger)];
        Ok(View { buttons, ..View::text(localize(requester.language, "unlink-question", &[])) })
    }

    /// Makes the requester's account here a person of its own.
    pub(super) async fn unlink(&self, request: &Request) -> Result<View, ServiceError> {
        self.service().unlink(request.requester.id, platform(request)?).await?;
        Ok(View::text(localize(request.requester.language, "unlink-done", &[])))
    }
}

/// The platform from which a request comes.
fn platform(request: &Request) -> Result<PlatformId, ServiceError> {
    Ok(request.event.as_ref().ok_or(LinkError::NotLinked)?.platform)
}
