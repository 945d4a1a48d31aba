//! How things are shown: [`pictures`], [`challenges`], [`board`], [`standings`], [`hints`], [`analysis_view`],
//! [`notifications`] to one person, and [`preferences_view`].

pub mod pictures;
pub mod challenges;
pub mod board;
pub mod standings;
pub mod hints;
pub mod analysis_view;
pub mod notifications;
pub mod preferences_view;
