//! Match runs and programs for the tests.

use engine_tools::match_runner::match_run::{Conclusion, Pair};
use engine_tools::match_runner::{CompetitorSpec, Limit, MatchRun, MatchRunError, Openings, Timeouts};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tablero::catalog::Catalog;
use tempfile::TempDir;

/// A short match.
pub fn match_run(game: &str, setup: &str, first: &str, second: &str, games: usize) -> MatchRun {
    MatchRun {
        game: Catalog::standard().game(game).expect("a game"),
        setup: setup.to_owned(),
        players: [first, second].map(|text| text.parse::<CompetitorSpec>().expect("a player")),
        limit: Limit::Nodes(50),
        timeouts: Timeouts::default(),
        games,
        openings: Openings::Random(None),
        seed: 1,
        sprt: None,
        jobs: 1,
    }
}

/// Plays a match and collects its pairs.
pub fn run(match_run: &MatchRun) -> Result<(Conclusion, Vec<Pair>), MatchRunError> {
    let mut pairs = Vec::new();
    let conclusion = match_run.run(|pair, _| {
        pairs.push(pair.clone());
        Ok(())
    })?;
    Ok((conclusion, pairs))
}

/// A program as a shell script. It sends the correct greeting unless `greeting` replaces it; `on_go` runs when it is
/// asked for a move.
pub struct Script {
    folder: TempDir,
}

impl Script {
    pub fn new(greeting: &str, on_go: &str) -> Script {
        let folder = TempDir::new().expect("a folder");
        let text = format!(
            "echo $$ >> \"$0.pids\"\n\
             while read -r line; do\n  case \"$line\" in\n    ugi) {greeting};;\n    isready) echo readyok;;\n    \
             go*) {on_go};;\n    quit) exit 0;;\n  esac\ndone\n"
        );
        fs::write(folder.path().join("program.sh"), text).expect("the script is written");
        Script { folder }
    }

    /// A program that sends the correct greeting.
    pub fn that(on_go: &str) -> Script {
        Script::new(
            "echo option name Game type combo; echo option name Deal type string; echo option name Start type combo; echo ugiok",
            on_go,
        )
    }

    pub fn path(&self) -> PathBuf {
        self.folder.path().join("program.sh")
    }

    /// The script as a player.
    pub fn player(&self) -> String {
        format!("cmd:sh {}; as script", self.path().display())
    }

    /// The processes started from the script.
    pub fn processes(&self) -> Vec<u32> {
        let text = fs::read_to_string(self.folder.path().join("program.sh.pids")).unwrap_or_default();
        text.lines().map(|line| line.trim().parse().expect("a number")).collect()
    }
}

/// Whether there is such a process, including zombies.
pub fn exists(process: u32) -> bool {
    Path::new("/proc").join(process.to_string()).exists()
}

/// A short timeout, for programs that will not answer.
pub fn short() -> Timeouts {
    Timeouts { thinking: Duration::from_millis(200), ..Timeouts::default() }
}
