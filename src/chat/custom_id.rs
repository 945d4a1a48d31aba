//! The actions of buttons, and their encoding as custom ids. The id contains the complete action, so a button still
//! works after a restart, and names the ply it was made for, so a button on an outdated board is recognised.

use super::hint_stage::HintStage;
use crate::service::{ChallengeId, MatchId, OfferKind};
use std::fmt;

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

/// The action of a button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ButtonAction {
    /// Accept a challenge.
    Accept(ChallengeId),
    /// Accept a challenge from a list of challenges. The list may be shown in another place than the challenge.
    AcceptListed(ChallengeId),
    /// Decline a challenge.
    Decline(ChallengeId),
    /// Withdraw one's own challenge.
    Cancel(ChallengeId),
    /// Change a preference: a menu gives the value, a button switches to the other one.
    Set(Preference),
    /// Start a vacation of this many days.
    StartVacation(u16),
    /// End a vacation.
    EndVacation,
    /// Unblock the player chosen from the menu with this number; long lists span several menus.
    Unblock(usize),
    /// Delete all data stored about the player who presses it.
    DeleteData {
        /// Whether the bot's messages about their games are removed too.
        removes_messages: bool,
    },
    /// Show the code for linking another account, or its claimant.
    ShowLink,
    /// Link the account that has claimed this code. The code stands for the claimant, so that no stored button names a
    /// person who may be erased.
    ConfirmLink(String),
    /// Unlink the account with which the button is pressed.
    Unlink,
    /// Continue from the start page of the help; a menu gives the game.
    Help(HelpTopic),
    /// Show a page of the games that are over; the first page is 0.
    PastGames(u32),
    /// Replay the game that is chosen from the menu.
    ReplayListed,
    /// An action in a match.
    InMatch {
        /// The match.
        game: MatchId,
        /// The ply of the board that the button belongs to.
        ply: usize,
        /// The action.
        action: MatchAction,
    },
}

/// A topic of the start page of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpTopic {
    /// The rules of a game.
    Rules,
    /// A game against the engine.
    Play,
    /// How to challenge a friend.
    Challenge,
    /// All commands.
    Commands,
}

impl HelpTopic {
    /// All topics with their words in custom ids.
    const ALL: [(HelpTopic, &'static str); 4] = [
        (HelpTopic::Rules, "rules"),
        (HelpTopic::Play, "play"),
        (HelpTopic::Challenge, "challenge"),
        (HelpTopic::Commands, "commands"),
    ];
}

/// A preference that can be changed in the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preference {
    /// How the player is notified of a turn.
    Pings,
    /// When the player is reminded.
    Reminders,
    /// The theme of boards.
    Theme,
    /// The language.
    Language,
    /// Whether forced captures and passes are played automatically.
    Forced,
    /// Whether a vacation starts automatically.
    AutomaticVacation,
    /// Which moves are confirmed.
    Confirmation,
    /// Whether opponents may take moves back.
    TakeBacks,
    /// Whether boards that only the player sees are turned.
    TurnedBoards,
}

impl Preference {
    /// All preferences with their words.
    pub const ALL: [(Preference, &'static str); 9] = [
        (Preference::Pings, "pings"),
        (Preference::Reminders, "reminders"),
        (Preference::Theme, "theme"),
        (Preference::Language, "language"),
        (Preference::Forced, "forced"),
        (Preference::AutomaticVacation, "rescue"),
        (Preference::Confirmation, "confirm"),
        (Preference::TakeBacks, "takebacks"),
        (Preference::TurnedBoards, "turned"),
    ];

    /// Its word in custom ids and message keys.
    pub fn word(self) -> &'static str {
        Preference::ALL[self as usize].1
    }
}

