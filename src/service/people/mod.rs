//! People: [`accounts`] on chat platforms, [`display_name`](mod@display_name)s, and players' own data: [`preferences`],
//! [`schedule`] (changes of schedules, and vacation balances), [`lessons`], and [`personal_data`] (export and erasure).

pub mod accounts;
pub mod display_name;
pub mod preferences;
pub mod schedule;
pub mod personal_data;
pub mod lessons;

pub use accounts::{ExternalId, PlatformId};
pub use lessons::{LessonChange, SeenLesson};
pub use personal_data::PrivacyError;
pub use preferences::{Confirmation, Hours, Pings, Preferences, TakeBackPolicy};
