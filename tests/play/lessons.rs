//! Lessons: taking each course with buttons and by typing, wrong answers, and stored progress.

use discord_emulator::{MessageView, Reply, User};
use serde_json::{Value, json};
use std::collections::HashSet;
use tablero::catalog::{AnyGame, AnyLesson, AnyLine, Catalog};
use tablero::chat::Language;
use tablero::chat::texts::{label, label_in};
use test_support::stage::{Stage, changed, command, shown};

/// The maximum number of presses for a lesson: three picks and the button for the next lesson.
const PRESSES_MAX: usize = 4;
/// A slow reader reads this many words a minute.
const WORDS_A_MINUTE: f64 = 150.0;
/// What a press takes besides reading, in seconds: to look at the board and to find the button.
const PRESS_SECONDS: f64 = 5.0;
/// The longest time for a whole course, in minutes.
const MINUTES_MAX: f64 = 8.0;

pub fn game(name: &str) -> &'static dyn AnyGame {
    Catalog::standard().game(name).expect("a game")
}

async fn learn(stage: &Stage, user: &User, name: &str) -> MessageView {
    command(user, stage.games, "learn", &[("game", json!(name))]).await
}

/// The picks of a move, without those that have no alternative.
fn picks_of(line: &dyn AnyLine, text: &str, picked: &[String]) -> Option<Vec<String>> {
    let texts: Vec<&str> = picked.iter().map(String::as_str).collect();
    let choices = line.choices(&texts);
    if choices.complete.as_deref() == Some(text) {
        return Some(Vec::new());
    }
    choices.picks.iter().find_map(|pick| {
        let mut rest = picks_of(line, text, &[picked, std::slice::from_ref(pick)].concat())?;
        if choices.picks.len() > 1 {
            rest.insert(0, pick.clone());
        }
        Some(rest)
    })
}

/// Presses a button and returns the message.
pub async fn press(user: &User, step: &MessageView, button: &str) -> MessageView {
    let reply = user.press(step, button).await.unwrap_or_else(|error| panic!("{button}: {error:?} in {step:?}"));
    changed(user, step, reply).await
}

/// Picks a move as a person would, with the buttons and menus shown. Returns the number of presses.
pub async fn pick(user: &User, step: MessageView, line: &dyn AnyLine, text: &str) -> (MessageView, usize) {
    let picks = picks_of(line, text, &[]).expect("a legal move");
    let mut step = step;
    for pick in &picks {
        assert!(step.ephemeral && step.attachments.len() == 1, "{step:?}");
        let is_it = |id: &str| id.contains("-steps ") && id.split(' ').next_back() == Some(pick);
        let button = step.buttons.iter().find(|button| button.style == 1 && is_it(&button.custom_id));
        let reply = match button {
            Some(button) => user.press(&step, &button.custom_id).await,
            None => {
                let has = |menu: &&discord_emulator::MenuView| menu.options.iter().any(|(value, _)| value == pick);
                let menu = step.menus.iter().find(has).unwrap_or_else(|| panic!("{pick} is not offered: {step:?}"));
                user.choose(&step, &menu.custom_id, &[pick]).await
            }
        };
        step = changed(user, &step, reply.expect("it is offered")).await;
    }
    (step, picks.len())
}

fn title(language: Language, game: &'static dyn AnyGame, lesson: &AnyLesson) -> String {
    label_in(game, language, &format!("lesson-{}.title", lesson.about), &[])
}

/// What a learner does in a course.
#[derive(Default)]
struct Effort {
    presses: usize,
    words: usize,
    /// The lines that the learner has read.
    read: HashSet<String>,
}

impl Effort {
    /// Reads a message: its text and what can be pressed, but nothing twice.
    fn read(&mut self, step: &MessageView) {
        let buttons = step.buttons.iter().map(|button| button.label.as_str());
        let menus = step.menus.iter().filter_map(|menu| menu.placeholder.as_deref());
        for line in step.content.lines().chain(buttons).chain(menus) {
            if self.read.insert(line.to_owned()) {
                self.words += line.split_whitespace().count();
            }
        }
    }

    fn minutes(&self) -> f64 {
        self.words as f64 / WORDS_A_MINUTE + self.presses as f64 * PRESS_SECONDS / 60.0
    }
}

