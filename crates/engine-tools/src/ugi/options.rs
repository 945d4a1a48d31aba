//! The options of the engine: whole numbers within a range.

use tablero_games::ai::{EngineOptions, Level};
use tablero_games::rules::notation::quote;

/// An option of the engine.
pub struct Spin {
    /// Its display name; matched without regard to case.
    pub name: &'static str,
    least: u64,
    most: u64,
    get: fn(&EngineOptions) -> u64,
    set: fn(&mut EngineOptions, u64),
}

const MEGABYTE: u64 = 1 << 20;

/// Every option of the engine.
pub const SPINS: [Spin; 5] = [
    Spin {
        name: "Hash",
        least: 1,
        most: 65_536,
        get: |settings| settings.hash as u64 / MEGABYTE,
        set: |settings, value| settings.hash = usize::try_from(value * MEGABYTE).unwrap_or(usize::MAX),
    },
    Spin {
        name: "Threads",
        least: 1,
        most: 64,
        get: |settings| settings.threads as u64,
        set: |settings, value| settings.threads = value as usize,
    },
    Spin {
        name: "Level",
        least: 0,
        most: 10,
        get: |settings| u64::from(settings.level.number()),
        set: |settings, value| settings.level = Level::new(value as u8).unwrap_or_default(),
    },
    Spin {
        name: "MultiPV",
        least: 1,
        most: 100,
        get: |settings| settings.variations as u64,
        set: |settings, value| settings.variations = value as usize,
    },
    Spin {
        name: "Seed",
        least: 0,
        most: u64::MAX,
        get: |settings| settings.seed,
        set: |settings, value| settings.seed = value,
    },
];

impl Spin {
    /// The option with this name.
    pub fn find(name: &str) -> Option<&'static Spin> {
        SPINS.iter().find(|spin| spin.name.eq_ignore_ascii_case(name))
    }

    /// The `option` line that announces it, with its current value as the default.
    pub fn option_line(&self, settings: &EngineOptions) -> String {
        let Spin { name, least, most, get, .. } = self;
        format!("option name {name} type spin default {} min {least} max {most}", get(settings))
    }

    /// Sets the option.
    ///
    /// # Errors
    /// Why the value is not possible, as a sentence.
    pub fn set(&self, settings: &mut EngineOptions, text: &str) -> Result<(), String> {
        let Spin { name, least, most, .. } = self;
        let value = text.parse().ok().filter(|value| (least..=most).contains(&value));
        let value = value.ok_or_else(|| {
            format!("{name} cannot be {}; possible is a whole number from {least} to {most}", quote(text))
        })?;
        let mut wanted = *settings;
        (self.set)(&mut wanted, value);
        if wanted.hash != settings.hash && Vec::<u8>::new().try_reserve_exact(wanted.hash).is_err() {
            return Err(format!("there is not enough memory for a table of {value} MB; set a smaller Hash"));
        }
        *settings = wanted;
        Ok(())
    }
}
