//! Time to solve Barrier from every placement of the knights, without the opening table: `cargo bench --bench barrier
//! [-- SIZES]` (5 to 8 unless sizes are given). Each placement begins with empty memory. The figure is processor time,
//! as reported by Linux, so that other programs disturb less.

use std::time::Duration;
use tablero_games::ai::barrier::Solver;
use tablero_games::ai::barrier::symmetry::wedge;
use tablero_games::rules::Game;
use tablero_games::rules::barrier::{Barrier, Move, Setup};

fn main() {
    // Cargo passes its own flags to benchmarks; the numbers among the arguments belong to this one.
    let sizes: Vec<u8> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    for size in if sizes.is_empty() { vec![5, 6, 7, 8] } else { sizes } {
        match Setup::new(size) {
            Some(setup) => measure(&setup),
            None => eprintln!("{size} is not a size of the board; it is from 5 to 10"),
        }
    }
}

/// The processor time this thread has used.
fn processor_time() -> Duration {
    let known = std::fs::read_to_string("/proc/thread-self/schedstat").expect("this Linux reports processor times");
    Duration::from_nanos(known.split(' ').next().and_then(|nanoseconds| nanoseconds.parse().ok()).expect("a number"))
}

fn measure(setup: &Setup) {
    let empty = Barrier::new(setup);
    let mut solver = Solver::new(64 << 20).without_openings();
    let (mut total, mut nodes) = (Duration::ZERO, 0);
    let mut all: Vec<(Duration, String)> = Vec::new();
    for first in wedge(setup.size()) {
        for second in empty.squares().filter(|second| *second != first) {
            let mut position = empty;
            position.play_unchecked(Move::Place(first));
            position.play_unchecked(Move::Place(second));
            solver.clear();
            let started = processor_time();
            solver.solve(&position, &mut || false).expect("the search is not stopped");
            let taken = processor_time().saturating_sub(started);
            all.push((taken, format!("{first} {second}")));
            total += taken;
            nodes += solver.nodes();
        }
    }
    all.sort();
    let at = |thousandths: usize| all[(all.len() - 1) * thousandths / 1000].0.as_secs_f64() * 1e3;
    println!(
        "{size}×{size}: {} placements, {:.0} positions each, mean {:.2} ms, p50 {:.2}, p99 {:.2}, longest {:.2} ms ({})",
        all.len(),
        nodes as f64 / all.len() as f64,
        total.as_secs_f64() * 1e3 / all.len() as f64,
        at(500),
        at(990),
        at(1000),
        all[all.len() - 1].1,
        size = setup.size(),
    );
}
