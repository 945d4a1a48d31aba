//! What the variables of the sentences stand for, and awkward values of each kind. A variable's name means the same
//! kind of value in all sentences, except for those in [`OTHERWISE`].

use tablero::chat::Text;
use tablero::chat::texts::{Arg, Language, label};
use tablero::discord::accounts::Mentions;
use tablero::matrix::accounts::Named;
use tablero::service::{ERASED_PLAYER, Level, Millis, PlaceId, Player, PlayerId};

/// What a variable stands for.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A number of things.
    Count,
    /// A number that counts nothing, such as that of a game or a turn.
    Number,
    /// A player, the bot or a former player.
    Player,
    /// The name of a player or the bot, in a label.
    Name,
    /// The bot.
    Bot,
    /// Date and time.
    Date,
    /// An instant relative to now.
    Relative,
    /// A length of time.
    Duration,
    /// A time of day.
    Clock,
    /// A percentage.
    Percent,
    /// What a user typed.
    Typed,
    /// What a user typed, in quotation marks.
    Quoted,
    /// A channel.
    Place,
    /// These words.
    Words(&'static [&'static str]),
    /// The sentences with these keys.
    Keys(&'static [&'static str]),
}

const CELL: Kind = Kind::Words(&["d4"]);
const MOVE: Kind = Kind::Words(&["g5xe3", "Wd4,a1"]);
const GAME: Kind = Kind::Words(&["ZÈRTZ", "Barrier"]);
const OPTION: Kind = Kind::Words(&["time", "variant"]);

