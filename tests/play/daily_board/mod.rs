//! The board of the day: in the emulator, in words, at its hour whatever the clock does, and for a month with many people
//! and kills.

mod by_words;
mod club;
mod emulator;
mod hours;
mod month;
mod races;
