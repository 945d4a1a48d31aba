//! Milliseconds a picture: `cargo bench --bench pictures`. The bytes of each are printed once.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use tablero::catalog;
use tablero::render::{Header, Look};
use tablero::rules::{Chance, Seat};

fn pictures(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pictures");
    group.sample_size(20);
    for (game, setup, plies) in [("zertz", "37", 16), ("zertz", "61", 16), ("dvonn", "", 70), ("barrier", "8", 6)] {
        let mut line = catalog::game(game).expect("the game exists").start(setup).expect("the setup exists");
        let mut chance = Chance::new(1);
        for _ in 0..plies {
            let Some(text) = line.nth_legal(chance.below(line.count_legal())) else { break };
            line.play(&text).expect("it is legal");
        }
        let names = ["Ada".to_owned(), "Bruno".to_owned()];
        let header = Header {
            names,
            active: Some(Seat::One),
            status: "Ada to move".to_owned(),
            ply: line.ply(),
            ..Header::default()
        };
        let bytes = line.draw(&header, &Look::default()).expect("a picture").bytes.len();
        println!("{game} {setup}: {bytes} bytes");
        group.bench_function(format!("{game} {setup}"), |bencher| {
            bencher.iter(|| black_box(&line).draw(&header, &Look::default()).expect("a picture"));
        });
    }
    group.finish();
}

criterion_group!(benches, pictures);
criterion_main!(benches);
