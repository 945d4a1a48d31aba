//! Errors, refusals and setups as text.

use super::time::{instant, relative};
use crate::catalog::{AnyGame, BOARD_OPTION, Refused};
use crate::chat::texts::{Language, escape_markup, list, localize, localize_in};
use crate::chat::typed_error::{Possible, TYPED_LENGTH_MAX, TypedError};
use crate::rules::{SetupError, Values};
use crate::service::ConditionalMovesError;
use crate::service::lobby::blocks;
use crate::service::matches::conditional_moves::{DEPTH_MAX, PLIES_MAX};
use crate::service::people::schedule::PreferenceError;
use crate::service::servers::server_settings;
use crate::service::{BlockError, ChallengeError, PlayError, PrivacyError, ServerError, ServiceError, StorageError};

/// The maximum number of characters of a word that is repeated to who typed it.
const TYPED_WORD_MAX: usize = 50;
/// Larger limits of numbers are not mentioned.
const NUMBER_SHOWN_MAX: i64 = 10_000;

/// The text for an error. Storage errors are logged and shown without details.
pub fn service_error(language: Language, error: &ServiceError) -> String {
    match error {
        ServiceError::Challenge(error) => challenge_error(language, error),
        ServiceError::Play(error) => play_error(language, error),
        ServiceError::ConditionalMoves(error) => conditional_moves_error(language, error),
        ServiceError::Preference(error) => preference_error(language, error),
        ServiceError::Block(error) => block_error(language, *error),
        ServiceError::Server(error) => server_error(language, *error),
        ServiceError::Privacy(PrivacyError::ExportedRecently(next)) => {
            localize(language, "privacy-export-again", &[("when", &relative(*next))])
        }
        ServiceError::Storage(error) => {
            tracing::error!(%error, "storage failed");
            let key = match error {
                StorageError::Unwritable(_) => "error-store-unwritable",
                StorageError::Conflict | StorageError::Corrupt(_) | StorageError::Failed(_) => "error-store",
            };
            localize(language, key, &[])
        }
    }
}

fn challenge_error(language: Language, error: &ChallengeError) -> String {
    let key = match error {
        ChallengeError::NoGame(titles) => {
            let titles: Vec<String> = titles.iter().map(|title| (*title).to_owned()).collect();
            return localize(language, "challenge-no-game", &[("games", &list(language, "list-or", &titles))]);
        }
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
            return localize(language, "challenge-too-many-games", &[("most", &most.to_string())]);
        }
    };
    localize(language, key, &[])
}

fn preference_error(language: Language, error: &PreferenceError) -> String {
    let key = match error {
        PreferenceError::NoZone => "times-no-zone",
        PreferenceError::NoHours => "times-no-hours",
        PreferenceError::TooLong => "times-too-long",
        PreferenceError::TooOften(until) => {
            return localize(language, "times-too-often", &[("when", &instant(*until))]);
        }
        PreferenceError::NoVacation => "vacation-none-left",
        PreferenceError::OnVacation => "vacation-goes-on",
        PreferenceError::NotOnVacation => "vacation-not-on",
    };
    localize(language, key, &[])
}

fn block_error(language: Language, error: BlockError) -> String {
    match error {
        BlockError::Self_ => localize(language, "block-self", &[]),
        BlockError::Bot => localize(language, "block-bot", &[]),
        BlockError::TooMany => localize(language, "block-too-many", &[("most", &blocks::BLOCKS_MAX.to_string())]),
    }
}

fn server_error(language: Language, error: ServerError) -> String {
    match error {
        ServerError::NoServer => localize(language, "house-no-server", &[]),
        ServerError::NotManager => localize(language, "house-not-manager", &[]),
        ServerError::NoGame(number) => localize(language, "house-no-game", &[("number", &number.to_string())]),
        ServerError::TooManyChannels => {
            localize(language, "house-too-many-channels", &[("most", &server_settings::CHANNELS_MAX.to_string())])
        }
    }
}

