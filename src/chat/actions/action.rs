//! What a command, a button, a menu or a form is: one value, declared beside the function that carries it out.

use super::handler::RequestHandler;
use crate::chat::arguments::Arguments;
use crate::chat::commands::Audience;
use crate::chat::commands::signature::{Parameter, Signature};
use crate::chat::custom_id::{Chosen, Pattern, Pressed, Submitted};
use crate::chat::request::Request;
use crate::chat::view::{Answer, Form};
use crate::service::{CostlyRequest, Match, MatchFilter, MessageId, ServiceError};
use futures_util::future::BoxFuture;

/// How a request is answered. The platform must be told this before the answer is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResponseMode {
    /// Immediately: the answer takes no work, or its kind is not known in advance.
    Immediate,
    /// Later, by a message that only the requester sees.
    DeferredPrivate,
    /// Later, by changing the message whose button was pressed.
    DeferredUpdate,
}

/// Who must be where a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    /// The requester alone.
    Any,
    /// People to play with.
    People,
}

/// How an action behaves, apart from what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conduct {
    /// How it is answered.
    pub mode: ResponseMode,
    /// What it costs, if it has a limit. Moves cost nothing, and neither do the pictures between the first pick of a
    /// move and its last.
    pub cost: Option<CostlyRequest>,
    /// Who must be there if it can begin a game where it is requested. Then nothing may be in the way there.
    pub begins_game: Option<Company>,
    /// Whether it proposes a game, and shows the challenge as its answer.
    pub proposes: bool,
    /// Whether it plays a move.
    pub plays_move: bool,
    /// Whether it settles what the message asks, whose buttons are then used up.
    pub settles: bool,
    /// The reaction that stands for it, if it answers a question.
    pub reaction: Option<&'static str>,
    /// Whether only the requester may see the answer, even a refusal.
    pub is_secret: bool,
}

impl Conduct {
    /// An action that is answered at once.
    pub const IMMEDIATE: Conduct = Conduct {
        mode: ResponseMode::Immediate,
        cost: None,
        begins_game: None,
        proposes: false,
        plays_move: false,
        settles: false,
        reaction: None,
        is_secret: false,
    };
    /// An action that is answered by a private message.
    pub const PRIVATE: Conduct = Conduct { mode: ResponseMode::DeferredPrivate, ..Conduct::IMMEDIATE };
    /// An action whose answer nobody else may see.
    pub const SECRET: Conduct = Conduct { is_secret: true, ..Conduct::PRIVATE };
    /// An action that changes the message it is requested from.
    pub const UPDATE: Conduct = Conduct { mode: ResponseMode::DeferredUpdate, ..Conduct::IMMEDIATE };
    /// An action that proposes a game. A challenge that is posted in public is only possible as the first response.
    pub const PROPOSAL: Conduct =
        Conduct { cost: Some(CostlyRequest::Challenge), proposes: true, ..Conduct::IMMEDIATE };

    /// The same with a limit.
    #[must_use]
    pub const fn costing(self, cost: CostlyRequest) -> Conduct {
        Conduct { cost: Some(cost), ..self }
    }

    /// The same for an action that begins a game.
    #[must_use]
    pub const fn beginning(self, company: Company) -> Conduct {
        Conduct { begins_game: Some(company), ..self }
    }
}

/// What becomes of a request.
pub type Outcome<'a, T = Answer> = BoxFuture<'a, Result<T, ServiceError>>;

/// A command that was given.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    /// What it is carried out with.
    pub handler: &'a RequestHandler,
    /// The request.
    pub request: &'a Request,
    /// What was given with it. The required options are there, and every value is of its option's kind.
    pub given: &'a Arguments,
}

/// How a command is carried out, and what it needs.
#[derive(Clone, Copy)]
pub enum CommandRun {
    /// It needs nothing.
    Anywhere(for<'a> fn(Call<'a>) -> Outcome<'a>),
    /// It is about a match that is played where it is given, the requester's own first.
    InMatch(MatchFilter, for<'a> fn(Call<'a>, Match) -> Outcome<'a>),
    /// Like `InMatch`, with another function for a place where no match is played.
    InMatchOrElse(
        MatchFilter,
        for<'a> fn(Call<'a>, Match) -> Outcome<'a>,
        for<'a> fn(Call<'a>) -> Outcome<'a, Option<Answer>>,
    ),
}

