//! Errors, refusals and setups as text.

use crate::catalog::{AnyGame, BOARD_OPTION, Refused};
use crate::chat::text::Text;
use crate::chat::texts::{Arg, Language, label, label_in, list, localize, localize_in, localize_with};
use crate::chat::typed_error::{Possible, TYPED_LENGTH_MAX, TypedError};
use crate::rules::notation::unquote;
use crate::rules::{SetupError, Values};
use crate::service::ConditionalMovesError;
use crate::service::lobby::blocks;
use crate::service::lobby::challenge::RefusedSetup;
use crate::service::matches::conditional_moves::{DEPTH_MAX, PLIES_MAX};
use crate::service::people::schedule::PreferenceError;
use crate::service::servers::server_settings;
use crate::service::{
    BlockError, ChallengeError, CostlyRequest, LimitError, LimitScope, LinkError, PlayError, PrivacyError, ServerError,
    ServiceError, StorageError,
};

/// The maximum number of characters of a word that is repeated to who typed it.
const TYPED_WORD_MAX: usize = 50;
/// More values are not listed in an explanation.
const VALUES_LISTED_MAX: usize = 12;
/// Larger limits of numbers are not mentioned.
const NUMBER_SHOWN_MAX: i64 = 10_000;

/// The text for an error. Storage errors are logged and shown without details.
pub fn service_error(language: Language, error: &ServiceError) -> Text {
    match error {
        ServiceError::Challenge(error) => challenge_error(language, error),
        ServiceError::Play(error) => play_error(language, error),
        ServiceError::ConditionalMoves(error) => conditional_moves_error(language, error),
        ServiceError::Preference(error) => preference_error(language, error),
        ServiceError::Block(error) => block_error(language, *error),
        ServiceError::Link(error) => link_error(language, *error),
        ServiceError::Server(error) => server_error(language, *error),
        ServiceError::Privacy(PrivacyError::ExportedRecently(next)) => {
            localize_with(language, "privacy-export-again", &[("when", Arg::relative(*next))])
        }
        ServiceError::Limit(error) => limit_error(language, error),
        ServiceError::Storage(error) => {
            if !matches!(error, StorageError::AlreadyHandled) {
                tracing::error!(%error, "storage failed");
            }
            let key = match error {
                StorageError::AlreadyHandled => "already-done",
                StorageError::Unwritable(_) => "error-store-unwritable",
                StorageError::Conflict
                | StorageError::Corrupt(_)
                | StorageError::Interrupted(_)
                | StorageError::Failed(_) => "error-store",
            };
            localize(language, key, &[])
        }
    }
}

fn limit_error(language: Language, error: &LimitError) -> Text {
    let what = match error.request {
        CostlyRequest::Challenge => "challenges",
        CostlyRequest::Game => "games",
        CostlyRequest::Hint => "hints",
        CostlyRequest::Analysis => "analyses",
        CostlyRequest::Export => "exports",
        CostlyRequest::Picture => "pictures",
    };
    let key = match error.scope {
        LimitScope::Person(_) => "limit-person",
        LimitScope::Server(_) => "limit-server",
    };
    let args = [("what", what.into()), ("most", Arg::Count(error.most.into())), ("when", Arg::relative(error.until))];
    localize_with(language, key, &args)
}

