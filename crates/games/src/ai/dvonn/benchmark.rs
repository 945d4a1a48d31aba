//! The positions that `tablero bench` searches.

use crate::ai::think::Benchmark;

pub(super) const BENCHMARK: Benchmark = Benchmark {
    depth: 8,
    positions: &[
        "place ........./........../.........../........../......... w",
        "place .....wb../......wwww/....b.brbrw/...r..bbwb/...w..bb. w",
        "place ...bbwbwb/..wwbwwwww/..wwbbbrbrw/.wbrwbbbwb/.bwwbwbbb w",
        "stack wrwbbbwwb/bbbwbwbbbb/wbwwbbwwbww/bwwbbbrbwb/bwrwwwwww w",
        "stack .rw.bbwwb/bb4b.bwbbbb/wbwwbbwwbw./b.wbbbrbww2/.w3rwwwwww w",
        "stack .rw.bb..b/bb4w2..b2w2w2bb/wbw.bbwwbw./b.w..brbww2/.w3rb2b2wwww w",
        "stack .rw.bb.../bb4w2..b2.b3../w.b2..b3.ww2../b.w..w3rbww2/.w3rb2b2wwww w",
        "stack .r......./.b5w3....b5../..b2..b3.ww2../..w..w3rbww2/.w8r...www w",
    ],
};