/// Takes a whole course.
async fn take_course(stage: &Stage, user: &User, name: &str, language: Language) -> Effort {
    let (game, mut effort) = (game(name), Effort { presses: 1, ..Effort::default() });
    let lessons = game.lessons();
    let count = lessons.len().to_string();
    let mut step = learn(stage, user, name).await;
    for (number, lesson) in (1..).zip(&lessons) {
        let (index, title_now) = (number.to_string(), title(language, game, lesson));
        let args = [("game", game.title()), ("number", &index), ("count", &count), ("title", &title_now)];
        let heading = label(language, "learn-heading", &args);
        assert!(step.ephemeral && step.content.replace('*', "").starts_with(&heading), "{}", step.content);
        let alt = step.attachments[0].description.clone().expect("a description");
        assert!(alt.starts_with(&label(language, "learn-picture", &args)), "{alt}");
        effort.read(&step);
        let picks;
        (step, picks) = pick(user, step, &*lesson.line, &lesson.answer).await;
        let right = label(language, "learn-right", &[("move", &lesson.answer)]);
        assert!(step.content.replace('*', "").contains(&right), "{}", step.content);
        assert!(picks < PRESSES_MAX, "lesson {number} takes {picks} picks");
        effort.read(&step);
        effort.presses += picks;
        if let Some(next) = lessons.get(number) {
            effort.presses += 1;
            let next = label(language, "button-lesson-next", &[("title", &title(language, game, next))]);
            step = press(user, &step, &next).await;
        }
    }
    let last = label(language, "learn-last", &[("game", game.title())]);
    assert!(step.content.contains(&last), "{}", step.content);
    effort
}

