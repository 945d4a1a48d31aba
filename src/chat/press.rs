//! What a button means. The meaning is all in its id, so that a button works after a restart as before, and names
//! the ply it was made for, so that one on an older board is noticed.

use super::hints::Stage;
use super::request::Manner;
use crate::play::{Ask, ChallengeId, MatchId};
use std::fmt;

/// What a button means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Accept a challenge.
    Accept(ChallengeId),
    /// Decline a challenge.
    Decline(ChallengeId),
    /// Take an own challenge back.
    Cancel(ChallengeId),
    /// Choose a setting; a menu gives the value, a button changes to the other one.
    Set(Setting),
    /// Begin a vacation of so many days.
    Depart(u16),
    /// End a vacation.
    ComeBack,
    /// Unblock whoever is chosen from the menu with this number: long lists are on several.
    Unblock(usize),
    /// Delete all that is kept of whoever presses it.
    Forget,
    /// Something in a match.
    InMatch {
        /// The match.
        game: MatchId,
        /// The ply of the board that the button belongs to.
        ply: usize,
        /// What.
        deed: Deed,
    },
}

/// Something that is chosen in the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Setting {
    /// How one hears that it is one's turn.
    Pings,
    /// When one is reminded.
    Reminders,
    /// The look of boards.
    Theme,
    /// The language.
    Language,
    /// Whether forced captures and passes are played for one.
    Forced,
    /// Whether a vacation begins by itself.
    Rescue,
}

impl Setting {
    /// All of them with their words.
    pub const ALL: [(Setting, &'static str); 6] = [
        (Setting::Pings, "pings"),
        (Setting::Reminders, "reminders"),
        (Setting::Theme, "theme"),
        (Setting::Language, "language"),
        (Setting::Forced, "forced"),
        (Setting::Rescue, "rescue"),
    ];

    /// Its word.
    pub fn word(self) -> &'static str {
        Setting::ALL[self as usize].1
    }
}

/// What a button does in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Begin to pick a move in steps.
    Move,
    /// Go on picking from here.
    Steps(Vec<String>),
    /// Pick something from the menu with this number, after these.
    Pick {
        /// The number of the menu: long lists are on several.
        menu: usize,
        /// What has been picked.
        picked: Vec<String>,
    },
    /// Play the move that was picked.
    Confirm(String),
    /// Stop picking.
    Leave,
    /// Open the form for typing a move.
    Type,
    /// Play this move.
    Play(String),
    /// Ask whether resigning is meant.
    Resign,
    /// Resign.
    ResignSurely,
    /// Offer a draw, or accept the one offered.
    DrawSurely,
    /// Agree to what was asked.
    Agree(Ask),
    /// Decline what was asked.
    Refuse(Ask),
    /// Show the board privately.
    Look,
    /// Analyse the game, which is over.
    Analyse,
    /// Give a hint as far as this stage.
    Hint(Stage),
    /// Cancel the planned line that is chosen from the menu with this number.
    CancelLine {
        /// The number of the menu: long lists are on several.
        menu: usize,
    },
    /// Cancel all planned lines.
    CancelLines,
    /// Want no reminders in this match, or want them again.
    Mute(bool),
}

/// Ids of buttons are not longer.
pub const ID_MAX: usize = 100;

impl fmt::Display for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Press::Accept(id) => write!(f, "accept {id}"),
            Press::Decline(id) => write!(f, "decline {id}"),
            Press::Cancel(id) => write!(f, "cancel {id}"),
            Press::Set(setting) => write!(f, "set {}", setting.word()),
            Press::Depart(days) => write!(f, "depart {days}"),
            Press::ComeBack => f.write_str("return"),
            Press::Unblock(menu) => write!(f, "unblock {menu}"),
            Press::Forget => f.write_str("forget"),
            Press::InMatch { game, ply, deed } => {
                let word = match deed {
                    Deed::Move => "move",
                    Deed::Steps(_) => "steps",
                    Deed::Pick { .. } => "pick",
                    Deed::Confirm(_) => "confirm",
                    Deed::Leave => "leave",
                    Deed::Type => "type",
                    Deed::Play(_) => "play",
                    Deed::Resign => "resign",
                    Deed::ResignSurely => "resign-surely",
                    Deed::DrawSurely => "draw-surely",
                    Deed::Agree(Ask::Draw) => "agree-draw",
                    Deed::Agree(Ask::TakeBack) => "agree-takeback",
                    Deed::Refuse(Ask::Draw) => "refuse-draw",
                    Deed::Refuse(Ask::TakeBack) => "refuse-takeback",
                    Deed::Look => "look",
                    Deed::Analyse => "analyse",
                    Deed::Hint(_) => "hint",
                    Deed::CancelLine { .. } | Deed::CancelLines => "unplan",
                    Deed::Mute(true) => "mute",
                    Deed::Mute(false) => "unmute",
                };
                write!(f, "{word} {game} {ply}")?;
                match deed {
                    Deed::Play(text) | Deed::Confirm(text) => write!(f, " {text}"),
                    Deed::Hint(stage) => write!(f, " {}", *stage as usize + 1),
                    Deed::CancelLine { menu } => write!(f, " {menu}"),
                    Deed::Pick { menu, picked } => {
                        write!(f, " {menu}")?;
                        picked.iter().try_for_each(|pick| write!(f, " {pick}"))
                    }
                    Deed::Steps(picked) => picked.iter().try_for_each(|pick| write!(f, " {pick}")),
                    _ => Ok(()),
                }
            }
        }
    }
}

