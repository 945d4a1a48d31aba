//! Views of matches: boards, notices and moves.

use super::after_game;
use super::help_page::{challenge_button, play_at_button};
use super::match_list::TEXT_MAX;
use super::picture_words::{facts, result};
use super::pictures::{PictureOptions, PictureRenderer};
use crate::catalog::AnyLine;
use crate::chat::custom_id::{ButtonId, Chosen, Pattern, Pressed, Submitted};
use crate::chat::text::{Text, is_invisible};
use crate::chat::texts::players::engine_within;
use crate::chat::texts::time;
use crate::chat::texts::{Arg, Language, label, localize, localize_in, localize_with};
use crate::chat::view::{Attachment, BUTTONS_MAX, Button, ButtonStyle, View};
use crate::engine::TurningPoint;
use crate::rules::Seat;
use crate::service::{Match, MatchId, Millis, Notice, Offer, OfferKind, Player, PlayerId};

/// Starts picking a move in steps.
pub const MOVE: Pattern<Pressed> = Pattern::new("move @");
/// Continues picking from these picks.
pub const STEPS: Pattern<Pressed> = Pattern::new("steps @ **");
/// Picks from the menu with this number, because long lists span several, after the picks so far.
pub const PICK: Pattern<Chosen> = Pattern::new("pick @ # **");
/// Plays the move that was picked.
pub const CONFIRM: Pattern<Pressed> = Pattern::new("confirm @ *");
/// Stops picking.
pub const LEAVE: Pattern<Pressed> = Pattern::new("leave @");
/// Opens the form for typing a move.
pub const TYPE: Pattern<Pressed> = Pattern::new("type @");
/// The form for typing a move.
pub const TYPED: Pattern<Submitted> = Pattern::new("type @");
/// Plays this move.
pub const PLAY: Pattern<Pressed> = Pattern::new("play @ *");
/// Asks for confirmation before resigning.
pub const RESIGN: Pattern<Pressed> = Pattern::new("resign @");
/// Resigns.
pub const RESIGN_SURELY: Pattern<Pressed> = Pattern::new("resign-surely @");
/// Offers or accepts a draw.
pub const DRAW_SURELY: Pattern<Pressed> = Pattern::new("draw-surely @");
/// Takes back a move, or asks the opponent to allow it.
pub const TAKE_BACK_SURELY: Pattern<Pressed> = Pattern::new("takeback-surely @");
/// Offers a random placement.
pub const OFFER_RANDOM_PLACEMENT: Pattern<Pressed> = Pattern::new("random @");
/// Agrees to an offer, see [`offer_word`].
pub const AGREE: Pattern<Pressed> = Pattern::new("agree-draw|agree-takeback|agree-random @");
/// Declines an offer, see [`offer_word`].
pub const REFUSE: Pattern<Pressed> = Pattern::new("refuse-draw|refuse-takeback|refuse-random @");
/// Shows the first stage of a hint.
pub const HINT: Pattern<Pressed> = Pattern::new("hint @ 1");
/// Comments on the last move.
pub const COACH: Pattern<Pressed> = Pattern::new("coach @");
/// Analyses a finished game.
pub const ANALYSE: Pattern<Pressed> = Pattern::new("analyse @");
/// The best move after moves that were tried out from this ply of a finished game.
pub const BEST: Pattern<Submitted> = Pattern::new("best @");
/// Shows one's conditional moves.
pub const PLANS: Pattern<Pressed> = Pattern::new("plans @");
/// Adds a line of conditional moves.
pub const PLAN: Pattern<Submitted> = Pattern::new("plan @");
/// Replaces one's note about a game; an empty text deletes it.
pub const NOTE: Pattern<Submitted> = Pattern::new("note @");
/// Shows the mistake that was played as this ply again.
pub const SEE_AGAIN: Pattern<Pressed> = Pattern::new("again @");
/// Opens the replay of a game, or animates it.
pub const REPLAY: Pattern<Pressed> = Pattern::new("replay @ open|animate");
/// Explains the rules of a game.
pub const RULES: Pattern<Pressed> = Pattern::new("rules *");
/// Gives a link to the page of the match.
pub const OPEN: Pattern<Pressed> = Pattern::new("open @");
/// Plays again with seats swapped.
pub const REMATCH: Pattern<Pressed> = Pattern::new("rematch @");

