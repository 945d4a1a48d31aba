//! The skills of the levels. The same search plays worse on a larger board, where there are more moves, so the boards of
//! 48 and of 61 rings have skills of their own.

use crate::ai::level::Skill;
use crate::rules::zertz::Variant;

/// The skills on boards of up to 44 rings.
pub(super) const SKILLS: &[Skill] = &[
    CHILDREN,
    Skill { overlooks: 45, ..one_turn(10) },
    Skill { overlooks: 11, ..one_turn(60) },
    Skill { overlooks: 1, ..one_turn(25) },
    Skill { overlooks: 2, ..Skill::new(2, 30_000, 215) },
    Skill::new(2, 40_000, 64),
    Skill::new(3, 90_000, 62),
    Skill::new(3, 150_000, 8),
    Skill::new(6, 60_000, 0),
];

/// The skills on 48 rings.
const SKILLS_48: &[Skill] = &[
    CHILDREN,
    Skill { overlooks: 45, ..one_turn(60) },
    Skill { overlooks: 12, ..one_turn(60) },
    Skill { overlooks: 1, ..one_turn(10) },
    Skill { overlooks: 2, ..Skill::new(2, 30_000, 190) },
    Skill::new(2, 40_000, 85),
    Skill::new(3, 90_000, 72),
    Skill::new(3, 120_000, 10),
    Skill::new(6, 80_000, 0),
];

/// The skills on 61 rings.
const SKILLS_61: &[Skill] = &[
    CHILDREN,
    Skill { overlooks: 45, ..one_turn(60) },
    Skill { overlooks: 11, ..one_turn(60) },
    Skill { overlooks: 1, ..one_turn(22) },
    Skill { overlooks: 2, ..Skill::new(2, 30_000, 125) },
    Skill::new(2, 40_000, 135),
    Skill::new(2, 40_000, 20),
    Skill::new(3, 90_000, 43),
    Skill::new(6, 65_000, 0),
];

/// The level for children, on every board.
const CHILDREN: Skill = Skill { candidates: 100, overlooks: 90, ..one_turn(3_000) };

/// A skill that looks one turn ahead.
const fn one_turn(blur: i32) -> Skill {
    Skill::new(1, 3_000, blur)
}

/// The skills on this board.
pub(super) const fn skills(variant: Variant) -> &'static [Skill] {
    match variant {
        Variant::Rings48 => SKILLS_48,
        Variant::Rings61 => SKILLS_61,
        _ => SKILLS,
    }
}
