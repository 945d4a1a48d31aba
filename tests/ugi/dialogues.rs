//! The dialogues of `docs/ugi.md`: the program answers as the page shows.

use super::searches::Conversation;

const PAGE: &str = include_str!("../../docs/ugi.md");

/// The blocks of the page that are dialogues.
fn dialogues() -> Vec<Vec<&'static str>> {
    let mut blocks = vec![Vec::new()];
    let mut inside = false;
    for line in PAGE.lines() {
        if line.starts_with("```") {
            inside = !inside;
            blocks.push(Vec::new());
        } else if inside && let Some(block) = blocks.last_mut() {
            block.push(line);
        }
    }
    blocks.retain(|block| block.iter().any(|line| line.starts_with("> ")));
    blocks
}

/// The line without the parts that vary: times and rates, and for a search its progress when shown, values, which
/// change when the engine improves, and the variation after the first move.
fn masked(line: &str) -> String {
    const VARY: [&str; 7] = ["time", "nps", "nodes", "depth", "seldepth", "hashfull", "cp"];
    let is_search = line.starts_with("info depth ");
    let mut before = ["", ""];
    let words = line.trim_end().split(' ').map_while(|word| {
        let varies = word.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit())
            && if is_search { VARY.contains(&before[1]) } else { ["time", "nps"].contains(&before[1]) };
        let is_later_play = is_search && before[0] == "pv";
        before = [before[1], word];
        (!is_later_play).then_some(if varies { "N" } else { word })
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Of several consecutive `info` lines only the last is on the page.
fn last_findings(lines: impl Iterator<Item = String>) -> Vec<String> {
    let mut retained: Vec<String> = Vec::new();
    for line in lines {
        let finding = |line: &String| line.starts_with("info depth ") && line.contains(" multipv 1 ");
        if retained.last().is_some_and(finding) && finding(&line) {
            retained.pop();
        }
        retained.push(line);
    }
    retained
}

/// The program's output for the commands of a dialogue, typed one after another. After `go` the output is awaited,
/// unless the next command is `stop`.
fn answers(block: &[&str]) -> Vec<String> {
    let mut conversation = Conversation::new();
    let mut answers = Vec::new();
    for (at, line) in block.iter().enumerate() {
        let Some(command) = line.strip_prefix("> ") else { continue };
        conversation.send(command);
        let is_stopped = block.get(at + 1).is_some_and(|next| next.starts_with("> "));
        while command.starts_with("go") && !is_stopped {
            let line = conversation.receive();
            let is_last = !line.starts_with("info depth ");
            answers.push(line);
            if is_last {
                break;
            }
        }
    }
    answers.extend(conversation.receive_all());
    answers
}

#[test]
fn every_dialogue_of_the_document_is_correct() {
    let dialogues = dialogues();
    assert!(dialogues.len() >= 10, "only {} dialogues were found", dialogues.len());
    for block in dialogues {
        let wanted: Vec<String> =
            block.iter().filter(|line| !line.starts_with("> ")).map(|line| masked(line)).collect();
        let answered = last_findings(answers(&block).iter().map(|line| masked(line)));
        assert_eq!(answered, wanted, "{block:?}");
    }
}