fn challenge_error(language: Language, error: &ChallengeError) -> Text {
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
        ChallengeError::UnknownCode => "challenge-unknown-code",
        ChallengeError::Accepted => "challenge-was-accepted",
        ChallengeError::Declined => "challenge-was-declined",
        ChallengeError::Cancelled => "challenge-was-cancelled",
        ChallengeError::Expired => "challenge-expired",
        ChallengeError::NotForYou => "challenge-not-for-you",
        ChallengeError::Own => "challenge-own",
        ChallengeError::NotYours => "challenge-not-yours",
        ChallengeError::OpenToAll => "challenge-open-to-all",
        ChallengeError::RatedNeedsClock => "challenge-rated-needs-clock",
        ChallengeError::RatedHints => "challenge-rated-hints",
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

fn preference_error(language: Language, error: &PreferenceError) -> Text {
    let key = match error {
        PreferenceError::NoZone => "times-no-zone",
        PreferenceError::NoHours => "times-no-hours",
        PreferenceError::TooLong => "times-too-long",
        PreferenceError::TooOften(until) => {
            return localize_with(language, "times-too-often", &[("when", Arg::date(*until))]);
        }
        PreferenceError::NoVacation => "vacation-none-left",
        PreferenceError::OnVacation => "vacation-goes-on",
        PreferenceError::NotOnVacation => "vacation-not-on",
    };
    localize(language, key, &[])
}

fn block_error(language: Language, error: BlockError) -> Text {
    match error {
        BlockError::Self_ => localize(language, "block-self", &[]),
        BlockError::Bot => localize(language, "block-bot", &[]),
        BlockError::TooMany => localize(language, "block-too-many", &[("most", &blocks::BLOCKS_MAX.to_string())]),
    }
}

/// The values that an option accepts, in a few words; `None` if there are too many to list.
pub fn possible_values(possible: &Possible) -> Option<String> {
    match possible {
        Possible::Words(words) if words.len() > VALUES_LISTED_MAX => None,
        Possible::Words(words) => Some(words.join(" · ")),
        Possible::Numbers(_, most) if *most > NUMBER_SHOWN_MAX => None,
        Possible::Numbers(least, most) => Some(format!("{least}–{most}")),
    }
}

fn link_error(language: Language, error: LinkError) -> Text {
    let key = match error {
        LinkError::UnknownCode => "link-unknown-code",
        LinkError::OwnCode => "link-own-code",
        LinkError::SamePlatform => "link-same-platform",
        LinkError::Opponents => "link-opponents",
        LinkError::ClockRunning => "link-clock-running",
        LinkError::NotEntered => "link-not-entered",
        LinkError::NotLinked => "link-not-linked",
        LinkError::GamesRunning => "link-games-running",
    };
    localize(language, key, &[])
}

fn server_error(language: Language, error: ServerError) -> Text {
    match error {
        ServerError::NoServer => localize(language, "house-no-server", &[]),
        ServerError::NotManager => localize(language, "house-not-manager", &[]),
        ServerError::NoGame(number) => localize(language, "house-no-game", &[("number", &number.to_string())]),
        ServerError::BadPrefix => {
            localize(language, "house-bad-prefix", &[("most", &server_settings::PREFIX_MAX.to_string())])
        }
        ServerError::TooManyChannels => {
            localize(language, "house-too-many-channels", &[("most", &server_settings::CHANNELS_MAX.to_string())])
        }
    }
}

/// The text for an invalid setup. Options and values have the names that players choose them by.
fn setup_error(language: Language, refused: &RefusedSetup) -> Text {
    let RefusedSetup { game, error, option, owner } = refused;
    let (key, value) = option.as_ref().map_or(("", ""), |(key, value)| (key, value));
    match error {
        SetupError::UnknownOption { .. } => {
            let option = match owner {
                Some(owner) => option_title(language, *owner, key).into(),
                None => Text::typed(key, TYPED_WORD_MAX),
            };
            let offered = game.options().iter().filter(|spec| matches!(spec.values, Values::OneOf(_)));
            let titles: Vec<String> = offered.map(|spec| option_title(language, *game, spec.key)).collect();
            let known = list(language, "list-or", &titles);
            let args = [("game", game.title().into()), ("option", option.into()), ("known", (&known).into())];
            localize_with(language, "setup-unknown-option", &args)
        }
        SetupError::UnknownValue { .. } => {
            let value = match owner {
                Some(owner) => setting(language, *owner, key, value).into(),
                None => Text::typed(value, TYPED_WORD_MAX),
            };
            let spec = game.options().iter().find(|spec| spec.key == key);
            let words = match spec.map(|spec| spec.values) {
                Some(Values::OneOf(words)) => words,
                Some(Values::Seed) | None => &[],
            };
            let possible: Vec<String> = words.iter().map(|word| setting(language, *game, key, word)).collect();
            let possible = list(language, "list-or", &possible);
            let args = [("game", game.title().into()), ("value", value.into()), ("possible", (&possible).into())];
            localize_with(language, "setup-unknown-value", &args)
        }
        SetupError::Twice { key } => {
            localize(language, "setup-twice", &[("option", &option_title(language, *game, key))])
        }
        SetupError::Unfit(_) => localize(language, "setup-unfit", &[]),
    }
}

/// The name of an option of a game's setup, as players type it.
fn option_title(language: Language, game: &dyn AnyGame, key: &str) -> String {
    match key {
        BOARD_OPTION => label(language, "option-challenge-variant.name", &[]),
        key => label_in(game, language, &format!("option-{key}.name"), &[]),
    }
}

fn play_error(language: Language, error: &PlayError) -> Text {
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
        PlayError::AlreadyOffered => "play-asked-already",
        PlayError::AskedBefore => "play-asked-before",
        PlayError::NoMoves => "moves-none",
        PlayError::RatedHint => "play-rated-hint",
        PlayError::RatedTakeBack => "play-rated-takeback",
        PlayError::NoTakeBacks => "play-no-takebacks",
        PlayError::RatedRandomPlacement => "play-rated-placement",
        PlayError::NothingToPlace => "play-nothing-to-place",
        PlayError::RatedDraw => "play-rated-draw",
        PlayError::NoDraws => "play-no-draws",
        PlayError::DrawTooEarly(turn) => {
            return localize(language, "play-draw-too-early", &[("number", &turn.to_string())]);
        }
        PlayError::HintsOff => "play-hints-off",
        PlayError::NoCoach => "play-no-coach",
        PlayError::NoteTooLong => "note-too-long",
        PlayError::EarnedTimeUsed => "play-earned-time-used",
        PlayError::NothingToTakeBack => "play-nothing-to-take-back",
    };
    localize(language, key, &[])
}

