//! What the search is told about DVONN.

mod think;
