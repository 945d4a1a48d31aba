//! All actions, and how a request finds its own.

use super::action::{Actions, ButtonAction, Command, Conduct, FormAction, MenuAction, ResponseMode};
use super::{
    agreements, analysis, blocks, board_page, boards, conditional_moves, daily, help, lessons, links, lobby, moves,
    past_games, preferences, privacy, puzzles, ranking, replay, server_settings,
};
use crate::catalog::Catalog;
use crate::chat::commands::{CommandSpec, Section, describe_all};
use crate::chat::custom_id;
use crate::chat::request::{Request, RequestKind};
use crate::service::{CostlyRequest, DeliveryMode};

/// All commands in the order of the help, section by section.
const COMMANDS: &[(Section, &[Command])] = &[
    (
        Section::Starting,
        &[
            lobby::CHALLENGE,
            lobby::ACCEPT,
            lobby::PLAY,
            lobby::REMATCH,
            lessons::LEARN,
            puzzles::PUZZLE,
            boards::RULES,
            help::HELP,
            help::ABOUT,
        ],
    ),
    (
        Section::Playing,
        &[
            moves::MOVE,
            boards::BOARD,
            boards::MOVES,
            conditional_moves::IF,
            conditional_moves::NOTE,
            analysis::HINT,
            analysis::COACH,
            agreements::DRAW,
            agreements::TAKE_BACK,
            agreements::RESIGN,
            preferences::REMINDERS,
        ],
    ),
    (
        Section::Games,
        &[
            preferences::GAMES,
            preferences::NEXT,
            replay::REPLAY,
            boards::EXPORT,
            analysis::ANALYSE,
            ranking::STATS,
            ranking::PROFILE,
            ranking::LEADERBOARD,
        ],
    ),
    (
        Section::You,
        &[
            preferences::SETTINGS,
            preferences::TIMES,
            preferences::VACATION,
            blocks::BLOCK,
            links::LINK,
            links::UNLINK,
            privacy::EXPORT,
            privacy::DELETE,
            board_page::REVOKE,
            board_page::TOKEN,
        ],
    ),
    (Section::Managers, &[server_settings::SERVER, daily::DAILY, server_settings::END]),
];

/// The buttons, menus and forms of all subjects.
const ACTIONS: &[Actions] = &[
    moves::ACTIONS,
    lobby::ACTIONS,
    agreements::ACTIONS,
    boards::ACTIONS,
    board_page::ACTIONS,
    replay::ACTIONS,
    past_games::ACTIONS,
    analysis::ACTIONS,
    conditional_moves::ACTIONS,
    preferences::ACTIONS,
    help::ACTIONS,
    lessons::ACTIONS,
    puzzles::ACTIONS,
    daily::ACTIONS,
    privacy::ACTIONS,
    blocks::ACTIONS,
    links::ACTIONS,
    server_settings::ACTIONS,
];

fn all_commands() -> impl Iterator<Item = &'static Command> {
    COMMANDS.iter().flat_map(|(_, commands)| *commands)
}

fn buttons() -> impl Iterator<Item = &'static ButtonAction> {
    ACTIONS.iter().flat_map(|actions| actions.buttons)
}

fn menus() -> impl Iterator<Item = &'static MenuAction> {
    ACTIONS.iter().flat_map(|actions| actions.menus)
}

fn forms() -> impl Iterator<Item = &'static FormAction> {
    ACTIONS.iter().flat_map(|actions| actions.forms)
}

/// All commands with their texts. Those that make sense only if the bot runs on several platforms are left out if it
/// does not.
pub fn commands(catalog: &Catalog, is_across_platforms: bool) -> Vec<CommandSpec> {
    let is_offered = |command: &&Command| is_across_platforms || !command.is_across_platforms;
    let described = |(section, commands): &(Section, &'static [Command])| {
        describe_all(catalog, *section, commands.iter().filter(is_offered).map(|command| command.signature))
    };
    COMMANDS.iter().flat_map(described).collect()
}

/// The custom id of a button that a text is; `None` if it is none.
pub fn read_button(id: &str) -> Option<custom_id::ButtonId> {
    buttons().find_map(|button| button.id.read(id))
}