/// The text for an invalid setup.
pub fn setup_error(language: Language, error: &SetupError) -> String {
    match error {
        SetupError::UnknownOption { key, known } => {
            localize(language, "setup-unknown-option", &[("option", &escape_markup(key, 50)), ("known", known)])
        }
        SetupError::UnknownValue { key, value, possible } => {
            let value = escape_markup(value, 50);
            localize(language, "setup-unknown-value", &[("option", key), ("value", &value), ("possible", possible)])
        }
        SetupError::Twice { key } => localize(language, "setup-twice", &[("option", key)]),
        SetupError::Unfit(_) => localize(language, "setup-unfit", &[]),
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
        PlayError::DrawTooEarly(turn) => {
            return localize(language, "play-draw-too-early", &[("number", &turn.to_string())]);
        }
        PlayError::HintsOff => "play-hints-off",
        PlayError::NoteTooLong => "note-too-long",
        PlayError::EarnedTimeUsed => "play-earned-time-used",
        PlayError::NothingToTakeBack => "play-nothing-to-take-back",
    };
    localize(language, key, &[])
}

/// The text for a move that the rules refuse.
pub fn refusal(language: Language, refused: &Refused) -> String {
    // Only a text that names no game is refused without one, and players do not type such texts.
    let Some(game) = refused.game else { return escape_markup(&refused.text, 200) };
    let word = |value: &String| match game.piece_kinds().contains(&value.as_str()) {
        true => localize_in(game, language, &format!("kind-{value}"), &[]),
        false => escape_markup(value, 100),
    };
    let values: Vec<(&str, String)> = refused.args.iter().map(|(name, value)| (*name, word(value))).collect();
    let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    localize_in(game, language, &format!("refusal-{}", refused.code), &values)
}

/// A setup as text, for example “48 rings, optional claims”. Defaults that tell the reader nothing are left out, as are
/// the seeds of random setups.
pub fn setup(language: Language, game: &dyn AnyGame, setup: &str) -> String {
    let words = setup.split_whitespace().filter_map(|word| word.split_once('='));
    let mentioned = words.filter(|(key, value)| {
        let spec = game.options().iter().find(|spec| spec.key == *key);
        spec.is_some_and(|spec| match spec.values {
            Values::OneOf(words) => spec.mentions_default || words.first() != Some(value),
            Values::Seed => false,
        })
    });
    mentioned.map(|(key, value)| setting(language, game, key, value)).collect::<Vec<_>>().join(", ")
}

/// One option of a setup as text, for example “48 rings”. A setup consists of nothing else.
pub fn setting(language: Language, game: &dyn AnyGame, key: &str, value: &str) -> String {
    match key {
        BOARD_OPTION => localize_in(game, language, &format!("setup-{key}"), &[("value", value)]),
        key => localize_in(game, language, &format!("setup-{key}-{value}"), &[]),
    }
}

/// Why a line cannot be added, as text.
pub(in crate::chat) fn conditional_moves_error(language: Language, error: &ConditionalMovesError) -> String {
    match error {
        ConditionalMovesError::Over => localize(language, "play-over", &[]),
        ConditionalMovesError::YourTurn => localize(language, "plan-your-turn", &[]),
        ConditionalMovesError::Empty { example } => localize(language, "plan-empty", &[("example", example)]),
        ConditionalMovesError::Refused { number, text, refused } => {
            let values = [("number", &*number.to_string()), ("text", &escape_markup(text, 50))];
            let why = refusal(language, refused);
            localize(language, "plan-refused", &[&values[..], &[("why", &why)]].concat())
        }
        ConditionalMovesError::NoAnswer => localize(language, "plan-no-answer", &[]),
        ConditionalMovesError::TooLong | ConditionalMovesError::TooDeep => {
            localize(language, "plan-too-long", &[("most", &DEPTH_MAX.to_string())])
        }
        ConditionalMovesError::TooMany => localize(language, "plan-too-many", &[("most", &PLIES_MAX.to_string())]),
    }
}

