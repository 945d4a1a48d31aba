//! The skills of the levels. The same search plays worse on a larger board, where there are more moves, so the boards of
//! 48 and of 61 rings have skills of their own.

use crate::ai::level::Skill;
use crate::rules::zertz::Variant;

/// The skills on boards of up to 44 rings.
pub(super) const SKILLS: &[Skill] = &[
    CHILDREN,
    Skill { overlooks: 48, ..one_turn(60) },
    Skill { overlooks: 11, ..one_turn(60) },
    Skill { overlooks: 1, ..one_turn(25) },
    Skill { overlooks: 2, ..skill(2, 30_000, 215) },
    skill(2, 40_000, 52),
    skill(3, 90_000, 30),
    skill(4, 220_000, 6),
];

const SKILLS_48: &[Skill] = &[
    CHILDREN,
    Skill { overlooks: 45, ..one_turn(60) },
    Skill { overlooks: 12, ..one_turn(60) },
    one_turn(15),
    Skill { overlooks: 2, ..skill(2, 30_000, 150) },
    skill(2, 40_000, 66),
    skill(3, 90_000, 30),
    skill(4, 200_000, 5),
];

const SKILLS_61: &[Skill] = &[
    CHILDREN,
    Skill { overlooks: 45, ..one_turn(60) },
    Skill { overlooks: 11, ..one_turn(60) },
    Skill { overlooks: 1, ..one_turn(22) },
    Skill { overlooks: 2, ..skill(2, 30_000, 125) },
    skill(2, 40_000, 80),
    skill(3, 75_000, 46),
    skill(4, 150_000, 12),
];

const CHILDREN: Skill = Skill { candidates: 100, overlooks: 90, ..one_turn(3_000) };

const fn one_turn(blur: i32) -> Skill {
    skill(1, 3_000, blur)
}

const fn skill(depth: u32, nodes: u64, blur: i32) -> Skill {
    Skill { depth, nodes, blur, candidates: 6, overlooks: 0, oracle_nodes: 0 }
}

/// The skills on this board.
pub(super) const fn skills(variant: Variant) -> &'static [Skill] {
    match variant {
        Variant::Rings48 => SKILLS_48,
        Variant::Rings61 => SKILLS_61,
        _ => SKILLS,
    }
}