/// The kind of each variable.
const KINDS: &[(&[&str], Kind)] = &[
    (
        &[
            "count", "days", "drawn", "fewer", "height", "instead", "left", "lost", "mine", "more", "most", "theirs",
            "turns", "won", "after", "before", "done", "all", "late", "missed", "reds", "solved", "tries",
        ],
        Kind::Count,
    ),
    (
        &[
            "number", "stage", "turn", "ply", "rank", "level", "next", "size", "limit", "distance", "day", "year",
            "least", "page",
        ],
        Kind::Number,
    ),
    (&["link"], Kind::Words(&["https://boards.example.org/board#0a1b"])),
    (&["token"], Kind::Words(&["030000000000000000"])),
    (&["month"], Kind::Words(&["1", "5", "8", "11", "12"])),
    (&["challenger", "first", "loser", "opponent", "player", "second", "winner"], Kind::Player),
    (&["engine"], Kind::Bot),
    (&["from", "until"], Kind::Date),
    (&["when"], Kind::Date),
    (&["relative"], Kind::Relative),
    (&["length", "duration", "bank", "increment", "cap"], Kind::Duration),
    (&["digest", "clock"], Kind::Clock),
    (&["percent"], Kind::Percent),
    (&["account", "name", "word", "file"], Kind::Typed),
    (&["text"], Kind::Quoted),
    (&["place"], Kind::Place),
    (&["cell", "ring", "space", "square", "corner", "knight", "to", "column", "one", "other"], CELL),
    (&["best", "capture", "move", "reply", "then", "threat"], MOVE),
    (&["game", "games"], GAME),
    (&["author"], Kind::Keys(&["author"])),
    (&["seat"], Kind::Words(&["1", "2"])),
    (&["command"], Kind::Words(&["privacy"])),
    (&["option", "options"], OPTION),
    (&["near"], Kind::Words(&["variant"])),
    (&["open"], Kind::Words(&["“"])),
    (&["close"], Kind::Words(&["”"])),
    (&["code"], Kind::Words(&["12-K7QX2M"])),
    (&["prefix"], Kind::Words(&["!t"])),
    (&["version"], Kind::Words(&["1.2.3"])),
    (&["zone"], Kind::Words(&["Europe/Rome"])),
    (&["reactions"], Kind::Words(&["1️⃣ 2️⃣"])),
    (&["rating", "ratings"], Kind::Words(&["1523?"])),
    (&["gain"], Kind::Words(&["+12"])),
    (&["line", "example", "examples"], Kind::Words(&["g5xe3, Wd4,a1"])),
    (&["picks"], Kind::Words(&["d4 → e5"])),
    (&["terms"], Kind::Words(&["5×5, rated, 3 days per move"])),
    (&["columns"], Kind::Words(&["a – d"])),
    (&["results", "levels", "moves"], Kind::Words(&["…"])),
    (&["points", "whole", "part", "value"], Kind::Words(&["0", "1", "2", "5"])),
    (&["setup"], Kind::Keys(&["setup-start-placement", "setup-claims-optional"])),
    (&["what"], Kind::Words(&["challenges", "games", "hints", "analyses", "exports", "pictures"])),
    (&["goal"], Kind::Words(&["white", "grey", "black", "each"])),
    (&["marble"], CELL),
    (
        &["authors", "changes", "counts", "known", "last", "possible", "permissions", "result", "why"],
        Kind::Words(&["…"]),
    ),
    (&["date"], Kind::Words(&["8/11"])),
    (&["control", "time"], Kind::Keys(&["control-none"])),
    (&["language"], Kind::Keys(&["settings-language-default", "settings-language-own"])),
    (&["theme"], Kind::Keys(&["settings-theme-default", "settings-theme-dark", "settings-theme-colour-safe"])),
    (&["channels"], Kind::Keys(&["house-everywhere", "house-nowhere"])),
    (&["confirm"], Kind::Keys(&["settings-confirm-picked", "settings-confirm-all", "settings-confirm-none"])),
    (
        &["avatar", "avatars", "daily", "forced", "rescue", "suggestions", "watching", "weekend"],
        Kind::Keys(&["settings-on", "settings-off"]),
    ),
    (&["pings"], Kind::Keys(&["settings-pings-thread", "settings-pings-none"])),
    (&["quiet"], Kind::Keys(&["settings-quiet-none"])),
    (&["sleep"], Kind::Keys(&["settings-sleep-none"])),
    (&["takebacks"], Kind::Keys(&["settings-takebacks-ask", "settings-takebacks-never"])),
    (&["turned"], Kind::Keys(&["settings-turned", "settings-upright"])),
    (&["reminders"], Kind::Keys(&["settings-reminders-none"])),
    (&["percents"], Kind::Words(&["50%"])),
    (&["pick"], Kind::Words(&["d4"])),
    (&["list"], Kind::Words(&["d4, e5"])),
    (&["given", "marbles", "look", "title", "lessons", "puzzles", "players"], Kind::Words(&["…"])),
];

