//! The board of the day: [`channel`] (what a channel has chosen, and when its boards come), [`board`] (a board and what
//! people answer) and [`choice`] (which puzzle it is).

pub mod board;
pub mod channel;
pub mod choice;

pub use board::{BoardId, DailyAnswer, DailyAnswerChange, DailyBoard, DailyRecord, DailyState, Try};
pub use channel::{ClosedBoard, DailyChange, DailyChannel, DailySwitch, OpenedBoard};
