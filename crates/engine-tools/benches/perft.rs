//! Leaves per second, counted in bulk at the last ply: `cargo bench --bench perft`.

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use engine_tools::measured::instruments;
use std::hint::black_box;
use tablero_games::catalog::Catalog;

/// A full DVONN board, as it stands after the placement phase.
const DVONN: &str = "j3 e1 d4 h3 b2 j2 h1 j5 k3 f1 h2 k4 g1 c1 e4 g2 b1 i3 h4 c3 i2 d1 d3 f5 e3 i1 b3 f2 e5 c5 a2 f3 k5 \
    i4 a1 c4 c2 d5 g3 f4 j4 g5 h5 d2 a3 b4 g4 i5 e2";

fn perft(criterion: &mut Criterion) {
    let counted = [
        ("zertz 37 to depth 3", "zertz", "variant=37", "", 3, 4_114_538_424),
        ("zertz 37 optional claims to depth 2", "zertz", "variant=37 claims=optional", "", 2, 3_277_260),
        ("dvonn from a full board to depth 5", "dvonn", "", DVONN, 5, 149_487_490),
        ("barrier 8 to depth 6", "barrier", "variant=8", "", 6, 12_017_776),
    ];
    let mut group = criterion.benchmark_group("perft");
    group.sampling_mode(SamplingMode::Flat).sample_size(10);
    for (name, game, setup, moves, depth, leaves) in counted {
        let mut line = Catalog::standard().game(game).expect("the game exists").start(setup).expect("the setup exists");
        line.play_all(&moves.split_whitespace().collect::<Vec<_>>()).expect("the moves are legal");
        group.throughput(Throughput::Elements(leaves));
        let count = instruments(line.game());
        group.bench_function(name, |bencher| {
            bencher.iter(|| assert_eq!(count.perft(black_box(line.as_ref()), depth, &|| false), Some(leaves)));
        });
    }
    group.finish();
}

criterion_group!(benches, perft);
criterion_main!(benches);