/// The exceptions to [`KINDS`]: the beginning of a key, a variable and its kind.
const OTHERWISE: &[(&str, &str, Kind)] = &[
    ("notice-", "other", Kind::Player),
    ("lesson-miss-owns-fewer", "more", Kind::Number),
    ("lesson-miss-cuts-fewer", "more", Kind::Number),
    ("lesson-miss-leaves-more", "fewer", Kind::Number),
    ("profile-lessons-of", "done", Kind::Number),
    ("profile-lessons-of", "count", Kind::Number),
    ("profile-puzzles-of", "done", Kind::Number),
    ("profile-puzzles-of", "count", Kind::Number),
    ("profile-daily", "solved", Kind::Number),
    ("profile-daily", "count", Kind::Number),
    ("profile-daily", "most", Kind::Number),
    ("daily-on", "when", Kind::Relative),
    ("daily-games", "games", Kind::Keys(&["house-all-games"])),
    ("lesson-miss-", "count", Kind::Count),
    ("hint-region", "from", CELL),
    ("refusal-", "from", CELL),
    ("refusal-no-marble", "marble", Kind::Keys(&["kind-white", "kind-grey"])),
    ("hint-piece-marble", "marble", Kind::Keys(&["kind-white", "kind-grey"])),
    ("stats-curve-alt", "first", Kind::Words(&["8/11/2026"])),
    ("stats-curve-alt", "last", Kind::Words(&["11/11/2026"])),
    ("stats-curve", "player", Kind::Name),
    ("stats-curve-alt", "ratings", Kind::Words(&["ZÈRTZ 1500 → 1523"])),
    ("past-option", "first", Kind::Name),
    ("past-option", "second", Kind::Name),
    ("button-accept-listed", "player", Kind::Name),
    ("button-cancel-listed", "player", Kind::Name),
    ("challenge-expires", "when", Kind::Relative),
    ("challenges-", "when", Kind::Relative),
    ("limit-", "when", Kind::Relative),
    ("link-code", "when", Kind::Relative),
    ("past-line", "when", Kind::Relative),
    ("privacy-export-again", "when", Kind::Relative),
    ("past-line", "result", Kind::Keys(&["draw-agreed"])),
    ("vacation-", "left", Kind::Duration),
    ("list-", "most", Kind::Words(&["d4, e5"])),
    ("list-", "last", Kind::Words(&["f6"])),
    ("house", "games", Kind::Keys(&["house-all-games", "house-no-games"])),
    ("house", "limit", Kind::Keys(&["house-no-limit"])),
    ("house-", "number", Kind::Number),
    ("leaders-row", "games", Kind::Count),
    ("attachment-too-large", "limit", Kind::Number),
    ("typed-possible-numbers", "most", Kind::Number),
    ("level-name", "name", Kind::Keys(&["level-1", "level-6", "level-full"])),
    ("quotation", "text", Kind::Words(&["zz9"])),
    ("stats-best-win", "rating", Kind::Words(&["1523"])),
    ("rating-change", "before", Kind::Words(&["1523?"])),
    ("rating-change", "after", Kind::Words(&["1535?"])),
    ("percent", "number", Kind::Number),
    ("settings-reminders-percent", "percent", Kind::Percent),
    ("result-win-count", "more", Kind::Number),
    ("result-win-count", "fewer", Kind::Number),
    ("hint-reason-captures-less", "more", Kind::Keys(&["pieces-grey"])),
    ("hint-reason-captures-less", "other", MOVE),
    ("setup-unknown-option", "option", Kind::Typed),
    ("setup-unknown-value", "value", Kind::Typed),
    ("setup-variant", "value", Kind::Words(&["8", "48", "blitz"])),
    ("fact-", "value", Kind::Words(&["none", "d4", "d4, e5", "0", "1"])),
    ("fact-pool", "value", Kind::Words(&["6/8/10"])),
    ("fact-score", "value", Kind::Words(&["0/1"])),
    ("fact-first", "value", Kind::Words(&["1/0/2"])),
    ("fact-second", "value", Kind::Words(&["1/0/2"])),
    ("fact-size", "value", Kind::Words(&["8"])),
    ("turn-", "value", Kind::Words(&["1", "2", "5"])),
    ("about-authors", "games", GAME),
    ("challenge-no-game", "games", GAME),
    ("time-date", "date", Kind::Words(&["8/11/2026"])),
    ("time-short", "count", Kind::Count),
];

/// What a variable of a sentence stands for.
pub fn kind_of(key: &str, variable: &str) -> Kind {
    let otherwise = OTHERWISE.iter().rev().find(|(begins, name, _)| *name == variable && key.starts_with(begins));
    if let Some((.., kind)) = otherwise {
        return *kind;
    }
    let known = KINDS.iter().find(|(names, _)| names.contains(&variable));
    known.unwrap_or_else(|| panic!("{key}: what is ${variable}? Name it in KINDS")).1
}

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

/// The people in the sentences. Their names contain spaces, run from right to left or are long.
const PEOPLE: [(PlayerId, &str); 3] = [
    (PlayerId(1), "Ada King Lovelace"),
    (PlayerId(2), "نور الدين"),
    (PlayerId(3), "Maximiliane von Hohenfels-Sigmaringen"),
];