/// The text for a move that the rules refuse.
pub fn refusal(language: Language, refused: &Refused) -> Text {
    // Only a text that names no game is refused without one, and players do not type such texts.
    let Some(game) = refused.game else { return Text::typed(&refused.text, 200) };
    let args = refused.args.iter().map(|(name, value)| {
        let arg = match (game.piece_kinds().contains(&value.as_str()), unquote(value)) {
            (true, _) => Arg::Text(label_in(game, language, &format!("kind-{value}"), &[]).into()),
            (false, Some(typed)) => Arg::Quoted(Text::typed(typed, 100)),
            // Numbers select plural forms.
            (false, None) if value.bytes().all(|byte| byte.is_ascii_digit()) => Arg::Word(value),
            (false, None) => Arg::Text(Text::typed(value, 100)),
        };
        (*name, arg)
    });
    let args: Vec<(&str, Arg<'_>)> = args.collect();
    localize_in(game, language, &format!("refusal-{}", refused.code), &args)
}

/// A setup as text, for example “48 rings, cut-off groups optional”. Defaults that tell the reader nothing are left
/// out, as are the seeds of random setups.
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
        BOARD_OPTION => label_in(game, language, &format!("setup-{key}"), &[("value", value)]),
        key => label_in(game, language, &format!("setup-{key}-{value}"), &[]),
    }
}

/// Why a line cannot be added, as text.
pub(in crate::chat) fn conditional_moves_error(language: Language, error: &ConditionalMovesError) -> Text {
    match error {
        ConditionalMovesError::Over => localize(language, "play-over", &[]),
        ConditionalMovesError::YourTurn => localize(language, "plan-your-turn", &[]),
        ConditionalMovesError::Empty { example } => localize(language, "plan-empty", &[("example", example)]),
        ConditionalMovesError::Refused { number, text, refused } => {
            let is_unreadable = refused.code == "unreadable";
            let key = match text.split_whitespace().nth(1) {
                Some(_) if is_unreadable => "plan-then-missing",
                // The reason already quotes the text.
                None if is_unreadable => "plan-unreadable",
                _ => "plan-refused",
            };
            let number = number.to_string();
            let (text, why) = (Text::typed(unquote(text).unwrap_or(text), 50), refusal(language, refused));
            let args = [("number", (&number).into()), ("text", Arg::Quoted(text)), ("why", why.into())];
            localize_with(language, key, &args)
        }
        ConditionalMovesError::NoAnswer => localize(language, "plan-no-answer", &[]),
        ConditionalMovesError::TooLong | ConditionalMovesError::TooDeep => {
            localize(language, "plan-too-long", &[("most", &DEPTH_MAX.to_string())])
        }
        ConditionalMovesError::TooMany => localize(language, "plan-too-many", &[("most", &PLIES_MAX.to_string())]),
    }
}

