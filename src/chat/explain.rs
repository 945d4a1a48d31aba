//! Refusals and settings in words.

use super::ahead::plan_error;
use super::texts::{Language, plain, say};
use super::time::{instant, relative};
use crate::catalog::{AnyGame, Refused};
use crate::play::custom::CustomError;
use crate::play::{
    BlockError, ChallengeError, DeskError, HouseError, KeepError, PlayError, PrivacyError, block, house,
};
use crate::rules::SetupError;

/// What is said about an error. Those that are nobody's fault are logged, and told without details.
pub fn desk_error(language: Language, error: &DeskError) -> String {
    match error {
        DeskError::Challenge(error) => challenge_error(language, error),
        DeskError::Play(error) => play_error(language, error),
        DeskError::Plan(error) => plan_error(language, error),
        DeskError::Custom(error) => custom_error(language, error),
        DeskError::Block(error) => block_error(language, *error),
        DeskError::House(error) => house_error(language, *error),
        DeskError::Privacy(PrivacyError::ExportedRecently(next)) => {
            say(language, "privacy-export-again", &[("when", &relative(*next))])
        }
        DeskError::Keep(error) => {
            tracing::error!(%error, "the store failed");
            let key = match error {
                KeepError::Unwritable(_) => "error-store-unwritable",
                KeepError::Conflict | KeepError::Damaged(_) | KeepError::Failed(_) => "error-store",
            };
            say(language, key, &[])
        }
    }
}

fn challenge_error(language: Language, error: &ChallengeError) -> String {
    let key = match error {
        ChallengeError::NoGame => "challenge-no-game",
        ChallengeError::Setup(error) => return setup_error(language, error),
        ChallengeError::Self_ => "challenge-self",
        ChallengeError::OpponentCannot => "challenge-opponent-cannot",
        ChallengeError::OpponentGone => "challenge-opponent-gone",
        ChallengeError::NoteTooLong => "challenge-note-too-long",
        ChallengeError::AlreadyOpen(_) => "challenge-already-open",
        ChallengeError::Unknown => "challenge-unknown",
        ChallengeError::Accepted => "challenge-was-accepted",
        ChallengeError::Declined => "challenge-was-declined",
        ChallengeError::Cancelled => "challenge-was-cancelled",
        ChallengeError::Expired => "challenge-expired",
        ChallengeError::NotForYou => "challenge-not-for-you",
        ChallengeError::Own => "challenge-own",
        ChallengeError::NotYours => "challenge-not-yours",
        ChallengeError::OpenToAll => "challenge-open-to-all",
        ChallengeError::RatedNeedsClock => "challenge-rated-needs-clock",
        ChallengeError::RatedSolved => "challenge-rated-solved",
        ChallengeError::Blocked => "challenge-blocked",
        ChallengeError::ChannelClosed => "challenge-channel-closed",
        ChallengeError::GameClosed => "challenge-game-closed",
        ChallengeError::TooManyGames(most) => {
            return say(language, "challenge-too-many-games", &[("most", &most.to_string())]);
        }
    };
    say(language, key, &[])
}

fn custom_error(language: Language, error: &CustomError) -> String {
    let key = match error {
        CustomError::NoZone => "times-no-zone",
        CustomError::NoHours => "times-no-hours",
        CustomError::TooLong => "times-too-long",
        CustomError::TooOften(until) => return say(language, "times-too-often", &[("when", &instant(*until))]),
        CustomError::NoVacation => "vacation-none-left",
        CustomError::OnVacation => "vacation-goes-on",
        CustomError::NotOnVacation => "vacation-not-on",
    };
    say(language, key, &[])
}

fn block_error(language: Language, error: BlockError) -> String {
    match error {
        BlockError::Self_ => say(language, "block-self", &[]),
        BlockError::Bot => say(language, "block-bot", &[]),
        BlockError::TooMany => say(language, "block-too-many", &[("most", &block::BLOCKS_MAX.to_string())]),
    }
}