/// The custom id of a menu that a text is; `None` if it is none.
pub fn read_menu(id: &str) -> Option<custom_id::MenuId> {
    menus().find_map(|menu| menu.id.read(id))
}

/// The custom id of a form that a text is; `None` if it is none.
pub fn read_form(id: &str) -> Option<custom_id::FormId> {
    forms().find_map(|form| form.id.read(id))
}

pub(super) fn command(path: &str) -> Option<&'static Command> {
    all_commands().find(|command| command.signature.path == path)
}

pub(super) fn button(action: &custom_id::ButtonId) -> Option<&'static ButtonAction> {
    buttons().find(|button| action.is(button.id))
}

pub(super) fn menu(action: &custom_id::MenuId) -> Option<&'static MenuAction> {
    menus().find(|menu| action.is(menu.id))
}

pub(super) fn form(action: &custom_id::FormId) -> Option<&'static FormAction> {
    forms().find(|form| action.is(form.id))
}

/// The reaction that stands for the button with this custom id; `None` if there is none.
pub fn reaction(id: &str) -> Option<&'static str> {
    button(&read_button(id)?)?.conduct.reaction
}

impl RequestKind {
    /// How the action that is requested behaves.
    pub(super) fn conduct(&self) -> Conduct {
        let known = match self {
            RequestKind::Command(path, given) => command(path).map(|command| {
                let cost = command.conduct.cost.filter(|_| !(command.is_free)(given));
                Conduct { cost, ..command.conduct }
            }),
            RequestKind::ButtonPressed { action, .. } | RequestKind::Reacted { action, .. } => {
                button(action).map(|button| button.conduct)
            }
            RequestKind::OptionChosen { action, .. } => menu(action).map(|menu| menu.conduct),
            RequestKind::FormSubmitted { action, .. } => form(action).map(|form| form.conduct),
            RequestKind::BoardReply { .. } | RequestKind::Complete { .. } => None,
        };
        known.unwrap_or(Conduct::IMMEDIATE)
    }

    /// What it costs, if it has a limit.
    pub fn cost(&self) -> Option<CostlyRequest> {
        self.conduct().cost
    }

    /// Whether it can begin a game where it is made.
    pub fn begins_game(&self) -> bool {
        self.conduct().begins_game.is_some()
    }
}

impl Request {
    /// How it is answered.
    pub fn response_mode(&self) -> ResponseMode {
        if self.uses_up_buttons() { ResponseMode::DeferredUpdate } else { self.kind.conduct().mode }
    }

    /// Whether it plays a move.
    pub fn is_move(&self) -> bool {
        self.kind.conduct().plays_move
    }

