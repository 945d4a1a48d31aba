//! A player's picture, as shown on a name plate.

use std::fmt;
use std::sync::Arc;

/// The side of an avatar in pixels. It fits into a name plate, inside the frame of the player to move.
pub const AVATAR_SIDE: usize = 46;

/// The maximum number of colours of an avatar. Two avatars leave most of a picture's palette to the board.
pub const AVATAR_COLOURS_MAX: usize = 12;

/// A player's picture: a disc of opaque pixels. Cheap to clone.
#[derive(Clone, PartialEq, Eq)]
pub struct Avatar {
    /// Red, green, blue and alpha, row by row. A pixel is either opaque or transparent black.
    pixels: Arc<[[u8; 4]]>,
}

impl Avatar {
    /// Cuts a disc out of a square with sides of [`AVATAR_SIDE`] pixels, and leaves out pixels that are less than half
    /// opaque. `None` if the number of pixels is wrong.
    pub fn of_square(pixels: &[[u8; 4]]) -> Option<Avatar> {
        let radius = AVATAR_SIDE as f32 / 2.0;
        let is_inside = |at: usize| {
            let from_centre = |place: usize| place as f32 + 0.5 - radius;
            from_centre(at % AVATAR_SIDE).hypot(from_centre(at / AVATAR_SIDE)) < radius
        };
        let shown = |(at, [red, green, blue, alpha]): (usize, &[u8; 4])| {
            if *alpha >= 128 && is_inside(at) { [*red, *green, *blue, u8::MAX] } else { [0; 4] }
        };
        let is_square = pixels.len() == AVATAR_SIDE * AVATAR_SIDE;
        is_square.then(|| Avatar { pixels: pixels.iter().enumerate().map(shown).collect() })
    }

    /// Red, green, blue and alpha, row by row.
    pub fn pixels(&self) -> &[[u8; 4]] {
        &self.pixels
    }

    /// The memory it takes, in bytes.
    pub fn bytes(&self) -> usize {
        self.pixels.as_flattened().len()
    }

    /// The opaque pixels as horizontal runs of one colour: column, row, length and colour.
    pub(super) fn runs(&self) -> impl Iterator<Item = (usize, usize, usize, [u8; 4])> {
        self.pixels.chunks_exact(AVATAR_SIDE).enumerate().flat_map(|(row, pixels)| {
            let mut end = 0;
            let runs = pixels.chunk_by(|one, other| one == other).map(move |run| {
                let start = end;
                end += run.len();
                (start, row, run.len(), run[0])
            });
            runs.filter(|(.., colour)| colour[3] > 0)
        })
    }
}

impl fmt::Debug for Avatar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Avatar")
    }
}

/// What a name plate shows before the name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PlateDisc {
    /// Nothing.
    #[default]
    None,
    /// The initials of the name.
    Initials,
    /// The player's picture.
    Avatar(Avatar),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_avatar_is_the_disc_in_a_square() {
        let grey = [9, 9, 9, 200];
        let avatar = Avatar::of_square(&[grey; AVATAR_SIDE * AVATAR_SIDE]).expect("a square");
        let at = |x: usize, y: usize| avatar.pixels()[y * AVATAR_SIDE + x];
        let (middle, last) = (AVATAR_SIDE / 2, AVATAR_SIDE - 1);
        for (x, y) in [(middle, middle), (0, middle), (last, middle), (middle, 0), (middle, last)] {
            assert_eq!(at(x, y), [9, 9, 9, 255], "{x}, {y}");
        }
        for (x, y) in [(0, 0), (last, 0), (0, last), (last, last)] {
            assert_eq!(at(x, y), [0; 4], "{x}, {y}");
        }
        let area = avatar.runs().map(|(_, _, length, _)| length).sum::<usize>() as f32;
        assert!((area / (AVATAR_SIDE * AVATAR_SIDE) as f32 - std::f32::consts::PI / 4.0).abs() < 0.01, "{area}");
        let faint = Avatar::of_square(&[[9, 9, 9, 100]; AVATAR_SIDE * AVATAR_SIDE]).expect("a square");
        assert_eq!(faint.runs().count(), 0);
        assert_eq!(Avatar::of_square(&[grey; 5]), None);
    }
}