/// The word of an offer in custom ids, after `agree-` or `refuse-`.
pub const fn offer_word(kind: OfferKind) -> &'static str {
    match kind {
        OfferKind::Draw => "draw",
        OfferKind::TakeBack => "takeback",
        OfferKind::RandomPlacement => "random",
    }
}

pub(in crate::chat) fn button(language: Language, key: &str, action: ButtonId, style: ButtonStyle) -> Button {
    Button { label: label(language, key, &[]), action, style }
}

/// The moves after this ply as text: at least the last one, and at most [`LISTED_TURNS_MAX`].
pub(super) fn turns_since(language: Language, played: &Match, since: usize) -> Text {
    let last = played.ply().saturating_sub(1);
    let first = since.min(last).max(played.ply().saturating_sub(LISTED_TURNS_MAX));
    let turn = |(number, seat, text): &(usize, Seat, String)| {
        let (number, player) = (number.to_string(), Arg::Player(played.player(*seat)));
        let args = [("number", (&number).into()), ("move", text.into()), ("player", player)];
        localize_with(language, "board-last", &args)
    };
    let moves: Vec<Text> = seated_moves(played).iter().skip(first).map(turn).collect();
    let left = first.saturating_sub(since.min(last));
    let earlier = (left > 0).then(|| localize(language, "turns-earlier", &[("count", &left.to_string())]));
    Text::join(earlier.into_iter().chain(moves), "\n")
}

/// The turns that a take-back by this seat undoes: its last move, and all moves since then.
pub(super) fn turns_taken_back(language: Language, played: &Match, by: Seat) -> Text {
    let moves = seated_moves(played);
    let first = moves.iter().rposition(|(_, seat, _)| *seat == by).unwrap_or_default();
    let undone = &moves[first..];
    let mut text = localize(language, "takeback-turns", &[("count", &undone.len().to_string())]);
    text.push_line(turns_since(language, played, first));
    if undone.iter().any(|(_, seat, _)| *seat != by) {
        let other = Arg::Player(played.player(!by));
        text.push_line(localize_with(language, "takeback-with-other", &[("other", other)]));
    }
    text
}

/// The maximum number of moves listed with a board.
const LISTED_TURNS_MAX: usize = 10;

/// The moves after the ply `since` and the player to move, or the result; then the deadline and the hints used.
fn state(language: Language, played: &Match, since: usize, now: Millis, turning_point: Option<&TurningPoint>) -> Text {
    let game = played.line.game().title();
    let mut text = match played.ply() {
        0 => localize(language, "board-begins", &[("game", game)]),
        _ => turns_since(language, played, since),
    };
    text.push("\n");
    match played.to_move() {
        Some(seat) => {
            let player = played.player(seat);
            let key = match player {
                Player::Person(_) => "turn",
                Player::Engine(_) => "board-turn-engine",
            };
            let number = (played.line.side(seat).index() + 1).to_string();
            let args = [("player", Arg::Player(player)), ("seat", (&number).into())];
            text.push(localize_in(played.line.game(), language, key, &args));
            if matches!(player, Player::Person(_)) {
                for fact in played.line.turn_facts() {
                    let key = format!("turn-{}", fact.about);
                    text.push(" ");
                    text.push(localize_in(played.line.game(), language, &key, &[("value", (&fact.value).into())]));
                }
                if played.line.may_swap() {
                    text.push(" ");
                    text.push(localize(language, "board-may-swap", &[]));
                }
            }
        }
        None => {
            text.push(result(language, played, &played.players.map(Arg::Player)));
            if let Some(advice) = after_game::advice(language, played, turning_point) {
                text.push_line(advice);
            }
        }
    }
    if let Some(due) = time::due(language, played, now) {
        text.push_line(due);
    }
    if let Some(hints) = hints_used(language, played) {
        text.push_line(hints);
    }
    text
}