    /// Whether the buttons of the message it came from are used up once the request is carried out. In interaction-only
    /// locations this is the only opportunity to remove them.
    pub(super) fn uses_up_buttons(&self) -> bool {
        self.context.delivery_mode == DeliveryMode::InteractionOnly && self.kind.conduct().settles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::arguments::{Argument, Arguments};
    use crate::service::MessageId;
    use std::collections::BTreeSet;

    /// An id for each alternative that a pattern has, the longest that occurs.
    fn examples(pattern: &str) -> Vec<String> {
        let words = pattern.split(' ').map(|word| match word {
            "@" => vec!["99999999 9999".to_owned()],
            "#" => vec!["7".to_owned()],
            "*" => vec!["b2x".repeat(20)],
            "**" => vec!["b1 b2 b3".to_owned()],
            _ => word.split('|').map(str::to_owned).collect(),
        });
        words.fold(vec![String::new()], |begun, next| {
            let longer = |start: &String| next.iter().map(|word| format!("{start} {word}")).collect::<Vec<_>>();
            begun.iter().flat_map(longer).map(|id| id.trim_start().to_owned()).collect()
        })
    }

    #[test]
    fn an_id_belongs_to_one_action_of_its_kind() {
        let mut seen = BTreeSet::new();
        for button in buttons() {
            for id in examples(&format!("{:?}", button.id)) {
                assert!(id.len() <= custom_id::CUSTOM_ID_MAX, "{id}");
                let read = read_button(&id).unwrap_or_else(|| panic!("{id} is no id"));
                assert!(read.is(button.id) && read.to_string() == id, "{id} is {read:?}");
                assert_eq!(buttons().filter(|other| other.id.read(&id).is_some()).count(), 1, "{id}");
                seen.insert(id);
            }
        }
        for menu in menus() {
            for id in examples(&format!("{:?}", menu.id)) {
                let read = read_menu(&id).unwrap_or_else(|| panic!("{id} is no id"));
                assert!(read.is(menu.id) && read.to_string() == id, "{id} is {read:?}");
                assert_eq!(menus().filter(|other| other.id.read(&id).is_some()).count(), 1, "{id}");
            }
        }
        for id in ["accept 7", "agree-draw 99999999 9999", "set turned", "forget messages", "link"] {
            assert!(seen.contains(id), "{id}: messages keep their buttons for years");
        }
        assert_eq!(read_form("type 1 2").map(|form| form.to_string()), Some("type 1 2".to_owned()));
    }

    #[test]
    fn ids_that_are_not_ours_mean_nothing() {
        for id in ["", "accept", "play 1 2", "type 1 -1", "accept 1 2", "hint 1 2 0", "hint 1 2 4", "set sail"] {
            assert_eq!(read_button(id), None, "{id}");
        }
        for id in ["depart -1", "unblock", "forget 1", "mute 1", "  ", "set theme", &"type 1 2".repeat(20)] {
            assert_eq!(read_button(id), None, "{id}");
        }
        assert_eq!(read_menu("set turned"), None, "a button has no values");
    }

    #[test]
    fn a_command_has_one_path() {
        let paths: BTreeSet<&str> = all_commands().map(|command| command.signature.path).collect();
        assert_eq!(paths.len(), all_commands().count());
    }

    fn pressed(id: &str) -> RequestKind {
        RequestKind::ButtonPressed { action: read_button(id).expect(id), message: MessageId("1".to_owned()) }
    }

    fn chosen(id: &str) -> RequestKind {
        RequestKind::OptionChosen { action: read_menu(id).expect(id), value: "dvonn".to_owned() }
    }

    fn given(path: &'static str) -> RequestKind {
        RequestKind::Command(path, Arguments::default())
    }

    #[test]
    fn a_menu_or_a_button_costs_as_much_as_the_command_that_does_the_same() {
        let letters = Arguments::default().with("text", Argument::Flag(true));
        for (request, expected) in [
            (given("rules"), Some(CostlyRequest::Picture)),
            (chosen("help rules"), Some(CostlyRequest::Picture)),
            (chosen("help play"), None),
            (chosen("help level zertz"), Some(CostlyRequest::Game)),
            (given("settings"), None),
            (chosen("set theme"), Some(CostlyRequest::Picture)),
            (pressed("set turned"), None),
            (pressed("rematch 1 4"), Some(CostlyRequest::Challenge)),
            (pressed("retry 1 4"), Some(CostlyRequest::Game)),
            (pressed("replay 1 4 forward"), Some(CostlyRequest::Picture)),
            (pressed("replay 1 4 share"), Some(CostlyRequest::Export)),
            (chosen("replay"), Some(CostlyRequest::Picture)),
            (given("board"), Some(CostlyRequest::Picture)),
            (RequestKind::Command("board", letters), None),
        ] {
            assert_eq!(request.cost(), expected, "{request:?}");
        }
    }

    #[test]
    fn moves_and_answers_to_offers_have_no_limit() {
        let text = || "d4".to_owned();
        let (match_id, ply) = (crate::service::MatchId(1), 4);
        for request in [
            RequestKind::Command("move", Arguments::default().with("text", Argument::Text(text()))),
            RequestKind::BoardReply { match_id, ply, text: text() },
            RequestKind::FormSubmitted { action: read_form("type 1 4").expect("a form"), text: text() },
            pressed("play 1 4 d4"),
            pressed("confirm 1 4 d4"),
            pressed("agree-draw 1 4"),
            chosen("pick 1 4 0"),
            given("takeback"),
        ] {
            assert_eq!(request.cost(), None, "{request:?}");
        }
    }
}