/// Why a typed command cannot be understood, what was probably meant, and an example.
pub fn typed_error(language: Language, error: &TypedError) -> String {
    let said = |key: &str, values: &[(&str, &str)]| Some(localize(language, key, values));
    let with_word = |key: &str, word: &str| said(key, &[("word", &escape_markup(word, TYPED_WORD_MAX))]);
    let with_option = |key: &str, option: &str| said(key, &[("option", option)]);
    let near = |near: &Option<String>| near.as_ref().and_then(|near| said("typed-near", &[("near", near)]));
    let any_of = |words: &[String]| said("typed-possible", &[("possible", &list(language, "list-or", words))]);
    let possible = |possible: &Option<Possible>| match possible.as_ref()? {
        Possible::Words(words) => any_of(words),
        Possible::Numbers(_, most) if *most > NUMBER_SHOWN_MAX => said("typed-possible-any-number", &[]),
        Possible::Numbers(least, most) => {
            said("typed-possible-numbers", &[("least", &least.to_string()), ("most", &most.to_string())])
        }
    };
    let like = |example: &str| said("typed-example", &[("example", example)]);
    let sentences = match error {
        TypedError::TooLong => vec![said("typed-too-long", &[("most", &TYPED_LENGTH_MAX.to_string())])],
        TypedError::Empty => vec![said("typed-empty", &[])],
        TypedError::UnknownCommand { word, near: None, .. } => {
            vec![with_word("typed-unknown-command", word), said("typed-help", &[])]
        }
        TypedError::UnknownCommand { word, near: found, example } => {
            vec![with_word("typed-unknown-command", word), near(found), example.as_ref().and_then(|text| like(text))]
        }
        TypedError::NoSubcommand { command, possible, example } => {
            let values = [("command", command.as_str()), ("possible", &list(language, "list-or", possible))];
            vec![said("typed-no-subcommand", &values), like(example)]
        }
        TypedError::UnknownSubcommand { command, word, near: found, possible } => {
            let values = [("command", command.as_str()), ("word", &escape_markup(word, TYPED_WORD_MAX))];
            vec![said("typed-unknown-subcommand", &values), near(found), any_of(possible)]
        }
        TypedError::NoOptions { command } => vec![said("typed-no-options", &[("command", command)])],
        TypedError::UnknownOption { word, near: found, example } => {
            vec![with_word("typed-unknown-option", word), near(found), like(example)]
        }
        TypedError::Unclear { word, options, example } => {
            let word = escape_markup(word, TYPED_WORD_MAX);
            let options = list(language, "list-or", options);
            vec![said("typed-unclear", &[("word", &word), ("options", &options), ("example", example)])]
        }
        TypedError::Ambiguous { option, word, possible } => {
            let word = escape_markup(word, TYPED_WORD_MAX);
            let possible = list(language, "list-or", possible);
            vec![said("typed-ambiguous", &[("option", option), ("word", &word), ("possible", &possible)])]
        }
        TypedError::Impossible { option, word, near: found, possible: accepted, example } => {
            let values = [("option", option.as_str()), ("word", &escape_markup(word, TYPED_WORD_MAX))];
            vec![said("typed-impossible", &values), near(found), possible(accepted), like(example)]
        }
        TypedError::Missing { option, possible: accepted, example } => {
            vec![with_option("typed-missing", option), possible(accepted), like(example)]
        }
        TypedError::NoValue { option, possible: accepted, example } => {
            vec![with_option("typed-no-value", option), possible(accepted), like(example)]
        }
        TypedError::Twice { option, example } => vec![with_option("typed-twice", option), like(example)],
        TypedError::Unclosed { open, close } => {
            vec![said("typed-unclosed", &[("open", &open.to_string()), ("close", &close.to_string())])]
        }
        TypedError::UnknownPerson { word, example } => vec![with_word("typed-unknown-person", word), like(example)],
        TypedError::UnknownChannel { word, example } => vec![with_word("typed-unknown-channel", word), like(example)],
    };
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}