/// The number of hints given to each player; `None` if there were none.
fn hints_used(language: Language, played: &Match) -> Option<Text> {
    let people = Seat::BOTH.into_iter().filter(|seat| played.player(*seat).person().is_some());
    let counts = people.map(|seat| {
        let count = played.hints_used[seat.index()].to_string();
        let player = Arg::Player(played.player(seat));
        localize_with(language, "hints-of", &[("player", player), ("count", (&count).into())])
    });
    let counts = Text::join(counts, ", ");
    (played.hints_used != [0, 0]).then(|| localize_with(language, "hints-used", &[("counts", counts.into())]))
}

/// The board: the picture, the moves after the ply `since` (at least the last one) and the player to move. Pings the
/// player to move, or both players at the end, but never the engine. With the turning point of a lost game, names it and
/// offers to show it again.
pub async fn board(
    pictures: &PictureRenderer,
    wanted: &PictureOptions,
    played: &Match,
    names: &[String; 2],
    now: Millis,
    since: Option<usize>,
    turning_point: Option<&TurningPoint>,
) -> View {
    let language = wanted.language;
    let attachment = pictures.board(wanted, played, names, now).await;
    let mut text = state(language, played, since.unwrap_or(usize::MAX), now, turning_point);
    if attachment.is_none() {
        text.push(letters(language, &*played.line));
    }
    let pings = match played.to_move() {
        Some(seat) => played.player(seat).person().into_iter().collect(),
        None => played.people(),
    };
    let mut buttons = turn_buttons(language, played);
    if let Some(turn) = turning_point {
        let again = SEE_AGAIN.at(played.id, turn.judged.ply);
        buttons.truncate(BUTTONS_MAX - 1);
        buttons.push(button(language, "button-see-again", again, ButtonStyle::Secondary));
    }
    View { text, pings, attachments: attachment.into_iter().collect(), buttons, ..View::default() }
}

/// The button that explains the rules of a game.
pub(in crate::chat) fn rules_button(language: Language, game: &str) -> Button {
    button(language, "button-rules", RULES.with(game), ButtonStyle::Secondary)
}

/// Boards offer the rules before this ply, so that each player gets the button once.
const RULES_UNTIL: usize = 2;

/// The buttons under a board. A forced move takes one click. While the engine thinks, the player can only resign; after
/// the end, the players can request a rematch and, if any move was played, an analysis and a replay. The first boards
/// offer the rules.
pub fn turn_buttons(language: Language, played: &Match) -> Vec<Button> {
    let Some(seat) = played.to_move() else {
        let rematch = button(language, "button-rematch", REMATCH.on(played), ButtonStyle::Primary);
        if played.ply() == 0 {
            return vec![rematch];
        }
        let open = REPLAY.on(played).with("open");
        let analyse = button(language, "button-analyse", ANALYSE.on(played), ButtonStyle::Secondary);
        let replay = button(language, "button-replay", open, ButtonStyle::Secondary);
        let next = after_game::next_level(played).map(|level| play_at_button(language, played.line.game(), level));
        let friend = played.guided.then(|| Button { style: ButtonStyle::Secondary, ..challenge_button(language) });
        return [rematch, analyse, replay].into_iter().chain(next).chain(friend).collect();
    };
    let resign = button(language, "button-resign", RESIGN.on(played), ButtonStyle::Secondary);
    if played.player(seat).level().is_some() {
        return vec![resign];
    }
    let mut buttons = Vec::new();
    if let [only] = &played.line.legal(2)[..] {
        buttons.push(play_button(language, only, PLAY.on(played).with(only)));
    } else {
        buttons.push(button(language, "button-move", MOVE.on(played), ButtonStyle::Primary));
    }
    buttons.push(button(language, "button-type", TYPE.on(played), ButtonStyle::Secondary));
    if played.hints {
        buttons.push(button(language, "button-hint", HINT.on(played), ButtonStyle::Secondary));
    }
    if played.player(seat).person().is_some_and(|person| played.check_coach(person).is_ok()) {
        buttons.push(button(language, "button-coach", COACH.on(played), ButtonStyle::Secondary));
    }
    buttons.push(resign);
    if played.ply() < RULES_UNTIL && buttons.len() < BUTTONS_MAX {
        buttons.push(rules_button(language, played.line.game().name()));
    }
    buttons
}