/// The action of a button in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchAction {
    /// Start picking a move in steps.
    Move,
    /// Continue picking from here.
    Steps(Vec<String>),
    /// Pick from the menu with this number, after the picks so far.
    Pick {
        /// The number of the menu; long lists span several.
        menu: usize,
        /// The picks so far.
        picked: Vec<String>,
    },
    /// Play the move that was picked.
    Confirm(String),
    /// Stop picking.
    CancelPicking,
    /// Open the form for typing a move.
    Type,
    /// Play this move.
    Play(String),
    /// Ask for confirmation before resigning.
    Resign,
    /// Resign.
    ConfirmResign,
    /// Offer a draw, or accept the one offered.
    ConfirmDraw,
    /// Offer to place the remaining pieces at random.
    OfferRandomPlacement,
    /// Accept the opponent's offer.
    Agree(OfferKind),
    /// Decline the opponent's offer.
    Decline(OfferKind),
    /// Show the board privately.
    ShowBoard,
    /// Analyse the finished game.
    Analyse,
    /// Comment on the last move of the player.
    Coach,
    /// Play on against the engine from the position of the button's ply.
    PlayOn,
    /// Propose the same game again, or begin it if the opponent is the engine.
    Rematch,
    /// Show the moves one by one. The ply of the button is the one that is shown.
    Replay(ReplayAction),
    /// Show a hint up to this stage.
    Hint(HintStage),
    /// Cancel the conditional line that is chosen from the menu with this number.
    CancelLine {
        /// The number of the menu; long lists span several.
        menu: usize,
    },
    /// Cancel all conditional lines.
    CancelLines,
    /// Turn reminders in this match off (`true`) or on again.
    Mute(bool),
}

/// The action of a button below a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayAction {
    /// Show a replay in a new message.
    Open,
    /// Show the position before the first move.
    First,
    /// Show the position one ply earlier.
    Back,
    /// Show the position one ply later.
    Forward,
    /// Show the last position.
    Last,
    /// Show an animation.
    Animate,
    /// Post the animation where the match is played.
    Share,
}

impl ReplayAction {
    /// All actions with their words in custom ids.
    const ALL: [(ReplayAction, &'static str); 7] = [
        (ReplayAction::Open, "open"),
        (ReplayAction::First, "first"),
        (ReplayAction::Back, "back"),
        (ReplayAction::Forward, "forward"),
        (ReplayAction::Last, "last"),
        (ReplayAction::Animate, "animate"),
        (ReplayAction::Share, "share"),
    ];

    /// Its word in custom ids.
    fn word(self) -> &'static str {
        ReplayAction::ALL[self as usize].1
    }

    fn of_word(word: &str) -> Option<ReplayAction> {
        ReplayAction::ALL.iter().find(|(_, known)| *known == word).map(|(action, _)| *action)
    }
}

/// The maximum length of a custom id.
pub const CUSTOM_ID_MAX: usize = 100;

impl fmt::Display for ButtonAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ButtonAction::Accept(id) => write!(f, "accept {id}"),
            ButtonAction::AcceptListed(id) => write!(f, "accept {id} listed"),
            ButtonAction::Decline(id) => write!(f, "decline {id}"),
            ButtonAction::Cancel(id) => write!(f, "cancel {id}"),
            ButtonAction::Set(setting) => write!(f, "set {}", setting.word()),
            ButtonAction::StartVacation(days) => write!(f, "depart {days}"),
            ButtonAction::EndVacation => f.write_str("return"),
            ButtonAction::Unblock(menu) => write!(f, "unblock {menu}"),
            ButtonAction::DeleteData { removes_messages: false } => f.write_str("forget"),
            ButtonAction::DeleteData { removes_messages: true } => f.write_str("forget messages"),
            ButtonAction::ShowLink => f.write_str("link"),
            ButtonAction::ConfirmLink(code) => write!(f, "link {code}"),
            ButtonAction::Unlink => f.write_str("unlink"),
            ButtonAction::Help(topic) => write!(f, "help {}", HelpTopic::ALL[*topic as usize].1),
            ButtonAction::PastGames(page) => write!(f, "past {page}"),
            ButtonAction::ReplayListed => f.write_str("replay"),
            ButtonAction::InMatch { game, ply, action } => {
                let word = match action {
                    MatchAction::Move => "move",
                    MatchAction::Steps(_) => "steps",
                    MatchAction::Pick { .. } => "pick",
                    MatchAction::Confirm(_) => "confirm",
                    MatchAction::CancelPicking => "leave",
                    MatchAction::Type => "type",
                    MatchAction::Play(_) => "play",
                    MatchAction::Resign => "resign",
                    MatchAction::ConfirmResign => "resign-surely",
                    MatchAction::ConfirmDraw => "draw-surely",
                    MatchAction::OfferRandomPlacement => "random",
                    MatchAction::Agree(OfferKind::Draw) => "agree-draw",
                    MatchAction::Agree(OfferKind::RandomPlacement) => "agree-random",
                    MatchAction::Decline(OfferKind::RandomPlacement) => "refuse-random",
                    MatchAction::Agree(OfferKind::TakeBack) => "agree-takeback",
                    MatchAction::Decline(OfferKind::Draw) => "refuse-draw",
                    MatchAction::Decline(OfferKind::TakeBack) => "refuse-takeback",
                    MatchAction::ShowBoard => "look",
                    MatchAction::Analyse => "analyse",
                    MatchAction::Coach => "coach",
                    MatchAction::PlayOn => "retry",
                    MatchAction::Rematch => "rematch",
                    MatchAction::Replay(_) => "replay",
                    MatchAction::Hint(_) => "hint",
                    MatchAction::CancelLine { .. } | MatchAction::CancelLines => "unplan",
                    MatchAction::Mute(true) => "mute",
                    MatchAction::Mute(false) => "unmute",
                };
                write!(f, "{word} {game} {ply}")?;
                match action {
                    MatchAction::Play(text) | MatchAction::Confirm(text) => write!(f, " {text}"),
                    MatchAction::Hint(stage) => write!(f, " {}", *stage as usize + 1),
                    MatchAction::Replay(action) => write!(f, " {}", action.word()),
                    MatchAction::CancelLine { menu } => write!(f, " {menu}"),
                    MatchAction::Pick { menu, picked } => {
                        write!(f, " {menu}")?;
                        picked.iter().try_for_each(|pick| write!(f, " {pick}"))
                    }
                    MatchAction::Steps(picked) => picked.iter().try_for_each(|pick| write!(f, " {pick}")),
                    _ => Ok(()),
                }
            }
        }
    }
}