#[tokio::test(flavor = "multi_thread")]
async fn every_course_can_be_taken_with_buttons_and_menus() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    for (name, most) in [("zertz", 26), ("dvonn", 22), ("barrier", 22)] {
        let effort = take_course(&stage, &ada, name, Language::En).await;
        assert!(effort.presses <= most, "{name}: {} presses", effort.presses);
        let again = learn(&stage, &ada, name).await;
        assert!(again.content.starts_with("You've done all the lessons of "), "{}", again.content);
        let first = press(&ada, &again, "Start over").await;
        assert!(first.content.contains(", lesson 1 of "), "{}", first.content);
    }
    let profile = command(&ada, stage.games, "profile", &[]).await;
    assert!(
        profile.content.contains("Lessons done: ZÈRTZ 7 of 7, DVONN 7 of 7, Barrier 6 of 6."),
        "{}",
        profile.content
    );
    // Nobody else sees them.
    let of_ada = [("user", json!(ada.id().to_string()))];
    let seen = command(&stage.user("Bruno"), stage.games, "profile", &of_ada).await;
    assert!(!seen.content.contains("Lessons"), "{}", seen.content);
    let boards = ada.messages(stage.games);
    assert!(boards.iter().all(|message| message.ephemeral), "lessons are private: {boards:?}");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_reader_takes_less_than_eight_minutes_for_a_course_in_each_language() {
    let stage = Stage::open().await;
    let readers = [("Ada", "en-US", Language::En), ("Bruno", "es-ES", Language::Es), ("Carmen", "it", Language::It)];
    for (reader, locale, language) in readers {
        let reader = stage.user(reader);
        reader.set_locale(locale);
        for name in ["zertz", "dvonn", "barrier"] {
            let effort = take_course(&stage, &reader, name, language).await;
            let minutes = effort.minutes();
            println!("{name}, {locale}: {} words, {} presses, {minutes:.1} minutes", effort.words, effort.presses);
            assert!(minutes < MINUTES_MAX, "{name}, {locale}: {minutes:.1} minutes");
        }
    }
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_says_what_a_wrong_answer_does_and_shows_the_right_one_on_request() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    let lessons = game("zertz").lessons();
    let step = learn(&stage, &ada, "zertz").await;
    assert_eq!(
        step.buttons.iter().map(|button| button.label.as_str()).collect::<Vec<_>>(),
        ["white (6 left)", "grey (8 left)", "black (10 left)", "Show the answer", "Type a move"]
    );
    let (step, _) = pick(&ada, step, &*lessons[0].line, "Gd4,a1").await;
    let step = press(&ada, &step, "Next: Capture").await;
    let (wrong, _) = pick(&ada, step, &*lessons[1].line, "d4xb2").await;
    let expected = "**d4xb2** – not yet. It captures 1 black marble. You keep the marble that is jumped over";
    assert!(wrong.content.contains(expected), "{}", wrong.content);
    assert_eq!(wrong.attachments.len(), 1, "the board shows what the move does");
    // Ada has not done this lesson, so `/learn` shows it again.
    assert!(learn(&stage, &ada, "zertz").await.content.contains(", lesson 2 of 7: Capture"));
    let again = press(&ada, &wrong, "Try again").await;
    assert!(again.content.contains("Which marble jumps?"), "{}", again.content);
    let answer = press(&ada, &again, "Show the answer").await;
    assert!(answer.content.contains("One answer is **c3xe5**. The white marble is yours."), "{}", answer.content);
    assert!(learn(&stage, &ada, "zertz").await.content.contains(", lesson 3 of 7: A chain"));
    let next = press(&ada, &answer, "Next: A chain").await;
    assert!(next.content.contains(", lesson 3 of 7: A chain"), "{}", next.content);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_course_can_be_taken_by_typing_alone() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    let typed = async |text: &str| command(&ada, stage.games, "move", &[("text", json!(text))]).await;
    let none = typed("Wd4,a1").await;
    assert!(!none.content.contains("lesson"), "no lesson has been shown: {}", none.content);
    for lesson in game("dvonn").lessons() {
        let task = learn(&stage, &ada, "dvonn").await;
        assert!(task.content.contains(&title(Language::En, game("dvonn"), &lesson)), "{}", task.content);
        let refused = typed("a1").await;
        assert!(refused.ephemeral && refused.content.contains("a1a2"), "{}", refused.content);
        let done = typed(&lesson.answer).await;
        assert!(done.ephemeral && done.content.contains("right!"), "{}", done.content);
    }
    // After the last lesson, a typed move answers nothing.
    let after = typed("a1a2").await;
    assert_eq!(after.content, none.content);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_has_a_form_for_typing_a_move() {
    let stage = Stage::open().await;
    let ada = stage.user("Ada");
    let step = learn(&stage, &ada, "barrier").await;
    let Reply::Modal(form) = ada.press(&step, "Type a move").await.expect("a button") else { panic!("no form") };
    let name = form.inputs[0]["custom_id"].as_str().expect("an input").to_owned();
    let reply = ada.submit_modal(&form, &[(&name, "c3")]).await.expect("a form");
    let done = changed(&ada, &step, reply).await;
    assert!(done.content.contains("**c3** – right!"), "{}", done.content);
    assert_eq!(done.id, step.id, "the answer replaces the task");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_start_page_the_rules_and_challenges_lead_to_the_lessons() {
    let stage = Stage::open().await;
    let (ada, bruno) = (stage.user("Ada"), stage.user("Bruno"));
    let help = command(&ada, stage.games, "help", &[]).await;
    let menu = help.menus.iter().find(|menu| menu.custom_id == "help learn").expect("a menu");
    let lesson = shown(&ada.choose(&help, &menu.custom_id, &["dvonn"]).await.expect("a menu"));
    assert!(lesson.ephemeral && lesson.content.starts_with("**DVONN, lesson 1 of 7: "), "{}", lesson.content);
    let rules = command(&ada, stage.games, "rules", &[("game", json!("zertz"))]).await;
    let lesson = shown(&ada.press(&rules, "Learn ZÈRTZ").await.expect("a button"));
    assert!(lesson.ephemeral && lesson.content.starts_with("**ZÈRTZ, lesson 1 of 7: "), "{}", lesson.content);
    let options: [(&str, Value); 2] = [("game", json!("barrier")), ("opponent", json!(bruno.id().to_string()))];
    let challenge = command(&ada, stage.games, "challenge", &options).await;
    bruno.set_locale("es-ES");
    let lesson = shown(&bruno.press(&challenge, "Learn Barrier").await.expect("a button"));
    assert!(
        lesson.ephemeral && lesson.content.starts_with("**Barrier, lección 1 de 6: Poner**\n"),
        "{}",
        lesson.content
    );
    assert!(bruno.message(challenge.channel, challenge.id).expect("it is there").button("Accept").is_some());
    stage.close().await;
}
