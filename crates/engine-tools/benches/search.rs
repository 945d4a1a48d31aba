//! Nodes per second on one thread: `cargo bench --bench search`. `tablero bench` reports the same over more positions,
//! with a checksum.

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use tablero_games::ai::{EngineOptions, Limits, Stop};
use tablero_games::catalog::Catalog;

/// Node limit for the search of each sample.
const NODES: u64 = 200_000;

fn search(criterion: &mut Criterion) {
    let positions = [
        ("zertz 37", "zertz 37 automatic B.B./ooooo/Boooo./.oBoooo/oooooo/oooB./oo.. 6,6,5 0,1,0 0,1,0 2"),
        ("zertz 48", "zertz 48 automatic .B.o./oooooo/.ooooo./oooooooo/.oooBo./.oBooo/oo.oo/o..o 6,6,1 0,0,4 0,2,2 1"),
        ("dvonn placing", "dvonn place .....wb../......wwww/....b.brbrw/...r..bbwb/...w..bb. w"),
        ("dvonn stacking", "dvonn stack .rw.bb..b/bb4w2..b2w2w2bb/wbw.bbwwbw./b.w..brbww2/.w3rb2b2wwww w"),
        ("barrier 8", "barrier ......../......../......../...B..../....W.../......../......../........ w"),
    ];
    let mut group = criterion.benchmark_group("search");
    group.sampling_mode(SamplingMode::Flat).sample_size(10).throughput(Throughput::Elements(NODES));
    for (name, text) in positions {
        let line = Catalog::standard().read_position(text).expect("the position exists");
        let mut engine = line.game().engine(EngineOptions { hash: 16 << 20, ..EngineOptions::default() });
        group.bench_function(name, |bencher| {
            // A depth limit disables the Barrier solver; this one is far beyond what the node limit allows.
            let limits = Limits { nodes: Some(NODES), depth: Some(100), ..Limits::default() };
            bencher.iter(|| {
                engine.clear();
                engine.search(black_box(line.as_ref()), limits, &Stop::default(), &mut |_| {})
            });
        });
    }
    group.finish();
}

criterion_group!(benches, search);
criterion_main!(benches);
