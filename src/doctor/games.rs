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
/// How often a game is read that looks wrong. One that changes each time is being played, so it can be read.
const READS_MAX: usize = 10;

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
            let problem = problem(inspection, listed).await?;
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

/// What is wrong with a match that was listed with these columns. The bot may have changed it since, or while it was
/// read, so what looks wrong is read again: it is wrong if it looks so twice at the same version.
async fn problem(inspection: &Inspection, mut listed: ListColumns) -> Result<Option<String>, StorageError> {
    let mut wrong_at = None;
    for _ in 0..READS_MAX {
        let (version, problem) = match inspection.queries().find_match(listed.id).await {
            Ok(Some(found)) => (found.version, contradiction(&found, listed)),
            // It was deleted meanwhile.
            Ok(None) => return Ok(None),
            Err(StorageError::Corrupt(problem)) => (listed.version, Some(problem)),
            Err(error) => return Err(error),
        };
        let Some(problem) = problem else { return Ok(None) };
        let is_of_one_version = listed.version == version;
        if is_of_one_version && wrong_at == Some(version) {
            return Ok(Some(problem));
        }
        wrong_at = is_of_one_version.then_some(version);
        let Some(again) = inspection.list_columns(listed.id).await? else { return Ok(None) };
        listed = again;
    }
    Ok(None)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::db::{DatabaseAddress, SqlStorage};
    use crate::service::{
        Action, DeliveryMode, ExternalId, ExternalPlace, GameService, Pauses, PlatformId, Side, Storage, SystemClock,
        Terms, TimeControl,
    };
    use std::sync::Arc;
    use tempfile::TempDir;

    /// A game that two people are playing, and how the doctor sees its database.
    async fn running_game(folder: &TempDir) -> (GameService, Match, Inspection) {
        const CLUB: PlatformId = PlatformId("club");
        let path = folder.path().join("tablero.sqlite");
        let storage: Arc<dyn Storage> = Arc::new(SqlStorage::open_file(&path).await.expect("a database"));
        let person = async |id: &str| storage.person_of(CLUB, &ExternalId(id.to_owned())).await.expect("a person");
        let (ada, bruno) = (person("1").await, person("2").await);
        let channel = ExternalPlace { id: ExternalId("5".to_owned()), parent: None, server: None };
        let place = storage.place_of(CLUB, &channel).await.expect("a place");
        let terms = Terms {
            game: "barrier".to_owned(),
            setup: "variant=8".to_owned(),
            challenger: ada,
            opponent: None,
            side: Side::First,
            hints: true,
            rated: false,
            control: TimeControl::None,
            pauses: Pauses::NONE,
            note: String::new(),
            place,
            server: None,
            delivery_mode: DeliveryMode::Threads,
            origin: None,
            language: "en".to_owned(),
        };
        let service = GameService::new(Arc::clone(&storage), Arc::new(SystemClock), || 7);
        let challenge = service.propose(terms).await.expect("a challenge");
        let game = service.accept(challenge.id, bruno, None, None).await.expect("it is open");
        let inspection =
            Inspection::open(&DatabaseAddress::File(path), Catalog::standard()).await.expect("it is there");
        (service, game, inspection)
    }

    #[tokio::test]
    async fn a_move_that_lands_between_the_reads_is_no_contradiction() {
        let folder = TempDir::new().expect("a folder");
        let (service, game, inspection) = running_game(&folder).await;
        let listed = inspection.list_columns(game.id).await.expect("it is read").expect("it is there");
        let by = game.to_move().and_then(|seat| game.player(seat).person()).expect("a person");
        let text = game.line.nth_legal(0).expect("a move");
        let played = service.act(game.id, by, None, &Action::Move(text), None).await.expect("it is legal");
        assert!(contradiction(&played, listed).is_some(), "what was listed is no longer so");
        assert_eq!(problem(&inspection, listed).await.expect("it is read"), None);
        service.act(game.id, by, None, &Action::Resign, None).await.expect("it is running");
        assert_eq!(problem(&inspection, listed).await.expect("it is read"), None);
        inspection.close().await;
    }

    #[tokio::test]
    async fn a_game_that_is_over_has_the_result_that_fits_its_end() {
        let folder = TempDir::new().expect("a folder");
        let (_service, game, inspection) = running_game(&folder).await;
        let listed = inspection.list_columns(game.id).await.expect("it is read").expect("it is there");
        let (wins, draw) = (Some(Outcome::Win(crate::rules::Seat::Two)), Some(Outcome::Draw));
        for (status, outcome, is_wrong) in [
            (Status::Resigned, wins, false),
            (Status::Resigned, draw, true),
            (Status::Timeout, wins, false),
            (Status::Timeout, None, true),
            (Status::Agreed, draw, false),
            (Status::Agreed, wins, true),
            (Status::Aborted, None, false),
            (Status::Aborted, draw, true),
            (Status::Stopped, None, false),
            (Status::Stopped, wins, true),
            (Status::Rules("no moves".into()), wins, true),
        ] {
            let over = Match { status: status.clone(), outcome, ..game.clone() };
            let found = contradiction(&over, ListColumns { turn: None, ..listed });
            assert_eq!(found.is_some(), is_wrong, "{status:?} with {outcome:?}: {found:?}");
        }
        inspection.close().await;
    }

    #[tokio::test]
    async fn a_contradiction_counts_when_it_is_read_twice() {
        let folder = TempDir::new().expect("a folder");
        let (_service, game, inspection) = running_game(&folder).await;
        let listed = inspection.list_columns(game.id).await.expect("it is read").expect("it is there");
        // It was read once, and the database does not have it.
        assert_eq!(problem(&inspection, ListColumns { plies: 9, ..listed }).await.expect("it is read"), None);
        inspection.close().await;
    }
}