impl Press {
    /// The meaning of a button's id; `None` for an id that is not ours.
    pub fn read(id: &str) -> Option<Press> {
        if id.len() > ID_MAX {
            return None;
        }
        let words: Vec<&str> = id.split(' ').collect();
        let number = |at: usize| words.get(at)?.parse::<i64>().ok();
        let simple = match words[..] {
            ["accept", _] => Some(Press::Accept(ChallengeId(number(1)?))),
            ["decline", _] => Some(Press::Decline(ChallengeId(number(1)?))),
            ["cancel", _] => Some(Press::Cancel(ChallengeId(number(1)?))),
            ["set", word] => {
                Some(Press::Set(Setting::ALL.iter().find(|(_, known)| *known == word).map(|(setting, _)| *setting)?))
            }
            ["depart", days] => Some(Press::Depart(days.parse().ok()?)),
            ["return"] => Some(Press::ComeBack),
            ["unblock", menu] => Some(Press::Unblock(menu.parse().ok()?)),
            ["forget"] => Some(Press::Forget),
            _ => None,
        };
        if simple.is_some() {
            return simple;
        }
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let deed = match words[..] {
            ["move", _, _] => Deed::Move,
            ["steps", _, _, ref picked @ ..] => Deed::Steps(owned(picked)),
            ["pick", _, _, menu, ref picked @ ..] => Deed::Pick { menu: menu.parse().ok()?, picked: owned(picked) },
            ["confirm", _, _, text] => Deed::Confirm(text.to_owned()),
            ["leave", _, _] => Deed::Leave,
            ["type", _, _] => Deed::Type,
            ["play", _, _, text] => Deed::Play(text.to_owned()),
            ["resign", _, _] => Deed::Resign,
            ["resign-surely", _, _] => Deed::ResignSurely,
            ["draw-surely", _, _] => Deed::DrawSurely,
            ["agree-draw", _, _] => Deed::Agree(Ask::Draw),
            ["agree-takeback", _, _] => Deed::Agree(Ask::TakeBack),
            ["refuse-draw", _, _] => Deed::Refuse(Ask::Draw),
            ["refuse-takeback", _, _] => Deed::Refuse(Ask::TakeBack),
            ["mute", _, _] => Deed::Mute(true),
            ["unmute", _, _] => Deed::Mute(false),
            ["look", _, _] => Deed::Look,
            ["analyse", _, _] => Deed::Analyse,
            ["unplan", _, _] => Deed::CancelLines,
            ["unplan", _, _, menu] => Deed::CancelLine { menu: menu.parse().ok()? },
            ["hint", _, _, stage] => Deed::Hint(*Stage::ALL.get(stage.parse::<usize>().ok()?.checked_sub(1)?)?),
            _ => return None,
        };
        let ply = words.get(2)?.parse().ok()?;
        Some(Press::InMatch { game: MatchId(number(1)?), ply, deed })
    }

    /// How pressing it is answered.
    pub fn manner(&self) -> Manner {
        match self {
            Press::Accept(_) | Press::Decline(_) | Press::Cancel(_) => Manner::Changing,
            // They stand in private messages, which then show what is true.
            Press::Set(_) | Press::Depart(_) | Press::ComeBack | Press::Unblock(_) | Press::Forget => Manner::Changing,
            Press::InMatch { deed, .. } => match deed {
                Deed::Type => Manner::AtOnce,
                Deed::Steps(_) | Deed::Pick { .. } | Deed::Confirm(_) | Deed::Leave => Manner::Changing,
                Deed::CancelLine { .. } | Deed::CancelLines => Manner::Changing,
                Deed::Move | Deed::Resign | Deed::Look | Deed::Analyse | Deed::Mute(_) | Deed::Hint(Stage::Look) => {
                    Manner::Privately
                }
                // The private message with the stage before becomes the one with this.
                Deed::Hint(_) => Manner::Changing,
                Deed::Play(_) | Deed::Agree(_) | Deed::Refuse(_) => Manner::Privately,
                // Asked in a private message, which then says what became of it.
                Deed::ResignSurely | Deed::DrawSurely => Manner::Changing,
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
        let asks = [Ask::Draw, Ask::TakeBack].into_iter();
        let picked: Vec<String> = (0..24).map(|number| format!("b{}", number % 9 + 1)).collect();
        let deeds = [Deed::Move, Deed::Steps(picked.clone()), Deed::Pick { menu: 2, picked }, Deed::Leave]
            .into_iter()
            .chain([
                Deed::Type,
                Deed::Play(longest.clone()),
                Deed::Confirm(longest),
                Deed::Resign,
                Deed::ResignSurely,
                Deed::DrawSurely,
                Deed::Look,
                Deed::Analyse,
                Deed::CancelLine { menu: 1 },
                Deed::CancelLines,
                Deed::Mute(true),
                Deed::Mute(false),
            ])
            .chain(Stage::ALL.map(Deed::Hint))
            .chain(asks.flat_map(|ask| [Deed::Agree(ask), Deed::Refuse(ask)]));
        let in_match = deeds.map(|deed| Press::InMatch { game: MatchId(99_999_999), ply: 9_999, deed });
        let others = [Press::Accept(ChallengeId(1)), Press::Decline(ChallengeId(2)), Press::Cancel(ChallengeId(3))];
        let settings = Setting::ALL.map(|(setting, _)| Press::Set(setting)).into_iter();
        let further = settings.chain([Press::Depart(7), Press::ComeBack, Press::Unblock(3), Press::Forget]);
        for press in in_match.chain(others).chain(further) {
            let id = press.to_string();
            assert!(id.len() <= ID_MAX, "{id}");
            assert_eq!(Press::read(&id), Some(press));
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
            assert_eq!(Press::read(id), None, "{id}");
        }
    }
}
