//! Numbered choices in place of the buttons and menus that a platform lacks.

use super::actions::list::reaction;
use super::platform::Capabilities;
use super::text::Text;
use super::texts::{Language, localize};
use super::view::{Attachment, View};
use super::views::{board, challenges, daily, lessons, puzzles};
use crate::service::StoredAction;
use std::borrow::Cow;

/// The key of the action that any reply to a board triggers: the text is a move.
pub const BOARD_REPLY: &str = "move";
/// The key of the action that any reply to a question triggers: the text fills in the form.
pub const FORM_REPLY: &str = "form";

/// The prefix of keys that are words: the label of a button, in lower case.
const WORD: char = '=';

/// The maximum length of a label, in characters.
const LABEL_MAX: usize = 100;
/// The maximum length of an alt text, in characters.
const ALT_MAX: usize = 1_024;
/// The maximum length of a text file that is shown in the message, in characters.
const FILE_MAX: usize = 1_200;

/// The reactions that stand for the first numbers.
const REACTIONS: [&str; 10] = ["1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣", "🔟"];
/// The reactions that stand for yes and no.
const ANSWERS: [&str; 2] = ["✅", "❌"];

/// A view without the buttons and menus that a platform lacks.
#[derive(Clone, Debug)]
pub struct Adapted<'a> {
    /// The view, with a list of numbered choices at the end of its text.
    pub view: Cow<'a, View>,
    /// What replies trigger.
    pub actions: Vec<StoredAction>,
}

impl Adapted<'_> {
    /// The reactions that are put below the message, so that people only have to click them: those that answer a
    /// question. Numbers would be four requests for each board, which a small homeserver feels.
    pub fn reactions(&self) -> Vec<&'static str> {
        answer_reactions(&self.actions)
    }
}

/// The reactions that answer a question: those that are not numbers. A challenger who cancels can do without: a request
/// for each challenge would be spent on what rarely happens.
fn answer_reactions(actions: &[StoredAction]) -> Vec<&'static str> {
    let is_cancel = |key: &str| {
        let action = actions.iter().find(|action| action.key == key);
        action.is_some_and(|action| challenges::CANCEL.read(&action.action).is_some())
    };
    let reactions = choice_reactions(actions).into_iter().filter(|(key, _)| !is_cancel(key));
    reactions.map(|(_, reaction)| reaction).filter(|reaction| !REACTIONS.contains(reaction)).collect()
}

