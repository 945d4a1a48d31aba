//! Formats search results.

use tablero_games::catalog::Found;

/// One `info` line per variation, the best first. Scores are from the view of the seat to move; `mate` counts plies.
pub fn lines(found: &Found) -> Vec<String> {
    let Found { depth, deepest, nodes, elapsed, fullness, variations } = found;
    let per_second = (*nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64;
    let time = elapsed.as_millis();
    (1..)
        .zip(variations)
        .map(|(rank, variation)| {
            format!(
                "info depth {depth} seldepth {deepest} nodes {nodes} nps {per_second} time {time} score {} \
                 hashfull {fullness} multipv {rank} pv {}",
                variation.score,
                variation.moves.join(" ")
            )
        })
        .collect()
}

/// The `bestmove` line.
pub fn best(found: &Found) -> String {
    format!("bestmove {}", found.best().map_or("none", String::as_str))
}