pub(in crate::chat) fn play_button(language: Language, text: &str, action: ButtonId) -> Button {
    let label = label(language, "button-play", &[("move", text)]);
    Button { label, action, style: ButtonStyle::Primary }
}

/// The note that the engine is thinking.
pub fn thinking(language: Language, played: &Match) -> View {
    let engine = played.engine_seat().map(|seat| ("player", Arg::Player(played.player(seat))));
    View::text(localize_with(language, "board-thinking", engine.as_slice()))
}

/// The board as a code block of letters, followed by what lies beside it.
pub fn letters(language: Language, line: &dyn AnyLine) -> Text {
    let facts: Vec<String> = facts(language, line).collect();
    Text::from("\n").then(Text::block(line.board())).then("\n").then(facts.join("\n"))
}

/// A notice with the buttons that answer it. Pings the player who has to answer or who was answered.
pub fn notice(language: Language, played: &Match, notice: Notice, by: Seat) -> View {
    let (key, kind) = match notice {
        Notice::DrawOffered => ("notice-draw-offered", Some(OfferKind::Draw)),
        Notice::DrawDeclined => ("notice-draw-declined", None),
        Notice::TakeBackAsked => ("notice-takeback-asked", Some(OfferKind::TakeBack)),
        Notice::TakeBackDeclined => ("notice-takeback-declined", None),
        Notice::RandomPlacementOffered => ("notice-random-offered", Some(OfferKind::RandomPlacement)),
        Notice::RandomPlacementDeclined => ("notice-random-declined", None),
    };
    let (actor, other) = (played.player(by), played.player(!by));
    let mut text = localize_with(language, key, &[("player", Arg::Player(actor)), ("other", Arg::Player(other))]);
    if notice == Notice::TakeBackAsked && played.offer == Some(Offer::TakeBack(by)) {
        text.push_line(turns_taken_back(language, played, by));
    }
    // An offer that was answered or superseded before it was posted has no buttons, and neither has one to the engine.
    let kind = kind.filter(|_| other.person().is_some());
    let buttons = match kind.filter(|kind| played.offer.is_some_and(|offer| offer.kind() == *kind && offer.by() == by))
    {
        Some(kind) => vec![
            button(
                language,
                "button-agree",
                AGREE.on(played).with(format_args!("agree-{}", offer_word(kind))),
                ButtonStyle::Success,
            ),
            button(
                language,
                "button-refuse",
                REFUSE.on(played).with(format_args!("refuse-{}", offer_word(kind))),
                ButtonStyle::Secondary,
            ),
        ],
        None => Vec::new(),
    };
    View { text, pings: other.person().into_iter().collect(), buttons, ..View::default() }
}

/// The offer that waits for this player's answer, with the buttons that answer it.
pub fn offer(language: Language, played: &Match, player: PlayerId) -> Option<View> {
    let offer = played.offer.filter(|offer| played.player(!offer.by()) == Player::Person(player))?;
    let event = match offer.kind() {
        OfferKind::Draw => Notice::DrawOffered,
        OfferKind::TakeBack => Notice::TakeBackAsked,
        OfferKind::RandomPlacement => Notice::RandomPlacementOffered,
    };
    Some(notice(language, played, event, offer.by()))
}

/// Adds an offer and its buttons to a board. *Resign* and *Rules* make room for them, because a message has at most
/// five buttons; players can still use the commands.
pub fn add_offer(view: &mut View, offer: View) {
    let gives_way = |button: &Button| button.action.is(RESIGN) || button.action.is(RULES);
    view.text.push_line(offer.text);
    view.buttons.retain(|button| !gives_way(button));
    view.buttons.extend(offer.buttons);
}