/// The names of the people for Discord.
pub fn on_discord() -> Mentions {
    Mentions::default()
        .with_names(PEOPLE.map(|(person, name)| (person, name.to_owned())))
        .with_channels([(PlaceId(7), 7)])
}

/// The names of the people for Matrix.
pub fn on_matrix() -> Named {
    let club = ("Club".to_owned(), "https://matrix.to/#/!club:b".to_owned());
    Named::default()
        .with_names(PEOPLE.map(|(person, name)| (person, name.to_owned())))
        .with_places([(PlaceId(7), club)].into())
}

/// Awkward values of a kind.
pub fn values(language: Language, kind: Kind) -> Vec<Arg<'static>> {
    let text = |text: String| Arg::Text(Text::from(text));
    let players = PEOPLE.map(|(person, _)| Player::Person(person));
    let others = [Player::Engine(Level::FULL), Player::Person(ERASED_PLAYER)];
    let now = crate::pages::NOW;
    match kind {
        Kind::Count => [0, 1, 2, 5].map(Arg::Count).into(),
        Kind::Number => ["1", "8", "11", "5"].map(Arg::Word).into(),
        Kind::Player => [&others[..], &players].concat().into_iter().map(Arg::Player).collect(),
        Kind::Name => {
            let named = PEOPLE.map(|(_, name)| name.chars().take(32).collect());
            let bot = Arg::engine(Level::FULL).plain(language);
            let former = label(language, "player-former-first", &[]);
            [bot, former].into_iter().chain(named).map(text).collect()
        }
        Kind::Bot => vec![Arg::engine(Level::FULL)],
        // The first, the eighth and the eleventh of a month.
        Kind::Date => [5, 12, 15].map(|days| Arg::date(now.plus(days * DAY))).into(),
        Kind::Relative => [MINUTE, DAY, 2 * DAY + 61 * MINUTE, -DAY].map(|ahead| Arg::relative(now.plus(ahead))).into(),
        Kind::Duration => [MINUTE, DAY, 2 * DAY + 61 * MINUTE].map(Arg::Duration).into(),
        Kind::Clock => ["01:00", "09:00", "11:00"].map(Arg::Word).into(),
        Kind::Percent => [1, 8, 11, 50].map(Arg::Percent).into(),
        Kind::Typed => ["zz*9*", "Ada King Lovelace", "نور"].map(|typed| Arg::Text(Text::typed(typed, 40))).into(),
        Kind::Quoted => ["zz*9*", "g5 e3"].map(|typed| Arg::Quoted(Text::typed(typed, 40))).into(),
        Kind::Place => vec![Arg::Text(Text::place(PlaceId(7)))],
        Kind::Words(words) => words.iter().copied().map(Arg::Word).collect(),
        Kind::Keys(keys) => keys.iter().map(|key| text(in_any(language, key))).collect(),
    }
}

/// A sentence of the program or of a game.
fn in_any(language: Language, key: &str) -> String {
    use tablero::catalog::Catalog;
    use tablero::chat::texts::{COMMON, label_in};
    if COMMON.has(key) {
        return label(language, key, &[]);
    }
    let catalog = Catalog::standard();
    let game = catalog.games().iter().find(|game| game.texts().has(key)).expect("a game has the sentence");
    label_in(*game, language, key, &[("count", "2")])
}

/// The awkward dates are the first, eighth and eleventh of a month, which take another article in Italian.
#[test]
fn the_awkward_days_are_those_with_another_article() {
    let days = [5, 12, 15].map(|days| {
        let at: Millis = crate::pages::NOW.plus(days * DAY);
        tablero::chat::texts::instants::day(Language::It, at)
    });
    assert_eq!(days, ["1 dicembre 2026", "8 dicembre 2026", "11 dicembre 2026"]);
}