/// The first choices with the reactions that stand for them: ✅ for the first that agrees and ❌ for the first that does
/// not, else their numbers.
fn choice_reactions(actions: &[StoredAction]) -> Vec<(&str, &'static str)> {
    let choices = actions.iter().filter(|action| is_number(&action.key)).zip(REACTIONS);
    let mut reactions: Vec<(&str, &'static str)> = Vec::new();
    for (choice, number) in choices {
        let answer = reaction(&choice.action);
        let is_free = |reaction: &&str| reactions.iter().all(|(_, used)| used != reaction);
        let reaction = answer.filter(is_free).unwrap_or(number);
        reactions.push((&choice.key, reaction));
    }
    reactions
}

/// A reaction without the variation selector, which some clients leave out.
fn bare(reaction: &str) -> String {
    reaction.chars().filter(|c| *c != '\u{fe0f}').collect()
}

/// Whether a reaction stands for a choice of some message.
pub fn is_choice(reaction: &str) -> bool {
    REACTIONS.iter().chain(&ANSWERS).any(|known| bare(known) == bare(reaction))
}

/// The key of the action for which a reaction to a message with these actions stands; `None` for other reactions.
pub fn key_of_reaction(actions: &[StoredAction], reaction: &str) -> Option<String> {
    let with_number = || {
        let number = REACTIONS.iter().position(|known| bare(known) == bare(reaction))?;
        Some((number + 1).to_string())
    };
    let shown = choice_reactions(actions).into_iter().find(|(_, known)| bare(known) == bare(reaction));
    shown.map(|(key, _)| key.to_owned()).or_else(with_number)
}

/// The key of the action that a reply with this word triggers.
pub fn key_of_word(reply: &str) -> String {
    let word = reply.trim_end_matches(['.', '!', '?', '…']).trim();
    format!("{WORD}{}", word.to_lowercase())
}

/// Whether a reply is a number.
pub fn is_number(reply: &str) -> bool {
    (1..=3).contains(&reply.len()) && reply.bytes().all(|byte| byte.is_ascii_digit())
}

/// The view for a platform with these capabilities.
pub fn adapt<'a>(view: &'a View, capabilities: &Capabilities, language: Language) -> Adapted<'a> {
    let mut view = with_small_attachments(view, capabilities.attachment_max, language);
    let has_missing_buttons = !capabilities.buttons && !view.buttons.is_empty();
    let has_missing_menus = !capabilities.menus && !view.menus.is_empty();
    if !capabilities.slash_commands {
        view.to_mut().text = view.text.with_command_prefix('!');
    }
    if !has_missing_buttons && !has_missing_menus {
        return Adapted { view, actions: Vec::new() };
    }
    let buttons = view.buttons.iter().map(|button| (button.action.at(), button.action.to_string()));
    let menus = view.menus.iter().map(|menu| (menu.action.at(), menu.action.to_string()));
    let on_board = buttons.chain(menus).find_map(|(at, id)| at.map(|_| id));
    let form = view.buttons.iter().find_map(|button| {
        let action = &button.action;
        let lesson = action.is(lessons::TYPE).then(|| lessons::typed(action));
        let puzzle = action.is(puzzles::TYPE).then(|| puzzles::typed(action));
        lesson.or(puzzle).or_else(|| action.is(daily::TYPE).then(|| daily::typed(action)))
    });
    let asks_for_move = form.is_some() || view.buttons.iter().any(|button| button.action.is(board::TYPE));
    let adapted = view.to_mut();
    let mut actions: Vec<StoredAction> = Vec::new();
    let mut add = |action: String, value: Option<&String>, label: &str| {
        let key = (actions.len() + 1).to_string();
        // A label may be the name of a player.
        let numbered = Text::bold(key.clone()).then(" ").then(Text::typed(label, LABEL_MAX));
        actions.push(StoredAction { key, action, value: value.cloned() });
        numbered
    };
    let mut lines = Vec::new();
    let mut words: Vec<StoredAction> = Vec::new();
    if has_missing_menus {
        for menu in std::mem::take(&mut adapted.menus) {
            let options = menu.options.iter().map(|(value, label)| add(menu.action.to_string(), Some(value), label));
            lines.push(Text::from(format!("{}: ", menu.hint)).then(Text::join(options, " · ")));
        }
    }
    if has_missing_buttons {
        for button in std::mem::take(&mut adapted.buttons) {
            let action = button.action.to_string();
            lines.push(add(action.clone(), None, &button.label));
            let key = key_of_word(&button.label);
            if words.iter().all(|known| known.key != key) {
                words.push(StoredAction { key, action, value: None });
            }
        }
    }
    let answers = answer_reactions(&actions).join(" ");
    let intro = match (capabilities.reactions, asks_for_move) {
        (true, _) if !answers.is_empty() => localize(language, "choices-react-or-reply", &[("reactions", &answers)]),
        (true, true) => localize(language, "choices-move-or-react", &[]),
        (true, false) => localize(language, "choices-reply-or-react", &[]),
        (false, true) => localize(language, "choices-move", &[]),
        (false, false) => localize(language, "choices-reply", &[]),
    };
    let list = intro.then("\n").then(Text::join(lines, "\n"));
    // Without its end the list would be of no use, so the text before it is cut.
    let text = adapted.text.shortened(capabilities.text_max.saturating_sub(list.width() + 2));
    adapted.text = if text.is_empty() { list } else { text.then("\n\n").then(list) };
    actions.extend(words);
    if let Some(form) = form {
        actions.push(StoredAction { key: FORM_REPLY.to_owned(), action: form.to_string(), value: None });
    } else if let Some(action) = on_board {
        actions.push(StoredAction { key: BOARD_REPLY.to_owned(), action, value: None });
    }
    Adapted { view, actions }
}

/// The view without the attachments of more than `bytes_max` bytes, which are described instead.
fn with_small_attachments(view: &View, bytes_max: usize, language: Language) -> Cow<'_, View> {
    let is_small = |attachment: &Attachment| attachment.bytes.len() <= bytes_max;
    if view.attachments.iter().all(is_small) {
        return Cow::Borrowed(view);
    }
    let kilobytes = |bytes: usize| bytes.div_ceil(1_000).to_string();
    let why = |attachment: &Attachment| {
        let (size, limit) = (kilobytes(attachment.bytes.len()), kilobytes(bytes_max));
        let details = [("file", attachment.name.as_str()), ("size", &size), ("limit", &limit)];
        localize(language, "attachment-too-large", &details)
    };
    Cow::Owned(described(view, |attachment| !is_small(attachment), why))
}