impl ButtonAction {
    /// Parses a custom id; `None` if it is not valid.
    pub fn read(id: &str) -> Option<ButtonAction> {
        if id.len() > CUSTOM_ID_MAX {
            return None;
        }
        let words: Vec<&str> = id.split(' ').collect();
        let number = |at: usize| words.get(at)?.parse::<i64>().ok();
        let without_match = match words[..] {
            ["accept", _] => Some(ButtonAction::Accept(ChallengeId(number(1)?))),
            ["accept", _, "listed"] => Some(ButtonAction::AcceptListed(ChallengeId(number(1)?))),
            ["decline", _] => Some(ButtonAction::Decline(ChallengeId(number(1)?))),
            ["cancel", _] => Some(ButtonAction::Cancel(ChallengeId(number(1)?))),
            ["set", word] => Some(ButtonAction::Set(
                Preference::ALL.iter().find(|(_, known)| *known == word).map(|(setting, _)| *setting)?,
            )),
            ["depart", days] => Some(ButtonAction::StartVacation(days.parse().ok()?)),
            ["return"] => Some(ButtonAction::EndVacation),
            ["unblock", menu] => Some(ButtonAction::Unblock(menu.parse().ok()?)),
            ["forget"] => Some(ButtonAction::DeleteData { removes_messages: false }),
            ["forget", "messages"] => Some(ButtonAction::DeleteData { removes_messages: true }),
            ["link"] => Some(ButtonAction::ShowLink),
            ["link", code] => Some(ButtonAction::ConfirmLink((*code).to_owned())),
            ["unlink"] => Some(ButtonAction::Unlink),
            ["past", page] => Some(ButtonAction::PastGames(page.parse().ok()?)),
            ["replay"] => Some(ButtonAction::ReplayListed),
            ["help", word] => Some(ButtonAction::Help(
                HelpTopic::ALL.iter().find(|(_, known)| *known == word).map(|(topic, _)| *topic)?,
            )),
            _ => None,
        };
        if without_match.is_some() {
            return without_match;
        }
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let action = match words[..] {
            ["move", _, _] => MatchAction::Move,
            ["steps", _, _, ref picked @ ..] => MatchAction::Steps(owned(picked)),
            ["pick", _, _, menu, ref picked @ ..] => {
                MatchAction::Pick { menu: menu.parse().ok()?, picked: owned(picked) }
            }
            ["confirm", _, _, text] => MatchAction::Confirm(text.to_owned()),
            ["leave", _, _] => MatchAction::CancelPicking,
            ["type", _, _] => MatchAction::Type,
            ["play", _, _, text] => MatchAction::Play(text.to_owned()),
            ["resign", _, _] => MatchAction::Resign,
            ["resign-surely", _, _] => MatchAction::ConfirmResign,
            ["draw-surely", _, _] => MatchAction::ConfirmDraw,
            ["random", _, _] => MatchAction::OfferRandomPlacement,
            ["agree-random", _, _] => MatchAction::Agree(OfferKind::RandomPlacement),
            ["refuse-random", _, _] => MatchAction::Decline(OfferKind::RandomPlacement),
            ["agree-draw", _, _] => MatchAction::Agree(OfferKind::Draw),
            ["agree-takeback", _, _] => MatchAction::Agree(OfferKind::TakeBack),
            ["refuse-draw", _, _] => MatchAction::Decline(OfferKind::Draw),
            ["refuse-takeback", _, _] => MatchAction::Decline(OfferKind::TakeBack),
            ["mute", _, _] => MatchAction::Mute(true),
            ["unmute", _, _] => MatchAction::Mute(false),
            ["look", _, _] => MatchAction::ShowBoard,
            ["analyse", _, _] => MatchAction::Analyse,
            ["coach", _, _] => MatchAction::Coach,
            ["retry", _, _] => MatchAction::PlayOn,
            ["rematch", _, _] => MatchAction::Rematch,
            ["unplan", _, _] => MatchAction::CancelLines,
            ["unplan", _, _, menu] => MatchAction::CancelLine { menu: menu.parse().ok()? },
            ["hint", _, _, stage] => {
                MatchAction::Hint(*HintStage::ALL.get(stage.parse::<usize>().ok()?.checked_sub(1)?)?)
            }
            ["replay", _, _, word] => MatchAction::Replay(ReplayAction::of_word(word)?),
            _ => return None,
        };
        let ply = words.get(2)?.parse().ok()?;
        Some(ButtonAction::InMatch { game: MatchId(number(1)?), ply, action })
    }

