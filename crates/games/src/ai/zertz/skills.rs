//! The skills of the levels. The same search plays worse on a larger board, where there are more moves, and a game of
//! blitz is over sooner, so the larger boards and blitz have skills of their own.

use crate::ai::level::Skill;
use crate::rules::zertz::Variant;

/// The skills on 37 rings.
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

/// The skills on 40, 43 and 44 rings.
const SKILLS_44: &[Skill] = &[
    CHILDREN,
    Skill { overlooks: 45, ..one_turn(10) },
    Skill { overlooks: 11, ..one_turn(60) },
    Skill { overlooks: 1, ..one_turn(25) },
    Skill { overlooks: 2, ..Skill::new(2, 30_000, 215) },
    Skill::new(2, 40_000, 72),
    Skill::new(3, 90_000, 62),
    Skill::new(3, 150_000, 8),
    Skill::new(6, 74_000, 0),
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

/// The skills in blitz.
const SKILLS_BLITZ: &[Skill] = &[
    CHILDREN,
    Skill { overlooks: 46, ..one_turn(10) },
    Skill { overlooks: 11, ..one_turn(60) },
    Skill { overlooks: 1, ..one_turn(5) },
    Skill { candidates: 10, overlooks: 1, ..Skill::new(2, 30_000, 255) },
    Skill::new(2, 40_000, 85),
    Skill::new(3, 90_000, 92),
    Skill::new(3, 135_000, 12),
    Skill::new(6, 80_000, 0),
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
        Variant::Rings37 => SKILLS,
        Variant::Rings40 | Variant::Rings43 | Variant::Rings44 => SKILLS_44,
        Variant::Rings48 => SKILLS_48,
        Variant::Rings61 => SKILLS_61,
        Variant::Blitz => SKILLS_BLITZ,
    }
}