/// The view without an attachment that the platform has refused, which is described instead.
pub fn without_attachment(view: &View, name: &str, language: Language) -> View {
    // What a picture shows can be asked for again; a file without alt text is a record, which its command makes.
    let why = |refused: &Attachment| {
        let key = if refused.alt.is_empty() { "attachment-refused" } else { "picture-refused" };
        localize(language, key, &[("file", &refused.name)])
    };
    described(view, |attachment| attachment.name == name, why)
}

/// The view without some attachments. For each of them the text says why, followed by its words: the alt text of a
/// picture, or a short text file itself.
fn described(view: &View, is_left_out: impl Fn(&Attachment) -> bool, why: impl Fn(&Attachment) -> Text) -> View {
    let mut described = view.clone();
    for attachment in described.attachments.extract_if(.., |attachment| is_left_out(attachment)) {
        let mut lines = vec![why(&attachment)];
        if !attachment.alt.is_empty() {
            lines.push(Text::typed(&attachment.alt, ALT_MAX));
        } else if let Ok(text) = String::from_utf8(attachment.bytes)
            && (1..=FILE_MAX).contains(&text.chars().count())
        {
            lines.push(Text::block(text));
        }
        let lines = Text::join(lines, "\n");
        described.text = if described.text.is_empty() { lines } else { described.text.then("\n").then(lines) };
    }
    described
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::custom_id::Pattern;
    use crate::chat::text::Span;
    use crate::chat::view::{Button, ButtonStyle, Menu};
    use crate::service::MatchId;

    fn view(words: &str) -> View {
        let options = (1..=25).map(|number| (format!("a{number}"), format!("**a{number}**"))).collect();
        View {
            menus: vec![Menu { action: Pattern::new("unblock #").with(0), hint: "Choose".to_owned(), options }],
            buttons: vec![Button {
                label: "Resign".to_owned(),
                action: crate::chat::views::board::RESIGN.at(MatchId(1), 2),
                style: ButtonStyle::Secondary,
            }],
            ..View::text(words)
        }
    }

    #[test]
    fn a_long_text_is_shortened_before_its_choices() {
        let view = view(&"word ".repeat(1_000));
        let adapted = adapt(&view, &Capabilities::none(800), Language::En);
        assert!(adapted.view.text.width() <= 800, "{}", adapted.view.text.width());
        let text = adapted.view.text.plain();
        assert!(text.starts_with("word word") && text.contains("…\n\nReply with a number:\nChoose: 1 "), "{text}");
        assert!(text.ends_with("\n26 Resign"), "{text}");
        assert!(adapted.view.menus.is_empty() && adapted.view.buttons.is_empty());
    }

    #[test]
    fn an_attachment_that_is_too_large_is_described() {
        let file = |name: &str, size, alt: &str| Attachment {
            name: name.to_owned(),
            bytes: vec![0; size],
            alt: alt.to_owned(),
        };
        let attachments = vec![file("board.png", 9_001, "Ada *to* move."), file("game.txt", 9_000, "")];
        let view = View { attachments, ..View::text("Turn 3") };
        let small =
            adapt(&view, &Capabilities { attachment_max: 9_000, ..Capabilities::all(4_000) }, Language::En).view;
        assert_eq!(small.attachments, view.attachments[1..]);
        let text = "Turn 3\nI can't send board.png here: it's 10 kB, and the limit is 9 kB.\nAda *to* move.";
        assert_eq!(small.text.plain(), text);
        assert!(small.text.spans().iter().any(|span| matches!(span, Span::Typed(alt) if alt == "Ada *to* move.")));
    }

    #[test]
    fn an_attachment_that_is_refused_is_described_and_the_others_stay() {
        let file = |name: &str, bytes: &[u8], alt: &str| Attachment {
            name: name.to_owned(),
            bytes: bytes.to_vec(),
            alt: alt.to_owned(),
        };
        let board = file("board.png", b"\x89PNG", "Ada *to* move.");
        let view = View { attachments: vec![board.clone(), file("game.txt", b"1. d4", "")], ..View::text("Turn 3") };
        let without = without_attachment(&view, "board.png", Language::En);
        assert_eq!(without.attachments, view.attachments[1..]);
        let text = "Turn 3\nI can't send board.png here now: the upload was refused. Ask for the picture later, for example \
                    with /board.\nAda *to* move.";
        assert_eq!(without.text.plain(), text);
        let record = without_attachment(&view, "game.txt", Language::En);
        assert_eq!(record.attachments, [board]);
        assert!(record.text.spans().iter().any(|span| matches!(span, Span::Block(text) if text == "1. d4")));
        let long = View { attachments: vec![file("game.txt", &[b'x'; FILE_MAX + 1], "")], ..View::default() };
        let text = without_attachment(&long, "game.txt", Language::En).text.plain();
        assert_eq!(text, "I can't send game.txt here: the upload was refused.");
    }

    #[test]
    fn labels_are_text_of_users() {
        let view = view("");
        let adapted = adapt(&view, &Capabilities::none(4_000), Language::En);
        let typed =
            adapted.view.text.spans().iter().filter(|span| matches!(span, Span::Typed(text) if text == "**a1**"));
        assert_eq!(typed.count(), 1);
    }

    #[test]
    fn each_choice_and_any_other_reply_has_its_action() {
        let view = view("text");
        let adapted = adapt(&view, &Capabilities::none(4_000), Language::En);
        let stored = |key: &str| {
            let action = adapted.actions.iter().find(|action| action.key == key).expect("a key");
            (action.action.as_str(), action.value.as_deref())
        };
        assert_eq!(stored("1"), ("unblock 0", Some("a1")));
        assert_eq!(stored("25"), ("unblock 0", Some("a25")));
        assert_eq!(stored("26"), ("resign 1 2", None));
        assert_eq!(stored(BOARD_REPLY), ("resign 1 2", None), "it names the game and the ply");
        assert_eq!(stored(&key_of_word("RESIGN.")), ("resign 1 2", None), "the label of a button stands for it");
        assert_eq!(adapted.actions.len(), 28);
        assert!(adapted.reactions().is_empty(), "a reaction for each number would be too many");
    }

    #[test]
    fn what_a_platform_has_stays() {
        let view = view("text");
        let all = Capabilities { buttons: true, menus: true, ..Capabilities::none(10) };
        let adapted = adapt(&view, &all, Language::En);
        assert_eq!((adapted.view.as_ref(), adapted.actions.len()), (&view, 0));
        let menus = adapt(&view, &Capabilities { buttons: false, ..all }, Language::En);
        assert_eq!((menus.view.menus.len(), menus.view.buttons.len(), menus.actions.len()), (1, 0, 3));
    }

    #[test]
    fn a_question_is_answered_by_a_check_mark_or_a_cross_and_other_choices_by_their_number() {
        let choice =
            |key: &str, action: &str| StoredAction { key: key.to_owned(), action: action.to_owned(), value: None };
        let challenge = [choice("1", "accept 7"), choice("2", "decline 7"), choice("3", "cancel 7")];
        let shown: Vec<&str> = choice_reactions(&challenge).into_iter().map(|(_, reaction)| reaction).collect();
        assert_eq!(shown, ["✅", "❌", "3️⃣"], "two choices never share a reaction");
        assert_eq!(answer_reactions(&challenge), ["✅", "❌"]);
        assert_eq!(answer_reactions(&[challenge[0].clone(), challenge[2].clone()]), ["✅"], "anyone may accept");
        for (reaction, key) in [("✅", "1"), ("❌", "2"), ("3️⃣", "3"), ("1️⃣", "1")] {
            assert_eq!(key_of_reaction(&challenge, reaction).as_deref(), Some(key), "{reaction}");
        }
        assert_eq!(key_of_reaction(&challenge[2..], "❌").as_deref(), Some("3"), "an open one is cancelled by a cross");
        assert_eq!(key_of_reaction(&[], "✅"), None);
        let chooses = ["✅", "❌", "1\u{20e3}", "🔟"].map(is_choice);
        assert_eq!((chooses, is_choice("👍"), is_choice("1")), ([true; 4], false, false));
    }

    #[test]
    fn reactions_stand_for_numbers() {
        assert_eq!(key_of_reaction(&[], "1️⃣").as_deref(), Some("1"));
        assert_eq!(key_of_reaction(&[], "3\u{20e3}").as_deref(), Some("3"), "without the variation selector");
        assert_eq!(key_of_reaction(&[], "🔟").as_deref(), Some("10"));
        assert_eq!(key_of_reaction(&[], "👍"), None);
        for (reply, expected) in
            [("1", true), ("105", true), ("", false), ("1000", false), ("+1", false), ("d4", false)]
        {
            assert_eq!(is_number(reply), expected, "{reply}");
        }
    }
}