    /// The reaction that stands for an answer to a question; `None` if the action is not one.
    pub fn reaction(&self) -> Option<&'static str> {
        match self {
            ButtonAction::Accept(_)
            | ButtonAction::InMatch { action: MatchAction::Agree(_) | MatchAction::Play(_), .. } => Some("✅"),
            ButtonAction::Decline(_)
            | ButtonAction::Cancel(_)
            | ButtonAction::InMatch { action: MatchAction::Decline(_), .. } => Some("❌"),
            _ => None,
        }
    }

    /// How a press of the button is answered.
    pub fn response_mode(&self) -> ResponseMode {
        match self {
            ButtonAction::Accept(_)
            | ButtonAction::AcceptListed(_)
            | ButtonAction::Decline(_)
            | ButtonAction::Cancel(_) => ResponseMode::DeferredUpdate,
            // These buttons are on private messages, which are updated to show the result.
            ButtonAction::Set(_)
            | ButtonAction::StartVacation(_)
            | ButtonAction::EndVacation
            | ButtonAction::Unblock(_)
            | ButtonAction::DeleteData { .. }
            | ButtonAction::ShowLink
            | ButtonAction::ConfirmLink(_)
            | ButtonAction::PastGames(_)
            | ButtonAction::Unlink => ResponseMode::DeferredUpdate,
            // The start page and the list stay as they are.
            ButtonAction::Help(_) | ButtonAction::ReplayListed => ResponseMode::DeferredPrivate,
            ButtonAction::InMatch { action, .. } => match action {
                // A form, and a challenge that is posted in public, are only possible as the first response.
                MatchAction::Type | MatchAction::Rematch => ResponseMode::Immediate,
                MatchAction::Steps(_)
                | MatchAction::Pick { .. }
                | MatchAction::Confirm(_)
                | MatchAction::OfferRandomPlacement
                | MatchAction::CancelPicking => ResponseMode::DeferredUpdate,
                MatchAction::CancelLine { .. } | MatchAction::CancelLines => ResponseMode::DeferredUpdate,
                MatchAction::Move
                | MatchAction::Resign
                | MatchAction::ShowBoard
                | MatchAction::Analyse
                | MatchAction::PlayOn
                | MatchAction::Coach
                | MatchAction::Mute(_)
                | MatchAction::Replay(ReplayAction::Open | ReplayAction::Animate)
                | MatchAction::Hint(HintStage::Region) => ResponseMode::DeferredPrivate,
                // The private message with the previous stage or position is replaced by the next one.
                MatchAction::Hint(_) | MatchAction::Replay(_) => ResponseMode::DeferredUpdate,
                MatchAction::Play(_) | MatchAction::Agree(_) | MatchAction::Decline(_) => ResponseMode::DeferredPrivate,
                // The confirmation is a private message, which is updated to show the outcome.
                MatchAction::ConfirmResign | MatchAction::ConfirmDraw => ResponseMode::DeferredUpdate,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_means_what_it_was_made_for() {
        let longest = "b2x".repeat(23) + "b4";
        let kinds = [OfferKind::Draw, OfferKind::TakeBack, OfferKind::RandomPlacement].into_iter();
        let picked: Vec<String> = (0..24).map(|number| format!("b{}", number % 9 + 1)).collect();
        let actions = [
            MatchAction::Move,
            MatchAction::Steps(picked.clone()),
            MatchAction::Pick { menu: 2, picked },
            MatchAction::CancelPicking,
        ]
        .into_iter()
        .chain([
            MatchAction::Type,
            MatchAction::Play(longest.clone()),
            MatchAction::Confirm(longest),
            MatchAction::Resign,
            MatchAction::ConfirmResign,
            MatchAction::ConfirmDraw,
            MatchAction::OfferRandomPlacement,
            MatchAction::ShowBoard,
            MatchAction::Analyse,
            MatchAction::CancelLine { menu: 1 },
            MatchAction::CancelLines,
            MatchAction::PlayOn,
            MatchAction::Coach,
            MatchAction::Rematch,
            MatchAction::Mute(true),
            MatchAction::Mute(false),
        ])
        .chain(ReplayAction::ALL.map(|(action, _)| MatchAction::Replay(action)))
        .chain(HintStage::ALL.map(MatchAction::Hint))
        .chain(kinds.flat_map(|ask| [MatchAction::Agree(ask), MatchAction::Decline(ask)]));
        let in_match = actions.map(|action| ButtonAction::InMatch { game: MatchId(99_999_999), ply: 9_999, action });
        let others = [
            ButtonAction::Accept(ChallengeId(1)),
            ButtonAction::Decline(ChallengeId(2)),
            ButtonAction::Cancel(ChallengeId(3)),
        ];
        let settings = Preference::ALL.map(|(setting, _)| ButtonAction::Set(setting)).into_iter();
        let further = settings.chain([
            ButtonAction::StartVacation(7),
            ButtonAction::EndVacation,
            ButtonAction::Unblock(3),
            ButtonAction::DeleteData { removes_messages: false },
            ButtonAction::DeleteData { removes_messages: true },
            ButtonAction::Help(HelpTopic::Rules),
            ButtonAction::Help(HelpTopic::Play),
            ButtonAction::Help(HelpTopic::Challenge),
            ButtonAction::Help(HelpTopic::Commands),
            ButtonAction::AcceptListed(ChallengeId(12)),
            ButtonAction::PastGames(u32::MAX),
            ButtonAction::ReplayListed,
            ButtonAction::ShowLink,
            ButtonAction::ConfirmLink("K7QX2M9Z".to_owned()),
            ButtonAction::Unlink,
        ]);
        for action in in_match.chain(others).chain(further) {
            let id = action.to_string();
            assert!(id.len() <= CUSTOM_ID_MAX, "{id}");
            assert_eq!(ButtonAction::read(&id), Some(action));
        }
    }

    #[test]
    fn ids_that_are_not_ours_mean_nothing() {
        for id in [
            "",
            "accept",
            "accept x",
            "play 1 2",
            "type 1 -1",
            "accept 1 2",
            "hint 1 2 0",
            "hint 1 2 4",
            "set sail",
            "depart -1",
            "unblock",
            "forget 1",
            "mute 1",
            "  ",
            &"type 1 2".repeat(20),
        ] {
            assert_eq!(ButtonAction::read(id), None, "{id}");
        }
    }
}
