//! Colours as data.
//!
//! Materials have names, games do not: a drawing chooses among the materials, so that a theme is made once for all
//! games.

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(pub u8, pub u8, pub u8);

/// The colour written as in a style sheet, `0xRRGGBB`.
const fn rgb(code: u32) -> Colour {
    Colour((code >> 16) as u8, (code >> 8) as u8, code as u8)
}

/// A material with light falling on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Material {
    /// Where light falls.
    pub light: Colour,
    /// Its own colour.
    pub base: Colour,
    /// In the shadow, and its outline.
    pub dark: Colour,
    /// Of letters on it.
    pub ink: Colour,
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Behind everything.
    pub page: Colour,
    /// Behind the names.
    pub card: Colour,
    /// Thin lines around cards and empty places.
    pub line: Colour,
    /// Text.
    pub ink: Colour,
    /// Text of less weight: coordinates, numbers.
    pub muted: Colour,
    /// Whose turn it is.
    pub active: Colour,
    /// What the last move did.
    pub last: Colour,
    /// What can be picked.
    pub choice: Colour,
    /// What has been picked.
    pub picked: Colour,
    /// What is taken away.
    pub loss: Colour,
    /// Boards and rings.
    pub board: Material,
    /// The other squares of a chequered board, and hollows.
    pub hollow: Material,
    /// Squares that cannot be used any more.
    pub wall: Material,
    /// White pieces.
    pub white: Material,
    /// Grey pieces.
    pub grey: Material,
    /// Black pieces.
    pub black: Material,
    /// Red pieces.
    pub red: Material,
}

impl Theme {
    /// Dark letters on warm paper.
    pub const LIGHT: Theme = Theme {
        page: rgb(0xf5f1e8),
        card: rgb(0xfffdf8),
        line: rgb(0xd9d0be),
        ink: rgb(0x2b2620),
        muted: rgb(0x756b5c),
        active: rgb(0x1f7a5c),
        last: rgb(0xe07b00),
        choice: rgb(0x1789c9),
        picked: rgb(0x8a3fd1),
        loss: rgb(0xc22f2f),
        board: Material { light: rgb(0xe9cfa0), base: rgb(0xd6b27a), dark: rgb(0xa37b45), ink: rgb(0x4d3818) },
        hollow: Material { light: rgb(0xcfa86e), base: rgb(0xc59e64), dark: rgb(0x94703d), ink: rgb(0x4d3818) },
        wall: Material { light: rgb(0x6d665e), base: rgb(0x554f48), dark: rgb(0x37332e), ink: rgb(0xcfc7ba) },
        white: Material { light: rgb(0xffffff), base: rgb(0xf3eee3), dark: rgb(0x8f887b), ink: rgb(0x2b2620) },
        grey: Material { light: rgb(0xc4c9cf), base: rgb(0x8d949c), dark: rgb(0x4f565e), ink: rgb(0x14181c) },
        black: Material { light: rgb(0x6a6a72), base: rgb(0x2a2a2f), dark: rgb(0x0a0a0c), ink: rgb(0xf5f2ec) },
        red: Material { light: rgb(0xf07a68), base: rgb(0xd03a2b), dark: rgb(0x84170e), ink: rgb(0xfff4f0) },
    };
}

impl Default for Theme {
    fn default() -> Self {
        Theme::LIGHT
    }
}