/// A command.
#[derive(Clone, Copy)]
pub struct Command {
    /// Its names and options.
    pub signature: Signature,
    /// How it behaves.
    pub conduct: Conduct,
    /// With which arguments it costs nothing.
    pub is_free: fn(&Arguments) -> bool,
    /// Whether it makes sense only if the bot runs on several platforms.
    pub is_across_platforms: bool,
    /// What it does.
    pub run: CommandRun,
}

impl Command {
    /// A command for everyone.
    pub const fn new(path: &'static str, options: &'static [Parameter], conduct: Conduct, run: CommandRun) -> Command {
        let signature = Signature { path, audience: Audience::Everyone, options };
        Command { signature, conduct, is_free: |_| false, is_across_platforms: false, run }
    }

    /// The same for those who manage a server.
    #[must_use]
    pub const fn for_managers(mut self) -> Command {
        self.signature.audience = Audience::Managers;
        self
    }

    /// The same, but only if the bot runs on several platforms.
    #[must_use]
    pub const fn across_platforms(self) -> Command {
        Command { is_across_platforms: true, ..self }
    }

    /// The same, but free with some arguments.
    #[must_use]
    pub const fn free_if(self, is_free: fn(&Arguments) -> bool) -> Command {
        Command { is_free, ..self }
    }
}

/// A button that was pressed, or a reaction that stands for it.
#[derive(Clone, Copy)]
pub struct Press<'a> {
    /// What it is carried out with.
    pub handler: &'a RequestHandler,
    /// The request.
    pub request: &'a Request,
    /// The arguments of its custom id.
    pub arguments: &'a [String],
    /// The message with the button.
    pub message: &'a MessageId,
}

/// How a button is carried out, and what it needs.
#[derive(Clone, Copy)]
pub enum ButtonRun {
    /// It needs nothing.
    Anywhere(for<'a> fn(Press<'a>) -> Outcome<'a>),
    /// It is about the match and the ply that its custom id names.
    InMatch(for<'a> fn(Press<'a>, Match, usize) -> Outcome<'a>),
    /// It opens a form, which is only possible as the first response.
    OpensForm(for<'a> fn(Press<'a>) -> Outcome<'a, Form>),
    /// It opens a form about a match.
    OpensFormInMatch(for<'a> fn(Press<'a>, Match, usize) -> Outcome<'a, Form>),
}

/// What a button does.
#[derive(Clone, Copy)]
pub struct ButtonAction {
    /// Its words.
    pub id: Pattern<Pressed>,
    /// How it behaves.
    pub conduct: Conduct,
    /// What it does.
    pub run: ButtonRun,
}

impl ButtonAction {
    /// A button that needs nothing.
    pub const fn new(
        id: Pattern<Pressed>,
        conduct: Conduct,
        run: for<'a> fn(Press<'a>) -> Outcome<'a>,
    ) -> ButtonAction {
        assert!(!id.names_match(), "its custom id names a match");
        ButtonAction { id, conduct, run: ButtonRun::Anywhere(run) }
    }

    /// A button about a match.
    pub const fn in_match(
        id: Pattern<Pressed>,
        conduct: Conduct,
        run: for<'a> fn(Press<'a>, Match, usize) -> Outcome<'a>,
    ) -> ButtonAction {
        assert!(id.names_match(), "its custom id names no match");
        ButtonAction { id, conduct, run: ButtonRun::InMatch(run) }
    }

    /// A button that opens a form.
    pub const fn opening(id: Pattern<Pressed>, run: for<'a> fn(Press<'a>) -> Outcome<'a, Form>) -> ButtonAction {
        assert!(!id.names_match(), "its custom id names a match");
        ButtonAction { id, conduct: Conduct::IMMEDIATE, run: ButtonRun::OpensForm(run) }
    }

    /// A button that opens a form about a match.
    pub const fn opening_in_match(
        id: Pattern<Pressed>,
        run: for<'a> fn(Press<'a>, Match, usize) -> Outcome<'a, Form>,
    ) -> ButtonAction {
        assert!(id.names_match(), "its custom id names no match");
        ButtonAction { id, conduct: Conduct::IMMEDIATE, run: ButtonRun::OpensFormInMatch(run) }
    }
}

