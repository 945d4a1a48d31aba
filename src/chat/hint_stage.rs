//! The stages of a hint.

/// How much of a hint is revealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HintStage {
    /// What to look for, and the region of the board.
    Region,
    /// The piece or marble.
    Piece,
    /// The move and the reasons for it.
    Move,
}

impl HintStage {
    /// The stages in order.
    pub const ALL: [HintStage; 3] = [HintStage::Region, HintStage::Piece, HintStage::Move];

    /// The next stage, if there is one.
    pub fn next(self) -> Option<HintStage> {
        HintStage::ALL.get(self as usize + 1).copied()
    }
}
