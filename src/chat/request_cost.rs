//! Which requests cost so much that they have a limit.

use super::custom_id::{ButtonAction, HelpTopic, MatchAction, ReplayAction};
use super::request::{BoardForm, Command, RequestKind};
use crate::service::CostlyRequest;

impl RequestKind {
    /// The kind of costly request that it is, if it is one. Moves cost nothing, and neither do the pictures between the
    /// first pick of a move and its last.
    pub fn cost(&self) -> Option<CostlyRequest> {
        match self {
            RequestKind::Command(command) => command.cost(),
            RequestKind::ButtonPressed { action, .. }
            | RequestKind::Reacted { action, .. }
            | RequestKind::OptionChosen { action, .. } => action.cost(),
            RequestKind::FormSubmitted { .. } | RequestKind::BoardReply { .. } | RequestKind::Complete { .. } => None,
        }
    }
}

impl Command {
    fn cost(&self) -> Option<CostlyRequest> {
        match self {
            Command::Challenge { .. } | Command::Rematch => Some(CostlyRequest::Challenge),
            Command::Play { .. } => Some(CostlyRequest::Game),
            Command::Hint | Command::Coach => Some(CostlyRequest::Hint),
            Command::Analyse => Some(CostlyRequest::Analysis),
            Command::Export | Command::ExportData => Some(CostlyRequest::Export),
            // The settings show a board of each game.
            Command::Board(BoardForm::Picture | BoardForm::PictureWithNames)
            | Command::Next
            | Command::Replay
            | Command::Rules { .. }
            | Command::Settings
            | Command::Stats { .. }
            | Command::Leaderboard { .. } => Some(CostlyRequest::Picture),
            Command::Move { .. }
            | Command::If { .. }
            | Command::Note { .. }
            | Command::Board(BoardForm::Letters)
            | Command::Games { .. }
            | Command::Times(_)
            | Command::Vacation { .. }
            | Command::Reminders { .. }
            | Command::DeleteData
            | Command::Block { .. }
            | Command::Server(_)
            | Command::EndGame { .. }
            | Command::Moves
            | Command::Resign
            | Command::Draw
            | Command::TakeBack
            | Command::Help { .. }
            | Command::About
            | Command::Accept { .. }
            | Command::Link { .. }
            | Command::Unlink => None,
        }
    }
}

impl ButtonAction {
    fn cost(&self) -> Option<CostlyRequest> {
        match self {
            ButtonAction::InMatch { action, .. } => action.cost(),
            ButtonAction::Help(HelpTopic::Play) => Some(CostlyRequest::Game),
            ButtonAction::Help(HelpTopic::Rules) | ButtonAction::ReplayListed | ButtonAction::Set(_) => {
                Some(CostlyRequest::Picture)
            }
            ButtonAction::Accept(_)
            | ButtonAction::AcceptListed(_)
            | ButtonAction::Decline(_)
            | ButtonAction::Cancel(_)
            | ButtonAction::StartVacation(_)
            | ButtonAction::EndVacation
            | ButtonAction::Unblock(_)
            | ButtonAction::DeleteData { .. }
            | ButtonAction::ShowLink
            | ButtonAction::ConfirmLink(_)
            | ButtonAction::Unlink
            | ButtonAction::Help(HelpTopic::Challenge | HelpTopic::Commands)
            | ButtonAction::PastGames(_) => None,
        }
    }
}

impl MatchAction {
    fn cost(&self) -> Option<CostlyRequest> {
        match self {
            MatchAction::Rematch => Some(CostlyRequest::Challenge),
            MatchAction::PlayOn => Some(CostlyRequest::Game),
            MatchAction::Hint(_) | MatchAction::Coach => Some(CostlyRequest::Hint),
            MatchAction::Analyse => Some(CostlyRequest::Analysis),
            // Everyone sees this one.
            MatchAction::Replay(ReplayAction::Share) => Some(CostlyRequest::Export),
            MatchAction::ShowBoard | MatchAction::Replay(_) => Some(CostlyRequest::Picture),
            MatchAction::Move
            | MatchAction::Steps(_)
            | MatchAction::Pick { .. }
            | MatchAction::Confirm(_)
            | MatchAction::CancelPicking
            | MatchAction::Type
            | MatchAction::Play(_)
            | MatchAction::Resign
            | MatchAction::ConfirmResign
            | MatchAction::ConfirmDraw
            | MatchAction::OfferRandomPlacement
            | MatchAction::Agree(_)
            | MatchAction::Decline(_)
            | MatchAction::CancelLine { .. }
            | MatchAction::CancelLines
            | MatchAction::Mute(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::custom_id::Preference;
    use crate::service::{MatchId, MessageId};

    fn pressed(action: ButtonAction) -> RequestKind {
        RequestKind::ButtonPressed { action, message: MessageId("1".to_owned()) }
    }

    fn chosen(action: ButtonAction) -> RequestKind {
        RequestKind::OptionChosen { action, value: "dvonn".to_owned() }
    }

    fn in_match(action: MatchAction) -> ButtonAction {
        ButtonAction::InMatch { game: MatchId(1), ply: 4, action }
    }

    #[test]
    fn a_menu_or_a_button_costs_as_much_as_the_command_that_does_the_same() {
        let rules = RequestKind::Command(Command::Rules { game: "dvonn".to_owned() });
        for (request, expected) in [
            (rules, Some(CostlyRequest::Picture)),
            (chosen(ButtonAction::Help(HelpTopic::Rules)), Some(CostlyRequest::Picture)),
            (chosen(ButtonAction::Help(HelpTopic::Play)), Some(CostlyRequest::Game)),
            (RequestKind::Command(Command::Settings), Some(CostlyRequest::Picture)),
            (chosen(ButtonAction::Set(Preference::Theme)), Some(CostlyRequest::Picture)),
            (pressed(in_match(MatchAction::Rematch)), Some(CostlyRequest::Challenge)),
            (pressed(in_match(MatchAction::PlayOn)), Some(CostlyRequest::Game)),
            (pressed(in_match(MatchAction::Replay(ReplayAction::Forward))), Some(CostlyRequest::Picture)),
            (pressed(in_match(MatchAction::Replay(ReplayAction::Share))), Some(CostlyRequest::Export)),
            (chosen(ButtonAction::ReplayListed), Some(CostlyRequest::Picture)),
        ] {
            assert_eq!(request.cost(), expected, "{request:?}");
        }
    }

    #[test]
    fn moves_and_answers_to_offers_have_no_limit() {
        let text = || "d4".to_owned();
        for request in [
            RequestKind::Command(Command::Move { text: Some(text()) }),
            RequestKind::BoardReply { action: in_match(MatchAction::Move), text: text() },
            RequestKind::FormSubmitted { action: in_match(MatchAction::Type), text: text() },
            pressed(in_match(MatchAction::Play(text()))),
            pressed(in_match(MatchAction::Confirm(text()))),
            chosen(in_match(MatchAction::Pick { menu: 0, picked: Vec::new() })),
            RequestKind::Command(Command::TakeBack),
        ] {
            assert_eq!(request.cost(), None, "{request:?}");
        }
    }
}