/// A value that was chosen from a menu.
#[derive(Clone, Copy)]
pub struct Choice<'a> {
    /// What it is carried out with.
    pub handler: &'a RequestHandler,
    /// The request.
    pub request: &'a Request,
    /// The arguments of the menu's custom id.
    pub arguments: &'a [String],
    /// The value.
    pub value: &'a str,
}

/// How a choice is carried out, and what it needs.
#[derive(Clone, Copy)]
pub enum MenuRun {
    /// It needs nothing.
    Anywhere(for<'a> fn(Choice<'a>) -> Outcome<'a>),
    /// It is about the match and the ply that the custom id names.
    InMatch(for<'a> fn(Choice<'a>, Match, usize) -> Outcome<'a>),
}

/// What a choice from a menu does.
#[derive(Clone, Copy)]
pub struct MenuAction {
    /// The menu's words.
    pub id: Pattern<Chosen>,
    /// How it behaves.
    pub conduct: Conduct,
    /// What it does.
    pub run: MenuRun,
}

impl MenuAction {
    /// A menu that needs nothing.
    pub const fn new(id: Pattern<Chosen>, conduct: Conduct, run: for<'a> fn(Choice<'a>) -> Outcome<'a>) -> MenuAction {
        assert!(!id.names_match(), "its custom id names a match");
        MenuAction { id, conduct, run: MenuRun::Anywhere(run) }
    }

    /// A menu about a match.
    pub const fn in_match(
        id: Pattern<Chosen>,
        conduct: Conduct,
        run: for<'a> fn(Choice<'a>, Match, usize) -> Outcome<'a>,
    ) -> MenuAction {
        assert!(id.names_match(), "its custom id names no match");
        MenuAction { id, conduct, run: MenuRun::InMatch(run) }
    }
}

/// A form that was filled in.
#[derive(Clone, Copy)]
pub struct Submission<'a> {
    /// What it is carried out with.
    pub handler: &'a RequestHandler,
    /// The request.
    pub request: &'a Request,
    /// The arguments of its custom id.
    pub arguments: &'a [String],
    /// What was typed.
    pub text: &'a str,
}

/// How a form is carried out, and what it needs.
#[derive(Clone, Copy)]
pub enum FormRun {
    /// It needs nothing.
    Anywhere(for<'a> fn(Submission<'a>) -> Outcome<'a>),
    /// It is about the match and the ply that its custom id names.
    InMatch(for<'a> fn(Submission<'a>, Match, usize) -> Outcome<'a>),
}

/// What a form does.
#[derive(Clone, Copy)]
pub struct FormAction {
    /// Its words.
    pub id: Pattern<Submitted>,
    /// How it behaves.
    pub conduct: Conduct,
    /// What it does.
    pub run: FormRun,
}

impl FormAction {
    /// A form that needs nothing.
    pub const fn new(
        id: Pattern<Submitted>,
        conduct: Conduct,
        run: for<'a> fn(Submission<'a>) -> Outcome<'a>,
    ) -> FormAction {
        assert!(!id.names_match(), "its custom id names a match");
        FormAction { id, conduct, run: FormRun::Anywhere(run) }
    }

    /// A form about a match.
    pub const fn in_match(
        id: Pattern<Submitted>,
        conduct: Conduct,
        run: for<'a> fn(Submission<'a>, Match, usize) -> Outcome<'a>,
    ) -> FormAction {
        assert!(id.names_match(), "its custom id names no match");
        FormAction { id, conduct, run: FormRun::InMatch(run) }
    }
}

/// The actions of a subject.
#[derive(Clone, Copy)]
pub struct Actions {
    /// Its buttons.
    pub buttons: &'static [ButtonAction],
    /// Its menus.
    pub menus: &'static [MenuAction],
    /// Its forms.
    pub forms: &'static [FormAction],
}

impl Actions {
    /// No actions.
    pub const NONE: Actions = Actions { buttons: &[], menus: &[], forms: &[] };
}