/// Why a typed command cannot be understood, what was probably meant, and an example.
pub fn typed_error(language: Language, error: &TypedError) -> Text {
    let said = |key: &str, args: &[(&str, Arg<'_>)]| Some(localize_with(language, key, args));
    let typed = |word: &str| Arg::from(Text::typed(word, TYPED_WORD_MAX));
    let with_word = |key: &str, word: &str| said(key, &[("word", typed(word))]);
    let with_option = |key: &str, option: &str| said(key, &[("option", option.into())]);
    let near = |near: &Option<String>| near.as_ref().and_then(|near| said("typed-near", &[("near", near.into())]));
    // Quoted, because a value can contain commas and blanks.
    let quoted = |word: &String| Arg::Quoted(word.as_str().into()).plain(language);
    let quoted_list = |words: &[String]| list(language, "list-or", &words.iter().map(quoted).collect::<Vec<_>>());
    let any_of = |words: &[String]| said("typed-possible", &[("possible", (&quoted_list(words)).into())]);
    let possible = |possible: &Option<Possible>| match possible.as_ref()? {
        Possible::Words(words) => any_of(words),
        Possible::Numbers(_, most) if *most > NUMBER_SHOWN_MAX => said("typed-possible-any-number", &[]),
        Possible::Numbers(least, most) => said(
            "typed-possible-numbers",
            &[("least", (&least.to_string()).into()), ("most", (&most.to_string()).into())],
        ),
    };
    let like = |example: &str| said("typed-example", &[("example", Text::code(format!("/{example}")).into())]);
    let sentences = match error {
        TypedError::TooLong => vec![said("typed-too-long", &[("most", (&TYPED_LENGTH_MAX.to_string()).into())])],
        TypedError::Empty => vec![said("typed-empty", &[])],
        TypedError::UnknownCommand { word, near: None, .. } => {
            vec![with_word("typed-unknown-command", word), said("typed-help", &[])]
        }
        TypedError::UnknownCommand { word, near: found, example } => {
            vec![with_word("typed-unknown-command", word), near(found), example.as_ref().and_then(|text| like(text))]
        }
        TypedError::NoSubcommand { command, possible, example } => {
            let possible = quoted_list(possible);
            let values = [("command", command.as_str().into()), ("possible", (&possible).into())];
            vec![said("typed-no-subcommand", &values), like(example)]
        }
        TypedError::UnknownSubcommand { command, word, near: found, possible } => {
            let values = [("command", command.as_str().into()), ("word", typed(word))];
            vec![said("typed-unknown-subcommand", &values), near(found), any_of(possible)]
        }
        TypedError::NoOptions { command } => vec![said("typed-no-options", &[("command", command.into())])],
        TypedError::UnknownOption { word, near: found, example } => {
            vec![with_word("typed-unknown-option", word), near(found), like(example)]
        }
        TypedError::Unclear { word, options, example } => {
            let options = quoted_list(options);
            vec![said(
                "typed-unclear",
                &[("word", typed(word)), ("options", (&options).into()), ("example", example.into())],
            )]
        }
        TypedError::Ambiguous { option, word, possible } => {
            let possible = quoted_list(possible);
            vec![said(
                "typed-ambiguous",
                &[("option", option.into()), ("word", typed(word)), ("possible", (&possible).into())],
            )]
        }
        TypedError::Impossible { option, word, near: found, possible: accepted, example } => {
            let values = [("option", option.as_str().into()), ("word", typed(word))];
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
            vec![said(
                "typed-unclosed",
                &[("open", (&open.to_string()).into()), ("close", (&close.to_string()).into())],
            )]
        }
        TypedError::UnknownPerson { word, example } => vec![with_word("typed-unknown-person", word), like(example)],
        TypedError::UnknownChannel { word, example } => vec![with_word("typed-unknown-channel", word), like(example)],
    };
    Text::join(sentences.into_iter().flatten(), " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::chat::actions::commands;
    use crate::chat::arguments::Opponent;
    use crate::chat::commands::{Resolve, read_typed};
    use crate::service::{PlaceId, PlayerId};

    struct OneFriend;

    impl Resolve for OneFriend {
        fn person(&self, text: &str) -> Option<Opponent> {
            let friend = || Opponent { id: PlayerId(1), name: String::new(), is_bot: false, absence: None };
            (text == "@friend").then(friend)
        }

        fn channel(&self, _: &str) -> Option<PlaceId> {
            None
        }
    }

    fn refused(language: Language, text: &str) -> String {
        let read = read_typed(&commands(&Catalog::standard(), true), language, text, &OneFriend);
        typed_error(language, &read.expect_err(text)).markup()
    }

    #[test]
    fn errors_of_typed_commands_name_what_is_right() {
        let english = |text: &str| refused(Language::En, text);
        assert_eq!(english(" "), "Type a command, for example `/games`. `/help` explains them all.");
        assert_eq!(
            english("chalenge @friend"),
            "There's no command “chalenge”. Did you mean “challenge”? \
             For example: `/challenge @friend game dvonn`"
        );
        assert_eq!(english("castle"), "There's no command “castle”. `/help` explains all the commands.");
        assert_eq!(
            english("privacy"),
            "“privacy” needs one more word: “export”, “delete” or “revoke”. For example: `/privacy export`"
        );
        assert_eq!(
            english("privacy exprt"),
            "“exprt” doesn't go with “privacy”. Did you mean “export”? You can type “export”, “delete” or “revoke”."
        );
        assert_eq!(english("next now"), "“next” has no options. Just type `/next`.");
        assert_eq!(
            english("challenge @friend zertz varant 48"),
            "There's no option “varant”. Did you mean “variant”? \
             For example: `/challenge @friend game zertz variant 40`"
        );
        assert_eq!(
            english("challenge @friend game zerts"),
            "“game” can't be “zerts”. Did you mean “zertz”? You can type “zertz”, “dvonn” or “barrier”. \
             For example: `/challenge @friend game dvonn`"
        );
        assert_eq!(
            english("play zertz 11"),
            "“level” can't be “11”. Did you mean “1”? You can type “For children (0)”, “Newcomer (1)”, “Beginner (2)”, “Casual player (3)”, “Regular player (4)”, “Club player (5)”, “Strong club player (6)”, “Expert (7)”, “Master (8)”, “Grandmaster (9)” or “Full strength (10)”. For example: `/play game dvonn level 1`"
        );
        assert_eq!(
            english("challenge dvonn blitz"),
            "There's no option “blitz”. For example: `/challenge @friend game dvonn`"
        );
        assert_eq!(
            english("admin end"),
            "The option “game” is missing. Type a number. For example: `/admin end game 5`"
        );
        assert_eq!(
            english("play 3"),
            "The option “game” is missing. You can type “zertz”, “dvonn” or “barrier”. \
             For example: `/play game dvonn level 1`"
        );
        assert_eq!(
            english("challenge zertz pauses time 3d"),
            "“pauses” needs a value after it. You can type “vacations, sleep and weekends”, \
             “vacation only” or “nothing”. For example: `/challenge @friend game dvonn pauses vacation only`"
        );
        assert_eq!(
            english("challenge zertz time 3d time 5d"),
            "You've given the option “time” twice. For example: `/challenge @friend game dvonn time 1 day per move`"
        );
        assert_eq!(
            english("rules zertz dvonn"),
            "You've given the option “game” twice. For example: `/rules game dvonn`"
        );
        assert_eq!(
            english("challenge zertz message “good luck"),
            "The quote that starts with “ isn't closed. Put ” at the end."
        );
        assert_eq!(
            english("challenge zertz @nobody"),
            "I can't find “@nobody” here. Mention the player instead. For example: `/challenge @friend game dvonn`"
        );
        assert_eq!(
            english("server channel #nowhere"),
            "I can't find the channel “#nowhere”. Mention it instead. For example: `/server channel #games`"
        );
        assert_eq!(
            english("challenge zertz none"),
            "“none” could belong to “time” or “pauses”. Name the option, as in `time=none`."
        );
        assert_eq!(
            english("challenge zertz time 14 days"),
            "“14” could mean several things for “time”: “14 days per move” or “14 days plus 1 day per move, up to 21 days”."
        );
        assert_eq!(english(&"x".repeat(2001)), "That's too long for a command: at most 2000 characters, please.");
    }

    #[test]
    fn errors_of_typed_commands_are_in_the_language() {
        let wrong = |language, text: &str| refused(language, text);
        assert_eq!(
            wrong(Language::Es, "desafiar @friend zertz varante 48"),
            "No existe la opción «varante». ¿Querías decir «variante»? \
             Por ejemplo: `/desafiar @amigo juego zertz variante 40`"
        );
        assert_eq!(
            wrong(Language::It, "sfida @friend zertz ordine terzo"),
            "«terzo» non va bene per «ordine». \
             Puoi scrivere «a sorte», «inizio io» o «inizia l'avversario». \
             Per esempio: `/sfida @amico gioco dvonn ordine inizio io`"
        );
        assert_eq!(
            wrong(Language::Es, "nivel 3"),
            "No existe el comando «nivel». `/ayuda` explica todos los comandos."
        );
        assert_eq!(
            wrong(Language::It, "promemoria"),
            "Manca l'opzione «attivi». Puoi scrivere «sì» o «no». Per esempio: `/promemoria attivi sì`"
        );
    }
}
