//! Checks stored games against the rules.

use super::finding::Finding;
use crate::db::{Inspection, ListColumns};
use crate::rules::Outcome;
use crate::service::{Match, MatchId, Status, StorageError};

const GAMES: &str = "games";
/// The number of games that are read at once.
const BATCH: u32 = 500;
/// The number of games that the report names.
const NAMED_MAX: usize = 10;

/// Replays every stored game by the rules, and compares what is stored about it. `progress` receives the numbers of
/// games that were checked and of all games.
///
/// # Errors
/// If the database cannot be read.
pub(super) async fn check(
    inspection: &Inspection,
    mut progress: impl FnMut(u64, u64),
) -> Result<Vec<Finding>, StorageError> {
    let all = inspection.count_matches().await?;
    let (mut last, mut checked, mut wrong) = (MatchId(0), 0, 0_usize);
    let mut findings = Vec::new();
    loop {
        let batch = inspection.matches_after(last, BATCH).await?;
        let Some(end) = batch.last() else { break };
        last = end.id;
        for listed in batch {
            let problem = match inspection.storage().find_match(listed.id).await {
                Ok(Some(found)) => contradiction(&found, listed),
                // It was deleted meanwhile.
                Ok(None) => None,
                Err(StorageError::Corrupt(problem)) => Some(problem),
                Err(error) => return Err(error),
            };
            checked += 1;
            let Some(problem) = problem else { continue };
            wrong += 1;
            if wrong <= NAMED_MAX {
                let found = format!("game {} contradicts the rules: {problem}", listed.id);
                findings.push(Finding::error(
                    GAMES,
                    found,
                    "Restore a backup from before. If there is none, end a running game with /admin end. If the database was \
                     not changed by hand, please report a defect.",
                ));
            }
        }
        progress(checked, all.max(checked));
    }
    if wrong > NAMED_MAX {
        let more = format!("{} more games contradict the rules", wrong - NAMED_MAX);
        findings.push(Finding::error(GAMES, more, "See the games above."));
    }
    if wrong == 0 {
        findings.push(Finding::ok(GAMES, format!("{checked} games were replayed by the rules")));
    }
    Ok(findings)
}

/// How what is stored about a match contradicts its moves.
fn contradiction(found: &Match, listed: ListColumns) -> Option<String> {
    let ending = found.line.ending();
    let problem = match (&found.status, ending) {
        (Status::Running, Some(_)) => "it is over by the rules, but is stored as running".to_owned(),
        (Status::Rules(reason), Some(ending)) if ending.reason.0 != reason.as_ref() => {
            format!("it ended by {}, but {reason} is stored", ending.reason.0)
        }
        (Status::Rules(_), Some(ending)) if found.outcome != Some(ending.outcome) => {
            "its stored result is not that of its last position".to_owned()
        }
        (Status::Rules(_), None) => "it is not over by the rules, but is stored as over".to_owned(),
        (Status::Resigned | Status::Timeout, _) if !matches!(found.outcome, Some(Outcome::Win(_))) => {
            "it was resigned or lost on time, but has no winner".to_owned()
        }
        (Status::Agreed, _) if found.outcome != Some(Outcome::Draw) => {
            "a draw was agreed, but another result is stored".to_owned()
        }
        (Status::Aborted | Status::Stopped, _) if found.outcome.is_some() => {
            "it was aborted or stopped, but has a result".to_owned()
        }
        _ if listed.plies != found.ply() as i64 && found.status == Status::Running => {
            format!("it has {} plies, but lists show {}", found.ply(), listed.plies)
        }
        _ if found.to_move().map(|seat| seat.index() as i64 + 1) != listed.turn => {
            "lists show another player's turn".to_owned()
        }
        _ => return None,
    };
    Some(problem)
}