/// Adds the button that gives a link to the page of the match. *Rules* and *Type a move* make room for it: on the page
/// one does not have to type.
pub fn add_page_button(language: Language, played: &Match, view: &mut View) {
    for less_useful in [RULES, TYPE] {
        if view.buttons.len() >= BUTTONS_MAX {
            view.buttons.retain(|button| !button.action.is(less_useful));
        }
    }
    if view.buttons.len() < BUTTONS_MAX {
        let open = button(language, "button-open", OPEN.on(played), ButtonStyle::Secondary);
        view.buttons.insert(view.buttons.len().min(1), open);
    }
}

/// The moves played so far, in a column for each player. Each row begins with the number of its first turn.
pub fn moves(language: Language, played: &Match, names: &[String; 2]) -> View {
    let mut rows: Vec<(usize, [String; 2])> = Vec::new();
    for (number, seat, text) in seated_moves(played) {
        let is_new = match rows.last() {
            Some((_, row)) => row[seat.index()..].iter().any(|cell| !cell.is_empty()),
            None => true,
        };
        if is_new {
            rows.push((number, Default::default()));
        }
        if let Some((_, row)) = rows.last_mut() {
            row[seat.index()] = text;
        }
    }
    if rows.is_empty() {
        return View::text(localize(language, "moves-none", &[]));
    }
    let heading = Seat::BOTH.map(|seat| match played.player(seat) {
        Player::Engine(level) => engine_within(language, level, COLUMN_MAX),
        // A backtick in a name would end the code block.
        Player::Person(_) => {
            let visible = names[seat.index()].chars().filter(|c| !is_invisible(*c) && *c != '`');
            visible.take(COLUMN_MAX).collect()
        }
    });
    let cells = rows.iter().map(|(_, row)| row[0].chars().count()).chain([heading[0].chars().count()]);
    let width = cells.max().unwrap_or_default().min(COLUMN_MAX);
    let line = |number: &str, [first, second]: &[String; 2]| {
        format!("{number:>3}  {first:<width$}  {second}").trim_end().to_owned()
    };
    let lines: Vec<String> = rows.iter().map(|(number, row)| line(&number.to_string(), row)).collect();
    // If there are too many moves, the oldest are left out.
    let mut first = 0;
    let length = |from: usize| lines[from..].iter().map(|line| line.chars().count() + 1).sum::<usize>();
    while length(first) > TEXT_MAX - 300 {
        first += 1;
    }
    let heading = line("", &heading);
    let list = Text::block(format!("{heading}\n{}", lines[first..].join("\n")));
    let left = rows.get(first).map_or(0, |(number, _)| number - 1);
    if left == 0 {
        return View::text(list);
    }
    View::text(localize(language, "moves-earlier", &[("count", &left.to_string())]).then("\n").then(list))
}

/// The maximum width of a column of moves, in characters. Longer moves reach into the next column.
const COLUMN_MAX: usize = 16;

/// The moves with their numbers and the seats that played them. Turns need not alternate.
fn seated_moves(played: &Match) -> Vec<(usize, Seat, String)> {
    let mut line = played.line.copy();
    let mut moves = Vec::new();
    for number in (1..=line.ply()).rev() {
        let Some(text) = line.take_back() else { break };
        moves.push((number, line.seat(), text));
    }
    moves.reverse();
    moves
}

/// The game record as a file.
pub fn export(language: Language, played: &Match, names: &[String; 2]) -> View {
    let record = played.record(names).to_string();
    let name = format!("{}-{}.txt", played.line.game().name(), played.id);
    let attachment = Attachment { name, bytes: record.into_bytes(), alt: String::new() };
    View { attachments: vec![attachment], ..View::text(localize(language, "export-here", &[])) }
}

/// The name of the thread of a match.
pub fn thread_name(id: MatchId, played: &Match, names: &[String; 2]) -> String {
    let name = |name: &String| name.chars().filter(|c| !is_invisible(*c)).take(28).collect::<String>();
    format!("{} {id}: {} – {}", played.line.game().title(), name(&names[0]), name(&names[1]))
}

/// The answer to a button or a command that this version of the program does not know.
pub fn outdated(language: Language) -> View {
    View::text(localize(language, "play-old-button", &[]))
}
