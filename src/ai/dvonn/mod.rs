//! What the search is told about DVONN.

mod reasons;
mod think;
