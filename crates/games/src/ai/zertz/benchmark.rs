//! The positions that `tablero bench` searches.

use crate::ai::think::Benchmark;

pub(super) const BENCHMARK: Benchmark = Benchmark {
    depth: 3,
    positions: &[
        "37 automatic oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo 6,8,10 0,0,0 0,0,0 1",
        "37 automatic oooo/ooooo/ooooo./.oBooBo/ooooGo/oooo./oo.o 6,6,8 0,1,0 0,0,0 2",
        "37 automatic B.B./ooooo/Boooo./.oBoooo/oooooo/oooB./oo.. 6,6,5 0,1,0 0,1,0 2",
        "37 automatic B.o./.ooo./Boooo./.oBoooo/BooBoo/.ooB./oo.. 5,5,4 0,1,0 1,2,0 1",
        "48 automatic ooooo/oooooo/oooooo./oooooooo/ooooBo./.ooooo/ooooo/oo.o 6,7,7 0,0,2 0,1,0 2",
        "48 automatic .B.o./oooooo/.ooooo./oooooooo/.oooBo./.oBooo/oo.oo/o..o 6,6,1 0,0,4 0,2,2 1",
        "blitz automatic oo.o/.oooo/oooooo/ooooooo/ooGoo./ooBoo/oo.. 5,4,7 0,1,0 0,1,1 1",
        "37 optional oooo/Booo./ooBooo/.oooooo/ooooo./ooo.o/B... 5,6,6 1,1,0 0,1,1 2",
    ],
};