fn house_error(language: Language, error: HouseError) -> String {
    match error {
        HouseError::NoServer => say(language, "house-no-server", &[]),
        HouseError::NotManager => say(language, "house-not-manager", &[]),
        HouseError::NoGame(number) => say(language, "house-no-game", &[("number", &number.to_string())]),
        HouseError::TooManyChannels => {
            say(language, "house-too-many-channels", &[("most", &house::CHANNELS_MAX.to_string())])
        }
    }
}

/// What is said about a setup that is not possible.
pub fn setup_error(language: Language, error: &SetupError) -> String {
    match error {
        SetupError::UnknownOption { key, known } => {
            say(language, "setup-unknown-option", &[("option", &plain(key, 50)), ("known", known)])
        }
        SetupError::UnknownValue { key, value, possible } => {
            let value = plain(value, 50);
            say(language, "setup-unknown-value", &[("option", key), ("value", &value), ("possible", possible)])
        }
        SetupError::Twice { key } => say(language, "setup-twice", &[("option", key)]),
        SetupError::Unfit(_) => say(language, "setup-unfit", &[]),
    }
}

fn play_error(language: Language, error: &PlayError) -> String {
    let key = match error {
        PlayError::Refused(refused) => return refusal(language, refused),
        PlayError::Unknown => "play-unknown",
        PlayError::NotAPlayer => "play-not-a-player",
        PlayError::Over => "play-over",
        PlayError::Running => "play-running",
        PlayError::NotYourTurn => "play-not-your-turn",
        PlayError::Stale => "play-stale",
        PlayError::NoOffer => "play-no-offer",
        PlayError::AnswerFirst => "play-answer-first",
        PlayError::AskedAlready => "play-asked-already",
        PlayError::AskedBefore => "play-asked-before",
        PlayError::NoMoves => "moves-none",
        PlayError::RatedHint => "play-rated-hint",
        PlayError::RatedTakeBack => "play-rated-takeback",
        PlayError::RatedDraw => "play-rated-draw",
        PlayError::NoDraws => "play-no-draws",
        PlayError::DrawTooEarly(turn) => return say(language, "play-draw-too-early", &[("number", &turn.to_string())]),
        PlayError::HintsOff => "play-hints-off",
        PlayError::NoteTooLong => "note-too-long",
        PlayError::EarnedTimeUsed => "play-earned-time-used",
        PlayError::NothingToTakeBack => "play-nothing-to-take-back",
    };
    say(language, key, &[])
}

/// Why the rules refuse a move.
pub fn refusal(language: Language, refused: &Refused) -> String {
    let values: Vec<(&str, String)> = refused
        .args
        .iter()
        .map(|(name, value)| {
            // Colours come as English words.
            let value =
                if *name == "marble" { say(language, &format!("marble-{value}"), &[]) } else { plain(value, 100) };
            (*name, value)
        })
        .collect();
    let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    say(language, &format!("refusal-{}-{}", refused.game, refused.code), &values)
}

/// A setup in words, for example “48 rings, optional claims”.
pub fn setup(language: Language, game: &dyn AnyGame, setup: &str) -> String {
    let words = setup.split_whitespace().filter_map(|word| word.split_once('='));
    let told = words.filter(|(key, value)| {
        // The one way to play without a choice is not worth a word, and a deal's number says nothing.
        !matches!((*key, *value), ("variant", "standard") | ("claims", "automatic") | ("deal", _))
    });
    told.map(|(key, value)| setting(language, game, key, value)).collect::<Vec<_>>().join(", ")
}

/// One setting in words, for example “48 rings”. The setup of a game has no others.
pub fn setting(language: Language, game: &dyn AnyGame, key: &str, value: &str) -> String {
    match key {
        "variant" => say(language, &format!("setup-{}-variant", game.name()), &[("value", value)]),
        key => say(language, &format!("setup-{}-{key}-{value}", game.name()), &[]),
    }
}
