//! Colours: parsing, contrast and difference, and simulation of colour blindness.

use serde::{Deserialize, Deserializer, de};
use std::str::FromStr;

/// Colours: parsing, contrast and difference, and simulation of colour blindness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(pub u8, pub u8, pub u8);

/// Reads a colour in CSS notation, `#rrggbb`.
impl FromStr for Colour {
    type Err = ColourError;

    fn from_str(text: &str) -> Result<Colour, ColourError> {
        let digits =
            text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii()).ok_or(ColourError)?;
        let channel = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).map_err(|_| ColourError);
        Ok(Colour(channel(0)?, channel(2)?, channel(4)?))
    }
}

/// The text is not a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a colour is written as #rrggbb")]
pub struct ColourError;

impl Colour {
    /// The mixture with another colour, of which it has this part, from 0 to 1.
    #[must_use]
    pub fn mixed(self, other: Colour, part: f32) -> Colour {
        let mix = |one: u8, other: u8| (f32::from(one) * (1.0 - part) + f32::from(other) * part).round() as u8;
        Colour(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// The channels as linear light from 0 to 1 (sRGB, IEC 61966-2-1).
    fn light(self) -> [f32; 3] {
        [self.0, self.1, self.2].map(|channel| {
            let value = f32::from(channel) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn of_light(light: [f32; 3]) -> Colour {
        let [red, green, blue] = light.map(|amount| {
            let amount = amount.clamp(0.0, 1.0);
            let value = if amount <= 0.003_130_8 { amount * 12.92 } else { 1.055 * amount.powf(1.0 / 2.4) - 0.055 };
            (value * 255.0).round() as u8
        });
        Colour(red, green, blue)
    }

    /// The relative luminance from 0 to 1, as WCAG 2.2 defines it.
    fn luminance(self) -> f32 {
        let [red, green, blue] = self.light();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The colour in CIELAB, with the white point of sRGB (D65).
    fn lab(self) -> [f32; 3] {
        let [red, green, blue] = self.light();
        let f = |amount: f32| {
            let delta = 6.0f32 / 29.0;
            if amount > delta.powi(3) { amount.cbrt() } else { amount / (3.0 * delta * delta) + 4.0 / 29.0 }
        };
        let x = f((0.412_456_4 * red + 0.357_576_1 * green + 0.180_437_5 * blue) / 0.950_47);
        let y = f(0.212_672_9 * red + 0.715_152_2 * green + 0.072_175 * blue);
        let z = f((0.019_333_9 * red + 0.119_192 * green + 0.950_304_1 * blue) / 1.088_83);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }
}

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Colour, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Colour(red, green, blue) = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// The contrast of two colours, from 1 (none) to 21 (black and white), as WCAG 2.2 defines it.
pub fn contrast(one: Colour, other: Colour) -> f32 {
    let (one, other) = (one.luminance(), other.luminance());
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// The perceived difference of two colours: ΔE*ab (CIE 1976), the distance in CIELAB.
pub fn difference(one: Colour, other: Colour) -> f32 {
    one.lab().iter().zip(other.lab()).map(|(one, other)| (one - other).powi(2)).sum::<f32>().sqrt()
}

/// A type of colour vision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deficiency {
    /// Normal colour vision.
    None,
    /// Protanopia: no long-wavelength cones.
    Protan,
    /// Deuteranopia: no medium-wavelength cones.
    Deutan,
    /// Tritanopia: no short-wavelength cones.
    Tritan,
}

impl Deficiency {
    /// All types.
    pub const ALL: [Deficiency; 4] = [Deficiency::None, Deficiency::Protan, Deficiency::Deutan, Deficiency::Tritan];

    /// The matrices for full severity of G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, “A Physiologically-based
    /// Model for Simulation of Color Vision Deficiency”, IEEE TVCG 15 (2009), for linear light.
    const fn matrix(self) -> [[f32; 3]; 3] {
        match self {
            Deficiency::None => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            Deficiency::Protan => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            Deficiency::Deutan => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
            Deficiency::Tritan => [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        }
    }

    /// The colour as seen with this type of vision.
    pub fn simulated(self, colour: Colour) -> Colour {
        let light = colour.light();
        Colour::of_light(self.matrix().map(|row| row.iter().zip(light).map(|(part, amount)| part * amount).sum()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read() {
        assert_eq!("#0a10ff".parse(), Ok(Colour(10, 16, 255)));
        for wrong in ["0a10ff", "#0a10f", "#0a10fff", "#gg0000", "#ééé", ""] {
            assert_eq!(wrong.parse::<Colour>(), Err(ColourError), "{wrong}");
        }
    }

    #[test]
    fn contrast_and_difference_have_known_values() {
        let [black, white, red] =
            ["#000000", "#ffffff", "#ff0000"].map(|text| text.parse::<Colour>().expect("a colour"));
        assert!((contrast(black, white) - 21.0).abs() < 0.01);
        assert!((contrast(red, white) - 3.998).abs() < 0.01);
        assert!((difference(black, white) - 100.0).abs() < 0.1);
        // Red is L* 53.24, a* 80.09, b* 67.20.
        assert!((difference(red, black) - 117.34).abs() < 0.2);
    }

    #[test]
    fn simulated_vision_keeps_greys_and_merges_red_and_green() {
        let colour = |text: &str| text.parse::<Colour>().expect("a colour");
        let (grey, red, green) = (colour("#808080"), colour("#c03020"), colour("#5a7a00"));
        for deficiency in Deficiency::ALL {
            assert!(difference(deficiency.simulated(grey), grey) < 0.5, "{deficiency:?}");
        }
        let apart = |deficiency: Deficiency| difference(deficiency.simulated(red), deficiency.simulated(green));
        assert!(apart(Deficiency::Deutan) < apart(Deficiency::None) / 3.0);
        assert!(apart(Deficiency::Protan) < apart(Deficiency::None) / 2.0);
    }
}
