//! The house itself: which module uses which, sentences in every language, documents that cannot rot.

mod architecture;
mod imports;
mod texts;
mod documents;
